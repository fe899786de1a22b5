// SPDX-License-Identifier: Apache-2.0
#include "core/control/preflight/output_sample.h"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <variant>

#include "core/base/text.h"
#include "core/control/metrics/output_file.h"
#include "core/proto/failure.h"
#include "core/spec/run/output_spec.h"

namespace trainyard::control {
namespace {

namespace fs = std::filesystem;

/// Of the beginning of a sample, which is enough to see a few epochs of any progress bar.
constexpr std::uint64_t kSampleBytes = 4u << 20;
constexpr std::size_t kShownSeries = 8;

v1::Problem sampleProblem(v1::Problem::Severity severity, const char* code, std::size_t entry,
                          const base::Words& message, const base::Words& fix = {}) {
    v1::Problem problem;
    problem.set_severity(severity);
    problem.set_code(code);
    problem.set_path(fmt::format("metrics[{}].sample", entry));
    proto::setMessage(problem, message);
    proto::setFix(problem, fix);
    return problem;
}

struct Series {
    std::int64_t values = 0;
    std::int64_t lastStep = 0;
    double last = 0;
};

struct Found {
    std::map<std::string, Series> series;
    std::int64_t lines = 0;
};

base::Result<Found> searched(const spec::OutputPattern& pattern) {
    std::error_code error;
    if (!fs::is_regular_file(pattern.sample, error))
        return base::fail(base::Code::kNotFound, base::say("there is no file {}", pattern.sample));
    OutputFile file(pattern.sample, {pattern});
    Found found;
    for (;;) {
        TY_ASSIGN(const OutputFile::Slice slice, file.readSome(OutputFile::LastLine::kIsWhole));
        for (std::size_t i = 0; i < slice.events.size(); ++i) {
            const auto& value = std::get<events::ScalarEvent>(slice.events[i]);
            Series& series =
                found.series[slice.splits[i] == "train" ? value.tag
                                                        : fmt::format("{} ({})", value.tag, slice.splits[i])];
            ++series.values;
            series.lastStep = value.step;
            series.last = value.value;
        }
        if (slice.isEnd || file.offset() >= kSampleBytes) break;
    }
    found.lines = file.lines();
    return found;
}

base::Words listed(const std::map<std::string, Series>& all) {
    std::vector<base::Words> words;
    for (const auto& [name, series] : all) {
        if (words.size() == kShownSeries) {
            words.push_back(base::say("{} more", all.size() - kShownSeries));
            break;
        }
        words.push_back(base::say("{} ({}, at last {:g} at step {})", base::printable(name),
                                  base::countWords(series.values, "value"), series.last, series.lastStep));
    }
    return base::joined(words, ", ");
}

}  // namespace

std::vector<v1::Problem> checkSamples(const v1::RunSpec& spec) {
    std::vector<v1::Problem> problems;
    const std::vector<spec::OutputPattern> patterns = spec::outputPatternsOf(spec);
    for (std::size_t i = 0; i < patterns.size(); ++i) {
        const std::string& sample = patterns[i].sample;
        if (sample.empty()) continue;
        const auto found = searched(patterns[i]);
        if (!found)
            problems.push_back(
                sampleProblem(v1::Problem::ERROR, "metrics.no_sample", i,
                              base::say("the sample cannot be read: {}", found.error().message),
                              "name a file with lines that the program has printed, or remove the key"));
        else if (found->series.empty())
            problems.push_back(sampleProblem(
                v1::Problem::WARNING, "metrics.no_match", i,
                base::say("no value is found in {} of {}", base::countWords(found->lines, "line"), sample),
                "correct this entry, or the sample"));
        else
            problems.push_back(sampleProblem(v1::Problem::HINT, "metrics.sample", i,
                                             base::say("found in {}: {}", sample, listed(found->series))));
    }
    return problems;
}

}  // namespace trainyard::control
