// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

/// Trains one epoch on a CSV file, under no strategy and without an agent; the mean of its steps' losses.
double lossOfAnEpoch(const std::string& csv);
