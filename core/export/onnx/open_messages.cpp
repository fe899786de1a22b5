// SPDX-License-Identifier: Apache-2.0
#include "core/export/onnx/open_messages.h"

#include <dlfcn.h>

#include "core/base/home.h"

namespace trainyard::onnx_out {

std::filesystem::path onnxModule() {
    return base::programFolder().parent_path() / "lib" / "trainyard" / "libtrainyard_onnx.so";
}

base::Result<std::unique_ptr<Messages>> openMessages(const std::filesystem::path& module) {
    void* const handle = ::dlopen(module.c_str(), RTLD_NOW | RTLD_LOCAL);
    const auto make =
        handle ? reinterpret_cast<Messages* (*)()>(::dlsym(handle, "trainyard_onnx_messages")) : nullptr;
    if (make) return std::unique_ptr<Messages>(make());
    return base::fail(
        base::Code::kNotFound,
        base::say(
            "the part of Trainyard that writes ONNX files cannot be opened: {}; install Trainyard again",
            ::dlerror()),
        "onnx.module");
}

}  // namespace trainyard::onnx_out
