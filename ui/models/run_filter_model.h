// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QSortFilterProxyModel>
#include <vector>

namespace trainyard::models {

/// The runs that match what was typed: words separated by spaces, all of which must be met. `state:fail`
/// means a state that begins so, `strategy:mirror` a strategy that holds it, any other word a cell that
/// holds it. Case does not matter. Its source is a RunListModel. [gui]
class RunFilterModel : public QSortFilterProxyModel {
    Q_OBJECT
  public:
    explicit RunFilterModel(QObject* parent = nullptr);

    void setQuery(const QString& query);

  protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

  private:
    enum class Field { kAny, kState, kStrategy };
    struct Term {
        Field field = Field::kAny;
        QString text;
    };
    bool isMet(const Term& term, int row) const;

    std::vector<Term> terms_;
};

}  // namespace trainyard::models
