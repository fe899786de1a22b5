// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace trainyard::control {

/// The most steps that one profile may have: every task holds its part in memory until the last.
constexpr int kMostProfiledSteps = 1000;

/// A profile under way: the tasks that were asked for it, and what each has written so far.
struct RunProfile {
    struct Piece {
        std::string task;
        int pid = 0;  ///< that was asked; another one under the same name knows nothing of it
        bool isChief = false;
        /// Records until it is told that those who count steps are done: a ps, and the chief that schedules.
        bool isFollowing = false;
        bool hasBegun = false;
        std::filesystem::path file;  ///< empty: it is still at it
        std::int64_t fromStep = 0;
    };
    int steps = 0;
    std::vector<Piece> pieces;
    std::string failure;  ///< why there will be none

    bool isComplete() const;
    /// Whether all who follow record by now. Only then are those asked who count steps: everything that they
    /// ask of the others is in the profile.
    bool isFollowed() const;
};

}  // namespace trainyard::control
