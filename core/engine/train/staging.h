// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <cstddef>
#include <memory>
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
    /// call. Throws std::bad_alloc if there is not enough memory.
    std::vector<checkpoint::TensorView> copy(const NamedTensors& from);

    /// The same of tensors on `device`, whose memory is copied there and read by complete(): this call queues
    /// work and does not wait. Where the device has no memory for that, it does what copy() does.
    std::vector<checkpoint::TensorView> snapshot(const NamedTensors& from, Device& device);
    /// Waits until the views hold what was copied. After copy() there is nothing to wait for. [writer]
    void complete();

    /// The memory that `tensors` need.
    static std::size_t bytesFor(const NamedTensors& tensors);

  private:
    struct Snapshot {
        torch::Tensor tensor;  ///< on the device
        std::byte* to;
    };
    void reserve(std::size_t bytes);
    std::vector<checkpoint::TensorView> layOut(const NamedTensors& from);

    std::byte* base_ = nullptr;
    std::size_t size_ = 0;
    std::jthread preparing_;
    std::vector<Snapshot> snapshots_;  ///< not in the views yet
    Device* device_ = nullptr;         ///< that has them
    std::shared_ptr<Device::Mark> copied_;
};

}  // namespace trainyard::engine
