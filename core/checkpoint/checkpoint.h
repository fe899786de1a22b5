// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/checkpoint/ownership.h"
#include "core/checkpoint/safetensors.h"

namespace trainyard::checkpoint {

/// state.json: where training stood. `position` counts consumed samples over all replicas, so that any number
/// of replicas can go on from it.
struct TrainState {
    std::int64_t step = 0;  ///< steps finished
    int epoch = 0;          ///< 0-based epoch the next step belongs to
    std::int64_t position = 0;
    std::int64_t stepInEpoch = 0;                      ///< steps of that epoch finished
    std::int64_t consumed = 0;                         ///< samples of that epoch consumed
    std::map<std::string, double> sums;                ///< what that epoch's metrics have added up to so far
    std::map<std::string, double> metrics;             ///< of the newest finished epoch
    nlohmann::json layout = nlohmann::json::object();  ///< numbers that a resume compares: replicas …
    nlohmann::json best = nlohmann::json::object();    ///< numbers as base::jsonNumber makes them
    nlohmann::json spec = nlohmann::json::object();    ///< the run file's tree
};

/// The text of state.json. stateToText fails on strings that are no UTF-8, stateFromText (kDataLoss) on what
/// is no state (kFailedPrecondition: of a version that wrote too little to go on from).
base::Result<std::string> stateToText(const TrainState& state);
base::Result<TrainState> stateFromText(std::string_view text, std::string_view what);

struct Contents {
    std::vector<TensorView> model;
    std::vector<TensorView> optimizer;  ///< named <variable>.<slot>
    TrainState state;
    bool isWeightsOnly = false;                     ///< the optimizer's state was left out on purpose
    std::map<std::string, std::string> texts = {};  ///< further files, by name
};

/// ".tmp-<step>-a<attempt>" and "ckpt-<step>".
std::string stagedName(std::int64_t step, int attempt);
std::string finalName(std::int64_t step);

/// Writes owner.json, model.safetensors, optimizer.safetensors, state.json and, last, manifest.json (size and
/// SHA-256 of each file, attempt) into the new folder `folder`/stagedName, fsyncing files and folder. On an
/// error the staged folder is removed again. A folder of that name that `owner` did not write is kRefused.
/// Blocks. [any]
base::Result<std::filesystem::path> writeStaged(const std::filesystem::path& folder, const Contents& contents,
                                                Owner owner);

/// What linkInto() does where the target is on another file system.
enum class OtherDisk { kRefuse, kCopy };
/// Makes the new folder `target` a checkpoint of `owner` with the same content as `checkpoint`, by links,
/// which cost no space. kUnimplemented where that cannot be; then nothing is left of it. Blocks. [any]
base::Status linkInto(const std::filesystem::path& checkpoint, const std::filesystem::path& target,
                      const Owner& owner, OtherDisk otherDisk);
/// Puts the same checkpoint, staged, into another folder of the same file system by linking its files;
/// kUnimplemented where that cannot be. Blocks. [any]
base::Result<std::filesystem::path> linkStaged(const std::filesystem::path& staged,
                                               const std::filesystem::path& folder, Owner owner);

/// Renames a staged folder to its final name and syncs the parent: the agent's part. The manifest must be
/// there and its files complete in size. A final folder of the same step is set aside (".aside-…") when it is
/// of an older attempt; one of the same attempt stays (kAlreadyExists, id "checkpoint.exists"), one of a
/// newer attempt too (kAborted, id "checkpoint.stale"). Asked again after it was done, it says so again.
base::Result<std::filesystem::path> publish(const std::filesystem::path& folder, const std::string& staged);

/// A checkpoint that was opened: what training goes on from.
struct Loaded {
    std::filesystem::path path;
    int attempt = 0;
    bool isWeightsOnly = false;
    SafetensorsFile model;
    SafetensorsFile optimizer;
    TrainState state;
};
/// Opens a checkpoint without reading its tensors. Blocks. [any]
base::Result<Loaded> open(const std::filesystem::path& checkpoint);
/// Every byte of an opened checkpoint against the sums in its manifest, on all cores; kDataLoss names what is
/// damaged. Nothing on disk is changed. Blocks. [any]
base::Status verify(const Loaded& opened);
/// Both, one after the other.
base::Result<Loaded> load(const std::filesystem::path& checkpoint);

/// What takeNewest found.
struct Newest {
    std::filesystem::path path;  ///< empty: none
    std::int64_t step = 0;
    struct Damaged {
        std::filesystem::path path;   ///< as it was called
        std::filesystem::path aside;  ///< as it is called now; empty: `run` did not write it, and it stays
        std::string why;
    };
    std::vector<Damaged> damaged;  ///< newer ones
};
/// One of `damaged`, in words.
std::string describe(const Newest::Damaged& damaged);
/// The newest published checkpoint of several folders that verifies, whoever wrote it; one of weights only
/// comes after all whole ones. Damaged ones of `run` that are newer are set aside (".damaged-ckpt-<step>"),
/// so that nobody takes them again; one that is deleted meanwhile is passed over. An error means that one
/// could be neither read nor set aside. Blocks. [any]
base::Result<Newest> takeNewest(const std::vector<std::filesystem::path>& folders, const std::string& run);

/// Staged folders that this attempt of this run wrote to their ends, oldest step first: nobody may have
/// published them.
std::vector<std::string> staged(const std::filesystem::path& folder, const std::string& run, int attempt);

struct Listed {
    std::filesystem::path path;
    std::int64_t step = 0;
    int attempt = 0;
    std::int64_t save = 0;  ///< Owner::save; 0: a checkpoint of version 0.1, which counted none
};
/// Published checkpoints of a folder, the one saved last at the end, whatever its step: a run may have gone
/// back. Only those with a manifest.
std::vector<Listed> list(const std::filesystem::path& folder);
/// What a byte is checked by: a sum of its block, at the speed of memory (SHA-256 where the manifest has
/// none), or the SHA-256 of its file.
enum class Depth { kBlockSums, kSha256 };
/// Every file against the manifest, which must name all of them: sizes and every byte. Changes nothing on
/// disk.
base::Status verify(const std::filesystem::path& checkpoint, Depth depth = Depth::kSha256);
base::Result<TrainState> readState(const std::filesystem::path& checkpoint);

/// Removes the staged folders that attempts of `run` before `currentAttempt` left behind, and what is left of
/// its deletions that were cut off.
base::Status removeStale(const std::filesystem::path& folder, const std::string& run, int currentAttempt,
                         const Remover& remove = removeDetached);

}  // namespace trainyard::checkpoint
