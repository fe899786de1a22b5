// SPDX-License-Identifier: Apache-2.0
#include "core/proto/failure.h"

#include <optional>
#include <utility>
#include <vector>

#include "core/base/text.h"
#include "core/base/words_json.h"

namespace trainyard::proto {
namespace {

constexpr int kDeepest = 24;  ///< of sentences in sentences; a list joined by commas is as deep as it is long
constexpr int kMost = 200;    ///< words in all, so that no message costs more than its bytes

std::optional<base::Words> read(const v1::Words& message, int depth, int& left) {
    if (depth > kDeepest || --left < 0) return std::nullopt;
    if (message.sentence().empty()) {
        if (message.arguments_size() > 0) return std::nullopt;
        return base::Words::plain(message.text());
    }
    if (!message.text().empty() ||
        !base::hasPlaces(message.sentence(), static_cast<std::size_t>(message.arguments_size())))
        return std::nullopt;
    std::vector<base::Words> arguments;
    for (const v1::Words& one : message.arguments()) {
        auto argument = read(one, depth + 1, left);
        if (!argument) return std::nullopt;
        arguments.push_back(std::move(*argument));
    }
    return base::Words::of(message.sentence(), std::move(arguments));
}

bool write(const base::Words& words, int depth, int& left, v1::Words& message) {
    if (depth > kDeepest || --left < 0) return false;
    if (words.sentence().empty()) {
        message.set_text(words.text());
        return true;
    }
    message.set_sentence(words.sentence());
    for (const base::Words& argument : words.arguments())
        if (!write(argument, depth + 1, left, *message.add_arguments())) return false;
    return true;
}

}  // namespace

v1::Words toMessage(const base::Words& words) {
    v1::Words message;
    int left = kMost;
    if (!write(words, 0, left, message)) {
        message.Clear();
        message.set_text(words.text());
    }
    return message;
}

base::Words fromMessage(const v1::Words& message, const std::string& english) {
    int left = kMost;
    if (!message.sentence().empty())
        if (auto words = read(message, 0, left); words && words->text() == english) return std::move(*words);
    return base::Words::plain(english);
}

void put(const base::Words& words, std::string* english, v1::Words* beside) {
    *english = words.text();
    *beside = toMessage(words);
}

v1::Failure toFailure(const base::Error& error) {
    v1::Failure failure;
    failure.set_code(std::string(base::codeName(error.code)));
    failure.set_id(error.id);
    const base::Words words = error.words();
    failure.set_message(words.text());
    if (!words.sentence().empty()) *failure.mutable_words() = toMessage(words);
    return failure;
}

v1::Failure toFailure(const base::Error& error, std::size_t longest) {
    v1::Failure failure = toFailure(error);
    if (failure.ByteSizeLong() <= longest) return failure;
    failure.clear_words();
    failure.set_message(base::shortened(failure.message(), longest));
    return failure;
}

base::Error fromFailure(const v1::Failure& failure) {
    return {base::codeNamed(failure.code()), fromMessage(failure.words(), failure.message()), failure.id()};
}

}  // namespace trainyard::proto
