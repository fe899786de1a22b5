// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAction>

#include "tests/support/scripted_agent.h"
#include "tests/support/window_objects.h"
#include "ui/bridge/agent_bridge.h"
#include "ui/shell/main_window.h"

namespace trainyard::testing {

inline constexpr double kNow = 1.7e9;
inline const bridge::SeriesKey kBatch{"worker:0", "train", "batch_loss"};

/// A connected window on a scripted agent.
struct OpenWindow {
    explicit OpenWindow(ScriptedAgent& agent, const shell::WindowMemory& memory = {})
        : bridge(agent.functions()),
          window(bridge, pages::allPages(), memory, "About text"),
          runs(window),
          newRun(window),
          clusters(window) {
        window.show();
        bridge.start();
    }
    ~OpenWindow() {
        if (!bridge.shutDown(std::chrono::seconds(5))) qFatal("a thread of the bridge did not end");
    }
    QAction& action(const QString& name) { return runs.find<QAction>(name); }

    bridge::AgentBridge bridge;
    shell::MainWindow window;
    RunsPageObject runs;
    NewRunPageObject newRun;
    ClustersPageObject clusters;
};

/// The first of a hundred runs has logged something of every kind.
inline void setRunsWithMedia(ScriptedAgent& agent) {
    const auto runs = hundredRuns(kNow);
    agent.setRuns(runs);
    using Kind = bridge::MediaKind;
    for (const Kind kind : {Kind::kImages, Kind::kHistograms, Kind::kText, Kind::kHparams, Kind::kPrCurves})
        agent.setMedia(runs.front().id, {kind, kBatch, 1, 1}, {});
}

inline bridge::RunUpdate points(const bridge::SeriesKey& key, std::int64_t first, std::int64_t last) {
    bridge::SeriesPoints series{key, 1, {}, {}};
    for (std::int64_t step = first; step <= last; ++step) {
        series.step.push_back(step);
        series.value.push_back(1.0 / double(step));
    }
    return {.points = {series}};
}

}  // namespace trainyard::testing
