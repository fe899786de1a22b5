// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <bit>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <span>

#include "core/base/file.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/base/time.h"
#include "core/events/event_file.h"
#include "core/events/event_message.h"
#include "core/events/tfrecord.h"
#include "core/events/wire.h"

namespace trainyard::events {
namespace {

std::string metadataFor(std::string_view plugin, int dataClass, std::string_view content = {}) {
    std::string pluginData, metadata;
    wire::putBytes(pluginData, proto::kPluginName, plugin);
    if (!content.empty()) wire::putBytes(pluginData, proto::kPluginContent, content);
    wire::putBytes(metadata, proto::kMetadataPluginData, pluginData);
    wire::putInt(metadata, proto::kMetadataDataClass, dataClass);
    return metadata;
}

/// Event{wall_time, step, summary{value{tag, metadata, tensor}}}.
std::string eventMessage(double wallTime, std::int64_t step, std::string_view tag, std::string_view metadata,
                         std::string_view tensor) {
    std::string value, summary, event;
    wire::putBytes(value, proto::kValueTag, tag);
    wire::putBytes(value, proto::kValueTensor, tensor);
    wire::putBytes(value, proto::kValueMetadata, metadata);
    wire::putBytes(summary, proto::kSummaryValue, value);
    wire::putDouble(event, proto::kEventWallTime, wallTime);
    wire::putInt(event, proto::kEventStep, step);
    wire::putBytes(event, proto::kEventSummary, summary);
    return event;
}

/// A TensorProto of rank 0 with its one value in `field`.
std::string scalarTensor(int dtype, int field, std::string_view value) {
    std::string tensor;
    wire::putInt(tensor, proto::kTensorDtype, dtype);
    wire::putBytes(tensor, proto::kTensorShape, "");
    wire::putBytes(tensor, field, value);
    return tensor;
}

std::string shapeOf(std::initializer_list<std::size_t> sizes) {
    std::string shape;
    for (const std::size_t size : sizes) {
        std::string dim;
        wire::putInt(dim, proto::kDimSize, static_cast<std::int64_t>(size));
        wire::putBytes(shape, proto::kShapeDim, dim);
    }
    return shape;
}

std::string tensorOf(int dtype, std::initializer_list<std::size_t> sizes) {
    std::string tensor;
    wire::putInt(tensor, proto::kTensorDtype, dtype);
    wire::putBytes(tensor, proto::kTensorShape, shapeOf(sizes));
    return tensor;
}

/// As tf.summary writes it; empty: it has no such form.
std::string tensorOf(const Media& media) {
    const std::size_t numbers = media.data.size() / sizeof(double);
    std::string tensor;
    if (media.kind == MediaKind::kImages) {
        tensor = tensorOf(proto::kDtString, {3});
        // Nobody relies on width and height, which the image says itself.
        for (const std::string_view text :
             {std::string_view("0"), std::string_view("0"), std::string_view(media.data)})
            wire::putBytes(tensor, proto::kTensorStringVal, text);
    } else if (media.kind == MediaKind::kText) {
        tensor = scalarTensor(proto::kDtString, proto::kTensorStringVal, media.data);
    } else if (media.kind == MediaKind::kHistograms) {
        tensor = tensorOf(proto::kDtDouble, {numbers / 3, 3});
        wire::putBytes(tensor, proto::kTensorContent, media.data);
    } else if (media.kind == MediaKind::kPrCurves) {
        tensor = tensorOf(proto::kDtDouble, {6, numbers / 6});
        wire::putBytes(tensor, proto::kTensorContent, media.data);
    }
    return tensor;
}

/// A google.protobuf.Value.
std::string valueOf(const nlohmann::json& json) {
    std::string value;
    if (json.is_boolean())
        wire::putInt(value, proto::kJsonBool, json.get<bool>() ? 1 : 0);
    else if (json.is_number())
        wire::putDouble(value, proto::kJsonNumber, json.get<double>());
    else
        wire::putBytes(value, proto::kJsonString,
                       json.is_string() ? json.get<std::string>() : base::jsonText(json));
    return value;
}

/// SessionStartInfo.
std::string sessionStart(const nlohmann::json& hparams, double began) {
    std::string session;
    for (const auto& [name, value] : hparams.items()) {
        std::string entry;
        wire::putBytes(entry, proto::kMapKey, name);
        wire::putBytes(entry, proto::kMapValue, valueOf(value));
        wire::putBytes(session, proto::kSessionHparams, entry);
    }
    wire::putDouble(session, proto::kSessionStartTime, began);
    return session;
}

/// All that a session says is in the metadata; TensorBoard wants a tensor beside it.
std::string sessionMessage(double wallTime, std::string_view tag, int field, std::string_view session) {
    std::string content;
    wire::putInt(content, proto::kHparamsVersion, 0);
    wire::putBytes(content, field, session);
    return eventMessage(wallTime, 0, tag, metadataFor("hparams", proto::kDataClassTensor, content),
                        tensorOf(proto::kDtFloat, {0}));
}

std::string hostName() {
    std::array<char, 256> name{};
    if (::gethostname(name.data(), name.size() - 1) != 0) return "localhost";
    return base::slug(name.data());
}

}  // namespace

EventFileWriter::EventFileWriter(std::filesystem::path path, base::UniqueFd fd)
    : path_(std::move(path)), fd_(std::move(fd)) {
}

base::Result<EventFileWriter> EventFileWriter::create(const std::filesystem::path& folder) {
    static std::atomic<int> filesOfThisProcess = 0;
    TY_TRY(base::makeFolders(folder));
    const double now = base::wallNow();
    const std::string host = hostName();
    for (;;) {
        std::filesystem::path path =
            folder / fmt::format("events.out.tfevents.{:010}.{}.{}.{:04}", static_cast<std::int64_t>(now),
                                 host, ::getpid(), filesOfThisProcess++);
        base::UniqueFd fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
        if (!fd && errno == EEXIST) continue;  // left by a process that had our number within this second
        if (!fd)
            return base::fail(
                base::errnoError(errno, base::say("cannot create the event file {}", path.string())));
        EventFileWriter writer(std::move(path), std::move(fd));
        std::string version;
        wire::putDouble(version, proto::kEventWallTime, now);
        wire::putBytes(version, proto::kEventFileVersion, proto::kFileVersion);
        tfrecord::append(writer.buffer_, version);
        if (base::Status status = writer.flush(); !status) {
            ::unlink(writer.path_.c_str());
            return base::fail(std::move(status.error()));
        }
        return writer;
    }
}

void EventFileWriter::add(const ScalarEvent& event) {
    static const std::string kMetadata = metadataFor("scalars", proto::kDataClassScalar);
    const auto single = static_cast<float>(event.value);
    const std::string tensor =
        event.isDouble ? scalarTensor(proto::kDtDouble, proto::kTensorDoubleVal,
                                      {reinterpret_cast<const char*>(&event.value), sizeof event.value})
                       : scalarTensor(proto::kDtFloat, proto::kTensorFloatVal,
                                      {reinterpret_cast<const char*>(&single), sizeof single});
    tfrecord::append(buffer_, eventMessage(event.wallTime, event.step, event.tag, kMetadata, tensor));
}

void EventFileWriter::add(const TextEvent& event) {
    static const std::string kMetadata = metadataFor("text", proto::kDataClassTensor);
    const std::string tensor = scalarTensor(proto::kDtString, proto::kTensorStringVal, event.text);
    tfrecord::append(buffer_, eventMessage(event.wallTime, event.step, event.tag, kMetadata, tensor));
}

void EventFileWriter::add(const MediaEvent& event) {
    const std::string tensor = tensorOf(*event.media);
    if (tensor.empty()) return;
    const bool isImage = event.media->kind == MediaKind::kImages;
    const std::string metadata = metadataFor(kMediaKinds[static_cast<std::size_t>(event.media->kind)],
                                             isImage ? proto::kDataClassBlobs : proto::kDataClassTensor);
    tfrecord::append(buffer_, eventMessage(event.wallTime, event.step, event.tag, metadata, tensor));
}

base::Status EventFileWriter::addSession(std::string_view hparams, double began) {
    TY_ASSIGN(const auto json, base::parseJson(hparams, "hyperparameters"));
    tfrecord::append(buffer_, sessionMessage(began, "_hparams_/session_start_info", proto::kHparamsSession,
                                             sessionStart(json, began)));
    return {};
}

void EventFileWriter::addSessionEnd(SessionStatus status, double ended) {
    std::string session;
    wire::putInt(session, proto::kSessionEndStatus, static_cast<int>(status));
    wire::putDouble(session, proto::kSessionEndTime, ended);
    tfrecord::append(buffer_,
                     sessionMessage(ended, "_hparams_/session_end_info", proto::kHparamsSessionEnd, session));
}

void EventFileWriter::addRestart(std::int64_t step, double wallTime) {
    std::string sessionLog, event;
    wire::putInt(sessionLog, proto::kSessionLogStatus, proto::kSessionStart);
    wire::putDouble(event, proto::kEventWallTime, wallTime);
    wire::putInt(event, proto::kEventStep, step);
    wire::putBytes(event, proto::kEventSessionLog, sessionLog);
    tfrecord::append(buffer_, event);
}

base::Status EventFileWriter::flush() {
    if (buffer_.empty()) return {};
    base::Status status = base::writeAll(fd_.get(), std::as_bytes(std::span(buffer_)), path_.string());
    if (!status) {
        // Truncate a partial record and seek to the end again, or the next one would follow garbage.
        const auto end = static_cast<off_t>(writtenBytes_);
        if (::ftruncate(fd_.get(), end) != 0 || ::lseek(fd_.get(), end, SEEK_SET) != end) {
            const base::Error repair = base::errnoError(
                errno, base::say("cannot truncate {} to its last complete record", path_.string()));
            fd_.reset();  // every later flush fails, loudly, instead of writing behind a torn record
            return base::fail(status.error().wrap(repair.message));
        }
        return status;
    }
    writtenBytes_ += buffer_.size();
    buffer_.clear();
    return {};
}

base::Status EventFileWriter::sync() {
    TY_TRY(flush());
    if (::fsync(fd_.get()) != 0)
        return base::fail(
            base::errnoError(errno, base::say("cannot sync the event file {}", path_.string())));
    return {};
}

}  // namespace trainyard::events
