// SPDX-License-Identifier: Apache-2.0
// A process killed in the middle of an ingest: points and offset must agree afterwards.
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>

#include <cstdlib>

#include "core/base/fd.h"
#include "core/base/file.h"
#include "core/store/run_record.h"
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

/// Writes a byte to `progress` after each run that it has created.
[[noreturn]] void createForEver(const std::filesystem::path& file, int progress) {
    auto store = RunStore::open(file);
    if (!store) ::_exit(3);
    for (;;) {
        const auto made = (*store)->createRun({.name = "r", .status = "queued"}, [](const RunRow& row) {
            return base::writeFileAtomically(std::filesystem::path(row.dir) / kPlanFile, "plan");
        });
        if (!made) ::_exit(4);
        if (::write(progress, "x", 1) != 1) ::_exit(5);
    }
}

/// Whatever the moment: a run is listed after the next start, with its plan, or its folder is taken by the
/// next one.
TEST_F(StoreTest, KillingWhoCreatesARunLeavesAllOfItOrNothing) {
    namespace fs = std::filesystem;
    open();
    std::size_t said = 0;
    for (int round = 0; round < 12; ++round) {
        int ends[2];
        ASSERT_EQ(::pipe(ends), 0);
        base::UniqueFd read(ends[0]), write(ends[1]);
        const pid_t child = ::fork();
        ASSERT_GE(child, 0);
        if (child == 0) createForEver(file, write.get());
        write.reset();
        char byte = 0;
        for (int run = 0; run < 1 + round % 4; ++run) ASSERT_EQ(::read(read.get(), &byte, 1), 1);
        ASSERT_EQ(::kill(child, SIGKILL), 0);
        ASSERT_EQ(::waitpid(child, nullptr, 0), child);
        said += static_cast<std::size_t>(1 + round % 4);
        while (::read(read.get(), &byte, 1) == 1) ++said;
        const auto store = open();
        for (const std::string& run : must(store->compareRecords()).ahead) must(store->restoreRun(run));
        const auto rows = must(store->runs());
        EXPECT_GE(rows.size(), said);
        for (const RunRow& row : rows)
            EXPECT_EQ(base::readFile(fs::path(row.dir) / kPlanFile).value_or("none"), "plan") << row.id;
    }
    const auto store = open();
    must(store->createRun({.name = "r"}));
    const auto folders = std::distance(fs::directory_iterator(folder / "runs"), fs::directory_iterator());
    EXPECT_EQ(static_cast<std::size_t>(folders), must(store->runs()).size()) << "none is left over";
}

}  // namespace
}  // namespace trainyard::store
