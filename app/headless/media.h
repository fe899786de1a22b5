// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>

#include "app/headless/command_line.h"
#include "core/base/error.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::headless {

/// A misspelt `--tag` must be distinguishable from one without values so far: `tags` are those for which the
/// run has any `what`. Which ones a run that continues will have is not known: they are only printed.
base::Status checkTag(const Options& options, const v1::RunSummary& run, const std::string& what,
                      const std::set<std::string>& tags, Console& console);

/// `metrics RUN --kind …`: what the run has logged beside scalars; with `--out`, images as files, too.
int mediaCommand(const Options& options, Console& console);

}  // namespace trainyard::headless
