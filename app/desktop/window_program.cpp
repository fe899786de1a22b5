// SPDX-License-Identifier: Apache-2.0
#include "app/desktop/window_program.h"

#include <QApplication>
#include <QFileInfo>
#include <QIcon>
#include <QTranslator>
#include <chrono>
#include <cstdio>
#include <future>

#include "ui/bridge/agent_bridge.h"
#include "ui/bridge/client_functions.h"
#include "ui/shell/main_window.h"

// A static resource set is there only once it is asked for by name, outside any namespace.
static void initTranslations() {
    Q_INIT_RESOURCE(translations);
}

namespace trainyard::desktop {
namespace {

constexpr std::chrono::seconds kFarewell{2};

QString aboutText() {
    return QApplication::translate(
               "About",
               "<h3>Trainyard %1</h3><p>A desktop workbench for distributed training.</p>"
               "<p>Trainyard's sources are under the Apache License 2.0. This window uses Qt Charts "
               "and is, as a program, under the terms of the GNU General Public License, version 3. "
               "It comes without any warranty.</p>")
        .arg(QStringLiteral(TRAINYARD_VERSION));
}

/// Each catalogue of the user's languages that we have: ours, and Qt's own for its dialogs.
void installTranslations(QApplication& application) {
    initTranslations();
    auto* ours = new QTranslator(&application);
    if (ours->load(QLocale(), QStringLiteral("trainyard"), QStringLiteral("_"), QStringLiteral(":/i18n")))
        QApplication::installTranslator(ours);
}

}  // namespace

int runWindow(int argc, char** argv, const CommandLine& line) {
    auto endpoint = client::Endpoint::parse(line.agent);
    if (!endpoint) {
        std::fprintf(stderr, "trainyard: %s\n", endpoint.error().describe().c_str());
        return base::exitCode(endpoint.error().code);
    }
    const QString memoryFile = shell::memoryFile();
    // The disk is read beside the start of Qt, and written after the window has gone: never on the GUI
    // thread.
    auto memory = std::async(std::launch::async, [memoryFile] { return shell::loadMemory(memoryFile); });

    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("trainyard"));
    QApplication::setApplicationVersion(QStringLiteral(TRAINYARD_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("org.trainyard.Trainyard"));
    installTranslations(application);
    bridge::AgentBridge bridge(bridge::clientFunctions(std::move(*endpoint)));
    shell::WindowMemory kept;
    int code = EXIT_SUCCESS;
    {
        shell::MainWindow window(bridge, pages::allPages(), memory.get(), aboutText());
        QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/trainyard.svg")));
        if (!line.runFile.empty())
            window.openPage(QStringLiteral("new_run"),
                            QFileInfo(QString::fromStdString(line.runFile)).absoluteFilePath());
        QObject::connect(&window, &shell::MainWindow::closed, &window, [&] { kept = window.memory(); });
        window.show();
        bridge.start();
        code = QApplication::exec();
    }
    shell::saveMemory(memoryFile, kept);
    if (!bridge.shutDown(kFarewell)) {
        // A call the agent does not answer cannot be cancelled; its thread must not meet our destructors.
        std::fflush(nullptr);
        std::_Exit(code);
    }
    return code;
}

}  // namespace trainyard::desktop
