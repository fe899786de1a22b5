// SPDX-License-Identifier: Apache-2.0
#include "core/engine/train/trainer.h"
#include "core/engine/model/precision.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spdlog/spdlog.h>
#include <sys/resource.h>

#include <algorithm>
#include <cmath>

#include "core/base/time.h"
#include "core/engine/eval/evaluator.h"
#include "core/engine/train/not_finite.h"
#include "core/engine/train/saved_model.h"
#include "core/spec/checkpoint_spec.h"
#include "core/spec/describe_model.h"
#include "core/spec/layers.h"
#include "core/spec/saved_model.h"
#include "plugins/sdk/metered.h"

namespace trainyard::engine {
namespace {

using base::Code;
using base::fail;
using Clock = std::chrono::steady_clock;

double ms(std::chrono::nanoseconds time) {
    return std::chrono::duration<double, std::milli>(time).count();
}

}  // namespace

Trainer::Trainer(Parts parts) : parts_(std::move(parts)) {
}

base::Result<std::unique_ptr<Trainer>> Trainer::create(Parts parts) {
    std::unique_ptr<Trainer> trainer(new Trainer(std::move(parts)));
    const v1::RunSpec& spec = trainer->parts_.spec;
    sdk::Strategy& strategy = trainer->parts_.strategy;
    TY_ASSIGN(const spec::ModelPlan plan,
              spec::planModel(spec::modelOf(spec), trainer->parts_.trainData->sampleShape()));
    const data::Dataset& dataset = *trainer->parts_.trainData;
    const spec::LabelInfo labels{dataset.labels().dtype == data::Dtype::kInt64, dataset.labels().shape,
                                 dataset.classes()};
    TY_TRY(spec::checkLoss(spec::lossOf(spec), spec::metricsOf(spec), plan.output, labels));
    trainer->objective_.emplace(spec::lossOf(spec), spec::metricsOf(spec), plan);

    std::optional<Restore> restored;
    if (!trainer->parts_.restore.empty()) {
        TY_ASSIGN(restored, Restore::read(trainer->parts_.restore));
    }
    // A saved model brings its weights and its optimizer's state; the training itself starts from step 0.
    std::optional<Restore> saved;
    if (const spec::Choice model = spec::modelOf(spec); model.kind == "saved" && !restored) {
        TY_ASSIGN(saved, Restore::read(model.value.get<std::string>()));
    }
    const auto precision = precisionOf(spec);
    std::vector<sdk::ReplicaVariables> variables;
    for (int i = 0; i < strategy.numLocalReplicas(); ++i) {
        auto model = std::make_unique<Model>(plan, precision);
        // adopt() distributes replica 0's variables to all replicas, but no buffers.
        if (restored)
            TY_TRY(restored->fill(*model));
        else if (saved)
            TY_TRY(saved->fill(*model));
        else if (spec.train().initial_weights().empty())
            model->drawWeights(spec.seed());
        else
            TY_TRY(model->loadWeights(spec.train().initial_weights()));
        variables.push_back(model->variables());
        trainer->models_.push_back(std::move(model));
    }
    strategy.adopt(variables);
    for (std::size_t i = 0; i < trainer->models_.size(); ++i) {
        Replica replica;
        replica.optimizer = makeOptimizer(spec::optimizerOf(spec), trainer->models_[i]->variables());
        if (saved) {
            TY_ASSIGN(const auto fresh, saved->fill(*replica.optimizer, trainer->models_[i]->names()));
            for (const std::string& what : fresh) spdlog::warn("{}", what);
        }
        trainer->replicas_.push_back(std::move(replica));
    }
    if (saved) TY_TRY(saved->verified());
    trainer->savePolicy_.emplace(spec);
    trainer->interrupt_.emplace(spec, trainer->parts_.link.place());
    trainer->stepOptions_ = StepOptions::of(spec);
    const int replicas = strategy.numReplicasInSync();
    TY_ASSIGN(trainer->order_.sharding, data::shard(*trainer->parts_.trainData,
                                                    {.shard = spec.train().data().shard(),
                                                     .uneven = spec.train().data().uneven(),
                                                     .workers = replicas / strategy.numLocalReplicas(),
                                                     .replicas = replicas,
                                                     .batch = std::int64_t{spec.train().data().batch_size()} *
                                                              trainer->stepOptions_.accumulate}));
    spdlog::info("shards by {}", trainer->order_.sharding.reason);
    trainer->planSteps(restored ? std::optional(restored->progress()) : std::nullopt);
    if (trainer->plan().stepsPerEpoch() == 0)
        return fail(
            Code::kInvalidArgument,
            fmt::format("an epoch has no step: drop_remainder drops all {} samples, the global batch is {}",
                        trainer->order_.samples, trainer->order_.globalBatch),
            "data.no_step");
    spdlog::info("{}: {} parameters, {} steps an epoch, {} in all; {}", spec::describeModel(spec),
                 plan.parameters(), trainer->plan().stepsPerEpoch(), trainer->totalSteps_,
                 strategy.describe());
    if (restored) TY_TRY(trainer->restore(*restored));
    TY_TRY(trainer->checkRestoredAlike());
    return trainer;
}

void Trainer::planSteps(const std::optional<data::Progress>& restored) {
    const v1::TrainSpec& train = parts_.spec.train();
    const int replicas = parts_.strategy.numReplicasInSync();
    order_.samples = parts_.trainData->size();
    order_.globalBatch =
        std::int64_t{train.data().batch_size()} * replicas * std::max(1, train.gradient().accumulate());
    order_.shuffle = spec::shuffleOf(parts_.spec);
    order_.repeat = spec::repeats(parts_.spec);
    order_.dropRemainder = train.data().drop_remainder();
    order_.stepsPerEpoch = train.steps_per_epoch();
    order_.seed = parts_.spec.seed();
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
    step_ = looked_ = order_.start.step;
    position_ = order_.start.position;
    consumed_ = order_.start.consumed;
    stepInEpoch_ = order_.start.stepInEpoch;
    totalSteps_ = lastStep();
}

std::int64_t Trainer::lastStep() const {
    const v1::TrainSpec& train = parts_.spec.train();
    std::int64_t last = plan().endOf(train.epochs() - 1);
    if (step_ > order_.start.step) last = std::max(last, plan().endOf(plan().epochOf(step_ - 1)));
    if (train.max_steps() > 0) last = std::max(step_, std::min<std::int64_t>(last, train.max_steps()));
    return last;
}

base::Status Trainer::restore(const Restore& from) {
    std::vector<std::string> changed = from.whatChanged(parts_.spec, layout());
    for (const Replica& replica : replicas_) {
        TY_ASSIGN(const auto fresh, from.fill(*replica.optimizer, models_.front()->names()));
        if (&replica == &replicas_.front()) changed.insert(changed.end(), fresh.begin(), fresh.end());
    }
    TY_TRY(from.verified());
    if (stepInEpoch_ > 0) epochSums_ = StepSums::fromMap(from.state().sums, objective_->metricNames());
    metrics_ = from.state().metrics;
    measuredAt_ = step_;
    savePolicy_->restoreBest(from.state().best);
    spdlog::info("goes on after step {} (epoch {}, {} samples consumed) from {}", step_,
                 order_.start.epoch + 1, position_, parts_.restore.string());
    if (changed.empty() || !isChief()) return {};
    const std::string text = fmt::format("not as in the checkpoint: {}", fmt::join(changed, "; "));
    spdlog::warn("{}", text);
    parts_.link.sendWarning("resume.changed", text);
    return {};
}

/// Every process must have come to the same step, or the replicas would train apart without a word.
base::Status Trainer::checkRestoredAlike() {
    const auto step = static_cast<double>(step_);
    torch::Tensor sums = torch::tensor({1.0, step, step * step}, torch::kFloat64);
    parts_.strategy.startSum(sums)->wait();
    const double* all = sums.const_data_ptr<double>();
    if (all[1] == all[0] * step && all[2] == all[0] * step * step) return {};
    return fail(Code::kFailedPrecondition,
                fmt::format("the processes do not start at the same step: this one at {}, their mean is {}; "
                            "give all of them the same checkpoint",
                            step_, all[1] / all[0]),
                "restore.differs");
}

int Trainer::lastEpoch() const {
    const data::Progress& start = order_.start;
    if (step_ > start.step) return plan().epochOf(step_ - 1);
    return start.stepInEpoch > 0 ? start.epoch : std::max(0, start.epoch - 1);
}

nlohmann::json Trainer::layout() const {
    return {{"replicas", parts_.strategy.numReplicasInSync()},
            {"global_batch", order_.globalBatch},
            {"steps_per_epoch", plan().stepsPerEpoch()},
            {"samples", order_.samples}};
}

void Trainer::startPipelines() {
    for (std::size_t i = 0; i < replicas_.size(); ++i) {
        Pipeline::Options options;
        options.dataset = parts_.trainData;
        options.order = order_;
        options.replica = parts_.strategy.firstLocalReplica() + static_cast<int>(i);
        options.firstStep = step_;
        options.lastStep = totalSteps_;
        replicas_[i].pipeline = std::make_unique<Pipeline>(std::move(options), *models_[i]);
    }
}

base::Status Trainer::run() {
    startPipelines();
    control_ = std::make_unique<StepControl>(parts_.strategy, &parts_.link, isChief(),
                                             objective_->metricNames().size());
    const v1::JoinReply& place = parts_.link.place();
    if (isChief()) {
        checkpointer_ = std::make_unique<Checkpointer>(
            Checkpointer::Places{place.checkpoint_dir(), place.backup_dir(), place.run(), parts_.attempt,
                                 savePolicy_->isWeightsOnly(), spec::stopsOnNotFinite(parts_.spec)},
            parts_.link);
        hasCheckpoint_ = !parts_.restore.empty();
        checkpointer_->prepare(*models_.front(), *replicas_.front().optimizer);
        if (parts_.restore.parent_path() == place.checkpoint_dir()) checkpointer_->noteKept(step_);
    }
    writePlan();
    warnOfShortEpoch();
    parts_.link.setPhase("training");
    epochStart_ = lastStepEnd_ = Clock::now();
    const int stepsPerExecution = std::max(1, parts_.spec.train().steps_per_execution());
    while (step_ < totalSteps_) {
        trainStep();
        TY_TRY(checkFinite());
        const bool isEpochEnd = plan().isEnd(step_) || step_ == totalSteps_;
        // Saves, stops and progress come between executions; an epoch's last may be shorter.
        if (!isEpochEnd && stepInEpoch_ % stepsPerExecution != 0) continue;
        parts_.link.setProgress(step_, plan().epochOf(step_ - 1));
        const std::optional<int> ended = isEpochEnd ? std::optional(plan().epochOf(step_ - 1)) : std::nullopt;
        if (ended)
            TY_TRY(finishEpoch(*ended));
        else
            TY_TRY(saveIfDue(ended));
        TY_TRY(interruptIfAsked(ended));
        looked_ = step_;
        TY_ASSIGN(const bool isGoingOn, goesOn(isEpochEnd));
        if (!isGoingOn) return {};
    }
    if (parts_.spec.checkpoint().final()) saveAtEnd();
    finish("completed");
    hasCompleted_ = true;
    return {};
}

void Trainer::warnOfShortEpoch() {
    if (!isChief()) return;
    const auto text = data::shortEpoch(parts_.spec.train().steps_per_epoch(), plan());
    if (!text) return;
    spdlog::warn("{}", *text);
    parts_.link.sendWarning("data.short_epoch", *text);
}

void Trainer::writePlan() {
    events::PlanRecord record;
    record.attempt = parts_.attempt;
    record.fromStep = order_.start.step;
    record.fromEpoch = order_.start.epoch;
    record.fromStepInEpoch = order_.start.stepInEpoch;
    record.stepsPerEpoch = plan().stepsPerEpoch();
    record.firstEpochEnd = plan().endOf(order_.start.epoch);
    record.totalSteps = totalSteps_;
    record.epochs = parts_.spec.train().epochs();
    record.replicas = parts_.strategy.numReplicasInSync();
    record.globalBatch = order_.globalBatch;
    record.parameters = models_.front()->plan().parameters();
    parts_.spool.add(Split::kTrain,
                     {events::TextEvent{events::kPlanTag, step_, base::wallNow(), toText(record)}});
}

void Trainer::trainStep() {
    // Batches are fetched here, not in the replicas' threads, so that a failing source ends all replicas
    // alike.
    const StepRange range(parts_.profiler, step_ + 1);
    std::vector<Batch> batches;
    const auto begin = Clock::now();
    {
        RECORD_USER_SCOPE("input: wait for a batch");
        for (Replica& replica : replicas_) batches.push_back(replica.pipeline->next());
    }
    const auto input = Clock::now() - begin;
    parts_.strategy.run([&](sdk::ReplicaContext& context) {
        const auto i = static_cast<std::size_t>(context.replica() - parts_.strategy.firstLocalReplica());
        replicas_[i].sums = takeStep(context, *models_[i], *objective_, *replicas_[i].optimizer, batches[i],
                                     step_, stepOptions_);
    });
    ++step_;
    ++stepInEpoch_;
    position_ += batches.front().globalCount;
    consumed_ += batches.front().globalCount;
    StepSums local;
    for (const Replica& replica : replicas_) local += replica.sums;
    const auto end = Clock::now();
    timer_.add(end - lastStepEnd_);
    StepTimes times{ms(input), ms(end - lastStepEnd_ - input), 0};
    if (parts_.waits) {
        const auto waited = parts_.waits->total();
        const auto wait = waited - std::exchange(waited_, waited);
        times = {ms(input), std::max(0.0, ms(end - lastStepEnd_ - input - wait)), ms(wait)};
    }
    if (const auto* metered = dynamic_cast<const sdk::Metered*>(&parts_.strategy)) {
        const std::int64_t sent = metered->bytesSent();
        times.bytesSent = sent - std::exchange(sent_, sent);
    }
    parts_.link.addStepTimes(times);
    if (ownNotFiniteAt_ == 0 && !std::isfinite(local.loss)) {
        ownNotFiniteAt_ = step_;
        ownBadSample_ = firstNotFinite(batches);
    }
    const auto reduced = control_->finishStep(step_, local, end - lastStepEnd_);
    lastStepEnd_ = end;
    warnIfNotFinite(local);
    logSteps(reduced);
}

void Trainer::warnIfNotFinite(const StepSums& local) {
    if (std::isfinite(local.loss) || hasWarned_) return;
    hasWarned_ = true;
    const std::string text =
        fmt::format("the loss of step {} is {} in {}", step_, local.loss, taskOf(parts_.link.place().rank()));
    spdlog::warn("{}", text);
    parts_.link.sendWarning("loss.not_finite", text);
}

void Trainer::logSteps(const std::vector<StepControl::ReducedStep>& steps) {
    std::vector<events::Event> values;
    const int every = std::max(1, parts_.spec.train().save_summary_steps());
    for (const StepControl::ReducedStep& reduced : steps) {
        epochSums_ += reduced.sums;
        if (notFiniteAt_ == 0 && !std::isfinite(reduced.sums.loss)) notFiniteAt_ = reduced.step;
        if (reduced.step % every != 0) continue;
        for (events::Event& value : scalars("batch_", reduced.step, reduced.wallTime, reduced.sums))
            values.push_back(std::move(value));
    }
    if (isChief() && !values.empty()) parts_.spool.add(Split::kTrain, std::move(values));
}

/// The NaN guard. All processes have the same sums, so all end at the same step; nothing is saved after a
/// step that corrupted the weights.
base::Status Trainer::checkFinite() {
    if (notFiniteAt_ == 0 || !spec::stopsOnNotFinite(parts_.spec)) return {};
    const double isOwn = ownNotFiniteAt_ == notFiniteAt_ ? 1 : 0;
    if (isChief()) {
        checkpointer_->finish();
        tellSaved();
    }
    const double isData = isOwn == 1 && ownBadSample_ >= 0 ? 1 : 0;
    torch::Tensor sums = torch::tensor({isOwn, isOwn * parts_.link.place().rank(), hasCheckpoint_ ? 1.0 : 0.0,
                                        isData, isData * static_cast<double>(ownBadSample_)},
                                       torch::kFloat64);
    parts_.strategy.startSum(sums)->wait();
    const double* found = sums.const_data_ptr<double>();
    const NotFiniteLoss loss{.step = notFiniteAt_,
                             .task = taskOf(static_cast<int>(found[1])),
                             .tasks = static_cast<int>(found[0]),
                             .hasCheckpoint = found[2] > 0,
                             .tasksWithBadSample = static_cast<int>(found[3]),
                             .badSample = static_cast<std::int64_t>(found[4])};
    parts_.strategy.barrier();
    return fail(notFiniteError(loss));
}

base::Status Trainer::finishEpoch(int epoch) {
    logSteps(control_->drain());
    TY_TRY(checkFinite());
    const double seconds = std::chrono::duration<double>(Clock::now() - epochStart_).count();
    const int every = std::max(1, parts_.spec.train().validation_freq());
    std::optional<StepSums> validation;
    if (parts_.validationData && (epoch + 1) % every == 0) {
        TY_ASSIGN(validation, validate());
    }
    logEpoch(epoch, seconds, validation);
    if (plan().isEnd(step_)) {  // else max_steps ends the run inside the epoch
        epochSums_ = {};
        stepInEpoch_ = consumed_ = 0;
    }
    TY_TRY(saveIfDue(epoch));
    epochStart_ = lastStepEnd_ = Clock::now();
    return {};
}

base::Result<StepSums> Trainer::validate() {
    const v1::TrainSpec& train = parts_.spec.train();
    const base::Result<DatasetPtr>& dataset = parts_.validationData->get();
    if (!dataset) return fail(dataset.error());
    RECORD_USER_SCOPE("compute: evaluate");
    parts_.link.setPhase("evaluating");
    averageBuffers(parts_.strategy, models_);
    const std::int64_t batch =
        train.validation_batch_size() > 0 ? train.validation_batch_size() : train.data().batch_size();
    const StepSums sums =
        evaluate(parts_.strategy, models_, *objective_, **dataset, batch, train.validation_steps());
    parts_.link.setPhase("training");
    return sums;
}

std::vector<events::Event> Trainer::scalars(const std::string& prefix, std::int64_t step, double time,
                                            const StepSums& sums) const {
    const bool isDouble = parts_.spec.train().precision() == "float64";
    std::vector<events::Event> values{
        events::ScalarEvent{prefix + "loss", step, time, sums.meanLoss(), isDouble}};
    for (std::size_t i = 0; i < sums.metrics.size(); ++i)
        values.push_back(events::ScalarEvent{prefix + objective_->metricNames()[i], step, time,
                                             sums.metrics[i].value(), isDouble});
    return values;
}

void Trainer::addMetrics(const std::string& prefix, const StepSums& sums,
                         std::map<std::string, double>& metrics) const {
    metrics[prefix + "loss"] = sums.meanLoss();
    for (std::size_t i = 0; i < sums.metrics.size(); ++i)
        metrics[prefix + objective_->metricNames()[i]] = sums.metrics[i].value();
}

void Trainer::logEpoch(int epoch, double seconds, const std::optional<StepSums>& validation) {
    metrics_.clear();
    measuredAt_ = step_;
    addMetrics("", epochSums_, metrics_);
    if (validation) addMetrics("val_", *validation, metrics_);
    if (!isChief()) return;
    const double time = base::wallNow();
    if (validation) parts_.spool.add(Split::kValidation, scalars("epoch_", step_, time, *validation));
    std::vector<events::Event> values = scalars("epoch_", step_, time, epochSums_);
    values.push_back(events::TextEvent{events::kEpochTag, step_, time,
                                       toText(events::EpochRecord{epoch, step_, seconds, metrics_})});
    parts_.spool.add(Split::kTrain, std::move(values));
}

base::Status Trainer::saveIfDue(std::optional<int> endedEpoch) {
    const SavesDue due = savePolicy_->after(looked_, step_, endedEpoch, metrics_);
    if (!due.any()) return {};
    logSteps(control_->drain());  // the epoch's sums so far are part of the state
    TY_TRY(checkFinite());
    averageBuffers(parts_.strategy, models_);
    if (isChief()) save(due);
    return {};
}

void Trainer::saveAtEnd() {
    averageBuffers(parts_.strategy, models_);
    if (isChief() && checkpointer_->lastKeptStep() != step_) save({.isKept = true});
}

/// The interrupt of `inject`: every process ends at the same step, once pending saves are done.
base::Status Trainer::interruptIfAsked(std::optional<int> endedEpoch) {
    const auto interrupted = interrupt_->after(looked_, step_, endedEpoch);
    if (!interrupted) return {};
    logSteps(control_->drain());
    if (isChief()) {
        checkpointer_->finish();
        tellSaved();
    }
    parts_.strategy.barrier();  // the first to end is taken for the cause, and the rest are killed
    return fail(*interrupted);
}

checkpoint::TrainState Trainer::state() const {
    checkpoint::TrainState state;
    state.step = step_;
    state.epoch = plan().epochOf(step_);
    state.position = position_;
    state.stepInEpoch = stepInEpoch_;
    state.consumed = consumed_;
    state.sums = epochSums_.toMap(objective_->metricNames());
    state.layout = layout();
    // What was measured of these weights; else what the epoch has so far.
    if (measuredAt_ == step_)
        state.metrics = metrics_;
    else if (epochSums_.samples > 0)
        addMetrics("", epochSums_, state.metrics);
    state.best = savePolicy_->best();
    state.spec = spec::toJson(parts_.spec);
    return state;
}

void Trainer::save(SavesDue due) {
    RECORD_USER_SCOPE("checkpoint: save");
    parts_.link.setPhase("saving");
    checkpointer_->save(*models_.front(), *replicas_.front().optimizer, state(), lastEpoch(), due);
    parts_.link.setPhase("training");
    lastStepEnd_ = Clock::now();
    tellSaved();
}

/// The cost of each save, as series next to the metrics.
void Trainer::tellSaved() {
    std::vector<events::Event> values;
    for (const Checkpointer::Saved& saved : checkpointer_->takeSaved()) {
        hasCheckpoint_ = true;
        values.push_back(
            events::ScalarEvent{"checkpoint_stall_ms", saved.step, base::wallNow(), saved.stallMs});
        values.push_back(
            events::ScalarEvent{"checkpoint_write_ms", saved.step, base::wallNow(), saved.writeMs});
    }
    if (!values.empty()) parts_.spool.add(Split::kTrain, std::move(values));
}

base::Status Trainer::saveModelAs(const std::filesystem::path& file, const spec::TaskPlan& self) {
    TY_ASSIGN(const spec::Choice made, spec::resolveSavedModel(spec::modelOf(parts_.spec)));
    return saveModel(file, self, parts_.strategy, *models_.front(), *replicas_.front().optimizer, made,
                     state(), parts_.link.place().run());
}

/// What the estimate before the run spoke of, as it came.
void Trainer::logMeasured() const {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    const double megabytes = static_cast<double>(usage.ru_maxrss) * 1024 / 1e6;
    spdlog::info(
        "measured: this process took {:.0f} MB at most, {:.0f} MB for each of its {} replicas; {:.2f} ms a "
        "step",
        megabytes, megabytes / static_cast<double>(replicas_.size()), replicas_.size(), timer_.medianMs());
}

void Trainer::finish(const std::string& outcome) {
    parts_.link.setPhase("finishing");
    if (isChief()) checkpointer_->finish();
    logMeasured();
    if (!isChief()) return;
    tellSaved();
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

}  // namespace trainyard::engine
