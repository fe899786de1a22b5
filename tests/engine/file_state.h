// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ATen/ops/from_blob.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>

#include "core/engine/model/model.h"
#include "core/engine/ps/frozen_copy.h"
#include "tests/support/temp_home.h"

namespace trainyard::engine::testing {

/// A variable on ps with its optimizer state, as it travels through a file.
struct FileState {
    torch::Tensor value;
    std::map<std::string, torch::Tensor> slots;
};

class TemporaryFile {
  public:
    std::filesystem::path path() const { return folder_ / "state.safetensors"; }

  private:
    TempHome tempHome_;
    const std::filesystem::path& folder_ = tempHome_.path();
};

/// What a file that is written from the ps' copy has.
inline base::Result<FileState> savedState(ps::ShardedVariables& variables, const std::string& name) {
    TY_TRY(variables.freeze());
    TY_ASSIGN(StateCopy::Views views, ps::frozenViews(variables, {name}));
    const TemporaryFile file;
    std::vector<checkpoint::TensorView> all = views.model;
    all.insert(all.end(), views.optimizer.begin(), views.optimizer.end());
    TY_TRY(checkpoint::writeSafetensors(file.path(), all));
    TY_TRY(variables.thaw());
    TY_ASSIGN(const auto read, checkpoint::SafetensorsFile::open(file.path()));
    FileState state;
    for (const checkpoint::TensorInfo& info : read.tensors()) {
        const torch::Tensor tensor = torch::from_blob(const_cast<std::byte*>(read.bytes(info).data()),
                                                      info.shape, torchDtype(info.dtype))
                                         .clone();
        (info.name == name ? state.value : state.slots[info.name.substr(name.size() + 1)]) = tensor;
    }
    return state;
}

/// Loads a variable from a file that has this state.
inline base::Status loadState(ps::ShardedVariables& variables, const std::string& name,
                              const FileState& state) {
    const TemporaryFile file;
    std::vector<torch::Tensor> alive;
    std::vector<checkpoint::TensorView> views{viewOf(name, state.value, alive)};
    for (const auto& [slot, tensor] : state.slots) views.push_back(viewOf(name + "." + slot, tensor, alive));
    TY_TRY(checkpoint::writeSafetensors(file.path(), views));
    TY_ASSIGN(const auto read, checkpoint::SafetensorsFile::open(file.path()));
    TY_TRY(variables.load(name, "", read, *read.find(name)));
    for (const auto& [slot, tensor] : state.slots)
        TY_TRY(variables.load(name, slot, read, *read.find(name + "." + slot)));
    return {};
}

}  // namespace trainyard::engine::testing
