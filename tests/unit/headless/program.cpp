// SPDX-License-Identifier: Apache-2.0
#include "program.h"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <sstream>
#include <stdexcept>
#include <utility>

extern char** environ;

namespace trainyard::testing {
namespace {

constexpr int kPatienceMs = 20000;

std::vector<char*> pointers(std::vector<std::string>& strings) {
    std::vector<char*> list;
    for (std::string& text : strings) list.push_back(text.data());
    list.push_back(nullptr);
    return list;
}

void openPair(bool isTerminal, int ends[2]) {
    winsize size = {24, 70, 0, 0};
    const int rc =
        isTerminal ? ::openpty(&ends[0], &ends[1], nullptr, nullptr, &size) : ::pipe2(ends, O_CLOEXEC);
    if (rc != 0) throw std::runtime_error("cannot make a pipe");
    ::fcntl(ends[0], F_SETFD, FD_CLOEXEC);
}

}  // namespace

Program::Program(std::vector<std::string> args, const std::vector<std::string>& environment, Stdout kind) {
    int out[2], err[2];
    openPair(kind == Stdout::kTerminal, out);
    openPair(false, err);
    output_.fd.reset(out[0]);
    error_.fd.reset(err[0]);
    base::UniqueFd outEnd(out[1]);
    const base::UniqueFd errEnd(err[1]);
    if (kind == Stdout::kFull) outEnd.reset(::open("/dev/full", O_WRONLY | O_CLOEXEC));

    std::string program = TRAINYARD_BIN_DIR "/trainyard-headless";
    args.insert(args.begin(), program);
    std::vector<std::string> variables(environment);
    for (char** entry = environ; *entry != nullptr; ++entry) variables.emplace_back(*entry);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, outEnd.get(), 1);
    posix_spawn_file_actions_adddup2(&actions, errEnd.get(), 2);
    const int rc = ::posix_spawn(&pid_, program.c_str(), &actions, nullptr, pointers(args).data(),
                                 pointers(variables).data());
    posix_spawn_file_actions_destroy(&actions);
    if (rc != 0) throw std::runtime_error("cannot start " + program);
}

Program::Program(Program&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      output_(std::move(other.output_)),
      error_(std::move(other.error_)) {
}

Program::~Program() {
    if (pid_ <= 0) return;
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
}

void Program::signal(int number) const {
    ::kill(pid_, number);
}
void Program::closeOutput() {
    output_.fd.reset();
}

bool Program::readMore() {
    pollfd waits[] = {{output_.fd.get(), POLLIN, 0}, {error_.fd.get(), POLLIN, 0}};
    if (!output_.fd && !error_.fd) return false;
    if (::poll(waits, 2, kPatienceMs) == 0)
        throw std::runtime_error("nothing came; stdout so far: " + output_.text +
                                 "\nstderr so far: " + error_.text);
    int i = 0;
    for (Stream* stream : {&output_, &error_}) {
        if (waits[i++].revents == 0) continue;
        char buffer[4096];
        const ssize_t count = ::read(stream->fd.get(), buffer, sizeof buffer);
        if (count > 0) stream->text.append(buffer, static_cast<std::size_t>(count));
        if (count == 0 || (count < 0 && errno != EINTR)) stream->fd.reset();  // a terminal ends with EIO
    }
    return true;
}

const std::string& Program::waitFor(Stream& stream, const std::string& text) {
    while (stream.text.find(text) == std::string::npos)
        if (!readMore())
            throw std::runtime_error("it ended without \"" + text + "\"; stdout: " + output_.text +
                                     "\nstderr: " + error_.text);
    return stream.text;
}
const std::string& Program::waitForOutput(const std::string& text) {
    return waitFor(output_, text);
}
const std::string& Program::waitForError(const std::string& text) {
    return waitFor(error_, text);
}

int Program::wait() {
    while (readMore()) continue;
    int status = 0;
    ::waitpid(pid_, &status, 0);
    pid_ = -1;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

std::vector<std::string> Program::outputLines() const {
    std::vector<std::string> lines;
    std::istringstream text(output_.text);
    for (std::string line; std::getline(text, line);) lines.push_back(line);
    return lines;
}

}  // namespace trainyard::testing
