// SPDX-License-Identifier: Apache-2.0
#include "data_target.h"
#include "fuzz_target.h"

TY_FUZZ_TARGET(tfrecord) {
    const trainyard::fuzz::ScratchFile file(data, size);
    const std::string path = file.path().string();
    const nlohmann::json features = {{"image", {{"shape", {2, 2, 1}}, {"dtype", "uint8"}}},
                                     {"x", {{"shape", {3}}, {"dtype", "float32"}}},
                                     {"encoded", {{"shape", {1, 2, 2}}, {"dtype", "image"}}},
                                     {"label", {{"dtype", "int64"}}}};
    for (const char* input : {"image", "x", "encoded"})
        trainyard::fuzz::tryData(
            {"tfrecord", {{"tfrecord", path}, {"features", features}, {"input", input}}});
    return 0;
}
