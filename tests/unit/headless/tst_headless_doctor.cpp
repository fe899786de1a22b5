// SPDX-License-Identifier: Apache-2.0
// What `doctor` finds in an installation and a home.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>

#include "headless_fixture.h"

namespace trainyard::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

constexpr fs::perms kMine = fs::perms::owner_all;
constexpr fs::perms kReadable = kMine | fs::perms::others_read | fs::perms::others_exec;

class DoctorTest : public HeadlessTest {
  protected:
    /// The state of each thing that was looked at, the worst of those with one id. 1 is the exit code if one
    /// has to be done something about: a build without libtorch has no worker.
    std::map<std::string, std::string> states(const std::vector<std::string>& options) const {
        std::vector<std::string> arguments{"doctor", "--json"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        Program program(arguments, {"TRAINYARD_HOME=" + home.string()});
        const int exit = program.wait();
        const std::vector<std::string> order{"", "ok", "warning", "error"};
        std::size_t worstOfAll = 0;
        std::map<std::string, std::string> worst;
        const auto answer = nlohmann::json::parse(program.output());
        for (const auto& check : answer["checks"]) {
            EXPECT_FALSE(check["message"].get<std::string>().empty());
            std::string& known = worst[check["id"]];
            const auto rank = [&](const std::string& state) {
                return static_cast<std::size_t>(std::ranges::find(order, state) - order.begin());
            };
            const std::string state = check["state"];
            if (rank(state) > rank(known)) known = state;
            worstOfAll = std::max(worstOfAll, rank(state));
        }
        EXPECT_EQ(exit, worstOfAll >= (options.empty() ? 3U : 2U) ? 1 : 0) << program.output();
        return worst;
    }
    void makeHome() const {
        fs::create_directories(home / "runs");
        fs::permissions(home, kMine);
        fs::permissions(home / "runs", kMine);
    }

    fs::path home = folder / "home";
};

TEST_F(DoctorTest, LooksAtThisUsersHomeAlone) {
    for (const char* option : {"--json", "--security"})
        EXPECT_THAT(finished({"doctor", option}, 3).error(), HasSubstr("leave --agent out"));
}

TEST_F(DoctorTest, StartsNothing) {
    auto found = states({});
    for (const char* id : {"home", "plugins", "data", "agent", "machine", "open_files"})
        EXPECT_EQ(found[id], "ok") << id;
    EXPECT_FALSE(fs::exists(home));
}

TEST_F(DoctorTest, AHomeThatCannotBeMadeIsAnError) {
    std::ofstream(folder / "file") << "in the way";
    for (const std::string& place : {std::string("/proc/nope"), (folder / "file/home").string()}) {
        home = place;
        EXPECT_EQ(states({})["home"], "error") << place;
    }
}

TEST_F(DoctorTest, AFileInPlaceOfTheHomeIsToBeMovedAway) {
    std::ofstream(home) << "in the way";
    Program program({"doctor", "--json"}, {"TRAINYARD_HOME=" + home.string()});
    EXPECT_EQ(program.wait(), 1);
    const auto found = nlohmann::json::parse(program.output())["checks"][0];
    EXPECT_EQ(found["id"], "home");
    EXPECT_EQ(found["fix"], "move it away, or choose another folder in TRAINYARD_HOME");
}

TEST_F(DoctorTest, WhatKeepsAnAgentFromStartingIsAnError) {
    const auto spoiled = [&](const std::function<void()>& spoil) {
        fs::remove_all(home);
        makeHome();
        fs::remove_all(home / "run");
        spoil();
        return states({})["home"];
    };
    EXPECT_EQ(spoiled([] {}), "ok");
    EXPECT_EQ(spoiled([&] { std::ofstream(home / "run") << "in the way"; }), "error");
    EXPECT_EQ(spoiled([&] { fs::create_directory(home / "run"); }), "error") << "others may open it";
    EXPECT_EQ(spoiled([&] { fs::create_directory(home / "agent.lock"); }), "error");
    EXPECT_EQ(spoiled([&] { ::mkfifo((home / "agent.log").c_str(), 0600); }), "error");
    EXPECT_EQ(spoiled([&] {
                  fs::remove_all(home / "runs");
                  std::ofstream(home / "runs") << "in the way";
              }),
              "error");
}

TEST_F(DoctorTest, ReadsTheStoreWhereNoAgentIsRunning) {
    makeHome();
    EXPECT_EQ(states({}).count("store"), 0U) << "there is none";
    std::ofstream(home / "trainyard.db") << std::string(8192, 'x');
    Program program({"doctor"}, {"TRAINYARD_HOME=" + home.string()});
    EXPECT_EQ(program.wait(), 1);
    EXPECT_THAT(program.output(), HasSubstr("error    store        "));
    EXPECT_THAT(program.output(), HasSubstr("doctor --rebuild"));
}

TEST_F(DoctorTest, SaysWhatIsWrongAndWhatToDo) {
    makeHome();
    fs::permissions(home, fs::perms::all);
    EXPECT_EQ(states({})["home"], "error");
    fs::permissions(home, kMine);
    fs::create_directories(folder / "plugins/broken");
    std::ofstream(folder / "plugins/broken/manifest.json") << "{";
    Program program({"doctor"}, {"TRAINYARD_HOME=" + home.string(), "PATH=/nowhere",
                                 "TRAINYARD_PLUGIN_PATH=" + (folder / "plugins").string()});
    EXPECT_EQ(program.wait(), 1);
    EXPECT_THAT(program.output(), HasSubstr("install the package elfutils"));
    EXPECT_THAT(program.output(), HasSubstr("plugins/broken/manifest.json"));
    EXPECT_THAT(program.output(), HasSubstr(", 2 warnings\n"));
}

TEST_F(DoctorTest, SaysWhoCanReadAndChangeAHome) {
    makeHome();
    auto found = states({"--security"});
    for (const char* id : {"home.read", "home.write", "agent.socket", "plugins", "nodes"})
        EXPECT_EQ(found[id], "ok") << id;
    fs::permissions(home, kReadable);
    EXPECT_EQ(states({"--security"})["home.read"], "warning");
    EXPECT_EQ(states({})["home"], "ok");
    makeHome();
    fs::permissions(home / "runs", fs::perms::all);
    EXPECT_EQ(states({"--security"})["home.write"], "error");
}

TEST_F(DoctorTest, SaysWhoReachesTheAgentAndWhichMachinesItReaches) {
    makeHome();
    fs::create_directory(home / "run");
    fs::permissions(home / "run", kReadable);
    std::ofstream(home / "run/agent.sock") << "in its place";
    EXPECT_EQ(states({"--security"})["agent.socket"], "error");
    fs::permissions(home / "run", kMine);
    std::ofstream(home / "nodes.json")
        << R"({"nodes": [{"name": "gpu-a", "target": "me@gpu-a"}, {"name": 7}, 1]})";
    Program program({"doctor", "--security"}, {"TRAINYARD_HOME=" + home.string()});
    EXPECT_EQ(program.wait(), 0);
    EXPECT_THAT(program.output(), HasSubstr("gpu-a: me@gpu-a, as your ssh reaches it"));
    std::ofstream(home / "nodes.json") << "{";
    EXPECT_EQ(states({"--security"})["nodes"], "error");
}

}  // namespace
}  // namespace trainyard::testing
