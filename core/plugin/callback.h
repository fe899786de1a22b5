// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/base/error.h"
#include "core/plugin/catalog.h"
#include "core/spec/lint/callback_lint.h"

namespace trainyard::plugin {

/// One entry of `train.callbacks`, with complete options.
struct ChosenCallback {
    spec::CallbackEntry entry;
    const Manifest* manifest = nullptr;  ///< owned by the catalog; null: built in
};

/// The manifest of an entry's plugin; null if it is built in, or not in the catalog. [any]
const Manifest* callbackManifest(const spec::CallbackEntry& entry, const Catalog& catalog);
/// For a linted spec, in the run file's order. kNotFound (id "callback.not_found"): not in the catalog;
/// kRefused: its schema rejects the options (id "callback.options"), or the strategy cannot
/// run its closures ("callback.not_coordinated"). Opens no library. [any]
base::Result<std::vector<ChosenCallback>> callbacksOf(const v1::RunSpec& spec, const Catalog& catalog);
/// All problems that callbacksOf() finds, each with its key ("train.callbacks[0].my_callback.rate"). [any]
std::vector<v1::Problem> callbackProblems(const v1::RunSpec& spec, const Catalog& catalog);

}  // namespace trainyard::plugin
