// SPDX-License-Identifier: Apache-2.0
// checkpoints, checkpoint show|verify|diff|export|convert|pin|unpin|delete.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

#include "app/headless/commands.h"
#include "app/headless/event_json.h"
#include "app/headless/export_model.h"
#include "app/headless/layout.h"
#include "app/headless/session.h"
#include "app/headless/units.h"
#include "core/base/text.h"
#include "core/base/time.h"
#include "core/spec/run/adapted.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::headless {
namespace {

using base::printable;

constexpr int kDamaged = 1;
constexpr int kBins = 20;
constexpr std::size_t kShownValueBytes = 200;  // of a vocabulary; --json has all of it

Json infoJson(const v1::CheckpointInfo& info) {
    Json json{{"run", info.run()},
              {"step", info.step()},
              {"epoch", info.epoch()},
              {"path", info.path()},
              {"time", timeJson(info.time())},
              {"bytes", info.bytes()},
              {"metrics", metricsJson(info.metrics())},
              {"pinned", info.pinned()},
              {"backup", info.is_backup()},
              {"best", info.is_best()},
              {"state", info.state()},
              {"sha256", info.sha256().empty() ? Json() : Json(info.sha256())},
              {"attempt", info.attempt()},
              {"stall_ms", number(info.stall_ms())},
              {"write_ms", number(info.write_ms())}};
    if (!info.name().empty()) json["name"] = info.name();
    return json;
}

bool isSetAside(const v1::CheckpointInfo& info) {
    return info.state() == "aside";
}

std::string marksOf(const v1::CheckpointInfo& info) {
    std::vector<std::string> marks;
    if (info.is_best()) marks.push_back("best");
    if (info.is_backup()) marks.push_back("backup");
    if (info.pinned()) marks.push_back("pinned");
    if (isSetAside(info)) marks.push_back("set aside");
    if (info.state() == "reported") marks.push_back("reported");
    if (info.state() == "damaged") marks.push_back("damaged");
    return fmt::format("{}", fmt::join(marks, ", "));
}

std::string asideText(const std::string& run, const std::vector<v1::CheckpointInfo>& aside) {
    std::int64_t bytes = 0;
    for (const auto& info : aside) bytes += info.bytes();
    return fmt::format(
        "{} more, {}, set aside when a newer attempt saved their steps again: `checkpoints {} "
        "--aside` lists them, `checkpoint delete` deletes them\n",
        aside.size(), bytesText(bytes), printable(run));
}

std::string shapeText(const v1::TensorRow& tensor) {
    return fmt::format("[{}]", fmt::join(tensor.shape(), ", "));
}

Json tensorJson(const v1::TensorRow& tensor) {
    Json json = {{"file", tensor.file()},
                 {"name", tensor.name()},
                 {"dtype", tensor.dtype()},
                 {"shape", tensor.shape()},
                 {"bytes", tensor.bytes()}};
    if (!tensor.has_statistics()) return json;
    json["min"] = number(tensor.min());
    json["mean"] = number(tensor.mean());
    json["max"] = number(tensor.max());
    json["stddev"] = number(tensor.stddev());
    json["not_finite"] = tensor.not_finite();
    json["histogram"] = tensor.histogram();
    return json;
}

/// Sends one request for all of them: if one is refused, nothing is done.
int edit(const Options& options, Console& console, v1::EditCheckpointRequest request, const char* done) {
    const auto session = Session::open(options.agent);
    if (!session) return report(options, console, session.error());
    for (const std::string& path : options.paths) {
        const auto absolute = checkpointPath(options, path);
        if (!absolute) return report(options, console, absolute.error());
        *(request.path().empty() ? request.mutable_path() : request.add_others()) = *absolute;
    }
    const auto reply = (*session)->client()->editCheckpoint(request);
    if (!reply) return report(options, console, reply.error());
    if (!reply->fetched().empty()) console.printError(reply->fetched() + "\n");
    std::vector<std::string> paths{reply->path()};
    for (const v1::CheckpointInfo& info : reply->others()) paths.push_back(info.path());
    Json list = Json::array();
    for (const std::string& path : paths) {
        list.push_back({{"path", path}, {"done", done}});
        if (!options.isJson) console.print(fmt::format("{} {}\n", printable(path), done));
    }
    if (options.isJson) console.print(toLine(list));
    return finish(options, console);
}

int edit(const Options& options, Console& console, v1::EditCheckpointRequest::Action action,
         const char* done) {
    v1::EditCheckpointRequest request;
    request.set_action(action);
    return edit(options, console, std::move(request), done);
}

int checkpointsCommand(const Options& options, Console& console) {
    if (options.run.empty())  // which the agent interprets as all runs
        return report(
            options, console,
            {base::Code::kNotFound, "an empty id names no run; `runs` lists them", "run.not_found"});
    const auto session = Session::open(options.agent);
    if (!session) return report(options, console, session.error());
    const auto reply =
        (*session)->client()->listCheckpoints(client::ofRun<v1::ListCheckpointsRequest>(options.run));
    if (!reply) return report(options, console, reply.error());
    std::vector<v1::CheckpointInfo> shown, others;
    for (const auto& info : reply->checkpoints())
        (isSetAside(info) == options.isAside ? shown : others).push_back(info);
    if (options.isJson) {
        Json list = Json::array();
        for (const auto& info : shown) list.push_back(infoJson(info));
        console.print(toLine(list));
        return finish(options, console);
    }
    if (shown.empty())
        console.printError(options.isAside
                               ? fmt::format("{} has set no checkpoint aside\n", printable(options.run))
                               : fmt::format("{} has no checkpoints\n", printable(options.run)));
    Table table{{"step", "epoch", "size", "saved", "loss", "val_loss", "attempt", "", "path"},
                {true, true, true, false, true, true, true, false, false},
                {}};
    const bool hasNames = std::ranges::any_of(shown, [](const auto& info) { return !info.name().empty(); });
    if (hasNames) {
        table.titles.push_back("name");
        table.isNumeric.push_back(false);
    }
    for (const auto& info : shown) {
        const auto metric = [&](const char* name) {
            const auto found = info.metrics().find(name);
            return found == info.metrics().end() ? std::string("-") : metricText(found->second);
        };
        // The epochs of a program are not known.
        const std::string epoch = info.state() == "reported" ? "-" : std::to_string(info.epoch() + 1);
        table.rows.push_back({std::to_string(info.step()), epoch, bytesText(info.bytes()),
                              base::rfc3339(base::fromWallSeconds(info.time())), metric("loss"),
                              metric("val_loss"), std::to_string(info.attempt()), marksOf(info),
                              printable(info.path())});
        if (hasNames) table.rows.back().push_back(printable(info.name()));
    }
    if (!table.rows.empty()) console.print(table.text());
    if (!options.isAside && !others.empty()) console.printError(asideText(options.run, others));
    return finish(options, console);
}

int checkpointShowCommand(const Options& options, Console& console) {
    const auto session = Session::open(options.agent);
    if (!session) return report(options, console, session.error());
    Json list = Json::array();
    for (const std::string& path : options.paths) {
        v1::ShowCheckpointRequest request;
        const auto absolute = checkpointPath(options, path);
        if (!absolute) return report(options, console, absolute.error());
        request.set_path(*absolute);
        request.set_with_statistics(options.hasStatistics);
        request.set_histogram_bins(options.hasStatistics && options.isJson ? kBins : 0);
        const auto reply = (*session)->client()->showCheckpoint(request);
        if (!reply) return report(options, console, reply.error());
        // A file of weights alone says no step; of what a program has reported, its report does.
        const v1::CheckpointInfo& info = reply->checkpoint();
        const bool hasStep = info.step() > 0 || !reply->state_json().empty() || info.state() == "reported";
        if (options.isJson) {
            Json json = infoJson(info);
            if (!hasStep) json["step"] = json["epoch"] = nullptr;
            json["tensors"] = Json::array();
            for (const auto& tensor : reply->tensors()) json["tensors"].push_back(tensorJson(tensor));
            json["training"] = Json::parse(reply->state_json(), nullptr, false);
            if (json["training"].is_discarded()) json["training"] = nullptr;
            list.push_back(std::move(json));
            continue;
        }
        console.print(fmt::format("{}  {}{}\n", printable(info.path()),
                                  hasStep ? fmt::format("step {}, ", info.step()) : "",
                                  bytesText(info.bytes())));
        for (const auto& [name, value] : inOrder(info.metrics()))
            console.print(fmt::format("  {} {}\n", printable(name), metricText(value)));
        const Json training = Json::parse(reply->state_json(), nullptr, false);
        for (const std::string& line :
             spec::valuesIn(training.is_object() ? training.value("spec", Json()) : Json(), kShownValueBytes))
            console.print(fmt::format("  {}\n", line));
        Table table{{"file", "tensor", "dtype", "shape", "size"}, {false, false, false, false, true}, {}};
        if (options.hasStatistics)
            for (const char* title : {"min", "mean", "max", "std", "not finite"}) {
                table.titles.push_back(title);
                table.isNumeric.push_back(true);
            }
        for (const auto& tensor : reply->tensors()) {
            auto& row = table.rows.emplace_back(
                std::vector<std::string>{printable(tensor.file()), printable(tensor.name()), tensor.dtype(),
                                         shapeText(tensor), bytesText(tensor.bytes())});
            if (!options.hasStatistics) continue;
            for (const double value : {tensor.min(), tensor.mean(), tensor.max(), tensor.stddev()})
                row.push_back(tensor.has_statistics() ? fmt::format("{:.4g}", value) : "-");
            row.push_back(std::to_string(tensor.not_finite()));
        }
        if (info.state() == "reported")
            console.print("  written by the run's program, which alone knows what is in it\n");
        else
            console.print(table.text());
    }
    if (options.isJson) console.print(toLine(list));
    return finish(options, console);
}

int checkpointVerifyCommand(const Options& options, Console& console) {
    const auto session = Session::open(options.agent);
    if (!session) return report(options, console, session.error());
    Json list = Json::array();
    bool isDamaged = false;
    for (const std::string& path : options.paths) {
        const auto absolute = checkpointPath(options, path);
        if (!absolute) return report(options, console, absolute.error());
        v1::VerifyCheckpointRequest request;
        request.set_path(*absolute);
        const auto reply = (*session)->client()->verifyCheckpoint(request);
        if (!reply) return report(options, console, reply.error());
        const bool isGood = reply->problems().empty();
        isDamaged |= !isGood;
        if (options.isJson) {
            Json problems = Json::array();
            for (const auto& problem : reply->problems()) problems.push_back(problemJson(problem));
            list.push_back({{"path", *absolute},
                            {"ok", isGood},
                            {"bytes", reply->bytes()},
                            {"problems", std::move(problems)}});
            continue;
        }
        if (isGood) console.print(fmt::format("{}: whole, {}\n", printable(path), bytesText(reply->bytes())));
        for (const auto& problem : reply->problems())
            console.print(fmt::format("{}: {}\n", printable(path), printable(problem.message())));
    }
    if (options.isJson) console.print(toLine(list));
    const int code = finish(options, console);
    return code != 0 ? code : isDamaged ? kDamaged : 0;
}

int checkpointDiffCommand(const Options& options, Console& console) {
    if (options.paths.size() != 2)
        return report(
            options, console,
            {base::Code::kInvalidArgument, "checkpoint diff compares two checkpoints", "usage.paths"});
    const auto session = Session::open(options.agent);
    if (!session) return report(options, console, session.error());
    const auto left = checkpointPath(options, options.paths[0]),
               right = checkpointPath(options, options.paths[1]);
    if (!left) return report(options, console, left.error());
    if (!right) return report(options, console, right.error());
    v1::DiffCheckpointsRequest request;
    request.set_left(*left);
    request.set_right(*right);
    const auto reply = (*session)->client()->diffCheckpoints(request);
    if (!reply) return report(options, console, reply.error());
    Json tensors = Json::array();
    Table table{{"file", "tensor", "change", "largest", "mean"}, {false, false, false, true, true}, {}};
    for (const auto& diff : reply->tensors()) {
        tensors.push_back({{"file", diff.file()},
                           {"name", diff.name()},
                           {"change", diff.change()},
                           {"max_abs", number(diff.max_abs())},
                           {"mean_abs", number(diff.mean_abs())}});
        if (diff.change() == "same") continue;
        const bool hasNumbers = diff.change() == "changed";
        table.rows.push_back({printable(diff.file()), printable(diff.name()), diff.change(),
                              hasNumbers ? fmt::format("{:.3g}", diff.max_abs()) : "-",
                              hasNumbers ? fmt::format("{:.3g}", diff.mean_abs()) : "-"});
    }
    Json state = Json::array();
    for (const auto& change : reply->state()) state.push_back(change.message());
    if (options.isJson) {
        console.print(toLine({{"tensors", std::move(tensors)}, {"run_file", std::move(state)}}));
        return finish(options, console);
    }
    if (!table.rows.empty()) console.print(table.text());
    console.print(fmt::format("{} of {} tensors are the same\n", reply->tensors_size() - table.rows.size(),
                              reply->tensors_size()));
    for (const auto& change : reply->state())
        console.print(fmt::format("run file: {}\n", printable(change.message())));
    return finish(options, console);
}

int checkpointExportCommand(const Options& options, Console& console) {
    const auto to = agentPath(options, options.to);
    if (!to) return report(options, console, to.error());
    v1::EditCheckpointRequest request;
    request.set_action(v1::EditCheckpointRequest::EXPORT);
    request.set_to(*to);
    return edit(options, console, std::move(request), "written");
}
int checkpointPinCommand(const Options& options, Console& console) {
    return edit(options, console, v1::EditCheckpointRequest::PIN, "pinned");
}
int checkpointUnpinCommand(const Options& options, Console& console) {
    return edit(options, console, v1::EditCheckpointRequest::UNPIN, "unpinned");
}
int checkpointDeleteCommand(const Options& options, Console& console) {
    return edit(options, console, v1::EditCheckpointRequest::DELETE, "deleted");
}

}  // namespace

void addCheckpointCommands(CommandLine& line) {
    Options& options = line.options();
    CommandLine::addSwitch(line.addOnRun("checkpoints", "list the checkpoints of a run", checkpointsCommand),
                           "--aside", options.isAside,
                           "those set aside when a newer attempt saved their steps again");
    CLI::App* checkpoint = line.addGroup("checkpoint", "inspect, verify, export and pin checkpoints");
    const auto addOn = [&](const char* name, const char* help, CommandLine::Command command) {
        CLI::App* sub = line.add(*checkpoint, name, help, command);
        sub->add_option("PATH", options.paths, "a checkpoint's folder, or a safetensors file")->required();
        return sub;
    };
    CommandLine::addSwitch(addOn("show", "show step, metrics and tensors", checkpointShowCommand),
                           "--statistics", options.hasStatistics, "least, mean, largest of each tensor");
    addOn("verify", "read every byte; exit code 1 if one is damaged", checkpointVerifyCommand);
    addOn("diff", "show which tensors differ, and by how much", checkpointDiffCommand);
    CLI::App* exporting = addOn("export", "copy to a new folder, or the weights to one .safetensors file",
                                checkpointExportCommand);
    exporting->get_option("PATH")->expected(1);
    exporting->add_option("--to", options.to, "the folder or file to make")->required();
    CLI::App* converting =
        line.add(*checkpoint, "convert", "make initial weights of another framework's safetensors file",
                 convertWeights);
    converting->add_option("FILE", options.file, "the file")->required();
    converting->add_option("--from", options.format, "whose names and layout it has: pytorch, keras")
        ->required()
        ->check(CLI::IsMember({"pytorch", "keras"}));
    converting
        ->add_option("--for", options.run, "whose model: a run, a checkpoint, a saved model or a run file")
        ->required();
    converting->add_option("--to", options.to, "the file to make")->required();
    addOn("pin", "keep it, whatever `checkpoint.keep` says", checkpointPinCommand);
    addOn("unpin", "let `checkpoint.keep` decide again", checkpointUnpinCommand);
    addOn("delete", "delete it", checkpointDeleteCommand);
}

}  // namespace trainyard::headless
