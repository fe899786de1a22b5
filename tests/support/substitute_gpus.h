// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "tests/support/late_device.h"

namespace trainyard::testing {

/// A CPU that says it is a GPU: what several GPUs in a task take is tested with these. Its sums are made in
/// the order of the ranks, first over the devices of a process, so that they are to the bit what replicas on
/// CPUs sum. Unlike those of a GPU they are waited for in join().
class SubstituteGpu : public LateDevice {
  public:
    /// What goes wrong, in tests of that.
    struct Faults {
        std::string cannotPrepare;           ///< prepareSums() throws this
        std::string staysWithNewsAt;         ///< prepareSums() opens this file for writing and never returns
        std::atomic<int> stepsOfMemory{-1};  ///< download() lacks memory after so many calls; -1: never
        /// Of the first device: the sums are aborted when all devices have this many, the step that takes
        /// them being none the wiser; 0: never.
        std::size_t sumsUntilAbort = 0;
        std::shared_future<void> heldUntil;  ///< its sums are not made before this is ready
    };
    /// What a device has seen.
    struct Seen {
        std::mutex mutex;
        std::vector<std::int64_t> sums;  ///< the elements of each, in order
        int elsewhere = 0;               ///< results taken by a thread that was on another device
        std::atomic<bool> isAborted = false;
    };

    /// `identity`: of the GPU, of all machines.
    SubstituteGpu(int index, std::string identity) : index_(index), identity_(std::move(identity)) {}

    std::string describe() const override { return "substitute:" + std::to_string(index_); }
    std::string identity() const override { return identity_; }
    void enter(Lane lane) override;
    torch::Tensor download(const torch::Tensor& tensor) override;
    void prepareSums() override;
    std::vector<std::unique_ptr<sdk::DeviceSums>> connect(const Peers& peers) override;

    Faults faults;
    const std::shared_ptr<Seen> seen = std::make_shared<Seen>();

  private:
    const int index_;
    const std::string identity_;
};

}  // namespace trainyard::testing
