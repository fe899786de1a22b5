// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <span>

#include "core/base/check.h"
#include "core/base/fd.h"
#include "core/base/file.h"

namespace trainyard::fuzz {

/// The input as a file in memory, for readers that take a path.
class ScratchFile {
  public:
    ScratchFile(const std::uint8_t* data, std::size_t size) : fd_(::memfd_create("fuzz", MFD_CLOEXEC)) {
        TY_CHECK(fd_ && base::writeAll(fd_.get(), std::as_bytes(std::span(data, size)), "the scratch file"),
                 "no file in memory");
    }
    std::filesystem::path path() const { return fmt::format("/proc/self/fd/{}", fd_.get()); }

  private:
    base::UniqueFd fd_;
};

}  // namespace trainyard::fuzz
