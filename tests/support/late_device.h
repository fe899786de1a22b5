// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>

#include "core/engine/device/cpu_device.h"

namespace trainyard::testing {

/// A CPU that finds an order that a GPU needs and nobody has asked for. What is uploaded in the input lane is
/// NaN (integers: -1) until work is queued after a later mark of that lane; what is downloaded is so until
/// somebody has waited for a later mark. All other work is done at once.
class LateDevice : public engine::CpuDevice {
  public:
    LateDevice();
    void enter(Lane lane) override;
    std::shared_ptr<Mark> mark() override;
    void queueAfter(Mark& mark) override;
    torch::Tensor upload(const torch::Tensor& host) override;
    torch::Tensor download(const torch::Tensor& tensor) override;

  private:
    class Queue;  ///< of a lane
    class Place;
    Queue& queue() const;

    std::array<std::shared_ptr<Queue>, 3> queues_;  ///< by Lane
};

}  // namespace trainyard::testing
