// SPDX-License-Identifier: Apache-2.0
#include "core/control/ps_hints.h"

#include <fmt/format.h>

#include <algorithm>

namespace trainyard::control {
namespace {

/// Below that a shard costs more calls than it spreads work (tf.distribute's MinSizePartitioner).
constexpr std::int64_t kLeastShardBytes = 256 << 10;
/// One ps with so many times its even share holds up the others.
constexpr double kHotSpot = 1.5;
/// A step of so few operations takes less time than its closure's way to the worker and back.
constexpr double kSmallStep = 1e7;

struct Placed {
    std::string name;
    spec::Shape shape;
    std::int64_t bytes = 0;
};

std::vector<Placed> variablesOf(const v1::RunSpec& spec, const spec::ModelPlan& plan) {
    const std::int64_t element = spec.train().precision() == "float64" ? 8 : 4;
    std::vector<Placed> placed;
    for (auto member :
         {&spec::Layer::variables, &spec::Layer::buffers})  // in the order in which the chief makes them
        for (const spec::Layer& layer : plan.layers)
            for (const spec::Layer::Variable& variable : layer.*member)
                placed.push_back({variable.name, variable.shape, spec::elements(variable.shape) * element});
    return placed;
}

v1::Problem hint(const char* code, const std::string& path, std::string message, std::string fix,
                 std::string set = {}) {
    v1::Problem problem;
    problem.set_severity(v1::Problem::HINT);
    problem.set_code(code);
    problem.set_path(path);
    problem.set_message(std::move(message));
    problem.set_fix(std::move(fix));
    problem.set_fix_set(std::move(set));
    return problem;
}

double megabytes(std::int64_t bytes) {
    return static_cast<double>(bytes) / 1e6;
}

}  // namespace

std::vector<v1::Problem> parameterServerHints(const v1::RunSpec& spec, const spec::ModelPlan& plan, int ps) {
    std::vector<v1::Problem> hints;
    const spec::Named strategy = spec::strategyOf(spec);
    const std::string path = fmt::format("strategy.{}.partitioner", strategy.name);
    const bool isWhole = strategy.options.value("partitioner", nlohmann::json("none")) == "none";
    const std::vector<Placed> variables = variablesOf(spec, plan);
    std::vector<std::int64_t> held(static_cast<std::size_t>(std::max(1, ps)), 0);
    for (std::size_t i = 0; i < variables.size(); ++i) held[i % held.size()] += variables[i].bytes;
    const auto largest = std::ranges::max_element(variables, {}, &Placed::bytes);
    const auto hottest = std::ranges::max_element(held);
    std::int64_t all = 0;
    for (const std::int64_t bytes : held) all += bytes;
    const bool isHot =
        static_cast<double>(*hottest) * static_cast<double>(ps) > kHotSpot * static_cast<double>(all);
    if (isWhole && ps > 1 && isHot && largest->bytes >= 2 * kLeastShardBytes)
        hints.push_back(
            hint("ps.hot_spot", path,
                 fmt::format("ps:{} carries {:.1f} of {:.1f} MB, read and updated in each step, the other ps "
                             "the rest: {} {} "
                             "({:.1f} MB) is worth partitioning",
                             hottest - held.begin(), megabytes(*hottest), megabytes(all), largest->name,
                             spec::shapeText(largest->shape), megabytes(largest->bytes)),
                 "split large variables over the ps",
                 fmt::format("{}={{min_size: {{min_shard_bytes: {}, max_shards: {}}}}}", path,
                             kLeastShardBytes, ps)));
    // Two operations a weight and sample forward, twice as many backward.
    const double operations = 6.0 * static_cast<double>(plan.trainableParameters()) *
                              static_cast<double>(std::max(1, spec.train().data().batch_size()));
    if (operations < kSmallStep && spec.train().steps_per_execution() <= 1)
        hints.push_back(hint(
            "ps.small_steps", "train.steps_per_execution",
            fmt::format("a step computes about {:.1f} million operations, which takes less time than its way "
                        "to a worker and back",
                        operations / 1e6),
            "pack several steps into a closure", "train.steps_per_execution=10"));
    const bool hasTable = !plan.layers.empty() && plan.layers.front().kind == "embedding";
    if (hasTable && !isWhole && ps > 1)
        hints.push_back(
            hint("ps.vocabulary", path,
                 fmt::format("the shards of {} hold ranges of its rows: where the vocabulary is sorted by "
                             "frequency, one ps has all the words that come often",
                             variables.front().name),
                 "shuffle the vocabulary once, before the words become indexes"));
    return hints;
}

}  // namespace trainyard::control
