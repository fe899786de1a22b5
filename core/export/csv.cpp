// SPDX-License-Identifier: Apache-2.0
#include "core/export/csv.h"

#include <fmt/format.h>
#include <fmt/printf.h>

#include "core/base/staged_path.h"
#include "core/base/text.h"
#include "core/export/point_sink.h"

namespace trainyard::exports {
namespace {

class CsvSink : public PointSink {
  public:
    explicit CsvSink(base::StagedPath file) : file_(std::move(file)) {}
    base::Status take(const v1::Points& points, bool isDouble) override {
        return file_.write(csvRows(points, isDouble));
    }
    base::Status finish() override { return file_.publish(); }

  private:
    base::StagedPath file_;
};

}  // namespace

std::string valueText(double value, bool isDouble) {
    // A double as briefly as it reads back exactly: 0.05, as the program that reported it has printed it.
    return isDouble ? fmt::format("{}", value) : fmt::sprintf("%.9g", value);
}

std::string csvRows(const v1::Points& points, bool isDouble) {
    const std::string head =
        fmt::format("{},{},{},{},", points.attempt(), base::csvField(points.key().task()),
                    base::csvField(points.key().split()), base::csvField(points.key().tag()));
    std::string rows;
    for (int i = 0; i < points.step_size(); ++i)
        rows += fmt::format("{}{},{},{:.6f},{}\n", head, points.step(i), points.epoch(i), points.wall_time(i),
                            valueText(points.value(i), isDouble));
    return rows;
}

bool isWhole(const v1::Points& points) {
    const int count = points.step_size();
    return points.wall_time_size() == count && points.value_size() == count && points.epoch_size() == count;
}

base::Result<std::unique_ptr<PointSink>> openCsv(const std::filesystem::path& file) {
    TY_ASSIGN(base::StagedPath staged, base::StagedPath::forFile(file));
    TY_TRY(staged.write(kCsvHeader));
    return std::make_unique<CsvSink>(std::move(staged));
}

}  // namespace trainyard::exports
