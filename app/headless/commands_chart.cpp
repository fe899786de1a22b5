// SPDX-License-Identifier: Apache-2.0
// chart: curves as a picture.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <filesystem>

#include "app/headless/commands.h"
#include "app/headless/event_json.h"
#include "app/headless/layout.h"
#include "app/headless/session.h"
#include "core/base/text.h"

namespace trainyard::headless {
namespace {

using base::Code;

base::Result<ChartRequest> requestOf(const Options& options) {
    ChartRequest request{.agent = options.agent, .runs = options.words, .tag = options.tag, .out = {}};
    TY_ASSIGN(request.out, absolutePath(options.out));
    const std::filesystem::path out = request.out;
    std::string ending = out.extension().string();
    std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return std::tolower(c); });
    if (const std::string name = out.filename().string(); name == ".png" || name == ".svg" || name == ".pdf")
        return base::fail(Code::kInvalidArgument,
                          base::say("{} is an ending alone; put a name before it, as in chart{}",
                                    base::printable(options.out), name),
                          "usage.out");
    if (ending != ".png" && ending != ".svg" && ending != ".pdf")
        return base::fail(Code::kInvalidArgument,
                          base::say("{} must end in .png, .svg or .pdf", base::printable(options.out)),
                          "usage.out");
    std::error_code error;
    if (std::filesystem::symlink_status(out, error).type() != std::filesystem::file_type::not_found)
        return base::fail(Code::kAlreadyExists,
                          base::say("{} already exists; choose another name", base::printable(request.out)),
                          "export.exists");
    const std::filesystem::path folder = out.parent_path();
    if (!std::filesystem::is_directory(folder, error))
        return base::fail(Code::kNotFound,
                          base::say("there is no folder {}", base::printable(folder.string())),
                          "export.no_folder");
    if (::access(folder.c_str(), W_OK) != 0)
        return base::fail(
            base::errnoError(errno, base::say("cannot write {}", base::printable(request.out))));
    return request;
}

int chartCommand(const Options& options, Console& console) {
    const auto request = requestOf(options);
    if (!request) return report(options, console, request.error());
    const auto painted = options.paintChart(*request);
    if (!painted) return report(options, console, painted.error());
    if (options.isJson)
        console.print(toLine({{"path", request->out}, {"tag", request->tag}, {"runs", request->runs}}));
    else
        console.print(fmt::format("{}\n", base::printable(request->out)));
    return finish(options, console);
}

}  // namespace

void addChart(CommandLine& line) {
    CLI::App* command = line.add("chart", "draw a metric of one or several runs as a picture", chartCommand);
    command->add_option("RUN", line.options().words, "the runs' ids")->required()->expected(1, -1);
    command->add_option("--tag", line.options().tag, "a tag of `metrics`, or what several measure (loss)")
        ->required();
    command->add_option("--out", line.options().out, "a new file: FILE.png, FILE.svg or FILE.pdf")
        ->required();
}

}  // namespace trainyard::headless
