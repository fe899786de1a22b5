// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPainterPath>
#include <QRect>
#include <QSize>
#include <vector>

#include "ui/models/cluster_draft.h"

namespace trainyard::widgets {

/// Where everything of a cluster stands on the canvas, in pixels.
struct ClusterLayout {
    std::vector<QRect> machines;  ///< cards, as in draft.machines
    std::vector<QRect> tasks;     ///< chips, as in draft.tasks
    QSize size;
};

inline constexpr int kCardTitleHeight = 36;
/// Cards in lines from the left, a line for each leading role; in each card a line for each role, and room
/// for connections between them.
ClusterLayout layoutCluster(const models::ClusterDraft& draft, int width, QSize chip);
/// The way of a connection between two chips, out of the middle of their edges.
QPainterPath linkPath(const QRect& from, const QRect& to);

}  // namespace trainyard::widgets
