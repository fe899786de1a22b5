// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPainterPath>
#include <QRect>
#include <QSize>
#include <vector>

#include "ui/models/cluster_draft.h"

namespace trainyard::widgets {

/// The positions of a cluster's parts on the canvas, in pixels.
struct ClusterLayout {
    std::vector<QRect> machines;  ///< cards, as in draft.machines
    std::vector<QRect> tasks;     ///< chips, as in draft.tasks
    QSize size;
};

inline constexpr int kCardTitleHeight = 68;
/// Lays out the cards in rows from the left, one row for each leading role; in each card one row for each
/// role, with room for connections in between.
ClusterLayout layoutCluster(const models::ClusterDraft& draft, int width, QSize chip);
/// The path of a connection between two tasks, from the middle of their edges. Passes other chips, and the
/// `words` of cards, at `side` where there is a way, else at the other one.
QPainterPath linkPath(const ClusterLayout& layout, int from, int to, const std::vector<QRect>& words,
                      Qt::Edge side);
/// The same without a look at what it crosses.
QPainterPath straightPath(const ClusterLayout& layout, int from, int to);

}  // namespace trainyard::widgets
