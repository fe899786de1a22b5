// SPDX-License-Identifier: Apache-2.0
#include "core/engine/train/saved_model.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "core/checkpoint/manifest.h"
#include "core/checkpoint/place.h"
#include "core/engine/ledger/wait_for_room.h"
#include "core/spec/model/saved_model.h"

namespace trainyard::engine {
namespace {

using base::Code;
using base::fail;
namespace fs = std::filesystem;

/// Models that Trainyard saved, in whichever run.
const checkpoint::Whose kModels{.run = {}, .kind = checkpoint::Owner::Kind::kModel};

static_assert(std::string_view(spec::kSavedModelFile) == checkpoint::kModelTextFile,
              "the deletion of an interrupted save knows it by name");

base::Status writeOnce(const fs::path& target, const checkpoint::Contents& contents, const std::string& run) {
    TY_TRY(checkpoint::maySaveModel(target));
    TY_ASSIGN(const auto aside, checkpoint::writeTo(checkpoint::Place::hidden(target), contents,
                                                    {run, 1, kModels.kind.value()}, kModels));
    if (aside)
        spdlog::warn("{} had a model of another run, or other files: they are at {} now", target.string(),
                     aside->string());
    return {};
}

base::Status write(TaskLink& link, const fs::path& target, const checkpoint::Contents& contents,
                   const std::string& run) {
    return writeOnceThereIsRoom(link,
                                "the model is saved when the disk has free space (to end the run without it, "
                                "stop it with --after now)",
                                [&] { return writeOnce(target, contents, run); });
}

/// Views into `alive`.
checkpoint::Contents contentsOf(const Model& model, const Optimizer& optimizer,
                                std::vector<torch::Tensor>& alive) {
    checkpoint::Contents contents;
    for (std::size_t i = 0; i < model.names().size(); ++i)
        contents.model.push_back(viewOf(model.names()[i], model.variables()[i], alive));
    for (std::size_t i = 0; i < model.bufferNames().size(); ++i)
        contents.model.push_back(viewOf(model.bufferNames()[i], model.buffers()[i], alive));
    for (const auto& [name, tensor] : optimizer.state(model.names()))
        contents.optimizer.push_back(viewOf(name, tensor, alive));
    return contents;
}

/// What a task other than the chief has written, and the folder around it unless something else is in it.
base::Status removeTemporary(const fs::path& target) {
    TY_TRY(checkpoint::removeOwn(target, kModels));
    std::error_code error;
    fs::remove(target.parent_path(), error);
    if (error && error != std::errc::directory_not_empty && error != std::errc::no_such_file_or_directory)
        return fail(
            base::errnoError(error.value(), base::say("cannot remove {}", target.parent_path().string())));
    return {};
}

}  // namespace

fs::path writeFilePath(const fs::path& file, const spec::TaskPlan& self) {
    if (self.isChief) return file;
    return file.parent_path() / fmt::format("workertemp_{}", self.index) / file.filename();
}

base::Status saveModelAlone(TaskLink& link, const fs::path& file, checkpoint::Contents contents,
                            const spec::Choice& made, const spec::Shape& input) {
    TY_TRY(checkpoint::maySaveModel(file));
    contents.texts[spec::kSavedModelFile] = spec::savedModelText(made, input);
    if (const base::Status written = write(link, file, contents, link.place().run()); !written)
        return fail(written.error().wrap("the model was not saved"));
    spdlog::info("the model is at {}", file.string());
    return {};
}

base::Status saveModel(TaskLink& link, const fs::path& file, const spec::TaskPlan& self,
                       sdk::Strategy& strategy, const Model& model, const Optimizer& optimizer,
                       const spec::Choice& made, const checkpoint::TrainState& state,
                       const std::string& run) {
    // A worker on another machine is in the run's folder there, which it may write to.
    const bool isElsewhere = fs::path(link.place().run_dir()).is_relative() && !self.isChief;
    const fs::path target = writeFilePath(isElsewhere ? file.filename() : file, self);
    if (!isElsewhere) TY_TRY(checkpoint::maySaveModel(file));
    std::vector<torch::Tensor> alive;
    checkpoint::Contents contents = contentsOf(model, optimizer, alive);
    contents.state = state;
    contents.texts[spec::kSavedModelFile] = spec::savedModelText(made, model.plan().input);
    const base::Status written = write(link, target, contents, run);
    strategy.barrier();  // also where the writing failed: the others wait for this task
    if (!self.isChief) TY_TRY(removeTemporary(target));
    if (!written) return fail(written.error().wrap("the model was not saved"));
    if (self.isChief) spdlog::info("the model is at {}", file.string());
    return {};
}

}  // namespace trainyard::engine
