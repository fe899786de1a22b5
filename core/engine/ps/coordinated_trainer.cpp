// SPDX-License-Identifier: Apache-2.0
#include "core/engine/ps/coordinated_trainer.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>
#include <thread>
#include <utility>

#include "core/base/counted.h"
#include "core/base/time.h"
#include "core/engine/eval/evaluator.h"
#include "core/engine/ps/frozen_copy.h"
#include "core/engine/train/restore.h"
#include "core/engine/train/saved_model.h"
#include "core/spec/model/describe_model.h"
#include "core/spec/model/saved_model.h"
#include "core/spec/run/device_spec.h"

namespace trainyard::engine::ps {
namespace {

using base::Code;
using base::fail;

/// An evaluation is divided into this many closures per worker, so that a slow worker delays its end only a
/// little.
constexpr std::int64_t kEvaluationsPerWorker = 4;
/// Closures that are scheduled ahead, a worker: the next one must wait for it, not the other way round.
constexpr std::size_t kAheadPerWorker = 2;
constexpr std::chrono::milliseconds kLookForStopEvery{250};
constexpr std::chrono::milliseconds kLookWhilePaused{50};

int replicasPerWorker(const v1::RunSpec& spec) {
    return std::max(1, spec::gpusPerTask(spec));
}

}  // namespace

CoordinatedTrainer::CoordinatedTrainer(Parts parts) : parts_(std::move(parts)) {
}

base::Result<std::unique_ptr<CoordinatedTrainer>> CoordinatedTrainer::create(Parts parts) {
    std::unique_ptr<CoordinatedTrainer> trainer(new CoordinatedTrainer(std::move(parts)));
    Parts& own = trainer->parts_;
    v1::RunSpec& spec = own.spec;
    TY_ASSIGN(trainer->trainData_, own.data.train.get());
    spdlog::info("training on {}", trainer->trainData_->describe());
    TY_ASSIGN(PlannedModel planned, plannedModel(spec, *trainer->trainData_));
    trainer->model_.emplace(std::move(planned));
    trainer->optimizer_ = makeOptimizer(spec::optimizerOf(spec), {});
    TY_ASSIGN(InitialState initial, InitialState::read(spec, own.restore, Restore::Verify::kRead));
    TY_TRY(trainer->createVariables(initial));
    TY_TRY(initial.verified());
    const int workers = own.coordinator.numWorkers();
    // A worker has a replica on each of its GPUs, and takes a step on the batches of all.
    const int replicas = replicasPerWorker(spec);
    const std::int64_t batch = std::int64_t{spec.train().data().batch_size()} * replicas;
    TY_ASSIGN(trainer->course_, Course::plan(orderOf(spec, trainer->trainData_->size(),
                                                     batch * (own.coordination.isSynchronous ? workers : 1)),
                                             spec.train(), initial.progress()));
    trainer->ledger_.emplace(Ledger::Parts{spec, *trainer->course_, &own.spool, /*isChief=*/true,
                                           trainer->metricNames(), own.attempt, workers * replicas,
                                           trainer->model_->plan().parameters()});
    trainer->loop_.emplace(TrainingLoop::Parts{spec, own.link, *trainer->course_, *trainer->ledger_, *trainer,
                                               /*isChief=*/true, own.data.validation.has_value(), own.restore,
                                               std::move(own.callbacks)});
    if (const Restore* resumed = initial.resumed())
        trainer->loop_->restore(resumed->state(), initial.whatChanged(trainer->ledger_->layout()));
    TY_TRY(trainer->holdRounds());
    TY_TRY(trainer->describe());
    return trainer;
}

/// Drawn where they are; or as a checkpoint, a saved model or a file of weights has them.
base::Status CoordinatedTrainer::createVariables(InitialState& initial) {
    const bool isDrawn = initial.weights() == nullptr;
    if (!isDrawn) {
        const base::Status fits =
            checkpoint::checkWeights(*initial.weights(), model_->wanted(), initial.weightsPath());
        if (!fits) return initial.saved() ? initial.saved()->unfit(fits.error()) : fits;
    }
    int index = 0;
    for (const spec::Layer& layer : model_->plan().layers)
        for (const spec::Layer::Variable& variable : layer.variables)
            TY_TRY(createVariable(variable, index++, isDrawn, /*isTrained=*/true));
    for (const spec::Layer& layer : model_->plan().layers)
        for (const spec::Layer::Variable& buffer : layer.buffers)
            TY_TRY(createVariable(buffer, 0, isDrawn, /*isTrained=*/false));
    if (isDrawn) return {};
    TY_TRY(loadWeights(*initial.weights()));
    return initial.saved() ? loadSlots(initial) : base::Status();
}

base::Status CoordinatedTrainer::createVariable(const spec::Layer::Variable& plan, int index, bool isDrawn,
                                                bool isTrained) {
    const spec::Named named = spec::optimizerOf(parts_.spec);
    InitialValue initial{.plan = plan, .seed = parts_.spec.seed(), .index = index};
    if (!isDrawn) initial.plan.initializer = "zeros";  // what a file has replaces them
    return variables().createDrawn(plan.name, model_->model().dtype(), initial,
                                   isTrained ? sdk::OptimizerSpec{named.name, named.options}
                                             : sdk::OptimizerSpec{"sgd", nlohmann::json::object()});
}

base::Status CoordinatedTrainer::loadWeights(const checkpoint::SafetensorsFile& file) {
    for (const std::string& name : model_->names())
        TY_TRY(variables().load(name, "", file, *file.find(name)));
    return {};
}

/// The optimizer's state, as far as what was saved has it.
base::Status CoordinatedTrainer::loadSlots(InitialState& initial) {
    const Restore& saved = *initial.saved();
    const std::vector<std::string>& trained = model_->model().names();
    std::vector<base::Words> fresh;
    TY_ASSIGN(const std::vector<SlotInfo> slots, variables().slotsOf(trained.front()));
    for (const SlotInfo& slot : slots) {
        bool isMissing = false;
        for (const std::string& name : trained) {
            TY_ASSIGN(const auto stored, variables().storedAs(name, slot.name));
            TY_ASSIGN(const checkpoint::TensorInfo* info, saved.slotOf(name, slot.name, stored.shape));
            isMissing |= info == nullptr;
            if (info) TY_TRY(variables().load(name, slot.name, saved.files().optimizer, *info));
        }
        if (isMissing) fresh.push_back(Restore::initialised(slot.name));
    }
    initial.noteFresh(std::move(fresh));
    return {};
}

base::Status CoordinatedTrainer::holdRounds() {
    const v1::GradientSpec& gradient = parts_.spec.train().gradient();
    clips_ = parts_.coordination.isSynchronous && (gradient.clip_norm() > 0 || gradient.clip_value() > 0);
    return clips_ ? parts_.coordinator.variables().holdRounds() : base::Status();
}

base::Status CoordinatedTrainer::describe() {
    TY_ASSIGN(const std::vector<sdk::VariableInfo> placed, parts_.coordinator.variables().list());
    for (const std::string& line : describePlacement(placed)) spdlog::info("{}", line);
    const int replicas = replicasPerWorker(parts_.spec);
    spdlog::info("{}: {}, {} per epoch, {} in total, by {}{}", spec::describeModel(parts_.spec),
                 base::counted(model_->plan().parameters(), "parameter"),
                 base::counted(course_->epochs().stepsPerEpoch(), "step"), course_->totalSteps(),
                 base::counted(parts_.coordinator.numWorkers(), "worker"),
                 replicas == 1 ? "" : fmt::format(" with {} GPUs each", replicas));
    return {};
}

base::Status CoordinatedTrainer::run() {
    checkpointer_ = std::make_unique<Checkpointer>(
        Checkpointer::placesOf(parts_.spec, parts_.link.place(), parts_.attempt), parts_.link,
        std::make_unique<FrozenCopy>(parts_.coordinator.variables(), model_->names()));
    state_ = createWorkerStates();
    scheduled_ = course_->step();
    const base::Status trained = loop_->run(checkpointer_.get());
    // Where a ps was lost while its part of the last checkpoint was read, that is the reason.
    if (!trained && trained.error().id == kLastNotSavedId) TY_TRY(parts_.coordinator.variables().list());
    TY_TRY(trained);
    return joinBeside();
}

base::Status CoordinatedTrainer::saveModelAs(const std::filesystem::path& file) {
    TY_ASSIGN(const spec::Choice made, spec::resolveSavedModel(spec::modelOf(parts_.spec)));
    TY_TRY(variables().freeze());
    TY_ASSIGN(StateCopy::Views views, frozenViews(variables(), model_->names()));
    checkpoint::Contents contents{std::move(views.model), std::move(views.optimizer), loop_->state()};
    return saveModelAlone(parts_.link, file, std::move(contents), made, model_->plan().input);
}

/// With one worker the order is exactly the run's own; with more, each continues approximately where it was.
sdk::PerWorker CoordinatedTrainer::createWorkerStates() {
    const int workers = parts_.coordinator.numWorkers();
    const bool isOneOrder = parts_.coordination.isSynchronous || workers == 1;
    const data::SampleOrder::Options& order = course_->order();
    return parts_.coordinator.createPerWorker(
        kWorkerState, {order.globalBatch, isOneOrder ? course_->step() : course_->step() / workers,
                       progressTensor(isOneOrder ? order.start : data::Progress{})});
}

/// Stops short of the next boundary only when something was requested; then nothing is in progress any more.
base::Status CoordinatedTrainer::advance() {
    const std::int64_t boundary = loop_->nextBoundary();
    for (;;) {
        const std::int64_t goal = std::min(boundary, course_->totalSteps());  // a callback may end it
        if (course_->step() >= goal) return course_->isEpochEnd() ? joinBeside() : base::Status();
        const Requests asked = requests();
        handleProfile(asked.wish.profile);
        const bool isStopping =
            asked.stop == StopRequest::kAfterStep || asked.stop == StopRequest::kSaveAndStop;
        if (!isStopping && !loop_->isPending(asked.wish)) TY_TRY(schedule(goal));
        if (pending_.empty()) return {};
        TY_TRY(waitForResults());
        if (isStopping && hasNoWorkers()) {
            pending_.clear();  // no worker is left to do it
            return {};
        }
    }
}

bool CoordinatedTrainer::hasNoWorkers() const {
    return static_cast<int>(parts_.coordinator.missingWorkers().size()) == parts_.coordinator.numWorkers();
}

/// Waits for what callbacks have scheduled, unless the run is to stop and no worker is left to do it.
base::Status CoordinatedTrainer::joinBeside() {
    if (!parts_.beside) return {};
    while (const std::size_t left = parts_.beside->outstanding()) {
        parts_.coordinator.waitForRoom(left - 1, kLookForStopEvery);
        TY_TRY(parts_.coordinator.done());
        if (requests().stop != StopRequest::kNone && hasNoWorkers()) return {};
    }
    TY_TRY(parts_.coordinator.done());
    return {};
}

/// What is scheduled, unless the run is to stop and no worker is left to do it.
base::Status CoordinatedTrainer::joinUnlessLeft() {
    for (;;) {
        parts_.coordinator.waitForRoom(0, kLookForStopEvery);
        TY_ASSIGN(const bool isDone, parts_.coordinator.done());
        if (isDone) return {};
        if (requests().stop != StopRequest::kNone && hasNoWorkers())
            return fail(Code::kCancelled, "the run was asked to end, and no worker is left to evaluate on");
    }
}

std::size_t CoordinatedTrainer::closuresAhead() const {
    if (parts_.coordination.isSynchronous) return 1;  // a step reads what the one before it wrote
    return kAheadPerWorker * static_cast<std::size_t>(parts_.coordinator.numWorkers());
}

base::Status CoordinatedTrainer::schedule(std::int64_t goal) {
    while (scheduled_ < std::min(goal, course_->totalSteps()) && pending_.size() < closuresAhead()) {
        TY_TRY(loop_->beginBatch());
        TY_ASSIGN(Pending pending,
                  parts_.coordination.isSynchronous ? scheduleParts() : scheduleSteps(goal - scheduled_));
        scheduled_ += pending.steps;
        pending_.push_back(std::move(pending));
    }
    return {};
}

/// A synchronous step, in as many parts as there are workers.
base::Result<CoordinatedTrainer::Pending> CoordinatedTrainer::scheduleParts() {
    const std::int64_t parts = parts_.coordinator.numWorkers();
    Pending pending{.steps = 1, .values = {}};
    for (std::int64_t part = 0; part < parts; ++part) {
        TY_ASSIGN(sdk::RemoteValue value,
                  parts_.coordinator.schedule(
                      kTrainPart, {state_, scheduled_, part, parts, optimizer_->learningRate(scheduled_)}));
        pending.values.push_back(std::move(value));
    }
    return pending;
}

/// One execution of steps_per_execution steps, but no more than `most`.
base::Result<CoordinatedTrainer::Pending> CoordinatedTrainer::scheduleSteps(std::int64_t most) {
    Pending pending;
    pending.steps = std::min<std::int64_t>(std::max(1, parts_.spec.train().steps_per_execution()), most);
    torch::Tensor rates = torch::empty({pending.steps}, torch::kFloat64);
    for (std::int64_t i = 0; i < pending.steps; ++i) rates[i] = optimizer_->learningRate(scheduled_ + i);
    TY_ASSIGN(sdk::RemoteValue value, parts_.coordinator.schedule(kTrain, {state_, scheduled_, rates}));
    pending.values.push_back(std::move(value));
    return pending;
}

/// Waits a moment for a result, and takes all that are there.
base::Status CoordinatedTrainer::waitForResults() {
    // Some parts of a synchronous step may be done already: only the missing ones are waited for.
    std::size_t outstanding = 0;
    for (const Pending& pending : pending_)
        outstanding += static_cast<std::size_t>(
            std::ranges::count_if(pending.values, [](const auto& value) { return !value.isReady(); }));
    RECORD_USER_SCOPE("communication: wait for workers");
    // Closures of callbacks come to their end between them.
    const std::size_t beside = parts_.beside ? parts_.beside->outstanding() : 0;
    if (outstanding > 0) parts_.coordinator.waitForRoom(outstanding - 1 + beside, kLookForStopEvery);
    return harvest();
}

base::Status CoordinatedTrainer::harvest() {
    for (auto pending = pending_.begin(); pending != pending_.end();) {
        if (!std::ranges::all_of(pending->values, &sdk::RemoteValue::isReady)) {
            ++pending;
            continue;
        }
        TY_ASSIGN(const torch::Tensor rows, rowsOf(*pending));
        if (clips_)
            TY_TRY(parts_.coordinator.variables().applyClipped(course_->step(), learningRate(),
                                                               parts_.spec.train().gradient().clip_norm(),
                                                               parts_.spec.train().gradient().clip_value()));
        finishSteps(rows);
        pending = pending_.erase(pending);
        TY_TRY(loop_->checkFinite());
        TY_TRY(loop_->endBatch());
    }
    return {};
}

/// The results of one closure, or the sum of a synchronous step's parts.
base::Result<torch::Tensor> CoordinatedTrainer::rowsOf(const Pending& pending) {
    torch::Tensor rows;
    for (const sdk::RemoteValue& value : pending.values) {
        const base::Result<sdk::Values> result = value.fetch();
        if (!result) {
            // The coordinator reports the first failure; this closure may have been cancelled because of it.
            TY_TRY(parts_.coordinator.join());
            return fail(result.error());
        }
        const torch::Tensor& row = std::get<torch::Tensor>(result->at(0));
        noteNotFinite(row, std::get<std::int64_t>(result->at(1)));
        noteBadSample(*result);
        rows = rows.defined() ? rows + row : row;
    }
    return rows;
}

/// Of the rows that a worker returned for the steps after the last completed one.
void CoordinatedTrainer::noteNotFinite(const torch::Tensor& rows, std::int64_t worker) {
    for (std::int64_t i = 0; i < rows.size(0); ++i) {
        const double loss =
            StepSums::read(rows.const_data_ptr<double>() + i * rows.size(1), metricNames().size()).loss;
        const std::int64_t step = course_->step() + i + 1;
        if (std::isfinite(loss) || (notFiniteAt_ != 0 && notFiniteAt_ != step)) continue;
        notFiniteAt_ = step;
        notFiniteWorkers_.insert(worker);
        loop_->warnIfNotFinite(step, loss, fmt::format("worker:{}", worker));
    }
}

void CoordinatedTrainer::noteBadSample(const sdk::Values& result) {
    if (const auto sample = std::get<std::int64_t>(result.at(2)); sample >= 0)
        badSamples_.emplace(std::get<std::int64_t>(result.at(1)), sample);
}

NotFiniteLoss CoordinatedTrainer::causeOf(NotFiniteLoss loss) {
    // Another worker may have met the weights that a bad sample has spoilt before its own worker was through.
    for (const Pending& pending : pending_)
        for (const sdk::RemoteValue& value : pending.values)
            if (const auto result = value.fetch()) noteBadSample(*result);
    loss.tasks = static_cast<int>(notFiniteWorkers_.size());
    if (loss.tasks > 0) loss.task = fmt::format("worker:{}", *notFiniteWorkers_.begin());
    loss.tasksWithBadSample = static_cast<int>(badSamples_.size());
    if (!badSamples_.empty()) loss.badSample = badSamples_.begin()->second;
    return loss;
}

void CoordinatedTrainer::finishSteps(const torch::Tensor& rows) {
    const auto end = SteadyClock::now();
    const double wallTime = base::wallNow();
    std::vector<CompletedStep> steps;
    for (std::int64_t i = 0; i < rows.size(0); ++i) {
        const double* row = rows.const_data_ptr<double>() + i * rows.size(1);
        const StepSums sums = StepSums::read(row, metricNames().size());
        course_->advance(static_cast<std::int64_t>(sums.samples));
        steps.push_back({course_->step(), wallTime, sums});
        if (!parts_.coordination.isSynchronous) steps.back().staleness = row[rows.size(1) - 1];
        ends_.push_back(end);
    }
    ledger_->addSteps(steps);
    // Steps end in groups, those of one closure and of all closures that were in progress together: a step's
    // time is that of the group divided by its size, or of the steps since the clock was started.
    const std::size_t most =
        kAheadPerWorker * static_cast<std::size_t>(parts_.coordinator.numWorkers() * rows.size(0));
    while (ends_.size() > most + 1) ends_.pop_front();
    const auto each = (end - ends_.front()) / static_cast<std::int64_t>(ends_.size() - 1);
    for (std::int64_t i = 0; i < rows.size(0); ++i) ledger_->addStepTime(each);
    parts_.link.setProgress(course_->step(), course_->lastEpoch());
}

base::Result<StepSums> CoordinatedTrainer::validate() {
    RECORD_USER_SCOPE("compute: evaluate");
    const v1::TrainSpec& train = parts_.spec.train();
    TY_ASSIGN(const DatasetPtr dataset, parts_.data.validation->get());
    const std::int64_t batch = validationBatchOf(train);
    const std::int64_t samples = train.validation_steps() > 0
                                     ? std::min(dataset->size(), train.validation_steps() * batch)
                                     : dataset->size();
    if (parts_.coordination.evaluatesOnWorkers) return validateOnWorkers(samples, batch);
    return model_->evaluate(variables(), *dataset, 0, samples, batch);
}

/// Each sample exactly once, whatever happens to workers: a closure that is run again still counts once.
base::Result<StepSums> CoordinatedTrainer::validateOnWorkers(std::int64_t samples, std::int64_t batch) {
    const std::int64_t closures = parts_.coordinator.numWorkers() * kEvaluationsPerWorker;
    const std::int64_t batches = (samples + batch - 1) / batch;
    const std::int64_t span = (batches + closures - 1) / closures * batch;
    std::vector<sdk::RemoteValue> values;
    for (std::int64_t begin = 0; begin < samples; begin += span) {
        TY_ASSIGN(sdk::RemoteValue value,
                  parts_.coordinator.schedule(
                      kEvaluate, {state_, begin, std::min(samples, begin + span), batch, course_->step()}));
        values.push_back(std::move(value));
    }
    TY_TRY(joinUnlessLeft());
    StepSums sums;
    for (const sdk::RemoteValue& value : values) {
        TY_ASSIGN(const sdk::Values result, value.fetch());
        sums += StepSums::read(std::get<torch::Tensor>(result.at(0)).const_data_ptr<double>(),
                               metricNames().size());
    }
    if (static_cast<std::int64_t>(sums.samples) != samples)
        return fail(Code::kInternal,
                    base::say("{} of {} validation samples were counted", sums.samples, samples));
    return sums;
}

/// As the completed steps have left them, even if parts of the next one have arrived.
ShardedVariables& CoordinatedTrainer::variables() {
    parts_.coordinator.variables().setRound(course_->step());
    return parts_.coordinator.variables();
}

/// What the training waits for is a copy on each ps; it is read while the training continues.
base::Status CoordinatedTrainer::gather() {
    RECORD_USER_SCOPE("checkpoint: save");
    parts_.link.setPhase("saving");
    TY_TRY(joinBeside());
    checkpointer_->waitForWriter();  // of the copy before this one
    return variables().freeze();
}

/// The state of the optimizer stays on the ps.
base::Status CoordinatedTrainer::restoreWeights(const std::filesystem::path& checkpoint) {
    TY_ASSIGN(const Restore best, Restore::read(checkpoint, Restore::Verify::kRead));
    TY_TRY(best.verified());
    TY_TRY(checkpoint::checkWeights(best.files().model, model_->wanted(), best.modelFile()));
    return loadWeights(best.files().model);
}

void CoordinatedTrainer::waitWhilePaused() {
    std::this_thread::sleep_for(kLookWhilePaused);
}

}  // namespace trainyard::engine::ps
