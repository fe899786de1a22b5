// SPDX-License-Identifier: Apache-2.0
#include "core/agent/node_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

#include "core/base/file.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/base/time.h"
#include "core/checkpoint/folder.h"
#include "core/node/remote/ssh_address.h"

namespace trainyard::agent {
namespace {

namespace fs = std::filesystem;
using base::Code;

constexpr std::size_t kLongestNodeName = 63;

base::Error damaged(const fs::path& path, const base::Words& why) {
    return {Code::kDataLoss, base::say("{} is damaged ({})", base::printable(path.string()), why),
            kDamagedNodes};
}

/// The members of the file, or an exception of the JSON library.
NodeFile fromJson(const nlohmann::json& tree) {
    NodeFile file;
    for (const auto& node : tree.at("nodes")) file.nodes.push_back({node.at("name"), node.at("target")});
    const nlohmann::json abandoned = tree.value("abandoned", nlohmann::json::object());
    for (const auto& [name, attempts] : abandoned.items())
        for (const auto& attempt : attempts)
            file.abandoned[name].push_back({attempt.at("run"), attempt.at("attempt")});
    tree.at("home").get_to(file.home);
    tree.at("generation").get_to(file.generation);
    return file;
}

/// Of names and targets that were accepted when the nodes were added.
base::Status check(const NodeFile& file) {
    std::set<std::string> names;
    for (const NodeFile::Node& node : file.nodes) {
        TY_TRY(checkNodeName(node.name));
        TY_TRY(node::parseSshAddress(node.target));
        if (!names.insert(node.name).second)
            return base::fail(Code::kDataLoss, base::say("node {} occurs twice", node.name));
    }
    return {};
}

}  // namespace

base::Status checkNodeName(const std::string& name) {
    const bool isWord = std::ranges::all_of(
        name, [](unsigned char c) { return std::isalnum(c) || c == '-' || c == '_' || c == '.'; });
    const bool isTaken = name == "local" || name == "auto" || name == "." || name == "..";
    if (!name.empty() && name.size() <= kLongestNodeName && isWord && !isTaken) return {};
    return base::fail(Code::kInvalidArgument,
                      base::say("`{}` cannot be the name of a node (expected 1 to {} letters, digits, - _ or "
                                "., and neither local nor auto); choose one with --name",
                                base::printable(name.substr(0, kLongestNodeName)), kLongestNodeName),
                      "node.bad_name");
}

base::Result<NodeFile> readNodeFile(const fs::path& path) {
    TY_ASSIGN(const std::string text, base::readFile(path));
    auto tree = base::parseJson(text, base::Words::plain(path.string()));
    if (!tree) {
        tree.error().id = kDamagedNodes;
        return base::fail(std::move(tree).error());
    }
    try {
        NodeFile file = fromJson(*tree);
        if (const auto checked = check(file); !checked)
            return base::fail(damaged(path, checked.error().message));
        return file;
    } catch (const nlohmann::json::exception& error) {
        return base::fail(damaged(path, base::Words::plain(base::whyInvalid(error))));
    }
}

base::Status writeNodeFile(const fs::path& path, const NodeFile& file) {
    nlohmann::json nodes = nlohmann::json::array();
    for (const NodeFile::Node& node : file.nodes)
        nodes.push_back({{"name", node.name}, {"target", node.target}});
    nlohmann::json tree = {{"home", file.home}, {"generation", file.generation}, {"nodes", nodes}};
    for (const auto& [name, attempts] : file.abandoned)
        for (const node::AttemptId& attempt : attempts)
            tree["abandoned"][name].push_back({{"run", attempt.run}, {"attempt", attempt.number}});
    return base::writeFileAtomically(path, base::jsonText(tree, 2) + "\n");
}

base::Result<fs::path> setNodeFileAside(const fs::path& path) {
    fs::path aside = checkpoint::freeName(fmt::format("{}.damaged-{:.0f}", path.string(), base::wallNow()));
    std::error_code failed;
    fs::rename(path, aside, failed);
    if (failed)
        return base::fail(base::errnoError(failed.value(), base::say("cannot rename {}", path.string())));
    return aside;
}

}  // namespace trainyard::agent
