// SPDX-License-Identifier: Apache-2.0
// An untrusted sweep file: it is loaded or refused with a message, and the same text gives the same runs.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/base/check.h"
#include "core/plugin/catalog.h"
#include "core/spec/sweep/sweep.h"
#include "fuzz_target.h"

TY_FUZZ_TARGET(sweep_file) {
    using namespace trainyard;
    static const spec::StrategyInfos strategies =
        plugin::Catalog::loadFrom({TRAINYARD_SOURCE_DIR "/plugins/strategies/multi_worker_mirrored"})
            .strategies();
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const spec::LoadedSweep loaded = spec::loadSweepText(text, "fuzzed.yaml", "/base", strategies);
    TY_CHECK(loaded.ok() || !spec::describe(loaded.problems.front()).empty(), "a refusal has words");
    TY_CHECK(loaded.ok() == (loaded.plan.runs_size() > 0), "what is accepted has runs");
    if (!loaded.ok()) return 0;
    const spec::LoadedSweep again = spec::loadSweepText(text, "fuzzed.yaml", "/base", strategies);
    TY_CHECK(again.plan.runs_size() == loaded.plan.runs_size(), "as many again");
    for (int i = 0; i < loaded.plan.runs_size(); ++i)
        TY_CHECK(spec::toJson(again.plan.runs(i).spec()) == spec::toJson(loaded.plan.runs(i).spec()),
                 "and the same ones");
    return 0;
}
