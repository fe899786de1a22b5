// SPDX-License-Identifier: Apache-2.0
// What a user waits for with many runs and many metrics: the real window on a real agent (that of
// TRAINYARD_HOME), from the first query to the painted answer. window_speed.py creates the agent and its
// store. One line of JSON: bench_lists RUNS SERIES
#include <QApplication>
#include <QComboBox>
#include <QCompleter>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QTableView>
#include <QTest>
#include <cstdio>

#include "ui/bridge/agent_bridge.h"
#include "ui/bridge/client_functions.h"
#include "ui/shell/main_window.h"

using namespace trainyard;

namespace {

constexpr int kLongestMs = 30'000;

double milliseconds(const QElapsedTimer& timer) {
    return double(timer.nsecsElapsed()) / 1e6;
}

/// Runs until `isSo` and every pending repaint is done. Only handles events, without pauses in between.
template <typename Claim>
double timeUntil(const char* what, const Claim& isSo) {
    QElapsedTimer timer;
    timer.start();
    while (!isSo()) {
        QApplication::processEvents(QEventLoop::WaitForMoreEvents, 5);
        if (timer.elapsed() > kLongestMs) qFatal("waited too long for %s", what);
    }
    QApplication::sendPostedEvents();
    QApplication::processEvents();
    return milliseconds(timer);
}

template <typename W>
W& find(const QWidget& window, const char* name) {
    auto* found = window.findChild<W*>(QString::fromLatin1(name));
    if (!found) qFatal("no control is called %s", name);
    return *found;
}

struct Typed {
    double worst = 0;
    double first = 0;
};
/// Types letter by letter: each is handled and painted before the next.
Typed type(QWidget& field, const QString& text) {
    Typed typed;
    for (const QChar letter : text) {
        QElapsedTimer timer;
        timer.start();
        QTest::keyClick(&field, letter.toLatin1());
        QApplication::sendPostedEvents();
        QApplication::processEvents();
        const double took = milliseconds(timer);
        if (typed.first == 0) typed.first = took;
        typed.worst = std::max(typed.worst, took);
    }
    return typed;
}

}  // namespace

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    if (argc != 3) qFatal("usage: bench_lists RUNS SERIES");
    const int runs = QString::fromLocal8Bit(argv[1]).toInt();
    const int series = QString::fromLocal8Bit(argv[2]).toInt();
    auto endpoint = client::Endpoint::parse({});
    if (!endpoint) qFatal("no home");
    bridge::AgentBridge bridge(bridge::clientFunctions(*endpoint));
    shell::MainWindow window(bridge, pages::allPages(), {}, {});
    window.show();
    QApplication::processEvents();
    auto& table = find<QTableView>(window, "runs.list.table");
    auto& filter = find<QLineEdit>(window, "runs.list.filter");
    auto& metric = find<QComboBox>(window, "runs.loss.metric");

    QElapsedTimer whole;
    whole.start();
    bridge.start();
    timeUntil("the runs", [&] { return table.model()->rowCount() == runs; });
    const double listed = milliseconds(whole);
    const auto hasSeries = [&] { return metric.count() == series; };
    const double opened = timeUntil("the series of the newest run", hasSeries);

    filter.setFocus();
    const Typed search = type(filter, QStringLiteral("pretend-77"));
    if (table.model()->rowCount() != 11) qFatal("the filter shows %d runs", table.model()->rowCount());
    filter.clear();
    timeUntil("all runs", [&] { return table.model()->rowCount() == runs; });

    QElapsedTimer timer;
    timer.start();
    metric.clear();  // until the other run's have arrived
    table.selectRow(runs / 2);
    const double other = timeUntil("the series of another run", hasSeries);

    metric.lineEdit()->setFocus();
    metric.lineEdit()->selectAll();
    const Typed quantity = type(*metric.lineEdit(), QStringLiteral("tag_77"));
    const int hits = metric.completer()->completionCount();
    if (hits < 1 || hits > 11) qFatal("the search finds %d quantities", hits);
    std::printf(
        R"({"runs":%d,"series":%d,"runs_listed_ms":%.1f,"first_run_opened_ms":%.1f,"run_search_key_ms":%.1f,)"
        R"("run_opened_ms":%.1f,"series_search_first_key_ms":%.1f,"series_search_key_ms":%.1f,"platform":"%s"})"
        "\n",
        runs, series, listed, opened, search.worst, other, quantity.first, quantity.worst,
        qPrintable(QGuiApplication::platformName()));
    std::fflush(nullptr);
    if (!bridge.shutDown(std::chrono::seconds(5))) qFatal("a thread of the bridge did not end");
    return 0;
}
