// SPDX-License-Identifier: Apache-2.0
#include "core/events/event_message.h"

#include <cstring>
#include <optional>
#include <string>
#include <utility>

#include "core/events/tensor_number.h"
#include "core/events/wire.h"

namespace trainyard::events {
namespace {

using wire::Field;
using wire::Reader;
using wire::Type;

/// Whether a TensorShapeProto is that of a single element: rank 0, or every dimension 1.
bool hasOneElement(std::string_view shape, bool& damaged) {
    bool one = true;
    Reader dims(shape);
    for (Field dim; dims.next(dim);) {
        if (!dim.is(proto::kShapeDim, Type::kBytes)) continue;
        std::uint64_t size = 0;  // proto3 leaves a size of 0 out
        Reader parts(dim.bytes);
        for (Field part; parts.next(part);)
            if (part.is(proto::kDimSize, Type::kVarint)) size = part.word;
        damaged |= parts.damaged();
        one &= size == 1;
    }
    damaged |= dims.damaged();
    return one;
}

/// The values of one numeric field: how many, and the last. Packed or plain, as proto3 readers must take
/// both.
struct Numbers {
    double last = 0;
    std::uint64_t count = 0;

    template <typename T>
    void addPacked(std::string_view bytes) {
        T value{};
        count += bytes.size() / sizeof(T) +
                 (bytes.size() % sizeof(T) ? 2 : 0);  // a broken one is never "one value"
        if (bytes.size() >= sizeof(T))
            std::memcpy(&value, bytes.data() + bytes.size() - sizeof(T), sizeof(T));
        last = value;
    }
    void add(double value) {
        last = value;
        ++count;
    }
};

struct Tensor {
    std::int64_t dtype = 0;
    bool oneElement = true;
    Numbers floats, doubles;
    TensorNumber other;  ///< of another type than float32 and float64
    std::string_view content, text;
    std::uint64_t texts = 0;
};

bool parseTensor(std::string_view message, Tensor& tensor) {
    bool damaged = false;
    Reader fields(message);
    for (Field field; fields.next(field);) {
        if (field.is(proto::kTensorDtype, Type::kVarint))
            tensor.dtype = static_cast<std::int64_t>(field.word);
        if (field.is(proto::kTensorShape, Type::kBytes))
            tensor.oneElement = hasOneElement(field.bytes, damaged);
        if (field.is(proto::kTensorContent, Type::kBytes)) tensor.content = field.bytes;
        if (field.is(proto::kTensorFloatVal, Type::kFixed32)) tensor.floats.add(field.asFloat());
        if (field.is(proto::kTensorFloatVal, Type::kBytes)) tensor.floats.addPacked<float>(field.bytes);
        if (field.is(proto::kTensorDoubleVal, Type::kFixed64)) tensor.doubles.add(field.asDouble());
        if (field.is(proto::kTensorDoubleVal, Type::kBytes)) tensor.doubles.addPacked<double>(field.bytes);
        if (field.is(proto::kTensorStringVal, Type::kBytes)) {
            tensor.text = field.bytes;
            ++tensor.texts;
        }
        if (field.number > proto::kTensorDoubleVal) damaged |= !tensor.other.take(field);
    }
    return !damaged && !fields.damaged();
}

/// The number of a tensor of one element. No value at all is 0, as make_tensor_proto's readers have it;
/// several values in a tensor of one element are a lie, and a curve must not show one of them: false.
bool numberOf(const Tensor& tensor, double& number) {
    if (TensorNumber::has(tensor.dtype)) return tensor.other.number(tensor.dtype, tensor.content, number);
    const bool isDouble = tensor.dtype == proto::kDtDouble;
    Numbers numbers = isDouble ? tensor.doubles : tensor.floats;
    if (!tensor.content.empty() && isDouble) numbers.addPacked<double>(tensor.content);
    if (!tensor.content.empty() && !isDouble) numbers.addPacked<float>(tensor.content);
    number = numbers.last;
    return numbers.count <= 1;
}

struct Value {
    std::string_view tag;
    std::optional<float> simple;
    bool hasTensor = false;
    Tensor tensor;
    MediaFields fields;
};

bool parsePlugin(std::string_view metadata, MediaFields& value) {
    Reader fields(metadata);
    for (Field field; fields.next(field);) {
        if (!field.is(proto::kMetadataPluginData, Type::kBytes)) continue;
        Reader parts(field.bytes);
        for (Field part; parts.next(part);) {
            if (part.is(proto::kPluginName, Type::kBytes)) value.plugin = part.bytes;
            if (part.is(proto::kPluginContent, Type::kBytes)) value.pluginContent = part.bytes;
        }
        if (parts.damaged()) return false;
    }
    return !fields.damaged();
}

bool parseValue(std::string_view message, Value& value) {
    Reader fields(message);
    for (Field field; fields.next(field);) {
        if (field.is(proto::kValueTag, Type::kBytes)) value.tag = field.bytes;
        if (field.is(proto::kValueSimple, Type::kFixed32)) value.simple = field.asFloat();
        if (field.is(proto::kValueMetadata, Type::kBytes) && !parsePlugin(field.bytes, value.fields))
            return false;
        if (field.is(proto::kValueImage, Type::kBytes)) value.fields.image = field.bytes;
        if (field.is(proto::kValueHistogram, Type::kBytes)) value.fields.histogram = field.bytes;
        if (field.is(proto::kValueTensor, Type::kBytes)) {
            value.hasTensor = true;
            value.fields.tensor = field.bytes;
            value.tensor = {};
            if (!parseTensor(field.bytes, value.tensor)) return false;
        }
    }
    return !fields.damaged();
}

/// Of one record. A few bytes of it become some hundred in memory: more than any step logs is skipped.
constexpr std::size_t kMostMedia = 4096;

void appendMedia(const Value& value, std::int64_t step, double wallTime, std::vector<Event>& events,
                 std::size_t& media) {
    if (media >= kMostMedia) return;
    std::vector<std::shared_ptr<const Media>> found;
    mediaIn(value.fields, found);
    media += found.size();
    for (auto& one : found)
        events.push_back(MediaEvent{std::string(value.tag), step, wallTime, std::move(one)});
}

/// Appends the events that a value represents. False if a scalar contradicts itself.
bool appendEvent(const Value& value, std::int64_t step, double wallTime, std::vector<Event>& events,
                 std::size_t& media) {
    if (value.tag.empty()) return true;
    const auto add = [&]<typename Kind>(std::in_place_type_t<Kind> kind, auto... parts) {
        events.emplace_back(kind, std::string(value.tag), step, wallTime, std::move(parts)...);
    };
    constexpr std::in_place_type_t<ScalarEvent> kScalar;
    if (value.simple) {
        add(kScalar, *value.simple, false);
        return true;
    }
    const Tensor& tensor = value.tensor;
    const std::string_view plugin = value.fields.plugin;
    const bool isFloat = tensor.dtype == proto::kDtFloat;
    const bool isNumber = isFloat || tensor.dtype == proto::kDtDouble || TensorNumber::has(tensor.dtype);
    const bool isOne = value.hasTensor && tensor.oneElement;
    // A file may name the plugin only with a tag's first value, so a missing one is taken for the obvious
    // one.
    if (isOne && isNumber && (plugin.empty() || plugin == "scalars")) {
        double number = 0;
        if (!numberOf(tensor, number)) return false;
        add(kScalar, number, !isFloat);
    } else if (isOne && tensor.dtype == proto::kDtString && tensor.texts == 1 &&
               (plugin.empty() || plugin == "text")) {
        add(std::in_place_type<TextEvent>, std::string(tensor.text));
    } else {
        appendMedia(value, step, wallTime, events, media);
    }
    return true;
}

}  // namespace

bool parseEvent(std::string_view message, std::vector<Event>& events) {
    double wallTime = 0;
    std::int64_t step = 0;
    const std::size_t before = events.size();
    bool isWhole = true, isInOrder = true;
    std::size_t media = 0;
    Reader fields(message);
    for (Field field; fields.next(field);) {
        if (field.is(proto::kEventWallTime, Type::kFixed64)) {
            wallTime = field.asDouble();
            isInOrder &= events.size() == before;
        } else if (field.is(proto::kEventStep, Type::kVarint)) {
            step = static_cast<std::int64_t>(field.word);
            isInOrder &= events.size() == before;
        } else if (field.is(proto::kEventSummary, Type::kBytes)) {
            Reader values(field.bytes);
            for (Field item; values.next(item);) {
                if (!item.is(proto::kSummaryValue, Type::kBytes)) continue;
                Value value;
                isWhole &= parseValue(item.bytes, value) && appendEvent(value, step, wallTime, events, media);
            }
            isWhole &= !values.damaged();
        }
    }
    isWhole &= !fields.damaged();
    if (!isWhole) events.resize(before);
    // Writers put the summary behind the step; a message may have it in front.
    for (std::size_t i = before; !isInOrder && i < events.size(); ++i)
        std::visit(
            [&](auto& event) {
                event.step = step;
                event.wallTime = wallTime;
            },
            events[i]);
    return isWhole;
}

}  // namespace trainyard::events
