// SPDX-License-Identifier: Apache-2.0
#include "core/agent/home_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

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
    TY_ASSIGN(const node::ProcessId self, node::identify(::getpid()));
    const std::string text =
        nlohmann::json({{"pid", self.pid}, {"start", self.start}, {"boot_id", self.bootId}}).dump() + "\n";
    if (::ftruncate(file.get(), 0) != 0)
        return base::fail(base::errnoError(errno, "cannot write " + path.string()));
    TY_TRY(base::writeAll(file.get(), std::as_bytes(std::span(text)), path.string()));
    return HomeLock(std::move(file));
}

}  // namespace trainyard::agent
