// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/node/remote/bundle.h"
#include "core/node/remote/protocol.h"

namespace trainyard::node {

// What is said to /bin/sh on another machine, and what it says. One command, the same for all purposes,
// starts it by ssh. Once it has printed kShellGreeting, it reads one line, a script, and carries that out.

/// For any login shell: it has nothing that means something to one of sh, csh and fish between single quotes.
inline constexpr std::string_view kShellCommand =
    "exec /bin/sh -c 'echo trainyard shell 1; IFS= read -r s && eval \"$s\"' trainyard";
inline constexpr std::string_view kShellGreeting = "trainyard shell 1\n";

/// Lines that the scripts print.
inline constexpr std::string_view kLacks = "trainyard lacks";  ///< the bundle
inline constexpr std::string_view kSend = "trainyard send ";   ///< and the offset to begin at
inline constexpr std::string_view kDone = "trainyard done";
inline constexpr std::string_view kRefused = "trainyard refused ";  ///< a word, and the words of a program

/// Becomes the agent there (kStdioGreeting): that of the bundle, or one of this very version in the PATH; or
/// prints kLacks and reads another line. `start`: see kStartAlways; where nothing may be started, nothing is
/// lacking (kStdioNone).
std::string attachScript(const std::string& bundle, std::string_view start = kStartAlways);

/// Receives a parcel. The bytes that arrive are kept in a file until it is whole, so that a sender that was
/// cut off continues; then they are unpacked beside the folder and tried, and the folder gets its name last.
std::string receiveScript(const Parcel& parcel);

}  // namespace trainyard::node
