// SPDX-License-Identifier: Apache-2.0
// A sweep file: read, checked, and made into the run files of its runs.
#include "core/spec/sweep/sweep.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <re2/re2.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/base/check.h"
#include "core/base/file.h"
#include "core/base/path.h"
#include "core/base/text.h"
#include "core/proto/failure.h"
#include "core/spec/lint/monitor_lint.h"
#include "core/spec/lint/problem.h"
#include "core/spec/run/overrides.h"
#include "core/spec/schema/schema.h"
#include "core/spec/schema/schema_text.h"
#include "core/spec/schema/schema_words.h"
#include "core/spec/yaml/yaml_tree.h"

namespace trainyard::spec {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

/// Enough to see what is wrong; 500 run files may share one mistake in 500 forms.
constexpr std::size_t kMostProblems = 20;
/// Fits into one message to the agent (4 MiB).
constexpr std::size_t kLargestPlan = (4 << 20) - (64 << 10);

bool hasErrors(const std::vector<v1::Problem>& problems) {
    return std::ranges::any_of(problems,
                               [](const v1::Problem& p) { return p.severity() == v1::Problem::ERROR; });
}

/// A value in the place of {{name}}: a text as it is, anything else as JSON.
std::string inWords(const json& value) {
    return value.is_string() ? value.get<std::string>() : value.dump();
}

const RE2& placeholder() {
    static const RE2 pattern(R"(\{\{\s*([^{}\s]+)\s*\}\})");
    return pattern;
}

/// The words of a command run that have names of parameters in them, by their path in the run file.
class Template {
  public:
    explicit Template(const json& run) {
        if (!run.is_object()) return;
        if (run.contains("command") && run["command"].is_array())
            for (std::size_t i = 0; i < run["command"].size(); ++i)
                take(fmt::format("command[{}]", i), run["command"][i]);
        if (run.contains("env") && run["env"].is_object())
            for (const auto& [name, value] : run["env"].items()) take("env." + name, value);
    }
    bool names(const std::string& parameter) const { return names_.contains(parameter); }
    const std::set<std::string>& all() const { return names_; }
    const std::map<std::string, std::string>& words() const { return words_; }
    static std::set<std::string> namesIn(const std::string& word) {
        std::set<std::string> found;
        re2::StringPiece rest(word);
        for (std::string name; RE2::FindAndConsume(&rest, placeholder(), &name);) found.insert(name);
        return found;
    }
    static std::string filled(const std::string& word, const std::map<std::string, json>& values) {
        std::string text;
        re2::StringPiece rest(word);
        for (re2::StringPiece found[2];
             placeholder().Match(rest, 0, rest.size(), RE2::UNANCHORED, found, 2);) {
            text.append(rest.data(), static_cast<std::size_t>(found[0].data() - rest.data()));
            const auto value = values.find(std::string(found[1]));
            text += value == values.end() ? std::string(found[0]) : inWords(value->second);
            rest.remove_prefix(static_cast<std::size_t>(found[0].data() - rest.data()) + found[0].size());
        }
        return text.append(rest.data(), rest.size());
    }

  private:
    void take(const std::string& path, const json& word) {
        if (!word.is_string()) return;
        const std::set<std::string> names = namesIn(word.get<std::string>());
        if (names.empty()) return;
        names_.insert(names.begin(), names.end());
        words_[path] = word.get<std::string>();
    }
    std::set<std::string> names_;
    std::map<std::string, std::string> words_;
};

class SweepLoader {
  public:
    SweepLoader(std::string name, fs::path folder, const StrategyInfos& strategies)
        : name_(std::move(name)), folder_(std::move(folder)), strategies_(strategies) {}

    LoadedSweep load(std::string_view text) {
        plan_.set_source(std::string(text));
        if (readTree(text) && readBase() && readAxes()) makeRuns();
        LoadedSweep loaded;
        loaded.problems = std::move(problems_);
        std::ranges::stable_sort(loaded.problems, {}, [](const v1::Problem& p) { return p.line(); });
        if (hasErrors(loaded.problems)) return loaded;
        loaded.plan = std::move(plan_);
        return loaded;
    }

  private:
    void add(v1::Problem problem, const std::string& at) {
        problem.set_file(name_);
        problem.set_line(lineOf(tree_.lines, at));
        problems_.push_back(std::move(problem));
    }
    bool readTree(std::string_view text);
    bool readBase();
    bool readAxes();
    void readAxis(const std::string& name, const json& value);
    void readEarlyStop();
    std::vector<SweepPoint> points();
    void makeRuns();
    std::vector<Override> overridesFor(const SweepPoint& point) const;
    LoadedSpec loadRun(const SweepPoint& point) const;
    void takeProblem(v1::Problem problem, const SweepPoint& point, std::size_t number);
    bool hasMetric(const v1::RunSpec& spec);
    void checkFolders();
    void checkFolder(const std::string& path);
    std::string parameterAt(const std::string& path) const;

    const std::string name_;
    const fs::path folder_;
    const StrategyInfos& strategies_;
    YamlTree tree_;
    std::string baseFile_;  ///< empty: the run file is inside of the sweep file
    std::string baseText_;
    Template template_{json()};
    std::vector<SweepAxis> axes_;
    std::set<std::string> reported_;
    std::vector<v1::Problem> problems_;
    v1::SweepPlan plan_;
};

bool SweepLoader::readTree(std::string_view text) {
    auto tree = parseYaml(text);
    if (!tree) {
        v1::Problem problem = errorAt(tree.error().code, "", tree.error().message);
        problem.set_file(name_);
        problem.set_line(tree.error().line);
        problems_.push_back(std::move(problem));
        return false;
    }
    tree_ = std::move(*tree);
    const auto resolve = [this](const std::string&, const std::string& value) {
        return base::plainPath(folder_ / value).string();
    };
    if (!tree_.value.is_object()) {
        add(errorAt("spec.wrong_type", "",
                    base::say("{} is not a sweep file (expected a map with `run`, `parameters` and `metric`)",
                              shown(tree_.value))),
            "");
        return false;
    }
    for (const Finding& found : complete(sweepSchema(), tree_.value, resolve))
        add(errorAt(found.code, found.path, found.message, found.fix), found.path);
    return !hasErrors(problems_);
}

bool SweepLoader::readBase() {
    const json& run = tree_.value["run"];
    if (run.is_object()) {
        baseText_ = run.dump();
        template_ = Template(run);
        return true;
    }
    baseFile_ = run.get<std::string>();
    auto text = base::readFile(baseFile_, kMaxFileBytes);
    if (!text) {
        add(errorAt("sweep.run_file", "run", text.error().words(), "name a run file, or write its keys here"),
            "run");
        return false;
    }
    baseText_ = std::move(*text);
    if (const auto tree = parseYaml(baseText_)) template_ = Template(tree->value);
    return true;  // if it is not YAML, the check of the first run reports that
}

void SweepLoader::readAxis(const std::string& name, const json& value) {
    const std::string path = childPath("parameters", name);
    SweepAxis axis{.name = name, .kind = value.begin().key()};
    const json& range = value.begin().value();
    if (!template_.names(name) && !parseOverride(name + "=0"))
        return add(
            errorAt("sweep.parameter", path,
                    base::say("`{}` is neither a key of the run file nor a {{{{name}}}} in its command",
                              base::printable(name)),
                    "write keys as train.learning_rate"),
            path);
    if (axis.kind == "values" || axis.kind == "choice") {
        axis.values.assign(range.begin(), range.end());
    } else {
        axis.low = range[0].get<double>();
        axis.high = range[1].get<double>();
        constexpr double kWidest = 1e9, kLargest = 0x1p53;
        const bool isTooWide = axis.kind == "int" &&
                               (axis.high - axis.low > kWidest || std::max(-axis.low, axis.high) > kLargest);
        if (!(axis.low < axis.high) || !std::isfinite(axis.low) || !std::isfinite(axis.high) || isTooWide)
            return add(errorAt("sweep.range", path,
                               base::say("{} is not a range (expected [lowest, highest]{})",
                                         fmt::format("[{}, {}]", range[0].dump(), range[1].dump()),
                                         axis.kind == "int" ? ", at most 10⁹ apart" : ""),
                               "put the smaller number first"),
                       path);
    }
    if (tree_.value["method"] == "grid" && axis.isContinuous())
        return add(
            errorAt("sweep.not_a_grid", path, base::say("a grid has no end of values in {}", axis.kind),
                    "list them as {values: […]}, or use method: random"),
            path);
    v1::SweepParameter& parameter = *plan_.add_parameters();
    parameter.set_name(name);
    parameter.set_is_log(axis.kind == "log_uniform");
    axes_.push_back(std::move(axis));
}

bool SweepLoader::readAxes() {
    std::vector<std::string> names;
    for (const auto& [name, value] : tree_.value["parameters"].items()) names.push_back(name);
    // As they are written: a map has no order of its own.
    std::ranges::stable_sort(names, {}, [this](const std::string& name) {
        const auto found = tree_.offsets.find(childPath("parameters", name));
        return found == tree_.offsets.end() ? std::string::npos : found->second;
    });
    for (const std::string& name : names) readAxis(name, tree_.value["parameters"][name]);
    for (std::size_t i = 0; i < axes_.size(); ++i)
        for (std::size_t j = 0; j < axes_.size(); ++j)
            if (i != j && isWithin(axes_[i].name, axes_[j].name)) {
                const std::string path = childPath("parameters", axes_[i].name);
                add(errorAt("sweep.parameter", path,
                            base::say("it is a part of `{}`, which is a parameter too", axes_[j].name),
                            "remove one of them"),
                    path);
            }
    const bool isGrid = tree_.value["method"] == "grid";
    if (isGrid && tree_.value.contains("runs"))
        add(errorAt("spec.unused_key", "runs", "a grid has as many runs as combinations", "remove the key"),
            "runs");
    if (!isGrid && !tree_.value.contains("runs"))
        add(errorAt("spec.missing_key", "runs", "the key `runs` is missing", "say how many runs are drawn"),
            "method");
    for (const std::string& name : template_.all())
        if (!tree_.value["parameters"].contains(name)) {
            v1::Problem problem =
                errorAt("sweep.placeholder", "parameters",
                        base::say("the command has {{{{{}}}}}, which is not a parameter; it stays as it is",
                                  base::printable(name)));
            problem.set_severity(v1::Problem::WARNING);
            add(std::move(problem), "parameters");
        }
    return !hasErrors(problems_);
}

std::vector<SweepPoint> SweepLoader::points() {
    const bool isGrid = tree_.value["method"] == "grid";
    const std::uint64_t count = countOf(axes_, kMostSweepRuns + 1);
    if (isGrid) {
        if (count <= kMostSweepRuns) return gridOf(axes_, kMostSweepRuns);
        add(errorAt("sweep.too_many_runs", "parameters",
                    base::say("the grid has more than {} combinations", kMostSweepRuns),
                    "list fewer values, or use method: random"),
            "parameters");
        return {};
    }
    const std::size_t runs = tree_.value["runs"].get<std::size_t>();
    if (count < runs) {
        add(errorAt("sweep.too_many_runs", "runs",
                    base::say("the parameters have only {} combinations", count),
                    "set runs to that number, or use method: grid"),
            "runs");
        return {};
    }
    std::vector<SweepPoint> drawn = drawnFrom(axes_, runs, tree_.value["seed"].get<std::uint64_t>());
    if (drawn.size() < runs)  // six digits tell no more values apart in so narrow a range
        add(errorAt("sweep.too_many_runs", "runs",
                    base::say("the parameters have only {} combinations", drawn.size()),
                    "set runs to that number, or use method: grid"),
            "runs");
    return drawn;
}

std::vector<Override> SweepLoader::overridesFor(const SweepPoint& point) const {
    std::map<std::string, json> values;
    std::vector<Override> overrides;
    for (std::size_t i = 0; i < axes_.size(); ++i)
        if (template_.names(axes_[i].name))
            values[axes_[i].name] = point[i];
        else
            overrides.push_back({axes_[i].name, point[i].dump()});
    for (const auto& [path, word] : template_.words())
        overrides.push_back({path, json(Template::filled(word, values)).dump()});
    return overrides;
}

LoadedSpec SweepLoader::loadRun(const SweepPoint& point) const {
    if (baseFile_.empty()) return loadRunText(baseText_, name_, folder_, overridesFor(point), strategies_);
    return loadRunFile(baseFile_, overridesFor(point), strategies_, folder_);
}

/// The parameter whose values a key of the run file has; empty: none.
std::string SweepLoader::parameterAt(const std::string& path) const {
    for (const SweepAxis& axis : axes_)
        if (isWithin(path, axis.name) || isWithin(axis.name, path)) return axis.name;
    const auto word = template_.words().find(path);
    if (word == template_.words().end()) return {};
    for (const std::string& name : Template::namesIn(word->second))
        if (std::ranges::find(axes_, name, &SweepAxis::name) != axes_.end()) return name;
    return {};
}

void SweepLoader::takeProblem(v1::Problem problem, const SweepPoint& point, std::size_t number) {
    if (problem.file() == kOverrideName) {
        const std::string parameter = parameterAt(problem.path());
        problem.set_file(name_);
        problem.set_line(
            lineOf(tree_.lines, parameter.empty() ? "parameters" : childPath("parameters", parameter)));
    } else if (baseFile_.empty()) {
        problem.set_line(lineOf(tree_.lines, childPath("run", problem.path())));
    }
    if (!reported_.insert(describe(problem)).second || problems_.size() >= kMostProblems) return;
    if (problem.severity() == v1::Problem::ERROR && problem.file() == name_) {
        std::vector<std::string> values;
        for (std::size_t i = 0; i < axes_.size(); ++i)
            values.push_back(fmt::format("{} = {}", axes_[i].name, shown(point[i])));
        proto::setMessage(problem, base::say("{} (run {}: {})", proto::messageOf(problem), number,
                                             fmt::join(values, ", ")));
    }
    problems_.push_back(std::move(problem));
}

/// Only a training says before the start what it measures.
bool SweepLoader::hasMetric(const v1::RunSpec& spec) {
    const json tree = toJson(spec);
    if (!tree.contains(json::json_pointer("/train/model"))) return true;
    const std::vector<std::string> measured = measuredMetrics(tree);
    const std::string metric = tree_.value["metric"];
    if (std::ranges::find(measured, metric) != measured.end()) return true;
    add(errorAt(
            "sweep.no_metric", "metric",
            base::say("the runs do not measure `{}` (expected one of {})", metric, fmt::join(measured, ", ")),
            "name a metric that is measured"),
        "metric");
    return false;
}

/// Runs that write into one folder would spoil each other's files.
void SweepLoader::checkFolders() {
    forEachKey([this](const std::string& path, const json& schema) {
        if (schema.value("x-path", "") == "written folder") checkFolder(path);
    });
}

void SweepLoader::checkFolder(const std::string& path) {
    std::map<std::string, int> users;
    for (const v1::PlannedRun& run : plan_.runs()) {
        const json folder = toJson(run.spec()).value(pointerTo(path), json());
        if (folder.is_string() && !folder.get<std::string>().empty()) ++users[folder.get<std::string>()];
    }
    const auto shared = std::ranges::find_if(users, [](const auto& one) { return one.second > 1; });
    if (shared == users.end()) return;
    add(errorAt("sweep.shared_folder", path,
                base::say("{} runs would write into {}", shared->second, base::printable(shared->first)),
                "remove the key: each run then has its own folder"),
        childPath("run", path));
}

void SweepLoader::readEarlyStop() {
    const json& rule = tree_.value["early_stop"];
    if (rule.is_null()) return;
    if (rule.contains("median")) {
        v1::EarlyStop::Median& median = *plan_.mutable_early_stop()->mutable_median();
        median.set_start(rule["median"]["start"]);
        median.set_runs(rule["median"]["runs"]);
    } else {
        v1::EarlyStop::Halving& halving = *plan_.mutable_early_stop()->mutable_halving();
        halving.set_first(rule["halving"]["first"]);
        halving.set_factor(rule["halving"]["factor"]);
    }
}

void SweepLoader::makeRuns() {
    const std::vector<SweepPoint> all = points();
    for (std::size_t i = 0; i < all.size() && problems_.size() < kMostProblems; ++i) {
        LoadedSpec loaded = loadRun(all[i]);
        for (v1::Problem& problem : loaded.problems) takeProblem(std::move(problem), all[i], i + 1);
        if (!loaded.ok()) continue;
        if (plan_.runs_size() == 0 && !hasMetric(loaded.spec)) return;
        v1::PlannedRun& run = *plan_.add_runs();
        run.set_number(static_cast<int>(i) + 1);
        for (std::size_t j = 0; j < axes_.size(); ++j)
            (*run.mutable_parameters())[axes_[j].name] = all[i][j].dump();
        *run.mutable_spec() = std::move(loaded.spec);
    }
    if (hasErrors(problems_)) return;
    checkFolders();
    const json& tree = tree_.value;
    const std::string name = tree["name"];
    plan_.set_name(name.empty() ? plan_.runs(0).spec().name() : name);
    plan_.set_method(tree["method"]);
    plan_.set_parallel(tree["parallel"]);
    plan_.set_metric(tree["metric"]);
    plan_.set_is_maximized(tree["mode"] == "max" ||
                           (tree["mode"] == "auto" && isBetterWhenHigher(plan_.metric())));
    readEarlyStop();
    if (plan_.ByteSizeLong() > kLargestPlan)
        add(errorAt("sweep.too_many_runs", "run",
                    base::say("the run files of {} runs are more than {} MiB", plan_.runs_size(),
                              kLargestPlan >> 20),
                    "set fewer runs, or shorten the run file"),
            "run");
}

LoadedSweep unreadable(std::string code, const base::Words& message, const std::string& file) {
    LoadedSweep loaded;
    loaded.problems.push_back(errorAt(std::move(code), "", message));
    loaded.problems.back().set_file(file);
    return loaded;
}

}  // namespace

bool LoadedSweep::ok() const {
    return !hasErrors(problems);
}

const json& sweepSchema() {
    static const json schema = [] {
        auto expanded = expandSchema(sweepSchemaText());
        TY_CHECK(expanded.has_value(), "resources/schema/sweep.schema.json is broken");
        return std::move(*expanded);
    }();
    return schema;
}

LoadedSweep loadSweepFile(const fs::path& file, const StrategyInfos& strategies) {
    const std::string name = base::printable(file.string());
    const auto text = base::readFile(file, kMaxFileBytes);
    if (!text)
        return unreadable(
            text.error().code == base::Code::kResourceExhausted ? "spec.too_large" : "spec.unreadable",
            text.error().words(), name);
    const auto whole = base::absolutePath(file);
    if (!whole) return unreadable("spec.unreadable", whole.error().words(), name);
    return SweepLoader(name, whole->parent_path(), strategies).load(*text);
}

LoadedSweep loadSweepText(std::string_view text, const std::string& nameForMessages, const fs::path& folder,
                          const StrategyInfos& strategies) {
    return SweepLoader(nameForMessages, folder, strategies).load(text);
}

}  // namespace trainyard::spec
