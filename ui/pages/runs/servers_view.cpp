// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/runs/servers_view.h"

#include <QLabel>
#include <QVBoxLayout>

#include "ui/widgets/named.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/traffic_view.h"

namespace trainyard::pages {

using widgets::named;
using widgets::withRole;

ServersView::ServersView(QWidget* parent) : QScrollArea(parent) {
    auto* page = withRole(new QWidget, "panel");
    page->setAttribute(Qt::WA_StyledBackground);
    measuredTitle_ = withRole(new QLabel, "muted");
    estimatedTitle_ = withRole(new QLabel(tr("Estimate")), "muted");
    for (QLabel* title : {measuredTitle_, estimatedTitle_}) title->setWordWrap(true);
    measured_ = named(new widgets::TrafficView, "runs.servers.measured",
                      tr("Measured traffic of each parameter server per step"));
    estimated_ = named(new widgets::TrafficView, "runs.servers.estimated",
                       tr("Estimated traffic of each parameter server per step"));
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(12, 8, 12, 8);
    layout->setSpacing(6);
    layout->addWidget(measuredTitle_);
    layout->addWidget(measured_);
    layout->addSpacing(6);
    layout->addWidget(estimatedTitle_);
    layout->addWidget(estimated_);
    layout->addStretch();
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setWidget(page);
}

void ServersView::setTraffic(const std::vector<bridge::ServerTraffic>& measured,
                             const std::vector<bridge::ServerTraffic>& estimated) {
    hasTraffic_ = !measured.empty() || !estimated.empty();
    measuredTitle_->setText(measured.empty() ? tr("Available when the attempt has ended.")
                                             : tr("Measured, mean per step"));
    measured_->setTraffic(measured);
    estimatedTitle_->setVisible(!estimated.empty());
    estimated_->setTraffic(estimated);
}

}  // namespace trainyard::pages

#include "moc_servers_view.cpp"
