// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <span>
#include <type_traits>

#include "core/engine/model/layer.h"
#include "core/spec/model/script_plan.h"
#include "plugins/sdk/layer.h"

namespace trainyard::engine::layers {

/// Whether a layer queues the same work in every training step, whatever the samples and the number of the
/// step, so that it can be captured once. kSameIfChecked: under Pass::areIndexesChecked.
enum class Steps { kSame, kSameIfChecked, kDiffer };

/// What the engine knows of a kind of layer. Its options are in resources/schema/run.schema.json, its shapes
/// and variables in core/spec/layer_kinds.cpp.
struct LayerKind {
    const char* name;  ///< as in a run file
    std::unique_ptr<Layer> (*make)(const LayerParts& parts);
    Steps steps;
    bool isMaximum = false;  ///< relu before it and relu after it are the same
};
/// The one named `kind`, as planned layers have it.
const LayerKind& kindOf(const std::string& kind);

/// `make` of a LayerKind.
template <class Kind>
std::unique_ptr<Layer> make(const LayerParts& parts) {
    if constexpr (std::is_constructible_v<Kind, const LayerParts&>)
        return std::make_unique<Kind>(parts);
    else
        return std::make_unique<Kind>();
}

// The kinds of one .cpp file each.
std::span<const LayerKind> tables();
std::span<const LayerKind> images();
std::span<const LayerKind> elementwise();
std::span<const LayerKind> merging();
std::span<const LayerKind> attention();
std::span<const LayerKind> normalizations();
std::span<const LayerKind> recurrent();
std::span<const LayerKind> plugins();
std::span<const LayerKind> scripts();

/// Throws std::out_of_range if one of `indexes`, int64, is none of the `entries` of the layer `name`. Waits
/// for the device that has them. [any]
void checkIndexes(const torch::Tensor& indexes, std::int64_t entries, const std::string& name);

/// Makes the plugin's library known, once it is open: planned layers with its id are made by it. [any]
void addPlugin(const sdk::LayerPlugin& plugin);

/// Loads a TorchScript module that the user trusts, runs it on two samples of zeros, and keeps it: layers
/// that are planned with its file are copies of it. kRefused: "torchscript.file", "torchscript.frozen",
/// "torchscript.forward", and what plugin::readTrustedScript() refuses. [any]
base::Result<spec::ScriptFacts> openScript(const std::filesystem::path& file, const spec::Shape& input);

}  // namespace trainyard::engine::layers
