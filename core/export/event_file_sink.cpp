// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "core/base/staged_path.h"
#include "core/base/text.h"
#include "core/events/event_file.h"
#include "core/export/point_sink.h"

namespace trainyard::exports {
namespace {

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

    bool takesMedia() const override { return true; }
    base::Status takeMedia(const v1::MediaItem& item) override {
        const auto kind = std::ranges::find(events::kMediaKinds, item.kind(),
                                            [](const char* name) { return std::string_view(name); });
        if (kind == events::kMediaKinds.end()) return {};  // a newer agent's
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
        return folder_.publish();
    }

  private:
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
