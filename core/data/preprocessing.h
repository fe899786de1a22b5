// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/data/adapter.h"
#include "core/data/date_columns.h"
#include "core/data/number_columns.h"
#include "core/data/word_columns.h"

namespace trainyard::data {

/// An entry that lacks values of the training data: its numbers are zeros.
class UnadaptedColumns {
  public:
    using Make = std::function<NewAdapter()>;
    static base::Result<UnadaptedColumns> create(Make make);
    std::int64_t width(std::int64_t columns) const { return adapter_->width(columns); }
    Numbers numbers() const { return adapter_->numbers(); }
    std::int64_t size() const { return 0; }
    /// The cells are checked as far as adapting will check them.
    template <typename Number>
    base::Status write(std::span<const std::string_view> cells, Number* out) const {
        std::fill_n(out, width(static_cast<std::int64_t>(cells.size())), Number{});
        TY_ASSIGN(const std::unique_ptr<Adapter> adapter, make_());
        return adapter->add(cells);
    }
    /// A new one.
    NewAdapter adapter() const { return make_(); }

  private:
    UnadaptedColumns(Make make, std::unique_ptr<const Adapter> adapter)
        : make_(std::move(make)), adapter_(std::move(adapter)) {}
    Make make_;
    std::shared_ptr<const Adapter> adapter_;
};

/// An entry of `preprocessing`: how the texts of some columns become numbers, by a Keras layer's rules.
/// Immutable. [any]
class Preprocessor {
  public:
    /// `entry` is a map of the run file: `columns`, and one layer with its options. `place` names it in
    /// errors: "csv: preprocessing[0]".
    static base::Result<Preprocessor> of(const nlohmann::json& entry, const std::string& place);

    const std::vector<std::string>& columns() const { return columns_; }
    /// The key of its layer: "hashing".
    const char* layer() const { return key_; }
    /// Numbers per sample. `columns` are read together: their words share a vocabulary, and in the modes
    /// multi_hot, count and tf_idf one row.
    std::int64_t width() const;
    /// Whether the numbers are word indexes.
    bool isIndex() const { return numbers() == Numbers::kIndexes; }
    bool isWhole() const { return numbers() != Numbers::kFractions; }
    /// Indexes are below this; 0: there are none, or that is not known.
    std::int64_t vocabularySize() const;
    /// What computes the values that it lacks; null: it has all.
    base::Result<std::unique_ptr<Adapter>> adapter() const;
    /// Writes width() numbers of a sample's cells, one per column. The error says what is wrong with which
    /// cell.
    template <typename Number>
    base::Status write(std::span<const std::string_view> cells, Number* out) const;

  private:
    using Layer =
        std::variant<WordColumns<std::string>, WordColumns<std::int64_t>, TextColumns, HashedColumns,
                     NormalizedColumns, BucketedColumns, DateColumns, UnadaptedColumns>;
    struct Kind;
    static const std::vector<Kind>& kinds();

    Preprocessor(std::vector<std::string> columns, const char* key, Layer layer)
        : columns_(std::move(columns)), key_(key), layer_(std::move(layer)) {}
    Numbers numbers() const;

    std::vector<std::string> columns_;
    const char* key_;
    Layer layer_;
};

/// Those of a source's options, none without the key.
base::Result<std::vector<Preprocessor>> preprocessorsOf(const nlohmann::json& options,
                                                        const std::string& source);

}  // namespace trainyard::data
