// SPDX-License-Identifier: Apache-2.0
// Sweep files: what their runs are, and what is refused, with line and fix.
#include "core/spec/sweep/sweep.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "spec_testing.h"

namespace trainyard::spec {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

/// A grid of six; line 9 is that of `parameters`.
const std::string kGrid =
    "run:\n"
    "  name: small\n"
    "  train:\n"
    "    model: {builtin: mlp}\n"
    "    data:\n"
    "      train: {builtin: fashion_mnist}\n"
    "      validation: {builtin: fashion_mnist_test}\n"
    "metric: val_loss\n"
    "parameters:\n"
    "  train.epochs: {values: [1, 2]}\n"
    "  train.optimizer.sgd.learning_rate: {values: [0.1, 0.01, 0.001]}\n";

LoadedSweep sweepOf(const std::string& text) {
    return loadSweepText(text, "s.yaml", "/base", strategies());
}
std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}
std::vector<std::string> valuesOf(const LoadedSweep& sweep, const std::string& parameter) {
    std::vector<std::string> values;
    for (const v1::PlannedRun& run : sweep.plan.runs()) values.push_back(run.parameters().at(parameter));
    return values;
}
/// The only problem of a text, printed.
std::string refusalOf(const std::string& text) {
    const LoadedSweep sweep = sweepOf(text);
    EXPECT_EQ(sweep.problems.size(), 1u) << printed(sweep.problems);
    EXPECT_FALSE(sweep.ok());
    EXPECT_EQ(sweep.plan.runs_size(), 0);
    if (sweep.problems.empty()) return {};
    EXPECT_FALSE(sweep.problems[0].fix().empty()) << printed(sweep.problems);
    return printed(sweep.problems);
}

TEST(Sweep, TheNumberOfParametersIsSaid) {
    const std::string head = kGrid.substr(0, kGrid.find("parameters:"));
    EXPECT_THAT(printed(sweepOf(head + "parameters: {}\n").problems),
                HasSubstr("has 0 keys (expected at least 1)"));
    std::string many = head + "parameters:\n";
    for (int i = 0; i < 33; ++i) many += "  p" + std::to_string(i) + ": {values: [1]}\n";
    EXPECT_THAT(printed(sweepOf(many).problems), HasSubstr("has 33 keys (expected at most 32)"));
}

TEST(Sweep, AGridHasEveryCombinationTheLastParameterFastest) {
    const LoadedSweep sweep = sweepOf(kGrid);
    ASSERT_TRUE(sweep.ok()) << printed(sweep.problems);
    EXPECT_THAT(valuesOf(sweep, "train.epochs"), ElementsAre("1", "1", "1", "2", "2", "2"));
    EXPECT_THAT(valuesOf(sweep, "train.optimizer.sgd.learning_rate"),
                ElementsAre("0.1", "0.01", "0.001", "0.1", "0.01", "0.001"));
    EXPECT_EQ(sweep.plan.runs(4).spec().train().epochs(), 2);
    EXPECT_EQ(optimizerOf(sweep.plan.runs(4).spec()).options["learning_rate"], 0.01);
    EXPECT_EQ(sweep.plan.name(), "small");
    EXPECT_EQ(sweep.plan.parallel(), 1);
    EXPECT_FALSE(sweep.plan.is_maximized());
    EXPECT_EQ(sweep.plan.parameters(0).name(), "train.epochs") << "as they are written";
    EXPECT_FALSE(sweep.plan.has_early_stop());
}

TEST(Sweep, ASeedDrawsTheSameValuesAndMoreRunsAddToThem) {
    std::string text = replaced(kGrid, "{values: [1, 2]}", "{int: [1, 9]}");
    text = replaced(text, "{values: [0.1, 0.01, 0.001]}", "{log_uniform: [1e-4, 1e-1]}");
    const LoadedSweep eight = sweepOf(text + "method: random\nruns: 8\nseed: 7\n");
    const LoadedSweep again = sweepOf(text + "method: random\nruns: 8\nseed: 7\n");
    const LoadedSweep twenty = sweepOf(text + "method: random\nruns: 20\nseed: 7\n");
    const LoadedSweep other = sweepOf(text + "method: random\nruns: 8\nseed: 8\n");
    ASSERT_TRUE(twenty.ok()) << printed(twenty.problems);
    const std::string rate = "train.optimizer.sgd.learning_rate";
    EXPECT_EQ(valuesOf(eight, rate), valuesOf(again, rate));
    EXPECT_NE(valuesOf(eight, rate), valuesOf(other, rate));
    std::vector<std::string> first = valuesOf(twenty, rate);
    first.resize(8);
    EXPECT_EQ(valuesOf(eight, rate), first);
    int small = 0;
    for (const v1::PlannedRun& run : twenty.plan.runs()) {
        const double value = optimizerOf(run.spec()).options["learning_rate"];
        EXPECT_GE(value, 1e-4);
        EXPECT_LE(value, 1e-1);
        small += value < 1e-2 ? 1 : 0;
        EXPECT_GE(run.spec().train().epochs(), 1);
        EXPECT_LE(run.spec().train().epochs(), 9);
    }
    EXPECT_GE(small, 8) << "two of three decades are below 0.01";
    EXPECT_TRUE(twenty.plan.parameters(1).is_log());
    // What every machine and every version draws: changing it changes sweeps that people repeat.
    EXPECT_THAT(valuesOf(eight, "train.epochs"), ::testing::SizeIs(8));
}

TEST(Sweep, NoTwoRunsAreTheSame) {
    const LoadedSweep sweep = sweepOf(kGrid + "method: random\nruns: 6\n");
    ASSERT_TRUE(sweep.ok()) << printed(sweep.problems);
    std::set<std::string> seen;
    for (const v1::PlannedRun& run : sweep.plan.runs())
        seen.insert(run.parameters().at("train.epochs") + " " +
                    run.parameters().at("train.optimizer.sgd.learning_rate"));
    EXPECT_EQ(seen.size(), 6u);
    EXPECT_THAT(refusalOf(kGrid + "method: random\nruns: 7\n"),
                HasSubstr("s.yaml:13: runs: the parameters have only 6 combinations"));
}

TEST(Sweep, NamesInACommandAreFilledIn) {
    const LoadedSweep sweep = sweepOf(
        "run:\n"
        "  name: script\n"
        "  command: [python3, main.py, '--lr={{lr}}', '{{ kind }}']\n"
        "  env: {RATE: 'x{{lr}}y{{lr}}', PLAIN: '{}'}\n"
        "metric: loss\n"
        "parameters:\n"
        "  lr: {values: [0.5, 1e-3]}\n"
        "  kind: {values: [big, \"two words\"]}\n");
    ASSERT_TRUE(sweep.ok()) << printed(sweep.problems);
    const v1::RunSpec& spec = sweep.plan.runs(3).spec();
    EXPECT_THAT(spec.command(), ElementsAre("python3", "main.py", "--lr=0.001", "two words"));
    EXPECT_EQ(spec.env().at("RATE"), "x0.001y0.001");
    EXPECT_EQ(spec.env().at("PLAIN"), "{}");
}

TEST(Sweep, ARefusedParameterIsAParameter) {
    const std::string refusal = refusalOf(
        "run: {name: script, command: [python3, '--lr={{lr}}']}\n"
        "metric: loss\n"
        "parameters:\n"
        "  lr: {int: [3, 1]}\n");
    EXPECT_THAT(refusal, HasSubstr("[3, 1] is not a range (expected [lowest, highest], at most 10⁹ apart)"));
}

TEST(Sweep, AFileOfOneIsNoRunFile) {
    const auto loaded = loadRunText("run: a.yaml\nmetric: loss\nparameters: {seed: {values: [1, 2]}}\n",
                                    "s.yaml", "/base", {}, strategies());
    ASSERT_EQ(loaded.problems.size(), 1u) << printed(loaded.problems);
    EXPECT_EQ(loaded.problems[0].code(), "spec.sweep_file");
    EXPECT_NE(loaded.problems[0].message().find("this is a sweep file"), std::string::npos);
}

TEST(Sweep, AccuracyIsBetterWhenHigherUnlessTheFileSaysOtherwise) {
    EXPECT_TRUE(sweepOf(replaced(kGrid, "metric: val_loss", "metric: val_accuracy")).plan.is_maximized());
    EXPECT_TRUE(sweepOf(kGrid + "mode: max\n").plan.is_maximized());
}

TEST(Sweep, EarlyStopHasDefaults) {
    const v1::EarlyStop median = sweepOf(kGrid + "early_stop: {median: {}}\n").plan.early_stop();
    EXPECT_EQ(median.median().start(), 1);
    EXPECT_EQ(median.median().runs(), 3);
    const v1::EarlyStop halving = sweepOf(kGrid + "early_stop: {halving: {first: 2}}\n").plan.early_stop();
    EXPECT_EQ(halving.halving().first(), 2);
    EXPECT_EQ(halving.halving().factor(), 3);
}

TEST(Sweep, EachMistakeIsNamedWithItsLine) {
    const std::string rate = "{values: [0.1, 0.01, 0.001]}";
    EXPECT_THAT(refusalOf(replaced(kGrid, rate, "{uniform: [0, 1]}")),
                StartsWith("sweep.not_a_grid | s.yaml:11: parameters.train.optimizer.sgd.learning_rate"));
    EXPECT_THAT(refusalOf(replaced(kGrid, "{values: [1, 2]}", "{int: [3, 1]}")),
                StartsWith("sweep.range | s.yaml:10"));
    EXPECT_THAT(refusalOf(kGrid + "runs: 3\n"), StartsWith("spec.unused_key | s.yaml:12: runs"));
    EXPECT_THAT(refusalOf(kGrid + "method: random\n"), StartsWith("spec.missing_key | s.yaml:12: runs"));
    EXPECT_THAT(refusalOf(replaced(kGrid, "metric: val_loss", "metric: val_los")),
                HasSubstr("s.yaml:8: metric: the runs do not measure `val_los` (expected one of loss, "));
    EXPECT_THAT(refusalOf(replaced(kGrid, "train.epochs", "train.epoch s")),
                StartsWith("sweep.parameter | s.yaml:10"));
    EXPECT_THAT(refusalOf(replaced(kGrid, "  train.epochs: {values: [1, 2]}\n",
                                   "  train.optimizer.sgd: {values: [{}, {learning_rate: 1}]}\n")),
                StartsWith("sweep.parameter | s.yaml:11"));
    EXPECT_THAT(printed(sweepOf(kGrid + "paralel: 2\n").problems),
                HasSubstr("s.yaml:12: paralel: unknown key `paralel`; did you mean `parallel`?"));
    EXPECT_THAT(refusalOf("run: no/such.yaml\nmetric: loss\nparameters: {train.epochs: {values: [1]}}\n"),
                HasSubstr("sweep.run_file | s.yaml:1: run: "));
}

TEST(Sweep, TheRunFileOfEachRunIsChecked) {
    const std::string printedProblems = printed(sweepOf(replaced(kGrid, "[1, 2]", "[1, -2]")).problems);
    EXPECT_THAT(printedProblems, HasSubstr("s.yaml:10: train.epochs: -2 is out of range"));
    EXPECT_THAT(printedProblems,
                HasSubstr("(run 4: train.epochs = -2, train.optimizer.sgd.learning_rate = 0.1)"));
    EXPECT_THAT(printed(sweepOf(replaced(kGrid, "train.epochs", "train.epoch")).problems),
                HasSubstr("s.yaml:10: train.epoch: unknown key `epoch`; did you mean `epochs`?"));
}

TEST(Sweep, RunsDoNotShareAFolder) {
    EXPECT_THAT(
        refusalOf(replaced(kGrid, "metric:", "  checkpoint: {dir: ck}\nmetric:")),
        HasSubstr("sweep.shared_folder | s.yaml:8: checkpoint.dir: 6 runs would write into /base/ck"));
}

TEST(Sweep, AGridThatIsTooLargeIsRefused) {
    EXPECT_THAT(refusalOf(replaced(kGrid, "{values: [1, 2]}", "{int: [1, 1000000]}")),
                StartsWith("sweep.too_many_runs"));
}

TEST(Sweep, ANameThatIsNoParameterStaysWithAWarning) {
    const LoadedSweep sweep = sweepOf(
        "run: {name: s, command: [sh, '{{a}}{{b}}']}\nmetric: loss\nparameters: {a: {values: [1]}}\n");
    ASSERT_TRUE(sweep.ok()) << printed(sweep.problems);
    EXPECT_THAT(printed(sweep.problems), StartsWith("sweep.placeholder | s.yaml:3"));
    EXPECT_EQ(sweep.plan.runs(0).spec().command(1), "1{{b}}");
}

TEST(Sweep, TheExampleIsValid) {
    const LoadedSweep sweep =
        loadSweepFile(TRAINYARD_SOURCE_DIR "/resources/examples/sweep/mlp-rates.yaml", strategies());
    EXPECT_TRUE(sweep.ok()) << printed(sweep.problems);
    EXPECT_EQ(sweep.plan.runs_size(), 12);
}

}  // namespace
}  // namespace trainyard::spec
