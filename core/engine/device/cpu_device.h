// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/device/device.h"

namespace trainyard::engine {

/// The CPU as a device: everything is done when it is queued. Training on the CPU does without it; tests use
/// it to take the same path as a GPU.
class CpuDevice : public Device {
  public:
    torch::Device where() const override { return torch::kCPU; }
    std::string describe() const override { return "cpu"; }
    std::string identity() const override { return ""; }
    void prepareSums() override;
    std::vector<std::unique_ptr<sdk::DeviceSums>> connect(const Peers&) override { return {}; }
    Memory memory() const override { return {}; }
    void enter(Lane) override {}
    std::shared_ptr<Mark> mark() override;
    void queueAfter(Mark&) override {}
    torch::Tensor upload(const torch::Tensor& host) override { return host.clone(); }
    torch::Tensor download(const torch::Tensor& tensor) override { return tensor.clone(); }
    void isUsedHere(const torch::Tensor&) override {}
    std::unique_ptr<Graph> capture(std::function<void()> work) override;
};

}  // namespace trainyard::engine
