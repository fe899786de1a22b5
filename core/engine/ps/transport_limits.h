// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <grpcpp/support/channel_arguments.h>

namespace trainyard::engine::ps {

/// How soon an end of a stream detects that the other one died silently.
enum class Liveness {
    kSoon,  ///< within 8 s: a failed machine, a cut cable
    /// Not here: on the same machine the kernel reports every death at once, and a task that is only stopped
    /// comes back. How long it may be silent is defined by `on_failure.stall_seconds`.
    kLeftToOthers,
};

/// Both ends of a stream of tensors: messages of 1 MiB plus a header, and enough in flight that the sender
/// does not wait for each of the reader's windows.
template <typename Arguments>
void setTransportLimits(Arguments& arguments, Liveness liveness) {
    const auto set = [&](const char* name, int value) {
        if constexpr (requires { arguments.SetInt(name, value); })
            arguments.SetInt(name, value);
        else
            arguments.AddChannelArgument(name, value);
    };
    set(GRPC_ARG_MAX_RECEIVE_MESSAGE_LENGTH, 3 << 20);
    set(GRPC_ARG_MAX_SEND_MESSAGE_LENGTH, 3 << 20);
    set(GRPC_ARG_HTTP2_STREAM_LOOKAHEAD_BYTES, 8 << 20);
    set(GRPC_ARG_HTTP2_MAX_FRAME_SIZE, 1 << 20);
    if (liveness == Liveness::kSoon) {
        set(GRPC_ARG_KEEPALIVE_TIME_MS, 4'000);
        set(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, 4'000);
    }
    set(GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS, 2'000);
    set(GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0);
}

}  // namespace trainyard::engine::ps
