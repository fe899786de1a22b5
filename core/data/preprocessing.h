// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/lookup.h"

namespace trainyard::data {

/// Words as bins by their hash, as Keras' Hashing: no vocabulary, and every word has a bin.
class Hashing {
  public:
    struct Options {
        std::int64_t bins = 2;                             ///< the mask's included
        std::optional<std::string> mask;                   ///< gets bin 0, alone
        std::optional<std::array<std::uint64_t, 2>> salt;  ///< the key of SipHash; without it FarmHash
        base::OutputMode outputMode = base::OutputMode::kInt;
    };
    explicit Hashing(Options options) : options_(std::move(options)) {}
    std::int64_t size() const { return options_.bins; }
    std::int64_t binOf(std::string_view word) const;
    std::int64_t width(std::int64_t words) const;
    /// Writes width(words) numbers.
    template <typename Number>
    void write(std::span<const std::string_view> words, Number* out) const;

  private:
    Options options_;
};

/// An entry of `preprocessing`: how the texts of some columns become numbers, by a Keras layer's rules.
/// Immutable. [any]
class Preprocessor {
  public:
    /// `entry` is a map of the run file: `columns`, and one layer with its options. `place` names it in
    /// errors: "csv: preprocessing[0]".
    static base::Result<Preprocessor> of(const nlohmann::json& entry, const std::string& place);

    const std::vector<std::string>& columns() const { return columns_; }
    /// Numbers per sample. `columns` are read together: their words share a vocabulary, and in the modes
    /// multi_hot, count and tf_idf one row.
    std::int64_t width() const;
    /// Whether the numbers are word indexes.
    bool isIndex() const { return mode_ == base::OutputMode::kInt; }
    bool isWhole() const { return mode_ != base::OutputMode::kTfIdf; }
    /// Indexes are below this.
    std::int64_t vocabularySize() const;
    /// Writes width() numbers of a sample's cells, one per column. The error says what is wrong with which
    /// cell.
    template <typename Number>
    base::Status write(std::span<const std::string_view> cells, Number* out) const;

  private:
    using Layer =
        std::variant<base::Lookup<std::string>, base::Lookup<std::int64_t>, base::TextVectorization, Hashing>;
    Preprocessor(std::vector<std::string> columns, base::OutputMode mode, Layer layer)
        : columns_(std::move(columns)), mode_(mode), layer_(std::move(layer)) {}

    std::vector<std::string> columns_;
    base::OutputMode mode_;
    Layer layer_;
};

/// Those of a source's options, none without the key.
base::Result<std::vector<Preprocessor>> preprocessorsOf(const nlohmann::json& options,
                                                        const std::string& source);

}  // namespace trainyard::data
