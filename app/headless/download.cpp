// SPDX-License-Identifier: Apache-2.0
#include "app/headless/download.h"

#include <curl/curl.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <zlib.h>

#include <array>
#include <cerrno>
#include <memory>
#include <span>
#include <vector>

#include "core/base/fd.h"
#include "core/base/file.h"
#include "core/base/own_file.h"
#include "core/base/sha256.h"
#include "core/base/text.h"

namespace trainyard::headless {
namespace {

using base::Code;

constexpr long kConnectTimeout = 20, kSilentTimeout = 60;  // seconds

struct Download {
    int fd = -1;
    std::string path;
    std::uint64_t mostBytes = 0;
    std::uint64_t bytes = 0;
    base::Status status = {};
    const std::stop_token& stop;
};

std::size_t take(char* bytes, std::size_t size, std::size_t count, void* context) {
    auto& download = *static_cast<Download*>(context);
    const std::span<const char> piece(bytes, size * count);
    download.bytes += piece.size();
    if (download.bytes > download.mostBytes)
        download.status = base::fail(Code::kResourceExhausted,
                                     base::say("more than {} bytes came for {}: it is not that file",
                                               download.mostBytes, download.path));
    else
        download.status = base::writeAll(download.fd, std::as_bytes(piece), download.path);
    return download.status ? piece.size() : 0;  // 0 ends the request
}

int endIfStopped(void* context, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
    return static_cast<const Download*>(context)->stop.stop_requested() ? 1 : 0;
}

base::Status request(const std::string& address, Download& download) {
    static const CURLcode ready = curl_global_init(CURL_GLOBAL_DEFAULT);
    const std::unique_ptr<CURL, decltype(&curl_easy_cleanup)> handle(curl_easy_init(), curl_easy_cleanup);
    if (ready != CURLE_OK || !handle) return base::fail(Code::kInternal, "libcurl could not be started");
    CURL* curl = handle.get();
    std::array<char, CURL_ERROR_SIZE> why{};
    curl_easy_setopt(curl, CURLOPT_URL, address.c_str());
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(curl, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 1L);
    curl_easy_setopt(curl, CURLOPT_MAXREDIRS, 5L);
    curl_easy_setopt(curl, CURLOPT_FAILONERROR, 1L);
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, kConnectTimeout);
    curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, 1L);
    curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, kSilentTimeout);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, &download);
    curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, endIfStopped);
    curl_easy_setopt(curl, CURLOPT_XFERINFODATA, &download);
    curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, why.data());
    const CURLcode result = curl_easy_perform(curl);
    if (!download.status) return download.status;
    if (result == CURLE_OK) return {};
    if (result == CURLE_ABORTED_BY_CALLBACK)
        return base::fail(Code::kCancelled, "the download was interrupted");
    const std::string text = why[0] != '\0' ? why.data() : curl_easy_strerror(result);
    const bool wasServed = result == CURLE_HTTP_RETURNED_ERROR;
    return base::fail(
        wasServed ? Code::kNotFound : Code::kUnavailable,
        base::say("{} could not be fetched: {}", base::printable(address), base::printable(text)),
        wasServed ? "data.not_served" : "data.unreachable");
}

}  // namespace

base::Result<std::uint64_t> download(const std::string& address, const std::filesystem::path& path,
                                     std::uint64_t mostBytes, const std::stop_token& stop) {
    TY_ASSIGN(const base::UniqueFd fd, base::openOwn(path, O_WRONLY | O_CREAT | O_TRUNC));
    Download one{.fd = fd.get(), .path = path.string(), .mostBytes = mostBytes, .stop = stop};
    base::Status status = request(address, one);
    if (status && ::fsync(fd.get()) != 0)
        status = base::fail(base::errnoError(errno, base::say("cannot sync {}", path.string())));
    if (status) return one.bytes;
    ::unlink(path.c_str());
    return base::fail(std::move(status).error());
}

base::Result<std::string> unpackedSha256(const std::filesystem::path& path, std::uint64_t mostBytes) {
    TY_ASSIGN(base::OpenedFile file, base::openRegular(path));
    gzFile packed = ::gzdopen(file.fd.get(), "rb");
    if (!packed) return base::fail(Code::kResourceExhausted, "zlib could not be started");
    (void)file.fd.release();  // gzclose() closes it
    const std::unique_ptr<gzFile_s, decltype(&::gzclose)> closed(packed, ::gzclose);
    base::Sha256 sum;
    std::vector<std::byte> piece(1u << 20);
    for (std::uint64_t bytes = 0;;) {
        const int got = ::gzread(packed, piece.data(), static_cast<unsigned>(piece.size()));
        if (got == 0) return sum.finish();
        if (got < 0) return base::fail(Code::kDataLoss, base::say("{} cannot be unpacked", path.string()));
        bytes += static_cast<std::uint64_t>(got);
        if (bytes > mostBytes)
            return base::fail(Code::kResourceExhausted,
                              base::say("{} unpacks to more than {} bytes", path.string(), mostBytes));
        sum.update(std::span(piece).first(static_cast<std::size_t>(got)));
    }
}

}  // namespace trainyard::headless
