// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/kept_messages.h"

#include "core/base/json.h"
#include "core/base/path.h"
#include "core/proto/failure.h"

namespace trainyard::control {

v1::CheckpointInfo infoOf(const store::CheckpointRow& row) {
    v1::CheckpointInfo info;
    info.set_run(row.run);
    info.set_step(row.step);
    info.set_epoch(row.epoch);
    info.set_path(row.path);
    info.set_time(row.time);
    info.set_bytes(row.bytes);
    info.set_pinned(row.isPinned);
    info.set_is_backup(row.isBackup);
    info.set_is_best(row.isBest);
    info.set_state(row.state);
    info.set_sha256(row.sha256);
    info.set_attempt(row.attempt);
    info.set_stall_ms(row.stallMs);
    info.set_write_ms(row.writeMs);
    if (const auto metrics = base::parseJson(row.metricsJson, "a checkpoint's metrics"))
        for (const auto& [name, value] : metrics->items())
            if (const auto number = base::numberIn(value)) (*info.mutable_metrics())[name] = *number;
    return info;
}

store::CheckpointRow rowOf(const v1::CheckpointInfo& info) {
    store::CheckpointRow row;
    row.run = info.run();
    row.attempt = info.attempt();
    row.step = info.step();
    row.epoch = info.epoch();
    row.path = info.path();
    row.stallMs = info.stall_ms();
    row.writeMs = info.write_ms();
    row.time = info.time();
    row.bytes = info.bytes();
    row.isPinned = info.pinned();
    row.isBackup = info.is_backup();
    row.isBest = info.is_best();
    row.state = info.state();
    row.sha256 = info.sha256();
    nlohmann::json metrics = nlohmann::json::object();
    for (const auto& [name, value] : info.metrics()) metrics[name] = base::jsonNumber(value);
    row.metricsJson = metrics.dump();
    return row;
}

v1::KeptFound toMessage(const RestoreSearch& search) {
    v1::KeptFound message;
    if (search.found) {
        message.set_path(search.found->path.string());
        message.set_step(search.found->step);
        message.set_epoch(search.found->epoch);
        message.set_step_in_epoch(search.found->stepInEpoch);
        for (const base::Words& change : search.found->changed) {
            proto::put(change, message.add_changed(), message.add_changed_words());
        }
    }
    for (const auto& damaged : search.damaged) {
        auto& added = *message.add_damaged();
        added.set_path(damaged.path.string());
        added.set_aside(damaged.aside.string());
        proto::put(damaged.why, added.mutable_why(), added.mutable_why_words());
    }
    if (!search.error) return message;
    *message.mutable_failure() = proto::toFailure(*search.error);
    return message;
}

RestoreSearch fromMessage(const v1::KeptFound& message, const std::string& node) {
    const auto there = [&](const std::string& path) {
        return path.empty() ? path : base::RemotePath{node, path}.text();
    };
    RestoreSearch search;
    if (!message.path().empty()) {
        search.found =
            RestorePoint{there(message.path()), message.step(), message.epoch(), {}, message.step_in_epoch()};
        for (int i = 0; i < message.changed_size(); ++i)
            search.found->changed.push_back(
                i < message.changed_words_size()
                    ? proto::fromMessage(message.changed_words(i), message.changed(i))
                    : base::Words::plain(message.changed(i)));
    }
    for (const auto& damaged : message.damaged())
        search.damaged.push_back({there(damaged.path()), there(damaged.aside()),
                                  proto::fromMessage(damaged.why_words(), damaged.why())});
    if (message.has_failure()) search.error = proto::fromFailure(message.failure());
    return search;
}

}  // namespace trainyard::control
