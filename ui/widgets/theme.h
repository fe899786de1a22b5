// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QHash>
#include <QIcon>
#include <QList>
#include <QLocale>
#include <QString>

class QApplication;

namespace trainyard::widgets {

enum class ColourScheme { kLight, kDark };

/// The colours of the window, from resources/themes: the one place where a colour has a value. [gui]
class Theme {
  public:
    /// The theme in use; light until apply() is called.
    static const Theme& current();
    /// Fusion with this theme's palette, for the whole program. Widgets are notified of a later change by
    /// QEvent::PaletteChange.
    static void apply(QApplication& application, ColourScheme scheme);

    /// For a window, once it is built: under a style sheet, Qt styles a widget and all that is in it again
    /// whenever it gets another parent. One of the application would be over every widget that is being
    /// built.
    QString styleSheet() const;
    ColourScheme scheme() const { return scheme_; }
    /// A colour by its name in the theme file ("accent", "muted" …); asserts that it is there.
    QColor colour(const QString& name) const;
    /// The n-th colour of the colour-blind-safe series palette, wrapping around.
    QColor series(int n) const { return series_[n % series_.size()]; }
    /// An icon of resources/icons in the muted colour, in the accent colour when on: those of the theme that
    /// is in use whenever it is painted.
    static QIcon icon(const QString& name);

  private:
    static Theme load(ColourScheme scheme);

    ColourScheme scheme_ = ColourScheme::kLight;
    QHash<QString, QColor> colours_;
    QList<QColor> series_;
};

/// The font in which the window has one face for `locale`'s language and for figures: beside Chinese,
/// Japanese and Korean text, Qt takes figures from the font of that text. `base` otherwise, and where that
/// font is not installed.
QFont textFont(const QFont& base, const QLocale& locale);
/// The user interface's font with tabular figures, for numbers that change.
QFont tabularFont(const QFont& base);
/// The system's fixed-width font at the interface's size.
QFont logFont(const QFont& base);

}  // namespace trainyard::widgets
