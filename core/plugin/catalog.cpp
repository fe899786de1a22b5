// SPDX-License-Identifier: Apache-2.0
#include "core/plugin/catalog.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <map>
#include <mutex>

#include "core/base/check.h"
#include "core/base/file.h"
#include "core/base/home.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/plugin/trust.h"
#include "core/spec/schema/schema.h"
#include "core/spec/schema/schema_text.h"

namespace trainyard::plugin {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
constexpr std::uint64_t kMaxManifestBytes = 1u << 20;

const json& manifestSchema() {
    static const json schema = [] {
        auto expanded = spec::expandSchema(spec::manifestSchemaText());
        TY_CHECK(expanded.has_value(), "resources/schema/manifest.schema.json is broken");
        return std::move(*expanded);
    }();
    return schema;
}

spec::StrategyInfo::Role roleOf(const json& role) {
    return {.min = role["min"],
            .max = role["max"],
            .isReplica = role["replica"],
            .restartsGroup = role["restart"] == "group",
            .completes = role["completes"]};
}

/// Folders inside `folder` that hold a manifest, by name.
std::vector<fs::path> pluginFolders(const fs::path& folder) {
    std::vector<fs::path> found;
    std::error_code missing;  // a place that does not exist holds no plugins
    for (fs::directory_iterator entry(folder, missing), end; !missing && entry != end;
         entry.increment(missing)) {
        std::error_code unreadable;
        if (fs::exists(entry->path() / "manifest.json", unreadable)) found.push_back(entry->path());
    }
    std::sort(found.begin(), found.end());
    return found;
}

/// What a file is and when it was last changed.
struct FileState {
    dev_t device = 0;
    ino_t inode = 0;
    off_t size = 0;
    std::int64_t changed = 0;  ///< ns since 1970; unlike the time of modification, no program sets it

    bool operator==(const FileState&) const = default;
};

constexpr std::int64_t kNsPerSecond = 1'000'000'000;

std::optional<FileState> stateOf(const fs::path& file) {
    struct stat found{};
    if (::stat(file.c_str(), &found) != 0) return std::nullopt;
    return FileState{found.st_dev, found.st_ino, found.st_size,
                     std::int64_t{found.st_ctim.tv_sec} * kNsPerSecond + found.st_ctim.tv_nsec};
}

/// Whether a file may be changed once more without a change of its state: the kernel's clock for that has
/// ticks.
bool isFresh(const FileState& state) {
    timespec now{};
    ::clock_gettime(CLOCK_REALTIME, &now);
    return std::int64_t{now.tv_sec} * kNsPerSecond + now.tv_nsec - state.changed < kNsPerSecond;
}

/// The manifests that this process has read: a check takes as long as the rest of a start, and each run asks
/// for all of them several times. [any]
class ReadManifests {
  public:
    /// As readManifest(); from the file only where it is another one than before.
    base::Result<Manifest> read(const fs::path& folder) {
        const auto state = stateOf(folder / "manifest.json");
        {
            std::lock_guard lock(mutex_);
            const auto known = known_.find(folder);
            if (state && known != known_.end() && known->second.state == *state)
                return known->second.manifest;
        }
        auto manifest = readManifest(folder);
        if (!manifest || !state || isFresh(*state)) return manifest;
        std::lock_guard lock(mutex_);
        known_.insert_or_assign(folder, Known{*state, *manifest});
        return manifest;
    }

  private:
    struct Known {
        FileState state;  ///< before it was read
        Manifest manifest;
    };
    std::mutex mutex_;
    std::map<fs::path, Known> known_;
};

ReadManifests& readManifests() {
    static ReadManifests manifests;
    return manifests;
}

}  // namespace

base::Result<Manifest> readManifest(const fs::path& folder) {
    const fs::path file = folder / "manifest.json";
    const auto refuse = [&](const base::Words& why) {
        return base::fail(base::Code::kInvalidArgument,
                          base::say("{}: {}", base::printable(file.string()), why), "plugin.manifest");
    };
    TY_ASSIGN(const std::string text, base::readFile(file, kMaxManifestBytes));
    auto parsed = base::parseJson(text, base::Words::plain(base::printable(file.string())));
    if (!parsed)
        return base::fail(base::Code::kInvalidArgument, std::move(parsed).error().message, "plugin.manifest");
    json tree = std::move(*parsed);
    // Ordered, so that a form shows the options as their author wrote them.
    const auto ordered = nlohmann::ordered_json::parse(text);
    if (const auto findings =
            spec::complete(manifestSchema(), tree, [](const auto&, const auto& value) { return value; });
        !findings.empty())
        return refuse(
            findings.front().path.empty()
                ? findings.front().message
                : base::say("{}: {}", base::printable(findings.front().path), findings.front().message));
    if (tree["kind"] == "strategy" && tree["roles"].empty())
        return refuse("roles: a strategy names the roles it has");
    auto options = spec::expandSchema(ordered["options"].dump());
    if (!options) return refuse(base::say("options: {}", options.error().message));
    json defaults = json::object();
    if (const auto findings =
            spec::complete(*options, defaults, [](const auto&, const auto& value) { return value; });
        !findings.empty())
        return refuse(base::say("the default of options.{}: {}", base::printable(findings.front().path),
                                findings.front().message));
    Manifest manifest;
    manifest.id = tree["id"];
    manifest.kind = tree["kind"];
    manifest.version = tree["version"];
    manifest.sdkVersion = tree["sdk"];
    manifest.torchVersion = tree["torch"];
    manifest.library = tree["library"];
    manifest.topology = tree["topology"];
    manifest.bytesPerStep = tree["bytes_per_step"]["per_replica"];
    manifest.reads = tree["reads"].get<std::vector<std::string>>();
    manifest.hasEvaluation = tree["evaluates"];
    manifest.runsOnAll = tree["runs_on"] == "all";
    manifest.hasBatches = tree["batches"];
    manifest.hasClosures = tree["closures"];
    manifest.layer = tree["layer"];
    manifest.dataset = tree["dataset"];
    manifest.title = tree["title"];
    manifest.help = tree["help"];
    manifest.strategy.id = manifest.id;
    manifest.isCoordinated = tree["coordinated"];
    const json& devices = tree["devices"];
    manifest.strategy.isForGpus = std::ranges::find(devices, json("cuda")) != devices.end();
    manifest.strategy.optionsSchema = std::move(*options);
    manifest.strategy.maxTasks = tree["tasks"]["max"];
    for (const auto& role : tree["roles"].items()) manifest.strategy.roles[role.key()] = roleOf(role.value());
    manifest.folder = folder;
    return manifest;
}

Catalog Catalog::load() {
    const fs::path prefix = base::programFolder().parent_path();
    std::vector<fs::path> folders = pluginFolders(prefix / "plugins/strategies");
    for (const char* place : {"plugins/programs", "plugins/callbacks", "plugins/layers", "plugins/datasets",
                              "lib/trainyard/plugins"})
        for (const fs::path& folder : pluginFolders(prefix / place)) folders.push_back(folder);
    const char* more = std::getenv("TRAINYARD_PLUGIN_PATH");
    std::string_view list = more ? more : "";
    while (!list.empty()) {
        const std::size_t end = std::min(list.find(':'), list.size());
        if (end > 0) {
            const fs::path place(list.substr(0, end));
            std::error_code unreadable;
            if (fs::exists(place / "manifest.json", unreadable)) folders.push_back(place);
            for (const fs::path& folder : pluginFolders(place)) folders.push_back(folder);
        }
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    Catalog catalog = loadFrom(folders);
    catalog.addTrusted();
    return catalog;
}

Catalog Catalog::loadFrom(const std::vector<fs::path>& folders) {
    Catalog catalog;
    for (const fs::path& folder : folders) {
        auto manifest = readManifests().read(folder);
        if (manifest)
            catalog.add(std::move(*manifest));
        else
            catalog.broken_.push_back(manifest.error());
    }
    return catalog;
}

void Catalog::addTrusted() {
    const auto home = base::Home::fromEnvironment();
    if (!home) return;  // without a home there is no list in it
    const auto list = TrustList::load(*home);
    if (!list) {
        broken_.push_back(list.error());
        return;
    }
    for (const TrustedPlugin& trusted : list->plugins()) {
        // One that is found without being trusted is as usable as before.
        const bool isFound = std::ranges::any_of(plugins_, [&](const Manifest& one) {
            std::error_code gone;
            return fs::equivalent(one.folder, trusted.folder, gone);
        });
        if (isFound) continue;
        auto manifest = readManifests().read(trusted.folder);
        if (!manifest) {
            broken_.push_back({manifest.error().code,
                               base::say("the trusted plugin {} cannot be read ({}); `trainyard --headless "
                                         "plugins distrust {}` takes it off the list",
                                         base::printable(trusted.id), manifest.error().words(),
                                         base::printable(trusted.id)),
                               manifest.error().id});
            continue;
        }
        manifest->trusted = trusted.sums;
        add(std::move(*manifest));
    }
}

void Catalog::add(Manifest manifest) {
    const Manifest* first = find(manifest.id);
    if (!first) {
        plugins_.push_back(std::move(manifest));
        return;
    }
    broken_.push_back({base::Code::kAlreadyExists,
                       base::say("{}: the plugin id `{}` is already used by {}; this plugin is ignored",
                                 base::printable(manifest.folder.string()), manifest.id,
                                 base::printable(first->folder.string())),
                       "plugin.duplicate"});
}

const Manifest* Catalog::find(const std::string& id) const {
    const auto found =
        std::find_if(plugins_.begin(), plugins_.end(), [&](const Manifest& m) { return m.id == id; });
    return found == plugins_.end() ? nullptr : &*found;
}

spec::StrategyInfos Catalog::strategies() const {
    spec::StrategyInfos infos;
    for (const Manifest& manifest : plugins_)
        if (manifest.kind == "strategy") infos[manifest.id] = manifest.strategy;
    return infos;
}

spec::LayerInfos Catalog::layers() const {
    spec::LayerInfos infos;
    for (const Manifest& manifest : plugins_)
        if (manifest.kind == "layer") infos[manifest.id] = {manifest.layer, manifest.strategy.optionsSchema};
    return infos;
}

}  // namespace trainyard::plugin
