// SPDX-License-Identifier: Apache-2.0
// Every call that changes the disk fails in turn, and a disk that is really full. The calls are replaced in
// this program by ones that count and, when armed, fail; after SQLite's way of testing
// (https://www.sqlite.org/testing.html).
#include <fcntl.h>
#include <linux/fs.h>
#include <stdarg.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string_view>
#include <thread>
#include <utility>

#include "core/checkpoint/manifest.h"
#include "core/checkpoint/place.h"
#include "scratch.h"

namespace {

int callsLeft = -1;   // until one fails; negative: never
int errorToGive = 0;  // 0: the process ends there, as by a SIGKILL
int failures = 0;

bool failsNow() {
    if (callsLeft < 0 || callsLeft-- > 0) return false;
    if (errorToGive == 0) ::_exit(1);
    errno = errorToGive;
    ++failures;
    return true;
}

/// The calls of a deletion: they never fail, but the process may end between them.
void mayEndNow() {
    if (errorToGive == 0) (void)failsNow();
}

/// Called with each file that is opened.
std::function<void(std::string_view)> onOpen;

}  // namespace

extern "C" {
int open(const char* path, int flags, ...) {
    if (onOpen) onOpen(path);
    va_list more;
    va_start(more, flags);
    const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(more, mode_t) : 0;
    va_end(more);
    return static_cast<int>(::syscall(SYS_openat, AT_FDCWD, path, flags, mode));
}
ssize_t write(int fd, const void* bytes, size_t count) {
    if (failsNow()) return -1;
    // An occasional short write: everything must still be written.
    return ::syscall(SYS_write, fd, bytes, count > 4000 ? count / 2 : count);
}
int fsync(int fd) {
    return failsNow() ? -1 : static_cast<int>(::syscall(SYS_fsync, fd));
}
int mkdir(const char* path, mode_t mode) noexcept {
    return failsNow() ? -1 : static_cast<int>(::syscall(SYS_mkdirat, AT_FDCWD, path, mode));
}
int rename(const char* from, const char* to) noexcept {
    return failsNow() ? -1 : static_cast<int>(::syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0));
}
int unlink(const char* path) noexcept {
    mayEndNow();
    return static_cast<int>(::syscall(SYS_unlinkat, AT_FDCWD, path, 0));
}
int rmdir(const char* path) noexcept {
    mayEndNow();
    return static_cast<int>(::syscall(SYS_unlinkat, AT_FDCWD, path, AT_REMOVEDIR));
}
int unlinkat(int folder, const char* path, int flags) noexcept {
    mayEndNow();
    return static_cast<int>(::syscall(SYS_unlinkat, folder, path, flags));
}
int remove(const char* path) noexcept {
    struct stat info{};
    return ::lstat(path, &info) == 0 && S_ISDIR(info.st_mode) ? ::rmdir(path) : ::unlink(path);
}
int renameat2(int fromFolder, const char* from, int toFolder, const char* to, unsigned flags) noexcept {
    return failsNow() ? -1
                      : static_cast<int>(::syscall(SYS_renameat2, fromFolder, from, toFolder, to, flags));
}
}

namespace trainyard::checkpoint {
namespace {

class CheckpointFaults : public Scratch {
  protected:
    void TearDown() override {
        callsLeft = -1;
        Scratch::TearDown();
    }
    void arm(int call, int error) {
        callsLeft = call;
        errorToGive = error;
        failures = 0;
    }
};

TEST_F(CheckpointFaults, EachFailingCallLeavesTheOldOrTheNew) {
    for (const int error : {ENOSPC, EIO}) {
        for (int call = 0;; ++call) {
            std::filesystem::remove_all(folder_);
            publishOne(10, 1, 1.0f);
            const Contents next = contents(10, 2.0f);
            arm(call, error);
            const auto staged = writeStaged(folder_, next, owner(2));
            const auto final = staged ? publish(folder_, stagedName(10, 2)) : staged;
            const bool failed = failures > 0;
            callsLeft = -1;
            SCOPED_TRACE("call " + std::to_string(call));
            // Whatever happened, the checkpoint of step 10 is there and whole: the old one or the new one.
            ASSERT_EQ(list(folder_).size(), 1u);
            const auto whole = verify(folder_ / "ckpt-10");
            ASSERT_TRUE(whole) << whole.error().describe();
            if (!failed) {
                ASSERT_TRUE(staged && final);
                EXPECT_EQ(readManifest(*final)->attempt, 2);
                EXPECT_GT(call, 10) << "the calls were not counted";
                break;
            }
            ASSERT_FALSE(staged && final) << "a failed call was not reported";
            if (!staged) {
                EXPECT_EQ(names(), std::vector<std::string>{"ckpt-10"}) << "the staged folder stayed";
                EXPECT_NE(staged.error().describe().find(std::strerror(error)), std::string::npos)
                    << staged.error().describe();
            }
            // A second attempt succeeds once the disk works again.
            if (!staged) {
                ASSERT_TRUE(writeStaged(folder_, next, owner(2)));
            }
            const auto again = publish(folder_, stagedName(10, 2));
            ASSERT_TRUE(again) << again.error().describe();
            EXPECT_EQ(names(), (std::vector<std::string>{".aside-10-a1", "ckpt-10"}));
            EXPECT_EQ(readManifest(folder_ / "ckpt-10")->attempt, 2);
            EXPECT_TRUE(verify(folder_ / "ckpt-10"));
        }
    }
}

TEST_F(CheckpointFaults, WithoutAnExchangeTheOldOneIsPutBack) {
    // The first rename of publish is the exchange: NFS returns EINVAL for it.
    publishOne(10, 1);
    ASSERT_TRUE(writeStaged(folder_, contents(10), owner(2)));
    arm(0, EINVAL);
    const auto final = publish(folder_, stagedName(10, 2));
    callsLeft = -1;
    ASSERT_TRUE(final) << final.error().describe();
    EXPECT_EQ(names(), (std::vector<std::string>{".aside-10-a1", "ckpt-10"}));
    EXPECT_EQ(readManifest(*final)->attempt, 2);
}

TEST_F(CheckpointFaults, RetainNeverShowsHalfACheckpoint) {
    for (int call = 0; call < 2; ++call) {
        for (const int step : {1, 2, 3}) publishOne(step, call + 1);
        arm(call, EIO);
        const auto removed = retain(folder_, keep(1));
        const bool failed = failures > 0;
        callsLeft = -1;
        EXPECT_EQ(!removed, failed);
        for (const Listed& one : list(folder_)) EXPECT_TRUE(verify(one.path)) << one.path;
    }
}

TEST_F(CheckpointFaults, OneThatIsDeletedWhileItIsVerifiedIsPassedOver) {
    for (const char* file : {"manifest.json", "model.safetensors", "state.json"}) {
        const auto older = publishOne(10), newer = publishOne(20);
        onOpen = [&, name = "ckpt-20/" + std::string(file)](std::string_view path) {
            if (!path.ends_with(name)) return;
            const auto hook = std::exchange(onOpen, nullptr);
            ASSERT_TRUE(removeOwn(newer, {kRun}));
        };
        const auto newest = takeNewest({folder_}, kRun);
        EXPECT_FALSE(onOpen) << file << " was not read";
        onOpen = nullptr;
        ASSERT_TRUE(newest) << newest.error().describe();
        EXPECT_EQ(newest->path, older);
        EXPECT_TRUE(newest->damaged.empty()) << "that is no damage";
        ASSERT_TRUE(removeOwn(older, {kRun}));
    }
}

TEST_F(CheckpointFaults, ADeletionBeginsWithTheName) {
    publishOne(1);
    arm(0, EIO);  // its first call that changes anything is the rename
    EXPECT_FALSE(removeOwn(folder_ / "ckpt-1", {kRun}));
    callsLeft = -1;
    EXPECT_EQ(failures, 1);
    EXPECT_TRUE(verify(folder_ / "ckpt-1")) << "somebody who publishes it meanwhile has all of it";
}

/// C14: a worker abandons a checkpoint whose publication is pending in a slow agent.
TEST_F(CheckpointFaults, OneThatIsDeletedWhileItIsPublishedIsThereWholeOrNotAtAll) {
    for (int step = 1; step <= 100; ++step) {
        const auto staged = writeStaged(folder_, contents(step), owner());
        ASSERT_TRUE(staged) << staged.error().describe();
        std::atomic<int> ready = 0;
        const auto together = [&ready] {
            ++ready;
            while (ready < 2) std::this_thread::yield();
        };
        std::thread giver([&] {
            together();
            EXPECT_TRUE(removeOwn(*staged, {kRun}));
        });
        together();
        const auto published = publish(folder_, staged->filename().string());
        giver.join();
        const std::filesystem::path final = folder_ / finalName(step);
        EXPECT_EQ(std::filesystem::exists(final), published.has_value()) << step;
        if (published) {
            EXPECT_TRUE(verify(final)) << step;
        }
    }
    for (const std::string& name : names()) EXPECT_TRUE(name.starts_with("ckpt-")) << name << " is left";
}

TEST_F(CheckpointFaults, AFullDiskKeepsTheOldCheckpoint) {
    if (::geteuid() != 0) {
        ASSERT_EQ(std::getenv("TRAINYARD_TESTS_AS_ROOT"), nullptr) << "mounting a small tmpfs needs root";
        GTEST_SKIP() << "mounting a small tmpfs needs root";
    }
    ASSERT_EQ(::mount("tmpfs", folder_.c_str(), "tmpfs", 0, "size=64k"), 0) << std::strerror(errno);
    publishOne(1);
    std::vector<float> large(20000);
    Contents contents = this->contents(2);
    contents.model.push_back(view("large", large));
    const auto staged = writeStaged(folder_, contents, owner(1));
    EXPECT_FALSE(staged);
    if (!staged) {
        EXPECT_EQ(staged.error().code, base::Code::kResourceExhausted);
        EXPECT_NE(staged.error().describe().find("No space left on device"), std::string::npos)
            << staged.error().describe();
    }
    EXPECT_EQ(names(), std::vector<std::string>{"ckpt-1"});
    EXPECT_TRUE(verify(folder_ / "ckpt-1"));
    publishOne(3);  // the space came back with the staged folder
    EXPECT_EQ(::umount(folder_.c_str()), 0);
}

/// A model at a path that its user chose, next to a copy of it that the user has put there.
TEST_F(CheckpointFaults, AWriterInPlaceThatIsKilledLeavesAWholeOneAndNothingElse) {
    const Whose models{.run = {}, .kind = Owner::Kind::kModel};
    const auto write = [&](const std::filesystem::path& path, std::int64_t step) {
        return writeTo(Place::hidden(path), contents(step), owner(1, Owner::Kind::kModel), models);
    };
    const auto model = folder_ / "model";
    const std::vector<std::string> whole{"model", "model.old"};
    ASSERT_TRUE(write(folder_ / "model.old", 7));
    for (int call = 0;; ++call) {
        ASSERT_TRUE(write(model, 1));
        const pid_t killed = ::fork();
        if (killed == 0) {
            arm(call, 0);
            ::_exit(write(model, 2) ? 0 : 2);
        }
        int status = 0;
        ASSERT_EQ(::waitpid(killed, &status, 0), killed);
        SCOPED_TRACE("call " + std::to_string(call));
        const auto there = verify(model);
        ASSERT_TRUE(there) << there.error().describe();
        if (WEXITSTATUS(status) == 0) {
            EXPECT_GT(call, 10) << "the calls were not counted";
            break;
        }
        ASSERT_EQ(WEXITSTATUS(status), 1);
        const auto next = write(model, 3);
        ASSERT_TRUE(next) << next.error().describe();
        EXPECT_EQ(readManifest(model)->step, 3);
        EXPECT_EQ(names(), whole);
    }
    EXPECT_EQ(readManifest(model)->step, 2);
    EXPECT_EQ(names(), whole);
    EXPECT_EQ(readManifest(folder_ / "model.old")->step, 7);
}

/// The model of another run, a user's copy of one, and a user's file in a model of this run.
TEST_F(CheckpointFaults, WhatARunHasNotWrittenIsKeptUnderAnotherName) {
    const auto write = [&](const std::string& run, std::int64_t step) {
        const auto foretold = keptAsideAs(folder_ / "model", {run, Owner::Kind::kModel});
        const auto aside = writeTo(Place::hidden(folder_ / "model"), contents(step),
                                   {run, 1, Owner::Kind::kModel}, {.run = {}, .kind = Owner::Kind::kModel});
        EXPECT_TRUE(aside) << aside.error().describe();
        EXPECT_TRUE(!aside || *aside == foretold);
        return aside ? aside->value_or("none").filename().string() : "failed";
    };
    EXPECT_EQ(write("one", 1), "none");
    EXPECT_EQ(write("one", 2), "none") << "its own is replaced";
    EXPECT_EQ(names(), std::vector<std::string>{"model"});
    EXPECT_EQ(write("two", 3), "model.before");
    EXPECT_EQ(readManifest(folder_ / "model.before")->step, 2);
    EXPECT_TRUE(verify(folder_ / "model.before"));
    put(folder_ / "model/notes.txt", "mine");
    EXPECT_EQ(write("two", 4), "model.before.1");
    EXPECT_EQ(contentsOf(folder_ / "model.before.1/notes.txt"), "mine");
    EXPECT_EQ(readManifest(folder_ / "model")->step, 4);
    EXPECT_EQ(names(), (std::vector<std::string>{"model", "model.before", "model.before.1"}));
}

/// Where names cannot be exchanged, a process that was killed in between leaves the old one beside the name.
TEST_F(CheckpointFaults, AModelThatLostItsNameGetsItBack) {
    const Whose models{.run = {}, .kind = Owner::Kind::kModel};
    const Place place = Place::hidden(folder_ / "model");
    ASSERT_TRUE(writeTo(place, contents(1), owner(1, Owner::Kind::kModel), models));
    std::filesystem::rename(place.folder, place.predecessor);
    ASSERT_TRUE(removeUnplaced(place, models));
    EXPECT_EQ(names(), std::vector<std::string>{"model"});
    std::filesystem::create_directories(place.successor);
    put(place.successor / "notes.txt", "mine");
    const auto refused = writeTo(place, contents(2), owner(1, Owner::Kind::kModel), models);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().id, "folder.not_ours");
    EXPECT_EQ(contentsOf(place.successor / "notes.txt"), "mine");
    EXPECT_TRUE(verify(place.folder));
}

TEST_F(CheckpointFaults, AFileSizeLimitIsReportedToo) {
    publishOne(1);
    const Contents contents = this->contents(2);
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const rlimit small{1000, before.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
    const auto staged = writeStaged(folder_, contents, owner(1));
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
    ASSERT_FALSE(staged);
    EXPECT_EQ(staged.error().code, base::Code::kResourceExhausted);
    EXPECT_EQ(names(), std::vector<std::string>{"ckpt-1"});
}

}  // namespace
}  // namespace trainyard::checkpoint
