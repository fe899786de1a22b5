// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "trainyard/v1/agent.pb.h"

namespace trainyard::testing {

/// An Agent service that a test scripts: it returns the test's answers, records the requests, and streams the
/// events that the test publishes. Listens on a Unix socket until it is destroyed. Thread-safe.
class FakeAgent {
  public:
    explicit FakeAgent(const std::filesystem::path& socket);
    ~FakeAgent();

    // ---- What it answers; set before the call is made
    // --------------------------------------------------------------
    v1::HelloReply helloReply;
    v1::StartRunReply startReply;
    v1::ListRunsReply runsReply;
    v1::GetRunReply runReply;
    v1::StopRunReply stopReply;  ///< stopping, by default
    v1::ListSeriesReply seriesReply;
    v1::ListNodesReply nodesReply;
    v1::ListSweepsReply sweepsReply;
    v1::StoreRestore restored;  ///< in the reply to GetStatus
    v1::StopGrace grace;        ///< likewise
    std::vector<v1::ExportMetricsReply> metrics;
    std::vector<v1::ReadLogReply> logs;
    /// If the last one is not `finished`, the call lasts until its client disconnects.
    std::vector<v1::ImportLogsReply> imports;
    /// A call named here ("StopRun") fails with this.
    void failWith(const std::string& call, int grpcStatus, const v1::Failure& failure);
    /// How long the client of the last CheckRun was going to wait.
    std::chrono::system_clock::duration checkPatience{};
    std::chrono::system_clock::duration endPatience{};  ///< likewise of the last Shutdown
    /// A CheckRun lasts until its client cancels it.
    std::atomic<bool> holdsChecks = false;
    /// Called for each StopRun, after it was remembered.
    std::function<void(const v1::StopRunRequest&)> onStop;

    // ---- The event stream
    // ------------------------------------------------------------------------------------------
    /// Adds an event with the next seq; current and later watchers receive it. One with `finished` ends their
    /// streams.
    void publish(v1::RunEvent event);
    /// Like publish, for events that are not kept (progress, metrics).
    void send(const v1::WatchRunReply& reply);
    /// Ends the streams as a dying agent does.
    void dropWatchers();

    // ---- What it was asked
    // -----------------------------------------------------------------------------------------
    std::vector<v1::StartRunRequest> started() const;
    std::vector<v1::StopRunRequest> stopped() const;
    std::vector<v1::EditSweepRequest> editedSweeps() const;
    std::vector<v1::ResumeRunRequest> resumed() const;
    std::vector<v1::WatchRunRequest> watched() const;
    std::vector<v1::ExportMetricsRequest> exported() const;
    std::vector<v1::ReadLogRequest> logsRead() const;
    std::vector<v1::ImportLogsRequest> imported() const;
    int shutdowns() const;
    /// Waits until `count` clients have started watching; false after ten seconds.
    bool waitForWatchers(std::size_t count) const;
    /// The same for checks that have begun, and for those that their clients have cancelled (holdsChecks).
    bool waitForChecks(int count) const;
    bool waitForCancelledChecks(int count) const;

  private:
    class Service;
    struct Running;
    const std::filesystem::path socket_;
    std::unique_ptr<Running> running_;
};

}  // namespace trainyard::testing
