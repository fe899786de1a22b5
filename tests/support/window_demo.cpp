// SPDX-License-Identifier: Apache-2.0
// The window on a scripted agent with a hundred runs, one of them live: for looking at it without an agent.
//   trainyard-window-demo [light|dark] [PAGE|example:NAME] [CATALOGUE.qm]
// A page is named by its id: runs, new_run, clusters …
#include <QApplication>
#include <QDateTime>
#include <QTimer>
#include <QTranslator>
#include <cmath>

#include "tests/support/sample_sweep.h"
#include "tests/support/scripted_agent.h"
#include "ui/bridge/agent_bridge.h"
#include "ui/shell/main_window.h"

namespace {

using namespace trainyard;

constexpr int kStepsPerEpoch = 469;
const bridge::SeriesKey kBatchLoss{"worker:0", "train", "batch_loss"};
const bridge::SeriesKey kBatchAccuracy{"worker:0", "train", "batch_accuracy"};

double now() {
    return double(QDateTime::currentMSecsSinceEpoch()) / 1000;
}

/// A run that looks like one: loss falling to 0.25 with noise.
double lossAt(std::int64_t step, bool isNoisy) {
    const double noise = isNoisy ? 0.12 * std::sin(double(step) * 12.9898) * std::cos(double(step) * 4.1) : 0;
    return 0.24 + 1.9 * std::exp(-double(step) / 260) + 0.25 * std::exp(-double(step) / 1500) + noise;
}

bridge::RunUpdate stepsUpTo(std::int64_t first, std::int64_t last, std::uint64_t& seq) {
    bridge::RunUpdate update;
    bridge::SeriesPoints loss{kBatchLoss, 1, {}, {}};
    bridge::SeriesPoints accuracy{kBatchAccuracy, 1, {}, {}};
    for (std::int64_t step = first; step <= last; ++step) {
        loss.step.push_back(step);
        loss.value.push_back(lossAt(step, true));
        accuracy.step.push_back(step);
        accuracy.value.push_back(1 - 0.36 * lossAt(step, true));
        if (step % kStepsPerEpoch != 0) continue;
        for (const QString split : {"train", "validation"}) {
            const double gap = split == "train" ? 0 : 0.04;
            update.points.push_back(
                {{"worker:0", split, "epoch_loss"}, 1, {step}, {lossAt(step, false) + gap}});
            update.points.push_back({{"worker:0", split, "epoch_accuracy"},
                                     1,
                                     {step},
                                     {1 - 0.36 * lossAt(step, false) - gap / 4}});
        }
        bridge::EventRow epoch{
            .seq = ++seq,
            .time = now(),
            .kind = bridge::EventKind::kEpoch,
            .number = int(step / kStepsPerEpoch) - 1,
            .step = step,
            .value = 18.4,
            .metrics = {{"loss", lossAt(step, false)}, {"accuracy", 1 - 0.36 * lossAt(step, false)}}};
        bridge::EventRow saved{
            .seq = ++seq, .time = now(), .kind = bridge::EventKind::kCheckpoint, .step = step, .value = 3.2};
        update.events.push_back(epoch);
        update.events.push_back(saved);
    }
    update.points.push_back(loss);
    update.points.push_back(accuracy);
    bridge::Progress progress;
    progress.step = last;
    progress.totalSteps = 10 * kStepsPerEpoch;
    progress.etaSeconds = double(progress.totalSteps - last) * 0.04;
    progress.msPerStep = 38.6;
    progress.epoch = int((last - 1) / kStepsPerEpoch);
    update.progress = progress;
    update.lastSeq = seq;
    return update;
}

}  // namespace

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    const QStringList arguments = QApplication::arguments();
    QTranslator translator;
    for (const QString& argument : arguments)
        if (argument.endsWith(QStringLiteral(".qm")) && translator.load(argument))
            QApplication::installTranslator(&translator);
    testing::ScriptedAgent agent;
    auto runs = testing::hundredRuns(now());
    const QString live = runs.front().id;
    agent.setRuns(runs);
    agent.setSweeps({testing::sampleSweep()});
    std::uint64_t seq = 0;
    bridge::EventRow started{.seq = ++seq, .time = now() - 90, .kind = bridge::EventKind::kStarted};
    agent.push(live, {.events = {started}, .lastSeq = seq});
    std::int64_t step = 1900;
    agent.push(live, stepsUpTo(1, step, seq));
    agent.pushLog(live, "worker:0",
                  {"2026-11-21 09:00:01 worker:0 joined the group, rank 0 of 2", "epoch 1/10 · 469 steps"});
    agent.pushLog(live, "worker:1", {"2026-11-21 09:00:01 worker:1 joined the group, rank 1 of 2"});
    QTimer ticking;
    QObject::connect(&ticking, &QTimer::timeout, [&] {
        agent.push(live, stepsUpTo(step + 1, step + 3, seq));
        step += 3;
        agent.pushLog(live, step % 2 ? "worker:0" : "worker:1",
                      {QStringLiteral("step %1 loss %2").arg(step).arg(lossAt(step, true))});
    });
    ticking.start(100);

    bridge::RunPreview preview;
    preview.estimate = bridge::Estimate{.replicas = 2,
                                        .batchPerReplica = 64,
                                        .globalBatch = 128,
                                        .trainSamples = 60000,
                                        .validationSamples = 10000,
                                        .stepsPerEpoch = kStepsPerEpoch,
                                        .totalSteps = 10 * kStepsPerEpoch,
                                        .firstRate = 0.001,
                                        .lastRate = 0.001,
                                        .parameters = 121930,
                                        .weightBytes = 487720,
                                        .optimizerBytes = 975440,
                                        .activationBytes = 29 << 20,
                                        .memoryPerReplica = 33 << 20,
                                        .bytesPerStep = 487720,
                                        .checkpointBytes = 1463160,
                                        .layers = {{"conv2d", "conv2d", {32, 26, 26}, 320}}};
    agent.setPreview(preview);
    bridge::AgentBridge bridge(agent.functions());
    shell::WindowMemory memory;
    memory.theme = arguments.contains("dark") ? shell::ThemeChoice::kDark : shell::ThemeChoice::kLight;
    for (const pages::PageInfo& page : pages::allPages())
        if (arguments.contains(page.id)) memory.page = page.id;
    shell::MainWindow window(bridge, pages::allPages(), memory, {});
    for (const QString& argument : arguments)
        if (argument.startsWith(QStringLiteral("example:"))) window.openPage("new_run", argument);
    window.show();
    bridge.start();
    const int code = QApplication::exec();
    bridge.shutDown(std::chrono::seconds(2));
    return code;
}
