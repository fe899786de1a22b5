// SPDX-License-Identifier: Apache-2.0
#include "core/engine/device/device_rendezvous.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <thread>

#include "plugins/sdk/strategy.h"

namespace trainyard::engine {
namespace {

using Clock = std::chrono::steady_clock;

/// The library that makes the sums can only be asked, as the store is: often at first, as all come together
/// as a rule.
constexpr std::chrono::milliseconds kShortestPause{1}, kLongestPause{50};

constexpr const char* kWithdrawn = "withdrawn";

std::vector<std::uint8_t> asBytes(const std::string& text) {
    return {text.begin(), text.end()};
}

}  // namespace

DeviceRendezvous::DeviceRendezvous(c10d::Store* store, int rank, int worldSize,
                                   std::chrono::milliseconds timeout)
    : store_(worldSize > 1 ? store : nullptr),
      observer_(dynamic_cast<const sdk::PeerObserver*>(store_)),
      rank_(rank),
      worldSize_(worldSize),
      timeout_(timeout),
      end_(Clock::now() + timeout) {
}

std::string DeviceRendezvous::keyOf(int rank) const {
    return fmt::format("{}/{}", stage_, rank);
}

void DeviceRendezvous::arrive(const std::string& stage) {
    stage_ = stage;
    if (store_) store_->set(keyOf(rank_), asBytes("here"));
}

void DeviceRendezvous::awaitAll() {
    std::vector<std::string> keys;
    for (int rank = 0; rank < worldSize_; ++rank) keys.push_back(keyOf(rank));
    await([&] { return !store_ || store_->check(keys); });
}

void DeviceRendezvous::await(const std::function<bool()>& isDone) {
    auto pause = kShortestPause;
    while (!isDone()) {
        demandOthers();
        if (Clock::now() >= end_) throw sdk::PeerLost(kCall, missing());
        std::this_thread::sleep_for(pause);
        pause = std::min(2 * pause, kLongestPause);
    }
}

void DeviceRendezvous::withdraw(const std::string& why) {
    if (!store_) return;
    try {
        store_->set(kWithdrawn, asBytes(fmt::format("rank {} cannot take part: {}", rank_, why)));
    } catch (const c10::Error& e) {  // its own reason is the one to report
        spdlog::warn("the others are not told: {}", e.what_without_backtrace());
    }
}

void DeviceRendezvous::demandOthers() {
    if (!store_) return;
    const std::string lost = observer_ ? observer_->lostPeer() : "";  // before what it has left is read
    if (store_->check({kWithdrawn})) {
        const auto words = store_->get(kWithdrawn);
        throw sdk::PeerLost(kCall, {words.begin(), words.end()});
    }
    if (!lost.empty()) throw sdk::PeerLost(kCall, lost);
}

/// Who has not come in time.
std::string DeviceRendezvous::missing() const {
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(timeout_).count();
    std::vector<int> ranks;
    for (int rank = 0; store_ && rank < worldSize_; ++rank)
        if (!store_->check({keyOf(rank)})) ranks.push_back(rank);
    if (ranks.empty())
        return fmt::format(
            "all {} processes have come, but their GPUs did not connect within {} s; "
            "NCCL_SOCKET_IFNAME names the network interface that they take",
            worldSize_, seconds);
    if (ranks.size() == 1) return fmt::format("rank {} has not come within {} s", ranks.front(), seconds);
    return fmt::format("ranks {} have not come within {} s", fmt::join(ranks, ", "), seconds);
}

}  // namespace trainyard::engine
