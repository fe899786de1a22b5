// SPDX-License-Identifier: Apache-2.0
#include "core/control/metrics/metrics_pump.h"

#include <algorithm>
#include <utility>

#include "core/control/metrics/listed_metrics.h"
#include "core/control/run/disk_work.h"
#include "core/control/run/reported_checkpoints.h"

namespace trainyard::control {
namespace {

using Clock = events::RunProgress::Clock;

constexpr std::chrono::milliseconds kBatchInterval{50};
constexpr std::chrono::milliseconds kPumpRetry{500};

TaskOfProcess lookUpIn(const std::shared_ptr<MetricsReader::Processes>& processes) {
    return [processes](const std::string& node, int pid) {
        auto found = processes->find({node, pid});
        if (found == processes->end())  // a file system that machines share has the files of all of them
            found = std::ranges::find(*processes, pid, [](const auto& one) { return one.first.second; });
        return found == processes->end() ? std::string() : found->second;
    };
}

MetricsReader::Machines machinesOf(const std::vector<spec::TaskPlan>& tasks) {
    MetricsReader::Machines machines;
    for (const spec::TaskPlan& task : tasks) machines[task.id()] = task.node;
    return machines;
}

}  // namespace

MetricsPump::MetricsPump(Environment& environment, RunLog& log, const RunFolder& folder,
                         const AttemptPlan& attempt, const std::vector<spec::TaskPlan>& tasks)
    : MetricsPump(environment, log, folder, attempt,
                  {SpoolReader(folder.root, log.row().id, attempt.number, tasks), nullptr}, nullptr) {
}

MetricsPump::MetricsPump(Environment& environment, RunLog& log, const RunFolder& folder,
                         const AttemptPlan& attempt, const std::vector<spec::TaskPlan>& tasks,
                         const v1::RunSpec& spec, ProcessesNow processes)
    : MetricsPump(
          environment, log, folder, attempt,
          [&, known = std::make_shared<MetricsReader::Processes>()] {
              return std::pair(SpoolReader(folder.root, log.row().id, attempt.number,
                                           CommandFiles(folder, spec, tasks), lookUpIn(known)),
                               known);
          }(),
          std::move(processes), machinesOf(tasks)) {
}

MetricsPump::MetricsPump(Environment& environment, RunLog& log, const RunFolder& folder,
                         const AttemptPlan& attempt, SpoolAndProcesses spool, ProcessesNow processes,
                         std::optional<MetricsReader::Machines> machines)
    : environment_(environment),
      log_(log),
      processes_(std::move(processes)),
      foldersToMake_(spool.first.foldersToMake()),
      reader_(std::make_shared<MetricsReader>(
          MetricsReader::Shared{environment.store, environment.reserve, environment.listeners}, log.row().id,
          folder, attempt, std::move(spool.first), std::move(spool.second), std::move(machines))),
      progress_(attempt.fromStep, attempt.fromEpoch),
      pumpTimer_(environment.loop),
      stepTimer_(environment.loop) {
}

MetricsPump::~MetricsPump() {
    ignoreNotices();
    environment_.storage.post([reader = std::move(reader_)] {});  // where its files are closed
}

void MetricsPump::start(Done done) {
    open([](MetricsReader& reader) { return reader.start(); }, std::move(done));
}

void MetricsPump::resume(Done done) {
    const auto resume = [step = log_.row().step, metrics = listedFrom(log_.row().metricsJson)](
                            MetricsReader& reader) { return reader.resume(step, metrics); };
    open(resume, std::move(done));
}

void MetricsPump::open(std::function<base::Result<MetricsReader::Opened>(MetricsReader&)> work, Done done) {
    isHeld_ = processes_ != nullptr;
    ignoreNotices();  // of an earlier start(), after which the launch failed
    onDisk(
        environment_.storage, environment_.loop, alive_,
        [reader = reader_, work = std::move(work)] { return work(*reader); },
        [this, done = std::move(done)](const base::Result<MetricsReader::Opened>& opened) {
            if (!opened) return done(base::fail(opened.error()));
            progress_ = opened->progress;
            notifier_ = opened->notifier;
            for (const v1::RunEvent& event : opened->told) log_.report(event);
            awaitNotice();
            done({});
        });
}

void MetricsPump::release() {
    if (std::exchange(isHeld_, false)) wakeAfter(std::chrono::milliseconds(0));
}

/// Not while what has happened waits to be read: the kernel merges events that nobody has read, so that a
/// program that prints a million lines wakes nobody a million times.
void MetricsPump::awaitNotice() {
    const auto awaited = environment_.loop.watch(notifier_, [this] {
        environment_.loop.unwatch(notifier_);
        isNotified_ = true;
        wakeAfter(kBatchInterval);
    });
    if (!awaited) log_.warn("spool.unwatched", awaited.error().wrap("metrics may be shown late").words());
}

void MetricsPump::ignoreNotices() {
    if (notifier_ >= 0) environment_.loop.unwatch(notifier_);
    notifier_ = -1;
    isNotified_ = false;
}

void MetricsPump::wakeAfter(std::chrono::milliseconds delay) {
    if (pumpTimer_.isPending()) return;
    pumpTimer_.start(delay, [this] { pump([](Read) {}); });
}

void MetricsPump::pump(OnRead done) {
    post({}, std::move(done));
}

void MetricsPump::pumpAll(std::function<void()> done) {
    pump([this, done = std::move(done)](Read read) {
        if (read == Read::kInPart) return pumpAll(done);
        done();
    });
}

void MetricsPump::pumpAtEnd(OnRead done) {
    isHeld_ = false;
    post({.isAtEnd = true, .isOutputWhole = isOutputWhole_}, std::move(done));
}

void MetricsPump::post(MetricsReader::Turn turn, OnRead done) {
    turn.isHeld = isHeld_;
    turn.isNotified = std::exchange(isNotified_, false);
    if (processes_) turn.processes = processes_();
    onDisk(
        environment_.storage, environment_.loop, alive_,
        [reader = reader_, turn] { return std::make_shared<MetricsNews>(reader->read(turn)); },
        [this, isNotified = turn.isNotified, notifier = notifier_,
         done = std::move(done)](const std::shared_ptr<MetricsNews>& news) {
            if (isNotified && notifier == notifier_) awaitNotice();
            report(*news);
            done(news->read);
        });
}

void MetricsPump::report(MetricsNews& news) {
    const std::string& run = log_.row().id;
    if (news.hasLogGrown) environment_.listeners.logGrew(run);
    if (news.progress) progress_ = std::move(*news.progress);
    if (news.heardAt > 0) heardAt_ = news.heardAt;
    for (MetricsNews::Piece& piece : news.pieces) {
        if (piece.hasPlan && onChange_) onChange_();
        if (piece.points) environment_.listeners.metricsStored(run, piece.points);
        bool hasSaved = false;
        for (v1::RunEvent& event : piece.told) {
            hasSaved |= event.has_checkpoint();
            log_.report(std::move(event));
        }
        if (hasSaved) hashReported(environment_, run);
        if (onClient_)
            for (const ClientNote& note : piece.client) onClient_(note);
    }
    if (news.behind) log_.noteBehind(*news.behind);
    for (const auto& [code, message] : news.warnings) log_.warn(code, message);
    if (news.missing && onMissing_) std::exchange(onMissing_, nullptr)(*news.missing);
    const bool hasChanged = news.hasRead || !news.steps.empty();
    for (v1::RunEvent& event : news.steps) log_.report(std::move(event));
    if (hasChanged) updateRow();
    if (news.hasRead) environment_.listeners.pointsStored();
    if (news.hasRead && onChange_) onChange_();
    if (news.read == Read::kInPart) wakeAfter(std::chrono::milliseconds(0));
    if (news.read == Read::kNotStored) wakeAfter(kPumpRetry);
    if (!news.nextReport || stepTimer_.isPending()) return;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(*news.nextReport - Clock::now());
    stepTimer_.start(std::max(left, std::chrono::milliseconds(0)), [this] {
        onDisk(
            environment_.storage, environment_.loop, alive_,
            [reader = reader_] { return std::make_shared<MetricsNews>(reader->reportSteps()); },
            [this](const std::shared_ptr<MetricsNews>& due) { report(*due); });
    });
}

void MetricsPump::updateRow() {
    store::RunRow& row = log_.row();
    row.step = progress_.step();
    row.epoch = progress_.epoch();
    row.metricsJson = listedMetrics(progress_.metrics());
    if (const auto& plan = progress_.plan()) {
        row.totalSteps = plan->totalSteps;
        row.stepsPerEpoch = plan->stepsPerEpoch;
        row.epochs = plan->epochs;
        row.replicas = plan->replicas;
    }
    log_.saveRow();
}

}  // namespace trainyard::control
