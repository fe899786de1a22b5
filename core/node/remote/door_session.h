// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "core/node/node.h"
#include "core/node/remote/loop_stream.h"
#include "core/node/remote/outbox.h"
#include "core/node/remote/task_pipes.h"
#include "trainyard/v1/node.grpc.pb.h"

namespace trainyard::node {

/// The node's side of one stream. Created in a thread of gRPC; everything else in the loop.
class ServerStream final
    : public LoopStream<grpc::ServerBidiReactor<v1::ToNode, v1::FromNode>, v1::FromNode, v1::ToNode> {
  public:
    /// `visitor` owns it until another object does.
    ServerStream(base::EventLoop& loop, std::unique_ptr<Owner> visitor)
        : LoopStream(loop, visitor.get()), visitor_(std::move(visitor)) {}
    void start() { begin(); }
    void finish(const grpc::Status& status) {
        status_ = status;
        over();
    }
    void OnDone() override {
        loop_.post([self = std::move(self_)] {});
    }

  private:
    void close() override {
        this->Finish(status_);
        reportEnd(status_);
    }
    const std::unique_ptr<Owner> visitor_;
    grpc::Status status_ = grpc::Status::OK;
};

/// One session of a home with this node (node.proto): its calls, carried out by a Node, and what they yield
/// until the home has confirmed it. Lives on while nobody is connected. [loop]
class DoorSession final : public ServerStream::Owner, public std::enable_shared_from_this<DoorSession> {
  public:
    /// [any]
    using Describe = std::function<void(Done<v1::NodeDescription>)>;
    /// Kills tasks of attempts that their home has abandoned; answered in the loop.
    using EndTasks = std::function<void(const v1::DoorEndTasks&, Done<v1::DoorEnded>)>;

    /// `newest`: the greatest number of an attempt that the home has opened, by run; must outlive this.
    DoorSession(base::EventLoop& loop, Node& node, std::map<std::string, int>& newest, Describe describe,
                EndTasks endTasks);
    /// The tasks continue.
    ~DoorSession() override;

    /// From now on the session's messages go through `stream`. `isNew`: as in DoorWelcome.
    void attach(std::shared_ptr<ServerStream> stream, const v1::ToNode& hello, v1::DoorWelcome welcome);
    bool hasCalls() const { return received_ > 0; }
    /// A task of the home's has connected to its agent.
    void addTask(base::UniqueFd connection) { pipes_.add(std::move(connection)); }

  private:
    struct Attempt {
        std::unique_ptr<AttemptTasks> tasks;
        std::optional<base::Error> refusal;  ///< in place of them
    };

    void received(const v1::ToNode& message) override;
    bool next(v1::FromNode& message) override;
    void streamEnded(const grpc::Status& status) override;

    void carryOut(const v1::DoorCall& call);
    void open(std::uint64_t id, const v1::DoorOpen& call);
    void carryOut(const v1::DoorCall& call, AttemptTasks& tasks);
    void readStacks(const v1::DoorCall& call, AttemptTasks& tasks);
    void push(v1::FromNode message);
    void refuse(std::uint64_t id, const base::Error& error);
    /// What answers call `id` with a value, made of it by `set`.
    template <typename Value, typename Set>
    Done<Value> answers(std::uint64_t id, Set set);

    Node& node_;
    std::map<std::string, int>& newest_;
    const Describe describe_;
    const EndTasks endTasks_;
    std::shared_ptr<ServerStream> stream_;  ///< null while nobody is connected
    std::optional<v1::FromNode> welcome_;   ///< not sent yet
    Outbox<v1::FromNode> outbox_;
    std::uint64_t received_ = 0, confirmed_ = 0;  ///< numbers of the home's messages
    std::map<std::uint64_t, Attempt> attempts_;   ///< by the id of their `open`
    std::map<std::uint64_t, std::shared_ptr<void>> stacks_;
    TaskPipes pipes_;
};

}  // namespace trainyard::node
