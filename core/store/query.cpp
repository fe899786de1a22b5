// SPDX-License-Identifier: Apache-2.0
// Points out: by pixels from the pyramid, or all of them.
#include <algorithm>
#include <bit>
#include <limits>

#include "core/store/chunk.h"
#include "core/store/impl.h"
#include "core/store/pyramid.h"

namespace trainyard::store {
namespace {

/// A level is fine enough when a pixel column spans at least this many of its stretches.
constexpr std::int64_t kStretchesPerColumn = 4;

struct Curve {
    std::int64_t series = 0;
    int attempt = 0;
    std::int64_t chunks = 0;
    std::int64_t firstStep = 0, lastStep = 0;
    std::int64_t count = 0;
};

struct StepRange {
    std::int64_t first = 0, last = 0;
    bool contains(std::int64_t step) const { return step >= first && step <= last; }
};

/// The chunks that a range touches: those inside as a range of numbers, those it cuts individually.
struct Touched {
    std::int64_t inside = 0;
    std::int64_t firstInside = 0, lastInside = -1;
    std::vector<std::int64_t> cut;
};

base::Result<std::vector<Curve>> curvesOf(Database& database, const std::string& run, const std::string& task,
                                          const std::string& split, const std::string& tag, bool& isDouble) {
    TY_ASSIGN(
        auto query,
        database.prepare("SELECT series.id, is_double, attempt, chunks, first_step, last_step FROM series "
                         "JOIN curves ON curves.series = series.id WHERE run = ? AND task = ? AND split = ? "
                         "AND tag = ? ORDER BY attempt"));
    query.bind(run, task, split, tag);
    std::vector<Curve> curves;
    for (;;) {
        TY_ASSIGN(const bool hasRow, query.step());
        if (!hasRow) return curves;
        isDouble = query.integer(1) != 0;
        curves.push_back({query.integer(0), static_cast<int>(query.integer(2)), query.integer(3),
                          query.integer(4), query.integer(5)});
    }
}

base::Result<Touched> chunksIn(Database& database, const Curve& curve, StepRange range) {
    Touched touched;
    {
        TY_ASSIGN(auto query,
                  database.prepare("SELECT count(*), min(chunk), max(chunk) FROM chunks WHERE series = ? AND "
                                   "attempt = ? AND first_step >= ? AND last_step <= ?"));
        TY_TRY(query.bind(curve.series, curve.attempt, range.first, range.last).step());
        touched.inside = query.integer(0);
        if (touched.inside > 0) touched.firstInside = query.integer(1), touched.lastInside = query.integer(2);
    }
    TY_ASSIGN(
        auto query,
        database.prepare("SELECT chunk FROM chunks WHERE series = ?1 AND attempt = ?2 AND first_step <= ?4 "
                         "AND last_step >= ?3 AND (first_step < ?3 OR last_step > ?4) ORDER BY chunk"));
    query.bind(curve.series, curve.attempt, range.first, range.last);
    for (;;) {
        TY_ASSIGN(const bool hasRow, query.step());
        if (!hasRow) return touched;
        touched.cut.push_back(query.integer(0));
    }
}

/// Calls visit(points) for chunks first … last, in order, and stops when it answers false.
template <typename Visit>
base::Status readChunks(Database& database, const Curve& curve, std::int64_t first, std::int64_t last,
                        Visit visit) {
    if (first > last) return {};
    TY_ASSIGN(
        auto query,
        database.prepare("SELECT data FROM chunks WHERE series = ? AND attempt = ? AND chunk BETWEEN ? AND "
                         "? ORDER BY chunk"));
    query.bind(curve.series, curve.attempt, first, last);
    std::vector<Point> points;
    for (;;) {
        TY_ASSIGN(const bool hasRow, query.step());
        if (!hasRow) return {};
        points.clear();
        TY_TRY(unpack(query.blob(0), points));
        if (!visit(std::span<const Point>(points))) return {};
    }
}

base::Result<std::vector<Point>> readTail(Database& database, const Curve& curve) {
    TY_ASSIGN(auto query,
              database.prepare("SELECT data FROM tails WHERE series = ? AND attempt = ? ORDER BY batch"));
    query.bind(curve.series, curve.attempt);
    std::vector<Point> points;
    for (;;) {
        TY_ASSIGN(const bool hasRow, query.step());
        if (!hasRow) return points;
        TY_TRY(unpack(query.blob(0), points));
    }
}

/// The columns of a picture: each keeps the extremes of the points whose step falls into it.
class Columns {
  public:
    Columns(StepRange range, int pixels)
        : range_(range), width_(distance(range.first, range.last) + 1), columns_(pixels) {}

    int columnOf(std::int64_t step) const {
        const double place = distance(range_.first, step) / width_ * static_cast<double>(columns_.size());
        return std::clamp(static_cast<int>(place), 0, static_cast<int>(columns_.size()) - 1);
    }
    void add(const Point& point) {
        if (range_.contains(point.step)) columns_[static_cast<std::size_t>(columnOf(point.step))].add(point);
    }
    void add(const Extremes& extremes) {
        for (const auto& point : {extremes.lowest, extremes.highest, extremes.odd})
            if (point) add(*point);
    }
    std::vector<Point> points() const {
        std::vector<Point> all;
        all.reserve(columns_.size() * 2);
        for (const Extremes& column : columns_) {
            const auto begin = static_cast<std::ptrdiff_t>(all.size());
            if (column.lowest) all.push_back(*column.lowest);
            if (column.highest && column.highest->step != column.lowest->step) all.push_back(*column.highest);
            if (column.highest && column.highest->step == column.lowest->step &&
                column.highest->value != column.lowest->value)
                all.push_back(*column.highest);
            if (column.odd) all.push_back(*column.odd);
            std::stable_sort(all.begin() + begin, all.end(),
                             [](const Point& a, const Point& b) { return a.step < b.step; });
        }
        return all;
    }

  private:
    /// In real numbers: steps may be as far apart as 64 bits allow, or further.
    static double distance(std::int64_t from, std::int64_t to) {
        return static_cast<double>(to) - static_cast<double>(from);
    }

    StepRange range_;
    double width_;
    std::vector<Extremes> columns_;
};

/// The coarsest level that is fine enough for `perColumn` points a column; 0: the points themselves.
int levelFor(std::int64_t perColumn) {
    int level = 0;
    while (level < kLevels && pointsPerStretch(level + 1) * kStretchesPerColumn <= perColumn) ++level;
    return level;
}

/// Adds the chunks inside the range: whole stretches from the pyramid, what sticks out at both ends point by
/// point.
base::Status addInside(Database& database, const Curve& curve, const Touched& touched, int level,
                       Columns& columns) {
    const auto addPoints = [&](std::span<const Point> points) {
        for (const Point& point : points) columns.add(point);
        return true;
    };
    const std::int64_t begin = touched.firstInside, end = touched.lastInside + 1;
    if (level == 0) return readChunks(database, curve, begin, end - 1, addPoints);
    const std::int64_t size = pointsPerStretch(level);
    const std::int64_t chunksPerStretch = std::max<std::int64_t>(1, size / kChunkPoints);
    const std::int64_t firstWhole = (begin + chunksPerStretch - 1) / chunksPerStretch * chunksPerStretch;
    // The newest entry may still be growing; it has nothing past the newest chunk.
    const std::int64_t lastWhole = end == curve.chunks ? end : end / chunksPerStretch * chunksPerStretch;
    if (firstWhole >= lastWhole) return addInside(database, curve, touched, level - 1, columns);
    TY_TRY(readChunks(database, curve, begin, firstWhole - 1, addPoints));
    TY_ASSIGN(const auto stretches,
              readPyramid(database, curve.series, curve.attempt, level, firstWhole * kChunkPoints / size,
                          (lastWhole * kChunkPoints + size - 1) / size));
    for (const Extremes& stretch : stretches) columns.add(stretch);
    return readChunks(database, curve, lastWhole, end - 1, addPoints);
}

base::Result<std::int64_t> addDecimated(Database& database, const Curve& curve, StepRange range,
                                        Columns& columns) {
    TY_ASSIGN(const Touched touched, chunksIn(database, curve, range));
    TY_ASSIGN(const std::vector<Point> tail, readTail(database, curve));
    std::int64_t total = touched.inside * kChunkPoints;
    const auto addCut = [&](std::span<const Point> points) {
        for (const Point& point : points) {
            columns.add(point);
            total += range.contains(point.step);
        }
        return true;
    };
    for (const std::int64_t chunk : touched.cut) TY_TRY(readChunks(database, curve, chunk, chunk, addCut));
    addCut(tail);
    if (touched.inside == 0) return total;
    const int covered = columns.columnOf(std::min(curve.lastStep, range.last)) -
                        columns.columnOf(std::max(curve.firstStep, range.first)) + 1;
    TY_TRY(addInside(database, curve, touched, levelFor(total / std::max(1, covered)), columns));
    return total;
}

/// The points from number `first` on, which starts a chunk: those of that chunk, or those added since the
/// last one.
base::Result<std::vector<Point>> pointsFrom(Database& database, const Curve& curve, std::int64_t first) {
    TY_ASSIGN(auto transaction,
              Transaction::read(database));  // sealing moves points from the tail to a chunk
    const std::int64_t chunk = first / kChunkPoints;
    std::vector<Point> points;
    TY_TRY(readChunks(database, curve, chunk, chunk, [&](std::span<const Point> some) {
        points.assign(some.begin(), some.end());
        return true;
    }));
    if (points.empty()) {
        TY_ASSIGN(points, readTail(database, curve));
    }
    TY_TRY(transaction.commit());
    return points;
}

/// Every point of the range by arrival, the first `room` of them; counts all.
base::Result<std::int64_t> addRaw(Database& database, const Curve& curve, StepRange range, std::size_t room,
                                  std::vector<Point>& points) {
    TY_ASSIGN(const Touched touched, chunksIn(database, curve, range));
    std::vector<std::int64_t> chunks = touched.cut;
    for (std::int64_t chunk = touched.firstInside; chunk <= touched.lastInside; ++chunk)
        chunks.push_back(chunk);
    std::ranges::sort(chunks);
    chunks.erase(std::unique(chunks.begin(), chunks.end()), chunks.end());
    std::int64_t total = 0;
    const auto add = [&](std::span<const Point> fresh) {
        for (const Point& point : fresh) {
            if (!range.contains(point.step)) continue;
            ++total;
            if (points.size() < room) points.push_back(point);
        }
        return true;
    };
    for (const std::int64_t chunk : chunks) TY_TRY(readChunks(database, curve, chunk, chunk, add));
    TY_ASSIGN(const std::vector<Point> tail, readTail(database, curve));
    add(tail);
    return total;
}

}  // namespace

base::Result<std::vector<SeriesRow>> RunStore::series(const std::string& run) {
    std::lock_guard lock(impl_->readerMutex);
    TY_ASSIGN(auto query,
              impl_->reader->prepare("SELECT id, task, split, tag, is_double, count, first_step, last_step, "
                                     "last_value_bits FROM series JOIN curves ON curves.series = series.id "
                                     "WHERE run = ? ORDER BY task, split, tag, attempt"));
    query.bind(run);
    std::vector<SeriesRow> rows;
    for (;;) {
        TY_ASSIGN(const bool hasRow, query.step());
        if (!hasRow) return rows;
        if (rows.empty() || rows.back().id != query.integer(0)) {
            rows.push_back(
                {query.integer(0), run, query.text(1), query.text(2), query.text(3), query.integer(4) != 0});
            rows.back().firstStep = std::numeric_limits<std::int64_t>::max();
            rows.back().lastStep = std::numeric_limits<std::int64_t>::min();
        }
        SeriesRow& row = rows.back();
        row.count += query.integer(5);
        row.firstStep = std::min(row.firstStep, query.integer(6));
        row.lastStep = std::max(row.lastStep, query.integer(7));
        row.lastValue = std::bit_cast<double>(query.integer(8));
    }
}

base::Result<RunStore::Decimated> RunStore::query(const std::string& run, const std::string& task,
                                                  const std::string& split, const std::string& tag,
                                                  std::int64_t firstStep, std::int64_t lastStep, int pixels) {
    std::lock_guard lock(impl_->readerMutex);
    Database& database = *impl_->reader;
    TY_ASSIGN(auto transaction, Transaction::read(database));  // chunks, tail and pyramid of one moment
    bool isDouble = false;
    TY_ASSIGN(const auto curves, curvesOf(database, run, task, split, tag, isDouble));
    Decimated answer;
    if (curves.empty()) return answer;
    StepRange range{std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()};
    for (const Curve& curve : curves) {
        range.first = std::min(range.first, curve.firstStep);
        range.last = std::max(range.last, curve.lastStep);
    }
    const bool isWhole = firstStep == 0 && lastStep <= 0;  // steps below 0 too
    if (!isWhole) range.first = std::max(range.first, firstStep);
    if (lastStep > 0) range.last = std::min(range.last, lastStep);
    if (range.first > range.last) return answer;
    std::size_t room = kMostRawPoints;
    for (const Curve& curve : curves) {
        SeriesPoints points{task, split, tag, isDouble, curve.attempt, {}};
        if (pixels > 0) {
            Columns columns(range, pixels);
            TY_ASSIGN(const std::int64_t total, addDecimated(database, curve, range, columns));
            answer.total += total;
            points.points = columns.points();
        } else {
            TY_ASSIGN(const std::int64_t total, addRaw(database, curve, range, room, points.points));
            answer.total += total;
            room -= points.points.size();
        }
        if (!points.points.empty()) answer.attempts.push_back(std::move(points));
    }
    TY_TRY(transaction.commit());
    return answer;
}

base::Status RunStore::forEachChunk(const std::string& run, const std::string& tag,
                                    const std::function<base::Status(const SeriesPoints&)>& visit) {
    TY_ASSIGN(auto database, Database::open(impl_->file, Database::Mode::kReader, impl_->latch));
    std::vector<std::pair<Curve, SeriesPoints>> curves;
    {
        TY_ASSIGN(auto query, database->prepare(
                                  "SELECT id, task, split, tag, is_double, attempt, count FROM series JOIN "
                                  "curves ON curves.series = series.id WHERE run = ?1 AND (?2 = '' OR tag = "
                                  "?2) ORDER BY attempt, task, split, tag"));
        query.bind(run, tag);
        for (;;) {
            TY_ASSIGN(const bool hasRow, query.step());
            if (!hasRow) break;
            const int attempt = static_cast<int>(query.integer(5));
            curves.emplace_back(
                Curve{.series = query.integer(0), .attempt = attempt, .count = query.integer(6)},
                SeriesPoints{
                    query.text(1), query.text(2), query.text(3), query.integer(4) != 0, attempt, {}});
        }
    }
    // What is there is never changed, only added to: so the counts of one moment say what belongs to it, and
    // no transaction stays open while the visitor waits for a slow client, which would keep the WAL from
    // being reused.
    for (auto& [curve, series] : curves)
        for (std::int64_t done = 0; done < curve.count;) {
            TY_ASSIGN(series.points, pointsFrom(*database, curve, done));
            series.points.resize(
                std::min(series.points.size(), static_cast<std::size_t>(curve.count - done)));
            if (series.points.empty())
                return base::fail(base::Code::kDataLoss, "the store lacks points that it should hold",
                                  "store.damaged");
            done += static_cast<std::int64_t>(series.points.size());
            TY_TRY(visit(series));
        }
    return {};
}

}  // namespace trainyard::store
