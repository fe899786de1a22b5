// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>

#include "core/base/error.h"
#include "core/export/onnx/messages.h"

namespace trainyard::onnx_out {

/// libtrainyard_onnx.so beside the program.
std::filesystem::path onnxModule();

/// An empty file, by `module`, which the first call loads. Error: "onnx.module". Blocks. [any]
base::Result<std::unique_ptr<Messages>> openMessages(const std::filesystem::path& module = onnxModule());

}  // namespace trainyard::onnx_out
