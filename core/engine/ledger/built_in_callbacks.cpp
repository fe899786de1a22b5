// SPDX-License-Identifier: Apache-2.0
#include "core/engine/ledger/built_in_callbacks.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "core/base/json.h"
#include "core/engine/ledger/own_training.h"
#include "core/engine/ledger/save_policy.h"

namespace trainyard::engine {
namespace {

using nlohmann::json;

/// The best value of a metric, and for how many epochs there has been no better one.
class Improvement {
  public:
    explicit Improvement(const json& options)
        : monitor_{options.at("monitor"), options.at("mode")}, minDelta_(options.at("min_delta")) {}

    /// The metric's value; nothing if the epoch has not measured it.
    std::optional<double> valueIn(const sdk::Metrics& metrics) const {
        const auto found = metrics.find(monitor_.metric);
        return found == metrics.end() ? std::nullopt : std::optional(found->second);
    }
    /// Whether it is an improvement.
    bool add(double value, int epoch) {
        if (!isImprovement(monitor_, value, best_, minDelta_)) {
            ++waited_;
            return false;
        }
        best_ = value;
        bestEpoch_ = epoch;
        waited_ = 0;
        return true;
    }
    void startWaiting() { waited_ = 0; }
    void forget() {
        best_.reset();
        bestEpoch_ = waited_ = 0;
    }
    int waited() const { return waited_; }
    base::Words describe(int patience) const {
        return best_ ? base::say("{} is no better than {:.6g} (epoch {}), with a patience of {}",
                                 monitor_.metric, *best_, bestEpoch_ + 1, patience)
                     : base::say("{} is not finite, with a patience of {}", monitor_.metric, patience);
    }

    json state() const {
        json state{{"monitor", monitor_.metric}, {"waited", waited_}, {"best_epoch", bestEpoch_}};
        if (best_) state["best"] = base::jsonNumber(*best_);
        return state;
    }
    /// Starts over if the metric is another one.
    void restore(const json& state) {
        if (state.value("monitor", "") != monitor_.metric) return;
        waited_ = state.value("waited", 0);
        bestEpoch_ = state.value("best_epoch", 0);
        if (const auto best = base::numberIn(state.value("best", json()))) best_ = best;
    }

  private:
    Monitor monitor_;
    double minDelta_;
    std::optional<double> best_;
    int bestEpoch_ = 0;
    int waited_ = 0;
};

class EarlyStopping final : public sdk::Callback {
  public:
    explicit EarlyStopping(const json& options)
        : improvement_(options),
          patience_(options.at("patience")),
          isRestoring_(options.at("restore_best")) {}

    /// What it has measured before is no best to end with unless its checkpoint is there.
    void onTrainBegin(sdk::Training& training) override {
        const auto* const own = dynamic_cast<const OwnTraining*>(&training);
        if (isRestoring_ && own && !own->hasBest()) improvement_.forget();
    }
    void onEpochEnd(sdk::Training& training, const sdk::Metrics& metrics) override {
        const auto value = improvement_.valueIn(metrics);
        const bool isBest = value && improvement_.add(*value, training.epoch());
        if (isBest && isRestoring_) training.saveAsBest();
        // The first epoch is the best so far, unless its metric is NaN.
        const bool isOver = value && !isBest && improvement_.waited() >= std::max(1, patience_);
        if (isOver) stopInWords(training, improvement_.describe(patience_));
        if (isRestoring_ && (isOver || training.step() >= training.totalSteps())) training.restoreBest();
    }
    json state() const override { return improvement_.state(); }
    void restore(const json& state) override { improvement_.restore(state); }

  private:
    Improvement improvement_;
    int patience_;
    bool isRestoring_;
};

class ReduceOnPlateau final : public sdk::Callback {
  public:
    explicit ReduceOnPlateau(const json& options)
        : improvement_(options),
          patience_(options.at("patience")),
          cooldown_(options.at("cooldown")),
          factor_(options.at("factor")),
          least_(options.at("min_learning_rate")) {}

    void onEpochEnd(sdk::Training& training, const sdk::Metrics& metrics) override {
        const auto value = improvement_.valueIn(metrics);
        if (!value) return;
        if (resting_ > 0) {
            --resting_;
            improvement_.startWaiting();
        }
        const bool isBest = improvement_.add(*value, training.epoch());
        if (resting_ > 0) improvement_.startWaiting();
        if (isBest || improvement_.waited() < std::max(1, patience_)) return;
        const double rate = training.learningRate();
        if (rate <= least_) return;
        training.setLearningRate(std::max(least_, rate * factor_));
        resting_ = cooldown_;
        improvement_.startWaiting();
    }
    json state() const override {
        json state = improvement_.state();
        state["resting"] = resting_;
        return state;
    }
    void restore(const json& state) override {
        improvement_.restore(state);
        resting_ = state.value("resting", 0);
    }

  private:
    Improvement improvement_;
    int patience_, cooldown_;
    double factor_, least_;
    int resting_ = 0;  ///< epochs that do not count
};

/// Sets the rate when an entry begins, so that a user's change holds until the next one.
class LearningRateTable final : public sdk::Callback {
  public:
    explicit LearningRateTable(const json& options)
        : epochs_(options.at("epochs").get<std::vector<int>>()),
          rates_(options.at("rates").get<std::vector<double>>()) {}

    void onEpochBegin(sdk::Training& training) override {
        const auto passed = std::upper_bound(epochs_.begin(), epochs_.end(), training.epoch());
        const auto entry = passed - epochs_.begin() - 1;
        if (entry < 0 || entry == entry_) return;
        entry_ = entry;
        training.setLearningRate(rates_.at(static_cast<std::size_t>(entry)));
    }
    json state() const override { return {{"epochs", epochs_}, {"rates", rates_}, {"entry", entry_}}; }
    void restore(const json& state) override {
        const bool isSame =
            state.value("epochs", json()) == json(epochs_) && state.value("rates", json()) == json(rates_);
        if (isSame) entry_ = state.value("entry", std::ptrdiff_t{-1});
    }

  private:
    std::vector<int> epochs_;
    std::vector<double> rates_;
    std::ptrdiff_t entry_ = -1;  ///< that the rate was set by
};

}  // namespace

std::unique_ptr<sdk::Callback> makeEarlyStopping(const json& options) {
    return std::make_unique<EarlyStopping>(options);
}

std::unique_ptr<sdk::Callback> makeBuiltIn(const std::string& id, const sdk::CallbackContext& context) {
    if (id == "csv_log") return makeCsvLog(context);
    if (id == "reduce_on_plateau") return std::make_unique<ReduceOnPlateau>(context.options);
    if (id == "learning_rate_table") return std::make_unique<LearningRateTable>(context.options);
    return nullptr;
}

}  // namespace trainyard::engine
