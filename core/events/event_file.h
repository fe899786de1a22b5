// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/error.h"
#include "core/base/fd.h"
#include "core/events/media.h"

namespace trainyard::events {

/// One value of one tag, as stored in TensorBoard's event files.
struct ScalarEvent {
    std::string tag;
    std::int64_t step = 0;
    double wallTime = 0;
    double value = 0;
    bool isDouble = false;  ///< needs more than float32; written as a DT_DOUBLE tensor
};
struct TextEvent {  ///< a DT_STRING tensor: one string
    std::string tag;
    std::int64_t step = 0;
    double wallTime = 0;
    std::string text;
};
struct MediaEvent {  ///< an image, a histogram and the like; a text of one string is a TextEvent
    std::string tag;
    std::int64_t step = 0;
    double wallTime = 0;
    std::shared_ptr<const Media> media;
};
/// How a session ended; the numbers are those of tensorboard/plugins/hparams/api.proto.
enum class SessionStatus : std::uint8_t { kUnknown = 0, kSuccess = 1, kFailure = 2, kRunning = 3 };
using Event = std::variant<ScalarEvent, TextEvent, MediaEvent>;

/// Appends to one TensorBoard event file: TFRecord framing (u64 length, masked CRC32C, data, masked CRC32C)
/// of tensorflow.Event messages; the first record is the version "brain.Event:2". Scalars are tensors with
/// the plugin "scalars" (tensorboard/plugins/scalar/metadata.py). One writer per file; not thread-safe.
class EventFileWriter {
  public:
    /// Creates <folder>/events.out.tfevents.<seconds>.<host>.<pid>.<n>, and the folder. The names of one
    /// process sort in the order of their creation: TensorBoard reads them so.
    static base::Result<EventFileWriter> create(const std::filesystem::path& folder);

    /// Buffered; nothing is on disk before flush().
    void add(const ScalarEvent& event);
    void add(const TextEvent& event);
    void add(const MediaEvent& event);  ///< without hyperparameters, which are a session's: addSession()
    /// What TensorBoard's plugin "hparams" compares: `hparams`, a JSON object, are those of all runs in this
    /// folder and below it. Values that are neither text, number nor boolean become their JSON.
    base::Status addSession(std::string_view hparams, double began);
    void addSessionEnd(SessionStatus status, double ended);
    /// A restart: TensorBoard drops what it has read of this folder from `step` on (SessionLog.START).
    void addRestart(std::int64_t step, double wallTime);
    /// One write(2) of everything buffered: a reader sees whole records, or a torn tail that it waits on. If
    /// it fails (disk full), the file is cut back to its last whole record and everything stays buffered:
    /// flush again later, or discard the waiting data with discardPending() if pendingBytes() exceeds your
    /// limit.
    base::Status flush();
    /// flush, then fsync.
    base::Status sync();
    std::size_t pendingBytes() const { return buffer_.size(); }
    void discardPending() { buffer_.clear(); }
    const std::filesystem::path& path() const { return path_; }

  private:
    EventFileWriter(std::filesystem::path path, base::UniqueFd fd);
    std::filesystem::path path_;
    base::UniqueFd fd_;
    std::uint64_t writtenBytes_ = 0;
    std::string buffer_;
};

/// Follows a growing event file from an offset. A torn tail is not an error: it is read once it is complete.
/// A damaged record (CRC, length) is kDataLoss, naming file and offset. Supports simple_value and tensor
/// scalars of every real type, DT_STRING text, and what core/events/media.h lists; skips everything else
/// (records over 16 MiB unread).
/// Memory stays bounded for hostile input.
class EventFileReader {
  public:
    static base::Result<EventFileReader> open(const std::filesystem::path& path, std::uint64_t offset = 0);

    /// Events of the whole records currently there, about `maxBytes` at a time. Empty only if nothing is left
    /// to read. Events before a damaged record are returned first; the next call then reports the damage.
    base::Result<std::vector<Event>> readSome(std::size_t maxBytes = 4u << 20);
    /// The offset of the next record, to continue from.
    std::uint64_t offset() const { return offset_; }

  private:
    EventFileReader(std::filesystem::path path, base::UniqueFd fd, std::uint64_t offset);
    base::Result<std::size_t> readWindow(std::size_t maxBytes, std::vector<Event>& events);
    base::Result<std::string> readAt(std::uint64_t offset, std::size_t size) const;
    base::Error damage(const base::Words& what) const;

    std::filesystem::path path_;
    base::UniqueFd fd_;
    std::uint64_t offset_ = 0;
};

/// Event files of one folder, oldest first (by the time and counter in their names).
std::vector<std::filesystem::path> eventFilesIn(const std::filesystem::path& folder);

}  // namespace trainyard::events
