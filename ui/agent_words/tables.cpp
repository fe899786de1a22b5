// SPDX-License-Identifier: Apache-2.0
#include "ui/agent_words/tables.h"

namespace trainyard::agent_words {

std::vector<std::span<const char* const>> agentTables() {
    return {commandWords(), composedWords(), dataWords(), fileWords(),  linkWords(),
            nodeWords(),    runWords(),      specWords(), sweepWords(), workerWords()};
}

}  // namespace trainyard::agent_words
