// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <vector>

#include "ui/bridge/cluster_values.h"
#include "ui/models/run_form.h"

class QLabel;
class QListWidget;
class QRadioButton;
class QScrollArea;
class QStackedWidget;

namespace trainyard::pages {

class FieldRow;
class FieldRows;

/// The form: the kind of run, a list of its sections, the rows of the selected one, and help on the current
/// field. [gui]
class FormView : public QWidget {
    Q_OBJECT
  public:
    explicit FormView(models::RunForm& form, QWidget* parent = nullptr);

    /// Assigns each finding to its field, or the nearest enclosing one, and counts it in its section.
    void showFindings(const std::vector<bridge::Finding>& findings);
    /// What the agent computed for the model.
    void showPlanned(const std::vector<bridge::LayerRow>& layers);
    /// Scrolls to the field of a finding's path and focuses it; false if there is none.
    bool goTo(const QString& path);
    /// What the cluster section offers.
    void setSavedClusters(const std::vector<bridge::SavedCluster>& clusters);
    /// The machines whose GPUs are on offer.
    void setNodes(const std::vector<bridge::NodeRow>& nodes);
    /// Handles Tab (or Shift+Tab, without `next`) on the surrounding page: in visual order inside the form,
    /// in Qt's order outside. Rows are created and removed, so Qt's creation order would put them last. False
    /// if there is nowhere to go.
    bool moveFocus(bool next);
    QString section() const;
    void setSection(const QString& id);

  signals:
    /// The user wants to draw the cluster.
    void drawingWanted();
    void savedClusterChosen(const QString& name, const QString& text);

  private:
    QWidget* makeKinds();
    void build();
    void refresh();
    void markSections();
    void showHelp(QWidget* focused);
    FieldRow* rowFor(const QString& path) const;
    int sectionOf(const QString& path) const;

    models::RunForm& form_;
    models::RunKind kind_ = models::RunKind::kTraining;  ///< of the rows
    std::vector<models::FormSection> sections_;
    std::vector<FieldRows*> rows_;
    std::vector<bridge::Finding> findings_;
    std::vector<bridge::SavedCluster> clusters_;
    std::vector<bridge::NodeRow> nodes_;
    QRadioButton* training_ = nullptr;
    QRadioButton* command_ = nullptr;
    QListWidget* list_ = nullptr;
    QStackedWidget* stack_ = nullptr;
    QLabel* problem_ = nullptr;
    QLabel* help_ = nullptr;
};

}  // namespace trainyard::pages
