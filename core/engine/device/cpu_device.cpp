// SPDX-License-Identifier: Apache-2.0
#include "core/engine/device/cpu_device.h"

#include <stdexcept>

namespace trainyard::engine {

void CpuDevice::prepareSums() {
    throw std::runtime_error("CPUs have no sums of their own: strategies sum in memory");
}

std::shared_ptr<Device::Mark> CpuDevice::mark() {
    class Passed : public Mark {
        void wait() override {}
    };
    return std::make_shared<Passed>();
}

std::unique_ptr<Device::Graph> CpuDevice::capture(std::function<void()> work) {
    class Repeated : public Graph {
      public:
        explicit Repeated(std::function<void()> work) : work_(std::move(work)) {}
        void replay() override { work_(); }

      private:
        std::function<void()> work_;
    };
    return std::make_unique<Repeated>(std::move(work));
}

}  // namespace trainyard::engine
