// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "app/headless/command_line.h"
#include "core/spec/run/run_spec.h"
#include "core/spec/sweep/sweep.h"

namespace trainyard::headless {

/// options.file with the options' --set, checked against the strategies this program can see.
base::Result<spec::LoadedSpec> loadSpec(const Options& options, Console& console);
/// options.file as a sweep, with the run file of each of its runs checked.
spec::LoadedSweep loadSweep(const Options& options, Console& console);
/// A stored run's spec with the options' --set, checked the same way.
base::Result<spec::LoadedSpec> loadSpecOf(const v1::RunSpec& spec, const Options& options, Console& console);
/// "file:3: train.epochs: error: …", one per line, with the fix where there is one.
std::string problemText(const v1::Problem& problem);
bool isError(const v1::Problem& problem);
/// Refuses the request: prints the problems on stderr, with --json one error object on stdout. `outcome`
/// states the result: "nothing was started". Returns exit code 3.
int reportProblems(const Options& options, Console& console, const std::string& file,
                   const std::vector<v1::Problem>& problems, const char* outcome);

}  // namespace trainyard::headless
