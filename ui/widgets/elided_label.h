// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLabel>
#include <QString>

namespace trainyard::widgets {

/// One line that takes no more room than available: elided if it is longer, complete in its tool tip and for
/// screen readers, as its description where it has a name of its own (named()). Has the same height with and
/// without a text, unless glyphs of another font in it are higher. [gui]
class ElidedLabel : public QLabel {
    Q_OBJECT
  public:
    explicit ElidedLabel(const QString& whole = {}, QWidget* parent = nullptr);

    /// Shows nothing instead of an elided text: for hints, of which half says nothing.
    void hideIfCut();

    /// Several lines are joined into one.
    void setWhole(const QString& whole);
    const QString& whole() const { return whole_; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

  protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

  private:
    void elide();
    QString whole_;
    bool isHiddenIfCut_ = false;
};

}  // namespace trainyard::widgets
