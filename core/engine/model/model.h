// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/checkpoint/safetensors.h"
#include "core/engine/model/draws.h"
#include "core/engine/model/layer.h"
#include "core/spec/model/layers.h"

namespace trainyard::engine {

/// One replica's variables and the forward pass through its layers. Convolutions keep their weights and
/// activations in channels-last order where that is faster with libtorch's CPU kernels; names, shapes and
/// files use PyTorch's layout. Not thread-safe; each replica has its own. [train]
class Model {
  public:
    /// Variables and buffers exist, with undefined values, until drawWeights() or loadWeights(). Under
    /// kBFloat16 and kHalf they stay float32; matrix products and convolutions are computed in that type,
    /// forward and backward, and the output is converted back to float32 (Micikevicius et al., "Mixed
    /// precision training", ICLR 2018). bfloat16 has float32's range; with kHalf the loss needs a LossScale.
    /// They are on `device`; weights are drawn on the CPU, so that they are the same on every device.
    Model(spec::ModelPlan plan, torch::ScalarType precision, torch::Device device = torch::kCPU);

    void drawWeights(std::uint64_t seed);
    /// From a safetensors file, which must contain every variable with its shape (F32 or F64) and nothing
    /// else: the error lists what is missing, extra, or of another shape.
    base::Status loadWeights(const std::string& path);
    base::Status loadWeights(const checkpoint::SafetensorsFile& file, const std::string& path);

    /// The last layer's output {samples, …} for `features` {samples, …} as inputTensor() makes them. `place`
    /// and `synchronized` as in Pass.
    torch::Tensor forward(const torch::Tensor& features, const DrawPlace* place,
                          sdk::ReplicaContext* synchronized = nullptr) const;
    torch::Tensor forward(const torch::Tensor& features, const Pass& pass) const;
    /// Throws what a pass throws if `features`, on the CPU, have indexes that an embedding lacks, one that
    /// takes them as they are. Passes that follow may be told so (Pass::areIndexesChecked). [any]
    void checkIndexes(const torch::Tensor& features) const;

    /// An empty tensor for `samples` samples in the memory format that forward() expects: on the CPU, pinned
    /// if the model is on a GPU.
    torch::Tensor inputTensor(std::int64_t samples) const;

    const spec::ModelPlan& plan() const { return plan_; }
    torch::Device device() const { return device_; }
    /// Whether every training step on samples that checkIndexes() has seen queues the same work, whatever
    /// they are and the number of the step, so that it can be captured once: dropout's masks come from
    /// DrawPlace::tape, and no embedding takes what another layer has computed.
    bool hasSameSteps() const { return whyStepsDiffer().empty(); }
    /// Why not, in words for the log, of the first layer whose steps may differ; empty: they do not.
    std::string whyStepsDiffer() const;
    /// The size of variables, inputs and output.
    torch::ScalarType dtype() const { return dtype_; }
    /// The variables that the optimizer trains: names and tensors, in layer order.
    const std::vector<std::string>& names() const { return names_; }
    const std::vector<torch::Tensor>& variables() const { return variables_; }
    /// Other state saved in checkpoints (running statistics), updated by passes with a `place`.
    const std::vector<std::string>& bufferNames() const { return bufferNames_; }
    const std::vector<torch::Tensor>& buffers() const { return buffers_; }

  private:
    struct Stage {
        std::unique_ptr<Layer> layer;
        Activation activation = nullptr;
        std::vector<std::size_t> inputs;  ///< 0: the model's input, else 1 + the index of a stage
        std::vector<std::size_t> last;    ///< those of them that no later stage takes
    };
    void addStage(const spec::Layer& plan);
    void findLastUses();
    torch::Tensor asInput(const torch::Tensor& features) const;
    bool isChecked(const spec::Layer& layer) const;

    spec::ModelPlan plan_;
    torch::Device device_;
    torch::ScalarType dtype_;
    std::optional<torch::ScalarType> mixed_;  ///< the type of what gains from it
    torch::MemoryFormat format_;
    std::vector<Stage> stages_;
    std::vector<std::string> names_, bufferNames_;
    std::vector<torch::Tensor> variables_, buffers_;
};

/// "F32" and the like for a dtype supported in checkpoints, and back; throws on any other.
std::string safetensorsDtype(torch::ScalarType dtype);
torch::ScalarType torchDtype(const std::string& safetensorsDtype);
/// A tensor's bytes in contiguous layout, as a view that lives as long as `keepAlive`, to which the owner of
/// the bytes is added.
checkpoint::TensorView viewOf(const std::string& name, const torch::Tensor& tensor,
                              std::vector<torch::Tensor>& keepAlive);

}  // namespace trainyard::engine
