// SPDX-License-Identifier: Apache-2.0
#include "core/data/word_columns.h"

#include <algorithm>

#include "core/data/hashing.h"

namespace trainyard::data {
namespace {

using base::TextVectorization;

constexpr Names<TextVectorization::Standardize, 4> kStandardizations{
    {{"lower_and_strip_punctuation", TextVectorization::Standardize::kLowerAndStripPunctuation},
     {"lower", TextVectorization::Standardize::kLower},
     {"strip_punctuation", TextVectorization::Standardize::kStripPunctuation},
     {"none", TextVectorization::Standardize::kNone}}};
constexpr Names<TextVectorization::Split, 2> kSplits{{{"whitespace", TextVectorization::Split::kWhitespace},
                                                      {"character", TextVectorization::Split::kCharacter}}};

}  // namespace

template <typename Word>
base::Result<typename base::Lookup<Word>::Options> lookupOptionsOf(const LayerOptions& options) {
    typename base::Lookup<Word>::Options chosen;
    TY_ASSIGN(const auto buckets, options.one<std::int64_t>("num_oov_indices"));
    chosen.oovBuckets = static_cast<int>(std::clamp<std::int64_t>(buckets.value_or(1), 0, 1 << 20));
    TY_ASSIGN(chosen.mask, options.one<Word>("mask_token"));
    TY_ASSIGN(chosen.outputMode, options.named("output_mode", kOutputModes));
    TY_ASSIGN(chosen.idfWeights, options.list<double>("idf_weights"));
    TY_ASSIGN(const auto tokens, options.one<std::int64_t>("max_tokens"));
    chosen.maxTokens = tokens.value_or(0);
    return chosen;
}
template base::Result<base::Lookup<std::string>::Options> lookupOptionsOf<std::string>(const LayerOptions&);
template base::Result<base::Lookup<std::int64_t>::Options> lookupOptionsOf<std::int64_t>(const LayerOptions&);

base::Result<TextVectorization::Options> textOptionsOf(const LayerOptions& options) {
    TextVectorization::Options chosen;
    TY_ASSIGN(const auto length, options.one<std::int64_t>("output_sequence_length"));
    chosen.sequenceLength = length.value_or(0);
    TY_ASSIGN(chosen.outputMode, options.named("output_mode", kOutputModes));
    TY_ASSIGN(chosen.idfWeights, options.list<double>("idf_weights"));
    TY_ASSIGN(const auto tokens, options.one<std::int64_t>("max_tokens"));
    chosen.maxTokens = tokens.value_or(0);
    TY_ASSIGN(chosen.standardize, options.named("standardize", kStandardizations));
    TY_ASSIGN(chosen.split, options.named("split", kSplits));
    return chosen;
}

template <typename Word>
base::Result<WordColumns<Word>> WordColumns<Word>::create(const LayerOptions& options) {
    TY_ASSIGN(const std::vector<Word> vocabulary, options.list<Word>("vocabulary"));
    TY_ASSIGN(auto chosen, lookupOptionsOf<Word>(options));
    TY_ASSIGN(base::Lookup<Word> lookup,
              options.placed(base::Lookup<Word>::create(vocabulary, std::move(chosen))));
    return WordColumns(std::move(lookup));
}
template class WordColumns<std::string>;
template class WordColumns<std::int64_t>;

base::Result<TextColumns> TextColumns::create(const LayerOptions& options) {
    TY_ASSIGN(const std::vector<std::string> vocabulary, options.list<std::string>("vocabulary"));
    TY_ASSIGN(auto chosen, textOptionsOf(options));
    TY_ASSIGN(TextVectorization text,
              options.placed(TextVectorization::create(vocabulary, std::move(chosen))));
    return TextColumns(std::move(text));
}

base::Result<HashedColumns> HashedColumns::create(const LayerOptions& options) {
    HashedColumns hashed;
    TY_ASSIGN(const auto bins, options.one<std::int64_t>("num_bins"));
    if (!bins || *bins < 2) return options.wrong("num_bins");
    TY_ASSIGN(const base::OutputMode mode, options.named("output_mode", kOutputModes));
    hashed.output_ = {mode, *bins};
    TY_ASSIGN(hashed.mask_, options.one<std::string>("mask_value"));
    TY_ASSIGN(const std::vector<std::int64_t> salt, options.list<std::int64_t>("salt"));
    if (salt.size() > 2) return options.wrong("salt");
    if (!salt.empty())
        hashed.salt_ = {static_cast<std::uint64_t>(salt.front()), static_cast<std::uint64_t>(salt.back())};
    return hashed;
}

std::int64_t HashedColumns::binOf(std::string_view word) const {
    if (mask_ && word == *mask_) return 0;
    const std::uint64_t hash = salt_ ? sipHash(*salt_, word) : farmFingerprint64(word);
    const std::int64_t first = mask_ ? 1 : 0;
    return first + static_cast<std::int64_t>(hash % static_cast<std::uint64_t>(output_.bins - first));
}

}  // namespace trainyard::data
