// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <cstddef>
#include <optional>
#include <vector>

#include "ui/bridge/cluster_values.h"

namespace trainyard::models {

/// What the window can do about a finding.
enum class NodeRemedy { kNone, kReconnect, kPrepare };

/// A test of a node (`to` is empty) or of a link (`what` is).
struct TestPlace {
    QString from, to;
    QString what;  ///< as bridge::NodeTest::what
    bool operator==(const TestPlace&) const = default;
};

/// A thing to fix at a node, or at a link between two, in the reader's language.
struct NodeFinding {
    bridge::TestVerdict verdict = bridge::TestVerdict::kPassed;
    TestPlace place;
    QString text;  ///< where, and what
    QString fix;   ///< what to do; may be empty
    NodeRemedy remedy = NodeRemedy::kNone;
    std::vector<TestPlace> alike = {};  ///< other links of which the same is said
};

/// Each cause once: links of which the same is said are one finding, and the links of a node that is not
/// connected are not among them.
std::vector<NodeFinding> findingsOf(const bridge::NodeTests& tests);
/// Which of them is about that test: where a link was not tested, the one about the node that is not
/// connected.
std::optional<std::size_t> findingFor(const std::vector<NodeFinding>& findings, const TestPlace& place);

}  // namespace trainyard::models
