// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <future>
#include <memory>
#include <optional>

#include "core/data/dataset.h"
#include "core/data/order.h"
#include "core/engine/comm/task_link.h"
#include "core/engine/device/device.h"
#include "core/engine/ledger/step_sums.h"
#include "core/engine/ps/pulled_model.h"
#include "core/engine/ps/worker_runtime.h"
#include "plugins/sdk/coordinator.h"
#include "trainyard/v1/run_spec.pb.h"

namespace trainyard::engine {
class Profiler;
}

namespace trainyard::engine::ps {

using DatasetPtr = std::shared_ptr<const data::Dataset>;
using FutureDataset = std::shared_future<base::Result<DatasetPtr>>;

/// Opened while training starts; no value: no validation.
struct TrainingData {
    FutureDataset train;
    std::optional<FutureDataset> validation;
};

/// The built-in loop's closures: a worker's work for a chief's CoordinatedTrainer. All take the handle of
/// kWorkerState first.
/// Per worker. Arguments: global batch, first batch of the worker's order, data::Progress {5} to start at.
inline constexpr const char* kWorkerState = "training";
/// Asynchronous steps, each on one batch in the worker's own order. Arguments: number of the first step,
/// learning rates {k}. Result: {k, stepWidth()}, and the index of the worker that ran them.
inline constexpr const char* kTrain = "train";
/// One part of a synchronous step. Arguments: step, part, parts, learning rate. Result: {1, stepWidth()}, and
/// the worker's index.
inline constexpr const char* kTrainPart = "train_part";
/// Sums over validation samples [begin, end) in batches of n, with the weights that a step starts with.
/// Arguments: begin, end, n, step. Result {1, stepWidth()}.
inline constexpr const char* kEvaluate = "evaluate";

/// A row of a result: a step's sums (StepSums::write), then its staleness.
inline std::int64_t stepWidth(std::size_t metrics) {
    return static_cast<std::int64_t>(StepSums::width(metrics)) + 1;
}

/// The order in which a worker reads the training set: worker 0 the run's, each other one of its own.
data::SampleOrder::Options workerOrder(const v1::RunSpec& spec, std::int64_t samples, std::int64_t batch,
                                       int worker);
torch::Tensor progressTensor(const data::Progress& progress);
/// Receives the steps that a worker completes.
struct StepReports {
    Profiler& profiler;  ///< counts them
    /// How the time of each was spent: waiting for a batch, computing, and waiting for the ps.
    std::function<void(const StepTimes&)> onTimes;
    /// The number of the run's steps completed, including this one.
    std::function<void(std::int64_t finished)> onFinished;
    /// What the worker's GPUs wait in.
    WorkerTeam::OnWait onWait = [](const std::string&) {};
};
/// `gpus`: what this worker's replicas compute on; none: one on the CPU. Variables and gradients travel by
/// way of the host.
std::shared_ptr<const sdk::ClosureRegistry> trainingClosures(v1::RunSpec spec, const TrainingData& data,
                                                             const StepReports& told,
                                                             std::vector<std::shared_ptr<Device>> gpus = {});
/// `gpus` for a worker, which says of a step that does not fit what outOfMemory() does, of all that is in
/// that memory. A program has a model of its own.
WorkerGpus workerGpus(v1::RunSpec spec, const TrainingData& data, std::vector<std::shared_ptr<Device>> gpus);

}  // namespace trainyard::engine::ps
