// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>

#include "plugins/sdk/shared_segment.h"
#include "plugins/strategies/multi_worker_mirrored/process_group.h"

namespace trainyard::strategies {

/// The processes of one machine, communicating through shared memory: no sockets, no threads. Data is split
/// into messages that all ranks number identically. A rank writes its part of a message into one of its
/// slots, and may reuse the slot once every rank has read it.
class SegmentGroup : public ProcessGroup {
  public:
    /// Collective. Null on all ranks where they cannot share memory; `whyNot` says why. `call` is the name
    /// shown for its sums. The caller keeps ownership of the context.
    static std::unique_ptr<SegmentGroup> create(const sdk::JobContext& context, c10d::Store& store,
                                                std::chrono::milliseconds timeout, std::string call,
                                                std::string& whyNot);

    std::unique_ptr<sdk::Strategy::Pending> startSum(torch::Tensor tensor) override;
    std::int64_t bytesSentFor(const torch::Tensor& tensor) const override;
    void broadcast(const sdk::ReplicaVariables& variables) override;
    std::string lostPeer() const override { return segment_->endedPeer(); }

  private:
    class Sum;
    enum class Kind { kSum, kFromRank0 };
    struct Message {
        torch::Tensor of;  ///< keeps `data` alive
        std::byte* data;   ///< sent from here, received into it
        std::size_t bytes;
        Kind kind;
    };
    SegmentGroup(const sdk::JobContext& context, std::unique_ptr<sdk::SharedSegment> segment,
                 std::string call);
    void send(const torch::Tensor& tensor, Kind kind);
    void send(Message message);
    /// Receives the oldest messages until that many have been received in total.
    void receive(std::uint64_t count);
    void waitForAll(int counter, std::uint64_t count, int ranks) const;
    void add(const Message& message, std::uint64_t number) const;

    std::atomic<std::uint64_t>& counter(int rank, int which) const;
    std::byte* slot(int rank, std::uint64_t number) const;

    const sdk::JobContext& context_;
    const std::unique_ptr<sdk::SharedSegment> segment_;
    const std::string call_;
    std::deque<Message> waiting_;  ///< sent but not yet received
    std::uint64_t sent_ = 0, received_ = 0;
};

}  // namespace trainyard::strategies
