// SPDX-License-Identifier: Apache-2.0
#include "core/control/metrics/found_media.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>

#include "core/events/media.h"

namespace trainyard::control {
namespace {

bool isOwnRecord(std::string_view tag) {
    constexpr std::array kRecords{events::kPlanTag, events::kEpochTag, events::kEvaluationTag,
                                  events::kResultTag, events::kClientTag};
    return std::ranges::any_of(kRecords, [&](const char* record) { return tag.ends_with(record); });
}

/// Null: it is a scalar or a record.
std::shared_ptr<const events::Media> shownIn(const events::Event& event) {
    if (const auto* media = std::get_if<events::MediaEvent>(&event)) return media->media;
    const auto* text = std::get_if<events::TextEvent>(&event);
    return text && !isOwnRecord(text->tag) ? events::textMedia(text->text) : nullptr;
}

}  // namespace

FoundMedia mediaOf(const SpoolPiece& piece, int attempt) {
    FoundMedia found;
    for (std::size_t i = 0; i < piece.events.size(); ++i) {
        if (std::holds_alternative<events::ScalarEvent>(piece.events[i])) continue;
        const auto media = shownIn(piece.events[i]);
        if (!media) continue;
        std::visit(
            [&](const auto& event) {
                if (media->leftOut.empty()) {
                    found.items.push_back({.kind = events::kMediaKinds[static_cast<std::size_t>(media->kind)],
                                           .task = piece.task,
                                           .split = piece.splitOf(i),
                                           .tag = event.tag,
                                           .attempt = attempt,
                                           .step = event.step,
                                           .wallTime = event.wallTime,
                                           .sample = media->sample,
                                           .data = media->data});
                } else if (!found.leftOut) {
                    found.leftOut = base::Error{
                        base::Code::kResourceExhausted,
                        base::say("{} at step {} is left out: {}", event.tag, event.step, media->leftOut),
                        "media.left_out"};
                }
            },
            piece.events[i]);
    }
    return found;
}

}  // namespace trainyard::control
