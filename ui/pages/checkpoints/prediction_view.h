// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTimer>
#include <QWidget>
#include <memory>

#include "ui/bridge/agent_for.h"
#include "ui/bridge/agent_functions.h"

class QLabel;
class QLineEdit;
class QListWidget;
class QProgressBar;
class QPushButton;
class QSplitter;

namespace trainyard::widgets {
class Chart;
class ConfusionView;
}  // namespace trainyard::widgets

namespace trainyard::pages {

/// Uses a checkpoint: predicts on data, shows metrics, the confusion matrix and the worst samples, drawn as
/// pictures if they are images. [gui]
class PredictionView : public QWidget {
    Q_OBJECT
  public:
    using Agent = bridge::AgentFor<bridge::CheckpointCalls>;
    explicit PredictionView(Agent agent, QWidget* parent = nullptr);
    ~PredictionView() override;

    /// The checkpoint's path; empty: none is chosen. Clears the results of another checkpoint.
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

    Agent agent_;
    QString checkpoint_;
    QStringList files_;  ///< the files of the field, while it is unchanged since choosePictures()
    std::shared_ptr<bridge::PredictionProgress> progress_;  ///< of the one in progress
    QTimer look_;
    QLineEdit* data_ = nullptr;
    QPushButton* pictures_ = nullptr;
    QPushButton* folder_ = nullptr;
    QPushButton* start_ = nullptr;
    QProgressBar* bar_ = nullptr;
    QLabel* text_ = nullptr;
    QSplitter* result_ = nullptr;
    widgets::ConfusionView* confusion_ = nullptr;
    widgets::Chart* classes_ = nullptr;  ///< precision and recall
    QListWidget* worst_ = nullptr;
};

}  // namespace trainyard::pages
