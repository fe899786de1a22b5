// SPDX-License-Identifier: Apache-2.0
#include "core/plugin/trust.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "core/base/file.h"
#include "core/base/json.h"
#include "core/base/sha256.h"
#include "core/base/text.h"
#include "core/plugin/library.h"
#include "core/spec/cluster/launch_script.h"

namespace trainyard::plugin {
namespace {

using base::Code;
namespace fs = std::filesystem;

constexpr const char* kFile = "plugins.json";
constexpr std::uint64_t kMaxListBytes = 1u << 20;
constexpr std::size_t kBlockBytes = 1u << 18;

base::Result<std::string> sumOf(const fs::path& file) {
    TY_ASSIGN(const base::OpenedFile opened, base::openRegular(file));
    base::Sha256 hash;
    std::vector<std::byte> block(kBlockBytes);
    for (;;) {
        const ssize_t got = ::read(opened.fd.get(), block.data(), block.size());
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return base::fail(base::errnoError(errno, base::say("cannot read {}", file.string())));
        if (got == 0) return hash.finish();
        hash.update(std::span(block).first(static_cast<std::size_t>(got)));
    }
}

/// Who can change the list can have any code run as this user.
base::Status checkOwner(const fs::path& path) {
    struct stat info{};
    if (::stat(path.c_str(), &info) != 0 || !base::mayBeChangedByOthers(info)) return {};
    return base::fail(Code::kPermissionDenied,
                      base::say("the list of trusted plugins is not used, because other users can change "
                                "{} (owner {}, mode {:o}). Make it yours, and run chmod go-w on it",
                                path.string(), info.st_uid, info.st_mode & 07777),
                      "plugin.writable");
}

TrustedPlugin fromJson(const nlohmann::json& entry) {
    return {.id = entry.at("id"),
            .kind = entry.at("kind"),
            .version = entry.at("version"),
            .folder = entry.at("folder").get<std::string>(),
            .sums = {.manifest = entry.at("manifest_sha256"), .library = entry.at("library_sha256")}};
}

base::Status compare(const Manifest& manifest, const fs::path& file, const std::string& then) {
    TY_ASSIGN(const std::string now, sumOf(file));
    if (now == then) return {};
    return base::fail(
        notTrustedAnyMore({manifest.kind, manifest.id, file, then, now, manifest.folder}, "plugin.changed"));
}

}  // namespace

base::Result<TrustedPlugin> examine(const fs::path& folder) {
    std::error_code error;
    const fs::path place = fs::canonical(folder, error);
    if (error)
        return base::fail(
            base::errnoError(error.value(), base::say("cannot open {}", base::printable(folder.string()))));
    TY_ASSIGN(const Manifest manifest, readManifest(place));
    TY_TRY(checkLibrary(manifest));
    TY_ASSIGN(std::string manifestSum, sumOf(place / "manifest.json"));
    TY_ASSIGN(std::string librarySum, sumOf(manifest.libraryPath()));
    return TrustedPlugin{.id = manifest.id,
                         .kind = manifest.kind,
                         .version = manifest.version,
                         .folder = place,
                         .sums = {.manifest = std::move(manifestSum), .library = std::move(librarySum)}};
}

base::Result<TrustList> TrustList::load(const base::Home& home) {
    TrustList list;
    const fs::path file = home.root() / kFile;
    const auto text = base::readFile(file, kMaxListBytes);
    if (!text && text.error().code == Code::kNotFound) return list;
    if (!text) return base::fail(text.error());
    TY_TRY(checkOwner(home.root()));
    TY_TRY(checkOwner(file));
    TY_ASSIGN(const nlohmann::json tree, base::parseJson(*text, base::Words::plain(file.string())));
    try {
        for (const nlohmann::json& entry : tree.at("trusted")) list.plugins_.push_back(fromJson(entry));
        for (const nlohmann::json& entry : tree.value("scripts", nlohmann::json::array()))
            list.scripts_.push_back({entry.at("file").get<std::string>(), entry.at("sha256")});
    } catch (const nlohmann::json::exception& thrown) {
        return base::fail(
            Code::kDataLoss,
            base::say("{} is not a list of trusted plugins: {}; remove it, and trust them again",
                      file.string(), base::whyInvalid(thrown)),
            "plugin.trust_list");
    }
    return list;
}

const TrustedPlugin* TrustList::find(const std::string& id) const {
    const auto found = std::ranges::find(plugins_, id, &TrustedPlugin::id);
    return found == plugins_.end() ? nullptr : &*found;
}

void TrustList::add(TrustedPlugin plugin) {
    remove(plugin.id);
    plugins_.push_back(std::move(plugin));
}

bool TrustList::remove(const std::string& id) {
    return std::erase_if(plugins_, [&](const TrustedPlugin& plugin) { return plugin.id == id; }) > 0;
}

const TrustedScript* TrustList::findScript(const fs::path& file) const {
    const auto found = std::ranges::find(scripts_, file, &TrustedScript::file);
    return found == scripts_.end() ? nullptr : &*found;
}

bool TrustList::hasScript(const std::string& sha256) const {
    return std::ranges::find(scripts_, sha256, &TrustedScript::sha256) != scripts_.end();
}

void TrustList::add(TrustedScript script) {
    removeScript(script.file);
    scripts_.push_back(std::move(script));
}

bool TrustList::removeScript(const fs::path& file) {
    return std::erase_if(scripts_, [&](const TrustedScript& script) { return script.file == file; }) > 0;
}

base::Status TrustList::save(const base::Home& home) const {
    nlohmann::json trusted = nlohmann::json::array();
    for (const TrustedPlugin& plugin : plugins_)
        trusted.push_back({{"id", plugin.id},
                           {"kind", plugin.kind},
                           {"version", plugin.version},
                           {"folder", plugin.folder.string()},
                           {"manifest_sha256", plugin.sums.manifest},
                           {"library_sha256", plugin.sums.library}});
    nlohmann::json scripts = nlohmann::json::array();
    for (const TrustedScript& script : scripts_)
        scripts.push_back({{"file", script.file.string()}, {"sha256", script.sha256}});
    TY_TRY(home.prepare());
    const nlohmann::json tree{{"trusted", std::move(trusted)}, {"scripts", std::move(scripts)}};
    return base::writeFileAtomically(home.root() / kFile, base::jsonText(tree, 1) + "\n", 0600);
}

base::Error notTrustedAnyMore(const ChangedFile& changed, std::string errorId) {
    return {Code::kRefused,
            base::say("the {} {} is not trusted any more, because {} has changed (SHA-256 {} "
                      "then, {} now); `trainyard --headless plugins trust {}` trusts it again",
                      base::Words::known(changed.kind), changed.id, changed.file.string(), changed.then,
                      changed.now, spec::shellWord(changed.trustAgain.string())),
            std::move(errorId)};
}

base::Status checkTrusted(const Manifest& manifest) {
    if (!manifest.trusted) return {};
    TY_TRY(compare(manifest, manifest.folder / "manifest.json", manifest.trusted->manifest));
    return compare(manifest, manifest.libraryPath(), manifest.trusted->library);
}

}  // namespace trainyard::plugin
