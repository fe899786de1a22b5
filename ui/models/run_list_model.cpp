// SPDX-License-Identifier: Apache-2.0
#include "ui/models/run_list_model.h"

#include <QRegularExpression>
#include <algorithm>

#include "ui/models/agent_words.h"
#include "ui/models/format.h"

namespace trainyard::models {
namespace {

/// The metric that a column shows, by its name in the run; empty: the column shows none. Training and
/// validation metrics have separate columns, as everywhere else.
QString metricOf(int column) {
    switch (column) {
        case RunListModel::kLoss:
            return QStringLiteral("loss");
        case RunListModel::kAccuracy:
            return QStringLiteral("accuracy");
        case RunListModel::kValLoss:
            return QStringLiteral("val_loss");
        case RunListModel::kValAccuracy:
            return QStringLiteral("val_accuracy");
        default:
            return {};
    }
}

bool isNewer(const bridge::RunRow& a, const bridge::RunRow& b) {
    return a.created != b.created ? a.created > b.created : a.id > b.id;
}

bool isNumberColumn(int column) {
    using Model = RunListModel;
    return (column >= Model::kEpoch && column <= Model::kAge) || column == Model::kStep ||
           column == Model::kAttempts;
}

/// Like toLower(), but free for text that is already lower case, as most tags are.
QString lowered(QString text) {
    const auto mayChange = [](QChar c) { return c >= QChar(0x80) || (c >= QChar('A') && c <= QChar('Z')); };
    return std::ranges::any_of(text, mayChange) ? text.toLower() : text;
}

QStringList tagsIn(const QString& text) {
    static const QRegularExpression kBetween(QStringLiteral("[,\\s]+"));
    return text.split(kBetween, Qt::SkipEmptyParts);
}

}  // namespace

RunListModel::Row RunListModel::rowFor(const bridge::RunRow& run) {
    Row row{run, {}, lowered(run.tags.join('\n'))};
    row.words = QStringList{run.id,
                            run.name,
                            stateWord(run.state),
                            QString::fromLatin1(stateName(run.state)),
                            run.strategy,
                            run.model,
                            run.note,
                            run.failure.text,
                            inReadersLanguage(run.failure),
                            run.parent}
                    .join('\n')
                    .toLower();
    return row;
}

void RunListModel::apply(const bridge::RunListChange& change) {
    if (!change.isSnapshot) {
        for (const bridge::RunRow& row : change.runs) insertOrUpdate(row);
        return;
    }
    beginResetModel();
    rows_.clear();
    rows_.reserve(change.runs.size());
    for (const bridge::RunRow& run : change.runs) rows_.push_back(rowFor(run));
    std::ranges::sort(rows_, isNewer, &Row::run);
    endResetModel();
}

void RunListModel::insertOrUpdate(const bridge::RunRow& row) {
    const int known = rowOf(row.id);
    if (known >= 0) {
        rows_[static_cast<std::size_t>(known)] = rowFor(row);
        emit dataChanged(index(known, 0), index(known, kColumnCount - 1));
        return;
    }
    const auto place = std::ranges::upper_bound(rows_, row, isNewer, &Row::run);
    const int at = static_cast<int>(place - rows_.begin());
    beginInsertRows({}, at, at);
    rows_.insert(place, rowFor(row));
    endInsertRows();
}

void RunListModel::setColours(const QHash<QString, int>& colours) {
    if (colours == colours_) return;
    colours_ = colours;
    if (!rows_.empty()) emit dataChanged(index(0, kName), index(rowCount() - 1, kName), {kColourRole});
}

void RunListModel::setNow(double now) {
    now_ = now;
    if (rows_.empty()) return;
    emit dataChanged(index(0, kAge), index(rowCount() - 1, kAge), {Qt::DisplayRole});
}

int RunListModel::rowOf(const QString& id) const {
    const auto found =
        std::ranges::find(rows_, id, [](const Row& row) -> const QString& { return row.run.id; });
    return found == rows_.end() ? -1 : static_cast<int>(found - rows_.begin());
}

const bridge::RunRow* RunListModel::run(const QString& id) const {
    const int row = rowOf(id);
    return row < 0 ? nullptr : &at(row);
}

QString RunListModel::title(const bridge::RunRow& run) {
    return run.id.isEmpty() || !run.id.startsWith(run.name) ? run.name : run.id;
}

double RunListModel::elapsed(const bridge::RunRow& run, double now) {
    return run.liveSeconds + (run.resumed > 0 ? std::max(0.0, now - run.resumed) : 0);
}

std::optional<bridge::RunEdit> RunListModel::editOf(const bridge::RunRow& run, int column,
                                                    const QString& text) {
    const QString trimmed = text.trimmed();
    bridge::RunEdit edit;
    switch (column) {
        case kName:
            if (trimmed.isEmpty() || trimmed == title(run)) return std::nullopt;
            edit.name = trimmed;
            return edit;
        case kNote:
            if (trimmed == run.note) return std::nullopt;
            edit.note = trimmed;
            return edit;
        case kTags: {
            const QStringList wanted = tagsIn(text);
            for (const QString& tag : wanted)
                if (!run.tags.contains(tag)) edit.addTags << tag;
            for (const QString& tag : run.tags)
                if (!wanted.contains(tag)) edit.removeTags << tag;
            if (edit.addTags.isEmpty() && edit.removeTags.isEmpty()) return std::nullopt;
            return edit;
        }
        default:
            return std::nullopt;
    }
}

int RunListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int RunListModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : kColumnCount;
}

QVariant RunListModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
    const bridge::RunRow& row = at(index.row());
    switch (role) {
        case Qt::DisplayRole:
            return shown(text(row, index.column()));
        case Qt::EditRole:
            return text(row, index.column());
        case kColourRole:
            return index.column() == kName && colours_.contains(row.id) ? QVariant(colours_[row.id])
                                                                        : QVariant();
        case kSortRole:
            return sortValue(row, index.column());
        case kIdRole:
            return row.id;
        case kStateRole:
            return index.column() == kState ? QVariant(static_cast<int>(row.state)) : QVariant();
        case Qt::ToolTipRole: {
            QStringList lines{title(row),
                              row.id,
                              row.strategy,
                              row.note,
                              row.tags.join(QStringLiteral(", ")),
                              inReadersLanguage(row.failure)};
            if (!row.parent.isEmpty()) lines << tr("Branched from %1").arg(row.parent);
            lines.removeAll(QString());
            lines.removeDuplicates();  // the name of a run that was never renamed is its id
            return shown(lines.join('\n'));
        }
        case Qt::TextAlignmentRole:
            if (isNumberColumn(index.column())) return QVariant(Qt::AlignRight | Qt::AlignVCenter);
            return QVariant(Qt::AlignLeft | Qt::AlignVCenter);
        default:
            return {};
    }
}

QString RunListModel::text(const bridge::RunRow& row, int column) const {
    switch (column) {
        case kName:
            return title(row);
        case kState:
            return stateWord(row.state);
        case kEpoch:
            if (row.epochs <= 0) return QStringLiteral("–");
            return QStringLiteral("%1/%2")
                .arg(row.step > 0 ? bridge::epochToShow(row.epoch, row.epochs) : 0)
                .arg(row.epochs);
        case kLoss:
        case kAccuracy:
        case kValLoss:
        case kValAccuracy:
            return metric(row.metrics, metricOf(column));
        case kAge:
            return age(now_ - row.created);
        case kStrategy:
            return row.strategy;
        case kTags:
            return row.tags.join(QStringLiteral(", "));
        case kModel:
            return row.model;
        case kStep:
            return row.step > 0 ? count(row.step) : QStringLiteral("–");
        case kAttempts:
            return QString::number(row.attempts);
        case kNote:
            return row.note;
        default:
            return {};
    }
}

bool RunListModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::EditRole || !index.isValid()) return false;
    const bridge::RunRow& run = at(index.row());
    if (const auto edit = editOf(run, index.column(), value.toString())) emit editWanted(run.id, *edit);
    return false;  // the cell changes when the agent confirms it
}

Qt::ItemFlags RunListModel::flags(const QModelIndex& index) const {
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    if (index.column() == kName || index.column() == kTags || index.column() == kNote)
        flags |= Qt::ItemIsEditable;
    return flags;
}

QVariant RunListModel::sortValue(const bridge::RunRow& row, int column) const {
    switch (column) {
        case kState:
            return static_cast<int>(row.state);
        case kEpoch:
            return row.epoch;
        case kLoss:
        case kAccuracy:
        case kValLoss:
        case kValAccuracy:
            return row.metrics.value(metricOf(column), bridge::kNotKnown);
        case kAge:
            return -row.created;
        case kStep:
            return static_cast<qlonglong>(row.step);
        case kAttempts:
            return row.attempts;
        default:
            return text(row, column);
    }
}

QVariant RunListModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return isNumberColumn(section) ? QVariant(Qt::AlignRight | Qt::AlignVCenter)
                                       : QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole) {
        if (section == kLoss || section == kAccuracy) return tr("Measured on the training data");
        if (section == kValLoss || section == kValAccuracy)
            return tr("Measured on the validation data, at the end of an epoch; “–” where there is none");
        return {};
    }
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case kName:
            return tr("Run");
        case kState:
            return tr("State");
        case kEpoch:
            return tr("Epoch");
        case kLoss:
            return tr("Loss");
        case kAccuracy:
            return tr("Accuracy");
        case kValLoss:
            return tr("Val. loss", "validation");
        case kValAccuracy:
            return tr("Val. accuracy", "validation");
        case kAge:
            return tr("Started");
        case kStrategy:
            return tr("Strategy");
        case kTags:
            return tr("Tags");
        case kModel:
            return tr("Model");
        case kStep:
            return tr("Step");
        case kAttempts:
            return tr("Attempts");
        case kNote:
            return tr("Note");
        default:
            return {};
    }
}

}  // namespace trainyard::models

#include "moc_run_list_model.cpp"
