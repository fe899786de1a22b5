// SPDX-License-Identifier: Apache-2.0
#include "core/engine/loop/program_evaluator.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <filesystem>
#include <stdexcept>
#include <utility>

#include "core/base/text.h"
#include "core/engine/plugin_loader.h"
#include "plugins/sdk/loop/evaluator_job.h"

namespace trainyard::engine {
namespace {

using base::Code;
using base::fail;

class SidecarJob final : public loop::EvaluatorJob {
  public:
    explicit SidecarJob(const ProgramEvaluatorParts& parts)
        : parts_(parts), alone_(loop::makeDefaultStrategy()), strategy_(*alone_, 0, 1) {}

    loop::Strategy& strategy() override { return strategy_; }
    const spec::TaskPlan& task() const override { return parts_.self; }
    const v1::RunSpec& spec() const override { return parts_.spec; }
    const nlohmann::json& options() const override { return parts_.program.options; }
    std::shared_ptr<const data::Dataset> validationData() override { return parts_.validationData; }

    void checkpointsIterator(const Visit& visit, std::optional<std::chrono::milliseconds> timeout) override {
        if (!followed_) return;  // asked to end
        followed_ = parts_.sidecar.run(
            [&](const checkpoint::Listed& listed, const Restore& restore) {
                return measure(visit, {listed.path, listed.step, lastEpochOf(restore.state())});
            },
            timeout);
    }

    void finishEvaluation(const std::map<std::string, double>& metrics) override {
        if (!isVisiting_)
            throw std::logic_error("finishEvaluation() is called in a visit of checkpointsIterator()");
        if (metrics.empty()) throw std::logic_error("finishEvaluation() takes one value at least");
        measured_.values.assign(metrics.begin(), metrics.end());
        hasMeasured_ = true;
    }

    void log(const std::string& line) override { spdlog::info("{}", line); }

    /// Whether following the run has failed, or was ended (kCancelled).
    const base::Status& followed() const { return followed_; }
    bool hasMeasured() const { return hasMeasured_; }

  private:
    base::Result<Measured> measure(const Visit& visit, const loop::PublishedCheckpoint& published) {
        measured_ = {};
        isVisiting_ = true;
        try {
            measured_.isContinuing = visit(published);
        } catch (const std::exception& e) {
            isVisiting_ = false;
            std::error_code unreadable;
            if (std::filesystem::exists(published.path, unreadable)) throw;
            return fail(Code::kNotFound, base::saidBy(e));  // retention has deleted it
        }
        isVisiting_ = false;
        return std::move(measured_);
    }

    const ProgramEvaluatorParts& parts_;
    std::unique_ptr<sdk::Strategy> alone_;
    loop::Strategy strategy_;
    base::Status followed_;
    Measured measured_;
    bool isVisiting_ = false;
    bool hasMeasured_ = false;
};

}  // namespace

base::Status runProgramEvaluator(const ProgramEvaluatorParts& parts) {
    TY_ASSIGN(const loop::ProgramEvaluator* plugin, loadProgramEvaluator(*parts.program.manifest));
    SidecarJob job(parts);
    try {
        plugin->evaluate(job);
    } catch (const std::invalid_argument& e) {
        // Before its first result, an evaluation says by that that it cannot do what the run file asks.
        return fail(job.hasMeasured() ? Code::kInternal : Code::kRefused,
                    base::say("{}: {}", plugin->id, base::saidBy(e)),
                    job.hasMeasured() ? "task.exception" : "program.refused");
    }
    return job.followed();
}

}  // namespace trainyard::engine
