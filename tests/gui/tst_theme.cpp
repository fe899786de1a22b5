// SPDX-License-Identifier: Apache-2.0
// Text is read against every ground it may stand on: WCAG 2.1, 1.4.3, a contrast of 4.5 to 1 in both themes.
#include <QApplication>
#include <QTest>
#include <algorithm>
#include <cmath>

#include "ui/widgets/theme.h"

using namespace trainyard;
using widgets::ColourScheme;
using widgets::Theme;

namespace {

/// Relative luminance, as WCAG 2.1 defines it, of a colour in sRGB.
double luminance(const QColor& colour) {
    const auto linear = [](double c) {
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) +
           0.0722 * linear(colour.blueF());
}

double contrast(const QColor& a, const QColor& b) {
    const auto [dark, light] = std::minmax({luminance(a), luminance(b)});
    return (light + 0.05) / (dark + 0.05);
}

}  // namespace

class ThemeTest : public QObject {
    Q_OBJECT
  private slots:
    void textIsReadable_data();
    void textIsReadable();
};

void ThemeTest::textIsReadable_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("ground");
    for (const char* text : {"text", "muted", "accent", "succeeded", "failed", "waiting"})
        for (const char* ground : {"window", "panel", "hover", "selection"})
            QTest::addRow("%s on %s", text, ground) << text << ground;
    for (const char* ground : {"accent", "accent_hover"})
        QTest::addRow("on_accent on %s", ground) << "on_accent" << ground;
}

void ThemeTest::textIsReadable() {
    QFETCH(const QString, text);
    QFETCH(const QString, ground);
    for (const ColourScheme scheme : {ColourScheme::kLight, ColourScheme::kDark}) {
        Theme::apply(*qApp, scheme);
        const Theme& theme = Theme::current();
        const double found = contrast(theme.colour(text), theme.colour(ground));
        QVERIFY2(found >= 4.5, qPrintable(QString::number(found)));
    }
}

QTEST_MAIN(ThemeTest)
#include "tst_theme.moc"
