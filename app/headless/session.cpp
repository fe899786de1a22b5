// SPDX-License-Identifier: Apache-2.0
#include "app/headless/session.h"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>

namespace trainyard::headless {

base::Result<std::unique_ptr<Session>> Session::open(const std::string& agentOption) {
    std::unique_ptr<Session> session(new Session);
    TY_ASSIGN(session->endpoint_, client::Endpoint::parse(agentOption));
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

std::string absolutePath(const std::string& path) {
    return std::filesystem::absolute(path).lexically_normal().string();
}

}  // namespace trainyard::headless
