// SPDX-License-Identifier: Apache-2.0
#include "core/node/task_watch.h"

#include <signal.h>
#include <spdlog/spdlog.h>

#include <chrono>
#include <utility>

#include "core/node/process.h"

namespace trainyard::node {

namespace {
/// A shim reaps and writes one small file.
constexpr std::chrono::milliseconds kShimPatience{1500};
}  // namespace

TaskWatch::TaskWatch(base::EventLoop& loop, ProcessId shim, ProcessId program, Calls calls)
    : loop_(loop),
      shim_(std::move(shim)),
      program_(std::move(program)),
      calls_(std::move(calls)),
      timer_(loop) {
}

TaskWatch::~TaskWatch() {
    stopWaiting();
    if (programFd_) loop_.unwatch(programFd_.get());
}

void TaskWatch::start() {
    const auto shimGone = [this] {
        isShimGone_ = true;
        timer_.cancel();
        calls_.onShimGone();
    };
    if (!await(shim_, shimGone)) return shimGone();
    killStoppedShim();
}

void TaskWatch::killStoppedShim() {
    auto fd = openPidfd(program_);
    if (!fd) return;  // already ended: the shim is writing its record
    programFd_ = std::move(*fd);
    const auto watched = loop_.watch(programFd_.get(), [this] {
        loop_.unwatch(programFd_.get());
        programFd_.reset();
        if (isShimGone_) return;
        timer_.start(kShimPatience, [this] {
            if (!isAlive(shim_)) return;
            spdlog::warn("process {} has ended, but its shim {} has not recorded it: the shim is ended too",
                         program_.pid, shim_.pid);
            ::kill(shim_.pid, SIGKILL);
        });
    });
    if (!watched) programFd_.reset();
}

/// False if the process has already ended.
bool TaskWatch::await(const ProcessId& process, std::function<void()> next) {
    auto fd = openPidfd(process);
    if (!fd) return false;
    pidfd_ = std::move(*fd);
    const auto watched = loop_.watch(pidfd_.get(), [this, next = std::move(next)] {
        stopWaiting();
        next();
    });
    if (watched) return true;
    spdlog::error("process {} cannot be watched: {}", process.pid, watched.error().describe());
    pidfd_.reset();
    return false;
}

void TaskWatch::stopWaiting() {
    if (pidfd_) loop_.unwatch(pidfd_.get());
    pidfd_.reset();
}

void TaskWatch::watchProgram() {
    // Readable only once it has ended.
    if (!await(program_, calls_.onProgramGone)) calls_.onProgramGone();
}

}  // namespace trainyard::node
