// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>
#include <map>
#include <set>
#include <vector>

#include "ui/bridge/values.h"

namespace trainyard::models {

/// What happened to a run, newest first. An event that comes twice (after a reconnect) stands once. [gui]
class EventListModel : public QAbstractTableModel {
    Q_OBJECT
  public:
    enum Column { kTime, kWhat, kColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void clear();
    void append(const std::vector<bridge::EventRow>& events);
    /// Steps that would not have to be done again: those of the newest checkpoint, or those the newest
    /// attempt began with; 0 while there is neither.
    std::int64_t lastSavedStep() const;
    /// Oldest first.
    const std::vector<bridge::EventRow>& events() const { return events_; }
    /// What happened, in one line.
    QString sentence(const bridge::EventRow& event) const;
    /// The newest attempt after the first one, in one line; empty where there is none.
    QString newestRestart() const;
    /// How long the run was without a finished step before this attempt; negative: not known.
    void setAway(int attempt, double seconds);

    /// Whether somebody began this attempt, after the run had ended.
    bool wasResumed(int attempt) const { return resumed_.contains(attempt); }
    /// Where the run is; a stall is over with its next step.
    void setStep(std::int64_t step, bool isHeldUp);
    /// What the agent said of who holds up the run, while that lasts; empty: nobody does.
    QString stall() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    void look(const bridge::EventRow& event);
    QString toolTip(const bridge::EventRow& event) const;

    std::map<int, double> away_;   // seconds, by attempt
    QString stall_;                // empty: none
    bool wasHeldUp_ = false;       // by whom the newest stall names
    std::int64_t stallStep_ = -1;  // that the run stood at then; -1: not told yet
    std::set<int> resumed_;        // attempts that somebody began after the run had ended
    bool isOver_ = false;
    std::vector<bridge::EventRow> events_;  // oldest first; rows count from the end
};

}  // namespace trainyard::models
