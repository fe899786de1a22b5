// SPDX-License-Identifier: Apache-2.0
// A callback that runs in every task: each writes down what it hears of, and one may stop all of them.

#include <fstream>
#include <string>

#include "plugins/sdk/callback.h"

namespace {

using namespace trainyard;

class Witness : public sdk::Callback {
  public:
    explicit Witness(const sdk::CallbackContext& context)
        : file_(folderOf(context) / ("rank-" + std::to_string(context.rank) + ".txt"), std::ios::app),
          stopAt_(context.options.at("stop_at")),
          isStopping_(context.options.at("stop_rank") == context.rank) {}

    void onTrainBegin(sdk::Training& training) override { note("train begin", training.step()); }
    void onTrainEnd(sdk::Training& training, const sdk::Metrics&) override {
        note("train end", training.step());
    }
    void onEpochBegin(sdk::Training& training) override { note("epoch begin", training.epoch()); }
    void onEpochEnd(sdk::Training& training, const sdk::Metrics& metrics) override {
        note("epoch end", training.epoch());
        for (const auto& [name, value] : metrics) file_ << "  " << name << " " << value << std::endl;
    }
    void onBatchEnd(sdk::Training& training, const sdk::Metrics&) override {
        note("batch end", training.step());
        if (isStopping_ && training.step() == stopAt_) training.stop("the witness has seen enough");
    }
    void onEvaluationBegin(sdk::Training& training) override { note("evaluation begin", training.step()); }
    void onEvaluationEnd(sdk::Training& training, const sdk::Metrics&) override {
        note("evaluation end", training.step());
    }
    void onSave(sdk::Training& training) override { note("save", training.step()); }

    nlohmann::json state() const override { return {{"events", events_}}; }
    void restore(const nlohmann::json& state) override { note("restored", state.at("events")); }

  private:
    static std::filesystem::path folderOf(const sdk::CallbackContext& context) {
        const std::string given = context.options.at("folder");
        return given.empty() ? context.folder : std::filesystem::path(given);
    }
    void note(const char* event, std::int64_t number) {
        file_ << event << " " << number << std::endl;
        ++events_;
    }
    std::ofstream file_;
    std::int64_t stopAt_;
    bool isStopping_;
    std::int64_t events_ = 0;
};

}  // namespace

TRAINYARD_CALLBACK_PLUGIN("witness", [](const sdk::CallbackContext& context) -> sdk::Callback* {
    return new Witness(context);
})
