// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/error.h"

/// Preprocessing with a fixed vocabulary, after the Keras layers of the same names: created once, read by any
/// number of threads.
namespace trainyard::sdk {

/// 64-bit FNV-1a (Fowler, Noll, Vo), for out-of-vocabulary buckets. TensorFlow uses FarmHash, so an unknown
/// word may fall into a different bucket there.
inline std::uint64_t fnv1a(std::string_view bytes) {
    std::uint64_t hash = 14695981039346656037u;
    for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 1099511628211u;
    return hash;
}

/// Word indexes: first the mask (if any), then `oovBuckets` for words outside the vocabulary, then the
/// vocabulary in its order.
template <typename Word>
class Lookup {
  public:
    struct Options {
        int oovBuckets = 1;        ///< 0: a word outside the vocabulary is an error
        std::optional<Word> mask;  ///< gets index 0: padding
    };
    /// kInvalidArgument on an empty vocabulary or a duplicate word.
    static base::Result<Lookup> create(const std::vector<Word>& vocabulary, Options options = {}) {
        if (vocabulary.empty())
            return base::fail(base::Code::kInvalidArgument, "the vocabulary is empty", "lookup.vocabulary");
        Lookup lookup(std::move(options));
        for (const Word& word : vocabulary) {
            const auto index = lookup.first() + static_cast<std::int64_t>(lookup.indexes_.size());
            if (!lookup.indexes_.emplace(word, index).second)
                return base::fail(base::Code::kInvalidArgument,
                                  "the vocabulary has \"" + text(word) + "\" twice", "lookup.vocabulary");
        }
        lookup.vocabulary_ = vocabulary;
        return lookup;
    }

    /// kInvalidArgument for an unknown word when there is no bucket for it.
    base::Result<std::int64_t> operator()(const Word& word) const {
        if (options_.mask && word == *options_.mask) return 0;
        if (const auto found = indexes_.find(word); found != indexes_.end()) return found->second;
        if (options_.oovBuckets == 0)
            return base::fail(
                base::Code::kInvalidArgument,
                "\"" + text(word) + "\" is not in the vocabulary, and there is no bucket for others",
                "lookup.unknown");
        const std::int64_t bucket =
            options_.oovBuckets == 1
                ? 0
                : static_cast<std::int64_t>(fnv1a(text(word)) %
                                            static_cast<std::uint64_t>(options_.oovBuckets));
        return (options_.mask ? 1 : 0) + bucket;
    }
    /// Returns {words}, int64.
    base::Result<torch::Tensor> operator()(const std::vector<Word>& words) const {
        std::vector<std::int64_t> indexes;
        for (const Word& word : words) {
            TY_ASSIGN(const std::int64_t index, (*this)(word));
            indexes.push_back(index);
        }
        return torch::tensor(indexes, torch::kInt64);
    }
    /// Number of rows that an embedding of these indexes needs: vocabularySize() of Keras.
    std::int64_t size() const { return first() + static_cast<std::int64_t>(vocabulary_.size()); }
    /// The word at an index; std::nullopt for the mask and the buckets.
    std::optional<Word> word(std::int64_t index) const {
        if (index < first() || index >= size()) return std::nullopt;
        return vocabulary_[static_cast<std::size_t>(index - first())];
    }

  private:
    explicit Lookup(Options options) : options_(std::move(options)) {}
    std::int64_t first() const { return options_.oovBuckets + (options_.mask ? 1 : 0); }
    static std::string text(const std::string& word) { return word; }
    static std::string text(std::int64_t word) { return std::to_string(word); }

    Options options_;
    std::unordered_map<Word, std::int64_t> indexes_;
    std::vector<Word> vocabulary_;
};
using StringLookup = Lookup<std::string>;
using IntegerLookup = Lookup<std::int64_t>;

/// Words by frequency, the most frequent first; among equally frequent ones, the alphabetically last comes
/// first, as in Keras' adapt() (index_lookup.py sorts by count and word, then reverses). At most `limit` (0:
/// all).
inline std::vector<std::string> vocabularyOf(const std::vector<std::string>& words, std::size_t limit = 0) {
    std::map<std::string, std::int64_t> counts;
    for (const std::string& word : words) ++counts[word];
    std::vector<std::pair<std::string, std::int64_t>> sorted(counts.begin(), counts.end());
    std::ranges::sort(sorted, [](const auto& a, const auto& b) {
        return std::tie(a.second, a.first) > std::tie(b.second, b.first);
    });
    if (limit > 0 && sorted.size() > limit) sorted.resize(limit);
    std::vector<std::string> vocabulary;
    for (auto& [word, count] : sorted) vocabulary.push_back(std::move(word));
    return vocabulary;
}

/// Converts text to indexes, as Keras' TextVectorization does: lower case, ASCII punctuation stripped, split
/// at whitespace; index 0 pads, 1 is any unknown word, the vocabulary starts at 2.
class TextVectorization {
  public:
    static base::Result<TextVectorization> create(const std::vector<std::string>& vocabulary,
                                                  std::int64_t sequenceLength) {
        TY_ASSIGN(StringLookup lookup, StringLookup::create(vocabulary, {.oovBuckets = 1, .mask = ""}));
        return TextVectorization(std::move(lookup), sequenceLength);
    }
    static std::vector<std::string> split(std::string_view text) {
        std::vector<std::string> words(1);
        for (const char c : text) {
            const auto byte = static_cast<unsigned char>(c);
            if (byte < 0x80 && std::isspace(byte)) {
                if (!words.back().empty()) words.emplace_back();
            } else if (byte >= 0x80 || !std::ispunct(byte)) {
                words.back() += byte < 0x80 ? static_cast<char>(std::tolower(byte)) : c;
            }
        }
        if (words.back().empty()) words.pop_back();
        return words;
    }
    /// Returns {texts, sequenceLength}, int64: truncated or padded with 0.
    torch::Tensor operator()(const std::vector<std::string>& texts) const {
        torch::Tensor indexes =
            torch::zeros({static_cast<std::int64_t>(texts.size()), length_}, torch::kInt64);
        auto* out = indexes.data_ptr<std::int64_t>();
        for (const std::string& text : texts) {
            const std::vector<std::string> words = split(text);
            const std::size_t count = std::min(words.size(), static_cast<std::size_t>(length_));
            for (std::size_t i = 0; i < count; ++i) out[i] = *lookup_(words[i]);
            out += length_;
        }
        return indexes;
    }
    std::int64_t size() const { return lookup_.size(); }

  private:
    TextVectorization(StringLookup lookup, std::int64_t length)
        : lookup_(std::move(lookup)), length_(length) {}
    StringLookup lookup_;
    std::int64_t length_;
};

}  // namespace trainyard::sdk
