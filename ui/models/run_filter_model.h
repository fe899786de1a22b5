// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QSortFilterProxyModel>
#include <vector>

namespace trainyard::models {

/// The runs that match the filter text: words separated by spaces, all of which must match. `state:fail`
/// matches a state with that prefix, `strategy:mirror` a strategy that contains it, `tag:base` a tag with
/// that prefix, `is:trashed` runs in the trash (which are hidden otherwise), any other word any text of the
/// run that contains it. Case is ignored. Its source is a RunListModel. [gui]
class RunFilterModel : public QSortFilterProxyModel {
    Q_OBJECT
  public:
    explicit RunFilterModel(QObject* parent = nullptr);

    void setQuery(const QString& query);

  protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

  private:
    enum class Field { kAny, kState, kStrategy, kTag };
    struct Term {
        Field field = Field::kAny;
        QString text;
    };
    bool isMet(const Term& term, int row) const;

    std::vector<Term> terms_;
    bool showsTrash_ = false;
};

}  // namespace trainyard::models
