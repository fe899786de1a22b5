// SPDX-License-Identifier: Apache-2.0
#include "core/control/sweep/sweep_controller.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/base/time.h"
#include "core/control/preflight/preflight.h"
#include "core/proto/failure.h"
#include "core/spec/run/command_spec.h"

namespace trainyard::control {
namespace {

using base::Code;

/// The first error of a refusal, with what to do where the error's own fix is for the start of one run.
base::Words refusalOf(const v1::StartRunReply& reply) {
    for (const v1::Problem& problem : reply.problems()) {
        if (problem.severity() != v1::Problem::ERROR) continue;
        base::Words why = problem.path().empty()
                              ? proto::messageOf(problem)
                              : base::say("{}: {}", problem.path(), proto::messageOf(problem));
        if (problem.code() != "node.lacks_files") return why;
        return base::say(
            "{}; `trainyard --headless sweep FILE --send`, where FILE is the sweep file, sends them and "
            "starts the sweep again",
            why);
    }
    return {};
}

/// No other run could start either.
bool isForWantOfRoom(const v1::StartRunReply& reply) {
    bool isRefused = false;
    for (const v1::Problem& problem : reply.problems()) {
        if (problem.severity() != v1::Problem::ERROR) continue;
        if (!base::isDiskFull({base::Code::kResourceExhausted, {}, problem.code()})) return false;
        isRefused = true;
    }
    return isRefused;
}

}  // namespace

SweepController::SweepController(SweepRecord record, std::string id, v1::SweepPlan plan, SweepRuns& runs)
    : record_(std::move(record)), id_(std::move(id)), plan_(std::move(plan)), runs_(runs) {
}

base::Result<std::unique_ptr<SweepController>> SweepController::create(SweepRecord record, std::string id,
                                                                       v1::SweepPlan plan, SweepRuns& runs) {
    std::unique_ptr<SweepController> sweep(
        new SweepController(std::move(record), std::move(id), std::move(plan), runs));
    sweep->queue_.created = base::wallNow();
    sweep->queue_.waiting.resize(static_cast<std::size_t>(sweep->plan_.runs_size()));
    std::iota(sweep->queue_.waiting.begin(), sweep->queue_.waiting.end(), 1);
    TY_TRY(sweep->record_.savePlan(sweep->plan_));
    TY_TRY(sweep->record_.saveQueue(sweep->queue_));
    return sweep;
}

base::Result<std::unique_ptr<SweepController>> SweepController::open(SweepRecord record, std::string id,
                                                                     SweepRuns& runs) {
    TY_ASSIGN(v1::SweepPlan plan, record.plan());
    TY_ASSIGN(SweepQueue queue, record.queue());
    std::unique_ptr<SweepController> sweep(
        new SweepController(std::move(record), std::move(id), std::move(plan), runs));
    std::erase_if(queue.waiting, [&](int number) { return number < 1 || number > sweep->plan_.runs_size(); });
    sweep->queue_ = std::move(queue);
    sweep->findStarted();
    sweep->observe();
    return sweep;
}

std::string SweepController::requestId(const std::string& sweep, int number) {
    return fmt::format("sweep/{}/{}", sweep, number);
}

/// The former agent may have ended between the start of a run and the note that it no longer waits.
void SweepController::findStarted() {
    for (const v1::PlannedRun& run : plan_.runs()) {
        const auto found = runs_.find(requestId(run.number()));
        if (!found) spdlog::error("sweep {}: {}", id_, found.error().describe());
        if (!found || !*found) continue;
        started_[run.number()].run = **found;
        std::erase(queue_.waiting, run.number());
    }
}

SweepMetric SweepController::metric() const {
    return {plan_.metric(), plan_.is_maximized(), spec::isCommand(planned(1).spec()) ? "step" : "epoch"};
}

int SweepController::running() const {
    return static_cast<int>(
        std::ranges::count_if(started_, [](const auto& one) { return !one.second.seen.isOver; }));
}

bool SweepController::isOver() const {
    return running() == 0 && queue_.waiting.empty();
}

void SweepController::save() {
    if (const auto saved = record_.saveQueue(queue_); !saved)
        spdlog::error("sweep {}: {}", id_, saved.error().describe());
}

bool SweepController::step() {
    observe();
    if (queue_.stop != SweepQueue::Stop::kNone) {
        stopAll();
        return true;
    }
    if (plan_.has_early_stop()) stopWorst();
    return startNext();
}

void SweepController::observe() {
    for (auto& [number, one] : started_) {
        if (one.seen.isOver) continue;  // resumed later, it is a run like any other
        auto seen = runs_.observe(one.run, plan_.metric());
        if (seen) {
            one.seen = std::move(*seen);
            continue;
        }
        spdlog::error("sweep {}: run {}: {}", id_, one.run, seen.error().describe());
        if (seen.error().code != Code::kNotFound) continue;
        one.seen.status = v1::FAILED;
        one.seen.isOver = true;
    }
}

void SweepController::stopWorst() {
    std::vector<Contender> contenders;
    for (const auto& [number, one] : started_)
        contenders.push_back({number, !one.seen.isOver, one.seen.reports});
    for (EarlyStopOrder& order : worstOf(plan_.early_stop(), metric(), contenders)) {
        // Kept first: if this agent ends before the run has received it, the next one requests it again.
        if (queue_.stoppedEarly.emplace(order.number, std::move(order.reason)).second) save();
    }
    for (const auto& [number, reason] : queue_.stoppedEarly)
        if (const auto one = started_.find(number); one != started_.end() && !one->second.seen.isOver)
            stop(number, v1::StopRunRequest::SAVE, fmt::format("sweep {}: {}", id_, reason), "early");
}

void SweepController::stopAll() {
    const bool isNow = queue_.stop == SweepQueue::Stop::kNow;
    for (const auto& [number, one] : started_)
        if (!one.seen.isOver)
            stop(number, isNow ? v1::StopRunRequest::NOW : v1::StopRunRequest::SAVE, queue_.client,
                 isNow ? "now" : "save");
}

/// The id says what for, so that asking again changes nothing.
void SweepController::stop(int number, v1::StopRunRequest::After after, const std::string& client,
                           const char* why) {
    v1::StopRunRequest request;
    request.set_run(started_.at(number).run);
    request.set_request_id(fmt::format("{}/{}", requestId(number), why));
    request.set_after(after);
    request.set_client(client);
    if (asked_.contains(request.request_id())) return;
    if (const auto stopped = runs_.stop(request); stopped)
        asked_.insert(request.request_id());
    else
        spdlog::warn("sweep {}: run {} is not stopped: {}", id_, request.run(), stopped.error().describe());
}

bool SweepController::startNext() {
    while (running() < plan_.parallel()) {
        const auto next =
            std::ranges::find_if(queue_.waiting, [&](int number) { return !queue_.held.contains(number); });
        if (next == queue_.waiting.end()) return true;
        const int number = *next;
        const bool canContinue = start(number);
        if (!canContinue) return false;
        if (waitsFor_.contains(number)) return true;  // when another one ends, it is tried again
    }
    return true;
}

/// False: the agent is ending, and the next one continues.
bool SweepController::start(int number) {
    v1::StartRunRequest request;
    request.set_request_id(requestId(number));
    *request.mutable_spec() = planned(number).spec();
    request.set_source(spec::toYaml(planned(number).spec()));
    request.set_client(fmt::format("sweep {}", id_));
    request.mutable_member()->set_sweep(id_);
    request.mutable_member()->set_number(number);
    *request.mutable_member()->mutable_parameters() = planned(number).parameters();
    const auto reply = runs_.start(request);
    waitsFor_.erase(number);
    if (!reply && reply.error().code == Code::kUnavailable) return false;
    if (reply && !reply->run().empty()) {
        std::erase(queue_.waiting, number);
        started_[number] = {reply->run(), {.status = v1::QUEUED}};
        save();
        return true;
    }
    base::Words why = reply ? refusalOf(*reply) : reply.error().words();
    if (running() > 0) {  // what it lacks, a GPU or a port, may be in use by another run of the sweep
        waitsFor_[number] = std::move(why);
    } else if (reply && !isForWantOfRoom(*reply)) {
        refuse(number, std::move(why));
    } else {  // a full disk, a damaged store
        for (const int waiting : queue_.waiting) queue_.held.insert(waiting);
        waitsFor_[number] = std::move(why);
        save();
    }
    return true;
}

void SweepController::refuse(int number, base::Words why) {
    spdlog::warn("sweep {}: run {} is refused: {}", id_, number, why);
    std::erase(queue_.waiting, number);
    queue_.refused[number] = std::move(why);
    save();
}

base::Result<std::vector<int>> SweepController::waitingAmong(const v1::EditSweepRequest& request) const {
    if (request.numbers().empty()) return queue_.waiting;
    std::vector<int> numbers;
    for (const int number : request.numbers()) {
        if (std::ranges::find(queue_.waiting, number) == queue_.waiting.end())
            return base::fail(
                Code::kFailedPrecondition,
                base::say("run {} of sweep {} does not wait; `queue` lists those that do", number, id_),
                "sweep.not_waiting");
        numbers.push_back(number);
    }
    return numbers;
}

base::Status SweepController::edit(const v1::EditSweepRequest& request) {
    using Edit = v1::EditSweepRequest;
    TY_ASSIGN(const std::vector<int> numbers, waitingAmong(request));
    const SweepQueue before = queue_;
    for (const int number : numbers) {
        if (request.action() == Edit::HOLD) queue_.held.insert(number);
        if (request.action() == Edit::RELEASE) queue_.held.erase(number);
        if (request.action() == Edit::RELEASE || request.action() == Edit::HOLD) waitsFor_.erase(number);
        if (request.action() == Edit::CANCEL || request.action() == Edit::STOP ||
            request.action() == Edit::KILL) {
            std::erase(queue_.waiting, number);
            queue_.held.erase(number);
            queue_.cancelled.insert(number);
        }
    }
    if (request.action() == Edit::MOVE) {
        if (request.numbers_size() != 1 || request.position() < 1)
            return base::fail(
                Code::kInvalidArgument,
                "one waiting run is moved at a time: name it as SWEEP/NUMBER, and a position from 1",
                "sweep.position");
        std::erase(queue_.waiting, numbers.front());
        const auto place =
            std::min<std::size_t>(static_cast<std::size_t>(request.position()) - 1, queue_.waiting.size());
        queue_.waiting.insert(queue_.waiting.begin() + static_cast<std::ptrdiff_t>(place), numbers.front());
    }
    if (request.action() == Edit::STOP && queue_.stop == SweepQueue::Stop::kNone)
        queue_.stop = SweepQueue::Stop::kSave;
    if (request.action() == Edit::KILL) queue_.stop = SweepQueue::Stop::kNow;
    if (request.action() == Edit::STOP || request.action() == Edit::KILL) queue_.client = request.client();
    const auto saved = record_.saveQueue(queue_);
    if (!saved) queue_ = before;  // what is answered as done survives this agent
    return saved;
}

base::Status SweepController::finish() {
    ended_ = base::wallNow();
    return record_.saveResult(describe());
}

std::string SweepController::state() const {
    const bool isStopped = queue_.stop != SweepQueue::Stop::kNone;
    if (isOver()) return isStopped ? "stopped" : "finished";
    if (isStopped) return "stopping";
    const bool isHeld = running() == 0 && std::ranges::all_of(queue_.waiting, [&](int number) {
                            return queue_.held.contains(number);
                        });
    return isHeld ? "held" : "running";
}

v1::SweepRun SweepController::describe(const v1::PlannedRun& planned) const {
    v1::SweepRun run;
    const int number = planned.number();
    run.set_number(number);
    *run.mutable_parameters() = planned.parameters();
    const auto reason = [&](const std::map<int, base::Words>& reasons) {
        if (const auto found = reasons.find(number); found != reasons.end())
            proto::put(found->second, run.mutable_reason(), run.mutable_reason_words());
    };
    if (const auto started = started_.find(number); started != started_.end()) {
        run.set_state("started");
        run.set_run(started->second.run);
        run.set_status(started->second.seen.status);
        const auto best =
            metric().best(started->second.seen.reports, std::numeric_limits<std::int64_t>::max());
        if (best) {
            run.set_value(best->value);
            run.set_at(best->at);
        }
        run.set_is_stopped_early(queue_.stoppedEarly.contains(number));
        reason(queue_.stoppedEarly);
    } else if (queue_.refused.contains(number)) {
        run.set_state("refused");
        reason(queue_.refused);
    } else if (queue_.cancelled.contains(number)) {
        run.set_state("cancelled");
    } else if (std::ranges::find(queue_.waiting, number) == queue_.waiting.end()) {
        run.set_state("deleted");  // a former agent started it
    } else {
        run.set_state(queue_.held.contains(number) ? "held" : "waiting");
        reason(waitsFor_);
    }
    return run;
}

v1::Sweep SweepController::describe() const {
    v1::Sweep sweep;
    sweep.set_sweep(id_);
    sweep.set_name(plan_.name());
    sweep.set_state(state());
    sweep.set_created(queue_.created);
    sweep.set_ended(ended_);
    sweep.set_method(plan_.method());
    sweep.set_parallel(plan_.parallel());
    sweep.set_metric(plan_.metric());
    sweep.set_is_maximized(plan_.is_maximized());
    *sweep.mutable_parameters() = plan_.parameters();
    const SweepMetric compared = metric();
    for (const v1::PlannedRun& planned : plan_.runs()) {
        const v1::SweepRun& run = *sweep.add_runs() = describe(planned);
        if (!run.has_value() || run.status() == v1::FAILED) continue;
        const bool isBest =
            sweep.best() == 0 || compared.isBetter(run.value(), sweep.runs(sweep.best() - 1).value());
        if (isBest) sweep.set_best(run.number());
    }
    for (const int number : queue_.waiting) sweep.add_queue(number);
    return sweep;
}

}  // namespace trainyard::control
