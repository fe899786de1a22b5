// SPDX-License-Identifier: Apache-2.0
#include "core/control/preflight/shard_preview.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/control/preflight/model_check.h"
#include "core/control/preflight/ps_traffic.h"
#include "core/control/runs/run_row.h"
#include "core/data/dataset.h"
#include "core/data/epoch_plan.h"
#include "core/data/shard.h"
#include "core/plugin/dataset.h"
#include "core/proto/failure.h"
#include "core/spec/cluster/cluster.h"
#include "core/spec/run/adapted.h"

namespace trainyard::control {
namespace {

constexpr std::size_t kMostNames = 100;
constexpr std::int64_t kNotKnownBeforehand = -1;

const char* nameOf(data::Policy policy) {
    switch (policy) {
        case data::Policy::kFile:
            return "file";
        case data::Policy::kData:
            return "data";
        case data::Policy::kOff:
            return "off";
    }
    return "";
}

void nameFiles(const data::Dataset& dataset, const std::vector<std::int64_t>& files,
               v1::ShardPreview& preview) {
    for (const std::int64_t file : files) {
        if (static_cast<std::size_t>(preview.files_size()) == kMostNames) {
            preview.add_files(base::say("… and {} more", files.size() - kMostNames));
            return;
        }
        preview.add_files(dataset.fileName(file));
    }
}

/// Workers that take a step whenever they are free.
std::vector<v1::ShardPreview> wholeSetEach(const std::vector<spec::TaskPlan>& workers, std::int64_t samples) {
    std::vector<v1::ShardPreview> previews;
    for (const spec::TaskPlan& task : workers) {
        v1::ShardPreview& preview = previews.emplace_back();
        preview.set_task(task.id());
        preview.set_policy("off");
        proto::put(
            "the data is not sharded: each worker draws batches from the whole data set in its own order, "
            "and takes the next step of the epoch whenever it is free",
            preview.mutable_reason(), preview.mutable_reason_words());
        preview.set_samples(kNotKnownBeforehand);
        preview.set_total(samples);
    }
    return previews;
}

}  // namespace

base::Result<ShardPreviews> previewShards(const v1::RunSpec& spec, const plugin::Manifest& manifest) {
    if (!spec.train().data().has_train()) return ShardPreviews();
    spec::Choice source = spec::trainDataOf(spec);
    if (plugin::isDataset(source)) return ShardPreviews();  // only a worker opens a plugin's library
    if (spec::needsAdapting(spec)) {
        TY_ASSIGN(data::Adapted adapted, data::adapt(source));
        source = spec::trainDataOf(spec::withPreprocessing(spec, std::move(adapted.entries)));
    }
    TY_ASSIGN(const auto dataset, data::openDataset(source));
    const spec::StrategyInfo& strategy = manifest.strategy;
    std::vector<spec::TaskPlan> tasks = spec::tasksOf(spec, strategy);
    std::erase_if(tasks, [](const spec::TaskPlan& task) { return task.rank < 0; });
    std::ranges::sort(tasks, {}, &spec::TaskPlan::rank);
    if (manifest.isCoordinated && !stepsAreShared(spec))
        return ShardPreviews{wholeSetEach(tasks, dataset->size()), dataset->size(), 0,
                             checkEpoch(spec, {.samples = dataset->size()}, manifest)};
    const auto workers = static_cast<int>(tasks.size());

    v1::DataSpec data = spec.train().data();
    if (manifest.isCoordinated) data.set_shard("data");  // the coordinator deals out each step's batch
    const int replicas = replicasOf(spec, strategy);
    const std::int64_t batch =
        std::int64_t{data.batch_size()} * std::max(1, spec.train().gradient().accumulate());
    TY_ASSIGN(data::Sharding sharding, data::shard(*dataset, {.shard = data.shard(),
                                                              .uneven = data.uneven(),
                                                              .workers = workers,
                                                              .replicas = replicas,
                                                              .batch = batch}));
    const bool isRepeated = spec::repeats(spec);
    const data::EpochPlan plan({.samples = dataset->size(),
                                .globalBatch = batch * replicas,
                                .stepsPerEpoch = spec.train().steps_per_epoch(),
                                .repeat = isRepeated,
                                .dropRemainder = data.drop_remainder(),
                                .streams = sharding.streams});
    if (isRepeated)
        sharding.reason = base::say(
            "{}; repeat: an epoch has {} steps of full batches, and continues where the previous one stopped",
            sharding.reason, plan.stepsPerEpoch());
    ShardPreviews previews{{}, dataset->size(), plan.stepsPerEpoch(), checkEpoch(spec, plan)};
    for (const spec::TaskPlan& task : tasks) {
        v1::ShardPreview& preview = previews.tasks.emplace_back();
        preview.set_task(task.id());
        preview.set_policy(nameOf(sharding.policy));
        proto::put(sharding.reason, preview.mutable_reason(), preview.mutable_reason_words());
        preview.set_total(dataset->size());
        if (sharding.policy == data::Policy::kFile)
            nameFiles(*dataset, sharding.files[static_cast<std::size_t>(task.rank)], preview);
        if (isRepeated) {
            preview.set_samples(plan.stepsPerEpoch() * batch * (replicas / workers));
            continue;
        }
        const data::WorkerShare share = data::shareOf(sharding, task.rank, workers, plan.stepsPerEpoch());
        preview.set_samples(share.samples);
        preview.set_dropped(share.dropped);
        preview.set_duplicated(share.duplicated);
    }
    return previews;
}

}  // namespace trainyard::control
