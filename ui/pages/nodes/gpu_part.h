// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/bridge/cluster_values.h"
#include "ui/pages/nodes/usage_bar.h"

namespace trainyard::pages {

/// One GPU on the card of its machine: its utilization and free memory, or why it cannot be read. [gui]
class GpuPart : public QWidget {
    Q_OBJECT
  public:
    explicit GpuPart(QWidget* parent = nullptr);
    void show(const QString& node, const bridge::GpuRow& gpu);

  private:
    QLabel* title_ = nullptr;
    QLabel* name_ = nullptr;
    QLabel* error_ = nullptr;
    UsageBar* used_ = nullptr;
    UsageBar* memory_ = nullptr;
};

}  // namespace trainyard::pages
