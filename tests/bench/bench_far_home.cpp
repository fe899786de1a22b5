// SPDX-License-Identifier: Apache-2.0
// What a user waits for whose home agent is on another machine: the real window on that agent, from the
// connection to the painted list of its runs, and from the choice of a run to its painted curve. far_home.py
// creates the agent, its store and the slow link to it. One line of JSON:
// bench_far_home ADDRESS RUNS OTHER_RUN LAST_STEP RUN LAST_STEP
#include <QApplication>
#include <QElapsedTimer>
#include <QRegularExpression>
#include <QTableView>
#include <cstdio>
#include <cstdlib>

#include "core/client/remote/ssh_agent.h"
#include "ui/bridge/agent_bridge.h"
#include "ui/bridge/client_functions.h"
#include "ui/models/format.h"
#include "ui/shell/main_window.h"
#include "ui/widgets/curves/curve_plot.h"

using namespace trainyard;

namespace {

constexpr int kLongestMs = 60'000;

/// Handles events until `isSo` and every pending repaint is done; the milliseconds since `timer` was started.
template <typename Claim>
double timeUntil(const char* what, const QElapsedTimer& timer, const bridge::AgentBridge& agent,
                 const Claim& isSo) {
    while (!isSo()) {
        QApplication::processEvents(QEventLoop::WaitForMoreEvents, 5);
        if (timer.elapsed() > kLongestMs)
            qFatal("waited too long for %s: %s", what,
                   qPrintable(bridge::inEnglish({agent.agentStatus().detail}).join(' ')));
    }
    QApplication::sendPostedEvents();
    QApplication::processEvents();
    return double(timer.nsecsElapsed()) / 1e6;
}

}  // namespace

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    if (argc != 7) qFatal("usage: bench_far_home ADDRESS RUNS OTHER_RUN LAST_STEP RUN LAST_STEP");
    const int runs = QString::fromLocal8Bit(argv[2]).toInt();
    const auto text = [&](int number) { return QString::fromLocal8Bit(argv[number]); };
    const QString programs = QCoreApplication::applicationDirPath() + QStringLiteral("/../bin");
    const auto endpoint = client::endpointOf(argv[1], {.programs = programs.toStdString()});
    if (!endpoint) qFatal("%s", endpoint.error().describe().c_str());
    bridge::AgentBridge bridge(bridge::clientFunctions(*endpoint));
    shell::MainWindow window(bridge, pages::allPages(), {}, {});
    window.show();
    QApplication::processEvents();
    auto* table = window.findChild<QTableView*>("runs.list.table");
    const auto* curve = window.findChild<widgets::CurvePlot*>("runs.loss.chart");
    if (!table || !curve) qFatal("no list or no chart");

    QElapsedTimer timer;
    timer.start();
    bridge.start();
    const double connected = timeUntil("the connection", timer, bridge, [&] {
        return bridge.agentStatus().state == bridge::AgentState::kConnected;
    });
    const double listed =
        timeUntil("the runs", timer, bridge, [&] { return table->model()->rowCount() == runs; }) - connected;
    const auto rowOf = [&](const QString& run) {
        for (int row = 0; row < table->model()->rowCount(); ++row)
            if (table->model()->index(row, 0).data(models::kIdRole).toString() == run) return row;
        qFatal("no run is called %s", qPrintable(run));
        return -1;
    };
    // A curve of many points ends with the least or the greatest value of its last column of pixels.
    const auto isDrawnTo = [&](qint64 lastStep) {
        QString step = curve->newest().section(QStringLiteral("at step"), 1, 1).section(u'\u00b7', 0, 0);
        const qint64 drawn = step.remove(QRegularExpression(QStringLiteral("[^0-9]"))).toLongLong();
        return std::abs(drawn - lastStep) <= lastStep / 100;
    };
    const auto timeToDraw = [&](const QString& run, qint64 lastStep) {
        const int row = rowOf(run);
        QElapsedTimer choice;
        choice.start();
        table->selectRow(row);
        return timeUntil("the curve", choice, bridge, [&] { return isDrawnTo(lastStep); });
    };
    timeToDraw(text(3), text(4).toLongLong());  // so that the wanted one is not open yet
    const double drawn = timeToDraw(text(5), text(6).toLongLong());
    std::printf(
        R"({"runs":%d,"connected_ms":%.1f,"runs_listed_ms":%.1f,"curve_drawn_ms":%.1f,"platform":"%s"})"
        "\n",
        runs, connected, listed, drawn, qPrintable(QGuiApplication::platformName()));
    std::fflush(nullptr);
    if (!bridge.shutDown(std::chrono::seconds(5))) qFatal("a thread of the bridge did not end");
    return 0;
}
