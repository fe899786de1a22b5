// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/control/run/run_log.h"
#include "core/control/run/task_set.h"
#include "tests/support/fake_node.h"
#include "tests/support/temp_home.h"

namespace trainyard::control {

/// A run with tasks but no processes, in a store of its own: what the parts of a RunController work on.
class PartsFixture : public ::testing::Test {
  protected:
    /// A task's session that notes its commands.
    class Session final : public CommandSink {
      public:
        void send(const v1::TaskCommand& command) override { commands.push_back(command); }
        std::vector<v1::TaskCommand> commands;
    };
    using Warnings = std::vector<std::pair<std::string, std::string>>;

    void SetUp() override;
    void TearDown() override;

    /// `tasks` are ids, "worker:0"; the chief is the first. All have joined, and report now.
    void makeTasks(const std::vector<std::string>& tasks);
    Member& member(const std::string& task) { return *tasks_->find(task); }
    Session& session(const std::string& task);
    std::function<void(const std::string&, const std::string&)> warnings();
    template <typename Function>
    auto inLoop(Function&& function) {
        return loop_->call(std::forward<Function>(function));
    }
    /// Until the loop and the executors have done what was posted there by what they are doing now.
    void afterRounds() {
        constexpr int kMostSteps = 20;  // each round carries out one at least
        for (int round = 0; round < kMostSteps; ++round) {
            disk_->call([] {});
            storage_->call([] {});
            inLoop([] {});
        }
    }
    store::RunRow storedRow() {
        storage_->call([] {});
        return *store_->run(run_).value();
    }

    TempHome tempHome_;
    const std::filesystem::path& folder_ = tempHome_.path();
    std::unique_ptr<base::EventLoop> loop_;
    std::unique_ptr<store::RunStore> store_;
    RunListeners listeners_;
    TaskDirectory directory_;
    std::unique_ptr<node::FakeNode> node_;  ///< [loop]
    std::unique_ptr<node::DiskReserve> reserve_;
    std::unique_ptr<base::Executor> deletions_, disk_, storage_;
    std::unique_ptr<Environment> environment_;
    std::string run_;
    v1::RunSpec spec_;
    spec::StrategyInfo strategy_;
    std::unique_ptr<RunLog> log_;
    std::unique_ptr<TaskSet> tasks_;
    Warnings warned_;
};

}  // namespace trainyard::control
