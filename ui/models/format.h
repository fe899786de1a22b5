// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>
#include <cstdint>

#include "ui/bridge/values.h"

/// How values are written for people, the same everywhere. [gui]
namespace trainyard::models {

/// Roles every model of ours answers beside Qt's own.
enum Role {
    kIdRole = Qt::UserRole + 1,  ///< stable id of the row: run id, task name, seq
    kStateRole,                  ///< int(bridge::RunState), where the cell is drawn as shape and word
    kTaskStateRole,              ///< int(bridge::TaskState)
    kSortRole,                   ///< the value behind the text
    kSeverityRole,               ///< int(bridge::Severity), where there is one
};

/// Text of other people and programs as it can be shown: what would move a terminal's cursor or turn the
/// order of the letters around is written out ("\\x1b", "\\u202e"), as the commands do; lines and tabs stay.
QString shown(const QString& text);
/// "running": the word of the command line, the same in every language.
const char* stateName(bridge::RunState state);
QString stateWord(bridge::RunState state);
/// Every state's word, to find room for the widest.
QStringList stateWords();
QString stateWord(bridge::TaskState state);
/// "00:01:42", with days in front where there are any; "–" for NaN or less than nothing.
QString duration(double seconds);
/// "now", "5 min", "3 h", "12 d".
QString age(double seconds);
/// "2,310" in the reader's own way.
QString count(std::int64_t value);
/// A metric with four significant digits: "0.3142", "1.2e-05", "NaN", "–" when it is not there.
QString metric(const QMap<QString, double>& metrics, const QString& name);
QString number(double value);
/// "1.2 MB"
QString byteSize(std::int64_t bytes);
/// "step 2,310 of 4,690", or without the total where it is unknown.
QString stepText(std::int64_t step, std::int64_t total);

}  // namespace trainyard::models
