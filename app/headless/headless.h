// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "app/headless/chart_request.h"

namespace trainyard::headless {

/// The batch commands: `args` are the arguments after the program's name and `--headless` ("run",
/// "file.yaml", "--json" …). Needs no display; prints on stdout and stderr and returns the exit code of the
/// contract. Call it from main() before any thread is started: it blocks SIGINT and SIGTERM in the threads it
/// starts, and ignores SIGPIPE.
/// `paintChart` does what `chart` asks for, since nothing here can paint.
int runHeadless(std::vector<std::string> args, ChartPainter paintChart);

}  // namespace trainyard::headless
