// SPDX-License-Identifier: Apache-2.0
#include "core/control/sweep/sweeps.h"

#include <fmt/format.h>
#include <google/protobuf/util/message_differencer.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>

#include "core/base/file.h"
#include "core/base/text.h"
#include "core/proto/failure.h"

namespace trainyard::control {
namespace {

using base::Code;
namespace fs = std::filesystem;

base::Error closing() {
    return {Code::kUnavailable, "the agent is being stopped; try again in a moment", "agent.stopping"};
}

/// An agent that was killed before it had stored the plan has left an empty folder, and no run.
bool removeIfEmpty(const fs::path& folder) {
    return ::rmdir(folder.c_str()) == 0;
}

}  // namespace

base::Error noSuchSweep(const std::string& id) {
    return {Code::kNotFound, base::say("there is no sweep {}; `sweeps` lists them", base::printable(id)),
            "sweep.not_found"};
}

Sweeps::Sweeps(fs::path folder, SweepRuns& runs)
    : folder_(std::move(folder)), runs_(runs), executor_(std::make_unique<base::Executor>("ty-sweep")) {
}

Sweeps::~Sweeps() {
    close();
}

void Sweeps::leave() {
    isClosing_ = true;
    executor_->call([] {});
}

void Sweeps::close() {
    isClosing_ = true;
    executor_.reset();
}

void Sweeps::open() {
    executor_->call([this] {
        std::error_code error;
        for (fs::directory_iterator entry(folder_, error), end; !error && entry != end;
             entry.increment(error))
            if (entry->is_directory(error) && !removeIfEmpty(entry->path())) openOne(entry->path());
        if (error && error != std::errc::no_such_file_or_directory)
            spdlog::error("cannot list {}: {}", folder_.string(), error.message());
    });
    wake();
}

void Sweeps::openOne(const fs::path& folder) {
    const std::string id = folder.filename().string();
    const SweepRecord record(folder);
    auto result = record.result();
    if (result && *result) return publish(std::move(**result));
    if (!result)
        spdlog::error("sweep {}: how it ended is found out again: {}", id, result.error().describe());
    auto sweep = SweepController::open(record, id, runs_);
    if (sweep) {
        publish((*sweep)->describe());
        active_[id] = std::move(*sweep);
        return;
    }
    spdlog::error("sweep {} is not continued: {}", id, sweep.error().describe());
    v1::Sweep broken;
    broken.set_sweep(base::printable(id));
    proto::put(sweep.error().words(), broken.mutable_problem(), broken.mutable_problem_words());
    publish(std::move(broken));
}

void Sweeps::wake() {
    if (isClosing_ || isWoken_.exchange(true)) return;
    executor_->post([this] {
        isWoken_ = false;
        stepAll();
    });
}

void Sweeps::stepAll() {
    std::vector<std::string> ids;
    for (const auto& [id, sweep] : active_) ids.push_back(id);
    for (const std::string& id : ids) step(id);
}

void Sweeps::step(const std::string& id) {
    SweepController& sweep = *active_.at(id);
    if (isClosing_ || !sweep.step()) return;
    if (sweep.isOver()) {
        if (const auto finished = sweep.finish(); !finished) {
            spdlog::error("sweep {}: its end cannot be stored: {}", id, finished.error().describe());
        } else {
            publish(sweep.describe());
            active_.erase(id);
            return;
        }
    }
    publish(sweep.describe());
}

void Sweeps::publish(v1::Sweep sweep) {
    std::vector<std::shared_ptr<SweepListener>> listeners;
    {
        const std::lock_guard lock(mutex_);
        Snapshot& known = snapshots_[sweep.sweep()];
        if (known && google::protobuf::util::MessageDifferencer::Equals(*known, sweep)) return;
        const std::string id = sweep.sweep();
        known = std::make_shared<const v1::Sweep>(std::move(sweep));
        auto [at, end] = listeners_.equal_range(id);
        while (at != end) {
            if (auto listener = at->second.lock()) {
                listeners.push_back(std::move(listener));
                ++at;
            } else {
                at = listeners_.erase(at);
            }
        }
    }
    for (const auto& listener : listeners) listener->sweepChanged();
}

/// Numbers are counted per name. An id whose folder was deleted is not used again while it has runs: the new
/// sweep would take them for its own.
base::Result<std::string> Sweeps::newId(const v1::SweepPlan& plan) const {
    for (int number = 1;; ++number) {
        std::string id = fmt::format("{}-sweep-{}", base::slug(plan.name()), number);
        std::error_code error;
        if (fs::exists(folder_ / id, error)) continue;
        bool hasRuns = false;
        for (const v1::PlannedRun& run : plan.runs()) {
            TY_ASSIGN(const auto found, runs_.find(SweepController::requestId(id, run.number())));
            hasRuns |= found.has_value();
        }
        if (!hasRuns) return id;
    }
}

base::Result<v1::StartSweepReply> Sweeps::start(const v1::StartSweepRequest& request) {
    TY_TRY(checkPlan(request.plan()));
    if (isClosing_) return base::fail(closing());
    auto reply = executor_->call([&]() -> base::Result<v1::StartSweepReply> {
        TY_ASSIGN(const std::string id, newId(request.plan()));
        TY_TRY(base::makeFolders(folder_, 0700));
        TY_TRY(base::makeFolders(folder_ / id, 0700));
        const SweepRecord record(folder_ / id);
        auto sweep = SweepController::create(record, id, request.plan(), runs_);
        if (!sweep) {
            record.remove();
            return base::fail(std::move(sweep).error());
        }
        active_[id] = std::move(*sweep);
        v1::StartSweepReply created;
        *created.mutable_sweep() = active_[id]->describe();
        publish(created.sweep());
        return created;
    });
    wake();
    return reply;
}

base::Result<v1::EditSweepReply> Sweeps::edit(const v1::EditSweepRequest& request) {
    const Snapshot before = find(request.sweep());
    if (!before) return base::fail(noSuchSweep(request.sweep()));
    if (!before->problem().empty())
        return base::fail(Code::kFailedPrecondition,
                          proto::fromMessage(before->problem_words(), before->problem()), "sweep.damaged");
    if (isClosing_) return base::fail(closing());
    auto reply = executor_->call([&]() -> base::Result<v1::EditSweepReply> {
        v1::EditSweepReply edited;
        const auto found = active_.find(request.sweep());
        if (found != active_.end()) {
            TY_TRY(found->second->edit(request));
            publish(found->second->describe());
        } else if (request.action() != v1::EditSweepRequest::STOP &&
                   request.action() != v1::EditSweepRequest::KILL) {  // to stop one that has ended is done
            return base::fail(Code::kFailedPrecondition,
                              base::say("sweep {} has ended; none of its runs wait", request.sweep()),
                              "sweep.ended");
        }
        *edited.mutable_sweep() = *find(request.sweep());
        return edited;
    });
    if (reply && reply->sweep().ended() == 0) wake();
    return reply;
}

std::vector<Sweeps::Snapshot> Sweeps::list() const {
    std::vector<Snapshot> all;
    {
        const std::lock_guard lock(mutex_);
        for (const auto& [id, sweep] : snapshots_) all.push_back(sweep);
    }
    std::ranges::stable_sort(all, std::greater(), [](const Snapshot& sweep) { return sweep->created(); });
    return all;
}

Sweeps::Snapshot Sweeps::find(const std::string& id) const {
    const std::lock_guard lock(mutex_);
    const auto found = snapshots_.find(id);
    return found == snapshots_.end() ? nullptr : found->second;
}

v1::Sweep Sweeps::withStatuses(v1::Sweep sweep) const {
    for (v1::SweepRun& run : *sweep.mutable_runs()) {
        if (run.run().empty()) continue;
        const auto status = runs_.status(run.run());
        if (!status)
            spdlog::error("sweep {}: run {}: {}", sweep.sweep(), run.run(), status.error().describe());
        else if (*status)
            run.set_status(**status);
    }
    return sweep;
}

void Sweeps::listen(const std::string& id, std::weak_ptr<SweepListener> listener) {
    const std::lock_guard lock(mutex_);
    listeners_.emplace(id, std::move(listener));
}

}  // namespace trainyard::control
