// SPDX-License-Identifier: Apache-2.0
#include "core/engine/task.h"

#include <ATen/Parallel.h>
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "core/engine/comm/agent_link.h"
#include "core/engine/comm/agent_store.h"
#include "core/engine/plugin_loader.h"
#include "core/engine/ps/run_role.h"
#include "core/engine/train/trainer.h"
#include "core/plugin/catalog.h"
#include "core/spec/cluster.h"
#include "core/spec/tf_config.h"

namespace trainyard::engine {
namespace {

using base::Code;
using base::fail;

/// A task that lost a peer leaves the scene to the one that died: its agent sees that exit first, names it as
/// the cause and ends this task. Only if nobody does, it ends by itself.
constexpr std::chrono::milliseconds kYieldToFirstFailure{1500};

base::Result<v1::RunSpec> readSpec(const std::filesystem::path& runFile, const plugin::Catalog& catalog) {
    spec::LoadedSpec loaded =
        spec::loadRunFile(runFile, {}, catalog.strategies(), std::filesystem::current_path());
    for (const v1::Problem& problem : loaded.problems)
        if (problem.severity() == v1::Problem::ERROR)
            return fail(Code::kRefused,
                        fmt::format("{}:{}: {}", problem.file(), problem.line(), problem.message()),
                        problem.code());
    return std::move(loaded.spec);
}

/// TF_CONFIG beats the run file's cluster: it has the ports, and every task must hold the same one.
base::Result<spec::TfConfig> readTfConfig(const spec::StrategyInfo& strategy, const TaskIdentity& identity) {
    const char* text = std::getenv("TF_CONFIG");
    if (!text)
        return fail(Code::kFailedPrecondition,
                    "TF_CONFIG is not set: a worker is started by an agent, which sets it");
    TY_ASSIGN(spec::TfConfig config, spec::parseTfConfig(text, strategy));
    if (config.self.id() != identity.task)
        return fail(
            Code::kInvalidArgument,
            fmt::format("TF_CONFIG says that this is {}, the agent says {}", config.self.id(), identity.task),
            "cluster.task");
    return config;
}

std::shared_future<base::Result<DatasetPtr>> openBeside(spec::Choice source) {
    return std::async(std::launch::async, [source = std::move(source)] { return data::openDataset(source); })
        .share();
}

/// Validation data are looked through as well: nobody wants to learn of a damaged file after an epoch.
std::shared_future<base::Result<DatasetPtr>> openAndVerifyBeside(spec::Choice source) {
    const auto open = [source = std::move(source)]() -> base::Result<DatasetPtr> {
        TY_ASSIGN(DatasetPtr dataset, data::openDataset(source));
        TY_TRY(dataset->verify());
        return dataset;
    };
    return std::async(std::launch::async, open).share();
}

/// Where this task's event files go.
std::filesystem::path spoolFolder(const AgentLink& link, const TaskIdentity& identity) {
    std::string folder = identity.task;
    std::replace(folder.begin(), folder.end(), ':', '-');
    return std::filesystem::path(link.place().run_dir()) / "events" / "tasks" / folder;
}

base::Status train(const v1::RunSpec& spec, const plugin::Manifest& manifest, const TaskIdentity& identity,
                   const std::shared_ptr<AgentLink>& link,
                   std::shared_future<base::Result<DatasetPtr>> trainData,
                   std::optional<std::shared_future<base::Result<DatasetPtr>>> validationData) {
    sdk::JobContext context;
    context.rank = link->place().rank();
    context.worldSize = link->place().world_size();
    context.options = spec::strategyOf(spec).options;
    context.onCall = [link](const std::string& call) { link->setCall(call); };
    if (context.worldSize > 1) context.store = c10::make_intrusive<AgentStore>(link);
    TY_ASSIGN(const sdk::StrategyPlugin* plugin, loadStrategy(manifest));
    link->setPhase("joining");
    TY_ASSIGN(std::unique_ptr<sdk::Strategy> strategy, createStrategy(*plugin, context));

    link->setPhase("loading");
    const base::Result<DatasetPtr>& dataset = trainData.get();
    if (!dataset) return fail(dataset.error());
    spdlog::info("training on {}", (*dataset)->describe());
    if (validationData) {
        const base::Result<DatasetPtr>& opened = validationData->get();
        if (!opened) return fail(opened.error().wrap("the validation data cannot be used"));
    }
    TY_ASSIGN(std::unique_ptr<SpoolWriter> spool, SpoolWriter::create(spoolFolder(*link, identity)));
    TY_ASSIGN(std::unique_ptr<Trainer> trainer,
              Trainer::create({spec, *link, *strategy, *spool, identity.attempt, link->place().restore_path(),
                               *dataset, std::move(validationData)}));
    TY_TRY(trainer->run());
    trainer.reset();
    return spool->finish();
}

base::Status runCoordinated(const v1::RunSpec& spec, const plugin::Manifest& manifest,
                            const TaskIdentity& identity, const spec::TfConfig& tfConfig,
                            std::shared_ptr<AgentLink>& link) {
    const std::string digest = spec::clusterDigest(tfConfig.tasks);
    ps::TrainingData data;
    if (tfConfig.self.role != "ps") {  // a ps sees variables alone
        data.train = openBeside(spec::trainDataOf(spec));
        if (const auto source = spec::validationDataOf(spec)) data.validation = openAndVerifyBeside(*source);
    }
    TY_ASSIGN(link, AgentLink::join(identity, digest));
    return ps::runRole({spec, manifest, *link, tfConfig.tasks, tfConfig.self,
                        ps::TaskCard{identity.task, digest, identity.attempt, identity.token},
                        spoolFolder(*link, identity), std::move(data)});
}

base::Status run(const std::filesystem::path& runFile, std::shared_ptr<AgentLink>& link) {
    TY_ASSIGN(const TaskIdentity identity, TaskIdentity::fromEnvironment());
    const plugin::Catalog catalog = plugin::Catalog::load();
    TY_ASSIGN(const v1::RunSpec spec, readSpec(runFile, catalog));
    const plugin::Manifest* manifest = catalog.find(spec::strategyOf(spec).name);
    if (!manifest)
        return fail(Code::kNotFound, fmt::format("no plugin for strategy {} beside this program",
                                                 spec::strategyOf(spec).name));
    TY_ASSIGN(const spec::TfConfig tfConfig, readTfConfig(manifest->strategy, identity));
    if (manifest->isCoordinated) return runCoordinated(spec, *manifest, identity, tfConfig, link);
    // Files are read while the task meets the others.
    auto trainData = openBeside(spec::trainDataOf(spec));
    std::optional<std::shared_future<base::Result<DatasetPtr>>> validationData;
    TY_ASSIGN(link, AgentLink::join(identity, spec::clusterDigest(tfConfig.tasks)));
    if (const auto source = spec::validationDataOf(spec)) validationData = openAndVerifyBeside(*source);
    return train(spec, *manifest, identity, link, std::move(trainData), std::move(validationData));
}

/// Reports why the task ends; returns its exit code.
int failed(const base::Error& error, const std::shared_ptr<AgentLink>& link) {
    spdlog::error("{}", error.describe());
    if (link) link->sendError(error.id.empty() ? "task.error" : error.id, error.describe());
    return base::exitCode(error.code) == 0 ? 1 : base::exitCode(error.code);
}

}  // namespace

int runTask(const std::filesystem::path& runFile) {
    std::shared_ptr<AgentLink> link;
    try {
        const base::Status status = run(runFile, link);
        if (status) return 0;
        const int code = failed(status.error(), link);
        if (status.error().id == ps::kLostId) std::this_thread::sleep_for(kYieldToFirstFailure);
        return code;
    } catch (const sdk::PeerLost& e) {
        const int code = failed(
            {Code::kAborted, fmt::format("another task of the run is gone: {}", e.what()), "comm.peer_lost"},
            link);
        std::this_thread::sleep_for(kYieldToFirstFailure);
        return code;
    } catch (const InputError& e) {
        return failed(e.error, link);
    } catch (const c10::Error& e) {
        return failed({Code::kInternal, e.what_without_backtrace(), "task.exception"}, link);
    } catch (const std::exception& e) {
        return failed({Code::kInternal, e.what(), "task.exception"}, link);
    }
}

}  // namespace trainyard::engine
