// SPDX-License-Identifier: Apache-2.0
#include "app/headless/session.h"

#include <fmt/format.h>
#include <unistd.h>

#include <span>

#include "core/base/file.h"
#include "core/base/path.h"
#include "core/base/text.h"

namespace trainyard::headless {
namespace {

base::Error notUtf8(const std::string& path) {
    return {base::Code::kInvalidArgument,
            fmt::format("names of files and folders must be UTF-8, and {} is not: rename it", path),
            "path.not_utf8"};
}

}  // namespace

base::Result<std::unique_ptr<Session>> Session::open(const std::string& agentOption) {
    std::unique_ptr<Session> session(new Session);
    TY_ASSIGN(session->endpoint_, client::Endpoint::parse(agentOption));
    session->endpoint_.onStartProgress = [](const base::StartProgress& progress) {
        const std::string text = fmt::format(
            "trainyard: the agent is starting; it reads runs again from their folders: {} of {} so far\n",
            progress.runsRead, progress.runs);
        (void)base::writeAll(STDERR_FILENO, std::as_bytes(std::span(text)), "standard error");
    };
    TY_TRY(session->reconnect());
    return session;
}

std::shared_ptr<client::AgentClient> Session::client() const {
    const std::lock_guard lock(mutex_);
    return client_;
}

base::Status Session::reconnect() {
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

base::Result<std::string> absolutePath(const std::string& path) {
    if (path.empty())
        return base::fail(base::Code::kInvalidArgument,
                          "an empty path names nothing; give the name of a file or folder", "usage.path");
    if (const auto broken = base::lineThatIsNotUtf8(path)) return base::fail(notUtf8(*broken));
    if (std::filesystem::path(path).is_absolute()) return base::plainPath(path).string();
    TY_ASSIGN(const std::filesystem::path here, currentFolder());
    return base::plainPath(here / path).string();
}

base::Result<std::string> checkpointPath(const std::string& path) {
    if (base::remotePathOf(path)) return path;
    return absolutePath(path);
}

}  // namespace trainyard::headless
