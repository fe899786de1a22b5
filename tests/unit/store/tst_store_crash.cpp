// SPDX-License-Identifier: Apache-2.0
// A process killed in the middle of an ingest: points and offset must agree afterwards.
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>

#include <cstdlib>

#include "core/base/fd.h"
#include "store_fixture.h"

namespace trainyard::store {
namespace {

/// Ingests for ever: batch n adds 7 points and moves the offset to 7·n. Writes a byte to `progress` after
/// each batch.
[[noreturn]] void ingestForEver(const std::filesystem::path& file, const std::string& run, int progress) {
    auto store = RunStore::open(file);
    if (!store) ::_exit(3);
    const auto offsets = (*store)->spoolOffsets(run);
    std::int64_t done = !offsets || offsets->empty() ? 0 : static_cast<std::int64_t>((*offsets)[0].offset);
    for (;;) {
        SeriesPoints batch{"worker:0", "train", "batch_loss", false, 1, {}};
        for (int i = 0; i < 7; ++i, ++done)
            batch.points.push_back({done + 1, 0, static_cast<double>(done), 0});
        if (!(*store)->ingest(run, {batch}, {run, "spool", static_cast<std::uint64_t>(done), 1})) ::_exit(4);
        if (::write(progress, "x", 1) != 1) ::_exit(5);
    }
}

TEST_F(StoreTest, KillingTheWriterLosesNoPointAndDoublesNone) {
    const std::string run = addRun(*open());
    std::uint64_t before = 0;
    for (int round = 0; round < 8; ++round) {
        int ends[2];
        ASSERT_EQ(::pipe(ends), 0);
        base::UniqueFd read(ends[0]), write(ends[1]);
        const pid_t child = ::fork();
        ASSERT_GE(child, 0);
        if (child == 0) ingestForEver(file, run, write.get());
        write.reset();
        std::string bytes(static_cast<std::size_t>(50 + 37 * round), '\0');
        for (std::size_t got = 0; got < bytes.size();) {
            const ssize_t n = ::read(read.get(), bytes.data() + got, bytes.size() - got);
            ASSERT_GT(n, 0) << "the writer ended by itself";
            got += static_cast<std::size_t>(n);
        }
        ASSERT_EQ(::kill(child, SIGKILL), 0);
        int status = 0;
        ASSERT_EQ(::waitpid(child, &status, 0), child);
        ASSERT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);

        const auto store = open();
        const std::uint64_t offset = must(store->spoolOffsets(run)).at(0).offset;
        EXPECT_GE(offset, before + bytes.size() * 7);
        before = offset;
        const auto all = must(store->query(run, "worker:0", "train", "batch_loss", 0, 0, 0));
        ASSERT_EQ(all.total, static_cast<std::int64_t>(offset));
        const auto& points = all.attempts.at(0).points;
        for (std::size_t i = 0; i < points.size(); ++i) ASSERT_EQ(points[i].value, static_cast<double>(i));
        EXPECT_EQ(must(store->series(run)).at(0).count, static_cast<std::int64_t>(offset));
        EXPECT_EQ(must(store->query(run, "worker:0", "train", "batch_loss", 0, 0, 20)).total, all.total);
    }
}

}  // namespace
}  // namespace trainyard::store
