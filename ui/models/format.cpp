// SPDX-License-Identifier: Apache-2.0
#include "ui/models/format.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>
#include <cmath>

#include "core/base/text.h"

namespace trainyard::models {

const char* stateName(bridge::RunState state) {
    using enum bridge::RunState;
    switch (state) {
        case kQueued:
            return QT_TRANSLATE_NOOP("Format", "queued");
        case kStarting:
            return QT_TRANSLATE_NOOP("Format", "starting");
        case kRunning:
            return QT_TRANSLATE_NOOP("Format", "running");
        case kStopping:
            return QT_TRANSLATE_NOOP("Format", "stopping");
        case kSucceeded:
            return QT_TRANSLATE_NOOP("Format", "succeeded");
        case kFailed:
            return QT_TRANSLATE_NOOP("Format", "failed");
        case kStopped:
            return QT_TRANSLATE_NOOP("Format", "stopped");
        case kPreempted:
            return QT_TRANSLATE_NOOP("Format", "preempted");
        case kPausing:
            return QT_TRANSLATE_NOOP("Format", "pausing");
        case kPaused:
            return QT_TRANSLATE_NOOP("Format", "paused");
        case kImported:
            return QT_TRANSLATE_NOOP("Format", "imported");
        case kUnknown:
            break;
    }
    return QT_TRANSLATE_NOOP("Format", "unknown");
}

QString stateWord(bridge::RunState state) {
    return QCoreApplication::translate("Format", stateName(state));
}

QStringList stateWords() {
    QStringList words;
    for (int state = 0; state <= static_cast<int>(bridge::RunState::kImported); ++state)
        words << stateWord(static_cast<bridge::RunState>(state));
    return words;
}

QString stateWord(bridge::TaskState state) {
    using enum bridge::TaskState;
    switch (state) {
        case kStarting:
            return stateWord(bridge::RunState::kStarting);
        case kRunning:
            return stateWord(bridge::RunState::kRunning);
        case kSucceeded:
            return stateWord(bridge::RunState::kSucceeded);
        case kFailed:
            return stateWord(bridge::RunState::kFailed);
        case kStopped:
            return stateWord(bridge::RunState::kStopped);
        case kLost:
            return QCoreApplication::translate("Format", "lost");
        case kUnknown:
            break;
    }
    return stateWord(bridge::RunState::kUnknown);
}

QString shown(const QString& text) {
    QStringList lines = text.split('\n');
    for (QString& line : lines) line = QString::fromStdString(base::printable(line.toStdString()));
    return lines.join('\n');
}

QString duration(double seconds) {
    if (!(seconds >= 0)) return QStringLiteral("–");
    const auto whole = static_cast<std::int64_t>(seconds);
    auto text = QStringLiteral("%1:%2:%3")
                    .arg(whole / 3600 % 24, 2, 10, QLatin1Char('0'))
                    .arg(whole / 60 % 60, 2, 10, QLatin1Char('0'))
                    .arg(whole % 60, 2, 10, QLatin1Char('0'));
    const std::int64_t days = whole / 86400;
    if (days == 0) return text;
    return QCoreApplication::translate("Format", "%1 d %2", "days and hh:mm:ss").arg(days).arg(text);
}

QString clock(double time) {
    const QDateTime moment = QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(time * 1000));
    const bool isToday = moment.date() == QDate::currentDate();
    return QLocale().toString(moment,
                              isToday ? QStringLiteral("HH:mm:ss") : QStringLiteral("MM-dd HH:mm:ss"));
}

QString age(double seconds) {
    if (!(seconds >= 60)) return QCoreApplication::translate("Format", "just now", "age");
    const auto minutes = static_cast<std::int64_t>(seconds / 60);
    if (minutes < 60) return QCoreApplication::translate("Format", "%1 min ago", "age").arg(minutes);
    if (minutes < 48 * 60) return QCoreApplication::translate("Format", "%1 h ago", "age").arg(minutes / 60);
    return QCoreApplication::translate("Format", "%1 d ago", "age").arg(minutes / (24 * 60));
}

QString count(std::int64_t value) {
    return QLocale().toString(static_cast<qlonglong>(value));
}

QString number(double value) {
    if (std::isnan(value)) return QStringLiteral("NaN");
    if (std::isinf(value)) return value > 0 ? QStringLiteral("∞") : QStringLiteral("−∞");
    const double size = std::abs(value);
    if (size != 0 && (size < 1e-3 || size >= 1e6)) return QLocale().toString(value, 'e', 3);
    return QLocale().toString(value, 'f', size < 10 ? 4 : size < 1000 ? 2 : 0);
}

QString metric(const QMap<QString, double>& metrics, const QString& name) {
    const auto found = metrics.constFind(name);
    return found == metrics.cend() ? QStringLiteral("–") : number(*found);
}

QString byteSize(std::int64_t bytes) {
    return QLocale().formattedDataSize(bytes, 1, QLocale::DataSizeSIFormat);
}

QString stepText(std::int64_t step, std::int64_t total) {
    if (total <= 0) return QCoreApplication::translate("Format", "step %1").arg(count(step));
    return QCoreApplication::translate("Format", "step %1 of %2").arg(count(step), count(total));
}

}  // namespace trainyard::models
