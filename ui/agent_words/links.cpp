// SPDX-License-Identifier: Apache-2.0
// What machines find about themselves and about the links between them.
#include "ui/agent_words/tables.h"

namespace trainyard::agent_words {
namespace {

constexpr AgentWords kLinks[] = {
    {Part::kFix, QT_TRANSLATE_NOOP("Agent", "Reinstall Trainyard on this machine.")},
    {Part::kFix, QT_TRANSLATE_NOOP("Agent", "Run `trainyard --headless nodes prepare %1`.")},
    {Part::kFix, QT_TRANSLATE_NOOP("Agent", "Run `trainyard --headless nodes check %1`.")},
    {Part::kFix, QT_TRANSLATE_NOOP("Agent", "Make space on that disk, or make its folder writable.")},
    {Part::kFix, QT_TRANSLATE_NOOP("Agent", "Make space on that disk before a run writes its checkpoints.")},
    {Part::kFix, QT_TRANSLATE_NOOP("Agent", "Run `timedatectl set-ntp true` there.")},
    {Part::kFix, QT_TRANSLATE_NOOP(
                     "Agent", "Connect that machine to the faster network, or leave it out of the cluster.")},
    {Part::kFix, QT_TRANSLATE_NOOP("Agent", "Add the node by an address of the network.")},
    {Part::kFix,
     QT_TRANSLATE_NOOP(
         "Agent",
         "Let %1 open TCP connections to %2 at %3: look at the cable, the route and the firewall of both.")},
    {Part::kFix,
     QT_TRANSLATE_NOOP("Agent", "Let both machines open TCP connections to all ports of each other.")},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "%1 MB are free"), "#"},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "%1 MB/s, %2 GB free"), "##"},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "agrees with this machine's")},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "%1 s ahead of this machine's"), "#"},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "%1 s behind this machine's"), "#"},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "slow: the median of all links is %1 MB/s"), "#"},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "slow to answer: the median of all links is %1 ms"), "#"},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "the agent of %1 did not answer within %2 s"), "-#"},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "the node has named no port")},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "the worker starts with it")},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "%1 runs there, and %2 here")},
    {Part::kSentence,
     QT_TRANSLATE_NOOP("Agent",
                       "the address of %1 is unknown, because its SSH server was not reached over a network"),
     "k"},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "%1 is not connected")},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "%1 is not an address: %2")},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "the connection with %1 failed: %2"), "k"},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "the connection with %1 was closed"), "k"},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "no port of %1 can be opened: %2")},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "no answer from %1"), "k"},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "the all-reduce failed: %1"), "k"},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "the all-reduce did not finish in time")},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "its worker does not start with libtorch")},
    {Part::kSentence,
     QT_TRANSLATE_NOOP(
         "Agent",
         "its worker did not start within %1 s; the machine may be busy: test again before anything else"),
     "#"},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "cannot write in %1")},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "cannot write to the disk of %1")},
    {Part::kKind, QT_TRANSLATE_NOOP("Agent", "this machine")},
    {Part::kKind, QT_TRANSLATE_NOOP("Agent", "the other machine")},
    {Part::kKind, QT_TRANSLATE_NOOP("Agent", "no reason given")},
};

}  // namespace

std::span<const AgentWords> linkWords() {
    return kLinks;
}

}  // namespace trainyard::agent_words
