// SPDX-License-Identifier: Apache-2.0
// The cost of a step at the parameter servers, through shared memory, or with the argument `socket` over Unix
// sockets, or with `tcp` over loopback:
// reading and updating rows of tables of several sizes, and reading and updating whole variables. Prints
// medians.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "core/engine/ps/remote.h"
#include "core/engine/ps/sharded_variables.h"
#include "core/engine/ps/task_server.h"
#include "core/engine/ps/variable_store.h"
#include "tests/support/temp_home.h"

namespace {

using namespace trainyard;
using namespace trainyard::engine::ps;

double medianMs(const std::function<void()>& call) {
    std::vector<double> times;
    for (int i = 0; i < 30; ++i) {
        const auto start = std::chrono::steady_clock::now();
        call();
        times.push_back(
            std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
    }
    std::nth_element(times.begin(), times.begin() + 15, times.end());
    return times[15];
}

}  // namespace

int main(int argc, char** argv) {
    const bool isTcp = argc > 1 && std::string(argv[1]) == "tcp";
    const bool isShared = argc == 1;
    at::set_num_threads(1);
    const TempHome home;
    const std::string folder = home.path();
    std::vector<std::unique_ptr<TaskServer>> servers;
    VariableHosts hosts;
    for (int i = 0; i < 2; ++i) {
        auto store = std::make_shared<VariableStore>(i);
        const std::string address =
            isTcp ? fmt::format("127.0.0.1:{}", 42'100 + i) : fmt::format("unix:{}/ps-{}", folder, i);
        servers.push_back(std::move(*TaskServer::start({store->name(), "d", 1, "s"}, address, {store, {}})));
        TaskCard self{"chief:0", "d", 1, "s"};
        self.sharesMemory = isShared;
        hosts.push_back(std::make_shared<RemoteStore>(self, store->name(), address));
    }
    ShardedVariables variables(hosts, sdk::fixedShardsPartitioner(2));
    for (const std::int64_t rows : {10'000, 100'000, 1'000'000, 4'000'000}) {
        const std::string name = fmt::format("table-{}", rows);
        if (const auto made =
                variables.create(name, torch::zeros({rows, 64}), {"sgd", nlohmann::json::object()});
            !made) {
            fmt::print("{}\n", made.error().describe());
            return 1;
        }
        for (const std::int64_t touched : {64, 640, 6400}) {
            const torch::Tensor ids = torch::randint(rows, {touched}, torch::kInt64);
            const torch::Tensor values = torch::ones({touched, 64});
            const double ms = medianMs([&] {
                const auto read = variables.lookup(name, ids);
                const auto pushed = variables.push({{name, values, ids}}, 0.1);
                if (!read || !pushed) std::abort();
            });
            fmt::print("table {:>6.1f} MB, {:>5} rows read and updated: {:.2f} ms\n",
                       static_cast<double>(rows) * 256e-6, touched, ms);
        }
    }
    for (const std::int64_t elements : {120'000, 700'000, 2'800'000}) {
        const std::string name = fmt::format("dense-{}", elements);
        const torch::Tensor tensor = torch::zeros({elements});
        if (!variables.create(name, tensor, {"sgd", nlohmann::json::object()})) return 1;
        torch::Tensor into = torch::empty({elements});
        const double pull = medianMs([&] {
            if (!variables.pull({name}, {into})) std::abort();
        });
        const double push = medianMs([&] {
            if (!variables.push({{name, tensor}}, 0.1)) std::abort();
        });
        fmt::print("dense {:.1f} MB: pull {:.2f} ms, push {:.2f} ms\n", static_cast<double>(elements) * 4e-6,
                   pull, push);
    }
    hosts.clear();
    servers.clear();
    return 0;
}
