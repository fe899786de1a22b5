// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <optional>
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

    base::Status finish() override {
        files_.clear();
        return folder_.publish();
    }

  private:
    base::Result<events::EventFileWriter> create(const v1::Points& points) const {
        const v1::SeriesKey& key = points.key();
        std::filesystem::path folder = folder_.staged();
        for (const std::string& part : {key.task(), key.split()})
            if (!part.empty()) folder /= base::slug(part);
        TY_ASSIGN(auto file, events::EventFileWriter::create(folder));
        // Of the first attempt, too: TensorBoard takes the first of these records for the beginning.
        file.addRestart(points.step(0), points.wall_time(0));
        return file;
    }

    base::StagedPath folder_;
    int attempt_ = 0;
    std::map<std::pair<std::string, std::string>, events::EventFileWriter> files_;
};

}  // namespace

base::Result<std::unique_ptr<PointSink>> openEventFiles(const std::filesystem::path& folder) {
    TY_ASSIGN(base::StagedPath staged, base::StagedPath::forFolder(folder));
    return std::make_unique<EventFileSink>(std::move(staged));
}

}  // namespace trainyard::exports
