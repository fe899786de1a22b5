// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "core/base/error.h"

namespace trainyard::plugin {

/// The whole of a TorchScript file: its bytes are what was hashed, whatever happens to the file later.
struct ScriptFile {
    std::string bytes;
    std::string sha256;
};

/// Reads a file that is to be trusted: a regular one of at most 1 GiB that torch.jit.save() has written to
/// its end ("torchscript.file"). Runs and unpickles nothing. Blocks. [any]
base::Result<ScriptFile> readScript(const std::filesystem::path& file);

/// The same, if the user trusts these very bytes (ADR 129). "torchscript.changed" with both hashes for
/// another file at a path that was trusted, "torchscript.not_trusted" for any other. Blocks. [any]
base::Result<ScriptFile> readTrustedScript(const std::filesystem::path& file);

}  // namespace trainyard::plugin
