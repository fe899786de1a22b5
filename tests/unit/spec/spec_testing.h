// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/plugin/catalog.h"
#include "core/spec/run/run_spec.h"

namespace trainyard::spec {

/// The strategies of this tree, by their manifests in the sources.
inline const StrategyInfos& strategies() {
    static const StrategyInfos infos =
        plugin::Catalog::loadFrom({TRAINYARD_SOURCE_DIR "/plugins/strategies/multi_worker_mirrored"})
            .strategies();
    return infos;
}
inline const StrategyInfo& mirrored() {
    return strategies().at("multi_worker_mirrored");
}

/// A valid run file in /base, eight lines long.
inline const std::string kSmallest =
    "trainyard: 1\n"
    "name: small\n"
    "train:\n"
    "  model: {builtin: mlp}\n"
    "  data:\n"
    "    train: {builtin: fashion_mnist}\n"
    "on_failure:\n"
    "  restarts: 0\n";

inline LoadedSpec load(const std::string& text, const std::vector<Override>& overrides = {}) {
    return loadRunText(text, "f.yaml", "/base", overrides, strategies());
}
/// kSmallest with `--set` texts.
inline LoadedSpec loadWith(const std::vector<std::string>& sets) {
    std::vector<Override> overrides;
    for (const std::string& text : sets) overrides.push_back(parseOverride(text).value());
    return load(kSmallest, overrides);
}
/// One line per problem: "code | file:line: path: message".
inline std::string printed(const std::vector<v1::Problem>& problems) {
    std::string text;
    for (const v1::Problem& p : problems) text += (text.empty() ? "" : "\n") + p.code() + " | " + describe(p);
    return text;
}

}  // namespace trainyard::spec
