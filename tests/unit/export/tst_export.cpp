// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "core/base/staged_path.h"
#include "core/events/event_file.h"
#include "core/export/csv.h"
#include "core/export/point_sink.h"
#include "tests/support/temp_home.h"

namespace {

bool hasNoFlags = false;  ///< as on a file system that can only rename

}  // namespace

extern "C" int renameat2(int fromFolder, const char* from, int toFolder, const char* to,
                         unsigned flags) noexcept {
    if (hasNoFlags && flags != 0) {
        errno = EINVAL;
        return -1;
    }
    return static_cast<int>(::syscall(SYS_renameat2, fromFolder, from, toFolder, to, flags));
}

namespace trainyard::exports {
namespace {

namespace fs = std::filesystem;
using namespace std::string_literals;

v1::Points pointsOf(int attempt, const std::string& task, const std::string& tag,
                    std::vector<std::pair<std::int64_t, double>> values) {
    v1::Points points;
    points.set_attempt(attempt);
    points.mutable_key()->set_task(task);
    points.mutable_key()->set_split("train");
    points.mutable_key()->set_tag(tag);
    for (const auto& [step, value] : values) {
        points.add_step(step);
        points.add_epoch(static_cast<int>(step / 10));
        points.add_wall_time(1700000000.5 + static_cast<double>(step));
        points.add_value(value);
    }
    return points;
}

class Export : public testing::Test {
  protected:
    void TearDown() override { hasNoFlags = false; }

    /// Names in the folder, hidden ones too.
    std::vector<std::string> names() const {
        std::vector<std::string> found;
        for (const auto& entry : fs::directory_iterator(folder_)) found.push_back(entry.path().filename());
        std::ranges::sort(found);
        return found;
    }
    static std::string contents(const fs::path& path) { return base::readFile(path).value(); }

    /// Two attempts of a chief, the second of which repeats a step, and another task.
    static void fill(PointSink& sink) {
        const double nan = std::numeric_limits<double>::quiet_NaN();
        ASSERT_TRUE(sink.take(pointsOf(1, "worker:0", "batch_loss", {{1, 0.5}, {2, nan}}), false));
        ASSERT_TRUE(sink.take(pointsOf(1, "worker:0", "batch_loss", {{3, 0.25}}), false));
        ASSERT_TRUE(sink.take(pointsOf(1, "worker:1", "system/rss_bytes", {{1, 123456789012.0}}), true));
        ASSERT_TRUE(sink.take(pointsOf(2, "worker:0", "batch_loss", {{3, 0.125}, {4, 0.0625}}), false));
    }

    TempHome tempHome_;
    const fs::path& folder_ = tempHome_.path();
};

TEST_F(Export, NothingIsThereBeforeItIsComplete) {
    const fs::path file = folder_ / "a.csv";
    {
        const auto sink = openCsv(file).value();
        fill(*sink);
        EXPECT_FALSE(fs::exists(file));
    }
    EXPECT_EQ(names(), std::vector<std::string>()) << "an export that was given up leaves nothing";
    const auto sink = openCsv(file).value();
    fill(*sink);
    ASSERT_TRUE(sink->finish());
    EXPECT_EQ(names(), std::vector<std::string>{"a.csv"});
}

TEST_F(Export, NothingThatExistsIsReplaced) {
    std::ofstream(folder_ / "mine") << "precious";
    fs::create_directory(folder_ / "folder");
    fs::create_symlink(folder_ / "nowhere", folder_ / "link");
    for (const char* name : {"mine", "folder", "folder/", "link"})
        for (const OpenSink open : {openCsv, openNpy, openEventFiles}) {
            const auto sink = open(folder_ / name);
            ASSERT_FALSE(sink) << name;
            EXPECT_EQ(sink.error().id, "export.exists");
        }
    EXPECT_EQ(contents(folder_ / "mine"), "precious");

    // It came while the export was written.
    const auto sink = openCsv(folder_ / "late").value();
    std::ofstream(folder_ / "late") << "precious";
    const auto finished = sink->finish();
    ASSERT_FALSE(finished);
    EXPECT_EQ(finished.error().id, "export.exists");
    EXPECT_EQ(contents(folder_ / "late"), "precious");
}

/// NFS and some FUSE file systems.
TEST_F(Export, NothingIsReplacedWhereAFileSystemCanOnlyRename) {
    hasNoFlags = true;
    const fs::path late = folder_ / "late";
    for (const OpenSink open : {openCsv, openNpy}) {
        {
            const auto sink = open(late).value();
            fill(*sink);
            std::ofstream(late) << "precious";
            const auto finished = sink->finish();
            ASSERT_FALSE(finished);
            EXPECT_EQ(finished.error().id, "export.exists");
            EXPECT_EQ(contents(late), "precious");
            fs::remove(late);
        }
        const auto sink = open(late).value();
        fill(*sink);
        const auto finished = sink->finish();
        ASSERT_TRUE(finished) << finished.error().describe();
        EXPECT_EQ(names(), std::vector<std::string>{"late"});
        fs::remove_all(late);
    }
}

TEST_F(Export, AFolderThatDoesNotExistIsNamed) {
    const auto sink = openCsv(folder_ / "none" / "a.csv");
    ASSERT_FALSE(sink);
    EXPECT_EQ(sink.error().id, "export.no_folder");
    EXPECT_NE(sink.error().message.text().find((folder_ / "none").lexically_normal().string()),
              std::string::npos);
}

TEST_F(Export, WhatIsNewIsReadableAsOtherNewFilesAre) {
    const mode_t before = ::umask(022);
    const auto file = base::StagedPath::forFile(folder_ / "file");
    const auto folder = base::StagedPath::forFolder(folder_ / "folder");
    ::umask(before);
    EXPECT_EQ(fs::status(file->staged()).permissions(), fs::perms(0644));
    EXPECT_EQ(fs::status(folder->staged()).permissions(), fs::perms(0755));
}

TEST_F(Export, CsvHasTheDigitsThatReadBackExactly) {
    const auto sink = openCsv(folder_ / "a.csv").value();
    fill(*sink);
    ASSERT_TRUE(sink->finish());
    EXPECT_EQ(contents(folder_ / "a.csv"),
              "attempt,task,split,tag,step,epoch,wall_time,value\n"
              "1,worker:0,train,batch_loss,1,0,1700000001.500000,0.5\n"
              "1,worker:0,train,batch_loss,2,0,1700000002.500000,nan\n"
              "1,worker:0,train,batch_loss,3,0,1700000003.500000,0.25\n"
              "1,worker:1,train,system/rss_bytes,1,0,1700000001.500000,123456789012\n"
              "2,worker:0,train,batch_loss,3,0,1700000003.500000,0.125\n"
              "2,worker:0,train,batch_loss,4,0,1700000004.500000,0.0625\n");
    EXPECT_EQ(valueText(0.1, true), "0.1");
    EXPECT_EQ(valueText(0.05, true), "0.05");
    EXPECT_EQ(valueText(0.1 + 0.2, true), "0.30000000000000004");
    EXPECT_EQ(valueText(4294967296, true), "4294967296");
    EXPECT_EQ(valueText(static_cast<double>(0.1F), false), "0.100000001");
}

TEST_F(Export, NpyIsAnArrayForEachSeries) {
    const auto sink = openNpy(folder_ / "a").value();
    fill(*sink);
    ASSERT_TRUE(sink->finish());
    const auto index = nlohmann::json::parse(contents(folder_ / "a/series.json"));
    ASSERT_EQ(index.size(), 2u);
    EXPECT_EQ(index[0]["tag"], "batch_loss");
    EXPECT_EQ(index[0]["points"], 5);
    EXPECT_EQ(index[0]["attempts"], (std::vector<int>{1, 2}));
    const std::string bytes = contents(folder_ / "a" / index[0]["file"].get<std::string>());
    ASSERT_EQ(bytes.size(), 256u + 5 * 32) << "the data begins at a multiple of 64, as NumPy wants it";
    EXPECT_EQ(bytes.substr(0, 10), "\x93NUMPY\x01\x00\xf6\x00"s);
    EXPECT_NE(bytes.find("'shape': (5,), }"), std::string::npos);
    EXPECT_EQ(bytes[255], '\n');
    double value = 0;
    std::memcpy(&value, bytes.data() + 256 + 4 * 32 + 24, sizeof value);
    EXPECT_EQ(value, 0.0625);
}

TEST_F(Export, EventFilesHaveHyperparametersAndFinalMetricsAtTheTop) {
    v1::GetRunReply run;
    run.mutable_summary()->set_status(v1::SUCCEEDED);
    run.mutable_summary()->set_step(40);
    run.mutable_summary()->set_ended(1700000100);
    (*run.mutable_summary()->mutable_metrics())["val_loss"] = 0.1;
    run.mutable_spec()->mutable_train()->set_epochs(4);
    run.mutable_spec()->mutable_train()->mutable_data()->set_batch_size(64);
    run.mutable_started_spec()->CopyFrom(run.spec());
    run.mutable_spec()->mutable_train()->set_epochs(5);  // changed while it ran
    const auto sink = openEventFiles(folder_ / "a").value();
    ASSERT_TRUE(sink->takeRun(run));
    fill(*sink);
    v1::MediaItem logged;
    logged.set_kind("hparams");
    logged.set_text(R"({"lr":0.1,"nesterov":true,"optimizer":"adam"})");
    ASSERT_TRUE(sink->takeMedia(logged));
    ASSERT_TRUE(sink->finish());

    const auto files = events::eventFilesIn(folder_ / "a");
    ASSERT_EQ(files.size(), 1u);
    const auto read = events::EventFileReader::open(files[0]).value().readSome().value();
    ASSERT_EQ(read.size(), 2u);
    const auto& session = std::get<events::MediaEvent>(read[0]);
    EXPECT_EQ(session.media->kind, events::MediaKind::kHparams);
    EXPECT_EQ(nlohmann::json::parse(session.media->data), (nlohmann::json{{"train.epochs", 4},
                                                                          {"train.data.batch_size", 64},
                                                                          {"lr", 0.1},
                                                                          {"nesterov", true},
                                                                          {"optimizer", "adam"}}));
    const auto& metric = std::get<events::ScalarEvent>(read[1]);
    EXPECT_EQ(std::tuple(metric.tag, metric.step, metric.value), std::tuple("val_loss", 40, 0.1));
}

TEST_F(Export, EventFilesOfARunWithoutHyperparametersHaveNoSession) {
    const auto sink = openEventFiles(folder_ / "a").value();
    ASSERT_TRUE(sink->takeRun({}));
    fill(*sink);
    ASSERT_TRUE(sink->finish());
    EXPECT_TRUE(events::eventFilesIn(folder_ / "a").empty());
}

TEST_F(Export, EventFilesHaveEveryPointAndTheRestarts) {
    const auto sink = openEventFiles(folder_ / "a").value();
    fill(*sink);
    ASSERT_TRUE(sink->finish());
    const auto files = events::eventFilesIn(folder_ / "a/worker-0/train");
    ASSERT_EQ(files.size(), 2u);
    EXPECT_LT(files[0].filename(), files[1].filename());
    std::vector<std::pair<std::int64_t, double>> values;
    for (const fs::path& file : files) {
        auto reader = events::EventFileReader::open(file).value();
        const auto read = reader.readSome().value();
        for (const events::Event& event : read) {
            const auto& scalar = std::get<events::ScalarEvent>(event);
            EXPECT_EQ(scalar.tag, "batch_loss");
            if (!std::isnan(scalar.value)) values.emplace_back(scalar.step, scalar.value);
        }
    }
    EXPECT_EQ(values,
              (std::vector<std::pair<std::int64_t, double>>{{1, 0.5}, {3, 0.25}, {3, 0.125}, {4, 0.0625}}));
    // Event{step, session_log{status: START}}: the first is the beginning, the second undoes steps from 3 on.
    EXPECT_NE(contents(files[0]).find("\x10\x01\x3a\x02\x08\x01"s), std::string::npos);
    EXPECT_NE(contents(files[1]).find("\x10\x03\x3a\x02\x08\x01"s), std::string::npos);
    EXPECT_EQ(events::eventFilesIn(folder_ / "a/worker-1/train").size(), 1u);
}

}  // namespace
}  // namespace trainyard::exports
