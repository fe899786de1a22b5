// SPDX-License-Identifier: Apache-2.0
#include "app/headless/console.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdlib>

#include "core/base/check.h"
#include "core/base/file.h"

namespace trainyard::headless {

Console::Console() {
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);  // exceeding a file size limit makes the write fail instead
    isTerminal_ = ::isatty(STDOUT_FILENO) == 1;
    const char* noColour = std::getenv("NO_COLOR");
    const char* terminal = std::getenv("TERM");
    hasColour_ = isTerminal_ && (noColour == nullptr || *noColour == '\0') && terminal != nullptr &&
                 std::string_view(terminal) != "dumb";
}

void Console::print(std::string_view text) {
    const std::lock_guard lock(mutex_);
    if (isClosed_ || !status_) return;
    base::Status written = base::writeAll(STDOUT_FILENO, std::as_bytes(std::span(text)), "standard output");
    if (written) return;
    if (written.error().code == base::Code::kUnavailable)  // EPIPE
        isClosed_ = true;
    else
        status_ = std::move(written);
}

void Console::printError(std::string_view text) {
    const std::lock_guard lock(mutex_);
    // If stderr itself fails, there is nowhere left to report it.
    (void)base::writeAll(STDERR_FILENO, std::as_bytes(std::span(text)), "standard error");
}

bool Console::isClosed() const {
    const std::lock_guard lock(mutex_);
    return isClosed_;
}

void Console::noteClosed() {
    const std::lock_guard lock(mutex_);
    isClosed_ = true;
}

base::Status Console::status() const {
    const std::lock_guard lock(mutex_);
    return status_;
}

int Console::width() const {
    winsize size = {};
    return ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

ReaderWatch::ReaderWatch(Console& console, const std::stop_token& also)
    : console_(console), also_(also, [this] { stop_.request_stop(); }) {
    struct stat out = {};
    if (::fstat(STDOUT_FILENO, &out) != 0 || (!S_ISFIFO(out.st_mode) && !S_ISSOCK(out.st_mode))) return;
    end_.reset(::eventfd(0, EFD_CLOEXEC));
    if (!end_) return;  // then the next write notices it
    thread_ = std::thread([this] { serve(); });
}

ReaderWatch::~ReaderWatch() {
    if (!thread_.joinable()) return;
    const std::uint64_t one = 1;
    TY_CHECK(::write(end_.get(), &one, sizeof one) == sizeof one, "cannot end the watch of stdout's reader");
    thread_.join();
}

void ReaderWatch::serve() {
    // Of no events: those of an end are always told, and a full pipe is none.
    pollfd waits[] = {{STDOUT_FILENO, 0, 0}, {end_.get(), POLLIN, 0}};
    while (::poll(waits, 2, -1) < 0)
        if (errno != EINTR) return;
    if ((waits[0].revents & (POLLERR | POLLHUP)) == 0) return;
    console_.noteClosed();
    stop_.request_stop();
}

}  // namespace trainyard::headless
