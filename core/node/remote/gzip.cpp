// SPDX-License-Identifier: Apache-2.0
#include "core/node/remote/gzip.h"

#include "core/base/check.h"

namespace trainyard::node {
namespace {

constexpr int kWithGzipHeader = 16;  // beside the window's bits: deflateInit2()
constexpr int kUsualMemory = 8;

}  // namespace

Gzip::Gzip() {
    TY_CHECK(deflateInit2(&stream_, Z_BEST_SPEED, Z_DEFLATED, MAX_WBITS | kWithGzipHeader, kUsualMemory,
                          Z_DEFAULT_STRATEGY) == Z_OK,
             "zlib can't begin to compress");
}

Gzip::~Gzip() {
    deflateEnd(&stream_);
}

std::span<const std::byte> Gzip::compress(std::span<const std::byte> bytes, bool isLast) {
    // As a rule what one call makes; what zlib has held back before may come on top.
    compressed_.resize(deflateBound(&stream_, static_cast<uLong>(bytes.size())));
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(bytes.data()));  // zlib only reads
    stream_.avail_in = static_cast<uInt>(bytes.size());
    std::size_t made = 0;
    for (;;) {
        stream_.next_out = reinterpret_cast<Bytef*>(compressed_.data() + made);
        stream_.avail_out = static_cast<uInt>(compressed_.size() - made);
        const int state = deflate(&stream_, isLast ? Z_FINISH : Z_NO_FLUSH);
        made = compressed_.size() - stream_.avail_out;
        if (state == Z_STREAM_END || stream_.avail_out > 0) break;
        compressed_.resize(2 * compressed_.size());
    }
    return std::span(compressed_).first(made);
}

}  // namespace trainyard::node
