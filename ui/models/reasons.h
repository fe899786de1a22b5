// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>
#include <vector>

#include "ui/bridge/sentence.h"
#include "ui/bridge/values.h"

namespace trainyard::models {

/// What stands after the colon of a sentence: one reason in its line, several in a line each below it.
QString reasonList(const QStringList& reasons);
/// The errors among the findings with what fixes them, in the reader's language; hints and warnings are no
/// reasons to refuse.
QString reasonList(const std::vector<bridge::Finding>& findings);
/// Why nothing can be written while the store has this damage (AgentNews::storeDamage()); empty: it has none.
/// A line for a tool tip: the damage itself is above the pages.
QString whyReadOnly(const bridge::Sentence& storeDamage);

}  // namespace trainyard::models
