// SPDX-License-Identifier: Apache-2.0
// What the control core may expect of a machine, whichever it is: every test takes a factory of Node.
#include <dlfcn.h>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/socket.h>

#include <condition_variable>
#include <fstream>
#include <future>
#include <map>
#include <mutex>
#include <sstream>

#include "core/base/file.h"
#include "core/node/inventory.h"
#include "core/node/local_node.h"
#include "core/node/process.h"
#include "core/node/shim.h"
#include "core/node/task_record_file.h"
#include "core/node/task_sockets.h"
#include "tests/support/temp_home.h"
#include "tests/unit/node/far_node.h"

namespace trainyard::node {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using namespace std::chrono_literals;

class NodeDoorTest : public testing::TestWithParam<NodeFactory> {
  protected:
    void SetUp() override {
        fs::create_directories(run_ / "tasks");
        fs::create_directories(run_ / "logs");
        loop_ = std::move(*base::EventLoop::start());
        makeNode();
        open();
    }
    void TearDown() override {
        for (const auto& [task, record] : launched_) {
            if (isAlive(record.program)) signalGroup(record.program, SIGKILL);
            // It writes to the folder that is removed.
            if (const auto shim = openPidfd(record.shim)) {
                pollfd end{shim->get(), POLLIN, 0};
                EXPECT_EQ(::poll(&end, 1, 20000), 1) << "the shim of " << task << " does not end";
            }
        }
        loop_->call([&] { tasks_.reset(); });
        node_.reset();
        loop_.reset();
        if (HasFailure()) tempHome_.keep();
    }
    void makeNode(const fs::path& shim = TRAINYARD_BIN_DIR "/trainyard-shim") {
        node_ = GetParam()(*loop_, {.runs = folder_ / "runs",
                                    .worker = folder_ / "worker",
                                    .shim = shim,
                                    .socket = folder_ / "agent.sock",
                                    .gpuLibrary = FAKE_NVML,
                                    .gpuDevices = folder_ / "nvidia"});
    }
    void open() {
        loop_->call(
            [&] { tasks_ = node_->open({"r-1", 2}, [this](const TaskEnd& end) { ends_.push(end); }); });
    }
    /// As an agent that ends and another one.
    void reopen(const fs::path& shim = TRAINYARD_BIN_DIR "/trainyard-shim") {
        loop_->call([&] { tasks_.reset(); });
        node_.reset();
        makeNode(shim);
        open();
    }
    /// Calls the machine, and waits for its answer.
    template <typename Value, typename Ask>
    base::Result<Value> ask(Ask ask) {
        std::promise<base::Result<Value>> answer;
        loop_->call([&] {
            ask([&](base::Result<Value> value) {
                EXPECT_TRUE(loop_->isInLoop());
                answer.set_value(std::move(value));
            });
        });
        return answer.get_future().get();
    }
    base::Result<TaskRecord> launch(TaskLaunch task) {
        task.log = "logs/" + task.task;
        auto record = ask<TaskRecord>([&](auto done) { tasks_->launch(task, done); });
        if (record) launched_[task.task] = *record;
        return record;
    }
    base::Result<TaskRecord> shell(const std::string& task, const std::string& script) {
        TaskLaunch launch;
        launch.task = task;
        launch.command = {"sh", "-c", script};
        return this->launch(std::move(launch));
    }
    base::Status prepare(const std::string& runFile) {
        return ask<void>([&](auto done) { tasks_->prepare({runFile, "secret"}, done); });
    }
    base::Status signal(const std::string& task, int number) {
        return ask<void>([&](auto done) { tasks_->signal(task, number, done); });
    }
    std::vector<FoundTask> find(std::vector<std::string> tasks) {
        auto found = ask<std::vector<FoundTask>>([&](auto done) { tasks_->find(tasks, done); });
        EXPECT_TRUE(found);
        return found.value_or(std::vector<FoundTask>());
    }
    /// Of the only task.
    TaskUsage measure() {
        const auto usages = ask<std::vector<TaskUsage>>([&](auto done) { tasks_->measure(done); });
        return usages && usages->size() == 1 ? usages->front() : TaskUsage();
    }
    std::string log(const std::string& task) {
        return base::readFile(run_ / "logs" / task).value_or("no log");
    }
    /// The ends that were reported, one after the other.
    class Ends {
      public:
        void push(const TaskEnd& end) {
            std::lock_guard lock(mutex_);
            ends_.push_back(end);
            more_.notify_one();
        }
        TaskEnd take() {
            std::unique_lock lock(mutex_);
            EXPECT_TRUE(more_.wait_for(lock, 20s, [&] { return !ends_.empty(); })) << "no end is reported";
            if (ends_.empty()) return {};
            const TaskEnd end = ends_.front();
            ends_.erase(ends_.begin());
            return end;
        }
        std::size_t left() {
            std::lock_guard lock(mutex_);
            return ends_.size();
        }

      private:
        std::mutex mutex_;
        std::condition_variable more_;
        std::vector<TaskEnd> ends_;
    };

    TempHome tempHome_;
    const fs::path& folder_ = tempHome_.path();
    const fs::path run_ = folder_ / "runs" / "r-1";
    std::unique_ptr<base::EventLoop> loop_;
    std::unique_ptr<Node> node_;
    std::unique_ptr<AttemptTasks> tasks_;
    std::map<std::string, TaskRecord> launched_;
    Ends ends_;
};

TEST_P(NodeDoorTest, ATaskRunsAndItsExitIsReported) {
    ::setenv("DOOR_OWN", "own", 1);
    TaskLaunch task;
    task.task = "worker:1";
    task.command = {"sh", "-c", "echo $DOOR_OWN $A $B $C; pwd; echo $TRAINYARD_LOGDIR; exit 7"};
    task.folder = "tasks";
    task.logdir = "events/tasks/worker-1";
    task.variables.always = {{"A", "1"}, {"B", "2"}};
    task.variables.ifUnset = {{"B", "3"}, {"C", "4"}, {"DOOR_OWN", "other"}};
    const auto record = launch(task);
    ASSERT_TRUE(record) << record.error().describe();
    EXPECT_GT(record->program.pid, 1);
    const TaskEnd end = ends_.take();
    EXPECT_EQ(end.task, "worker:1");
    ASSERT_TRUE(end.exit);
    EXPECT_EQ(end.exit->code, 7);
    EXPECT_FALSE(end.isOutOfMemory);
    EXPECT_EQ(log("worker:1"), "own 1 2 4\n" + (run_ / "tasks").string() + "\n" +
                                   (run_ / "events/tasks/worker-1").string() + "\n");
    EXPECT_TRUE(fs::is_directory(run_ / "events/tasks/worker-1"));
    EXPECT_EQ(signal("worker:1", 0).error().id, "task.not_running");
}

TEST_P(NodeDoorTest, ATaskWithoutACommandIsTheNodesWorker) {
    std::ofstream(folder_ / "worker") << "#!/bin/sh\necho $1 $TRAINYARD_AGENT\n";
    fs::permissions(folder_ / "worker", fs::perms::owner_all);
    TaskLaunch task;
    task.task = "worker:0";
    ASSERT_TRUE(launch(task));
    EXPECT_EQ(ends_.take().exit->code, 0);
    EXPECT_EQ(log("worker:0"),
              (run_ / "run.yaml").string() + " unix:" + (folder_ / "agent.sock").string() + "\n");
}

TEST_P(NodeDoorTest, ASignalReachesTheTask) {
    ASSERT_TRUE(shell("worker:0", "exec tail -f /dev/null"));
    EXPECT_TRUE(signal("worker:0", SIGTERM));
    const TaskEnd end = ends_.take();
    ASSERT_TRUE(end.exit);
    EXPECT_EQ(end.exit->signal, SIGTERM);
    EXPECT_EQ(signal("worker:7", SIGTERM).error().id, "task.not_running");
}

/// Calls are carried out in order, so a task that is being launched can be ended.
TEST_P(NodeDoorTest, ASignalRightAfterALaunchReachesTheTask) {
    TaskLaunch task;
    task.task = "worker:0";
    task.command = {"tail", "-f", "/dev/null"};
    task.log = "logs/worker:0";
    std::promise<bool> answers[2];
    loop_->call([&] {
        tasks_->launch(task, [&](const auto& record) { answers[0].set_value(record.has_value()); });
        tasks_->signal("worker:0", SIGKILL,
                       [&](const auto& sent) { answers[1].set_value(sent.has_value()); });
    });
    EXPECT_TRUE(answers[0].get_future().get());
    EXPECT_TRUE(answers[1].get_future().get());
    EXPECT_EQ(ends_.take().exit->signal, SIGKILL);
}

TEST_P(NodeDoorTest, AProgramThatCannotBeStartedIsAnError) {
    TaskLaunch task;
    task.task = "worker:0";
    task.command = {"/nowhere/program"};
    const auto record = launch(task);
    ASSERT_FALSE(record);
    EXPECT_EQ(record.error().id, "task.start");
    EXPECT_THAT(record.error().message, HasSubstr("/nowhere/program"));
    ASSERT_TRUE(shell("worker:1", "exit 0")) << "the next one can";
    EXPECT_EQ(ends_.take().task, "worker:1");
    EXPECT_EQ(ends_.left(), 0u);
}

/// Without it, the next agent could not tell that the task is to be restarted alone.
TEST_P(NodeDoorTest, ATaskThatCannotBeStartedAgainKeepsTheRecordOfItsLastLife) {
    ASSERT_TRUE(shell("worker:0", "exit 9"));
    EXPECT_EQ(ends_.take().exit->code, 9);
    TaskLaunch task;
    task.task = "worker:0";
    task.command = {"/nowhere/program"};
    EXPECT_FALSE(launch(task));
    const auto found = find({"worker:0"});
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].record.exit->code, 9);
    EXPECT_EQ(std::distance(fs::directory_iterator(run_ / "tasks"), {}), 1);
    EXPECT_EQ(ends_.take().exit->code, 9) << "a found task's end is reported, even if it is old";
}

TEST_P(NodeDoorTest, ALaunchOnAFullDiskIsNamedAsSuch) {
    std::ofstream(folder_ / "report") << startFailureText(base::errnoError(ENOSPC, "cannot write"));
    std::ofstream(folder_ / "shim") << "#!/bin/sh\ncat " << (folder_ / "report").string() << " >&3\n";
    fs::permissions(folder_ / "shim", fs::perms::owner_all);
    reopen(folder_ / "shim");
    const auto record = shell("worker:0", "exit 0");
    ASSERT_FALSE(record);
    EXPECT_TRUE(base::isDiskFull(record.error())) << record.error().describe();
}

/// An agent that took the old record for that of the new process would watch the wrong one.
TEST_P(NodeDoorTest, ATaskWhoseLastRecordCannotBeSetAsideIsNotLaunched) {
    const fs::path record = recordFile(run_, "worker:0", 2);
    fs::create_directories(record.string() + ".before/in-the-way");
    std::ofstream(record) << toText(TaskRecord());
    const auto launched = shell("worker:0", "exit 0");
    ASSERT_FALSE(launched);
    EXPECT_THAT(launched.error().describe(), HasSubstr("cannot rename " + record.string()));
    EXPECT_TRUE(readTaskRecord(record));
}

TEST_P(NodeDoorTest, EachLifeOfATaskHasItsEnd) {
    for (const char* code : {"3", "4"}) {
        ASSERT_TRUE(shell("evaluator:0", std::string("exit ") + code));
        EXPECT_EQ(ends_.take().exit->code, code[0] - '0');
    }
    EXPECT_EQ(ends_.left(), 0u);
}

TEST_P(NodeDoorTest, OfATaskWhoseShimWasKilledTheEndIsReportedWithoutAnExit) {
    const auto record = shell("worker:0", "exec tail -f /dev/null");
    ASSERT_TRUE(record);
    ::kill(record->shim.pid, SIGKILL);
    EXPECT_TRUE(signal("worker:0", SIGKILL));
    EXPECT_FALSE(ends_.take().exit);
    EXPECT_FALSE(isAlive(record->program));
}

TEST_P(NodeDoorTest, AStoppedShimIsKilledOnceItsProgramHasEnded) {
    const auto record = shell("worker:0", "exec tail -f /dev/null");
    ASSERT_TRUE(record);
    ::kill(record->shim.pid, SIGSTOP);
    EXPECT_TRUE(signal("worker:0", SIGKILL));
    EXPECT_FALSE(ends_.take().exit);
    EXPECT_FALSE(isAlive(record->shim));
}

/// Exits that other tasks have recorded come with an end that may have caused them, or have been caused by
/// them.
TEST_P(NodeDoorTest, AnEndCarriesTheExitsThatAreRecorded) {
    const auto waiting = shell("worker:0", "exec tail -f /dev/null"),
               other = shell("worker:1", "exec tail -f /dev/null");
    ASSERT_TRUE(waiting && other);
    TaskRecord ended = *waiting;  // as its shim records it, before it ends
    ended.exit.emplace().code = 5;
    std::ofstream(recordFile(run_, "worker:0", 2)) << toText(ended);
    EXPECT_TRUE(signal("worker:1", SIGKILL));
    const TaskEnd end = ends_.take();
    EXPECT_EQ(end.task, "worker:1");
    ASSERT_EQ(end.others.size(), 1u);
    EXPECT_EQ(end.others[0].task, "worker:0");
    EXPECT_EQ(end.others[0].exit.code, 5);
}

TEST_P(NodeDoorTest, TheNextAgentFindsTheTasks) {
    const auto running = shell("worker:0", "exec tail -f /dev/null"),
               ended = shell("worker:1", "exec tail -f /dev/null");
    ASSERT_TRUE(running && ended);
    reopen();
    ASSERT_TRUE(signalGroup(ended->program, SIGKILL));
    const auto found = find({"worker:0", "worker:1", "worker:2"});
    ASSERT_EQ(found.size(), 2u) << "one was never started";
    EXPECT_EQ(found[0].task, "worker:0");
    EXPECT_EQ(found[0].record.program.pid, running->program.pid);
    EXPECT_TRUE(found[0].isOfThisBoot);
    EXPECT_EQ(ends_.take().task, "worker:1");
    EXPECT_TRUE(signal("worker:0", SIGKILL));
    EXPECT_EQ(ends_.take().exit->signal, SIGKILL);
    EXPECT_EQ(ends_.left(), 0u);
}

TEST_P(NodeDoorTest, ALaunchThatStartedNothingBeforeTheAgentEndedLeavesTheFormerLife) {
    ASSERT_TRUE(shell("worker:0", "exit 9"));
    EXPECT_EQ(ends_.take().exit->code, 9);
    const fs::path record = recordFile(run_, "worker:0", 2);
    fs::rename(record, record.string() + ".before");
    reopen();
    const auto found = find({"worker:0"});
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].record.exit->code, 9);
    EXPECT_EQ(std::distance(fs::directory_iterator(run_ / "tasks"), {}), 1);
    EXPECT_EQ(ends_.take().exit->code, 9);
}

/// Its shim holds a lock on the former record until the new one is there.
TEST_P(NodeDoorTest, ALaunchThatAnAgentHasNotSeenTheEndOfIsAwaited) {
    const fs::path record = recordFile(run_, "worker:0", 2), hidden = folder_ / "hidden";
    ASSERT_TRUE(shell("worker:0", "exit 9"));
    EXPECT_EQ(ends_.take().exit->code, 9);
    const std::string former = *base::readFile(record);
    const auto running = shell("worker:0", "exec tail -f /dev/null");
    ASSERT_TRUE(running);
    reopen();
    fs::rename(record, hidden);
    std::ofstream(record.string() + ".before") << former;
    base::UniqueFd shims(::open((record.string() + ".before").c_str(), O_RDONLY | O_CLOEXEC));
    ASSERT_EQ(::flock(shims.get(), LOCK_EX | LOCK_NB), 0);
    std::promise<std::vector<FoundTask>> answer;
    loop_->call([&] {
        tasks_->find({"worker:0"},
                     [&](base::Result<std::vector<FoundTask>> found) { answer.set_value(*found); });
    });
    fs::rename(hidden, record);
    shims.reset();
    const auto found = answer.get_future().get();
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].record.program.pid, running->program.pid);
    EXPECT_EQ(std::distance(fs::directory_iterator(run_ / "tasks"), {}), 1);
}

TEST_P(NodeDoorTest, ARecordOfAnotherBootIsNamedAsSuch) {
    TaskRecord record;
    record.program = record.shim = {4711, 1, "another boot"};
    std::ofstream(recordFile(run_, "worker:0", 2)) << toText(record);
    const auto found = find({"worker:0"});
    ASSERT_EQ(found.size(), 1u);
    EXPECT_FALSE(found[0].isOfThisBoot);
    EXPECT_FALSE(ends_.take().exit);
    EXPECT_FALSE(*ask<bool>([&](auto done) { node_->hasLivingTask("r-1", done); }));
}

TEST_P(NodeDoorTest, TheTasksOfAFolderThatWasCopiedAreNotItsOwn) {
    const auto task = shell("worker:0", "exec tail -f /dev/null");
    ASSERT_TRUE(task);
    const auto away = run_.parent_path() / "away";
    std::filesystem::rename(run_, away);
    std::filesystem::copy(away, run_, std::filesystem::copy_options::recursive);
    reopen();
    EXPECT_TRUE(find({"worker:0"}).at(0).record.isCopy);
    EXPECT_FALSE(ends_.take().exit);
    EXPECT_FALSE(*ask<bool>([&](auto done) { node_->hasLivingTask("r-1", done); }));
    EXPECT_TRUE(isAlive(task->program));
    std::filesystem::remove_all(run_);
    std::filesystem::rename(away, run_);
    reopen();
    EXPECT_FALSE(find({"worker:0"}).at(0).record.isCopy);
    EXPECT_TRUE(signal("worker:0", SIGKILL));
    EXPECT_EQ(ends_.take().exit->signal, SIGKILL);
}

TEST_P(NodeDoorTest, ALivingTaskIsKnownByItsRun) {
    EXPECT_FALSE(*ask<bool>([&](auto done) { node_->hasLivingTask("r-1", done); }));
    ASSERT_TRUE(shell("worker:0", "exec tail -f /dev/null"));
    EXPECT_TRUE(*ask<bool>([&](auto done) { node_->hasLivingTask("r-1", done); }));
    EXPECT_FALSE(*ask<bool>([&](auto done) { node_->hasLivingTask("r-2", done); }));
}

TEST_P(NodeDoorTest, WhatWasAskedIsCarriedOutAndNotAnsweredAfterItsEnd) {
    TaskLaunch task;
    task.task = "worker:0";
    task.command = {"tail", "-f", "/dev/null"};
    task.log = "logs/worker:0";
    loop_->call([&] {
        tasks_->launch(task, [](const auto&) { ADD_FAILURE() << "nobody is there to hear it"; });
        tasks_.reset();
    });
    node_.reset();
    makeNode();
    open();
    const auto found = find({"worker:0"});
    ASSERT_EQ(found.size(), 1u);
    EXPECT_TRUE(signal("worker:0", SIGKILL));
    EXPECT_EQ(ends_.take().exit->signal, SIGKILL);
}

TEST_P(NodeDoorTest, AssignsNoPortTwice) {
    using Ports = std::vector<std::uint16_t>;
    const auto leased = ask<Ports>([&](auto done) { tasks_->leasePorts({0, 0}, done); });
    ASSERT_TRUE(leased) << leased.error().describe();
    EXPECT_NE(leased->at(0), leased->at(1));
    std::unique_ptr<AttemptTasks> other;
    loop_->call([&] { other = node_->open({"r-2", 1}, [](const TaskEnd&) {}); });
    const auto lease = [&] {
        return ask<Ports>([&](auto done) { other->leasePorts({leased->at(1)}, done); });
    };
    const auto refused = lease();
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().id, "port.in_use");
    EXPECT_THAT(refused.error().message, HasSubstr("is taken by run r-1"));
    loop_->call([&] { tasks_->releasePorts(); });
    EXPECT_TRUE(lease());
    loop_->call([&] {
        other.reset();
        tasks_->holdPorts({leased->at(1)});
        other = node_->open({"r-2", 1}, [](const TaskEnd&) {});
    });
    EXPECT_FALSE(lease());
    loop_->call([&] { tasks_.reset(); });
    EXPECT_TRUE(lease()) << "given back";
    loop_->call([&] { other.reset(); });
}

TEST_P(NodeDoorTest, MeasuresWhatTheTasksUse) {
    ASSERT_TRUE(shell("worker:0", "exec tail -f /dev/null"));
    TaskUsage usage;
    do usage = measure();
    while (usage.rssBytes == 0);  // the kernel is giving it its program
    EXPECT_EQ(usage.task, "worker:0");
    EXPECT_TRUE(usage.at > 0 && usage.state != '?' && usage.listens.empty());
}

TEST_P(NodeDoorTest, MeasuresWhatAProgramHasStarted) {
    void* library = ::dlopen(FAKE_NVML, RTLD_NOW | RTLD_LOCAL);
    const auto setUser = reinterpret_cast<void (*)(unsigned, int, int)>(::dlsym(library, "fakeUser"));
    setUser(0, 0, 0);
    ASSERT_TRUE(shell("worker:0", R"(python3 -c 'import os, signal; held = b"x" * (96 << 20)
device = open("../../nvidia0", "w")
while os.times().user < 0.2: pass
open("new", "w").write(str(os.getpid())); os.rename("new", "pid"); signal.pause()' & wait)"));
    while (!fs::exists(run_ / "pid")) ASSERT_EQ(ends_.left(), 0U) << log("worker:0");
    setUser(static_cast<unsigned>(std::stoi(base::readFile(run_ / "pid").value())), 30, 65);
    TaskUsage usage;
    do usage = measure();
    while (!usage.gpus || usage.cpuSeconds < 0.15);
    EXPECT_GT(usage.rssBytes, 96 << 20);
    EXPECT_TRUE(usage.state == 'S' && usage.gpuMemoryBytes == 30U) << "the state of the shell";
    setUser(0, 0, 0);
    do usage = measure();
    while (usage.gpuMemoryBytes || usage.gpus);
    ::dlclose(library);
}

TEST_P(NodeDoorTest, NamesThePortsAtWhichTasksListen) {
    ASSERT_TRUE(shell("worker:0",
                      "exec python3 -c 'import os, signal, socket\n"
                      "a = socket.create_server((\"127.0.0.1\", 0)); b = socket.socket(socket.AF_INET6)\n"
                      "b.bind((\"::ffff:127.0.0.2\", 0)); b.listen()\n"
                      "c = socket.create_connection(a.getsockname())\n"
                      "with open(\"new\", \"w\") as f: print(*(s.getsockname()[1] for s in (a, b)), file=f)\n"
                      "os.rename(\"new\", \"ports\"); signal.pause()'"));
    TaskUsage usage;
    do usage = measure();
    while (usage.listens.size() < 2 || !std::filesystem::exists(run_ / "ports"));
    std::string first, second;
    std::ifstream(run_ / "ports") >> first >> second;
    EXPECT_EQ(usage.listens, (std::vector{"127.0.0.1:" + first, "127.0.0.2:" + second}));
}

TEST_P(NodeDoorTest, StacksAreAlwaysAnswered) {
    const auto record = shell("worker:0", "exec tail -f /dev/null");
    ASSERT_TRUE(record);
    std::promise<std::vector<TaskStacks>> read;
    std::shared_ptr<void> reading;
    loop_->call([&] {
        reading = tasks_->readStacks({"worker:0", "worker:1"}, 5s, [&](std::vector<TaskStacks> stacks) {
            read.set_value(std::move(stacks));
        });
        reading.reset();  // which cancels it
        tasks_.reset();
    });
    const auto stacks = read.get_future().get();
    ASSERT_EQ(stacks.size(), 2u);
    EXPECT_EQ(stacks[0].task, "worker:0");
    EXPECT_EQ(stacks[0].pid, record->program.pid);
    EXPECT_EQ(stacks[1].stacks.error().id, "task.not_running");
}

TEST_P(NodeDoorTest, TheFolderOfARunIsMadeAndItsRunFileIsWritten) {
    fs::remove_all(run_);
    ASSERT_TRUE(prepare("name: a\n"));
    EXPECT_EQ(base::readFile(run_ / "run.yaml"), "name: a\n");
    ASSERT_TRUE(shell("worker:0", "cat run.yaml"));
    EXPECT_EQ(ends_.take().exit->code, 0);
    EXPECT_EQ(log("worker:0"), "name: a\n");
}

/// A full disk has no room for it.
TEST_P(NodeDoorTest, ARunFileIsWrittenOnlyIfItHasChanged) {
    ASSERT_TRUE(prepare("name: a\n"));
    fs::last_write_time(run_ / "run.yaml", fs::file_time_type());
    ASSERT_TRUE(prepare("name: a\n"));
    EXPECT_EQ(fs::last_write_time(run_ / "run.yaml"), fs::file_time_type());
    ASSERT_TRUE(prepare("name: b\n"));
    EXPECT_EQ(base::readFile(run_ / "run.yaml"), "name: b\n");
}

TEST_P(NodeDoorTest, ARunFileThatCannotBeWrittenIsAnError) {
    fs::create_directories(run_ / "run.yaml" / "in-the-way");
    const auto prepared = prepare("name: a\n");
    ASSERT_FALSE(prepared);
    EXPECT_THAT(prepared.error().describe(), HasSubstr((run_ / "run.yaml").string()));
}

TEST_P(NodeDoorTest, TasksShareTheCoresOfTheirMachine) {
    const std::string own = std::getenv("OMP_NUM_THREADS") ? std::getenv("OMP_NUM_THREADS") : "";
    ::unsetenv("OMP_NUM_THREADS");
    const auto threads = [&](int localTasks, const char* chosen) {
        TaskLaunch task;
        task.task = "worker:0";
        task.command = {"sh", "-c", "echo $OMP_NUM_THREADS"};
        task.localTasks = localTasks;
        if (chosen) task.variables.always["OMP_NUM_THREADS"] = chosen;
        fs::remove(run_ / "logs" / "worker:0");
        EXPECT_TRUE(launch(task));
        ends_.take();
        return log("worker:0");
    };
    EXPECT_EQ(threads(1, nullptr), std::to_string(inventory()->cores) + "\n");
    EXPECT_EQ(threads(100'000, nullptr), "1\n");
    EXPECT_EQ(threads(1, "3"), "3\n") << "the user's choice";
    EXPECT_EQ(threadsPerTask(8, 3), "2");
    if (!own.empty()) ::setenv("OMP_NUM_THREADS", own.c_str(), 1);
}

/// A task that is ended by a signal leaves its socket.
TEST_P(NodeDoorTest, TheSocketOfATaskIsNamedWhileItServesAndRemovedAtItsEnd) {
    const fs::path socket = taskSocket(folder_, "secret", 2, "worker:0");
    ASSERT_TRUE(prepare("name: a\n"));
    ASSERT_TRUE(shell("worker:0", "exec tail -f /dev/null"));
    const auto served = [&] {
        return ask<std::vector<TaskUsage>>([&](auto done) { tasks_->measure(done); })->at(0).socket;
    };
    EXPECT_EQ(served(), "");
    std::ofstream(socket) << "as the task makes it";
    EXPECT_EQ(served(), socket);
    EXPECT_TRUE(signal("worker:0", SIGKILL));
    ends_.take();
    EXPECT_FALSE(fs::exists(socket));
}

TEST_P(NodeDoorTest, NamesWhoUsesAPort) {
    const base::UniqueFd listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    ASSERT_EQ(::bind(listener.get(), reinterpret_cast<const sockaddr*>(&address), size), 0);
    ASSERT_EQ(::listen(listener.get(), 1), 0);
    ASSERT_EQ(::getsockname(listener.get(), reinterpret_cast<sockaddr*>(&address), &size), 0);
    const std::uint16_t used = ntohs(address.sin_port);
    const auto checked =
        ask<std::vector<base::Status>>([&](auto done) { node_->checkPorts({0, used, 0}, done); });
    ASSERT_TRUE(checked);
    ASSERT_EQ(checked->size(), 3u);
    EXPECT_TRUE(checked->at(0));
    EXPECT_EQ(checked->at(1).error().id, "port.in_use");
    EXPECT_THAT(checked->at(1).error().message, HasSubstr("(pid " + std::to_string(::getpid()) + ")"));
    EXPECT_TRUE(checked->at(2)) << "any free port";
}

INSTANTIATE_TEST_SUITE_P(Local, NodeDoorTest, testing::Values(&makeNodeOf<LocalNode>));
INSTANTIATE_TEST_SUITE_P(Remote, NodeDoorTest, testing::Values(&makeNodeOf<FarNode>));

}  // namespace
}  // namespace trainyard::node
