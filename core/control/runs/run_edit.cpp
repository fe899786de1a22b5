// SPDX-License-Identifier: Apache-2.0
#include "core/control/runs/run_edit.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>

#include "core/base/json.h"
#include "core/base/path.h"
#include "core/base/text.h"
#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/retention.h"
#include "core/control/ask/checkpoint_catalog.h"
#include "core/control/run/checkpoint_ledger.h"
#include "core/control/runs/run_row.h"

namespace trainyard::control {
namespace {

using base::Code;

constexpr std::size_t kMostTags = 100, kLongestTag = 100, kLongestNote = 64u << 10;

base::Status checkText(const std::string& what, const std::string& text, std::size_t most) {
    if (!text.empty() && text.size() <= most) return {};
    return base::fail(Code::kInvalidArgument,
                      fmt::format("{} must have 1 to {} bytes, not {}", what, most, text.size()),
                      "usage.text");
}

/// What is shown on one line, among others'.
base::Status checkName(const std::string& what, const std::string& text, std::size_t most) {
    TY_TRY(checkText(what, text, most));
    const auto hidden = base::hiddenCharacter(text);
    if (!hidden) return {};
    return base::fail(Code::kInvalidArgument, fmt::format("{} cannot have the character {}", what, *hidden),
                      "usage.text");
}

base::Status apply(const v1::EditRunRequest& request, store::RunRow& row) {
    if (request.has_name()) {
        TY_TRY(checkName("a name", request.name(), 200));
        row.name = request.name();
    }
    if (request.note().size() > kLongestNote) TY_TRY(checkText("a note", request.note(), kLongestNote));
    if (request.has_note()) row.note = request.note();
    if (request.has_trashed()) row.isTrashed = request.trashed();
    TY_ASSIGN(auto tags, base::parseJson(row.tagsJson.empty() ? "[]" : row.tagsJson, "a run's tags"));
    for (const std::string& tag : request.remove_tags())
        if (const auto found = std::ranges::find(tags, nlohmann::json(tag)); found != tags.end())
            tags.erase(found);
    for (const std::string& tag : request.add_tags()) {
        TY_TRY(checkName("a tag", tag, kLongestTag));
        if (std::ranges::find(tags, nlohmann::json(tag)) == tags.end()) tags.push_back(tag);
    }
    if (tags.size() > kMostTags)
        return base::fail(Code::kResourceExhausted, fmt::format("a run has at most {} tags", kMostTags),
                          "run.tags");
    row.tagsJson = tags.dump();
    return {};
}

}  // namespace

base::Result<v1::EditRunReply> editRun(RunRegistry& runs, const v1::EditRunRequest& request) {
    Environment& environment = runs.environment();
    return environment.loop.call([&]() -> base::Result<v1::EditRunReply> {
        TY_ASSIGN(auto row, environment.store.run(request.run()));
        if (!row) return base::fail(noSuchRun(request.run()));
        TY_TRY(apply(request, *row));
        RunController* live = runs.find(request.run());
        if (live && row->isTrashed)
            return base::fail(Code::kFailedPrecondition,
                              fmt::format("{} is going; stop it before it goes to the trash", row->id),
                              "run.running");
        TY_TRY(environment.store.annotateRun(row->id, {row->name, row->note, row->tagsJson, row->isTrashed}));
        if (live) live->takeEdit(*row);
        environment.listeners.runChanged(row->id);
        v1::EditRunReply reply;
        *reply.mutable_summary() = summaryOf(*row);
        return reply;
    });
}

namespace {

/// The row of what a run here has set aside under that name; nothing: it is none.
base::Result<std::optional<store::CheckpointRow>> asideAt(store::RunStore& store,
                                                          const std::filesystem::path& path) {
    const auto owner = checkpoint::readOwner(path);
    if (!owner) return std::nullopt;
    TY_ASSIGN(const auto run, store.run(owner->run));
    if (!run) return std::nullopt;
    TY_ASSIGN(const auto rows, asideRows(*run));
    const auto found = std::ranges::find(rows, path.string(), &store::CheckpointRow::path);
    return found == rows.end() ? std::nullopt : std::optional(*found);
}

}  // namespace

base::Result<v1::EditCheckpointReply> editCheckpoint(RunRegistry& runs,
                                                     const v1::EditCheckpointRequest& request) {
    Environment& environment = runs.environment();
    const std::filesystem::path path = base::plainPath(request.path());
    if (request.action() == v1::EditCheckpointRequest::EXPORT) {  // of anybody's, and may take long
        const std::filesystem::path to = base::plainPath(request.to());
        TY_TRY(exportCheckpoint(path, to));
        v1::EditCheckpointReply reply;
        reply.set_path(to.string());
        return reply;
    }
    // Where checkpoints are published and thinned out.
    return environment.disk.call([&]() -> base::Result<v1::EditCheckpointReply> {
        TY_ASSIGN(auto row, environment.store.checkpointAt(path.string()));
        if (!row && request.action() == v1::EditCheckpointRequest::DELETE) {
            TY_ASSIGN(row, asideAt(environment.store, path));
        }
        if (!row)
            return base::fail(Code::kNotFound,
                              fmt::format("{} is no checkpoint of a run here; `checkpoints RUN` lists them",
                                          base::printable(path.string())),
                              "checkpoint.not_found");
        v1::EditCheckpointReply reply;
        reply.set_path(row->path);
        if (request.action() == v1::EditCheckpointRequest::DELETE) {
            if (row->isPinned)
                return base::fail(Code::kFailedPrecondition,
                                  fmt::format("{} is pinned; unpin it first", row->path),
                                  "checkpoint.pinned");
            if (const auto holder = environment.held.holderOf(path))
                return base::fail(Code::kFailedPrecondition,
                                  fmt::format("run {} starts from {}; delete it once that run has saved its "
                                              "own checkpoint",
                                              *holder, row->path),
                                  "checkpoint.in_use");
            TY_TRY(checkpoint::removeOwn(
                path, {row->run},
                removeBesideLoop(environment.deletions, environment.loop, [path](const base::Error& error) {
                    spdlog::warn("{} was deleted, and some of it is left: {}", path.string(),
                                 error.describe());
                })));
            TY_TRY(environment.store.removeCheckpoint(row->run, row->path));
        } else {
            row->isPinned = request.action() == v1::EditCheckpointRequest::PIN;
            TY_TRY(checkpoint::setPinned(path, row->isPinned));
            TY_TRY(environment.store.addCheckpoint(*row));
        }
        *reply.mutable_checkpoint() = infoOf(*row);
        environment.listeners.runChanged(row->run);
        return reply;
    });
}

base::Status addAside(RunRegistry& runs, const std::string& run, v1::ListCheckpointsReply& reply) {
    TY_ASSIGN(const auto row, runs.environment().store.run(run));
    if (!row) return base::fail(noSuchRun(run));
    TY_ASSIGN(const auto aside, asideRows(*row));
    for (const store::CheckpointRow& one : aside) *reply.add_checkpoints() = infoOf(one);
    return {};
}

base::Result<v1::ListCheckpointsReply> listCheckpoints(RunRegistry& runs, const std::string& run) {
    Environment& environment = runs.environment();
    if (!run.empty()) {
        TY_ASSIGN(const auto row, environment.store.run(run));
        if (!row) return base::fail(noSuchRun(run));
        const bool isLive = environment.loop.call([&] { return runs.find(run) != nullptr; });
        const auto agreed = isLive ? base::Status()
                                   : environment.disk.call([&] { return reconcileEnded(environment, *row); });
        if (!agreed)
            spdlog::error("run {}: {}", run, agreed.error().describe());  // the rows are what there is
    }
    TY_ASSIGN(const auto rows, environment.store.checkpoints(run));
    v1::ListCheckpointsReply reply;
    for (const store::CheckpointRow& row : rows) *reply.add_checkpoints() = infoOf(row);
    return reply;
}

}  // namespace trainyard::control
