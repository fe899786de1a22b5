// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/reported_checkpoints.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "core/base/cancel.h"
#include "core/base/path.h"
#include "core/base/sha256.h"
#include "core/base/text.h"
#include "core/node/file_hashes.h"

namespace trainyard::control {
namespace {

namespace fs = std::filesystem;
using base::Code;

/// Newest first: a later attempt may have gone back to an earlier step.
base::Result<std::vector<store::CheckpointRow>> reportedOf(store::RunStore& store, const std::string& run) {
    TY_ASSIGN(auto rows, store.checkpoints(run));
    std::erase_if(rows, [](const store::CheckpointRow& row) { return !isReported(row); });
    std::ranges::sort(rows, [](const store::CheckpointRow& a, const store::CheckpointRow& b) {
        return std::tie(a.attempt, a.step, a.time) > std::tie(b.attempt, b.step, b.time);
    });
    return rows;
}

bool isDeleted(const store::CheckpointRow& row) {
    std::error_code error;
    return !base::remotePathOf(row.path) &&
           fs::symlink_status(row.path, error).type() == fs::file_type::not_found;
}

RestorePoint pointOf(const store::CheckpointRow& row) {
    return {.path = row.path, .step = row.step, .epoch = 0, .changed = {}, .stepInEpoch = 0};
}

}  // namespace

base::Result<std::string> sha256Of(const fs::path& path) {
    node::FileHashes hashes;
    std::error_code error;
    if (!fs::is_directory(path, error)) return hashes.of(path);
    std::vector<std::string> names;
    fs::recursive_directory_iterator entry(path, error);
    for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
        std::error_code unknown;
        if (entry->is_regular_file(unknown)) names.push_back(entry->path().lexically_relative(path).string());
    }
    if (error) return base::fail(base::errnoError(error.value(), base::say("cannot read {}", path.string())));
    std::ranges::sort(names);
    std::string lines;
    for (const std::string& name : names) {
        TY_ASSIGN(const std::string hash, hashes.of(path / name));
        lines += hash + "  " + name + "\n";
    }
    return base::Sha256::hex(lines);
}

base::Status verifyReported(const store::CheckpointRow& row) {
    if (base::remotePathOf(row.path)) return {};
    if (isDeleted(row))
        return base::fail(Code::kNotFound, base::say("there is no checkpoint {}", base::printable(row.path)),
                          "checkpoint.not_found");
    if (row.sha256.empty()) return {};  // the agent has ended before it had read it
    TY_ASSIGN(const std::string hash, sha256Of(row.path));
    if (hash == row.sha256) return {};
    return base::fail(Code::kDataLoss,
                      base::say("{} has changed since the program reported it", base::printable(row.path)),
                      "checkpoint.changed");
}

RestoreSearch findReported(store::RunStore& store, const std::string& run) {
    RestoreSearch search;
    const auto rows = reportedOf(store, run);
    if (!rows) {
        search.error = rows.error();
        return search;
    }
    for (const store::CheckpointRow& row : *rows) {
        const auto verified = verifyReported(row);
        if (verified) {
            search.found = pointOf(row);
            return search;
        }
        if (verified.error().code != Code::kNotFound)
            search.damaged.push_back({row.path, {}, verified.error().message});
    }
    return search;
}

base::Result<RestorePoint> reportedNamed(store::RunStore& store, const std::string& run,
                                         const std::string& from) {
    TY_ASSIGN(const auto rows, reportedOf(store, run));
    const bool isPath = from.starts_with('/') || base::remotePathOf(from);
    const auto found = std::ranges::find_if(rows, [&](const store::CheckpointRow& row) {
        if (isPath) return row.path == from || row.path == base::plainPath(from).string();
        return from == std::to_string(row.step) || from == fs::path(row.path).filename().string();
    });
    if (found == rows.end())
        return base::fail(Code::kNotFound,
                          base::say("run {} has no checkpoint {}; `checkpoints {}` lists them", run,
                                    base::printable(from), run),
                          "checkpoint.not_found");
    TY_TRY(verifyReported(*found));
    return pointOf(*found);
}

base::Status forgetDeleted(store::RunStore& store, const std::string& run) {
    TY_ASSIGN(const auto rows, reportedOf(store, run));
    for (const store::CheckpointRow& row : rows) {
        std::error_code error;  // a disk that is not mounted comes back
        const bool hasFolder = fs::is_directory(fs::path(row.path).parent_path(), error);
        if (isDeleted(row) && hasFolder) TY_TRY(store.removeCheckpoint(run, row.path));
    }
    return {};
}

ReportedHashes::ReportedHashes(store::RunStore& store, std::function<void(const std::string& run)> onNoted)
    : store_(store), onNoted_(std::move(onNoted)) {
}

ReportedHashes::~ReportedHashes() {
    isEnding_ = true;
}

void ReportedHashes::post(const std::string& run) {
    thread_.post([this, run] { hashAllOf(run); });
}

void ReportedHashes::hashAllOf(const std::string& run) {
    if (isEnding_) return;
    const base::CancelScope scope([this] { return isEnding_.load(); });
    const auto rows = reportedOf(store_, run);
    if (!rows) return spdlog::warn("run {}: {}", run, rows.error().describe());
    for (const store::CheckpointRow& row : *rows) {
        if (!row.sha256.empty() || base::remotePathOf(row.path)) continue;
        const auto hash = sha256Of(row.path);
        if (isEnding_) return;
        if (!hash) {  // deleted meanwhile, or not readable: it is listed without one
            spdlog::warn("run {}: {}", run, hash.error().describe());
            continue;
        }
        const auto noted = store_.noteHash(row, *hash);
        if (!noted) spdlog::warn("run {}: {}", run, noted.error().describe());
        if (noted && *noted) onNoted_(run);
    }
}

void hashReported(Environment& environment, const std::string& run) {
    if (environment.hashes) environment.hashes->post(run);
}

}  // namespace trainyard::control
