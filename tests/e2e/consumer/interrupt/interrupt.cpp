// SPDX-License-Identifier: Apache-2.0
// A callback: InterruptAtStep and InterruptAtEpoch of TensorFlow's guide on the migration of fault tolerance,
// in the first attempt of a run.

#include <stdexcept>

#include "plugins/sdk/callback.h"

namespace {

using namespace trainyard;

class Interrupt : public sdk::Callback {
  public:
    explicit Interrupt(const sdk::CallbackContext& context)
        : isFirst_(context.attempt == 1),
          step_(context.options.at("step")),
          epoch_(context.options.at("epoch")) {}

    void onBatchEnd(sdk::Training& training, const sdk::Metrics&) override {
        if (isFirst_ && step_ > 0 && training.step() == step_)
            throw std::runtime_error("interrupting at the step");
    }
    void onEpochEnd(sdk::Training& training, const sdk::Metrics&) override {
        if (isFirst_ && training.epoch() == epoch_) throw std::runtime_error("interrupting at the epoch");
    }

  private:
    bool isFirst_;
    std::int64_t step_;
    int epoch_;
};

}  // namespace

TRAINYARD_CALLBACK_PLUGIN("interrupt", [](const sdk::CallbackContext& context) -> sdk::Callback* {
    return new Interrupt(context);
})
