// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <limits>

#include "core/base/file.h"
#include "core/spec/cluster/cluster.h"
#include "core/spec/cluster/cluster_pin.h"
#include "core/spec/model/describe_model.h"
#include "core/spec/model/saved_model.h"
#include "core/spec/run/checkpoint_spec.h"
#include "core/spec/run/sidecar.h"
#include "core/spec/yaml/yaml_tree.h"
#include "tests/support/temp_home.h"
#include "tests/unit/spec/spec_testing.h"

namespace trainyard::spec {
namespace {

using nlohmann::json;

LoadedSpec example(const std::string& name, const std::vector<Override>& overrides = {}) {
    return loadRunFile(TRAINYARD_SOURCE_DIR "/resources/examples/" + name, overrides, strategies(),
                       "/elsewhere");
}

TEST(RunFile, EveryExampleIsRight) {
    for (const char* name :
         {"fashion-mnist.yaml", "fashion-mnist-quick.yaml", "mlp.yaml", "mnist-cnn.yaml"}) {
        const auto loaded = example(name);
        EXPECT_TRUE(loaded.ok()) << printed(loaded.problems);
        EXPECT_TRUE(loaded.problems.empty()) << printed(loaded.problems);
        EXPECT_EQ(replicasOf(loaded.spec, mirrored(), 1), 2);
    }
}

TEST(RunFile, TheExamplesOfOneTaskAreRight) {
    const std::string folder = TRAINYARD_SOURCE_DIR "/plugins/strategies/";
    const StrategyInfos all =
        plugin::Catalog::loadFrom({folder + "mirrored", folder + "one_device"}).strategies();
    for (const auto& [name, strategy, replicas] : {std::tuple("custom-training-mirrored.yaml", "mirrored", 4),
                                                   std::tuple("one-device.yaml", "one_device", 1)}) {
        const auto loaded =
            loadRunFile(TRAINYARD_SOURCE_DIR "/resources/examples/" + std::string(name), {}, all, "/");
        EXPECT_TRUE(loaded.ok()) << printed(loaded.problems);
        EXPECT_EQ(replicasOf(loaded.spec, all.at(strategy), 1), replicas);
    }
}

TEST(RunFile, GpusOfTasksFitTheDeviceTheRoleAndTheStrategy) {
    const auto codes = [](const std::string& rest) {
        std::string all;
        for (const v1::Problem& problem : load("name: x\ntrain:\n  model: {builtin: mlp}\n  data: {train: "
                                               "{builtin: mnist}, validation: {builtin: mnist}}\n" +
                                               rest)
                                              .problems)
            if (problem.severity() == v1::Problem::ERROR) all += problem.code() + " " + problem.path() + "\n";
        return all;
    };
    const std::string two = "cluster: {worker: [{node: local, gpus: [0]}, {node: local, gpus: [1]}]}\n";
    EXPECT_EQ(codes(two), "");
    EXPECT_EQ(codes(two + "device: cuda\nstrategy: {multi_worker_mirrored: {communication: nccl}}\n"), "");
    EXPECT_EQ(codes(two + "device: cpu\n"),
              "device.two_ways cluster.worker[0].gpus\ndevice.two_ways cluster.worker[1].gpus\n");
    EXPECT_EQ(codes("device: cpu\ncluster: {worker: [local, local]}\nstrategy: {multi_worker_mirrored: "
                    "{communication: nccl}}\n"),
              "device.two_ways strategy.multi_worker_mirrored.communication\n");
    EXPECT_EQ(codes("cluster: {worker: [local], evaluator: [{node: local, gpus: [0]}]}\n"),
              "device.role cluster.evaluator[0].gpus\n");
    EXPECT_EQ(
        codes("cluster: {worker: [{node: local, gpus: [0]}]}\nstrategy: {multi_worker_mirrored: {replicas: "
              "2}}\n"),
        "device.count cluster.worker[0].gpus\n");
    const std::string four = "cluster: {worker: [{node: local, gpus: [0, 1]}, {node: far, gpus: [2, 0]}]}\n";
    EXPECT_EQ(codes(four), "");
    EXPECT_EQ(codes(four + "device: cuda\nstrategy: {multi_worker_mirrored: {replicas: 2, communication: "
                           "nccl}}\n"),
              "");
    EXPECT_EQ(codes(four + "strategy: {multi_worker_mirrored: {communication: ring}}\n"), "");
    EXPECT_EQ(codes("cluster: {worker: [{node: local, gpus: [0, 1]}, local]}\n"),
              "device.count cluster.worker[1].gpus\n");
    EXPECT_EQ(codes("cluster: {worker: [local, {node: local, gpus: [0, 1]}]}\n"),
              "device.count cluster.worker[1].gpus\n");
    EXPECT_EQ(codes("cluster: {worker: {gpus: 1}}\n"), "spec.wrong_type cluster.worker\n");
}

TEST(RunFile, TheExampleShowsEveryDefault) {
    const auto shown =
        parseYaml(base::readFile(TRAINYARD_SOURCE_DIR "/resources/examples/fashion-mnist.yaml").value());
    ASSERT_TRUE(shown);
    const auto bare = load(
        "name: fashion-mnist\ntrain:\n  model: {builtin: fashion_cnn}\n  data: {train: {builtin: "
        "fashion_mnist}, "
        "validation: {builtin: fashion_mnist_test}}\ncluster: {worker: [local, local]}\n");
    json defaults = toJson(bare.spec);
    // The optimizer's further options have defaults too, which the example leaves out.
    defaults["train"]["optimizer"] = {{"adam", {{"learning_rate", 0.001}}}};
    EXPECT_EQ(shown->value, defaults);
}

TEST(RunFile, AnEvaluatorInTheClusterEvaluatesByDefault) {
    const std::string validated = "train.data.validation={builtin: fashion_mnist_test}";
    EXPECT_FALSE(sidecarOf(loadWith({validated}).spec));
    const auto beside = loadWith({validated, "cluster={worker: [local], evaluator: [local]}"});
    ASSERT_TRUE(beside.ok());
    ASSERT_TRUE(sidecarOf(beside.spec));
    EXPECT_FALSE(sidecarOf(beside.spec)->takesEvery);
    EXPECT_EQ(sidecarOf(beside.spec)->graceSeconds, 600);
    const auto byHand =
        loadWith({validated, "train.evaluation={sidecar: {checkpoints: every, patience: 2}}"});
    EXPECT_EQ(byHand.problems.front().code(), "evaluation.no_evaluator");
    ASSERT_TRUE(byHand.ok());
    EXPECT_TRUE(sidecarOf(byHand.spec)->takesEvery);
    EXPECT_EQ(sidecarOf(byHand.spec)->patience, 2);
    EXPECT_EQ(loadWith({validated, "train.evaluation={inline: {}}",
                        "cluster={worker: [local], evaluator: [local]}"})
                  .problems.front()
                  .code(),
              "evaluation.two_ways");
}

TEST(RunFile, ASavedModelStandsForWhatItWasMadeOf) {
    const TempHome home;
    const std::filesystem::path& folder = home.path();
    const Choice made{"layers", json::parse(R"([{"flatten": {}}, {"dense": {"units": 10}}])")};
    const auto write = [&](const std::string& text) {
        ASSERT_TRUE(base::writeFileAtomically(folder / kSavedModelFile, text));
    };
    write(savedModelText(made, {1, 28, 28}));
    const Choice saved{"saved", folder.string()};
    ASSERT_TRUE(resolveSavedModel(saved));
    EXPECT_EQ(resolveSavedModel(saved)->value, made.value);
    EXPECT_EQ(planModel(saved, {1, 28, 28})->parameters(), 7850);
    for (const char* bad : {"{}", "[]", R"({"format": 2, "model": {"builtin": "mlp"}})", R"({"format": 1})",
                            R"({"format": 1, "model": {"saved": "/x"}})"}) {
        write(bad);
        EXPECT_EQ(resolveSavedModel(saved).error().id, "model.saved") << bad;
    }
}

TEST(RunFile, ReadsTheKeysOfSeveralShapes) {
    const auto plain = loadWith({}).spec;
    EXPECT_EQ(strategyOf(plain).name, "multi_worker_mirrored");
    EXPECT_EQ(
        strategyOf(plain).options,
        (json{{"communication", "auto"}, {"bytes_per_pack", 0}, {"timeout_seconds", 1800}, {"replicas", 1}}));
    EXPECT_EQ(lossOf(plain).name, "sparse_categorical_crossentropy");
    EXPECT_EQ(optimizerOf(plain).options, (json{{"learning_rate", 0.001},
                                                {"beta_1", 0.9},
                                                {"beta_2", 0.999},
                                                {"epsilon", 1e-7},
                                                {"amsgrad", false},
                                                {"weight_decay", 0}}));
    ASSERT_EQ(metricsOf(plain).size(), 1u);
    EXPECT_EQ(modelOf(plain).kind, "builtin");
    EXPECT_EQ(trainDataOf(plain).value, "fashion_mnist");
    EXPECT_FALSE(validationDataOf(plain));
    EXPECT_EQ(shuffleOf(plain).kind, ShuffleKind::kWholeSet);
    EXPECT_FALSE(repeats(plain));
    EXPECT_EQ(saveEveryOf(plain).epochs, 1);
    EXPECT_EQ(plain.seed(), 42u);

    const auto other = loadWith(
        {"train.optimizer=sgd", "train.data.shuffle={buffer: 1024}", "train.steps_per_epoch=70",
         "train.metrics=[]", "checkpoint.every={steps: 20}", "train.data.validation={builtin: mnist_test}",
         "seed=4294967295", "train.loss={sparse_categorical_crossentropy: {}}", "checkpoint.keep=0",
         "train.precision=float64"});
    ASSERT_TRUE(other.ok()) << printed(other.problems);
    EXPECT_EQ(optimizerOf(other.spec).options,
              (json{{"learning_rate", 0.01}, {"momentum", 0}, {"nesterov", false}, {"weight_decay", 0}}));
    EXPECT_EQ(shuffleOf(other.spec).kind, ShuffleKind::kBuffer);
    EXPECT_EQ(shuffleOf(other.spec).buffer, 1024);
    EXPECT_TRUE(repeats(other.spec));
    EXPECT_TRUE(metricsOf(other.spec).empty());
    EXPECT_EQ(saveEveryOf(other.spec).steps, 20);
    EXPECT_EQ(saveEveryOf(other.spec).epochs, 0);
    EXPECT_EQ(validationDataOf(other.spec)->value, "mnist_test");
    // A folder alone as validation data is the test split, where the format has one.
    const auto folders = loadWith({"train.data.train={cifar10: /c}", "train.data.validation={cifar10: /c}"});
    EXPECT_EQ(trainDataOf(folders.spec).value, "/c");
    EXPECT_EQ(validationDataOf(folders.spec)->value, (json{{"dir", "/c"}, {"split", "test"}}));
    EXPECT_EQ(validationDataOf(loadWith({"train.data.validation={images: /i}"}).spec)->value, "/i");

    // Validation data, and what a checkpoint predicts on, is preprocessed as the training data was.
    const std::string words = "[{columns: w, string_lookup: {vocabulary: [a, b]}}]";
    const auto validated = [&](const std::string& source) {
        const LoadedSpec loaded =
            loadWith({"train.data.train={csv: {files: /t.csv, preprocessing: " + words + "}}",
                      "train.data.validation={csv: " + source + "}"});
        EXPECT_TRUE(loaded.ok()) << printed(loaded.problems);
        return validationDataOf(loaded.spec)->value;
    };
    EXPECT_EQ(validated("/v.csv")["files"], "/v.csv");
    EXPECT_EQ(validated("/v.csv")["preprocessing"][0]["string_lookup"]["vocabulary"], (json{"a", "b"}));
    EXPECT_EQ(validated("{files: /v.csv, label: y}")["preprocessing"].size(), 1u);
    EXPECT_EQ(validated("{files: /v.csv, preprocessing: []}")["preprocessing"].size(), 0u);
    const auto records = loadWith({"train.data.train={tfrecord: /t, features: {x: {}, label: {}}}"});
    EXPECT_EQ(trainDataOf(records.spec).kind, "tfrecord");
    EXPECT_EQ(trainDataOf(records.spec).value["input"], "");
    EXPECT_EQ(other.spec.seed(), 4294967295u);
    EXPECT_EQ(lossOf(other.spec).options["from_logits"], true);
    EXPECT_EQ(saveEveryOf(loadWith({"checkpoint.every=never"}).spec).epochs, 0);
    const auto backup = loadWith({"checkpoint.backup_and_restore={dir: /backups}"});
    ASSERT_TRUE(backup.ok()) << printed(backup.problems);
    EXPECT_EQ(backupOf(backup.spec)->dir, "/backups");
    EXPECT_EQ(backupOf(backup.spec)->every.epochs, 1);
    EXPECT_TRUE(loadWith({"checkpoint={dir: /a, backup_and_restore: {dir: /b}}"}).ok());
    EXPECT_EQ(shuffleOf(loadWith({"train.data.shuffle=false"}).spec).kind, ShuffleKind::kNone);
    EXPECT_TRUE(repeats(loadWith({"train.data.repeat=true", "train.steps_per_epoch=1"}).spec));
    EXPECT_FALSE(repeats(loadWith({"train.data.repeat=false", "train.steps_per_epoch=1"}).spec));
}

TEST(RunFile, ComesBackFromItsYaml) {
    for (const auto& loaded :
         {example("fashion-mnist.yaml"), example("mnist-cnn.yaml"),
          loadWith({"name='12'", "train.data.validation=null", "train.initial_weights='a b: #c.safetensors'",
                    "train.data.train={idx: {images: i.gz, labels: 'l \"x\".gz'}}", "train.metrics=[]",
                    "device=cpu", "train.optimizer={sgd: {learning_rate: 1e-30}}",
                    "cluster={worker: [{node: local, cpus: [0-3, 5]}, 'local:7']}"}),
          loadWith({"name='off'"}), loadWith({"name='日本語 \\ \"x\"'"}), loadWith({"name='- x'"})}) {
        ASSERT_TRUE(loaded.ok()) << printed(loaded.problems);
        const std::string yaml = toYaml(loaded.spec);
        const auto again = load(yaml);
        EXPECT_TRUE(again.ok()) << printed(again.problems) << yaml;
        EXPECT_EQ(toJson(again.spec), toJson(loaded.spec)) << yaml;
        EXPECT_EQ(toYaml(again.spec), yaml);
        EXPECT_EQ(toJson(fromJson(toJson(loaded.spec)).value()), toJson(loaded.spec));
        EXPECT_EQ(lint(loaded.spec, strategies()).size(), loaded.problems.size());
    }
}

TEST(RunFile, AKeyOfTheClusterThatIsNoRole) {
    const auto allowing = loadWith({"cluster={worker: [local, box-a], allow_clear_text: true}"});
    ASSERT_TRUE(allowing.ok()) << printed(allowing.problems);
    EXPECT_TRUE(allowing.spec.allow_clear_text());
    EXPECT_EQ(allowing.spec.cluster_size(), 1);
    const json tree = toJson(allowing.spec);
    EXPECT_EQ(tree["cluster"].dump(), R"({"allow_clear_text":true,"worker":["local","box-a"]})");
    EXPECT_FALSE(tree.contains("allow_clear_text"));
    EXPECT_EQ(toJson(fromJson(tree).value()), tree);
    const auto again = load(toYaml(allowing.spec));
    ASSERT_TRUE(again.ok()) << printed(again.problems);
    EXPECT_EQ(toJson(again.spec), tree);
    EXPECT_EQ(printed(lint(allowing.spec, strategies())), printed(allowing.problems));

    const auto alone = loadWith({"cluster={allow_clear_text: true}"});
    ASSERT_TRUE(alone.ok()) << printed(alone.problems) << "one local worker";
    EXPECT_TRUE(alone.spec.allow_clear_text());
    for (const char* set :
         {"cluster={worker: [local]}", "cluster={worker: [local], allow_clear_text: false}"}) {
        const auto loaded = loadWith({set});
        ASSERT_TRUE(loaded.ok()) << printed(loaded.problems);
        EXPECT_FALSE(loaded.spec.allow_clear_text());
        EXPECT_EQ(toJson(loaded.spec)["cluster"].dump(), R"({"worker":["local"]})");
    }
    EXPECT_THAT(printed(loadWith({"cluster.allow_clear_text=[local]"}).problems),
                ::testing::HasSubstr("cluster.allow_clear_text: "));
    // A fix of the cluster keeps it.
    const auto twice = loadWith({"cluster={chief: [local, local], allow_clear_text: true}"});
    ASSERT_FALSE(twice.ok());
    EXPECT_THAT(twice.problems.front().fix_set(), ::testing::HasSubstr("allow_clear_text"));
}

TEST(RunFile, TheSubnetOfTheClusterIsNoRole) {
    const auto loaded = loadWith({"cluster={worker: [local, box-a], subnet: 10.78.0.0/24}"});
    ASSERT_TRUE(loaded.ok()) << printed(loaded.problems);
    EXPECT_EQ(loaded.spec.subnet(), "10.78.0.0/24");
    const json tree = toJson(loaded.spec);
    EXPECT_EQ(tree["cluster"].dump(), R"({"subnet":"10.78.0.0/24","worker":["local","box-a"]})");
    EXPECT_FALSE(tree.contains("subnet"));
    EXPECT_EQ(toJson(fromJson(tree).value()), tree);
    EXPECT_EQ(toJson(load(toYaml(loaded.spec)).spec), tree);
    EXPECT_EQ(freePortsSetting(loaded.spec),
              R"(cluster={"subnet":"10.78.0.0/24","worker":["local","box-a"]})");
    for (const char* set : {"cluster={worker: [local]}", "cluster={worker: [local], subnet: ''}"})
        EXPECT_EQ(toJson(loadWith({set}).spec)["cluster"].dump(), R"({"worker":["local"]})") << set;
    for (const char* set : {"cluster={worker: [local], subnet: eth0}", "cluster={subnet: 10.78.0.0/33}"}) {
        const auto refused = loadWith({set});
        ASSERT_FALSE(refused.ok()) << set;
        EXPECT_THAT(printed(refused.problems), ::testing::HasSubstr("is not a subnet")) << set;
        EXPECT_EQ(refused.problems.front().path(), "cluster.subnet") << set;
    }
}

TEST(RunFile, AStoredSpecFromBeforeAKeyIsAsRightAsItWas) {
    const auto loaded = loadWith({});
    ASSERT_TRUE(loaded.ok()) << printed(loaded.problems);
    json tree = toJson(loaded.spec);
    ASSERT_EQ(tree["train"]["data"].erase("validation_shard"), 1u);
    const v1::RunSpec stored = fromJson(tree).value();
    EXPECT_EQ(toJson(stored), tree);
    EXPECT_EQ(printed(lint(stored, strategies())), printed(lint(loaded.spec, strategies())));
}

TEST(RunFile, ToYamlKeepsTheDocumentedOrder) {
    const std::string yaml = toYaml(example("fashion-mnist.yaml").spec);
    std::size_t before = 0;
    for (const char* key :
         {"trainyard:", "name:", "train:", "  model:", "    batch_size: 64",
          "  loss:", "  optimizer:\n    adam:\n      learning_rate: 0.001", "  metrics:\n    - accuracy",
          "  save_model: \"\"", "device: auto", "strategy:", "cluster:\n  worker:\n    - local\n    - local",
          "checkpoint:\n  every: epoch", "on_failure:", "inject: {}", "seed: 42"}) {
        const std::size_t at = yaml.find(key);
        ASSERT_NE(at, std::string::npos) << key << "\n" << yaml;
        EXPECT_GE(at, before) << key;
        before = at;
    }
    EXPECT_EQ(yaml.find("command"), std::string::npos) << "keys that were not given stay out";
}

TEST(RunFile, OverridesReplaceTheValueAtTheirKey) {
    const auto loaded =
        example("fashion-mnist.yaml", {{"train.epochs", "2"},
                                       {"train.optimizer", "{sgd: {momentum: 0.5}}"},
                                       {"cluster.worker[1]", "local:7"},
                                       {"strategy.multi_worker_mirrored.timeout_seconds", "20"}});
    ASSERT_TRUE(loaded.ok()) << printed(loaded.problems);
    EXPECT_EQ(loaded.spec.train().epochs(), 2);
    EXPECT_EQ(optimizerOf(loaded.spec).options,
              (json{{"learning_rate", 0.01}, {"momentum", 0.5}, {"nesterov", false}, {"weight_decay", 0}}));
    EXPECT_EQ(tasksOf(loaded.spec, mirrored())[1].port, 7);
    EXPECT_EQ(strategyOf(loaded.spec).options["timeout_seconds"], 20);
    EXPECT_EQ(optimizerOf(loadWith({"train.optimizer=sgd", "train.optimizer.sgd.learning_rate=0.5"}).spec)
                  .options["learning_rate"],
              0.5);
    EXPECT_EQ(loadWith({"cluster.worker=[local]", "cluster.worker.7=local"}).problems[0].message(),
              "`cluster.worker` has 1 entries, there is no entry 7");
}

TEST(RunFile, AnOverrideThatIsNoYamlIsNotTakenForAFile) {
    const auto refusal = [](const std::string& set) { return loadWith({set}).problems.at(0).message(); };
    EXPECT_EQ(refusal("name=%"), "`%` has no value; put quotes around a text that begins with % or #");
    EXPECT_EQ(refusal("name=#1"), "`#1` has no value; put quotes around a text that begins with % or #");
    EXPECT_EQ(refusal("name=a\n---\nb"),
              "there is more than one value; put quotes around a text that has ---");
    EXPECT_TRUE(loadWith({"name='100%'"}).ok());
}

TEST(RunFile, PathsAreRelativeToWhereTheyWereWritten) {
    const auto loaded = example("mlp.yaml", {{"train.initial_weights", "../w.safetensors"}});
    EXPECT_EQ(loaded.spec.train().initial_weights(), "/w.safetensors");
    const auto data = loadWith({"train.data.train={idx: {images: i, labels: /l}}"});
    EXPECT_EQ(trainDataOf(data.spec).value, (json{{"images", "/base/i"}, {"labels", "/l"}}));
}

TEST(RunFile, ItsModelIsDescribedInWords) {
    EXPECT_EQ(describeModel(loadWith({"train.model={layers: [flatten]}"}).spec), "1 layer");
    EXPECT_EQ(describeModel(loadWith({"train.model={layers: [flatten, flatten]}"}).spec), "2 layers");
    EXPECT_EQ(describeModel(loadWith({}).spec), "mlp");
}

/// Names such as "model.new" and "workertemp_1" are made from it.
TEST(RunFile, APathHasOneSpelling) {
    for (const auto& [given, path] : {std::pair("x/", "/base/x"),
                                      {"./x", "/base/x"},
                                      {"x/.", "/base/x"},
                                      {"x//y", "/base/x/y"},
                                      {"x/y/..", "/base/x"},
                                      {"/x//", "/x"},
                                      {"//", "/"},
                                      {".", "/base"},
                                      {"..", "/"}}) {
        const auto loaded =
            loadWith({fmt::format("train.save_model='{}'", given), fmt::format("checkpoint.dir='{}'", given),
                      fmt::format("train.data.train={{images: '{}'}}", given)});
        EXPECT_EQ(loaded.spec.train().save_model(), path) << given;
        EXPECT_EQ(loaded.spec.checkpoint().dir(), path) << given;
        EXPECT_EQ(trainDataOf(loaded.spec).value, path) << given;
    }
}

TEST(RunFile, ANameThatIsNoFoldersNameSaysWhatTheRunsIdWillBe) {
    const LoadedSpec climbing = loadWith({"name=../x"});
    EXPECT_EQ(printed(climbing.problems),
              "name.other_id | --set: name: the run's id and folder start with `x`: they keep only "
              "letters a to z, digits, `.`, `_` and `-` of a name");
    EXPECT_TRUE(climbing.ok());
    EXPECT_EQ(climbing.spec.name(), "../x");
    EXPECT_EQ(loadWith({"name=two words"}).problems.size(), 1u);
    EXPECT_TRUE(loadWith({"name=fashion-mnist_2.b"}).problems.empty());
}

TEST(RunFile, TheAgentLintsWhatAClientSent) {
    auto spec = loadWith({}).spec;
    EXPECT_TRUE(lint(spec, strategies()).empty()) << printed(lint(spec, strategies()));
    spec.mutable_train()->mutable_data()->set_batch_size(0);
    spec.mutable_train()->set_initial_weights("relative");
    EXPECT_EQ(printed(lint(spec, strategies())),
              "spec.out_of_range | train.data.batch_size: 0 is out of range (expected an integer from 1 to "
              "16777216)\n"
              "spec.relative_path | train.initial_weights: \"relative\" is a relative path (expected an "
              "absolute one)");
    EXPECT_FALSE(lint(v1::RunSpec(), strategies()).empty());
    spec = loadWith({}).spec;
    auto& adam =
        *(*spec.mutable_train()->mutable_optimizer()->mutable_struct_value()->mutable_fields())["adam"]
             .mutable_struct_value();
    (*adam.mutable_fields())["learning_rate"].set_number_value(std::numeric_limits<double>::quiet_NaN());
    EXPECT_EQ(printed(lint(spec, strategies())),
              "spec.wrong_type | train.optimizer.adam.learning_rate: \"NaN\" is not allowed here (expected a "
              "number from 0 to 1000000, {exponential_decay: …}, {cosine: …} or {steps: …})");
    EXPECT_EQ(lint(loadWith({}).spec, {})[0].code(), "spec.unknown_strategy");
}

/// Whether a program can, shows when it makes its model: too late for `auto`, unless GPUs are named.
TEST(RunFile, AProgramComputesOnGpusIfThatIsDemanded) {
    const auto found = [&](const std::string& device, const std::string& replicas, const std::string& task) {
        const std::string file = fmt::format(
            "name: x\ndevice: {}\ntrain:\n  program: {{plugin: mine}}\n  data: {{train: {{builtin: "
            "mnist}}}}\n"
            "strategy: {{multi_worker_mirrored: {{replicas: {}}}}}\ncluster: {{worker: [{}]}}\n",
            device, replicas, task);
        std::string problems;
        for (const v1::Problem& problem : load(file).problems) problems += problem.code() + problem.path();
        return problems;
    };
    const std::string gpu = "{node: local, gpus: [0]}";
    EXPECT_EQ(found("cuda", "1", "local"), "");
    EXPECT_EQ(found("auto", "1", "local"), "");
    EXPECT_EQ(found("cuda", "1", gpu), "");
    EXPECT_EQ(found("cuda", "2", "local"), "");
    EXPECT_EQ(found("cuda", "1", "{node: local, gpus: [0, 1]}"), "");
    EXPECT_EQ(found("auto", "1", gpu), "");
    EXPECT_EQ(found("auto", "1", "{node: local, gpus: [0, 1]}"), "");
    EXPECT_EQ(found("cpu", "1", gpu), "device.two_wayscluster.worker[0].gpus");
}

}  // namespace
}  // namespace trainyard::spec
