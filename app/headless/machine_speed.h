// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>

#include "core/base/error.h"

namespace trainyard::headless {

/// "AMD EPYC 7B13", as the kernel names it; empty where it does not.
std::string processorName();
/// Of the last minute; 0 if the kernel does not report it.
double loadOfMachine();

/// Multiply-adds of matrices in plain C++: for comparing cores with one another, not with a library.
struct CoreSpeed {
    double one = 0;  ///< floating-point operations per second of one thread, pinned to a CPU
    double two = 0;  ///< of two at once, each pinned to its own, together; 0 with a single CPU
};
/// Takes about a second. [any]
CoreSpeed measureCores();

/// Bytes per second of a file like a checkpoint, written to `folder` and synced; it is removed. Blocks. [any]
base::Result<double> measureDisk(const std::filesystem::path& folder, const std::stop_token& stop);

}  // namespace trainyard::headless
