// SPDX-License-Identifier: Apache-2.0
#include "plugins/sdk/shared_segment.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/futex.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <utility>

#include "plugins/sdk/strategy.h"

namespace trainyard::sdk {
namespace {

using Clock = std::chrono::steady_clock;
using Json = nlohmann::json;

/// A wait checks the clock and the other processes this often, since their exit wakes no one.
constexpr std::chrono::milliseconds kLookAround{20};
/// Time to spin before a wait sleeps: the others usually arrive soon.
constexpr int kSpins = 2000;

class File {
  public:
    explicit File(int fd) : fd_(fd) {}
    ~File() {
        if (fd_ >= 0) ::close(fd_);
    }
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    int get() const { return fd_; }

  private:
    int fd_;
};

/// Equal for processes that can see each other's memory: same boot, same process namespace, same user.
std::string machineOf() {
    std::string boot;
    std::ifstream("/proc/sys/kernel/random/boot_id") >> boot;
    struct stat processes{};
    ::stat("/proc/self/ns/pid", &processes);
    return fmt::format("{} {} {}", boot, processes.st_ino, ::getuid());
}

void put(c10d::Store& store, const std::string& key, const Json& value) {
    const std::string text = value.dump();
    store.set(key, std::vector<std::uint8_t>(text.begin(), text.end()));
}

/// Waits for the value that another rank stores there, at most as long as any wait of the group may last.
Json take(const SharedSegment::Group& group, const std::string& key) {
    group.store.wait({key}, group.timeout);
    const std::vector<std::uint8_t> bytes = group.store.get(key);
    return Json::parse(bytes.begin(), bytes.end());
}

/// All ranks' answers under `key`, in rank order.
std::vector<Json> exchange(const SharedSegment::Group& group, const std::string& key, const Json& mine) {
    put(group.store, fmt::format("segment/{}/{}", key, group.rank), mine);
    std::vector<Json> all;
    for (int rank = 0; rank < group.worldSize; ++rank)
        all.push_back(take(group, fmt::format("segment/{}/{}", key, rank)));
    return all;
}

std::size_t roundUp(std::size_t bytes) {
    const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    return (bytes + page - 1) / page * page;
}

std::string systemError(const std::string& what) {
    return fmt::format("{}: {}", what, std::strerror(errno));
}

}  // namespace

struct SharedSegment::Control {
    struct alignas(64) Line {
        std::atomic<std::uint64_t> value;
    };
    alignas(64) std::atomic<std::uint32_t> version;  ///< changes with each notify(); futex(2) waits on it
    alignas(64) std::atomic<std::uint32_t> sleepers;
    Line counters[1];  ///< as many as needed
};
static_assert(std::atomic<std::uint64_t>::is_always_lock_free &&
              std::atomic<std::uint32_t>::is_always_lock_free);

std::unique_ptr<SharedSegment> SharedSegment::create(const Group& group, std::size_t bytesPerRank,
                                                     std::string& whyNot) {
    const std::vector<Json> places =
        exchange(group, "place", {{"machine", machineOf()}, {"pid", ::getpid()}});
    for (const Json& place : places)
        if (place["machine"] != places.front()["machine"]) {
            whyNot = "the processes are not on one machine and under one user";
            return nullptr;
        }

    std::unique_ptr<SharedSegment> segment(new SharedSegment);
    segment->timeout_ = group.timeout;
    segment->bytesPerRank_ = roundUp(bytesPerRank);
    segment->controlBytes_ = roundUp(
        sizeof(Control) + sizeof(Control::Line) * static_cast<std::size_t>(kCounters + group.worldSize));
    segment->size_ =
        segment->controlBytes_ + segment->bytesPerRank_ * static_cast<std::size_t>(group.worldSize);

    std::string failure;
    // Rank 0 creates the memory; the others open it through rank 0's descriptor, which stays open until all
    // have done so.
    const File own(group.rank == 0 ? ::memfd_create("trainyard", MFD_CLOEXEC) : -1);
    if (group.rank == 0) {
        if (own.get() < 0)
            failure = systemError("memfd_create");
        else if (const int error = ::posix_fallocate(own.get(), 0, static_cast<off_t>(segment->size_)))
            failure = fmt::format("{} MB of shared memory: {}", segment->size_ >> 20, std::strerror(error));
        put(group.store, "segment/file",
            fmt::format("/proc/{}/fd/{}", places.front()["pid"].get<int>(), own.get()));
    }
    const File opened(
        group.rank == 0 ? -1
                        : ::open(take(group, "segment/file").get<std::string>().c_str(), O_RDWR | O_CLOEXEC));
    const int fd = group.rank == 0 ? own.get() : opened.get();
    if (failure.empty() && fd < 0) failure = systemError("opening the shared memory of rank 0");
    // Wait for rank 0's confirmation before mapping: missing pages would cause a SIGBUS, not an error.
    if (group.rank == 0) put(group.store, "segment/made", failure);
    if (const Json made = take(group, "segment/made"); failure.empty()) failure = made.get<std::string>();
    if (failure.empty()) {
        void* memory = ::mmap(nullptr, segment->size_, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        if (memory == MAP_FAILED)
            failure = systemError("mmap");
        else
            segment->memory_ = static_cast<std::byte*>(memory);
    }
    for (int rank = 0; rank < group.worldSize && failure.empty(); ++rank) {
        const int pid = places[static_cast<std::size_t>(rank)]["pid"].get<int>();
        if (pid == ::getpid()) continue;
        const int peer = static_cast<int>(::syscall(SYS_pidfd_open, pid, 0));
        if (peer < 0)
            failure = systemError(fmt::format("pidfd_open of rank {}", rank));
        else
            segment->peers_.push_back({rank, pid, peer});
    }
    const std::vector<Json> failures = exchange(group, "ready", failure);
    for (int rank = 0; rank < group.worldSize; ++rank)
        if (const auto text = failures[static_cast<std::size_t>(rank)].get<std::string>(); !text.empty()) {
            whyNot = fmt::format("rank {}: {}", rank, text);
            return nullptr;
        }
    return segment;
}

SharedSegment::~SharedSegment() {
    for (const Peer& peer : peers_) ::close(peer.fd);
    if (memory_) ::munmap(memory_, size_);
}

std::byte* SharedSegment::part(int rank) const {
    return memory_ + controlBytes_ + bytesPerRank_ * static_cast<std::size_t>(rank);
}

std::atomic<std::uint64_t>& SharedSegment::counter(int index) const {
    return control().counters[index].value;
}

void SharedSegment::notify() {
    control().version.fetch_add(1);
    if (control().sleepers.load() > 0)
        ::syscall(SYS_futex, &control().version, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

void SharedSegment::waitUntil(const std::string& call, const std::function<bool()>& isSo) {
    for (int i = 0; i < kSpins; ++i) {
        if (isSo()) return;
        __builtin_ia32_pause();
    }
    const auto deadline = Clock::now() + timeout_;
    for (;;) {
        // Incremented before the version is read: a later notify() wakes this thread or changes the version.
        control().sleepers.fetch_add(1);
        const std::uint32_t version = control().version.load();
        const bool isDone = isSo();
        if (!isDone) {
            const timespec time{0, std::chrono::nanoseconds(kLookAround).count()};
            ::syscall(SYS_futex, &control().version, FUTEX_WAIT, version, &time, nullptr, 0);
        }
        control().sleepers.fetch_sub(1);
        if (isDone || isSo()) return;
        if (const std::string ended = endedPeer(); !ended.empty()) {
            if (isSo()) return;  // it had already done its part
            throw PeerLost(call, ended);
        }
        if (Clock::now() > deadline)
            throw PeerLost(call,
                           fmt::format("received nothing from the other processes for {} s",
                                       std::chrono::duration_cast<std::chrono::seconds>(timeout_).count()));
    }
}

std::string SharedSegment::endedPeer() const {
    for (const Peer& peer : peers_) {
        pollfd ended{peer.fd, POLLIN, 0};
        if (::poll(&ended, 1, 0) > 0)
            return fmt::format("the process of rank {} (pid {}) has ended", peer.rank, peer.pid);
    }
    return {};
}

}  // namespace trainyard::sdk
