// SPDX-License-Identifier: Apache-2.0
#include "core/engine/train/pipeline.h"

#include <ATen/ops/empty.h>
#include <ATen/record_function.h>
#include <pthread.h>

#include <stdexcept>

namespace trainyard::engine {
namespace {
constexpr std::size_t kBatchesAhead = 4;

torch::ScalarType dtypeOf(data::Dtype dtype) {
    switch (dtype) {
        case data::Dtype::kFloat32:
            return torch::kFloat32;
        case data::Dtype::kFloat64:
            return torch::kFloat64;
        case data::Dtype::kInt64:
            break;
    }
    return torch::kInt64;
}

torch::Tensor emptyBatch(const data::Layout& layout, std::int64_t count, torch::TensorOptions options = {}) {
    std::vector<std::int64_t> shape{count};
    shape.insert(shape.end(), layout.shape.begin(), layout.shape.end());
    return torch::empty(shape, options.dtype(dtypeOf(layout.dtype)));
}
}  // namespace

Batch readBatch(const data::Dataset& dataset, const Model& model, std::vector<std::int64_t> indexes,
                std::int64_t globalCount) {
    const auto count = static_cast<std::int64_t>(indexes.size());
    const bool isPinned = model.device().is_cuda();
    const auto emptyFor = [&](const data::Layout& layout) {
        return emptyBatch(layout, count, torch::TensorOptions().pinned_memory(isPinned));
    };
    RECORD_USER_SCOPE("input: read a batch");
    Batch batch;
    const bool isNumeric = dataset.features().dtype != data::Dtype::kInt64;
    torch::Tensor plain;
    if (isNumeric) batch.features = model.inputTensor(count);
    // With one channel the plain layout and channels-last are the same bytes, so the data set writes in
    // place.
    const bool isSameBytes = isNumeric && batch.features.scalar_type() == dtypeOf(dataset.features().dtype) &&
                             (batch.features.dim() != 4 || batch.features.size(1) == 1);
    plain = isSameBytes ? batch.features : emptyFor(dataset.features());
    torch::Tensor labels = emptyFor(dataset.labels());
    if (dataset.hasSampleWeights())
        batch.weights = torch::empty({count}, torch::dtype(torch::kFloat32).pinned_memory(isPinned));
    const base::Status read =
        dataset.read(indexes, {plain.data_ptr(), labels.data_ptr(),
                               batch.weights.defined() ? batch.weights.data_ptr<float>() : nullptr});
    if (!read) throw InputError(read.error());
    if (!isNumeric)
        batch.features = plain;
    else if (!isSameBytes)
        batch.features.copy_(plain);
    batch.labels = labels.is_floating_point() ? labels.to(model.dtype()) : labels;
    batch.samples = std::move(indexes);
    batch.globalCount = globalCount;
    return batch;
}

Batch readBatch(const data::Dataset& dataset, std::vector<std::int64_t> indexes) {
    const auto count = static_cast<std::int64_t>(indexes.size());
    Batch batch;
    batch.features = emptyBatch(dataset.features(), count);
    batch.labels = emptyBatch(dataset.labels(), count);
    if (dataset.hasSampleWeights()) batch.weights = torch::empty({count}, torch::dtype(torch::kFloat32));
    const base::Status read =
        dataset.read(indexes, {batch.features.data_ptr(), batch.labels.data_ptr(),
                               batch.weights.defined() ? batch.weights.data_ptr<float>() : nullptr});
    if (!read) throw InputError(read.error());
    batch.samples = std::move(indexes);
    batch.globalCount = count;
    return batch;
}

Batch uploaded(Batch batch, const Model& model, Device& device) {
    model.checkIndexes(batch.features);
    for (torch::Tensor* tensor : {&batch.features, &batch.labels, &batch.weights})
        if (tensor->defined()) *tensor = device.upload(*tensor);
    batch.ready = device.mark();
    return batch;
}

Batch movedTo(torch::Device device, Batch batch) {
    for (torch::Tensor* tensor : {&batch.features, &batch.labels, &batch.weights})
        if (tensor->defined()) *tensor = tensor->to(device);
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
        if (options_.device) options_.device->enter(Device::Lane::kInput);
        data::SampleOrder order(options_.order);
        for (std::int64_t step = options_.firstStep; step < options_.lastStep; ++step) {
            const std::int64_t count = order.globalBatchSize(step);
            std::vector<std::int64_t> mine = order.replicaBatch(step, options_.replica);
            Batch batch = readBatch(*options_.dataset, model_, std::move(mine), count);
            if (options_.device) batch = uploaded(std::move(batch), model_, *options_.device);
            if (!queue_.push(std::move(batch))) return;
        }
    } catch (...) {
        failure_ = std::current_exception();  // published by close(), thrown again by next()
    }
    queue_.close();
}

Batch Pipeline::next() {
    std::optional<Batch> batch = queue_.pop();
    if (batch && options_.isMoved) return movedTo(model_.device(), std::move(*batch));
    if (batch) return std::move(*batch);
    if (failure_) std::rethrow_exception(failure_);
    throw std::logic_error("a batch past the last step of the data pipeline was requested");
}

}  // namespace trainyard::engine
