// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "app/headless/added_nodes.h"
#include "app/headless/health.h"
#include "core/base/file.h"
#include "core/base/text.h"
#include "core/node/process.h"
#include "core/node/tcp_table.h"
#include "core/plugin/catalog.h"
#include "core/plugin/library.h"

namespace trainyard::headless {
namespace {

namespace fs = std::filesystem;
using enum Check::State;

/// Of a home with many runs; what is beyond is said to be unread.
constexpr int kMostEntries = 200'000;

std::string shown(const fs::path& path) {
    return base::printable(path.string());
}

/// Who may read what is in the home. Nobody reaches what is in a folder that they may not enter.
Check checkReaders(const base::Home& home) {
    struct stat info{};
    if (::stat(home.root().c_str(), &info) != 0)
        return {"home.read", kOk, fmt::format("{} does not exist yet", shown(home.root())), {}};
    const std::string mode = fmt::format("{} has mode {:04o}", shown(home.root()), info.st_mode & 07777U);
    if ((info.st_mode & (S_IRWXG | S_IRWXO)) == 0)
        return {"home.read", kOk, mode + ": only you may enter it", {}};
    return {"home.read", kWarning, mode + ": others may enter it, and read run files, logs and checkpoints",
            fmt::format("chmod 0700 {}", shown(home.root()))};
}

/// Whatever others can change in the home, this user's agent and tasks would act on.
std::vector<Check> checkWriters(const base::Home& home) {
    std::vector<Check> checks;
    std::error_code error;
    int seen = 0;
    for (fs::recursive_directory_iterator entry(home.root(), error), end; !error && entry != end;
         entry.increment(error)) {
        if (++seen > kMostEntries) {
            checks.push_back({"home.write",
                              kWarning,
                              fmt::format("only the first {} files of {} were looked at", kMostEntries,
                                          shown(home.root())),
                              {}});
            break;
        }
        struct stat info{};
        if (::lstat(entry->path().c_str(), &info) != 0 || S_ISLNK(info.st_mode)) continue;
        if (!S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode)) continue;
        if (base::mayBeChangedByOthers(info))
            checks.push_back({"home.write", kError,
                              fmt::format("others can change {} (owner {}, mode {:04o})",
                                          shown(entry->path()), info.st_uid, info.st_mode & 07777U),
                              fmt::format("make it yours, and run chmod go-w {}", shown(entry->path()))});
    }
    if (checks.empty()) checks.push_back({"home.write", kOk, "nobody else can change a file in it", {}});
    return checks;
}

/// The agent's socket is reached by whoever may enter its folder.
Check checkAgentSocket(const fs::path& socket) {
    struct stat info{}, folder{};
    if (::lstat(socket.c_str(), &info) != 0)
        return {"agent.socket", kOk, fmt::format("{}: nothing listens there", shown(socket)), {}};
    if (::stat(socket.parent_path().c_str(), &folder) != 0 || folder.st_uid != ::geteuid() ||
        (folder.st_mode & (S_IRWXG | S_IRWXO)) != 0)
        return {
            "agent.socket", kError,
            fmt::format("others may enter {}, the folder of the agent's socket", shown(socket.parent_path())),
            fmt::format("chmod 0700 {}", shown(socket.parent_path()))};
    return {"agent.socket", kOk, fmt::format("{}: only you reach it", shown(socket)), {}};
}

/// The processes of the agent, its shims and their tasks, by pid, with the names of their programs.
std::map<pid_t, std::string> ownProcesses() {
    std::map<pid_t, std::string> own;
    const fs::path folder = base::programFolder();
    std::error_code error;
    for (fs::directory_iterator entry("/proc", error), end; !error && entry != end; entry.increment(error)) {
        const std::string name = entry->path().filename();
        pid_t pid = 0;
        if (std::from_chars(name.data(), name.data() + name.size(), pid).ptr != name.data() + name.size())
            continue;
        const fs::path program = base::executableOf(name);
        if (program.parent_path() == folder && program.filename().string().starts_with("trainyard"))
            own.emplace(pid, program.filename());
    }
    // The programs of command runs are children of the shims.
    std::vector<pid_t> parents;
    for (const auto& [pid, program] : own)
        if (program == "trainyard-shim") parents.push_back(pid);
    while (!parents.empty()) {
        const pid_t parent = parents.back();
        parents.pop_back();
        for (const pid_t child : node::childrenOf(parent))
            if (own.emplace(child, base::executableOf(std::to_string(child)).filename()).second)
                parents.push_back(child);
    }
    return own;
}

std::vector<Check> checkListeners() {
    std::map<std::string, node::TcpSocket> listening;
    for (node::TcpSocket& socket : node::tcpSockets())
        if (socket.isListening) listening.emplace(socket.inode, std::move(socket));
    std::vector<Check> checks;
    for (const auto& [pid, program] : ownProcesses()) {
        for (const std::string& name : node::socketsOf(pid)) {
            const auto found = listening.find(name);
            if (found == listening.end()) continue;
            const node::TcpSocket& socket = found->second;
            const bool isWide = socket.address.contains(':');
            std::string place =
                fmt::format("{} (pid {}) listens on {}{}{}:{}", base::printable(program), pid,
                            isWide ? "[" : "", socket.address, isWide ? "]" : "", socket.port);
            if (socket.isLoopback)
                checks.push_back({"listener", kOk, place + ": this machine alone", {}});
            else
                checks.push_back({"listener", kWarning,
                                  place + ": other machines reach it, and what tasks send is not encrypted",
                                  "use a network that only machines you trust are in, or a tunnel"});
        }
    }
    if (checks.empty()) checks.push_back({"listener", kOk, "no process listens on a TCP port", {}});
    return checks;
}

std::vector<Check> checkPluginOwners() {
    std::vector<Check> checks;
    const plugin::Catalog catalog = plugin::Catalog::load();
    for (const plugin::Manifest& manifest : catalog.plugins())
        if (const base::Status usable = plugin::checkLibrary(manifest); !usable)
            checks.push_back({"plugins", kError, base::printable(usable.error().message.text()), {}});
    if (checks.empty()) checks.push_back({"plugins", kOk, "only you and root can change a plugin", {}});
    return checks;
}

/// The machines that this home starts programs on.
std::vector<Check> checkNodes(const base::Home& home) {
    const auto nodes = addedNodes(home);
    if (!nodes) return {{"nodes", kError, base::printable(nodes.error().message.text()), {}}};
    std::vector<Check> checks;
    for (const AddedNode& node : *nodes)
        checks.push_back({"nodes",
                          kOk,
                          fmt::format("{}: {}, as your ssh reaches it", base::printable(node.name),
                                      base::printable(node.target)),
                          {}});
    if (checks.empty()) checks.push_back({"nodes", kOk, "no other machine is added", {}});
    return checks;
}

}  // namespace

std::vector<Check> checkExposure(const client::Endpoint& endpoint) {
    std::vector<Check> checks{checkReaders(endpoint.home)};
    std::ranges::move(checkWriters(endpoint.home), std::back_inserter(checks));
    checks.push_back(checkAgentSocket(endpoint.socket));
    std::ranges::move(checkListeners(), std::back_inserter(checks));
    std::ranges::move(checkPluginOwners(), std::back_inserter(checks));
    std::ranges::move(checkNodes(endpoint.home), std::back_inserter(checks));
    return checks;
}

}  // namespace trainyard::headless
