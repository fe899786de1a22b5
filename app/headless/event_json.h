// SPDX-License-Identifier: Apache-2.0
#pragma once

// A run's events as JSON, which core/events writes for a worker started by hand too, under this folder's
// names.
#include "core/events/run_event_json.h"

namespace trainyard::headless {

using events::errorJson;
using events::eventJson;
using events::inOrder;
using events::Json;
using events::Metrics;
using events::metricsJson;
using events::number;
using events::problemJson;
using events::putFinished;
using events::stateName;
using events::statusName;
using events::tasksJson;
using events::timeJson;
using events::toLine;

}  // namespace trainyard::headless
