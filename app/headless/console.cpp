// SPDX-License-Identifier: Apache-2.0
#include "app/headless/console.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

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

base::Status Console::status() const {
    const std::lock_guard lock(mutex_);
    return status_;
}

int Console::width() const {
    winsize size = {};
    return ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace trainyard::headless
