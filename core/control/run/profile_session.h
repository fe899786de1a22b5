// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/control/run/task_set.h"
#include "core/spec/run/run_spec.h"
#include "trainyard/v1/worker.pb.h"

namespace trainyard::control {

/// The maximum number of steps in a profile: every task keeps its part in memory until the last step.
constexpr int kMostProfiledSteps = 1000;

/// A profile in progress: the tasks that were asked to record, and what each has written so far.
struct RunProfile {
    struct Piece {
        std::string task;
        std::string node;
        int pid = 0;  ///< of the process that was asked; a restarted one knows nothing of the profile
        bool isChief = false;
        /// Records until it is notified that the tasks that count steps are done: a ps, and the scheduling
        /// chief.
        bool isFollowing = false;
        bool hasBegun = false;
        bool isRecorded = false;     ///< its task has written it, on its own machine
        std::filesystem::path file;  ///< empty: not here yet
        std::int64_t fromStep = 0;
    };
    int steps = 0;
    std::vector<Piece> pieces;
    base::Words failure;  ///< why the profile failed

    bool isComplete() const;
    /// Whether all tasks that do not count steps are recording. Only then are those that count steps asked
    /// to, so that the profile contains everything they request from the others.
    bool isFollowed() const;
};

/// Why a profile of a run is refused.
base::Error cannotProfile(const std::string& run, const base::Words& why, const char* id);

/// The profile of a run's next steps: one at a time. Owned by the control loop.
class ProfileSession {
  public:
    struct Machine {
        base::EventLoop& loop;
        base::Executor& disk;
    };
    /// The tasks write into the folder `profiles` of the run's folder on their machines; what is written
    /// elsewhere is brought into `folder`, which is that of this one. `onPiece` is called whenever one of
    /// them has, and it is here. `spec` may change meanwhile.
    ProfileSession(TaskSet& tasks, Machine machine, std::string run, std::filesystem::path folder,
                   const v1::RunSpec& spec, std::function<void()> onPiece);

    /// Requests the next steps from every task. Refused but in a run that trains: `stage` is what it does
    /// instead, in a word; empty if it trains.
    base::Status begin(int steps, bool isPaused, const std::string& stage);
    bool isTaken() const { return profile_.has_value(); }
    /// While a profile isTaken(): its progress, or why it failed.
    base::Result<RunProfile> progress() const;
    void take(const Member& member, const v1::TaskReport& report);
    /// Cancels the profile in tasks that are still recording, and deletes the incomplete files.
    void end();

  private:
    void ask(const std::string& task, int steps) const;
    void follow(const std::string& task);
    void fetch(const std::string& task, const std::filesystem::path& file);
    void remove(const std::filesystem::path& file) const;

    TaskSet& tasks_;
    Machine machine_;
    std::string run_;
    std::filesystem::path folder_;
    const v1::RunSpec& spec_;
    std::function<void()> onPiece_;
    std::optional<RunProfile> profile_;
    std::shared_ptr<int> alive_;  ///< while profile_ is taken, for what is being fetched
};

}  // namespace trainyard::control
