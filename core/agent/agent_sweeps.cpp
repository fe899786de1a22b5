// SPDX-License-Identifier: Apache-2.0
// Sweeps: started, changed, listed, watched.
#include "core/agent/agent_service.h"
#include "core/agent/stream.h"
#include "core/control/sweep/sweeps.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::agent {
namespace {

/// WatchSweep: the whole sweep at each change, with pending changes coalesced, until it has ended.
class SweepWatchStream final : public Stream<v1::WatchSweepReply>, public control::SweepListener {
  public:
    SweepWatchStream(base::EventLoop& loop, const control::Sweeps& sweeps, std::string sweep)
        : Stream(loop), sweeps_(sweeps), sweep_(std::move(sweep)) {}
    void sweepChanged() override { wake(); }

  private:
    Next next() override {
        const control::Sweeps::Snapshot now = sweeps_.find(sweep_);
        if (!now) return {.reply = {}, .end = toGrpc(control::noSuchSweep(sweep_))};
        if (now != sent_) {
            sent_ = now;
            v1::WatchSweepReply reply;
            *reply.mutable_sweep() = now->ended() > 0 ? sweeps_.withStatuses(*now) : *now;
            return {.reply = std::move(reply), .end = {}};
        }
        if (now->ended() > 0 || !now->problem().empty()) return {.reply = {}, .end = grpc::Status::OK};
        return {};
    }

    const control::Sweeps& sweeps_;
    const std::string sweep_;
    control::Sweeps::Snapshot sent_;
};

base::Result<v1::ListSweepsReply> listSweeps(const control::Sweeps& sweeps, const std::string& id) {
    v1::ListSweepsReply reply;
    if (id.empty()) {
        for (const auto& sweep : sweeps.list()) *reply.add_sweeps() = sweeps.withStatuses(*sweep);
        return reply;
    }
    const auto found = sweeps.find(id);
    if (!found) return base::fail(control::noSuchSweep(id));
    *reply.add_sweeps() = sweeps.withStatuses(*found);
    return reply;
}

}  // namespace

void AgentService::addSweeps() {
    change(Lane::kLong, [this](const v1::StartSweepRequest& request) -> base::Result<v1::StartSweepReply> {
        TY_TRY(manager_.store().allowWrite());
        return manager_.sweeps().start(request);
    });
    change(Lane::kLong,
           [this](const v1::EditSweepRequest& request) { return manager_.sweeps().edit(request); });
    ask(Lane::kShort, [this](const v1::ListSweepsRequest& request) {
        return listSweeps(manager_.sweeps(), request.sweep());
    });
    // Listened to before it is read, so that no change falls between the two.
    watch([this](const v1::WatchSweepRequest& request) -> std::shared_ptr<Stream<v1::WatchSweepReply>> {
        auto stream = std::make_shared<SweepWatchStream>(streams_, manager_.sweeps(), request.sweep());
        manager_.sweeps().listen(request.sweep(), stream);
        return stream;
    });
}

}  // namespace trainyard::agent
