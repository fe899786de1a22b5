// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace trainyard::node {

/// The name of a function as people say it, out of the demangled one: without arguments, template arguments,
/// return type, ABI tags and symbol versions. The wrappers in which std calls a lambda become the lambda:
/// "Trainer::trainStep::{lambda#1}". Any text is taken; one that is no C++ name comes back as it is.
std::string functionName(std::string_view demangled);

/// Without the namespaces that all of our own code is in: "SegmentReduction::waitForAll". Takes what
/// functionName() gives.
std::string briefName(std::string_view function);

}  // namespace trainyard::node
