// SPDX-License-Identifier: Apache-2.0
#include "core/control/preflight/ps_hints.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/control/preflight/ps_traffic.h"
#include "core/proto/failure.h"
#include "core/spec/model/layer_kinds.h"

namespace trainyard::control {
namespace {

/// Below that a shard costs more calls than it spreads work (tf.distribute's MinSizePartitioner).
constexpr std::int64_t kLeastShardBytes = 256 << 10;
/// A ps with this many times its even share slows down the others.
constexpr double kHotSpot = 1.5;
/// A step of so few operations takes less time than its closure's way to the worker and back.
constexpr double kSmallStep = 1e7;
constexpr double kLeastMillions = 1e5;  // 0.1 million; fewer operations are not printed in millions

v1::Problem hint(const char* code, const std::string& path, const base::Words& message,
                 const base::Words& fix, std::string set = {}) {
    v1::Problem problem;
    problem.set_severity(v1::Problem::HINT);
    problem.set_code(code);
    problem.set_path(path);
    proto::setMessage(problem, message);
    proto::setFix(problem, fix);
    problem.set_fix_set(std::move(set));
    return problem;
}

double megabytes(std::int64_t bytes) {
    return static_cast<double>(bytes) / 1e6;
}

/// Why a variable should be split over the servers if the given partitioner does not.
base::Words worthText(const PlacedVariable& variable, const nlohmann::json& given, std::int64_t servers) {
    const std::string what = fmt::format("{} {} ({:.1f} MB)", variable.name, spec::shapeText(variable.shape),
                                         megabytes(variable.bytes));
    if (given == "none") return base::say("{} is worth partitioning", what);
    const base::Words left =
        variable.split.shards == 1 ? base::Words("whole") : base::say("in {} shards", variable.split.shards);
    return base::say(
        "the partitioner {} leaves {} {}, where min_size with {} bytes a shard splits it over {} ps",
        given.is_object() ? given.begin().key() : given.dump(), what, left, kLeastShardBytes, servers);
}

/// The ps with most of something.
struct Share {
    std::string task;
    std::int64_t bytes = 0;
    std::int64_t all = 0;
    bool isUneven = false;
};
template <typename Bytes>
Share hottest(const std::vector<v1::ServerTraffic>& traffic, Bytes bytesOf) {
    Share share;
    for (const v1::ServerTraffic& server : traffic) {
        share.all += bytesOf(server);
        if (bytesOf(server) <= share.bytes) continue;
        share.task = server.task();
        share.bytes = bytesOf(server);
    }
    share.isUneven = static_cast<double>(share.bytes) * static_cast<double>(traffic.size()) >
                     kHotSpot * static_cast<double>(share.all);
    return share;
}

}  // namespace

std::vector<v1::Problem> parameterServerHints(const v1::RunSpec& spec, const spec::ModelPlan& plan,
                                              const std::vector<v1::ServerTraffic>& traffic) {
    std::vector<v1::Problem> hints;
    const spec::Named strategy = spec::strategyOf(spec);
    const std::string path = fmt::format("strategy.{}.partitioner", strategy.name);
    const nlohmann::json given = strategy.options.value("partitioner", nlohmann::json("none"));
    const auto servers = static_cast<std::int64_t>(traffic.size());
    const base::Partitioner split = base::minSizePartitioner(kLeastShardBytes, servers);
    const std::vector<PlacedVariable> variables = placedVariables(spec, plan);
    const auto largest = std::ranges::max_element(variables, {}, &PlacedVariable::bytes);
    const bool isWorthIt =
        servers > 1 && largest != variables.end() && largest->splitBy(split).shards > largest->split.shards;
    const Share moved = hottest(traffic, [](const v1::ServerTraffic& server) {
        return server.bytes_sent() + server.bytes_received();
    });
    const Share held =
        hottest(traffic, [](const v1::ServerTraffic& server) { return server.variable_bytes(); });
    const base::Words worth = isWorthIt ? worthText(*largest, given, servers) : base::Words();
    const std::string set = fmt::format("{}={{min_size: {{min_shard_bytes: {}, max_shards: {}}}}}", path,
                                        kLeastShardBytes, servers);
    if (isWorthIt && moved.isUneven)
        hints.push_back(
            hint("ps.hot_spot", path,
                 base::say("{} transfers {:.1f} of the {:.1f} MB per step, the other ps the rest: {}",
                           moved.task, megabytes(moved.bytes), megabytes(moved.all), worth),
                 "split large variables over the ps", set));
    else if (isWorthIt && held.isUneven)
        hints.push_back(
            hint("ps.partition", path,
                 base::say("{} holds {:.1f} of the {:.1f} MB of variables and optimizer state: {}", held.task,
                           megabytes(held.bytes), megabytes(held.all), worth),
                 "split large variables over the ps", set));
    // Two operations a weight and sample forward, twice as many backward.
    const double operations = 6.0 * static_cast<double>(plan.trainableParameters()) *
                              static_cast<double>(std::max(1, spec.train().data().batch_size()));
    if (operations < kSmallStep && spec.train().steps_per_execution() <= 1 && !stepsAreShared(spec))
        hints.push_back(hint("ps.small_steps", "train.steps_per_execution",
                             operations < kLeastMillions
                                 ? base::say("a step computes about {:.0f} operations, which takes less time "
                                             "than the round trip to a worker",
                                             operations)
                                 : base::say("a step computes about {:.1f} million operations, which takes "
                                             "less time than the round trip to a worker",
                                             operations / 1e6),
                             "pack several steps into a closure", "train.steps_per_execution=10"));
    const bool hasTable = spec::startsWithTable(plan);
    if (hasTable && servers > 1 && variables.front().split.shards > 1)
        hints.push_back(
            hint("ps.vocabulary", path,
                 base::say("the shards of {} hold ranges of its rows: where the vocabulary is sorted by "
                           "frequency, one ps has all the words that come often",
                           variables.front().name),
                 "shuffle the vocabulary once, before the words become indexes"));
    return hints;
}

}  // namespace trainyard::control
