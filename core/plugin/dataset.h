// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/plugin/catalog.h"

namespace trainyard::plugin {

/// A source of data that a plugin makes: {plugin: id, options: {}} in a run file.
struct ChosenDataset {
    const Manifest* manifest = nullptr;  ///< owned by the catalog
    nlohmann::json options;              ///< complete
    /// The manifest's `dataset` with numbers in place of formulas: {features: {shape, dtype}, labels: {shape,
    /// dtype}, classes}.
    nlohmann::json samples;
};

/// Whether a plugin makes `source`.
bool isDataset(const spec::Choice& source);
/// The manifest of such a source's plugin; null if it is not in the catalog. [any]
const Manifest* datasetManifest(const spec::Choice& source, const Catalog& catalog);
/// For a source at `path` that isDataset(). kNotFound (id "dataset.not_found"): not in the catalog; kRefused:
/// its schema rejects the options ("dataset.options"), or its formulas have no value for them
/// ("dataset.manifest"). Opens no library. [any]
base::Result<ChosenDataset> datasetOf(const spec::Choice& source, const std::string& path,
                                      const Catalog& catalog);

}  // namespace trainyard::plugin
