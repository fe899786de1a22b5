// SPDX-License-Identifier: Apache-2.0
#include "core/data/shard.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/check.h"
#include "core/base/counted.h"

namespace trainyard::data {
namespace {

Uneven unevenOf(const std::string& word) {
    return word == "drop" ? Uneven::kDrop : word == "pad" ? Uneven::kPad : Uneven::kJoin;
}

std::int64_t roundedDown(std::int64_t count, std::int64_t to) {
    return count / to * to;
}
std::int64_t roundedUp(std::int64_t count, std::int64_t to) {
    return roundedDown(count + to - 1, to);
}

/// The samples of worker `worker`'s files. Neighbouring files make one range.
Stream fileStream(const Dataset& dataset, const std::vector<std::int64_t>& starts, int worker,
                  const ShardOptions& options, std::vector<std::int64_t>& files) {
    Stream stream;
    stream.replicas = options.replicas / options.workers;
    stream.firstReplica = worker * stream.replicas;
    stream.batch = options.batch * stream.replicas;
    for (std::int64_t file = worker; file < dataset.files(); file += options.workers) {
        files.push_back(file);
        const Range range{starts[static_cast<std::size_t>(file)], starts[static_cast<std::size_t>(file) + 1]};
        if (range.size() == 0) continue;
        const std::int64_t shift = range.begin - stream.samples;
        stream.samples += range.size();
        if (!stream.pieces.empty() && stream.pieces.back().shift == shift)
            stream.pieces.back().end = stream.samples;
        else
            stream.pieces.push_back({stream.samples, shift});
    }
    return stream;
}

std::vector<std::int64_t> fileStarts(const Dataset& dataset) {
    std::vector<std::int64_t> starts{0};
    for (std::int64_t file = 0; file < dataset.files(); ++file)
        starts.push_back(starts.back() + dataset.fileSamples(file));
    return starts;
}

std::vector<std::int64_t> emptyFiles(const Dataset& dataset) {
    std::vector<std::int64_t> empty;
    for (std::int64_t file = 0; file < dataset.files(); ++file)
        if (dataset.fileSamples(file) == 0) empty.push_back(file);
    return empty;
}

/// Files are dealt out in turn.
std::size_t workerOf(std::int64_t file, int workers) {
    return static_cast<std::size_t>(file % workers);
}

void dealFiles(const Dataset& dataset, const ShardOptions& options, Sharding& sharding) {
    const std::vector<std::int64_t> starts = fileStarts(dataset);
    for (int worker = 0; worker < options.workers; ++worker) {
        sharding.files.emplace_back();
        sharding.streams.push_back(fileStream(dataset, starts, worker, options, sharding.files.back()));
    }
}

base::Words whyNoFiles(std::int64_t files, int workers) {
    if (files == 1)
        return base::say("there is {}, and {} need one each at least", base::countWords(files, "file"),
                         base::countWords(workers, "worker"));
    return base::say("there are {}, and {} need one each at least", base::countWords(files, "file"),
                     base::countWords(workers, "worker"));
}

/// Lengths of an epoch, and a sentence on how it ends.
base::Words level(Sharding& sharding, Uneven uneven) {
    auto& streams = sharding.streams;
    const auto [least, most] = std::ranges::minmax_element(streams, {}, &Stream::samples);
    const std::int64_t parts = streams.front().replicas;
    const std::int64_t shortest = roundedDown(least->samples, parts),
                       longest = roundedUp(most->samples, parts);
    std::int64_t dropped = 0, added = 0;
    for (Stream& stream : streams) {
        stream.length = uneven == Uneven::kJoin   ? stream.samples
                        : uneven == Uneven::kDrop ? shortest
                                                  : longest;
        dropped += std::max<std::int64_t>(0, stream.samples - stream.length);
        added += std::max<std::int64_t>(0, stream.length - stream.samples);
    }
    if (sharding.policy == Policy::kOff || shortest == longest) return "";
    const base::Words who =
        sharding.policy == Policy::kFile ? base::Words("workers") : base::Words("replicas");
    switch (uneven) {
        case Uneven::kJoin:
            return base::say("; uneven: join, {} whose part has run out take part without samples", who);
        case Uneven::kDrop:
            return base::say("; uneven: drop, {} per epoch are dropped", base::countWords(dropped, "sample"));
        case Uneven::kPad:
            return base::say("; uneven: pad, {} per epoch are read twice", base::countWords(added, "sample"));
    }
    return "";
}

std::int64_t partOf(std::int64_t count, const Stream& stream, Range replicas) {
    std::int64_t sum = 0;
    for (std::int64_t r = replicas.begin; r < replicas.end; ++r)
        sum += replicaPart(count, static_cast<int>(r) - stream.firstReplica, stream.replicas).size();
    return sum;
}

}  // namespace

Range replicaPart(std::int64_t count, int replica, int replicas) {
    TY_CHECK(count >= 0 && replica >= 0 && replica < replicas, "a replica outside 0 … replicas-1");
    const auto edge = [&](std::int64_t r) {
        return static_cast<std::int64_t>(static_cast<__int128>(count) * r / replicas);
    };
    return {edge(replica), edge(replica + 1)};
}

std::int64_t Stream::taken(std::int64_t steps) const {
    return steps >= length / batch + 1 ? length : std::min(length, steps * batch);
}

std::int64_t Stream::sampleAt(std::int64_t index) const {
    const auto piece = std::ranges::upper_bound(pieces, index, {}, &Piece::end);
    return piece == pieces.end() ? index : index + piece->shift;
}

base::Status checkShard(const std::string& wanted, std::int64_t files, const std::vector<std::int64_t>& empty,
                        int workers) {
    if (wanted != "file") return {};
    if (files < workers)
        return base::fail(
            base::Code::kRefused,
            base::say("`shard: file` cannot be: {}; use data, or split the data into more files",
                      whyNoFiles(files, workers)),
            "data.shard");
    std::vector<std::int64_t> left(static_cast<std::size_t>(workers));  // files with samples of each
    for (std::int64_t file = 0; file < files; ++file) ++left[workerOf(file, workers)];
    for (const std::int64_t file : empty) --left[workerOf(file, workers)];
    const auto none = std::ranges::find(left, 0);
    if (none == left.end()) return {};
    return base::fail(
        base::Code::kRefused,
        base::say("`shard: file` is not possible: the files of worker {} have no samples; use data",
                  none - left.begin()),
        "data.shard");
}

base::Result<Sharding> shard(const Dataset& dataset, const ShardOptions& options) {
    TY_CHECK(options.workers > 0 && options.replicas % options.workers == 0 && options.batch > 0,
             "each worker holds as many replicas");
    TY_TRY(checkShard(options.shard, dataset.files(), emptyFiles(dataset), options.workers));
    Sharding sharding;
    base::Words why = "as requested";
    if (options.shard == "off") {
        sharding.policy = Policy::kOff;
        for (int replica = 0; replica < options.replicas; ++replica)
            sharding.streams.push_back(
                {.samples = dataset.size(), .batch = options.batch, .firstReplica = replica});
        sharding.reason = base::say("off: every replica reads all {}, an epoch has {} times as many",
                                    base::countWords(dataset.size(), "sample"), options.replicas);
    } else if (options.shard == "file" || (options.shard == "auto" && options.workers > 1)) {
        if (dataset.files() >= options.workers) {
            dealFiles(dataset, options, sharding);
            const auto empty = std::ranges::find(sharding.streams, 0, &Stream::samples);
            if (empty == sharding.streams.end()) {
                sharding.policy = Policy::kFile;
                sharding.reason = base::say("file: {} for {}", base::countWords(dataset.files(), "file"),
                                            base::countWords(options.workers, "worker"));
            } else {
                why = base::say(
                    "auto chose data because file is not possible: the files of worker {} would have no "
                    "samples",
                    empty - sharding.streams.begin());
            }
        } else {
            why = base::say("auto took data because file failed: {}",
                            whyNoFiles(dataset.files(), options.workers));
        }
    } else if (options.shard == "auto") {
        why = "one worker reads everything";
    }
    if (sharding.policy == Policy::kData) {
        sharding.files.clear();
        sharding.streams = {{.samples = dataset.size(),
                             .batch = options.batch * options.replicas,
                             .replicas = options.replicas}};
        sharding.reason = base::say("data: {}", why);
    } else if (options.shard == "auto") {
        sharding.reason = base::say("auto took {}", sharding.reason);
    }
    if (const base::Words ending = level(sharding, unevenOf(options.uneven)); !ending.empty())
        sharding.reason = base::say("{}{}", sharding.reason, ending);
    return sharding;
}

WorkerShare shareOf(const Sharding& sharding, int worker, int workers, std::int64_t steps) {
    WorkerShare share;
    const auto all = std::ranges::max(sharding.streams, {}, [](const Stream& s) { return s.firstReplica; });
    const int replicas = all.firstReplica + all.replicas;
    const Range mine = {worker * (replicas / workers), (worker + 1) * (replicas / workers)};
    for (const Stream& stream : sharding.streams) {
        const Range here = {std::max<std::int64_t>(mine.begin, stream.firstReplica),
                            std::min<std::int64_t>(mine.end, stream.firstReplica + stream.replicas)};
        if (here.size() <= 0) continue;
        const std::int64_t taken = stream.taken(steps), full = taken / stream.batch;
        share.samples += full * (stream.batch / stream.replicas) * here.size() +
                         partOf(taken - full * stream.batch, stream, here);
        // Every replica but the first reads again what the first has read; else only what pads is read twice.
        const bool isAgain = sharding.policy == Policy::kOff && stream.firstReplica > 0;
        if (isAgain) share.duplicated += taken;
        if (!isAgain && taken > stream.samples)
            share.duplicated += partOf(taken - stream.samples, stream, here);
        if (!isAgain && taken < stream.samples) share.dropped += partOf(stream.samples - taken, stream, here);
    }
    return share;
}

}  // namespace trainyard::data
