// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "core/store/database.h"
#include "core/store/run_store.h"

namespace trainyard::store {

/// The end of a curve: what the writer must know to append without reading it all again.
struct CurveEnd {
    std::vector<Point> tail;     ///< points since the last sealed chunk
    std::int64_t nextBatch = 0;  ///< of `tails`
    std::int64_t chunks = 0;
    std::int64_t count = 0;
    std::int64_t firstStep = 0, lastStep = 0;  ///< smallest and largest
};

struct RunStore::Impl {
    std::filesystem::path file;
    std::shared_ptr<DamageLatch> latch = std::make_shared<DamageLatch>();

    std::mutex writerMutex;
    std::unique_ptr<Database> writer;
    /// What the tables `curves` and `tails` say, by (series, attempt). Dropped when a transaction fails or
    /// another connection has written (dataVersion).
    std::map<std::pair<std::int64_t, int>, CurveEnd> ends;
    std::int64_t dataVersion = 0;

    std::mutex readerMutex;
    std::unique_ptr<Database> reader;

    /// Reads every page once, beside everything else.
    std::jthread checker;
};

/// The run whose `column` is `value`, with everything.
base::Result<std::optional<RunRow>> findRun(Database& database, std::string_view column,
                                            const std::string& value);

}  // namespace trainyard::store
