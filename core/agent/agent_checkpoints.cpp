// SPDX-License-Identifier: Apache-2.0
// What clients ask about checkpoints and write on them.
#include "core/agent/agent_service.h"
#include "core/agent/call.h"
#include "core/control/ask/checkpoint_catalog.h"
#include "core/control/ask/prediction.h"
#include "core/control/runs/run_edit.h"

namespace trainyard::agent {

grpc::Status AgentService::ListCheckpoints(grpc::ServerContext* context,
                                           const v1::ListCheckpointsRequest* request,
                                           v1::ListCheckpointsReply* reply) {
    const CallsUnderWay::Call call(*calls_, "ListCheckpoints", context);
    return answer(control::listCheckpoints(manager_.runs(), request->run()), reply);
}

grpc::Status AgentService::EditCheckpoint(grpc::ServerContext* context,
                                          const v1::EditCheckpointRequest* request,
                                          v1::EditCheckpointReply* reply) {
    const CallsUnderWay::Call call(*calls_, "EditCheckpoint", context);
    return editedCheckpoints_.once(request->request_id(), reply,
                                   [&] { return control::editCheckpoint(manager_.runs(), *request); });
}

grpc::Status AgentService::ShowCheckpoint(grpc::ServerContext* context,
                                          const v1::ShowCheckpointRequest* request,
                                          v1::ShowCheckpointReply* reply) {
    const CallsUnderWay::Call call(*calls_, "ShowCheckpoint", context);
    return answer(control::showCheckpoint(*request), reply);
}

grpc::Status AgentService::VerifyCheckpoint(grpc::ServerContext* context,
                                            const v1::VerifyCheckpointRequest* request,
                                            v1::VerifyCheckpointReply* reply) {
    const CallsUnderWay::Call call(*calls_, "VerifyCheckpoint", context);
    return answer(control::verifyCheckpoint(request->path()), reply);
}

grpc::Status AgentService::DiffCheckpoints(grpc::ServerContext* context,
                                           const v1::DiffCheckpointsRequest* request,
                                           v1::DiffCheckpointsReply* reply) {
    const CallsUnderWay::Call call(*calls_, "DiffCheckpoints", context);
    return answer(control::diffCheckpoints(*request), reply);
}

grpc::Status AgentService::Predict(grpc::ServerContext* context, const v1::PredictRequest* request,
                                   grpc::ServerWriter<v1::PredictReply>* writer) {
    const CallsUnderWay::Call call(*calls_, "Predict", context);
    return toGrpc(control::predict(
        manager_.runs(), *request, [&](const v1::PredictReply& reply) { return writer->Write(reply); },
        [&] { return context->IsCancelled(); }));
}

}  // namespace trainyard::agent
