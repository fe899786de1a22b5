// SPDX-License-Identifier: Apache-2.0
#include "ui/agent_words/tables.h"

namespace trainyard::agent_words {
namespace {

constexpr const char* kNode[] = {
    QT_TRANSLATE_NOOP("Agent", "the run takes %1 GPUs, and this machine has %2"),
    QT_TRANSLATE_NOOP("Agent",
                      "this machine has no GPU %1; `trainyard --headless nodes` lists those that it has"),
    QT_TRANSLATE_NOOP("Agent", "two tasks of the run name the same GPU"),
    QT_TRANSLATE_NOOP("Agent", "the GPUs cannot be used: %1"),
    QT_TRANSLATE_NOOP("Agent", "GPU %1 (%2) is used by %3"),
    QT_TRANSLATE_NOOP("Agent", "process %1 (%2)"),
    QT_TRANSLATE_NOOP("Agent", "cannot keep a file in memory"),
    QT_TRANSLATE_NOOP("Agent", "\"%1\" is not a list of CPUs; expected numbers and ranges such as 0-3,6"),
    QT_TRANSLATE_NOOP("Agent", "cannot set %1 bytes aside in %2"),
    QT_TRANSLATE_NOOP("Agent", "cannot read which CPUs may be used"),
    QT_TRANSLATE_NOOP("Agent", "/proc/meminfo has no MemTotal"),
    QT_TRANSLATE_NOOP("Agent", "%1 ended before it had started %2; see %3"),
    QT_TRANSLATE_NOOP("Agent", "%1 left no record of its task"),
    QT_TRANSLATE_NOOP("Agent", "cannot read the log %1"),
    QT_TRANSLATE_NOOP("Agent", "another user's program"),
    QT_TRANSLATE_NOOP("Agent", "cannot make a socket"),
    QT_TRANSLATE_NOOP("Agent", "cannot duplicate a descriptor"),
    QT_TRANSLATE_NOOP("Agent", "action is missing (expected ADD, REMOVE or CLEAN)"),
    QT_TRANSLATE_NOOP("Agent", "cannot draw a random name"),
    QT_TRANSLATE_NOOP("Agent",
                      "`%1` cannot be the name of a node (expected 1 to %2 letters, digits, - _ or ., and "
                      "neither local nor auto); choose one with --name"),
    QT_TRANSLATE_NOOP(
        "Agent", "there is no node %1; `trainyard --headless nodes` lists them, and `nodes add` adds one"),
    QT_TRANSLATE_NOOP(
        "Agent",
        "node %1 has no libtorch that its worker starts with; run `trainyard --headless nodes prepare %2`"),
    QT_TRANSLATE_NOOP("Agent",
                      "node %1 has no libtorch that its worker starts with (%2); run `trainyard --headless "
                      "nodes prepare %3`"),
    QT_TRANSLATE_NOOP("Agent",
                      "this machine has no libtorch that its worker starts with (%1); install it again"),
    QT_TRANSLATE_NOOP("Agent", "run %1 has tasks on node %2; stop it first"),
    QT_TRANSLATE_NOOP("Agent",
                      "node %1 cannot be reached, and has tasks of %2; if the machine will not come back, "
                      "`trainyard --headless nodes remove %3 --force` abandons it"),
    QT_TRANSLATE_NOOP("Agent",
                      "node %1 can be reached, so it is not abandoned: stop what has tasks there (%2), and "
                      "remove it then"),
    QT_TRANSLATE_NOOP("Agent", "node %1 was abandoned: its tasks count as lost (%2)"),
    QT_TRANSLATE_NOOP("Agent", "node %1 was abandoned: what this run had still to ask of it fails"),
    QT_TRANSLATE_NOOP("Agent",
                      "%1; if the machine will not come back, `trainyard --headless nodes remove %2 --force` "
                      "abandons it"),
    QT_TRANSLATE_NOOP("Agent",
                      "the address of node %1 is unknown, because its SSH server was not "
                      "reached over a network; tasks on it could not be reached"),
    QT_TRANSLATE_NOOP(
        "Agent",
        "node %1 reaches this machine at %2, and another node of the run at %3; use nodes of one network"),
    QT_TRANSLATE_NOOP("Agent", "%1 has %2 bytes, and what follows begins at %3"),
    QT_TRANSLATE_NOOP("Agent", "fetched %1 MB of %2"),
    QT_TRANSLATE_NOOP("Agent", "%1 has a file with the name \"%2\""),
    QT_TRANSLATE_NOOP("Agent", "cannot fetch %1"),
    QT_TRANSLATE_NOOP("Agent", "%1 has changed"),
    QT_TRANSLATE_NOOP("Agent", "%1 of %2 ends early"),
    QT_TRANSLATE_NOOP("Agent", "the node keeps no checkpoints for attempt %1 of run %2"),
    QT_TRANSLATE_NOOP("Agent",
                      "the other tasks would reach this machine at %1, a public address, and what tasks of "
                      "several machines send each other is neither encrypted nor authenticated"),
    QT_TRANSLATE_NOOP("Agent",
                      "the other tasks would reach node %1 at %2, a public address, and what tasks of "
                      "several machines send each other is neither encrypted nor authenticated"),
    QT_TRANSLATE_NOOP("Agent",
                      "add the nodes at addresses of a private network or a VPN, or, if no third party can "
                      "read or send on that network, set `cluster.allow_clear_text: true`"),
    QT_TRANSLATE_NOOP("Agent",
                      "there are public addresses among these, which `cluster.allow_clear_text` permits"),
    QT_TRANSLATE_NOOP(
        "Agent",
        "its agent and this machine's are out of step, and connect again; if it stays so, remove "
        "the node and add it again"),
    QT_TRANSLATE_NOOP("Agent",
                      "what the tasks of %1 send each other is neither encrypted nor authenticated; use a "
                      "network that you trust"),
    QT_TRANSLATE_NOOP("Agent", "node %1 saves no checkpoints of this run"),
    QT_TRANSLATE_NOOP(
        "Agent", "%1 is here, and others are not; name those of other machines in a request of their own"),
    QT_TRANSLATE_NOOP("Agent", "%1 is not in the run's folder"),
    QT_TRANSLATE_NOOP("Agent",
                      "node %1 is already there (%2); choose another name with --name, or remove it first"),
    QT_TRANSLATE_NOOP("Agent", "node %1 was not added: %2"),
    QT_TRANSLATE_NOOP("Agent", "it does not answer"),
    QT_TRANSLATE_NOOP("Agent", "attempt %1 of run %2 was refused by the node, which has attempt %3 since"),
    QT_TRANSLATE_NOOP("Agent", "%1 (if the home was restored from an older copy, branch the run)"),
    QT_TRANSLATE_NOOP(
        "Agent", "the node does not know this call; install the same version of Trainyard on both machines"),
    QT_TRANSLATE_NOOP("Agent", "its agent did not answer within %1 s"),
    QT_TRANSLATE_NOOP("Agent", "the connection ended (%1)"),
    QT_TRANSLATE_NOOP("Agent",
                      "the node has a version of Trainyard that cannot be a node, the home "
                      "has %1; install the same version on both machines"),
    QT_TRANSLATE_NOOP("Agent",
                      "the node refused connection %1 of this home, which has opened connection %2 since; "
                      "another agent of the same home controls the node now"),
    QT_TRANSLATE_NOOP("Agent",
                      "%1 (if the home was restored from an older copy and has no other agent, delete %2 on "
                      "the node)"),
    QT_TRANSLATE_NOOP("Agent",
                      "%1 (if the home was restored from an older copy and has no other agent, run "
                      "`trainyard --headless agent stop` on the node, and delete %2 there)"),
    QT_TRANSLATE_NOOP("Agent",
                      "%1 is damaged (%2); it keeps older agents of a home and older attempts from writing: "
                      "delete it once none of them is running"),
    QT_TRANSLATE_NOOP("Agent", "its \"%1\" is not a whole number"),
    QT_TRANSLATE_NOOP("Agent",
                      "the home has Trainyard %1 (node protocol %2 to %3), the node has %4 (%5 to %6): they "
                      "have no common version; install the same version on both machines"),
    QT_TRANSLATE_NOOP("Agent", "the agent of node %1 was restarted while it started %2; start it again"),
    QT_TRANSLATE_NOOP("Agent", "node %1 cannot be reached: %2"),
    QT_TRANSLATE_NOOP("Agent", "the agent on %1 cannot be used: %2"),
    QT_TRANSLATE_NOOP("Agent",
                      "node %1 cannot be reached: the change waits until it can be, and the run trains on as "
                      "before until then (%2)"),
    QT_TRANSLATE_NOOP(
        "Agent",
        "node %1 cannot be reached: the pause waits until it can be, and the run trains on until then (%2)"),
    QT_TRANSLATE_NOOP(
        "Agent",
        "node %1 cannot be reached: the stop waits until it can be, and the run trains on until then (%2)"),
    QT_TRANSLATE_NOOP(
        "Agent",
        "node %1 cannot be reached: the run is restarted once it can be, as its tasks may still "
        "be running (%2)"),
    QT_TRANSLATE_NOOP("Agent",
                      "node %1 cannot be reached: the training stops all the same, and the run ends once it "
                      "can be (%2)"),
    QT_TRANSLATE_NOOP("Agent",
                      "node %1 cannot be reached: no task is left, and the run ends once it can be, where a "
                      "checkpoint is searched for (%2)"),
    QT_TRANSLATE_NOOP("Agent",
                      "node %1 cannot be reached: its tasks are killed as soon as it can be, and the run "
                      "ends then; those of other machines are killed now (%2)"),
    QT_TRANSLATE_NOOP("Agent", "place the tasks on one of the names, unless they need two accounts"),
    QT_TRANSLATE_NOOP(
        "Agent",
        "nodes %1 and %2 are one machine under two names or accounts: their tasks share its GPUs and cores"),
    QT_TRANSLATE_NOOP("Agent",
                      "its disk has %1 KiB free; free some space there, or set TRAINYARD_HOME to a folder on "
                      "a larger disk"),
    QT_TRANSLATE_NOOP("Agent", "cannot write to the home %1"),
    QT_TRANSLATE_NOOP("Agent", "%1; make it writable, or set TRAINYARD_HOME to a folder that is"),
    QT_TRANSLATE_NOOP("Agent",
                      "the same machine as %1, under another name or account: they share its GPUs and cores, "
                      "and no task is given what another has"),
    QT_TRANSLATE_NOOP("Agent", "node %1 does not answer"),
    QT_TRANSLATE_NOOP("Agent", "ssh ended without a message"),
    QT_TRANSLATE_NOOP("Agent", "it printed \"%1\" in place of the agent's greeting"),
    QT_TRANSLATE_NOOP("Agent", "cannot reach %1 by ssh: %2"),
    QT_TRANSLATE_NOOP("Agent",
                      "%1 is not the address of a node: %2; expected HOST, USER@HOST or "
                      "ssh://USER@HOST:PORT"),
    QT_TRANSLATE_NOOP("Agent", "the name of the host is missing"),
    QT_TRANSLATE_NOOP("Agent", "the name of the host, %1, begins with a hyphen"),
    QT_TRANSLATE_NOOP("Agent", "%1 cannot be the name of a host"),
    QT_TRANSLATE_NOOP("Agent", "the name of the user, before the @, is missing"),
    QT_TRANSLATE_NOOP("Agent", "%1 cannot be the name of a user"),
    QT_TRANSLATE_NOOP("Agent", "the port, after the colon, is missing"),
    QT_TRANSLATE_NOOP("Agent", "its port, %1, is not a number from 1 to %2"),
    QT_TRANSLATE_NOOP("Agent", "a port is given as ssh://%1%2%3"),
    QT_TRANSLATE_NOOP("Agent", "%1, after the host, has no meaning"),
    QT_TRANSLATE_NOOP("Agent",
                      "ssh takes no IPv6 address in a URI: leave out ssh:// and the brackets, and set the "
                      "port in the configuration of ssh"),
    QT_TRANSLATE_NOOP("Agent", "it has not answered yet"),
    QT_TRANSLATE_NOOP("Agent",
                      "local is the machine of the agent itself; it is neither prepared nor removed"),
    QT_TRANSLATE_NOOP("Agent", "node %1 occurs twice"),
    QT_TRANSLATE_NOOP("Agent",
                      "node %1 lacks %2, or has it with different contents (files to send: %3, bytes: %4)"),
    QT_TRANSLATE_NOOP("Agent", "send them: `--send` on the command line, Send in the window"),
    QT_TRANSLATE_NOOP("Agent", "node %1: %2"),
    QT_TRANSLATE_NOOP("Agent", "node %1 answered for %2 of %3 files"),
    QT_TRANSLATE_NOOP("Agent", "%1 changed while it was sent; send it again"),
    QT_TRANSLATE_NOOP("Agent", "%1 is not the name of a file that can be sent to a node"),
    QT_TRANSLATE_NOOP("Agent",
                      "%1 is in the way: it is not, or no longer, what was sent there; move it away"),
    QT_TRANSLATE_NOOP("Agent", "%1 has %2 bytes, and what follows begins at %3; send it again"),
    QT_TRANSLATE_NOOP("Agent",
                      "%1 cannot be sent: it is neither a regular file nor a link to one in the same "
                      "folder; copy the folder to the same path of the other machine"),
    QT_TRANSLATE_NOOP("Agent",
                      "%1 has more than %2 files, which are too many to send; copy it to the same path of "
                      "the other machine"),
    QT_TRANSLATE_NOOP("Agent", "no other machine is used: %1; correct that and restart the agent"),
    QT_TRANSLATE_NOOP("Agent", "port %1 is in use by %2; end it, or choose another port or none"),
    QT_TRANSLATE_NOOP("Agent", "use free ports"),
    QT_TRANSLATE_NOOP("Agent", "the name of its file is not UTF-8; rename the file"),
    QT_TRANSLATE_NOOP("Agent", "cannot take port %1"),
    QT_TRANSLATE_NOOP("Agent", "cannot read a socket's port"),
    QT_TRANSLATE_NOOP("Agent", "there is no process %1"),
    QT_TRANSLATE_NOOP("Agent", "no process is named"),
    QT_TRANSLATE_NOOP("Agent", "cannot watch process %1"),
    QT_TRANSLATE_NOOP("Agent", "process %1 has ended"),
    QT_TRANSLATE_NOOP("Agent", "%1 is not the record of a task: %2"),
    QT_TRANSLATE_NOOP("Agent", "cannot become the reaper of the task's processes"),
    QT_TRANSLATE_NOOP("Agent", "cannot enter the working folder %1"),
    QT_TRANSLATE_NOOP("Agent", "cannot run on the CPUs %1"),
    QT_TRANSLATE_NOOP("Agent", "cannot start the program %1"),
    QT_TRANSLATE_NOOP("Agent", "cannot find the program that was just started"),
    QT_TRANSLATE_NOOP("Agent", "the launcher did not wait for the start"),
    QT_TRANSLATE_NOOP("Agent", "ptrace is not permitted, as in a container without CAP_SYS_PTRACE"),
    QT_TRANSLATE_NOOP("Agent",
                      "kernel.yama.ptrace_scope is %1; `sudo sysctl kernel.yama.ptrace_scope=0` allows it"),
    QT_TRANSLATE_NOOP("Agent", "process %1 is tracing it, as a debugger does"),
    QT_TRANSLATE_NOOP("Agent", "the kernel does not allow reading the stacks of process %1: %2"),
    QT_TRANSLATE_NOOP("Agent", "%1 shows no stack of process %2: %3"),
    QT_TRANSLATE_NOOP("Agent", "it prints nothing"),
    QT_TRANSLATE_NOOP("Agent", "%1 is not installed; it shows the frames of Python"),
    QT_TRANSLATE_NOOP("Agent", "%1 prints something else than threads and their frames"),
    QT_TRANSLATE_NOOP("Agent", "%1 has not read the stacks of process %2 within %3 s"),
    QT_TRANSLATE_NOOP("Agent", "the request for the stacks was cancelled"),
    QT_TRANSLATE_NOOP("Agent",
                      "stacks are read with %1, which is not installed: install the package elfutils"),
    QT_TRANSLATE_NOOP("Agent", "action is missing (expected SAVE or DELETE)"),
    QT_TRANSLATE_NOOP("Agent", "cannot ask for the space in %1"),
    QT_TRANSLATE_NOOP("Agent", "request_id is empty; a call that changes something needs one"),
    QT_TRANSLATE_NOOP("Agent",
                      "%1 %2 speaks protocol %3–%4, this agent (%5) speaks %6–%7; install "
                      "the same version of both, and end the old agent with `agent stop`"),
    QT_TRANSLATE_NOOP("Agent", "another process"),
    QT_TRANSLATE_NOOP("Agent", "cannot lock %1"),
    QT_TRANSLATE_NOOP("Agent",
                      "another trainyard-agent (%1) serves %2; use that one, or end it with `trainyard "
                      "--headless agent stop`"),
    QT_TRANSLATE_NOOP("Agent",
                      "%1 is not a folder of this user; the agent's socket needs one that nobody else can "
                      "open: set XDG_RUNTIME_DIR to a folder of yours, or choose a shorter TRAINYARD_HOME"),
    QT_TRANSLATE_NOOP(
        "Agent",
        "other users can change the home %1 (owner %2, mode %3); what they put there would run as you. Make "
        "it yours and run chmod go-w on it, or choose another folder in TRAINYARD_HOME"),
    QT_TRANSLATE_NOOP("Agent", "%1 is a link, and the agent's log is written into no other place; remove it"),
    QT_TRANSLATE_NOOP("Agent", "cannot determine which process listens at %1"),
    QT_TRANSLATE_NOOP("Agent",
                      "another user (uid %1) listens at %2, where your agent would be; set XDG_RUNTIME_DIR "
                      "to a folder of yours, or choose a shorter TRAINYARD_HOME"),
    QT_TRANSLATE_NOOP("Agent",
                      "%1 can be opened by others (mode %2); run chmod 700 on it, or "
                      "choose another folder for the socket"),
    QT_TRANSLATE_NOOP("Agent", "cannot listen on %1"),
    QT_TRANSLATE_NOOP("Agent", "event %1 of run %2 is damaged in the store"),
    QT_TRANSLATE_NOOP("Agent", "the agent at %1 did not answer in time; see its log"),
    QT_TRANSLATE_NOOP("Agent",
                      "lost the connection to the agent at %1: it ended or is restarting, and "
                      "runs continue without it; try again"),
    QT_TRANSLATE_NOOP("Agent", "the agent at %1 refused the request: %2"),
    QT_TRANSLATE_NOOP("Agent",
                      "the agent at %1 is Trainyard %2 (protocol %3 to %4), this program is %5 (protocol %6 "
                      "to %7): they have no common version. Stop that agent with the program it came with "
                      "(`agent stop`), then try again"),
    QT_TRANSLATE_NOOP("Agent", "no agent answers at %1: %2"),
    QT_TRANSLATE_NOOP("Agent", "no agent is running, and none can be started"),
    QT_TRANSLATE_NOOP("Agent", "cannot start the agent %1 with its log %2"),
    QT_TRANSLATE_NOOP("Agent", "exited with code %1"),
    QT_TRANSLATE_NOOP("Agent",
                      "the path of the socket %1 is too long (%2 bytes, at most %3); choose a shorter one"),
    QT_TRANSLATE_NOOP("Agent", "cannot connect to %1"),
    QT_TRANSLATE_NOOP("Agent", "cannot watch the agent that was just started"),
    QT_TRANSLATE_NOOP("Agent", "the agent %1 %2 at its start; the end of its log %3:%4"),
    QT_TRANSLATE_NOOP("Agent", "exited with code %1"),
    QT_TRANSLATE_NOOP("Agent", "was killed by signal %1 (SIG%2)"),
    QT_TRANSLATE_NOOP(
        "Agent",
        "the agent (pid %1) was started, but its socket %2 does not answer; the end of its log %3:%4"),
    QT_TRANSLATE_NOOP("Agent",
                      "--agent %1: agents of other machines are reached by ssh:// only in this version; "
                      "use ssh://user@host, or leave --agent out for this machine's own"),
    QT_TRANSLATE_NOOP("Agent",
                      "lost the connection to the agent at %1: %2; runs continue without it, try "
                      "again"),
    QT_TRANSLATE_NOOP("Agent", "no agent is running on %1"),
    QT_TRANSLATE_NOOP("Agent", "--agent %1: expected unix:PATH, ssh://user@host or tls://host:port"),
    QT_TRANSLATE_NOOP("Agent", "roles: a strategy names the roles it has"),
    QT_TRANSLATE_NOOP("Agent", "options: %1"),
    QT_TRANSLATE_NOOP("Agent", "the default of options.%1: %2"),
    QT_TRANSLATE_NOOP("Agent", "%1: the plugin id `%2` is already used by %3; this plugin is ignored"),
    QT_TRANSLATE_NOOP("Agent",
                      "the trusted plugin %1 cannot be read (%2); `trainyard --headless plugins distrust %3` "
                      "takes it off the list"),
    QT_TRANSLATE_NOOP(
        "Agent",
        "the list of trusted plugins is not used, because other users can change %1 (owner %2, mode %3). "
        "Make it yours, and run chmod go-w on it"),
    QT_TRANSLATE_NOOP(
        "Agent",
        "the %1 %2 is not trusted any more, because %3 has changed (SHA-256 %4 then, %5 now); `trainyard "
        "--headless plugins trust %6` trusts it again"),
    QT_TRANSLATE_NOOP("Agent",
                      "%1 is not a list of trusted plugins: %2; remove it, and trust them "
                      "again"),
    QT_TRANSLATE_NOOP("Agent",
                      "there is no program `%1` (expected one of %2; "
                      "TRAINYARD_PLUGIN_PATH names further folders)"),
    QT_TRANSLATE_NOOP("Agent", "expected the keys `strategy` and `cluster`"),
    QT_TRANSLATE_NOOP("Agent", "unknown key `%1` (expected strategy, cluster or tf_config)"),
    QT_TRANSLATE_NOOP("Agent", "expected one strategy and its options, such as {name: {}}"),
    QT_TRANSLATE_NOOP("Agent", "pid %1"),
    QT_TRANSLATE_NOOP("Agent", "%1 was not set within %2 ms"),
    QT_TRANSLATE_NOOP("Agent", "cannot write the task's record"),
    QT_TRANSLATE_NOOP("Agent", "cannot query the NVIDIA driver for its GPUs: %1 has no %2"),
    QT_TRANSLATE_NOOP("Agent", "the NVIDIA driver does not answer: %1"),
    QT_TRANSLATE_NOOP("Agent", "the NVIDIA driver cannot list its GPUs: %1"),
    QT_TRANSLATE_NOOP("Agent", "%1 is damaged (%2)"),
    QT_TRANSLATE_NOOP("Agent", "the file of nodes could not be read and is now %1: %2; add the nodes again"),
    QT_TRANSLATE_NOOP("Agent", "it cannot be described: %1"),
    QT_TRANSLATE_NOOP("Agent", "%1 of %2 MB of Trainyard sent"),
    QT_TRANSLATE_NOOP("Agent", "action is missing (expected ADD, PREPARE or CONNECT)"),
    QT_TRANSLATE_NOOP("Agent", "%1 was replaced while it was being sent; restart the agent"),
    QT_TRANSLATE_NOOP("Agent", "%1 cannot be in an archive: its name or content is too long"),
    QT_TRANSLATE_NOOP("Agent", "%1 is not a program that uses shared libraries"),
    QT_TRANSLATE_NOOP("Agent", "cannot list the libraries of %1: %2"),
    QT_TRANSLATE_NOOP("Agent", "%1 needs %2, which is not on this machine"),
    QT_TRANSLATE_NOOP("Agent",
                      "%1 has no trainyard-worker that uses libtorch; build or install it "
                      "with libtorch, then restart the agent"),
    QT_TRANSLATE_NOOP("Agent", "%1 has processors of type %2, and this build of Trainyard is for %3"),
    QT_TRANSLATE_NOOP("Agent",
                      "%1 has %2 free for Trainyard, and %3 are needed; free some space "
                      "there, or set TRAINYARD_HOME there to a folder on a larger disk"),
    QT_TRANSLATE_NOOP("Agent",
                      "the disk of %1 is full: %2 are needed; free some space there, or "
                      "set TRAINYARD_HOME there to a folder on a larger disk"),
    QT_TRANSLATE_NOOP("Agent",
                      "cannot write to the home of Trainyard on %1: %2; make it writable, "
                      "or set TRAINYARD_HOME there to a folder that is"),
    QT_TRANSLATE_NOOP("Agent", "what was sent to %1 does not run there: %2"),
    QT_TRANSLATE_NOOP("Agent", "what arrived on %1 is not what was sent; try again"),
    QT_TRANSLATE_NOOP("Agent", "%1 has no `gzip`, which unpacks what is sent; install it there"),
    QT_TRANSLATE_NOOP("Agent",
                      "its key is not the known one: ask whoever runs %1 why, before you "
                      "remove the old key with ssh-keygen -R"),
    QT_TRANSLATE_NOOP("Agent",
                      "its key is not known: run `ssh %1` once, compare the fingerprint, and accept it"),
    QT_TRANSLATE_NOOP("Agent",
                      "no key, password or passphrase of yours was accepted: run "
                      "`ssh-copy-id %1`, or load the key with ssh-add"),
    QT_TRANSLATE_NOOP(
        "Agent",
        "ssh may have to ask you something first (a password, a passphrase, an unknown host key): %1"),
    QT_TRANSLATE_NOOP("Agent", "nobody answered ssh's question within %1 s: %2"),
    QT_TRANSLATE_NOOP("Agent", "ssh's question was not answered: %1"),
    QT_TRANSLATE_NOOP(
        "Agent",
        "another client is connecting to %1 and answers the questions of ssh; try again when that is done"),
    QT_TRANSLATE_NOOP("Agent", "this question is no longer asked"),
    QT_TRANSLATE_NOOP("Agent", "cannot reach %1 by ssh: %2 (%3)"),
    QT_TRANSLATE_NOOP("Agent", "what was sent to %1 is not there"),
    QT_TRANSLATE_NOOP("Agent",
                      "the Linux of this machine is too old: Trainyard needs 5.3 or newer (pidfd_open)"),
    QT_TRANSLATE_NOOP("Agent",
                      "%1 is not a complete TorchScript file; torch.jit.script(model).save() writes one"),
    QT_TRANSLATE_NOOP("Agent", "TorchScript module"),
    QT_TRANSLATE_NOOP("Agent",
                      "the TorchScript module %1 is not trusted (SHA-256 %2); its code would run as you. If "
                      "you know who made it, `trainyard --headless plugins trust %3` trusts it"),
    QT_TRANSLATE_NOOP("Agent", "no GPU is free: %1; wait for it or stop it"),
    QT_TRANSLATE_NOOP("Agent", "not all %1 GPUs that the run takes are free: %2; wait for them"),
    QT_TRANSLATE_NOOP("Agent", "this machine has no GPU that an NVIDIA driver shows; install the driver"),
};

}  // namespace

/// Messages about a machine, the agent and its client.
std::span<const char* const> nodeWords() {
    return kNode;
}

}  // namespace trainyard::agent_words
