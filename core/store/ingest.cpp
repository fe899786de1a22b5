// SPDX-License-Identifier: Apache-2.0
// Points in: appended as small rows, sealed into chunks of 1024, summed up in the pyramid.
#include <algorithm>
#include <bit>

#include "core/store/chunk.h"
#include "core/store/impl.h"
#include "core/store/pyramid.h"
#include "core/store/run_record.h"

namespace trainyard::store {
namespace {

using Ends = std::map<std::pair<std::int64_t, int>, CurveEnd>;
/// Ends of finished curves are dropped once this many are known: they are read again in a millisecond if need
/// be.
constexpr std::size_t kMostEnds = 512;

base::Result<std::int64_t> seriesId(Database& database, const std::string& run, const SeriesPoints& points) {
    // The no-op update makes RETURNING answer for a series that is there already.
    TY_ASSIGN(auto insert,
              database.prepare("INSERT INTO series(run, task, split, tag, is_double) VALUES(?, ?, ?, ?, ?) "
                               "ON CONFLICT DO UPDATE SET is_double = max(is_double, excluded.is_double) "
                               "RETURNING id"));
    TY_TRY(insert.bind(run, points.task, points.split, points.tag, points.isDouble).step());
    const std::int64_t id = insert.integer(0);
    TY_TRY(insert.run());
    return id;
}

base::Result<CurveEnd> loadEnd(Database& database, std::int64_t series, int attempt) {
    CurveEnd end;
    {
        TY_ASSIGN(
            auto curve,
            database.prepare("SELECT chunks, count, first_step, last_step FROM curves WHERE series = ? AND "
                             "attempt = ?"));
        TY_ASSIGN(const bool hasRow, curve.bind(series, attempt).step());
        if (!hasRow) return end;
        end.chunks = curve.integer(0);
        end.count = curve.integer(1);
        end.firstStep = curve.integer(2);
        end.lastStep = curve.integer(3);
    }
    TY_ASSIGN(
        auto tail,
        database.prepare("SELECT batch, data FROM tails WHERE series = ? AND attempt = ? ORDER BY batch"));
    tail.bind(series, attempt);
    for (;;) {
        TY_ASSIGN(const bool hasRow, tail.step());
        if (!hasRow) return end;
        end.nextBatch = tail.integer(0) + 1;
        TY_TRY(unpack(tail.blob(1), end.tail));
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

/// Seals every whole chunk of the end's tail; the rest becomes the only row of `tails`.
base::Status sealWholeChunks(Database& database, std::int64_t series, int attempt, CurveEnd& end) {
    std::span<const Point> rest = end.tail;
    for (; rest.size() >= kChunkPoints; rest = rest.subspan(kChunkPoints))
        TY_TRY(sealChunk(database, series, attempt, end.chunks++, rest.first(kChunkPoints)));
    {
        TY_ASSIGN(auto remove, database.prepare("DELETE FROM tails WHERE series = ? AND attempt = ?"));
        TY_TRY(remove.bind(series, attempt).run());
    }
    end.nextBatch = 0;
    TY_TRY(insertTail(database, series, attempt, end, rest));
    end.tail.erase(end.tail.begin(), end.tail.end() - static_cast<std::ptrdiff_t>(rest.size()));
    return {};
}

base::Status storeEnd(Database& database, std::int64_t series, int attempt, const CurveEnd& end,
                      double lastValue) {
    // As bits, because SQLite turns a NaN into NULL.
    TY_ASSIGN(auto update,
              database.prepare("INSERT OR REPLACE INTO curves(series, attempt, chunks, count, first_step, "
                               "last_step, last_value_bits) VALUES(?, ?, ?, ?, ?, ?, ?)"));
    return update
        .bind(series, attempt, end.chunks, end.count, end.firstStep, end.lastStep,
              std::bit_cast<std::int64_t>(lastValue))
        .run();
}

base::Status append(Database& database, Ends& ends, const std::string& run, const SeriesPoints& points) {
    if (points.points.empty()) return {};
    TY_ASSIGN(const std::int64_t series, seriesId(database, run, points));
    auto found = ends.find({series, points.attempt});
    if (found == ends.end()) {
        TY_ASSIGN(CurveEnd loaded, loadEnd(database, series, points.attempt));
        found = ends.emplace(std::pair(series, points.attempt), std::move(loaded)).first;
    }
    CurveEnd& end = found->second;
    const auto [first, last] = std::ranges::minmax_element(points.points, {}, &Point::step);
    end.firstStep = end.count == 0 ? first->step : std::min(end.firstStep, first->step);
    end.lastStep = end.count == 0 ? last->step : std::max(end.lastStep, last->step);
    end.count += static_cast<std::int64_t>(points.points.size());
    end.tail.insert(end.tail.end(), points.points.begin(), points.points.end());
    if (end.tail.size() < kChunkPoints)
        TY_TRY(insertTail(database, series, points.attempt, end, points.points));
    else
        TY_TRY(sealWholeChunks(database, series, points.attempt, end));
    return storeEnd(database, series, points.attempt, end, points.points.back().value);
}

base::Status storeOffset(Database& database, const std::string& run, const SpoolOffset& offset) {
    if (offset.file.empty()) return {};
    TY_ASSIGN(auto insert,
              database.prepare(
                  "INSERT OR REPLACE INTO spools(run, file, position, attempt, task) VALUES(?, ?, ?, ?, ?)"));
    return insert.bind(run, offset.file, offset.offset, offset.attempt, offset.task).run();
}

base::Result<std::int64_t> dataVersion(Database& database) {
    TY_ASSIGN(auto query, database.prepare("PRAGMA data_version"));
    TY_TRY(query.step());
    return query.integer(0);
}

}  // namespace

base::Status RunStore::ingest(const std::string& run, const std::vector<SeriesPoints>& batch,
                              const SpoolOffset& offset) {
    std::lock_guard lock(impl_->writerMutex);
    Database& database = *impl_->writer;
    // Points stay in their event file; whose that is, is said once.
    const std::pair spool(run, offset.file);
    const std::string line =
        offset.file.empty() || impl_->recordedSpools.contains(spool) ? "" : spoolLine(offset);
    const auto writeAll = [&]() -> base::Status {
        // A power cut may take the last moments, points and offset together: they are read from the spool
        // again.
        TY_ASSIGN(auto transaction, Transaction::write(database, Durability::kProcessCrash));
        TY_ASSIGN(const std::int64_t version, dataVersion(database));
        if (version != impl_->dataVersion || impl_->ends.size() > kMostEnds) impl_->ends.clear();
        impl_->dataVersion = version;
        for (const SeriesPoints& points : batch) TY_TRY(append(database, impl_->ends, run, points));
        TY_TRY(storeOffset(database, run, offset));
        return impl_->commit(transaction, run, line);
    };
    base::Status status = writeAll();
    if (!status) impl_->ends.clear();
    if (status || (impl_->latch->damage() && impl_->orInRecord(status, run, line)))
        impl_->recordedSpools.insert(spool);
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
