// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "app/headless/command_line.h"
#include "app/headless/console.h"

namespace trainyard::headless {

/// Whether `export --to FORMAT` writes a model: onnx, pytorch, keras.
bool isModelFormat(std::string_view format);

/// export RUN|CKPT|MODEL --to onnx|pytorch|keras PATH: the model of a run's newest checkpoint, of a
/// checkpoint or of a saved model, or its weights, as one file. The files are read and written here.
int exportModel(const Options& options, Console& console);

/// checkpoint convert FILE --from pytorch|keras --for RUN|CKPT|MODEL|RUNFILE --to NEW: weights of such a file
/// as initial weights of that model.
int convertWeights(const Options& options, Console& console);

}  // namespace trainyard::headless
