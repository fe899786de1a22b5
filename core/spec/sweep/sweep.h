// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/spec/run/run_spec.h"
#include "trainyard/v1/sweeps.pb.h"

namespace trainyard::spec {

/// The most runs of one sweep.
inline constexpr std::size_t kMostSweepRuns = 500;

struct LoadedSweep {
    v1::SweepPlan plan;                 ///< every run's file checked and complete
    std::vector<v1::Problem> problems;  ///< with any of severity ERROR it must not start, and `plan` is empty
    bool ok() const;
};

/// Reads and checks a sweep file (resources/schema/sweep.schema.json), draws the values of its runs, and
/// checks the run file of each. Like loadRunFile() it never fails: what is wrong is a problem with file, line
/// and fix. The same file gives the same runs on every machine. Blocks on the files. [any]
LoadedSweep loadSweepFile(const std::filesystem::path& file, const StrategyInfos& strategies);
/// The same for text: paths are relative to `folder`.
LoadedSweep loadSweepText(std::string_view text, const std::string& nameForMessages,
                          const std::filesystem::path& folder, const StrategyInfos& strategies);

/// resources/schema/sweep.schema.json, compiled in.
const nlohmann::json& sweepSchema();

// ---- Drawing

struct SweepAxis {
    std::string name;
    std::string kind;                    ///< "values", "choice", "int", "uniform", "log_uniform"
    std::vector<nlohmann::json> values;  ///< of values and choice
    double low = 0, high = 0;            ///< of the others; int: both included
    bool isContinuous() const { return kind == "uniform" || kind == "log_uniform"; }
    /// Of one that is not continuous.
    std::uint64_t size() const;
    nlohmann::json at(std::uint64_t index) const;
};
/// The values of one run, in the order of the axes.
using SweepPoint = std::vector<nlohmann::json>;

/// Every combination, the last axis changing fastest; at most `most`.
std::vector<SweepPoint> gridOf(const std::vector<SweepAxis>& axes, std::size_t most);
/// `runs` different points: a pure function of axes, seed and number, so that more runs add to the same ones.
/// Fewer, if there are no more (found by countOf()).
std::vector<SweepPoint> drawnFrom(const std::vector<SweepAxis>& axes, std::size_t runs, std::uint64_t seed);
/// The number of combinations, at most `most`; `most` where an axis is continuous.
std::uint64_t countOf(const std::vector<SweepAxis>& axes, std::uint64_t most);

/// Whether a higher value of this metric is better, where the sweep file leaves it open.
bool isBetterWhenHigher(std::string_view metric);

}  // namespace trainyard::spec
