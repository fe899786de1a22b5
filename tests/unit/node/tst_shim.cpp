// SPDX-License-Identifier: Apache-2.0
// One task under its shim: started, watched, ended, recorded.
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <sstream>
#include <thread>

#include "core/node/end_attempts.h"
#include "core/node/launch.h"
#include "core/node/process.h"
#include "core/node/shim.h"
#include "core/node/task_record_file.h"
#include "tests/support/temp_home.h"

namespace trainyard::node {
namespace {

namespace fs = std::filesystem;

class ShimTest : public testing::Test {
  protected:
    base::Result<TaskRecord> start(std::vector<std::string> command, fs::path record = "record.json") {
        LaunchRequest request;
        request.shim = fs::path(TRAINYARD_BIN_DIR) / "trainyard-shim";
        request.record = folder_ / record;
        request.log = folder_ / "task.log";
        request.folder = folder_;
        request.command = std::move(command);
        request.environment = {{"PATH", "/usr/bin:/bin"}, {"GREETING", "hello"}};
        return launch(request);
    }
    base::Result<TaskRecord> shell(const std::string& script) { return start({"sh", "-c", script}); }

    /// Waits on the fact itself: the shim's pidfd.
    TaskRecord afterShim(const TaskRecord& record) {
        if (auto fd = openPidfd(record.shim)) {
            pollfd wait{fd->get(), POLLIN, 0};
            EXPECT_EQ(::poll(&wait, 1, 20000), 1) << "the shim is still there";
        }
        auto after = readTaskRecord(folder_ / "record.json");
        EXPECT_TRUE(after) << after.error().describe();
        return after ? *after : TaskRecord{};
    }
    std::string log() {
        std::ifstream file(folder_ / "task.log");
        std::stringstream text;
        text << file.rdbuf();
        return text.str();
    }

    TempHome tempHome_;
    const fs::path& folder_ = tempHome_.path();
};

TEST_F(ShimTest, EndsAProgramWhoseRecordCannotBeWritten) {
    const auto record = start({"sh", "-c", "echo $$ >pid; exec sleep 1000"}, "none/record.json");
    ASSERT_FALSE(record);
    EXPECT_EQ(record.error().id, "task.start");
    EXPECT_TRUE(record.error().message.text().starts_with("cannot write the task's record: "))
        << record.error().message;
    pid_t pid = 0;
    if (std::ifstream(folder_ / "pid") >> pid) {
        const auto process = identify(pid);
        EXPECT_FALSE(process && isAlive(*process)) << pid << " still runs";
    }
}

TEST(StartFailure, NamesAFullDisk) {
    const auto full = base::errnoError(ENOSPC, "cannot write x");
    const auto read = startFailure(startFailureText(full.wrap("cannot write the task's record")));
    EXPECT_TRUE(base::isDiskFull(read));
    EXPECT_EQ(read.code, base::Code::kResourceExhausted);
    EXPECT_EQ(read.message, "cannot write the task's record: cannot write x: No space left on device");
}

/// Which a run does not wait for, as it does for a full disk.
TEST(StartFailure, NamesALimitOnTheSizeOfFiles) {
    const auto large = base::errnoError(EFBIG, "cannot write x");
    const auto read = startFailure(startFailureText(large.wrap("cannot write the task's record")));
    EXPECT_FALSE(base::isDiskFull(read));
    EXPECT_EQ(read.id, "file.limit");
    EXPECT_EQ(read.code, base::Code::kResourceExhausted);
}

TEST_F(ShimTest, RecordsTheExitCodeAndKeepsTheOutput) {
    const auto record = shell("echo $GREETING; echo problem >&2; pwd; exit 7");
    ASSERT_TRUE(record) << record.error().describe();
    EXPECT_GT(record->program.pid, 1);
    EXPECT_NE(record->shim.pid, ::getpid());
    const TaskRecord after = afterShim(*record);
    ASSERT_TRUE(after.exit);
    EXPECT_EQ(after.exit->code, 7);
    EXPECT_EQ(after.exit->signal, 0);
    EXPECT_GT(after.exit->maxResidentBytes, 0u);
    EXPECT_EQ(log(), "hello\nproblem\n" + folder_.string() + "\n");
}

TEST(EndAttempts, TheNameOfARecordSaysItsAttempt) {
    EXPECT_EQ(attemptOfRecord("worker-0.a3.json"), 3);
    EXPECT_EQ(attemptOfRecord("worker-0.a12.json.before"), 12);
    for (const char* other : {"worker-0.json", "worker-0.a.json", "worker-0.a3", "a3.json", ""})
        EXPECT_EQ(attemptOfRecord(other), 0) << other;
}

/// Also what its program has started, and no attempt after the one that was abandoned.
TEST_F(ShimTest, WhatIsAliveOfAnAbandonedAttemptIsKilled) {
    fs::create_directory(folder_ / "tasks");
    const auto former = start({"sh", "-c", "sleep 1000 & exec sleep 1000"}, "tasks/worker-0.a1.json");
    const auto second = start({"sleep", "1000"}, "tasks/worker-1.a2.json");
    const auto newer = start({"sleep", "1000"}, "tasks/worker-0.a3.json");
    const auto ended = start({"true"}, "tasks/worker-2.a1.json");
    ASSERT_TRUE(former && second && newer && ended);
    if (const auto shim = openPidfd(ended->shim)) {  // or it has ended already
        pollfd wait{shim->get(), POLLIN, 0};
        ASSERT_EQ(::poll(&wait, 1, 20000), 1);
    }
    EXPECT_EQ(endAttempts(folder_, 2), 2);
    for (const auto& record : {former, second}) {
        EXPECT_FALSE(isAlive(record->program));
        EXPECT_FALSE(isAlive(record->shim));
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
        while (signalGroup(record->program, 0) && std::chrono::steady_clock::now() < deadline)
            std::this_thread::yield();  // init has to collect what the program had started
        EXPECT_FALSE(signalGroup(record->program, 0));
    }
    EXPECT_EQ(readTaskRecord(folder_ / "tasks/worker-1.a2.json")->exit->signal, SIGKILL)
        << "its shim says it";
    EXPECT_TRUE(isAlive(newer->program));
    EXPECT_EQ(endAttempts(folder_, 2), 0);
    EXPECT_EQ(endAttempts(folder_, 3), 1);
    EXPECT_EQ(endAttempts(folder_ / "nowhere", 3), 0);
}

TEST_F(ShimTest, RecordsTheSignal) {
    const auto record = shell("kill -SEGV $$");
    ASSERT_TRUE(record) << record.error().describe();
    const TaskRecord after = afterShim(*record);
    ASSERT_TRUE(after.exit);
    EXPECT_EQ(after.exit->signal, SIGSEGV);
}

TEST_F(ShimTest, SaysWhyAProgramDidNotStart) {
    const auto record = start({"/nowhere/program"});
    ASSERT_FALSE(record);
    EXPECT_EQ(record.error().message, "cannot start the program /nowhere/program: No such file or directory");
    EXPECT_NE(log().find("cannot start the program"), std::string::npos);
}

TEST_F(ShimTest, PassesTerminationOnToTheGroup) {
    const auto record = shell("exec tail -f /dev/null");
    ASSERT_TRUE(record) << record.error().describe();
    ASSERT_TRUE(isAlive(record->program));
    ::kill(record->shim.pid, SIGTERM);
    const TaskRecord after = afterShim(*record);
    ASSERT_TRUE(after.exit);
    EXPECT_EQ(after.exit->signal, SIGTERM);
}

TEST_F(ShimTest, LeavesNoProcessBehind) {
    // One in the group, and one in a session of its own that only a reaper finds.
    const auto record = shell(
        "tail -f /dev/null & echo $! > inside; setsid tail -f /dev/null & "
        "until [ -s outside ]; do pgrep -P $$ > outside; done; exit 0");
    ASSERT_TRUE(record) << record.error().describe();
    const TaskRecord after = afterShim(*record);
    ASSERT_TRUE(after.exit);
    EXPECT_EQ(after.exit->code, 0);
    std::ifstream children(folder_ / "outside");
    for (pid_t pid = 0; children >> pid;)
        EXPECT_FALSE(identify(pid) && isAlive(*identify(pid))) << "process " << pid << " was left";
}

TEST_F(ShimTest, TheProgramContinuesWithoutItsShim) {
    const auto record = shell("exec tail -f /dev/null");
    ASSERT_TRUE(record) << record.error().describe();
    ::kill(record->shim.pid, SIGKILL);
    const TaskRecord after = afterShim(*record);
    EXPECT_FALSE(after.exit) << "nobody saw the end";
    auto fd = openPidfd(record->program);
    ASSERT_TRUE(fd) << fd.error().describe();
    EXPECT_TRUE(signalGroup(record->program, SIGKILL));
    pollfd wait{fd->get(), POLLIN, 0};
    EXPECT_EQ(::poll(&wait, 1, 20000), 1);
}

/// An agent that is killed between a launch and its report reads that report no more.
TEST_F(ShimTest, ALauncherThatHasEndedCostsNoExitRecord) {
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    ::close(ends[0]);
    const std::string ready = std::to_string(ends[1]), record = folder_ / "record.json";
    const std::string log = folder_ / "task.log";
    const std::string shim = fs::path(TRAINYARD_BIN_DIR) / "trainyard-shim";
    const pid_t pid = ::fork();
    if (pid == 0) {
        ::signal(SIGPIPE, SIG_DFL);
        ::execl(shim.c_str(), shim.c_str(), "--record", record.c_str(), "--log", log.c_str(), "--cwd",
                folder_.c_str(), "--ready-fd", ready.c_str(), "--", "sh", "-c", "exit 7", nullptr);
        ::_exit(126);
    }
    ::close(ends[1]);
    int status = 0;
    ASSERT_EQ(::waitpid(pid, &status, 0), pid);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 7) << "the shim's status is " << status;
    const auto after = readTaskRecord(record);
    ASSERT_TRUE(after) << after.error().describe();
    ASSERT_TRUE(after->exit);
    EXPECT_EQ(after->exit->code, 7);
}

TEST_F(ShimTest, AReusedPidIsAnotherProcess) {
    auto self = identify(::getpid());
    ASSERT_TRUE(self);
    EXPECT_TRUE(isAlive(*self));
    ProcessId other = *self;
    other.start += 1;
    EXPECT_FALSE(isAlive(other));
    EXPECT_FALSE(openPidfd(other));
    EXPECT_FALSE(signalGroup(other, SIGKILL)) << "we would not be here";
    other = *self;
    other.bootId = "another boot";
    EXPECT_FALSE(isAlive(other));
}

}  // namespace
}  // namespace trainyard::node
