// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/base/fd.h"
#include "core/control/ask/bell.h"
#include "core/control/run/run_controller.h"
#include "tests/support/temp_home.h"

namespace trainyard::control {

/// Real controllers of runs whose tasks are processes that wait to be told how to end; the test acts for
/// them: it joins, holds their sessions and writes their metrics.
class OrdersFixture : public ::testing::Test {
  protected:
    /// A task's session: records its commands, and ends the task on a stop command.
    class Session final : public CommandSink {
      public:
        /// Waits until the task listens, which it says by the file `sign`.
        Session(const std::filesystem::path& sign, pid_t pid);
        void send(const v1::TaskCommand& command) override;
        /// Has the task exit, with 0 or 7; no effect on a dead one.
        void exit(int code);
        std::vector<v1::TaskCommand::Kind> heard;  // [loop]
        bool isDeaf = false;                       ///< ignores its commands

      private:
        base::UniqueFd pidfd_;
    };
    struct Trial {
        std::string run;
        std::shared_ptr<Bell> bell = std::make_shared<Bell>();
        std::unique_ptr<RunController> controller;  // [loop]
        std::map<std::string, std::shared_ptr<Session>> sessions;
        std::function<void()> onAttemptEnd, onNextAttempt;  ///< in the loop, from inside the controller
        bool isTakenUp = true;                              ///< [loop] it is not being adopted
        int life = 0;  ///< counts its agents: what one was about to do, the next one does not
    };

    void SetUp() override;
    void TearDown() override;

    /// Two workers, and an evaluator where it is asked for.
    v1::RunSpec spec(int restarts = 0, int evaluators = 0);
    /// A run that has not been started. `plan` of its first attempt here.
    Trial& make(const v1::RunSpec& spec, AttemptPlan plan = {});
    Trial& started(const v1::RunSpec& spec, AttemptPlan plan = {});
    /// Until what has been asked of the disk is done, and what follows from it in the loop. Not in the loop.
    void settle();
    /// Like an agent that finds a run in the store.
    void takeUp(Trial& trial, const v1::RunSpec& spec, AttemptPlan plan);
    /// As an agent that ends and leaves its runs to the next one, which takes this one up, soon.
    void restartAgent(Trial& trial);  // [loop]
    /// All of its tasks run.
    static bool isLaunched(const Trial& trial);  // [loop]
    /// None of its tasks is about to be launched.
    static bool hasLaunched(const Trial& trial);  // [loop]
    /// Has every living task of the present attempt join and open its session.
    void joinAll(Trial& trial);
    /// The chief's plan and its first step, as they stand in its event file.
    void writeFirstStep(Trial& trial);
    void writeResult(Trial& trial);
    Trial& running(const v1::RunSpec& spec);
    /// Ends a task that has joined from within, or any by a signal.
    void exitTask(Trial& trial, const std::string& task, int code = 0);
    pid_t shimOf(Trial& trial, const std::string& task);
    void signalTask(Trial& trial, const std::string& task, int signal);

    static v1::StopRunRequest stopRequest(v1::StopRunRequest::After after);
    /// For a run that has ended, returns how it ended.
    /// As changeRun() does it.
    void change(Trial& trial, const v1::ChangeRunRequest& request, LiveChanges::OnChanged done);
    v1::RunStatus stop(Trial& trial, v1::StopRunRequest::After after);

    template <typename Function>
    auto inLoop(Function&& function) {
        return loop_->call(std::forward<Function>(function));
    }
    /// Checks in the loop, on every change, until it is true.
    void await(Trial& trial, const std::string& what, const std::function<bool()>& isSo);
    void awaitEnd(Trial& trial);
    std::vector<v1::RunEvent> events(const Trial& trial);
    bool hasWarning(const Trial& trial, const std::string& code);
    store::RunRow row(const Trial& trial);
    v1::Task task(Trial& trial, const std::string& task);

    /// What its runs run.
    enum class Of { kTraining, kProgram, kCommand };
    Of of_ = Of::kTraining;
    bool areCommandsDeaf_ = false;  ///< to SIGTERM
    TempHome tempHome_;
    const std::filesystem::path& folder_ = tempHome_.path();
    std::unique_ptr<store::RunStore> store_;
    RunListeners listeners_;
    TaskDirectory directory_;
    std::unique_ptr<node::DiskReserve> reserve_;
    std::unique_ptr<base::Executor> deletions_, disk_, storage_;
    std::unique_ptr<Environment> environment_;
    std::unique_ptr<node::Node> node_;
    std::map<std::string, std::unique_ptr<Trial>> trials_;
    std::unique_ptr<base::EventLoop> loop_;

  private:
    Trial* find(const std::string& run);
    std::unique_ptr<RunController> controllerOf(store::RunRow row, v1::RunSpec spec, AttemptPlan plan);
    void startNext(const std::string& run, AttemptPlan next);
    void writeEvents(const Trial& trial, bool isEnd);

    spec::StrategyInfo strategy_;
};

}  // namespace trainyard::control
