// SPDX-License-Identifier: Apache-2.0
#include "core/base/sha256.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>

#include "core/base/check.h"

namespace trainyard::base {

void Sha256::Free::operator()(evp_md_ctx_st* context) const {
    EVP_MD_CTX_free(context);
}

Sha256::Sha256() : context_(EVP_MD_CTX_new()) {
    TY_CHECK(context_ && EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) == 1,
             "OpenSSL offers no SHA-256");
}
Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;

void Sha256::update(std::span<const std::byte> bytes) {
    EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size());
}

std::string Sha256::finish() {
    std::array<unsigned char, 32> digest{};
    EVP_DigestFinal_ex(context_.get(), digest.data(), nullptr);
    EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr);
    std::string text;
    for (unsigned char byte : digest) text += fmt::format("{:02x}", byte);
    return text;
}

std::string Sha256::hex(std::string_view text) {
    Sha256 hash;
    hash.update(std::as_bytes(std::span(text)));
    return hash.finish();
}

}  // namespace trainyard::base
