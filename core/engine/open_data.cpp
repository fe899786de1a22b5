// SPDX-License-Identifier: Apache-2.0
#include "core/engine/open_data.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <torch/types.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/data/described.h"
#include "core/engine/plugin_loader.h"
#include "core/plugin/dataset.h"
#include "core/spec/run/device_spec.h"
#include "plugins/sdk/dataset.h"
#include "plugins/sdk/replica_team.h"

namespace trainyard::engine {
namespace {

using base::Code;
using base::fail;

torch::ScalarType typeOf(data::Dtype dtype) {
    switch (dtype) {
        case data::Dtype::kFloat32:
            return torch::kFloat32;
        case data::Dtype::kFloat64:
            return torch::kFloat64;
        case data::Dtype::kInt64:
            return torch::kInt64;
    }
    return torch::kFloat32;
}

/// The samples of all pipelines of a plugin's data set.
class PluginDataset final : public data::Dataset {
  public:
    PluginDataset(std::string id, data::Inspection samples)
        : id_(std::move(id)), samples_(std::move(samples)) {}

    void add(std::unique_ptr<const sdk::Dataset> pipeline) {
        starts_.push_back(starts_.back() + std::max<std::int64_t>(0, pipeline->size()));
        pipelines_.push_back(std::move(pipeline));
    }
    std::int64_t size() const override { return starts_.back(); }
    const data::Layout& features() const override { return samples_.features; }
    const data::Layout& labels() const override { return samples_.labels; }
    std::int64_t classes() const override { return samples_.classes; }
    std::int64_t files() const override { return static_cast<std::int64_t>(pipelines_.size()); }
    std::string fileName(std::int64_t file) const override {
        return fmt::format("{}, input pipeline {}", id_, file);
    }
    std::int64_t fileSamples(std::int64_t file) const override {
        const auto i = static_cast<std::size_t>(file);
        return starts_[i + 1] - starts_[i];
    }
    base::Status read(std::span<const std::int64_t> indexes, const Into& out) const override {
        auto* features = static_cast<char*>(out.features);
        auto* labels = static_cast<char*>(out.labels);
        for (std::size_t i = 0; i < indexes.size(); ++i) {
            TY_ASSIGN(const sdk::Sample sample, sampleAt(indexes[i]));
            if (features) TY_TRY(copy(sample.features, samples_.features, "features", features));
            if (labels) TY_TRY(copy(sample.label, samples_.labels, "label", labels));
            if (out.weights) out.weights[i] = 1;
        }
        return {};
    }
    std::string describe() const override {
        return fmt::format("{} ({} × {}, from {})", id_, size(), fmt::join(samples_.features.shape, "×"),
                           base::counted(files(), "input pipeline"));
    }

  private:
    base::Result<sdk::Sample> sampleAt(std::int64_t index) const {
        const auto next = std::ranges::upper_bound(starts_, index);
        const auto pipeline = static_cast<std::size_t>(next - starts_.begin() - 1);
        try {
            return pipelines_[pipeline]->sample(index - starts_[pipeline]);
        } catch (const std::exception& e) {
            return fail(Code::kDataLoss,
                        base::say("the data set {} failed at sample {} of input pipeline {}: {}", id_,
                                  index - starts_[pipeline], pipeline, base::saidBy(e)),
                        "dataset.failed");
        }
    }
    /// Appends `tensor` at `out`, which moves on.
    base::Status copy(const torch::Tensor& tensor, const data::Layout& layout, const char* part,
                      char*& out) const {
        if (!tensor.defined() || tensor.sizes() != torch::IntArrayRef(layout.shape))
            return fail(
                Code::kRefused,
                base::say("the data set {} has {} of shape [{}], its manifest says [{}]", id_, part,
                          tensor.defined() ? fmt::format("{}", fmt::join(tensor.sizes(), ", ")) : "none",
                          fmt::join(layout.shape, ", ")),
                "dataset.shape");
        const torch::Tensor plain = tensor.to(torch::kCPU, typeOf(layout.dtype)).contiguous();
        std::memcpy(out, plain.const_data_ptr(), layout.bytes());
        out += layout.bytes();
        return {};
    }

    const std::string id_;
    const data::Inspection samples_;
    std::vector<std::unique_ptr<const sdk::Dataset>> pipelines_;
    std::vector<std::int64_t> starts_{0};  ///< of each pipeline, and the end
};

base::Status addPipelines(PluginDataset& dataset, const sdk::DatasetPlugin& plugin,
                          const plugin::ChosenDataset& chosen, const Pipelines& pipelines) {
    sdk::DatasetContext context{chosen.options, 0, pipelines.count, pipelines.replicasInSync,
                                pipelines.batchSize};
    try {
        for (; context.inputPipelineId < pipelines.count; ++context.inputPipelineId)
            dataset.add(std::unique_ptr<const sdk::Dataset>(plugin.create(context)));
    } catch (const std::exception& e) {
        return fail(Code::kRefused,
                    base::say("the data set {} could not be made for input pipeline {}: {}", plugin.id,
                              context.inputPipelineId, base::saidBy(e)),
                    "dataset.failed");
    }
    return {};
}

}  // namespace

Pipelines pipelinesOf(const v1::RunSpec& spec, const std::vector<spec::TaskPlan>& tasks, int gpus) {
    const auto trains = [](const spec::TaskPlan& task) { return task.rank >= 0; };
    const int count = std::max(1, static_cast<int>(std::ranges::count_if(tasks, trains)));
    const int asked = gpus > 0 ? gpus : spec::replicasPerTask(spec::strategyOf(spec).options);
    const int replicas = asked > 0 ? asked : static_cast<int>(sdk::allowedCores().size());
    return {count, count * replicas, spec.train().data().batch_size()};
}

base::Result<std::shared_ptr<const data::Dataset>> openData(const spec::Choice& source, const char* path,
                                                            const Pipelines& pipelines) {
    if (!plugin::isDataset(source)) return data::openDataset(source);
    const plugin::Catalog catalog = plugin::Catalog::load();
    TY_ASSIGN(const plugin::ChosenDataset chosen, plugin::datasetOf(source, path, catalog));
    TY_ASSIGN(const sdk::DatasetPlugin* opened, loadDataset(*chosen.manifest));
    auto dataset = std::make_shared<PluginDataset>(chosen.manifest->id,
                                                   data::describedAs(chosen.samples, pipelines.count));
    TY_TRY(addPipelines(*dataset, *opened, chosen, pipelines));
    if (dataset->size() == 0)
        return fail(Code::kRefused, base::say("the data set {} has no samples", opened->id), "data.empty");
    if (dataset->size() > std::numeric_limits<std::uint32_t>::max())
        return fail(Code::kResourceExhausted,
                    base::say("{}: a run numbers at most 2^32-1 samples", dataset->describe()),
                    "data.too_large");
    return dataset;
}

base::Result<data::Inspection> inspectData(const spec::Choice& source, const char* path) {
    if (!plugin::isDataset(source)) return data::inspect(source);
    const plugin::Catalog catalog = plugin::Catalog::load();
    TY_ASSIGN(const plugin::ChosenDataset chosen, plugin::datasetOf(source, path, catalog));
    return data::describedAs(chosen.samples, 1);
}

}  // namespace trainyard::engine
