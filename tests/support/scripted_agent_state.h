// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

#include "tests/support/scripted_agent.h"

namespace trainyard::testing {

using namespace trainyard::bridge;

/// The script's data and the window's actions, shared by a ScriptedAgent and its functions.
struct ScriptedAgent::State {
    mutable std::mutex mutex;
    std::condition_variable_any changed;
    bool isAway = false;
    bool isEnded = false;       ///< away on purpose
    std::uint64_t version = 0;  // counts changes of the run list
    std::vector<RunRow> runs;
    std::map<QString, std::uint64_t> runVersion;
    std::map<QString, RunDetail> details;
    std::map<QString, std::vector<RunUpdate>> updates;
    std::map<QString, std::vector<LogChunk>> logs;
    std::map<QString, bool> hasEnded;
    std::vector<Finding> findings;
    RunPreview preview;
    std::map<QString, QString> runFiles;
    QStringList records;
    QString startedText;
    int checks = 0;
    StartOutcome startOutcome;
    std::vector<std::pair<QString, StopAfter>> stops;
    std::vector<SeriesQuery> queries;
    std::vector<ResumeRequest> resumes;
    std::vector<std::pair<QString, RunChange>> changes;
    std::vector<PredictionRequest> predictions;
    Outcome<Prediction> prediction;
    std::vector<DrillRequest> drills;
    std::vector<std::pair<QString, int>> profiles;
    std::optional<Outcome<ProfileOutcome>> profile;
    int stackReadings = 0, cancelledStackReadings = 0;
    std::optional<Outcome<std::vector<TaskStacks>>> stacks;
    std::vector<CheckpointContent> checkpoints;
    CheckpointDiff diff;
    std::map<QString, bridge::Sentences> damage;
    QString storeDamage;
    bool isSilent = false;
    QStringList checkpointEdits;
    std::vector<SavedCluster> clusters;
    std::map<QString, std::vector<std::pair<MediaSeries, Media>>> media;
    std::vector<GpuRow> gpus;
    std::vector<NodeRow> nodes;
    QStringList nodeOrders;
    std::optional<Outcome<NodeRow>> setUpNode;
    QString busyNode;
    std::shared_ptr<SetUpProgress> setUpProgress;  ///< of the last setup
    NodeTests nodeTests;
    QStringList sendings;
    int cancelledSendings = 0;
    std::optional<Outcome<std::int64_t>> sent;
    std::vector<SweepRow> sweeps;
    QStringList sweepEdits;
    std::vector<std::filesystem::path> plugins;
    std::map<QString, QString> files;
    std::vector<ExportRequest> exports;
    std::optional<Outcome<void>> exported;
    int cancelledExports = 0;
    QStringList importedFolders;
    QMap<QString, std::shared_ptr<ImportProgress>> followedLogs;
    std::optional<Outcome<std::vector<ImportedRun>>> imported;
    int starts = 0;
    int openStreams = 0;

    static Failure away() {
        return {QStringLiteral("no agent answers at /tmp/agent.sock"), QStringLiteral("unavailable")};
    }

    /// Delivers `items` starting at `next` as they arrive, until `isEnded`.
    template <typename T, typename OnItem>
    Outcome<void> stream(std::stop_token stop, const std::vector<T>& items, const bool& isEnded,
                         const OnItem& onItem) {
        std::unique_lock lock(mutex);
        ++openStreams;
        std::size_t next = 0;
        bool continues = true;
        while (continues && !stop.stop_requested() && !isAway) {
            if (next < items.size()) {
                const T item = items[next++];
                lock.unlock();
                continues = onItem(item);
                lock.lock();
            } else if (isEnded) {
                break;
            } else {
                changed.wait(lock, stop, [&] { return next < items.size() || isEnded || isAway; });
            }
        }
        --openStreams;
        if (isAway) return std::unexpected(away());
        return {};
    }

    std::vector<SeriesPoints> points(const SeriesQuery& query) const {
        std::map<int, SeriesPoints> byAttempt;
        const auto found = updates.find(query.run);
        if (found == updates.end()) return {};
        for (const RunUpdate& update : found->second) {
            for (const SeriesPoints& points : update.points) {
                if (!(points.key == query.key)) continue;
                SeriesPoints& all = byAttempt[points.attempt];
                all.key = points.key;
                all.attempt = points.attempt;
                for (std::size_t i = 0; i < points.step.size(); ++i) {
                    if (points.step[i] < query.firstStep ||
                        (query.lastStep > 0 && points.step[i] > query.lastStep))
                        continue;
                    all.step.push_back(points.step[i]);
                    all.value.push_back(points.value[i]);
                    if (i < points.time.size()) all.time.push_back(points.time[i]);
                }
            }
        }
        std::vector<SeriesPoints> answer;
        for (auto& [attempt, all] : byAttempt) answer.push_back(thinned(std::move(all), query.pixels));
        return answer;
    }

    /// Every n-th point: enough for looking at; the real agent keeps minimum and maximum.
    static SeriesPoints thinned(SeriesPoints all, int pixels) {
        const std::size_t most = static_cast<std::size_t>(std::max(pixels, 1)) * 2;
        if (all.step.size() <= most) return all;
        const std::size_t stride = all.step.size() / most + 1;
        SeriesPoints few{all.key, all.attempt, {}, {}};
        for (std::size_t i = 0; i < all.step.size(); i += stride) {
            few.step.push_back(all.step[i]);
            few.value.push_back(all.value[i]);
            if (i < all.time.size()) few.time.push_back(all.time[i]);
        }
        return few;
    }
};

}  // namespace trainyard::testing
