// SPDX-License-Identifier: Apache-2.0
// Text is checked against every background it may have: WCAG 2.1, 1.4.3, a contrast of 4.5 to 1 in both
// themes.
#include <QApplication>
#include <QHeaderView>
#include <QListWidget>
#include <QPushButton>
#include <QTableWidget>
#include <QTest>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "tests/gui/gui_test.h"
#include "ui/widgets/columns.h"
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
    void iconsHaveTheColoursOfTheThemeInUse();
    void whereTheKeyboardIsCanBeSeen_data();
    void whereTheKeyboardIsCanBeSeen();
    void titlesEndWhereTheirNumbersDo();
    void textAndFiguresHaveOneFace();
};

/// Qt takes the figures beside Japanese text from the font of that text.
void ThemeTest::textAndFiguresHaveOneFace() {
    const QFont latin(QStringLiteral("DejaVu Sans"), 11);
    QCOMPARE(widgets::textFont(latin, QLocale(QLocale::English)), latin);
    for (const auto& [language, family] :
         {std::pair(QLocale::Japanese, "Noto Sans CJK JP"), std::pair(QLocale::Korean, "Noto Sans CJK KR"),
          std::pair(QLocale::Chinese, "Noto Sans CJK SC")}) {
        const QFont font = widgets::textFont(latin, QLocale(language));
        QCOMPARE(font.families(), QStringList({family, "DejaVu Sans"}));
        QCOMPARE(font.pointSize(), 11);
        const QFont own(QString::fromLatin1(family), 11);
        QCOMPARE(widgets::textFont(own, QLocale(language)), own);
    }
}

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

void ThemeTest::iconsHaveTheColoursOfTheThemeInUse() {
    const QIcon icon = Theme::icon("columns");
    const auto has = [&](const char* colour, QIcon::Mode mode, QIcon::State state) {
        const QImage picture = icon.pixmap(QSize(48, 48), mode, state).toImage();
        const QColor wanted = Theme::current().colour(colour);
        for (int x = 0; x < picture.width(); ++x)
            for (int y = 0; y < picture.height(); ++y)
                if (picture.pixelColor(x, y) == wanted) return true;
        return false;
    };
    for (const ColourScheme scheme : {ColourScheme::kLight, ColourScheme::kDark}) {
        Theme::apply(*qApp, scheme);
        QVERIFY(has("muted", QIcon::Normal, QIcon::Off));
        QVERIFY(has("accent", QIcon::Normal, QIcon::On));
        QVERIFY(has("disabled", QIcon::Disabled, QIcon::Off));
    }
}

void ThemeTest::whereTheKeyboardIsCanBeSeen_data() {
    QTest::addColumn<ColourScheme>("scheme");
    QTest::newRow("light") << ColourScheme::kLight;
    QTest::newRow("dark") << ColourScheme::kDark;
}

/// WCAG 2.1, 1.4.11: what shows the focus has a contrast of 3 to 1 to its background.
void ThemeTest::whereTheKeyboardIsCanBeSeen() {
    QFETCH(const ColourScheme, scheme);
    Theme::apply(*qApp, scheme);
    const QColor frame = Theme::current().colour("accent");
    for (const char* ground : {"window", "panel", "hover", "selection"})
        QVERIFY2(contrast(frame, Theme::current().colour(ground)) >= 3, ground);

    QWidget window;
    window.setStyleSheet(Theme::current().styleSheet());
    QVBoxLayout layout(&window);
    QPushButton other("other");
    QTableWidget table(3, 2);
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setShowGrid(false);
    QTreeWidget tree;
    QListWidget list;
    for (const char* text : {"one", "two", "three"}) {
        new QTreeWidgetItem(&tree, {text});
        list.addItem(text);
    }
    for (QWidget* widget : std::initializer_list<QWidget*>{&other, &table, &tree, &list})
        layout.addWidget(widget);
    window.resize(400, 700);
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    for (QAbstractItemView* view : std::initializer_list<QAbstractItemView*>{&table, &tree, &list}) {
        const QModelIndex current = view->model()->index(1, 0);
        view->setCurrentIndex(current);
        // How much of the upper and of the lower edge of the current item has the frame's colour.
        const auto framed = [&] {
            const QRect cell = view->visualRect(current);
            const QImage picture = view->viewport()->grab().toImage();
            int pixels = 0;
            for (int x = cell.left(); x <= cell.right(); ++x)
                pixels += (picture.pixelColor(x, cell.top()) == frame) +
                          (picture.pixelColor(x, cell.bottom()) == frame);
            return double(pixels) / (2.0 * cell.width());
        };
        other.setFocus();
        const QRect before = view->visualRect(current);
        const QSize hint = view->sizeHintForIndex(current);
        QVERIFY2(framed() == 0, view->metaObject()->className());
        view->setFocus(Qt::TabFocusReason);
        QCOMPARE(view->visualRect(current), before);  // nothing jumps
        QCOMPARE(view->sizeHintForIndex(current), hint);
        QVERIFY2(framed() > 0.9,
                 qPrintable(QStringLiteral("%1: %2").arg(view->metaObject()->className()).arg(framed())));
    }
}

/// Whether the table sorts or not: a number stands under the end of its title.
void ThemeTest::titlesEndWhereTheirNumbersDo() {
    Theme::apply(*qApp, ColourScheme::kLight);
    for (const bool sorts : {false, true}) {
        QTableWidget table(1, 3);
        table.setStyleSheet(Theme::current().styleSheet());
        table.setSortingEnabled(sorts);
        table.verticalHeader()->hide();
        table.setShowGrid(false);
        new widgets::TableHeader(table);
        for (int column = 0; column < 3; ++column) {
            for (auto* item : {new QTableWidgetItem("88888"), new QTableWidgetItem("88888")}) {
                item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
                table.item(0, column) ? table.setHorizontalHeaderItem(column, item)
                                      : table.setItem(0, column, item);
            }
        }
        table.resize(400, 120);
        table.show();
        QVERIFY(QTest::qWaitForWindowExposed(&table));
        // The last column of pixels in which something is written.
        const auto end = [](QWidget& view, const QRect& cell) {
            const QImage picture = view.grab(cell).toImage();
            const QColor ground = picture.pixelColor(2, picture.height() / 2);
            for (int x = picture.width() - 1; x >= 0; --x)
                for (int y = 8; y < picture.height() - 4; ++y)
                    if (picture.pixelColor(x, y) != ground) return x;
            return -1;
        };
        const int column = 1;
        const QHeaderView& header = *table.horizontalHeader();
        const QRect title(header.sectionViewportPosition(column), 0, header.sectionSize(column),
                          header.height());
        const int titleEnd = end(*header.viewport(), title);
        const int numberEnd = end(*table.viewport(), table.visualItemRect(table.item(0, column)));
        QVERIFY2(titleEnd > 0 && std::abs(titleEnd - numberEnd) <= 1,
                 qPrintable(QStringLiteral("sorts %1: %2, %3").arg(sorts).arg(titleEnd).arg(numberEnd)));
    }
}

TY_WIDGET_TEST(ThemeTest);
#include "tst_theme.moc"
