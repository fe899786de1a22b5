// SPDX-License-Identifier: Apache-2.0
#include "core/node/remote/remote_node.h"

#include <fmt/format.h>

#include <set>
#include <utility>

#include "core/base/check.h"
#include "core/node/remote/messages.h"
#include "core/node/remote/remote_files.h"

namespace trainyard::node {
namespace {

bool isSame(const ProcessId& a, const ProcessId& b) {
    return a.pid == b.pid && a.start == b.start && a.bootId == b.bootId;
}

}  // namespace

/// Knows which ports are leased and which tasks have no end yet, because an agent of the node that was
/// restarted does not.
class RemoteNode::Tasks final : public AttemptTasks {
  public:
    Tasks(RemoteNode& node, AttemptId attempt, OnEnd onEnd)
        : node_(node), attempt_(std::move(attempt)), onEnd_(std::move(onEnd)) {
        id_ = node_.post(openCall());
        node_.open_[id_] = this;
        if (!node_.home_.runs.empty()) files_.emplace(node_.loop_, node_.files_, folder(), machine());
    }
    ~Tasks() override {
        node_.open_.erase(id_);
        std::erase_if(node_.pending_, [&](const auto& pending) {
            return pending.second.call.attempt() == id_ && !pending.second.isKept;
        });
        v1::DoorCall call = ofThis();
        call.mutable_close();
        node_.post(std::move(call));
    }

    void leasePorts(std::vector<std::uint16_t> asked, Done<std::vector<std::uint16_t>> done) override {
        v1::DoorCall call = ofThis();
        *call.mutable_lease_ports() = portsMessage<v1::DoorLeasePorts>(asked);
        ask(std::move(call), [this, done = std::move(done)](base::Result<v1::DoorAnswer> answer) {
            if (!answer) return done(base::fail(std::move(answer).error()));
            auto ports = portsOf(answer->ports());
            ports_.insert(ports.begin(), ports.end());
            done(std::move(ports));
        });
    }
    void holdPorts(std::vector<std::uint16_t> ports) override {
        ports_.insert(ports.begin(), ports.end());
        node_.post(holdCall(ports));
    }
    void releasePorts() override {
        ports_.clear();
        v1::DoorCall call = ofThis();
        call.mutable_release_ports();
        node_.post(std::move(call));
    }
    void prepare(AttemptFiles files, Done<void> done) override {
        const auto restore = files.restore;
        prepared_ = std::move(files);
        askStatus(prepareCall(), [this, restore, done = std::move(done)](const base::Status& status) {
            if (!status || !files_ || restore.empty() || sent_ == restore) return done(status);
            files_->put(restore, kRestoredFolder, [this, restore, done](const base::Status& put) {
                if (put) sent_ = restore;
                done(put);
            });
        });
    }
    void launch(TaskLaunch task, Done<TaskRecord> done) override {
        v1::DoorCall call = ofThis();
        *call.mutable_launch() = toMessage(task);
        ask(std::move(call),
            [this, task = task.task, done = std::move(done)](base::Result<v1::DoorAnswer> answer) {
                if (!answer) return done(base::fail(std::move(answer).error()));
                TaskRecord record = fromMessage(answer->record());
                watch(task, record);
                done(std::move(record));
            });
    }
    void readFiles(GrowingFiles files, Done<std::vector<FilePart>> done) override {
        v1::DoorCall call = ofThis();
        *call.mutable_read_files() = toMessage(files);
        ask(std::move(call), [done = std::move(done)](base::Result<v1::DoorAnswer> answer) {
            if (!answer) return done(base::fail(std::move(answer).error()));
            done(fromMessage(answer->file_parts()));
        });
    }
    void awaitFiles(const std::string& task, Done<void> done) override {
        if (files_ && followed_.contains(task))
            return files_->whenWhole([done = std::move(done)] { done({}); });
        node_.loop_.post([alive = std::weak_ptr(alive_), done = std::move(done)] {
            if (!alive.expired()) done({});
        });
    }
    void putFile(FilePart part, Done<void> done) override {
        v1::DoorCall call = ofThis();
        *call.mutable_put_file() = toMessage(part);
        askStatus(std::move(call), std::move(done));
    }
    bool isCutOff(const std::string&) const override {
        return node_.state().kind != LinkState::Kind::kConnected || node_.link_->isSilent();
    }
    bool isBehind(const std::string& task) const override {
        // The answer to a question follows all that the node has said before it.
        return isCutOff(task) || measuredAt_ < node_.link_->backAt();
    }
    void find(std::vector<std::string> tasks, Done<std::vector<FoundTask>> done) override {
        ask(findCall(tasks), [this, done = std::move(done)](base::Result<v1::DoorAnswer> answer) {
            if (!answer) return done(base::fail(std::move(answer).error()));
            auto found = fromMessage(answer->found());
            for (const FoundTask& one : found) watch(one.task, one.record);
            done(std::move(found));
        });
    }
    void signal(const std::string& task, int number, Done<void> done) override {
        v1::DoorCall call = ofThis();
        call.mutable_signal()->set_task(task);
        call.mutable_signal()->set_number(number);
        askStatus(std::move(call), std::move(done));
    }
    /// Joins a call that waits: while the link is down, measurements are requested again and again.
    void measure(Done<std::vector<TaskUsage>> done) override {
        measuring_.push_back(std::move(done));
        if (measuring_.size() > 1) return;
        askedAt_ = NodeLink::Moment::clock::now();
        v1::DoorCall call = ofThis();
        call.mutable_measure();
        ask(std::move(call), [this](const base::Result<v1::DoorAnswer>& answer) {
            measuredAt_ = askedAt_;
            for (const auto& waiting : std::exchange(measuring_, {})) {
                if (answer)
                    waiting(fromMessage(answer->usages()));
                else
                    waiting(base::fail(answer.error()));
            }
        });
    }
    std::shared_ptr<void> readStacks(std::vector<std::string> tasks, std::chrono::milliseconds deadline,
                                     std::function<void(std::vector<TaskStacks>)> done) override {
        return node_.readStacks(id_, std::move(tasks), deadline, std::move(done));
    }

    void ended(const TaskEnd& end) {
        // Of an earlier life, if a restarted agent of the node has reported it again.
        if (living_.erase(end.task) == 0) return;
        if (!files_ || !followed_.contains(end.task)) return onEnd_(end);
        files_->whenWhole([this, end] {
            files_->unfollow(end.task);
            onEnd_(end);
        });
    }
    const AttemptId& attempt() const { return attempt_; }
    /// Nothing will be reported of its tasks. Whoever receives an end may close the attempt.
    void lose() {
        const auto isOpen = [&node = node_, id = id_] { return node.open_.contains(id); };
        for (const std::string& task : std::set(living_))
            if (isOpen()) ended({.task = task, .exit = std::nullopt, .isAbandoned = true});
    }
    /// The agent of the node was restarted. `launching`: tasks that it may have been starting at that moment.
    void restore(const std::set<std::string>& launching) {
        v1::DoorCall opening = openCall();
        opening.set_id(id_);
        node_.link_->send(std::move(opening));
        if (!ports_.empty()) node_.post(holdCall({ports_.begin(), ports_.end()}));
        std::vector<std::string> tasks(launching.begin(), launching.end());
        for (const std::string& task : living_)
            if (!launching.contains(task)) tasks.push_back(task);
        if (tasks.empty()) return;
        if (prepared_)
            node_.ask(prepareCall(),
                      [](const base::Result<v1::DoorAnswer>&) {});  // find() says what it lacks
        ask(findCall(tasks), [this, launching, known = living_](base::Result<v1::DoorAnswer> answer) {
            if (!answer) return;  // the node refuses this attempt, and every other call reports it
            std::map<std::string, TaskRecord> found;
            for (FoundTask& one : fromMessage(answer->found())) found[one.task] = std::move(one.record);
            // Whoever receives one of these may close the attempt.
            const auto isOpen = [&node = node_, id = id_] { return node.open_.contains(id); };
            for (const std::string& task : launching)
                if (isOpen()) settleLaunch(task, found);
            for (const std::string& task : known)
                if (isOpen() && !found.contains(task)) ended({.task = task, .exit = std::nullopt});
        });
    }

  private:
    std::filesystem::path folder() const { return node_.home_.runs / attempt_.run; }
    RemoteFiles::Machine machine() {
        return {
            .read = [this](GrowingFiles files, auto done) { readFiles(std::move(files), std::move(done)); },
            .put = [this](FilePart part, auto done) { putFile(std::move(part), std::move(done)); }};
    }
    v1::DoorCall ofThis() const {
        v1::DoorCall call;
        call.set_attempt(id_);
        return call;
    }
    v1::DoorCall openCall() const {
        v1::DoorCall call;
        call.mutable_open()->set_run(attempt_.run);
        call.mutable_open()->set_number(attempt_.number);
        return call;
    }
    v1::DoorCall holdCall(const std::vector<std::uint16_t>& ports) const {
        v1::DoorCall call = ofThis();
        *call.mutable_hold_ports() = portsMessage<v1::DoorHoldPorts>(ports);
        return call;
    }
    v1::DoorCall prepareCall() const {
        v1::DoorCall call = ofThis();
        call.mutable_prepare()->set_run_file(prepared_->runFile);
        call.mutable_prepare()->set_secret(prepared_->secret);
        return call;
    }
    v1::DoorCall findCall(const std::vector<std::string>& tasks) const {
        v1::DoorCall call = ofThis();
        call.mutable_find()->mutable_tasks()->Add(tasks.begin(), tasks.end());
        return call;
    }
    void ask(v1::DoorCall call, Answered answered) { node_.ask(std::move(call), std::move(answered)); }
    void askStatus(v1::DoorCall call, Done<void> done) {
        ask(std::move(call), [done = std::move(done)](const base::Result<v1::DoorAnswer>& answer) {
            if (answer)
                done({});
            else
                done(base::fail(answer.error()));
        });
    }
    void watch(const std::string& task, const TaskRecord& record) {
        lives_[task] = record.program;
        living_.insert(task);
        if (!files_ || !prepared_ || !prepared_->written.contains(task)) return;
        followed_.insert(task);
        files_->follow(task, prepared_->written.at(task));
    }
    /// A launch without an answer, whose record was looked for.
    void settleLaunch(const std::string& task, const std::map<std::string, TaskRecord>& found) {
        const auto record = found.find(task);
        const auto former = lives_.find(task);
        const bool isNew = record != found.end() &&
                           (former == lives_.end() || !isSame(former->second, record->second.program));
        for (const auto& [id, pending] : node_.pending_) {
            if (pending.call.attempt() != id_ || pending.call.launch().task() != task) continue;
            if (!isNew)
                return node_.answer(
                    id, base::fail(base::Code::kUnavailable,
                                   base::say("the agent of node {} was restarted while it started {}; start "
                                             "it again",
                                             node_.name_, task),
                                   "node.restarted"));
            v1::DoorAnswer answer;
            *answer.mutable_record() = toMessage(record->second);
            return node_.answer(id, std::move(answer));
        }
    }

    RemoteNode& node_;
    const AttemptId attempt_;
    const OnEnd onEnd_;
    std::uint64_t id_ = 0;
    std::optional<AttemptFiles> prepared_;  ///< as prepared last
    std::optional<RemoteFiles> files_;      ///< nothing: they are not brought here
    std::set<std::string> followed_;        ///< tasks whose files are brought here
    std::filesystem::path sent_;            ///< the checkpoint that is there
    std::set<std::uint16_t> ports_;
    std::shared_ptr<int> alive_ = std::make_shared<int>(0);
    std::set<std::string> living_;            ///< started or found, and not ended
    std::map<std::string, ProcessId> lives_;  ///< the last known life of each task
    std::vector<Done<std::vector<TaskUsage>>> measuring_;
    NodeLink::Moment askedAt_{}, measuredAt_{};  ///< of the last measurement, and of the last answered one
};

RemoteNode::RemoteNode(base::EventLoop& loop, std::string name, std::unique_ptr<Transport> transport,
                       NodeLink::Settings settings, OnState onState, Home home, OnDescription onDescription)
    : loop_(loop),
      name_(std::move(name)),
      onState_(std::move(onState)),
      home_(std::move(home)),
      onDescription_(std::move(onDescription)) {
    loop_.call([&] {
        pipes_ = std::make_unique<TaskPipes>(
            loop_, [this](v1::DoorPipe part) { link_->send(std::move(part)); }, home_.accept);
        link_ = std::make_unique<NodeLink>(
            loop_, std::move(transport), std::move(settings),
            NodeLink::Calls{.onMessage = [this](const v1::FromNode& message) { received(message); },
                            .onForgotten = [this](std::uint64_t lastSent) { forgotten(lastSent); },
                            .onRefused = [this](const base::Error& error) { refused(error); },
                            .onState = [this](const LinkState& state) { changed(state); }});
    });
}

RemoteNode::~RemoteNode() {
    TY_CHECK(!loop_.isInLoop(), "a node waits for its connection, which posts to the loop");
    link_->close();
    loop_.call([this] {
        refused({base::Code::kCancelled, "the call was cancelled", "call.cancelled"});
        pipes_.reset();
        link_.reset();
        alive_.reset();
    });
}

std::vector<AttemptId> RemoteNode::attempts() const {
    std::vector<AttemptId> attempts;
    for (const auto& [id, tasks] : open_) attempts.push_back(tasks->attempt());
    return attempts;
}

void RemoteNode::changed(const LinkState& state) {
    if (onState_) onState_(state);
    if (!onDescription_ || isDescribing_ || state.kind != LinkState::Kind::kConnected) return;
    isDescribing_ = true;  // a question that the connection lost is asked again
    describe([this](base::Result<v1::NodeDescription> description) {
        isDescribing_ = false;
        onDescription_(std::move(description));
    });
}

std::unique_ptr<AttemptTasks> RemoteNode::open(AttemptId attempt, OnEnd onEnd) {
    return std::make_unique<Tasks>(*this, std::move(attempt), std::move(onEnd));
}

void RemoteNode::hasLivingTask(const std::string& run, Done<bool> done) {
    v1::DoorCall call;
    call.mutable_living_task()->set_run(run);
    ask(
        std::move(call),
        [done = std::move(done)](base::Result<v1::DoorAnswer> answer) {
            if (!answer) return done(base::fail(std::move(answer).error()));
            done(answer->is_living());
        },
        true);
}

void RemoteNode::checkPorts(std::vector<std::uint16_t> ports, Done<std::vector<base::Status>> done) {
    v1::DoorCall call;
    *call.mutable_check_ports() = portsMessage<v1::DoorCheckPorts>(ports);
    ask(
        std::move(call),
        [done = std::move(done)](base::Result<v1::DoorAnswer> answer) {
            if (!answer) return done(base::fail(std::move(answer).error()));
            done(fromMessage(answer->port_checks()));
        },
        true);
}

void RemoteNode::keep(const v1::KeepCall& kept, KeepDone done) {
    v1::DoorCall call;
    *call.mutable_keep() = kept;
    ask(
        std::move(call),
        [done = std::move(done)](base::Result<v1::DoorAnswer> answer) {
            if (!answer) return done(base::fail(std::move(answer).error()));
            done(std::make_shared<const v1::KeepReply>(std::move(*answer->mutable_keep())));
        },
        true);
}

void RemoteNode::files(const v1::FilesCall& asked, FilesDone done) {
    v1::DoorCall call;
    *call.mutable_files() = asked;
    ask(
        std::move(call),
        [done = std::move(done)](base::Result<v1::DoorAnswer> answer) {
            if (!answer) return done(base::fail(std::move(answer).error()));
            done(std::make_shared<const v1::FilesReply>(std::move(*answer->mutable_files())));
        },
        true);
}

void RemoteNode::onKept(const std::string& run, OnKept onKept) {
    if (onKept)
        kept_[run] = std::move(onKept);
    else
        kept_.erase(run);
}

void RemoteNode::selfTest(Done<SelfTest> done) {
    v1::DoorCall call;
    call.mutable_self_test();
    ask(
        std::move(call),
        [done = std::move(done)](base::Result<v1::DoorAnswer> answer) {
            if (!answer) return done(base::fail(std::move(answer).error()));
            done(fromMessage(answer->self_tested()));
        },
        true);
}

void RemoteNode::awaitLinkTest(LinkTest test, Done<std::uint16_t> done) {
    v1::DoorCall call;
    *call.mutable_await_link_test() = toMessage(test);
    ask(
        std::move(call),
        [done = std::move(done)](base::Result<v1::DoorAnswer> answer) {
            if (!answer) return done(base::fail(std::move(answer).error()));
            if (answer->ports().ports_size() != 1)
                return done(base::fail(base::Code::kInternal, "the node has named no port", "link.failed"));
            done(static_cast<std::uint16_t>(answer->ports().ports(0)));
        },
        true);
}

void RemoteNode::testLink(LinkTest test, Done<LinkMeasure> done) {
    v1::DoorCall call;
    *call.mutable_test_link() = toMessage(test);
    ask(
        std::move(call),
        [done = std::move(done)](base::Result<v1::DoorAnswer> answer) {
            if (!answer) return done(base::fail(std::move(answer).error()));
            done(fromMessage(answer->link_measure()));
        },
        true);
}

void RemoteNode::readClock(Done<double> done) {
    v1::DoorCall call;
    call.mutable_read_clock();
    ask(
        std::move(call),
        [done = std::move(done)](base::Result<v1::DoorAnswer> answer) {
            if (!answer) return done(base::fail(std::move(answer).error()));
            done(answer->clock());
        },
        true);
}

void RemoteNode::describe(Done<v1::NodeDescription> done) {
    v1::DoorCall call;
    call.mutable_describe();
    ask(
        std::move(call),
        [done = std::move(done)](base::Result<v1::DoorAnswer> answer) {
            if (!answer) return done(base::fail(std::move(answer).error()));
            done(std::move(*answer->mutable_description()));
        },
        true);
}

void RemoteNode::endTasks(v1::DoorEndTasks asked, Done<v1::DoorEnded> done) {
    v1::DoorCall call;
    *call.mutable_end_tasks() = std::move(asked);
    ask(
        std::move(call),
        [done = std::move(done)](base::Result<v1::DoorAnswer> answer) {
            if (!answer) return done(base::fail(std::move(answer).error()));
            done(std::move(*answer->mutable_ended()));
        },
        true);
}

void RemoteNode::abandon(const base::Error& why) {
    link_->end(why.words(), why.id);
    pipes_->clear();
    refusal_ = why;
    refused(why);
    for (const auto& [id, tasks] : std::map(open_))
        if (open_.contains(id)) tasks->lose();
}

std::uint64_t RemoteNode::ask(v1::DoorCall call, Answered answered, bool isKept) {
    const std::uint64_t id = ++lastId_;
    call.set_id(id);
    pending_[id] = {.call = call, .answered = std::move(answered), .isKept = isKept};
    if (!refusal_) {
        link_->send(std::move(call));
    } else {
        loop_.post([this, alive = std::weak_ptr(alive_), id] {
            if (!alive.expired()) answer(id, base::fail(*refusal_));
        });
    }
    return id;
}

std::uint64_t RemoteNode::post(v1::DoorCall call) {
    const std::uint64_t id = ++lastId_;
    call.set_id(id);
    if (!refusal_) link_->send(std::move(call));
    return id;
}

void RemoteNode::answer(std::uint64_t id, base::Result<v1::DoorAnswer> answer) {
    const auto found = pending_.find(id);
    if (found == pending_.end()) return;  // nobody waits for it any more
    const Answered answered = std::move(found->second.answered);
    pending_.erase(found);
    answered(std::move(answer));
}

void RemoteNode::received(const v1::FromNode& message) {
    if (message.has_pipe()) return pipes_->received(message.pipe());
    if (message.has_kept()) {
        if (const auto found = kept_.find(message.kept().run()); found != kept_.end())
            OnKept(found->second)(message.kept());  // it may end that
        return;
    }
    if (message.has_end()) {
        if (const auto tasks = open_.find(message.end().attempt()); tasks != open_.end())
            tasks->second->ended(fromMessage(message.end()));
        return;
    }
    if (message.answer().has_failure())
        return answer(message.answer().id(), base::fail(fromMessage(message.answer().failure())));
    answer(message.answer().id(), message.answer());
}

void RemoteNode::forgotten(std::uint64_t lastSent) {
    pipes_->clear();
    const auto asked = pending_;  // restoring asks, too
    std::map<std::uint64_t, std::set<std::string>> launching;
    for (const auto& [id, pending] : asked)
        if (pending.call.has_launch() && id <= lastSent)
            launching[pending.call.attempt()].insert(pending.call.launch().task());
    for (const auto& [id, tasks] : open_) tasks->restore(launching[id]);
    // Before what they have asked is asked again.
    for (const auto& [run, onKept] : std::map(kept_)) onKept(v1::KeptNews());
    for (const auto& [id, pending] : asked)
        if (!pending.call.has_launch() || id > lastSent) link_->send(pending.call);
}

void RemoteNode::refused(const base::Error& error) {
    if (!refusal_) refusal_ = error;
    std::vector<std::uint64_t> waiting;
    for (const auto& [id, pending] : pending_) waiting.push_back(id);
    for (const std::uint64_t id : waiting) answer(id, base::fail(*refusal_));
}

std::shared_ptr<void> RemoteNode::readStacks(std::uint64_t attempt, std::vector<std::string> tasks,
                                             std::chrono::milliseconds deadline,
                                             std::function<void(std::vector<TaskStacks>)> done) {
    v1::DoorCall call;
    call.set_attempt(attempt);
    call.mutable_read_stacks()->mutable_tasks()->Add(tasks.begin(), tasks.end());
    call.mutable_read_stacks()->set_deadline_ms(deadline.count());
    const std::uint64_t id = ask(
        std::move(call),
        [tasks, done = std::move(done)](base::Result<v1::DoorAnswer> answer) {
            if (answer) return done(fromMessage(answer->stacks()));
            std::vector<TaskStacks> none;
            for (const std::string& task : tasks)
                none.push_back({.task = task, .stacks = base::fail(answer.error())});
            done(std::move(none));
        },
        true);
    loop_.after(deadline + link_->settings().stacksGrace, [this, alive = std::weak_ptr(alive_), id] {
        if (!alive.expired()) expire(id);
    });
    const auto cancel = [this, alive = std::weak_ptr(alive_), id](void*) {
        if (alive.expired() || !pending_.contains(id)) return;
        v1::DoorCall call;
        call.mutable_cancel_stacks()->set_id(id);
        post(std::move(call));
    };
    return {alive_.get(), cancel};
}

void RemoteNode::expire(std::uint64_t stacks) {
    if (!pending_.contains(stacks)) return;
    const bool isDown = state().kind != LinkState::Kind::kConnected;
    answer(stacks, base::fail(base::Code::kUnavailable,
                              isDown ? base::say("node {} cannot be reached: {}", name_, state().reason)
                                     : base::say("node {} does not answer", name_),
                              "node.unreachable"));
}

}  // namespace trainyard::node
