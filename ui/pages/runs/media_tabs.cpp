// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/runs/media_tabs.h"

#include <QTabBar>
#include <algorithm>
#include <array>

#include "ui/bridge/agent_bridge.h"
#include "ui/pages/runs/media_view.h"
#include "ui/widgets/named.h"

namespace trainyard::pages {
namespace {

using bridge::MediaKind;

constexpr std::array kKindsInOrder{MediaKind::kImages, MediaKind::kHistograms, MediaKind::kText,
                                   MediaKind::kHparams, MediaKind::kPrCurves};
/// What grows is looked at this often: a training logs its images every epoch or so.
constexpr int kAskEveryMs = 3000;

}  // namespace

MediaTabs::MediaTabs(Agent agent, QWidget* curves, QWidget* parent) : QTabWidget(parent), agent_(agent) {
    widgets::named(this, "runs.media.tabs", tr("Curves, images and histograms"));
    tabBar()->setObjectName("runs.media.tabs.bar");
    tabBar()->setAccessibleName(tr("Curves, images and histograms"));
    setDocumentMode(true);
    tabBar()->setDrawBase(false);
    setTabBarAutoHide(true);
    // The tab bar itself takes the focus, and is skipped while hidden.
    setFocusProxy(nullptr);
    setFocusPolicy(Qt::NoFocus);
    addTab(curves, tr("Curves"));
    pace_.setSingleShot(true);
    pace_.setInterval(kAskEveryMs);
    connect(&pace_, &QTimer::timeout, this, [this] {
        if (hasNews_) ask();
    });
}

void MediaTabs::show(const QString& run) {
    run_ = run;
    isAsking_ = false;
    if (currentIndex() > 0) wanted_ = currentWidget();
    take({});
    ask();
}

void MediaTabs::refresh() {
    hasNews_ = true;
    if (!pace_.isActive()) ask();
}

void MediaTabs::ask() {
    if (run_.isEmpty() || isAsking_) return;
    isAsking_ = true;
    hasNews_ = false;
    pace_.start();
    agent_.ask(
        &bridge::SeriesCalls::listMedia, this,
        [this, run = run_](const bridge::Outcome<std::vector<bridge::MediaSeries>>& series) {
            if (run != run_) return;
            isAsking_ = false;
            if (series) take(*series);  // who shows the curves reports an unavailable agent
            wanted_ = nullptr;
        },
        run_);
}

/// A tab that is there stays where it is; one that is shown is not taken from under the reader while it has
/// anything.
void MediaTabs::take(const std::vector<bridge::MediaSeries>& series) {
    for (const MediaKind kind : kKindsInOrder) {
        std::vector<bridge::MediaSeries> ofKind;
        std::ranges::copy_if(series, std::back_inserter(ofKind),
                             [&](const bridge::MediaSeries& one) { return one.kind == kind; });
        MediaView*& view = views_[kind];
        if (!view && ofKind.empty()) continue;
        if (!view) {
            view = new MediaView(agent_, kind, this);
            view->hide();
        }
        view->setSeries(run_, ofKind);
        const int at = indexOf(view);
        if (ofKind.empty() && at >= 0) removeTab(at);
        if (ofKind.empty() || at >= 0) continue;
        int place = 1;  // after the curves, and the kinds before this one
        for (const MediaKind before : kKindsInOrder) {
            if (before == kind) break;
            const auto known = views_.find(before);
            if (known != views_.end() && known->second && indexOf(known->second) >= 0) ++place;
        }
        insertTab(place, view, MediaView::title(kind));
        if (view == wanted_) setCurrentWidget(view);
    }
}

}  // namespace trainyard::pages

#include "moc_media_tabs.cpp"
