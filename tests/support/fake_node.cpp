// SPDX-License-Identifier: Apache-2.0
#include "tests/support/fake_node.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace trainyard::node {

class FakeNode::Tasks final : public AttemptTasks {
  public:
    Tasks(FakeNode& node, std::string run, OnEnd onEnd)
        : node_(node), run_(std::move(run)), onEnd_(std::move(onEnd)) {
        node_.open_[run_] = this;
    }
    ~Tasks() override {
        if (node_.isOpen(run_) && node_.open_.at(run_) == this) node_.open_.erase(run_);
    }

    void leasePorts(std::vector<std::uint16_t> asked, Done<std::vector<std::uint16_t>> done) override {
        for (std::uint16_t& port : asked)
            if (port == 0) port = ++node_.lastPort_;
        ask("lease", std::move(asked), std::move(done));
    }
    void holdPorts(std::vector<std::uint16_t>) override {}
    void releasePorts() override {}
    void prepare(AttemptFiles, Done<void> done) override { askStatus("prepare", std::move(done)); }
    void launch(TaskLaunch task, Done<TaskRecord> done) override {
        ask("launch " + task.task, record(++node_.lastPid_), std::move(done));
    }
    void find(std::vector<std::string>, Done<std::vector<FoundTask>> done) override {
        ask("find", node_.found, std::move(done));
    }
    void signal(const std::string& task, int number, Done<void> done) override {
        askStatus(fmt::format("signal {} {}", task, number), std::move(done));
    }
    void measure(Done<std::vector<TaskUsage>> done) override {
        ask("measure", std::vector<TaskUsage>(), std::move(done));
    }
    void readFiles(GrowingFiles files, Done<std::vector<FilePart>> done) override {
        ask("read", node_.onRead ? node_.onRead(files) : std::vector<FilePart>(), std::move(done));
    }
    void awaitFiles(const std::string& task, Done<void> done) override {
        askStatus("files " + task, std::move(done));
    }
    bool isCutOff(const std::string&) const override { return node_.isCutOff; }
    void putFile(FilePart part, Done<void> done) override {
        const base::Status put = node_.onPut ? node_.onPut(part) : base::Status();
        askStatus("put " + part.file,
                  [put, done = std::move(done)](const base::Status& asked) { done(asked ? put : asked); });
    }
    std::shared_ptr<void> readStacks(std::vector<std::string>, std::chrono::milliseconds,
                                     std::function<void(std::vector<TaskStacks>)> done) override {
        node_.ask("stacks", [done = std::move(done)](const base::Status&) { done({}); });
        return nullptr;
    }
    void report(const TaskEnd& end) const { onEnd_(end); }

  private:
    void askStatus(const std::string& call, Done<void> done) {
        node_.ask(call, [alive = std::weak_ptr(alive_), done = std::move(done)](const base::Status& result) {
            if (!alive.expired()) done(result);
        });
    }
    template <typename Value>
    void ask(const std::string& call, Value value, Done<Value> done) {
        node_.ask(call, [alive = std::weak_ptr(alive_), value = std::move(value),
                         done = std::move(done)](const base::Status& result) {
            if (alive.expired()) return;
            if (result)
                done(value);
            else
                done(base::fail(result.error()));
        });
    }

    FakeNode& node_;
    const std::string run_;
    const OnEnd onEnd_;
    std::shared_ptr<int> alive_ = std::make_shared<int>(0);
};

std::unique_ptr<AttemptTasks> FakeNode::open(AttemptId attempt, OnEnd onEnd) {
    return std::make_unique<Tasks>(*this, std::move(attempt.run), std::move(onEnd));
}

void FakeNode::hasLivingTask(const std::string& run, Done<bool> done) {
    ask("alive " + run, [this, done = std::move(done)](const base::Status&) { done(isAlive); });
}

void FakeNode::checkPorts(std::vector<std::uint16_t> ports, Done<std::vector<base::Status>> done) {
    ask("ports", [free = std::vector<base::Status>(ports.size()),
                  done = std::move(done)](const base::Status&) { done(free); });
}

void FakeNode::ask(const std::string& call, Answer answer) {
    asked.push_back(call);
    if (!isPrompt && call != "measure") {
        pending_.emplace_back(call, std::move(answer));
        return;
    }
    const auto refusal = refusals.find(call);
    base::Status result;
    if (refusal != refusals.end()) result = base::fail(refusal->second);
    loop_.post([answer = std::move(answer), result] { answer(result); });
}

std::size_t FakeNode::count(const std::string& call) const {
    return static_cast<std::size_t>(std::ranges::count(asked, call));
}

bool FakeNode::answer(const std::string& call, base::Status result) {
    const auto found = std::ranges::find(pending_, call, &std::pair<std::string, Answer>::first);
    if (found == pending_.end()) return false;
    const Answer answer = std::move(found->second);
    pending_.erase(found);
    answer(result);
    return true;
}

void FakeNode::end(const std::string& run, const std::string& task, std::optional<ExitRecord> exit,
                   std::vector<TaskEnd::Recorded> others) {
    const auto found = open_.find(run);
    if (found != open_.end())
        found->second->report(
            {.task = task, .exit = exit, .isOutOfMemory = false, .others = std::move(others)});
}

TaskRecord FakeNode::record(int pid) {
    TaskRecord record;
    record.program.pid = pid;
    record.shim.pid = pid + 100'000'000;
    return record;
}

}  // namespace trainyard::node
