// SPDX-License-Identifier: Apache-2.0
#include "core/engine/adapt_data.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>

#include "core/checkpoint/checkpoint.h"
#include "core/data/dataset.h"
#include "core/spec/run/adapted.h"

namespace trainyard::engine {
namespace {

using base::Code;
using base::fail;
using Clock = std::chrono::steady_clock;

/// A checkpoint has them in its spec, and predict reads that as a run file, which has at most 1 MiB.
constexpr std::size_t kMostBytes = 768u << 10;

std::size_t countUnadapted(const nlohmann::json& entries) {
    return static_cast<std::size_t>(
        std::ranges::count_if(entries, [](const nlohmann::json& one) { return spec::needsAdapting(one); }));
}

}  // namespace

std::filesystem::path startOf(const v1::RunSpec& spec, const TaskLink& link) {
    if (!link.place().restore_path().empty()) return link.place().restore_path();
    if (!spec.train().has_model()) return {};
    const spec::Choice model = spec::modelOf(spec);
    return model.kind == "saved" ? model.value.get<std::string>() : std::string();
}

base::Result<v1::RunSpec> adaptedSpec(const v1::RunSpec& spec, const std::filesystem::path& from,
                                      TaskLink& link) {
    v1::RunSpec adapted = spec;
    if (!from.empty()) {
        TY_ASSIGN(const checkpoint::TrainState state, checkpoint::readState(from));
        adapted = spec::withSavedValues(spec, state.spec);
        if (!spec::needsAdapting(adapted))
            spdlog::info("preprocessing: the values are those that {} was saved with", from.string());
    }
    if (!spec::needsAdapting(adapted)) return adapted;
    const spec::Choice source = spec::trainDataOf(adapted);
    link.setPhase("loading");
    const std::size_t count = countUnadapted(spec::preprocessingOf(source));
    spdlog::info("adapting preprocessing: reading the training data once for {}",
                 count == 1 ? "1 entry" : fmt::format("{} entries", count));
    const auto start = Clock::now();
    const auto continues = [&link]() -> base::Status {
        if (link.stopRequest() == StopRequest::kNone) return {};
        return fail(Code::kCancelled, "asked to end while preprocessing was adapted");
    };
    TY_ASSIGN(data::Adapted found, data::adapt(source, continues));
    for (const std::string& one : found.found) spdlog::info("adapting preprocessing: {}", one);
    spdlog::info("adapting preprocessing took {:.1f} s",
                 std::chrono::duration<double>(Clock::now() - start).count());
    const std::size_t bytes = found.entries.dump().size();
    if (bytes > kMostBytes)
        return fail(Code::kResourceExhausted,
                    base::say("the values of `preprocessing` take {} KiB; a checkpoint has room for {}: "
                              "lower `max_tokens`, or use `hashing`",
                              bytes >> 10, kMostBytes >> 10),
                    "data.vocabulary");
    return spec::withPreprocessing(std::move(adapted), std::move(found.entries));
}

base::Status checkUnadaptedData(const v1::RunSpec& spec) {
    TY_TRY(data::inspect(spec::trainDataOf(spec)));
    const auto validation = spec::validationDataOf(spec);
    if (validation) TY_TRY(data::inspect(*validation));
    return {};
}

}  // namespace trainyard::engine
