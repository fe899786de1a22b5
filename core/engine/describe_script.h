// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace trainyard::engine {

/// Loads the TorchScript module `file` for samples of shape `sample` ("1,28,28"), in a process of its own,
/// and writes one line of JSON to stdout: spec::ScriptFacts, or {"error": {"code", "id", "message"}}. The
/// exit code is 0 in both cases.
int describeScript(const std::string& file, const std::string& sample);

}  // namespace trainyard::engine
