// SPDX-License-Identifier: Apache-2.0
#include "core/checkpoint/retention.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <random>

#include "core/base/file.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/folder.h"
#include "core/checkpoint/manifest.h"

namespace trainyard::checkpoint {
namespace {

namespace fs = std::filesystem;
using base::Code;
using nlohmann::json;

/// The last line of the index. What another program wrote under its name is not ours to delete.
constexpr std::string_view kByHand = "by-hand-";
constexpr std::string_view kIndexEnd = "# written by Trainyard\n";

/// When a checkpoint was saved, in seconds since 1970: its manifest is written last.
double timeOf(const fs::path& checkpoint) {
    struct stat info{};
    if (::stat((checkpoint / kManifestFile).c_str(), &info) != 0) return 0;
    return static_cast<double>(info.st_mtim.tv_sec) + static_cast<double>(info.st_mtim.tv_nsec) * 1e-9;
}

std::int64_t bytesOf(const fs::path& checkpoint) {
    std::int64_t bytes = 0;
    if (const auto manifest = readManifest(checkpoint))
        for (const auto& [name, file] : manifest->files) bytes += static_cast<std::int64_t>(file.size);
    return bytes;
}

base::Status writeMarks(const fs::path& folder, const Marks& marks) {
    json hourly = json::object();
    for (const auto& [step, time] : marks.hourly) hourly[std::to_string(step)] = time;
    json tree{{"pinned", marks.pinned}, {"hourly", hourly}};
    if (marks.best) tree["best"] = *marks.best;
    if (marks.since) tree["since"] = *marks.since;
    return base::writeFileAtomically(folder / kMarksFile, tree.dump(1) + '\n');
}

base::Result<std::int64_t> stepOf(const fs::path& checkpoint) {
    const auto step = finalStep(checkpoint.filename().string());
    if (!step || !isFolder(checkpoint))
        return base::fail(Code::kNotFound,
                          base::say("{} is not a checkpoint of a run", base::printable(checkpoint.string())),
                          "checkpoint.unknown");
    return *step;
}

/// Recognised by its last line; version 0.1 wrote none, but no other program's index names a folder with a
/// manifest.
bool isOurIndex(const fs::path& folder) {
    const auto index = base::readFile(folder / kIndexFile);
    if (!index) return false;
    if (index->ends_with(kIndexEnd)) return true;
    const auto from = index->find('"') + 1, to = index->find('"', from);
    const std::string newest = to == index->npos ? "" : index->substr(from, to - from);
    return finalStep(newest) && isThere(folder / newest / kManifestFile);
}

/// A run's own folder has a record, whose lines are objects by kind; a user's file may have its name. What
/// cannot be read counts as a record.
bool isRunFolder(const fs::path& folder) {
    constexpr std::size_t kLooked = 64u << 10;
    const auto file = base::openRegular(folder / kRunFile, base::Links::kRefuse);
    if (!file) return file.error().code == Code::kPermissionDenied;
    std::string start(kLooked, '\n');
    const ssize_t size = ::pread(file->fd.get(), start.data() + 1, start.size() - 1, 0);
    if (size < 0) return true;
    return std::ranges::any_of(
        std::array{"run", "event", "task", "checkpoint", "spool"},
        [&](const char* kind) { return start.find(fmt::format("\n{{\"{}\":{{", kind)) != start.npos; });
}

/// Whether a run without an agent may find `path` in its folder before it has claimed it: another task of the
/// run that is claiming it, or checkpoints that a user has put there to resume from.
bool mayPrecedeClaim(const fs::path& path) {
    const std::string name = path.filename().string(), claim = kClaimFile;
    if (name.starts_with(claim + ".") || name.starts_with("." + claim + ".")) return true;
    if (!isFolder(path)) return false;
    if (finalStep(name)) return isThere(path / kManifestFile);
    const auto names = namesIn(path);
    return names && (names->empty() || !list(path).empty());
}

base::Status mayBeRunFolder(const fs::path& folder) {
    TY_ASSIGN(auto names, namesIn(folder));
    std::ranges::sort(names);
    const auto foreign =
        std::ranges::find_if(names, [&](const std::string& name) { return !mayPrecedeClaim(folder / name); });
    // The tasks of a run start together: what is there may be of one that has claimed the folder meanwhile.
    if (foreign == names.end() || isThere(folder / kClaimFile)) return {};
    return base::fail(Code::kRefused,
                      base::say("{} was not written by a run; give this run another `name`, or start it in "
                                "another folder",
                                base::printable((folder / *foreign).string())),
                      "run.dir_taken");
}

/// Checkpoints of one owner under a policy, oldest first; those that a rule removes leave the list.
class Retention {
  public:
    Retention(const fs::path& folder, const RetainPolicy& policy, Marks marks)
        : folder_(folder), policy_(policy), marks_(std::move(marks)), left_(list(folder)) {
        std::erase_if(left_, [&](const Listed& one) { return !isOwn(one.path, policy.whose); });
    }

    base::Status keepNewest() {
        const RetainPolicy& policy = policy_;
        if (policy.keepEveryHours > 0 && !marks_.since && !left_.empty()) {
            marks_.since = timeOf(left_.front().path);
            hasNewMarks_ = true;
        }
        if (policy.keep <= 0) return {};
        std::vector<Listed> candidates = left_;
        std::erase_if(candidates, [&](const Listed& one) { return marks_.pinned.contains(one.step); });
        const std::size_t keep = std::min(candidates.size(), static_cast<std::size_t>(policy.keep));
        candidates.resize(candidates.size() - keep);
        for (const Listed& listed : candidates)
            if (!mayStay(listed)) TY_TRY(remove(listed));
        return {};
    }

    base::Status fitBudget() {
        const std::int64_t budget = policy_.budgetBytes;
        if (budget <= 0) return {};
        std::int64_t total = 0;
        for (const Listed& listed : left_) total += bytesOf(listed.path);
        const std::vector<Listed> all = left_;
        for (std::size_t i = 0; total > budget && i + 1 < all.size(); ++i) {
            if (isMarked(all[i])) continue;
            total -= bytesOf(all[i].path);
            TY_TRY(remove(all[i]));
        }
        return {};
    }

    /// Also remove what was set aside for steps that were removed.
    base::Status removeAside() {
        if (left_.empty()) return {};
        const std::int64_t first = std::ranges::min(left_, {}, &Listed::step).step;
        TY_ASSIGN(const auto names, namesIn(folder_));
        for (const std::string& name : names) {
            const auto parts = asideParts(name);
            if (!parts || parts->step >= first || !isOwn(folder_ / name, policy_.whose)) continue;
            TY_TRY(removeOwn(folder_ / name, policy_.whose, policy_.remove));
            removed_.push_back(folder_ / name);
        }
        return {};
    }

    base::Status saveMarks() const { return hasNewMarks_ ? writeMarks(folder_, marks_) : base::Status{}; }
    std::vector<fs::path> takeRemoved() { return std::move(removed_); }

  private:
    bool isMarked(const Listed& one) const {
        return marks_.pinned.contains(one.step) || marks_.best == one.step ||
               std::ranges::find(policy_.inUse, one.path) != policy_.inUse.end();
    }

    bool mayStay(const Listed& listed) {
        const RetainPolicy& policy = policy_;
        if (isMarked(listed) || marks_.hourly.contains(listed.step)) return true;
        if (std::ranges::find(policy.awaited, listed.path) != policy.awaited.end()) return true;
        if (policy.keepEveryHours <= 0) return false;
        // As CheckpointManager does: measured from the last one kept so, at first from the start.
        const double time = timeOf(listed.path);
        double last = *marks_.since;
        for (const auto& [step, kept] : marks_.hourly) last = std::max(last, kept);
        if (time - last < policy.keepEveryHours * 3600) return false;
        marks_.hourly[listed.step] = time;
        return hasNewMarks_ = true;
    }

    base::Status remove(const Listed& listed) {
        TY_TRY(removeOwn(listed.path, policy_.whose, policy_.remove));
        removed_.push_back(listed.path);
        hasNewMarks_ |= marks_.hourly.erase(listed.step) > 0;
        std::erase_if(left_, [&](const Listed& other) { return other.path == listed.path; });
        return {};
    }

    const fs::path& folder_;
    const RetainPolicy& policy_;
    Marks marks_;
    std::vector<Listed> left_;
    std::vector<fs::path> removed_;
    bool hasNewMarks_ = false;
};

}  // namespace

base::Result<Marks> readMarks(const fs::path& folder) {
    Marks marks;
    const fs::path path = folder / kMarksFile;
    struct stat info{};
    if (::lstat(path.c_str(), &info) != 0 && errno == ENOENT) return marks;
    TY_ASSIGN(const std::string text, base::readFile(path, 16u << 20));
    TY_ASSIGN(const json tree, base::parseJson(text, base::Words::plain(path.string())));
    const auto bad = [&] {
        return base::fail(
            Code::kDataLoss,
            base::say("{} cannot be parsed; remove it, and pin the checkpoints to keep again", path.string()),
            "checkpoint.marks");
    };
    if (!tree.is_object()) return bad();
    const json pinned = tree.value("pinned", json::array()), hourly = tree.value("hourly", json::object());
    if (!pinned.is_array() || !hourly.is_object()) return bad();
    for (const json& step : pinned) {
        if (!step.is_number_integer()) return bad();
        marks.pinned.insert(step.get<std::int64_t>());
    }
    for (const auto& [name, time] : hourly.items()) {
        const auto step = finalStep("ckpt-" + name);
        if (!step || !time.is_number()) return bad();
        marks.hourly[*step] = time.get<double>();
    }
    if (const auto best = tree.find("best"); best != tree.end()) {
        if (!best->is_number_integer()) return bad();
        marks.best = best->get<std::int64_t>();
    }
    if (const auto since = tree.find("since"); since != tree.end()) {
        if (!since->is_number()) return bad();
        marks.since = since->get<double>();
    }
    return marks;
}

base::Status setPinned(const fs::path& checkpoint, bool isPinned) {
    TY_ASSIGN(const std::int64_t step, stepOf(checkpoint));
    TY_ASSIGN(Marks marks, readMarks(checkpoint.parent_path()));
    if (isPinned)
        marks.pinned.insert(step);
    else
        marks.pinned.erase(step);
    return writeMarks(checkpoint.parent_path(), marks);
}

base::Status setBest(const fs::path& checkpoint) {
    TY_ASSIGN(const std::int64_t step, stepOf(checkpoint));
    TY_ASSIGN(Marks marks, readMarks(checkpoint.parent_path()));
    marks.best = step;
    return writeMarks(checkpoint.parent_path(), marks);
}

base::Result<std::vector<fs::path>> retain(const fs::path& folder, const RetainPolicy& policy) {
    TY_ASSIGN(Marks marks, readMarks(folder));
    Retention retention(folder, policy, std::move(marks));
    TY_TRY(retention.keepNewest());
    TY_TRY(retention.fitBudget());
    TY_TRY(retention.removeAside());
    TY_TRY(retention.saveMarks());
    TY_TRY(writeIndex(folder));
    return retention.takeRemoved();
}

base::Result<std::vector<fs::path>> clear(const fs::path& folder, const Whose& whose, const Remover& remove,
                                          std::span<const fs::path> inUse) {
    std::vector<fs::path> removed;
    bool hasOthers = false;
    for (const Listed& listed : list(folder)) {
        if (!isOwn(listed.path, whose) || std::ranges::find(inUse, listed.path) != inUse.end()) {
            hasOthers = true;
            continue;
        }
        TY_TRY(removeOwn(listed.path, whose, remove));
        removed.push_back(listed.path);
    }
    if (hasOthers) return removed;
    for (const auto& [name, isOurs] : {std::pair{kIndexFile, isOurIndex(folder)},
                                       {kMarksFile, isThere(folder / kMarksFile) && readMarks(folder)}})
        if (isOurs && ::unlink((folder / name).c_str()) != 0)
            return base::fail(
                base::errnoError(errno, base::say("cannot remove {}", (folder / name).string())));
    return removed;
}

std::vector<Listed> listAside(const fs::path& folder, const std::string& run) {
    std::vector<Listed> aside;
    const auto names = namesIn(folder);
    if (!names) return aside;
    for (const std::string& name : *names) {
        const auto parts = asideParts(name);
        // What an interrupted deletion has emptied is nobody's, and goes with the next step that is removed.
        if (parts && isOwn(folder / name, {run}) && readOwner(folder / name))
            aside.push_back({folder / name, parts->step, parts->attempt});
    }
    std::ranges::sort(aside, {}, [](const Listed& one) { return std::pair(one.step, one.path); });
    return aside;
}

base::Status writeIndex(const fs::path& folder) {
    const std::vector<Listed> all = list(folder);
    if (all.empty()) return {};
    if (isThere(folder / kIndexFile) && !isOurIndex(folder))
        return base::fail(
            Code::kRefused,
            base::say("{} belongs to another program and would be overwritten; move it elsewhere",
                      (folder / kIndexFile).string()),
            "checkpoint.index");
    std::string text = fmt::format("model_checkpoint_path: \"{}\"\n", finalName(all.back().step));
    for (const Listed& listed : all)
        text += fmt::format("all_model_checkpoint_paths: \"{}\"\n", finalName(listed.step));
    for (const Listed& listed : all)
        text += fmt::format("all_model_checkpoint_timestamps: {:.6f}\n", timeOf(listed.path));
    text += kIndexEnd;  // a comment to who reads the text format of protobuf
    return base::writeFileAtomically(folder / kIndexFile, text);
}

base::Status mayClaim(const fs::path& folder, const std::string& run) {
    fs::path existing = folder;
    std::error_code error;
    while (!fs::exists(existing, error) && existing.has_parent_path() && existing != existing.parent_path())
        existing = existing.parent_path();
    if (!fs::is_directory(existing, error))
        return base::fail(Code::kAlreadyExists,
                          base::say("{} is a file where checkpoints need a folder", existing.string()));
    if (::access(existing.c_str(), W_OK | X_OK) != 0)
        return base::fail(
            base::errnoError(errno, base::say("checkpoints cannot be written to {}", folder.string())));
    const auto claimed = base::readFile(folder / kClaimFile, 4096);
    if (!claimed && claimed.error().code != Code::kNotFound) return base::fail(claimed.error());
    const std::string other = claimed ? claimed->substr(0, claimed->find('\n')) : "";
    if (!other.empty() && other == run) return {};
    if (!other.empty())
        return base::fail(Code::kRefused,
                          base::say("{} holds the checkpoints of run {}; give this run another folder, or "
                                    "resume that one",
                                    folder.string(), base::printable(other)),
                          "checkpoint.dir_taken");
    // Whatever its writer deletes one day, and what it lists, is not this run's to share.
    if (const auto around = ownFolderAround(folder, run))
        return base::fail(Code::kRefused,
                          base::say("{} is in {}, which a run writes; choose a place outside it",
                                    folder.string(), around->string()),
                          "checkpoint.dir_inside");
    // Free, or an interrupted claim. Everything else in it belongs to someone else.
    TY_ASSIGN(const auto names, namesIn(folder));
    if (std::ranges::any_of(names, [](const std::string& name) { return name != kClaimFile; }))
        return base::fail(Code::kRefused,
                          base::say("{} is not empty; choose an empty folder, or one that does not exist yet",
                                    folder.string()),
                          "checkpoint.dir_not_empty");
    return {};
}

base::Status claim(const fs::path& folder, const std::string& run) {
    TY_TRY(mayClaim(folder, run));
    TY_TRY(base::makeFolders(folder));
    const fs::path path = folder / kClaimFile;
    const std::string line = run + '\n';
    if (const auto claimed = base::readFile(path, 4096); claimed && *claimed == line) return {};
    // Of two runs that start at the same time one wins. An empty file is of a claim that was cut off.
    std::error_code error;
    if (fs::exists(path, error) && fs::file_size(path, error) == 0)
        return base::writeFileAtomically(path, line);
    base::UniqueFd fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0644));
    if (!fd && errno == EEXIST) return mayClaim(folder, run);
    if (!fd)
        return base::fail(
            base::errnoError(errno, base::say("checkpoints cannot be written to {}", folder.string())));
    return base::writeAll(fd.get(), std::as_bytes(std::span(line)), path.string());
}

std::optional<fs::path> ownFolderAround(const fs::path& path, const std::string& run) {
    std::error_code error;
    fs::path folder = fs::weakly_canonical(path.parent_path(), error);
    if (error) return std::nullopt;
    const auto isClaimedByAnother = [&] {
        const auto claimed = base::readFile(folder / kClaimFile, 4096);
        // A run without an agent claims the folder that its user works in.
        return claimed && !claimed->empty() && !claimed->starts_with(kByHand) &&
               (run.empty() || claimed->substr(0, claimed->find('\n')) != run);
    };
    for (; folder.has_relative_path(); folder = folder.parent_path())
        if (readOwner(folder) || isClaimedByAnother() ||
            ((run.empty() || folder.filename() != run) && isRunFolder(folder)))
            return folder;
    return std::nullopt;
}

bool areOneFolder(const fs::path& a, const fs::path& b) {
    // A trailing separator says nothing; where links cannot be followed, the names decide.
    const auto placeOf = [](const fs::path& folder) {
        std::error_code error;
        const fs::path place = fs::weakly_canonical(folder, error);
        return (error ? folder.lexically_normal() : place) / "";
    };
    return placeOf(a) == placeOf(b);
}

bool isWithin(const fs::path& folder, const fs::path& top) {
    if (areOneFolder(folder, top)) return true;
    return folder.has_relative_path() && isWithin(folder.parent_path(), top);
}

base::Result<std::string> runOfFolder(const fs::path& folder) {
    const fs::path path = folder / kClaimFile;
    if (!isThere(path)) {
        TY_TRY(mayBeRunFolder(folder));
        std::random_device random;
        // The id of the process says little: each container may have one of that number.
        const fs::path beside = folder / fmt::format("{}.{}-{:08x}", kClaimFile, ::getpid(), random());
        TY_TRY(
            base::writeFileAtomically(beside, fmt::format("{}{:08x}{:08x}\n", kByHand, random(), random())));
        // Unlike a rename, a link leaves the name to who was first.
        const int failure = ::link(beside.c_str(), path.c_str()) != 0 ? errno : 0;
        ::unlink(beside.c_str());
        if (failure != 0 && failure != EEXIST)
            return base::fail(base::errnoError(failure, base::say("cannot create {}", path.string())));
    }
    TY_ASSIGN(const std::string text, base::readFile(path, 4096));
    std::string run = text.substr(0, text.find('\n'));
    if (run.starts_with(kByHand)) return run;
    return base::fail(Code::kRefused,
                      base::say("{} holds the checkpoints of run {}; give this run another `name`, or start "
                                "it in another folder",
                                base::printable(folder.string()), base::printable(run)),
                      "run.dir_taken");
}

}  // namespace trainyard::checkpoint
