// SPDX-License-Identifier: Apache-2.0
#include "core/events/log_folder.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "core/base/special_file.h"
#include "core/base/text.h"
#include "core/events/event_file.h"
#include "core/events/log_format.h"

namespace trainyard::events {
namespace {

namespace fs = std::filesystem;
using base::Code;

/// Deeper than anybody keeps logs; a chain of bind mounts must not keep us walking for ever.
constexpr int kDeepest = 32;
constexpr std::uint64_t kLookForCancelEvery = 256;

std::string lower(std::string_view text) {
    std::string out(text);
    std::ranges::transform(out, out.begin(), [](unsigned char c) { return std::tolower(c); });
    return out;
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

/// The copy for TensorBoard next to the workers' own files.
bool isCombinedCopy(const fs::path& folder) {
    std::error_code error;
    return folder.parent_path().filename() == "events" && !splitNamed(folder.filename().string()).empty() &&
           fs::is_directory(folder.parent_path() / "tasks", error);
}

/// Walks a folder recursively: first its own subfolders, then those behind links.
class Walk {
  public:
    explicit Walk(const std::function<bool()>& isCancelled) : isCancelled_(isCancelled) {}

    base::Status through(const fs::path& root) {
        if (auto failure = scanOnce(root, 0)) return base::fail(std::move(*failure));
        while (!links_.empty() && !isAbandoned_) {
            auto [link, depth] = std::move(links_.front());
            links_.pop_front();
            scanBelow(link, depth);
        }
        if (isAbandoned_) return base::fail(Code::kCancelled, "the search for logs was cancelled");
        std::ranges::sort(folders);
        return {};
    }

    std::vector<fs::path> folders;  ///< with event files of their own
    std::vector<fs::path> scanned;  ///< all of them
    std::vector<LogsFound::Skipped> skipped;

  private:
    void scanBelow(const fs::path& folder, int depth) {
        if (depth > kDeepest) {
            skipped.push_back({folder,
                               {Code::kResourceExhausted,
                                base::say("{} is not looked into: it lies more than {} folders deep",
                                          base::printable(folder.string()), kDeepest),
                                "import.too_deep"}});
            return;
        }
        if (auto failure = scanOnce(folder, depth)) skipped.push_back({folder, std::move(*failure)});
    }

    /// Why it cannot be scanned, or not completely.
    std::optional<base::Error> scanOnce(const fs::path& folder, int depth) {
        struct stat status = {};
        if (::stat(folder.c_str(), &status) == 0 && !seen_.emplace(status.st_dev, status.st_ino).second)
            return std::nullopt;
        scanned.push_back(folder);
        std::error_code error;
        std::vector<fs::path> below, links;
        bool hasEvents = false;
        for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
             entry.increment(error)) {
            if (++looked_ % kLookForCancelEvery == 0) isAbandoned_ = isAbandoned_ || isCancelled_();
            if (isAbandoned_) return std::nullopt;
            std::error_code unknown;
            const bool isFolder = entry->is_directory(unknown);
            if (isFolder)
                (entry->is_symlink(unknown) ? links : below).push_back(entry->path());
            else if (formatOf(entry->path()) != nullptr && isReadable(entry->path()))
                hasEvents = true;
        }
        if (hasEvents) folders.push_back(folder);
        std::ranges::sort(below);
        std::ranges::sort(links);
        for (fs::path& link : links) links_.emplace_back(std::move(link), depth + 1);
        for (const fs::path& next : below) scanBelow(next, depth + 1);
        if (!error) return std::nullopt;
        return base::errnoError(
            error.value(), base::say("cannot look into the folder {}", base::printable(folder.string())));
    }

    /// For names of logs: pipes and dangling links are reported and skipped.
    bool isReadable(const fs::path& file) {
        std::error_code error;
        if (fs::is_regular_file(file, error)) return true;
        skipped.push_back({file,
                           {Code::kNotFound,
                            base::say("{} has the name of a log, and is not a file that can be read",
                                      base::printable(file.string())),
                            "import.no_file"}});
        return false;
    }

    const std::function<bool()>& isCancelled_;
    std::set<std::pair<dev_t, ino_t>> seen_;
    std::deque<std::pair<fs::path, int>> links_;
    std::uint64_t looked_ = 0;
    bool isAbandoned_ = false;
};

LogFile logFile(fs::path path, const Place& place, const LogFormat& format) {
    std::error_code error;
    const std::uintmax_t bytes = fs::file_size(path, error);
    return {std::move(path), place.task, place.split, error ? 0 : bytes, &format};
}

/// Event files, oldest first, then those of other formats by name.
std::vector<fs::path> logFilesIn(const fs::path& folder) {
    std::vector<fs::path> files = eventFilesIn(folder), others;
    std::error_code error;
    // A run of ours that has no agent: its csv_log says again what its event files say.
    if (fs::is_directory(folder / "events/tasks", error)) return files;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        std::error_code unknown;
        const bool isOther = std::ranges::find(files, entry->path()) == files.end() &&
                             entry->is_regular_file(unknown) && formatOf(entry->path()) != nullptr;
        if (isOther) others.push_back(entry->path());
    }
    std::ranges::sort(others);
    files.insert(files.end(), others.begin(), others.end());
    return files;
}

/// Where a log belongs, as its format says or its folder.
Place placeOfLog(const fs::path& file, const LogFormat& format) {
    if (format.runFolder != nullptr) return {format.runFolder(file), {}, {}};
    return placeOf(file.parent_path());
}

base::Error noLogs(const fs::path& root) {
    return {Code::kNotFound,
            base::say("there is no log of a known format (TensorBoard, CSV, JSON lines, MLflow, Weights & "
                      "Biases) in {} or below it",
                      base::printable(root.string())),
            "import.no_logs"};
}

/// `text` without `suffix`, where it ends so and more is left.
std::optional<std::string_view> before(std::string_view text, std::string_view suffix) {
    if (text.size() <= suffix.size() || !text.ends_with(suffix)) return std::nullopt;
    return text.substr(0, text.size() - suffix.size());
}

/// The measured quantity, in Keras' naming.
std::string quantity(std::string_view name) {
    std::string small = lower(name);
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

std::string runName(const fs::path& run, const fs::path& root) {
    const std::string top = root.filename().string();  // of "/": none
    const fs::path below = run.lexically_relative(root);
    if (below.empty() || below == "." || below.begin()->string() == "..")
        return run.filename().empty() ? run.string() : run.filename().string();
    return (top.empty() ? "" : top + "/") + below.generic_string();
}

base::Result<LogsFound> lookForLogs(const fs::path& given, const std::function<bool()>& isCancelled) {
    std::error_code error;
    const fs::path root = fs::canonical(given, error);
    if (error)
        return base::fail(base::errnoError(
            error.value(), base::say("cannot open the log folder {}", base::printable(given.string()))));
    if (auto special = base::specialFile(root)) return base::fail(std::move(*special));
    if (!fs::is_directory(root, error)) {
        const LogFormat* format = fs::is_regular_file(root, error) ? formatNamed(root) : nullptr;
        if (format == nullptr) return base::fail(noLogs(root));
        const Place place = placeOfLog(root, *format);
        const bool isNamed = formatOf(root) == nullptr;  // no search of the folder would find it
        LogRun run{isNamed ? root.stem().string() : runName(place.run, place.run),
                   place.run,
                   isNamed ? root : place.run,
                   {logFile(root, place, *format)}};
        return LogsFound{{std::move(run)}, {root.parent_path()}, {}};
    }
    if (isCancelled()) return base::fail(Code::kCancelled, "the search for logs was cancelled");
    Walk walk(isCancelled);
    TY_TRY(walk.through(root));
    return LogsFound{logsIn(root, walk.folders), std::move(walk.scanned), std::move(walk.skipped)};
}

std::vector<LogRun> logsIn(const fs::path& root, const std::vector<fs::path>& folders) {
    std::map<fs::path, LogRun> runs;
    for (const fs::path& folder : folders) {
        if (isCombinedCopy(folder)) continue;
        for (const fs::path& path : logFilesIn(folder)) {
            const LogFormat* format = formatOf(path);
            if (format == nullptr) continue;  // removed meanwhile
            const Place place = placeOfLog(path, *format);
            LogRun& run = runs[place.run];
            if (run.files.empty()) {
                std::error_code error;
                run.folder = fs::canonical(place.run, error);
                if (error) run.folder = place.run;  // removed meanwhile: its files cannot be opened either
                run.identity = run.folder;
                if (format->runName != nullptr) run.name = format->runName(place.run);
                if (run.name.empty()) run.name = runName(place.run, root);
            }
            run.files.push_back(logFile(run.folder / path.lexically_relative(place.run), place, *format));
        }
    }
    std::vector<LogRun> found;
    for (auto& [folder, run] : runs) {
        putTrainFirst(run);
        found.push_back(std::move(run));
    }
    std::ranges::sort(found, {}, &LogRun::name);
    return found;
}

void putTrainFirst(LogRun& run) {
    std::ranges::stable_partition(
        run.files, [](const LogFile& file) { return file.split.empty() || file.split == "train"; });
}

base::Result<LogsFound> findLogs(const fs::path& given, const std::function<bool()>& isCancelled) {
    TY_ASSIGN(LogsFound found, lookForLogs(given, isCancelled));
    if (!found.runs.empty()) return found;
    std::error_code error;
    base::Error none = noLogs(fs::canonical(given, error));
    if (!found.skipped.empty()) none.cause = std::make_shared<const base::Error>(found.skipped.front().why);
    return base::fail(std::move(none));
}

}  // namespace trainyard::events
