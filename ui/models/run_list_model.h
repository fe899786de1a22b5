// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>
#include <QHash>
#include <vector>

#include "ui/bridge/agent_functions.h"

namespace trainyard::models {

/// The runs of the agent, newest first. Name, tags and note can be edited: an edit is sent to the agent and
/// shown once the agent has accepted it. [gui]
class RunListModel : public QAbstractTableModel {
    Q_OBJECT
  public:
    enum Column {
        kName,
        kState,
        kEpoch,
        kLoss,
        kAccuracy,
        kValLoss,
        kValAccuracy,
        kAge,
        kTags,
        kStrategy,
        kModel,
        kStep,
        kAttempts,
        kNote,
        kColumnCount
    };
    /// Of kName: int, the run's colour in the series palette while it is compared with others.
    static constexpr int kColourRole = Qt::UserRole + 100;

    using QAbstractTableModel::QAbstractTableModel;

    void apply(const bridge::RunListChange& change);
    /// The time that ages are relative to, in seconds since 1970.
    void setNow(double now);
    /// The runs being compared, and their colours.
    void setColours(const QHash<QString, int>& colours);
    /// Nothing when the id is not in the list.
    const bridge::RunRow* run(const QString& id) const;
    const bridge::RunRow& at(int row) const { return rows_[static_cast<std::size_t>(row)].run; }
    int rowOf(const QString& id) const;  ///< -1: not there
    /// Everything a run can be found by except its tags, in lower case; and its tags, one per line.
    const QString& words(int row) const { return rows_[static_cast<std::size_t>(row)].words; }
    const QString& tags(int row) const { return rows_[static_cast<std::size_t>(row)].tags; }
    /// The displayed name of a run: its id, or the name given by the user.
    static QString title(const bridge::RunRow& run);
    /// How long it was running, in seconds, without pauses and the time between attempts. `now`: seconds
    /// since 1970.
    static double elapsed(const bridge::RunRow& run, double now);
    /// The edit for a text typed into a cell; empty if it changes nothing.
    static std::optional<bridge::RunEdit> editOf(const bridge::RunRow& run, int column, const QString& text);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  signals:
    void editWanted(const QString& run, const trainyard::bridge::RunEdit& edit);

  private:
    struct Row {
        bridge::RunRow run;
        QString words;
        QString tags;
    };
    static Row rowFor(const bridge::RunRow& run);
    QString text(const bridge::RunRow& row, int column) const;
    QVariant sortValue(const bridge::RunRow& row, int column) const;
    void insertOrUpdate(const bridge::RunRow& row);

    std::vector<Row> rows_;
    QHash<QString, int> colours_;
    double now_ = 0;
};

}  // namespace trainyard::models
