// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "core/control/runs/saved_clusters.h"
#include "tests/support/temp_home.h"

namespace trainyard::control {
namespace {

class SavedClustersTest : public ::testing::Test {
  protected:
    TempHome tempHome_;
    const std::filesystem::path& home_ = tempHome_.path();
};

TEST_F(SavedClustersTest, KeepsWhatIsSavedUnderItsName) {
    const SavedClusters clusters(home_ / "clusters");
    ASSERT_TRUE(clusters.list());
    EXPECT_TRUE(clusters.list()->empty());  // no folder yet
    ASSERT_TRUE(clusters.save("two workers", "cluster: {worker: [local, local]}\n"));
    ASSERT_TRUE(clusters.save("クラスタ", "strategy: {one_device: {}}\n"));
    ASSERT_TRUE(clusters.save("two workers", "cluster: {worker: [local]}\n"));
    const auto kept = SavedClusters(home_ / "clusters").list();
    ASSERT_TRUE(kept);
    ASSERT_EQ(kept->size(), 2U);
    EXPECT_EQ((*kept)[0].name, "two workers");
    EXPECT_EQ((*kept)[0].text, "cluster: {worker: [local]}\n");
    EXPECT_GT((*kept)[0].modified, 1.6e9);
    ASSERT_TRUE(clusters.remove("two workers"));
    EXPECT_EQ(clusters.remove("two workers").error().code, base::Code::kNotFound);
    EXPECT_EQ(clusters.list()->size(), 1U);
}

TEST_F(SavedClustersTest, OneThatCannotBeReadLeavesTheOthers) {
    const std::filesystem::path folder = home_ / "clusters";
    const SavedClusters clusters(folder);
    ASSERT_TRUE(clusters.save("good", "cluster: {worker: [local]}\n"));
    std::filesystem::create_directories(folder / "a folder.yaml");
    std::ofstream(folder / "latin.yaml") << "cluster: {} # \xe9\n";
    std::ofstream(folder / "large.yaml") << std::string(std::size_t{2} << 20, ' ');
    std::ofstream(folder / "nam\xe9.yaml") << "cluster: {}\n";
    std::filesystem::create_symlink(folder / "nowhere", folder / "lost.yaml");
    const auto listed = clusters.list();
    ASSERT_TRUE(listed) << listed.error().describe();
    std::map<std::string, std::string> problems;
    for (const SavedCluster& cluster : *listed) {
        problems[cluster.name] = cluster.problem;
        EXPECT_EQ(cluster.text.empty(), !cluster.problem.empty()) << cluster.name;
    }
    EXPECT_EQ(problems.size(), 6U);
    EXPECT_EQ(problems["good"], "");
    EXPECT_EQ(problems["latin"], "the text is not UTF-8; save the file as UTF-8");
    EXPECT_EQ(problems["nam\\xe9"], "the name of its file is not UTF-8; rename the file");
    for (const char* name : {"a folder", "large", "lost"}) EXPECT_NE(problems[name], "") << name;
}

TEST_F(SavedClustersTest, RefusesNamesThatLeaveTheFolderAndTextThatIsNoCluster) {
    const SavedClusters clusters(home_ / "clusters");
    for (const char* name : {"", "../evil", ".hidden", "a/b", "a\nb", "a:b"})
        EXPECT_EQ(clusters.save(name, "cluster: {}\n").error().id, "cluster.bad_name") << name;
    EXPECT_FALSE(clusters.save(std::string(101, 'a'), "cluster: {}\n"));
    EXPECT_FALSE(clusters.save("a", "cluster: ["));
    EXPECT_FALSE(clusters.save("a", "name: a run\n"));
    EXPECT_FALSE(std::filesystem::exists(home_ / "clusters"));
}

}  // namespace
}  // namespace trainyard::control
