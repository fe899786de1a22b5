// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <google/protobuf/struct.pb.h>

#include <nlohmann/json.hpp>

namespace trainyard::spec {

/// A protobuf value as JSON. Its numbers are doubles; whole ones up to 2^53 come out as integers.
nlohmann::json valueToJson(const google::protobuf::Value& value);
nlohmann::json structToJson(const google::protobuf::Struct& value);
/// Whole floating-point numbers anywhere in the tree become integers.
void makeWholeNumbersIntegers(nlohmann::json& tree);

}  // namespace trainyard::spec
