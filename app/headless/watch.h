// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "app/headless/command_line.h"
#include "app/headless/session.h"

namespace trainyard::headless {

/// Where the events of a run go: JSON lines, or words and a progress bar. note() may come from any thread.
class EventSink {
  public:
    virtual ~EventSink() = default;
    /// `isReplay`: it happened before we began to watch.
    virtual void onEvent(const v1::RunEvent& event, bool isReplay) = 0;
    /// A line for people about the watching itself ("the agent went away …").
    virtual void note(const std::string& text) = 0;
};
std::unique_ptr<EventSink> makeJsonSink(Console& console);
std::unique_ptr<EventSink> makeHumanSink(Console& console);

struct Watched {
    /// Empty: left before the run's end (stop requested, or stdout's reader went away).
    std::optional<v1::RunFinished> finished;
};
/// Shows every event of the run after `afterSeq` (0: from its first) to its last `finished` (each time that
/// it was resumed it has another one), through deaths of the agent: connects again and goes on after the last
/// seq seen. `onReconnected` is called each time that happened. Blocks.
base::Result<Watched> watchToTheEnd(Session& session, const std::string& run, std::uint64_t afterSeq,
                                    std::stop_token stop, EventSink& sink, const Console& console,
                                    const std::function<void()>& onReconnected);

/// The exit code of the contract for a run's end that no signal of ours asked for.
int exitCodeFor(v1::RunStatus status);

}  // namespace trainyard::headless
