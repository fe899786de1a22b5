// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "core/base/error.h"
#include "core/plugin/catalog.h"
#include "trainyard/v1/run_spec.pb.h"

namespace trainyard::plugin {

/// The program that `train.program` names, and its options completed by its manifest's schema.
struct Program {
    const Manifest* manifest = nullptr;  ///< the catalog's
    nlohmann::json options;
};

/// The manifest of the program that a spec names; null: the catalog has none of that name. [any]
const Manifest* programManifest(const v1::RunSpec& spec, const Catalog& catalog);
/// Of a linted spec that has one. kNotFound (id "program.not_found"): the catalog has no such program;
/// kRefused: its schema does not take the options (id "program.options"), or it does not use a key that is
/// set ("program.unused_key"). Opens no library. [any]
base::Result<Program> programOf(const v1::RunSpec& spec, const Catalog& catalog);
/// All that programOf() finds wrong, each at its key ("train.program.options.rate"); empty: nothing. [any]
std::vector<v1::Problem> programProblems(const v1::RunSpec& spec, const Catalog& catalog);

}  // namespace trainyard::plugin
