// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/copy_order.h"

#include <algorithm>

#include "core/events/event_file.h"

namespace trainyard::control {

namespace fs = std::filesystem;

events::SavedAt positionOf(const store::CheckpointRow& row) {
    return {row.attempt, row.step};
}

std::optional<store::CheckpointRow> nextCopy(const std::vector<store::CheckpointRow>& rows,
                                             const SupplyRule& rule, const events::SavedAt& done) {
    const auto isUndone = [&](const store::CheckpointRow& row) {
        if (row.attempt < rule.attempt && row.step > rule.fromStep) return true;
        return std::ranges::any_of(rows, [&](const store::CheckpointRow& other) {
            return !other.isBackup && other.attempt > row.attempt && other.step <= row.step;
        });
    };
    std::optional<store::CheckpointRow> next;
    for (const store::CheckpointRow& row : rows) {
        if (row.isBackup || positionOf(row) <= done || isUndone(row)) continue;
        const bool isEarlier = !next || positionOf(row) < positionOf(*next);
        if (!next || isEarlier == rule.takesEvery) next = row;
    }
    return next;
}

events::SavedAt lastEvaluated(const fs::path& spool) {
    events::SavedAt last;
    for (const fs::path& file : events::eventFilesIn(spool / "validation")) {
        auto reader = events::EventFileReader::open(file);
        while (reader) {
            const auto some = reader->readSome();
            if (!some || some->empty()) break;
            for (const events::Event& event : *some)
                if (const auto* text = std::get_if<events::TextEvent>(&event);
                    text && text->tag == events::kEvaluationTag)
                    if (const auto record = events::evaluationFromText(text->text))
                        last = {record->attempt, record->step};
        }
    }
    return last;
}

bool readsCopies(const Member& member, const TaskSet& tasks) {
    // Not by plans(): there a machine is the address at which the others reach it.
    const auto chief = std::ranges::find_if(tasks, [](const Member& one) { return one.plan.isChief; });
    return member.isEvaluator() && chief != tasks.end() && chief->plan.node != member.plan.node;
}

}  // namespace trainyard::control
