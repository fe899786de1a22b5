// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <stdio.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <limits>
#include <optional>
#include <system_error>
#include <tuple>

#include "core/base/file.h"
#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/folder.h"
#include "core/checkpoint/given_name.h"
#include "core/checkpoint/manifest.h"

namespace trainyard::checkpoint {
namespace {

namespace fs = std::filesystem;
using base::Code;

/// Checkpoints of a folder in the order in which to try them. A later attempt's come first: it may have gone
/// back to before what an earlier one had saved.
struct Candidate {
    fs::path path;
    bool isWhole = true;  ///< not of weights only
    int attempt = 0;
    std::int64_t step = 0;
};

base::Status addCandidates(const fs::path& folder, std::vector<Candidate>& all) {
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        const auto step = finalStep(entry->path().filename().string());
        std::error_code ignored;
        if (!step || !fs::is_directory(entry->symlink_status(ignored))) continue;
        const auto manifest = readManifest(entry->path());
        // One that does not say of which attempt it is is damaged, which is found out first of all.
        all.push_back({entry->path(), !manifest || !manifest->isWeightsOnly,
                       manifest ? manifest->attempt : std::numeric_limits<int>::max(), *step});
    }
    if (error && error != std::errc::no_such_file_or_directory)
        return base::fail(base::errnoError(error.value(), base::say("cannot list {}", folder.string())));
    return {};
}

/// Its new name; nothing where it was deleted meanwhile.
base::Result<std::optional<fs::path>> setAside(const fs::path& checkpoint) {
    const fs::path folder = checkpoint.parent_path();
    fs::path aside = freeName(folder / fmt::format(".damaged-{}", checkpoint.filename().string()));
    TY_TRY(removeName(checkpoint));
    if (::rename(checkpoint.c_str(), aside.c_str()) != 0) {
        if (errno == ENOENT) return std::nullopt;
        return base::fail(base::errnoError(errno, base::say("cannot set {} aside", checkpoint.string())));
    }
    TY_TRY(base::syncFolder(folder));
    return std::optional(std::move(aside));
}

/// Something else in the place of a part is damage.
base::Result<SafetensorsFile> openPart(const fs::path& file) {
    auto opened = SafetensorsFile::open(file);
    if (!opened && opened.error().id == "file.not_regular") return damaged(file, "it is not a regular file");
    return opened;
}

}  // namespace

base::Result<Loaded> open(const fs::path& checkpoint) {
    TY_ASSIGN(Manifest manifest, readManifest(checkpoint));
    TY_ASSIGN(SafetensorsFile model, openPart(checkpoint / kModelFile));
    TY_ASSIGN(SafetensorsFile optimizer, openPart(checkpoint / kOptimizerFile));
    TY_ASSIGN(TrainState state, readState(checkpoint));
    return Loaded{checkpoint,       manifest.attempt,     manifest.isWeightsOnly,
                  std::move(model), std::move(optimizer), std::move(state)};
}

base::Result<Loaded> load(const fs::path& checkpoint) {
    TY_ASSIGN(Loaded loaded, open(checkpoint));
    TY_TRY(verify(loaded));
    return loaded;
}

base::Words describe(const Newest::Damaged& damaged) {
    if (damaged.aside.empty())
        return base::say("{}; another run or program wrote it, so it stays, and an older one is used",
                         damaged.why);
    return base::say("{}; it was renamed to {}, and an older checkpoint is used", damaged.why,
                     damaged.aside.filename().string());
}

base::Result<Newest> takeNewest(const std::vector<fs::path>& folders, const std::string& run) {
    std::vector<Candidate> candidates;
    for (const fs::path& folder : folders) TY_TRY(addCandidates(folder, candidates));
    std::stable_sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
        return std::tie(a.isWhole, a.attempt, a.step) > std::tie(b.isWhole, b.attempt, b.step);
    });
    Newest newest;
    for (const Candidate& candidate : candidates) {
        const base::Status status = verify(candidate.path, Depth::kBlockSums);
        if (status) {
            newest.path = candidate.path;
            newest.step = candidate.step;
            break;
        }
        // Retention or a user deleted it while it was being read: that is not damage.
        if (!isThere(candidate.path)) continue;
        constexpr std::array kDamage{Code::kDataLoss, Code::kNotFound, Code::kInvalidArgument};
        if (std::ranges::find(kDamage, status.error().code) == kDamage.end())
            return base::fail(status.error());
        if (!isOwn(candidate.path, {run})) {
            newest.damaged.push_back({candidate.path, {}, status.error().words()});
            continue;
        }
        TY_ASSIGN(auto aside, setAside(candidate.path));
        if (aside) newest.damaged.push_back({candidate.path, std::move(*aside), status.error().words()});
    }
    return newest;
}

}  // namespace trainyard::checkpoint
