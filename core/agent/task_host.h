// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/node_host.h"
#include "core/agent/rendezvous.h"
#include "core/control/runs/run_registry.h"
#include "trainyard/v1/worker.grpc.pb.h"

namespace trainyard::agent {

/// Store and Session wait, so they use callbacks: a thousand waiting tasks cost no thread.
using TaskHostBase =
    v1::TaskHost::WithCallbackMethod_Store<v1::TaskHost::WithCallbackMethod_Session<v1::TaskHost::Service>>;

/// The task-facing service of the agent (worker.proto). Checks each call against the run's secret first.
class TaskHost final : public TaskHostBase {
  public:
    TaskHost(control::RunRegistry& runs, Rendezvous& rendezvous, NodeHost& guests)
        : runs_(runs), rendezvous_(rendezvous), guests_(guests) {}

    grpc::Status Join(grpc::ServerContext*, const v1::JoinRequest*, v1::JoinReply*) override;
    grpc::Status PublishCheckpoint(grpc::ServerContext*, const v1::PublishCheckpointRequest*,
                                   v1::PublishCheckpointReply*) override;
    grpc::ServerUnaryReactor* Store(grpc::CallbackServerContext*, const v1::StoreRequest*,
                                    v1::StoreReply*) override;
    grpc::ServerBidiReactor<v1::TaskReport, v1::TaskCommand>* Session(grpc::CallbackServerContext*) override;

  private:
    control::RunRegistry& runs_;
    Rendezvous& rendezvous_;
    NodeHost& guests_;
};

}  // namespace trainyard::agent
