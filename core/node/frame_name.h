// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace trainyard::node {

/// The readable name of a function, from its demangled name: without arguments, template arguments, return
/// type, ABI tags and symbol versions. std wrappers that call a lambda are replaced by the lambda:
/// "Trainer::trainStep::{lambda#1}". Accepts any text; one that is not a C++ name is returned unchanged.
std::string functionName(std::string_view demangled);

/// Without the namespaces that contain all of our own code: "SegmentReduction::waitForAll". Expects the
/// result of functionName().
std::string briefName(std::string_view function);

}  // namespace trainyard::node
