// SPDX-License-Identifier: Apache-2.0
// What the engine handles in every program: the keys of the run file that no loop has to read.
#include "core/engine/loop/program_progress.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>

#include <cmath>
#include <thread>

#include "core/engine/train/checkpointer.h"
#include "core/events/event_file.h"
#include "core/events/spool.h"
#include "core/plugin/catalog.h"
#include "plugins/sdk/loop/coordinator_job.h"
#include "tests/engine/kept_link.h"

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
class ProgressLoop {
  public:
    explicit ProgressLoop(const std::string& train, const std::string& rest = "",
                          std::function<NotFiniteLoss(NotFiniteLoss)> causeOf = nullptr)
        : spec_(specOf(train, rest)), spool_(std::move(*SpoolWriter::create(link_.folder / "events"))) {
        progress_.emplace(ProgramProgress::Parts{spec_, link_, *spool_, 1, /*isChief=*/true, 1,
                                                 ProgramProgress::Steps::kOneByOne, std::move(causeOf)});
    }
    /// The error it ends with; empty: it finished or was told to stop.
    std::optional<base::Error> run(double lossOfStep2 = 1, std::int64_t fromStep = 0) {
        try {
            EXPECT_TRUE(progress_->begin(/*stepsPerEpoch=*/3, /*globalBatch=*/8, /*parameters=*/1, fromStep));
            loop(lossOfStep2);
        } catch (const ProgramDone&) {
            // as after its last step
        } catch (const ProgramEnded& e) {
            return e.error;
        }
        if (const auto finished = progress_->finish(); !finished) return finished.error();
        return std::nullopt;
    }
    std::int64_t steps() const { return progress_->step(); }
    base::Error reasonOf(const base::Error& error) const { return progress_->reasonOf(error); }
    checkpoint::TrainState state() const { return progress_->state(); }
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
    /// As in the run's result.
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

  private:
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

TEST(ProgramProgress, OnlyBeforeItsFirstStepAProgramRefuses) {
    const base::Error wrong{base::Code::kInvalidArgument, "stoi"};
    ProgressLoop fresh(""), stepped("");
    EXPECT_EQ(fresh.reasonOf(wrong).id, "program.refused");
    EXPECT_EQ(fresh.reasonOf(wrong).code, base::Code::kRefused);
    EXPECT_FALSE(stepped.run(1, /*fromStep=*/3));
    EXPECT_EQ(stepped.reasonOf(wrong).id, "task.exception");
    EXPECT_EQ(stepped.reasonOf(wrong).code, base::Code::kInternal);
    EXPECT_EQ(stepped.reasonOf({base::Code::kInvalidArgument, "NaN", "data.not_finite"}).id,
              "data.not_finite");
    EXPECT_EQ(stepped.reasonOf({base::Code::kAborted, "lost"}).code, base::Code::kAborted);
}

TEST(ProgramProgress, ALossThatIsNotFiniteEndsIt) {
    ProgressLoop loop("");
    const auto error = loop.run(NAN);
    ASSERT_TRUE(error);
    EXPECT_EQ(error->id, "loss.not_finite");
    EXPECT_NE(error->message.text().find("the loss of step 2 is NaN or infinite"), std::string::npos)
        << error->message;
    EXPECT_EQ(loop.steps(), 1);
    EXPECT_EQ(loop.saves(), 0);
}

TEST(ProgramProgress, LooksForTheCauseOfALossThatIsNotFiniteAndOnlyThen) {
    int asked = 0;
    const auto causeOf = [&](NotFiniteLoss loss) {
        ++asked;
        loss.tasksWithBadSample = 1;
        loss.badSample = 37;
        return loss;
    };
    EXPECT_EQ(ProgressLoop("", "", causeOf).run(), std::nullopt);
    EXPECT_EQ(ProgressLoop("", "on_failure: {not_finite: ignore}\n", causeOf).run(NAN), std::nullopt);
    EXPECT_EQ(asked, 0);
    const auto error = ProgressLoop("", "", causeOf).run(NAN);
    ASSERT_TRUE(error);
    EXPECT_EQ(asked, 1);
    EXPECT_EQ(error->id, "data.not_finite");
    EXPECT_NE(error->message.text().find("the loss of step 2 is NaN or infinite, because sample 37"),
              std::string::npos)
        << error->message;
}

TEST(ProgramProgress, ALossThatIsNotFiniteIsIgnoredWhereThatIsAskedFor) {
    ProgressLoop loop("", "on_failure: {not_finite: ignore}\n");
    EXPECT_EQ(loop.run(INFINITY), std::nullopt);
    EXPECT_EQ(loop.steps(), 6);
    ASSERT_EQ(loop.link().warnings().size(), 1u);
    EXPECT_EQ(loop.link().warnings()[0].second, "the loss of step 2 is inf over all replicas");
}

TEST(ProgramProgress, InterruptsAfterAStepOnce) {
    ProgressLoop loop("", "inject: {step: 4}\n");
    const auto error = loop.run();
    ASSERT_TRUE(error);
    EXPECT_EQ(error->id, "inject.interrupt");
    EXPECT_EQ(error->message, "interrupted after step 4, as inject.step asks");
    EXPECT_EQ(loop.steps(), 4);
}

TEST(ProgramProgress, InterruptsAfterAnEpochOnceItsCheckpointIsSaved) {
    for (const int epoch : {0, 1}) {
        ProgressLoop loop("", "inject: {epoch: " + std::to_string(epoch) + "}\n");
        const auto error = loop.run();
        ASSERT_TRUE(error) << epoch;
        EXPECT_EQ(error->message, "interrupted at the end of epoch index " + std::to_string(epoch) +
                                      ", as inject.epoch asks");
        EXPECT_EQ(loop.steps(), 3 * (epoch + 1));
        EXPECT_EQ(loop.saves(), epoch + 1);
    }
}

TEST(ProgramProgress, MaxStepsEndIt) {
    ProgressLoop loop("  max_steps: 4\n");
    EXPECT_EQ(loop.run(), std::nullopt);
    EXPECT_EQ(loop.steps(), 4);
    EXPECT_EQ(loop.saves(), 2) << "and what it has is saved";
}

TEST(ProgramProgress, ItsCheckpointsCountSamples) {
    ProgressLoop loop("  max_steps: 4\n");
    EXPECT_EQ(loop.run(), std::nullopt);
    EXPECT_EQ(loop.state().position, 4 * 8);
    EXPECT_EQ(loop.state().consumed, 8) << "of the second epoch";
}

TEST(ProgramProgress, ResumedAtMaxStepsMakesNoneMore) {
    ProgressLoop loop("  max_steps: 4\n");
    EXPECT_EQ(loop.run(1, 4), std::nullopt);
    EXPECT_EQ(loop.steps(), 4);
    EXPECT_EQ(loop.saves(), 0);
    EXPECT_EQ(loop.outcome(), "completed");
}

TEST(ProgramProgress, ThinsOutThePointsOfSteps) {
    ProgressLoop all(""), third("  save_summary_steps: 3\n");
    EXPECT_EQ(all.run(), std::nullopt);
    EXPECT_EQ(third.run(), std::nullopt);
    EXPECT_EQ(all.points("batch_loss"), 6u);
    EXPECT_EQ(third.points("batch_loss"), 2u);
}

/// An agent that receives a task's calls and answers none of them in time.
class LateLink final : public KeptLink {
  public:
    base::Result<std::string> publish(const v1::PublishCheckpointRequest& request) override {
        std::unique_lock lock(mutex_);
        if (!isBack_) {
            waiting_.push_back(request);
            return base::fail(base::Code::kDeadlineExceeded, "no answer");
        }
        lock.unlock();
        return KeptLink::publish(request);
    }
    /// Carries out the pending calls, as the agent would later, without answering them. Returns the total
    /// number of calls so far.
    std::size_t carryOut() {
        std::unique_lock lock(mutex_);
        const std::vector<v1::PublishCheckpointRequest> waiting(
            waiting_.begin() + static_cast<std::ptrdiff_t>(carriedOut_), waiting_.end());
        const std::size_t all = carriedOut_ = waiting_.size();
        lock.unlock();
        for (const auto& request : waiting)
            (void)KeptLink::publish(request);  // or the task has abandoned it by now
        return all;
    }
    void comeBack() {
        std::lock_guard lock(mutex_);
        isBack_ = true;
    }

  private:
    std::mutex mutex_;
    std::vector<v1::PublishCheckpointRequest> waiting_;
    std::size_t carriedOut_ = 0;
    bool isBack_ = false;
};

/// C14: the abandoned call is still pending in the agent, and its folder is deleted here. Whichever happens
/// first, there is never a partial checkpoint.
TEST(Checkpointer, AnAbandonedCheckpointIsPublishedWholeOrNotAtAll) {
    constexpr int kSaves = 40;
    const auto plan = spec::planModel({"builtin", "mlp"}, {28, 28});
    ASSERT_TRUE(plan) << plan.error().describe();
    Model model(*plan, torch::kFloat32);
    model.drawWeights(1);
    const auto optimizer = makeOptimizer({"sgd"}, model.variables());
    LateLink link;
    const std::filesystem::path folder = link.place().checkpoint_dir();
    {
        std::jthread agent([&](std::stop_token stop) {
            while (!stop.stop_requested()) link.carryOut();
        });
        Checkpointer saver({folder, link.place().backup_dir(), "late-1", 1}, link, model, *optimizer);
        for (int i = 1; i <= kSaves; ++i) {
            checkpoint::TrainState state;
            state.step = i;
            saver.save(state, 0, {.isKept = true});
        }
        while (link.carryOut() == 0) std::this_thread::yield();  // at least one was late
        link.comeBack();
    }
    int published = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        EXPECT_TRUE(name.starts_with("ckpt-")) << name << " is left";
        const auto whole = checkpoint::verify(entry.path());
        EXPECT_TRUE(whole) << whole.error().describe();
        ++published;
    }
    EXPECT_GE(published, 3) << "the last three are not given up";
}

/// For this process: no file can grow.
class NoRoom {
  public:
    NoRoom() {
        ::signal(SIGXFSZ, SIG_IGN);
        ::getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit none{0, before_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &none);
    }
    ~NoRoom() { ::setrlimit(RLIMIT_FSIZE, &before_); }

  private:
    rlimit before_{};
};

/// An agent whose first answer to a publication is an error.
class RefusingLink final : public KeptLink {
  public:
    base::Result<std::string> publish(const v1::PublishCheckpointRequest& request) override {
        if (!std::exchange(hasRefused_, true))
            return base::fail(base::Code::kResourceExhausted, "no room in the store", "store.disk_full");
        return KeptLink::publish(request);
    }

  private:
    bool hasRefused_ = false;
};

/// What a training ends with is written, or published, until it is there.
TEST(Checkpointer, CompletesItsLastSave) {
    const auto plan = spec::planModel({"builtin", "mlp"}, {28, 28});
    ASSERT_TRUE(plan) << plan.error().describe();
    Model model(*plan, torch::kFloat32);
    model.drawWeights(1);
    const auto optimizer = makeOptimizer({"sgd"}, model.variables());
    RefusingLink link;
    const std::filesystem::path folder = link.place().checkpoint_dir();
    Checkpointer saver({folder, link.place().backup_dir(), "last-1", 1}, link, model, *optimizer);
    checkpoint::TrainState state;
    state.step = 7;
    {
        const NoRoom full;
        saver.save(state, 0, {.isKept = true});
        for (int attempt = 0; attempt < 2; ++attempt) {
            const base::Status saved = saver.completeLast();
            ASSERT_FALSE(saved);
            EXPECT_EQ(saved.error().id, "file.limit");
        }
    }
    EXPECT_EQ(link.warnings().size(), 1u) << "what is tried again is not reported again";
    const base::Status refused = saver.completeLast();
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().id, "store.disk_full") << "written, and not published";
    EXPECT_EQ(saver.lastKeptStep(), 7);
    for (int again = 0; again < 2; ++again) EXPECT_TRUE(saver.completeLast());
    EXPECT_EQ(link.published().size(), 1u);
    const auto whole = checkpoint::verify(folder / "ckpt-7");
    EXPECT_TRUE(whole) << whole.error().describe();
    EXPECT_EQ(link.warnings().size(), 1u);
}

/// What a coordinator's loop needs from its run file.
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
