// SPDX-License-Identifier: Apache-2.0
// Parameter servers and workers behind sockets: tensors of all kinds, refusals, losses.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <filesystem>
#include <future>
#include <latch>
#include <thread>

#include "core/base/fd.h"
#include "core/engine/ps/coordinator.h"
#include "core/engine/ps/remote.h"
#include "core/engine/ps/task_server.h"
#include "core/engine/ps/task_socket.h"
#include "core/engine/ps/variable_store.h"
#include "core/engine/ps/wire.h"
#include "tests/engine/file_limit.h"
#include "tests/engine/file_state.h"
#include "tests/support/temp_home.h"

namespace trainyard::engine::ps {
namespace {

using base::Code;
using engine::testing::loadState;
using engine::testing::savedState;
using sdk::Values;

class PsTransport : public ::testing::Test {
  protected:
    std::string address(const std::string& task) const { return "unix:" + (folder_ / task).string(); }
    static TaskCard card(const std::string& task) { return {task, "digest", 1, "secret"}; }

    std::unique_ptr<TaskServer> startPs(int index) {
        auto store = std::make_shared<VariableStore>(index);
        auto server = TaskServer::start(card(store->name()), address(store->name()), {store, {}});
        return server ? std::move(*server) : nullptr;
    }
    std::shared_ptr<RemoteStore> storeOf(int index, const std::string& self = "chief:0") {
        const std::string name = "ps:" + std::to_string(index);
        return std::make_shared<RemoteStore>(card(self), name, address(name));
    }
    const TempHome home_;
    const std::filesystem::path folder_ = home_.path();
};

TEST(PsWire, AFailureKeepsItsSentence) {
    const base::Error error{Code::kAborted, base::say("variable {} is missing", "w"), "ps.missing"};
    const base::Error read = errorFrom(failureHead(error).failure());
    EXPECT_EQ(read.message, error.message) << "in the reader's language";
    EXPECT_EQ(read.code, error.code);
    EXPECT_EQ(read.id, error.id);
}

TEST_F(PsTransport, TensorsOfAllSizesAndKindsArriveAsTheyWere) {
    const auto server = startPs(0);
    ShardedVariables client({storeOf(0)});
    for (const auto& [name, value] : std::map<std::string, torch::Tensor>{
             {"empty", torch::zeros({0, 3})},
             {"scalar", torch::tensor(3.5)},
             {"double", torch::rand({3, 5}, torch::kFloat64)},
             {"large", torch::rand({(3 << 20) / 4 + 7})},  // three chunks and a bit
             {"strided", torch::rand({8, 3, 5, 5}).contiguous(torch::MemoryFormat::ChannelsLast)}}) {
        ASSERT_TRUE(client.create(name, value, {"sgd", {{"momentum", 0.9}}})) << name;
        torch::Tensor into = torch::empty_like(value);
        ASSERT_TRUE(client.pull({name}, {into}));
        EXPECT_TRUE(into.equal(value)) << name;
        EXPECT_TRUE(client.push({{name, torch::ones_like(value)}}, 0.5));
        ASSERT_TRUE(client.pull({name}, {into}));
        EXPECT_TRUE(into.equal(value - 0.5)) << name;
        const auto state = savedState(client, name);
        ASSERT_TRUE(state);
        EXPECT_TRUE(state->slots.at("momentum").equal(torch::ones_like(value)));
        EXPECT_TRUE(loadState(client, name, *state));
    }
    EXPECT_EQ(client.read("none").error().code, Code::kNotFound);
    EXPECT_EQ(client.push({{"double", torch::zeros({2})}}, 1).error().code, Code::kInvalidArgument);
    EXPECT_TRUE(client.lookup("double", torch::tensor({2, 0}))->size(0) == 2);
}

TEST_F(PsTransport, WhatStepsMoveIsCountedAndNothingElse) {
    const auto server = startPs(0);
    ShardedVariables client({storeOf(0)}, sdk::fixedShardsPartitioner(2));
    ASSERT_TRUE(client.create("w", torch::ones({10}), {"sgd", nlohmann::json::object()}));
    ASSERT_TRUE(client.create("table", torch::ones({6, 4}), {"sgd", nlohmann::json::object()}));
    EXPECT_EQ(server->traffic().parameters, 10 + 24);
    torch::Tensor w = torch::empty({10});
    const torch::Tensor rows = torch::tensor({0, 1, 5});
    for (int step = 0; step < 3; ++step) {
        ASSERT_TRUE(client.pull({"w"}, {w}));  // an evaluation's
        ASSERT_TRUE(client.lookup("table", rows));
        ASSERT_TRUE(client.pull({"w"}, {w}));
        ASSERT_TRUE(client.push({{"w", w}, {"table", torch::ones({3, 4}), rows}}, 0.1));
    }
    ASSERT_TRUE(client.pull({"w"}, {w}));
    ASSERT_TRUE(savedState(client, "table"));
    const ServedTraffic moved = server->traffic();
    EXPECT_EQ(moved.steps, 3);
    EXPECT_EQ(moved.sent, 3 * (10 + 3 * 4) * 4);
    EXPECT_EQ(moved.received, 3 * ((10 + 3 * 4) * 4 + 2 * 3 * 8));  // row indexes are sent twice
}

constexpr std::size_t kLeastShared = 512 << 10;

TEST_F(PsTransport, MemoryIsSharedAsLargeAsStepsNeedIt) {
    const auto server = startPs(0);
    const auto store = storeOf(0);
    ShardedVariables client({store});
    const torch::Tensor large = torch::rand({1 << 18});  // 1 MiB
    ASSERT_TRUE(client.create("large", large, {"sgd", nlohmann::json::object()}));
    EXPECT_EQ(store->sharedBytes(), kLeastShared) << "no step: it went by the stream";
    torch::Tensor into = torch::empty_like(large);
    for (int i = 0; i < 2; ++i) {
        EXPECT_EQ(store->sharedBytes(), kLeastShared) << "once is not always";
        ASSERT_TRUE(client.pull({"large"}, {into}));
        EXPECT_TRUE(into.equal(large));
        into.zero_();
    }
    const std::size_t half = large.nbytes() + large.nbytes() / 8;
    EXPECT_NEAR(static_cast<double>(store->sharedBytes()), static_cast<double>(kLeastShared / 2 + half),
                8192);
    for (float step = 1; step < 4; ++step) {
        ASSERT_TRUE(client.push({{"large", torch::ones_like(large)}}, 1));
        ASSERT_TRUE(client.pull({"large"}, {into}));
        EXPECT_TRUE(into.equal(large - step));
    }
    EXPECT_NEAR(static_cast<double>(store->sharedBytes()), static_cast<double>(2 * half), 8192);
    // How long an answer is, only the ps knows: the first passes by the stream.
    ASSERT_TRUE(client.create("table", torch::rand({1 << 12, 256}), {"sgd", nlohmann::json::object()}));
    const torch::Tensor rows = torch::arange(1 << 12, torch::kInt64), table = *client.read("table");
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(client.lookup("table", rows)->equal(table));
    EXPECT_GT(store->sharedBytes(), 2 * half + (1 << 20));
    TaskCard apart = card("worker:0");
    apart.sharesMemory = false;
    const auto other = std::make_shared<RemoteStore>(apart, "ps:0", address("ps:0"));
    EXPECT_TRUE(ShardedVariables({other}).read("large")->equal(large - 3));
    EXPECT_EQ(other->sharedBytes(), 0u);
}

TEST_F(PsTransport, WithoutMoreMemoryTheSocketIsTaken) {
    const auto server = startPs(0);
    const auto store = storeOf(0), without = storeOf(0, "worker:0");
    ShardedVariables client({store}), other({without});
    const torch::Tensor large = torch::rand({1 << 18});
    ASSERT_TRUE(client.create("large", large, {"sgd", nlohmann::json::object()}));
    const engine::testing::FileLimit limit(kLeastShared + 8192);
    for (float step = 1; step < 4; ++step) {
        ASSERT_TRUE(client.push({{"large", torch::ones_like(large)}}, 1));
        EXPECT_TRUE(client.read("large")->equal(large - step));
        EXPECT_EQ(store->sharedBytes(), kLeastShared) << "what was shared stays";
    }
    const engine::testing::FileLimit none(4096);
    for (int i = 0; i < 2; ++i) EXPECT_TRUE(other.read("large")->equal(large - 3));
    EXPECT_EQ(without->sharedBytes(), 0u);
}

TEST_F(PsTransport, AClosureMayKeepWhatItIsGiven) {
    std::vector<torch::Tensor> kept;
    auto registry = std::make_shared<sdk::ClosureRegistry>();
    registry->closure("keep", [&](auto&, const Values& in) -> base::Result<Values> {
        kept.push_back(std::get<torch::Tensor>(in[0]));
        return Values{kept.back(), kept.front()};
    });
    TaskServer::Offer offer;
    offer.makeWorker = [&] { return std::make_unique<WorkerRuntime>(0, 1, registry, VariableHosts{}); };
    const auto worker = TaskServer::start(card("worker:0"), address("worker:0"), std::move(offer));
    ASSERT_TRUE(worker);
    RemoteWorker remote(card("chief:0"), "worker:0", address("worker:0"));
    ASSERT_TRUE(remote.connect());
    std::vector<Outcome> outcomes;
    for (const float value : {1.f, 2.f, 3.f})
        outcomes.push_back(remote.execute({1, "keep", {torch::full({64, 64}, value)}}));
    for (std::size_t i = 0; i < 3; ++i) {
        const torch::Tensor given = torch::full({64, 64}, static_cast<float>(i) + 1);
        EXPECT_TRUE(kept[i].equal(given));
        ASSERT_EQ(outcomes[i].kind, Outcome::Kind::kDone) << outcomes[i].error.describe();
        EXPECT_TRUE(std::get<torch::Tensor>(outcomes[i].values[0]).equal(given))
            << "a result may be kept too";
        EXPECT_TRUE(std::get<torch::Tensor>(outcomes[i].values[1]).equal(torch::ones({64, 64})));
    }
    remote.finish();
    EXPECT_TRUE((*worker)->waitForEnd(std::chrono::seconds(60)));
}

/// A port that was just free.
std::string freeAddress() {
    const base::UniqueFd socket(::socket(AF_INET, SOCK_STREAM, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof(address);
    EXPECT_EQ(::bind(socket.get(), reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
    EXPECT_EQ(::getsockname(socket.get(), reinterpret_cast<sockaddr*>(&address), &length), 0);
    return "127.0.0.1:" + std::to_string(ntohs(address.sin_port));
}

/// What a killed task leaves behind: a socket file that nobody listens on.
void leaveSocket(const std::filesystem::path& path) {
    const base::UniqueFd socket(::socket(AF_UNIX, SOCK_STREAM, 0));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.string().copy(address.sun_path, sizeof(address.sun_path) - 1);
    ASSERT_EQ(::bind(socket.get(), reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
}

TEST_F(PsTransport, OnOneMachineTheSocketIsTakenAndLeftOversAreNoHarm) {
    namespace fs = std::filesystem;
    const fs::path sockets = folder_ / "sockets";
    const auto cardOf = [&](const std::string& task, int attempt = 2) {
        return TaskCard{task, "digest", attempt, "secret", sockets};
    };
    const std::string address = freeAddress();
    const auto startAt = [&](const TaskCard& card) {
        auto store = std::make_shared<VariableStore>(0);
        return TaskServer::start(card, address, {store, {}});
    };
    const auto reached = [&](const TaskCard& client) {
        Connection connection(client, "ps:0", address, kVariablesMethod);
        const base::Status opened = connection.open(std::chrono::seconds(20));
        EXPECT_TRUE(opened) << opened.error().describe();
        return connection.address();
    };
    fs::create_directory(sockets);
    fs::permissions(sockets, fs::perms::owner_all);
    const fs::path socket = taskSocket(cardOf("ps:0"), "ps:0");
    EXPECT_EQ(socket.parent_path(), sockets);
    EXPECT_NE(socket, taskSocket(cardOf("ps:0", 3), "ps:0"));
    // One of an older attempt, old enough; one just created; and the one of this task's previous process.
    const fs::path dead = taskSocket(cardOf("ps:0", 1), "ps:0"), young = taskSocket(cardOf("ps:1"), "ps:1");
    for (const fs::path& path : {dead, young, socket}) leaveSocket(path);
    fs::last_write_time(dead, fs::file_time_type::clock::now() - std::chrono::hours(1));

    auto early = std::async(std::launch::async, [&] { return reached(cardOf("chief:0")); });
    auto server = startAt(cardOf("ps:0"));
    ASSERT_TRUE(server) << server.error().describe();
    EXPECT_EQ(early.get(), "unix:" + socket.string());  // it was there before the server
    EXPECT_EQ(reached(cardOf("worker:0")), "unix:" + socket.string());
    EXPECT_EQ(reached({"worker:0", "digest", 2, "secret"}), address);  // of another machine
    EXPECT_FALSE(fs::exists(dead));
    EXPECT_TRUE(fs::exists(young));
    const base::Error second = startAt(cardOf("ps:0")).error();
    EXPECT_EQ(second.id, "port.in_use");
    EXPECT_NE(second.describe().find(fmt::format("ps:0 cannot listen on {}: port {} is in use by ", address,
                                                 address.substr(address.find(':') + 1))),
              std::string::npos)
        << second.describe();
    EXPECT_NE(second.describe().find(fmt::format("(pid {})", ::getpid())), std::string::npos)
        << second.describe();
    EXPECT_TRUE(fs::exists(socket)) << "who came second took the first one's socket away";
    server->reset();
    EXPECT_FALSE(fs::exists(socket));

    leaveSocket(socket);  // it was killed; clients waiting for it find its successor's socket
    early = std::async(std::launch::async, [&] { return reached(cardOf("chief:0")); });
    EXPECT_EQ(early.wait_for(std::chrono::milliseconds(300)), std::future_status::timeout);
    server = startAt(cardOf("ps:0"));
    ASSERT_TRUE(server);
    EXPECT_EQ(early.get(), "unix:" + socket.string());
    server->reset();

    fs::permissions(sockets, fs::perms::owner_all | fs::perms::group_read | fs::perms::group_exec);
    server = startAt(cardOf("ps:0"));
    ASSERT_TRUE(server);
    EXPECT_EQ(reached(cardOf("worker:0")), address);  // a folder that others can see is not used
}

TEST_F(PsTransport, WhereOneAgentHasStartedAllNobodyListensAtAPort) {
    namespace fs = std::filesystem;
    const fs::path sockets = folder_ / "sockets";
    const auto cardOf = [&](const std::string& task) {
        return TaskCard{task, "digest", 2, "secret", sockets, Spread::kThisMachine};
    };
    const std::string address = freeAddress();
    const auto start = [&](const std::string& at) {
        auto store = std::make_shared<VariableStore>(0);
        return TaskServer::start(cardOf("ps:0"), at, {store, {}});
    };
    const fs::path socket = taskSocket(cardOf("ps:0"), "ps:0");
    auto early = std::async(std::launch::async, [&] {
        Connection connection(cardOf("chief:0"), "ps:0", address, kVariablesMethod);
        const base::Status opened = connection.open(std::chrono::seconds(20));
        return opened ? connection.address() : opened.error().describe();
    });
    fs::create_directory(sockets);
    fs::permissions(sockets, fs::perms::owner_all);
    leaveSocket(socket);  // of a ps that was killed and restarted
    auto server = start(address);
    ASSERT_TRUE(server) << server.error().describe();
    EXPECT_EQ(early.get(), "unix:" + socket.string());
    Connection outsider({"worker:0", "digest", 2, "secret"}, "ps:0", address, kVariablesMethod);
    const base::Status refused = outsider.open(std::chrono::milliseconds(0));
    ASSERT_FALSE(refused) << "it listens at its address";
    EXPECT_EQ(refused.error().code, Code::kUnavailable);
    server->reset();
    // There is no alternative, so a folder that others may use is an error.
    fs::permissions(sockets, fs::perms::owner_all | fs::perms::group_read | fs::perms::group_exec);
    server = start(address);
    ASSERT_FALSE(server);
    EXPECT_EQ(server.error().id, "socket.folder");
    EXPECT_NE(server.error().message.text().find(sockets.string()), std::string::npos)
        << server.error().message;
    EXPECT_NE(server.error().message.text().find("run chmod 700 on it"), std::string::npos)
        << server.error().message;
    Connection late(cardOf("chief:0"), "ps:0", address, kVariablesMethod);
    EXPECT_EQ(late.open(std::chrono::milliseconds(0)).error().id, kLostId);
}

TEST_F(PsTransport, ARoundIsHeldBehindSockets) {
    const auto server = startPs(0);
    ShardedVariables chief({storeOf(0)}), worker({storeOf(0, "worker:0")});
    ASSERT_TRUE(chief.create("w", torch::zeros({2}), {"sgd", nlohmann::json::object()}));
    ASSERT_TRUE(chief.holdRounds());
    ASSERT_TRUE(worker.push({{"w", torch::tensor({3.f, 0.f})}}, 1, sdk::Round{7, 0, 2}));
    EXPECT_EQ(chief.applyClipped(7, 1, 1, 0).error().id, "ps.round");
    ASSERT_TRUE(worker.push({{"w", torch::tensor({0.f, 4.f})}}, 1, sdk::Round{7, 1, 2}));
    EXPECT_TRUE(chief.read("w")->equal(torch::zeros({2})));
    ASSERT_TRUE(
        chief.applyClipped(7, 0.5, /*clipNorm=*/1, /*clipValue=*/0.7));  // (0.6, 0.8), then (0.6, 0.7)
    EXPECT_TRUE(torch::allclose(*chief.read("w"), torch::tensor({-0.3f, -0.35f})));
}

TEST_F(PsTransport, ARoundSeesWhatThoseBeforeItHaveLeftBehindSockets) {
    const auto server = startPs(0);
    ShardedVariables client({storeOf(0)});
    ASSERT_TRUE(client.create("w", torch::zeros({2}), {"sgd", nlohmann::json::object()}));
    client.setRound(0);
    ASSERT_TRUE(client.push({{"w", torch::ones({2})}}, 1, sdk::Round{0, 0, 1}));
    for (const std::int64_t round : {0, 1}) {
        client.setRound(round);
        EXPECT_EQ(client.read("w")->sum().item<float>(), -2.f * static_cast<float>(round));
        EXPECT_EQ(client.lookup("w", torch::tensor({1}))->item<float>(), -1.f * static_cast<float>(round));
        EXPECT_EQ(savedState(client, "w")->value.sum().item<float>(), -2.f * static_cast<float>(round));
    }
    ASSERT_TRUE(client.assign("w", torch::full({2}, 5.f)));
    EXPECT_EQ(client.read("w")->sum().item<float>(), -2.f) << "with the round";
    client.setRound(2);
    EXPECT_EQ(client.read("w")->sum().item<float>(), 10.f);
}

TEST_F(PsTransport, UnknownTasksAreRefusedByName) {
    const auto server = startPs(0);
    const auto refusal = [&](TaskCard who, const std::string& meant) {
        Connection connection(who, meant, address("ps:0"), kVariablesMethod);
        return connection.open(std::chrono::seconds(5)).error();
    };
    EXPECT_EQ(refusal({"chief:0", "digest", 1, "guess"}, "ps:0").code, Code::kUnauthenticated);
    const base::Error cluster = refusal({"chief:0", "other", 1, "secret"}, "ps:0");
    EXPECT_EQ(cluster.code, Code::kFailedPrecondition);
    EXPECT_NE(cluster.message.text().find("ps:0 has another cluster in its TF_CONFIG than chief:0"),
              std::string::npos)
        << cluster.message;
    EXPECT_NE(refusal(card("chief:0"), "ps:1").message.text().find("ps:1 was expected"), std::string::npos);
    EXPECT_NE(refusal({"chief:0", "digest", 2, "secret"}, "ps:0").message.text().find("attempt"),
              std::string::npos);
    Connection closures(card("chief:0"), "ps:0", address("ps:0"), kClosuresMethod);
    EXPECT_EQ(closures.open(std::chrono::seconds(5)).error().code, Code::kUnimplemented);
    const base::Error elsewhere = TaskServer::start(card("ps:0"), "203.0.113.1:5000", {}).error();
    EXPECT_EQ(elsewhere.id, "cluster.not_this_host");
    EXPECT_EQ(elsewhere.describe(),
              "ps:0 cannot listen on 203.0.113.1:5000: the address is not this machine's");
}

TEST_F(PsTransport, ALostPsIsUnavailableByName) {
    auto server = startPs(0);
    ShardedVariables client({storeOf(0)});
    ASSERT_TRUE(client.create("w", torch::ones({4}), {"sgd", nlohmann::json::object()}));
    server.reset();
    const base::Error lost = client.read("w").error();
    EXPECT_EQ(lost.code, Code::kUnavailable);
    EXPECT_NE(lost.message.text().find("ps:0"), std::string::npos) << lost.message;
}

/// The coordinator of tst_coordinator over sockets: results, errors with their codes, a worker that exits and
/// comes back as a new one.
TEST_F(PsTransport, ClosuresRunBehindSockets) {
    auto registry = std::make_shared<sdk::ClosureRegistry>();
    registry->dataset("numbers", [](const sdk::InputContext& context) -> sdk::Elements {
        return [next = std::int64_t{10} * context.inputPipelineId]() mutable { return Values{next++}; };
    });
    registry->dataset("infinite", [](const sdk::InputContext&) -> sdk::Elements {
        return [] { return Values{torch::full({2}, INFINITY)}; };
    });
    registry->closure("next", [](sdk::WorkerContext& context, const Values& in) {
        return context.next(std::get<sdk::PerWorker>(in[0]));
    });
    registry->closure("all kinds", [](sdk::WorkerContext& context, const Values& in) -> base::Result<Values> {
        TY_ASSIGN(const torch::Tensor w, context.variables().read("w"));
        return Values{std::get<torch::Tensor>(in[0]) + w, std::get<double>(in[1]) * 2,
                      std::get<std::string>(in[2])};
    });
    registry->closure("bad", [](auto&, const Values&) -> base::Result<Values> {
        TY_TRY(sdk::checkNumerics(torch::tensor({NAN}), "the loss"));
        return Values{};
    });
    const auto ps = startPs(0);
    const auto startWorker = [&] {
        TaskServer::Offer offer;
        offer.makeWorker = [&] {
            return std::make_unique<WorkerRuntime>(0, 1, registry, VariableHosts{storeOf(0, "worker:0")});
        };
        return std::move(*TaskServer::start(card("worker:0"), address("worker:0"), std::move(offer)));
    };
    auto worker = startWorker();
    std::latch isBack(1);
    Coordinator::Options options;
    std::string lost;
    options.onNotice = [&](const std::string& code, const std::string& message) {
        if (code == "worker.lost") lost = message;
        if (code == "worker.back") isBack.count_down();
    };
    Coordinator coordinator(
        {std::make_shared<RemoteWorker>(card("chief:0"), "worker:0", address("worker:0"))},
        std::make_unique<ShardedVariables>(VariableHosts{storeOf(0)}), options);
    ASSERT_TRUE(coordinator.variables().create("w", torch::ones({3}), {"sgd", nlohmann::json::object()}));
    const auto values =
        coordinator.schedule("all kinds", {torch::ones({3}), 2.5, std::string("text")})->fetch();
    ASSERT_TRUE(values) << values.error().describe();
    EXPECT_TRUE(std::get<torch::Tensor>((*values)[0]).equal(torch::full({3}, 2.f)));
    EXPECT_EQ(std::get<double>((*values)[1]), 5);
    EXPECT_EQ(std::get<std::string>((*values)[2]), "text");

    ASSERT_TRUE(coordinator.schedule("bad", {}));
    const base::Error bad = coordinator.join().error();
    EXPECT_EQ(bad.code, Code::kInvalidArgument);
    EXPECT_NE(bad.describe().find("worker:0"), std::string::npos);

    const sdk::PerWorker numbers = coordinator.createPerWorkerDataset("numbers");
    for (std::int64_t i = 0; i < 3; ++i)
        EXPECT_EQ(std::get<std::int64_t>(coordinator.schedule("next", {numbers})->fetch()->at(0)), i);
    const sdk::PerWorker infinite = coordinator.createPerWorkerDataset("infinite");
    for (int element = 0; element < 2; ++element)
        ASSERT_TRUE(coordinator.schedule("next", {infinite})->fetch());
    const auto named = coordinator.badSample();
    ASSERT_TRUE(named);
    EXPECT_EQ(named->dataset, "infinite");
    EXPECT_EQ(named->task, "worker:0");
    EXPECT_EQ(named->element, 1);
    EXPECT_EQ(named->sample, 0);
    worker.reset();
    const auto after = coordinator.schedule("next", {numbers});
    worker = startWorker();
    EXPECT_EQ(std::get<std::int64_t>(after->fetch()->at(0)), 0);  // created again
    isBack.wait();
    EXPECT_NE(lost.find("worker:0 is lost"), std::string::npos) << lost;
    EXPECT_NE(lost.find("its process has ended"), std::string::npos) << lost;
}

/// A worker that is stopped, or computes for hours, holds up the end of its run only until somebody asks for
/// it.
TEST_F(PsTransport, ADismissalThatWaitsForAClosureIsCutOff) {
    std::latch isRunning(1), mayEnd(1);
    auto registry = std::make_shared<sdk::ClosureRegistry>();
    registry->closure("long", [&](auto&, const Values&) -> base::Result<Values> {
        isRunning.count_down();
        mayEnd.wait();
        return Values{};
    });
    auto ps = startPs(0);
    TaskServer::Offer offer;
    offer.makeWorker = [&] {
        return std::make_unique<WorkerRuntime>(0, 1, registry, VariableHosts{storeOf(0, "worker:0")});
    };
    const auto worker = TaskServer::start(card("worker:0"), address("worker:0"), std::move(offer));
    Coordinator coordinator(
        {std::make_shared<RemoteWorker>(card("chief:0"), "worker:0", address("worker:0"))},
        std::make_unique<ShardedVariables>(VariableHosts{storeOf(0)}), {});
    const auto running = coordinator.schedule("long", {});
    ASSERT_TRUE(running);
    isRunning.wait();
    auto dismissed = std::async(std::launch::async, [&] { coordinator.dismiss(); });
    EXPECT_EQ(dismissed.wait_for(std::chrono::milliseconds(200)), std::future_status::timeout);
    coordinator.abandon();
    EXPECT_EQ(dismissed.wait_for(std::chrono::seconds(60)), std::future_status::ready);
    EXPECT_EQ(running->fetch().error().code, Code::kCancelled);
    mayEnd.count_down();
}

TEST_F(PsTransport, ALostPsFailsTheClosureNotTheWorker) {
    auto registry = std::make_shared<sdk::ClosureRegistry>();
    registry->closure("read", [](sdk::WorkerContext& context, const Values&) -> base::Result<Values> {
        TY_ASSIGN(const torch::Tensor w, context.variables().read("w"));
        return Values{w};
    });
    auto ps = startPs(0);
    TaskServer::Offer offer;
    offer.makeWorker = [&] {
        return std::make_unique<WorkerRuntime>(0, 1, registry, VariableHosts{storeOf(0, "worker:0")});
    };
    const auto worker = TaskServer::start(card("worker:0"), address("worker:0"), std::move(offer));
    Coordinator coordinator(
        {std::make_shared<RemoteWorker>(card("chief:0"), "worker:0", address("worker:0"))},
        std::make_unique<ShardedVariables>(VariableHosts{storeOf(0)}), {});
    ASSERT_TRUE(coordinator.variables().create("w", torch::ones({3}), {"sgd", nlohmann::json::object()}));
    ASSERT_TRUE(coordinator.schedule("read", {})->fetch());
    ps.reset();
    ASSERT_TRUE(coordinator.schedule("read", {}));
    const base::Error lost = coordinator.join().error();
    EXPECT_EQ(lost.code, Code::kUnavailable);
    EXPECT_EQ(lost.id, "ps.lost");
    EXPECT_NE(lost.describe().find("ps:0"), std::string::npos);
    EXPECT_TRUE(coordinator.missingWorkers().empty());
    coordinator.dismiss();
    EXPECT_TRUE(worker->get()->waitForEnd(std::chrono::seconds(60)));
}

}  // namespace
}  // namespace trainyard::engine::ps
