// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/spec/run/run_spec.h"

/// Values of `preprocessing` that are computed from the training data where an entry lacks them:
/// vocabularies, means, boundaries (`x-adapted` in the schema). The spec that a checkpoint is saved with has
/// them.
namespace trainyard::spec {

/// Whether an entry of `preprocessing` lacks such values. `entry` need not have been checked.
bool needsAdapting(const nlohmann::json& entry);
/// Whether one of the training data does.
bool needsAdapting(const v1::RunSpec& spec);

/// `preprocessing` of a data source: a list, which is empty without the key.
nlohmann::json preprocessingOf(const Choice& source);
/// `spec` with these entries for its training data.
v1::RunSpec withPreprocessing(v1::RunSpec spec, nlohmann::json entries);

/// `spec` with the values of `saved`, the spec of a checkpoint, in those entries of its training data that
/// are the same but for them. `saved` may be anybody's.
v1::RunSpec withSavedValues(const v1::RunSpec& spec, const nlohmann::json& saved);

/// The values of `saved`, a line per entry that lacks none: "town: string_lookup, vocabulary (3): red, green,
/// blue"; of a layer that is not adapted, its options. At most about `mostBytes` of each value. `saved` may
/// be anybody's.
std::vector<std::string> valuesIn(const nlohmann::json& saved, std::size_t mostBytes);

/// Refuses entries of validation data that lack values: only the training data is adapted to.
/// `tree` is a complete run file.
std::vector<v1::Problem> lintAdapting(const nlohmann::json& tree);

}  // namespace trainyard::spec
