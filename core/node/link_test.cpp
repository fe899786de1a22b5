// SPDX-License-Identifier: Apache-2.0
#include "core/node/link_test.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/text.h"
#include "core/node/child.h"

namespace trainyard::node {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr int kRoundTrips = 15;
constexpr std::chrono::milliseconds kTransferTime{300};
/// Tries to connect, one after the other: the second is for a lost packet, which the kernel would send again
/// only after a second. Where nothing answers, as behind a firewall, five machines wait for all of them ten
/// times.
constexpr std::array kConnectWithin{std::chrono::milliseconds(150), std::chrono::milliseconds(450)};
/// Of the first worker beyond the limit.
constexpr std::chrono::milliseconds kPatience{500};
constexpr std::size_t kBlockBytes = std::size_t{64} << 10;
constexpr std::size_t kPrinted = 4000;

/// What arrives within kTransferTime after the first byte, per second.
base::Result<double> receiveRate(LinkSocket& link, Clock::time_point deadline) {
    std::string block(kBlockBytes, '\0');
    TY_TRY(link.await(POLLIN, deadline));
    const auto began = Clock::now();
    const auto end = std::min(deadline, began + kTransferTime);
    std::size_t bytes = 0;
    while (Clock::now() < end) {
        if (!link.await(POLLIN, end)) break;  // the time is over
        TY_ASSIGN(const std::size_t got, link.receiveSome(block.data(), block.size()));
        bytes += got;
    }
    return static_cast<double>(bytes) / Seconds(Clock::now() - began).count();
}

/// Sends until the other side has answered how fast that arrived.
base::Result<double> sendRate(LinkSocket& link, Clock::time_point deadline) {
    const std::string block(kBlockBytes, 'x');
    for (;;) {
        TY_ASSIGN(const short events, link.await(POLLIN | POLLOUT, deadline));
        if (events & (POLLIN | POLLHUP | POLLERR)) break;
        TY_TRY(link.sendSome(block));
    }
    TY_ASSIGN(const std::string answer, link.receive(sizeof(double), deadline));
    double rate = 0;
    std::memcpy(&rate, answer.data(), sizeof rate);
    return rate;
}

base::Result<double> medianRoundTrip(LinkSocket& link, Clock::time_point deadline) {
    std::array<double, kRoundTrips> times{};
    for (double& time : times) {
        const auto began = Clock::now();
        TY_TRY(link.send("p", deadline));
        TY_TRY(link.receive(1, deadline));
        time = Seconds(Clock::now() - began).count();
    }
    std::ranges::nth_element(times, times.begin() + kRoundTrips / 2);
    return times[kRoundTrips / 2];
}

/// Without its end. c10d prints warnings before it.
std::string lastLine(std::string_view text) {
    while (text.ends_with('\n')) text.remove_suffix(1);
    return std::string(text.substr(text.find_last_of('\n') + 1));
}

/// Whether c10d or Gloo says there that a connection was refused or never established.
bool isUnconnected(std::string_view text) {
    constexpr std::array<std::string_view, 5> kSigns = {"refused", "onnect timeout", "to connect",
                                                        "No route to host", "unreachable"};
    return std::ranges::any_of(kSigns, [&](std::string_view sign) { return text.contains(sign); });
}

std::unexpected<base::Error> late(const LinkTest& test) {
    return base::fail(
        base::Code::kDeadlineExceeded,
        base::say("the all-reduce did not finish within {:.0f} s", Seconds(test.within).count()), kLinkLate);
}

/// The last line that the worker has printed.
base::Result<std::string> runWorker(const LinkTest& test, const std::vector<std::string>& command,
                                    std::optional<int> rendezvous, Clock::time_point deadline) {
    TY_ASSIGN(const base::UniqueFd output, unnamedFile("ty-link-test", ""));
    std::vector<std::pair<int, int>> files = {{output.get(), STDOUT_FILENO}, {output.get(), STDERR_FILENO}};
    if (rendezvous) files.emplace_back(*rendezvous, kRendezvousFd);
    Child worker;
    TY_TRY(worker.start(command, files));
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    const auto status = worker.waitFor(std::max(left, std::chrono::milliseconds(0)));
    worker.kill();
    std::string last = lastLine(contentOf(output, kPrinted));
    if (status && WIFEXITED(*status) && WEXITSTATUS(*status) == 0) return last;
    if (!status) return late(test);
    return base::fail(
        base::Code::kUnavailable,
        base::say("the all-reduce failed: {}",
                  last.empty() ? base::Words("no reason given") : base::Words::plain(base::printable(last))),
        isUnconnected(last) ? "link.failed" : kLinkWorker);
}

std::vector<std::string> workerCommand(const LinkTest& test, std::uint16_t port, int rank,
                                       const std::filesystem::path& worker) {
    return {worker.string(), "--all-reduce", fmt::format("{},{},{},{}", rank, test.address, port, test.token),
            "--within", std::to_string(test.within.count())};
}

}  // namespace

base::Status answerTransfer(const LinkSocket& listener, const LinkTest& test) {
    const auto deadline = Clock::now() + test.within;
    for (;;) {
        TY_ASSIGN(LinkSocket link, listener.accept(deadline));
        const auto token = link.receive(test.token.size(), deadline);
        if (!token || *token != test.token) continue;  // not one of ours
        for (int i = 0; i < kRoundTrips; ++i) {
            TY_TRY(link.receive(1, deadline));
            TY_TRY(link.send("p", deadline));
        }
        TY_ASSIGN(const double rate, receiveRate(link, deadline));
        std::array<char, sizeof rate> bytes{};
        std::memcpy(bytes.data(), &rate, sizeof rate);
        TY_TRY(link.send({bytes.data(), bytes.size()}, deadline));
        // Until the other side has read that: what it has sent since would reset the connection.
        std::string rest(kBlockBytes, '\0');
        while (link.await(POLLIN, deadline) && link.receiveSome(rest.data(), rest.size())) continue;
        return {};
    }
}

base::Result<LinkMeasure> measureTransfer(const LinkTest& test) {
    const auto deadline = Clock::now() + test.within;
    auto tried = LinkSocket::connect(test.address, test.port,
                                     std::min(deadline, Clock::now() + kConnectWithin.front()));
    if (!tried)
        tried = LinkSocket::connect(test.address, test.port,
                                    std::min(deadline, Clock::now() + kConnectWithin.back()));
    TY_ASSIGN(LinkSocket link, std::move(tried));
    LinkMeasure measure{.interface = link.interface()};
    TY_TRY(link.send(test.token, deadline));
    TY_ASSIGN(measure.roundTrip, medianRoundTrip(link, deadline));
    TY_ASSIGN(measure.bytesPerSecond, sendRate(link, deadline));
    return measure;
}

base::Status answerAllReduce(const LinkSocket& listener, const LinkTest& test,
                             const std::filesystem::path& worker) {
    // The other end stops waiting first: it then reports that it was late, not that this one has ended.
    TY_TRY(runWorker(test, workerCommand(test, listener.port(), 0, worker), listener.fd(),
                     Clock::now() + test.within + kPatience));
    return {};
}

base::Result<LinkMeasure> measureAllReduce(const LinkTest& test, const std::filesystem::path& worker) {
    TY_ASSIGN(const std::string printed, runWorker(test, workerCommand(test, test.port, 1, worker),
                                                   std::nullopt, Clock::now() + test.within));
    LinkMeasure measure;
    const auto [end, error] =
        std::from_chars(printed.data(), printed.data() + printed.size(), measure.allReduce);
    if (error != std::errc() || measure.allReduce <= 0)
        return base::fail(base::Code::kInternal,
                          base::say("the worker's answer is not a time: {}", base::printable(printed)),
                          kLinkWorker);
    return measure;
}

}  // namespace trainyard::node
