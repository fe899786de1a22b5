// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QLabel;
class QListWidget;
class QPushButton;

namespace trainyard::pages {

/// Where a new run starts: an example, a recent file, or an empty file. [gui]
class StartPanel : public QWidget {
    Q_OBJECT
  public:
    explicit StartPanel(QWidget* parent = nullptr);

    void setRecent(const QStringList& files);
    /// Whether there is a run file to return to.
    void setHasDraft(bool hasDraft);
    bool hasExample(const QString& name) const;
    /// The text of a shipped example, "fashion-mnist".
    static QString exampleText(const QString& name);

  signals:
    void exampleChosen(const QString& name);
    void fileChosen(const QString& file);
    void emptyChosen();
    void programChosen();
    void backChosen();

  private:
    QListWidget* examples_ = nullptr;
    QListWidget* recent_ = nullptr;
    QLabel* noRecent_ = nullptr;
    QPushButton* back_ = nullptr;
};

}  // namespace trainyard::pages
