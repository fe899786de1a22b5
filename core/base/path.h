// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace trainyard::base {

/// The one spelling of a path that other names are made from ("model" → ".model.new"): lexically normal, with
/// no slash at its end. Follows no links. [any]
inline std::filesystem::path plainPath(const std::filesystem::path& path) {
    std::filesystem::path plain = path.lexically_normal();
    if (!plain.has_relative_path()) return plain.empty() ? plain : "/";
    return plain.has_filename() ? plain : plain.parent_path();
}

/// A file or folder of another machine, written as scp writes it: "gpu-box:/home/u/model".
struct RemotePath {
    std::string node, path;
    std::string text() const { return node + ":" + path; }
};
/// Nothing: a path of this machine. A relative one that begins so is written "./a:/b".
inline std::optional<RemotePath> remotePathOf(std::string_view text) {
    const auto colon = text.find(":/");
    if (colon == 0 || colon == text.npos || text.substr(0, colon).find('/') != text.npos) return std::nullopt;
    return RemotePath{std::string(text.substr(0, colon)), std::string(text.substr(colon + 1))};
}

}  // namespace trainyard::base
