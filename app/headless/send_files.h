// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <stop_token>

#include "app/headless/command_line.h"
#include "app/headless/session.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::headless {

/// What --send does, for the usage.
inline constexpr const char* kSend = "first send the run's nodes the files of it that they lack";

/// When the sending ends early: on the first signal with its next part, and at once if it is urgent.
struct SendingEnd {
    std::function<bool()> isSignalled = [] { return false; };
    std::stop_token urgent = {};

    /// `control`: a StopControl or a SweepStop, which outlives it.
    template <typename Control>
    static SendingEnd of(const Control& control) {
        return {[&control] { return control.isSignalled(); }, control.leaving()};
    }
};

/// With --send: sends the nodes of the runs what those name and they lack, with the progress on stderr, and
/// reports there how much it was. Blocks.
base::Status sendFiles(std::span<const v1::SendFilesRequest> requests, const Options& options,
                       Session& session, Console& console, const SendingEnd& end = {});

}  // namespace trainyard::headless
