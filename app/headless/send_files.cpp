// SPDX-License-Identifier: Apache-2.0
#include "app/headless/send_files.h"

#include <fmt/format.h>

#include <cstdint>
#include <string>

#include "app/headless/units.h"
#include "core/base/text.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::headless {
namespace {

/// On one line of a terminal; elsewhere a line for each thing that is sent to a node.
class Progress {
  public:
    explicit Progress(Console& console) : console_(console) {}

    void show(const v1::SendFilesReply& reply) {
        if (reply.finished()) {
            hasFinished_ = true;
            bytes_ += reply.bytes();
            return;
        }
        const std::string what =
            fmt::format("{} to {}", base::printable(reply.place()), base::printable(reply.node()));
        if (console_.isTerminal()) {
            console_.printError(fmt::format("\r\x1b[Ksending {}: {} of {}", what,
                                            bytesText(reply.bytes_done()), bytesText(reply.bytes())));
            isOpen_ = true;
        } else if (what != last_) {
            line("sending " + what);
        }
        last_ = what;
    }
    void finish() {
        if (hasFinished_) line(fmt::format("{} sent to nodes", bytesText(bytes_)));
    }
    void leave() {
        if (isOpen_) console_.printError("\n");
    }

  private:
    void line(const std::string& text) { console_.printError((isOpen_ ? "\r\x1b[K" : "") + text + "\n"); }

    Console& console_;
    std::string last_;
    bool isOpen_ = false, hasFinished_ = false;
    std::int64_t bytes_ = 0;
};

}  // namespace

base::Status sendFiles(std::span<const v1::SendFilesRequest> requests, const Options& options,
                       Session& session, Console& console, const SendingEnd& end) {
    if (!options.isSending) return {};
    Progress progress(console);
    for (const v1::SendFilesRequest& request : requests) {
        if (end.isSignalled()) break;
        const auto status =
            session.client()->sendFiles(request, end.urgent, [&](const v1::SendFilesReply& reply) {
                progress.show(reply);
                return !end.isSignalled();
            });
        if (status) continue;
        progress.leave();
        return status;
    }
    progress.finish();
    return {};
}

}  // namespace trainyard::headless
