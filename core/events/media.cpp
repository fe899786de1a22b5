// SPDX-License-Identifier: Apache-2.0
#include "core/events/media.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>

#include "core/base/text.h"
#include "core/events/event_message.h"
#include "core/events/wire.h"

namespace trainyard::events {
namespace {

using wire::Field;
using wire::Reader;
using wire::Type;
using MediaFound = std::vector<std::shared_ptr<const Media>>;

/// Field numbers of Summary.Image, HistogramProto (tensorflow/core/framework/{summary,histogram}.proto).
constexpr int kImageEncoded = 4;
constexpr int kHistogramMin = 1, kHistogramMax = 2, kHistogramLimit = 6, kHistogramBucket = 7;
constexpr std::size_t kMostDimensions = 4, kPrRows = 6;
/// Of the largest thing that is kept, and no more: what a tensor claims to hold takes no memory.
constexpr std::size_t kMostNumbers = std::max(3 * kMostBuckets, kPrRows* kMostThresholds);

void addMedia(MediaFound& found, MediaKind kind, std::string data, int sample = 0) {
    found.push_back(std::make_shared<const Media>(Media{kind, sample, std::move(data), {}}));
}

void leaveMediaOut(MediaFound& found, MediaKind kind, std::string why, int sample = 0) {
    found.push_back(std::make_shared<const Media>(Media{kind, sample, {}, std::move(why)}));
}

/// The numbers of a repeated field, packed or plain, as doubles. Counts those beyond the limit.
class MediaNumbers {
  public:
    template <typename T>
    bool addPacked(std::string_view bytes) {
        if (bytes.size() % sizeof(T) != 0) return false;
        const std::size_t fresh = bytes.size() / sizeof(T);
        const std::size_t kept = std::min(fresh, kMostNumbers - std::min(kMostNumbers, values_.size()));
        for (std::size_t i = 0; i < kept; ++i) {
            T value{};
            std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
            values_.push_back(static_cast<double>(value));
        }
        count_ += fresh;
        return true;
    }
    void add(double value) {
        if (values_.size() < kMostNumbers) values_.push_back(value);
        ++count_;
    }
    /// Writers leave out values at the end that repeat the last one (tensor_util.make_tensor_proto).
    bool fill(std::size_t count) {
        if (count_ == 0 || count_ > count || count > kMostNumbers) return count == 0 && count_ == 0;
        values_.resize(count, values_.back());
        count_ = count;
        return true;
    }
    const std::vector<double>& values() const { return values_; }
    std::size_t count() const { return count_; }

  private:
    std::vector<double> values_;
    std::size_t count_ = 0;
};

std::string doublesAsBytes(const std::vector<double>& values) {
    return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double)};
}

struct MediaTensor {
    std::int64_t dtype = 0;
    std::vector<std::uint64_t> shape;
    MediaNumbers numbers;
    std::vector<std::string_view> texts;  ///< the first ones
    std::size_t textBytes = 0;            ///< of all
};

bool readMediaShape(std::string_view message, std::vector<std::uint64_t>& shape) {
    Reader dims(message);
    for (Field dim; dims.next(dim);) {
        if (!dim.is(proto::kShapeDim, Type::kBytes)) continue;
        std::uint64_t size = 0;  // proto3 leaves a size of 0 out
        Reader parts(dim.bytes);
        for (Field part; parts.next(part);)
            if (part.is(proto::kDimSize, Type::kVarint)) size = part.word;
        if (parts.damaged() || shape.size() >= kMostDimensions) return false;
        shape.push_back(size);
    }
    return !dims.damaged();
}

bool readMediaTensor(std::string_view message, MediaTensor& tensor) {
    constexpr std::size_t kMostTexts = kMostSamples + 2;  // width and height come first
    std::string_view content;
    bool isWhole = true;
    Reader fields(message);
    for (Field field; fields.next(field);) {
        if (field.is(proto::kTensorDtype, Type::kVarint))
            tensor.dtype = static_cast<std::int64_t>(field.word);
        if (field.is(proto::kTensorShape, Type::kBytes)) isWhole &= readMediaShape(field.bytes, tensor.shape);
        if (field.is(proto::kTensorContent, Type::kBytes)) content = field.bytes;
        if (field.is(proto::kTensorFloatVal, Type::kFixed32)) tensor.numbers.add(field.asFloat());
        if (field.is(proto::kTensorFloatVal, Type::kBytes))
            isWhole &= tensor.numbers.addPacked<float>(field.bytes);
        if (field.is(proto::kTensorDoubleVal, Type::kFixed64)) tensor.numbers.add(field.asDouble());
        if (field.is(proto::kTensorDoubleVal, Type::kBytes))
            isWhole &= tensor.numbers.addPacked<double>(field.bytes);
        if (field.is(proto::kTensorStringVal, Type::kBytes)) {
            if (tensor.texts.size() < kMostTexts) tensor.texts.push_back(field.bytes);
            tensor.textBytes += field.bytes.size() + 1;
        }
    }
    if (tensor.dtype == proto::kDtDouble) isWhole &= tensor.numbers.addPacked<double>(content);
    if (tensor.dtype == proto::kDtFloat) isWhole &= tensor.numbers.addPacked<float>(content);
    return isWhole && !fields.damaged();
}

void addImage(MediaFound& found, std::string_view bytes, int sample) {
    if (imageFormat(bytes).empty())
        leaveMediaOut(found, MediaKind::kImages, "an image that is neither PNG, JPEG nor GIF", sample);
    else if (bytes.size() > kLargestImage)
        leaveMediaOut(found, MediaKind::kImages,
                      fmt::format("an image of {} bytes; the limit is {}", bytes.size(), kLargestImage),
                      sample);
    else
        addMedia(found, MediaKind::kImages, std::string(bytes), sample);
}

/// tensorboard/plugins/image: a list of strings: width, height, and each image.
void addImages(const MediaTensor& tensor, MediaFound& found) {
    if (tensor.dtype != proto::kDtString) return;
    for (std::size_t i = 2; i < tensor.texts.size(); ++i)
        addImage(found, tensor.texts[i], static_cast<int>(i) - 2);
    if (tensor.shape.size() == 1 && tensor.shape[0] > kMostSamples + 2)
        leaveMediaOut(found, MediaKind::kImages,
                      fmt::format("a step of {} images; the limit is {}", tensor.shape[0] - 2, kMostSamples));
}

/// tensorboard/plugins/histogram: [buckets, 3].
void addHistogram(MediaTensor& tensor, MediaFound& found) {
    const bool isNumeric = tensor.dtype == proto::kDtDouble || tensor.dtype == proto::kDtFloat;
    if (!isNumeric || tensor.shape.size() != 2 || tensor.shape[1] != 3) return;
    const std::uint64_t buckets = tensor.shape[0];
    if (buckets > kMostBuckets) {
        leaveMediaOut(found, MediaKind::kHistograms,
                      fmt::format("a histogram of {} buckets; the limit is {}", buckets, kMostBuckets));
        return;
    }
    if (!tensor.numbers.fill(3 * buckets)) return;
    if (buckets > 0) addMedia(found, MediaKind::kHistograms, doublesAsBytes(tensor.numbers.values()));
}

/// The same of HistogramProto, whose buckets have a right edge each; as tensorboard/data_compat.py has it.
void addOldHistogram(std::string_view message, MediaFound& found) {
    double least = 0, most = 0;
    MediaNumbers limits, counts;
    bool isWhole = true;
    const auto take = [&](const Field& field, int number, MediaNumbers& numbers) {
        if (field.is(number, Type::kBytes)) isWhole &= numbers.addPacked<double>(field.bytes);
        if (field.is(number, Type::kFixed64)) numbers.add(field.asDouble());
    };
    Reader fields(message);
    for (Field field; fields.next(field);) {
        if (field.is(kHistogramMin, Type::kFixed64)) least = field.asDouble();
        if (field.is(kHistogramMax, Type::kFixed64)) most = field.asDouble();
        take(field, kHistogramLimit, limits);
        take(field, kHistogramBucket, counts);
    }
    if (!isWhole || fields.damaged() || limits.count() != counts.count()) return;
    if (counts.count() > kMostBuckets) {
        leaveMediaOut(
            found, MediaKind::kHistograms,
            fmt::format("a histogram of {} buckets; the limit is {}", counts.count(), kMostBuckets));
        return;
    }
    // Writers leave empty buckets around the values, beyond `least` and `most`.
    std::size_t begin = 0, end = counts.count();
    while (begin < end && !(counts.values()[begin] > 0)) ++begin;
    while (end > begin && !(counts.values()[end - 1] > 0)) --end;
    std::vector<double> buckets;
    for (std::size_t i = begin; i < end; ++i)
        buckets.insert(buckets.end(), {i == begin ? least : limits.values()[i - 1],
                                       i + 1 == end ? most : limits.values()[i], counts.values()[i]});
    if (!buckets.empty()) addMedia(found, MediaKind::kHistograms, doublesAsBytes(buckets));
}

/// tensorboard/plugins/text: one string, or a table of them: a line each.
void addText(const MediaTensor& tensor, MediaFound& found) {
    if (tensor.dtype != proto::kDtString || tensor.texts.empty()) return;
    std::string text;
    for (const std::string_view line : tensor.texts)
        if (text.size() <= kLargestText) (text += text.empty() ? "" : "\n") += line;
    if (text.size() <= kLargestText && text.size() + 1 < tensor.textBytes)
        leaveMediaOut(found, MediaKind::kText,
                      fmt::format("a text of more than {} lines; that is the limit", tensor.texts.size()));
    else
        found.push_back(textMedia(text));
}

/// tensorboard/plugins/pr_curve: [6, thresholds].
void addPrCurve(MediaTensor& tensor, MediaFound& found) {
    const bool isNumeric = tensor.dtype == proto::kDtDouble || tensor.dtype == proto::kDtFloat;
    if (!isNumeric || tensor.shape.size() != 2 || tensor.shape[0] != kPrRows) return;
    const std::uint64_t thresholds = tensor.shape[1];
    if (thresholds > kMostThresholds) {
        leaveMediaOut(
            found, MediaKind::kPrCurves,
            fmt::format("a PR curve of {} thresholds; the limit is {}", thresholds, kMostThresholds));
        return;
    }
    if (!tensor.numbers.fill(kPrRows * thresholds)) return;
    if (thresholds > 0) addMedia(found, MediaKind::kPrCurves, doublesAsBytes(tensor.numbers.values()));
}

/// A google.protobuf.Value; null: none of the simple ones.
bool readJsonValue(std::string_view message, nlohmann::json& json) {
    Reader fields(message);
    for (Field field; fields.next(field);) {
        if (field.is(proto::kJsonNumber, Type::kFixed64)) json = field.asDouble();
        if (field.is(proto::kJsonString, Type::kBytes)) json = base::printable(field.bytes);
        if (field.is(proto::kJsonBool, Type::kVarint)) json = field.word != 0;
    }
    return !fields.damaged();
}

bool readSession(std::string_view message, nlohmann::json& hparams) {
    Reader fields(message);
    for (Field field; fields.next(field);) {
        if (!field.is(proto::kSessionHparams, Type::kBytes)) continue;
        std::string name;
        nlohmann::json value;
        Reader entry(field.bytes);
        for (Field part; entry.next(part);) {
            if (part.is(proto::kMapKey, Type::kBytes)) name = base::printable(part.bytes);
            if (part.is(proto::kMapValue, Type::kBytes) && !readJsonValue(part.bytes, value)) return false;
        }
        if (entry.damaged()) return false;
        if (hparams.size() < kMostHparams) hparams[name] = std::move(value);
    }
    return !fields.damaged();
}

/// tensorboard/plugins/hparams keeps them in the metadata; its other messages describe the experiment.
void addHparams(std::string_view content, MediaFound& found) {
    nlohmann::json hparams = nlohmann::json::object();
    Reader fields(content);
    for (Field field; fields.next(field);)
        if (field.is(proto::kHparamsSession, Type::kBytes) && !readSession(field.bytes, hparams)) return;
    if (fields.damaged()) return;
    if (hparams.empty()) return;
    std::string text = hparams.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    if (text.size() > kLargestText)
        leaveMediaOut(found, MediaKind::kHparams,
                      fmt::format("hyperparameters of {} bytes; the limit is {}", text.size(), kLargestText));
    else
        addMedia(found, MediaKind::kHparams, std::move(text));
}

/// A file may name the plugin only with a tag's first value. Without one, a tensor is what has its form.
std::string_view likelyPlugin(const MediaTensor& tensor) {
    const auto& shape = tensor.shape;
    if (shape.size() == 2 && shape[1] == 3 && tensor.dtype == proto::kDtDouble) return "histograms";
    if (shape.size() == 2 && shape[0] == kPrRows && tensor.dtype == proto::kDtFloat) return "pr_curves";
    if (tensor.dtype != proto::kDtString) return {};
    const bool isImage = tensor.texts.size() > 2 && !imageFormat(tensor.texts[2]).empty();
    return isImage ? "images" : "text";
}

}  // namespace

std::shared_ptr<const Media> textMedia(std::string_view text) {
    if (text.size() <= kLargestText)
        return std::make_shared<const Media>(Media{MediaKind::kText, 0, base::printableLines(text), {}});
    return std::make_shared<const Media>(
        Media{MediaKind::kText,
              0,
              {},
              fmt::format("a text of {} bytes; the limit is {}", text.size(), kLargestText)});
}

std::string_view imageFormat(std::string_view bytes) {
    if (bytes.starts_with("\x89PNG\r\n\x1a\n")) return "png";
    if (bytes.starts_with("\xff\xd8\xff")) return "jpeg";
    if (bytes.starts_with("GIF87a") || bytes.starts_with("GIF89a")) return "gif";
    return {};
}

void mediaIn(const MediaFields& fields, MediaFound& found) {
    if (fields.image) {
        std::string_view encoded;
        Reader parts(*fields.image);
        for (Field part; parts.next(part);)
            if (part.is(kImageEncoded, Type::kBytes)) encoded = part.bytes;
        if (!encoded.empty()) addImage(found, encoded, 0);
        return;
    }
    if (fields.histogram) return addOldHistogram(*fields.histogram, found);
    if (fields.plugin == "hparams") return addHparams(fields.pluginContent, found);
    const bool isKnown =
        fields.plugin.empty() || std::ranges::find(kMediaKinds, fields.plugin, [](const char* name) {
                                     return std::string_view(name);
                                 }) != kMediaKinds.end();
    MediaTensor tensor;
    if (!fields.tensor || !isKnown || !readMediaTensor(*fields.tensor, tensor)) return;
    const std::string_view plugin = fields.plugin.empty() ? likelyPlugin(tensor) : fields.plugin;
    if (plugin == "images") addImages(tensor, found);
    if (plugin == "histograms") addHistogram(tensor, found);
    if (plugin == "text") addText(tensor, found);
    if (plugin == "pr_curves") addPrCurve(tensor, found);
}

}  // namespace trainyard::events
