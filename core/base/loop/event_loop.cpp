// SPDX-License-Identifier: Apache-2.0
#include "core/base/loop/event_loop.h"

#include <fmt/format.h>
#include <pthread.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>

#include <array>

#include "core/base/check.h"

namespace trainyard::base {
namespace {

/// Serial in the upper half, descriptor in the lower: distinguishes an event of a descriptor that was closed
/// and reused in the same round.
std::uint64_t keyOf(std::uint64_t serial, int fd) {
    return serial << 32 | static_cast<std::uint32_t>(fd);
}
constexpr std::uint64_t kWakeKey = 0;

}  // namespace

Result<std::unique_ptr<EventLoop>> EventLoop::start(const char* name) {
    std::unique_ptr<EventLoop> loop(new EventLoop);
    loop->epoll_.reset(::epoll_create1(EPOLL_CLOEXEC));
    if (!loop->epoll_) return fail(errnoError(errno, "cannot make an epoll descriptor"));
    loop->wake_.reset(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    if (!loop->wake_) return fail(errnoError(errno, "cannot make an eventfd"));
    epoll_event event{EPOLLIN, {.u64 = kWakeKey}};
    if (::epoll_ctl(loop->epoll_.get(), EPOLL_CTL_ADD, loop->wake_.get(), &event) != 0)
        return fail(errnoError(errno, "cannot wait on an eventfd"));
    // Signals are for the main thread alone.
    sigset_t all, before;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    // Held until thread_ is assigned, because isInLoop() reads it.
    std::unique_lock lock(loop->mutex_);
    loop->thread_ = std::thread([raw = loop.get()] {
        { std::lock_guard started(raw->mutex_); }
        raw->run();
    });
    lock.unlock();
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    ::pthread_setname_np(loop->thread_.native_handle(), name);
    return loop;
}

EventLoop::~EventLoop() {
    if (!thread_.joinable()) return;
    post([this] { isEnding_ = true; });
    thread_.join();
}

void EventLoop::post(Task task) {
    {
        std::lock_guard lock(mutex_);
        posted_.push_back(std::move(task));
    }
    const std::uint64_t one = 1;
    // Fails only when the counter is full, and then the loop is awake anyway.
    if (::write(wake_.get(), &one, sizeof one) < 0) return;
}

Status EventLoop::watch(int fd, Task onReadable) {
    TY_CHECK(isInLoop(), "watch() belongs to the loop's thread");
    const std::uint64_t serial = nextSerial_++ & 0xffffffff;
    epoll_event event{EPOLLIN, {.u64 = keyOf(serial, fd)}};
    if (::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, fd, &event) != 0)
        return fail(errnoError(errno, base::say("cannot wait on descriptor {}", fd)));
    watched_[fd] = {serial, std::make_shared<Task>(std::move(onReadable))};
    return {};
}

void EventLoop::unwatch(int fd) {
    if (watched_.erase(fd) > 0) ::epoll_ctl(epoll_.get(), EPOLL_CTL_DEL, fd, nullptr);
}

EventLoop::TimerId EventLoop::after(std::chrono::milliseconds delay, Task task) {
    TY_CHECK(isInLoop(), "after() belongs to the loop's thread");
    const TimerId timer = nextTimer_++;
    const auto due = Clock::now() + delay;
    timers_.emplace(std::pair(due, timer), std::move(task));
    due_[timer] = due;
    return timer;
}

void EventLoop::cancel(TimerId timer) {
    const auto found = due_.find(timer);
    if (found == due_.end()) return;
    timers_.erase({found->second, timer});
    due_.erase(found);
}

int EventLoop::millisecondsToNextTimer() const {
    if (timers_.empty()) return -1;
    const auto left = timers_.begin()->first.first - Clock::now();
    return std::max(0, static_cast<int>(std::chrono::ceil<std::chrono::milliseconds>(left).count()));
}

void EventLoop::runPosted() {
    std::vector<Task> tasks;
    {
        std::lock_guard lock(mutex_);
        tasks.swap(posted_);
    }
    for (Task& task : tasks) task();
}

void EventLoop::runTimers() {
    const auto now = Clock::now();
    while (!isEnding_ && !timers_.empty() && timers_.begin()->first.first <= now) {
        auto node = timers_.extract(timers_.begin());
        due_.erase(node.key().second);
        node.mapped()();
        runPosted();  // whoever calls the loop waits for one of its timers, not for all that are due
    }
}

void EventLoop::run() {
    std::array<epoll_event, 64> events;
    while (!isEnding_) {
        const int count = ::epoll_wait(epoll_.get(), events.data(), events.size(), millisecondsToNextTimer());
        for (int i = 0; i < count; ++i) {
            const std::uint64_t key = events[static_cast<std::size_t>(i)].data.u64;
            if (key == kWakeKey) {
                std::uint64_t counter = 0;
                [[maybe_unused]] const auto drained = ::read(wake_.get(), &counter, sizeof counter);
                continue;
            }
            const int fd = static_cast<int>(key & 0xffffffff);
            const auto found = watched_.find(fd);
            if (found == watched_.end() || keyOf(found->second.serial, fd) != key) continue;
            const auto task = found->second.task;  // it may unwatch itself
            (*task)();
        }
        runPosted();
        runTimers();
    }
}

}  // namespace trainyard::base
