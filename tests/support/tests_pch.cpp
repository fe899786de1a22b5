// SPDX-License-Identifier: Apache-2.0
// Nothing but a source for the precompiled header to belong to.
