// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "core/base/error.h"
#include "core/base/words.h"
#include "trainyard/v1/common.pb.h"

/// Texts and errors of core as messages, and back (ADR 142). [any]
namespace trainyard::proto {

v1::Words toMessage(const base::Words& words);
/// The words of `message` if they say what `english` beside it says, which is a peer's promise to check:
/// else, and where an older peer sent none or a hostile one too many or too deep ones, `english` as plain
/// text.
base::Words fromMessage(const v1::Words& message, const std::string& english);

/// Sets a text of a message, and the words beside it.
void put(const base::Words& words, std::string* english, v1::Words* beside);

/// With the words of its causes.
v1::Failure toFailure(const base::Error& error);
/// The same in at most `longest` bytes: without the words, then with a shortened message.
v1::Failure toFailure(const base::Error& error, std::size_t longest);
base::Error fromFailure(const v1::Failure& failure);

/// Sets the message of a problem, a wait, a failure or a test, and its words.
template <typename Message>
void setMessage(Message& message, const base::Words& words) {
    message.set_message(words.text());
    message.clear_message_words();
    if (!words.sentence().empty()) *message.mutable_message_words() = toMessage(words);
}
/// Sets what fixes it, and the words of that.
template <typename Message>
void setFix(Message& message, const base::Words& words) {
    message.set_fix(words.text());
    message.clear_fix_words();
    if (!words.sentence().empty()) *message.mutable_fix_words() = toMessage(words);
}
template <typename Message>
base::Words messageOf(const Message& message) {
    return fromMessage(message.message_words(), message.message());
}
template <typename Message>
base::Words fixOf(const Message& message) {
    return fromMessage(message.fix_words(), message.fix());
}

}  // namespace trainyard::proto
