// SPDX-License-Identifier: Apache-2.0
#include "core/events/log_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>
#include <utility>

#include "core/base/text.h"
#include "core/events/event_file.h"

namespace trainyard::events {
namespace {

namespace fs = std::filesystem;
using base::Code;

/// Deeper than anybody keeps logs; a chain of bind mounts must not keep us walking for ever.
constexpr int kDeepest = 32;
constexpr int kLookForCancelEvery = 256;

std::string lower(std::string_view text) {
    std::string out(text);
    std::ranges::transform(out, out.begin(), [](unsigned char c) { return std::tolower(c); });
    return out;
}

bool isEventFile(const fs::path& path) {
    return path.filename().string().contains("tfevents.");
}

/// Where a folder of event files belongs.
struct Place {
    fs::path run;
    std::string task, split;
};

Place placeOf(const fs::path& folder) {
    const fs::path parent = folder.parent_path();
    const std::string_view split = splitNamed(folder.filename().string());
    if (split.empty()) return {folder, {}, {}};
    // <run>/events/tasks/<task>/<split> is what a worker writes.
    const fs::path tasks = parent.parent_path();
    if (tasks.filename() == "tasks" && tasks.parent_path().filename() == "events") {
        std::string task = parent.filename().string();
        if (const auto dash = task.rfind('-'); dash != std::string::npos) task[dash] = ':';
        return {tasks.parent_path().parent_path(), std::move(task), std::string(split)};
    }
    return {parent, {}, std::string(split)};
}

/// The copy for TensorBoard that stands beside what the workers wrote.
bool isCombinedCopy(const fs::path& folder) {
    std::error_code error;
    return folder.parent_path().filename() == "events" && !splitNamed(folder.filename().string()).empty() &&
           fs::is_directory(folder.parent_path() / "tasks", error);
}

std::string nameOf(const fs::path& run, const fs::path& root) {
    const std::string top = root.filename().empty() ? root.string() : root.filename().string();
    const fs::path below = run.lexically_relative(root);
    if (below.empty() || below == "." || below.begin()->string() == "..") return run.filename().string();
    return top + "/" + below.generic_string();
}

base::Result<std::vector<fs::path>> foldersOfEvents(const fs::path& root,
                                                    const std::function<bool()>& isCancelled) {
    std::error_code error;
    fs::recursive_directory_iterator entry(root, fs::directory_options::skip_permission_denied, error);
    if (error)
        return base::fail(base::errnoError(
            error.value(), fmt::format("cannot look into the folder {}", base::printable(root.string()))));
    std::vector<fs::path> folders;
    for (int seen = 0; entry != fs::recursive_directory_iterator(); entry.increment(error), ++seen) {
        if (error) break;
        if (seen % kLookForCancelEvery == 0 && isCancelled())
            return base::fail(Code::kCancelled, "looking for logs was given up");
        if (entry.depth() >= kDeepest) entry.disable_recursion_pending();
        if (isEventFile(entry->path())) folders.push_back(entry->path().parent_path());
    }
    std::ranges::sort(folders);
    const auto same = std::ranges::unique(folders);
    folders.erase(same.begin(), same.end());
    return folders;
}

LogFile logFile(fs::path path, const Place& place) {
    std::error_code error;
    const std::uintmax_t bytes = fs::file_size(path, error);
    return {std::move(path), place.task, place.split, error ? 0 : bytes};
}

base::Error noLogs(const fs::path& root) {
    return {Code::kNotFound,
            fmt::format("there is no TensorBoard event file (events.out.tfevents.…) in {} or below it",
                        base::printable(root.string())),
            "import.no_logs"};
}

/// `text` without `suffix`, where it ends so and more is left.
std::optional<std::string_view> before(std::string_view text, std::string_view suffix) {
    if (text.size() <= suffix.size() || !text.ends_with(suffix)) return std::nullopt;
    return text.substr(0, text.size() - suffix.size());
}

/// What is measured, in Keras' words.
std::string quantity(std::string_view name) {
    const std::string small = lower(name);
    if (small == "acc" || small == "accuracy") return "accuracy";
    if (small == "loss") return small;
    return std::string(name);
}

std::string tagOf(std::string_view name) {
    if (const auto rest = before(name, "_epoch")) return "epoch_" + quantity(*rest);
    if (const auto rest = before(name, "_step")) return "batch_" + quantity(*rest);
    return quantity(name);
}

}  // namespace

std::string_view splitNamed(std::string_view name) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kNames{
        {{"train", "train"},
         {"training", "train"},
         {"val", "validation"},
         {"valid", "validation"},
         {"validation", "validation"},
         {"eval", "validation"},
         {"evaluation", "validation"},
         {"test", "test"}}};
    const std::string small = lower(name);
    const auto found =
        std::ranges::find(kNames, small, &std::pair<std::string_view, std::string_view>::first);
    return found == kNames.end() ? std::string_view() : found->second;
}

SeriesName seriesName(std::string_view tag, std::string_view folderSplit) {
    if (!folderSplit.empty()) return {std::string(folderSplit), quantity(tag)};
    if (const auto slash = tag.find('/'); slash != std::string_view::npos) {
        const std::string_view split = splitNamed(tag.substr(0, slash));
        if (!split.empty() && slash + 1 < tag.size())
            return {std::string(split), tagOf(tag.substr(slash + 1))};
    }
    if (const auto slash = tag.rfind('/'); slash != std::string_view::npos && slash > 0) {
        const std::string_view split = splitNamed(tag.substr(slash + 1));
        if (!split.empty()) return {std::string(split), tagOf(tag.substr(0, slash))};
    }
    if (const auto line = tag.find('_'); line != std::string_view::npos) {
        const std::string_view split = splitNamed(tag.substr(0, line));
        if (!split.empty() && line + 1 < tag.size()) return {std::string(split), tagOf(tag.substr(line + 1))};
    }
    return {"train", quantity(tag)};
}

base::Result<std::vector<LogRun>> findLogs(const fs::path& given, const std::function<bool()>& isCancelled) {
    std::error_code error;
    const fs::path root = fs::canonical(given, error);
    if (error)
        return base::fail(base::errnoError(
            error.value(), fmt::format("cannot open the log folder {}", base::printable(given.string()))));
    if (!fs::is_directory(root, error)) {
        if (!isEventFile(root)) return base::fail(noLogs(root));
        const Place place = placeOf(root.parent_path());
        return std::vector{LogRun{place.run.filename().string(), place.run, {logFile(root, place)}}};
    }
    TY_ASSIGN(const auto folders, foldersOfEvents(root, isCancelled));
    std::map<fs::path, LogRun> runs;
    for (const fs::path& folder : folders) {
        if (isCombinedCopy(folder)) continue;
        const Place place = placeOf(folder);
        LogRun& run = runs[place.run];
        run.folder = place.run;
        run.name = nameOf(place.run, root);
        for (fs::path& path : eventFilesIn(folder)) run.files.push_back(logFile(std::move(path), place));
    }
    std::vector<LogRun> found;
    for (auto& [folder, run] : runs) {
        // The others are placed into the attempts that training has made.
        std::ranges::stable_partition(
            run.files, [](const LogFile& file) { return file.split.empty() || file.split == "train"; });
        if (!run.files.empty()) found.push_back(std::move(run));
    }
    if (found.empty()) return base::fail(noLogs(root));
    std::ranges::sort(found, {}, &LogRun::name);
    return found;
}

}  // namespace trainyard::events
