// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractListModel>
#include <QStringList>
#include <deque>
#include <vector>

#include "ui/bridge/values.h"

namespace trainyard::models {

/// The newest lines of a run's log, at most `kMostLines`; older ones drop off the front. [gui]
class LogModel : public QAbstractListModel {
    Q_OBJECT
  public:
    static constexpr int kMostLines = 100000;

    explicit LogModel(QObject* parent = nullptr, int mostLines = kMostLines);

    void clear();
    void append(const std::vector<bridge::LogChunk>& chunks);
    /// Every task that has said something, in the order they first did.
    const QStringList& tasks() const { return tasks_; }

    int rowCount(const QModelIndex& parent = {}) const override;
    /// kIdRole is the task's name.
    QVariant data(const QModelIndex& index, int role) const override;

  signals:
    void tasksChanged();

  private:
    struct Line {
        int task;  ///< index in tasks_
        QString text;
    };
    int taskIndex(const QString& task);

    const int mostLines_;
    std::deque<Line> lines_;
    QStringList tasks_;
};

}  // namespace trainyard::models
