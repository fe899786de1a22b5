// SPDX-License-Identifier: Apache-2.0
// What machines find about themselves and about the links between them.
#include "ui/agent_words/tables.h"

namespace trainyard::agent_words {
namespace {

constexpr const char* kLinks[] = {
    QT_TRANSLATE_NOOP("Agent", "Reinstall Trainyard on this machine."),
    QT_TRANSLATE_NOOP("Agent", "Run `trainyard --headless nodes prepare %1`."),
    QT_TRANSLATE_NOOP("Agent", "Run `trainyard --headless nodes check %1`."),
    QT_TRANSLATE_NOOP("Agent", "Make space on that disk, or make its folder writable."),
    QT_TRANSLATE_NOOP("Agent", "Make space on that disk before a run writes its checkpoints."),
    QT_TRANSLATE_NOOP("Agent", "Run `timedatectl set-ntp true` there."),
    QT_TRANSLATE_NOOP("Agent", "Connect that machine to the faster network, or leave it out of the cluster."),
    QT_TRANSLATE_NOOP("Agent", "Add the node by an address of the network."),
    QT_TRANSLATE_NOOP("Agent", "Choose a subnet in which all machines of the run have an address."),
    QT_TRANSLATE_NOOP(
        "Agent",
        "Let %1 open TCP connections to %2 at %3: look at the cable, the route and the firewall of both."),
    QT_TRANSLATE_NOOP("Agent", "Let both machines open TCP connections to all ports of each other."),
    QT_TRANSLATE_NOOP("Agent", "The likely reason is a busy machine: test again when it has less to do."),
    QT_TRANSLATE_NOOP("Agent", "Test again. If that fails, too, agent.log on both machines may say more."),
    QT_TRANSLATE_NOOP("Agent", "%1 MB are free"),
    QT_TRANSLATE_NOOP("Agent", "%1 MB/s, %2 GB free"),
    QT_TRANSLATE_NOOP("Agent", "agrees with this machine's"),
    QT_TRANSLATE_NOOP("Agent", "%1 s ahead of this machine's"),
    QT_TRANSLATE_NOOP("Agent", "%1 s behind this machine's"),
    QT_TRANSLATE_NOOP("Agent", "slow: the median of all links is %1 MB/s"),
    QT_TRANSLATE_NOOP("Agent", "slow to answer: the median of all links is %1 ms"),
    QT_TRANSLATE_NOOP("Agent", "the agent of %1 did not answer within %2 s"),
    QT_TRANSLATE_NOOP("Agent", "the node has named no port"),
    QT_TRANSLATE_NOOP("Agent", "the worker starts with it"),
    QT_TRANSLATE_NOOP("Agent", "%1 runs there, and %2 here"),
    QT_TRANSLATE_NOOP("Agent",
                      "the address of %1 is unknown, because its SSH server was not reached over a network"),
    QT_TRANSLATE_NOOP("Agent", "%1 is not connected"),
    QT_TRANSLATE_NOOP("Agent", "%1 has no address in the subnet %2; it has %3"),
    QT_TRANSLATE_NOOP(
        "Agent",
        "%1 and %2 both have the address %3 in the subnet %4; choose a smaller subnet, in which "
        "each machine has its own"),
    QT_TRANSLATE_NOOP("Agent", "the addresses of %1 are unknown until it is connected"),
    QT_TRANSLATE_NOOP("Agent", "%1 is not an address: %2"),
    QT_TRANSLATE_NOOP("Agent", "the connection with %1 failed: %2"),
    QT_TRANSLATE_NOOP("Agent", "the connection with %1 was closed"),
    QT_TRANSLATE_NOOP("Agent", "no port of %1 can be opened: %2"),
    QT_TRANSLATE_NOOP("Agent", "no answer from %1"),
    QT_TRANSLATE_NOOP("Agent", "the all-reduce failed: %1"),
    QT_TRANSLATE_NOOP("Agent", "the all-reduce did not finish within %1 s"),
    QT_TRANSLATE_NOOP("Agent", "its worker does not start with libtorch"),
    QT_TRANSLATE_NOOP(
        "Agent",
        "its worker did not start within %1 s; the machine may be busy: test again before anything else"),
    QT_TRANSLATE_NOOP("Agent", "cannot write in %1"),
    QT_TRANSLATE_NOOP("Agent", "cannot write to the disk of %1"),
    QT_TRANSLATE_NOOP("Agent", "this machine"),
    QT_TRANSLATE_NOOP("Agent", "the other machine"),
    QT_TRANSLATE_NOOP("Agent", "no reason given"),
};

}  // namespace

std::span<const char* const> linkWords() {
    return kLinks;
}

}  // namespace trainyard::agent_words
