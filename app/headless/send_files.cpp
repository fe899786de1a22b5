// SPDX-License-Identifier: Apache-2.0
#include "app/headless/send_files.h"

#include <fmt/format.h>

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
        if (reply.finished()) return line(fmt::format("{} sent to nodes", bytesText(reply.bytes())));
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
    void leave() {
        if (isOpen_) console_.printError("\n");
    }

  private:
    void line(const std::string& text) { console_.printError((isOpen_ ? "\r\x1b[K" : "") + text + "\n"); }

    Console& console_;
    std::string last_;
    bool isOpen_ = false;
};

}  // namespace

base::Status sendFiles(const v1::SendFilesRequest& request, const Options& options, Session& session,
                       Console& console, const StopControl* control) {
    if (!options.isSending) return {};
    Progress progress(console);
    const auto status = session.client()->sendFiles(request, control ? control->leaving() : std::stop_token(),
                                                    [&](const v1::SendFilesReply& reply) {
                                                        progress.show(reply);
                                                        return !control || !control->isSignalled();
                                                    });
    if (!status) progress.leave();
    return status;
}

}  // namespace trainyard::headless
