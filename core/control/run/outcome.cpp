// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/outcome.h"

#include <fmt/format.h>
#include <google/protobuf/util/json_util.h>
#include <spdlog/spdlog.h>

#include <algorithm>

#include "core/base/time.h"
#include "core/proto/failure.h"

namespace trainyard::control {

void Verdict::rejectRestart(const base::Error& why) {
    restart.reset();
    if (!failure) failure.emplace();
    proto::setMessage(*failure, base::say("{}; no further attempt is started: {}", proto::messageOf(*failure),
                                          why.words()));
}

bool isCompleted(const events::RunProgress& progress) {
    return progress.result() && progress.result()->outcome == "completed";
}

v1::RunStatus outcomeOf(const Verdict& verdict, const std::optional<StopOrder>& order,
                        const events::RunProgress& progress) {
    // Stopped while another attempt was being prepared: the failure before it is history.
    if (verdict.failure && !(verdict.restart && order)) return v1::FAILED;
    if (!order || (isCompleted(progress) && order->after != v1::StopRunRequest::NOW)) return v1::SUCCEEDED;
    return order->preempt ? v1::PREEMPTED : v1::STOPPED;
}

v1::RunFinished finishedMessage(const Verdict& verdict, const std::optional<StopOrder>& order,
                                const events::RunProgress& progress, int attempts) {
    v1::RunFinished finished;
    finished.set_status(outcomeOf(verdict, order, progress));
    finished.set_attempts(attempts);
    finished.set_epoch(progress.epoch());
    finished.set_step(progress.step());
    for (const auto& [name, value] : progress.metrics()) (*finished.mutable_metrics())[name] = value;
    if (const auto& result = progress.result()) {
        finished.set_ms_per_step(result->msPerStep);
        finished.set_samples_per_s(result->samplesPerSecond);
        finished.set_epoch(result->epoch);
        finished.set_step(result->step);
        for (const auto& [name, value] : result->metrics) (*finished.mutable_metrics())[name] = value;
    }
    // A task that was killed leaves no result: then the median of the last steps is what there is.
    // So it is of a program, whose samples are not known.
    if (finished.ms_per_step() == 0 && progress.medianMsPerStep() > 0) {
        finished.set_ms_per_step(progress.medianMsPerStep());
        if (progress.plan())
            finished.set_samples_per_s(static_cast<double>(progress.plan()->globalBatch) /
                                       progress.medianMsPerStep() * 1000);
    }
    if (finished.status() == v1::FAILED) *finished.mutable_failure() = *verdict.failure;
    if (order && finished.status() != v1::FAILED) finished.set_stopped_by(order->client);
    return finished;
}

v1::Measured measuredOf(const TaskSet& tasks, const events::RunProgress& progress, std::int64_t replicas,
                        const v1::RunSpec& spec) {
    v1::Measured measured;
    if (const auto& plan = progress.plan()) measured.set_parameters(plan->parameters);
    const auto holders = std::ranges::count_if(tasks, [](const Member& m) { return m.plan.rank >= 0; });
    const std::int64_t perTask = std::max<std::int64_t>(1, replicas / std::max<std::int64_t>(1, holders));
    std::int64_t bytesSent = 0, stepsSent = 0;
    for (const Member& member : tasks) {
        const v1::TaskReport& reported = member.reported;
        measured.set_memory_per_replica(
            std::max<std::int64_t>(measured.memory_per_replica(), reported.peak_memory_bytes() / perTask));
        if (reported.bytes_received() > 0) {  // a parameter server
            const std::int64_t steps = std::max<std::int64_t>(1, reported.steps_sent());
            v1::ServerTraffic& server = *measured.add_traffic();
            server.set_task(member.row.task);
            server.set_variable_bytes(reported.parameters() *
                                      (spec.train().precision() == "float64" ? 8 : 4));
            server.set_bytes_sent(reported.bytes_sent() / steps);
            server.set_bytes_received(reported.bytes_received() / steps);
            continue;
        }
        bytesSent += reported.bytes_sent();
        stepsSent += reported.steps_sent();
    }
    if (stepsSent > 0) measured.set_bytes_per_step(bytesSent / stepsSent);
    return measured;
}

void countSeconds(store::RunRow& row, const events::RunProgress& progress, std::int64_t keptUpTo) {
    const std::int64_t reached = progress.step();
    row.goodSeconds += progress.stepSeconds();
    if (reached > keptUpTo) row.goodSeconds *= static_cast<double>(keptUpTo) / static_cast<double>(reached);
    if (row.resumed > 0) row.liveSeconds += base::wallNow() - row.resumed;
    row.resumed = base::wallNow();
}

RunSeconds secondsSoFar(const store::RunRow& row, const AttemptState& attempt,
                        const events::RunProgress& progress) {
    RunSeconds seconds{.good = row.goodSeconds, .live = row.liveSeconds};
    if (attempt.isDone()) return seconds;  // countSeconds() has added it
    seconds.good += progress.stepSeconds();
    if (row.resumed > 0) seconds.live += base::wallNow() - row.resumed;
    return seconds;
}

void storeOutcome(RunLog& log, v1::RunFinished finished, std::function<void()> onStored) {
    const v1::RunStatus status = finished.status();
    store::RunRow& row = log.row();
    row.ended = base::wallNow();
    row.isPaused = false;
    row.failure = finished.failure().message();
    if (const auto json = google::protobuf::util::MessageToJsonString(finished, &row.finishedJson);
        !json.ok())
        spdlog::error("run {}: {}", row.id, json.ToString());
    v1::RunEvent event;
    *event.mutable_finished() = std::move(finished);
    // Row, event, then the status: if the agent dies in between, the next one adopts the run and reports it
    // again; and whoever sees the event finds the outcome in the row.
    log.saveRow();
    log.report(std::move(event));
    log.whenStored([&log, status, onStored = std::move(onStored)] {
        log.row().status = statusName(status);
        log.saveRow();
        log.whenStored(onStored);
    });
}

}  // namespace trainyard::control
