// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>
#include <torch/version.h>

#include <cstdint>
#include <nlohmann/json.hpp>

#include "plugins/sdk/version.h"

namespace trainyard::sdk {

/// One sample, with the shapes and dtypes that the manifest says: contiguous or not, on the CPU.
struct Sample {
    torch::Tensor features;
    torch::Tensor label;
};

/// The samples of one input pipeline. Any number of threads may read at once. [any]
class Dataset {
  public:
    virtual ~Dataset() = default;
    /// How many there are; the same whenever the data set is made from the same context.
    virtual std::int64_t size() const = 0;
    /// Sample `index`, 0 … size()-1: the same whenever it is read, or a restart changes the curve. The engine
    /// shuffles, repeats and batches. Throws on failure.
    virtual Sample sample(std::int64_t index) const = 0;
};

/// What a data set is made for: tf.distribute.InputContext, and the options.
struct DatasetContext {
    nlohmann::json options;     ///< complete, as the manifest's schema describes them
    int inputPipelineId = 0;    ///< whose samples these are
    int numInputPipelines = 1;  ///< the tasks that train; 1 for validation and prediction
    int numReplicasInSync = 1;
    std::int64_t perReplicaBatchSize = 1;
};

/// What a plugin's library exports as `trainyard_dataset_plugin`, by TRAINYARD_DATASET_PLUGIN.
struct DatasetPlugin {
    int sdkVersion;
    const char* torchVersion;  ///< the version of libtorch's headers it was built with
    const char* id;
    /// Called in each task for each input pipeline, as all tasks agree on the order of all samples: read what
    /// is large in sample(). Throws on failure.
    Dataset* (*create)(const DatasetContext& context);
};

}  // namespace trainyard::sdk

/// Put this at the end of a plugin's source: TRAINYARD_DATASET_PLUGIN("my_data", [](const DatasetContext& c)
/// -> Dataset* {…})
#define TRAINYARD_DATASET_PLUGIN(pluginId, factory)                                                       \
    extern "C" __attribute__((visibility("default"))) const ::trainyard::sdk::DatasetPlugin*              \
    trainyard_dataset_plugin() {                                                                          \
        static const ::trainyard::sdk::DatasetPlugin plugin{::trainyard::sdk::kSdkVersion, TORCH_VERSION, \
                                                            pluginId, factory};                           \
        return &plugin;                                                                                   \
    }
