// SPDX-License-Identifier: Apache-2.0
#include "app/headless/node_tests.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "app/headless/layout.h"
#include "app/headless/units.h"
#include "core/base/text.h"

namespace trainyard::headless {
namespace {

using base::printable;

const char* nameOf(v1::TestVerdict verdict) {
    if (verdict == v1::TEST_PASSED) return "ok";
    if (verdict == v1::TEST_WARNED) return "warning";
    return verdict == v1::TEST_FAILED ? "failed" : "not_tested";
}

Json measured(double value, double scale = 1) {
    return value > 0 ? Json(value * scale) : Json();
}

Json linkJson(const v1::LinkTest& link) {
    Json json = {{"from", link.from()},
                 {"to", link.to()},
                 {"verdict", nameOf(link.verdict())},
                 {"interface", link.interface().empty() ? Json() : Json(link.interface())},
                 {"address", link.address().empty() ? Json() : Json(link.address())},
                 {"round_trip_ms", measured(link.round_trip(), 1e3)},
                 {"bytes_per_second", measured(link.bytes_per_second())},
                 {"all_reduce_ms", measured(link.all_reduce(), 1e3)}};
    if (!link.message().empty()) json["message"] = link.message();
    if (!link.fix().empty()) json["fix"] = link.fix();
    return json;
}

std::string cellText(const v1::LinkTest& link) {
    if (link.verdict() == v1::TEST_FAILED) return "FAILED";
    if (link.verdict() == v1::NOT_TESTED) return "not tested";
    return fmt::format("{:.2f} ms {}/s{}", link.round_trip() * 1e3,
                       bytesText(static_cast<std::int64_t>(link.bytes_per_second())),
                       link.is_late()                      ? " LATE"
                       : link.verdict() == v1::TEST_WARNED ? " SLOW"
                                                           : "");
}

/// What is wrong with links, each thing once. Those that were not tested are links of a node that is not
/// connected, which is reported with the nodes.
std::string linkFindings(const v1::TestNodesReply& reply) {
    std::vector<std::pair<std::string, std::vector<std::string>>> findings;
    for (const v1::LinkTest& link : reply.links()) {
        if (link.message().empty() || link.verdict() == v1::NOT_TESTED) continue;
        const std::string what = printable(link.message()) +
                                 (link.fix().empty() ? "" : fmt::format(". {}", printable(link.fix())));
        auto found = std::ranges::find(findings, what, [](const auto& one) { return one.first; });
        if (found == findings.end()) found = findings.emplace(found, what, std::vector<std::string>());
        found->second.push_back(fmt::format("{} to {}", printable(link.from()), printable(link.to())));
    }
    std::string text;
    for (auto& [what, where] : findings) {
        constexpr std::size_t kMostNamed = 4;
        const std::size_t named = where.size() > kMostNamed ? kMostNamed - 1 : where.size();
        const std::size_t others = where.size() - named;
        where.resize(named);
        text += fmt::format("\n{}{}: {}", fmt::join(where, ", "),
                            others == 0 ? "" : fmt::format(" and {} more", others), what);
    }
    return text;
}

/// Rows are the machines that connect, columns those that they connect to.
std::string matrixText(const v1::TestNodesReply& reply) {
    std::vector<std::string> names;
    for (const v1::LinkTest& link : reply.links())
        if (std::ranges::find(names, link.from()) == names.end()) names.push_back(link.from());
    Table table{{"from / to"}, {false}, {}};
    for (const std::string& name : names) {
        table.titles.push_back(printable(name));
        table.isNumeric.push_back(false);
    }
    for (const std::string& from : names) {
        std::vector<std::string> row = {printable(from)};
        for (const std::string& to : names) {
            const auto link = std::ranges::find_if(
                reply.links(), [&](const v1::LinkTest& one) { return one.from() == from && one.to() == to; });
            row.push_back(link == reply.links().end() ? "-" : cellText(*link));
        }
        table.rows.push_back(std::move(row));
    }
    return table.text();
}

}  // namespace

Json testsJson(const v1::TestNodesReply& reply) {
    Json tests = Json::array(), links = Json::array();
    for (const v1::NodeTest& test : reply.tests()) {
        Json json = {{"node", test.node()},
                     {"test", test.what()},
                     {"verdict", nameOf(test.verdict())},
                     {"message", test.message()}};
        if (!test.fix().empty()) json["fix"] = test.fix();
        tests.push_back(std::move(json));
    }
    for (const v1::LinkTest& link : reply.links()) links.push_back(linkJson(link));
    return {{"tests", std::move(tests)}, {"links", std::move(links)}};
}

std::string testsText(const v1::TestNodesReply& reply) {
    std::string text;
    for (const v1::NodeTest& test : reply.tests()) {
        text += fmt::format("{:<12} {:<10} {:<7} {}\n", printable(test.node()), test.what(),
                            nameOf(test.verdict()), printable(test.message()));
        if (!test.fix().empty()) text += fmt::format("{:<31} {}\n", "", printable(test.fix()));
    }
    if (reply.links().empty()) return text;
    text += '\n' + matrixText(reply) + linkFindings(reply);
    return text.ends_with('\n') ? text : text + '\n';
}

bool allPassed(const v1::TestNodesReply& reply) {
    const auto isFine = [](const auto& test) {
        return test.verdict() == v1::TEST_PASSED || test.verdict() == v1::TEST_WARNED;
    };
    return std::ranges::all_of(reply.tests(), isFine) && std::ranges::all_of(reply.links(), isFine);
}

}  // namespace trainyard::headless
