// SPDX-License-Identifier: Apache-2.0
#include "app/headless/session.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <span>

#include "app/headless/ssh_answers.h"
#include "app/headless/units.h"
#include "core/base/cancel.h"
#include "core/base/file.h"
#include "core/base/path.h"
#include "core/base/text.h"
#include "core/client/remote/ssh_agent.h"

namespace trainyard::headless {
namespace {

/// Between two connections to a machine that cannot be reached, and for how long it is tried.
constexpr std::chrono::milliseconds kFirstDelay{500}, kLongestDelay{15'000};
constexpr std::chrono::minutes kReattachWithin{10};

base::Error notUtf8(const std::string& path) {
    return {base::Code::kInvalidArgument,
            base::say("names of files and folders must be UTF-8, and {} is not: rename it", path),
            "path.not_utf8"};
}

}  // namespace

base::Result<client::Endpoint> endpointOf(const std::string& agentOption) {
    client::RemoteOptions options;
    options.isTerminalAsked = canAsk();
    if (::isatty(STDERR_FILENO) == 1)
        options.onSent = [agentOption](std::uint64_t done, std::uint64_t bytes) {
            const std::string text = fmt::format("\r\x1b[K{} of {} of Trainyard sent to {}{}",
                                                 bytesText(static_cast<std::int64_t>(done)),
                                                 bytesText(static_cast<std::int64_t>(bytes)),
                                                 base::printable(agentOption), done == bytes ? "\n" : "");
            (void)base::writeAll(STDERR_FILENO, std::as_bytes(std::span(text)), "standard error");
        };
    TY_ASSIGN(client::Endpoint endpoint, client::endpointOf(agentOption, options));
    endpoint.onStartProgress = [](const base::StartProgress& progress) {
        const std::string text =
            progress.storeHolder.empty()
                ? fmt::format(
                      "trainyard: the agent is starting; it reads runs again from their folders: {} of "
                      "{} so far\n",
                      progress.runsRead, progress.runs)
                : fmt::format(
                      "trainyard: the agent is starting; it waits because {} has locked the store; close "
                      "that program\n",
                      base::printable(progress.storeHolder));
        (void)base::writeAll(STDERR_FILENO, std::as_bytes(std::span(text)), "standard error");
    };
    return endpoint;
}

base::Result<std::unique_ptr<Session>> Session::open(const std::string& agentOption, std::stop_token stop) {
    std::unique_ptr<Session> session(new Session);
    TY_ASSIGN(session->endpoint_, endpointOf(agentOption));
    const base::CancelScope scope([&stop] { return stop.stop_requested(); });
    TY_TRY(session->connect());
    return session;
}

std::shared_ptr<client::AgentClient> Session::client() const {
    const std::lock_guard lock(mutex_);
    return client_;
}

base::Status Session::reconnect(std::stop_token stop) {
    const base::CancelScope scope([&stop] { return stop.stop_requested(); });
    const auto deadline = std::chrono::steady_clock::now() + kReattachWithin;
    std::mutex never;
    std::condition_variable_any changed;
    for (auto delay = kFirstDelay;; delay = std::min(delay * 2, kLongestDelay)) {
        const base::Status status = connect();
        const bool isCut = !status && endpoint_.isRemote() && status.error().id == "node.unreachable";
        if (!isCut || std::chrono::steady_clock::now() >= deadline) return status;
        std::unique_lock lock(never);
        changed.wait_for(lock, stop, delay, [] { return false; });
    }
}

base::Status Session::connect() {
    TY_ASSIGN(std::shared_ptr<client::AgentClient> fresh, client::AgentClient::connect(endpoint_));
    const std::lock_guard lock(mutex_);
    client_ = std::move(fresh);
    return {};
}

std::string clientName() {
    return fmt::format("headless pid {}", ::getpid());
}

base::Result<std::filesystem::path> currentFolder() {
    TY_ASSIGN(std::filesystem::path folder, base::currentFolder());
    if (const auto broken = base::lineThatIsNotUtf8(folder.string())) return base::fail(notUtf8(*broken));
    return folder;
}

bool isElsewhere(const Options& options) {
    return options.agent.starts_with("ssh://");
}

base::Result<std::string> agentPath(const Options& options, const std::string& path) {
    if (!isElsewhere(options) || path.starts_with('/')) return absolutePath(path);
    return base::fail(base::Code::kInvalidArgument,
                      base::say("{} is relative to a folder of this machine; with --agent {}, name a file "
                                "of that machine by its absolute path",
                                base::printable(path), base::printable(options.agent)),
                      "usage.path");
}

base::Result<std::string> absolutePath(const std::string& path) {
    if (path.empty())
        return base::fail(base::Code::kInvalidArgument,
                          "an empty path names nothing; give the name of a file or folder", "usage.path");
    if (const auto broken = base::lineThatIsNotUtf8(path)) return base::fail(notUtf8(*broken));
    if (std::filesystem::path(path).is_absolute()) return base::plainPath(path).string();
    TY_ASSIGN(const std::filesystem::path here, currentFolder());
    return base::plainPath(here / path).string();
}

base::Result<std::string> checkpointPath(const Options& options, const std::string& path) {
    if (base::remotePathOf(path)) return path;
    return agentPath(options, path);
}

}  // namespace trainyard::headless
