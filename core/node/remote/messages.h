// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/node/node.h"
#include "trainyard/v1/node.pb.h"

namespace trainyard::node {

// The values of node.h as the messages of node.proto, and back.

v1::Failure toMessage(const base::Error& error);
base::Error fromMessage(const v1::Failure& failure);

v1::DoorLaunch toMessage(const TaskLaunch& launch);
TaskLaunch fromMessage(const v1::DoorLaunch& message);

v1::DoorRecord toMessage(const TaskRecord& record);
TaskRecord fromMessage(const v1::DoorRecord& message);

v1::DoorFound toMessage(const std::vector<FoundTask>& found);
std::vector<FoundTask> fromMessage(const v1::DoorFound& message);

v1::DoorEnd toMessage(const TaskEnd& end);
TaskEnd fromMessage(const v1::DoorEnd& message);

v1::DoorUsages toMessage(const std::vector<TaskUsage>& usages);
std::vector<TaskUsage> fromMessage(const v1::DoorUsages& message);

v1::DoorStacks toMessage(const std::vector<TaskStacks>& stacks);
std::vector<TaskStacks> fromMessage(const v1::DoorStacks& message);

v1::DoorReadFiles toMessage(const GrowingFiles& files);
GrowingFiles fromMessage(const v1::DoorReadFiles& message);

v1::DoorFileParts toMessage(const std::vector<FilePart>& parts);
std::vector<FilePart> fromMessage(const v1::DoorFileParts& message);

v1::DoorPutFile toMessage(const FilePart& part);
FilePart fromMessage(const v1::DoorPutFile& message);

v1::DoorPortChecks toMessage(const std::vector<base::Status>& checks);
std::vector<base::Status> fromMessage(const v1::DoorPortChecks& message);

v1::DoorSelfTested toMessage(const SelfTest& test);
SelfTest fromMessage(const v1::DoorSelfTested& message);

v1::DoorLinkTest toMessage(const LinkTest& test);
LinkTest fromMessage(const v1::DoorLinkTest& message);

v1::DoorLinkMeasure toMessage(const LinkMeasure& measure);
LinkMeasure fromMessage(const v1::DoorLinkMeasure& message);

template <typename Message>
Message portsMessage(const std::vector<std::uint16_t>& ports) {
    Message message;
    message.mutable_ports()->Add(ports.begin(), ports.end());
    return message;
}
template <typename Message>
std::vector<std::uint16_t> portsOf(const Message& message) {
    return {message.ports().begin(), message.ports().end()};
}

}  // namespace trainyard::node
