// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "core/agent/stream.h"
#include "core/control/run/run_listener.h"
#include "core/control/runs/run_registry.h"
#include "core/node/merged_log.h"
#include "core/store/run_store.h"

namespace trainyard::agent {

/// WatchRun: events from the store by number, so that a slow reader misses none; also metric batches, of
/// which the oldest are dropped, and counted, when the client falls behind.
class RunWatchStream final : public Stream<v1::WatchRunReply>, public control::RunListener {
  public:
    RunWatchStream(base::EventLoop& loop, store::RunStore& store, const v1::WatchRunRequest& request)
        : Stream(loop), store_(store), request_(request), afterSeq_(request.after_seq()) {}

    void runChanged(const std::string& run) override;
    void metricsStored(const std::shared_ptr<const v1::MetricBatch>& batch) override;
    void progressed(const std::shared_ptr<const v1::Progress>& progress) override;

  private:
    Next next() override;
    Next nextEvent();
    base::Result<bool> isOverAt(std::uint64_t seq);
    std::optional<v1::WatchRunReply> nextMetrics();
    base::Status fetch();

    store::RunStore& store_;
    const v1::WatchRunRequest request_;
    std::uint64_t afterSeq_;
    std::deque<v1::RunEvent> events_;
    bool isOver_ = false;

    std::mutex mutex_;  // guards what the control loop hands over
    std::deque<std::shared_ptr<const v1::MetricBatch>> metrics_;
    std::uint64_t droppedBatches_ = 0;
    std::shared_ptr<const v1::Progress> progress_;
};

/// WatchRuns: the list, then each run that changed, with pending changes coalesced.
class RunsWatchStream final : public Stream<v1::WatchRunsReply>, public control::RunListener {
  public:
    RunsWatchStream(base::EventLoop& loop, store::RunStore& store, control::RunRegistry& registry)
        : Stream(loop), store_(store), registry_(registry) {}
    void runChanged(const std::string& run) override;

  private:
    Next next() override;
    v1::RunSummary summaryOf(const store::RunRow& row);

    store::RunStore& store_;
    control::RunRegistry& registry_;
    bool hasSentSnapshot_ = false;
    std::mutex mutex_;
    std::set<std::string> changed_;
};

/// ReadLog: the lines of one task's log or of all of them; with `follow` also new lines until the run has
/// finished, including those of later attempts.
class LogStream final : public Stream<v1::ReadLogReply>, public control::RunListener {
  public:
    LogStream(base::EventLoop& loop, store::RunStore& store, const v1::ReadLogRequest& request)
        : Stream(loop), store_(store), request_(request) {}
    void runChanged(const std::string&) override { wake(); }
    void logGrew() override { wake(); }

  private:
    Next next() override;
    base::Status open();
    /// Adds the logs of tasks that are not read yet; true if there were any.
    base::Result<bool> addNew();

    store::RunStore& store_;
    const v1::ReadLogRequest request_;
    node::MergedLog log_;
    std::set<std::string> known_;  ///< paths of the logs in it
    bool isOpen_ = false;
    bool isLater_ = false;  ///< addNew() has been called before
};

}  // namespace trainyard::agent
