// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLayout>
#include <memory>
#include <vector>

namespace trainyard::widgets {

/// A row of controls that continues in a further row where it is narrow, as words of a text do. Those that
/// are aligned right, the last ones, are at the end of their row. [gui]
class FlowLayout : public QLayout {
    Q_OBJECT
  public:
    using QLayout::QLayout;
    ~FlowLayout() override;

    void addItem(QLayoutItem* item) override;
    int count() const override { return static_cast<int>(items_.size()); }
    QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    /// Of the widest control: each may have a row of its own.
    QSize minimumSize() const override;
    void setGeometry(const QRect& rect) override;

  private:
    struct Row {
        std::vector<QLayoutItem*> items;
        int height = 0;
    };
    std::vector<Row> rowsFor(int width) const;

    std::vector<std::unique_ptr<QLayoutItem>> items_;
};

}  // namespace trainyard::widgets
