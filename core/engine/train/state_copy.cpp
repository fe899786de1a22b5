// SPDX-License-Identifier: Apache-2.0
#include "core/engine/train/state_copy.h"

#include <spdlog/spdlog.h>

#include <utility>

namespace trainyard::engine {
namespace {

NamedTensors tensorsOf(const Model& model) {
    NamedTensors tensors;
    for (std::size_t i = 0; i < model.names().size(); ++i)
        tensors.emplace_back(model.names()[i], model.variables()[i]);
    for (std::size_t i = 0; i < model.bufferNames().size(); ++i)
        tensors.emplace_back(model.bufferNames()[i], model.buffers()[i]);
    return tensors;
}

}  // namespace

LocalCopy::LocalCopy(const Model& model, const Optimizer& optimizer, std::shared_ptr<Device> device)
    : model_(model), optimizer_(optimizer), device_(std::move(device)) {
    try {
        area_.prepare(bytes());
    } catch (const std::exception& error) {  // the first save tries again, and warns if it fails
        spdlog::warn("no memory is prepared for checkpoints: {}", error.what());
    }
}

NamedTensors LocalCopy::state() const {
    NamedTensors all = tensorsOf(model_);
    NamedTensors slots = optimizer_.state(model_.names());
    std::move(slots.begin(), slots.end(), std::back_inserter(all));
    return all;
}

StateCopy::Views LocalCopy::divided(const std::vector<checkpoint::TensorView>& all) const {
    const auto border =
        all.begin() + static_cast<std::ptrdiff_t>(model_.names().size() + model_.bufferNames().size());
    return {{all.begin(), border}, {border, all.end()}};
}

class LocalCopy::OnDevice final : public Taken {
  public:
    OnDevice(LocalCopy& owner, StagingArea::Snapshot snapshot)
        : owner_(owner), snapshot_(std::move(snapshot)) {}
    base::Result<Views> read() override { return owner_.divided(owner_.area_.download(snapshot_)); }

  private:
    LocalCopy& owner_;
    StagingArea::Snapshot snapshot_;
};

std::unique_ptr<StateCopy::Taken> LocalCopy::takeOnDevice() {
    std::optional<StagingArea::Snapshot> snapshot = StagingArea::snapshot(state(), *device_);
    return snapshot ? std::make_unique<OnDevice>(*this, *std::move(snapshot)) : nullptr;
}

base::Result<std::unique_ptr<StateCopy::Taken>> LocalCopy::take() {
    if (device_) {
        if (std::unique_ptr<Taken> taken = takeOnDevice()) return taken;
        spdlog::info(
            "a checkpoint is copied to the host while training waits: the device has no memory for it");
    }
    return std::make_unique<ReadyCopy>(divided(area_.copy(state())));
}

std::unique_ptr<StateCopy::Taken> LocalCopy::takeAhead() {
    if (!device_) return nullptr;
    const Device::Memory memory = device_->memory();
    return memory.free >= bytes() + memory.held ? takeOnDevice() : nullptr;
}

std::size_t LocalCopy::bytes() const {
    return StagingArea::bytesFor(state());
}

}  // namespace trainyard::engine
