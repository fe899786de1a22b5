// SPDX-License-Identifier: Apache-2.0
#include "core/engine/cuda/nccl.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <stdexcept>
#include <type_traits>

#include "plugins/sdk/strategy.h"

namespace trainyard::engine {
namespace {

Nccl openNccl() {
    void* library = ::dlopen("libnccl.so.2", RTLD_NOW);
    if (!library) throw std::runtime_error(fmt::format("there is no NCCL: {}", ::dlerror()));
    const auto find = [&](auto& function, const char* name) {
        function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(::dlsym(library, name));
        if (!function) throw std::runtime_error(fmt::format("this NCCL has no {}", name));
    };
    Nccl nccl;
    find(nccl.version, "ncclGetVersion");
    find(nccl.makeMeetingPoint, "ncclGetUniqueId");
    find(nccl.initRank, "ncclCommInitRankConfig");
    find(nccl.groupStart, "ncclGroupStart");
    find(nccl.groupEnd, "ncclGroupEnd");
    find(nccl.allReduce, "ncclAllReduce");
    find(nccl.asyncError, "ncclCommGetAsyncError");
    find(nccl.abort, "ncclCommAbort");
    find(nccl.errorString, "ncclGetErrorString");
    find(nccl.lastError, "ncclGetLastError");
    return nccl;
}

}  // namespace

const Nccl& Nccl::get() {
    static const Nccl nccl = openNccl();
    return nccl;
}

void Nccl::check(const char* call, int result, Communicator communicator) const {
    if (result == kSuccess || result == kInProgress) return;
    const std::string words = fmt::format("{} ({})", errorString(result), lastError(communicator));
    if (result == kSystemError || result == kRemoteError) throw sdk::PeerLost(call, words);
    throw std::runtime_error(fmt::format("NCCL, in {}: {}", call, words));
}

int Nccl::stateOf(Communicator communicator) const {
    int error = kSuccess;
    const int result = asyncError(communicator, &error);
    return result != kSuccess ? result : error;
}

}  // namespace trainyard::engine
