// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/headless/command_line.h"
#include "app/headless/session.h"
#include "app/headless/stop_control.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::headless {

/// What --send does, for the usage.
inline constexpr const char* kSend = "first send the run's nodes the files of it that they lack";

/// With --send: sends the nodes of the run what it names and they lack, with the progress on stderr, and
/// reports there how much it was. Blocks until `control`, if any, has got a signal.
base::Status sendFiles(const v1::SendFilesRequest& request, const Options& options, Session& session,
                       Console& console, const StopControl* control);

}  // namespace trainyard::headless
