// SPDX-License-Identifier: Apache-2.0
// Lines as the programs print them, and the values that are found in them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/base/text.h"
#include "core/control/metrics/output_lines.h"
#include "core/control/metrics/printed_members.h"

namespace trainyard::control {
namespace {

/// "split tag step value" of each value.
std::vector<std::string> found(OutputLines& lines, const std::vector<std::string>& text) {
    std::vector<std::string> all;
    for (const std::string& line : text) {
        std::vector<OutputValue> values;
        lines.read(base::asOnTerminal(line), values);
        for (const OutputValue& value : values)
            all.push_back(fmt::format("{} {} {} {:g}", value.split, value.tag, value.step, value.value));
    }
    return all;
}

std::vector<std::string> found(const spec::OutputPattern& pattern, const std::vector<std::string>& text) {
    return found(*makeOutputLines(pattern), text);
}

using Found = std::vector<std::string>;

/// What else scripts print: arguments, warnings, other programs' bars.
const std::vector<std::string> kNoise{
    "Namespace(batch_size=64, epochs=3, lr=0.1, loss='mse')",
    "{'lr': 0.1, 'batch_size': 64}",
    "usage: main.py [-h] [--epochs EPOCHS] [--lr LR]",
    "2026-01-01 10:00:00.123456: I tensorflow/core/platform/cpu_feature_guard.cc:193] This TensorFlow binary "
    "is optimized to use: AVX2 FMA",
    "3/4 of the data are used - seed: 7",
    "Downloading: 12%|█▏        | 12/100 [00:03<00:22,  4.00it/s]",
    "Epoch 1: val_loss improved from inf to 0.30000, saving model to best.keras",
    "",
    "   ",
    "{",
    "{}",
    "12/",
    "\xff\xfe{'loss': ",
};

TEST(OutputLines, NoFormatFindsAnythingInNoise) {
    for (const char* format : {"keras", "lightning", "trainer"})
        EXPECT_EQ(found({.format = format}, kNoise), Found()) << format;
    EXPECT_EQ(found({.format = "json", .step = "step"}, {kNoise.begin() + 2, kNoise.end()}), Found());
    EXPECT_EQ(found({.regex = R"(^loss: (?P<loss>\S+))", .step = "step"}, kNoise), Found());
}

TEST(OutputLines, NamedGroupsAreTags) {
    const spec::OutputPattern pattern{.regex = R"(loss: (?P<loss>\S+)(?: val: (?P<val_loss>\S+))?)",
                                      .step = "step"};
    EXPECT_EQ(
        found(pattern, {"epoch 1 loss: 0.5", "nothing", "loss: 1e-3 val: nan", "loss: high", "loss: -inf"}),
        (Found{"train loss 1 0.5", "train loss 2 0.001", "validation loss 2 nan", "train loss 3 -inf"}));
}

TEST(OutputLines, AGroupHasTheStep) {
    const spec::OutputPattern named{.regex = R"(\[(?P<step>\S+)\] (?P<loss>\S+))", .step = "step"};
    EXPECT_EQ(found(named, {"[10] 0.5", "[20] 0.25", "[many] 0.1", "[1.5] 0.1", "[30.0] .125"}),
              (Found{"train loss 10 0.5", "train loss 20 0.25", "train loss 30 0.125"}));
    const spec::OutputPattern other{.regex = R"(it (?P<it>\d+) acc (?P<acc>\S+) step (?P<step>\S+))",
                                    .step = "it"};
    EXPECT_EQ(found(other, {"it 7 acc 0.5 step 0.1"}), (Found{"train accuracy 7 0.5", "train step 7 0.1"}));
}

TEST(OutputLines, StepsAreExactOrLeftOut) {
    const spec::OutputPattern regex{.regex = R"(\[(?P<step>\S+)\] (?P<loss>\S+))", .step = "step"};
    const spec::OutputPattern json{.format = "json", .step = "step"};
    const auto lines = makeOutputLines(regex);
    EXPECT_EQ(found(*lines, {"[9007199254740993] 1", "[9223372036854775807] 2", "[-9007199254740993] 3",
                             "[1e3] 4", "[nan] 6", "[inf] 7", "[0.5] 8"}),
              (Found{"train loss 9007199254740993 1", "train loss 9223372036854775807 2",
                     "train loss -9007199254740993 3", "train loss 1000 4"}));
    EXPECT_FALSE(lines->hasTooLargeStep());
    for (const char* step : {"9223372036854775808", "9007199254740993.0", "1e300"}) {
        const auto numbered = makeOutputLines(regex), objects = makeOutputLines(json);
        EXPECT_EQ(found(*numbered, {fmt::format("[{}] 1", step)}), Found()) << step;
        EXPECT_EQ(found(*objects, {fmt::format(R"({{"loss": 1, "step": {}}})", step)}), Found()) << step;
        EXPECT_TRUE(numbered->hasTooLargeStep() && objects->hasTooLargeStep()) << step;
    }
    EXPECT_EQ(found(json, {R"({"step": 9007199254740993, "loss": 1})", R"({"loss": 2})"}),
              (Found{"train loss 9007199254740993 1", "train loss 2 2"}));
}

TEST(OutputLines, JsonObjects) {
    const spec::OutputPattern pattern{.format = "json", .step = "step"};
    EXPECT_EQ(
        found(pattern,
              {R"({"step": 5, "loss": 0.5, "name": "a, b}", "nested": {"x": [1, 2]}, "ok": true})",
               R"(  {"val/loss": 1e-2,"epoch":1}  )", R"({"step": 6, "text": "0.1"})", R"(log: {"loss": 1})",
               R"({"loss": 1} trailing)", R"({"loss": 1)", R"({"step": 5.5, "loss": 1})",
               R"({"step": NaN, "loss": 1})", R"({"step": 9, "loss": NaN, "max": Infinity, "a\"b": -1})",
               R"({"step": 10, "loss": 1e400, "min": -1e400, "low": 1e-400})",
               R"({"step": 1e400, "loss": 1})"}),
        (Found{"train loss 5 0.5", "validation loss 2 0.01", "train epoch 2 1", "train loss 9 nan",
               "train max 9 inf", "train a\"b 9 -1", "train loss 10 inf", "train min 10 -inf",
               "train low 10 0"}));
    EXPECT_EQ(found({.format = "json", .step = "it"}, {R"({"it": 3, "step": 0.1})"}),
              Found{"train step 3 0.1"});
}

TEST(OutputLines, TransformersTrainer) {
    EXPECT_EQ(
        found({.format = "trainer"},
              {"{'loss': 2.1, 'grad_norm': 3.5, 'learning_rate': 4e-05, 'epoch': 0.3}",
               " 10%|█         | 100/1000 [00:20<03:00,  5.00it/s]",
               "{'eval_loss': 1.5, 'eval_runtime': 0.5, 'epoch': 1.0}",
               "{'loss': '1.25', 'learning_rate': '2e-05', 'epoch': '1.3'}",  // as of 5.0
               "{'loss': nan, 'epoch': 1.6}", "{'train_runtime': 12.3, 'train_loss': 1.7, 'epoch': 3.0}"}),
        (Found{"train loss 1 2.1", "train grad_norm 1 3.5", "train learning_rate 1 4e-05",
               "train epoch 1 0.3", "validation loss 1 1.5", "validation runtime 1 0.5", "train loss 2 1.25",
               "train learning_rate 2 2e-05", "train epoch 2 1.3", "train loss 3 nan", "train epoch 3 1.6",
               "train train_runtime 3 12.3", "train train_loss 3 1.7"}));
}

TEST(OutputLines, Keras2) {
    EXPECT_EQ(
        found({.format = "keras"},
              {"Epoch 1/2", " 1/10 [==>...........................] - ETA: 3s - loss: 2.5 - accuracy: 0.1000",
               " 5/10 [==============>...............] - ETA: 0s - loss: 2.0 - accuracy: 0.2000",
               "10/10 [==============================] - 1s 20ms/step - loss: 1.5 - accuracy: 0.3000",
               "10/10 [==============================] - 2s 30ms/step - loss: 1.5 - accuracy: 0.3000 - "
               "val_loss: 1.25 - val_accuracy: 0.4000 - lr: 0.0010",
               "Epoch 2/2", "10/10 - 3s - loss: 1.0 - accuracy: 0.5 - val_loss: nan - 3s/epoch - 300ms/step",
               " 1/10 [==>...........................] - ETA: 0s - loss: 0.8",
               "10/10 [==============================] - 0s 2ms/step - loss: 0.9 - accuracy: 0.6"}),
        (Found{"train loss 1 2.5", "train accuracy 1 0.1", "train loss 5 2", "train accuracy 5 0.2",
               "train loss 10 1.5", "train accuracy 10 0.3", "validation loss 10 1.25",
               "validation accuracy 10 0.4", "train lr 10 0.001", "train loss 20 1", "train accuracy 20 0.5",
               "validation loss 20 nan", "test loss 20 0.9", "test accuracy 20 0.6"}));
}

TEST(OutputLines, Keras3) {
    const auto bar = [](int batch, const std::string& rest) {
        return fmt::format("\x1b[1m{}/4\x1b[0m \x1b[32m━━━━━━━━━━\x1b[0m\x1b[37m━━━━━━━━━━\x1b[0m {}", batch,
                           rest);
    };
    EXPECT_EQ(
        found({.format = "keras"},
              {"Epoch 1/2", bar(1, "\x1b[1m13s\x1b[0m 28ms/step - accuracy: 0.1 - loss: 2.5"),
               bar(4, "\x1b[1m0s\x1b[0m 3ms/step - accuracy: 0.3 - loss: 1.5\b\b\b\b\b\b"),
               bar(4, "\x1b[1m1s\x1b[0m 3ms/step - accuracy: 0.3 - loss: 1.5 - learning_rate: 0.001"),
               "Epoch 2/2",
               bar(4,
                   "\x1b[1m1s\x1b[0m 3ms/step - accuracy: 0.5 - loss: 1 - val_accuracy: 0.6 - val_loss: 0.9"),
               bar(4, "\x1b[1m0s\x1b[0m 3ms/step - accuracy: 0.7 - loss: 0.8")}),
        (Found{"train accuracy 1 0.1", "train loss 1 2.5", "train accuracy 4 0.3", "train loss 4 1.5",
               "train learning_rate 4 0.001", "train accuracy 8 0.5", "train loss 8 1",
               "validation accuracy 8 0.6", "validation loss 8 0.9", "test accuracy 8 0.7",
               "test loss 8 0.8"}));
}

TEST(OutputLines, ASecondTrainingContinuesTheSteps) {
    const auto epoch = [](int number, const std::string& loss) {
        return Found{fmt::format("Epoch {}/2", number), "10/10 - 3s - 300ms/step - loss: " + loss};
    };
    const auto lines = makeOutputLines({.format = "keras"});
    EXPECT_EQ(found(*lines, epoch(1, "5")), Found{"train loss 10 5"});
    EXPECT_EQ(found(*lines, epoch(2, "4")), Found{"train loss 20 4"});
    EXPECT_EQ(found(*lines, epoch(1, "3")), Found{"train loss 30 3"}) << "fit() again";
    EXPECT_EQ(found(*lines, {"Epoch 2/2", "4/4 - 3s - 300ms/step - loss: 2"}), Found{"train loss 28 2"});
    EXPECT_EQ(found(*lines, epoch(1, "1")), Found{"train loss 38 1"});
    EXPECT_EQ(found({.format = "keras"}, {"Epoch 5/9", "10/10 - 3s - 300ms/step - loss: 1"}),
              Found{"train loss 50 1"})
        << "a training that continues from a checkpoint";
}

TEST(OutputLines, KerasWithoutKnownLengthsOrEpochs) {
    EXPECT_EQ(found({.format = "keras"},
                    {"Epoch 1/2", "      1/Unknown - 1s 900ms/step - loss: 2",
                     "      4/Unknown - 1s 9ms/step - loss: 1.5",
                     "4/4 [==============================] - 1s 9ms/step - loss: 1.5 - val_loss: 1",
                     "Epoch 2/2", "2/4 [==============>...............] - ETA: 0s - loss: 1"}),
              (Found{"train loss 1 2", "train loss 4 1.5", "validation loss 4 1", "train loss 6 1"}));
    EXPECT_EQ(found({.format = "keras"},  // tf.keras.utils.Progbar of a custom loop
                    {"1/2 [==============>...............] - ETA: 0s - loss: 4",
                     "2/2 [==============================] - 0s 1ms/step - loss: 3",
                     "1/2 [==============>...............] - ETA: 0s - loss: 2"}),
              (Found{"train loss 1 4", "train loss 2 3", "train loss 3 2"}));
}

TEST(OutputLines, LightningBars) {  // of 2.6, over tqdm 4.70: each step is drawn before and after its values
    const auto bar = [](int epoch, int batch, const std::string& postfix) {
        return fmt::format("Epoch {}: {}%|█████     | {}/4 [00:00<00:00, 3155.98it/s{}]", epoch, batch * 25,
                           batch, postfix.empty() ? "" : ", v_num=0, " + postfix);
    };
    const std::vector<std::string> lines{
        "Sanity Checking DataLoader 0: 100%|██████████| 2/2 [00:00<00:00, 66.52it/s]",
        "Epoch 0:   0%|          | 0/4 [00:00<?, ?it/s]",
        bar(0, 1, ""),
        bar(0, 1, "train_loss_step=1.000"),
        bar(0, 2, "train_loss_step=1.000"),
        bar(0, 2, "train_loss_step=0.500"),
        bar(0, 3, "train_loss_step=0.500"),
        bar(0, 3, "train_loss_step=0.500"),
        bar(0, 4, "train_loss_step=0.500"),
        bar(0, 4, "train_loss_step=nan.0"),
        "Validation DataLoader 0: 100%|██████████| 3/3 [00:00<00:00, 66.52it/s]",
        bar(0, 4, "train_loss_step=nan.0, val_loss=0.300, train_loss_epoch=0.625"),
        bar(0, 0, "train_loss_step=nan.0, val_loss=0.300, train_loss_epoch=0.625") + "          ",
        bar(1, 0, "train_loss_step=nan.0, val_loss=0.300, train_loss_epoch=0.625"),
        bar(1, 1, "train_loss_step=nan.0, val_loss=0.300, train_loss_epoch=0.625"),
        bar(1, 1, "train_loss_step=0.250, val_loss=0.300, train_loss_epoch=0.625"),
        bar(1, 4, "train_loss_step=0.250, val_loss=0.300, train_loss_epoch=0.625"),
        bar(1, 4, "train_loss_step=0.125, val_loss=0.250, train_loss_epoch=0.188"),
        bar(1, 4, "train_loss_step=0.125, val_loss=0.250, train_loss_epoch=0.188"),
        "`Trainer.fit` stopped: `max_epochs=2` reached."};
    EXPECT_EQ(found({.format = "lightning"}, lines),
              (Found{"train batch_loss 1 1", "train batch_loss 2 0.5", "train batch_loss 3 0.5",
                     "train batch_loss 4 nan", "validation loss 4 0.3", "train epoch_loss 4 0.625",
                     "train batch_loss 5 0.25", "train batch_loss 8 0.125", "validation loss 8 0.25",
                     "train epoch_loss 8 0.188"}));
}

TEST(OutputLines, LightningWithoutKnownLengths) {
    EXPECT_EQ(found({.format = "lightning"}, {"Epoch 0: |          | 0/? [00:00<?, ?it/s]",
                                              "Epoch 0: |          | 12/? [00:00<00:00, 31.2it/s, loss=0.5]",
                                              "Epoch 0: |          | 0/? [00:00<00:00, ?it/s, loss=0.5]",
                                              "Epoch 1: |          | 3/? [00:00<00:00, 31.2it/s, loss=0.4]"}),
              (Found{"train loss 12 0.5", "train loss 15 0.4"}));
}

TEST(OutputLines, HugeNumbersAreNoSteps) {
    const std::string huge(30, '9');
    EXPECT_EQ(found({.format = "keras"}, {"Epoch " + huge + "/" + huge, huge + "/" + huge + " - 1s - loss: 1",
                                          "1/" + huge + " - 1s - loss: 1"}),
              Found());
    EXPECT_EQ(
        found({.format = "lightning"}, {"Epoch 0: 1%|  | " + huge + "/" + huge + " [00:00<?, ?it/s, loss=1]",
                                        "Epoch " + huge + ": 1%|  | 1/2 [00:00<?, ?it/s, loss=1]"}),
        Found());
}

TEST(PrintedMembers, AreReadAsPeoplePrintThem) {
    const auto names = [](std::string_view text) {
        std::vector<PrintedMember> members;
        const std::size_t length = readMembers(text, members);
        std::string all = fmt::format("{}:", length);
        for (const PrintedMember& member : members)
            all += fmt::format(" {}={:g}{}", member.name, member.value, member.isQuoted ? "q" : "");
        return all;
    };
    EXPECT_EQ(names("{'a': np.float64(0.5), 'b': [1, (2, 3)], \"c\": '7', 'd': None} rest"),
              "61: a=0.5 c=7q");
    EXPECT_EQ(names("{}"), "2:");
    for (const char* broken :
         {"", "{", "{'a'", "{'a': ", "{'a': 1", "{'a': 1,}", "{a: 1}", "{'a': ]}", "{'a': 'x"})
        EXPECT_TRUE(names(broken).starts_with("0:")) << broken;
    EXPECT_TRUE(names("{'a': " + std::string(100000, '[')).starts_with("0:"));
}

}  // namespace
}  // namespace trainyard::control
