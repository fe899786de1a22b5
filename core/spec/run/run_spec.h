// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "trainyard/v1/common.pb.h"
#include "trainyard/v1/run_spec.pb.h"

namespace trainyard::spec {

/// The properties of a strategy needed to check a run file; core/plugin fills it from the plugins' manifests.
struct StrategyInfo {
    std::string id;
    nlohmann::json optionsSchema;  ///< JSON Schema of the options, with defaults
    struct Role {
        int min = 0;
        int max = 0;             ///< 0: no limit
        bool isReplica = false;  ///< counts in the global batch
        bool restartsGroup = true;
        bool completes = false;  ///< the run is complete when all tasks of these roles have exited 0
    };
    int maxTasks = 0;                   ///< tasks with replicas, in any role; 0: no limit
    std::map<std::string, Role> roles;  ///< by role name: chief, worker, ps, evaluator
    bool isForGpus = false;             ///< its replicas may compute on GPUs
};
using StrategyInfos = std::map<std::string, StrategyInfo>;

/// `--set a.b=v`: v is YAML and replaces the value at that key.
struct Override {
    std::string path;
    std::string yaml;
};
/// Parses "a.b=v"; kInvalidArgument says what is wrong with it.
base::Result<Override> parseOverride(std::string_view text);

/// Where the values of a run file stand.
struct Places {
    std::string file;
    std::map<std::string, int> lines;  ///< 1-based, by path
    std::set<std::string> overridden;  ///< paths of values that --set gave

    bool isOverridden(const std::string& path) const;
    /// Sets a problem's file and line by its path; 0 for a value of --set.
    void put(v1::Problem& problem) const;
};

/// Findings of the agent, which names keys, with their places in the file.
std::vector<v1::Problem> placed(std::vector<v1::Problem> problems, const Places& places);

struct LoadedSpec {
    /// Complete: every default filled in, paths absolute. Also set if the only errors are tasks on machines
    /// where this version cannot place tasks: they can be started there manually.
    v1::RunSpec spec;
    std::vector<v1::Problem> problems;  ///< findings; with any of severity ERROR it must not run
    Places places = {};                 ///< for problems that are found later
    bool ok() const;
};

/// Reads, checks and completes a run file. The call itself never fails: a file that cannot be read or is not
/// YAML is also an ERROR problem. Problems have a file and line (0 for values from --set), the key's path and
/// what was expected. A key that is not supported yet is an ERROR with code "not_yet" and a sentence that
/// explains it. `strategies` provides the options' schemas; an unknown strategy id is an error that lists the
/// known ones. Paths in the file are relative to its folder, those in overrides to `workingFolder`.
/// `tfCluster`, unless null, is a checked TF_CONFIG's and takes the place of the file's but for the
/// evaluator; its roles are not linted here. Blocks on the file. [any]
LoadedSpec loadRunFile(const std::filesystem::path& file, const std::vector<Override>& overrides,
                       const StrategyInfos& strategies, const std::filesystem::path& workingFolder,
                       nlohmann::json tfCluster = {});
/// The same for text that is not in a file yet (the form, a request): paths are relative to `folder`.
LoadedSpec loadRunText(std::string_view yamlOrJson, const std::string& nameForMessages,
                       const std::filesystem::path& folder, const std::vector<Override>& overrides,
                       const StrategyInfos& strategies);
/// Lints a complete RunSpec, which the agent repeats on what a client sent: schema, cluster, strategy and
/// roles.
std::vector<v1::Problem> lint(const v1::RunSpec& spec, const StrategyInfos& strategies);

/// "fashion.yaml:12: train.data.batch_size: 0 is out of range (expected an integer ≥ 1)": file, line and
/// path, if known, then the message.
std::string describe(const v1::Problem& problem);
/// The same, for the window as well.
base::Words wordsOf(const v1::Problem& problem);

/// The run file of a spec, in block-style YAML with every value, in the order used in the documentation.
std::string toYaml(const v1::RunSpec& spec);
nlohmann::json toJson(const v1::RunSpec& spec);
base::Result<v1::RunSpec> fromJson(const nlohmann::json& tree);
/// resources/schema/run.schema.json, compiled in: the one schema shared by lint and form.
const nlohmann::json& runSchema();
/// The schema with the given strategies' options inserted at `strategy`, for forms.
nlohmann::json runSchemaWith(const StrategyInfos& strategies);

// ---- Reading keys that have several forms

struct Named {  ///< `name` or `{name: {options}}`
    std::string name;
    nlohmann::json options = nlohmann::json::object();
};
Named strategyOf(const v1::RunSpec& spec);
Named lossOf(const v1::RunSpec& spec);
Named optimizerOf(const v1::RunSpec& spec);
std::vector<Named> metricsOf(const v1::RunSpec& spec);
/// {"builtin": "fashion_cnn"} and the like: the single key and its value.
struct Choice {
    std::string kind;  ///< "builtin", "layers", "idx" …
    nlohmann::json value;
};
Choice modelOf(const v1::RunSpec& spec);
Choice trainDataOf(const v1::RunSpec& spec);
std::optional<Choice> validationDataOf(const v1::RunSpec& spec);  ///< nothing for null

enum class ShuffleKind { kNone, kWholeSet, kBuffer };
struct Shuffle {
    ShuffleKind kind = ShuffleKind::kWholeSet;
    std::int64_t buffer = 0;
};
Shuffle shuffleOf(const v1::RunSpec& spec);
/// `repeat`, with auto resolved: yes if steps_per_epoch > 0.
bool repeats(const v1::RunSpec& spec);

struct SaveEvery {  ///< checkpoint.every; both 0: never
    int epochs = 0;
    int steps = 0;
};
SaveEvery saveEveryOf(const v1::RunSpec& spec);

}  // namespace trainyard::spec
