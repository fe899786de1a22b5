// SPDX-License-Identifier: Apache-2.0
// What an evaluator on another machine is sent, and when.
#include <gmock/gmock.h>

#include <fstream>
#include <future>

#include "core/base/file.h"
#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/copies.h"
#include "core/control/run/evaluator_supply.h"
#include "core/events/event_file.h"
#include "core/node/file_parts.h"
#include "parts_fixture.h"

namespace trainyard::control {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
namespace fs = std::filesystem;

store::CheckpointRow rowAt(int attempt, std::int64_t step, bool isBackup = false) {
    store::CheckpointRow row;
    row.attempt = attempt;
    row.step = step;
    row.isBackup = isBackup;
    return row;
}

/// Step of the one chosen; 0: none.
std::int64_t chosen(const std::vector<store::CheckpointRow>& rows, const SupplyRule& rule,
                    const events::SavedAt& done = {}) {
    const auto next = nextCopy(rows, rule, done);
    return next ? next->step : 0;
}

TEST(CopyOrder, TheNewestOrTheOldestThatIsLeft) {
    const std::vector<store::CheckpointRow> rows{rowAt(1, 8), rowAt(1, 16), rowAt(1, 24), rowAt(1, 32, true)};
    const SupplyRule newest{1, 0, false}, every{1, 0, true};
    EXPECT_EQ(chosen(rows, newest), 24) << "a backup is none";
    EXPECT_EQ(chosen(rows, every), 8);
    EXPECT_EQ(chosen(rows, newest, {1, 8}), 24);
    EXPECT_EQ(chosen(rows, every, {1, 8}), 16);
    EXPECT_EQ(chosen(rows, every, {1, 24}), 0);
    EXPECT_EQ(chosen({}, every), 0);
}

TEST(CopyOrder, UndoneStepsAreNotEvaluated) {
    const std::vector<store::CheckpointRow> rows{rowAt(1, 8), rowAt(1, 16), rowAt(1, 24), rowAt(2, 16)};
    EXPECT_EQ(chosen(rows, {2, 8, true}), 8);
    EXPECT_EQ(chosen(rows, {2, 8, true}, {1, 8}), 16) << "of the second attempt";
    EXPECT_EQ(nextCopy(rows, {2, 8, true}, {1, 8})->attempt, 2);
    EXPECT_EQ(chosen(rows, {3, 100, true}, {1, 8}), 16) << "a later attempt has saved an earlier step";
    EXPECT_EQ(nextCopy(rows, {3, 100, true}, {1, 8})->attempt, 2);
}

class EvaluatorSupplyTest : public PartsFixture {
  protected:
    void SetUp() override {
        PartsFixture::SetUp();
        there_ = folder_ / "there";
        fs::create_directories(there_);
        makeTasks({"worker:0", "evaluator:0"});
        inLoop([&] {
            member("evaluator:0").isLaunched = true;
            node_->onPut = [this](const node::FilePart& part) {
                if (part.task != "evaluator:0") ADD_FAILURE() << "for " << part.task;
                if (const base::Status refused = std::exchange(refusal_, {}); !refused) return refused;
                puts_.push_back(part.file.substr(std::string("copies/1/").size()));
                return node::putPart(there_, part);
            };
            node_->onRead = [this](const node::GrowingFiles& files) {
                return node::readParts(there_, files);
            };
        });
        start();
    }
    void TearDown() override {
        inLoop([&] { supply_.reset(); });
        PartsFixture::TearDown();
    }
    /// What an agent that was started has.
    void start(bool takesEvery = true) {
        inLoop([&] {
            supply_.reset();
            supply_ = std::make_unique<EvaluatorSupply>(
                EvaluatorSupply::Parts{*loop_, *disk_, *deletions_, *store_, nullptr, *tasks_, run_, there_,
                                       folder_ / "spool", "evaluator:0", "local",
                                       SupplyRule{1, 0, takesEvery}, std::chrono::milliseconds(1)},
                EvaluatorSupply::Calls{
                    .isWanted = [this] { return isWanted_; },
                    .evaluated = [this] { return evaluated_; },
                    .warn = warnings(),
                    .wait = [this](const std::string& code,
                                   const std::string& message) { waited_.emplace_back(code, message); },
                    .supplied = [this] { ++supplied_; }});
        });
    }
    /// Saved by the chief of this machine.
    fs::path save(std::int64_t step) {
        static const std::vector<float> weights(5000, 0.5F);
        checkpoint::Contents contents;
        contents.model.push_back({"w", "F32", {5000}, std::as_bytes(std::span(weights))});
        contents.state.step = step;
        const fs::path folder = folder_ / "kept";
        const auto staged = checkpoint::writeStaged(folder, contents, {run_, 1});
        EXPECT_TRUE(staged) << staged.error().describe();
        const auto path = checkpoint::publish(folder, staged->filename().string());
        enter(step, path.value_or("").string());
        return path.value_or("");
    }
    void enter(std::int64_t step, const std::string& path) {
        store::CheckpointRow row = rowAt(1, step);
        row.run = run_;
        row.path = path;
        EXPECT_TRUE(store_->addCheckpoint(row));
    }
    void notice() {
        inLoop([&] { supply_->notice(); });
    }
    /// Steps whose copies are complete there.
    std::vector<std::int64_t> there() const {
        std::vector<std::int64_t> steps;
        for (const auto& copy : checkpoint::listCopies(there_ / checkpoint::copiesOf(1))) {
            EXPECT_TRUE(checkpoint::verify(copy.path));
            steps.push_back(copy.step);
        }
        return steps;
    }
    void read(std::int64_t step) {
        EXPECT_TRUE(
            checkpoint::removeCopy(there_ / checkpoint::copiesOf(1) / checkpoint::finalName(step), run_));
        inLoop([&] { evaluated_ = {1, step}; });
    }
    template <typename Fact>
    void until(Fact fact) {
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
        while (!inLoop(fact)) {
            ASSERT_LT(std::chrono::steady_clock::now(), end);
            disk_->call([] {});
        }
    }
    std::size_t count(const std::string& what) const {
        return static_cast<std::size_t>(std::ranges::count(puts_, what));
    }

    fs::path there_;
    std::unique_ptr<EvaluatorSupply> supply_;
    bool isWanted_ = true;
    events::SavedAt evaluated_;
    base::Status refusal_;  ///< of the next part
    std::vector<std::string> puts_;
    Warnings waited_;
    int supplied_ = 0;
};

TEST_F(EvaluatorSupplyTest, TheOwnerAndTheManifestComeFirstAndTheMarkLast) {
    const fs::path original = save(8);
    notice();
    until([&] { return !there().empty(); });
    EXPECT_THAT(puts_,
                ElementsAre("ckpt-8/owner.json", "ckpt-8/manifest.json", "ckpt-8/state.json",
                            "ckpt-8/optimizer.safetensors", "ckpt-8/model.safetensors", "arrived/ckpt-8"));
    EXPECT_EQ(checkpoint::originOf(there_ / "copies/1/ckpt-8"), original.string());
}

TEST_F(EvaluatorSupplyTest, SoManyWaitThere) {
    for (const std::int64_t step : {8, 16, 24, 32}) save(step);
    notice();
    until([&] { return supply_->isSupplied() || there().size() == EvaluatorSupply::kMostThere; });
    inLoop([&] { supply_->endTraining(); });
    afterRounds();
    EXPECT_THAT(there(), ElementsAre(8, 16));
    EXPECT_EQ(supplied_, 0);
    read(8);
    notice();
    until([&] { return there() == std::vector<std::int64_t>{16, 24}; });
    read(16);
    until([&] { return supplied_ == 1; });  // without a notice: one that was skipped is not reported
    EXPECT_THAT(there(), ElementsAre(24, 32));
}

TEST_F(EvaluatorSupplyTest, OtherwiseTheNewestAlone) {
    start(false);
    for (const std::int64_t step : {8, 16, 24}) save(step);
    inLoop([&] { supply_->endTraining(); });
    until([&] { return supplied_ == 1; });
    EXPECT_THAT(there(), ElementsAre(24));
}

TEST_F(EvaluatorSupplyTest, AnotherAgentSendsNothingTwice) {
    save(8);
    save(16);
    save(24);
    notice();
    until([&] { return there().size() == 2; });
    read(8);
    until([&] { return there() == std::vector<std::int64_t>{16, 24}; });
    // It has evaluated this one, and the agent does not know that from its progress, but from the files.
    auto writer = events::EventFileWriter::create(folder_ / "spool/validation");
    ASSERT_TRUE(writer);
    events::EvaluationRecord record;
    record.attempt = 1;
    record.step = 8;
    writer->add(events::TextEvent{events::kEvaluationTag, 8, 1, events::toText(record)});
    ASSERT_TRUE(writer->flush());
    EXPECT_EQ(lastEvaluated(folder_ / "spool"), (events::SavedAt{1, 8}));
    inLoop([&] { evaluated_ = {}; });
    start();
    inLoop([&] { supply_->begin(); });
    afterRounds();
    EXPECT_EQ(count("arrived/ckpt-8"), 1u);
    EXPECT_EQ(count("ckpt-16/owner.json"), 1u);
    // Nor to an evaluator that connects again.
    inLoop([&] { supply_->begin(); });
    inLoop([&] { supply_->endTraining(); });
    until([&] { return supplied_ == 1; });
    EXPECT_EQ(count("ckpt-24/owner.json"), 1u);
}

TEST_F(EvaluatorSupplyTest, AGapInAFileIsSentAgain) {
    save(8);
    refusal_ = base::fail(base::Code::kDataLoss, "has 0 bytes", "file.gap");
    notice();
    until([&] { return !there().empty(); });
    EXPECT_THAT(warned_, IsEmpty());
}

TEST_F(EvaluatorSupplyTest, AFullDiskThereIsWaitedFor) {
    save(8);
    const base::Error full{base::Code::kResourceExhausted, "no space left on device", "disk.full"};
    refusal_ = base::fail(full);
    notice();
    until([&] { return waited_.size() == 1; });
    inLoop([&] {
        if (there().empty()) refusal_ = base::fail(full);
    });
    until([&] { return !there().empty(); });
    ASSERT_EQ(waited_.size(), 1u) << "said once";
    EXPECT_EQ(waited_[0].first, "disk.full");
    EXPECT_THAT(waited_[0].second,
                HasSubstr("evaluator:0 gets its next checkpoint when the disk of local has free space"));
    EXPECT_THAT(warned_, IsEmpty());
}

TEST_F(EvaluatorSupplyTest, OneThatIsDeletedMeanwhileIsPassedOver) {
    const fs::path first = save(8);
    save(16);
    fs::remove_all(first);
    inLoop([&] { supply_->endTraining(); });
    until([&] { return supplied_ == 1; });
    EXPECT_THAT(there(), ElementsAre(16));
    ASSERT_EQ(warned_.size(), 1u);
    EXPECT_EQ(warned_[0].first, "evaluation.behind");
}

TEST_F(EvaluatorSupplyTest, ARefusalIsFinal) {
    save(8);
    fs::create_directories(folder_ / "elsewhere");
    fs::create_directory_symlink(folder_ / "elsewhere", there_ / "copies");
    inLoop([&] { supply_->endTraining(); });
    until([&] { return supplied_ == 1; });
    ASSERT_EQ(warned_.size(), 1u);
    EXPECT_EQ(warned_[0].first, "evaluation.not_sent");
    EXPECT_THAT(warned_[0].second, HasSubstr("nothing is written through it"));
    EXPECT_TRUE(fs::is_empty(folder_ / "elsewhere"));
}

TEST_F(EvaluatorSupplyTest, AnUnknownNodeIsNamed) {
    enter(8, "box-9:/runs/ckpt-8");
    inLoop([&] { supply_->endTraining(); });
    until([&] { return supplied_ == 1; });
    ASSERT_EQ(warned_.size(), 1u);
    EXPECT_EQ(warned_[0].first, "evaluation.not_sent");
    EXPECT_THAT(warned_[0].second, HasSubstr("there is no node box-9"));
}

TEST_F(EvaluatorSupplyTest, AnEvaluatorThatIsGoneIsSentNothing) {
    inLoop([&] { isWanted_ = false; });
    save(8);
    inLoop([&] { supply_->endTraining(); });
    afterRounds();
    EXPECT_THAT(puts_, IsEmpty());
    EXPECT_EQ(supplied_, 0);
    inLoop([&] {  // it was started again
        isWanted_ = true;
        supply_->begin();
    });
    until([&] { return supplied_ == 1; });
    EXPECT_THAT(there(), ElementsAre(8));
}

TEST_F(EvaluatorSupplyTest, ClosingDeletesAllCopiesOnceNothingIsWritten) {
    save(8);
    inLoop([&] { node_->isPrompt = false; });
    notice();
    const std::string first = "put copies/1/ckpt-8/owner.json";
    until([&] {
        node_->answer("read");
        return node_->count(first) == 1;
    });
    std::promise<void> closed;
    inLoop([&] { supply_->close([&] { closed.set_value(); }); });
    afterRounds();
    EXPECT_FALSE(supply_->isClosed()) << "a part is still being written";
    inLoop([&] { node_->answer(first); });
    closed.get_future().get();
    EXPECT_TRUE(fs::is_empty(there_));
    EXPECT_EQ(puts_.size(), 1u);
    EXPECT_THAT(warned_, IsEmpty());
}

}  // namespace
}  // namespace trainyard::control
