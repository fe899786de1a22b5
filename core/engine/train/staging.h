// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <cstddef>
#include <string>
#include <thread>
#include <vector>

#include "core/checkpoint/safetensors.h"

namespace trainyard::engine {

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
    std::vector<checkpoint::TensorView> copy(const std::vector<std::pair<std::string, torch::Tensor>>& from);

    /// The memory that `tensors` need.
    static std::size_t bytesFor(const std::vector<std::pair<std::string, torch::Tensor>>& tensors);

  private:
    void reserve(std::size_t bytes);

    std::byte* base_ = nullptr;
    std::size_t size_ = 0;
    std::jthread preparing_;
};

}  // namespace trainyard::engine
