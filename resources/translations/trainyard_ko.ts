<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ko">
<context>
    <name>About</name>
    <message>
        <source>&lt;h3&gt;Trainyard %1&lt;/h3&gt;&lt;p&gt;A desktop workbench for distributed training.&lt;/p&gt;&lt;p&gt;Trainyard is under the Apache License 2.0. It uses Qt under the GNU Lesser General Public License, version 3. It comes without any warranty.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Trainyard %1&lt;/h3&gt;&lt;p&gt;분산 학습을 위한 데스크톱 작업대입니다.&lt;/p&gt;&lt;p&gt;Trainyard는 Apache License 2.0으로 배포됩니다. Qt를 GNU Lesser General Public License 버전 3에 따라 사용합니다. 어떠한 보증도 없습니다.&lt;/p&gt;</translation>
    </message>
</context>
<context>
    <name>Ask</name>
    <message>
        <source>OK</source>
        <translation>확인</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
</context>
<context>
    <name>Findings</name>
    <message>
        <source>Ports, disks and devices are not checked: %1</source>
        <translation>포트, 디스크, 장치를 확인하지 못했습니다: %1</translation>
    </message>
</context>
<context>
    <name>FormSchema</name>
    <message>
        <source>Yes</source>
        <translation>예</translation>
    </message>
    <message>
        <source>No</source>
        <translation>아니요</translation>
    </message>
    <message>
        <source>None</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>A number</source>
        <translation>숫자</translation>
    </message>
    <message>
        <source>A text</source>
        <translation>텍스트</translation>
    </message>
    <message>
        <source>A list</source>
        <translation>목록</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>기타</translation>
    </message>
    <message>
        <source>Not set</source>
        <translation>설정 안 함</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>모델</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>데이터</translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation>전략</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>클러스터</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>학습</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>체크포인트</translation>
    </message>
    <message>
        <source>Failures</source>
        <translation>장애 대응</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>명령</translation>
    </message>
</context>
<context>
    <name>Format</name>
    <message>
        <source>queued</source>
        <translation>대기 중</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>시작 중</translation>
    </message>
    <message>
        <source>running</source>
        <translation>실행 중</translation>
    </message>
    <message>
        <source>stopping</source>
        <translation>중지 중</translation>
    </message>
    <message>
        <source>succeeded</source>
        <translation>성공</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>실패</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>중지됨</translation>
    </message>
    <message>
        <source>preempted</source>
        <translation>선점됨</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>알 수 없음</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>사라짐</translation>
    </message>
    <message>
        <source>%1 d %2</source>
        <comment>days and hh:mm:ss</comment>
        <translation>%1일 %2</translation>
    </message>
    <message>
        <source>%1 min</source>
        <comment>age</comment>
        <translation>%1분</translation>
    </message>
    <message>
        <source>%1 h</source>
        <comment>age</comment>
        <translation>%1시간</translation>
    </message>
    <message>
        <source>%1 d</source>
        <comment>age</comment>
        <translation>%1일</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>스텝 %1</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>스텝 %1 / %2</translation>
    </message>
    <message>
        <source>now</source>
        <comment>age</comment>
        <translation>방금</translation>
    </message>
</context>
<context>
    <name>Roles</name>
    <message>
        <source>Chief</source>
        <translation>치프</translation>
    </message>
    <message>
        <source>Worker</source>
        <translation>워커</translation>
    </message>
    <message>
        <source>Parameter server</source>
        <translation>매개변수 서버</translation>
    </message>
    <message>
        <source>Evaluator</source>
        <translation>평가자</translation>
    </message>
</context>
<context>
    <name>trainyard::models::CheckpointListModel</name>
    <message>
        <source>damaged</source>
        <translation>손상됨</translation>
    </message>
    <message>
        <source>good</source>
        <translation>정상</translation>
    </message>
    <message>
        <source>not verified</source>
        <translation>미검증</translation>
    </message>
    <message>
        <source>best</source>
        <translation>최상</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>고정</translation>
    </message>
    <message>
        <source>backup</source>
        <translation>백업</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>스텝</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>에포크</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>지표</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>크기</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>시각</translation>
    </message>
    <message>
        <source>State</source>
        <translation>상태</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>실행</translation>
    </message>
</context>
<context>
    <name>trainyard::models::ClusterModel</name>
    <message>
        <source>No plugin here has the strategy %1.</source>
        <translation>전략 %1을(를) 가진 플러그인이 여기에 없습니다.</translation>
    </message>
    <message>
        <source>Add %1</source>
        <translation>%1 추가</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>%1 제거</translation>
    </message>
    <message>
        <source>Move %1 to %2</source>
        <translation>%1을(를) %2(으)로 이동</translation>
    </message>
    <message>
        <source>Make %1 a %2</source>
        <translation>%1을(를) %2(으)로 변경</translation>
    </message>
    <message>
        <source>Port of %1</source>
        <translation>%1의 포트</translation>
    </message>
    <message>
        <source>Add machine %1</source>
        <translation>머신 %1 추가</translation>
    </message>
    <message>
        <source>Call %1 %2</source>
        <translation>%1의 이름을 %2(으)로 변경</translation>
    </message>
    <message>
        <source>Remove machine %1</source>
        <translation>머신 %1 제거</translation>
    </message>
    <message>
        <source>Choose the strategy %1</source>
        <translation>전략 %1 선택</translation>
    </message>
    <message>
        <source>Give every task a port</source>
        <translation>모든 태스크에 포트 지정</translation>
    </message>
    <message>
        <source>Edit the text</source>
        <translation>텍스트 편집</translation>
    </message>
    <message>
        <source>%1 (chief)</source>
        <translation>%1(치프)</translation>
    </message>
    <message>
        <source>a free one</source>
        <translation>빈 포트</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>태스크</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>역할</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>머신</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>포트</translation>
    </message>
    <message>
        <source>CPUs</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>CPUs of %1</source>
        <translation>%1의 CPU</translation>
    </message>
    <message>
        <source>Tasks on other machines: %1. This version starts tasks on this machine alone; start those by hand, with the lines under Start by hand.</source>
        <translation>다른 머신의 태스크: %1. 이 버전은 이 머신의 태스크만 시작합니다. 나머지는 &quot;수동 시작&quot;의 명령줄로 시작하세요.</translation>
    </message>
    <message>
        <source>put all on this machine</source>
        <translation>모두 이 머신에 두기</translation>
    </message>
</context>
<context>
    <name>trainyard::models::ConfigDiffModel</name>
    <message>
        <source>steps</source>
        <translation>스텝 수</translation>
    </message>
    <message>
        <source>duration</source>
        <translation>소요 시간</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>키</translation>
    </message>
</context>
<context>
    <name>trainyard::models::EventListModel</name>
    <message>
        <source>Run started</source>
        <translation>실행이 시작되었습니다</translation>
    </message>
    <message>
        <source>Attempt 1 begins at step %1</source>
        <translation>1차 시도를 스텝 %1부터 시작</translation>
    </message>
    <message>
        <source>Warning: %1</source>
        <translation>경고: %1</translation>
    </message>
    <message>
        <source>Waiting: %1</source>
        <translation>대기: %1</translation>
    </message>
    <message>
        <source>Now %1</source>
        <translation>상태: %1</translation>
    </message>
    <message>
        <source>Now %1: %2</source>
        <translation>상태: %1, %2</translation>
    </message>
    <message>
        <source>Finished: %1</source>
        <translation>종료: %1</translation>
    </message>
    <message>
        <source>Finished: %1. %2</source>
        <translation>종료: %1. %2</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>시각</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>이벤트</translation>
    </message>
    <message>
        <source>Epoch %1: %2 in %3 s</source>
        <translation>에포크 %1: %2 (%3초)</translation>
    </message>
    <message>
        <source>Training waited %1 ms for this checkpoint.</source>
        <translation>이 체크포인트를 위해 학습이 %1 ms 기다렸습니다.</translation>
    </message>
    <message>
        <source>%1 → back after %2 s: attempt %3 from step %4</source>
        <translation>%1 → %2초 뒤 복귀: %3차 시도, 스텝 %4부터</translation>
    </message>
    <message>
        <source>%1 → attempt %2 from step %3</source>
        <translation>%1 → %2차 시도, 스텝 %3부터</translation>
    </message>
    <message>
        <source>Backup at step %1 (%2 ms stall)</source>
        <translation>스텝 %1 백업 (대기 %2 ms)</translation>
    </message>
    <message>
        <source>Checkpoint at step %1 (%2 ms stall)</source>
        <translation>스텝 %1 체크포인트 (대기 %2 ms)</translation>
    </message>
    <message>
        <source>%1 evaluated step %2: %3</source>
        <translation>%1이(가) 스텝 %2 평가: %3</translation>
    </message>
    <message>
        <source>Begins with %1</source>
        <translation>%1에서 시작</translation>
    </message>
</context>
<context>
    <name>trainyard::models::FindingListModel</name>
    <message>
        <source>error</source>
        <translation>오류</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>경고</translation>
    </message>
    <message>
        <source>hint</source>
        <translation>힌트</translation>
    </message>
</context>
<context>
    <name>trainyard::models::LayerListModel</name>
    <message>
        <source>does not fit</source>
        <translation>맞지 않음</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>레이어</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>옵션</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>출력</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>매개변수 수</translation>
    </message>
</context>
<context>
    <name>trainyard::models::LogModel</name>
    <message>
        <source>[several] </source>
        <translation>[여럿] </translation>
    </message>
</context>
<context>
    <name>trainyard::models::RunForm</name>
    <message>
        <source>this is no run file (expected a map with `name` and `train`)</source>
        <translation>실행 파일이 아닙니다(`name`과 `train`이 있는 맵이어야 합니다)</translation>
    </message>
</context>
<context>
    <name>trainyard::models::RunListModel</name>
    <message>
        <source>Run</source>
        <translation>실행</translation>
    </message>
    <message>
        <source>State</source>
        <translation>상태</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>에포크</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>손실</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>정확도</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>경과</translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation>전략</translation>
    </message>
    <message>
        <source>Branched from %1</source>
        <translation>%1에서 분기</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>태그</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>모델</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>스텝</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>시도 횟수</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>메모</translation>
    </message>
</context>
<context>
    <name>trainyard::models::TaskListModel</name>
    <message>
        <source>%1 (chief)</source>
        <translation>%1(치프)</translation>
    </message>
    <message>
        <source>%1 was ended by signal %2</source>
        <translation>%1은(는) 시그널 %2(으)로 종료되었습니다</translation>
    </message>
    <message>
        <source>%1 ended with code %2</source>
        <translation>%1은(는) 종료 코드 %2(으)로 끝났습니다</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>작업</translation>
    </message>
    <message>
        <source>State</source>
        <translation>상태</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>노드</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>스텝</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>단계</translation>
    </message>
    <message>
        <source>Process %1 at %2</source>
        <translation>프로세스 %1, 주소 %2</translation>
    </message>
    <message>
        <source>%1 has waited in %2 since %3 (%4 s)</source>
        <translation>%1이(가) %3부터 %2에서 대기 중 (%4초)</translation>
    </message>
    <message>
        <source>%1 is not in it (%2, step %3)</source>
        <translation>%1은(는) 아직 들어오지 않음 (%2, 스텝 %3)</translation>
    </message>
    <message>
        <source>The other tasks wait for %1.</source>
        <translation>다른 작업이 %1을(를) 기다립니다.</translation>
    </message>
    <message>
        <source>Of a step: input %1 ms, computing %2 ms, waiting for other tasks %3 ms</source>
        <translation>한 스텝: 입력 %1 ms, 계산 %2 ms, 다른 작업 대기 %3 ms</translation>
    </message>
    <message>
        <source>Input · compute · wait</source>
        <translation>입력·계산·대기</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>메모리</translation>
    </message>
    <message>
        <source>hands out the steps</source>
        <translation>스텝을 나눠 줌</translation>
    </message>
    <message>
        <source>holds the variables</source>
        <translation>변수를 보관</translation>
    </message>
    <message>
        <source>evaluates checkpoints</source>
        <translation>체크포인트를 평가</translation>
    </message>
    <message>
        <source>The workers compute the steps; their rows tell where the time goes.</source>
        <translation>스텝은 워커가 계산합니다. 시간이 어디에 쓰이는지는 워커의 행에 나옵니다.</translation>
    </message>
</context>
<context>
    <name>trainyard::models::TensorDiffModel</name>
    <message>
        <source>same</source>
        <translation>같음</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>변경됨</translation>
    </message>
    <message>
        <source>only in the second</source>
        <translation>두 번째에만 있음</translation>
    </message>
    <message>
        <source>only in the first</source>
        <translation>첫 번째에만 있음</translation>
    </message>
    <message>
        <source>another shape</source>
        <translation>모양이 다름</translation>
    </message>
    <message>
        <source>another type</source>
        <translation>자료형이 다름</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>텐서</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>변경</translation>
    </message>
    <message>
        <source>Greatest difference</source>
        <translation>최대 차이</translation>
    </message>
    <message>
        <source>Mean difference</source>
        <translation>평균 차이</translation>
    </message>
</context>
<context>
    <name>trainyard::models::TensorTreeModel</name>
    <message>
        <source>%1 values</source>
        <translation>값 %1개</translation>
    </message>
    <message>
        <source>Values that are NaN or infinite</source>
        <translation>NaN 또는 무한대인 값</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>텐서</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>모양</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>자료형</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>크기</translation>
    </message>
    <message>
        <source>Minimum</source>
        <translation>최솟값</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>평균</translation>
    </message>
    <message>
        <source>Maximum</source>
        <translation>최댓값</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::CheckpointDetail</name>
    <message>
        <source>What to do here</source>
        <translation>여기서 할 일</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>지표</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>텐서</translation>
    </message>
    <message>
        <source>Histogram of the tensor</source>
        <translation>텐서의 히스토그램</translation>
    </message>
    <message>
        <source>What differs</source>
        <translation>다른 점</translation>
    </message>
    <message>
        <source>Differences of the tensors</source>
        <translation>텐서의 차이</translation>
    </message>
    <message>
        <source>Choose a tensor to see how its values are spread.</source>
        <translation>텐서를 고르면 값의 분포가 보입니다.</translation>
    </message>
    <message>
        <source>%1 has no value to count.</source>
        <translation>%1에는 셀 값이 없습니다.</translation>
    </message>
    <message>
        <source>%1: mean %2, standard deviation %3</source>
        <translation>%1: 평균 %2, 표준편차 %3</translation>
    </message>
    <message>
        <source>Comparing every tensor…</source>
        <translation>모든 텐서를 비교하는 중…</translation>
    </message>
    <message>
        <source>%1 step %2 → %3 step %4</source>
        <translation>%1 스텝 %2 → %3 스텝 %4</translation>
    </message>
    <message>
        <source>Tensors that differ: %1 of %2</source>
        <translation>다른 텐서: %2개 중 %1개</translation>
    </message>
    <message>
        <source>Reading every tensor of %1…</source>
        <translation>%1의 모든 텐서를 읽는 중…</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::CheckpointsPage</name>
    <message>
        <source>Restore…</source>
        <translation>복원…</translation>
    </message>
    <message>
        <source>Branch…</source>
        <translation>분기…</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>내보내기…</translation>
    </message>
    <message>
        <source>Copies it to a new folder, as safetensors files that any program reads</source>
        <translation>어느 프로그램이나 읽는 safetensors 파일로 새 폴더에 복사합니다</translation>
    </message>
    <message>
        <source>Verify</source>
        <translation>검증</translation>
    </message>
    <message>
        <source>Reads every byte and compares it with the hashes in its manifest; changes nothing</source>
        <translation>모든 바이트를 읽어 매니페스트의 해시와 비교합니다. 아무것도 바꾸지 않습니다</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>고정</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>삭제…</translation>
    </message>
    <message>
        <source>Its run is still going; stop it first, or branch</source>
        <translation>실행이 아직 진행 중입니다. 먼저 중지하거나 분기하세요</translation>
    </message>
    <message>
        <source>Goes on with its run from here, as the next attempt</source>
        <translation>여기서부터 다음 시도로 실행을 이어 갑니다</translation>
    </message>
    <message>
        <source>Starts a new run that begins with its weights, optimizer and position</source>
        <translation>그 가중치, 옵티마이저, 위치에서 시작하는 새 실행을 시작합니다</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>고정 해제</translation>
    </message>
    <message>
        <source>Lets it go when its turn comes, as checkpoint.keep says</source>
        <translation>checkpoint.keep에 따라 차례가 되면 사라집니다</translation>
    </message>
    <message>
        <source>Keeps it, however many newer ones there are</source>
        <translation>새 체크포인트가 아무리 많아도 남깁니다</translation>
    </message>
    <message>
        <source>It is pinned; unpin it first</source>
        <translation>고정되어 있습니다. 먼저 해제하세요</translation>
    </message>
    <message>
        <source>Deletes it from the disk; asks first</source>
        <translation>디스크에서 삭제합니다. 먼저 묻습니다</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>It is verified first. The newer checkpoints stay until their turn comes, and the curves after it stay, dimmed.</source>
        <translation>먼저 검증됩니다. 더 새로운 체크포인트는 차례가 올 때까지 남고, 이후의 곡선은 흐리게 남습니다.</translation>
    </message>
    <message>
        <source>Steps done again: %1. </source>
        <translation>다시 하는 스텝 수: %1. </translation>
    </message>
    <message>
        <source>Restore step %1?</source>
        <translation>스텝 %1을(를) 복원할까요?</translation>
    </message>
    <message>
        <source>%1 goes on from step %2, as its next attempt.</source>
        <translation>%1이(가) 스텝 %2부터 다음 시도로 이어집니다.</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>복원</translation>
    </message>
    <message>
        <source>Branch from step %1?</source>
        <translation>스텝 %1에서 분기할까요?</translation>
    </message>
    <message>
        <source>A new run begins with the weights, the optimizer and the position of %1 at step %2.</source>
        <translation>%1의 스텝 %2에서의 가중치, 옵티마이저, 위치로 새 실행이 시작됩니다.</translation>
    </message>
    <message>
        <source>%1 stays as it is. The new run has the same run file and a history of its own.</source>
        <translation>%1은(는) 그대로입니다. 새 실행은 같은 실행 파일과 자체 기록을 가집니다.</translation>
    </message>
    <message>
        <source>Branch</source>
        <translation>분기</translation>
    </message>
    <message>
        <source>Verifying the checkpoint and starting…</source>
        <translation>체크포인트를 검증하고 시작하는 중…</translation>
    </message>
    <message>
        <source>Not started: %1</source>
        <translation>시작되지 않음: %1</translation>
    </message>
    <message>
        <source>Export step %1 to a new folder</source>
        <translation>스텝 %1을(를) 새 폴더로 내보내기</translation>
    </message>
    <message>
        <source>Exported to %1.</source>
        <translation>%1(으)로 내보냈습니다.</translation>
    </message>
    <message>
        <source>Reading every byte of step %1…</source>
        <translation>스텝 %1의 모든 바이트를 읽는 중…</translation>
    </message>
    <message>
        <source>%1 step %2</source>
        <translation>%1 스텝 %2</translation>
    </message>
    <message>
        <source>%1: verified, %2, every byte as it was written.</source>
        <translation>%1: 검증됨, %2, 모든 바이트가 기록된 그대로입니다.</translation>
    </message>
    <message>
        <source>%1 is damaged: %2</source>
        <translation>%1이(가) 손상되었습니다: %2</translation>
    </message>
    <message>
        <source>Unpinned: it goes when its turn comes.</source>
        <translation>고정을 해제했습니다. 차례가 되면 사라집니다.</translation>
    </message>
    <message>
        <source>Pinned: it stays until it is unpinned.</source>
        <translation>고정했습니다. 해제할 때까지 남습니다.</translation>
    </message>
    <message>
        <source>Delete step %1?</source>
        <translation>스텝 %1을(를) 삭제할까요?</translation>
    </message>
    <message>
        <source>%1 (%2) is deleted from the disk. This cannot be undone.</source>
        <translation>%1 (%2)이(가) 디스크에서 삭제됩니다. 되돌릴 수 없습니다.</translation>
    </message>
    <message>
        <source>%1 can no longer be restored to step %2.</source>
        <translation>%1을(를) 더 이상 스텝 %2(으)로 복원할 수 없습니다.</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>삭제</translation>
    </message>
    <message>
        <source>Deleted: %1.</source>
        <translation>삭제됨: %1</translation>
    </message>
    <message>
        <source>Checkpoints and what they hold</source>
        <translation>체크포인트와 그 내용</translation>
    </message>
    <message>
        <source>What to do here</source>
        <translation>여기서 할 일</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>체크포인트</translation>
    </message>
    <message>
        <source>What was done</source>
        <translation>한 일</translation>
    </message>
    <message>
        <source>Run whose checkpoints are listed</source>
        <translation>체크포인트를 나열할 실행</translation>
    </message>
    <message>
        <source>all runs</source>
        <translation>모든 실행</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>지표</translation>
    </message>
    <message>
        <source>Metric over the steps, with the checkpoints</source>
        <translation>스텝에 따른 지표와 체크포인트</translation>
    </message>
    <message>
        <source>not verified</source>
        <translation>미검증</translation>
    </message>
    <message>
        <source>Curve and list</source>
        <translation>곡선과 목록</translation>
    </message>
    <message>
        <source>Choose a checkpoint to see what it holds, two to see where they differ.</source>
        <translation>체크포인트를 하나 고르면 내용이, 둘을 고르면 차이가 보입니다.</translation>
    </message>
    <message>
        <source>Choose two checkpoints to see where they differ.</source>
        <translation>체크포인트를 둘 고르면 차이가 보입니다.</translation>
    </message>
    <message>
        <source>The agent cannot be reached: %1</source>
        <translation>에이전트에 연결할 수 없습니다: %1</translation>
    </message>
    <message>
        <source>No checkpoint yet. A run saves one at the end of each epoch unless its run file says otherwise (checkpoint.every), and they appear here.</source>
        <translation>아직 체크포인트가 없습니다. 실행 파일(checkpoint.every)에서 달리 정하지 않으면 실행은 각 에포크 끝에 저장하며, 여기에 나타납니다.</translation>
    </message>
    <message>
        <source>Reading the checkpoints…</source>
        <translation>체크포인트를 읽는 중…</translation>
    </message>
    <message>
        <source>step %1: %2</source>
        <translation>스텝 %1: %2</translation>
    </message>
    <message>
        <source>checkpoint</source>
        <translation>체크포인트</translation>
    </message>
    <message>
        <source>What it holds, and what it is good for</source>
        <translation>담긴 것과 쓸모</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>텐서</translation>
    </message>
    <message>
        <source>Predict</source>
        <translation>예측</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>스텝 %1</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::ChoiceRow</name>
    <message>
        <source>%1 (not in this version)</source>
        <translation>%1(이 버전에는 없음)</translation>
    </message>
    <message>
        <source>This version can&apos;t %1</source>
        <translation>이 버전에서는 할 수 없습니다: %1</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>선택…</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::ClusterLibrary</name>
    <message>
        <source>Saved clusters</source>
        <translation>저장한 클러스터</translation>
    </message>
    <message>
        <source>None yet. Give the cluster a name and save it, to use it again.</source>
        <translation>아직 없습니다. 클러스터에 이름을 붙여 저장하면 다시 쓸 수 있습니다.</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>삭제…</translation>
    </message>
    <message>
        <source>Delete the saved cluster</source>
        <translation>저장한 클러스터 삭제</translation>
    </message>
    <message>
        <source>Templates</source>
        <translation>템플릿</translation>
    </message>
    <message>
        <source>001: two workers</source>
        <translation>001: 워커 2개</translation>
    </message>
    <message>
        <source>001: two workers and an evaluator</source>
        <translation>001: 워커 2개와 평가자</translation>
    </message>
    <message>
        <source>000, 002: one worker</source>
        <translation>000, 002: 워커 1개</translation>
    </message>
    <message>
        <source>000, 002: a chief and two workers</source>
        <translation>000, 002: 치프와 워커 2개</translation>
    </message>
    <message>
        <source>003: two replicas in one process</source>
        <translation>003: 한 프로세스에 복제본 2개</translation>
    </message>
    <message>
        <source>004: 3 workers and 2 ps on this machine</source>
        <translation>004: 이 머신에 워커 3개와 ps 2개</translation>
    </message>
    <message>
        <source>004: ps and an evaluator</source>
        <translation>004: ps와 평가자</translation>
    </message>
    <message>
        <source>004: a machine for each task</source>
        <translation>004: 태스크마다 머신 한 대</translation>
    </message>
    <message>
        <source>Saved as %1.</source>
        <translation>%1(으)로 저장했습니다.</translation>
    </message>
    <message>
        <source>Not saved: %1</source>
        <translation>저장하지 못함: %1</translation>
    </message>
    <message>
        <source>Delete %1?</source>
        <translation>%1을(를) 삭제할까요?</translation>
    </message>
    <message>
        <source>The saved cluster %1 is deleted. This cannot be undone.</source>
        <translation>저장한 클러스터 %1을(를) 삭제합니다. 되돌릴 수 없습니다.</translation>
    </message>
    <message>
        <source>Runs that were started with it keep their own copy.</source>
        <translation>이것으로 시작한 실행은 자체 사본을 유지합니다.</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>삭제</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Deleted: %1.</source>
        <translation>삭제함: %1.</translation>
    </message>
    <message>
        <source>An empty cluster</source>
        <translation>빈 클러스터</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::ClusterRow</name>
    <message>
        <source>Entries are “node” or “node:port”, between commas. “local” is this machine; without a port a free one is taken.</source>
        <translation>“노드” 또는 “노드:포트”를 쉼표로 구분해 씁니다. “local”은 이 컴퓨터이며, 포트가 없으면 빈 포트를 씁니다.</translation>
    </message>
    <message>
        <source>Empty: one local worker.</source>
        <translation>비우면 로컬 워커 하나.</translation>
    </message>
    <message>
        <source>Tasks: %1</source>
        <translation>태스크 수: %1</translation>
    </message>
    <message>
        <source>Edit cluster…</source>
        <translation>클러스터 편집…</translation>
    </message>
    <message>
        <source>Saved clusters</source>
        <translation>저장한 클러스터</translation>
    </message>
    <message>
        <source>Take a saved cluster…</source>
        <translation>저장한 클러스터 사용…</translation>
    </message>
    <message>
        <source>Puts the strategy and the cluster that were saved into this run file</source>
        <translation>저장한 전략과 클러스터를 이 실행 파일에 넣습니다</translation>
    </message>
    <message>
        <source>No cluster is saved yet: draw one on the Clusters page and give it a name.</source>
        <translation>아직 저장한 클러스터가 없습니다. 클러스터 페이지에서 그리고 이름을 붙여 저장하세요.</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::ClustersPage</name>
    <message>
        <source>Drawing and text</source>
        <translation>그림과 텍스트</translation>
    </message>
    <message>
        <source>Use in new run</source>
        <translation>새 실행에 사용</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>저장</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>가져오기…</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>실행 취소</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>다시 실행</translation>
    </message>
    <message>
        <source>Add: %1</source>
        <translation>추가: %1</translation>
    </message>
    <message>
        <source>Add machine…</source>
        <translation>머신 추가…</translation>
    </message>
    <message>
        <source>Give every task a port</source>
        <translation>모든 태스크에 포트 지정</translation>
    </message>
    <message>
        <source>Name of the cluster</source>
        <translation>클러스터 이름</translation>
    </message>
    <message>
        <source>name, to save it</source>
        <translation>저장할 이름</translation>
    </message>
    <message>
        <source>Clusters</source>
        <translation>클러스터</translation>
    </message>
    <message>
        <source>What was done</source>
        <translation>수행한 일</translation>
    </message>
    <message>
        <source>Drag it onto a machine, or press to add it to the chosen one</source>
        <translation>머신으로 끌거나, 눌러서 선택한 머신에 추가</translation>
    </message>
    <message>
        <source>Add machine</source>
        <translation>머신 추가</translation>
    </message>
    <message>
        <source>Drag a role onto the machine, or begin with a template.</source>
        <translation>역할을 머신으로 끌거나 템플릿으로 시작하세요.</translation>
    </message>
    <message>
        <source>Drawing of the cluster</source>
        <translation>클러스터 그림</translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation>전략</translation>
    </message>
    <message>
        <source>no strategy chosen</source>
        <translation>전략 미선택</translation>
    </message>
    <message>
        <source>Model that bytes are told for</source>
        <translation>통신량을 계산할 모델</translation>
    </message>
    <message>
        <source>Who talks to whom</source>
        <translation>통신 상대</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>모델</translation>
    </message>
    <message>
        <source>Views of the cluster</source>
        <translation>클러스터 보기</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>표</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>텍스트</translation>
    </message>
    <message>
        <source>Start by hand</source>
        <translation>수동 시작</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2</source>
        <translation>%1을(를) 읽을 수 없음: %2</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>%1 열기</translation>
    </message>
    <message>
        <source>line %1: %2</source>
        <translation>%1행: %2</translation>
    </message>
    <message>
        <source>Not imported from %1: %2</source>
        <translation>%1에서 가져오지 못함: %2</translation>
    </message>
    <message>
        <source>Import from %1</source>
        <translation>%1에서 가져오기</translation>
    </message>
    <message>
        <source>Imported from %1, tasks: %2.</source>
        <translation>%1에서 가져옴, 태스크: %2.</translation>
    </message>
    <message>
        <source>It was written for %1.</source>
        <translation>%1용이었습니다.</translation>
    </message>
    <message>
        <source>Left out: %1.</source>
        <translation>제외됨: %1.</translation>
    </message>
    <message>
        <source>Import a cluster</source>
        <translation>클러스터 가져오기</translation>
    </message>
    <message>
        <source>TF_CONFIG or run file</source>
        <translation>TF_CONFIG 또는 실행 파일</translation>
    </message>
    <message>
        <source>From a file…</source>
        <translation>파일에서…</translation>
    </message>
    <message>
        <source>From a file</source>
        <translation>파일에서</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>가져오기</translation>
    </message>
    <message>
        <source>the text</source>
        <translation>텍스트</translation>
    </message>
    <message>
        <source>Paste a TF_CONFIG or a run file. A file can also be dropped on the page.</source>
        <translation>TF_CONFIG나 실행 파일을 붙여 넣으세요. 파일을 페이지에 놓아도 됩니다.</translation>
    </message>
    <message>
        <source>Run files and TF_CONFIG (*.yaml *.yml *.json)</source>
        <translation>실행 파일과 TF_CONFIG (*.yaml *.yml *.json)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>모든 파일 (*)</translation>
    </message>
    <message>
        <source>There is no task yet</source>
        <translation>아직 태스크가 없습니다</translation>
    </message>
    <message>
        <source>The text cannot be read</source>
        <translation>텍스트를 읽을 수 없습니다</translation>
    </message>
    <message>
        <source>Mend what is listed below first. Errors: %1</source>
        <translation>먼저 아래 항목을 고치세요. 오류: %1</translation>
    </message>
    <message>
        <source>Opens a new run with this cluster (F5)</source>
        <translation>이 클러스터로 새 실행을 엽니다(F5)</translation>
    </message>
    <message>
        <source>Give it a name first</source>
        <translation>먼저 이름을 붙이세요</translation>
    </message>
    <message>
        <source>Keeps it under this name, with the agent</source>
        <translation>이 이름으로 에이전트에 보관합니다</translation>
    </message>
    <message>
        <source>Takes back: %1</source>
        <translation>되돌릴 작업: %1</translation>
    </message>
    <message>
        <source>Nothing to take back</source>
        <translation>되돌릴 작업이 없습니다</translation>
    </message>
    <message>
        <source>Does again: %1</source>
        <translation>다시 할 작업: %1</translation>
    </message>
    <message>
        <source>Nothing to do again</source>
        <translation>다시 할 작업이 없습니다</translation>
    </message>
    <message>
        <source>Choose a strategy to see who talks to whom.</source>
        <translation>전략을 고르면 통신 상대가 표시됩니다.</translation>
    </message>
    <message>
        <source>A ring: every process passes gradients on to the next.</source>
        <translation>링: 각 프로세스가 그래디언트를 다음으로 전달합니다.</translation>
    </message>
    <message>
        <source>A star: every process sends to the chief and gets the result back.</source>
        <translation>스타: 각 프로세스가 치프로 보내고 결과를 돌려받습니다.</translation>
    </message>
    <message>
        <source>Every worker reads from and writes to every parameter server; the chief sends the steps (dashed).</source>
        <translation>각 워커는 모든 매개변수 서버와 읽고 쓰며, 치프가 스텝을 보냅니다(점선).</translation>
    </message>
    <message>
        <source>One process: nothing goes over the network.</source>
        <translation>프로세스 하나: 네트워크 통신이 없습니다.</translation>
    </message>
    <message>
        <source>Each process sends about %1 a step.</source>
        <translation>각 프로세스는 스텝마다 약 %1을(를) 보냅니다.</translation>
    </message>
    <message>
        <source>Open the last cluster</source>
        <translation>마지막 클러스터 열기</translation>
    </message>
    <message>
        <source>Tasks on other machines can only be started by hand yet</source>
        <translation>다른 머신의 태스크는 아직 수동으로만 시작할 수 있습니다</translation>
    </message>
    <message>
        <source>the new run</source>
        <translation>새 실행</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::CompareView</name>
    <message>
        <source>Runs compared</source>
        <translation>비교하는 실행</translation>
    </message>
    <message>
        <source>None of these runs recorded this quantity.</source>
        <translation>어느 실행도 이 값을 기록하지 않았습니다.</translation>
    </message>
    <message>
        <source>How many keys differ</source>
        <translation>다른 키의 수</translation>
    </message>
    <message>
        <source>Results and differences</source>
        <translation>결과와 차이</translation>
    </message>
    <message>
        <source>Curves and differences</source>
        <translation>곡선과 차이</translation>
    </message>
    <message>
        <source>%1 runs compared</source>
        <translation>실행 %1개 비교</translation>
    </message>
    <message>
        <source>Reading the run files…</source>
        <translation>실행 파일을 읽는 중…</translation>
    </message>
    <message>
        <source>Results. The run files are the same.</source>
        <translation>결과. 실행 파일은 같습니다.</translation>
    </message>
    <message>
        <source>Results, and where the run files differ: %1</source>
        <translation>결과와 실행 파일이 다른 곳: %1</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::CurvePanel</name>
    <message>
        <source>Horizontal axis</source>
        <translation>가로축</translation>
    </message>
    <message>
        <source>by step</source>
        <translation>스텝 기준</translation>
    </message>
    <message>
        <source>by epoch</source>
        <translation>에포크 기준</translation>
    </message>
    <message>
        <source>by time</source>
        <translation>시간 기준</translation>
    </message>
    <message>
        <source>What the horizontal axis counts: steps, epochs, or the time since the start</source>
        <translation>가로축의 단위: 스텝, 에포크, 또는 시작 후 시간</translation>
    </message>
    <message>
        <source>Smoothing</source>
        <translation>평활화</translation>
    </message>
    <message>
        <source>Weight of the moving average over the steps&apos; values, as in TensorBoard; the values themselves stay pale under it. Values of whole epochs are means already and stay as they are.</source>
        <translation>TensorBoard와 같은, 스텝 값의 이동 평균 가중치입니다. 원래 값은 아래에 흐리게 남습니다. 에포크 전체의 값은 이미 평균이므로 그대로입니다.</translation>
    </message>
    <message>
        <source>Mean of the group</source>
        <translation>그룹 평균</translation>
    </message>
    <message>
        <source>One line for all: their mean, with a band of one standard deviation on each side</source>
        <translation>모두를 한 선으로: 평균과 양쪽 표준편차 하나의 띠</translation>
    </message>
    <message>
        <source>Wheel zooms, drag moves, double click shows all</source>
        <translation>휠로 확대, 끌어서 이동, 두 번 클릭으로 전체</translation>
    </message>
    <message>
        <source>CPU, % of a core</source>
        <translation>CPU(코어 하나 기준 %)</translation>
    </message>
    <message>
        <source>CPU and memory</source>
        <translation>CPU와 메모리</translation>
    </message>
    <message>
        <source>Show CPU and memory of the tasks</source>
        <translation>작업의 CPU와 메모리 표시</translation>
    </message>
    <message>
        <source>What each task uses of its machine, on the same axis</source>
        <translation>각 작업이 머신을 얼마나 쓰는지 같은 축에 보여 줍니다</translation>
    </message>
    <message>
        <source>Sampled once a second.</source>
        <translation>1초마다 기록됩니다.</translation>
    </message>
    <message>
        <source>Memory, MB</source>
        <translation>메모리 (MB)</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::FieldRow</name>
    <message>
        <source>Value</source>
        <translation>값</translation>
    </message>
    <message>
        <source>Layer %1</source>
        <translation>레이어 %1</translation>
    </message>
    <message>
        <source>Required.</source>
        <translation>필수입니다.</translation>
    </message>
    <message>
        <source>Without the key: %1</source>
        <translation>키가 없으면: %1</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::FindingsStrip</name>
    <message>
        <source>Findings</source>
        <translation>발견 사항</translation>
    </message>
    <message>
        <source>error</source>
        <translation>오류</translation>
    </message>
    <message>
        <source>hint</source>
        <translation>힌트</translation>
    </message>
    <message>
        <source>Line %1: %2</source>
        <translation>%1행: %2</translation>
    </message>
    <message>
        <source>Fix: %1</source>
        <translation>고치기: %1</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>경고</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::FormView</name>
    <message>
        <source>Sections of the form</source>
        <translation>양식의 구역</translation>
    </message>
    <message>
        <source>Why the form is closed</source>
        <translation>양식이 닫힌 이유</translation>
    </message>
    <message>
        <source>What the field means</source>
        <translation>항목의 뜻</translation>
    </message>
    <message>
        <source>The form waits: line %1 of the text is not readable. %2</source>
        <translation>양식 대기 중: 텍스트 %1번째 줄을 읽을 수 없습니다. %2</translation>
    </message>
    <message>
        <source>The form waits: the text is not readable. %1</source>
        <translation>양식 대기 중: 텍스트를 읽을 수 없습니다. %1</translation>
    </message>
    <message>
        <source>Errors here: %1</source>
        <translation>여기의 오류: %1</translation>
    </message>
    <message>
        <source>Fields marked * are required; what is left empty has its default. Point at a field, or go there with Tab, to read what it means.</source>
        <translation>*가 붙은 항목은 필수이며, 비워 둔 항목은 기본값을 씁니다. 항목을 가리키거나 Tab으로 이동하면 설명이 나옵니다.</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::LayerRow</name>
    <message>
        <source>Kind of the layer to add</source>
        <translation>추가할 레이어의 종류</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>추가</translation>
    </message>
    <message>
        <source>Add a layer below the chosen one</source>
        <translation>선택한 레이어 아래에 추가</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>위로</translation>
    </message>
    <message>
        <source>Move the layer up</source>
        <translation>레이어를 위로 이동</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>아래로</translation>
    </message>
    <message>
        <source>Move the layer down</source>
        <translation>레이어를 아래로 이동</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>제거</translation>
    </message>
    <message>
        <source>Remove the layer</source>
        <translation>레이어 제거</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>레이어</translation>
    </message>
    <message>
        <source>Layer %1: %2</source>
        <translation>레이어 %1: %2</translation>
    </message>
    <message>
        <source>Layers: %1, parameters: %2</source>
        <translation>레이어: %1, 매개변수: %2</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::LineRow</name>
    <message>
        <source>Choose: %1</source>
        <translation>선택: %1</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>선택…</translation>
    </message>
    <message>
        <source>This cannot be read as YAML yet.</source>
        <translation>아직 YAML로 읽을 수 없습니다.</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::LogPane</name>
    <message>
        <source>Task whose log is shown</source>
        <translation>로그를 볼 작업</translation>
    </message>
    <message>
        <source>Search the log</source>
        <translation>로그 검색</translation>
    </message>
    <message>
        <source>Log lines</source>
        <translation>로그 줄</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>로그</translation>
    </message>
    <message>
        <source>all tasks</source>
        <translation>모든 작업</translation>
    </message>
    <message>
        <source>Nothing logged yet.</source>
        <translation>아직 로그가 없습니다.</translation>
    </message>
    <message>
        <source>Fold equal lines</source>
        <translation>같은 줄 접기</translation>
    </message>
    <message>
        <source>Shows equal lines that follow each other once, with how many there are</source>
        <translation>이어지는 같은 줄을 개수와 함께 한 번만 보여 줍니다</translation>
    </message>
    <message>
        <source>Return: next hit, Shift+Return: the one before</source>
        <translation>Return: 다음 결과, Shift+Return: 이전 결과</translation>
    </message>
    <message>
        <source>Lines found</source>
        <translation>찾은 줄</translation>
    </message>
    <message>
        <source>Previous hit</source>
        <translation>이전 결과</translation>
    </message>
    <message>
        <source>Next hit</source>
        <translation>다음 결과</translation>
    </message>
    <message>
        <source>Found: %1</source>
        <translation>찾음: %1</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>찾지 못함</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::NewRunPage</name>
    <message>
        <source>Run</source>
        <translation>실행</translation>
    </message>
    <message>
        <source>Choose a run file</source>
        <translation>실행 파일 선택</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>예제</translation>
    </message>
    <message>
        <source>New run</source>
        <translation>새 실행</translation>
    </message>
    <message>
        <source>Whether this run file can run</source>
        <translation>이 실행 파일을 실행할 수 있는지</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>다시 읽기</translation>
    </message>
    <message>
        <source>Run file</source>
        <translation>실행 파일</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>검사 결과</translation>
    </message>
    <message>
        <source>Run files (*.yaml *.yml *.json)</source>
        <translation>실행 파일 (*.yaml *.yml *.json)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>모든 파일 (*)</translation>
    </message>
    <message>
        <source>Reading and checking…</source>
        <translation>읽고 검사하는 중…</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>시작하는 중…</translation>
    </message>
    <message>
        <source>Not started: %1</source>
        <translation>시작하지 못했습니다: %1</translation>
    </message>
    <message>
        <source>Ready to run.</source>
        <translation>실행할 수 있습니다.</translation>
    </message>
    <message>
        <source>Starts this run (F5)</source>
        <translation>이 실행을 시작합니다 (F5)</translation>
    </message>
    <message>
        <source>Cannot run yet. Errors below: %1</source>
        <translation>아직 실행할 수 없습니다. 아래 오류: %1개</translation>
    </message>
    <message>
        <source>Ready to run. Hints below: %1</source>
        <translation>실행할 수 있습니다. 아래 힌트: %1개</translation>
    </message>
    <message>
        <source>Save the run file…</source>
        <translation>실행 파일 저장…</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>제목 없음</translation>
    </message>
    <message>
        <source>Examples and recent files</source>
        <translation>예제와 최근 파일</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>열기…</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>저장…</translation>
    </message>
    <message>
        <source>Save the run file</source>
        <translation>실행 파일 저장</translation>
    </message>
    <message>
        <source>Not saved: %1</source>
        <translation>저장하지 못함: %1</translation>
    </message>
    <message>
        <source># Save the file first: a key was removed, which --set cannot do.</source>
        <translation># 먼저 파일을 저장하십시오. 키를 지우는 일은 --set으로 할 수 없습니다.</translation>
    </message>
    <message>
        <source> (changed)</source>
        <translation> (변경됨)</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>저장</translation>
    </message>
    <message>
        <source>Choose an example or a run file, or begin with nothing.</source>
        <translation>예제나 실행 파일을 고르거나 빈 상태에서 시작하십시오.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>실행 취소</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>다시 실행</translation>
    </message>
    <message>
        <source>Fix: %1</source>
        <translation>고치기: %1</translation>
    </message>
    <message>
        <source>This cannot be mended by itself: %1</source>
        <translation>자동으로 고칠 수 없습니다: %1</translation>
    </message>
    <message>
        <source>Reading and checking; it starts when nothing is wrong…</source>
        <translation>읽고 확인하는 중입니다. 문제가 없으면 시작합니다…</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::NodeCard</name>
    <message>
        <source>Load</source>
        <translation>부하</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>메모리</translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>디스크</translation>
    </message>
    <message>
        <source>CPUs: %1</source>
        <translation>CPU 수: %1</translation>
    </message>
    <message>
        <source>%1 · agent %2</source>
        <translation>%1 · 에이전트 %2</translation>
    </message>
    <message>
        <source>Node %1</source>
        <translation>노드 %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 중 %1</translation>
    </message>
    <message>
        <source>%1 of %2 free</source>
        <translation>%2 중 %1 사용 가능</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::NodesPage</name>
    <message>
        <source>Add node…</source>
        <translation>노드 추가…</translation>
    </message>
    <message>
        <source>Add node</source>
        <translation>노드 추가</translation>
    </message>
    <message>
        <source>What is the matter</source>
        <translation>알림</translation>
    </message>
    <message>
        <source>This version places tasks on this machine alone. Tasks on other machines can be started by hand: draw them on the Clusters page and copy the line of each task.</source>
        <translation>이 버전은 태스크를 이 머신에만 배치합니다. 다른 머신의 태스크는 수동으로 시작할 수 있습니다. 클러스터 페이지에서 그린 뒤 각 태스크의 명령줄을 복사하세요.</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>노드</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::PluginsPage</name>
    <message>
        <source>Strategies</source>
        <translation>전략</translation>
    </message>
    <message>
        <source>Plugins that cannot be used</source>
        <translation>사용할 수 없는 플러그인</translation>
    </message>
    <message>
        <source>Plugins</source>
        <translation>플러그인</translation>
    </message>
    <message>
        <source>What the plugin is</source>
        <translation>플러그인 설명</translation>
    </message>
    <message>
        <source>Name in run files</source>
        <translation>실행 파일에서의 이름</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>버전</translation>
    </message>
    <message>
        <source>Topology</source>
        <translation>토폴로지</translation>
    </message>
    <message>
        <source>Bytes a replica sends in a step</source>
        <translation>복제본이 스텝마다 보내는 바이트 수</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>폴더</translation>
    </message>
    <message>
        <source>Roles</source>
        <translation>역할 목록</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>역할</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>태스크 목록</translation>
    </message>
    <message>
        <source>Holds replicas</source>
        <translation>복제본 보유</translation>
    </message>
    <message>
        <source>When one fails</source>
        <translation>하나가 실패하면</translation>
    </message>
    <message>
        <source>any number</source>
        <translation>제한 없음</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1~%2</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>예</translation>
    </message>
    <message>
        <source>no</source>
        <translation>아니요</translation>
    </message>
    <message>
        <source>all tasks start again</source>
        <translation>모든 태스크를 다시 시작</translation>
    </message>
    <message>
        <source>it alone starts again</source>
        <translation>그 태스크만 다시 시작</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>옵션</translation>
    </message>
    <message>
        <source>Option</source>
        <translation>옵션 이름</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>기본값</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>의미</translation>
    </message>
    <message>
        <source>Where it runs</source>
        <translation>실행 위치</translation>
    </message>
    <message>
        <source>on the chief, which hands out its closures to the workers</source>
        <translation>치프에서 실행하며 클로저를 워커에 나눠 줍니다</translation>
    </message>
    <message>
        <source>on every worker, each with its replicas</source>
        <translation>모든 워커에서 각자의 복제본으로 실행</translation>
    </message>
    <message>
        <source>Programs</source>
        <translation>프로그램</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::PredictionView</name>
    <message>
        <source>How far the prediction has come</source>
        <translation>예측 진행 정도</translation>
    </message>
    <message>
        <source>What the prediction gave</source>
        <translation>예측 결과</translation>
    </message>
    <message>
        <source>Data to predict on</source>
        <translation>예측할 데이터</translation>
    </message>
    <message>
        <source>the run&apos;s validation data</source>
        <translation>이 실행의 검증 데이터</translation>
    </message>
    <message>
        <source>fashion_mnist_test and the like, a folder of class folders, pictures, or a source as in a run file: {csv: file.csv}</source>
        <translation>fashion_mnist_test 같은 이름, 클래스별 폴더가 든 폴더, 그림, 또는 실행 파일에서처럼 쓴 소스: {csv: file.csv}</translation>
    </message>
    <message>
        <source>Folder…</source>
        <translation>폴더…</translation>
    </message>
    <message>
        <source>Choose a folder of class folders</source>
        <translation>클래스별 폴더가 든 폴더 고르기</translation>
    </message>
    <message>
        <source>Pictures…</source>
        <translation>그림…</translation>
    </message>
    <message>
        <source>Choose pictures</source>
        <translation>그림 고르기</translation>
    </message>
    <message>
        <source>Predict</source>
        <translation>예측</translation>
    </message>
    <message>
        <source>Confusion matrix</source>
        <translation>혼동 행렬</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>샘플</translation>
    </message>
    <message>
        <source>Confusion matrix and samples</source>
        <translation>혼동 행렬과 샘플</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Choose one checkpoint to predict with.</source>
        <translation>예측에 쓸 체크포인트를 하나 고르세요.</translation>
    </message>
    <message>
        <source>What does this checkpoint&apos;s model say of data? Metrics, the confusion matrix and the worst samples appear here.</source>
        <translation>이 체크포인트의 모델은 데이터를 어떻게 볼까요? 지표, 혼동 행렬, 가장 빗나간 샘플이 여기에 나타납니다.</translation>
    </message>
    <message>
        <source>Predicting: %1 of %2</source>
        <translation>예측 중: %2 중 %1</translation>
    </message>
    <message>
        <source>Reading the checkpoint and the data…</source>
        <translation>체크포인트와 데이터를 읽는 중…</translation>
    </message>
    <message>
        <source>Samples: %1</source>
        <translation>샘플: %1</translation>
    </message>
    <message>
        <source>%1 taken for %2</source>
        <translation>%1을(를) %2(으)로 봄</translation>
    </message>
    <message>
        <source>class %1</source>
        <translation>클래스 %1</translation>
    </message>
    <message>
        <source>loss %1</source>
        <translation>손실 %1</translation>
    </message>
    <message>
        <source>sample %1, loss %2</source>
        <translation>샘플 %1, 손실 %2</translation>
    </message>
    <message>
        <source>Pictures (*.png *.jpg *.jpeg)</source>
        <translation>그림 (*.png *.jpg *.jpeg)</translation>
    </message>
    <message>
        <source>Pictures: %1</source>
        <translation>그림: %1</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::ProfileDialog</name>
    <message>
        <source>Profile %1</source>
        <translation>%1 프로파일</translation>
    </message>
    <message>
        <source>About the profile</source>
        <translation>프로파일 설명</translation>
    </message>
    <message>
        <source>Steps to profile</source>
        <translation>프로파일할 스텝 수</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>스텝 수</translation>
    </message>
    <message>
        <source>Progress of the profile</source>
        <translation>프로파일 진행률</translation>
    </message>
    <message>
        <source>File of the profile</source>
        <translation>프로파일 파일</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>경로 복사</translation>
    </message>
    <message>
        <source>Copy path of the profile</source>
        <translation>프로파일 경로 복사</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>폴더 열기</translation>
    </message>
    <message>
        <source>Open folder of the profile</source>
        <translation>프로파일 폴더 열기</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>프로파일 시작</translation>
    </message>
    <message>
        <source>Profile the run</source>
        <translation>이 실행의 프로파일 시작</translation>
    </message>
    <message>
        <source>Records what every task does in its next steps: waiting for input, computing, communicating, and each operator in it, all on one time line. The run goes on meanwhile, a little slower.</source>
        <translation>다음 스텝들에서 각 작업이 하는 일(입력 대기, 계산, 통신, 그 안의 연산 하나하나)을 하나의 시간축에 기록합니다. 그동안에도 실행은 계속되며, 조금 느려집니다.</translation>
    </message>
    <message>
        <source>Recording… (steps: %1) The tasks write it down once the last of them is done. Closing this window does not stop it.</source>
        <translation>기록 중… (스텝 수: %1) 마지막 스텝이 끝나면 각 작업이 파일로 씁니다. 이 창을 닫아도 기록은 멈추지 않습니다.</translation>
    </message>
    <message>
        <source>Steps %1 to %2, tasks: %3. Drop the file on ui.perfetto.dev, or load it in chrome://tracing.</source>
        <translation>스텝 %1~%2, 작업 수: %3. 파일을 ui.perfetto.dev에 끌어다 놓거나 chrome://tracing에서 여십시오.</translation>
    </message>
    <message>
        <source>There is no profile: %1</source>
        <translation>프로파일이 없습니다: %1</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::RoleRow</name>
    <message>
        <source>%1: how many</source>
        <translation>%1: 개수</translation>
    </message>
    <message>
        <source>none</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>This cannot be read as a list yet.</source>
        <translation>아직 목록으로 읽을 수 없습니다.</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::RunFileTabs</name>
    <message>
        <source>Views of the run</source>
        <translation>실행의 보기</translation>
    </message>
    <message>
        <source>Estimate</source>
        <translation>예상</translation>
    </message>
    <message>
        <source>Shards</source>
        <translation>샤드</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>명령</translation>
    </message>
    <message>
        <source>Run file</source>
        <translation>실행 파일</translation>
    </message>
    <message>
        <source>Task whose TF_CONFIG is shown</source>
        <translation>TF_CONFIG를 표시할 태스크</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>복사</translation>
    </message>
    <message>
        <source>Copy the TF_CONFIG</source>
        <translation>TF_CONFIG 복사</translation>
    </message>
    <message>
        <source>What the run is going to need</source>
        <translation>실행에 필요한 것</translation>
    </message>
    <message>
        <source>Layers of the model</source>
        <translation>모델의 레이어</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>레이어</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>출력</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>매개변수 수</translation>
    </message>
    <message>
        <source>How the data is divided</source>
        <translation>데이터를 나누는 방식</translation>
    </message>
    <message>
        <source>What each task reads in an epoch</source>
        <translation>각 태스크가 한 에포크에 읽는 것</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>태스크</translation>
    </message>
    <message>
        <source>By</source>
        <translation>방식</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>샘플 수</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>제외</translation>
    </message>
    <message>
        <source>Twice</source>
        <translation>중복</translation>
    </message>
    <message>
        <source>The same in a shell:</source>
        <translation>셸에서는 다음과 같습니다:</translation>
    </message>
    <message>
        <source>Copy the command</source>
        <translation>명령 복사</translation>
    </message>
    <message>
        <source>The same in a shell</source>
        <translation>같은 일을 하는 셸 명령</translation>
    </message>
    <message>
        <source>Shown as soon as the run file has no errors.</source>
        <translation>실행 파일에 오류가 없으면 표시됩니다.</translation>
    </message>
    <message>
        <source>Give it to the task as the environment variable TF_CONFIG.</source>
        <translation>환경 변수 TF_CONFIG로 태스크에 전달하십시오.</translation>
    </message>
    <message>
        <source>Ports written as 0 are chosen when the run starts. To start tasks by hand, write ports into the cluster.</source>
        <translation>0으로 적힌 포트는 실행을 시작할 때 정해집니다. 직접 시작하려면 클러스터에 포트를 적으십시오.</translation>
    </message>
    <message>
        <source>Shown as soon as the run file has no errors and the agent has worked it out.</source>
        <translation>실행 파일에 오류가 없고 에이전트가 계산을 마치면 표시됩니다.</translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation>글로벌 배치</translation>
    </message>
    <message>
        <source>%1 × %2 replicas × %3 batches a step = %4</source>
        <translation>%1 × 복제본 %2개 × 스텝당 배치 %3개 = %4</translation>
    </message>
    <message>
        <source>%1 a replica, replicas: %2, together %3</source>
        <translation>복제본당 %1, 복제본 수: %2, 합계 %3</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>학습률</translation>
    </message>
    <message>
        <source>%1, at the last step %2</source>
        <translation>%1, 마지막 스텝에서 %2</translation>
    </message>
    <message>
        <source>Scaled to the batch</source>
        <translation>배치에 맞춘 값</translation>
    </message>
    <message>
        <source>%1, if %2 was right for one replica</source>
        <translation>복제본 하나에 %2가 맞았다면 %1</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>스텝 수</translation>
    </message>
    <message>
        <source>%1 an epoch, %2 in all</source>
        <translation>에포크당 %1, 모두 %2</translation>
    </message>
    <message>
        <source>%1 to train, %2 to validate</source>
        <translation>학습 %1, 검증 %2</translation>
    </message>
    <message>
        <source>Memory of a replica</source>
        <translation>복제본의 메모리</translation>
    </message>
    <message>
        <source>%1, of it activations %2, optimizer %3</source>
        <translation>%1, 그중 활성값 %2, 옵티마이저 %3</translation>
    </message>
    <message>
        <source>Sent in a step</source>
        <translation>스텝당 전송량</translation>
    </message>
    <message>
        <source>%1 by each process</source>
        <translation>프로세스마다 %1</translation>
    </message>
    <message>
        <source>A checkpoint</source>
        <translation>체크포인트 하나</translation>
    </message>
    <message>
        <source>Shown as soon as the run file has no errors and the agent has read the data&apos;s index.</source>
        <translation>실행 파일에 오류가 없고 에이전트가 데이터 색인을 읽으면 표시됩니다.</translation>
    </message>
    <message>
        <source>Samples in the whole set: %1</source>
        <translation>전체 샘플 수: %1</translation>
    </message>
    <message>
        <source>What each parameter server moves in a step</source>
        <translation>각 매개변수 서버가 한 스텝에 주고받는 양</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::RunHeader</name>
    <message>
        <source>Stop after epoch</source>
        <translation>에포크 후 중지</translation>
    </message>
    <message>
        <source>Finishes the epoch under way, evaluates, saves, then stops</source>
        <translation>진행 중인 에포크를 마치고 평가와 저장을 한 뒤 중지합니다</translation>
    </message>
    <message>
        <source>Save and stop</source>
        <translation>저장 후 중지</translation>
    </message>
    <message>
        <source>Saves a checkpoint at the next step, then stops; the run can be resumed from it</source>
        <translation>다음 스텝에서 체크포인트를 저장하고 중지합니다. 거기서 다시 시작할 수 있습니다</translation>
    </message>
    <message>
        <source>Kill</source>
        <translation>강제 종료</translation>
    </message>
    <message>
        <source>Ends every task at once; what came after the newest checkpoint is lost</source>
        <translation>모든 작업을 즉시 끝냅니다. 최신 체크포인트 이후의 내용은 사라집니다</translation>
    </message>
    <message>
        <source>Why the run failed</source>
        <translation>실행이 실패한 이유</translation>
    </message>
    <message>
        <source>Progress of the run</source>
        <translation>실행 진행률</translation>
    </message>
    <message>
        <source>ETA %1</source>
        <translation>남은 시간 %1</translation>
    </message>
    <message>
        <source>epoch %1/%2</source>
        <translation>에포크 %1/%2</translation>
    </message>
    <message>
        <source>%1 ms/step</source>
        <translation>%1 ms/스텝</translation>
    </message>
    <message>
        <source>Kill %1?</source>
        <translation>%1을(를) 강제 종료할까요?</translation>
    </message>
    <message>
        <source>Every task of %1 ends at once, without a checkpoint.</source>
        <translation>%1의 모든 작업이 체크포인트 없이 즉시 끝납니다.</translation>
    </message>
    <message>
        <source>Kill the run</source>
        <translation>실행 강제 종료</translation>
    </message>
    <message>
        <source>Keep running</source>
        <translation>계속 실행</translation>
    </message>
    <message>
        <source>Time left</source>
        <translation>남은 시간</translation>
    </message>
    <message>
        <source>Kept are the checkpoints, the curves and the logs. “Save and stop” loses nothing.</source>
        <translation>체크포인트, 곡선, 로그는 남습니다. “저장하고 중지”를 쓰면 아무것도 잃지 않습니다.</translation>
    </message>
    <message>
        <source>No finished step is lost.</source>
        <translation>완료된 스텝은 잃지 않습니다.</translation>
    </message>
    <message>
        <source>There is no checkpoint yet: everything is lost. Steps lost: %1.</source>
        <translation>아직 체크포인트가 없어 모두 잃습니다. 잃는 스텝 수: %1.</translation>
    </message>
    <message>
        <source>Lost is everything after the last checkpoint, step %1. Steps lost: %2.</source>
        <translation>마지막 체크포인트(스텝 %1) 이후를 모두 잃습니다. 잃는 스텝 수: %2.</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>일시 정지</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>변경…</translation>
    </message>
    <message>
        <source>Changes learning rate or epochs while the run goes on, from the next step</source>
        <translation>실행 중에 다음 스텝부터 학습률이나 에포크 수를 바꿉니다</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>재개</translation>
    </message>
    <message>
        <source>Goes on with this run from its newest checkpoint that verifies, as its next attempt</source>
        <translation>검증되는 가장 새로운 체크포인트에서 다음 시도로 이어 갑니다</translation>
    </message>
    <message>
        <source>Run again…</source>
        <translation>다시 실행…</translation>
    </message>
    <message>
        <source>Opens this run&apos;s file as a new run, to start it as it is or changed</source>
        <translation>이 실행의 파일을 새 실행으로 열어 그대로 또는 바꾸어 시작합니다</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>실행</translation>
    </message>
    <message>
        <source>State</source>
        <translation>상태</translation>
    </message>
    <message>
        <source>Where the run is</source>
        <translation>실행 위치</translation>
    </message>
    <message>
        <source>Last lines of the task that failed</source>
        <translation>실패한 작업의 마지막 줄</translation>
    </message>
    <message>
        <source>Who waits for whom</source>
        <translation>무엇이 무엇을 기다리는지</translation>
    </message>
    <message>
        <source>What was asked for</source>
        <translation>요청한 내용</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>일시 정지됨</translation>
    </message>
    <message>
        <source>(attempt %1)</source>
        <translation>(%1차 시도)</translation>
    </message>
    <message>
        <source>Of this time %1 % went into steps that were kept.</source>
        <translation>이 시간의 %1 %가 남은 스텝에 쓰였습니다.</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>계속</translation>
    </message>
    <message>
        <source>Lets the tasks go on with the next step</source>
        <translation>작업을 다음 스텝부터 계속합니다</translation>
    </message>
    <message>
        <source>Holds all tasks after the step under way; they keep their memory and devices</source>
        <translation>진행 중인 스텝 뒤에 모든 작업을 멈춥니다. 메모리와 장치는 유지됩니다</translation>
    </message>
    <message>
        <source>Change %1</source>
        <translation>%1 변경</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>학습률</translation>
    </message>
    <message>
        <source>as it is</source>
        <translation>그대로</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>에포크 수</translation>
    </message>
    <message>
        <source>Counts from the next step on, for all tasks at once. It is noted in the run&apos;s history and marked on its curves; a schedule of the run file gives way to a rate set here.</source>
        <translation>다음 스텝부터 모든 작업에 동시에 적용됩니다. 실행 기록에 남고 곡선에 표시됩니다. 여기서 정한 학습률은 실행 파일의 스케줄보다 우선합니다.</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>변경</translation>
    </message>
    <message>
        <source>Change the run</source>
        <translation>실행 변경</translation>
    </message>
    <message>
        <source>Leave as it is</source>
        <translation>그대로 두기</translation>
    </message>
    <message>
        <source>How the run came back</source>
        <translation>복귀 방식</translation>
    </message>
    <message>
        <source>Measured beside the estimate</source>
        <translation>추정치와 실측치</translation>
    </message>
    <message>
        <source>%1 (estimated %2)</source>
        <translation>%1(추정 %2)</translation>
    </message>
    <message>
        <source>Memory of a replica: %1</source>
        <translation>복제본의 메모리: %1</translation>
    </message>
    <message>
        <source>sent in a step: %1</source>
        <translation>한 스텝에 보낸 양: %1</translation>
    </message>
    <message>
        <source>Profile…</source>
        <translation>프로파일…</translation>
    </message>
    <message>
        <source>Records what every task does in the next steps, as a trace for Perfetto</source>
        <translation>다음 스텝들에서 각 작업이 하는 일을 Perfetto용 트레이스로 기록합니다</translation>
    </message>
    <message>
        <source>Stacks…</source>
        <translation>스택…</translation>
    </message>
    <message>
        <source>Shows where every thread of every task is just now; they go on as they were</source>
        <translation>모든 태스크의 각 스레드가 지금 어디에 있는지 보여 줍니다. 태스크는 그대로 계속됩니다</translation>
    </message>
    <message>
        <source>A learning rate is a number above 0, such as 0.001.</source>
        <translation>학습률은 0보다 큰 수입니다(예: 0.001).</translation>
    </message>
    <message>
        <source>Why this cannot be</source>
        <translation>이렇게 할 수 없는 이유</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::RunView</name>
    <message>
        <source>Tasks</source>
        <translation>작업</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>이벤트</translation>
    </message>
    <message>
        <source>Curves, tables and log</source>
        <translation>곡선, 표, 로그</translation>
    </message>
    <message>
        <source>This run recorded no point.</source>
        <translation>이 실행은 기록한 점이 없습니다.</translation>
    </message>
    <message>
        <source>Queued: waiting for its turn…</source>
        <translation>대기 중: 차례를 기다립니다…</translation>
    </message>
    <message>
        <source>Waiting for the first step…</source>
        <translation>첫 스텝을 기다리는 중…</translation>
    </message>
    <message>
        <source>Asked to end every task now…</source>
        <translation>모든 작업을 지금 끝내도록 요청했습니다…</translation>
    </message>
    <message>
        <source>Asked to stop after this epoch…</source>
        <translation>이 에포크 후 중지를 요청했습니다…</translation>
    </message>
    <message>
        <source>Asked to save and stop…</source>
        <translation>저장 후 중지를 요청했습니다…</translation>
    </message>
    <message>
        <source>Kill task…</source>
        <translation>작업 강제 종료…</translation>
    </message>
    <message>
        <source>Ends the chosen task as if its machine had failed, to see the run recover; asks first</source>
        <translation>기기가 고장 난 것처럼 선택한 작업을 끝내고 복구를 확인합니다. 먼저 묻습니다</translation>
    </message>
    <message>
        <source>Asked for the change…</source>
        <translation>변경을 요청했습니다…</translation>
    </message>
    <message>
        <source>Asked to pause after this step…</source>
        <translation>이 스텝 뒤에 일시 정지를 요청했습니다…</translation>
    </message>
    <message>
        <source>Asked to go on…</source>
        <translation>계속을 요청했습니다…</translation>
    </message>
    <message>
        <source>Changed, from step %1 on.</source>
        <translation>스텝 %1부터 변경됩니다.</translation>
    </message>
    <message>
        <source>Asked to resume; the newest checkpoint is verified first…</source>
        <translation>재개를 요청했습니다. 가장 새로운 체크포인트를 먼저 검증합니다…</translation>
    </message>
    <message>
        <source>Not resumed: %1</source>
        <translation>재개되지 않음: %1</translation>
    </message>
    <message>
        <source>Kill %1?</source>
        <translation>%1을(를) 강제 종료할까요?</translation>
    </message>
    <message>
        <source>A drill: %1 is ended with signal 9, as if its machine had failed, to see the run recover.</source>
        <translation>훈련: 기기가 고장 난 것처럼 %1을(를) 시그널 9로 끝내고 실행이 복구되는지 봅니다.</translation>
    </message>
    <message>
        <source>The run goes on by itself from its newest checkpoint, if its run file allows restarts.</source>
        <translation>실행 파일이 재시작을 허용하면 실행은 가장 새로운 체크포인트에서 저절로 이어집니다.</translation>
    </message>
    <message>
        <source>Kill %1</source>
        <translation>%1 강제 종료</translation>
    </message>
    <message>
        <source>Leave it</source>
        <translation>그만두기</translation>
    </message>
    <message>
        <source>%1 is killed; waiting for the next step…</source>
        <translation>%1을(를) 끝냈습니다. 다음 스텝을 기다리는 중…</translation>
    </message>
    <message>
        <source>The others go on; it is started again beside them. No finished step is lost.</source>
        <translation>다른 작업은 계속되고, 이 작업은 그 옆에서 다시 시작됩니다. 완료된 스텝은 잃지 않습니다.</translation>
    </message>
    <message>
        <source>Profiling the next steps (%1)…</source>
        <translation>다음 스텝을 프로파일하는 중 (%1)…</translation>
    </message>
    <message>
        <source>Profile: %1</source>
        <translation>프로파일: %1</translation>
    </message>
    <message>
        <source>Traffic of the parameter servers</source>
        <translation>매개변수 서버의 통신량</translation>
    </message>
    <message>
        <source>History and servers</source>
        <translation>기록과 서버</translation>
    </message>
    <message>
        <source>Traffic in a step</source>
        <translation>한 스텝의 통신량</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::RunsPage</name>
    <message>
        <source>Run list and run</source>
        <translation>실행 목록과 실행</translation>
    </message>
    <message>
        <source>Filter the runs</source>
        <translation>실행 필터</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>실행</translation>
    </message>
    <message>
        <source>New run</source>
        <translation>새 실행</translation>
    </message>
    <message>
        <source>No run matches “%1”.</source>
        <translation>“%1”에 맞는 실행이 없습니다.</translation>
    </message>
    <message>
        <source>Reading the runs…</source>
        <translation>실행을 읽는 중…</translation>
    </message>
    <message>
        <source>Looking for the agent…</source>
        <translation>에이전트를 찾는 중…</translation>
    </message>
    <message>
        <source>The agent cannot be reached: %1</source>
        <translation>에이전트에 연결할 수 없습니다: %1</translation>
    </message>
    <message>
        <source>Words to look for, all of them; also state:failed, strategy:multi, tag:baseline, and is:trashed for what is in the trash</source>
        <translation>찾을 단어(모두 포함). state:failed, strategy:multi, tag:baseline, 휴지통은 is:trashed</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>열</translation>
    </message>
    <message>
        <source>Which columns the list has</source>
        <translation>목록에 보일 열</translation>
    </message>
    <message>
        <source>Ctrl and Shift choose several runs to compare them</source>
        <translation>Ctrl과 Shift로 여러 실행을 골라 비교합니다</translation>
    </message>
    <message>
        <source>Changed %1</source>
        <translation>%1 변경됨</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>이름 바꾸기</translation>
    </message>
    <message>
        <source>Move to the trash</source>
        <translation>휴지통으로 이동</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>실행 취소</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>다시 실행</translation>
    </message>
    <message>
        <source>What was done last</source>
        <translation>마지막으로 한 일</translation>
    </message>
    <message>
        <source>%1 runs</source>
        <translation>실행 %1개</translation>
    </message>
    <message>
        <source>Taken out of the trash: %1</source>
        <translation>휴지통에서 꺼냄: %1</translation>
    </message>
    <message>
        <source>Moved to the trash: %1</source>
        <translation>휴지통으로 이동함: %1</translation>
    </message>
    <message>
        <source>Take out of the trash</source>
        <translation>휴지통에서 꺼내기</translation>
    </message>
    <message>
        <source>Every run is in the trash; “is:trashed” shows them.</source>
        <translation>모든 실행이 휴지통에 있습니다. “is:trashed”로 볼 수 있습니다.</translation>
    </message>
    <message>
        <source>Try an example: Fashion-MNIST</source>
        <translation>예제 실행: Fashion-MNIST</translation>
    </message>
    <message>
        <source>Opens a ready run file; one more click trains a small network on this machine in about a minute</source>
        <translation>준비된 실행 파일을 엽니다. 한 번 더 클릭하면 이 기기에서 작은 신경망을 1분 정도 학습합니다</translation>
    </message>
    <message>
        <source>No run yet. Start one from a run file or an example, and its curves appear here. A run file can also be dropped on this window.</source>
        <translation>아직 실행이 없습니다. 실행 파일이나 예제로 시작하면 여기에 곡선이 나타납니다. 실행 파일을 이 창에 놓아도 됩니다.</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::ServersView</name>
    <message>
        <source>Estimated before the start</source>
        <translation>시작 전 추정치</translation>
    </message>
    <message>
        <source>What each parameter server moved in a step</source>
        <translation>각 매개변수 서버가 한 스텝에 주고받은 양</translation>
    </message>
    <message>
        <source>What was expected of each parameter server</source>
        <translation>각 매개변수 서버의 추정치</translation>
    </message>
    <message>
        <source>Measured when the attempt has ended.</source>
        <translation>실측치는 시도가 끝나면 나옵니다.</translation>
    </message>
    <message>
        <source>Measured, mean of the steps</source>
        <translation>실측치(스텝 평균)</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::SettingsPage</name>
    <message>
        <source>Settings</source>
        <translation>설정</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>시스템 설정</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>라이트</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>다크</translation>
    </message>
    <message>
        <source>Theme: %1</source>
        <translation>테마: %1</translation>
    </message>
    <message>
        <source>Agent and its home</source>
        <translation>에이전트와 홈</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>테마</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>언어</translation>
    </message>
    <message>
        <source>Updates</source>
        <translation>업데이트</translation>
    </message>
    <message>
        <source>Trainyard looks for none by itself.</source>
        <translation>Trainyard는 스스로 업데이트를 찾지 않습니다.</translation>
    </message>
    <message>
        <source>Not connected.</source>
        <translation>연결되지 않음.</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>변경…</translation>
    </message>
    <message>
        <source>Agent and home</source>
        <translation>에이전트와 홈</translation>
    </message>
    <message>
        <source>For one start alone, TRAINYARD_HOME names the folder and --agent the agent.</source>
        <translation>한 번의 실행에만 쓰려면 TRAINYARD_HOME으로 폴더를, --agent로 에이전트를 지정합니다.</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::StacksDialog</name>
    <message>
        <source>running</source>
        <translation>실행 중</translation>
    </message>
    <message>
        <source>sleeping</source>
        <translation>대기 중</translation>
    </message>
    <message>
        <source>waiting for a disk</source>
        <translation>디스크 대기 중</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>정지됨</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>종료됨</translation>
    </message>
    <message>
        <source>There are no stacks: %1</source>
        <translation>스택이 없습니다: %1</translation>
    </message>
    <message>
        <source>Thread %1 (main)</source>
        <translation>스레드 %1 (메인)</translation>
    </message>
    <message>
        <source>Thread %1</source>
        <translation>스레드 %1</translation>
    </message>
    <message>
        <source>Stacks of %1</source>
        <translation>%1의 스택</translation>
    </message>
    <message>
        <source>About the stacks</source>
        <translation>스택 정보</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>태스크</translation>
    </message>
    <message>
        <source>Threads and frames</source>
        <translation>스레드와 프레임</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>새로 고침</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>복사</translation>
    </message>
    <message>
        <source>Copy the stacks of the task</source>
        <translation>이 태스크의 스택 복사</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
    <message>
        <source>Tasks and stacks</source>
        <translation>태스크와 스택</translation>
    </message>
    <message>
        <source>Reading the stacks of all tasks… each is halted for some milliseconds.</source>
        <translation>모든 태스크의 스택을 읽는 중… 각 태스크는 몇 밀리초 동안만 멈춥니다.</translation>
    </message>
    <message>
        <source>These are of %1; there are no newer ones: %2</source>
        <translation>%1의 것입니다. 더 새로운 것은 없습니다: %2</translation>
    </message>
    <message>
        <source>Refresh the stacks</source>
        <translation>스택 새로 고침</translation>
    </message>
    <message>
        <source>Where each task was at %1, the innermost call first.</source>
        <translation>%1에 각 태스크가 있던 곳입니다. 가장 안쪽 호출이 맨 위입니다.</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::StartPanel</name>
    <message>
        <source>Examples</source>
        <translation>예제</translation>
    </message>
    <message>
        <source>Recent run files</source>
        <translation>최근 실행 파일</translation>
    </message>
    <message>
        <source>None yet. Files that are opened or saved here stand in this list.</source>
        <translation>아직 없습니다. 여기서 열거나 저장한 파일이 표시됩니다.</translation>
    </message>
    <message>
        <source>Empty run</source>
        <translation>빈 실행</translation>
    </message>
    <message>
        <source>Begin with an empty run</source>
        <translation>빈 실행으로 시작</translation>
    </message>
    <message>
        <source>Back to the form</source>
        <translation>양식으로 돌아가기</translation>
    </message>
    <message>
        <source>Drop a run file anywhere in the window to open it.</source>
        <translation>실행 파일을 창의 아무 곳에나 놓으면 열립니다.</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::TaskDelegate</name>
    <message>
        <source>Role</source>
        <translation>역할</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>머신</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>포트</translation>
    </message>
    <message>
        <source>a free one</source>
        <translation>빈 포트</translation>
    </message>
    <message>
        <source>CPUs</source>
        <translation>CPU</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::TaskExport</name>
    <message>
        <source>Task</source>
        <translation>태스크</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>형식</translation>
    </message>
    <message>
        <source>.env file</source>
        <translation>.env 파일</translation>
    </message>
    <message>
        <source>Shell line</source>
        <translation>셸 명령줄</translation>
    </message>
    <message>
        <source>What is missing</source>
        <translation>부족한 것</translation>
    </message>
    <message>
        <source>Set ports</source>
        <translation>포트 지정</translation>
    </message>
    <message>
        <source>How the task is started by hand</source>
        <translation>태스크를 수동으로 시작하는 방법</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>복사</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>저장…</translation>
    </message>
    <message>
        <source>Save to a file</source>
        <translation>파일로 저장</translation>
    </message>
    <message>
        <source>all tasks</source>
        <translation>모든 태스크</translation>
    </message>
    <message>
        <source>No task yet.</source>
        <translation>아직 태스크가 없습니다.</translation>
    </message>
    <message>
        <source>Without a port: %1. Started by hand, every task must know the others&apos; ports.</source>
        <translation>포트 없음: %1. 수동으로 시작하려면 모든 태스크가 서로의 포트를 알아야 합니다.</translation>
    </message>
    <message>
        <source>Run in a shell of its own each; run.yaml is the run file.</source>
        <translation>각각 별도의 셸에서 실행합니다. run.yaml은 실행 파일입니다.</translation>
    </message>
    <message>
        <source>A .env file is of one task: choose it first</source>
        <translation>.env 파일은 태스크 하나용입니다. 먼저 태스크를 고르세요</translation>
    </message>
    <message>
        <source>Copied: %1.</source>
        <translation>복사함: %1.</translation>
    </message>
    <message>
        <source>Save %1</source>
        <translation>%1 저장</translation>
    </message>
    <message>
        <source>Saved: %1.</source>
        <translation>저장함: %1.</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::TaskTable</name>
    <message>
        <source>Tasks</source>
        <translation>태스크 목록</translation>
    </message>
    <message>
        <source>worker:0 (chief)</source>
        <translation>worker:0(치프)</translation>
    </message>
    <message>
        <source>a free one</source>
        <translation>빈 포트</translation>
    </message>
    <message>
        <source>Role of the new task</source>
        <translation>새 태스크의 역할</translation>
    </message>
    <message>
        <source>Add task</source>
        <translation>태스크 추가</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>제거</translation>
    </message>
    <message>
        <source>Remove the chosen task</source>
        <translation>선택한 태스크 제거</translation>
    </message>
    <message>
        <source>Set ports</source>
        <translation>포트 지정</translation>
    </message>
    <message>
        <source>Gives every task without a port the next one on its machine, from 2222 on</source>
        <translation>포트가 없는 태스크마다 해당 머신에서 2222부터 차례로 지정합니다</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::TextView</name>
    <message>
        <source>Format of the text</source>
        <translation>텍스트 형식</translation>
    </message>
    <message>
        <source>Run file (YAML)</source>
        <translation>실행 파일(YAML)</translation>
    </message>
    <message>
        <source>Whether the text can be read</source>
        <translation>텍스트를 읽을 수 있는지</translation>
    </message>
    <message>
        <source>Cluster as text</source>
        <translation>텍스트로 된 클러스터</translation>
    </message>
    <message>
        <source>These keys are no part of a cluster: %1</source>
        <translation>클러스터의 항목이 아닌 키: %1</translation>
    </message>
    <message>
        <source>Cannot be read yet; the other views show what was last read.</source>
        <translation>아직 읽을 수 없습니다. 다른 보기는 마지막으로 읽은 내용입니다.</translation>
    </message>
</context>
<context>
    <name>trainyard::shell::AgentDialog</name>
    <message>
        <source>Agent and home</source>
        <translation>에이전트와 홈</translation>
    </message>
    <message>
        <source>Folder of the home</source>
        <translation>홈 폴더</translation>
    </message>
    <message>
        <source>Choose the folder of the home</source>
        <translation>홈 폴더 선택</translation>
    </message>
    <message>
        <source>Address of the agent</source>
        <translation>에이전트 주소</translation>
    </message>
    <message>
        <source>the home&apos;s own agent, started when needed</source>
        <translation>홈의 에이전트(필요할 때 시작)</translation>
    </message>
    <message>
        <source>Why this cannot be</source>
        <translation>안 되는 이유</translation>
    </message>
    <message>
        <source>Home</source>
        <translation>홈</translation>
    </message>
    <message>
        <source>Holds the runs, the saved clusters and the store.</source>
        <translation>실행, 저장한 클러스터, 저장소가 들어 있습니다.</translation>
    </message>
    <message>
        <source>TRAINYARD_HOME=%1 holds for this start.</source>
        <translation>이번 실행에는 TRAINYARD_HOME=%1이(가) 적용됩니다.</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>에이전트</translation>
    </message>
    <message>
        <source>unix:PATH of an agent that is running already; empty: the home&apos;s own.</source>
        <translation>이미 실행 중인 에이전트의 unix:PATH. 비우면 홈의 에이전트입니다.</translation>
    </message>
    <message>
        <source>--agent %1 holds for this start.</source>
        <translation>이번 실행에는 --agent %1이(가) 적용됩니다.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>연결</translation>
    </message>
    <message>
        <source>Connect to this agent</source>
        <translation>이 에이전트에 연결</translation>
    </message>
    <message>
        <source>The folder of the home is written from the root on: /data/trainyard.</source>
        <translation>홈 폴더는 루트부터 씁니다: /data/trainyard</translation>
    </message>
</context>
<context>
    <name>trainyard::shell::CommandPalette</name>
    <message>
        <source>Commands</source>
        <translation>명령</translation>
    </message>
    <message>
        <source>Command to look for</source>
        <translation>찾을 명령</translation>
    </message>
    <message>
        <source>Type a command, a page or a run</source>
        <translation>명령, 페이지, 실행 입력</translation>
    </message>
</context>
<context>
    <name>trainyard::shell::EndNotice</name>
    <message>
        <source>%1: %2</source>
        <translation>%1 - %2</translation>
    </message>
</context>
<context>
    <name>trainyard::shell::MainWindow</name>
    <message>
        <source>Trainyard</source>
        <translation>Trainyard</translation>
    </message>
    <message>
        <source>State of the agent</source>
        <translation>에이전트 상태</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>파일(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;New run</source>
        <translation>새 실행(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Open a run file…</source>
        <translation>실행 파일 열기(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>끝내기(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>편집(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Search</source>
        <translation>검색(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>실행(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>보기(&amp;V)</translation>
    </message>
    <message>
        <source>Theme of the system</source>
        <translation>시스템 테마</translation>
    </message>
    <message>
        <source>Light theme</source>
        <translation>밝은 테마</translation>
    </message>
    <message>
        <source>Dark theme</source>
        <translation>어두운 테마</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>도움말(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;About Trainyard</source>
        <translation>Trainyard 정보(&amp;A)</translation>
    </message>
    <message>
        <source>Connecting to the agent…</source>
        <translation>에이전트에 연결하는 중…</translation>
    </message>
    <message>
        <source>Connected: %1</source>
        <translation>연결됨: %1</translation>
    </message>
    <message>
        <source>The agent is away, next try in %1 s</source>
        <translation>에이전트가 응답하지 않습니다. %1초 후 다시 시도</translation>
    </message>
    <message>
        <source>About Trainyard</source>
        <translation>Trainyard 정보</translation>
    </message>
    <message>
        <source>&amp;Commands…</source>
        <translation>명령(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Keys</source>
        <translation>단축키(&amp;K)</translation>
    </message>
    <message>
        <source>run</source>
        <translation>실행</translation>
    </message>
    <message>
        <source>Curves: zoom in, zoom out, show all</source>
        <translation>곡선: 확대, 축소, 전체 보기</translation>
    </message>
    <message>
        <source>Curves: read out point by point</source>
        <translation>곡선: 한 점씩 읽기</translation>
    </message>
    <message>
        <source>Curves: move</source>
        <translation>곡선: 이동</translation>
    </message>
    <message>
        <source>Log: next hit, the one before</source>
        <translation>로그: 다음 결과, 이전 결과</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>단축키</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
    <message>
        <source>Everything else is found with the command list: type a part of its name.</source>
        <translation>나머지는 모두 명령 목록에서 이름 일부를 입력해 찾습니다.</translation>
    </message>
    <message>
        <source>&amp;Agent and home…</source>
        <translation>에이전트와 홈(&amp;A)…</translation>
    </message>
    <message>
        <source>Language of the system</source>
        <translation>시스템 언어</translation>
    </message>
    <message>
        <source>Language: %1</source>
        <translation>언어: %1</translation>
    </message>
</context>
<context>
    <name>trainyard::widgets::ClusterCanvas</name>
    <message>
        <source>this machine</source>
        <translation>이 머신</translation>
    </message>
    <message>
        <source>Machine %1, tasks: %2</source>
        <translation>머신 %1, 태스크: %2</translation>
    </message>
    <message>
        <source>free port</source>
        <translation>빈 포트</translation>
    </message>
    <message>
        <source>%1 on %2, %3</source>
        <translation>%1(%2, %3)</translation>
    </message>
    <message>
        <source>has an error</source>
        <translation>오류 있음</translation>
    </message>
    <message>
        <source>chief · %1</source>
        <translation>치프 · %1</translation>
    </message>
    <message>
        <source>Move to</source>
        <translation>이동</translation>
    </message>
    <message>
        <source>New machine…</source>
        <translation>새 머신…</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>역할</translation>
    </message>
    <message>
        <source>Port…</source>
        <translation>포트…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>제거</translation>
    </message>
    <message>
        <source>Add: %1</source>
        <translation>추가: %1</translation>
    </message>
    <message>
        <source>Name…</source>
        <translation>이름…</translation>
    </message>
    <message>
        <source>Remove with its tasks</source>
        <translation>태스크와 함께 제거</translation>
    </message>
    <message>
        <source>New machine</source>
        <translation>새 머신</translation>
    </message>
    <message>
        <source>Name of %1</source>
        <translation>%1의 이름</translation>
    </message>
    <message>
        <source>Host name or address; local is this machine</source>
        <translation>호스트 이름이나 주소. local은 이 머신입니다</translation>
    </message>
    <message>
        <source>Port of %1</source>
        <translation>%1의 포트</translation>
    </message>
    <message>
        <source>1 to 65535; nothing: a free one at the start</source>
        <translation>1~65535. 비우면 시작할 때 빈 포트를 씁니다</translation>
    </message>
</context>
<context>
    <name>trainyard::widgets::ConfusionView</name>
    <message>
        <source>predicted</source>
        <translation>예측</translation>
    </message>
    <message>
        <source>label</source>
        <translation>레이블</translation>
    </message>
    <message>
        <source>label %1, predicted %2: %3 of %4</source>
        <translation>레이블 %1, 예측 %2: %4 중 %3</translation>
    </message>
</context>
<context>
    <name>trainyard::widgets::CurvePlot</name>
    <message>
        <source>step %1</source>
        <translation>스텝 %1</translation>
    </message>
    <message>
        <source>epoch %1</source>
        <translation>에포크 %1</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>(%1 시점)</translation>
    </message>
    <message>
        <source>%1 %2 at step %3</source>
        <translation>%1 %2 (스텝 %3)</translation>
    </message>
</context>
<context>
    <name>trainyard::widgets::CurveView</name>
    <message>
        <source>Curve of %1</source>
        <translation>%1 곡선</translation>
    </message>
    <message>
        <source>training</source>
        <translation>학습</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>검증</translation>
    </message>
    <message>
        <source>Show the whole run in %1</source>
        <translation>%1에서 전체 실행 보기</translation>
    </message>
    <message>
        <source>Show the whole run</source>
        <translation>전체 실행 보기</translation>
    </message>
    <message>
        <source>Show or hide the validation curve</source>
        <translation>검증 곡선 보이기 또는 숨기기</translation>
    </message>
    <message>
        <source>Show or hide the training curves</source>
        <translation>학습 곡선 보이기 또는 숨기기</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>배치</translation>
    </message>
    <message>
        <source>Quantity</source>
        <translation>표시할 값</translation>
    </message>
    <message>
        <source>Which of the run&apos;s quantities is drawn</source>
        <translation>실행의 어떤 값을 그릴지</translation>
    </message>
    <message>
        <source>log</source>
        <translation>로그</translation>
    </message>
    <message>
        <source>Logarithmic axis; values of zero and less have no place on it</source>
        <translation>로그 축. 0 이하의 값은 표시되지 않습니다</translation>
    </message>
    <message>
        <source>validation batch</source>
        <translation>검증 배치</translation>
    </message>
    <message>
        <source>%1, smoothed</source>
        <translation>%1, 평활화</translation>
    </message>
    <message>
        <source>mean, validation</source>
        <translation>평균, 검증</translation>
    </message>
    <message>
        <source>mean, training</source>
        <translation>평균, 학습</translation>
    </message>
    <message>
        <source>Search the quantities</source>
        <translation>양 검색</translation>
    </message>
</context>
<context>
    <name>trainyard::widgets::TrafficView</name>
    <message>
        <source>%1 holds %2, sends %3 and receives %4 a step</source>
        <translation>%1: 보유 %2, 스텝당 송신 %3, 수신 %4</translation>
    </message>
    <message>
        <source>hot spot</source>
        <translation>핫스팟</translation>
    </message>
    <message>
        <source>%1 moves more than its share: a partitioner spreads large variables over the servers.</source>
        <translation>%1의 통신량이 치우쳐 있습니다. 파티셔너를 쓰면 큰 변수가 여러 서버로 나뉩니다.</translation>
    </message>
    <message>
        <source>sent in a step</source>
        <translation>한 스텝의 송신</translation>
    </message>
    <message>
        <source>received</source>
        <translation>수신</translation>
    </message>
    <message>
        <source>%1 + %2, holds %3</source>
        <translation>%1 + %2, 보유 %3</translation>
    </message>
</context>
</TS>
