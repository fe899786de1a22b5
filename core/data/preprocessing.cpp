// SPDX-License-Identifier: Apache-2.0
#include "core/data/preprocessing.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/spec/run/adapted.h"

namespace trainyard::data {
namespace {

using nlohmann::json;

template <typename Layer>
base::Result<Layer> created(const LayerOptions& options, std::size_t columns) {
    if constexpr (requires { Layer::create(options, columns); })
        return Layer::create(options, columns);
    else
        return Layer::create(options);
}

}  // namespace

base::Result<UnadaptedColumns> UnadaptedColumns::create(Make make) {
    TY_ASSIGN(std::unique_ptr<Adapter> adapter, make());
    return UnadaptedColumns(std::move(make), std::move(adapter));
}

/// A layer of a run file, under its key.
struct Preprocessor::Kind {
    const char* key;
    base::Result<Layer> (*create)(const LayerOptions& options, std::size_t columns);
    NewAdapter (*adapter)(const LayerOptions& options, std::size_t columns);  ///< null: nothing is adapted

    template <typename Columns>
    static base::Result<Layer> make(const LayerOptions& options, std::size_t columns) {
        TY_ASSIGN(Columns layer, created<Columns>(options, columns));
        return Layer(std::move(layer));
    }
    template <NewAdapter (*kMake)(const LayerOptions&)>
    static NewAdapter ofAll(const LayerOptions& options, std::size_t) {
        return kMake(options);
    }
};

const std::vector<Preprocessor::Kind>& Preprocessor::kinds() {
    static const std::vector<Kind> all{
        {"string_lookup", &Kind::make<WordColumns<std::string>>, &Kind::ofAll<stringAdapter>},
        {"integer_lookup", &Kind::make<WordColumns<std::int64_t>>, &Kind::ofAll<integerAdapter>},
        {"text_vectorization", &Kind::make<TextColumns>, &Kind::ofAll<textAdapter>},
        {"hashing", &Kind::make<HashedColumns>, nullptr},
        {"normalization", &Kind::make<NormalizedColumns>, &momentsAdapter},
        {"bucketize", &Kind::make<BucketedColumns>, &Kind::ofAll<quantilesAdapter>},
        {"date", &Kind::make<DateColumns>, nullptr},
    };
    return all;
}

base::Result<Preprocessor> Preprocessor::of(const json& entry, const std::string& place) {
    const LayerOptions top(entry, place);
    TY_ASSIGN(std::vector<std::string> columns, top.list<std::string>("columns"));
    if (columns.empty()) return top.wrong("columns");
    const auto kind = std::ranges::find_if(kinds(), [&](const Kind& one) { return entry.contains(one.key); });
    if (kind == kinds().end()) return top.wrong(kinds().front().key);
    const std::string at = fmt::format("{}.{}", place, kind->key);
    if (kind->adapter && spec::needsAdapting(entry)) {
        const auto make = [adapter = kind->adapter, values = entry[kind->key], at, count = columns.size()] {
            return adapter(LayerOptions(values, at), count);
        };
        TY_ASSIGN(UnadaptedColumns layer, UnadaptedColumns::create(make));
        return Preprocessor(std::move(columns), kind->key, std::move(layer));
    }
    TY_ASSIGN(Layer layer, kind->create(LayerOptions(entry[kind->key], at), columns.size()));
    return Preprocessor(std::move(columns), kind->key, std::move(layer));
}

std::int64_t Preprocessor::width() const {
    const auto count = static_cast<std::int64_t>(columns_.size());
    return std::visit([&](const auto& layer) { return layer.width(count); }, layer_);
}

Numbers Preprocessor::numbers() const {
    return std::visit([](const auto& layer) { return layer.numbers(); }, layer_);
}

std::int64_t Preprocessor::vocabularySize() const {
    return std::visit([](const auto& layer) { return layer.size(); }, layer_);
}

base::Result<std::unique_ptr<Adapter>> Preprocessor::adapter() const {
    if (const auto* unadapted = std::get_if<UnadaptedColumns>(&layer_)) return unadapted->adapter();
    return nullptr;
}

template <typename Number>
base::Status Preprocessor::write(std::span<const std::string_view> cells, Number* out) const {
    return std::visit([&](const auto& layer) { return layer.write(cells, out); }, layer_);
}
template base::Status Preprocessor::write(std::span<const std::string_view>, float*) const;
template base::Status Preprocessor::write(std::span<const std::string_view>, double*) const;
template base::Status Preprocessor::write(std::span<const std::string_view>, std::int64_t*) const;

base::Result<std::vector<Preprocessor>> preprocessorsOf(const json& options, const std::string& source) {
    std::vector<Preprocessor> all;
    const json entries = options.value("preprocessing", json::array());
    for (std::size_t i = 0; i < entries.size(); ++i) {
        TY_ASSIGN(Preprocessor one,
                  Preprocessor::of(entries[i], fmt::format("{}: preprocessing[{}]", source, i)));
        all.push_back(std::move(one));
    }
    return all;
}

}  // namespace trainyard::data
