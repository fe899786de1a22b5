// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <zlib.h>

#include <cstddef>
#include <span>
#include <vector>

namespace trainyard::node {

/// Compresses a stream of bytes for gzip(1), at the quickest of zlib's levels: libraries become as small as a
/// third at about 90 MB/s of a core. Used by one thread.
class Gzip {
  public:
    Gzip();
    ~Gzip();
    Gzip(const Gzip&) = delete;  // what zlib keeps points at stream_
    Gzip& operator=(const Gzip&) = delete;
    /// What is ready of the compressed stream, valid until the next call; with `isLast`, all the rest.
    std::span<const std::byte> compress(std::span<const std::byte> bytes, bool isLast);

  private:
    z_stream stream_{};
    std::vector<std::byte> compressed_;
};

}  // namespace trainyard::node
