// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/hosted_checkpoints.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <set>
#include <utility>

#include "core/base/file.h"
#include "core/base/text.h"
#include "core/checkpoint/copies.h"
#include "core/checkpoint/place.h"
#include "core/control/ask/checkpoint_catalog.h"
#include "core/control/run/checkpoint_keeper.h"
#include "core/control/run/kept_files.h"
#include "core/control/run/kept_messages.h"
#include "core/control/run/kept_table.h"
#include "core/node/fence.h"
#include "core/proto/failure.h"

namespace trainyard::control {

namespace fs = std::filesystem;
using base::Code;

struct HostedCheckpoints::Run {
    Run(std::string id, RunFolder folder, KeptTable::OnChange onChange)
        : id(std::move(id)), folder(std::move(folder)), table(this->id, std::move(onChange)) {}

    const std::string id;
    const RunFolder folder;
    KeptTable table;
    HeldCheckpoints held;
    std::string token;             ///< of the attempt
    std::set<std::string> former;  ///< of attempts before it
    v1::RunSpec spec;
    AttemptPlan plan{.number = 0};
    std::optional<events::SavedAt> evaluated;
    std::unique_ptr<CheckpointKeeper> keeper;  ///< null: of a run that has ended

    void note(const v1::KeepEvaluated& message) {
        evaluated.reset();
        if (message.is_awaited()) evaluated = events::SavedAt{message.attempt(), message.step()};
    }
    node::KeepDone withAll(const node::KeepDone& done) {
        return [this, done](const base::Result<std::shared_ptr<const v1::KeepReply>>& reply) {
            if (!reply) return done(base::fail(reply.error()));
            auto all = std::make_shared<v1::KeepReply>(**reply);
            const auto rows = table.checkpoints(id);
            for (const store::CheckpointRow& row : *rows) *all->add_all() = infoOf(row);
            done(std::shared_ptr<const v1::KeepReply>(std::move(all)));
        };
    }
};

HostedCheckpoints::HostedCheckpoints(Machine machine, fs::path runs, node::AttemptFences& fences)
    : machine_(machine), runs_(std::move(runs)), fences_(fences) {
}

HostedCheckpoints::~HostedCheckpoints() = default;

void HostedCheckpoints::close() {
    alive_.reset();
    onKept_ = {};
    for (const auto& [id, run] : kept_) run->keeper.reset();
}

/// Changes are made on the disk's executor, and reported in their order.
HostedCheckpoints::Run& HostedCheckpoints::runOf(const std::string& id) {
    auto& run = kept_[id];
    if (!run)
        run = std::make_unique<Run>(
            id, RunFolder{runs_ / id},
            [this, &loop = machine_.loop, alive = std::weak_ptr(alive_)](v1::KeptNews news) {
                loop.post([this, alive, news = std::move(news)] {
                    if (!alive.expired()) report(news);
                });
            });
    return *run;
}

void HostedCheckpoints::report(v1::KeptNews news) {
    if (const auto run = kept_.find(news.run()); run != kept_.end())
        news.set_attempt(run->second->plan.number);
    if (onKept_) onKept_(news);
}

/// Answers with what `read` returns on `executor`.
template <typename Read>
void HostedCheckpoints::reply(base::Executor& executor, Read read, const node::KeepDone& done) {
    executor.post([&loop = machine_.loop, read = std::move(read), done] {
        const base::Result<v1::KeepReply> reply = read();
        loop.post([done, reply] {
            if (reply)
                done(std::make_shared<const v1::KeepReply>(*reply));
            else
                done(base::fail(reply.error()));
        });
    });
}

void HostedCheckpoints::keep(const v1::KeepCall& call, node::KeepDone done) {
    using What = v1::KeepCall::WhatCase;
    const auto refuse = [&](base::Error error) {
        machine_.loop.post([done, error = std::move(error)] { done(base::fail(error)); });
    };
    const auto answer = [done] { done(std::make_shared<const v1::KeepReply>()); };
    const bool isName = !call.run().empty() && call.run().front() != '.' &&
                        call.run().find('/') == std::string::npos;  // it becomes the name of a folder
    if (!isName) return refuse({Code::kInvalidArgument, "a run without a name", "node.no_run"});
    switch (call.what_case()) {  // what changes nothing
        case What::kRead:
            return reply(
                machine_.reading,
                [read = call.read()]() -> base::Result<v1::KeepReply> {
                    v1::KeepReply reply;
                    TY_ASSIGN(*reply.mutable_part(), readKept(read));
                    return reply;
                },
                done);
        case What::kShow:
            return reply(
                machine_.reading,
                [show = call.show()]() -> base::Result<v1::KeepReply> {
                    v1::KeepReply reply;
                    TY_ASSIGN(*reply.mutable_show(), showCheckpoint(show));
                    return reply;
                },
                done);
        case What::kVerify:
            return reply(
                machine_.reading,
                [path = call.verify().path()]() -> base::Result<v1::KeepReply> {
                    v1::KeepReply reply;
                    TY_ASSIGN(*reply.mutable_verify(), verifyCheckpoint(path));
                    return reply;
                },
                done);
        case What::kRemoveCopies:
            return reply(
                machine_.deletions,
                [root = runs_ / call.run(), run = call.run(),
                 attempt = call.attempt()]() -> base::Result<v1::KeepReply> {
                    TY_TRY(checkpoint::removeCopies(root, run, attempt));
                    return v1::KeepReply();
                },
                done);
        default:
            break;
    }
    Run& run = runOf(call.run());
    if (call.attempt() < run.plan.number)
        return refuse(node::fencedInMemory(call.run(), call.attempt(), run.plan.number));
    const bool isKept = run.keeper && call.attempt() == run.plan.number;
    switch (call.what_case()) {
        case What::kBegin:
            return begin(run, call, done);
        case What::kSearch:
            return search(call, done);
        case What::kEdit:
            return edit(run, call, done);
        case What::kEvaluated:
            if (isKept) run.note(call.evaluated());
            return answer();
        case What::kClose:
            if (isKept) return run.keeper->close(answer);
            break;
        case What::kClear:
            if (isKept)
                return run.keeper->clear(call.clear().removes_backup() ? AttemptCheckpoints::Backup::kRemove
                                                                       : AttemptCheckpoints::Backup::kKeep,
                                         [answer](const std::string&) { answer(); });
            break;
        default:
            return refuse({Code::kUnimplemented,
                           "the node does not know this call; install the same version of Trainyard on "
                           "both machines",
                           "node.unknown_call"});
    }
    refuse({Code::kFailedPrecondition,
            base::say("the node keeps no checkpoints for attempt {} of run {}", call.attempt(), call.run()),
            "node.not_kept"});
}

void HostedCheckpoints::begin(Run& run, const v1::KeepCall& call, const node::KeepDone& done) {
    const v1::KeepBegin& begin = call.begin();
    if (!run.token.empty() && run.token != begin.token()) run.former.insert(run.token);
    run.token = begin.token();
    run.note(begin.evaluated());
    if (run.keeper && run.plan.number == call.attempt()) {
        // After what is in progress: it is in the answer, or in the news that follow.
        reply(machine_.disk, [] { return base::Result<v1::KeepReply>(v1::KeepReply()); }, run.withAll(done));
        return;
    }
    run.keeper.reset();  // first: it gives the folders back
    run.spec = begin.spec();
    run.plan = {.number = call.attempt(),
                .restorePath = begin.restore_path(),
                .fromStep = begin.from_step(),
                .basePath = begin.base_path()};
    run.keeper = std::make_unique<CheckpointKeeper>(
        CheckpointKeeper::Machine{machine_.loop, machine_.disk, machine_.deletions, run.table, run.held},
        run.id, run.folder, run.spec, run.plan,
        CheckpointKeeper::Calls{.announce = [](const v1::RunEvent&) {},  // the table reports it
                                .warn =
                                    [this, id = run.id](const std::string& code, const base::Words& message) {
                                        v1::KeptNews news;
                                        news.set_run(id);
                                        v1::Problem& warning = *news.add_warnings();
                                        warning.set_severity(v1::Problem::WARNING);
                                        warning.set_code(code);
                                        proto::setMessage(warning, message);
                                        report(std::move(news));
                                    },
                                .evaluated = [&run] { return run.evaluated; }});
    const int attempt = call.attempt();
    const auto prepare = [&fences = fences_, attempt, &table = run.table, folder = run.folder,
                          spec = run.spec, id = run.id, prepared = run.keeper->preparation(),
                          adoption = run.keeper->adoption(),
                          isRunning = begin.is_running()]() -> base::Result<v1::KeepReply> {
        TY_TRY(fences.admit(id, attempt));
        if (isRunning) {
            for (const CheckpointShelf::Published& published : adoption())  // the table reports them
                for (const auto& [code, message] : published.warnings)
                    spdlog::warn("run {}: {}: {}", id, code, message);
        } else {
            TY_TRY(base::makeFolders(folder.checkpoints()));
            TY_TRY(prepared());
            if (const fs::path model = spec.train().save_model(); !model.empty())
                TY_TRY(checkpoint::maySaveModel(model));
        }
        TY_TRY(
            reconcile(table, id, {checkpointFolderOf(folder.root, spec), backupFolderOf(folder.root, spec)}));
        return v1::KeepReply();
    };
    reply(machine_.disk, prepare,
          [&run, attempt, done](const base::Result<std::shared_ptr<const v1::KeepReply>>& reply) {
              // Refused: the next one that begins tries again.
              if (!reply && run.plan.number == attempt) run.keeper.reset();
              run.withAll(done)(reply);
          });
}

void HostedCheckpoints::search(const v1::KeepCall& call, const node::KeepDone& done) {
    reply(
        machine_.reading,
        [root = runs_ / call.run(), run = call.run(),
         search = call.search()]() -> base::Result<v1::KeepReply> {
            v1::KeepReply reply;
            TY_ASSIGN(*reply.mutable_found(), findKept(root, run, search));
            return reply;
        },
        done);
}

void HostedCheckpoints::edit(Run& run, const v1::KeepCall& call, const node::KeepDone& done) {
    const auto remove =
        removeBesideLoop(machine_.deletions, machine_.loop, [id = run.id](const base::Error& error) {
            spdlog::warn("run {}: a checkpoint was deleted, and some of it is left: {}", id, error.words());
        });
    reply(
        machine_.disk,
        [&fences = fences_, &table = run.table, id = run.id, attempt = call.attempt(), request = call.edit(),
         remove]() -> base::Result<v1::KeepReply> {
            TY_TRY(fences.admit(id, attempt));
            TY_TRY(editKept(table, id, request.path(), request.action(), remove));
            return v1::KeepReply();
        },
        done);
}

bool HostedCheckpoints::publish(const TaskIdentity& task, const v1::PublishCheckpointRequest& request,
                                const AttemptCheckpoints::OnPublished& done) {
    const auto found = kept_.find(task.run);
    if (found == kept_.end()) return false;
    Run& run = *found->second;
    if (run.former.contains(task.token)) {
        done(base::fail(Code::kAborted, base::say("attempt {} of run {} has ended", task.attempt, task.run),
                        "attempt.ended"));
        return true;
    }
    const bool isKnown = run.keeper && run.plan.number == task.attempt && run.token == task.token;
    if (isKnown) run.keeper->publish(request, done);
    return isKnown;
}

}  // namespace trainyard::control
