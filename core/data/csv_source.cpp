// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "core/base/text.h"
#include "core/data/cell.h"
#include "core/data/csv.h"
#include "core/data/file_dataset.h"
#include "core/data/preprocessing.h"
#include "core/data/source.h"

namespace trainyard::data {
namespace {

using base::Code;
namespace fs = std::filesystem;

/// Neighbouring numbers of a sample: the cells of `columns` as they are (`by` is -1), or what preprocessor
/// number `by` makes of them.
struct ColumnGroup {
    std::vector<std::size_t> columns;
    int by = -1;
    std::int64_t width = 1;
};

/// Which column is what, and how cells become numbers.
struct Table {
    char delimiter = ',';
    bool hasHeader = true;
    std::vector<std::string> header;  ///< names, or "column 0" … if there is no header
    std::vector<std::size_t> features, labels;
    std::vector<Preprocessor> preprocessors;
    std::vector<ColumnGroup> featureFields, labelFields;  ///< the same columns, in the order of the numbers
    std::optional<std::size_t> weight;
    Dtype dtype = Dtype::kFloat32, labelDtype = Dtype::kInt64;
    double divisor = 1;
    std::map<std::string, std::int64_t, std::less<>> classNames;
    std::int64_t classes = 0;
    Shaping shaping;

    /// A class index, not numbers to predict.
    bool isClass() const {
        return labelDtype == Dtype::kInt64 && labelFields.size() == 1 && labelFields.front().width == 1;
    }
};

std::int64_t widthOf(const std::vector<ColumnGroup>& fields) {
    std::int64_t width = 0;
    for (const ColumnGroup& field : fields) width += field.width;
    return width;
}

/// Where a cell is: put into words only where something is wrong with it.
struct Place {
    enum Of { kLine, kRecord } of;
    std::int64_t number;
    base::Words words() const {
        return of == kLine ? base::say("line {}", number) : base::say("record {}", number);
    }
};

base::Status badCell(const fs::path& path, Place place, const Table& table, std::size_t column,
                     std::string_view cell, const base::Words& expected) {
    return badFile(path, base::say("{}, column {}", place.words(), base::printable(table.header[column])),
                   trimmed(cell).empty()
                       ? base::say("the cell is empty (expected {})", expected)
                       : base::say("\"{}\" is not {}", base::printable(cell.substr(0, 40)), expected),
                   "data.bad_cell");
}

/// Why the cells of `columns` were not preprocessed; an error with an id of its own is not about them.
base::Status badColumns(const fs::path& path, Place place, const Table& table,
                        const std::vector<std::size_t>& columns, const base::Error& why) {
    if (why.id == "data.vocabulary") return base::fail(why);
    return badFile(path,
                   base::say("{}, column {}", place.words(), base::printable(table.header[columns.front()])),
                   why.message, "data.bad_cell");
}

/// Cells of `columns` as numbers of `dtype`, one after another.
class Cells {
  public:
    Cells(const fs::path& path, const Table& table, const std::vector<std::string_view>& fields, Place place)
        : path_(path), table_(table), fields_(fields), place_(place) {}

    template <typename T>
    base::Status write(const std::vector<std::size_t>& columns, T* out, double divisor) const {
        for (const std::size_t column : columns) {
            const auto number = numberIn<T>(fields_[column]);
            if (!number)
                return badCell(path_, place_, table_, column, fields_[column],
                               std::is_integral_v<T> ? base::Words("an integer") : base::Words("a number"));
            *out++ = std::is_integral_v<T> || divisor == 1 ? *number : *number / static_cast<T>(divisor);
        }
        return {};
    }
    template <typename T>
    base::Status write(const std::vector<ColumnGroup>& fields, T* out, double divisor) const {
        for (const ColumnGroup& field : fields) {
            if (field.by < 0)
                TY_TRY(write(field.columns, out, divisor));
            else
                TY_TRY(preprocess(field, out));
            out += field.width;
        }
        return {};
    }
    base::Status write(const std::vector<ColumnGroup>& fields, Dtype dtype, double divisor, void* out) const {
        switch (dtype) {
            case Dtype::kFloat32:
                return write(fields, static_cast<float*>(out), divisor);
            case Dtype::kFloat64:
                return write(fields, static_cast<double*>(out), divisor);
            case Dtype::kInt64:
                return write(fields, static_cast<std::int64_t*>(out), divisor);
        }
        return {};
    }
    base::Status writeLabels(void* out) const {
        if (!table_.isClass() || table_.labelFields.front().by >= 0)
            return write(table_.labelFields, table_.labelDtype, 1, out);
        const std::size_t column = table_.labels.front();
        auto& label = *static_cast<std::int64_t*>(out);
        if (!table_.classNames.empty()) {
            const auto named = table_.classNames.find(trimmed(fields_[column]));
            if (named == table_.classNames.end())
                return badCell(path_, place_, table_, column, fields_[column], "one of `class_names`");
            label = named->second;
            return {};
        }
        const auto number = numberIn<std::int64_t>(fields_[column]);
        if (!number)
            return badCell(path_, place_, table_, column, fields_[column],
                           "a class index; texts need `class_names`, other numbers `label_dtype: float32`");
        if (*number < 0 || (table_.classes > 0 && *number >= table_.classes))
            return badCell(path_, place_, table_, column, fields_[column],
                           table_.classes > 0 ? base::say("a class from 0 to {}", table_.classes - 1)
                                              : base::Words("a class from 0 on"));
        label = *number;
        return {};
    }

  private:
    template <typename T>
    base::Status preprocess(const ColumnGroup& field, T* out) const {
        std::vector<std::string_view> cells;
        for (const std::size_t column : field.columns) cells.push_back(fields_[column]);
        const base::Status written = table_.preprocessors[static_cast<std::size_t>(field.by)].write(
            std::span<const std::string_view>(cells), out);
        if (written) return {};
        return badColumns(path_, place_, table_, field.columns, written.error());
    }

    const fs::path& path_;
    const Table& table_;
    const std::vector<std::string_view>& fields_;
    Place place_;
};

base::Status checkFields(const fs::path& path, Place place, const Table& table, bool isSplit,
                         const std::vector<std::string_view>& fields) {
    if (!isSplit)
        return badFile(path, place.words(), "a quote inside a field or after its end (RFC 4180 doubles it)",
                       "data.bad_record");
    if (fields.size() == table.header.size()) return {};
    return badFile(path, place.words(),
                   base::say("it has {} fields, expected {}", fields.size(), table.header.size()),
                   "data.bad_record");
}

/// A column by its name or its number, from 0.
base::Result<std::size_t> columnOf(const Table& table, const std::string& name, const std::string& key,
                                   const fs::path& path) {
    const auto named = std::ranges::find(table.header, name);
    if (table.hasHeader && named != table.header.end())
        return static_cast<std::size_t>(named - table.header.begin());
    if (const auto number = numberIn<std::size_t>(name); number && *number < table.header.size())
        return *number;
    std::vector<std::string> names;
    for (const std::string& column : table.header)
        if (names.size() < 30) names.push_back(base::printable(column));
    return base::fail(Code::kInvalidArgument,
                      base::say("{}: there is no column \"{}\" (`{}`); there are {}{}", path.string(),
                                base::printable(name), key, fmt::join(names, ", "),
                                names.size() < table.header.size() ? " …" : ""),
                      "data.no_column");
}

base::Result<char> delimiterOf(const Options& options) {
    TY_ASSIGN(const std::string text, options.text("delimiter", ","));
    if (text.size() != 1 || text == "\"" || text == "\n" || text == "\r")
        return options.wrong("delimiter", "one character");
    return text.front();
}

base::Status readColumns(const Options& options, Table& table, const fs::path& path) {
    TY_ASSIGN(std::vector<std::string> labels, options.texts("label"));
    if (labels.empty()) labels = {table.hasHeader ? "label" : std::to_string(table.header.size() - 1)};
    for (const std::string& name : labels) {
        TY_ASSIGN(const std::size_t column, columnOf(table, name, "label", path));
        table.labels.push_back(column);
    }
    if (options.has("sample_weight")) {
        TY_ASSIGN(const std::string name, options.text("sample_weight", ""));
        TY_ASSIGN(table.weight, columnOf(table, name, "sample_weight", path));
    }
    TY_ASSIGN(const std::vector<std::string> features, options.texts("features"));
    for (const std::string& name : features) {
        TY_ASSIGN(const std::size_t column, columnOf(table, name, "features", path));
        table.features.push_back(column);
    }
    if (features.empty())
        for (std::size_t column = 0; column < table.header.size(); ++column)
            if (std::ranges::find(table.labels, column) == table.labels.end() && table.weight != column)
                table.features.push_back(column);
    if (table.features.empty())
        return badFile(path, base::say("line {}", 1), "there is no column besides the label",
                       "data.bad_header");
    return {};
}

std::unexpected<base::Error> notPreprocessed(base::Words message) {
    return base::fail(Code::kInvalidArgument, std::move(message), "data.preprocessing");
}

/// `columns` in fields: an entry of `preprocessing` has its place where its first column is.
base::Result<std::vector<ColumnGroup>> fieldsOf(const Table& table, const std::vector<std::size_t>& columns,
                                                const std::vector<std::vector<std::size_t>>& preprocessed,
                                                const fs::path& path) {
    std::vector<ColumnGroup> fields;
    for (const std::size_t column : columns) {
        const auto in = std::ranges::find_if(
            preprocessed, [&](const auto& entry) { return std::ranges::find(entry, column) != entry.end(); });
        if (in == preprocessed.end()) {
            fields.push_back({{column}, -1, 1});
            continue;
        }
        for (const std::size_t other : *in)
            if (std::ranges::find(columns, other) == columns.end())
                return notPreprocessed(
                    base::say("{}: `preprocessing` reads the columns {} and {} together, but not both are "
                              "features, nor both labels; give each an entry of its own",
                              path.string(), base::printable(table.header[column]),
                              base::printable(table.header[other])));
        if (column != in->front()) continue;
        const int by = static_cast<int>(in - preprocessed.begin());
        fields.push_back({*in, by, table.preprocessors[static_cast<std::size_t>(by)].width()});
    }
    return fields;
}

/// Whether all numbers of `fields` are word indexes.
bool areIndexes(const Table& table, const std::vector<ColumnGroup>& fields) {
    return std::ranges::all_of(fields, [&](const ColumnGroup& field) {
        return field.by >= 0 && table.preprocessors[static_cast<std::size_t>(field.by)].isIndex();
    });
}
/// Whether `dtype` can have the numbers of `fields`.
bool fit(const Table& table, const std::vector<ColumnGroup>& fields, Dtype dtype) {
    return dtype != Dtype::kInt64 || std::ranges::all_of(fields, [&](const ColumnGroup& field) {
               return field.by < 0 || table.preprocessors[static_cast<std::size_t>(field.by)].isWhole();
           });
}

/// Reads `preprocessing`, and puts the table's columns into fields.
base::Status readPreprocessing(const Options& options, Table& table, const fs::path& path) {
    TY_ASSIGN(table.preprocessors, preprocessorsOf(options.value(), "csv"));
    std::vector<std::vector<std::size_t>> preprocessed;
    std::vector<std::size_t> seen;
    for (const Preprocessor& one : table.preprocessors) {
        std::vector<std::size_t> columns;
        for (const std::string& name : one.columns()) {
            TY_ASSIGN(const std::size_t column, columnOf(table, name, "preprocessing", path));
            const bool isRead = std::ranges::find(table.features, column) != table.features.end() ||
                                std::ranges::find(table.labels, column) != table.labels.end();
            if (!isRead)
                return notPreprocessed(base::say(
                    "{}: `preprocessing` names the column {}, which is neither a feature nor a label",
                    path.string(), base::printable(name)));
            if (std::ranges::find(seen, column) != seen.end())
                return notPreprocessed(base::say("{}: `preprocessing` names the column {} twice",
                                                 path.string(), base::printable(name)));
            seen.push_back(column);
            columns.push_back(column);
        }
        preprocessed.push_back(std::move(columns));
    }
    TY_ASSIGN(table.featureFields, fieldsOf(table, table.features, preprocessed, path));
    TY_ASSIGN(table.labelFields, fieldsOf(table, table.labels, preprocessed, path));
    return {};
}

/// The types of features and labels: word indexes alone are integers, whatever is encoded is not.
base::Status readDtypes(const Options& options, Table& table, const fs::path& path) {
    TY_ASSIGN(const std::optional<Dtype> dtype, options.dtype("dtype"));
    TY_ASSIGN(const std::optional<Dtype> labelDtype, options.dtype("label_dtype"));
    const bool isTokens = areIndexes(table, table.featureFields);
    const bool isEncoded = std::ranges::any_of(table.labelFields, [&](const ColumnGroup& field) {
        return field.by >= 0 && !table.preprocessors[static_cast<std::size_t>(field.by)].isIndex();
    });
    table.dtype = dtype.value_or(isTokens ? Dtype::kInt64 : Dtype::kFloat32);
    table.labelDtype = labelDtype.value_or(isEncoded ? Dtype::kFloat32 : Dtype::kInt64);
    if (fit(table, table.featureFields, table.dtype) && fit(table, table.labelFields, table.labelDtype))
        return {};
    return notPreprocessed(
        base::say("{}: `preprocessing` makes fractions, which the dtype int64 cannot have", path.string()));
}

/// The first record of a file; kDataLoss if there is none.
base::Result<std::string> firstRecord(const Bytes& file) {
    std::optional<std::string> first;
    const base::Status status =
        forEachCsvRecord(file, [&](std::string_view record, std::uint64_t, std::int64_t) -> base::Status {
            first = record;
            return base::fail(Code::kCancelled, "the first is enough");
        });
    if (first) return std::move(*first);
    if (!status) return base::fail(status.error());
    return badFile(file.path(), "", "it has no records", "data.empty");
}

base::Result<Table> readTable(const Options& options, const Bytes& file) {
    Table table;
    TY_ASSIGN(table.delimiter, delimiterOf(options));
    TY_ASSIGN(table.hasHeader, options.flag("header", true));
    TY_ASSIGN(std::string record, firstRecord(file));
    if (record.starts_with("\xEF\xBB\xBF")) record.erase(0, 3);  // spreadsheets write this mark of UTF-8
    std::vector<std::string_view> fields;
    std::vector<std::string> unquoted;
    if (!splitCsv(record, table.delimiter, fields, unquoted))
        return badFile(file.path(), base::say("line {}", 1), "a quote inside a field", "data.bad_header");
    for (std::size_t i = 0; i < fields.size(); ++i)
        table.header.push_back(table.hasHeader ? std::string(trimmed(fields[i])) : fmt::format("{}", i));
    TY_TRY(readColumns(options, table, file.path()));
    TY_TRY(readPreprocessing(options, table, file.path()));
    TY_TRY(readDtypes(options, table, file.path()));
    TY_ASSIGN(const std::optional<double> divisor, options.divisor());
    table.divisor = divisor.value_or(1);
    TY_ASSIGN(const std::vector<std::string> names, options.texts("class_names"));
    for (const std::string& name : names)
        table.classNames.emplace(name, static_cast<std::int64_t>(table.classNames.size()));
    const bool isLookedUp = table.isClass() && table.labelFields.front().by >= 0;
    if (isLookedUp && !names.empty())
        return notPreprocessed(
            base::say("{}: the label has `class_names` and `preprocessing`; keep one", file.path().string()));
    const std::int64_t known =
        isLookedUp
            ? table.preprocessors[static_cast<std::size_t>(table.labelFields.front().by)].vocabularySize()
            : static_cast<std::int64_t>(names.size());
    TY_ASSIGN(table.classes, options.integer("classes", known));
    if (isLookedUp) table.classes = std::max(table.classes, known);
    TY_ASSIGN(table.shaping, Shaping::of(options, {widthOf(table.featureFields)}, file.path()));
    return table;
}

Layout labelLayout(const Table& table) {
    // A number to predict is a vector of one, as a dense layer's output is; a class index is a scalar.
    if (table.isClass()) return {table.labelDtype, {}};
    return {table.labelDtype, {widthOf(table.labelFields)}};
}

class CsvDataset final : public FileDataset {
  public:
    static base::Result<std::shared_ptr<const Dataset>> open(const nlohmann::json& value) {
        return load(value, Extent::kAll);
    }
    /// Reads the header and the first sample of each file.
    static base::Result<Inspection> inspect(const nlohmann::json& value) {
        TY_ASSIGN(const auto dataset, load(value, Extent::kFirst));
        Inspection found = dataset->inspection();
        found.samples = -1;
        found.classes = dataset->isClass() ? dataset->table_.classes : 0;
        return found;
    }
    bool hasSampleWeights() const override { return table_.weight.has_value(); }

    static base::Result<Adapted> adapt(const nlohmann::json& value, const Continues& continues) {
        const Options options("csv", value, "files");
        TY_ASSIGN(const std::vector<fs::path> paths, options.paths("files"));
        CsvDataset dataset;
        std::vector<ColumnAdapter> adapters;
        for (const fs::path& path : paths) {
            TY_ASSIGN(const Bytes file, Bytes::open(path));
            TY_ASSIGN(Table table, readTable(options, file));
            if (path == paths.front()) {
                dataset.table_ = std::move(table);
                TY_ASSIGN(adapters, adaptersOf(dataset.table_));
            }
            TY_TRY(dataset.pass(file, adapters, continues));
        }
        Adapted adapted{options.value().value("preprocessing", nlohmann::json::array()), {}};
        for (const ColumnAdapter& one : adapters) {
            const Preprocessor& preprocessor = dataset.table_.preprocessors[one.entry];
            TY_ASSIGN(const nlohmann::json values, one.adapter->values());
            adapted.found.push_back(fmt::format("{}: {}", fmt::join(preprocessor.columns(), ", "),
                                                one.adapter->describe(values)));
            adapted.entries[one.entry][preprocessor.layer()].update(values);
        }
        return adapted;
    }

  private:
    /// What adapts an entry of `preprocessing`, and its columns.
    struct ColumnAdapter {
        std::size_t entry = 0;
        std::vector<std::size_t> columns;
        std::unique_ptr<Adapter> adapter;
    };
    static constexpr std::int64_t kRecordsPerQuestion = 1 << 14;

    static base::Result<std::vector<ColumnAdapter>> adaptersOf(const Table& table) {
        std::vector<ColumnAdapter> adapters;
        for (const auto* fields : {&table.featureFields, &table.labelFields})
            for (const ColumnGroup& field : *fields) {
                if (field.by < 0) continue;
                const auto entry = static_cast<std::size_t>(field.by);
                TY_ASSIGN(auto adapter, table.preprocessors[entry].adapter());
                if (adapter) adapters.push_back({entry, field.columns, std::move(adapter)});
            }
        return adapters;
    }
    /// Adapts to the records of one file.
    base::Status pass(const Bytes& file, const std::vector<ColumnAdapter>& adapters,
                      const Continues& continues) const {
        bool isHeader = table_.hasHeader;
        std::int64_t count = 0;
        Split split;
        std::vector<std::string_view> cells;
        return forEachCsvRecord(
            file, [&](std::string_view record, std::uint64_t, std::int64_t line) -> base::Status {
                if (std::exchange(isHeader, false)) return checkHeader(file.path(), record);
                const Place place{Place::kLine, line};
                const bool isSplit = splitCsv(record, table_.delimiter, split.fields, split.unquoted);
                TY_TRY(checkFields(file.path(), place, table_, isSplit, split.fields));
                for (const ColumnAdapter& one : adapters) {
                    cells.clear();
                    for (const std::size_t column : one.columns) cells.push_back(split.fields[column]);
                    if (const base::Status added = one.adapter->add(cells); !added)
                        return badColumns(file.path(), place, table_, one.columns, added.error());
                }
                if (continues && ++count % kRecordsPerQuestion == 0) return continues();
                return {};
            });
    }

    struct File {
        Bytes bytes;
        std::vector<std::uint64_t> records;  ///< where each begins, and the end
    };
    enum class Extent { kAll, kFirst };  ///< samples of each file

    static base::Result<std::shared_ptr<CsvDataset>> load(const nlohmann::json& value, Extent extent) {
        const Options options("csv", value, "files");
        TY_ASSIGN(const std::vector<fs::path> paths, options.paths("files"));
        std::shared_ptr<CsvDataset> dataset(new CsvDataset());
        for (const fs::path& path : paths) {
            TY_ASSIGN(Bytes file, Bytes::open(path));
            TY_ASSIGN(Table table, readTable(options, file));
            if (extent == Extent::kAll) TY_TRY(checkAdapted(table, path));
            if (dataset->files() == 0) dataset->table_ = std::move(table);
            TY_TRY(dataset->index(std::move(file), extent));
        }
        dataset->setLayouts();
        TY_TRY(dataset->checkNotEmpty());
        return dataset;
    }

    static base::Status checkAdapted(const Table& table, const fs::path& path) {
        TY_ASSIGN(const std::vector<ColumnAdapter> adapters, adaptersOf(table));
        if (adapters.empty()) return {};
        return base::fail(
            Code::kFailedPrecondition,
            base::say("{}: preprocessing[{}] has no values yet: they are computed when a run starts",
                      path.string(), adapters.front().entry),
            "data.not_adapted");
    }

    /// Finds the records and checks every cell that will be read, so that none fails in the middle of a run.
    base::Status index(Bytes bytes, Extent extent) {
        File file{std::move(bytes), {}};
        Buffers buffers(table_);
        bool isHeader = table_.hasHeader;
        std::int64_t most = -1;
        const base::Status read = forEachCsvRecord(
            file.bytes,
            [&](std::string_view record, std::uint64_t offset, std::int64_t line) -> base::Status {
                if (std::exchange(isHeader, false)) return checkHeader(file.bytes.path(), record);
                const Into into{buffers.features.data(), buffers.labels.data(), &buffers.weight};
                TY_TRY(parse(file.bytes.path(), record, {Place::kLine, line}, into, buffers.split));
                if (isClass())
                    most = std::max(most, *reinterpret_cast<const std::int64_t*>(buffers.labels.data()));
                file.records.push_back(offset);
                if (extent == Extent::kAll) return {};
                return base::fail(Code::kCancelled, "the first is enough");
            });
        const bool hasFirst = extent == Extent::kFirst && !file.records.empty();
        if (!read && !hasFirst) return read;
        largestLabel_ = std::max(largestLabel_, most);
        addFile(file.bytes.path(), static_cast<std::int64_t>(file.records.size()));
        file.records.push_back(file.bytes.size());
        file.records.shrink_to_fit();
        if (extent == Extent::kAll) files_.push_back(std::move(file));
        return {};
    }

    void setLayouts() {
        name_ = "csv";
        features_ = {table_.dtype, table_.shaping.shape()};
        labels_ = labelLayout(table_);
        classes_ = !isClass() ? 0 : table_.classes > 0 ? table_.classes : largestLabel_ + 1;
    }
    bool isClass() const { return table_.isClass(); }

    struct Split {
        std::vector<std::string_view> fields;
        std::vector<std::string> unquoted;
        std::vector<std::uint8_t> cells;  ///< features before they are put into their shape
    };
    struct Buffers {
        explicit Buffers(const Table& table)
            : features(static_cast<std::size_t>(widthOf(table.featureFields)) * 8),
              labels(static_cast<std::size_t>(widthOf(table.labelFields)) * 8) {}
        std::vector<std::uint8_t> features, labels;
        float weight = 1;
        Split split;
    };

    base::Status checkHeader(const fs::path& path, std::string_view record) const {
        Split split;
        if (record.starts_with("\xEF\xBB\xBF")) record.remove_prefix(3);
        const bool isSplit = splitCsv(record, table_.delimiter, split.fields, split.unquoted);
        TY_TRY(checkFields(path, {Place::kLine, 1}, table_, isSplit, split.fields));
        for (std::size_t i = 0; i < split.fields.size(); ++i)
            if (trimmed(split.fields[i]) != table_.header[i])
                return badFile(path, base::say("line {}", 1),
                               base::say("column {} is \"{}\", in the first file it is \"{}\"", i,
                                         base::printable(split.fields[i]), base::printable(table_.header[i])),
                               "data.bad_header");
        return {};
    }

    base::Status parse(const fs::path& path, std::string_view record, Place place, const Into& out,
                       Split& split) const {
        const bool isSplit = splitCsv(record, table_.delimiter, split.fields, split.unquoted);
        TY_TRY(checkFields(path, place, table_, isSplit, split.fields));
        const Cells cells(path, table_, split.fields, place);
        if (out.features) {
            split.cells.resize(static_cast<std::size_t>(widthOf(table_.featureFields)) *
                               bytesOf(table_.dtype));
            TY_TRY(cells.write(table_.featureFields, table_.dtype, table_.divisor, split.cells.data()));
            arrange(split.cells.data(), out.features);
        }
        if (out.labels) TY_TRY(cells.writeLabels(out.labels));
        if (out.weights && table_.weight)
            TY_TRY(cells.write(std::vector<std::size_t>{*table_.weight}, out.weights, 1));
        return {};
    }
    void arrange(const std::uint8_t* cells, void* out) const {
        switch (table_.dtype) {
            case Dtype::kFloat32:
                return table_.shaping.write(reinterpret_cast<const float*>(cells), table_.dtype, 1, out);
            case Dtype::kFloat64:
                return table_.shaping.write(reinterpret_cast<const double*>(cells), table_.dtype, 1, out);
            case Dtype::kInt64:
                return table_.shaping.write(reinterpret_cast<const std::int64_t*>(cells), table_.dtype, 1,
                                            out);
        }
    }

    base::Status readSample(std::size_t file, std::int64_t sample, const Into& out,
                            Scratch& scratch) const override {
        const File& from = files_[file];
        const auto i = static_cast<std::size_t>(sample);
        scratch.bytes.resize(from.records[i + 1] - from.records[i]);
        TY_TRY(from.bytes.read(from.records[i], scratch.bytes.data(), scratch.bytes.size()));
        std::string_view record(reinterpret_cast<const char*>(scratch.bytes.data()), scratch.bytes.size());
        while (record.ends_with('\n') || record.ends_with('\r')) record.remove_suffix(1);
        thread_local Split split;
        return parse(from.bytes.path(), record, {Place::kRecord, sample}, out, split);
    }

    std::vector<File> files_;
    Table table_;
    std::int64_t largestLabel_ = -1;
};

}  // namespace

const SourceKind kCsvSource{"csv", &CsvDataset::open, &CsvDataset::inspect, &CsvDataset::adapt};

}  // namespace trainyard::data
