// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <cstddef>
#include <string>
#include <thread>
#include <vector>

#include "core/checkpoint/safetensors.h"

namespace trainyard::engine {

/// Memory that the training's state is copied to before it is written: one block, made once and used for
/// every save, so that only the first touch of its pages costs a fault. [train]
class StagingArea {
  public:
    StagingArea() = default;
    ~StagingArea();
    StagingArea(const StagingArea&) = delete;
    StagingArea& operator=(const StagingArea&) = delete;

    /// Begins to make room for `bytes` on a thread of its own.
    void prepare(std::size_t bytes);
    /// Copies the tensors, in plain layout, on several threads; the views stay valid until the next call.
    /// Throws std::bad_alloc when there is no room.
    std::vector<checkpoint::TensorView> copy(const std::vector<std::pair<std::string, torch::Tensor>>& from);

    /// Room that `tensors` need.
    static std::size_t bytesFor(const std::vector<std::pair<std::string, torch::Tensor>>& tensors);

  private:
    void reserve(std::size_t bytes);

    std::byte* base_ = nullptr;
    std::size_t size_ = 0;
    std::jthread preparing_;
};

}  // namespace trainyard::engine
