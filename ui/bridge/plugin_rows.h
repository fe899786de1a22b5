// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/plugin/catalog.h"
#include "ui/bridge/cluster_values.h"

namespace trainyard::bridge {

/// Converts the plugins of a catalog to the window's values.
PluginList toPluginList(const plugin::Catalog& catalog);

}  // namespace trainyard::bridge
