// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <fstream>

#include "core/base/sha256.h"
#include "core/checkpoint/block_sums.h"
#include "core/checkpoint/folder.h"
#include "core/checkpoint/folder_lock.h"
#include "core/checkpoint/manifest.h"
#include "core/checkpoint/retention.h"
#include "scratch.h"

namespace trainyard::checkpoint {
namespace {

using Checkpoint = Scratch;
using Names = std::vector<std::string>;

TEST_F(Checkpoint, StagedThenPublished) {
    Contents contents = this->contents(120);
    contents.state.metrics["nan"] = std::nan("");
    contents.state.best = {{"val_loss", 0.5}};
    contents.state.spec = {{"name", "fashion-mnist"}};
    const auto staged = writeStaged(folder_, contents, owner(3));
    ASSERT_TRUE(staged) << staged.error().describe();
    EXPECT_EQ(staged->filename(), ".tmp-120-a3");
    EXPECT_TRUE(list(folder_).empty()) << "staged is not published";
    ASSERT_TRUE(verify(*staged)) << verify(*staged).error().describe();

    const auto final = publish(folder_, ".tmp-120-a3");
    ASSERT_TRUE(final) << final.error().describe();
    EXPECT_EQ(names(), Names{"ckpt-120"});
    ASSERT_TRUE(verify(*final)) << verify(*final).error().describe();
    ASSERT_EQ(list(folder_).size(), 1u);
    EXPECT_EQ(list(folder_)[0].step, 120);

    const auto manifest = nlohmann::json::parse(contentsOf(*final / "manifest.json"));
    EXPECT_EQ(manifest["version"], 1);
    EXPECT_EQ(manifest["attempt"], 3);
    EXPECT_EQ(manifest["step"], 120);
    EXPECT_EQ(manifest["files"]["model.safetensors"]["sha256"],
              base::Sha256::hex(contentsOf(*final / "model.safetensors")));
    EXPECT_EQ(manifest["files"]["state.json"]["size"], std::filesystem::file_size(*final / "state.json"));

    const auto state = readState(*final);
    ASSERT_TRUE(state) << state.error().describe();
    EXPECT_EQ(state->step, 120);
    EXPECT_EQ(state->epoch, 2);
    EXPECT_EQ(state->position, 120 * 128);
    EXPECT_EQ(state->metrics.at("loss"), 0.25);
    EXPECT_TRUE(std::isnan(state->metrics.at("nan")));
    EXPECT_EQ(state->best, contents.state.best);
    EXPECT_EQ(state->spec, contents.state.spec);
}

TEST_F(Checkpoint, PublishAskedTwiceSaysTheSame) {
    const auto final = publishOne(5);
    const auto again = publish(folder_, stagedName(5, 1));
    ASSERT_TRUE(again) << again.error().describe();
    EXPECT_EQ(*again, final);
    EXPECT_FALSE(publish(folder_, stagedName(5, 2)));
}

TEST_F(Checkpoint, ANewerAttemptSetsTheOldOneAside) {
    publishOne(10, 1, 1.0f);
    const auto final = publishOne(10, 2, 2.0f);
    EXPECT_EQ(names(), (Names{".aside-10-a1", "ckpt-10"}));
    EXPECT_TRUE(verify(final));
    EXPECT_EQ(readManifest(final)->attempt, 2);
    EXPECT_EQ(readManifest(folder_ / ".aside-10-a1")->attempt, 1);
}

TEST_F(Checkpoint, WhatIsEmptyIsNotListedAsSetAside) {
    publishOne(10, 1);
    publishOne(10, 2);
    for (const char* empty : {".aside-7-a1", ".aside-8-a1"})
        std::filesystem::create_directory(folder_ / empty);
    put(folder_ / ".aside-8-a1/owner.json", "");
    const auto aside = listAside(folder_, kRun);
    ASSERT_EQ(aside.size(), 1u);
    EXPECT_EQ(aside[0].path, folder_ / ".aside-10-a1");
}

TEST_F(Checkpoint, ALateWriterOfAnOldAttemptSpoilsNothing) {
    const auto final = publishOne(10, 2, 2.0f);
    const std::string before = contentsOf(final / "manifest.json");
    ASSERT_TRUE(writeStaged(folder_, contents(10, 9.0f), owner(1)));
    const auto late = publish(folder_, stagedName(10, 1));
    ASSERT_FALSE(late);
    EXPECT_EQ(late.error().id, "checkpoint.stale");
    ASSERT_TRUE(writeStaged(folder_, contents(10, 9.0f), owner(2)));
    const auto same = publish(folder_, stagedName(10, 2));
    ASSERT_FALSE(same);
    EXPECT_EQ(same.error().id, "checkpoint.exists");
    EXPECT_EQ(contentsOf(final / "manifest.json"), before);
    EXPECT_TRUE(verify(final));
}

TEST_F(Checkpoint, ADamagedOneIsSetAsideToo) {
    const auto final = publishOne(10);
    std::filesystem::remove(final / "manifest.json");
    EXPECT_TRUE(list(folder_).empty());
    publishOne(10, 1);
    EXPECT_EQ(names(), (Names{".aside-10-a0", "ckpt-10"}));
}

TEST_F(Checkpoint, PublishTakesNothingButAWholeStagedFolder) {
    for (const char* name : {"", "..", "../x", ".tmp-1", ".tmp-1-a", ".tmp-01-a1", ".tmp--1-a1", ".tmp-1-a1/",
                             ".tmp-1-a1x", "/tmp/.tmp-1-a1", ".tmp-99999999999999999999-a1"}) {
        const auto final = publish(folder_, name);
        ASSERT_FALSE(final) << name;
        EXPECT_EQ(final.error().code, base::Code::kInvalidArgument) << name;
    }
    ASSERT_TRUE(writeStaged(folder_, contents(1), owner(1)));
    const auto staged = folder_ / stagedName(1, 1);
    std::filesystem::resize_file(staged / "model.safetensors", 100);
    const auto cut = publish(folder_, stagedName(1, 1));
    ASSERT_FALSE(cut);
    EXPECT_NE(cut.error().message.text().find("has 100 bytes, its manifest says"), std::string::npos)
        << cut.error().message;
    std::filesystem::remove(staged / "manifest.json");
    EXPECT_FALSE(publish(folder_, stagedName(1, 1)));
    // a staged folder with another one's name
    ASSERT_TRUE(writeStaged(folder_, contents(2), owner(1)));
    std::filesystem::rename(folder_ / stagedName(2, 1), folder_ / stagedName(3, 1));
    EXPECT_FALSE(publish(folder_, stagedName(3, 1)));
    EXPECT_TRUE(list(folder_).empty());
}

TEST_F(Checkpoint, VerifyNamesTheDamageAndChangesNothing) {
    const auto final = publishOne(7);
    const auto expectDamage = [&](const std::string& part) {
        const auto before = names();
        const auto status = verify(final);
        ASSERT_FALSE(status) << part;
        EXPECT_EQ(status.error().code, base::Code::kDataLoss);
        EXPECT_NE(status.error().message.text().find(part), std::string::npos) << status.error().message;
        EXPECT_EQ(names(), before);
    };
    const std::string model = contentsOf(final / "model.safetensors"),
                      manifest = contentsOf(final / "manifest.json");
    for (std::size_t i = 0; i < model.size(); i += 97) {
        std::string flipped = model;
        flipped[i] = static_cast<char>(flipped[i] ^ 4);
        put(final / "model.safetensors", flipped);
        expectDamage("model.safetensors is damaged: bytes from 0 on are not what was written");
    }
    put(final / "model.safetensors", model.substr(1));
    expectDamage("bytes, the manifest says");
    std::filesystem::remove(final / "model.safetensors");
    expectDamage("the manifest names it and it is missing");
    std::filesystem::create_symlink("/etc/passwd", final / "model.safetensors");
    EXPECT_FALSE(verify(final)) << "a link leads out of the folder";
    std::filesystem::remove(final / "model.safetensors");
    put(final / "model.safetensors", model);
    put(final / ".DS_Store", "x");
    expectDamage("the manifest does not name it");
    EXPECT_TRUE(verify(final, Depth::kBlockSums)) << "a run continues from it all the same";
    std::filesystem::remove(final / ".DS_Store");

    // mixed steps: the folder of one step has the name of another
    std::filesystem::rename(final, folder_ / "ckpt-8");
    const auto mixed = verify(folder_ / "ckpt-8");
    ASSERT_FALSE(mixed);
    EXPECT_NE(mixed.error().message.text().find("its manifest is of step 7"), std::string::npos);
}

TEST_F(Checkpoint, NoFlippedByteOfTheManifestIsTakenForGood) {
    const auto final = publishOne(7);
    const std::string manifest = contentsOf(final / "manifest.json");
    int harmless = 0;
    for (std::size_t i = 0; i < manifest.size(); ++i) {
        std::string flipped = manifest;
        flipped[i] = static_cast<char>(flipped[i] ^ 2);
        put(final / "manifest.json", flipped);
        const auto read = readManifest(final);
        // White space to white space and the attempt's own digit are all that may change unseen.
        if (!verify(final)) continue;
        ++harmless;
        EXPECT_TRUE(read && (read->attempt == 3 || toText(*read) == manifest)) << i;
    }
    EXPECT_LE(harmless, 20);
}

TEST_F(Checkpoint, EveryBlockOfALargeFileIsChecked) {
    const std::vector<std::byte> weights(2 * kBlockBytes + 12, std::byte{7});
    const auto size = static_cast<std::int64_t>(weights.size());
    Contents contents{{{"w", "U8", {size}, weights}}, {{"w.momentum", "U8", {size}, weights}}, {}};
    const auto staged = writeStaged(folder_, contents, owner(1));
    ASSERT_TRUE(staged) << staged.error().describe();
    const auto final = *publish(folder_, staged->filename());
    ASSERT_TRUE(load(final));
    for (const char* file : {"model.safetensors", "optimizer.safetensors"})
        for (const std::uint64_t at : {kBlockBytes - 1, kBlockBytes, 2 * kBlockBytes + 40}) {
            const auto flip = [&] {
                std::fstream stream(final / file, std::ios::in | std::ios::out | std::ios::binary);
                stream.seekg(static_cast<std::streamoff>(at));
                const char byte = static_cast<char>(stream.get() ^ 1);
                stream.seekp(static_cast<std::streamoff>(at));
                stream.put(byte);
                ASSERT_TRUE(stream.flush());
            };
            flip();
            const std::string where = fmt::format("bytes from {} on", at / kBlockBytes * kBlockBytes);
            for (const auto& status :
                 {verify(final, Depth::kBlockSums), verify(final), verify(*open(final))}) {
                ASSERT_FALSE(status) << file << at;
                EXPECT_EQ(status.error().code, base::Code::kDataLoss);
                EXPECT_NE(status.error().message.text().find(where), std::string::npos)
                    << status.error().message;
                EXPECT_NE(status.error().message.text().find(file), std::string::npos)
                    << status.error().message;
            }
            flip();
            ASSERT_TRUE(load(final));
        }

    // A checkpoint from a version without checksums is verified by its SHA-256.
    auto manifest = nlohmann::json::parse(contentsOf(final / "manifest.json"));
    for (auto& [name, entry] : manifest["files"].items()) entry.erase("xxh3");
    put(final / "manifest.json", manifest.dump());
    ASSERT_TRUE(load(final));
    std::string model = contentsOf(final / "model.safetensors");
    model.back() ^= 1;
    put(final / "model.safetensors", model);
    EXPECT_FALSE(load(final));
}

TEST_F(Checkpoint, ManifestsOfAnotherFormAreRefused) {
    const std::string hash(64, 'a');
    const std::string entry = R"({"size":1,"sha256":")" + hash + "\"}";
    const auto with = [&](const std::string& extra) {
        return R"({"version":1,"attempt":1,"step":1,"files":{"model.safetensors":)" + entry +
               R"(,"optimizer.safetensors":)" + entry + R"(,"state.json":)" + entry + extra + "}}";
    };
    ASSERT_TRUE(manifestFromText(with(""), "m"));
    for (const std::string& text :
         {with(",\"../x\":" + entry), with(",\"a/b\":" + entry), with(",\".x\":" + entry),
          with(",\"manifest.json\":" + entry), with(",\"\":" + entry), with(",\"x\":{}"), with(",\"x\":1"),
          with(R"(,"x":{"size":-1,"sha256":")" + hash + "\"}"), with(R"(,"x":{"size":1,"sha256":"abc"})"),
          with(R"(,"x":{"size":1,"sha256":")" + hash + R"(","xxh3":"00"})"),
          with(R"(,"x":{"size":0,"sha256":")" + hash + R"(","xxh3":"0000000000000000"})"),
          with(R"(,"x":{"size":1,"sha256":")" + hash + R"(","xxh3":"000000000000000g"})"),
          with(R"(,"x":{"size":1,"sha256":")" + hash + R"(","xxh3":7})"), std::string("{}"),
          std::string("[]"), std::string("null"),
          std::string(R"({"version":2,"attempt":1,"step":1,"files":{}})"),
          std::string(R"({"version":1,"attempt":1,"step":1,"files":{}})")}) {
        const auto manifest = manifestFromText(text, "m");
        ASSERT_FALSE(manifest) << text;
        EXPECT_EQ(manifest.error().code, base::Code::kDataLoss);
    }
}

TEST_F(Checkpoint, PinnedOnesStayAndDoNotCount) {
    for (const int step : {1, 2, 3, 4}) publishOne(step);
    for (const int step : {1, 4}) ASSERT_TRUE(setPinned(folder_ / finalName(step), true));
    ASSERT_TRUE(retain(folder_, keep(1)));
    EXPECT_EQ(names(), (Names{"checkpoint", "ckpt-1", "ckpt-3", "ckpt-4", "marks.json"}));
}

TEST_F(Checkpoint, TheNewestIsTheOneThatWasSavedLastWhateverItsStep) {
    for (const int step : {9, 10, 100, 20}) publishOne(step);
    publishOne(9, 2);  // leaves .aside-9-a1
    put(folder_ / "ckpt-x", "no checkpoint");
    std::filesystem::create_directory(folder_ / "ckpt-5");  // no manifest
    std::vector<std::int64_t> steps;
    for (const Listed& one : list(folder_)) steps.push_back(one.step);
    EXPECT_EQ(steps, (std::vector<std::int64_t>{10, 100, 20, 9}));

    EXPECT_TRUE(retain(folder_, keep(0))->empty());
    const auto removed = retain(folder_, keep(2));
    ASSERT_TRUE(removed) << removed.error().describe();
    EXPECT_EQ(names(), (Names{".aside-9-a1", "checkpoint", "ckpt-20", "ckpt-5", "ckpt-9", "ckpt-x"}));
    EXPECT_TRUE(contentsOf(folder_ / "checkpoint").starts_with("model_checkpoint_path: \"ckpt-9\"\n"));
    EXPECT_TRUE(retain(folder_ / "none", keep(2))->empty());
    publishOne(30, 2);
    ASSERT_TRUE(retain(folder_, keep(1)));
    EXPECT_EQ(names(), (Names{"checkpoint", "ckpt-30", "ckpt-5", "ckpt-x"}));
}

/// A run that goes back to step 20 of an attempt that had reached 60.
TEST_F(Checkpoint, WhatAnAttemptThatWentBackSavesIsKept) {
    for (const int step : {20, 40, 60}) publishOne(step, 1);
    for (const int step : {25, 30}) {
        const auto fresh = publishOne(step, 2);
        ASSERT_TRUE(retain(folder_, keep(2)));
        EXPECT_TRUE(verify(fresh)) << "it was deleted by its own retention";
    }
    EXPECT_EQ(names(), (Names{"checkpoint", "ckpt-25", "ckpt-30"}));
}

TEST_F(Checkpoint, WhatIsStillToBeReadStays) {
    RetainPolicy policy = keep(1);
    policy.budgetBytes = 1;
    policy.inUse = {publishOne(1)};
    for (const int step : {2, 3, 4}) {
        publishOne(step);
        ASSERT_TRUE(retain(folder_, policy));
    }
    EXPECT_EQ(names(), (Names{"checkpoint", "ckpt-1", "ckpt-4"}));
    ASSERT_TRUE(retain(folder_, keep(1)));
    EXPECT_EQ(names(), (Names{"checkpoint", "ckpt-4"}));
}

TEST_F(Checkpoint, TheIndexNamesTheNewestAsTensorFlowsDoes) {
    for (const int step : {30, 60, 90}) publishOne(step);
    ASSERT_TRUE(retain(folder_, keep(2)));
    const std::string index = contentsOf(folder_ / "checkpoint");
    EXPECT_TRUE(
        index.starts_with("model_checkpoint_path: \"ckpt-90\"\n"
                          "all_model_checkpoint_paths: \"ckpt-60\"\n"
                          "all_model_checkpoint_paths: \"ckpt-90\"\n"
                          "all_model_checkpoint_timestamps: "))
        << index;
}

TEST_F(Checkpoint, PinnedAndBestStayBesidesTheNewest) {
    for (const int step : {1, 2, 3, 4, 5}) publishOne(step);
    ASSERT_TRUE(setPinned(folder_ / "ckpt-1", true));
    ASSERT_TRUE(setBest(folder_ / "ckpt-3"));
    EXPECT_EQ(setPinned(folder_ / "ckpt-9", true).error().id, "checkpoint.unknown");
    ASSERT_TRUE(retain(folder_, keep(1)));
    EXPECT_EQ(names(), (Names{"checkpoint", "ckpt-1", "ckpt-3", "ckpt-5", "marks.json"}));
    ASSERT_TRUE(setPinned(folder_ / "ckpt-1", false));
    ASSERT_TRUE(setBest(folder_ / "ckpt-5"));
    ASSERT_TRUE(retain(folder_, keep(1)));
    EXPECT_EQ(names(), (Names{"checkpoint", "ckpt-5", "marks.json"}));
    put(folder_ / "marks.json", "{\"pinned\": 3}");
    EXPECT_EQ(retain(folder_, keep(1)).error().id, "checkpoint.marks");
}

TEST_F(Checkpoint, OneEachSoManyHoursStays) {
    const auto now = std::filesystem::file_time_type::clock::now();
    for (const int step : {1, 2, 3, 4, 5, 6}) {  // half an hour apart
        publishOne(step);
        std::filesystem::last_write_time(folder_ / finalName(step) / "manifest.json",
                                         now + std::chrono::minutes(30 * step));
        ASSERT_TRUE(retain(folder_, {.whose = {kRun}, .keep = 1, .keepEveryHours = 1}));
    }
    EXPECT_EQ(names(), (Names{"checkpoint", "ckpt-3", "ckpt-5", "ckpt-6", "marks.json"}));
}

TEST_F(Checkpoint, ABudgetTakesTheOldestButNeverTheNewestOrAPinnedOne) {
    for (const int step : {1, 2, 3, 4}) publishOne(step);
    ASSERT_TRUE(setPinned(folder_ / "ckpt-1", true));
    ASSERT_TRUE(retain(folder_, {.whose = {kRun}, .budgetBytes = 1}));
    EXPECT_EQ(names(), (Names{"checkpoint", "ckpt-1", "ckpt-4", "marks.json"}));
    ASSERT_TRUE(retain(folder_, {.whose = {kRun}, .budgetBytes = 1 << 30}));
    EXPECT_EQ(list(folder_).size(), 2u);
}

TEST_F(Checkpoint, TwoRunsNeverShareAFolder) {
    ASSERT_TRUE(claim(folder_ / "mine", "run-1"));
    ASSERT_TRUE(claim(folder_ / "mine", "run-1"));
    const auto taken = claim(folder_ / "mine", "run-2");
    ASSERT_FALSE(taken);
    EXPECT_EQ(taken.error().id, "checkpoint.dir_taken");
    EXPECT_NE(taken.error().message.text().find("run run-1"), std::string::npos) << taken.error().message;
    put(folder_ / "file", "");
    EXPECT_FALSE(claim(folder_ / "file", "run-1"));
}

TEST_F(Checkpoint, AFolderInUseNamesItsUser) {
    EXPECT_TRUE(FolderLock::mayTake(folder_ / "missing"));
    {
        const auto lock = FolderLock::take(folder_, "run a-1 of the home /h");
        ASSERT_TRUE(lock) << lock.error().describe();
        const auto asked = FolderLock::mayTake(folder_);
        const auto second = FolderLock::take(folder_, "run b-1");
        ASSERT_FALSE(asked);
        ASSERT_FALSE(second);
        EXPECT_EQ(asked.error().message, second.error().message);
        EXPECT_EQ(second.error().id, "checkpoint.dir_in_use");
        EXPECT_NE(second.error().message.text().find("in use by run a-1 of the home /h;"), std::string::npos)
            << second.error().message;
    }
    EXPECT_TRUE(FolderLock::mayTake(folder_));
    EXPECT_TRUE(FolderLock::take(folder_, "run b-1"));
}

TEST_F(Checkpoint, AFolderWithFilesOfOthersIsNotTaken) {
    publishOne(1);
    for (const char* run : {"run-1", "run-2"}) {
        const auto taken = claim(folder_, run);
        ASSERT_FALSE(taken);
        EXPECT_EQ(taken.error().id, "checkpoint.dir_not_empty");
    }
    EXPECT_EQ(names(), Names{"ckpt-1"});
    const auto cut = folder_ / "cut";  // what an interrupted claim leaves behind
    std::filesystem::create_directory(cut);
    put(cut / ".trainyard-run", "");
    ASSERT_TRUE(claim(cut, "run-1"));
    put(cut / "anything", "of this run");
    EXPECT_TRUE(claim(cut, "run-1"));
}

/// Its run deletes its backups, and lists its checkpoints.
TEST_F(Checkpoint, AFolderInsideAnotherRunsIsNotTaken) {
    namespace fs = std::filesystem;
    ASSERT_TRUE(runOfFolder(folder_));
    for (const char* run : {"runs/run-1/backup", "runs/run-2"}) fs::create_directories(folder_ / run);
    for (const char* run : {"run-1", "run-2"}) put(folder_ / "runs" / run / "record.jsonl", R"({"run":{}})");
    fs::create_directory_symlink(folder_ / "runs/run-1", folder_ / "link");
    ASSERT_TRUE(claim(folder_ / "chosen", "run-1"));
    for (const char* inside : {"runs/run-1/backup", "runs/run-1/backup/mine", "link/new", "chosen/a/b"}) {
        for (const auto& taken : {mayClaim(folder_ / inside, "run-2"), claim(folder_ / inside, "run-2")}) {
            ASSERT_FALSE(taken) << inside;
            EXPECT_EQ(taken.error().id, "checkpoint.dir_inside");
        }
        EXPECT_TRUE(mayClaim(folder_ / inside, "run-1")) << inside;
    }
    EXPECT_FALSE(fs::exists(folder_ / "runs/run-1/backup/.trainyard-run"));
    EXPECT_TRUE(mayClaim(folder_ / "beside", "run-2")) << "around it is the folder its user works in";
}

TEST_F(Checkpoint, AFileOfTheUserWithTheNameOfARecordMakesNoRunsFolder) {
    std::filesystem::create_directory(folder_ / "mine");
    for (const char* text : {"", "{}\n", "{\"loss\": 1}\n{\"run\": \"a\"}\n", "run"}) {
        put(folder_ / "mine/record.jsonl", text);
        EXPECT_TRUE(mayClaim(folder_ / "mine/checkpoints", "run-1")) << text;
        EXPECT_FALSE(ownFolderAround(folder_ / "mine/export", "")) << text;
    }
    // Its beginning is damaged.
    put(folder_ / "mine/record.jsonl", "\x01\x02\n{\"event\":{\"seq\":1}}\n");
    EXPECT_EQ(mayClaim(folder_ / "mine/checkpoints", "run-1").error().id, "checkpoint.dir_inside");
}

TEST_F(Checkpoint, ARunThatNoAgentNumbersHasOneId) {
    const auto first = runOfFolder(folder_);
    ASSERT_TRUE(first) << first.error().describe();
    EXPECT_TRUE(first->starts_with("by-hand-")) << *first;
    put(folder_ / "data.csv", "of the user, put there later");
    EXPECT_EQ(*runOfFolder(folder_), *first);
    EXPECT_EQ(names(), (Names{".trainyard-run", "data.csv"}));
}

TEST_F(Checkpoint, ARunThatNoAgentNumbersTakesNoFolderWithFilesOfOthers) {
    namespace fs = std::filesystem;
    const auto refusal = [&](const fs::path& folder) {
        const auto taken = runOfFolder(folder);
        EXPECT_TRUE(taken || !isThere(folder / ".trainyard-run") || isThere(folder / "claimed"));
        return taken ? std::string("taken") : taken.error().id;
    };
    int number = 0;
    const auto folderWith = [&](const std::string& name, const char* text) {
        const fs::path folder = folder_ / std::to_string(++number);
        fs::create_directories((folder / name).parent_path());
        put(folder / name, text);
        return folder;
    };
    for (const char* name : {"data.csv", ".hidden", "attempt.json", "checkpoints/epoch-1.h5", "ckpt-1/notes",
                             "src/ckpt-1/main.py", ".trainyard-runs"})
        EXPECT_EQ(refusal(folderWith(name, "of somebody else")), "run.dir_taken") << name;
    const fs::path another = folderWith(".trainyard-run", "mnist-1\n");
    put(another / "claimed", "");
    EXPECT_EQ(refusal(another), "run.dir_taken") << "these checkpoints are of an agent's run";

    // Another task of the run that is just about to claim it.
    for (const char* name : {".trainyard-run.17", "..trainyard-run.17-1.tmp"})
        EXPECT_EQ(refusal(folderWith(name, "")), "taken") << name;
    // Checkpoints to resume from.
    publishOne(3);
    for (const char* place : {"checkpoints/ckpt-3", "backup/ckpt-3", "ckpt-3"}) {
        const fs::path folder = folder_ / std::to_string(++number);
        fs::create_directories((folder / place).parent_path());
        fs::copy(folder_ / "ckpt-3", folder / place, fs::copy_options::recursive);
        fs::create_directories(folder / "empty");
        EXPECT_EQ(refusal(folder), "taken") << place;
    }
}

TEST_F(Checkpoint, OneFolderByTwoNamesIsOne) {
    std::filesystem::create_directory(folder_ / "a");
    std::filesystem::create_directory_symlink(folder_ / "a", folder_ / "link");
    EXPECT_TRUE(areOneFolder(folder_ / "a", folder_ / "a/"));
    EXPECT_TRUE(areOneFolder(folder_ / "a/new", folder_ / "link/new"));
    EXPECT_FALSE(areOneFolder(folder_ / "a", folder_ / "b"));
}

TEST_F(Checkpoint, RemovesWhatOldAttemptsLeft) {
    publishOne(1);
    for (const int attempt : {1, 2, 3}) ASSERT_TRUE(writeStaged(folder_, contents(5), owner(attempt)));
    std::filesystem::create_directory(folder_ / ".gone-ckpt-0");
    ASSERT_TRUE(removeStale(folder_, kRun, 3));
    EXPECT_EQ(names(), (Names{".tmp-5-a3", "ckpt-1"}));
}

TEST_F(Checkpoint, ASecondSaveOfTheSameStepStartsFromScratch) {
    ASSERT_TRUE(writeStaged(folder_, contents(5, 1.0f), owner(1)));
    put(folder_ / stagedName(5, 1) / "rest", "of a save that was cut off");
    ASSERT_TRUE(writeStaged(folder_, contents(5, 2.0f), owner(1)));
    EXPECT_TRUE(verify(folder_ / stagedName(5, 1)));
}

TEST_F(Checkpoint, LoadGivesWhatWasSavedAndVerifiesIt) {
    Contents contents = this->contents(120);
    contents.state.stepInEpoch = 20;
    contents.state.consumed = 2560;
    contents.state.sums = {{"loss", 0.1 + 0.2}, {"samples", 2560}};
    contents.state.layout = {{"replicas", 2}};
    ASSERT_TRUE(writeStaged(folder_, contents, owner(3)));
    const auto final = publish(folder_, stagedName(120, 3));
    const auto loaded = load(*final);
    ASSERT_TRUE(loaded) << loaded.error().describe();
    EXPECT_EQ(loaded->attempt, 3);
    EXPECT_EQ(loaded->state.step, 120);
    EXPECT_EQ(loaded->state.stepInEpoch, 20);
    EXPECT_EQ(loaded->state.consumed, 2560);
    EXPECT_EQ(loaded->state.sums, contents.state.sums);
    EXPECT_EQ(loaded->state.layout, contents.state.layout);
    ASSERT_EQ(loaded->model.tensors().size(), contents.model.size());
    for (const TensorView& view : contents.model) {
        const auto bytes = loaded->model.bytes(*loaded->model.find(view.name));
        EXPECT_TRUE(std::ranges::equal(bytes, view.bytes)) << view.name;
    }
    std::string optimizer = contentsOf(*final / "optimizer.safetensors");
    optimizer.back() = static_cast<char>(optimizer.back() ^ 1);
    put(*final / "optimizer.safetensors", optimizer);
    const auto damaged = load(*final);
    ASSERT_FALSE(damaged);
    EXPECT_EQ(damaged.error().id, "checkpoint.damaged");
}

TEST_F(Checkpoint, TheNewestThatVerifiesIsTakenAndDamagedOnesAreSetAside) {
    EXPECT_TRUE(takeNewest({folder_, folder_ / "none"}, kRun)->path.empty());
    const auto good = publishOne(10), cut = publishOne(20), headless = publishOne(30);
    std::filesystem::resize_file(cut / "model.safetensors", 50);
    std::filesystem::remove(headless / "manifest.json");
    const auto newest = takeNewest({folder_, folder_ / "none"}, kRun);
    ASSERT_TRUE(newest) << newest.error().describe();
    EXPECT_EQ(newest->path, good);
    EXPECT_EQ(newest->step, 10);
    ASSERT_EQ(newest->damaged.size(), 2u);
    EXPECT_EQ(newest->damaged[0].path, headless);
    EXPECT_EQ(newest->damaged[1].path, cut);
    EXPECT_NE(newest->damaged[1].why.text().find("model.safetensors is damaged: it has 50 bytes"),
              std::string::npos)
        << newest->damaged[1].why;
    EXPECT_EQ(names(), (Names{".damaged-ckpt-20", ".damaged-ckpt-30", "ckpt-10"}));
    EXPECT_EQ(takeNewest({folder_}, kRun)->damaged.size(), 0u) << "they are not met again";
}

TEST_F(Checkpoint, ADamagedOneOfAnotherRunStaysWhereItIs) {
    const auto good = publishOne(10), cut = publishOne(20);
    std::filesystem::resize_file(cut / "model.safetensors", 50);
    const auto newest = takeNewest({folder_}, "run-2");
    ASSERT_TRUE(newest) << newest.error().describe();
    EXPECT_EQ(newest->path, good) << "what is whole is read, whoever wrote it";
    ASSERT_EQ(newest->damaged.size(), 1u);
    EXPECT_TRUE(newest->damaged[0].aside.empty());
    EXPECT_NE(describe(newest->damaged[0]).text().find("it stays"), std::string::npos);
    EXPECT_EQ(names(), (Names{"ckpt-10", "ckpt-20"}));
}

TEST_F(Checkpoint, TheNewestOfTwoKindsAndOfTheLatestAttempt) {
    const auto backup = folder_ / "backup";
    publishOne(40, 1);
    ASSERT_TRUE(writeStaged(backup, contents(50), owner(1)));
    ASSERT_TRUE(publish(backup, stagedName(50, 1)));
    EXPECT_EQ(takeNewest({folder_, backup}, kRun)->step, 50);
    publishOne(45, 2);
    EXPECT_EQ(takeNewest({folder_, backup}, kRun)->step, 45)
        << "attempt 2 had gone back behind what attempt 1 saved";
}

}  // namespace
}  // namespace trainyard::checkpoint
