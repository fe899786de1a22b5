// SPDX-License-Identifier: Apache-2.0
#include "agent_fixture.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>

#include "core/node/process.h"
#include "core/plugin/catalog.h"
#include "core/spec/run/run_spec.h"

namespace trainyard::faults {

namespace fs = std::filesystem;
using std::chrono::steady_clock;

namespace {

constexpr std::size_t kShownUses = 4000;

/// An IDX file of zero bytes (http://yann.lecun.com/exdb/mnist/).
void writeIdx(const fs::path& file, const std::vector<std::uint32_t>& shape) {
    std::ofstream out(file, std::ios::binary);
    std::size_t bytes = 1;
    const auto putBigEndian = [&](std::uint32_t number) {
        for (int shift = 24; shift >= 0; shift -= 8) out.put(static_cast<char>(number >> shift));
    };
    putBigEndian(0x0800 + static_cast<std::uint32_t>(shape.size()));
    for (const std::uint32_t dimension : shape) {
        putBigEndian(dimension);
        bytes *= dimension;
    }
    out << std::string(bytes, '\0');
}

}  // namespace

void AgentFixture::SetUp() {
    endpoint_.home = base::Home(home_);
    endpoint_.socket = endpoint_.home.agentSocket();
    // Preflight reads their headers; fake tasks never read them.
    constexpr std::uint32_t kCount = 64;
    writeIdx(home_ / "images", {kCount, 28, 28});
    writeIdx(home_ / "labels", {kCount});
}

void AgentFixture::TearDown() {
    if (client_) {
        EXPECT_TRUE(client_->shutdown({}));
    }
    if (agent_ > 0) {
        int status = 0;
        ASSERT_EQ(::waitpid(agent_, &status, 0), agent_);
        EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0)
            << "the agent ended with status " << status;
    }
    std::ifstream used(diskUse());
    const std::string uses{std::istreambuf_iterator<char>(used), {}};
    EXPECT_TRUE(uses.empty()) << "the control loop has used the disk:\n" << uses.substr(0, kShownUses);
    if (HasFailure()) {
        std::ifstream log(home_ / "agent.log");
        std::cerr << "---- agent.log\n" << log.rdbuf() << "---- home kept: " << home_ << "\n";
        tempHome_.keep();
    }
}

pid_t AgentFixture::spawnAgent(int errors) {
    std::map<std::string, std::string> all = environment_;
    all["TRAINYARD_HOME"] = home_.string();
    all.emplace("PATH", "/usr/bin:/bin");
#ifdef DISK_WATCH
    all["LD_PRELOAD"] = DISK_WATCH;
    all["TRAINYARD_DISK_WATCH"] = diskUse().string();
#endif
    std::vector<std::string> texts;
    for (const auto& [key, value] : all) texts.push_back(key + "=" + value);
    std::vector<char*> pointers;
    for (std::string& text : texts) pointers.push_back(text.data());
    pointers.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    // A reader of the test's output must not wait for an agent that outlives it.
    ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    if (errors >= 0) ::posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
    std::string program = stage_ / "bin/trainyard-agent";
    std::vector<char*> arguments{program.data()};
    for (std::string& argument : arguments_) arguments.push_back(argument.data());
    arguments.push_back(nullptr);
    pid_t pid = 0;
    EXPECT_EQ(::posix_spawn(&pid, program.c_str(), &actions, nullptr, arguments.data(), pointers.data()), 0);
    ::posix_spawn_file_actions_destroy(&actions);
    return pid;
}

void AgentFixture::startAgent(std::map<std::string, std::string> environment) {
    if (!environment.empty()) environment_ = std::move(environment);
    agent_ = spawnAgent();
    const auto deadline = steady_clock::now() + std::chrono::seconds(60);
    for (;;) {
        auto client = client::AgentClient::connect(endpoint_);
        if (client) {
            client_ = std::move(*client);
            return;
        }
        ASSERT_LT(steady_clock::now(), deadline) << client.error().describe();
        ASSERT_EQ(::waitpid(agent_, nullptr, WNOHANG), 0) << "the agent ended at once";
    }
}

void AgentFixture::wrapShim(const std::string& line) {
    stage_ = home_ / "stage";
    fs::copy(TRAINYARD_STAGE, stage_, fs::copy_options::recursive);
    const fs::path shim = stage_ / "bin/trainyard-shim", real = stage_ / "bin/real-shim";
    fs::rename(shim, real);
    std::ofstream(shim) << "#!/bin/sh\n" << line << "\nexec " << real.string() << " \"$@\"\n";
    fs::permissions(shim, fs::perms::owner_all);
}

void AgentFixture::killAgent() {
    client_.reset();
    ::kill(agent_, SIGKILL);
    ASSERT_EQ(::waitpid(agent_, nullptr, 0), agent_);
    agent_ = 0;
}

v1::RunSpec AgentFixture::spec(int workers, const std::string& more) {
    const std::string data = "{idx: {images: images, labels: labels}}\n";
    std::string yaml =
        "trainyard: 1\nname: pretend\ntrain:\n  model: {builtin: mlp}\n  data:\n    train: " + data;
    if (more.find("evaluator") != std::string::npos) yaml += "    validation: " + data;
    yaml += "on_failure: {restarts: 0}\ncheckpoint: {every: never, final: false}\n";
    yaml += more.empty() ? "cluster:\n  worker:\n" : more;
    if (more.empty())
        for (int i = 0; i < workers; ++i) yaml += "    - local\n";
    const auto catalog =
        plugin::Catalog::loadFrom({TRAINYARD_STAGE "/plugins/strategies/multi_worker_mirrored"});
    EXPECT_EQ(catalog.plugins().size(), 1u);
    auto loaded = spec::loadRunText(yaml, "pretend.yaml", home_, {}, catalog.strategies());
    for (const auto& problem : loaded.problems)
        EXPECT_NE(problem.severity(), v1::Problem::ERROR) << spec::describe(problem);
    return loaded.spec;
}

v1::StartRunReply AgentFixture::start(const v1::RunSpec& spec) {
    v1::StartRunRequest request;
    *request.mutable_spec() = spec;
    request.set_client("a test");
    auto reply = client_->startRun(std::move(request));
    EXPECT_TRUE(reply) << reply.error().describe();
    return reply ? *reply : v1::StartRunReply();
}

std::string AgentFixture::startRun(int workers) {
    const auto reply = start(spec(workers));
    for (const auto& problem : reply.problems())
        EXPECT_NE(problem.severity(), v1::Problem::ERROR) << problem.message();
    EXPECT_FALSE(reply.run().empty());
    return reply.run();
}

base::Status AgentFixture::stop(const std::string& run, v1::StopRunRequest::After after, bool preempt) {
    v1::StopRunRequest request;
    request.set_run(run);
    request.set_after(after);
    request.set_preempt(preempt);
    request.set_client("a test");
    TY_TRY(client_->stopRun(std::move(request)));
    return {};
}

std::vector<v1::RunEvent> AgentFixture::watch(const std::string& run, const Visit& visit,
                                              std::uint64_t afterSeq) {
    std::vector<v1::RunEvent> events;
    v1::WatchRunRequest request;
    request.set_run(run);
    request.set_after_seq(afterSeq);
    const auto watched = client_->watchRun(request, std::stop_token(), [&](const v1::WatchRunReply& reply) {
        if (!reply.has_event()) return true;
        EXPECT_EQ(reply.event().seq(), afterSeq + events.size() + 1);
        events.push_back(reply.event());
        if (visit) visit(reply.event());
        return true;
    });
    EXPECT_TRUE(watched) << watched.error().describe();
    EXPECT_FALSE(events.empty());
    if (events.empty()) return {v1::RunEvent()};
    EXPECT_TRUE(events.back().has_finished()) << events.back().ShortDebugString();
    return events;
}

void AgentFixture::awaitFirstStep(const std::string& run) {
    v1::WatchRunRequest request;
    request.set_run(run);
    const auto watched = client_->watchRun(request, std::stop_token(), [](const v1::WatchRunReply& reply) {
        return !(reply.has_event() && reply.event().has_step());
    });
    EXPECT_TRUE(watched) << watched.error().describe();
}

v1::GetRunReply AgentFixture::get(const std::string& run) {
    auto reply = client_->getRun(client::ofRun<v1::GetRunRequest>(run));
    EXPECT_TRUE(reply) << reply.error().describe();
    return reply ? *reply : v1::GetRunReply();
}

std::vector<v1::Task> AgentFixture::tasksOf(const std::string& run) {
    const auto reply = get(run);
    return {reply.tasks().begin(), reply.tasks().end()};
}

void AgentFixture::awaitTask(const std::string& run, const std::string& task,
                             const std::function<bool(const v1::Task&)>& isSo) {
    const auto deadline = steady_clock::now() + std::chrono::seconds(20);
    for (;;) {
        for (const v1::Task& one : tasksOf(run))
            if (one.task() == task && isSo(one)) return;
        ASSERT_LT(steady_clock::now(), deadline) << get(run).ShortDebugString();
    }
}

std::vector<std::int64_t> AgentFixture::steps(const std::string& run, const std::string& tag) {
    std::vector<std::int64_t> steps;
    v1::ExportMetricsRequest request;
    request.set_run(run);
    request.set_tag(tag);
    const auto exported =
        client_->exportMetrics(request, std::stop_token(), [&](const v1::ExportMetricsReply& reply) {
            for (const v1::Points& points : reply.points())
                steps.insert(steps.end(), points.step().begin(), points.step().end());
            return true;
        });
    EXPECT_TRUE(exported) << exported.error().describe();
    return steps;
}

std::vector<node::TaskRecord> AgentFixture::records(const std::string& run) {
    std::vector<node::TaskRecord> records;
    std::error_code error;  // a run that was stopped before its folder was prepared has started no task
    for (const auto& file : fs::directory_iterator(endpoint_.home.run(run) / "tasks", error))
        if (auto record = node::readTaskRecord(file.path())) records.push_back(std::move(*record));
    EXPECT_TRUE(!error || error == std::errc::no_such_file_or_directory) << error.message();
    return records;
}

void AgentFixture::expectNothingLeft(const std::string& run) {
    for (const node::TaskRecord& record : records(run)) {
        EXPECT_FALSE(node::isAlive(record.program)) << record.program.pid;
        EXPECT_FALSE(node::isAlive(record.shim)) << record.shim.pid;
    }
}

void AgentFixture::awaitEnd(const node::ProcessId& process) {
    const auto fd = node::openPidfd(process);
    if (!fd) return;
    pollfd wait{fd->get(), POLLIN, 0};
    EXPECT_EQ(::poll(&wait, 1, 20000), 1) << "process " << process.pid << " is still there";
}

}  // namespace trainyard::faults
