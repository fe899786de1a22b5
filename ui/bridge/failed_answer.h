// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

#include "ui/bridge/agent_functions.h"

namespace trainyard::bridge {

/// The answer to a loadRun that could not be made: the text unchanged, with one error.
inline LoadedRun notLoaded(const Failure& why, const RunSource& source) {
    return {.source = source, .text = source.text, .findings = {{Severity::kError, why.code, why.message}}};
}

/// The answer to a call with these arguments that could not be made.
template <typename R, typename... Arguments>
R failedAnswer(const Failure& why, const Arguments&... arguments) {
    if constexpr (std::is_same_v<R, LoadedRun>)
        return notLoaded(why, arguments...);
    else if constexpr (std::is_same_v<R, PluginList>)
        return PluginList{.broken = {why.message}};
    else if constexpr (std::is_same_v<R, PathKind>)
        return PathKind::kRunFile;  // opening it as one reports what is wrong
    else
        return std::unexpected(why);
}

}  // namespace trainyard::bridge
