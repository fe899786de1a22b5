// SPDX-License-Identifier: Apache-2.0
// Checkpoints that are also found by a name of the run file (checkpoint.name).
#include "core/checkpoint/given_name.h"
#include "core/checkpoint/manifest.h"
#include "scratch.h"

namespace trainyard::checkpoint {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

class GivenName : public Scratch {
  protected:
    /// Saved after that many epochs of ten steps.
    fs::path save(int epochs, double loss, int attempt = 1, Owner::Kind kind = Owner::Kind::kKept) {
        Contents one = contents(epochs * 10);
        one.state.epoch = epochs;
        one.state.metrics = {{"val_loss", loss}};
        one.state.spec = {{"checkpoint", {{"name", template_}}}};
        const auto staged = writeStaged(folder_, one, owner(attempt, kind));
        EXPECT_TRUE(staged) << staged.error().describe();
        const auto final = publish(folder_, staged->filename().string());
        EXPECT_TRUE(final) << final.error().describe();
        return *final;
    }
    fs::path saveNamed(int epochs, double loss, int attempt = 1) {
        const fs::path final = save(epochs, loss, attempt);
        const auto named = giveName(final);
        EXPECT_TRUE(named) << named.error().describe();
        return final;
    }
    std::string template_ = "weights.{epoch:02d}-{val_loss:.2f}";
};

TEST_F(GivenName, LeadsToTheCheckpoint) {
    const fs::path first = saveNamed(1, 0.5), second = saveNamed(2, 0.25);
    EXPECT_EQ(names(), (Names{"ckpt-10", "ckpt-20", "weights.01-0.50", "weights.02-0.25"}));
    EXPECT_EQ(whereNamed(folder_ / "weights.02-0.25"), second);
    EXPECT_EQ(whereNamed(second), second);
    EXPECT_EQ(namesGivenIn(folder_), (std::map<std::string, std::string>{{"ckpt-10", "weights.01-0.50"},
                                                                         {"ckpt-20", "weights.02-0.25"}}));
    // Everything that reads a checkpoint does so by the name, and nothing takes it for another one.
    EXPECT_TRUE(verify(folder_ / "weights.01-0.50"));
    EXPECT_EQ(readState(folder_ / "weights.01-0.50")->step, 10);
    EXPECT_EQ(load(folder_ / "weights.01-0.50")->state.metrics.at("val_loss"), 0.5);
    EXPECT_EQ(list(folder_).size(), 2u);
    EXPECT_EQ(takeNewest({folder_}, kRun)->path, second);
    EXPECT_EQ(first, folder_ / "ckpt-10");
}

TEST_F(GivenName, GoesWithTheCheckpoint) {
    saveNamed(1, 0.5);
    saveNamed(2, 0.25);
    saveNamed(3, 0.1);
    ASSERT_TRUE(setBest(folder_ / "ckpt-10"));
    ASSERT_TRUE(retain(folder_, keep(1)));
    EXPECT_EQ(names(), (Names{"checkpoint", "ckpt-10", "ckpt-30", "marks.json", "weights.01-0.50",
                              "weights.03-0.10"}));
    ASSERT_TRUE(removeOwn(folder_ / "ckpt-10", {kRun}));
    EXPECT_FALSE(fs::is_symlink(folder_ / "weights.01-0.50"));
    // A damaged one is set aside, and its name does not lead anywhere.
    put(folder_ / "ckpt-30/model.safetensors", "no");
    ASSERT_TRUE(takeNewest({folder_}, kRun));
    EXPECT_FALSE(fs::is_symlink(folder_ / "weights.03-0.10"));
    EXPECT_TRUE(fs::exists(folder_ / ".damaged-ckpt-30"));
}

TEST_F(GivenName, GoesWithACheckpointWhoseManifestCannotBeRead) {
    for (const char* last : {"deleted", "set aside"}) {
        saveNamed(1, 0.5);
        fs::create_directory_symlink("ckpt-10", folder_ / "mine");
        put(folder_ / "ckpt-10/manifest.json", "no manifest");
        const bool isDeleted = last == std::string("deleted");
        ASSERT_TRUE(isDeleted ? removeOwn(folder_ / "ckpt-10", {kRun}).has_value()
                              : takeNewest({folder_}, kRun).has_value());
        EXPECT_FALSE(fs::is_symlink(folder_ / "weights.01-0.50")) << last;
        EXPECT_TRUE(fs::is_symlink(folder_ / "mine")) << "a user's own";
        fs::remove(folder_ / "mine");
    }
}

TEST_F(GivenName, ANewerAttemptsCheckpointHasItsOwn) {
    saveNamed(1, 0.5);
    saveNamed(1, 0.75, 2);
    EXPECT_EQ(namesGivenIn(folder_), (std::map<std::string, std::string>{{"ckpt-10", "weights.01-0.75"}}));
    EXPECT_EQ(names(), (Names{".aside-10-a1", "ckpt-10", "weights.01-0.75"}));
}

TEST_F(GivenName, TheNewestOfOneNameHasIt) {
    template_ = "weights.{epoch:02d}";
    saveNamed(1, 0.5);
    Contents late = contents(15);  // saved in the middle of the second epoch, and at its end
    late.state.epoch = 1;
    late.state.stepInEpoch = 5;
    late.state.spec = {{"checkpoint", {{"name", template_}}}};
    const auto staged = writeStaged(folder_, late, owner());
    ASSERT_TRUE(giveName(*publish(folder_, staged->filename().string())));
    EXPECT_EQ(whereNamed(folder_ / "weights.02"), folder_ / "ckpt-15");
    saveNamed(2, 0.25);
    EXPECT_EQ(whereNamed(folder_ / "weights.02"), folder_ / "ckpt-20");
    EXPECT_EQ(names(), (Names{"ckpt-10", "ckpt-15", "ckpt-20", "weights.01", "weights.02"}));
}

TEST_F(GivenName, AFileOfOthersStays) {
    put(folder_ / "weights.01-0.50", "mine");
    const fs::path final = save(1, 0.5);
    const auto named = giveName(final);
    ASSERT_FALSE(named);
    EXPECT_EQ(named.error().id, "checkpoint.name_taken");
    EXPECT_EQ(contentsOf(folder_ / "weights.01-0.50"), "mine");
    EXPECT_TRUE(verify(final)) << "it is saved all the same";
    fs::create_symlink("elsewhere", folder_ / "weights.02-0.25");
    EXPECT_FALSE(giveName(save(2, 0.25)));
    ASSERT_TRUE(removeOwn(final, {kRun}));
    EXPECT_TRUE(fs::is_symlink(folder_ / "weights.02-0.25") && fs::exists(folder_ / "weights.01-0.50"));
}

TEST_F(GivenName, ALinkThatAUserMadeStays) {
    template_ = "";
    const fs::path unnamed = save(1, 0.5);
    fs::create_symlink("ckpt-10", folder_ / "good");
    ASSERT_TRUE(giveName(unnamed));
    EXPECT_TRUE(fs::is_symlink(folder_ / "good"));
    template_ = "weights.{epoch:02d}";
    const fs::path named = saveNamed(2, 0.25);
    fs::create_symlink("ckpt-20", folder_ / "better");
    ASSERT_TRUE(removeOwn(unnamed, {kRun}));
    ASSERT_TRUE(removeOwn(named, {kRun}));
    EXPECT_EQ(names(), (Names{"better", "good"}));
}

/// Nothing is taken for a checkpoint of ours because a link has its name.
TEST_F(GivenName, ALinkIntoAnotherFolderIsNotFollowed) {
    const fs::path theirs = folder_ / "theirs";
    fs::create_directory(theirs);
    fs::rename(save(1, 0.5), theirs / "ckpt-10");
    const auto before = fs::last_write_time(theirs / "ckpt-10/manifest.json");
    fs::create_directory_symlink("theirs/ckpt-10", folder_ / "ckpt-10");
    fs::create_directory_symlink("theirs/ckpt-10", folder_ / "other");
    const fs::path twenty = save(2, 0.25);
    fs::create_directory_symlink("./ckpt-20", folder_ / "mine");
    EXPECT_EQ(whereNamed(folder_ / "mine"), twenty);
    for (const char* name : {"ckpt-10", "other"}) EXPECT_EQ(whereNamed(folder_ / name), folder_ / name);
    Contents late = contents(10);
    const auto staged = writeStaged(folder_, late, owner());
    ASSERT_TRUE(staged);
    for (const char* when : {"first", "asked again"}) {
        const auto refused = publish(folder_, staged->filename().string());
        ASSERT_FALSE(refused) << when;
        EXPECT_EQ(refused.error().id, "checkpoint.in_the_way") << when;
        if (when == std::string("first")) fs::remove_all(*staged);
    }
    EXPECT_TRUE(fs::is_symlink(folder_ / "ckpt-10"));
    EXPECT_EQ(fs::last_write_time(theirs / "ckpt-10/manifest.json"), before);
}

/// The agent dies after the rename: the deletion is finished by the next one.
TEST_F(GivenName, IsGoneBeforeItsCheckpoint) {
    const fs::path final = saveNamed(1, 0.5);
    bool isLink = true;
    ASSERT_TRUE(removeOwn(final, {kRun}, [&](const fs::path&) -> base::Status {
        isLink = fs::is_symlink(folder_ / "weights.01-0.50");
        return {};
    }));
    EXPECT_FALSE(isLink);
    EXPECT_EQ(names(), Names{".gone-ckpt-10"});
}

TEST_F(GivenName, OnlyWhatIsKeptHasOneAndOnlyByATemplate) {
    EXPECT_EQ(readManifest(save(1, 0.5, 1, Owner::Kind::kBackup))->name, "");
    for (const char* text : {"", "ckpt-{step}", "../{step}x", "{step}", "checkpoint"}) {
        template_ = text;
        EXPECT_EQ(readManifest(save(2, 0.5, 1 + static_cast<int>(names().size())))->name, "") << text;
    }
}

/// A manifest that somebody has changed names no file elsewhere.
TEST_F(GivenName, AManifestCannotNameAnythingElse) {
    for (const char* name :
         {"../there", "/there", ".hidden", "ckpt-7", "checkpoint", "marks.json", "12", ""}) {
        Manifest manifest = *readManifest(save(1, 0.5, 1 + static_cast<int>(names().size())));
        manifest.name = name;
        const auto read = manifestFromText(toText(manifest), "it");
        EXPECT_EQ(read.has_value(), *name == '\0') << name;
    }
}

}  // namespace
}  // namespace trainyard::checkpoint
