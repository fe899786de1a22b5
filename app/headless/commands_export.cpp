// SPDX-License-Identifier: Apache-2.0
// export: what a run has recorded, in formats that other programs read.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <stop_token>

#include "app/headless/commands.h"
#include "app/headless/event_json.h"
#include "app/headless/layout.h"
#include "app/headless/session.h"
#include "app/headless/signals.h"
#include "core/base/text.h"
#include "core/base/time.h"
#include "core/export/csv.h"
#include "core/export/html_report.h"
#include "core/export/point_sink.h"
#include "core/export/staged_path.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::headless {
namespace {

using base::printable;

struct PointFormat {
    const char* name;
    exports::OpenSink open;
};
constexpr std::array kPointFormats{PointFormat{"csv", exports::openCsv}, PointFormat{"npy", exports::openNpy},
                                   PointFormat{"tensorboard", exports::openEventFiles}};
constexpr const char* kHtml = "html";
constexpr std::array kNotYet{"mlflow", "onnx", "torchrun", "slurm", "kubernetes"};

constexpr int kMostSeries = 500;           // of one run that are drawn
constexpr std::size_t kMostEvents = 2000;  // of one run that are listed, the newest
constexpr int kPixels = 720;               // columns of a chart

struct Export {
    std::vector<std::string> runs;
    std::string path;  ///< absolute
    std::int64_t points = 0;
};

base::Status writePoints(Session& session, Export& wanted, exports::PointSink& sink, std::stop_token stop) {
    v1::ExportMetricsRequest request;
    request.set_run(wanted.runs.front());
    base::Status written;
    const base::Status read =
        session.client()->exportMetrics(request, std::move(stop), [&](const v1::ExportMetricsReply& reply) {
            for (const v1::Points& points : reply.points()) {
                written = exports::isWhole(points)
                              ? sink.take(points, reply.is_double())
                              : base::fail(base::Code::kDataLoss,
                                           "the agent sent points with missing columns; update both");
                if (!written) return false;
                wanted.points += points.step_size();
            }
            return true;
        });
    TY_TRY(written);
    TY_TRY(read);
    return sink.finish();
}

base::Status readSeries(Session& session, exports::ReportedRun& run, std::stop_token stop) {
    const std::string& id = run.run.summary().run();
    TY_ASSIGN(const auto list, session.client()->listSeries(client::ofRun<v1::ListSeriesRequest>(id), stop));
    if (list.series_size() > kMostSeries)
        run.omitted.push_back(fmt::format("Of its {} series, {} are drawn; `export --to csv` writes all.",
                                          list.series_size(), kMostSeries));
    for (int i = 0; i < std::min(list.series_size(), kMostSeries); ++i) {
        v1::QuerySeriesRequest request;
        request.set_run(id);
        *request.mutable_key() = list.series(i).key();
        request.set_pixels(kPixels);
        TY_ASSIGN(const auto reply, session.client()->querySeries(request, stop));
        run.series.push_back({list.series(i).key(), {reply.points().begin(), reply.points().end()}});
    }
    return {};
}

/// Those that there are now, without the steps, whose values are in the curves.
base::Status readEvents(Session& session, exports::ReportedRun& run, std::stop_token stop) {
    const std::uint64_t last = run.run.last_seq();
    if (last == 0) return {};
    v1::WatchRunRequest request = client::ofRun<v1::WatchRunRequest>(run.run.summary().run());
    const base::Status read =
        session.client()->watchRun(request, std::move(stop), [&](const v1::WatchRunReply& reply) {
            if (!reply.has_event()) return true;
            if (!reply.event().has_step()) run.events.push_back(reply.event());
            return reply.event().seq() < last;
        });
    if (run.events.size() > kMostEvents) {
        run.omitted.push_back(
            fmt::format("Of its {} events, the newest {} are listed.", run.events.size(), kMostEvents));
        run.events.erase(run.events.begin(), run.events.end() - kMostEvents);
    }
    return read;
}

base::Status writeReport(Session& session, const Export& wanted, const std::stop_token& stop) {
    TY_ASSIGN(exports::StagedPath file, exports::StagedPath::forFile(wanted.path));
    std::vector<exports::ReportedRun> runs;
    for (const std::string& id : wanted.runs) {
        TY_ASSIGN(auto run, session.client()->getRun(client::ofRun<v1::GetRunRequest>(id), stop));
        runs.push_back({.run = std::move(run), .events = {}, .series = {}, .omitted = {}});
        TY_TRY(readSeries(session, runs.back(), stop));
        TY_TRY(readEvents(session, runs.back(), stop));
    }
    TY_TRY(file.write(exports::htmlReport(runs, TRAINYARD_VERSION, base::wallNow())));
    return file.publish();
}

/// A run that does not exist is reported before anything is written.
base::Status write(Session& session, Export& wanted, const std::string& format, const std::stop_token& stop) {
    for (const std::string& run : wanted.runs)
        TY_TRY(session.client()->getRun(client::ofRun<v1::GetRunRequest>(run), stop));
    if (format == kHtml) return writeReport(session, wanted, stop);
    const auto* chosen =
        std::ranges::find_if(kPointFormats, [&](const auto& one) { return format == one.name; });
    TY_ASSIGN(const auto sink, chosen->open(wanted.path));
    return writePoints(session, wanted, *sink, stop);
}

void printWritten(const Export& wanted, const Options& options, Console& console) {
    if (options.isJson) {
        Json json = {{"path", wanted.path}, {"format", options.format}, {"runs", wanted.runs}};
        if (options.format != kHtml) json["points"] = wanted.points;
        return console.print(toLine(json));
    }
    const std::string points =
        options.format == kHtml ? ""
                                : fmt::format("  {} points", thousands(static_cast<double>(wanted.points)));
    console.print(fmt::format("{}{}\n", printable(wanted.path), points));
}

base::Result<Export> wantedBy(const Options& options) {
    if (std::ranges::find(kNotYet, options.format) != kNotYet.end())
        return base::fail(
            base::Code::kRefused,
            fmt::format("`export --to {}` is not built yet: it will come in a later version", options.format),
            "not_yet");
    Export wanted{.runs = options.words, .path = {}, .points = 0};
    TY_ASSIGN(wanted.path, absolutePath(wanted.runs.back()));
    wanted.runs.pop_back();
    if (wanted.runs.size() > 1 && options.format != kHtml)
        return base::fail(
            base::Code::kInvalidArgument,
            fmt::format("`--to {}` writes one run; only `--to html` takes several", options.format),
            "usage.one_run");
    return wanted;
}

int exportCommand(const Options& options, Console& console) {
    auto wanted = wantedBy(options);
    if (!wanted) return report(options, console, wanted.error());
    std::stop_source stop;
    std::atomic<int> signalled = 0;
    const auto signals = Signals::watch([&](int signal) {
        signalled = signal;
        stop.request_stop();
    });
    if (!signals) return report(options, console, signals.error());
    const auto session = Session::open(options.agent);
    if (!session) return report(options, console, session.error());
    const base::Status written = write(**session, *wanted, options.format, stop.get_token());
    if (!written && signalled != 0) {
        console.printError(
            fmt::format("trainyard: interrupted; nothing is at {}\n", printable(wanted->path)));
        return 128 + signalled;
    }
    if (!written) return report(options, console, written.error());
    printWritten(*wanted, options, console);
    return finish(options, console);
}

}  // namespace

void addExport(CommandLine& line) {
    CLI::App* command = line.add("export", "write what a run has recorded for other programs", exportCommand);
    command
        ->add_option(
            "RUN… PATH", line.options().words,
            "the run's id, and a file or folder that does not exist yet; for html several runs are compared")
        ->required()
        ->expected(2, -1);
    command
        ->add_option(
            "--to", line.options().format,
            "csv (a file), npy (a folder), tensorboard (a folder of event files) or html (one page: curves, "
            "run file, events)")
        ->required()
        ->check(CLI::IsMember(
            {"csv", "npy", "tensorboard", "html", "mlflow", "onnx", "torchrun", "slurm", "kubernetes"}));
}

}  // namespace trainyard::headless
