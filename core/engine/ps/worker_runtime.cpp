// SPDX-License-Identifier: Apache-2.0
#include "core/engine/ps/worker_runtime.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "core/base/text.h"
#include "core/engine/train/not_finite.h"

namespace trainyard::engine::ps {
namespace {

using base::Code;

/// How many of the elements that a closure draws can be searched. They stay in memory until it ends.
constexpr std::size_t kSearchable = 32;

/// The first row with a NaN or an infinity; -1: none.
std::int64_t firstNotFiniteOf(const sdk::Value& value) {
    if (const auto* number = std::get_if<double>(&value)) return std::isfinite(*number) ? -1 : 0;
    const auto* tensor = std::get_if<torch::Tensor>(&value);
    return tensor ? firstNotFinite(*tensor) : -1;
}

}  // namespace

WorkerRuntime::WorkerRuntime(int worker, int numWorkers, std::shared_ptr<const sdk::ClosureRegistry> registry,
                             VariableHosts hosts, WorkerGpu gpu)
    : worker_(worker),
      numWorkers_(numWorkers),
      registry_(std::move(registry)),
      variables_(std::move(hosts)),
      gpu_(std::move(gpu)) {
}

template <typename T>
base::Result<T> WorkerRuntime::guarded(const std::function<base::Result<T>()>& call) const {
    try {
        // Calls come on any thread.
        if (gpu_.device) gpu_.device->enter(Device::Lane::kCompute);
        return call();
    } catch (const std::invalid_argument& wrong) {
        return base::fail(Code::kInvalidArgument, base::saidBy(wrong));
    } catch (const c10::OutOfMemoryError& wrong) {
        if (gpu_.explainMemory) return base::fail(gpu_.explainMemory(wrong));
        return base::fail(Code::kInternal, base::Words::plain(wrong.what_without_backtrace()),
                          "closure.exception");
    } catch (const std::exception& wrong) {
        return base::fail(Code::kInternal, base::saidBy(wrong), "closure.exception");
    }
}

std::any& WorkerRuntime::localOf(sdk::PerWorker handle) {
    const auto found = locals_.find(handle.id);
    if (found == locals_.end())
        throw std::invalid_argument(fmt::format("this worker has no thing {} of its own", handle.id));
    return found->second;
}

base::Status WorkerRuntime::make(std::int64_t id, const std::string& name, const sdk::Values& arguments) {
    const auto factory = registry_->factories.find(name);
    if (factory == registry_->factories.end())
        return base::fail(Code::kInvalidArgument,
                          base::say("no data set or per-worker thing is registered as {}", name),
                          "closure.unknown");
    TY_ASSIGN(locals_[id], guarded<std::any>([&]() -> base::Result<std::any> {
                  return factory->second({worker_, numWorkers_, 1}, arguments);
              }));
    if (auto* elements = std::any_cast<sdk::Elements>(&locals_[id]))
        *elements = noted(name, std::move(*elements));
    return {};
}

sdk::Elements WorkerRuntime::noted(const std::string& dataset, sdk::Elements elements) {
    return [this, dataset, elements = std::move(elements),
            next = std::int64_t{0}]() mutable -> std::optional<sdk::Values> {
        std::optional<sdk::Values> element = elements();
        if (element) drawn_.push_back({dataset, next++, *element});
        if (drawn_.size() > kSearchable) drawn_.pop_front();
        return element;
    };
}

std::optional<DrawnSample> WorkerRuntime::badSample() const {
    for (const Drawn& drawn : drawn_)
        for (const sdk::Value& value : drawn.values)
            if (const std::int64_t row = firstNotFiniteOf(value); row >= 0)
                return DrawnSample{drawn.dataset, fmt::format("worker:{}", worker_), drawn.element, row};
    return std::nullopt;
}

Outcome WorkerRuntime::outcomeOf(base::Result<sdk::Values> values) const {
    if (!values) {
        Outcome outcome{Outcome::Kind::kFailed, {}, std::move(values.error())};
        if (outcome.error.id != sdk::kNotFinite) return outcome;
        if (const auto bad = badSample())
            outcome.error = {outcome.error.code,
                             base::say("{}, because sample {} of element {} of the data set {} (counted "
                                       "from 0) is: fix it or leave it out",
                                       outcome.error.words(), bad->sample, bad->element, bad->dataset),
                             "data.not_finite"};
        return outcome;
    }
    const bool isBad = !drawn_.empty() && std::ranges::any_of(*values, [](const sdk::Value& value) {
        return firstNotFiniteOf(value) >= 0;
    });
    return {Outcome::Kind::kDone, std::move(*values), {}, isBad ? badSample() : std::nullopt};
}

Outcome WorkerRuntime::execute(const Call& call) {
    const auto closure = registry_->closures.find(call.closure);
    if (closure == registry_->closures.end())
        return {Outcome::Kind::kFailed,
                {},
                {Code::kInvalidArgument, base::say("no closure is registered as {}", call.closure),
                 "closure.unknown"}};
    variables_.setRound(std::nullopt);
    Outcome outcome = outcomeOf(guarded<sdk::Values>([&] { return closure->second(*this, call.arguments); }));
    drawn_.clear();
    return outcome;
}

}  // namespace trainyard::engine::ps
