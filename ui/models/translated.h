// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/bridge/cluster_values.h"

namespace trainyard::models {

/// A manifest's text in the user's language, or in English.
QString inLanguage(const bridge::Translated& texts);

}  // namespace trainyard::models
