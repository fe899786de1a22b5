// SPDX-License-Identifier: Apache-2.0
// What the engine sees to in every program: the keys of the run file that no loop has to read.
#include "core/engine/loop/program_progress.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/engine/loop/coordinator_job.h"
#include "core/events/event_file.h"
#include "core/plugin/catalog.h"
#include "tests/engine/kept_link.h"
#include "core/events/spool.h"

namespace trainyard::engine {
namespace {

using testing::KeptLink;

v1::RunSpec specOf(const std::string& train, const std::string& rest) {
    const spec::LoadedSpec loaded =
        spec::loadRunText("name: x\ntrain:\n  program: {plugin: x}\n  data: {}\n  epochs: 2\n" + train + rest,
                          "x.yaml", "/", {}, plugin::Catalog::load().strategies());
    for (const v1::Problem& problem : loaded.problems) ADD_FAILURE() << spec::describe(problem);
    return loaded.spec;
}

/// A loop of two epochs of three steps, as a program's author writes it: it saves after each epoch.
class Loop {
  public:
    explicit Loop(const std::string& train, const std::string& rest = "")
        : spec_(specOf(train, rest)), spool_(std::move(*SpoolWriter::create(link_.folder / "events"))) {
        progress_.emplace(ProgramProgress::Parts{spec_, link_, *spool_, 1, /*isChief=*/true, 1});
    }
    /// The error it ends with; nothing: it came to its end, or was told to stop.
    std::optional<base::Error> run(double lossOfStep2 = 1, std::int64_t fromStep = 0) {
        try {
            loop(lossOfStep2);
        } catch (const ProgramEnded& e) {
            EXPECT_TRUE(progress_->begin(/*stepsPerEpoch=*/3, /*globalBatch=*/8, /*parameters=*/1, fromStep));
            return e.error;
        } catch (const ProgramDone&) {
            // as after its last step
        }
        if (const auto finished = progress_->finish(); !finished) return finished.error();
        return std::nullopt;
    }
    std::int64_t steps() const { return progress_->step(); }
    int saves() const { return saves_; }
    std::size_t points(const std::string& tag) {
        EXPECT_TRUE(spool_->finish());
        std::size_t count = 0;
        for (const auto& file : events::eventFilesIn(link_.folder / "events/train")) {
            auto reader = events::EventFileReader::open(file);
            const auto some = reader->readSome();
            for (const events::Event& event : *some)
                count += std::visit([&](const auto& any) { return any.tag == tag ? 1 : 0; }, event);
        }
        return count;
    }
    const KeptLink& link() const { return link_; }

  private:
    /// As the run's result has it.
    std::string outcome() {
        EXPECT_TRUE(spool_->finish());
        std::string outcome;
        for (const auto& file : events::eventFilesIn(link_.folder / "events/train")) {
            auto reader = events::EventFileReader::open(file);
            const auto some = reader->readSome();
            for (const events::Event& event : *some)
                if (const auto* text = std::get_if<events::TextEvent>(&event);
                    text && text->tag == events::kResultTag)
                    outcome = events::resultFromText(text->text)->outcome;
        }
        return outcome;
    }
    void loop(double lossOfStep2) {
        for (int epoch = 0; epoch < spec_.train().epochs(); ++epoch) {
            loop::Stop stop = loop::Stop::kNone;
            for (int i = 0; i < 3 && stop == loop::Stop::kNone; ++i) {
                progress_->finishStep({{"loss", progress_->step() == 1 ? lossOfStep2 : 1.0}});
                stop = progress_->stopFor(StopRequest::kNone);
            }
            if (stop == loop::Stop::kNone) progress_->finishEpoch(epoch, {{"loss", 1}});
            save();
            if (stop != loop::Stop::kNone) return;
        }
    }
    void save() {
        progress_->beginSave();
        ++saves_;
        progress_->endSave();
    }

    KeptLink link_;
    v1::RunSpec spec_;
    std::unique_ptr<SpoolWriter> spool_;
    std::optional<ProgramProgress> progress_;
    int saves_ = 0;
};

TEST(ProgramProgress, ALossThatIsNotFiniteEndsIt) {
    Loop loop("");
    const auto error = loop.run(NAN);
    ASSERT_TRUE(error);
    EXPECT_EQ(error->id, "loss.not_finite");
    EXPECT_NE(error->message.find("the loss of step 2 is NaN or infinite"), std::string::npos)
        << error->message;
    EXPECT_EQ(loop.steps(), 1);
    EXPECT_EQ(loop.saves(), 0);
}

TEST(ProgramProgress, ALossThatIsNotFiniteIsIgnoredWhereThatIsAskedFor) {
    Loop loop("", "on_failure: {not_finite: ignore}\n");
    EXPECT_EQ(loop.run(INFINITY), std::nullopt);
    EXPECT_EQ(loop.steps(), 6);
    ASSERT_EQ(loop.link().warnings().size(), 1u);
    EXPECT_EQ(loop.link().warnings()[0].second, "the loss of step 2 is inf over all replicas");
}

TEST(ProgramProgress, InterruptsAfterAStepOnce) {
    Loop loop("", "inject: {step: 4}\n");
    const auto error = loop.run();
    ASSERT_TRUE(error);
    EXPECT_EQ(error->id, "inject.interrupt");
    EXPECT_EQ(error->message, "interrupted after step 4, as inject.step asks");
    EXPECT_EQ(loop.steps(), 4);
}

TEST(ProgramProgress, InterruptsAfterAnEpochOnceItsCheckpointIsSaved) {
    for (const int epoch : {0, 1}) {
        Loop loop("", "inject: {epoch: " + std::to_string(epoch) + "}\n");
        const auto error = loop.run();
        ASSERT_TRUE(error) << epoch;
        EXPECT_EQ(error->message, "interrupted at the end of epoch index " + std::to_string(epoch) +
                                      ", as inject.epoch asks");
        EXPECT_EQ(loop.steps(), 3 * (epoch + 1));
        EXPECT_EQ(loop.saves(), epoch + 1);
    }
}

TEST(ProgramProgress, MaxStepsEndIt) {
    Loop loop("  max_steps: 4\n");
    EXPECT_EQ(loop.run(), std::nullopt);
    EXPECT_EQ(loop.steps(), 4);
    EXPECT_EQ(loop.saves(), 2) << "and what it has is saved";
}

TEST(ProgramProgress, ThinsOutThePointsOfSteps) {
    Loop all(""), third("  save_summary_steps: 3\n");
TEST(ProgramProgress, ResumedAtMaxStepsMakesNoneMore) {
    Loop loop("  max_steps: 4\n");
    EXPECT_EQ(loop.run(1, 4), std::nullopt);
    EXPECT_EQ(loop.steps(), 4);
    EXPECT_EQ(loop.saves(), 0);
    EXPECT_EQ(loop.outcome(), "completed");
}

    EXPECT_EQ(all.run(), std::nullopt);
    EXPECT_EQ(third.run(), std::nullopt);
    EXPECT_EQ(all.points("batch_loss"), 6u);
    EXPECT_EQ(third.points("batch_loss"), 2u);
}

/// What a coordinator's loop needs of its run file.
class RateJob final : public loop::CoordinatorJob {
  public:
    explicit RateJob(v1::RunSpec spec) : spec_(std::move(spec)) {}
    sdk::ClusterCoordinator& coordinator() override { throw std::logic_error("none"); }
    const v1::RunSpec& spec() const override { return spec_; }
    const nlohmann::json& options() const override { return options_; }
    base::Result<std::int64_t> restore() override { return 0; }
    base::Status begin(std::int64_t, std::int64_t, std::int64_t) override { return {}; }
    loop::Stop finishStep(const std::map<std::string, double>&) override { return loop::Stop::kNone; }
    void finishEpoch(int, const std::map<std::string, double>&) override {}
    base::Status save() override { return {}; }
    void log(const std::string&) override {}

  private:
    v1::RunSpec spec_;
    nlohmann::json options_;
};

TEST(CoordinatorJob, ComputesTheRateOfAStep) {
    EXPECT_EQ(RateJob(specOf("  optimizer: {rmsprop: {learning_rate: 0.1}}\n", "")).learningRate(7), 0.1);
    EXPECT_EQ(RateJob(specOf("  optimizer: sgd\n", "")).learningRate(7), 0.01);
    const RateJob job(
        specOf("  optimizer: {sgd: {learning_rate: {exponential_decay: {initial_learning_rate: 0.8, "
               "decay_steps: 2, decay_rate: 0.5, staircase: true}}}}\n",
               ""));
    EXPECT_EQ(job.learningRate(0), 0.8);
    EXPECT_EQ(job.learningRate(5), 0.2);
}

}  // namespace
}  // namespace trainyard::engine
