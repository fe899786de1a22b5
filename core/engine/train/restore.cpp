// SPDX-License-Identifier: Apache-2.0
#include "core/engine/train/restore.h"

#include <ATen/ops/from_blob.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "core/spec/run/run_spec.h"
#include "core/spec/run/spec_changes.h"

namespace trainyard::engine {
using nlohmann::json;

namespace {

/// The file is mapped read-only; from_blob takes a mutable pointer, and copy_ only reads from it.
void copy(const checkpoint::SafetensorsFile& file, const checkpoint::TensorInfo& info,
          const torch::Tensor& to) {
    to.copy_(torch::from_blob(const_cast<std::byte*>(file.bytes(info).data()), info.shape,
                              torchDtype(info.dtype)));
}

}  // namespace

base::Result<Restore> Restore::read(const std::filesystem::path& checkpoint, Verify how) {
    TY_ASSIGN(checkpoint::Loaded opened, checkpoint::open(checkpoint));
    return Restore(std::move(opened), how);
}

Restore::Restore(checkpoint::Loaded from, Verify how)
    : from_(std::make_shared<const checkpoint::Loaded>(std::move(from))),
      verdict_(std::async(std::launch::async, [from = from_, how] {
                   return how == Verify::kMapped
                              ? checkpoint::verify(*from)
                              : checkpoint::verify(from->path, checkpoint::Depth::kBlockSums);
               }).share()) {
}

base::Status Restore::verified() const {
    return verdict_.get();
}

std::unexpected<base::Error> Restore::unfit(base::Error error) const {
    if (const base::Status status = verified(); !status) return base::fail(status.error());
    return base::fail(std::move(error));
}

data::Progress Restore::progress() const {
    const checkpoint::TrainState& state = from_->state;
    return {state.step, state.epoch, state.stepInEpoch, state.consumed, state.position};
}

std::string Restore::modelFile() const {
    return (from_->path / "model.safetensors").string();
}

base::Status Restore::fill(Model& model) const {
    base::Status status = model.loadWeights(from_->model, modelFile());
    if (!status) return unfit(std::move(status.error()));
    return status;
}

base::Result<const checkpoint::TensorInfo*> Restore::slotOf(const std::string& variable,
                                                            const std::string& slot,
                                                            torch::IntArrayRef shape) const {
    const std::string name = variable + "." + slot;
    const checkpoint::TensorInfo* info = from_->optimizer.find(name);
    if (!info || shape.equals(info->shape)) return info;
    return unfit({base::Code::kInvalidArgument,
                  base::say("{} does not fit the optimizer: {} has shape [{}], expected [{}]",
                            from_->path.string(), name, fmt::join(info->shape, ","), fmt::join(shape, ",")),
                  "weights.mismatch"});
}

base::Words Restore::initialised(const std::string& slot) {
    return base::say("the optimizer's {} is initialised: the checkpoint has none", slot);
}

base::Result<std::vector<base::Words>> Restore::fill(Optimizer& optimizer,
                                                     const std::vector<std::string>& variables) const {
    torch::NoGradGuard noGrad;
    std::vector<base::Words> fresh;
    for (const auto& [slot, tensors] : optimizer.slots()) {
        bool isMissing = false;
        for (std::size_t i = 0; i < tensors.size(); ++i) {
            TY_ASSIGN(const checkpoint::TensorInfo* info, slotOf(variables[i], slot, tensors[i].sizes()));
            if (!info) {
                isMissing = true;
                continue;
            }
            copy(from_->optimizer, *info, tensors[i]);
        }
        if (isMissing) fresh.push_back(initialised(slot));
    }
    if (!optimizer.lossScale()) return fresh;
    bool isMissing = false;
    for (const auto& [name, tensor] : optimizer.lossScale()->state())
        if (const checkpoint::TensorInfo* info = from_->optimizer.find(name); info && info->shape.empty())
            copy(from_->optimizer, *info, tensor);
        else
            isMissing = true;
    if (isMissing) fresh.push_back(initialised("loss_scale"));
    return fresh;
}

std::vector<base::Words> Restore::whatChanged(const v1::RunSpec& spec, const json& layout) const {
    std::vector<base::Words> changed;
    for (const auto& [key, value] : layout.items())
        if (const auto before = from_->state.layout.find(key);
            before != from_->state.layout.end() && *before != value)
            changed.push_back(spec::change(key, *before, value));
    std::ranges::move(
        spec::changesBetween(from_->state.spec, spec::toJson(spec), {"train", "strategy", "seed"}),
        std::back_inserter(changed));
    return changed;
}

}  // namespace trainyard::engine
