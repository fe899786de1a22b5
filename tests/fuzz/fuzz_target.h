// SPDX-License-Identifier: Apache-2.0
#pragma once
// TY_FUZZ_TARGET(csv) { …; return 0; } says what is done with an input, `data` and its `size`. With clang's
// -fsanitize=fuzzer a file with one is a program of libFuzzer; otherwise it is a target of fuzz_tests.
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
#define TY_FUZZ_TARGET(name) extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
#else

namespace trainyard::fuzz {

using Target = int (*)(const std::uint8_t* data, std::size_t size);

/// The targets of fuzz_tests by their names.
inline std::map<std::string, Target>& targets() {
    static std::map<std::string, Target> all;
    return all;
}

}  // namespace trainyard::fuzz

#define TY_FUZZ_TARGET(name)                                            \
    static int fuzz_##name(const std::uint8_t* data, std::size_t size); \
    static const bool fuzz_##name##_is_known =                          \
        trainyard::fuzz::targets().emplace(#name, fuzz_##name).second;  \
    static int fuzz_##name([[maybe_unused]] const std::uint8_t* data, [[maybe_unused]] std::size_t size)
#endif
