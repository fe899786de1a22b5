// SPDX-License-Identifier: Apache-2.0
// predict: runs a checkpoint on data.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "app/headless/commands.h"
#include "app/headless/event_json.h"
#include "app/headless/layout.h"
#include "app/headless/number_range.h"
#include "app/headless/session.h"
#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/plugin/catalog.h"
#include "core/spec/run/prediction_data.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::headless {
namespace {

using base::Code;
namespace fs = std::filesystem;

constexpr int kMostColumns = 20;

Json sampleJson(const v1::PredictedSample& sample, const Json& files) {
    Json json = {{"index", sample.index()}};
    if (!files.empty()) json["file"] = files.at(static_cast<std::size_t>(sample.index()));
    if (sample.label() >= 0) json["label"] = sample.label();
    if (sample.probability() > 0) {
        json["predicted"] = sample.predicted();
        json["probability"] = number(sample.probability());
    }
    if (files.empty()) json["loss"] = number(sample.loss());
    return json;
}

Json replyJson(const v1::PredictReply& reply, const Json& files) {
    Json samples = Json::array(), confusion = Json::array();
    for (const auto& sample : reply.worst()) samples.push_back(sampleJson(sample, files));
    const int classes = reply.confusion().empty() ? 0 : reply.classes();
    for (int label = 0; label < classes; ++label) {
        const auto row = reply.confusion().begin() + label * classes;
        confusion.push_back(std::vector<std::int64_t>(row, row + classes));
    }
    return {
        {"checkpoint", reply.checkpoint()},        {"samples", reply.total()},
        {"metrics", metricsJson(reply.metrics())}, {"classes", reply.classes()},
        {"confusion", std::move(confusion)},       {files.empty() ? "worst" : "files", std::move(samples)}};
}

void printConfusion(const v1::PredictReply& reply, Console& console) {
    const int classes = reply.classes();
    if (reply.confusion().empty()) return;
    if (classes > kMostColumns) {
        console.print(fmt::format("\nThe confusion matrix of {} classes is in --json.\n", classes));
        return;
    }
    console.print("\nRows are labels, columns are what was predicted:\n");
    std::vector<std::string> head{""};
    for (int i = 0; i < classes; ++i) head.push_back(fmt::format("{}", i));
    Table table{std::move(head), std::vector<bool>(static_cast<std::size_t>(classes) + 1, true), {}};
    for (int label = 0; label < classes; ++label) {
        std::vector<std::string> row{fmt::format("{}", label)};
        for (int i = 0; i < classes; ++i) {
            const std::int64_t count = reply.confusion(label * classes + i);
            row.push_back(count == 0 ? "·" : fmt::format("{}", count));
        }
        table.rows.push_back(std::move(row));
    }
    console.print(table.text());
}

void printReply(const v1::PredictReply& reply, const Json& files, Console& console) {
    std::string line =
        fmt::format("{}, {}", base::counted(reply.total(), "sample"), base::printable(reply.checkpoint()));
    for (const auto& [name, value] : std::map(reply.metrics().begin(), reply.metrics().end()))
        line += fmt::format(", {} {:.4f}", name, value);
    console.print(line + "\n");
    printConfusion(reply, console);
    if (reply.worst().empty()) return;
    if (files.empty()) console.print("\nLargest losses:\n");
    Table table{{files.empty() ? "sample" : "file", "label", "predicted", "probability", "loss"},
                {files.empty(), true, true, true, true},
                {}};
    for (const auto& sample : reply.worst()) {
        const bool hasClass = sample.probability() > 0;
        table.rows.push_back(
            {files.empty()
                 ? fmt::format("{}", sample.index())
                 : base::printable(files.at(static_cast<std::size_t>(sample.index())).get<std::string>()),
             sample.label() >= 0 ? fmt::format("{}", sample.label()) : "",
             hasClass ? fmt::format("{}", sample.predicted()) : "",
             hasClass ? fmt::format("{:.3f}", sample.probability()) : "",
             files.empty() ? fmt::format("{:.4f}", sample.loss()) : ""});
    }
    console.print(table.text());
}

/// Whether this means a checkpoint rather than a run: an existing path, or a name that looks like a file. No
/// run has such a name.
bool isPath(const std::string& text) {
    static constexpr std::array kEndings{".pt", ".pth", ".pkl", ".ckpt", ".safetensors", ".h5", ".keras"};
    std::error_code error;
    return text.find('/') != std::string::npos || fs::exists(text, error) ||
           std::ranges::any_of(kEndings, [&](const char* ending) { return text.ends_with(ending); });
}

int predictCommand(const Options& options, Console& console) {
    const bool areSources = std::ranges::all_of(options.paths, [](const std::string& word) {
        return word.starts_with('{') || word.find_first_of("./") == std::string::npos;
    });
    if (isElsewhere(options) && !areSources)
        return report(options, console,
                      {base::Code::kInvalidArgument,
                       base::say("with --agent {}, name data of that machine as a source, with absolute "
                                 "paths: '{{images: /data/test}}'",
                                 printable(options.agent)),
                       "usage.path"});
    const auto here = currentFolder();
    if (!here) return report(options, console, here.error());
    const auto source = spec::predictionData(options.paths, *here, plugin::Catalog::load().strategies());
    if (!source) return report(options, console, source.error());
    const auto session = Session::open(options.agent);
    if (!session) return report(options, console, session.error());
    v1::PredictRequest request;
    if (isPath(options.run)) {
        const auto checkpoint = checkpointPath(options, options.run);
        if (!checkpoint) return report(options, console, checkpoint.error());
        request.set_checkpoint(*checkpoint);
    } else {
        request.set_run(options.run);
    }
    if (!source->is_null()) request.set_data(source->dump());
    request.set_limit(options.limit);
    request.set_worst(options.worst);
    v1::PredictReply result;
    const base::Status status =
        (*session)->client()->predict(request, {}, [&](const v1::PredictReply& reply) {
            if (reply.finished()) result = reply;
            return true;
        });
    if (!status) return report(options, console, status.error());
    const Json files = source->is_object() ? source->value("files", Json::array()) : Json::array();
    if (options.isJson)
        console.print(toLine(replyJson(result, files)));
    else
        printReply(result, files, console);
    return finish(options, console);
}

}  // namespace

void addPredict(CommandLine& line) {
    Options& options = line.options();
    CLI::App* predict =
        line.add("predict", "predict a data set, or images, with a checkpoint's model", predictCommand);
    predict
        ->add_option("RUN|CKPT", options.run, "a run's id (its newest checkpoint), or a checkpoint's folder")
        ->required();
    predict->add_option("DATA", options.paths,
                        "fashion_mnist_test and the like, a folder of class folders, picture files, or a "
                        "source as in a run file: '{csv: …}' (default: the run's validation data)");
    predict->add_option("--limit", options.limit, "only the first N samples")->check(wholeFrom(1));
    predict->add_option("--worst", options.worst, "how many of the worst-classified to list")
        ->check(wholeFrom(0, 1000))
        ->capture_default_str();
}

}  // namespace trainyard::headless
