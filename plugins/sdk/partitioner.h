// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/partitioner.h"

namespace trainyard::sdk {

using base::fixedShardsPartitioner;
using base::maxSizePartitioner;
using base::minSizePartitioner;
using base::Partitioner;
using base::partitionerOf;
using base::PlaceBy;
using base::placeByOf;
using base::RowRange;
using base::shardRows;
using base::Split;
using base::splitOf;
using base::wholePartitioner;

}  // namespace trainyard::sdk
