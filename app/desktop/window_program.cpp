// SPDX-License-Identifier: Apache-2.0
#include "app/desktop/window_program.h"

#include <QApplication>
#include <QFileInfo>
#include <QIcon>
#include <QLibraryInfo>
#include <QTranslator>
#include <chrono>
#include <cstdio>
#include <cstdlib>
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
               "<p>Trainyard is under the Apache License 2.0. It uses Qt under the GNU Lesser General "
               "Public License, version 3. It comes without any warranty.</p>")
        .arg(QStringLiteral(TRAINYARD_VERSION));
}

/// Exit code of what cannot be reached, as in the contract: here the display.
constexpr int kUnreachableExit = 5;

/// While Qt looks for a display: its complaint, of which a person can make little, and the abort after it
/// become a sentence and an exit code.
void sayNoDisplay(QtMsgType type, const QMessageLogContext&, const QString& message) {
    if (type != QtFatalMsg) return;
    std::fprintf(stderr,
                 "trainyard: no display can be opened (DISPLAY=%s, WAYLAND_DISPLAY=%s). Start it in a "
                 "desktop session, or work "
                 "without a window: trainyard --headless --help\n",
                 qgetenv("DISPLAY").constData(), qgetenv("WAYLAND_DISPLAY").constData());
    if (!message.contains(QStringLiteral("platform plugin")))
        std::fprintf(stderr, "%s\n", qPrintable(message));
    std::fflush(nullptr);
    std::_Exit(kUnreachableExit);
}

/// Each catalogue of the user's languages that we have: ours, and Qt's own for its dialogs.
void installTranslations(QApplication& application) {
    initTranslations();
    auto* ours = new QTranslator(&application);
    auto* qts = new QTranslator(&application);
    if (qts->load(QLocale(), QStringLiteral("qtbase"), QStringLiteral("_"),
                  QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QApplication::installTranslator(qts);
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

    const QtMessageHandler usual = qInstallMessageHandler(sayNoDisplay);
    QApplication application(argc, argv);
    qInstallMessageHandler(usual);
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
