// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <google/protobuf/struct.pb.h>

#include <nlohmann/json.hpp>

#include "core/base/error.h"
#include "trainyard/v1/run_spec.pb.h"

namespace trainyard::spec {

/// A protobuf value as JSON. Its numbers are doubles; whole ones up to 2^53 become integers.
nlohmann::json valueToJson(const google::protobuf::Value& value);
nlohmann::json structToJson(const google::protobuf::Struct& value);
/// Like toJson, for an untrusted message: an error if it contains values that JSON cannot represent (NaN,
/// infinity).
base::Result<nlohmann::json> specToJson(const v1::RunSpec& spec);
/// Whole floating-point numbers anywhere in the tree become integers.
void makeWholeNumbersIntegers(nlohmann::json& tree);

}  // namespace trainyard::spec
