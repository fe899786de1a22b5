// SPDX-License-Identifier: Apache-2.0
#include "core/node/remote/bundle.h"

#include <elf.h>
#include <fmt/format.h>
#include <limits.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <map>
#include <span>
#include <sstream>
#include <vector>

#include "core/base/file.h"
#include "core/base/sha256.h"
#include "core/node/child.h"
#include "core/node/remote/remote_shell.h"

namespace trainyard::node {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongestList = 256 << 10;
constexpr std::uint64_t kFirstPages = 1 << 20;
constexpr std::array kPrograms = {"trainyard-agent", "trainyard-shim", "trainyard-worker"};
constexpr std::array kPluginPlaces = {"plugins/strategies", "plugins/programs", "plugins/callbacks",
                                      "plugins/layers",     "plugins/datasets", "lib/trainyard/plugins"};
constexpr const char* kCudaModule = "lib/trainyard/libtrainyard_cuda.so";

/// Which libraries a program or a library needs, by name, as the loader finds them on this machine.
using Libraries = std::map<std::string, fs::path>;

bool isThere(const fs::path& path) {
    std::error_code unreadable;
    return fs::exists(path, unreadable);
}

/// The program that the kernel starts in place of `program`, which it loads (elf(5), PT_INTERP).
base::Result<fs::path> loaderOf(const fs::path& program) {
    TY_ASSIGN(const auto file, base::openRegular(program));
    const auto readAt = [&](void* to, std::size_t size, std::uint64_t offset) {
        return ::pread(file.fd.get(), to, size, static_cast<off_t>(offset)) == static_cast<ssize_t>(size);
    };
    Elf64_Ehdr header{};
    const bool isElf = readAt(&header, sizeof header, 0) && std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0;
    for (unsigned i = 0; isElf && i < header.e_phnum; ++i) {
        Elf64_Phdr part{};
        if (!readAt(&part, sizeof part, header.e_phoff + i * sizeof part)) break;
        std::string path(std::min<std::uint64_t>(part.p_filesz, PATH_MAX), '\0');
        if (part.p_type == PT_INTERP && readAt(path.data(), path.size(), part.p_offset))
            return fs::path(path.c_str());
    }
    return base::fail(base::Code::kFailedPrecondition,
                      base::say("{} is not a program that uses shared libraries", program.string()),
                      "bundle.program");
}

/// What `loader --list` says, which is what ldd(1) runs.
base::Result<std::string> listOf(const fs::path& loader, const fs::path& file) {
    TY_ASSIGN(const auto lines, unnamedFile("libraries", ""));
    Child child;
    TY_TRY(child.start({loader.string(), "--list", file.string()},
                       {{lines.get(), STDOUT_FILENO}, {lines.get(), STDERR_FILENO}}));
    const int status = child.wait();
    std::string text = contentOf(lines, kLongestList);
    if (status == 0) return text;
    return base::fail(base::Code::kFailedPrecondition,
                      base::say("cannot list the libraries of {}: {}", file.string(), text), "bundle.list");
}

base::Status addLibraries(const fs::path& loader, const fs::path& file, Libraries& libraries) {
    TY_ASSIGN(const std::string list, listOf(loader, file));
    std::istringstream lines(list);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string name, arrow, path;
        if (!(words >> name >> arrow >> path) || arrow != "=>") continue;
        if (!path.starts_with('/'))
            return base::fail(base::Code::kNotFound,
                              base::say("{} needs {}, which is not on this machine", file.string(), name),
                              "bundle.library");
        if (name.find('/') == std::string::npos) libraries.emplace(name, path);
    }
    return {};
}

/// Moves libtorch, and what comes in one folder or one package with it, out of `libraries`.
Libraries takeLibtorch(Libraries& libraries) {
    Libraries taken;
    const auto cpu = libraries.find("libtorch_cpu.so");
    if (cpu == libraries.end()) return taken;
    const fs::path folder = cpu->second.parent_path();
    const bool isSystems = isThere(folder / "libc.so.6");
    const std::string packages = (folder.parent_path().parent_path() / "nvidia").lexically_normal().string();
    for (auto library = libraries.begin(); library != libraries.end();) {
        const auto& [name, path] = *library;
        const bool isTorchs = name.starts_with("libtorch") || name.starts_with("libc10") ||
                              (!isSystems && (path.parent_path() == folder ||
                                              path.lexically_normal().string().starts_with(packages + "/")));
        auto next = std::next(library);
        if (isTorchs) taken.insert(libraries.extract(library));
        library = next;
    }
    return taken;
}

/// Names the folder of these very libraries without reading half a gigabyte: a library's first pages have its
/// build id and its symbols.
base::Result<std::string> nameOf(const Libraries& libtorch) {
    base::Sha256 hash;
    std::vector<std::byte> pages(kFirstPages);
    for (const auto& [name, path] : libtorch) {
        TY_ASSIGN(const auto file, base::openRegular(path));
        const ssize_t got = ::pread(file.fd.get(), pages.data(), pages.size(), 0);
        if (got < 0) return base::fail(base::errnoError(errno, base::say("cannot read {}", path.string())));
        const std::string line = fmt::format("{} {}\n", name, file.size);
        hash.update(std::as_bytes(std::span(line)));
        hash.update(std::span(pages).first(static_cast<std::size_t>(got)));
    }
    return hash.finish();
}

struct Installation {
    fs::path programs, loader;
    Libraries libraries, libtorch;
    std::map<std::string, fs::path> files;  ///< by name in the bundle
};

/// Calls for each entry; a folder that is not there has none.
base::Status forEachIn(const fs::path& folder, const std::function<base::Status(const fs::path&)>& call) {
    std::error_code error;
    fs::directory_iterator entry(folder, error);
    if (error == std::errc::no_such_file_or_directory) return {};
    for (; !error && entry != fs::directory_iterator(); entry.increment(error)) TY_TRY(call(entry->path()));
    if (error)
        return base::fail(base::errnoError(error.value(), base::say("cannot read {}", folder.string())));
    return {};
}

base::Status addPlugins(Installation& from) {
    const fs::path prefix = from.programs.parent_path();
    for (const char* place : kPluginPlaces)
        TY_TRY(forEachIn(prefix / place, [&](const fs::path& folder) -> base::Status {
            if (!isThere(folder / "manifest.json")) return {};
            return forEachIn(folder, [&](const fs::path& file) -> base::Status {
                std::error_code unreadable;
                const fs::path name = file.filename();
                if (fs::is_regular_file(file, unreadable) &&
                    (name == "manifest.json" || name.extension() == ".so"))
                    from.files[(place / folder.filename() / name).string()] = file;
                return {};
            });
        }));
    if (isThere(prefix / kCudaModule)) from.files[kCudaModule] = prefix / kCudaModule;
    return {};
}

base::Result<Installation> inspect(const fs::path& programs) {
    Installation from{.programs = programs, .loader = {}, .libraries = {}, .libtorch = {}, .files = {}};
    TY_ASSIGN(from.loader, loaderOf(programs / kPrograms[0]));
    for (const char* program : kPrograms) {
        if (!isThere(programs / program)) continue;
        from.files[fmt::format("bin/{}.elf", program)] = programs / program;
        TY_TRY(addLibraries(from.loader, programs / program, from.libraries));
    }
    TY_TRY(addPlugins(from));
    // A plugin finds libtorch, and the worker's own symbols, in the worker. The module for GPUs links CUDA,
    // which a machine without it does not have, and a node's comes with its driver and its torch.
    for (const auto& [name, file] : from.files)
        if (name.ends_with(".so") && name != kCudaModule)
            (void)addLibraries(from.loader, file, from.libraries);
    from.libtorch = takeLibtorch(from.libraries);
    return from;
}

std::string wrapperOf(const std::string& program, const std::string& loader, const std::string& libtorch) {
    return fmt::format(
        "#!/bin/sh\nb=${{0%/bin/*}}\nexec \"$b/lib/{0}\" --library-path \"$b/lib:$b/../../libtorch/{1}\" "
        "\"$b/bin/{2}.elf\" \"$@\"\n",
        loader, libtorch, program);
}

/// An installation that is a bundle is sent as it is.
base::Status addFolder(Parcel& parcel, const fs::path& root) {
    std::map<std::string, fs::path> files;
    std::error_code unreadable;
    fs::recursive_directory_iterator entry(root, unreadable);
    for (; !unreadable && entry != fs::recursive_directory_iterator(); entry.increment(unreadable))
        if (std::error_code unknown; entry->is_regular_file(unknown))
            files[entry->path().lexically_relative(root).string()] = entry->path();
    if (unreadable)
        return base::fail(base::errnoError(unreadable.value(), base::say("cannot read {}", root.string())));
    for (const auto& [name, file] : files) {
        const bool isProgram = ::access(file.c_str(), X_OK) == 0;
        TY_TRY(parcel.archive.addFile(name, file, isProgram ? 0755 : 0644));
    }
    return {};
}

base::Status addInstallation(Parcel& parcel, const Installation& from) {
    TY_ASSIGN(const std::string libtorch, nameOf(from.libtorch));
    const std::string loader = from.loader.filename().string();
    for (const auto& [name, file] : from.files) {
        const bool isProgram = name.ends_with(".elf");
        TY_TRY(parcel.archive.addFile(name, file, isProgram ? 0755 : 0644));
        if (!isProgram) continue;
        const std::string program = fs::path(name).stem().string();
        TY_TRY(parcel.archive.addText("bin/" + program, wrapperOf(program, loader, libtorch), 0755));
    }
    TY_TRY(parcel.archive.addFile("lib/" + loader, from.loader, 0755));
    for (const auto& [name, path] : from.libraries) TY_TRY(parcel.archive.addFile("lib/" + name, path, 0644));
    return {};
}

/// The worker starts with the libraries in $n. All its symbols are looked up: another version lacks some.
std::string checkOf(const Parcel& bundle, const std::string& loader) {
    return fmt::format(
        "env LD_BIND_NOW=1 \"$h/bundles/{0}/lib/{1}\" --library-path "
        "\"$h/bundles/{0}/lib:$n\" \"$h/bundles/{0}/bin/trainyard-worker.elf\" --version",
        bundle.name, loader);
}

/// A torch of the same version, in the Python there, is used where it is.
std::string findScript(const std::string& check) {
    return fmt::format(R"sh(for y in python3 python; do
t=$("$y" -c "import importlib.util as u; s = u.find_spec('torch'); print(s.submodule_search_locations[0] if s else '')" 2>/dev/null </dev/null);
if [ -n "$t" ] && grep -qF "__version__ = '{}" "$t/version.py" 2>/dev/null && (n="$t/lib"; {}) >/dev/null 2>&1; then
ln -s "$t/lib" "$f"; rm -f "$p"; echo {}; exit 0; fi; done;)sh",
                       TRAINYARD_TORCH, check, kDone);
}

}  // namespace

base::Result<std::shared_ptr<const Parcel>> makeBundle(const fs::path& programs) {
    auto parcel = std::make_shared<Parcel>();
    parcel->place = "bundles";
    if (isThere(programs / (std::string(kPrograms[0]) + ".elf"))) {
        TY_TRY(addFolder(*parcel, programs.parent_path()));
    } else {
        TY_ASSIGN(const Installation from, inspect(programs));
        TY_TRY(addInstallation(*parcel, from));
    }
    TY_ASSIGN(parcel->hash, parcel->archive.hash());
    parcel->name = parcel->hash;
    parcel->unpackedBytes = parcel->archive.size();
    parcel->check = "\"$n/bin/trainyard-agent\" --version";
    return parcel;
}

base::Result<std::shared_ptr<const Parcel>> makeLibtorch(const fs::path& programs, const Parcel& bundle) {
    TY_ASSIGN(const Installation from, inspect(programs));
    if (from.libtorch.empty())
        return base::fail(base::Code::kNotFound,
                          base::say("{} has no trainyard-worker that uses libtorch; build or install it with "
                                    "libtorch, then restart the agent",
                                    programs.string()),
                          "bundle.no_libtorch");
    auto parcel = std::make_shared<Parcel>();
    parcel->place = "libtorch";
    TY_ASSIGN(parcel->name, nameOf(from.libtorch));
    for (const auto& [name, path] : from.libtorch) TY_TRY(parcel->archive.addFile(name, path, 0644));
    TY_ASSIGN(parcel->hash, parcel->archive.hash());
    parcel->unpackedBytes = parcel->archive.size();
    parcel->check = checkOf(bundle, from.loader.filename().string());
    parcel->find = findScript(parcel->check);
    return parcel;
}

}  // namespace trainyard::node
