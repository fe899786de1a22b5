// SPDX-License-Identifier: Apache-2.0
#include "core/control/metrics/combined_events.h"

namespace trainyard::control {

base::Status CombinedEvents::add(const SpoolPiece& piece, const std::optional<events::PlanRecord>& plan) {
    if (!piece.isChiefs) return {};
    auto writer = writers_.find(piece.split);
    if (writer == writers_.end()) {
        TY_ASSIGN(auto created, events::EventFileWriter::create(folder_ / piece.split));
        writer = writers_.emplace(piece.split, std::move(created)).first;
    }
    for (const events::Event& event : piece.events) {
        const auto* scalar = std::get_if<events::ScalarEvent>(&event);
        if (!scalar || scalar->tag.starts_with("system/")) continue;
        events::ScalarEvent copy = *scalar;
        if (copy.tag.starts_with("epoch_") && plan && copy.step > 0) copy.step = plan->epochOf(copy.step);
        writer->second.add(copy);
    }
    auto written = writer->second.flush();
    if (!written) writer->second.discardPending();
    return written;
}

}  // namespace trainyard::control
