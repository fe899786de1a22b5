// SPDX-License-Identifier: Apache-2.0
#include "core/control/preflight/model_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/control/preflight/ps_traffic.h"
#include "core/control/preflight/script_probe.h"
#include "core/control/runs/run_row.h"
#include "core/data/epoch_plan.h"
#include "core/plugin/catalog.h"
#include "core/plugin/layer.h"
#include "core/plugin/library.h"
#include "core/proto/failure.h"
#include "core/spec/cluster/cluster.h"
#include "core/spec/model/estimate.h"
#include "core/spec/model/loss.h"
#include "core/spec/run/device_spec.h"

namespace trainyard::control {
namespace {

/// Replicas that take part in one step.
int replicasInStep(const v1::RunSpec& spec, const plugin::Manifest& strategy) {
    const bool isOfOneTask = strategy.topology == "bipartite" && !stepsAreShared(spec);
    return isOfOneTask ? std::max(1, spec::gpusPerTask(spec)) : replicasOf(spec, strategy.strategy);
}

/// Of one stream of all samples, as `shard: data` reads them.
data::EpochPlan epochPlanOf(const v1::RunSpec& spec, std::int64_t samples, int replicas) {
    return data::EpochPlan({.samples = samples,
                            .globalBatch = std::int64_t{spec.train().data().batch_size()} * replicas *
                                           std::max(1, spec.train().gradient().accumulate()),
                            .stepsPerEpoch = spec.train().steps_per_epoch(),
                            .repeat = spec::repeats(spec),
                            .dropRemainder = spec.train().data().drop_remainder()});
}

/// Whether the loss can compare the model's output with the labels.
std::vector<v1::Problem> checkOutput(const v1::RunSpec& spec, const data::Inspection& samples,
                                     const spec::Shape& output) {
    const spec::LabelInfo labels{samples.labels.dtype == data::Dtype::kInt64, samples.labels.shape,
                                 samples.classes};
    const auto fits = spec::checkLoss(spec::lossOf(spec), spec::metricsOf(spec), output, labels);
    if (!fits) return {problemOf(fits.error(), "train.loss")};
    return {};
}

/// A module says nothing about what its steps keep.
v1::Problem parametersHint(const spec::ModelPlan& plan, const std::filesystem::path& script) {
    v1::Problem problem;
    problem.set_severity(v1::Problem::HINT);
    problem.set_code("torchscript.estimate");
    problem.set_path("train.model");
    proto::setMessage(
        problem,
        base::say("the TorchScript module {} has {} parameters, {} of them trained; how much memory a step "
                  "needs is not known beforehand",
                  script.string(), plan.parameters(), plan.trainableParameters()));
    return problem;
}

}  // namespace

std::vector<v1::Problem> checkModel(const v1::RunSpec& spec, const data::Inspection& samples,
                                    const plugin::Catalog& catalog, const std::filesystem::path& worker) {
    if (const auto script = spec::scriptOf(spec::modelOf(spec))) {
        const auto facts = probeScript(worker, *script, samples.features.shape);
        if (!facts) return {problemOf(facts.error(), "train.model")};
        std::vector<v1::Problem> problems = checkOutput(spec, samples, facts->output);
        if (problems.empty())
            problems.push_back(
                parametersHint(spec::planOf(*facts, *script, samples.features.shape), *script));
        return problems;
    }
    const auto plan = spec::planLayers(spec::modelOf(spec), samples.features.shape, catalog.layers());
    if (!plan) {
        const bool isList = spec.train().model().fields().contains("layers");
        return {problemOf(plan.error().error,
                          isList ? "train.model.layers" + plan.error().place : std::string("train.model"))};
    }
    for (const plugin::Manifest* manifest : plugin::layerManifests(*plan, catalog))
        if (const auto usable = plugin::checkLibrary(*manifest); !usable)
            return {problemOf(usable.error(), "train.model")};
    return checkOutput(spec, samples, plan->output);
}

std::vector<v1::Problem> checkEpoch(const v1::RunSpec& spec, const data::Inspection& samples,
                                    const plugin::Manifest& strategy) {
    // Several files may be read by a worker each, which has its own number of steps: the chief says it then.
    const bool isOneStream =
        strategy.isCoordinated || samples.files == 1 || spec.train().data().shard() == "data";
    if (samples.samples <= 0 || !isOneStream) return {};
    return checkEpoch(spec, epochPlanOf(spec, samples.samples, replicasInStep(spec, strategy)));
}

std::vector<v1::Problem> checkEpoch(const v1::RunSpec& spec, const data::EpochPlan& plan) {
    const v1::TrainSpec& train = spec.train();
    v1::Problem problem;
    if (const auto nothing = plan.nothingToTrain(train.initial_epoch(), train.max_steps())) {
        problem.set_severity(v1::Problem::ERROR);
        problem.set_code("data.no_step");
        problem.set_path(plan.stepsPerEpoch() == 0 ? "train.data.batch_size" : "train.max_steps");
        proto::setMessage(problem, *nothing);
        return {problem};
    }
    const auto text = data::shortEpoch(train.steps_per_epoch(), plan);
    if (!text) return {};
    problem.set_severity(v1::Problem::WARNING);
    problem.set_code("data.short_epoch");
    problem.set_path("train.steps_per_epoch");
    proto::setMessage(problem, *text);
    proto::setFix(problem, "set repeat to auto");
    problem.set_fix_set("train.data.repeat=auto");
    return {problem};
}

std::vector<v1::Problem> checkMemory(const v1::Estimate& estimate, int batchSize,
                                     std::uint64_t machineBytes) {
    constexpr double kGibibyte = 1 << 30;
    const double each = static_cast<double>(estimate.memory_per_replica()), replicas = estimate.replicas();
    const auto machine = static_cast<double>(machineBytes);
    if (each * replicas <= machine) return {};
    // Weights, gradients and slots stay whatever the batch; the rest grows with it.
    const double fixed =
        std::min(each, static_cast<double>(2 * estimate.weight_bytes() + estimate.optimizer_bytes()));
    const double fitting = std::floor(batchSize * (machine / replicas - fixed) / std::max(each - fixed, 1.0));
    v1::Problem problem;
    problem.set_severity(v1::Problem::WARNING);
    problem.set_code("memory.estimate");
    problem.set_path("train.data.batch_size");
    proto::setMessage(problem,
                      base::say("the training is estimated to need {:.1f} GiB of memory ({:.1f} GiB for "
                                "each replica), and this machine has {:.1f} GiB: its tasks may be ended "
                                "for lack of memory",
                                each * replicas / kGibibyte, each / kGibibyte, machine / kGibibyte));
    if (fitting >= 1 && fitting < batchSize) {
        const auto size = static_cast<std::int64_t>(fitting);
        proto::setFix(problem, base::say("set batch_size to {} or less, or use fewer replicas", size));
        problem.set_fix_set(fmt::format("train.data.batch_size={}", size));
    } else {
        proto::setFix(problem, "use fewer replicas or a smaller model");
    }
    return {problem};
}

base::Result<v1::Estimate> estimateRun(const v1::RunSpec& spec, const Checked& checked) {
    if (!spec.has_train())
        return base::fail(base::Code::kNotFound, "what a program makes is not known beforehand");
    const plugin::Catalog catalog = plugin::Catalog::load();
    const plugin::Manifest* strategy = catalog.find(spec::strategyOf(spec).name);
    if (!strategy) return base::fail(base::Code::kNotFound, "the run's strategy is not installed");
    if (spec.train().has_program())
        return base::fail(base::Code::kNotFound, "what a program makes is not known beforehand");
    if (!checked.train) return base::fail(base::Code::kNotFound, "the training data could not be looked at");
    const data::Inspection& samples = *checked.train;
    TY_ASSIGN(const spec::ModelPlan plan,
              spec::planModel(spec::modelOf(spec), samples.features.shape, catalog.layers()));
    spec::EstimateFacts facts;
    facts.replicas = replicasOf(spec, strategy->strategy);
    facts.processes = static_cast<int>(std::ranges::count_if(
        spec::tasksOf(spec, strategy->strategy), [](const spec::TaskPlan& task) { return task.rank >= 0; }));
    facts.trainSamples = samples.samples;
    facts.replicasInStep = replicasInStep(spec, *strategy);
    facts.stepsPerEpoch = checked.stepsPerEpoch > 0 ? checked.stepsPerEpoch
                          : samples.samples > 0
                              ? epochPlanOf(spec, samples.samples, facts.replicasInStep).stepsPerEpoch()
                              : spec.train().steps_per_epoch();
    if (checked.validation) facts.validationSamples = checked.validation->samples;
    facts.bytesPerStep = strategy->bytesPerStep;
    TY_ASSIGN(v1::Estimate estimate, spec::estimate(spec, plan, facts));
    if (!strategy->isCoordinated) return estimate;
    // Known to the byte, where the manifest's formula knows no tables and no shards.
    std::int64_t gradients = 0;
    const std::vector<spec::TaskPlan> tasks = spec::tasksOf(spec, strategy->strategy);
    std::vector<v1::ServerTraffic> servers = serverTraffic(spec, plan, tasks);
    estimate.set_memory_per_replica(estimate.memory_per_replica() + sharedBytesOfWorker(servers, tasks));
    for (v1::ServerTraffic& server : servers) {
        gradients += server.bytes_received();
        *estimate.add_traffic() = std::move(server);
    }
    estimate.set_bytes_per_step(gradients);
    return estimate;
}

}  // namespace trainyard::control
