// SPDX-License-Identifier: Apache-2.0
#include "core/engine/train/best_weights.h"

#include "core/engine/train/restore.h"

namespace trainyard::engine {
namespace {

/// The model is unchanged if the checkpoint does not verify.
base::Status fillFrom(const std::filesystem::path& checkpoint, Model& model) {
    TY_ASSIGN(const Restore best, Restore::read(checkpoint));
    TY_TRY(best.verified());
    return best.fill(model);
}

std::vector<torch::Tensor> weightsOf(const Model& model) {
    std::vector<torch::Tensor> tensors = model.variables();
    tensors.insert(tensors.end(), model.buffers().begin(), model.buffers().end());
    return tensors;
}

}  // namespace

base::Status restoreWeights(sdk::Strategy& strategy, const std::vector<std::unique_ptr<Model>>& localModels,
                            bool isChief, const std::filesystem::path& checkpoint) {
    torch::NoGradGuard noGrad;
    const base::Status filled = isChief ? fillFrom(checkpoint, *localModels.front()) : base::Status();
    torch::Tensor failures = torch::full({1}, filled ? 0.0 : 1.0, torch::kFloat64);
    strategy.startSum(failures)->wait();
    if (!filled) return filled;
    if (failures.item<double>() > 0)
        return base::fail(base::Code::kUnavailable, "the chief cannot read the checkpoint; see its log");
    const std::vector<torch::Tensor> first = weightsOf(*localModels.front());
    for (std::size_t i = 0; i < first.size(); ++i) {
        // All but the chief add zeros; float64 holds every value of the variables' types.
        torch::Tensor sum = isChief ? first[i].detach().to(torch::kCPU, torch::kFloat64).contiguous().clone()
                                    : torch::zeros(first[i].sizes(), torch::kFloat64);
        strategy.startSum(sum)->wait();
        for (const auto& model : localModels) weightsOf(*model)[i].detach().copy_(sum);
    }
    return {};
}

}  // namespace trainyard::engine
