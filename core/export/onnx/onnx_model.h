// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "core/base/error.h"
#include "core/checkpoint/safetensors.h"
#include "core/spec/model/layers.h"

namespace trainyard::onnx_out {

/// Writes the model of `plan` with the values of `weights` as a new ONNX file (IR 8, operator set 17). Its
/// `input` {batch, sample shape, channels first} has the type of the variables; indexes to the rows of a
/// table are int64. Its `output` {batch, …} is the model's: logits, where the loss takes those. `metadata`:
/// what is written along, by key. Errors: "weights.mismatch"; "onnx.type" for variables that are neither
/// float32 nor float64; "onnx.layer"; "onnx.too_large" beyond 2 GiB, the limit of a protobuf message;
/// "export.exists". Blocks. [any]
base::Status writeOnnx(const spec::ModelPlan& plan, const checkpoint::SafetensorsFile& weights,
                       const std::map<std::string, std::string>& metadata, const std::filesystem::path& path);

}  // namespace trainyard::onnx_out
