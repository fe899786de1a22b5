// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/recovery.h"

#include <fmt/format.h>
#include <pthread.h>

#include <algorithm>
#include <cmath>

#include "core/base/cancel.h"
#include "core/base/time.h"
#include "core/node/loader_error.h"
#include "core/proto/failure.h"
#include "core/spec/run/checkpoint_spec.h"
#include "core/spec/run/command_spec.h"

namespace trainyard::control {
namespace {

constexpr double kLongestBackoff = 300;  // seconds
/// A program that ran so long has done something, whether or not it logs its steps.
constexpr double kFruitfulSeconds = 60;

/// 0 after up to one attempt without a finished step, `base` seconds after two, then doubled each time.
double backoffSeconds(int fruitless, double base) {
    if (fruitless < 2) return 0;
    return std::min(kLongestBackoff, base * std::pow(2.0, std::min(fruitless - 2, 30)));
}

/// A task that itself reports that it cannot do what it is asked (docs/commands.md, "Exit codes": usage,
/// refused) would report it again; a program that could not be loaded lacks the same library again;
/// unreadable data stays unreadable; a folder that has not taken the last checkpoint would not take it after
/// the same steps either; and the same steps lead to the same NaN, unless on_failure.not_finite cuts the
/// rate.
bool wouldRepeat(const v1::TaskFailure& failure, const v1::RunSpec& spec) {
    if (spec::isCommand(spec)) return false;  // its exit codes have meanings of their own
    const bool isNotFinite = failure.code() == "loss.not_finite";
    return failure.exit_code() == 2 || failure.exit_code() == 3 || failure.exit_code() == node::kNotLoaded ||
           failure.code().starts_with("data.") || failure.code() == "checkpoint.failed" ||
           (isNotFinite && !spec::rollBackCutOf(spec));
}

}  // namespace

Recovery::Recovery(base::EventLoop& loop, base::Executor& deletions, std::string run, const v1::RunSpec& spec,
                   const AttemptPlan& plan, GpuBook* gpus)
    : loop_(loop), deletions_(deletions), run_(std::move(run)), spec_(spec), plan_(plan), gpus_(gpus) {
}

Recovery::~Recovery() {
    leaveSearch();
}

/// Cuts the search off, and waits for it elsewhere: whoever it asks, a disk or a driver, may answer late.
void Recovery::leaveSearch() {
    if (!thread_.joinable()) return;
    thread_.request_stop();
    deletions_.post([thread = std::make_shared<std::jthread>(std::move(thread_))] { thread->join(); });
}

bool Recovery::mayRestart(const v1::TaskFailure& failure) const {
    return !wouldRepeat(failure, spec_) && plan_.restartsUsed < spec_.on_failure().restarts();
}

void Recovery::explain(v1::TaskFailure& failure) const {
    if (plan_.restartsUsed > 0 && plan_.restartsUsed >= spec_.on_failure().restarts())
        proto::setMessage(failure, base::say("{}; the limit of on_failure.restarts ({}) is reached",
                                             proto::messageOf(failure), plan_.restartsUsed));
}

void Recovery::search(const std::vector<std::filesystem::path>& folders,
                      std::function<void(const RestoreSearch&)> onFound) {
    searchBy([folders, run = run_, base = plan_.basePath,
              spec = spec_] { return findRestorePoint(folders, run, base, spec); },
             std::move(onFound));
}

void Recovery::searchBy(std::function<RestoreSearch()> find,
                        std::function<void(const RestoreSearch&)> onFound) {
    leaveSearch();
    thread_ = std::jthread([alive = std::weak_ptr(alive_), &loop = loop_, find = std::move(find),
                            gpus = gpus_, onFound = std::move(onFound)](std::stop_token stop) {
        ::pthread_setname_np(::pthread_self(), "ty-search");  // it would have the loop's name
        // The agent may end meanwhile; the next one searches again.
        const base::CancelScope scope([stop] { return stop.stop_requested(); });
        auto found = std::make_shared<RestoreSearch>(find());
        if (gpus) gpus->refresh();  // its tasks have ended, and an agent that took them up has not looked yet
        loop.post([alive, onFound, found] {
            if (!alive.expired()) onFound(*found);
        });
    });
}

AttemptPlan Recovery::nextPlan(const Restart& restart, const events::RunProgress& progress,
                               const v1::TaskFailure& failure, const RestoreSearch& search) const {
    AttemptPlan next;
    next.number = plan_.number + 1;
    next.cause = restart.cause;
    next.basePath = plan_.basePath;
    next.restartsUsed = plan_.restartsUsed + (restart.isFree ? 0 : 1);
    const bool hasStepped = progress.step() > plan_.fromStep ||
                            (spec::isCommand(spec_) && restart.ranSeconds >= kFruitfulSeconds);
    // One that finished a step ends the row, whatever ended it itself.
    next.fruitless = hasStepped ? 0 : restart.isFree ? plan_.fruitless : plan_.fruitless + 1;
    next.notBefore =
        base::wallNow() +
        (restart.isFree ? 0 : backoffSeconds(next.fruitless, spec_.on_failure().backoff_seconds()));
    next.isInjectDone =
        plan_.isInjectDone ||
        injectHasHappened(spec_, progress.step(), progress.plan() ? progress.plan()->stepsPerEpoch : 0,
                          failure.code());
    if (!progress.plan())
        next.globalBatch = plan_.globalBatch;
    else if (progress.plan()->epochs == spec_.train().epochs())  // otherwise its totals are new ones
        next.globalBatch = progress.plan()->globalBatch;
    if (search.found) next.resumeFrom(*search.found);
    return next;
}

}  // namespace trainyard::control
