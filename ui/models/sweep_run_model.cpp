// SPDX-License-Identifier: Apache-2.0
#include "ui/models/sweep_run_model.h"

#include <QFont>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/models/agent_words.h"
#include "ui/models/format.h"

namespace trainyard::models {
namespace {

bool readsAsNumber(const QString& text) {
    bool isOne = false;
    text.toDouble(&isOne);
    return isOne;
}

bool isSameShape(const bridge::SweepRow& a, const bridge::SweepRow& b) {
    return a.id == b.id && a.metric == b.metric && a.runs.size() == b.runs.size() &&
           std::ranges::equal(a.parameters, b.parameters, {}, &bridge::SweepRow::Parameter::name,
                              &bridge::SweepRow::Parameter::name);
}

}  // namespace

void SweepRunModel::setSweep(bridge::SweepRow sweep) {
    if (isSameShape(sweep, sweep_)) {
        sweep_ = std::move(sweep);
        if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        return;
    }
    beginResetModel();
    sweep_ = std::move(sweep);
    endResetModel();
}

const bridge::SweepRunRow* SweepRunModel::run(int number) const {
    const auto found = std::ranges::find(sweep_.runs, number, &bridge::SweepRunRow::number);
    return found == sweep_.runs.end() ? nullptr : &*found;
}

QString SweepRunModel::sweepStateWord(const QString& state) {
    if (state == QLatin1String("running")) return tr("running");
    if (state == QLatin1String("held")) return tr("held");
    if (state == QLatin1String("stopping")) return tr("stopping");
    if (state == QLatin1String("finished")) return tr("finished");
    if (state == QLatin1String("stopped")) return tr("stopped");
    return tr("unreadable");
}

QString SweepRunModel::runStateWord(const bridge::SweepRunRow& run) {
    if (run.state == QLatin1String("waiting")) return tr("waiting");
    if (run.state == QLatin1String("held")) return tr("held");
    if (run.state == QLatin1String("cancelled")) return tr("cancelled");
    if (run.state == QLatin1String("refused")) return tr("refused");
    if (run.state == QLatin1String("deleted")) return tr("deleted");
    if (run.isStoppedEarly && run.runState == bridge::RunState::kStopped) return tr("stopped early");
    return stateWord(run.runState);
}

QString SweepRunModel::describe(const bridge::SweepRow& sweep, const bridge::SweepRunRow& run) {
    QStringList parts;
    for (std::size_t i = 0; i < sweep.parameters.size(); ++i)
        parts << sweep.parameters[i].name + ' ' + run.values.value(static_cast<qsizetype>(i));
    parts << (std::isnan(run.value) ? runStateWord(run) : sweep.metric + ' ' + number(run.value));
    const QString text = parts.join(QStringLiteral(", "));
    return shown((run.number == sweep.best ? tr("Run %1, the best: %2") : tr("Run %1: %2"))
                     .arg(QString::number(run.number), text));
}

int SweepRunModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(sweep_.runs.size());
}

int SweepRunModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : reasonColumn() + 1;
}

QVariant SweepRunModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
    const bridge::SweepRunRow& run = sweep_.runs[static_cast<std::size_t>(index.row())];
    const bool isBest = run.number == sweep_.best;
    switch (role) {
        case Qt::DisplayRole:
            return shown(text(run, index.column()));
        case Qt::AccessibleTextRole:
            if (index.column() == kNumber && isBest) return tr("%1, the best run").arg(run.number);
            return shown(text(run, index.column()));
        case Qt::ToolTipRole:
            return run.reason.isEmpty() ? QVariant() : shown(inReadersLanguage(run.reason));
        case Qt::FontRole: {
            if (!isBest) return {};
            QFont bold;
            bold.setBold(true);
            return bold;
        }
        case Qt::TextAlignmentRole:
            return QVariant((isNumeric(index.column()) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
        case kIdRole:
            return run.number;
        case kStateRole:
            if (index.column() != kState || run.state != QLatin1String("started")) return {};
            return static_cast<int>(run.runState);
        case kSortRole:
            return sortValue(run, index.column());
        default:
            return {};
    }
}

QString SweepRunModel::text(const bridge::SweepRunRow& run, int column) const {
    if (column == kNumber)
        return (run.number == sweep_.best ? QStringLiteral("★ ") : QString()) + QString::number(run.number);
    if (column == kState) return runStateWord(run);
    if (column < metricColumn()) return run.values.value(column - kFirstParameter);
    if (column == reasonColumn()) return inReadersLanguage(run.reason);
    if (std::isnan(run.value)) return QStringLiteral("–");
    return column == metricColumn() ? number(run.value) : count(run.at);
}

QVariant SweepRunModel::sortValue(const bridge::SweepRunRow& run, int column) const {
    if (column == kNumber) return run.number;
    // NaN is neither less than a number nor greater: it would leave the others without an order.
    if (column == metricColumn()) return std::isnan(run.value) ? HUGE_VAL : run.value;
    if (column == placeColumn()) return static_cast<qlonglong>(run.at);
    const QString cell = text(run, column);
    return isNumeric(column) && readsAsNumber(cell) ? QVariant(cell.toDouble()) : QVariant(cell);
}

bool SweepRunModel::isNumeric(int column) const {
    if (column == kState || column == reasonColumn()) return false;
    if (column == kNumber || column >= metricColumn()) return true;
    return std::ranges::all_of(sweep_.runs, [&](const bridge::SweepRunRow& run) {
        return readsAsNumber(run.values.value(column - kFirstParameter));
    });
}

QVariant SweepRunModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant((isNumeric(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && section == metricColumn()) return tr("The best value so far");
    if (role == Qt::ToolTipRole && section == placeColumn())
        return tr("Where the run had that value: epochs finished, or the step of a command run");
    if (role != Qt::DisplayRole) return {};
    if (section == kNumber) return tr("Run");
    if (section == kState) return tr("State");
    if (section == metricColumn()) return shown(sweep_.metric);
    if (section == placeColumn()) return tr("At");
    if (section == reasonColumn()) return tr("Reason");
    return shown(sweep_.parameters[static_cast<std::size_t>(section - kFirstParameter)].name);
}

}  // namespace trainyard::models

#include "moc_sweep_run_model.cpp"
