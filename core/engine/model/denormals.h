// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace trainyard::engine {

/// Floating-point numbers that are too small for their type's normal form (below 1.2e-38 in float32) are 0
/// from now on, as operands and as results: on this thread, and on all that it starts, directly or not. An
/// Intel processor takes some hundred cycles for each operation on such a number, and Adam's first moment of
/// a weight whose gradient has become 0 is one after 800 steps (ADR 165). Does nothing on a processor without
/// such a mode. To be called before any thread that computes is started.
void flushDenormals();

}  // namespace trainyard::engine
