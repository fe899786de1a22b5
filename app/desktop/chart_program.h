// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/headless/chart_request.h"

namespace trainyard::desktop {

/// Draws what `chart` asks for with the window's own painter, on no display.
base::Status paintChart(const headless::ChartRequest& request);

}  // namespace trainyard::desktop
