// SPDX-License-Identifier: Apache-2.0
#include "core/agent/node_book.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "core/agent/node_file.h"
#include "core/base/cancel.h"
#include "core/base/random_name.h"
#include "core/base/text.h"
#include "core/base/time.h"
#include "core/node/remote/bundle.h"
#include "core/node/remote/ssh_address.h"
#include "core/proto/failure.h"

namespace trainyard::agent {
namespace {

/// ssh times out sooner.
constexpr std::chrono::seconds kConnectWithin{25};
/// Once it has asked something: a server waits this long for all of a login (LoginGraceTime).
constexpr std::chrono::seconds kLoginWithin{120};
/// After the last byte of a bundle.
constexpr std::chrono::seconds kUnpackWithin{600};
/// Its worker may have to load libtorch from a slow disk.
constexpr std::chrono::seconds kDescribeWithin{30};
/// gRPC does not report to a waiting thread that its call was cancelled.
constexpr std::chrono::milliseconds kAskCancelledEvery{100};

std::unexpected<base::Error> cancelled() {
    return base::fail(base::Code::kCancelled, "the call was cancelled", "call.cancelled");
}

}  // namespace

NodeBook::NodeBook(base::EventLoop& loop, const base::Home& home, std::filesystem::path controlFolder,
                   node::TaskPipes::Accept accept, Reach reach)
    : loop_(loop),
      file_(home.root() / "nodes.json"),
      controlFolder_(std::move(controlFolder)),
      runs_(home.runs()),
      accept_(std::move(accept)),
      reach_(std::move(reach)),
      board_(loop) {
}

NodeBook::~NodeBook() {
    std::map<std::string, std::shared_ptr<Entry>> ending;
    {
        std::lock_guard lock(mutex_);
        ending.swap(entries_);
    }
    for (const auto& [name, entry] : ending) entry->node.reset();
    lost_.clear();
    loop_.call([this] { awaited_.clear(); });
}

base::Result<std::unique_ptr<NodeBook>> NodeBook::open(base::EventLoop& loop, const base::Home& home,
                                                       std::filesystem::path controlFolder,
                                                       node::TaskPipes::Accept accept, Reach reach) {
    std::unique_ptr<NodeBook> book(
        new NodeBook(loop, home, std::move(controlFolder), std::move(accept), std::move(reach)));
    TY_TRY(book->read());
    return book;
}

base::Status NodeBook::read() {
    auto file = readNodeFile(file_);
    if (!file && file.error().code == base::Code::kNotFound) return {};
    if (file) {
        ++file->generation;  // this agent is newer than any that the nodes know
        if (auto written = writeNodeFile(file_, *file); !written) file = base::fail(written.error());
    }
    if (!file) {
        leaveOut(file.error());
        return {};
    }
    home_ = file->home;
    generation_ = file->generation;
    abandoned_ = std::move(file->abandoned);
    for (const NodeFile::Node& node : file->nodes) {
        TY_ASSIGN(entries_[node.name], connect(node.name, node.target, {}));
    }
    return {};
}

/// An agent whose nodes are not known still has its runs. Only what this agent's kind has written is renamed.
void NodeBook::leaveOut(const base::Error& why) {
    base::Words reason = why.words();
    if (why.id == kDamagedNodes) {
        const auto aside = setNodeFileAside(file_);
        if (!aside) reason = aside.error().words();
        if (aside)
            warning_ = base::say("the file of nodes could not be read and is now {}: {}; add the nodes again",
                                 aside->string(), reason);
    }
    isFileUsed_ = !warning_.empty();
    if (!isFileUsed_)
        warning_ = base::say("no other machine is used: {}; correct that and restart the agent", reason);
    spdlog::warn("{}", base::printable(warning_.text()));
}

base::Status NodeBook::write() const {
    if (!isFileUsed_) return base::fail(base::Code::kFailedPrecondition, warning_, "nodes.unusable");
    NodeFile file{.home = home_, .generation = generation_, .nodes = {}, .abandoned = abandoned_};
    for (const auto& [name, entry] : entries_) file.nodes.push_back({name, entry->target});
    return writeNodeFile(file_, file);
}

base::Result<std::shared_ptr<NodeBook::Entry>> NodeBook::connect(const std::string& name,
                                                                 const std::string& target,
                                                                 const NodeCaller& caller) {
    auto entry = std::make_shared<Entry>();
    std::unique_ptr<node::Transport> transport = reach_ ? reach_(target) : nullptr;
    if (!transport) {
        TY_ASSIGN(transport, transportTo(
                                 target,
                                 [this, raw = entry.get()](node::Delivery::Progress sent) {
                                     std::lock_guard lock(mutex_);
                                     raw->sent = raw->delivered = sent;
                                     changed_.notify_all();
                                 },
                                 [this, raw = entry.get()] {
                                     std::lock_guard lock(mutex_);
                                     if (raw->asker) ++raw->asking;
                                     changed_.notify_all();
                                     return raw->asker;
                                 }));
    }
    TY_TRY(attend(*entry, caller));
    entry->name = name;
    entry->target = target;
    entry->state.since = base::wallNow();
    entry->node = std::make_unique<node::RemoteNode>(
        loop_, name, std::move(transport),
        node::NodeLink::Settings{.home = home_ + "-" + name, .generation = generation_},
        [this, raw = entry.get()](const node::LinkState& state) {
            std::lock_guard lock(mutex_);
            note(*raw, state);
            raw->state = state;
            raw->sent = {};
            changed_.notify_all();
            if (state.kind == node::LinkState::Kind::kConnected) loop_.post([this] { callConnected(); });
        },
        node::RemoteNode::Home{.runs = runs_, .accept = accept_},
        [this, raw = entry.get()](auto description) { take(*raw, std::move(description)); });
    return entry;
}

base::Result<std::unique_ptr<node::SshTransport>> NodeBook::transportTo(
    const std::string& target, node::Delivery::OnProgress onProgress,
    std::function<std::shared_ptr<node::SshAsker>()> asker) {
    return node::SshTransport::make(loop_, {.target = target,
                                            .controlFolder = controlFolder_,
                                            .config = {},
                                            .asker = std::move(asker),
                                            .askpass = base::programFolder() / "trainyard-agent",
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
                            const NodeCaller& caller) {
    struct News {
        node::Delivery::Progress progress;
        QuestionBoard::Question question;  ///< that is open
        std::optional<base::Status> end;
    } news;
    const auto report = [&](const auto& change) {
        std::lock_guard lock(mutex_);
        change();
        changed_.notify_all();
    };
    // One of its own: the entry's is that of its link, which may have to connect meanwhile.
    std::shared_ptr<node::SshAsker> asker;
    if (caller.onQuestion)
        asker = board_.newAsker([report, &news](const QuestionBoard::Question& question) {
            report([&] { news.question = question; });
        });
    TY_ASSIGN(const auto transport, transportTo(entry.target, {}, [asker] { return asker; }));
    std::shared_ptr<void> delivery;
    loop_.call([&] {
        delivery = transport->deliver(
            std::move(parcel),
            [report, &news](node::Delivery::Progress progress) { report([&] { news.progress = progress; }); },
            [report, &news](base::Status end) { report([&] { news.end = std::move(end); }); });
    });
    const auto awaitEnd = [&]() -> base::Status {
        std::unique_lock lock(mutex_);
        std::string asked;
        for (std::uint64_t shown = 0; !news.end;) {
            TY_TRY(await(lock, kUnpackWithin, [&] {
                return news.end || news.progress.done != shown || news.question.id != asked;
            }));
            const node::Delivery::Progress progress = news.progress;
            const QuestionBoard::Question question = news.question;
            const bool isOther = question.id != asked;
            shown = progress.done;
            asked = question.id;
            lock.unlock();
            const bool isAwaited =
                (!caller.onProgress || progress.total == 0 || caller.onProgress(progress)) &&
                (!isOther || caller.onQuestion(question));
            lock.lock();
            if (!isAwaited) return cancelled();
        }
        return {};
    };
    const base::Status awaited = awaitEnd();
    loop_.call([&] { delivery.reset(); });
    TY_TRY(awaited);
    if (*news.end) return {};
    base::Error error = news.end->error();
    const bool isUnanswered = error.id == node::kSshCancelled || error.id == node::kSshUnanswered;
    if (!isUnanswered) error.code = base::Code::kUnavailable;  // whatever it was: it cannot be used
    return base::fail(std::move(error));
}

base::Result<bool> NodeBook::await(std::unique_lock<std::mutex>& lock, std::chrono::milliseconds within,
                                   const std::function<bool()>& isDone) {
    const auto end = std::chrono::steady_clock::now() + within;
    while (!isDone()) {
        TY_TRY(base::checkCancelled());
        const auto now = std::chrono::steady_clock::now();
        if (now >= end) return false;
        changed_.wait_until(lock, std::min(end, now + kAskCancelledEvery));
    }
    return true;
}

base::Status NodeBook::awaitTry(const Entry& entry, int tries, const NodeCaller& caller) {
    std::unique_lock lock(mutex_);
    QuestionBoard::Question asked;
    int asking = entry.asking;
    bool hasAsked = false;
    for (node::Delivery::Progress shown; entry.state.tries == tries;) {
        // A question has a time limit of its own, which is shorter.
        const bool isLong = shown.total > 0 || !asked.id.empty();
        const auto within = isLong ? kUnpackWithin : hasAsked ? kLoginWithin : kConnectWithin;
        TY_ASSIGN(const bool isNew, await(lock, within, [&] {
                      return entry.state.tries != tries || entry.sent.done != shown.done ||
                             entry.question.id != asked.id || entry.asking != asking;
                  }));
        const bool isOther = entry.question.id != asked.id;
        shown = entry.sent;
        asked = entry.question;
        asking = entry.asking;
        hasAsked |= !asked.id.empty();
        lock.unlock();
        const bool isAwaited = (!caller.onProgress || shown.total == 0 || caller.onProgress(shown)) &&
                               (!caller.onQuestion || !isOther || caller.onQuestion(asked));
        lock.lock();
        if (!isAwaited) return cancelled();
        if (!isNew) return {};
    }
    return {};
}

bool NodeBook::isConnected(const Entry& entry) const {
    std::lock_guard lock(mutex_);
    return entry.state.kind == node::LinkState::Kind::kConnected;
}

base::Status NodeBook::inspect(Entry& entry, int tries) {
    if (!isConnected(entry)) TY_TRY(awaitTry(entry, tries));
    return isConnected(entry) ? describe(entry) : base::Status();
}

base::Status NodeBook::describe(Entry& entry) {
    // The answer may come after this call has timed out.
    const auto isAnswered = std::make_shared<bool>(false);
    loop_.call([&] {
        entry.node->describe([this, raw = &entry, isAnswered](auto description) {
            take(*raw, std::move(description));
            std::lock_guard lock(mutex_);
            *isAnswered = true;
            changed_.notify_all();
        });
    });
    std::unique_lock lock(mutex_);
    TY_ASSIGN(const bool isInTime, await(lock, kDescribeWithin, [&] { return *isAnswered; }));
    lock.unlock();
    if (!isInTime)
        take(entry, base::fail(base::Code::kDeadlineExceeded,
                               base::say("its agent did not answer within {} s", kDescribeWithin.count())));
    return {};
}

base::Result<std::shared_ptr<NodeBook::Entry>> NodeBook::begin(const std::string& name,
                                                               const std::string& target,
                                                               const NodeCaller& caller) {
    const std::lock_guard changing(changing_);
    {
        std::lock_guard lock(mutex_);
        const auto known = entries_.find(name);
        if (known != entries_.end() || adding_.contains(name))
            return base::fail(base::Code::kAlreadyExists,
                              base::say("node {} is already there ({}); choose another name with --name, or "
                                        "remove it first",
                                        name, known == entries_.end() ? target : known->second->target),
                              "node.exists");
    }
    if (home_.empty()) {
        TY_ASSIGN(home_, base::randomName());
    }
    ++generation_;  // of each link, greater than all before it
    TY_TRY(write());
    TY_ASSIGN(auto entry, connect(name, target, caller));
    adding_.insert(name);
    return entry;
}

void NodeBook::giveBack(const std::string& name) {
    const std::lock_guard changing(changing_);
    adding_.erase(name);
}

base::Result<std::shared_ptr<node::SshAsker>> NodeBook::attend(Entry& entry, const NodeCaller& caller) {
    if (!caller.onQuestion) return std::shared_ptr<node::SshAsker>();
    std::lock_guard lock(mutex_);
    if (entry.asker)
        return base::fail(base::Code::kFailedPrecondition,
                          base::say("another client is connecting to {} and answers the questions of ssh; "
                                    "try again when that is done",
                                    entry.target),
                          "ssh.busy");
    entry.asker = board_.newAsker([this, raw = &entry](const QuestionBoard::Question& question) {
        std::lock_guard lock(mutex_);
        raw->question = question;
        changed_.notify_all();
    });
    return entry.asker;
}

void NodeBook::leave(Entry& entry, const std::shared_ptr<node::SshAsker>& mine) {
    std::unique_lock lock(mutex_);
    if (!mine || entry.asker != mine) return;
    entry.asker.reset();
    const std::string question = entry.question.id;
    lock.unlock();
    if (!question.empty()) (void)board_.answer(question, std::nullopt);
}

base::Status NodeBook::checkAnswered(const Entry& entry) const {
    std::lock_guard lock(mutex_);
    const std::string& id = entry.state.id;
    if (id == node::kSshCancelled) return base::fail(base::Code::kCancelled, entry.state.reason, id);
    if (id == node::kSshUnanswered) return base::fail(base::Code::kDeadlineExceeded, entry.state.reason, id);
    return {};
}

base::Result<v1::NodeInfo> NodeBook::add(const std::string& target, const std::string& asked,
                                         const NodeCaller& caller) {
    TY_ASSIGN(const auto address, node::parseSshAddress(target));
    const std::string name = asked.empty() ? address.host : asked;
    TY_TRY(checkNodeName(name));
    TY_ASSIGN(const auto entry, begin(name, target, caller));
    std::unique_lock starting(mutex_);
    const std::shared_ptr<node::SshAsker> mine = entry->asker;
    starting.unlock();
    bool isAdded = false;
    const std::unique_ptr<NodeBook, std::function<void(NodeBook*)>> end(this, [&](NodeBook* book) {
        book->leave(*entry, mine);
        if (!isAdded) entry->node.reset();  // and its ssh
        book->giveBack(name);
    });
    TY_TRY(awaitTry(*entry, 0, caller));
    TY_TRY(checkAnswered(*entry));
    if (!isConnected(*entry)) {
        const auto state = loop_.call([&] { return entry->node->state(); });
        return base::fail(base::Code::kUnavailable,
                          base::say("node {} was not added: {}", name,
                                    state.reason.empty() ? "it does not answer" : state.reason),
                          "node.unreachable");
    }
    TY_TRY(describe(*entry));
    endAbandoned(*entry);
    const auto delivered = loop_.call([&] { return entry->delivered; });
    if (caller.onProgress && delivered.total > 0) (void)caller.onProgress(delivered);
    const std::lock_guard changing(changing_);
    std::lock_guard lock(mutex_);
    entries_[name] = entry;
    if (const auto written = write(); !written) {
        entries_.erase(name);
        return base::fail(written.error());
    }
    isAdded = true;
    spdlog::info("node {} ({}) was added", name, target);
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

base::Status NodeBook::mayConnect(const std::string& name) {
    TY_ASSIGN(const auto nodes, check({name}));
    TY_ASSIGN(const auto entry, entryOf(name));
    std::lock_guard lock(mutex_);
    if (entry->state.kind == node::LinkState::Kind::kConnected && entry->silence.empty()) return {};
    return base::fail(base::Code::kUnavailable,
                      base::say("node {} cannot be reached: {}", name, nodes.front().reason()),
                      "node.unreachable");
}

base::Status NodeBook::mayPlace(const std::string& name) {
    TY_TRY(mayConnect(name));
    TY_ASSIGN(const auto entry, entryOf(name));
    std::lock_guard lock(mutex_);
    if (entry->hasLibtorch) return {};
    return base::fail(control::notPrepared(name, entry->libtorchError));
}

void NodeBook::whenConnected(const std::string& name, const node::AttemptId& attempt,
                             std::function<void()> then) {
    loop_.post([this, awaited = Awaited{name, attempt, std::move(then)}] {
        awaited_.push_back(awaited);
        callConnected();
    });
}

/// A run that continues there may need its addresses and its GPUs.
bool NodeBook::isUsable(const Entry& entry) const {
    if (entry.node->state().kind != node::LinkState::Kind::kConnected) return false;
    std::lock_guard lock(mutex_);
    return !entry.info.host().empty() || !entry.silence.empty();
}

void NodeBook::callConnected() {
    std::vector<std::function<void()>> due;
    std::erase_if(awaited_, [&](auto& awaited) {
        const auto entry = entryOf(awaited.name);
        if (entry && !isUsable(**entry)) return false;
        due.push_back(std::move(awaited.then));
        return true;
    });
    for (const auto& then : due) then();
}

base::Result<v1::NodeInfo> NodeBook::reach(const std::string& name, const NodeCaller& caller) {
    TY_ASSIGN(const auto entry, entryOf(name));
    TY_ASSIGN(const auto mine, attend(*entry, caller));
    const std::unique_ptr<Entry, std::function<void(Entry*)>> end(
        entry.get(), [this, mine](Entry* attended) { leave(*attended, mine); });
    constexpr int kTries = 2;  // one may have begun when nobody was there to answer
    for (int i = 0; i < kTries && !isConnected(*entry); ++i) {
        std::unique_lock lock(mutex_);
        const int tries = entry->state.tries;
        lock.unlock();
        loop_.call([&] { entry->node->connectNow(); });
        TY_TRY(awaitTry(*entry, tries, caller));
        lock.lock();
        if (entry->state.id != node::kSshAsks) break;
    }
    TY_TRY(checkAnswered(*entry));
    if (isConnected(*entry)) TY_TRY(describe(*entry));
    std::lock_guard lock(mutex_);
    return infoOf(*entry);
}

base::Result<v1::NodeInfo> NodeBook::prepare(const std::string& name, const NodeCaller& caller) {
    TY_ASSIGN(const auto entry, entryOf(name));
    if (caller.onQuestion && !isConnected(*entry)) TY_TRY(reach(name, caller));
    TY_ASSIGN(const auto bundle, work_.call([this] { return this->bundle(); }));
    TY_ASSIGN(const auto libtorch, work_.call([this] { return this->libtorch(); }));
    TY_TRY(send(*entry, bundle, caller));
    TY_TRY(send(*entry, libtorch, caller));
    std::unique_lock lock(mutex_);
    const int tries = entry->state.tries;
    lock.unlock();
    loop_.call([&] { entry->node->connectNow(); });
    TY_TRY(inspect(*entry, tries));
    lock.lock();
    return infoOf(*entry);
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
        TY_TRY(inspect(*entry, tries));
        std::lock_guard lock(mutex_);
        nodes.push_back(infoOf(*entry));
    }
    return nodes;
}

}  // namespace trainyard::agent
