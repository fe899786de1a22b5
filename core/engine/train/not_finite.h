// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "core/engine/train/pipeline.h"

namespace trainyard::engine {

/// The first sample whose values contain a NaN or an infinity; -1: none.
std::int64_t firstNotFinite(std::span<const Batch> batches);

}  // namespace trainyard::engine
