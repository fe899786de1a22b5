// SPDX-License-Identifier: Apache-2.0
#include "core/engine/ledger/course.h"

#include <algorithm>

#include "core/spec/run/run_spec.h"

namespace trainyard::engine {

data::SampleOrder::Options orderOf(const v1::RunSpec& spec, std::int64_t samples, std::int64_t globalBatch) {
    data::SampleOrder::Options order;
    order.samples = samples;
    order.globalBatch = globalBatch;
    order.shuffle = spec::shuffleOf(spec);
    order.repeat = spec::repeats(spec);
    order.dropRemainder = spec.train().data().drop_remainder();
    order.stepsPerEpoch = spec.train().steps_per_epoch();
    order.seed = spec.seed();
    return order;
}

base::Result<Course> Course::plan(data::SampleOrder::Options order, const v1::TrainSpec& train,
                                  const std::optional<data::Progress>& resumed) {
    if (resumed) {
        order.start = *resumed;
    } else if (train.initial_epoch() > 0) {  // as if the epochs before it had been run
        const std::int64_t steps = data::SampleOrder(order).stepsPerEpoch();
        const std::int64_t all = steps * order.globalBatch;
        order.start.epoch = train.initial_epoch();
        order.start.step = steps * train.initial_epoch();
        order.start.position = train.initial_epoch() * (order.repeat ? all : std::min(all, order.samples));
    }
    Course course(std::move(order), train);
    // A resumed training may have nothing left.
    const auto nothing = resumed ? course.epochs_.nothingToTrain(0, 0)
                                 : course.epochs_.nothingToTrain(train.initial_epoch(), train.max_steps());
    if (nothing) return base::fail(base::Code::kInvalidArgument, *nothing, "data.no_step");
    return course;
}

Course::Course(data::SampleOrder::Options order, const v1::TrainSpec& train)
    : order_(std::move(order)),
      epochs_(data::SampleOrder(order_).plan()),
      numEpochs_(train.epochs()),
      maxSteps_(train.max_steps()),
      now_(epochs_.start()) {
    order_.start = now_;
    totalSteps_ = lastStep();
}

std::int64_t Course::lastStep() const {
    std::int64_t last = epochs_.endOf(numEpochs_ - 1);
    if (now_.step > order_.start.step) last = std::max(last, epochs_.endOf(epochs_.epochOf(now_.step - 1)));
    if (maxSteps_ > 0) last = std::max(now_.step, std::min(last, maxSteps_));
    return endsAt_ ? std::max(now_.step, std::min(last, *endsAt_)) : last;
}

data::Progress Course::position() const {
    data::Progress position = now_;
    position.epoch = epochs_.epochOf(now_.step);
    return position;
}

int Course::lastEpoch() const {
    const data::Progress& start = order_.start;
    if (now_.step > start.step) return epochs_.epochOf(now_.step - 1);
    return start.stepInEpoch > 0 ? start.epoch : std::max(0, start.epoch - 1);
}

void Course::advance(std::int64_t samples) {
    ++now_.step;
    ++now_.stepInEpoch;
    now_.position += samples;
    now_.consumed += samples;
}

bool Course::beginEpoch() {
    if (!epochs_.isEnd(now_.step)) return false;
    now_.stepInEpoch = now_.consumed = 0;
    return true;
}

void Course::setEpochs(int epochs) {
    numEpochs_ = epochs;
    totalSteps_ = lastStep();
}

void Course::endAt(std::int64_t step) {
    endsAt_ = step;
    totalSteps_ = lastStep();
}

}  // namespace trainyard::engine
