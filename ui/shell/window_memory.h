// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QMap>
#include <QString>
#include <QVariantMap>
#include <functional>
#include <utility>
#include <vector>

namespace trainyard::shell {

enum class ThemeChoice { kSystem, kLight, kDark };

/// Where the agent is.
struct AgentChoice {
    QString home;     ///< folder; empty: the usual one
    QString address;  ///< as --agent takes it; empty: the home's own agent
    friend bool operator==(const AgentChoice&, const AgentChoice&) = default;
};

/// What the choice of an agent has to know of the program.
struct AgentRules {
    std::function<QString(const AgentChoice&)> problemOf;  ///< why one cannot be; empty: it can
    QString usualHome;
    QString homeOfStart;     ///< TRAINYARD_HOME, which holds whatever was chosen
    QString addressOfStart;  ///< --agent, likewise
};

/// What the window remembers from one start to the next.
struct WindowMemory {
    QByteArray geometry;
    QString page;
    ThemeChoice theme = ThemeChoice::kSystem;
    QString language;  ///< "en", "ja", "zh_CN", "ko"; empty: as the system
    AgentChoice agent;
    bool wasSystemDark = false;  ///< what the system said last, good enough for the first frame
    QMap<QString, QVariantMap> pages;
};

/// The languages there are, each with its own name for itself; first, and empty, that of the system.
std::vector<std::pair<QString, QString>> languageNames();
/// The file it is kept in: window.ini in TRAINYARD_HOME where that is set, else in the user's configuration
/// folder.
QString memoryFile();
/// Both touch the disk: not for the GUI thread. An unreadable file is as none. [any but gui]
WindowMemory loadMemory(const QString& file);
void saveMemory(const QString& file, const WindowMemory& memory);

}  // namespace trainyard::shell
