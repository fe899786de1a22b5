// SPDX-License-Identifier: Apache-2.0
#include "core/engine/ps/worker_runtime.h"

#include <fmt/format.h>

#include <stdexcept>

#include "core/base/text.h"

namespace trainyard::engine::ps {
namespace {

using base::Code;

/// What `call` gives or throws, as an error: the edge where exceptions of closures end.
template <typename T>
base::Result<T> guarded(const std::function<base::Result<T>()>& call) {
    try {
        return call();
    } catch (const std::invalid_argument& wrong) {
        return base::fail(Code::kInvalidArgument, wrong.what());
    } catch (const std::exception& wrong) {
        return base::fail(Code::kInternal, base::withoutFrames(wrong.what()), "closure.exception");
    }
}

}  // namespace

WorkerRuntime::WorkerRuntime(int worker, int numWorkers, std::shared_ptr<const sdk::ClosureRegistry> registry,
                             VariableHosts hosts)
    : worker_(worker), numWorkers_(numWorkers), registry_(std::move(registry)), variables_(std::move(hosts)) {
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
                          fmt::format("no data set or per-worker thing is registered as {}", name),
                          "closure.unknown");
    TY_ASSIGN(locals_[id], guarded<std::any>([&]() -> base::Result<std::any> {
                  return factory->second({worker_, numWorkers_, 1}, arguments);
              }));
    return {};
}

Outcome WorkerRuntime::execute(const Call& call) {
    const auto closure = registry_->closures.find(call.closure);
    if (closure == registry_->closures.end())
        return {Outcome::Kind::kFailed,
                {},
                {Code::kInvalidArgument, fmt::format("no closure is registered as {}", call.closure),
                 "closure.unknown"}};
    base::Result<sdk::Values> values =
        guarded<sdk::Values>([&] { return closure->second(*this, call.arguments); });
    if (!values) return {Outcome::Kind::kFailed, {}, std::move(values.error())};
    return {Outcome::Kind::kDone, std::move(*values), {}};
}

}  // namespace trainyard::engine::ps
