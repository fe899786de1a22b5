// SPDX-License-Identifier: Apache-2.0
#include "ui/models/curve_group.h"

#include <algorithm>
#include <cmath>

namespace trainyard::models {
namespace {

constexpr int kGroupSteps = 512;
const QString kBatch = QStringLiteral("batch_");
const QString kEpoch = QStringLiteral("epoch_");

/// The interpolated value at `step`; NaN outside.
double valueAt(const Curve& curve, double step) {
    const auto after =
        std::ranges::lower_bound(curve.step, step, {}, [](std::int64_t s) { return double(s); });
    if (after == curve.step.end()) return bridge::kNotKnown;
    const auto i = static_cast<std::size_t>(after - curve.step.begin());
    if (double(curve.step[i]) == step) return curve.value[i];
    if (i == 0) return bridge::kNotKnown;
    const double part = (step - double(curve.step[i - 1])) / double(curve.step[i] - curve.step[i - 1]);
    return curve.value[i - 1] + part * (curve.value[i] - curve.value[i - 1]);
}

}  // namespace

QString quantityOf(const QString& tag) {
    return tag.startsWith(kBatch) || tag.startsWith(kEpoch) ? tag.mid(kBatch.size()) : tag;
}

bool isSystemTag(const QString& tag) {
    return tag.startsWith(QStringLiteral("system/"));
}

bool isGpuTag(const QString& tag) {
    return tag.startsWith(QStringLiteral("system/gpu_"));
}

bool isEpochTag(const QString& tag) {
    return tag.startsWith(kEpoch);
}

QStringList quantitiesOf(const std::set<bridge::SeriesKey>& series) {
    QStringList quantities;
    for (const bridge::SeriesKey& key : series)
        if (!isSystemTag(key.tag)) quantities << quantityOf(key.tag);
    quantities.removeDuplicates();
    std::ranges::sort(quantities, {}, [](const QString& quantity) {
        const int rank = quantity == QStringLiteral("loss")       ? 0
                         : quantity == QStringLiteral("accuracy") ? 1
                                                                  : 2;
        return std::pair(rank, quantity);
    });
    return quantities;
}

GroupCurve groupOf(const std::vector<CurvePtr>& curves) {
    auto mean = std::make_shared<Curve>();
    auto low = std::make_shared<Curve>();
    auto high = std::make_shared<Curve>();
    std::int64_t first = 0;
    std::int64_t last = std::numeric_limits<std::int64_t>::max();
    std::set<std::int64_t> steps;
    for (const CurvePtr& curve : curves) {
        if (curve->step.empty()) continue;
        first = std::max(first, curve->step.front());
        last = std::min(last, curve->step.back());
        steps.insert(curve->step.begin(), curve->step.end());
    }
    std::vector<std::int64_t> common;
    for (const std::int64_t step : steps)
        if (first <= step && step <= last) common.push_back(step);
    const std::size_t stride = common.size() / kGroupSteps + 1;
    for (std::size_t i = 0; i < common.size(); i += stride) {
        double sum = 0;
        double squares = 0;
        int count = 0;
        for (const CurvePtr& curve : curves) {
            const double value = valueAt(*curve, double(common[i]));
            if (!std::isfinite(value)) continue;
            sum += value;
            squares += value * value;
            ++count;
        }
        if (count < 2) continue;
        const double average = sum / count;
        const double deviation = std::sqrt(std::max(0.0, squares / count - average * average));
        for (const auto& [curve, value] :
             {std::pair{mean.get(), average}, std::pair{low.get(), average - deviation},
              std::pair{high.get(), average + deviation}}) {
            curve->step.push_back(common[i]);
            curve->value.push_back(value);
        }
    }
    return {mean, low, high};
}

}  // namespace trainyard::models
