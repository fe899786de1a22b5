// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace trainyard::headless {

/// What a shell offers for the word at the cursor.
struct Completion {
    struct Word {
        std::string text, description;
    };
    std::vector<Word> words;
    bool areFiles = false;  ///< names of files, too
    bool areRuns = false;   ///< ids of runs, too, of the agent that `agent` names
    std::string agent = {};
    std::string current = {};       ///< the word so far; each one offered begins with it
    std::size_t presentedFrom = 0;  ///< bash takes a word without what is before its last `:` or `=`
};

/// Completes the last of `words`; the first is the program, as it was typed. Commands, options and the
/// choices of an option are those of `app`, the root of the parser. [any]
Completion completionOf(const CLI::App& app, const std::vector<std::string>& words);

/// The script of a shell (bash | zsh | fish), which calls `complete` of the program that is being typed.
std::string completionScript(const std::string& shell);

}  // namespace trainyard::headless
