// SPDX-License-Identifier: Apache-2.0
// The format: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <span>
#include <tuple>
#include <utility>

#include "core/base/file.h"
#include "core/base/json.h"
#include "core/base/staged_path.h"
#include "core/base/text.h"
#include "core/export/point_sink.h"

namespace trainyard::exports {
namespace {

static_assert(std::endian::native == std::endian::little, "the arrays are written as they are in memory");

/// A point as NumPy sees it: no padding.
struct Row {
    std::int32_t attempt;
    std::int32_t epoch;
    std::int64_t step;
    double wallTime;
    double value;
};
static_assert(sizeof(Row) == 32);

/// The header for that many points; as long for any number of them, so that it can be written before they are
/// counted.
std::string header(std::int64_t count) {
    constexpr std::size_t kBytes = 256, kPrefix = 10;
    const std::string magic("\x93NUMPY\x01\x00", 8);
    std::string dictionary = fmt::format(
        "{{'descr': [('attempt', '<i4'), ('epoch', '<i4'), ('step', '<i8'), ('wall_time', '<f8'), ('value', "
        "'<f8')], 'fortran_order': False, 'shape': ({},), }}",
        count);
    dictionary.resize(kBytes - kPrefix - 1, ' ');
    dictionary += '\n';
    const auto length = static_cast<std::uint16_t>(dictionary.size());
    return magic + std::string(reinterpret_cast<const char*>(&length), sizeof length) + dictionary;
}

std::string rowsOf(const v1::Points& points) {
    std::string bytes;
    bytes.reserve(sizeof(Row) * static_cast<std::size_t>(points.step_size()));
    for (int i = 0; i < points.step_size(); ++i) {
        const Row row{points.attempt(), points.epoch(i), points.step(i), points.wall_time(i),
                      points.value(i)};
        bytes.append(reinterpret_cast<const char*>(&row), sizeof row);
    }
    return bytes;
}

class NpySink : public PointSink {
  public:
    explicit NpySink(base::StagedPath folder) : folder_(std::move(folder)) {}

    base::Status take(const v1::Points& points, bool) override {
        const v1::SeriesKey& key = points.key();
        const auto number = series_.size() + 1;
        auto [found, isNew] = series_.try_emplace(std::tuple(key.task(), key.split(), key.tag()));
        Series& series = found->second;
        if (isNew)
            series.file =
                fmt::format("{:04}-{}.npy", number,
                            base::slug(fmt::format("{}-{}-{}", key.task(), key.split(), key.tag())));
        series.count += points.step_size();
        series.attempts.insert(points.attempt());
        return append(series.file, isNew ? header(0) + rowsOf(points) : rowsOf(points));
    }

    base::Status finish() override {
        std::map<std::string, nlohmann::ordered_json> files;
        for (const auto& [key, series] : series_) {
            TY_TRY(writeHeader(series));
            files[series.file] = {{"file", series.file},       {"task", std::get<0>(key)},
                                  {"split", std::get<1>(key)}, {"tag", std::get<2>(key)},
                                  {"points", series.count},    {"attempts", series.attempts}};
        }
        nlohmann::ordered_json index = nlohmann::ordered_json::array();
        for (auto& [name, entry] : files) index.push_back(std::move(entry));
        TY_TRY(base::writeFileAtomically(folder_.staged() / "series.json", base::jsonText(index) + "\n"));
        return folder_.publish();
    }

  private:
    struct Series {
        std::string file;
        std::int64_t count = 0;
        std::set<int> attempts;
    };

    /// Opened each time: a run may have more series than a process may have open files.
    base::Status append(const std::string& name, const std::string& bytes) const {
        const auto path = folder_.staged() / name;
        const base::UniqueFd fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
        if (!fd) return base::fail(base::errnoError(errno, base::say("cannot write {}", path.string())));
        return base::writeAll(fd.get(), std::as_bytes(std::span(bytes)), path.string());
    }

    base::Status writeHeader(const Series& series) const {
        const auto path = folder_.staged() / series.file;
        const base::UniqueFd fd(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
        if (!fd) return base::fail(base::errnoError(errno, base::say("cannot write {}", path.string())));
        const std::string bytes = header(series.count);
        return base::writeAll(fd.get(), std::as_bytes(std::span(bytes)), path.string());
    }

    base::StagedPath folder_;
    std::map<std::tuple<std::string, std::string, std::string>, Series> series_;
};

}  // namespace

base::Result<std::unique_ptr<PointSink>> openNpy(const std::filesystem::path& folder) {
    TY_ASSIGN(base::StagedPath staged, base::StagedPath::forFolder(folder));
    return std::make_unique<NpySink>(std::move(staged));
}

}  // namespace trainyard::exports
