// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "core/base/error.h"
#include "core/node/remote/archive.h"

namespace trainyard::node {

/// A folder that is put into the home of this user on other machines, once: <home>/<place>/<name>.
struct Parcel {
    std::string place;  ///< "bundles"
    std::string name;   ///< of exactly this content
    std::string hash;   ///< SHA-256 of `archive`
    Archive archive;    ///< what the folder contains
    std::uint64_t unpackedBytes = 0;
    std::string find;   ///< shell, before it is sent; may succeed by other means (delivery.cpp)
    std::string check;  ///< shell: fails unless the folder $n can be used there
};

/// What makes another machine a node: trainyard-agent, the shim, the worker, the plugins, and all that they
/// link, down to the loader and the C library, except libtorch; so it depends on nothing but the kernel and a
/// shell. bin/<program> is a script that runs bin/<program>.elf by that loader.
///
/// `programs` is the folder of trainyard-agent, of an installation, a build or a bundle. Reads about 50 MB
/// and runs the loader. Blocks.
base::Result<std::shared_ptr<const Parcel>> makeBundle(const std::filesystem::path& programs);

/// libtorch as the worker in `programs` links it, with the libraries that come with it, for nodes that have
/// `bundle`, which is made of the same programs. A torch of the same version that is found in the Python
/// there takes its place. kNotFound "bundle.no_libtorch". Reads 450 MB. Blocks.
base::Result<std::shared_ptr<const Parcel>> makeLibtorch(const std::filesystem::path& programs,
                                                         const Parcel& bundle);

}  // namespace trainyard::node
