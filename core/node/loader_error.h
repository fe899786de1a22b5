// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace trainyard::node {

/// With which the dynamic loader ends a program that it cannot load, and a shell one that it cannot start.
inline constexpr int kNotLoaded = 127;

/// What the dynamic loader says of it in what was printed (ld.so(8)), without the program's name: "error
/// while loading shared libraries: libtorch_cpu.so: cannot open shared object file: …". Empty: nothing.
std::string loaderErrorIn(std::string_view printed);

}  // namespace trainyard::node
