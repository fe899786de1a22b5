// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractListModel>
#include <QByteArray>
#include <QStringList>
#include <deque>
#include <vector>

#include "ui/bridge/values.h"

namespace trainyard::models {

/// The newest lines of a run's log, at most `kMostLines`; older ones drop off the front. Shows all tasks or
/// one, and equal lines that follow each other as one with a count. A line's time stamp does not make it
/// another line. [gui]
class LogModel : public QAbstractListModel {
    Q_OBJECT
  public:
    static constexpr int kMostLines = 1'000'000;

    explicit LogModel(QObject* parent = nullptr, int mostLines = kMostLines);

    void clear();
    void append(const std::vector<bridge::LogChunk>& chunks);
    /// Every task that has said something, in the order they first did.
    const QStringList& tasks() const { return tasks_; }
    /// Empty: of all tasks.
    void setTask(const QString& task);
    void setFolded(bool isFolded);
    std::size_t lineCount() const { return lines_.size(); }

    /// True when a row's text holds `text`, given in lower case; letters beyond ASCII have to be the same.
    bool holds(int row, const QByteArray& lowerCaseText) const;
    /// The next row after `row` (or before it), going round; -1: no row holds it.
    enum class Way { kForward, kBackward };
    int find(const QByteArray& lowerCaseText, int row, Way way) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    /// kIdRole is the task's name, kSortRole how many lines the row stands for.
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
        std::uint64_t line;  ///< the first of its lines, counted from the first that ever came
        std::uint32_t count = 1;
        bool isOfSeveral = false;  ///< tasks
    };
    std::int16_t taskIndex(const QString& task);
    const Line& lineOf(const Row& row) const { return lines_[static_cast<std::size_t>(row.line - dropped_)]; }
    bool isShown(const Line& line) const { return shownTask_ < 0 || line.task == shownTask_; }
    bool isSame(const Line& a, const Line& b) const;
    /// Adds the lines from number `first` on to `rows`.
    void addRows(std::vector<Row>& rows, std::uint64_t first) const;
    void rebuild();
    void dropOldest();

    const std::size_t mostLines_;
    std::deque<Line> lines_;
    std::uint64_t dropped_ = 0;  ///< lines that have dropped off
    std::vector<Row> rows_;
    QStringList tasks_;
    int shownTask_ = -1;
    QString shownName_;
    bool isFolded_ = true;
};

}  // namespace trainyard::models
