// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractListModel>
#include <QByteArray>
#include <QStringList>
#include <deque>
#include <vector>

#include "ui/bridge/values.h"

namespace trainyard::models {

/// The newest lines of a run's log, at most `kMostLines`; older ones are dropped. Shows all tasks or one, and
/// collapses consecutive equal lines into one with a count. Lines that differ only in their time stamp are
/// equal. [gui]
class LogModel : public QAbstractListModel {
    Q_OBJECT
  public:
    static constexpr int kMostLines = 1'000'000;

    explicit LogModel(QObject* parent = nullptr, int mostLines = kMostLines);

    void clear();
    void append(const std::vector<bridge::LogChunk>& chunks);
    /// Every task that has logged something, in order of first appearance.
    const QStringList& tasks() const { return tasks_; }
    /// Empty: all tasks.
    void setTask(const QString& task);
    void setFolded(bool isFolded);
    std::size_t lineCount() const { return lines_.size(); }

    /// Returns true when a row's text contains `text`, given in lower case; letters beyond ASCII are matched
    /// exactly.
    bool holds(int row, const QByteArray& lowerCaseText) const;
    /// The next matching row after `row` (or before it), wrapping around; -1: no match.
    enum class Way { kForward, kBackward };
    int find(const QByteArray& lowerCaseText, int row, Way way) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    /// kIdRole is the task's name, kSortRole the number of lines that the row represents.
    QVariant data(const QModelIndex& index, int role) const override;

  signals:
    void tasksChanged();

  private:
    struct Line {
        std::int16_t task;        ///< index in tasks_
        std::int16_t stampBytes;  ///< length of the time stamp it begins with
        QByteArray text;          ///< UTF-8
    };
    struct Row {
        std::uint64_t line;  ///< the first of its lines, counted from the first one received
        std::uint32_t count = 1;
        bool isOfSeveral = false;  ///< whether from several tasks
    };
    std::int16_t taskIndex(const QString& task);
    const Line& lineOf(const Row& row) const { return lines_[static_cast<std::size_t>(row.line - dropped_)]; }
    bool isShown(const Line& line) const { return shownTask_ < 0 || line.task == shownTask_; }
    bool isSame(const Line& a, const Line& b) const;
    /// Adds the lines starting at number `first` to `rows`.
    void addRows(std::vector<Row>& rows, std::uint64_t first) const;
    void rebuild();
    void dropOldest();

    const std::size_t mostLines_;
    std::deque<Line> lines_;
    std::uint64_t dropped_ = 0;  ///< number of dropped lines
    std::vector<Row> rows_;
    QStringList tasks_;
    int shownTask_ = -1;
    QString shownName_;
    bool isFolded_ = true;
};

}  // namespace trainyard::models
