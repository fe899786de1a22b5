// SPDX-License-Identifier: Apache-2.0
#include <string_view>

#include "core/base/check.h"
#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/manifest.h"
#include "fuzz_target.h"

TY_FUZZ_TARGET(checkpoint) {
    using namespace trainyard::checkpoint;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    if (const auto manifest = manifestFromText(text, "the manifest")) {
        const auto again = manifestFromText(toText(*manifest), "the manifest");
        TY_CHECK(again && toText(*again) == toText(*manifest), "a manifest comes back as it was");
        for (const auto& [name, file] : manifest->files)
            TY_CHECK(name.find('/') == name.npos && !name.starts_with('.'), "names stay inside the folder");
    }
    if (const auto state = stateFromText(text, "the state")) {
        const auto written = stateToText(*state);
        TY_CHECK(written.has_value(), "a state that was read can be written");
        TY_CHECK(stateFromText(*written, "the state").has_value(), "and read again");
    }
    for (const auto parts : {stagedParts(text), asideParts(text)})
        if (parts) TY_CHECK(parts->step >= 0 && parts->attempt >= 0, "steps and attempts count from 0");
    if (const auto parts = stagedParts(text))
        TY_CHECK(stagedName(parts->step, parts->attempt) == text, "one name a pair");
    if (const auto step = finalStep(text)) TY_CHECK(finalName(*step) == text, "one name a step");
    return 0;
}
