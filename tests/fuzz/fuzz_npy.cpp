// SPDX-License-Identifier: Apache-2.0
#include "data_target.h"
#include "fuzz_target.h"

TY_FUZZ_TARGET(npy) {
    const trainyard::fuzz::ScratchFile file(data, size);
    const std::string path = file.path().string();
    // Features and labels from the same file: their counts then agree, and both ways of reading are covered.
    trainyard::fuzz::tryData({"npy", {{"features", path}, {"labels", path}}});
    trainyard::fuzz::tryData(
        {"npy", {{"features", path}, {"labels", path}, {"sample_weight", path}, {"channels_last", true}}});
    return 0;
}
