// SPDX-License-Identifier: Apache-2.0
#include "core/control/ask/machine_clock.h"

#include <spdlog/spdlog.h>

#include <utility>

#include "core/base/cancel.h"
#include "core/control/run/await.h"

namespace trainyard::control {
namespace {

constexpr int kRoundTrips = 8;

struct Reading {
    double ahead, roundTrip;  ///< seconds
};

base::Result<Reading> readOnce(base::EventLoop& loop, Nodes* nodes, const std::string& name,
                               const std::function<double()>& now) {
    return awaitResult<Reading>(loop, [nodes, name, now](auto done) {
        node::Node* const node = nodes ? nodes->find(name) : nullptr;
        if (!node) return done(base::fail(unknownNode(name)));
        const double asked = now();
        node->readClock([asked, now, done = std::move(done)](const base::Result<double>& there) {
            const double answered = now();
            if (!there) return done(base::fail(there.error()));
            done(Reading{*there - (asked + answered) / 2, answered - asked});
        });
    });
}

}  // namespace

std::optional<std::chrono::nanoseconds> clockAhead(base::EventLoop& loop, Nodes* nodes,
                                                   const std::string& name, std::chrono::milliseconds within,
                                                   const std::function<double()>& now) {
    const auto end = std::chrono::steady_clock::now() + within;
    const base::CancelScope scope([end] { return std::chrono::steady_clock::now() >= end; });
    std::optional<Reading> best;
    for (int i = 0; i < kRoundTrips; ++i) {
        const auto reading = readOnce(loop, nodes, name, now);
        if (!reading && !best) spdlog::warn("the clock of node {}: {}", name, reading.error().describe());
        if (!reading) break;
        if (!best || reading->roundTrip < best->roundTrip) best = *reading;
    }
    if (!best) return std::nullopt;
    return std::chrono::round<std::chrono::nanoseconds>(std::chrono::duration<double>(best->ahead));
}

}  // namespace trainyard::control
