// SPDX-License-Identifier: Apache-2.0
// An untrusted run file: it is loaded or refused with a message, and a loaded one round-trips through its own
// YAML.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/base/check.h"
#include "core/plugin/catalog.h"
#include "core/spec/run/run_spec.h"
#include "fuzz_target.h"

TY_FUZZ_TARGET(run_file) {
    using namespace trainyard;
    static const spec::StrategyInfos strategies =
        plugin::Catalog::loadFrom({TRAINYARD_SOURCE_DIR "/plugins/strategies/multi_worker_mirrored"})
            .strategies();
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const spec::LoadedSpec loaded = spec::loadRunText(text, "fuzzed.yaml", "/base", {}, strategies);
    TY_CHECK(loaded.ok() || !spec::describe(loaded.problems.front()).empty(), "a refusal has words");
    if (!loaded.ok()) return 0;
    const spec::LoadedSpec again =
        spec::loadRunText(spec::toYaml(loaded.spec), "again.yaml", "/base", {}, strategies);
    TY_CHECK(again.ok(), "what was loaded can be written and loaded again");
    TY_CHECK(spec::toJson(again.spec) == spec::toJson(loaded.spec), "and means the same");
    return 0;
}
