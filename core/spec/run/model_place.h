// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "trainyard/v1/run_spec.pb.h"

namespace trainyard::spec {

/// Whether `train.save_model` leaves the names alone that checkpoints have or may get in `checkpoint.dir` and
/// in the folder of `backup_and_restore`: kRefused ("save_model.checkpoints"). By the names alone, whether or
/// not anything is there: a checkpoint of that name would find the model in its place, or the model the
/// checkpoint. Blocks. [any]
base::Status mayNameModel(const v1::RunSpec& spec);

}  // namespace trainyard::spec
