// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "trainyard/v1/run_spec.pb.h"

namespace trainyard::spec {

/// A training program as far as it decides which keys of a run file mean anything.
struct ProgramKeys {
    std::string id;
    std::vector<std::string> reads;  ///< key paths that its loop reads by itself, as its manifest says
    bool isCoordinated = false;      ///< its closures make the data
};

/// Keys that the engine leaves to the program (`train.data.batch_size`), that this one does not read, and
/// that are not as by default: refused, not ignored. Of a complete spec with `train.program`. [any]
std::vector<v1::Problem> unusedKeys(const v1::RunSpec& spec, const ProgramKeys& program);

/// The keys that programs alone can give a meaning to, in the run file's order.
const std::vector<std::string>& keysLeftToPrograms();

}  // namespace trainyard::spec
