// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "ui/bridge/sentence.h"
#include "ui/bridge/values.h"
#include "ui/models/form_schema.h"

namespace trainyard::models {

/// The layers of a model as written, each with its output shape and parameter count, computed here while the
/// user types. [gui]
class LayerListModel : public QAbstractTableModel {
    Q_OBJECT
  public:
    enum Column { kKind, kOptions, kOutput, kParameters, kColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    /// `layers` as in the run file, checked or not. `input`: the shape of one sample, empty while it is
    /// unknown; then only the agent's values (setPlanned) are shown.
    void setLayers(const Json& layers, const std::vector<std::int64_t>& input);
    /// What the agent computed for the same layers.
    void setPlanned(const std::vector<bridge::LayerRow>& rows);
    std::int64_t parameters() const;
    /// The first row whose shape does not fit, and why; -1: none.
    int brokenRow() const { return broken_; }
    const bridge::Sentence& problem() const { return problem_; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    struct Row {
        QString kind;
        QString options;
        QString output;
        std::int64_t parameters = -1;  ///< -1: not known
    };
    void plan(const Json& layers, const std::vector<std::int64_t>& input);

    std::vector<Row> rows_;
    int broken_ = -1;
    bridge::Sentence problem_;
    bool isPlannedHere_ = false;
};

/// "conv2d" of {"conv2d": {…}} or of "conv2d" alone; empty if it is neither.
QString layerKind(const Json& layer);

}  // namespace trainyard::models
