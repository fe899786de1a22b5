// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/engine/ledger/course.h"
#include "core/engine/ledger/own_training.h"
#include "core/engine/ledger/step_runner.h"

namespace trainyard::engine {

/// One entry of train.callbacks, or train.early_stopping.
struct CallbackHere {
    std::string id;
    std::string path;  ///< its key, for messages
    /// Null: it runs on the chief alone, and this is another process.
    std::unique_ptr<sdk::Callback> callback;
    bool hasBatches = false;
};
/// In the order in which they are called; the same list in every process.
using Callbacks = std::vector<CallbackHere>;

using CallbackEvent = void (sdk::Callback::*)(sdk::Training&);
using CallbackResult = void (sdk::Callback::*)(sdk::Training&, const sdk::Metrics&);

/// Passes the events of a training to its callbacks, and collects what they request. [train]
class CallbackEvents final : private OwnTraining {
  public:
    CallbackEvents(Callbacks callbacks, const Course& course, const v1::RunSpec& spec, StepRunner& runner,
                   TaskLink& link);

    bool isEmpty() const { return callbacks_.empty(); }
    bool hasBatches() const { return hasBatches_; }
    /// Calls them in order, and returns what those of all processes request. One that throws ends the event
    /// in this process. Collective.
    base::Result<CallbackRequests> send(CallbackEvent event);
    base::Result<CallbackRequests> send(CallbackResult event, const sdk::Metrics& metrics);
    /// Why one of this process wants to stop, or has failed: "train.early_stopping: …". Empty: none did.
    base::Words takeReason() { return std::exchange(reason_, {}); }

    /// Of all that have some, for a checkpoint; and back, to the first of the same id without one.
    nlohmann::json states() const;
    /// kInternal if one throws. `hasBest`: the last checkpoint that they saved as the best is still there.
    base::Status restore(const nlohmann::json& states, bool hasBest);

  private:
    enum class Side { kBegin, kEnd };
    base::Result<CallbackRequests> sendTo(Side side, const std::function<void(sdk::Callback&)>& call);

    // Training
    std::int64_t step() const override { return course_.step(); }
    int epoch() const override;
    int epochs() const override { return spec_.train().epochs(); }
    std::int64_t stepsPerEpoch() const override { return course_.epochs().stepsPerEpoch(); }
    std::int64_t totalSteps() const override { return course_.totalSteps(); }
    double learningRate() const override;
    void setLearningRate(double rate) override { own_.learningRate = rate; }
    void stop(const std::string& reason) override { stopInWords(base::Words::plain(reason)); }
    void save() override { own_.isSaving = true; }
    void saveAsBest() override { own_.isBest = hasBest_ = true; }
    void restoreBest() override { own_.isRestoringBest = true; }
    void warn(const std::string& message) override { warnInWords(base::Words::plain(message)); }

    // OwnTraining
    bool hasBest() const override { return hasBest_; }
    void stopInWords(const base::Words& reason) override;
    void warnInWords(const base::Words& message) override;

    Callbacks callbacks_;
    const Course& course_;
    const v1::RunSpec& spec_;
    StepRunner& runner_;
    TaskLink& link_;
    bool hasBatches_ = false;
    bool hasBest_ = false;
    Side side_ = Side::kBegin;
    const CallbackHere* current_ = nullptr;
    CallbackRequests own_;
    base::Words reason_;
};

}  // namespace trainyard::engine
