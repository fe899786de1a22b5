// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "app/desktop/command_line.h"
#include "tests/gui/gui_test.h"

using trainyard::desktop::CommandLine;
using trainyard::desktop::parseCommandLine;

class CommandLineTest : public QObject {
    Q_OBJECT
  private slots:
    void headlessTakesTheRestAsItIs() {
        const auto line = parseCommandLine({"--headless", "run", "a.yaml", "--json"});
        QCOMPARE(line.what, CommandLine::What::kHeadless);
        QCOMPARE(line.rest, (std::vector<std::string>{"run", "a.yaml", "--json"}));
    }
    void aRunFileAndAnAgentOpenTheWindow() {
        const auto line = parseCommandLine({"--agent", "unix:/tmp/a.sock", "run.yaml"});
        QCOMPARE(line.what, CommandLine::What::kWindow);
        QCOMPARE(line.agent, std::string("unix:/tmp/a.sock"));
        QCOMPARE(line.runFile, std::string("run.yaml"));
    }
    void aFileMayLookLikeAnOption() {
        QCOMPARE(parseCommandLine({"--", "--odd.yaml"}).runFile, std::string("--odd.yaml"));
    }
    void whatIsUnknownIsRefused() {
        for (const auto& arguments : {std::vector<std::string>{"--screenshot"},
                                      {"a.yaml", "b.yaml"},
                                      {"--agent"},
                                      {"--agent", ""},
                                      {"--agent="},
                                      {"run.yaml", "--headless"}}) {
            const auto line = parseCommandLine(arguments);
            QCOMPARE(line.what, CommandLine::What::kUsageError);
            QVERIFY(line.text.starts_with("trainyard: "));
        }
    }
    void helpAndVersionArePrinted() {
        QCOMPARE(parseCommandLine({"--version"}).text, std::string("trainyard " TRAINYARD_VERSION "\n"));
        QVERIFY(parseCommandLine({"--help"}).text.starts_with("Usage: trainyard"));
    }
};

TY_CORE_TEST(CommandLineTest);
#include "tst_command_line.moc"
