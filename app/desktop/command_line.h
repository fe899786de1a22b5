// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace trainyard::desktop {

inline constexpr int kUsageExit = 2;

/// What a `trainyard …` command line asks for.
struct CommandLine {
    enum class What { kWindow, kHeadless, kPrint, kUsageError };
    What what = What::kWindow;
    std::vector<std::string> rest;  ///< for kHeadless: everything after --headless
    std::string runFile;            ///< for kWindow: may be empty
    std::string agent;              ///< --agent; may be empty
    std::string text;               ///< for kPrint and kUsageError
};

/// `arguments` without the program's name. Needs no Qt, so that --headless works where there is no display.
CommandLine parseCommandLine(const std::vector<std::string>& arguments);

}  // namespace trainyard::desktop
