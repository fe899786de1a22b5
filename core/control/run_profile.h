// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace trainyard::control {

/// The maximum number of steps in a profile: every task keeps its part in memory until the last step.
constexpr int kMostProfiledSteps = 1000;

/// A profile in progress: the tasks that were asked to record, and what each has written so far.
struct RunProfile {
    struct Piece {
        std::string task;
        int pid = 0;  ///< of the process that was asked; a restarted one knows nothing of the profile
        bool isChief = false;
        /// Records until it is notified that the tasks that count steps are done: a ps, and the scheduling
        /// chief.
        bool isFollowing = false;
        bool hasBegun = false;
        std::filesystem::path file;  ///< empty: still recording
        std::int64_t fromStep = 0;
    };
    int steps = 0;
    std::vector<Piece> pieces;
    std::string failure;  ///< why the profile failed

    bool isComplete() const;
    /// Whether all tasks that do not count steps are recording. Only then are those that count steps asked
    /// to, so that the profile contains everything they request from the others.
    bool isFollowed() const;
};

}  // namespace trainyard::control
