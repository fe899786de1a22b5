// SPDX-License-Identifier: Apache-2.0
#include "ui/models/node_findings.h"

#include <QCoreApplication>
#include <algorithm>

#include "ui/models/agent_words.h"

namespace trainyard::models {
namespace {

using bridge::TestVerdict;

constexpr QLatin1String kConnection("connection");

QString textOf(const QString& where, const bridge::Sentence& message) {
    return QStringLiteral("%1: %2").arg(where, inReadersLanguage(message));
}

NodeRemedy remedyOf(const bridge::NodeTest& test) {
    if (test.node == QLatin1String("local")) return NodeRemedy::kNone;
    if (test.what == kConnection) return NodeRemedy::kReconnect;
    if (test.what == QLatin1String("libtorch") || test.what == QLatin1String("version"))
        return NodeRemedy::kPrepare;
    return NodeRemedy::kNone;
}

}  // namespace

std::vector<NodeFinding> findingsOf(const bridge::NodeTests& tests) {
    std::vector<NodeFinding> findings;
    for (const bridge::NodeTest& test : tests.nodes)
        if (test.verdict != TestVerdict::kPassed)
            findings.push_back({test.verdict,
                                {test.node, {}, test.what},
                                textOf(test.node, test.message),
                                inReadersLanguage(test.fix),
                                remedyOf(test)});
    for (const bridge::LinkTest& link : tests.links) {
        if (link.verdict != TestVerdict::kFailed && link.verdict != TestVerdict::kWarned) continue;
        const QString where = QCoreApplication::translate("NodeFindings", "%1 to %2").arg(link.from, link.to);
        findings.push_back({link.verdict,
                            {link.from, link.to, {}},
                            textOf(where, link.message),
                            inReadersLanguage(link.fix)});
    }
    return findings;
}

std::optional<std::size_t> findingFor(const std::vector<NodeFinding>& findings, const TestPlace& place) {
    const auto at = [&](const auto& fits) -> std::optional<std::size_t> {
        const auto found = std::ranges::find_if(findings, fits, &NodeFinding::place);
        if (found == findings.end()) return std::nullopt;
        return static_cast<std::size_t>(found - findings.begin());
    };
    if (const auto its = at([&](const TestPlace& other) { return other == place; })) return its;
    if (place.to.isEmpty()) return std::nullopt;
    return at([&](const TestPlace& other) {
        return other.what == kConnection && (other.from == place.from || other.from == place.to);
    });
}

}  // namespace trainyard::models
