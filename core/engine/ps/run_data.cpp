// SPDX-License-Identifier: Apache-2.0
#include "core/engine/ps/run_data.h"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>

#include "core/engine/eval/evaluator.h"
#include "core/engine/train/pipeline.h"
#include "plugins/sdk/loop/coordinator_job.h"

namespace trainyard::engine::ps {
namespace {

DatasetPtr opened(const FutureDataset& data) {
    const base::Result<DatasetPtr>& dataset = data.get();
    if (!dataset) throw InputError(dataset.error());
    return *dataset;
}

sdk::Values elementOf(const data::Dataset& dataset, std::vector<std::int64_t> indexes) {
    Batch batch = readBatch(dataset, std::move(indexes));
    sdk::Values element{std::move(batch.features), std::move(batch.labels)};
    if (batch.weights.defined()) element.emplace_back(std::move(batch.weights));
    return element;
}

/// How often each worker's training set was created in this process.
class Passes {
  public:
    int next(int worker) {
        const std::lock_guard lock(mutex_);
        return made_[worker]++;
    }

  private:
    std::mutex mutex_;
    std::map<int, int> made_;
};

/// In the worker's own order, from the beginning of pass `pass` through the set: once, or for ever where the
/// run file's data repeats. An element is a batch for each of the worker's replicas.
sdk::Elements trainingElements(const v1::RunSpec& spec, const DatasetPtr& dataset,
                               const sdk::InputContext& context, int pass) {
    const std::int64_t batch = std::int64_t{spec.train().data().batch_size()} * context.numReplicasInSync;
    data::SampleOrder::Options options = workerOrder(spec, dataset->size(), batch, context.inputPipelineId);
    if (!options.repeat) options.stepsPerEpoch = 0;
    options.start.epoch = pass;
    options.start.position = pass * dataset->size();
    const bool isEndless = options.repeat;
    const auto order = std::make_shared<data::SampleOrder>(std::move(options));
    return [dataset, order, isEndless, step = std::int64_t{0}]() mutable -> std::optional<sdk::Values> {
        if (!isEndless && step >= order->stepsPerEpoch()) return std::nullopt;
        return elementOf(*dataset, order->replicaBatch(step++, 0));
    };
}

/// In the order of the files, once.
sdk::Elements validationElements(const DatasetPtr& dataset, std::int64_t batch) {
    return [dataset, batch, begin = std::int64_t{0}]() mutable -> std::optional<sdk::Values> {
        const std::int64_t end = std::min(dataset->size(), begin + batch);
        if (begin >= end) return std::nullopt;
        std::vector<std::int64_t> indexes(static_cast<std::size_t>(end - begin));
        std::iota(indexes.begin(), indexes.end(), begin);
        begin = end;
        return elementOf(*dataset, std::move(indexes));
    };
}

}  // namespace

void addRunData(sdk::ClosureRegistry& registry, const v1::RunSpec& spec, const TrainingData& data) {
    if (data.train.valid())
        registry.dataset(loop::kTrainData, [spec, train = data.train, passes = std::make_shared<Passes>()](
                                               const sdk::InputContext& context) {
            const DatasetPtr dataset = opened(train);
            return trainingElements(spec, dataset, context, passes->next(context.inputPipelineId));
        });
    if (data.validation)
        registry.dataset(loop::kValidationData, [batch = validationBatchOf(spec.train()),
                                                 validation = *data.validation](const sdk::InputContext&) {
            return validationElements(opened(validation), batch);
        });
}

}  // namespace trainyard::engine::ps
