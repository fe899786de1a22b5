// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace trainyard {

/// A setting, and the loops in which it has an effect of its own; `with`: what else it needs for that.
struct KeySetting {
    const char* set;
    bool isOfPs = true;
    const char* with = "";
};

inline constexpr KeySetting kKeySettings[] = {
    {"train.data.batch_size=8"},
    {"train.data.shuffle=false"},
    {"train.data.shuffle={buffer: 5}"},
    {"train.data.repeat=false", true, "train.steps_per_epoch=9"},
    {"train.data.drop_remainder=true"},
    {"train.loss={sparse_categorical_crossentropy: {from_logits: false}}"},
    {"train.optimizer=adam"},
    {"train.metrics=[]"},
    {"train.epochs=2"},
    {"train.initial_epoch=1"},
    {"train.steps_per_epoch=3"},
    {"train.max_steps=5"},
    {"train.steps_per_execution=3", false, "checkpoint.every={steps: 2}"},
    {"train.model={layers: [flatten, {dense: {units: 10}}]}"},
    {"train.validation_steps=1"},
    {"train.validation_batch_size=5", true, "train.validation_steps=1"},
    {"train.validation_freq=2"},
    {"train.precision=float64"},
    {"train.gradient.clip_norm=0.01"},
    {"train.gradient.clip_value=0.001"},
    {"train.gradient.accumulate=2", false},
    {"train.save_summary_steps=2"},
    {"checkpoint.every={epochs: 2}"},
    {"checkpoint.every={steps: 2}"},
    {"checkpoint.every=never"},
    {"checkpoint.final=false", true, "checkpoint.every=never"},
    {"checkpoint.best=val_loss"},
    {"checkpoint.weights_only=true", true, "train.optimizer={sgd: {momentum: 0.9}}"},
    {"checkpoint.backup_and_restore=true"},
    {"checkpoint.backup_and_restore={every: {steps: 3}}"},
    {"on_failure.not_finite=ignore", true,
     "train.optimizer={sgd: {learning_rate: {steps: {boundaries: [0], values: [0.1, 1.0e+6]}}}}"},
    {"inject.step=5"},
    {"inject.epoch=1"},
    {"seed=7"},
};

}  // namespace trainyard
