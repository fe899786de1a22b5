// SPDX-License-Identifier: Apache-2.0
// The files that a home sends to a machine, on this one and through a stream.
#include "core/node/remote/sent_files.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <ctime>
#include <fstream>
#include <future>

#include "core/base/file.h"
#include "core/base/sent_place.h"
#include "core/base/sha256.h"
#include "tests/support/temp_home.h"
#include "tests/unit/node/far_node.h"

namespace trainyard::node {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPlace = "/home/u/data";

v1::NamedFile named(const std::string& name, const std::string& contents) {
    v1::NamedFile file;
    file.set_name(name);
    file.set_bytes(contents.size());
    file.set_sha256(base::Sha256::hex(contents));
    return file;
}

class SentFilesTest : public ::testing::TestWithParam<NodeFactory> {
  protected:
    void SetUp() override {
        sent_ = folder_ / "sent";
        place_ = base::sentPlace(sent_, kPlace);
        begin();
    }
    void TearDown() override {
        end();
        if (HasFailure()) tempHome_.keep();
    }
    void begin() {
        loop_ = std::move(*base::EventLoop::start());
        files_ = std::make_unique<SentFiles>(*loop_, sent_);
        NodeSetup setup{.runs = folder_ / "runs", .worker = {}, .shim = {}, .socket = folder_ / "agent.sock"};
        setup.sent = sent_;
        setup.files = files_.get();
        node_ = GetParam()(*loop_, std::move(setup));
    }
    void end() {
        node_.reset();
        files_.reset();
        loop_.reset();
    }
    base::Result<v1::FilesReply> ask(const v1::FilesCall& call) {
        std::promise<base::Result<v1::FilesReply>> answer;
        loop_->call([&] {
            node_->files(call, [&](auto reply) {
                if (reply)
                    answer.set_value(**reply);
                else
                    answer.set_value(base::fail(reply.error()));
            });
        });
        return answer.get_future().get();
    }
    base::Result<v1::FilesReply> part(const v1::NamedFile& file, std::uint64_t offset,
                                      const std::string& bytes, const std::string& place = kPlace) {
        v1::FilesCall call;
        call.set_place(place);
        *call.mutable_part()->mutable_file() = file;
        call.mutable_part()->set_offset(offset);
        call.mutable_part()->set_bytes(bytes);
        return ask(call);
    }
    base::Result<v1::FilesReply> put(const std::string& name, const std::string& contents) {
        return part(named(name, contents), 0, contents);
    }
    base::Result<v1::FilesReply> have(const v1::NamedFile& file) {
        v1::FilesCall call;
        call.set_place(kPlace);
        *call.mutable_have()->add_files() = file;
        return ask(call);
    }
    base::Result<v1::FilesReply> tidy(const std::vector<std::string>& names) {
        v1::FilesCall call;
        call.set_place(kPlace);
        for (const std::string& name : names) call.mutable_tidy()->add_names(name);
        if (names.empty()) call.mutable_tidy();
        return ask(call);
    }
    base::Result<v1::FilesReply::Cleaned> clean(std::int64_t unusedSeconds) {
        v1::FilesCall call;
        call.mutable_clean()->set_unused_seconds(unusedSeconds);
        TY_ASSIGN(const v1::FilesReply reply, ask(call));
        return reply.cleaned();
    }
    static std::string idOf(const base::Result<v1::FilesReply>& reply) {
        return reply ? "" : reply.error().id;
    }
    static std::string read(const fs::path& file) { return base::readFile(file).value_or("(none)"); }
    static void write(const fs::path& file, const std::string& contents) {
        fs::create_directories(file.parent_path());
        std::ofstream(file, std::ios::trunc) << contents;
    }
    std::vector<fs::path> parts() const {
        std::error_code absent;
        std::vector<fs::path> found;
        for (const auto& entry : fs::directory_iterator(sent_ / "parts", absent))
            found.push_back(entry.path());
        return found;
    }

    TempHome tempHome_;
    const fs::path& folder_ = tempHome_.path();
    fs::path sent_, place_;
    std::unique_ptr<base::EventLoop> loop_;
    std::unique_ptr<SentFiles> files_;
    std::unique_ptr<Node> node_;
};

TEST_P(SentFilesTest, AFileHasItsNameOnceItIsComplete) {
    const v1::NamedFile file = named("data/a.csv", "0123456789");
    EXPECT_FALSE(have(file)->has_place());
    ASSERT_TRUE(part(file, 0, "01234"));
    auto state = have(file);
    EXPECT_FALSE(state->files(0).is_sent());
    EXPECT_EQ(state->files(0).received(), 5u);
    EXPECT_FALSE(fs::exists(place_ / "data/a.csv"));
    ASSERT_TRUE(part(file, 5, "56789"));
    state = have(file);
    EXPECT_TRUE(state->has_place());
    EXPECT_TRUE(state->files(0).is_sent());
    EXPECT_EQ(read(place_ / "data/a.csv"), "0123456789");
    EXPECT_TRUE(parts().empty());
    EXPECT_FALSE(have(named("data/a.csv", "other"))->files(0).is_sent());
}

TEST_P(SentFilesTest, AnEmptyFileIsSentToo) {
    ASSERT_TRUE(put("data/__init__.py", ""));
    EXPECT_TRUE(have(named("data/__init__.py", ""))->files(0).is_sent());
}

TEST_P(SentFilesTest, AnInterruptedFileContinuesWhereItWas) {
    const v1::NamedFile file = named("data/a.csv", "0123456789");
    ASSERT_TRUE(part(file, 0, "01234"));
    end();
    begin();
    ASSERT_EQ(have(file)->files(0).received(), 5u);
    ASSERT_TRUE(part(file, 5, "56789"));
    EXPECT_EQ(read(place_ / "data/a.csv"), "0123456789");
}

TEST_P(SentFilesTest, APartThatComesTwiceChangesNothing) {
    const v1::NamedFile file = named("data/a.csv", "0123456789");
    ASSERT_TRUE(part(file, 0, "01234"));
    ASSERT_TRUE(part(file, 0, "01234"));
    ASSERT_TRUE(part(file, 5, "56789"));
    ASSERT_TRUE(part(file, 5, "56789"));
    EXPECT_EQ(read(place_ / "data/a.csv"), "0123456789");
    EXPECT_TRUE(parts().empty());
}

TEST_P(SentFilesTest, AGapIsRefused) {
    EXPECT_EQ(idOf(part(named("data/a.csv", "0123456789"), 5, "56789")), "file.gap");
    EXPECT_FALSE(fs::exists(place_ / "data/a.csv"));
}

TEST_P(SentFilesTest, WhatArrivesOtherwiseIsNotKept) {
    EXPECT_EQ(idOf(part(named("data/a.csv", "0123456789"), 0, "01234x6789")), "file.changed");
    EXPECT_FALSE(fs::exists(place_ / "data/a.csv"));
    EXPECT_TRUE(parts().empty());
    EXPECT_TRUE(put("data/a.csv", "0123456789"));
}

TEST_P(SentFilesTest, ANewVersionReplacesWhatWasSent) {
    ASSERT_TRUE(put("data/a.csv", "old"));
    end();
    begin();  // it is known after a restart, too
    ASSERT_TRUE(put("data/a.csv", "new"));
    EXPECT_EQ(read(place_ / "data/a.csv"), "new");
}

TEST_P(SentFilesTest, AFileOfTheNodesOwnIsFoundAndNeverChanged) {
    const fs::path own = folder_ / "own.csv";
    write(own, "x");
    v1::NamedFile file = named("data/own.csv", "x");
    file.set_path(own.string());
    EXPECT_TRUE(have(file)->files(0).is_own());
    EXPECT_FALSE(have(file)->files(0).is_sent());
    file = named("data/own.csv", "y");
    file.set_path(own.string());
    EXPECT_FALSE(have(file)->files(0).is_own());
    ASSERT_TRUE(part(file, 0, "y"));
    EXPECT_EQ(read(own), "x");
}

TEST_P(SentFilesTest, WhatWasNotSentIsNeverReplaced) {
    ASSERT_TRUE(put("data/a.csv", "sent"));
    write(place_ / "data/a.csv", "changed by a task");
    EXPECT_EQ(idOf(put("data/a.csv", "new")), "file.not_sent");
    EXPECT_EQ(read(place_ / "data/a.csv"), "changed by a task");
    write(place_ / "data/b.csv", "written by a task");
    EXPECT_EQ(idOf(put("data/b.csv", "new")), "file.not_sent");
    EXPECT_EQ(read(place_ / "data/b.csv"), "written by a task");
}

TEST_P(SentFilesTest, TidyDeletesOnlyWhatWasSent) {
    for (const char* name : {"data/a", "data/b", "data/c"}) ASSERT_TRUE(put(name, name));
    write(place_ / "data/c", "changed by a task");
    write(place_ / "data/d", "written by a task");
    ASSERT_TRUE(tidy({"data/b"}));
    EXPECT_FALSE(fs::exists(place_ / "data/a"));
    EXPECT_EQ(read(place_ / "data/b"), "data/b");
    EXPECT_EQ(read(place_ / "data/c"), "changed by a task");
    EXPECT_EQ(read(place_ / "data/d"), "written by a task");
    ASSERT_TRUE(put("data/b", "new")) << "it is no longer known";
}

TEST_P(SentFilesTest, CleanDeletesWhatWasSentAndNothingElse) {
    for (const char* name : {"data/a", "data/b", "data/c"}) ASSERT_TRUE(put(name, name));
    ASSERT_TRUE(part(named("plugin.json", "{}"), 0, "{}", "plugin:mine"));
    ASSERT_TRUE(part(named("data/large", "0123456789"), 0, "012"));
    write(place_ / "data/c", "changed by a task");
    write(place_ / "data/own/d", "written by a task");
    write(sent_ / "plugins/other/plugin.json", "nothing that was sent");
    fs::create_symlink(folder_ / "elsewhere", place_ / "data/link");
    const auto cleaned = clean(0);
    ASSERT_TRUE(cleaned) << cleaned.error().describe();
    EXPECT_EQ(cleaned->files(), 3);
    EXPECT_EQ(cleaned->kept(), 3);
    EXPECT_EQ(cleaned->bytes(), 6 + 6 + 2 + 3);
    EXPECT_FALSE(fs::exists(place_ / "data/a"));
    EXPECT_FALSE(fs::exists(sent_ / "plugins/mine"));
    EXPECT_TRUE(parts().empty());
    EXPECT_EQ(read(place_ / "data/c"), "changed by a task");
    EXPECT_EQ(read(place_ / "data/own/d"), "written by a task");
    EXPECT_EQ(read(sent_ / "plugins/other/plugin.json"), "nothing that was sent");
    EXPECT_TRUE(fs::is_symlink(place_ / "data/link"));
    ASSERT_TRUE(put("data/a", "again"));
    EXPECT_EQ(idOf(put("data/c", "again")), "file.not_sent");
}

TEST_P(SentFilesTest, WhatWasAskedForLatelyIsInUse) {
    const fs::path log = sent_ / "written" / base::Sha256::hex(kPlace);
    const auto age = [&](std::time_t seconds) {
        const std::time_t then = std::time(nullptr) - seconds;
        const struct timespec times[] = {{then, 0}, {then, 0}};
        ASSERT_EQ(::utimensat(AT_FDCWD, log.c_str(), static_cast<const struct timespec*>(times), 0), 0);
    };
    ASSERT_TRUE(put("data/a", "a"));
    EXPECT_EQ(clean(100)->files(), 0);
    age(1000);
    ASSERT_TRUE(have(named("data/a", "a"))->files(0).is_sent());
    EXPECT_EQ(clean(100)->files(), 0);
    age(1000);
    EXPECT_EQ(clean(100)->files(), 1);
    EXPECT_FALSE(fs::exists(place_)) << "nor is an empty folder left";
    EXPECT_FALSE(fs::exists(log));
}

TEST_P(SentFilesTest, NamesOutsideOfThePlaceAreRefused) {
    for (const std::string& name : {std::string("../a"), (folder_ / "a").string(), std::string(),
                                    std::string("b/../../a"), std::string("./a"), std::string("a/")})
        EXPECT_EQ(idOf(put(name, "x")), "file.outside") << name;
    for (const char* place : {"", "plugin:", "plugin:..", "plugin:../../a", "plugin:/etc"})
        EXPECT_EQ(idOf(part(named("a", "x"), 0, "x", place)), "file.outside") << place;
    v1::NamedFile file = named("a", "x");
    file.set_sha256("../../a");
    EXPECT_EQ(idOf(part(file, 0, "x")), "file.outside");
    EXPECT_FALSE(fs::exists(folder_ / "a"));
    EXPECT_TRUE(parts().empty());
}

TEST_P(SentFilesTest, LinksInAPlaceAreNotFollowed) {
    write(folder_ / "elsewhere/a", "own");
    ASSERT_TRUE(put("data/first", "x"));
    fs::create_directory_symlink(folder_ / "elsewhere", place_ / "data/folder");
    fs::create_symlink(folder_ / "elsewhere/a", place_ / "data/file");
    EXPECT_EQ(idOf(put("data/folder/a", "new")), "file.not_sent");
    EXPECT_EQ(idOf(put("data/file", "new")), "file.not_sent");
    EXPECT_FALSE(have(named("data/file", "own"))->files(0).is_sent());
    EXPECT_EQ(read(folder_ / "elsewhere/a"), "own");
    EXPECT_EQ(::mkfifo((place_ / "data/pipe").c_str(), 0600), 0);
    EXPECT_EQ(idOf(put("data/pipe", "new")), "file.not_sent");
    ASSERT_TRUE(tidy({}));
    EXPECT_EQ(read(folder_ / "elsewhere/a"), "own");
}

TEST_P(SentFilesTest, AnEntryThatIsCutOffIsNoneAndNotInTheWay) {
    ASSERT_TRUE(put("data/a", "one"));
    end();
    const fs::path log = sent_ / "written" / base::Sha256::hex(kPlace);
    std::ofstream(log, std::ios::app) << base::Sha256::hex("two") + "data/";
    begin();
    ASSERT_TRUE(put("data/b", "two"));
    end();
    begin();
    EXPECT_TRUE(put("data/a", "new"));
    EXPECT_TRUE(put("data/b", "new too"));
}

/// Of the machine whose tasks would start it, in what was sent for its folder.
TEST_P(SentFilesTest, SaysWhyAProgramWouldNotStartThere) {
    const auto wrong = [&](const std::string& name, const std::string& path = {}) {
        v1::FilesCall call;
        call.set_place(kPlace);
        v1::FilesProgram& program = *call.mutable_have()->mutable_program();
        program.set_name(name);
        program.set_folder(kPlace);
        program.set_path(path);
        const auto reply = ask(call);
        EXPECT_TRUE(reply) << reply.error().describe();
        return reply && reply->has_program() ? reply->program().id() + ": " + reply->program().message() : "";
    };
    EXPECT_EQ(wrong("sh"), "") << "in the node's own PATH";
    EXPECT_EQ(wrong("/bin/sh"), "");
    EXPECT_EQ(wrong("no-such-program", "/nowhere:/bin"),
              "command.missing_program: there is no program no-such-program in the folders of PATH "
              "(/nowhere:/bin); "
              "install it, or write its whole path");
    EXPECT_EQ(wrong("/nowhere/python3"),
              "command.missing_program: there is no program /nowhere/python3; correct the "
              "path, or install it");
    const fs::path tool = folder_ / "bin" / "tool";
    write(tool, "#!/nowhere/python3\n");
    EXPECT_EQ(wrong(tool).substr(0, 22), "command.not_executable");
    fs::permissions(tool, fs::perms::owner_all);
    EXPECT_EQ(wrong("tool", tool.parent_path()),
              "command.not_executable: the interpreter /nowhere/python3 that the first line of " +
                  tool.string() +
                  " names is not there; correct that line, or name an interpreter before the script");
    EXPECT_EQ(wrong("./train.sh").substr(0, 23), "command.missing_program");
    ASSERT_TRUE(put("data/train.sh", "#!/bin/sh\n"));
    EXPECT_EQ(wrong("./train.sh"), "") << "it was sent";
}

INSTANTIATE_TEST_SUITE_P(Local, SentFilesTest, ::testing::Values(&makeNodeOf<LocalNode>));
INSTANTIATE_TEST_SUITE_P(Remote, SentFilesTest, ::testing::Values(&makeNodeOf<FarNode>));

}  // namespace
}  // namespace trainyard::node
