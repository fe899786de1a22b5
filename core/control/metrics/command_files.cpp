// SPDX-License-Identifier: Apache-2.0
#include "core/control/metrics/command_files.h"

#include <algorithm>
#include <charconv>
#include <iterator>

#include "core/base/path.h"
#include "core/control/run/command_environment.h"
#include "core/events/log_folder.h"

namespace trainyard::control {
namespace {

namespace fs = std::filesystem;

constexpr int kDeepestFolder = 16;

CommandFiles::Folder describe(const CommandFiles::Root& root, const fs::path& path) {
    fs::path below = path.lexically_relative(root.folder);
    CommandFiles::Folder folder{path, "train", "", root.task, root.node, root.otherwise};
    if (below == ".") return folder;
    if (const auto split = events::splitNamed(below.filename().string()); !split.empty()) {
        folder.split = split;
        below = below.parent_path();
    }
    if (!below.empty()) folder.prefix = below.generic_string() + "/";
    return folder;
}

void addFolders(const CommandFiles::Root& root, const fs::path& top, std::vector<CommandFiles::Folder>& all) {
    std::error_code error;
    if (!fs::is_directory(top, error)) return;
    all.push_back(describe(root, top));
    const fs::path below = top.lexically_relative(root.folder);
    const auto depth = below == "." ? 0 : std::distance(below.begin(), below.end());
    fs::recursive_directory_iterator entry(top, fs::directory_options::skip_permission_denied, error);
    for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
        std::error_code unknown;
        if (entry->is_symlink(unknown) || !entry->is_directory(unknown)) continue;
        if (depth + entry.depth() >= kDeepestFolder) entry.disable_recursion_pending();
        if (all.size() >= CommandFiles::kMostFolders) return;
        all.push_back(describe(root, entry->path()));
    }
}

}  // namespace

CommandFiles::CommandFiles(const RunFolder& folder, const v1::RunSpec& spec,
                           const std::vector<spec::TaskPlan>& tasks)
    : folder_(folder), chief_(chiefOf(tasks)), patterns_(spec::outputPatternsOf(spec)) {
    if (!spec.logdir().empty()) {
        for (const spec::TaskPlan& task : tasks) addCommonRoot(spec, task);
        return;
    }
    for (const spec::TaskPlan& task : tasks)
        roots_.push_back({commandLogdir(folder, spec, task), task.id(), task.node});
}

/// That of the task's machine, once for all of its tasks.
void CommandFiles::addCommonRoot(const v1::RunSpec& spec, const spec::TaskPlan& task) {
    auto root = std::ranges::find(roots_, task.node, &Root::node);
    if (root == roots_.end()) {
        const fs::path folder =
            task.node == "local" ? base::plainPath(spec.logdir()) : folder_.eventsOf(task.node);
        root = roots_.insert(root, {folder, "", task.node, task.id()});
    }
    if (task.isChief) root->otherwise = task.id();
}

std::vector<CommandFiles::Folder> CommandFiles::folders() const {
    std::vector<Folder> folders;
    for (const Root& root : roots_) addFolders(root, root.folder, folders);
    return folders;
}

std::vector<CommandFiles::Folder> CommandFiles::foldersIn(const fs::path& folder) const {
    std::vector<Folder> folders;
    std::error_code error;
    const bool isLink = fs::is_symlink(folder, error);
    for (const Root& root : roots_) {
        const fs::path below = folder.lexically_relative(root.folder);
        if (below.empty() || *below.begin() == ".." || (isLink && below != ".")) continue;
        if (std::distance(below.begin(), below.end()) <= kDeepestFolder) addFolders(root, folder, folders);
    }
    return folders;
}

std::optional<CommandFiles::Folder> CommandFiles::folderOf(const fs::path& path) const {
    const fs::path parent = path.lexically_normal().parent_path();
    for (const Root& root : roots_) {
        const fs::path below = parent.lexically_relative(root.folder);
        if (!below.empty() && *below.begin() != "..") return describe(root, parent);
    }
    return std::nullopt;
}

std::string CommandFiles::nameInCommon(const fs::path& path) const {
    for (const Root& root : roots_) {
        const fs::path below = path.lexically_normal().lexically_relative(root.folder);
        if (root.task.empty() && !below.empty() && *below.begin() != "..") return below.string();
    }
    return {};
}

std::optional<CommandFiles::Output> CommandFiles::output(int attempt) const {
    if (patterns_.empty()) return std::nullopt;
    const fs::path log = folder_.log(chief_, attempt);
    fs::path times = folder_.outputTimes() / log.filename().replace_extension("times");
    return Output{log, std::move(times), chief_.id(), patterns_};
}

/// events.out.tfevents.<seconds>.<host>.<process>.<counter>, and ".v2" after it; a host's name may have dots.
int writerOf(const fs::path& eventFile) {
    std::string name = eventFile.filename().string();
    if (name.ends_with(".v2")) name.resize(name.size() - 3);
    const auto last = name.rfind('.');
    if (last == std::string::npos || last == 0) return 0;
    const auto before = name.rfind('.', last - 1);
    if (before == std::string::npos) return 0;
    int process = 0;
    const auto [end, error] = std::from_chars(name.data() + before + 1, name.data() + last, process);
    return error == std::errc() && end == name.data() + last ? process : 0;
}

}  // namespace trainyard::control
