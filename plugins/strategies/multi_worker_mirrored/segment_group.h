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

/// The processes of one machine, in memory that they share: no socket, no thread. What is said is cut into
/// messages that all ranks number alike. A rank writes its part of a message into a slot of its own, and may
/// use the slot again when every rank has read it.
class SegmentGroup : public ProcessGroup {
  public:
    /// Collective. Null, for all ranks alike, where they cannot share memory; `whyNot` says why. `call` is
    /// how its sums are named to people. The context stays the caller's.
    static std::unique_ptr<SegmentGroup> create(const sdk::JobContext& context, c10d::Store& store,
                                                std::chrono::milliseconds timeout, std::string call,
                                                std::string& whyNot);

    std::unique_ptr<sdk::Strategy::Pending> startSum(torch::Tensor tensor) override;
    void broadcast(const sdk::ReplicaVariables& variables) override;

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
    /// Receives the oldest messages until it has received so many in all.
    void receive(std::uint64_t count);
    void waitForAll(int counter, std::uint64_t count, int ranks) const;
    void add(const Message& message, std::uint64_t number) const;

    std::atomic<std::uint64_t>& counter(int rank, int which) const;
    std::byte* slot(int rank, std::uint64_t number) const;

    const sdk::JobContext& context_;
    const std::unique_ptr<sdk::SharedSegment> segment_;
    const std::string call_;
    std::deque<Message> waiting_;  ///< sent, and not yet received
    std::uint64_t sent_ = 0, received_ = 0;
};

}  // namespace trainyard::strategies
