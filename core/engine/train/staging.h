// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "core/checkpoint/safetensors.h"
#include "core/engine/device/device.h"

namespace trainyard::engine {

using NamedTensors = std::vector<std::pair<std::string, torch::Tensor>>;

/// Memory that the training's state is copied to before it is written: one block, allocated once and reused
/// for every save, so that only the first touch of its pages causes a fault. [train]
class StagingArea {
  public:
    StagingArea() = default;
    ~StagingArea();
    StagingArea(const StagingArea&) = delete;
    StagingArea& operator=(const StagingArea&) = delete;

    /// Starts to allocate `bytes` on a separate thread.
    void prepare(std::size_t bytes);
    /// Copies the tensors, in contiguous layout, on several threads; the views stay valid until the next
    /// call, or that of download(). Throws std::bad_alloc if there is not enough memory.
    std::vector<checkpoint::TensorView> copy(const NamedTensors& from);

    /// Copies of tensors on the device that has them.
    struct Snapshot {
        NamedTensors tensors;
        Device* device = nullptr;
        std::shared_ptr<Device::Mark> made;
    };
    /// Queues work there and does not wait. None: the device has no memory for it.
    static std::optional<Snapshot> snapshot(const NamedTensors& from, Device& device);
    /// Waits until the snapshot is made and copies it here; its memory on the device is free then. Views and
    /// errors as of copy(); throws also what libtorch throws, and the snapshot is as it was. [writer]
    std::vector<checkpoint::TensorView> download(Snapshot& from);

    /// The memory that `tensors` need.
    static std::size_t bytesFor(const NamedTensors& tensors);

  private:
    void reserve(std::size_t bytes);
    std::vector<checkpoint::TensorView> layOut(const NamedTensors& from);

    std::byte* base_ = nullptr;
    std::size_t size_ = 0;
    std::jthread preparing_;
};

}  // namespace trainyard::engine
