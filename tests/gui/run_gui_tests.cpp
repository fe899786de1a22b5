// SPDX-License-Identifier: Apache-2.0
// The main() of gui_tests: --source=FILE runs the tests of one file, so that each file is a ctest entry and a
// process of its own. What follows are Qt Test's options.
#include <QApplication>
#include <QLocale>
#include <QTest>
#include <algorithm>
#include <cstdio>
#include <string>

#include "tests/gui/gui_test.h"

using trainyard::testing::GuiTest;
using trainyard::testing::guiTests;

namespace {

/// Says on the terminal why nothing was run, and which files there are.
int refuse(const std::string& reason) {
    std::fprintf(stderr, "%s; its files:\n", reason.c_str());
    for (const GuiTest& test : guiTests())
        std::fprintf(stderr, "  %s\n", std::string(test.file.substr(test.file.rfind('/') + 1)).c_str());
    return 2;
}

}  // namespace

int main(int argc, char** argv) {
    constexpr std::string_view option = "--source=";
    if (argc < 2 || !std::string_view(argv[1]).starts_with(option))
        return refuse("usage: " + std::string(argv[0]) + " --source=FILE [Qt Test's options]");
    const std::string file(std::string_view(argv[1]).substr(option.size()));
    const auto test = std::ranges::find_if(
        guiTests(), [end = "/" + file](const GuiTest& each) { return each.file.ends_with(end); });
    if (test == guiTests().end()) return refuse("no test of this program is defined in " + file);

    std::vector<char*> others(argv, argv + argc + 1);  // with the null pointer at its end
    others.erase(others.begin() + 1);
    int count = argc - 1;
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    std::unique_ptr<QCoreApplication> application;
    if (test->usesWidgets)
        application = std::make_unique<QApplication>(count, others.data());
    else
        application = std::make_unique<QCoreApplication>(count, others.data());
    const std::unique_ptr<QObject> tests = test->make();
    return QTest::qExec(tests.get(), count, others.data());
}
