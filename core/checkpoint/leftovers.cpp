// SPDX-License-Identifier: Apache-2.0
#include "core/checkpoint/leftovers.h"

#include <signal.h>
#include <spdlog/spdlog.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <optional>
#include <string_view>

#include "core/checkpoint/folder.h"

namespace trainyard::checkpoint {
namespace {

namespace fs = std::filesystem;

/// The process that writes ".<target>.<pid>-<number>.tmp"; nothing: the name is another one.
std::optional<pid_t> writerOf(std::string_view name, std::string_view target) {
    constexpr std::string_view kEnd = ".tmp";
    const std::size_t head = target.size() + 2;
    if (name.size() <= head + kEnd.size() || !name.ends_with(kEnd) || name.front() != '.' ||
        name.substr(1, target.size()) != target || name[head - 1] != '.')
        return std::nullopt;
    name = name.substr(head, name.size() - head - kEnd.size());
    pid_t pid = 0;
    unsigned number = 0;
    const auto [dash, noPid] = std::from_chars(name.data(), name.data() + name.size(), pid);
    if (noPid != std::errc() || pid <= 0 || dash == name.data() + name.size() || *dash != '-')
        return std::nullopt;
    const auto [end, parseError] = std::from_chars(dash + 1, name.data() + name.size(), number);
    return parseError == std::errc() && end == name.data() + name.size() ? std::optional(pid) : std::nullopt;
}

}  // namespace

bool isLeftover(const fs::path& file, const std::string& target) {
    const auto writer = writerOf(file.filename().string(), target);
    struct stat info{};
    return writer && ::lstat(file.c_str(), &info) == 0 && S_ISREG(info.st_mode) &&
           info.st_uid == ::geteuid() && ::kill(*writer, 0) != 0 && errno == ESRCH;
}

void removeLeftovers(const fs::path& folder, std::span<const std::string> targets) {
    const auto names = namesIn(folder);
    if (!names) return;  // whoever needs the folder reports it
    for (const std::string& name : *names) {
        const auto isOne = [&](const std::string& target) { return isLeftover(folder / name, target); };
        if (std::ranges::any_of(targets, isOne) && ::unlink((folder / name).c_str()) != 0)
            spdlog::warn("{} of a process that was killed stays: {}", (folder / name).string(),
                         base::errnoError(errno, "unlink").message);
    }
}

void removeLeftovers(const fs::path& checkpoints) {
    const std::string targets[] = {kIndexFile, kMarksFile, kClaimFile};
    removeLeftovers(checkpoints, targets);
}

}  // namespace trainyard::checkpoint
