// SPDX-License-Identifier: Apache-2.0
// The tasks of one attempt on several machines, as if they were on one.
#include <gmock/gmock.h>

#include <future>

#include "core/control/preflight/place_check.h"
#include "core/control/run/nodes.h"
#include "core/control/run/task_directory.h"
#include "tests/support/fake_node.h"

namespace trainyard::control {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// Machines by name; without processes.
class FakeNodes final : public Nodes {
  public:
    node::Node* find(const std::string& name) override {
        const auto found = fakes.find(name);
        return found == fakes.end() ? nullptr : found->second.get();
    }
    base::Status mayPlace(const std::string& name) override {
        asked.push_back(name);
        return fakes.contains(name) ? base::Status() : base::fail(unknownNode(name));
    }
    base::Status mayConnect(const std::string& name) override {
        return fakes.contains(name) ? base::Status() : base::fail(unknownNode(name));
    }
    Ends endsTo(const std::string& name) override { return ends[name]; }
    std::vector<std::string> addressesOf(const std::string& name) override { return addresses[name]; }
    base::Result<std::vector<v1::GpuInfo>> gpusOf(const std::string& name) override {
        if (!fakes.contains(name)) return base::fail(unknownNode(name));
        return gpus[name];
    }
    void whenConnected(const std::string&, const node::AttemptId&, std::function<void()>) override {}
    std::map<std::string, std::string> machines() override { return identities; }

    std::map<std::string, std::unique_ptr<node::FakeNode>> fakes;
    std::map<std::string, Ends> ends;
    std::map<std::string, std::vector<std::string>> addresses;
    std::map<std::string, std::vector<v1::GpuInfo>> gpus;
    std::map<std::string, std::string> identities;
    std::vector<std::string> asked;  ///< of mayPlace()
};

class PlacedTasksTest : public ::testing::Test {
  protected:
    void SetUp() override {
        loop_ = std::move(*base::EventLoop::start());
        here_ = std::make_unique<node::FakeNode>(*loop_);
        for (const char* name : {"box-a", "box-b"})
            nodes_.fakes[name] = std::make_unique<node::FakeNode>(*loop_);
        for (auto& [name, machine] : nodes_.fakes) machine->isPrompt = false;
        nodes_.ends = {{"box-a", {"10.0.0.1", "10.0.0.2"}}, {"box-b", {"10.0.0.1", "10.0.0.3"}}};
    }
    void TearDown() override {
        loop_->call([&] { tasks_.reset(); });
        loop_.reset();
    }
    static std::vector<spec::TaskPlan> plans(const std::vector<std::string>& nodes) {
        std::vector<spec::TaskPlan> plans;
        for (const std::string& node : nodes) {
            spec::TaskPlan& plan = plans.emplace_back();
            plan.role = "worker";
            plan.index = static_cast<int>(plans.size()) - 1;
            plan.node = node;
        }
        return plans;
    }
    void open(const std::vector<std::string>& nodes) {
        loop_->call([&] {
            tasks_ = openPlaced(*loop_, *here_, &nodes_, plans(nodes), {"r-1", 1},
                                [this](const node::TaskEnd& end) { ends_.push_back(end.task); });
        });
    }
    node::FakeNode& machine(const std::string& name) { return *nodes_.fakes.at(name); }
    template <typename Value>
    std::future<base::Result<Value>> ask(std::function<void(node::Done<Value>)> ask) {
        const auto promise = std::make_shared<std::promise<base::Result<Value>>>();
        loop_->call(
            [&] { ask([promise](base::Result<Value> value) { promise->set_value(std::move(value)); }); });
        return promise->get_future();
    }
    void answer(const std::string& name, const std::string& call, base::Status result = {}) {
        EXPECT_TRUE(loop_->call([&] { return machine(name).answer(call, result); })) << name << ": " << call;
    }

    std::unique_ptr<base::EventLoop> loop_;
    std::unique_ptr<node::FakeNode> here_;
    FakeNodes nodes_;
    std::unique_ptr<node::AttemptTasks> tasks_;
    std::vector<std::string> ends_;  ///< [loop]
};

TEST_F(PlacedTasksTest, EachTaskIsStartedAndSignalledOnItsMachine) {
    open({"local", "box-a", "box-b"});
    for (int i = 0; i < 3; ++i)
        (void)ask<node::TaskRecord>(
            [&](auto done) { tasks_->launch({.task = "worker:" + std::to_string(i)}, done); });
    (void)ask<void>([&](auto done) { tasks_->signal("worker:2", 9, done); });
    loop_->call([&] {
        EXPECT_THAT(here_->asked, ElementsAre("launch worker:0"));
        EXPECT_THAT(machine("box-a").asked, ElementsAre("launch worker:1"));
        EXPECT_THAT(machine("box-b").asked, ElementsAre("launch worker:2", "signal worker:2 9"));
        machine("box-a").end("r-1", "worker:1", std::nullopt);
        here_->end("r-1", "worker:0", std::nullopt);
        EXPECT_THAT(ends_, ElementsAre("worker:1", "worker:0"));
    });
}

TEST_F(PlacedTasksTest, AFileIsPutOnEveryMachineOrOnThatOfATask) {
    open({"local", "box-a", "box-b"});
    (void)ask<void>([&](auto done) { tasks_->putFile({.file = "orders"}, done); });
    (void)ask<void>([&](auto done) { tasks_->putFile({.file = "copies/1/x", .task = "worker:2"}, done); });
    loop_->call([&] {
        EXPECT_THAT(here_->asked, ElementsAre("put orders"));
        EXPECT_THAT(machine("box-a").asked, ElementsAre("put orders"));
        EXPECT_THAT(machine("box-b").asked, ElementsAre("put orders", "put copies/1/x"));
    });
}

TEST_F(PlacedTasksTest, TasksOfThisMachineAloneAreItsOwn) {
    open({"local", "local"});
    loop_->call([&] {
        EXPECT_FALSE(machine("box-a").isOpen("r-1"));
        tasks_->measure([](const auto&) {});
        EXPECT_THAT(here_->asked, ElementsAre("measure"));
    });
}

TEST_F(PlacedTasksTest, PortsAreLeasedWhereTheTasksAreAndAnsweredInTheirOrder) {
    open({"local", "box-a", "local", "box-a"});
    auto ports = ask<std::vector<std::uint16_t>>(
        [&](auto done) { tasks_->leasePorts({1000, 2000, 1001, 2001, 3000}, done); });
    answer("box-a", "lease");
    EXPECT_THAT(ports.get().value(), ElementsAre(1000, 2000, 1001, 2001, 3000));
}

TEST_F(PlacedTasksTest, ThePortsAreRefusedIfOneMachineRefusesThem) {
    open({"local", "box-a", "box-b"});
    auto ports = ask<std::vector<std::uint16_t>>([&](auto done) { tasks_->leasePorts({0, 0, 0}, done); });
    answer("box-b", "lease", base::fail(base::Code::kFailedPrecondition, "in use", "port.in_use"));
    answer("box-a", "lease");
    EXPECT_EQ(ports.get().error().id, "port.in_use");
}

TEST_F(PlacedTasksTest, AllMachinesAreReadyBeforeTheAnswer) {
    open({"local", "box-a", "box-b"});
    auto prepared = ask<void>([&](auto done) { tasks_->prepare({}, done); });
    answer("box-a", "prepare");
    EXPECT_EQ(prepared.wait_for(std::chrono::seconds(0)), std::future_status::timeout);
    answer("box-b", "prepare", base::fail(base::Code::kResourceExhausted, "full", "disk.full"));
    EXPECT_EQ(prepared.get().error().id, "disk.full");
}

TEST_F(PlacedTasksTest, WhatWasFoundOnAllMachinesIsOneAnswer) {
    open({"local", "box-a"});
    loop_->call([&] {
        here_->found = {{"worker:0", node::FakeNode::record(7)}};
        machine("box-a").found = {{"worker:1", node::FakeNode::record(8)}};
    });
    auto found =
        ask<std::vector<node::FoundTask>>([&](auto done) { tasks_->find({"worker:0", "worker:1"}, done); });
    answer("box-a", "find");
    const auto tasks = found.get();
    ASSERT_TRUE(tasks);
    EXPECT_THAT(*tasks, SizeIs(2));
}

TEST_F(PlacedTasksTest, AMachineThatIsSilentDelaysNoMeasurement) {
    open({"local", "box-a"});
    auto usage = ask<std::vector<node::TaskUsage>>([&](auto done) { tasks_->measure(done); });
    EXPECT_TRUE(usage.get()) << "without an answer of the other";
}

TEST_F(PlacedTasksTest, ANodeThatWasRemovedIsAnError) {
    open({"local", "box-c"});
    auto launched = ask<node::TaskRecord>([&](auto done) { tasks_->launch({.task = "worker:1"}, done); });
    EXPECT_EQ(launched.get().error().id, "node.unknown");
    auto ports = ask<std::vector<std::uint16_t>>([&](auto done) { tasks_->leasePorts({0, 0}, done); });
    EXPECT_EQ(ports.get().error().id, "node.unknown");
    auto found =
        ask<std::vector<node::FoundTask>>([&](auto done) { tasks_->find({"worker:0", "worker:1"}, done); });
    EXPECT_THAT(found.get().value(), IsEmpty());
}

TEST_F(PlacedTasksTest, TasksReachEachOtherWhereTheConnectionsEnd) {
    EXPECT_THAT(hostsOf(&nodes_, plans({"local", "local"})).value(), IsEmpty());
    using Hosts = std::map<std::string, std::string>;
    EXPECT_EQ(hostsOf(&nodes_, plans({"local", "box-a", "box-b", "box-a"})).value(),
              (Hosts{{"local", "10.0.0.1"}, {"box-a", "10.0.0.2"}, {"box-b", "10.0.0.3"}}));
    nodes_.ends["box-b"].home = "192.168.0.1";
    EXPECT_THAT(hostsOf(&nodes_, plans({"local", "box-a", "box-b"})).error().message,
                HasSubstr("node box-b reaches this machine at 192.168.0.1"));
    nodes_.ends["box-a"] = {};
    EXPECT_EQ(hostsOf(&nodes_, plans({"local", "box-a"})).error().id, "node.address");
    EXPECT_EQ(hostsOf(&nodes_, plans({"local", "removed"})).error().id, "node.unknown");
    EXPECT_EQ(hostsOf(&nodes_, plans({"removed"}), "10.78.0.0/24").error().id, "node.unknown");
}

TEST_F(PlacedTasksTest, ASubnetChoosesTheAddresses) {
    nodes_.addresses = {{"local", {"10.0.0.1", "10.78.0.1"}},
                        {"box-a", {"fe80::1", "10.78.0.2", "10.78.0.3"}}};
    using Hosts = std::map<std::string, std::string>;
    EXPECT_EQ(hostsOf(&nodes_, plans({"local", "box-a", "box-a"}), "10.78.0.0/24").value(),
              (Hosts{{"local", "10.78.0.1"}, {"box-a", "10.78.0.2"}}));
    EXPECT_THAT(hostsOf(&nodes_, plans({"local", "local"}), "10.78.0.0/24").value(), IsEmpty());
    const auto apart = hostsOf(&nodes_, plans({"local", "box-a"}), "192.168.7.0/24");
    EXPECT_EQ(apart.error().id, "node.address");
    EXPECT_THAT(apart.error().message, HasSubstr("this machine has no address in the subnet 192.168.7.0/24; "
                                                 "it has 10.0.0.1, 10.78.0.1"));
    const auto unknown = hostsOf(&nodes_, plans({"local", "box-b"}), "10.78.0.0/24");
    EXPECT_EQ(unknown.error().id, "node.address");
    EXPECT_THAT(unknown.error().message, HasSubstr("box-b are unknown"));
    EXPECT_EQ(hostsOf(&nodes_, plans({"box-a", "box-b"}), "fe80::/10").error().id, "node.address");
}

/// As that of a bridge of containers.
TEST_F(PlacedTasksTest, MachinesWithOneAddressAreRefusedUnlessTheyAreOne) {
    nodes_.addresses = {{"local", {"10.78.0.1"}},
                        {"box-a", {"172.17.0.1", "10.78.0.2"}},
                        {"box-b", {"172.17.0.1", "10.78.0.3"}}};
    const auto same = hostsOf(&nodes_, plans({"box-a", "box-b"}), "172.16.0.0/12");
    EXPECT_EQ(same.error().id, "node.address");
    EXPECT_THAT(same.error().message, HasSubstr("box-a and box-b both have the address 172.17.0.1"));
    nodes_.identities = {{"box-a", "m1"}, {"box-b", "m1"}};
    EXPECT_TRUE(hostsOf(&nodes_, plans({"box-a", "box-b"}), "172.16.0.0/12"));
}

TEST_F(PlacedTasksTest, EachNodeIsCheckedOnce) {
    const auto problems = checkPlaces(&nodes_, plans({"local", "box-a", "box-a", "box-c"}));
    EXPECT_THAT(nodes_.asked, ElementsAre("box-a", "box-c"));
    ASSERT_THAT(problems, SizeIs(1));
    EXPECT_EQ(problems[0].code(), "node.unknown");
    EXPECT_EQ(problems[0].path(), "cluster.worker[3]");
    EXPECT_EQ(checkPlaces(nullptr, plans({"local", "box-a"})).front().code(), "node.unknown");
}

TEST_F(PlacedTasksTest, AMachineUnderTwoNamesIsReportedOnce) {
    nodes_.identities = {{"local", "m0"}, {"box-a", "m1"}, {"box-b", "m1"}};
    const auto problems = checkMachines(nodes_, plans({"local", "box-a", "box-b", "box-b", "box-c"}));
    ASSERT_THAT(problems, SizeIs(1));
    EXPECT_EQ(problems[0].severity(), v1::Problem::WARNING);
    EXPECT_EQ(problems[0].code(), "node.same_machine");
    EXPECT_EQ(problems[0].path(), "cluster.worker[2]");
    EXPECT_THAT(problems[0].message(), HasSubstr("nodes box-a and box-b are one machine"));
    nodes_.identities["box-b"] = "m0";
    EXPECT_THAT(checkMachines(nodes_, plans({"local", "box-b"})).at(0).message(),
                HasSubstr("nodes local and box-b are one machine"));
    EXPECT_THAT(checkMachines(nodes_, plans({"local", "box-a"})), IsEmpty());
}

TEST_F(PlacedTasksTest, AGpuOfAMachineUnderTwoNamesIsCountedOnce) {
    v1::GpuInfo gpu;
    gpu.set_name("Example");
    gpu.set_memory_bytes(8);
    nodes_.gpus["box-a"] = nodes_.gpus["box-b"] = {gpu};
    GpuBook book("/nowhere/libnvidia-ml.so.1");
    v1::RunSpec spec;
    spec.set_device("cuda");
    (*spec.mutable_strategy())["multi_worker_mirrored"];
    auto first = plans({"box-a"}), second = plans({"box-b"}), both = plans({"box-a", "box-b"});
    first[0].rank = second[0].rank = both[0].rank = 0;
    both[1].rank = 1;
    EXPECT_THAT(checkGpusThere(nodes_, book, spec, both, "r-1"), IsEmpty())
        << "two machines, as far as is known";
    ASSERT_TRUE(book.claim("r-1", gpuWishes(spec, first, "box-a"), "box-a"));
    nodes_.identities = {{"box-a", "m1"}, {"box-b", "m1"}};
    const auto held = checkGpusThere(nodes_, book, spec, second, "r-2");
    ASSERT_THAT(held, SizeIs(1));
    EXPECT_THAT(held[0].message(),
                HasSubstr("node box-b: no GPU is free: GPU 0 (Example) is used by run r-1"));
    EXPECT_FALSE(book.claim("r-2", book.wishesOn("box-b", spec, second), "box-b"));
    EXPECT_THAT(checkGpusThere(nodes_, book, spec, first, "r-1"), IsEmpty()) << "its own";
    book.release("r-1");
    EXPECT_THAT(checkGpusThere(nodes_, book, spec, second, "r-2"), IsEmpty());
    const auto beyond = checkGpusThere(nodes_, book, spec, both, "r-2");
    ASSERT_THAT(beyond, SizeIs(2)) << "at both names";
    EXPECT_THAT(beyond[0].message(), HasSubstr("the run takes 2 GPUs, and this machine has 1"));
}

TEST_F(PlacedTasksTest, AGpuOfANodeIsRefusedWhereItsNumberStands) {
    v1::GpuInfo gpu;
    gpu.set_name("Example");
    gpu.set_memory_bytes(8);
    nodes_.gpus["box-a"] = {gpu};
    GpuBook book("/nowhere/libnvidia-ml.so.1");
    v1::RunSpec spec;
    spec.set_device("auto");
    (*spec.mutable_strategy())["multi_worker_mirrored"];
    auto tasks = plans({"local", "box-a", "box-b"});
    for (std::size_t i = 0; i < tasks.size(); ++i) tasks[i].rank = static_cast<int>(i);
    EXPECT_THAT(checkGpusThere(nodes_, book, spec, tasks, "r-1"), IsEmpty()) << "none is demanded";
    EXPECT_TRUE(book.knows("box-a"));
    tasks[1].gpus = {3};
    const auto absent = checkGpusThere(nodes_, book, spec, tasks, "r-1");
    ASSERT_THAT(absent, SizeIs(1));
    EXPECT_EQ(absent[0].code(), "device.none");
    EXPECT_EQ(absent[0].path(), "cluster.worker[1].gpus");
    EXPECT_THAT(absent[0].message(), HasSubstr("node box-a: this machine has no GPU 3"));
    tasks[1].gpus = {0};
    EXPECT_THAT(checkGpusThere(nodes_, book, spec, tasks, "r-1"), IsEmpty());
    ASSERT_TRUE(book.claim("r-1", gpuWishes(spec, tasks, "box-a"), "box-a"));
    const auto held = checkGpusThere(nodes_, book, spec, tasks, "r-2");
    ASSERT_THAT(held, SizeIs(1));
    EXPECT_THAT(held[0].message(),
                HasSubstr("node box-a: no GPU is free: GPU 0 (Example) is used by run r-1"));
    spec.set_device("cuda");
    tasks[1].gpus.clear();
    tasks[2].node = "box-c";
    const auto both = checkGpusThere(nodes_, book, spec, tasks, "r-2");
    ASSERT_THAT(both, SizeIs(2));
    EXPECT_EQ(both[0].path(), "device");
    EXPECT_EQ(both[1].code(), "node.unknown");
    EXPECT_EQ(both[1].path(), "cluster.worker[2]");
}

/// What its tasks ask before that is asked again, and not refused for good.
TEST(TaskDirectoryTest, ARunThatIsNotTakenUpYetIsUnavailable) {
    TaskDirectory directory;
    const TaskIdentity who{.run = "r-1", .attempt = 1, .task = "worker:0", .token = "secret"};
    EXPECT_EQ(directory.check(who).error().code, base::Code::kUnauthenticated);
    directory.expect("r-1");
    EXPECT_TRUE(directory.isExpected("r-1"));
    EXPECT_EQ(directory.check(who).error().code, base::Code::kUnavailable);
    directory.admit("r-1", 1, "secret", {"worker:0"});
    EXPECT_TRUE(directory.check(who));
    EXPECT_FALSE(directory.isExpected("r-1"));
    directory.expect("r-2");
    directory.retire("r-2", 1);
    EXPECT_FALSE(directory.isExpected("r-2"));
}

/// Who finds tasks knows them once all machines have answered; an end before that would be of none.
TEST_F(PlacedTasksTest, EndsOfFoundTasksAreReportedAfterTheAnswer) {
    open({"local", "box-a"});
    here_->found = {{"worker:0", node::FakeNode::record(7)}};
    auto found =
        ask<std::vector<node::FoundTask>>([&](auto done) { tasks_->find({"worker:0", "worker:1"}, done); });
    loop_->call([] {});
    loop_->call([&] { here_->end("r-1", "worker:0", std::nullopt); });
    EXPECT_THAT(loop_->call([&] { return ends_; }), IsEmpty());
    loop_->call([&] { machine("box-a").answer("find"); });
    EXPECT_THAT(found.get().value(), SizeIs(1));
    loop_->call([] {});
    EXPECT_THAT(loop_->call([&] { return ends_; }), ElementsAre("worker:0"));
}

}  // namespace
}  // namespace trainyard::control
