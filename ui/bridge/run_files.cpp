// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/run_files.h"

#include <QCoreApplication>
#include <algorithm>

#include "core/base/file.h"
#include "core/plugin/catalog.h"
#include "core/spec/cluster/cluster.h"
#include "core/spec/cluster/tf_config.h"
#include "core/spec/model/learning_rate.h"
#include "core/spec/run/command_spec.h"
#include "core/spec/run/run_spec.h"
#include "ui/bridge/from_proto.h"

namespace trainyard::bridge {
namespace {

constexpr std::uint64_t kMostRunFileBytes = 4u << 20;

bool isSame(const Finding& a, const Finding& b) {
    return a.code == b.code && a.path == b.path && a.message == b.message;
}

/// Recognized by the two files that the agent keeps in every run's folder.
bool isInRunFolder(const std::filesystem::path& file) {
    std::error_code error;
    std::filesystem::path folder = std::filesystem::weakly_canonical(file, error).parent_path();
    if (error) folder = file.lexically_normal().parent_path();
    for (; folder.has_relative_path(); folder = folder.parent_path())
        if (std::filesystem::exists(folder / "run.yaml", error) &&
            std::filesystem::exists(folder / "attempt.json", error))
            return true;
    return false;
}

/// Asks the agent, which knows ports, disks and devices. An unavailable agent does not prevent a run from
/// being started (starting may start an agent), but the missing check is a finding too.
void askAgent(const CheckRun& check, const v1::RunSpec& spec, const spec::Places& places,
              const std::vector<spec::TaskPlan>& tasks, LoadedRun& run) {
    v1::CheckRunRequest request;
    *request.mutable_spec() = spec;
    request.set_with_preview(true);
    const auto reply = check(request);
    if (!reply) {
        const QByteArray said =
            QCoreApplication::translate("Findings", "Ports, disks and devices are not checked: %1").toUtf8();
        run.findings.push_back({Severity::kWarning, QStringLiteral("check.not_asked"),
                                Sentence::of(said.constData(), {toFailure(reply.error()).message})});
        return;
    }
    for (const v1::Problem& problem :
         spec::placed({reply->problems().begin(), reply->problems().end()}, places)) {
        Finding finding = toFinding(problem);
        const auto about = std::ranges::find(tasks, problem.path(), &spec::TaskPlan::place);
        if (about != tasks.end()) finding.node = QString::fromStdString(about->node);
        const bool isKnown =
            std::ranges::any_of(run.findings, [&](const Finding& known) { return isSame(known, finding); });
        if (!isKnown) run.findings.push_back(std::move(finding));
    }
    for (const v1::ShardPreview& shard : reply->shards()) run.preview.shards.push_back(toShardRow(shard));
    if (reply->has_estimate()) run.preview.estimate = toEstimate(reply->estimate());
}

/// The calculations that need no agent.
void addSums(const v1::RunSpec& spec, Estimate& estimate) {
    const nlohmann::json tree = spec::toJson(spec);
    const nlohmann::json train = tree.value("train", nlohmann::json::object());
    estimate.batchPerReplica = train.value("/data/batch_size"_json_pointer, std::int64_t{0});
    estimate.accumulate = train.value("/gradient/accumulate"_json_pointer, 1);
    const spec::Named optimizer = spec::optimizerOf(spec);
    if (!optimizer.options.contains("learning_rate")) return;
    const nlohmann::json& rate = optimizer.options["learning_rate"];
    estimate.firstRate = spec::learningRateAt(rate, 0);
    if (estimate.totalSteps > 0) estimate.lastRate = spec::learningRateAt(rate, estimate.totalSteps - 1);
}

std::vector<TaskConfig> taskConfigs(const v1::RunSpec& spec, const std::vector<spec::TaskPlan>& tasks) {
    std::vector<TaskConfig> configs;
    const bool hasPorts = std::ranges::all_of(tasks, [](const spec::TaskPlan& t) { return t.port > 0; });
    for (const spec::TaskPlan& task : tasks)
        configs.push_back(
            {QString::fromStdString(task.id()),
             QString::fromStdString(spec::tfConfig(tasks, task, spec::furtherTfConfig(spec)).dump()),
             hasPorts});
    return configs;
}

/// A key with its texts, default and section, and with these alternatives for its value.
nlohmann::json offering(const nlohmann::json& key, const nlohmann::json& alternatives) {
    nlohmann::json offered = {{"oneOf", alternatives}};
    for (const char* kept : {"title", "description", "default", "x-section"})
        if (key.contains(kept)) offered[kept] = key[kept];
    return offered;
}

}  // namespace

LoadedRun loadRun(const RunSource& source, const CheckRun& check) {
    const plugin::Catalog catalog = plugin::Catalog::load();
    const spec::StrategyInfos strategies = catalog.strategies();
    LoadedRun run{.source = source, .text = source.text};
    spec::LoadedSpec loaded;
    if (source.file.isEmpty()) {
        loaded = spec::loadRunText(source.text.toStdString(), source.name.toStdString(),
                                   source.folder.toStdString(), {}, strategies);
    } else {
        const std::filesystem::path file = source.file.toStdString();
        if (auto text = base::readFile(file, kMostRunFileBytes)) run.text = QString::fromStdString(*text);
        run.isRecord = isInRunFolder(file);
        loaded = spec::loadRunFile(file, {}, strategies,
                                   file.parent_path());  // itself reports if it cannot be read
    }
    for (const v1::Problem& problem : loaded.problems) run.findings.push_back(toFinding(problem));
    for (const base::Error& broken : catalog.broken())
        run.findings.push_back({Severity::kHint, QStringLiteral("plugin.broken"), toFailure(broken).message});
    const bool isOk = loaded.ok();
    auto spec = std::make_shared<v1::RunSpec>(std::move(loaded.spec));
    if (isOk) {
        const auto roles = spec::rolesOf(*spec, strategies);
        const auto tasks = roles ? spec::tasksOf(*spec, *roles) : std::vector<spec::TaskPlan>();
        askAgent(check, *spec, loaded.places, tasks, run);
        if (run.preview.estimate && spec->has_train()) addSums(*spec, *run.preview.estimate);
        run.preview.tasks = taskConfigs(*spec, tasks);
    }
    run.spec = std::move(spec);
    return run;
}

QByteArray formSchema(const plugin::Catalog& catalog) {
    using nlohmann::json;
    json schema = spec::runSchema();
    json alternatives = json::array();
    json programs = json::array();
    json models = json::array();
    json roles = json::object();
    for (const plugin::Manifest& manifest : catalog.plugins()) {
        const std::string& id = manifest.id;
        // In a list of the run file, as text, or named in its data.
        if (manifest.kind == "callback" || manifest.kind == "dataset") continue;
        if (manifest.kind == "program" || manifest.kind == "layer") {
            json options = manifest.strategy.optionsSchema;
            options["default"] = json::object();
            json& offered = manifest.kind == "program" ? programs : models;
            offered.push_back({{"title", manifest.title},
                               {"description", manifest.help},
                               {"type", "object"},
                               {"required", {"plugin"}},
                               {"properties", {{"plugin", {{"const", id}}}, {"options", options}}},
                               {"x-order", {"plugin", "options"}}});
            continue;
        }
        alternatives.push_back({{"title", manifest.title},
                                {"description", manifest.help},
                                {"type", "object"},
                                {"required", {id}},
                                {"properties", {{id, manifest.strategy.optionsSchema}}},
                                {"x-order", {id}}});
        for (const auto& [name, role] : manifest.strategy.roles)
            roles[id][name] = {{"min", role.min}, {"max", role.max}};
    }
    json& strategy = schema["properties"]["strategy"];
    strategy = offering(strategy, alternatives);
    if (!programs.empty()) {
        json& program = schema["properties"]["train"]["properties"]["program"];
        program = offering(program, programs);
    }
    if (!models.empty()) {  // those that are installed, in place of any
        json& offered = schema["properties"]["train"]["properties"]["model"]["oneOf"];
        json all = json::array();
        for (const json& alternative : offered)
            if (!alternative["properties"].contains("plugin")) all.push_back(alternative);
        all.insert(all.end(), models.begin(), models.end());
        offered = std::move(all);
    }
    return QByteArray::fromStdString(json{{"schema", schema}, {"roles", roles}}.dump());
}

Outcome<void> saveTextFile(const TextFile& file) {
    if (isInRunFolder(file.file.toStdString()))
        return std::unexpected(
            Failure{QCoreApplication::translate(
                        "RunFiles",
                        "%1 is in the folder of a run, which only its agent writes. Choose another folder.")
                        .arg(file.file),
                    kRecordCode});
    std::error_code none;  // of what is not there
    const std::filesystem::path named = file.file.toStdString();
    const auto target = std::filesystem::canonical(named, none);
    const std::filesystem::path path = none ? named : target;
    if (file.before && !none) {
        const auto current = base::readFile(path);
        if (!current) return std::unexpected(toFailure(current.error()));
        if (*current != file.before->toStdString())
            return std::unexpected(
                Failure{QCoreApplication::translate("RunFiles",
                                                    "%1 was changed by another program since it was read.")
                            .arg(file.file),
                        kChangedCode});
    }
    constexpr unsigned kNewFile = 0644;
    const auto status = std::filesystem::status(path, none);
    const unsigned mode = std::filesystem::is_regular_file(status)
                              ? static_cast<unsigned>(status.permissions() & std::filesystem::perms::mask)
                              : kNewFile;
    const base::Status written = base::writeFileAtomically(path, file.text.toStdString(), mode);
    if (!written) return std::unexpected(toFailure(written.error()));
    return {};
}

}  // namespace trainyard::bridge
