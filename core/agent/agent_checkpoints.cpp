// SPDX-License-Identifier: Apache-2.0
// What clients ask about checkpoints and write on them.
#include "core/agent/agent_service.h"
#include "core/control/ask/kept_elsewhere.h"
#include "core/control/ask/prediction.h"
#include "core/control/runs/run_edit.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::agent {

void AgentService::addCheckpoints() {
    ask(Lane::kShort,
        [this](const v1::ListCheckpointsRequest& request) -> base::Result<v1::ListCheckpointsReply> {
            TY_ASSIGN(auto reply, control::listCheckpoints(manager_.runs(), request.run()));
            if (!request.run().empty()) TY_TRY(control::addAside(manager_.runs(), request.run(), reply));
            return reply;
        });
    change(Lane::kLong, [this](const v1::EditCheckpointRequest& request) {
        return control::editCheckpoint(manager_.runs(), request);
    });
    ask(Lane::kLong, [this](const v1::ShowCheckpointRequest& request) {
        return control::showAnywhere(manager_.runs().environment(), request);
    });
    ask(Lane::kLong, [this](const v1::VerifyCheckpointRequest& request) {
        return control::verifyAnywhere(manager_.runs().environment(), request);
    });
    ask(Lane::kLong, [this](const v1::DiffCheckpointsRequest& request) {
        return control::diffAnywhere(manager_.runs().environment(), request);
    });
    stream(Lane::kLong,
           [this](const v1::PredictRequest& request, const std::function<bool(const v1::PredictReply&)>& send,
                  const IsCancelled& isCancelled) {
               return control::predict(manager_.runs(), request, send, isCancelled);
           });
}

}  // namespace trainyard::agent
