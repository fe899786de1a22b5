// SPDX-License-Identifier: Apache-2.0
#include "ui/agent_words/tables.h"

namespace trainyard::agent_words {
namespace {

constexpr const char* kCommand[] = {
    QT_TRANSLATE_NOOP("Agent", "metrics may be shown late"),
    QT_TRANSLATE_NOOP(
        "Agent", "run %1 is using the log folder %2; the metrics of the two runs could not be told apart"),
    QT_TRANSLATE_NOOP("Agent", "wait until it ends, or choose another `logdir`"),
    QT_TRANSLATE_NOOP("Agent", "there is no program %1; correct the path, or install it"),
    QT_TRANSLATE_NOOP("Agent", "%1 is a folder; name the program in it"),
    QT_TRANSLATE_NOOP("Agent",
                      "%1 is not executable; make it so with `chmod +x`, or name its "
                      "interpreter before it, as in [python3, %2]"),
    QT_TRANSLATE_NOOP("Agent",
                      "%1 has the line ends of Windows, which make its interpreter %2; save it with those "
                      "of Linux"),
    QT_TRANSLATE_NOOP("Agent",
                      "the interpreter %1 that the first line of %2 names is not there; correct that line, "
                      "or name an interpreter before the script"),
    QT_TRANSLATE_NOOP("Agent",
                      "%1 is a text whose first line names no interpreter, as `#!/bin/bash` does; add that "
                      "line, or name an interpreter before the script"),
    QT_TRANSLATE_NOOP("Agent", "the first entry, which names the program, is empty"),
    QT_TRANSLATE_NOOP(
        "Agent", "there is no program %1 in the folders of PATH (%2); install it, or write its whole path"),
    QT_TRANSLATE_NOOP("Agent", "there is no folder %1; create it, or correct `cwd`"),
    QT_TRANSLATE_NOOP("Agent", "the folder %1 cannot be entered; change its permissions, or `cwd`"),
    QT_TRANSLATE_NOOP("Agent", "kept in every task as `env` has it: %1"),
    QT_TRANSLATE_NOOP("Agent", "kept in every task as in the environment in which the agent was started: %1"),
    QT_TRANSLATE_NOOP("Agent",
                      "%1 runs a program that has not called %2 of Trainyard's client: it would not do "
                      "this; stop it, or start it again with other arguments"),
    QT_TRANSLATE_NOOP("Agent",
                      "%1 runs a program whose epochs Trainyard does not see; of its settings, only the "
                      "learning rate can be changed"),
    QT_TRANSLATE_NOOP("Agent",
                      "%1 saves checkpoints as checkpoint.every says; `stop %2` saves one and stops"),
    QT_TRANSLATE_NOOP("Agent", "the program does not learn what is requested of it"),
    QT_TRANSLATE_NOOP("Agent", "%1 has changed since the program reported it"),
    QT_TRANSLATE_NOOP("Agent",
                      "%1 cannot be verified from here: Trainyard does not read what a program has reported "
                      "on another machine"),
    QT_TRANSLATE_NOOP("Agent",
                      "%1 cannot be verified: it had not been read since the program reported it; from now "
                      "on it is compared with what it is now"),
    QT_TRANSLATE_NOOP("Agent",
                      "%1 is a checkpoint of the program of %2 in a format of its own; only the program can "
                      "read it"),
    QT_TRANSLATE_NOOP("Agent",
                      "%1 belongs to the program of %2, which alone decides how long it is kept; Trainyard "
                      "never deletes it"),
    QT_TRANSLATE_NOOP("Agent",
                      "%1 runs a program whose steps Trainyard does not see; use the program's own profiler"),
    QT_TRANSLATE_NOOP("Agent",
                      "%1 runs a program whose steps and epochs Trainyard does not see; `stop %2 --after "
                      "save` sends it SIGTERM and waits for stop_grace_seconds"),
    QT_TRANSLATE_NOOP("Agent",
                      "%1 runs a program, of which there are no branches; `resume %2 --from` gives it an "
                      "earlier checkpoint, and its run file starts it again"),
    QT_TRANSLATE_NOOP("Agent", "%1 has succeeded: there is nothing to resume"),
    QT_TRANSLATE_NOOP("Agent", "start its run file again"),
    QT_TRANSLATE_NOOP("Agent", "this is the run file of a command run: start its `command` itself"),
    QT_TRANSLATE_NOOP("Agent",
                      "the program brings its own training; only one of `train` and `command` can be given"),
    QT_TRANSLATE_NOOP("Agent", "remove `train` or `command`"),
    QT_TRANSLATE_NOOP("Agent", "only a run of a `command` uses this key"),
    QT_TRANSLATE_NOOP("Agent", "the program decides this itself; Trainyard only starts it and watches it"),
    QT_TRANSLATE_NOOP("Agent", "remove the key; pass what the program needs in `command` or `env`"),
    QT_TRANSLATE_NOOP(
        "Agent",
        "\"%1\" cannot be a variable: its name is empty or has a `=`, or there is a zero byte in it"),
    QT_TRANSLATE_NOOP("Agent", "%1 was lost; attempt %2 was started %3 s later"),
    QT_TRANSLATE_NOOP("Agent", "rename the variable"),
    QT_TRANSLATE_NOOP("Agent", "write the program and each of its arguments as an entry of a list"),
    QT_TRANSLATE_NOOP("Agent", "write [%1]"),
    QT_TRANSLATE_NOOP("Agent", "the output of %1 has values of more than %2 series; the others are left out"),
    QT_TRANSLATE_NOOP("Agent",
                      "%1 has printed %2, in which `metrics` finds no value; check its formats and patterns"),
    QT_TRANSLATE_NOOP(
        "Agent",
        "the pattern cannot be used: %1; its syntax is RE2's, without look-around and back-references"),
    QT_TRANSLATE_NOOP("Agent", "correct the pattern; a group is named as in (?P<loss>[0-9.]+)"),
    QT_TRANSLATE_NOOP("Agent", "there is no file %1"),
    QT_TRANSLATE_NOOP("Agent", "%1 (%2, at last %3 at step %4)"),
    QT_TRANSLATE_NOOP("Agent", "the sample cannot be read: %1"),
    QT_TRANSLATE_NOOP("Agent", "name a file with lines that the program has printed, or remove the key"),
    QT_TRANSLATE_NOOP("Agent", "no value is found in %1 of %2"),
    QT_TRANSLATE_NOOP("Agent", "correct this entry, or the sample"),
    QT_TRANSLATE_NOOP("Agent", "found in %1: %2"),
    QT_TRANSLATE_NOOP("Agent", "no group of the pattern is named `%1`"),
    QT_TRANSLATE_NOOP("Agent", "name the group with the step (?P<%1>[0-9]+), or remove `step`"),
    QT_TRANSLATE_NOOP("Agent", "no group of the pattern has a name, so that no value would be recorded"),
    QT_TRANSLATE_NOOP("Agent", "name the group with the value, as in loss: (?P<loss>[0-9.e+-]+)"),
    QT_TRANSLATE_NOOP(
        "Agent", "only `regex` and `format: json` use this key; the other formats have steps of their own"),
    QT_TRANSLATE_NOOP(
        "Agent",
        "the output of %1 has steps that are too large to be kept exactly; their lines are left out"),
};

}  // namespace

/// Messages about command runs.
std::span<const char* const> commandWords() {
    return kCommand;
}

}  // namespace trainyard::agent_words
