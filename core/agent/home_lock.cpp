// SPDX-License-Identifier: Apache-2.0
#include "core/agent/home_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <nlohmann/json.hpp>
#include <span>

#include "core/base/file.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/node/process.h"

namespace trainyard::agent {
namespace {

/// The contents of the file; they may be slightly out of date, or incomplete because a write was interrupted.
std::string holderOf(const std::filesystem::path& file) {
    const auto text = base::readFile(file);
    const auto tree = text ? base::parseJson(*text, file.string()) : std::unexpected(text.error());
    if (!tree || !tree->contains("pid") || !(*tree)["pid"].is_number()) return "another process";
    return fmt::format("pid {}", (*tree)["pid"].get<int>());
}

}  // namespace

base::Result<HomeLock> HomeLock::take(const base::Home& home) {
    TY_TRY(home.prepare());
    const auto path = home.lockFile();
    base::UniqueFd file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!file) return base::fail(base::errnoError(errno, "cannot open " + path.string()));
    if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK) return base::fail(base::errnoError(errno, "cannot lock " + path.string()));
        return base::fail(
            base::Code::kFailedPrecondition,
            fmt::format("another trainyard-agent ({}) serves {}; use that one, or end it with `trainyard "
                        "--headless agent stop`",
                        holderOf(path), home.root().string()),
            "agent.locked");
    }
    HomeLock lock(std::move(file), path);
    TY_TRY(lock.write(std::nullopt));
    return lock;
}

base::Status HomeLock::write(const std::optional<base::StartProgress>& progress) const {
    TY_ASSIGN(const node::ProcessId self, node::identify(::getpid()));
    nlohmann::json json = {{"pid", self.pid}, {"start", self.start}, {"boot_id", self.bootId}};
    if (progress)
        json["starting"] = {
            {"runs_read", progress->runsRead}, {"runs", progress->runs}, {"points", progress->points}};
    const std::string text = json.dump() + "\n";
    // Cut off afterwards: a reader never finds the file empty.
    if (::lseek(file_.get(), 0, SEEK_SET) != 0)
        return base::fail(base::errnoError(errno, "cannot write " + path_.string()));
    TY_TRY(base::writeAll(file_.get(), std::as_bytes(std::span(text)), path_.string()));
    if (::ftruncate(file_.get(), static_cast<off_t>(text.size())) != 0)
        return base::fail(base::errnoError(errno, "cannot write " + path_.string()));
    return {};
}

}  // namespace trainyard::agent
