// SPDX-License-Identifier: Apache-2.0
#include "app/headless/signals.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>

#include "core/base/check.h"

namespace trainyard::headless {
namespace {

sigset_t watched() {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    return set;
}

}  // namespace

base::Result<std::unique_ptr<Signals>> Signals::watch(std::function<void(int)> onSignal) {
    std::unique_ptr<Signals> signals(new Signals);
    signals->onSignal_ = std::move(onSignal);
    const sigset_t set = watched();
    // A shell starts background jobs with SIGINT ignored; a SIGINT that is sent anyway is meant.
    std::signal(SIGINT, SIG_DFL);
    TY_CHECK(::pthread_sigmask(SIG_BLOCK, &set, nullptr) == 0, "cannot block signals");
    signals->signals_.reset(::signalfd(-1, &set, SFD_CLOEXEC));
    signals->end_.reset(::eventfd(0, EFD_CLOEXEC));
    if (!signals->signals_ || !signals->end_)
        return base::fail(base::errnoError(errno, "cannot watch for signals"));
    signals->thread_ = std::thread([self = signals.get()] { self->serve(); });
    return signals;
}

Signals::~Signals() {
    if (!thread_.joinable()) return;
    const std::uint64_t one = 1;
    TY_CHECK(::write(end_.get(), &one, sizeof one) == sizeof one, "cannot end the signal thread");
    thread_.join();
}

void Signals::serve() const {
    for (;;) {
        pollfd waits[] = {{signals_.get(), POLLIN, 0}, {end_.get(), POLLIN, 0}};
        if (::poll(waits, 2, -1) < 0) continue;  // EINTR; nothing else can happen to these two
        if (waits[1].revents != 0) return;
        signalfd_siginfo info = {};
        if (::read(signals_.get(), &info, sizeof info) == sizeof info)
            onSignal_(static_cast<int>(info.ssi_signo));
    }
}

base::Result<std::unique_ptr<Interrupt>> Interrupt::watch() {
    std::unique_ptr<Interrupt> made(new Interrupt);
    TY_ASSIGN(made->signals_, Signals::watch([raw = made.get()](int signal) {
                  raw->signal_ = signal;
                  raw->stop_.request_stop();
              }));
    return made;
}

}  // namespace trainyard::headless
