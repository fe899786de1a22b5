// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <array>
#include <vector>

#include "ui/bridge/cluster_values.h"
#include "ui/models/node_load.h"

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace trainyard::widgets {
class Chart;
}

namespace trainyard::pages {

class GpuPart;
class UsageBar;

/// One machine: its state, its hardware and its load. Another machine takes the focus; Return checks it, and
/// Delete removes it. [gui]
class NodeCard : public QWidget {
    Q_OBJECT
  public:
    static constexpr int kWidth = 420;
    explicit NodeCard(QWidget* parent = nullptr);
    /// `time`: when the machine was like this, in seconds since 1970.
    void show(const bridge::NodeRow& node, double time);
    /// One machine is set up at a time.
    void setCanPrepare(bool can);

  signals:
    void checkRequested(const QString& node);
    void connectRequested(const QString& node);  ///< in place of a check: ssh asks something
    void prepareRequested(const QString& node);
    void removeRequested(const QString& node);

  protected:
    void keyPressEvent(QKeyEvent* event) override;

  private:
    void makeActions();
    void check();
    void showState(const bridge::NodeRow& node);
    void showPreparation(const bridge::NodeRow& node, double time);
    void showUsage(const bridge::NodeRow& node);
    void showHistory(const bridge::NodeRow& node, double time);
    void showGpus(const bridge::NodeRow& node);

    QLabel* name_ = nullptr;
    QLabel* host_ = nullptr;
    QLabel* state_ = nullptr;
    QLabel* reason_ = nullptr;
    QLabel* machine_ = nullptr;
    QLabel* prepared_ = nullptr;
    QLabel* age_ = nullptr;
    UsageBar* load_ = nullptr;
    UsageBar* memory_ = nullptr;
    UsageBar* disk_ = nullptr;
    models::NodeLoad history_;
    QString node_;                             ///< whose history that is
    std::array<widgets::Chart*, 2> charts_{};  ///< of the load and of the memory
    QLabel* gpuCount_ = nullptr;
    QVBoxLayout* gpuList_ = nullptr;
    std::vector<GpuPart*> gpus_;
    QWidget* actions_ = nullptr;
    QPushButton* check_ = nullptr;  ///< or answers
    QPushButton* prepare_ = nullptr;
    QPushButton* remove_ = nullptr;
    bool canPrepare_ = true;
    bool asks_ = false;
};

}  // namespace trainyard::pages
