// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/export/report_media.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::exports {

/// One curve, thinned for a chart by the call QuerySeries.
struct ReportedSeries {
    v1::SeriesKey key;
    std::vector<v1::Points> attempts;
};
/// What a report shows of one run.
struct ReportedRun {
    v1::GetRunReply run;
    std::vector<v1::RunEvent> events;
    std::vector<ReportedSeries> series;
    std::vector<ReportedMedia> media;
    std::vector<std::string> omitted;  ///< what is not in it, a sentence each
};

/// One HTML page that needs no other file and no network: what the runs are, their curves over each other,
/// what they have logged beside, their run files, tasks, checkpoints and events. Its one script makes sliders
/// over steps; without it all steps are shown. `made`: seconds since 1970.
std::string htmlReport(const std::vector<ReportedRun>& runs, const std::string& version, double made);

}  // namespace trainyard::exports
