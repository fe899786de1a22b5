// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>
#include <cstdint>

#include "ui/bridge/values.h"

/// How values are formatted, consistently in the whole window. [gui]
namespace trainyard::models {

/// Roles that every Trainyard model supports besides Qt's own.
enum Role {
    kIdRole = Qt::UserRole + 1,  ///< stable id of the row: run id, task name, seq
    kStateRole,                  ///< int(bridge::RunState), where the cell is drawn as a shape and a word
    kTaskStateRole,              ///< int(bridge::TaskState)
    kSortRole,                   ///< the value behind the text
    kSeverityRole,               ///< int(bridge::Severity), where there is one
};

/// Makes text from other people and programs safe to show: characters that would move a terminal's cursor or
/// reverse the text direction are escaped ("\\x1b", "\\u202e"), as the commands do; line breaks and tabs are
/// kept.
QString shown(const QString& text);
/// "running": the command line's name of a state, the same in every language.
const char* stateName(bridge::RunState state);
QString stateWord(bridge::RunState state);
/// The names of all states, to size for the widest.
QStringList stateWords();
QString stateWord(bridge::TaskState state);
/// "00:01:42", preceded by days if there are any; "–" for NaN or a negative value.
QString duration(double seconds);
/// When something was, in seconds since 1970: "10:31:07", with the date ("11-24 10:31:07") before today.
QString clock(double time);
/// "now", "5 min", "3 h", "12 d".
QString age(double seconds);
/// "2,310" in the user's locale.
QString count(std::int64_t value);
/// A metric with four significant digits: "0.3142", "1.2e-05", "NaN", "–" when it is missing.
QString metric(const QMap<QString, double>& metrics, const QString& name);
QString number(double value);
/// "1.2 MB"
QString byteSize(std::int64_t bytes);
/// "step 2,310 of 4,690", or without the total if that is unknown.
QString stepText(std::int64_t step, std::int64_t total);

}  // namespace trainyard::models
