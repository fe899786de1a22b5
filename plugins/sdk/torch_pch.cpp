// SPDX-License-Identifier: Apache-2.0
// Intentionally empty: this target exists for its precompiled header.
