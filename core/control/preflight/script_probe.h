// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "core/base/error.h"
#include "core/spec/model/script_plan.h"

namespace trainyard::control {

/// What `worker` finds in a TorchScript module, for samples of shape `input`: it loads the module in a
/// process of its own, which this one never does (ADR 129). Refuses a file that is not trusted before that.
/// Answers are kept by the file's hash. Blocks, for seconds. [any]
base::Result<spec::ScriptFacts> probeScript(const std::filesystem::path& worker,
                                            const std::filesystem::path& file, const spec::Shape& input);

}  // namespace trainyard::control
