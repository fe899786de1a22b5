// SPDX-License-Identifier: Apache-2.0
#include "core/node/remote/remote_shell.h"

#include <fmt/format.h>

#include <algorithm>

namespace trainyard::node {
namespace {

/// As base::Home::fromEnvironment().
constexpr std::string_view kHome = "h=${TRAINYARD_HOME:-${XDG_DATA_HOME:-$HOME/.local/share}/trainyard}; ";

/// Of the lines of a script; `read` takes one.
std::string joined(std::string script) {
    std::ranges::replace(script, '\n', ' ');
    return script;
}

}  // namespace

std::string attachScript(const std::string& bundle, std::string_view start) {
    const std::string option = start == kStartAlways ? "" : fmt::format(" --start {}", start);
    const std::string none = start == kStartNever ? std::string(kStdioNone.substr(0, kStdioNone.size() - 1))
                                                  : fmt::format("{}; IFS= read -r s && eval \"$s\"", kLacks);
    return joined(fmt::format(R"sh({home}
a="$h/bundles/{bundle}/bin/trainyard-agent"; if [ -x "$a" ]; then exec "$a" --stdio{option}; fi;
if [ "$(trainyard-agent --version 2>/dev/null)" = "trainyard-agent {version}" ]; then exec trainyard-agent --stdio{option}; fi;
echo {none})sh",
                              fmt::arg("home", kHome), fmt::arg("bundle", bundle), fmt::arg("option", option),
                              fmt::arg("version", TRAINYARD_VERSION), fmt::arg("none", none)));
}

// Of a stream that is cut off gzip(1) writes what it can unpack, and complains about its input.
// A receiver that was cut off may still write what had arrived before: so its file is copied, not shared. Of
// a file that grows, a copy is a beginning.
std::string receiveScript(const Parcel& parcel) {
    constexpr std::uint64_t kKib = 1024;
    const std::uint64_t bytes = parcel.archive.size();
    return joined(fmt::format(
        R"sh({home} umask 077; d="$h/{place}"; f="$d/{name}"; p="$f.part.$$"; n="$f.new.$$";
refuse() {{ rm -rf "$n"; echo {refused}$*; exit 1; }};
if [ -d "$f" ]; then echo {done}; exit 0; fi;
m=$(uname -m); [ "$m" = {machine} ] || refuse machine $m;
command -v gzip >/dev/null || refuse gzip;
e=$(mkdir -p "$d" 2>&1 && touch "$n" 2>&1) || refuse folder $e;
for x in "$f".new.* "$f".old.*; do kill -0 "${{x##*.}}" 2>/dev/null || rm -rf "$x"; done; rm -f "$n" "$f";
for x in "$f".part.*; do if [ -f "$x" ]; then cp "$x" "$f.old.$$" 2>/dev/null; rm -f "$x"; mv "$f.old.$$" "$p"; fi; done;
set -f; touch "$p";
{find}
o=$(wc -c <"$p"); if [ "$o" -gt {bytes} ]; then rm -f "$p"; o=0; fi;
k=$(df -Pk "$d" | {{ read -r x; read -r a b c k x; echo "$k"; }});
if [ "$k" -lt $(({kib} - o / 1024)) ]; then [ "$o" -gt 0 ] || rm -f "$p"; refuse space $k; fi;
echo {send}$o;
e=$(LC_ALL=C gzip -dc 2>&1 >>"$p") || case $e in *stdin*|*"end of file"*|*"short read"*) exit 1;; *) rm -f "$p"; refuse write $e;; esac;
o=$(wc -c <"$p"); [ "$o" -eq {bytes} ] || exit 1;
s=$(sha256sum <"$p"); if [ "${{s%% *}}" != {hash} ]; then rm -f "$p"; refuse damaged; fi;
e=$(mkdir "$n" 2>&1 && tar -xof "$p" -C "$n" 2>&1) || {{ rm -f "$p"; refuse write $e; }};
rm -f "$p"; e=$( {check} 2>&1) || refuse run $e;
sync; if [ -d "$f" ]; then rm -rf "$n"; else mv "$n" "$f"; fi; echo {done})sh",
        fmt::arg("home", kHome), fmt::arg("place", parcel.place), fmt::arg("name", parcel.name),
        fmt::arg("refused", kRefused), fmt::arg("done", kDone), fmt::arg("machine", TRAINYARD_MACHINE),
        fmt::arg("find", parcel.find), fmt::arg("bytes", bytes),
        fmt::arg("kib", (bytes + parcel.unpackedBytes) / kKib + 1), fmt::arg("send", kSend),
        fmt::arg("hash", parcel.hash), fmt::arg("check", parcel.check)));
}

}  // namespace trainyard::node
