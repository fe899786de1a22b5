// SPDX-License-Identifier: Apache-2.0
// profile: the next steps of a run on one timeline.
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/headless/commands.h"
#include "app/headless/event_json.h"
#include "app/headless/number_range.h"
#include "app/headless/problems.h"
#include "app/headless/session.h"
#include "core/base/counted.h"
#include "core/base/file.h"
#include "core/base/text.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::headless {
namespace {

using base::printable;
namespace fs = std::filesystem;

/// Checked before any request to the run: otherwise its steps would be profiled for nothing.
base::Status checkTarget(const fs::path& file) {
    std::error_code error;
    TY_ASSIGN(const fs::path whole, base::absolutePath(file));
    const fs::path folder = whole.parent_path();
    if (!fs::is_directory(folder, error))
        return base::fail(base::Code::kInvalidArgument,
                          base::say("--out {}: there is no folder {}", printable(file.string()),
                                    printable(folder.string())),
                          "usage.out");
    if (fs::is_directory(file, error))
        return base::fail(base::Code::kInvalidArgument,
                          base::say("--out {} is a folder; name a file", printable(file.string())),
                          "usage.out");
    if (fs::symlink_status(file, error).type() != fs::file_type::not_found)
        return base::fail(base::Code::kAlreadyExists,
                          base::say("--out {} already exists; choose another name", printable(file.string())),
                          "export.exists");
    return {};
}

base::Result<fs::path> copyTo(const fs::path& from, const fs::path& to) {
    std::error_code error;
    fs::copy_file(from, to, error);  // which replaces nothing
    if (error)
        return base::fail(base::errnoError(
            error.value(),
            base::say("the profile is at {}, but cannot be copied to {}", from.string(), to.string())));
    return base::absolutePath(to);
}

int profileCommand(const Options& options, Console& console) {
    if (!options.out.empty())
        if (const base::Status fits = checkTarget(options.out); !fits)
            return report(options, console, fits.error());
    if (!options.out.empty() && isElsewhere(options))
        return report(options, console,
                      {base::Code::kInvalidArgument,
                       base::say("--out copies a file of the agent's machine, and with --agent {} that is "
                                 "another one; leave --out out, and copy the printed path with scp",
                                 printable(options.agent)),
                       "usage.out"});
    const auto session = Session::open(options.agent);
    if (!session) return report(options, console, session.error());
    v1::ProfileRunRequest request;
    request.set_run(options.run);
    request.set_steps(options.steps);
    const auto reply = (*session)->client()->profileRun(request);
    if (!reply) return report(options, console, reply.error());
    base::Result<fs::path> path = fs::path(reply->path());
    if (!options.out.empty()) path = copyTo(*path, options.out);
    if (!path) return report(options, console, path.error());
    if (options.isJson) {
        console.print(toLine({{"run", options.run},
                              {"path", path->string()},
                              {"from_step", reply->from_step()},
                              {"steps", options.steps},
                              {"tasks", reply->tasks()}}));
        return finish(options, console);
    }
    console.print(
        fmt::format("{} of {} from step {} on: {}\nIt opens in https://ui.perfetto.dev and "
                    "chrome://tracing.\n",
                    base::counted(options.steps, "step"), base::counted(reply->tasks(), "task"),
                    reply->from_step() + 1, printable(path->string())));
    return finish(options, console);
}

}  // namespace

void addProfile(CommandLine& line) {
    CLI::App* profile =
        line.addOnRun("profile", "record a Chrome/Perfetto trace of a run's next steps", profileCommand);
    profile->add_option("--steps", line.options().steps, "how many")
        ->check(wholeFrom(1, 1000))
        ->capture_default_str();
    profile->add_option("--out", line.options().out, "copy the trace to this new file");
}

}  // namespace trainyard::headless
