// SPDX-License-Identifier: Apache-2.0
// The program only deletes what it has written itself: tested by example, and as a property of random folders
// that contain foreign files under the program's own names.
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <random>
#include <set>

#include "core/checkpoint/leftovers.h"
#include "core/checkpoint/manifest.h"
#include "scratch.h"

namespace trainyard::checkpoint {
namespace {

namespace fs = std::filesystem;
using Kind = Owner::Kind;
using Names = std::vector<std::string>;

class Ownership : public Scratch {
  protected:
    fs::path folderWith(const std::string& name, const std::string& owner) {
        const fs::path folder = folder_ / name;
        fs::create_directories(folder);
        put(folder / "owner.json", owner);
        put(folder / "weights", "of somebody");
        return folder;
    }
    fs::path publishOf(const Owner& owner, std::int64_t step) {
        const auto staged = writeStaged(folder_, contents(step), owner);
        EXPECT_TRUE(staged) << staged.error().describe();
        return publish(folder_, staged->filename()).value_or("");
    }
};

TEST_F(Ownership, ACheckpointSaysWhoWroteItAndCountsTheSaves) {
    publishOf({"mnist-1", 2, Kind::kKept}, 10);
    const auto second = publishOf({"mnist-1", 2, Kind::kBackup}, 5);
    const auto owner = readOwner(second);
    ASSERT_TRUE(owner) << owner.error().describe();
    EXPECT_EQ(owner->run, "mnist-1");
    EXPECT_EQ(owner->attempt, 2);
    EXPECT_EQ(owner->kind, Kind::kBackup);
    EXPECT_EQ(owner->save, 2);
    EXPECT_TRUE(verify(second)) << "its manifest names owner.json";
    EXPECT_TRUE(readManifest(second)->files.contains("owner.json"));
}

/// What a write that was killed before its rename leaves, and what only looks like it.
TEST_F(Ownership, OnlyWhatAnEndedProcessWasWritingIsALeftover) {
    const pid_t ended = ::fork();
    if (ended == 0) ::_exit(0);
    ASSERT_EQ(::waitpid(ended, nullptr, 0), ended);
    const auto named = [](const std::string& target, pid_t writer, const char* end = "-7.tmp") {
        return fmt::format(".{}.{}{}", target, writer, end);
    };
    const Names kept{"checkpoint",
                     named("checkpoint", ::getpid()),
                     named("checkpoint", 1),
                     named("checkpoint", ended, ".tmp"),
                     named("checkpoint", ended, "-7.tmp.txt"),
                     named("checkpoint", ended, "-x.tmp"),
                     named("checkpoint.old", ended),
                     named("notes.txt", ended),
                     ".checkpoint.-7.tmp",
                     ".checkpoint.0-7.tmp"};
    for (const std::string& name : kept) put(folder_ / name, "text");
    for (const char* target : {"checkpoint", "marks.json", ".trainyard-run"})
        put(folder_ / named(target, ended), target);
    fs::create_symlink(folder_ / "checkpoint", folder_ / named("checkpoint", ended, "-8.tmp"));
    fs::create_directory(folder_ / named("checkpoint", ended, "-9.tmp"));
    removeLeftovers(folder_);
    Names expected = kept;
    for (const char* end : {"-8.tmp", "-9.tmp"}) expected.push_back(named("checkpoint", ended, end));
    std::ranges::sort(expected);
    EXPECT_EQ(names(), expected);
    removeLeftovers(folder_ / "nowhere");
}

TEST_F(Ownership, OnlyTheOwnersWordCounts) {
    const auto ours = publishOne(1);
    EXPECT_TRUE(isOwn(ours, {kRun}));
    EXPECT_TRUE(isOwn(ours, {kRun, Kind::kKept}));
    EXPECT_TRUE(isOwn(ours, {}));
    EXPECT_FALSE(isOwn(ours, {"run-2"}));
    EXPECT_FALSE(isOwn(ours, {""}));
    EXPECT_FALSE(isOwn(ours, {kRun, Kind::kBackup}));
    fs::create_directory_symlink(ours, folder_ / "link");
    EXPECT_FALSE(isOwn(folder_ / "link", {kRun})) << "a link leads to somebody's folder";
    for (const char* text : {"{", "[]", "null", "7", "{}", R"({"run":"run-1"})",
                             R"({"run":7,"attempt":1,"kind":"kept","save":1})",
                             R"({"run":"run-1","attempt":1,"kind":"other","save":1})"}) {
        const auto folder = folderWith("x", text);
        EXPECT_FALSE(isOwn(folder, {kRun})) << text;
        EXPECT_FALSE(isOwn(folder, {})) << text;
        EXPECT_EQ(removeOwn(folder, {}).error().id, "folder.not_ours");
        EXPECT_TRUE(fs::exists(folder / "weights"));
    }
    EXPECT_TRUE(removeOwn(folder_ / "none", {kRun})) << "nothing there is success";
    put(folder_ / "file", "text");
    EXPECT_FALSE(removeOwn(folder_ / "file", {}));
}

TEST_F(Ownership, WhatWasCutOffAtItsBeginningHoldsNothing) {
    fs::create_directory(folder_ / "empty");
    fs::create_directory(folder_ / "begun");
    put(folder_ / "begun/owner.json", "");
    EXPECT_TRUE(removeOwn(folder_ / "empty", {kRun}));
    EXPECT_TRUE(removeOwn(folder_ / "begun", {kRun}));
    EXPECT_EQ(names(), Names{});
    put(folderWith("x", "") / "owner.json", "");
    EXPECT_FALSE(removeOwn(folder_ / "x", {kRun})) << "there is more in it";
}

TEST_F(Ownership, AnInterruptedDeletionIsFinishedAndAForeignOneIsNot) {
    fs::rename(publishOne(1), folder_ / ".gone-ckpt-1");
    for (const char* name : {"model.safetensors", "manifest.json"})
        fs::remove(folder_ / ".gone-ckpt-1" / name);
    folderWith(".gone-ckpt-2", "{}");
    ASSERT_TRUE(removeStale(folder_, kRun, 1));
    EXPECT_EQ(names(), Names{".gone-ckpt-2"});
    ASSERT_TRUE(removeOwn(publishOne(2), {kRun})) << "its name while it is deleted was taken";
    EXPECT_EQ(names(), Names{".gone-ckpt-2"});
}

/// Without a manifest, the names of a checkpoint's own files decide.
TEST_F(Ownership, AFolderWithoutAUsableManifestKeepsForeignFiles) {
    const std::vector<std::function<void(const fs::path&)>> losses{
        [](const fs::path& manifest) { fs::remove(manifest); },
        [](const fs::path& manifest) { put(manifest, "{"); },
        [](const fs::path& manifest) {
            fs::remove(manifest);
            fs::create_directory(manifest);
            put(manifest / "notes", "of somebody");
        }};
    for (const auto& lose : losses) {
        const auto ours = publishOne(1);
        lose(ours / "manifest.json");
        put(ours / "notes.txt", "of somebody");
        fs::remove(ours / "state.json");
        fs::create_directories(ours / "state.json");
        put(ours / "state.json/mine", "of somebody");
        fs::create_directories(ours / "thesis");
        put(ours / "thesis/chapter-1", "of somebody");
        const bool isFolder = fs::is_directory(ours / "manifest.json");
        ASSERT_TRUE(removeOwn(ours, {kRun}));
        EXPECT_EQ(names(), Names{"ckpt-1.before"});
        const fs::path kept = folder_ / "ckpt-1.before";
        EXPECT_EQ(contentsOf(kept / "notes.txt"), "of somebody");
        EXPECT_EQ(contentsOf(kept / "thesis/chapter-1"), "of somebody");
        EXPECT_EQ(contentsOf(kept / "state.json/mine"), "of somebody");
        for (const char* file : {"owner.json", "model.safetensors", "optimizer.safetensors"})
            EXPECT_FALSE(fs::exists(kept / file)) << file;
        EXPECT_EQ(fs::exists(kept / "manifest.json"), isFolder);
        fs::remove_all(kept);
    }
}

TEST_F(Ownership, ALinkUnderTheNameOfACheckpointsFileStays) {
    const auto ours = publishOne(1);
    fs::remove(ours / "model.safetensors");
    fs::create_symlink("/somewhere/else", ours / "model.safetensors");
    ASSERT_TRUE(removeOwn(ours, {kRun}));
    EXPECT_TRUE(fs::is_symlink(folder_ / "ckpt-1.before/model.safetensors"));
}

TEST_F(Ownership, ClearTakesTheBackupsOfItsRunAlone) {
    publishOf({kRun, 1, Kind::kBackup}, 1);
    publishOf({kRun, 1, Kind::kKept}, 2);
    publishOf({"run-2", 1, Kind::kBackup}, 3);
    ASSERT_TRUE(writeIndex(folder_));
    const std::vector<std::filesystem::path> inUse{folder_ / "ckpt-1"};
    EXPECT_TRUE(clear(folder_, {kRun, Kind::kBackup}, removeDetached, inUse)->empty());
    EXPECT_EQ(clear(folder_, {kRun, Kind::kBackup})->size(), 1u);
    EXPECT_EQ(names(), (Names{"checkpoint", "ckpt-2", "ckpt-3"}));
}

TEST_F(Ownership, ClearLeavesAnIndexOfTensorFlows) {
    publishOf({kRun, 1, Kind::kBackup}, 1);
    put(folder_ / "checkpoint",
        "model_checkpoint_path: \"ckpt-7\"\nall_model_checkpoint_paths: \"ckpt-7\"\n");
    put(folder_ / "marks.json", "[\"of somebody\"]");
    ASSERT_TRUE(clear(folder_, {kRun, Kind::kBackup}));
    EXPECT_EQ(names(), (Names{"checkpoint", "marks.json"}));
}

TEST_F(Ownership, AForeignStagedFolderIsNotOverwritten) {
    folderWith(".tmp-5-a1", R"({"run":"run-2","attempt":1,"kind":"kept","save":1})");
    const auto staged = writeStaged(folder_, contents(5), owner());
    ASSERT_FALSE(staged);
    EXPECT_EQ(staged.error().id, "folder.not_ours");
    EXPECT_EQ(contentsOf(folder_ / ".tmp-5-a1/weights"), "of somebody");
}

TEST_F(Ownership, ALinkedCheckpointIsItsNewOwners) {
    const auto from = publishOne(7);
    const auto to = folder_ / "best";
    ASSERT_TRUE(linkInto(from, to, {"run-2", 3, Kind::kModel}, OtherDisk::kRefuse));
    EXPECT_EQ(readOwner(to)->run, "run-2");
    EXPECT_EQ(readOwner(from)->run, kRun);
    EXPECT_TRUE(verify(to)) << verify(to).error().describe();
    EXPECT_EQ(fs::hard_link_count(to / "model.safetensors"), 2u);
}

/// Foreign files, each with a unique word in it, and ways in which the program's own files may end up next to
/// them.
class Neighbourhood {
  public:
    Neighbourhood(const fs::path& folder, unsigned seed, std::function<Contents(std::int64_t)> contents)
        : folder_(folder), outside_(folder / "outside"), random_(seed), contents_(std::move(contents)) {
        fs::create_directories(folder_ / "run");
        fs::create_directories(outside_);
        folder_ /= "run";
    }

    void act() {
        switch (below(10)) {
            case 0:
            case 1:
                return addForeign();
            case 2:
            case 3:
            case 4:
                save();
                return annotate();
            case 5:
                if (below(3) == 0) damage();
                return (void)takeNewest({folder_}, "ours");
            case 6:
                return (void)retain(folder_, {.whose = {"ours", kind()},
                                              .keep = below(3),
                                              .keepEveryHours = below(2) * 1e-9,
                                              .budgetBytes = below(2) * 5000});
            case 7:
                return (void)clear(folder_, {"ours", kind()});
            case 8:
                return (void)removeStale(folder_, "ours", below(4));
            default:
                for (const auto& entry : fs::directory_iterator(folder_))
                    if (below(4) == 0) return (void)removeOwn(entry.path(), {"ours"});
        }
    }

    /// Every word of the foreign files, wherever it is now.
    void expectForeignUntouched() const {
        std::set<std::string> found;
        for (const fs::path& root : {folder_, outside_})
            for (const auto& entry : fs::recursive_directory_iterator(root))
                if (entry.is_regular_file() && !entry.is_symlink() && entry.file_size() < 100)
                    found.insert(base::readFile(entry.path()).value());
        for (const std::string& word : words_) EXPECT_TRUE(found.contains(word)) << word << " was deleted";
    }

    int saves() const { return saves_; }

  private:
    int below(int bound) { return static_cast<int>(random_() % static_cast<unsigned>(bound)); }
    Kind kind() { return below(2) == 0 ? Kind::kKept : Kind::kBackup; }
    std::string word(const std::string& where) {
        words_.push_back(fmt::format("{} of stranger {}", where, words_.size()));
        return words_.back();
    }
    /// A name like the program's own.
    std::string name() {
        const int step = below(6), attempt = below(4);
        const std::string names[] = {finalName(step),
                                     stagedName(step, attempt),
                                     asideName(step, attempt),
                                     asideName(step, attempt) + ".1",
                                     ".gone-" + finalName(step),
                                     ".damaged-" + finalName(step),
                                     "checkpoint",
                                     "marks.json"};
        return names[below(8)];
    }
    static void put(const fs::path& file, const std::string& text) { std::ofstream(file) << text; }

    void addForeign() {
        const fs::path path = folder_ / name();
        if (fs::exists(fs::symlink_status(path))) return;
        const std::string what = path.filename().string();
        switch (below(6)) {
            case 0:
                return put(path, word(what));
            case 1:
                put(outside_ / fmt::format("{}", words_.size()), word(what + " outside"));
                return fs::create_directory_symlink(outside_, path);
            case 2:  // a whole checkpoint, of another run
                if (const auto parts = stagedParts(what)) {
                    Contents theirs = contents_(parts->step);
                    theirs.texts["note"] = word(what);
                    (void)writeStaged(folder_, theirs, {"theirs", parts->attempt});
                }
                return;
            default:
                fs::create_directory(path);
                put(path / "weights", word(what));
                const char* owners[] = {"{}", "", R"({"run":"theirs","attempt":1,"kind":"kept","save":9})"};
                if (const int which = below(4); which < 3) put(path / "owner.json", owners[which]);
        }
    }
    void save() {
        const int step = below(6);
        const Owner owner{"ours", 1 + below(3), kind()};
        const auto staged = writeStaged(folder_, contents_(step), owner);
        if (!staged) return;
        ++saves_;
        if (below(4) > 0) (void)publish(folder_, staged->filename());
    }
    /// Somebody leaves a note in one of ours.
    void annotate() {
        for (const Listed& listed : list(folder_))
            if (isOwn(listed.path, {"ours"}) && below(3) == 0) {
                const fs::path note = listed.path / fmt::format(".note-{}", words_.size());
                put(note, word(listed.path.filename().string() + " inside"));
            }
    }
    void damage() {
        for (const Listed& listed : list(folder_))
            if (isOwn(listed.path, {"ours"}) && below(2) == 0) {
                fs::resize_file(listed.path / "model.safetensors", 10);
                if (below(2) == 0) put(listed.path / "manifest.json", "{");
            }
    }

    fs::path folder_, outside_;
    std::minstd_rand random_;
    std::function<Contents(std::int64_t)> contents_;
    std::vector<std::string> words_;
    int saves_ = 0;
};

TEST_F(Ownership, NothingForeignIsEverDeleted) {
    int saves = 0;
    for (unsigned seed = 1; seed <= 20 && !HasFailure(); ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        Neighbourhood neighbourhood(folder_ / std::to_string(seed), seed,
                                    [this](std::int64_t step) { return contents(step); });
        for (int i = 0; i < 40 && !HasFailure(); ++i) {
            neighbourhood.act();
            neighbourhood.expectForeignUntouched();
        }
        saves += neighbourhood.saves();
        fs::remove_all(folder_ / std::to_string(seed));
    }
    EXPECT_GT(saves, 100) << "strangers are in the way of everything: nothing was tried";
}

}  // namespace
}  // namespace trainyard::checkpoint
