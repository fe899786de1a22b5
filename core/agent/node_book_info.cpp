// SPDX-License-Identifier: Apache-2.0
// What the home knows of its nodes: as they describe themselves, and how their links are.
#include <spdlog/spdlog.h>

#include <utility>

#include "core/agent/node_book.h"
#include "core/base/network_interface.h"
#include "core/base/text.h"
#include "core/base/time.h"
#include "core/proto/failure.h"

namespace trainyard::agent {
namespace {

constexpr const char* kHere = "local";

double inMegabytes(std::uint64_t bytes) {
    return static_cast<double>(bytes) / 1e6;
}

}  // namespace

/// Once for each change: a node that is tried again and again fills no log.
void NodeBook::note(Entry& entry, const node::LinkState& state) {
    const bool isConnected = state.kind == node::LinkState::Kind::kConnected;
    const std::optional<bool> wasConnected = std::exchange(entry.isNotedConnected, isConnected);
    if (wasConnected == isConnected) return;
    if (isConnected)
        spdlog::info("node {} ({}) is connected{}", entry.name, entry.target,
                     std::exchange(entry.hadConnection, true) ? " again" : "");
    else
        spdlog::info("node {} ({}) {}: {}", entry.name, entry.target,
                     wasConnected ? "was lost" : "is not connected", base::printable(state.reason.text()));
}

void NodeBook::take(Entry& entry, base::Result<v1::NodeDescription> description) {
    std::lock_guard lock(mutex_);
    entry.hasLibtorch = description && !description->libtorch().empty();
    if (description) {
        entry.libtorchError = base::printable(description->libtorch_error());
        entry.described = base::wallNow();
        entry.machine = description->machine();
        entry.addresses.clear();
        for (const auto& own : description->addresses()) entry.addresses.push_back(own.address());
    }
    entry.silence =
        description ? base::Words() : base::say("it cannot be described: {}", description.error().words());
    if (description) entry.info = std::move(*description->mutable_info());
    changed_.notify_all();
    loop_.post([this] { callConnected(); });
}

v1::NodeInfo NodeBook::infoOf(const Entry& entry) const {
    v1::NodeInfo info = entry.info;
    info.set_name(entry.name);
    info.set_via("ssh");
    info.set_target(entry.target);
    info.set_since(entry.state.since);
    info.set_described(entry.described);
    info.clear_is_prepared();
    if (entry.described > 0 && entry.silence.empty()) info.set_is_prepared(entry.hasLibtorch);
    using Kind = node::LinkState::Kind;
    const bool isConnected = entry.state.kind == Kind::kConnected;
    // Until it has said what it is, nothing can be shown of it.
    const bool isAwaited = isConnected && info.host().empty() && entry.silence.empty();
    const Kind kind = isAwaited ? Kind::kConnecting : entry.state.kind;
    info.set_state(std::string(node::stateName(kind)));
    base::Words reason = isConnected ? entry.silence : entry.state.reason;
    if (isConnected && reason.empty()) reason = otherNamesOf(entry);
    info.set_asks(entry.state.id == node::kSshAsks);
    if (info.asks())
        reason = base::say(
            "ssh may have to ask you something first (a password, a passphrase, an unknown host key): {}",
            reason);
    if (kind == Kind::kConnecting && reason.empty()) reason = "it has not answered yet";
    if (entry.sent.total > 0)
        reason = base::say("{:.0f} of {:.0f} MB of Trainyard sent", inMegabytes(entry.sent.done),
                           inMegabytes(entry.sent.total));
    proto::put(reason, info.mutable_reason(), info.mutable_reason_words());
    return info;
}

std::vector<std::string> NodeBook::addressesOf(const std::string& name) {
    std::lock_guard lock(mutex_);
    if (const auto found = entries_.find(name); found != entries_.end()) return found->second->addresses;
    std::vector<std::string> addresses;
    if (name == kHere)
        for (base::InterfaceAddress& own : base::interfaceAddresses())
            addresses.push_back(std::move(own.address));
    return addresses;
}

base::Words NodeBook::otherNamesOf(const Entry& entry) const {
    if (entry.machine.empty()) return {};
    std::vector<base::Words> names;
    if (entry.machine == here_) names.emplace_back(base::Words::plain(kHere));
    for (const auto& [name, other] : entries_)
        if (name != entry.name && other->machine == entry.machine &&
            other->state.kind == node::LinkState::Kind::kConnected)
            names.push_back(base::Words::plain(name));
    if (names.empty()) return {};
    return base::say(
        "the same machine as {}, under another name or account: they share its GPUs and cores, and no task "
        "is "
        "given what another has",
        base::joined(names, ", "));
}

base::Words NodeBook::silenceOf(const std::string& name) {
    const auto entry = entryOf(name);
    if (!entry) return {};
    const node::LinkState& state = (*entry)->node->state();
    if (state.kind == node::LinkState::Kind::kConnected) return {};
    return state.reason.empty() ? base::Words("it has not answered yet") : state.reason;
}

std::map<std::string, std::string> NodeBook::machines() {
    std::map<std::string, std::string> machines;
    if (!here_.empty()) machines[kHere] = here_;
    std::lock_guard lock(mutex_);
    for (const auto& [name, entry] : entries_)
        if (!entry->machine.empty()) machines[name] = entry->machine;
    return machines;
}

base::Result<std::vector<v1::GpuInfo>> NodeBook::gpusOf(const std::string& name) {
    TY_ASSIGN(const auto entry, entryOf(name));
    std::lock_guard lock(mutex_);
    return std::vector<v1::GpuInfo>(entry->info.gpus().begin(), entry->info.gpus().end());
}

std::vector<v1::NodeInfo> NodeBook::list() const {
    std::lock_guard lock(mutex_);
    std::vector<v1::NodeInfo> nodes;
    for (const auto& [name, entry] : entries_) nodes.push_back(infoOf(*entry));
    return nodes;
}

}  // namespace trainyard::agent
