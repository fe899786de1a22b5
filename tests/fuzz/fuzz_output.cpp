// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "core/base/check.h"
#include "core/control/metrics/output_file.h"
#include "fuzz_target.h"
#include "scratch_file.h"

using trainyard::control::OutputFile;

namespace {

/// Steps, tags and values of what is found from `offset` on; of a reader that has read as far before.
std::vector<trainyard::events::Event> readFrom(const std::filesystem::path& path, std::uint64_t& offset) {
    OutputFile file(path, {{.format = "keras"},
                           {.format = "lightning"},
                           {.format = "trainer"},
                           {.format = "json", .step = "step"},
                           {.regex = R"((?:step (?P<step>\S+) )?loss: (?P<loss>\S+))", .step = "step"}});
    TY_CHECK(file.seek(offset).has_value() && file.offset() == offset, "a reader continues where one was");
    std::vector<trainyard::events::Event> all;
    for (;;) {
        const auto slice = file.readSome(OutputFile::LastLine::kMayGrow);
        TY_CHECK(slice && slice->events.size() == slice->splits.size(), "a file that is there can be read");
        all.insert(all.end(), slice->events.begin(), slice->events.end());
        offset = file.offset();
        if (slice->isEnd) return all;
    }
}

}  // namespace

/// The same is found in one piece as in two, wherever the first one ends.
TY_FUZZ_TARGET(output) {
    const trainyard::fuzz::ScratchFile whole(data, size), part(data, size / 2);
    std::uint64_t once = 0, twice = 0;
    const auto all = readFrom(whole.path(), once);
    auto pieced = readFrom(part.path(), twice);
    const auto rest = readFrom(whole.path(), twice);
    pieced.insert(pieced.end(), rest.begin(), rest.end());
    TY_CHECK(once == twice && once <= size && all.size() == pieced.size(), "two pieces have what one has");
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto& a = std::get<trainyard::events::ScalarEvent>(all[i]);
        const auto& b = std::get<trainyard::events::ScalarEvent>(pieced[i]);
        TY_CHECK(a.tag == b.tag && a.step == b.step && (a.value == b.value || std::isnan(a.value)),
                 "and the same");
    }
    return 0;
}
