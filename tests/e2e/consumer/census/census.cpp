// SPDX-License-Identifier: Apache-2.0
// A callback with closures: while the built-in training trains, the workers count the run's validation labels
// and look at the variables. What they found is in census.txt of the run's folder.

#include <ATen/ops/norm.h>

#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "plugins/sdk/callback_closures.h"

namespace {

using namespace trainyard;
using sdk::Values;

/// One batch of the run's validation data: how many labels it has; and the norm of all variables.
base::Result<Values> count(sdk::WorkerContext& context, const Values& arguments) {
    if (std::get<std::int64_t>(arguments.at(1)) != 0)
        return base::fail(base::Code::kInvalidArgument, "the census was asked to fail");
    TY_ASSIGN(const auto variables, context.variables().list());
    double norm = 0;
    for (const sdk::VariableInfo& info : variables) {
        TY_ASSIGN(const torch::Tensor value, context.variables().read(info.name));
        norm += at::norm(value).item<double>();
    }
    auto* batches = context.local<sdk::Elements>(std::get<sdk::PerWorker>(arguments.at(0)));
    const auto batch = (*batches)();
    const std::int64_t labels = batch ? std::get<torch::Tensor>(batch->at(1)).numel() : 0;
    return Values{labels, norm, std::int64_t{context.worker()}};
}

class Census : public sdk::Callback {
  public:
    explicit Census(const sdk::CallbackContext& context)
        : coordinator_(*context.coordinator),
          file_(context.folder / "census.txt", std::ios::app),
          closures_(context.options.at("closures")),
          failIn_(context.options.at("fail_in")) {}

    void onEpochBegin(sdk::Training& training) override {
        const sdk::PerWorker data = coordinator_.createPerWorkerDataset("run/validation");
        for (int i = 0; i < closures_; ++i) {
            auto value =
                coordinator_.schedule("count", {data, std::int64_t{training.epoch() == failIn_ ? 1 : 0}});
            if (!value) throw std::runtime_error(value.error().describe());
            values_.push_back(*value);
        }
    }

    void onEpochEnd(sdk::Training& training, const sdk::Metrics&) override {
        std::int64_t labels = 0, finished = 0;
        std::string norm, workers;
        for (const sdk::RemoteValue& value : values_) {
            if (!value.isReady()) continue;
            const auto found = value.fetch();
            if (!found) throw std::runtime_error(found.error().describe());
            labels += std::get<std::int64_t>(found->at(0));
            ++finished;
            const std::string worker = std::to_string(std::get<std::int64_t>(found->at(2)));
            if (workers.find(worker) == std::string::npos) workers += worker;
            norm = std::get<double>(found->at(1)) > 0 ? "positive" : "zero";
        }
        values_.clear();
        file_ << training.epoch() << " " << finished << " " << labels << " " << norm << " " << workers.size()
              << std::endl;
    }

  private:
    sdk::ClusterCoordinator& coordinator_;
    std::ofstream file_;
    int closures_, failIn_;
    std::vector<sdk::RemoteValue> values_;
};

}  // namespace

TRAINYARD_CALLBACK_PLUGIN("census", [](const sdk::CallbackContext& context) -> sdk::Callback* {
    return new Census(context);
})
TRAINYARD_CALLBACK_CLOSURES("census",
                            [](sdk::ClosureRegistry& registry) { registry.closure("count", count); })
