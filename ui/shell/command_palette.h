// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>
#include <functional>
#include <vector>

class QLineEdit;
class QListWidget;

namespace trainyard::shell {

/// Every action and destination, found by typing parts of its name. [gui]
class CommandPalette : public QDialog {
    Q_OBJECT
  public:
    struct Command {
        QString text;
        QString hint;  ///< its shortcut, or its kind
        std::function<void()> run;
    };
    CommandPalette(std::vector<Command> commands, QWidget* parent);

    /// How well `typed` matches: 0 not at all; higher where its letters are adjacent and at the start of
    /// words.
    static int fit(const QString& text, const QString& typed);

  protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void refill();
    void runChosen();

    std::vector<Command> commands_;
    QLineEdit* search_;
    QListWidget* list_;
};

}  // namespace trainyard::shell
