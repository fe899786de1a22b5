// SPDX-License-Identifier: Apache-2.0
#include "core/node/remote/ssh_address.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>

#include "core/base/text.h"

namespace trainyard::node {
namespace {

constexpr std::string_view kScheme = "ssh://";
constexpr std::size_t kLongestShown = 200;
constexpr int kMostPort = 65535;

base::Error badAddress(std::string_view text, const base::Words& why) {
    return {base::Code::kInvalidArgument,
            base::say("{} is not the address of a node: {}; expected HOST, USER@HOST or "
                      "ssh://USER@HOST:PORT",
                      base::printable(base::shortened(text, kLongestShown)), why),
            "node.target"};
}

/// 0: none.
int portOf(std::string_view text) {
    int port = 0;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), port);
    return failed == std::errc() && end == text.data() + text.size() && port <= kMostPort ? std::max(port, 0)
                                                                                          : 0;
}

/// What ssh refuses in a host, in a URI (misc.c, valid_domain) and elsewhere (ssh.c, valid_hostname).
bool mayBeIn(char c, bool isUri) {
    const auto byte = static_cast<unsigned char>(c);
    if (isUri) return std::isalnum(byte) || c == '.' || c == '-' || c == '_';
    return !std::iscntrl(byte) && !std::isspace(byte) &&
           std::string_view("'`\"$\\;&<>|(){}@/,").find(c) == std::string_view::npos;
}

std::optional<base::Words> faultOfHost(std::string_view host, bool isUri) {
    if (host.empty()) return "the name of the host is missing";
    const std::string shown = base::printable(base::shortened(host, kLongestShown));
    if (host.starts_with('-')) return base::say("the name of the host, {}, begins with a hyphen", shown);
    const bool isWhole = std::ranges::all_of(host, [=](char c) { return mayBeIn(c, isUri); });
    if (!isWhole || base::hiddenCharacter(host) ||
        (isUri && (host.starts_with('.') || host.find("..") != host.npos)))
        return base::say("{} cannot be the name of a host", shown);
    return std::nullopt;
}

std::optional<base::Words> faultOfUser(std::string_view user) {
    if (user.empty()) return "the name of the user, before the @, is missing";
    const bool hasSpace = std::ranges::any_of(user, [](char c) { return c == ' '; });
    if (!hasSpace && !user.starts_with('-') && !base::hiddenCharacter(user)) return std::nullopt;
    return base::say("{} cannot be the name of a user",
                     base::printable(base::shortened(user, kLongestShown)));
}

/// Cuts ":22" and what follows it off a host of a URI.
std::optional<base::Words> takePort(std::string_view& host, int& port) {
    const std::size_t colon = host.find(':');
    if (colon == host.npos) return std::nullopt;
    const std::string_view text = host.substr(colon + 1);
    host = host.substr(0, colon);
    port = portOf(text);
    if (port > 0) return std::nullopt;
    if (text.empty()) return "the port, after the colon, is missing";
    return base::say("its port, {}, is not a number from 1 to {}",
                     base::printable(base::shortened(text, kLongestShown)), kMostPort);
}

}  // namespace

base::Result<SshAddress> parseSshAddress(std::string_view text) {
    std::string_view host = text;
    const bool isUri = host.starts_with(kScheme);
    if (isUri) host.remove_prefix(kScheme.size());
    SshAddress address;
    if (const std::size_t at = host.rfind('@'); at != host.npos) {
        address.user = host.substr(0, at);
        host.remove_prefix(at + 1);
        if (const auto fault = faultOfUser(address.user)) return base::fail(badAddress(text, *fault));
    }
    if (isUri && host.starts_with('['))
        return base::fail(badAddress(text,
                                     "ssh takes no IPv6 address in a URI: leave out ssh:// and the brackets, "
                                     "and set the port in the configuration of ssh"));
    if (const std::size_t slash = host.find('/'); isUri && slash != host.npos)
        return base::fail(
            badAddress(text, base::say("{}, after the host, has no meaning",
                                       base::printable(base::shortened(host.substr(slash), kLongestShown)))));
    std::optional<base::Words> fault;
    if (isUri) fault = takePort(host, address.port);
    if (!fault) fault = faultOfHost(host, isUri);
    if (fault) return base::fail(badAddress(text, *fault));
    // An address of IPv6 has more than one.
    if (const std::size_t colon = host.find(':'); colon != host.npos && host.rfind(':') == colon)
        return base::fail(badAddress(text, base::say("a port is given as ssh://{}{}{}", address.user,
                                                     address.user.empty() ? "" : "@", host)));
    address.host = host;
    return address;
}

}  // namespace trainyard::node
