// SPDX-License-Identifier: Apache-2.0
#include "core/control/preflight/machine_matrix.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <future>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "core/base/cancel.h"
#include "core/base/subnet.h"
#include "core/base/text.h"
#include "core/base/time.h"
#include "core/control/run/task_directory.h"
#include "core/node/link_test.h"
#include "core/proto/failure.h"
#include "core/spec/cluster/cluster_lint.h"

namespace trainyard::control {
namespace {

using namespace std::chrono_literals;

constexpr auto kSelfTestWithin = 6s;
constexpr auto kTransferWithin = 1500ms;
constexpr auto kAllReduceWithin = 4s;
constexpr auto kAnswerWithin = 1s;  // for a call that does not take longer at the node
constexpr auto kWakeEvery = 50ms;   // whether the call is cancelled: gRPC wakes nobody for that
constexpr double kMostClockDifference = 2;
constexpr std::uint64_t kLeastDiskBytes = std::uint64_t{1} << 30;
constexpr double kSlow = 4;               // times the median
constexpr double kLeastRoundTrip = 2e-3;  // seconds by which a slow one exceeds the median

v1::NodeTest found(const std::string& node, const char* what, v1::TestVerdict verdict,
                   const base::Words& message, const base::Words& fix = {}) {
    v1::NodeTest test;
    test.set_node(node);
    test.set_what(what);
    test.set_verdict(verdict);
    proto::setMessage(test, message);
    proto::setFix(test, fix);
    return test;
}

base::Words prepareCommand(const std::string& node) {
    return node == "local" ? base::Words("Reinstall Trainyard on this machine.")
                           : base::say("Run `trainyard --headless nodes prepare {}`.", node);
}

v1::NodeTest diskTest(const std::string& node, const node::SelfTest& test) {
    const double free = static_cast<double>(test.diskFreeBytes);
    if (!test.disk)
        return found(node, "disk", v1::TEST_FAILED, test.disk.error().words(),
                     "Make space on that disk, or make its folder writable.");
    if (test.diskFreeBytes < kLeastDiskBytes)
        return found(node, "disk", v1::TEST_WARNED, base::say("{:.0f} MB are free", free / 1e6),
                     "Make space on that disk before a run writes its checkpoints.");
    return found(node, "disk", v1::TEST_PASSED,
                 base::say("{:.0f} MB/s, {:.1f} GB free", test.diskBytesPerSecond / 1e6, free / 1e9));
}

/// `sent` and `answered`: when this machine has asked and had the answer.
v1::NodeTest clockTest(const std::string& node, double clock, double sent, double answered) {
    const double difference = clock > answered ? clock - answered : clock < sent ? clock - sent : 0;
    if (std::abs(difference) <= kMostClockDifference)
        return found(node, "clock", v1::TEST_PASSED, "agrees with this machine's");
    return found(node, "clock", v1::TEST_WARNED,
                 difference > 0 ? base::say("{:.0f} s ahead of this machine's", difference)
                                : base::say("{:.0f} s behind this machine's", -difference),
                 "Run `timedatectl set-ntp true` there.");
}

void fail(v1::LinkTest& link, const base::Words& message, const base::Words& fix) {
    link.set_verdict(v1::TEST_FAILED);
    proto::setMessage(link, message);
    proto::setFix(link, fix);
}

/// A closed port is no explanation of a test that was connected.
base::Words fixOf(const base::Error& error, const base::Words& ofPorts) {
    if (error.code == base::Code::kDeadlineExceeded)
        return "The likely reason is a busy machine: test again when it has less to do.";
    if (error.id == node::kLinkWorker)
        return "Test again. If that fails, too, agent.log on both machines may say more.";
    return ofPorts;
}

/// The upper one of two.
std::optional<double> medianOf(std::vector<double> values) {
    if (values.empty()) return std::nullopt;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

}  // namespace

std::vector<std::vector<std::pair<int, int>>> pairRounds(int machines) {
    const int seats = machines + machines % 2;  // the last one may be empty
    std::vector<std::vector<std::pair<int, int>>> rounds;
    for (int round = 0; round + 1 < seats; ++round) {
        std::vector<std::pair<int, int>> pairs;
        const auto at = [&](int seat) { return seat == 0 ? 0 : 1 + (seat - 1 + round) % (seats - 1); };
        for (int seat = 0; seat < seats / 2; ++seat) {
            const auto [first, second] = std::minmax({at(seat), at(seats - 1 - seat)});
            if (second < machines) pairs.emplace_back(first, second);
        }
        rounds.push_back(std::move(pairs));
    }
    return rounds;
}

void markSlowLinks(google::protobuf::RepeatedPtrField<v1::LinkTest>& links) {
    std::vector<double> rates, trips;
    for (const v1::LinkTest& link : links) {
        if (link.verdict() != v1::TEST_PASSED) continue;
        rates.push_back(link.bytes_per_second());
        trips.push_back(link.round_trip());
    }
    const auto rate = medianOf(rates), trip = medianOf(trips);
    if (!rate) return;
    const auto warn = [](v1::LinkTest& link, const base::Words& message) {
        link.set_verdict(v1::TEST_WARNED);
        proto::setMessage(link, message);
        proto::setFix(link, "Connect that machine to the faster network, or leave it out of the cluster.");
    };
    for (v1::LinkTest& link : links) {
        if (link.verdict() != v1::TEST_PASSED) continue;
        if (link.bytes_per_second() * kSlow < *rate)
            warn(link, base::say("slow: the median of all links is {:.1f} MB/s", *rate / 1e6));
        else if (link.round_trip() > *trip * kSlow && link.round_trip() > *trip + kLeastRoundTrip)
            warn(link, base::say("slow to answer: the median of all links is {:.2f} ms", *trip * 1e3));
    }
}

template <typename Value>
base::Result<Value> MachineMatrix::ask(const std::string& node, std::chrono::milliseconds within,
                                       std::function<void(node::Node&, node::Done<Value>)> ask) {
    const auto answer = std::make_shared<std::promise<base::Result<Value>>>();
    auto answered = answer->get_future();
    loop_.post([find = find_, node, answer, ask = std::move(ask)] {
        node::Node* const machine = find(node);
        if (!machine) return answer->set_value(base::fail(unknownNode(node)));
        ask(*machine, [answer](base::Result<Value> value) { answer->set_value(std::move(value)); });
    });
    const auto deadline = std::chrono::steady_clock::now() + within;
    do {
        if (isCancelled_)
            return base::fail(base::Code::kCancelled, "the call was cancelled", "call.cancelled");
        if (answered.wait_for(kWakeEvery) == std::future_status::ready) return answered.get();
    } while (std::chrono::steady_clock::now() < deadline);
    return base::fail(base::Code::kDeadlineExceeded,
                      base::say("the agent of {} did not answer within {:.1f} s", node,
                                std::chrono::duration<double>(within).count()),
                      "node.unreachable");
}

base::Status MachineMatrix::doTogether(std::vector<std::function<void()>> work) {
    std::vector<std::future<void>> begun;
    for (auto& one : work) begun.push_back(std::async(std::launch::async, std::move(one)));
    for (const std::future<void>& one : begun)
        while (one.wait_for(kWakeEvery) != std::future_status::ready)
            if (!base::checkCancelled()) isCancelled_ = true;
    return base::checkCancelled();
}

MachineMatrix::Tested MachineMatrix::testMachine(const Machine& machine, const std::string& ownVersion) {
    Tested tested;
    const std::string& name = machine.name;
    const auto add = [&](v1::NodeTest test) { tested.found.push_back(std::move(test)); };
    const auto unreachable = [&](const base::Words& why) {
        add(found(name, "connection", v1::TEST_FAILED, why,
                  base::say("Run `trainyard --headless nodes check {}`.", name)));
    };
    if (!machine.unusable.empty()) {
        unreachable(machine.unusable);
        return tested;
    }
    const double sent = base::wallNow();
    const auto self = ask<node::SelfTest>(
        name, kSelfTestWithin, [](node::Node& node, auto done) { node.selfTest(std::move(done)); });
    const double answered = base::wallNow();
    if (!self) {
        unreachable(self.error().words());
        return tested;
    }
    tested.isConnected = true;
    add(found(name, "connection", v1::TEST_PASSED, "connected"));
    if (machine.version == ownVersion || machine.version.empty())
        add(found(name, "version", v1::TEST_PASSED, base::Words::plain(machine.version)));
    else
        add(found(name, "version", v1::TEST_WARNED,
                  base::say("{} runs there, and {} here", machine.version, ownVersion),
                  prepareCommand(name)));
    add(diskTest(name, *self));
    tested.hasLibtorch = self->libtorch.has_value();
    add(tested.hasLibtorch
            ? found(name, "libtorch", v1::TEST_PASSED, "the worker starts with it")
            : found(name, "libtorch", v1::TEST_FAILED, self->libtorch.error().words(), prepareCommand(name)));
    add(clockTest(name, self->clock, sent, answered));
    return tested;
}

base::Result<std::string> MachineMatrix::addressOf(const v1::LinkTest& link) {
    if (!subnet_.empty()) return addressIn(subnet_, nodes_, link.to());
    const Nodes::Ends ends =
        loop_.call([&] { return nodes_.endsTo(link.to() == "local" ? link.from() : link.to()); });
    const std::string& address = link.to() == "local" ? ends.home : ends.node;
    if (!address.empty()) return address;
    return base::fail(
        base::Code::kFailedPrecondition,
        base::say("the address of {} is unknown, because its SSH server was not reached over "
                  "a network",
                  link.to() == "local" ? base::Words("this machine") : base::Words::plain(link.to())),
        "node.address");
}

base::Words MachineMatrix::addressFix(const std::string& machine) {
    if (subnet_.empty()) return "Add the node by an address of the network.";
    // It could not be described when it was connected; another subnet would be none of its own either.
    if (machine != "local" && nodes_.addressesOf(machine).empty())
        return base::say("Run `trainyard --headless nodes check {}`.", machine);
    return "Choose a subnet in which all machines of the run have an address.";
}

base::Result<node::LinkMeasure> MachineMatrix::measure(const v1::LinkTest& link, node::LinkTest::Kind kind,
                                                       std::chrono::milliseconds within) {
    node::LinkTest test{.kind = kind, .address = link.address(), .within = within};
    TY_ASSIGN(test.token, newToken());
    TY_ASSIGN(test.port,
              ask<std::uint16_t>(link.to(), within + kAnswerWithin, [test](node::Node& node, auto done) {
                  node.awaitLinkTest(test, std::move(done));
              }));
    return ask<node::LinkMeasure>(link.from(), within + kAnswerWithin, [test](node::Node& node, auto done) {
        node.testLink(test, std::move(done));
    });
}

void MachineMatrix::transfer(v1::LinkTest& link) {
    const auto address = addressOf(link);
    if (!address) return fail(link, address.error().words(), addressFix(link.to()));
    link.set_address(*address);
    const auto measured = measure(link, node::LinkTest::Kind::kTransfer, kTransferWithin);
    if (!measured)
        return fail(
            link, measured.error().words(),
            fixOf(measured.error(),
                  base::say("Let {} open TCP connections to {} at {}: look at the cable, the route and the "
                            "firewall of both.",
                            link.from(), link.to(), *address)));
    link.set_verdict(v1::TEST_PASSED);
    link.set_interface(measured->interface);
    link.set_round_trip(measured->roundTrip);
    link.set_bytes_per_second(measured->bytesPerSecond);
}

void MachineMatrix::allReduce(v1::LinkTest& there, v1::LinkTest& back) {
    const auto measured = measure(there, node::LinkTest::Kind::kAllReduce, kAllReduceWithin);
    for (v1::LinkTest* const link : {&there, &back}) {
        if (measured) {
            link->set_all_reduce(measured->allReduce);
            continue;
        }
        const base::Error& error = measured.error();
        const base::Words fix =
            fixOf(error, "Let both machines open TCP connections to all ports of each other.");
        if (error.code != base::Code::kDeadlineExceeded) {
            fail(*link, error.words(), fix);
            continue;
        }
        // Whichever deadline it was: the same words for all pairs, so that they are shown once.
        link->set_is_late(true);
        link->set_verdict(v1::TEST_WARNED);
        proto::setMessage(*link, base::say("the all-reduce did not finish within {:.0f} s",
                                           std::chrono::duration<double>(kAllReduceWithin).count()));
        proto::setFix(*link, fix);
    }
}

void MachineMatrix::testPair(v1::LinkTest& there, v1::LinkTest& back, const Tested& one,
                             const Tested& other) {
    if (!one.isConnected || !other.isConnected) {
        for (v1::LinkTest* const link : {&there, &back}) {
            link->set_verdict(v1::NOT_TESTED);
            proto::setMessage(*link,
                              base::say("{} is not connected", one.isConnected ? there.to() : there.from()));
        }
        return;
    }
    transfer(there);
    transfer(back);
    const bool passed = there.verdict() == v1::TEST_PASSED && back.verdict() == v1::TEST_PASSED;
    if (passed && one.hasLibtorch && other.hasLibtorch) allReduce(there, back);
}

base::Result<v1::TestNodesReply> MachineMatrix::test(const std::vector<Machine>& machines,
                                                     const std::string& ownVersion) {
    if (!subnet_.empty() && !base::Subnet::parse(subnet_))
        return base::fail(base::Code::kInvalidArgument, spec::noSubnet(subnet_), "cluster.bad_subnet");
    std::vector<Tested> tested(machines.size());
    std::vector<std::function<void()>> selfTests;
    for (std::size_t i = 0; i < machines.size(); ++i)
        selfTests.emplace_back([&, i] { tested[i] = testMachine(machines[i], ownVersion); });
    TY_TRY(doTogether(std::move(selfTests)));
    v1::TestNodesReply reply;
    for (Tested& one : tested)
        for (v1::NodeTest& test : one.found) *reply.add_tests() = std::move(test);
    std::map<std::pair<int, int>, v1::LinkTest*> links;
    const int count = static_cast<int>(machines.size());
    for (int from = 0; from < count; ++from)
        for (int to = 0; to < count; ++to) {
            if (from == to) continue;
            v1::LinkTest& link = *reply.add_links();  // pointers to it stay valid
            link.set_from(machines[static_cast<std::size_t>(from)].name);
            link.set_to(machines[static_cast<std::size_t>(to)].name);
            links[{from, to}] = &link;
        }
    for (const auto& round : pairRounds(count)) {
        std::vector<std::function<void()>> pairs;
        for (const auto& [one, other] : round)
            pairs.emplace_back([&, one, other] {
                testPair(*links.at({one, other}), *links.at({other, one}),
                         tested[static_cast<std::size_t>(one)], tested[static_cast<std::size_t>(other)]);
            });
        TY_TRY(doTogether(std::move(pairs)));
    }
    markSlowLinks(*reply.mutable_links());
    return reply;
}

}  // namespace trainyard::control
