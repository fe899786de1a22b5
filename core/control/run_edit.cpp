// SPDX-License-Identifier: Apache-2.0
// What people write on runs and checkpoints.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "core/base/json.h"
#include "core/base/text.h"
#include "core/base/time.h"
#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/foreign.h"
#include "core/checkpoint/retention.h"
#include "core/control/checkpoint_catalog.h"
#include "core/control/prediction.h"
#include "core/control/run_manager.h"

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

base::Status apply(const v1::EditRunRequest& request, store::RunRow& row) {
    if (request.has_name()) {
        TY_TRY(checkText("a name", request.name(), 200));
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
        TY_TRY(checkText("a tag", tag, kLongestTag));
        if (std::ranges::find(tags, nlohmann::json(tag)) == tags.end()) tags.push_back(tag);
    }
    if (tags.size() > kMostTags)
        return base::fail(Code::kResourceExhausted, fmt::format("a run has at most {} tags", kMostTags),
                          "run.tags");
    row.tagsJson = tags.dump();
    return {};
}

}  // namespace

base::Result<v1::EditRunReply> RunManager::edit(const v1::EditRunRequest& request) {
    return loop_->call([&]() -> base::Result<v1::EditRunReply> {
        TY_ASSIGN(auto row, store_->run(request.run()));
        if (!row) return base::fail(noSuchRun(request.run()));
        TY_TRY(apply(request, *row));
        const auto live = runs_.find(request.run());
        if (live != runs_.end() && row->isTrashed)
            return base::fail(Code::kFailedPrecondition,
                              fmt::format("{} is going; stop it before it goes to the trash", row->id),
                              "run.running");
        if (live != runs_.end())
            live->second->takeEdit(*row);  // its own copy of the row is the one that is stored
        else
            TY_TRY(store_->updateRun(*row));
        listeners_.runChanged(row->id);
        v1::EditRunReply reply;
        *reply.mutable_summary() = summaryOf(*row);
        return reply;
    });
}

base::Result<v1::EditCheckpointReply> RunManager::editCheckpoint(const v1::EditCheckpointRequest& request) {
    const std::filesystem::path path = std::filesystem::path(request.path()).lexically_normal();
    if (request.action() == v1::EditCheckpointRequest::EXPORT) {  // of anybody's, and may take long
        TY_TRY(exportCheckpoint(path, request.to()));
        v1::EditCheckpointReply reply;
        reply.set_path(request.to());
        return reply;
    }
    // In the loop, where checkpoints are published and thinned out.
    return loop_->call([&]() -> base::Result<v1::EditCheckpointReply> {
        TY_ASSIGN(auto row, store_->checkpointAt(path.string()));
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
            TY_TRY(checkpoint::remove(path));
            TY_TRY(store_->removeCheckpoint(row->run, row->path));
        } else {
            row->isPinned = request.action() == v1::EditCheckpointRequest::PIN;
            TY_TRY(checkpoint::setPinned(path, row->isPinned));
            TY_TRY(store_->addCheckpoint(*row));
        }
        *reply.mutable_checkpoint() = infoOf(*row);
        listeners_.runChanged(row->run);
        return reply;
    });
}

base::Result<v1::ListCheckpointsReply> RunManager::listCheckpoints(const std::string& run) {
    if (!run.empty()) {
        TY_ASSIGN(const auto row, store_->run(run));
        if (!row) return base::fail(noSuchRun(run));
    }
    TY_ASSIGN(const auto rows, store_->checkpoints(run));
    v1::ListCheckpointsReply reply;
    for (const store::CheckpointRow& row : rows) *reply.add_checkpoints() = infoOf(row);
    return reply;
}

base::Status RunManager::predict(v1::PredictRequest request,
                                 const std::function<bool(const v1::PredictReply&)>& onReply,
                                 const std::function<bool()>& isCancelled) {
    if (request.checkpoint().empty()) {
        TY_ASSIGN(const v1::ListCheckpointsReply all, listCheckpoints(request.run()));
        const v1::CheckpointInfo* newest = nullptr;
        for (const v1::CheckpointInfo& one : all.checkpoints())
            if (one.state() != "damaged" && (!newest || one.step() >= newest->step())) newest = &one;
        if (request.run().empty() || !newest)
            return base::fail(base::Code::kFailedPrecondition,
                              fmt::format("run {} has no checkpoint to predict with; see `checkpoints {}`",
                                          base::printable(request.run()), base::printable(request.run())),
                              "predict.no_checkpoint");
        request.set_checkpoint(newest->path());
    }
    const std::filesystem::path path = request.checkpoint();
    std::error_code error;
    if (!std::filesystem::exists(path, error))
        return base::fail(base::Code::kNotFound,
                          fmt::format("there is no checkpoint {}", base::printable(path.string())),
                          "checkpoint.not_found");
    if (auto foreign = checkpoint::foreignFormat(path)) return base::fail(std::move(*foreign));
    if (!std::filesystem::is_directory(path, error))
        return base::fail(
            base::Code::kRefused,
            fmt::format("{} is a file, and a checkpoint is a folder; weights alone know no model: "
                        "name them as train.initial_weights of a run",
                        base::printable(path.string())),
            "predict.no_checkpoint");
    return control::predict(options_.programs.worker, request, onReply, isCancelled);
}

Goodput RunManager::goodputOf(const store::RunRow& row) {
    double good = row.goodSeconds, live = row.liveSeconds;
    loop_->call([&] {
        const auto found = runs_.find(row.id);
        if (found == runs_.end()) return;
        good += found->second->goodSeconds();
        live += base::wallNow() - row.resumed;
    });
    Goodput goodput;
    if (live > 0) goodput.share = std::clamp(good / live, 0.0, 1.0);
    const auto checkpoints = store_->checkpoints(row.id);
    if (!checkpoints || checkpoints->empty() || row.failures == 0) return goodput;
    double stall = 0;
    for (const store::CheckpointRow& one : *checkpoints) stall += one.stallMs / 1000;
    stall /= static_cast<double>(checkpoints->size());
    goodput.advisedIntervalSeconds = std::sqrt(2 * stall * live / row.failures);
    return goodput;
}

}  // namespace trainyard::control
