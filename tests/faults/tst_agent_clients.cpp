// SPDX-License-Identifier: Apache-2.0
// Clients that are refused, repeat requests, or do not read.
#include <arpa/inet.h>
#include <fcntl.h>
#include <grpcpp/grpcpp.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <future>
#include <nlohmann/json.hpp>

#include "agent_fixture.h"
#include "core/base/fd.h"
#include "core/base/file.h"
#include "trainyard/v1/agent.grpc.pb.h"
#include "trainyard/v1/worker.grpc.pb.h"

namespace trainyard::faults {
namespace {

class AgentClients : public AgentFixture {
  protected:
    std::shared_ptr<grpc::Channel> channel() {
        return grpc::CreateChannel("unix:" + endpoint_.socket.string(), grpc::InsecureChannelCredentials());
    }
};

TEST_F(AgentClients, OnlyItsUserCanOpenTheSocket) {
    startAgent();
    struct stat info{};
    ASSERT_EQ(::stat(endpoint_.socket.c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 0777, 0600u);
    ASSERT_EQ(::stat(endpoint_.socket.parent_path().c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 0777, 0700u);
}

TEST_F(AgentClients, ASecondAgentOfAHomeSaysWhoHasIt) {
    startAgent();
    int ends[2];
    ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
    const pid_t second = spawnAgent(ends[1]);
    ::close(ends[1]);
    std::string said(1000, '\0');
    said.resize(static_cast<std::size_t>(std::max<ssize_t>(0, ::read(ends[0], said.data(), said.size()))));
    ::close(ends[0]);
    int status = 0;
    ASSERT_EQ(::waitpid(second, &status, 0), second);
    EXPECT_EQ(WEXITSTATUS(status), base::kHomeLockedExit);
    EXPECT_NE(
        said.find("another trainyard-agent (pid " + std::to_string(agent_) + ") serves " + home_.string()),
        std::string::npos)
        << said;
}

TEST_F(AgentClients, APortInUseIsRefusedByName) {
    startAgent();
    const base::UniqueFd outsider(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    ASSERT_EQ(::bind(outsider.get(), reinterpret_cast<sockaddr*>(&address), size), 0);
    ASSERT_EQ(::listen(outsider.get(), 1), 0);
    ASSERT_EQ(::getsockname(outsider.get(), reinterpret_cast<sockaddr*>(&address), &size), 0);
    const auto reply =
        start(spec(1, "cluster: {worker: ['local:" + std::to_string(ntohs(address.sin_port)) + "']}\n"));
    EXPECT_TRUE(reply.run().empty());
    ASSERT_EQ(reply.problems_size(), 1);
    EXPECT_EQ(reply.problems(0).code(), "port.in_use");
    EXPECT_NE(reply.problems(0).message().find("pid " + std::to_string(::getpid())), std::string::npos)
        << reply.problems(0).message();
    EXPECT_EQ(reply.problems(0).fix(), "use free ports");
    EXPECT_EQ(reply.problems(0).fix_set(), R"(cluster={"worker":["local"]})");
    EXPECT_EQ(client_->listRuns({})->runs_size(), 0) << "a refusal leaves no run";
}

TEST_F(AgentClients, AMissingDataFileIsRefusedByName) {
    startAgent();
    const auto asked = spec(1);
    std::filesystem::remove(home_ / "labels");
    const auto reply = start(asked);
    EXPECT_TRUE(reply.run().empty());
    ASSERT_GE(reply.problems_size(), 1);
    EXPECT_NE(reply.problems(0).message().find((home_ / "labels").string()), std::string::npos);
    EXPECT_EQ(reply.problems(0).path(), "train.data.train");
}

TEST_F(AgentClients, TheSameRequestTwiceIsOneRun) {
    startAgent();
    v1::StartRunRequest request;
    request.set_request_id("once");
    *request.mutable_spec() = spec();
    const auto first = client_->startRun(request);
    const auto second = client_->startRun(request);
    ASSERT_TRUE(first && second);
    EXPECT_EQ(first->run(), second->run());
    EXPECT_EQ(client_->listRuns({})->runs_size(), 1);
    watch(first->run());
}

TEST_F(AgentClients, AnotherProtocolIsRefusedInWords) {
    startAgent();
    const auto stub = v1::Agent::NewStub(channel());
    grpc::ClientContext context;
    v1::HelloRequest request;
    request.mutable_peer()->set_program("an-old-client");
    request.mutable_peer()->set_protocol_min(7);
    request.mutable_peer()->set_protocol_max(9);
    v1::HelloReply reply;
    const auto status = stub->Hello(&context, request, &reply);
    EXPECT_EQ(status.error_code(), grpc::StatusCode::FAILED_PRECONDITION);
    EXPECT_NE(status.error_message().find("protocol 7–9"), std::string::npos) << status.error_message();
    v1::Failure failure;
    ASSERT_TRUE(failure.ParseFromString(status.error_details()));
    EXPECT_EQ(failure.id(), "protocol.mismatch");
}

/// Keeps opening connections to the agent from a separate process and reports on `told`; never returns.
[[noreturn]] void besiege(const std::filesystem::path& socket, int connections, int told) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strcpy(address.sun_path, socket.c_str());
    const std::string garbage(200, '\x01');
    for (int i = 0; i < connections; ++i) {
        const int connection = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (::connect(connection, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) ::_exit(1);
        if (i % 2 == 0)
            ::send(connection, garbage.data(), garbage.size(), MSG_NOSIGNAL);  // the others: silent
    }
    ::write(told, "x", 1);
    for (;;) ::pause();
}

std::size_t descriptorsOf(pid_t process) {
    const std::filesystem::directory_iterator all("/proc/" + std::to_string(process) + "/fd");
    return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

TEST_F(AgentClients, ThousandsOfUselessConnectionsBlockNobody) {
    constexpr int kConnections = 3000, kOpenFiles = 1024;  // a desktop's default limit per process
    rlimit files{};
    ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &files), 0);
    ASSERT_GT(files.rlim_max, static_cast<rlim_t>(kConnections) + 100);
    const rlimit usual{kOpenFiles, files.rlim_max}, many{files.rlim_max, files.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &usual), 0);
    startAgent({{"FAKE_STEPS", "1000000"}});
    const std::string run = startRun();
    awaitFirstStep(run);
    const std::size_t before = descriptorsOf(agent_);
    int told[2];
    ASSERT_EQ(::pipe2(told, O_CLOEXEC), 0);
    const pid_t siege = ::fork();
    if (siege == 0) {
        ::setrlimit(RLIMIT_NOFILE, &many);
        besiege(endpoint_.socket, kConnections, told[1]);
    }
    ::close(told[1]);
    char done = 0;
    EXPECT_EQ(::read(told[0], &done, 1), 1);
    ::close(told[0]);
    const auto since = std::chrono::steady_clock::now();
    for (int i = 0; i < 10; ++i) {
        const auto client = client::AgentClient::connect(endpoint_);
        ASSERT_TRUE(client) << client.error().describe();
        const auto runs = (*client)->listRuns({});
        ASSERT_TRUE(runs) << runs.error().describe();
        EXPECT_EQ(runs->runs_size(), 1);
    }
    EXPECT_LT(std::chrono::steady_clock::now() - since, std::chrono::seconds(5));
    EXPECT_LT(descriptorsOf(agent_), before + kOpenFiles / 4);
    EXPECT_TRUE(client_->listRuns({})) << "a connection from before was cut";
    ::kill(siege, SIGKILL);
    ::waitpid(siege, nullptr, 0);
    EXPECT_TRUE(stop(run, v1::StopRunRequest::NOW));
    watch(run);
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &files), 0);
}

TEST_F(AgentClients, AnotherProcessIsNoTask) {
    startAgent({{"FAKE_STEPS", "1000000"}});
    const std::string run = startRun();
    const auto stub = v1::TaskHost::NewStub(channel());
    grpc::ClientContext context;
    context.AddMetadata("trainyard-run", run);
    context.AddMetadata("trainyard-attempt", "1");
    context.AddMetadata("trainyard-task", "worker:0");
    context.AddMetadata("trainyard-token", "guessed");
    v1::StoreRequest request;
    request.set_op(v1::StoreRequest::COUNT);
    v1::StoreReply reply;
    EXPECT_EQ(stub->Store(&context, request, &reply).error_code(), grpc::StatusCode::UNAUTHENTICATED);
}

TEST_F(AgentClients, AWatcherThatDoesNotReadBlocksNobody) {
    startAgent({{"FAKE_STEPS", "3000"}, {"FAKE_EPOCH", "10"}, {"FAKE_STEP_MS", "0"}});
    const std::string run = startRun(1);
    const auto stub = v1::Agent::NewStub(channel());
    grpc::ClientContext context;
    v1::WatchRunRequest request;
    request.set_run(run);
    request.set_with_metrics(true);
    const auto slow = stub->WatchRun(&context, request);
    const auto events = watch(run);
    EXPECT_EQ(events.back().finished().status(), v1::SUCCEEDED);
    EXPECT_EQ(steps(run, "batch_loss").size(), 3000u);
    // Only now does the slow one start reading.
    v1::WatchRunReply reply;
    std::uint64_t seq = 0;
    while (slow->Read(&reply))
        if (reply.has_event()) {
            EXPECT_EQ(reply.event().seq(), ++seq);
        }
    EXPECT_TRUE(slow->Finish().ok());
    EXPECT_EQ(seq, events.back().seq());
}

TEST_F(AgentClients, AThousandWaitingCallsCostNoThreads) {
    startAgent({{"FAKE_STEPS", "1000000"}});
    const std::string run = startRun();
    awaitFirstStep(run);
    const auto text = base::readFile(endpoint_.home.run(run) / "attempt.json");
    ASSERT_TRUE(text) << text.error().describe();
    const auto token = nlohmann::json::parse(*text).at("token").get<std::string>();
    const auto stub = v1::TaskHost::NewStub(channel());
    struct Call {
        grpc::ClientContext context;
        v1::StoreRequest request;
        v1::StoreReply reply;
        std::promise<grpc::Status> status;
    };
    std::vector<std::unique_ptr<Call>> calls;
    for (int i = 0; i < 1000; ++i) {
        Call& call = *calls.emplace_back(std::make_unique<Call>());
        call.context.AddMetadata("trainyard-run", run);
        call.context.AddMetadata("trainyard-attempt", "1");
        call.context.AddMetadata("trainyard-task", "worker:0");
        call.context.AddMetadata("trainyard-token", token);
        call.request.set_op(v1::StoreRequest::GET);
        call.request.add_keys("never");
        stub->async()->Store(&call.context, &call.request, &call.reply,
                             [&call](grpc::Status status) { call.status.set_value(std::move(status)); });
    }
    EXPECT_TRUE(client_->getStatus({})) << "others are served meanwhile";
    const auto threads = std::filesystem::directory_iterator("/proc/" + std::to_string(agent_) + "/task");
    EXPECT_LT(std::distance(begin(threads), end(threads)), 40);
    ASSERT_TRUE(stop(run, v1::StopRunRequest::NOW));
    for (const auto& call : calls)
        EXPECT_EQ(call->status.get_future().get().error_code(), grpc::StatusCode::ABORTED);
}

TEST_F(AgentClients, AFifoInThePlaceOfAFileIsRefusedAtOnce) {
    const auto checkpoint = home_ / "ckpt-1";
    std::filesystem::create_directory(checkpoint);
    std::filesystem::copy_file(home_ / "images", checkpoint / "model.safetensors");
    ASSERT_EQ(::mkfifo((checkpoint / "manifest.json").c_str(), 0600), 0);
    startAgent();
    const auto verified = client_->verifyCheckpoint(ofPath(checkpoint));
    ASSERT_TRUE(verified) << verified.error().describe();
    ASSERT_EQ(verified->problems_size(), 1);
    EXPECT_NE(verified->problems(0).message().find("manifest.json is not a regular file"), std::string::npos)
        << verified->problems(0).message();
    const auto asked = spec(1);
    std::filesystem::remove(home_ / "labels");
    ASSERT_EQ(::mkfifo((home_ / "labels").c_str(), 0600), 0);
    const auto reply = start(asked);
    EXPECT_TRUE(reply.run().empty());
    ASSERT_GE(reply.problems_size(), 1);
    EXPECT_EQ(reply.problems(0).code(), "data.unreadable");
}

TEST_F(AgentClients, AFifoInThePlaceOfACheckpointIsSaidToBeOne) {
    const auto fifo = home_ / "ckpt-2";
    ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
    startAgent();
    v1::PredictRequest predict;
    predict.set_checkpoint(fifo.string());
    v1::EditCheckpointRequest pin, copy;
    pin.set_path(fifo.string());
    pin.set_action(v1::EditCheckpointRequest::PIN);
    copy.set_path(fifo.string());
    copy.set_action(v1::EditCheckpointRequest::EXPORT);
    copy.set_to((home_ / "copy").string());
    v1::ShowCheckpointRequest show;
    show.set_path(fifo.string());
    v1::DiffCheckpointsRequest diff;
    diff.set_left(fifo.string());
    diff.set_right(fifo.string());
    const auto errorOf = [](const auto& reply) { return reply ? base::Error{} : reply.error(); };
    for (const base::Error& error :
         {errorOf(client_->verifyCheckpoint(ofPath(fifo))), errorOf(client_->showCheckpoint(show)),
          errorOf(client_->diffCheckpoints(diff)), errorOf(client_->editCheckpoint(pin)),
          errorOf(client_->editCheckpoint(copy)),
          errorOf(client_->predict(predict, {}, [](const v1::PredictReply&) { return true; }))}) {
        EXPECT_EQ(error.id, "file.not_regular") << error.describe();
        EXPECT_NE(error.message.text().find("ckpt-2 is not a regular file: it is a FIFO"), std::string::npos)
            << error.describe();
    }
    auto asked = spec(1);
    asked.mutable_train()->set_initial_weights(fifo.string());
    const auto reply = start(asked);
    EXPECT_TRUE(reply.run().empty());
    ASSERT_EQ(reply.problems_size(), 1);
    EXPECT_EQ(reply.problems(0).code(), "file.not_regular");
    EXPECT_EQ(reply.problems(0).path(), "train.initial_weights");
}

TEST_F(AgentClients, AnErrorWithALongPathKeepsItsOwnWords) {
    startAgent();
    const auto shown = client_->verifyCheckpoint(ofPath("/" + std::string(20'000, 'x')));
    ASSERT_FALSE(shown);
    EXPECT_EQ(shown.error().id, "checkpoint.not_found") << shown.error().describe();
    EXPECT_TRUE(shown.error().message.text().starts_with("there is no checkpoint /xxx"))
        << shown.error().message;
}

TEST_F(AgentClients, ShutdownStopsEveryRun) {
    startAgent({{"FAKE_STEPS", "1000000"}});
    const std::string first = startRun(), second = startRun();
    const auto reply = client_->shutdown({});
    ASSERT_TRUE(reply) << reply.error().describe();
    EXPECT_EQ(reply->stopped_runs(), 2);
    client_.reset();
    expectNothingLeft(first);
    expectNothingLeft(second);
}

}  // namespace
}  // namespace trainyard::faults
