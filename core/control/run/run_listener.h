// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "trainyard/v1/agent.pb.h"

namespace trainyard::control {

/// Receives change notifications from the control loop, so it must return immediately: note the change, and
/// fetch the new data (from the store, from the log) elsewhere. A slow listener therefore blocks no one.
class RunListener {
  public:
    virtual ~RunListener() = default;
    virtual void runChanged(const std::string& run) = 0;  ///< a new event or state
    virtual void metricsStored(const std::shared_ptr<const v1::MetricBatch>&) {}
    virtual void pointsStored() {}  ///< of a run; reaches those that listen to every run
    virtual void progressed(const std::shared_ptr<const v1::Progress>&) {}
    virtual void logGrew() {}
};

/// Which listener follows which run. Holds listeners weakly: a destroyed one is dropped. [any]
class RunListeners {
  public:
    void add(const std::string& run, std::weak_ptr<RunListener> listener);  ///< empty run: every run

    void runChanged(const std::string& run);
    void metricsStored(const std::string& run, const std::shared_ptr<const v1::MetricBatch>& batch);
    void pointsStored();
    void progressed(const std::string& run, const std::shared_ptr<const v1::Progress>& progress);
    void logGrew(const std::string& run);
    bool hasAny(const std::string& run);

  private:
    std::vector<std::shared_ptr<RunListener>> of(const std::string& run);
    std::mutex mutex_;
    std::multimap<std::string, std::weak_ptr<RunListener>> listeners_;
};

}  // namespace trainyard::control
