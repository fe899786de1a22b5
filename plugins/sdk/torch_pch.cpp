// SPDX-License-Identifier: Apache-2.0
// Nothing: this target exists for its precompiled header.
