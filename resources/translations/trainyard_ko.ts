<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ko">
<context>
    <name>About</name>
    <message>
        <source>&lt;h3&gt;Trainyard %1&lt;/h3&gt;&lt;p&gt;A desktop workbench for distributed training.&lt;/p&gt;&lt;p&gt;Trainyard&apos;s sources are under the Apache License 2.0. This window uses Qt Charts and is, as a program, under the terms of the GNU General Public License, version 3. It comes without any warranty.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Trainyard %1&lt;/h3&gt;&lt;p&gt;분산 학습을 위한 데스크톱 작업대입니다.&lt;/p&gt;&lt;p&gt;Trainyard의 소스는 Apache License 2.0을 따릅니다. 이 창은 Qt Charts를 사용하므로 프로그램으로서는 GNU General Public License 버전 3을 따릅니다. 어떠한 보증도 제공하지 않습니다.&lt;/p&gt;</translation>
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
        <source>Attempt %1 begins at step %2: %3</source>
        <translation>%1차 시도를 스텝 %2부터 시작: %3</translation>
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
        <source>Saved step %1 (%2 ms stall)</source>
        <translation>스텝 %1 저장 (대기 %2 ms)</translation>
    </message>
    <message>
        <source>Training waited %1 ms for this checkpoint.</source>
        <translation>이 체크포인트를 위해 학습이 %1 ms 기다렸습니다.</translation>
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
        <source>No line holds “%1”.</source>
        <translation>“%1”이(가) 들어 있는 줄이 없습니다.</translation>
    </message>
    <message>
        <source>Nothing logged yet.</source>
        <translation>아직 로그가 없습니다.</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::NewRunPage</name>
    <message>
        <source>Run</source>
        <translation>실행</translation>
    </message>
    <message>
        <source>Choose a run file…</source>
        <translation>실행 파일 선택…</translation>
    </message>
    <message>
        <source>Choose a run file</source>
        <translation>실행 파일 선택</translation>
    </message>
    <message>
        <source>or drop one here</source>
        <translation>또는 여기에 놓기</translation>
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
        <source>Read the run file again</source>
        <translation>실행 파일 다시 읽기</translation>
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
        <source>Choose a run file or an example to see it here.</source>
        <translation>실행 파일이나 예제를 선택하면 여기에 표시됩니다.</translation>
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
        <source>Keep the run going</source>
        <translation>실행을 계속하기</translation>
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
</context>
<context>
    <name>trainyard::pages::RunView</name>
    <message>
        <source>loss</source>
        <translation>손실</translation>
    </message>
    <message>
        <source>accuracy</source>
        <translation>정확도</translation>
    </message>
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
        <source>No run yet. Start one from a run file or an example, and its curves appear here.</source>
        <translation>아직 실행이 없습니다. 실행 파일이나 예제로 시작하면 곡선이 여기에 나타납니다.</translation>
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
        <source>Words to look for, all of them; also state:failed (how the state begins) and strategy:mirror (what the strategy holds)</source>
        <translation>찾을 단어(모두 포함). state:failed(상태의 앞부분)와 strategy:mirror(전략에 포함된 말)도 쓸 수 있습니다</translation>
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
</context>
<context>
    <name>trainyard::widgets::CurveView</name>
    <message>
        <source>step</source>
        <translation>스텝</translation>
    </message>
    <message>
        <source>Curve of %1</source>
        <translation>%1 곡선</translation>
    </message>
    <message>
        <source>Drag to zoom, wheel to zoom about the pointer, double click for the whole run</source>
        <translation>끌어서 확대, 휠로 포인터 중심 확대, 두 번 클릭하면 전체 보기</translation>
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
        <source>step %1</source>
        <translation>스텝 %1</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>배치</translation>
    </message>
    <message>
        <source> at %1</source>
        <translation> (%1)</translation>
    </message>
</context>
</TS>
