// SPDX-License-Identifier: Apache-2.0
#include "core/control/ask/kept_elsewhere.h"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <future>
#include <memory>
#include <system_error>
#include <utility>

#include "core/base/cancel.h"
#include "core/base/text.h"
#include "core/control/ask/checkpoint_catalog.h"
#include "core/control/run/kept_messages.h"
#include "core/control/run/reported_checkpoints.h"
#include "core/proto/failure.h"

namespace trainyard::control {
namespace {

/// How soon a disconnected caller is noticed.
constexpr std::chrono::milliseconds kLookEvery{100};

/// As await(), for an answer that may take as long as a link is down.
template <typename Answer>
base::Result<Answer> awaitNode(Environment& environment, const std::string& node,
                               std::function<void(std::function<void(base::Result<Answer>)>)> ask) {
    if (!environment.nodes) return base::fail(unknownNode(node));
    TY_TRY(environment.nodes->mayConnect(node));
    const auto answer = std::make_shared<std::promise<base::Result<Answer>>>();
    auto future = answer->get_future();
    environment.loop.post([ask = std::move(ask), answer] {
        ask([answer](base::Result<Answer> value) { answer->set_value(std::move(value)); });
    });
    while (future.wait_for(kLookEvery) != std::future_status::ready) TY_TRY(base::checkCancelled());
    return future.get();
}

}  // namespace

base::Result<v1::KeepReply> askNode(Environment& environment, const std::string& node,
                                    const v1::KeepCall& call) {
    using Reply = std::shared_ptr<const v1::KeepReply>;
    const auto ask = [&environment, node, call](const std::function<void(base::Result<Reply>)>& answer) {
        node::Node* const there = environment.nodes->find(node);
        if (!there) return answer(base::fail(unknownNode(node)));
        there->keep(call, answer);
    };
    TY_ASSIGN(const Reply reply, awaitNode<Reply>(environment, node, ask));
    return *reply;
}

base::Result<FetchedCheckpoint> bringCheckpoint(Environment& environment, const store::RunRow& run,
                                                const base::RemotePath& checkpoint) {
    const auto ask = [&environment, id = run.id, dir = run.dir,
                      checkpoint](const std::function<void(base::Result<FetchedCheckpoint>)>& answer) {
        environment.fetches.fetch(environment.nodes, id, dir, checkpoint, answer);
    };
    return awaitNode<FetchedCheckpoint>(environment, checkpoint.node, ask);
}

base::Words describe(const FetchedCheckpoint& fetched, const base::RemotePath& checkpoint) {
    return base::say("fetched {:.1f} MB of {}", static_cast<double>(fetched.bytes) / 1e6,
                     base::printable(checkpoint.text()));
}

base::Result<store::CheckpointRow> rowElsewhere(store::RunStore& store, const base::RemotePath& checkpoint) {
    TY_ASSIGN(const auto row, store.checkpointAt(checkpoint.text()));
    if (row) return *row;
    return base::fail(base::Code::kNotFound,
                      base::say("{} is not a checkpoint of a run here; `checkpoints RUN` lists them",
                                base::printable(checkpoint.text())),
                      "checkpoint.not_found");
}

base::Result<std::filesystem::path> bringHere(Environment& environment, const std::string& path,
                                              std::string& notice) {
    const auto there = base::remotePathOf(path);
    if (!there) return std::filesystem::path(path);
    TY_ASSIGN(const store::CheckpointRow row, rowElsewhere(environment.store, *there));
    TY_ASSIGN(const auto run, environment.store.run(row.run));
    if (!run) return base::fail(base::Code::kNotFound, base::say("there is no run {}", row.run));
    TY_ASSIGN(const FetchedCheckpoint fetched, bringCheckpoint(environment, *run, *there));
    if (fetched.bytes > 0) notice = describe(fetched, *there);
    return fetched.path;
}

base::Status refuseReported(store::RunStore& store, const std::string& path, const std::string& id) {
    TY_ASSIGN(const auto row, store.checkpointAt(path));
    if (!row || !isReported(*row)) return {};
    return base::fail(
        base::Code::kRefused,
        base::say(
            "{} is a checkpoint of the program of {} in a format of its own; only the program can read it",
            base::printable(row->path), row->run),
        id);
}

namespace {

/// A call about a checkpoint there, made by `set`.
base::Result<v1::KeepReply> askAbout(Environment& environment, const base::RemotePath& there,
                                     const std::function<void(v1::KeepCall&)>& set) {
    TY_ASSIGN(const store::CheckpointRow row, rowElsewhere(environment.store, there));
    TY_ASSIGN(const auto run, environment.store.run(row.run));
    v1::KeepCall call;
    call.set_run(row.run);
    call.set_attempt(run ? run->attempts : row.attempt);
    set(call);
    return askNode(environment, there.node, call);
}

}  // namespace

namespace {

/// As far as it can be read: it is in the program's own format.
base::Result<v1::ShowCheckpointReply> showReported(const store::CheckpointRow& row,
                                                   const v1::ShowCheckpointRequest& request) {
    v1::ShowCheckpointReply reply;
    if (!base::remotePathOf(row.path)) {
        auto shown = showCheckpoint(request);
        std::error_code error;
        const bool isThere = std::filesystem::exists(row.path, error);
        if (!shown && (!isThere || shown.error().code == base::Code::kCancelled)) return shown;
        if (shown) reply = std::move(*shown);
    }
    *reply.mutable_checkpoint() = infoOf(row);
    return reply;
}

base::Result<v1::VerifyCheckpointReply> checkReported(Environment& environment,
                                                      const store::CheckpointRow& row) {
    if (base::remotePathOf(row.path))
        return base::fail(base::Code::kFailedPrecondition,
                          base::say("{} cannot be verified from here: Trainyard does not read what a "
                                    "program has reported on another machine",
                                    base::printable(row.path)),
                          "checkpoint.elsewhere");
    v1::VerifyCheckpointReply reply;
    reply.set_bytes(row.bytes);
    const auto verified = verifyReported(row);
    if (verified && row.sha256.empty()) {  // nothing to compare it with
        TY_ASSIGN(const std::string hash, sha256Of(row.path));
        TY_TRY(environment.store.noteHash(row, hash));
        return base::fail(base::Code::kFailedPrecondition,
                          base::say("{} cannot be verified: it had not been read since the program reported "
                                    "it; from now on it is compared with what it is now",
                                    base::printable(row.path)),
                          "checkpoint.unverified");
    }
    if (verified) return reply;
    if (verified.error().code != base::Code::kDataLoss) return base::fail(verified.error());
    v1::Problem& problem = *reply.add_problems();
    problem.set_severity(v1::Problem::ERROR);
    problem.set_code(verified.error().id);
    proto::setMessage(problem, verified.error().words());
    problem.set_file(row.path);
    return reply;
}

}  // namespace

base::Result<v1::ShowCheckpointReply> showAnywhere(Environment& environment,
                                                   const v1::ShowCheckpointRequest& request) {
    TY_ASSIGN(const auto row, environment.store.checkpointAt(request.path()));
    if (row && isReported(*row)) return showReported(*row, request);
    const auto there = base::remotePathOf(request.path());
    if (!there) return showCheckpoint(request);
    TY_ASSIGN(v1::KeepReply reply, askAbout(environment, *there, [&](v1::KeepCall& call) {
                  *call.mutable_show() = request;
                  call.mutable_show()->set_path(there->path);
              }));
    reply.mutable_show()->mutable_checkpoint()->set_path(request.path());
    return std::move(*reply.mutable_show());
}

base::Result<v1::VerifyCheckpointReply> verifyAnywhere(Environment& environment,
                                                       const v1::VerifyCheckpointRequest& request) {
    TY_ASSIGN(const auto row, environment.store.checkpointAt(request.path()));
    if (row && isReported(*row)) return checkReported(environment, *row);
    const auto there = base::remotePathOf(request.path());
    if (!there) return verifyCheckpoint(request.path());
    TY_ASSIGN(v1::KeepReply reply, askAbout(environment, *there, [&](v1::KeepCall& call) {
                  call.mutable_verify()->set_path(there->path);
              }));
    for (v1::Problem& problem : *reply.mutable_verify()->mutable_problems()) problem.set_file(request.path());
    return std::move(*reply.mutable_verify());
}

base::Result<v1::DiffCheckpointsReply> diffAnywhere(Environment& environment,
                                                    const v1::DiffCheckpointsRequest& request) {
    v1::DiffCheckpointsRequest here = request;
    for (std::string* const path : {here.mutable_left(), here.mutable_right()}) {
        std::string notice;
        TY_ASSIGN(const auto copy, bringHere(environment, *path, notice));
        *path = copy.string();
    }
    return diffCheckpoints(here);
}

base::Status editElsewhere(Environment& environment, store::CheckpointRow& row,
                           v1::EditCheckpointRequest::Action action) {
    const auto there = base::remotePathOf(row.path);
    TY_TRY(askAbout(environment, *there, [&](v1::KeepCall& call) {
        call.mutable_edit()->set_path(there->path);
        call.mutable_edit()->set_action(action);
    }));
    row.isPinned = action == v1::EditCheckpointRequest::PIN;
    TY_TRY(environment.disk.call([&] {
        return action == v1::EditCheckpointRequest::DELETE
                   ? environment.store.removeCheckpoint(row.run, row.path)
                   : environment.store.addCheckpoint(row);
    }));
    environment.listeners.runChanged(row.run);
    return {};
}

}  // namespace trainyard::control
