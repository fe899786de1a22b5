// SPDX-License-Identifier: Apache-2.0
#include "tests/support/late_device.h"

#include <cstring>
#include <deque>
#include <mutex>
#include <utility>

namespace trainyard::testing {
namespace {

/// Where this thread is; a thread that has entered nothing is where steps are queued.
thread_local engine::Device::Lane currentLane = engine::Device::Lane::kCompute;

/// All bits are set: NaN in every floating-point type, -1 or the greatest number in the others.
torch::Tensor unset(const torch::Tensor& like) {
    torch::Tensor tensor = torch::empty_like(like, like.options().requires_grad(false));
    std::memset(tensor.mutable_data_ptr(), 0xff, tensor.nbytes());
    return tensor;
}

}  // namespace

/// Copies that nobody has been seen to wait for, oldest first.
class LateDevice::Queue {
  public:
    /// A copy of what `from` is now.
    torch::Tensor add(const torch::Tensor& from, bool isDownload) {
        const std::lock_guard lock(mutex_);
        copies_.push_back({next_++, isDownload, unset(from), from.detach().clone()});
        return copies_.back().to;
    }
    std::int64_t end() const {
        const std::lock_guard lock(mutex_);
        return next_;
    }
    /// Those before `end`; what is downloaded only `forHost`, which has waited.
    void complete(std::int64_t end, bool forHost) {
        const torch::NoGradGuard noGrad;
        const std::lock_guard lock(mutex_);
        std::erase_if(copies_, [&](const Copy& copy) {
            const bool isSeen = copy.number < end && (forHost || !copy.isDownload);
            if (isSeen) copy.to.copy_(copy.from);
            return isSeen;
        });
    }

  private:
    struct Copy {
        std::int64_t number;
        bool isDownload;
        torch::Tensor to, from;
    };
    mutable std::mutex mutex_;
    std::int64_t next_ = 0;
    std::deque<Copy> copies_;
};

class LateDevice::Place : public Mark {
  public:
    explicit Place(std::shared_ptr<Queue> queue) : queue_(std::move(queue)), end_(queue_->end()) {}
    void wait() override { queue_->complete(end_, true); }
    void block() { queue_->complete(end_, false); }

  private:
    const std::shared_ptr<Queue> queue_;
    const std::int64_t end_;
};

LateDevice::LateDevice() {
    for (auto& queue : queues_) queue = std::make_shared<Queue>();
}

void LateDevice::enter(Lane lane) {
    currentLane = lane;
}

std::shared_ptr<engine::Device::Mark> LateDevice::mark() {
    return std::make_shared<Place>(queues_[static_cast<std::size_t>(currentLane)]);
}

void LateDevice::queueAfter(Mark& mark) {
    static_cast<Place&>(mark).block();
}

torch::Tensor LateDevice::upload(const torch::Tensor& host) {
    return currentLane == Lane::kInput ? queue().add(host, false) : host.clone();
}

torch::Tensor LateDevice::download(const torch::Tensor& tensor) {
    return queue().add(tensor, true);
}

LateDevice::Queue& LateDevice::queue() const {
    return *queues_[static_cast<std::size_t>(currentLane)];
}

}  // namespace trainyard::testing
