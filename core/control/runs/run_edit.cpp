// SPDX-License-Identifier: Apache-2.0
#include "core/control/runs/run_edit.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <iterator>
#include <map>

#include "core/base/json.h"
#include "core/base/path.h"
#include "core/base/special_file.h"
#include "core/base/text.h"
#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/given_name.h"
#include "core/checkpoint/retention.h"
#include "core/control/ask/checkpoint_catalog.h"
#include "core/control/ask/kept_elsewhere.h"
#include "core/control/run/checkpoint_ledger.h"
#include "core/control/run/kept_messages.h"
#include "core/control/run/reported_checkpoints.h"
#include "core/control/runs/run_row.h"

namespace trainyard::control {
namespace {

using base::Code;

constexpr std::size_t kMostTags = 100, kLongestTag = 100, kLongestNote = 64u << 10;

base::Status checkText(const base::Words& what, const std::string& text, std::size_t most) {
    if (!text.empty() && text.size() <= most) return {};
    return base::fail(Code::kInvalidArgument,
                      base::say("{} must have 1 to {} bytes, not {}", what, most, text.size()), "usage.text");
}

/// What is shown on one line, among others'.
base::Status checkName(const base::Words& what, const std::string& text, std::size_t most) {
    TY_TRY(checkText(what, text, most));
    if (text.find_first_not_of(' ') == std::string::npos)
        return base::fail(Code::kInvalidArgument, base::say("{} cannot be blank", what), "usage.text");
    const auto hidden = base::hiddenCharacter(text);
    if (!hidden) return {};
    return base::fail(Code::kInvalidArgument, base::say("{} cannot have the character {}", what, *hidden),
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
        return base::fail(Code::kResourceExhausted, base::say("a run has at most {} tags", kMostTags),
                          "run.tags");
    row.tagsJson = tags.dump();
    return {};
}

}  // namespace

base::Result<v1::EditRunReply> editRun(RunRegistry& runs, const v1::EditRunRequest& request) {
    Environment& environment = runs.environment();
    // Where runs are started: one that is live now is live when it is stored.
    return environment.storage.call([&]() -> base::Result<v1::EditRunReply> {
        TY_TRY(environment.store.allowWrite());
        TY_ASSIGN(auto row, environment.store.run(request.run()));
        if (!row) return base::fail(noSuchRun(request.run()));
        TY_TRY(apply(request, *row));
        const bool isLive = environment.loop.call([&] { return runs.find(request.run()) != nullptr; });
        if (isLive && row->isTrashed)
            return base::fail(Code::kFailedPrecondition,
                              base::say("{} is live; stop it before you move it to the trash", row->id),
                              "run.running");
        TY_TRY(environment.reserve.lend([&] {
            return environment.store.annotateRun(row->id,
                                                 {row->name, row->note, row->tagsJson, row->isTrashed});
        }));
        environment.loop.call([&] {
            if (RunController* live = runs.find(request.run())) live->takeEdit(*row);
        });
        environment.listeners.runChanged(row->id);
        v1::EditRunReply reply;
        *reply.mutable_summary() = summaryOf(*row);
        return reply;
    });
}

namespace {

using Action = v1::EditCheckpointRequest;
namespace fs = std::filesystem;

base::Error noCheckpoint(const fs::path& path) {
    return {Code::kNotFound,
            base::say("{} is not a checkpoint of a run here; `checkpoints RUN` lists them",
                      base::printable(path.string())),
            "checkpoint.not_found"};
}

/// The row of the checkpoint that is there, by whatever way `path` leads to it; where it is to be deleted,
/// also of what was set aside.
base::Result<store::CheckpointRow> rowAt(store::RunStore& store, const fs::path& path,
                                         Action::Action action) {
    TY_ASSIGN(const auto row, store.checkpointAt(path.string()));
    if (row) return *row;
    if (auto special = base::specialFile(path)) return base::fail(std::move(*special));
    const auto owner = checkpoint::readOwner(path);
    if (!owner) return base::fail(noCheckpoint(path));
    TY_ASSIGN(const auto run, store.run(owner->run));
    if (!run) return base::fail(noCheckpoint(path));
    TY_ASSIGN(auto rows, store.checkpoints(run->id));
    if (action == Action::DELETE) {
        TY_ASSIGN(auto aside, asideRows(*run));
        std::ranges::move(aside, std::back_inserter(rows));
    }
    std::error_code gone;
    const auto found =
        std::ranges::find_if(rows, [&](const auto& one) { return fs::equivalent(one.path, path, gone); });
    if (found == rows.end()) return base::fail(noCheckpoint(path));
    return *found;
}

/// It is the program's own, and so is how long it is kept.
base::Status mayEditReported(const store::CheckpointRow& row) {
    if (!isReported(row)) return {};
    return base::fail(Code::kRefused,
                      base::say("{} belongs to the program of {}, which alone decides how long it is kept; "
                                "Trainyard never deletes it",
                                row.path, row.run),
                      "checkpoint.reported");
}

base::Status mayDelete(const Environment& environment, const store::CheckpointRow& row) {
    if (row.isPinned)
        return base::fail(Code::kFailedPrecondition, base::say("{} is pinned; unpin it first", row.path),
                          "checkpoint.pinned");
    if (const auto holder = environment.held.holderOf(row.path))
        return base::fail(
            Code::kFailedPrecondition,
            base::say("run {} starts from {}; delete it once that run has saved its own checkpoint", *holder,
                      row.path),
            "checkpoint.in_use");
    return {};
}

base::Status mayEdit(const Environment& environment, const store::CheckpointRow& row, Action::Action action) {
    TY_TRY(mayEditReported(row));
    std::error_code gone;
    if (action != Action::DELETE)
        return fs::is_directory(row.path, gone) ? base::Status() : base::fail(noCheckpoint(row.path));
    TY_TRY(mayDelete(environment, row));
    return checkpoint::mayRemove(row.path, {row.run});
}

base::Status edit(Environment& environment, store::CheckpointRow& row, Action::Action action) {
    if (action == Action::DELETE) {
        TY_TRY(checkpoint::removeOwn(
            row.path, {row.run},
            removeBesideLoop(
                environment.deletions, environment.loop, [path = row.path](const base::Error& error) {
                    spdlog::warn("{} was deleted, and some of it is left: {}", path, error.describe());
                })));
        TY_TRY(environment.store.removeCheckpoint(row.run, row.path));
    } else {
        row.isPinned = action == Action::PIN;
        TY_TRY(checkpoint::setPinned(row.path, row.isPinned));
        TY_TRY(environment.store.addCheckpoint(row));
    }
    environment.listeners.runChanged(row.run);
    return {};
}

/// All of them on other machines. All are looked at before the first is touched.
base::Result<v1::EditCheckpointReply> editAll(Environment& environment,
                                              const v1::EditCheckpointRequest& request) {
    std::vector<std::string> paths{request.path()};
    paths.insert(paths.end(), request.others().begin(), request.others().end());
    std::vector<store::CheckpointRow> rows;
    for (const std::string& path : paths) {
        const auto there = base::remotePathOf(path);
        if (!there)
            return base::fail(Code::kInvalidArgument,
                              base::say("{} is here, and others are not; name those of other machines in a "
                                        "request of their own",
                                        base::printable(path)),
                              "usage.paths");
        TY_ASSIGN(const auto row, rowElsewhere(environment.store, *there));
        TY_TRY(mayEditReported(row));
        if (request.action() == Action::DELETE) TY_TRY(mayDelete(environment, row));
        rows.push_back(row);
    }
    v1::EditCheckpointReply reply;
    for (store::CheckpointRow& row : rows) {
        TY_TRY(editElsewhere(environment, row, request.action()));
        *(&row == &rows.front() ? reply.mutable_checkpoint() : reply.add_others()) = infoOf(row);
    }
    reply.set_path(rows.front().path);
    return reply;
}

}  // namespace

base::Result<v1::EditCheckpointReply> editCheckpoint(RunRegistry& runs,
                                                     const v1::EditCheckpointRequest& request) {
    Environment& environment = runs.environment();
    v1::EditCheckpointReply reply;
    if (request.action() == Action::EXPORT) {  // of anybody's, and may take long
        const fs::path to = base::plainPath(request.to());
        TY_TRY(refuseReported(environment.store, request.path(), "checkpoint.reported"));
        TY_ASSIGN(const fs::path from, bringHere(environment, request.path(), *reply.mutable_fetched()));
        TY_TRY(exportCheckpoint(base::plainPath(from), to));
        reply.set_path(to.string());
        return reply;
    }
    if (base::remotePathOf(request.path())) return editAll(environment, request);
    // Where checkpoints are published and thinned out. All are looked at before the first is touched.
    return environment.disk.call([&]() -> base::Result<v1::EditCheckpointReply> {
        std::vector<std::string> paths{request.path()};
        paths.insert(paths.end(), request.others().begin(), request.others().end());
        std::vector<store::CheckpointRow> rows;
        for (const std::string& path : paths) {
            TY_ASSIGN(auto row, rowAt(environment.store, base::plainPath(path), request.action()));
            TY_TRY(mayEdit(environment, row, request.action()));
            const bool isNew = std::ranges::find(rows, row.path, &store::CheckpointRow::path) == rows.end();
            if (isNew) rows.push_back(std::move(row));
        }
        for (store::CheckpointRow& row : rows) {
            TY_TRY(edit(environment, row, request.action()));
            *(&row == &rows.front() ? reply.mutable_checkpoint() : reply.add_others()) = infoOf(row);
        }
        reply.set_path(rows.front().path);
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

namespace {

/// By which links the checkpoints of this machine are also found.
void addNames(v1::ListCheckpointsReply& reply) {
    std::map<fs::path, std::map<std::string, std::string>> given;  // by folder
    for (v1::CheckpointInfo& info : *reply.mutable_checkpoints()) {
        const fs::path path = info.path();
        if (!path.is_absolute()) continue;
        const fs::path folder = path.parent_path();
        if (!given.contains(folder)) given[folder] = checkpoint::namesGivenIn(folder);
        if (const auto name = given[folder].find(path.filename()); name != given[folder].end())
            info.set_name(name->second);
    }
}

}  // namespace

base::Result<v1::ListCheckpointsReply> listCheckpoints(RunRegistry& runs, const std::string& run) {
    Environment& environment = runs.environment();
    if (!run.empty()) {
        TY_ASSIGN(const auto row, environment.store.run(run));
        if (!row) return base::fail(noSuchRun(run));
        const bool isLive = environment.loop.call([&] { return runs.find(run) != nullptr; });
        const auto agreed = isLive
                                ? environment.disk.call([&] { return forgetDeleted(environment.store, run); })
                                : environment.disk.call([&] { return reconcileEnded(environment, *row); });
        if (!agreed)
            spdlog::error("run {}: {}", run, agreed.error().describe());  // the rows are what there is
    }
    TY_ASSIGN(const auto rows, environment.store.checkpoints(run));
    v1::ListCheckpointsReply reply;
    for (const store::CheckpointRow& row : rows) *reply.add_checkpoints() = infoOf(row);
    addNames(reply);
    return reply;
}

}  // namespace trainyard::control
