// SPDX-License-Identifier: Apache-2.0
// What this machine reaches. Trains with workers of its own, as by hand: no agent, no run in its store.
#include <fmt/format.h>
#include <stdlib.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/headless/commands.h"
#include "app/headless/event_json.h"
#include "app/headless/layout.h"
#include "app/headless/machine_speed.h"
#include "app/headless/signals.h"
#include "core/base/file.h"
#include "core/base/home.h"
#include "core/base/text.h"
#include "core/node/child.h"
#include "core/node/inventory.h"
#include "core/node/node.h"
#include "core/node/ports.h"

namespace trainyard::headless {
namespace {

namespace fs = std::filesystem;
using base::printable;

constexpr int kSamples = 4096;
constexpr int kImageSide = 28;  // of an image, as the built-in models expect
constexpr int kBatch = 64;
constexpr std::uint64_t kNeededBytes = 1u << 30;
constexpr auto kLongestTraining = std::chrono::seconds(60);
constexpr auto kTick = std::chrono::milliseconds(100);
constexpr std::size_t kMaxOutputBytes = 1u << 20;

struct Bench {
    const char* model;
    int workers;
    int steps;
};
constexpr Bench kBenches[] = {{"mlp", 1, 400},      {"mlp", 2, 400},        {"mnist_cnn", 1, 60},
                              {"mnist_cnn", 2, 60}, {"fashion_cnn", 1, 60}, {"fashion_cnn", 2, 60}};

/// A folder on the disk of the home, deleted in the end with all that is in it. Makes no home.
class WorkFolder {
  public:
    static base::Result<WorkFolder> make() {
        TY_ASSIGN(const base::Home home, base::Home::fromEnvironment());
        fs::path place = home.root();
        std::error_code unreadable;
        while (!fs::is_directory(place, unreadable) && place.has_relative_path()) place = place.parent_path();
        TY_ASSIGN(const std::uint64_t free, base::freeBytes(place));
        if (free < kNeededBytes)
            return base::fail(
                base::Code::kResourceExhausted,
                base::say("bench needs 1 GiB in {}, where {} MiB are free", place.string(), free >> 20),
                "disk.full");
        std::string name = (place / ".trainyard-bench.XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr)
            return base::fail(
                base::errnoError(errno, base::say("cannot make a folder in {}", place.string())));
        return WorkFolder(name);
    }
    WorkFolder(WorkFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
    WorkFolder& operator=(WorkFolder&&) = delete;
    ~WorkFolder() {
        std::error_code kept;
        if (!path_.empty()) fs::remove_all(path_, kept);
    }
    const fs::path& path() const { return path_; }

  private:
    explicit WorkFolder(fs::path path) : path_(std::move(path)) {}
    fs::path path_;
};

std::string npy(const std::string& shape, const std::string& bytes) {
    constexpr std::size_t kHeader = 118;  // with the ten bytes before it a multiple of 64
    std::string header = fmt::format("{{'descr': '|u1', 'fortran_order': False, 'shape': ({}), }}", shape);
    header.resize(kHeader - 1, ' ');
    return std::string("\x93NUMPY\x01\x00\x76\x00", 10) + header + "\n" + bytes;
}

/// Images and labels without meaning: a step takes as long with them as with others.
base::Status writeSamples(const fs::path& folder) {
    std::string images(static_cast<std::size_t>(kSamples) * kImageSide * kImageSide, '\0'),
        labels(kSamples, '\0');
    unsigned state = 1;
    for (char& pixel : images) pixel = static_cast<char>((state = state * 1664525 + 1013904223) >> 24);
    for (int i = 0; i < kSamples; ++i) labels[i] = static_cast<char>(i % 10);
    TY_TRY(base::writeFileAtomically(
        folder / "images.npy", npy(fmt::format("{}, 1, {}, {}", kSamples, kImageSide, kImageSide), images)));
    return base::writeFileAtomically(folder / "labels.npy", npy(fmt::format("{},", kSamples), labels));
}

base::Result<fs::path> writeRunFile(const fs::path& folder, const Bench& bench) {
    const std::string name = fmt::format("bench-{}-{}", bench.model, bench.workers);
    const Json samples = {
        {"npy",
         {{"features", (folder / "images.npy").string()}, {"labels", (folder / "labels.npy").string()}}}};
    const Json run = {{"name", name},
                      {"device", "cpu"},
                      {"train",
                       {{"model", {{"builtin", bench.model}}},
                        {"data", {{"train", samples}, {"batch_size", kBatch}}},
                        {"epochs", 1 + bench.steps * kBatch * bench.workers / kSamples},
                        {"max_steps", bench.steps}}}};
    fs::path file = folder / (name + ".yaml");
    TY_TRY(base::writeFileAtomically(file, toLine(run)));  // JSON is YAML
    return file;
}

/// TF_CONFIG of each worker, on ports that are free now.
base::Result<std::vector<std::string>> tfConfigs(int workers) {
    std::vector<node::PortLease> leases;
    Json addresses = Json::array();
    for (int i = 0; i < workers; ++i) {
        TY_ASSIGN(node::PortLease lease, node::PortLease::take(0));
        addresses.push_back(fmt::format("127.0.0.1:{}", lease.port()));
        leases.push_back(std::move(lease));
    }
    std::vector<std::string> configs;
    for (int i = 0; i < workers; ++i)
        configs.push_back("TF_CONFIG=" + toLine({{"cluster", {{"worker", addresses}}},
                                                 {"task", {{"type", "worker"}, {"index", i}}}}));
    for (std::string& config : configs) config.pop_back();  // the end of the line
    return configs;
}

/// What the chief reported in the end.
std::optional<Json> finishedEvent(const std::string& output) {
    for (std::string_view rest = output; !rest.empty();) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(rest.size(), line.size() + 1));
        Json event = Json::parse(line, nullptr, false);
        if (event.is_object() && event.value("event", "") == "finished") return event;
    }
    return std::nullopt;
}

std::string lastLine(std::string text) {
    while (text.ends_with('\n')) text.pop_back();
    return text.substr(text.rfind('\n') + 1);
}

struct Worker {
    node::Child process;
    base::UniqueFd output, messages;
};

/// The chief's last event. The workers are ended at once when the user interrupts it.
base::Result<Json> train(const fs::path& folder, const Bench& bench, const std::stop_token& stop) {
    TY_ASSIGN(const fs::path program, base::siblingProgram("trainyard-worker"));
    TY_ASSIGN(const fs::path file, writeRunFile(folder, bench));
    TY_ASSIGN(const node::Inventory machine, node::inventory());
    TY_ASSIGN(const std::vector<std::string> configs, tfConfigs(bench.workers));
    const std::string threads = "OMP_NUM_THREADS=" + node::threadsPerTask(machine.cores, bench.workers);
    std::list<Worker> workers;
    for (const std::string& config : configs) {
        Worker& worker = workers.emplace_back();
        TY_ASSIGN(worker.output, node::unnamedFile("bench-output", ""));
        TY_ASSIGN(worker.messages, node::unnamedFile("bench-messages", ""));
        TY_TRY(worker.process.start({program.string(), file.string(), "--json"},
                                    {{worker.output.get(), 1}, {worker.messages.get(), 2}},
                                    {"TF_CONFIG", "OMP_NUM_THREADS"}, {SIGINT}, {config, threads}));
    }
    const auto end = std::chrono::steady_clock::now() + kLongestTraining;
    for (Worker& worker : workers) {
        std::optional<int> status;
        while (!(status = worker.process.waitFor(kTick))) {
            if (stop.stop_requested()) return base::fail(base::Code::kCancelled, "interrupted");
            if (std::chrono::steady_clock::now() > end)
                return base::fail(
                    base::Code::kDeadlineExceeded,
                    base::say("{} steps took longer than {} s", bench.steps, kLongestTraining.count()),
                    "bench.too_slow");
        }
        if (!WIFEXITED(*status) || WEXITSTATUS(*status) != 0)
            return base::fail(
                base::Code::kAborted,
                base::say("a worker failed: {}", lastLine(node::contentOf(worker.messages, kMaxOutputBytes))),
                "bench.worker");
    }
    if (auto event = finishedEvent(node::contentOf(workers.front().output, kMaxOutputBytes))) return *event;
    return base::fail(base::Code::kDataLoss, "the worker reported no end of its training", "bench.worker");
}

Json trainingJson(const Bench& bench, const base::Result<Json>& event) {
    Json entry = {{"model", bench.model}, {"workers", bench.workers}};
    if (!event) {
        entry["problem"] = {{"code", event.error().id}, {"message", event.error().message}};
        return entry;
    }
    const double milliseconds = event->value("ms_per_step", 0.0);
    entry["steps"] = bench.steps;
    entry["ms_per_step"] = milliseconds;
    entry["steps_per_s"] = milliseconds > 0 ? 1000 / milliseconds : 0;
    entry["samples_per_s"] = event->value("samples_per_s", 0.0);
    return entry;
}

void printText(const Json& result, Console& console) {
    const double one = result["matmul"]["one"], two = result["matmul"]["two"];
    std::string text =
        fmt::format("{}, cores: {}, load {:.2f} before and {:.2f} after\n",
                    printable(result["processor"].get<std::string>()), result["cores"].get<int>(),
                    result["load_before"].get<double>(), result["load_after"].get<double>());
    text += fmt::format("one pinned thread multiplies at {:.2f} GFLOP/s", one / 1e9);
    if (two > 0 && one > 0)
        text += fmt::format(", two together at {:.2f} ({:.2f} times as much)", two / 1e9, two / one);
    text += fmt::format("\n{:.0f} MB/s are written to the disk of the home\n\n",
                        result["disk_write_bytes_per_s"].get<double>() / 1e6);
    Table table{
        {"model", "workers", "ms per step", "steps/s", "samples/s"}, {false, true, true, true, true}, {}};
    for (const Json& entry : result["training"]) {
        const bool isMeasured = !entry.contains("problem");
        const auto figure = [&](const char* key) {
            return isMeasured ? fmt::format("{:.2f}", entry[key].get<double>()) : std::string("-");
        };
        table.rows.push_back({entry["model"], std::to_string(entry["workers"].get<int>()),
                              figure("ms_per_step"), figure("steps_per_s"), figure("samples_per_s")});
    }
    console.print(text + table.text());
}

int benchCommand(const Options& options, Console& console) {
    const auto interrupt = Interrupt::watch();
    if (!interrupt) return report(options, console, interrupt.error());
    const std::stop_token stop = (*interrupt)->token();
    const auto machine = node::inventory();
    if (!machine) return report(options, console, machine.error());
    const auto work = WorkFolder::make();
    if (!work) return report(options, console, work.error());
    if (const auto written = writeSamples(work->path()); !written)
        return report(options, console, written.error());
    std::error_code wrong;  // workers put their files where they are started
    fs::current_path(work->path(), wrong);
    if (wrong)
        return report(
            options, console,
            base::errnoError(wrong.value(), base::say("cannot change to {}", work->path().string())));
    Json result = {{"processor", processorName()}, {"cores", machine->cores}};
    result["load_before"] = loadOfMachine();
    const CoreSpeed cores = measureCores();
    result["matmul"] = {{"one", cores.one}, {"two", cores.two}};
    const auto disk = measureDisk(work->path(), stop);
    if (!disk) return report(options, console, disk.error());
    result["disk_write_bytes_per_s"] = *disk;
    result["training"] = Json::array();
    bool isComplete = true;
    for (const Bench& bench : kBenches) {
        if ((*interrupt)->hasCome()) break;
        console.printError(fmt::format("{}, workers: {}\n", bench.model, bench.workers));
        const auto event = train(work->path(), bench, stop);
        if (!event && !(*interrupt)->hasCome())
            console.printError(
                fmt::format("trainyard: {}\n", base::printableLines(event.error().describe())));
        isComplete = isComplete && event;
        result["training"].push_back(trainingJson(bench, event));
    }
    if ((*interrupt)->hasCome()) return (*interrupt)->exitCode();
    result["load_after"] = loadOfMachine();
    if (options.isJson)
        console.print(toLine(result));
    else
        printText(result, console);
    const int printed = finish(options, console);
    return printed == 0 && !isComplete ? 1 : printed;
}

}  // namespace

void addBench(CommandLine& line) {
    line.add("bench", "measure what this machine reaches, by trainings of a few seconds", benchCommand);
}

}  // namespace trainyard::headless
