// SPDX-License-Identifier: Apache-2.0
#include "core/engine/device/connect_sums.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <mutex>

#include "core/base/text.h"
#include "core/engine/device/watched_sums.h"

namespace trainyard::engine {
namespace {

constexpr const char* kGpuRendezvous = "rendezvous of the GPUs";

/// Whether all devices of this process wait: while one of them computes, it is this process that the others
/// wait for.
class AllWait {
  public:
    AllWait(std::size_t devices, std::function<void(const std::string&)> report)
        : calls_(devices), report_(std::move(report)) {}
    void set(std::size_t device, const std::string& call) {
        const std::lock_guard lock(mutex_);
        calls_[device] = call;
        const bool areAll = std::ranges::none_of(calls_, &std::string::empty);
        report_(areAll ? *std::ranges::min_element(calls_) : "");
    }

  private:
    std::mutex mutex_;
    std::vector<std::string> calls_;
    const std::function<void(const std::string&)> report_;
};

/// Collective.
void prepareAll(const OwnDevices& own, c10d::Store* store) {
    std::exception_ptr failure;
    std::string words;
    try {
        own.devices.front()->prepareSums();
    } catch (const std::exception& e) {
        failure = std::current_exception();
        words = base::withoutFrames(e.what());
        if (words.empty()) words = "an error without words";
    }
    if (store && own.worldSize > 1) {
        store->set(fmt::format("joining/{}", own.rank),
                   std::vector<std::uint8_t>(words.begin(), words.end()));
        for (int rank = 0; !failure && rank < own.worldSize; ++rank) {
            const auto there = store->get(fmt::format("joining/{}", rank));
            if (!there.empty())
                throw sdk::PeerLost(kGpuRendezvous, fmt::format("rank {} cannot take part: {}", rank,
                                                                std::string(there.begin(), there.end())));
        }
    }
    if (failure) std::rethrow_exception(failure);
}

}  // namespace

std::vector<std::unique_ptr<sdk::DeviceSums>> connectSums(const OwnDevices& own, c10d::Store* store) {
    prepareAll(own, store);
    const auto here = static_cast<int>(own.devices.size());
    Device::Peers peers{{}, store, own.rank * here, own.worldSize * here};
    for (const auto& device : own.devices) peers.own.push_back(device.get());
    const auto wait = std::make_shared<AllWait>(own.devices.size(), own.onWait);
    std::vector<std::unique_ptr<sdk::DeviceSums>> watched;
    for (auto& sums : own.devices.front()->connect(peers))
        watched.push_back(std::make_unique<WatchedSums>(
            std::move(sums), [wait, i = watched.size()](const std::string& call) { wait->set(i, call); }));
    return watched;
}

}  // namespace trainyard::engine
