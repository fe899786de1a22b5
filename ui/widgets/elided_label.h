// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLabel>
#include <QString>

namespace trainyard::widgets {

/// One line that takes no more room than there is: elided where it is longer, whole in its tool tip and for
/// screen readers. As high without a text as with one. [gui]
class ElidedLabel : public QLabel {
    Q_OBJECT
  public:
    explicit ElidedLabel(const QString& whole = {}, QWidget* parent = nullptr);

    /// Lines are shown one after the other.
    void setWhole(const QString& whole);
    const QString& whole() const { return whole_; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

  protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

  private:
    void elide();
    QString whole_;
};

}  // namespace trainyard::widgets
