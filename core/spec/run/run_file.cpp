// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "core/base/file.h"
#include "core/base/path.h"
#include "core/base/text.h"
#include "core/proto/failure.h"
#include "core/spec/cluster/cluster_lint.h"
#include "core/spec/lint/monitor_lint.h"
#include "core/spec/lint/option_lint.h"
#include "core/spec/lint/preprocessing_lint.h"
#include "core/spec/model/learning_rate.h"
#include "core/spec/model/loss.h"
#include "core/spec/run/adapted.h"
#include "core/spec/run/checkpoint_spec.h"
#include "core/spec/run/command_spec.h"
#include "core/spec/run/device_spec.h"
#include "core/spec/run/output_spec.h"
#include "core/spec/run/overrides.h"
#include "core/spec/run/run_spec.h"
#include "core/spec/run/values.h"
#include "core/spec/schema/schema.h"
#include "core/spec/schema/schema_words.h"
#include "core/spec/yaml/yaml_tree.h"

namespace trainyard::spec {
namespace {

using nlohmann::json;

v1::Problem problem(v1::Problem::Severity severity, std::string code, const base::Words& message,
                    const std::string& path = {}, const base::Words& fix = {}) {
    v1::Problem p;
    p.set_severity(severity);
    p.set_code(std::move(code));
    proto::setMessage(p, message);
    p.set_path(base::printable(path.substr(0, 400)));
    proto::setFix(p, fix);
    return p;
}

/// Whether `path` is `top` or lies inside it.
bool hasError(const std::vector<v1::Problem>& problems, std::string_view under = {}) {
    return std::any_of(problems.begin(), problems.end(), [&](const v1::Problem& p) {
        return p.severity() == v1::Problem::ERROR && (under.empty() || isWithin(p.path(), under));
    });
}

/// A program brings its own model and loop: keys that it leaves no use for are refused, not ignored.
void checkProgram(const json& train, std::vector<v1::Problem>& problems) {
    if (!train.contains("program")) return;
    if (train.contains("model"))
        problems.push_back(
            problem(v1::Problem::ERROR, "program.two_ways",
                    "the program creates its own model; only one of `model` and `program` can be given",
                    "train.program", "remove `train.model` or `train.program`"));
    if (train.value("evaluation", json::object()).contains("inline"))
        problems.push_back(problem(v1::Problem::ERROR, "program.unused_key",
                                   "a program evaluates after its epochs itself, or not at all",
                                   "train.evaluation", "remove the key"));
}

/// Empty in the spec of a run from before the key.
bool hasValidationShard(const json& data) {
    const std::string shard = data.value("validation_shard", "data");
    return !shard.empty() && shard != "data";
}

/// How a training without validation data validates. A program may have its own data.
void checkValidation(const json& train, const json& data, std::vector<v1::Problem>& problems) {
    if (!train.contains("model") || !data.value("validation", json()).is_null()) return;
    for (const auto& [key, byDefault] :
         {std::pair{"validation_steps", 0}, {"validation_batch_size", 0}, {"validation_freq", 1}})
        if (train.value(key, byDefault) != byDefault)
            problems.push_back(problem(v1::Problem::ERROR, "validation.no_data",
                                       "there is nothing to validate on: `train.data.validation` is null",
                                       fmt::format("train.{}", key),
                                       "remove the key, or give `train.data.validation`"));
    if (hasValidationShard(data))
        problems.push_back(problem(v1::Problem::ERROR, "validation.no_data",
                                   "there is nothing to validate on: `train.data.validation` is null",
                                   "train.data.validation_shard",
                                   "remove the key, or give `train.data.validation`"));
    if (train.value("evaluation", json::object()).contains("inline"))
        problems.push_back(problem(v1::Problem::ERROR, "validation.no_data",
                                   "there is nothing to validate on: `train.data.validation` is null",
                                   "train.evaluation", "remove the key, or give `train.data.validation`"));
}

/// Keys outside of `train` that another one leaves without effect.
void checkRest(const json& tree, std::vector<v1::Problem>& problems) {
    for (const auto& [pointer, path] : {std::pair("/cluster", "tf_config.cluster"),
                                        {"/task/type", "tf_config.task.type"},
                                        {"/task/index", "tf_config.task.index"}})
        if (const json::json_pointer key(pointer); tree.value("tf_config", json::object()).contains(key))
            problems.push_back(
                problem(v1::Problem::ERROR, "tf_config.unused_key",
                        base::say("`{}` of a task's TF_CONFIG comes from the run's `cluster`; `tf_config` "
                                  "has its other keys",
                                  key.back()),
                        path, "remove the key"));
    const json inject = tree.value("inject", json::object());
    if (inject.contains("step") && inject.contains("epoch"))
        problems.push_back(problem(v1::Problem::ERROR, "inject.two_ways",
                                   "a run is interrupted once: at a `step`, or at the end of an `epoch`",
                                   "inject", "remove one of the two"));
}

/// What one key's schema cannot say because it concerns two keys.
void checkAcrossKeys(const json& tree, std::vector<v1::Problem>& problems) {
    const json train = tree.value("train", json::object());
    const json data = train.value("data", json::object());
    if (train.value("initial_epoch", 0) >= train.value("epochs", 1))
        problems.push_back(problem(v1::Problem::ERROR, "spec.out_of_range",
                                   base::say("{} leaves no epoch to train: `epochs` is {} (expected less)",
                                             train.value("initial_epoch", 0), train.value("epochs", 1)),
                                   "train.initial_epoch"));
    if (data.value("repeat", json()) == true && train.value("steps_per_epoch", 0) == 0)
        problems.push_back(problem(v1::Problem::ERROR, "spec.endless_epoch",
                                   "true makes the data endless, so that an epoch has no end; set "
                                   "`train.steps_per_epoch`, or repeat: auto",
                                   "train.data.repeat", "set repeat to auto"));
    for (v1::Problem& p : lintLoss(train)) problems.push_back(std::move(p));
    for (v1::Problem& p : lintLearningRate(train.value("optimizer", json())))
        problems.push_back(std::move(p));
    const json evaluation = train.value("evaluation", json::object());
    const json cluster = tree.value("cluster", json::object());
    const bool hasEvaluator = cluster.is_object() && cluster.contains("evaluator");
    checkProgram(train, problems);
    checkValidation(train, data, problems);
    checkRest(tree, problems);
    // A program may make its data itself; whether it does is its strategy's matter (preflight).
    if (train.contains("model") && !data.contains("train"))
        problems.push_back(problem(v1::Problem::ERROR, "spec.missing_key", "the key `train` is missing",
                                   "train.data.train"));
    if (evaluation.contains("inline") && hasEvaluator)
        problems.push_back(problem(v1::Problem::ERROR, "evaluation.two_ways",
                                   "the workers evaluate after each epoch, and `cluster` has an evaluator "
                                   "too; one of them is not needed",
                                   "train.evaluation", "remove `train.evaluation`"));
    if (evaluation.contains("sidecar") && !hasEvaluator)
        problems.push_back(problem(
            v1::Problem::WARNING, "evaluation.no_evaluator",
            "`cluster` has no evaluator: there is no evaluation unless an evaluator is started manually",
            "train.evaluation", "add `evaluator: [local]` to `cluster`"));
    if ((hasEvaluator || evaluation.contains("sidecar")) && train.value("validation_freq", 1) != 1)
        problems.push_back(
            problem(v1::Problem::ERROR, "evaluation.unused_key",
                    "an evaluator looks at checkpoints, whatever epoch they are of; how many it "
                    "looks at is `train.evaluation.sidecar.checkpoints`",
                    "train.validation_freq", "remove the key"));
    if ((hasEvaluator || evaluation.contains("sidecar")) && hasValidationShard(data))
        problems.push_back(problem(v1::Problem::ERROR, "evaluation.unused_key",
                                   "an evaluator reads all of the validation data itself",
                                   "train.data.validation_shard", "remove the key"));
    // A program's evaluator may make its data itself.
    if (hasEvaluator && !train.contains("program") && data.value("validation", json()).is_null())
        problems.push_back(problem(v1::Problem::ERROR, "evaluation.no_data",
                                   "the evaluator has nothing to evaluate: `train.data.validation` is null",
                                   "cluster.evaluator",
                                   "remove `evaluator`, or give `train.data.validation`"));
}

/// What is in the backup's folder is deleted once the run has succeeded.
void checkFolders(const json& checkpoint, std::vector<v1::Problem>& problems) {
    const json backup = checkpoint.value("backup_and_restore", json());
    const auto folderAt = [](const json& tree) {
        const std::string dir = tree.is_object() ? tree.value("dir", "") : "";
        return dir.empty() ? std::filesystem::path() : base::plainPath(dir);
    };
    const auto kept = folderAt(checkpoint);
    if (kept.empty() || kept != folderAt(backup)) return;
    const base::Error error = sameFolders(backup.value("dir", ""));
    problems.push_back(
        problem(v1::Problem::ERROR, error.id, error.message, "checkpoint.backup_and_restore.dir",
                "remove `dir`: the backup then has its own folder next to the run's checkpoints"));
}

/// A run's id and folder come from its name, which may hold more than a folder's name can.
void checkName(const json& name, std::vector<v1::Problem>& problems) {
    if (!name.is_string()) return;
    const std::string given = name.get<std::string>(), slug = base::slug(given);
    if (slug == given) return;
    problems.push_back(problem(v1::Problem::HINT, "name.other_id",
                               base::say("the run's id and folder start with `{}`: they keep only letters "
                                         "a to z, digits, `.`, `_` and `-` of a name",
                                         slug),
                               "name"));
}

/// An empty `cluster` stays empty: it is one local worker.
void dropUnsetKeys(json& tree) {
    const auto cluster = tree.find("cluster");
    if (cluster == tree.end() || !cluster->is_object()) return;
    if (cluster->value(kAllowClearText, json()) == false) cluster->erase(kAllowClearText);
    if (cluster->value(kSubnet, json()) == "") cluster->erase(kSubnet);
}

enum class ClusterIn { kRunFile, kTfConfig };

/// Schema, then what concerns several keys, then the cluster; completes `tree` in place.
std::vector<v1::Problem> check(json& tree, const StrategyInfos& strategies, const ResolvePath& resolve,
                               ClusterIn clusterIn = ClusterIn::kRunFile) {
    std::vector<v1::Problem> problems;
    if (tree.is_object() && tree.contains("cluster"))
        if (auto legacy = acceptMaster(tree["cluster"])) problems.push_back(std::move(*legacy));
    for (v1::Problem& p : commandProblems(tree)) problems.push_back(std::move(p));
    const bool isProgram = isCommandTree(tree);
    if (isProgram) fillCommandDefaults(tree);
    for (const Finding& f : complete(runSchemaWith(strategies), tree, resolve))
        // Defaults of a training, such as a strategy that is not installed, are no matter of a program.
        if (!isProgram || !isOfTraining(f.path))
            problems.push_back(problem(v1::Problem::ERROR, f.code, f.message, f.path,
                                       f.path == "command" ? commandAsList(tree) : f.fix));
    if (!tree.is_object()) return problems;
    dropUnsetKeys(tree);
    if (!hasError(problems, "name")) checkName(tree["name"], problems);
    if (isProgram) {
        completeCommand(tree);
        if (!hasError(problems, "metrics") && tree.contains("metrics"))
            for (v1::Problem& p : outputProblems(tree["metrics"])) problems.push_back(std::move(p));
        const StrategyInfo roles = commandRoles(tree["cluster"]);
        if (!hasError(problems, "cluster"))
            for (v1::Problem& p : lintCluster(tree["cluster"], &roles, ClusterForm::kRunFile, nullptr))
                problems.push_back(std::move(p));
        return problems;
    }
    if (!hasError(problems, "train")) checkAcrossKeys(tree, problems);
    const bool isWhole = !hasError(problems, "train") && !hasError(problems, "cluster");
    if (isWhole && !hasError(problems, "checkpoint") && tree["train"].contains("model"))
        for (v1::Problem& p : lintMonitors(tree)) problems.push_back(std::move(p));
    if (!hasError(problems, "train")) {
        for (v1::Problem& p : lintAdapting(tree)) problems.push_back(std::move(p));
        for (v1::Problem& p : lintPreprocessing(tree)) problems.push_back(std::move(p));
    }
    if (!hasError(problems, "checkpoint") && tree.contains("checkpoint"))
        checkFolders(tree["checkpoint"], problems);
    if (!hasError(problems, "device") && !hasError(problems, "strategy") && !hasError(problems, "train"))
        for (v1::Problem& p : lintDevices(tree, strategies.at(tree["strategy"].begin().key())))
            problems.push_back(std::move(p));
    // A TF_CONFIG's own check knows what its tasks have to do with the strategy.
    const bool isLinted = clusterIn == ClusterIn::kRunFile;
    if (!isLinted && !hasError(problems, "cluster"))
        for (v1::Problem& p : lintSubnet(tree["cluster"])) problems.push_back(std::move(p));
    if (isLinted && !hasError(problems, "cluster") && !hasError(problems, "strategy")) {
        const StrategyInfo& strategy = strategies.at(tree["strategy"].begin().key());
        for (v1::Problem& p : lintCluster(tree["cluster"], &strategy, ClusterForm::kRunFile, &strategies))
            problems.push_back(std::move(p));
        if (!hasError(problems))
            for (v1::Problem& p : lintOptions(tree, strategy)) problems.push_back(std::move(p));
    }
    return problems;
}

class Loader {
  public:
    Loader(std::string name, std::filesystem::path folder, std::filesystem::path workingFolder,
           const StrategyInfos& strategies)
        : name_(std::move(name)),
          folder_(std::move(folder)),
          workingFolder_(std::move(workingFolder)),
          strategies_(strategies) {}

    void replaceCluster(json cluster) { tfCluster_ = std::move(cluster); }

    LoadedSpec load(std::string_view text, const std::vector<Override>& overrides) {
        auto tree = parseYaml(text);
        if (!tree) return failed(tree.error().code, tree.error().message, name_, tree.error().line);
        tree_ = std::move(*tree);
        if (!tree_.value.is_object())
            return failed("spec.wrong_type",
                          base::say("{} is not a run file (expected a map with `name` and `train`)",
                                    shown(tree_.value)),
                          name_, 1);
        if (tree_.value.contains("run") && tree_.value.contains("parameters"))
            return failed(
                "spec.sweep_file",
                "this is a sweep file, not a run file: `sweep` reads it, and checks it with --dry-run", name_,
                1);
        LoadedSpec loaded;
        places_ = {name_, std::move(tree_.lines), {}};
        for (const Override& set : overrides) apply(set, loaded.problems);
        if (!tfCluster_.is_null()) takeCluster();
        const auto resolve = [this](const auto& path, const auto& value) { return absolute(path, value); };
        const auto clusterIn = tfCluster_.is_null() ? ClusterIn::kRunFile : ClusterIn::kTfConfig;
        for (v1::Problem& p : check(tree_.value, strategies_, resolve, clusterIn))
            loaded.problems.push_back(std::move(p));
        for (v1::Problem& p : loaded.problems) places_.put(p);
        std::stable_sort(loaded.problems.begin(), loaded.problems.end(),
                         [](const auto& a, const auto& b) { return a.line() < b.line(); });
        const auto isAboutANode = [](const v1::Problem& p) {
            return p.code() == "not_yet" && isWithin(p.path(), "cluster");
        };
        if (std::ranges::any_of(loaded.problems, [&](const v1::Problem& p) {
                return p.severity() == v1::Problem::ERROR && !isAboutANode(p);
            }))
            return loaded;
        if (auto spec = fromJson(tree_.value)) {
            loaded.spec = std::move(*spec);
            loaded.places = std::move(places_);
        } else {
            return failed("spec.unreadable", spec.error().words(), name_, 0);
        }
        return loaded;
    }

    static LoadedSpec failed(std::string code, const base::Words& message, const std::string& file,
                             int line) {
        LoadedSpec loaded;
        loaded.problems.push_back(problem(v1::Problem::ERROR, std::move(code), message));
        loaded.problems.back().set_file(file);
        loaded.problems.back().set_line(line);
        return loaded;
    }

  private:
    void apply(const Override& set, std::vector<v1::Problem>& problems) {
        places_.overridden.insert(childPathForm(set.path));
        if (const auto applied = applyOverride(tree_.value, set); !applied)
            problems.push_back(
                problem(v1::Problem::ERROR, applied.error().id, applied.error().message, set.path));
    }
    /// With the file's evaluator, which the TF_CONFIG of a task that trains lacks, and its keys that are no
    /// roles.
    void takeCluster() {
        json& cluster = tree_.value["cluster"];
        const json own = std::exchange(cluster, tfCluster_);
        for (const char* key : {"evaluator", kAllowClearText, kSubnet})
            if (own.is_object() && own.contains(key)) cluster.emplace(key, own[key]);
    }
    /// `worker.0` as messages write it: `worker[0]`.
    static std::string childPathForm(const std::string& path) {
        std::string form;
        for (const std::string& key : keysOfPath(path)) {
            const bool isIndex = !key.empty() && key.find_first_not_of("0123456789") == std::string::npos;
            form = isIndex ? fmt::format("{}[{}]", form, key) : childPath(form, key);
        }
        return form;
    }
    std::string absolute(const std::string& path, const std::string& value) const {
        return base::plainPath((places_.isOverridden(path) ? workingFolder_ : folder_) / value).string();
    }

    std::string name_;
    std::filesystem::path folder_;
    std::filesystem::path workingFolder_;
    const StrategyInfos& strategies_;
    YamlTree tree_;
    json tfCluster_;  ///< in place of the file's; null: none
    Places places_;
};

}  // namespace

bool Places::isOverridden(const std::string& path) const {
    return std::ranges::any_of(overridden, [&](const std::string& top) { return isWithin(path, top); });
}

void Places::put(v1::Problem& problem) const {
    const std::string& path = problem.path();
    // Keys that --set created on the way have no line either.
    const bool isOnTheWay =
        !path.empty() && !lines.contains(path) &&
        std::ranges::any_of(overridden, [&](const std::string& set) { return isWithin(set, path); });
    const bool isOverride = isOnTheWay || isOverridden(path);
    problem.set_file(isOverride ? kOverrideName : file);
    problem.set_line(isOverride ? 0 : lineOf(lines, path));
}

std::vector<v1::Problem> placed(std::vector<v1::Problem> problems, const Places& places) {
    for (v1::Problem& problem : problems)
        if (problem.file().empty() && !problem.path().empty()) places.put(problem);
    return problems;
}

bool LoadedSpec::ok() const {
    return !hasError(problems);
}

base::Result<Override> parseOverride(std::string_view text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos || equals == 0)
        return base::fail(base::Code::kInvalidArgument,
                          base::say("--set {}: expected key.path=value, for instance --set train.epochs=2",
                                    base::printable(text)),
                          "usage.set");
    const std::string path(text.substr(0, equals));
    if (path.find("..") != std::string::npos || path.starts_with('.') || path.ends_with('.') ||
        path.find_first_of(" \t\n") != std::string::npos)
        return base::fail(base::Code::kInvalidArgument,
                          base::say("--set {}: `{}` is not a key path; write it as train.data.batch_size",
                                    base::printable(text), base::printable(path)),
                          "usage.set");
    return Override{path, std::string(text.substr(equals + 1))};
}

LoadedSpec loadRunFile(const std::filesystem::path& file, const std::vector<Override>& overrides,
                       const StrategyInfos& strategies, const std::filesystem::path& workingFolder,
                       json tfCluster) {
    const std::string name = base::printable(file.string());
    const auto text = base::readFile(file, kMaxFileBytes);
    if (!text)
        return Loader::failed(
            text.error().code == base::Code::kResourceExhausted ? "spec.too_large" : "spec.unreadable",
            text.error().words(), name, 0);
    const auto whole = base::absolutePath(file), here = base::absolutePath(workingFolder);
    for (const auto* found : {&whole, &here})
        if (!*found) return Loader::failed("spec.unreadable", found->error().words(), name, 0);
    Loader loader(name, whole->parent_path(), *here, strategies);
    loader.replaceCluster(std::move(tfCluster));
    return loader.load(*text, overrides);
}

LoadedSpec loadRunText(std::string_view yamlOrJson, const std::string& nameForMessages,
                       const std::filesystem::path& folder, const std::vector<Override>& overrides,
                       const StrategyInfos& strategies) {
    const auto whole = base::absolutePath(folder);
    if (!whole) return Loader::failed("spec.unreadable", whole.error().words(), nameForMessages, 0);
    return Loader(nameForMessages, *whole, *whole, strategies).load(yamlOrJson, overrides);
}

std::vector<v1::Problem> lint(const v1::RunSpec& spec, const StrategyInfos& strategies) {
    auto printed = specToJson(spec);
    if (!printed) return {problem(v1::Problem::ERROR, "spec.unreadable", printed.error().words())};
    json tree = std::move(*printed);
    // A client sends absolute paths; a relative one has no folder here.
    std::vector<v1::Problem> relative;
    std::vector<v1::Problem> problems =
        check(tree, strategies, [&](const std::string& path, const std::string& value) {
            if (!value.starts_with('/'))
                relative.push_back(problem(
                    v1::Problem::ERROR, "spec.relative_path",
                    base::say("{} is a relative path (expected an absolute one)", shown(value)), path));
            return value;
        });
    problems.insert(problems.end(), relative.begin(), relative.end());
    return problems;
}

base::Words wordsOf(const v1::Problem& problem) {
    std::string place = problem.file();
    if (problem.line() > 0) place += fmt::format(":{}", problem.line());
    std::vector<base::Words> parts;
    for (base::Words part :
         {base::Words::plain(place), base::Words::plain(problem.path()), proto::messageOf(problem)})
        if (!part.empty()) parts.push_back(std::move(part));
    return base::joined(parts, ": ");
}

std::string describe(const v1::Problem& problem) {
    return wordsOf(problem).text();
}

}  // namespace trainyard::spec
