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

/// What is said of `links`, which is the same of each.
QString textOfLinks(const std::vector<TestPlace>& links, const bridge::Sentence& message) {
    constexpr std::size_t kMostNamed = 4;
    const std::size_t named = links.size() > kMostNamed ? kMostNamed - 1 : links.size();
    QStringList names;
    for (std::size_t i = 0; i < named; ++i)
        names << QCoreApplication::translate("NodeFindings", "%1 to %2").arg(links[i].from, links[i].to);
    const QString where = names.join(QStringLiteral(", "));
    if (named == links.size()) return textOf(where, message);
    return textOf(
        QCoreApplication::translate("NodeFindings", "%1 and %2 more").arg(where).arg(links.size() - named),
        message);
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
    // Of links that say the same, which is often what one busy machine does to all of its links.
    struct Said {
        TestVerdict verdict;
        bridge::Sentence message, fix;
        std::vector<TestPlace> links;
    };
    std::vector<Said> said;
    for (const bridge::LinkTest& link : tests.links) {
        if (link.verdict != TestVerdict::kFailed && link.verdict != TestVerdict::kWarned) continue;
        auto same = std::ranges::find_if(said, [&](const Said& other) {
            return other.verdict == link.verdict && other.message == link.message && other.fix == link.fix;
        });
        if (same == said.end()) same = said.insert(same, Said{link.verdict, link.message, link.fix, {}});
        same->links.push_back({link.from, link.to, {}});
    }
    for (const Said& one : said)
        findings.push_back({one.verdict,
                            one.links.front(),
                            textOfLinks(one.links, one.message),
                            inReadersLanguage(one.fix),
                            NodeRemedy::kNone,
                            {one.links.begin() + 1, one.links.end()}});
    return findings;
}

std::optional<std::size_t> findingFor(const std::vector<NodeFinding>& findings, const TestPlace& place) {
    const auto its = std::ranges::find_if(findings, [&](const NodeFinding& finding) {
        return finding.place == place || std::ranges::find(finding.alike, place) != finding.alike.end();
    });
    if (its != findings.end()) return static_cast<std::size_t>(its - findings.begin());
    if (place.to.isEmpty()) return std::nullopt;
    const auto unconnected = std::ranges::find_if(findings, [&](const NodeFinding& finding) {
        const TestPlace& other = finding.place;
        return other.what == kConnection && (other.from == place.from || other.from == place.to);
    });
    if (unconnected == findings.end()) return std::nullopt;
    return static_cast<std::size_t>(unconnected - findings.begin());
}

}  // namespace trainyard::models
