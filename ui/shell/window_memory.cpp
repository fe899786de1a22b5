// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/window_memory.h"

#include <QSettings>
#include <QStandardPaths>

namespace trainyard::shell {

std::vector<std::pair<QString, QString>> languageNames() {
    return {{QString(), QString()},
            {QStringLiteral("en"), QStringLiteral("English")},
            {QStringLiteral("ja"), QStringLiteral("日本語")},
            {QStringLiteral("zh_CN"), QStringLiteral("简体中文")},
            {QStringLiteral("ko"), QStringLiteral("한국어")}};
}

void remember(const AgentChoice& choice, QStringList& agents) {
    constexpr int kMost = 8;
    if (choice.address.isEmpty()) return;
    agents.removeAll(choice.address);
    agents.prepend(choice.address);
    while (agents.size() > kMost) agents.removeLast();
}

QString memoryFile() {
    const QString home = qEnvironmentVariable("TRAINYARD_HOME");
    if (!home.isEmpty()) return home + QStringLiteral("/window.ini");
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) +
           QStringLiteral("/trainyard/window.ini");
}

WindowMemory loadMemory(const QString& file) {
    const QSettings settings(file, QSettings::IniFormat);
    WindowMemory memory;
    memory.geometry = settings.value("window/geometry").toByteArray();
    memory.page = settings.value("window/page").toString();
    const QString theme = settings.value("window/theme").toString();
    if (theme == QLatin1String("light")) memory.theme = ThemeChoice::kLight;
    if (theme == QLatin1String("dark")) memory.theme = ThemeChoice::kDark;
    memory.language = settings.value("window/language").toString();
    memory.agent.home = settings.value("agent/home").toString();
    memory.agent.address = settings.value("agent/address").toString();
    memory.agents = settings.value("agent/addresses").toStringList();
    memory.wasSystemDark = settings.value("window/system_dark").toBool();
    const QVariantMap pages = settings.value("window/pages").toMap();
    for (auto it = pages.cbegin(); it != pages.cend(); ++it)
        memory.pages.insert(it.key(), it.value().toMap());
    return memory;
}

void saveMemory(const QString& file, const WindowMemory& memory) {
    QSettings settings(file, QSettings::IniFormat);
    settings.setValue("window/geometry", memory.geometry);
    settings.setValue("window/page", memory.page);
    const char* theme = memory.theme == ThemeChoice::kLight  ? "light"
                        : memory.theme == ThemeChoice::kDark ? "dark"
                                                             : "system";
    settings.setValue("window/theme", QString::fromLatin1(theme));
    settings.setValue("window/language", memory.language);
    settings.setValue("agent/home", memory.agent.home);
    settings.setValue("agent/address", memory.agent.address);
    settings.setValue("agent/addresses", memory.agents);
    settings.setValue("window/system_dark", memory.wasSystemDark);
    QVariantMap pages;
    for (auto it = memory.pages.cbegin(); it != memory.pages.cend(); ++it) pages.insert(it.key(), it.value());
    settings.setValue("window/pages", pages);
}

}  // namespace trainyard::shell
