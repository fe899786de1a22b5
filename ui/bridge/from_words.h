// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/words.h"
#include "ui/bridge/sentence.h"

namespace trainyard::bridge {

/// A text of core as the window's value. [any]
inline Sentence toSentence(const base::Words& words) {
    Sentence made;
    made.text = QString::fromStdString(words.text());
    made.sentence = QByteArray::fromStdString(words.sentence());
    for (const base::Words& argument : words.arguments()) made.arguments.push_back(toSentence(argument));
    return made;
}
/// The sentence `text`, if it is one of the catalogue: a word of a fixed list, such as a task's phase.
inline Sentence toKnown(const std::string& text) {
    return toSentence(base::Words::known(text));
}

}  // namespace trainyard::bridge
