// SPDX-License-Identifier: Apache-2.0
#include "core/engine/ledger/not_finite_loss.h"

#include <fmt/format.h>

namespace trainyard::engine {

base::Error notFiniteError(const NotFiniteLoss& loss) {
    if (loss.isOfGradients)
        return {base::Code::kAborted,
                base::say("gradients of step {} are NaN or infinite in float16, although its loss was not "
                          "scaled: set train.precision to bfloat16 or float32",
                          loss.step),
                "loss.not_finite"};
    base::Words in;
    if (loss.tasks == 1)
        in = base::say(" in the part of {}", loss.task);
    else if (loss.tasks > 1)
        in = base::say(" in the parts of {} processes", loss.tasks);
    // No rate helps, and no other attempt: see control::isRefusal.
    if (loss.drawn)
        return {base::Code::kAborted,
                base::say("the loss of step {} is NaN or infinite, because sample {} of element {} of the "
                          "data set {} on {} (counted from 0) is: fix it or leave it out",
                          loss.step, loss.drawn->sample, loss.drawn->element, loss.drawn->dataset,
                          loss.drawn->task),
                "data.not_finite"};
    if (loss.tasksWithBadSample == 1)
        return {base::Code::kAborted,
                base::say("the loss of step {} is NaN or infinite{}, because sample {} of the training data "
                          "(counted from 0) is: fix it or leave it out",
                          loss.step, in, loss.badSample),
                "data.not_finite"};
    if (loss.tasksWithBadSample > 1)
        return {base::Code::kAborted,
                base::say("the loss of step {} is NaN or infinite{}, because samples of the training data "
                          "are: fix them or leave them out",
                          loss.step, in),
                "data.not_finite"};
    const base::Words message =
        loss.hasCheckpoint
            ? base::say(
                  "the loss of step {} is NaN or infinite{}; checkpoints before it are good: resume "
                  "with a smaller learning rate or train.gradient.clip_norm, or set "
                  "on_failure.not_finite to ignore",
                  loss.step, in)
            : base::say(
                  "the loss of step {} is NaN or infinite{}; there is no checkpoint before it: start "
                  "again with a smaller learning rate or train.gradient.clip_norm, or set "
                  "on_failure.not_finite to ignore",
                  loss.step, in);
    return {base::Code::kAborted, message, "loss.not_finite"};
}

}  // namespace trainyard::engine
