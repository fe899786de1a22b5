// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>

#include <memory>
#include <string>
#include <vector>

#include "plugins/sdk/peer_silent.h"
#include "plugins/strategies/multi_worker_mirrored/link_watch.h"
#include "plugins/strategies/multi_worker_mirrored/process_group.h"
#include "plugins/strategies/multi_worker_mirrored/process_reduction.h"

namespace trainyard::strategies {

using GroupPtr = c10::intrusive_ptr<c10d::ProcessGroupGloo>;
using WorkPtr = c10::intrusive_ptr<c10d::Work>;

/// `error` is the transport's own message.
[[noreturn]] inline void throwLoss(const std::string& name, const std::string& error) {
    if (const std::string silence = LinkWatch::silence(error); !silence.empty())
        throw sdk::PeerSilent(name, silence);
    throw sdk::PeerLost(name, withoutSource(error));
}

/// Turns the transport's failures into PeerLost. Gloo throws its own exceptions, c10d throws c10::DistError;
/// any other c10::Error is a bug in the model or in Trainyard.
template <typename Call>
void translated(const std::string& name, Call&& call) {
    try {
        call();
    } catch (const sdk::PeerLost&) {
        throw;
    } catch (const c10::DistError& e) {
        throwLoss(name, e.what_without_backtrace());
    } catch (const c10::Error&) {
        throw;
    } catch (const std::exception& e) {
        throwLoss(name, e.what());
    }
}

/// Makes one call that waits for other processes, and reports it.
template <typename Call>
void collective(const sdk::JobContext& context, const std::string& name, Call&& call) {
    context.onCall(name);
    translated(name, call);
    context.onCall("");
}

WorkPtr startAllReduce(const GroupPtr& group, const torch::Tensor& tensor);

/// Processes on any machines: each listens on its own port and is connected to every other.
class GlooGroup : public ProcessGroup {
  public:
    /// `call` is the name shown for its sums. The caller keeps ownership of the context and the watch of the
    /// group's connections.
    GlooGroup(const sdk::JobContext& context, GroupPtr group, const LinkWatch& links, std::string call)
        : context_(context), group_(std::move(group)), links_(links), call_(std::move(call)) {}
    std::unique_ptr<sdk::Strategy::Pending> startSum(torch::Tensor tensor) override;
    std::int64_t bytesSentFor(const torch::Tensor& tensor) const override;
    void broadcast(const sdk::ReplicaVariables& variables) override;
    std::string lostPeer() const override { return links_.closedLink(); }

  private:
    class Sum;
    class OrderedSum;
    const sdk::JobContext& context_;
    const GroupPtr group_;
    const LinkWatch& links_;
    const std::string call_;
};

/// Sums gradients in Gloo all-reduces, each pack as soon as it is complete.
class GlooReduction : public ProcessReduction {
  public:
    GlooReduction(sdk::ReplicaTeam& team, const std::vector<sdk::ReplicaVariables>& replicas,
                  sdk::Packs packs, GroupPtr group, const sdk::JobContext& context);
    std::string describe() const override;

  private:
    void start(int pack) override;
    void finish(int pack) override;

    const GroupPtr group_;
    std::vector<WorkPtr> works_;  ///< one per pack
};

}  // namespace trainyard::strategies
