// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ATen/Parallel.h>
#include <ATen/TensorIterator.h>
#include <ATen/ops/empty.h>
#include <torch/types.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

namespace trainyard::engine {

/// A run of neighbours, for one thread first.
struct alignas(64) ThreadsRun {
    std::atomic<std::int64_t> next;
    std::int64_t end;
};

/// Calls act(0) … act(count - 1) on the threads that libtorch's operators use, each of them for a run of
/// neighbours, and then for what is left of the others': a thread may have had to leave its core to another
/// program, or to the one that reads data. Only an operator of libtorch's own gets these threads:
/// at::parallel_for in our code would need OpenMP there, whose runtime would be the system's beside the one
/// that libtorch brings, and without OpenMP it calls everything on one thread.
template <class Act>
void forEachOnThreads(std::int64_t count, const Act& act) {
    const std::int64_t threads = std::min<std::int64_t>(count, at::get_num_threads());
    if (threads <= 1 || at::in_parallel_region()) {
        for (std::int64_t i = 0; i < count; ++i) act(i);
        return;
    }
    std::vector<ThreadsRun> runs(static_cast<std::size_t>(threads));
    for (std::int64_t run = 0; run < threads; ++run) {
        runs[static_cast<std::size_t>(run)].next = count * run / threads;
        runs[static_cast<std::size_t>(run)].end = count * (run + 1) / threads;
    }
    const auto work = [&](std::int64_t thread) {
        for (std::int64_t k = 0; k < threads; ++k) {
            ThreadsRun& run = runs[static_cast<std::size_t>((thread + k) % threads)];
            for (std::int64_t i = run.next++; i < run.end; i = run.next++) act(i);
        }
    };
    const torch::Tensor places = at::empty({threads}, torch::kUInt8);  // nobody reads or writes it
    const auto* const first = static_cast<const char*>(places.const_data_ptr());
    at::TensorIterator all = at::TensorIteratorConfig()
                                 .check_all_same_dtype(false)
                                 .add_output(places)
                                 .resize_outputs(false)
                                 .build();
    all.for_each(
        [&](char** data, const std::int64_t* strides, std::int64_t inner, std::int64_t outer) {
            for (std::int64_t i = 0; i < outer; ++i)
                for (std::int64_t j = 0; j < inner; ++j)
                    work(data[0] + j * strides[0] + i * strides[1] - first);
        },
        /*grain_size=*/1);
}

/// Whether other threads have begun before this one has finished that many elements.
inline bool isWorthThreads(std::int64_t elements) {
    return elements >= 8192;
}

/// Calls act(first row, row behind the last) for parts of a matrix; of a small one for all rows at once.
template <class Act>
void forEachRowsOnThreads(std::int64_t rows, std::int64_t columns, const Act& act) {
    constexpr std::int64_t kRowsAtOnce = 8;
    if (!isWorthThreads(rows * columns)) return act(std::int64_t{0}, rows);
    forEachOnThreads((rows + kRowsAtOnce - 1) / kRowsAtOnce, [&](std::int64_t part) {
        act(part * kRowsAtOnce, std::min(rows, (part + 1) * kRowsAtOnce));
    });
}

}  // namespace trainyard::engine
