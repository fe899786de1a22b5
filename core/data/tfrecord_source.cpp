// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/base/text.h"
#include "core/data/file_dataset.h"
#include "core/data/image.h"
#include "core/data/scale.h"
#include "core/data/source.h"
#include "core/data/tf_example.h"
#include "core/events/tfrecord.h"

namespace trainyard::data {
namespace {

using base::Code;
namespace fs = std::filesystem;
namespace tfrecord = events::tfrecord;

constexpr std::uint64_t kLargestRecord = 256u << 20;

/// How one feature of the examples is read.
struct Column {
    enum class Kind { kFloat32, kInt64, kBytes, kImage };
    std::string name;
    Kind kind = Kind::kFloat32;
    Shaping shaping;
    double divisor = 1;

    Dtype dtype() const { return kind == Kind::kInt64 ? Dtype::kInt64 : Dtype::kFloat32; }
    Layout layout() const { return {dtype(), shaping.shape()}; }
};

struct Plan {
    Column input, label;
    std::optional<Column> weight;
    std::int64_t classes = 0;
    bool isClass() const { return label.layout() == Layout{Dtype::kInt64, {}}; }
};

base::Result<Column> featureOf(const Options& options, const std::string& name, bool isInput) {
    const nlohmann::json& feature = options.value().at("features").at(name);
    const Options own("tfrecord", feature.is_object() ? feature : nlohmann::json::object(), "");
    Column column;
    column.name = name;
    TY_ASSIGN(const std::string dtype, own.text("dtype", "float32"));
    if (dtype == "int64")
        column.kind = Column::Kind::kInt64;
    else if (dtype == "uint8")
        column.kind = Column::Kind::kBytes;
    else if (dtype == "image")
        column.kind = Column::Kind::kImage;
    else if (dtype != "float32")
        return options.wrong("features." + name + ".dtype", "float32, int64, uint8 or image");
    TY_ASSIGN(std::vector<std::int64_t> shape, own.integers("shape"));
    if (column.kind == Column::Kind::kImage &&
        (shape.size() != 3 || (shape[0] != 1 && shape[0] != 3) || std::ranges::max(shape) > 8192))
        return options.wrong("features." + name + ".shape",
                             "[channels, height, width], 1 or 3 channels, for an image");
    // TensorFlow's own data sets keep class indexes as lists of one.
    if (!isInput && column.kind == Column::Kind::kInt64 && shape == std::vector<std::int64_t>{1})
        shape.clear();
    TY_ASSIGN(const bool isChannelsLast, options.flag("channels_last", false));
    const bool moves = isInput && isChannelsLast && column.kind != Column::Kind::kImage;
    TY_ASSIGN(column.shaping,
              Shaping::of(Options("tfrecord", {{"channels_last", moves}}, ""), std::move(shape), name));
    if (isInput) {
        TY_ASSIGN(const std::optional<double> divisor, options.divisor());
        const bool isBytes = column.kind == Column::Kind::kBytes || column.kind == Column::Kind::kImage;
        column.divisor = divisor.value_or(isBytes ? 255 : 1);
    }
    return column;
}

base::Result<Plan> planOf(const Options& options) {
    if (!options.has("features") || !options.value().at("features").is_object())
        return options.wrong("features", "a map of names to {shape, dtype}");
    TY_ASSIGN(const std::string label, options.text("label", "label"));
    TY_ASSIGN(const std::string weight, options.text("sample_weight", ""));
    TY_ASSIGN(std::string input, options.text("input", ""));
    std::vector<std::string> names, others;
    for (const auto& item : options.value().at("features").items()) {
        names.push_back(item.key());
        if (item.key() != label && item.key() != weight) others.push_back(item.key());
    }
    for (const auto& [key, name] : {std::pair("label", label), {"sample_weight", weight}, {"input", input}})
        if (!name.empty() && std::ranges::find(names, name) == names.end())
            return options.wrong(key, base::say("one of `features` ({}), not \"{}\",", fmt::join(names, ", "),
                                                base::printable(name)));
    if (input.empty() && others.size() == 1) input = others.front();
    if (input.empty())
        return options.wrong("input", base::say("the name of the feature that the model takes, one of {},",
                                                fmt::join(others, ", ")));
    Plan plan;
    TY_ASSIGN(plan.input, featureOf(options, input, true));
    TY_ASSIGN(plan.label, featureOf(options, label, false));
    if (!weight.empty()) {
        TY_ASSIGN(plan.weight, featureOf(options, weight, false));
        if (!plan.weight->shaping.shape().empty() || plan.weight->kind != Column::Kind::kFloat32)
            return options.wrong("sample_weight", "a float32 feature of shape []");
    }
    TY_ASSIGN(plan.classes, options.integer("classes", 0));
    return plan;
}

/// A file of records: `TFRecordOptions(compression_type="GZIP")` is unpacked.
base::Result<Bytes> openRecords(const fs::path& path) {
    TY_ASSIGN(Bytes plain, Bytes::onDisk(path));
    std::string header(tfrecord::kHeaderBytes, '\0');
    if (plain.size() >= header.size()) {
        TY_TRY(plain.read(0, header.data(), header.size()));
        // A length may start like gzip's magic number; its checksum then decides.
        if (tfrecord::lengthIn(header)) return plain;
    }
    return Bytes::open(path);
}

/// Steps over the records of one file by their headers.
class RecordIndex {
  public:
    explicit RecordIndex(const Bytes& file) : file_(file) {}
    bool atEnd() const { return at_ == file_.size(); }
    std::uint64_t at() const { return at_; }

    base::Status step() {
        const std::uint64_t there = file_.size() - at_;
        if (there < tfrecord::kFramingBytes) return cut();
        if (at_ < windowAt_ || at_ + tfrecord::kHeaderBytes > windowAt_ + window_.size()) {
            window_.resize(std::min<std::uint64_t>(kWindow, there));
            windowAt_ = at_;
            TY_TRY(file_.read(at_, window_.data(), window_.size()));
        }
        const auto length =
            tfrecord::lengthIn(std::string_view(window_).substr(at_ - windowAt_, tfrecord::kHeaderBytes));
        if (!length)
            return badFile(
                file_.path(), base::say("at byte {}", at_),
                at_ == 0
                    ? base::Words("this is not a TFRecord file: the checksum of the first length is wrong")
                    : base::Words("the checksum of a record's length is wrong"),
                "data.bad_record");
        if (*length > there - tfrecord::kFramingBytes) return cut();
        if (*length > kLargestRecord)
            return badFile(file_.path(), base::say("at byte {}", at_),
                           base::say("a record of {} bytes is too large", *length), "data.too_large");
        at_ += tfrecord::kFramingBytes + *length;
        return {};
    }

  private:
    static constexpr std::size_t kWindow = 16 << 10;
    base::Status cut() const {
        return badFile(file_.path(), base::say("at byte {}", at_),
                       "the file ends inside a record; fetch it again", "data.truncated");
    }

    const Bytes& file_;
    std::uint64_t at_ = 0;
    std::string window_;
    std::uint64_t windowAt_ = 0;
};

/// Reads the columns of one record.
class RecordReader {
  public:
    RecordReader(const Plan& plan, const Bytes& file) : plan_(plan), file_(file) {}

    /// `begin` … `end` is the record including its framing.
    base::Status read(std::uint64_t begin, std::uint64_t end, const Dataset::Into& out,
                      std::vector<std::uint8_t>& scratch) {
        TY_ASSIGN(const std::string_view data, checked(begin, end, scratch));
        const auto features = parseTfExample(data);
        if (!features) return bad("it is not a tf.Example", "data.bad_record");
        if (out.features) TY_TRY(column(*features, plan_.input, out.features));
        if (out.labels) {
            TY_TRY(column(*features, plan_.label, out.labels));
            if (plan_.isClass()) TY_TRY(checkClass(*static_cast<const std::int64_t*>(out.labels)));
        }
        if (out.weights && plan_.weight) TY_TRY(column(*features, *plan_.weight, out.weights));
        return {};
    }
    /// The record's data, if they fit their checksum.
    base::Result<std::string_view> checked(std::uint64_t begin, std::uint64_t end,
                                           std::vector<std::uint8_t>& scratch) {
        begin_ = begin;
        scratch.resize(end - begin);
        TY_TRY(file_.read(begin, scratch.data(), scratch.size()));
        const std::string_view all(reinterpret_cast<const char*>(scratch.data()), scratch.size());
        const std::string_view data =
            all.substr(tfrecord::kHeaderBytes, all.size() - tfrecord::kFramingBytes);
        if (!tfrecord::checks(data, all.substr(all.size() - 4)))
            return bad("the checksum of a record is wrong; fetch the file again", "data.damaged");
        return data;
    }

  private:
    std::unexpected<base::Error> bad(const base::Words& why, std::string_view id) const {
        return badFile(file_.path(), base::say("record at byte {}", begin_), why, id);
    }
    base::Status checkClass(std::int64_t label) const {
        if (label >= 0 && (plan_.classes == 0 || label < plan_.classes)) return {};
        return bad(plan_.classes > 0
                       ? base::say("the label is {}, classes go from 0 to {}", label, plan_.classes - 1)
                       : base::say("the label is {}; classes count from 0", label),
                   "data.bad_label");
    }

    base::Status column(const std::map<std::string_view, TfFeature>& features, const Column& column,
                        void* out) const {
        const auto found = features.find(column.name);
        if (found == features.end()) {
            std::vector<std::string> names;
            for (const auto& item : features)
                if (names.size() < 30) names.push_back(base::printable(item.first));
            return bad(base::say("it has no feature \"{}\"; there are {}", base::printable(column.name),
                                 fmt::join(names, ", ")),
                       "data.no_feature");
        }
        const auto elements = static_cast<std::size_t>(column.layout().elements());
        const auto misfit = [&](const base::Words& what) {
            return bad(base::say("the feature \"{}\" is not {} of {} elements", base::printable(column.name),
                                 what, elements),
                       "data.bad_feature");
        };
        const TfFeature& feature = found->second;
        switch (column.kind) {
            case Column::Kind::kFloat32: {
                std::vector<float> values(elements);
                if (feature.kind != TfFeature::Kind::kFloat || !readFloats(feature, values))
                    return misfit("a list of floats");
                column.shaping.write(values.data(), Dtype::kFloat32, column.divisor, out);
                return {};
            }
            case Column::Kind::kInt64: {
                std::vector<std::int64_t> values(elements);
                if (feature.kind != TfFeature::Kind::kInt64 || !readInts(feature, values))
                    return misfit("a list of integers");
                column.shaping.write(values.data(), Dtype::kInt64, 1, out);
                return {};
            }
            case Column::Kind::kBytes: {
                const auto bytes =
                    feature.kind == TfFeature::Kind::kBytes ? onlyBytes(feature) : std::nullopt;
                if (!bytes || bytes->size() != elements) return misfit("a string of bytes");
                column.shaping.write(reinterpret_cast<const std::uint8_t*>(bytes->data()), Dtype::kFloat32,
                                     column.divisor, out);
                return {};
            }
            case Column::Kind::kImage: {
                const auto bytes =
                    feature.kind == TfFeature::Kind::kBytes ? onlyBytes(feature) : std::nullopt;
                if (!bytes) return misfit("an encoded image");
                return image(*bytes, column, static_cast<float*>(out));
            }
        }
        return {};
    }
    base::Status image(std::string_view bytes, const Column& column, float* out) const {
        const auto& shape = column.shaping.shape();
        TY_ASSIGN(Image image,
                  decodeImage({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()},
                              static_cast<int>(shape[0]),
                              fmt::format("{}: record at byte {}", file_.path().string(), begin_)));
        if (image.height != shape[1] || image.width != shape[2]) image = resized(image, shape[1], shape[2]);
        const std::vector<std::uint8_t> planes = channelsFirst(image);
        TY_ASSIGN(const Shaping plain,
                  Shaping::of(Options("tfrecord", nlohmann::json::object(), ""), shape, ""));
        plain.write(planes.data(), Dtype::kFloat32, column.divisor, out);
        return {};
    }

    const Plan& plan_;
    const Bytes& file_;
    std::uint64_t begin_ = 0;
};

/// The first record of a file is decoded like all others.
base::Status tryFirst(const Plan& plan, const Bytes& file) {
    RecordIndex index(file);
    if (index.atEnd()) return {};
    TY_TRY(index.step());
    std::vector<std::uint8_t> features(plan.input.layout().bytes()), labels(plan.label.layout().bytes()),
        scratch;
    float weight = 0;
    return RecordReader(plan, file).read(0, index.at(), {features.data(), labels.data(), &weight}, scratch);
}

class TfRecordDataset final : public FileDataset {
  public:
    static base::Result<std::shared_ptr<const Dataset>> open(const nlohmann::json& value) {
        return load(value, Extent::kAll);
    }
    /// Reads the first sample of each file.
    static base::Result<Inspection> inspect(const nlohmann::json& value) {
        TY_ASSIGN(const auto dataset, load(value, Extent::kFirst));
        Inspection found = dataset->inspection();
        found.samples = -1;
        found.classes = dataset->plan_.isClass() ? dataset->plan_.classes : 0;
        return found;
    }
    bool hasSampleWeights() const override { return plan_.weight.has_value(); }
    base::Status verify() const override {
        std::vector<std::uint8_t> scratch;
        for (const File& file : files_) {
            RecordReader reader(plan_, file.bytes);
            for (std::size_t i = 0; i + 1 < file.records.size(); ++i) {
                const auto data = reader.checked(file.records[i], file.records[i + 1], scratch);
                if (!data) return base::fail(data.error());
            }
        }
        return {};
    }

  private:
    struct File {
        Bytes bytes;
        std::vector<std::uint64_t> records;  ///< where each begins, and the end
    };
    enum class Extent { kAll, kFirst };  ///< samples of each file

    static base::Result<std::shared_ptr<TfRecordDataset>> load(const nlohmann::json& value, Extent extent) {
        const Options options("tfrecord", value, "tfrecord");
        TY_ASSIGN(Plan plan, planOf(options));
        TY_ASSIGN(const std::vector<fs::path> paths, options.paths("tfrecord"));
        std::shared_ptr<TfRecordDataset> dataset(new TfRecordDataset(std::move(plan)));
        const std::size_t most = extent == Extent::kAll ? SIZE_MAX : 1;
        for (const fs::path& path : paths) {
            TY_ASSIGN(Bytes bytes, openRecords(path));
            File file{std::move(bytes), {0}};
            TY_TRY(tryFirst(dataset->plan_, file.bytes));
            for (RecordIndex index(file.bytes); !index.atEnd() && file.records.size() <= most;) {
                TY_TRY(index.step());
                file.records.push_back(index.at());
            }
            file.records.shrink_to_fit();
            dataset->addFile(path, static_cast<std::int64_t>(file.records.size()) - 1);
            if (extent == Extent::kAll) dataset->files_.push_back(std::move(file));
        }
        TY_TRY(dataset->checkNotEmpty());
        return dataset;
    }
    explicit TfRecordDataset(Plan plan) : plan_(std::move(plan)) {
        name_ = "tfrecord";
        features_ = plan_.input.layout();
        labels_ = plan_.label.layout();
        classes_ = plan_.isClass() ? plan_.classes : 0;
    }
    base::Status readSample(std::size_t file, std::int64_t sample, const Into& out,
                            Scratch& scratch) const override {
        const File& from = files_[file];
        const auto i = static_cast<std::size_t>(sample);
        return RecordReader(plan_, from.bytes).read(from.records[i], from.records[i + 1], out, scratch.bytes);
    }

    Plan plan_;
    std::vector<File> files_;
};

}  // namespace

const SourceKind kTfRecordSource{"tfrecord", &TfRecordDataset::open, &TfRecordDataset::inspect};

}  // namespace trainyard::data
