// SPDX-License-Identifier: Apache-2.0
// What pictures and ingests cost: `bench_store` prints a table. The points are made once and kept while it
// runs.
#include <benchmark/benchmark.h>

#include <cmath>
#include <filesystem>
#include <stdexcept>

#include "core/store/run_store.h"
#include "tests/support/temp_home.h"

namespace trainyard::store {
namespace {

std::vector<Point> wave(std::int64_t first, std::int64_t count) {
    std::vector<Point> points;
    for (std::int64_t step = first; step < first + count; ++step)
        points.push_back({step, static_cast<double>(step), std::sin(static_cast<double>(step) * 1e-4), 0});
    return points;
}

/// A store in a temporary folder with one run and one series of `count` points.
struct Filled {
    TempHome tempHome;
    const std::filesystem::path& folder = tempHome.path();
    std::unique_ptr<RunStore> store;
    std::string run;
    std::int64_t count = 0;

    explicit Filled(std::int64_t points) {
        store = std::move(RunStore::open(folder / "trainyard.db").value());
        RunRow row;
        row.name = "bench";
        run = store->createRun(row).value().id;
        while (count < points) add(std::min<std::int64_t>(100000, points - count));
    }
    void add(std::int64_t points) {
        store
            ->ingest(run, {{"worker:0", "train", "batch_loss", false, 1, wave(count + 1, points)}},
                     {run, "spool", static_cast<std::uint64_t>(count + points), 1})
            .value();
        count += points;
    }
};

/// 1,000 pixels over all points: must cost the same for 10 million as for 100 thousand.
void wholePicture(benchmark::State& state) {
    const Filled filled(state.range(0));
    for (auto _ : state)
        benchmark::DoNotOptimize(
            filled.store->query(filled.run, "worker:0", "train", "batch_loss", 0, 0, 1000).value());
}
BENCHMARK(wholePicture)->Arg(100000)->Arg(1000000)->Arg(10000000)->Unit(benchmark::kMillisecond);

/// A tenth of the range, somewhere in the middle, as zooming asks for it.
void zoomedPicture(benchmark::State& state) {
    const Filled filled(state.range(0));
    const std::int64_t first = state.range(0) / 3, last = first + state.range(0) / 10;
    for (auto _ : state)
        benchmark::DoNotOptimize(
            filled.store->query(filled.run, "worker:0", "train", "batch_loss", first, last, 1000).value());
}
BENCHMARK(zoomedPicture)->Arg(1000000)->Arg(10000000)->Unit(benchmark::kMillisecond);

/// One batch as an agent stores it twenty times a second.
void smallBatch(benchmark::State& state) {
    Filled filled(1000000);
    for (auto _ : state) filled.add(state.range(0));
}
BENCHMARK(smallBatch)->Arg(5)->Arg(50)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace trainyard::store
