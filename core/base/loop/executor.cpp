// SPDX-License-Identifier: Apache-2.0
#include "core/base/loop/executor.h"

#include <pthread.h>
#include <signal.h>

#include <utility>

namespace trainyard::base {

Executor::Executor(const char* name) {
    // Signals are for the main thread alone.
    sigset_t all, before;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    thread_ = std::thread([this] { run(); });
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    ::pthread_setname_np(thread_.native_handle(), name);
}

Executor::~Executor() {
    {
        std::lock_guard lock(mutex_);
        isEnding_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void Executor::post(Work work) {
    {
        std::lock_guard lock(mutex_);
        waiting_.push_back(std::move(work));
    }
    changed_.notify_all();
}

void Executor::run() {
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [&] { return isEnding_ || !waiting_.empty(); });
        if (waiting_.empty()) return;
        Work work = std::move(waiting_.front());
        waiting_.pop_front();
        lock.unlock();
        work();
        work = nullptr;  // what it holds goes before the lock is held again
        lock.lock();
    }
}

}  // namespace trainyard::base
