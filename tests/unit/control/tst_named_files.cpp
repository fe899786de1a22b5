// SPDX-License-Identifier: Apache-2.0
#include "core/control/start/named_files.h"
#include "tests/support/temp_home.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <set>

namespace trainyard::control {
namespace {

namespace fs = std::filesystem;

class NamedFilesTest : public ::testing::Test {
  protected:
    void SetUp() override {
        folder_ = root_ / "project";
        fs::create_directories(folder_ / "lib");
        std::ofstream(folder_ / "main.py") << "print(1)\n";
        std::ofstream(folder_ / "lib/part.py") << "x = 1\n";
        std::ofstream(root_ / "secret") << "secret\n";
    }
    void TearDown() override {
        if (HasFailure()) tempHome_.keep();
    }
    std::string refusal() const {
        const auto files = filesIn(folder_);
        return files ? "" : files.error().id;
    }

    TempHome tempHome_;
    const fs::path& root_ = tempHome_.path();
    fs::path folder_;
};

TEST_F(NamedFilesTest, AllFilesOfAFolderAreNamedFromItsParent) {
    fs::create_symlink("main.py", folder_ / "run.py");
    const auto files = filesIn(folder_);
    ASSERT_TRUE(files) << files.error().describe();
    std::set<std::string> names;
    for (const NamedPlace::File& file : *files) names.insert(file.name);
    EXPECT_EQ(names, (std::set<std::string>{"project/main.py", "project/run.py", "project/lib/part.py"}));
}

TEST_F(NamedFilesTest, ALinkThatLeavesTheFolderIsRefused) {
    fs::create_symlink(root_ / "secret", folder_ / "lib/data");
    EXPECT_EQ(refusal(), "file.outside");
}

TEST_F(NamedFilesTest, ALinkToAFolderIsRefused) {
    fs::create_symlink("lib", folder_ / "other");
    EXPECT_EQ(refusal(), "file.outside");
}

TEST_F(NamedFilesTest, ABrokenLinkIsRefused) {
    fs::create_symlink("nothing", folder_ / "other");
    EXPECT_EQ(refusal(), "file.outside");
}

TEST_F(NamedFilesTest, ADeviceOrAPipeIsRefused) {
    ASSERT_EQ(::mkfifo((folder_ / "pipe").c_str(), 0600), 0);
    EXPECT_EQ(refusal(), "file.outside");
}

TEST_F(NamedFilesTest, AFolderThatCannotBeListedIsAnError) {
    fs::remove_all(folder_);
    EXPECT_FALSE(filesIn(folder_));
}

}  // namespace
}  // namespace trainyard::control
