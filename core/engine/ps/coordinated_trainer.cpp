// SPDX-License-Identifier: Apache-2.0
#include "core/engine/ps/coordinated_trainer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/time.h"
#include "core/engine/train/not_finite.h"
#include "core/engine/train/saved_model.h"
#include "core/events/spool.h"
#include "core/spec/describe_model.h"
#include "core/spec/saved_model.h"

namespace trainyard::engine::ps {
namespace {

using base::Code;
using base::fail;
using Clock = std::chrono::steady_clock;

/// An evaluation is divided into this many closures per worker, so that a slow worker delays its end only a
/// little.
constexpr std::int64_t kEvaluationsPerWorker = 4;
/// Closures that are scheduled ahead, a worker: the next one must wait for it, not the other way round.
constexpr std::size_t kAheadPerWorker = 2;
constexpr std::chrono::milliseconds kLookForStopEvery{250};

}  // namespace

CoordinatedTrainer::CoordinatedTrainer(Parts parts) : parts_(std::move(parts)) {
}

base::Result<std::unique_ptr<CoordinatedTrainer>> CoordinatedTrainer::create(Parts parts) {
    std::unique_ptr<CoordinatedTrainer> trainer(new CoordinatedTrainer(std::move(parts)));
    const v1::RunSpec& spec = trainer->parts_.spec;
    TY_ASSIGN(trainer->trainData_, trainer->parts_.data.train.get());
    spdlog::info("training on {}", trainer->trainData_->describe());
    TY_ASSIGN(trainer->planned_, plannedModel(spec, *trainer->trainData_));
    trainer->model_ = trainer->planned_->model.get();
    std::optional<Restore> restored, saved;
    if (!trainer->parts_.restore.empty()) {
        TY_ASSIGN(restored, Restore::read(trainer->parts_.restore));
        TY_TRY(restored->fill(*trainer->model_));
    } else if (const spec::Choice model = spec::modelOf(spec); model.kind == "saved") {
        TY_ASSIGN(saved, Restore::read(model.value.get<std::string>()));
        TY_TRY(saved->fill(*trainer->model_));
    } else if (spec.train().initial_weights().empty()) {
        trainer->model_->drawWeights(spec.seed());
    } else {
        TY_TRY(trainer->model_->loadWeights(spec.train().initial_weights()));
    }
    trainer->optimizer_ = makeOptimizer(spec::optimizerOf(spec), trainer->model_->variables());
    // A saved model brings its weights and its optimizer's state; the training itself starts from step 0.
    if (saved) {
        TY_ASSIGN(const auto fresh, saved->fill(*trainer->optimizer_, trainer->model_->names()));
        for (const std::string& what : fresh) spdlog::warn("{}", what);
        TY_TRY(saved->verified());
    }
    trainer->hasOptimizerState_ = restored || saved;
    trainer->savePolicy_.emplace(spec);
    trainer->interrupt_.emplace(spec, trainer->parts_.link.place());
    trainer->planSteps(restored ? std::optional(restored->progress()) : std::nullopt);
    if (trainer->plan().stepsPerEpoch() == 0)
        return fail(Code::kInvalidArgument,
                    fmt::format("an epoch has no step: drop_remainder drops all {} samples, a batch has {}",
                                trainer->order_.samples, trainer->order_.globalBatch),
                    "data.no_step");
    if (restored) TY_TRY(trainer->restore(*restored));
    TY_TRY(trainer->createVariables());
    return trainer;
}

void CoordinatedTrainer::planSteps(const std::optional<data::Progress>& restored) {
    const v1::TrainSpec& train = parts_.spec.train();
    const std::int64_t parts = parts_.coordination.isSynchronous ? parts_.coordinator.numWorkers() : 1;
    order_ = orderOf(parts_.spec, trainData_->size(), train.data().batch_size() * parts, 0);
    if (restored) {
        order_.start = *restored;
    } else if (train.initial_epoch() > 0) {  // as if the epochs before it had been run
        const std::int64_t steps = data::SampleOrder(order_).stepsPerEpoch();
        const std::int64_t all = steps * order_.globalBatch;
        order_.start.epoch = train.initial_epoch();
        order_.start.step = steps * train.initial_epoch();
        order_.start.position = train.initial_epoch() * (order_.repeat ? all : std::min(all, order_.samples));
    }
    plan_ = data::SampleOrder(order_).plan();
    order_.start = plan_->start();
    step_ = order_.start.step;
    position_ = order_.start.position;
    consumed_ = order_.start.consumed;
    stepInEpoch_ = order_.start.stepInEpoch;
    totalSteps_ = lastStep();
}

/// The last step of the training, under the current spec.
std::int64_t CoordinatedTrainer::lastStep() const {
    const v1::TrainSpec& train = parts_.spec.train();
    std::int64_t last = plan().endOf(train.epochs() - 1);
    if (step_ > order_.start.step) last = std::max(last, plan().endOf(plan().epochOf(step_ - 1)));
    if (train.max_steps() > 0) last = std::max(step_, std::min<std::int64_t>(last, train.max_steps()));
    return last;
}

base::Status CoordinatedTrainer::restore(const Restore& from) {
    std::vector<std::string> changed = from.whatChanged(parts_.spec, layout());
    TY_ASSIGN(const auto fresh, from.fill(*optimizer_, model_->names()));
    TY_TRY(from.verified());
    changed.insert(changed.end(), fresh.begin(), fresh.end());
    if (stepInEpoch_ > 0) epochSums_ = StepSums::fromMap(from.state().sums, metricNames());
    metrics_ = from.state().metrics;
    measuredAt_ = step_;
    savePolicy_->restoreBest(from.state().best);
    spdlog::info("goes on after step {} (epoch {}, {} samples consumed) from {}", step_,
                 order_.start.epoch + 1, position_, parts_.restore.string());
    if (changed.empty()) return {};
    const std::string text = fmt::format("not as in the checkpoint: {}", fmt::join(changed, "; "));
    spdlog::warn("{}", text);
    parts_.link.sendWarning("resume.changed", text);
    return {};
}

int CoordinatedTrainer::lastEpoch() const {
    const data::Progress& start = order_.start;
    if (step_ > start.step) return plan().epochOf(step_ - 1);
    return start.stepInEpoch > 0 ? start.epoch : std::max(0, start.epoch - 1);
}

nlohmann::json CoordinatedTrainer::layout() const {
    return {{"replicas", parts_.coordinator.numWorkers()},
            {"global_batch", order_.globalBatch},
            {"steps_per_epoch", plan().stepsPerEpoch()},
            {"samples", order_.samples}};
}

/// "mnist_cnn", or of how many layers it is made.
base::Status CoordinatedTrainer::createVariables() {
    const spec::Named named = spec::optimizerOf(parts_.spec);
    ShardedVariables& variables = parts_.coordinator.variables();
    const std::vector<std::string> names = stateNames(*model_);
    const std::vector<torch::Tensor> tensors = stateTensors(*model_);
    for (std::size_t i = 0; i < names.size(); ++i) {
        const bool isTrained = i < model_->variables().size();
        TY_TRY(variables.create(names[i], tensors[i].detach(),
                                isTrained ? sdk::OptimizerSpec{named.name, named.options}
                                          : sdk::OptimizerSpec{"sgd", nlohmann::json::object()}));
        if (!hasOptimizerState_ || !isTrained) continue;
        ShardState state{tensors[i].detach().contiguous(), {}};
        for (const auto& [slot, ofVariables] : optimizer_->slots())
            state.slots[slot] = ofVariables[i].contiguous();
        TY_TRY(variables.restore(names[i], state));
    }
    const v1::GradientSpec& gradient = parts_.spec.train().gradient();
    clips_ = parts_.coordination.isSynchronous && (gradient.clip_norm() > 0 || gradient.clip_value() > 0);
    if (clips_) TY_TRY(variables.holdRounds());
    TY_ASSIGN(const std::vector<sdk::VariableInfo> placed, variables.list());
    for (const sdk::VariableInfo& info : placed)
        for (const sdk::Shard& shard : info.shards)
            spdlog::info("{} rows {}…{} on ps:{}", info.name, shard.firstRow, shard.firstRow + shard.rows - 1,
                         shard.ps);
    spdlog::info("{}: {} parameters, {} steps an epoch, {} in all, by {} workers",
                 spec::describeModel(parts_.spec), model_->plan().parameters(), plan().stepsPerEpoch(),
                 totalSteps_, parts_.coordinator.numWorkers());
    return {};
}

base::Status CoordinatedTrainer::run() {
    const v1::JoinReply& place = parts_.link.place();
    checkpointer_ = std::make_unique<Checkpointer>(
        Checkpointer::Places{place.checkpoint_dir(), place.backup_dir(), place.run(), parts_.attempt,
                             savePolicy_->isWeightsOnly(), spec::stopsOnNotFinite(parts_.spec)},
        parts_.link);
    if (parts_.restore.parent_path() == place.checkpoint_dir()) checkpointer_->noteKept(step_);
    writePlan();
    warnOfShortEpoch();
    state_ = createWorkerStates();
    scheduled_ = step_;
    parts_.link.setPhase("training");
    epochStart_ = Clock::now();
    ends_.assign(1, epochStart_);
    while (step_ < totalSteps_) {
        const std::int64_t goal = nextBoundary();
        TY_TRY(trainUntil(goal));
        const bool isEpochEnd = plan().isEnd(step_) || step_ == totalSteps_;
        if (step_ == goal) {
            const std::optional<int> ended =
                isEpochEnd ? std::optional(plan().epochOf(step_ - 1)) : std::nullopt;
            if (ended) TY_TRY(finishEpoch(*ended));
            const SavesDue due = savePolicy_->after(step_ - 1, step_, ended, metrics_);
            if (due.any()) TY_TRY(save(due));
            TY_TRY(interruptIfAsked(ended));
        }
        const StopRequest stop = parts_.link.stopRequest();
        if (stop == StopRequest::kSaveAndStop) {
            if (checkpointer_->lastKeptStep() != step_) TY_TRY(save({.isKept = true}));
            finish("saved");
            return {};
        }
        if (stop == StopRequest::kAfterStep || (stop == StopRequest::kAfterEpoch && isEpochEnd)) {
            finish("stopped");
            return {};
        }
        takeWish();
    }
    if (parts_.spec.checkpoint().final() && checkpointer_->lastKeptStep() != step_)
        TY_TRY(save({.isKept = true}));
    finish("completed");
    hasCompleted_ = true;
    return {};
}

base::Status CoordinatedTrainer::saveModelAs(const std::filesystem::path& file) {
    TY_TRY(gather());
    TY_ASSIGN(const spec::Choice made, spec::resolveSavedModel(spec::modelOf(parts_.spec)));
    return saveModelAlone(file, *model_, *optimizer_, made, stateNow(), parts_.link.place().run());
}

/// With one worker the order is exactly the run's own; with more, each continues approximately where it was.
sdk::PerWorker CoordinatedTrainer::createWorkerStates() {
    const int workers = parts_.coordinator.numWorkers();
    const bool isOneOrder = parts_.coordination.isSynchronous || workers == 1;
    return parts_.coordinator.createPerWorker(kWorkerState,
                                              {order_.globalBatch, isOneOrder ? step_ : step_ / workers,
                                               progressTensor(isOneOrder ? order_.start : data::Progress{})});
}

/// Points where all closures must be done before continuing: the end of the epoch, a save, the end.
std::int64_t CoordinatedTrainer::nextBoundary() const {
    std::int64_t goal = std::min(totalSteps_, plan().endOf(plan().epochOf(step_)));
    goal = std::min(goal, savePolicy_->nextStep(step_));
    if (interrupt_->step() && *interrupt_->step() > step_) goal = std::min(goal, *interrupt_->step());
    return goal;
}

/// Stops short of the goal only when something was asked for; then nothing is under way any more.
base::Status CoordinatedTrainer::trainUntil(std::int64_t goal) {
    while (step_ < goal) {
        parts_.profiler.heed(parts_.link.wish().profile, step_);
        const StopRequest stop = parts_.link.stopRequest();
        const bool isStopping = stop == StopRequest::kAfterStep || stop == StopRequest::kSaveAndStop;
        if (!isStopping && !hasWish()) TY_TRY(schedule(goal));
        if (pending_.empty()) return {};
        // Some parts of a synchronous step may be done already: only the missing ones are waited for.
        std::size_t outstanding = 0;
        for (const Pending& pending : pending_)
            outstanding += static_cast<std::size_t>(
                std::ranges::count_if(pending.values, [](const auto& value) { return !value.isReady(); }));
        RECORD_USER_SCOPE("communication: wait for workers");
        if (outstanding > 0) parts_.coordinator.waitForRoom(outstanding - 1, kLookForStopEvery);
        TY_TRY(harvest());
        const auto missing = parts_.coordinator.missingWorkers();
        if (isStopping && static_cast<int>(missing.size()) == parts_.coordinator.numWorkers()) {
            pending_.clear();  // no worker is left to do it
            return {};
        }
    }
    return {};
}

base::Status CoordinatedTrainer::schedule(std::int64_t goal) {
    const int workers = parts_.coordinator.numWorkers();
    // A synchronous step reads what the step before wrote.
    const std::size_t ahead =
        parts_.coordination.isSynchronous ? 1 : kAheadPerWorker * static_cast<std::size_t>(workers);
    while (scheduled_ < goal && pending_.size() < ahead) {
        Pending pending;
        if (parts_.coordination.isSynchronous) {
            pending.steps = 1;
            for (std::int64_t part = 0; part < workers; ++part) {
                TY_ASSIGN(
                    sdk::RemoteValue value,
                    parts_.coordinator.schedule(kTrainPart, {state_, scheduled_, part, std::int64_t{workers},
                                                             optimizer_->learningRate(scheduled_)}));
                pending.values.push_back(std::move(value));
            }
        } else {
            pending.steps = std::min<std::int64_t>(std::max(1, parts_.spec.train().steps_per_execution()),
                                                   goal - scheduled_);
            torch::Tensor rates = torch::empty({pending.steps}, torch::kFloat64);
            for (std::int64_t i = 0; i < pending.steps; ++i)
                rates[i] = optimizer_->learningRate(scheduled_ + i);
            TY_ASSIGN(sdk::RemoteValue value,
                      parts_.coordinator.schedule(kTrain, {state_, scheduled_, rates}));
            pending.values.push_back(std::move(value));
        }
        scheduled_ += pending.steps;
        pending_.push_back(std::move(pending));
    }
    return {};
}

/// Takes the results that are there.
base::Status CoordinatedTrainer::harvest() {
    for (auto pending = pending_.begin(); pending != pending_.end();) {
        if (!std::ranges::all_of(pending->values, &sdk::RemoteValue::isReady)) {
            ++pending;
            continue;
        }
        torch::Tensor rows;
        for (const sdk::RemoteValue& value : pending->values) {
            const base::Result<sdk::Values> result = value.fetch();
            if (!result) {
                // The coordinator reports the first failure; this closure may have been cancelled because of
                // it.
                TY_TRY(parts_.coordinator.join());
                return fail(result.error());
            }
            const torch::Tensor& row = std::get<torch::Tensor>(result->at(0));
            noteNotFinite(row, std::get<std::int64_t>(result->at(1)));
            noteBadSample(*result);
            rows = rows.defined() ? rows + row : row;
        }
        if (clips_)
            TY_TRY(parts_.coordinator.variables().applyClipped(step_, optimizer_->learningRate(step_),
                                                               parts_.spec.train().gradient().clip_norm(),
                                                               parts_.spec.train().gradient().clip_value()));
        finishSteps(rows);
        pending = pending_.erase(pending);
        TY_TRY(checkFinite());
    }
    return {};
}

/// Of the rows that a worker has given for the steps after the last finished one.
void CoordinatedTrainer::noteNotFinite(const torch::Tensor& rows, std::int64_t worker) {
    for (std::int64_t i = 0; i < rows.size(0); ++i) {
        const double loss =
            StepSums::read(rows.const_data_ptr<double>() + i * rows.size(1), metricNames().size()).loss;
        const std::int64_t step = step_ + i + 1;
        if (std::isfinite(loss) || (notFiniteAt_ != 0 && notFiniteAt_ != step)) continue;
        if (std::exchange(notFiniteAt_, step) == 0) {
            const std::string text =
                fmt::format("the loss of step {} is {} in {}", step, loss, fmt::format("worker:{}", worker));
            spdlog::warn("{}", text);
            parts_.link.sendWarning("loss.not_finite", text);
        }
        notFiniteWorkers_.insert(worker);
    }
}

void CoordinatedTrainer::noteBadSample(const sdk::Values& result) {
    if (const auto sample = std::get<std::int64_t>(result.at(2)); sample >= 0)
        badSamples_.emplace(std::get<std::int64_t>(result.at(1)), sample);
}

/// The NaN guard. A worker's update with such a step may have corrupted the weights: they are not saved.
base::Status CoordinatedTrainer::checkFinite() {
    if (notFiniteAt_ == 0 || !spec::stopsOnNotFinite(parts_.spec)) return {};
    // Another worker may have met the weights that a bad sample has spoilt before its own worker was through.
    for (const Pending& pending : pending_)
        for (const sdk::RemoteValue& value : pending.values)
            if (const auto result = value.fetch()) noteBadSample(*result);
    checkpointer_->finish();
    const bool hasCheckpoint = !parts_.restore.empty() || !checkpointer_->takeSaved().empty();
    return fail(notFiniteError({notFiniteAt_, fmt::format("worker:{}", *notFiniteWorkers_.begin()),
                                static_cast<int>(notFiniteWorkers_.size()), hasCheckpoint,
                                static_cast<int>(badSamples_.size()),
                                badSamples_.empty() ? 0 : badSamples_.begin()->second}));
}

void CoordinatedTrainer::finishSteps(const torch::Tensor& rows) {
    std::vector<events::Event> values;
    const auto end = Clock::now();
    for (std::int64_t i = 0; i < rows.size(0); ++i) {
        const double* row = rows.const_data_ptr<double>() + i * rows.size(1);
        const StepSums sums = StepSums::read(row, metricNames().size());
        epochSums_ += sums;
        ++step_;
        ++stepInEpoch_;
        position_ += static_cast<std::int64_t>(sums.samples);
        consumed_ += static_cast<std::int64_t>(sums.samples);
        if (step_ % std::max(1, parts_.spec.train().save_summary_steps()) == 0) {
            for (events::Event& value : scalars("batch_", sums)) values.push_back(std::move(value));
            if (!parts_.coordination.isSynchronous)
                values.push_back(
                    events::ScalarEvent{"staleness", step_, base::wallNow(), row[rows.size(1) - 1], false});
        }
        ends_.push_back(end);
    }
    // Steps end in groups, those of one closure and of all closures that were in progress together: a step's
    // time is that of the group divided by its size, or of the steps since the clock was started.
    const std::size_t most =
        kAheadPerWorker * static_cast<std::size_t>(parts_.coordinator.numWorkers() * rows.size(0));
    while (ends_.size() > most + 1) ends_.pop_front();
    const auto each = (end - ends_.front()) / static_cast<std::int64_t>(ends_.size() - 1);
    for (std::int64_t i = 0; i < rows.size(0); ++i) timer_.add(each);
    parts_.spool.add(Split::kTrain, std::move(values));
    parts_.link.setProgress(step_, plan().epochOf(step_ - 1));
}

base::Status CoordinatedTrainer::finishEpoch(int epoch) {
    const double seconds = std::chrono::duration<double>(Clock::now() - epochStart_).count();
    const int every = std::max(1, parts_.spec.train().validation_freq());
    std::optional<StepSums> validation;
    if (parts_.data.validation && (epoch + 1) % every == 0) {
        parts_.link.setPhase("evaluating");
        TY_ASSIGN(validation, validate());
        parts_.link.setPhase("training");
    }
    logEpoch(epoch, seconds, validation);
    if (plan().isEnd(step_)) {  // else max_steps ends the run inside the epoch
        epochSums_ = {};
        stepInEpoch_ = consumed_ = 0;
    }
    epochStart_ = Clock::now();
    ends_.assign(1, Clock::now());
    return {};
}

base::Result<StepSums> CoordinatedTrainer::validate() {
    RECORD_USER_SCOPE("compute: evaluate");
    const v1::TrainSpec& train = parts_.spec.train();
    TY_ASSIGN(const DatasetPtr dataset, parts_.data.validation->get());
    const std::int64_t batch =
        train.validation_batch_size() > 0 ? train.validation_batch_size() : train.data().batch_size();
    const std::int64_t samples = train.validation_steps() > 0
                                     ? std::min(dataset->size(), train.validation_steps() * batch)
                                     : dataset->size();
    if (parts_.coordination.evaluatesOnWorkers) return validateOnWorkers(samples, batch);
    TY_TRY(parts_.coordinator.variables().pull(stateNames(*model_), stateTensors(*model_)));
    return evaluateRange(*planned_, *dataset, 0, samples, batch);
}

/// Each sample exactly once, whatever happens to workers: a closure that is run again still counts once.
base::Result<StepSums> CoordinatedTrainer::validateOnWorkers(std::int64_t samples, std::int64_t batch) {
    const std::int64_t closures = parts_.coordinator.numWorkers() * kEvaluationsPerWorker;
    const std::int64_t batches = (samples + batch - 1) / batch;
    const std::int64_t span = (batches + closures - 1) / closures * batch;
    std::vector<sdk::RemoteValue> values;
    for (std::int64_t begin = 0; begin < samples; begin += span) {
        TY_ASSIGN(
            sdk::RemoteValue value,
            parts_.coordinator.schedule(kEvaluate, {state_, begin, std::min(samples, begin + span), batch}));
        values.push_back(std::move(value));
    }
    TY_TRY(parts_.coordinator.join());
    StepSums sums;
    for (const sdk::RemoteValue& value : values) {
        TY_ASSIGN(const sdk::Values result, value.fetch());
        sums += StepSums::read(std::get<torch::Tensor>(result.at(0)).const_data_ptr<double>(),
                               metricNames().size());
    }
    if (static_cast<std::int64_t>(sums.samples) != samples)
        return fail(Code::kInternal,
                    fmt::format("{} of {} validation samples were counted", sums.samples, samples));
    return sums;
}

void CoordinatedTrainer::warnOfShortEpoch() {
    const auto text = data::shortEpoch(parts_.spec.train().steps_per_epoch(), plan());
    if (!text) return;
    spdlog::warn("{}", *text);
    parts_.link.sendWarning("data.short_epoch", *text);
}

void CoordinatedTrainer::writePlan() {
    events::PlanRecord record;
    record.attempt = parts_.attempt;
    record.fromStep = order_.start.step;
    record.fromEpoch = order_.start.epoch;
    record.fromStepInEpoch = order_.start.stepInEpoch;
    record.stepsPerEpoch = plan().stepsPerEpoch();
    record.firstEpochEnd = plan().endOf(order_.start.epoch);
    record.totalSteps = totalSteps_;
    record.epochs = parts_.spec.train().epochs();
    record.replicas = parts_.coordinator.numWorkers();
    record.globalBatch = order_.globalBatch;
    record.parameters = model_->plan().parameters();
    parts_.spool.add(Split::kTrain,
                     {events::TextEvent{events::kPlanTag, step_, base::wallNow(), toText(record)}});
}

std::vector<events::Event> CoordinatedTrainer::scalars(const std::string& prefix,
                                                       const StepSums& sums) const {
    const bool isDouble = parts_.spec.train().precision() == "float64";
    std::vector<events::Event> values{
        events::ScalarEvent{prefix + "loss", step_, base::wallNow(), sums.meanLoss(), isDouble}};
    for (std::size_t i = 0; i < sums.metrics.size(); ++i)
        values.push_back(events::ScalarEvent{prefix + metricNames()[i], step_, base::wallNow(),
                                             sums.metrics[i].value(), isDouble});
    return values;
}

void CoordinatedTrainer::addMetrics(const std::string& prefix, const StepSums& sums,
                                    std::map<std::string, double>& metrics) const {
    metrics[prefix + "loss"] = sums.meanLoss();
    for (std::size_t i = 0; i < sums.metrics.size(); ++i)
        metrics[prefix + metricNames()[i]] = sums.metrics[i].value();
}

void CoordinatedTrainer::logEpoch(int epoch, double seconds, const std::optional<StepSums>& validation) {
    metrics_.clear();
    measuredAt_ = step_;
    addMetrics("", epochSums_, metrics_);
    if (validation) addMetrics("val_", *validation, metrics_);
    if (validation) parts_.spool.add(Split::kValidation, scalars("epoch_", *validation));
    std::vector<events::Event> values = scalars("epoch_", epochSums_);
    values.push_back(events::TextEvent{events::kEpochTag, step_, base::wallNow(),
                                       toText(events::EpochRecord{epoch, step_, seconds, metrics_})});
    parts_.spool.add(Split::kTrain, std::move(values));
}

/// The interrupt of `inject`: the chief ends, and with it the attempt.
base::Status CoordinatedTrainer::interruptIfAsked(std::optional<int> endedEpoch) {
    const auto interrupted = interrupt_->after(step_ - 1, step_, endedEpoch);
    if (!interrupted) return {};
    checkpointer_->finish();
    return fail(*interrupted);
}

/// Gathers what the ps hold into the chief's copy.
base::Status CoordinatedTrainer::gather() {
    torch::NoGradGuard noGrad;
    const std::vector<std::string> names = stateNames(*model_);
    const std::vector<torch::Tensor> tensors = stateTensors(*model_);
    const auto slots = optimizer_->slots();
    for (std::size_t i = 0; i < names.size(); ++i) {
        TY_ASSIGN(const ShardState state, parts_.coordinator.variables().snapshot(names[i]));
        tensors[i].detach().copy_(state.value);
        if (i >= model_->variables().size()) continue;
        for (const auto& [slot, ofVariables] : slots)
            torch::Tensor(ofVariables[i]).copy_(state.slots.at(slot));
    }
    return {};
}

checkpoint::TrainState CoordinatedTrainer::stateNow() const {
    checkpoint::TrainState state;
    state.step = step_;
    state.epoch = plan().epochOf(step_);
    state.position = position_;
    state.stepInEpoch = stepInEpoch_;
    state.consumed = consumed_;
    state.sums = epochSums_.toMap(metricNames());
    // What was measured of these weights; else what the epoch has so far.
    if (measuredAt_ == step_)
        state.metrics = metrics_;
    else if (epochSums_.samples > 0)
        addMetrics("", epochSums_, state.metrics);
    state.layout = layout();
    state.best = savePolicy_->best();
    state.spec = spec::toJson(parts_.spec);
    return state;
}

/// The chief's copy is saved as under any other strategy.
base::Status CoordinatedTrainer::save(SavesDue due) {
    RECORD_USER_SCOPE("checkpoint: save");
    parts_.link.setPhase("saving");
    TY_TRY(gather());
    checkpointer_->save(*model_, *optimizer_, stateNow(), lastEpoch(), due);
    parts_.link.setPhase("training");
    ends_.assign(1, Clock::now());
    return {};
}

void CoordinatedTrainer::finish(const std::string& outcome) {
    parts_.link.setPhase("finishing");
    checkpointer_->finish();
    if (const auto monitor = savePolicy_->takeMissingMonitor())
        parts_.link.sendWarning("checkpoint.no_metric",
                                fmt::format("checkpoint.best is {}, which no epoch had: no checkpoint was "
                                            "kept as the best",
                                            *monitor));
    events::ResultRecord result;
    result.step = step_;
    result.epoch = lastEpoch();
    result.msPerStep = timer_.medianMs();
    result.samplesPerSecond =
        result.msPerStep > 0 ? static_cast<double>(order_.globalBatch) / result.msPerStep * 1e3 : 0;
    result.metrics = metrics_;
    result.outcome = outcome;
    // Stopped inside an epoch: the partial values.
    if (epochSums_.samples > 0) addMetrics("", epochSums_, result.metrics);
    parts_.spool.add(Split::kTrain,
                     {events::TextEvent{events::kResultTag, step_, base::wallNow(), toText(result)}});
}

}  // namespace trainyard::engine::ps
