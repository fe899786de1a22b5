// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>

#include "core/base/error.h"
#include "core/base/fd.h"

namespace trainyard::base {

/// A file or folder that is written beside its final name, with a name of its own, and gets the final one
/// when it is complete. Until publish() nothing is at `path`; without it, what was written is deleted.
/// Nothing that exists is ever replaced. [any]
class StagedPath {
  public:
    /// kAlreadyExists ("export.exists") if something has that name; kNotFound if its folder does not exist.
    static Result<StagedPath> forFile(const std::filesystem::path& path);
    static Result<StagedPath> forFolder(const std::filesystem::path& path);
    ~StagedPath();
    StagedPath(StagedPath&& other) noexcept;
    StagedPath& operator=(StagedPath&&) = delete;

    /// Appends to the file.
    Status write(std::string_view bytes) const;
    /// Where to write until then.
    const std::filesystem::path& staged() const { return staged_; }
    Status publish();

  private:
    StagedPath(std::filesystem::path path, std::filesystem::path staged, UniqueFd fd);
    /// publish() where the file system cannot rename without replacing. False: errno says why.
    bool renameOtherwise() const;

    std::filesystem::path path_, staged_;
    UniqueFd fd_;  ///< of a file
};

}  // namespace trainyard::base
