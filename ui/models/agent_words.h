// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>

namespace trainyard::models {

/// Translates what the agent or the core reports in English (a finding, its fix, a cause, a warning, a
/// refusal) into the user's language. Paths, names and numbers are passed through unchanged; a sentence that
/// the catalogue does not contain stays in English, and so does everything where no catalogue is installed.
/// [gui]
QString inReadersLanguage(const QString& english);
QStringList inReadersLanguage(const QStringList& english);

}  // namespace trainyard::models
