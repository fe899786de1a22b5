// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "core/base/json.h"
#include "core/base/staged_path.h"
#include "core/base/text.h"
#include "core/events/event_file.h"
#include "core/events/run_event_json.h"
#include "core/export/point_sink.h"
#include "core/export/run_parameters.h"

namespace trainyard::exports {
namespace {

events::SessionStatus sessionStatus(v1::RunStatus status) {
    using enum events::SessionStatus;
    switch (status) {
        case v1::SUCCEEDED:
            return kSuccess;
        case v1::FAILED:
            return kFailure;
        case v1::STOPPED:
        case v1::PREEMPTED:
        case v1::IMPORTED:
            return kUnknown;
        default:
            return kRunning;
    }
}

class EventFileSink : public PointSink {
  public:
    explicit EventFileSink(base::StagedPath folder) : folder_(std::move(folder)) {}

    base::Status take(const v1::Points& points, bool isDouble) override {
        if (points.step_size() == 0) return {};
        if (points.attempt() != attempt_) {  // attempts follow each other
            files_.clear();
            attempt_ = points.attempt();
        }
        const v1::SeriesKey& key = points.key();
        auto file = files_.find({key.task(), key.split()});
        if (file == files_.end()) {
            TY_ASSIGN(auto created, create(points));
            file = files_.emplace(std::pair(key.task(), key.split()), std::move(created)).first;
        }
        for (int i = 0; i < points.step_size(); ++i)
            file->second.add(events::ScalarEvent{.tag = key.tag(),
                                                 .step = points.step(i),
                                                 .wallTime = points.wall_time(i),
                                                 .value = points.value(i),
                                                 .isDouble = isDouble});
        return file->second.flush();
    }

    base::Status takeRun(const v1::GetRunReply& run) override {
        run_ = run.summary();
        TY_ASSIGN(hparams_, parametersOf(run));
        return {};
    }

    bool takesMedia() const override { return true; }
    base::Status takeMedia(const v1::MediaItem& item) override {
        const auto kind = std::ranges::find(events::kMediaKinds, item.kind(),
                                            [](const char* name) { return std::string_view(name); });
        if (kind == events::kMediaKinds.end()) return {};  // a newer agent's
        if (*kind == events::kMediaKinds[static_cast<std::size_t>(events::MediaKind::kHparams)])
            return takeHparams(item.text());
        events::Media media{static_cast<events::MediaKind>(kind - events::kMediaKinds.begin()),
                            item.sample(),
                            item.image() + item.text(),
                            {}};
        if (!item.values().empty())
            media.data.assign(reinterpret_cast<const char*>(item.values().data()),
                              sizeof(double) * static_cast<std::size_t>(item.values_size()));
        const v1::SeriesKey& key = item.key();
        auto file = mediaFiles_.find({key.task(), key.split()});
        if (file == mediaFiles_.end()) {
            // Without a record of a restart, by which TensorBoard would drop the points.
            TY_ASSIGN(auto created, events::EventFileWriter::create(folderOf(key)));
            file = mediaFiles_.emplace(std::pair(key.task(), key.split()), std::move(created)).first;
        }
        // One tag has one image in a step there.
        const std::string tag =
            item.sample() > 0 ? fmt::format("{}/{}", key.tag(), item.sample()) : key.tag();
        file->second.add(events::MediaEvent{tag, item.step(), item.wall_time(),
                                            std::make_shared<const events::Media>(std::move(media))});
        return file->second.flush();
    }

    base::Status finish() override {
        files_.clear();
        mediaFiles_.clear();
        if (!hparams_.empty()) TY_TRY(writeSession());
        return folder_.publish();
    }

  private:
    /// What the program says goes before the run file.
    base::Status takeHparams(const std::string& text) {
        TY_ASSIGN(const auto json, base::parseJson(text, "hyperparameters"));
        for (const auto& [name, value] : json.items()) hparams_[name] = value;
        return {};
    }
    /// At the top, so that TensorBoard takes all that is below for one session. No description of the
    /// experiment, of which it reads any one: without it, it finds the names of all sessions itself.
    base::Status writeSession() {
        TY_ASSIGN(auto file, events::EventFileWriter::create(folder_.staged()));
        const double ended = run_.ended() > 0 ? run_.ended() : run_.created();
        TY_TRY(file.addSession(base::jsonText(hparams_), run_.created()));
        for (const auto& [name, value] : events::inOrder(run_.metrics()))
            file.add(events::ScalarEvent{
                .tag = name, .step = run_.step(), .wallTime = ended, .value = value, .isDouble = true});
        if (const auto status = sessionStatus(run_.status()); status != events::SessionStatus::kRunning)
            file.addSessionEnd(status, ended);
        return file.flush();
    }
    std::filesystem::path folderOf(const v1::SeriesKey& key) const {
        std::filesystem::path folder = folder_.staged();
        for (const std::string& part : {key.task(), key.split()})
            if (!part.empty()) folder /= base::slug(part);
        return folder;
    }
    base::Result<events::EventFileWriter> create(const v1::Points& points) const {
        TY_ASSIGN(auto file, events::EventFileWriter::create(folderOf(points.key())));
        // Of the first attempt, too: TensorBoard takes the first of these records for the beginning.
        file.addRestart(points.step(0), points.wall_time(0));
        return file;
    }

    base::StagedPath folder_;
    v1::RunSummary run_;
    nlohmann::json hparams_ = nlohmann::json::object();
    int attempt_ = 0;
    using Files = std::map<std::pair<std::string, std::string>, events::EventFileWriter>;
    Files files_, mediaFiles_;  ///< by task and split
};

}  // namespace

base::Result<std::unique_ptr<PointSink>> openEventFiles(const std::filesystem::path& folder) {
    TY_ASSIGN(base::StagedPath staged, base::StagedPath::forFolder(folder));
    return std::make_unique<EventFileSink>(std::move(staged));
}

}  // namespace trainyard::exports
