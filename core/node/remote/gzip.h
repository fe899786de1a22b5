// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

struct z_stream_s;

namespace trainyard::node {

/// Compresses a stream of bytes for gzip(1), at the quickest of zlib's levels: libraries become as small as a
/// third at about 90 MB/s of a core. Used by one thread.
class Gzip {
  public:
    Gzip();
    ~Gzip();
    /// What is ready of the compressed stream, valid until the next call; with `isLast`, all the rest.
    std::span<const std::byte> compress(std::span<const std::byte> bytes, bool isLast);

  private:
    const std::unique_ptr<z_stream_s> stream_;
    std::vector<std::byte> compressed_;
};

}  // namespace trainyard::node
