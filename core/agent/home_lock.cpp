// SPDX-License-Identifier: Apache-2.0
#include "core/agent/home_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <span>
#include <system_error>
#include <thread>

#include "core/base/file.h"
#include "core/base/json.h"
#include "core/base/own_file.h"
#include "core/base/text.h"
#include "core/node/process.h"

namespace trainyard::agent {
namespace {

/// A program that an agent starts shares its lock until it has closed what it inherited: an agent that is
/// killed in that moment leaves the lock held for as long as that takes.
constexpr std::chrono::seconds kLongestRemnant{5};
constexpr std::chrono::milliseconds kRemnantLook{5};

/// From the contents of the file; they may be slightly out of date, or incomplete because a write was
/// interrupted.
std::optional<node::ProcessId> holderOf(const std::filesystem::path& file) {
    const auto text = base::readFile(file);
    const auto tree =
        text ? base::parseJson(*text, base::Words::plain(file.string())) : std::unexpected(text.error());
    if (!tree || !tree->is_object()) return std::nullopt;
    const auto pid = tree->find("pid"), start = tree->find("start"), boot = tree->find("boot_id");
    if (pid == tree->end() || start == tree->end() || boot == tree->end()) return std::nullopt;
    if (!pid->is_number_integer() || !start->is_number_unsigned() || !boot->is_string()) return std::nullopt;
    return node::ProcessId{pid->get<pid_t>(), start->get<std::uint64_t>(), boot->get<std::string>()};
}

/// EWOULDBLOCK: another agent holds it.
std::error_code lockFile(int file, const std::filesystem::path& path) {
    const auto deadline = std::chrono::steady_clock::now() + kLongestRemnant;
    while (::flock(file, LOCK_EX | LOCK_NB) != 0) {
        const std::error_code error(errno, std::generic_category());
        if (error != std::errc::operation_would_block) return error;
        const auto holder = holderOf(path);
        if (!holder || node::isAlive(*holder) || std::chrono::steady_clock::now() > deadline) return error;
        std::this_thread::sleep_for(kRemnantLook);
    }
    return {};
}

}  // namespace

base::Result<HomeLock> HomeLock::take(const base::Home& home) {
    TY_TRY(home.prepare());
    const auto path = home.lockFile();
    TY_ASSIGN(base::UniqueFd file, base::openOwn(path, O_RDWR | O_CREAT, 0600));
    if (const std::error_code error = lockFile(file.get(), path)) {
        if (error != std::errc::operation_would_block)
            return base::fail(base::errnoError(error.value(), base::say("cannot lock {}", path.string())));
        const auto holder = holderOf(path);
        return base::fail(
            base::Code::kFailedPrecondition,
            base::say("another trainyard-agent ({}) serves {}; use that one, or end it with `trainyard "
                      "--headless agent stop`",
                      holder ? base::say("pid {}", holder->pid) : base::Words("another process"),
                      home.root().string()),
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
    if (progress && !progress->storeHolder.empty()) json["starting"]["store_holder"] = progress->storeHolder;
    const std::string text = base::jsonText(json) + "\n";
    // Cut off afterwards: a reader never finds the file empty.
    if (::lseek(file_.get(), 0, SEEK_SET) != 0)
        return base::fail(base::errnoError(errno, base::say("cannot write {}", path_.string())));
    TY_TRY(base::writeAll(file_.get(), std::as_bytes(std::span(text)), path_.string()));
    if (::ftruncate(file_.get(), static_cast<off_t>(text.size())) != 0)
        return base::fail(base::errnoError(errno, base::say("cannot write {}", path_.string())));
    return {};
}

}  // namespace trainyard::agent
