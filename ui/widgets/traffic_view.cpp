// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/traffic_view.h"

#include <algorithm>

#include "ui/models/format.h"

namespace trainyard::widgets {
namespace {

constexpr int kHeight = 150;
/// Above the mean: then the workers are waiting for this server.
constexpr double kHot = 1.25;

std::int64_t moved(const bridge::ServerTraffic& server) {
    return server.sentBytes + server.receivedBytes;
}

struct Unit {
    double bytes;
    QString name;
};
/// In which the largest amount is at least 1.
Unit unitFor(std::int64_t most) {
    for (const auto& [bytes, name] :
         {std::pair(1e9, QStringLiteral("GB")), {1e6, QStringLiteral("MB")}, {1e3, QStringLiteral("kB")}})
        if (double(most) >= bytes) return {bytes, name};
    return {1, QStringLiteral("B")};
}

}  // namespace

std::optional<std::size_t> hotSpotOf(const std::vector<bridge::ServerTraffic>& servers) {
    if (servers.size() < 2) return std::nullopt;
    double sum = 0;
    for (const bridge::ServerTraffic& server : servers) sum += double(moved(server));
    const auto most = std::ranges::max_element(servers, {}, moved);
    if (double(moved(*most)) <= kHot * sum / double(servers.size())) return std::nullopt;
    return static_cast<std::size_t>(most - servers.begin());
}

TrafficView::TrafficView(QWidget* parent) : Chart(parent) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setFixedHeight(kHeight);
}

void TrafficView::setTraffic(const std::vector<bridge::ServerTraffic>& servers) {
    setVisible(!servers.empty());
    if (servers.empty()) return setContent({});
    const auto hot = hotSpotOf(servers);
    const Unit unit = unitFor(moved(*std::ranges::max_element(servers, {}, moved)));
    ChartContent content{.kind = ChartContent::Kind::kStackedBars,
                         .series = {{tr("sent per step, %1").arg(unit.name), 0, {}},
                                    {tr("received, %1").arg(unit.name), 1, {}}}};
    QStringList words;
    for (std::size_t i = 0; i < servers.size(); ++i) {
        const bridge::ServerTraffic& server = servers[i];
        content.categories << (hot == i ? QStringLiteral("▲ ") + server.task : server.task);
        content.series[0].points.push_back({.y = double(server.sentBytes) / unit.bytes});
        content.series[1].points.push_back({.y = double(server.receivedBytes) / unit.bytes});
        words << tr("%1 holds %2, sends %3 and receives %4 per step")
                     .arg(server.task, models::byteSize(server.variableBytes),
                          models::byteSize(server.sentBytes), models::byteSize(server.receivedBytes));
        if (hot == i) words.back() += QStringLiteral(" (%1)").arg(tr("hot spot"));
    }
    QString heading = words.size() == 1 ? words.front() : QString();
    if (hot)
        heading = tr("%1 transfers more than its share. A partitioner distributes large variables over the "
                     "servers.")
                      .arg(servers[*hot].task);
    setContent(std::move(content), heading);
    setAccessibleDescription(words.join('\n'));
    setToolTip(words.join('\n'));
}

}  // namespace trainyard::widgets

#include "moc_traffic_view.cpp"
