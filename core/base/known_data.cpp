// SPDX-License-Identifier: Apache-2.0
#include "core/base/known_data.h"

#include <algorithm>
#include <cstdlib>

#include "core/base/home.h"

namespace trainyard::base {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kTrainImages = "train-images-idx3-ubyte.gz",
                           kTrainLabels = "train-labels-idx1-ubyte.gz",
                           kTestImages = "t10k-images-idx3-ubyte.gz",
                           kTestLabels = "t10k-labels-idx1-ubyte.gz";

/// The addresses are those that TensorFlow Datasets and Keras use.
constexpr std::array kKnown{
    KnownData{"fashion_mnist",
              "fashion-mnist",
              "https://storage.googleapis.com/tensorflow/tf-keras-datasets",
              {KnownFile{kTrainImages, "c59f468a2f672dc815687fe0f83887768d799fd8a3f3276145d20f83aa44d888"},
               {kTrainLabels, "bad3541b69d912435c50bb6ba87bec294ff4f6a2e1246121d8633921760443d9"},
               {kTestImages, "5b4141f0afbad91edebe8549f8fcffe087ea10ca49f1dbef5c9a5cd8815ce37b"},
               {kTestLabels, "0402a96d92fd2663957122ceb108a494c5af83dab82d92729df917d7dec38c34"}}},
    KnownData{"mnist",
              "mnist",
              "https://storage.googleapis.com/cvdf-datasets/mnist",
              {KnownFile{kTrainImages, "ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db"},
               {kTrainLabels, "65a50cbbf4e906d70832878ad85ccda5333a97f0f4c3dd2ef09a8a9eef7101c5"},
               {kTestImages, "0fa7898d509279e482958e8ce81c8e77db3f2f8254e26661ceb7762c4d494ce7"},
               {kTestLabels, "ff7bcfd416de33731a308c3f266cc351222c34898ecbeaf847f06e48f7ec33f2"}}},
};

}  // namespace

std::span<const KnownData> knownData() {
    return kKnown;
}

std::vector<fs::path> datasetFolders() {
    const char* own = std::getenv("TRAINYARD_DATASETS");
    std::vector<fs::path> folders{own && *own ? own : "/usr/share/datasets"};
    for (const auto& home : {Home::withoutVariable(), Home::fromEnvironment()})
        if (home && std::ranges::find(folders, home->datasets()) == folders.end())
            folders.push_back(home->datasets());
    return folders;
}

}  // namespace trainyard::base
