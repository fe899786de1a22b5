// SPDX-License-Identifier: Apache-2.0
#include "core/spec/cluster/coordinated.h"

#include "core/proto/failure.h"
#include "core/spec/model/script_plan.h"
#include "core/spec/run/run_spec.h"
#include "core/spec/run/sidecar.h"

namespace trainyard::spec {

std::vector<v1::Problem> coordinatedProblems(const v1::RunSpec& spec) {
    const v1::TrainSpec& train = spec.train();
    std::vector<v1::Problem> problems;
    const auto refuse = [&](const std::string& key, const base::Words& why, const base::Words& fix) {
        v1::Problem& problem = problems.emplace_back();
        problem.set_severity(v1::Problem::ERROR);
        problem.set_code("coordinated.unused_key");
        problem.set_path(key);
        proto::setMessage(problem, why);
        proto::setFix(problem, fix);
    };
    if (train.gradient().accumulate() > 1)
        refuse("train.gradient.accumulate",
               "under parameter servers each gradient is applied when it arrives, and no step accumulates "
               "several batches; a larger `train.data.batch_size` has the same effect",
               "raise train.data.batch_size instead");
    if (train.batch_norm() == "synchronized")
        refuse("train.batch_norm",
               "under parameter servers workers do not wait for each other within a step, so there are no "
               "statistics over the global batch; each batch has its own, and the running statistics are on "
               "the ps",
               "use per_replica, or a strategy whose replicas train in step");
    if (scriptOf(modelOf(spec)))
        refuse("train.model",
               "under parameter servers the variables are shared out before a worker has loaded the "
               "TorchScript module",
               "use a strategy whose replicas train in step, or a model of layers");
    if (train.precision() == "float16")
        refuse("train.precision",
               "under parameter servers workers' gradients are applied one by one, and float16 wants one "
               "decision about the gradients of each step; bfloat16 wants none",
               "set train.precision to bfloat16");
    if (train.deterministic())
        refuse("train.deterministic",
               "under parameter servers gradients are applied as they arrive, in another order in every run",
               "remove the key, or use a strategy whose replicas train in step");
    if (train.cuda_graphs() == "off")
        refuse("train.cuda_graphs", "under parameter servers no step is captured", "remove the key");
    const Named strategy = strategyOf(spec);
    const bool isSynchronous = strategy.options.value("mode", nlohmann::json()) == "sync";
    const std::string options = "strategy." + strategy.name;
    if (isSynchronous && train.has_program())
        refuse(options + ".mode",
               "a program's closures push their gradients as they arrive; to combine those of a step, push "
               "them with a Round",
               "set the strategy's mode to async");
    if (strategy.options.value("evaluation", nlohmann::json()) == "chief" &&
        (train.has_program() || sidecarOf(spec) || !validationDataOf(spec)))
        refuse(options + ".evaluation",
               "this run has no evaluation after its epochs, by the chief or by workers", "remove the key");
    if (isSynchronous && train.steps_per_execution() > 1)
        refuse("train.steps_per_execution",
               "in the mode `sync` each step waits for the one before it, so that an execution is one step",
               "remove the key, or set the strategy's mode to async");
    const std::string& shard = train.data().shard();
    if (shard != "auto" && shard != (isSynchronous ? "data" : "off"))
        refuse(
            "train.data.shard",
            isSynchronous
                ? base::Words("in the mode `sync` the workers share each step's samples, as under `data`")
                : base::Words("under parameter servers each worker reads the whole data set, as with `off`"),
            "set train.data.shard to auto");
    const std::string& validationShard = train.data().validation_shard();
    if (!validationShard.empty() && validationShard != "data")
        refuse("train.data.validation_shard",
               "under parameter servers the validation data is dealt out in ranges of samples",
               "remove the key");
    if (train.data().uneven() != "join")
        refuse("train.data.uneven",
               "under parameter servers no worker has a shard that could end before the others",
               "remove the key");
    return problems;
}

}  // namespace trainyard::spec
