// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "trainyard/v1/common.pb.h"
#include "trainyard/v1/run_spec.pb.h"

namespace trainyard::spec {

/// The properties of a training program that decide which keys of a run file have a meaning.
struct ProgramKeys {
    std::string id;
    std::vector<std::string> reads;  ///< key paths that its loop reads itself, according to its manifest
    bool isCoordinated = false;      ///< its closures create the data
};

/// Keys that the engine leaves to the program (`train.data.batch_size`), that this one does not read, and
/// that do not have their default value: refused, not ignored. For a complete spec with `train.program`.
/// [any]
std::vector<v1::Problem> unusedKeys(const v1::RunSpec& spec, const ProgramKeys& program);

}  // namespace trainyard::spec
