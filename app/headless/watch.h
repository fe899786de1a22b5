// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "app/headless/command_line.h"
#include "app/headless/session.h"
#include "trainyard/v1/events.pb.h"

namespace trainyard::headless {

/// The destination of a run's events: JSON lines, or text and a progress bar. note() may be called from any
/// thread.
class EventSink {
  public:
    virtual ~EventSink() = default;
    /// `isReplay`: it happened before the watch began.
    virtual void onEvent(const v1::RunEvent& event, bool isReplay) = 0;
    /// A message about the watch itself ("the agent is unavailable …").
    virtual void note(const std::string& text) = 0;
};
std::unique_ptr<EventSink> makeJsonSink(Console& console);
/// `agent`: as --agent names it, for the commands that the text suggests.
std::unique_ptr<EventSink> makeHumanSink(Console& console, const std::string& agent);

struct Watched {
    /// Empty: returned before the run's end (stop requested, or stdout's reader closed it).
    std::optional<v1::RunFinished> finished;
};
/// Shows every event of the run after `afterSeq` (0: from the first) up to its last `finished` (there is one
/// more each time the run is resumed). When the agent dies, it reconnects and continues after the last seq it
/// received, calling `onReconnected` each time. Blocks.
base::Result<Watched> watchToTheEnd(Session& session, const std::string& run, std::uint64_t afterSeq,
                                    const std::stop_token& stop, EventSink& sink, Console& console,
                                    const std::function<void()>& onReconnected);

/// Says on stderr that `what`, which this process has started, continues, where nobody can read on stdout any
/// more what becomes of it. `watch` and `stop` are the commands.
void noteUnread(Console& console, const std::string& what, const char* watch, const char* stop);

/// The exit code of the contract for a run that ended without a signal to this process.
int exitCodeFor(v1::RunStatus status);

}  // namespace trainyard::headless
