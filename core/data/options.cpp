// SPDX-License-Identifier: Apache-2.0
#include "core/data/options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <glob.h>
#include <unistd.h>

#include <cerrno>
#include <type_traits>

#include "core/base/sent_place.h"
#include "core/base/text.h"
#include "core/data/bytes.h"
#include "core/data/file_dataset.h"
#include "core/data/scale.h"

namespace trainyard::data {
namespace {

using base::Code;
namespace fs = std::filesystem;

base::Status checkReadable(const fs::path& path) {
    if (::access(path.c_str(), R_OK) == 0) return {};
    base::Error error = base::errnoError(errno, base::say("cannot read the data file {}", path.string()));
    error.id = error.code == Code::kNotFound ? "data.missing" : "data.unreadable";
    return base::fail(std::move(error));
}

base::Result<std::vector<fs::path>> expand(const std::string& place) {
    std::vector<fs::path> found;
    const std::string pattern = base::whereSent(base::sentFolder(), place).string();
    if (pattern.find_first_of("*?[") == std::string::npos || ::access(pattern.c_str(), F_OK) == 0) {
        found.emplace_back(pattern);
        return found;
    }
    glob_t matches{};
    const int status = ::glob(pattern.c_str(), GLOB_ERR, nullptr, &matches);
    for (std::size_t i = 0; status == 0 && i < matches.gl_pathc; ++i) found.emplace_back(matches.gl_pathv[i]);
    ::globfree(&matches);
    if (status == GLOB_NOMATCH)
        return base::fail(Code::kNotFound, base::say("no data file is called {}", pattern), "data.missing");
    if (status != 0)
        return base::fail(Code::kPermissionDenied, base::say("cannot look for data files called {}", pattern),
                          "data.unreadable");
    return found;
}

template <typename Out, typename In>
Out convert(In value, double divisor) {
    if constexpr (std::is_same_v<Out, std::int64_t>)
        return static_cast<std::int64_t>(value);
    else
        return divisor == 1 ? static_cast<Out>(value) : static_cast<Out>(value) / static_cast<Out>(divisor);
}

}  // namespace

Options::Options(std::string source, const nlohmann::json& value, const std::string& shortKey)
    : source_(std::move(source)), value_(value.is_object() ? value : nlohmann::json{{shortKey, value}}) {
}

bool Options::has(const std::string& key) const {
    const auto it = value_.find(key);
    return it != value_.end() && !it->is_null() && *it != "";
}

std::unexpected<base::Error> Options::wrong(const std::string& key, const base::Words& expected) const {
    return base::fail(Code::kInvalidArgument,
                      base::say("data: {} needs {} at \"{}\"", source_, expected, key), "data.option");
}

base::Result<std::string> Options::text(const std::string& key, const std::string& otherwise) const {
    if (!has(key)) return otherwise;
    if (!value_[key].is_string()) return wrong(key, "a text");
    return value_[key].get<std::string>();
}

base::Result<bool> Options::flag(const std::string& key, bool otherwise) const {
    if (!has(key)) return otherwise;
    if (!value_[key].is_boolean()) return wrong(key, "true or false");
    return value_[key].get<bool>();
}

base::Result<std::int64_t> Options::integer(const std::string& key, std::int64_t otherwise) const {
    if (!has(key)) return otherwise;
    if (!value_[key].is_number_integer()) return wrong(key, "an integer");
    return value_[key].get<std::int64_t>();
}

base::Result<std::vector<std::string>> Options::texts(const std::string& key) const {
    std::vector<std::string> texts;
    if (!has(key)) return texts;
    const nlohmann::json list = value_[key].is_array() ? value_[key] : nlohmann::json::array({value_[key]});
    for (const nlohmann::json& item : list) {
        if (!item.is_string()) return wrong(key, "a text or a list of texts");
        texts.push_back(item.get<std::string>());
    }
    return texts;
}

base::Result<std::vector<std::int64_t>> Options::integers(const std::string& key) const {
    std::vector<std::int64_t> numbers;
    if (!has(key)) return numbers;
    if (!value_[key].is_array()) return wrong(key, "a list of integers");
    for (const nlohmann::json& item : value_[key]) {
        if (!item.is_number_integer() || item.get<std::int64_t>() < 1)
            return wrong(key, "integers of at least 1");
        numbers.push_back(item.get<std::int64_t>());
    }
    return numbers;
}

base::Result<std::optional<Dtype>> Options::dtype(const std::string& key) const {
    TY_ASSIGN(const std::string name, text(key, "auto"));
    if (name == "auto") return std::nullopt;
    if (name == "float32") return Dtype::kFloat32;
    if (name == "float64") return Dtype::kFloat64;
    if (name == "int64") return Dtype::kInt64;
    return wrong(key, "auto, float32, float64 or int64");
}

base::Result<std::optional<double>> Options::divisor() const {
    if (!has("divide_by") || value_["divide_by"] == "auto") return std::nullopt;
    if (!value_["divide_by"].is_number() || value_["divide_by"].get<double>() <= 0)
        return wrong("divide_by", "auto or a number above 0");
    return value_["divide_by"].get<double>();
}

base::Result<std::vector<fs::path>> Options::paths(const std::string& key) const {
    TY_ASSIGN(const std::vector<std::string> patterns, texts(key));
    if (patterns.empty()) return wrong(key, "a file name");
    std::vector<fs::path> paths;
    for (const std::string& pattern : patterns) {
        TY_ASSIGN(const std::vector<fs::path> found, expand(pattern));
        for (const fs::path& path : found) {
            TY_TRY(checkReadable(path));
            paths.push_back(path);
        }
    }
    return paths;
}

base::Result<Shaping> Shaping::of(const Options& options, std::vector<std::int64_t> stored,
                                  const fs::path& path) {
    TY_ASSIGN(const std::vector<std::int64_t> shape, options.integers("shape"));
    TY_ASSIGN(const bool isChannelsLast, options.flag("channels_last", false));
    const auto elements = checkedProduct(stored);
    if (!elements)
        return badFile(path, "", base::say("samples of {} elements are too large", fmt::join(stored, "×")),
                       "data.bad_header");
    Shaping shaping;
    shaping.elements_ = *elements;
    shaping.shape_ = shape.empty() ? stored : shape;
    if (checkedProduct(shaping.shape_) != elements)
        return base::fail(Code::kInvalidArgument,
                          base::say("{}: its samples have {} elements, which `shape: [{}]` cannot be",
                                    path.string(), *elements, fmt::join(shape, ", ")),
                          "data.shape");
    if (!isChannelsLast) return shaping;
    if (shaping.shape_.size() != 3)
        return base::fail(Code::kInvalidArgument,
                          base::say("{}: `channels_last` needs samples of three dimensions (height, width, "
                                    "channels); these have {}",
                                    path.string(), shaping.shape_.size()),
                          "data.shape");
    shaping.channels_ = shaping.shape_[2];
    shaping.pixels_ = shaping.shape_[0] * shaping.shape_[1];
    shaping.shape_ = {shaping.shape_[2], shaping.shape_[0], shaping.shape_[1]};
    return shaping;
}

template <typename In>
void Shaping::write(const In* in, Dtype dtype, double divisor, void* out) const {
    const auto to = [&]<typename Out>(Out* at) {
        if (pixels_ > 0) {
            for (std::int64_t c = 0; c < channels_; ++c)
                for (std::int64_t p = 0; p < pixels_; ++p)
                    *at++ = convert<Out>(in[p * channels_ + c], divisor);
            return;
        }
        if constexpr (std::is_same_v<In, std::uint8_t> && std::is_same_v<Out, float>)
            if (divisor == 255) return scaleToUnit(in, static_cast<std::size_t>(elements_), at);
        for (std::int64_t i = 0; i < elements_; ++i) at[i] = convert<Out>(in[i], divisor);
    };
    switch (dtype) {
        case Dtype::kFloat32:
            return to(static_cast<float*>(out));
        case Dtype::kFloat64:
            return to(static_cast<double*>(out));
        case Dtype::kInt64:
            return to(static_cast<std::int64_t*>(out));
    }
}

template void Shaping::write(const std::int8_t*, Dtype, double, void*) const;
template void Shaping::write(const std::uint8_t*, Dtype, double, void*) const;
template void Shaping::write(const std::int16_t*, Dtype, double, void*) const;
template void Shaping::write(const std::uint16_t*, Dtype, double, void*) const;
template void Shaping::write(const std::int32_t*, Dtype, double, void*) const;
template void Shaping::write(const std::uint32_t*, Dtype, double, void*) const;
template void Shaping::write(const std::int64_t*, Dtype, double, void*) const;
template void Shaping::write(const std::uint64_t*, Dtype, double, void*) const;
template void Shaping::write(const float*, Dtype, double, void*) const;
template void Shaping::write(const double*, Dtype, double, void*) const;

}  // namespace trainyard::data
