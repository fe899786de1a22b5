// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/text.h"

/// Words as numbers by a fixed vocabulary, after the Keras layers of the same names: created once, read by
/// any number of threads.
namespace trainyard::base {

/// 64-bit FNV-1a (Fowler, Noll, Vo), for out-of-vocabulary buckets. TensorFlow uses FarmHash, so an unknown
/// word may fall into a different bucket there.
inline std::uint64_t fnv1a(std::string_view bytes) {
    std::uint64_t hash = 14695981039346656037u;
    for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 1099511628211u;
    return hash;
}

/// What a lookup makes of words: an index each (kInt), a row with a 1 at its index each (kOneHot), or one row
/// for all of them: a 1 at each index (kMultiHot), how often each occurs (kCount), or that times the word's
/// weight (kTfIdf).
enum class OutputMode { kInt, kOneHot, kMultiHot, kCount, kTfIdf };

/// Word indexes: first the mask (if any), then `oovBuckets` for words outside the vocabulary, then the
/// vocabulary in its order. In modes other than kInt the mask has no index: it is left out.
template <typename Word>
class Lookup {
  public:
    struct Options {
        int oovBuckets = 1;        ///< 0: a word outside the vocabulary is an error
        std::optional<Word> mask;  ///< gets index 0: padding
        OutputMode outputMode = OutputMode::kInt;
        std::vector<double> idfWeights = {};  ///< of the vocabulary, for kTfIdf; the buckets have their mean
        /// At most so many indexes, the mask's and the buckets' included; rows of modes other than kInt have
        /// that many numbers. 0: as many as there are.
        std::int64_t maxTokens = 0;
        /// Indexes before the vocabulary.
        std::int64_t first() const { return oovBuckets + (mask && outputMode == OutputMode::kInt ? 1 : 0); }
    };
    /// kInvalidArgument on an empty vocabulary, a word that occurs twice, and weights that do not match.
    static Result<Lookup> create(const std::vector<Word>& vocabulary, Options options = {}) {
        if (vocabulary.empty())
            return fail(Code::kInvalidArgument, "the vocabulary is empty", "lookup.vocabulary");
        const std::size_t weights = options.outputMode == OutputMode::kTfIdf ? vocabulary.size() : 0;
        if (options.idfWeights.size() != weights)
            return fail(Code::kInvalidArgument,
                        base::say("weights go with the output mode tf_idf, one per word of the vocabulary: "
                                  "{}, not {}",
                                  weights, options.idfWeights.size()),
                        "lookup.weights");
        const std::int64_t tokens = options.first() + static_cast<std::int64_t>(vocabulary.size());
        if (options.maxTokens > 0 && tokens > options.maxTokens)
            return fail(Code::kInvalidArgument,
                        base::say("`max_tokens` is {}, with the indexes before it the vocabulary has {}",
                                  options.maxTokens, tokens),
                        "lookup.max_tokens");
        Lookup lookup(std::move(options));
        for (const Word& word : vocabulary) {
            const auto index = lookup.first() + static_cast<std::int64_t>(lookup.indexes_.size());
            if (!lookup.indexes_.emplace(word, index).second)
                return fail(Code::kInvalidArgument,
                            base::say("the vocabulary has \"{}\" twice", base::printable(text(word))),
                            "lookup.vocabulary");
        }
        lookup.vocabulary_ = vocabulary;
        return lookup;
    }

    /// kInvalidArgument for an unknown word when there is no bucket for it. -1: the mask, which is left out.
    Result<std::int64_t> operator()(const Word& word) const {
        if (options_.mask && word == *options_.mask) return hasMaskIndex() ? 0 : -1;
        if (const auto found = indexes_.find(word); found != indexes_.end()) return found->second;
        if (options_.oovBuckets == 0)
            return fail(Code::kInvalidArgument,
                        base::say("\"{}\" is not in the vocabulary, and there is no index for others",
                                  base::printable(text(word).substr(0, 40))),
                        "lookup.unknown");
        const std::int64_t bucket =
            options_.oovBuckets == 1
                ? 0
                : static_cast<std::int64_t>(fnv1a(text(word)) %
                                            static_cast<std::uint64_t>(options_.oovBuckets));
        return (hasMaskIndex() ? 1 : 0) + bucket;
    }
    OutputMode outputMode() const { return options_.outputMode; }
    /// How many numbers write() makes of `words` words.
    std::int64_t width(std::int64_t words) const {
        if (outputMode() == OutputMode::kInt) return words;
        return outputMode() == OutputMode::kOneHot ? words * size() : size();
    }
    /// Writes width(words) numbers. Errors as operator().
    template <typename Number>
    Status write(std::span<const Word> words, Number* out) const {
        std::fill_n(out, width(static_cast<std::int64_t>(words.size())), Number{});
        for (std::size_t i = 0; i < words.size(); ++i) {
            TY_ASSIGN(const std::int64_t index, (*this)(words[i]));
            put(index, static_cast<std::int64_t>(i), out);
        }
        return {};
    }
    /// Number of rows that an embedding of these indexes needs: vocabularySize() of Keras.
    std::int64_t size() const {
        const std::int64_t tokens = first() + static_cast<std::int64_t>(vocabulary_.size());
        return outputMode() == OutputMode::kInt ? tokens : std::max(tokens, options_.maxTokens);
    }
    /// The word at an index; std::nullopt for the mask and the buckets.
    std::optional<Word> word(std::int64_t index) const {
        const std::int64_t at = index - first();
        if (at < 0 || at >= static_cast<std::int64_t>(vocabulary_.size())) return std::nullopt;
        return vocabulary_[static_cast<std::size_t>(at)];
    }

  private:
    explicit Lookup(Options options) : options_(std::move(options)) {
        const auto& weights = options_.idfWeights;
        if (!weights.empty())
            meanWeight_ =
                std::accumulate(weights.begin(), weights.end(), 0.0) / static_cast<double>(weights.size());
    }
    bool hasMaskIndex() const { return options_.mask && outputMode() == OutputMode::kInt; }
    std::int64_t first() const { return options_.first(); }
    double weightOf(std::int64_t index) const {
        return index < first() ? meanWeight_ : options_.idfWeights[static_cast<std::size_t>(index - first())];
    }
    /// The part of word number `at` in `out`.
    template <typename Number>
    void put(std::int64_t index, std::int64_t at, Number* out) const {
        if (outputMode() == OutputMode::kInt)
            out[at] = static_cast<Number>(index);
        else if (index < 0)
            return;
        else if (outputMode() == OutputMode::kOneHot)
            out[at * size() + index] = 1;
        else if (outputMode() == OutputMode::kMultiHot)
            out[index] = 1;
        else
            out[index] +=
                outputMode() == OutputMode::kCount ? Number{1} : static_cast<Number>(weightOf(index));
    }
    static std::string text(const std::string& word) { return word; }
    static std::string text(std::int64_t word) { return std::to_string(word); }

    Options options_;
    double meanWeight_ = 0;
    std::unordered_map<Word, std::int64_t> indexes_;
    std::vector<Word> vocabulary_;
};

/// Words by frequency, the most frequent first; among equally frequent ones, the alphabetically last comes
/// first, as in Keras' adapt() (index_lookup.py sorts by count and word, then reverses). At most `limit` (0:
/// all).
template <typename Word>
std::vector<Word> vocabularyOf(const std::unordered_map<Word, std::int64_t>& counts, std::size_t limit = 0) {
    std::vector<std::pair<std::int64_t, const Word*>> sorted;
    sorted.reserve(counts.size());
    for (const auto& [word, count] : counts) sorted.emplace_back(count, &word);
    const std::size_t kept = limit > 0 ? std::min(limit, sorted.size()) : sorted.size();
    std::ranges::partial_sort(sorted, sorted.begin() + static_cast<std::ptrdiff_t>(kept),
                              [](const auto& a, const auto& b) {
                                  return std::tie(a.first, *a.second) > std::tie(b.first, *b.second);
                              });
    std::vector<Word> vocabulary;
    for (std::size_t i = 0; i < kept; ++i) vocabulary.push_back(*sorted[i].second);
    return vocabulary;
}
inline std::vector<std::string> vocabularyOf(const std::vector<std::string>& words, std::size_t limit = 0) {
    std::unordered_map<std::string, std::int64_t> counts;
    for (const std::string& word : words) ++counts[word];
    return vocabularyOf(counts, limit);
}

/// Texts as word indexes, as Keras' TextVectorization does: lower case, ASCII punctuation stripped, split at
/// whitespace. In the mode kInt, index 0 pads, 1 is any unknown word and the vocabulary starts at 2; in the
/// others 0 is any unknown word.
class TextVectorization {
  public:
    enum class Standardize { kLowerAndStripPunctuation, kLower, kStripPunctuation, kNone };
    enum class Split { kWhitespace, kCharacter };
    struct Options {
        std::int64_t sequenceLength = 0;  ///< of the mode kInt
        OutputMode outputMode = OutputMode::kInt;
        std::vector<double> idfWeights = {};
        std::int64_t maxTokens = 0;  ///< as Lookup's
        Standardize standardize = Standardize::kLowerAndStripPunctuation;
        Split split = Split::kWhitespace;
    };
    /// kInvalidArgument as Lookup, for the mode kOneHot, and for kInt without a length.
    static Result<TextVectorization> create(const std::vector<std::string>& vocabulary, Options options) {
        if (options.outputMode == OutputMode::kOneHot)
            return fail(Code::kInvalidArgument,
                        "texts have the output modes int, multi_hot, count and tf_idf", "lookup.mode");
        if ((options.outputMode == OutputMode::kInt) != (options.sequenceLength > 0))
            return fail(Code::kInvalidArgument,
                        "a sequence length goes with the output mode int, and no other", "lookup.length");
        TY_ASSIGN(Lookup<std::string> lookup,
                  Lookup<std::string>::create(vocabulary, {.oovBuckets = 1,
                                                           .mask = "",
                                                           .outputMode = options.outputMode,
                                                           .idfWeights = std::move(options.idfWeights),
                                                           .maxTokens = options.maxTokens}));
        return TextVectorization(std::move(lookup), options);
    }
    static std::vector<std::string> split(std::string_view text,
                                          Standardize standardize = Standardize::kLowerAndStripPunctuation,
                                          Split at = Split::kWhitespace) {
        const bool lowers =
            standardize == Standardize::kLowerAndStripPunctuation || standardize == Standardize::kLower;
        const bool strips = standardize == Standardize::kLowerAndStripPunctuation ||
                            standardize == Standardize::kStripPunctuation;
        std::vector<std::string> words(1);
        for (const char c : text) {
            const auto byte = static_cast<unsigned char>(c);
            const bool isAscii = byte < 0x80;
            if (isAscii && strips && std::ispunct(byte)) continue;
            if (at == Split::kWhitespace && isAscii && std::isspace(byte)) {
                if (!words.back().empty()) words.emplace_back();
                continue;
            }
            const bool continuesCharacter = (byte & 0xC0) == 0x80;  // of UTF-8
            if (at == Split::kCharacter && !continuesCharacter && !words.back().empty()) words.emplace_back();
            words.back() += isAscii && lowers ? static_cast<char>(std::tolower(byte)) : c;
        }
        if (words.back().empty()) words.pop_back();
        return words;
    }
    std::int64_t width() const {
        return lookup_.outputMode() == OutputMode::kInt ? options_.sequenceLength : lookup_.size();
    }
    /// Writes width() numbers: in the mode kInt truncated or padded with 0.
    template <typename Number>
    void write(std::string_view text, Number* out) const {
        std::vector<std::string> words = split(text, options_.standardize, options_.split);
        if (lookup_.outputMode() == OutputMode::kInt)
            words.resize(static_cast<std::size_t>(options_.sequenceLength));  // the mask is ""
        // Any word has an index, as there is a bucket.
        (void)lookup_.write(std::span<const std::string>(words), out);
    }
    OutputMode outputMode() const { return lookup_.outputMode(); }
    std::int64_t size() const { return lookup_.size(); }

  private:
    TextVectorization(Lookup<std::string> lookup, Options options)
        : lookup_(std::move(lookup)), options_(std::move(options)) {}
    Lookup<std::string> lookup_;
    Options options_;
};

}  // namespace trainyard::base
