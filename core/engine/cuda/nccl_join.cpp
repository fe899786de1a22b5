// SPDX-License-Identifier: Apache-2.0
#include "core/engine/cuda/nccl_join.h"

#include <algorithm>
#include <cstring>

#include "core/engine/device/device_rendezvous.h"

namespace trainyard::engine {
namespace {

constexpr const char* kCall = DeviceRendezvous::kCall;
constexpr const char* kKey = "nccl";

/// That of the first GPU of all.
Nccl::MeetingPoint meetingPoint(const Nccl& nccl, const Device::Peers& peers) {
    Nccl::MeetingPoint point{};
    if (peers.firstRank == 0) {
        nccl.check(kCall, nccl.makeMeetingPoint(&point));
        if (peers.store)
            peers.store->set(kKey, std::vector<std::uint8_t>(point.bytes.begin(), point.bytes.end()));
        return point;
    }
    peers.await([&] { return peers.store->check({kKey}); });
    const std::vector<std::uint8_t> bytes = peers.store->get(kKey);
    std::memcpy(point.bytes.data(), bytes.data(), std::min(bytes.size(), point.bytes.size()));
    return point;
}

}  // namespace

std::vector<OwnedCommunicator> joinByNccl(const Nccl& nccl, const Device::Peers& peers,
                                          const std::function<void(const Device&)>& enter) {
    const Nccl::MeetingPoint point = meetingPoint(nccl, peers);
    std::vector<OwnedCommunicator> owned;
    owned.reserve(peers.own.size());
    // NCCL may write them as late as in groupEnd().
    std::vector<Nccl::Communicator> communicators(peers.own.size(), nullptr);
    try {
        // Alone, a process has nobody to wait for, and each sum is launched by the thread that asks for it;
        // without blocking NCCL starts a thread for each.
        const bool isAlone = static_cast<int>(peers.own.size()) == peers.worldSize;
        Nccl::Config config{.blocking = isAlone ? 1 : 0};
        int result = nccl.groupStart();
        for (std::size_t i = 0;
             i < peers.own.size() && (result == Nccl::kSuccess || result == Nccl::kInProgress); ++i) {
            enter(*peers.own[i]);
            result = nccl.initRank(&communicators[i], peers.worldSize, point,
                                   peers.firstRank + static_cast<int>(i), &config);
        }
        const int joined = nccl.groupEnd();  // an error of one ends the others of the group
        nccl.check(kCall, result);
        nccl.check(kCall, joined);
        const auto areAllMade = [&] {
            bool areDone = true;
            for (const Nccl::Communicator communicator : communicators) {
                const int state = nccl.stateOf(communicator);
                nccl.check(kCall, state, communicator);
                areDone = areDone && state == Nccl::kSuccess;
            }
            return areDone;
        };
        if (!isAlone) peers.await(areAllMade);
    } catch (...) {
        for (const Nccl::Communicator communicator : communicators)
            if (communicator) nccl.abort(communicator);
        throw;
    }
    for (const Nccl::Communicator communicator : communicators) owned.emplace_back(communicator, nccl.abort);
    return owned;
}

}  // namespace trainyard::engine
