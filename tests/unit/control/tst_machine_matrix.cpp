// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <atomic>
#include <chrono>
#include <set>

#include "core/base/cancel.h"
#include "core/control/preflight/machine_matrix.h"
#include "tests/support/fake_node.h"

namespace trainyard::control {
namespace {

using ::testing::HasSubstr;

TEST(PairRoundsTest, MeetEachOtherOnceAndNoMachineTwiceInARound) {
    for (int machines = 0; machines <= 9; ++machines) {
        std::set<std::pair<int, int>> met;
        for (const auto& round : pairRounds(machines)) {
            std::set<int> busy;
            for (const auto& [one, other] : round) {
                EXPECT_LT(one, other);
                EXPECT_LT(other, machines);
                EXPECT_TRUE(busy.insert(one).second && busy.insert(other).second) << machines;
                EXPECT_TRUE(met.insert({one, other}).second) << machines;
            }
        }
        EXPECT_EQ(met.size(), static_cast<std::size_t>(machines * (machines - 1) / 2)) << machines;
    }
}

class SlowLinksTest : public ::testing::Test {
  protected:
    void add(double megabytes, double milliseconds, v1::TestVerdict verdict = v1::TEST_PASSED) {
        v1::LinkTest& link = *links_.Add();
        link.set_verdict(verdict);
        link.set_bytes_per_second(megabytes * 1e6);
        link.set_round_trip(milliseconds / 1e3);
    }
    google::protobuf::RepeatedPtrField<v1::LinkTest> links_;
};

TEST_F(SlowLinksTest, AreThoseFarBelowTheMedian) {
    for (int i = 0; i < 4; ++i) add(100, 0.2);
    add(20, 0.2);
    add(30, 0.2);
    add(100, 5);
    markSlowLinks(links_);
    for (const int passed : {0, 1, 2, 3, 5}) EXPECT_EQ(links_[passed].verdict(), v1::TEST_PASSED) << passed;
    EXPECT_EQ(links_[4].verdict(), v1::TEST_WARNED);
    EXPECT_THAT(links_[4].message(), HasSubstr("slow: the median of all links is 100.0 MB/s"));
    EXPECT_EQ(links_[6].verdict(), v1::TEST_WARNED);
    EXPECT_THAT(links_[6].message(), HasSubstr("slow to answer: the median of all links is 0.20 ms"));
    EXPECT_FALSE(links_[6].fix().empty());
}

TEST_F(SlowLinksTest, OneOfTwoIsComparedWithTheFasterOne) {
    add(100, 0.2);
    add(1, 0.2);
    markSlowLinks(links_);
    EXPECT_EQ(links_[0].verdict(), v1::TEST_PASSED);
    EXPECT_EQ(links_[1].verdict(), v1::TEST_WARNED);
}

TEST_F(SlowLinksTest, AFewMicrosecondsAreNoDifference) {
    for (int i = 0; i < 3; ++i) add(100, 0.02);
    add(100, 0.5);
    add(0, 0, v1::TEST_FAILED);
    markSlowLinks(links_);
    EXPECT_EQ(links_[3].verdict(), v1::TEST_PASSED);
    EXPECT_EQ(links_[4].verdict(), v1::TEST_FAILED);
}

class NoNodes final : public Nodes {
  public:
    node::Node* find(const std::string&) override { return nullptr; }
    base::Status mayPlace(const std::string& name) override { return base::fail(unknownNode(name)); }
    base::Status mayConnect(const std::string& name) override { return base::fail(unknownNode(name)); }
    Ends endsTo(const std::string&) override { return {}; }
    base::Result<std::vector<v1::GpuInfo>> gpusOf(const std::string& name) override {
        return base::fail(unknownNode(name));
    }
    void whenConnected(const std::string&, std::function<void()>) override {}
};

/// As an agent's end does it to a call under way.
TEST(MachineMatrixTest, ACancelledTestWaitsForNoMachine) {
    auto loop = base::EventLoop::start();
    ASSERT_TRUE(loop) << loop.error().describe();
    node::FakeNode machine(**loop);
    std::atomic<bool> isAsked = false;
    machine.onSelfTest = [&](const node::Done<node::SelfTest>&) { isAsked = true; };  // and never answered
    NoNodes nodes;
    MachineMatrix matrix(**loop, [&](const std::string&) { return &machine; }, nodes);
    const base::CancelScope scope([&] { return isAsked.load(); });
    const auto began = std::chrono::steady_clock::now();
    const auto tested = matrix.test({{.name = "local", .version = {}, .unusable = {}}}, "1.0");
    ASSERT_FALSE(tested);
    EXPECT_EQ(tested.error().code, base::Code::kCancelled);
    EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(5))
        << "its answer is awaited for 6 s";
}

}  // namespace
}  // namespace trainyard::control
