// SPDX-License-Identifier: Apache-2.0
#include "core/checkpoint/foreign.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "core/base/file.h"
#include "core/base/text.h"

namespace trainyard::checkpoint {
namespace {

namespace fs = std::filesystem;

base::Error refused(const base::Words& message) {
    return {base::Code::kRefused, message, "weights.foreign"};
}

base::Error pickle(const base::Words& what, const std::string& conversion) {
    return {base::Code::kRefused,
            base::say("{}: it can run any code when it is opened, and is never read. Where you trust it, "
                      "convert it: {}",
                      what, conversion),
            "checkpoint.pickle"};
}

std::string firstBytes(const fs::path& path) {
    std::array<char, 8> bytes{};
    const auto file = base::openRegular(path);
    const ssize_t count = file ? ::read(file->fd.get(), bytes.data(), bytes.size()) : 0;
    return {bytes.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0))};
}

/// torch.save has written ZIP files since 1.6; before that, pickles of protocol 2 that start with a ten-byte
/// long; newer protocols start with a frame. No length of a safetensors header looks like one of these.
bool isPickle(const fs::path& path, std::string_view start) {
    constexpr std::array<std::string_view, 5> kExtensions{".pt", ".pth", ".bin", ".ckpt", ".pkl"};
    return std::ranges::find(kExtensions, path.extension().string()) != kExtensions.end() ||
           start.starts_with("PK\x03\x04") || start.starts_with("\x80\x02\x8a\x0a") ||
           start.starts_with("\x80\x04\x95") || start.starts_with("\x80\x05\x95");
}

std::string toSafetensors(const std::string& from) {
    return fmt::format(
        "python3 -c \"import torch; from safetensors.torch import save_file; save_file({{k: v.contiguous() "
        "for k, v in torch.load('{}', weights_only=True).items()}}, 'weights.safetensors')\"",
        from);
}

base::Error distributed(const fs::path& folder) {
    const std::string shown = base::printable(folder.string());
    return pickle(
        base::say("{} is a checkpoint of torch.distributed.checkpoint, whose .metadata is a pickle", shown),
        fmt::format("python3 -m torch.distributed.checkpoint.format_utils dcp_to_torch '{}' weights.pt, then "
                    "{}",
                    shown, toSafetensors("weights.pt")));
}

}  // namespace

std::optional<base::Error> foreignFormat(const fs::path& path) {
    std::error_code error;
    const std::string shown = base::printable(path.string());
    if (fs::status(path, error).type() == fs::file_type::not_found) return std::nullopt;
    if (fs::is_directory(path, error)) {
        if (fs::exists(path / ".metadata", error)) return distributed(path);
        return std::nullopt;
    }
    if (path.filename() == ".metadata" || path.extension() == ".distcp")
        return distributed(path.parent_path());
    const std::string start = firstBytes(path);
    if (start.starts_with("\x89HDF"))
        return refused(
            base::say("{} is an HDF5 file, as Keras writes them; read it with h5py and write its "
                      "arrays with safetensors.numpy.save_file, under the model's names",
                      shown));
    if (start.starts_with("PK") && (path.extension() == ".npz" || path.extension() == ".keras"))
        return refused(
            base::say("{} is a {} archive; write its arrays with safetensors.numpy.save_file, "
                      "under the model's names",
                      shown, path.extension() == ".npz" ? "NumPy" : "Keras"));
    if (isPickle(path, start))
        return pickle(base::say("{} is a file of torch.save, a pickle", shown), toSafetensors(shown));
    return std::nullopt;
}

}  // namespace trainyard::checkpoint
