// SPDX-License-Identifier: Apache-2.0
#include "app/headless/watch.h"

#include <fmt/format.h>

#include "app/headless/event_json.h"
#include "core/base/text.h"

namespace trainyard::headless {
namespace {

class JsonSink final : public EventSink {
  public:
    explicit JsonSink(Console& console) : console_(console) {}
    void onEvent(const v1::RunEvent& event, bool) override { console_.print(toLine(eventJson(event))); }
    void note(const std::string& text) override {
        console_.printError(fmt::format("trainyard: {}\n", base::printableLines(text)));
    }

  private:
    Console& console_;
};

}  // namespace

std::unique_ptr<EventSink> makeJsonSink(Console& console) {
    return std::make_unique<JsonSink>(console);
}

base::Result<Watched> watchToTheEnd(Session& session, const std::string& run, std::uint64_t afterSeq,
                                    const std::stop_token& stop, EventSink& sink, Console& console,
                                    const std::function<void()>& onReconnected) {
    TY_ASSIGN(const v1::GetRunReply before, session.client()->getRun(client::ofRun<v1::GetRunRequest>(run)));
    Watched watched;
    v1::WatchRunRequest request;
    request.set_run(run);
    std::uint64_t lastSeq = afterSeq;
    bool isOver = false;  // imported logs never report an end
    const auto onReply = [&](const v1::WatchRunReply& reply) {
        if (!reply.has_event() || reply.event().seq() <= lastSeq) return true;
        lastSeq = reply.event().seq();
        sink.onEvent(reply.event(), lastSeq <= before.last_seq());
        // If more events follow it, the run was resumed.
        if (reply.event().has_finished() && lastSeq >= before.last_seq())
            watched.finished = reply.event().finished();
        isOver = before.summary().status() == v1::IMPORTED && lastSeq >= before.last_seq();
        return !watched.finished && !isOver && !console.isClosed() && console.status().has_value();
    };
    const ReaderWatch reader(console, stop);
    for (;;) {
        request.set_after_seq(lastSeq);
        const base::Status status = session.client()->watchRun(request, reader.token(), onReply);
        if (watched.finished || isOver || stop.stop_requested() || console.isClosed()) return watched;
        TY_TRY(console.status());
        if (status)
            return base::fail(
                base::Code::kInternal,
                base::say("the agent ended its report of {} before the run's end (after event {})", run,
                          lastSeq));
        // An agent that shuts down cleanly cancels its calls; one that died is unavailable.
        const base::Code code = status.error().code;
        if (code != base::Code::kUnavailable && code != base::Code::kCancelled)
            return base::fail(status.error());
        sink.note(status.error().id == "node.unreachable"
                      ? status.error().describe() + "; reconnecting"
                      : "the agent ended or is restarting; the run continues without it, reconnecting");
        if (const base::Status again = session.reconnect(reader.token()); !again) {
            if (reader.token().stop_requested()) return watched;
            return base::fail(again.error());
        }
        onReconnected();
    }
}

void noteUnread(Console& console, const std::string& what, const char* watch, const char* stop) {
    if (console.isRead()) return;
    console.printError(fmt::format("trainyard: {0} continues; `{1} {0}` shows it, and `{2} {0}` stops it\n",
                                   base::printable(what), watch, stop));
}

int exitCodeFor(v1::RunStatus status) {
    switch (status) {
        case v1::SUCCEEDED:
        case v1::STOPPED:
            return 0;  // as requested by another client
        case v1::PREEMPTED:
            return 75;
        default:
            return 1;
    }
}

}  // namespace trainyard::headless
