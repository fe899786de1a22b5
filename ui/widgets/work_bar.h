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

/// Work that takes its time, one piece at a time: an offer to begin it, if there is one; what it is doing,
/// how much is done, and a button that cancels it; then how it ended. Hidden otherwise. Its subclass does the
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
    /// Hides an offer or a result, but no work in progress.
    void withdraw();

  signals:
    void changed();  ///< isBusy()

  protected:
    /// A button that begins the work.
    struct Offer {
        QString why;
        QString button, accessibleName;
        bool canBeClosed = false;  ///< no: it stays until it is withdrawn or the work has succeeded
    };
    /// Nothing while it is busy.
    void offer(const Offer& offer);
    bool isOffering() const { return isOffering_; }
    void begin();
    /// The work has failed or was cancelled: what was offered can be tried again.
    void end(const QString& text);
    /// The work is done.
    void succeed(const QString& text);
    /// `all` is 0: it is not known how much there is.
    void showProgress(const QString& text, std::int64_t done, std::int64_t all);
    /// Called some times a second while it is busy, and first by begin(): calls showProgress().
    virtual void readProgress() = 0;
    /// The button was pressed while it was busy: calls end().
    virtual void cancel() = 0;
    /// What is offered was chosen: calls begin().
    virtual void accept() = 0;

  private:
    void showResult(const QString& text);

    const QString name_;
    QTimer look_;
    bool isOffering_ = false;
    bool canBeClosed_ = true;  ///< unless it is offering
    QHBoxLayout* row_ = nullptr;
    QLabel* text_ = nullptr;
    QProgressBar* bar_ = nullptr;
    QPushButton* offer_ = nullptr;  ///< "nodes.setup.start", once something was offered
    QPushButton* button_ = nullptr;
};

}  // namespace trainyard::widgets
