// SPDX-License-Identifier: Apache-2.0
#include "plugins/sdk/shared_segment.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <thread>
#include <torch/csrc/distributed/c10d/FileStore.hpp>
#include <torch/csrc/distributed/c10d/HashStore.hpp>

#include "plugins/sdk/strategy.h"
#include "tests/support/temp_home.h"

namespace trainyard::sdk {
namespace {

using namespace std::chrono_literals;

TEST(SharedSegment, RanksSeeOneMemoryAndMeetByItsCounters) {
    constexpr int kRanks = 3;
    auto store = c10::make_intrusive<c10d::HashStore>();
    std::vector<std::jthread> threads;
    std::array<int, kRanks> sums{};
    for (int rank = 0; rank < kRanks; ++rank)
        threads.emplace_back([&, rank] {
            std::string whyNot;
            const auto segment = SharedSegment::create({*store, rank, kRanks, 10s}, 5000, whyNot);
            ASSERT_TRUE(segment) << whyNot;
            *reinterpret_cast<int*>(segment->part(rank) + 4096) = 10 + rank;
            segment->counter(0).fetch_add(1);
            segment->notify();
            segment->waitUntil("meeting", [&] { return segment->counter(0) == kRanks; });
            for (int other = 0; other < kRanks; ++other)
                sums[static_cast<std::size_t>(rank)] += *reinterpret_cast<int*>(segment->part(other) + 4096);
        });
    threads.clear();
    for (const int sum : sums) EXPECT_EQ(sum, 33);
}

TEST(SharedSegment, IsRefusedForAllAlikeWhenARankIsOnAnotherMachine) {
    auto store = c10::make_intrusive<c10d::HashStore>();
    const std::string elsewhere = R"({"machine":"another boot","pid":1})";
    store->set("segment/place/1", std::vector<std::uint8_t>(elsewhere.begin(), elsewhere.end()));
    std::string whyNot;
    EXPECT_FALSE(SharedSegment::create({*store, 0, 2, 10s}, 4096, whyNot));
    EXPECT_EQ(whyNot, "the processes are not on one machine and under one user");
}

TEST(SharedSegment, AWaitEndsAfterTheTimeoutWithoutAMessage) {
    auto store = c10::make_intrusive<c10d::HashStore>();
    std::string whyNot;
    const auto segment = SharedSegment::create({*store, 0, 1, 50ms}, 4096, whyNot);
    ASSERT_TRUE(segment) << whyNot;
    EXPECT_THROW(segment->waitUntil("all_reduce", [] { return false; }), PeerLost);
}

TEST(SharedSegment, AWaitNamesAProcessThatWasKilled) {
    const TempHome home;
    const auto file = home.path() / "segment";
    const pid_t child = ::fork();
    if (child == 0) {
        std::string whyNot;
        auto store = c10::make_intrusive<c10d::FileStore>(file.string(), 2);
        const auto segment = SharedSegment::create({*store, 1, 2, 60s}, 4096, whyNot);
        if (!segment) ::_exit(3);
        segment->counter(0).fetch_add(1);
        segment->notify();
        segment->waitUntil("for ever", [] { return false; });
        ::_exit(4);
    }
    auto store = c10::make_intrusive<c10d::FileStore>(file.string(), 2);
    std::string whyNot;
    const auto segment = SharedSegment::create({*store, 0, 2, 60s}, 4096, whyNot);
    ASSERT_TRUE(segment) << whyNot;
    segment->waitUntil("the child", [&] { return segment->counter(0) == 1; });
    const auto killed = std::chrono::steady_clock::now();
    ::kill(child, SIGKILL);
    try {
        segment->waitUntil("all_reduce of gradients", [] { return false; });
        FAIL() << "waited for a process that is dead";
    } catch (const PeerLost& lost) {
        EXPECT_EQ(std::string(lost.what()), "in all_reduce of gradients: the process of rank 1 (pid " +
                                                std::to_string(child) + ") has ended");
    }
    EXPECT_LT(std::chrono::steady_clock::now() - killed, 1s);
    ::waitpid(child, nullptr, 0);
}

}  // namespace
}  // namespace trainyard::sdk
