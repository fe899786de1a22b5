// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <climits>
#include <cstddef>

namespace trainyard::engine {

/// NCCL's own interface ("NCCL API", NVIDIA, version 2), as far as it is used here, with streams of CUDA as
/// void*. Tests put functions of their own in the place of the library's.
struct Nccl {
    static constexpr int kSuccess = 0, kSystemError = 2, kRemoteError = 6, kInProgress = 7;  ///< ncclResult_t
    static constexpr int kSum = 0;                                                           ///< ncclRedOp_t
    using Communicator = void*;
    /// ncclUniqueId
    struct MeetingPoint {
        std::array<char, 128> bytes;
    };
    /// ncclConfig_t as of 2.14, which later versions complete with their defaults.
    struct Config {
        std::size_t size = sizeof(Config);
        unsigned int magic = 0xcafebeef;
        unsigned int version = 21400;
        int blocking = INT_MIN;
        int unused = INT_MIN;
    };

    int (*version)(int*) = nullptr;
    int (*makeMeetingPoint)(MeetingPoint*) = nullptr;
    int (*initRank)(Communicator*, int, MeetingPoint, int, Config*) = nullptr;
    int (*groupStart)() = nullptr;
    int (*groupEnd)() = nullptr;
    int (*allReduce)(const void*, void*, std::size_t, int, int, Communicator, void*) = nullptr;
    int (*asyncError)(Communicator, int*) = nullptr;
    int (*abort)(Communicator) = nullptr;
    const char* (*errorString)(int) = nullptr;
    const char* (*lastError)(Communicator) = nullptr;

    /// Of the library that libtorch_cuda has loaded. Throws std::runtime_error where there is none.
    static const Nccl& get();
    /// Throws PeerLost for what the loss of another process leads to. The rest is the fault of this process,
    /// and no restart of the others would fix it. What is in progress is no error.
    void check(const char* call, int result, Communicator communicator = nullptr) const;
    /// Its error, kInProgress or kSuccess.
    int stateOf(Communicator communicator) const;
};

}  // namespace trainyard::engine
