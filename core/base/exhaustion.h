// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <exception>
#include <string>

#include "core/base/error.h"

namespace trainyard::base {

/// The least address space for the agent and for a worker. Measured: the agent of a small run takes 1.16 GB,
/// mostly reserved for the stacks and heaps of its threads; two workers that share a step fail at 1.2 GB and
/// train at 1.5 GB.
inline constexpr std::int64_t kLeastAddressSpace = 1'500'000'000;

/// kResourceExhausted ("memory.limit") if RLIMIT_AS allows `program` less than that. Without this check it
/// would end somewhere inside gRPC or libtorch, which abort. [any]
Status checkAddressSpace(const std::string& program);
/// What an agent with one small run opens, and room for another. Below it, whatever is opened next fails, and
/// reports only that its file could not be opened.
inline constexpr std::uint64_t kLeastOpenFiles = 128;
/// Raises the soft limit of open files to that where it is lower. kResourceExhausted ("files.limit") if the
/// hard limit is. [any]
Status allowOpenFiles(const std::string& program);
/// As checkAddressSpace(), for a program whose libraries may abort before main(), as libtorch does: an entry
/// of its .preinit_array. Ends the process with exit code 1; allocates nothing.
void demandAddressSpace(int argc, char** argv, char** environment);

/// Whether memory ran out, or what a new thread needs.
bool isExhaustion(const std::exception& thrown);
/// An uncaught exception of that kind, on any thread, ends `program` with a sentence and exit code 1 instead
/// of SIGABRT. `program` must live as long as the process.
void reportExhaustion(const char* program);

}  // namespace trainyard::base
