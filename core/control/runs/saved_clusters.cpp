// SPDX-License-Identifier: Apache-2.0
#include "core/control/runs/saved_clusters.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <system_error>

#include "core/base/file.h"
#include "core/base/text.h"
#include "core/spec/yaml/yaml_tree.h"

namespace trainyard::control {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t kLongestName = 100;  // bytes, with room for ".yaml" and a temporary ending
constexpr const char* kEnding = ".yaml";

base::Result<double> modifiedAt(const fs::path& file) {
    struct stat status = {};
    if (::stat(file.c_str(), &status) != 0)
        return base::fail(base::errnoError(errno, base::say("cannot look at {}", file.string())));
    return static_cast<double>(status.st_mtim.tv_sec) + static_cast<double>(status.st_mtim.tv_nsec) * 1e-9;
}

SavedCluster readCluster(const fs::path& file) {
    const std::string name = file.stem().string();
    SavedCluster cluster{.name = base::printable(name)};
    if (base::lineThatIsNotUtf8(name)) {
        cluster.problem = "the name of its file is not UTF-8; rename the file";
        return cluster;
    }
    auto text = base::readFile(file, spec::kMaxFileBytes);
    const auto modified = modifiedAt(file);
    if (!text || !modified) {
        cluster.problem = (text ? modified.error() : text.error()).words();
    } else if (base::lineThatIsNotUtf8(*text)) {
        cluster.problem = "the text is not UTF-8; save the file as UTF-8";
    } else {
        cluster.text = std::move(*text);
        cluster.modified = *modified;
    }
    return cluster;
}

}  // namespace

base::Result<fs::path> SavedClusters::fileOf(const std::string& name) const {
    if (const auto hidden = base::hiddenCharacter(name))
        return base::fail(
            base::Code::kInvalidArgument,
            base::say("{} cannot have the character {}", base::Words("the name of a cluster"), *hidden),
            "cluster.bad_name");
    if (name.empty() || name.size() > kLongestName || name.front() == '.' ||
        name.find_first_of("/\\:") != std::string::npos)
        return base::fail(
            base::Code::kInvalidArgument,
            base::say("\"{}\" is not a name for a cluster (expected 1 to {} bytes without / \\ : "
                      "and no dot first)",
                      base::printable(name.substr(0, kLongestName)), kLongestName),
            "cluster.bad_name");
    return folder_ / (name + kEnding);
}

base::Result<std::vector<SavedCluster>> SavedClusters::list() const {
    std::vector<SavedCluster> clusters;
    std::error_code error;
    for (fs::directory_iterator entry(folder_, error), end; !error && entry != end; entry.increment(error))
        if (entry->path().extension() == kEnding && !entry->path().stem().string().starts_with('.'))
            clusters.push_back(readCluster(entry->path()));
    if (error && error != std::errc::no_such_file_or_directory)
        return base::fail(base::errnoError(error.value(), base::say("cannot list {}", folder_.string())));
    std::ranges::sort(clusters, {}, &SavedCluster::name);
    return clusters;
}

base::Result<SavedCluster> SavedClusters::save(const std::string& name, const std::string& text) const {
    TY_ASSIGN(const fs::path file, fileOf(name));
    const auto tree = spec::parseYaml(text);
    if (!tree)
        return base::fail(base::Code::kInvalidArgument,
                          base::say("line {}: {}", tree.error().line, tree.error().message),
                          tree.error().code);
    if (!tree->value.is_object() || !(tree->value.contains("cluster") || tree->value.contains("strategy")))
        return base::fail(base::Code::kInvalidArgument,
                          "the text is not a cluster (expected the keys `cluster` and `strategy`)",
                          "spec.wrong_type");
    TY_TRY(base::makeFolders(folder_, 0700));
    TY_TRY(base::writeFileAtomically(file, text));
    SavedCluster saved{.name = name, .text = text};
    TY_ASSIGN(saved.modified, modifiedAt(file));
    return saved;
}

base::Status SavedClusters::remove(const std::string& name) const {
    TY_ASSIGN(const fs::path file, fileOf(name));
    std::error_code error;
    if (!fs::remove(file, error)) {
        if (error)
            return base::fail(base::errnoError(error.value(), base::say("cannot delete {}", file.string())));
        return base::fail(base::Code::kNotFound,
                          base::say("no cluster is saved as \"{}\"", base::printable(name)),
                          "cluster.not_saved");
    }
    return base::syncFolder(folder_);
}

}  // namespace trainyard::control
