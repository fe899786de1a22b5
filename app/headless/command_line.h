// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "app/headless/console.h"

namespace trainyard::headless {

/// What the command line asks for.
struct Options {
    std::string agent;  ///< --agent; empty: this user's own agent
    bool isJson = false;
    std::string run;
    std::string file;
    std::vector<std::string> set;
    std::string from;  ///< a checkpoint: path, name or step
    bool isDetached = false;
    std::vector<std::string> words;  ///< tags, a note, a name
    bool isRemoving = false;
    std::vector<std::string> paths;
    std::string to;
    bool hasStatistics = false;
    std::string kill;  ///< what a drill kills
    std::string signal = "KILL";
    double timeoutSeconds = 60;
    bool isAll = false;          ///< include the trash
    std::string after = "save";  ///< step | epoch | save | now
    std::string tag;
    std::string format = "csv";  ///< csv | json
    std::string task;
    bool isFollowing = false;
    int tailLines = 0;
    int attempt = 0;
    bool isPinning = false;
    int limit = 0;
    int worst = 10;
    int steps = 20;      ///< number of steps to profile
    std::string out;     ///< where to put a copy of it
    std::string target;  ///< of ssh: "me@gpu-a"
    std::string node;    ///< its name
    std::vector<std::string> nodes;
    bool isRebuilding = false;
    bool isSecurity = false;
};

/// Parses `args`, runs the command they name and returns its exit code. Usage errors: 2, with the usage on
/// stderr.
int runCommandLine(std::vector<std::string> args, Console& console);

// ---- The commands, by the file they stand in
// ---------------------------------------------------------------------
int runCommand(const Options& options, Console& console);  // commands_run.cpp
int resumeCommand(const Options& options, Console& console);
int pauseCommand(const Options& options, Console& console);  // commands_change.cpp
int changeCommand(const Options& options, Console& console);
int branchCommand(const Options& options, Console& console);
int preflightCommand(const Options& options, Console& console);  // commands_preflight.cpp
int watchCommand(const Options& options, Console& console);
int stopCommand(const Options& options, Console& console);
int runsCommand(const Options& options, Console& console);  // commands_runs.cpp
int showCommand(const Options& options, Console& console);
int metricsCommand(const Options& options, Console& console);  // commands_series.cpp
int logsCommand(const Options& options, Console& console);
int tagCommand(const Options& options, Console& console);  // commands_edit.cpp
int noteCommand(const Options& options, Console& console);
int renameCommand(const Options& options, Console& console);
int trashCommand(const Options& options, Console& console);
int drillCommand(const Options& options, Console& console);
int checkpointsCommand(const Options& options, Console& console);  // commands_checkpoints.cpp
int checkpointShowCommand(const Options& options, Console& console);
int checkpointVerifyCommand(const Options& options, Console& console);
int checkpointDiffCommand(const Options& options, Console& console);
int checkpointExportCommand(const Options& options, Console& console);
int checkpointPinCommand(const Options& options, Console& console);
int checkpointUnpinCommand(const Options& options, Console& console);
int checkpointDeleteCommand(const Options& options, Console& console);
int predictCommand(const Options& options, Console& console);  // commands_predict.cpp
int importLogsCommand(const Options& options, Console& console);
int profileCommand(const Options& options, Console& console);  // commands_profile.cpp
int stacksCommand(const Options& options, Console& console);   // commands_stacks.cpp
int nodesCommand(const Options& options, Console& console);    // commands_nodes.cpp
int addNodeCommand(const Options& options, Console& console);
int prepareNodeCommand(const Options& options, Console& console);
int checkNodesCommand(const Options& options, Console& console);
int removeNodeCommand(const Options& options, Console& console);
int lintCommand(const Options& options, Console& console);  // commands_cluster.cpp
int tfConfigCommand(const Options& options, Console& console);
int importCommand(const Options& options, Console& console);
int pluginsCommand(const Options& options, Console& console);      // commands_spec.cpp
int agentStatusCommand(const Options& options, Console& console);  // commands_agent.cpp
int agentStopCommand(const Options& options, Console& console);
int doctorCommand(const Options& options, Console& console);  // commands_doctor.cpp

/// Exit code of the contract: the command was refused and nothing was changed.
inline constexpr int kExitRefused = 3;
/// Another machine cannot be reached.
inline constexpr int kExitUnreachable = 4;

/// Reports an error: as text on stderr, with --json also as {"error": {…}} on stdout. Returns the exit code.
int report(const Options& options, Console& console, const base::Error& error);
/// The exit code after printing: 0, or the error of stdout (a full disk).
int finish(const Options& options, Console& console);

}  // namespace trainyard::headless
