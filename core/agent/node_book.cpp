// SPDX-License-Identifier: Apache-2.0
#include "core/agent/node_book.h"

#include <fmt/format.h>
#include <sys/random.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <future>
#include <utility>

#include "core/base/file.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/node/remote/ssh_transport.h"

namespace trainyard::agent {
namespace {

constexpr std::size_t kLongestNodeName = 63;
/// ssh gives up sooner.
constexpr std::chrono::seconds kConnectWithin{25};
constexpr std::chrono::seconds kDescribeWithin{10};

base::Result<std::string> newHomeName() {
    std::array<unsigned char, 8> bytes = {};
    if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
        return base::fail(base::errnoError(errno, "cannot draw a random name"));
    std::string name;
    for (const unsigned char byte : bytes) name += fmt::format("{:02x}", byte);
    return name;
}

/// "gpu-a" of "ssh://me@gpu-a:2222".
std::string hostOf(std::string target) {
    if (target.starts_with("ssh://")) target.erase(0, 6);
    target.erase(0, target.rfind('@') == std::string::npos ? 0 : target.rfind('@') + 1);
    return target.substr(0, target.find_first_of(":/"));
}

base::Status checkName(const std::string& name) {
    const bool isWord = std::ranges::all_of(
        name, [](unsigned char c) { return std::isalnum(c) || c == '-' || c == '_' || c == '.'; });
    if (!name.empty() && name.size() <= kLongestNodeName && isWord && name != "local" && name != "auto")
        return {};
    return base::fail(
        base::Code::kInvalidArgument,
        fmt::format("`{}` cannot be the name of a node (expected 1 to {} letters, digits, - _ or "
                    "., and neither local nor auto); choose one with --name",
                    base::printable(name.substr(0, kLongestNodeName)), kLongestNodeName),
        "node.bad_name");
}

base::Error unknownNode(const std::string& name) {
    return {
        base::Code::kNotFound,
        fmt::format("there is no node {}; `trainyard --headless nodes` lists them", base::printable(name)),
        "node.unknown"};
}

}  // namespace

NodeBook::NodeBook(base::EventLoop& loop, const base::Home& home, std::filesystem::path controlFolder)
    : loop_(loop), file_(home.root() / "nodes.json"), controlFolder_(std::move(controlFolder)) {
}

NodeBook::~NodeBook() {
    std::map<std::string, std::shared_ptr<Entry>> ending;
    {
        std::lock_guard lock(mutex_);
        ending.swap(entries_);
    }
    for (const auto& [name, entry] : ending) entry->node.reset();
}

base::Result<std::unique_ptr<NodeBook>> NodeBook::open(base::EventLoop& loop, const base::Home& home,
                                                       std::filesystem::path controlFolder) {
    std::unique_ptr<NodeBook> book(new NodeBook(loop, home, std::move(controlFolder)));
    TY_TRY(book->read());
    return book;
}

base::Status NodeBook::read() {
    const auto text = base::readFile(file_);
    if (!text && text.error().code == base::Code::kNotFound) return {};
    if (!text) return base::fail(text.error());
    TY_ASSIGN(const auto tree, base::parseJson(*text, file_.string()));
    std::vector<std::pair<std::string, std::string>> nodes;
    try {
        tree.at("home").get_to(home_);
        tree.at("generation").get_to(generation_);
        for (const auto& node : tree.at("nodes")) nodes.emplace_back(node.at("name"), node.at("target"));
    } catch (const nlohmann::json::exception& error) {
        return base::fail(base::Code::kDataLoss,
                          fmt::format("{} is damaged ({}); move it away, and add the nodes again",
                                      file_.string(), base::whyInvalid(error)),
                          "nodes.damaged");
    }
    ++generation_;  // this agent is newer than any that the nodes know
    for (const auto& [name, target] : nodes) {
        TY_ASSIGN(entries_[name], connect(name, target));
    }
    return write();
}

base::Status NodeBook::write() const {
    nlohmann::json nodes = nlohmann::json::array();
    for (const auto& [name, entry] : entries_) nodes.push_back({{"name", name}, {"target", entry->target}});
    const nlohmann::json tree = {{"home", home_}, {"generation", generation_}, {"nodes", nodes}};
    return base::writeFileAtomically(file_, base::jsonText(tree, 2) + "\n");
}

base::Result<std::shared_ptr<NodeBook::Entry>> NodeBook::connect(const std::string& name,
                                                                 const std::string& target) {
    TY_ASSIGN(auto transport,
              node::SshTransport::make(loop_, {.target = target, .controlFolder = controlFolder_}));
    auto entry = std::make_shared<Entry>();
    entry->name = name;
    entry->target = target;
    entry->node = std::make_unique<node::RemoteNode>(
        loop_, name, std::move(transport),
        node::NodeLink::Settings{.home = home_ + "-" + name, .generation = generation_},
        [this, raw = entry.get()](const node::LinkState& state) {
            std::lock_guard lock(mutex_);
            raw->state = state;
            changed_.notify_all();
        });
    return entry;
}

void NodeBook::awaitTry(const Entry& entry, int tries) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, kConnectWithin, [&] { return entry.state.tries != tries; });
}

void NodeBook::describe(Entry& entry) {
    // The answer may come after this call has given up.
    const auto promise = std::make_shared<std::promise<base::Result<v1::NodeDescription>>>();
    auto answer = promise->get_future();
    loop_.call([&] {
        entry.node->describe([promise](auto description) { promise->set_value(std::move(description)); });
    });
    if (answer.wait_for(kDescribeWithin) != std::future_status::ready) return;
    auto description = answer.get();
    if (!description) return;
    std::lock_guard lock(mutex_);
    entry.info = std::move(*description->mutable_info());
}

v1::NodeInfo NodeBook::infoOf(const Entry& entry) const {
    v1::NodeInfo info = entry.info;
    info.set_name(entry.name);
    info.set_via("ssh");
    info.set_target(entry.target);
    info.set_state(std::string(node::stateName(entry.state.kind)));
    info.set_since(entry.state.since);
    info.set_reason(entry.state.reason);
    return info;
}

base::Result<v1::NodeInfo> NodeBook::add(const std::string& target, const std::string& asked) {
    const std::lock_guard changing(changing_);
    const std::string name = asked.empty() ? hostOf(target) : asked;
    TY_TRY(checkName(name));
    {
        std::lock_guard lock(mutex_);
        if (const auto known = entries_.find(name); known != entries_.end())
            return base::fail(
                base::Code::kAlreadyExists,
                fmt::format("node {} is already there ({}); choose another name with --name, or "
                            "remove it first",
                            name, known->second->target),
                "node.exists");
    }
    if (home_.empty()) {
        TY_ASSIGN(home_, newHomeName());
    }
    ++generation_;  // of each link, greater than all before it
    TY_TRY(write());
    TY_ASSIGN(const auto entry, connect(name, target));
    awaitTry(*entry, 0);
    const auto state = loop_.call([&] { return entry->node->state(); });
    if (state.kind != node::LinkState::Kind::kConnected) {
        entry->node.reset();
        return base::fail(base::Code::kUnavailable,
                          fmt::format("node {} was not added: {}", name,
                                      state.reason.empty() ? "it does not answer" : state.reason),
                          "node.unreachable");
    }
    describe(*entry);
    std::lock_guard lock(mutex_);
    entries_[name] = entry;
    if (const auto written = write(); !written) {
        entries_.erase(name);
        return base::fail(written.error());
    }
    return infoOf(*entry);
}

base::Status NodeBook::remove(const std::string& name) {
    const std::lock_guard changing(changing_);
    std::shared_ptr<Entry> entry;
    {
        std::lock_guard lock(mutex_);
        const auto found = entries_.find(name);
        if (found == entries_.end()) return base::fail(unknownNode(name));
        entry = found->second;
        entries_.erase(found);
        if (const auto written = write(); !written) {
            entries_[name] = entry;
            return base::fail(written.error());
        }
    }
    entry->node.reset();
    return {};
}

std::vector<v1::NodeInfo> NodeBook::list() const {
    std::lock_guard lock(mutex_);
    std::vector<v1::NodeInfo> nodes;
    for (const auto& [name, entry] : entries_) nodes.push_back(infoOf(*entry));
    return nodes;
}

base::Result<std::vector<v1::NodeInfo>> NodeBook::check(std::vector<std::string> names) {
    const std::lock_guard changing(changing_);
    std::vector<std::pair<std::shared_ptr<Entry>, int>> checked;  // and how often it was tried before
    {
        std::lock_guard lock(mutex_);
        if (names.empty())
            for (const auto& [name, entry] : entries_) names.push_back(name);
        for (const std::string& name : names) {
            const auto found = entries_.find(name);
            if (found == entries_.end()) return base::fail(unknownNode(name));
            checked.emplace_back(found->second, found->second->state.tries);
        }
    }
    for (const auto& [entry, tries] : checked) loop_.call([&] { entry->node->connectNow(); });
    std::vector<v1::NodeInfo> nodes;
    for (const auto& [entry, tries] : checked) {
        const auto kind = [&] { return loop_.call([&] { return entry->node->state().kind; }); };
        if (kind() != node::LinkState::Kind::kConnected) awaitTry(*entry, tries);
        if (kind() == node::LinkState::Kind::kConnected) describe(*entry);
        std::lock_guard lock(mutex_);
        nodes.push_back(infoOf(*entry));
    }
    return nodes;
}

}  // namespace trainyard::agent
