// SPDX-License-Identifier: Apache-2.0
#include "app/headless/machine_speed.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <span>
#include <string_view>
#include <thread>
#include <vector>

#include "core/base/fd.h"
#include "core/base/file.h"

namespace trainyard::headless {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMatrixSide = 192;  // three matrices fit the second-level cache
constexpr auto kMeasured = std::chrono::milliseconds(400);
constexpr std::size_t kBlockBytes = 1u << 22;
constexpr int kBlocks = 32;

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// The CPUs that this process may use.
std::vector<int> usableCpus() {
    cpu_set_t set;
    std::vector<int> cpus;
    if (::sched_getaffinity(0, sizeof set, &set) != 0) return cpus;
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
        if (CPU_ISSET(cpu, &set)) cpus.push_back(cpu);
    return cpus;
}

/// Operations per second of this thread, pinned to `cpu`.
double multiplyOn(int cpu) {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    if (::pthread_setaffinity_np(::pthread_self(), sizeof one, &one) != 0) return 0;
    std::vector<float> a(kMatrixSide * kMatrixSide, 1.5F), b(kMatrixSide * kMatrixSide, 0.25F),
        sum(kMatrixSide * kMatrixSide);
    const auto start = Clock::now();
    double operations = 0;
    while (Clock::now() - start < kMeasured) {
        for (std::size_t row = 0; row < kMatrixSide; ++row)
            for (std::size_t k = 0; k < kMatrixSide; ++k) {
                const float factor = a[row * kMatrixSide + k];
                for (std::size_t column = 0; column < kMatrixSide; ++column)
                    sum[row * kMatrixSide + column] += factor * b[k * kMatrixSide + column];
            }
        operations += 2.0 * kMatrixSide * kMatrixSide * kMatrixSide;
        a[0] = sum[kMatrixSide] > 0 ? 1 : 2;  // so that no round can be left out
    }
    return operations / secondsSince(start);
}

}  // namespace

std::string processorName() {
    std::ifstream lines("/proc/cpuinfo");
    constexpr std::string_view kKey = "model name";
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with(kKey) && line.find(": ") != std::string::npos)
            return line.substr(line.find(": ") + 2);
    return {};
}

double loadOfMachine() {
    double load = 0;
    return ::getloadavg(&load, 1) == 1 ? load : 0;
}

CoreSpeed measureCores() {
    const std::vector<int> cpus = usableCpus();
    CoreSpeed speed;
    if (cpus.empty()) return speed;
    std::jthread([&] { speed.one = multiplyOn(cpus[0]); }).join();
    if (cpus.size() < 2) return speed;
    double first = 0, second = 0;
    {
        const std::jthread other([&] { first = multiplyOn(cpus[0]); });
        const std::jthread another([&] { second = multiplyOn(cpus[1]); });
    }
    speed.two = first + second;
    return speed;
}

base::Result<double> measureDisk(const std::filesystem::path& folder, const std::stop_token& stop) {
    const std::filesystem::path path = folder / "written";
    const auto failed = [&] {
        return base::fail(base::errnoError(errno, base::say("cannot write {}", path.string())));
    };
    const base::UniqueFd file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (file.get() < 0) return failed();
    const std::vector<std::byte> block(kBlockBytes, std::byte{0x5a});
    const auto start = Clock::now();
    double written = 0;
    for (int i = 0; i < kBlocks && !stop.stop_requested(); ++i) {
        TY_TRY(base::writeAll(file.get(), block, path.string()));
        written += static_cast<double>(block.size());
    }
    if (::fsync(file.get()) != 0) return failed();
    const double seconds = secondsSince(start);
    if (::unlink(path.c_str()) != 0) return failed();
    return written / seconds;
}

}  // namespace trainyard::headless
