// SPDX-License-Identifier: Apache-2.0
// A loop that trains nothing and fails at a chosen step, as std::stoi fails for a text that is not a number.
#include <string>

#include "plugins/sdk/loop/job.h"

namespace {

void train(trainyard::loop::Job& job) {
    const int failing = job.options().at("step");
    const auto parse = [&](int step) { return std::stoi(step == failing ? "no number" : "1"); };
    job.begin(/*stepsPerEpoch=*/4, /*globalBatch=*/1, /*parameters=*/1, /*fromStep=*/0);
    for (int step = 1; step <= 4; ++step)
        if (job.finishStep({{"loss", parse(step)}}) != trainyard::loop::Stop::kNone) return;
    job.finishEpoch(0, {{"loss", 1}});
}

}  // namespace

TRAINYARD_PROGRAM_PLUGIN("stumble", train)
