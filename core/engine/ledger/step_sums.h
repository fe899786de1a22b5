// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace trainyard::engine {

/// The sums of one step (or an evaluation) over samples; means are computed only after the sums of all
/// replicas have been added, so that each sample counts once whichever replica computed it.
struct StepSums {
    /// A metric as a sum and a weight: its value is the quotient.
    struct Ratio {
        double sum = 0;
        double weight = 0;
        double value() const { return sum / weight; }
    };
    double loss = 0;  ///< sum of the samples' losses; the variables' penalty counts once per sample
    double samples = 0;
    std::vector<Ratio> metrics;  ///< in the run's order; empty until something is added

    StepSums& operator+=(const StepSums& other) {
        loss += other.loss;
        samples += other.samples;
        if (metrics.size() < other.metrics.size()) metrics.resize(other.metrics.size());
        for (std::size_t i = 0; i < other.metrics.size(); ++i) {
            metrics[i].sum += other.metrics[i].sum;
            metrics[i].weight += other.metrics[i].weight;
        }
        return *this;
    }
    double meanLoss() const { return loss / samples; }

    /// As plain numbers for a reduction over replicas: `width(metrics)` of them, and back.
    static std::size_t width(std::size_t metrics) { return 2 + 2 * metrics; }
    void write(double* out, std::size_t count) const {
        *out++ = loss;
        *out++ = samples;
        for (std::size_t i = 0; i < count; ++i) {
            *out++ = i < metrics.size() ? metrics[i].sum : 0;
            *out++ = i < metrics.size() ? metrics[i].weight : 0;
        }
    }
    static StepSums read(const double* in, std::size_t count) {
        StepSums sums{in[0], in[1], {}};
        for (std::size_t i = 0; i < count; ++i) sums.metrics.push_back({in[2 + 2 * i], in[3 + 2 * i]});
        return sums;
    }
    /// By name for a checkpoint, and back; missing entries are 0.
    std::map<std::string, double> toMap(const std::vector<std::string>& names) const {
        std::map<std::string, double> map{{"loss", loss}, {"samples", samples}};
        for (std::size_t i = 0; i < metrics.size(); ++i) {
            map[names.at(i) + ".sum"] = metrics[i].sum;
            map[names.at(i) + ".weight"] = metrics[i].weight;
        }
        return map;
    }
    static StepSums fromMap(const std::map<std::string, double>& map, const std::vector<std::string>& names) {
        const auto at = [&](const std::string& name) {
            const auto found = map.find(name);
            return found == map.end() ? 0 : found->second;
        };
        StepSums sums{at("loss"), at("samples"), {}};
        for (const std::string& name : names)
            sums.metrics.push_back({at(name + ".sum"), at(name + ".weight")});
        return sums;
    }
};

/// A step that is complete in all replicas.
struct CompletedStep {
    std::int64_t step = 0;  ///< steps completed, with this one
    double wallTime = 0;    ///< when this process completed it
    StepSums sums;          ///< over all replicas
    /// Under asynchronous parameter servers: updates by other workers since it read the variables.
    std::optional<double> staleness = std::nullopt;
    /// In float16: gradients are NaN or infinite although the loss was not scaled up.
    bool hasBadGradients = false;
};

/// A step's sums, which may still be computed on a device. Reading them waits for it.
class LateSums {
  public:
    LateSums(StepSums sums) : sums_(std::move(sums)) {}  // NOLINT: sums that are there are late by nothing
    explicit LateSums(std::function<StepSums()> read) : read_(std::move(read)) {}
    StepSums get() const { return read_ ? read_() : sums_; }

  private:
    StepSums sums_;
    std::function<StepSums()> read_;
};

}  // namespace trainyard::engine
