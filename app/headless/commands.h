// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <array>
#include <functional>
#include <utility>

#include "app/headless/command_line.h"

namespace trainyard::headless {

/// The positional whose last value is a path, and whose others are runs.
inline constexpr const char* kRunsAndPath = "RUN… PATH";

/// The command line while it is put together. Each file of commands adds its own, with their options and what
/// `--help` says of them.
class CommandLine {
  public:
    using Command = std::function<int(const Options& options, Console& console)>;

    CommandLine(Console& console, const char* description, const char* program)
        : console_(console), app_(description, program) {}

    /// What the commands' options fill.
    Options& options() { return options_; }
    /// The parser of all commands.
    CLI::App& app() { return app_; }

    CLI::App* add(CLI::App& parent, const char* name, const char* help, Command command);
    CLI::App* add(const char* name, const char* help, Command command) {
        return add(app_, name, help, std::move(command));
    }
    /// A command about a run, whose id is its first argument.
    CLI::App* addOnRun(const char* name, const char* help, Command command);
    /// A word that takes one of several commands.
    CLI::App* addGroup(const char* name, const char* help);
    /// An option without a value: `--detach=7` is a usage error.
    static CLI::Option* addSwitch(CLI::App* command, const char* name, bool& isOn, const char* help);

  protected:
    Console& console_;
    Options options_;
    bool wantsJson_ = false;
    CLI::App app_;
    std::function<int()> chosen_;
};

// One function for each commands_*.cpp, in the order of `--help`.
void addRunCommands(CommandLine& line);
void addChangeCommands(CommandLine& line);
void addSweepCommands(CommandLine& line);
void addPreflight(CommandLine& line);
void addReadingCommands(CommandLine& line);
void addSeriesCommands(CommandLine& line);
void addEditingCommands(CommandLine& line);
void addCheckpointCommands(CommandLine& line);
void addPredict(CommandLine& line);
void addProfile(CommandLine& line);
void addStacks(CommandLine& line);
void addImport(CommandLine& line);
void addExport(CommandLine& line);
void addChart(CommandLine& line);
void addClusterCommands(CommandLine& line);
void addDataCommands(CommandLine& line);
void addPlugins(CommandLine& line);
void addNodeCommands(CommandLine& line);
void addAgentCommands(CommandLine& line);
void addDoctor(CommandLine& line);
void addBench(CommandLine& line);
void addCompletion(CommandLine& line);
inline constexpr std::array kCommands{
    &addRunCommands,     &addChangeCommands, &addSweepCommands,   &addPreflight,
    &addReadingCommands, &addSeriesCommands, &addEditingCommands, &addCheckpointCommands,
    &addPredict,         &addProfile,        &addStacks,          &addImport,
    &addExport,          &addChart,          &addClusterCommands, &addDataCommands,
    &addPlugins,         &addNodeCommands,   &addAgentCommands,   &addDoctor,
    &addBench,           &addCompletion};

}  // namespace trainyard::headless
