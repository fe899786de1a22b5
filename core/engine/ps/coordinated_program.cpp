// SPDX-License-Identifier: Apache-2.0
#include "core/engine/ps/coordinated_program.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <stdexcept>

#include "core/base/text.h"
#include "core/checkpoint/checkpoint.h"
#include "core/engine/loop/program_progress.h"
#include "core/engine/ps/frozen_copy.h"
#include "core/engine/ps/run_data.h"
#include "plugins/sdk/loop/coordinator_job.h"
#include "plugins/sdk/server_mean.h"

namespace trainyard::engine::ps {
namespace {

using base::Code;
using base::fail;
using Metrics = ProgramProgress::Metrics;

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
        TY_ASSIGN(const checkpoint::Loaded loaded, checkpoint::open(path));
        TY_TRY(checkpoint::verify(path, checkpoint::Depth::kBlockSums));
        TY_ASSIGN(const auto names, modelNames());
        for (const std::string& name : names) {
            const checkpoint::TensorInfo* info = loaded.model.find(name);
            if (!info)
                return fail(Code::kFailedPrecondition, base::say("{} has no variable {}", path, name),
                            "restore.missing");
            TY_TRY(coordinator_.variables().load(name, "", loaded.model, *info));
            const std::string prefix = name + ".";
            for (const checkpoint::TensorInfo& slot : loaded.optimizer.tensors())
                if (slot.name.starts_with(prefix))
                    TY_TRY(coordinator_.variables().load(name, slot.name.substr(prefix.size()),
                                                         loaded.optimizer, slot));
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
        TY_ASSIGN(const auto names, modelNames());
        ShardedVariables& variables = coordinator_.variables();
        TY_TRY(variables.freeze());
        TY_ASSIGN(StateCopy::Views views, frozenViews(variables, names));
        const checkpoint::Contents contents{std::move(views.model), std::move(views.optimizer),
                                            progress_.state()};
        const auto staged = checkpoint::writeStaged(link_.place().checkpoint_dir(), contents,
                                                    {link_.place().run(), attempt_});
        TY_TRY(variables.thaw());
        if (!staged) return fail(staged.error());
        const auto published = progress_.publish(*staged);
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
    base::Result<std::vector<std::string>> modelNames() {
        TY_ASSIGN(const auto variables, modelVariables());
        std::vector<std::string> names;
        for (const sdk::VariableInfo& info : variables) names.push_back(info.name);
        return names;
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
        return fail(
            job.reasonOf({Code::kInvalidArgument, base::say("{}: {}", program.plugin->id, base::saidBy(e))}));
    } catch (const ProgramEnded& e) {
        return fail(e.error);
    }
    TY_TRY(coordinator.join());  // what the loop may have left in progress
    return job.finish();
}

}  // namespace trainyard::engine::ps
