// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <tuple>

#include "core/base/error.h"
#include "core/export/mlflow_server.h"
#include "core/export/point_sink.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::exports {

/// Which points a later attempt has replaced, as it has repeated their steps. Takes all points once.
class RepeatedSteps : public PointSink {
  public:
    base::Status take(const v1::Points& points, bool isDouble) override;
    base::Status finish() override { return {}; }
    /// Points of the series from this step on are repeated by an attempt after `attempt`.
    std::int64_t from(const v1::SeriesKey& key, int attempt) const;

  private:
    std::map<std::tuple<std::string, std::string, std::string>, std::map<int, std::int64_t>> firstSteps_;
};

/// A run as one of MLflow's: parameters from the run file, tags, and each series as a metric with each of its
/// steps once. Until finish() MLflow shows it as running.
class MlflowRun : public PointSink {
  public:
    /// Creates the experiment where there is none of that name. kAlreadyExists ("export.exists") if the
    /// experiment has a run with this run's id. Blocks.
    static base::Result<std::unique_ptr<MlflowRun>> create(MlflowServer server, const std::string& experiment,
                                                           const v1::GetRunReply& run,
                                                           RepeatedSteps repeated);

    base::Status take(const v1::Points& points, bool isDouble) override;
    base::Status finish() override;
    /// Instead of finish(): deletes what is there so far. Returns `why`, with what stays there if that fails.
    base::Error discard(base::Error why);

    /// The address of its page.
    std::string page() const;
    /// How many points it has.
    std::int64_t points() const { return points_; }

  private:
    MlflowRun(MlflowServer server, RepeatedSteps repeated)
        : server_(std::move(server)), repeated_(std::move(repeated)) {}
    base::Status logParameters(const v1::GetRunReply& run);
    base::Status logWaiting();
    std::string metricName(const v1::SeriesKey& key);

    MlflowServer server_;
    RepeatedSteps repeated_;
    std::string experiment_, id_, status_, chief_;
    double ended_ = 0;
    nlohmann::json waiting_ = nlohmann::json::array();
    std::map<std::tuple<std::string, std::string, std::string>, std::string> names_;
    std::set<std::string> used_;
    std::int64_t points_ = 0;
};

}  // namespace trainyard::exports
