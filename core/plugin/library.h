// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <string>

#include "core/base/error.h"
#include "core/plugin/catalog.h"

namespace trainyard::plugin {

/// Whether the plugin's library may be opened: it exists ("plugin.library_missing"), is a regular file, and
/// only this user and root can change it or its manifest, or have something else found there
/// ("plugin.writable"), because its code runs with all rights of this user. Like sshd's StrictModes, looks at
/// every folder on the way, links included; folders with a sticky bit, such as /tmp, are safe, and so are
/// those that this program itself is in. One that is trusted has the files that were trusted
/// ("plugin.changed"), and the versions in the manifest are those of this program (checkVersions()). [any]
base::Status checkLibrary(const Manifest& manifest);

/// Whether the manifest names the SDK and libtorch of this program ("plugin.sdk_version",
/// "plugin.torch_version"): the library is never opened to learn that it is of another one. [any]
base::Status checkVersions(const Manifest& manifest);

/// Whether a user namespace with this /proc/self/uid_map has the user: files of those that it has not are
/// shown as nobody's (65534). [any]
bool mapsUser(const std::string& uidMap, uid_t user);

}  // namespace trainyard::plugin
