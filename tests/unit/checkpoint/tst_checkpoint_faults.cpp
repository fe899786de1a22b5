// SPDX-License-Identifier: Apache-2.0
// Every call that changes the disk fails in turn, and a disk that is really full. The calls are replaced in
// this program by ones that count and, when armed, fail; after SQLite's way of testing
// (https://www.sqlite.org/testing.html).
#include <fcntl.h>
#include <linux/fs.h>
#include <stdarg.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <functional>
#include <string_view>
#include <thread>
#include <utility>

#include "core/checkpoint/manifest.h"
#include "scratch.h"

namespace {

int callsLeft = -1;  // until one fails; negative: never
int errorToGive = 0;
int failures = 0;

bool failsNow() {
    if (callsLeft < 0 || callsLeft-- > 0) return false;
    errno = errorToGive;
    ++failures;
    return true;
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
    if (::geteuid() != 0) GTEST_SKIP() << "mounting a small tmpfs needs root";
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
