// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>
#include <set>

#include "ui/models/curve_data.h"

namespace trainyard::models {

/// What a series' tag measures: "batch_loss" and "epoch_loss" both measure "loss"; a tag of another program
/// is a metric of its own.
QString quantityOf(const QString& tag);
/// What a task uses of its machine, as opposed to what it learns: "system/cpu_percent".
bool isSystemTag(const QString& tag);
/// A system tag that only a task on a GPU has.
bool isGpuTag(const QString& tag);
/// A tag that has one value per epoch.
bool isEpochTag(const QString& tag);
/// The training metrics among these series, loss and accuracy first; excludes isSystemTag().
QStringList quantitiesOf(const std::set<bridge::SeriesKey>& series);

/// Mean of several curves and the band of one standard deviation (of the group itself, n in the denominator)
/// on each side, at up to 512 steps of the range that all of them cover, each interpolated between its
/// points. All empty where there is no such range.
struct GroupCurve {
    CurvePtr mean;
    CurvePtr low;
    CurvePtr high;
};
GroupCurve groupOf(const std::vector<CurvePtr>& curves);

}  // namespace trainyard::models
