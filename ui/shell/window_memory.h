// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QMap>
#include <QString>
#include <QVariantMap>

namespace trainyard::shell {

enum class ThemeChoice { kSystem, kLight, kDark };

/// What the window remembers from one start to the next.
struct WindowMemory {
    QByteArray geometry;
    QString page;
    ThemeChoice theme = ThemeChoice::kSystem;
    bool wasSystemDark = false;  ///< what the system said last, good enough for the first frame
    QMap<QString, QVariantMap> pages;
};

/// The file it is kept in: window.ini in TRAINYARD_HOME where that is set, else in the user's configuration
/// folder.
QString memoryFile();
/// Both touch the disk: not for the GUI thread. An unreadable file is as none. [any but gui]
WindowMemory loadMemory(const QString& file);
void saveMemory(const QString& file, const WindowMemory& memory);

}  // namespace trainyard::shell
