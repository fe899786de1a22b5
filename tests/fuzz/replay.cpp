// SPDX-License-Identifier: Apache-2.0
// fuzz_tests TARGET CORPUS COUNT [SEED]: runs a target over every file of the corpus, then over COUNT
// mutations of them. The same seed gives the same inputs. An input that crashes is left in
// ./crash-fuzz_TARGET.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <ranges>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/file.h"
#include "core/base/random.h"
#include "fuzz_target.h"

namespace {

using trainyard::base::KeyedRandom;

std::string current;    // the current input
std::string crashFile;  // where it goes if it crashes

/// Only calls that a signal handler may make.
void keepInput() {
    const int fd = ::open(crashFile.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    const bool kept =
        fd >= 0 && ::write(fd, current.data(), current.size()) == static_cast<ssize_t>(current.size());
    constexpr std::string_view kKept = "the input is in ./crash-*\n", kLost = "the input could not be kept\n";
    const std::string_view message = kept ? kKept : kLost;
    if (::write(STDERR_FILENO, message.data(), message.size()) < 0)
        return;  // there is nowhere left to report it
}
void onSignal(int signal) {
    keepInput();
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

}  // namespace

/// Exists if a sanitizer is linked; it then reports crashes itself and calls back before it ends the program.
extern "C" __attribute__((weak)) void __sanitizer_set_death_callback(void (*callback)());

namespace {

/// Draws of one mutation, one after another.
class Dice {
  public:
    Dice(const KeyedRandom& random, std::uint64_t number) : random_(random), number_(number) {}
    std::uint64_t below(std::uint64_t bound) { return random_.below(bound, number_, next_++); }

  private:
    const KeyedRandom& random_;
    std::uint64_t number_, next_ = 0;
};

/// The mutations that find the most bugs: flipped bits, edge values in words, pieces removed, duplicated and
/// spliced from other files.
void mutate(std::string& bytes, const std::vector<std::string>& corpus, Dice& dice) {
    constexpr std::uint64_t kEdges[] = {0,
                                        1,
                                        0x7F,
                                        0x80,
                                        0xFF,
                                        0xFFFF,
                                        0x7FFFFFFF,
                                        0x80000000,
                                        0xFFFFFFFF,
                                        0x7FFFFFFFFFFFFFFF,
                                        0x8000000000000000,
                                        ~std::uint64_t{0}};
    const std::size_t at = dice.below(bytes.size() + 1);
    const std::size_t length = dice.below(std::min<std::size_t>(bytes.size() - at, 64) + 1);
    switch (dice.below(7)) {
        case 0:
            if (at < bytes.size()) bytes[at] = static_cast<char>(bytes[at] ^ 1 << dice.below(8));
            break;
        case 1:
            if (at < bytes.size()) bytes[at] = static_cast<char>(dice.below(256));
            break;
        case 2: {
            const std::uint64_t edge = kEdges[dice.below(std::size(kEdges))];
            const std::size_t width =
                std::min<std::size_t>(std::size_t{1} << dice.below(4), bytes.size() - at);
            bytes.replace(at, width, reinterpret_cast<const char*>(&edge), width);
            break;
        }
        case 3:
            bytes.erase(at, length);
            break;
        case 4:
            bytes.insert(at, bytes.substr(at, length));
            break;
        case 5:
            bytes.resize(at);
            break;
        default: {
            const std::string& other = corpus[dice.below(corpus.size())];
            const std::size_t from = dice.below(other.size() + 1);
            bytes.insert(at, other.substr(from, dice.below(64)));
        }
    }
}

void runOne(trainyard::fuzz::Target target, std::string input) {
    current = std::move(input);
    // A heap copy of exactly its size, so that a sanitizer detects a read of the first byte past it.
    const std::vector<std::uint8_t> exact(current.begin(), current.end());
    target(exact.data(), exact.size());
}

}  // namespace

int main(int argc, char** argv) {
    const auto& targets = trainyard::fuzz::targets();
    const auto chosen = argc < 4 ? targets.end() : targets.find(argv[1]);
    if (chosen == targets.end()) {
        fmt::print(stderr, "usage: {} TARGET CORPUS COUNT [SEED]; targets: {}\n", argv[0],
                   fmt::join(std::views::keys(targets), " "));
        return 2;
    }
    const auto& [name, target] = *chosen;
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::directory_iterator(argv[2])) paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    std::vector<std::string> corpus;
    for (const auto& path : paths) {
        auto bytes = trainyard::base::readFile(path);
        if (!bytes) {
            fmt::print(stderr, "{}\n", bytes.error().message);
            return 2;
        }
        corpus.push_back(std::move(*bytes));
    }
    if (corpus.empty()) {
        fmt::print(stderr, "{} holds no inputs\n", argv[2]);
        return 2;
    }
    crashFile = "crash-fuzz_" + name;
    if (__sanitizer_set_death_callback) {
        __sanitizer_set_death_callback(keepInput);
    } else {
        for (const int signal : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE}) std::signal(signal, onSignal);
    }

    const std::uint64_t count = std::strtoull(argv[3], nullptr, 10);
    const KeyedRandom random(argc > 4 ? std::strtoull(argv[4], nullptr, 10) : 1,
                             trainyard::base::DrawPurpose::kAugment);
    for (const std::string& input : corpus) runOne(target, input);
    auto slowest = std::chrono::steady_clock::duration::zero();
    for (std::uint64_t i = 0; i < count; ++i) {
        Dice dice(random, i);
        std::string input = corpus[dice.below(corpus.size())];
        for (std::uint64_t n = 1 + dice.below(4); n > 0; --n) mutate(input, corpus, dice);
        const auto start = std::chrono::steady_clock::now();
        runOne(target, std::move(input));
        slowest = std::max(slowest, std::chrono::steady_clock::now() - start);
    }
    fmt::print("{} inputs and {} mutations of them; the slowest took {:.1f} ms\n", corpus.size(), count,
               std::chrono::duration<double, std::milli>(slowest).count());
    return 0;
}
