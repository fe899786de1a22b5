// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <vector>

#include "ui/bridge/cluster_values.h"
#include "ui/models/run_form.h"

class QLabel;
class QListWidget;
class QScrollArea;
class QStackedWidget;

namespace trainyard::pages {

class FieldRow;
class FieldRows;

/// The form: sections in a list, the rows of the chosen one, and what the field at hand means. [gui]
class FormView : public QWidget {
    Q_OBJECT
  public:
    explicit FormView(models::RunForm& form, QWidget* parent = nullptr);

    /// Each finding goes to the field it belongs to, or the nearest around it, and counts in its section.
    void showFindings(const std::vector<bridge::Finding>& findings);
    /// What the agent worked out of the model.
    void showPlanned(const std::vector<bridge::LayerRow>& layers);
    /// Brings the field of a finding's path into view and gives it the keyboard; false where there is none.
    bool goTo(const QString& path);
    /// What the cluster section offers.
    void setSavedClusters(const std::vector<bridge::SavedCluster>& clusters);
    /// What Tab does (or Shift+Tab, without `next`) on the page around: by where things stand, and outside of
    /// the form in Qt's order. Rows come and go; by that order, of their making, they would come last. False
    /// where there is nowhere to go.
    bool moveFocus(bool next);
    QString section() const;
    void setSection(const QString& id);

  signals:
    /// The cluster is to be drawn.
    void drawingWanted();
    void savedClusterChosen(const QString& name, const QString& text);

  private:
    void build();
    void refresh();
    void markSections();
    void showHelp(QWidget* focused);
    FieldRow* rowFor(const QString& path) const;
    int sectionOf(const QString& path) const;

    models::RunForm& form_;
    std::vector<models::FormSection> sections_;
    std::vector<FieldRows*> rows_;
    std::vector<bridge::Finding> findings_;
    std::vector<bridge::SavedCluster> clusters_;
    QListWidget* list_ = nullptr;
    QStackedWidget* stack_ = nullptr;
    QLabel* problem_ = nullptr;
    QLabel* help_ = nullptr;
};

}  // namespace trainyard::pages
