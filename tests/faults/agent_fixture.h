// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/client/agent_client.h"
#include "core/node/task_record_file.h"
#include "tests/support/temp_home.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::faults {

/// A real agent with its own home and tasks that only pretend to train.
class AgentFixture : public testing::Test {
  protected:
    void SetUp() override;
    void TearDown() override;

    /// Starts the agent and connects to it; `environment` reaches the tasks.
    void startAgent(std::map<std::string, std::string> environment = {});
    /// Kills the agent with SIGKILL and waits until it has exited. Its tasks continue.
    void killAgent();
    pid_t spawnAgent(int errors = -1);

    /// Agents started from now on have a shim that runs this line of shell first.
    void wrapShim(const std::string& line);

    v1::RunSpec spec(int workers = 2, const std::string& more = "");
    v1::StartRunReply start(const v1::RunSpec& spec);
    /// Starts a run that must not be refused.
    std::string startRun(int workers = 2);
    base::Status stop(const std::string& run, v1::StopRunRequest::After after, bool preempt = false);

    using Visit = std::function<void(const v1::RunEvent&)>;
    /// Reads a run's events up to `finished`, checking that `seq` has no gap.
    std::vector<v1::RunEvent> watch(const std::string& run, const Visit& visit = {},
                                    std::uint64_t afterSeq = 0);
    void awaitFirstStep(const std::string& run);
    v1::GetRunReply get(const std::string& run);
    std::vector<v1::Task> tasksOf(const std::string& run);
    /// Asks until it is true.
    void awaitTask(const std::string& run, const std::string& task,
                   const std::function<bool(const v1::Task&)>& isSo);
    /// The stored steps of one series, in order.
    std::vector<std::int64_t> steps(const std::string& run, const std::string& tag);

    std::vector<node::TaskRecord> records(const std::string& run);
    /// No task or shim of the run exists any more.
    void expectNothingLeft(const std::string& run);
    static void awaitEnd(const node::ProcessId& process);
    static v1::VerifyCheckpointRequest ofPath(const std::filesystem::path& checkpoint) {
        v1::VerifyCheckpointRequest request;
        request.set_path(checkpoint);
        return request;
    }

    std::vector<std::string> arguments_;  ///< of agents started from now on
    TempHome tempHome_;
    const std::filesystem::path& home_ = tempHome_.path();
    client::Endpoint endpoint_;
    std::unique_ptr<client::AgentClient> client_;
    pid_t agent_ = 0;

  private:
    std::map<std::string, std::string> environment_;
    /// What the control loops of its agents did with disks; see tests/support/disk_watch.cpp.
    std::filesystem::path diskUse() const { return home_.string() + ".disk-use"; }
    std::filesystem::path stage_ = TRAINYARD_STAGE;  ///< the agent with its programs and plugins
};

}  // namespace trainyard::faults
