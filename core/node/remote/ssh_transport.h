// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/base/loop/event_loop.h"
#include "core/node/remote/delivery.h"
#include "core/node/remote/protocol.h"
#include "core/node/remote/ssh_question.h"
#include "core/node/remote/transport.h"

namespace trainyard::node {

/// Another machine's agent by the system's ssh client, whose input and output carry the bytes between here
/// and `trainyard-agent --stdio` over there. Needs no forwarded port and no socket on the way. The user's own
/// configuration of ssh applies.
class SshTransport final : public Transport {
  public:
    using OnParcel = std::function<void(base::Result<std::shared_ptr<const Parcel>>)>;
    struct Settings {
        std::string target;                               ///< see parseSshAddress()
        std::filesystem::path controlFolder;              ///< for the sockets of ControlMaster; 0700.
                                                          ///< Empty: no ControlMaster
        std::filesystem::path config;                     ///< in place of the user's own; empty: that one
        std::string command = "trainyard-agent --stdio";  ///< what runs on the node, if there is no `bundle`
        std::string_view start = kStartAlways;            ///< whether an agent may be started there
        /// Whether ssh may ask at the terminal of this process for a password, or about an unknown host key.
        enum class Questions { kRefused, kAtTerminal } questions = Questions::kRefused;
        /// Called in the loop after ssh was refused for want of an answer: whom another ssh asks; null:
        /// nobody now (kSshAsks).
        std::function<std::shared_ptr<SshAsker>()> asker = {};
        std::filesystem::path askpass = {};  ///< the program trainyard-agent; for `asker`
        std::chrono::milliseconds answerWithin = kAnswerWithin;
        /// Sent to a node that has neither it nor the same version of Trainyard. Answered in the loop.
        std::function<void(OnParcel)> bundle = {};
        Delivery::OnProgress onProgress = [](Delivery::Progress) {};  ///< of the bundle; called in the loop
    };
    /// kInvalidArgument "node.target", see parseSshAddress().
    static base::Result<std::unique_ptr<SshTransport>> make(base::EventLoop& loop, Settings settings);

    [[nodiscard]] std::shared_ptr<void> connect(OnConnection done) override;
    /// Puts a parcel on the node, by an ssh of its own, which goes through the connection that there is if it
    /// can. Otherwise it may have to ask as well. Both functions are called in the loop, and not after what
    /// is returned was dropped there. kCancelled kSshCancelled, kDeadlineExceeded kSshUnanswered; see
    /// Delivery.
    [[nodiscard]] std::shared_ptr<void> deliver(std::shared_ptr<const Parcel> parcel,
                                                Delivery::OnProgress onProgress, Delivery::OnEnd onEnd) const;

    /// The whole command line.
    const std::vector<std::string>& command() const { return command_; }

  private:
    class Client;
    class Questioning;
    class Attempt;
    class Sending;
    SshTransport(base::EventLoop& loop, Settings settings);

    base::EventLoop& loop_;
    const Settings settings_;
    const std::vector<std::string> command_, askingCommand_;
    const std::string target_;  ///< printable
    std::string pointless_;     ///< a refusal after which ssh had nothing to ask; empty: there was none
};

}  // namespace trainyard::node
