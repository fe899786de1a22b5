// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/node/node.h"

namespace trainyard::agent {

/// What <home>/nodes.json has: the other machines of a home.
struct NodeFile {
    struct Node {
        std::string name, target;
    };
    std::string home;  ///< with the name of a node: what that machine knows this home by
    std::uint64_t generation = 0;
    std::vector<Node> nodes;
    /// Attempts whose tasks may still run on machines that were abandoned, by the names that these had.
    std::map<std::string, std::vector<node::AttemptId>> abandoned = {};
};

inline constexpr const char* kDamagedNodes = "nodes.damaged";

/// kNotFound if there is none; kDataLoss, kDamagedNodes if it is not what writeNodeFile() writes. Blocks.
base::Result<NodeFile> readNodeFile(const std::filesystem::path& path);
/// Blocks.
base::Status writeNodeFile(const std::filesystem::path& path, const NodeFile& file);
/// Renames a damaged one to a name of its own, which is returned. Blocks.
base::Result<std::filesystem::path> setNodeFileAside(const std::filesystem::path& path);

/// kInvalidArgument "node.bad_name"
base::Status checkNodeName(const std::string& name);

}  // namespace trainyard::agent
