// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "core/events/log_folder.h"
#include "tests/support/temp_home.h"

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

TEST(RunNameTest, IsTheFoldersUpToTheOneThatWasAskedFor) {
    EXPECT_EQ(runName("/home/me/logs/fit/a", "/home/me/logs"), "logs/fit/a");
    EXPECT_EQ(runName("/home/me/logs", "/home/me/logs"), "logs");
    EXPECT_EQ(runName("/home/me", "/home/me/train"), "me");
    EXPECT_EQ(runName("/tmp/x", "/"), "tmp/x");
    EXPECT_EQ(runName("/", "/train"), "/");
}

class LogFolderTest : public testing::Test {
  protected:
    void TearDown() override {
        if (fs::exists(root_ / "b")) fs::permissions(root_ / "b", fs::perms::owner_all);
    }
    void touch(const std::string& path) {
        fs::create_directories((root_ / path).parent_path());
        std::ofstream(root_ / path) << "x";
    }
    /// "name: split/task file …" of each run.
    std::vector<std::string> found(const fs::path& at) {
        const auto runs = findLogs(at, [] { return false; });
        if (!runs) return {runs.error().id};
        std::vector<std::string> lines;
        for (const LogsFound::Skipped& one : runs->skipped)
            lines.push_back("skipped " + one.path.lexically_relative(root_).string() + ": " +
                            one.why.describe());
        for (const LogRun& run : runs->runs) {
            std::string line = run.name + ":";
            for (const LogFile& file : run.files)
                line += " " + file.split + "/" + file.task + "/" + file.path.filename().string();
            lines.push_back(line);
        }
        return lines;
    }
    TempHome tempHome_;
    const fs::path& root_ = tempHome_.path();
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
    // A part named on its own is the same run, whichever part it is.
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

TEST_F(LogFolderTest, FollowsLinksToFoldersEachOnce) {
    touch("logs/a/events.out.tfevents.10.h");
    touch("elsewhere/run/train/events.out.tfevents.11.h");
    touch("elsewhere/run/test/events.out.tfevents.12.h");
    fs::create_directory_symlink(root_ / "logs", root_ / "logs/a/circle");
    fs::create_directory_symlink("a", root_ / "logs/0-same");
    fs::create_directory_symlink(root_ / "elsewhere/run", root_ / "logs/b");
    fs::create_directory_symlink(root_ / "elsewhere", root_ / "logs/c");
    EXPECT_EQ(found(root_ / "logs"), (std::vector<std::string>{"logs/a: //events.out.tfevents.10.h",
                                                               "logs/b: train//events.out.tfevents.11.h "
                                                               "test//events.out.tfevents.12.h"}));
    // The same run by any path.
    const auto runs = findLogs(root_ / "logs", [] { return false; });
    ASSERT_TRUE(runs);
    EXPECT_EQ(runs->runs[1].folder, root_ / "elsewhere/run");
    EXPECT_EQ(runs->runs[1].files[0].path, root_ / "elsewhere/run/train/events.out.tfevents.11.h");
}

/// As a user restricted by file modes: root is not.
class AsNobody {
  public:
    AsNobody() { EXPECT_EQ(::geteuid() == 0 ? ::seteuid(65534) : 0, 0); }
    ~AsNobody() { EXPECT_EQ(::getuid() == 0 ? ::seteuid(0) : 0, 0); }
};

TEST_F(LogFolderTest, ReportsWhatItCannotOpen) {
    touch("a/events.out.tfevents.10.h");
    touch("b/events.out.tfevents.10.h");
    fs::permissions(root_, fs::perms(0755));
    fs::permissions(root_ / "b", fs::perms::none);
    fs::create_symlink("nowhere", root_ / "a/events.out.tfevents.11.h");
    ASSERT_EQ(::mkfifo((root_ / "a/events.out.tfevents.12.h").c_str(), 0644), 0);
    const std::string top = root_.filename().string();
    const AsNobody nobody;
    auto lines = found(root_);
    std::ranges::sort(lines);
    std::vector<std::string> expected{
        top + "/a: //events.out.tfevents.10.h",
        "skipped a/events.out.tfevents.11.h: " + (root_ / "a").string() +
            "/events.out.tfevents.11.h has the name of a log, and is not a file that can be "
            "read",
        "skipped a/events.out.tfevents.12.h: " + (root_ / "a").string() +
            "/events.out.tfevents.12.h has the name of a log, and is not a file that can be "
            "read",
        "skipped b: cannot look into the folder " + (root_ / "b").string() + ": Permission denied"};
    std::ranges::sort(expected);  // the name of the folder is among them
    EXPECT_EQ(lines, expected);
    const auto denied = findLogs(root_ / "b", [] { return false; });
    ASSERT_FALSE(denied);
    EXPECT_EQ(denied.error().code, base::Code::kPermissionDenied) << denied.error().describe();
}

TEST_F(LogFolderTest, WhereNothingIsFoundItSaysWhatWasNotLookedInto) {
    fs::create_directories(root_ / "b");
    fs::permissions(root_, fs::perms(0755));
    fs::permissions(root_ / "b", fs::perms::none);
    const AsNobody nobody;
    const auto none = findLogs(root_, [] { return false; });
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().id, "import.no_logs");
    EXPECT_TRUE(none.error().describe().ends_with("/b: Permission denied")) << none.error().describe();
}

}  // namespace
}  // namespace trainyard::events
