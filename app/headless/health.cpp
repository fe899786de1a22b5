// SPDX-License-Identifier: Apache-2.0
#include "app/headless/health.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include "app/headless/units.h"
#include "core/base/counted.h"
#include "core/base/file.h"
#include "core/base/known_data.h"
#include "core/base/text.h"
#include "core/client/agent_process.h"
#include "core/node/child.h"
#include "core/node/gpus.h"
#include "core/node/inventory.h"
#include "core/node/machine_tests.h"
#include "core/plugin/catalog.h"
#include "core/plugin/library.h"
#include "core/spec/model/estimate.h"

namespace trainyard::headless {
namespace {

namespace fs = std::filesystem;
using enum Check::State;

/// A checkpoint of a middling model and its successor, and what a run writes meanwhile.
constexpr std::uint64_t kRoomForRuns = std::uint64_t{2} << 30;
/// The agent has a handful for each task, and tasks have some for each other.
constexpr rlim_t kFewOpenFiles = 1024;
constexpr std::chrono::seconds kStoreCheck{60};
constexpr std::size_t kMostOutput = 4096;
constexpr std::string_view kAgentPrefix = "trainyard-agent: ";

std::string plainPathText(const fs::path& path) {
    return base::printable(path.string());
}

Check failed(std::string id, const base::Error& error, std::string fix = {}) {
    return {std::move(id), kError, base::printable(error.message.text()), std::move(fix)};
}

/// Of a home that is not there yet: whether a folder can be made in `folder`, which is. Nothing is written.
base::Status checkRoomForHome(const fs::path& folder) {
    std::error_code error;
    struct statvfs disk{};
    if (!fs::is_directory(folder, error))
        return base::fail(base::Code::kRefused, base::say("{} is not a folder", plainPathText(folder)));
    if (::statvfs(folder.c_str(), &disk) == 0 && disk.f_blocks == 0)  // /proc, for which root has all rights
        return base::fail(base::Code::kRefused,
                          base::say("no files can be kept in {}", plainPathText(folder)));
    if (::access(folder.c_str(), W_OK | X_OK) != 0)
        return base::fail(base::errnoError(errno, base::say("cannot write in {}", plainPathText(folder))));
    return {};
}

Check checkHome(const base::Home& home) {
    std::error_code error;
    if (!fs::exists(home.root(), error)) {
        const std::string root = plainPathText(home.root());
        const base::Status possible = checkRoomForHome(base::firstExisting(home.root()));
        if (!possible)
            return {"home", kError, fmt::format("{} cannot be made: {}", root, possible.error().message),
                    "choose another folder in TRAINYARD_HOME"};
        return {"home", kOk, fmt::format("{} will be made by the first run", root), {}};
    }
    if (const base::Status usable = home.prepare(); !usable) {
        const bool isInTheWay = usable.error().code == base::Code::kAlreadyExists;
        return failed("home", usable.error(),
                      isInTheWay ? "move it away, or choose another folder in TRAINYARD_HOME" : "");
    }
    if (::access(home.root().c_str(), W_OK) != 0)
        return {"home", kError, fmt::format("{} cannot be written", plainPathText(home.root())),
                "give yourself write access to it, or choose another folder in TRAINYARD_HOME"};
    if (const base::Status usable = home.check(); !usable)
        return failed("home", usable.error(),
                      "move it away, or change it as it says: no agent can start here");
    return {"home", kOk, plainPathText(home.root()), {}};
}

Check checkDisk(const base::Home& home) {
    const fs::path folder = base::firstExisting(home.root());
    const auto free = base::freeBytes(folder);
    if (!free) return failed("disk", free.error());
    const std::string message =
        fmt::format("{} free at {}", bytesText(static_cast<std::int64_t>(*free)), plainPathText(folder));
    if (*free >= kRoomForRuns) return {"disk", kOk, message, {}};
    if (*free < spec::kLeastFreeBytes)
        return {"disk", kError, fmt::format("{}; a run needs {}", message, bytesText(spec::kLeastFreeBytes)),
                "free some space, or choose another disk in TRAINYARD_HOME"};
    return {"disk", kWarning, message,
            "free some space, for checkpoints, or choose another disk in TRAINYARD_HOME"};
}

Check checkPrograms() {
    std::vector<std::string> missing;
    for (const char* name : {"trainyard-agent", "trainyard-shim", "trainyard-worker"})
        if (!base::siblingProgram(name)) missing.emplace_back(name);
    const std::string folder = plainPathText(base::programFolder());
    if (missing.empty())
        return {"programs", kOk, fmt::format("the agent, its shim and the worker are in {}", folder), {}};
    return {"programs", kError, fmt::format("missing in {}: {}", folder, fmt::join(missing, ", ")),
            "build or install Trainyard again"};
}

/// None where checkPrograms() reports that there is no worker.
std::optional<Check> checkLibtorch() {
    const auto worker = base::siblingProgram("trainyard-worker");
    if (!worker) return std::nullopt;
    const base::Status started = node::startWorker(*worker);
    if (started) return Check{"libtorch", kOk, "the worker starts with it", {}};
    return failed("libtorch", started.error(),
                  fmt::format("`{} --version` prints what is missing", plainPathText(*worker)));
}

std::vector<Check> checkPlugins() {
    const plugin::Catalog catalog = plugin::Catalog::load();
    std::vector<Check> checks;
    for (const base::Error& broken : catalog.broken())
        checks.push_back({"plugins", kError, base::printable(broken.message.text()),
                          "correct its manifest, or take its folder out of TRAINYARD_PLUGIN_PATH"});
    for (const plugin::Manifest& manifest : catalog.plugins())
        if (const base::Status usable = plugin::checkLibrary(manifest); !usable)
            checks.push_back(failed("plugins", usable.error()));
    const std::string found = base::counted(catalog.plugins().size(), "plugin");
    if (checks.empty()) checks.push_back({"plugins", kOk, found + ", all usable", {}});
    return checks;
}

bool isInstalled(const base::KnownData& data) {
    return std::ranges::any_of(base::datasetFolders(), [&](const fs::path& folder) {
        return std::ranges::all_of(data.files, [&](const base::KnownFile& file) {
            return ::access((folder / data.folder / file.name).c_str(), R_OK) == 0;
        });
    });
}

/// A data set that is missing is no fault: people train on their own data.
std::vector<Check> checkData() {
    std::vector<Check> checks;
    for (const base::KnownData& data : base::knownData())
        checks.push_back(
            {"data",
             kOk,
             isInstalled(data)
                 ? fmt::format("{} is installed", data.name)
                 : fmt::format("{} is not installed; `trainyard --headless data fetch {}` gets it", data.name,
                               data.name),
             {}});
    return checks;
}

/// Of a home without an agent: the agent's program reads it, which alone knows what a store is.
std::optional<Check> checkStore(const base::Home& home) {
    std::error_code error;
    const auto agent = base::siblingProgram("trainyard-agent");
    if (!agent || !fs::exists(home.storeFile(), error)) return std::nullopt;
    const auto output = node::unnamedFile("ty-check-store", "");
    if (!output) return failed("store", output.error());
    node::Child checking;
    const base::Status started = checking.start(
        {agent->string(), "--check-store"}, {{output->get(), STDOUT_FILENO}, {output->get(), STDERR_FILENO}});
    if (!started) return failed("store", started.error());
    const auto status = checking.waitFor(kStoreCheck);
    if (!status)
        return Check{
            "store", kWarning,
            fmt::format("{} was not read in {} s", plainPathText(home.storeFile()), kStoreCheck.count()),
            "wait until the disk has less to do, or start an agent, which reads it meanwhile"};
    if (WIFEXITED(*status) && WEXITSTATUS(*status) == 0)
        return Check{"store", kOk, fmt::format("{} is whole", plainPathText(home.storeFile())), {}};
    std::string found = node::contentOf(*output, kMostOutput);
    found.erase(std::min(found.size(), found.find_last_not_of('\n') + 1));
    if (found.starts_with(kAgentPrefix)) found.erase(0, kAgentPrefix.size());
    // What is no file at all says nothing of how it is made again; a damaged one does.
    const bool isFile = fs::is_regular_file(home.storeFile(), error);
    return Check{
        "store", kError, base::printable(found),
        isFile ? "" : "`trainyard --headless doctor --rebuild` makes it again from the runs' folders"};
}

Check checkRunning(client::AgentClient& agent) {
    const auto status = agent.getStatus({});
    if (!status) return failed("agent", status.error());
    if (!status->store_damage().empty())
        return {"agent", kError,
                fmt::format("its store is read-only: {}", base::printable(status->store_damage())),
                "`trainyard --headless agent stop`, then `trainyard --headless doctor --rebuild`"};
    const std::string& version = status->peer().version();
    const std::string message =
        fmt::format("{} is running, pid {}, with {}", base::printable(version), status->peer().pid(),
                    base::counted(status->running(), "live run"));
    if (version == TRAINYARD_VERSION) return {"agent", kOk, message, {}};
    return {"agent", kWarning, fmt::format("{}; this program is {}", message, TRAINYARD_VERSION),
            "end the agent once its runs have ended: `trainyard --headless agent stop`"};
}

/// Where none is running, also the store.
std::vector<Check> checkAgent(const client::Endpoint& endpoint) {
    client::Endpoint known = endpoint;
    known.mayStart = false;
    const auto agent = client::AgentClient::connect(known);
    if (agent) return {checkRunning(**agent)};
    if (agent.error().id == "agent.silent")
        return {failed("agent", agent.error(),
                       "`trainyard --headless agent stop` ends it, by SIGKILL if need be")};
    if (agent.error().id != "agent.not_running") return {failed("agent", agent.error())};
    if (const auto starting = client::startingAgent(known); starting.pid != 0)
        return {{"agent", kOk, fmt::format("is starting (pid {})", starting.pid), {}}};
    std::vector<Check> checks{{"agent", kOk, "is not running; commands start it when they need it", {}}};
    if (auto store = checkStore(endpoint.home)) checks.push_back(std::move(*store));
    return checks;
}

std::vector<Check> checkGpus() {
    const node::Gpus gpus;
    if (!gpus.error().empty())
        return {
            {"gpus", kWarning, base::printable(gpus.error().text()), "check the driver with `nvidia-smi`"}};
    std::vector<Check> checks;
    for (const node::Gpu& gpu : gpus.list()) {
        if (!gpu.error.empty())
            checks.push_back({"gpus", kWarning,
                              fmt::format("GPU {}: {}", gpu.index, base::printable(gpu.error.text())),
                              "check it with `nvidia-smi`"});
        else
            checks.push_back({"gpus",
                              kOk,
                              fmt::format("GPU {}: {}, {}", gpu.index, base::printable(gpu.name),
                                          bytesText(static_cast<std::int64_t>(gpu.memoryBytes))),
                              {}});
    }
    if (checks.empty()) checks.push_back({"gpus", kOk, "none; runs train on the CPU", {}});
    return checks;
}

std::vector<Check> checkMachine() {
    std::vector<Check> checks;
    if (const auto machine = node::inventory())
        checks.push_back({"machine",
                          kOk,
                          fmt::format("{} for this process, {} of memory, {} of it available",
                                      base::counted(machine->cores, "core"),
                                      bytesText(static_cast<std::int64_t>(machine->memoryBytes)),
                                      bytesText(static_cast<std::int64_t>(machine->availableBytes))),
                          {}});
    else
        checks.push_back(failed("machine", machine.error()));
    rlimit files{};
    ::getrlimit(RLIMIT_NOFILE, &files);
    if (files.rlim_max < kFewOpenFiles)
        checks.push_back(
            {"open_files", kWarning,
             fmt::format("a process may open {} files; runs with many tasks need more", files.rlim_max),
             fmt::format("raise the hard limit: `ulimit -Hn {}`", kFewOpenFiles)});
    else
        checks.push_back({"open_files",
                          kOk,
                          files.rlim_max == RLIM_INFINITY
                              ? std::string("a process may open any number of files")
                              : fmt::format("a process may open {} files", files.rlim_max),
                          {}});
    return checks;
}

bool isInPath(const std::string& program) {
    const char* path = std::getenv("PATH");
    std::string_view rest = path ? path : "";
    while (!rest.empty()) {
        const std::string_view folder = rest.substr(0, rest.find(':'));
        if (!folder.empty() && ::access((fs::path(folder) / program).c_str(), X_OK) == 0) return true;
        rest.remove_prefix(std::min(rest.size(), folder.size() + 1));
    }
    return false;
}

std::vector<Check> checkTools() {
    struct Tool {
        const char *id, *program, *use, *package;
    };
    constexpr Tool kTools[] = {
        {"ssh", "ssh", "for training on other machines", "openssh-client"},
        {"eu_stack", "eu-stack", "for the stacks of blocked tasks", "elfutils"},
    };
    std::vector<Check> checks;
    for (const Tool& tool : kTools) {
        if (isInPath(tool.program))
            checks.push_back({tool.id, kOk, fmt::format("{}, {}", tool.program, tool.use), {}});
        else
            checks.push_back({tool.id, kWarning,
                              fmt::format("{}, {}, is not in PATH", tool.program, tool.use),
                              fmt::format("install the package {}", tool.package)});
    }
    return checks;
}

}  // namespace

std::vector<Check> checkHealth(const client::Endpoint& endpoint) {
    std::vector<Check> checks{checkHome(endpoint.home), checkDisk(endpoint.home), checkPrograms()};
    if (auto libtorch = checkLibtorch()) checks.push_back(std::move(*libtorch));
    std::ranges::move(checkPlugins(), std::back_inserter(checks));
    std::ranges::move(checkData(), std::back_inserter(checks));
    std::ranges::move(checkAgent(endpoint), std::back_inserter(checks));
    for (const auto part : {&checkGpus, &checkMachine, &checkTools})
        std::ranges::move(part(), std::back_inserter(checks));
    return checks;
}

}  // namespace trainyard::headless
