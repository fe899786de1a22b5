// SPDX-License-Identifier: Apache-2.0
// What is asked of a training while it goes: to stop, to pause, to change.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spdlog/spdlog.h>

#include <thread>

#include "core/engine/train/trainer.h"
#include "core/spec/learning_rate.h"

namespace trainyard::engine {
namespace {

using Clock = std::chrono::steady_clock;

/// How often the processes ask one another, while they are paused, whether to go on.
constexpr std::chrono::milliseconds kAskWhilePaused{50};

}  // namespace

/// Collective. After a step, or an execution of several: applies what the processes have agreed on. False:
/// the training has ended here.
base::Result<bool> Trainer::goesOn(bool isEpochEnd) {
    std::optional<Clock::time_point> pausedAt;
    for (;;) {
        const StopRequest stop = control_->agreedStop();
        const bool isSaving = stop == StopRequest::kSaveAndStop;
        if (isSaving || stop == StopRequest::kAfterStep || (stop == StopRequest::kAfterEpoch && isEpochEnd)) {
            logSteps(control_->drain());
            if (isSaving) {
                TY_TRY(checkFinite());
                saveAtEnd();
            }
            finish(isSaving ? "saved" : "stopped");
            return false;
        }
        applyWish();
        if (parts_.profiler) parts_.profiler->heed(control_->agreedWish().profile, step_);
        if (!control_->agreedWish().isPaused || step_ >= totalSteps_) break;
        if (!pausedAt) {
            logSteps(control_->drain());  // the curves end where the training does
            TY_TRY(checkFinite());
            pausedAt = Clock::now();
            parts_.link.setPhase(kPausedPhase);
            tellChanged(fmt::format("paused after step {}", step_));
            continue;
        }
        // The others wait for the chief in the reduction, a moment at a time: no wait is long enough to be
        // taken for a hang, and who dies meanwhile is missed at once.
        if (isChief()) std::this_thread::sleep_for(kAskWhilePaused);
        logSteps(control_->drain());
    }
    if (pausedAt) {
        const auto paused = Clock::now() - *pausedAt;
        parts_.link.setPhase("training");
        epochStart_ += paused;
        lastStepEnd_ = Clock::now();
        tellChanged(fmt::format("goes on after step {}, having been paused for {:.1f} s", step_,
                                std::chrono::duration<double>(paused).count()));
    }
    return true;
}

/// All processes have seen the same reductions, so all change at the same step.
void Trainer::applyWish() {
    const Wish& wish = control_->agreedWish();
    std::vector<std::string> changes;
    if (wish.learningRate && wish.learningRate != spec::givenLearningRate(parts_.spec)) {
        changes.push_back(fmt::format("learning rate {:g} → {:g}",
                                      replicas_.front().optimizer->learningRate(step_), *wish.learningRate));
        for (const Replica& replica : replicas_) replica.optimizer->setLearningRate(*wish.learningRate);
        spec::setLearningRate(parts_.spec, *wish.learningRate);
    }
    if (wish.epochs && *wish.epochs != parts_.spec.train().epochs()) {
        changes.push_back(fmt::format("epochs {} → {}", parts_.spec.train().epochs(), *wish.epochs));
        parts_.spec.mutable_train()->set_epochs(*wish.epochs);
        totalSteps_ = lastStep();
        startPipelines();  // those there are end where the training was to end
        if (isChief()) writePlan();
    }
    if (!changes.empty())
        tellChanged(fmt::format("from step {} on: {}", step_ + 1, fmt::join(changes, ", ")));
}

void Trainer::tellChanged(const std::string& what) {
    spdlog::info("{}", what);
    if (isChief()) parts_.link.sendWarning("run.changed", what);
}

std::string Trainer::taskOf(int rank) const {
    const auto index = static_cast<std::size_t>(rank);
    return rank >= 0 && index < parts_.tasks.size() ? parts_.tasks[index] : fmt::format("rank {}", rank);
}

}  // namespace trainyard::engine
