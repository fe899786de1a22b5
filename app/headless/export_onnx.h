// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/headless/command_line.h"
#include "app/headless/console.h"

namespace trainyard::headless {

/// export RUN|CKPT|MODEL --to onnx PATH: the model of a run's newest checkpoint, of a checkpoint or of a
/// saved model, as one file. The files are read and written here.
int exportOnnx(const Options& options, Console& console);

}  // namespace trainyard::headless
