// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

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
    double meanLoss() const { return loss / samples; }
    double accuracy() const { return correct / samples; }
};

}  // namespace trainyard::engine
