// SPDX-License-Identifier: Apache-2.0
#include "core/control/runs/run_manager.h"

#include <spdlog/spdlog.h>

#include <chrono>

#include "core/base/file.h"
#include "core/base/sha256.h"
#include "core/node/inventory.h"
#include "core/node/local_node.h"
#include "core/plugin/catalog.h"
#include "core/spec/run/run_spec.h"

namespace trainyard::control {
namespace {

/// How long an agent that found a store without its runs' points reads them before it answers anybody.
constexpr std::chrono::seconds kRestorePatience{3};

/// What the check of a run file needs is made while the store is opened.
void prepareFirstRun() {
    spec::runSchema();
    plugin::Catalog::load();
}

}  // namespace

base::Result<std::unique_ptr<RunManager>> RunManager::open(
    Options options, std::function<void(const std::string&, int)> onAttemptEnd) {
    std::unique_ptr<RunManager> manager(new RunManager(std::move(options)));
    RunManager& all = *manager;
    TY_TRY(base::makeFolders(all.options_.home.runs(), 0700));
    all.disk_ = std::make_unique<base::Executor>("ty-disk");
    all.disk_->post(prepareFirstRun);
    TY_TRY(all.openStore());
    TY_ASSIGN(const node::Inventory machine, node::inventory());
    (void)base::Sha256::hex("");  // the first digest has OpenSSL read its configuration: not in the loop
    TY_ASSIGN(all.loop_, base::EventLoop::start());
    all.deletions_ = std::make_unique<base::Executor>("ty-delete");
    all.storage_ = std::make_unique<base::Executor>("ty-store");
    all.hashes_ = std::make_unique<ReportedHashes>(*all.store_, [&all](const std::string& run) {
        all.loop_->post([&all, run] { all.listeners_.runChanged(run); });
    });
    all.node_ =
        std::make_unique<node::LocalNode>(*all.loop_, node::NodeSetup{.runs = all.options_.home.runs(),
                                                                      .worker = all.options_.programs.worker,
                                                                      .shim = all.options_.programs.shim,
                                                                      .socket = all.options_.socket});
    all.environment_.reset(new Environment{*all.loop_, *all.store_, all.listeners_, all.directory_,
                                           *all.node_, all.reserve_, *all.disk_, *all.deletions_,
                                           *all.storage_, all.options_.programs, all.options_.socket,
                                           machine.cores, std::move(onAttemptEnd)});
    all.environment_->gpus = &all.gpus_;
    all.environment_->hashes = all.hashes_.get();
    all.environment_->isServing = !all.options_.isServedLater;
    if (all.options_.openNodes) {
        TY_ASSIGN(all.nodes_, all.options_.openNodes(*all.loop_));
        all.environment_->nodes = all.nodes_.get();
    }
    all.registry_ = std::make_unique<RunRegistry>(*all.environment_);
    all.adoption_ = std::make_unique<RunAdoption>(
        *all.registry_, [&all](const std::string& run) { return all.restore_->hasFound(run); });
    all.starter_ = std::make_unique<RunStarter>(*all.registry_, all.options_.home.runs());
    all.profiles_ = std::make_unique<RunProfiles>(*all.registry_);
    keepReserve(*all.environment_);
    TY_TRY(all.adoption_->adoptAll(all.options_.onStartProgress));
    all.restore_->readPoints(kRestorePatience);
    all.loop_->post([&all] { all.adoption_->reconcileNext(); });
    all.openSweeps();
    return manager;
}

void RunManager::serve() {
    loop_->call([this] { environment_->isServing = true; });
}

/// After the runs: it looks at those that its sweeps have started.
void RunManager::openSweeps() {
    sweepRuns_ = std::make_unique<AgentSweepRuns>(*registry_, *starter_);
    sweeps_ = std::make_unique<Sweeps>(options_.home.root() / "sweeps", *sweepRuns_);
    sweepAlarm_ = std::make_shared<SweepAlarm>(*loop_, [this] { sweeps_->wake(); });
    listeners_.add("", sweepAlarm_);
    sweeps_->open();
}

RunManager::~RunManager() {
    if (!loop_) return;
    if (sweepAlarm_) loop_->call([this] { sweepAlarm_->close(); });
    if (sweeps_) sweeps_->close();
    if (disk_) {  // what was published is reported before its run is closed
        disk_->call([] {});
        loop_->call([] {});
    }
    if (adoption_) adoption_->close();
    if (registry_) loop_->call([this] { registry_->close(); });
    if (environment_) loop_->call([this] { environment_->fetches.close(); });
    nodes_.reset();
    node_.reset();
    storage_.reset();  // with what the runs had still to store
    disk_.reset();
    hashes_.reset();
    deletions_.reset();
}

/// The store, and in it what the runs' folders say.
base::Status RunManager::openStore() {
    std::optional<std::filesystem::path> aside;
    if (options_.isStoreRebuilt) {
        TY_ASSIGN(aside, setStoreAside(options_.home));
    }
    const auto whileLocked = [&](const std::string& holder) {
        const std::string program = holder.empty() ? "another program" : holder;
        spdlog::warn("{} has locked the store {}: waiting until it is free", program,
                     options_.home.storeFile().string());
        if (options_.onStartProgress) options_.onStartProgress({.storeHolder = program});
    };
    const auto open = [&]() -> base::Status {
        TY_ASSIGN(store_, store::RunStore::open(options_.home.storeFile(), whileLocked));
        return {};
    };
    base::Status opened = open();
    // What is said to live runs needs an agent then, too.
    if (!opened && base::isDiskFull(opened.error())) opened = reserve_.lend(open);
    TY_TRY(opened);
    imports_ = std::make_unique<LogImports>(*store_, listeners_, options_.home.runs());
    restore_ = std::make_unique<StoreRestore>(
        *store_,
        [this](const store::RunRow& row, const std::stop_token& stop) {
            return imports_->readAgain(row, stop);
        },
        options_.onStartProgress);
    if (options_.isStoreRebuilt) restore_->setAsked(aside);
    if (store_->damage()) return {};  // it takes nothing
    return restore_->restoreRows();
}

}  // namespace trainyard::control
