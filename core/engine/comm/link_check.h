// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>

namespace trainyard::engine {

/// One of the two ends of a real all-reduce between two machines, as their agents test a link (ADR 75).
/// `what`: "RANK,ADDRESS,PORT,TOKEN". Rank 0 opens the rendezvous on descriptor 3, which listens there. Rank
/// 1 prints the seconds of one all-reduce. Returns the exit code; the last line on stderr says why it failed.
int runAllReduce(const std::string& what, std::chrono::milliseconds within);

}  // namespace trainyard::engine
