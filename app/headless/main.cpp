// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <filesystem>

#include "app/headless/headless.h"

namespace {

using namespace trainyard;

/// The program with the window has Qt, and the same commands: it takes over.
base::Status continueAsTrainyard(std::vector<std::string> args) {
    std::error_code error;
    const std::string program =
        (std::filesystem::read_symlink("/proc/self/exe", error).parent_path() / "trainyard").string();
    args.insert(args.begin(), {program, "--headless"});
    std::vector<char*> pointers;
    for (std::string& arg : args) pointers.push_back(arg.data());
    pointers.push_back(nullptr);
    ::execv(program.c_str(), pointers.data());
    return base::fail(base::Code::kRefused,
                      base::say("charts are drawn by the program with the window, and there is no {}; "
                                "`export --to html` draws them in a page",
                                program),
                      "chart.no_painter");
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<std::string> args(argv + 1, argv + argc);
    // `trainyard-headless --headless run …` is the same as `trainyard --headless run …`.
    if (!args.empty() && args.front() == "--headless") args.erase(args.begin());
    return headless::runHeadless(args,
                                 [args](const headless::ChartRequest&) { return continueAsTrainyard(args); });
}
