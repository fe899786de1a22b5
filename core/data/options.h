// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/data/dataset.h"

namespace trainyard::data {

/// The options of one source from the run file: typed reads whose errors name the source and the key. The
/// schema has already checked them when they come from a run file.
class Options {
  public:
    /// A plain text or list is the same as {`shortKey`: it}. `source` is the kind, for messages.
    Options(std::string source, const nlohmann::json& value, const std::string& shortKey);

    bool has(const std::string& key) const;
    base::Result<std::string> text(const std::string& key, const std::string& otherwise) const;
    base::Result<bool> flag(const std::string& key, bool otherwise) const;
    base::Result<std::int64_t> integer(const std::string& key, std::int64_t otherwise) const;
    base::Result<std::vector<std::string>> texts(const std::string& key) const;
    base::Result<std::vector<std::int64_t>> integers(const std::string& key) const;
    /// Nothing for "auto" or a missing key.
    base::Result<std::optional<Dtype>> dtype(const std::string& key) const;
    /// The divisor of features; nothing for "auto" or a missing key.
    base::Result<std::optional<double>> divisor() const;
    /// One path or a list; `*`, `?` and `[…]` in a name are expanded, in sorted order. Each must exist and be
    /// readable ("data.missing", "data.unreadable").
    base::Result<std::vector<std::filesystem::path>> paths(const std::string& key) const;
    const nlohmann::json& value() const { return value_; }

    std::unexpected<base::Error> wrong(const std::string& key, const base::Words& expected) const;

  private:
    std::string source_;
    nlohmann::json value_;
};

/// The shape and element order of a sample as stored and as read: `shape` replaces the stored shape, and
/// `channels_last` moves the channels of H×W×C images to the front.
class Shaping {
  public:
    /// `stored` is the shape given by the file. An error names `path`.
    static base::Result<Shaping> of(const Options& options, std::vector<std::int64_t> stored,
                                    const std::filesystem::path& path);
    const std::vector<std::int64_t>& shape() const { return shape_; }
    /// Writes `in`, one sample of `In`, as `dtype`, each element divided by `divisor`.
    template <typename In>
    void write(const In* in, Dtype dtype, double divisor, void* out) const;

  private:
    std::vector<std::int64_t> shape_;
    std::int64_t pixels_ = 0;  ///< 0: the order is unchanged
    std::int64_t channels_ = 0;
    std::int64_t elements_ = 1;
};

}  // namespace trainyard::data
