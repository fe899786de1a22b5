// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/lookup.h"

namespace trainyard::data {

template <typename Value, std::size_t kCount>
using Names = std::array<std::pair<std::string_view, Value>, kCount>;

inline constexpr Names<base::OutputMode, 5> kOutputModes{{{"int", base::OutputMode::kInt},
                                                          {"one_hot", base::OutputMode::kOneHot},
                                                          {"multi_hot", base::OutputMode::kMultiHot},
                                                          {"count", base::OutputMode::kCount},
                                                          {"tf_idf", base::OutputMode::kTfIdf}}};

/// The options of one layer of `preprocessing`. The schema has checked them when they come from a run file.
class LayerOptions {
  public:
    /// `place` names the layer in errors: "csv: preprocessing[0].hashing".
    LayerOptions(const nlohmann::json& value, std::string place) : value_(value), place_(std::move(place)) {}

    const std::string& place() const { return place_; }
    bool has(const char* key) const { return value_.contains(key); }
    std::unexpected<base::Error> wrong(const char* key,
                                       const base::Words& expected = "a value of another type") const {
        return base::fail(base::Code::kInvalidArgument,
                          base::say("data: {} needs {} at \"{}\"", place_, expected, key), "data.option");
    }
    /// The first of `names` without the key.
    template <typename Value, std::size_t kCount>
    base::Result<Value> named(const char* key, const Names<Value, kCount>& names) const {
        if (!value_.contains(key)) return names.front().second;
        for (const auto& [name, value] : names)
            if (value_[key] == name) return value;
        return wrong(key);
    }
    /// One value is a list of one.
    template <typename Item>
    base::Result<std::vector<Item>> list(const char* key) const {
        std::vector<Item> items;
        if (!value_.contains(key)) return items;
        const nlohmann::json given =
            value_[key].is_array() ? value_[key] : nlohmann::json::array({value_[key]});
        for (const nlohmann::json& item : given) {
            if (!is<Item>(item)) return wrong(key);
            items.push_back(item.get<Item>());
        }
        return items;
    }
    template <typename Item>
    base::Result<std::optional<Item>> one(const char* key) const {
        if (!value_.contains(key) || value_[key].is_null()) return std::nullopt;
        if (!is<Item>(value_[key])) return wrong(key);
        return value_[key].get<Item>();
    }
    /// `result` or its error, with the place.
    template <typename Value>
    base::Result<Value> placed(base::Result<Value> result) const {
        if (!result)
            return base::fail(result.error().code, base::say("data: {}: {}", place_, result.error().message),
                              result.error().id);
        return result;
    }

  private:
    template <typename Item>
    static bool is(const nlohmann::json& value) {
        if constexpr (std::is_same_v<Item, std::string>)
            return value.is_string();
        else if constexpr (std::is_same_v<Item, double>)
            return value.is_number();
        else if constexpr (std::is_same_v<Item, bool>)
            return value.is_boolean();
        else
            return value.is_number_integer();
    }
    const nlohmann::json& value_;
    std::string place_;
};

}  // namespace trainyard::data
