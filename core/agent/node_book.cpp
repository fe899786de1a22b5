// SPDX-License-Identifier: Apache-2.0
#include "core/agent/node_book.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <sys/random.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <future>
#include <optional>
#include <utility>

#include "core/base/file.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/base/time.h"
#include "core/node/remote/bundle.h"

namespace trainyard::agent {
namespace {

constexpr std::size_t kLongestNodeName = 63;
/// ssh gives up sooner.
constexpr std::chrono::seconds kConnectWithin{25};
/// After the last byte of a bundle.
constexpr std::chrono::seconds kUnpackWithin{600};
/// Its worker may have to load libtorch from a slow disk.
constexpr std::chrono::seconds kDescribeWithin{30};

double inMebibytes(std::uint64_t bytes) {
    return static_cast<double>(bytes) / (1 << 20);
}

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
    const bool isTaken = name == "local" || name == "auto" || name == "." || name == "..";
    if (!name.empty() && name.size() <= kLongestNodeName && isWord && !isTaken) return {};
    return base::fail(
        base::Code::kInvalidArgument,
        fmt::format("`{}` cannot be the name of a node (expected 1 to {} letters, digits, - _ or "
                    "., and neither local nor auto); choose one with --name",
                    base::printable(name.substr(0, kLongestNodeName)), kLongestNodeName),
        "node.bad_name");
}

}  // namespace

NodeBook::NodeBook(base::EventLoop& loop, const base::Home& home, std::filesystem::path controlFolder,
                   node::TaskPipes::Accept accept)
    : loop_(loop),
      file_(home.root() / "nodes.json"),
      controlFolder_(std::move(controlFolder)),
      runs_(home.runs()),
      accept_(std::move(accept)) {
}

NodeBook::~NodeBook() {
    std::map<std::string, std::shared_ptr<Entry>> ending;
    {
        std::lock_guard lock(mutex_);
        ending.swap(entries_);
    }
    for (const auto& [name, entry] : ending) entry->node.reset();
    loop_.call([this] { awaited_.clear(); });
}

base::Result<std::unique_ptr<NodeBook>> NodeBook::open(base::EventLoop& loop, const base::Home& home,
                                                       std::filesystem::path controlFolder,
                                                       node::TaskPipes::Accept accept) {
    std::unique_ptr<NodeBook> book(new NodeBook(loop, home, std::move(controlFolder), std::move(accept)));
    TY_TRY(book->read());
    return book;
}

base::Status NodeBook::read() {
    const auto text = base::readFile(file_);
    if (!text && text.error().code == base::Code::kNotFound) return {};
    if (!text) return base::fail(text.error());
    const auto nodes = parse(*text);
    if (!nodes) return setAside(nodes.error());
    ++generation_;  // this agent is newer than any that the nodes know
    for (const auto& [name, target] : *nodes) {
        TY_ASSIGN(entries_[name], connect(name, target));
    }
    return write();
}

base::Result<std::vector<std::pair<std::string, std::string>>> NodeBook::parse(const std::string& text) {
    TY_ASSIGN(const auto tree, base::parseJson(text, file_.string()));
    std::vector<std::pair<std::string, std::string>> nodes;
    try {
        for (const auto& node : tree.at("nodes")) nodes.emplace_back(node.at("name"), node.at("target"));
        tree.at("home").get_to(home_);
        tree.at("generation").get_to(generation_);
    } catch (const nlohmann::json::exception& error) {
        home_.clear();
        return base::fail(base::Code::kDataLoss,
                          fmt::format("{} is damaged ({})", file_.string(), base::whyInvalid(error)),
                          "nodes.damaged");
    }
    return nodes;
}

/// An agent whose nodes are not known still has its runs.
base::Status NodeBook::setAside(const base::Error& damage) {
    std::filesystem::path aside = file_;
    aside += fmt::format(".damaged-{:.0f}", base::wallNow());
    std::error_code failed;
    std::filesystem::rename(file_, aside, failed);
    if (failed) return base::fail(base::errnoError(failed.value(), "cannot rename " + file_.string()));
    warning_ = fmt::format("the file of nodes could not be read and is now {}: {}; add the nodes again",
                           aside.string(), damage.message);
    spdlog::warn("{}", warning_);
    return {};
}

base::Status NodeBook::write() const {
    nlohmann::json nodes = nlohmann::json::array();
    for (const auto& [name, entry] : entries_) nodes.push_back({{"name", name}, {"target", entry->target}});
    const nlohmann::json tree = {{"home", home_}, {"generation", generation_}, {"nodes", nodes}};
    return base::writeFileAtomically(file_, base::jsonText(tree, 2) + "\n");
}

base::Result<std::shared_ptr<NodeBook::Entry>> NodeBook::connect(const std::string& name,
                                                                 const std::string& target) {
    auto entry = std::make_shared<Entry>();
    TY_ASSIGN(auto transport, transportTo(target, [this, raw = entry.get()](node::Delivery::Progress sent) {
                  std::lock_guard lock(mutex_);
                  raw->sent = raw->delivered = sent;
                  changed_.notify_all();
              }));
    entry->name = name;
    entry->target = target;
    entry->node = std::make_unique<node::RemoteNode>(
        loop_, name, std::move(transport),
        node::NodeLink::Settings{.home = home_ + "-" + name, .generation = generation_},
        [this, raw = entry.get()](const node::LinkState& state) {
            std::lock_guard lock(mutex_);
            raw->state = state;
            raw->sent = {};
            changed_.notify_all();
            if (state.kind == node::LinkState::Kind::kConnected) loop_.post([this] { callConnected(); });
        },
        node::RemoteNode::Home{.runs = runs_, .accept = accept_});
    return entry;
}

base::Result<std::unique_ptr<node::SshTransport>> NodeBook::transportTo(
    const std::string& target, node::Delivery::OnProgress onProgress) {
    return node::SshTransport::make(loop_, {.target = target,
                                            .controlFolder = controlFolder_,
                                            .config = {},
                                            .bundle =
                                                [this](node::SshTransport::OnParcel done) {
                                                    work_.post([this, done = std::move(done)] {
                                                        loop_.post([done, made = bundle()] { done(made); });
                                                    });
                                                },
                                            .onProgress = std::move(onProgress)});
}

base::Result<std::shared_ptr<const node::Parcel>> NodeBook::bundle() {
    if (!bundle_) {
        TY_ASSIGN(bundle_, node::makeBundle(base::programFolder()));
    }
    return bundle_;
}

base::Result<std::shared_ptr<const node::Parcel>> NodeBook::libtorch() {
    TY_ASSIGN(const auto bundle, this->bundle());
    if (!libtorch_) {
        TY_ASSIGN(libtorch_, node::makeLibtorch(base::programFolder(), *bundle));
    }
    return libtorch_;
}

base::Status NodeBook::send(const Entry& entry, std::shared_ptr<const node::Parcel> parcel,
                            const OnProgress& onProgress) {
    TY_ASSIGN(const auto transport, transportTo(entry.target, {}));
    struct News {
        node::Delivery::Progress progress;
        std::optional<base::Status> end;
    } news;
    std::unique_ptr<node::Delivery> delivery;
    loop_.call([&] {
        const auto report = [&](const auto& change) {
            std::lock_guard lock(mutex_);
            change();
            changed_.notify_all();
        };
        delivery = transport->deliver(
            std::move(parcel),
            [report, &news](node::Delivery::Progress progress) { report([&] { news.progress = progress; }); },
            [report, &news](base::Status end) { report([&] { news.end = std::move(end); }); });
    });
    std::unique_lock lock(mutex_);
    bool isAwaited = true;
    for (std::uint64_t shown = 0; !news.end && isAwaited;) {
        changed_.wait(lock, [&] { return news.end || news.progress.done != shown; });
        const node::Delivery::Progress progress = news.progress;
        shown = progress.done;
        lock.unlock();
        isAwaited = !onProgress || progress.total == 0 || onProgress(progress);
        lock.lock();
    }
    lock.unlock();
    loop_.call([&] { delivery.reset(); });
    if (!news.end) return base::fail(base::Code::kCancelled, "the call was cancelled", "call.cancelled");
    if (*news.end) return {};
    base::Error error = news.end->error();
    error.code = base::Code::kUnavailable;  // whatever it was: that machine cannot be used
    return base::fail(std::move(error));
}

void NodeBook::awaitTry(const Entry& entry, int tries, const OnProgress& onProgress) {
    std::unique_lock lock(mutex_);
    for (node::Delivery::Progress shown; entry.state.tries == tries;) {
        const auto patience = shown.total == 0 ? kConnectWithin : kUnpackWithin;
        const bool isNew = changed_.wait_for(
            lock, patience, [&] { return entry.state.tries != tries || entry.sent.done != shown.done; });
        shown = entry.sent;
        lock.unlock();
        const bool isAwaited = !onProgress || shown.total == 0 || onProgress(shown);
        lock.lock();
        if (!isNew || !isAwaited) return;
    }
}

void NodeBook::describe(Entry& entry) {
    // The answer may come after this call has given up.
    const auto promise = std::make_shared<std::promise<base::Result<v1::NodeDescription>>>();
    auto answer = promise->get_future();
    loop_.call([&] {
        entry.node->describe([promise](auto description) { promise->set_value(std::move(description)); });
    });
    const bool isAnswered = answer.wait_for(kDescribeWithin) == std::future_status::ready;
    auto description =
        isAnswered ? answer.get()
                   : base::fail(base::Code::kDeadlineExceeded,
                                fmt::format("its agent did not answer within {} s", kDescribeWithin.count()));
    std::lock_guard lock(mutex_);
    entry.hasLibtorch = description && !description->libtorch().empty();
    entry.silence =
        description ? "" : fmt::format("it cannot be described: {}", description.error().describe());
    if (description) entry.info = std::move(*description->mutable_info());
}

v1::NodeInfo NodeBook::infoOf(const Entry& entry) const {
    v1::NodeInfo info = entry.info;
    info.set_name(entry.name);
    info.set_via("ssh");
    info.set_target(entry.target);
    info.set_state(std::string(node::stateName(entry.state.kind)));
    info.set_since(entry.state.since);
    const bool isConnected = entry.state.kind == node::LinkState::Kind::kConnected;
    info.set_reason(isConnected ? entry.silence : entry.state.reason);
    if (entry.sent.total > 0)
        info.set_reason(fmt::format("{:.0f} of {:.0f} MiB of Trainyard sent", inMebibytes(entry.sent.done),
                                    inMebibytes(entry.sent.total)));
    return info;
}

base::Result<std::shared_ptr<NodeBook::Entry>> NodeBook::begin(const std::string& name,
                                                               const std::string& target) {
    const std::lock_guard changing(changing_);
    {
        std::lock_guard lock(mutex_);
        const auto known = entries_.find(name);
        if (known != entries_.end() || adding_.contains(name))
            return base::fail(
                base::Code::kAlreadyExists,
                fmt::format("node {} is already there ({}); choose another name with --name, or "
                            "remove it first",
                            name, known == entries_.end() ? target : known->second->target),
                "node.exists");
    }
    if (home_.empty()) {
        TY_ASSIGN(home_, newHomeName());
    }
    ++generation_;  // of each link, greater than all before it
    TY_TRY(write());
    TY_ASSIGN(auto entry, connect(name, target));
    adding_.insert(name);
    return entry;
}

void NodeBook::giveBack(const std::string& name) {
    const std::lock_guard changing(changing_);
    adding_.erase(name);
}

base::Result<v1::NodeInfo> NodeBook::add(const std::string& target, const std::string& asked,
                                         const OnProgress& onProgress) {
    const std::string name = asked.empty() ? hostOf(target) : asked;
    TY_TRY(checkName(name));
    TY_ASSIGN(const auto entry, begin(name, target));
    const std::unique_ptr<NodeBook, std::function<void(NodeBook*)>> end(
        this, [&name](NodeBook* book) { book->giveBack(name); });
    awaitTry(*entry, 0, onProgress);
    const auto state = loop_.call([&] { return entry->node->state(); });
    if (state.kind != node::LinkState::Kind::kConnected) {
        entry->node.reset();
        return base::fail(base::Code::kUnavailable,
                          fmt::format("node {} was not added: {}", name,
                                      state.reason.empty() ? "it does not answer" : state.reason),
                          "node.unreachable");
    }
    describe(*entry);
    const auto delivered = loop_.call([&] { return entry->delivered; });
    if (onProgress && delivered.total > 0) (void)onProgress(delivered);
    const std::lock_guard changing(changing_);
    std::lock_guard lock(mutex_);
    entries_[name] = entry;
    if (const auto written = write(); !written) {
        entries_.erase(name);
        return base::fail(written.error());
    }
    return infoOf(*entry);
}

base::Result<std::shared_ptr<NodeBook::Entry>> NodeBook::entryOf(const std::string& name) {
    std::lock_guard lock(mutex_);
    const auto found = entries_.find(name);
    if (found == entries_.end()) return base::fail(control::unknownNode(name));
    return found->second;
}

node::Node* NodeBook::find(const std::string& name) {
    const auto entry = entryOf(name);
    return entry ? (*entry)->node.get() : nullptr;
}

control::Nodes::Ends NodeBook::endsTo(const std::string& name) {
    const auto entry = entryOf(name);
    if (!entry) return {};
    const node::Addresses& addresses = (*entry)->node->addresses();
    return {.home = addresses.home, .node = addresses.node};
}

base::Status NodeBook::mayPlace(const std::string& name) {
    TY_ASSIGN(const auto nodes, check({name}));
    TY_ASSIGN(const auto entry, entryOf(name));
    std::lock_guard lock(mutex_);
    if (entry->state.kind != node::LinkState::Kind::kConnected || !entry->silence.empty())
        return base::fail(base::Code::kUnavailable,
                          fmt::format("node {} cannot be reached: {}", name, nodes.front().reason()),
                          "node.unreachable");
    if (entry->hasLibtorch) return {};
    return base::fail(base::Code::kFailedPrecondition,
                      fmt::format("node {} has no libtorch that its worker starts with; run "
                                  "`trainyard --headless nodes prepare {}`",
                                  name, name),
                      "node.not_prepared");
}

void NodeBook::whenConnected(const std::string& name, std::function<void()> then) {
    loop_.post([this, name, then = std::move(then)] {
        awaited_.emplace_back(name, then);
        callConnected();
    });
}

void NodeBook::callConnected() {
    std::vector<std::function<void()>> due;
    std::erase_if(awaited_, [&](auto& awaited) {
        const auto entry = entryOf(awaited.first);
        if (entry && (*entry)->node->state().kind != node::LinkState::Kind::kConnected) return false;
        due.push_back(std::move(awaited.second));
        return true;
    });
    for (const auto& then : due) then();
}

base::Result<v1::NodeInfo> NodeBook::prepare(const std::string& name, const OnProgress& onProgress) {
    TY_ASSIGN(const auto entry, entryOf(name));
    TY_ASSIGN(const auto bundle, work_.call([this] { return this->bundle(); }));
    TY_ASSIGN(const auto libtorch, work_.call([this] { return this->libtorch(); }));
    TY_TRY(send(*entry, bundle, onProgress));
    TY_TRY(send(*entry, libtorch, onProgress));
    std::lock_guard lock(mutex_);
    return infoOf(*entry);
}

base::Status NodeBook::remove(const std::string& name) {
    std::shared_ptr<Entry> entry;  // ends after the lock: its link waits for the machine
    const std::lock_guard changing(changing_);
    {
        std::lock_guard lock(mutex_);
        const auto found = entries_.find(name);
        if (found == entries_.end()) return base::fail(control::unknownNode(name));
        entry = found->second;
        entries_.erase(found);  // from here on no run begins there
    }
    const auto runs = loop_.call([&] { return entry->node->runs(); });
    {
        std::lock_guard lock(mutex_);
        const auto written = runs.empty() ? write() : base::Status();
        if (!written || !runs.empty()) entries_[name] = entry;
        TY_TRY(written);
    }
    if (!runs.empty())
        return base::fail(base::Code::kFailedPrecondition,
                          fmt::format("run {} has tasks on node {}; stop it first", runs.front(), name),
                          "node.in_use");
    loop_.post([this] { callConnected(); });  // nobody need wait for it any more
    return {};                                // its link ends with whoever is the last to look at it
}

std::vector<v1::NodeInfo> NodeBook::list() const {
    std::lock_guard lock(mutex_);
    std::vector<v1::NodeInfo> nodes;
    for (const auto& [name, entry] : entries_) nodes.push_back(infoOf(*entry));
    return nodes;
}

base::Result<std::vector<v1::NodeInfo>> NodeBook::check(std::vector<std::string> names) {
    std::vector<std::pair<std::shared_ptr<Entry>, int>> checked;  // and how often it was tried before
    {
        std::lock_guard lock(mutex_);
        if (names.empty())
            for (const auto& [name, entry] : entries_) names.push_back(name);
        for (const std::string& name : names) {
            const auto found = entries_.find(name);
            if (found == entries_.end()) return base::fail(control::unknownNode(name));
            const auto isThis = [&](const auto& one) { return one.first == found->second; };
            if (std::ranges::any_of(checked, isThis)) continue;
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
