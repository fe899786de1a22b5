// SPDX-License-Identifier: Apache-2.0
#include "core/engine/train/trainer.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <thread>

#include "core/base/counted.h"
#include "core/engine/device/out_of_memory.h"
#include "core/engine/eval/evaluator.h"
#include "core/engine/model/precision.h"
#include "core/engine/model/product_times.h"
#include "core/engine/train/best_weights.h"
#include "core/engine/train/initial_state.h"
#include "core/engine/train/not_finite.h"
#include "core/engine/train/saved_model.h"
#include "core/spec/model/describe_model.h"
#include "core/spec/model/saved_model.h"
#include "core/spec/run/device_spec.h"
#include "plugins/sdk/leaves_gradients.h"
#include "plugins/sdk/metered.h"
#include "plugins/sdk/places_gradients.h"

namespace trainyard::engine {
namespace {

using base::Code;
using base::fail;

/// How often the processes ask one another, while they are paused, whether to resume.
constexpr std::chrono::milliseconds kAskWhilePaused{50};
/// Steps of a start that the documented `ms_per_step` does not count.
constexpr std::int64_t kUncountedSteps = 10;

double ms(std::chrono::nanoseconds time) {
    return std::chrono::duration<double, std::milli>(time).count();
}

}  // namespace

Trainer::Trainer(Parts parts)
    : parts_(std::move(parts)),
      strategy_(parts_.strategy, parts_.link.place().rank(),
                parts_.strategy.numReplicasInSync() / parts_.strategy.numLocalReplicas()),
      stepOptions_(StepOptions::of(parts_.spec)) {
    stepOptions_.mayStepInBackward =
        dynamic_cast<const sdk::LeavesGradients*>(&parts_.strategy) != nullptr && parts_.devices.empty();
    stepOptions_.places = dynamic_cast<sdk::PlacesGradients*>(&parts_.strategy);
}

base::Result<std::unique_ptr<Trainer>> Trainer::create(Parts parts) {
    std::unique_ptr<Trainer> trainer(new Trainer(std::move(parts)));
    v1::RunSpec& spec = trainer->parts_.spec;
    TaskLink& link = trainer->parts_.link;
    sdk::Strategy& strategy = trainer->parts_.strategy;
    const auto& devices = trainer->parts_.devices;
    if (!devices.empty() && strategy.numLocalReplicas() != static_cast<int>(devices.size()))
        return fail(Code::kRefused, spec::kNotOnGpuYet, "not_yet");
    // A step that waits for others is not captured.
    if (strategy.numReplicasInSync() != 1) {
        if (!devices.empty() && trainer->stepOptions_.mayBeCaptured)
            spdlog::info("{}: the gradients of {} replicas are summed in each", kNotCaptured,
                         strategy.numReplicasInSync());
        trainer->stepOptions_.mayBeCaptured = false;
    }
    TY_ASSIGN(const spec::ModelPlan plan, planFor(spec, *trainer->parts_.trainData));
    trainer->objective_.emplace(spec::lossOf(spec), spec::metricsOf(spec), plan);
    TY_ASSIGN(InitialState initial, InitialState::read(spec, trainer->parts_.restore));
    std::vector<std::unique_ptr<Model>> models;
    for (int i = 0; i < strategy.numLocalReplicas(); ++i) {
        const Device* device = trainer->deviceOf(static_cast<std::size_t>(i));
        std::unique_ptr<Model> model;
        base::Status filled;
        doneOn(device, [&] {
            model = std::make_unique<Model>(plan, precisionOf(spec), device ? device->where() : torch::kCPU);
            // track() distributes replica 0's variables to all replicas, but no buffers.
            filled = initial.fill(*model);
        });
        TY_TRY(filled);
        models.push_back(std::move(model));
    }
    trainer->models_.emplace(std::move(models), strategy.firstLocalReplica());
    trainer->strategy_.track(*trainer->models_);
    for (const auto& model : trainer->models()) {
        Replica replica;
        base::Status filled;
        doneOn(trainer->deviceOf(trainer->replicas_.size()), [&] {
            replica.optimizer = makeOptimizer(spec::optimizerOf(spec), model->variables());
            if (precisionOf(spec) == torch::kHalf)
                replica.optimizer->setLossScale(LossScale(model->device()));
            filled = initial.fill(*replica.optimizer, *model);
        });
        TY_TRY(filled);
        trainer->replicas_.push_back(std::move(replica));
    }
    TY_TRY(initial.verified());
    TY_ASSIGN(data::SampleOrder::Options order, trainer->planOrder());
    TY_ASSIGN(trainer->course_, Course::plan(std::move(order), spec.train(), initial.progress()));
    if (!devices.empty())
        for (std::size_t i = 0; i < trainer->replicas_.size(); ++i)
            trainer->replicas_[i].onDevice = std::make_unique<DeviceStep>(DeviceStep::Parts{
                *devices[i], trainer->models_->at(static_cast<int>(i)), *trainer->objective_,
                *trainer->replicas_[i].optimizer, trainer->stepOptions_});
    spdlog::info("{}: {}, {} per epoch, {} in total; {}", spec::describeModel(spec),
                 base::counted(plan.parameters(), "parameter"),
                 base::counted(trainer->course_->epochs().stepsPerEpoch(), "step"),
                 trainer->course_->totalSteps(), strategy.describe());
    if (devices.empty() && precisionOf(spec) == torch::kFloat32)
        trainer->logProducts_ = [plan, from = trainer->course_->step(),
                                 samples = spec.train().data().batch_size()](std::int64_t step) {
            if (step < from + kUncountedSteps) return false;
            logProductTimes(plan, samples);
            return true;
        };
    trainer->ledger_.emplace(Ledger::Parts{
        spec, *trainer->course_, &trainer->parts_.spool, trainer->isChief(), trainer->metricNames(),
        trainer->parts_.attempt, strategy.numReplicasInSync(), plan.parameters()});
    trainer->loop_.emplace(TrainingLoop::Parts{spec, link, *trainer->course_, *trainer->ledger_, *trainer,
                                               trainer->isChief(), trainer->parts_.validationData.has_value(),
                                               trainer->parts_.restore,
                                               std::move(trainer->parts_.callbacks)});
    if (const Restore* resumed = initial.resumed())
        trainer->loop_->restore(resumed->state(), initial.whatChanged(trainer->ledger_->layout()));
    TY_TRY(trainer->checkRestoredAlike());
    return trainer;
}

/// Of a step.
std::vector<std::string> Trainer::metricNames() const {
    std::vector<std::string> names = objective_->metricNames();
    if (replicas_.front().optimizer->lossScale())
        names.insert(names.end(), std::begin(kLossScaleMetrics), std::end(kLossScaleMetrics));
    return names;
}

base::Result<data::SampleOrder::Options> Trainer::planOrder() const {
    const v1::DataSpec& data = parts_.spec.train().data();
    const int replicas = parts_.strategy.numReplicasInSync();
    const std::int64_t batch = std::int64_t{data.batch_size()} * stepOptions_.accumulate;
    data::SampleOrder::Options order = orderOf(parts_.spec, parts_.trainData->size(), batch * replicas);
    TY_ASSIGN(order.sharding,
              data::shard(*parts_.trainData, {.shard = data.shard(),
                                              .uneven = data.uneven(),
                                              .workers = replicas / parts_.strategy.numLocalReplicas(),
                                              .replicas = replicas,
                                              .batch = batch}));
    spdlog::info("shards by {}", order.sharding.reason);
    return order;
}

/// Every process must have come to the same step, or the replicas would train apart without a word.
base::Status Trainer::checkRestoredAlike() {
    const auto step = static_cast<double>(course_->step());
    torch::Tensor sums = torch::tensor({1.0, step, step * step}, torch::kFloat64);
    parts_.strategy.startSum(sums)->wait();
    const double* all = sums.const_data_ptr<double>();
    if (all[1] == all[0] * step && all[2] == all[0] * step * step) return {};
    return fail(Code::kFailedPrecondition,
                base::say("the processes do not start at the same step: this one at {}, their mean is {}; "
                          "give all of them the same checkpoint",
                          course_->step(), all[1] / all[0]),
                "restore.differs");
}

void Trainer::startReading() {
    loop::PlannedSteps steps{course_->order(), course_->step(), course_->totalSteps()};
    for (const auto& device : parts_.devices) steps.devices.push_back(device.get());
    batches_.emplace(strategy_.distributeSteps(parts_.trainData, *models_, steps));
}

base::Status Trainer::run() {
    startReading();
    control_ = std::make_unique<StepControl>(parts_.strategy, &parts_.link, isChief(), metricNames().size());
    if (isChief())
        checkpointer_ = std::make_unique<Checkpointer>(
            Checkpointer::placesOf(parts_.spec, parts_.link.place(), parts_.attempt), parts_.link,
            models_->at(0), *replicas_.front().optimizer,
            parts_.devices.empty() ? nullptr : parts_.devices.front());
    TY_TRY(loop_->run(checkpointer_.get()));
    logMeasured();
    return {};
}

/// One execution of steps_per_execution steps; an epoch's last may be shorter.
base::Status Trainer::advance() {
    const int stepsPerExecution = std::max(1, parts_.spec.train().steps_per_execution());
    TY_TRY(loop_->beginBatch());
    do {
        trainStep();
        TY_TRY(loop_->checkFinite());
    } while (!course_->isEpochEnd() && course_->stepInEpoch() % stepsPerExecution != 0);
    parts_.link.setProgress(course_->step(), course_->lastEpoch());
    if (logProducts_ && logProducts_(course_->step())) {
        logProducts_ = nullptr;
        restartStepClock();
    }
    return loop_->endBatch();
}

/// Fetched outside the replicas' threads, so that a failing source ends all replicas alike.
loop::PerReplica<Batch> Trainer::nextBatches() {
    RECORD_USER_SCOPE("input: wait for a batch");
    return batches_->next();
}

/// Inside run().
LateSums Trainer::replicaStep(const Batch& batch) {
    sdk::ReplicaContext& context = *loop::currentReplica();
    const auto i = static_cast<std::size_t>(context.replica() - parts_.strategy.firstLocalReplica());
    const Replica& replica = replicas_[i];
    std::optional<LateSums> sums;
    doneOn(deviceOf(i), [&] {
        if (replica.onDevice)
            sums = replica.onDevice->take(context, batch, course_->step());
        else
            sums = takeStep(context, **models_, *objective_, *replica.optimizer, batch, course_->step(),
                            stepOptions_);
    });
    return *std::move(sums);
}

void Trainer::trainStep() {
    const StepRange range(parts_.profiler, course_->step() + 1);
    const auto begin = SteadyClock::now();
    const loop::PerReplica<Batch> batches = nextBatches();
    const auto input = SteadyClock::now() - begin;
    loop::PerReplica<LateSums> sums =
        strategy_.run([this](const Batch& batch) { return replicaStep(batch); }, batches);
    course_->advance(batches.values.front().globalCount);
    StepSums local;  // on devices they are not known yet
    if (parts_.devices.empty())
        for (const LateSums& part : sums.values) local += part.get();
    const auto end = SteadyClock::now();
    const auto whole = end - lastStepEnd_;
    ledger_->addStepTime(whole);
    reportStepTimes(input, whole);
    if (ownNotFiniteAt_ == 0 && !std::isfinite(local.loss)) {
        ownNotFiniteAt_ = course_->step();
        ownBadSample_ = firstNotFinite(batches.values);
    }
    const auto reduced = control_->finishStep(
        course_->step(), parts_.devices.empty() ? LateSums(local) : sumsOnDevices(std::move(sums.values)),
        whole);
    lastStepEnd_ = end;
    if (!std::isfinite(local.loss))
        loop_->warnIfNotFinite(course_->step(), local.loss, taskOf(parts_.tasks, parts_.link.place().rank()));
    addSteps(reduced);
}

void Trainer::reportStepTimes(std::chrono::nanoseconds input, std::chrono::nanoseconds whole) {
    StepTimes times{ms(input), ms(whole - input), 0};
    if (parts_.waits) {
        const auto waited = parts_.waits->total();
        const auto wait = waited - std::exchange(waited_, waited);
        times = {ms(input), std::max(0.0, ms(whole - input - wait)), ms(wait)};
    }
    if (const auto* metered = dynamic_cast<const sdk::Metered*>(&parts_.strategy)) {
        const std::int64_t sent = metered->bytesSent();
        times.bytesSent = sent - std::exchange(sent_, sent);
    }
    parts_.link.addStepTimes(times);
}

void Trainer::settle() {
    addSteps(control_->drain());
}

/// Of the last step, over this process's replicas.
LateSums Trainer::sumsOnDevices(std::vector<LateSums> parts) {
    return LateSums([this, step = course_->step(), parts = std::move(parts)] {
        StepSums local;
        for (const LateSums& part : parts) local += part.get();
        if (ownNotFiniteAt_ == 0 && !std::isfinite(local.loss)) ownNotFiniteAt_ = step;
        return local;
    });
}

void Trainer::addSteps(std::vector<CompletedStep> steps) {
    if (replicas_.front().optimizer->lossScale())
        for (CompletedStep& step : steps) {
            const auto last = step.sums.metrics.rbegin();
            step.hasBadGradients = last[0].value() > 0 && last[1].value() <= 1;
            if (step.hasBadGradients && badGradientsAt_ == 0) badGradientsAt_ = step.step;
        }
    ledger_->addSteps(steps);
    if (parts_.devices.empty() || ownNotFiniteAt_ == 0) return;
    const auto bad = std::ranges::find_if(
        steps, [this](const CompletedStep& completed) { return completed.step == ownNotFiniteAt_; });
    if (bad != steps.end()) noteNotFinite(*bad);
}

/// On a device the loss is known a few steps late, when the batch was released: it is read again to look for
/// the sample.
void Trainer::noteNotFinite(const CompletedStep& completed) {
    loop_->warnIfNotFinite(completed.step, completed.sums.loss,
                           taskOf(parts_.tasks, parts_.link.place().rank()));
    data::SampleOrder order(course_->order());
    std::vector<Batch> batches;
    for (std::size_t i = 0; i < replicas_.size(); ++i)
        batches.push_back(readBatch(
            *parts_.trainData, *models()[i],
            order.replicaBatch(completed.step - 1, parts_.strategy.firstLocalReplica() + static_cast<int>(i)),
            order.globalBatchSize(completed.step - 1)));
    ownBadSample_ = firstNotFinite(batches);
}

base::Result<StepSums> Trainer::validate() {
    const base::Result<DatasetPtr>& dataset = parts_.validationData->get();
    if (!dataset) return fail(dataset.error());
    RECORD_USER_SCOPE("compute: evaluate");
    averageBuffers(parts_.strategy, models());
    const v1::TrainSpec& train = parts_.spec.train();
    if (!validationSharding_) {
        TY_ASSIGN(validationSharding_,
                  validationSharding(parts_.strategy, **dataset, train.data().validation_shard(),
                                     validationBatchOf(train)));
        if (train.data().validation_shard() != "data")
            spdlog::info("validation shards by {}", validationSharding_->reason);
    }
    return evaluate(parts_.strategy, models(), *objective_, **dataset, *validationSharding_,
                    train.validation_steps(), parts_.devices);
}

base::Status Trainer::gather() {
    averageBuffers(parts_.strategy, models());
    return {};
}

/// All processes have the same sums, so all end at the same step.
NotFiniteLoss Trainer::causeOf(NotFiniteLoss loss) {
    const OwnCause own{parts_.link.place().rank(), ownNotFiniteAt_ == loss.step, ownBadSample_};
    loss.isOfGradients = badGradientsAt_ == loss.step;
    return gatherCause(parts_.strategy, std::move(loss), own, parts_.tasks);
}

/// The first process to end is taken for the cause, and the rest are killed.
void Trainer::leave() {
    parts_.strategy.barrier();
}

Requests Trainer::requests() {
    return {control_->agreedStop(), control_->agreedWish()};
}

void Trainer::handleProfile(const ProfileWish& wish) {
    if (parts_.profiler) parts_.profiler->handle(wish, course_->step());
}

/// The others wait for the chief in the reduction, a moment at a time: no wait is long enough to be taken for
/// a hang, and the death of a process is noticed at once.
void Trainer::waitWhilePaused() {
    if (isChief()) std::this_thread::sleep_for(kAskWhilePaused);
    settle();
}

base::Result<CallbackRequests> Trainer::agree(const CallbackRequests& own) {
    CallbackRequests::Numbers numbers = own.toNumbers(isChief());
    const torch::Tensor sums =
        torch::from_blob(numbers.data(), {static_cast<std::int64_t>(numbers.size())}, torch::kFloat64);
    parts_.strategy.startSum(sums)->wait();
    return CallbackRequests::fromNumbers(numbers);
}

base::Status Trainer::restoreWeights(const std::filesystem::path& checkpoint) {
    return engine::restoreWeights(parts_.strategy, models(), isChief(), checkpoint);
}

double Trainer::learningRate() const {
    return replicas_.front().optimizer->learningRate(course_->step());
}

void Trainer::setLearningRate(double rate) {
    for (const Replica& replica : replicas_) replica.optimizer->setLearningRate(rate);
}

base::Status Trainer::saveModelAs(const std::filesystem::path& file, const spec::TaskPlan& self) {
    TY_ASSIGN(const spec::Choice made, spec::resolveSavedModel(spec::modelOf(parts_.spec)));
    return saveModel(parts_.link, file, self, parts_.strategy, models_->at(0), *replicas_.front().optimizer,
                     made, loop_->state(), parts_.link.place().run());
}

/// What the estimate before the run was about, as measured.
void Trainer::logMeasured() const {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    const double megabytes = static_cast<double>(usage.ru_maxrss) * 1024 / 1e6;
    spdlog::info(
        "measured: this process took {:.0f} MB at most, {:.0f} MB per replica ({}); {:.2f} ms per step",
        megabytes, megabytes / static_cast<double>(replicas_.size()), replicas_.size(),
        ledger_->medianStepMs());
}

}  // namespace trainyard::engine
