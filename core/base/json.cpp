// SPDX-License-Identifier: Apache-2.0
#include "core/base/json.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/base/text.h"

namespace trainyard::base {
namespace {

constexpr int kDeepest = 64;

/// How a parse stops from within a callback; never leaves this file.
struct Unusable {
    Words why;
};

/// Watches the parse go by: depth and keys seen in each open object.
class Watch {
  public:
    bool operator()(int depth, nlohmann::json::parse_event_t event, nlohmann::json& value) {
        using Event = nlohmann::json::parse_event_t;
        if (event == Event::object_start || event == Event::array_start) {
            if (depth >= kDeepest) complain(base::say("it nests deeper than {} levels", kDeepest));
            keys_.emplace_back();
        } else if (event == Event::object_end || event == Event::array_end) {
            keys_.pop_back();
        } else if (event == Event::key && !keys_.back().insert(value.get<std::string>()).second) {
            complain(base::say("the key \"{}\" occurs twice", value.get<std::string>()));
        }
        return true;
    }

  private:
    // The parser offers no other way out of a callback; parseJson catches it.
    [[noreturn]] static void complain(Words why) { throw Unusable{std::move(why)}; }

    std::vector<std::set<std::string>> keys_;
};

}  // namespace

Result<nlohmann::json> parseJson(std::string_view text, const Words& what) {
    const auto refuse = [&](const Words& why) {
        return fail(Code::kDataLoss, say("{} is not JSON that can be used: {}", what, why), "json.invalid");
    };
    try {
        Watch watch;
        return nlohmann::json::parse(text, [&](int depth, nlohmann::json::parse_event_t event,
                                               nlohmann::json& value) { return watch(depth, event, value); });
    } catch (const Unusable& unusable) {
        return refuse(unusable.why);
    } catch (const std::exception& error) {
        return refuse(Words::plain(whyInvalid(error)));
    }
}

std::string whyInvalid(const std::exception& thrown) {
    return printable(withoutFrames(thrown.what()));
}

std::string jsonText(const nlohmann::json& value, int indent) {
    return withoutHidden(value.dump(indent, ' ', false, nlohmann::json::error_handler_t::replace));
}

nlohmann::json jsonNumber(double value) {
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
    return value;
}

std::optional<double> numberIn(const nlohmann::json& json) {
    if (json.is_number()) return json.get<double>();
    if (json == "NaN") return std::numeric_limits<double>::quiet_NaN();
    if (json == "Infinity") return std::numeric_limits<double>::infinity();
    if (json == "-Infinity") return -std::numeric_limits<double>::infinity();
    return std::nullopt;
}

Result<double> numberFromJson(const nlohmann::json& json, const Words& what) {
    if (const auto number = numberIn(json)) return *number;
    return fail(Code::kDataLoss, base::say("{}: expected a number, got a {}", what, json.type_name()),
                "json.invalid");
}

}  // namespace trainyard::base
