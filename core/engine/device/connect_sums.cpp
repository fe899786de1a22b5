// SPDX-License-Identifier: Apache-2.0
#include "core/engine/device/connect_sums.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <mutex>

#include "core/base/text.h"
#include "core/engine/device/device_rendezvous.h"
#include "core/engine/device/watched_sums.h"

namespace trainyard::engine {
namespace {

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

/// `work` of this process, which the others wait for: what fails here they learn, and nobody waits any
/// longer.
template <typename Work>
auto doneForAll(DeviceRendezvous& rendezvous, const Work& work) {
    try {
        return work();
    } catch (const sdk::PeerLost&) {  // the fault of another one
        throw;
    } catch (const std::exception& e) {
        const std::string words = base::withoutFrames(e.what());
        rendezvous.withdraw(words.empty() ? "an error without words" : words);
        throw;
    }
}

}  // namespace

std::vector<std::unique_ptr<sdk::DeviceSums>> connectSums(const OwnDevices& own, c10d::Store* store) {
    DeviceRendezvous rendezvous(store, own.rank, own.worldSize, own.timeout);
    doneForAll(rendezvous, [&] { own.devices.front()->prepareSums(); });
    rendezvous.arrive("prepared");
    rendezvous.awaitAll();
    const auto here = static_cast<int>(own.devices.size());
    Device::Peers peers{.own = {},
                        .store = store,
                        .firstRank = own.rank * here,
                        .worldSize = own.worldSize * here,
                        .await = [&](const std::function<bool()>& isDone) { rendezvous.await(isDone); }};
    for (const auto& device : own.devices) peers.own.push_back(device.get());
    const auto wait = std::make_shared<AllWait>(own.devices.size(), own.onWait);
    std::vector<std::unique_ptr<sdk::DeviceSums>> watched;
    rendezvous.arrive("joining");
    for (auto& sums : doneForAll(rendezvous, [&] { return own.devices.front()->connect(peers); }))
        watched.push_back(std::make_unique<WatchedSums>(
            std::move(sums), [wait, i = watched.size()](const std::string& call) { wait->set(i, call); }));
    return watched;
}

}  // namespace trainyard::engine
