// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/plugin/catalog.h"

namespace trainyard::plugin {

/// Whether the plugin's library may be opened: it exists ("plugin.library_missing"), is a regular file, and
/// only its owner, this user or root, can change it or its folder ("plugin.writable"), because its code runs
/// with all rights of this user. [any]
base::Status checkLibrary(const Manifest& manifest);

}  // namespace trainyard::plugin
