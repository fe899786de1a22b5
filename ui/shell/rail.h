// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <array>
#include <vector>

class QToolButton;
class QVBoxLayout;

namespace trainyard::shell {

/// The column of the pages' buttons. It fits the window's height, so that no window is higher than its
/// screen: the buttons stand closer where it is low, and are icons alone where it is lower still. [gui]
class Rail : public QWidget {
  public:
    explicit Rail(QWidget* parent = nullptr);

    void add(QToolButton* button);
    /// To be called when the style sheet or the font has changed.
    void fit();
    QSize minimumSizeHint() const override;

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    enum Density { kRoomy, kTight, kIcons, kDensityCount };

    void apply(Density density);
    void choose();

    QVBoxLayout* layout_ = nullptr;
    std::vector<QToolButton*> buttons_;
    Density density_ = kRoomy;
    std::array<int, kDensityCount> heights_{};
};

}  // namespace trainyard::shell
