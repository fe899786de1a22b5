// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>

#include "core/store/run_store.h"
#include "tests/support/temp_home.h"

namespace trainyard::store {

/// A separate folder for each test, removed afterwards.
class StoreTest : public ::testing::Test {
  protected:
    StoreTest();
    ~StoreTest() override;

    /// Opens the folder's store; a test that cannot continue without it fails here.
    std::unique_ptr<RunStore> open() const;
    /// A run called `name`, and its id.
    std::string addRun(RunStore& store, const std::string& name = "fashion-mnist",
                       const std::string& requestId = "") const;

    TempHome tempHome;
    std::filesystem::path folder = tempHome.path();
    std::filesystem::path file;
};

/// Returns the value, or fails the test with the error's message and an exception that ends the test.
template <typename T>
T must(base::Result<T> result) {
    if (!result) throw std::runtime_error(result.error().describe());
    return std::move(*result);
}
inline void must(const base::Status& status) {
    if (!status) throw std::runtime_error(status.error().describe());
}

}  // namespace trainyard::store
