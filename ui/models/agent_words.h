// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>

namespace trainyard::models {

/// What the agent or the core says in English — a finding, its fix, a cause, a warning, a refusal — in the
/// reader's language. Paths, names and numbers in it are passed on as they are; a sentence that the catalogue
/// does not know stays as it is, and so does everything where no catalogue is installed. [gui]
QString inReadersLanguage(const QString& english);
QStringList inReadersLanguage(const QStringList& english);

}  // namespace trainyard::models
