// SPDX-License-Identifier: Apache-2.0
#include "core/plugin/script.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "core/base/file.h"
#include "core/base/home.h"
#include "core/base/sha256.h"
#include "core/plugin/trust.h"
#include "core/spec/cluster/launch_script.h"

namespace trainyard::plugin {
namespace {

using base::Code;
namespace fs = std::filesystem;

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30;

/// A ZIP archive (APPNOTE 6.3.9) with the entry that torch.jit.save() alone writes, up to the record at its
/// end, which a comment of 65,535 bytes may follow.
bool isWholeScript(std::string_view bytes) {
    constexpr std::string_view kFirst = "PK\x03\x04", kLast = "PK\x05\x06", kEntry = "/constants.pkl";
    constexpr std::size_t kMostTail = 22 + 65535;
    const std::string_view tail = bytes.substr(bytes.size() - std::min(bytes.size(), kMostTail));
    return bytes.starts_with(kFirst) && tail.contains(kLast) && bytes.rfind(kEntry) != bytes.npos;
}

}  // namespace

base::Result<ScriptFile> readScript(const fs::path& file) {
    TY_ASSIGN(std::string bytes, base::readFile(file, kMostBytes));
    if (!isWholeScript(bytes))
        return base::fail(Code::kRefused,
                          base::say("{} is not a complete TorchScript file; torch.jit.script(model).save() "
                                    "writes one",
                                    file.string()),
                          "torchscript.file");
    base::Sha256 hash;
    hash.update(std::as_bytes(std::span(bytes)));
    return ScriptFile{.bytes = std::move(bytes), .sha256 = hash.finish()};
}

base::Result<ScriptFile> readTrustedScript(const fs::path& file) {
    TY_ASSIGN(ScriptFile script, readScript(file));
    TY_ASSIGN(const base::Home home, base::Home::fromEnvironment());
    TY_ASSIGN(const TrustList list, TrustList::load(home));
    if (list.hasScript(script.sha256)) return script;
    std::error_code error;
    const fs::path place = fs::canonical(file, error);
    if (const TrustedScript* then = list.findScript(place))
        return base::fail(notTrustedAnyMore(
            {"TorchScript module", file.filename().string(), file, then->sha256, script.sha256, file},
            "torchscript.changed"));
    return base::fail(
        Code::kRefused,
        base::say("the TorchScript module {} is not trusted (SHA-256 {}); its code would run as you. If "
                  "you know who made it, `trainyard --headless plugins trust {}` trusts it",
                  file.string(), script.sha256, spec::shellWord(file.string())),
        "torchscript.not_trusted");
}

}  // namespace trainyard::plugin
