// SPDX-License-Identifier: Apache-2.0
// The main() of a program of many test files: --source=FILE runs the tests of one, so that each file is a
// ctest entry and a process of its own. Unlike GoogleTest's own main(), it fails when it has run no test.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <string>
#include <string_view>

namespace {

/// A --gtest_filter of the tests that are defined in this file; empty if none are.
std::string testsOf(std::string_view file) {
    const std::string end = "/" + std::string(file);
    std::string filter;
    const testing::UnitTest& all = *testing::UnitTest::GetInstance();
    for (int i = 0; i < all.total_test_suite_count(); ++i) {
        const testing::TestSuite& suite = *all.GetTestSuite(i);
        for (int j = 0; j < suite.total_test_count(); ++j) {
            const testing::TestInfo& test = *suite.GetTestInfo(j);
            if (std::string_view(test.file()).ends_with(end))
                filter += std::string(filter.empty() ? "" : ":") + suite.name() + "." + test.name();
        }
    }
    return filter;
}

/// Says on the terminal why nothing was run.
int refuse(const std::string& reason) {
    std::fprintf(stderr, "%s\n", reason.c_str());
    return 2;
}

}  // namespace

int main(int argc, char** argv) {
    testing::InitGoogleMock(&argc, argv);
    constexpr std::string_view option = "--source=";
    if (argc > 2 || (argc == 2 && !std::string_view(argv[1]).starts_with(option)))
        return refuse("usage: " + std::string(argv[0]) + " [--source=FILE | GoogleTest's options]");
    if (argc == 2) {
        const std::string file(std::string_view(argv[1]).substr(option.size()));
        const std::string filter = testsOf(file);
        if (filter.empty()) return refuse("no test of this program is defined in " + file);
        if (GTEST_FLAG_GET(filter) != "*")
            return refuse("--source selects the tests; leave out the filter " + GTEST_FLAG_GET(filter));
        GTEST_FLAG_SET(filter, filter);
    }
    const int status = RUN_ALL_TESTS();
    const bool listed = GTEST_FLAG_GET(list_tests);
    if (!listed && testing::UnitTest::GetInstance()->test_to_run_count() == 0)
        return refuse("no test matches " + GTEST_FLAG_GET(filter));
    return status;
}
