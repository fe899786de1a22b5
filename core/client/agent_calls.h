// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Every call of agent.proto, a line each: AgentClient's function, the rpc, its reply, and how long an answer
/// may take (agent_client.cpp). A STREAM has many answers and no limit. A new rpc needs no more than its line
/// here.
#define TRAINYARD_AGENT_CALLS(CALL, STREAM)                                           \
    CALL(hello, Hello, HelloReply, kCallDeadline)                                     \
    CALL(getStatus, GetStatus, GetStatusReply, kCallDeadline)                         \
    CALL(shutdown, Shutdown, ShutdownReply, kShutdownDeadline)                        \
    CALL(checkRun, CheckRun, CheckRunReply, kReadingDeadline)                         \
    CALL(startRun, StartRun, StartRunReply, kReadingDeadline)                         \
    CALL(resumeRun, ResumeRun, StartRunReply, kReadingDeadline)                       \
    CALL(stopRun, StopRun, StopRunReply, kCallDeadline)                               \
    CALL(changeRun, ChangeRun, ChangeRunReply, kCallDeadline)                         \
    CALL(editRun, EditRun, EditRunReply, kCallDeadline)                               \
    CALL(drill, Drill, DrillReply, kReadingDeadline)                                  \
    CALL(profileRun, ProfileRun, ProfileRunReply, kProfileDeadline)                   \
    CALL(readStacks, ReadStacks, ReadStacksReply, kStacksDeadline)                    \
    CALL(listRuns, ListRuns, ListRunsReply, kCallDeadline)                            \
    CALL(getRun, GetRun, GetRunReply, kCallDeadline)                                  \
    CALL(listSeries, ListSeries, ListSeriesReply, kCallDeadline)                      \
    CALL(querySeries, QuerySeries, QuerySeriesReply, kCallDeadline)                   \
    CALL(listMedia, ListMedia, ListMediaReply, kCallDeadline)                         \
    CALL(listCheckpoints, ListCheckpoints, ListCheckpointsReply, kCallDeadline)       \
    CALL(editCheckpoint, EditCheckpoint, EditCheckpointReply, kReadingDeadline)       \
    CALL(showCheckpoint, ShowCheckpoint, ShowCheckpointReply, kReadingDeadline)       \
    CALL(verifyCheckpoint, VerifyCheckpoint, VerifyCheckpointReply, kReadingDeadline) \
    CALL(diffCheckpoints, DiffCheckpoints, DiffCheckpointsReply, kReadingDeadline)    \
    CALL(listClusters, ListClusters, ListClustersReply, kCallDeadline)                \
    CALL(editCluster, EditCluster, EditClusterReply, kCallDeadline)                   \
    CALL(listNodes, ListNodes, ListNodesReply, kCallDeadline)                         \
    CALL(checkNodes, CheckNodes, ListNodesReply, kReadingDeadline)                    \
    CALL(editNode, EditNode, EditNodeReply, kReadingDeadline)                         \
    CALL(answerQuestion, AnswerQuestion, AnswerQuestionReply, kCallDeadline)          \
    CALL(testNodes, TestNodes, TestNodesReply, kReadingDeadline)                      \
    CALL(startSweep, StartSweep, StartSweepReply, kReadingDeadline)                   \
    CALL(listSweeps, ListSweeps, ListSweepsReply, kCallDeadline)                      \
    CALL(editSweep, EditSweep, EditSweepReply, kReadingDeadline)                      \
    STREAM(watchSweep, WatchSweep)                                                    \
    STREAM(watchRun, WatchRun)                                                        \
    STREAM(watchRuns, WatchRuns)                                                      \
    STREAM(readLog, ReadLog)                                                          \
    STREAM(importLogs, ImportLogs)                                                    \
    STREAM(setUpNode, SetUpNode)                                                      \
    STREAM(sendFiles, SendFiles)                                                      \
    STREAM(predict, Predict)                                                          \
    STREAM(exportMetrics, ExportMetrics)

namespace trainyard::v1 {

#define TRAINYARD_NAME_CALL(name, rpc, reply, deadline) \
    class rpc##Request;                                 \
    class reply;
#define TRAINYARD_NAME_STREAM(name, rpc) \
    class rpc##Request;                  \
    class rpc##Reply;
TRAINYARD_AGENT_CALLS(TRAINYARD_NAME_CALL, TRAINYARD_NAME_STREAM)
#undef TRAINYARD_NAME_CALL
#undef TRAINYARD_NAME_STREAM

}  // namespace trainyard::v1
