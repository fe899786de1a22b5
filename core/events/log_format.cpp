// SPDX-License-Identifier: Apache-2.0
#include "core/events/log_format.h"

#include <algorithm>
#include <array>
#include <utility>

namespace trainyard::events {
namespace {

bool isEventFile(const std::filesystem::path& file) {
    return file.filename().string().contains("tfevents.");
}

class TensorBoardLog final : public LogReader {
  public:
    explicit TensorBoardLog(EventFileReader reader) : reader_(std::move(reader)) {}
    base::Result<std::vector<Event>> readSome(std::size_t maxBytes) override {
        return reader_.readSome(maxBytes);
    }
    std::uint64_t position() const override { return reader_.offset(); }
    std::uint64_t bytes() const override { return reader_.offset(); }

  private:
    EventFileReader reader_;
};

base::Result<std::unique_ptr<LogReader>> openEventFile(const std::filesystem::path& file,
                                                       std::uint64_t position) {
    TY_ASSIGN(EventFileReader reader, EventFileReader::open(file, position));
    return std::make_unique<TensorBoardLog>(std::move(reader));
}

constexpr LogFormat kTensorBoardLog{"tensorboard", isEventFile, nullptr,      nullptr,
                                    nullptr,       nullptr,     openEventFile};

}  // namespace

std::span<const LogFormat> logFormats() {
    static const std::array kAll{kTensorBoardLog, kCsvLog, kJsonLinesLog, kMlflowLog, kWandbLog};
    return kAll;
}

const LogFormat* formatOf(const std::filesystem::path& file) {
    const auto formats = logFormats();
    const auto found =
        std::ranges::find_if(formats, [&](const LogFormat& format) { return format.isLog(file); });
    return found == formats.end() ? nullptr : &*found;
}

const LogFormat* formatNamed(const std::filesystem::path& file) {
    const auto formats = logFormats();
    const auto found = std::ranges::find_if(formats, [&](const LogFormat& format) {
        return (format.mayBeLog != nullptr ? format.mayBeLog : format.isLog)(file);
    });
    return found == formats.end() ? nullptr : &*found;
}

}  // namespace trainyard::events
