// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/node/node.h"

namespace trainyard::node {

/// The files of a run, by parts, as they cross the door to its machine. Names that lead out of the run's
/// folder are refused or skipped. All of it blocks on the disk. [any]

/// Lets `place` of the run's `folder` stand for the event files that appear in `logs` and below it, whose
/// other files are not the run's: a link to `logs`, and beside it the list of the event files that it has
/// already. Done once: nothing changes if `place` is there.
base::Status linkEvents(const std::filesystem::path& folder, const std::filesystem::path& place,
                        const std::filesystem::path& logs);

/// `files` with the sizes that they have in `folder`.
GrowingFiles withSizesIn(const std::filesystem::path& folder, GrowingFiles files);
/// What the files in `folder` have beyond the known sizes, at most `mostBytes`.
std::vector<FilePart> readParts(const std::filesystem::path& folder, const GrowingFiles& files,
                                std::size_t mostBytes = 1u << 20);
/// Appends parts to the files in `folder`, unless these have them already. kDataLoss "file.gap" if bytes
/// before a part are missing.
base::Status appendParts(const std::filesystem::path& folder, const std::vector<FilePart>& parts);
/// AttemptTasks::putFile(), in `folder`.
base::Status putPart(const std::filesystem::path& folder, const FilePart& part);

}  // namespace trainyard::node
