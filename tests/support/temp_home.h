// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdlib.h>

#include <cerrno>
#include <filesystem>
#include <string>
#include <system_error>

namespace trainyard {

/// A folder of its own for a test or a benchmark, readable by this user only, deleted with this object. Its
/// path is free of symbolic links and short enough for a socket in it.
class TempHome {
  public:
    explicit TempHome(const std::filesystem::path& in = std::filesystem::temp_directory_path()) {
        std::string name = (std::filesystem::canonical(in) / "ty-test-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr)
            throw std::system_error(errno, std::generic_category(), "cannot make " + name);
        path_ = name;
    }
    /// Whatever cannot be deleted stays: a test that takes away permissions gives them back.
    ~TempHome() {
        std::error_code ignored;
        if (!isKept_) std::filesystem::remove_all(path_, ignored);
    }
    TempHome(const TempHome&) = delete;
    TempHome& operator=(const TempHome&) = delete;

    const std::filesystem::path& path() const { return path_; }
    /// Leaves the folder where it is, for whoever looks for the cause of a failure.
    void keep() { isKept_ = true; }

  private:
    std::filesystem::path path_;
    bool isKept_ = false;
};

}  // namespace trainyard
