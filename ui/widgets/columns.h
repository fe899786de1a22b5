// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHash>
#include <QHeaderView>
#include <QList>
#include <QObject>
#include <QStringList>

class QTableView;

namespace trainyard::widgets {

/// For a table that is read: rows are chosen as a whole, nothing is edited, and one column takes the space
/// that the others leave.
void showRows(QTableView& table, int stretchColumn);

/// Makes a column as wide as its header and the widest of `samples` need, plus `extra` pixels for what a
/// delegate draws next to the text. Fixed from then on, so that nothing jumps while values change.
void fitColumn(QTableView& table, int column, const QStringList& samples, int extra = 0);

/// Keeps one column of a table readable: it takes the space that the others leave, at least `least` pixels,
/// and the others are shown as far as they fit next to it. Belongs to the table. [gui]
class ColumnFitter : public QObject {
  public:
    /// `byImportance`: the columns that are shown if they fit, the most important first. The remaining ones
    /// are hidden until the user shows them.
    ColumnFitter(QTableView& table, int stretched, int least, QList<int> byImportance);

    /// The user shows or hides a column, which holds at every width: if the chosen ones do not fit, the table
    /// scrolls sideways.
    void choose(int column, bool isShown);
    const QHash<int, bool>& choices() const { return choices_; }
    void setChoices(QHash<int, bool> choices);
    /// To be called when the widths of columns have changed; a changed width of the table is noticed.
    void fit();

    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    QTableView& table_;
    const int stretched_;
    const int least_;
    const QList<int> byImportance_;
    QHash<int, bool> choices_;
    bool isFitting_ = false;
};

/// The header of a table: titles that do not fit end in "…", and the tooltip has the whole title. (Under a
/// style sheet QHeaderView cuts titles off, whatever its textElideMode.)
class TableHeader : public QHeaderView {
  public:
    explicit TableHeader(QTableView& table);
    /// The title of a column as drawn.
    QString shownTitle(int column) const;
    /// Width of the area for the title of a column.
    int titleWidth(int column) const;

  protected:
    void initStyleOptionForIndex(QStyleOptionHeader* option, int column) const override;
    bool viewportEvent(QEvent* event) override;

  private:
    QString title(int column) const;
};

}  // namespace trainyard::widgets
