// SPDX-License-Identifier: Apache-2.0
#pragma once
// What most tests include. Only headers of others: a change of ours compiles only what includes it.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>
