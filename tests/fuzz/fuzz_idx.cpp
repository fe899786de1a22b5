// SPDX-License-Identifier: Apache-2.0
#include "core/data/idx.h"
#include "fuzz_target.h"
#include "scratch_file.h"

TY_FUZZ_TARGET(idx) {
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
