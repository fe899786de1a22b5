// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "core/spec/run/run_spec.h"

namespace trainyard::data {

/// The variable of a task that names the gzip file which it reads before its first step.
inline constexpr const char* kUnpackVariable = "TRAINYARD_UNPACK";

/// The file of a source whose unpacking takes most of the time to open it; empty if there is none, or if it
/// cannot be opened. Blocks briefly. [any]
std::filesystem::path packedFile(const spec::Choice& source);

/// An entry of .preinit_array of a program that loads libtorch: unpacks the file of kUnpackVariable on a
/// thread of its own while that library is initialized, which takes about as long. Whatever fails leaves it
/// to takeUnpacked() to have nothing.
void unpackAhead(int argc, char** argv, char** environment);
/// The same for `file`, whose text must outlive the process' reading. One file at a time: others are ignored.
void startUnpacking(const char* file);
/// The contents of `file` if it was unpacked ahead and is still the same file; empty: read it as if nothing
/// had been done, which says what is wrong with it. Gives them once. Waits for the thread. [any]
std::vector<std::uint8_t> takeUnpacked(const std::filesystem::path& file);

}  // namespace trainyard::data
