// SPDX-License-Identifier: Apache-2.0
#pragma once

// A run's events as JSON, which core/events also writes for a manually started worker, under this folder's
// names.
#include "core/events/run_event_json.h"

namespace trainyard::headless {

using events::errorJson;
using events::eventJson;
using events::inOrder;
using events::Json;
using events::Metrics;
using events::metricsFoundJson;
using events::metricsJson;
using events::number;
using events::problemJson;
using events::putFinished;
using events::stateName;
using events::statusName;
using events::tasksJson;
using events::timeJson;
using events::toLine;

/// Whether a run will not change any more.
inline bool hasEnded(v1::RunStatus status) {
    return status == v1::SUCCEEDED || status == v1::FAILED || status == v1::STOPPED ||
           status == v1::PREEMPTED || status == v1::IMPORTED;
}

}  // namespace trainyard::headless
