// SPDX-License-Identifier: Apache-2.0
// Callbacks in the training loop: the events and their order, what they may request, and the built-in ones.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "core/base/file.h"
#include "core/engine/ledger/built_in_callbacks.h"
#include "tests/unit/ledger/training_fixture.h"

namespace trainyard::engine {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::Steps;
using testing::stepsOf;
using testing::Training;
using Words = std::vector<std::string>;

const std::string kValidation = "train.data.validation={builtin: fashion_mnist_test}";

/// Notes the events, and does at some of them what a test asks for.
class Notes final : public sdk::Callback {
  public:
    using Do = std::function<void(const std::string& event, sdk::Training&)>;
    Notes(std::string name, Words& into, Do act = {}) : name_(std::move(name)), into_(into), do_(act) {}

    void onTrainBegin(sdk::Training& t) override { note("train begin", t); }
    void onTrainEnd(sdk::Training& t, const sdk::Metrics&) override { note("train end", t); }
    void onEpochBegin(sdk::Training& t) override { note(fmt::format("epoch {} begin", t.epoch()), t); }
    void onEpochEnd(sdk::Training& t, const sdk::Metrics& m) override {
        note(fmt::format("epoch {} end", t.epoch()), t, m);
    }
    void onBatchBegin(sdk::Training& t) override { note(fmt::format("batch {} begin", t.step() + 1), t); }
    void onBatchEnd(sdk::Training& t, const sdk::Metrics& m) override {
        note(fmt::format("batch {} end", t.step()), t, m);
    }
    void onEvaluationBegin(sdk::Training& t) override { note("evaluation begin", t); }
    void onEvaluationEnd(sdk::Training& t, const sdk::Metrics& m) override { note("evaluation end", t, m); }
    void onSave(sdk::Training& t) override { note(fmt::format("save {}", t.step()), t); }
    json state() const override { return {{"events", events_}}; }
    void restore(const json& state) override {
        into_.push_back(name_ + "restored " + state["events"].dump());
    }

  private:
    void note(const std::string& event, sdk::Training& training, const sdk::Metrics& metrics = {}) {
        std::string values;
        for (const auto& [key, value] : metrics) values += fmt::format(" {}={}", key, value);
        into_.push_back(name_ + event + values);
        ++events_;
        if (do_) do_(event, training);
    }
    std::string name_;
    Words& into_;
    Do do_;
    int events_ = 0;
};

Callbacks listOf(std::unique_ptr<sdk::Callback> callback, bool hasBatches = false,
                 const std::string& id = "mine") {
    Callbacks callbacks;
    callbacks.push_back({id, "train.callbacks[0]." + id, std::move(callback), hasBatches});
    return callbacks;
}

Callbacks noting(Words& into, Notes::Do act = {}, bool hasBatches = false) {
    return listOf(std::make_unique<Notes>("", into, std::move(act)), hasBatches);
}

json earlyStopping(json options) {
    json all{{"monitor", "val_loss"},
             {"mode", "auto"},
             {"patience", 0},
             {"min_delta", 0},
             {"restore_best", false}};
    all.update(options);
    return all;
}

TEST(Callbacks, ReceiveEveryEventInOrder) {
    Words events;
    Callbacks callbacks = noting(events, {}, true);
    Training training({"train.epochs=1", "train.steps_per_epoch=2", kValidation}, nullptr, true,
                      std::move(callbacks));
    ASSERT_TRUE(training.run());
    EXPECT_THAT(events, ElementsAre("train begin", "epoch 0 begin", "batch 1 begin", "batch 1 end loss=1",
                                    "batch 2 begin", "batch 2 end loss=2", "evaluation begin",
                                    "evaluation end val_loss=2", "epoch 0 end loss=1.5 val_loss=2", "save 2",
                                    "train end"));
    EXPECT_EQ(training.states.kept.back().callbacks["states"],
              json::parse(R"([{"id": "mine", "state": {"events": 9}}])"));
}

TEST(Callbacks, AreCalledInTheOrderOfTheRunFile) {
    Words events;
    Callbacks callbacks = listOf(std::make_unique<Notes>("a: ", events));
    callbacks.push_back({"mine", "train.callbacks[1].mine", std::make_unique<Notes>("b: ", events), false});
    Training training({"train.epochs=1", "checkpoint.every=never", "train.validation_freq=9", kValidation},
                      nullptr, true, std::move(callbacks));
    ASSERT_TRUE(training.run());
    EXPECT_THAT(events, ElementsAre("a: train begin", "b: train begin", "a: epoch 0 begin",
                                    "b: epoch 0 begin", "a: epoch 0 end loss=2.5", "b: epoch 0 end loss=2.5",
                                    "a: train end", "b: train end", "a: save 4", "b: save 4"));
}

TEST(Callbacks, AStopInsideAnEpochFinishesItAndTheRunSucceeds) {
    Words events;
    Training training({"checkpoint.every=never"}, nullptr, true,
                      noting(
                          events,
                          [](const std::string& event, sdk::Training& t) {
                              if (event == "batch 6 end") t.stop("that will do");
                          },
                          true));
    ASSERT_TRUE(training.run());
    EXPECT_TRUE(training.runner.loop->hasCompleted());
    EXPECT_EQ(training.outcome(), "completed");
    EXPECT_EQ(training.series("epoch_loss"), (std::map<std::int64_t, double>{{4, 2.5}, {6, 5.5}}));
    EXPECT_EQ(stepsOf(training.states.kept), (Steps{6}));
    EXPECT_EQ(events::planFromText(training.texts(events::kPlanTag).back())->totalSteps, 6);
    EXPECT_THAT(
        training.warned(),
        ElementsAre("run.changed: a callback ends the training after step 6: train.callbacks[0].mine: "
                    "that will do"));
}

TEST(Callbacks, AStopBeforeABatchComesAfterIt) {
    Words events;
    Training training({"checkpoint.every=never"}, nullptr, true,
                      noting(
                          events,
                          [](const std::string& event, sdk::Training& t) {
                              if (event == "batch 6 begin") t.stop("enough");
                          },
                          true));
    ASSERT_TRUE(training.run());
    EXPECT_EQ(training.series("batch_loss").size(), 6u);
    EXPECT_EQ(training.epochs().size(), 2u);
}

TEST(Callbacks, SaveAndKeepTheBest) {
    Words events;
    Training training({"checkpoint.every=never", "checkpoint.final=false"}, nullptr, true,
                      noting(
                          events,
                          [](const std::string& event, sdk::Training& t) {
                              if (event == "batch 3 end") t.save();
                              if (event == "epoch 1 end") t.saveAsBest();
                          },
                          true));
    ASSERT_TRUE(training.run());
    EXPECT_EQ(stepsOf(training.states.kept), (Steps{3, 8}));
    EXPECT_EQ(training.states.best, (Steps{8}));
}

TEST(Callbacks, ARateHoldsUntilTheUserChangesItAndOutlivesARestart) {
    Words events;
    const auto lowering = [](const std::string& event, sdk::Training& t) {
        if (event == "epoch 0 end") t.setLearningRate(t.learningRate() / 10);
    };
    Training first({}, nullptr, true, noting(events, lowering));
    ASSERT_TRUE(first.run());
    EXPECT_DOUBLE_EQ(first.runner.rate, 0.01);
    events.clear();
    Training second({}, &first.states.kept[1], true, noting(events));
    ASSERT_TRUE(second.run());
    EXPECT_DOUBLE_EQ(second.runner.rate, 0.01);
    EXPECT_EQ(events.front(), "restored 10");
    // A roll-back halves the run file's rate: what callbacks made of it is halved, too.
    Training halved({"train.optimizer={adam: {learning_rate: 0.0005}}"}, &first.states.kept[1], true,
                    noting(events));
    ASSERT_TRUE(halved.run());
    EXPECT_DOUBLE_EQ(halved.runner.rate, 0.005);
    Training changed({}, nullptr, true, noting(events, lowering));
    changed.runner.afterStep = [&](std::int64_t step) {
        if (step == 6) changed.runner.asked.wish.learningRate = 0.7;
    };
    ASSERT_TRUE(changed.run());
    EXPECT_EQ(changed.runner.rate, 0.7);
    EXPECT_FALSE(changed.states.kept.back().callbacks.contains("rate"));
}

TEST(Callbacks, OneThatThrowsEndsTheRunWithItsWords) {
    Words events;
    Training training({}, nullptr, true, noting(events, [](const std::string& event, sdk::Training&) {
                          if (event == "epoch 1 end") throw std::runtime_error("interrupted");
                      }));
    const base::Status status = training.run();
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().id, "callback.failed");
    EXPECT_THAT(status.error().message, HasSubstr("after step 8: train.callbacks[0].mine: interrupted"));
    EXPECT_EQ(stepsOf(training.states.kept), (Steps{4}));
    EXPECT_EQ(training.runner.left, 1) << "all processes leave together";
}

TEST(Callbacks, AreNotHereInAnotherProcess) {
    Training training({}, nullptr, false, listOf(nullptr));
    ASSERT_TRUE(training.run());
    EXPECT_TRUE(training.runner.loop->hasCompleted());
}

TEST(Callbacks, RequestsOfAllProcessesAddUpAndTheRateIsTheChiefs) {
    CallbackRequests chief{.isSaving = true, .learningRate = 0.1},
        other{.isStopping = true, .learningRate = 0.2};
    CallbackRequests::Numbers sums = chief.toNumbers(true);
    const CallbackRequests::Numbers more = other.toNumbers(false);
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += more[i];
    const CallbackRequests all = CallbackRequests::fromNumbers(sums);
    EXPECT_TRUE(all.isStopping && all.isSaving);
    EXPECT_FALSE(all.isBest || all.isRestoringBest || all.hasFailed);
    EXPECT_EQ(all.learningRate, 0.1);
}

// ---- Built-in ones

/// A training of so many epochs whose validation has these losses.
std::unique_ptr<Training> validated(std::vector<double> losses, Callbacks callbacks,
                                    std::vector<std::string> sets = {},
                                    const checkpoint::TrainState* from = nullptr) {
    sets.push_back(fmt::format("train.epochs={}", losses.size() + (from ? from->epoch : 0)));
    sets.push_back(kValidation);
    auto training = std::make_unique<Training>(std::move(sets), from, true, std::move(callbacks));
    training->runner.validationLosses = std::move(losses);
    return training;
}

Callbacks stopping(json options) {
    return listOf(makeEarlyStopping(earlyStopping(std::move(options))), false, "early_stopping");
}

TEST(EarlyStopping, EndsAfterSoManyEpochsWithoutAnImprovement) {
    const auto epochsWith = [](json options, std::vector<double> losses) {
        const auto training = validated(std::move(losses), stopping(std::move(options)));
        EXPECT_TRUE(training->run());
        EXPECT_EQ(training->outcome(), "completed");
        return training->epochs().size();
    };
    EXPECT_EQ(epochsWith({{"patience", 2}}, {5, 4, 4.5, 4.2, 3, 2}), 4u);
    EXPECT_EQ(epochsWith({{"patience", 2}}, {5, 4, 4.5, 3, 3.5, 2}), 6u) << "an improvement starts it over";
    EXPECT_EQ(epochsWith(json::object(), {5, 6, 4}), 2u) << "patience 0: the first epoch that is no better";
    EXPECT_EQ(epochsWith({{"min_delta", 0.5}}, {5, 4.6, 4}), 2u);
    EXPECT_EQ(epochsWith({{"mode", "max"}}, {5, 6, 7, 6}), 4u);
    EXPECT_EQ(epochsWith({{"patience", 1}}, {NAN, NAN, 3}), 1u) << "NaN is no improvement";
    EXPECT_EQ(epochsWith({{"monitor", "loss"}}, {5, 4, 3}), 2u) << "the training's own loss grows here";
}

TEST(EarlyStopping, SaysWhy) {
    const auto training = validated({5, 4, 4.5, 4.2, 3}, stopping({{"patience", 2}}));
    ASSERT_TRUE(training->run());
    EXPECT_THAT(training->warned(), ElementsAre("run.changed: a callback ends the training after step 16: "
                                                "train.callbacks[0].early_stopping: val_loss is no better "
                                                "than 4 (epoch 2), with a patience of 2"));
    const base::Words all = training->link.words().front();
    ASSERT_EQ(all.arguments().size(), 2u);
    ASSERT_EQ(all.arguments()[1].arguments().size(), 2u);
    EXPECT_EQ(all.arguments()[1].arguments()[1].sentence(),
              "%1 is no better than %2 (epoch %3), with a patience of %4")
        << "in the reader's language";
}

TEST(Callbacks, OfAPluginSayATextThatStaysAsItIs) {
    Words events;
    const auto stop = [](const std::string& event, sdk::Training& t) {
        if (event == "epoch 0 end") t.stop("the run has ended");
    };
    const auto training = validated({5, 4}, noting(events, stop));
    ASSERT_TRUE(training->run());
    const base::Words all = training->link.words().front();
    ASSERT_EQ(all.arguments().size(), 2u);
    EXPECT_EQ(all.arguments()[1].arguments()[1], base::Words::plain("the run has ended"));
}

TEST(EarlyStopping, ContinuesFromACheckpointWhereItWas) {
    const auto first = validated({5, 4, 4.5}, stopping({{"patience", 3}}));
    ASSERT_TRUE(first->run());
    const auto second =
        validated({4.4, 4.3, 4.2, 4.1}, stopping({{"patience", 3}}), {}, &first->states.kept[2]);
    ASSERT_TRUE(second->run());
    EXPECT_EQ(second->epochs().size(), 2u) << "one epoch had been waited for";
}

TEST(EarlyStopping, RestoresTheBest) {
    const auto run = [](std::vector<double> losses) {
        auto training = validated(std::move(losses), stopping({{"patience", 2}, {"restore_best", true}}));
        training->states.folder = training->link.place().checkpoint_dir();
        EXPECT_TRUE(training->run());
        return training;
    };
    const auto stopped = run({5, 4, 4.5, 4.2, 3});
    EXPECT_EQ(stopped->states.best, (Steps{4, 8}));
    EXPECT_THAT(stopped->runner.restored, ElementsAre("ckpt-8"));
    EXPECT_EQ(stopped->states.kept.back().step, 16);
    EXPECT_EQ(stopped->states.kept.back().metrics.at("val_loss"), 4) << "of the weights that it contains";
    EXPECT_THAT(run({5, 4, 4.5})->runner.restored, ElementsAre("ckpt-8")) << "also if it ends by itself";
    EXPECT_THAT(run({5, 4, 3})->runner.restored, IsEmpty()) << "the last epoch was the best";
}

/// A branch has a folder of its own: the best of the run before is not in it.
TEST(EarlyStopping, ABestThatIsNotInThisRunsFolderIsForgotten) {
    const json restoring{{"patience", 2}, {"restore_best", true}};
    const auto first = validated({3, 4}, stopping(restoring));
    first->states.folder = first->link.place().checkpoint_dir();
    ASSERT_TRUE(first->run());
    ASSERT_EQ(first->states.best, (Steps{4}));
    const auto& last = first->states.kept.back();
    ASSERT_EQ(last.step, 8);
    const auto continued = [&](std::vector<double> losses, std::int64_t hasBest) {
        auto training = validated(std::move(losses), stopping(restoring), {}, &last);
        training->states.folder = training->link.place().checkpoint_dir();
        if (hasBest > 0)
            std::filesystem::copy(first->states.folder / "ckpt-4", training->states.folder / "ckpt-4");
        EXPECT_TRUE(training->run());
        return training;
    };
    const auto branch = continued({6, 5, 5.5}, 0);
    EXPECT_EQ(branch->epochs().size(), 3u) << "none is as good as the 3 of before, and yet it is patient";
    EXPECT_EQ(branch->states.best, (Steps{12, 16}));
    EXPECT_THAT(branch->runner.restored, ElementsAre("ckpt-16")) << "the best of its own";
    EXPECT_THAT(branch->warned(),
                ElementsAre("callback.no_best: the best checkpoint so far, of step 4, is not in this run's "
                            "folder: the best is chosen from the epochs that follow"));
    const auto resumed = continued({6, 5, 5.5}, 1);
    EXPECT_EQ(resumed->epochs().size(), 1u) << "the patience of before counts";
    EXPECT_THAT(resumed->runner.restored, ElementsAre("ckpt-4"));
}

/// Nor is a best that nobody saved one to end with.
TEST(EarlyStopping, ARunThatRestoresTheBestFromNowOnFindsOne) {
    const auto first = validated({3, 4}, stopping({{"patience", 3}}));
    ASSERT_TRUE(first->run());
    const auto second = validated({6, 5, 5.5}, stopping({{"patience", 3}, {"restore_best", true}}), {},
                                  &first->states.kept.back());
    second->states.folder = second->link.place().checkpoint_dir();
    ASSERT_TRUE(second->run());
    EXPECT_THAT(second->runner.restored, ElementsAre("ckpt-16"));
}

TEST(EarlyStopping, AMissingBestCheckpointIsReported) {
    const auto training = validated({5, 6}, stopping({{"restore_best", true}}));
    ASSERT_TRUE(training->run());
    EXPECT_THAT(training->runner.restored, ElementsAre("")) << "the others are told";
    EXPECT_THAT(training->warned(),
                ::testing::Contains(HasSubstr("callback.no_best: the best weights, of step 4")));
}

Callbacks builtIn(const std::string& id, json options, const std::filesystem::path& folder = {}) {
    return listOf(makeBuiltIn(id, {.options = std::move(options), .folder = folder}), false, id);
}

TEST(ReduceOnPlateau, LowersTheRateWithCooldownAndALimit) {
    const json options{{"monitor", "val_loss"},
                       {"mode", "auto"},
                       {"factor", 0.5},
                       {"patience", 2},
                       {"min_delta", 0.01},
                       {"cooldown", 1},
                       {"min_learning_rate", 0.02}};
    const auto rateAfter = [&](std::vector<double> losses, json changed = json::object()) {
        json all = options;
        all.update(changed);
        const auto training = validated(std::move(losses), builtIn("reduce_on_plateau", all));
        EXPECT_TRUE(training->run());
        return training->runner.rate;
    };
    EXPECT_DOUBLE_EQ(rateAfter({5, 5}), 0.1);
    EXPECT_DOUBLE_EQ(rateAfter({5, 5, 5}), 0.05);
    EXPECT_DOUBLE_EQ(rateAfter({5, 5, 5, 5, 5}), 0.025)
        << "as Keras', whose cooldown of 1 ends in that epoch";
    EXPECT_DOUBLE_EQ(rateAfter({5, 5, 5, 5, 5}, {{"cooldown", 2}}), 0.05);
    EXPECT_DOUBLE_EQ(rateAfter({5, 5, 5, 5, 5, 5, 5, 5, 5}), 0.02) << "not below min_learning_rate";
    EXPECT_DOUBLE_EQ(rateAfter({5, 4.995, 4}), 0.1);
}

TEST(LearningRateTable, SetsTheRateFromAnEpochOn) {
    const json table{{"epochs", {1, 2}}, {"rates", {0.05, 0.01}}};
    Training training({"checkpoint.every=epoch"}, nullptr, true, builtIn("learning_rate_table", table));
    std::map<std::int64_t, double> rates;
    training.runner.afterStep = [&](std::int64_t step) { rates[step] = training.runner.rate; };
    ASSERT_TRUE(training.run());
    EXPECT_EQ(rates[4], 0.1);
    EXPECT_EQ(rates[5], 0.05);
    EXPECT_EQ(rates[9], 0.01);
    // Resumed, it leaves the rate as it was until the next entry.
    Training second({}, &training.states.kept[1], true, builtIn("learning_rate_table", table));
    ASSERT_TRUE(second.run());
    EXPECT_EQ(second.runner.rate, 0.01);
}

TEST(BestMode, SaysWhichWayAMetricImproves) {
    const auto bestWith = [](const std::string& mode) {
        Training training({"checkpoint={every: never, final: false, best: loss, best_mode: " + mode + "}"});
        EXPECT_TRUE(training.run());
        return training.states.best;
    };
    EXPECT_EQ(bestWith("auto"), (Steps{4})) << "the loss grows here";
    EXPECT_EQ(bestWith("min"), (Steps{4}));
    EXPECT_EQ(bestWith("max"), (Steps{4, 8, 12}));
}

std::string contents(const std::filesystem::path& file) {
    return base::readFile(file).value_or("missing");
}

TEST(CsvLog, HasALinePerEpochAndContinuesAtTheResumedOne) {
    const json options{{"file", ""}, {"separator", ","}, {"append", false}};
    Training first({"train.validation_freq=2", kValidation});
    const auto folder = first.link.folder;
    {
        Training logged({"train.validation_freq=2", kValidation}, nullptr, true,
                        builtIn("csv_log", options, folder));
        ASSERT_TRUE(logged.run());
        EXPECT_EQ(contents(folder / "log.csv"), "epoch,loss,val_loss\n0,2.5,NA\n1,6.5,8\n2,10.5,NA\n");
        Training resumed({kValidation}, &logged.states.kept[1], true, builtIn("csv_log", options, folder));
        ASSERT_TRUE(resumed.run());
        EXPECT_EQ(contents(folder / "log.csv"), "epoch,loss,val_loss\n0,2.5,NA\n1,6.5,8\n2,10.5,12\n");
    }
    Training fresh({"train.epochs=1", "train.validation_freq=9", kValidation}, nullptr, true,
                   builtIn("csv_log", options, folder));
    ASSERT_TRUE(fresh.run());
    EXPECT_EQ(contents(folder / "log.csv"), "epoch,loss\n0,2.5\n");
    Training appended({"train.epochs=1", "train.validation_freq=9", kValidation}, nullptr, true,
                      builtIn("csv_log", {{"file", ""}, {"separator", ","}, {"append", true}}, folder));
    ASSERT_TRUE(appended.run());
    EXPECT_EQ(contents(folder / "log.csv"), "epoch,loss\n0,2.5\n0,2.5\n");
}

/// A table of another program may look the same.
TEST(CsvLog, OnlyATableThatTrainyardHasWrittenIsReplaced) {
    Training place;
    const auto file = place.link.folder / "table.csv";
    const auto log = [&](bool isAppending) {
        return builtIn("csv_log", {{"file", file.string()}, {"separator", ","}, {"append", isAppending}});
    };
    const std::string theirs = "epoch,loss\n0,0.5\n", added = theirs + "0,2.5\n";
    ASSERT_TRUE(base::writeFileAtomically(file, theirs));
    const std::vector<std::string> once{"train.epochs=1", "train.validation_freq=9", kValidation};
    for (const char* when : {"first", "after lines were added to it"}) {
        const std::string before = contents(file);
        Training replacing(once, nullptr, true, log(false));
        const auto refused = replacing.run();
        ASSERT_FALSE(refused) << when;
        EXPECT_THAT(refused.error().describe(), HasSubstr("`append: true`")) << when;
        EXPECT_EQ(contents(file), before) << when;
        Training adding(once, nullptr, true, log(true));
        ASSERT_TRUE(adding.run()) << when;
    }
    EXPECT_EQ(contents(file), added + "0,2.5\n");
    std::filesystem::remove(file);
    for (const char* when : {"new", "replaced"}) {
        Training own(once, nullptr, true, log(false));
        ASSERT_TRUE(own.run()) << when;
        EXPECT_EQ(contents(file), "epoch,loss\n0,2.5\n") << when;
    }
}

TEST(CsvLog, AFileThatIsNoLogIsKeptAndAFullDiskEndsNothing) {
    Training place;
    const auto folder = place.link.folder;
    const std::string keras = "epoch,loss\r\n0,0.5\r\n";
    for (const std::string& text :
         {std::string("hello\n"), keras, std::string("epoch,chapter\n1,thesis\n"), std::string("epoch"),
          std::string("epoch,loss\n0,0.5,7\n"), std::string("epoch,loss\nfirst,0.5\n"),
          std::string("epoch,loss\n0,0.5\nsee page 7"), std::string("epoch,loss,\n0,0.5,\n"),
          std::string("epoch;loss\n0;0.5\n")}) {
        ASSERT_TRUE(base::writeFileAtomically(folder / "notes", text));
        for (const bool isAppending : {true, false}) {
            Training training({}, nullptr, true,
                              builtIn("csv_log", {{"file", (folder / "notes").string()},
                                                  {"separator", ","},
                                                  {"append", isAppending}}));
            EXPECT_FALSE(training.run()) << text;
            EXPECT_EQ(contents(folder / "notes"), text);
        }
    }
    for (const char* text :
         {"", "epoch\n", "epoch,loss\n", "epoch,loss,val_loss\n0,2.5,NA\n1,nan,-1e-05\n2,0."}) {
        ASSERT_TRUE(base::writeFileAtomically(folder / "log.csv", text));
        Training training({"train.epochs=1"}, nullptr, true,
                          builtIn("csv_log", {{"file", ""}, {"separator", ","}, {"append", false}}, folder));
        EXPECT_TRUE(training.run()) << text;
        EXPECT_EQ(contents(folder / "log.csv"), "epoch,loss,val_loss\n0,2.5,4\n");
    }
    Training nowhere(
        {}, nullptr, true,
        builtIn("csv_log",
                {{"file", (folder / "none/log.csv").string()}, {"separator", ","}, {"append", false}}));
    EXPECT_TRUE(nowhere.run());
    EXPECT_THAT(nowhere.warned(),
                ::testing::Contains(HasSubstr("callback.warning: train.callbacks[0].csv_log: ")));
}

}  // namespace
}  // namespace trainyard::engine
