// SPDX-License-Identifier: Apache-2.0
#include "core/store/impl.h"
#include "core/store/run_record.h"

namespace trainyard::store {

base::Result<std::uint64_t> RunStore::appendEvent(const std::string& run, double time,
                                                  const std::string& kind, const std::string& body) {
    std::lock_guard lock(impl_->writerMutex);
    Database& database = *impl_->writer;
    StoredEvent event{.seq = 0, .time = time, .kind = kind, .body = body};
    const base::Status stored = [&]() -> base::Status {
        // What a caller may act on after a power cut: the end of a run. (A checkpoint that is there has a
        // row, which is on the disk before its event: addCheckpoint().)
        const bool mustStay = kind == "finished";
        TY_ASSIGN(auto transaction, Transaction::write(database, mustStay ? Durability::kPowerLoss
                                                                          : Durability::kProcessCrash));
        {
            TY_ASSIGN(auto insert,
                      database.prepare("INSERT INTO events(run, seq, time, kind, body) SELECT ?1, "
                                       "coalesce(max(seq), 0) + 1, ?2, ?3, ?4 FROM events WHERE run = ?1 "
                                       "RETURNING seq"));
            insert.bind(run, time, kind, std::as_bytes(std::span(body)));
            TY_TRY(insert.step());
            event.seq = static_cast<std::uint64_t>(insert.integer(0));
            TY_TRY(insert.run());
        }
        return impl_->commit(transaction, run, eventLine(event));
    }();
    if (!stored && impl_->latch->damage()) {
        TY_ASSIGN(event.seq, impl_->nextRecordedSeq(run));
        TY_TRY(impl_->orInRecord(stored, run, eventLine(event)));
        impl_->recordedSeqs[run] = event.seq;
        return event.seq;
    }
    if (!stored) return base::fail(stored.error());
    return event.seq;
}

base::Result<std::vector<RunStore::StoredEvent>> RunStore::events(const std::string& run,
                                                                  std::uint64_t afterSeq, int limit) {
    std::lock_guard lock(impl_->readerMutex);
    TY_ASSIGN(auto query,
              impl_->reader->prepare("SELECT seq, time, kind, body FROM events WHERE run = ? AND seq > ? "
                                     "ORDER BY seq LIMIT ?"));
    query.bind(run, afterSeq, limit);
    std::vector<StoredEvent> events;
    for (;;) {
        TY_ASSIGN(const bool hasRow, query.step());
        if (!hasRow) return events;
        events.push_back(
            {static_cast<std::uint64_t>(query.integer(0)), query.real(1), query.text(2), query.text(3)});
    }
}

base::Result<std::vector<std::string>> RunStore::eventsOfKind(const std::string& run,
                                                              const std::string& kind) {
    std::lock_guard lock(impl_->readerMutex);
    TY_ASSIGN(auto query,
              impl_->reader->prepare("SELECT body FROM events WHERE run = ? AND kind = ? ORDER BY seq"));
    query.bind(run, kind);
    std::vector<std::string> bodies;
    for (;;) {
        TY_ASSIGN(const bool hasRow, query.step());
        if (!hasRow) return bodies;
        bodies.push_back(query.text(0));
    }
}

base::Result<std::uint64_t> RunStore::lastSeq(const std::string& run) {
    std::lock_guard lock(impl_->readerMutex);
    TY_ASSIGN(auto query, impl_->reader->prepare("SELECT coalesce(max(seq), 0) FROM events WHERE run = ?"));
    TY_TRY(query.bind(run).step());
    return static_cast<std::uint64_t>(query.integer(0));
}

}  // namespace trainyard::store
