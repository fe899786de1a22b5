// SPDX-License-Identifier: Apache-2.0
// A data set that no file has: points, and on which side of a plane they are. Each input pipeline has its
// share.
#include <ATen/ops/empty.h>
#include <ATen/ops/full.h>

#include <cmath>
#include <fstream>
#include <stdexcept>
#include <string>

#include "plugins/sdk/dataset.h"

namespace {

namespace sdk = trainyard::sdk;

class MadePoints : public sdk::Dataset {
  public:
    explicit MadePoints(const sdk::DatasetContext& context)
        : context_(context),
          samples_(context.options.at("samples").get<std::int64_t>()),
          dimensions_(context.options.at("dimensions").get<std::int64_t>()),
          fail_(context.options.at("fail").get<std::string>()) {
        if (fail_ == "create") throw std::runtime_error("the points are out of reach");
        const auto folder = context.options.at("folder").get<std::string>();
        if (folder.empty()) return;
        std::ofstream(folder + "/pipeline-" + std::to_string(context.inputPipelineId) + "-of-" +
                      std::to_string(context.numInputPipelines))
            << context.numReplicasInSync << " replicas, " << context.perReplicaBatchSize << " samples each";
    }
    // As dataset.shard(numInputPipelines, inputPipelineId).
    std::int64_t size() const override {
        const auto pipelines = context_.numInputPipelines;
        return (samples_ - context_.inputPipelineId + pipelines - 1) / pipelines;
    }
    sdk::Sample sample(std::int64_t index) const override {
        if (fail_ == "sample" && index == 2) throw std::runtime_error("the point is out of reach");
        const std::int64_t point = context_.inputPipelineId + index * context_.numInputPipelines;
        const at::Tensor x = at::empty({fail_ == "shape" ? 1 : dimensions_}, at::kFloat);
        float sum = 0;
        for (std::int64_t i = 0; i < x.numel(); ++i) {
            const auto value =
                static_cast<float>(std::sin(0.7 * static_cast<double>(point * dimensions_ + i)));
            x.data_ptr<float>()[i] = value;
            sum += value;
        }
        return {x, at::full({}, sum > 0 ? 1 : 0, at::kLong)};
    }

  private:
    const sdk::DatasetContext context_;
    const std::int64_t samples_;
    const std::int64_t dimensions_;
    const std::string fail_;
};

}  // namespace

TRAINYARD_DATASET_PLUGIN("made_points", [](const sdk::DatasetContext& context) -> sdk::Dataset* {
    return new MadePoints(context);
})
