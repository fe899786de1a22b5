// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "ui/models/curve_data.h"
#include "ui/models/event_list_model.h"
#include "ui/widgets/curves/curve_plot.h"

namespace trainyard::pages {

/// The events of a run that are marked on the axis of its curves.
std::vector<widgets::PlotEvent> marksOf(const models::EventListModel& events,
                                        const models::CurveData::Curves& curves);

}  // namespace trainyard::pages
