// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHash>
#include <QObject>

#include "ui/bridge/agent_functions.h"

namespace trainyard::shell {

/// Tells the desktop (org.freedesktop.Notifications) when a run that was seen going has ended, unless the
/// window has the keyboard. Asked asynchronously; where there is no such service nothing happens. [gui]
class EndNotice : public QObject {
    Q_OBJECT
  public:
    using QObject::QObject;
    void take(const bridge::RunListChange& change);

  signals:
    /// What is told, also where no desktop hears it.
    void told(const QString& title, const QString& text);

  private:
    void tell(const QString& title, const QString& text);

    QHash<QString, bool> isGoing_;
};

}  // namespace trainyard::shell
