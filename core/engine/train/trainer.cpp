// SPDX-License-Identifier: Apache-2.0
#include "core/engine/train/trainer.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>

#include "core/base/time.h"
#include "core/engine/eval/evaluator.h"
#include "core/spec/layers.h"

namespace trainyard::engine {
namespace {

using base::Code;
using base::fail;
using Clock = std::chrono::steady_clock;

double now() {
    return base::wallSeconds(std::chrono::system_clock::now());
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
    const std::int64_t classes = trainer->parts_.trainData->classes();
    if (!plan.output.empty() && classes > plan.output.back())
        return fail(Code::kInvalidArgument,
                    fmt::format("the data has {} classes, but the model ends in {} logits", classes,
                                plan.output.back()),
                    "model.classes");

    const auto dtype = spec.train().precision() == "float64" ? torch::kFloat64 : torch::kFloat32;
    std::vector<sdk::ReplicaVariables> variables;
    for (int i = 0; i < strategy.numLocalReplicas(); ++i) {
        auto model = std::make_unique<Model>(plan, dtype);
        // Replica 0's weights reach everyone through adopt().
        if (strategy.firstLocalReplica() + i == 0) {
            if (spec.train().initial_weights().empty())
                model->drawWeights(spec.seed());
            else
                TY_TRY(model->loadWeights(spec.train().initial_weights()));
        }
        variables.push_back(model->variables());
        trainer->models_.push_back(std::move(model));
    }
    strategy.adopt(variables);
    for (std::size_t i = 0; i < trainer->models_.size(); ++i) {
        Replica replica;
        replica.optimizer = makeOptimizer(spec::optimizerOf(spec), trainer->models_[i]->variables());
        trainer->replicas_.push_back(std::move(replica));
    }
    for (const spec::Named& metric : spec::metricsOf(spec))
        trainer->hasAccuracy_ |= metric.name == "accuracy";
    trainer->saveEvery_ = spec::saveEveryOf(spec);
    trainer->planSteps();
    if (trainer->stepsPerEpoch_ == 0)
        return fail(
            Code::kInvalidArgument,
            fmt::format("an epoch has no step: drop_remainder drops all {} samples, the global batch is {}",
                        trainer->order_.samples, trainer->order_.globalBatch),
            "data.no_step");
    spdlog::info("{}: {} parameters, {} steps an epoch, {} in all; {}", spec::modelOf(spec).value.dump(),
                 plan.parameters(), trainer->stepsPerEpoch_, trainer->totalSteps_, strategy.describe());
    return trainer;
}

void Trainer::planSteps() {
    const v1::TrainSpec& train = parts_.spec.train();
    const int replicas = parts_.strategy.numReplicasInSync();
    order_.samples = parts_.trainData->size();
    order_.globalBatch = std::int64_t{train.data().batch_size()} * replicas;
    order_.shuffle = spec::shuffleOf(parts_.spec);
    order_.repeat = spec::repeats(parts_.spec);
    order_.dropRemainder = train.data().drop_remainder();
    order_.stepsPerEpoch = train.steps_per_epoch();
    order_.seed = parts_.spec.seed();
    stepsPerEpoch_ = data::SampleOrder(order_).stepsPerEpoch();
    totalSteps_ = stepsPerEpoch_ * train.epochs();
    if (train.max_steps() > 0) totalSteps_ = std::min<std::int64_t>(totalSteps_, train.max_steps());
}

int Trainer::epochOf(std::int64_t step) const {
    return static_cast<int>(step / stepsPerEpoch_);
}

void Trainer::startPipelines() {
    for (std::size_t i = 0; i < replicas_.size(); ++i) {
        Pipeline::Options options;
        options.dataset = parts_.trainData;
        options.order = order_;
        options.replica = parts_.strategy.firstLocalReplica() + static_cast<int>(i);
        options.replicas = parts_.strategy.numReplicasInSync();
        options.firstStep = step_;
        options.lastStep = totalSteps_;
        replicas_[i].pipeline = std::make_unique<Pipeline>(std::move(options), *models_[i]);
    }
}

base::Status Trainer::run() {
    startPipelines();
    control_ = std::make_unique<StepControl>(parts_.strategy, &parts_.link, isChief());
    checkpointer_ =
        std::make_unique<Checkpointer>(parts_.link.place().checkpoint_dir(), parts_.link, parts_.attempt);
    events::PlanRecord plan;
    plan.attempt = parts_.attempt;
    plan.stepsPerEpoch = stepsPerEpoch_;
    plan.totalSteps = totalSteps_;
    plan.epochs = parts_.spec.train().epochs();
    plan.replicas = parts_.strategy.numReplicasInSync();
    plan.globalBatch = order_.globalBatch;
    plan.parameters = models_.front()->plan().parameters();
    parts_.spool.add(Split::kTrain, {events::TextEvent{events::kPlanTag, step_, now(), toText(plan)}});

    parts_.link.setPhase("training");
    epochStart_ = lastStepEnd_ = Clock::now();
    while (step_ < totalSteps_) {
        trainStep();
        const bool isEpochEnd = step_ % stepsPerEpoch_ == 0 || step_ == totalSteps_;
        if (isEpochEnd)
            TY_TRY(finishEpoch(epochOf(step_ - 1)));
        else
            saveIfDue(/*isEpochEnd=*/false);
        const StopRequest stop = control_->agreedStop();
        if (stop == StopRequest::kSaveAndStop) {
            logSteps(control_->drain());
            if (isChief() && checkpointer_->lastSavedStep() != step_) save();
            finish("saved");
            return {};
        }
        if (stop == StopRequest::kAfterStep || (stop == StopRequest::kAfterEpoch && isEpochEnd)) {
            logSteps(control_->drain());
            finish("stopped");
            return {};
        }
    }
    if (isChief() && parts_.spec.checkpoint().final() && checkpointer_->lastSavedStep() != step_) save();
    finish("completed");
    return {};
}

void Trainer::trainStep() {
    // Batches are fetched here, not in the replicas' threads, so that a failing source ends all replicas
    // alike.
    std::vector<Batch> batches;
    for (Replica& replica : replicas_) batches.push_back(replica.pipeline->next());
    parts_.strategy.run([&](sdk::ReplicaContext& context) {
        const auto i = static_cast<std::size_t>(context.replica() - parts_.strategy.firstLocalReplica());
        const Batch& batch = batches[i];
        const DrawPlace place{parts_.spec.seed(), step_, batch.samples};
        const Scored scored = score(models_[i]->forward(batch.features, &place), batch.labels);
        context.backward(scored.lossSum / static_cast<double>(batch.globalCount));
        replicas_[i].optimizer->step(replicas_[i].optimizer->learningRate());
        replicas_[i].sums = scored.sums;
    });
    ++step_;
    position_ += batches.front().globalCount;
    StepSums local;
    for (const Replica& replica : replicas_) local += replica.sums;
    const auto end = Clock::now();
    timer_.add(end - lastStepEnd_);
    const auto reduced = control_->finishStep(step_, local, end - lastStepEnd_);
    lastStepEnd_ = end;
    parts_.link.setProgress(step_, epochOf(step_ - 1));
    logSteps(reduced);
}

void Trainer::logSteps(const std::vector<StepControl::ReducedStep>& steps) {
    std::vector<events::Event> values;
    const bool isDouble = parts_.spec.train().precision() == "float64";
    for (const StepControl::ReducedStep& reduced : steps) {
        epochSums_ += reduced.sums;
        values.push_back(events::ScalarEvent{"batch_loss", reduced.step, reduced.wallTime,
                                             reduced.sums.meanLoss(), isDouble});
        if (hasAccuracy_)
            values.push_back(events::ScalarEvent{"batch_accuracy", reduced.step, reduced.wallTime,
                                                 reduced.sums.accuracy(), isDouble});
    }
    if (isChief() && !values.empty()) parts_.spool.add(Split::kTrain, std::move(values));
}

base::Status Trainer::finishEpoch(int epoch) {
    logSteps(control_->drain());
    const double seconds = std::chrono::duration<double>(Clock::now() - epochStart_).count();
    const int every = std::max(1, parts_.spec.train().validation_freq());
    std::optional<StepSums> validation;
    if (parts_.validationData && (epoch + 1) % every == 0) {
        TY_ASSIGN(validation, validate());
    }
    logEpoch(epoch, seconds, validation);
    epochSums_ = {};
    saveIfDue(/*isEpochEnd=*/true);
    epochStart_ = lastStepEnd_ = Clock::now();
    return {};
}

base::Result<StepSums> Trainer::validate() {
    const v1::TrainSpec& train = parts_.spec.train();
    const base::Result<DatasetPtr>& dataset = parts_.validationData->get();
    if (!dataset) return fail(dataset.error());
    parts_.link.setPhase("evaluating");
    const std::int64_t batch =
        train.validation_batch_size() > 0 ? train.validation_batch_size() : train.data().batch_size();
    const StepSums sums = evaluate(parts_.strategy, models_, **dataset, batch, train.validation_steps());
    parts_.link.setPhase("training");
    return sums;
}

void Trainer::logEpoch(int epoch, double seconds, const std::optional<StepSums>& validation) {
    metrics_.clear();
    metrics_["loss"] = epochSums_.meanLoss();
    if (hasAccuracy_) metrics_["accuracy"] = epochSums_.accuracy();
    if (validation) {
        metrics_["val_loss"] = validation->meanLoss();
        if (hasAccuracy_) metrics_["val_accuracy"] = validation->accuracy();
    }
    if (!isChief()) return;
    const bool isDouble = parts_.spec.train().precision() == "float64";
    const double time = now();
    const auto scalars = [&](const StepSums& sums) {
        std::vector<events::Event> values{
            events::ScalarEvent{"epoch_loss", step_, time, sums.meanLoss(), isDouble}};
        if (hasAccuracy_)
            values.push_back(events::ScalarEvent{"epoch_accuracy", step_, time, sums.accuracy(), isDouble});
        return values;
    };
    if (validation) parts_.spool.add(Split::kValidation, scalars(*validation));
    std::vector<events::Event> values = scalars(epochSums_);
    values.push_back(events::TextEvent{events::kEpochTag, step_, time,
                                       toText(events::EpochRecord{epoch, step_, seconds, metrics_})});
    parts_.spool.add(Split::kTrain, std::move(values));
}

void Trainer::saveIfDue(bool isEpochEnd) {
    if (!isChief()) return;
    const bool isStepDue = saveEvery_.steps > 0 && step_ % saveEvery_.steps == 0;
    const bool isEpochDue = isEpochEnd && saveEvery_.epochs > 0 &&
                            epochOf(step_ - 1) % saveEvery_.epochs == saveEvery_.epochs - 1;
    if (isStepDue || isEpochDue) save();
}

void Trainer::save() {
    parts_.link.setPhase("saving");
    checkpoint::TrainState state;
    state.step = step_;
    state.epoch = epochOf(step_);
    state.position = position_;
    state.metrics = metrics_;
    state.spec = spec::toJson(parts_.spec);
    checkpointer_->save(*models_.front(), *replicas_.front().optimizer, state, epochOf(step_ - 1));
    parts_.link.setPhase("training");
    lastStepEnd_ = Clock::now();
}

void Trainer::finish(const std::string& outcome) {
    parts_.link.setPhase("finishing");
    checkpointer_->finish();
    if (!isChief()) return;
    events::ResultRecord result;
    result.step = step_;
    result.epoch = step_ > 0 ? epochOf(step_ - 1) : 0;
    result.msPerStep = timer_.medianMs();
    result.samplesPerSecond =
        result.msPerStep > 0 ? static_cast<double>(order_.globalBatch) / result.msPerStep * 1e3 : 0;
    result.metrics = metrics_;
    result.outcome = outcome;
    if (epochSums_.samples > 0) {  // stopped inside an epoch: what it has so far
        result.metrics["loss"] = epochSums_.meanLoss();
        if (hasAccuracy_) result.metrics["accuracy"] = epochSums_.accuracy();
    }
    parts_.spool.add(Split::kTrain, {events::TextEvent{events::kResultTag, step_, now(), toText(result)}});
}

}  // namespace trainyard::engine
