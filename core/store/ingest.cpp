// SPDX-License-Identifier: Apache-2.0
// Points in: appended as small rows, sealed into chunks of 1024, summed up in the pyramid.
#include <algorithm>
#include <bit>
#include <tuple>
#include <utility>

#include "core/store/chunk.h"
#include "core/store/impl.h"
#include "core/store/pyramid.h"
#include "core/store/run_record.h"

namespace trainyard::store {
namespace {

/// What is known of finished curves is dropped once there is so much of it: it is read again if need be. Ten
/// thousand curves grow at a time where a thousand logs are followed.
constexpr std::size_t kMostKnown = 1u << 16;

base::Result<CurveEnd> loadEnd(Database& database, std::int64_t series, int attempt) {
    CurveEnd end;
    {
        TY_ASSIGN(
            auto curve,
            database.prepare("SELECT chunks, count, first_step, last_step FROM curves WHERE series = ? AND "
                             "attempt = ?"));
        TY_ASSIGN(end.isStored, curve.bind(series, attempt).step());
        if (!end.isStored) return end;
        end.chunks = curve.integer(0);
        end.count = curve.integer(1);
        end.firstStep = curve.integer(2);
        end.lastStep = curve.integer(3);
    }
    TY_ASSIGN(auto last, database.prepare(
                             "SELECT coalesce(max(batch), -1) FROM tails WHERE series = ? AND attempt = ?"));
    TY_TRY(last.bind(series, attempt).step());
    end.nextBatch = last.integer(0) + 1;
    return end;
}

/// The points since the last sealed chunk.
base::Result<std::vector<Point>> loadTail(Database& database, std::int64_t series, int attempt) {
    TY_ASSIGN(auto tail,
              database.prepare("SELECT data FROM tails WHERE series = ? AND attempt = ? ORDER BY batch"));
    tail.bind(series, attempt);
    std::vector<Point> points;
    for (;;) {
        TY_ASSIGN(const bool hasRow, tail.step());
        if (!hasRow) return points;
        TY_TRY(unpack(tail.blob(0), points));
    }
}

base::Status insertTail(Database& database, std::int64_t series, int attempt, CurveEnd& end,
                        std::span<const Point> points) {
    if (points.empty()) return {};
    TY_ASSIGN(auto insert,
              database.prepare("INSERT INTO tails(series, attempt, batch, data) VALUES(?, ?, ?, ?)"));
    const auto data = pack(points);
    return insert.bind(series, attempt, end.nextBatch++, std::span<const std::byte>(data)).run();
}

base::Status sealChunk(Database& database, std::int64_t series, int attempt, std::int64_t chunk,
                       std::span<const Point> points) {
    const auto [first, last] = std::ranges::minmax_element(points, {}, &Point::step);
    {
        TY_ASSIGN(auto insert,
                  database.prepare("INSERT INTO chunks(series, attempt, chunk, first_step, last_step, data) "
                                   "VALUES(?, ?, ?, ?, ?, ?)"));
        const auto data = pack(points);
        TY_TRY(insert.bind(series, attempt, chunk, first->step, last->step, std::span<const std::byte>(data))
                   .run());
    }
    return addToPyramid(database, series, attempt, chunk, points);
}

/// Seals every whole chunk of the curve's tail with these points at its end; the rest becomes the only row of
/// `tails`.
base::Status sealWholeChunks(Database& database, std::int64_t series, int attempt, CurveEnd& end,
                             std::span<const Point> points) {
    TY_ASSIGN(std::vector<Point> tail, loadTail(database, series, attempt));
    tail.insert(tail.end(), points.begin(), points.end());
    std::span<const Point> rest = tail;
    for (; rest.size() >= kChunkPoints; rest = rest.subspan(kChunkPoints))
        TY_TRY(sealChunk(database, series, attempt, end.chunks++, rest.first(kChunkPoints)));
    if (end.nextBatch > 0) {
        TY_ASSIGN(auto remove, database.prepare("DELETE FROM tails WHERE series = ? AND attempt = ?"));
        TY_TRY(remove.bind(series, attempt).run());
    }
    end.nextBatch = 0;
    return insertTail(database, series, attempt, end, rest);
}

base::Status storeEnd(Database& database, std::int64_t series, int attempt, CurveEnd& end, double lastValue) {
    // As bits, because SQLite turns a NaN into NULL.
    const auto lastBits = std::bit_cast<std::int64_t>(lastValue);
    if (std::exchange(end.isStored, true)) {
        TY_ASSIGN(auto update,
                  database.prepare("UPDATE curves SET chunks = ?, count = ?, first_step = ?, last_step = ?, "
                                   "last_value_bits = ? WHERE series = ? AND attempt = ?"));
        return update.bind(end.chunks, end.count, end.firstStep, end.lastStep, lastBits, series, attempt)
            .run();
    }
    TY_ASSIGN(auto insert,
              database.prepare("INSERT INTO curves(series, attempt, chunks, count, first_step, last_step, "
                               "last_value_bits) VALUES(?, ?, ?, ?, ?, ?, ?)"));
    return insert.bind(series, attempt, end.chunks, end.count, end.firstStep, end.lastStep, lastBits).run();
}

base::Status storeOffset(Database& database, const std::string& run, const SpoolOffset& offset) {
    if (offset.file.empty()) return {};
    TY_ASSIGN(auto insert,
              database.prepare(
                  "INSERT OR REPLACE INTO spools(run, file, position, attempt, task) VALUES(?, ?, ?, ?, ?)"));
    return insert.bind(run, offset.file, offset.offset, offset.attempt, offset.task).run();
}

base::Result<std::int64_t> dataVersionOf(Database& database) {
    TY_ASSIGN(auto query, database.prepare("PRAGMA data_version"));
    TY_TRY(query.step());
    return query.integer(0);
}

}  // namespace

base::Result<std::int64_t> RunStore::Impl::seriesId(const std::string& run, const SeriesPoints& points) {
    const auto known = knownSeries.find(std::tie(run, points.task, points.split, points.tag));
    if (known != knownSeries.end() && known->second.isDouble >= points.isDouble) return known->second.id;
    // The no-op update makes RETURNING answer for a series that already exists.
    TY_ASSIGN(auto insert,
              writer->prepare("INSERT INTO series(run, task, split, tag, is_double) VALUES(?, ?, ?, ?, ?) "
                              "ON CONFLICT DO UPDATE SET is_double = max(is_double, excluded.is_double) "
                              "RETURNING id, is_double"));
    TY_TRY(insert.bind(run, points.task, points.split, points.tag, points.isDouble).step());
    const KnownSeries series{insert.integer(0), insert.integer(1) != 0};
    TY_TRY(insert.run());
    knownSeries.insert_or_assign(SeriesKey(run, points.task, points.split, points.tag), series);
    return series.id;
}

base::Status RunStore::Impl::append(const std::string& run, const SeriesPoints& points) {
    if (points.points.empty()) return {};
    TY_ASSIGN(const std::int64_t series, seriesId(run, points));
    auto found = ends.find({series, points.attempt});
    if (found == ends.end()) {
        TY_ASSIGN(const CurveEnd loaded, loadEnd(*writer, series, points.attempt));
        found = ends.emplace(std::pair(series, points.attempt), loaded).first;
    }
    CurveEnd& end = found->second;
    const auto [first, last] = std::ranges::minmax_element(points.points, {}, &Point::step);
    end.firstStep = end.count == 0 ? first->step : std::min(end.firstStep, first->step);
    end.lastStep = end.count == 0 ? last->step : std::max(end.lastStep, last->step);
    end.count += static_cast<std::int64_t>(points.points.size());
    if (end.count - end.chunks * kChunkPoints < kChunkPoints)
        TY_TRY(insertTail(*writer, series, points.attempt, end, points.points));
    else
        TY_TRY(sealWholeChunks(*writer, series, points.attempt, end, points.points));
    return storeEnd(*writer, series, points.attempt, end, points.points.back().value);
}

base::Status RunStore::Impl::forgetStale() {
    TY_ASSIGN(const std::int64_t version, dataVersionOf(*writer));
    if (version != dataVersion || ends.size() > kMostKnown || knownSeries.size() > kMostKnown) forgetCurves();
    dataVersion = version;
    return {};
}

bool RunStore::Impl::isRecorded(const std::string& run, const SpoolOffset& offset) const {
    const auto recorded = recordedSpools.find({run, offset.file});
    return recorded != recordedSpools.end() && recorded->second == offset.attempt;
}

base::Status RunStore::Impl::ingest(const std::string& run, const std::vector<SeriesPoints>& batch,
                                    const SpoolOffset& offset) {
    for (const SeriesPoints& points : batch) TY_TRY(append(run, points));
    return storeOffset(*writer, run, offset);
}

base::Status RunStore::ingest(const std::string& run, const std::vector<SeriesPoints>& batch,
                              const SpoolOffset& offset) {
    std::lock_guard lock(impl_->writerMutex);
    // Points stay in their event file; whose that is, is said once, and again when it is written over.
    const std::string line = offset.file.empty() || impl_->isRecorded(run, offset) ? "" : spoolLine(offset);
    const auto writeAll = [&]() -> base::Status {
        // A power cut may take the last moments, points and offset together: they are read from the spool
        // again.
        TY_ASSIGN(auto transaction, Transaction::write(*impl_->writer, Durability::kProcessCrash));
        TY_TRY(impl_->forgetStale());
        TY_TRY(impl_->ingest(run, batch, offset));
        return impl_->commit(transaction, run, line);
    };
    base::Status status = writeAll();
    if (!status) impl_->forgetCurves();
    if (status || (impl_->latch->damage() && impl_->orInRecord(status, run, line)))
        impl_->recordedSpools.insert_or_assign({run, offset.file}, offset.attempt);
    return status;
}

base::Status RunStore::ingest(const std::vector<SpoolPoints>& files) {
    std::vector<const SpoolPoints*> together;
    for (const SpoolPoints& file : files) {
        // The first points of a file come with a line of their run's record.
        const auto isRecorded = [&] {
            std::lock_guard lock(impl_->writerMutex);
            return impl_->isRecorded(file.offset.run, file.offset);
        };
        if (isRecorded())
            together.push_back(&file);
        else
            TY_TRY(ingest(file.offset.run, file.points, file.offset));
    }
    if (together.empty()) return {};
    std::lock_guard lock(impl_->writerMutex);
    const auto writeAll = [&]() -> base::Status {
        TY_ASSIGN(auto transaction, Transaction::write(*impl_->writer, Durability::kProcessCrash));
        TY_TRY(impl_->forgetStale());
        for (const SpoolPoints* file : together)
            TY_TRY(impl_->ingest(file->offset.run, file->points, file->offset));
        return transaction.commit();
    };
    base::Status status = writeAll();
    if (!status) impl_->forgetCurves();
    return status;
}

base::Result<std::vector<SpoolOffset>> RunStore::spoolOffsets(const std::string& run) {
    std::lock_guard lock(impl_->readerMutex);
    TY_ASSIGN(auto query,
              impl_->reader->prepare(
                  "SELECT run, file, position, attempt, task FROM spools WHERE run = ? ORDER BY file"));
    query.bind(run);
    std::vector<SpoolOffset> offsets;
    for (;;) {
        TY_ASSIGN(const bool hasRow, query.step());
        if (!hasRow) return offsets;
        offsets.push_back({query.text(0), query.text(1), static_cast<std::uint64_t>(query.integer(2)),
                           static_cast<int>(query.integer(3)), query.text(4)});
    }
}

}  // namespace trainyard::store
