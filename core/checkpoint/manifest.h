// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/checkpoint/checkpoint.h"

namespace trainyard::checkpoint {

inline constexpr const char* kManifestFile = "manifest.json";
inline constexpr const char* kModelFile = "model.safetensors";
inline constexpr const char* kOptimizerFile = "optimizer.safetensors";
inline constexpr const char* kStateFile = "state.json";
inline constexpr const char* kModelTextFile = "model.json";  ///< of a saved model alone

/// manifest.json:
/// {"version":1,"attempt":n,"step":n,"weights_only":false,"files":{"model.safetensors":{"size":n,"sha256":"…",
/// "xxh3":"…"},…}}. Large files have `xxh3`: 16 hexadecimal digits for each block of kBlockBytes.
struct Manifest {
    int attempt = 0;
    std::int64_t step = 0;
    std::map<std::string, WrittenFile> files;
    bool isWeightsOnly = false;
    std::string name = {};  ///< that it is also to be found by (`checkpoint.name`); empty: none
};

std::string toText(const Manifest& manifest);
/// kDataLoss names what is wrong; `what` names the text. File names are plain: no separator, no leading dot.
base::Result<Manifest> manifestFromText(std::string_view text, const base::Words& what);
/// Whether a checkpoint may be found by this name, besides its own: a plain one that nothing else here has.
bool isGivenName(std::string_view name);
/// Reads the manifest of the checkpoint in `folder`.
base::Result<Manifest> readManifest(const std::filesystem::path& folder);
/// kDataLoss (checkpoint.damaged), naming the file.
std::unexpected<base::Error> damaged(const std::filesystem::path& path, const base::Words& why);
/// The checks of verify() beyond the files in `done`, which were already checked: hashes of the other files,
/// a state of another step. File managers and people leave files that the manifest does not name: nothing
/// reads them, so they are damage with Depth::kSha256 alone, and never keep a run from continuing. Returns
/// the state.
base::Result<TrainState> verifyRest(const std::filesystem::path& checkpoint, const Manifest& manifest,
                                    const std::vector<std::string>& done, Depth depth);

/// Parses the names made by stagedName and asideName: step and attempt.
struct NameParts {
    std::int64_t step = 0;
    int attempt = 0;
};
std::optional<NameParts> stagedParts(std::string_view name);
std::optional<NameParts> asideParts(std::string_view name);  ///< also ".aside-<step>-a<attempt>.<n>"
std::optional<std::int64_t> finalStep(std::string_view name);
/// ".aside-<step>-a<attempt>": a checkpoint whose step a newer attempt reached and saved again.
std::string asideName(std::int64_t step, int attempt);
/// Prefix of a folder that is being deleted.
inline constexpr std::string_view kGonePrefix = ".gone-";

}  // namespace trainyard::checkpoint
