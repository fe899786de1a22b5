// SPDX-License-Identifier: Apache-2.0
#include "app/headless/export_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "app/headless/event_json.h"
#include "app/headless/layout.h"
#include "app/headless/session.h"
#include "core/base/file.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/checkpoint/checkpoint.h"
#include "core/export/layouts/convert.h"
#include "core/export/onnx/onnx_model.h"
#include "core/plugin/catalog.h"
#include "core/spec/model/saved_model.h"
#include "core/spec/model/script_plan.h"
#include "core/spec/run/run_spec.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::headless {
namespace {

namespace fs = std::filesystem;
using base::Code;

constexpr const char* kOnnx = "onnx";

/// What is to be exported: its plan, and where its weights are.
struct Chosen {
    checkpoint::Loaded checkpoint;
    spec::ModelPlan plan;
};

base::Result<std::string> newestCheckpoint(Session& session, const std::string& run) {
    TY_ASSIGN(const auto list,
              session.client()->listCheckpoints(client::ofRun<v1::ListCheckpointsRequest>(run)));
    const auto newest = std::ranges::max_element(list.checkpoints(), {}, &v1::CheckpointInfo::step);
    if (newest == list.checkpoints().end())
        return base::fail(Code::kNotFound,
                          base::say("run {} has no checkpoint to export", base::printable(run)),
                          "checkpoint.none");
    if (newest->state() == "reported")
        return base::fail(Code::kRefused,
                          base::say("run {} is a program's, and so are its checkpoints; their model is not "
                                    "described here: let the program export it",
                                    base::printable(run)),
                          "onnx.program");
    return newest->path();
}

/// The folder that was named, or the newest checkpoint of the run that was named.
base::Result<fs::path> folderOf(const Options& options, const std::string& word) {
    std::error_code error;
    const bool isFolder = word.find('/') != word.npos || fs::is_directory(fs::path(word), error);
    if (!isFolder && isElsewhere(options))
        return base::fail(
            Code::kRefused,
            "this command reads the checkpoint on this machine; run it on the agent's, or name a copy of the "
            "checkpoint",
            "usage.path");
    if (isFolder) {
        TY_ASSIGN(std::string path, absolutePath(word));
        if (fs::exists(path, error) && !fs::is_directory(path, error))
            return base::fail(Code::kRefused,
                              base::say("{} is a file, and the checkpoint or saved model of a training is a "
                                        "folder; a file alone does not describe its model",
                                        base::printable(path)),
                              "usage.path");
        return path;
    }
    TY_ASSIGN(const auto session, Session::open(options.agent));
    TY_ASSIGN(std::string path, newestCheckpoint(*session, word));
    if (!path.starts_with('/'))
        return base::fail(Code::kRefused,
                          base::say("the checkpoint is on another machine ({}); fetch it first: `trainyard "
                                    "--headless checkpoint export {} --to NEW`",
                                    base::printable(path), base::printable(path)),
                          "usage.path");
    return path;
}

/// Of one sample, as the agent finds it in the run's training data.
base::Result<spec::Shape> shapeInData(const Options& options, const v1::RunSpec& spec) {
    if (spec::scriptOf(spec::modelOf(spec)))
        return base::fail(Code::kRefused,
                          "the model is a TorchScript module, whose computation only its own file has; use "
                          "that, with the weights of `checkpoint export`",
                          "export.torchscript");
    TY_ASSIGN(const auto session, Session::open(options.agent));
    v1::CheckRunRequest request;
    *request.mutable_spec() = spec;
    request.set_with_preview(true);
    TY_ASSIGN(const auto reply, session->client()->checkRun(request));
    const auto& shape = reply.estimate().input_shape();
    if (!shape.empty()) return spec::Shape(shape.begin(), shape.end());
    for (const v1::Problem& problem : reply.problems())
        if (problem.severity() == v1::Problem::ERROR)
            return base::fail(Code::kRefused,
                              base::say("the shape of the model's input is that of its training data: {}",
                                        spec::wordsOf(problem)),
                              problem.code());
    return base::fail(Code::kRefused, "the agent does not say the shape of the training data; update it",
                      "onnx.shape");
}

/// model.json of a saved model has the shape.
base::Result<std::optional<spec::Shape>> shapeInFolder(const fs::path& folder) {
    std::error_code error;
    const fs::path file = folder / spec::kSavedModelFile;
    if (!fs::exists(file, error)) return std::nullopt;
    TY_ASSIGN(const std::string text, base::readFile(file));
    TY_ASSIGN(const auto tree, base::parseJson(text, base::Words::plain(file.string())));
    const auto shape = tree.is_object() ? tree.find("input") : tree.end();
    if (shape == tree.end() || !shape->is_array() || shape->empty() ||
        !std::ranges::all_of(*shape, [](const auto& extent) { return extent.is_number_unsigned(); }))
        return base::fail(Code::kDataLoss,
                          base::say("{} has no shape of the input", base::printable(file.string())),
                          "model.saved");
    return shape->template get<spec::Shape>();
}

/// A run file, too, has a model.
base::Result<spec::ModelPlan> planOf(const Options& options, const spec::LoadedSpec& run,
                                     std::optional<spec::Shape> input, const plugin::Catalog& catalog) {
    for (const v1::Problem& problem : run.problems)
        if (problem.severity() == v1::Problem::ERROR)
            return base::fail(Code::kRefused, spec::wordsOf(problem), problem.code());
    if (!run.spec.train().has_model())
        return base::fail(Code::kRefused, "a program has a model of its own, which is not described",
                          "onnx.program");
    if (!input) {
        TY_ASSIGN(input, shapeInData(options, run.spec));
    }
    return spec::planModel(spec::modelOf(run.spec), *input, catalog.layers());
}

base::Result<Chosen> choose(const Options& options, const std::string& word) {
    TY_ASSIGN(const fs::path folder, folderOf(options, word));
    TY_ASSIGN(checkpoint::Loaded loaded, checkpoint::load(folder));
    const plugin::Catalog catalog = plugin::Catalog::load();
    const spec::LoadedSpec run =
        spec::loadRunText(loaded.state.spec.dump(), folder.string(), "/", {}, catalog.strategies());
    TY_ASSIGN(const std::optional<spec::Shape> input, shapeInFolder(folder));
    TY_ASSIGN(spec::ModelPlan plan, planOf(options, run, input, catalog));
    return Chosen{std::move(loaded), std::move(plan)};
}

/// Of a run file, or of what choose() takes.
base::Result<spec::ModelPlan> choosePlan(const Options& options, const std::string& word) {
    std::error_code error;
    if (!fs::is_regular_file(fs::path(word), error)) {
        TY_ASSIGN(Chosen chosen, choose(options, word));
        return std::move(chosen.plan);
    }
    const plugin::Catalog catalog = plugin::Catalog::load();
    return planOf(options, spec::loadRunFile(word, {}, catalog.strategies(), fs::current_path(error)),
                  std::nullopt, catalog);
}

/// What a reader of the file wants to know and the graph does not say.
std::map<std::string, std::string> metadataOf(const Chosen& chosen) {
    const nlohmann::json& tree = chosen.checkpoint.state.spec;
    std::map<std::string, std::string> metadata{
        {"trainyard.step", std::to_string(chosen.checkpoint.state.step)},
        {"trainyard.run_file", base::jsonText(tree)}};
    if (tree.contains("name") && tree["name"].is_string()) metadata["trainyard.name"] = tree["name"];
    return metadata;
}

base::Status writeModel(const Chosen& chosen, const std::string& format, const std::string& path) {
    if (format == kOnnx)
        return onnx_out::writeOnnx(chosen.plan, chosen.checkpoint.model, metadataOf(chosen), path);
    TY_ASSIGN(const auto tensors, layouts::layoutNamed(format)(chosen.plan));
    return layouts::writeForeign(chosen.plan, tensors, chosen.checkpoint.model, path);
}

base::Result<spec::ModelPlan> convert(const Options& options, const std::string& to) {
    TY_ASSIGN(spec::ModelPlan plan, choosePlan(options, options.run));
    TY_ASSIGN(const auto tensors, layouts::layoutNamed(options.format)(plan));
    TY_ASSIGN(const auto weights, checkpoint::SafetensorsFile::open(options.file));
    TY_TRY(layouts::writeOurs(plan, tensors, weights, options.file, to));
    return plan;
}

std::string parametersText(const spec::ModelPlan& plan) {
    return thousands(static_cast<double>(plan.parameters())) + " parameters";
}

}  // namespace

bool isModelFormat(std::string_view format) {
    return format == kOnnx || format == "pytorch" || format == "keras";
}

int exportModel(const Options& options, Console& console) {
    if (options.words.size() != 2)
        return report(options, console,
                      {Code::kInvalidArgument,
                       base::say("`export --to {}` takes one run or checkpoint, and a file", options.format),
                       "usage.export"});
    const auto path = absolutePath(options.words.back());
    if (!path) return report(options, console, path.error());
    const auto chosen = choose(options, options.words.front());
    if (!chosen) return report(options, console, chosen.error());
    const base::Status written = writeModel(*chosen, options.format, *path);
    if (!written) return report(options, console, written.error());
    const checkpoint::Loaded& from = chosen->checkpoint;
    if (options.isJson)
        console.print(toLine({{"path", *path},
                              {"format", options.format},
                              {"checkpoint", from.path.string()},
                              {"step", from.state.step},
                              {"parameters", chosen->plan.parameters()}}));
    else
        console.print(fmt::format("{}  step {} of {}, {}\n", base::printable(*path),
                                  thousands(static_cast<double>(from.state.step)),
                                  base::printable(from.path.string()), parametersText(chosen->plan)));
    return finish(options, console);
}

int convertWeights(const Options& options, Console& console) {
    const auto path = absolutePath(options.to);
    if (!path) return report(options, console, path.error());
    const auto plan = convert(options, *path);
    if (!plan) return report(options, console, plan.error());
    if (options.isJson)
        console.print(
            toLine({{"path", *path}, {"format", options.format}, {"parameters", plan->parameters()}}));
    else
        console.print(fmt::format("{}  {}\n", base::printable(*path), parametersText(*plan)));
    return finish(options, console);
}

}  // namespace trainyard::headless
