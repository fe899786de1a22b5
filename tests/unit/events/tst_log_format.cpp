// SPDX-License-Identifier: Apache-2.0
#include "core/events/log_format.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "core/events/log_folder.h"
#include "core/events/wire.h"
#include "tests/support/temp_home.h"

namespace trainyard::events {
namespace {

namespace fs = std::filesystem;

class LogFormatTest : public ::testing::Test {
  protected:
    fs::path write(const std::string& name, std::string_view text,
                   std::ios::openmode mode = std::ios::trunc) const {
        fs::create_directories((root_ / name).parent_path());
        std::ofstream(root_ / name, std::ios::binary | mode) << text;
        return root_ / name;
    }
    /// "tag step value" of what is there from `position` on, which moves; at the end the damage.
    static std::vector<std::string> read(const fs::path& file, std::uint64_t& position,
                                         std::size_t maxBytes = 1 << 20) {
        std::vector<std::string> lines;
        const LogFormat* format = formatNamed(file);
        if (format == nullptr) return {"no log"};
        auto log = format->open(file, position);
        if (!log) return {log.error().describe()};
        for (;;) {
            const auto events = (*log)->readSome(maxBytes);
            if (!events) {
                lines.push_back(events.error().describe());
                break;
            }
            position = (*log)->position();
            if (events->empty()) break;
            for (const Event& event : *events) {
                const auto& scalar = std::get<ScalarEvent>(event);
                lines.push_back(fmt::format("{} {} {}", scalar.tag, scalar.step, scalar.value));
            }
        }
        return lines;
    }
    static std::vector<std::string> read(const fs::path& file) {
        std::uint64_t position = 0;
        return read(file, position);
    }
    using Lines = std::vector<std::string>;

    TempHome tempHome_;
    const fs::path& root_ = tempHome_.path();
};

TEST_F(LogFormatTest, RowsOfACsvFileAreStepsOrEpochsOrCounted) {
    EXPECT_EQ(read(write("a.csv", "epoch,step,train_loss,val_loss\n0,9,0.5,\n0,9,,0.75\n1,19,0.25,\n")),
              (Lines{"epoch 9 0", "train_loss 9 0.5", "epoch 9 0", "val_loss 9 0.75", "epoch 19 1",
                     "train_loss 19 0.25"}));
    EXPECT_EQ(read(write("b.csv", "epoch,accuracy\r\n0,0.5\r\n1,nan\r\n")),
              (Lines{"accuracy 0 0.5", "accuracy 1 nan"}))
        << "the epoch is the step";
    EXPECT_EQ(read(write("d.csv", "epoch,accuracy\n0,0.5\n1,\n")), Lines{"accuracy 0 0.5"});
    EXPECT_EQ(read(write("e.csv", "step,epoch,time,accuracy\n1,0,1700000000,0.5\n9,3,1700000001,\n")),
              (Lines{"epoch 1 0", "accuracy 1 0.5"}))
        << "a row without a value";
    EXPECT_EQ(read(write("c.csv", "\"a, \"\"b\"\"\",note\n1e3,\"x, y\"\n-2,\n")),
              (Lines{"a, \"b\" 0 1000", "a, \"b\" 1 -2"}));
    EXPECT_EQ(read(write("f.csv", "epoch;a-b\n3;0.5\n")), Lines{"a-b 3 0.5"}) << "Keras' separator";
    EXPECT_EQ(read(write("g.csv", "epoch\tloss\n3\t0.5\n")), Lines{"loss 3 0.5"});
}

TEST_F(LogFormatTest, ColumnsMayBeWrittenInOtherWays) {
    EXPECT_EQ(read(write("a.csv", "epoch, step, loss , \"val_loss\"\n0, 100, 0.5, 0.6\n")),
              (Lines{"epoch 100 0", "loss 100 0.5", "val_loss 100 0.6"}))
        << "blanks around the names";
    EXPECT_EQ(read(write("b.csv", "a\t loss\n1\t2\n")), (Lines{"a 0 1", "loss 0 2"}));
    EXPECT_EQ(read(write("c.csv", "Wall time,Step,Value\n1700000000.5,10,0.25\n")), Lines{"Value 10 0.25"})
        << "what TensorBoard offers for download";
    EXPECT_EQ(read(write("d.csv", "\"Step\",\"a - loss\",\"a - loss__MIN\"\n\"7\",\"0.5\",\"0.5\"\n")),
              (Lines{"a - loss 7 0.5", "a - loss__MIN 7 0.5"}))
        << "a chart of Weights & Biases";
    EXPECT_EQ(read(write("e.csv", "Epoch,Loss\n3,0.5\n")), Lines{"Loss 3 0.5"});
    EXPECT_EQ(read(write("f.jsonl", "{\"Step\": 4, \"Epoch\": 1, \"steps\": 2}\n")),
              (Lines{"Epoch 4 1", "steps 4 2"}));
    EXPECT_NE(read(write("g.csv", "loss, loss\n1,2\n"))[0].find("two columns named loss"), std::string::npos);
}

TEST_F(LogFormatTest, RowsAreCountedWhereEpochsAreFractions) {
    // As a callback of Transformers is given its logs.
    const fs::path file = write("a.jsonl",
                                "{\"loss\": 4, \"epoch\": 0.5}\n{\"loss\": 3, \"epoch\": 1.0}\n"
                                "{\"eval_loss\": 2, \"epoch\": 1.0}\n");
    std::uint64_t position = 0;
    EXPECT_EQ(read(file, position),
              (Lines{"epoch 0 0.5", "loss 0 4", "epoch 1 1", "loss 1 3", "epoch 2 1", "eval_loss 2 2"}));
    write("a.jsonl", "{\"loss\": 1, \"epoch\": 2.0}\n", std::ios::app);
    EXPECT_EQ(read(file, position), (Lines{"epoch 3 2", "loss 3 1"})) << "also in the next part";
    EXPECT_EQ(read(write("b.csv", "epoch,loss\n0,1\n0.5,2\n1,3\n")),
              (Lines{"loss 0 1", "epoch 1 0.5", "loss 1 2", "epoch 2 1", "loss 2 3"}));
    EXPECT_EQ(read(write("c.csv", "epoch,loss\nnan,1\n"))[0].find("the log"), 0u);
    // The first of them is not in the first row.
    const fs::path late = write("d.csv", "epoch,loss\n10,1\n20,2\n20.5,3\n");
    std::uint64_t there = 0;
    EXPECT_EQ(read(late, there), (Lines{"loss 10 1", "loss 20 2", "epoch 21 20.5", "loss 21 3"}));
    write("d.csv", "21,4\n", std::ios::app);
    EXPECT_EQ(read(late, there), (Lines{"epoch 22 21", "loss 22 4"})) << "also in the next part";
    EXPECT_EQ(read(write("e.csv", "epoch,loss\n1,1\n2,2\n2.5,3\n3,4\n")),
              (Lines{"loss 1 1", "loss 2 2", "epoch 3 2.5", "loss 3 3", "epoch 4 3", "loss 4 4"}));
}

TEST_F(LogFormatTest, ATornRowIsReadOnceItIsWhole) {
    const fs::path file = write("a.csv", "step,loss\n1,0.5\n2,0.");
    std::uint64_t position = 0;
    EXPECT_EQ(read(file, position), Lines{"loss 1 0.5"});
    write("a.csv", "25\n3,0.1", std::ios::app);
    EXPECT_EQ(read(file, position), Lines{"loss 2 0.25"});
    // Written again with a new column: the rows that were read stay read.
    write("a.csv", "step,loss,rate\n1,0.5,\n2,0.25,\n3,0.125,0.01\n");
    EXPECT_EQ(read(file, position), (Lines{"loss 3 0.125", "rate 3 0.01"}));
    EXPECT_EQ(position % 1024, 3u) << "rows, with a sum above them";
    write("a.csv", "step,loss\n1,0.5\n");
    const Lines shrunk = read(file, position);
    ASSERT_EQ(shrunk.size(), 1u);
    EXPECT_NE(shrunk[0].find("it has 1 rows, and 3 were read before"), std::string::npos) << shrunk[0];
}

TEST_F(LogFormatTest, AnotherLogInTheSamePlaceIsRecognized) {
    const auto again = [&](const std::string& name, std::string_view first, std::string_view second) {
        std::uint64_t position = 0;
        read(write(name, first), position);
        return read(write(name, second), position);
    };
    const auto isRefused = [](const Lines& lines) {
        return lines.size() == 1 &&
               lines[0].ends_with("what was read of it before is no longer there: it is another log");
    };
    EXPECT_TRUE(isRefused(again("a.csv", "epoch,loss\n0,1\n1,2\n", "epoch,loss\n0,9\n1,8\n2,7\n")));
    EXPECT_TRUE(isRefused(again("a.jsonl", "{\"loss\": 1}\n", "{\"loss\": 2}\n{\"loss\": 3}\n")));
    EXPECT_TRUE(isRefused(again("b.jsonl", "{\"loss\": 1}\n", "none\n{\"loss\": 3}\n")));
    EXPECT_EQ(again("b.csv", "loss,step\n1,0\n2,1\n", "lr,step,loss\n,0,1\n,1,2\n0.5,2,3\n"),
              (Lines{"lr 2 0.5", "loss 2 3"}))
        << "the same with a new column, as Lightning writes it";
    // Of a version that kept no sum, and of one that read other values in these rows.
    for (std::uint64_t before : {std::uint64_t{2}, std::uint64_t{0x1234} << 40 | 2})
        EXPECT_EQ(read(write("c.csv", "epoch,loss\n0,1\n1,2\n2,3\n"), before), Lines{"loss 2 3"});
}

TEST_F(LogFormatTest, JsonLinesMayNest) {
    EXPECT_EQ(
        read(write("a.jsonl",
                   "{\"step\": 5, \"loss\": 0.5, \"eval\": {\"loss\": \"NaN\"}, \"ok\": true, \"name\": "
                   "\"x\", \"_runtime\": 3}\n\n{\"step\": 6, \"loss\": 1}\n{\"step\"")),
        (Lines{"eval/loss 5 nan", "loss 5 0.5", "loss 6 1"}));
    // As Python's json.dumps writes them.
    EXPECT_EQ(read(write("b.jsonl",
                         "{\"step\": 1, \"name\": \"\\\"NaN\", \"loss\": NaN, \"best\": -Infinity}\n"
                         "{\"step\": 2, \"loss\": Infinity}\n")),
              (Lines{"best 1 -inf", "loss 1 nan", "loss 2 inf"}));
    // What no double can hold, as Python and JavaScript read it.
    EXPECT_EQ(read(write("c.jsonl",
                         "{\"step\": 1, \"loss\": 1e400, \"name\": \"1e400\", \"min\": [1e400]}\n"
                         "{\"step\": 2, \"loss\": -1E+400,\"least\":1e-400}\n")),
              (Lines{"loss 1 inf", "least 2 0", "loss 2 -inf"}));
    EXPECT_EQ(read(write("d.csv", "step,loss,low\n1,1e400,-1e400\n2,+1e999,1e-400\n")),
              (Lines{"loss 1 inf", "low 1 -inf", "loss 2 inf", "low 2 0"}));
}

TEST_F(LogFormatTest, WhatIsBeforeDamageIsRead) {
    for (const auto& [name, text, first, words] :
         std::vector<std::tuple<std::string, std::string, std::string, std::string>>{
             {"a.jsonl", "{\"step\":1,\"loss\":2}\n[1]\n{\"step\":3,\"loss\":2}\n", "loss 1 2",
              "a line is not a JSON object"},
             {"b.jsonl", "{\"step\":1,\"loss\":2}\n{\"step\":1.5,\"loss\":2}\n", "loss 1 2", "a whole step"},
             {"c.jsonl", "{\"step\":1,\"loss\":2}\n{\"step\":1e400,\"loss\":2}\n", "loss 1 2",
              "a whole step"},
             {"d.jsonl", "{\"step\":1,\"loss\":2}\n{\"step\":9223372036854775808,\"loss\":2}\n", "loss 1 2",
              "a whole step from -2^53 to 2^53"},
             {"d.csv", "step,loss\n1,2\n9223372036854775808,2\n", "loss 1 2",
              "a whole step from -2^53 to 2^53"},
             {"e.csv", "loss\n2\n9223372036854775808,2\n", "loss 0 2", "a row does not fit the header"},
             {"a.csv", "step,loss\n1,2\n1,2,3\n", "loss 1 2", "a row does not fit the header"},
             {"b.csv", "step,loss\n1,2\n1,\"2\n", "loss 1 2", "a row does not fit the header"}}) {
        const Lines lines = read(write(name, text));
        ASSERT_EQ(lines.size(), 2u) << name;
        EXPECT_EQ(lines[0], first);
        EXPECT_NE(lines[1].find(words), std::string::npos) << lines[1];
        EXPECT_NE(lines[1].find((root_ / name).string() + " is damaged at byte "), std::string::npos)
            << lines[1];
    }
    const Lines endless = read(write("c.csv", std::string(2u << 20, 'x')));
    EXPECT_NE(endless.at(0).find("a line is longer than 1 MiB"), std::string::npos) << endless[0];
}

TEST_F(LogFormatTest, AByteOrderMarkIsNoPartOfTheFirstLine) {
    const std::string mark = "\xEF\xBB\xBF";
    EXPECT_EQ(read(write("a.csv", mark + "step,loss\n7,2\n")), Lines{"loss 7 2"});
    EXPECT_EQ(read(write("a.jsonl", mark + "{\"step\":7,\"loss\":2}\n")), Lines{"loss 7 2"});
    using namespace std::string_view_literals;
    for (const std::string_view text : {"\xFF\xFE"
                                        "l\0\n\0002\0\n\0"sv,
                                        "\xFE\xFF"
                                        "\0l\0\n\0002\0\n"sv}) {
        const Lines wide = read(write("b.csv", text));
        ASSERT_EQ(wide.size(), 1u);
        EXPECT_NE(wide[0].find("it is UTF-16; save it as UTF-8"), std::string::npos) << wide[0];
    }
}

TEST_F(LogFormatTest, TwoColumnsOfOneNameAreNoCurve) {
    const Lines lines = read(write("a.csv", "step,loss,,loss,\n1,2,3,4,5\n"));
    ASSERT_EQ(lines.size(), 1u);
    EXPECT_NE(lines[0].find("its first line has two columns named loss; rename one"), std::string::npos)
        << lines[0];
    EXPECT_EQ(read(write("b.csv", "step,loss,,\n1,2,3,4\n")), Lines{"loss 1 2"}) << "without a name";
}

TEST_F(LogFormatTest, AFolderIsSearchedForNamesThatMeanLogs) {
    write("a/metrics.csv", "step,loss\n1,2\n");
    write("a/validation/history.jsonl", "{\"step\":1,\"loss\":2}\n");
    write("a/train_images.csv", "1,2\n");
    write("a/data.jsonl", "{}\n");
    write("mlruns/0/meta.yaml", "experiment_id: '0'\nname: Default\n");
    write("mlruns/0/f00/meta.yaml", "run_id: f00\nrun_name: 'quick-fox-1'\n");
    write("mlruns/0/f00/metrics/loss", "1700000000123 0.5 0\n1700000001000 0.25 1\n");
    write("mlruns/0/f00/metrics/val/loss", "1700000000123 0.75 0\n");
    write("mlruns/0/f00/params/lr", "0.1");
    write("mlruns/0/f00/models/m-1/meta.yaml", "model_id: m-1\n");  // a logged model is no run
    write("mlruns/0/f00/models/m-1/metrics/loss", "1700000000123 0.5 0 f00\n");
    write("b/metrics/loss", "1 2 3\n");  // of no MLflow run
    const auto found = findLogs(root_, [] { return false; });
    ASSERT_TRUE(found) << found.error().describe();
    Lines lines;
    for (const LogRun& run : found->runs)
        for (const LogFile& file : run.files)
            lines.push_back(fmt::format("{}: {} {} {}", run.name,
                                        file.path.lexically_relative(run.folder).string(), file.format->id,
                                        file.split));
    const std::string top = root_.filename().string();
    EXPECT_EQ(lines, (Lines{"Default/quick-fox-1: metrics/loss mlflow ",
                            "Default/quick-fox-1: metrics/val/loss mlflow ", top + "/a: metrics.csv log.csv ",
                            top + "/a: validation/history.jsonl log.jsonl validation"}));
    EXPECT_EQ(read(root_ / "mlruns/0/f00/metrics/val/loss"), Lines{"val/loss 0 0.75"});
    EXPECT_EQ(read(root_ / "mlruns/0/f00/metrics/loss"), (Lines{"loss 0 0.5", "loss 1 0.25"}));
    write("mlruns/0/f00/metrics/loss", "1700000002000 0.125 2 digits 6f7a\n",
          std::ios::app);  // of a data set
    EXPECT_EQ(read(root_ / "mlruns/0/f00/metrics/loss").back(), "loss 2 0.125");
    write("mlruns/0/f00/metrics/loss", "soon 1 2\n", std::ios::app);
    EXPECT_NE(read(root_ / "mlruns/0/f00/metrics/loss").back().find("milliseconds value step"),
              std::string::npos);
    // A file that the user names is a log whatever its name.
    EXPECT_EQ(findLogs(root_ / "a/train_images.csv", [] { return false; })->runs.at(0).files.size(), 1u);
}

/// CRC-32 by its definition, bit by bit.
std::uint32_t crcOf(std::string_view bytes) {
    std::uint32_t crc = 0xFFFFFFFFu;
    for (const char byte : bytes) {
        crc ^= static_cast<unsigned char>(byte);
        for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
    }
    return ~crc;
}

/// A file as Weights & Biases writes it.
class WandbWriter {
  public:
    std::string bytes{":W&B\xe1\xbe\0", 7};

    void add(std::string_view record) {
        for (bool isFirst = true; isFirst || !record.empty(); isFirst = false) {
            std::size_t left = 32768 - bytes.size() % 32768;
            if (left < 7) bytes.append(std::exchange(left, 32768), '\0');
            const std::string_view part = record.substr(0, std::min(record.size(), left - 7));
            record.remove_prefix(part.size());
            const char type =
                static_cast<char>(isFirst ? (record.empty() ? 1 : 2) : (record.empty() ? 4 : 3));
            putLittle(crcOf(type + std::string(part)), 4);
            putLittle(static_cast<std::uint32_t>(part.size()), 2);
            bytes += type;
            bytes += part;
        }
    }
    using Items = std::vector<std::pair<std::vector<std::string>, std::string>>;  ///< names, and JSON
    /// `field` of the record: 2 is a history, 5 a configuration.
    void add(int field, const Items& items) {
        std::string record;
        wire::putBytes(record, field, itemsOf(items));
        add(record);
    }
    void addRun(const std::string& project, const std::string& name, const Items& config) {
        std::string run, record;
        wire::putBytes(run, 3, project);
        wire::putBytes(run, 4, itemsOf(config));
        wire::putBytes(run, 8, name);
        wire::putBytes(record, 17, run);
        add(record);
    }

  private:
    static std::string itemsOf(const Items& items) {
        std::string all;
        for (const auto& [names, json] : items) {
            std::string item;
            for (const std::string& name : names) wire::putBytes(item, names.size() > 1 ? 2 : 1, name);
            wire::putBytes(item, 16, json);
            wire::putBytes(all, 1, item);
        }
        return all;
    }
    void putLittle(std::uint32_t value, int count) {
        for (int i = 0; i < count; ++i) bytes += static_cast<char>(value >> 8 * i);
    }
};

TEST_F(LogFormatTest, AnOfflineRunOfWandbHasItsHistoryAndItsConfiguration) {
    WandbWriter file;
    file.addRun("digits", "live", {{{"_wandb"}, "{}"}, {{"lr"}, "0.1"}});
    file.add(2, {{{"_step"}, "0"},
                 {{"_timestamp"}, "1.7e9"},
                 {{"loss"}, "0.5"},
                 {{"text"}, "\"long\""},
                 {{"nested", "b"}, "NaN"},
                 {{"flag"}, "true"}});
    file.add(3, {{{"loss"}, "0.5"}});  // the summary says again what the history does
    file.add(2, {{{"_step"}, "7"}, {{"text"}, std::string(100000, 'x')}, {{"loss"}, "0.25"}});
    file.add(5, {{{"batch"}, "32"}});
    const fs::path path = write("wandb/offline-run-1/run-abc.wandb", file.bytes);
    EXPECT_EQ(read(path), (Lines{"loss 0 0.5", "nested/b 0 nan", "loss 7 0.25"}));
    const auto found = findLogs(root_, [] { return false; });
    ASSERT_TRUE(found) << found.error().describe();
    ASSERT_EQ(found->runs.size(), 1u);
    EXPECT_EQ(found->runs[0].name, "digits/live");
    EXPECT_EQ(found->runs[0].files.at(0).format->config(found->runs[0].folder), "batch: 32\nlr: 0.1\n");
}

TEST_F(LogFormatTest, AGrowingRunOfWandbIsReadByItsWholeRecords) {
    WandbWriter file;
    const std::string name = "run-abc.wandb";
    std::vector<std::size_t> ends;
    for (int step = 0; step < 1500; ++step) {  // over several blocks, and their ends
        file.add(
            2,
            {{{"_step"}, std::to_string(step)}, {{"loss"}, "0.5"}, {{"text"}, std::string(step % 90, 'x')}});
        ends.push_back(file.bytes.size());
    }
    ASSERT_GT(file.bytes.size(), 3u * 32768);
    std::uint64_t position = 0;
    std::size_t count = 0;
    for (std::size_t size = 0; size < file.bytes.size() + 997; size += 997) {
        const std::string_view there = std::string_view(file.bytes).substr(0, size);
        const Lines lines = read(write(name, there), position, 500);
        for (const std::string& line : lines)
            ASSERT_EQ(line, fmt::format("loss {} 0.5", count++)) << "at " << size;
        const auto whole = std::ranges::count_if(ends, [&](std::size_t end) { return end <= there.size(); });
        ASSERT_EQ(count, static_cast<std::size_t>(whole)) << "at " << size;
    }
    EXPECT_EQ(count, ends.size());
    EXPECT_NE(
        read(write(name, std::string_view(file.bytes).substr(0, 50)), position).at(0).find("ends before"),
        std::string::npos);
}

TEST_F(LogFormatTest, DamageOfARunOfWandbIsNamed) {
    WandbWriter file;
    file.add(2, {{{"_step"}, "1"}, {{"loss"}, "0.5"}});
    const std::size_t second = file.bytes.size();
    file.add(2, {{{"_step"}, "2"}, {{"loss"}, "0.5"}});
    for (const auto& [at, words] :
         {std::pair<std::size_t, const char*>{second + 9, "the checksum of a record"},
          {second + 6, "a record's frame is wrong"},
          {0, "does not begin as one of this format"}}) {
        std::string bytes = file.bytes;
        bytes[at] = static_cast<char>(bytes[at] ^ 0x55);
        const Lines lines = read(write("run-abc.wandb", bytes));
        EXPECT_EQ(lines.size(), at == 0 ? 1u : 2u);
        EXPECT_NE(lines.back().find(words), std::string::npos) << lines.back();
    }
    WandbWriter wrong;
    wrong.add("\x12\x7f");
    EXPECT_NE(read(write("run-abc.wandb", wrong.bytes)).back().find("not a message of wandb"),
              std::string::npos);
}

}  // namespace
}  // namespace trainyard::events
