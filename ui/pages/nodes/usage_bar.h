// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QLabel;
class QProgressBar;

namespace trainyard::pages {

/// How much of something is in use: its title, a text, and a bar under both. [gui]
class UsageBar : public QWidget {
    Q_OBJECT
  public:
    /// What a full bar means: a shortage, or normal activity.
    enum class Full { kWarns, kIsFine };
    UsageBar(const QString& title, Full full, QWidget* parent = nullptr);

    /// `part`: clamped to 0…1.
    void set(double part, const QString& text);
    /// The object name of the text, to find it by.
    void setTextName(const QString& objectName);
    void setAccessibleTitle(const QString& title);

  private:
    const Full full_;
    QLabel* text_ = nullptr;
    QProgressBar* bar_ = nullptr;
};

}  // namespace trainyard::pages
