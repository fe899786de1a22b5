// SPDX-License-Identifier: Apache-2.0
#include "core/plugin/catalog.h"

#include <gtest/gtest.h>

#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

#include "core/base/fd.h"
#include "core/base/file.h"
#include "core/plugin/callback.h"
#include "core/plugin/dataset.h"
#include "core/plugin/library.h"
#include "core/plugin/program.h"
#include "plugins/sdk/version.h"
#include "tests/support/temp_home.h"

namespace trainyard::plugin {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

const fs::path kMirrored = TRAINYARD_SOURCE_DIR "/plugins/strategies/multi_worker_mirrored";

const std::string kTorch = "2.11.0";

/// A temporary folder, deleted afterwards.
class CatalogTest : public testing::Test {
  protected:
    json manifest() const { return json::parse(base::readFile(kMirrored / "manifest.json").value()); }
    fs::path put(const std::string& name, const std::string& text) const {
        fs::create_directories(folder_ / name);
        EXPECT_TRUE(base::writeFileAtomically(folder_ / name / "manifest.json", text));
        return folder_ / name;
    }
    TempHome tempHome_;
    const fs::path& folder_ = tempHome_.path();
};

TEST_F(CatalogTest, ReadsOurManifest) {
    const auto read = readManifest(kMirrored);
    ASSERT_TRUE(read) << read.error().describe();
    EXPECT_EQ(read->id, "multi_worker_mirrored");
    EXPECT_EQ(read->sdkVersion, std::to_string(sdk::kSdkVersion));
    EXPECT_EQ(read->torchVersion, "2.11.0");
    EXPECT_EQ(read->topology, "ring");
    EXPECT_EQ(read->bytesPerStep, "2*(p-1)/n*parameters*4");
    EXPECT_EQ(read->libraryPath(), kMirrored / "libmulti_worker_mirrored.so");
    const auto& roles = read->strategy.roles;
    EXPECT_EQ(roles.at("chief").max, 1);
    EXPECT_TRUE(roles.at("chief").isReplica && roles.at("chief").completes &&
                roles.at("chief").restartsGroup);
    EXPECT_EQ(roles.at("worker").min, 1);
    EXPECT_EQ(roles.at("worker").max, 0);
    EXPECT_FALSE(roles.at("evaluator").isReplica || roles.at("evaluator").restartsGroup ||
                 roles.at("evaluator").completes);
    EXPECT_FALSE(roles.contains("ps"));
    EXPECT_EQ(read->strategy.optionsSchema["x-order"],
              (json{"communication", "bytes_per_pack", "timeout_seconds", "replicas"}));
}

TEST_F(CatalogTest, EveryManifestHereNamesTheVersionsOfThisProgram) {
    int manifests = 0;
    for (const char* place : {"plugins/strategies", "plugins/programs", "tests/e2e/consumer"})
        for (const auto& entry : fs::directory_iterator(fs::path(TRAINYARD_SOURCE_DIR) / place)) {
            if (!fs::exists(entry.path() / "manifest.json")) continue;
            ++manifests;
            const auto read = readManifest(entry.path());
            ASSERT_TRUE(read) << read.error().describe();
            EXPECT_EQ(read->sdkVersion, std::to_string(sdk::kSdkVersion)) << entry.path();
            const auto versions = checkVersions(*read);
            EXPECT_TRUE(versions) << versions.error().describe();
        }
    EXPECT_GE(manifests, 16);
}

TEST_F(CatalogTest, APluginForOtherVersionsIsRefusedWithBothNumbers) {
    Manifest manifest;
    manifest.id = "ring";
    manifest.kind = "strategy";
    manifest.library = "libring.so";
    manifest.folder = put("ring", "{}");
    ASSERT_TRUE(base::writeFileAtomically(manifest.libraryPath(), "elf"));
    const std::string sdk = std::to_string(sdk::kSdkVersion);
    const struct {
        std::string sdk, torch, id, said;
    } kCases[] = {
        {"3", kTorch, "plugin.sdk_version", "is for the SDK 3, this is " + sdk},
        {"99", kTorch, "plugin.sdk_version", "is for the SDK 99, this is " + sdk},
        {sdk, "1.0.0", "plugin.torch_version", "is for torch 1.0.0, this is " + kTorch},
    };
    for (const auto& row : kCases) {
        manifest.sdkVersion = row.sdk;
        manifest.torchVersion = row.torch;
        const auto refused = checkLibrary(manifest);
        ASSERT_FALSE(refused) << row.said;
        EXPECT_EQ(refused.error().id, row.id);
        EXPECT_NE(refused.error().message.text().find(row.said), std::string::npos)
            << refused.error().message;
    }
    manifest.sdkVersion = sdk;
    manifest.torchVersion = kTorch;
    EXPECT_TRUE(checkLibrary(manifest));
}

TEST_F(CatalogTest, ALibraryThatOthersMayChangeIsNotLoaded) {
    Manifest manifest;
    manifest.id = "ring";
    manifest.kind = "strategy";
    manifest.library = "libring.so";
    manifest.sdkVersion = std::to_string(sdk::kSdkVersion);
    manifest.torchVersion = kTorch;
    manifest.folder = put("ring", "{}");
    EXPECT_EQ(checkLibrary(manifest).error().id, "plugin.library_missing");
    ASSERT_TRUE(base::writeFileAtomically(manifest.libraryPath(), "elf"));
    EXPECT_TRUE(checkLibrary(manifest));
    for (const fs::path& path : {manifest.libraryPath(), manifest.folder}) {
        const fs::perms before = fs::status(path).permissions();
        fs::permissions(path, fs::perms::others_write, fs::perm_options::add);
        const auto refused = checkLibrary(manifest);
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().id, "plugin.writable");
        EXPECT_NE(refused.error().message.text().find("change " + path.string() + " ("), std::string::npos)
            << refused.error().message;
        fs::permissions(path, before);
    }
    EXPECT_TRUE(checkLibrary(manifest));
    fs::remove(manifest.libraryPath());
    ASSERT_EQ(::mkfifo(manifest.libraryPath().c_str(), 0600), 0);
    EXPECT_EQ(checkLibrary(manifest).error().id, "file.not_regular");
}

/// As sshd's StrictModes: what is opened in the end counts, and whoever can write to a folder on the way can
/// put another one there.
TEST_F(CatalogTest, WhatLeadsToALibraryMustBeSafeToo) {
    Manifest manifest;
    manifest.id = "ring";
    manifest.kind = "strategy";
    manifest.library = "libring.so";
    manifest.sdkVersion = std::to_string(sdk::kSdkVersion);
    manifest.torchVersion = kTorch;
    const fs::path parent = put("parent", "{}"), elsewhere = put("elsewhere", "{}");
    manifest.folder = put("parent/ring", "{}");
    const auto answer = [&] {
        const auto checked = checkLibrary(manifest);
        return checked ? std::string("loaded") : checked.error().id;
    };
    const auto open = [](const fs::path& path) {
        fs::permissions(path, fs::perms::others_write, fs::perm_options::add);
    };
    const auto close = [](const fs::path& path) {
        fs::permissions(path, fs::perms::others_write | fs::perms::sticky_bit, fs::perm_options::remove);
    };
    ASSERT_TRUE(base::writeFileAtomically(elsewhere / "libring.so", "elf"));
    ASSERT_TRUE(base::writeFileAtomically(manifest.libraryPath(), "elf"));
    EXPECT_EQ(answer(), "loaded");
    for (const fs::path& path : {manifest.folder / "manifest.json", parent}) {
        open(path);
        EXPECT_EQ(answer(), "plugin.writable") << path;
        close(path);
    }
    open(parent);
    fs::permissions(parent, fs::perms::sticky_bit, fs::perm_options::add);
    EXPECT_EQ(answer(), "loaded") << "nobody else can rename anything there";
    close(parent);

    fs::remove(manifest.libraryPath());
    fs::create_symlink("../../elsewhere/libring.so", manifest.libraryPath());
    EXPECT_EQ(answer(), "loaded");
    open(elsewhere);
    EXPECT_EQ(answer(), "plugin.writable") << "the link leads through a folder of everybody's";
    close(elsewhere);
    open(elsewhere / "libring.so");
    EXPECT_EQ(answer(), "plugin.writable");
    close(elsewhere / "libring.so");
    manifest.folder = parent / "link";
    fs::create_directory_symlink(elsewhere, manifest.folder);
    EXPECT_EQ(answer(), "loaded");
    open(elsewhere);
    EXPECT_EQ(answer(), "plugin.writable");
}

TEST_F(CatalogTest, AFolderOfNobodyIsTrustedOnlyWhereItsOwnerIsUnknown) {
    constexpr uid_t kNobody = 65534;
    const std::string whole = "         0          0 4294967295\n",
                      alone = "      1000       1000          1\n";
    EXPECT_TRUE(mapsUser(whole, kNobody));
    EXPECT_FALSE(mapsUser(alone, kNobody));
    EXPECT_TRUE(mapsUser(alone, 1000));
    EXPECT_FALSE(mapsUser(alone, 1001));
    EXPECT_TRUE(mapsUser("0 1000 1\n1 100000 65536\n", kNobody));
    EXPECT_FALSE(mapsUser("0 1000 1\n1 100000 65533\n", kNobody));
    EXPECT_FALSE(mapsUser("", kNobody));

    if (::geteuid() != 0) return;  // who may not give a folder away
    Manifest manifest;
    manifest.id = "ring";
    manifest.kind = "strategy";
    manifest.library = "libring.so";
    manifest.sdkVersion = std::to_string(sdk::kSdkVersion);
    manifest.torchVersion = kTorch;
    manifest.folder = put("parent/ring", "{}");
    ASSERT_TRUE(base::writeFileAtomically(manifest.libraryPath(), "elf"));
    ASSERT_EQ(::chown(manifest.folder.parent_path().c_str(), kNobody, kNobody), 0);
    const auto map = base::readFile("/proc/self/uid_map");
    ASSERT_TRUE(map);
    EXPECT_EQ(!checkLibrary(manifest), mapsUser(*map, kNobody)) << "nobody is a user here, and may change it";
    ASSERT_EQ(::chown(manifest.libraryPath().c_str(), kNobody, kNobody), 0);
    EXPECT_EQ(checkLibrary(manifest).error().id, "plugin.writable")
        << "the library itself is of a known user";
}

TEST_F(CatalogTest, AProgramNeedsNoRolesAndIsNoStrategy) {
    json text = manifest();
    text["id"] = "my_loop";
    text["kind"] = "program";
    text.erase("roles");
    text["options"] = {{"type", "object"},
                       {"additionalProperties", false},
                       {"properties", {{"units", {{"type", "integer"}, {"minimum", 1}, {"default", 8}}}}}};
    const Catalog catalog = Catalog::loadFrom({kMirrored, put("my_loop", text.dump())});
    ASSERT_TRUE(catalog.broken().empty()) << catalog.broken().front().describe();
    EXPECT_EQ(catalog.strategies().size(), 1u);

    v1::RunSpec spec = spec::loadRunText("name: x\ntrain:\n  program: {plugin: my_loop}\n  data: {}\n",
                                         "x.yaml", "/", {}, catalog.strategies())
                           .spec;
    auto& fields = *spec.mutable_train()->mutable_program()->mutable_fields();
    auto program = programOf(spec, catalog);
    ASSERT_TRUE(program) << program.error().describe();
    EXPECT_EQ(program->options, (json{{"units", 8}}));
    (*fields["options"].mutable_struct_value()->mutable_fields())["unit"].set_number_value(3);
    EXPECT_EQ(programOf(spec, catalog).error().id, "program.options");
    (*fields["options"].mutable_struct_value()->mutable_fields())["units"].set_number_value(0);
    auto problems = programProblems(spec, catalog);  // each at its key
    ASSERT_EQ(problems.size(), 2u);
    std::ranges::sort(problems, {}, [](const v1::Problem& p) { return p.path(); });
    EXPECT_EQ(problems[0].path(), "train.program.options.unit");
    EXPECT_EQ(problems[1].path(), "train.program.options.units");
    EXPECT_EQ(problems[1].code(), "program.options");
    fields["plugin"].set_string_value("multi_worker_mirrored");  // a strategy
    EXPECT_EQ(programOf(spec, catalog).error().id, "program.not_found");
    problems = programProblems(spec, catalog);
    ASSERT_EQ(problems.size(), 1u);
    EXPECT_EQ(problems[0].path(), "train.program.plugin");

    text["kind"] = "strategy";
    EXPECT_NE(readManifest(put("my_loop", text.dump())).error().describe().find("roles"), std::string::npos);
}

TEST_F(CatalogTest, ACallbackIsChosenByItsIdAndItsOptionsAreChecked) {
    json text = manifest();
    text["id"] = "watch";
    text["kind"] = "callback";
    text["runs_on"] = "all";
    text.erase("roles");
    text["options"] = {{"type", "object"},
                       {"additionalProperties", false},
                       {"properties", {{"every", {{"type", "integer"}, {"minimum", 1}, {"default", 8}}}}}};
    const Catalog catalog = Catalog::loadFrom({kMirrored, put("watch", text.dump())});
    ASSERT_TRUE(catalog.broken().empty()) << catalog.broken().front().describe();
    EXPECT_EQ(catalog.strategies().size(), 1u);
    EXPECT_TRUE(catalog.find("watch")->runsOnAll);
    EXPECT_FALSE(catalog.find("watch")->hasBatches);
    const auto specWith = [&](const std::string& callbacks) {
        const spec::LoadedSpec loaded = spec::loadRunText(
            "name: x\ntrain:\n  model: {builtin: mlp}\n  data: {train: {builtin: mnist}}\n  callbacks: " +
                callbacks,
            "x.yaml", "/here", {}, catalog.strategies());
        EXPECT_TRUE(loaded.ok()) << spec::describe(loaded.problems.front());
        return loaded.spec;
    };
    const auto chosen = callbacksOf(specWith("[{csv_log: {file: a.csv}}, {watch: {}}]"), catalog);
    ASSERT_TRUE(chosen) << chosen.error().describe();
    ASSERT_EQ(chosen->size(), 2u);
    EXPECT_EQ(chosen->at(0).manifest, nullptr) << "built in";
    EXPECT_EQ(chosen->at(0).entry.options["file"], "/here/a.csv");
    EXPECT_EQ(chosen->at(1).manifest->id, "watch");
    EXPECT_EQ(chosen->at(1).entry.options, (json{{"every", 8}}));
    const auto problem = [&](const std::string& callbacks) {
        const v1::RunSpec spec = specWith(callbacks);
        const auto problems = callbackProblems(spec, catalog);
        EXPECT_EQ(problems.size(), 1u);
        EXPECT_EQ(callbacksOf(spec, catalog).error().id, problems.front().code());
        return problems.front().code() + " " + problems.front().path();
    };
    EXPECT_EQ(problem("[{csv_log: {}}, {nobody: {}}]"), "callback.not_found train.callbacks[1].nobody");
    EXPECT_EQ(problem("[{multi_worker_mirrored: {}}]"),
              "callback.not_found train.callbacks[0].multi_worker_mirrored");
    EXPECT_EQ(problem("[{watch: {every: 0}}]"), "callback.options train.callbacks[0].watch.every");
    EXPECT_EQ(problem("[{watch: {evry: 1}}]"), "callback.options train.callbacks[0].watch.evry");
}

TEST_F(CatalogTest, ADataSetSaysItsSamplesInItsManifest) {
    json text = manifest();
    text["id"] = "points";
    text["kind"] = "dataset";
    text.erase("roles");
    text["dataset"] = {{"features", {{"shape", {1, "side * 2"}}}}, {"classes", "sides / 2"}};
    text["options"] = {{"type", "object"},
                       {"additionalProperties", false},
                       {"properties",
                        {{"side", {{"type", "integer"}, {"default", 3}}},
                         {"sides", {{"type", "integer"}, {"default", 7}}}}}};
    const Catalog catalog = Catalog::loadFrom({kMirrored, put("points", text.dump())});
    ASSERT_TRUE(catalog.broken().empty()) << catalog.broken().front().describe();
    const auto chosenBy = [&](const std::string& source) {
        const spec::LoadedSpec loaded =
            spec::loadRunText("name: x\ntrain:\n  model: {builtin: mlp}\n  data: {train: " + source + "}\n",
                              "x.yaml", "/here", {}, catalog.strategies());
        EXPECT_TRUE(loaded.ok()) << spec::describe(loaded.problems.front());
        const spec::Choice chosen = spec::trainDataOf(loaded.spec);
        EXPECT_TRUE(isDataset(chosen));
        return datasetOf(chosen, "train.data.train", catalog);
    };
    const auto chosen = chosenBy("{plugin: points, options: {side: 4}}");
    ASSERT_TRUE(chosen) << chosen.error().describe();
    EXPECT_EQ(chosen->manifest->id, "points");
    EXPECT_EQ(chosen->options, (json{{"side", 4}, {"sides", 7}}));
    EXPECT_EQ(chosen->samples["features"], (json{{"shape", {1, 8}}, {"dtype", "float32"}}));
    EXPECT_EQ(chosen->samples["labels"], (json{{"shape", json::array()}, {"dtype", "int64"}}));
    EXPECT_EQ(chosen->samples["classes"], 3);
    EXPECT_EQ(chosenBy("{plugin: nobody}").error().id, "dataset.not_found");
    EXPECT_EQ(chosenBy("{plugin: multi_worker_mirrored}").error().id, "dataset.not_found");
    EXPECT_EQ(chosenBy("{plugin: points, options: {sid: 4}}").error().id, "dataset.options");
    EXPECT_EQ(chosenBy("{plugin: points, options: {side: 0}}").error().id, "dataset.manifest");
}

TEST_F(CatalogTest, AProgramRefusesTheKeysThatItDoesNotRead) {
    json text = manifest();
    text["id"] = "my_loop";
    text["kind"] = "program";
    text.erase("roles");
    text["options"] = {{"type", "object"}, {"properties", json::object()}};
    text["reads"] = {"train.gradient", "train.optimizer"};
    const Catalog catalog = Catalog::loadFrom({kMirrored, put("my_loop", text.dump())});
    ASSERT_TRUE(catalog.broken().empty()) << catalog.broken().front().describe();
    const auto pathsWith = [&](const std::string& train, const std::string& rest = "") {
        const spec::LoadedSpec loaded =
            spec::loadRunText("name: x\ntrain:\n  program: {plugin: my_loop}\n  data: {}\n" + train + rest,
                              "x.yaml", "/", {}, catalog.strategies());
        EXPECT_TRUE(loaded.ok());
        std::vector<std::string> paths;
        for (const v1::Problem& problem : programProblems(loaded.spec, catalog)) {
            EXPECT_EQ(problem.code(), "program.unused_key");
            paths.push_back(problem.path());
        }
        EXPECT_EQ(programOf(loaded.spec, catalog).has_value(), paths.empty());
        return paths;
    };
    using Paths = std::vector<std::string>;
    EXPECT_EQ(pathsWith(""), Paths());
    EXPECT_EQ(pathsWith("  gradient: {clip_norm: 1}\n  optimizer: sgd\n  epochs: 3\n  max_steps: 5\n"),
              Paths());
    EXPECT_EQ(
        pathsWith("  precision: float64\n  save_model: there\n", "checkpoint: {every: never, best: loss}\n"),
        (Paths{"train.precision", "train.save_model", "checkpoint.every", "checkpoint.best"}));
    EXPECT_EQ(pathsWith("  precision: float32\n"), Paths()) << "as by default";
    EXPECT_EQ(pathsWith("", "on_failure: {not_finite: {roll_back: {cut: 0.1}}}\n"), Paths());
    text.erase("reads");
    EXPECT_EQ(readManifest(put("my_loop", text.dump()))->reads, Paths());
}

TEST_F(CatalogTest, EveryTextIsThereInFourLanguages) {
    const auto read = readManifest(kMirrored);
    ASSERT_TRUE(read);
    std::vector<json> texts{read->title, read->help};
    for (const json& option : read->strategy.optionsSchema["properties"]) {
        texts.push_back(option["title"]);
        texts.push_back(option["description"]);
    }
    for (const json& text : texts)
        for (const char* language : {"en", "ja", "zh_CN", "ko"})
            EXPECT_NE(text.value(language, ""), "") << text;
}

TEST_F(CatalogTest, ABrokenManifestIsNamedAndTheRestStay) {
    json noId = manifest(), badRole = manifest(), escaping = manifest(), typo = manifest();
    json badSchema = manifest(), badDefault = manifest();
    const std::string deep = R"({"options":)" + std::string(100000, '[') + std::string(100000, ']') + "}";
    badSchema["options"]["properties"]["replicas"]["minimum"] = "one";
    badDefault["options"]["properties"]["replicas"]["default"] = 0;
    noId.erase("id");
    badRole["roles"]["boss"] = json::object();
    escaping["library"] = "../../evil.so";
    typo["topolgy"] = "ring";
    const auto catalog = Catalog::loadFrom(
        {put("a", "{"), put("b", noId.dump()), put("c", badRole.dump()), put("d", escaping.dump()),
         put("e", typo.dump()), put("f", "[]"), kMirrored, put("g", manifest().dump()), folder_ / "missing",
         put("h", badSchema.dump()), put("i", badDefault.dump()), put("j", deep)});
    EXPECT_EQ(catalog.plugins().size(), 1u);
    const std::vector<std::string> expected{
        "a/manifest.json is not JSON that can be used: parse error at line 1, column 2: ",
        "b/manifest.json: id: the key `id` is missing",
        "c/manifest.json: roles.boss: unknown role `boss`; known here: chief, worker, ps, evaluator",
        "d/manifest.json: library: \"../../evil.so\" has characters that are not allowed here",
        "e/manifest.json: topolgy: unknown key `topolgy`; did you mean `topology`?",
        "f/manifest.json: a list of 0 has the wrong type (expected a map)",
        "g: the plugin id `multi_worker_mirrored` is already used by",
        "missing/manifest.json",
        "h/manifest.json: options: the schema cannot be used: `minimum` has the wrong type of value",
        "i/manifest.json: the default of options.replicas: 0 is out of range (expected an integer from 1 to "
        "1024)",
        "j/manifest.json is not JSON that can be used: it nests deeper than 64 levels",
    };
    ASSERT_EQ(catalog.broken().size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i)
        EXPECT_NE(catalog.broken()[i].describe().find(expected[i]), std::string::npos)
            << catalog.broken()[i].describe();
    EXPECT_NE(catalog.find("multi_worker_mirrored"), nullptr);
    EXPECT_EQ(catalog.find("other"), nullptr);
    EXPECT_EQ(catalog.strategies().size(), 1u);
}

TEST_F(CatalogTest, AManifestIsReadOnce) {
    ASSERT_NE(Catalog::loadFrom({kMirrored}).find("multi_worker_mirrored"), nullptr);
    const base::UniqueFd opened(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC));
    ASSERT_GE(::inotify_add_watch(opened.get(), (kMirrored / "manifest.json").c_str(), IN_OPEN), 0);
    const auto again = Catalog::loadFrom({kMirrored});
    ASSERT_NE(again.find("multi_worker_mirrored"), nullptr);
    EXPECT_EQ(again.find("multi_worker_mirrored")->folder, kMirrored);
    std::array<char, 4096> events{};
    EXPECT_EQ(::read(opened.get(), events.data(), events.size()), -1) << "the manifest was opened again";
}

TEST_F(CatalogTest, AManifestThatHasChangedIsReadAgain) {
    json changing = manifest();
    for (const char* version : {"1.0.0", "1.0.1", "1.0.2"}) {
        changing["version"] = version;
        const auto catalog = Catalog::loadFrom({put("changing", changing.dump())});
        ASSERT_NE(catalog.find("multi_worker_mirrored"), nullptr);
        EXPECT_EQ(catalog.find("multi_worker_mirrored")->version, version);
    }
    fs::remove(folder_ / "changing/manifest.json");
    EXPECT_EQ(Catalog::loadFrom({folder_ / "changing"}).find("multi_worker_mirrored"), nullptr);
}

TEST_F(CatalogTest, FindsTheFoldersNamedInTheEnvironment) {
    json other = manifest();
    other["id"] = "stranger";
    put("plugins/stranger", other.dump());
    ::setenv("TRAINYARD_PLUGIN_PATH", ("/nowhere::" + (folder_ / "plugins").string()).c_str(), 1);
    EXPECT_NE(Catalog::load().find("stranger"), nullptr);
    ::setenv("TRAINYARD_PLUGIN_PATH", (folder_ / "plugins/stranger").c_str(), 1);
    EXPECT_NE(Catalog::load().find("stranger"), nullptr);
    ::unsetenv("TRAINYARD_PLUGIN_PATH");
    EXPECT_EQ(Catalog::load().find("stranger"), nullptr);
}

}  // namespace
}  // namespace trainyard::plugin
