// SPDX-License-Identifier: Apache-2.0
// What commands say to people of what is missing, has ended, or is there already.
#include <gmock/gmock.h>

#include <fstream>
#include <sstream>

#include "core/base/time.h"
#include "headless_fixture.h"
#include "plugins/sdk/version.h"

namespace trainyard::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class ShownTest : public HeadlessTest {};

TEST_F(ShownTest, ANameThatTheIdDoesNotSayIsShown) {
    v1::RunSummary& run = *agent->runsReply.add_runs();
    run.set_run("run-1");
    run.set_name("学习率");
    EXPECT_THAT(finished({"runs"}, 0).output(), HasSubstr("学习率\n"));
    *agent->runReply.mutable_summary() = run;
    EXPECT_THAT(finished({"show", "run-1"}, 0).output(), HasSubstr("\nname         学习率\n"));
    agent->runReply.mutable_summary()->set_name("run");
    EXPECT_THAT(finished({"show", "run-1"}, 0).output(), Not(HasSubstr("\nname ")));
}

TEST_F(ShownTest, WhatIsNotKnownOfAProgramIsNotShown) {
    agent->runReply.mutable_summary()->set_run("demo-1");
    agent->runReply.mutable_summary()->set_strategy("command");
    agent->runReply.mutable_measured();
    agent->runReply.add_tasks()->set_task("worker:0");
    const std::string text = finished({"show", "demo-1"}, 0).output();
    EXPECT_THAT(text, Not(HasSubstr("needs")));
    EXPECT_THAT(text, HasSubstr("pid -"));
    const auto json = nlohmann::json::parse(finished({"show", "demo-1", "--json"}, 0).output());
    EXPECT_TRUE(json["tasks"][0]["pid"].is_null()) << json;
}

TEST_F(ShownTest, WhatATaskUsesIsShownWhileItRuns) {
    agent->runReply.mutable_summary()->set_run("demo-1");
    v1::Task& task = *agent->runReply.add_tasks();
    task.set_task("worker:0");
    task.set_state(v1::TASK_RUNNING);
    task.set_cpu(1.5);
    task.set_rss_bytes(300 << 20);
    const auto json = [&] {
        return nlohmann::json::parse(finished({"show", "demo-1", "--json"}, 0).output())["tasks"][0];
    };
    EXPECT_EQ(json()["cpu"], 1.5);
    EXPECT_EQ(json()["rss_bytes"], 300 << 20);
    EXPECT_FALSE(json().contains("gpus") || json().contains("gpu_memory_bytes")) << "it uses none";
    EXPECT_THAT(finished({"show", "demo-1"}, 0).output(), HasSubstr("  CPUs 1.50, memory 31"));
    task.set_gpu_memory_bytes(12LL << 30);
    EXPECT_FALSE(json().contains("gpus")) << "the driver does not tell";
    task.set_gpus(0);
    EXPECT_EQ(json()["gpus"], 0);
    EXPECT_EQ(json()["gpu_memory_bytes"], 12LL << 30);
    EXPECT_THAT(finished({"show", "demo-1"}, 0).output(), HasSubstr(", GPUs 0.00, GPU memory 12"));
    task.set_state(v1::TASK_SUCCEEDED);
    EXPECT_FALSE(json().contains("cpu") || json().contains("gpus"));
    EXPECT_THAT(finished({"show", "demo-1"}, 0).output(), Not(HasSubstr("CPUs")));
}

TEST_F(ShownTest, TheLinksToTheMachinesOfALiveRunAreShown) {
    agent->runReply.mutable_summary()->set_run("demo-1");
    v1::Task& task = *agent->runReply.add_tasks();
    task.set_task("worker:0");
    task.set_state(v1::TASK_RUNNING);
    const auto json = [&] {
        return nlohmann::json::parse(finished({"show", "demo-1", "--json"}, 0).output());
    };
    task.set_node("local");
    EXPECT_FALSE(json().contains("links"));
    task.set_node("gpu-a");
    for (const char* name : {"local", "gpu-a", "gpu-b"}) {
        v1::NodeInfo& node = *agent->nodesReply.add_nodes();
        node.set_name(name);
        node.set_state("connected");
        node.set_since(1700000000);
    }
    const nlohmann::json connected = {
        {"node", "gpu-a"}, {"state", "connected"}, {"since", "2023-11-14T22:13:20.000Z"}};
    EXPECT_EQ(json()["links"], nlohmann::json::array({connected}));
    EXPECT_THAT(finished({"show", "demo-1"}, 0).output(), Not(HasSubstr("\nlink ")));
    v1::NodeInfo& cut = *agent->nodesReply.mutable_nodes(1);
    cut.set_state("unreachable");
    cut.set_reason("no route to host");
    EXPECT_EQ(json()["links"][0]["state"], "unreachable");
    EXPECT_EQ(json()["links"][0]["reason"], "no route to host");
    EXPECT_THAT(
        finished({"show", "demo-1"}, 0).output(),
        HasSubstr("\nlink         gpu-a unreachable since 2023-11-14T22:13:20.000Z: no route to host\n"));

    v1::Failure failure;
    failure.set_message("the agent has no time");
    agent->failWith("ListNodes", 14, failure);
    EXPECT_THAT(finished({"show", "demo-1"}, 0).output(),
                HasSubstr("\nlink         unknown: the agent has no time\n"));
    const Program unknown = finished({"show", "demo-1", "--json"}, 0);
    EXPECT_TRUE(nlohmann::json::parse(unknown.output()).at("links").is_null()) << unknown.output();
    EXPECT_EQ(unknown.error(), "trainyard: link unknown: the agent has no time\n");
    task.set_state(v1::TASK_SUCCEEDED);
    EXPECT_FALSE(json().contains("links"));
}

TEST_F(ShownTest, TheCommandThatOpensTheWindowIsOneForAShell) {
    const auto socket = folder / "the agent.sock";
    std::filesystem::create_symlink(folder / "agent.sock", socket);
    publishStart();
    publishFinish(v1::SUCCEEDED);
    Program program({"watch", "demo-1", "--agent", "unix:" + socket.string()}, environment);
    EXPECT_EQ(program.wait(), 0) << program.error();
    const auto line = HasSubstr("/trainyard --agent 'unix:" + socket.string() + "'\n");
    if (std::filesystem::exists(TRAINYARD_BIN_DIR "/trainyard"))
        EXPECT_THAT(program.output(), line);
    else  // a build without the window names no program that is not there
        EXPECT_THAT(program.output(), Not(HasSubstr("/trainyard")));
}

TEST_F(ShownTest, ATfConfigWithoutATaskHasAHint) {
    std::ofstream(folder / "tf.json") << R"({"cluster": {"worker": ["a:1", "b:1"]}})";
    const auto json =
        nlohmann::json::parse(finished({"cluster", "lint", folder / "tf.json", "--json"}, 0).output());
    ASSERT_EQ(json["problems"].size(), 1U) << json;
    EXPECT_EQ(json["problems"][0]["code"], "tf_config.no_task");
    EXPECT_EQ(json["problems"][0]["severity"], "hint");
}

TEST_F(ShownTest, APauseOfARunThatHasEndedIsRefusedAsOne) {
    agent->runReply.mutable_summary()->set_run("demo-1");
    agent->runReply.mutable_summary()->set_status(v1::STOPPED);
    v1::Failure failure;
    failure.set_id("run.not_running");
    failure.set_message("only a running run can be changed: `resume demo-1 --set` continues it");
    agent->failWith("ChangeRun", 9, failure);
    EXPECT_THAT(finished({"pause", "demo-1"}, 3).error(),
                HasSubstr("demo-1 is not running (its status is stopped); only a running run can be paused"));
    EXPECT_THAT(finished({"save", "demo-1"}, 3).error(),
                HasSubstr("only a running run can save a checkpoint"));
}

TEST_F(ShownTest, AChangeOfAPausedProgramIsPending) {
    v1::RunSummary& run = *agent->runReply.mutable_summary();
    run.set_run("demo-1");
    run.set_strategy("command");
    run.set_paused(true);
    const std::vector<std::string> change{"change", "demo-1", "--set", "learning_rate=0.5"};
    EXPECT_THAT(finished(change, 0).output(), HasSubstr("demo-1 is changed when it continues: it is paused"));
    const auto json = [&](std::vector<std::string> command) {
        command.push_back("--json");
        return nlohmann::json::parse(finished(command, 0).output());
    };
    EXPECT_EQ(json(change), nlohmann::json({{"run", "demo-1"}, {"from_step", 0}, {"pending", true}}));
    EXPECT_EQ(json({"pause", "demo-1"}), nlohmann::json({{"run", "demo-1"}, {"from_step", 0}}));
    run.set_paused(false);
    EXPECT_EQ(json(change), nlohmann::json({{"run", "demo-1"}, {"from_step", 0}}));
}

TEST_F(ShownTest, ADamagedSweepIsRefused) {
    v1::Sweep& sweep = *agent->sweepsReply.add_sweeps();
    sweep.set_sweep("mlp-sweep-1");
    sweep.set_problem("plan.json is damaged");
    const Program shown = finished({"sweeps", "show", "mlp-sweep-1", "--json"}, 3);
    EXPECT_THAT(shown.error(), HasSubstr("plan.json is damaged; to remove the sweep"));
    EXPECT_EQ(nlohmann::json::parse(shown.output())["error"]["code"], "sweep.damaged");
}

TEST_F(ShownTest, AProfileReplacesNoFile) {
    std::ofstream(folder / "trace.json") << "mine";
    EXPECT_THAT(finished({"profile", "demo-1", "--out", folder / "trace.json"}, 3).error(),
                HasSubstr("already exists; choose another name"));
}

TEST_F(ShownTest, OtherMachinesWithTheirState) {
    v1::NodeInfo& node = *agent->nodesReply.add_nodes();
    node.set_name("gpu-a");
    node.set_target("me@gpu-a");
    node.set_via("ssh");
    node.set_state("unreachable");
    node.set_since(1'800'000'000);
    node.set_reason("no route to host");
    EXPECT_EQ(finished({"nodes"}, 0).output(), "gpu-a  me@gpu-a, unreachable: no route to host\n");
    EXPECT_EQ(finished({"nodes", "check", "gpu-a"}, 4).output(),
              "gpu-a  me@gpu-a, unreachable: no route to host\n");
    const auto json = nlohmann::json::parse(finished({"nodes", "check", "--json"}, 4).output())[0];
    EXPECT_EQ(json["via"], "ssh");
    EXPECT_EQ(json["state"], "unreachable");
    EXPECT_EQ(json["since"], "2027-01-15T08:00:00.000Z");
    EXPECT_EQ(json["target"], "me@gpu-a");
    EXPECT_EQ(json["reason"], "no route to host");
    EXPECT_TRUE(json["cpus"].is_null()) << "it has never said what it is";
    EXPECT_TRUE(json["host"].is_null());
    EXPECT_EQ(finished({"nodes", "prepare", "gpu-a"}, 4).output(),
              "gpu-a  me@gpu-a, unreachable: no route to host\n");

    node.set_state("connected");
    node.set_host("box");
    node.clear_reason();
    node.set_described(1'700'000'000);
    node.set_is_prepared(false);
    const std::string described = finished({"nodes", "check"}, 0).output();
    EXPECT_THAT(described, StartsWith("gpu-a  box, agent"));
    EXPECT_THAT(described,
                HasSubstr("\n  ready   not prepared: libtorch is missing; `nodes prepare gpu-a` sends it"
                          "\n  as of   2023-11-14T"));
    node.set_described(base::wallNow());
    node.set_is_prepared(true);
    const std::string fresh = finished({"nodes"}, 0).output();
    EXPECT_THAT(fresh, HasSubstr("\n  ready   prepared, with Trainyard and libtorch\n"));
    EXPECT_THAT(fresh, Not(HasSubstr("as of")));
    const auto told = nlohmann::json::parse(finished({"nodes", "--json"}, 0).output()).back();
    EXPECT_EQ(told["prepared"], true);
    EXPECT_TRUE(told["described"].is_string());
    EXPECT_THAT(finished({"nodes", "add", "me@gpu-a"}, 0).output(), StartsWith("gpu-a  box, agent"));
    EXPECT_THAT(finished({"nodes", "prepare", "gpu-a"}, 0).output(), StartsWith("gpu-a  box, agent"));
    EXPECT_EQ(finished({"nodes", "remove", "gpu-a"}, 0).output(), "removed gpu-a\n");
    v1::Failure failure;
    failure.set_code("unavailable");
    failure.set_id("node.unreachable");
    failure.set_message("node gpu-a was not added: no route to host");
    agent->failWith("SetUpNode", 14, failure);
    EXPECT_THAT(finished({"nodes", "add", "me@gpu-a"}, 4).error(), HasSubstr("no route to host"));
}

TEST_F(ShownTest, ClusterLintNamesANodeThatTheHomeDoesNotHave) {
    std::ofstream(folder / "nodes.yaml")
        << "trainyard: 1\nname: n\ntrain:\n  model: {builtin: mlp}\n  data:\n"
           "    train: {builtin: fashion_mnist}\n"
           "cluster:\n  worker: [local, gpu-a, gpu-b, gpu-b]\nstrategy: {test_ring: {}}\n";
    agent->nodesReply.add_nodes()->set_name("gpu-a");
    const std::string file = (folder / "nodes.yaml").string();
    const auto json = nlohmann::json::parse(finished({"cluster", "lint", file, "--json"}, 0).output());
    ASSERT_EQ(json["problems"].size(), 1u) << json;
    EXPECT_EQ(json["problems"][0]["severity"], "warning");
    EXPECT_EQ(json["problems"][0]["code"], "node.unknown");
    EXPECT_EQ(json["problems"][0]["path"], "cluster.worker[2]");
    EXPECT_EQ(json["problems"][0]["line"], 8);
    EXPECT_THAT(finished({"cluster", "lint", file}, 0).output(), HasSubstr("there is no node gpu-b"));
    agent.reset();  // nobody has the list
    const auto without = nlohmann::json::parse(finished({"cluster", "lint", file, "--json"}, 0).output());
    ASSERT_EQ(without["problems"].size(), 1u) << without;
    EXPECT_EQ(without["problems"][0]["code"], "node.unchecked");
    EXPECT_EQ(without["problems"][0]["path"], "cluster.worker[1]") << "the first one that is no local task";
}

}  // namespace
TEST_F(ShownTest, ATagOfARunWithoutPointsIs3Too) {
    agent->runReply.mutable_summary()->set_status(v1::SUCCEEDED);
    const std::vector<std::vector<std::string>> kinds{{}, {"--kind", "images"}};
    for (const std::vector<std::string>& kind : kinds) {
        std::vector<std::string> args{"metrics", "demo-1", "--tag", "x", "--json"};
        args.insert(args.end(), kind.begin(), kind.end());
        const Program program = finished(args, 3);
        EXPECT_EQ(nlohmann::json::parse(program.output())["error"]["code"], "metrics.tag_not_found");
        EXPECT_THAT(program.error(), HasSubstr(" of x; it has none\n"));
    }
    agent->runReply.mutable_summary()->set_status(v1::RUNNING);
    EXPECT_EQ(finished({"metrics", "demo-1", "--tag", "x"}, 0).error(),
              "trainyard: demo-1 has no points of x; it has none so far\n");
}

TEST_F(ShownTest, AMetricAsRunsNamesItIsToldToBeASplitOfATag) {
    for (const char* tag : {"batch_loss", "epoch_loss"})
        agent->seriesReply.add_series()->mutable_key()->set_tag(tag);
    agent->runReply.mutable_summary()->set_status(v1::SUCCEEDED);
    EXPECT_EQ(finished({"metrics", "demo-1", "--tag", "val_loss"}, 3).error(),
              "trainyard: demo-1 has no points of val_loss; it has batch_loss, epoch_loss; val_loss is the "
              "split `validation` of epoch_loss\n");
    EXPECT_THAT(finished({"metrics", "demo-1", "--tag", "loss"}, 3).error(),
                HasSubstr("; loss is the split `train` of epoch_loss\n"));
}

TEST_F(ShownTest, APluginForAnotherSdkIsLeftOutWithBothNumbers) {
    const auto file = folder / "plugins/test_ring/manifest.json";
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    std::string manifest = text.str();
    const std::string version = R"("sdk": ")" + std::to_string(sdk::kSdkVersion) + '"';
    ASSERT_NE(manifest.find(version), std::string::npos);
    manifest.replace(manifest.find(version), version.size(), R"("sdk": "99")");
    std::ofstream(file) << manifest;
    const Program listed = finished({"plugins"}, 0);
    EXPECT_THAT(listed.error(), HasSubstr("the manifest of strategy test_ring is for the SDK 99, this is " +
                                          std::to_string(sdk::kSdkVersion)));
    EXPECT_THAT(listed.output(), Not(HasSubstr("test_ring")));
}

}  // namespace trainyard::testing
