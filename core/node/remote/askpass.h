// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/fd.h"
#include "core/base/loop/event_loop.h"
#include "core/node/remote/ssh_question.h"

namespace trainyard::node {

/// Makes trainyard-agent the SSH_ASKPASS of an ssh: the token and the path of the socket to ask at.
inline constexpr const char* kAskpassVariable = "TRAINYARD_ASKPASS";

/// Where one ssh, and those that it starts on its way (ProxyJump), bring their questions. [loop]
class AskpassSocket {
  public:
    struct Calls {
        std::function<void(const SshQuestion&)> onQuestion;  ///< one at a time
        std::function<void()> onWithdrawn;                   ///< before it was answered
    };
    /// A socket that only this user, and who knows its token, may use. `program`: that of trainyard-agent.
    static base::Result<std::unique_ptr<AskpassSocket>> open(base::EventLoop& loop,
                                                             const std::filesystem::path& program,
                                                             Calls calls);
    ~AskpassSocket();
    AskpassSocket(const AskpassSocket&) = delete;
    AskpassSocket& operator=(const AskpassSocket&) = delete;

    /// What ssh has in its environment.
    const std::vector<std::string>& environment() const { return environment_; }
    /// To the question that is open, if there is one.
    void answer(std::string_view text);

  private:
    AskpassSocket(base::EventLoop& loop, std::string name, std::string token, Calls calls);
    base::Status listen();
    void accept();
    void read();
    void closeAsking();

    base::EventLoop& loop_;
    const std::string name_;
    const std::string token_;
    const Calls calls_;
    std::vector<std::string> environment_;
    base::UniqueFd listener_, asking_;  ///< only one of them is watched: questions wait in the backlog
    std::string read_;
    bool isAsked_ = false;
};

/// What the program that is SSH_ASKPASS does: asks `prompt` at the socket that `where` names (the value of
/// kAskpassVariable), and prints the answer. Its exit code. Blocks.
int runAskpass(const char* where, const char* prompt);

}  // namespace trainyard::node
