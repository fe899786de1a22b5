// SPDX-License-Identifier: Apache-2.0
// Requests to a training under parameter servers while it runs: a pause, a change. Only the chief schedules
// steps, so no agreement is needed; it applies requests when no step is in progress.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spdlog/spdlog.h>

#include <thread>

#include "core/engine/ps/coordinated_trainer.h"
#include "core/spec/learning_rate.h"

namespace trainyard::engine::ps {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kLookWhilePaused{50};

}  // namespace

bool CoordinatedTrainer::hasWish() const {
    const Wish wish = parts_.link.wish();
    return wish.isPaused ||
           (wish.learningRate && wish.learningRate != spec::givenLearningRate(parts_.spec)) ||
           (wish.epochs && *wish.epochs != parts_.spec.train().epochs());
}

/// Returns once there are no more requests to apply, or a stop was requested.
void CoordinatedTrainer::takeWish() {
    std::optional<Clock::time_point> pausedAt;
    const auto tell = [&](const std::string& what) {
        spdlog::info("{}", what);
        parts_.link.sendWarning("run.changed", what);
    };
    for (; hasWish(); std::this_thread::sleep_for(kLookWhilePaused)) {
        const Wish wish = parts_.link.wish();
        std::vector<std::string> changes;
        if (wish.learningRate && wish.learningRate != spec::givenLearningRate(parts_.spec)) {
            changes.push_back(fmt::format("learning rate {:g} → {:g}", optimizer_->learningRate(step_),
                                          *wish.learningRate));
            optimizer_->setLearningRate(*wish.learningRate);
            spec::setLearningRate(parts_.spec, *wish.learningRate);
        }
        if (wish.epochs && *wish.epochs != parts_.spec.train().epochs()) {
            changes.push_back(fmt::format("epochs {} → {}", parts_.spec.train().epochs(), *wish.epochs));
            parts_.spec.mutable_train()->set_epochs(*wish.epochs);
            totalSteps_ = lastStep();
            writePlan();
        }
        if (!changes.empty()) tell(fmt::format("from step {} on: {}", step_ + 1, fmt::join(changes, ", ")));
        const bool isEnding = parts_.link.stopRequest() != StopRequest::kNone || step_ >= totalSteps_;
        if (!wish.isPaused || isEnding) break;
        if (pausedAt) continue;
        pausedAt = Clock::now();
        parts_.link.setPhase(kPausedPhase);
        tell(fmt::format("paused after step {}", step_));
    }
    if (!pausedAt) return;
    const auto paused = Clock::now() - *pausedAt;
    parts_.link.setPhase("training");
    epochStart_ += paused;
    ends_.assign(1, std::chrono::steady_clock::now());
    tell(fmt::format("goes on after step {}, having been paused for {:.1f} s", step_,
                     std::chrono::duration<double>(paused).count()));
}

}  // namespace trainyard::engine::ps
