// SPDX-License-Identifier: Apache-2.0
#include "core/control/start/run_starter.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <map>

#include "core/base/cancel.h"
#include "core/base/json.h"
#include "core/base/path.h"
#include "core/base/sent_place.h"
#include "core/base/time.h"
#include "core/control/ask/bell.h"
#include "core/control/metrics/figures.h"
#include "core/control/preflight/model_check.h"
#include "core/control/preflight/place_check.h"
#include "core/control/run/await.h"
#include "core/control/run/command_environment.h"
#include "core/control/runs/run_row.h"
#include "core/control/start/resume_plan.h"
#include "core/proto/failure.h"
#include "core/spec/run/command_spec.h"

namespace trainyard::control {
namespace {

using base::Code;
constexpr std::chrono::milliseconds kTryAgain{100};
namespace fs = std::filesystem;

base::Error agentIsEnding() {
    return {Code::kUnavailable, "the agent is being stopped; try again in a moment", "agent.stopping"};
}

v1::Problem logdirRefusal(const v1::RunSpec& spec, const std::string& user) {
    v1::Problem problem = refusal(
        "command.logdir_in_use",
        base::say("run {} is using the log folder {}; the metrics of the two runs could not be told apart",
                  user, spec.logdir()));
    problem.set_path("logdir");
    proto::setFix(problem, "wait until it ends, or choose another `logdir`");
    return problem;
}

/// What the tasks of each other machine read of `places`. A parameter server reads neither data nor weights.
std::map<std::string, std::vector<NamedPlace>> readsOf(const std::vector<spec::TaskPlan>& tasks,
                                                       const std::vector<NamedPlace>& places) {
    std::map<std::string, bool> readsAll;
    for (const spec::TaskPlan& task : tasks)
        if (task.node != "local") readsAll[task.node] |= task.role != "ps";
    std::map<std::string, std::vector<NamedPlace>> reads;
    for (const auto& [node, all] : readsAll)
        for (const NamedPlace& place : places)
            if (all || place.key == "cwd" || place.place.starts_with(base::kPluginPlace))
                reads[node].push_back(place);
    return reads;
}

}  // namespace

RunStarter::RunStarter(RunRegistry& registry, fs::path runs)
    : registry_(registry),
      environment_(registry.environment()),
      runs_(std::move(runs)),
      nodeFiles_(environment_.loop, environment_.nodes) {
}

Checked RunStarter::check(const v1::RunSpec& spec) const {
    return check(spec, plugin::Catalog::load(), "");
}

Checked RunStarter::check(const v1::RunSpec& spec, const plugin::Catalog& catalog,
                          const std::string& run) const {
    using Checks = base::Result<std::vector<base::Status>>;
    if (environment_.gpus && environment_.nodes) environment_.gpus->identify(environment_.nodes->machines());
    Checked checked = preflight(
        spec, catalog, environment_.programs, runs_, run, environment_.gpus,
        [&](std::vector<std::uint16_t> ports) {
            const std::size_t count = ports.size();
            const Checks checks = await<Checks>(
                environment_.loop, [&](auto done) { environment_.node.checkPorts(ports, std::move(done)); });
            // A machine that cannot be asked is the same problem for each of them.
            return checks ? *checks : std::vector<base::Status>(count, base::fail(checks.error()));
        });
    const auto strategy = spec::rolesOf(spec, catalog.strategies());
    if (hasError(checked.problems) || !strategy) return checked;
    for (v1::Problem& problem : checkPlaces(environment_.nodes, spec::tasksOf(spec, *strategy)))
        checked.problems.push_back(std::move(problem));
    if (hasError(checked.problems) || !environment_.nodes) return checked;
    if (environment_.gpus) environment_.gpus->identify(environment_.nodes->machines());  // connected by now
    const auto tasks = spec::tasksOf(spec, *strategy);
    for (v1::Problem& problem : checkMachines(*environment_.nodes, tasks))
        checked.problems.push_back(std::move(problem));
    for (v1::Problem& problem : checkAddresses(environment_.loop, *environment_.nodes, spec, tasks))
        checked.problems.push_back(std::move(problem));
    if (hasError(checked.problems)) return checked;
    for (v1::Problem& problem : checkPortsThere(environment_.loop, *environment_.nodes, spec, tasks))
        checked.problems.push_back(std::move(problem));
    if (environment_.gpus && takesGpu(spec, *strategy))
        for (v1::Problem& problem : checkGpusThere(*environment_.nodes, *environment_.gpus, spec, tasks, run))
            checked.problems.push_back(std::move(problem));
    for (const auto& [node, places] : readsOf(tasks, placesOf(spec, checked, catalog))) {
        for (v1::Problem& problem : nodeFiles_.check(node, spec, places))
            checked.problems.push_back(std::move(problem));
    }
    return checked;
}

/// Two calls that send the same file would write to the same place.
base::Result<std::unique_lock<std::timed_mutex>> RunStarter::lockSending() {
    std::unique_lock lock(sending_, std::defer_lock);
    while (!lock.try_lock_for(kTryAgain)) TY_TRY(base::checkCancelled());
    return lock;
}

base::Result<v1::FilesReply::Cleaned> RunStarter::cleanFiles(const std::string& node,
                                                             std::chrono::seconds unused) {
    TY_ASSIGN(const std::unique_lock lock, lockSending());
    return nodeFiles_.clean(node, unused);
}

base::Status RunStarter::sendFiles(const v1::SendFilesRequest& request,
                                   const std::function<bool(const v1::SendFilesReply&)>& send) {
    const plugin::Catalog catalog = plugin::Catalog::load();
    const Checked checked = check(request.spec(), catalog, request.run());
    const auto strategy = spec::rolesOf(request.spec(), catalog.strategies());
    v1::SendFilesReply last;
    last.set_finished(true);
    const auto isOther = [](const v1::Problem& problem) {
        return problem.severity() == v1::Problem::ERROR && problem.code() != "node.lacks_files";
    };
    // The start says what else is wrong; nothing is sent for it.
    if (!strategy || std::ranges::any_of(checked.problems, isOther)) return {};
    TY_ASSIGN(const std::unique_lock lock, lockSending());
    for (const auto& [node, places] :
         readsOf(spec::tasksOf(request.spec(), *strategy), placesOf(request.spec(), checked, catalog))) {
        TY_ASSIGN(const auto lacks, nodeFiles_.lacks(node, places));
        std::uint64_t total = 0, before = 0;
        for (const NodeFiles::Lack& lack : lacks) total += lack.bytes;
        for (const NodeFiles::Lack& lack : lacks) {
            v1::SendFilesReply progress;
            progress.set_node(node);
            progress.set_place(lack.place->place);
            progress.set_bytes(static_cast<std::int64_t>(total));
            TY_TRY(nodeFiles_.send(node, lack, [&](std::uint64_t sent) {
                progress.set_bytes_done(static_cast<std::int64_t>(before + sent));
                return send(progress);
            }));
            before += lack.bytes;
        }
        last.set_bytes(last.bytes() + static_cast<std::int64_t>(total));
    }
    (void)send(last);  // false: the client has gone, and nothing is left to end
    return {};
}

base::Result<ShardPreviews> RunStarter::previewShards(const v1::RunSpec& spec) const {
    if (spec::isCommand(spec)) return ShardPreviews();
    const plugin::Catalog catalog = plugin::Catalog::load();
    const plugin::Manifest* manifest = catalog.find(spec::strategyOf(spec).name);
    if (!manifest) return base::fail(Code::kInternal, "lint let an unknown strategy pass");
    return control::previewShards(spec, *manifest);
}

std::vector<v1::TaskConfig> RunStarter::previewTasks(const v1::RunSpec& spec) const {
    if (!spec::isCommand(spec)) return {};
    return control::previewTasks(spec, environment_.cores);
}

base::Result<v1::StartRunReply> RunStarter::start(const v1::StartRunRequest& request) {
    TY_TRY(environment_.store.allowWrite());
    const plugin::Catalog catalog = plugin::Catalog::load();
    Checked checked = check(request.spec(), catalog, "");
    TY_TRY(base::checkCancelled());  // nobody waits for the answer: then there must be no run either
    std::vector<v1::Problem>& problems = checked.problems;
    v1::StartRunReply reply;
    for (const v1::Problem& problem : problems) *reply.add_problems() = problem;
    if (hasError(problems)) return reply;
    const auto strategy = spec::rolesOf(request.spec(), catalog.strategies());
    if (!strategy) return base::fail(Code::kInternal, "lint let an unknown strategy pass");
    store::RunRow row = newRow(request.spec(), *strategy, request.request_id(), request.client());
    row.source = request.source();
    if (request.has_member()) putMember(row, request.member());
    const auto estimate = estimateRun(request.spec(), checked);
    if (!estimate) spdlog::info("a run has no estimate: {}", estimate.error().describe());
    // A repeated request finds the run started by the first one.
    return environment_.storage.call([&]() -> base::Result<v1::StartRunReply> {
        TY_ASSIGN(const bool isAccepted, accepts(row, request.spec(), reply));
        if (!isAccepted) return reply;
        TY_ASSIGN(const store::RunRow created, environment_.store.createRun(row));
        reply.set_run(created.id);
        reply.set_dir(created.dir);
        if (created.status != "queued" || isLive(created.id)) return reply;
        if (estimate)
            environment_.disk.post(
                [dir = created.dir, estimate = *estimate] { keepEstimate(dir, estimate); });
        TY_TRY(launch(created, request.spec(), *strategy, {}, problems));
        return reply;
    });
}

bool RunStarter::isLive(const std::string& run) const {
    return environment_.loop.call([&] { return registry_.find(run) != nullptr; });
}

base::Status RunStarter::launch(store::RunRow row, const v1::RunSpec& spec,
                                const spec::StrategyInfo& strategy, AttemptPlan plan,
                                std::vector<v1::Problem> hints) {
    const bool isLaunched = environment_.loop.call([&] {
        if (registry_.isShuttingDown()) return false;
        registry_.launch(row, spec, strategy, std::move(plan), std::move(hints));
        return true;
    });
    if (isLaunched) return {};
    row.status = statusName(v1::STOPPED);
    row.ended = base::wallNow();
    TY_TRY(environment_.store.updateRun(row));
    return base::fail(agentIsEnding());
}

/// A run's end can be seen before it is stored and its controller deleted: whoever saw it may resume the run.
base::Status RunStarter::awaitEndOfEnding(const std::string& run) {
    const auto bell = std::make_shared<Bell>();
    environment_.listeners.add(run, bell);
    const auto isEnding = [&] {
        const RunController* found = registry_.find(run);
        return found && found->isOver();
    };
    const auto deadline = std::chrono::steady_clock::now() + environment_.patience.ending;
    while (environment_.loop.call(isEnding)) {
        TY_ASSIGN(const bool isNews, bell->await(deadline));
        if (!isNews)
            return base::fail(Code::kFailedPrecondition,
                              base::say("{} has ended, and its end could not be stored yet (is the disk "
                                        "full?); resume it again in a moment",
                                        run),
                              "run.ending");
    }
    return {};
}

base::Result<v1::StartRunReply> RunStarter::resume(const v1::ResumeRunRequest& request) {
    TY_TRY(environment_.store.allowWrite());
    if (!request.branch()) TY_TRY(awaitEndOfEnding(request.run()));
    TY_ASSIGN(auto row, startedRun(environment_.store, request.run()));
    v1::RunSpec spec = request.spec();
    if (!request.has_spec()) {
        TY_ASSIGN(const auto tree, base::parseJson(row.specJson, "the run's specification"));
        TY_ASSIGN(spec, spec::fromJson(tree));
    }
    v1::StartRunReply reply;
    const auto refuse = [&](const v1::Problem& problem) {
        *reply.add_problems() = problem;
        return reply;
    };
    if (const auto refused = refusalToResume(row, request, spec)) return refuse(*refused);
    const plugin::Catalog catalog = plugin::Catalog::load();
    auto problems = check(spec, catalog, request.branch() ? "" : row.id).problems;
    TY_TRY(base::checkCancelled());
    for (const v1::Problem& problem : problems) *reply.add_problems() = problem;
    if (hasError(problems)) return reply;
    const auto strategy = spec::rolesOf(spec, catalog.strategies());
    if (!strategy) return base::fail(Code::kInternal, "lint let an unknown strategy pass");

    auto planned = planResume(environment_, request, row, spec);
    if (!planned && planned.error().code == Code::kRefused)
        return refuse(refusal(planned.error().id, planned.error().words()));
    if (!planned) return base::fail(planned.error());
    if (const auto* refused = std::get_if<v1::Problem>(&*planned)) return refuse(*refused);
    AttemptPlan plan = std::get<AttemptPlan>(std::move(*planned));
    TY_TRY(base::checkCancelled());  // nobody waits for the answer: then there must be no attempt either
    // A run that is resumed from its newest may still have to save its model, or to be evaluated.
    if (const auto why = whyAtTheEnd(plan, spec); why && !request.from().empty()) return refuse(*why);
    for (const base::Words& notice : std::exchange(plan.notices, {})) {
        v1::Problem& problem = problems.emplace_back(refusal("checkpoint.damaged", notice));
        problem.set_severity(v1::Problem::WARNING);
    }
    if (const base::Words fetched = std::exchange(plan.fetched, {}); !fetched.empty()) {
        problems.push_back(refusal("checkpoint.fetched", fetched));
        problems.back().set_severity(v1::Problem::HINT);
    }
    if (plan.restorePath.empty() && !spec::isCommand(spec)) {
        problems.push_back(
            refusal("restart.from_start",
                    base::say("{} has no checkpoint to continue from: attempt {} starts at step 0", row.id,
                              plan.number)));
        problems.back().set_severity(v1::Problem::WARNING);
    }
    if (request.branch()) {
        store::RunRow fresh = newRow(spec, *strategy, request.request_id(), request.client());
        fresh.source = request.source().empty() ? row.source : request.source();
        fresh.parent = row.id;
        return takeUp(std::move(fresh), spec, *strategy, std::move(plan), std::move(problems));
    }
    return takeUp(std::move(row), spec, *strategy, std::move(plan), std::move(problems));
}

base::Result<v1::StartRunReply> RunStarter::takeUp(store::RunRow row, const v1::RunSpec& spec,
                                                   const spec::StrategyInfo& strategy, AttemptPlan plan,
                                                   std::vector<v1::Problem> hints) {
    // It was examined while its owner's retention could delete it; from here on it is kept.
    const auto held =
        environment_.held.hold(row.id.empty() ? row.parent + " (branch)" : row.id, plan.restorePath);
    const auto isThere = [&] {
        std::error_code error;
        return plan.restorePath.empty() || base::remotePathOf(plan.restorePath) ||
               fs::exists(plan.restorePath, error);
    };
    if (!environment_.disk.call(isThere))
        return base::fail(
            Code::kNotFound,
            base::say("{} was deleted while it was being checked; choose another one, or try again",
                      plan.restorePath),
            "checkpoint.not_found");
    const std::lock_guard one(takingUp_);  // of two concurrent requests one sees the other
    v1::StartRunReply reply;
    TY_ASSIGN(const bool isAccepted, environment_.storage.call([&] { return accepts(row, spec, reply); }));
    if (!isAccepted) return reply;
    // The plan before the row: see AttemptStart::start. A branch without it would begin at step 0.
    const auto writePlan = [&plan](const store::RunRow& of) {
        return writeAttempt(RunFolder{of.dir}.attemptFile(), {plan, "", std::nullopt});
    };
    if (!row.id.empty()) TY_TRY(environment_.disk.call([&] { return writePlan(row); }));
    return environment_.storage.call([&]() -> base::Result<v1::StartRunReply> {
        TY_ASSIGN(const bool isStillAccepted, accepts(row, spec, reply));
        if (!isStillAccepted) return reply;
        if (row.id.empty()) {
            TY_ASSIGN(row, environment_.store.createRun(row, writePlan));
            reply.set_run(row.id);
            reply.set_dir(row.dir);
            if (row.status != "queued" || isLive(row.id)) return reply;  // the same request again
        } else {
            TY_TRY(queueAgain(row, spec, strategy, plan));
        }
        reply.set_run(row.id);
        reply.set_dir(row.dir);
        for (const v1::Problem& hint : hints) *reply.add_problems() = hint;
        TY_TRY(launch(std::move(row), spec, strategy, std::move(plan), std::move(hints)));
        return reply;
    });
}

base::Result<bool> RunStarter::accepts(const store::RunRow& row, const v1::RunSpec& spec,
                                       v1::StartRunReply& reply) const {
    std::string user;
    const bool isEnding = environment_.loop.call([&] {
        user = registry_.userOfLogdir(spec, row);
        return registry_.isShuttingDown();
    });
    if (isEnding) return base::fail(agentIsEnding());
    if (!user.empty()) {
        *reply.add_problems() = logdirRefusal(spec, user);
        return false;
    }
    if (row.id.empty()) return true;
    TY_ASSIGN(const auto now, environment_.store.run(row.id));
    if (!isLive(row.id) && now && now->attempts == row.attempts) return true;
    *reply.add_problems() =
        refusal("run.running", base::say("{} was just resumed by another client", row.id));
    return false;
}

base::Status RunStarter::queueAgain(store::RunRow& row, const v1::RunSpec& spec,
                                    const spec::StrategyInfo& strategy, const AttemptPlan& plan) {
    // What people have written on it since it was read.
    TY_ASSIGN(const auto now, environment_.store.run(row.id));
    if (now) {
        row.name = now->name;
        row.note = now->note;
        row.tagsJson = now->tagsJson;
    }
    row.isTrashed = false;  // a live run is one to be seen
    const std::string known = row.name;
    renameOnResume(row, spec);
    const double kept = static_cast<double>(plan.fromStep);
    if (row.step > plan.fromStep) row.goodSeconds *= kept / static_cast<double>(row.step);
    row.status = "queued";
    row.ended = 0;
    row.failure.clear();
    row.finishedJson.clear();
    row.strategy = strategy.id;
    row.replicas = replicasOf(spec, strategy);
    row.epochs = spec.train().epochs();
    row.totalSteps = row.stepsPerEpoch = 0;  // the new plan says
    row.specJson = spec::toJson(spec).dump();
    TY_TRY(environment_.store.setSpec(row.id, row.specJson));
    const auto name = row.name == known ? std::nullopt : std::optional(row.name);
    TY_TRY(environment_.store.annotateRun(row.id, {.name = name, .isTrashed = false}));
    return environment_.store.updateRun(row);
}

}  // namespace trainyard::control
