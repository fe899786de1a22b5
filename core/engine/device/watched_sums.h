// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "plugins/sdk/strategy.h"

namespace trainyard::engine {

/// Sums of a device, on which nothing waits on the CPU: where the device itself waits for the other processes
/// for longer than `patience`, a thread reports the sum ("all_reduce of gradients 4486"), and an empty name
/// afterwards.
class WatchedSums final : public sdk::DeviceSums {
  public:
    using Report = std::function<void(const std::string& call)>;
    static constexpr std::chrono::milliseconds kPatience{1000};

    WatchedSums(std::unique_ptr<sdk::DeviceSums> sums, Report report,
                std::chrono::milliseconds patience = kPatience);

    void start(const torch::Tensor& tensor) override { sums_->start(tensor); }
    void join() override { sums_->join(); }
    std::string describe() const override { return sums_->describe(); }
    std::int64_t unfinished() override { return sums_->unfinished(); }
    void abort() override { sums_->abort(); }

  private:
    std::optional<std::int64_t> ask();
    void watch(const std::stop_token& stop);

    const std::unique_ptr<sdk::DeviceSums> sums_;
    const Report report_;
    const std::chrono::milliseconds patience_;
    std::jthread watcher_;
};

}  // namespace trainyard::engine
