// SPDX-License-Identifier: Apache-2.0
#include "tests/support/scripted_agent.h"

namespace trainyard::testing {

using namespace trainyard::bridge;

std::vector<RunRow> hundredRuns(double now) {
    constexpr RunState kStates[] = {RunState::kSucceeded, RunState::kSucceeded, RunState::kFailed,
                                    RunState::kStopped,   RunState::kPreempted, RunState::kSucceeded,
                                    RunState::kQueued};
    const QString names[] = {"fashion-mnist", "mnist-cnn", "mlp"};
    std::vector<RunRow> runs;
    for (int i = 0; i < 100; ++i) {
        RunRow run;
        run.name = names[i % 3];
        run.id = QStringLiteral("%1-%2").arg(run.name).arg(100 - i);
        run.state = i == 0 ? RunState::kRunning : kStates[i % std::size(kStates)];
        run.strategy = QStringLiteral("multi_worker_mirrored");
        run.model = QStringLiteral("fashion_cnn");
        run.created = now - (i == 0 ? 100 : 1800.0 * i * i);
        run.ended = hasEnded(run.state) ? run.created + 190 : 0;
        run.epochs = 10;
        run.epoch = run.state == RunState::kSucceeded ? 9 : i % 10;
        run.totalSteps = 4690;
        run.step = run.state == RunState::kQueued ? 0 : 469 * (run.epoch + 1);
        run.replicas = 2;
        run.attempts = 1;
        if (run.step > 0)
            run.metrics = {{"loss", 0.24 + 0.01 * (i % 9)},
                           {"accuracy", 0.91 - 0.003 * (i % 9)},
                           {"val_loss", 0.29 + 0.01 * (i % 7)},
                           {"val_accuracy", 0.899 - 0.004 * (i % 7)}};
        if (run.state == RunState::kFailed)
            run.failure = "worker:1 (pid 4711) was killed by signal 9 (SIGKILL) at step 110";
        runs.push_back(run);
    }
    return runs;
}

RunDetail detailOf(const RunRow& run) {
    RunDetail detail;
    detail.summary = run;
    detail.stepsPerEpoch = 469;
    detail.runFile =
        QStringLiteral("trainyard: 1\nname: %1\ntrain:\n  epochs: %2\n").arg(run.name).arg(run.epochs);
    detail.failureText = run.failure;
    const TaskState state = run.state == RunState::kRunning  ? TaskState::kRunning
                            : run.state == RunState::kFailed ? TaskState::kFailed
                            : run.state == RunState::kQueued ? TaskState::kStarting
                                                             : TaskState::kSucceeded;
    for (int i = 0; i < 2; ++i) {
        TaskRow task;
        task.task = QStringLiteral("worker:%1").arg(i);
        task.node = QStringLiteral("local");
        task.address = QStringLiteral("127.0.0.1:4%1000").arg(i);
        task.state = state;
        task.isChief = i == 0;
        task.pid = 4710 + i;
        task.phase = state == TaskState::kRunning ? QStringLiteral("training") : QString();
        task.step = run.step;
        detail.tasks.push_back(task);
    }
    return detail;
}

}  // namespace trainyard::testing
