// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTimer>
#include <QWidget>
#include <memory>

#include "ui/bridge/agent_functions.h"

class QLabel;
class QLineEdit;
class QListWidget;
class QProgressBar;
class QPushButton;
class QSplitter;

namespace trainyard::bridge {
class AgentBridge;
}
namespace trainyard::widgets {
class ConfusionView;
}

namespace trainyard::pages {

/// A checkpoint put to use: predicts on data, shows metrics, the confusion matrix and the worst samples, as
/// pictures where they are pictures. [gui]
class PredictionView : public QWidget {
    Q_OBJECT
  public:
    explicit PredictionView(bridge::AgentBridge& bridge, QWidget* parent = nullptr);
    ~PredictionView() override;

    /// The checkpoint's path; empty: none is chosen. What another one gave is taken off.
    void setCheckpoint(const QString& path);

  private:
    QWidget* makeQuestion();
    QWidget* makeResult();
    void predict();
    void cancel();
    void take(const bridge::Outcome<bridge::Prediction>& prediction);
    void showProgress();
    void refresh();
    void choosePictures();
    void chooseFolder();

    bridge::AgentBridge& bridge_;
    QString checkpoint_;
    QStringList files_;  ///< that the field stands for, while it is as choosePictures() left it
    std::shared_ptr<bridge::PredictionProgress> progress_;  ///< of the one under way
    QTimer look_;
    QLineEdit* data_ = nullptr;
    QPushButton* pictures_ = nullptr;
    QPushButton* folder_ = nullptr;
    QPushButton* start_ = nullptr;
    QProgressBar* bar_ = nullptr;
    QLabel* text_ = nullptr;
    QSplitter* result_ = nullptr;
    widgets::ConfusionView* confusion_ = nullptr;
    QListWidget* worst_ = nullptr;
};

}  // namespace trainyard::pages
