// SPDX-License-Identifier: Apache-2.0
#include "plugins/strategies/multi_worker_mirrored/segment_group.h"

#include <ATen/ops/from_blob.h>

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "plugins/sdk/memory_reduction.h"

namespace trainyard::strategies {
namespace {

// A rank's part: its counters, each in its own cache line, then its slots.
constexpr int kSent = 0, kReceived = 1;  ///< messages, over the group's life
constexpr std::size_t kCounterBytes = 64;
constexpr std::size_t kHeadBytes = 4096;
/// Enough slots that no rank waits for one: a run has one or two sums in progress at a time.
constexpr std::uint64_t kSlots = 8;
constexpr std::size_t kSlotBytes = 256 << 10;

}  // namespace

class SegmentGroup::Sum : public sdk::Strategy::Pending {
  public:
    Sum(SegmentGroup& group, std::uint64_t last) : group_(group), last_(last) {}
    void wait() override {
        group_.context_.onCall(group_.call_);
        group_.receive(last_);
        group_.context_.onCall("");
    }

  private:
    SegmentGroup& group_;
    const std::uint64_t last_;
};

SegmentGroup::SegmentGroup(const sdk::JobContext& context, std::unique_ptr<sdk::SharedSegment> segment,
                           std::string call)
    : context_(context), segment_(std::move(segment)), call_(std::move(call)) {
}

std::unique_ptr<SegmentGroup> SegmentGroup::create(const sdk::JobContext& context, c10d::Store& store,
                                                   std::chrono::milliseconds timeout, std::string call,
                                                   std::string& whyNot) {
    auto segment = sdk::SharedSegment::create({store, context.rank, context.worldSize, timeout},
                                              kHeadBytes + kSlots * kSlotBytes, whyNot);
    if (!segment) return nullptr;
    return std::unique_ptr<SegmentGroup>(new SegmentGroup(context, std::move(segment), std::move(call)));
}

std::unique_ptr<sdk::Strategy::Pending> SegmentGroup::startSum(torch::Tensor tensor) {
    send(tensor, Kind::kSum);
    return std::make_unique<Sum>(*this, sent_);
}

/// Every other process reads what this one writes.
std::int64_t SegmentGroup::bytesSentFor(const torch::Tensor& tensor) const {
    return gatheredBytes(static_cast<std::int64_t>(tensor.nbytes()), context_.worldSize);
}

void SegmentGroup::broadcast(const sdk::ReplicaVariables& variables) {
    context_.onCall(kBroadcastCall);
    for (const torch::Tensor& variable : variables) {
        // Channels-last weights, and those on a GPU, go through a copy, once.
        const torch::Tensor plain = variable.detach().cpu().contiguous();
        send(plain, Kind::kFromRank0);
        receive(sent_);
        if (plain.data_ptr() != variable.data_ptr()) variable.detach().copy_(plain);
    }
    context_.onCall("");
}

void SegmentGroup::send(const torch::Tensor& tensor, Kind kind) {
    TORCH_CHECK(tensor.is_contiguous() && tensor.is_cpu(), "a sum needs a contiguous tensor on the CPU");
    auto* data = static_cast<std::byte*>(tensor.data_ptr());
    for (std::size_t begin = 0; begin < tensor.nbytes(); begin += kSlotBytes)
        send({tensor, data + begin, std::min(kSlotBytes, tensor.nbytes() - begin), kind});
}

void SegmentGroup::send(Message message) {
    if (sent_ >= kSlots) {
        const std::uint64_t before = sent_ - kSlots + 1;  // including the message that was in this slot
        receive(before);
        waitForAll(kReceived, before, context_.worldSize);
    }
    if (message.kind == Kind::kSum || context_.rank == 0)
        std::memcpy(slot(context_.rank, sent_), message.data, message.bytes);
    waiting_.push_back(std::move(message));
    counter(context_.rank, kSent).store(++sent_);
    segment_->notify();
}

void SegmentGroup::receive(std::uint64_t count) {
    while (received_ < count) {
        const Message& message = waiting_.front();
        if (message.kind == Kind::kSum) {
            waitForAll(kSent, received_ + 1, context_.worldSize);
            add(message, received_);
        } else {
            waitForAll(kSent, received_ + 1, 1);
            std::memcpy(message.data, slot(0, received_), message.bytes);
        }
        waiting_.pop_front();
        counter(context_.rank, kReceived).store(++received_);
        segment_->notify();
    }
}

void SegmentGroup::waitForAll(int which, std::uint64_t count, int ranks) const {
    segment_->waitUntil(call_, [&] {
        for (int rank = 0; rank < ranks; ++rank)
            if (counter(rank, which).load() < count) return false;
        return true;
    });
}

/// In rank order, so that every process gets the same sum, bit for bit; of 16 bits it is rounded once.
void SegmentGroup::add(const Message& message, std::uint64_t number) const {
    const auto options = message.of.options().requires_grad(false);
    const auto count = static_cast<std::int64_t>(message.bytes / message.of.element_size());
    const torch::NoGradGuard noGrad;
    const torch::Tensor total = at::from_blob(message.data, {count}, options);
    std::vector<torch::Tensor> parts;
    for (int rank = 0; rank < context_.worldSize; ++rank)
        parts.push_back(at::from_blob(slot(rank, number), {count}, options));
    if (at::isFloatingType(message.of.scalar_type())) return sdk::sumInOrder(parts, 0, count, {total}, 0);
    total.copy_(parts.front());
    for (std::size_t rank = 1; rank < parts.size(); ++rank) total.add_(parts[rank]);
}

std::atomic<std::uint64_t>& SegmentGroup::counter(int rank, int which) const {
    return *reinterpret_cast<std::atomic<std::uint64_t>*>(segment_->part(rank) +
                                                          static_cast<std::size_t>(which) * kCounterBytes);
}

std::byte* SegmentGroup::slot(int rank, std::uint64_t number) const {
    return segment_->part(rank) + kHeadBytes + number % kSlots * kSlotBytes;
}

}  // namespace trainyard::strategies
