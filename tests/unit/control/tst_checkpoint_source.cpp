// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/checkpoint_source.h"

#include <fstream>
#include <future>
#include <optional>
#include <span>

#include "core/checkpoint/checkpoint.h"
#include "core/control/run/copy_removal.h"
#include "parts_fixture.h"

namespace trainyard::control {
namespace {

namespace fs = std::filesystem;
using Bytes = base::Result<std::string>;
using Files = base::Result<std::vector<CheckpointSource::File>>;

class CheckpointSourceTest : public PartsFixture {
  protected:
    void SetUp() override {
        PartsFixture::SetUp();
        inLoop([&] { source_.emplace(CheckpointSource::Parts{*loop_, *disk_, nullptr, run_}); });
    }
    void TearDown() override {
        inLoop([&] { source_.reset(); });
        PartsFixture::TearDown();
    }
    fs::path save() const {
        static const std::vector<float> weights(100, 0.5F);
        checkpoint::Contents contents;
        contents.model.push_back({"w", "F32", {100}, std::as_bytes(std::span(weights))});
        contents.state.step = 10;
        const auto staged = checkpoint::writeStaged(folder_ / "kept", contents, {run_, 1});
        EXPECT_TRUE(staged) << staged.error().describe();
        return checkpoint::publish(folder_ / "kept", staged->filename().string()).value_or("");
    }
    Bytes read(const std::string& checkpoint, const std::string& file, std::uint64_t offset) {
        std::promise<Bytes> answer;
        inLoop([&] {
            bool isInside = true;
            source_->read(checkpoint, file, offset, [&](const Bytes& bytes) {
                EXPECT_FALSE(isInside) << "answered from inside the call";
                answer.set_value(bytes);
            });
            isInside = false;
        });
        return answer.get_future().get();
    }
    Files list(const std::string& checkpoint) {
        std::promise<Files> answer;
        inLoop([&] { source_->list(checkpoint, [&](const Files& files) { answer.set_value(files); }); });
        return answer.get_future().get();
    }
    std::optional<CheckpointSource> source_;
};

TEST_F(CheckpointSourceTest, ReadsAFileToItsEnd) {
    const fs::path checkpoint = save();
    const auto first = read(checkpoint, "manifest.json", 0);
    ASSERT_TRUE(first) << first.error().describe();
    EXPECT_EQ(first->front(), '{');
    const auto rest = read(checkpoint, "manifest.json", 1);
    ASSERT_TRUE(rest);
    EXPECT_EQ(*rest, first->substr(1));
    EXPECT_EQ(read(checkpoint, "manifest.json", fs::file_size(checkpoint / "manifest.json")).value_or("x"),
              "");
}

TEST_F(CheckpointSourceTest, ListsWhatSaysWhoseItIsLast) {
    const fs::path checkpoint = save();
    const auto files = list(checkpoint);
    ASSERT_TRUE(files) << files.error().describe();
    ASSERT_GE(files->size(), 3U);
    EXPECT_EQ(files->back().name, "owner.json");
    EXPECT_EQ((*files)[files->size() - 2].name, "manifest.json");
    for (const CheckpointSource::File& file : *files)
        EXPECT_EQ(file.bytes, fs::file_size(checkpoint / file.name)) << file.name;
}

TEST_F(CheckpointSourceTest, WhatIsMissingIsNamed) {
    const fs::path checkpoint = save();
    EXPECT_EQ(read(checkpoint, "none", 0).error().code, base::Code::kNotFound);
    EXPECT_EQ(list((folder_ / "none").string()).error().code, base::Code::kNotFound);
    std::ofstream(checkpoint / "manifest.json") << "{";
    EXPECT_FALSE(list(checkpoint));
    EXPECT_EQ(read("elsewhere:/runs/x", "manifest.json", 0).error().code, base::Code::kNotFound);
}

TEST_F(CheckpointSourceTest, AnswersNobodyOnceItHasEnded) {
    inLoop([&] {
        source_->read(save(), "manifest.json", 0, [](const Bytes&) { FAIL() << "answered"; });
        source_.reset();
    });
    afterRounds();
}

TEST_F(CheckpointSourceTest, SentCopiesOfAnUnknownMachineCannotBeDeleted) {
    std::promise<base::Status> answer;
    inLoop([&] {
        removeSentCopies({*loop_, *deletions_, nullptr, run_, 1, folder_, "elsewhere"},
                         [&](const base::Status& removed) { answer.set_value(removed); });
    });
    const base::Status removed = answer.get_future().get();
    ASSERT_FALSE(removed);
    EXPECT_EQ(removed.error().id, "node.unknown");
}

}  // namespace
}  // namespace trainyard::control
