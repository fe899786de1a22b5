// SPDX-License-Identifier: Apache-2.0
// What runs have logged beside scalars.
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "ui/bridge/connection.h"
#include "ui/bridge/from_proto.h"

namespace trainyard::bridge {
namespace {

/// The agent's names, by MediaKind.
constexpr std::array<const char*, 5> kKinds{"images", "histograms", "text", "hparams", "pr_curves"};

std::vector<MediaSeries> toMediaSeries(const v1::ListMediaReply& reply) {
    std::vector<MediaSeries> all;
    for (const v1::MediaSeries& series : reply.series()) {
        const auto kind =
            std::ranges::find(kKinds, series.kind(), [](const char* name) { return std::string(name); });
        if (kind == kKinds.end()) continue;  // a newer agent's
        all.push_back({static_cast<MediaKind>(kind - kKinds.begin()), toSeriesKey(series.key()),
                       series.seen(), series.kept()});
    }
    return all;
}

/// {"lr": 0.1} as "lr: 0.1", a line each.
QString linesOfJson(const std::string& text) {
    const auto json = nlohmann::json::parse(text, nullptr, false);
    if (!json.is_object()) return bridge::text(text);
    QStringList lines;
    for (const auto& [name, value] : json.items())
        lines << bridge::text(name) + QStringLiteral(": ") +
                     bridge::text(value.is_string() ? value.get<std::string>() : value.dump());
    return lines.join('\n');
}

MediaContent toMediaContent(const v1::ListMediaReply& reply) {
    if (reply.items().empty()) return {};  // thinned out since it was listed
    const v1::MediaItem& item = reply.items(0);
    return {QByteArray::fromStdString(item.image()),
            item.kind() == "hparams" ? linesOfJson(item.text()) : text(item.text()),
            {item.values().begin(), item.values().end()}};
}

v1::ListMediaRequest requestFor(const QString& run, const MediaSeries& series) {
    auto request = ofRun<v1::ListMediaRequest>(run);
    request.set_kind(kKinds[static_cast<std::size_t>(series.kind)]);
    *request.mutable_key() = toProto(series.key);
    return request;
}

}  // namespace

void addMedia(AgentFunctions& agent, const std::shared_ptr<Connection>& connection) {
    agent.listMedia = [connection](const QString& run) {
        auto request = ofRun<v1::ListMediaRequest>(run);
        request.set_limit(1);
        return ask(*connection, &client::AgentClient::listMedia, request, toMediaSeries);
    };
    agent.mediaItems = [connection](const QString& run, const MediaSeries& series) {
        return ask(*connection, &client::AgentClient::listMedia, requestFor(run, series),
                   [](const v1::ListMediaReply& reply) {
                       std::vector<MediaItem> items;
                       for (const v1::MediaItem& item : reply.items())
                           items.push_back({item.id(), item.attempt(), item.step(), item.sample()});
                       return items;
                   });
    };
    agent.readMedia = [connection](const QString& run, const MediaSeries& series, std::int64_t id) {
        auto request = requestFor(run, series);
        request.set_after(id - 1);
        request.set_limit(1);
        request.set_data(true);
        return ask(*connection, &client::AgentClient::listMedia, request, toMediaContent);
    };
}

}  // namespace trainyard::bridge
