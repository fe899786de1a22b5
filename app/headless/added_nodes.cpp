// SPDX-License-Identifier: Apache-2.0
#include "app/headless/added_nodes.h"

#include <filesystem>
#include <system_error>

#include "core/base/file.h"
#include "core/base/json.h"

namespace trainyard::headless {
namespace {

std::string memberText(const nlohmann::json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string("?");
}

}  // namespace

base::Result<std::vector<AddedNode>> addedNodes(const base::Home& home) {
    const std::filesystem::path file = home.root() / "nodes.json";
    std::vector<AddedNode> nodes;
    std::error_code error;
    if (!std::filesystem::exists(file, error)) return nodes;
    TY_ASSIGN(const std::string text, base::readFile(file));
    TY_ASSIGN(const auto tree, base::parseJson(text, base::Words::plain(file.string())));
    for (const auto& node : tree.is_object() ? tree.value("nodes", nlohmann::json()) : nlohmann::json())
        if (node.is_object()) nodes.push_back({memberText(node, "name"), memberText(node, "target")});
    return nodes;
}

}  // namespace trainyard::headless
