// SPDX-License-Identifier: Apache-2.0
// Files of a run, part by part, as they cross the door to its machine.
#include "core/node/file_parts.h"

#include <gmock/gmock.h>

#include <fstream>

#include "core/base/file.h"
#include "tests/support/temp_home.h"

namespace trainyard::node {
namespace {

namespace fs = std::filesystem;
using ::testing::IsEmpty;

class FilePartsTest : public ::testing::Test {
  protected:
    void SetUp() override {
        there_ = folder_ / "there";
        here_ = folder_ / "here";
        fs::create_directories(there_);
        fs::create_directories(here_);
    }

    static void write(const fs::path& file, const std::string& text) {
        fs::create_directories(file.parent_path());
        std::ofstream(file, std::ios::app) << text;
    }
    static std::string text(const fs::path& file) { return base::readFile(file).value_or("not there"); }
    /// Brings over what is new, at most `mostBytes`; false: nothing was.
    bool bring(std::size_t mostBytes = 100) {
        const auto parts =
            readParts(there_, withSizesIn(here_, {.places = {"log", "events"}, .sizes = {}}), mostBytes);
        EXPECT_TRUE(appendParts(here_, parts));
        return !parts.empty();
    }
    static FilePart part(const std::string& file, std::uint64_t offset, const std::string& bytes) {
        return {.file = file, .offset = offset, .bytes = bytes};
    }

    TempHome tempHome_;
    const fs::path& folder_ = tempHome_.path();
    fs::path there_, here_;
};

TEST_F(FilePartsTest, APlaceStandsForTheEventFilesOfAFolderElsewhere) {
    const fs::path logs = folder_ / "logs";
    write(logs / "old/events.out.tfevents.1.h", "of another run");
    const auto follow = [&] {
        const auto parts =
            readParts(there_, withSizesIn(here_, {.places = {"events/far"}, .sizes = {}}), 100);
        EXPECT_TRUE(appendParts(here_, parts));
        return !parts.empty();
    };
    const auto link = [&] { return linkEvents(there_, "events/far", logs); };
    ASSERT_TRUE(link());
    EXPECT_FALSE(follow());
    write(logs / "events.out.tfevents.2.h", "a");
    write(logs / "sub/events.out.tfevents.3.h.v2", "b");
    write(logs / "sub/model.bin", "large");
    write(logs / "old/events.out.tfevents.1.h", ", which goes on");
    ASSERT_TRUE(link()) << "of another task, or of another attempt";
    EXPECT_TRUE(follow());
    EXPECT_FALSE(follow());
    EXPECT_EQ(text(here_ / "events/far/events.out.tfevents.2.h"), "a");
    EXPECT_EQ(text(here_ / "events/far/sub/events.out.tfevents.3.h.v2"), "b");
    EXPECT_FALSE(fs::exists(here_ / "events/far/sub/model.bin"));
    EXPECT_FALSE(fs::exists(here_ / "events/far/old"));
    write(logs / "events.out.tfevents.2.h", "a");
    EXPECT_TRUE(follow());
    EXPECT_EQ(text(here_ / "events/far/events.out.tfevents.2.h"), "aa");
}

TEST_F(FilePartsTest, APlaceThatLeadsOutOfTheRunsFolderStandsForNothing) {
    EXPECT_EQ(linkEvents(there_, "../far", folder_).error().id, "file.outside");
    fs::create_directories(there_ / "events");
    write(folder_ / "logs/events.out.tfevents.1.h", "x");
    fs::create_directory_symlink(folder_ / "logs",
                                 there_ / "events/link");  // of somebody else: without a list
    EXPECT_FALSE(fs::exists(here_ / "events/link"));
    EXPECT_TRUE(readParts(there_, {.places = {"events/link"}}).empty());
}

TEST_F(FilePartsTest, FilesAndFoldersAreFollowedAsTheyGrow) {
    EXPECT_FALSE(bring());
    write(there_ / "log", "first");
    write(there_ / "events/train/a", "a");
    write(there_ / "other", "not asked for");
    EXPECT_TRUE(bring());
    EXPECT_EQ(text(here_ / "log"), "first");
    EXPECT_EQ(text(here_ / "events/train/a"), "a");
    EXPECT_FALSE(fs::exists(here_ / "other"));
    EXPECT_FALSE(bring());
    write(there_ / "log", " second");
    write(there_ / "events/validation/b", "b");
    EXPECT_TRUE(bring());
    EXPECT_EQ(text(here_ / "log"), "first second");
    EXPECT_EQ(text(here_ / "events/validation/b"), "b");
}

TEST_F(FilePartsTest, WhatDoesNotFitIntoOneAnswerFollowsInTheNext) {
    write(there_ / "events/a", "0123456789");
    write(there_ / "log", "abc");
    int rounds = 0;
    while (bring(4)) ++rounds;
    EXPECT_EQ(rounds, 4);
    EXPECT_EQ(text(here_ / "events/a"), "0123456789");
    EXPECT_EQ(text(here_ / "log"), "abc");
}

/// An answer may be of an agent that knew less.
TEST_F(FilePartsTest, APartThatIsThereAlreadyChangesNothing) {
    write(here_ / "log", "first second");
    EXPECT_TRUE(appendParts(here_, {part("log", 0, "first")}));
    EXPECT_TRUE(appendParts(here_, {part("log", 6, "second third")}));
    EXPECT_EQ(text(here_ / "log"), "first second third");
}

TEST_F(FilePartsTest, APartBeyondTheEndIsRefused) {
    write(here_ / "log", "first");
    EXPECT_EQ(appendParts(here_, {part("log", 6, "second")}).error().id, "file.gap");
    EXPECT_EQ(text(here_ / "log"), "first");
}

TEST_F(FilePartsTest, NothingOutsideOfTheFolderIsReadOrWritten) {
    write(folder_ / "secret", "secret");
    fs::create_symlink(folder_ / "secret", there_ / "link");
    const std::string absolute = (folder_ / "secret").string();
    EXPECT_THAT(readParts(there_, {.places = {"../secret", absolute, "link"}, .sizes = {}}), IsEmpty());
    fs::create_symlink(folder_ / "secret", here_ / "link");
    for (const std::string& name : {std::string("../secret"), absolute, std::string("link")}) {
        EXPECT_FALSE(appendParts(here_, {part(name, 6, "more")})) << name;
        EXPECT_FALSE(name != "link" && putPart(here_, part(name, 0, "other"))) << name;
    }
    EXPECT_EQ(text(folder_ / "secret"), "secret");
    fs::create_directory_symlink(folder_, here_ / "copies");
    EXPECT_EQ(putPart(here_, part("copies/secret", 0, "other")).error().id, "file.link");
    EXPECT_EQ(text(folder_ / "secret"), "secret");
}

TEST_F(FilePartsTest, AFileThatIsPutHasItsNameOnceItIsWhole) {
    write(here_ / "restored/model", "of an earlier attempt");
    EXPECT_TRUE(putPart(here_, part("restored/model", 0, "01234")));
    EXPECT_EQ(text(here_ / "restored/model"), "of an earlier attempt");
    FilePart last = part("restored/model", 5, "56789");
    last.isLast = true;
    EXPECT_TRUE(putPart(here_, last));
    EXPECT_EQ(text(here_ / "restored/model"), "0123456789");
    EXPECT_EQ(putPart(here_, part("restored/other", 5, "x")).error().id, "file.gap");
}

TEST_F(FilePartsTest, AFileIsPutAgainFromItsBeginning) {
    EXPECT_TRUE(putPart(here_, part("restored/model", 0, "cut off in the mid")));
    FilePart whole = part("restored/model", 0, "whole");
    whole.isLast = true;
    EXPECT_TRUE(putPart(here_, whole));
    EXPECT_EQ(text(here_ / "restored/model"), "whole");
    EXPECT_TRUE(putPart(here_, {.file = "restored/empty", .isLast = true}));
    EXPECT_EQ(text(here_ / "restored/empty"), "");
}

}  // namespace
}  // namespace trainyard::node
