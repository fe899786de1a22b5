// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <stop_token>
#include <vector>

#include "ui/bridge/agent_functions.h"
#include "ui/bridge/throttle.h"

namespace trainyard::bridge {

class ThreadGroup;

/// Everything about one run, live: made by AgentBridge::watchRun(), ended by deleting it (which never waits).
/// It reconnects automatically and continues where it was. Signals are coalesced, at most 20 per second; only
/// the first detail and series, which a user waits for, are not delayed. [gui]
class RunWatch : public QObject {
    Q_OBJECT
  public:
    static constexpr int kLogTailLines = 200000;

    RunWatch(QString run, std::shared_ptr<const AgentFunctions> agent, ThreadGroup& threads,
             QObject* parent = nullptr);
    ~RunWatch() override;
    const QString& run() const { return run_; }

  signals:
    void detailChanged(const trainyard::bridge::RunDetail& detail);
    /// New events, points and progress since the last signal.
    void updated(const trainyard::bridge::RunUpdate& update);
    /// The available series. Also sent each time the stream has (re)started and when the run has ended:
    /// earlier points may have gaps, so query the series again.
    void seriesListed(const std::vector<trainyard::bridge::SeriesKey>& series);
    /// The log is being read again from its tail; discard the lines so far.
    void logRestarted();
    void logArrived(const std::vector<trainyard::bridge::LogChunk>& chunks);
    void failed(const trainyard::bridge::Failure& failure);

  private:
    struct Batch {
        std::optional<RunDetail> detail;
        std::optional<std::vector<SeriesKey>> series;
        RunUpdate update;
        bool hasUpdate = false;
        bool hasLogRestarted = false;
        std::vector<LogChunk> log;
        std::optional<Failure> failure;
    };
    using Sink = Throttle<Batch>::Sink;
    using Add = void (Sink::*)(const std::function<void(Batch&)>& merge) const;

    void deliver(Batch batch);
    static void followRun(const QString& run, const AgentFunctions& agent, const Sink& sink,
                          const std::stop_token& stop);
    static void followLog(const QString& run, const AgentFunctions& agent, const Sink& sink,
                          const std::stop_token& stop);
    /// Detail and list of series; true when the run has ended.
    static bool sendOverview(const QString& run, const AgentFunctions& agent, const Sink& sink, Add add);

    QString run_;
    std::stop_source stop_;
    Throttle<Batch> throttle_;
};

}  // namespace trainyard::bridge
