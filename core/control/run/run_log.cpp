// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/run_log.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>

#include "core/base/time.h"

namespace trainyard::control {
namespace {

constexpr std::chrono::milliseconds kFlushRetry{500};
constexpr std::chrono::minutes kToldBehindEvery{10};
constexpr int kEventsAtOnce = 1000;

}  // namespace

std::string kindOf(const v1::RunEvent& event) {
    const auto* field = v1::RunEvent::descriptor()->FindFieldByNumber(event.body_case());
    return field ? field->name() : "unknown";
}

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
    : environment_(environment), row_(std::move(row)), retry_(environment.loop) {
}

void RunLog::report(v1::RunEvent event) {
    if (event.has_step() && !waiting_.empty()) return;
    event.set_run(row_.id);
    event.set_time(base::wallNow());
    isUrgent_ |= !event.has_step() && !event.has_epoch();
    waiting_.push_back(std::move(event));
    flush();
}

void RunLog::warn(const std::string& code, const std::string& message) {
    v1::Problem problem;
    problem.set_severity(v1::Problem::WARNING);
    problem.set_code(code);
    problem.set_message(message);
    warn(std::move(problem));
}

void RunLog::warn(v1::Problem problem) {
    v1::RunEvent event;
    *event.mutable_warning() = std::move(problem);
    report(std::move(event));
}

void RunLog::setStatus(v1::RunStatus status, const std::string& reason) {
    row_.status = statusName(status);
    isRowDirty_ = true;
    v1::RunEvent event;
    event.mutable_status()->set_status(status);
    event.mutable_status()->set_reason(reason);
    report(std::move(event));
}

void RunLog::saveRow() {
    isRowDirty_ = true;
    flush();
}

void RunLog::whenStored(std::function<void()> done) {
    whenStored_ = std::move(done);
    flush();
}

void RunLog::noteBehind(const base::Error& error) {
    const auto now = std::chrono::steady_clock::now();
    if (toldBehind_ && now - *toldBehind_ < kToldBehindEvery) return;
    toldBehind_ = now;
    warn(error.id.empty() ? "store.failed" : error.id,
         fmt::format("the run continues, but what it records waits to be stored: {}", error.describe()));
}

base::Status RunLog::storeAll() {
    if (isRowDirty_) TY_TRY(environment_.store.updateRun(row_));
    isRowDirty_ = false;
    while (!waiting_.empty()) {
        const v1::RunEvent& event = waiting_.front();
        TY_TRY(
            environment_.store.appendEvent(row_.id, event.time(), kindOf(event), event.SerializeAsString()));
        waiting_.pop_front();
    }
    isUrgent_ = false;
    return {};
}

base::Status RunLog::eachStored(const std::function<void(const store::RunStore::StoredEvent&)>& visit) const {
    const store::RunStore& store = environment_.store;
    const auto read = [&]() -> base::Status {
        for (std::uint64_t seq = 0;;) {
            TY_ASSIGN(const auto some, environment_.store.events(row_.id, seq, kEventsAtOnce));
            if (some.empty()) return {};
            for (const auto& event : some) visit(event);
            seq = some.back().seq;
        }
    };
    const base::Status fromStore = store.damage() ? base::Status() : read();
    if (!store.damage()) return fromStore;
    return store.forEachRecorded(row_.id, [&](const auto& event) -> base::Status {
        visit(event);
        return {};
    });
}

void RunLog::flush() {
    retry_.cancel();
    const auto store = [this] { return storeAll(); };
    const base::Status stored =
        isUrgent_ || whenStored_ ? environment_.reserve.lend(store) : base::Status(storeAll());
    if (!stored && environment_.store.damage()) {
        if (!waiting_.empty())
            spdlog::error("run {}: {} events are lost: {}", row_.id, waiting_.size(),
                          stored.error().describe());
        waiting_.clear();
        isRowDirty_ = isUrgent_ = false;
    } else if (!stored) {
        spdlog::error("run {}: cannot store what happens, trying on: {}", row_.id, stored.error().describe());
        retry_.start(kFlushRetry, [this] { flush(); });
        noteBehind(stored.error());
        return;
    }
    environment_.listeners.runChanged(row_.id);
    // Last, because it may end this object.
    if (whenStored_) std::exchange(whenStored_, nullptr)();
}

}  // namespace trainyard::control
