// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/run_watch.h"

#include <algorithm>
#include <future>
#include <iterator>

#include "ui/bridge/thread_group.h"

namespace trainyard::bridge {
namespace {

constexpr std::chrono::milliseconds kFirstWatchRetry{250};
constexpr std::chrono::milliseconds kLongestWatchRetry{5000};

/// Calls `attempt` until it returns that it is done or `stop` fires, with increasing delays after failures.
void repeatUntilDone(const std::stop_token& stop, const std::function<bool()>& attempt) {
    auto wait = kFirstWatchRetry;
    while (!stop.stop_requested() && !attempt()) {
        if (!pauseFor(wait, stop)) return;
        wait = std::min(wait * 2, kLongestWatchRetry);
    }
}

void mergePoints(std::vector<SeriesPoints>& into, std::vector<SeriesPoints> from) {
    for (SeriesPoints& points : from) {
        const auto same = std::ranges::find_if(into, [&](const SeriesPoints& known) {
            return known.key == points.key && known.attempt == points.attempt;
        });
        if (same == into.end()) {
            into.push_back(std::move(points));
        } else {
            same->step.insert(same->step.end(), points.step.begin(), points.step.end());
            same->value.insert(same->value.end(), points.value.begin(), points.value.end());
            same->time.insert(same->time.end(), points.time.begin(), points.time.end());
        }
    }
}

void mergeUpdate(RunUpdate& into, RunUpdate from) {
    std::ranges::move(from.events, std::back_inserter(into.events));
    mergePoints(into.points, std::move(from.points));
    if (from.progress) {
        if (!into.progress) into.progress.emplace();
        merge(*into.progress, std::move(*from.progress));
    }
    into.lastSeq = std::max(into.lastSeq, from.lastSeq);
}

}  // namespace

RunWatch::RunWatch(QString run, std::shared_ptr<const AgentFunctions> agent, ThreadGroup& threads,
                   QObject* parent)
    : QObject(parent),
      run_(std::move(run)),
      throttle_(this, [this](Batch batch) { deliver(std::move(batch)); }) {
    const Sink sink = throttle_.sink();
    threads.launch(stop_, [run = run_, agent, sink](const std::stop_token& stop) {
        followRun(run, *agent, sink, stop);
    });
    threads.launch(stop_, [run = run_, agent, sink](const std::stop_token& stop) {
        followLog(run, *agent, sink, stop);
    });
}

RunWatch::~RunWatch() {
    stop_.request_stop();
}

void RunWatch::deliver(Batch batch) {
    if (batch.detail) emit detailChanged(*batch.detail);
    if (batch.series) emit seriesListed(*batch.series);
    if (batch.hasUpdate) emit updated(batch.update);
    if (batch.hasLogRestarted) emit logRestarted();
    if (!batch.log.empty()) emit logArrived(batch.log);
    if (batch.failure) emit failed(*batch.failure);
}

bool RunWatch::sendOverview(const QString& run, const AgentFunctions& agent, const Sink& sink, Add add) {
    // Both at once: with an agent far away, every call in turn is a wait.
    auto listed = std::async(std::launch::async, [&] { return agent.listSeries(run); });
    auto detail = agent.runDetail(run);
    const bool isOver = detail && hasEnded(detail->summary.state);
    const auto addDetail = [&](Batch& batch) {
        if (detail)
            batch.detail = std::move(*detail);
        else
            batch.failure = detail.error();
    };
    // One delivery of both is laid out and painted once, unless the series take long.
    const bool isTogether = listed.wait_for(Throttle<Batch>::kInterval) == std::future_status::ready;
    if (!isTogether) (sink.*add)(addDetail);
    auto series = listed.get();
    (sink.*add)([&](Batch& batch) {
        if (isTogether) addDetail(batch);
        if (series)
            batch.series = std::move(*series);
        else
            batch.failure = series.error();
    });
    return isOver;
}

void RunWatch::followRun(const QString& run, const AgentFunctions& agent, const Sink& sink,
                         const std::stop_token& stop) {
    std::uint64_t lastSeq = 0;
    repeatUntilDone(stop, [&] {
        sendOverview(run, agent, sink, &Sink::addAtOnce);
        bool isFirst = true;
        const auto outcome = agent.watchRun(run, lastSeq, stop, [&](RunUpdate update) {
            lastSeq = std::max(lastSeq, update.lastSeq);
            sink.add([&](Batch& batch) {
                mergeUpdate(batch.update, std::move(update));
                batch.hasUpdate = true;
            });
            // Only from here on is every new point sure to arrive: earlier ones must be queried.
            if (std::exchange(isFirst, false)) sendOverview(run, agent, sink, &Sink::add);
            return !stop.stop_requested();
        });
        if (stop.stop_requested()) return true;
        if (!outcome) {
            sink.add([&](Batch& batch) { batch.failure = outcome.error(); });
            return false;
        }
        // Its last values; an agent that was stopped ends streams too.
        return sendOverview(run, agent, sink, &Sink::add);
    });
}

void RunWatch::followLog(const QString& run, const AgentFunctions& agent, const Sink& sink,
                         const std::stop_token& stop) {
    repeatUntilDone(stop, [&] {
        bool isFirst = true;  // earlier lines stay until the log is sent again
        const auto outcome = agent.followLog(run, kLogTailLines, stop, [&](LogChunk chunk) {
            sink.add([&](Batch& batch) {
                if (std::exchange(isFirst, false)) {
                    batch.hasLogRestarted = true;
                    batch.log.clear();
                }
                batch.log.push_back(std::move(chunk));
            });
            return !stop.stop_requested();
        });
        return stop.stop_requested() || outcome.has_value();
    });
}

}  // namespace trainyard::bridge

#include "moc_run_watch.cpp"
