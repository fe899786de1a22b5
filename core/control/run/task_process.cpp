// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/task_process.h"

#include <signal.h>
#include <spdlog/spdlog.h>

namespace trainyard::control {

namespace {
/// A shim reaps and writes one small file.
constexpr std::chrono::milliseconds kShimPatience{1500};
}  // namespace

TaskProcess::TaskProcess(base::EventLoop& loop, std::filesystem::path recordFile, node::TaskRecord record)
    : loop_(loop), recordFile_(std::move(recordFile)), record_(std::move(record)), timer_(loop) {
}

TaskProcess::~TaskProcess() {
    stopWaiting();
    if (programFd_) loop_.unwatch(programFd_.get());
}

void TaskProcess::watch(OnEnd onEnd) {
    onEnd_ = std::move(onEnd);
    watchShim();
    watchForStoppedShim();
}

void TaskProcess::watchShim() {
    if (!await(record_.shim, &TaskProcess::shimGone))
        timer_.start(std::chrono::milliseconds(0), [this] { shimGone(); });
}

void TaskProcess::watchForStoppedShim() {
    auto fd = node::openPidfd(record_.program);
    if (!fd) return;  // already ended: the shim is writing its record
    programFd_ = std::move(*fd);
    const auto watched = loop_.watch(programFd_.get(), [this] {
        loop_.unwatch(programFd_.get());
        programFd_.reset();
        if (hasEnded_ || timer_.isPending()) return;
        timer_.start(kShimPatience, [this] {
            if (hasEnded_ || !node::isAlive(record_.shim)) return;
            spdlog::warn("process {} has ended, but its shim {} has not recorded it: the shim is ended too",
                         record_.program.pid, record_.shim.pid);
            ::kill(record_.shim.pid, SIGKILL);
        });
    });
    if (!watched) programFd_.reset();
}

/// False if the process has already ended.
bool TaskProcess::await(const node::ProcessId& process, void (TaskProcess::*next)()) {
    auto fd = node::openPidfd(process);
    if (!fd) return false;
    pidfd_ = std::move(*fd);
    const auto watched = loop_.watch(pidfd_.get(), [this, next] {
        stopWaiting();
        (this->*next)();
    });
    if (watched) return true;
    spdlog::error("task of {}: {}", recordFile_.string(), watched.error().describe());
    pidfd_.reset();
    return false;
}

void TaskProcess::stopWaiting() {
    if (pidfd_) loop_.unwatch(pidfd_.get());
    pidfd_.reset();
}

void TaskProcess::shimGone() {
    auto record = node::readRecord(recordFile_);
    if (!record) spdlog::error("cannot read how a task ended: {}", record.error().describe());
    if (record && record->exit) return finish({record->exit});
    spdlog::warn("the shim of process {} exited without a record; watching the process itself",
                 record_.program.pid);
    watchProgram();
}

void TaskProcess::watchProgram() {
    if (await(record_.program, &TaskProcess::watchProgram)) return;
    // What the program left in its group would have been its shim's to end.
    node::signalGroup(record_.program, SIGKILL);
    // Called from watch()'s timer or a pidfd, never from watch() itself.
    finish({std::nullopt});
}

void TaskProcess::finish(TaskEnd end) {
    hasEnded_ = true;
    if (programFd_) loop_.unwatch(programFd_.get());
    programFd_.reset();
    record_.exit = end.exit;
    onEnd_(end);
}

bool TaskProcess::signal(int number) const {
    return node::signalGroup(record_.program, number);
}

}  // namespace trainyard::control
