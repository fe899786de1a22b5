// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>
#include <string>
#include <vector>

#include "ui/models/form_schema.h"

/// What the form of a command run shows in its own way: the command as one line, its variables as rows. Plain
/// functions over plain values. [any]
namespace trainyard::models {

/// A command as typed, divided into its arguments.
struct CommandWords {
    std::vector<std::string> arguments;
    bool hasOpenQuote = false;   ///< the last argument extends to the end, because its quote is never closed
    QStringList shellWords;      ///< what only a shell would act on: ">", "$HOME", "*.txt"
    bool hasAssignment = false;  ///< it begins with NAME=value, which a shell would set as a variable
};
/// Divides a line as a POSIX shell does (XCU 2.2 Quoting, 2.3 Token Recognition): blanks, both kinds of
/// quotes, backslashes, lines continued with one. Nothing is expanded or redirected, because no shell runs a
/// command.
CommandWords commandWords(const QString& line);
/// The line that commandWords() divides into these arguments. What is not a list of texts is shown as YAML.
QString commandLine(const Json& command);
/// A word as a shell needs it: in quotes if it has characters with a meaning there.
QString shellQuoted(const QString& word);

/// One row of `env`.
struct Variable {
    QString name;
    QString value;

    friend bool operator==(const Variable&, const Variable&) = default;
};
/// The rows of an `env`; null: none.
std::vector<Variable> variablesOf(const Json* env);
/// The `env` of these rows. A row without a name, or with the name of a row above it, is left out. Values
/// that `before` has under the same name and that look the same stay as they are (`1` and `"1"`).
Json environmentOf(const std::vector<Variable>& rows, const Json* before);
/// Which row is left out and why; empty: none.
QString environmentProblem(const std::vector<Variable>& rows);

}  // namespace trainyard::models
