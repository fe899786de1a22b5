// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTimer>

#include "ui/bridge/agent_for.h"
#include "ui/models/cluster_model.h"
#include "ui/pages/page.h"

class QAction;
class QComboBox;
class QLabel;
class QLineEdit;
class QSplitter;
class QTabWidget;

namespace trainyard::widgets {
class ClusterCanvas;
}

namespace trainyard::pages {

class ClusterLibrary;
class FindingsStrip;
class TaskExport;
class TaskTable;
class TextView;

/// The cluster editor: canvas, table and text of one cluster, its lint findings, import and export. [gui]
class ClustersPage : public Page {
    Q_OBJECT
  public:
    using Agent =
        bridge::AgentFor<bridge::ClusterCalls, bridge::NodeCalls, bridge::PluginCalls, bridge::TextFileCalls>;
    explicit ClustersPage(Agent agent, QWidget* parent = nullptr);
    ~ClustersPage() override;

    /// A file that contains a cluster: a run file or a TF_CONFIG.
    void open(const QString& file) override;
    QList<QAction*> menuActions() const override { return actions_; }
    HistoryActions historyActions() const override { return {undo_, redo_}; }
    QVariantMap saveState() const override;
    void restoreState(const QVariantMap& state) override;

  protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

  private:
    void makeActions();
    QAction* makeAction(const QString& name, const QString& text, const QKeySequence& keys);
    QWidget* makeHeader();
    QWidget* makeDrawing();
    QWidget* makeTexts();
    void takeLibrary(const QString& name, const QString& title, const QString& text);
    struct Taken {
        bool isTaken = false;
        QString what;  ///< what was imported, or why nothing was
    };
    Taken takeText(const QString& text, const QString& from);
    void import();
    void importFile(const QString& file);
    void askForFile();
    void save();
    void use();
    void applyFix(const bridge::Finding& finding);
    void readNodes();
    void refresh();
    void refreshFlow();
    void say(const QString& text);

    Agent agent_;
    models::ClusterModel model_;
    QTimer every_;
    QList<QAction*> actions_;
    QAction* undo_ = nullptr;
    QAction* redo_ = nullptr;
    QAction* save_ = nullptr;
    QAction* use_ = nullptr;
    QAction* import_ = nullptr;
    QString whyNot_;  ///< why the cluster cannot be used

    QLineEdit* name_ = nullptr;
    QComboBox* strategy_ = nullptr;
    QComboBox* sizeOf_ = nullptr;
    QLabel* notice_ = nullptr;
    QLabel* flow_ = nullptr;
    QLabel* hint_ = nullptr;
    ClusterLibrary* library_ = nullptr;
    widgets::ClusterCanvas* canvas_ = nullptr;
    TaskTable* table_ = nullptr;
    TextView* text_ = nullptr;
    TaskExport* export_ = nullptr;
    FindingsStrip* findings_ = nullptr;
    QTabWidget* tabs_ = nullptr;
    QSplitter* columns_ = nullptr;
};

}  // namespace trainyard::pages
