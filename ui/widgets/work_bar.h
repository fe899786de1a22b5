// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTimer>
#include <QWidget>
#include <cstdint>

class QHBoxLayout;
class QLabel;
class QProgressBar;
class QPushButton;

namespace trainyard::widgets {

/// Work that takes its time, one piece at a time: what it is doing, how much is done, and a button that
/// cancels it; then how it ended, and a button that closes the bar. Hidden otherwise. Its subclass does the
/// work. [gui]
class WorkBar : public QWidget {
    Q_OBJECT
  public:
    struct Names {
        QString object;                  ///< "nodes.setup": its parts are "nodes.setup.text" and so on
        QString text, progress, button;  ///< accessible names of the parts
    };
    explicit WorkBar(const Names& names, QWidget* parent = nullptr);

    bool isBusy() const { return look_.isActive(); }

  signals:
    void changed();  ///< isBusy()

  protected:
    void begin();
    /// The work is over, or there is something to say while there is none.
    void end(const QString& text);
    /// `all` is 0: it is not known how much there is.
    void showProgress(const QString& text, std::int64_t done, std::int64_t all);
    /// Left of the button that cancels.
    void addButton(QPushButton* button);
    /// Called some times a second while it is busy, and first by begin(): calls showProgress().
    virtual void readProgress() = 0;
    /// The button was pressed while it was busy: calls end().
    virtual void cancel() = 0;

  private:
    QTimer look_;
    QHBoxLayout* row_ = nullptr;
    QLabel* text_ = nullptr;
    QProgressBar* bar_ = nullptr;
    QPushButton* button_ = nullptr;
};

}  // namespace trainyard::widgets
