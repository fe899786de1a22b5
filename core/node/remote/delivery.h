// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "core/base/loop/event_loop.h"
#include "core/node/remote/bundle.h"
#include "core/node/remote/ssh_client.h"

namespace trainyard::node {

/// Puts a parcel on another machine by an ssh of its own, in a thread of its own. Continues where an earlier
/// delivery was cut off, and sends nothing that is already there. Dropping it ends it. [loop]
class Delivery {
  public:
    struct Progress {
        std::uint64_t done = 0, total = 0;  ///< bytes of the archive
    };
    using OnProgress = std::function<void(Progress)>;
    using OnEnd = std::function<void(base::Status)>;
    struct Ssh {
        std::vector<std::string> command;           ///< starts it, with kShellCommand
        std::vector<std::string> environment = {};  ///< what it has besides ours
        std::chrono::seconds loginWithin{60};       ///< also while it asks and nobody answers
    };

    /// `target` is what messages call the machine. Both functions are called in the loop, and not after this
    /// was dropped. kResourceExhausted "disk.full", kPermissionDenied "node.folder", kFailedPrecondition
    /// "node.machine", "node.program", kDataLoss "node.damaged", or kUnavailable "node.unreachable".
    Delivery(base::EventLoop& loop, Ssh ssh, std::string target, std::shared_ptr<const Parcel> parcel,
             OnProgress onProgress, OnEnd onEnd);
    ~Delivery();
    /// Once it has failed: see SshClient::lacksAnswer().
    bool lacksAnswer() const { return ssh_.lacksAnswer(); }

  private:
    base::Status carryOut();
    base::Status await(std::string_view greeting);
    base::Result<std::string> readLine();
    base::Status readMore(std::chrono::milliseconds within);
    base::Status sendFrom(std::uint64_t offset);
    base::Result<std::size_t> sendSome(std::span<const std::byte> bytes);
    base::Error refusal(const std::string& words) const;
    void report(std::uint64_t done);

    base::EventLoop& loop_;
    const Ssh how_;
    const std::string target_;
    const std::shared_ptr<const Parcel> parcel_;
    const OnProgress onProgress_;
    SshClient ssh_;
    std::string read_;  ///< from the machine, and not yet taken
    std::chrono::steady_clock::time_point reported_{};
    std::shared_ptr<int> alive_ = std::make_shared<int>(0);
    base::UniqueFd cancel_;  ///< an eventfd
    std::thread thread_;     ///< last: uses the members above
};

}  // namespace trainyard::node
