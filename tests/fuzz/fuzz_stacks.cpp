// SPDX-License-Identifier: Apache-2.0
// The output of eu-stack for a process whose function names are untrusted.
#include "core/base/check.h"
#include "core/node/frame_name.h"
#include "core/node/stack_reader.h"
#include "fuzz_target.h"

TY_FUZZ_TARGET(stacks) {
    using namespace trainyard;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    for (const node::ThreadStack& thread : node::parseStacks(text)) {
        for (const node::Frame& frame : thread.frames) {
            TY_CHECK(!frame.name().empty() && frame.name().find('\n') == std::string::npos,
                     "a frame has a name, on one line");
            TY_CHECK(!node::briefName(frame.name()).empty(), "and a brief one");
        }
        const node::Frame* telling = node::informativeFrame(thread);
        TY_CHECK(!telling || !telling->function.empty(), "who tells something has a name");
    }
    TY_CHECK(text.empty() || !node::functionName(text).empty(), "any text has a name");
    return 0;
}
