// SPDX-License-Identifier: Apache-2.0
// The agent's shutdown: whatever it is doing, it exits when asked to.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "agent_fixture.h"
#include "core/base/fd.h"
#include "core/base/file.h"
#include "core/checkpoint/manifest.h"
#include "core/client/agent_end.h"
#include "core/client/agent_process.h"
#include "core/node/process.h"
#include "core/store/database.h"
#include "core/store/run_store.h"

namespace trainyard::faults {
namespace {

namespace fs = std::filesystem;
using How = client::AgentEnd::How;
using Clock = std::chrono::steady_clock;

class AgentEnds : public AgentFixture {
  protected:
    /// A checkpoint too large to be read within a test: a terabyte of zeros that takes no space.
    fs::path endlessCheckpoint() {
        const fs::path folder = home_ / "ckpt-1";
        fs::create_directories(folder);
        checkpoint::Manifest manifest;
        manifest.step = 1;
        for (const char* name : {checkpoint::kModelFile, checkpoint::kOptimizerFile, checkpoint::kStateFile})
            manifest.files[name].sha256 = std::string(64, '0');
        manifest.files[checkpoint::kModelFile].size = std::uint64_t{1} << 40;
        std::ofstream(folder / checkpoint::kManifestFile) << checkpoint::toText(manifest);
        std::ofstream(folder / checkpoint::kModelFile) << "";
        fs::resize_file(folder / checkpoint::kModelFile, std::uintmax_t{1} << 40);
        return folder;
    }
    /// Waits until the agent has the file open.
    void awaitReading(const fs::path& file) {
        const auto deadline = Clock::now() + std::chrono::seconds(20);
        while (Clock::now() < deadline)
            for (const auto& entry : fs::directory_iterator("/proc/" + std::to_string(agent_) + "/fd")) {
                std::error_code gone;
                if (fs::read_symlink(entry.path(), gone) == file) return;
            }
        FAIL() << "the agent does not read " << file;
    }
    /// Calls over a separate connection until the agent answers or exits.
    template <typename Call>
    std::jthread inBackground(Call call) {
        return std::jthread([this, call] {
            auto client = client::AgentClient::connect(endpoint_);
            ASSERT_TRUE(client) << client.error().describe();
            call(**client);
        });
    }
    /// Reaps the agent; fails if it is still running after `patience`.
    void expectGone(std::chrono::milliseconds patience) {
        const base::UniqueFd pidfd(static_cast<int>(::syscall(SYS_pidfd_open, agent_, 0)));
        pollfd ended{pidfd.get(), POLLIN, 0};
        EXPECT_EQ(::poll(&ended, 1, static_cast<int>(patience.count())), 1)
            << "the agent is still there after " << patience.count() << " ms";
        ::kill(agent_, SIGKILL);
        ASSERT_EQ(::waitpid(agent_, &status_, 0), agent_);
        agent_ = 0;
        client_.reset();
    }
    /// Stopped by SIGSTOP; the state follows the name in parentheses (proc(5)).
    static bool isSuspended(int pid) {
        const auto stat = base::readFile("/proc/" + std::to_string(pid) + "/stat");
        return stat && stat->find(") T") != std::string::npos;
    }
    int status_ = 0;
};

TEST_F(AgentEnds, CallsThatWouldTakeForEverAreCancelledByAStop) {
    startAgent({{"FAKE_STEPS", "1000000"}});
    const std::string run = startRun(1);
    awaitFirstStep(run);
    const fs::path checkpoint = endlessCheckpoint();
    const auto verifying = inBackground(
        [&](client::AgentClient& client) { EXPECT_FALSE(client.verifyCheckpoint(ofPath(checkpoint))); });
    const auto drilling = inBackground([&](client::AgentClient& client) {
        v1::DrillRequest request;
        request.set_run(run);
        request.set_target("worker:0");
        request.set_signal(SIGSTOP);
        request.set_timeout_seconds(60);
        (void)client.drill(request);  // an answer, if the run ends first, or cancelled
    });
    awaitReading(checkpoint / checkpoint::kModelFile);
    awaitTask(run, "worker:0", [](const v1::Task& task) { return isSuspended(task.pid()); });
    const auto end = client::endAgent(endpoint_);
    ASSERT_TRUE(end) << end.error().describe();
    EXPECT_EQ(end->how, How::kEnded);
    EXPECT_EQ(end->pid, agent_);
    EXPECT_FALSE(end->refusal);
    EXPECT_EQ(end->reply.stopped_runs(), 1);
    EXPECT_EQ(end->reply.living_tasks_size(), 0);
    expectGone(std::chrono::milliseconds(0));
    EXPECT_TRUE(WIFEXITED(status_));
    expectNothingLeft(run);
}

TEST_F(AgentEnds, SigtermDoesNotWaitForACall) {
    startAgent();
    const fs::path checkpoint = endlessCheckpoint();
    const auto verifying = inBackground(
        [&](client::AgentClient& client) { EXPECT_FALSE(client.verifyCheckpoint(ofPath(checkpoint))); });
    awaitReading(checkpoint / checkpoint::kModelFile);
    ::kill(agent_, SIGTERM);
    expectGone(std::chrono::milliseconds(3000));
    EXPECT_TRUE(WIFEXITED(status_) && WEXITSTATUS(status_) == 0);
}

/// The run continues, so that only the cancellation answers it.
TEST_F(AgentEnds, SigtermDoesNotWaitForADrill) {
    startAgent({{"FAKE_STEPS", "1000000"}});
    const std::string run = startRun(1);
    awaitFirstStep(run);
    const auto drilling = inBackground([&](client::AgentClient& client) {
        v1::DrillRequest request;
        request.set_run(run);
        request.set_target("worker:0");
        request.set_signal(SIGSTOP);
        request.set_timeout_seconds(200);
        EXPECT_FALSE(client.drill(request));
    });
    awaitTask(run, "worker:0", [](const v1::Task& task) { return isSuspended(task.pid()); });
    ::kill(agent_, SIGTERM);
    expectGone(std::chrono::milliseconds(10000));
    EXPECT_TRUE(WIFEXITED(status_) && WEXITSTATUS(status_) == 0);
    for (const auto& record : records(run)) {
        EXPECT_TRUE(node::isAlive(record.program)) << "tasks do not end with their agent";
        ::kill(record.program.pid, SIGKILL);
        awaitEnd(record.shim);
    }
}

TEST_F(AgentEnds, AStoreInUseByAnotherProgramDoesNotDelaySigterm) {
    startAgent({{"FAKE_STEPS", "1000000"}});
    const std::string run = startRun(1);
    awaitFirstStep(run);
    auto database = store::Database::open(endpoint_.home.storeFile(), store::Database::Mode::kWriter);
    ASSERT_TRUE(database) << database.error().describe();
    const auto held = store::Transaction::write(**database, store::Durability::kProcessCrash);
    ASSERT_TRUE(held) << held.error().describe();
    ::kill(agent_, SIGTERM);
    expectGone(std::chrono::milliseconds(6000));
    EXPECT_TRUE(WIFEXITED(status_) && WEXITSTATUS(status_) == 0);
    for (const auto& record : records(run)) {
        EXPECT_TRUE(node::isAlive(record.program)) << "tasks do not end with their agent";
        ::kill(record.program.pid, SIGKILL);
        awaitEnd(record.shim);
    }
}

/// A store that another program holds keeps an agent from serving for the ten seconds that it waits for it.
class AgentStarts : public AgentEnds {
  protected:
    void SetUp() override {
        AgentEnds::SetUp();
        startAgent();  // makes the store
        ASSERT_TRUE(client::endAgent(endpoint_));
        expectGone(std::chrono::milliseconds(0));
        database_ = store::Database::open(endpoint_.home.storeFile(), store::Database::Mode::kWriter).value();
        held_.emplace(store::Transaction::write(*database_, store::Durability::kProcessCrash).value());
        agent_ = spawnAgent();
        const auto deadline = Clock::now() + std::chrono::seconds(20);
        while (!client::startingAgent(endpoint_).pidfd) ASSERT_LT(Clock::now(), deadline);
        awaitReading(endpoint_.home.storeFile());
    }
    void TearDown() override {
        held_.reset();
        AgentEnds::TearDown();
    }
    std::unique_ptr<store::Database> database_;
    std::optional<store::Transaction> held_;
};

TEST_F(AgentStarts, ItSaysWhoHoldsTheStore) {
    const std::string holder = fmt::format("\"store_holder\":\"faults_tests (pid {})\"", ::getpid());
    const auto deadline = Clock::now() + std::chrono::seconds(5);
    std::string said;
    while (said.find(holder) == said.npos && Clock::now() < deadline)
        said = base::readFile(endpoint_.home.lockFile()).value_or("");
    EXPECT_THAT(said, testing::HasSubstr(holder));
    ::kill(agent_, SIGTERM);
    expectGone(std::chrono::milliseconds(5000));
}

TEST_F(AgentStarts, SigtermIsNotPutOff) {
    ::kill(agent_, SIGTERM);
    expectGone(std::chrono::milliseconds(5000));
    EXPECT_TRUE(WIFEXITED(status_) && WEXITSTATUS(status_) == 0);
}

TEST_F(AgentStarts, AStopWaitsForItAndEndsIt) {
    std::jthread release([this] { held_.reset(); });
    const auto end = client::endAgent(endpoint_);
    ASSERT_TRUE(end) << end.error().describe();
    EXPECT_EQ(end->how, How::kEnded);
    EXPECT_EQ(end->pid, agent_);
    EXPECT_FALSE(end->refusal);
    expectGone(std::chrono::milliseconds(0));
}

TEST_F(AgentStarts, OneThatDoesNotGetThereIsKilledAndThatIsSaid) {
    const auto end = client::endAgent(endpoint_, {.connect = std::chrono::milliseconds(300)});
    ASSERT_TRUE(end) << end.error().describe();
    EXPECT_EQ(end->how, How::kKilled);
    EXPECT_EQ(end->pid, agent_);
    ASSERT_TRUE(end->refusal) << "nobody has stopped its runs";
    EXPECT_EQ(end->refusal->id, "agent.starting");
    expectGone(std::chrono::milliseconds(0));
}

/// An agent that cannot start says why at once.
class AgentRefuses : public AgentEnds {
  protected:
    struct Refusal {
        int status = 0;
        std::string words;
        std::chrono::milliseconds took = std::chrono::milliseconds::max();
    };
    Refusal refusal() {
        constexpr int kPatience = 5000;  // ms
        int ends[2] = {-1, -1};
        EXPECT_EQ(::pipe2(ends, O_CLOEXEC), 0);
        const base::UniqueFd said(ends[0]);
        base::UniqueFd errors(ends[1]);
        const auto begin = Clock::now();
        const pid_t pid = spawnAgent(errors.get());
        errors.reset();
        Refusal refused;
        char buffer[4096];
        pollfd more{said.get(), POLLIN, 0};
        while (::poll(&more, 1, kPatience) == 1) {
            const ssize_t count = ::read(said.get(), buffer, sizeof buffer);
            if (count <= 0) break;
            refused.words.append(buffer, static_cast<std::size_t>(count));
        }
        const base::UniqueFd pidfd(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
        pollfd ended{pidfd.get(), POLLIN, 0};
        if (::poll(&ended, 1, kPatience) != 1) ::kill(pid, SIGKILL);  // it serves
        EXPECT_EQ(::waitpid(pid, &refused.status, 0), pid);
        refused.took = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begin);
        return refused;
    }
    /// The best of three, because the machine may be busy.
    void expectRefusal(const std::string& words) {
        Refusal best;
        for (int i = 0; i < 3; ++i)
            if (Refusal one = refusal(); one.took < best.took) best = std::move(one);
        EXPECT_TRUE(WIFEXITED(best.status) && WEXITSTATUS(best.status) != 0) << best.status;
        EXPECT_THAT(best.words, testing::HasSubstr(words));
        EXPECT_LT(best.took.count(), 1000) << "ms, for: " << best.words;
    }
};

TEST_F(AgentRefuses, AHomeThatOthersCanChange) {
    fs::permissions(home_, fs::perms::all);
    expectRefusal("other users can change the home");
}

TEST_F(AgentRefuses, AFolderInThePlaceOfTheStore) {
    fs::create_directory(endpoint_.home.storeFile());
    expectRefusal(endpoint_.home.storeFile().filename().string());
}

TEST_F(AgentRefuses, AStoreOfANewerVersion) {
    startAgent();  // makes the store
    ASSERT_TRUE(client::endAgent(endpoint_));
    expectGone(std::chrono::milliseconds(0));
    {
        const auto database =
            store::Database::open(endpoint_.home.storeFile(), store::Database::Mode::kWriter);
        ASSERT_TRUE(database) << database.error().describe();
        ASSERT_TRUE((*database)->execute("PRAGMA user_version = 99"));
    }
    expectRefusal("was written by a newer Trainyard");
}

TEST_F(AgentRefuses, AHomeThatIsServed) {
    startAgent();
    expectRefusal("another trainyard-agent");
}

TEST_F(AgentEnds, OneThatDoesNotAnswerIsKilledAndThatIsSaid) {
    startAgent();
    ::kill(agent_, SIGSTOP);
    // Its threads may answer until the last of them has stopped.
    int stopped = 0;
    ASSERT_EQ(::waitpid(agent_, &stopped, WUNTRACED), agent_);
    ASSERT_TRUE(WIFSTOPPED(stopped));
    const auto end = client::endAgent(endpoint_, {.connect = std::chrono::milliseconds(300)});
    ASSERT_TRUE(end) << end.error().describe();
    EXPECT_EQ(end->how, How::kKilled);
    ASSERT_TRUE(end->refusal) << "nobody has stopped its runs";
    EXPECT_EQ(end->refusal->id, "agent.silent");
    expectGone(std::chrono::milliseconds(0));
}

TEST_F(AgentEnds, WithAFullDiskItEndsAndTheNextOneRecordsTheRun) {
    startAgent({{"FAKE_STEPS", "1000000"}});
    const std::string run = startRun(1);
    awaitFirstStep(run);
    const rlimit nothing{0, RLIM_INFINITY};
    ASSERT_EQ(::prlimit(agent_, RLIMIT_FSIZE, &nothing, nullptr), 0);
    const auto end = client::endAgent(endpoint_);
    ASSERT_TRUE(end) << end.error().describe();
    EXPECT_EQ(end->how, How::kEnded);
    EXPECT_FALSE(end->refusal) << end->refusal->describe();
    ASSERT_EQ(end->reply.unrecorded_runs_size(), 1) << end->reply.ShortDebugString();
    EXPECT_EQ(end->reply.unrecorded_runs(0), run);
    expectGone(std::chrono::milliseconds(0));
    expectNothingLeft(run);
    startAgent();
    // FAILED or STOPPED: the request to stop could not be recorded either.
    EXPECT_TRUE(watch(run).back().has_finished());
    expectNothingLeft(run);
}

TEST_F(AgentEnds, WithADamagedStoreNothingIsBegunAndItStillEnds) {
    startAgent({{"FAKE_STEPS", "1000000"}});
    const std::string run = startRun(1);
    awaitFirstStep(run);
    const auto asked = spec(1);
    killAgent();
    {
        auto store = store::RunStore::open(endpoint_.home.storeFile());
        ASSERT_TRUE(store) << store.error().describe();
        for (int i = 0; i < 200; ++i)
            ASSERT_TRUE((*store)->appendEvent(run, i, "log", std::string(2000, 'x')));
    }
    constexpr std::streamoff kPage = 4096;
    std::fstream bytes(endpoint_.home.storeFile(), std::ios::binary | std::ios::in | std::ios::out);
    bytes.seekp(static_cast<std::streamoff>(fs::file_size(endpoint_.home.storeFile())) / kPage / 2 * kPage);
    bytes << std::string(8 * kPage, '\xA5') << std::flush;

    startAgent();
    EXPECT_THAT(client_->getStatus({})->store_damage(), testing::HasSubstr("doctor --rebuild"));
    v1::StartRunRequest request;
    *request.mutable_spec() = asked;
    const auto refused = client_->startRun(request);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().id, "store.damaged");
    EXPECT_TRUE(client_->listRuns({})) << "what can be read is";
    ASSERT_TRUE(stop(run, v1::StopRunRequest::NOW));
    for (const auto& record : records(run)) awaitEnd(record.shim);
    const auto end = client::endAgent(endpoint_);
    ASSERT_TRUE(end) << end.error().describe();
    EXPECT_EQ(end->how, How::kEnded);
    EXPECT_FALSE(end->refusal);
    EXPECT_EQ(end->reply.unrecorded_runs_size(), 0) << "it is not waited for a store that takes nothing";
    expectGone(std::chrono::milliseconds(0));
    expectNothingLeft(run);
}

TEST_F(AgentEnds, WhereNoneRunsThereIsNothingToEnd) {
    const auto end = client::endAgent(endpoint_);
    ASSERT_TRUE(end) << end.error().describe();
    EXPECT_EQ(end->how, How::kNotRunning);
}

}  // namespace
}  // namespace trainyard::faults
