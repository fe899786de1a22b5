// SPDX-License-Identifier: Apache-2.0
#include "core/control/preflight/preflight.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>

#include "core/base/home.h"
#include "core/checkpoint/safetensors.h"
#include "core/control/preflight/command_check.h"
#include "core/control/preflight/folder_check.h"
#include "core/control/preflight/model_check.h"
#include "core/control/preflight/output_sample.h"
#include "core/control/preflight/ps_hints.h"
#include "core/control/preflight/ps_traffic.h"
#include "core/control/run/launch_plan.h"
#include "core/data/dataset.h"
#include "core/data/described.h"
#include "core/data/shard.h"
#include "core/node/cpu_list.h"
#include "core/node/inventory.h"
#include "core/plugin/callback.h"
#include "core/plugin/dataset.h"
#include "core/plugin/library.h"
#include "core/plugin/program.h"
#include "core/proto/failure.h"
#include "core/spec/cluster/cluster.h"
#include "core/spec/cluster/cluster_pin.h"
#include "core/spec/cluster/coordinated.h"
#include "core/spec/model/estimate.h"
#include "core/spec/model/script_plan.h"
#include "core/spec/run/checkpoint_spec.h"
#include "core/spec/run/command_spec.h"
#include "core/spec/run/device_spec.h"
#include "core/spec/run/model_place.h"
#include "core/spec/run/run_spec.h"

namespace trainyard::control {
namespace {

using base::Code;

class Preflight {
  public:
    explicit Preflight(std::vector<v1::Problem>& problems) : problems_(problems) {}

    void program(const std::filesystem::path& path) {
        if (::access(path.c_str(), X_OK) == 0) return;
        add({Code::kNotFound,
             base::say(
                 "the program {} is missing or not executable (looked for {}); build or install it again",
                 path.filename().string(), path.string()),
             "program.missing"},
            "");
    }

    /// `pipelines`: tasks that read it, if a plugin makes it.
    std::optional<data::Inspection> data(const spec::Choice& source, const std::string& path,
                                         std::int64_t pipelines, const plugin::Catalog& catalog) {
        if (plugin::isDataset(source)) return madeData(source, path, pipelines, catalog);
        auto found = data::inspect(source);
        if (found) return std::move(*found);
        add(found.error(), path);
        return std::nullopt;
    }
    std::optional<data::Inspection> madeData(const spec::Choice& source, const std::string& path,
                                             std::int64_t pipelines, const plugin::Catalog& catalog) {
        const auto chosen = plugin::datasetOf(source, path, catalog);
        if (!chosen) {
            add(chosen.error(), path);
            return std::nullopt;
        }
        library(*chosen->manifest, path);
        return data::describedAs(chosen->samples, pipelines);
    }
    void shards(const v1::RunSpec& spec, const spec::StrategyInfo& strategy, const std::string& shard,
                const data::Inspection& samples, const std::string& path) {
        const auto tasks = spec::tasksOf(spec, strategy);
        const auto workers =
            std::ranges::count_if(tasks, [](const spec::TaskPlan& t) { return t.rank >= 0; });
        const auto status =
            data::checkShard(shard, samples.files, samples.emptyFiles, static_cast<int>(workers));
        if (!status) add(status.error(), path);
    }

    /// Wherever the chief is.
    bool modelName(const v1::RunSpec& spec, const std::string& path) {
        const auto may = spec::mayNameModel(spec);
        if (!may) add(may.error(), path);
        return may.has_value();
    }

    /// Weights to start from; of a program's model nothing is known here, nor of samples that cannot be read.
    void weights(const v1::RunSpec& spec, const std::optional<data::Inspection>& samples,
                 const plugin::Catalog& catalog) {
        const std::filesystem::path file = spec.train().initial_weights();
        if (file.empty()) return;
        std::error_code error;
        if (const auto inside = file / "model.safetensors"; std::filesystem::exists(inside, error)) {
            add({Code::kRefused,
                 base::say("{} is a checkpoint's folder; its weights are {}", file.string(), inside.string()),
                 "weights.folder"},
                "train.initial_weights");
            proto::setFix(problems_.back(), "use that file");
            problems_.back().set_fix_set("train.initial_weights=" + inside.string());
            return;
        }
        const auto opened = checkpoint::SafetensorsFile::open(file);
        if (!opened) return add(opened.error(), "train.initial_weights");
        if (spec.train().has_program() || !samples) return;
        const auto plan = spec::planModel(spec::modelOf(spec), samples->features.shape, catalog.layers());
        if (!plan) return;  // checkModel() says why
        std::vector<checkpoint::WantedTensor> wanted;
        for (const spec::Layer& layer : plan->layers)
            for (const auto* tensors : {&layer.variables, &layer.buffers})
                for (const spec::Layer::Variable& one : *tensors) wanted.push_back({one.name, one.shape});
        if (const auto fits = checkpoint::checkWeights(*opened, wanted, file.string()); !fits)
            add(fits.error(), "train.initial_weights");
    }

    void placement(const v1::RunSpec& spec, const std::vector<spec::TaskPlan>& tasks,
                   const CheckPorts& checkPorts) {
        std::vector<std::uint16_t> pinned;
        // A port of another machine is leased there when the run starts.
        const auto isPinned = [](const spec::TaskPlan& task) {
            return task.port != 0 && task.node == "local";
        };
        for (const spec::TaskPlan& task : tasks)
            if (isPinned(task)) pinned.push_back(static_cast<std::uint16_t>(task.port));
        if (pinned.empty()) return cpus(tasks);
        const std::vector<base::Status> free = checkPorts(pinned);
        auto checked = free.begin();
        for (const spec::TaskPlan& task : tasks) {
            if (!isPinned(task) || *checked++) continue;
            add(std::prev(checked)->error(), task.place());
            proto::setFix(problems_.back(), "use free ports");
            problems_.back().set_fix_set(spec::freePortsSetting(spec));
        }
        cpus(tasks);
    }

    void device(const v1::RunSpec& spec, const std::vector<spec::TaskPlan>& tasks, const std::string& run,
                GpuBook& gpus) {
        if (gpuWishes(spec, tasks).empty()) return;
        gpus.refresh();
        std::ranges::move(checkGpus(spec, tasks, run, gpus, GpuBook::kHere), std::back_inserter(problems_));
    }

    /// Of what can be estimated.
    void memory(const v1::RunSpec& spec, const Checked& checked) {
        const auto estimate = estimateRun(spec, checked);
        const auto machine = node::inventory();
        if (!estimate || !machine) return;
        std::ranges::move(checkMemory(*estimate, spec.train().data().batch_size(), machine->memoryBytes),
                          std::back_inserter(problems_));
    }

    void library(const plugin::Manifest& manifest, const std::string& path) {
        if (const auto usable = plugin::checkLibrary(manifest); !usable) add(usable.error(), path);
    }
    void callbacks(const v1::RunSpec& spec, const plugin::Catalog& catalog) {
        for (v1::Problem& problem : plugin::callbackProblems(spec, catalog))
            problems_.push_back(std::move(problem));
        for (const spec::CallbackEntry& entry : spec::callbacksOf(spec))
            if (const plugin::Manifest* manifest = plugin::callbackManifest(entry, catalog))
                library(*manifest, entry.path);
    }
    void trainingProgram(const v1::RunSpec& spec, const plugin::Catalog& catalog,
                         const plugin::Manifest* strategy) {
        for (v1::Problem& problem : plugin::programProblems(spec, catalog))
            problems_.push_back(std::move(problem));
        const plugin::Manifest* program = plugin::programManifest(spec, catalog);
        if (!program) return;
        library(*program, "train.program");
        if (!strategy) return;
        const bool isCoordinated = strategy->isCoordinated;
        if (program->isCoordinated != isCoordinated)
            add({Code::kRefused,
                 base::say("the program {} is a loop for {}, {} is none of them", program->id,
                           isCoordinated ? base::Words("strategies whose replicas train in step")
                                         : base::Words("a coordinator with parameter servers"),
                           strategy->id),
                 "program.strategy"},
                "train.program");
        if (!isCoordinated && !spec.train().data().has_train())
            add({Code::kRefused, "the key `train` is missing", "spec.missing_key"}, "train.data.train");
    }

    /// What is found on another machine is counted there, when the run starts.
    void replicas(const v1::RunSpec& spec, const spec::StrategyInfo& strategy) {
        if (spec::replicasPerTask(spec::strategyOf(spec).options) != 0) return;
        for (const spec::TaskPlan& task : spec::tasksOf(spec, strategy)) {
            if (task.rank < 0 || task.node == "local") continue;
            add({Code::kRefused,
                 base::say("the strategy has a replica for each {} of \"{}\", which is counted when the run "
                           "starts; the preflight counts one",
                           spec::deviceOf(spec) == "cuda" ? "GPU" : "CPU", task.node),
                 "strategy.replicas_unknown"},
                fmt::format("strategy.{}.replicas", strategy.id));
            problems_.back().set_severity(v1::Problem::HINT);
        }
    }

    /// Trust is of this user on this machine.
    void scriptPlaces(const std::vector<spec::TaskPlan>& tasks) {
        for (const spec::TaskPlan& task : tasks)
            if (task.node != "local")
                add({Code::kRefused,
                     base::say("a TorchScript module trains only on this machine, where it is trusted, and "
                               "{} is on {}",
                               task.id(), task.node),
                     "torchscript.node"},
                    task.place());
    }

  private:
    void cpus(const std::vector<spec::TaskPlan>& tasks) {
        for (const spec::TaskPlan& task : tasks) {
            if (task.cpus.empty()) continue;
            const bool isHere = task.node == "local";
            if (const auto list = node::parseCpuList(task.cpus); !list)
                add(list.error(), task.place() + ".cpus");
            else if (const auto cpus = node::checkCpus(*list); isHere && !cpus)
                add(cpus.error(), task.place() + ".cpus");
        }
    }
    void add(const base::Error& error, const std::string& path) {
        problems_.push_back(problemOf(error, path));
    }
    std::vector<v1::Problem>& problems_;
};

}  // namespace

Programs Programs::besideThisOne() {
    return {base::programFolder() / "trainyard-worker", base::programFolder() / "trainyard-shim"};
}

Checked preflight(const v1::RunSpec& spec, const plugin::Catalog& catalog, const Programs& programs,
                  const std::filesystem::path& runsFolder, const std::string& run, GpuBook* gpus,
                  const CheckPorts& checkPorts) {
    Checked checked{spec::lint(spec, catalog.strategies()), {}, {}};
    std::vector<v1::Problem>& problems = checked.problems;
    // What lint refuses need not even be readable in the way the checks below read it.
    if (hasError(problems)) return checked;
    Preflight check(problems);
    check.program(programs.shim);
    FolderCheck folders(problems, run);
    folders.disk(existingParent(runsFolder), "");
    if (spec::isCommand(spec)) {
        if (!spec.logdir().empty()) folders.disk(existingParent(spec.logdir()), "logdir");
        const auto tasks = spec::tasksOf(spec, *spec::rolesOf(spec, {}));
        check.placement(spec, tasks, checkPorts);
        if (gpus) check.device(spec, tasks, run, *gpus);
        std::ranges::move(checkCommand(spec), std::back_inserter(problems));
        std::ranges::move(checkSamples(spec), std::back_inserter(problems));
        return checked;
    }
    check.program(programs.worker);
    // The folders of a chief on another machine are checked there, when the run starts.
    const bool isChiefHere = chiefNodeOf(spec) == "local";
    if (isChiefHere) folders.ownFolder(spec.checkpoint().dir(), "checkpoint.dir");
    if (const auto backup = spec::backupOf(spec); backup && isChiefHere)
        folders.backupFolder(spec.checkpoint().dir(), backup->dir);
    const plugin::Manifest* strategy = catalog.find(spec::strategyOf(spec).name);
    if (strategy) {
        check.library(*strategy, "strategy");
        if (gpus && takesGpu(spec, strategy->strategy))
            check.device(spec, spec::tasksOf(spec, strategy->strategy), run, *gpus);
        if (strategy->isCoordinated)
            std::ranges::move(spec::coordinatedProblems(spec), std::back_inserter(problems));
        check.placement(spec, spec::tasksOf(spec, strategy->strategy), checkPorts);
        check.replicas(spec, strategy->strategy);
    }
    const auto pipelines = strategy ? std::ranges::count_if(spec::tasksOf(spec, strategy->strategy),
                                                            [](const auto& task) { return task.rank >= 0; })
                                    : 1;
    if (spec.train().data().has_train())
        checked.train = check.data(spec::trainDataOf(spec), "train.data.train", pipelines, catalog);
    const v1::DataSpec& data = spec.train().data();
    if (strategy && checked.train)
        check.shards(spec, strategy->strategy, data.shard(), *checked.train, "train.data.shard");
    if (const auto validation = spec::validationDataOf(spec))
        checked.validation = check.data(*validation, "train.data.validation", 1, catalog);
    if (strategy && checked.validation)
        check.shards(spec, strategy->strategy, data.validation_shard(), *checked.validation,
                     "train.data.validation_shard");
    if (run.empty()) check.weights(spec, checked.train, catalog);  // else it has weights of its own
    if (check.modelName(spec, "train.save_model") && !spec.train().save_model().empty() && isChiefHere)
        folders.savedModel(spec, "train.save_model");
    if (spec.train().has_program())
        check.trainingProgram(spec, catalog, strategy);
    else
        check.callbacks(spec, catalog);
    if (isChiefHere) folders.epochLogs(spec);
    const bool isScript = spec::scriptOf(spec::modelOf(spec)).has_value();
    if (isScript && strategy) check.scriptPlaces(spec::tasksOf(spec, strategy->strategy));
    if (!spec.train().has_program() && checked.train && !(isScript && hasError(problems)))
        for (v1::Problem& problem : checkModel(spec, *checked.train, catalog, programs.worker))
            problems.push_back(std::move(problem));
    if (strategy && checked.train && !spec.train().has_program())
        for (v1::Problem& problem : checkEpoch(spec, *checked.train, *strategy))
            problems.push_back(std::move(problem));
    const bool isOnGpu =
        strategy && gpus && takesGpu(spec, strategy->strategy) && !gpus->holders(run).empty();
    if (!isOnGpu && isChiefHere && spec::deviceOf(spec) != "cuda" && !hasError(problems))
        check.memory(spec, checked);
    if (strategy && strategy->isCoordinated && !spec.train().has_program() && checked.train) {
        const auto plan =
            spec::planModel(spec::modelOf(spec), checked.train->features.shape, catalog.layers());
        if (!plan) return checked;  // checkModel() has said why
        for (v1::Problem& hint : parameterServerHints(
                 spec, *plan, serverTraffic(spec, *plan, spec::tasksOf(spec, strategy->strategy))))
            problems.push_back(std::move(hint));
    }
    return checked;
}

std::vector<v1::Problem> checkGpus(const v1::RunSpec& spec, const std::vector<spec::TaskPlan>& tasks,
                                   const std::string& run, const GpuBook& gpus, const std::string& node) {
    const auto named = std::ranges::find_if(
        tasks, [&](const spec::TaskPlan& task) { return task.node == node && !task.gpus.empty(); });
    if (named == tasks.end() && spec::deviceOf(spec) != "cuda") return {};
    std::vector<v1::Problem> problems = gpus.problems(run, gpus.wishesOn(node, spec, tasks), node);
    for (v1::Problem& problem : problems) {
        if (named != tasks.end()) {
            problem.set_path(named->place() + ".gpus");
            proto::setFix(problem, "remove the key");
            problem.clear_fix_set();
        } else if (const spec::Named strategy = spec::strategyOf(spec); spec.device() != "cuda") {
            const std::string nccl = spec::ncclOption(strategy.options);
            problem.set_path(fmt::format("strategy.{}.{}", strategy.name, nccl.empty() ? "devices" : nccl));
            proto::setFix(problem, nccl.empty()              ? base::Words("name CPUs")
                                   : nccl == "communication" ? base::Words("use auto or ring")
                                                             : base::Words("use auto or reduce_to_one"));
            problem.clear_fix_set();
        }
    }
    return problems;
}

bool hasError(const std::vector<v1::Problem>& problems) {
    return std::ranges::any_of(problems, [](const auto& p) { return p.severity() == v1::Problem::ERROR; });
}

void addNew(std::vector<v1::Problem>& problems, std::vector<v1::Problem> more) {
    for (v1::Problem& problem : more)
        if (std::ranges::none_of(problems, [&](const v1::Problem& known) {
                return known.code() == problem.code() && known.path() == problem.path();
            }))
            problems.push_back(std::move(problem));
}

v1::Problem problemOf(const base::Error& error, const std::string& path) {
    v1::Problem problem;
    problem.set_severity(v1::Problem::ERROR);
    problem.set_code(error.id.empty() ? std::string(base::codeName(error.code)) : error.id);
    proto::setMessage(problem, error.words());
    problem.set_path(path);
    return problem;
}

}  // namespace trainyard::control
