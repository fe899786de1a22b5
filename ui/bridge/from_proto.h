// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "trainyard/v1/agent.pb.h"
#include "ui/bridge/agent_functions.h"

/// Converts the agent's messages to the window's values. Only ui/bridge sees both sides. [any]
namespace trainyard::bridge {

Failure toFailure(const base::Error& error);
RunRow toRunRow(const v1::RunSummary& run);
RunDetail toRunDetail(const v1::GetRunReply& reply);
RunUpdate toRunUpdate(const v1::WatchRunReply& reply);
SeriesKey toSeriesKey(const v1::SeriesKey& key);
v1::SeriesKey toProto(const SeriesKey& key);
SeriesPoints toSeriesPoints(const v1::Points& points);
Prediction toPrediction(const v1::PredictReply& reply);
CheckpointRow toCheckpointRow(const v1::CheckpointInfo& checkpoint);
CheckpointContent toCheckpointContent(const v1::ShowCheckpointReply& reply);
CheckpointDiff toCheckpointDiff(const v1::DiffCheckpointsReply& reply);
std::vector<TaskStacks> toTaskStacks(const v1::ReadStacksReply& reply);
Estimate toEstimate(const v1::Estimate& estimate);
ShardRow toShardRow(const v1::ShardPreview& shard);
GpuRow toGpuRow(const v1::GpuInfo& gpu);
Finding toFinding(const v1::Problem& problem);
std::vector<Finding> toFindings(const google::protobuf::RepeatedPtrField<v1::Problem>& problems);

}  // namespace trainyard::bridge
