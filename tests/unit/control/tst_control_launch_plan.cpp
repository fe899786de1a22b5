// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <set>

#include "core/control/run/command_environment.h"
#include "core/control/run/gpu_book.h"
#include "core/control/run/launch_plan.h"
#include "core/control/run/task_directory.h"
#include "core/node/port_book.h"
#include "core/spec/run/command_spec.h"
#include "tests/unit/node/fake_nvml.h"

namespace trainyard::control {
namespace {

std::vector<spec::TaskPlan> twoWorkers() {
    std::vector<spec::TaskPlan> tasks(2);
    for (int i = 0; i < 2; ++i) {
        tasks[i].role = "worker";
        tasks[i].index = i;
        tasks[i].rank = i;
        tasks[i].port = 5000 + i;
        tasks[i].isChief = i == 0;
    }
    return tasks;
}

TaskSetting setting() {
    TaskSetting setting;
    setting.run = "r-1";
    setting.token = "secret";
    return setting;
}

TEST(LaunchPlan, GivesATaskItsIdentity) {
    const auto tasks = twoWorkers();
    auto environment = workerVariables(tasks, tasks[1], setting()).over(ownVariables());
    EXPECT_EQ(environment["TRAINYARD_TASK"], "worker:1");
    EXPECT_EQ(environment["RANK"], "1");
    EXPECT_EQ(environment["LOCAL_RANK"], "1");
    EXPECT_EQ(environment["WORLD_SIZE"], "2");
    EXPECT_EQ(environment["MASTER_ADDR"], "127.0.0.1");
    EXPECT_EQ(environment["MASTER_PORT"], "5000");
    const auto config = nlohmann::json::parse(environment["TF_CONFIG"]);
    EXPECT_EQ(config["cluster"]["worker"][1], "127.0.0.1:5001");
    EXPECT_EQ(config["task"]["index"], 1);
}

TEST(LaunchPlan, TasksHereThatTrainUnpackTheirDataWhileTheyAreLoaded) {
    auto tasks = twoWorkers();
    TaskSetting withFile = setting();
    EXPECT_FALSE(workerVariables(tasks, tasks[0], withFile).always.contains("TRAINYARD_UNPACK"));
    withFile.unpacked = "/data/images.gz";
    EXPECT_EQ(workerVariables(tasks, tasks[0], withFile).always.at("TRAINYARD_UNPACK"), "/data/images.gz");
    tasks[1].node = "elsewhere";  // where the file may be another one
    EXPECT_FALSE(workerVariables(tasks, tasks[1], withFile).always.contains("TRAINYARD_UNPACK"));
    tasks[1].node = "local";
    tasks[1].rank = -1;  // an evaluator
    EXPECT_FALSE(workerVariables(tasks, tasks[1], withFile).always.contains("TRAINYARD_UNPACK"));
}

TEST(LaunchPlan, DataIsUnpackedAheadWhereACoreIsSpare) {
    auto tasks = twoWorkers();
    EXPECT_FALSE(haveSpareCore(tasks, 2));
    EXPECT_TRUE(haveSpareCore(tasks, 3));
    tasks[1].node = "elsewhere";
    EXPECT_TRUE(haveSpareCore(tasks, 2));
}

// ---- Tasks of a command

std::vector<spec::TaskPlan> commandTasks(const std::string& cluster) {
    const auto loaded =
        spec::loadRunText("{name: x, command: [x], cluster: " + cluster + "}", "f.yaml", "/base", {}, {});
    EXPECT_TRUE(loaded.ok());
    auto tasks = spec::tasksOf(loaded.spec, *spec::rolesOf(loaded.spec, {}));
    for (std::size_t i = 0; i < tasks.size(); ++i) tasks[i].port = 5000 + static_cast<int>(i);
    return tasks;
}

Variables variablesOf(const std::vector<spec::TaskPlan>& tasks, std::size_t index) {
    CommandSetting setting;
    setting.run = "r-1";
    setting.restarts = 2;
    setting.masterPort = 6000;
    setting.logdir = "/logs";
    setting.orders = "/orders";
    return commandVariables(tasks, tasks[index], setting);
}

/// TF_CONFIG's task, then torchrun's variables in the order RANK ROLE_RANK LOCAL_RANK GROUP_RANK WORLD_SIZE
/// LOCAL_WORLD_SIZE.
std::string placeOf(Variables variables) {
    const auto task = nlohmann::json::parse(variables["TF_CONFIG"])["task"];
    std::string text = fmt::format("{}:{}", task["type"].get<std::string>(), task["index"].get<int>());
    for (const char* name :
         {"RANK", "ROLE_RANK", "LOCAL_RANK", "GROUP_RANK", "WORLD_SIZE", "LOCAL_WORLD_SIZE"})
        text += " " + (variables.contains(name) ? variables[name] : "-");
    return text;
}

TEST(CommandEnvironment, NumbersChiefAndWorkersOnly) {
    const struct {
        const char* cluster;
        std::vector<std::string> places;
    } cases[] = {
        {"{}", {"worker:0 0 0 0 0 1 1"}},
        {"{worker: [local, local]}", {"worker:0 0 0 0 0 2 2", "worker:1 1 1 1 0 2 2"}},
        {"{worker: [local, box, box]}",
         {"worker:0 0 0 0 0 3 1", "worker:1 1 1 0 1 3 2", "worker:2 2 2 1 1 3 2"}},
        {"{chief: [local], worker: [local], ps: [local], evaluator: [local]}",
         {"chief:0 0 0 0 0 2 2", "worker:0 1 1 1 0 2 2", "ps:0 - - - - - -", "evaluator:0 - - - - - -"}},
    };
    for (const auto& [cluster, places] : cases) {
        SCOPED_TRACE(cluster);
        const auto tasks = commandTasks(cluster);
        ASSERT_EQ(tasks.size(), places.size());
        for (std::size_t i = 0; i < tasks.size(); ++i) EXPECT_EQ(placeOf(variablesOf(tasks, i)), places[i]);
    }
}

TEST(CommandEnvironment, HasNothingButTheContract) {
    Variables found = variablesOf(commandTasks("{worker: [local, local]}"), 1);
    EXPECT_NE(found["TF_CONFIG"].find("127.0.0.1:5001"), std::string::npos);
    for (const char* name :
         {"TF_CONFIG", "RANK", "ROLE_RANK", "LOCAL_RANK", "GROUP_RANK", "WORLD_SIZE", "LOCAL_WORLD_SIZE"})
        found.erase(name);
    EXPECT_EQ(found, (Variables{{"MASTER_ADDR", "127.0.0.1"},
                                {"MASTER_PORT", "6000"},
                                {"TORCHELASTIC_RUN_ID", "r-1"},
                                {"TORCHELASTIC_RESTART_COUNT", "2"},
                                {"TRAINYARD_LOGDIR", "/logs"},
                                {"TRAINYARD_ORDERS", "/orders"}}));
    EXPECT_EQ(variablesOf(commandTasks("{worker: [local], ps: [local]}"), 0)["GRPC_FAIL_FAST"], "use_caller");
}

/// Which is the machine's to set.
TEST(CommandEnvironment, ThePreviewHasTheThreadsOfEachTask) {
    ::unsetenv("OMP_NUM_THREADS");
    const auto loaded = spec::loadRunText("{name: x, command: [x], cluster: {worker: [local, local]}}",
                                          "f.yaml", "/base", {}, {});
    ASSERT_TRUE(loaded.ok());
    EXPECT_EQ(previewTasks(loaded.spec, 8).at(1).env().at("OMP_NUM_THREADS"), "4");
}

TEST(CommandEnvironment, WhatTheUserSetIsNotOverwritten) {
    v1::RunSpec spec;
    (*spec.mutable_env())["RANK"] = "5";
    (*spec.mutable_env())["MINE"] = "a";
    const auto merged = mergeVariables({{"RANK", "0"}, {"WORLD_SIZE", "2"}, {"OMP_NUM_THREADS", "4"}},
                                       {{"OMP_NUM_THREADS", "1"}, {"MINE", "b"}, {"HOME", "/h"}}, spec);
    EXPECT_EQ(
        merged.all,
        (Variables{
            {"RANK", "5"}, {"WORLD_SIZE", "2"}, {"OMP_NUM_THREADS", "1"}, {"MINE", "a"}, {"HOME", "/h"}}));
    EXPECT_EQ(merged.users, (std::set<std::string>{"OMP_NUM_THREADS", "RANK"}));
}

TEST(PortBook, GivesNoPortTwice) {
    node::PortBook book;
    const auto first = book.lease(0, "a");
    ASSERT_TRUE(first);
    const auto second = book.lease(*first, "b");
    ASSERT_FALSE(second);
    EXPECT_NE(second.error().message.text().find("is taken by run a"), std::string::npos)
        << second.error().message;
    book.releaseAll("a");
    EXPECT_TRUE(book.lease(*first, "b"));
}

TEST(TaskDirectory, KnowsTheCurrentAttemptByItsSecret) {
    TaskDirectory directory;
    const auto token = newToken(), other = newToken();
    ASSERT_TRUE(token && other);
    EXPECT_EQ(token->size(), 64u);
    EXPECT_NE(*token, *other);
    directory.admit("r", 2, *token, {"worker:0"});
    EXPECT_TRUE(directory.check({"r", 2, "worker:0", *token}));
    const auto codeFor = [&](const TaskIdentity& who) { return directory.check(who).error().code; };
    EXPECT_EQ(codeFor({"r", 2, "worker:0", *other}), base::Code::kUnauthenticated);
    EXPECT_EQ(codeFor({"r", 2, "worker:9", *token}), base::Code::kUnauthenticated);
    EXPECT_EQ(codeFor({"s", 2, "worker:0", *token}), base::Code::kUnauthenticated);
    EXPECT_EQ(codeFor({"r", 1, "worker:0", *token}), base::Code::kAborted);
    directory.retire("r", 2);
    EXPECT_EQ(codeFor({"r", 2, "worker:0", *token}), base::Code::kAborted);
}

class Book : public ::testing::Test {
  protected:
    void SetUp() override {
        library_ = ::dlopen(FAKE_NVML, RTLD_NOW | RTLD_LOCAL);
        ASSERT_NE(library_, nullptr) << ::dlerror();
        machine_ =
            reinterpret_cast<trainyard::testing::FakeMachine* (*)()>(::dlsym(library_, "fakeMachine"))();
        *machine_ = {};
    }
    void TearDown() override { ::dlclose(library_); }
    static std::string codeOf(const std::vector<v1::Problem>& problems) {
        return problems.empty() ? "" : problems.front().code();
    }
    void* library_ = nullptr;
    trainyard::testing::FakeMachine* machine_ = nullptr;
};

/// One task, which takes any GPU, or these.
std::vector<GpuWish> one(std::vector<int> gpus = {}) {
    return {{"worker:0", std::move(gpus)}};
}
/// What the claim gave the only task.
std::optional<int> claimed(GpuBook& book, const std::string& run) {
    const auto claim = book.claim(run, one());
    return claim ? std::optional(claim->at("worker:0").at(0)) : std::nullopt;
}

TEST_F(Book, AGpuBelongsToOneRunUntilItIsReleased) {
    machine_->gpus = {{"Example A", 8, 8}, {"Example B", 8, 8}};
    GpuBook book(FAKE_NVML);
    book.refresh();
    EXPECT_EQ(codeOf(book.problems("a", one())), "");
    EXPECT_EQ(claimed(book, "a"), 0);
    EXPECT_EQ(claimed(book, "a"), 0) << "its next attempt has the same one";
    EXPECT_EQ(claimed(book, "b"), 1);
    EXPECT_EQ(claimed(book, "c"), std::nullopt);
    ASSERT_EQ(codeOf(book.problems("c", one())), "device.busy");
    EXPECT_EQ(book.problems("c", one()).front().message(),
              "no GPU is free: GPU 0 (Example A) is used by run a; GPU 1 (Example B) is used by run b; wait "
              "for it or "
              "stop it");
    EXPECT_EQ(codeOf(book.problems("b", one())), "") << "what is its own is free for it";
    book.release("a");
    EXPECT_EQ(claimed(book, "c"), 0);
}

TEST_F(Book, EachTaskHasItsOwnOrNoneHasOne) {
    machine_->gpus = {{"A", 8, 8}, {"A", 8, 8}, {"A", 8, 8}};
    GpuBook book(FAKE_NVML);
    book.refresh();
    const std::vector<GpuWish> two{{"worker:0", {}}, {"worker:1", {}}};
    const std::vector<GpuWish> named{{"worker:0", {}}, {"worker:1", {0}}};
    EXPECT_EQ(book.claim("a", named), (GpuBook::Claim{{"worker:0", {1}}, {"worker:1", {0}}}));
    EXPECT_EQ(book.claim("a", two), (GpuBook::Claim{{"worker:0", {1}}, {"worker:1", {0}}})) << "as they had";
    EXPECT_EQ(book.claim("b", two), std::nullopt);
    EXPECT_EQ(claimed(book, "c"), 2) << "what was not given to b is still there";
    EXPECT_EQ(book.problems("b", two).front().message().substr(0, 43),
              "no GPU is free: GPU 0 (A) is used by run a;");
    book.release("c");
    EXPECT_EQ(
        book.problems("b", two).front().message(),
        "not all 2 GPUs that the run takes are free: GPU 0 (A) is used by run a; GPU 1 (A) is used by run a; "
        "wait for them");
    EXPECT_EQ(codeOf(book.problems("b", one({1}))), "device.busy");
    EXPECT_EQ(codeOf(book.problems("b", one({2}))), "");
    const std::vector<GpuWish> four{{"a", {}}, {"b", {}}, {"c", {}}, {"d", {}}};
    EXPECT_EQ(book.problems("b", four).front().message(), "the run takes 4 GPUs, and this machine has 3");
    EXPECT_EQ(book.problems("b", one({7})).front().message(),
              "this machine has no GPU 7; `trainyard --headless nodes` lists those that it has");
    book.release("a");
    EXPECT_EQ(codeOf(book.problems("b", {{"worker:0", {1}}, {"worker:1", {1}}})), "device.two_ways");
}

TEST_F(Book, ATaskTakesSeveralOrAllThatAreFree) {
    machine_->gpus = {{"A", 8, 8}, {"A", 8, 8}, {"A", 8, 8}, {"A", 8, 8}, {"A", 8, 8}};
    GpuBook book(FAKE_NVML);
    book.refresh();
    const auto of = [](int count, const char* task = "worker:0") { return GpuWish{task, {}, count}; };
    EXPECT_EQ(book.claim("a", {of(2)}), (GpuBook::Claim{{"worker:0", {0, 1}}}));
    EXPECT_EQ(book.claim("b", {of(4)}), std::nullopt) << "three are left";
    EXPECT_EQ(book.problems("b", {of(4)}).front().code(), "device.busy");
    EXPECT_EQ(book.problems("b", {of(6)}).front().message(), "the run takes 6 GPUs, and this machine has 5");
    EXPECT_EQ(book.claim("b", {of(0)}), (GpuBook::Claim{{"worker:0", {2, 3, 4}}}));
    EXPECT_EQ(book.problems("c", {of(0)}).front().code(), "device.busy");
    book.release("b");
    EXPECT_EQ(book.claim("c", {of(0, "worker:0"), of(0, "worker:1")}),
              (GpuBook::Claim{{"worker:0", {2}}, {"worker:1", {3}}}))
        << "each as many as the other";
    EXPECT_EQ(book.claim("c", {of(0, "worker:0"), of(0, "worker:1"), {"worker:2", {4}}}),
              (GpuBook::Claim{{"worker:0", {2}}, {"worker:1", {3}}, {"worker:2", {4}}}));
    book.release("c");
    EXPECT_EQ(book.claim("c", {of(0, "worker:0"), of(0, "worker:1"), of(2, "worker:2")}), std::nullopt)
        << "one for two";
    EXPECT_EQ(book.claim("d", {of(1, "worker:0"), of(2, "worker:1")}),
              (GpuBook::Claim{{"worker:0", {2}}, {"worker:1", {3, 4}}}));
    EXPECT_EQ(gpuEnvironment({3, 4}).at("CUDA_VISIBLE_DEVICES"), "3,4");
}

TEST_F(Book, ThisMachineUnderAnotherNameHasTheSameGpus) {
    machine_->gpus = {{"A", 8, 8}, {"B", 8, 8}};
    GpuBook book(FAKE_NVML);
    book.refresh();
    book.hold("old", {{"worker:0", {1}}}, "loop");  // by a former agent, before the node has said what it is
    EXPECT_EQ(claimed(book, "a"), 0);
    book.identify({{"local", "m0"}, {"loop", "m0"}, {"other", "m1"}});
    EXPECT_EQ(book.namesOf("loop"), (std::set<std::string>{"local", "loop"}));
    EXPECT_EQ(book.namesOf("other"), std::set<std::string>{"other"});
    EXPECT_EQ(claimed(book, "b"), std::nullopt) << "GPU 1 is that of the run before";
    book.learn("loop", {});
    EXPECT_EQ(codeOf(book.problems("b", one({7}), "loop")), "device.none") << "its driver was asked here";
    EXPECT_THAT(book.holders("b", "loop").text(), ::testing::HasSubstr("GPU 1 (B) is used by run old"));
    book.release("old");
    EXPECT_EQ(book.claim("b", one(), "loop"), (GpuBook::Claim{{"worker:0", {1}}}));
    book.identify({{"loop", "m2"}});  // it was replaced
    EXPECT_EQ(book.namesOf("loop"), std::set<std::string>{"loop"});
    EXPECT_FALSE(book.knows("loop"));
}

TEST_F(Book, AGpuOnWhichAnotherProcessComputesIsNotFree) {
    machine_->gpus = {{"Example A", 8, 4, 50, 0, {{static_cast<unsigned>(::getpid()), 4}}},
                      {"Broken", 8, 8, 0, 15}};
    GpuBook book(FAKE_NVML);
    book.refresh();
    EXPECT_EQ(claimed(book, "a"), std::nullopt);
    const auto problems = book.problems("a", one());
    ASSERT_EQ(codeOf(problems), "device.busy");
    EXPECT_NE(problems.front().message().find(
                  fmt::format("GPU 0 (Example A) is used by process {} (control_tests", ::getpid())),
              std::string::npos)
        << problems.front().message();
    machine_->gpus.front().processes.clear();
    EXPECT_EQ(claimed(book, "a"), std::nullopt) << "as of the last look";
    book.refresh();
    EXPECT_EQ(claimed(book, "a"), 0);
    machine_->gpus.front().processes = {{static_cast<unsigned>(::getpid()), 4}};
    book.refresh();
    EXPECT_EQ(codeOf(book.problems("a", one())), "") << "the process is its own";
    book.release("a");
    EXPECT_EQ(claimed(book, "a"), 0) << "its next attempt, before anybody looks again";
}

TEST_F(Book, AMachineWithoutGpuOrDriverIsReported) {
    GpuBook none("/nowhere/libnvidia-ml.so.1");
    none.refresh();
    EXPECT_EQ(codeOf(none.problems("a", one())), "device.no_driver");
    EXPECT_EQ(claimed(none, "a"), std::nullopt);
    EXPECT_EQ(none.holders("a"), "");
    machine_->initFailsWith = 9;
    GpuBook broken(FAKE_NVML);
    broken.refresh();
    EXPECT_EQ(codeOf(broken.problems("a", one())), "device.driver");
}

// ---- GPUs of other machines, as they describe themselves

v1::GpuInfo gpuThere(int index, const std::string& name, std::int64_t bytes = 8) {
    v1::GpuInfo gpu;
    gpu.set_index(index);
    gpu.set_name(name);
    gpu.set_memory_bytes(bytes);
    return gpu;
}
GpuBook::Claim given(int gpu) {
    return {{"worker:0", {gpu}}};
}

TEST(GpusOfNodes, AGpuThereBelongsToOneRunUntilItIsReleased) {
    GpuBook book("/nowhere/libnvidia-ml.so.1");
    book.learn("gpu-a", {gpuThere(0, "A"), gpuThere(1, "B")});
    book.learn("gpu-b", {gpuThere(0, "C")});
    EXPECT_EQ(book.claim("a", one({0}), "gpu-a"), given(0));
    EXPECT_EQ(book.claim("b", one(), "gpu-a"), given(1)) << "not the first, which a has";
    EXPECT_EQ(book.claim("c", one({0}), "gpu-b"), given(0)) << "the same number elsewhere";
    EXPECT_EQ(book.claim("d", one({0}), "gpu-a"), std::nullopt);
    ASSERT_EQ(book.problems("d", one({0}), "gpu-a").size(), 1u);
    EXPECT_EQ(book.problems("d", one({0}), "gpu-a").front().code(), "device.busy");
    EXPECT_EQ(book.problems("d", one({0}), "gpu-a").front().message(),
              "node gpu-a: no GPU is free: GPU 0 (A) is used by run a; GPU 1 (B) is used by run b; wait for "
              "it or stop it");
    book.learn("gpu-a", {gpuThere(0, "A"), gpuThere(1, "B")});
    EXPECT_EQ(book.claim("d", one({0}), "gpu-a"), std::nullopt) << "who has it is not learned anew";
    book.release("a");
    EXPECT_EQ(book.claim("d", one({0}), "gpu-a"), given(0));
    EXPECT_EQ(book.claim("d", one(), "gpu-b"), std::nullopt);
}

TEST(GpusOfNodes, WhatANodeDoesNotHaveIsRefusedByName) {
    GpuBook book("/nowhere/libnvidia-ml.so.1");
    const auto problem = [&](const GpuWish& wish, const std::string& node) {
        const auto problems = book.problems("r", {wish}, node);
        return problems.empty() ? "" : problems.front().code() + ": " + problems.front().message();
    };
    book.learn("gpu-a", {gpuThere(0, "A"), gpuThere(1, "GPU is lost", 0)});
    EXPECT_EQ(problem({"worker:0", {0}}, "gpu-a"), "");
    for (const int absent : {1, 4})
        EXPECT_EQ(
            problem({"worker:0", {absent}}, "gpu-a"),
            fmt::format("device.none: node gpu-a: this machine has no GPU {}; `trainyard --headless nodes` "
                        "lists those that it has",
                        absent));
    book.learn("box", {});
    EXPECT_EQ(problem({"worker:0", {}}, "box"),
              "device.no_driver: node box: this machine has no GPU that an NVIDIA driver shows; install the "
              "driver");
    book.learn("box", {gpuThere(-1, "Driver Not Loaded", 0)});
    EXPECT_EQ(problem({"worker:0", {}}, "box"),
              "device.driver: node box: the GPUs cannot be used: Driver Not Loaded");
    const auto both = book.problems("r", {{"worker:0", {0}}, {"worker:1", {0}}}, "gpu-a");
    ASSERT_EQ(both.size(), 1u);
    EXPECT_EQ(both.front().message(), "node gpu-a: the run takes 2 GPUs, and this machine has 1");
}

/// After an agent's start, until a run starts there.
TEST(GpusOfNodes, WhatAFormerAgentGaveIsKept) {
    GpuBook book("/nowhere/libnvidia-ml.so.1");
    EXPECT_FALSE(book.knows("gpu-a"));
    EXPECT_EQ(book.claim("x", one(), "gpu-a"), GpuBook::Claim()) << "for its worker to find";
    book.hold("a", given(1), "gpu-a");
    EXPECT_EQ(book.claim("b", one({1}), "gpu-a"), std::nullopt);
    EXPECT_EQ(book.claim("b", one({0}), "gpu-a"), given(0)) << "nobody knows better";
    book.release("a");
    EXPECT_EQ(book.claim("a", one(), "gpu-a"), given(1)) << "its next attempt";
    book.learn("gpu-a", {gpuThere(0, "A"), gpuThere(1, "B")});
    EXPECT_EQ(book.claim("c", one(), "gpu-a"), std::nullopt);
    EXPECT_EQ(book.holders("c", "gpu-a"), "GPU 0 (A) is used by run b; GPU 1 (B) is used by run a");
}

TEST(Gpus, ATaskSeesItsGpuAlone) {
    EXPECT_EQ(gpuEnvironment({3}), (std::map<std::string, std::string>{{"CUDA_DEVICE_ORDER", "PCI_BUS_ID"},
                                                                       {"CUDA_VISIBLE_DEVICES", "3"}}));
    EXPECT_EQ(gpuEnvironment({0, 2}).at("CUDA_VISIBLE_DEVICES"), "0,2");
    EXPECT_EQ(gpuEnvironment({}).at("CUDA_VISIBLE_DEVICES"), "");
}

}  // namespace
}  // namespace trainyard::control
