// SPDX-License-Identifier: Apache-2.0
#include "core/engine/ps/training_closures.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <chrono>
#include <cmath>
#include <limits>
#include <utility>

#include "core/engine/ledger/course.h"
#include "core/engine/model/optimizer.h"
#include "core/engine/profile/profiler.h"
#include "core/engine/ps/pulled_replicas.h"
#include "core/engine/train/device_step.h"
#include "core/engine/train/initial_state.h"
#include "core/engine/train/not_finite.h"
#include "core/engine/train/pipeline.h"

namespace trainyard::engine::ps {
namespace {

using base::Code;
using base::fail;
using Clock = std::chrono::steady_clock;

double ms(Clock::duration time) {
    return std::chrono::duration<double, std::milli>(time).count();
}

/// Throws apart workers' seeds (Steele et al., "Fast splittable pseudorandom number generators", OOPSLA
/// 2014).
constexpr std::uint64_t kGoldenGamma = 0x9E3779B97F4A7C15;

std::vector<double> rowOf(const StepSums& sums, const Objective& objective, double staleness) {
    const std::size_t metrics = objective.metricNames().size();
    std::vector<double> row(static_cast<std::size_t>(stepWidth(metrics)));
    sums.write(row.data(), metrics);
    row.back() = staleness;
    return row;
}

/// The run's own order instead of a worker's.
data::SampleOrder::Options asRuns(data::SampleOrder::Options order, std::uint64_t seed) {
    order.seed = seed;
    return order;
}

/// The per-worker state: the models of its replicas (their weights are pulled again for each step) and its
/// batches.
class WorkerTraining {
  public:
    WorkerTraining(const v1::RunSpec& spec, DatasetPtr data, std::unique_ptr<PulledReplicas> replicas,
                   data::SampleOrder::Options order, std::int64_t firstBatch,
                   std::function<void(const StepTimes&)> onStep)
        : seed_(spec.seed()),
          data_(std::move(data)),
          replicas_(std::move(replicas)),
          order_(std::move(order)),
          parts_(asRuns(order_, spec.seed())),
          clipNorm_(spec.train().gradient().clip_norm()),
          clipValue_(spec.train().gradient().clip_value()),
          firstBatch_(firstBatch),
          onStep_(std::move(onStep)) {}

    /// One step on the worker's own next batch.
    base::Result<std::vector<double>> step(sdk::Variables& variables, std::int64_t step,
                                           double learningRate) {
        if (!pipeline_) {
            Pipeline::Options options;
            options.dataset = data_;
            options.order = order_;
            options.firstStep = firstBatch_;
            options.lastStep = std::numeric_limits<std::int64_t>::max();
            pipeline_ = std::make_unique<Pipeline>(std::move(options), replicas_->first().model());
        }
        const auto begin = Clock::now();
        Batch batch;
        {
            RECORD_USER_SCOPE("input: wait for a batch");
            batch = pipeline_->next();
        }
        return train(variables, std::move(batch), step, learningRate, std::nullopt, begin);
    }

    /// A part of a step that can be given to any worker: its samples and weights depend only on the step.
    base::Result<std::vector<double>> part(sdk::Variables& variables, std::int64_t step, int part, int parts,
                                           double learningRate) {
        const std::vector<std::int64_t> all = parts_.globalBatch(step);
        const auto count = static_cast<std::int64_t>(all.size());
        const data::Range range = replicas_->samplesOf(count, {part, parts});
        std::vector<std::int64_t> mine(all.begin() + range.begin, all.begin() + range.end);
        const auto begin = Clock::now();
        Batch batch = readBatch(*data_, replicas_->first().model(), std::move(mine), count);
        variables.setRound(step);
        return train(variables, std::move(batch), step, learningRate, sdk::Round{step, part, parts}, begin);
    }

    /// The first sample since the last call that made a loss NaN or infinite because it is itself not finite;
    /// -1: none.
    std::int64_t takeBadSample() { return std::exchange(badSample_, -1); }

    base::Result<std::vector<double>> evaluate(sdk::Variables& variables, const data::Dataset& dataset,
                                               std::int64_t begin, std::int64_t end, std::int64_t batch) {
        TY_ASSIGN(const StepSums sums, replicas_->evaluate(variables, dataset, begin, end, batch));
        return rowOf(sums, replicas_->first().objective(), 0);
    }

  private:
    base::Result<std::vector<double>> train(sdk::Variables& variables, Batch batch, std::int64_t step,
                                            double learningRate, std::optional<sdk::Round> round,
                                            Clock::time_point begin) {
        const auto read = Clock::now();
        TY_TRY(replicas_->pull(variables, batch));
        const auto pulled = Clock::now();
        const StepPart own = round ? StepPart{round->part, round->parts} : StepPart{};
        const StepSums sums = replicas_->step(batch, own, seed_, step);
        if (badSample_ < 0 && !std::isfinite(sums.loss)) badSample_ = firstNotFinite({&batch, 1});
        PulledModel& pushing = replicas_->first();
        Model& model = pushing.model();
        {
            RECORD_USER_SCOPE("compute: backward");
            // Of a synchronous step their sum is clipped.
            if (!round) clipGradients(model.variables(), clipNorm_, clipValue_);
        }
        RECORD_USER_SCOPE("communication: push gradients");
        std::vector<sdk::Gradient> gradients;
        for (std::size_t i = 0; i < model.variables().size(); ++i) {
            const torch::Tensor& variable = model.variables()[i];
            if (!variable.grad().defined()) continue;
            gradients.push_back({pushing.names()[i], variable.grad().cpu()});
            if (i == 0 && pushing.hasTable()) gradients.back().rows = pushing.rows();
        }
        const auto computed = Clock::now();
        TY_ASSIGN(const sdk::Pushed pushed, variables.push(gradients, learningRate, round));
        // Running statistics go to the ps too; the last one written stays, as under tf.distribute.
        std::int64_t assigned = 0;
        if (!round || round->part == 0)
            for (std::size_t i = model.variables().size(); i < pushing.names().size(); ++i) {
                TY_TRY(variables.assign(pushing.names()[i], pushing.tensors()[i].cpu()));
                assigned += static_cast<std::int64_t>(pushing.tensors()[i].nbytes());
            }
        if (onStep_) {
            const auto end = Clock::now();
            StepTimes times{ms(read - begin), ms(computed - pulled), ms(pulled - read) + ms(end - computed),
                            assigned};
            for (const sdk::Gradient& gradient : gradients) {
                times.bytesSent += static_cast<std::int64_t>(gradient.values.nbytes());
                // Rows are named twice: to read them, and to update them.
                if (gradient.rows.defined())
                    times.bytesSent += 2 * static_cast<std::int64_t>(gradient.rows.nbytes());
            }
            onStep_(times);
        }
        return rowOf(sums, pushing.objective(), static_cast<double>(pushed.staleness));
    }

    const std::uint64_t seed_;
    DatasetPtr data_;
    std::unique_ptr<PulledReplicas> replicas_;
    data::SampleOrder::Options order_;
    data::SampleOrder parts_;
    const double clipNorm_, clipValue_;  ///< of one worker's gradients
    std::int64_t badSample_ = -1;
    const std::int64_t firstBatch_;
    const std::function<void(const StepTimes&)> onStep_;
    std::unique_ptr<Pipeline> pipeline_;
};

using State = std::shared_ptr<WorkerTraining>;

std::int64_t integer(const sdk::Values& values, std::size_t i) {
    return std::get<std::int64_t>(values.at(i));
}

data::Progress progressFrom(const torch::Tensor& tensor) {
    const auto* fields = tensor.const_data_ptr<std::int64_t>();
    return {fields[0], static_cast<int>(fields[1]), fields[2], fields[3], fields[4]};
}

State& stateOf(sdk::WorkerContext& context, const sdk::Values& values) {
    State* state = context.local<State>(std::get<sdk::PerWorker>(values.at(0)));
    if (!state) throw std::invalid_argument("the handle is not the training's");
    return *state;
}

torch::Tensor rowsOf(const std::vector<double>& rows, std::int64_t count) {
    return torch::tensor(rows, torch::kFloat64).view({count, -1});
}

base::Result<sdk::Values> trainSteps(sdk::WorkerContext& context, const sdk::Values& in,
                                     const StepReports& told) {
    State& state = stateOf(context, in);
    const torch::Tensor rates = std::get<torch::Tensor>(in.at(2));
    std::vector<double> rows;
    for (std::int64_t i = 0; i < rates.numel(); ++i) {
        const std::int64_t step = integer(in, 1) + i;
        {
            const StepRange range(&told.profiler, step + 1);
            TY_ASSIGN(const std::vector<double> row,
                      state->step(context.variables(), step, rates[i].item<double>()));
            rows.insert(rows.end(), row.begin(), row.end());
        }
        told.onFinished(step + 1);
    }
    return sdk::Values{rowsOf(rows, rates.numel()), std::int64_t{context.worker()}, state->takeBadSample()};
}

base::Result<sdk::Values> trainPart(sdk::WorkerContext& context, const sdk::Values& in,
                                    const StepReports& told) {
    State& state = stateOf(context, in);
    std::vector<double> row;
    {
        const StepRange range(&told.profiler, integer(in, 1) + 1);
        TY_ASSIGN(row, state->part(context.variables(), integer(in, 1), static_cast<int>(integer(in, 2)),
                                   static_cast<int>(integer(in, 3)), std::get<double>(in.at(4))));
    }
    told.onFinished(integer(in, 1) + 1);
    return sdk::Values{rowsOf(row, 1), std::int64_t{context.worker()}, state->takeBadSample()};
}

}  // namespace

data::SampleOrder::Options workerOrder(const v1::RunSpec& spec, std::int64_t samples, std::int64_t batch,
                                       int worker) {
    data::SampleOrder::Options order = orderOf(spec, samples, batch);
    order.seed += kGoldenGamma * static_cast<std::uint64_t>(worker);
    return order;
}

torch::Tensor progressTensor(const data::Progress& progress) {
    return torch::tensor({progress.step, std::int64_t{progress.epoch}, progress.stepInEpoch,
                          progress.consumed, progress.position});
}

std::shared_ptr<const sdk::ClosureRegistry> trainingClosures(v1::RunSpec spec, const TrainingData& data,
                                                             const StepReports& told,
                                                             std::vector<std::shared_ptr<Device>> gpus) {
    auto registry = std::make_shared<sdk::ClosureRegistry>();
    registry->perWorker(kWorkerState, [spec = std::move(spec), train = data.train, onTimes = told.onTimes,
                                       onWait = told.onWait, gpus = std::move(gpus)](
                                          const sdk::InputContext& context, const sdk::Values& in) {
        const base::Result<DatasetPtr>& dataset = train.get();
        if (!dataset) throw InputError(dataset.error());
        auto replicas = PulledReplicas::make(spec, **dataset, gpus, onWait);
        if (!replicas) throw base::Saying<std::invalid_argument>(replicas.error().words());
        data::SampleOrder::Options order =
            workerOrder(spec, (*dataset)->size(), integer(in, 0), context.inputPipelineId);
        order.start = progressFrom(std::get<torch::Tensor>(in.at(2)));
        return std::any(std::make_shared<WorkerTraining>(spec, *dataset, std::move(*replicas),
                                                         std::move(order), integer(in, 1), onTimes));
    });
    registry->closure(kTrain, [told](sdk::WorkerContext& context, const sdk::Values& in) {
        return trainSteps(context, in, told);
    });
    registry->closure(kTrainPart, [told](sdk::WorkerContext& context, const sdk::Values& in) {
        return trainPart(context, in, told);
    });
    registry->closure(kEvaluate,
                      [validation = data.validation](sdk::WorkerContext& context,
                                                     const sdk::Values& in) -> base::Result<sdk::Values> {
                          RECORD_USER_SCOPE("compute: evaluate");
                          if (!validation)
                              return fail(Code::kFailedPrecondition, "this run has no validation data");
                          const base::Result<DatasetPtr>& dataset = validation->get();
                          if (!dataset) return fail(dataset.error());
                          context.variables().setRound(integer(in, 4));
                          TY_ASSIGN(const std::vector<double> row,
                                    stateOf(context, in)
                                        ->evaluate(context.variables(), **dataset, integer(in, 1),
                                                   integer(in, 2), integer(in, 3)));
                          return sdk::Values{rowsOf(row, 1)};
                      });
    return registry;
}

WorkerGpus workerGpus(v1::RunSpec spec, const TrainingData& data, std::vector<std::shared_ptr<Device>> gpus) {
    if (gpus.empty()) return {};
    spdlog::info("{}: the variables of each are read from parameter servers", kNotCaptured);
    const auto explain = [spec = std::move(spec), train = data.train](OutOfMemory failed) {
        failed.hasSlots = false;
        spec::ModelPlan plan;
        if (!spec.train().has_program() && train.get().has_value())
            plan = planOfWorker(planFor(spec, *train.get().value()).value_or(plan));
        return outOfMemory(failed, spec, plan);
    };
    return {.devices = std::move(gpus), .explainMemory = explain, .onIdle = {}};
}

}  // namespace trainyard::engine::ps
