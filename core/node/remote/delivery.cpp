// SPDX-License-Identifier: Apache-2.0
#include "core/node/remote/delivery.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "core/base/text.h"
#include "core/node/remote/gzip.h"
#include "core/node/remote/remote_shell.h"

namespace trainyard::node {
namespace {

using base::Code;

/// No byte goes through, or no line arrives, for so long. ssh itself notices a dead connection sooner.
constexpr std::chrono::seconds kStuck{60};
/// Unpacking and trying half a gigabyte on a slow disk.
constexpr std::chrono::minutes kUnpack{10};
constexpr std::chrono::milliseconds kReportEvery{100};
constexpr std::size_t kPart = 256 << 10;
constexpr std::size_t kLongestLine = 64 << 10;

std::string mebibytes(std::uint64_t bytes) {
    return fmt::format("{:.0f} MiB", static_cast<double>(bytes) / (1 << 20));
}

std::uint64_t numberIn(std::string_view text) {
    std::uint64_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

bool reportsDiskFull(std::string_view words) {
    return words.find("No space left") != words.npos || words.find("quota exceeded") != words.npos;
}

}  // namespace

Delivery::Delivery(base::EventLoop& loop, Ssh ssh, std::string target, std::shared_ptr<const Parcel> parcel,
                   OnProgress onProgress, OnEnd onEnd)
    : loop_(loop),
      how_(std::move(ssh)),
      target_(std::move(target)),
      parcel_(std::move(parcel)),
      onProgress_(std::move(onProgress)),
      cancel_(::eventfd(0, EFD_CLOEXEC)),
      thread_([this, weak = std::weak_ptr(alive_), onEnd = std::move(onEnd)] {
          loop_.post([weak, onEnd, status = carryOut()] {
              if (!weak.expired()) onEnd(status);
          });
      }) {
}

Delivery::~Delivery() {
    ::eventfd_write(cancel_.get(), 1);
    thread_.join();
}

base::Status Delivery::carryOut() {
    TY_TRY(ssh_.start(how_.command, how_.environment));
    ssh_.doNotBlock();
    TY_TRY(await(kShellGreeting));
    const std::string script = receiveScript(*parcel_) + "\n";
    for (auto rest = std::as_bytes(std::span(script)); !rest.empty();) {
        TY_ASSIGN(const std::size_t sent, sendSome(rest));
        rest = rest.subspan(sent);
    }
    for (;;) {
        TY_ASSIGN(const std::string line, readLine());
        if (line == kDone) return {};
        if (line.starts_with(kSend)) TY_TRY(sendFrom(numberIn(line.substr(kSend.size()))));
        if (line.starts_with(kRefused)) return base::fail(refusal(line.substr(kRefused.size())));
    }
}

base::Status Delivery::await(std::string_view greeting) {
    for (;;) {
        if (const auto found = read_.find(greeting); found != std::string::npos) {
            read_.erase(0, found + greeting.size());
            return {};
        }
        if (read_.size() > kLongestLine) return base::fail(ssh_.failure(target_, read_));
        TY_TRY(readMore(how_.loginWithin));
    }
}

base::Result<std::string> Delivery::readLine() {
    for (;;) {
        if (const auto end = read_.find('\n'); end != std::string::npos) {
            std::string line = read_.substr(0, end);
            read_.erase(0, end + 1);
            return line;
        }
        if (read_.size() > kLongestLine) return base::fail(ssh_.failure(target_, read_));
        TY_TRY(readMore(kUnpack));
    }
}

base::Status Delivery::readMore(std::chrono::milliseconds within) {
    std::array<pollfd, 2> fds{{{ssh_.socket(), POLLIN, 0}, {cancel_.get(), POLLIN, 0}}};
    const int ready = ::poll(fds.data(), fds.size(), static_cast<int>(within.count()));
    if (fds[1].revents != 0) return base::fail(Code::kCancelled, "the call was cancelled", "call.cancelled");
    if (ready < 0 && errno == EINTR) return {};
    std::array<char, 4096> bytes{};
    const ssize_t got = ready == 0 ? 0 : ::recv(ssh_.socket(), bytes.data(), bytes.size(), 0);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return {};
    if (got <= 0) return base::fail(ssh_.failure(target_, read_));
    read_.append(bytes.data(), static_cast<std::size_t>(got));
    return {};
}

/// 0: the machine has said something, and wants no more perhaps.
base::Result<std::size_t> Delivery::sendSome(std::span<const std::byte> bytes) {
    std::array<pollfd, 2> fds{{{ssh_.socket(), POLLIN | POLLOUT, 0}, {cancel_.get(), POLLIN, 0}}};
    const int ready = ::poll(fds.data(), fds.size(), std::chrono::milliseconds(kStuck).count());
    if (fds[1].revents != 0) return base::fail(Code::kCancelled, "the call was cancelled", "call.cancelled");
    if (ready == 0) return base::fail(ssh_.failure(target_, read_));
    if (ready > 0 && (fds[0].revents & POLLIN) != 0) {
        TY_TRY(readMore(kStuck));
        return 0;
    }
    const ssize_t sent = ::send(ssh_.socket(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && (errno == EAGAIN || errno == EINTR)) return 0;
    if (sent < 0) return base::fail(ssh_.failure(target_, read_));
    return static_cast<std::size_t>(sent);
}

base::Status Delivery::sendFrom(std::uint64_t offset) {
    std::vector<std::byte> bytes(kPart);
    Gzip gzip;
    report(offset);
    for (bool isLast = false; !isLast;) {
        TY_ASSIGN(const std::size_t part, parcel_->archive.read(offset, bytes));
        offset += part;
        isLast = offset >= parcel_->archive.size();
        for (auto rest = gzip.compress(std::span(bytes).first(part), isLast); !rest.empty();) {
            TY_ASSIGN(const std::size_t sent, sendSome(rest));
            if (sent == 0 && read_.find('\n') != std::string::npos) return {};  // it says why
            rest = rest.subspan(sent);
        }
        report(offset);
    }
    ssh_.endInput();  // gzip(1) reads until then
    return {};
}

void Delivery::report(std::uint64_t done) {
    const auto now = std::chrono::steady_clock::now();
    const std::uint64_t total = parcel_->archive.size();
    if (done < total && now < reported_ + kReportEvery) return;
    reported_ = now;
    loop_.post([this, weak = std::weak_ptr(alive_), progress = Progress{done, total}] {
        if (!weak.expired()) onProgress_(progress);
    });
}

base::Error Delivery::refusal(const std::string& words) const {
    const auto space = words.find(' ');
    const std::string why = words.substr(0, space);
    const std::string said = space == std::string::npos ? "" : base::printable(words.substr(space + 1));
    const std::uint64_t needed = parcel_->archive.size() + parcel_->unpackedBytes;
    if (why == "machine")
        return {Code::kFailedPrecondition,
                base::say("{} has processors of type {}, and this build of Trainyard is for {}", target_,
                          said, TRAINYARD_MACHINE),
                "node.machine"};
    if (why == "space")
        return {Code::kResourceExhausted,
                base::say("{} has {} free for Trainyard, and {} are needed; free some space there, or set "
                          "TRAINYARD_HOME there to a folder on a larger disk",
                          target_, mebibytes(numberIn(said) << 10), mebibytes(needed)),
                "disk.full"};
    if (why == "gzip")
        return {Code::kFailedPrecondition,
                base::say("{} has no `gzip`, which unpacks what is sent; install it there", target_),
                "node.program"};
    if (reportsDiskFull(said))
        return {Code::kResourceExhausted,
                base::say("the disk of {} is full: {} are needed; free some space there, or set "
                          "TRAINYARD_HOME there to a folder on a larger disk",
                          target_, mebibytes(needed)),
                "disk.full"};
    if (why == "folder" || why == "write")
        return {Code::kPermissionDenied,
                base::say("cannot write to the home of Trainyard on {}: {}; make it writable, or set "
                          "TRAINYARD_HOME there to a folder that is",
                          target_, said),
                "node.folder"};
    if (why == "run")
        return {Code::kFailedPrecondition,
                base::say("what was sent to {} does not run there: {}", target_, said), "node.program"};
    return {Code::kDataLoss, base::say("what arrived on {} is not what was sent; try again", target_),
            "node.damaged"};
}

}  // namespace trainyard::node
