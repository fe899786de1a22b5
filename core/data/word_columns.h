// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/lookup.h"
#include "core/data/bin_output.h"
#include "core/data/cell.h"
#include "core/data/layer_options.h"

/// Columns of words as numbers. Each layer here, in number_columns.h and in date_columns.h says how many
/// numbers it makes of a sample's cells, what they are, and below what its indexes are, and writes them.
namespace trainyard::data {

inline base::Result<std::string> wordIn(std::string_view cell, const std::string*) {
    return std::string(trimmed(cell));
}
inline base::Result<std::int64_t> wordIn(std::string_view cell, const std::int64_t*) {
    if (const auto number = numberIn<std::int64_t>(cell)) return *number;
    return base::fail(base::Code::kDataLoss, base::say("\"{}\" is not an integer", shownCell(cell)));
}

/// The options but for what is adapted.
template <typename Word>
base::Result<typename base::Lookup<Word>::Options> lookupOptionsOf(const LayerOptions& options);
base::Result<base::TextVectorization::Options> textOptionsOf(const LayerOptions& options);

/// Keras' StringLookup and IntegerLookup: words of one vocabulary.
template <typename Word>
class WordColumns {
  public:
    static base::Result<WordColumns> create(const LayerOptions& options);
    std::int64_t width(std::int64_t columns) const { return lookup_.width(columns); }
    Numbers numbers() const { return numbersOf(lookup_.outputMode()); }
    std::int64_t size() const { return lookup_.size(); }
    template <typename Number>
    base::Status write(std::span<const std::string_view> cells, Number* out) const {
        std::vector<Word> words;
        words.reserve(cells.size());
        for (const std::string_view cell : cells) {
            TY_ASSIGN(Word word, wordIn(cell, static_cast<const Word*>(nullptr)));
            words.push_back(std::move(word));
        }
        return lookup_.write(std::span<const Word>(words), out);
    }

  private:
    explicit WordColumns(base::Lookup<Word> lookup) : lookup_(std::move(lookup)) {}
    base::Lookup<Word> lookup_;
};

/// Keras' TextVectorization, column by column.
class TextColumns {
  public:
    static base::Result<TextColumns> create(const LayerOptions& options);
    std::int64_t width(std::int64_t columns) const { return columns * text_.width(); }
    Numbers numbers() const { return numbersOf(text_.outputMode()); }
    std::int64_t size() const { return text_.size(); }
    template <typename Number>
    base::Status write(std::span<const std::string_view> cells, Number* out) const {
        for (const std::string_view cell : cells) {
            text_.write(cell, out);
            out += text_.width();
        }
        return {};
    }

  private:
    explicit TextColumns(base::TextVectorization text) : text_(std::move(text)) {}
    base::TextVectorization text_;
};

/// Keras' Hashing: no vocabulary, and every word has a bin.
class HashedColumns {
  public:
    static base::Result<HashedColumns> create(const LayerOptions& options);
    std::int64_t width(std::int64_t columns) const { return output_.width(columns); }
    Numbers numbers() const { return numbersOf(output_.mode); }
    std::int64_t size() const { return output_.bins; }
    template <typename Number>
    base::Status write(std::span<const std::string_view> cells, Number* out) const {
        const auto count = static_cast<std::int64_t>(cells.size());
        std::fill_n(out, width(count), Number{});
        for (std::int64_t i = 0; i < count; ++i)
            output_.put(binOf(trimmed(cells[static_cast<std::size_t>(i)])), i, out);
        return {};
    }

  private:
    HashedColumns() = default;
    std::int64_t binOf(std::string_view word) const;

    BinOutput output_;                                  ///< its bins include the mask's
    std::optional<std::string> mask_;                   ///< gets bin 0, alone
    std::optional<std::array<std::uint64_t, 2>> salt_;  ///< the key of SipHash; without it FarmHash
};

}  // namespace trainyard::data
