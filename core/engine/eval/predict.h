// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace trainyard::engine {

/// Evaluates a checkpoint's model on data: `request` is a file with a v1::PredictRequest as JSON, whose
/// `checkpoint` is a folder with the run file in its state. Writes v1::PredictReply messages to stdout, each
/// preceded by its size (a varint): progress, then the result. `data` is a source as in a run file, or
/// `{"files": [pictures]}`, for which the result contains every prediction and no label is known. An error is
/// the last line of stderr (gRPC status code, id and message, tab-separated), and the exit code.
int runPrediction(const std::filesystem::path& request);

}  // namespace trainyard::engine
