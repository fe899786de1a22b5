// SPDX-License-Identifier: Apache-2.0
#include "core/node/remote/node_server.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "core/base/check.h"
#include "core/base/text.h"
#include "core/node/end_attempts.h"
#include "core/node/fence.h"
#include "core/node/remote/messages.h"
#include "core/node/remote/protocol.h"

namespace trainyard::node {
namespace {

grpc::Status statusOf(const base::Error& error) {
    return {static_cast<grpc::StatusCode>(base::grpcStatus(error.code)), error.message,
            toMessage(error).SerializeAsString()};
}

base::Error fenced(const v1::DoorHello& hello, std::uint64_t greatest) {
    return {base::Code::kFailedPrecondition,
            base::say("the node refused connection {} of this home, which has opened connection {} since; "
                      "another agent of the same home controls the node now",
                      hello.generation(), greatest),
            "node.fenced"};
}

/// Also of what came before this agent was started.
base::Status record(const v1::DoorHello& hello, const std::filesystem::path& folder) {
    TY_ASSIGN(const std::uint64_t greatest, raiseFence(folder, hello.generation()));
    if (greatest == hello.generation()) return {};
    return base::fail(refusedBy(folder, fenced(hello, greatest)));
}

/// It becomes the name of a folder.
bool isFolderName(const std::string& name) {
    return !name.empty() && name.front() != '.' && std::ranges::all_of(name, [](unsigned char c) {
        return std::isalnum(c) || c == '-' || c == '_' || c == '.';
    });
}

/// What is asked, and the folders of the runs. Blocks.
using Abandoned = std::vector<std::pair<v1::AbandonedAttempt, std::filesystem::path>>;
v1::DoorEnded endAbandoned(const Abandoned& attempts) {
    v1::DoorEnded ended;
    for (const auto& [attempt, folder] : attempts) {
        std::error_code unknown;
        if (!std::filesystem::is_directory(folder, unknown)) continue;
        if (const int tasks = endAttempts(folder, attempt.number()); tasks > 0)
            spdlog::warn("run {}: its home had abandoned this machine; tasks killed: {}", attempt.run(),
                         tasks);
        *ended.add_known() = attempt;
    }
    return ended;
}

void refuse(ServerStream& stream, const base::Error& error) {
    spdlog::warn("a home was refused: {}", error.describe());
    stream.setOwner(nullptr);
    stream.finish(statusOf(error));
}

}  // namespace

/// Owns a stream until its first message, and is owned by it.
class NodeServer::Visitor final : public ServerStream::Owner {
  public:
    explicit Visitor(NodeServer& server) : server_(server) {}
    void setStream(std::weak_ptr<ServerStream> stream) { stream_ = std::move(stream); }

    void received(const v1::ToNode& message) override {
        if (std::exchange(hasGreeted_, true)) return;  // a home waits for its welcome
        server_.greet(stream_.lock(), message);
    }
    bool next(v1::FromNode&) override { return false; }
    void streamEnded(const grpc::Status&) override {}

  private:
    NodeServer& server_;
    std::weak_ptr<ServerStream> stream_;
    bool hasGreeted_ = false;
};

NodeServer::NodeServer(base::EventLoop& loop, NodeOf nodeOf, SocketOf socketOf, Describe describe,
                       FolderOf folderOf)
    : loop_(loop),
      nodeOf_(std::move(nodeOf)),
      socketOf_(std::move(socketOf)),
      describe_(std::move(describe)),
      folderOf_(std::move(folderOf)),
      describing_("ty-describe") {
}

NodeServer::~NodeServer() {
    TY_CHECK(!loop_.isInLoop(), "sessions end in the loop");
    loop_.call([this] {
        alive_.reset();
        homes_.clear();
    });
}

grpc::ServerBidiReactor<v1::ToNode, v1::FromNode>* NodeServer::Door(grpc::CallbackServerContext*) {
    auto visitor = std::make_unique<Visitor>(*this);
    Visitor& first = *visitor;
    const auto stream = std::make_shared<ServerStream>(loop_, std::move(visitor));
    first.setStream(stream);
    stream->start();
    return stream.get();
}

void NodeServer::greet(const std::shared_ptr<ServerStream>& stream, const v1::ToNode& message) {
    if (const auto admitted = admit(message.hello()); !admitted) return refuse(*stream, admitted.error());
    if (!recording_) recording_ = std::make_unique<base::Executor>("ty-fence");
    recording_->post([this, &loop = loop_, folder = folderOf_(message.hello().home()),
                      alive = std::weak_ptr(alive_), stream, message] {
        loop.post([this, alive, stream, message, isNewest = record(message.hello(), folder)] {
            if (alive.expired() || stream->isOver()) return;
            if (!isNewest) return refuse(*stream, isNewest.error());
            welcome(stream, message);
        });
    });
}

/// Others may have come since the home was admitted.
void NodeServer::welcome(const std::shared_ptr<ServerStream>& stream, const v1::ToNode& message) {
    if (const auto admitted = admit(message.hello()); !admitted) return refuse(*stream, admitted.error());
    stream->setOwner(nullptr);
    const v1::DoorHello& hello = message.hello();
    Home& home = homes_[hello.home()];
    v1::DoorWelcome welcome;
    *welcome.mutable_peer() = doorPeer();
    if (!home.session || home.generation != hello.generation()) {
        welcome.set_is_new(true);
        home.generation = hello.generation();
        home.number = std::uniform_int_distribution<std::uint64_t>(1)(random_);
        home.session = std::make_shared<DoorSession>(
            loop_, nodeOf_(hello.home()), home.newest,
            [this](Done<v1::NodeDescription> done) {
                describing_.post([this, done = std::move(done)] {
                    const auto result = std::make_shared<base::Result<v1::NodeDescription>>(describe_());
                    loop_.post([done, result] { done(std::move(*result)); });
                });
            },
            [this](const v1::DoorEndTasks& asked, const Done<v1::DoorEnded>& done) {
                endTasks(asked, done);
            });
        listenForTasks(hello.home(), home);
    }
    welcome.set_session(home.number);
    home.session->attach(stream, message, std::move(welcome));
}

/// In the thread that has admitted this home.
void NodeServer::endTasks(const v1::DoorEndTasks& asked, const Done<v1::DoorEnded>& done) {
    Abandoned attempts;
    for (const v1::AbandonedAttempt& attempt : asked.attempts())
        if (isFolderName(attempt.home()) && isFolderName(attempt.run()))
            attempts.emplace_back(attempt, folderOf_(attempt.home()) / attempt.run());
    recording_->post([&loop = loop_, attempts, done] {
        loop.post([done, ended = endAbandoned(attempts)] { done(ended); });
    });
}

void NodeServer::listenForTasks(const std::string& name, Home& home) {
    const std::filesystem::path socket = socketOf_(name);
    if (home.tasks || socket.empty()) return;
    auto listener = TaskSocketListener::open(
        loop_, socket, [&home](base::UniqueFd task) { home.session->addTask(std::move(task)); });
    if (listener)
        home.tasks = std::move(*listener);
    else
        spdlog::error("tasks of home {} will not find their agent: {}", name, listener.error().describe());
}

base::Status NodeServer::admit(const v1::DoorHello& hello) const {
    TY_TRY(checkDoorPeer(hello.peer()));
    if (!isFolderName(hello.home()) || hello.generation() == 0)
        return base::fail(base::Code::kInvalidArgument, "a home did not introduce itself", "node.no_hello");
    const auto known = homes_.find(hello.home());
    if (known == homes_.end() || known->second.generation < hello.generation()) return {};
    // A second client with the number of the first would have its calls taken for repetitions.
    const bool isTheSame = hello.resumes() || !known->second.session->hasCalls();
    if (known->second.generation == hello.generation() && isTheSame) return {};
    const base::Error error = fenced(hello, known->second.generation);
    if (known->second.generation == hello.generation()) return base::fail(error);
    return base::fail(refusedInMemory(folderOf_(hello.home()), error));
}

}  // namespace trainyard::node
