// SPDX-License-Identifier: Apache-2.0
#include "core/node/remote/door_session.h"

#include <spdlog/spdlog.h>

#include <utility>

#include "core/node/fence.h"
#include "core/node/remote/messages.h"

namespace trainyard::node {

DoorSession::DoorSession(base::EventLoop& loop, Node& node, std::map<std::string, int>& newest,
                         Describe describe, EndTasks endTasks)
    : node_(node),
      newest_(newest),
      describe_(std::move(describe)),
      endTasks_(std::move(endTasks)),
      pipes_(loop, [this](v1::DoorPipe part) {
          v1::FromNode message;
          *message.mutable_pipe() = std::move(part);
          push(std::move(message));
      }) {
}

DoorSession::~DoorSession() {
    if (!stream_) return;
    stream_->setOwner(nullptr);
    stream_->finish(grpc::Status(grpc::StatusCode::UNAVAILABLE, "the session has ended"));
}

void DoorSession::attach(std::shared_ptr<ServerStream> stream, const v1::ToNode& hello,
                         v1::DoorWelcome welcome) {
    if (stream_) {
        stream_->setOwner(nullptr);
        stream_->finish(grpc::Status(grpc::StatusCode::ABORTED, "the home has opened another stream"));
    }
    node_.onKept("", [weak = weak_from_this()](const v1::KeptNews& news) {
        const auto session = weak.lock();
        if (!session) return;
        v1::FromNode message;
        *message.mutable_kept() = news;
        session->push(std::move(message));
    });
    // Of a session that the home knew before, this number confirms nothing here.
    const std::uint64_t known = hello.hello().session();
    if (known == 0 || known == welcome.session()) outbox_.confirm(hello.received());
    outbox_.rewind();
    welcome_.emplace();
    *welcome_->mutable_welcome() = std::move(welcome);
    stream_ = std::move(stream);
    stream_->setOwner(this);
    stream_->wake();
}

void DoorSession::streamEnded(const grpc::Status&) {
    stream_.reset();
}

bool DoorSession::next(v1::FromNode& message) {
    if (welcome_) {
        message = std::move(*std::exchange(welcome_, std::nullopt));
    } else if (const v1::FromNode* const kept = outbox_.next()) {
        message = *kept;
    } else if (confirmed_ < received_) {
        message.Clear();
    } else {
        return false;
    }
    message.set_received(received_);
    confirmed_ = received_;
    return true;
}

void DoorSession::received(const v1::ToNode& message) {
    outbox_.confirm(message.received());
    if (message.number() <= received_) return;  // it arrived before the connection broke, or is none
    if (message.number() != received_ + 1) {
        spdlog::warn("message {} of a home has come without message {}", message.number(), received_ + 1);
        const auto stream = stream_;
        // What a home says of it is in its own words (NodeLink).
        stream->finish(grpc::Status(grpc::StatusCode::DATA_LOSS, "messages of the home are missing"));
        return;
    }
    received_ = message.number();
    if (message.has_pipe())
        pipes_.received(message.pipe());
    else
        carryOut(message.call());
    if (stream_) stream_->wake();
}

void DoorSession::push(v1::FromNode message) {
    outbox_.push(std::move(message));
    if (stream_) stream_->wake();
}

void DoorSession::refuse(std::uint64_t id, const base::Error& error) {
    v1::FromNode message;
    message.mutable_answer()->set_id(id);
    *message.mutable_answer()->mutable_failure() = toMessage(error);
    push(std::move(message));
}

template <typename Value, typename Set>
Done<Value> DoorSession::answers(std::uint64_t id, Set set) {
    return [weak = weak_from_this(), id, set](base::Result<Value> result) {
        const auto session = weak.lock();
        if (!session) return;
        if (!result) return session->refuse(id, result.error());
        v1::FromNode message;
        v1::DoorAnswer& answer = *message.mutable_answer();
        answer.set_id(id);
        if constexpr (std::is_void_v<Value>)
            set(answer);
        else
            set(answer, *result);
        session->push(std::move(message));
    };
}

void DoorSession::carryOut(const v1::DoorCall& call) {
    using What = v1::DoorCall::WhatCase;
    switch (call.what_case()) {
        case What::kOpen:
            return open(call.id(), call.open());
        case What::kClose:
            attempts_.erase(call.attempt());
            return;
        case What::kLivingTask:
            return node_.hasLivingTask(call.living_task().run(),
                                       answers<bool>(call.id(), [](auto& answer, bool isLiving) {
                                           answer.set_is_living(isLiving);
                                       }));
        case What::kCancelStacks:
            stacks_.erase(call.cancel_stacks().id());
            return;
        case What::kCheckPorts:
            return node_.checkPorts(
                portsOf(call.check_ports()),
                answers<std::vector<base::Status>>(call.id(), [](auto& answer, auto& checks) {
                    *answer.mutable_port_checks() = toMessage(checks);
                }));
        case What::kKeep:
            return node_.keep(call.keep(), answers<std::shared_ptr<const v1::KeepReply>>(
                                               call.id(), [](auto& answer, auto& reply) {
                                                   *answer.mutable_keep() = *reply;
                                               }));
        case What::kSelfTest:
            return node_.selfTest(answers<SelfTest>(call.id(), [](auto& answer, auto& test) {
                *answer.mutable_self_tested() = toMessage(test);
            }));
        case What::kAwaitLinkTest:
            return node_.awaitLinkTest(
                fromMessage(call.await_link_test()),
                answers<std::uint16_t>(call.id(), [](auto& answer, std::uint16_t port) {
                    answer.mutable_ports()->add_ports(port);
                }));
        case What::kTestLink:
            return node_.testLink(fromMessage(call.test_link()),
                                  answers<LinkMeasure>(call.id(), [](auto& answer, auto& measure) {
                                      *answer.mutable_link_measure() = toMessage(measure);
                                  }));
        case What::kReadClock:
            return node_.readClock(
                answers<double>(call.id(), [](auto& answer, double clock) { answer.set_clock(clock); }));
        case What::kFiles:
            return node_.files(call.files(), answers<std::shared_ptr<const v1::FilesReply>>(
                                                 call.id(), [](auto& answer, auto& reply) {
                                                     *answer.mutable_files() = *reply;
                                                 }));
        case What::kDescribe:
            return describe_(answers<v1::NodeDescription>(call.id(), [](auto& answer, auto& description) {
                *answer.mutable_description() = std::move(description);
            }));
        case What::kEndTasks:
            return endTasks_(call.end_tasks(),
                             answers<v1::DoorEnded>(call.id(), [](auto& answer, auto& ended) {
                                 *answer.mutable_ended() = std::move(ended);
                             }));
        default:
            break;
    }
    const auto attempt = attempts_.find(call.attempt());
    if (attempt != attempts_.end() && attempt->second.tasks) return carryOut(call, *attempt->second.tasks);
    const bool isAnswered = !call.has_hold_ports() && !call.has_release_ports();
    if (!isAnswered) return;
    refuse(call.id(), attempt != attempts_.end() && attempt->second.refusal
                          ? *attempt->second.refusal
                          : base::Error{base::Code::kNotFound,
                                        "the attempt that this call belongs to is not open on the node",
                                        "node.not_open"});
}

void DoorSession::open(std::uint64_t id, const v1::DoorOpen& call) {
    Attempt& attempt = attempts_[id];
    int& newest = newest_[call.run()];
    if (call.number() < newest) {
        attempt.refusal = fencedInMemory(call.run(), call.number(), newest);
        return;
    }
    newest = call.number();
    attempt.tasks = node_.open({call.run(), call.number()}, [this, id](const TaskEnd& end) {
        v1::FromNode message;
        *message.mutable_end() = toMessage(end);
        message.mutable_end()->set_attempt(id);
        push(std::move(message));
    });
}

void DoorSession::carryOut(const v1::DoorCall& call, AttemptTasks& tasks) {
    const std::uint64_t id = call.id();
    using What = v1::DoorCall::WhatCase;
    switch (call.what_case()) {
        case What::kLeasePorts:
            return tasks.leasePorts(portsOf(call.lease_ports()),
                                    answers<std::vector<std::uint16_t>>(id, [](auto& answer, auto& ports) {
                                        *answer.mutable_ports() = portsMessage<v1::DoorPorts>(ports);
                                    }));
        case What::kHoldPorts:
            return tasks.holdPorts(portsOf(call.hold_ports()));
        case What::kReleasePorts:
            return tasks.releasePorts();
        case What::kPrepare:
            return tasks.prepare({.runFile = call.prepare().run_file(), .secret = call.prepare().secret()},
                                 answers<void>(id, [](auto& answer) { answer.mutable_done(); }));
        case What::kLaunch:
            return tasks.launch(fromMessage(call.launch()),
                                answers<TaskRecord>(id, [](auto& answer, auto& record) {
                                    *answer.mutable_record() = toMessage(record);
                                }));
        case What::kFind:
            return tasks.find({call.find().tasks().begin(), call.find().tasks().end()},
                              answers<std::vector<FoundTask>>(id, [](auto& answer, auto& found) {
                                  *answer.mutable_found() = toMessage(found);
                              }));
        case What::kSignal:
            return tasks.signal(call.signal().task(), call.signal().number(),
                                answers<void>(id, [](auto& answer) { answer.mutable_done(); }));
        case What::kMeasure:
            return tasks.measure(answers<std::vector<TaskUsage>>(
                id, [](auto& answer, auto& usages) { *answer.mutable_usages() = toMessage(usages); }));
        case What::kReadStacks:
            return readStacks(call, tasks);
        case What::kReadFiles:
            return tasks.readFiles(fromMessage(call.read_files()),
                                   answers<std::vector<FilePart>>(id, [](auto& answer, auto& parts) {
                                       *answer.mutable_file_parts() = toMessage(parts);
                                   }));
        case What::kPutFile:
            return tasks.putFile(fromMessage(call.put_file()),
                                 answers<void>(id, [](auto& answer) { answer.mutable_done(); }));
        default:
            return refuse(id, {base::Code::kUnimplemented,
                               "the node does not know this call; install the same version of Trainyard on "
                               "both machines",
                               "node.unknown_call"});
    }
}

void DoorSession::readStacks(const v1::DoorCall& call, AttemptTasks& tasks) {
    const std::uint64_t id = call.id();
    const auto& asked = call.read_stacks();
    const auto answered = answers<std::vector<TaskStacks>>(
        id, [](auto& answer, auto& stacks) { *answer.mutable_stacks() = toMessage(stacks); });
    stacks_[id] = tasks.readStacks({asked.tasks().begin(), asked.tasks().end()},
                                   std::chrono::milliseconds(asked.deadline_ms()),
                                   [weak = weak_from_this(), id, answered](std::vector<TaskStacks> stacks) {
                                       answered(std::move(stacks));
                                       if (const auto session = weak.lock()) session->stacks_.erase(id);
                                   });
}

}  // namespace trainyard::node
