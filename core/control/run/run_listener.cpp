// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/run_listener.h"

namespace trainyard::control {

void RunListeners::add(const std::string& run, std::weak_ptr<RunListener> listener) {
    std::lock_guard lock(mutex_);
    // A finished run notifies nobody any more, so listeners that have been destroyed are dropped here, of
    // every run.
    std::erase_if(listeners_, [](const auto& one) { return one.second.expired(); });
    listeners_.emplace(run, std::move(listener));
}

std::vector<std::shared_ptr<RunListener>> RunListeners::of(const std::string& run) {
    std::lock_guard lock(mutex_);
    std::vector<std::shared_ptr<RunListener>> found;
    auto [at, end] = listeners_.equal_range(run);
    while (at != end) {
        if (auto listener = at->second.lock()) {
            found.push_back(std::move(listener));
            ++at;
        } else {
            at = listeners_.erase(at);
        }
    }
    return found;
}

void RunListeners::runChanged(const std::string& run) {
    for (const auto& listener : of(run)) listener->runChanged(run);
    for (const auto& listener : of("")) listener->runChanged(run);
}

void RunListeners::metricsStored(const std::string& run,
                                 const std::shared_ptr<const v1::MetricBatch>& batch) {
    for (const auto& listener : of(run)) listener->metricsStored(batch);
}

void RunListeners::pointsStored() {
    for (const auto& listener : of("")) listener->pointsStored();
}

void RunListeners::progressed(const std::string& run, const std::shared_ptr<const v1::Progress>& progress) {
    for (const auto& listener : of(run)) listener->progressed(progress);
}

void RunListeners::logGrew(const std::string& run) {
    for (const auto& listener : of(run)) listener->logGrew();
}

bool RunListeners::hasAny(const std::string& run) {
    return !of(run).empty();
}

}  // namespace trainyard::control
