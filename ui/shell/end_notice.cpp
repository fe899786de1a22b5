// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/end_notice.h"

#include <QApplication>
#include <QDBusConnection>
#include <QDBusMessage>

#include "ui/models/agent_words.h"
#include "ui/models/format.h"

namespace trainyard::shell {

void EndNotice::take(const bridge::RunListChange& change) {
    for (const bridge::RunRow& run : change.runs) {
        const bool wasGoing = isGoing_.value(run.id, false);
        isGoing_[run.id] = !bridge::hasEnded(run.state);
        if (!wasGoing || !bridge::hasEnded(run.state)) continue;
        const QString title = tr("%1: %2").arg(run.id, models::stateWord(run.state));
        notifyDesktop(title, run.failure.isEmpty() ? models::stepText(run.step, run.totalSteps)
                                                   : models::inReadersLanguage(run.failure));
    }
}

void EndNotice::notifyDesktop(const QString& title, const QString& text) {
    emit told(title, text);
    const bool isLookedAt = QApplication::activeWindow() != nullptr;
    if (isLookedAt || qEnvironmentVariableIsEmpty("DBUS_SESSION_BUS_ADDRESS")) return;
    QDBusMessage call = QDBusMessage::createMethodCall(
        QStringLiteral("org.freedesktop.Notifications"), QStringLiteral("/org/freedesktop/Notifications"),
        QStringLiteral("org.freedesktop.Notifications"), QStringLiteral("Notify"));
    call << QCoreApplication::applicationName() << 0U << QStringLiteral("trainyard") << title << text
         << QStringList()
         << QVariantMap{{QStringLiteral("desktop-entry"), QStringLiteral("org.trainyard.Trainyard")}} << -1;
    QDBusConnection::sessionBus().send(call);
}

}  // namespace trainyard::shell

#include "moc_end_notice.cpp"
