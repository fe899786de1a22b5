// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>

#include "core/base/error.h"
#include "trainyard/v1/agent.pb.h"
#include "trainyard/v1/series.pb.h"

namespace trainyard::exports {

/// Takes every point of a run, in the order of the call ExportMetrics, and writes them in one format to a
/// path that does not exist yet. Nothing is there until finish() has succeeded. Memory does not grow with the
/// number of points. [any one thread]
class PointSink {
  public:
    virtual ~PointSink() = default;
    /// Of whose points these are, before the first.
    virtual base::Status takeRun(const v1::GetRunReply&) { return {}; }
    /// `isDouble`: the values are float64, else they were float32.
    virtual base::Status take(const v1::Points& points, bool isDouble) = 0;
    /// Images, histograms and the like, after all points; for a format that has them.
    virtual bool takesMedia() const { return false; }
    virtual base::Status takeMedia(const v1::MediaItem&) { return {}; }
    virtual base::Status finish() = 0;
};

using OpenSink = base::Result<std::unique_ptr<PointSink>> (*)(const std::filesystem::path& path);

/// One file, with the columns and digits of the command `metrics`.
base::Result<std::unique_ptr<PointSink>> openCsv(const std::filesystem::path& file);
/// One .npy file for each series, a structured array (attempt, epoch, step, wall_time, value), and
/// series.json, which names them.
base::Result<std::unique_ptr<PointSink>> openNpy(const std::filesystem::path& folder);
/// TensorBoard's event files in <task>/<split>/, a file for each attempt. Each begins with the record by
/// which TensorBoard drops the steps that it repeats. Media are in a file of their own. The file at the top
/// has the hyperparameters, which are the run file's values and those that the program has logged, and the
/// final metrics: what TensorBoard compares runs by.
base::Result<std::unique_ptr<PointSink>> openEventFiles(const std::filesystem::path& folder);

}  // namespace trainyard::exports
