// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCoreApplication>
#include <span>
#include <vector>

namespace trainyard::agent_words {

// The catalogue: every sentence that base::say() makes in core and the window shows, with %1, %2 … for its
// arguments. It is here for lupdate to find; the window looks a sentence up in the translations themselves.
// tests/layering/agent_words.py compares both sides.

std::span<const char* const> commandWords();
std::span<const char* const> composedWords();
std::span<const char* const> dataWords();
std::span<const char* const> fileWords();
std::span<const char* const> linkWords();
std::span<const char* const> nodeWords();
std::span<const char* const> runWords();
std::span<const char* const> specWords();
std::span<const char* const> sweepWords();
std::span<const char* const> workerWords();
/// The tables above: one per subject. A test compares them with the sources of core.
std::vector<std::span<const char* const>> agentTables();

}  // namespace trainyard::agent_words
