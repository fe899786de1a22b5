// SPDX-License-Identifier: Apache-2.0
// Plugins: what is found, and which are trusted in other folders; trusted TorchScript files. Needs no agent.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <cctype>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "app/headless/commands.h"
#include "app/headless/event_json.h"
#include "app/headless/layout.h"
#include "app/headless/ssh_answers.h"
#include "core/base/home.h"
#include "core/base/text.h"
#include "core/plugin/catalog.h"
#include "core/plugin/library.h"
#include "core/plugin/script.h"
#include "core/plugin/trust.h"

namespace trainyard::headless {
namespace {

using base::printable;

std::string rolesText(const spec::StrategyInfo& strategy) {
    std::string text;
    for (const auto& [name, role] : strategy.roles) {
        const std::string most = role.max > 0 ? std::to_string(role.max) : "n";
        text += fmt::format("{}{} {}…{}", text.empty() ? "" : ", ", printable(name), role.min, most);
    }
    return text;
}

Json pluginJson(const plugin::Manifest& manifest) {
    Json roles = Json::object();
    for (const auto& [name, role] : manifest.strategy.roles)
        roles[name] = {{"min", role.min}, {"max", role.max}, {"completes", role.completes}};
    Json json = {{"id", manifest.id},
                 {"kind", manifest.kind},
                 {"version", manifest.version},
                 {"sdk_version", manifest.sdkVersion},
                 {"torch_version", manifest.torchVersion},
                 {"topology", manifest.topology},
                 {"title", manifest.title},
                 {"roles", std::move(roles)},
                 {"options", manifest.strategy.optionsSchema},
                 {"folder", manifest.folder.string()}};
    if (manifest.trusted) json["trusted"] = plugin::checkTrusted(manifest).has_value();
    return json;
}

Json scriptJson(const plugin::TrustedScript& script) {
    return {{"id", script.file.string()},
            {"kind", "torchscript"},
            {"file", script.file.string()},
            {"sha256", script.sha256}};
}

Json trustedJson(const plugin::TrustedPlugin& plugin) {
    return {{"id", plugin.id},
            {"kind", plugin.kind},
            {"version", plugin.version},
            {"folder", plugin.folder.string()},
            {"manifest_sha256", plugin.sums.manifest},
            {"library_sha256", plugin.sums.library}};
}

std::string titleOf(const plugin::Manifest& manifest) {
    const auto title = manifest.title.find("en");
    return title != manifest.title.end() && title->is_string() ? printable(title->get<std::string>()) : "";
}

/// None where the list cannot be read, which the catalogue has said.
std::vector<plugin::TrustedScript> trustedScripts() {
    const auto home = base::Home::fromEnvironment();
    const auto list = home ? plugin::TrustList::load(*home) : base::fail(home.error());
    return list ? list->scripts() : std::vector<plugin::TrustedScript>();
}

/// What a plugin that is found is left out for.
base::Status checkShown(const plugin::Manifest& manifest) {
    TY_TRY(plugin::checkTrusted(manifest));
    return plugin::checkVersions(manifest);
}

int pluginsCommand(const Options& options, Console& console) {
    const plugin::Catalog catalog = plugin::Catalog::load();
    const auto leaveOut = [&](const base::Error& broken) {
        console.printError(
            fmt::format("trainyard: a plugin is left out: {}\n", base::printableLines(broken.describe())));
    };
    for (const base::Error& broken : catalog.broken()) leaveOut(broken);
    for (const plugin::Manifest& manifest : catalog.plugins())
        if (const auto usable = checkShown(manifest); !usable) leaveOut(usable.error());
    if (options.isJson) {
        Json list = Json::array();
        for (const plugin::Manifest& manifest : catalog.plugins()) list.push_back(pluginJson(manifest));
        for (const plugin::TrustedScript& script : trustedScripts()) {
            list.push_back(scriptJson(script));
            list.back()["trusted"] = plugin::readTrustedScript(script.file).has_value();
        }
        console.print(toLine(list));
        return finish(options, console);
    }
    Table table{{"id", "kind", "version", "title", "roles", "folder"},
                {false, false, false, false, false, false},
                {}};
    for (const plugin::Manifest& manifest : catalog.plugins())
        if (checkShown(manifest))
            table.rows.push_back({printable(manifest.id), manifest.kind, printable(manifest.version),
                                  titleOf(manifest), rolesText(manifest.strategy),
                                  printable(manifest.folder.string())});
    for (const plugin::TrustedScript& script : trustedScripts()) {
        if (const auto usable = plugin::readTrustedScript(script.file); usable)
            table.rows.push_back({printable(script.file.string()), "torchscript", "", "", "", ""});
        else
            leaveOut(usable.error());
    }
    console.print(table.text());
    return finish(options, console);
}

/// A line typed at the terminal; only `y` or `yes` agrees.
bool isAgreed() {
    std::string typed;
    for (char c = 0; ::read(STDIN_FILENO, &c, 1) == 1 && c != '\n';)
        typed += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return typed == "y" || typed == "yes";
}

std::string describe(const plugin::TrustedPlugin& plugin) {
    return fmt::format("{} {} {}\n  folder            {}\n  SHA-256 manifest  {}\n  SHA-256 library   {}\n",
                       plugin.kind, printable(plugin.id), printable(plugin.version),
                       printable(plugin.folder.string()), plugin.sums.manifest, plugin.sums.library);
}

std::string describe(const plugin::TrustedScript& script) {
    return fmt::format("TorchScript module {}\n  SHA-256  {}\n", printable(script.file.string()),
                       script.sha256);
}

/// Shows it and lets the user agree; why not, where that did not happen.
template <class Trusted>
base::Status confirm(const Trusted& shown, const Trusted* before, const Options& options, Console& console) {
    if (before)
        console.printError(
            fmt::format("Trusted until now:\n{}It would be replaced by:\n", describe(*before)));
    console.printError(describe(shown));
    if (options.isAgreed) return {};
    if (!options.isJson && canAsk()) {
        console.printError("Its code would run with all of your rights. Trust it? [y/N] ");
        if (isAgreed()) return {};
        return base::fail(base::Code::kRefused, "nothing was trusted", "plugin.not_confirmed");
    }
    return base::fail(base::Code::kRefused,
                      "nothing was trusted: its code would run with all of your rights; add --yes, or "
                      "run this command at a terminal",
                      "plugin.not_confirmed");
}

base::Result<plugin::TrustedPlugin> trust(const Options& options, Console& console) {
    TY_ASSIGN(const base::Home home, base::Home::fromEnvironment());
    TY_ASSIGN(plugin::TrustList list, plugin::TrustList::load(home));
    TY_ASSIGN(plugin::TrustedPlugin plugin, plugin::examine(options.file));
    const plugin::TrustedPlugin* before = list.find(plugin.id);
    if (before && *before == plugin) return plugin;
    const plugin::Catalog catalog = plugin::Catalog::load();
    const plugin::Manifest* other = catalog.find(plugin.id);
    std::error_code gone;
    if (other && !other->trusted && !std::filesystem::equivalent(other->folder, plugin.folder, gone))
        return base::fail(base::Code::kAlreadyExists,
                          base::say("the plugin id `{}` is already used by {}, where plugins are searched; "
                                    "that one would be used all the same",
                                    plugin.id, other->folder.string()),
                          "plugin.duplicate");
    TY_TRY(confirm(plugin, before, options, console));
    list.add(plugin);
    TY_TRY(list.save(home));
    return plugin;
}

/// A file is a TorchScript module, a folder a plugin.
base::Result<plugin::TrustedScript> trustScript(const Options& options, Console& console) {
    TY_ASSIGN(const base::Home home, base::Home::fromEnvironment());
    TY_ASSIGN(plugin::TrustList list, plugin::TrustList::load(home));
    TY_ASSIGN(plugin::ScriptFile read, plugin::readScript(options.file));
    std::error_code error;
    const std::filesystem::path file = std::filesystem::canonical(options.file, error);
    if (error)
        return base::fail(
            base::errnoError(error.value(), base::say("cannot open {}", printable(options.file))));
    plugin::TrustedScript script{file, std::move(read.sha256)};
    const plugin::TrustedScript* before = list.findScript(file);
    if (before && *before == script) return script;
    TY_TRY(confirm(script, before, options, console));
    list.add(script);
    TY_TRY(list.save(home));
    return script;
}

int finishTrust(const Options& options, Console& console, const Json& json, const std::string& what) {
    console.print(options.isJson ? toLine(json) : fmt::format("{} is trusted\n", printable(what)));
    return finish(options, console);
}

int trustCommand(const Options& options, Console& console) {
    std::error_code error;
    const auto status = std::filesystem::status(options.file, error);
    if (std::filesystem::exists(status) && !std::filesystem::is_directory(status)) {
        const auto script = trustScript(options, console);
        if (!script) return report(options, console, script.error());
        return finishTrust(options, console, scriptJson(*script), script->file.string());
    }
    const auto trusted = trust(options, console);
    if (!trusted) return report(options, console, trusted.error());
    return finishTrust(options, console, trustedJson(*trusted), trusted->id);
}

base::Status distrust(const std::string& id) {
    TY_ASSIGN(const base::Home home, base::Home::fromEnvironment());
    TY_ASSIGN(plugin::TrustList list, plugin::TrustList::load(home));
    std::error_code error;
    if (list.remove(id) || list.removeScript(id) || list.removeScript(std::filesystem::canonical(id, error)))
        return list.save(home);
    std::vector<std::string> known;
    for (const plugin::TrustedPlugin& plugin : list.plugins()) known.push_back(plugin.id);
    for (const plugin::TrustedScript& script : list.scripts()) known.push_back(script.file.string());
    return base::fail(base::Code::kNotFound,
                      base::say("no plugin `{}` has been trusted (trusted are: {}); a plugin in a folder "
                                "that is searched needs no trust: delete it there",
                                id, known.empty() ? "none" : fmt::format("{}", fmt::join(known, ", "))),
                      "plugin.not_trusted");
}

int distrustCommand(const Options& options, Console& console) {
    if (const auto done = distrust(options.name); !done) return report(options, console, done.error());
    console.print(options.isJson ? toLine({{"id", options.name}})
                                 : fmt::format("{} is not trusted any more\n", printable(options.name)));
    return finish(options, console);
}

}  // namespace

void addPlugins(CommandLine& line) {
    Options& options = line.options();
    CLI::App* plugins = line.add("plugins", "list the installed plugins", pluginsCommand);
    CLI::App* trusting = line.add(
        *plugins, "trust", "use the plugin in a folder, or a TorchScript file, as it is now", trustCommand);
    trusting->add_option("PATH", options.file, "the folder with its manifest.json, or the file")->required();
    CommandLine::addSwitch(trusting, "--yes", options.isAgreed, "do not ask");
    line.add(*plugins, "distrust", "use a trusted plugin or TorchScript file no longer", distrustCommand)
        ->add_option("ID", options.name, "its id, or the file")
        ->required();
}

}  // namespace trainyard::headless
