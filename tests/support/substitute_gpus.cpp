// SPDX-License-Identifier: Apache-2.0
#include "tests/support/substitute_gpus.h"

#include <c10/util/Exception.h>
#include <fmt/format.h>
#include <unistd.h>

#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <fstream>
#include <stdexcept>

#include "plugins/sdk/memory_reduction.h"

namespace trainyard::testing {
namespace {

thread_local const SubstituteGpu* currentGpu = nullptr;

/// Where the devices of one process meet for each of their sums, and the process the others.
class Meeting {
  public:
    Meeting(std::size_t devices, c10d::Store* store, int process, int processes, std::size_t sumsUntilAbort)
        : devices_(devices),
          store_(store ? c10::intrusive_ptr<c10d::Store>::reclaim_copy(store) : nullptr),
          process_(process),
          processes_(processes),
          sumsUntilAbort_(sumsUntilAbort),
          brought_(devices) {}

    void bring(std::size_t device, const torch::Tensor& part) {
        const std::lock_guard lock(mutex_);
        demandPeers();
        const std::size_t number = brought_.at(device)++;
        if (sums_.size() <= number) sums_.resize(number + 1);
        Sum& sum = sums_[number];
        sum.parts.resize(devices_);
        sum.parts[device] = part;
        if (++sum.count == devices_) changed_.notify_all();
    }
    /// The sum `number` over all devices of all processes.
    torch::Tensor total(std::size_t number) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return isAborted_ || sums_[number].count == devices_; });
        demandPeers();
        Sum& sum = sums_[number];
        if (!sum.isTaken) {
            sum.isTaken = true;
            torch::Tensor total = overProcesses(lock, number, summed(sum.parts));
            sum.total = std::move(total);
            changed_.notify_all();
        }
        changed_.wait(lock, [&] { return isAborted_ || sum.total.defined(); });
        demandPeers();
        if (++sum.takers == devices_ && number + 1 == sumsUntilAbort_) isAborted_ = true;
        return sum.total;
    }
    /// Throws as a GPU's sums do once they have been aborted.
    void check() {
        const std::lock_guard lock(mutex_);
        demandPeers();
    }
    void abort() {
        const std::lock_guard lock(mutex_);
        isAborted_ = true;
        changed_.notify_all();
    }

  private:
    struct Sum {
        std::vector<torch::Tensor> parts;
        std::size_t count = 0;
        bool isTaken = false;    ///< a device makes its total
        std::size_t takers = 0;  ///< devices that have the total
        torch::Tensor total;
    };
    /// With mutex_ held.
    void demandPeers() const {
        if (isAborted_) throw sdk::PeerLost("sum of substitutes", "a replica has failed");
    }
    static torch::Tensor summed(const std::vector<torch::Tensor>& parts) {
        torch::Tensor total = torch::empty_like(parts.front());
        sdk::sumInOrder(parts, 0, total.numel(), {total}, 0);
        return total;
    }
    /// `lock` is open while it waits for the other processes, which abort() ends.
    torch::Tensor overProcesses(std::unique_lock<std::mutex>& lock, std::size_t number,
                                const torch::Tensor& own) {
        if (processes_ == 1) return own;
        const auto* bytes = static_cast<const std::uint8_t*>(own.const_data_ptr());
        store_->set(fmt::format("sum/{}/{}", number, process_),
                    std::vector<std::uint8_t>(bytes, bytes + own.nbytes()));
        std::vector<torch::Tensor> parts;
        for (int process = 0; process < processes_; ++process) {
            const std::string key = fmt::format("sum/{}/{}", number, process);
            while (!store_->check({key})) {
                changed_.wait_for(lock, std::chrono::milliseconds(1), [&] { return isAborted_; });
                demandPeers();
            }
            const auto there = store_->get(key);
            parts.push_back(torch::empty_like(own));
            std::memcpy(parts.back().mutable_data_ptr(), there.data(), there.size());
        }
        return summed(parts);
    }

    const std::size_t devices_;
    const c10::intrusive_ptr<c10d::Store> store_;
    const int process_, processes_;
    const std::size_t sumsUntilAbort_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool isAborted_ = false;
    std::vector<std::size_t> brought_;  ///< parts so far, by device
    std::deque<Sum> sums_;
};

class Sums final : public sdk::DeviceSums {
  public:
    Sums(std::shared_ptr<Meeting> meeting, std::size_t device, int world,
         std::shared_ptr<SubstituteGpu::Seen> seen, std::shared_future<void> heldUntil)
        : meeting_(std::move(meeting)),
          device_(device),
          world_(world),
          seen_(std::move(seen)),
          heldUntil_(std::move(heldUntil)) {}
    void start(const torch::Tensor& tensor) override {
        {
            const std::lock_guard lock(seen_->mutex);
            seen_->sums.push_back(tensor.numel());
        }
        pending_.push_back(tensor);
        meeting_->bring(device_, tensor.clone());
    }
    void join() override {
        meeting_->check();
        for (; !pending_.empty(); pending_.pop_front()) {
            awaited_ = static_cast<std::int64_t>(joined_) + 1;
            if (heldUntil_.valid()) heldUntil_.wait();
            pending_.front().copy_(meeting_->total(joined_++));
            awaited_ = 0;
        }
    }
    std::int64_t unfinished() override { return awaited_; }
    std::string describe() const override {
        const char* interface = std::getenv("NCCL_SOCKET_IFNAME");
        return fmt::format("substitutes of NCCL ({} ranks{}{})", world_, interface ? ", at " : "",
                           interface ? interface : "");
    }
    void abort() override {
        seen_->isAborted = true;
        meeting_->abort();
    }

  private:
    const std::shared_ptr<Meeting> meeting_;
    const std::size_t device_;
    const int world_;
    const std::shared_ptr<SubstituteGpu::Seen> seen_;
    const std::shared_future<void> heldUntil_;
    std::deque<torch::Tensor> pending_;
    std::size_t joined_ = 0;
    std::atomic<std::int64_t> awaited_ = 0;  ///< number of the sum that join() waits for; 0: none
};

}  // namespace

void SubstituteGpu::enter(Lane lane) {
    LateDevice::enter(lane);
    currentGpu = this;
}

torch::Tensor SubstituteGpu::download(const torch::Tensor& tensor) {
    if (currentGpu != this) {
        const std::lock_guard lock(seen->mutex);
        ++seen->elsewhere;
    }
    if (faults.stepsOfMemory == 0)
        throw c10::OutOfMemoryError({__func__, __FILE__, __LINE__},
                                    "CUDA out of memory. Tried to allocate 20.00 GiB. GPU has none");
    if (faults.stepsOfMemory > 0) --faults.stepsOfMemory;
    return LateDevice::download(tensor);
}

void SubstituteGpu::prepareSums() {
    if (!faults.cannotPrepare.empty()) throw std::runtime_error(faults.cannotPrepare);
    if (faults.staysWithNewsAt.empty()) return;
    std::ofstream(faults.staysWithNewsAt) << "here" << std::flush;
    for (;;) ::pause();
}

std::vector<std::unique_ptr<sdk::DeviceSums>> SubstituteGpu::connect(const Peers& peers) {
    const auto here = static_cast<int>(peers.own.size());
    const auto meeting = std::make_shared<Meeting>(
        peers.own.size(), peers.store, peers.firstRank / here, peers.worldSize / here,
        static_cast<const SubstituteGpu*>(peers.own.front())->faults.sumsUntilAbort);
    std::vector<std::unique_ptr<sdk::DeviceSums>> sums;
    for (std::size_t i = 0; i < peers.own.size(); ++i) {
        const auto& own = static_cast<const SubstituteGpu&>(*peers.own[i]);
        sums.push_back(std::make_unique<Sums>(meeting, i, peers.worldSize, own.seen, own.faults.heldUntil));
    }
    return sums;
}

}  // namespace trainyard::testing
