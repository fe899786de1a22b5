// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>
#include <functional>
#include <vector>

class QLineEdit;
class QListWidget;

namespace trainyard::shell {

/// Everything that can be done or gone to, found by typing parts of its name. [gui]
class CommandPalette : public QDialog {
    Q_OBJECT
  public:
    struct Command {
        QString text;
        QString hint;  ///< its keys, or what kind of thing it is
        std::function<void()> run;
    };
    CommandPalette(std::vector<Command> commands, QWidget* parent);

    /// How well `typed` fits: 0 not at all; more where its letters stand together and at the begin of words.
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
