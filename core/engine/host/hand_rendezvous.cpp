// SPDX-License-Identifier: Apache-2.0
#include "core/engine/host/hand_rendezvous.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/TCPStore.hpp>

#include <algorithm>
#include <chrono>
#include <optional>
#include <random>
#include <thread>

#include "core/base/json.h"
#include "core/base/text.h"
#include "core/base/time.h"
#include "core/node/ports.h"

namespace trainyard::engine {
namespace {

using base::Code;
using base::fail;
using nlohmann::json;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// There is no event for "a listener has appeared there".
constexpr milliseconds kLookEvery{100};
constexpr std::chrono::seconds kSilentAtFirst{3};
constexpr milliseconds kProbeLimit{1000};
/// How long the chief keeps a refusal readable before it ends.
constexpr milliseconds kRefusalStays{1000};
constexpr const char* kChiefKey = "trainyard/chief";

std::vector<std::uint8_t> bytes(const std::string& text) {
    return {text.begin(), text.end()};
}
std::string text(const std::vector<std::uint8_t>& bytes) {
    return {bytes.begin(), bytes.end()};
}

std::string hostOf(const spec::TaskPlan& task) {
    return task.node == "local" ? "127.0.0.1" : task.node;
}

struct Addresses {
    addrinfo* list = nullptr;
    Addresses() = default;
    Addresses(Addresses&& other) noexcept : list(std::exchange(other.list, nullptr)) {}
    Addresses& operator=(Addresses&& other) noexcept {
        std::swap(list, other.list);
        return *this;
    }
    ~Addresses() {
        if (list) ::freeaddrinfo(list);
    }
};

base::Result<Addresses> resolve(const spec::TaskPlan& task) {
    addrinfo wanted{};
    wanted.ai_socktype = SOCK_STREAM;
    Addresses found;
    const int code =
        ::getaddrinfo(hostOf(task).c_str(), std::to_string(task.port).c_str(), &wanted, &found.list);
    if (code != 0)
        return fail(Code::kRefused,
                    base::say("the host of {} ({}) is unknown here: {}; correct it in TF_CONFIG", task.id(),
                              base::printable(spec::addressOf(task)), ::gai_strerror(code)),
                    "cluster.unknown_host");
    return found;
}

base::Result<base::UniqueFd> listenAt(const spec::TaskPlan& task) {
    TY_ASSIGN(const Addresses addresses, resolve(task));
    const addrinfo& address = *addresses.list;
    base::UniqueFd socket(::socket(address.ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (!socket) return fail(base::errnoError(errno, "cannot make a socket"));
    const int on = 1;
    ::setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (::bind(socket.get(), address.ai_addr, address.ai_addrlen) == 0 && ::listen(socket.get(), 128) == 0)
        return socket;
    if (errno == EADDRINUSE)
        return fail(
            Code::kFailedPrecondition,
            base::say("port {} of {} is in use by {}; end it, or give {} another port in every TF_CONFIG",
                      task.port, task.id(), node::portOwner(static_cast<std::uint16_t>(task.port)),
                      task.id()),
            "port.in_use");
    if (errno == EADDRNOTAVAIL)
        return fail(Code::kRefused,
                    base::say("{} is not an address of this machine: start {} there, or correct TF_CONFIG",
                              base::printable(spec::addressOf(task)), task.id()),
                    "cluster.not_this_host");
    return fail(base::errnoError(errno, base::say("cannot listen on {}", spec::addressOf(task))));
}

/// Whether connections are accepted there.
bool answers(const spec::TaskPlan& task) {
    const auto addresses = resolve(task);
    if (!addresses) return false;
    const addrinfo& address = *addresses->list;
    base::UniqueFd socket(::socket(address.ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!socket) return false;
    if (::connect(socket.get(), address.ai_addr, address.ai_addrlen) == 0) return true;
    if (errno != EINPROGRESS) return false;
    pollfd waiting{socket.get(), POLLOUT, 0};
    if (::poll(&waiting, 1, static_cast<int>(kProbeLimit.count())) != 1) return false;
    int error = 0;
    socklen_t size = sizeof error;
    return ::getsockopt(socket.get(), SOL_SOCKET, SO_ERROR, &error, &size) == 0 && error == 0;
}

std::string drawToken() {
    std::random_device source;
    return fmt::format("{:08x}{:08x}", source(), source());
}

/// Says who is missing, from a while on and when it changes.
class WaitingLine {
  public:
    explicit WaitingLine(const HandRendezvous::Waiting& waiting) : waiting_(waiting) {}
    void show(const base::Words& message) {
        if (message == said_ || Clock::now() - began_ < kSilentAtFirst) return;
        said_ = message;
        waiting_.say(message, since_);
    }

  private:
    const HandRendezvous::Waiting& waiting_;
    const Clock::time_point began_ = Clock::now();
    const double since_ = base::wallNow();
    base::Words said_;
};

base::Status left() {
    return fail(Code::kCancelled, "asked to leave before every task was there", "rendezvous.left");
}

void flatten(const json& tree, const std::string& path, std::map<std::string, std::string>& out) {
    const bool isPath = tree.is_string() && tree.get<std::string>().starts_with('/');
    if (tree.is_object())
        for (const auto& item : tree.items())
            flatten(item.value(), path.empty() ? item.key() : path + "." + item.key(), out);
    else
        out[path] = isPath ? "a path" : tree.dump();
}

}  // namespace

std::string runFileDifference(const json& here, const json& there) {
    std::map<std::string, std::string> mine, theirs;
    flatten(here, "", mine);
    flatten(there, "", theirs);
    std::vector<std::string> differences;
    const auto isIgnored = [](const std::string& key) { return key.starts_with("cluster") || key == "name"; };
    const auto at = [](const auto& map, const std::string& key) {
        const auto found = map.find(key);
        return found == map.end() ? std::string("nothing") : found->second;
    };
    std::map<std::string, std::string> keys = mine;
    keys.insert(theirs.begin(), theirs.end());
    for (const auto& [key, value] : keys)
        if (!isIgnored(key) && at(mine, key) != at(theirs, key))
            differences.push_back(
                fmt::format("{} {} here and {} there", key, at(mine, key), at(theirs, key)));
    constexpr std::size_t kMost = 8;
    if (differences.size() > kMost) differences.resize(kMost);
    return base::printable(fmt::format("{}", fmt::join(differences, "; ")));
}

base::Result<std::unique_ptr<HandRendezvous>> HandRendezvous::open(std::vector<spec::TaskPlan> tasks,
                                                                   const spec::TaskPlan& self, Kind kind) {
    std::unique_ptr<HandRendezvous> made(new HandRendezvous(std::move(tasks), self, kind));
    for (const spec::TaskPlan& task : made->tasks_) TY_TRY(resolve(task));
    TY_ASSIGN(made->listener_, listenAt(self));
    return made;
}

const spec::TaskPlan& HandRendezvous::chief() const {
    return *std::ranges::find_if(tasks_, [](const spec::TaskPlan& task) { return task.isChief; });
}

base::Status HandRendezvous::connect(const Waiting& waiting) {
    c10d::TCPStoreOptions options;
    options.port = static_cast<std::uint16_t>(chief().port);
    options.waitWorkers = false;
    if (self_.isChief) {
        options.isServer = true;
        options.masterListenFd = ::dup(listener_.get());
    } else {
        WaitingLine line(waiting);
        while (!answers(chief())) {
            if (waiting.isAskedToLeave()) return left();
            line.show(base::say("the chief has not come yet: missing {} at {}", chief().id(),
                                spec::addressOf(chief())));
            std::this_thread::sleep_for(kLookEvery);
        }
    }
    root_ = c10::make_intrusive<c10d::TCPStore>(hostOf(chief()), options);
    return {};
}

base::Status HandRendezvous::agree(const json& theirs, const json& mine) const {
    const std::string who = fmt::format("{} (here) and the chief {} (there)", self_.id(), chief().id());
    const std::string cluster = spec::canonicalCluster(tasks_);
    if (const base::Words difference = spec::clusterDifference(cluster, theirs.value("cluster", ""));
        !difference.empty())
        return fail(
            Code::kRefused,
            base::say("{} hold different clusters: {}; give every task the same `cluster` in TF_CONFIG", who,
                      difference),
            "cluster.digest");
    if (const std::string difference = runFileDifference(mine, theirs.value("run", json::object()));
        !difference.empty())
        return fail(Code::kRefused,
                    base::say("{} hold different run files: {}; give every task the same", who, difference),
                    "run.differs");
    return {};
}

/// Ends the others with the same message; kWithChief: only tells the chief, which keeps waiting.
base::Status HandRendezvous::refuse(const base::Error& why) {
    const std::string name = kind_ == Kind::kTogether ? "refused" : "turned_away/" + self_.id();
    root_->set(key(name), bytes(json{{"id", why.id}, {"message", why.message}}.dump(
                              -1, ' ', false, json::error_handler_t::replace)));
    return fail(why);
}

base::Result<json> HandRendezvous::join(const json& mine, const json& offer, const Waiting& waiting) {
    try {
        TY_TRY(connect(waiting));
        json theirs;
        if (self_.isChief) {
            token_ = drawToken();
            theirs = {{"token", token_},
                      {"cluster", spec::canonicalCluster(tasks_)},
                      {"run", mine},
                      {"offer", offer}};
            root_->set(kChiefKey, bytes(theirs.dump(-1, ' ', false, json::error_handler_t::replace)));
        } else {
            // get() would wait for minutes, whatever it is asked meanwhile.
            while (!root_->check({kChiefKey})) {
                if (waiting.isAskedToLeave()) return fail(left().error());
                std::this_thread::sleep_for(kLookEvery);
            }
            theirs = json::parse(text(root_->get(kChiefKey)));
            token_ = theirs.at("token").get<std::string>();
            base::Status may = agree(theirs, mine);
            if (may && waiting.mayBegin) may = waiting.mayBegin(theirs.at("offer"));
            if (!may) return fail(refuse(may.error()).error());
        }
        // A task that rejoins a chief listens on the address of its predecessor, which must have ended.
        if (kind_ == Kind::kTogether && root_->add(key("count/" + self_.id()), 1) > 1)
            return fail(Code::kFailedPrecondition,
                        base::say("another {} has joined already; two tasks have the same index", self_.id()),
                        "cluster.duplicate_task");
        root_->set(key("joined/" + self_.id()), bytes(std::to_string(::getpid())));
        if (kind_ == Kind::kWithChief && !self_.isChief) return theirs.at("offer");
        TY_TRY(waitForAll(waiting));
        for (const spec::TaskPlan& task : tasks_)
            pids_[task.id()] = std::atoi(text(root_->get(key("joined/" + task.id()))).c_str());
        store_ = c10::make_intrusive<c10d::PrefixStore>(key("c10d"), root_);
        return theirs.at("offer");
    } catch (const c10::Error& e) {
        return fail(Code::kAborted,
                    base::say("the chief ({} at {}) was lost before the training began: {}", chief().id(),
                              spec::addressOf(chief()), e.what_without_backtrace()),
                    "comm.peer_lost");
    } catch (const json::exception& e) {
        return fail(Code::kFailedPrecondition,
                    base::say("what answers at {} is not our chief: {}", spec::addressOf(chief()),
                              base::whyInvalid(e)),
                    "rendezvous.stranger");
    }
}

base::Status HandRendezvous::waitForAll(const Waiting& waiting) {
    WaitingLine line(waiting);
    for (;;) {
        if (root_->check({key("refused")})) {
            const json why = json::parse(text(root_->get(key("refused"))));
            if (self_.isChief) std::this_thread::sleep_for(kRefusalStays);
            return fail(Code::kRefused, base::Words::plain(why.at("message").get<std::string>()),
                        why.at("id").get<std::string>());
        }
        std::vector<std::string> missing;
        for (const spec::TaskPlan& task : tasks_) {
            if (root_->check({key("joined/" + task.id())})) continue;
            missing.push_back(fmt::format("{} at {}", task.id(), spec::addressOf(task)));
            const std::string turnedAway = key("turned_away/" + task.id());
            if (!root_->check({turnedAway})) continue;
            const json why = json::parse(text(root_->get(turnedAway)));
            missing.back() += fmt::format(" (one was rejected: {})", why.at("message").get<std::string>());
        }
        if (missing.empty()) return {};
        if (waiting.isAskedToLeave()) return left();
        line.show(base::say("{}/{} joined, missing {}", tasks_.size() - missing.size(), tasks_.size(),
                            fmt::join(missing, ", ")));
        std::this_thread::sleep_for(kLookEvery);
    }
}

bool HandRendezvous::isChiefThere() const {
    try {
        return root_->check({kChiefKey});
    } catch (const c10::Error&) {
        return false;  // its end of the connection is closed
    }
}

std::vector<std::string> HandRendezvous::missingPeers() const {
    std::vector<std::string> missing;
    const auto until = Clock::now() + kProbeLimit;
    do {
        for (const spec::TaskPlan& task : tasks_) {
            if (task.id() == self_.id() || answers(task)) continue;
            const auto pid = pids_.find(task.id());
            missing.push_back(fmt::format("{} at {} (pid {})", task.id(), spec::addressOf(task),
                                          pid == pids_.end() ? 0 : pid->second));
        }
        if (!missing.empty()) return missing;
        std::this_thread::sleep_for(kLookEvery);
    } while (Clock::now() < until);
    return missing;
}

}  // namespace trainyard::engine
