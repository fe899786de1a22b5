// SPDX-License-Identifier: Apache-2.0
#include "ui/models/config_diff_model.h"

#include <algorithm>
#include <set>

#include "ui/models/format.h"
#include "ui/models/run_list_model.h"

namespace trainyard::models {

void ConfigDiffModel::setRuns(std::vector<Run> runs, double now) {
    beginResetModel();
    runs_ = std::move(runs);
    lines_.clear();
    const auto addResult = [this](const QString& name, const auto& valueOf) {
        Line line{name, {}, true};
        for (const Run& run : runs_) line.values << valueOf(run.row);
        lines_.push_back(std::move(line));
    };
    std::set<QString> metrics;
    for (const Run& run : runs_)
        for (auto it = run.row.metrics.cbegin(); it != run.row.metrics.cend(); ++it) metrics.insert(it.key());
    for (const QString& name : metrics)
        addResult(name, [&](const bridge::RunRow& row) { return metric(row.metrics, name); });
    addResult(tr("steps"), [](const bridge::RunRow& row) { return count(row.step); });
    addResult(tr("duration"), [now](const bridge::RunRow& row) {
        const double elapsed = RunListModel::elapsed(row, now);
        return elapsed > 0 ? duration(elapsed) : QStringLiteral("–");
    });
    // The run file of an imported log is unknown, so it differs from none.
    const auto hasFile = [](const Run& run) { return run.row.state != bridge::RunState::kImported; };
    filesKnown_ = static_cast<int>(std::ranges::count_if(runs_, hasFile));
    std::set<QString> keys;
    for (const Run& run : runs_)
        if (hasFile(run))
            for (const auto& [key, value] : run.config) keys.insert(key);
    for (const QString& key : keys) {
        Line line{key, {}, false};
        std::set<QString> values;
        for (const Run& run : runs_) {
            const auto found = run.config.find(key);
            line.values << (found == run.config.end() ? QStringLiteral("–") : found->second);
            if (hasFile(run)) values.insert(line.values.back());
        }
        const bool isSame = values.size() == 1;
        if (!isSame && key != QStringLiteral("name")) lines_.push_back(std::move(line));
    }
    endResetModel();
}

int ConfigDiffModel::differences() const {
    return static_cast<int>(std::ranges::count(lines_, false, &Line::isResult));
}

int ConfigDiffModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(lines_.size());
}

int ConfigDiffModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(runs_.size()) + 1;
}

QVariant ConfigDiffModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
    const Line& line = lines_[static_cast<std::size_t>(index.row())];
    switch (role) {
        case Qt::DisplayRole:
        case Qt::ToolTipRole:
            return shown(index.column() == 0 ? line.key : line.values[index.column() - 1]);
        case Qt::TextAlignmentRole:
            return QVariant((index.column() > 0 ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
        default:
            return {};
    }
}

QVariant ConfigDiffModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant((section > 0 ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    if (section == 0) return tr("Key");
    // Run names usually differ at the end.
    constexpr qsizetype kMostLetters = 40;
    const QString title = shown(RunListModel::title(runs_[static_cast<std::size_t>(section) - 1].row));
    if (title.size() <= kMostLetters) return title;
    return QString(title.first(kMostLetters / 2) + QStringLiteral("…") + title.last(kMostLetters / 2 - 1));
}

}  // namespace trainyard::models

#include "moc_config_diff_model.cpp"
