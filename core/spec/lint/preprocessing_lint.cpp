// SPDX-License-Identifier: Apache-2.0
#include "core/spec/lint/preprocessing_lint.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "core/base/lookup.h"
#include "core/spec/lint/problem.h"
#include "core/spec/run/adapted.h"
#include "core/spec/schema/schema_words.h"

namespace trainyard::spec {
namespace {

using base::OutputMode;
using nlohmann::json;

/// A value alone is a list of one.
template <typename Item>
std::vector<Item> itemsOf(const json& options, const char* key) {
    if (!options.contains(key)) return {};
    const json& value = options[key];
    return value.is_array() ? value.get<std::vector<Item>>() : std::vector<Item>{value.get<Item>()};
}

OutputMode modeOf(const json& options) {
    constexpr std::array<std::pair<std::string_view, OutputMode>, 4> kOthers{
        {{"one_hot", OutputMode::kOneHot},
         {"multi_hot", OutputMode::kMultiHot},
         {"count", OutputMode::kCount},
         {"tf_idf", OutputMode::kTfIdf}}};
    const std::string name = options.value("output_mode", "int");
    const auto found = std::ranges::find(kOthers, name, &std::pair<std::string_view, OutputMode>::first);
    return found == kOthers.end() ? OutputMode::kInt : found->second;
}

/// Where an error of a lookup is in its options.
const char* keyOf(const std::string& id) {
    static const std::map<std::string, const char*> keys{{"lookup.weights", "idf_weights"},
                                                         {"lookup.max_tokens", "max_tokens"},
                                                         {"lookup.mode", "output_mode"},
                                                         {"lookup.length", "output_sequence_length"}};
    const auto found = keys.find(id);
    return found == keys.end() ? "vocabulary" : found->second;
}

/// One entry of `preprocessing`.
class EntryLint {
  public:
    EntryLint(const json& entry, std::string place, std::vector<v1::Problem>& problems)
        : entry_(entry), place_(std::move(place)), isAdapted_(needsAdapting(entry)), problems_(problems) {}

    void check() {
        if (const json* lookup = layer("string_lookup")) checkLookup<std::string>(*lookup);
        if (const json* lookup = layer("integer_lookup")) checkLookup<std::int64_t>(*lookup);
        if (const json* text = layer("text_vectorization")) checkText(*text);
        if (const json* normalization = layer("normalization")) checkMoments(*normalization);
        if (const json* buckets = layer("bucketize")) checkBuckets(*buckets);
        if (const json* date = layer("date")) checkDate(*date);
    }

  private:
    const json* layer(const char* name) {
        if (!entry_.contains(name)) return nullptr;
        layer_ = name;
        return &entry_[name];
    }
    void add(const char* code, const char* key, const base::Words& message) {
        problems_.push_back(errorAt(code, fmt::format("{}.{}.{}", place_, layer_, key), message));
    }
    void addOf(const base::Error& error) { add(error.id.c_str(), keyOf(error.id), error.message); }

    template <typename Word>
    void checkLookup(const json& options) {
        typename base::Lookup<Word>::Options chosen;
        chosen.oovBuckets = options.value("num_oov_indices", 1);
        if (options.contains("mask_token")) chosen.mask = options["mask_token"].get<Word>();
        chosen.outputMode = modeOf(options);
        chosen.idfWeights = itemsOf<double>(options, "idf_weights");
        chosen.maxTokens = options.value("max_tokens", std::int64_t{0});
        if (isAdapted_) return checkTokens(chosen.maxTokens, chosen.first(), chosen.outputMode);
        const auto lookup = base::Lookup<Word>::create(itemsOf<Word>(options, "vocabulary"), chosen);
        if (!lookup) addOf(lookup.error());
    }

    void checkText(const json& options) {
        base::TextVectorization::Options chosen;
        chosen.sequenceLength = options.value("output_sequence_length", std::int64_t{0});
        chosen.outputMode = modeOf(options);
        const bool isWeighted = chosen.outputMode == OutputMode::kTfIdf;
        if (isAdapted_)
            chosen.idfWeights = std::vector<double>(isWeighted ? 1 : 0, 1.0);
        else {
            chosen.idfWeights = itemsOf<double>(options, "idf_weights");
            chosen.maxTokens = options.value("max_tokens", std::int64_t{0});
        }
        const auto text = base::TextVectorization::create(
            isAdapted_ ? std::vector<std::string>{"a"} : itemsOf<std::string>(options, "vocabulary"), chosen);
        if (!text) return addOf(text.error());
        const base::Lookup<std::string>::Options words{
            .oovBuckets = 1, .mask = "", .outputMode = chosen.outputMode};
        if (isAdapted_)
            checkTokens(options.value("max_tokens", std::int64_t{0}), words.first(), words.outputMode);
    }

    /// Of a vocabulary that the training data gives.
    void checkTokens(std::int64_t most, std::int64_t first, OutputMode mode) {
        if (most > 0 && most <= first)
            add("lookup.max_tokens", "max_tokens",
                base::say("`max_tokens` has to be over {}, the indexes before the vocabulary", first));
        else if (most == 0 && mode != OutputMode::kInt)
            add("lookup.max_tokens", "max_tokens",
                "`max_tokens` is missing: rows of words have that many numbers where the vocabulary is "
                "adapted");
    }

    void checkMoments(const json& options) {
        if (isAdapted_) return;
        for (const char* key : {"mean", "variance"}) {
            const std::vector<double> numbers = itemsOf<double>(options, key);
            if (numbers.empty())
                add("data.option", key, "`mean` and `variance` are given together, or neither is");
            else if (const std::size_t columns = itemsOf<std::string>(entry_, "columns").size();
                     numbers.size() != 1 && numbers.size() != columns)
                add("data.option", key, base::say("must be one number, or one per column ({})", columns));
            else if (key == std::string_view("variance") && std::ranges::min(numbers) < 0)
                add("data.option", key, "must not be negative");
        }
    }

    void checkBuckets(const json& options) {
        const std::vector<double> boundaries = itemsOf<double>(options, "bin_boundaries");
        if (!std::ranges::is_sorted(boundaries))
            add("data.option", "bin_boundaries", "must be in ascending order");
        const auto bins = static_cast<std::int64_t>(boundaries.size()) + 1;
        if (!boundaries.empty() && options.value("num_bins", bins) < bins)
            add("data.option", "num_bins",
                base::say("must be at least {}, one more than `bin_boundaries` has", bins));
    }

    void checkDate(const json& options) {
        const std::string format = options.value("format", "");
        for (std::size_t i = 0; i < format.size(); ++i) {
            if (format[i] != '%') continue;
            ++i;
            if (i < format.size() && kDateDirectives.find(format[i]) != std::string_view::npos) continue;
            return add("data.option", "format",
                       base::say("a format has only {} after %", fmt::join(kDateDirectives, ", ")));
        }
    }

    const json& entry_;
    const std::string place_;
    const bool isAdapted_;
    std::vector<v1::Problem>& problems_;
    const char* layer_ = "";
};

}  // namespace

std::vector<v1::Problem> lintPreprocessing(const json& tree) {
    std::vector<v1::Problem> problems;
    for (const char* key : {"train", "validation"}) {
        const json::json_pointer pointer(fmt::format("/train/data/{}", key));
        if (!tree.contains(pointer) || !tree[pointer].is_object() || tree[pointer].empty()) continue;
        const json& source = tree[pointer];
        // Options may be next to the format's key, not inside.
        const bool isBeside = source.size() > 1;
        const std::string place =
            fmt::format("train.data.{}{}", key, isBeside ? "" : "." + source.begin().key());
        const json entries = preprocessingOf({"", isBeside ? source : source.begin().value()});
        std::vector<std::string> seen;
        for (std::size_t i = 0; i < entries.size(); ++i) {
            const std::string at = fmt::format("{}.preprocessing[{}]", place, i);
            EntryLint(entries[i], at, problems).check();
            for (const std::string& column : itemsOf<std::string>(entries[i], "columns")) {
                if (std::ranges::find(seen, column) != seen.end())
                    problems.push_back(errorAt("data.preprocessing", at + ".columns",
                                               base::say("{} occurs twice; keep one", shown(column))));
                seen.push_back(column);
            }
        }
    }
    return problems;
}

}  // namespace trainyard::spec
