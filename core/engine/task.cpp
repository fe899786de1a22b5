// SPDX-License-Identifier: Apache-2.0
#include "core/engine/task.h"

#include <ATen/Parallel.h>
#include <c10/util/Exception.h>
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cstdlib>
#include <functional>

#include "core/base/exhaustion.h"
#include "core/base/file.h"
#include "core/base/network_interface.h"
#include "core/base/text.h"
#include "core/checkpoint/place.h"
#include "core/engine/adapt_data.h"
#include "core/engine/callbacks.h"
#include "core/engine/comm/call_board.h"
#include "core/engine/device/connect_sums.h"
#include "core/engine/device/out_of_memory.h"
#include "core/engine/device/task_device.h"
#include "core/engine/eval/sidecar.h"
#include "core/engine/host/crowded_cores.h"
#include "core/engine/host/run_host.h"
#include "core/engine/host/system_sampler.h"
#include "core/engine/loop/program.h"
#include "core/engine/loop/program_evaluator.h"
#include "core/engine/open_data.h"
#include "core/engine/plugin_loader.h"
#include "core/engine/profile/profiler.h"
#include "core/engine/ps/run_role.h"
#include "core/engine/train/initial_state.h"
#include "core/engine/train/trainer.h"
#include "core/plugin/callback.h"
#include "core/plugin/catalog.h"
#include "core/plugin/dataset.h"
#include "core/plugin/program.h"
#include "core/spec/cluster/coordinated.h"
#include "core/spec/lint/hand_keys.h"
#include "core/spec/run/adapted.h"
#include "core/spec/run/model_place.h"
#include "core/spec/run/sidecar.h"
#include "plugins/sdk/loop/job.h"
#include "plugins/sdk/peer_silent.h"

namespace trainyard::engine {
namespace {

using base::Code;
using base::fail;

using SharedDataset = std::shared_future<base::Result<DatasetPtr>>;

/// That GPUs wait for one another under a strategy without `timeout_seconds`.
constexpr int kRendezvousSeconds = 1800;

/// TF_CONFIG determines where a task runs: a node of the run file that no agent could reach does not matter
/// here.
bool isAboutPlaces(const v1::Problem& problem) {
    return problem.code() == "not_yet" && problem.path().starts_with("cluster.");
}

/// Keys without an effect in this run, which a preflight refuses.
base::Status checkKeys(const v1::RunSpec& spec, const plugin::Manifest& strategy) {
    std::vector<v1::Problem> problems = spec::agentsKeys(spec);
    if (strategy.isCoordinated)
        std::ranges::move(spec::coordinatedProblems(spec), std::back_inserter(problems));
    if (problems.empty()) return {};
    const v1::Problem& first = problems.front();
    return fail(Code::kRefused, base::say("{}: {} ({})", first.path(), first.message(), first.fix()),
                first.code());
}

/// Where a task's run file is and what --set changes in it.
struct RunFile {
    const std::filesystem::path& path;
    const std::vector<spec::Override>& overrides;
};

base::Result<v1::RunSpec> readSpec(const RunFile& file, const plugin::Catalog& catalog, RunHost& host) {
    TY_ASSIGN(const std::filesystem::path here, base::currentFolder());
    TY_ASSIGN(nlohmann::json cluster, host.cluster());
    spec::LoadedSpec loaded =
        spec::loadRunFile(file.path, file.overrides, catalog.strategies(), here, std::move(cluster));
    for (const v1::Problem& problem : loaded.problems)
        if (problem.severity() == v1::Problem::ERROR && !isAboutPlaces(problem))
            return fail(Code::kRefused, spec::wordsOf(problem), problem.code());
    return std::move(loaded.spec);
}

/// `gpus`: on which this task trains; 0: on CPUs.
SharedDataset openInBackground(const v1::RunSpec& spec, const spec::TfConfig& config, int gpus) {
    return std::async(std::launch::async,
                      [source = spec::trainDataOf(spec), pipelines = pipelinesOf(spec, config.tasks, gpus)] {
                          return openData(source, "train.data.train", pipelines);
                      })
        .share();
}

/// Validation data is checked as well: better to learn of a damaged file now than after an epoch.
SharedDataset openAndVerifyInBackground(spec::Choice source) {
    const auto open = [source = std::move(source)]() -> base::Result<DatasetPtr> {
        TY_ASSIGN(DatasetPtr dataset, openData(source, "train.data.validation"));
        TY_TRY(dataset->verify());
        return dataset;
    };
    return std::async(std::launch::async, open).share();
}

/// Without an agent the data has not been checked: report what is missing before waiting for the others.
base::Status checkBeforeJoining(const RunHost& host, const std::optional<SharedDataset>& data) {
    if (host.hasPreflight() || !data) return {};
    const base::Result<DatasetPtr>& dataset = data->get();
    if (!dataset) return fail(dataset.error());
    return {};
}

/// Joins the run. `open` opens the data of a task that reads it: meanwhile or, if `preprocessing` takes
/// values from the training data, after that, since a checkpoint to continue from has them.
base::Status joinAndOpen(v1::RunSpec& spec, const spec::TfConfig& config, RunHost& host,
                         const std::function<base::Status()>& open) {
    if (!spec::needsAdapting(spec)) {
        TY_TRY(open());
        return host.join(spec, config);
    }
    if (!host.hasPreflight()) TY_TRY(checkUnadaptedData(spec));
    TY_TRY(host.join(spec, config));
    TY_ASSIGN(spec, adaptedSpec(spec, startOf(spec, host.link()), host.link()));
    return open();
}

std::filesystem::path spoolFolder(const TaskLink& link, const spec::TaskPlan& self) {
    return std::filesystem::path(link.place().run_dir()) / "events" / "tasks" / self.fileId();
}

std::vector<std::string> byRank(const spec::TfConfig& config) {
    std::vector<std::string> ids;
    for (const spec::TaskPlan& task : config.tasks) {
        if (task.rank < 0) continue;
        ids.resize(std::max(ids.size(), static_cast<std::size_t>(task.rank) + 1));
        ids[static_cast<std::size_t>(task.rank)] = task.id();
    }
    return ids;
}

/// What a run file chooses beside its strategy.
struct Chosen {
    std::optional<plugin::Program> program;         ///< `train.program`
    std::vector<plugin::ChosenCallback> callbacks;  ///< `train.callbacks`
};

base::Result<Chosen> choose(const v1::RunSpec& spec, const plugin::Catalog& catalog) {
    Chosen chosen;
    if (spec.train().has_program()) {
        TY_ASSIGN(chosen.program, plugin::programOf(spec, catalog));
    }
    TY_ASSIGN(chosen.callbacks, plugin::callbacksOf(spec, catalog));
    return chosen;
}

constexpr const char* kNcclInterface = "NCCL_SOCKET_IFNAME";

/// NCCL's sockets are on the interface that the run's other connections take, unless whoever starts the task
/// chooses another. To be called before the task joins: from then on there are threads that ask for the
/// environment.
void chooseInterface(const v1::RunSpec& spec, const std::string& listenHost) {
    if (spec.device() == "cpu") return;
    if (const std::string interface = base::interfaceOf(listenHost); !interface.empty())
        ::setenv(kNcclInterface, ("=" + interface).c_str(), /*overwrite=*/0);
}

/// Of a task with GPUs.
void noteInterface(const std::string& listenHost) {
    if (!std::getenv(kNcclInterface))
        spdlog::info("no network interface has the address {}: if NCCL is used, it chooses one itself",
                     listenHost);
}

base::Status train(const v1::RunSpec& spec, const Chosen& chosen, const plugin::Manifest& manifest,
                   const spec::TfConfig& config, RunHost& host, SharedDataset trainData,
                   std::optional<SharedDataset> validationData, std::optional<ChosenDevices> chosenDevices) {
    TaskLink& link = host.link();
    sdk::JobContext context;
    context.rank = link.place().rank();
    context.worldSize = link.place().world_size();
    context.options = spec::strategyOf(spec).options;
    const auto waits = std::make_shared<WaitClock>();
    const auto ranges = std::make_shared<CallRanges>();
    const auto board = std::make_shared<CallBoard>(
        [&link](const std::string& call) { link.setCall(base::Words::plain(call)); });
    context.onCall = [board, waits, ranges](const std::string& call) {
        ranges->onCall(call);
        board->enter(call);
        waits->onCall(call);
    };
    context.store = host.store();
    context.listenHost = host.listenHost();
    if (!chosenDevices) {
        TY_ASSIGN(chosenDevices, chooseDevices(spec, manifest.strategy));
    }
    const std::vector<std::shared_ptr<Device>> gpus = useDevices(std::move(*chosenDevices), spec, link);
    for (const auto& gpu : gpus) context.gpus.push_back({gpu->where(), gpu->identity()});
    if (!gpus.empty()) {
        noteInterface(host.listenHost());
        context.connectDevices =
            [own = OwnDevices{.devices = gpus,
                              .rank = context.rank,
                              .worldSize = context.worldSize,
                              .onWait = [board](const std::string& call) { board->waitOnDevice(call); },
                              .timeout = std::chrono::seconds(context.options.value(
                                  "timeout_seconds", kRendezvousSeconds))}](c10d::Store* store) {
                return connectSums(own, store);
            };
        context.enterDevice = [gpus](int replica) {
            gpus[static_cast<std::size_t>(replica)]->enter(Device::Lane::kCompute);
        };
    }
    TY_ASSIGN(const sdk::StrategyPlugin* plugin, loadStrategy(manifest));
    link.setPhase("joining");
    TY_ASSIGN(std::unique_ptr<sdk::Strategy> strategy, createStrategy(*plugin, context));

    link.setPhase("loading");
    const base::Result<DatasetPtr>& dataset = trainData.get();
    if (!dataset) return fail(dataset.error());
    spdlog::info("training on {}", (*dataset)->describe());
    if (validationData) {
        const base::Result<DatasetPtr>& opened = validationData->get();
        if (!opened) return fail(opened.error().wrap("the validation data cannot be used"));
    }
    TY_ASSIGN(std::unique_ptr<SpoolWriter> spool,
              SpoolWriter::create(spoolFolder(link, config.self), host.spoolListener(), warnBy(link)));
    SystemSampler sampler(*spool, SystemSampler::of(link));
    Profiler profiler(link, config.self.id(), host.attempt(), gpus);
    const auto runLoop = [&]() -> base::Status {
        if (chosen.program) {
            const DatasetPtr validation = validationData ? *validationData->get() : nullptr;
            return runProgram({spec, *chosen.program, link, *strategy, *spool, config.self, byRank(config),
                               host.attempt(), *dataset, validation, profiler, gpus});
        }
        TY_ASSIGN(
            Callbacks callbacks,
            makeCallbacks(spec, chosen.callbacks,
                          callbackContext(link, host.attempt(), link.place().rank(), context.worldSize)));
        TY_ASSIGN(std::unique_ptr<Trainer> trainer,
                  Trainer::create({spec, link, *strategy, *spool, host.attempt(), link.place().restore_path(),
                                   *dataset, std::move(validationData), byRank(config), waits, &profiler,
                                   std::move(callbacks), gpus}));
        TY_TRY(trainer->run());
        const std::string& file = spec.train().save_model();
        if (file.empty() || !trainer->hasCompleted()) return {};
        return trainer->saveModelAs(file, config.self);
    };
    const auto explained = [&](const OutOfMemory& failed) {
        // A program has a model of its own.
        const auto plan =
            chosen.program ? spec::ModelPlan{} : planFor(spec, **dataset).value_or(spec::ModelPlan{});
        return fail(outOfMemory(failed, spec, plan));
    };
    try {
        TY_TRY(runLoop());
    } catch (const DeviceOutOfMemory& e) {
        return explained(e.failed);
    } catch (const c10::OutOfMemoryError& e) {
        if (gpus.empty()) throw;
        return explained(OutOfMemory::of(*gpus.front(), e));
    }
    sampler.end();
    return spool->finish();
}

/// A strategy whose chief coordinates: parameter servers.
base::Status runCoordinated(v1::RunSpec& spec, const Chosen& chosen, const plugin::Manifest& manifest,
                            const spec::TfConfig& config, RunHost& host) {
    ps::TrainingData data;
    std::optional<ps::CoordinatedProgram> program;
    if (chosen.program) {
        TY_ASSIGN(const loop::ProgramPlugin* plugin, loadProgram(*chosen.program->manifest));
        if (!plugin->coordinate)
            return fail(Code::kRefused,
                        base::say("the program {} has no loop for parameter servers", plugin->id),
                        "program.not_coordinated");
        program = ps::CoordinatedProgram{plugin, chosen.program->options};
    }
    // A ps sees variables alone, and the chief of a program what its closures return.
    const bool reads =
        program ? config.self.role == "worker" && spec.train().data().has_train() : config.self.role != "ps";
    const auto open = [&]() -> base::Status {
        data.train = openInBackground(spec, config, spec::namesGpus(spec) ? spec::gpusPerTask(spec) : 0);
        const auto validation = spec::validationDataOf(spec);
        // A program may evaluate in its loop, whatever its evaluator does.
        if (validation && (program || !spec::sidecarOf(spec)))
            data.validation = openAndVerifyInBackground(*validation);
        TY_TRY(checkBeforeJoining(host, data.train));
        return checkBeforeJoining(host, data.validation);
    };
    TY_TRY(reads ? joinAndOpen(spec, config, host, open) : host.join(spec, config));
    const ps::Spread spread = host.isRunOfThisMachine() ? ps::Spread::kThisMachine : ps::Spread::kAnywhere;
    return ps::runRole({spec, manifest, host.link(), config.tasks, config.self,
                        ps::TaskCard{config.self.id(), spec::clusterDigest(config.tasks), host.attempt(),
                                     host.secret(), host.socketFolder(), spread},
                        spoolFolder(host.link(), config.self), std::move(data), std::move(program),
                        chosen.callbacks, host.spoolListener(), [&host] { return host.continues(); }});
}

base::Status evaluateAsSidecar(const v1::RunSpec& spec, const Chosen& chosen, const spec::TaskPlan& self,
                               RunHost& host, const std::optional<SharedDataset>& validationData) {
    DatasetPtr dataset;
    if (validationData) {
        TY_ASSIGN(dataset, validationData->get());
    }
    const std::filesystem::path folder = spoolFolder(host.link(), self);
    TY_ASSIGN(const SidecarHistory history, SidecarHistory::read(folder));
    TY_ASSIGN(std::unique_ptr<SpoolWriter> spool,
              SpoolWriter::create(folder, host.spoolListener(), warnBy(host.link())));
    SystemSampler sampler(*spool, SystemSampler::of(host.link()));
    SidecarEvaluator evaluator(
        {spec, host.link(), *spool, self.id(), host.attempt(), host.endMarker(), history});
    if (chosen.program)
        TY_TRY(runProgramEvaluator({spec, *chosen.program, self, dataset, evaluator}));
    else
        TY_TRY(evaluator.run(measureModel(spec, dataset)));
    sampler.end();
    return spool->finish();
}

/// What an evaluator needs, whoever started it.
base::Status checkEvaluator(const v1::RunSpec& spec, const Chosen& chosen) {
    if (chosen.program && !chosen.program->manifest->hasEvaluation)
        return fail(Code::kRefused, plugin::noEvaluation(*chosen.program->manifest), "program.unused_key");
    if (!chosen.program && !spec::validationDataOf(spec))
        return fail(Code::kRefused, "there is nothing to evaluate: `train.data.validation` is null",
                    "evaluation.no_data");
    return {};
}

base::Status run(const RunFile& runFile, RunHost& host) {
    const plugin::Catalog catalog = plugin::Catalog::load();
    TY_ASSIGN(v1::RunSpec spec, readSpec(runFile, catalog, host));
    if (!spec.has_train())
        return fail(Code::kRefused, "this is the run file of a command run: start its `command` itself",
                    "command.unsupported");
    const plugin::Manifest* manifest = catalog.find(spec::strategyOf(spec).name);
    if (!manifest)
        return fail(Code::kNotFound,
                    base::say("no plugin for strategy {} next to this program", spec::strategyOf(spec).name));
    if (!host.hasPreflight()) TY_TRY(checkKeys(spec, *manifest));
    TY_TRY(spec::mayNameModel(spec));
    if (const std::string& file = spec.train().save_model(); !file.empty())
        TY_TRY(checkpoint::maySaveModel(file));
    TY_ASSIGN(const Chosen chosen, choose(spec, catalog));
    TY_ASSIGN(const spec::TfConfig config, host.tfConfig(manifest->strategy));
    chooseInterface(spec, host.listenHost());
    const CrowdedCores cores;  // now that the host has set how many threads this task has
    const bool isEvaluator = config.self.role == "evaluator";
    if (isEvaluator) TY_TRY(checkEvaluator(spec, chosen));
    if (manifest->isCoordinated && !isEvaluator) return runCoordinated(spec, chosen, *manifest, config, host);
    if (!isEvaluator && !spec.train().data().has_train())
        return fail(Code::kRefused, "the key `train.data.train` is missing", "spec.missing_key");
    // Files are read while the task meets the others.
    std::optional<SharedDataset> trainData, validationData;
    // A function of a plugin that makes data is told how many replicas there are, which GPUs may decide.
    std::optional<ChosenDevices> devices;
    if (!isEvaluator && plugin::isDataset(spec::trainDataOf(spec))) {
        TY_ASSIGN(devices, chooseDevices(spec, manifest->strategy));
    }
    const auto open = [&]() -> base::Status {
        const int gpus = devices ? static_cast<int>(devices->gpus.size()) : 0;
        if (!isEvaluator) trainData = openInBackground(spec, config, gpus);
        const auto validation = spec::validationDataOf(spec);
        if (validation && (isEvaluator || chosen.program || !spec::sidecarOf(spec)))
            validationData = openAndVerifyInBackground(*validation);
        TY_TRY(checkBeforeJoining(host, trainData));
        return checkBeforeJoining(host, validationData);
    };
    // An evaluator without a program opens the data by what its first checkpoint was saved with.
    const bool waitsForValues = isEvaluator && !chosen.program && spec::needsAdapting(spec);
    TY_TRY(waitsForValues ? host.join(spec, config) : joinAndOpen(spec, config, host, open));
    if (isEvaluator) return evaluateAsSidecar(spec, chosen, config.self, host, validationData);
    return train(spec, chosen, *manifest, config, host, std::move(*trainData), std::move(validationData),
                 std::move(devices));
}

/// Stacks belong in the log, not in the reason for a run's failure.
base::Words wordsOf(const std::exception& thrown) {
    base::Words words = base::saidBy(thrown);
    if (words != thrown.what()) spdlog::info("thrown: {}", thrown.what());
    return words;
}

base::Error errorOf(const std::exception& thrown) {
    const base::Words words = wordsOf(thrown);
    if (!base::isExhaustion(thrown)) return {Code::kInternal, words, "task.exception"};
    return {Code::kResourceExhausted,
            base::say("there is not enough memory ({}): use a smaller batch or model, fewer tasks per "
                      "machine, or a higher limit (`ulimit -v`)",
                      words),
            "task.memory"};
}

/// Whatever a task may end with, as an error.
base::Status runCaught(const RunFile& runFile, RunHost& host) {
    try {
        return run(runFile, host);
    } catch (const sdk::PeerSilent& e) {
        return fail(Code::kAborted, host.explainLoss(wordsOf(e)), "comm.peer_silent");
    } catch (const sdk::PeerLost& e) {
        return fail(Code::kAborted, host.explainLoss(wordsOf(e)), "comm.peer_lost");
    } catch (const InputError& e) {
        return fail(e.error);
    } catch (const std::exception& e) {
        return fail(errorOf(e));
    }
}

}  // namespace

int runTask(const std::filesystem::path& runFile, const std::vector<spec::Override>& overrides,
            OutputForm form) {
    const std::unique_ptr<RunHost> host = makeRunHost(form);
    const base::Status status = runCaught({runFile, overrides}, *host);
    if (!status) spdlog::error("{}", status.error().describe());
    return host->ended(status ? std::nullopt : std::optional(status.error()));
}

}  // namespace trainyard::engine
