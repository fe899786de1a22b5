// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "core/control/metrics/spool_reader.h"
#include "core/store/media.h"

namespace trainyard::control {

/// What a piece has beside scalars: images, histograms, texts and the like, without Trainyard's own records.
struct FoundMedia {
    std::vector<store::MediaItem> items;
    std::optional<base::Error> leftOut;  ///< why the first one that is too large is not among them
};
FoundMedia mediaOf(const SpoolPiece& piece, int attempt);

}  // namespace trainyard::control
