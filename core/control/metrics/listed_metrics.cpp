// SPDX-License-Identifier: Apache-2.0
#include "core/control/metrics/listed_metrics.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <string_view>
#include <system_error>

#include "core/base/json.h"

namespace trainyard::control {
namespace {

/// What a list of runs shows of each: some runs record a thousand quantities, and a thousand of those runs
/// must still be listed at once.
constexpr std::size_t kMostListed = 24;
constexpr std::array kListedFirst{"loss", "accuracy", "val_loss", "val_accuracy"};

using Take = std::function<void(const std::string& name, double value)>;

bool isDigit(char c) {
    return '0' <= c && c <= '9';
}

/// Of what std::from_chars() reads, which takes "01" and "1." too.
bool isJsonNumber(std::string_view text) {
    if (text.starts_with('-')) text.remove_prefix(1);
    if (text.empty() || !isDigit(text.front()) || !isDigit(text.back())) return false;
    if (text.size() > 1 && text[0] == '0' && isDigit(text[1])) return false;
    const std::size_t point = text.find('.');
    return point == std::string_view::npos || isDigit(text[point + 1]);
}

/// Reads what listedMetrics() writes: an object of numbers with plain names in order. False for any other
/// text; some may have been taken by then.
bool readPlain(std::string_view json, const Take& take) {
    const char* at = json.data();
    const char* const end = at + json.size();
    const auto skip = [&](char c) {
        const bool isNext = at != end && *at == c;
        if (isNext) ++at;
        return isNext;
    };
    const auto isPlain = [](char c) { return ' ' <= c && c <= '~' && c != '"' && c != '\\'; };
    if (!skip('{')) return false;
    if (skip('}')) return at == end;
    std::string name, previous;
    do {
        if (!skip('"')) return false;
        const char* const begin = at;
        at = std::find_if_not(begin, end, isPlain);
        name.assign(begin, at);
        if (name <= previous || !skip('"') || !skip(':')) return false;
        double value = 0;
        const auto [after, error] = std::from_chars(at, end, value);
        if (error != std::errc() || !isJsonNumber({at, after})) return false;
        at = after;
        take(name, value);
        previous.swap(name);
    } while (skip(','));
    return skip('}') && at == end;
}

}  // namespace

std::string listedMetrics(const std::map<std::string, double>& metrics) {
    nlohmann::json tree = nlohmann::json::object();
    for (const char* name : kListedFirst)
        if (const auto found = metrics.find(name); found != metrics.end())
            tree[name] = base::jsonNumber(found->second);
    for (const auto& [name, value] : metrics) {
        if (tree.size() >= kMostListed) break;
        tree[name] = base::jsonNumber(value);
    }
    return tree.dump();
}

base::Status readListed(const std::string& json, const Take& take) {
    if (readPlain(json, take)) return {};
    TY_ASSIGN(const auto tree, base::parseJson(json, "a run's metrics"));
    if (!tree.is_object()) return {};
    for (const auto& [name, value] : tree.items())
        if (const auto number = base::numberIn(value)) take(name, *number);
    return {};
}

std::map<std::string, double> listedFrom(const std::string& json) {
    std::map<std::string, double> metrics;
    const base::Status read =
        readListed(json, [&](const std::string& name, double value) { metrics[name] = value; });
    if (!read) metrics.clear();
    return metrics;
}

}  // namespace trainyard::control
