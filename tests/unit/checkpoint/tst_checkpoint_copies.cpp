// SPDX-License-Identifier: Apache-2.0
// Copies of checkpoints at an evaluator: which are complete, and that nothing else is ever deleted.
#include "core/checkpoint/copies.h"
#include "core/checkpoint/manifest.h"
#include "scratch.h"

namespace trainyard::checkpoint {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

class Copies : public Scratch {
  protected:
    /// A copy in the folder of `attempt`, as if it had been sent.
    fs::path copyOne(std::int64_t step, int attempt, bool hasArrived = true) {
        const fs::path folder = folder_ / copiesOf(attempt);
        EXPECT_TRUE(prepareCopies(folder_, attempt));
        const auto staged = writeStaged(folder, contents(step), owner(attempt));
        EXPECT_TRUE(staged) << staged.error().describe();
        const auto final = publish(folder, staged->filename().string());
        if (hasArrived) put(folder / kArrivedFolder / finalName(step), "box:/runs/ckpt\n");
        return final.value_or("");
    }
    /// Everything below the run's folder, relative to it.
    Names all() const {
        Names names;
        for (const auto& entry : fs::recursive_directory_iterator(folder_))
            names.push_back(entry.path().lexically_relative(folder_).string());
        std::ranges::sort(names);
        return names;
    }
};

TEST_F(Copies, OneIsCompleteOnceItIsMarked) {
    copyOne(16, 1, false);
    const fs::path copy = copyOne(8, 1);
    const auto copies = listCopies(folder_ / copiesOf(1));
    ASSERT_EQ(copies.size(), 1u);
    EXPECT_EQ(copies[0].path, copy);
    EXPECT_EQ(originOf(copy), "box:/runs/ckpt");
    ASSERT_TRUE(removeCopy(copy, kRun));
    EXPECT_FALSE(fs::exists(copy));
    EXPECT_TRUE(listCopies(folder_ / copiesOf(1)).empty());
    EXPECT_EQ(originOf(copy), "");
    EXPECT_TRUE(removeCopy(copy, kRun)) << "again";
}

TEST_F(Copies, NothingIsLeftOfAttemptsThatEnded) {
    copyOne(8, 1);
    copyOne(16, 2, false);
    const fs::path later = copyOne(24, 3);
    // What transfers and deletions that were cut off leave.
    const fs::path begun = folder_ / copiesOf(2) / "ckpt-32";
    fs::create_directory(begun);
    put(begun / "owner.json.part", "{");
    const fs::path half = folder_ / copiesOf(2) / "ckpt-40";
    fs::copy(folder_ / copiesOf(2) / "ckpt-16", half);
    fs::rename(half / "model.safetensors", half / "model.safetensors.part");
    put(folder_ / copiesOf(2) / kArrivedFolder / "ckpt-40.part", "b");
    fs::copy(half, folder_ / copiesOf(1) / ".gone-ckpt-4");
    fs::remove(folder_ / copiesOf(1) / ".gone-ckpt-4/model.safetensors.part");
    ASSERT_TRUE(removeCopies(folder_, kRun, 2));
    EXPECT_FALSE(fs::exists(folder_ / copiesOf(1)));
    EXPECT_FALSE(fs::exists(folder_ / copiesOf(2)));
    EXPECT_TRUE(verify(later));
    ASSERT_TRUE(removeCopies(folder_, kRun, 3));
    EXPECT_TRUE(fs::is_empty(folder_));
    EXPECT_TRUE(removeCopies(folder_, kRun, 3)) << "where nothing is";
}

TEST_F(Copies, WhatIsNotOursStays) {
    copyOne(8, 1);
    const fs::path root = folder_ / kCopiesFolder;
    fs::create_directories(root / "x");
    fs::create_directories(root / "01/ckpt-8");
    fs::create_directories(root / "1/notes");
    fs::create_directories(root / "1/ckpt-9");  // of another run
    put(root / "1/ckpt-9/owner.json", toText(Owner{"other", 1}));
    put(root / "1/ckpt-9/model.safetensors.part", "theirs");
    fs::create_directories(root / "1/ckpt-10");  // without an owner
    put(root / "1/ckpt-10/model.safetensors.part", "whose?");
    put(root / "1/ckpt-8/notes.txt", "mine");
    put(root / "1/arrived/notes.txt", "mine");
    fs::create_symlink(root / "x", root / "1/arrived/ckpt-11");
    fs::create_directory_symlink(root / "x", root / "1/ckpt-12");
    const auto removed = removeCopies(folder_, kRun, 5);
    ASSERT_FALSE(removed);
    EXPECT_EQ(removed.error().id, "folder.not_ours");
    EXPECT_EQ(all(), (Names{"copies", "copies/01", "copies/01/ckpt-8", "copies/1", "copies/1/arrived",
                            "copies/1/arrived/ckpt-11", "copies/1/arrived/notes.txt", "copies/1/ckpt-10",
                            "copies/1/ckpt-10/model.safetensors.part", "copies/1/ckpt-12",
                            "copies/1/ckpt-8.before", "copies/1/ckpt-8.before/notes.txt", "copies/1/ckpt-9",
                            "copies/1/ckpt-9/model.safetensors.part", "copies/1/ckpt-9/owner.json",
                            "copies/1/notes", "copies/x"}));
}

TEST_F(Copies, NothingIsDoneThroughALink) {
    copyOne(8, 1);
    fs::rename(folder_ / kCopiesFolder, folder_ / "elsewhere");
    fs::create_directory_symlink(folder_ / "elsewhere", folder_ / kCopiesFolder);
    const Names before = all();
    for (const base::Status& refused : {prepareCopies(folder_, 1), removeCopies(folder_, kRun, 1)}) {
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().id, "folder.not_ours");
    }
    fs::remove(folder_ / kCopiesFolder);
    fs::create_directory(folder_ / kCopiesFolder);
    fs::create_directory_symlink(folder_ / "elsewhere/1", folder_ / copiesOf(1));
    EXPECT_FALSE(prepareCopies(folder_, 1));
    EXPECT_TRUE(removeCopies(folder_, kRun, 1)) << "a link is no folder of an attempt";
    EXPECT_TRUE(verify(folder_ / "elsewhere/1/ckpt-8"));
}

}  // namespace
}  // namespace trainyard::checkpoint
