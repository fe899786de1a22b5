// SPDX-License-Identifier: Apache-2.0
#include "core/engine/eval/predict.h"

#include <ATen/ops/cat.h>
#include <ATen/ops/sigmoid.h>
#include <ATen/ops/softmax.h>
#include <fmt/format.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl.h>
#include <google/protobuf/util/delimited_message_util.h>
#include <google/protobuf/util/json_util.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>
#include <numeric>

#include "core/base/file.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/base/words_json.h"
#include "core/data/picture_files.h"
#include "core/engine/model/objective.h"
#include "core/engine/model/precision.h"
#include "core/engine/open_data.h"
#include "core/engine/plan_model.h"
#include "core/engine/train/pipeline.h"
#include "core/engine/train/restore.h"
#include "core/plugin/catalog.h"
#include "core/spec/model/loss.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::engine {
namespace {

using base::Code;
using base::fail;
using DatasetPtr = std::shared_ptr<const data::Dataset>;

constexpr std::int64_t kMostClasses = 1000;    // of a confusion matrix: a million cells
constexpr std::int64_t kMostValues = 8 << 20;  // of samples sent along: 32 MiB
constexpr int kRepliesPerPass = 50;

base::Result<v1::PredictRequest> readRequest(const std::filesystem::path& file) {
    TY_ASSIGN(const std::string text, base::readFile(file));
    v1::PredictRequest request;
    const auto status = google::protobuf::util::JsonStringToMessage(text, &request);
    if (!status.ok())
        return fail(Code::kInvalidArgument, base::say("{}: {}", file.string(), status.ToString()));
    return request;
}

/// The run file that the checkpoint was saved under, with `data` as its validation data. All paths in both
/// are absolute: the folder says nothing.
base::Result<v1::RunSpec> specOf(const Restore& restore, const std::string& data, const std::string& name) {
    std::vector<spec::Override> overrides;
    if (!data.empty()) overrides.push_back({"train.data.validation", data});
    const spec::LoadedSpec loaded = spec::loadRunText(restore.state().spec.dump(), name, "/", overrides,
                                                      plugin::Catalog::load().strategies());
    for (const v1::Problem& problem : loaded.problems)
        if (problem.severity() == v1::Problem::ERROR)
            return fail(Code::kRefused, spec::wordsOf(problem), problem.code());
    return loaded.spec;
}

/// Pictures alone take the shape of what the model was trained on.
base::Result<DatasetPtr> openPictures(const v1::RunSpec& spec, const nlohmann::json& files) {
    if (!spec.train().data().has_train())
        return fail(Code::kRefused, "the run names no training data, whose shape the pictures would take",
                    "predict.no_data");
    TY_ASSIGN(const data::Inspection trained, inspectData(spec::trainDataOf(spec), "train.data.train"));
    std::vector<std::filesystem::path> paths;
    for (const auto& file : files) paths.emplace_back(file.get<std::string>());
    return data::openPictures(paths, trained.features.shape);
}

/// Collects what a pass over the data says.
class Prediction {
  public:
    Prediction(const v1::RunSpec& spec, const spec::ModelPlan& plan, bool hasLabels, int worst)
        : loss_(spec::lossOf(spec)),
          objective_(loss_, spec::metricsOf(spec), plan),
          hasLabels_(hasLabels),
          worst_(static_cast<std::size_t>(std::max(0, worst))) {
        isLogits_ = loss_.options.value("from_logits", true);
        const std::string kind = spec::accuracyKind(loss_);
        const spec::Shape& output = plan.output;
        if (kind == "binary" && output == spec::Shape{1}) classes_ = 2;
        if (kind.ends_with("categorical") && output.size() == 1) classes_ = output.front();
        if (hasLabels_ && classes_ > 0 && classes_ <= kMostClasses)
            confusion_.resize(static_cast<std::size_t>(classes_ * classes_));
    }
    bool isClassifier() const { return classes_ > 0; }

    void add(const Model& model, const Batch& batch, const torch::Tensor& outputs) {
        const std::int64_t count = outputs.size(0);
        torch::Tensor losses;
        if (hasLabels_) {
            sums_ += objective_.sums(model, outputs, batch.labels, batch.weights);
            losses = objective_.losses(outputs, batch.labels).to(torch::kFloat64).contiguous();
        }
        torch::Tensor predicted, probability;
        if (isClassifier()) {
            const torch::Tensor p = probabilities(outputs.to(torch::kFloat64));
            const auto [top, index] = p.max(1);
            probability = top.contiguous();
            predicted = index.contiguous();
        }
        for (std::int64_t i = 0; i < count; ++i) {
            v1::PredictedSample sample;
            sample.set_index(batch.samples[static_cast<std::size_t>(i)]);
            sample.set_label(-1);
            if (hasLabels_ && isClassifier())
                sample.set_label(static_cast<std::int32_t>(labelOf(batch.labels[i])));
            if (hasLabels_) sample.set_loss(losses.const_data_ptr<double>()[i]);
            if (isClassifier()) {
                sample.set_predicted(static_cast<std::int32_t>(predicted.const_data_ptr<std::int64_t>()[i]));
                sample.set_probability(probability.const_data_ptr<double>()[i]);
            }
            countSample(sample);
            keep(std::move(sample), batch.features[i]);
        }
    }

    v1::PredictReply result() {
        v1::PredictReply reply;
        if (hasLabels_) {
            auto& metrics = *reply.mutable_metrics();
            metrics["loss"] = sums_.meanLoss();
            for (std::size_t i = 0; i < sums_.metrics.size(); ++i)
                metrics[objective_.metricNames()[i]] = sums_.metrics[i].value();
            std::ranges::sort(samples_, isWorse);
        }
        reply.set_classes(static_cast<std::int32_t>(classes_));
        reply.mutable_confusion()->Add(confusion_.begin(), confusion_.end());
        for (v1::PredictedSample& sample : samples_) *reply.add_worst() = std::move(sample);
        return reply;
    }

  private:
    static bool isWorse(const v1::PredictedSample& a, const v1::PredictedSample& b) {
        return a.loss() != b.loss() ? a.loss() > b.loss() : a.index() < b.index();
    }
    /// {samples, classes}
    torch::Tensor probabilities(const torch::Tensor& outputs) const {
        if (spec::accuracyKind(loss_) == "binary") {
            const torch::Tensor yes = isLogits_ ? at::sigmoid(outputs) : outputs;
            return at::cat({1 - yes, yes}, 1);
        }
        return isLogits_ ? at::softmax(outputs, 1) : outputs / outputs.sum(1, /*keepdim=*/true);
    }
    /// A class index, from an index or from one-hot numbers.
    static std::int64_t labelOf(const torch::Tensor& label) {
        if (label.numel() > 1) return label.argmax().item<std::int64_t>();
        return label.is_floating_point() ? static_cast<std::int64_t>(label.item<double>() > 0.5)
                                         : label.item<std::int64_t>();
    }
    void countSample(const v1::PredictedSample& sample) {
        if (confusion_.empty() || sample.label() < 0 || sample.label() >= classes_) return;
        ++confusion_[static_cast<std::size_t>(sample.label() * classes_ + sample.predicted())];
    }
    /// All of those without a label, of the others the `worst_` with the largest losses (a heap, its least
    /// first).
    void keep(v1::PredictedSample sample, const torch::Tensor& features) {
        if (hasLabels_) {
            if (worst_ == 0) return;
            if (samples_.size() == worst_) {
                if (!isWorse(sample, samples_.front())) return;
                std::ranges::pop_heap(samples_, isWorse);
                samples_.pop_back();
            }
        }
        if (hasLabels_ ? features.numel() * static_cast<std::int64_t>(worst_) > kMostValues
                       : features.numel() * static_cast<std::int64_t>(samples_.size() + 1) > kMostValues)
            return put(std::move(sample));
        const torch::Tensor plain = features.to(torch::kFloat32).contiguous();
        for (const std::int64_t size : plain.sizes()) sample.add_shape(size);
        const float* values = plain.const_data_ptr<float>();
        sample.mutable_values()->Add(values, values + plain.numel());
        put(std::move(sample));
    }
    void put(v1::PredictedSample sample) {
        samples_.push_back(std::move(sample));
        if (hasLabels_) std::ranges::push_heap(samples_, isWorse);
    }

    spec::Named loss_;
    Objective objective_;
    bool hasLabels_;
    std::size_t worst_;
    bool isLogits_ = true;
    std::int64_t classes_ = 0;
    StepSums sums_;
    std::vector<std::int64_t> confusion_;
    std::vector<v1::PredictedSample> samples_;
};

base::Status writeReply(const v1::PredictReply& reply) {
    google::protobuf::io::FileOutputStream out(STDOUT_FILENO);
    if (google::protobuf::util::SerializeDelimitedToZeroCopyStream(reply, &out) && out.Flush()) return {};
    return fail(base::errnoError(out.GetErrno(), "cannot write the prediction"));
}

base::Status predict(const std::filesystem::path& requestFile) {
    TY_ASSIGN(const v1::PredictRequest request, readRequest(requestFile));
    TY_ASSIGN(const Restore restore, Restore::read(request.checkpoint()));
    TY_TRY(restore.verified());
    nlohmann::json data;
    if (!request.data().empty()) {
        TY_ASSIGN(data, base::parseJson(request.data(), "the data"));
    }
    const bool hasLabels = !data.is_object() || !data.contains("files");
    TY_ASSIGN(const v1::RunSpec spec,
              specOf(restore, hasLabels ? request.data() : std::string(), request.checkpoint()));
    DatasetPtr dataset;
    if (!hasLabels) {
        TY_ASSIGN(dataset, openPictures(spec, data["files"]));
    } else {
        const auto source = spec::validationDataOf(spec);
        if (!source)
            return fail(Code::kRefused, "this run has no validation data; name the data to predict on",
                        "predict.no_data");
        TY_ASSIGN(dataset, openData(*source, "the data"));
    }
    TY_ASSIGN(const spec::ModelPlan plan, engine::planModel(spec::modelOf(spec), dataset->sampleShape()));
    if (hasLabels)
        TY_TRY(spec::checkLoss(
            spec::lossOf(spec), spec::metricsOf(spec), plan.output,
            {dataset->labels().dtype == data::Dtype::kInt64, dataset->labels().shape, dataset->classes()}));
    Model model(plan, precisionOf(spec));
    TY_TRY(restore.fill(model));
    Prediction prediction(spec, plan, hasLabels, request.worst());
    if (!hasLabels && !prediction.isClassifier())
        return fail(Code::kRefused, "images without labels need a classification model",
                    "predict.no_classes");

    torch::NoGradGuard noGrad;
    const std::int64_t batchSize = spec.train().validation_batch_size() > 0
                                       ? spec.train().validation_batch_size()
                                       : spec.train().data().batch_size();
    const std::int64_t total =
        request.limit() > 0 ? std::min(request.limit(), dataset->size()) : dataset->size();
    const std::int64_t batches = (total + batchSize - 1) / batchSize;
    const std::int64_t reportEvery = std::max<std::int64_t>(1, batches / kRepliesPerPass);
    for (std::int64_t b = 0; b < batches; ++b) {
        std::vector<std::int64_t> indexes(
            static_cast<std::size_t>(std::min(batchSize, total - b * batchSize)));
        std::iota(indexes.begin(), indexes.end(), b * batchSize);
        const auto count = static_cast<std::int64_t>(indexes.size());
        const Batch batch = readBatch(*dataset, model, std::move(indexes), count);
        prediction.add(model, batch, model.forward(batch.features, nullptr));
        if ((b + 1) % reportEvery != 0) continue;
        v1::PredictReply progress;
        progress.set_done(b * batchSize + count);
        progress.set_total(total);
        TY_TRY(writeReply(progress));
    }
    v1::PredictReply reply = prediction.result();
    reply.set_done(total);
    reply.set_total(total);
    reply.set_finished(true);
    reply.set_checkpoint(request.checkpoint());
    return writeReply(reply);
}

}  // namespace

int runPrediction(const std::filesystem::path& request) {
    base::Status status;
    try {
        status = predict(request);
    } catch (const InputError& e) {
        status = fail(e.error);
    } catch (const std::exception& e) {
        status = fail(Code::kInternal, base::saidBy(e), "task.exception");
    }
    if (status) return 0;
    // One line that its reader can parse: code, id, message, and its words as JSON, which has no tabs.
    const base::Words words = status.error().words();
    fmt::print(stderr, "{}\t{}\t{}\t{}\n", base::grpcStatus(status.error().code), status.error().id, words,
               base::jsonText(base::toJson(words)));
    return base::exitCode(status.error().code);
}

}  // namespace trainyard::engine
