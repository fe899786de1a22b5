// SPDX-License-Identifier: Apache-2.0
#include "core/control/runs/run_adoption.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <utility>

#include "core/base/json.h"
#include "core/control/run/await.h"
#include "core/control/run/checkpoint_ledger.h"
#include "core/control/runs/run_row.h"
#include "core/plugin/catalog.h"
#include "core/spec/cluster/cluster_lint.h"
#include "core/spec/run/command_spec.h"
#include "core/spec/run/values.h"
#include "core/store/run_record.h"

namespace trainyard::control {
namespace {

/// After each ended run whose checkpoints are reconciled, this many times as long as that took.
constexpr int kRestPerRun = 9;
constexpr std::chrono::milliseconds kLongestRest{1000};

/// The other machines that it has tasks on.
std::vector<std::string> placesOf(const store::RunRow& row) {
    std::vector<std::string> places;
    const auto tree = base::parseJson(row.specJson, "the run's specification");
    const auto spec = tree ? spec::fromJson(*tree) : base::fail(tree.error());
    if (!spec) return places;  // adopt() says why
    for (const auto& [role, entries] : spec->cluster())
        for (const auto& value : entries.values())
            if (const auto entry = spec::parseClusterEntry(spec::valueToJson(value));
                entry && !spec::isLocalNode(entry->node) &&
                std::ranges::find(places, entry->node) == places.end())
                places.push_back(entry->node);
    return places;
}

}  // namespace

RunAdoption::RunAdoption(RunRegistry& registry, IsRestored isRestored)
    : registry_(registry),
      environment_(registry.environment()),
      isRestored_(std::move(isRestored)),
      rest_(std::make_unique<base::Timer>(environment_.loop)) {
}

base::Status RunAdoption::adoptAll(const OnProgress& onProgress) {
    auto known = environment_.store.runs();
    const bool isReadable = known.has_value();
    if (!known && environment_.store.damage()) {
        spdlog::error("runs are taken up as their records say: {}", known.error().describe());
        known = environment_.store.recordedRuns();
    }
    TY_ASSIGN(const auto rows, std::move(known));
    holdBases(rows);
    const auto all = static_cast<std::int64_t>(rows.size());
    std::int64_t looked = 0;
    for (const store::RunRow& listed : rows) {
        ++looked;
        if (isFinal(statusFromName(listed.status))) {
            if (isReadable) unreconciled_.push_back(listed.id);
            continue;
        }
        auto stored = environment_.store.run(listed.id);
        if (!stored && !environment_.store.damage()) return base::fail(std::move(stored).error());
        std::optional<store::RunRow> row = stored ? std::move(*stored) : listed;
        if (!row) continue;
        // What has become of it since its store was damaged is in its record alone.
        if (environment_.store.damage())
            if (auto recorded = environment_.store.recorded(row->id)) row = std::move(recorded->row);
        if (isFinal(statusFromName(row->status))) continue;
        const auto places = placesOf(*row);
        if (!places.empty() && environment_.nodes && row->finishedJson.empty()) {
            environment_.directory.expect(row->id);  // its tasks ask again
            adoptWhenConnected(*row, places);
            continue;
        }
        if (onProgress) onProgress({.runsRead = looked, .runs = all});
        // A run that cannot be adopted must not keep the agent from serving the others.
        if (const auto adopted = adopt(*row); !adopted)
            spdlog::error("run {} cannot be taken up: {}", row->id, adopted.error().describe());
    }
    std::ranges::reverse(unreconciled_);
    return {};
}

/// Until each is taken up, and holds its own. As CheckpointKeeper: once an attempt has continued from a
/// checkpoint of the run, its base is not needed.
void RunAdoption::holdBases(const std::vector<store::RunRow>& rows) {
    std::map<std::string, HeldCheckpoints::Hold> bases;
    for (const store::RunRow& row : rows) {
        if (isFinal(statusFromName(row.status))) continue;
        const auto file = readAttempt(RunFolder{row.dir}.attemptFile());
        if (!file || file->plan.basePath.empty()) continue;
        const AttemptPlan& plan = file->plan;
        if (plan.restorePath.empty() || plan.restorePath == plan.basePath)
            bases[row.id] = environment_.held.hold(row.id, plan.basePath);
    }
    environment_.loop.call([&] { bases_ = std::move(bases); });
}

/// One run at a time, so that who asks for something meanwhile need not wait for all of them.
void RunAdoption::reconcileNext() {
    if (!rest_ || unreconciled_.empty() || registry_.isClosing()) return;
    const std::string run = std::move(unreconciled_.back());
    unreconciled_.pop_back();
    const bool isLive = registry_.find(run) != nullptr;
    environment_.disk.post([this, run, isLive] {
        const auto begun = std::chrono::steady_clock::now();
        const auto reconciled = [&]() -> base::Status {
            TY_ASSIGN(const auto row, environment_.store.run(run));
            return row && !isLive ? reconcileEnded(environment_, *row) : base::Status();
        }();
        if (!reconciled) spdlog::error("run {}: {}", run, reconciled.error().describe());
        const auto used = std::chrono::steady_clock::now() - begun;
        const auto rest =
            std::min(kLongestRest, std::chrono::duration_cast<std::chrono::milliseconds>(used * kRestPerRun));
        environment_.loop.post([this, rest] {
            if (rest_) rest_->start(rest, [this] { reconcileNext(); });
        });
    });
}

/// Its tasks can be found then. They train on meanwhile.
void RunAdoption::adoptWhenConnected(const store::RunRow& row, const std::vector<std::string>& nodes) {
    const auto left = std::make_shared<std::size_t>(nodes.size());
    for (const std::string& node : nodes)
        environment_.nodes->whenConnected(node, {row.id, std::max(1, row.attempts)}, [this, row, left] {
            if (--*left > 0 || !placed_) return;
            placed_->post([this, row] {
                const auto adopted = adopt(row);
                if (adopted) return;
                environment_.directory.retire(row.id, row.attempts);
                spdlog::error("run {} cannot be taken up: {}", row.id, adopted.error().describe());
            });
        });
}

void RunAdoption::close() {
    auto ending = environment_.loop.call([this] {
        bases_.clear();
        rest_.reset();
        return std::move(placed_);
    });
    ending.reset();
}

base::Status RunAdoption::adopt(const store::RunRow& row) {
    spdlog::info("taking up run {} ({})", row.id, row.status);
    if (!row.finishedJson.empty()) return completeFinish(row);
    TY_ASSIGN(const auto tree, base::parseJson(row.specJson, "the run's specification"));
    TY_ASSIGN(v1::RunSpec spec, spec::fromJson(tree));
    const plugin::Catalog catalog = plugin::Catalog::load();
    // Without its manifest nothing is known of its roles: then the run is complete when every task has ended.
    const spec::StrategyInfo strategy =
        spec::rolesOf(spec, catalog.strategies()).value_or(spec::StrategyInfo{.id = row.strategy});
    AttemptPlan plan;
    plan.number = std::max(1, row.attempts);
    if (const auto file = readAttempt(RunFolder{row.dir}.attemptFile());
        file && file->plan.number >= row.attempts)
        plan = file->plan;
    RunController& controller = environment_.loop.call([&]() -> RunController& {
        RunController& added = registry_.add(row, std::move(spec), strategy, std::move(plan));
        bases_.erase(row.id);
        return added;
    });
    controller.readPast();
    // A run that was not watched may have ended long ago: then no process is started on its behalf.
    const bool isUnsure = isRestored_(row.id) || environment_.store.damage();
    base::Result<bool> hasLivingTask = true;
    if (isUnsure)
        hasLivingTask = await<base::Result<bool>>(
            environment_.loop, [&](const auto& answer) { environment_.node.hasLivingTask(row.id, answer); });
    const Relaunch relaunch = hasLivingTask.value_or(true) ? Relaunch::kAllowed : Relaunch::kRefused;
    // A link may break again before it is done, and this agent may end before it is back.
    if (!placesOf(row).empty()) {
        environment_.loop.post([this, id = row.id, relaunch] {
            if (RunController* const run = registry_.find(id)) run->adopt(relaunch);
        });
        return {};
    }
    await<bool>(environment_.loop,
                [&](const auto& answer) { controller.adopt(relaunch, [answer] { answer(true); }); });
    return {};
}

/// The former agent died between a run's outcome and its telling.
base::Status RunAdoption::completeFinish(store::RunRow row) {
    TY_ASSIGN(const v1::RunFinished finished, finishedOf(row));
    TY_ASSIGN(const std::uint64_t last, environment_.store.lastSeq(row.id));
    TY_ASSIGN(const auto newest, environment_.store.events(row.id, last > 0 ? last - 1 : 0, 1));
    if (newest.empty() || newest.back().kind != "finished") {
        v1::RunEvent event;
        event.set_run(row.id);
        event.set_time(row.ended);
        *event.mutable_finished() = finished;
        TY_TRY(environment_.store.appendEvent(row.id, event.time(), "finished", event.SerializeAsString()));
    }
    row.status = statusName(finished.status());
    environment_.loop.call([&] { bases_.erase(row.id); });
    return environment_.store.updateRun(row);
}

}  // namespace trainyard::control
