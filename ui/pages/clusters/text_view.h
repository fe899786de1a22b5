// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPlainTextEdit>

#include "ui/models/cluster_model.h"

class QComboBox;
class QLabel;

namespace trainyard::pages {

/// An editor without its own undo: the page handles undo.
class ClusterEditor : public QPlainTextEdit {
    Q_OBJECT
  public:
    using QPlainTextEdit::QPlainTextEdit;

  protected:
    bool event(QEvent* event) override;
};

/// The cluster as text, YAML as in a run file or the JSON of a TF_CONFIG; parsed as the user types. [gui]
class TextView : public QWidget {
    Q_OBJECT
  public:
    explicit TextView(models::ClusterModel& model, QWidget* parent = nullptr);
    /// The problem of text that cannot be parsed; empty if there is none.
    const std::vector<bridge::Finding>& problems() const { return problems_; }
    /// The YAML, including comments.
    const QString& yaml() const { return yaml_; }
    /// Sets another cluster's text: the model's next draft belongs to it.
    void setYaml(const QString& yaml) { yaml_ = yaml; }
    void applyFix(const bridge::Finding& finding);

  signals:
    void problemsChanged();

  private:
    bool isJson() const;
    void takeText();
    void takeDraft();
    void setProblems(std::vector<bridge::Finding> problems);
    void markLines();

    models::ClusterModel& model_;
    QString yaml_;
    std::vector<bridge::Finding> problems_;
    bool isTyping_ = false;
    QComboBox* format_ = nullptr;
    QLabel* verdict_ = nullptr;
    ClusterEditor* editor_ = nullptr;
};

}  // namespace trainyard::pages
