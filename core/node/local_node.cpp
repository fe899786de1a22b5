// SPDX-License-Identifier: Apache-2.0
#include "core/node/local_node.h"

#include <utility>

#include "core/base/check.h"
#include "core/node/ports.h"
#include "core/node/task_sockets.h"
#include "core/node/task_watch.h"

namespace trainyard::node {

/// What concerns processes and files is in `processes_`, which belongs to the node's thread and may outlive
/// this object there; the rest belongs to the loop.
class LocalNode::Tasks final : public AttemptTasks {
  public:
    Tasks(LocalNode& node, AttemptId attempt, OnEnd onEnd)
        : node_(node),
          run_(attempt.run),
          onEnd_(std::move(onEnd)),
          processes_(std::make_shared<AttemptProcesses>(node.setup_, std::move(attempt))) {}
    ~Tasks() override { releasePorts(); }

    void leasePorts(std::vector<std::uint16_t> asked, Done<std::vector<std::uint16_t>> done) override {
        const auto lease = [&ports = node_.ports_, run = run_,
                            asked = std::move(asked)]() -> base::Result<std::vector<std::uint16_t>> {
            std::vector<std::uint16_t> leased;
            for (const std::uint16_t port : asked) {
                TY_ASSIGN(leased.emplace_back(), ports.lease(port, run));
            }
            return leased;
        };
        answer([lease](AttemptProcesses&) { return lease(); }, std::move(done));
    }
    void holdPorts(std::vector<std::uint16_t> ports) override {
        node_.io_.post([&book = node_.ports_, run = run_, ports = std::move(ports)] {
            for (const std::uint16_t port : ports) book.enter(port, run);
        });
    }
    void releasePorts() override {
        node_.io_.post([&book = node_.ports_, run = run_] { book.releaseAll(run); });
    }
    void prepare(AttemptFiles files, Done<void> done) override {
        answer([files = std::move(files)](AttemptProcesses& processes) { return processes.prepare(files); },
               std::move(done));
    }
    void launch(TaskLaunch task, Done<TaskRecord> done) override {
        answer([task](AttemptProcesses& processes) { return processes.launch(task); },
               [this, name = task.task, done = std::move(done)](base::Result<TaskRecord> record) {
                   if (record) watch(name, *record);
                   done(std::move(record));
               });
    }
    void find(std::vector<std::string> tasks, Done<std::vector<FoundTask>> done) override {
        answer([tasks = std::move(tasks)](AttemptProcesses& processes) { return processes.find(tasks); },
               [this, done = std::move(done)](std::vector<FoundTask> found) {
                   for (const FoundTask& one : found) watch(one.task, one.record);
                   done(std::move(found));
               });
    }
    void signal(const std::string& task, int number, Done<void> done) override {
        answer([task, number](AttemptProcesses& processes) { return processes.signal(task, number); },
               std::move(done));
    }
    void measure(Done<std::vector<TaskUsage>> done) override {
        answer([&node = node_](
                   AttemptProcesses& processes) { return processes.measure(node.table_, node.gpus_); },
               std::move(done));
    }
    void readFiles(GrowingFiles files, Done<std::vector<FilePart>> done) override {
        answer([files = std::move(files)](AttemptProcesses& processes) { return processes.readFiles(files); },
               std::move(done));
    }
    void awaitFiles(const std::string&, Done<void> done) override {
        answer([](AttemptProcesses&) { return base::Status(); }, std::move(done));
    }
    void putFile(FilePart part, Done<void> done) override {
        answer([part = std::move(part)](AttemptProcesses& processes) { return processes.putFile(part); },
               std::move(done));
    }
    std::shared_ptr<void> readStacks(std::vector<std::string> tasks, std::chrono::milliseconds deadline,
                                     std::function<void(std::vector<TaskStacks>)> done) override {
        const auto cancelled = std::make_shared<std::atomic<bool>>(false);
        node_.io_.post([&node = node_, processes = processes_, tasks = std::move(tasks), deadline, cancelled,
                        done = std::move(done)] {
            std::vector<StackTarget> targets;
            for (const std::string& task : tasks) targets.push_back({task, processes->programOf(task)});
            node.stacks_.read(std::move(targets), deadline, cancelled,
                              [&loop = node.loop_, done](std::vector<TaskStacks> read) {
                                  const auto shared =
                                      std::make_shared<std::vector<TaskStacks>>(std::move(read));
                                  loop.post([done, shared] { done(std::move(*shared)); });
                              });
        });
        return {cancelled.get(), [cancelled](void*) { *cancelled = true; }};
    }

  private:
    /// Does `work` in the node's thread, and calls `then` with its result in the loop, unless this object has
    /// ended.
    template <typename Work, typename Then>
    void answer(Work work, Then then) {
        node_.io_.post([&loop = node_.loop_, processes = processes_, alive = std::weak_ptr(alive_),
                        work = std::move(work), then = std::move(then)]() mutable {
            using Result = std::invoke_result_t<Work, AttemptProcesses&>;
            const auto result = std::make_shared<Result>(work(*processes));
            loop.post([alive = std::move(alive), result, then = std::move(then)] {
                if (!alive.expired()) then(std::move(*result));
            });
        });
    }
    /// In place of the watch of an earlier life.
    void watch(const std::string& task, const TaskRecord& record) {
        auto& watch = watches_[task];
        watch = std::make_shared<TaskWatch>(
            node_.loop_, record.shim, record.program,
            TaskWatch::Calls{.onShimGone = [this, task] { shimGone(task); },
                             .onProgramGone = [this, task] { programGone(task); }});
        watch->start();
    }
    void shimGone(const std::string& task) {
        answer([task](AttemptProcesses& processes) { return processes.endOf(task); },
               [this, task](const std::optional<TaskEnd>& end) {
                   if (end) return report(*end);
                   if (const auto watch = watches_.find(task); watch != watches_.end())
                       watch->second->watchProgram();
               });
    }
    void programGone(const std::string& task) {
        answer([task](AttemptProcesses& processes) { return processes.endOfLost(task); },
               [this](const TaskEnd& end) { report(end); });
    }
    void report(const TaskEnd& end) {
        watches_.erase(end.task);
        onEnd_(end);
    }

    LocalNode& node_;
    const std::string run_;
    const OnEnd onEnd_;
    const std::shared_ptr<AttemptProcesses> processes_;
    std::map<std::string, std::shared_ptr<TaskWatch>> watches_;
    std::shared_ptr<int> alive_ = std::make_shared<int>(0);  ///< for what is posted to the loop
};

LocalNode::LocalNode(base::EventLoop& loop, NodeSetup setup)
    : loop_(loop), setup_(std::move(setup)), gpus_(setup_.gpuLibrary, setup_.gpuDevices), io_("ty-node") {
    // Of tasks that were killed while no agent was there to see it.
    io_.post([folder = setup_.socket.parent_path()] { removeDeadTaskSockets(folder); });
}

LocalNode::~LocalNode() {
    TY_CHECK(!loop_.isInLoop(), "a node waits for its thread, which posts to the loop");
}

std::unique_ptr<AttemptTasks> LocalNode::open(AttemptId attempt, OnEnd onEnd) {
    return std::make_unique<Tasks>(*this, std::move(attempt), std::move(onEnd));
}

void LocalNode::hasLivingTask(const std::string& run, Done<bool> done) {
    io_.post([&loop = loop_, folder = setup_.runs / run, done = std::move(done)] {
        loop.post([done, isLiving = node::hasLivingTask(folder)] { done(isLiving); });
    });
}

void LocalNode::checkPorts(std::vector<std::uint16_t> ports, Done<std::vector<base::Status>> done) {
    io_.post([&loop = loop_, ports = std::move(ports), done = std::move(done)] {
        std::vector<base::Status> checked;
        for (const std::uint16_t port : ports) {
            const auto lease = PortLease::take(port);
            checked.push_back(lease ? base::Status() : base::fail(lease.error()));
        }
        loop.post([done, checked] { done(checked); });
    });
}

void LocalNode::keep(const v1::KeepCall& call, KeepDone done) {
    if (setup_.keeper) return setup_.keeper->keep(call, std::move(done));
    loop_.post([done = std::move(done)] {
        done(base::fail(base::Code::kUnimplemented, "this machine keeps no checkpoints for other homes",
                        "node.unknown_call"));
    });
}

void LocalNode::files(const v1::FilesCall& call, FilesDone done) {
    if (setup_.files) return setup_.files->files(call, std::move(done));
    loop_.post([done = std::move(done)] {
        done(base::fail(base::Code::kUnimplemented, "this machine keeps no files for other homes",
                        "node.unknown_call"));
    });
}

/// Whoever passes it on to a home passes on that of all its runs.
void LocalNode::onKept(const std::string&, OnKept onKept) {
    if (setup_.keeper) setup_.keeper->onKept(std::move(onKept));
}

MachineTests& LocalNode::tests() {
    if (!tests_) tests_ = std::make_unique<MachineTests>(loop_, setup_);
    return *tests_;
}

void LocalNode::selfTest(Done<SelfTest> done) {
    tests().selfTest(std::move(done));
}

void LocalNode::awaitLinkTest(LinkTest test, Done<std::uint16_t> done) {
    tests().awaitLink(std::move(test), std::move(done));
}

void LocalNode::testLink(LinkTest test, Done<LinkMeasure> done) {
    tests().link(std::move(test), std::move(done));
}

void LocalNode::readClock(Done<double> done) {
    loop_.post([done = std::move(done), clock = setup_.clock] { done(clock()); });
}

}  // namespace trainyard::node
