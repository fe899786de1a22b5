// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPlainTextEdit>

#include "ui/models/cluster_model.h"

class QComboBox;
class QLabel;

namespace trainyard::pages {

/// An editor without an undo of its own: undo is the page's.
class ClusterEditor : public QPlainTextEdit {
    Q_OBJECT
  public:
    using QPlainTextEdit::QPlainTextEdit;

  protected:
    bool event(QEvent* event) override;
};

/// The cluster as text, YAML as in a run file or the JSON of a TF_CONFIG; what is typed is read at once.
/// [gui]
class TextView : public QWidget {
    Q_OBJECT
  public:
    explicit TextView(models::ClusterModel& model, QWidget* parent = nullptr);
    /// What is wrong with text that cannot be read; empty while it can.
    const std::vector<bridge::Finding>& problems() const { return problems_; }
    /// The YAML, comments and all.
    const QString& yaml() const { return yaml_; }
    /// Another cluster's text: the next draft that the model shows is its.
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
