// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "core/events/log_folder.h"

namespace trainyard::events {
namespace {

namespace fs = std::filesystem;

std::string about(std::string_view tag, std::string_view split = {}) {
    const SeriesName name = seriesName(tag, split);
    return name.split + ":" + name.tag;
}

TEST(SeriesNameTest, SaysInKerasWordsWhatASeriesIsAbout) {
    EXPECT_EQ(about("epoch_loss", "validation"), "validation:epoch_loss");
    EXPECT_EQ(about("loss"), "train:loss");
    EXPECT_EQ(about("train/loss"), "train:loss");
    EXPECT_EQ(about("eval/loss"), "validation:loss");
    EXPECT_EQ(about("eval/runtime"), "validation:runtime");
    EXPECT_EQ(about("Loss/train"), "train:loss");
    EXPECT_EQ(about("Accuracy/test"), "test:accuracy");
    EXPECT_EQ(about("val_loss"), "validation:loss");
    EXPECT_EQ(about("val_acc"), "validation:accuracy");
    EXPECT_EQ(about("train_loss_epoch"), "train:epoch_loss");
    EXPECT_EQ(about("train_loss_step"), "train:batch_loss");
    EXPECT_EQ(about("learning_rate"), "train:learning_rate");
    EXPECT_EQ(about("layers/3/norm"), "train:layers/3/norm");
    EXPECT_EQ(about("train_"), "train:train_");
    EXPECT_EQ(about("/"), "train:/");
    EXPECT_EQ(about(""), "train:");
}

class LogFolderTest : public testing::Test {
  protected:
    void SetUp() override {
        std::string name = testing::TempDir() + "logs-XXXXXX";
        root_ = fs::canonical(::mkdtemp(name.data()));
    }
    void TearDown() override { fs::remove_all(root_); }
    void touch(const std::string& path) {
        fs::create_directories((root_ / path).parent_path());
        std::ofstream(root_ / path) << "x";
    }
    /// "name: split/task file …" of each run.
    std::vector<std::string> found(const fs::path& at) {
        const auto runs = findLogs(at, [] { return false; });
        if (!runs) return {runs.error().id};
        std::vector<std::string> lines;
        for (const LogRun& run : *runs) {
            std::string line = run.name + ":";
            for (const LogFile& file : run.files)
                line += " " + file.split + "/" + file.task + "/" + file.path.filename().string();
            lines.push_back(line);
        }
        return lines;
    }
    fs::path root_;
};

TEST_F(LogFolderTest, FoldersOfSplitsAreOneRun) {
    touch("fit/a/validation/events.out.tfevents.12.host.1.1.v2");
    touch("fit/a/train/events.out.tfevents.20.host.1.0.v2");
    touch("fit/a/train/events.out.tfevents.10.host.1.0.v2");
    touch("fit/b/events.out.tfevents.10.host");
    touch("fit/b/hparams.yaml");
    const std::string top = root_.filename().string();
    EXPECT_EQ(found(root_),
              (std::vector<std::string>{top + "/fit/a: train//events.out.tfevents.10.host.1.0.v2 "
                                              "train//events.out.tfevents.20.host.1.0.v2 "
                                              "validation//events.out.tfevents.12.host.1.1.v2",
                                        top + "/fit/b: //events.out.tfevents.10.host"}));
    // What is named by itself is the same run, whichever part of it.
    EXPECT_EQ(found(root_ / "fit/a/train").size(), 1u);
    EXPECT_EQ(found(root_ / "fit/a/train").front().substr(0, 2), "a:");
    EXPECT_EQ(found(root_ / "fit/b/events.out.tfevents.10.host"),
              (std::vector<std::string>{"b: //events.out.tfevents.10.host"}));
}

TEST_F(LogFolderTest, KnowsWhatItsOwnWorkersWrite) {
    touch("mnist/events/tasks/worker-0/train/events.out.tfevents.10.h.1.0");
    touch("mnist/events/tasks/worker-0/validation/events.out.tfevents.10.h.1.1");
    touch("mnist/events/tasks/evaluator-0/validation/events.out.tfevents.10.h.2.1");
    touch("mnist/events/train/events.out.tfevents.11.h.3.0");  // the copy for TensorBoard
    EXPECT_EQ(found(root_ / "mnist"),
              (std::vector<std::string>{"mnist: train/worker:0/events.out.tfevents.10.h.1.0 "
                                        "validation/evaluator:0/events.out.tfevents.10.h.2.1 "
                                        "validation/worker:0/events.out.tfevents.10.h.1.1"}));
}

TEST_F(LogFolderTest, SaysWhenThereIsNothing) {
    touch("notes.txt");
    EXPECT_EQ(found(root_), std::vector<std::string>{"import.no_logs"});
    EXPECT_EQ(found(root_ / "notes.txt"), std::vector<std::string>{"import.no_logs"});
    EXPECT_FALSE(findLogs(root_ / "nowhere", [] { return false; }));
    EXPECT_EQ(findLogs(root_, [] { return true; }).error().code, base::Code::kCancelled);
}

TEST_F(LogFolderTest, FollowsNoLinkInACircle) {
    touch("a/events.out.tfevents.10.h");
    fs::create_directory_symlink(root_, root_ / "a/again");
    EXPECT_EQ(found(root_).size(), 1u);
}

}  // namespace
}  // namespace trainyard::events
