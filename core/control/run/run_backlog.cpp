// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/run_backlog.h"

#include <spdlog/spdlog.h>

#include <iterator>
#include <utility>

namespace trainyard::control {

std::string kindOf(const v1::RunEvent& event) {
    const auto* field = v1::RunEvent::descriptor()->FindFieldByNumber(event.body_case());
    return field ? field->name() : "unknown";
}

void RunBacklog::setRow(store::RunRow row) {
    const std::lock_guard lock(mutex_);
    waiting_.row = std::move(row);
    ++waiting_.upTo;
}

void RunBacklog::setSpec(const store::RunRow& row) {
    const std::lock_guard lock(mutex_);
    waiting_.row = row;
    waiting_.hasSpec = true;
    ++waiting_.upTo;
}

void RunBacklog::add(v1::RunEvent event) {
    const std::lock_guard lock(mutex_);
    waiting_.isUrgent |= !event.has_step() && !event.has_epoch();
    waiting_.events.push_back(std::move(event));
    ++waiting_.upTo;
}

void RunBacklog::setUrgent() {
    const std::lock_guard lock(mutex_);
    waiting_.isUrgent = true;
}

std::uint64_t RunBacklog::mark() const {
    const std::lock_guard lock(mutex_);
    return waiting_.upTo;
}

RunBacklog::Outcome RunBacklog::store() {
    isScheduled_ = false;
    Waiting taken;
    {
        const std::lock_guard lock(mutex_);
        taken = std::exchange(waiting_, {.upTo = waiting_.upTo});
    }
    const auto upTo = taken.upTo;
    const auto write = [&] { return this->write(taken); };
    base::Status stored = taken.isUrgent ? reserve_.lend(write) : write();
    if (stored) return {{}, upTo};
    if (!store_.damage()) {
        giveBack(std::move(taken));
        return {std::move(stored), 0};
    }
    if (!taken.events.empty())
        spdlog::error("run {}: {} events are lost: {}", run_, taken.events.size(), stored.error().describe());
    return {{}, upTo};
}

/// What is stored is taken out of `waiting`, so that it can be called again.
base::Status RunBacklog::write(Waiting& waiting) {
    if (waiting.hasSpec) TY_TRY(store_.setSpec(run_, waiting.row->specJson));
    waiting.hasSpec = false;
    if (waiting.row) TY_TRY(store_.updateRun(*waiting.row));
    waiting.row.reset();
    while (!waiting.events.empty()) {
        const v1::RunEvent& event = waiting.events.front();
        TY_TRY(store_.appendEvent(run_, event.time(), kindOf(event), event.SerializeAsString()));
        waiting.events.pop_front();
    }
    return {};
}

/// What has come meanwhile is newer.
void RunBacklog::giveBack(Waiting rest) {
    const std::lock_guard lock(mutex_);
    if (!waiting_.row) waiting_.row = std::move(rest.row);
    waiting_.hasSpec |= rest.hasSpec;
    waiting_.isUrgent |= rest.isUrgent;
    rest.events.insert(rest.events.end(), std::make_move_iterator(waiting_.events.begin()),
                       std::make_move_iterator(waiting_.events.end()));
    waiting_.events = std::move(rest.events);
}

}  // namespace trainyard::control
