// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/headless/command_line.h"

namespace trainyard::headless {

/// `metrics RUN --kind …`: what the run has logged beside scalars; with `--out`, images as files, too.
int mediaCommand(const Options& options, Console& console);

}  // namespace trainyard::headless
