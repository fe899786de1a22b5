// SPDX-License-Identifier: Apache-2.0
#include "core/data/idx.h"
#include "scratch_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const trainyard::fuzz::ScratchFile file(data, size);
    if (const auto array = trainyard::data::readIdx(file.path())) {
        std::int64_t elements = 1;
        for (const std::int64_t dim : array->dims) elements *= dim;
        TY_CHECK(elements == static_cast<std::int64_t>(array->bytes.size()),
                 "an accepted array holds what it says");
    } else {
        TY_CHECK(!array.error().message.empty(), "a refusal says why");
    }
    return 0;
}
