// SPDX-License-Identifier: Apache-2.0
#include "core/control/runs/run_manager.h"

#include <fmt/format.h>
#include <google/protobuf/util/json_util.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "core/base/cancel.h"
#include "core/base/file.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/base/time.h"
#include "core/control/import/log_import.h"
#include "core/control/metrics/figures.h"
#include "core/control/preflight/model_check.h"
#include "core/control/preflight/shard_preview.h"
#include "core/control/run/checkpoint_ledger.h"
#include "core/node/inventory.h"
#include "core/node/process.h"
#include "core/node/record.h"
#include "core/node/task_sockets.h"
#include "core/store/run_record.h"

namespace trainyard::control {
using base::Code;

namespace {
/// How often, and how many times in a row, runs without living tasks are checked before `agent stop` leaves
/// their ends to be stored by the next agent.
constexpr std::chrono::milliseconds kLookAtRuns{100};
constexpr int kLooksAtUnstored = 30;
/// How long `agent stop` waits for the runs' ends: a kill and its consequences stay within two seconds.
constexpr std::chrono::seconds kStopAllPatience{10};
/// And after that for the loop to report what is left.
constexpr std::chrono::seconds kLeftPatience{2};
/// How long an agent that found a store without its runs' points reads them before it answers anybody.
constexpr std::chrono::seconds kRestorePatience{3};

/// Whether any task or shim recorded in a run's folder is alive.
bool hasLivingTask(const std::filesystem::path& runFolder) {
    std::error_code error;
    const std::filesystem::path records = runFolder / "tasks";
    for (std::filesystem::directory_iterator entry(records, error), end; !error && entry != end;
         entry.increment(error))
        if (const auto record = node::readRecord(entry->path());
            record && (node::isAlive(record->program) || node::isAlive(record->shim)))
            return true;
    return false;
}
}  // namespace

base::Result<v1::RunFinished> finishedOf(const store::RunRow& row) {
    v1::RunFinished finished;
    const auto parsed = google::protobuf::util::JsonStringToMessage(row.finishedJson, &finished);
    if (!parsed.ok())
        return base::fail(Code::kDataLoss,
                          fmt::format("the outcome of run {} is damaged: {}", row.id, parsed.ToString()));
    return finished;
}

base::Error noSuchRun(const std::string& run) {
    return {Code::kNotFound, fmt::format("there is no run {}; `runs` lists them", base::printable(run)),
            "run.not_found"};
}

store::RunRow newRow(const v1::RunSpec& spec, const spec::StrategyInfo& strategy,
                     const std::string& requestId, const std::string& client) {
    store::RunRow row;
    row.name = spec.name();
    row.status = "queued";
    row.strategy = strategy.id;
    const spec::Choice model = spec::modelOf(spec);
    row.model = model.value.is_string() ? model.value.get<std::string>() : model.kind;
    row.replicas = spec::replicasOf(spec, strategy);
    row.created = base::wallNow();
    row.epochs = spec.train().epochs();
    row.stepsPerEpoch = spec.train().steps_per_epoch();
    row.metricsJson = "{}";
    row.specJson = spec::toJson(spec).dump();
    row.requestId = requestId;
    row.client = client;
    return row;
}

v1::RunSummary summaryOf(const store::RunRow& row) {
    v1::RunSummary summary;
    summary.set_run(row.id);
    summary.set_name(row.name);
    summary.set_status(statusFromName(row.status));
    // Between the `finished` event and the row's last state: see RunController::finish.
    if (!row.finishedJson.empty() && !isFinal(summary.status()))
        if (const auto finished = finishedOf(row)) summary.set_status(finished->status());
    summary.set_strategy(row.strategy);
    summary.set_created(row.created);
    summary.set_ended(row.ended);
    summary.set_step(row.step);
    summary.set_total_steps(row.totalSteps);
    summary.set_epoch(row.epoch);
    summary.set_epochs(row.epochs);
    summary.set_attempts(row.attempts);
    summary.set_dir(base::printable(row.dir));  // logs may lie in a folder of any bytes
    summary.set_model(row.model);
    summary.set_replicas(row.replicas);
    summary.set_failure(row.failure);
    summary.set_parent(row.parent);
    summary.set_note(row.note);
    summary.set_trashed(row.isTrashed);
    summary.set_paused(row.isPaused);
    summary.set_live_seconds(row.liveSeconds);
    summary.set_resumed(isFinal(summary.status()) ? 0 : row.resumed);
    const v1::RunStatus status = summary.status();
    summary.set_can_resume(status == v1::FAILED || status == v1::STOPPED || status == v1::PREEMPTED);
    if (const auto tags = base::parseJson(row.tagsJson.empty() ? "[]" : row.tagsJson, "a run's tags"))
        for (const auto& tag : *tags)
            if (tag.is_string()) summary.add_tags(tag.get<std::string>());
    const auto metrics = base::parseJson(row.metricsJson.empty() ? "{}" : row.metricsJson, "a run's metrics");
    if (!metrics) {
        spdlog::error("run {}: {}", row.id, metrics.error().describe());
        return summary;
    }
    for (const auto& [name, value] : metrics->items())
        if (const auto number = base::numberFromJson(value, name))
            (*summary.mutable_metrics())[name] = *number;
    return summary;
}

base::Result<std::unique_ptr<RunManager>> RunManager::open(
    Options options, std::function<void(const std::string&, int)> onAttemptEnd) {
    std::unique_ptr<RunManager> manager(new RunManager(std::move(options)));
    TY_TRY(base::makeFolders(manager->options_.home.runs(), 0700));
    TY_TRY(manager->openStore());
    TY_ASSIGN(const node::Inventory machine, node::inventory());
    TY_ASSIGN(manager->loop_, base::EventLoop::start());
    RunManager* raw = manager.get();
    manager->disk_ = std::make_unique<base::Executor>("ty-delete");
    manager->environment_.reset(new Environment{
        *raw->loop_, *raw->store_, raw->listeners_, raw->directory_, raw->ports_, raw->reserve_, *raw->disk_,
        raw->options_.programs, raw->options_.socket, machine.cores, std::move(onAttemptEnd),
        [raw](const std::string& run) { raw->forget(run); },
        [raw](const std::string& run, AttemptPlan next) { raw->startNext(run, std::move(next)); }});
    manager->environment_->gpus = &raw->gpus_;
    raw->keepReserve();
    TY_TRY(manager->loop_->call([raw] { return raw->adoptAll(); }));
    raw->restore_->readPoints(kRestorePatience);
    raw->loop_->post([raw] { raw->reconcileNext(); });
    // Of runs that ended while no agent was there to see it.
    node::removeDeadTaskSockets(raw->options_.socket.parent_path());
    return manager;
}

RunManager::~RunManager() {
    if (!loop_) return;
    loop_->call([this] {
        isClosing_ = true;
        runs_.clear();
    });
    disk_.reset();
}

/// The store, and in it what the runs' folders say.
base::Status RunManager::openStore() {
    std::optional<std::filesystem::path> aside;
    if (options_.isStoreRebuilt) {
        TY_ASSIGN(aside, setStoreAside(options_.home));
    }
    TY_ASSIGN(store_, store::RunStore::open(options_.home.storeFile()));
    restore_ = std::make_unique<StoreRestore>(
        *store_,
        [this](const store::RunRow& row, const std::stop_token& stop) { return readImported(row, stop); },
        options_.onStartProgress);
    if (options_.isStoreRebuilt) restore_->setAsked(aside);
    if (store_->damage()) return {};  // it takes nothing
    return restore_->restoreRows();
}

base::Status RunManager::readImported(const store::RunRow& row, const std::stop_token& stop) {
    std::lock_guard lock(importMutex_);
    return LogImport(*store_, listeners_).readAgain(row, stop);
}

base::Status RunManager::adoptAll() {
    TY_ASSIGN(const auto rows, store_->runs());
    for (const store::RunRow& listed : rows) {
        if (isFinal(statusFromName(listed.status))) {
            unreconciled_.push_back(listed.id);
            continue;
        }
        TY_ASSIGN(auto row, store_->run(listed.id));
        if (!row) continue;
        // What has become of it since its store was damaged is in its record alone.
        if (store_->damage())
            if (auto recorded = store_->recorded(row->id)) row = std::move(recorded->row);
        if (isFinal(statusFromName(row->status))) continue;
        // A run that cannot be adopted must not keep the agent from serving the others.
        if (const auto adopted = adopt(*row); !adopted)
            spdlog::error("run {} cannot be taken up: {}", row->id, adopted.error().describe());
    }
    return {};
}

/// One run a round, so that who asks for something meanwhile need not wait for all of them.
void RunManager::reconcileNext() {
    if (unreconciled_.empty() || isClosing_) return;
    const std::string run = std::move(unreconciled_.back());
    unreconciled_.pop_back();
    const auto reconciled = [&]() -> base::Status {
        TY_ASSIGN(const auto row, store_->run(run));
        return row && !runs_.contains(run) ? reconcileEnded(*environment_, *row) : base::Status();
    }();
    if (!reconciled) spdlog::error("run {}: {}", run, reconciled.error().describe());
    loop_->post([this] { reconcileNext(); });
}

base::Status RunManager::adopt(const store::RunRow& row) {
    spdlog::info("taking up run {} ({})", row.id, row.status);
    if (!row.finishedJson.empty()) return completeFinish(row);
    TY_ASSIGN(const auto tree, base::parseJson(row.specJson, "the run's specification"));
    TY_ASSIGN(v1::RunSpec spec, spec::fromJson(tree));
    const plugin::Catalog catalog = plugin::Catalog::load();
    const plugin::Manifest* manifest = catalog.find(row.strategy);
    // Without its manifest nothing is known of its roles: then the run is complete when every task has ended.
    const spec::StrategyInfo strategy =
        manifest ? manifest->strategy : spec::StrategyInfo{.id = row.strategy};
    AttemptPlan plan;
    plan.number = std::max(1, row.attempts);
    if (const auto file = readAttempt(RunFolder{row.dir}.attemptFile());
        file && file->plan.number >= row.attempts)
        plan = file->plan;
    auto controller =
        std::make_unique<RunController>(*environment_, row, std::move(spec), strategy, std::move(plan));
    RunController* raw = controller.get();
    runs_[row.id] = std::move(controller);
    // A run that was not watched may have ended long ago: then no process is started on its behalf.
    const bool isUnsure = restore_->hasRestored(row.id) || store_->damage();
    const bool isFound = isUnsure && !hasLivingTask(row.dir);
    raw->adopt(isFound ? Relaunch::kRefused : Relaunch::kAllowed);
    return {};
}

/// The former agent died between a run's outcome and its telling.
base::Status RunManager::completeFinish(store::RunRow row) {
    TY_ASSIGN(const v1::RunFinished finished, finishedOf(row));
    TY_ASSIGN(const std::uint64_t last, store_->lastSeq(row.id));
    TY_ASSIGN(const auto newest, store_->events(row.id, last > 0 ? last - 1 : 0, 1));
    if (newest.empty() || newest.back().kind != "finished") {
        v1::RunEvent event;
        event.set_run(row.id);
        event.set_time(row.ended);
        *event.mutable_finished() = finished;
        TY_TRY(store_->appendEvent(row.id, event.time(), "finished", event.SerializeAsString()));
    }
    row.status = statusName(finished.status());
    return store_->updateRun(row);
}

Checked RunManager::check(const v1::RunSpec& spec) const {
    return preflight(spec, plugin::Catalog::load(), options_.programs, options_.home.runs(), "", &gpus_);
}

base::Result<std::vector<v1::ShardPreview>> RunManager::previewShards(const v1::RunSpec& spec) const {
    const plugin::Catalog catalog = plugin::Catalog::load();
    const plugin::Manifest* manifest = catalog.find(spec::strategyOf(spec).name);
    if (!manifest) return base::fail(Code::kInternal, "lint let an unknown strategy pass");
    return control::previewShards(spec, *manifest);
}

base::Result<v1::StartRunReply> RunManager::start(const v1::StartRunRequest& request) {
    if (auto damage = store_->damage()) return base::fail(std::move(*damage));
    const plugin::Catalog catalog = plugin::Catalog::load();
    Checked checked = preflight(request.spec(), catalog, options_.programs, options_.home.runs(), "", &gpus_);
    TY_TRY(base::checkCancelled());  // nobody waits for the answer: then there must be no run either
    std::vector<v1::Problem>& problems = checked.problems;
    v1::StartRunReply reply;
    for (const v1::Problem& problem : problems) *reply.add_problems() = problem;
    if (hasError(problems)) return reply;
    const plugin::Manifest* manifest = catalog.find(spec::strategyOf(request.spec()).name);
    if (!manifest) return base::fail(Code::kInternal, "lint let an unknown strategy pass");
    store::RunRow row = newRow(request.spec(), manifest->strategy, request.request_id(), request.client());
    row.source = request.source();
    const auto estimate = estimateRun(request.spec(), checked);
    if (!estimate) spdlog::info("a run has no estimate: {}", estimate.error().describe());
    // In the loop, so that a repeated request finds the run started by the first one.
    return loop_->call([&]() -> base::Result<v1::StartRunReply> {
        if (isShuttingDown_)
            return base::fail(Code::kUnavailable,
                              "the agent is being stopped; start the run again in a moment",
                              "agent.stopping");
        TY_ASSIGN(store::RunRow created, store_->createRun(row));
        reply.set_run(created.id);
        reply.set_dir(created.dir);
        if (created.status == "queued" && !runs_.contains(created.id)) {
            if (estimate) keepEstimate(created.dir, *estimate);
            launch(std::move(created), request.spec(), manifest->strategy, {}, problems);
        }
        return reply;
    });
}

void RunManager::keepReserve() {
    if (const auto kept = reserve_.keep(); !kept)
        spdlog::warn("no reserve for a full disk: {}", kept.error().describe());
}

void RunManager::launch(store::RunRow row, v1::RunSpec spec, spec::StrategyInfo strategy, AttemptPlan plan,
                        std::vector<v1::Problem> hints) {
    keepReserve();
    spdlog::info("starting run {} for {}", row.id, row.client);
    const std::string id = row.id;
    row.resumed = base::wallNow();
    runs_[id] = std::make_unique<RunController>(*environment_, std::move(row), std::move(spec),
                                                std::move(strategy), std::move(plan));
    // After the answer: the client need not wait for the processes.
    loop_->post([this, id, hints = std::move(hints)] {
        if (const auto found = runs_.find(id); found != runs_.end()) found->second->start(hints);
    });
}

void RunManager::startNext(const std::string& run, AttemptPlan plan) {
    // Posted, because the attempt that is over is calling.
    loop_->post([this, run, plan = std::move(plan)] {
        const auto found = runs_.find(run);
        if (found == runs_.end() || isClosing_ || !found->second->handOver(plan)) return;
        store::RunRow row = found->second->row();
        v1::RunSpec spec = found->second->spec();
        spec::StrategyInfo strategy = found->second->strategy();
        found->second.reset();  // first: it gives its ports back
        found->second = std::make_unique<RunController>(*environment_, std::move(row), std::move(spec),
                                                        std::move(strategy), plan);
        found->second->start({});
    });
}

void RunManager::forget(const std::string& run) {
    // Posted, because the run itself is calling.
    loop_->post([this, run] {
        runs_.erase(run);
        listeners_.runChanged(run);  // a resume may wait for this
        tellIfIdle();
    });
}

base::Result<store::RunRow> RunManager::startedRun(const std::string& run) {
    TY_ASSIGN(auto row, store_->run(run));
    if (!row) return base::fail(noSuchRun(run));
    if (statusFromName(row->status) == v1::IMPORTED)
        return base::fail(
            Code::kRefused,
            fmt::format("run {} was read from the logs of another program; Trainyard did not start it and "
                        "can neither go on with it, nor stop or change it",
                        run),
            "run.imported");
    return std::move(*row);
}

base::Result<v1::RunStatus> RunManager::stop(const v1::StopRunRequest& request) {
    return loop_->call([&]() -> base::Result<v1::RunStatus> {
        if (const auto found = runs_.find(request.run()); found != runs_.end())
            return found->second->stop(request);
        TY_ASSIGN(const auto row, startedRun(request.run()));
        return statusFromName(row.status);
    });
}

base::Result<v1::ShutdownReply> RunManager::stopAll() {
    // Posted and shared, never called directly: a loop that waits for its disk must not block callers that
    // wait for the loop.
    const auto reply = std::make_shared<v1::ShutdownReply>();
    const auto idle = std::make_shared<std::promise<void>>();
    loop_->post([this, reply, idle] {
        isShuttingDown_ = true;
        reply->set_stopped_runs(static_cast<int>(runs_.size()));
        whenIdle_.push_back([idle] { idle->set_value(); });
        for (auto& [id, run] : runs_) {
            v1::StopRunRequest request;
            request.set_run(id);
            request.set_after(v1::StopRunRequest::NOW);
            request.set_client("agent stop");
            run->stop(request);
        }
        tellIfIdle();
    });
    const auto inLoop = [this](auto function) {
        const auto task = std::make_shared<std::packaged_task<decltype(function())()>>(std::move(function));
        auto result = task->get_future();
        loop_->post([task] { (*task)(); });
        return result;
    };
    const auto isReady = [](auto& future, auto patience) {
        return future.wait_for(patience) == std::future_status::ready;
    };
    // On a disk that stays full no end can be stored; the agent after this one does it.
    const auto isOver = [this] {
        return std::ranges::all_of(runs_, [](const auto& run) { return run.second->isOver(); });
    };
    auto isIdle = idle->get_future();
    const auto deadline = std::chrono::steady_clock::now() + kStopAllPatience;
    for (int looks = 0; looks < kLooksAtUnstored && std::chrono::steady_clock::now() < deadline;) {
        if (isReady(isIdle, kLookAtRuns)) return *reply;
        auto over = inLoop(isOver);
        looks = isReady(over, kLeftPatience) && over.get() ? looks + 1 : 0;
    }
    auto left = inLoop([this, reply] {
        for (const auto& [id, run] : runs_) addWhatIsLeft(id, *run, *reply);
        return *reply;
    });
    if (isReady(left, kLeftPatience)) return left.get();
    return base::fail(
        Code::kDeadlineExceeded,
        "the runs could not be stopped, because the agent waits for its disk or its store; their "
        "tasks may still be running, and the next agent finds them",
        "agent.stuck");
}

/// A run that could not be ended in time: because of its tasks, or because its end cannot be stored.
void RunManager::addWhatIsLeft(const std::string& id, RunController& run, v1::ShutdownReply& reply) {
    const int before = reply.living_tasks_size();
    for (const v1::Task& task : run.tasks())
        if (task.state() == v1::TASK_RUNNING || task.state() == v1::TASK_STARTING)
            reply.add_living_tasks(fmt::format("{} {} (pid {})", id, task.task(), task.pid()));
    if (reply.living_tasks_size() == before) reply.add_unrecorded_runs(id);
}

void RunManager::tellIfIdle() {
    if (!runs_.empty() || isClosing_) return;
    for (auto& done : std::exchange(whenIdle_, {})) done();
}

int RunManager::runningRuns() {
    return loop_->call([this] { return static_cast<int>(runs_.size()); });
}

std::vector<v1::Task> RunManager::liveTasks(const std::string& run) {
    return loop_->call([&] {
        const auto found = runs_.find(run);
        return found == runs_.end() ? std::vector<v1::Task>() : found->second->tasks();
    });
}

RunController* RunManager::find(const TaskIdentity& identity) {
    const auto found = runs_.find(identity.run);
    if (found == runs_.end() || found->second->attempt() != identity.attempt) return nullptr;
    return found->second.get();
}

base::Result<v1::JoinReply> RunManager::join(const TaskIdentity& identity, const v1::JoinRequest& request) {
    return loop_->call([&]() -> base::Result<v1::JoinReply> {
        TY_TRY(directory_.check(identity));
        RunController* run = find(identity);
        if (!run) return base::fail(Code::kAborted, "the run has ended", "attempt.ended");
        return run->join(identity.task, request);
    });
}

base::Result<v1::PublishCheckpointReply> RunManager::publish(const TaskIdentity& identity,
                                                             const v1::PublishCheckpointRequest& request) {
    // In the loop: no newer attempt can start between the check and the rename.
    return loop_->call([&]() -> base::Result<v1::PublishCheckpointReply> {
        TY_TRY(directory_.check(identity));
        RunController* run = find(identity);
        if (!run) return base::fail(Code::kAborted, "the run has ended", "attempt.ended");
        return run->publish(request);
    });
}

void RunManager::sessionOpened(const TaskIdentity& identity, std::shared_ptr<CommandSink> sink) {
    loop_->post([this, identity, sink = std::move(sink)] {
        if (RunController* run = find(identity)) run->sessionOpened(identity.task, sink);
    });
}

void RunManager::sessionClosed(const TaskIdentity& identity, std::shared_ptr<CommandSink> sink) {
    loop_->post([this, identity, sink = std::move(sink)] {
        if (RunController* run = find(identity)) run->sessionClosed(identity.task, sink.get());
    });
}

void RunManager::report(const TaskIdentity& identity, v1::TaskReport report) {
    loop_->post([this, identity, report = std::move(report)] {
        if (RunController* run = find(identity)) run->report(identity.task, report);
    });
}

}  // namespace trainyard::control
