// SPDX-License-Identifier: Apache-2.0
#include "app/desktop/chart_program.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <QApplication>
#include <algorithm>
#include <cstdio>
#include <set>
#include <utility>

#include "app/headless/session.h"
#include "core/base/text.h"
#include "ui/bridge/client_functions.h"
#include "ui/models/curve_data.h"
#include "ui/models/curve_group.h"
#include "ui/models/format.h"
#include "ui/models/run_list_model.h"
#include "ui/widgets/curves/curve_view.h"
#include "ui/widgets/theme.h"

namespace trainyard::desktop {
namespace {

using base::Code;

/// Enough for the width of a picture, twice as fine as its pixels.
constexpr int kColumns = 4000;

base::Error errorOf(const bridge::Failure& failure) {
    return {failure.kind, base::Words::plain(failure.message.text.toStdString()), failure.code.toStdString()};
}

/// The series of a run that `tag` names: one tag, or a quantity that several measure.
base::Result<std::vector<bridge::SeriesKey>> seriesOf(const bridge::AgentFunctions& agent, const QString& run,
                                                      const QString& tag) {
    const auto listed = agent.listSeries(run);
    if (!listed) return base::fail(errorOf(listed.error()));
    std::vector<bridge::SeriesKey> named;
    std::set<std::string> known;
    for (const bridge::SeriesKey& key : *listed) {
        const QString quantity = models::quantityOf(key.tag);
        if (key.tag == tag || quantity == tag) named.push_back(key);
        known.insert({key.tag.toStdString(), quantity.toStdString()});
    }
    if (!named.empty()) return named;
    return base::fail(Code::kNotFound,
                      known.empty() ? base::say("run {} has no metrics yet", run.toStdString())
                                    : base::say("run {} has no metric {}; it has {}", run.toStdString(),
                                                base::printable(tag.toStdString()),
                                                base::printable(fmt::format("{}", fmt::join(known, ", ")))),
                      "chart.tag");
}

base::Result<widgets::CurveRun> curvesOf(const bridge::AgentFunctions& agent, const QString& run,
                                         const QString& tag) {
    const auto detail = agent.runDetail(run);
    if (!detail) return base::fail(errorOf(detail.error()));
    TY_ASSIGN(const auto series, seriesOf(agent, run, tag));
    models::CurveData data;
    for (const bridge::SeriesKey& key : series) {
        const auto points = agent.querySeries({run, key, 0, 0, kColumns});
        if (!points) return base::fail(errorOf(points.error()));
        data.replace(key, *points);
    }
    return widgets::CurveRun{.label = models::shown(models::RunListModel::title(detail->summary)),
                             .curves = data.curves(),
                             .stepsPerEpoch = detail->stepsPerEpoch,
                             .start = detail->summary.created,
                             .totalSteps = bridge::stepsToDraw(detail->summary)};
}

}  // namespace

base::Status paintChart(const headless::ChartRequest& request) {
    TY_ASSIGN(const client::Endpoint endpoint, headless::endpointOf(request.agent));
    const bridge::AgentFunctions agent = bridge::clientFunctions(endpoint);
    if (const auto connected = agent.connect(); !connected) return base::fail(errorOf(connected.error()));
    const QString tag = QString::fromStdString(request.tag);
    std::vector<widgets::CurveRun> runs;
    for (const std::string& run : request.runs) {
        TY_ASSIGN(auto curves, curvesOf(agent, QString::fromStdString(run), tag));
        runs.push_back(std::move(curves));
        if (request.runs.size() > 1) runs.back().colour = static_cast<int>(runs.size()) - 1;
    }
    ::qputenv("QT_QPA_PLATFORM", "offscreen");
    qInstallMessageHandler([](QtMsgType type, const QMessageLogContext&, const QString& message) {
        if (type == QtFatalMsg) std::fprintf(stderr, "trainyard: %s\n", qPrintable(message));
    });  // what Qt misses of a desktop is of no account here
    char name[] = "trainyard";
    char* argv[] = {name, nullptr};
    int argc = 1;
    QApplication application(argc, argv);
    widgets::Theme::apply(application, widgets::ColourScheme::kLight);
    // The view draws all that measures one quantity, and it was given what the tag names.
    widgets::CurveView view(QStringLiteral("chart"), models::quantityOf(tag));
    view.setRuns(std::move(runs));
    const QString wrong = view.savePicture(QString::fromStdString(request.out));
    if (wrong.isEmpty()) return {};
    // Its folder is there and writable: what is left is a full disk, or a limit.
    return base::fail(Code::kResourceExhausted, base::Words::plain(wrong.toStdString()), "chart.write");
}

}  // namespace trainyard::desktop
