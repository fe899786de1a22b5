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

/// Ends a replica of a closure, and with it the others.
struct StepFailed {
    base::Error error;
};

class ClosureReplica final : public sdk::WorkerReplica {
  public:
    ClosureReplica(sdk::ReplicaContext& context, torch::Device device) : context_(context), device_(device) {}
    int replica() const override { return context_.replica(); }
    int numReplicas() const override { return context_.numReplicasInSync(); }
    torch::Device device() const override { return device_; }
    torch::Tensor sum(const torch::Tensor& tensor) override { return context_.sum(tensor); }

  private:
    sdk::ReplicaContext& context_;
    const torch::Device device_;
};

}  // namespace

WorkerRuntime::WorkerRuntime(int worker, int numWorkers, std::shared_ptr<const sdk::ClosureRegistry> registry,
                             VariableHosts hosts, WorkerGpus gpus)
    : worker_(worker),
      numWorkers_(numWorkers),
      registry_(std::move(registry)),
      variables_(std::move(hosts)),
      gpus_(std::move(gpus)) {
}

template <typename T>
base::Result<T> WorkerRuntime::guarded(const std::function<base::Result<T>()>& call) const {
    try {
        // Calls come on any thread. Of several GPUs the first one comes last: what is for none is there.
        for (auto gpu = gpus_.devices.rbegin(); gpu != gpus_.devices.rend(); ++gpu)
            (*gpu)->enter(Device::Lane::kCompute);
        return call();
    } catch (const std::invalid_argument& wrong) {
        return base::fail(Code::kInvalidArgument, base::saidBy(wrong));
    } catch (const DeviceOutOfMemory& wrong) {
        return base::fail(gpus_.explainMemory(wrong.failed));
    } catch (const c10::OutOfMemoryError& wrong) {
        if (gpus_.explainMemory)
            return base::fail(gpus_.explainMemory(OutOfMemory::of(*gpus_.devices.front(), wrong)));
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
                  return factory->second({worker_, numWorkers_, numReplicas()}, arguments);
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

void WorkerRuntime::noteIdle(const std::string& closure) {
    if (called_.insert(closure).second && !hasRun_ && gpus_.onIdle) gpus_.onIdle(closure);
}

base::Status WorkerRuntime::run(const std::function<base::Status(sdk::WorkerReplica&)>& step) {
    hasRun_ = true;
    if (!team_) team_ = std::make_unique<WorkerTeam>(gpus_.devices);
    try {
        team_->run([&](sdk::ReplicaContext& context) {
            const Device* device = team_->device(context.replica());
            ClosureReplica replica(context, device ? device->where() : torch::Device(torch::kCPU));
            doneOn(device, [&] {
                if (base::Status done = step(replica); !done) throw StepFailed{std::move(done.error())};
            });
        });
    } catch (const StepFailed& failed) {
        return base::fail(failed.error);
    }
    return {};
}

Outcome WorkerRuntime::execute(const Call& call) {
    const auto closure = registry_->closures.find(call.closure);
    if (closure == registry_->closures.end())
        return {Outcome::Kind::kFailed,
                {},
                {Code::kInvalidArgument, base::say("no closure is registered as {}", call.closure),
                 "closure.unknown"}};
    variables_.setRound(std::nullopt);
    hasRun_ = false;
    Outcome outcome = outcomeOf(guarded<sdk::Values>([&] { return closure->second(*this, call.arguments); }));
    drawn_.clear();
    if (outcome.kind == Outcome::Kind::kDone && numReplicas() > 1) noteIdle(call.closure);
    return outcome;
}

}  // namespace trainyard::engine::ps
