// SPDX-License-Identifier: Apache-2.0
// What a small screen, or large letters, leave of the window can be used.
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTableView>
#include <QTest>
#include <QToolButton>

#include "tests/gui/gui_test.h"
#include "tests/gui/open_form.h"

using namespace trainyard;
using testing::kNow;
using testing::OpenForm;
using testing::OpenWindow;

namespace {

constexpr QSize kSmall(884, 552);

}  // namespace

class SmallWindowTest : public QObject {
    Q_OBJECT
  private slots:
    void theWindowFitsASmallScreen();
    void theRunsPageDoesNotScrollSideways();
    void theWelcomeDoesNotScroll();
    void noFieldIsCutInASmallWindow();
    void theEditorOfClustersIsShownWhole();
};

void SmallWindowTest::theWindowFitsASmallScreen() {
    testing::ScriptedAgent agent;
    agent.setRuns(testing::hundredRuns(kNow));
    OpenWindow w(agent);
    for (const auto& info : pages::allPages()) {
        w.window.openPage(info.id, {});
        w.window.resize(kSmall);
        const QSize least = w.window.minimumSizeHint();
        QVERIFY2(least.width() <= kSmall.width() && least.height() <= kSmall.height(), qPrintable(info.id));
        QCOMPARE(w.window.size(), kSmall);
    }
    // On a screen of 1280 by 720 pixels at 150 percent the pages' buttons are icons; higher, they have
    // titles.
    const auto& button = w.runs.find<QToolButton>("shell.rail.checkpoints");
    const auto& lowest = w.runs.find<QToolButton>("shell.rail.settings");
    const QSize lower(836, 432);
    w.window.resize(lower);
    QCOMPARE(w.window.size(), lower);
    QTRY_COMPARE(button.toolButtonStyle(), Qt::ToolButtonIconOnly);
    QCOMPARE(button.toolTip(), QString("Checkpoints"));
    for (const int height : {552, 800}) {
        w.window.resize(kSmall.width(), height);
        QTRY_COMPARE(button.toolButtonStyle(), Qt::ToolButtonTextUnderIcon);
        QTRY_COMPARE(lowest.visibleRegion().boundingRect(), lowest.rect());
    }
    w.window.resize(kSmall);
    // What does not fit is reached by scrolling.
    w.window.openPage("runs", {});
    QTRY_VERIFY(w.runs.canPress("runs.header.kill"));
    auto& kill = w.runs.find<QPushButton>("runs.header.kill");
    auto* area = w.window.centralWidget()->findChild<QStackedWidget*>()->currentWidget();
    qobject_cast<QScrollArea*>(area)->ensureWidgetVisible(&kill);
    QVERIFY(area->rect().contains(kill.mapTo(area, kill.rect().center())));
    w.window.resize(1600, 1000);
    // Each bar goes by itself: what the tables' columns ask for in height follows their width, a layout
    // later.
    QTRY_VERIFY(!qobject_cast<QScrollArea*>(area)->horizontalScrollBar()->isVisible());
    QTRY_VERIFY(!qobject_cast<QScrollArea*>(area)->verticalScrollBar()->isVisible());
}

/// On a screen of 1024 pixels, and on one of 1280 at 150 percent: live runs, which have the most buttons,
/// ended ones, one with a long name, and a comparison.
void SmallWindowTest::theRunsPageDoesNotScrollSideways() {
    testing::ScriptedAgent agent;
    auto runs = testing::hundredRuns(kNow);
    runs[1].name = "a run whose name alone is wider than the half of a small window can be";
    agent.setRuns(runs);
    OpenWindow w(agent);
    QTRY_COMPARE(w.runs.runs().size(), 100);
    const auto* area =
        qobject_cast<QScrollArea*>(w.window.centralWidget()->findChild<QStackedWidget*>()->currentWidget());
    for (const QSize size : {QSize(1024, 640), QSize(853, 533)}) {
        w.window.resize(size);
        for (const int run : {0, 1, 2, 3, 4, 6}) {
            w.window.openPage("runs", runs[static_cast<std::size_t>(run)].id);
            const QByteArray which = QStringLiteral("%1 at %2").arg(runs[run].id).arg(size.width()).toUtf8();
            const auto& header = *w.runs.find<QWidget>("runs.header.title").parentWidget();
            QTRY_VERIFY2(area->widget()->width() <= area->viewport()->width(), which);
            for (const auto* button : header.findChildren<QPushButton*>())
                if (button->isVisible() && !button->parentWidget()->objectName().startsWith("qt_"))
                    QTRY_VERIFY2(
                        header.rect().contains(QRect(button->mapTo(&header, QPoint()), button->size())),
                        which + ' ' + button->objectName().toUtf8());
        }
        w.runs.find<QTableView>("runs.list.table").selectAll();
        QTRY_VERIFY(w.runs.find<QWidget>("runs.compare.table").isVisible());
        QTRY_VERIFY(area->widget()->width() <= area->viewport()->width());
    }
}

/// What is hidden, the list of runs, needs no space.
void SmallWindowTest::theWelcomeDoesNotScroll() {
    testing::ScriptedAgent agent;
    OpenWindow w(agent);
    w.window.resize(kSmall);
    QTRY_VERIFY(w.runs.find<QPushButton>("runs.welcome.example").isVisible());
    const auto* area = w.window.findChild<QScrollArea*>();
    QTRY_VERIFY(!area->horizontalScrollBar()->isVisible() && !area->verticalScrollBar()->isVisible());
}

/// A section that scrolls keeps its fields clear of the scroll bar.
void SmallWindowTest::noFieldIsCutInASmallWindow() {
    testing::ScriptedAgent agent;
    OpenForm w(agent);
    w.window.resize(884, 552);
    auto& sections = w.newRun.find<QListWidget>("new_run.sections.list");
    for (int row = 0; row < sections.count(); ++row) {
        sections.setCurrentRow(row);
        const QByteArray section = sections.item(row)->text().toUtf8();
        const QScrollArea* shown = nullptr;
        for (const auto* area : w.window.findChildren<QScrollArea*>())
            if (area->isVisible() && area->horizontalScrollBarPolicy() == Qt::ScrollBarAlwaysOff)
                shown = area;
        QVERIFY2(shown, section);
        QTRY_VERIFY2(shown->widget()->width() <= shown->viewport()->width(), section);
    }
}

/// Its controls continue in further rows.
void SmallWindowTest::theEditorOfClustersIsShownWhole() {
    testing::ScriptedAgent agent;
    OpenWindow w(agent);
    w.window.openPage("clusters", {});
    QVERIFY(w.clusters.chooseTemplate("3 workers and 2 parameter servers"));
    w.window.resize(1024, 640);
    for (const char* name :
         {"clusters.header.use", "clusters.palette.evaluator", "clusters.palette.machine",
          "clusters.flow.strategy", "clusters.flow.model", "clusters.table.remove", "clusters.table.ports"}) {
        const auto& control = w.clusters.find<QWidget>(name);
        QTRY_COMPARE(control.visibleRegion().boundingRect(), control.rect());
        QVERIFY2(control.width() >= control.sizeHint().width(), name);
    }
}

TY_WIDGET_TEST(SmallWindowTest);
#include "tst_small_window.moc"
