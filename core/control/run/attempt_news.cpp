// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/attempt_news.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "core/proto/failure.h"
#include "core/spec/run/command_spec.h"

namespace trainyard::control {
namespace {

constexpr std::chrono::milliseconds kProgressInterval{250};

}  // namespace

AttemptNews::AttemptNews(base::EventLoop& loop, RunLog& log, TaskSet& tasks, Sources sources)
    : log_(log), tasks_(tasks), sources_(sources), joins_(loop), progress_(loop) {
}

base::Result<AttemptNews::Published> AttemptNews::published(store::RunStore& store, const std::string& run,
                                                            int attempt) {
    Published published;
    TY_TRY(eachStoredEvent(store, run, [&](const store::RunStore::StoredEvent& stored) {
        if (stored.kind != "attempt" && stored.kind != "checkpoint") return;
        v1::RunEvent event;
        if (!event.ParseFromString(stored.body)) return;
        published.hasStarted |= event.has_attempt() && event.attempt().number() == attempt;
        if (published.hasStarted && event.has_checkpoint())
            published.checkpoints.emplace(event.checkpoint().step(), event.checkpoint().is_backup());
    }));
    return published;
}

bool AttemptNews::hasAnnounced(const v1::CheckpointSaved& saved) const {
    return checkpoints_.contains({saved.step(), saved.is_backup()});
}

void AttemptNews::publishStart() {
    if (std::exchange(hasStarted_, true)) return;
    const auto& plan = sources_.progress.plan();
    v1::RunEvent event;
    v1::RunStarted& started = *event.mutable_started();
    for (v1::Task& task : tasks_.messages()) *started.add_tasks() = std::move(task);
    // The strategy's word: "one for each device found" is known only where the task runs.
    if (plan && plan->replicas > 0) log_.row().replicas = plan->replicas;
    started.set_replicas(log_.row().replicas);
    started.set_dir(log_.row().dir);
    started.set_name(log_.row().name);
    started.set_epochs(sources_.spec.train().epochs());
    started.set_steps_per_epoch(static_cast<int>(log_.row().stepsPerEpoch));
    started.set_total_steps(log_.row().totalSteps);
    started.set_global_batch(static_cast<int>(sources_.plan.globalBatch));
    if (plan) {
        started.set_total_steps(plan->totalSteps);
        started.set_steps_per_epoch(static_cast<int>(plan->stepsPerEpoch));
        started.set_epochs(plan->epochs);
        started.set_global_batch(static_cast<int>(plan->globalBatch));
    }
    log_.report(std::move(event));
    v1::RunEvent next;
    v1::AttemptStarted& attempt = *next.mutable_attempt();
    attempt.set_number(sources_.plan.number);
    proto::put(sources_.plan.cause, attempt.mutable_cause(), attempt.mutable_cause_words());
    attempt.set_from_step(plan ? plan->fromStep : sources_.plan.fromStep);
    attempt.set_from_epoch(plan ? plan->fromEpoch : sources_.plan.fromEpoch);
    attempt.set_from_checkpoint(sources_.plan.restorePath);
    attempt.set_is_step_unknown(spec::isCommand(sources_.spec) && sources_.plan.restorePath.empty());
    for (const base::Words& change : sources_.plan.changed) {
        proto::put(change, attempt.add_changed(), attempt.add_changed_words());
    }
    log_.report(std::move(next));
}

void AttemptNews::expectJoins(std::chrono::milliseconds patience) {
    joins_.start(patience, [this] { publishWaiting(); });
}

void AttemptNews::joined() {
    if (tasks_.haveJoined())
        joins_.cancel();
    else if (hasWaited_)
        publishWaiting();
}

void AttemptNews::publishWaiting() {
    // A task that is restarted while the others train is not waited for either.
    if (!sources_.state.isLive() || tasks_.haveJoined() || sources_.progress.plan()) return;
    hasWaited_ = true;
    std::vector<std::string> missing;
    for (const Member& member : tasks_)
        if (member.isAwaited())
            missing.push_back(fmt::format("{} at {}", member.row.task, member.row.address));
    const auto evaluators = std::ranges::count_if(tasks_, &Member::isEvaluator);
    const std::size_t needed = tasks_.size() - static_cast<std::size_t>(evaluators);
    publishStart();
    v1::RunEvent event;
    event.mutable_waiting()->set_code("rendezvous.waiting");
    proto::setMessage(*event.mutable_waiting(), base::say("{}/{} joined, missing {}", needed - missing.size(),
                                                          needed, fmt::join(missing, ", ")));
    event.mutable_waiting()->set_since(log_.row().created);
    log_.report(std::move(event));
}

void AttemptNews::publishProgress() {
    if (progress_.isPending() || sources_.state.isDone()) return;
    progress_.start(kProgressInterval, [this] {
        const store::RunRow& row = log_.row();
        if (!sources_.listeners.hasAny(row.id)) return;
        auto progress = std::make_shared<v1::Progress>();
        for (v1::Task& task : tasks_.messages()) *progress->add_tasks() = std::move(task);
        progress->set_step(row.step);
        progress->set_total_steps(row.totalSteps);
        const std::int64_t left = row.totalSteps - row.step;
        if (left > 0)
            progress->set_eta_seconds(sources_.progress.medianMsPerStep() / 1000 * static_cast<double>(left));
        sources_.listeners.progressed(row.id, progress);
    });
}

}  // namespace trainyard::control
