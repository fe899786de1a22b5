// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>
#include <map>
#include <set>
#include <vector>

#include "ui/bridge/values.h"

namespace trainyard::models {

/// A run's events, newest first. An event received twice (after a reconnect) is listed once. [gui]
class EventListModel : public QAbstractTableModel {
    Q_OBJECT
  public:
    enum Column { kTime, kWhat, kColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void clear();
    void append(const std::vector<bridge::EventRow>& events);
    /// Steps that would not have to be repeated: those of the newest checkpoint, or those the newest attempt
    /// started with; 0 while there is neither.
    std::int64_t lastSavedStep() const;
    /// Oldest first.
    const std::vector<bridge::EventRow>& events() const { return events_; }
    /// The event as one line.
    QString sentence(const bridge::EventRow& event) const;
    /// The newest attempt after the first one, in one line; empty where there is none.
    QString newestRestart() const;
    /// Where the metrics of a program have been found, in one line; empty: nowhere yet.
    QString metricsFrom() const;
    /// How long the run went without a finished step before this attempt; negative: not known.
    void setAway(int attempt, double seconds);

    /// Whether this attempt was started by a user after the run had ended.
    bool wasResumed(int attempt) const { return resumed_.contains(attempt); }
    /// The run's current step; the next step ends a stall.
    void setStep(std::int64_t step, bool isBlocked);
    /// The agent's report on what is blocking the run, while that lasts; empty: nothing is.
    QString stall() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    void noteEvent(const bridge::EventRow& event);
    QString toolTip(const bridge::EventRow& event) const;

    std::map<int, double> away_;   // seconds, by attempt
    bridge::Sentence stall_;       // empty: none
    bool wasBlocked_ = false;      // by the task that the newest stall names
    std::int64_t stallStep_ = -1;  // the run's step at that time; -1: not reported yet
    std::set<int> resumed_;        // attempts that a user started after the run had ended
    bool isOver_ = false;
    std::vector<bridge::EventRow> events_;  // oldest first; rows count from the end
};

}  // namespace trainyard::models
