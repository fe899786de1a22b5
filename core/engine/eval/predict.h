// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace trainyard::engine {

/// What a checkpoint's model says of data: `request` is a file with a v1::PredictRequest as JSON, whose
/// `checkpoint` is a folder that has the run file in its state. Writes v1::PredictReply messages to stdout,
/// each after its size (a varint): progress, then the result. `data` is a source as in a run file, or
/// `{"files": [pictures]}`, for which every answer is in the result and no label is known. An error is
/// the last line of stderr (gRPC status code, id and words, apart by tabs), and the exit code.
int runPrediction(const std::filesystem::path& request);

}  // namespace trainyard::engine
