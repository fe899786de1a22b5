// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/run_log.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>

#include "core/base/time.h"
#include "core/control/run/disk_work.h"
#include "core/proto/failure.h"

namespace trainyard::control {
namespace {

constexpr std::chrono::milliseconds kFlushRetry{500};
constexpr std::chrono::minutes kReportBehindEvery{10};
constexpr int kEventsAtOnce = 1000;

}  // namespace

std::string statusName(v1::RunStatus status) {
    std::string name = v1::RunStatus_Name(status);
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
    return name;
}

v1::RunStatus statusFromName(const std::string& name) {
    std::string upper = name;
    std::ranges::transform(upper, upper.begin(), [](unsigned char c) { return std::toupper(c); });
    v1::RunStatus status = v1::RUN_STATUS_UNSPECIFIED;
    return v1::RunStatus_Parse(upper, &status) ? status : v1::RUN_STATUS_UNSPECIFIED;
}

bool isFinal(v1::RunStatus status) {
    return status == v1::SUCCEEDED || status == v1::FAILED || status == v1::STOPPED ||
           status == v1::PREEMPTED || status == v1::IMPORTED;
}

RunLog::RunLog(Environment& environment, store::RunRow row)
    : environment_(environment),
      row_(std::move(row)),
      backlog_(std::make_shared<RunBacklog>(environment.store, environment.reserve, row_.id)),
      retry_(environment.loop) {
}

void RunLog::report(v1::RunEvent event) {
    if (event.has_step() && isBehind_) return;
    event.set_run(row_.id);
    event.set_time(base::wallNow());
    backlog_->add(std::move(event));
    flush();
}

void RunLog::warn(const std::string& code, const base::Words& message) {
    v1::Problem problem;
    problem.set_severity(v1::Problem::WARNING);
    problem.set_code(code);
    proto::setMessage(problem, message);
    warn(std::move(problem));
}

void RunLog::warn(v1::Problem problem) {
    v1::RunEvent event;
    *event.mutable_warning() = std::move(problem);
    report(std::move(event));
}

void RunLog::setStatus(v1::RunStatus status, const base::Words& reason) {
    row_.status = statusName(status);
    backlog_->setRow(row_);
    v1::RunEvent event;
    event.mutable_status()->set_status(status);
    v1::StatusChanged& changed = *event.mutable_status();
    proto::put(reason, changed.mutable_reason(), changed.mutable_reason_words());
    report(std::move(event));
}

void RunLog::takeEdit(const store::RunRow& row) {
    row_.name = row.name;
    row_.note = row.note;
    row_.tagsJson = row.tagsJson;
    row_.isTrashed = row.isTrashed;
}

void RunLog::saveRow() {
    backlog_->setRow(row_);
    flush();
}

void RunLog::saveSpec() {
    backlog_->setSpec(row_);
    flush();
}

void RunLog::whenStored(std::function<void()> done) {
    whenStored_ = std::move(done);
    awaited_ = backlog_->mark();
    backlog_->setUrgent();
    flush();
}

void RunLog::noteBehind(const base::Error& error) {
    const auto now = std::chrono::steady_clock::now();
    if (reportedBehind_ && now - *reportedBehind_ < kReportBehindEvery) return;
    reportedBehind_ = now;
    warn(error.id.empty() ? "store.failed" : error.id,
         base::say("the run continues, but what it records waits to be stored: {}", error.words()));
}

void RunLog::flush() {
    retry_.cancel();
    if (!backlog_->schedule()) return;
    onDisk(
        environment_.storage, environment_.loop, alive_, [backlog = backlog_] { return backlog->store(); },
        [this](const RunBacklog::Outcome& outcome) { stored(outcome); });
}

void RunLog::stored(const RunBacklog::Outcome& outcome) {
    isBehind_ = !outcome.status;
    if (isBehind_) {
        const base::Error& error = outcome.status.error();
        spdlog::error("run {}: cannot store what happens, trying on: {}", row_.id, error.describe());
        retry_.start(kFlushRetry, [this] { flush(); });
        return noteBehind(error);
    }
    environment_.listeners.runChanged(row_.id);
    // Last, because it may end this object.
    if (whenStored_ && outcome.upTo >= awaited_) std::exchange(whenStored_, nullptr)();
}

base::Status eachStoredEvent(store::RunStore& store, const std::string& run,
                             const std::function<void(const store::RunStore::StoredEvent&)>& visit) {
    const auto read = [&]() -> base::Status {
        for (std::uint64_t seq = 0;;) {
            TY_ASSIGN(const auto some, store.events(run, seq, kEventsAtOnce));
            if (some.empty()) return {};
            for (const auto& event : some) visit(event);
            seq = some.back().seq;
        }
    };
    const base::Status fromStore = store.damage() ? base::Status() : read();
    if (!store.damage()) return fromStore;
    return store.forEachRecorded(run, [&](const auto& event) -> base::Status {
        visit(event);
        return {};
    });
}

}  // namespace trainyard::control
