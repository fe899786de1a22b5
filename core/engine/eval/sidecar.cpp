// SPDX-License-Identifier: Apache-2.0
#include "core/engine/eval/sidecar.h"

#include <fmt/format.h>
#include <poll.h>
#include <spdlog/spdlog.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <utility>
#include <vector>

#include "core/base/file.h"
#include "core/base/json.h"
#include "core/base/time.h"
#include "core/base/unsigned_nan.h"
#include "core/checkpoint/checkpoint.h"
#include "core/engine/eval/evaluator.h"
#include "core/engine/ledger/ledger.h"
#include "core/engine/ledger/save_policy.h"
#include "core/engine/model/precision.h"
#include "core/engine/plan_model.h"
#include "core/engine/train/restore.h"
#include "core/events/event_file.h"
#include "core/spec/model/layers.h"

namespace trainyard::engine {
namespace {

using base::Code;
using base::fail;
namespace fs = std::filesystem;

/// One replica in one process: what evaluation takes for the training's strategy.
class Alone final : public sdk::Strategy {
  public:
    int numReplicasInSync() const override { return 1; }
    int numLocalReplicas() const override { return 1; }
    int firstLocalReplica() const override { return 0; }
    void adopt(const std::vector<sdk::ReplicaVariables>&) override {}
    void run(const std::function<void(sdk::ReplicaContext&)>& step) override {
        Context context;
        step(context);
    }
    std::unique_ptr<Pending> startSum(torch::Tensor) override { return std::make_unique<Done>(); }
    void barrier() override {}
    std::string describe() const override { return "an evaluator by itself"; }

  private:
    class Context final : public sdk::ReplicaContext {
      public:
        int replica() const override { return 0; }
        int numReplicasInSync() const override { return 1; }
        void backward(const torch::Tensor&) override {
            throw std::logic_error("an evaluator trains nothing");
        }
        torch::Tensor sum(const torch::Tensor& tensor) override { return tensor.detach().clone(); }
    };
    class Done final : public Pending {
      public:
        void wait() override {}
    };
};

}  // namespace

void SidecarHistory::turnBack(int attempt, std::int64_t step) {
    if (attempt <= last.attempt || bestAt.step <= step) return;
    best.reset();
    bestAt = {};
    sinceBest = 0;
}

void SidecarHistory::add(const events::EvaluationRecord& record, const std::string& monitor) {
    turnBack(record.attempt, record.step - 1);
    last = {record.attempt, record.step};
    const auto value = record.metrics.find(monitor);
    if (record.isBest && value != record.metrics.end()) {
        best = value->second;
        bestAt = last;
        sinceBest = 0;
    } else {
        ++sinceBest;
    }
}

base::Result<SidecarHistory> SidecarHistory::read(const fs::path& spoolFolder) {
    SidecarHistory history;
    for (const fs::path& file : events::eventFilesIn(spoolFolder / "validation")) {
        TY_ASSIGN(events::EventFileReader reader, events::EventFileReader::open(file));
        for (;;) {
            TY_ASSIGN(const auto some, reader.readSome());
            if (some.empty()) break;
            for (const events::Event& event : some)
                if (const auto* text = std::get_if<events::TextEvent>(&event);
                    text && text->tag == events::kEvaluationTag) {
                    TY_ASSIGN(const auto record, events::evaluationFromText(text->text));
                    history.add(record, record.monitor);
                }
        }
    }
    return history;
}

SidecarEvaluator::SidecarEvaluator(Parts parts)
    : parts_(std::move(parts)),
      options_(spec::sidecarOf(parts_.spec).value_or(spec::Sidecar{})),
      folder_(parts_.link.place().checkpoint_dir()),
      best_(fs::path(parts_.link.place().run_dir()) / spec::kBestFolder),
      startedAt_(base::wallNow()) {
    parts_.history.turnBack(parts_.attempt, parts_.link.place().from_step());
}

base::Status SidecarEvaluator::watch() {
    inotify_.reset(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
    wake_ = std::make_shared<base::UniqueFd>(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    if (!inotify_ || !*wake_)
        return fail(base::errnoError(errno, "cannot watch folders (see fs.inotify.max_user_instances)"));
    // Before the first scan, so that nothing is missed in between.
    TY_TRY(base::makeFolders(folder_));
    std::vector<fs::path> folders{folder_};
    if (!parts_.endMarker.empty()) folders.push_back(parts_.endMarker.parent_path());
    for (const fs::path& folder : folders)
        if (::inotify_add_watch(inotify_.get(), folder.c_str(), IN_MOVED_TO | IN_CREATE) < 0)
            return fail(base::errnoError(
                errno, fmt::format("cannot watch {} (see fs.inotify.max_user_watches)", folder.string())));
    parts_.link.onNews([wake = wake_] {
        const std::uint64_t one = 1;
        (void)!::write(wake->get(), &one, sizeof one);  // it can only be full, and then a reader is awake
    });
    return {};
}

void SidecarEvaluator::waitForNews() {
    std::array<pollfd, 2> waiting{{{inotify_.get(), POLLIN, 0}, {wake_->get(), POLLIN, 0}}};
    while (::poll(waiting.data(), waiting.size(), -1) < 0 && errno == EINTR) continue;
    alignas(inotify_event) std::array<char, 4096> buffer;
    while (::read(inotify_.get(), buffer.data(), buffer.size()) > 0) continue;
    std::uint64_t count = 0;
    (void)!::read(wake_->get(), &count, sizeof count);
}

bool SidecarEvaluator::isTrainingOver() const {
    if (parts_.endMarker.empty()) return parts_.link.isTrainingOver();
    // Leftovers of an earlier attempt that was stopped do not count: the chief removes them when it starts.
    struct stat status = {};
    if (::stat(parts_.endMarker.c_str(), &status) != 0) return false;
    const auto text = base::readFile(parts_.endMarker);
    const auto end =
        text ? base::parseJson(*text, parts_.endMarker.string()) : base::Result<nlohmann::json>{};
    if (text && end && end->value("completed", false)) return true;
    const double written =
        static_cast<double>(status.st_mtim.tv_sec) + 1e-9 * static_cast<double>(status.st_mtim.tv_nsec);
    return written >= startedAt_;
}

/// Whether the run has gone back to before it: to continue from an earlier step or, if that step is unknown,
/// because a later attempt saved an earlier step.
bool SidecarEvaluator::isUndone(const checkpoint::Listed& one,
                                const std::vector<checkpoint::Listed>& all) const {
    if (one.attempt < parts_.attempt && one.step > parts_.link.place().from_step()) return true;
    return std::ranges::any_of(all, [&](const checkpoint::Listed& other) {
        return other.attempt > one.attempt && other.step <= one.step;
    });
}

/// The checkpoint to take next: the newest, or the oldest that is newer than the last.
std::optional<checkpoint::Listed> SidecarEvaluator::next() const {
    const events::SavedAt done = std::max(parts_.history.last, passedOver_);
    const auto all = checkpoint::list(folder_);
    std::optional<checkpoint::Listed> chosen;
    for (const checkpoint::Listed& listed : all) {
        if (events::SavedAt{listed.attempt, listed.step} <= done || isUndone(listed, all)) continue;
        chosen = listed;
        if (options_.takesEvery) break;
    }
    return chosen;
}

base::Status SidecarEvaluator::run() {
    TY_TRY(watch());
    release();
    parts_.link.setPhase("waiting");
    for (;;) {
        if (parts_.link.stopRequest() != StopRequest::kNone)
            return fail(Code::kCancelled, "asked to end", "evaluation.left");
        const bool isOver = isTrainingOver();  // before the look: no checkpoint can come after it
        if (const auto checkpoint = next())
            TY_TRY(evaluate(*checkpoint));
        else if (isOver)
            return {};
        else
            waitForNews();
    }
}

base::Status SidecarEvaluator::evaluate(const checkpoint::Listed& listed) {
    if (options_.keepsBest) hold(listed);
    const base::Status evaluated = evaluateHeld(listed);
    release();
    return evaluated;
}

/// Retention waits for no evaluator that takes the newest, and may delete the checkpoint meanwhile, which can
/// turn out to be the best. Links to its files cost no space and outlive it.
void SidecarEvaluator::hold(const checkpoint::Listed& listed) {
    const base::Status linked =
        checkpoint::linkInto(listed.path, checkpoint::successorOf(best_),
                             {parts_.link.place().run(), listed.attempt}, checkpoint::OtherDisk::kRefuse);
    isHeld_ = linked.has_value();
    // On another disk only the best is worth a copy; keepBest() reports whatever else is wrong.
    if (!linked)
        spdlog::info("{} may be deleted while it is evaluated: {}", listed.path.string(),
                     linked.error().describe());
}

/// Also what an evaluator before this one held when it was killed.
void SidecarEvaluator::release() {
    isHeld_ = false;
    if (const base::Status removed = checkpoint::removeUnplaced(best_, {parts_.link.place().run()}); !removed)
        spdlog::warn("{}", removed.error().describe());
}

base::Status SidecarEvaluator::evaluateHeld(const checkpoint::Listed& listed) {
    const fs::path& checkpoint = listed.path;
    parts_.link.setPhase("evaluating");
    const double begin = base::wallNow();
    const auto passOver = [&](const base::Error& why) -> base::Status {
        std::error_code error;
        passedOver_ = std::max(passedOver_, events::SavedAt{listed.attempt, listed.step});
        if (fs::exists(checkpoint, error))
            parts_.link.sendWarning("evaluation.skipped", fmt::format("{} is not evaluated: {}",
                                                                      checkpoint.string(), why.describe()));
        else
            spdlog::info("{} was deleted before it was evaluated", checkpoint.string());
        return {};
    };
    const auto restore = Restore::read(checkpoint);
    if (!restore) return passOver(restore.error());
    if (const base::Status whole = restore->verified(); !whole) return passOver(whole.error());
    const v1::TrainSpec& train = parts_.spec.train();
    TY_ASSIGN(const spec::ModelPlan plan,
              engine::planModel(spec::modelOf(parts_.spec), parts_.dataset->sampleShape()));
    std::vector<std::unique_ptr<Model>> models;
    models.push_back(std::make_unique<Model>(plan, precisionOf(parts_.spec)));
    TY_TRY(restore->fill(*models.front()));
    Alone alone;
    const Objective objective(spec::lossOf(parts_.spec), spec::metricsOf(parts_.spec), plan);
    TY_ASSIGN(const data::Sharding all,
              validationSharding(alone, *parts_.dataset, "data", validationBatchOf(train)));
    const StepSums sums =
        engine::evaluate(alone, models, objective, *parts_.dataset, all, train.validation_steps());

    events::EvaluationRecord record;
    record.attempt = listed.attempt;
    record.step = restore->state().step;
    record.epoch = std::max(0, restore->state().epoch - (restore->state().stepInEpoch == 0 ? 1 : 0));
    record.task = parts_.task;
    record.checkpoint = checkpoint.string();
    record.monitor = options_.monitor;
    const double time = base::wallNow();
    const NamedValues values = valuesOf(sums, objective.metricNames());
    for (const auto& [name, value] : values) record.metrics["val_" + name] = value;
    std::vector<events::Event> points =
        pointsOf("epoch_", values, record.step, time, train.precision() == "float64");
    const auto monitored = record.metrics.find(options_.monitor);
    if (monitored == record.metrics.end())
        return fail(
            Code::kRefused,
            fmt::format("`train.evaluation.sidecar.monitor` is {}, which is not evaluated", options_.monitor),
            "evaluation.monitor");
    parts_.history.turnBack(record.attempt, record.step - 1);
    record.isBest = isImprovement({options_.monitor, options_.mode}, monitored->second, parts_.history.best,
                                  options_.minDelta);
    if (record.isBest && options_.keepsBest)
        if (const base::Status kept = keepBest(listed); !kept)
            parts_.link.sendWarning("evaluation.best", kept.error().describe());
    record.seconds = base::wallNow() - begin;
    // One hand-over, one write: all of it is in the file, or nothing.
    points.push_back(events::TextEvent{events::kEvaluationTag, record.step, time, toText(record)});
    parts_.spool.add(Split::kValidation, std::move(points));
    parts_.history.add(record, options_.monitor);
    parts_.link.setProgress(record.step, record.epoch);
    spdlog::info("step {}: val_loss {:.4f}{} ({:.1f} s)", record.step, base::unsignedNan(sums.meanLoss()),
                 record.isBest ? ", the best so far" : "", record.seconds);
    judge(record);
    parts_.link.setPhase("waiting");
    return {};
}

void SidecarEvaluator::judge(const events::EvaluationRecord& record) {
    if (options_.patience <= 0 || parts_.history.sinceBest < options_.patience || hasAskedToStop_) return;
    hasAskedToStop_ = true;
    const std::string why = fmt::format(
        "{}: no better {} than {:.6g} in {} evaluations (at step {})", parts_.task, options_.monitor,
        parts_.history.best.value_or(std::nan("")), parts_.history.sinceBest, record.step);
    spdlog::info("early stopping: {}", why);
    parts_.link.askRunToStop(why);
}

/// The files stay what they are when the run deletes the checkpoint.
base::Status SidecarEvaluator::keepBest(const checkpoint::Listed& listed) {
    const std::string& run = parts_.link.place().run();
    const auto keep = [&]() -> base::Status {
        TY_TRY(checkpoint::mayRemove(best_, {run}));  // before a copy of gigabytes
        if (!isHeld_)
            TY_TRY(checkpoint::linkInto(listed.path, checkpoint::successorOf(best_), {run, listed.attempt},
                                        checkpoint::OtherDisk::kCopy));
        return checkpoint::takePlace(best_, {run});
    };
    if (const base::Status kept = keep(); !kept)
        return fail(kept.error().wrap("the best model was not kept"));
    return {};
}

}  // namespace trainyard::engine
