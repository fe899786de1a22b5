// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QMap>
#include <QString>
#include <QStringList>
#include <QVariantMap>
#include <functional>
#include <utility>
#include <vector>

namespace trainyard::shell {

enum class ThemeChoice { kSystem, kLight, kDark };

/// Where the agent is.
struct AgentChoice {
    QString home;     ///< folder; empty: the default one
    QString address;  ///< as --agent takes it; empty: the home's own agent
    friend bool operator==(const AgentChoice&, const AgentChoice&) = default;
};

/// Puts the address of `choice` before the others; one of this machine's home has none.
void remember(const AgentChoice& choice, QStringList& agents);

/// What the agent dialog needs from the program.
struct AgentRules {
    std::function<QString(const AgentChoice&)> problemOf;  ///< why a choice is invalid; empty: it is valid
    QString usualHome;
    QString homeOfStart;     ///< TRAINYARD_HOME, which overrides the choice
    QString addressOfStart;  ///< --agent, likewise
};

/// What the window remembers between sessions.
struct WindowMemory {
    QByteArray geometry;
    QString page;
    ThemeChoice theme = ThemeChoice::kSystem;
    QString language;  ///< "en", "ja", "zh_CN", "ko"; empty: the system's
    AgentChoice agent;
    QStringList agents;          ///< addresses that were connected to, the last one first
    bool wasSystemDark = false;  ///< the system's last reported theme, good enough for the first frame
    QMap<QString, QVariantMap> pages;
};

/// The available languages, each with its native name; the first entry, empty, is the system's language.
std::vector<std::pair<QString, QString>> languageNames();
/// The file that stores it: window.ini in TRAINYARD_HOME if that is set, otherwise in the user's
/// configuration folder.
QString memoryFile();
/// Both access the disk, so never call them on the GUI thread. An unreadable file counts as missing. [any but
/// gui]
WindowMemory loadMemory(const QString& file);
void saveMemory(const QString& file, const WindowMemory& memory);

}  // namespace trainyard::shell
