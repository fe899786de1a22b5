// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/database.h"

namespace trainyard::store {

/// The schema this program writes; kept in PRAGMA user_version.
inline constexpr int kSchemaVersion = 9;

/// Refuses (kRefused, with an explanation) a file of a newer schema or of another program. Changes nothing.
base::Status checkOwner(Database& database);
/// Migrates a checked file to kSchemaVersion, version by version, in one transaction.
base::Status migrate(Database& database);

}  // namespace trainyard::store
