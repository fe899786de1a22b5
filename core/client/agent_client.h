// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include "core/base/error.h"
#include "core/base/home.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::client {

/// How to reach an agent. Default: the Unix socket of this user's home agent.
struct Endpoint {
    std::filesystem::path socket;
    base::Home home{""};
    bool mayStart = false;        ///< start trainyard-agent if nothing answers (own home only)
    bool isStoreRebuilt = false;  ///< and let it rebuild its store from the runs' folders
    /// Called now and then while an agent reads many runs again before it serves its home.
    std::function<void(const base::StartProgress&)> onStartProgress = {};
    /// From --agent unix:PATH (ssh:// and tls:// are refused: not supported yet) or, if empty, from the
    /// environment.
    static base::Result<Endpoint> parse(const std::string& agentOption);
};

/// Thin wrapper of the Agent service. Every call blocks the calling thread, so never call it from the GUI
/// thread (ui/bridge runs it elsewhere). Thread-safe. Errors carry the agent's Failure: code, id and message.
class AgentClient {
  public:
    /// Connects and negotiates the protocol version; starts the agent first if allowed and needed (waits for
    /// its socket until it has reported no progress for `timeout`). kUnavailable says what was tried and ends
    /// with the agent's last log lines.
    static base::Result<std::unique_ptr<AgentClient>> connect(
        const Endpoint& endpoint, std::chrono::milliseconds timeout = std::chrono::seconds(10));
    ~AgentClient();

    base::Result<v1::HelloReply> hello();
    base::Result<v1::CheckRunReply> checkRun(const v1::CheckRunRequest& request);
    base::Result<v1::StartRunReply> startRun(v1::StartRunRequest request);  ///< fills request_id if empty
    base::Result<v1::StartRunReply> resumeRun(v1::ResumeRunRequest request);
    base::Result<v1::StopRunReply> stopRun(v1::StopRunRequest request);
    base::Result<v1::ChangeRunReply> changeRun(v1::ChangeRunRequest request);
    base::Result<v1::EditRunReply> editRun(v1::EditRunRequest request);
    base::Result<v1::DrillReply> drill(v1::DrillRequest request);
    /// Blocks until the steps are done and the trace is written.
    base::Result<v1::ProfileRunReply> profileRun(v1::ProfileRunRequest request);
    base::Result<v1::ReadStacksReply> readStacks(const v1::ReadStacksRequest& request);
    base::Result<v1::ListCheckpointsReply> listCheckpoints(const std::string& run);  ///< empty: of all runs
    base::Result<v1::EditCheckpointReply> editCheckpoint(v1::EditCheckpointRequest request);
    base::Result<v1::ShowCheckpointReply> showCheckpoint(const v1::ShowCheckpointRequest& request);
    base::Result<v1::VerifyCheckpointReply> verifyCheckpoint(const std::string& path);
    base::Result<v1::DiffCheckpointsReply> diffCheckpoints(const std::string& left, const std::string& right);
    base::Result<v1::ListClustersReply> listClusters();
    base::Result<v1::EditClusterReply> editCluster(v1::EditClusterRequest request);
    base::Result<v1::ListNodesReply> listNodes();
    base::Result<v1::ListRunsReply> listRuns();
    base::Result<v1::GetRunReply> getRun(const std::string& run);
    base::Result<v1::ListSeriesReply> listSeries(const std::string& run);
    base::Result<v1::QuerySeriesReply> querySeries(const v1::QuerySeriesRequest& request);
    base::Result<v1::GetStatusReply> status();
    base::Result<v1::ShutdownReply> shutdown();

    /// Streams. Each blocks until the stream ends, `stop` is requested, or the callback returns false.
    base::Status watchRun(const v1::WatchRunRequest& request, std::stop_token stop,
                          const std::function<bool(const v1::WatchRunReply&)>& onReply);
    base::Status watchRuns(std::stop_token stop,
                           const std::function<bool(const v1::WatchRunsReply&)>& onReply);
    base::Status readLog(const v1::ReadLogRequest& request, std::stop_token stop,
                         const std::function<bool(const v1::ReadLogReply&)>& onReply);
    base::Status importLogs(const v1::ImportLogsRequest& request, std::stop_token stop,
                            const std::function<bool(const v1::ImportLogsReply&)>& onReply);
    base::Status predict(const v1::PredictRequest& request, std::stop_token stop,
                         const std::function<bool(const v1::PredictReply&)>& onReply);
    base::Status exportMetrics(const v1::ExportMetricsRequest& request, std::stop_token stop,
                               const std::function<bool(const v1::ExportMetricsReply&)>& onReply);

  private:
    AgentClient();
    /// One attempt to reach whatever listens on the socket; "agent.gone" if it went away meanwhile.
    static base::Result<std::unique_ptr<AgentClient>> shakeHands(
        const Endpoint& endpoint, std::chrono::steady_clock::time_point deadline);
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace trainyard::client
