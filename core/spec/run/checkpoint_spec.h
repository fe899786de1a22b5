// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/spec/run/run_spec.h"

namespace trainyard::spec {

struct Backup {  ///< checkpoint.backup_and_restore
    SaveEvery every;
    std::string dir;  ///< empty: backup/ in the run's folder
    bool isDeletedOnSuccess = true;
};
std::optional<Backup> backupOf(const v1::RunSpec& spec);
/// Why checkpoints and backups must not share a folder (kRefused, "checkpoint.same_dir").
base::Error sameFolders(const std::string& folder);

struct Inject {                        ///< the interruption that a guide asks for
    std::optional<std::int64_t> step;  ///< after this many completed steps
    std::optional<int> epoch;          ///< at the end of this epoch (0-based)
};
Inject injectOf(const v1::RunSpec& spec);

/// on_failure.not_finite: whether a loss that is NaN or infinite ends the run.
bool stopsOnNotFinite(const v1::RunSpec& spec);
/// on_failure.not_finite.roll_back.cut: the factor for the learning rate when resuming from the newest
/// checkpoint; nothing: no rollback.
std::optional<double> rollBackCutOf(const v1::RunSpec& spec);

}  // namespace trainyard::spec
