// SPDX-License-Identifier: Apache-2.0
#include "core/data/preprocessing.h"

#include <fmt/format.h>

#include <array>
#include <charconv>

#include "core/base/text.h"
#include "core/data/hashing.h"

namespace trainyard::data {
namespace {

using base::Code;
using base::OutputMode;
using base::TextVectorization;
using nlohmann::json;
using Words = base::Lookup<std::string>;
using Integers = base::Lookup<std::int64_t>;

template <typename Value, std::size_t kCount>
using Names = std::array<std::pair<std::string_view, Value>, kCount>;

constexpr Names<OutputMode, 5> kModes{{{"int", OutputMode::kInt},
                                       {"one_hot", OutputMode::kOneHot},
                                       {"multi_hot", OutputMode::kMultiHot},
                                       {"count", OutputMode::kCount},
                                       {"tf_idf", OutputMode::kTfIdf}}};
constexpr Names<TextVectorization::Standardize, 4> kStandardizations{
    {{"lower_and_strip_punctuation", TextVectorization::Standardize::kLowerAndStripPunctuation},
     {"lower", TextVectorization::Standardize::kLower},
     {"strip_punctuation", TextVectorization::Standardize::kStripPunctuation},
     {"none", TextVectorization::Standardize::kNone}}};
constexpr Names<TextVectorization::Split, 2> kSplits{{{"whitespace", TextVectorization::Split::kWhitespace},
                                                      {"character", TextVectorization::Split::kCharacter}}};

/// The options of one layer. The schema has checked them when they come from a run file.
class LayerOptions {
  public:
    LayerOptions(const json& value, std::string place) : value_(value), place_(std::move(place)) {}

    std::unexpected<base::Error> wrong(const char* key) const {
        return base::fail(Code::kInvalidArgument,
                          fmt::format("data: {} needs {} at \"{}\"", place_, "a value of another type", key),
                          "data.option");
    }
    /// The first of `names` without the key.
    template <typename Value, std::size_t kCount>
    base::Result<Value> named(const char* key, const Names<Value, kCount>& names) const {
        if (!value_.contains(key)) return names.front().second;
        for (const auto& [name, value] : names)
            if (value_[key] == name) return value;
        return wrong(key);
    }
    template <typename Item>
    base::Result<std::vector<Item>> list(const char* key) const {
        std::vector<Item> items;
        if (!value_.contains(key)) return items;
        const json given = value_[key].is_array() ? value_[key] : json::array({value_[key]});
        for (const json& item : given) {
            if (!is<Item>(item)) return wrong(key);
            items.push_back(item.get<Item>());
        }
        return items;
    }
    template <typename Item>
    base::Result<std::optional<Item>> one(const char* key) const {
        if (!value_.contains(key) || value_[key].is_null()) return std::nullopt;
        if (!is<Item>(value_[key])) return wrong(key);
        return value_[key].get<Item>();
    }
    /// `result` or its error, with the place.
    template <typename Value>
    base::Result<Value> placed(base::Result<Value> result) const {
        if (!result)
            return base::fail(result.error().code,
                              fmt::format("data: {}: {}", place_, result.error().message), result.error().id);
        return result;
    }

  private:
    template <typename Item>
    static bool is(const json& value) {
        if constexpr (std::is_same_v<Item, std::string>)
            return value.is_string();
        else if constexpr (std::is_same_v<Item, double>)
            return value.is_number();
        else
            return value.is_number_integer();
    }
    const json& value_;
    std::string place_;
};

template <typename Word>
base::Result<base::Lookup<Word>> lookupOf(const LayerOptions& options) {
    TY_ASSIGN(const std::vector<Word> vocabulary, options.list<Word>("vocabulary"));
    typename base::Lookup<Word>::Options chosen;
    TY_ASSIGN(const auto buckets, options.one<std::int64_t>("num_oov_indices"));
    chosen.oovBuckets = static_cast<int>(std::clamp<std::int64_t>(buckets.value_or(1), 0, 1 << 20));
    TY_ASSIGN(chosen.mask, options.one<Word>("mask_token"));
    TY_ASSIGN(chosen.outputMode, options.named("output_mode", kModes));
    TY_ASSIGN(chosen.idfWeights, options.list<double>("idf_weights"));
    return options.placed(base::Lookup<Word>::create(vocabulary, std::move(chosen)));
}

base::Result<TextVectorization> textOf(const LayerOptions& options) {
    TY_ASSIGN(const std::vector<std::string> vocabulary, options.list<std::string>("vocabulary"));
    TextVectorization::Options chosen;
    TY_ASSIGN(const auto length, options.one<std::int64_t>("output_sequence_length"));
    chosen.sequenceLength = length.value_or(0);
    TY_ASSIGN(chosen.outputMode, options.named("output_mode", kModes));
    TY_ASSIGN(chosen.idfWeights, options.list<double>("idf_weights"));
    TY_ASSIGN(chosen.standardize, options.named("standardize", kStandardizations));
    TY_ASSIGN(chosen.split, options.named("split", kSplits));
    return options.placed(TextVectorization::create(vocabulary, std::move(chosen)));
}

base::Result<Hashing> hashingOf(const LayerOptions& options) {
    Hashing::Options chosen;
    TY_ASSIGN(const auto bins, options.one<std::int64_t>("num_bins"));
    if (!bins || *bins < 2) return options.wrong("num_bins");
    chosen.bins = *bins;
    TY_ASSIGN(chosen.mask, options.one<std::string>("mask_value"));
    TY_ASSIGN(chosen.outputMode, options.named("output_mode", kModes));
    TY_ASSIGN(const std::vector<std::int64_t> salt, options.list<std::int64_t>("salt"));
    if (salt.size() > 2) return options.wrong("salt");
    if (!salt.empty())
        chosen.salt = {static_cast<std::uint64_t>(salt.front()), static_cast<std::uint64_t>(salt.back())};
    return Hashing(std::move(chosen));
}

std::string_view withoutBlanks(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    return text;
}

base::Result<std::string> wordIn(std::string_view cell, const std::string*) {
    return std::string(withoutBlanks(cell));
}
base::Result<std::int64_t> wordIn(std::string_view cell, const std::int64_t*) {
    const std::string_view text = withoutBlanks(cell);
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc() && end == text.data() + text.size()) return number;
    return base::fail(Code::kDataLoss,
                      fmt::format("\"{}\" is not an integer", base::printable(text.substr(0, 40))));
}

template <typename Word, typename Number>
base::Status writeWords(const base::Lookup<Word>& lookup, std::span<const std::string_view> cells,
                        Number* out) {
    std::vector<Word> words;
    words.reserve(cells.size());
    for (const std::string_view cell : cells) {
        TY_ASSIGN(Word word, wordIn(cell, static_cast<const Word*>(nullptr)));
        words.push_back(std::move(word));
    }
    return lookup.write(std::span<const Word>(words), out);
}

}  // namespace

std::int64_t Hashing::binOf(std::string_view word) const {
    if (options_.mask && word == *options_.mask) return 0;
    const std::uint64_t hash = options_.salt ? sipHash(*options_.salt, word) : farmFingerprint64(word);
    const std::int64_t first = options_.mask ? 1 : 0;
    return first + static_cast<std::int64_t>(hash % static_cast<std::uint64_t>(options_.bins - first));
}

std::int64_t Hashing::width(std::int64_t words) const {
    if (options_.outputMode == OutputMode::kInt) return words;
    return options_.outputMode == OutputMode::kOneHot ? words * size() : size();
}

template <typename Number>
void Hashing::write(std::span<const std::string_view> words, Number* out) const {
    std::fill_n(out, width(static_cast<std::int64_t>(words.size())), Number{});
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::int64_t bin = binOf(withoutBlanks(words[i]));
        const auto at = static_cast<std::int64_t>(i);
        if (options_.outputMode == OutputMode::kInt)
            out[at] = static_cast<Number>(bin);
        else if (options_.outputMode == OutputMode::kOneHot)
            out[at * size() + bin] = 1;
        else if (options_.outputMode == OutputMode::kMultiHot)
            out[bin] = 1;
        else
            out[bin] += 1;
    }
}

base::Result<Preprocessor> Preprocessor::of(const json& entry, const std::string& place) {
    const LayerOptions top(entry, place);
    TY_ASSIGN(std::vector<std::string> columns, top.list<std::string>("columns"));
    if (columns.empty()) return top.wrong("columns");
    if (entry.contains("string_lookup")) {
        const LayerOptions options(entry["string_lookup"], place + ".string_lookup");
        TY_ASSIGN(Words lookup, lookupOf<std::string>(options));
        const OutputMode mode = lookup.outputMode();
        return Preprocessor(std::move(columns), mode, std::move(lookup));
    }
    if (entry.contains("integer_lookup")) {
        const LayerOptions options(entry["integer_lookup"], place + ".integer_lookup");
        TY_ASSIGN(Integers lookup, lookupOf<std::int64_t>(options));
        const OutputMode mode = lookup.outputMode();
        return Preprocessor(std::move(columns), mode, std::move(lookup));
    }
    if (entry.contains("hashing")) {
        const LayerOptions options(entry["hashing"], place + ".hashing");
        TY_ASSIGN(Hashing hashing, hashingOf(options));
        TY_ASSIGN(const OutputMode mode, options.named("output_mode", kModes));
        return Preprocessor(std::move(columns), mode, std::move(hashing));
    }
    if (!entry.contains("text_vectorization")) return top.wrong("text_vectorization");
    const LayerOptions options(entry["text_vectorization"], place + ".text_vectorization");
    TY_ASSIGN(TextVectorization text, textOf(options));
    const OutputMode mode = text.outputMode();
    return Preprocessor(std::move(columns), mode, std::move(text));
}

std::int64_t Preprocessor::width() const {
    const auto count = static_cast<std::int64_t>(columns_.size());
    if (const auto* text = std::get_if<TextVectorization>(&layer_)) return count * text->width();
    if (const auto* words = std::get_if<Words>(&layer_)) return words->width(count);
    if (const auto* hashing = std::get_if<Hashing>(&layer_)) return hashing->width(count);
    return std::get<Integers>(layer_).width(count);
}

std::int64_t Preprocessor::vocabularySize() const {
    return std::visit([](const auto& layer) { return layer.size(); }, layer_);
}

template <typename Number>
base::Status Preprocessor::write(std::span<const std::string_view> cells, Number* out) const {
    if (const auto* words = std::get_if<Words>(&layer_)) return writeWords(*words, cells, out);
    if (const auto* integers = std::get_if<Integers>(&layer_)) return writeWords(*integers, cells, out);
    if (const auto* hashing = std::get_if<Hashing>(&layer_)) {
        hashing->write(cells, out);
        return {};
    }
    const auto& text = std::get<TextVectorization>(layer_);
    for (const std::string_view cell : cells) {
        text.write(cell, out);
        out += text.width();
    }
    return {};
}
template base::Status Preprocessor::write(std::span<const std::string_view>, float*) const;
template base::Status Preprocessor::write(std::span<const std::string_view>, double*) const;
template base::Status Preprocessor::write(std::span<const std::string_view>, std::int64_t*) const;

base::Result<std::vector<Preprocessor>> preprocessorsOf(const json& options, const std::string& source) {
    std::vector<Preprocessor> all;
    const json entries = options.value("preprocessing", json::array());
    for (std::size_t i = 0; i < entries.size(); ++i) {
        TY_ASSIGN(Preprocessor one,
                  Preprocessor::of(entries[i], fmt::format("{}: preprocessing[{}]", source, i)));
        all.push_back(std::move(one));
    }
    return all;
}

}  // namespace trainyard::data
