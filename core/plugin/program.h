// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/plugin/catalog.h"
#include "trainyard/v1/run_spec.pb.h"

namespace trainyard::plugin {

/// The program named by `train.program`, and its options completed by its manifest's schema.
struct Program {
    const Manifest* manifest = nullptr;  ///< owned by the catalog
    nlohmann::json options;
};

/// The manifest of the program that a spec names; null if it is not in the catalog. [any]
const Manifest* programManifest(const v1::RunSpec& spec, const Catalog& catalog);
/// For a linted spec with a program. kNotFound (id "program.not_found"): not in the catalog; kRefused: its
/// schema rejects the options (id "program.options"), or it does not use a key that is set
/// ("program.unused_key"). Opens no library. [any]
base::Result<Program> programOf(const v1::RunSpec& spec, const Catalog& catalog);
/// Why a run of such a program can have no evaluator.
base::Words noEvaluation(const Manifest& manifest);
/// All problems that programOf() finds, each with its key ("train.program.options.rate"); empty: none. [any]
std::vector<v1::Problem> programProblems(const v1::RunSpec& spec, const Catalog& catalog);

}  // namespace trainyard::plugin
