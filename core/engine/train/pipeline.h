// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <thread>
#include <vector>

#include "core/base/bounded_queue.h"
#include "core/data/dataset.h"
#include "core/data/order.h"
#include "core/engine/device/device.h"
#include "core/engine/model/model.h"

namespace trainyard::engine {

/// One replica's part of one global batch.
struct Batch {
    torch::Tensor features;  ///< {samples, …}: as made by Model::inputTensor, or int64 if the data set's are
    torch::Tensor labels;    ///< {samples, …}: int64 (class indexes), or of the model's dtype
    torch::Tensor weights;   ///< {samples}, float32; undefined where samples have no weights of their own
    std::vector<std::int64_t> samples;    ///< index of each in the data set, which keys its draws
    std::int64_t globalCount = 0;         ///< samples of the whole global batch: the divisor of the loss
    std::shared_ptr<Device::Mark> ready;  ///< of a batch on its way to a device; null: it is there
    /// Whether the model's embeddings have these indexes: uploaded() has looked.
    bool areIndexesChecked() const { return ready != nullptr; }
};

/// A data set that could not be read, with the error of Dataset::read.
struct InputError : base::Saying<std::runtime_error> {
    explicit InputError(base::Error why) : Saying(why.words()), error(std::move(why)) {}
    base::Error error;
};

/// Reads `indexes` of `dataset` into new tensors on the CPU, pinned if `model` is on a GPU. Throws
/// InputError.
Batch readBatch(const data::Dataset& dataset, const Model& model, std::vector<std::int64_t> indexes,
                std::int64_t globalCount);

/// The same for no model, in the data set's own dtypes.
Batch readBatch(const data::Dataset& dataset, std::vector<std::int64_t> indexes);

/// `batch` on its way to `device`, queued in this thread's lane. Its indexes are checked before, while
/// looking at them takes no wait for the device: throws what Model::checkIndexes() throws.
Batch uploaded(Batch batch, const Model& model, Device& device);
/// `batch` where a model is, for passes that read their results at once.
Batch movedTo(torch::Device device, Batch batch);

/// Prepares the batches of consecutive steps for one replica on a separate thread, a few ahead of the
/// training.
class Pipeline {
  public:
    struct Options {
        std::shared_ptr<const data::Dataset> dataset;
        data::SampleOrder::Options order;
        int replica = 0;  ///< one that has a stream in order.sharding
        std::int64_t firstStep = 0;
        std::int64_t lastStep = 0;  ///< exclusive
        Device* device = nullptr;   ///< batches are copied there in its input lane; null: they stay
        bool isMoved = false;       ///< without `device`: next() copies them to where the model is, and waits
    };
    Pipeline(Options options, const Model& model);
    ~Pipeline();

    /// The next step's batch; waits if it is not ready. Rethrows exceptions of the reading thread.
    Batch next();

  private:
    void produce();

    Options options_;
    const Model& model_;
    base::BoundedQueue<Batch> queue_;
    std::exception_ptr failure_;
    std::jthread thread_;
};

}  // namespace trainyard::engine
