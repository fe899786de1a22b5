// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/spec/model/layers.h"
#include "core/spec/run/run_spec.h"

namespace trainyard::plugin {

/// SHA-256 of the two files of a plugin.
struct FileSums {
    std::string manifest, library;

    bool operator==(const FileSums&) const = default;
};

/// A plugin's manifest.json, checked. Opens no library.
struct Manifest {
    std::string id;
    std::string kind;  ///< "strategy", "program", "callback", "layer" or "dataset"
    std::string version;
    std::string sdkVersion;
    std::string torchVersion;
    std::string library;         ///< file name of the shared library inside the plugin's folder
    std::string topology;        ///< ring | star | bipartite | none
    std::string bytesPerStep;    ///< formula of n (replicas), p (processes), parameters: bytes that a replica
                                 ///< sends per step
    bool isCoordinated = false;  ///< the chief schedules closures on the workers, variables live on the ps
    std::vector<std::string> reads;  ///< for a program: keys of the run file that its loop reads itself
    bool hasEvaluation = false;      ///< of a program: it evaluates checkpoints in an evaluator task
    bool runsOnAll = false;          ///< of a callback: in every task that trains, not the chief alone
    bool hasBatches = false;         ///< of a callback: it has events of batches
    bool hasClosures = false;        ///< of a callback: it schedules closures on the workers
    nlohmann::json layer;            ///< of a layer: its shapes and variables, as spec::LayerInfo has it
    nlohmann::json dataset;          ///< of a data set: its samples' shapes and types, with formulas
    nlohmann::json title;            ///< {"en": "…", "ja": …, "zh_CN": …, "ko": …}
    nlohmann::json help;
    spec::StrategyInfo strategy;  ///< roles (a strategy's) and options, for lint
    std::filesystem::path folder;
    std::optional<FileSums>
        trusted;  ///< of one that is not in a folder that is searched: its files must be these
    std::filesystem::path libraryPath() const { return folder / library; }
};

/// Reads and checks one plugin folder's manifest.
base::Result<Manifest> readManifest(const std::filesystem::path& folder);

/// All plugins visible to this program: those next to it (<program
/// folder>/../plugins/{strategies,programs,callbacks,layers,datasets}/*, or
/// <prefix>/lib/trainyard/plugins/*), then the folders in TRAINYARD_PLUGIN_PATH, then those that the user
/// trusts (trust.h). Broken ones are kept as errors.
class Catalog {
  public:
    static Catalog load();
    static Catalog loadFrom(const std::vector<std::filesystem::path>& folders);

    const std::vector<Manifest>& plugins() const { return plugins_; }
    const Manifest* find(const std::string& id) const;
    const std::vector<base::Error>& broken() const { return broken_; }
    spec::StrategyInfos strategies() const;
    spec::LayerInfos layers() const;

  private:
    void add(Manifest manifest);
    /// What the user trusts beyond the folders that are searched.
    void addTrusted();

    std::vector<Manifest> plugins_;
    std::vector<base::Error> broken_;
};

}  // namespace trainyard::plugin
