// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "fake_agent.h"
#include "program.h"
#include "tests/support/temp_home.h"

namespace trainyard::testing {

/// A scripted agent with one run, demo-1, a run file that starts it, and the program to drive.
class HeadlessTest : public ::testing::Test {
  protected:
    HeadlessTest();
    ~HeadlessTest() override;

    /// The program with --agent pointing at the fake.
    Program start(std::vector<std::string> args, Program::Stdout kind = Program::Stdout::kPipe) const;
    /// The same, to its end.
    Program finished(std::vector<std::string> args, int expectedExit) const;

    // Events of demo-1, at 1,700,000,000 s and each 0.5 s later than the one before.
    void publish(v1::RunEvent event);
    void publishStart();                               ///< status, started with two tasks, attempt 1
    void publishStep(std::int64_t step, double loss);  ///< of 4 an epoch
    void publishEpoch(int epoch, double loss);
    void publishFinish(v1::RunStatus status);

    TempHome tempHome;
    const std::filesystem::path& folder = tempHome.path();
    std::filesystem::path runFile;
    std::unique_ptr<FakeAgent> agent;
    std::vector<std::string> environment;  ///< on top of the test's own

  private:
    double time_ = 1700000000;
};

std::vector<nlohmann::json> parseLines(const std::vector<std::string>& lines);

}  // namespace trainyard::testing
