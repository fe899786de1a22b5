// SPDX-License-Identifier: Apache-2.0
#include "core/events/record.h"

#include <cstring>
#include <optional>

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
    while (const auto dim = dims.next()) {
        if (!dim->is(proto::kShapeDim, Type::kBytes)) continue;
        std::uint64_t size = 0;  // proto3 leaves a size of 0 out
        Reader parts(dim->bytes);
        while (const auto part = parts.next())
            if (part->is(proto::kDimSize, Type::kVarint)) size = part->word;
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
    std::string_view content, text;
    std::uint64_t texts = 0;
};

bool parseTensor(std::string_view message, Tensor& tensor) {
    bool damaged = false;
    Reader fields(message);
    while (const auto field = fields.next()) {
        if (field->is(proto::kTensorDtype, Type::kVarint))
            tensor.dtype = static_cast<std::int64_t>(field->word);
        if (field->is(proto::kTensorShape, Type::kBytes))
            tensor.oneElement = hasOneElement(field->bytes, damaged);
        if (field->is(proto::kTensorContent, Type::kBytes)) tensor.content = field->bytes;
        if (field->is(proto::kTensorFloatVal, Type::kFixed32)) tensor.floats.add(field->asFloat());
        if (field->is(proto::kTensorFloatVal, Type::kBytes)) tensor.floats.addPacked<float>(field->bytes);
        if (field->is(proto::kTensorDoubleVal, Type::kFixed64)) tensor.doubles.add(field->asDouble());
        if (field->is(proto::kTensorDoubleVal, Type::kBytes)) tensor.doubles.addPacked<double>(field->bytes);
        if (field->is(proto::kTensorStringVal, Type::kBytes)) {
            tensor.text = field->bytes;
            ++tensor.texts;
        }
    }
    return !damaged && !fields.damaged();
}

/// The number of a tensor of one element. No value at all is 0, as make_tensor_proto's readers have it;
/// several values in a tensor of one element are a lie, and a curve must not show one of them: no number.
bool numberOf(const Tensor& tensor, double& number) {
    const bool isDouble = tensor.dtype == proto::kDtDouble;
    Numbers numbers = isDouble ? tensor.doubles : tensor.floats;
    if (!tensor.content.empty() && isDouble) numbers.addPacked<double>(tensor.content);
    if (!tensor.content.empty() && !isDouble) numbers.addPacked<float>(tensor.content);
    number = numbers.last;
    return numbers.count <= 1;
}

struct Value {
    std::string_view tag, plugin;
    std::optional<float> simple;
    bool hasTensor = false;
    Tensor tensor;
};

bool parsePlugin(std::string_view metadata, std::string_view& plugin) {
    Reader fields(metadata);
    while (const auto field = fields.next()) {
        if (!field->is(proto::kMetadataPluginData, Type::kBytes)) continue;
        Reader parts(field->bytes);
        while (const auto part = parts.next())
            if (part->is(proto::kPluginName, Type::kBytes)) plugin = part->bytes;
        if (parts.damaged()) return false;
    }
    return !fields.damaged();
}

bool parseValue(std::string_view message, Value& value) {
    Reader fields(message);
    while (const auto field = fields.next()) {
        if (field->is(proto::kValueTag, Type::kBytes)) value.tag = field->bytes;
        if (field->is(proto::kValueSimple, Type::kFixed32)) value.simple = field->asFloat();
        if (field->is(proto::kValueMetadata, Type::kBytes) && !parsePlugin(field->bytes, value.plugin))
            return false;
        if (field->is(proto::kValueTensor, Type::kBytes)) {
            value.hasTensor = true;
            value.tensor = {};
            if (!parseTensor(field->bytes, value.tensor)) return false;
        }
    }
    return !fields.damaged();
}

/// Appends the event that a value represents: none for images, histograms and the like. False if it
/// contradicts itself.
bool appendEvent(const Value& value, std::int64_t step, double wallTime, std::vector<Event>& events) {
    if (value.tag.empty()) return true;
    const std::string tag(value.tag);
    if (value.simple) {
        events.push_back(ScalarEvent{tag, step, wallTime, *value.simple, false});
        return true;
    }
    const Tensor& tensor = value.tensor;
    if (!value.hasTensor || !tensor.oneElement) return true;
    const bool isNumber = tensor.dtype == proto::kDtFloat || tensor.dtype == proto::kDtDouble;
    // A file may name the plugin only with a tag's first value, so a missing one is taken for the obvious
    // one.
    if (isNumber && (value.plugin.empty() || value.plugin == "scalars")) {
        double number = 0;
        if (!numberOf(tensor, number)) return false;
        events.push_back(ScalarEvent{tag, step, wallTime, number, tensor.dtype == proto::kDtDouble});
    } else if (tensor.dtype == proto::kDtString && tensor.texts == 1 &&
               (value.plugin.empty() || value.plugin == "text")) {
        events.push_back(TextEvent{tag, step, wallTime, std::string(tensor.text)});
    }
    return true;
}

}  // namespace

bool parseEvent(std::string_view message, std::vector<Event>& events) {
    double wallTime = 0;
    std::int64_t step = 0;
    const std::size_t before = events.size();
    bool isWhole = true, isInOrder = true;
    Reader fields(message);
    while (const auto field = fields.next()) {
        if (field->is(proto::kEventWallTime, Type::kFixed64)) {
            wallTime = field->asDouble();
            isInOrder &= events.size() == before;
        } else if (field->is(proto::kEventStep, Type::kVarint)) {
            step = static_cast<std::int64_t>(field->word);
            isInOrder &= events.size() == before;
        } else if (field->is(proto::kEventSummary, Type::kBytes)) {
            Reader values(field->bytes);
            while (const auto item = values.next()) {
                if (!item->is(proto::kSummaryValue, Type::kBytes)) continue;
                Value value;
                isWhole &= parseValue(item->bytes, value) && appendEvent(value, step, wallTime, events);
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
