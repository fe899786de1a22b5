// SPDX-License-Identifier: Apache-2.0
#include "core/store/media.h"

#include <fmt/format.h>

#include <cmath>
#include <span>

#include "core/base/text.h"
#include "core/store/impl.h"

namespace trainyard::store {
namespace {

constexpr std::int64_t kMostDataAtOnce = 1 << 20;

/// A row of media_series, as the next item finds it.
struct MediaPlace {
    std::int64_t id = 0;
    std::int64_t kept = 0;
    std::int64_t steps = 0;  ///< that have been counted
    std::int64_t stride = 1;
    int lastAttempt = 0;
    std::int64_t lastStep = 0;
};

base::Result<std::int64_t> oneNumber(Database& database, const char* sql, const auto&... values) {
    TY_ASSIGN(auto query, database.prepare(sql));
    TY_TRY(query.bind(values...).step());
    return query.integer(0);
}

/// Nothing: the run has as many series as are kept, and this is none of them.
base::Result<std::optional<MediaPlace>> placeOf(Database& database, const std::string& run,
                                                const MediaItem& item) {
    {
        TY_ASSIGN(auto query, database.prepare(
                                  "SELECT id, kept, steps, stride, last_attempt, last_step FROM media_series "
                                  "WHERE run = ? AND kind = ? AND task = ? AND split = ? AND tag = ?"));
        TY_ASSIGN(const bool isThere, query.bind(run, item.kind, item.task, item.split, item.tag).step());
        if (isThere)
            return MediaPlace{query.integer(0),
                              query.integer(1),
                              query.integer(2),
                              query.integer(3),
                              static_cast<int>(query.integer(4)),
                              query.integer(5)};
    }
    TY_ASSIGN(const std::int64_t count,
              oneNumber(database, "SELECT count(*) FROM media_series WHERE run = ?", run));
    if (count >= kMostMediaSeries) return std::nullopt;
    TY_ASSIGN(
        auto insert,
        database.prepare("INSERT INTO media_series(run, kind, task, split, tag, seen, kept, bytes, steps, "
                         "stride, last_attempt, last_step) VALUES(?, ?, ?, ?, ?, 0, 0, 0, 0, 1, 0, 0) "
                         "RETURNING id"));
    TY_TRY(insert.bind(run, item.kind, item.task, item.split, item.tag).step());
    const MediaPlace place{.id = insert.integer(0)};
    TY_TRY(insert.run());
    return place;
}

/// Removes the steps beside the stride, except the newest, and counts what is left.
base::Result<std::int64_t> keepStride(Database& database, std::int64_t series) {
    {
        TY_ASSIGN(auto remove,
                  database.prepare("DELETE FROM media WHERE series = ?1 AND place % (SELECT stride FROM "
                                   "media_series WHERE id = ?1) <> 0 AND place < (SELECT steps - 1 FROM "
                                   "media_series WHERE id = ?1)"));
        TY_TRY(remove.bind(series).run());
    }
    {
        TY_ASSIGN(auto update,
                  database.prepare("UPDATE media_series SET (kept, bytes) = (SELECT count(*), "
                                   "coalesce(sum(bytes), 0) FROM media WHERE series = ?1) WHERE id = ?1"));
        TY_TRY(update.bind(series).run());
    }
    return oneNumber(database, "SELECT kept FROM media_series WHERE id = ?", series);
}

/// Every second of the steps that are kept. Returns how many items are left.
base::Result<std::int64_t> thinOut(Database& database, std::int64_t series) {
    {
        TY_ASSIGN(auto update,
                  database.prepare("UPDATE media_series SET stride = 2 * stride WHERE id = ? AND "
                                   "stride < steps"));
        TY_TRY(update.bind(series).run());
    }
    return keepStride(database, series);
}

/// What is still too much, as of one step that a program repeats for ever: the oldest.
base::Status dropOldest(Database& database, std::int64_t series) {
    {
        TY_ASSIGN(auto remove,
                  database.prepare("DELETE FROM media WHERE series = ?1 AND id NOT IN (SELECT id "
                                   "FROM media WHERE series = ?1 ORDER BY id DESC LIMIT ?2)"));
        TY_TRY(remove.bind(series, kMostMediaItems).run());
    }
    TY_TRY(keepStride(database, series));
    return {};
}

/// Makes room for so many bytes by thinning out whatever series has most. False: there is none.
base::Result<bool> makeRoom(Database& database, const std::string& run, std::int64_t bytes) {
    for (;;) {
        TY_ASSIGN(const std::int64_t total,
                  oneNumber(database, "SELECT coalesce(sum(bytes), 0) FROM media_series WHERE run = ?", run));
        if (total + bytes <= kMostMediaBytes) return true;
        std::int64_t largest = 0, kept = 0;
        {
            TY_ASSIGN(auto query,
                      database.prepare("SELECT id, kept FROM media_series WHERE run = ? AND kept > "
                                       "2 ORDER BY bytes DESC LIMIT 1"));
            TY_ASSIGN(const bool isThere, query.bind(run).step());
            if (!isThere) return false;
            largest = query.integer(0);
            kept = query.integer(1);
        }
        TY_ASSIGN(const std::int64_t left, thinOut(database, largest));
        if (left >= kept) return false;
    }
}

/// False: it was there already.
base::Result<bool> insertItem(Database& database, const MediaPlace& series, std::int64_t place,
                              const MediaItem& item) {
    TY_ASSIGN(auto insert,
              database.prepare("INSERT OR IGNORE INTO media(series, attempt, step, sample, wall_time, place, "
                               "bytes, data) VALUES(?, ?, ?, ?, ?, ?, ?, ?) RETURNING id"));
    const double wallTime = std::isfinite(item.wallTime) ? item.wallTime : 0;  // a NaN would be a NULL
    insert.bind(series.id, item.attempt, item.step, item.sample, wallTime, place, item.data.size(),
                std::as_bytes(std::span(item.data)));
    TY_ASSIGN(const bool isNew, insert.step());
    if (isNew) TY_TRY(insert.run());
    return isNew;
}

base::Error mediaFull(base::Words message) {
    return {base::Code::kResourceExhausted, std::move(message), "media.full"};
}

/// Why it was left out, if it was.
base::Result<std::optional<base::Error>> addItem(Database& database, const std::string& run,
                                                 const MediaItem& item) {
    TY_ASSIGN(const auto place, placeOf(database, run, item));
    if (!place)
        return mediaFull(base::say("{} has images and the like of more than {} tags; the others are left out",
                                   base::printable(run), kMostMediaSeries));
    const auto bytes = static_cast<std::int64_t>(item.data.size());
    TY_ASSIGN(const bool hasRoom, makeRoom(database, run, bytes));
    if (!hasRoom)
        return mediaFull(base::say("{} has more than {} MiB of images and the like; the others are left out",
                                   base::printable(run), kMostMediaBytes >> 20));
    const bool isSameStep =
        place->steps > 0 && place->lastAttempt == item.attempt && place->lastStep == item.step;
    const std::int64_t step = isSameStep ? place->steps - 1 : place->steps;
    TY_ASSIGN(const bool isNew, insertItem(database, *place, step, item));
    if (!isNew) return std::nullopt;
    {
        TY_ASSIGN(auto count, database.prepare(
                                  "UPDATE media_series SET seen = seen + 1, kept = kept + 1, bytes = bytes + "
                                  "?, steps = ?, last_attempt = ?, last_step = ? WHERE id = ?"));
        TY_TRY(count.bind(bytes, step + 1, item.attempt, item.step, place->id).run());
    }
    // What was the newest so far stays if it is one of every `stride`.
    if (!isSameStep && place->stride > 1) TY_TRY(keepStride(database, place->id));
    if (place->kept < kMostMediaItems) return std::nullopt;
    TY_ASSIGN(const std::int64_t left, thinOut(database, place->id));
    if (left > kMostMediaItems) TY_TRY(dropOldest(database, place->id));
    return std::nullopt;
}

}  // namespace

base::Result<std::optional<base::Error>> RunStore::addMedia(const std::string& run,
                                                            const std::vector<MediaItem>& items) {
    std::optional<base::Error> leftOut;
    if (items.empty()) return leftOut;
    std::lock_guard lock(impl_->writerMutex);
    // As of points: a power cut takes them and the offset after them.
    TY_ASSIGN(auto transaction, Transaction::write(*impl_->writer, Durability::kProcessCrash));
    for (const MediaItem& item : items) {
        TY_ASSIGN(auto why, addItem(*impl_->writer, run, item));
        if (why && !leftOut) leftOut = std::move(why);
    }
    TY_TRY(transaction.commit());
    return leftOut;
}

base::Result<std::vector<MediaSeries>> RunStore::mediaSeries(const std::string& run) {
    std::lock_guard lock(impl_->readerMutex);
    TY_ASSIGN(auto query, impl_->reader->prepare(
                              "SELECT kind, task, split, tag, seen, kept, bytes FROM media_series WHERE "
                              "run = ? ORDER BY kind, tag, split, task"));
    query.bind(run);
    std::vector<MediaSeries> all;
    for (;;) {
        TY_ASSIGN(const bool hasRow, query.step());
        if (!hasRow) return all;
        all.push_back({query.text(0), query.text(1), query.text(2), query.text(3), query.integer(4),
                       query.integer(5), query.integer(6)});
    }
}

base::Result<std::vector<MediaItem>> RunStore::media(const MediaQuery& wanted) {
    std::lock_guard lock(impl_->readerMutex);
    std::vector<MediaItem> items;
    {
        TY_ASSIGN(
            auto query,
            impl_->reader->prepare(
                "SELECT kind, task, split, tag, attempt, step, wall_time, sample, media.id, media.bytes "
                "FROM media_series JOIN media ON media.series = media_series.id WHERE run = ?1 AND "
                "(?2 = '' OR kind = ?2) AND (?3 = 0 OR (task = ?4 AND split = ?5 AND tag = ?6)) AND "
                "media.id > ?7 ORDER BY media.id LIMIT ?8"));
        const MediaSeries series = wanted.series.value_or(MediaSeries{});
        query.bind(wanted.run, wanted.kind, wanted.series ? 1 : 0, series.task, series.split, series.tag,
                   wanted.after, wanted.limit);
        for (;;) {
            TY_ASSIGN(const bool hasRow, query.step());
            if (!hasRow) break;
            items.push_back({query.text(0),
                             query.text(1),
                             query.text(2),
                             query.text(3),
                             static_cast<int>(query.integer(4)),
                             query.integer(5),
                             query.real(6),
                             static_cast<int>(query.integer(7)),
                             {},
                             query.integer(8),
                             query.integer(9)});
        }
    }
    std::int64_t bytes = 0;
    for (std::size_t i = 0; wanted.hasData && i < items.size(); ++i) {
        if (i > 0 && bytes + items[i].bytes > kMostDataAtOnce) {
            items.resize(i);
            break;
        }
        bytes += items[i].bytes;
        TY_ASSIGN(auto query, impl_->reader->prepare("SELECT data FROM media WHERE id = ?"));
        TY_ASSIGN(const bool isThere, query.bind(items[i].id).step());
        if (!isThere) continue;  // thinned out since
        const auto data = query.blob(0);
        items[i].data.assign(reinterpret_cast<const char*>(data.data()), data.size());
    }
    return items;
}

}  // namespace trainyard::store
