// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/kept_table.h"

#include <utility>

#include "core/control/run/kept_messages.h"

namespace trainyard::control {

base::Status KeptTable::addCheckpoint(const store::CheckpointRow& row) {
    v1::KeptNews news;
    *news.add_saved() = infoOf(row);
    {
        const std::lock_guard lock(mutex_);
        rows_[row.path] = row;
    }
    report(std::move(news));
    return {};
}

base::Status KeptTable::removeCheckpoint(const std::string&, const std::string& path) {
    {
        const std::lock_guard lock(mutex_);
        rows_.erase(path);
    }
    v1::KeptNews news;
    news.add_removed(path);
    report(std::move(news));
    return {};
}

base::Result<std::vector<store::CheckpointRow>> KeptTable::checkpoints(const std::string&) {
    const std::lock_guard lock(mutex_);
    std::vector<store::CheckpointRow> rows;
    for (const auto& [path, row] : rows_) rows.push_back(row);
    return rows;
}

void KeptTable::report(v1::KeptNews news) {
    news.set_run(run_);
    onChange_(std::move(news));
}

}  // namespace trainyard::control
