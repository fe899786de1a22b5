// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "core/control/metrics/output_file.h"
#include "tests/support/temp_home.h"

namespace trainyard::control {
namespace {

namespace fs = std::filesystem;
using LastLine = OutputFile::LastLine;

class OutputFileTest : public ::testing::Test {
  protected:
    void SetUp() override { file_ = folder_ / "worker-0.a1.log"; }
    void append(const std::string& text) { std::ofstream(file_, std::ios::app) << text; }
    OutputFile open() { return OutputFile(file_, {{.regex = R"(loss (?P<loss>\S+))", .step = "step"}}); }

    struct All {
        std::vector<std::string> values;  // "step value"
        std::size_t slices = 0;
        bool hasTooManySeries = false;
    };
    static All readAll(OutputFile& file, LastLine last = LastLine::kMayGrow) {
        All all;
        for (;; ++all.slices) {
            const auto slice = file.readSome(last);
            if (!slice || slice->isEnd) return all;
            all.hasTooManySeries |= slice->hasTooManySeries;
            EXPECT_EQ(slice->events.size(), slice->splits.size());
            for (const events::Event& event : slice->events) {
                const auto& scalar = std::get<events::ScalarEvent>(event);
                all.values.push_back(fmt::format("{} {:g}", scalar.step, scalar.value));
            }
        }
    }

    TempHome tempHome_;
    const fs::path& folder_ = tempHome_.path();
    fs::path file_;
};

using Values = std::vector<std::string>;

TEST_F(OutputFileTest, ATornLineWaitsForItsEnd) {
    OutputFile file = open();
    EXPECT_EQ(readAll(file).values, Values()) << "no file yet";
    append("loss 1\nloss 0.2");
    EXPECT_EQ(readAll(file).values, Values{"1 1"});
    append("5\r\n\rloss 3\rlo");
    EXPECT_EQ(readAll(file).values, (Values{"2 0.25", "3 3"})) << "every state of a bar is a line";
    append("ss 4");
    EXPECT_EQ(readAll(file).values, Values());
    EXPECT_EQ(readAll(file, LastLine::kIsWhole).values, Values{"4 4"});
    EXPECT_EQ(file.offset(), fs::file_size(file_));
}

TEST_F(OutputFileTest, AnotherReaderContinuesAnywhere) {
    std::string text;
    for (int i = 1; i <= 300; ++i) {
        text += fmt::format("loss {}{}", i, i % 3 == 0 ? "\r" : "\n");
        if (i % 100 == 0) text += "loss " + std::string(OutputFile::kLongestLine + 7, 'x') + "\n";
    }
    append(text);
    OutputFile whole = open();
    const Values all = readAll(whole).values;
    ASSERT_EQ(all.size(), 300u);
    // As the file grows byte by byte, more or less; a new reader each time.
    std::uint64_t offset = 0;
    Values pieced;
    for (std::size_t size = 0; size <= text.size(); size += 997) {
        std::ofstream(file_, std::ios::trunc) << text.substr(0, size + 997);
        OutputFile next = open();
        ASSERT_TRUE(next.seek(offset));
        ASSERT_EQ(next.offset(), offset);
        for (std::string& value : readAll(next).values) pieced.push_back(std::move(value));
        offset = next.offset();
    }
    EXPECT_EQ(pieced, all);
}

TEST_F(OutputFileTest, AnOverlongLineIsNotSearched) {
    OutputFile file = open();
    append("loss 1\nloss 2 " + std::string(3u << 20, 'x'));
    const All first = readAll(file);
    EXPECT_EQ(first.values, Values{"1 1"});
    EXPECT_GT(first.slices, 10u) << "in pieces";
    append(" loss 3\nloss 4\n");
    EXPECT_EQ(readAll(file).values, Values{"2 4"});
}

TEST_F(OutputFileTest, SeriesAreBounded) {
    std::string text;
    for (int i = 0; i < 1000; ++i) text += fmt::format("{{\"tag{}\": {}}}\n", i, i);
    append(text);
    OutputFile file(file_, {{.format = "json", .step = "step"}});
    const All all = readAll(file);
    EXPECT_EQ(all.values.size(), OutputFile::kMostSeries);
    EXPECT_TRUE(all.hasTooManySeries);
    OutputFile next(file_, {{.format = "json", .step = "step"}});
    ASSERT_TRUE(next.seek(file.offset()));
    append("{\"tag1\": 1, \"tag999\": 1}\n");
    EXPECT_EQ(readAll(next).values, Values{"1001 1"}) << "of the same series";
}

TEST_F(OutputFileTest, EachEntrySearchesEveryLine) {
    append(
        "Epoch 1/1\n1/2 [==>...] - 0s 1ms/step - loss: 2\r2/2 [=====] - 0s 1ms/step - loss: 1\n{\"it\": 7, "
        "\"x\": 3}\n");
    OutputFile file(file_, {{.format = "keras"},
                            {.format = "json", .step = "it"},
                            {.regex = "(?P<n>[0-9]+)/2", .step = "step"}});
    EXPECT_EQ(readAll(file).values, (Values{"1 2", "1 1", "2 1", "2 2", "7 3"}));
}

}  // namespace
}  // namespace trainyard::control
