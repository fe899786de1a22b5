// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/plugin/catalog.h"

namespace trainyard::plugin {

/// Whether the plugin's library may be opened: it is there ("plugin.library_missing"), a regular file, and
/// nobody but its owner, who is this user or root, may change it or its folder ("plugin.writable"): what it
/// holds runs with all rights of this user. [any]
base::Status checkLibrary(const Manifest& manifest);

}  // namespace trainyard::plugin
