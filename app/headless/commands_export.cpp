// SPDX-License-Identifier: Apache-2.0
// export: what a run has recorded, in formats that other programs read.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/headless/commands.h"
#include "app/headless/event_json.h"
#include "app/headless/export_model.h"
#include "app/headless/hand_cluster.h"
#include "app/headless/layout.h"
#include "app/headless/session.h"
#include "app/headless/signals.h"
#include "core/base/text.h"
#include "core/export/run_export.h"

namespace trainyard::headless {
namespace {

using base::printable;

constexpr const char* kMlflow = "mlflow";
constexpr const char* kDefaultExperiment = "Trainyard";

void printWritten(const exports::Request& wanted, const exports::Written& written, const Options& options,
                  Console& console) {
    if (options.isJson) {
        Json json = {{"path", written.place}, {"format", wanted.format}, {"runs", wanted.runs}};
        if (written.points) json["points"] = *written.points;
        return console.print(toLine(json));
    }
    const std::string count =
        written.points ? fmt::format("  {} points", thousands(static_cast<double>(*written.points))) : "";
    console.print(fmt::format("{}{}\n", printable(written.place), count));
}

base::Result<exports::Request> wantedBy(const Options& options) {
    exports::Request wanted{.runs = options.words, .format = options.format, .path = {}};
    const std::string place = wanted.runs.back();
    wanted.runs.pop_back();
    if (wanted.format == kMlflow) {
        wanted.server = place;
        wanted.experiment = options.name.empty() ? kDefaultExperiment : options.name;
        return wanted;
    }
    TY_ASSIGN(wanted.path, absolutePath(place));
    return wanted;
}

/// What is given for another format would be without effect.
base::Status checkFormatOptions(const Options& options) {
    struct FormatOption {
        std::string name;
        bool isGiven;
        std::vector<std::string> formats;
    };
    const std::array all{FormatOption{"image", !options.image.empty(), {"kubernetes"}},
                         FormatOption{"claim", !options.claim.empty(), {"kubernetes"}},
                         FormatOption{"cpus", options.cpus > 0, {"kubernetes", "slurm"}},
                         FormatOption{"experiment", !options.name.empty(), {kMlflow}}};
    for (const FormatOption& one : all) {
        if (!one.isGiven || std::ranges::find(one.formats, options.format) != one.formats.end()) continue;
        return base::fail(base::Code::kInvalidArgument,
                          base::say("--{} is for `--to {}`, not for {}; leave it out", one.name,
                                    fmt::join(one.formats, "` and `--to "), options.format),
                          "usage." + one.name);
    }
    return {};
}

int exportCommand(const Options& options, Console& console) {
    if (const auto checked = checkFormatOptions(options); !checked)
        return report(options, console, checked.error());
    if (isModelFormat(options.format)) return exportModel(options, console);
    if (isLaunchFormat(options.format)) return exportLaunch(options, console);
    auto wanted = wantedBy(options);
    if (!wanted) return report(options, console, wanted.error());
    const auto interrupt = Interrupt::watch();
    if (!interrupt) return report(options, console, interrupt.error());
    const auto session = Session::open(options.agent);
    if (!session) return report(options, console, session.error());
    const auto written = exports::exportRuns(*(*session)->client(), *wanted, (*interrupt)->token());
    if (!written && (*interrupt)->hasCome()) {
        console.printError(
            fmt::format("trainyard: interrupted; nothing is at {}\n", printable(options.words.back())));
        return (*interrupt)->exitCode();
    }
    if (!written) return report(options, console, written.error());
    printWritten(*wanted, *written, options, console);
    return finish(options, console);
}

}  // namespace

void addExport(CommandLine& line) {
    CLI::App* command = line.add("export", "export a run's data for other programs", exportCommand);
    command
        ->add_option(kRunsAndPath, line.options().words,
                     "the run's id, and a file or folder that does not exist yet, or for mlflow the server's "
                     "address; for "
                     "html several runs are compared")
        ->required()
        ->expected(2, -1);
    command
        ->add_option(
            "--to", line.options().format,
            "csv (a file), npy (a folder), tensorboard (a folder of event files), html (one page: curves, "
            "run file, events), onnx, pytorch or keras (the model of the newest checkpoint, or of one that "
            "is "
            "named, as a file: all of it, or its weights in that framework's layout), "
            "mlflow (a run on an MLflow server); or, of a run or a run file, what starts it without an "
            "agent: "
            "torchrun or slurm (a script), kubernetes (manifests)")
        ->required()
        ->check(CLI::IsMember({"csv", "npy", "tensorboard", "html", "mlflow", "onnx", "pytorch", "keras",
                               "torchrun", "slurm", "kubernetes"}));
    addKubernetesOptions(command, line.options(),
                         "for kubernetes and slurm: CPU cores of each pod, or of each task");
    command->add_option("--experiment", line.options().name, "for mlflow: the experiment's name (Trainyard)");
}

}  // namespace trainyard::headless
