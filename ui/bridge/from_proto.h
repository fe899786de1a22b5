// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "trainyard/v1/agent.pb.h"
#include "ui/bridge/agent_functions.h"
#include "ui/bridge/from_words.h"

/// Converts the agent's messages to the window's values. Only ui/bridge sees both sides. What one call alone
/// needs is next to that call. [any]
namespace trainyard::bridge {

QString text(const std::string& utf8);
QStringList texts(const google::protobuf::RepeatedPtrField<std::string>& all);
template <typename Map>
QMap<QString, double> toMetrics(const Map& metrics) {
    QMap<QString, double> values;
    for (const auto& [name, value] : metrics) values.insert(text(name), value);
    return values;
}

/// `english` in the words beside it, where the agent has sent them.
Sentence toSentence(const v1::Words& words, const std::string& english);
Failure toFailure(const base::Error& error);
RunState toRunState(v1::RunStatus status);
RunRow toRunRow(const v1::RunSummary& run);
RunDetail toRunDetail(const v1::GetRunReply& reply);
RunUpdate toRunUpdate(const v1::WatchRunReply& reply);
SeriesKey toSeriesKey(const v1::SeriesKey& key);
v1::SeriesKey toProto(const SeriesKey& key);
SeriesPoints toSeriesPoints(const v1::Points& points);
Estimate toEstimate(const v1::Estimate& estimate);
ShardRow toShardRow(const v1::ShardPreview& shard);
GpuRow toGpuRow(const v1::GpuInfo& gpu);
Finding toFinding(const v1::Problem& problem);
std::vector<Finding> toFindings(const google::protobuf::RepeatedPtrField<v1::Problem>& problems);

}  // namespace trainyard::bridge
