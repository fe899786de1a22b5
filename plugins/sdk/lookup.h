// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <string>
#include <utility>
#include <vector>

#include "core/base/lookup.h"

/// Preprocessing with a fixed vocabulary, after the Keras layers of the same names, into tensors: created
/// once, read by any number of threads. A run file has the same under `preprocessing`.
namespace trainyard::sdk {

using base::fnv1a;
using base::OutputMode;
using base::vocabularyOf;

/// base::Lookup with tensors.
template <typename Word>
class Lookup : public base::Lookup<Word> {
  public:
    using Options = typename base::Lookup<Word>::Options;
    static base::Result<Lookup> create(const std::vector<Word>& vocabulary, Options options = {}) {
        TY_ASSIGN(base::Lookup<Word> lookup, base::Lookup<Word>::create(vocabulary, std::move(options)));
        return Lookup(std::move(lookup));
    }
    using base::Lookup<Word>::operator();
    /// Returns {words}, int64, in the mode kInt; {words, size()}, float32, in kOneHot; else {size()},
    /// float32.
    base::Result<torch::Tensor> operator()(const std::vector<Word>& words) const {
        const auto count = static_cast<std::int64_t>(words.size());
        const std::span<const Word> all(words);
        if (this->outputMode() == OutputMode::kInt) {
            torch::Tensor indexes = torch::empty({count}, torch::kInt64);
            TY_TRY(this->write(all, indexes.data_ptr<std::int64_t>()));
            return indexes;
        }
        torch::Tensor encoded = torch::empty({this->width(count)}, torch::kFloat32);
        TY_TRY(this->write(all, encoded.data_ptr<float>()));
        return this->outputMode() == OutputMode::kOneHot ? encoded.view({count, this->size()}) : encoded;
    }

  private:
    explicit Lookup(base::Lookup<Word> lookup) : base::Lookup<Word>(std::move(lookup)) {}
};
using StringLookup = Lookup<std::string>;
using IntegerLookup = Lookup<std::int64_t>;

/// base::TextVectorization with tensors.
class TextVectorization : public base::TextVectorization {
  public:
    static base::Result<TextVectorization> create(const std::vector<std::string>& vocabulary,
                                                  std::int64_t sequenceLength) {
        return create(vocabulary, Options{.sequenceLength = sequenceLength});
    }
    static base::Result<TextVectorization> create(const std::vector<std::string>& vocabulary,
                                                  Options options) {
        TY_ASSIGN(base::TextVectorization text,
                  base::TextVectorization::create(vocabulary, std::move(options)));
        return TextVectorization(std::move(text));
    }
    /// Returns {texts, width()}: int64 in the mode kInt, else float32.
    torch::Tensor operator()(const std::vector<std::string>& texts) const {
        return outputMode() == OutputMode::kInt ? encoded<std::int64_t>(texts, torch::kInt64)
                                                : encoded<float>(texts, torch::kFloat32);
    }

  private:
    explicit TextVectorization(base::TextVectorization text) : base::TextVectorization(std::move(text)) {}
    template <typename Number>
    torch::Tensor encoded(const std::vector<std::string>& texts, torch::Dtype dtype) const {
        torch::Tensor numbers = torch::empty({static_cast<std::int64_t>(texts.size()), width()}, dtype);
        auto* out = numbers.template data_ptr<Number>();
        for (const std::string& text : texts) {
            write(text, out);
            out += width();
        }
        return numbers;
    }
};

}  // namespace trainyard::sdk
