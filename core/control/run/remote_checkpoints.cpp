// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/remote_checkpoints.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <set>
#include <utility>

#include "core/base/path.h"
#include "core/checkpoint/ownership.h"
#include "core/control/run/checkpoint_fetch.h"
#include "core/control/run/checkpoint_ledger.h"
#include "core/control/run/disk_work.h"
#include "core/control/run/kept_messages.h"
#include "core/proto/failure.h"

namespace trainyard::control {
namespace {

using Reply = base::Result<std::shared_ptr<const v1::KeepReply>>;

/// One that is known by its path and attempt keeps the times that only its writer knew.
base::Status enter(store::CheckpointTable& table, const std::vector<store::CheckpointRow>& known,
                   store::CheckpointRow row, int attempt, std::vector<v1::RunEvent>& events) {
    const auto same = std::ranges::find_if(known, [&](const store::CheckpointRow& one) {
        return one.path == row.path && one.attempt == row.attempt;
    });
    if (same != known.end() && row.writeMs == 0) {
        row.stallMs = same->stallMs;
        row.writeMs = same->writeMs;
        row.time = same->time;
    }
    TY_TRY(table.addCheckpoint(row));
    if (same == known.end() && row.attempt == attempt) events.push_back(savedEvent(row));
    return {};
}

}  // namespace

base::Result<std::vector<v1::RunEvent>> mirrorKept(store::CheckpointTable& table, const std::string& node,
                                                   int attempt, const v1::KeptNews& news) {
    std::vector<v1::RunEvent> events;
    TY_ASSIGN(const auto known, table.checkpoints(news.run()));
    for (const v1::CheckpointInfo& info : news.saved()) {
        store::CheckpointRow row = rowOf(info);
        row.path = base::RemotePath{node, row.path}.text();
        TY_TRY(enter(table, known, std::move(row), attempt, events));
    }
    for (const std::string& path : news.removed())
        TY_TRY(table.removeCheckpoint(news.run(), base::RemotePath{node, path}.text()));
    return events;
}

base::Result<std::vector<v1::RunEvent>> mirrorAll(store::CheckpointTable& table, const std::string& node,
                                                  const std::string& run, int attempt,
                                                  const v1::KeepReply& all) {
    v1::KeptNews news;
    news.set_run(run);
    *news.mutable_saved() = all.all();
    std::set<std::string> there;
    for (const v1::CheckpointInfo& info : all.all()) there.insert(info.path());
    TY_ASSIGN(const auto known, table.checkpoints(run));
    for (const store::CheckpointRow& row : known)
        if (const auto path = base::remotePathOf(row.path);
            path && path->node == node && !there.contains(path->path))
            news.add_removed(path->path);
    return mirrorKept(table, node, attempt, news);
}

RemoteCheckpoints::RemoteCheckpoints(Environment& environment, std::string run, RunFolder folder,
                                     const v1::RunSpec& spec, const AttemptPlan& plan, TaskSet& tasks,
                                     std::string node, Calls calls)
    : environment_(environment),
      run_(std::move(run)),
      folder_(std::move(folder)),
      spec_(spec),
      plan_(plan),
      tasks_(tasks),
      node_(std::move(node)),
      calls_(std::move(calls)) {
}

RemoteCheckpoints::~RemoteCheckpoints() {
    node::Node* const node = environment_.nodes ? environment_.nodes->find(node_) : nullptr;
    if (node && !token_.empty()) node->onKept(run_, {});
}

v1::KeepCall RemoteCheckpoints::callOf() const {
    v1::KeepCall call;
    call.set_run(run_);
    call.set_attempt(plan_.number);
    return call;
}

/// Not answered once this has ended.
void RemoteCheckpoints::ask(const v1::KeepCall& call, Answered answered) {
    node::Node* const node = environment_.nodes ? environment_.nodes->find(node_) : nullptr;
    const auto ifAlive = [alive = std::weak_ptr(alive_), answered = std::move(answered)](const Reply& reply) {
        if (!alive.expired()) answered(reply);
    };
    if (node) return node->keep(call, ifAlive);
    environment_.loop.post([ifAlive, name = node_] { ifAlive(base::fail(unknownNode(name))); });
}

void RemoteCheckpoints::open(Tasks tasks, const std::string& token, std::function<void(base::Status)> done) {
    token_ = token;
    isRunning_ = tasks == Tasks::kRunning;
    node::Node* const node = environment_.nodes ? environment_.nodes->find(node_) : nullptr;
    if (node) node->onKept(run_, [this](const v1::KeptNews& news) { received(news); });
    if (!node && isRunning_)  // abandoned: none of the tasks there will save anything for this run
        return environment_.loop.post([done = std::move(done)] { done({}); });
    begin([this, done = std::move(done)](const base::Status& begun) {
        if (!begun || isRunning_) return done(begun);
        isRunning_ = true;  // whenever it begins again
        bring(done);
    });
}

/// Of an attempt that the machine keeps already, this changes nothing: its answer is what is there.
void RemoteCheckpoints::begin(std::function<void(base::Status)> done) {
    const auto onNode = [this](const std::string& path) {
        const auto there = base::remotePathOf(path);
        return there && there->node == node_ ? there->path : std::string();
    };
    v1::KeepCall call = callOf();
    v1::KeepBegin& begin = *call.mutable_begin();
    *begin.mutable_spec() = spec_;
    begin.set_token(token_);
    begin.set_restore_path(onNode(plan_.restorePath));
    begin.set_base_path(onNode(plan_.basePath));
    begin.set_from_step(plan_.fromStep);
    begin.set_is_running(isRunning_);
    *begin.mutable_evaluated() = evaluated();
    reportedEvaluated_ = begin.evaluated().SerializeAsString();
    ask(call, [this, done = std::move(done)](const Reply& reply) {
        if (!reply) return done(base::fail(reply.error()));
        mirror([&table = environment_.store, node = node_, run = run_, attempt = plan_.number,
                all = *reply] { return mirrorAll(table, node, run, attempt, *all); },
               [done] { done({}); });
    });
}

/// The checkpoint that the attempt continues from is on the chief's machine; tasks of others need a copy.
void RemoteCheckpoints::bring(std::function<void(base::Status)> done) {
    const auto there = base::remotePathOf(plan_.restorePath);
    const bool isNeeded =
        there && std::ranges::any_of(tasks_, [&](const Member& one) { return one.plan.node != there->node; });
    if (!isNeeded) return done({});
    environment_.fetches.fetch(environment_.nodes, run_, folder_.root, *there,
                               [this, alive = std::weak_ptr(alive_), done = std::move(done),
                                node = there->node](const base::Result<FetchedCheckpoint>& fetched) {
                                   if (alive.expired()) return;
                                   if (!fetched) return done(base::fail(fetched.error()));
                                   tasks_.setRestore(fetched->path, node);
                                   removeOtherCopies(fetched->path);
                                   done({});
                               });
}

/// Of attempts before this one. Those that other runs begin from stay, and those that are being fetched.
void RemoteCheckpoints::removeOtherCopies(const std::filesystem::path& copy) {
    environment_.disk.post(
        [copy, run = run_, &held = environment_.held, fetched = environment_.fetches.folders()] {
            auto kept = held.all();
            kept.insert(kept.end(), fetched.begin(), fetched.end());
            std::error_code error;
            for (std::filesystem::directory_iterator entry(copy.parent_path(), error), end;
                 !error && entry != end; entry.increment(error)) {
                if (entry->path() == copy || std::ranges::find(kept, entry->path()) != kept.end()) continue;
                if (const auto removed = checkpoint::removeOwn(entry->path(), {run}); !removed)
                    spdlog::warn("run {}: {}", run, removed.error().describe());
            }
        });
}

/// Enters in the store, on the disk's executor, what `work` is about; then announces it.
template <typename Work>
void RemoteCheckpoints::mirror(Work work, std::function<void()> then) {
    onDisk(environment_.disk, environment_.loop, alive_, std::move(work),
           [this, then = std::move(then)](const base::Result<std::vector<v1::RunEvent>>& events) {
               if (!events) spdlog::error("run {}: {}", run_, events.error().describe());
               for (const v1::RunEvent& event : events ? *events : std::vector<v1::RunEvent>())
                   calls_.announce(event);
               if (then) then();
           });
}

void RemoteCheckpoints::received(const v1::KeptNews& news) {
    if (news.run().empty()) {  // the agent there was restarted
        begin([this](const base::Status& begun) {
            if (!begun)
                calls_.warn(
                    "checkpoint.failed",
                    begun.error().wrap(base::say("node {} saves no checkpoints of this run", node_)).words());
        });
        return;
    }
    mirror([&table = environment_.store, node = node_, attempt = plan_.number,
            news] { return mirrorKept(table, node, attempt, news); },
           {});
    for (const v1::Problem& warning : news.warnings()) calls_.warn(warning.code(), proto::messageOf(warning));
}

void RemoteCheckpoints::publish(const v1::PublishCheckpointRequest&, OnPublished done) {
    done(base::fail(base::Code::kFailedPrecondition,
                    base::say("the checkpoints of run {} are published by the agent of node {}", run_, node_),
                    "checkpoint.elsewhere"));
}

/// Both are answered after the news of what they have changed.
void RemoteCheckpoints::close(std::function<void()> closed) {
    isClosed_ = true;
    v1::KeepCall call = callOf();
    call.mutable_close();
    ask(call, [this, closed = std::move(closed)](const Reply& reply) {
        if (!reply) spdlog::warn("run {}: {}", run_, reply.error().describe());
        mirror([] { return base::Result<std::vector<v1::RunEvent>>(); }, closed);
    });
}

void RemoteCheckpoints::clear(Backup backup, std::function<void(const std::string& newest)> removed) {
    v1::KeepCall call = callOf();
    call.mutable_clear()->set_removes_backup(backup == Backup::kRemove);
    ask(call, [this, removed = std::move(removed)](const Reply& reply) {
        if (!reply) spdlog::warn("run {}: {}", run_, reply.error().describe());
        const auto newest = std::make_shared<std::string>();
        mirror(
            [newest, &table = environment_.store, run = run_] {
                *newest = newestCheckpoint(table, run);
                return base::Result<std::vector<v1::RunEvent>>();
            },
            [newest, removed] { removed(*newest); });
    });
}

void RemoteCheckpoints::search(std::function<void(const RestoreSearch&)> onFound) {
    v1::KeepCall call = callOf();
    *call.mutable_search()->mutable_spec() = spec_;
    *call.mutable_search()->mutable_saved_spec() = spec_;
    ask(call, [this, onFound = std::move(onFound)](const Reply& reply) {
        RestoreSearch search;
        if (reply)
            search = fromMessage((*reply)->found(), node_);
        else
            search.error = reply.error();
        onFound(search);
    });
}

v1::KeepEvaluated RemoteCheckpoints::evaluated() const {
    v1::KeepEvaluated message;
    const auto at = calls_.evaluated();
    if (!at) return message;
    message.set_is_awaited(true);
    message.set_attempt(at->attempt);
    message.set_step(at->step);
    return message;
}

void RemoteCheckpoints::noteEvaluated() {
    if (token_.empty() || isClosed_) return;
    v1::KeepCall call = callOf();
    *call.mutable_evaluated() = evaluated();
    std::string text = call.evaluated().SerializeAsString();
    if (text == reportedEvaluated_) return;
    reportedEvaluated_ = std::move(text);
    ask(call, [](const Reply&) {});
}

}  // namespace trainyard::control
