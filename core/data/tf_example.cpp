// SPDX-License-Identifier: Apache-2.0
#include "core/data/tf_example.h"

#include <cstring>

#include "core/events/wire.h"

namespace trainyard::data {
namespace {

using events::wire::Field;
using events::wire::Reader;
using events::wire::Type;

// Field numbers of the two .proto files.
constexpr int kExampleFeatures = 1;
constexpr int kFeaturesEntry = 1;
constexpr int kEntryKey = 1, kEntryValue = 2;
constexpr int kBytesList = 1, kFloatList = 2, kInt64List = 3;
constexpr int kListValue = 1;

std::optional<TfFeature> parseFeature(std::string_view message) {
    TfFeature feature;
    Reader reader(message);
    for (Field field; reader.next(field);) {
        if (field.type != Type::kBytes) continue;
        if (field.number == kBytesList) feature = {TfFeature::Kind::kBytes, field.bytes};
        if (field.number == kFloatList) feature = {TfFeature::Kind::kFloat, field.bytes};
        if (field.number == kInt64List) feature = {TfFeature::Kind::kInt64, field.bytes};
    }
    if (reader.damaged()) return std::nullopt;
    return feature;
}

bool parseEntry(std::string_view message, std::map<std::string_view, TfFeature>& features) {
    std::string_view key;
    TfFeature feature;
    Reader reader(message);
    for (Field field; reader.next(field);) {
        if (field.is(kEntryKey, Type::kBytes)) key = field.bytes;
        if (field.is(kEntryValue, Type::kBytes)) {
            const auto parsed = parseFeature(field.bytes);
            if (!parsed) return false;
            feature = *parsed;
        }
    }
    features[key] = feature;
    return !reader.damaged();
}

}  // namespace

std::optional<std::map<std::string_view, TfFeature>> parseTfExample(std::string_view record) {
    std::map<std::string_view, TfFeature> features;
    Reader example(record);
    for (Field field; example.next(field);) {
        if (!field.is(kExampleFeatures, Type::kBytes)) continue;
        Reader entries(field.bytes);
        for (Field entry; entries.next(entry);)
            if (entry.is(kFeaturesEntry, Type::kBytes) && !parseEntry(entry.bytes, features))
                return std::nullopt;
        if (entries.damaged()) return std::nullopt;
    }
    if (example.damaged()) return std::nullopt;
    return features;
}

bool readFloats(const TfFeature& feature, std::span<float> out) {
    std::size_t count = 0;
    Reader list(feature.list);
    for (Field field; list.next(field);) {
        if (field.is(kListValue, Type::kFixed32)) {
            if (count == out.size()) return false;
            out[count++] = field.asFloat();
        } else if (field.is(kListValue, Type::kBytes)) {
            const std::size_t more = field.bytes.size() / 4;
            if (field.bytes.size() % 4 != 0 || more > out.size() - count) return false;
            if (more > 0) std::memcpy(out.data() + count, field.bytes.data(), field.bytes.size());
            count += more;
        }
    }
    return !list.damaged() && count == out.size();
}

bool readInts(const TfFeature& feature, std::span<std::int64_t> out) {
    std::size_t count = 0;
    Reader list(feature.list);
    for (Field field; list.next(field);) {
        if (field.is(kListValue, Type::kVarint)) {
            if (count == out.size()) return false;
            out[count++] = static_cast<std::int64_t>(field.word);
        } else if (field.is(kListValue, Type::kBytes)) {
            Reader packed(field.bytes);
            while (!packed.atEnd()) {
                const auto value = packed.varint();
                if (!value || count == out.size()) return false;
                out[count++] = static_cast<std::int64_t>(*value);
            }
        }
    }
    return !list.damaged() && count == out.size();
}

std::optional<std::string_view> onlyBytes(const TfFeature& feature) {
    std::optional<std::string_view> only;
    Reader list(feature.list);
    for (Field field; list.next(field);) {
        if (!field.is(kListValue, Type::kBytes)) continue;
        if (only) return std::nullopt;
        only = field.bytes;
    }
    return list.damaged() ? std::nullopt : only;
}

}  // namespace trainyard::data
