// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QSortFilterProxyModel>
#include <vector>

namespace trainyard::models {

/// The runs that match what was typed: words separated by spaces, all of which must be met. `state:fail`
/// means a state that begins so, `strategy:mirror` a strategy that holds it, `tag:base` a tag that begins so,
/// `is:trashed` what is in the trash (and is left out otherwise), any other word something of the run that
/// holds it. Case does not matter. Its source is a RunListModel. [gui]
class RunFilterModel : public QSortFilterProxyModel {
    Q_OBJECT
  public:
    explicit RunFilterModel(QObject* parent = nullptr);

    void setQuery(const QString& query);

  protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

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
