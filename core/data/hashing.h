// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

/// The hashes of TensorFlow's string operations: the same word falls into the same bin there. [any]
namespace trainyard::data {

/// FarmHash's Fingerprint64 (Pike, Alakuijala: github.com/google/farmhash, `farmhashna::Hash64`), as in
/// tf.strings.to_hash_bucket_fast.
std::uint64_t farmFingerprint64(std::string_view bytes);

/// SipHash-2-4 (Aumasson, Bernstein 2012), as in tf.strings.to_hash_bucket_strong.
std::uint64_t sipHash(std::array<std::uint64_t, 2> key, std::string_view bytes);

}  // namespace trainyard::data
