// SPDX-License-Identifier: Apache-2.0
#include "core/engine/profile/trace_file.h"

#include <fmt/format.h>
#include <kineto/ActivityType.h>
#include <torch/csrc/autograd/profiler_kineto.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/file.h"

namespace trainyard::engine {
namespace {

using nlohmann::json;
using torch::autograd::profiler::KinetoEvent;

constexpr std::string_view kOwnPrefix = "ty-";     ///< of the names of our threads
constexpr std::string_view kNcclPrefix = "nccl";   ///< of the names of its kernels
constexpr std::string_view kGlooPrefix = "gloo:";  ///< of what c10d says of its collectives

std::string jsonText(std::string_view text) {
    return json(text).dump(-1, ' ', false, json::error_handler_t::replace);
}

using Activity = libkineto::ActivityType;

Activity activityOf(const KinetoEvent& event) {
    return static_cast<Activity>(event.activityType());
}

bool isOnGpu(const KinetoEvent& event) {
    return event.deviceType() == c10::DeviceType::CUDA;
}

/// Ranges of the CPU that Kineto repeats on the GPU's rows, and what it records of waits and of itself.
bool isRepeated(const KinetoEvent& event) {
    const Activity activity = activityOf(event);
    return activity == Activity::GPU_USER_ANNOTATION || activity == Activity::OVERHEAD ||
           activity == Activity::CUDA_SYNC || activity == Activity::CUDA_EVENT;
}

/// The row of an event: a thread, or a stream of a GPU, numbered past all threads' ids.
std::int64_t rowOf(const KinetoEvent& event) {
    constexpr std::int64_t kFirstStream = 10'000'000, kStreamsOfAGpu = 100'000;
    if (!isOnGpu(event)) return event.deviceResourceId();
    return kFirstStream + event.deviceIndex() * kStreamsOfAGpu + event.deviceResourceId();
}

std::string_view gpuCategory(const KinetoEvent& event, std::string_view name) {
    if (activityOf(event) != Activity::CONCURRENT_KERNEL) return "copy";
    return name.starts_with(kNcclPrefix) ? "communication" : "kernel";
}

/// Of "input: wait for a batch" the category and the name; an operator's name is its own.
std::pair<std::string_view, std::string_view> categoryAndName(const KinetoEvent& event,
                                                              std::string_view name) {
    if (isOnGpu(event)) return {gpuCategory(event, name), name};
    if (activityOf(event) == Activity::CUDA_RUNTIME || activityOf(event) == Activity::CUDA_DRIVER)
        return {"cuda", name};
    if (event.scope() != static_cast<std::uint8_t>(at::RecordScope::USER_SCOPE)) return {"cpu_op", name};
    if (name.starts_with(kGlooPrefix)) return {"communication", name};
    const auto colon = name.find(": ");
    if (colon == std::string_view::npos) return {"range", name};
    return {name.substr(0, colon), name.substr(colon + 2)};
}

/// The position of a thread among those of its task: training threads first.
int placeOf(const std::string& thread) {
    if (thread == "train") return 0;
    if (thread.starts_with("replica") || thread == "closures" || thread == "variables") return 1;
    if (thread.starts_with("GPU ")) return 2;
    return thread == "input" ? 3 : 4;
}

using Names = std::map<std::int64_t, std::string>;

std::string nameOf(std::int64_t row, const Names& threads, const Names& streams) {
    for (const Names* names : {&streams, &threads})
        if (const auto known = names->find(row); known != names->end()) return known->second;
    return fmt::format("thread {}", row);
}

/// Collects lines and writes them in large pieces.
class Lines {
  public:
    explicit Lines(const std::filesystem::path& file) : out_(file, std::ios::binary | std::ios::trunc) {}
    void add(std::string_view event) {
        out_ << (isFirst_ ? "" : ",\n") << event;
        isFirst_ = false;
    }
    std::ofstream& out() { return out_; }

  private:
    std::ofstream out_;
    bool isFirst_ = true;
};

}  // namespace

std::map<std::int64_t, std::string> threadNames() {
    std::map<std::int64_t, std::string> names;
    std::error_code error;
    // Threads end meanwhile: without a name they are called by their ids.
    for (std::filesystem::directory_iterator entry("/proc/self/task", error), end; !error && entry != end;
         entry.increment(error)) {
        const std::int64_t id = std::atoll(entry->path().filename().c_str());
        std::string name = base::readFile(entry->path() / "comm").value_or("");
        while (!name.empty() && name.back() == '\n') name.pop_back();
        if (id == ::getpid())
            name = "train";
        else if (name.starts_with(kOwnPrefix))
            name = name.substr(kOwnPrefix.size());
        names[id] = name;
    }
    return names;
}

std::string fileNameOf(const std::string& task) {
    std::string name = task;
    std::ranges::replace(name, ':', '-');
    return name;
}

base::Status writeTrace(const std::filesystem::path& file,
                        const torch::autograd::profiler::ProfilerResult& result, const TraceSource& source) {
    std::vector<const KinetoEvent*> events;
    for (const KinetoEvent& event : result.events()) {
        // An event that was still running when the profile ended has no end.
        if (event.isHiddenEvent() || isRepeated(event) || event.endNs() < event.startNs()) continue;
        events.push_back(&event);
    }
    // Of two that start together, the outer one comes first.
    std::ranges::stable_sort(events, [](const KinetoEvent* a, const KinetoEvent* b) {
        if (a->startNs() != b->startNs()) return a->startNs() < b->startNs();
        return a->durationNs() > b->durationNs();
    });
    std::error_code error;
    std::filesystem::create_directories(file.parent_path(), error);
    if (error)
        return base::fail(base::errnoError(
            error.value(), base::say("cannot make the folder {}", file.parent_path().string())));
    Lines lines(file);
    const std::uint64_t base = events.empty() ? result.trace_start_ns() : events.front()->startNs();
    lines.out() << fmt::format(
        "{{\"displayTimeUnit\":\"ms\",\"baseTimeNanoseconds\":{},\"task\":{},\"fromStep\":{},\"traceEvents\":"
        "[\n",
        base, jsonText(source.task), source.fromStep);
    const int pid = ::getpid();
    std::set<std::int64_t> threads;
    std::map<std::int64_t, std::string> streams;
    std::int64_t spans = 0;
    for (const KinetoEvent* event : events) {
        const std::string full = event->name();
        const auto [category, name] = categoryAndName(*event, full);
        const std::int64_t thread = rowOf(*event);
        threads.insert(thread);
        if (isOnGpu(*event))
            streams.try_emplace(
                thread, fmt::format("GPU {}, stream {}", event->deviceIndex(), event->deviceResourceId()));
        const auto at = [&](std::uint64_t ns) { return static_cast<double>(ns - base) / 1e3; };
        const std::string common = fmt::format("\"cat\":{},\"name\":{},\"pid\":{},\"tid\":{}",
                                               jsonText(category), jsonText(name), pid, thread);
        if (event->isAsync()) {  // begun here and ended on another thread: such need not nest
            ++spans;             // an id of this task alone: all tasks count from 1
            lines.add(fmt::format("{{\"ph\":\"b\",\"id2\":{{\"local\":\"{}\"}},{},\"ts\":{:.3f}}}", spans,
                                  common, at(event->startNs())));
            lines.add(fmt::format("{{\"ph\":\"e\",\"id2\":{{\"local\":\"{}\"}},{},\"ts\":{:.3f}}}", spans,
                                  common, at(event->endNs())));
        } else {
            lines.add(fmt::format("{{\"ph\":\"X\",{},\"ts\":{:.3f},\"dur\":{:.3f}}}", common,
                                  at(event->startNs()), static_cast<double>(event->durationNs()) / 1e3));
        }
    }
    const auto describe = [&](const char* what, std::int64_t thread, const std::string& arguments) {
        lines.add(
            fmt::format("{{\"ph\":\"M\",\"name\":\"{}\",\"pid\":{},\"tid\":{},\"ts\":0,\"args\":{{{}}}}}",
                        what, pid, thread, arguments));
    };
    describe("process_name", 0, fmt::format("\"name\":{}", jsonText(source.task)));
    for (const std::int64_t thread : threads) {
        const std::string name = nameOf(thread, source.threads, streams);
        describe("thread_name", thread, fmt::format("\"name\":{}", jsonText(name)));
        describe("thread_sort_index", thread, fmt::format("\"sort_index\":{}", placeOf(name)));
    }
    lines.out() << "\n]}\n";
    lines.out().close();
    if (!lines.out())
        return base::fail(base::errnoError(errno, base::say("cannot write the profile {}", file.string())));
    return {};
}

}  // namespace trainyard::engine
