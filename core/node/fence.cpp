// SPDX-License-Identifier: Apache-2.0
#include "core/node/fence.h"

#include <fcntl.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <span>
#include <string_view>
#include <utility>

#include "core/base/fd.h"
#include "core/base/file.h"
#include "core/base/json.h"
#include "core/base/own_file.h"
#include "core/base/text.h"

namespace trainyard::node {
namespace {

namespace fs = std::filesystem;

constexpr const char* kGreatest = "greatest";
constexpr std::uint64_t kFenceBytes = 4096;

base::Error damaged(const fs::path& file, const base::Words& why) {
    return {base::Code::kDataLoss,
            base::say("{} is damaged ({}); it keeps older agents of a home and older attempts from writing: "
                      "delete it once none of them is running",
                      base::printable(file.string()), why),
            kFenceDamaged};
}

/// 0: nobody has written there.
base::Result<std::uint64_t> readFence(const fs::path& file) {
    const auto text = base::readFile(file, kFenceBytes);
    if (!text && text.error().code == base::Code::kNotFound) return 0;
    if (!text) return base::fail(text.error());
    const auto tree = base::parseJson(*text, base::Words::plain(kFenceFile));
    if (!tree) return base::fail(damaged(file, tree.error().words()));
    const auto greatest = tree->is_object() ? tree->find(kGreatest) : tree->end();
    if (greatest == tree->end() || !greatest->is_number_unsigned())
        return base::fail(damaged(file, base::say("its \"{}\" is not a whole number", kGreatest)));
    return greatest->get<std::uint64_t>();
}

/// A full disk has no room for a new file, and must not keep a home from its tasks: the file that is there
/// has its block. Within one sector, so that it is the old one or the new one all the same.
base::Status writeInPlace(const fs::path& file, std::string_view text) {
    TY_ASSIGN(const base::UniqueFd fd, base::openOwn(file, O_WRONLY));
    TY_TRY(base::writeAll(fd.get(), std::as_bytes(std::span(text)), file.string()));
    if (::ftruncate(fd.get(), static_cast<off_t>(text.size())) != 0 || ::fsync(fd.get()) != 0)
        return base::fail(base::errnoError(errno, base::say("cannot sync {}", file.string())));
    return {};
}

}  // namespace

base::Result<std::uint64_t> raiseFence(const fs::path& folder, std::uint64_t number) {
    const fs::path file = folder / kFenceFile;
    TY_ASSIGN(const std::uint64_t greatest, readFence(file));
    if (greatest >= number) return greatest;
    if (const auto made = base::makeFolders(folder); !made && greatest == 0) return base::fail(made.error());
    const std::string text = base::jsonText({{kGreatest, number}}) + "\n";
    auto written = base::writeFileAtomically(file, text);
    if (!written && greatest > 0 && base::isDiskFull(written.error())) written = writeInPlace(file, text);
    // A disk that takes no more keeps nobody from the tasks there: for the life of this agent, it knows.
    if (!written)
        spdlog::warn("an older agent or attempt may write to {} once this agent has ended: {}",
                     folder.string(), written.error().describe());
    return number;
}

base::Error refusedBy(const fs::path& folder, base::Error error) {
    error.message = base::say(
        "{} (if the home was restored from an older copy and has no other agent, delete {} on the node)",
        error.message, base::printable((folder / kFenceFile).string()));
    return error;
}

base::Error refusedInMemory(const fs::path& folder, base::Error error) {
    error.message = base::say(
        "{} (if the home was restored from an older copy and has no other agent, run `trainyard --headless "
        "agent stop` on the node, and delete {} there)",
        error.message, base::printable((folder / kFenceFile).string()));
    return error;
}

base::Error fencedAttempt(const std::string& run, std::int64_t attempt, std::int64_t newest) {
    return {base::Code::kAborted,
            base::say("attempt {} of run {} was refused by the node, which has attempt {} since", attempt,
                      base::printable(run), newest),
            "node.fenced"};
}

base::Error fencedInMemory(const std::string& run, std::int64_t attempt, std::int64_t newest) {
    base::Error error = fencedAttempt(run, attempt, newest);
    error.message =
        base::say("{} (if the home was restored from an older copy, branch the run)", error.message);
    return error;
}

base::Status AttemptFences::admit(const std::string& run, int attempt) {
    const auto number = static_cast<std::uint64_t>(std::max(attempt, 0));
    const std::lock_guard lock(mutex_);
    std::uint64_t& newest = newest_[run];
    if (newest == number) return {};
    TY_ASSIGN(newest, raiseFence(runs_ / run, number));  // a person may have deleted the file
    if (newest == number) return {};
    return base::fail(refusedBy(runs_ / run, fencedAttempt(run, attempt, static_cast<std::int64_t>(newest))));
}

}  // namespace trainyard::node
