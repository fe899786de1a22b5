// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

/// Trains one epoch on a CSV file, without a strategy or an agent; returns the mean of its steps' losses.
double lossOfAnEpoch(const std::string& csv);
