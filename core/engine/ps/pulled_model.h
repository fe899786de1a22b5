// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/data/dataset.h"
#include "core/engine/device/device.h"
#include "core/engine/ledger/step_sums.h"
#include "core/engine/model/model.h"
#include "core/engine/model/objective.h"
#include "core/engine/train/pipeline.h"
#include "plugins/sdk/coordinator.h"
#include "trainyard/v1/run_spec.pb.h"

namespace trainyard::engine::ps {

/// The model that a spec defines for such data, without weights, and its objective.
struct PlannedModel {
    spec::ModelPlan plan;
    std::unique_ptr<Model> model;
    Objective objective;
};
/// Checks that model, loss and data match. A table that the model starts with has no rows here: those that a
/// batch names take its place (PulledModel).
base::Result<PlannedModel> plannedModel(const v1::RunSpec& spec, const data::Dataset& data,
                                        torch::Device device = torch::kCPU);
/// What a worker has of such a model: all but the table.
spec::ModelPlan planOfWorker(spec::ModelPlan plan);
/// Names of everything in the checkpoint of a model: variables, then buffers; and their tensors.
std::vector<std::string> stateNames(const Model& model);
std::vector<torch::Tensor> stateTensors(const Model& model);

/// A model whose variables are on the ps and are read as they are needed: of a table that the features index
/// only the rows that a batch names. [train]
class PulledModel {
  public:
    /// `gpu`: what it computes on; null: the CPU.
    explicit PulledModel(PlannedModel planned, std::shared_ptr<Device> gpu = nullptr);

    const spec::ModelPlan& plan() const { return planned_.plan; }
    Model& model() { return *planned_.model; }
    /// What a file of its weights has.
    std::vector<checkpoint::WantedTensor> wanted() const;
    const Objective& objective() const { return planned_.objective; }
    const std::vector<std::string>& names() const { return names_; }
    const std::vector<torch::Tensor>& tensors() const { return tensors_; }
    bool hasTable() const { return hasTable_; }
    /// The rows of the table that the last batch has named.
    const torch::Tensor& rows() const { return rows_; }

    /// Reads what `batch` needs; its features become places among the rows that were read.
    base::Status pull(sdk::Variables& variables, Batch& batch);
    /// What `first`, a replica of the same model, has pulled last, also here. Its model must not compute
    /// meanwhile.
    void follow(const PulledModel& first);
    /// The sums over samples [begin, end), in order.
    base::Result<StepSums> evaluate(sdk::Variables& variables, const data::Dataset& dataset,
                                    std::int64_t begin, std::int64_t end, std::int64_t batch);

  private:
    base::Status pullFrom(sdk::Variables& variables, std::ptrdiff_t first);
    std::vector<torch::Tensor> hostsOf() const;

    const std::shared_ptr<Device> gpu_;
    PlannedModel planned_;
    const bool hasTable_;  ///< the first layer looks the features up in a table
    std::vector<std::string> names_;
    std::vector<torch::Tensor> tensors_;
    std::vector<torch::Tensor> hosts_;  ///< tensors_, or where they come from
    torch::Tensor rows_;
    torch::Tensor table_;  ///< those rows' values, on the CPU
};

}  // namespace trainyard::engine::ps
