// SPDX-License-Identifier: Apache-2.0
#include "core/engine/ps/training_closures.h"
#include "core/engine/model/precision.h"

#include <ATen/ops/_unique2.h>
#include <ATen/ops/empty.h>
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "core/engine/ledger/course.h"
#include "core/engine/model/optimizer.h"
#include "core/engine/profile/profiler.h"
#include "core/engine/train/initial_state.h"
#include "core/engine/train/not_finite.h"
#include "core/engine/train/pipeline.h"
#include "core/spec/model/layer_kinds.h"

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

/// The per-worker state: the model (its weights are pulled again for each step) and its batches.
class WorkerTraining {
  public:
    WorkerTraining(const v1::RunSpec& spec, DatasetPtr data, PlannedModel planned,
                   data::SampleOrder::Options order, std::int64_t firstBatch,
                   std::function<void(const StepTimes&)> onStep, std::shared_ptr<Device> gpu)
        : gpu_(std::move(gpu)),
          seed_(spec.seed()),
          data_(std::move(data)),
          planned_(std::move(planned)),
          model_(planned_.model.get()),
          names_(stateNames(*model_)),
          tensors_(stateTensors(*model_)),
          hosts_(hostsOf(tensors_, spec::startsWithTable(model_->plan()))),
          order_(std::move(order)),
          parts_(asRuns(order_, spec.seed())),
          hasTable_(spec::startsWithTable(model_->plan())),
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
            pipeline_ = std::make_unique<Pipeline>(std::move(options), *model_);
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
        const data::Range range = data::replicaPart(count, part, parts);
        std::vector<std::int64_t> mine(all.begin() + range.begin, all.begin() + range.end);
        const auto begin = Clock::now();
        Batch batch = readBatch(*data_, *model_, std::move(mine), count);
        variables.setRound(step);
        return train(variables, std::move(batch), step, learningRate, sdk::Round{step, part, parts}, begin);
    }

    /// The first sample since the last call that made a loss NaN or infinite because it is itself not finite;
    /// -1: none.
    std::int64_t takeBadSample() { return std::exchange(badSample_, -1); }

    base::Result<std::vector<double>> evaluate(sdk::Variables& variables, const data::Dataset& dataset,
                                               std::int64_t begin, std::int64_t end, std::int64_t batch) {
        TY_ASSIGN(const StepSums sums, sumsOver(variables, dataset, begin, end, batch));
        return rowOf(sums, planned_.objective, 0);
    }

  private:
    /// Where variables arrive: the model's own memory, or for one on a GPU pinned memory. Of a table only
    /// rows arrive, in tensors of their own.
    static std::vector<torch::Tensor> hostsOf(const std::vector<torch::Tensor>& tensors, bool hasTable) {
        std::vector<torch::Tensor> hosts = tensors;
        for (std::size_t i = hasTable ? 1 : 0; i < hosts.size(); ++i) {
            if (tensors[i].is_cpu()) continue;
            const auto options = tensors[i].options().requires_grad(false);
            hosts[i] = at::empty(tensors[i].sizes(), options.device(torch::kCPU).pinned_memory(true));
        }
        return hosts;
    }
    /// Closures run on threads of the worker's own.
    void enter() const {
        if (gpu_) gpu_->enter(Device::Lane::kCompute);
    }
    /// Pulls the state from the entry `first` on.
    base::Status pullFrom(sdk::Variables& variables, std::ptrdiff_t first) {
        TY_TRY(
            variables.pull({names_.begin() + first, names_.end()}, {hosts_.begin() + first, hosts_.end()}));
        const torch::NoGradGuard noGrad;
        for (auto i = static_cast<std::size_t>(first); gpu_ && i < tensors_.size(); ++i)
            tensors_[i].copy_(hosts_[i], /*non_blocking=*/true);
        return {};
    }

    base::Result<StepSums> sumsOver(sdk::Variables& variables, const data::Dataset& dataset,
                                    std::int64_t begin, std::int64_t end, std::int64_t batch) {
        torch::NoGradGuard noGrad;
        enter();
        if (!hasTable_) {
            TY_TRY(pullFrom(variables, 0));
            return evaluateRange(planned_, dataset, begin, end, batch);
        }
        StepSums sums;
        for (std::int64_t from = begin; from < end; from += batch) {
            const std::int64_t to = std::min(end, from + batch);
            std::vector<std::int64_t> indexes(static_cast<std::size_t>(to - from));
            std::iota(indexes.begin(), indexes.end(), from);
            Batch read = readBatch(dataset, *model_, std::move(indexes), to - from);
            TY_TRY(pull(variables, read));
            read = movedTo(model_->device(), std::move(read));
            sums += planned_.objective
                        .score(*model_, model_->forward(read.features, nullptr), read.labels, read.weights)
                        .sums;
        }
        return sums;
    }

    /// Reads the weights. Of a table that the features index only the rows that they name are read: features
    /// become places in these rows.
    base::Status pull(sdk::Variables& variables, Batch& batch) {
        RECORD_USER_SCOPE("communication: pull variables");
        if (!hasTable_) return pullFrom(variables, 0);
        const auto [rows, places, counts] = at::_unique2(batch.features.to(torch::kInt64), /*sorted=*/true,
                                                         /*return_inverse=*/true);
        TY_ASSIGN(const torch::Tensor table, variables.lookup(names_[0], rows));
        tensors_[0].set_data(table.to(model_->device()));
        rows_ = rows;
        batch.features = places;
        return pullFrom(variables, 1);
    }

    base::Result<std::vector<double>> train(sdk::Variables& variables, Batch batch, std::int64_t step,
                                            double learningRate, std::optional<sdk::Round> round,
                                            Clock::time_point begin) {
        const auto read = Clock::now();
        enter();
        TY_TRY(pull(variables, batch));
        const auto pulled = Clock::now();
        const Batch onHost = batch;
        batch = movedTo(model_->device(), std::move(batch));
        for (const torch::Tensor& variable : model_->variables()) variable.mutable_grad().reset();
        Objective::Scored scored;
        {
            RECORD_USER_SCOPE("compute: forward");
            const DrawPlace place{seed_, step, batch.samples};
            scored = planned_.objective.score(*model_, model_->forward(batch.features, &place), batch.labels,
                                              batch.weights);
            if (badSample_ < 0 && !std::isfinite(scored.sums.loss)) badSample_ = firstNotFinite({&onHost, 1});
        }
        {
            RECORD_USER_SCOPE("compute: backward");
            (scored.lossSum / static_cast<double>(batch.globalCount)).backward();
            // Of a synchronous step their sum is clipped.
            if (!round) clipGradients(model_->variables(), clipNorm_, clipValue_);
        }
        RECORD_USER_SCOPE("communication: push gradients");
        std::vector<sdk::Gradient> gradients;
        for (std::size_t i = 0; i < model_->variables().size(); ++i) {
            const torch::Tensor& variable = model_->variables()[i];
            if (!variable.grad().defined()) continue;
            gradients.push_back({names_[i], variable.grad().cpu()});
            if (i == 0 && hasTable_) gradients.back().rows = rows_;
        }
        const auto computed = Clock::now();
        TY_ASSIGN(const sdk::Pushed pushed, variables.push(gradients, learningRate, round));
        // Running statistics go to the ps too; the last one written stays, as under tf.distribute.
        std::int64_t assigned = 0;
        if (!round || round->part == 0)
            for (std::size_t i = model_->variables().size(); i < names_.size(); ++i) {
                TY_TRY(variables.assign(names_[i], tensors_[i].cpu()));
                assigned += static_cast<std::int64_t>(tensors_[i].nbytes());
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
        return rowOf(scored.sums, planned_.objective, static_cast<double>(pushed.staleness));
    }

    const std::shared_ptr<Device> gpu_;
    const std::uint64_t seed_;
    DatasetPtr data_;
    PlannedModel planned_;
    Model* const model_;  ///< planned_'s
    std::vector<std::string> names_;
    std::vector<torch::Tensor> tensors_;
    std::vector<torch::Tensor> hosts_;  ///< tensors_, or where they come from
    data::SampleOrder::Options order_;
    data::SampleOrder parts_;
    const bool hasTable_;                ///< the first layer looks the features up in a table
    torch::Tensor rows_;                 ///< of the table, that were read
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

base::Result<PlannedModel> plannedModel(const v1::RunSpec& spec, const data::Dataset& data,
                                        torch::Device device) {
    TY_ASSIGN(const spec::ModelPlan plan, planFor(spec, data));
    return PlannedModel{std::make_unique<Model>(plan, precisionOf(spec), device),
                        Objective(spec::lossOf(spec), spec::metricsOf(spec), plan)};
}

StepSums evaluateRange(const PlannedModel& planned, const data::Dataset& dataset, std::int64_t begin,
                       std::int64_t end, std::int64_t batch) {
    torch::NoGradGuard noGrad;
    const Model& model = *planned.model;
    StepSums sums;
    for (std::int64_t from = begin; from < end; from += batch) {
        const std::int64_t to = std::min(end, from + batch);
        std::vector<std::int64_t> indexes(static_cast<std::size_t>(to - from));
        std::iota(indexes.begin(), indexes.end(), from);
        const Batch read = movedTo(model.device(), readBatch(dataset, model, std::move(indexes), to - from));
        sums +=
            planned.objective.score(model, model.forward(read.features, nullptr), read.labels, read.weights)
                .sums;
    }
    return sums;
}

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

std::vector<std::string> stateNames(const Model& model) {
    std::vector<std::string> names = model.names();
    names.insert(names.end(), model.bufferNames().begin(), model.bufferNames().end());
    return names;
}

std::vector<torch::Tensor> stateTensors(const Model& model) {
    std::vector<torch::Tensor> tensors = model.variables();
    tensors.insert(tensors.end(), model.buffers().begin(), model.buffers().end());
    return tensors;
}

std::shared_ptr<const sdk::ClosureRegistry> trainingClosures(v1::RunSpec spec, const TrainingData& data,
                                                             const StepReports& told,
                                                             std::shared_ptr<Device> gpu) {
    auto registry = std::make_shared<sdk::ClosureRegistry>();
    registry->perWorker(
        kWorkerState, [spec = std::move(spec), train = data.train, onTimes = told.onTimes,
                       gpu = std::move(gpu)](const sdk::InputContext& context, const sdk::Values& in) {
            const base::Result<DatasetPtr>& dataset = train.get();
            if (!dataset) throw InputError(dataset.error());
            base::Result<PlannedModel> planned =
                plannedModel(spec, **dataset, gpu ? gpu->where() : torch::Device(torch::kCPU));
            if (!planned) throw std::invalid_argument(planned.error().describe());
            data::SampleOrder::Options order =
                workerOrder(spec, (*dataset)->size(), integer(in, 0), context.inputPipelineId);
            order.start = progressFrom(std::get<torch::Tensor>(in.at(2)));
            return std::any(std::make_shared<WorkerTraining>(spec, *dataset, std::move(*planned),
                                                             std::move(order), integer(in, 1), onTimes, gpu));
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

}  // namespace trainyard::engine::ps
