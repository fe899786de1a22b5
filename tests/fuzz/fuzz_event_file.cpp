// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <string>

#include "core/events/crc32c.h"
#include "core/events/event_file.h"
#include "core/events/event_message.h"
#include "core/events/spool.h"
#include "fuzz_target.h"
#include "scratch_file.h"

namespace {

using namespace trainyard::events;

/// Reads up to the end or the damage; returns the number of events and the position reached.
void follow(const std::string& bytes) {
    const trainyard::fuzz::ScratchFile file(reinterpret_cast<const std::uint8_t*>(bytes.data()),
                                            bytes.size());
    auto reader = EventFileReader::open(file.path());
    TY_CHECK(reader.has_value(), "a file in memory opens");
    for (;;) {
        const std::uint64_t before = reader->offset();
        const auto some = reader->readSome(256);
        if (!some || some->empty()) break;
        TY_CHECK(reader->offset() > before && reader->offset() <= bytes.size(),
                 "events move the offset, inside the file");
    }
}

/// The input as the data of one record with correct checksums, so that mutations reach the parser behind
/// them.
std::string framed(const std::string& data) {
    const std::uint64_t length = data.size();
    std::string out(reinterpret_cast<const char*>(&length), sizeof length);
    const std::uint32_t lengthCrc = maskedCrc32c(out), dataCrc = maskedCrc32c(data);
    out.append(reinterpret_cast<const char*>(&lengthCrc), sizeof lengthCrc);
    out += data;
    return out.append(reinterpret_cast<const char*>(&dataCrc), sizeof dataCrc);
}

/// Either what was kept, in its form and within its limit, or why it was not.
void checkMedia(const Media& media) {
    TY_CHECK(media.data.empty() != media.leftOut.empty() || media.kind == MediaKind::kText,
             "data or a reason, not both");
    TY_CHECK(media.sample >= 0 && media.sample < static_cast<int>(kMostSamples), "a known sample");
    const std::size_t numbers = media.data.size() / sizeof(double);
    switch (media.kind) {
        case MediaKind::kImages:
            TY_CHECK(media.data.size() <= kLargestImage, "an image has its limit");
            TY_CHECK(media.data.empty() || !imageFormat(media.data).empty(), "an image is one");
            break;
        case MediaKind::kHistograms:
            TY_CHECK(numbers % 3 == 0 && numbers <= 3 * kMostBuckets, "buckets are triples");
            break;
        case MediaKind::kPrCurves:
            TY_CHECK(numbers % 6 == 0 && numbers <= 6 * kMostThresholds, "a curve has six rows");
            break;
        case MediaKind::kText:
        case MediaKind::kHparams:
            break;  // their limit is one of bytes read, and escapes are longer
    }
}

}  // namespace

TY_FUZZ_TARGET(event_file) {
    const std::string bytes(reinterpret_cast<const char*>(data), size);
    follow(bytes);
    follow(framed(bytes));
    follow(framed(bytes.size() > 12 ? bytes.substr(12)
                                    : bytes));  // a corpus file's first record without its head
    std::vector<Event> events;
    if (!parseEvent(bytes, events)) TY_CHECK(events.empty(), "a refused message yields nothing");
    for (const Event& event : events)
        if (const auto* media = std::get_if<MediaEvent>(&event)) checkMedia(*media->media);
    (void)planFromText(bytes);
    (void)epochFromText(bytes);
    (void)resultFromText(bytes);
    return 0;
}
