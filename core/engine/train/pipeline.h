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
#include "core/engine/model/model.h"

namespace trainyard::engine {

/// One replica's part of one global batch.
struct Batch {
    torch::Tensor
        features;  ///< {samples, …}: as Model::inputTensor makes it, or int64 where the data set's are
    torch::Tensor labels;   ///< {samples, …}: int64 (class indexes), or of the model's dtype
    torch::Tensor weights;  ///< {samples}, float32; undefined where samples have no weights of their own
    std::vector<std::int64_t> samples;  ///< index of each in the data set, the key of its draws
    std::int64_t globalCount = 0;       ///< samples of the whole global batch: what a loss divides by
};

/// A data set that could not be read: what Dataset::read said.
struct InputError : std::runtime_error {
    explicit InputError(base::Error why) : std::runtime_error(why.describe()), error(std::move(why)) {}
    base::Error error;
};

/// Reads `indexes` of `dataset` into fresh tensors. Throws InputError.
Batch readBatch(const data::Dataset& dataset, const Model& model, std::vector<std::int64_t> indexes,
                std::int64_t globalCount);

/// Makes the batches of consecutive steps for one replica on a thread of its own, a few ahead of the
/// training.
class Pipeline {
  public:
    struct Options {
        std::shared_ptr<const data::Dataset> dataset;
        data::SampleOrder::Options order;
        int replica = 0;  ///< one that order.sharding has a stream for
        std::int64_t firstStep = 0;
        std::int64_t lastStep = 0;  ///< exclusive
    };
    Pipeline(Options options, const Model& model);
    ~Pipeline();

    /// The next step's batch; waits if it is not ready. Throws what the reading thread threw.
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
