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

/// state.json: the training position. `position` counts consumed samples over all replicas, so that training
/// can resume with any number of replicas.
struct TrainState {
    std::int64_t step = 0;  ///< steps completed
    int epoch = 0;          ///< 0-based epoch of the next step
    std::int64_t position = 0;
    std::int64_t stepInEpoch = 0;                         ///< steps completed in that epoch
    std::int64_t consumed = 0;                            ///< samples consumed in that epoch
    std::map<std::string, double> sums;                   ///< partial sums of that epoch's metrics
    std::map<std::string, double> metrics;                ///< of the last completed epoch
    nlohmann::json layout = nlohmann::json::object();     ///< numbers that a resume compares: replicas …
    nlohmann::json best = nlohmann::json::object();       ///< numbers as made by base::jsonNumber
    nlohmann::json callbacks = nlohmann::json::object();  ///< what callbacks keep; numbers likewise
    nlohmann::json spec = nlohmann::json::object();       ///< the run file's tree
};

/// The text of state.json. stateToText fails on strings that are not UTF-8, stateFromText (kDataLoss) on
/// invalid states (kFailedPrecondition: written by a version that saved too little to resume from).
base::Result<std::string> stateToText(const TrainState& state);
base::Result<TrainState> stateFromText(std::string_view text, const base::Words& what);

struct Contents {
    std::vector<TensorView> model;
    std::vector<TensorView> optimizer;  ///< named <variable>.<slot>
    TrainState state;
    bool isWeightsOnly = false;                     ///< the optimizer's state was omitted on purpose
    std::map<std::string, std::string> texts = {};  ///< additional files, by name
};

/// ".tmp-<step>-a<attempt>" and "ckpt-<step>".
std::string stagedName(std::int64_t step, int attempt);
std::string finalName(std::int64_t step);

/// Writes owner.json, model.safetensors, optimizer.safetensors, state.json and, last, manifest.json (size and
/// SHA-256 of each file, attempt) into the new folder `folder`/stagedName, fsyncing files and folder. Removes
/// the staged folder on an error. kRefused if a folder of that name was not written by `owner`. Blocks. [any]
base::Result<std::filesystem::path> writeStaged(const std::filesystem::path& folder, const Contents& contents,
                                                Owner owner);

/// What linkInto() does if the target is on another file system.
enum class OtherDisk { kRefuse, kCopy };
/// Makes the new folder `target` a checkpoint of `owner` with the same content as `checkpoint`, by hard
/// links, which need no space. kUnimplemented if links are not possible; nothing is left behind then. Blocks.
/// [any]
base::Status linkInto(const std::filesystem::path& checkpoint, const std::filesystem::path& target,
                      const Owner& owner, OtherDisk otherDisk);
/// Stages the same checkpoint in another folder of the same file system by linking its files; kUnimplemented
/// if links are not possible. Blocks. [any]
base::Result<std::filesystem::path> linkStaged(const std::filesystem::path& staged,
                                               const std::filesystem::path& folder, Owner owner);

/// Renames a staged folder to its final name and syncs the parent; done by the agent. The manifest must exist
/// and its files must have their full size. An existing final folder of the same step is set aside
/// (".aside-…") if it is of an older attempt, and stays if it is of the same attempt (kAlreadyExists, id
/// "checkpoint.exists") or of a newer one (kAborted, id "checkpoint.stale"). Idempotent.
base::Result<std::filesystem::path> publish(const std::filesystem::path& folder, const std::string& staged);

/// A folder with a fixed name, such as best/, is replaced as a whole: its successor is made under this name,
/// "best.new", and takes its place by takePlace(). Every moment has the old or the new one under the fixed
/// name, except where the file system cannot exchange two names: there is an instant with "best.old" alone.
std::filesystem::path successorOf(const std::filesystem::path& folder);
/// kRefused ("folder.not_ours") if `whose` did not write `folder`; nothing has changed then. Blocks. [any]
base::Status takePlace(const std::filesystem::path& folder, const Whose& whose);
/// Removes what a process that was killed has left of that: successors and predecessors of `folder` and
/// interrupted deletions. If `folder` is missing, its predecessor gets the name back. Folders of others stay.
/// [any]
base::Status removeUnplaced(const std::filesystem::path& folder, const Whose& whose,
                            const Remover& remove = removeDetached);

/// An opened checkpoint, from which training resumes.
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
/// Checks every byte of an opened checkpoint against the sums in its manifest, on all cores; kDataLoss names
/// the damaged file. Changes nothing on disk. Blocks. [any]
base::Status verify(const Loaded& opened);
/// Both, one after the other.
base::Result<Loaded> load(const std::filesystem::path& checkpoint);

/// The result of takeNewest.
struct Newest {
    std::filesystem::path path;  ///< empty if there is none
    std::int64_t step = 0;
    struct Damaged {
        std::filesystem::path path;   ///< its previous name
        std::filesystem::path aside;  ///< its new name; empty: `run` did not write it, so it was not renamed
        base::Words why;
    };
    std::vector<Damaged> damaged;  ///< newer ones
};
/// One of `damaged`, as a sentence.
base::Words describe(const Newest::Damaged& damaged);
/// The newest published checkpoint of several folders that verifies, whoever wrote it; weights-only
/// checkpoints come after all complete ones. Newer damaged ones of `run` are set aside
/// (".damaged-ckpt-<step>"), so that they are not tried again; one that is deleted meanwhile is skipped. An
/// error means that one could be neither read nor set aside. Blocks. [any]
base::Result<Newest> takeNewest(const std::vector<std::filesystem::path>& folders, const std::string& run);

/// Staged folders that this attempt of this run wrote completely, oldest step first; they may not have been
/// published yet.
std::vector<std::string> staged(const std::filesystem::path& folder, const std::string& run, int attempt);

struct Listed {
    std::filesystem::path path;
    std::int64_t step = 0;
    int attempt = 0;
    std::int64_t save = 0;  ///< Owner::save; 0: a checkpoint of version 0.1, which did not count saves
};
/// Published checkpoints of a folder in the order saved, which is not always the order of steps: a run may
/// have gone back. Only those with a manifest.
std::vector<Listed> list(const std::filesystem::path& folder);
/// How bytes are checked: by the sum of their block, at memory bandwidth (SHA-256 if the manifest has no
/// sums), or by the SHA-256 of their file.
enum class Depth { kBlockSums, kSha256 };
/// Checks every file against the manifest, which must name all of them: sizes and every byte. Changes nothing
/// on disk.
base::Status verify(const std::filesystem::path& checkpoint, Depth depth = Depth::kSha256);
base::Result<TrainState> readState(const std::filesystem::path& checkpoint);

/// Removes the staged folders left by attempts of `run` before `currentAttempt`, and what its interrupted
/// deletions left.
base::Status removeStale(const std::filesystem::path& folder, const std::string& run, int currentAttempt,
                         const Remover& remove = removeDetached);

}  // namespace trainyard::checkpoint
