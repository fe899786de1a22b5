// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

namespace trainyard::engine {

/// What one step (or an evaluation) adds up over samples; means are formed only after the sums of all
/// replicas have met, so that each sample counts once whoever computed it.
struct StepSums {
    double loss = 0;     ///< sum of the samples' losses
    double correct = 0;  ///< samples whose most likely class is the label
    double samples = 0;

    StepSums& operator+=(const StepSums& other) {
        loss += other.loss;
        correct += other.correct;
        samples += other.samples;
        return *this;
    }
    /// For a checkpoint, and back; what a map lacks is 0.
    std::map<std::string, double> toMap() const {
        return {{"loss", loss}, {"correct", correct}, {"samples", samples}};
    }
    static StepSums fromMap(const std::map<std::string, double>& map) {
        const auto at = [&](const char* name) {
            const auto found = map.find(name);
            return found == map.end() ? 0 : found->second;
        };
        return {at("loss"), at("correct"), at("samples")};
    }
    double meanLoss() const { return loss / samples; }
    double accuracy() const { return correct / samples; }
};

}  // namespace trainyard::engine
