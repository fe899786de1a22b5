// SPDX-License-Identifier: Apache-2.0
#include "core/engine/train/pipeline.h"

#include <ATen/ops/empty.h>
#include <pthread.h>

#include <stdexcept>

namespace trainyard::engine {
namespace {
constexpr std::size_t kBatchesAhead = 4;
}

Batch readBatch(const data::Dataset& dataset, const Model& model, std::vector<std::int64_t> indexes,
                std::int64_t globalCount) {
    const auto count = static_cast<std::int64_t>(indexes.size());
    Batch batch;
    batch.features = model.inputTensor(count);
    batch.labels = torch::empty({count}, torch::kInt64);
    dataset.readLabels(indexes, batch.labels.data_ptr<std::int64_t>());
    std::vector<std::int64_t> shape{count};
    shape.insert(shape.end(), dataset.sampleShape().begin(), dataset.sampleShape().end());
    // With one channel the plain layout and channels-last are the same bytes, so the data set writes in
    // place.
    const bool isSameBytes =
        batch.features.scalar_type() == torch::kFloat32 && (shape.size() != 4 || shape[1] == 1);
    if (isSameBytes) {
        dataset.readFeatures(indexes, batch.features.data_ptr<float>());
    } else {
        torch::Tensor plain = torch::empty(shape, torch::kFloat32);
        dataset.readFeatures(indexes, plain.data_ptr<float>());
        batch.features.copy_(plain);
    }
    batch.samples = std::move(indexes);
    batch.globalCount = globalCount;
    return batch;
}

Pipeline::Pipeline(Options options, const Model& model)
    : options_(std::move(options)), model_(model), queue_(kBatchesAhead), thread_([this] { produce(); }) {
}

Pipeline::~Pipeline() {
    queue_.close();
}

void Pipeline::produce() {
    pthread_setname_np(pthread_self(), "ty-input");
    try {
        data::SampleOrder order(options_.order);
        for (std::int64_t step = options_.firstStep; step < options_.lastStep; ++step) {
            const std::vector<std::int64_t> global = order.globalBatch(step);
            const auto count = static_cast<std::int64_t>(global.size());
            const data::Range part = data::replicaPart(count, options_.replica, options_.replicas);
            std::vector<std::int64_t> mine(global.begin() + part.begin, global.begin() + part.end);
            if (!queue_.push(readBatch(*options_.dataset, model_, std::move(mine), count))) return;
        }
    } catch (...) {
        failure_ = std::current_exception();  // published by close(), thrown again by next()
    }
    queue_.close();
}

Batch Pipeline::next() {
    std::optional<Batch> batch = queue_.pop();
    if (batch) return std::move(*batch);
    if (failure_) std::rethrow_exception(failure_);
    throw std::logic_error("the data pipeline was asked for a batch past its last step");
}

}  // namespace trainyard::engine
