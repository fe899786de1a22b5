// SPDX-License-Identifier: Apache-2.0
// A task that was started manually, with TF_CONFIG in its environment: it joins the others and manages its
// own files.
#include <ATen/Parallel.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <signal.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <thread>

#include "core/base/file.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/base/time.h"
#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/folder.h"
#include "core/checkpoint/folder_lock.h"
#include "core/checkpoint/given_name.h"
#include "core/checkpoint/retention.h"
#include "core/engine/comm/step_time_means.h"
#include "core/engine/host/hand_rendezvous.h"
#include "core/engine/host/run_host.h"
#include "core/engine/host/run_report.h"
#include "core/engine/ps/task_socket.h"
#include "core/proto/failure.h"
#include "core/spec/cluster/cluster_lint.h"
#include "core/spec/run/checkpoint_spec.h"
#include "plugins/sdk/replica_team.h"

namespace trainyard::engine {
namespace {

using base::Code;
using base::fail;
using nlohmann::json;
namespace fs = std::filesystem;

/// The others see who died first; a task that only lost a peer stays this long, to be seen as alive.
constexpr std::chrono::milliseconds kStayAfterLoss{1500};
constexpr std::chrono::milliseconds kLookForStopEvery{250};
constexpr int kInterrupted = 130;
constexpr int kPreempted = 75;

std::atomic<int> signalSeen{0};
std::mutex newsMutex;
std::function<void()> onSignal;

/// SIGINT and SIGTERM, which main() has blocked for every thread: the first asks, the second ends at once.
void watchSignals() {
    std::thread([] {
        sigset_t set;
        sigemptyset(&set);
        sigaddset(&set, SIGINT);
        sigaddset(&set, SIGTERM);
        for (;;) {
            int number = 0;
            if (sigwait(&set, &number) != 0) continue;
            int none = 0;
            if (!signalSeen.compare_exchange_strong(none, number)) ::_exit(128 + number);
            std::lock_guard lock(newsMutex);
            if (onSignal) onSignal();
        }
    }).detach();
}

/// Tasks started manually on one machine share its cores, as an agent would arrange; values set in the
/// environment are kept.
void shareCores(int tasks) {
    constexpr const char* kThreads = "OMP_NUM_THREADS";
    if (tasks < 2 || std::getenv(kThreads)) return;
    const auto cores = static_cast<int>(sdk::allowedCores().size());
    const int share = std::max(1, cores / tasks);
    spdlog::info("{} of {} cores: TF_CONFIG has {} tasks on this machine", share, cores, tasks);
    ::setenv(kThreads, std::to_string(share).c_str(), /*overwrite=*/0);  // for replicas
    at::set_num_threads(share);
}

/// Empty: TF_CONFIG says nothing.
std::string givenConfig() {
    const char* given = std::getenv("TF_CONFIG");
    const std::string text = given ? given : "";
    return text == "{}" ? "" : text;
}

/// Without TF_CONFIG, tasks that were meant to train together each train on their own, and all look well.
void reportAlone(const v1::RunSpec& spec) {
    int tasks = 0;
    for (const auto& [role, entries] : spec.cluster())
        if (role != "evaluator") tasks += entries.values_size();
    if (tasks < 2) return spdlog::info("no TF_CONFIG: this is the only worker");
    spdlog::warn(
        "TF_CONFIG is not set: this is the only worker, and its batch is the global batch, although "
        "`cluster` has {} tasks; to train together, start each task with its TF_CONFIG (`trainyard "
        "--headless cluster tf-config FILE` prints them)",
        tasks);
}

base::Result<spec::TfConfig> configOf(const spec::StrategyInfo& strategy) {
    if (const std::string text = givenConfig(); !text.empty()) {
        TY_ASSIGN(spec::TfConfig config, spec::parseTfConfig(text, strategy));
        for (const v1::Problem& hint : config.hints)
            spdlog::warn("TF_CONFIG: {} ({})", hint.message(), hint.fix());
        shareCores(spec::tasksOnHost(config));
        return config;
    }
    // As in guide 001: without TF_CONFIG there is a single worker, and it is the chief.
    spec::TfConfig alone;
    TY_ASSIGN(spec::TaskPlan self, spec::planTask("worker", 0, "local"));
    alone.tasks.push_back(std::move(self));
    spec::assignRanks(alone.tasks, strategy);
    alone.self = alone.tasks.front();
    return alone;
}

class HandHost final : public RunHost, private TaskLink {
  public:
    explicit HandHost(OutputForm form) : form_(form) { watchSignals(); }

    base::Result<json> cluster() override {
        const std::string text = givenConfig();
        if (text.empty()) return json();
        return spec::clusterOfTfConfig(text);
    }
    base::Result<spec::TfConfig> tfConfig(const spec::StrategyInfo& strategy) override {
        TY_ASSIGN(spec::TfConfig config, configOf(strategy));
        self_ = config.self;
        return config;
    }

    bool hasPreflight() const override { return false; }

    base::Status join(const v1::RunSpec& spec, const spec::TfConfig& config) override {
        if (givenConfig().empty()) reportAlone(spec);
        isEvaluator_ = self_.role == "evaluator";
        isCoordinated_ = std::ranges::find(config.tasks, "ps", &spec::TaskPlan::role) != config.tasks.end();
        retain_ = {.keep = spec.checkpoint().keep(),
                   .keepEveryHours = spec.checkpoint().keep_every_hours(),
                   .budgetBytes = spec.checkpoint().disk_budget_bytes()};
        report_ = std::make_unique<RunReport>(
            spec.name(), form_ == OutputForm::kJson ? RunReport::Form::kJson : RunReport::Form::kWords);
        TY_TRY(prepareFolder(spec));
        std::vector<spec::TaskPlan> tasks = config.tasks;
        std::erase_if(tasks, [&](const spec::TaskPlan& task) {
            return isCoordinated_ ? task.role == "evaluator" : task.rank < 0;
        });
        place_.set_rank(self_.rank);
        place_.set_world_size(std::max<int>(1, static_cast<int>(tasks.size())));
        if (isEvaluator_) return {};
        if (isChief()) TY_TRY(takeUp());
        if (tasks.size() > 1) TY_TRY(meet(spec, tasks));
        reportStart(tasks);
        return {};
    }

    TaskLink& link() override { return *this; }
    int attempt() const override { return attempt_; }
    c10::intrusive_ptr<c10d::Store> store() override { return rendezvous_ ? rendezvous_->store() : nullptr; }
    std::string secret() const override { return rendezvous_ ? rendezvous_->token() : std::string(); }
    fs::path socketFolder() const override { return ps::handSocketFolder(); }
    bool isRunOfThisMachine() const override { return false; }  // who starts the others, and where?
    std::string listenHost() const override {
        return spec::isLocalNode(self_.node) ? "127.0.0.1" : self_.node;
    }
    fs::path endMarker() const override { return fs::path(place_.run_dir()) / "finished.json"; }

    base::Status continues() override {
        if (signalSeen != 0) return fail(Code::kCancelled, "asked to end");
        if (rendezvous_->isChiefThere()) return {};
        return fail(Code::kAborted,
                    "lost the chief; run the same commands again to continue from the newest checkpoint",
                    "comm.peer_lost");
    }

    SpoolWriter::Listener spoolListener() override {
        return [this](Split split, const std::vector<events::Event>& events) {
            report_->spooled(split == Split::kTrain ? "train" : "validation", events);
        };
    }

    base::Words explainLoss(const base::Words& reason) override {
        const auto missing = rendezvous_ ? rendezvous_->missingPeers() : std::vector<std::string>();
        if (missing.empty()) return base::say("lost another task of the run: {}", reason);
        lost_ = missing.front().substr(0, missing.front().find(' '));
        return base::say("{} {} not there any more ({})", fmt::join(missing, ", "),
                         missing.size() == 1 ? "is" : "are", reason);
    }

    int ended(const std::optional<base::Error>& failure) override {
        const int signal = signalSeen;
        v1::RunFinished finished;
        finished.set_status(statusOf(failure, signal));
        const bool hasFailed = finished.status() == v1::FAILED;
        if (hasFailed) {
            finished.mutable_failure()->set_task(lost_.empty() ? self_.id() : lost_);
            finished.mutable_failure()->set_code(failure->id.empty() ? "task.error" : failure->id);
            proto::setMessage(*finished.mutable_failure(), failure->words());
        }
        // A peer that cannot be reached is a failed run, not an agent that is not there.
        const int failureCode = !hasFailed ? 0
                                : failure->code == Code::kUnavailable
                                    ? 1
                                    : std::max(1, base::exitCode(failure->code));
        if (report_) {
            if (isChief() && !hasFailed) writeEndMarker(finished.status());
            if (isChief()) settleFolder(finished);
            report_->finish(finished, step_, epoch_);
        }
        if (hasFailed && (failure->id == "comm.peer_lost" || failure->id == "comm.peer_silent"))
            std::this_thread::sleep_for(kStayAfterLoss);
        if (hasFailed) return failureCode;
        if (finished.status() == v1::PREEMPTED) return kPreempted;
        return finished.status() == v1::STOPPED && signal == SIGINT ? kInterrupted : 0;
    }

  private:
    bool isChief() const { return self_.isChief; }
    /// A ps, or a worker of a coordinator's.
    bool onlyServes() const { return isCoordinated_ && !isChief() && !isEvaluator_; }

    // ---- TaskLink: what an agent would receive
    const v1::JoinReply& place() const override { return place_; }
    void setPhase(const std::string&) override {}
    void setProgress(std::int64_t step, int epoch) override {
        step_ = step;
        epoch_ = epoch;
        hasProgress_ = true;
    }
    std::optional<std::int64_t> finishedStep() const override {
        return hasProgress_ ? std::optional(step_.load()) : std::nullopt;
    }
    void addStepTimes(const StepTimes& times) override { stepTimes_.add(times); }
    std::optional<StepTimes> takeStepTimes() override { return stepTimes_.take(); }
    void setCall(const base::Words&) override {}
    void sendWarning(const std::string& code, const base::Words& message) override {
        report_->warn(code, message);
    }
    void sendError(const std::string&, const base::Words&) override {}  // ended() says it

    StopRequest stopRequest() const override {
        if (signalSeen == SIGTERM && !onlyServes() && !isEvaluator_) markPreempted();
        if (signalSeen != 0) return StopRequest::kSaveAndStop;
        return isChief() && isStopAsked() ? StopRequest::kSaveAndStop : StopRequest::kNone;
    }

    void askRunToStop(const base::Words& reason) override {
        if (const auto asked = base::writeFileAtomically(
                stopFile(), json{{"reason", reason}}.dump(-1, ' ', false, json::error_handler_t::replace));
            !asked)
            report_->warn("evaluation.stop", asked.error().words());
    }
    bool isTrainingOver() const override { return false; }  // reported by endMarker()
    void onNews(std::function<void()> news) override {
        std::lock_guard lock(newsMutex);
        onSignal = std::move(news);
    }

    base::Result<std::string> publish(const v1::PublishCheckpointRequest& request) override {
        const fs::path folder = request.is_backup() ? place_.backup_dir() : place_.checkpoint_dir();
        TY_ASSIGN(const fs::path path, checkpoint::publish(folder, request.staged()));
        v1::CheckpointSaved saved;
        saved.set_step(request.step());
        saved.set_epoch(request.epoch());
        saved.set_path(path.string());
        saved.set_stall_ms(request.stall_ms());
        saved.set_write_ms(request.write_ms());
        saved.set_is_backup(request.is_backup());
        report_->checkpoint(std::move(saved));
        if (const auto named = checkpoint::giveName(path); !named)
            report_->warn("checkpoint.name", named.error().words());
        if (request.is_best())
            if (const auto marked = checkpoint::setBest(path); !marked)
                report_->warn("checkpoint.retain", marked.error().wrap("the best is not marked").words());
        if (const auto removed = checkpoint::retain(folder, policyFor(request)); !removed)
            report_->warn("checkpoint.retain", removed.error().wrap("older checkpoints stay").words());
        return path.string();
    }

    /// Only the newest backup is kept; what this attempt continues from stays with the others.
    checkpoint::RetainPolicy policyFor(const v1::PublishCheckpointRequest& request) const {
        if (request.is_backup())
            return {.whose = {place_.run(), checkpoint::Owner::Kind::kBackup}, .keep = 1};
        checkpoint::RetainPolicy policy = retain_;
        policy.whose = {place_.run(), checkpoint::Owner::Kind::kKept};
        policy.inUse = {place_.restore_path()};
        return policy;
    }

    // ---- The run's folder
    base::Status prepareFolder(const v1::RunSpec& spec) {
        TY_ASSIGN(const fs::path here, base::currentFolder());
        const fs::path dir = here / base::slug(spec.name());
        place_.set_run_dir(dir.string());
        place_.set_checkpoint_dir(spec.checkpoint().dir().empty() ? (dir / "checkpoints").string()
                                                                  : spec.checkpoint().dir());
        const auto backup = spec::backupOf(spec);
        hasBackup_ = backup.has_value();
        isBackupDeleted_ = backup && backup->isDeletedOnSuccess;
        const std::string ownBackup = backup ? backup->dir : std::string();
        place_.set_backup_dir(ownBackup.empty() ? (dir / "backup").string() : ownBackup);
        TY_TRY(base::makeFolders(dir));
        TY_ASSIGN(*place_.mutable_run(), checkpoint::runOfFolder(dir));
        return {};
    }
    /// Each user-chosen folder belongs to this run only, and to one purpose.
    base::Status claimFolders() const {
        std::vector<fs::path> folders{place_.checkpoint_dir()};
        if (hasBackup_) folders.emplace_back(place_.backup_dir());
        for (const fs::path& folder : folders) {
            if (folder.parent_path() != fs::path(place_.run_dir()))
                TY_TRY(checkpoint::claim(folder, place_.run()));
            TY_TRY(base::makeFolders(folder));
        }
        if (hasBackup_ && checkpoint::areOneFolder(place_.checkpoint_dir(), place_.backup_dir()))
            return fail(spec::sameFolders(place_.backup_dir()));
        return {};
    }
    /// What the end leaves behind: no backup of a run that has succeeded, unless the run file keeps it, and
    /// the interrupt of `inject` only once.
    void settleFolder(const v1::RunFinished& finished) {
        base::Status status;
        if (finished.status() == v1::SUCCEEDED && isBackupDeleted_) {
            const checkpoint::Whose ours{place_.run(), checkpoint::Owner::Kind::kBackup};
            if (const auto removed = checkpoint::clear(place_.backup_dir(), ours); !removed)
                status = fail(removed.error());
        } else if (finished.failure().code() == "inject.interrupt") {
            place_.set_inject_done(true);
            status = writeAttempt();
        }
        if (!status) report_->warn("run.folder", status.error().words());
    }
    base::Status writeAttempt() const {
        return base::writeFileAtomically(
            attemptFile(), json{{"attempt", attempt_}, {"inject_done", place_.inject_done()}}.dump());
    }
    /// Of the attempt before this one, if there was any.
    base::Status readAttempt() {
        const auto text = base::readFile(attemptFile());
        if (!text) return {};
        try {
            TY_ASSIGN(const json before, base::parseJson(*text, base::Words::plain(attemptFile().string())));
            attempt_ = before.value("attempt", 0) + 1;
            place_.set_inject_done(before.value("inject_done", false));
        } catch (const json::exception& wrong) {
            return fail(Code::kDataLoss,
                        base::say("{} is damaged: {}", attemptFile().string(), base::whyInvalid(wrong)));
        }
        return {};
    }
    fs::path attemptFile() const { return fs::path(place_.run_dir()) / "attempt.json"; }
    fs::path preemptedFile() const { return fs::path(place_.run_dir()) / "preempted.json"; }
    fs::path stopFile() const { return fs::path(place_.run_dir()) / "stop.json"; }

    /// For the other tasks, which end with this one: what starts them again after 75 must see that of each.
    void markPreempted() const {
        if (hasMarked_.exchange(true)) return;
        if (const auto marked = base::writeFileAtomically(preemptedFile(), "{}"); !marked)
            spdlog::error("{}", marked.error().describe());
    }
    /// A task that got SIGTERM has ended the run. Folders that are not shared do not say.
    bool isPreempted() const {
        std::error_code error;
        return !isEvaluator_ && fs::exists(preemptedFile(), error);
    }
    bool isStopAsked() const {
        const std::lock_guard lock(lookMutex_);
        const auto now = std::chrono::steady_clock::now();
        if (now - lookedForStop_ < kLookForStopEvery) return hasStopFile_;
        lookedForStop_ = now;
        std::error_code error;
        return hasStopFile_ = fs::exists(stopFile(), error);
    }

    /// The chief resumes from the newest good checkpoint of the folder, as another attempt.
    base::Status takeUp() {
        TY_ASSIGN(lock_, checkpoint::FolderLock::take(
                             place_.run_dir(), fmt::format("another run by hand (pid {})", ::getpid())));
        TY_TRY(readAttempt());
        for (const fs::path& stale : {endMarker(), stopFile(), preemptedFile()}) {
            std::error_code error;
            fs::remove(stale, error);
            if (error)
                return fail(base::errnoError(error.value(), base::say("cannot remove {}", stale.string())));
        }
        TY_TRY(claimFolders());
        TY_TRY(writeAttempt());
        const std::vector<fs::path> folders{place_.checkpoint_dir(), place_.backup_dir()};
        for (const fs::path& folder : folders)
            TY_TRY(checkpoint::removeStale(folder, place_.run(), attempt_));
        TY_ASSIGN(const checkpoint::Newest newest, checkpoint::takeNewest(folders, place_.run()));
        for (const auto& damaged : newest.damaged)
            report_->warn("checkpoint.damaged", checkpoint::describe(damaged));
        place_.set_restore_path(newest.path.string());
        place_.set_from_step(newest.step);
        return {};
    }

    base::Status meet(const v1::RunSpec& spec, const std::vector<spec::TaskPlan>& tasks) {
        using Kind = HandRendezvous::Kind;
        TY_ASSIGN(rendezvous_,
                  HandRendezvous::open(tasks, self_, isCoordinated_ ? Kind::kWithChief : Kind::kTogether));
        spdlog::info("{} listens on {} and waits for {}", self_.id(), spec::addressOf(self_),
                     onlyServes() ? "the chief" : fmt::format("all {} tasks", tasks.size()));
        HandRendezvous::Waiting waiting;
        waiting.say = [this](const base::Words& message, double since) {
            report_->waiting("rendezvous.waiting", message, since);
        };
        waiting.isAskedToLeave = [] { return signalSeen != 0; };
        const fs::path restore = place_.restore_path();
        const json offer = {
            {"attempt", attempt_},
            {"folder", restore.parent_path() == fs::path(place_.backup_dir()) ? "backup" : ""},
            {"checkpoint", restore.filename().string()},
            {"step", place_.from_step()}};
        waiting.mayBegin = [this](const json& chiefs) { return takeOffer(chiefs); };
        TY_ASSIGN(const json chiefs, rendezvous_->join(spec::toJson(spec), offer, waiting));
        attempt_ = chiefs.value("attempt", 1);
        if (onlyServes()) rendezvous_->releaseAddress();
        return {};
    }

    /// Of the chief: the checkpoint that all continue from. One that only serves restores nothing itself.
    base::Status takeOffer(const json& chiefs) {
        const std::string name = chiefs.value("checkpoint", "");
        if (onlyServes() || name.empty()) return {};
        const fs::path mine =
            fs::path(chiefs.value("folder", "") == "backup" ? place_.backup_dir() : place_.checkpoint_dir()) /
            name;
        std::error_code error;
        if (!fs::exists(mine, error))
            return fail(
                Code::kFailedPrecondition,
                base::say(
                    "the chief continues from {}, which {} does not have at {}; put the folder on a shared "
                    "file system (checkpoint.dir), or copy that checkpoint there",
                    name, self_.id(), mine.string()),
                "restore.missing");
        place_.set_restore_path(mine.string());
        place_.set_from_step(chiefs.value("step", std::int64_t{0}));
        return {};
    }

    void reportStart(const std::vector<spec::TaskPlan>& tasks) {
        v1::RunStarted started;
        started.set_dir(place_.run_dir());
        started.set_name(base::printable(fs::path(place_.run_dir()).filename().string()));
        for (const spec::TaskPlan& task : tasks) {
            v1::Task& row = *started.add_tasks();
            row.set_task(task.id());
            row.set_node(task.node);
            row.set_address(task.port > 0 ? spec::addressOf(task) : "");
            row.set_state(v1::TASK_RUNNING);
            row.set_rank(task.rank);
            row.set_is_chief(task.isChief);
            const auto& pids = rendezvous_ ? rendezvous_->pids() : std::map<std::string, int>();
            const auto pid = pids.find(task.id());
            row.set_pid(pid == pids.end() ? ::getpid() : pid->second);
        }
        v1::AttemptStarted attempt;
        attempt.set_number(attempt_);
        attempt.set_cause(place_.restore_path().empty() ? "start" : "resume");
        attempt.set_from_checkpoint(place_.restore_path());
        report_->begin(std::move(started), std::move(attempt));
    }

    v1::RunStatus statusOf(const std::optional<base::Error>& failure, int signal) const {
        if (failure && failure->code != Code::kCancelled) return v1::FAILED;
        const bool hasCompleted =
            report_ && (report_->hasCompleted() ||
                        (!isChief() && !isEvaluator_ && report_->totalSteps() > 0 &&
                         std::max<std::int64_t>(step_, place_.from_step()) >= report_->totalSteps()));
        if (hasCompleted) return v1::SUCCEEDED;
        if (signal == SIGTERM || (signal == 0 && !failure && isPreempted())) return v1::PREEMPTED;
        if (signal == SIGINT || failure) return v1::STOPPED;
        return isEvaluator_ || onlyServes() ? v1::SUCCEEDED : v1::STOPPED;
    }

    /// An evaluator waits for it.
    void writeEndMarker(v1::RunStatus status) {
        const json end = {{"completed", status == v1::SUCCEEDED}, {"step", step_.load()}};
        if (const auto written = base::writeFileAtomically(endMarker(), end.dump()); !written)
            spdlog::error("{}", written.error().describe());
    }

    const OutputForm form_;
    spec::TaskPlan self_;
    mutable std::atomic<bool> hasMarked_ = false;
    bool isEvaluator_ = false;
    bool isCoordinated_ = false;
    int attempt_ = 1;
    bool hasBackup_ = false;
    bool isBackupDeleted_ = false;
    checkpoint::RetainPolicy retain_;
    v1::JoinReply place_;
    std::unique_ptr<RunReport> report_;
    std::optional<checkpoint::FolderLock> lock_;  ///< the chief's, of the run's folder
    std::unique_ptr<HandRendezvous> rendezvous_;
    std::atomic<std::int64_t> step_{0};
    std::atomic<bool> hasProgress_{false};
    StepTimeMeans stepTimes_;
    std::atomic<int> epoch_{0};
    std::string lost_;
    mutable std::mutex lookMutex_;  ///< of the next two
    mutable std::chrono::steady_clock::time_point lookedForStop_;
    mutable bool hasStopFile_ = false;
};

}  // namespace

std::unique_ptr<RunHost> makeHandHost(OutputForm form) {
    return std::make_unique<HandHost>(form);
}

}  // namespace trainyard::engine
