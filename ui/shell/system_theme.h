// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDBusVariant>
#include <QObject>

namespace trainyard::shell {

/// Whether the desktop wants dark windows, by the XDG settings portal (org.freedesktop.portal.Settings,
/// "color-scheme", 1: dark), now and as it changes. The call is asynchronous; without a portal nothing is
/// ever reported. [gui]
class SystemTheme : public QObject {
    Q_OBJECT
  public:
    using QObject::QObject;
    void watch();

  signals:
    void darkChanged(bool isDark);

  private slots:
    void onSettingChanged(const QString& group, const QString& key, const QDBusVariant& value);
};

}  // namespace trainyard::shell
