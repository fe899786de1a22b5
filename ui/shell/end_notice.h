// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHash>
#include <QObject>

#include "ui/bridge/agent_functions.h"

namespace trainyard::shell {

/// Notifies the desktop (org.freedesktop.Notifications) when a run that was seen running has ended, unless
/// the window has the focus. The call is asynchronous; without such a service nothing happens. [gui]
class EndNotice : public QObject {
    Q_OBJECT
  public:
    using QObject::QObject;
    void take(const bridge::RunListChange& change);

  signals:
    /// The notification, also emitted where no desktop receives it.
    void told(const QString& title, const QString& text);

  private:
    void notifyDesktop(const QString& title, const QString& text);

    QHash<QString, bool> isGoing_;
};

}  // namespace trainyard::shell
