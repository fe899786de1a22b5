// SPDX-License-Identifier: Apache-2.0
#pragma once
// The tests of the window are one program, gui_tests: its main() makes and runs the test class of one file.
#include <QObject>
#include <QString>
#include <memory>
#include <string_view>
#include <vector>

#include "tests/support/temp_home.h"

namespace trainyard::testing {

/// A TempHome whose paths are QStrings.
class TempFolder : public TempHome {
  public:
    QString path() const { return QString::fromStdString(TempHome::path().string()); }
    QString filePath(const QString& name) const { return path() + QLatin1Char('/') + name; }
};

/// The test class of one file.
struct GuiTest {
    std::string_view file;
    bool usesWidgets;
    std::unique_ptr<QObject> (*make)();
};

/// Those of all files, in no particular order.
inline std::vector<GuiTest>& guiTests() {
    static std::vector<GuiTest> tests;
    return tests;
}

}  // namespace trainyard::testing

#define TY_REGISTER_GUI_TEST(Class, usesWidgets)                                                            \
    [[maybe_unused]] static const bool registered##Class = [] {                                             \
        trainyard::testing::guiTests().push_back({__FILE__, usesWidgets, []() -> std::unique_ptr<QObject> { \
                                                      return std::make_unique<Class>();                     \
                                                  }});                                                      \
        return true;                                                                                        \
    }()

/// At the end of a test's file: it runs with a QApplication.
#define TY_WIDGET_TEST(Class) TY_REGISTER_GUI_TEST(Class, true)
/// At the end of a test's file: it runs without widgets, as what it tests can.
#define TY_CORE_TEST(Class) TY_REGISTER_GUI_TEST(Class, false)
