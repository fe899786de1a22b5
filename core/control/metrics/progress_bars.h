// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>

#include "core/control/metrics/output_lines.h"

namespace trainyard::control {

/// The step of a training that a progress bar of one epoch shows: batches of the epochs before, and those of
/// this one.
class BarSteps {
  public:
    /// `epoch` counts from 0. An epoch is finished when the next one begins. One that is not later than the
    /// last belongs to another training of the same program, whose steps continue.
    void beginEpoch(std::int64_t epoch);
    /// `total` is 0 where it is unknown, as in Keras' first epoch over a data set of unknown length.
    std::int64_t at(std::int64_t batch, std::int64_t total);
    std::int64_t lastBatch() const { return lastBatch_; }
    std::int64_t lastTotal() const { return lastTotal_; }

  private:
    std::int64_t epoch_ = 0, before_ = 0, last_ = 0;
    std::int64_t firstEpoch_ = 0, firstStep_ = 0;  ///< of the present training; both 0 in the first one
    std::int64_t lastBatch_ = 0, lastTotal_ = 0;
};

/// Which values of a bar are news: it is drawn again and again, with what it has said before.
class BarNews {
  public:
    /// One value per step: what is drawn again, such as the full bar, was there before.
    bool isNewStep(const OutputValue& value);
    /// A value that stays on the bar while others change counts when it changes.
    bool isNewValue(const OutputValue& value);
    /// Of a bar that is drawn once before it has the step's values, and again with them: what has not changed
    /// is a step's own value once the step is drawn again.
    enum class Drawn { kFirst, kAgain };
    bool isNewDrawn(const OutputValue& value, Drawn drawn);
    /// Whether the series has a value that is another one.
    bool differs(const OutputValue& value) const;

  private:
    struct Last {
        std::int64_t step = 0;
        double value = 0;
    };
    std::map<std::pair<std::string, std::string>, Last> last_;
};

/// Keras 2 and 3: `Epoch 3/10`, then `12/100 [==>...] - 3s 20ms/step - loss: 0.31 - accuracy: 0.9` or its
/// coloured successor (keras/src/utils/progbar.py); the validation's values are on the last state. A bar
/// without its epoch, after one with, is evaluate()'s: its last state is the split test.
class KerasLines : public OutputLines {
  public:
    void read(std::string_view line, std::vector<OutputValue>& values) override;

  private:
    void readBar(std::int64_t batch, std::int64_t total, std::string_view rest,
                 std::vector<OutputValue>& values);

    BarSteps steps_;
    BarNews news_;
    bool hasEpochs_ = false;  ///< the program prints them
    bool isInEpoch_ = false;
    std::int64_t epochs_ = 1;  ///< begun so far, where it prints none
    std::int64_t step_ = 0;
};

/// Lightning's TQDMProgressBar: `Epoch 0: 42%|████▏ | 394/938 [00:03<00:04, 120.33it/s, v_num=0,
/// train_loss=0.31]` (lightning/pytorch/callbacks/progress/tqdm_progress.py).
class LightningLines : public OutputLines {
  public:
    void read(std::string_view line, std::vector<OutputValue>& values) override;

  private:
    BarSteps steps_;
    BarNews news_;
    std::int64_t epoch_ = -1, step_ = -1;
};

}  // namespace trainyard::control
