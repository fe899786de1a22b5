// SPDX-License-Identifier: Apache-2.0
#include "app/desktop/window_program.h"

#include <QApplication>
#include <QFileInfo>
#include <QFont>
#include <QIcon>
#include <QLibraryInfo>
#include <QThreadPool>
#include <QTranslator>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <future>
#include <memory>
#include <utility>

#include "app/desktop/agent_questions.h"
#include "core/client/remote/ssh_agent.h"
#include "ui/bridge/agent_bridge.h"
#include "ui/bridge/client_functions.h"
#include "ui/shell/main_window.h"
#include "ui/widgets/theme.h"

// A static resource set is available only after it has been initialised by name, outside any namespace.
static void initTranslations() {
    Q_INIT_RESOURCE(translations);
}

namespace trainyard::desktop {
namespace {

constexpr std::chrono::seconds kFarewell{2};
constexpr int kRenew = -1;  // the event loop's result when the window is to be rebuilt

QString aboutText() {
    return QApplication::translate(
               "About",
               "<h3>Trainyard %1</h3><p>A desktop workbench for distributed training.</p>"
               "<p>Trainyard is under the Apache License 2.0. It uses Qt under the GNU Lesser General "
               "Public License, version 3. It comes without any warranty.</p>")
        .arg(QStringLiteral(TRAINYARD_VERSION));
}

/// The contract's exit code for something unreachable: here the display.
constexpr int kUnreachableExit = 5;

/// While Qt looks for a display: replaces its cryptic message and the abort that follows with a clear
/// sentence and an exit code.
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

/// The catalogues of the current language: Trainyard's, and Qt's own for its dialogs.
class Translations {
  public:
    explicit Translations(QApplication& application)
        : application_(application), font_(QApplication::font()) {
        initTranslations();
    }
    /// "ja", "zh_CN" …; empty: the system's. Applies to everything drawn from now on.
    void use(const QString& language) {
        QLocale::setDefault(language.isEmpty() ? QLocale::system() : QLocale(language));
        for (QTranslator* translator : installed_) delete translator;  // which also removes it
        installed_.clear();
        add(QStringLiteral("qtbase"), QLibraryInfo::path(QLibraryInfo::TranslationsPath));
        add(QStringLiteral("trainyard"), QStringLiteral(":/i18n"));
        QApplication::setFont(widgets::textFont(font_, QLocale()));
    }

  private:
    void add(const QString& name, const QString& folder) {
        auto* translator = new QTranslator(&application_);
        installed_ << translator;
        if (translator->load(QLocale(), name, QStringLiteral("_"), folder))
            QApplication::installTranslator(translator);
    }
    QApplication& application_;
    const QFont font_;  ///< the system's
    QList<QTranslator*> installed_;
};

/// Where the agent is: the command line and the environment take precedence over what an earlier window
/// chose.
base::Result<client::Endpoint> endpointOf(const CommandLine& line, const shell::AgentChoice& chosen,
                                          AgentQuestions& questions) {
    const std::string address = line.agent.empty() ? chosen.address.toStdString() : line.agent;
    if (!address.empty()) return client::endpointOf(address, questions.optionsFor(address));
    if (chosen.home.isEmpty() || qEnvironmentVariableIsSet("TRAINYARD_HOME"))
        return client::Endpoint::parse({});
    const base::Home home(chosen.home.toStdString());
    return client::Endpoint{home.agentSocket(), home, true};
}

/// An invalid endpoint is treated as an unreachable agent: the window reports it and where to fix it.
bridge::AgentFunctions functionsOf(const base::Result<client::Endpoint>& endpoint) {
    if (endpoint) return bridge::clientFunctions(*endpoint);
    bridge::AgentFunctions functions = bridge::clientFunctions({});
    functions.connect =
        [message = QString::fromStdString(endpoint.error().describe())]() -> bridge::Outcome<QString> {
        return std::unexpected(bridge::Failure{message, "usage.agent"});
    };
    return functions;
}

shell::AgentRules rulesOf(const CommandLine& line) {
    const auto usual = base::Home::fromEnvironment();
    return {.problemOf =
                [](const shell::AgentChoice& choice) {
                    const auto endpoint = client::endpointOf(choice.address.toStdString());
                    return endpoint ? QString() : QString::fromStdString(endpoint.error().message);
                },
            .usualHome = usual ? QString::fromStdString(usual->root().string()) : QString(),
            .homeOfStart = qEnvironmentVariable("TRAINYARD_HOME"),
            .addressOfStart = QString::fromStdString(line.agent)};
}

}  // namespace

int runWindow(int argc, char** argv, CommandLine line) {
    const auto given = client::endpointOf(line.agent);
    if (!given) {
        std::fprintf(stderr, "trainyard: %s\n", given.error().describe().c_str());
        return base::exitCode(given.error().code);
    }
    const QString memoryFile = shell::memoryFile();
    // The disk is read in parallel with Qt's start and written off the GUI thread, one writer at a time.
    auto read = std::async(std::launch::async, [memoryFile] { return shell::loadMemory(memoryFile); });

    const QtMessageHandler usual = qInstallMessageHandler(sayNoDisplay);
    QApplication application(argc, argv);
    qInstallMessageHandler(usual);
    QApplication::setApplicationName(QStringLiteral("trainyard"));
    QApplication::setApplicationVersion(QStringLiteral(TRAINYARD_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("org.trainyard.Trainyard"));
    QApplication::setQuitOnLastWindowClosed(false);  // rebuilding the window must not quit
    Translations translations(application);
    QThreadPool writer;
    writer.setMaxThreadCount(1);
    const auto store = [&](const shell::WindowMemory& memory) {
        writer.start([memoryFile, memory] { shell::saveMemory(memoryFile, memory); });
    };

    shell::WindowMemory memory = read.get();
    QString first =
        line.runFile.empty() ? QString() : QFileInfo(QString::fromStdString(line.runFile)).absoluteFilePath();
    bool hasLeft = true;  // every thread of every bridge
    int code = EXIT_SUCCESS;
    do {
        translations.use(memory.language);
        const auto questions = std::make_shared<AgentQuestions>();
        auto bridge =
            std::make_unique<bridge::AgentBridge>(functionsOf(endpointOf(line, memory.agent, *questions)));
        {
            shell::MainWindow window(*bridge, pages::allPages(), memory, aboutText());
            window.setAgentRules(rulesOf(line));
            questions->setWindow(&window);
            QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/trainyard.svg")));
            if (!first.isEmpty()) window.openPage(QStringLiteral("new_run"), std::exchange(first, {}));
            QObject::connect(&window, &shell::MainWindow::memoryChanged, &window,
                             [&] { store(window.memory()); });
            QObject::connect(&window, &shell::MainWindow::agentChosen, &window, [&] { line.agent.clear(); });
            const auto leave = [&](int with) {
                memory = window.memory();
                QApplication::exit(with);
            };
            QObject::connect(&window, &shell::MainWindow::closed, &window, [&] { leave(EXIT_SUCCESS); });
            // Deferred: one of the window's own controls leads here.
            QObject::connect(
                &window, &shell::MainWindow::renewalWanted, &window, [&] { leave(kRenew); },
                Qt::QueuedConnection);
            window.show();
            bridge->start();
            code = QApplication::exec();
        }
        if (!bridge->shutDown(kFarewell)) {
            // A call that the agent does not answer cannot be cancelled; its thread must not run into
            // destructors.
            hasLeft = false;
            static_cast<void>(bridge.release());
        }
    } while (code == kRenew);
    store(memory);
    writer.waitForDone();
    if (!hasLeft) {
        std::fflush(nullptr);
        std::_Exit(code);
    }
    return code;
}

}  // namespace trainyard::desktop
