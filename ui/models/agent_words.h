// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>

#include "ui/bridge/sentence.h"

namespace trainyard::models {

/// What the agent or core says (a finding, its fix, a cause, a warning, a refusal), in the user's language:
/// its sentence is looked up in the catalogue, and its arguments, which may be sentences, are filled in. What
/// has no sentence, as a path or a program's own words, and a sentence that the catalogue lacks, is shown in
/// English, and so is everything where no catalogue is installed. [gui]
QString inReadersLanguage(const bridge::Sentence& said);
QStringList inReadersLanguage(const bridge::Sentences& said);

}  // namespace trainyard::models
