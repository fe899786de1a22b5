// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/base/cancel.h"
#include "core/control/preflight/machine_matrix.h"
#include "tests/support/fake_node.h"

namespace trainyard::control {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

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

class NoNodes : public Nodes {
  public:
    node::Node* find(const std::string&) override { return nullptr; }
    base::Status mayPlace(const std::string& name) override { return base::fail(unknownNode(name)); }
    base::Status mayConnect(const std::string& name) override { return base::fail(unknownNode(name)); }
    Ends endsTo(const std::string&) override { return {}; }
    base::Result<std::vector<v1::GpuInfo>> gpusOf(const std::string& name) override {
        return base::fail(unknownNode(name));
    }
    void whenConnected(const std::string&, const node::AttemptId&, std::function<void()>) override {}
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

/// Two machines that are in order and reach each other, unless a test says otherwise.
class MatrixRowsTest : public ::testing::Test {
  protected:
    static constexpr const char* kPrepare = "Run `trainyard --headless nodes prepare box`.";

    void SetUp() override {
        loop_ = std::move(*base::EventLoop::start());
        for (auto* const machine : {&here_, &box_}) {
            machine->emplace(*loop_);
            (*machine)->onTestLink = [](const node::LinkTest& test) -> base::Result<node::LinkMeasure> {
                return node::LinkMeasure{
                    .interface = "eth0",
                    .roundTrip = 1e-4,
                    .bytesPerSecond = 1e9,
                    .allReduce = test.kind == node::LinkTest::Kind::kAllReduce ? 0.01 : 0};
            };
        }
        here_->onSelfTest = [](const auto& done) { done(atItsTime(healthy())); };
        box_->onSelfTest = [this](const auto& done) { done(atItsTime(self_)); };
    }
    static node::SelfTest healthy() {
        return {.diskBytesPerSecond = 1e9, .diskFreeBytes = std::uint64_t{50} << 30};
    }
    /// `test.clock`: how far it is ahead.
    static node::SelfTest atItsTime(node::SelfTest test) {
        test.clock += base::wallNow();
        return test;
    }
    v1::TestNodesReply test() {
        class Reachable final : public NoNodes {
            Ends endsTo(const std::string&) override { return {"10.0.0.1", "10.0.0.2"}; }
            std::vector<std::string> addressesOf(const std::string& name) override {
                return name == "box" ? boxes_ : std::vector<std::string>{"10.0.0.1", "10.78.0.1"};
            }

          public:
            explicit Reachable(std::vector<std::string> boxes) : boxes_(std::move(boxes)) {}

          private:
            const std::vector<std::string> boxes_;
        } nodes(addresses_);
        MachineMatrix matrix(
            *loop_, [&](const std::string& name) { return name == "box" ? &*box_ : &*here_; }, nodes,
            subnet_);
        auto reply = matrix.test({{.name = "local", .version = "1.0", .unusable = {}},
                                  {.name = "box", .version = version_, .unusable = {}}},
                                 "1.0");
        EXPECT_TRUE(reply) << reply.error().describe();
        return *reply;
    }
    /// Bytes pass, and the all-reduce fails.
    static base::Result<node::LinkMeasure> measuredBut(const base::Error& error, const node::LinkTest& test) {
        if (test.kind == node::LinkTest::Kind::kAllReduce) return base::fail(error);
        return node::LinkMeasure{.interface = "eth0", .roundTrip = 1e-4, .bytesPerSecond = 1e9};
    }
    /// What is not in order, as "<node> <what>: <verdict>: <message> / <fix>".
    std::vector<std::string> wrong() {
        std::vector<std::string> rows;
        const auto reply = test();
        for (const v1::NodeTest& test : reply.tests())
            if (test.verdict() != v1::TEST_PASSED)
                rows.push_back(test.node() + ' ' + test.what() + ": " + v1::TestVerdict_Name(test.verdict()) +
                               ": " + test.message() + " / " + test.fix());
        return rows;
    }

    std::unique_ptr<base::EventLoop> loop_;
    std::optional<node::FakeNode> here_, box_;
    node::SelfTest self_ = healthy();
    std::string version_ = "1.0", subnet_;
    std::vector<std::string> addresses_ = {"10.0.0.2", "10.78.0.2"};  ///< of box
};

TEST_F(MatrixRowsTest, NothingIsWrongWithMachinesInOrder) {
    EXPECT_THAT(wrong(), IsEmpty());
    const auto reply = test();
    EXPECT_EQ(reply.tests_size(), 2 * 5);
    ASSERT_EQ(reply.links_size(), 2);
    for (const v1::LinkTest& link : reply.links()) {
        EXPECT_EQ(link.verdict(), v1::TEST_PASSED) << link.from();
        EXPECT_EQ(link.all_reduce(), 0.01);
    }
}

TEST_F(MatrixRowsTest, ADiskThatCannotBeWrittenIsRed) {
    self_.disk = base::fail(base::Code::kFailedPrecondition, "cannot write /home/u/x: read-only file system");
    EXPECT_THAT(wrong(), ElementsAre("box disk: TEST_FAILED: cannot write /home/u/x: read-only file system / "
                                     "Make space on that disk, or make its folder writable."));
}

TEST_F(MatrixRowsTest, ADiskThatIsNearlyFullIsAmber) {
    self_.diskFreeBytes = 100'000'000;
    EXPECT_THAT(wrong(),
                ElementsAre("box disk: TEST_WARNED: 100 MB are free / Make space on that disk before a "
                            "run writes its checkpoints."));
}

TEST_F(MatrixRowsTest, AClockThatIsOffIsAmber) {
    for (const auto& [ahead, message] :
         {std::pair(5.0, "s ahead of this machine's"), std::pair(-5.0, "s behind this machine's")}) {
        self_.clock = ahead;
        EXPECT_THAT(wrong(), ElementsAre(AllOf(HasSubstr("box clock: TEST_WARNED: "), HasSubstr(message),
                                               HasSubstr(" / Run `timedatectl set-ntp true` there."))));
    }
}

TEST_F(MatrixRowsTest, AnotherVersionIsAmber) {
    version_ = "0.9";
    EXPECT_THAT(
        wrong(),
        ElementsAre(std::string("box version: TEST_WARNED: 0.9 runs there, and 1.0 here / ") + kPrepare));
}

TEST_F(MatrixRowsTest, AMachineWithoutLibtorchIsRedAndAddsNothingUp) {
    self_.libtorch = base::fail(base::Code::kFailedPrecondition, "the worker does not start: libtorch.so");
    EXPECT_THAT(wrong(), ElementsAre(std::string("box libtorch: TEST_FAILED: the worker does not start: "
                                                 "libtorch.so / ") +
                                     kPrepare));
    const auto reply = test();
    for (const v1::LinkTest& link : reply.links()) {
        EXPECT_EQ(link.verdict(), v1::TEST_PASSED) << "bytes reach it";
        EXPECT_EQ(link.all_reduce(), 0);
    }
    here_->onSelfTest = [this](const auto& done) { done(atItsTime(self_)); };
    EXPECT_THAT(wrong(),
                Contains(HasSubstr("local libtorch: TEST_FAILED: the worker does not start: libtorch.so "
                                   "/ Reinstall Trainyard on this machine.")));
}

TEST_F(MatrixRowsTest, AMachineThatIsNotConnectedIsRedAndItsLinksAreNotTested) {
    box_->onSelfTest = [](const auto& done) { done(base::fail(base::Code::kUnavailable, "it went away")); };
    EXPECT_THAT(wrong(),
                ElementsAre("box connection: TEST_FAILED: it went away / Run `trainyard --headless nodes "
                            "check box`."));
    const auto reply = test();
    for (const v1::LinkTest& link : reply.links()) {
        EXPECT_EQ(link.verdict(), v1::NOT_TESTED);
        EXPECT_EQ(link.message(), "box is not connected");
    }
}

TEST_F(MatrixRowsTest, AnAllReduceThatIsLateIsAmberAndNoClosedPort) {
    base::Error late{base::Code::kDeadlineExceeded, "the all-reduce did not finish within 4 s", "link.late"};
    here_->onTestLink = [&](const node::LinkTest& test) { return measuredBut(late, test); };
    // The node's agent may be what was too busy to answer.
    for (const char* message : {"the all-reduce did not finish within 4 s", "its agent did not answer"}) {
        late.message = base::Words::plain(message);
        const auto reply = test();
        for (const v1::LinkTest& link : reply.links()) {
            EXPECT_EQ(link.verdict(), v1::TEST_WARNED) << link.from();
            EXPECT_TRUE(link.is_late());
            EXPECT_GT(link.bytes_per_second(), 0);
            EXPECT_EQ(link.message(), "the all-reduce did not finish within 4 s");
            EXPECT_EQ(link.fix(), "The likely reason is a busy machine: test again when it has less to do.");
        }
    }
}

TEST_F(MatrixRowsTest, AnAllReduceWithoutAConnectionIsRedAndNamesThePorts) {
    base::Error error{base::Code::kUnavailable, "the all-reduce failed: Connection refused", "link.failed"};
    here_->onTestLink = [&](const node::LinkTest& test) { return measuredBut(error, test); };
    const auto reply = test();
    for (const v1::LinkTest& link : reply.links()) {
        EXPECT_EQ(link.verdict(), v1::TEST_FAILED) << link.from();
        EXPECT_EQ(link.message(), "the all-reduce failed: Connection refused");
        EXPECT_EQ(link.fix(), "Let both machines open TCP connections to all ports of each other.");
    }
    error = {base::Code::kUnavailable, "the all-reduce failed: out of memory", "link.worker"};
    EXPECT_EQ(test().links(0).verdict(), v1::TEST_FAILED);
    EXPECT_EQ(test().links(0).fix(),
              "Test again. If that fails, too, agent.log on both machines may say more.");
}

TEST_F(MatrixRowsTest, ATransferThatIsLateIsRedAndNoClosedPort) {
    box_->onTestLink = [](const node::LinkTest&) -> base::Result<node::LinkMeasure> {
        return base::fail(base::Code::kDeadlineExceeded, "no answer from 10.0.0.1 port 9", "link.late");
    };
    const auto links = test().links();
    EXPECT_EQ(links[1].verdict(), v1::TEST_FAILED);
    EXPECT_EQ(links[1].fix(), "The likely reason is a busy machine: test again when it has less to do.");
}

TEST_F(MatrixRowsTest, AMachineOutsideOfTheSubnetIsRedWithWhatToDo) {
    subnet_ = "10.78.0.0/24";
    EXPECT_EQ(test().links(0).address(), "10.78.0.2");
    const auto found = [this] {
        const auto reply = test();
        EXPECT_EQ(reply.links(1).verdict(), v1::TEST_PASSED) << "this machine is in it";
        EXPECT_EQ(reply.links(0).verdict(), v1::TEST_FAILED);
        return reply.links(0).message() + " / " + reply.links(0).fix();
    };
    addresses_ = {"10.0.0.2"};
    EXPECT_EQ(found(),
              "box has no address in the subnet 10.78.0.0/24; it has 10.0.0.2 / Choose a subnet in which all "
              "machines of the run have an address.");
    addresses_.clear();  // it was connected, and could not describe itself
    EXPECT_EQ(found(),
              "the addresses of box are unknown until it is connected / Run `trainyard --headless nodes "
              "check box`.");
}

TEST_F(MatrixRowsTest, ADirectionThatNothingPassesIsRedAndNothingIsAddedUp) {
    box_->onTestLink = [](const node::LinkTest& test) -> base::Result<node::LinkMeasure> {
        EXPECT_EQ(test.kind, node::LinkTest::Kind::kTransfer);
        return base::fail(base::Code::kUnavailable, "no route to host");
    };
    const auto links = test().links();
    ASSERT_EQ(links.size(), 2);
    EXPECT_EQ(links[0].verdict(), v1::TEST_PASSED);
    EXPECT_EQ(links[0].all_reduce(), 0);
    EXPECT_EQ(links[1].verdict(), v1::TEST_FAILED);
    EXPECT_EQ(links[1].fix(),
              "Let box open TCP connections to local at 10.0.0.1: look at the cable, the route and "
              "the firewall of both.");
}

}  // namespace
}  // namespace trainyard::control
