// SPDX-License-Identifier: Apache-2.0
#include "core/engine/ps/coordinated_program.h"

#include <ATen/ops/from_blob.h>
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <stdexcept>

#include "core/base/text.h"
#include "core/checkpoint/checkpoint.h"
#include "core/engine/loop/program_progress.h"
#include "core/engine/ps/run_data.h"
#include "core/engine/train/replica_step.h"
#include "plugins/sdk/loop/coordinator_job.h"
#include "plugins/sdk/server_mean.h"

namespace trainyard::engine::ps {
namespace {

using base::Code;
using base::fail;
using Metrics = ProgramProgress::Metrics;

/// A copy of a tensor of the file; undefined if there is none with that name.
torch::Tensor tensorIn(const checkpoint::SafetensorsFile& file, const std::string& name) {
    const checkpoint::TensorInfo* info = file.find(name);
    if (!info) return {};
    // The file is mapped read-only; from_blob takes a mutable pointer, and clone() only reads from it.
    return torch::from_blob(const_cast<std::byte*>(file.bytes(*info).data()), info->shape,
                            torchDtype(info->dtype))
        .clone();
}

class ProgramJob final : public loop::CoordinatorJob {
  public:
    ProgramJob(const CoordinatedProgram& program, const v1::RunSpec& spec, TaskLink& link,
               Coordinator& coordinator, SpoolWriter& spool, int attempt)
        : program_(program),
          spec_(spec),
          link_(link),
          coordinator_(coordinator),
          attempt_(attempt),
          progress_({spec, link, spool, attempt, /*isChief=*/true, coordinator.numWorkers(),
                     ProgramProgress::Steps::kInBunches, [this](NotFiniteLoss loss) {
                         loss.drawn = coordinator_.badSample();
                         return loss;
                     }}) {}

    sdk::ClusterCoordinator& coordinator() override { return coordinator_; }
    const v1::RunSpec& spec() const override { return spec_; }
    const nlohmann::json& options() const override { return program_.options; }

    base::Result<std::int64_t> restore() override {
        const std::string& path = link_.place().restore_path();
        if (path.empty()) return 0;
        TY_ASSIGN(const checkpoint::Loaded loaded, checkpoint::load(path));
        TY_ASSIGN(const auto variables, modelVariables());
        for (const sdk::VariableInfo& info : variables) {
            ShardState state{tensorIn(loaded.model, info.name), {}};
            if (!state.value.defined())
                return fail(Code::kFailedPrecondition, fmt::format("{} has no variable {}", path, info.name),
                            "restore.missing");
            const std::string prefix = info.name + ".";
            for (const checkpoint::TensorInfo& slot : loaded.optimizer.tensors())
                if (slot.name.starts_with(prefix))
                    state.slots[slot.name.substr(prefix.size())] = tensorIn(loaded.optimizer, slot.name);
            TY_TRY(coordinator_.variables().restore(info.name, state));
        }
        progress_.setMetrics(loaded.state.metrics);
        spdlog::info("continues after step {} from {}", loaded.state.step, path);
        return loaded.state.step;
    }

    base::Status begin(std::int64_t stepsPerEpoch, std::int64_t batch, std::int64_t fromStep) override {
        std::int64_t parameters = 0;
        TY_ASSIGN(const auto variables, modelVariables());
        for (const sdk::VariableInfo& info : variables) {
            std::int64_t elements = 1;
            for (const std::int64_t extent : info.shape) elements *= extent;
            parameters += elements;
        }
        for (const std::string& line : describePlacement(variables)) spdlog::info("{}", line);
        return progress_.begin(stepsPerEpoch, batch, parameters, fromStep);
    }

    loop::Stop finishStep(const Metrics& metrics) override {
        progress_.finishStep(metrics);
        return progress_.stopFor(link_.stopRequest());
    }

    void finishEpoch(int epoch, const Metrics& metrics) override { progress_.finishEpoch(epoch, metrics); }

    base::Status save() override {
        progress_.beginSave();
        checkpoint::Contents contents;
        std::vector<torch::Tensor> alive;
        TY_ASSIGN(const auto variables, modelVariables());
        for (const sdk::VariableInfo& info : variables) {
            TY_ASSIGN(const ShardState state, coordinator_.variables().snapshot(info.name));
            contents.model.push_back(viewOf(info.name, state.value, alive));
            for (const auto& [slot, tensor] : state.slots)
                contents.optimizer.push_back(viewOf(info.name + "." + slot, tensor, alive));
        }
        contents.state = progress_.state();
        TY_ASSIGN(const auto staged, checkpoint::writeStaged(link_.place().checkpoint_dir(), contents,
                                                             {link_.place().run(), attempt_}));
        const auto published = progress_.publish(staged);
        if (!published) return fail(published.error());
        progress_.endSave();
        return {};
    }

    void log(const std::string& line) override { spdlog::info("{}", line); }

    base::Error reasonOf(base::Error error) const { return progress_.reasonOf(std::move(error)); }
    base::Status finish() { return progress_.finish(); }

  private:
    /// Those that checkpoints have.
    base::Result<std::vector<sdk::VariableInfo>> modelVariables() {
        TY_ASSIGN(auto variables, coordinator_.variables().list());
        std::erase_if(variables, [](const sdk::VariableInfo& info) {
            return info.name.starts_with(sdk::kMetricVariables);
        });
        return variables;
    }

    const CoordinatedProgram& program_;
    const v1::RunSpec& spec_;
    TaskLink& link_;
    Coordinator& coordinator_;
    const int attempt_;
    ProgramProgress progress_;
};

}  // namespace

std::shared_ptr<const sdk::ClosureRegistry> closuresOf(const CoordinatedProgram& program,
                                                       const v1::RunSpec& spec, const TrainingData& data) {
    auto registry = std::make_shared<sdk::ClosureRegistry>();
    addRunData(*registry, spec, data);
    program.plugin->registerClosures(*registry);
    return registry;
}

base::Status runCoordinatedProgram(const CoordinatedProgram& program, const v1::RunSpec& spec, TaskLink& link,
                                   Coordinator& coordinator, SpoolWriter& spool, int attempt) {
    ProgramJob job(program, spec, link, coordinator, spool, attempt);
    try {
        const base::Status coordinated = program.plugin->coordinate(job);
        if (!coordinated) return fail(job.reasonOf(coordinated.error()));
    } catch (const ProgramDone&) {
        spdlog::info("train.max_steps are made: nothing is left to train");
    } catch (const std::invalid_argument& e) {
        return fail(job.reasonOf({Code::kInvalidArgument,
                                  fmt::format("{}: {}", program.plugin->id, base::withoutFrames(e.what()))}));
    } catch (const ProgramEnded& e) {
        return fail(e.error);
    }
    TY_TRY(coordinator.join());  // what the loop may have left under way
    return job.finish();
}

}  // namespace trainyard::engine::ps
