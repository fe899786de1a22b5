// SPDX-License-Identifier: Apache-2.0
#include "ui/models/agent_catalogue.h"

namespace trainyard::models {
namespace {

constexpr AgentWords kNode[] = {
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "cannot keep a file in memory")},
    {Part::kSentence,
     QT_TRANSLATE_NOOP("Agent", "\"%1\" is no list of CPUs; expected numbers and ranges such as 0-3,6")},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "cannot set %1 bytes aside in %2"), "#"},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "cannot read which CPUs may be used")},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "/proc/meminfo does not say MemTotal")},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "%1 ended before it had started %2; see %3")},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "%1 left no record of its task")},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "cannot read the log %1")},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "cannot open the log %1")},
    {Part::kKind, QT_TRANSLATE_NOOP("Agent", "another user's program")},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "cannot make a socket")},
    {Part::kSentence,
     QT_TRANSLATE_NOOP("Agent", "port %1 is in use by %2; end it, or choose another port or none"), "#k"},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "use free ports")},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "the name of its file is not UTF-8; rename the file")},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "cannot take port %1 on 127.0.0.1"), "#"},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "cannot read a socket's port")},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "there is no process %1"), "#"},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "no process is named")},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "cannot watch process %1"), "#"},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "process %1 has ended"), "#"},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "%1 is not the record of a task: %2"), "-s"},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "cannot become the reaper of the task's processes")},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "cannot enter the working folder %1")},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "cannot run on the CPUs %1")},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "cannot start the program %1")},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "cannot find the program that was just started")},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "the launcher did not wait for the start")},
    {Part::kHelp,
     QT_TRANSLATE_NOOP("Agent", "ptrace is not permitted, as in a container without CAP_SYS_PTRACE")},
    {Part::kHelp,
     QT_TRANSLATE_NOOP("Agent",
                       "kernel.yama.ptrace_scope is %1; `sudo sysctl kernel.yama.ptrace_scope=0` allows it")},
    {Part::kHelp, QT_TRANSLATE_NOOP("Agent", "process %1 is tracing it, as a debugger does"), "#"},
    {Part::kSentence,
     QT_TRANSLATE_NOOP("Agent", "the kernel does not let the stacks of process %1 be read: %2"), "#h"},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "%1 shows no stack of process %2: %3"), "-#h"},
    {Part::kHelp, QT_TRANSLATE_NOOP("Agent", "it says nothing")},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "%1 has not read the stacks of process %2 within %3 s"),
     "-##"},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "nobody waits for the stacks any more")},
    {Part::kSentence,
     QT_TRANSLATE_NOOP("Agent",
                       "stacks are read with %1, which is not installed: install the package elfutils")},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "action is missing (expected SAVE or DELETE)")},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "cannot ask for the space in %1")},
    {Part::kSentence,
     QT_TRANSLATE_NOOP("Agent", "request_id is empty; a call that changes something needs one")},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent",
                                        "%1 %2 speaks protocol %3–%4, this agent (%5) speaks %6–%7; install "
                                        "the same version of both, and end the old agent with `agent stop`")},
    {Part::kKind, QT_TRANSLATE_NOOP("Agent", "another process")},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "cannot lock %1")},
    {Part::kSentence,
     QT_TRANSLATE_NOOP("Agent",
                       "another trainyard-agent (%1) serves %2; use that one, or end it with `trainyard "
                       "--headless agent stop`"),
     "k"},
    {Part::kSentence,
     QT_TRANSLATE_NOOP("Agent",
                       "%1 is not a folder of this user; the agent's socket needs one that nobody else can "
                       "open: set XDG_RUNTIME_DIR to a folder of yours, or choose a shorter TRAINYARD_HOME")},
    {Part::kSentence,
     QT_TRANSLATE_NOOP(
         "Agent",
         "other users can change the home %1 (owner %2, mode %3); what they put there would run as you. Make "
         "it yours and run chmod go-w on it, or choose another folder in TRAINYARD_HOME")},
    {Part::kSentence,
     QT_TRANSLATE_NOOP("Agent",
                       "%1 is a link, and the agent's log is written into no other place; remove it")},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "cannot ask who listens at %1")},
    {Part::kSentence,
     QT_TRANSLATE_NOOP("Agent",
                       "another user (uid %1) listens at %2, where your agent would be; set XDG_RUNTIME_DIR "
                       "to a folder of yours, or choose a shorter TRAINYARD_HOME")},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent",
                                        "%1 can be opened by others (mode %2); run chmod 700 on it, or "
                                        "choose another folder for the socket")},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "cannot listen on %1")},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "event %1 of run %2 is damaged in the store")},
    {Part::kSentence,
     QT_TRANSLATE_NOOP("Agent", "the agent at %1 did not answer %2 in time; its log may say why")},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "the agent at %1 went away during %2 (%3)")},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "the agent at %1 refused %2: %3"), "--s"},
    {Part::kSentence,
     QT_TRANSLATE_NOOP("Agent",
                       "the agent at %1 is Trainyard %2 (protocol %3 to %4), this program is %5 (protocol %6 "
                       "to %7): they have no common version. Stop that agent with the program it came with "
                       "(`agent stop`), then try again")},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "no agent answers at %1: %2"), "-s"},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "no agent is running, and none can be started")},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "cannot start the agent %1 with its log %2")},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "exited with code %1"), "#"},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "the socket's name is too long (%1 bytes, at most %2): %3")},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "cannot connect to %1")},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "cannot watch the agent that was just started")},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "the agent %1 %2 at its start; the end of its log %3:%4"),
     "-k"},
    {Part::kKind, QT_TRANSLATE_NOOP("Agent", "exited with code %1"), "#"},
    {Part::kKind, QT_TRANSLATE_NOOP("Agent", "was killed by signal %1 (SIG%2)"), "#"},
    {Part::kSentence,
     QT_TRANSLATE_NOOP(
         "Agent",
         "the agent (pid %1) was started, but its socket %2 does not answer; the end of its log %3:%4")},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent",
                                        "--agent %1: agents of other machines are not built yet; use "
                                        "unix:PATH, or leave --agent out for this machine's own")},
    {Part::kSentence,
     QT_TRANSLATE_NOOP("Agent", "--agent %1: expected unix:PATH, ssh://user@host or tls://host:port")},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "this is no JSON")},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "roles: a strategy names the roles it has")},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "options: %1"), "S"},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "the default of options.%1: %2"), "-s"},
    {Part::kSentence,
     QT_TRANSLATE_NOOP("Agent", "%1: the plugin id `%2` is taken by %3; this one is left out")},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent",
                                        "there is no program `%1` (expected one of %2; "
                                        "TRAINYARD_PLUGIN_PATH names further folders)")},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "expected the keys `strategy` and `cluster`")},
    {Part::kSentence,
     QT_TRANSLATE_NOOP("Agent", "unknown key `%1` (expected strategy, cluster or tf_config)")},
    {Part::kSentence,
     QT_TRANSLATE_NOOP("Agent", "expected one strategy and its options, such as {name: {}}")},
    {Part::kKind, QT_TRANSLATE_NOOP("Agent", "pid %1"), "#"},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "nobody has set %1 within %2 ms")},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "cannot write the task's record")},
    {Part::kSentence,
     QT_TRANSLATE_NOOP("Agent", "the NVIDIA driver cannot be asked for its GPUs: %1 has no %2")},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "the NVIDIA driver does not answer: %1")},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "the NVIDIA driver does not tell its GPUs: %1")},
};

}  // namespace

/// Messages about a machine, the agent and its client.
std::span<const AgentWords> nodeWords() {
    return kNode;
}

}  // namespace trainyard::models
