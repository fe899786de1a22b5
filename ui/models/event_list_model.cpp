// SPDX-License-Identifier: Apache-2.0
#include "ui/models/event_list_model.h"

#include <QDateTime>
#include <QLocale>
#include <QStringList>
#include <algorithm>

#include "ui/models/agent_words.h"
#include "ui/models/format.h"

namespace trainyard::models {
namespace {

QString metricsText(const QMap<QString, double>& metrics) {
    QStringList parts;
    for (auto it = metrics.cbegin(); it != metrics.cend(); ++it)
        parts << QStringLiteral("%1 %2").arg(it.key(), number(it.value()));
    return parts.join(QStringLiteral(" · "));
}

/// Where the metrics of a program were found.
QString sourceText(const bridge::EventRow& found) {
    if (!found.regex.isEmpty()) return EventListModel::tr("output lines that match %1").arg(found.regex);
    if (found.format == QLatin1String("keras")) return EventListModel::tr("Keras' progress bars");
    if (found.format == QLatin1String("lightning")) return EventListModel::tr("Lightning's progress bars");
    if (found.format == QLatin1String("trainer"))
        return EventListModel::tr("the output of Hugging Face's Trainer");
    if (found.format == QLatin1String("json")) return EventListModel::tr("JSON in the output");
    if (!found.format.isEmpty()) return found.format;  // of a newer agent
    return EventListModel::tr("TensorBoard event files");
}

/// Formats milliseconds and seconds: one decimal is enough.
QString oneDecimal(double value) {
    return QLocale().toString(value, 'f', 1);
}

/// What the agent says in the middle of its sentences, as a row of its own.
QString capitalized(const QString& text) {
    return text.left(1).toUpper() + text.mid(1);
}

}  // namespace

void EventListModel::clear() {
    beginResetModel();
    events_.clear();
    away_.clear();
    resumed_.clear();
    isOver_ = false;
    stall_ = {};
    endResetModel();
}

void EventListModel::noteEvent(const bridge::EventRow& event) {
    const bool isAttempt = event.kind == bridge::EventKind::kAttempt;
    if (isAttempt && isOver_) resumed_.insert(event.number);
    if (isAttempt) isOver_ = false;
    if (event.kind == bridge::EventKind::kFinished) isOver_ = true;
    if (isAttempt || isOver_) stall_ = {};
    if (event.code == QLatin1String("task.stalled")) {
        stall_ = event.text;
        stallStep_ = -1;
        wasBlocked_ = false;
    } else if (event.code == QLatin1String("task.stacks") && !stall_.isEmpty()) {
        stall_ = bridge::Sentence::of("%1; %2", {stall_, event.text});
    }
}

void EventListModel::setStep(std::int64_t step, bool isBlocked) {
    // With parameter servers the other workers keep making steps: what counts is the task that the agent
    // names.
    const bool isOver = wasBlocked_ ? !isBlocked : stallStep_ >= 0 && step > stallStep_;
    wasBlocked_ = wasBlocked_ || isBlocked;
    if (stallStep_ < 0) stallStep_ = step;
    if (isOver && !isBlocked) stall_ = {};
}

void EventListModel::append(const std::vector<bridge::EventRow>& events) {
    const std::uint64_t newest = events_.empty() ? 0 : events_.back().seq;
    std::vector<bridge::EventRow> fresh;
    std::ranges::copy_if(events, std::back_inserter(fresh),
                         [&](const bridge::EventRow& event) { return event.seq > newest; });
    if (fresh.empty()) return;
    for (const bridge::EventRow& event : fresh) noteEvent(event);
    beginInsertRows({}, 0, static_cast<int>(fresh.size()) - 1);
    events_.insert(events_.end(), fresh.begin(), fresh.end());
    endInsertRows();
}

int EventListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(events_.size());
}

int EventListModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : kColumnCount;
}

QVariant EventListModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
    const bridge::EventRow& event = events_[events_.size() - 1 - index.row()];
    switch (role) {
        case Qt::DisplayRole:
            if (index.column() == kWhat) return sentence(event);
            return QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(event.time * 1000))
                .toString(QStringLiteral("HH:mm:ss"));
        case Qt::ToolTipRole:
            return toolTip(event);
        case kIdRole:
            return QVariant::fromValue<qulonglong>(event.seq);
        case kSeverityRole:
            if (event.kind == bridge::EventKind::kWarning)
                return static_cast<int>(bridge::Severity::kWarning);
            if (event.state == bridge::RunState::kFailed) return static_cast<int>(bridge::Severity::kError);
            return {};
        default:
            return {};
    }
}

void EventListModel::setAway(int attempt, double seconds) {
    const auto [known, isNew] = away_.try_emplace(attempt, -1);
    if (!(seconds >= 0) || known->second == seconds) return;
    known->second = seconds;
    for (std::size_t i = 0; i < events_.size(); ++i) {
        if (events_[i].kind != bridge::EventKind::kAttempt || events_[i].number != attempt) continue;
        const int row = static_cast<int>(events_.size() - 1 - i);
        emit dataChanged(index(row, kWhat), index(row, kWhat));
    }
}

QString EventListModel::stall() const {
    return inReadersLanguage(stall_);
}

QString EventListModel::sentence(const bridge::EventRow& event) const {
    using enum bridge::EventKind;
    QString said = inReadersLanguage(event.text);
    switch (event.kind) {
        case kStarted:
            return tr("Run started");
        case kAttempt:
            if (event.number <= 1)
                return event.isStepUnknown ? tr("Attempt 1 starts")
                                           : tr("Attempt 1 starts at step %1").arg(count(event.step));
            // Time during which it was not meant to run does not count as downtime.
            if (const auto away = away_.find(event.number);
                away != away_.end() && away->second >= 0 && !resumed_.contains(event.number)) {
                const QString seconds = oneDecimal(away->second);
                return event.isStepUnknown
                           ? tr("%1 → recovered in %2 s: attempt %3").arg(said, seconds).arg(event.number)
                           : tr("%1 → recovered in %2 s: attempt %3 from step %4")
                                 .arg(said, seconds)
                                 .arg(event.number)
                                 .arg(count(event.step));
            }
            if (event.isStepUnknown) return tr("%1 → attempt %2").arg(said).arg(event.number);
            return tr("%1 → attempt %2 from step %3").arg(said).arg(event.number).arg(count(event.step));
        case kEpoch:
            return tr("Epoch %1: %2 in %3 s")
                .arg(event.number + 1)
                .arg(metricsText(event.metrics), oneDecimal(event.value));
        case kCheckpoint:
            // A program waits for its own checkpoints, and does not report how long.
            if (event.value <= 0 && !event.isBackup)
                return tr("Checkpoint at step %1").arg(count(event.step));
            return event.isBackup
                       ? tr("Backup at step %1 (%2 ms stall)").arg(count(event.step), oneDecimal(event.value))
                       : tr("Checkpoint at step %1 (%2 ms stall)")
                             .arg(count(event.step), oneDecimal(event.value));
        case kWarning:
            return tr("Warning: %1").arg(said);
        case kChange:
            return capitalized(said);
        case kEvaluation:
            return tr("%1 evaluated step %2: %3")
                .arg(event.text.text, count(event.step), metricsText(event.metrics));
        case kMetricsFound:
            return tr("Metrics found: %1 (%2)").arg(sourceText(event), event.text.text);
        case kWaiting:
            return tr("Waiting: %1").arg(said);
        case kStatus:
            return event.text.isEmpty() ? tr("State: %1").arg(stateWord(event.state))
                                        : tr("State: %1 (%2)").arg(stateWord(event.state), said);
        case kFinished:
            return event.text.isEmpty() ? tr("Finished: %1").arg(stateWord(event.state))
                                        : tr("Finished: %1. %2").arg(stateWord(event.state), said);
    }
    return said;
}

QString EventListModel::toolTip(const bridge::EventRow& event) const {
    QStringList lines{sentence(event)};
    if (event.kind == bridge::EventKind::kCheckpoint) {
        if (event.value > 0)
            lines << tr("Training waited %1 ms for this checkpoint.").arg(oneDecimal(event.value));
        lines << event.text.text;
    }
    if (!event.from.isEmpty()) lines << tr("Starts from %1").arg(event.from);
    lines << inReadersLanguage(event.changed);
    if (!event.code.isEmpty()) lines << event.code;
    lines << QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(event.time * 1000)).toString(Qt::ISODate);
    lines.removeAll(QString());
    return lines.join('\n');
}

QString EventListModel::newestRestart() const {
    const auto newest = std::ranges::find(events_.rbegin(), events_.rend(), bridge::EventKind::kAttempt,
                                          &bridge::EventRow::kind);
    return newest == events_.rend() || newest->number <= 1 ? QString() : sentence(*newest);
}

QString EventListModel::metricsFrom() const {
    // With their tasks, in the order in which values were found.
    std::vector<std::pair<QString, QStringList>> sources;
    for (const bridge::EventRow& event : events_) {
        if (event.kind != bridge::EventKind::kMetricsFound) continue;
        const QString source = sourceText(event);
        auto known = std::ranges::find(sources, source, &std::pair<QString, QStringList>::first);
        if (known == sources.end()) known = sources.insert(known, {source, {}});
        known->second << event.text.text;
    }
    QStringList parts;
    for (const auto& [source, tasks] : sources)
        parts << QStringLiteral("%1 (%2)").arg(source, tasks.join(QStringLiteral(", ")));
    return parts.isEmpty() ? QString() : tr("Metrics from %1").arg(parts.join(QStringLiteral(" · ")));
}

std::int64_t EventListModel::lastSavedStep() const {
    using enum bridge::EventKind;
    const auto isSaved = [](const bridge::EventRow& event) {
        return event.kind == kCheckpoint || event.kind == kAttempt;
    };
    const auto newest = std::ranges::find_if(events_.rbegin(), events_.rend(), isSaved);
    return newest == events_.rend() ? 0 : newest->step;
}

QVariant EventListModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    return section == kTime ? tr("Time") : tr("Event");
}

}  // namespace trainyard::models

#include "moc_event_list_model.cpp"
