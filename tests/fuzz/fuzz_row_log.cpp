// SPDX-License-Identifier: Apache-2.0
#include "core/events/log_format.h"
#include "fuzz_target.h"
#include "scratch_file.h"

namespace {

using namespace trainyard::events;

void readAll(const LogFormat& format, const trainyard::fuzz::ScratchFile& file, std::uint64_t position) {
    const auto log = format.open(file.path(), position);
    if (!log) return;
    for (;;) {
        const std::uint64_t before = (*log)->position();
        const auto events = (*log)->readSome(64);
        if (!events || events->empty()) break;
        TY_CHECK((*log)->position() != before, "events move the position");
    }
    TY_CHECK(format.open(file.path(), (*log)->position()).has_value(), "a log is read on from where it was");
}

}  // namespace

TY_FUZZ_TARGET(row_log) {
    const trainyard::fuzz::ScratchFile file(data, size);
    for (const LogFormat* format : {&kCsvLog, &kJsonLinesLog, &kMlflowLog, &kWandbLog}) {
        readAll(*format, file, 0);
        readAll(*format, file, 2);
    }
    return 0;
}
