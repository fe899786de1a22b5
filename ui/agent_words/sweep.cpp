// SPDX-License-Identifier: Apache-2.0
// Sweeps: why runs stop early, and why a change of a sweep is refused.
#include "ui/agent_words/tables.h"

namespace trainyard::agent_words {
namespace {

constexpr const char* kSweeps[] = {
    QT_TRANSLATE_NOOP("Agent", "%1 %2 at %3 %4 is worse than %5, the median of %6 other runs"),
    QT_TRANSLATE_NOOP("Agent", "%1 %2 at %3 %4 is not among the best %5 of %6 runs"),
    QT_TRANSLATE_NOOP("Agent", "epoch"),
    QT_TRANSLATE_NOOP("Agent", "step"),
    QT_TRANSLATE_NOOP("Agent", "there is no sweep %1; `sweeps` lists them"),
    QT_TRANSLATE_NOOP("Agent", "sweep %1 has ended; none of its runs wait"),
    QT_TRANSLATE_NOOP("Agent", "run %1 of sweep %2 does not wait; `queue` lists those that do"),
    QT_TRANSLATE_NOOP("Agent",
                      "one waiting run is moved at a time: name it as SWEEP/NUMBER, and a position from 1"),
    QT_TRANSLATE_NOOP("Agent", "a sweep has at least one run, and starts one at a time or more"),
    QT_TRANSLATE_NOOP("Agent", "the runs of a sweep are not numbered from 1"),
    QT_TRANSLATE_NOOP("Agent", "it does not name its sweep"),
    QT_TRANSLATE_NOOP(
        "Agent",
        "%1; `trainyard --headless sweep FILE --send`, where FILE is the sweep file, sends them "
        "and starts the sweep again"),
};

}  // namespace

std::span<const char* const> sweepWords() {
    return kSweeps;
}

}  // namespace trainyard::agent_words
