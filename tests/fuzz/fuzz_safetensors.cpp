// SPDX-License-Identifier: Apache-2.0
#include "core/checkpoint/safetensors.h"
#include "fuzz_target.h"
#include "scratch_file.h"

TY_FUZZ_TARGET(safetensors) {
    const trainyard::fuzz::ScratchFile scratch(data, size);
    const auto file = trainyard::checkpoint::SafetensorsFile::open(scratch.path());
    if (!file) {
        TY_CHECK(!file.error().message.empty(), "a refusal says why");
        return 0;
    }
    std::size_t covered = 0;
    unsigned sum = 0;
    for (const auto& tensor : file->tensors()) {
        TY_CHECK(file->find(tensor.name) == &tensor, "each tensor is found by its name");
        const auto bytes = file->bytes(tensor);
        for (const std::byte byte : bytes) sum += static_cast<unsigned>(byte);  // all of it can be read
        covered += bytes.size();
    }
    TY_CHECK(covered <= size && sum <= 255 * size, "tensors lie inside the file, each byte in one of them");
    return 0;
}
