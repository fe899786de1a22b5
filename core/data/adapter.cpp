// SPDX-License-Identifier: Apache-2.0
#include "core/data/adapter.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "core/base/counted.h"
#include "core/data/cell.h"
#include "core/data/quantiles.h"
#include "core/data/word_columns.h"

namespace trainyard::data {
namespace {

using base::Code;
using nlohmann::json;

/// As the schema has it for a vocabulary in a run file.
constexpr std::size_t kMostWords = 100'000;
/// What the different words of one entry may take while they are counted.
constexpr std::size_t kMostBytes = 256u << 20;
constexpr std::size_t kBytesPerWord = 96;       // of the table, besides its letters
constexpr std::size_t kBytesPerDocuments = 48;  // of the other one, for tf_idf

std::string textOf(const std::string& word) {
    return word;
}
std::string textOf(std::int64_t word) {
    return std::to_string(word);
}
bool isText(const std::string& word) {
    return !base::lineThatIsNotUtf8(word) && word.find('\x7f') == std::string::npos;
}
bool isText(std::int64_t) {
    return true;
}

/// The word that stands for all unknown ones in Keras, which is never in a vocabulary.
bool isUnknownMark(const std::string& word) {
    return word == "[UNK]";
}
bool isUnknownMark(std::int64_t word) {
    return word == -1;
}

/// How often each word occurs, and in how many documents.
template <typename Word>
class WordCounts {
  public:
    WordCounts(typename base::Lookup<Word>::Options options, std::string place)
        : options_(std::move(options)), place_(std::move(place)) {}

    base::Status add(const std::vector<Word>& document) {
        std::vector<const Word*> different;
        for (const Word& word : document) {
            const auto [at, isNew] = counts_.try_emplace(word, 0);
            ++at->second;
            if (isNew) TY_TRY(checkNew(word));
            if (isCountingDocuments()) different.push_back(&at->first);
        }
        if (!isCountingDocuments()) return {};
        std::ranges::sort(different);
        const auto [rest, end] = std::ranges::unique(different);
        different.erase(rest, end);
        for (const Word* word : different) ++documentCounts_[word];
        ++documents_;
        return {};
    }

    base::Result<json> values() {
        if (options_.mask) counts_.erase(*options_.mask);
        if (options_.oovBuckets > 0)
            std::erase_if(counts_, [](const auto& one) { return isUnknownMark(one.first); });
        const auto limit =
            static_cast<std::size_t>(options_.maxTokens > 0 ? options_.maxTokens - options_.first() : 0);
        const std::size_t kept = limit > 0 ? std::min(limit, counts_.size()) : counts_.size();
        if (kept > kMostWords)
            return failed(Code::kResourceExhausted,
                          base::say("the training data has {} different words; a vocabulary has at most {}: "
                                    "set `max_tokens`, or use `hashing`",
                                    counts_.size(), kMostWords));
        const std::vector<Word> vocabulary = base::vocabularyOf(counts_, limit);
        json values{{"vocabulary", vocabulary}};
        if (!isCountingDocuments()) return values;
        std::vector<double> weights;
        for (const Word& word : vocabulary) {
            const std::int64_t having = documentCounts_.at(&counts_.find(word)->first);
            weights.push_back(
                std::log(1 + static_cast<double>(documents_) / (1 + static_cast<double>(having))));
        }
        values["idf_weights"] = std::move(weights);
        return values;
    }

    /// Before the data is read. Encoded words take a row as wide as the vocabulary, whose size is known
    /// beforehand by `max_tokens` alone.
    base::Status check() const {
        if (options_.maxTokens > 0 && options_.maxTokens <= options_.first())
            return unfit(base::say("`max_tokens` has to be over {}, the indexes before the vocabulary",
                                   options_.first()));
        if (options_.outputMode == base::OutputMode::kInt || options_.maxTokens > 0) return {};
        return unfit(
            "`max_tokens` is missing: rows of words have that many numbers where the vocabulary is adapted");
    }
    Numbers numbers() const { return numbersOf(options_.outputMode); }
    std::int64_t width(std::int64_t words) const {
        return BinOutput{options_.outputMode, options_.maxTokens}.width(words);
    }

  private:
    bool isCountingDocuments() const { return options_.outputMode == base::OutputMode::kTfIdf; }
    base::Status checkNew(const Word& word) {
        if (!isText(word))
            return base::fail(Code::kDataLoss,
                              base::say("\"{}\" is not text in UTF-8", shownCell(textOf(word))));
        bytes_ += kBytesPerWord + textOf(word).size() + (isCountingDocuments() ? kBytesPerDocuments : 0);
        if (bytes_ <= kMostBytes) return {};
        return failed(Code::kResourceExhausted,
                      base::say("there are more than {} different words, which take over {} MiB of memory: "
                                "use `hashing`",
                                counts_.size() - 1, kMostBytes >> 20));
    }
    std::unexpected<base::Error> unfit(const base::Words& why) const {
        return base::fail(Code::kInvalidArgument, base::say("data: {}: {}", place_, why),
                          "lookup.max_tokens");
    }
    std::unexpected<base::Error> failed(Code code, const base::Words& why) const {
        return base::fail(code, base::say("data: {}: {}", place_, why), "data.vocabulary");
    }

    typename base::Lookup<Word>::Options options_;
    std::string place_;
    std::unordered_map<Word, std::int64_t> counts_;
    std::unordered_map<const Word*, std::int64_t> documentCounts_;  ///< by the key of counts_
    std::int64_t documents_ = 0;
    std::size_t bytes_ = 0;
};

std::string wordsOf(const json& values) {
    return fmt::format("a vocabulary of {}", base::counted(values.at("vocabulary").size(), "word"));
}

/// The words of a record are one document.
template <typename Word>
class LookupAdapter final : public Adapter {
  public:
    explicit LookupAdapter(WordCounts<Word> words) : words_(std::move(words)) {}
    std::int64_t width(std::int64_t columns) const override { return words_.width(columns); }
    Numbers numbers() const override { return words_.numbers(); }
    base::Status add(std::span<const std::string_view> cells) override {
        std::vector<Word> words;
        for (const std::string_view cell : cells) {
            TY_ASSIGN(Word word, wordIn(cell, static_cast<const Word*>(nullptr)));
            words.push_back(std::move(word));
        }
        return words_.add(words);
    }
    base::Result<json> values() override { return words_.values(); }
    std::string describe(const json& values) const override { return wordsOf(values); }

  private:
    WordCounts<Word> words_;
};

template <typename Word>
NewAdapter lookupAdapter(const LayerOptions& options) {
    TY_ASSIGN(auto chosen, lookupOptionsOf<Word>(options));
    WordCounts<Word> words(std::move(chosen), options.place());
    TY_TRY(words.check());
    return std::make_unique<LookupAdapter<Word>>(std::move(words));
}

/// Each text is a document.
class TextAdapter final : public Adapter {
  public:
    TextAdapter(const base::TextVectorization::Options& options, WordCounts<std::string> words)
        : options_(options), words_(std::move(words)) {}
    std::int64_t width(std::int64_t columns) const override {
        const bool isInt = options_.outputMode == base::OutputMode::kInt;
        return columns * (isInt ? options_.sequenceLength : words_.width(1));
    }
    Numbers numbers() const override { return words_.numbers(); }
    base::Status add(std::span<const std::string_view> cells) override {
        for (const std::string_view cell : cells)
            TY_TRY(words_.add(base::TextVectorization::split(cell, options_.standardize, options_.split)));
        return {};
    }
    base::Result<json> values() override { return words_.values(); }
    std::string describe(const json& values) const override { return wordsOf(values); }

  private:
    base::TextVectorization::Options options_;
    WordCounts<std::string> words_;
};

/// Means and variances by Welford's algorithm.
class MomentsAdapter final : public Adapter {
  public:
    explicit MomentsAdapter(std::size_t columns) : means_(columns), squares_(columns) {}
    std::int64_t width(std::int64_t columns) const override { return columns; }
    Numbers numbers() const override { return Numbers::kFractions; }
    base::Status add(std::span<const std::string_view> cells) override {
        ++count_;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            TY_ASSIGN(const double x, finiteNumberIn(cells[i]));
            const double off = x - means_[i];
            means_[i] += off / count_;
            squares_[i] += off * (x - means_[i]);
        }
        return {};
    }
    base::Result<json> values() override {
        std::vector<double> variances;
        for (const double square : squares_) variances.push_back(square / std::max(count_, 1.0));
        return json{{"mean", means_}, {"variance", variances}};
    }
    std::string describe(const json& values) const override {
        return fmt::format("means {}, variances {}", base::shortened(values.at("mean").dump(), 80),
                           base::shortened(values.at("variance").dump(), 80));
    }

  private:
    double count_ = 0;
    std::vector<double> means_, squares_;
};

class QuantilesAdapter final : public Adapter {
  public:
    QuantilesAdapter(std::int64_t bins, base::OutputMode mode, double epsilon)
        : output_{mode, bins}, quantiles_(epsilon) {}
    std::int64_t width(std::int64_t columns) const override { return output_.width(columns); }
    Numbers numbers() const override { return numbersOf(output_.mode); }
    base::Status add(std::span<const std::string_view> cells) override {
        for (const std::string_view cell : cells) {
            TY_ASSIGN(const double x, finiteNumberIn(cell));
            quantiles_.add(x);
        }
        return {};
    }
    base::Result<json> values() override {
        return json{{"bin_boundaries", quantiles_.boundaries(output_.bins)}};
    }
    std::string describe(const json& values) const override {
        return fmt::format("boundaries {}", base::shortened(values.at("bin_boundaries").dump(), 80));
    }

  private:
    BinOutput output_;
    Quantiles quantiles_;
};

}  // namespace

NewAdapter stringAdapter(const LayerOptions& options) {
    return lookupAdapter<std::string>(options);
}

NewAdapter integerAdapter(const LayerOptions& options) {
    return lookupAdapter<std::int64_t>(options);
}

NewAdapter textAdapter(const LayerOptions& options) {
    TY_ASSIGN(const auto chosen, textOptionsOf(options));
    // What create() would refuse after a pass over the data.
    TY_TRY(options.placed(base::TextVectorization::create(
        {"a"}, {.sequenceLength = chosen.sequenceLength,
                .outputMode = chosen.outputMode,
                .idfWeights = chosen.outputMode == base::OutputMode::kTfIdf ? std::vector<double>{1}
                                                                            : std::vector<double>{}})));
    WordCounts<std::string> words(
        {.oovBuckets = 1, .mask = "", .outputMode = chosen.outputMode, .maxTokens = chosen.maxTokens},
        options.place());
    TY_TRY(words.check());
    return std::make_unique<TextAdapter>(chosen, std::move(words));
}

NewAdapter momentsAdapter(const LayerOptions&, std::size_t columns) {
    return std::make_unique<MomentsAdapter>(columns);
}

NewAdapter quantilesAdapter(const LayerOptions& options) {
    TY_ASSIGN(const auto bins, options.one<std::int64_t>("num_bins"));
    if (!bins || *bins < 2) return options.wrong("num_bins");
    TY_ASSIGN(const base::OutputMode mode, options.named("output_mode", kOutputModes));
    TY_ASSIGN(const auto epsilon, options.one<double>("epsilon"));
    if (epsilon && !(*epsilon > 0 && *epsilon < 1)) return options.wrong("epsilon");
    return std::make_unique<QuantilesAdapter>(*bins, mode, epsilon.value_or(0.01));
}

}  // namespace trainyard::data
