// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "ui/bridge/agent_for.h"
#include "ui/bridge/values.h"
#include "ui/models/tensor_diff_model.h"
#include "ui/models/tensor_tree_model.h"

class QLabel;
class QStackedWidget;
class QTableView;
class QTreeView;

namespace trainyard::widgets {
class Chart;
}

namespace trainyard::pages {

/// The contents of one checkpoint: its tensors by module with their statistics and a histogram; or the
/// differences between two. [gui]
class CheckpointDetail : public QWidget {
    Q_OBJECT
  public:
    using Agent = bridge::AgentFor<bridge::CheckpointCalls>;
    explicit CheckpointDetail(Agent agent, QWidget* parent = nullptr);

    void showNothing(const QString& text);
    /// A checkpoint's folder or a safetensors file; `title` is shown while it is read.
    void showOne(const QString& path, const QString& title);
    /// `first` is the older one.
    void showDiff(const bridge::CheckpointRow& first, const bridge::CheckpointRow& second);

  private:
    QWidget* makeContent();
    QWidget* makeDiff();
    void takeContent(const bridge::CheckpointContent& content);
    void takeDiff(const bridge::CheckpointDiff& diff);
    void showTensor(const QModelIndex& index);
    void fail(const QString& message);

    Agent agent_;
    QString shown_;  ///< the latest request; an answer to another one is outdated
    models::TensorTreeModel tensors_;
    models::TensorDiffModel diff_;
    QStackedWidget* stack_ = nullptr;
    QLabel* empty_ = nullptr;
    QLabel* metrics_ = nullptr;
    QLabel* preprocessing_ = nullptr;
    QTreeView* tree_ = nullptr;
    widgets::Chart* histogram_ = nullptr;
    QLabel* diffText_ = nullptr;
    QTableView* diffTable_ = nullptr;
};

}  // namespace trainyard::pages
