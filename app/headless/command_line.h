// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/headless/chart_request.h"
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
    bool isSending = false;          ///< to other machines, what they lack of the run
    std::vector<std::string> words;  ///< tags, a note, a name
    bool isRemoving = false;
    std::vector<std::string> paths;
    std::string to;
    bool hasStatistics = false;
    bool isAside = false;  ///< what a newer attempt has replaced
    std::string kill;      ///< what a drill kills
    std::string signal = "KILL";
    double timeoutSeconds = 60;
    bool isAll = false;          ///< include the trash
    std::string after = "save";  ///< step | epoch | save | now
    std::string tag;
    std::string kind;    ///< of metrics: images | histograms | text | hparams | pr_curves; empty: points
    std::string format;  ///< of metrics: csv | json; of export: what it writes
    std::string task;
    bool isFollowing = false;
    std::optional<int> tailLines;
    int attempt = 0;  ///< 0: the newest
    bool isPinning = false;
    int limit = 0;
    int worst = 10;
    int steps = 20;         ///< number of steps to profile
    std::string out;        ///< where to put a copy of it
    std::string target;     ///< of ssh: "me@gpu-a"
    std::string node;       ///< its name
    int unusedDays = 0;     ///< of `nodes clean`
    bool isForced = false;  ///< of `nodes remove`
    std::vector<std::string> nodes;
    bool isTestingLinks = false;
    std::string subnet;  ///< of the addresses whose links are tested
    std::string image;   ///< of the containers of `cluster kubernetes`
    std::string claim;
    int cpus = 0;
    std::string name;  ///< of the experiment that `export --to mlflow` puts the run into
    bool isDryRun = false;
    int position = 0;  ///< in the queue, from 1
    bool isRebuilding = false;
    bool isSecurity = false;
    std::string shell;      ///< bash | zsh | fish
    bool isAgreed = false;  ///< to what would be asked at a terminal
    ChartPainter paintChart;
};

/// Parses `args`, runs the command they name and returns its exit code. Usage errors: 2, with the usage on
/// stderr.
int runCommandLine(std::vector<std::string> args, Console& console, ChartPainter paintChart = {});

/// Exit code of the contract: the command was refused and nothing was changed.
inline constexpr int kExitRefused = 3;
/// Another machine cannot be reached.
inline constexpr int kExitUnreachable = 4;

/// Reports an error: as text on stderr, with --json also as {"error": {…}} on stdout. Returns the exit code.
int report(const Options& options, Console& console, const base::Error& error);
/// The exit code after printing: 0, or the error of stdout (a full disk).
int finish(const Options& options, Console& console);

}  // namespace trainyard::headless
