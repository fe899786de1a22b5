// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "core/agent/answers.h"
#include "core/agent/calls_under_way.h"
#include "core/agent/this_node.h"
#include "core/control/runs/run_manager.h"
#include "trainyard/v1/agent.grpc.pb.h"

namespace trainyard::agent {

/// The watching streams use gRPC's callback API; short calls run on a thread of gRPC's pool.
using AgentServiceBase = v1::Agent::WithCallbackMethod_WatchRun<
    v1::Agent::WithCallbackMethod_WatchRuns<v1::Agent::WithCallbackMethod_ReadLog<v1::Agent::Service>>>;

/// The client-facing service of the agent (agent.proto). Keeps no run state: asks control and the store.
class AgentService final : public AgentServiceBase {
  public:
    /// `streams` carries the watching streams; `endAgent` is called when Shutdown has stopped every run or
    /// has failed to.
    AgentService(control::RunManager& manager, base::EventLoop& streams, std::string socket,
                 std::shared_ptr<CallsUnderWay> calls, std::function<void()> endAgent);

    grpc::Status Hello(grpc::ServerContext*, const v1::HelloRequest*, v1::HelloReply*) override;
    grpc::Status CheckRun(grpc::ServerContext*, const v1::CheckRunRequest*, v1::CheckRunReply*) override;
    grpc::Status StartRun(grpc::ServerContext*, const v1::StartRunRequest*, v1::StartRunReply*) override;
    grpc::Status ResumeRun(grpc::ServerContext*, const v1::ResumeRunRequest*, v1::StartRunReply*) override;
    grpc::Status ChangeRun(grpc::ServerContext*, const v1::ChangeRunRequest*, v1::ChangeRunReply*) override;
    grpc::Status EditRun(grpc::ServerContext*, const v1::EditRunRequest*, v1::EditRunReply*) override;
    grpc::Status Drill(grpc::ServerContext*, const v1::DrillRequest*, v1::DrillReply*) override;
    grpc::Status ProfileRun(grpc::ServerContext*, const v1::ProfileRunRequest*,
                            v1::ProfileRunReply*) override;
    grpc::Status ReadStacks(grpc::ServerContext*, const v1::ReadStacksRequest*,
                            v1::ReadStacksReply*) override;
    grpc::Status ListCheckpoints(grpc::ServerContext*, const v1::ListCheckpointsRequest*,
                                 v1::ListCheckpointsReply*) override;
    grpc::Status EditCheckpoint(grpc::ServerContext*, const v1::EditCheckpointRequest*,
                                v1::EditCheckpointReply*) override;
    grpc::Status ShowCheckpoint(grpc::ServerContext*, const v1::ShowCheckpointRequest*,
                                v1::ShowCheckpointReply*) override;
    grpc::Status VerifyCheckpoint(grpc::ServerContext*, const v1::VerifyCheckpointRequest*,
                                  v1::VerifyCheckpointReply*) override;
    grpc::Status DiffCheckpoints(grpc::ServerContext*, const v1::DiffCheckpointsRequest*,
                                 v1::DiffCheckpointsReply*) override;
    grpc::Status Predict(grpc::ServerContext*, const v1::PredictRequest*,
                         grpc::ServerWriter<v1::PredictReply>*) override;
    grpc::Status ListClusters(grpc::ServerContext*, const v1::ListClustersRequest*,
                              v1::ListClustersReply*) override;
    grpc::Status EditCluster(grpc::ServerContext*, const v1::EditClusterRequest*,
                             v1::EditClusterReply*) override;
    grpc::Status ImportLogs(grpc::ServerContext*, const v1::ImportLogsRequest*,
                            grpc::ServerWriter<v1::ImportLogsReply>*) override;
    grpc::Status ListNodes(grpc::ServerContext*, const v1::ListNodesRequest*, v1::ListNodesReply*) override;
    grpc::Status StopRun(grpc::ServerContext*, const v1::StopRunRequest*, v1::StopRunReply*) override;
    grpc::Status ListRuns(grpc::ServerContext*, const v1::ListRunsRequest*, v1::ListRunsReply*) override;
    grpc::Status GetRun(grpc::ServerContext*, const v1::GetRunRequest*, v1::GetRunReply*) override;
    grpc::Status ListSeries(grpc::ServerContext*, const v1::ListSeriesRequest*,
                            v1::ListSeriesReply*) override;
    grpc::Status QuerySeries(grpc::ServerContext*, const v1::QuerySeriesRequest*,
                             v1::QuerySeriesReply*) override;
    grpc::Status ExportMetrics(grpc::ServerContext*, const v1::ExportMetricsRequest*,
                               grpc::ServerWriter<v1::ExportMetricsReply>*) override;
    grpc::Status GetStatus(grpc::ServerContext*, const v1::GetStatusRequest*, v1::GetStatusReply*) override;
    grpc::Status Shutdown(grpc::ServerContext*, const v1::ShutdownRequest*, v1::ShutdownReply*) override;

    grpc::ServerWriteReactor<v1::WatchRunReply>* WatchRun(grpc::CallbackServerContext*,
                                                          const v1::WatchRunRequest*) override;
    grpc::ServerWriteReactor<v1::WatchRunsReply>* WatchRuns(grpc::CallbackServerContext*,
                                                            const v1::WatchRunsRequest*) override;
    grpc::ServerWriteReactor<v1::ReadLogReply>* ReadLog(grpc::CallbackServerContext*,
                                                        const v1::ReadLogRequest*) override;

  private:
    base::Result<v1::GetRunReply> getRun(const std::string& run);
    base::Status exportMetrics(const v1::ExportMetricsRequest& request,
                               grpc::ServerWriter<v1::ExportMetricsReply>& writer);

    control::RunManager& manager_;
    base::EventLoop& streams_;
    const std::string socket_;
    const std::shared_ptr<CallsUnderWay> calls_;
    const double started_;
    ThisNode node_;
    const std::function<void()> endAgent_;

    /// (Those of StartRun are in the store.)
    Answers<v1::StopRunReply> stopped_;
    Answers<v1::StartRunReply> resumed_;
    Answers<v1::ChangeRunReply> changed_;
    Answers<v1::EditRunReply> edited_;
    Answers<v1::EditCheckpointReply> editedCheckpoints_;
    Answers<v1::EditClusterReply> editedClusters_;
};

}  // namespace trainyard::agent
