// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace trainyard::base {

/// The one spelling of a path that other names are made from ("model" → ".model.new"): lexically normal, with
/// no slash at its end. Follows no links. [any]
inline std::filesystem::path plainPath(const std::filesystem::path& path) {
    std::filesystem::path plain = path.lexically_normal();
    if (!plain.has_relative_path()) return plain.empty() ? plain : "/";
    return plain.has_filename() ? plain : plain.parent_path();
}

}  // namespace trainyard::base
