// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/loop/event_loop.h"
#include "core/base/time.h"
#include "core/node/node.h"

namespace trainyard::node {

/// A machine without processes: notes what is asked of it, and answers when the test says so, in any order,
/// with a result or an error. [loop]
class FakeNode final : public Node {
  public:
    static constexpr std::uint16_t kLinkPort = 4711;  ///< where it awaits tests of a link

    explicit FakeNode(base::EventLoop& loop) : loop_(loop) {}

    std::unique_ptr<AttemptTasks> open(AttemptId attempt, OnEnd onEnd) override;
    void hasLivingTask(const std::string& run, Done<bool> done) override;
    /// All are free.
    void checkPorts(std::vector<std::uint16_t> ports, Done<std::vector<base::Status>> done) override;

    void files(const v1::FilesCall&, FilesDone done) override {
        done(base::fail(base::Code::kUnimplemented, "a fake keeps nothing"));
    }
    /// Only another machine keeps checkpoints.
    void keep(const v1::KeepCall&, KeepDone done) override {
        done(base::fail(base::Code::kUnimplemented, "a fake keeps nothing"));
    }
    void onKept(const std::string&, OnKept onKept) override { kept = std::move(onKept); }
    /// And is no machine that could be tested.
    void selfTest(Done<SelfTest> done) override {
        if (onSelfTest) return onSelfTest(std::move(done));
        done(untestable());
    }
    void awaitLinkTest(LinkTest, Done<std::uint16_t> done) override {
        if (onTestLink) return done(kLinkPort);
        done(untestable());
    }
    void testLink(LinkTest test, Done<LinkMeasure> done) override {
        if (onTestLink) return done(onTestLink(test));
        done(untestable());
    }
    void readClock(Done<double> done) override {
        if (onReadClock) return onReadClock(std::move(done));
        done(base::wallNow());
    }

    OnKept kept;  ///< whoever is to be told
    std::function<void(Done<SelfTest>)> onSelfTest;
    std::function<base::Result<LinkMeasure>(const LinkTest&)> onTestLink;
    std::function<void(Done<double>)> onReadClock;
    /// "lease", "prepare", "find", "launch worker:0", "signal worker:0 15", "measure", "stacks", "alive RUN".
    std::vector<std::string> asked;
    /// Answers each call in the loop's next round; otherwise only "measure", and by answer().
    bool isPrompt = true;
    std::map<std::string, base::Error> refusals;  ///< by call; of prompt answers
    std::vector<FoundTask> found;                 ///< what "find" answers
    std::function<std::vector<FilePart>(const GrowingFiles&)>
        onRead;                                          ///< what "read" answers; empty: nothing
    std::function<base::Status(const FilePart&)> onPut;  ///< of prompt answers; empty: all are put
    bool isAlive = false;                                ///< what "alive" answers
    bool isCutOff = false;                               ///< nothing that its tasks say can arrive
    std::size_t count(const std::string& call) const;

    /// Answers the oldest such call that has no answer yet, now. False: there is none.
    bool answer(const std::string& call, base::Status result = {});
    /// Reports a task's end, now.
    void end(const std::string& run, const std::string& task, std::optional<ExitRecord> exit,
             std::vector<TaskEnd::Recorded> others = {});
    bool isOpen(const std::string& run) const { return open_.contains(run); }

    static TaskRecord record(int pid);

  private:
    class Tasks;
    static std::unexpected<base::Error> untestable() {
        return base::fail(base::Code::kUnimplemented, "a fake has no link");
    }
    using Answer = std::function<void(const base::Status&)>;
    void ask(const std::string& call, Answer answer);

    base::EventLoop& loop_;
    std::list<std::pair<std::string, Answer>> pending_;
    std::map<std::string, Tasks*> open_;  ///< by run
    int lastPid_ = 1'000'000'000;         ///< beyond what a kernel assigns
    std::uint16_t lastPort_ = 40'000;
};

}  // namespace trainyard::node
