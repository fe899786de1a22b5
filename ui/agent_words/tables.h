// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCoreApplication>
#include <span>
#include <vector>

namespace trainyard::agent_words {

/// What a template of the catalogue may be used for: a whole sentence or a part of one.
enum class Part : char {
    kSentence = 's',
    kFix = 'f',       ///< only on its own: "write %1" would match many a program's complaint
    kExpected = 'e',  ///< a list of what is allowed there, or what is needed
    kGiven = 'g',     ///< what is actually there
    kTail = 't',      ///< text after a sentence
    kRange = 'r',     ///< of a number
    kHowEnded = 'w',  ///< of a task
    kWhySilent = 'l',
    kPhase = 'p',  ///< of a task; also the call it is waiting in
    kRunState = 'v',
    kKind = 'k',  ///< a word for a kind of thing
    kChange = 'c',
    kShards = 'm',
    kCount = 'n',   ///< "3 samples"
    kNotYet = 'y',  ///< what this version does not support yet
    kHelp = 'h',    ///< what to do where data is missing or damaged
    kNeed = 'x',    ///< what an option or a cell of data must be
    kReason = 'i',  ///< why data is sharded this way
    kWhere = 'u',   ///< in which replica's part of a batch
    kSystem = 'o',  ///< the operating system's messages
};

/// A sentence as written in the sources, with %1, %2 … for the fields of fmt.
struct AgentWords {
    Part part;
    const char* english;
    /// A letter for each argument: '-' or none is passed through unchanged, '#' must be a number, '@' a task
    /// ("worker:0"), any other is that Part, translated where it is known; as a capital letter it must be
    /// known, or empty.
    const char* arguments = "";
};

std::span<const AgentWords> commandWords();
std::span<const AgentWords> composedWords();
std::span<const AgentWords> dataWords();
std::span<const AgentWords> fileWords();
std::span<const AgentWords> linkWords();
std::span<const AgentWords> nodeWords();
std::span<const AgentWords> runWords();
std::span<const AgentWords> specWords();
std::span<const AgentWords> sweepWords();
std::span<const AgentWords> workerWords();
/// The tables above: one per subject. A test compares them with the sources of core.
std::vector<std::span<const AgentWords>> agentTables();

}  // namespace trainyard::agent_words
