// SPDX-License-Identifier: Apache-2.0
#include "core/base/file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <csignal>
#include <fstream>

#include "core/base/cancel.h"
#include "core/base/special_file.h"
#include "tests/support/temp_home.h"

namespace trainyard::base {
namespace {

class File : public testing::Test {
  protected:
    std::size_t count() const {
        return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder_), {}));
    }
    TempHome tempHome_;
    const std::filesystem::path& folder_ = tempHome_.path();
};

TEST_F(File, ReadsWholeFilesUpToABound) {
    const std::string text(100000, 'x');
    std::ofstream(folder_ / "a") << text;
    EXPECT_EQ(readFile(folder_ / "a").value(), text);
    EXPECT_EQ(readFile(folder_ / "a", 99999).error().code, Code::kResourceExhausted);
    EXPECT_EQ(readFile("/proc/self/maps", 10).error().code, Code::kResourceExhausted)
        << "a size of 0 is no promise";
    EXPECT_EQ(readFile(folder_ / "none").error().code, Code::kNotFound);
    EXPECT_EQ(readFile(folder_).error().code, Code::kInvalidArgument);
}

TEST_F(File, OpensRegularFilesAloneAndWaitsForNobody) {
    ASSERT_EQ(::mkfifo((folder_ / "fifo").c_str(), 0600), 0);
    std::filesystem::create_symlink(folder_ / "fifo", folder_ / "link");
    sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
    (folder_ / "socket").string().copy(address.sun_path, sizeof address.sun_path - 1);
    const UniqueFd socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    ASSERT_EQ(::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    using Path = std::filesystem::path;
    for (const auto& [path, what] : {std::pair(folder_ / "fifo", "is a FIFO"),
                                     {folder_ / "link", "is a FIFO"},
                                     {folder_ / "socket", "is a socket"},
                                     {folder_, "is a folder"},
                                     {Path("/dev/zero"), "is a device"},
                                     {Path("/dev/ptmx"), "is a device"}}) {
        const auto opened = openRegular(path);
        ASSERT_FALSE(opened) << path;
        EXPECT_NE(opened.error().message.text().find(what), std::string::npos) << opened.error().message;
        const auto special = specialFile(path);
        EXPECT_EQ(special.has_value(), path != folder_) << path;
        EXPECT_EQ(special ? special->message.text() : opened.error().message.text(), opened.error().message);
        EXPECT_EQ(opened.error().id, "file.not_regular") << path;
        EXPECT_EQ(opened.error().code, Code::kInvalidArgument) << path;
        EXPECT_NE(opened.error().message.text().find(path.string()), std::string::npos);
        EXPECT_EQ(readFile(path).error().id, "file.not_regular") << path;
    }
    std::ofstream(folder_ / "a") << "abc";
    EXPECT_EQ(openRegular(folder_ / "a").value().size, 3u);
    std::filesystem::create_symlink("a", folder_ / "link to a");
    EXPECT_EQ(openRegular(folder_ / "link to a").value().size, 3u);
    const auto refused = openRegular(folder_ / "link to a", Links::kRefuse);
    EXPECT_EQ(refused.error().id, "file.not_regular");
    EXPECT_NE(refused.error().message.text().find("is a symbolic link"), std::string::npos);
    for (const char* name : {"a", "link to a", "none"}) EXPECT_FALSE(specialFile(folder_ / name)) << name;
    EXPECT_EQ(openRegular(folder_ / "none", Links::kRefuse).error().code, Code::kNotFound);
    EXPECT_EQ(openRegular(folder_ / "none").error().code, Code::kNotFound);
}

TEST_F(File, ADeletedWorkingFolderIsAnErrorInWords) {
    const auto before = currentFolder().value();
    EXPECT_EQ(absolutePath("a").value(), before / "a");
    std::filesystem::create_directory(folder_ / "work");
    std::filesystem::current_path(folder_ / "work");
    std::filesystem::remove(folder_ / "work");
    const auto relative = absolutePath("a");
    const auto whole = absolutePath("/a");
    std::filesystem::current_path(before);
    ASSERT_FALSE(relative);
    EXPECT_EQ(relative.error().code, Code::kNotFound);
    EXPECT_EQ(whole.value(), "/a");
}

TEST_F(File, SaysWhatOthersMayChange) {
    struct stat info{};
    const auto mayBe = [&](mode_t mode) {
        EXPECT_EQ(::chmod(folder_.c_str(), mode), 0);
        EXPECT_EQ(::stat(folder_.c_str(), &info), 0);
        return mayBeChangedByOthers(info);
    };
    EXPECT_FALSE(mayBe(0755));
    EXPECT_TRUE(mayBe(0757));
    EXPECT_TRUE(mayBe(01777));
    EXPECT_FALSE(mayBe(0775)) << "the group is our own";
    info.st_gid = ::getegid() + 1;
    EXPECT_TRUE(mayBeChangedByOthers(info));
    EXPECT_FALSE(mayBe(0700));
    info.st_uid = ::geteuid() + 1;
    EXPECT_TRUE(mayBeChangedByOthers(info));
}

TEST_F(File, ACancelledCallReadsNoFurther) {
    std::ofstream(folder_ / "a") << "abc";
    const CancelScope scope([] { return true; });
    EXPECT_EQ(readFile(folder_ / "a").error().code, Code::kCancelled);
}

TEST_F(File, AnEmptyPathIsNamedAsThat) {
    const auto read = readFile("");
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().message, "no file is named: its path is empty");
}

TEST_F(File, AtomicWriteIsOldOrNew) {
    const auto path = folder_ / "f";
    ASSERT_TRUE(writeFileAtomically(path, "old", 0600));
    struct stat info{};
    ASSERT_EQ(::stat(path.c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 0777, 0600u);
    ASSERT_TRUE(writeFileAtomically(path, "new"));
    EXPECT_EQ(readFile(path).value(), "new");

    std::signal(SIGXFSZ, SIG_IGN);
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const rlimit small{1000, before.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
    const Status status = writeFileAtomically(path, std::string(5000, 'x'));
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().code, Code::kResourceExhausted);
    EXPECT_EQ(status.error().id, "file.limit");
    EXPECT_TRUE(status.error().message.text().ends_with(
        ": a file may have at most 1000 bytes: raise the limit (`ulimit -f`, or in the batch system that set "
        "it)"))
        << status.error().message;
    EXPECT_EQ(readFile(path).value(), "new");
    EXPECT_EQ(count(), 1u) << "nothing is left beside it";
    EXPECT_FALSE(writeFileAtomically(folder_ / "none" / "f", "x"));
}

TEST_F(File, MakesFoldersAndSaysWhatIsInTheWay) {
    ASSERT_TRUE(makeFolders(folder_ / "a/b/c", 0700));
    struct stat info{};
    ASSERT_EQ(::stat((folder_ / "a/b/c").c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 0777, 0700u);
    EXPECT_TRUE(makeFolders(folder_ / "a/b/c"));
    std::ofstream(folder_ / "a/file") << "x";
    EXPECT_EQ(makeFolders(folder_ / "a/file").error().code, Code::kAlreadyExists);
    EXPECT_FALSE(makeFolders(folder_ / "a/file/d"));
}

TEST_F(File, WriteAllReportsAClosedEnd) {
    std::signal(SIGPIPE, SIG_IGN);
    int ends[2];
    ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
    UniqueFd reader(ends[0]), writer(ends[1]);
    EXPECT_TRUE(writeAll(writer.get(), std::as_bytes(std::span("abc", 3)), "pipe"));
    reader.reset();
    const Status status = writeAll(writer.get(), std::as_bytes(std::span("abc", 3)), "the pipe");
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().message, "cannot write the pipe: Broken pipe");
}

TEST_F(File, UniqueFdClosesWhatItOwns) {
    int ends[2];
    ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
    {
        UniqueFd a(ends[0]);
        UniqueFd b = std::move(a);
        EXPECT_FALSE(a);
        EXPECT_EQ(b.get(), ends[0]);
        UniqueFd c(ends[1]);
        EXPECT_EQ(c.release(), ends[1]);
    }
    EXPECT_EQ(::fcntl(ends[0], F_GETFD), -1);
    EXPECT_NE(::fcntl(ends[1], F_GETFD), -1);
    ::close(ends[1]);
}

TEST_F(File, FreeBytesOfAFolder) {
    EXPECT_GT(freeBytes(folder_).value(), 0u);
    EXPECT_FALSE(freeBytes(folder_ / "none"));
}

}  // namespace
}  // namespace trainyard::base
