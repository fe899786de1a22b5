// SPDX-License-Identifier: Apache-2.0
#include "core/data/dataset.h"

#include <numeric>

#include "core/base/sha256.h"
#include "core/data/scale.h"
#include "data_files.h"

namespace trainyard::data {
namespace {

class DatasetTest : public DataFiles {
  protected:
    void SetUp() override {
        DataFiles::SetUp();
        ::unsetenv("TRAINYARD_DATASETS");
        ::unsetenv("TRAINYARD_HOME");
        ::setenv("XDG_DATA_HOME", (folder_ / "xdg").c_str(), 1);
    }
    static spec::Choice builtin(const std::string& name) { return {"builtin", name}; }
    spec::Choice idxChoice(const std::string& images, const std::string& labels) {
        return {"idx",
                {{"images", put("images", images).string()}, {"labels", put("labels", labels).string()}}};
    }
};

TEST_F(DatasetTest, ScalesAsADivisionDoes) {
    std::vector<std::uint8_t> bytes(256 + 3);
    std::iota(bytes.begin(), bytes.end(), std::uint8_t{0});
    std::vector<float> scaled(bytes.size());
    scaleToUnit(bytes.data(), bytes.size(), scaled.data());
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const volatile float value = bytes[i], most = 255.0f;  // kept from the optimizer: the plain division
        EXPECT_EQ(scaled[i], value / most) << i;
    }
}

TEST_F(DatasetTest, ReadsSamplesInTheOrderAskedFor) {
    std::string pixels;
    for (int i = 0; i < 3 * 4; ++i) pixels += static_cast<char>(i * 20);
    const auto data = openDataset(idxChoice(idx({3, 2, 2}, pixels), idx({3}, std::string("\5\0\7", 3))));
    ASSERT_TRUE(data) << data.error().describe();
    EXPECT_EQ((*data)->size(), 3);
    EXPECT_EQ((*data)->sampleShape(), (std::vector<std::int64_t>{1, 2, 2}));
    EXPECT_EQ((*data)->classes(), 8);
    const std::vector<std::int64_t> indexes{2, 0, 2};
    std::vector<float> features(12);
    std::vector<std::int64_t> labels(3);
    ASSERT_TRUE((*data)->read(indexes, {features.data(), labels.data()}));
    EXPECT_EQ(labels, (std::vector<std::int64_t>{7, 5, 7}));
    for (int i = 0; i < 4; ++i) {
        EXPECT_FLOAT_EQ(features[i], (8 + i) * 20 / 255.0f);
        EXPECT_FLOAT_EQ(features[4 + i], i * 20 / 255.0f);
        EXPECT_EQ(features[8 + i], features[i]);
    }
    EXPECT_NE((*data)->describe().find("idx (3 × 1×2×2, 8 classes) from " + folder_.string()),
              std::string::npos);
    EXPECT_DEATH((void)(*data)->read(std::vector<std::int64_t>{3}, {nullptr, labels.data()}),
                 "outside the data set");
}

TEST_F(DatasetTest, ShapesWithChannelsAndWithout) {
    const std::string labels = idx({2}, std::string(2, '\0'));
    EXPECT_EQ((*openDataset(idxChoice(idx({2, 5}, std::string(10, 'x')), labels)))->sampleShape(),
              (std::vector<std::int64_t>{5}));
    EXPECT_EQ((*openDataset(idxChoice(idx({2, 3, 2, 1}, std::string(12, 'x')), labels)))->sampleShape(),
              (std::vector<std::int64_t>{3, 2, 1}));
}

TEST_F(DatasetTest, RefusesSetsThatDoNotBelongTogether) {
    const std::string images = idx({2, 2, 2}, std::string(8, 'x'));
    expectError(openDataset(idxChoice(images, idx({3}, "abc"))), base::Code::kDataLoss, "data.count_mismatch",
                "images has 2 images and ");
    expectError(openDataset(idxChoice(images, idx({2, 1}, "ab"))), base::Code::kDataLoss, "data.bad_header",
                "labels have 1 dimension, this file has 2");
    expectError(openDataset(idxChoice(idx({2}, "ab"), idx({2}, "ab"))), base::Code::kDataLoss,
                "data.bad_header", "expected 2 to 4 dimensions");
    expectError(openDataset(idxChoice(images.substr(0, 20), idx({2}, "ab"))), base::Code::kDataLoss,
                "data.truncated", "images ends in its data");
}

TEST_F(DatasetTest, APreflightSeesHowManyClassesTheLabelsHave) {
    const spec::Choice choice =
        idxChoice(idx({3, 2, 2}, std::string(12, 'x')), idx({3}, std::string("\2\14\0", 3)));
    const auto found = inspect(choice);
    ASSERT_TRUE(found) << found.error().describe();
    EXPECT_EQ(found->classes, 13);
    EXPECT_EQ((*openDataset(choice))->classes(), 13);
}

TEST_F(DatasetTest, MissingFilesAndKindsAreNamed) {
    const spec::Choice none{
        "idx", {{"images", (folder_ / "no-images").string()}, {"labels", (folder_ / "no-labels").string()}}};
    for (int i = 0; i < 2; ++i)
        expectError(openDataset(none), base::Code::kNotFound, "data.missing", "no-images");
    expectError(inspect(none), base::Code::kNotFound, "data.missing", "no-images");
    expectError(openDataset({"idx", {{"images", 1}}}), base::Code::kInvalidArgument, "data.option",
                "needs a text or a list of texts at \"images\"");
    expectError(openDataset({"idx", "x"}), base::Code::kNotFound, "data.missing",
                "cannot read the data file x");
    expectError(openDataset(builtin("imagenet")), base::Code::kInvalidArgument, "",
                "there are fashion_mnist, fashion_mnist_test, mnist, mnist_test");
    expectError(openDataset({"parquet", "x"}), base::Code::kInvalidArgument, "",
                "no kind of data set \"parquet\"");

    ::setenv("TRAINYARD_DATASETS", folder_.c_str(), 1);
    expectError(openDataset(builtin("fashion_mnist")), base::Code::kNotFound, "data.missing",
                "apt install dataset-fashion-mnist");
    expectError(openDataset(builtin("mnist")), base::Code::kNotFound, "data.missing",
                "put its four files, train-images-idx3-ubyte.gz, train-labels-idx1-ubyte.gz, "
                "t10k-images-idx3-ubyte.gz, "
                "t10k-labels-idx1-ubyte.gz, into " +
                    (folder_ / "xdg/trainyard/datasets/mnist").string());
    put("mnist/t10k-images-idx3-ubyte.gz", "x");
    expectError(inspect(builtin("mnist_test")), base::Code::kNotFound, "data.missing",
                "missing: " + (folder_ / "mnist/t10k-labels-idx1-ubyte.gz").string());
}

TEST_F(DatasetTest, FindsBuiltinsInTheHomeAndBesideIt) {
    ::setenv("TRAINYARD_DATASETS", (folder_ / "none").c_str(), 1);
    ::setenv("TRAINYARD_HOME", (folder_ / "home").c_str(), 1);
    expectError(openDataset(builtin("mnist")), base::Code::kNotFound, "data.missing",
                "into " + (folder_ / "home/datasets/mnist").lexically_normal().string());
    const std::string images = gzip(idx({2, 28, 28}, std::string(1568, 'x'))),
                      labels = gzip(idx({2}, std::string(2, '\3')));
    put("home/datasets/mnist/train-images-idx3-ubyte.gz", images);
    put("home/datasets/mnist/train-labels-idx1-ubyte.gz", labels);
    put("xdg/trainyard/datasets/mnist/t10k-images-idx3-ubyte.gz", images);
    put("xdg/trainyard/datasets/mnist/t10k-labels-idx1-ubyte.gz", labels);
    EXPECT_TRUE(openDataset(builtin("mnist"))) << "that of the home";
    EXPECT_TRUE(openDataset(builtin("mnist_test"))) << "fetched before TRAINYARD_HOME was set";
    ::unsetenv("TRAINYARD_HOME");
    EXPECT_FALSE(openDataset(builtin("mnist")));
}

TEST_F(DatasetTest, FindsBuiltinsInEitherPlace) {
    const std::string images = gzip(idx({2, 28, 28}, std::string(1568, 'x'))),
                      labels = gzip(idx({2}, std::string(2, '\3')));
    put("own/mnist/train-images-idx3-ubyte.gz", images);
    put("own/mnist/train-labels-idx1-ubyte.gz", labels);
    put("xdg/trainyard/datasets/mnist/t10k-images-idx3-ubyte.gz", images);
    put("xdg/trainyard/datasets/mnist/t10k-labels-idx1-ubyte.gz", labels);
    ::setenv("TRAINYARD_DATASETS", (folder_ / "own").c_str(), 1);
    const auto train = openDataset(builtin("mnist")), test = openDataset(builtin("mnist_test"));
    ASSERT_TRUE(train && test);
    EXPECT_EQ((*train)->classes(), 10) << "a builtin has its classes, whatever its labels show";
    EXPECT_NE(
        (*test)->describe().find("mnist_test (2 × 1×28×28, 10 classes) from " + (folder_ / "xdg").string()),
        std::string::npos);
    EXPECT_EQ(inspect(builtin("mnist"))->paths.at(1),
              (folder_ / "own/mnist/train-labels-idx1-ubyte.gz").string());
    put("own/mnist/train-labels-idx1-ubyte.gz", gzip(idx({2}, std::string("\3\12", 2))));
    expectError(openDataset(builtin("mnist")), base::Code::kDataLoss, "data.bad_label",
                "label 1 is 10, mnist has classes 0 to 9");
}

TEST_F(DatasetTest, FashionMnistIsWhatItIs) {
    const auto train = openDataset(builtin("fashion_mnist")),
               test = openDataset(builtin("fashion_mnist_test"));
    ASSERT_TRUE(train) << train.error().describe();
    ASSERT_TRUE(test) << test.error().describe();
    EXPECT_EQ((*train)->describe(),
              "fashion_mnist (60000 × 1×28×28, 10 classes) from /usr/share/datasets/fashion-mnist");
    EXPECT_EQ((*test)->size(), 10000);
    std::vector<std::int64_t> all(60000), labels(60000), counts(10);
    std::iota(all.begin(), all.end(), 0);
    ASSERT_TRUE((*train)->read(all, {nullptr, labels.data()}));
    for (const std::int64_t label : labels) ++counts[static_cast<std::size_t>(label)];
    EXPECT_EQ(counts, std::vector<std::int64_t>(10, 6000));
    std::vector<float> features(std::size_t{60000} * 784);
    ASSERT_TRUE((*train)->read(all, {features.data()}));
    double sum = 0;
    for (const float value : features) sum += value;
    EXPECT_NEAR(sum / static_cast<double>(features.size()), 0.2860,
                1e-4);  // the mean every Fashion-MNIST recipe names
}

}  // namespace
}  // namespace trainyard::data
