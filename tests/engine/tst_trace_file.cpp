// SPDX-License-Identifier: Apache-2.0
// How a profile shows what a GPU did. Its events are made up: CUPTI records them where there is a GPU.
#include <gtest/gtest.h>

#include <torch/csrc/autograd/profiler_kineto.h>
#include <torch/csrc/profiler/collection.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "core/base/file.h"
#include "core/engine/profile/trace_file.h"
#include "tests/support/temp_home.h"

namespace trainyard::engine {
namespace {

using nlohmann::json;

/// What CUPTI records, made up.
class GpuEvents {
  public:
    /// `name` on stream `stream` of the GPU `gpu`, or on a thread, for a microsecond.
    void add(libkineto::ActivityType activity, const std::string& name, int gpu, int stream) {
        namespace impl = torch::profiler::impl;
        impl::ExtraFields<impl::EventType::Kineto> fields;
        fields.name_ = name;
        fields.duration_ns_ = 1000;
        fields.activity_type_ = activity;
        constexpr std::int64_t kBegin = 1'700'000'000'000'000'000;
        const auto count = static_cast<std::int64_t>(events_.size());
        events_.emplace_back(
            impl::Result::create(kBegin + count * 2000, std::uint64_t{1},
                                 impl::kineto::DeviceAndResource{gpu, stream}, std::move(fields)),
            /*verbose=*/false);
    }
    json written(const std::filesystem::path& file) const {
        const torch::autograd::profiler::ProfilerResult result(0, events_, nullptr, {});
        const base::Status written = writeTrace(file, result, {"worker:0", 0, {{77, "train"}}});
        EXPECT_TRUE(written);
        return json::parse(*base::readFile(file))["traceEvents"];
    }

  private:
    std::vector<torch::autograd::profiler::KinetoEvent> events_;
};

TEST(TraceFile, WhatAGpuDoesIsOnARowForEachOfItsStreams) {
    using Activity = libkineto::ActivityType;
    GpuEvents gpu;
    gpu.add(Activity::CONCURRENT_KERNEL, "sgemm_128", 0, 7);
    gpu.add(Activity::CONCURRENT_KERNEL, "ncclDevKernel_AllReduce_Sum_f32_RING_LL", 0, 20);
    gpu.add(Activity::CONCURRENT_KERNEL, "ncclDevKernel_AllReduce_Sum_f32_RING_LL", 1, 20);
    gpu.add(Activity::GPU_MEMCPY, "Memcpy HtoD (Pinned -> Device)", 0, 13);
    gpu.add(Activity::GPU_MEMSET, "Memset (Device)", 0, 7);
    gpu.add(Activity::CUDA_RUNTIME, "cudaGraphLaunch", 0, 77);
    gpu.add(Activity::CUDA_DRIVER, "cuLaunchKernel", 0, 77);
    // On the CPU's rows already, or nothing that the GPU does.
    for (const Activity repeated :
         {Activity::GPU_USER_ANNOTATION, Activity::OVERHEAD, Activity::CUDA_SYNC, Activity::CUDA_EVENT})
        gpu.add(repeated, "left out", 0, 7);
    const TempHome home;
    std::vector<std::tuple<std::string, std::string, std::int64_t>> seen;
    std::map<std::int64_t, std::string> rows;
    for (const json& event : gpu.written(home.path() / "trace.json"))
        if (event["ph"] == "X")
            seen.emplace_back(event["cat"], event["name"], event["tid"]);
        else if (event["name"] == "thread_name")
            rows[event["tid"]] = event["args"]["name"];
    std::vector<std::tuple<std::string, std::string, std::string>> named;
    std::set<std::int64_t> used;
    for (const auto& [category, name, row] : seen) {
        named.emplace_back(category, name.substr(0, name.find('_')), rows[row]);
        used.insert(row);
    }
    EXPECT_EQ(named, (std::vector<std::tuple<std::string, std::string, std::string>>{
                         {"kernel", "sgemm", "GPU 0, stream 7"},
                         {"communication", "ncclDevKernel", "GPU 0, stream 20"},
                         {"communication", "ncclDevKernel", "GPU 1, stream 20"},
                         {"copy", "Memcpy HtoD (Pinned -> Device)", "GPU 0, stream 13"},
                         {"copy", "Memset (Device)", "GPU 0, stream 7"},
                         {"cuda", "cudaGraphLaunch", "train"},
                         {"cuda", "cuLaunchKernel", "train"}}));
    EXPECT_EQ(used.size(), rows.size()) << "the one of a stream is that of no other and of no thread";
}

}  // namespace
}  // namespace trainyard::engine
