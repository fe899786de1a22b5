// SPDX-License-Identifier: Apache-2.0
#include "data_target.h"
#include "fuzz_target.h"

TY_FUZZ_TARGET(csv) {
    const trainyard::fuzz::ScratchFile file(data, size);
    const std::string path = file.path().string();
    trainyard::fuzz::tryData({"csv", {{"files", path}}});
    trainyard::fuzz::tryData(
        {"csv", {{"files", path}, {"header", false}, {"label_dtype", "float64"}, {"dtype", "int64"}}});
    return 0;
}
