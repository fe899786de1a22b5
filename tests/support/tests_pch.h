// SPDX-License-Identifier: Apache-2.0
#pragma once
// What most tests include. Only third-party headers: a change to a Trainyard header recompiles only the files
// that include it.
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
