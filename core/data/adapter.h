// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/data/bin_output.h"
#include "core/data/layer_options.h"

namespace trainyard::data {

/// Computes the values that an entry of `preprocessing` lacks from the cells of all records, as the adapt()
/// of a Keras layer does: in one pass, in memory that does not grow with the number of records, and the same
/// values whenever the records come in the same order. [owner]
class Adapter {
  public:
    virtual ~Adapter() = default;
    /// What the entry will make of `columns` columns.
    virtual std::int64_t width(std::int64_t columns) const = 0;
    virtual Numbers numbers() const = 0;
    /// The cells of one record. The error says what is wrong with a cell.
    virtual base::Status add(std::span<const std::string_view> cells) = 0;
    /// The options that the entry lacks.
    virtual base::Result<nlohmann::json> values() = 0;
    /// For a log: "a vocabulary of 20 words".
    virtual std::string describe(const nlohmann::json& values) const = 0;
};
using NewAdapter = base::Result<std::unique_ptr<Adapter>>;

/// Of string_lookup, integer_lookup and text_vectorization: the vocabulary by frequency, and for tf_idf its
/// weights. kResourceExhausted "data.vocabulary" for more different words than there is room for.
NewAdapter stringAdapter(const LayerOptions& options);
NewAdapter integerAdapter(const LayerOptions& options);
NewAdapter textAdapter(const LayerOptions& options);
/// Of normalization: mean and (population) variance of each column.
NewAdapter momentsAdapter(const LayerOptions& options, std::size_t columns);
/// Of bucketize: boundaries that divide the values into bins of about equal numbers.
NewAdapter quantilesAdapter(const LayerOptions& options);

}  // namespace trainyard::data
