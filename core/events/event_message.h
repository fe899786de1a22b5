// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/events/event_file.h"

namespace trainyard::events {

/// Field numbers and values of tensorflow.Event and its contents (tensorflow/core/util/event.proto,
/// tensorflow/core/framework/{summary,tensor,tensor_shape,types}.proto).
namespace proto {
inline constexpr int kEventWallTime = 1, kEventStep = 2, kEventFileVersion = 3, kEventSummary = 5,
                     kEventSessionLog = 7;
inline constexpr int kSessionLogStatus = 1, kSessionStart = 1;
inline constexpr int kSummaryValue = 1;
inline constexpr int kValueTag = 1, kValueSimple = 2, kValueImage = 4, kValueHistogram = 5, kValueTensor = 8,
                     kValueMetadata = 9;
inline constexpr int kMetadataPluginData = 1, kMetadataDataClass = 4;
inline constexpr int kPluginName = 1, kPluginContent = 2;
inline constexpr int kDataClassScalar = 1, kDataClassTensor = 2, kDataClassBlobs = 3;
inline constexpr int kTensorDtype = 1, kTensorShape = 2, kTensorContent = 4, kTensorFloatVal = 5,
                     kTensorDoubleVal = 6, kTensorStringVal = 8;
inline constexpr int kShapeDim = 2, kDimSize = 1;
inline constexpr int kDtFloat = 1, kDtDouble = 2, kDtString = 7;
/// HParamsPluginData, SessionStartInfo, SessionEndInfo (tensorboard/plugins/hparams/plugin_data.proto), the
/// entry of a map and google.protobuf.Value.
inline constexpr int kHparamsVersion = 1, kHparamsSession = 3, kHparamsSessionEnd = 4;
inline constexpr int kSessionHparams = 1, kSessionStartTime = 5;
inline constexpr int kSessionEndStatus = 1, kSessionEndTime = 2;
inline constexpr int kMapKey = 1, kMapValue = 2;
inline constexpr int kJsonNumber = 2, kJsonString = 3, kJsonBool = 4;
inline constexpr std::string_view kFileVersion = "brain.Event:2";
}  // namespace proto

/// Appends the scalars, texts and media of one tensorflow.Event; skips everything else. False, with nothing
/// appended, if `message` is not such a message.
bool parseEvent(std::string_view message, std::vector<Event>& events);

}  // namespace trainyard::events
