// SPDX-License-Identifier: Apache-2.0
// Only a source file for the precompiled header to belong to.
