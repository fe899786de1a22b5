// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "plugins/sdk/loop/distribute.h"
#include "tests/engine/curves.h"

namespace trainyard::loop::testing {

using engine::testing::Layout;

inline std::vector<Layout> loopLayouts() {
    return {
        {"one_device"}, {"mirrored", 1, 3}, {"multi_worker_mirrored", 2, 1}, {"multi_worker_mirrored", 2, 2}};
}

/// Calls `body` in each process of the layout, with the strategy as loops use it.
inline void onEach(const Layout& layout, const std::function<void(Strategy&)>& body) {
    SCOPED_TRACE(engine::testing::nameOf(layout));
    engine::testing::runRanks(layout.strategy, layout.processes, layout.complete(),
                              [&](sdk::Strategy& inner, int rank) {
                                  Strategy strategy(inner, rank, layout.processes);
                                  body(strategy);
                              });
}

inline engine::Model createModel() {
    engine::Model model(*spec::planModel({"builtin", "mlp"}, {1, 8, 8}), torch::kFloat32);
    model.drawWeights(42);
    return model;
}

}  // namespace trainyard::loop::testing
