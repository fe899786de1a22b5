// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "trainyard/v1/agent.pb.h"

namespace trainyard::control {

/// Told that something is new; called from the control loop, so it must return at once: note it, and fetch
/// what is new (from the store, from the log) elsewhere. That is why a slow listener holds up nobody.
class RunListener {
  public:
    virtual ~RunListener() = default;
    virtual void runChanged(const std::string& run) = 0;  ///< a new event, or another state
    virtual void metricsStored(const std::shared_ptr<const v1::MetricBatch>&) {}
    virtual void progressed(const std::shared_ptr<const v1::Progress>&) {}
    virtual void logGrew() {}
};

/// Who listens to which run. Holds listeners weakly: one that is destroyed is simply gone. [any]
class RunListeners {
  public:
    void add(const std::string& run, std::weak_ptr<RunListener> listener);  ///< run empty: every run

    void runChanged(const std::string& run);
    void metricsStored(const std::string& run, const std::shared_ptr<const v1::MetricBatch>& batch);
    void progressed(const std::string& run, const std::shared_ptr<const v1::Progress>& progress);
    void logGrew(const std::string& run);
    bool hasAny(const std::string& run);

  private:
    std::vector<std::shared_ptr<RunListener>> of(const std::string& run);
    std::mutex mutex_;
    std::multimap<std::string, std::weak_ptr<RunListener>> listeners_;
};

}  // namespace trainyard::control
