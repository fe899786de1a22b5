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
    <name>Agent</name>
    <message>
        <source>%1 or %2</source>
        <translation>%1 또는 %2</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 및 %2</translation>
    </message>
    <message>
        <source>read hints of a data set; use file or data</source>
        <translation>데이터 세트의 힌트 읽기. file이나 data를 쓰십시오</translation>
    </message>
    <message>
        <source>use device: cpu</source>
        <translation>device: cpu 사용</translation>
    </message>
    <message>
        <source>under parameter servers gradients are applied as they arrive, in another order in every run</source>
        <translation>매개변수 서버에서는 그래디언트가 도착하는 대로 적용되며 순서는 실행마다 다릅니다</translation>
    </message>
    <message>
        <source>remove the key, or use a strategy whose replicas train in step</source>
        <translation>이 키를 제거하거나 복제본이 같은 스텝으로 학습하는 전략을 사용하십시오</translation>
    </message>
    <message>
        <source>under parameter servers no step is captured</source>
        <translation>매개변수 서버에서는 스텝을 캡처하지 않습니다</translation>
    </message>
    <message>
        <source>these are GPUs, and `device` is cpu</source>
        <translation>이것은 GPU인데 `device`는 cpu입니다</translation>
    </message>
    <message>
        <source>a task of the role %1 computes on CPUs</source>
        <translation>역할 %1의 태스크는 CPU에서 계산합니다</translation>
    </message>
    <message>
        <source>this version trains on CPUs (cpu:0, cpu:1 …) or on GPUs (gpu:0, gpu:1 …), not on both in one task</source>
        <translation>이 버전은 CPU(cpu:0, cpu:1 …) 또는 GPU(gpu:0, gpu:1 …)에서 학습하며, 한 태스크에서 둘 다 쓸 수는 없습니다</translation>
    </message>
    <message>
        <source>name CPUs, or GPUs</source>
        <translation>CPU나 GPU 중 하나만 지정하세요</translation>
    </message>
    <message>
        <source>name CPUs</source>
        <translation>CPU를 지정하세요</translation>
    </message>
    <message>
        <source>%1 is not one of the %2 GPUs of the task, which are numbered from gpu:0 on; which GPUs of the machine these are, say the task's `gpus`</source>
        <translation>%1은(는) 이 태스크의 GPU %2개에 없습니다. 번호는 gpu:0부터 시작하며, 컴퓨터의 어느 GPU인지는 태스크의 `gpus`가 정합니다</translation>
    </message>
    <message>
        <source>number them from gpu:0 on, without gaps</source>
        <translation>gpu:0부터 빠짐없이 번호를 매기세요</translation>
    </message>
    <message>
        <source>NCCL is for GPUs, and `devices` names CPUs</source>
        <translation>NCCL은 GPU용인데 `devices`는 CPU를 지정합니다</translation>
    </message>
    <message>
        <source>use auto or reduce_to_one</source>
        <translation>auto나 reduce_to_one을 쓰세요</translation>
    </message>
    <message>
        <source>these are %1 GPUs, and strategy.%2.devices names %3 devices</source>
        <translation>GPU는 %1개인데 strategy.%2.devices는 장치 %3개를 지정합니다</translation>
    </message>
    <message>
        <source>these are %1 GPUs, a replica on each, and strategy.%2.replicas is %3</source>
        <translation>GPU는 %1개이고 각각 복제본이 하나인데 strategy.%2.replicas는 %3입니다</translation>
    </message>
    <message>
        <source>the number of GPUs differs: %1 in this task, %2 in another one; every task needs the same number of replicas</source>
        <translation>이 태스크는 GPU %1개, 다른 태스크는 %2개에서 학습하는데, 복제본 수는 모든 태스크가 같습니다</translation>
    </message>
    <message>
        <source>name %1 GPUs</source>
        <translation>GPU를 %1개 지정하세요</translation>
    </message>
    <message>
        <source>make the two numbers equal</source>
        <translation>두 수를 같게 하세요</translation>
    </message>
    <message>
        <source>%1 trains on one GPU in a task; a strategy that has `replicas`, or parameter servers, trains on several</source>
        <translation>%1은(는) 한 태스크에서 GPU 하나로 학습합니다. 여러 개로 학습하는 것은 `replicas`가 있는 전략과 매개변수 서버입니다</translation>
    </message>
    <message>
        <source>the closure %1 has computed on one of this worker's %2 GPUs: WorkerContext::run() has a replica compute on each</source>
        <translation>클로저 %1이(가) 이 워커의 GPU %2개 중 하나에서만 계산했습니다. WorkerContext::run()을 쓰면 GPU마다 복제본이 계산합니다</translation>
    </message>
    <message>
        <source>this version trains on GPUs only by a strategy that supports them, and on several in a task only by one that has `replicas` or parameter servers; see GPUs in the user guide</source>
        <translation>이 버전은 GPU를 지원하는 전략으로만 GPU에서 학습하고, 한 태스크에서 여러 개는 `replicas`가 있는 전략이나 매개변수 서버에서만 씁니다. 사용자 안내서의 GPUs를 보세요</translation>
    </message>
    <message>
        <source>the strategy has a replica for each %1 of &quot;%2&quot;, which is counted when the run starts; the preflight counts one</source>
        <translation>전략은 &quot;%2&quot;의 %1마다 복제본을 두며, 그 수는 실행이 시작될 때 셉니다. 사전 점검에서는 하나로 셉니다</translation>
    </message>
    <message>
        <source>rendezvous of the GPUs</source>
        <translation>GPU 랑데부</translation>
    </message>
    <message>
        <source>an error without words</source>
        <translation>설명이 없는 오류</translation>
    </message>
    <message>
        <source>rank %1 cannot take part: %2</source>
        <translation>랭크 %1이(가) 참여할 수 없습니다: %2</translation>
    </message>
    <message>
        <source>rank %1 has not come within %2 s</source>
        <translation>랭크 %1이(가) %2초 안에 오지 않았습니다</translation>
    </message>
    <message>
        <source>ranks %1 have not come within %2 s</source>
        <translation>랭크 %1이(가) %2초 안에 오지 않았습니다</translation>
    </message>
    <message>
        <source>all %1 processes have come, but their GPUs did not connect within %2 s; NCCL_SOCKET_IFNAME names the network interface that they take</source>
        <translation>프로세스 %1개가 모두 왔지만 GPU가 %2초 안에 연결되지 않았습니다. 사용할 네트워크 인터페이스는 NCCL_SOCKET_IFNAME으로 지정합니다</translation>
    </message>
    <message>
        <source>CPUs have no sums of their own: strategies sum in memory</source>
        <translation>CPU 자체에는 합산이 없습니다. 전략이 메모리에서 합산합니다</translation>
    </message>
    <message>
        <source>this task takes %1 GPUs, a replica on each, and the NVIDIA driver shows it %2; see CUDA_VISIBLE_DEVICES</source>
        <translation>이 태스크는 GPU %1개를 쓰고 각각 복제본을 하나씩 두는데, NVIDIA 드라이버가 보여 주는 것은 %2개입니다. CUDA_VISIBLE_DEVICES를 확인하세요</translation>
    </message>
    <message>
        <source>name one GPU</source>
        <translation>GPU를 하나만 지정하십시오</translation>
    </message>
    <message>
        <source>%1 is not one of %2 equal shares of the CPUs, which are numbered from cpu:0 on</source>
        <translation>%1은(는) cpu:0부터 번호가 매겨진 CPU %2등분 중 하나가 아닙니다</translation>
    </message>
    <message>
        <source>number them from cpu:0 on, without gaps</source>
        <translation>cpu:0부터 빠짐없이 번호를 매기세요</translation>
    </message>
    <message>
        <source>NCCL is for GPUs, and `device` is cpu</source>
        <translation>NCCL은 GPU용인데 `device`는 cpu입니다</translation>
    </message>
    <message>
        <source>use auto or ring</source>
        <translation>auto나 ring을 사용하십시오</translation>
    </message>
    <message>
        <source>there is no NVIDIA driver on this machine (%1 was not found); install it</source>
        <translation>이 머신에 NVIDIA 드라이버가 없습니다(%1을(를) 찾지 못함). 설치하십시오</translation>
    </message>
    <message>
        <source>this libtorch has no CUDA: %1 does not exist; run with the torch %2 of a GPU machine (see the user guide, GPUs)</source>
        <translation>이 libtorch에는 CUDA가 없습니다: %1이(가) 없습니다. GPU 머신의 torch %2(으)로 실행하십시오(사용자 안내서 GPUs 참조)</translation>
    </message>
    <message>
        <source>%1 cannot be opened: %2</source>
        <translation>%1을(를) 열 수 없습니다: %2</translation>
    </message>
    <message>
        <source>%1 was built for another version of Trainyard or libtorch: build it again</source>
        <translation>%1은(는) 다른 버전의 Trainyard 또는 libtorch용으로 빌드됐습니다: 다시 빌드하십시오</translation>
    </message>
    <message>
        <source>the NVIDIA driver shows no GPU to this task; see `nvidia-smi` and CUDA_VISIBLE_DEVICES</source>
        <translation>NVIDIA 드라이버가 이 작업에 GPU를 보여 주지 않습니다. `nvidia-smi`와 CUDA_VISIBLE_DEVICES를 확인하십시오</translation>
    </message>
    <message>
        <source>the GPU cannot be used: %1</source>
        <translation>GPU를 사용할 수 없습니다: %1</translation>
    </message>
    <message>
        <source>trains on the CPU: %1</source>
        <translation>CPU에서 학습합니다: %1</translation>
    </message>
    <message>
        <source>trains on %1</source>
        <translation>%1에서 학습합니다</translation>
    </message>
    <message>
        <source>trains on %1, deterministically</source>
        <translation>%1에서 결정론적으로 학습합니다</translation>
    </message>
    <message>
        <source>%1 has not enough memory for a step with train.data.batch_size %2: %3 more were needed for one tensor; this task held %4 (at most %5), and %6 of %7 were free; a batch_size of about %8 fits, by an estimate</source>
        <translation>%1의 메모리가 부족하여 train.data.batch_size %2인 스텝을 실행할 수 없습니다: 텐서 하나에 %3이(가) 더 필요했습니다. 이 태스크는 %4(최대 %5)를 보유했고 %7 중 %6이(가) 비어 있었습니다. 추정으로는 batch_size %8 정도가 들어갑니다</translation>
    </message>
    <message>
        <source>%1 has not enough memory for a step with train.data.batch_size %2: %3 more were needed for one tensor; this task held %4 (at most %5), and %6 of %7 were free; use a smaller batch or model</source>
        <translation>%1의 메모리가 부족하여 train.data.batch_size %2인 스텝을 실행할 수 없습니다: 텐서 하나에 %3이(가) 더 필요했습니다. 이 태스크는 %4(최대 %5)를 보유했고 %7 중 %6이(가) 비어 있었습니다. 더 작은 배치나 모델을 사용하십시오</translation>
    </message>
    <message>
        <source>%1 has not enough memory for a step with train.data.batch_size %2: %3</source>
        <translation>%1의 메모리가 부족하여 train.data.batch_size %2인 스텝을 실행할 수 없습니다: %3</translation>
    </message>
    <message>
        <source>%1. The largest outputs of layers: %2</source>
        <translation>%1. 출력이 가장 큰 레이어: %2</translation>
    </message>
    <message>
        <source>no sums of %1 over GPUs</source>
        <translation>%1은(는) GPU 간에 합산할 수 없습니다</translation>
    </message>
    <message>
        <source>there is no NCCL: %1</source>
        <translation>NCCL이 없습니다: %1</translation>
    </message>
    <message>
        <source>NCCL, in %1: %2</source>
        <translation>%1에서 NCCL 오류: %2</translation>
    </message>
    <message>
        <source>this NCCL has no %1</source>
        <translation>이 NCCL에는 %1이(가) 없습니다</translation>
    </message>
    <message>
        <source>process %1 (%2)</source>
        <translation>프로세스 %1(%2)</translation>
    </message>
    <message>
        <source>GPU %1 (%2) is used by %3</source>
        <translation>GPU %1(%2)을(를) %3이(가) 사용 중입니다</translation>
    </message>
    <message>
        <source>the GPUs cannot be used: %1</source>
        <translation>GPU를 사용할 수 없습니다: %1</translation>
    </message>
    <message>
        <source>this machine has no GPU that an NVIDIA driver shows; install the driver</source>
        <translation>이 머신에는 NVIDIA 드라이버가 보여 주는 GPU가 없습니다. 드라이버를 설치하십시오</translation>
    </message>
    <message>
        <source>no GPU is free: %1; wait for it or stop it</source>
        <translation>비어 있는 GPU가 없습니다: %1. 끝나기를 기다리거나 중지하십시오</translation>
    </message>
    <message>
        <source>not all %1 GPUs that the run takes are free: %2; wait for them</source>
        <translation>실행이 사용하는 GPU %1개가 모두 비어 있지는 않습니다: %2. 기다리십시오</translation>
    </message>
    <message>
        <source>the run takes %1 GPUs, and this machine has %2</source>
        <translation>실행은 GPU %1개를 사용하지만 이 컴퓨터에는 %2개가 있습니다</translation>
    </message>
    <message>
        <source>this machine has no GPU %1; `trainyard --headless nodes` lists those that it has</source>
        <translation>이 컴퓨터에 GPU %1이(가) 없습니다. `trainyard --headless nodes`가 있는 GPU를 보여 줍니다</translation>
    </message>
    <message>
        <source>two tasks of the run name the same GPU</source>
        <translation>실행의 두 태스크가 같은 GPU를 지정합니다</translation>
    </message>
    <message>
        <source>%1 was killed by signal %2 (%3), by the kernel, which ran out of memory: use a smaller batch, fewer tasks per machine, or more memory</source>
        <translation>%1이(가) 메모리 부족으로 커널에 의해 시그널 %2(%3)(으)로 종료됐습니다: 배치를 줄이거나, 머신당 작업을 줄이거나, 메모리를 늘리십시오</translation>
    </message>
    <message>
        <source>%1 was killed by signal %2 (%3)</source>
        <translation>%1이(가) 시그널 %2(%3)(으)로 종료됐습니다</translation>
    </message>
    <message>
        <source>%1 exited with code %2</source>
        <translation>%1이(가) 종료 코드 %2(으)로 끝났습니다</translation>
    </message>
    <message>
        <source>%1 exited, and its exit status is unknown: its shim (pid %2) had exited before it</source>
        <translation>%1이(가) 사라졌지만 경위는 알 수 없습니다: shim(pid %2)이 먼저 끝났습니다</translation>
    </message>
    <message>
        <source>%1 was not started again</source>
        <translation>%1이(가) 다시 시작되지 않았습니다</translation>
    </message>
    <message>
        <source>%1 after step %2</source>
        <translation>%1(스텝 %2 뒤)</translation>
    </message>
    <message>
        <source>%1 before its first step</source>
        <translation>%1(첫 스텝 전)</translation>
    </message>
    <message>
        <source>%1; the limit of on_failure.restarts (%2) is reached</source>
        <translation>%1. on_failure의 재시작 %2회를 모두 썼습니다</translation>
    </message>
    <message>
        <source>%1; the other tasks continue without it (%2)</source>
        <translation>%1. 다른 작업은 이것 없이 계속합니다(%2)</translation>
    </message>
    <message>
        <source>it would refuse again</source>
        <translation>다시 시작해도 거부되므로</translation>
    </message>
    <message>
        <source>there is no machine for it</source>
        <translation>이를 실행할 머신이 없습니다</translation>
    </message>
    <message>
        <source>%1 was on node %2, which was abandoned</source>
        <translation>%1은(는) 노드 %2에 있었는데 이 노드는 포기되었습니다</translation>
    </message>
    <message>
        <source>its log says what it lacks</source>
        <translation>없는 것은 로그에 나와 있습니다</translation>
    </message>
    <message>
        <source>its limit of restarts (%1) is reached</source>
        <translation>재시작 %1회를 모두 썼으므로</translation>
    </message>
    <message>
        <source>%1; restarting it (restart %2 of %3), the other tasks continue</source>
        <translation>%1. 다시 시작합니다(재시작 %2/%3). 다른 작업은 계속합니다</translation>
    </message>
    <message>
        <source>%1; no further attempt is started: %2</source>
        <translation>%1. 다음 시도는 시작되지 않습니다: %2</translation>
    </message>
    <message>
        <source>ended by the agent, because it had been silent for %1 s (on_failure.stall_seconds is %2)</source>
        <translation>%1초 동안 응답이 없어 에이전트가 끝냈습니다(on_failure.stall_seconds는 %2)</translation>
    </message>
    <message>
        <source>ended by the agent, because it had not joined the run %1 s after its start (at most %2 s; with on_failure.stall_seconds: 0 without a limit)</source>
        <translation>시작 후 %1초가 지나도 실행에 참가하지 않아 에이전트가 종료했습니다(최대 %2초, on_failure.stall_seconds: 0이면 제한 없음)</translation>
    </message>
    <message>
        <source>the evaluator was not done %1 s after the training, and was ended; train.evaluation.sidecar.grace_seconds gives it more</source>
        <translation>평가자가 학습 뒤 %1초가 지나도 끝나지 않아 종료했습니다. train.evaluation.sidecar.grace_seconds로 시간을 늘릴 수 있습니다</translation>
    </message>
    <message>
        <source>attempt %1 starts in %2 s: %3 attempts in a row have not finished a step</source>
        <translation>%1차 시도는 %2초 뒤에 시작합니다: 연속 %3번의 시도가 한 스텝도 마치지 못했습니다</translation>
    </message>
    <message>
        <source>attempt %1 starts when the disk has free space</source>
        <translation>디스크에 여유 공간이 생기면 %1차 시도를 시작합니다</translation>
    </message>
    <message>
        <source>%1 starts again when the disk has free space</source>
        <translation>디스크에 여유 공간이 생기면 %1을(를) 다시 시작합니다</translation>
    </message>
    <message>
        <source>the run cannot be continued after the agent&apos;s end</source>
        <translation>에이전트가 끝난 뒤 이 실행을 다시 이어받을 수 없습니다</translation>
    </message>
    <message>
        <source>the machine was restarted during the run; continue it with `resume %1`</source>
        <translation>실행 중에 머신이 재시작됐습니다. `resume %1`로 이어 갈 수 있습니다</translation>
    </message>
    <message>
        <source>this home was copied during the run, and its tasks are those of the home it was copied from; continue it here with `resume %1`</source>
        <translation>이 홈은 실행 중에 복사된 것으로, 작업은 복사 원본 홈의 것입니다. 여기서는 `resume %1`로 이어 갈 수 있습니다</translation>
    </message>
    <message>
        <source>the agent ended while it was starting the tasks</source>
        <translation>작업을 시작하는 중에 에이전트가 끝났습니다</translation>
    </message>
    <message>
        <source>the agent ended while the tasks were connecting</source>
        <translation>작업들이 모이는 중에 에이전트가 끝났습니다</translation>
    </message>
    <message>
        <source>there are no logs in %1 any more</source>
        <translation>%1에 로그가 더 이상 없습니다</translation>
    </message>
    <message>
        <source>%1 was deleted or moved while the run was using it, and what its tasks wrote there is lost; start the run again</source>
        <translation>실행이 사용하는 동안 %1이(가) 삭제되거나 이동돼 작업이 그곳에 쓴 내용을 잃었습니다. 실행을 다시 시작하십시오</translation>
    </message>
    <message>
        <source>no task of its next attempt had been started</source>
        <translation>다음 시도의 작업이 하나도 시작되지 않았습니다</translation>
    </message>
    <message>
        <source>the run was found in its folder, without a living task (%1); continue it with `resume %2`</source>
        <translation>실행을 해당 폴더에서 찾았지만 살아 있는 작업이 없습니다(%1). `resume %2`(으)로 계속하십시오</translation>
    </message>
    <message>
        <source>run %1 has no record in its folder</source>
        <translation>실행 %1의 폴더에 기록이 없습니다</translation>
    </message>
    <message>
        <source>the folder runs/%1 has no record.jsonl: its run is unknown and not listed; its files are left unchanged</source>
        <translation>폴더 runs/%1에 record.jsonl이 없습니다. 그 실행에 대해 알려진 것이 없어 목록에 나오지 않으며, 파일은 그대로 둡니다</translation>
    </message>
    <message>
        <source>the folder runs/%1 may not be read: its run is not listed; after its mode is corrected, the next start of the agent reads it</source>
        <translation>폴더 runs/%1을(를) 읽을 권한이 없어 해당 실행이 목록에 없습니다. 모드를 고치면 에이전트가 다음에 시작할 때 읽습니다</translation>
    </message>
    <message>
        <source>%1 lines of the record of run %2 are damaged and were skipped</source>
        <translation>실행 %2의 기록 중 %1줄이 손상돼 제외됐습니다</translation>
    </message>
    <message>
        <source>not all points of run %1 were read again</source>
        <translation>실행 %1의 점을 모두 다시 읽지는 못했습니다</translation>
    </message>
    <message>
        <source>%1 is the record of another run, %2; a run&apos;s folder must not be copied or renamed</source>
        <translation>%1은(는) 다른 실행 %2의 기록입니다. 실행 폴더를 복사하거나 이름을 바꾸지 마십시오</translation>
    </message>
    <message>
        <source>the record %1 is damaged: it does not name its run</source>
        <translation>기록 %1이(가) 손상됐습니다. 어느 실행의 것인지 알 수 없습니다</translation>
    </message>
    <message>
        <source>the loss became NaN or infinite: the next attempt continues from the newest checkpoint with %1 times the learning rate</source>
        <translation>손실이 숫자가 아니게 됐습니다: 다음 시도는 최신 체크포인트에서 학습률을 %1배로 해서 이어 갑니다</translation>
    </message>
    <message>
        <source>there is no checkpoint to continue from: attempt %1 starts at step 0; checkpoint.every sets how often one is saved</source>
        <translation>이어 갈 체크포인트가 없습니다: %1차 시도는 스텝 0에서 시작합니다. 저장 주기는 checkpoint.every로 정합니다</translation>
    </message>
    <message>
        <source>the run continues, but what it records waits to be stored: %1</source>
        <translation>실행은 계속되지만 기록의 저장을 기다리고 있습니다: %1</translation>
    </message>
    <message>
        <source>cannot start %1</source>
        <translation>%1을(를) 시작할 수 없습니다</translation>
    </message>
    <message>
        <source>%1/%2 joined, missing %3</source>
        <translation>%1/%2 참여, 미참여: %3</translation>
    </message>
    <message>
        <source>requested by %1</source>
        <translation>요청: %1</translation>
    </message>
    <message>
        <source>resume</source>
        <translation>재개</translation>
    </message>
    <message>
        <source>branch of %1</source>
        <translation>%1의 분기</translation>
    </message>
    <message>
        <source>%1 did not end within %2 s of the request; stop the run with --after now to kill it</source>
        <translation>%1이(가) 중지 요청 뒤 %2초 안에 끝나지 않았습니다. 바로 끝내려면 --after now로 중지하십시오</translation>
    </message>
    <message>
        <source>%1 is over</source>
        <translation>%1은(는) 끝났습니다</translation>
    </message>
    <message>
        <source>%1 has another cluster in its TF_CONFIG than this run (digest %2 instead of %3); give every task the same cluster</source>
        <translation>%1의 TF_CONFIG의 클러스터가 이 실행과 다릅니다(다이제스트 %2, 올바른 값은 %3). 모든 작업에 같은 클러스터를 주십시오</translation>
    </message>
    <message>
        <source>%1 waits in %2</source>
        <translation>%1은(는) %2에서 대기 중</translation>
    </message>
    <message>
        <source>its process was stopped (by SIGSTOP or a debugger); kill -CONT %1 continues it</source>
        <translation>프로세스가 멈춰 있습니다(SIGSTOP 또는 디버거). kill -CONT %1로 다시 진행됩니다</translation>
    </message>
    <message>
        <source>its process waits for a disk or a network file system</source>
        <translation>프로세스가 디스크나 네트워크 파일 시스템을 기다립니다</translation>
    </message>
    <message>
        <source>its process runs, but does not report</source>
        <translation>프로세스는 돌고 있지만 보고가 없습니다</translation>
    </message>
    <message>
        <source>%1 (pid %2) has been silent for %3 s: %4</source>
        <translation>%1(pid %2)이(가) %3초 동안 응답이 없습니다: %4</translation>
    </message>
    <message>
        <source>%1 (pid %2) has waited for %3 s in %4, and %5 in %6: they have not made the same calls, and wait for each other</source>
        <translation>%1(pid %2)은(는) %3초 동안 %4에서, %5은(는) %6에서 기다리고 있습니다. 같은 호출을 하지 않아 서로를 기다립니다</translation>
    </message>
    <message>
        <source>%1 (pid %2) has waited for %3 s in %4, in which no other task takes part</source>
        <translation>%1(pid %2)이(가) 다른 작업이 참여하지 않는 %4에서 %3초 동안 기다리고 있습니다</translation>
    </message>
    <message>
        <source>every task has been blocked in a collective call for %1 s (%2 in %3): the connections between them are stuck</source>
        <translation>모든 작업이 집합 통신 호출에서 %1초 동안 막혀 있습니다(%2은(는) %3): 작업 사이의 연결이 막혔습니다</translation>
    </message>
    <message>
        <source>%1 has waited for %2 s in %3; %4 (pid %5, %6) has not reached that call</source>
        <translation>%1이(가) %3에서 %2초 동안 기다리는데 %4(pid %5, %6)이(가) 그 호출에 이르지 않았습니다</translation>
    </message>
    <message>
        <source>no phase reported</source>
        <translation>단계 보고 없음</translation>
    </message>
    <message>
        <source>%1 is at an unknown place</source>
        <translation>%1의 위치를 알 수 없습니다</translation>
    </message>
    <message>
        <source>%1 is in %2</source>
        <translation>%1은(는) %2에 있습니다</translation>
    </message>
    <message>
        <source>%1 is in %2 (thread %3)</source>
        <translation>%1은(는) %2에 있습니다(스레드 %3)</translation>
    </message>
    <message>
        <source>the position of %1 is unknown: %2</source>
        <translation>%1이(가) 어디에 있는지 알 수 없습니다: %2</translation>
    </message>
    <message>
        <source>%1 (all stacks: log of %2)</source>
        <translation>%1(모든 스택: %2의 로그)</translation>
    </message>
    <message>
        <source>run %1 has no task %2</source>
        <translation>실행 %1에 작업 %2이(가) 없습니다</translation>
    </message>
    <message>
        <source>run %1 has no running task at the moment</source>
        <translation>실행 %1의 작업이 지금 하나도 없습니다</translation>
    </message>
    <message>
        <source>%1 of run %2 is not running at the moment</source>
        <translation>실행 %2의 %1은(는) 지금 없습니다</translation>
    </message>
    <message>
        <source>%1 is %2, and only the tasks of a live run have stacks</source>
        <translation>%1은(는) %2입니다. 진행 중인 실행의 작업에만 스택이 있습니다</translation>
    </message>
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
        <translation>성공 상태</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>실패 상태</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>중지된 상태</translation>
    </message>
    <message>
        <source>preempted</source>
        <translation>중단된 상태</translation>
    </message>
    <message>
        <source>imported</source>
        <translation>가져온 상태</translation>
    </message>
    <message>
        <source>joining</source>
        <translation>참여 중</translation>
    </message>
    <message>
        <source>loading</source>
        <translation>불러오는 중</translation>
    </message>
    <message>
        <source>training</source>
        <translation>학습 중</translation>
    </message>
    <message>
        <source>evaluating</source>
        <translation>평가 중</translation>
    </message>
    <message>
        <source>recovering</source>
        <translation>복구 중</translation>
    </message>
    <message>
        <source>saving</source>
        <translation>저장 중</translation>
    </message>
    <message>
        <source>finishing</source>
        <translation>마무리 중</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>대기 중</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>일시 정지 중</translation>
    </message>
    <message>
        <source>waiting for %1</source>
        <translation>%1 대기 중</translation>
    </message>
    <message>
        <source>%1, in %2</source>
        <translation>%1, %2에서</translation>
    </message>
    <message>
        <source>the run&apos;s specification</source>
        <translation>실행의 사양</translation>
    </message>
    <message>
        <source>a branch needs a checkpoint to start from</source>
        <translation>분기에는 시작할 체크포인트가 필요합니다</translation>
    </message>
    <message>
        <source>run %1 has no checkpoint %2; `checkpoints %3` lists them</source>
        <translation>실행 %1에 체크포인트 %2이(가) 없습니다. 목록은 `checkpoints %3`</translation>
    </message>
    <message>
        <source>%1 is %2: there is nothing to resume; `watch %3` shows it</source>
        <translation>%1은(는) %2입니다: 재개할 것이 없습니다. `watch %3`로 볼 수 있습니다</translation>
    </message>
    <message>
        <source>%1 has succeeded after %2 steps: there is nothing to resume</source>
        <translation>%1은(는) %2스텝으로 성공했습니다: 재개할 것이 없습니다</translation>
    </message>
    <message>
        <source>lint let an unknown strategy pass</source>
        <translation>알 수 없는 전략이 검사를 통과했습니다</translation>
    </message>
    <message>
        <source>%1 has no checkpoint to continue from: attempt %2 starts at step 0</source>
        <translation>%1에는 이어 갈 체크포인트가 없습니다: %2차 시도는 스텝 0에서 시작합니다</translation>
    </message>
    <message>
        <source>the agent is being stopped; try again in a moment</source>
        <translation>에이전트를 중지하는 중입니다. 잠시 뒤 다시 시도하십시오</translation>
    </message>
    <message>
        <source>%1 was just resumed by another client</source>
        <translation>%1은(는) 방금 다른 사람이 재개했습니다</translation>
    </message>
    <message>
        <source>%1 has ended, and its end could not be stored yet (is the disk full?); resume it again in a moment</source>
        <translation>%1이(가) 끝났지만 아직 그 종료를 저장하지 못했습니다(디스크가 가득 찼습니까?). 잠시 뒤 다시 재개하십시오</translation>
    </message>
    <message>
        <source>%1 is of the model %2, the run file now says %3: its variables would not fit; start a new run, with train.initial_weights where the layers are the same</source>
        <translation>%1의 모델은 %2인데 실행 파일에는 %3(으)로 되어 있습니다: 변수가 맞지 않습니다. 레이어가 같다면 train.initial_weights로 새 실행을 시작하십시오</translation>
    </message>
    <message>
        <source>%1; it was renamed to %2, and an older checkpoint is used</source>
        <translation>%1. %2(으)로 옮겨 두고 더 오래된 것을 씁니다</translation>
    </message>
    <message>
        <source>a learning rate of %1 is out of range (0 to %2)</source>
        <translation>학습률 %1은(는) 범위를 벗어났습니다(0~%2)</translation>
    </message>
    <message>
        <source>%1 is in epoch %2 already: epochs can be %3 or more; `stop %4 --after epoch` ends it with this one</source>
        <translation>%1은(는) 이미 에포크 %2입니다: 에포크 수는 %3 이상이어야 합니다. 이 에포크로 끝내려면 `stop %4 --after epoch`</translation>
    </message>
    <message>
        <source>%1 ends at step %2 (train.max_steps), before the end of epoch %3: changing epochs has no effect; stop it and `resume %4 --set train.max_steps=0`</source>
        <translation>%1은(는) 에포크 %3이(가) 끝나기 전에 스텝 %2(train.max_steps)에서 끝납니다: 에포크 수를 바꿔도 달라지지 않습니다. 중지한 뒤 `resume %4 --set train.max_steps=0`을 쓰십시오</translation>
    </message>
    <message>
        <source>%1 is %2: only a run that trains can be changed</source>
        <translation>%1은(는) %2입니다: 학습 중인 실행만 바꿀 수 있습니다</translation>
    </message>
    <message>
        <source>%1 runs a training program, which only the program itself can pause or change; stop and resume it</source>
        <translation>%1은(는) 자체 프로그램을 실행하므로 밖에서 일시 정지하거나 바꿀 수 없습니다. 중지한 뒤 재개하십시오</translation>
    </message>
    <message>
        <source>%1 is not running (its status is %2); only a running run can be changed: `resume %3 --set` continues it with other settings</source>
        <translation>%1은(는) %2입니다: 학습 중인 실행만 바꿀 수 있습니다. 다른 설정으로 이어 가려면 `resume %3 --set`</translation>
    </message>
    <message>
        <source>%1 from step %2</source>
        <translation>%1(스텝 %2부터)</translation>
    </message>
    <message>
        <source>learning rate %1 → %2</source>
        <translation>학습률 %1 → %2</translation>
    </message>
    <message>
        <source>epochs %1 → %2</source>
        <translation>에포크 수 %1 → %2</translation>
    </message>
    <message>
        <source>paused after step %1</source>
        <translation>스텝 %1 뒤에 일시 정지했습니다</translation>
    </message>
    <message>
        <source>continued after step %1 (paused for %2 s)</source>
        <translation>%2초 동안 일시 정지한 뒤 스텝 %1 다음부터 이어 갑니다</translation>
    </message>
    <message>
        <source>not as in the checkpoint: %1</source>
        <translation>체크포인트와 다른 점: %1</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not the staged folder of step %2 of attempt %3</source>
        <translation>&quot;%1&quot;은(는) %3차 시도 스텝 %2의 준비 폴더가 아닙니다</translation>
    </message>
    <message>
        <source>the best is not marked</source>
        <translation>최고 체크포인트를 표시하지 못했습니다</translation>
    </message>
    <message>
        <source>older checkpoints stay</source>
        <translation>오래된 체크포인트는 남습니다</translation>
    </message>
    <message>
        <source>%1 was written but not published</source>
        <translation>%1은(는) 기록됐지만 게시되지 않았습니다</translation>
    </message>
    <message>
        <source>%1 must have 1 to %2 bytes, not %3</source>
        <translation>%1은(는) 1~%2바이트여야 합니다(%3바이트임)</translation>
    </message>
    <message>
        <source>%1 cannot be blank</source>
        <translation>%1은(는) 공백만으로 이루어질 수 없습니다</translation>
    </message>
    <message>
        <source>%1 cannot have the character %2</source>
        <translation>%1에는 문자 %2을(를) 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>a name</source>
        <translation>이름</translation>
    </message>
    <message>
        <source>a note</source>
        <translation>메모</translation>
    </message>
    <message>
        <source>a tag</source>
        <translation>태그</translation>
    </message>
    <message>
        <source>the name of a cluster</source>
        <translation>클러스터 이름</translation>
    </message>
    <message>
        <source>a run&apos;s tags</source>
        <translation>실행의 태그</translation>
    </message>
    <message>
        <source>a run&apos;s metrics</source>
        <translation>실행의 지표</translation>
    </message>
    <message>
        <source>a run has at most %1 tags</source>
        <translation>실행 하나의 태그는 최대 %1개입니다</translation>
    </message>
    <message>
        <source>%1 is live; stop it before you move it to the trash</source>
        <translation>%1이(가) 진행 중입니다. 중지한 뒤 휴지통에 넣으십시오</translation>
    </message>
    <message>
        <source>%1 is not a checkpoint of a run here; `checkpoints RUN` lists them</source>
        <translation>%1은(는) 여기 있는 실행의 체크포인트가 아닙니다. 목록은 `checkpoints RUN`</translation>
    </message>
    <message>
        <source>%1 is pinned; unpin it first</source>
        <translation>%1은(는) 고정되어 있습니다. 먼저 고정을 푸십시오</translation>
    </message>
    <message>
        <source>run %1 has no checkpoint to predict with; see `checkpoints %2`</source>
        <translation>실행 %1에는 예측에 쓸 체크포인트가 없습니다. `checkpoints %2`를 보십시오</translation>
    </message>
    <message>
        <source>there is no checkpoint %1</source>
        <translation>체크포인트 %1이(가) 없습니다</translation>
    </message>
    <message>
        <source>%1 is a file, and a checkpoint is a folder; weights alone know no model: name them as train.initial_weights of a run</source>
        <translation>%1은(는) 파일인데 체크포인트는 폴더입니다. 가중치만으로는 모델을 알 수 없습니다: 실행의 train.initial_weights에 지정하십시오</translation>
    </message>
    <message>
        <source>the outcome of run %1 is damaged: %2</source>
        <translation>실행 %1의 결과가 손상됐습니다: %2</translation>
    </message>
    <message>
        <source>there is no run %1; `runs` lists them</source>
        <translation>실행 %1이(가) 없습니다. 목록은 `runs`</translation>
    </message>
    <message>
        <source>agent stop</source>
        <translation>에이전트 중지</translation>
    </message>
    <message>
        <source>the run has ended</source>
        <translation>실행이 끝났습니다</translation>
    </message>
    <message>
        <source>%1 cannot be profiled: %2</source>
        <translation>%1을(를) 프로파일할 수 없습니다: %2</translation>
    </message>
    <message>
        <source>a profile of it is being taken already</source>
        <translation>이미 프로파일하는 중입니다</translation>
    </message>
    <message>
        <source>it is paused or about to pause; `resume` continues it</source>
        <translation>일시 중지되었거나 곧 일시 중지됩니다. `resume`으로 계속합니다</translation>
    </message>
    <message>
        <source>it is %1, and only a run that trains has steps to profile</source>
        <translation>%1입니다. 학습 중인 실행에만 프로파일할 스텝이 있습니다</translation>
    </message>
    <message>
        <source>%1 runs a training program under parameter servers, whose steps only the program knows</source>
        <translation>%1은(는) 매개변수 서버에서 자체 프로그램을 실행하므로 스텝을 밖에서 알 수 없습니다</translation>
    </message>
    <message>
        <source>%1 is not connected to the agent at the moment</source>
        <translation>%1은(는) 지금 에이전트에 연결되어 있지 않습니다</translation>
    </message>
    <message>
        <source>none of its workers is running at the moment</source>
        <translation>지금 워커가 하나도 없습니다</translation>
    </message>
    <message>
        <source>%1 (pid %2) ended before its part of the profile was complete</source>
        <translation>%1(pid %2)이(가) 프로파일의 자기 몫을 마치기 전에 끝났습니다</translation>
    </message>
    <message>
        <source>cannot put the profile into %1</source>
        <translation>프로파일을 %1에 둘 수 없습니다</translation>
    </message>
    <message>
        <source>a profile has 1 to %1 steps, not %2</source>
        <translation>프로파일은 1~%1스텝입니다(%2은(는) 안 됨)</translation>
    </message>
    <message>
        <source>attempt %1 of %2 ended before %3 steps of it were profiled</source>
        <translation>%2의 %1차 시도가 %3스텝을 프로파일하기 전에 끝났습니다</translation>
    </message>
    <message>
        <source>the client has gone</source>
        <translation>클라이언트가 사라졌습니다</translation>
    </message>
    <message>
        <source>%1 has not done %2 steps within %3 minutes; ask for fewer</source>
        <translation>%1이(가) %3분 안에 %2스텝을 마치지 못했습니다. 더 적게 요청하십시오</translation>
    </message>
    <message>
        <source>cannot look at %1</source>
        <translation>%1을(를) 살펴볼 수 없습니다</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a name for a cluster (expected 1 to %2 bytes without / \ : and no dot first)</source>
        <translation>&quot;%1&quot;은(는) 클러스터 이름으로 쓸 수 없습니다(1~%2바이트, / \ : 없이, 점으로 시작하지 않음)</translation>
    </message>
    <message>
        <source>cannot list %1</source>
        <translation>%1의 목록을 읽을 수 없습니다</translation>
    </message>
    <message>
        <source>line %1: %2</source>
        <translation>%1번째 줄: %2</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>%1번째 줄</translation>
    </message>
    <message>
        <source>the text is not a cluster (expected the keys `cluster` and `strategy`)</source>
        <translation>텍스트가 클러스터가 아닙니다(키 `cluster`와 `strategy`가 필요)</translation>
    </message>
    <message>
        <source>cannot delete %1</source>
        <translation>%1을(를) 삭제할 수 없습니다</translation>
    </message>
    <message>
        <source>no cluster is saved as &quot;%1&quot;</source>
        <translation>&quot;%1&quot;(으)로 저장한 클러스터가 없습니다</translation>
    </message>
    <message>
        <source>… and %1 more</source>
        <translation>… 그 밖에 %1개</translation>
    </message>
    <message>
        <source>the data is not sharded: each worker draws batches from the whole data set in its own order, and takes the next step of the epoch whenever it is free</source>
        <translation>워커마다 정해진 몫이 없습니다: 각자 데이터셋 전체에서 자신의 순서로 배치를 뽑고, 비는 대로 에포크의 다음 스텝을 맡습니다</translation>
    </message>
    <message>
        <source>%1; repeat: an epoch has %2 steps of full batches, and continues where the previous one stopped</source>
        <translation>%1. repeat: 한 에포크는 온전한 배치 %2스텝이며 앞 에포크가 끝난 곳에서 이어집니다</translation>
    </message>
    <message>
        <source>the metrics of %1 are not read any further</source>
        <translation>%1의 지표를 더는 읽지 않습니다</translation>
    </message>
    <message>
        <source>a file with metrics of %1 is not read any further</source>
        <translation>%1의 지표 파일 하나를 더는 읽지 않습니다</translation>
    </message>
    <message>
        <source>%1 is damaged: %2 is not a kind of stop</source>
        <translation>%1이(가) 손상됐습니다: %2은(는) 중지 종류가 아닙니다</translation>
    </message>
    <message>
        <source>%1 is damaged: %2</source>
        <translation>%1이(가) 손상됐습니다: %2</translation>
    </message>
    <message>
        <source>%1 is not a checkpoint: it has no %2</source>
        <translation>%1은(는) 체크포인트가 아닙니다: %2이(가) 없습니다</translation>
    </message>
    <message>
        <source>a checkpoint&apos;s metrics</source>
        <translation>체크포인트의 지표</translation>
    </message>
    <message>
        <source>where to export to must be an absolute path</source>
        <translation>내보낼 곳은 절대 경로여야 합니다</translation>
    </message>
    <message>
        <source>there is no folder %1</source>
        <translation>폴더 %1이(가) 없습니다</translation>
    </message>
    <message>
        <source>%1 already exists; choose another name</source>
        <translation>%1이(가) 이미 있습니다. 다른 이름을 고르십시오</translation>
    </message>
    <message>
        <source>the folder %1 does not exist; create it, or choose another place</source>
        <translation>폴더 %1이(가) 없습니다. 만들거나 다른 곳을 고르십시오</translation>
    </message>
    <message>
        <source>cannot export to %1</source>
        <translation>%1(으)로 내보낼 수 없습니다</translation>
    </message>
    <message>
        <source>cannot export to %1: Trainyard writes the folder %2; choose a place outside it</source>
        <translation>%1(으)로 내보낼 수 없습니다. 폴더 %2에는 Trainyard가 기록합니다. 그 밖의 곳을 고르십시오</translation>
    </message>
    <message>
        <source>a drill sends SIGKILL, SIGSTOP or SIGTERM</source>
        <translation>훈련에서 보낼 수 있는 것은 SIGKILL, SIGSTOP, SIGTERM입니다</translation>
    </message>
    <message>
        <source>%1 is not running: a drill needs a live run</source>
        <translation>%1은(는) 진행 중이 아닙니다: 훈련에는 진행 중인 실행이 필요합니다</translation>
    </message>
    <message>
        <source>%1 has no living task %2</source>
        <translation>%1에 살아 있는 작업 %2이(가) 없습니다</translation>
    </message>
    <message>
        <source>%1 has no process yet: a drill needs one to kill; try again when it runs</source>
        <translation>%1에 아직 프로세스가 없습니다. 훈련에는 종료할 프로세스가 필요합니다. 태스크가 실행되면 다시 시도하세요</translation>
    </message>
    <message>
        <source>the run ended: %1</source>
        <translation>실행이 끝났습니다: %1</translation>
    </message>
    <message>
        <source>there is nothing left to stop: every task has ended, and the rest of their output is being read</source>
        <translation>더 이상 중지할 것이 없습니다. 모든 태스크가 끝났으며, 남은 출력을 읽고 있습니다</translation>
    </message>
    <message>
        <source>the run ended as %1 before another step was seen</source>
        <translation>다음 스텝이 확인되기 전에 실행이 끝났습니다(%1)</translation>
    </message>
    <message>
        <source>%1 was lost; step %2 finished %3 s later</source>
        <translation>%1이(가) 사라지고 %3초 뒤 스텝 %2을(를) 마쳤습니다</translation>
    </message>
    <message>
        <source>noticed after %1 s, but no step was finished within %2 s</source>
        <translation>%1초 뒤에 감지했지만 %2초 안에 스텝을 마치지 못했습니다</translation>
    </message>
    <message>
        <source>the failure was not detected within %1 s</source>
        <translation>%1초 안에 감지되지 않았습니다</translation>
    </message>
    <message>
        <source>port %1 is taken by run %2; stop it, or choose another port or none</source>
        <translation>포트 %1은(는) 실행 %2이(가) 쓰고 있습니다. 중지하거나, 다른 포트를 고르거나, 포트를 생략하십시오</translation>
    </message>
    <message>
        <source>no free port on this machine</source>
        <translation>이 머신에 빈 포트가 없습니다</translation>
    </message>
    <message>
        <source>cannot watch folders (see fs.inotify.max_user_instances)</source>
        <translation>폴더를 감시할 수 없습니다(fs.inotify.max_user_instances 확인)</translation>
    </message>
    <message>
        <source>cannot watch %1 (see fs.inotify.max_user_watches)</source>
        <translation>%1을(를) 감시할 수 없습니다(fs.inotify.max_user_watches 확인)</translation>
    </message>
    <message>
        <source>cannot watch %1</source>
        <translation>%1을(를) 감시할 수 없습니다</translation>
    </message>
    <message>
        <source>TensorBoard&apos;s copy of the metrics has a gap</source>
        <translation>TensorBoard용 지표 사본에 빈 곳이 있습니다</translation>
    </message>
    <message>
        <source>the run&apos;s strategy is not installed</source>
        <translation>실행의 전략이 설치되어 있지 않습니다</translation>
    </message>
    <message>
        <source>what a program makes is not known beforehand</source>
        <translation>프로그램이 무엇을 만들지는 미리 알 수 없습니다</translation>
    </message>
    <message>
        <source>the training data could not be looked at</source>
        <translation>학습 데이터를 살펴볼 수 없었습니다</translation>
    </message>
    <message>
        <source>the worker wrote something else than replies</source>
        <translation>워커가 응답이 아닌 것을 썼습니다</translation>
    </message>
    <message>
        <source>the predicting worker was killed by signal %1</source>
        <translation>예측하던 워커가 시그널 %1(으)로 종료됐습니다</translation>
    </message>
    <message>
        <source>the predicting worker ended with exit code %1: %2</source>
        <translation>예측하던 워커가 종료 코드 %1(으)로 끝났습니다: %2</translation>
    </message>
    <message>
        <source>cannot make a pipe</source>
        <translation>파이프를 만들 수 없습니다</translation>
    </message>
    <message>
        <source>the program %1 is missing or not executable (looked for %2); build or install it again</source>
        <translation>프로그램 %1이(가) 없거나 실행할 수 없습니다(찾은 곳: %2). 다시 빌드하거나 설치하십시오</translation>
    </message>
    <message>
        <source>%1 MiB are free in %2, a run needs %3; make room, or move %4</source>
        <translation>%2의 여유 공간은 %1 MiB인데 실행에는 %3 MiB가 필요합니다. 공간을 비우거나 %4을(를) 옮기십시오</translation>
    </message>
    <message>
        <source>%1 is a checkpoint&apos;s folder; its weights are %2</source>
        <translation>%1은(는) 체크포인트 폴더입니다. 가중치는 %2입니다</translation>
    </message>
    <message>
        <source>the library %1 of %2 %3 is missing; build or install it again</source>
        <translation>%2 %3의 라이브러리 %1이(가) 없습니다. 다시 빌드하거나 설치하십시오</translation>
    </message>
    <message>
        <source>strategy</source>
        <translation>전략</translation>
    </message>
    <message>
        <source>program</source>
        <translation>프로그램</translation>
    </message>
    <message>
        <source>the program %1 is a loop for %2, %3 is none of them</source>
        <translation>프로그램 %1의 루프는 %2용인데 %3은(는) 그것이 아닙니다</translation>
    </message>
    <message>
        <source>strategies whose replicas train in step</source>
        <translation>레플리카가 동기로 학습하는 전략</translation>
    </message>
    <message>
        <source>a coordinator with parameter servers</source>
        <translation>매개변수 서버의 코디네이터</translation>
    </message>
    <message>
        <source>the closures of a coordinator&apos;s program make their data themselves; remove the key</source>
        <translation>코디네이터 프로그램의 클로저는 데이터를 스스로 만듭니다. 이 키를 삭제하십시오</translation>
    </message>
    <message>
        <source>%1 is worth partitioning</source>
        <translation>%1은(는) 나눌 만합니다</translation>
    </message>
    <message>
        <source>the partitioner %1 leaves %2 %3, where min_size with %4 bytes a shard splits it over %5 ps</source>
        <translation>파티셔너 %1에서는 %2이(가) %3이지만, 샤드당 %4바이트의 min_size라면 ps %5개로 나뉩니다</translation>
    </message>
    <message>
        <source>whole</source>
        <translation>분할 없음</translation>
    </message>
    <message>
        <source>in %1 shards</source>
        <translation>샤드 %1개</translation>
    </message>
    <message>
        <source>%1 transfers %2 of the %3 MB per step, the other ps the rest: %4</source>
        <translation>한 스텝의 %3 MB 중 %2 MB를 %1이(가) 주고받고 나머지를 다른 ps가 맡습니다: %4</translation>
    </message>
    <message>
        <source>split large variables over the ps</source>
        <translation>큰 변수를 여러 ps로 나누기</translation>
    </message>
    <message>
        <source>%1 holds %2 of the %3 MB of variables and optimizer state: %4</source>
        <translation>변수와 옵티마이저 상태 %3 MB 중 %2 MB를 %1이(가) 가집니다: %4</translation>
    </message>
    <message>
        <source>a step computes about %1 million operations, which takes less time than the round trip to a worker</source>
        <translation>한 스텝의 계산은 약 %1백만 연산으로, 워커까지 오가는 시간보다 짧습니다</translation>
    </message>
    <message>
        <source>a step computes about %1 operations, which takes less time than the round trip to a worker</source>
        <translation>한 단계의 계산은 약 %1회 연산이며, 워커까지의 왕복보다 시간이 적게 걸립니다</translation>
    </message>
    <message>
        <source>pack several steps into a closure</source>
        <translation>여러 스텝을 하나의 클로저로 묶기</translation>
    </message>
    <message>
        <source>the shards of %1 hold ranges of its rows: where the vocabulary is sorted by frequency, one ps has all the words that come often</source>
        <translation>%1의 샤드는 연속된 행을 가집니다: 어휘가 빈도순이면 자주 나오는 단어가 모두 한 ps에 몰립니다</translation>
    </message>
    <message>
        <source>shuffle the vocabulary once, before the words become indexes</source>
        <translation>단어를 인덱스로 바꾸기 전에 어휘를 한 번 섞기</translation>
    </message>
    <message>
        <source>&quot;%1&quot;: the port is out of range (expected 1 to 65535, or 0 for an automatic one)</source>
        <translation>&quot;%1&quot;: 포트가 범위를 벗어났습니다(1~65535, 빈 포트는 0)</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a node (expected a name such as local, or name:port)</source>
        <translation>&quot;%1&quot;은(는) 노드가 아닙니다(local 같은 이름 또는 이름:포트)</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a node (expected [address]:port)</source>
        <translation>&quot;%1&quot;은(는) 노드가 아닙니다([주소]:포트 형식)</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a subnet (expected one such as 10.78.0.0/24)</source>
        <translation>&quot;%1&quot;은(는) 서브넷이 아닙니다(10.78.0.0/24 같은 형식)</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a node: it has the character %2</source>
        <translation>&quot;%1&quot;은(는) 노드가 아닙니다. 문자 %2이(가) 들어 있습니다</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has no node before the colon (expected local:port)</source>
        <translation>&quot;%1&quot;에서 콜론 앞에 노드가 없습니다(local:포트 형식)</translation>
    </message>
    <message>
        <source>leave out the port of %1</source>
        <translation>%1의 포트 생략</translation>
    </message>
    <message>
        <source>leave out `subnet`</source>
        <translation>`subnet`을 생략하기</translation>
    </message>
    <message>
        <source>%1 has no port (&quot;%2&quot;; expected host:port): the others could not reach it</source>
        <translation>%1에 포트가 없습니다(&quot;%2&quot;, 호스트:포트 형식): 다른 작업이 접속할 수 없습니다</translation>
    </message>
    <message>
        <source>give %1 a port</source>
        <translation>%1에 포트 지정</translation>
    </message>
    <message>
        <source>%1 tasks are chief, but a cluster has at most one (without any, worker:0 is chief)</source>
        <translation>치프 작업이 %1개인데 클러스터의 치프는 하나까지입니다(없으면 worker:0이 치프)</translation>
    </message>
    <message>
        <source>keep chief:0 and make the others workers</source>
        <translation>chief:0만 두고 나머지는 워커로 변경</translation>
    </message>
    <message>
        <source>the strategy %1 has no role `%2` (expected %3)</source>
        <translation>전략 %1에는 역할 `%2`이(가) 없습니다(사용 가능: %3)</translation>
    </message>
    <message>
        <source>remove `%1`</source>
        <translation>`%1` 삭제</translation>
    </message>
    <message>
        <source>%1 tasks have the role %2, and the strategy %3 takes at most %4</source>
        <translation>역할 %2인 작업이 %1개인데 전략 %3은(는) 최대 %4개까지 받습니다</translation>
    </message>
    <message>
        <source>keep %1</source>
        <translation>%1개만 유지</translation>
    </message>
    <message>
        <source>%1 tasks have the role %2, and the strategy %3 needs at least %4</source>
        <translation>역할 %2인 작업이 %1개인데 전략 %3에는 최소 %4개가 필요합니다</translation>
    </message>
    <message>
        <source>add `%1`</source>
        <translation>`%1` 추가</translation>
    </message>
    <message>
        <source>add `%1: [local]`</source>
        <translation>`%1: [local]` 추가</translation>
    </message>
    <message>
        <source>parameter servers need a strategy that has the role ps, and no strategy is selected</source>
        <translation>매개변수 서버에는 역할 ps가 있는 전략이 필요한데 전략을 고르지 않았습니다</translation>
    </message>
    <message>
        <source>select a strategy with the role ps</source>
        <translation>역할 ps가 있는 전략 선택</translation>
    </message>
    <message>
        <source>no task would hold replicas: the strategy %1 needs a chief or a worker</source>
        <translation>레플리카를 가질 작업이 없습니다: 전략 %1에는 치프나 워커가 필요합니다</translation>
    </message>
    <message>
        <source>add `worker: [local]`</source>
        <translation>`worker: [local]` 추가</translation>
    </message>
    <message>
        <source>%1 tasks would hold replicas, and the strategy %2 takes %3: a chief or a worker</source>
        <translation>레플리카를 가질 작업이 %1개인데 전략 %2은(는) %3개만 받습니다: 치프 또는 워커</translation>
    </message>
    <message>
        <source>%1 and %2 have the same address %3:%4</source>
        <translation>%1과(와) %2의 주소가 같습니다(%3:%4)</translation>
    </message>
    <message>
        <source>%1; give each task its own port</source>
        <translation>%1. 작업마다 다른 포트를 지정하십시오</translation>
    </message>
    <message>
        <source>give %1 the port %2</source>
        <translation>%1의 포트를 %2(으)로 지정</translation>
    </message>
    <message>
        <source>%1; give each task its own port, or omit the port to have one chosen</source>
        <translation>%1. 작업마다 다른 포트를 지정하거나, 포트를 생략해 빈 포트를 쓰십시오</translation>
    </message>
    <message>
        <source>%1 has a file with the name &quot;%2&quot;</source>
        <translation>%1에 이름이 &quot;%2&quot;인 파일이 있습니다</translation>
    </message>
    <message>
        <source>cannot fetch %1</source>
        <translation>%1을(를) 가져올 수 없습니다</translation>
    </message>
    <message>
        <source>%1 has changed</source>
        <translation>%1이(가) 변경되었습니다</translation>
    </message>
    <message>
        <source>%1 of %2 ends early</source>
        <translation>%2의 %1이(가) 도중에 끝납니다</translation>
    </message>
    <message>
        <source>the node keeps no checkpoints for attempt %1 of run %2</source>
        <translation>노드가 실행 %2의 시도 %1의 체크포인트를 보관하고 있지 않습니다</translation>
    </message>
    <message>
        <source>the other tasks would reach this machine at %1, a public address, and what tasks of several machines send each other is neither encrypted nor authenticated</source>
        <translation>다른 태스크가 이 머신에 공인 주소 %1(으)로 연결하게 되는데, 여러 머신의 태스크가 서로 보내는 데이터는 암호화도 인증도 되지 않습니다</translation>
    </message>
    <message>
        <source>the other tasks would reach node %1 at %2, a public address, and what tasks of several machines send each other is neither encrypted nor authenticated</source>
        <translation>다른 태스크가 노드 %1에 공인 주소 %2(으)로 연결하게 되는데, 여러 머신의 태스크가 서로 보내는 데이터는 암호화도 인증도 되지 않습니다</translation>
    </message>
    <message>
        <source>add the nodes at addresses of a private network or a VPN, or, if no third party can read or send on that network, set `cluster.allow_clear_text: true`</source>
        <translation>사설 네트워크나 VPN의 주소로 노드를 추가하세요. 외부인이 그 네트워크에서 읽거나 보낼 수 없다면 `cluster.allow_clear_text: true`를 설정해도 됩니다</translation>
    </message>
    <message>
        <source>what the tasks of %1 send each other is neither encrypted nor authenticated; use a network that you trust</source>
        <translation>%1의 태스크가 서로 보내는 데이터는 암호화도 인증도 되지 않습니다. 신뢰하는 네트워크를 사용하세요</translation>
    </message>
    <message>
        <source>node %1 saves no checkpoints of this run</source>
        <translation>노드 %1이(가) 이 실행의 체크포인트를 저장하지 않습니다</translation>
    </message>
    <message>
        <source>%1 is here, and others are not; name those of other machines in a request of their own</source>
        <translation>%1은(는) 이 머신에 있고 나머지는 그렇지 않습니다. 다른 머신의 것은 별도의 요청으로 지정하십시오</translation>
    </message>
    <message>
        <source>%1 is at &quot;%2&quot;, which means a different machine on each machine of this cluster; write this machine&apos;s name or address</source>
        <translation>%1이(가) &quot;%2&quot;에 있는데 클러스터의 다른 머신은 이를 자기 자신으로 해석합니다. 이 머신의 이름이나 주소를 쓰십시오</translation>
    </message>
    <message>
        <source>write this machine&apos;s host name</source>
        <translation>이 머신의 호스트 이름 쓰기</translation>
    </message>
    <message>
        <source>the evaluator is listed with the training jobs, but it never connects to them: give it its own TF_CONFIG, or one without `cluster`</source>
        <translation>평가자가 학습 작업들 사이에 있지만 거기에 접속하는 일은 없습니다: 별도의 TF_CONFIG나 `cluster`가 없는 TF_CONFIG에 두십시오</translation>
    </message>
    <message>
        <source>remove `evaluator` from `cluster`</source>
        <translation>`cluster`에서 `evaluator` 삭제</translation>
    </message>
    <message>
        <source>%1 is not a cluster entry</source>
        <translation>%1은(는) 클러스터 항목이 아닙니다</translation>
    </message>
    <message>
        <source>`node` has port %1, but `port` is %2; keep one</source>
        <translation>`node`의 포트는 %1, `port`는 %2입니다. 하나만 남기십시오</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a CPU range (expected a number or first-last, such as 0-3)</source>
        <translation>&quot;%1&quot;은(는) CPU 범위가 아닙니다(번호 또는 0-3 같은 처음-끝)</translation>
    </message>
    <message>
        <source>`master` is the old name of `chief`, and both are given; a cluster has one chief</source>
        <translation>`master`는 `chief`의 옛 이름인데 둘 다 있습니다. 클러스터의 치프는 하나입니다</translation>
    </message>
    <message>
        <source>remove `master`</source>
        <translation>`master` 삭제</translation>
    </message>
    <message>
        <source>`master` is the old name of `chief` and is read as `chief`</source>
        <translation>`master`는 `chief`의 옛 이름이며 `chief`로 다룹니다</translation>
    </message>
    <message>
        <source>write `chief` instead of `master`</source>
        <translation>`master` 대신 `chief` 쓰기</translation>
    </message>
    <message>
        <source>the form of `cluster` does not allow ports to be added automatically; add them yourself (%1)</source>
        <translation>`cluster`가 쓰인 방식으로는 포트를 넣을 수 없습니다. 직접 쓰십시오(%1)</translation>
    </message>
    <message>
        <source>the run&apos;s values cannot be written as JSON: %1</source>
        <translation>실행의 값을 JSON으로 쓸 수 없습니다: %1</translation>
    </message>
    <message>
        <source>the run file&apos;s values do not fit their types: %1</source>
        <translation>실행 파일의 값이 타입에 맞지 않습니다: %1</translation>
    </message>
    <message>
        <source>under parameter servers each gradient is applied when it arrives, and no step accumulates several batches; a larger `train.data.batch_size` has the same effect</source>
        <translation>매개변수 서버에서는 워커의 그래디언트가 오는 대로 적용되고 여러 배치를 기다리는 스텝이 없습니다. `train.data.batch_size`를 키우면 같은 효과입니다</translation>
    </message>
    <message>
        <source>raise train.data.batch_size instead</source>
        <translation>대신 train.data.batch_size 늘리기</translation>
    </message>
    <message>
        <source>remove the key, or start the run by `trainyard --headless run`</source>
        <translation>키를 지우거나 `trainyard --headless run`으로 실행을 시작하십시오</translation>
    </message>
    <message>
        <source>only an agent does this, and this task was started without one</source>
        <translation>이것은 에이전트만 하는데, 이 작업은 에이전트 없이 시작됐습니다</translation>
    </message>
    <message>
        <source>under parameter servers workers do not wait for each other within a step, so there are no statistics over the global batch; each batch has its own, and the running statistics are on the ps</source>
        <translation>매개변수 서버에서는 스텝 안에서 워커끼리 기다리지 않으므로 글로벌 배치 전체의 통계가 없습니다. 배치마다 따로 계산하고 이동 통계는 ps가 가집니다</translation>
    </message>
    <message>
        <source>in the mode `sync` each step waits for the one before it, so that an execution is one step</source>
        <translation>모드 `sync`에서는 각 스텝이 앞 스텝을 기다리므로 한 번의 실행이 한 스텝입니다</translation>
    </message>
    <message>
        <source>remove the key, or set the strategy&apos;s mode to async</source>
        <translation>키를 지우거나 전략의 mode를 async로 하십시오</translation>
    </message>
    <message>
        <source>in the mode `sync` the workers share each step&apos;s samples, as under `data`</source>
        <translation>모드 `sync`에서는 각 스텝의 샘플을 워커들이 나눕니다(`data`와 같음)</translation>
    </message>
    <message>
        <source>under parameter servers each worker reads the whole data set, as with `off`</source>
        <translation>매개변수 서버에서는 각 워커가 데이터셋 전체를 읽습니다(`off`와 같음)</translation>
    </message>
    <message>
        <source>set train.data.shard to auto</source>
        <translation>train.data.shard를 auto로 하십시오</translation>
    </message>
    <message>
        <source>under parameter servers no worker has a shard that could end before the others</source>
        <translation>매개변수 서버에서는 다른 쪽보다 먼저 끝날 수 있는 데이터 몫이 아무에게도 없습니다</translation>
    </message>
    <message>
        <source>a program&apos;s closures push their gradients as they arrive; to combine those of a step, push them with a Round</source>
        <translation>프로그램의 클로저는 그래디언트를 나오는 대로 보냅니다. 한 스텝의 그래디언트를 모으려면 클로저가 Round와 함께 보냅니다</translation>
    </message>
    <message>
        <source>set the strategy&apos;s mode to async</source>
        <translation>전략의 mode를 async로 하십시오</translation>
    </message>
    <message>
        <source>this run has no evaluation after its epochs, by the chief or by workers</source>
        <translation>이 실행에서는 에포크 뒤에 치프도 워커도 평가하지 않습니다</translation>
    </message>
    <message>
        <source>this has no effect: the run has one replica</source>
        <translation>효과가 없습니다. 이 실행의 복제본은 하나입니다</translation>
    </message>
    <message>
        <source>this has no effect: the run has one task that trains</source>
        <translation>효과가 없습니다. 이 실행에서 학습하는 태스크는 하나입니다</translation>
    </message>
    <message>
        <source>an evaluator looks at checkpoints, whatever epoch they are of; how many it looks at is `train.evaluation.sidecar.checkpoints`</source>
        <translation>평가자는 어느 에포크의 체크포인트든 봅니다. 얼마나 보는지는 `train.evaluation.sidecar.checkpoints`가 정합니다</translation>
    </message>
    <message>
        <source>%1 is measured by the evaluator, after a checkpoint is saved; the evaluator keeps the best one, according to `train.evaluation.sidecar.monitor` and `keep_best`</source>
        <translation>%1은(는) 체크포인트를 저장한 뒤에 평가자가 잽니다. 가장 좋은 것은 `train.evaluation.sidecar.monitor`와 `keep_best`에 따라 평가자가 스스로 남깁니다</translation>
    </message>
    <message>
        <source>no epoch measures `%1` (expected one of %2)</source>
        <translation>`%1`을(를) 재는 에포크가 없습니다(%2 중 하나)</translation>
    </message>
    <message>
        <source>`%1` cannot name checkpoints: %2</source>
        <translation>`%1`은(는) 체크포인트의 이름이 될 수 없습니다: %2</translation>
    </message>
    <message>
        <source>for example weights.{epoch:02d}-{val_loss:.2f}</source>
        <translation>예: weights.{epoch:02d}-{val_loss:.2f}</translation>
    </message>
    <message>
        <source>the names that checkpoints have in any case begin with `ckpt-`</source>
        <translation>`ckpt-`로 시작하는 것은 체크포인트가 항상 갖는 이름입니다</translation>
    </message>
    <message>
        <source>begin it with another word</source>
        <translation>다른 단어로 시작하세요</translation>
    </message>
    <message>
        <source>several checkpoints would have one name by `%1`</source>
        <translation>`%1`(으)로는 여러 체크포인트가 같은 이름을 갖게 됩니다</translation>
    </message>
    <message>
        <source>add {step} to it</source>
        <translation>{step}을(를) 추가하세요</translation>
    </message>
    <message>
        <source>add {epoch} or {step} to it</source>
        <translation>{epoch} 또는 {step}을(를) 추가하세요</translation>
    </message>
    <message>
        <source>%1 is measured by the evaluator, after a checkpoint is saved</source>
        <translation>%1은(는) 체크포인트를 저장한 뒤에 평가자가 잽니다</translation>
    </message>
    <message>
        <source>name a metric of the training</source>
        <translation>훈련의 지표를 지정하세요</translation>
    </message>
    <message>
        <source>it begins with `%1`</source>
        <translation>`%1`(으)로 시작합니다</translation>
    </message>
    <message>
        <source>it has the invisible character %1</source>
        <translation>보이지 않는 문자 %1이(가) 있습니다</translation>
    </message>
    <message>
        <source>it is the name of one file, without `/`</source>
        <translation>`/`가 없는 파일 이름 하나여야 합니다</translation>
    </message>
    <message>
        <source>a brace has no counterpart</source>
        <translation>중괄호의 짝이 없습니다</translation>
    </message>
    <message>
        <source>`%1` is not a field (expected one such as epoch:02d, step or val_loss:.2f)</source>
        <translation>`%1`은(는) 필드가 아닙니다(epoch:02d, step, val_loss:.2f 등)</translation>
    </message>
    <message>
        <source>it has no letter outside its fields, and would be taken for a step</source>
        <translation>필드 밖에 글자가 없어 스텝으로 오인됩니다</translation>
    </message>
    <message>
        <source>it makes names of more than %1 bytes</source>
        <translation>이름이 %1바이트를 넘습니다</translation>
    </message>
    <message>
        <source>under parameter servers the validation data is dealt out in ranges of samples</source>
        <translation>매개변수 서버에서는 검증 데이터를 샘플 구간별로 나누어 줍니다</translation>
    </message>
    <message>
        <source>an evaluator reads all of the validation data itself</source>
        <translation>평가자는 검증 데이터를 모두 스스로 읽습니다</translation>
    </message>
    <message>
        <source>name a metric that is measured</source>
        <translation>측정되는 지표를 지정하십시오</translation>
    </message>
    <message>
        <source>the evaluator does not measure `%1` (expected one of %2)</source>
        <translation>평가자는 `%1`을(를) 재지 않습니다(%2 중 하나)</translation>
    </message>
    <message>
        <source>there is no optimizer `%1` (expected one of %2)</source>
        <translation>옵티마이저 `%1`이(가) 없습니다(%2 중 하나)</translation>
    </message>
    <message>
        <source>the optimizer does not take its options: %1</source>
        <translation>옵티마이저의 옵션이 맞지 않습니다: %1</translation>
    </message>
    <message>
        <source>use per_replica, or a strategy whose replicas train in step</source>
        <translation>per_replica를 쓰거나 레플리카가 동기로 학습하는 전략 선택</translation>
    </message>
    <message>
        <source>under parameter servers workers&apos; gradients are applied one by one, and float16 wants one decision about the gradients of each step; bfloat16 wants none</source>
        <translation>매개변수 서버에서는 워커의 그래디언트가 하나씩 적용되지만 float16에는 각 스텝의 그래디언트에 대한 하나의 판단이 필요합니다. bfloat16에는 필요 없습니다</translation>
    </message>
    <message>
        <source>set train.precision to bfloat16</source>
        <translation>train.precision을 bfloat16으로 설정</translation>
    </message>
    <message>
        <source>the formula &quot;%1&quot; cannot be read from character %2 on</source>
        <translation>수식 &quot;%1&quot;을(를) %2번째 글자부터 읽을 수 없습니다</translation>
    </message>
    <message>
        <source>layer %1 needs %2 and gets %3</source>
        <translation>레이어 %1의 입력은 %2이어야 하는데 %3입니다</translation>
    </message>
    <message>
        <source>a flat input (put `flatten` before it) or a sequence (steps, features)</source>
        <translation>평탄한 입력(앞에 `flatten`을 둠) 또는 시퀀스(스텝, 특성)</translation>
    </message>
    <message>
        <source>images (channels, height, width)</source>
        <translation>이미지(채널, 높이, 너비)</translation>
    </message>
    <message>
        <source>images (channels, height, width) of at least %1 × %2 pixels</source>
        <translation>%1 × %2픽셀 이상의 이미지(채널, 높이, 너비)</translation>
    </message>
    <message>
        <source>another target_shape than %1</source>
        <translation>%1이(가) 아닌 target_shape</translation>
    </message>
    <message>
        <source>as many elements as its target_shape %1 has</source>
        <translation>target_shape %1과(와) 같은 수의 원소</translation>
    </message>
    <message>
        <source>a sequence of indexes (steps)</source>
        <translation>인덱스 시퀀스(스텝)</translation>
    </message>
    <message>
        <source>a sequence (steps, features)</source>
        <translation>시퀀스(스텝, 특성)</translation>
    </message>
    <message>
        <source>%1 channels, as many as `%2` has numbers</source>
        <translation>채널 %1개(`%2`의 수치 개수만큼)</translation>
    </message>
    <message>
        <source>layer %1 would have a tensor of %2 elements</source>
        <translation>레이어 %1의 텐서 원소가 %2개가 됩니다</translation>
    </message>
    <message>
        <source>two layers have the name %1; give one of them another</source>
        <translation>이름이 %1인 레이어가 둘입니다. 하나의 이름을 바꾸십시오</translation>
    </message>
    <message>
        <source>layer %1 takes `input`, the model&apos;s input, which is a layer&apos;s name too; rename that layer</source>
        <translation>레이어 %1은(는) 모델의 입력 `input`을 받지만, 같은 이름의 레이어가 있습니다. 그 레이어의 이름을 바꾸십시오</translation>
    </message>
    <message>
        <source>layer %1 takes the output of `%2`, but no layer has that name</source>
        <translation>레이어 %1은(는) `%2`의 출력을 받지만, 그런 이름의 레이어가 없습니다</translation>
    </message>
    <message>
        <source>layer %1 takes its own output</source>
        <translation>레이어 %1이(가) 자기 자신의 출력을 받습니다</translation>
    </message>
    <message>
        <source>layer %1 takes the output of %2, which needs that of %3: a cycle</source>
        <translation>레이어 %1은(는) %2의 출력을 받는데, 그것에는 %3의 출력이 필요합니다(순환)</translation>
    </message>
    <message>
        <source>layer %1 takes the output of %2, which comes after it; move %3 up</source>
        <translation>레이어 %1은(는) 뒤에 있는 %2의 출력을 받습니다. %3을(를) 위로 옮기십시오</translation>
    </message>
    <message>
        <source>the output of layer %1 is not used; name the layer in the `inputs` of one below, or remove it</source>
        <translation>레이어 %1의 출력이 쓰이지 않습니다. 아래 레이어의 `inputs`에 이름을 적거나 삭제하십시오</translation>
    </message>
    <message>
        <source>layers, %1: `inputs` is of run files; a manifest has `from`</source>
        <translation>layers의 %1: `inputs`는 실행 파일의 것입니다. 매니페스트에서는 `from`을 씁니다</translation>
    </message>
    <message>
        <source>one input</source>
        <translation>입력 하나</translation>
    </message>
    <message>
        <source>at most %1 inputs</source>
        <translation>최대 %1개의 입력</translation>
    </message>
    <message>
        <source>inputs of one shape</source>
        <translation>형태가 같은 입력</translation>
    </message>
    <message>
        <source>another axis than %1</source>
        <translation>%1 이외의 axis</translation>
    </message>
    <message>
        <source>inputs that differ along axis %1 only</source>
        <translation>축 %1만 다른 입력</translation>
    </message>
    <message>
        <source>a value and a key of as many steps</source>
        <translation>스텝 수가 같은 value와 key</translation>
    </message>
    <message>
        <source>there is no built-in model `%1`</source>
        <translation>기본 제공 모델 `%1`이(가) 없습니다</translation>
    </message>
    <message>
        <source>this version can&apos;t build a model from `%1` yet; use {builtin: …} or {layers: …}</source>
        <translation>이 버전은 아직 `%1`에서 모델을 만들 수 없습니다. {builtin: …}이나 {layers: …}를 쓰십시오</translation>
    </message>
    <message>
        <source>a model needs the shape of one sample</source>
        <translation>모델에는 샘플 하나의 형상이 필요합니다</translation>
    </message>
    <message>
        <source>a complete spec has a learning rate</source>
        <translation>완전한 사양에는 학습률이 있습니다</translation>
    </message>
    <message>
        <source>the boundaries must rise from one to the next</source>
        <translation>경계는 차례로 커져야 합니다</translation>
    </message>
    <message>
        <source>%1 boundaries need %2 values, and there are %3</source>
        <translation>경계가 %1개면 값이 %2개 필요한데 %3개입니다</translation>
    </message>
    <message>
        <source>%1 needs %2, and the data has %3 of shape %4</source>
        <translation>%1에는 %2이(가) 필요한데 데이터에는 형상 %4의 %3이(가) 있습니다</translation>
    </message>
    <message>
        <source>class indexes</source>
        <translation>클래스 인덱스</translation>
    </message>
    <message>
        <source>numbers</source>
        <translation>숫자</translation>
    </message>
    <message>
        <source>%1 needs an output of two or more classes, and the model ends in %2; binary_crossentropy takes one</source>
        <translation>%1에는 클래스가 둘 이상인 출력이 필요한데 모델의 출력은 %2입니다. 하나면 binary_crossentropy를 씁니다</translation>
    </message>
    <message>
        <source>class indexes of shape %1 for an output of %2</source>
        <translation>형상 %1의 클래스 인덱스(출력 %2에 대해)</translation>
    </message>
    <message>
        <source>the data has %1 classes, but the model ends in %2 of them</source>
        <translation>데이터는 클래스가 %1개인데 모델의 출력은 %2개입니다</translation>
    </message>
    <message>
        <source>labels of the output&apos;s shape %1</source>
        <translation>출력과 같은 형상 %1의 레이블</translation>
    </message>
    <message>
        <source>%1 has no classes: accuracy is not computed</source>
        <translation>%1에는 맞고 틀림을 따질 클래스가 없습니다: accuracy는 생략됩니다</translation>
    </message>
    <message>
        <source>write metrics: [mean_absolute_error]</source>
        <translation>metrics: [mean_absolute_error]로 쓰기</translation>
    </message>
    <message>
        <source>the last layer ends in %1, but %2 takes logits: it would be applied twice</source>
        <translation>마지막 레이어가 %1(으)로 끝나는데 %2은(는) 로짓을 받습니다: 두 번 적용됩니다</translation>
    </message>
    <message>
        <source>write loss: {%1: {from_logits: false}}, or remove the activation</source>
        <translation>loss: {%1: {from_logits: false}}로 쓰거나 활성화 함수 빼기</translation>
    </message>
    <message>
        <source>%1 is set to take probabilities, but the last layer has no activation that outputs them</source>
        <translation>%1은(는) 확률을 받도록 설정됐지만 마지막 레이어에 확률을 만드는 활성화 함수가 없습니다</translation>
    </message>
    <message>
        <source>remove from_logits: false</source>
        <translation>from_logits: false 삭제</translation>
    </message>
    <message>
        <source>`%1` has %2 entries, there is no entry %3</source>
        <translation>`%1`의 항목은 %2개이며 항목 %3은(는) 없습니다</translation>
    </message>
    <message>
        <source>the data</source>
        <translation>데이터</translation>
    </message>
    <message>
        <source>the data: %1</source>
        <translation>데이터: %1</translation>
    </message>
    <message>
        <source>%1 is not an image. Name its data as a source of a run file: &apos;{%2: …}&apos;</source>
        <translation>%1은(는) 이미지가 아닙니다. 이 데이터는 실행 파일의 소스 형식으로 지정하십시오: &apos;{%2: …}&apos;</translation>
    </message>
    <message>
        <source>the program creates its own model; only one of `model` and `program` can be given</source>
        <translation>프로그램은 자신의 모델을 만듭니다. `model`과 `program` 중 하나만 지정할 수 있습니다</translation>
    </message>
    <message>
        <source>remove `train.model` or `train.program`</source>
        <translation>`train.model` 또는 `train.program` 삭제</translation>
    </message>
    <message>
        <source>the program %1 does not use this key (its manifest&apos;s `reads` names those that it does)</source>
        <translation>프로그램 %1은(는) 이 키를 쓰지 않습니다(쓰는 키는 매니페스트의 `reads`에 있습니다)</translation>
    </message>
    <message>
        <source>remove the key</source>
        <translation>이 키 삭제</translation>
    </message>
    <message>
        <source>a program evaluates after its epochs itself, or not at all</source>
        <translation>프로그램은 에포크 후에 스스로 평가하거나 평가하지 않습니다</translation>
    </message>
    <message>
        <source>the program %1 has nothing for an evaluator to run (its manifest has no `evaluates`)</source>
        <translation>프로그램 %1에는 평가자가 실행할 것이 없습니다(매니페스트에 `evaluates`가 없습니다)</translation>
    </message>
    <message>
        <source>the callback %1 schedules closures on workers, and %2 has no coordinator for them</source>
        <translation>콜백 %1은(는) 워커에 클로저를 예약하지만 %2에는 이를 위한 코디네이터가 없습니다</translation>
    </message>
    <message>
        <source>remove one of the two</source>
        <translation>둘 중 하나를 제거</translation>
    </message>
    <message>
        <source>this machine has the CPUs 0-%1, and none of these</source>
        <translation>이 머신의 CPU는 0-%1이며 지정한 CPU는 없습니다</translation>
    </message>
    <message>
        <source>a run is interrupted once: at a `step`, or at the end of an `epoch`</source>
        <translation>실행은 한 번만 중단됩니다. `step`이나 `epoch` 끝 중 하나를 지정하세요</translation>
    </message>
    <message>
        <source>`%1` of a task&apos;s TF_CONFIG comes from the run&apos;s `cluster`; `tf_config` has its other keys</source>
        <translation>태스크 TF_CONFIG의 `%1`은(는) 실행의 `cluster`에서 옵니다. `tf_config`에는 다른 키만 적습니다</translation>
    </message>
    <message>
        <source>%1 leaves no epoch to train: `epochs` is %2 (expected less)</source>
        <translation>%1(으)로는 학습할 에포크가 남지 않습니다: `epochs`는 %2입니다(그보다 작아야 함)</translation>
    </message>
    <message>
        <source>true makes the data endless, so that an epoch has no end; set `train.steps_per_epoch`, or repeat: auto</source>
        <translation>true면 데이터가 끝없이 이어져 에포크가 끝나지 않습니다. `train.steps_per_epoch`를 설정하거나 repeat: auto로 하십시오</translation>
    </message>
    <message>
        <source>set repeat to auto</source>
        <translation>repeat을 auto로 설정</translation>
    </message>
    <message>
        <source>the key `train` is missing</source>
        <translation>키 `train`이(가) 없습니다</translation>
    </message>
    <message>
        <source>the workers evaluate after each epoch, and `cluster` has an evaluator too; one of them is not needed</source>
        <translation>워커가 에포크마다 평가하는데 `cluster`에 평가자도 있습니다. 둘 중 하나는 할 일이 없습니다</translation>
    </message>
    <message>
        <source>remove `train.evaluation`</source>
        <translation>`train.evaluation` 삭제</translation>
    </message>
    <message>
        <source>`cluster` has no evaluator: there is no evaluation unless an evaluator is started manually</source>
        <translation>`cluster`에 평가자가 없습니다: 직접 시작하지 않으면 평가하지 않습니다</translation>
    </message>
    <message>
        <source>add `evaluator: [local]` to `cluster`</source>
        <translation>`cluster`에 `evaluator: [local]` 추가</translation>
    </message>
    <message>
        <source>the evaluator has nothing to evaluate: `train.data.validation` is null</source>
        <translation>평가자가 평가할 것이 없습니다: `train.data.validation`이 null입니다</translation>
    </message>
    <message>
        <source>remove `evaluator`, or give `train.data.validation`</source>
        <translation>`evaluator`를 삭제하거나 `train.data.validation` 지정</translation>
    </message>
    <message>
        <source>there is nothing to validate on: `train.data.validation` is null</source>
        <translation>검증할 데이터가 없습니다: `train.data.validation`이 null입니다</translation>
    </message>
    <message>
        <source>remove the key, or give `train.data.validation`</source>
        <translation>이 키를 삭제하거나 `train.data.validation` 지정</translation>
    </message>
    <message>
        <source>%1 is not a run file (expected a map with `name` and `train`)</source>
        <translation>%1은(는) 실행 파일이 아닙니다(`name`과 `train`이 있는 맵이어야 함)</translation>
    </message>
    <message>
        <source>%1 is a relative path (expected an absolute one)</source>
        <translation>%1은(는) 상대 경로입니다(절대 경로여야 함)</translation>
    </message>
    <message>
        <source>%1 is not a saved model: %2</source>
        <translation>%1은(는) 저장된 모델이 아닙니다: %2</translation>
    </message>
    <message>
        <source>`train.model.saved` cannot be read</source>
        <translation>`train.model.saved`를 읽을 수 없습니다</translation>
    </message>
    <message>
        <source>it is of another format</source>
        <translation>다른 형식입니다</translation>
    </message>
    <message>
        <source>`model` is missing</source>
        <translation>`model`이 없습니다</translation>
    </message>
    <message>
        <source>it names another one</source>
        <translation>다른 것을 가리킵니다</translation>
    </message>
    <message>
        <source>`%1` is part of Trainyard&apos;s run file, but this version can&apos;t %2</source>
        <translation>`%1`은(는) Trainyard 실행 파일의 일부지만 이 버전은 아직 지원하지 않습니다(%2)</translation>
    </message>
    <message>
        <source>only one of %1 can be given</source>
        <translation>%1 중 하나만 지정할 수 있습니다</translation>
    </message>
    <message>
        <source>; did you mean %1?</source>
        <translation>. %1을(를) 뜻합니까?</translation>
    </message>
    <message>
        <source>write %1</source>
        <translation>%1(으)로 쓰기</translation>
    </message>
    <message>
        <source>%1 is not allowed here (expected %2)%3</source>
        <translation>%1은(는) 여기에 쓸 수 없습니다(가능: %2)%3</translation>
    </message>
    <message>
        <source>; put it in quotes</source>
        <translation>. 따옴표로 묶으십시오</translation>
    </message>
    <message>
        <source>%1 has the wrong type (expected %2)%3</source>
        <translation>%1은(는) 타입이 잘못됐습니다(%2이어야 함)%3</translation>
    </message>
    <message>
        <source>%1 is out of range (expected %2)</source>
        <translation>%1은(는) 범위를 벗어났습니다(%2이어야 함)</translation>
    </message>
    <message>
        <source>must not be empty</source>
        <translation>비워 둘 수 없습니다</translation>
    </message>
    <message>
        <source>has %1 bytes (at most %2 are allowed)</source>
        <translation>%1바이트입니다(최대 %2바이트)</translation>
    </message>
    <message>
        <source>%1 has characters that are not allowed here</source>
        <translation>%1에 여기서 쓸 수 없는 문자가 있습니다</translation>
    </message>
    <message>
        <source>the list has %1 entries (expected at least %2)</source>
        <translation>목록의 항목이 %1개입니다(최소 %2개)</translation>
    </message>
    <message>
        <source>the list has %1 entries (expected at most %2)</source>
        <translation>목록의 항목이 %1개입니다(최대 %2개)</translation>
    </message>
    <message>
        <source>%1 occurs twice; keep one</source>
        <translation>%1이(가) 중복됩니다. 하나만 남기십시오</translation>
    </message>
    <message>
        <source>the %1 `%2` is part of Trainyard&apos;s run file, but this version doesn&apos;t have it yet; known: %3</source>
        <translation>%1 `%2`은(는) Trainyard 실행 파일의 일부지만 이 버전에는 아직 없습니다. 사용 가능: %3</translation>
    </message>
    <message>
        <source>unknown %1 `%2`; known here: %3</source>
        <translation>알 수 없는 %1 `%2`. 여기서 사용 가능: %3</translation>
    </message>
    <message>
        <source>unknown %1 `%2`; did you mean `%3`?</source>
        <translation>알 수 없는 %1 `%2`. `%3`을(를) 뜻합니까?</translation>
    </message>
    <message>
        <source>rename `%1` to `%2`</source>
        <translation>`%1`을(를) `%2`(으)로 변경</translation>
    </message>
    <message>
        <source>the key `%1` is missing</source>
        <translation>키 `%1`이(가) 없습니다</translation>
    </message>
    <message>
        <source>one of the keys %1 is required</source>
        <translation>키 %1 중 하나가 필요합니다</translation>
    </message>
    <message>
        <source>has %1 keys (expected exactly one)</source>
        <translation>키가 %1개입니다(하나여야 함)</translation>
    </message>
    <message>
        <source>has %1 keys (expected at least %2)</source>
        <translation>키가 %1개입니다(최소 %2개)</translation>
    </message>
    <message>
        <source>has %1 keys (expected at most %2)</source>
        <translation>키가 %1개입니다(최대 %2개)</translation>
    </message>
    <message>
        <source>the pattern is longer than %1 bytes</source>
        <translation>패턴이 %1바이트보다 깁니다</translation>
    </message>
    <message>
        <source>the pattern &quot;%1&quot; cannot be read: %2</source>
        <translation>패턴 &quot;%1&quot;을(를) 읽을 수 없습니다: %2</translation>
    </message>
    <message>
        <source>the keyword `%1` is not understood</source>
        <translation>키워드 `%1`을(를) 이해할 수 없습니다</translation>
    </message>
    <message>
        <source>`%1` has the wrong type of value</source>
        <translation>`%1`의 값 타입이 잘못됐습니다</translation>
    </message>
    <message>
        <source>there is no type `%1`</source>
        <translation>타입 `%1`이(가) 없습니다</translation>
    </message>
    <message>
        <source>`anyOf` takes lists of `required` keys only</source>
        <translation>`anyOf`에는 `required` 키의 목록만 쓸 수 있습니다</translation>
    </message>
    <message>
        <source>`x-keys.%1` is not text</source>
        <translation>`x-keys.%1`은(는) 텍스트가 아닙니다</translation>
    </message>
    <message>
        <source>it is nested too deeply, or refers to itself</source>
        <translation>너무 깊이 중첩됐거나 자신을 참조합니다</translation>
    </message>
    <message>
        <source>a schema is a map</source>
        <translation>스키마는 맵이어야 합니다</translation>
    </message>
    <message>
        <source>`$ref` must point into the same schema: #/$defs/…</source>
        <translation>`$ref`는 같은 스키마 안을 가리켜야 합니다: #/$defs/…</translation>
    </message>
    <message>
        <source>the schema cannot be used: %1</source>
        <translation>스키마를 쓸 수 없습니다: %1</translation>
    </message>
    <message>
        <source>an integer%1</source>
        <translation>정수%1</translation>
    </message>
    <message>
        <source>a number%1</source>
        <translation>숫자%1</translation>
    </message>
    <message>
        <source> from %1 to %2</source>
        <translation>(%1~%2)</translation>
    </message>
    <message>
        <source>a map such as {%1: …}</source>
        <translation>{%1: …} 같은 맵</translation>
    </message>
    <message>
        <source>a map</source>
        <translation>맵</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>목록</translation>
    </message>
    <message>
        <source>a value</source>
        <translation>값</translation>
    </message>
    <message>
        <source>text</source>
        <translation>텍스트</translation>
    </message>
    <message>
        <source>a list of %1</source>
        <translation>항목 %1개의 목록</translation>
    </message>
    <message>
        <source>an empty map</source>
        <translation>빈 맵</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>%1개 더</translation>
    </message>
    <message>
        <source>a map with the key %1</source>
        <translation>키 %1이(가) 있는 맵</translation>
    </message>
    <message>
        <source>a map with the keys %1</source>
        <translation>키 %1이(가) 있는 맵</translation>
    </message>
    <message>
        <source>%1 bytes are too many for a TF_CONFIG (at most %2)</source>
        <translation>%1바이트는 TF_CONFIG로 너무 큽니다(최대 %2바이트)</translation>
    </message>
    <message>
        <source>it looks like {&quot;cluster&quot;: {&quot;worker&quot;: [&quot;host:port&quot;, …]}, &quot;task&quot;: {&quot;type&quot;: &quot;worker&quot;, &quot;index&quot;: 0}}</source>
        <translation>예: {&quot;cluster&quot;: {&quot;worker&quot;: [&quot;host:port&quot;, …]}, &quot;task&quot;: {&quot;type&quot;: &quot;worker&quot;, &quot;index&quot;: 0}}</translation>
    </message>
    <message>
        <source>%1 is not a JSON object; %2</source>
        <translation>%1은(는) JSON 객체가 아닙니다. %2</translation>
    </message>
    <message>
        <source>`task` is missing; %1</source>
        <translation>`task`가 없습니다. %1</translation>
    </message>
    <message>
        <source>add &quot;task&quot;: {&quot;type&quot;: &quot;worker&quot;, &quot;index&quot;: 0}</source>
        <translation>&quot;task&quot;: {&quot;type&quot;: &quot;worker&quot;, &quot;index&quot;: 0} 추가</translation>
    </message>
    <message>
        <source>`task.type` is missing (expected one of %1); %2</source>
        <translation>`task.type`이 없습니다(%1 중 하나). %2</translation>
    </message>
    <message>
        <source>add &quot;type&quot;: &quot;worker&quot;</source>
        <translation>&quot;type&quot;: &quot;worker&quot; 추가</translation>
    </message>
    <message>
        <source>`%1` is not a task type (expected one of %2)</source>
        <translation>`%1`은(는) 작업 종류가 아닙니다(%2 중 하나)</translation>
    </message>
    <message>
        <source>write `%1`</source>
        <translation>`%1`(으)로 쓰기</translation>
    </message>
    <message>
        <source>`task.index` is missing (expected 0 for the first task of its type)</source>
        <translation>`task.index`가 없습니다(그 종류의 첫 작업은 0)</translation>
    </message>
    <message>
        <source>set `task.index` to 0</source>
        <translation>`task.index`를 0으로 설정</translation>
    </message>
    <message>
        <source>%1 is not an index (expected an integer ≥ 0)</source>
        <translation>%1은(는) 인덱스가 아닙니다(0 이상의 정수)</translation>
    </message>
    <message>
        <source>`cluster` is missing; %1</source>
        <translation>`cluster`가 없습니다. %1</translation>
    </message>
    <message>
        <source>add &quot;cluster&quot;: {&quot;worker&quot;: [&quot;host:port&quot;]}</source>
        <translation>&quot;cluster&quot;: {&quot;worker&quot;: [&quot;host:port&quot;]} 추가</translation>
    </message>
    <message>
        <source>`cluster` is %1; %2</source>
        <translation>`cluster`가 %1입니다. %2</translation>
    </message>
    <message>
        <source>unknown role `%1` (expected one of %2)</source>
        <translation>알 수 없는 역할 `%1`(%2 중 하나)</translation>
    </message>
    <message>
        <source>`%1` is %2 (expected a list of &quot;host:port&quot;)</source>
        <translation>`%1`이(가) %2입니다(&quot;호스트:포트&quot;의 목록이어야 함)</translation>
    </message>
    <message>
        <source>%1 is not text (expected &quot;host:port&quot;)</source>
        <translation>%1은(는) 텍스트가 아닙니다(&quot;호스트:포트&quot;여야 함)</translation>
    </message>
    <message>
        <source>the task %1:%2 is not in the cluster, which has no `%3` (it has %4)</source>
        <translation>작업 %1:%2이(가) 클러스터에 없습니다. 클러스터에 `%3`이(가) 없습니다(있는 것: %4)</translation>
    </message>
    <message>
        <source>add `%1` to `cluster`, or make the task a %2</source>
        <translation>`cluster`에 `%1`을(를) 추가하거나 작업을 %2(으)로 변경</translation>
    </message>
    <message>
        <source>the task %1:%2 is not in the cluster, which has %3 of that type (expected an index from 0 to %4)</source>
        <translation>작업 %1:%2이(가) 클러스터에 없습니다. 그 종류는 %3개입니다(인덱스는 0~%4)</translation>
    </message>
    <message>
        <source>use an index from 0 to %1</source>
        <translation>0~%1의 인덱스 사용</translation>
    </message>
    <message>
        <source>%1 (%2) is only here</source>
        <translation>%1(%2)은(는) 여기에만 있습니다</translation>
    </message>
    <message>
        <source>%1 is %2 here and %3 there</source>
        <translation>%1은(는) 여기서는 %2, 저쪽에서는 %3입니다</translation>
    </message>
    <message>
        <source>%1 (%2) is only there</source>
        <translation>%1(%2)은(는) 저쪽에만 있습니다</translation>
    </message>
    <message>
        <source>the clusters are written differently</source>
        <translation>클러스터가 다르게 쓰여 있습니다</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>그 밖에 %1개</translation>
    </message>
    <message>
        <source>a key must be text (or a bracket is not closed)</source>
        <translation>키는 텍스트여야 합니다(또는 괄호가 닫히지 않았습니다)</translation>
    </message>
    <message>
        <source>an alias refers to a node that contains it</source>
        <translation>별칭이 자신이 가리키는 내용 안에 있습니다</translation>
    </message>
    <message>
        <source>a NUL character is not allowed</source>
        <translation>NUL 문자는 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>the tag %1 is not allowed in a run file; remove it</source>
        <translation>실행 파일에 태그 %1을(를) 쓸 수 없습니다. 삭제하십시오</translation>
    </message>
    <message>
        <source>more than %1 values; no run file needs that many</source>
        <translation>값이 %1개보다 많습니다. 실행 파일에 그만큼 필요하지 않습니다</translation>
    </message>
    <message>
        <source>the key `%1` occurs twice (first in line %2); keep one</source>
        <translation>키 `%1`이(가) 중복됩니다(처음은 %2번째 줄). 하나만 남기십시오</translation>
    </message>
    <message>
        <source>nested deeper than %1 levels</source>
        <translation>%1단계보다 깊이 중첩됐습니다</translation>
    </message>
    <message>
        <source>a control character (0x%1) is not allowed</source>
        <translation>제어 문자(0x%1)는 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>the text is not UTF-8; save the file as UTF-8</source>
        <translation>텍스트가 UTF-8이 아닙니다. UTF-8로 저장하십시오</translation>
    </message>
    <message>
        <source>has %1 bytes; a run file has at most %2</source>
        <translation>%1바이트입니다. 실행 파일은 최대 %2바이트입니다</translation>
    </message>
    <message>
        <source>the file is empty</source>
        <translation>파일이 비어 있습니다</translation>
    </message>
    <message>
        <source>the file has more than one YAML document; keep one</source>
        <translation>파일에 YAML 문서가 둘 이상입니다. 하나만 남기십시오</translation>
    </message>
    <message>
        <source>this is not YAML: %1</source>
        <translation>YAML이 아닙니다: %1</translation>
    </message>
    <message>
        <source>cannot make an epoll descriptor</source>
        <translation>epoll 기술자를 만들 수 없습니다</translation>
    </message>
    <message>
        <source>cannot make an eventfd</source>
        <translation>eventfd를 만들 수 없습니다</translation>
    </message>
    <message>
        <source>cannot wait on an eventfd</source>
        <translation>eventfd를 기다릴 수 없습니다</translation>
    </message>
    <message>
        <source>cannot wait on descriptor %1</source>
        <translation>기술자 %1을(를) 기다릴 수 없습니다</translation>
    </message>
    <message>
        <source>cannot get random bytes for a run&apos;s secret</source>
        <translation>실행의 비밀에 쓸 난수를 얻을 수 없습니다</translation>
    </message>
    <message>
        <source>this task is not known here</source>
        <translation>이 작업은 여기에 알려져 있지 않습니다</translation>
    </message>
    <message>
        <source>attempt %1 of run %2 has ended</source>
        <translation>실행 %2의 %1차 시도가 끝났습니다</translation>
    </message>
    <message>
        <source>%1, line %2: %3</source>
        <translation>%1, %2번째 줄: %3</translation>
    </message>
    <message>
        <source>cannot read the profile %1</source>
        <translation>프로파일 %1을(를) 읽을 수 없습니다</translation>
    </message>
    <message>
        <source>this is not a task&apos;s profile</source>
        <translation>작업의 프로파일이 아닙니다</translation>
    </message>
    <message>
        <source>this is not an event</source>
        <translation>이벤트가 아닙니다</translation>
    </message>
    <message>
        <source>the file breaks off</source>
        <translation>파일이 중간에 끊겼습니다</translation>
    </message>
    <message>
        <source>cannot write the profile %1</source>
        <translation>프로파일 %1을(를) 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>cannot open %1</source>
        <translation>%1을(를) 열 수 없습니다</translation>
    </message>
    <message>
        <source>cannot read the link %1</source>
        <translation>링크 %1을(를) 읽을 수 없습니다</translation>
    </message>
    <message>
        <source>choose the strategy %1, or remove `%2`</source>
        <translation>전략 %1을(를) 고르거나 `%2`을(를) 지우기</translation>
    </message>
    <message>
        <source>the run&apos;s id and folder start with `%1`: they keep only letters a to z, digits, `.`, `_` and `-` of a name</source>
        <translation>실행의 ID와 폴더는 `%1`(으)로 시작합니다: 이름에서 영문자, 숫자, `.`, `_`, `-`만 씁니다</translation>
    </message>
    <message>
        <source>%1 sample</source>
        <translation>샘플 %1개</translation>
    </message>
    <message>
        <source>%1 samples</source>
        <translation>샘플 %1개</translation>
    </message>
    <message>
        <source>%1 file</source>
        <translation>파일 %1개</translation>
    </message>
    <message>
        <source>%1 files</source>
        <translation>파일 %1개</translation>
    </message>
    <message>
        <source>%1 worker</source>
        <translation>워커 %1개</translation>
    </message>
    <message>
        <source>%1 workers</source>
        <translation>워커 %1개</translation>
    </message>
    <message>
        <source>%1 line</source>
        <translation>%1줄</translation>
    </message>
    <message>
        <source>%1 value</source>
        <translation>값 %1개</translation>
    </message>
    <message>
        <source>%1 values</source>
        <translation>값 %1개</translation>
    </message>
    <message>
        <source>%1 lines</source>
        <translation>%1줄</translation>
    </message>
    <message>
        <source>out of memory</source>
        <translation>메모리 부족</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>그런 파일이나 디렉터리가 없습니다</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>허가 거부</translation>
    </message>
    <message>
        <source>Operation not permitted</source>
        <translation>허용되지 않는 작업입니다</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>장치에 남은 공간이 없습니다</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>디렉터리입니다</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>디렉터리가 아닙니다</translation>
    </message>
    <message>
        <source>File exists</source>
        <translation>파일이 이미 있습니다</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>읽기 전용 파일 시스템입니다</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>입출력 오류</translation>
    </message>
    <message>
        <source>Cannot allocate memory</source>
        <translation>메모리를 할당할 수 없습니다</translation>
    </message>
    <message>
        <source>Too many open files</source>
        <translation>열린 파일이 너무 많습니다</translation>
    </message>
    <message>
        <source>Directory not empty</source>
        <translation>디렉터리가 비어 있지 않습니다</translation>
    </message>
    <message>
        <source>Address already in use</source>
        <translation>주소가 이미 사용 중입니다</translation>
    </message>
    <message>
        <source>Connection refused</source>
        <translation>연결이 거부됐습니다</translation>
    </message>
    <message>
        <source>Disk quota exceeded</source>
        <translation>디스크 할당량을 초과했습니다</translation>
    </message>
    <message>
        <source>Broken pipe</source>
        <translation>파이프가 끊어졌습니다</translation>
    </message>
    <message>
        <source>Connection reset by peer</source>
        <translation>상대가 연결을 재설정했습니다</translation>
    </message>
    <message>
        <source>File name too long</source>
        <translation>파일 이름이 너무 깁니다</translation>
    </message>
    <message>
        <source>File too large</source>
        <translation>파일이 너무 큽니다</translation>
    </message>
    <message>
        <source>Invalid argument</source>
        <translation>잘못된 인수입니다</translation>
    </message>
    <message>
        <source>No such process</source>
        <translation>그런 프로세스가 없습니다</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not %2</source>
        <translation>&quot;%1&quot;은(는) %2이(가) 아닙니다</translation>
    </message>
    <message>
        <source>elements of type &apos;%1&apos; are not read; save the array as one of bool, int8 … uint64, float32, float64</source>
        <translation>타입 &apos;%1&apos;의 원소는 읽지 않습니다. 배열을 bool, int8 … uint64, float32, float64 중 하나로 저장하십시오</translation>
    </message>
    <message>
        <source>elements of type &apos;%1&apos; are not read (pickled objects could run code); save the array as one of bool, int8 … uint64, float32, float64</source>
        <translation>타입 &apos;%1&apos;의 원소는 읽지 않습니다(pickle 객체는 코드를 실행할 수 있음). 배열을 bool, int8 … uint64, float32, float64 중 하나로 저장하십시오</translation>
    </message>
    <message>
        <source>elements of type &apos;%1&apos; are not read (big-endian); save the array as one of bool, int8 … uint64, float32, float64</source>
        <translation>타입 &apos;%1&apos;의 원소는 읽지 않습니다(빅 엔디언). 배열을 bool, int8 … uint64, float32, float64 중 하나로 저장하십시오</translation>
    </message>
    <message>
        <source>there is %1, and %2 need one each at least</source>
        <translation>%1뿐인데 %2에는 적어도 하나씩 필요합니다</translation>
    </message>
    <message>
        <source>there are %1, and %2 need one each at least</source>
        <translation>%1인데 %2에는 적어도 하나씩 필요합니다</translation>
    </message>
    <message>
        <source>the checkpoint of step %1 was not saved by the chief</source>
        <translation>치프가 스텝 %1의 체크포인트를 저장하지 않았습니다</translation>
    </message>
    <message>
        <source>data: the value of builtin must be a name</source>
        <translation>데이터: builtin의 값은 이름이어야 합니다</translation>
    </message>
    <message>
        <source>the data set %1 is not complete on this machine (missing: %2); %3</source>
        <translation>데이터셋 %1이(가) 이 머신에 다 있지 않습니다(없는 것: %2). %3</translation>
    </message>
    <message>
        <source>fetch it with `trainyard-headless data fetch fashion_mnist`, install Debian&apos;s package dataset-fashion-mnist (apt install dataset-fashion-mnist), or put %1 into %2</source>
        <translation>`trainyard-headless data fetch fashion_mnist`(으)로 받거나, Debian 패키지 dataset-fashion-mnist를 설치하거나(apt install dataset-fashion-mnist), %1을(를) %2에 두십시오</translation>
    </message>
    <message>
        <source>fetch it with `trainyard-headless data fetch %1`, or put its four files, %2, into %3</source>
        <translation>`trainyard-headless data fetch %1`(으)로 받거나, 파일 네 개 %2을(를) %3에 두세요</translation>
    </message>
    <message>
        <source>there is no builtin data set &quot;%1&quot;; there are %2</source>
        <translation>기본 제공 데이터셋 &quot;%1&quot;이(가) 없습니다. 있는 것: %2</translation>
    </message>
    <message>
        <source>cannot make a temporary file to unpack %1 into</source>
        <translation>%1을(를) 풀 임시 파일을 만들 수 없습니다</translation>
    </message>
    <message>
        <source>cannot unlink %1</source>
        <translation>%1을(를) 지울 수 없습니다</translation>
    </message>
    <message>
        <source>no memory to read %1</source>
        <translation>%1을(를) 읽을 메모리가 없습니다</translation>
    </message>
    <message>
        <source>the gzip file %1 is %2 after byte %3 of its contents (%4); fetch it again</source>
        <translation>gzip 파일 %1이(가) 내용의 %3번째 바이트 뒤에서 %2(%4). 다시 받으십시오</translation>
    </message>
    <message>
        <source>cut off</source>
        <translation>잘렸습니다</translation>
    </message>
    <message>
        <source>damaged</source>
        <translation>손상됐습니다</translation>
    </message>
    <message>
        <source>the unpacked contents of %1 in the temporary folder</source>
        <translation>임시 폴더에 푼 %1의 내용</translation>
    </message>
    <message>
        <source>at byte %1</source>
        <translation>%1번째 바이트</translation>
    </message>
    <message>
        <source>%1 more bytes are needed and %2 are there; fetch it again</source>
        <translation>%1바이트가 더 필요한데 %2바이트만 있습니다. 다시 받으십시오</translation>
    </message>
    <message>
        <source>cannot read %1 at byte %2</source>
        <translation>%1의 %2번째 바이트를 읽을 수 없습니다</translation>
    </message>
    <message>
        <source>the file has become shorter since it was opened</source>
        <translation>연 뒤에 파일이 짧아졌습니다</translation>
    </message>
    <message>
        <source>one folder</source>
        <translation>폴더 하나</translation>
    </message>
    <message>
        <source>train or test</source>
        <translation>train 또는 test</translation>
    </message>
    <message>
        <source>%1 is missing: unpack cifar-10-binary.tar.gz (CIFAR-10 binary version, https://www.cs.toronto.edu/~kriz/cifar.html) there</source>
        <translation>%1이(가) 없습니다: 그곳에 cifar-10-binary.tar.gz를 푸십시오(CIFAR-10 binary version, https://www.cs.toronto.edu/~kriz/cifar.html)</translation>
    </message>
    <message>
        <source>records have %1 bytes, here are %2 more; fetch it again</source>
        <translation>레코드는 %1바이트인데 여기에 %2바이트가 더 있습니다. 다시 받으십시오</translation>
    </message>
    <message>
        <source>the label is %1, classes go from 0 to 9</source>
        <translation>레이블이 %1인데 클래스는 0~9입니다</translation>
    </message>
    <message>
        <source>a quote is opened and not closed within 16 MiB</source>
        <translation>따옴표가 열린 뒤 16 MiB 안에 닫히지 않았습니다</translation>
    </message>
    <message>
        <source>the line is longer than 16 MiB</source>
        <translation>줄이 16 MiB보다 깁니다</translation>
    </message>
    <message>
        <source>a quote is opened and never closed</source>
        <translation>따옴표가 열린 뒤 닫히지 않았습니다</translation>
    </message>
    <message>
        <source>%1, column %2</source>
        <translation>%1, 열 %2</translation>
    </message>
    <message>
        <source>the cell is empty (expected %1)</source>
        <translation>셀이 비어 있습니다(%1이어야 함)</translation>
    </message>
    <message>
        <source>one of `class_names`</source>
        <translation>`class_names` 중 하나</translation>
    </message>
    <message>
        <source>a class index; texts need `class_names`, other numbers `label_dtype: float32`</source>
        <translation>클래스 인덱스. 텍스트에는 `class_names`, 다른 숫자에는 `label_dtype: float32`가 필요합니다</translation>
    </message>
    <message>
        <source>a class from 0 to %1</source>
        <translation>0~%1의 클래스</translation>
    </message>
    <message>
        <source>a class from 0 on</source>
        <translation>0 이상의 클래스</translation>
    </message>
    <message>
        <source>a quote inside a field or after its end (RFC 4180 doubles it)</source>
        <translation>필드 안이나 끝 뒤에 따옴표가 있습니다(RFC 4180에서는 두 번 씀)</translation>
    </message>
    <message>
        <source>it has %1 fields, expected %2</source>
        <translation>필드가 %1개인데 %2개여야 합니다</translation>
    </message>
    <message>
        <source>%1: there is no column &quot;%2&quot; (`%3`); there are %4%5</source>
        <translation>%1: 열 &quot;%2&quot;이(가) 없습니다(`%3`). 있는 것: %4%5</translation>
    </message>
    <message>
        <source>one character</source>
        <translation>한 글자</translation>
    </message>
    <message>
        <source>there is no column besides the label</source>
        <translation>레이블 말고는 열이 없습니다</translation>
    </message>
    <message>
        <source>the first is enough</source>
        <translation>첫째 것이면 충분합니다</translation>
    </message>
    <message>
        <source>it has no records</source>
        <translation>레코드가 없습니다</translation>
    </message>
    <message>
        <source>a quote inside a field</source>
        <translation>필드 안에 따옴표가 있습니다</translation>
    </message>
    <message>
        <source>column %1 is &quot;%2&quot;, in the first file it is &quot;%3&quot;</source>
        <translation>열 %1이(가) &quot;%2&quot;인데 첫 파일에서는 &quot;%3&quot;입니다</translation>
    </message>
    <message>
        <source>record %1</source>
        <translation>레코드 %1</translation>
    </message>
    <message>
        <source>there is no kind of data set &quot;%1&quot;; there are %2</source>
        <translation>데이터셋 종류 &quot;%1&quot;이(가) 없습니다. 있는 것: %2</translation>
    </message>
    <message>
        <source>%1: a run numbers at most 2^32-1 samples</source>
        <translation>%1: 실행 하나의 샘플은 최대 2^32-1개입니다</translation>
    </message>
    <message>
        <source>neither it nor the other %1 files contain samples</source>
        <translation>이 파일에도 다른 파일 %1개에도 샘플이 없습니다</translation>
    </message>
    <message>
        <source>it has no samples</source>
        <translation>샘플이 없습니다</translation>
    </message>
    <message>
        <source>%1 ends in its %2 at byte %3: its header promises %4 bytes in all; fetch it again</source>
        <translation>%1이(가) %2 도중 %3번째 바이트에서 끝납니다: 헤더에는 모두 %4바이트입니다. 다시 받으십시오</translation>
    </message>
    <message>
        <source>%1 is not an IDX file that can be used: at byte %2: %3</source>
        <translation>%1은(는) 쓸 수 있는 IDX 파일이 아닙니다: %2번째 바이트: %3</translation>
    </message>
    <message>
        <source>expected 0x0000, got 0x%1%2</source>
        <translation>0x0000이어야 하는데 0x%1%2입니다</translation>
    </message>
    <message>
        <source>expected type 0x08 (unsigned bytes), got 0x%1</source>
        <translation>타입이 0x08(부호 없는 바이트)이어야 하는데 0x%1입니다</translation>
    </message>
    <message>
        <source>expected 1 to %1 dimensions, got %2</source>
        <translation>차원은 1~%1개여야 하는데 %2개입니다</translation>
    </message>
    <message>
        <source>expected a dimension of at least 1, got 0</source>
        <translation>차원은 1 이상이어야 하는데 0입니다</translation>
    </message>
    <message>
        <source>its dimensions %1 pass 2^62 bytes</source>
        <translation>차원 %1이(가) 2^62바이트를 넘습니다</translation>
    </message>
    <message>
        <source>its dimensions %1 promise %2 bytes in all, and there are more</source>
        <translation>차원 %1(으)로는 모두 %2바이트인데 더 있습니다</translation>
    </message>
    <message>
        <source>the header of %1 promises %2 bytes (%3); this machine has %4 bytes of memory: unpack the file, a plain one is read from disk</source>
        <translation>%1의 헤더에는 %2바이트(%3)인데 이 머신의 메모리는 %4바이트입니다: 파일을 푸십시오. 풀린 파일은 디스크에서 읽습니다</translation>
    </message>
    <message>
        <source>%1: at byte 3: labels have 1 dimension, this file has %2</source>
        <translation>%1: 3번째 바이트: 레이블은 1차원인데 이 파일은 %2차원입니다</translation>
    </message>
    <message>
        <source>%1: at byte 3: expected 2 to 4 dimensions (samples × features, samples × height × width or samples × channels × height × width), got %2</source>
        <translation>%1: 3번째 바이트: 2~4차원(샘플 × 특성, 샘플 × 높이 × 너비, 샘플 × 채널 × 높이 × 너비)이어야 하는데 %2입니다</translation>
    </message>
    <message>
        <source>%1 has %2 images and %3 has %4 labels; they must be of the same set</source>
        <translation>%1의 이미지는 %2개, %3의 레이블은 %4개입니다. 같은 데이터셋이어야 합니다</translation>
    </message>
    <message>
        <source>%1: label %2 is %3, %4 has classes 0 to %5</source>
        <translation>%1: 레이블 %2이(가) %3인데 %4의 클래스는 0~%5입니다</translation>
    </message>
    <message>
        <source>one file name</source>
        <translation>파일 이름 하나</translation>
    </message>
    <message>
        <source>%1: the image cannot be decoded: %2</source>
        <translation>%1: 이미지를 디코딩할 수 없습니다: %2</translation>
    </message>
    <message>
        <source>it has no pixels</source>
        <translation>픽셀이 없습니다</translation>
    </message>
    <message>
        <source>%1: the image has %2 × %3 pixels; at most %4 are read</source>
        <translation>%1: 이미지가 %2 × %3픽셀입니다. 최대 %4까지 읽습니다</translation>
    </message>
    <message>
        <source>too many scans for its size, save it as baseline</source>
        <translation>크기에 비해 스캔이 너무 많습니다. 베이스라인으로 저장하십시오</translation>
    </message>
    <message>
        <source>it is a CMYK JPEG; save it as RGB</source>
        <translation>CMYK JPEG입니다. RGB로 저장하십시오</translation>
    </message>
    <message>
        <source>%1 × %2 pixels in %3 bytes</source>
        <translation>%3바이트에 %1 × %2픽셀</translation>
    </message>
    <message>
        <source>it is neither a PNG nor a JPEG</source>
        <translation>시작 부분이 PNG도 JPEG도 아닙니다</translation>
    </message>
    <message>
        <source>[height, width], each at most 8192,</source>
        <translation>[높이, 너비](각각 최대 8192)</translation>
    </message>
    <message>
        <source>1 or 3</source>
        <translation>1 또는 3</translation>
    </message>
    <message>
        <source>it has no folders; put the images in one folder per class</source>
        <translation>폴더가 없습니다. 이미지는 클래스별 폴더에 둡니다</translation>
    </message>
    <message>
        <source>there are more than %1 images; put them into TFRecord files</source>
        <translation>이미지가 %1개를 넘습니다. TFRecord 파일로 묶으세요</translation>
    </message>
    <message>
        <source>no folder in it holds a .png, .jpg or .jpeg file</source>
        <translation>어느 폴더에도 .png, .jpg, .jpeg 파일이 없습니다</translation>
    </message>
    <message>
        <source>the image has %1 × %2 pixels, the first one has %3 × %4; `size: [%5, %6]` makes all of them the same</source>
        <translation>이미지는 %1 × %2픽셀, 첫 이미지는 %3 × %4입니다. `size: [%5, %6]`(으)로 모두 같게 됩니다</translation>
    </message>
    <message>
        <source>the file ends before its header does</source>
        <translation>헤더가 끝나기 전에 파일이 끝납니다</translation>
    </message>
    <message>
        <source>this is not an .npy file (expected \x93NUMPY)</source>
        <translation>.npy 파일이 아닙니다(\x93NUMPY여야 함)</translation>
    </message>
    <message>
        <source>version %1 of .npy is not known</source>
        <translation>.npy 버전 %1은(는) 알 수 없습니다</translation>
    </message>
    <message>
        <source>the header length (%1 bytes) exceeds the limit</source>
        <translation>헤더 길이(%1바이트)가 한도를 넘습니다</translation>
    </message>
    <message>
        <source>the file ends in its header</source>
        <translation>파일이 헤더 도중에 끝납니다</translation>
    </message>
    <message>
        <source>the header is not {&apos;descr&apos;: …, &apos;fortran_order&apos;: …, &apos;shape&apos;: …}</source>
        <translation>헤더가 {&apos;descr&apos;: …, &apos;fortran_order&apos;: …, &apos;shape&apos;: …} 형식이 아닙니다</translation>
    </message>
    <message>
        <source>the array is in Fortran order; save numpy.ascontiguousarray(array) instead</source>
        <translation>배열이 Fortran 순서입니다. numpy.ascontiguousarray(array)를 저장하십시오</translation>
    </message>
    <message>
        <source>arrays of shape (%1) are not supported as data sets</source>
        <translation>형상 (%1)의 배열은 데이터셋으로 지원되지 않습니다</translation>
    </message>
    <message>
        <source>the file ends: shape (%1) needs %2 bytes in all; fetch it again</source>
        <translation>파일이 끝납니다: 형상 (%1)에는 모두 %2바이트가 필요합니다. 다시 받으십시오</translation>
    </message>
    <message>
        <source>the file has more data than shape (%1) needs</source>
        <translation>형상 (%1)은(는) 여기서 끝나는데 파일은 이어집니다</translation>
    </message>
    <message>
        <source>%1 and %2 have samples of different shapes or types</source>
        <translation>%1과(와) %2의 샘플은 형상이나 타입이 다릅니다</translation>
    </message>
    <message>
        <source>data: npy has %1 files of features and %2 of %3; they go in pairs</source>
        <translation>데이터: npy의 특성 파일이 %1개, %3이(가) %2개입니다. 짝이 맞아야 합니다</translation>
    </message>
    <message>
        <source>%1 has %2 samples and %3 has %4 %5; they must be of the same set</source>
        <translation>%1의 샘플은 %2개, %3의 %5은(는) %4개입니다. 같은 데이터셋이어야 합니다</translation>
    </message>
    <message>
        <source>a floating-point type, as the array&apos;s is,</source>
        <translation>배열과 같은 부동소수점 타입</translation>
    </message>
    <message>
        <source>arrays of one dimension</source>
        <translation>1차원 배열</translation>
    </message>
    <message>
        <source>sample weights</source>
        <translation>샘플 가중치</translation>
    </message>
    <message>
        <source>label %1</source>
        <translation>레이블 %1</translation>
    </message>
    <message>
        <source>classes go from 0 to %1</source>
        <translation>클래스는 0~%1입니다</translation>
    </message>
    <message>
        <source>a class index is negative</source>
        <translation>클래스 인덱스가 음수입니다</translation>
    </message>
    <message>
        <source>cannot read the data file %1</source>
        <translation>데이터 파일 %1을(를) 읽을 수 없습니다</translation>
    </message>
    <message>
        <source>no data file is called %1</source>
        <translation>%1(이)라는 데이터 파일이 없습니다</translation>
    </message>
    <message>
        <source>cannot look for data files called %1</source>
        <translation>%1(이)라는 데이터 파일을 찾아볼 수 없습니다</translation>
    </message>
    <message>
        <source>data: %1 needs %2 at &quot;%3&quot;</source>
        <translation>데이터: %1의 &quot;%3&quot;에는 %2이(가) 필요합니다</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>텍스트</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true 또는 false</translation>
    </message>
    <message>
        <source>an integer</source>
        <translation>정수</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>숫자</translation>
    </message>
    <message>
        <source>a text or a list of texts</source>
        <translation>텍스트 또는 텍스트 목록</translation>
    </message>
    <message>
        <source>a list of integers</source>
        <translation>정수 목록</translation>
    </message>
    <message>
        <source>integers of at least 1</source>
        <translation>1 이상의 정수</translation>
    </message>
    <message>
        <source>auto, float32, float64 or int64</source>
        <translation>auto, float32, float64, int64 중 하나</translation>
    </message>
    <message>
        <source>auto or a number above 0</source>
        <translation>auto 또는 0보다 큰 수</translation>
    </message>
    <message>
        <source>a file name</source>
        <translation>파일 이름</translation>
    </message>
    <message>
        <source>samples of %1 elements are too large</source>
        <translation>원소가 %1개인 샘플은 너무 큽니다</translation>
    </message>
    <message>
        <source>%1: its samples have %2 elements, which `shape: [%3]` cannot be</source>
        <translation>%1: 샘플의 원소가 %2개라서 `shape: [%3]`이(가) 될 수 없습니다</translation>
    </message>
    <message>
        <source>%1: `channels_last` needs samples of three dimensions (height, width, channels); these have %2</source>
        <translation>%1: `channels_last`에는 3차원(높이, 너비, 채널) 샘플이 필요한데 %2차원입니다</translation>
    </message>
    <message>
        <source>it has %1 bytes; an image has at most %2</source>
        <translation>%1바이트입니다. 이미지는 최대 %2바이트입니다</translation>
    </message>
    <message>
        <source>the model takes samples of shape [%1], which no picture has</source>
        <translation>모델이 받는 샘플의 형상은 [%1]인데 그런 그림은 없습니다</translation>
    </message>
    <message>
        <source>; uneven: join, %1 whose part has run out take part without samples</source>
        <translation>. uneven: join이므로 몫이 떨어진 %1은(는) 샘플 없이 참여합니다</translation>
    </message>
    <message>
        <source>workers</source>
        <translation>워커</translation>
    </message>
    <message>
        <source>replicas</source>
        <translation>레플리카</translation>
    </message>
    <message>
        <source>; uneven: drop, %1 per epoch are dropped</source>
        <translation>. uneven: drop이므로 에포크마다 %1을(를) 뺍니다</translation>
    </message>
    <message>
        <source>; uneven: pad, %1 per epoch are read twice</source>
        <translation>. uneven: pad이므로 에포크마다 %1을(를) 두 번 읽습니다</translation>
    </message>
    <message>
        <source>`shard: file` cannot be: %1; use data, or split the data into more files</source>
        <translation>`shard: file`은(는) 안 됩니다: %1. data를 쓰거나 데이터를 더 많은 파일로 나누십시오</translation>
    </message>
    <message>
        <source>as requested</source>
        <translation>지정한 대로</translation>
    </message>
    <message>
        <source>off: every replica reads all %1, an epoch has %2 times as many</source>
        <translation>off 사용: 모든 레플리카가 %1을(를) 모두 읽으므로 한 에포크는 그 %2배가 됩니다</translation>
    </message>
    <message>
        <source>file: %1 for %2</source>
        <translation>file 사용: %2에 %1</translation>
    </message>
    <message>
        <source>`shard: file` is not possible: the files of worker %1 have no samples; use data</source>
        <translation>`shard: file`은(는) 안 됩니다: 워커 %1의 파일에 샘플이 없습니다. data를 쓰십시오</translation>
    </message>
    <message>
        <source>auto chose data because file is not possible: the files of worker %1 would have no samples</source>
        <translation>file이면 워커 %1의 파일에 샘플이 없으므로 auto가 data를 골랐습니다</translation>
    </message>
    <message>
        <source>auto took data because file failed: %1</source>
        <translation>file이 안 되어 auto가 data를 골랐습니다: %1</translation>
    </message>
    <message>
        <source>one worker reads everything</source>
        <translation>워커 하나가 모두 읽습니다</translation>
    </message>
    <message>
        <source>data: %1</source>
        <translation>data 사용: %1</translation>
    </message>
    <message>
        <source>auto took %1</source>
        <translation>auto의 선택: %1</translation>
    </message>
    <message>
        <source>float32, int64, uint8 or image</source>
        <translation>float32, int64, uint8, image 중 하나</translation>
    </message>
    <message>
        <source>[channels, height, width], 1 or 3 channels, for an image</source>
        <translation>이미지에는 [채널, 높이, 너비](채널 1 또는 3)</translation>
    </message>
    <message>
        <source>a map of names to {shape, dtype}</source>
        <translation>이름에서 {shape, dtype}으로의 맵</translation>
    </message>
    <message>
        <source>one of `features` (%1), not &quot;%2&quot;,</source>
        <translation>&quot;%2&quot;이(가) 아니라 `features` 중 하나(%1)</translation>
    </message>
    <message>
        <source>the name of the feature that the model takes, one of %1,</source>
        <translation>모델이 받는 특성의 이름(%1 중 하나)</translation>
    </message>
    <message>
        <source>a float32 feature of shape []</source>
        <translation>형상 []의 float32 특성</translation>
    </message>
    <message>
        <source>this is not a TFRecord file: the checksum of the first length is wrong</source>
        <translation>TFRecord 파일이 아닙니다: 첫 길이의 체크섬이 틀립니다</translation>
    </message>
    <message>
        <source>a record of %1 bytes is too large</source>
        <translation>%1바이트 레코드는 너무 큽니다</translation>
    </message>
    <message>
        <source>the file ends inside a record; fetch it again</source>
        <translation>파일이 레코드 도중에 끝납니다. 다시 받으십시오</translation>
    </message>
    <message>
        <source>it is not a tf.Example</source>
        <translation>tf.Example이 아닙니다</translation>
    </message>
    <message>
        <source>the checksum of a record is wrong; fetch the file again</source>
        <translation>레코드의 체크섬이 틀립니다. 파일을 다시 받으십시오</translation>
    </message>
    <message>
        <source>record at byte %1</source>
        <translation>%1번째 바이트의 레코드</translation>
    </message>
    <message>
        <source>the label is %1, classes go from 0 to %2</source>
        <translation>레이블이 %1인데 클래스는 0~%2입니다</translation>
    </message>
    <message>
        <source>the label is %1; classes count from 0</source>
        <translation>레이블이 %1입니다. 클래스는 0부터 셉니다</translation>
    </message>
    <message>
        <source>it has no feature &quot;%1&quot;; there are %2</source>
        <translation>특성 &quot;%1&quot;이(가) 없습니다. 있는 것: %2</translation>
    </message>
    <message>
        <source>the feature &quot;%1&quot; is not %2 of %3 elements</source>
        <translation>특성 &quot;%1&quot;은(는) 원소 %3개의 %2이(가) 아닙니다</translation>
    </message>
    <message>
        <source>a list of floats</source>
        <translation>부동소수점 목록</translation>
    </message>
    <message>
        <source>a string of bytes</source>
        <translation>바이트열</translation>
    </message>
    <message>
        <source>an encoded image</source>
        <translation>인코딩된 이미지</translation>
    </message>
    <message>
        <source>%1 in the store %2: %3</source>
        <translation>저장소 %2에서 %1: %3</translation>
    </message>
    <message>
        <source>preparing a statement</source>
        <translation>문장 준비</translation>
    </message>
    <message>
        <source>executing a statement</source>
        <translation>문장 실행</translation>
    </message>
    <message>
        <source>%1. The file is damaged. Stop the agent (`trainyard --headless agent stop`) and make the store again from the runs&apos; folders: trainyard --headless doctor --rebuild</source>
        <translation>%1. 파일이 손상됐습니다. 에이전트를 중지하고(`trainyard --headless agent stop`) 실행 폴더에서 저장소를 다시 만드십시오: trainyard --headless doctor --rebuild</translation>
    </message>
    <message>
        <source>%1. Free some space on its disk; nothing was written</source>
        <translation>%1. 디스크 공간을 비우십시오. 이번 쓰기는 저장되지 않았습니다</translation>
    </message>
    <message>
        <source>a file may have at most %1 bytes: raise the limit (`ulimit -f`, or in the batch system that set it)</source>
        <translation>파일 크기는 최대 %1바이트로 제한되어 있습니다: 한도를 높이십시오(`ulimit -f` 또는 한도를 설정한 배치 시스템에서)</translation>
    </message>
    <message>
        <source>%1. Check the disk (dmesg); nothing was written</source>
        <translation>%1. 디스크를 확인하십시오(dmesg). 이번 쓰기는 저장되지 않았습니다</translation>
    </message>
    <message>
        <source>%1. Another program has locked it; close that program and try again</source>
        <translation>%1. 다른 프로그램이 잡고 있습니다. 닫고 다시 시도하십시오</translation>
    </message>
    <message>
        <source>%1. %2 has locked it; close that program and try again</source>
        <translation>%1. %2이(가) 잡고 있습니다. 해당 프로그램을 닫고 다시 시도하십시오</translation>
    </message>
    <message>
        <source>%1. Check that you own the folder and the file and may write to both</source>
        <translation>%1. 폴더와 파일의 소유자이고 쓸 수 있는지 확인하십시오</translation>
    </message>
    <message>
        <source>%1. There is no such run</source>
        <translation>%1. 그런 실행이 없습니다</translation>
    </message>
    <message>
        <source>the store has a damaged block of points (%1 bytes, not a multiple of %2)</source>
        <translation>저장소에 손상된 점 블록이 있습니다(%1바이트, %2의 배수가 아님)</translation>
    </message>
    <message>
        <source>the store has a damaged summary of points (%1 bytes)</source>
        <translation>저장소에 손상된 점 요약이 있습니다(%1바이트)</translation>
    </message>
    <message>
        <source>the store lacks a summary of points it should hold</source>
        <translation>저장소에 있어야 할 점 요약이 없습니다</translation>
    </message>
    <message>
        <source>cannot examine the file system of %1</source>
        <translation>%1의 파일 시스템을 조사할 수 없습니다</translation>
    </message>
    <message>
        <source>the store cannot be kept in %1: that is a network file system (%2), and SQLite&apos;s write-ahead log needs a local disk. Set TRAINYARD_HOME to a folder on one</source>
        <translation>저장소를 %1에 둘 수 없습니다: 네트워크 파일 시스템(%2)인데 SQLite의 write-ahead log에는 로컬 디스크가 필요합니다. TRAINYARD_HOME을 로컬 디스크의 폴더로 설정하십시오</translation>
    </message>
    <message>
        <source>%1 is an SQLite file of another program; move it elsewhere or set TRAINYARD_HOME to another folder</source>
        <translation>%1은(는) 다른 프로그램의 SQLite 파일입니다. 옮기거나 TRAINYARD_HOME을 다른 폴더로 설정하십시오</translation>
    </message>
    <message>
        <source>the store %1 was written by a newer Trainyard (schema %2, this one supports %3); install that version again, or set TRAINYARD_HOME to another folder</source>
        <translation>저장소 %1은(는) 더 새로운 Trainyard가 썼습니다(스키마 %2, 이 버전은 %3). 그 버전을 다시 설치하거나 TRAINYARD_HOME을 다른 폴더로 설정하십시오</translation>
    </message>
    <message>
        <source>cannot stat %1</source>
        <translation>%1의 정보를 읽을 수 없습니다</translation>
    </message>
    <message>
        <source>%1 is a folder, not a file</source>
        <translation>%1은(는) 파일이 아니라 폴더입니다</translation>
    </message>
    <message>
        <source>%1 has %2 bytes; at most %3 are read</source>
        <translation>%1은(는) %2바이트입니다. 최대 %3바이트까지 읽습니다</translation>
    </message>
    <message>
        <source>cannot read %1</source>
        <translation>%1을(를) 읽을 수 없습니다</translation>
    </message>
    <message>
        <source>%1 is larger than the %2 bytes that are read</source>
        <translation>%1은(는) 읽는 한도 %2바이트보다 큽니다</translation>
    </message>
    <message>
        <source>cannot write %1</source>
        <translation>%1에 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>cannot create %1</source>
        <translation>%1을(를) 만들 수 없습니다</translation>
    </message>
    <message>
        <source>cannot sync %1</source>
        <translation>%1을(를) 동기화할 수 없습니다</translation>
    </message>
    <message>
        <source>cannot rename %1 to %2</source>
        <translation>%1의 이름을 %2(으)로 바꿀 수 없습니다</translation>
    </message>
    <message>
        <source>cannot rename %1</source>
        <translation>%1의 이름을 바꿀 수 없습니다</translation>
    </message>
    <message>
        <source>cannot open folder %1</source>
        <translation>폴더 %1을(를) 열 수 없습니다</translation>
    </message>
    <message>
        <source>cannot sync folder %1</source>
        <translation>폴더 %1을(를) 동기화할 수 없습니다</translation>
    </message>
    <message>
        <source>%1 is in the way: a file, not a folder</source>
        <translation>%1이(가) 자리를 막고 있습니다: 폴더가 아니라 파일입니다</translation>
    </message>
    <message>
        <source>cannot find the current folder</source>
        <translation>현재 폴더를 찾을 수 없습니다</translation>
    </message>
    <message>
        <source>cannot make folder %1</source>
        <translation>폴더 %1을(를) 만들 수 없습니다</translation>
    </message>
    <message>
        <source>cannot ask for free space at %1</source>
        <translation>%1의 여유 공간을 알 수 없습니다</translation>
    </message>
    <message>
        <source>neither TRAINYARD_HOME nor HOME is set; set TRAINYARD_HOME to a folder</source>
        <translation>TRAINYARD_HOME도 HOME도 설정되어 있지 않습니다. TRAINYARD_HOME에 폴더를 설정하십시오</translation>
    </message>
    <message>
        <source>it nests deeper than %1 levels</source>
        <translation>%1단계보다 깊이 중첩됐습니다</translation>
    </message>
    <message>
        <source>the key &quot;%1&quot; occurs twice</source>
        <translation>키 &quot;%1&quot;이(가) 중복됩니다</translation>
    </message>
    <message>
        <source>%1 is not JSON that can be used: %2</source>
        <translation>%1은(는) 쓸 수 있는 JSON이 아닙니다: %2</translation>
    </message>
    <message>
        <source>%1: expected a number, got a %2</source>
        <translation>%1: 숫자가 필요한데 %2입니다</translation>
    </message>
    <message>
        <source>unknown partitioner %1</source>
        <translation>알 수 없는 파티셔너 %1</translation>
    </message>
    <message>
        <source>cannot remove %1</source>
        <translation>%1을(를) 지울 수 없습니다</translation>
    </message>
    <message>
        <source>%1: it can run any code when it is opened, and is never read. Where you trust it, convert it: %2</source>
        <translation>%1: 열면 어떤 코드든 실행될 수 있어 읽지 않습니다. 신뢰한다면 변환하십시오: %2</translation>
    </message>
    <message>
        <source>%1 is a checkpoint of torch.distributed.checkpoint, whose .metadata is a pickle</source>
        <translation>%1은(는) torch.distributed.checkpoint의 체크포인트이며 .metadata가 pickle입니다</translation>
    </message>
    <message>
        <source>%1 is an HDF5 file, as Keras writes them; read it with h5py and write its arrays with safetensors.numpy.save_file, under the model&apos;s names</source>
        <translation>%1은(는) Keras가 쓰는 HDF5 파일입니다. h5py로 읽어 배열을 모델의 변수 이름으로 safetensors.numpy.save_file로 저장하십시오</translation>
    </message>
    <message>
        <source>%1 is a %2 archive; write its arrays with safetensors.numpy.save_file, under the model&apos;s names</source>
        <translation>%1은(는) %2 아카이브입니다. 배열을 모델의 변수 이름으로 safetensors.numpy.save_file로 저장하십시오</translation>
    </message>
    <message>
        <source>%1 is a file of torch.save, a pickle</source>
        <translation>%1은(는) torch.save의 파일(pickle)입니다</translation>
    </message>
    <message>
        <source>cannot set %1 aside</source>
        <translation>%1을(를) 옮겨 둘 수 없습니다</translation>
    </message>
    <message>
        <source>%1 is not a usable manifest: %2</source>
        <translation>%1은(는) 쓸 수 있는 매니페스트가 아닙니다: %2</translation>
    </message>
    <message>
        <source>it is no object</source>
        <translation>객체가 아닙니다</translation>
    </message>
    <message>
        <source>&quot;version&quot; is missing or no count</source>
        <translation>&quot;version&quot;이 없거나 수가 아닙니다</translation>
    </message>
    <message>
        <source>its version is %1, this program reads version 1; use a newer one</source>
        <translation>버전이 %1인데 이 프로그램은 버전 1을 읽습니다. 더 새로운 것을 쓰십시오</translation>
    </message>
    <message>
        <source>&quot;attempt&quot; or &quot;step&quot; is missing or no count</source>
        <translation>&quot;attempt&quot;나 &quot;step&quot;이 없거나 수가 아닙니다</translation>
    </message>
    <message>
        <source>&quot;files&quot; is missing or no object</source>
        <translation>&quot;files&quot;가 없거나 객체가 아닙니다</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not the name of a file in the same folder</source>
        <translation>&quot;%1&quot;은(는) 옆에 있는 파일의 이름이 아닙니다</translation>
    </message>
    <message>
        <source>&quot;%1&quot; lacks its size or SHA-256</source>
        <translation>&quot;%1&quot;의 크기나 SHA-256이 없습니다</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has a key that version 1 does not know</source>
        <translation>&quot;%1&quot;에 버전 1에 없는 키가 있습니다</translation>
    </message>
    <message>
        <source>&quot;xxh3&quot; of &quot;%1&quot; is not one sum a block</source>
        <translation>&quot;%1&quot;의 &quot;xxh3&quot;이 블록마다 하나씩이 아닙니다</translation>
    </message>
    <message>
        <source>&quot;weights_only&quot; is no boolean</source>
        <translation>&quot;weights_only&quot;가 불리언이 아닙니다</translation>
    </message>
    <message>
        <source>%1 is not a link that Trainyard has made, and stays; %2 has no other name</source>
        <translation>%1은(는) Trainyard가 만든 링크가 아니므로 그대로 둡니다. %2에는 다른 이름이 없습니다</translation>
    </message>
    <message>
        <source>%1 is a link or a file, and no checkpoint that Trainyard has saved: it stays, and step %2 is not saved; move it away</source>
        <translation>%1은(는) 링크나 파일이며 Trainyard가 저장한 체크포인트가 아닙니다. 그대로 두고 스텝 %2은(는) 저장하지 않습니다. 다른 곳으로 옮기세요</translation>
    </message>
    <message>
        <source>%1 is a link to %2, which is not a checkpoint of this run; to start from there, name the path itself</source>
        <translation>%1은(는) %2(으)로 가는 링크이며 이 실행의 체크포인트가 아닙니다. 거기서 시작하려면 경로를 직접 지정하세요</translation>
    </message>
    <message>
        <source>&quot;name&quot; is not a name for it</source>
        <translation>&quot;name&quot;은(는) 쓸 수 없는 이름입니다</translation>
    </message>
    <message>
        <source>it does not name %1</source>
        <translation>%1이(가) 적혀 있지 않습니다</translation>
    </message>
    <message>
        <source>bytes from %1 on are not what was written</source>
        <translation>%1번째 바이트부터 기록된 내용과 다릅니다</translation>
    </message>
    <message>
        <source>its SHA-256 is %1, the manifest says %2</source>
        <translation>SHA-256이 %1인데 매니페스트에는 %2입니다</translation>
    </message>
    <message>
        <source>the manifest names it and it is missing</source>
        <translation>매니페스트에는 있는데 파일이 없습니다</translation>
    </message>
    <message>
        <source>it is not a regular file</source>
        <translation>일반 파일이 아닙니다</translation>
    </message>
    <message>
        <source>cannot list the event files in %1</source>
        <translation>%1의 이벤트 파일 목록을 읽을 수 없습니다</translation>
    </message>
    <message>
        <source>%1 was not read: it is empty; if its task wrote metrics, they are lost</source>
        <translation>%1은(는) 비어 있어 읽지 않았습니다. 작업이 기록한 지표가 있었다면 손실되었습니다</translation>
    </message>
    <message>
        <source>%1 was not read: it is not a regular file</source>
        <translation>%1은(는) 일반 파일이 아니어서 읽지 않았습니다</translation>
    </message>
    <message>
        <source>no file is named: its path is empty</source>
        <translation>파일이 지정되지 않았습니다. 경로가 비어 있습니다</translation>
    </message>
    <message>
        <source>it has %1 bytes, the manifest says %2</source>
        <translation>%1바이트인데 매니페스트에는 %2바이트입니다</translation>
    </message>
    <message>
        <source>the manifest does not name it</source>
        <translation>매니페스트에 적혀 있지 않습니다</translation>
    </message>
    <message>
        <source>its state is of step %1, its manifest of step %2</source>
        <translation>상태는 스텝 %1, 매니페스트는 스텝 %2의 것입니다</translation>
    </message>
    <message>
        <source>its manifest is of step %1</source>
        <translation>매니페스트는 스텝 %1의 것입니다</translation>
    </message>
    <message>
        <source>cannot start a thread to verify %1: %2</source>
        <translation>%1을(를) 검증할 스레드를 시작할 수 없습니다: %2</translation>
    </message>
    <message>
        <source>cannot start a thread to hash %1: %2</source>
        <translation>%1을(를) 해시할 스레드를 시작할 수 없습니다: %2</translation>
    </message>
    <message>
        <source>%1 has %2 bytes, its manifest says %3</source>
        <translation>%1은(는) %2바이트인데 매니페스트에는 %3바이트입니다</translation>
    </message>
    <message>
        <source>cannot exchange %1 and %2</source>
        <translation>%1과(와) %2을(를) 맞바꿀 수 없습니다</translation>
    </message>
    <message>
        <source>%1; and %2</source>
        <translation>%1. 또한 %2</translation>
    </message>
    <message>
        <source>%1 belongs to attempt %2; attempt %3 was too late</source>
        <translation>%1은(는) %2차 시도의 것입니다. %3차 시도는 너무 늦었습니다</translation>
    </message>
    <message>
        <source>%1 was already saved by this attempt (%2)</source>
        <translation>%1은(는) 이 시도가 이미 저장했습니다(%2)</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a name of a staged checkpoint (.tmp-&lt;step&gt;-a&lt;attempt&gt;)</source>
        <translation>&quot;%1&quot;은(는) 준비된 체크포인트의 이름이 아닙니다(.tmp-&lt;step&gt;-a&lt;attempt&gt;)</translation>
    </message>
    <message>
        <source>there is no staged checkpoint %1</source>
        <translation>준비된 체크포인트 %1이(가) 없습니다</translation>
    </message>
    <message>
        <source>the manifest in %1 is of step %2 and attempt %3</source>
        <translation>%1의 매니페스트는 스텝 %2, %3차 시도의 것입니다</translation>
    </message>
    <message>
        <source>%1 is not a checkpoint of a run</source>
        <translation>%1은(는) 실행의 체크포인트가 아닙니다</translation>
    </message>
    <message>
        <source>%1 cannot be parsed; remove it, and pin the checkpoints to keep again</source>
        <translation>%1의 내용이 올바르지 않습니다. 지우고 남길 것을 다시 고정하십시오</translation>
    </message>
    <message>
        <source>%1 is a file where checkpoints need a folder</source>
        <translation>%1은(는) 파일인데 체크포인트에는 폴더가 필요합니다</translation>
    </message>
    <message>
        <source>checkpoints cannot be written to %1</source>
        <translation>체크포인트를 %1에 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>%1 holds the checkpoints of run %2; give this run another folder, or resume that one</source>
        <translation>%1에는 실행 %2의 체크포인트가 있습니다. 다른 폴더를 지정하거나 그 실행을 재개하십시오</translation>
    </message>
    <message>
        <source>%1 is not empty; choose an empty folder, or one that does not exist yet</source>
        <translation>%1은(는) 비어 있지 않습니다. 빈 폴더나 아직 없는 폴더를 고르십시오</translation>
    </message>
    <message>
        <source>%1 is in %2, which a run writes; choose a place outside it</source>
        <translation>%1은(는) 실행이 기록하는 %2 안에 있습니다. 그 밖의 곳을 고르십시오</translation>
    </message>
    <message>
        <source>%1 belongs to another program and would be overwritten; move it elsewhere</source>
        <translation>%1은(는) 다른 프로그램의 파일이며 덮어쓰게 됩니다. 다른 곳으로 옮기십시오</translation>
    </message>
    <message>
        <source>%1 is kept: its owner.json does not name %2 as its writer; move it elsewhere if it is not needed</source>
        <translation>%1은(는) 그대로 둡니다: 그 owner.json에 %2이(가) 썼다는 기록이 없습니다. 필요 없으면 다른 곳으로 옮기십시오</translation>
    </message>
    <message>
        <source>it does not name the run that wrote the folder</source>
        <translation>폴더를 누가 썼는지 적혀 있지 않습니다</translation>
    </message>
    <message>
        <source>%1; another run or program wrote it, so it stays, and an older one is used</source>
        <translation>%1. 다른 실행이나 프로그램이 쓴 것이므로 그대로 두고 더 오래된 것을 씁니다</translation>
    </message>
    <message>
        <source>%1 was deleted while it was being checked; choose another one, or try again</source>
        <translation>%1은(는) 확인하는 동안 지워졌습니다. 다른 것을 고르거나 다시 시도하십시오</translation>
    </message>
    <message>
        <source>the backup stays</source>
        <translation>백업은 남습니다</translation>
    </message>
    <message>
        <source>run %1 starts from %2; delete it once that run has saved its own checkpoint</source>
        <translation>실행 %1은(는) %2에서 시작합니다. 그 실행이 자신의 체크포인트를 저장한 뒤에 지우십시오</translation>
    </message>
    <message>
        <source>the best model was not kept</source>
        <translation>가장 좋은 모델을 남기지 못했습니다</translation>
    </message>
    <message>
        <source>checkpoint.dir and checkpoint.backup_and_restore.dir are the same folder, %1: the backup is deleted once the run has succeeded; give each its own folder</source>
        <translation>checkpoint.dir와 checkpoint.backup_and_restore.dir가 같은 폴더 %1입니다: 백업은 실행이 성공하면 지워집니다. 각각 다른 폴더를 지정하십시오</translation>
    </message>
    <message>
        <source>remove `dir`: the backup then has its own folder next to the run&apos;s checkpoints</source>
        <translation>`dir`를 지우십시오. 그러면 백업은 실행의 체크포인트 옆에 자기 폴더를 갖습니다</translation>
    </message>
    <message>
        <source>cannot write %1: tensor &quot;%2&quot; %3</source>
        <translation>%1에 쓸 수 없습니다: 텐서 &quot;%2&quot;: %3</translation>
    </message>
    <message>
        <source>%1 is not a safetensors file that can be used: %2</source>
        <translation>%1은(는) 쓸 수 있는 safetensors 파일이 아닙니다: %2</translation>
    </message>
    <message>
        <source>it has %1 bytes, at least 10 are needed</source>
        <translation>%1바이트뿐입니다(최소 10바이트 필요)</translation>
    </message>
    <message>
        <source>cannot map %1</source>
        <translation>%1을(를) 메모리에 매핑할 수 없습니다</translation>
    </message>
    <message>
        <source>its header claims %1 bytes, at most %2 are read</source>
        <translation>헤더는 %1바이트라고 하지만 최대 %2바이트까지 읽습니다</translation>
    </message>
    <message>
        <source>its header claims %1 bytes, the file has %2 after the length</source>
        <translation>헤더는 %1바이트라고 하지만 길이 뒤에는 %2바이트뿐입니다</translation>
    </message>
    <message>
        <source>its header %1</source>
        <translation>헤더 문제: %1</translation>
    </message>
    <message>
        <source>%1: &quot;%2&quot; is missing or no count up to %3</source>
        <translation>%1: &quot;%2&quot;이(가) 없거나 %3까지의 수가 아닙니다</translation>
    </message>
    <message>
        <source>the training state cannot be JSON: %1</source>
        <translation>학습 상태를 JSON으로 만들 수 없습니다: %1</translation>
    </message>
    <message>
        <source>%1 was written by Trainyard 0.1, whose checkpoints cannot continue training; a run with train.initial_weights set to its model.safetensors starts from its weights</source>
        <translation>%1: Trainyard 0.1이 쓴 것으로 그 체크포인트에서는 학습을 이어 갈 수 없습니다. train.initial_weights에 그 model.safetensors를 지정하면 그 가중치에서 시작합니다</translation>
    </message>
    <message>
        <source>its version is %1, this program reads version %2; use a newer one</source>
        <translation>버전이 %1인데 이 프로그램은 버전 %2을(를) 읽습니다. 더 새로운 것을 쓰십시오</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is missing or no object</source>
        <translation>&quot;%1&quot;이(가) 없거나 객체가 아닙니다</translation>
    </message>
    <message>
        <source>the checkpoint of step %1 could not be written to %2 (earlier ones are untouched)</source>
        <translation>스텝 %1의 체크포인트를 %2에 쓰지 못했습니다(이전 것은 그대로입니다)</translation>
    </message>
    <message>
        <source>cannot link %1 into %2: %3</source>
        <translation>%1을(를) %2에 링크할 수 없습니다: %3</translation>
    </message>
    <message>
        <source>cannot stat the event file %1</source>
        <translation>이벤트 파일 %1의 정보를 읽을 수 없습니다</translation>
    </message>
    <message>
        <source>the event file %1 is damaged at byte %2: %3</source>
        <translation>이벤트 파일 %1이(가) 바이트 %2에서 손상되었습니다: %3</translation>
    </message>
    <message>
        <source>the log %1 is damaged at byte %2: %3</source>
        <translation>로그 %1은(는) 바이트 %2에서 손상되었습니다: %3</translation>
    </message>
    <message>
        <source>cannot read the log %1</source>
        <translation>로그 %1을(를) 읽을 수 없습니다</translation>
    </message>
    <message>
        <source>a line is longer than 1 MiB</source>
        <translation>1MiB보다 긴 줄이 있습니다</translation>
    </message>
    <message>
        <source>it has %1 rows, and %2 were read before</source>
        <translation>행이 %1개인데 이전에 %2개를 읽었습니다</translation>
    </message>
    <message>
        <source>what was read of it before is no longer there: it is another log</source>
        <translation>이전에 읽은 내용이 더 이상 없습니다. 다른 로그입니다</translation>
    </message>
    <message>
        <source>its first line is not a header</source>
        <translation>첫 줄이 헤더가 아닙니다</translation>
    </message>
    <message>
        <source>a row does not fit the header</source>
        <translation>헤더에 맞지 않는 행이 있습니다</translation>
    </message>
    <message>
        <source>it does not begin as one of this format</source>
        <translation>이 형식의 파일처럼 시작하지 않습니다</translation>
    </message>
    <message>
        <source>a record is not a message of wandb</source>
        <translation>레코드가 wandb의 메시지가 아닙니다</translation>
    </message>
    <message>
        <source>the file ends before</source>
        <translation>파일이 그 앞에서 끝납니다</translation>
    </message>
    <message>
        <source>a record&apos;s frame is wrong</source>
        <translation>레코드의 프레임이 잘못되었습니다</translation>
    </message>
    <message>
        <source>a line is not a JSON object</source>
        <translation>JSON 객체가 아닌 줄이 있습니다</translation>
    </message>
    <message>
        <source>a row does not have a whole step from -2^53 to 2^53</source>
        <translation>-2^53부터 2^53까지의 정수 스텝이 없는 행이 있습니다</translation>
    </message>
    <message>
        <source>it is UTF-16; save it as UTF-8</source>
        <translation>UTF-16입니다. UTF-8로 저장하십시오</translation>
    </message>
    <message>
        <source>its first line has two columns named %1; rename one</source>
        <translation>첫 줄에 이름이 %1인 열이 두 개 있습니다. 하나의 이름을 바꾸십시오</translation>
    </message>
    <message>
        <source>a line is not &quot;milliseconds value step&quot;</source>
        <translation>&quot;밀리초 값 스텝&quot; 형식이 아닌 줄이 있습니다</translation>
    </message>
    <message>
        <source>cannot read the event file %1</source>
        <translation>이벤트 파일 %1을(를) 읽을 수 없습니다</translation>
    </message>
    <message>
        <source>the file ends before, at byte %1</source>
        <translation>파일이 그 앞 바이트 %1에서 끝납니다</translation>
    </message>
    <message>
        <source>the checksum of a record&apos;s length is wrong</source>
        <translation>레코드 길이의 체크섬이 맞지 않습니다</translation>
    </message>
    <message>
        <source>a record is not a tensorflow.Event</source>
        <translation>tensorflow.Event가 아닌 레코드가 있습니다</translation>
    </message>
    <message>
        <source>the checksum of a record is wrong</source>
        <translation>레코드의 체크섬이 맞지 않습니다</translation>
    </message>
    <message>
        <source>cannot create the event file %1</source>
        <translation>이벤트 파일 %1을(를) 만들 수 없습니다</translation>
    </message>
    <message>
        <source>cannot truncate %1 to its last complete record</source>
        <translation>%1을(를) 마지막 온전한 레코드까지 자를 수 없습니다</translation>
    </message>
    <message>
        <source>cannot sync the event file %1</source>
        <translation>이벤트 파일 %1을(를) 동기화할 수 없습니다</translation>
    </message>
    <message>
        <source>%1 lacks the key &quot;%2&quot;</source>
        <translation>%1에 키 &quot;%2&quot;이(가) 없습니다</translation>
    </message>
    <message>
        <source>%1, key &quot;%2&quot;: expected %3, got a %4</source>
        <translation>%1, 키 &quot;%2&quot;: %3이어야 하는데 %4입니다</translation>
    </message>
    <message>
        <source>the plan record</source>
        <translation>계획 레코드</translation>
    </message>
    <message>
        <source>the epoch record</source>
        <translation>에포크 레코드</translation>
    </message>
    <message>
        <source>the evaluation record</source>
        <translation>평가 레코드</translation>
    </message>
    <message>
        <source>the result record</source>
        <translation>결과 레코드</translation>
    </message>
    <message>
        <source>the client&apos;s record</source>
        <translation>클라이언트의 레코드</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>객체</translation>
    </message>
    <message>
        <source>cannot keep a file in memory</source>
        <translation>파일을 메모리에 둘 수 없습니다</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a list of CPUs; expected numbers and ranges such as 0-3,6</source>
        <translation>&quot;%1&quot;은(는) CPU 목록이 아닙니다. 0-3,6 같은 번호와 범위여야 합니다</translation>
    </message>
    <message>
        <source>cannot set %1 bytes aside in %2</source>
        <translation>%2에 %1바이트를 확보할 수 없습니다</translation>
    </message>
    <message>
        <source>cannot read which CPUs may be used</source>
        <translation>쓸 수 있는 CPU를 읽을 수 없습니다</translation>
    </message>
    <message>
        <source>/proc/meminfo has no MemTotal</source>
        <translation>/proc/meminfo에 MemTotal이 없습니다</translation>
    </message>
    <message>
        <source>%1 ended before it had started %2; see %3</source>
        <translation>%1이(가) %2을(를) 시작하기 전에 끝났습니다. %3을(를) 보십시오</translation>
    </message>
    <message>
        <source>%1 left no record of its task</source>
        <translation>%1이(가) 작업의 기록을 남기지 않았습니다</translation>
    </message>
    <message>
        <source>another user&apos;s program</source>
        <translation>다른 사용자의 프로그램</translation>
    </message>
    <message>
        <source>cannot make a socket</source>
        <translation>소켓을 만들 수 없습니다</translation>
    </message>
    <message>
        <source>cannot duplicate a descriptor</source>
        <translation>디스크립터를 복제할 수 없습니다</translation>
    </message>
    <message>
        <source>action is missing (expected ADD, REMOVE or CLEAN)</source>
        <translation>action이 없습니다(ADD, REMOVE 또는 CLEAN이어야 합니다)</translation>
    </message>
    <message>
        <source>cannot draw a random name</source>
        <translation>임의의 이름을 만들 수 없습니다</translation>
    </message>
    <message>
        <source>`%1` cannot be the name of a node (expected 1 to %2 letters, digits, - _ or ., and neither local nor auto); choose one with --name</source>
        <translation>`%1`은(는) 노드 이름으로 사용할 수 없습니다(영문자, 숫자, -, _, . 1~%2자이며 local과 auto는 제외). --name으로 지정하세요</translation>
    </message>
    <message>
        <source>there is no node %1; `trainyard --headless nodes` lists them, and `nodes add` adds one</source>
        <translation>노드 %1이(가) 없습니다. `trainyard --headless nodes`로 목록을 보고 `nodes add`로 추가할 수 있습니다</translation>
    </message>
    <message>
        <source>node %1 has no libtorch that its worker starts with; run `trainyard --headless nodes prepare %2`</source>
        <translation>노드 %1에는 워커가 시작할 때 쓸 수 있는 libtorch가 없습니다. `trainyard --headless nodes prepare %2`를 실행하세요</translation>
    </message>
    <message>
        <source>node %1 has no libtorch that its worker starts with (%2); run `trainyard --headless nodes prepare %3`</source>
        <translation>노드 %1에는 워커가 시작할 때 쓸 수 있는 libtorch가 없습니다(%2). `trainyard --headless nodes prepare %3`를 실행하세요</translation>
    </message>
    <message>
        <source>this machine has no libtorch that its worker starts with (%1); install it again</source>
        <translation>이 컴퓨터에는 워커가 시작할 때 쓸 수 있는 libtorch가 없습니다(%1). 다시 설치하세요</translation>
    </message>
    <message>
        <source>run %1 has tasks on node %2; stop it first</source>
        <translation>실행 %1의 작업이 노드 %2에 있습니다. 먼저 중지하세요</translation>
    </message>
    <message>
        <source>node %1 cannot be reached, and has tasks of %2; if the machine will not come back, `trainyard --headless nodes remove %3 --force` abandons it</source>
        <translation>노드 %1에 연결할 수 없으며, 그곳에 %2의 태스크가 있습니다. 머신이 돌아오지 않는다면 `trainyard --headless nodes remove %3 --force`로 포기할 수 있습니다</translation>
    </message>
    <message>
        <source>node %1 can be reached, so it is not abandoned: stop what has tasks there (%2), and remove it then</source>
        <translation>노드 %1에 연결할 수 있으므로 포기하지 않습니다. 그곳에 태스크가 있는 실행(%2)을 중지한 다음 제거하세요</translation>
    </message>
    <message>
        <source>node %1 was abandoned: its tasks count as lost (%2)</source>
        <translation>노드 %1을(를) 포기했습니다. 그 태스크는 유실된 것으로 간주됩니다 (%2)</translation>
    </message>
    <message>
        <source>node %1 was abandoned: what this run had still to ask of it fails</source>
        <translation>노드 %1을(를) 포기했습니다. 이 실행이 그 노드에 아직 요청하던 것은 실패합니다</translation>
    </message>
    <message>
        <source>%1; if the machine will not come back, `trainyard --headless nodes remove %2 --force` abandons it</source>
        <translation>%1. 머신이 돌아오지 않는다면 `trainyard --headless nodes remove %2 --force`로 포기할 수 있습니다</translation>
    </message>
    <message>
        <source>the address of node %1 is unknown, because its SSH server was not reached over a network; tasks on it could not be reached</source>
        <translation>노드 %1의 SSH 서버에 네트워크로 연결되지 않아 주소를 알 수 없습니다. 그 노드의 작업에 연결할 수 없습니다</translation>
    </message>
    <message>
        <source>node %1 reaches this machine at %2, and another node of the run at %3; use nodes of one network</source>
        <translation>노드 %1은(는) 이 머신에 %2(으)로 연결하지만 이 실행의 다른 노드는 %3(으)로 연결합니다. 같은 네트워크의 노드를 쓰세요</translation>
    </message>
    <message>
        <source>%1 has %2 bytes, and what follows begins at %3</source>
        <translation>%1은(는) %2바이트인데 이어지는 부분은 %3바이트부터 시작합니다</translation>
    </message>
    <message>
        <source>%1 is not in the run&apos;s folder</source>
        <translation>%1은(는) 실행의 폴더 안에 없습니다</translation>
    </message>
    <message>
        <source>node %1 is already there (%2); choose another name with --name, or remove it first</source>
        <translation>노드 %1이(가) 이미 있습니다(%2). --name으로 다른 이름을 지정하거나 먼저 제거하세요</translation>
    </message>
    <message>
        <source>node %1 was not added: %2</source>
        <translation>노드 %1을(를) 추가하지 못했습니다: %2</translation>
    </message>
    <message>
        <source>it does not answer</source>
        <translation>응답하지 않습니다</translation>
    </message>
    <message>
        <source>attempt %1 of run %2 was refused by the node, which has attempt %3 since</source>
        <translation>실행 %2의 시도 %1은(는) 노드가 거부했습니다. 노드에는 이후의 시도 %3이(가) 있습니다</translation>
    </message>
    <message>
        <source>%1 (if the home was restored from an older copy, branch the run)</source>
        <translation>%1 (홈을 이전 사본에서 복원했으면 실행을 분기하세요)</translation>
    </message>
    <message>
        <source>the node does not know this call; install the same version of Trainyard on both machines</source>
        <translation>노드가 이 호출을 지원하지 않습니다. 두 컴퓨터에 같은 버전의 Trainyard를 설치하세요</translation>
    </message>
    <message>
        <source>its agent did not answer within %1 s</source>
        <translation>에이전트가 %1초 안에 응답하지 않았습니다</translation>
    </message>
    <message>
        <source>the connection ended (%1)</source>
        <translation>연결이 종료되었습니다(%1)</translation>
    </message>
    <message>
        <source>the node has a version of Trainyard that cannot be a node, the home has %1; install the same version on both machines</source>
        <translation>노드의 Trainyard는 노드로 사용할 수 없는 버전입니다(홈은 %1). 두 컴퓨터에 같은 버전을 설치하세요</translation>
    </message>
    <message>
        <source>the node refused connection %1 of this home, which has opened connection %2 since; another agent of the same home controls the node now</source>
        <translation>노드가 이 홈의 연결 %1을(를) 거부했습니다. 이후에 연결 %2이(가) 열려 지금은 같은 홈의 다른 에이전트가 노드를 제어합니다</translation>
    </message>
    <message>
        <source>%1 (if the home was restored from an older copy and has no other agent, delete %2 on the node)</source>
        <translation>%1 (홈을 이전 사본에서 복원했고 다른 에이전트가 없으면 노드의 %2을(를) 삭제하세요)</translation>
    </message>
    <message>
        <source>%1 (if the home was restored from an older copy and has no other agent, run `trainyard --headless agent stop` on the node, and delete %2 there)</source>
        <translation>%1 (홈을 이전 사본에서 복원했고 다른 에이전트가 없으면 노드에서 `trainyard --headless agent stop`을 실행하고 노드의 %2을(를) 삭제하세요)</translation>
    </message>
    <message>
        <source>%1 is damaged (%2); it keeps older agents of a home and older attempts from writing: delete it once none of them is running</source>
        <translation>%1이(가) 손상됐습니다(%2). 이 파일은 홈의 이전 에이전트와 이전 시도가 쓰지 못하게 합니다. 그중 실행 중인 것이 없으면 삭제하세요</translation>
    </message>
    <message>
        <source>its &quot;%1&quot; is not a whole number</source>
        <translation>&quot;%1&quot;이(가) 정수가 아닙니다</translation>
    </message>
    <message>
        <source>the home has Trainyard %1 (node protocol %2 to %3), the node has %4 (%5 to %6): they have no common version; install the same version on both machines</source>
        <translation>홈의 Trainyard는 %1(노드 프로토콜 %2~%3), 노드는 %4(%5~%6)이며 공통 버전이 없습니다. 두 컴퓨터에 같은 버전을 설치하세요</translation>
    </message>
    <message>
        <source>the agent of node %1 was restarted while it started %2; start it again</source>
        <translation>노드 %1의 에이전트가 %2을(를) 시작하는 도중에 다시 시작되었습니다. 다시 시작하세요</translation>
    </message>
    <message>
        <source>node %1 cannot be reached: %2</source>
        <translation>노드 %1에 연결할 수 없습니다: %2</translation>
    </message>
    <message>
        <source>the agent on %1 cannot be used: %2</source>
        <translation>%1의 에이전트를 사용할 수 없습니다: %2</translation>
    </message>
    <message>
        <source>node %1 cannot be reached: the change waits until it can be, and the run trains on as before until then (%2)</source>
        <translation>노드 %1에 연결할 수 없습니다. 변경은 연결될 때까지 기다리며, 그때까지 실행은 이전대로 학습을 계속합니다 (%2)</translation>
    </message>
    <message>
        <source>node %1 cannot be reached: the run is restarted once it can be, as its tasks may still be running (%2)</source>
        <translation>노드 %1에 연결할 수 없습니다. 그 태스크가 아직 실행 중일 수 있으므로 실행은 연결된 뒤에 다시 시작됩니다 (%2)</translation>
    </message>
    <message>
        <source>node %1 cannot be reached: the pause waits until it can be, and the run trains on until then (%2)</source>
        <translation>노드 %1에 연결할 수 없습니다. 일시 중지는 연결될 때까지 기다리며, 그때까지 실행은 학습을 계속합니다 (%2)</translation>
    </message>
    <message>
        <source>node %1 cannot be reached: the stop waits until it can be, and the run trains on until then (%2)</source>
        <translation>노드 %1에 연결할 수 없습니다. 중지는 연결될 때까지 기다리며, 그때까지 실행은 학습을 계속합니다 (%2)</translation>
    </message>
    <message>
        <source>node %1 cannot be reached: the training stops all the same, and the run ends once it can be (%2)</source>
        <translation>노드 %1에 연결할 수 없습니다. 학습은 그래도 중지되며, 실행은 연결되면 끝납니다 (%2)</translation>
    </message>
    <message>
        <source>node %1 cannot be reached: no task is left, and the run ends once it can be, where a checkpoint is searched for (%2)</source>
        <translation>노드 %1에 연결할 수 없습니다. 남은 태스크가 없으며, 체크포인트를 찾고 있는 이 노드에 연결되면 실행이 끝납니다 (%2)</translation>
    </message>
    <message>
        <source>node %1 cannot be reached: its tasks are killed as soon as it can be, and the run ends then; those of other machines are killed now (%2)</source>
        <translation>노드 %1에 연결할 수 없습니다. 그 작업은 연결되는 즉시 강제 종료되고 실행은 그때 끝납니다. 다른 머신의 작업은 지금 강제 종료됩니다 (%2)</translation>
    </message>
    <message>
        <source>place the tasks on one of the names, unless they need two accounts</source>
        <translation>두 계정이 필요한 경우가 아니면 작업을 한 이름에 배치하세요</translation>
    </message>
    <message>
        <source>nodes %1 and %2 are one machine under two names or accounts: their tasks share its GPUs and cores</source>
        <translation>노드 %1과(와) %2은(는) 이름 또는 계정이 다른 같은 머신입니다. 작업은 그 GPU와 코어를 공유합니다</translation>
    </message>
    <message>
        <source>its disk has %1 KiB free; free some space there, or set TRAINYARD_HOME to a folder on a larger disk</source>
        <translation>그 디스크의 여유 공간은 %1 KiB입니다. 공간을 확보하거나 TRAINYARD_HOME을 더 큰 디스크의 폴더로 설정하세요</translation>
    </message>
    <message>
        <source>cannot write to the home %1</source>
        <translation>홈 %1에 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>%1; make it writable, or set TRAINYARD_HOME to a folder that is</source>
        <translation>%1. 쓰기 가능하게 하거나 TRAINYARD_HOME을 쓸 수 있는 폴더로 설정하세요</translation>
    </message>
    <message>
        <source>the same machine as %1, under another name or account: they share its GPUs and cores, and no task is given what another has</source>
        <translation>%1과(와) 같은 머신입니다(다른 이름 또는 계정). GPU와 코어를 공유하며, 다른 작업의 것이 할당되지 않습니다</translation>
    </message>
    <message>
        <source>node %1 does not answer</source>
        <translation>노드 %1이(가) 응답하지 않습니다</translation>
    </message>
    <message>
        <source>ssh ended without a message</source>
        <translation>ssh가 메시지 없이 종료되었습니다</translation>
    </message>
    <message>
        <source>it printed &quot;%1&quot; in place of the agent&apos;s greeting</source>
        <translation>에이전트의 인사말 대신 &quot;%1&quot;을(를) 출력했습니다</translation>
    </message>
    <message>
        <source>%1 is damaged (%2)</source>
        <translation>%1이(가) 손상되었습니다 (%2)</translation>
    </message>
    <message>
        <source>the file of nodes could not be read and is now %1: %2; add the nodes again</source>
        <translation>노드 파일을 읽을 수 없어 %1(으)로 이름을 바꾸었습니다: %2. 노드를 다시 추가하세요</translation>
    </message>
    <message>
        <source>it cannot be described: %1</source>
        <translation>정보를 가져올 수 없습니다: %1</translation>
    </message>
    <message>
        <source>%1 was replaced while it was being sent; restart the agent</source>
        <translation>%1이(가) 전송 중에 바뀌었습니다. 에이전트를 다시 시작하세요</translation>
    </message>
    <message>
        <source>%1 cannot be in an archive: its name or content is too long</source>
        <translation>%1은(는) 아카이브에 넣을 수 없습니다: 이름이나 내용이 너무 깁니다</translation>
    </message>
    <message>
        <source>%1 is not a program that uses shared libraries</source>
        <translation>%1은(는) 공유 라이브러리를 사용하는 프로그램이 아닙니다</translation>
    </message>
    <message>
        <source>cannot list the libraries of %1: %2</source>
        <translation>%1의 라이브러리를 나열할 수 없습니다: %2</translation>
    </message>
    <message>
        <source>%1 needs %2, which is not on this machine</source>
        <translation>%1에는 %2이(가) 필요하지만 이 머신에 없습니다</translation>
    </message>
    <message>
        <source>%1 has no trainyard-worker that uses libtorch; build or install it with libtorch, then restart the agent</source>
        <translation>%1에 libtorch를 사용하는 trainyard-worker가 없습니다. libtorch와 함께 빌드하거나 설치한 뒤 에이전트를 다시 시작하세요</translation>
    </message>
    <message>
        <source>%1 has processors of type %2, and this build of Trainyard is for %3</source>
        <translation>%1의 프로세서는 %2이지만 이 Trainyard는 %3용입니다</translation>
    </message>
    <message>
        <source>%1 has %2 free for Trainyard, and %3 are needed; free some space there, or set TRAINYARD_HOME there to a folder on a larger disk</source>
        <translation>%1에서 Trainyard가 쓸 수 있는 여유 공간은 %2이고 %3이(가) 필요합니다. 공간을 확보하거나 그곳의 TRAINYARD_HOME을 더 큰 디스크의 폴더로 설정하세요</translation>
    </message>
    <message>
        <source>the disk of %1 is full: %2 are needed; free some space there, or set TRAINYARD_HOME there to a folder on a larger disk</source>
        <translation>%1의 디스크가 가득 찼습니다: %2이(가) 필요합니다. 공간을 확보하거나 그곳의 TRAINYARD_HOME을 더 큰 디스크의 폴더로 설정하세요</translation>
    </message>
    <message>
        <source>cannot write to the home of Trainyard on %1: %2; make it writable, or set TRAINYARD_HOME there to a folder that is</source>
        <translation>%1의 Trainyard 홈에 쓸 수 없습니다: %2. 쓰기 가능하게 하거나 그곳의 TRAINYARD_HOME을 쓸 수 있는 폴더로 설정하세요</translation>
    </message>
    <message>
        <source>what was sent to %1 does not run there: %2</source>
        <translation>%1(으)로 보낸 것이 그곳에서 실행되지 않습니다: %2</translation>
    </message>
    <message>
        <source>what arrived on %1 is not what was sent; try again</source>
        <translation>%1에 도착한 내용이 보낸 것과 다릅니다. 다시 시도하세요</translation>
    </message>
    <message>
        <source>%1 has no `gzip`, which unpacks what is sent; install it there</source>
        <translation>%1에 전송된 것을 푸는 `gzip`이 없습니다. 그곳에 설치하세요</translation>
    </message>
    <message>
        <source>its key is not the known one: ask whoever runs %1 why, before you remove the old key with ssh-keygen -R</source>
        <translation>호스트 키가 알려진 것과 다릅니다. ssh-keygen -R로 이전 키를 지우기 전에 %1의 관리자에게 이유를 확인하세요</translation>
    </message>
    <message>
        <source>its key is not known: run `ssh %1` once, compare the fingerprint, and accept it</source>
        <translation>호스트 키를 알 수 없습니다. `ssh %1`을(를) 한 번 실행해 지문을 비교하고 수락하세요</translation>
    </message>
    <message>
        <source>cannot reach %1 by ssh: %2 (%3)</source>
        <translation>ssh로 %1에 연결할 수 없습니다: %2 (%3)</translation>
    </message>
    <message>
        <source>what was sent to %1 is not there</source>
        <translation>%1(으)로 보낸 것이 그곳에 없습니다</translation>
    </message>
    <message>
        <source>the Linux of this machine is too old: Trainyard needs 5.3 or newer (pidfd_open)</source>
        <translation>이 머신의 Linux가 너무 오래되었습니다: Trainyard에는 5.3 이상이 필요합니다 (pidfd_open)</translation>
    </message>
    <message>
        <source>cannot reach %1 by ssh: %2</source>
        <translation>ssh로 %1에 연결할 수 없습니다: %2</translation>
    </message>
    <message>
        <source>%1 is not the address of a node: %2; expected HOST, USER@HOST or ssh://USER@HOST:PORT</source>
        <translation>%1은(는) 노드 주소가 아닙니다: %2. HOST, USER@HOST 또는 ssh://USER@HOST:PORT를 입력하세요</translation>
    </message>
    <message>
        <source>the name of the host is missing</source>
        <translation>호스트 이름이 없습니다</translation>
    </message>
    <message>
        <source>the name of the host, %1, begins with a hyphen</source>
        <translation>호스트 이름 %1이(가) 하이픈으로 시작합니다</translation>
    </message>
    <message>
        <source>%1 cannot be the name of a host</source>
        <translation>%1은(는) 호스트 이름으로 사용할 수 없습니다</translation>
    </message>
    <message>
        <source>the name of the user, before the @, is missing</source>
        <translation>@ 앞의 사용자 이름이 없습니다</translation>
    </message>
    <message>
        <source>%1 cannot be the name of a user</source>
        <translation>%1은(는) 사용자 이름으로 사용할 수 없습니다</translation>
    </message>
    <message>
        <source>the port, after the colon, is missing</source>
        <translation>콜론 뒤의 포트가 없습니다</translation>
    </message>
    <message>
        <source>its port, %1, is not a number from 1 to %2</source>
        <translation>포트 %1은(는) 1에서 %2 사이의 숫자가 아닙니다</translation>
    </message>
    <message>
        <source>a port is given as ssh://%1%2%3</source>
        <translation>포트는 ssh://%1%2%3 형식으로 지정합니다</translation>
    </message>
    <message>
        <source>%1, after the host, has no meaning</source>
        <translation>호스트 뒤의 %1은(는) 의미가 없습니다</translation>
    </message>
    <message>
        <source>ssh takes no IPv6 address in a URI: leave out ssh:// and the brackets, and set the port in the configuration of ssh</source>
        <translation>ssh는 URI의 IPv6 주소를 받지 않습니다. ssh://와 대괄호를 빼고 포트는 ssh 설정에서 지정하세요</translation>
    </message>
    <message>
        <source>it has not answered yet</source>
        <translation>아직 응답하지 않았습니다</translation>
    </message>
    <message>
        <source>local is the machine of the agent itself; it is neither prepared nor removed</source>
        <translation>local은 에이전트 자신의 컴퓨터이므로 준비하거나 제거할 수 없습니다</translation>
    </message>
    <message>
        <source>node %1 occurs twice</source>
        <translation>노드 %1이(가) 중복되어 있습니다</translation>
    </message>
    <message>
        <source>node %1 lacks %2, or has it with different contents (files to send: %3, bytes: %4)</source>
        <translation>노드 %1에 %2이(가) 없거나 내용이 다릅니다(보낼 파일: %3개, %4바이트)</translation>
    </message>
    <message>
        <source>send them: `--send` on the command line, Send in the window</source>
        <translation>명령줄에서는 `--send`로, 창에서는 “보내기”로 보내십시오</translation>
    </message>
    <message>
        <source>node %1: %2</source>
        <translation>노드 %1: %2</translation>
    </message>
    <message>
        <source>node %1 answered for %2 of %3 files</source>
        <translation>노드 %1이(가) 파일 %3개 중 %2개에 대해서만 응답했습니다</translation>
    </message>
    <message>
        <source>%1 changed while it was sent; send it again</source>
        <translation>%1이(가) 보내는 동안 변경되었습니다. 다시 보내십시오</translation>
    </message>
    <message>
        <source>%1 is not the name of a file that can be sent to a node</source>
        <translation>%1은(는) 노드로 보낼 수 있는 파일 이름이 아닙니다</translation>
    </message>
    <message>
        <source>%1 is in the way: it is not, or no longer, what was sent there; move it away</source>
        <translation>%1이(가) 방해가 됩니다. 보낸 파일이 아니거나 그 뒤에 변경되었습니다. 다른 곳으로 옮기십시오</translation>
    </message>
    <message>
        <source>%1 has %2 bytes, and what follows begins at %3; send it again</source>
        <translation>%1은(는) %2바이트인데 이어지는 부분은 %3에서 시작합니다. 다시 보내십시오</translation>
    </message>
    <message>
        <source>%1 cannot be sent: it is neither a regular file nor a link to one in the same folder; copy the folder to the same path of the other machine</source>
        <translation>%1을(를) 보낼 수 없습니다. 일반 파일도, 같은 폴더에 있는 파일로의 링크도 아닙니다. 폴더를 다른 컴퓨터의 같은 경로에 복사하십시오</translation>
    </message>
    <message>
        <source>%1 has more than %2 files, which are too many to send; copy it to the same path of the other machine</source>
        <translation>%1에는 파일이 %2개보다 많아 보낼 수 없습니다. 다른 컴퓨터의 같은 경로에 복사하십시오</translation>
    </message>
    <message>
        <source>no other machine is used: %1; correct that and restart the agent</source>
        <translation>다른 컴퓨터를 사용하지 않습니다: %1. 문제를 해결한 뒤 에이전트를 다시 시작하세요</translation>
    </message>
    <message>
        <source>port %1 is in use by %2; end it, or choose another port or none</source>
        <translation>포트 %1은(는) %2이(가) 쓰고 있습니다. 끝내거나, 다른 포트를 고르거나, 포트를 생략하십시오</translation>
    </message>
    <message>
        <source>cannot take port %1</source>
        <translation>포트 %1을(를) 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>cannot read a socket&apos;s port</source>
        <translation>소켓의 포트를 읽을 수 없습니다</translation>
    </message>
    <message>
        <source>there is no process %1</source>
        <translation>프로세스 %1이(가) 없습니다</translation>
    </message>
    <message>
        <source>no process is named</source>
        <translation>프로세스가 지정되지 않았습니다</translation>
    </message>
    <message>
        <source>cannot watch process %1</source>
        <translation>프로세스 %1을(를) 감시할 수 없습니다</translation>
    </message>
    <message>
        <source>process %1 has ended</source>
        <translation>프로세스 %1이(가) 끝났습니다</translation>
    </message>
    <message>
        <source>%1 is not the record of a task: %2</source>
        <translation>%1은(는) 작업의 기록이 아닙니다: %2</translation>
    </message>
    <message>
        <source>cannot become the reaper of the task&apos;s processes</source>
        <translation>작업 프로세스의 회수자가 될 수 없습니다</translation>
    </message>
    <message>
        <source>cannot enter the working folder %1</source>
        <translation>작업 폴더 %1에 들어갈 수 없습니다</translation>
    </message>
    <message>
        <source>cannot run on the CPUs %1</source>
        <translation>CPU %1에서 실행할 수 없습니다</translation>
    </message>
    <message>
        <source>cannot start the program %1</source>
        <translation>프로그램 %1을(를) 시작할 수 없습니다</translation>
    </message>
    <message>
        <source>cannot find the program that was just started</source>
        <translation>방금 시작한 프로그램을 찾을 수 없습니다</translation>
    </message>
    <message>
        <source>the launcher did not wait for the start</source>
        <translation>실행한 쪽이 시작을 기다리지 않았습니다</translation>
    </message>
    <message>
        <source>ptrace is not permitted, as in a container without CAP_SYS_PTRACE</source>
        <translation>ptrace가 허용되지 않습니다(CAP_SYS_PTRACE가 없는 컨테이너 등)</translation>
    </message>
    <message>
        <source>kernel.yama.ptrace_scope is %1; `sudo sysctl kernel.yama.ptrace_scope=0` allows it</source>
        <translation>kernel.yama.ptrace_scope가 %1입니다. `sudo sysctl kernel.yama.ptrace_scope=0`으로 허용됩니다</translation>
    </message>
    <message>
        <source>process %1 is tracing it, as a debugger does</source>
        <translation>프로세스 %1이(가) 디버거처럼 추적 중입니다</translation>
    </message>
    <message>
        <source>the kernel does not allow reading the stacks of process %1: %2</source>
        <translation>커널이 프로세스 %1의 스택 읽기를 허용하지 않습니다: %2</translation>
    </message>
    <message>
        <source>%1 shows no stack of process %2: %3</source>
        <translation>%1이(가) 프로세스 %2의 스택을 보여 주지 않습니다: %3</translation>
    </message>
    <message>
        <source>it prints nothing</source>
        <translation>아무 말도 없습니다</translation>
    </message>
    <message>
        <source>%1 has not read the stacks of process %2 within %3 s</source>
        <translation>%1이(가) %3초 안에 프로세스 %2의 스택을 읽지 못했습니다</translation>
    </message>
    <message>
        <source>the request for the stacks was cancelled</source>
        <translation>스택을 기다리는 쪽이 더는 없습니다</translation>
    </message>
    <message>
        <source>stacks are read with %1, which is not installed: install the package elfutils</source>
        <translation>스택을 읽는 %1이(가) 설치되어 있지 않습니다: elfutils 패키지를 설치하십시오</translation>
    </message>
    <message>
        <source>action is missing (expected SAVE or DELETE)</source>
        <translation>action이 없습니다(SAVE 또는 DELETE)</translation>
    </message>
    <message>
        <source>cannot ask for the space in %1</source>
        <translation>%1의 공간을 알 수 없습니다</translation>
    </message>
    <message>
        <source>request_id is empty; a call that changes something needs one</source>
        <translation>request_id가 비어 있습니다. 무언가를 바꾸는 호출에는 필요합니다</translation>
    </message>
    <message>
        <source>%1 %2 speaks protocol %3–%4, this agent (%5) speaks %6–%7; install the same version of both, and end the old agent with `agent stop`</source>
        <translation>%1 %2의 프로토콜은 %3–%4, 이 에이전트(%5)는 %6–%7입니다. 둘을 같은 버전으로 설치하고 옛 에이전트는 `agent stop`으로 끝내십시오</translation>
    </message>
    <message>
        <source>another process</source>
        <translation>다른 프로세스</translation>
    </message>
    <message>
        <source>cannot lock %1</source>
        <translation>%1을(를) 잠글 수 없습니다</translation>
    </message>
    <message>
        <source>another trainyard-agent (%1) serves %2; use that one, or end it with `trainyard --headless agent stop`</source>
        <translation>다른 trainyard-agent(%1)가 %2을(를) 맡고 있습니다. 그것을 쓰거나 `trainyard --headless agent stop`으로 끝내십시오</translation>
    </message>
    <message>
        <source>%1 is not a folder of this user; the agent&apos;s socket needs one that nobody else can open: set XDG_RUNTIME_DIR to a folder of yours, or choose a shorter TRAINYARD_HOME</source>
        <translation>%1은(는) 이 사용자의 폴더가 아닙니다. 에이전트의 소켓에는 다른 사람이 열 수 없는 폴더가 필요합니다. XDG_RUNTIME_DIR을 본인 폴더로 설정하거나 더 짧은 TRAINYARD_HOME을 선택하세요</translation>
    </message>
    <message>
        <source>other users can change the home %1 (owner %2, mode %3); what they put there would run as you. Make it yours and run chmod go-w on it, or choose another folder in TRAINYARD_HOME</source>
        <translation>다른 사용자가 홈 %1을(를) 변경할 수 있습니다(소유자 %2, 모드 %3). 그곳에 둔 것은 사용자 권한으로 실행됩니다. 본인 소유로 바꾸고 chmod go-w를 실행하거나 TRAINYARD_HOME에서 다른 폴더를 선택하세요</translation>
    </message>
    <message>
        <source>%1 is a link, and the agent&apos;s log is written into no other place; remove it</source>
        <translation>%1은(는) 링크입니다. 에이전트의 로그는 다른 곳에 기록되지 않습니다. 링크를 삭제하세요</translation>
    </message>
    <message>
        <source>cannot determine which process listens at %1</source>
        <translation>%1에서 누가 수신 대기 중인지 확인할 수 없습니다</translation>
    </message>
    <message>
        <source>another user (uid %1) listens at %2, where your agent would be; set XDG_RUNTIME_DIR to a folder of yours, or choose a shorter TRAINYARD_HOME</source>
        <translation>에이전트가 있어야 할 %2에서 다른 사용자(uid %1)가 수신 대기 중입니다. XDG_RUNTIME_DIR을 본인 폴더로 설정하거나 더 짧은 TRAINYARD_HOME을 선택하세요</translation>
    </message>
    <message>
        <source>%1 can be opened by others (mode %2); run chmod 700 on it, or choose another folder for the socket</source>
        <translation>%1은(는) 다른 사람도 열 수 있습니다(모드 %2). chmod 700을 하거나 소켓에 다른 폴더를 고르십시오</translation>
    </message>
    <message>
        <source>cannot listen on %1</source>
        <translation>%1에서 수신 대기할 수 없습니다</translation>
    </message>
    <message>
        <source>event %1 of run %2 is damaged in the store</source>
        <translation>저장소에 있는 실행 %2의 이벤트 %1이(가) 손상됐습니다</translation>
    </message>
    <message>
        <source>the agent at %1 did not answer in time; see its log</source>
        <translation>%1의 에이전트가 제때 응답하지 않았습니다. 로그를 확인하십시오</translation>
    </message>
    <message>
        <source>the agent at %1 refused the request: %2</source>
        <translation>%1의 에이전트가 요청을 거부했습니다: %2</translation>
    </message>
    <message>
        <source>the agent at %1 is Trainyard %2 (protocol %3 to %4), this program is %5 (protocol %6 to %7): they have no common version. Stop that agent with the program it came with (`agent stop`), then try again</source>
        <translation>%1의 에이전트는 Trainyard %2(프로토콜 %3~%4), 이 프로그램은 %5(프로토콜 %6~%7)로 공통 버전이 없습니다. 그 에이전트를 함께 온 프로그램으로 중지하고(`agent stop`) 다시 시도하십시오</translation>
    </message>
    <message>
        <source>no agent answers at %1: %2</source>
        <translation>%1에서 응답하는 에이전트가 없습니다: %2</translation>
    </message>
    <message>
        <source>no agent is running, and none can be started</source>
        <translation>실행 중인 에이전트가 없고 시작할 수도 없습니다</translation>
    </message>
    <message>
        <source>cannot start the agent %1 with its log %2</source>
        <translation>에이전트 %1을(를) 로그 %2(으)로 시작할 수 없습니다</translation>
    </message>
    <message>
        <source>exited with code %1</source>
        <translation>종료 코드 %1(으)로 끝났습니다</translation>
    </message>
    <message>
        <source>the path of the socket %1 is too long (%2 bytes, at most %3); choose a shorter one</source>
        <translation>소켓 %1의 경로가 너무 깁니다(%2바이트, 최대 %3바이트). 더 짧은 경로를 지정하세요</translation>
    </message>
    <message>
        <source>cannot connect to %1</source>
        <translation>%1에 연결할 수 없습니다</translation>
    </message>
    <message>
        <source>cannot watch the agent that was just started</source>
        <translation>방금 시작한 에이전트를 감시할 수 없습니다</translation>
    </message>
    <message>
        <source>the agent %1 %2 at its start; the end of its log %3:%4</source>
        <translation>에이전트 %1이(가) 시작할 때 %2. 로그 %3의 끝:%4</translation>
    </message>
    <message>
        <source>was killed by signal %1 (SIG%2)</source>
        <translation>시그널 %1(SIG%2)(으)로 종료됐습니다</translation>
    </message>
    <message>
        <source>the agent (pid %1) was started, but its socket %2 does not answer; the end of its log %3:%4</source>
        <translation>에이전트(pid %1)를 시작했지만 소켓 %2이(가) 응답하지 않습니다. 로그 %3의 끝:%4</translation>
    </message>
    <message>
        <source>--agent %1: agents of other machines are reached by ssh:// only in this version; use ssh://user@host, or leave --agent out for this machine&apos;s own</source>
        <translation>--agent %1: 이 버전에서는 다른 머신의 에이전트에 ssh://로만 연결할 수 있습니다. ssh://user@host를 사용하거나 --agent를 생략하여 이 머신의 에이전트를 사용하세요</translation>
    </message>
    <message>
        <source>lost the connection to the agent at %1: %2; runs continue without it, try again</source>
        <translation>%1의 에이전트와 연결이 끊겼습니다: %2. 실행은 에이전트 없이 계속됩니다. 다시 시도하십시오</translation>
    </message>
    <message>
        <source>no agent is running on %1</source>
        <translation>%1에서 실행 중인 에이전트가 없습니다</translation>
    </message>
    <message>
        <source>--agent %1: expected unix:PATH, ssh://user@host or tls://host:port</source>
        <translation>--agent %1: unix:PATH, ssh://user@host, tls://host:port 중 하나여야 합니다</translation>
    </message>
    <message>
        <source>roles: a strategy names the roles it has</source>
        <translation>roles: 전략은 가진 역할을 적습니다</translation>
    </message>
    <message>
        <source>options: %1</source>
        <translation>옵션: %1</translation>
    </message>
    <message>
        <source>the default of options.%1: %2</source>
        <translation>options.%1의 기본값: %2</translation>
    </message>
    <message>
        <source>%1: the plugin id `%2` is already used by %3; this plugin is ignored</source>
        <translation>%1: 플러그인 ID `%2`은(는) %3이(가) 쓰고 있습니다. 이것은 제외됩니다</translation>
    </message>
    <message>
        <source>the trusted plugin %1 cannot be read (%2); `trainyard --headless plugins distrust %3` takes it off the list</source>
        <translation>신뢰한 플러그인 %1을(를) 읽을 수 없습니다(%2). `trainyard --headless plugins distrust %3`로 목록에서 뺄 수 있습니다</translation>
    </message>
    <message>
        <source>the list of trusted plugins is not used, because other users can change %1 (owner %2, mode %3). Make it yours, and run chmod go-w on it</source>
        <translation>신뢰한 플러그인 목록을 사용하지 않습니다. 다른 사용자가 %1을(를) 변경할 수 있기 때문입니다(소유자 %2, 모드 %3). 소유자를 본인으로 바꾸고 chmod go-w를 실행하세요</translation>
    </message>
    <message>
        <source>the TorchScript module %1 has %2 parameters, %3 of them trained; how much memory a step needs is not known beforehand</source>
        <translation>TorchScript 모듈 %1에는 매개변수가 %2개 있고 그중 %3개가 학습됩니다. 한 스텝에 필요한 메모리는 미리 알 수 없습니다</translation>
    </message>
    <message>
        <source>a TorchScript module trains only on this machine, where it is trusted, and %1 is on %2</source>
        <translation>TorchScript 모듈은 신뢰된 이 머신에서만 학습할 수 있는데, %1은(는) %2에 있습니다</translation>
    </message>
    <message>
        <source>the worker that loaded the TorchScript module %1 ended without an answer</source>
        <translation>TorchScript 모듈 %1을(를) 불러온 워커가 응답 없이 종료되었습니다</translation>
    </message>
    <message>
        <source>the TorchScript module %1 did not compute two samples within %2 s</source>
        <translation>TorchScript 모듈 %1이(가) %2초 안에 샘플 두 개를 계산하지 못했습니다</translation>
    </message>
    <message>
        <source>the TorchScript module %1 has no parameters that can be trained (a frozen one has none)</source>
        <translation>TorchScript 모듈 %1에는 학습할 수 있는 매개변수가 없습니다(freeze된 모듈에는 없습니다)</translation>
    </message>
    <message>
        <source>the TorchScript module %1 cannot be loaded: %2</source>
        <translation>TorchScript 모듈 %1을(를) 불러올 수 없습니다: %2</translation>
    </message>
    <message>
        <source>the TorchScript module %1 fails for samples of shape %2: %3</source>
        <translation>TorchScript 모듈 %1이(가) 형상 %2의 샘플에서 실패합니다: %3</translation>
    </message>
    <message>
        <source>it returns no tensor with a row for each sample</source>
        <translation>샘플마다 한 행을 가진 텐서를 반환하지 않습니다</translation>
    </message>
    <message>
        <source>it returns a tensor of another shape than when it was loaded</source>
        <translation>불러올 때와 다른 형상의 텐서를 반환합니다</translation>
    </message>
    <message>
        <source>%1 is not a complete TorchScript file; torch.jit.script(model).save() writes one</source>
        <translation>%1은(는) 온전한 TorchScript 파일이 아닙니다. torch.jit.script(model).save()로 저장할 수 있습니다</translation>
    </message>
    <message>
        <source>TorchScript module</source>
        <translation>TorchScript 모듈</translation>
    </message>
    <message>
        <source>the TorchScript module %1 is not trusted (SHA-256 %2); its code would run as you. If you know who made it, `trainyard --headless plugins trust %3` trusts it</source>
        <translation>TorchScript 모듈 %1은(는) 신뢰되지 않았습니다(SHA-256 %2). 그 코드는 사용자의 권한으로 실행됩니다. 만든 사람을 알고 있다면 `trainyard --headless plugins trust %3`(으)로 신뢰할 수 있습니다</translation>
    </message>
    <message>
        <source>under parameter servers the variables are shared out before a worker has loaded the TorchScript module</source>
        <translation>매개변수 서버에서는 워커가 TorchScript 모듈을 불러오기 전에 변수가 나뉩니다</translation>
    </message>
    <message>
        <source>use a strategy whose replicas train in step, or a model of layers</source>
        <translation>레플리카가 발맞추어 학습하는 전략이나 레이어로 된 모델을 사용하십시오</translation>
    </message>
    <message>
        <source>what a TorchScript module computes is known only to a worker that has loaded it</source>
        <translation>TorchScript 모듈이 무엇을 계산하는지는 그것을 불러온 워커만 압니다</translation>
    </message>
    <message>
        <source>the %1 %2 is not trusted any more, because %3 has changed (SHA-256 %4 then, %5 now); `trainyard --headless plugins trust %6` trusts it again</source>
        <translation>%1 %2은(는) 더 이상 신뢰되지 않습니다. %3이(가) 변경되었기 때문입니다(SHA-256: 이전 %4, 현재 %5). `trainyard --headless plugins trust %6`로 다시 신뢰할 수 있습니다</translation>
    </message>
    <message>
        <source>%1 is not a list of trusted plugins: %2; remove it, and trust them again</source>
        <translation>%1은(는) 신뢰한 플러그인 목록이 아닙니다: %2. 파일을 삭제하고 다시 신뢰하세요</translation>
    </message>
    <message>
        <source>there is no program `%1` (expected one of %2; TRAINYARD_PLUGIN_PATH names further folders)</source>
        <translation>프로그램 `%1`이(가) 없습니다(%2 중 하나. TRAINYARD_PLUGIN_PATH로 폴더를 더할 수 있음)</translation>
    </message>
    <message>
        <source>expected the keys `strategy` and `cluster`</source>
        <translation>키 `strategy`와 `cluster`가 필요합니다</translation>
    </message>
    <message>
        <source>unknown key `%1` (expected strategy, cluster or tf_config)</source>
        <translation>알 수 없는 키 `%1`(strategy, cluster, tf_config 중 하나)</translation>
    </message>
    <message>
        <source>expected one strategy and its options, such as {name: {}}</source>
        <translation>전략 하나와 옵션이어야 합니다(예: {name: {}})</translation>
    </message>
    <message>
        <source>pid %1</source>
        <translation>pid %1(프로세스)</translation>
    </message>
    <message>
        <source>%1 was not set within %2 ms</source>
        <translation>%2밀리초 안에 아무도 %1을(를) 설정하지 않았습니다</translation>
    </message>
    <message>
        <source>cannot write the task&apos;s record</source>
        <translation>태스크의 기록을 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>cannot query the NVIDIA driver for its GPUs: %1 has no %2</source>
        <translation>NVIDIA 드라이버에 GPU를 물을 수 없습니다: %1에 %2이(가) 없습니다</translation>
    </message>
    <message>
        <source>the NVIDIA driver does not answer: %1</source>
        <translation>NVIDIA 드라이버가 응답하지 않습니다: %1</translation>
    </message>
    <message>
        <source>the NVIDIA driver cannot list its GPUs: %1</source>
        <translation>NVIDIA 드라이버가 GPU를 알려 주지 않습니다: %1</translation>
    </message>
    <message>
        <source>%1 %2: %3 exports no %4; was it built with trainyard_add_%5()?</source>
        <translation>%1 %2: %3이(가) %4을(를) 내보내지 않습니다. trainyard_add_%5()로 빌드했습니까?</translation>
    </message>
    <message>
        <source>%1 %2 was built for SDK version %3, this is %4: build it again</source>
        <translation>%1 %2은(는) SDK 버전 %3용입니다(여기는 %4): 다시 빌드하십시오</translation>
    </message>
    <message>
        <source>%1 %2 was built with torch %3, this is %4: build it again</source>
        <translation>%1 %2은(는) torch %3(으)로 빌드됐습니다(여기는 %4): 다시 빌드하십시오</translation>
    </message>
    <message>
        <source>the manifest of %1 %2 is for %3 %4, this is %5: build the plugin again, with that version in its manifest</source>
        <translation>%1 %2의 매니페스트는 %3 %4용입니다(여기는 %5): 매니페스트에 그 버전을 적고 플러그인을 다시 빌드하십시오</translation>
    </message>
    <message>
        <source>the SDK</source>
        <translation>SDK</translation>
    </message>
    <message>
        <source>%1 has the %2 %3, its manifest says %4</source>
        <translation>%1의 내용은 %2 %3인데 매니페스트에는 %4입니다</translation>
    </message>
    <message>
        <source>strategy %1 does not take its options: %2</source>
        <translation>전략 %1이(가) 옵션을 받지 않습니다: %2</translation>
    </message>
    <message>
        <source>strategy %1 could not be set up on rank %2: %3</source>
        <translation>전략 %1을(를) 랭크 %2에서 준비하지 못했습니다: %3</translation>
    </message>
    <message>
        <source>the validation data cannot be used</source>
        <translation>검증 데이터를 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>the program %1 has no loop for parameter servers</source>
        <translation>프로그램 %1에는 매개변수 서버용 루프가 없습니다</translation>
    </message>
    <message>
        <source>no plugin for strategy %1 next to this program</source>
        <translation>이 프로그램 옆에 전략 %1의 플러그인이 없습니다</translation>
    </message>
    <message>
        <source>there is not enough memory (%1): use a smaller batch or model, fewer tasks per machine, or a higher limit (`ulimit -v`)</source>
        <translation>메모리가 부족합니다(%1): 배치나 모델을 줄이거나, 컴퓨터당 태스크 수를 줄이거나, 한도를 높이십시오(`ulimit -v`)</translation>
    </message>
    <message>
        <source>%1 needs %2 MB of address space and is allowed %3 MB: raise the limit (`ulimit -v`, or in the batch system that set it)</source>
        <translation>%1에는 주소 공간 %2 MB가 필요하지만 %3 MB만 허용되어 있습니다: 한도를 높이십시오(`ulimit -v` 또는 한도를 설정한 배치 시스템에서)</translation>
    </message>
    <message>
        <source>%1 needs %2 open files and is allowed %3: raise the limit (`ulimit -n`, or in the batch system that set it)</source>
        <translation>%1에는 동시에 열린 파일 %2개가 필요하지만 %3개만 허용됩니다. 한도를 높이십시오(`ulimit -n` 또는 한도를 설정한 배치 시스템에서)</translation>
    </message>
    <message>
        <source>there is nothing to evaluate: `train.data.validation` is null</source>
        <translation>평가할 것이 없습니다: `train.data.validation`이 null입니다</translation>
    </message>
    <message>
        <source>the key `train.data.train` is missing</source>
        <translation>키 `train.data.train`이(가) 없습니다</translation>
    </message>
    <message>
        <source>TF_CONFIG is not set: the agent that started this sets it</source>
        <translation>TF_CONFIG가 설정되어 있지 않습니다: 시작한 에이전트가 설정합니다</translation>
    </message>
    <message>
        <source>TF_CONFIG says that this is %1, the agent says %2</source>
        <translation>TF_CONFIG에는 %1, 에이전트에는 %2입니다</translation>
    </message>
    <message>
        <source>lost another task of the run: %1</source>
        <translation>실행의 다른 작업이 사라졌습니다: %1</translation>
    </message>
    <message>
        <source>%1 could not join run %2 at %3</source>
        <translation>%1이(가) %3의 실행 %2에 참여하지 못했습니다</translation>
    </message>
    <message>
        <source>rendezvous of %1</source>
        <translation>%1의 랑데부</translation>
    </message>
    <message>
        <source>publishing checkpoint %1</source>
        <translation>체크포인트 %1 게시</translation>
    </message>
    <message>
        <source>%1 is missing</source>
        <translation>%1이(가) 없습니다</translation>
    </message>
    <message>
        <source>%1 has shape [%2], the model&apos;s is [%3]</source>
        <translation>%1의 형상은 [%2]인데 모델에서는 [%3]입니다</translation>
    </message>
    <message>
        <source>%1 is %2, expected F32, F64, BF16 or F16</source>
        <translation>%1은(는) %2인데 F32, F64, BF16, F16 중 하나여야 합니다</translation>
    </message>
    <message>
        <source>%1 is no variable of the model</source>
        <translation>%1은(는) 모델의 변수가 아닙니다</translation>
    </message>
    <message>
        <source>%1 does not fit the model: %2</source>
        <translation>%1이(가) 모델에 맞지 않습니다: %2</translation>
    </message>
    <message>
        <source>there is no memory for a copy of the state (%1 MB)</source>
        <translation>상태 복사본(%1 MB)을 둘 메모리가 없습니다</translation>
    </message>
    <message>
        <source>the checkpoint of step %1 was not saved: %2</source>
        <translation>스텝 %1의 체크포인트를 저장하지 못했습니다: %2</translation>
    </message>
    <message>
        <source>%1 contains NaN or infinity</source>
        <translation>%1에 NaN이나 무한대가 있습니다</translation>
    </message>
    <message>
        <source>the checkpoint of step %1 was written but not published: %2</source>
        <translation>스텝 %1의 체크포인트는 기록됐지만 게시되지 않았습니다: %2</translation>
    </message>
    <message>
        <source>a batch past the last step of the data pipeline was requested</source>
        <translation>데이터 파이프라인에 마지막 스텝 이후의 배치를 요청했습니다</translation>
    </message>
    <message>
        <source>%1 does not fit the optimizer: %2 has shape [%3], expected [%4]</source>
        <translation>%1이(가) 옵티마이저에 맞지 않습니다: %2의 형상은 [%3], 올바른 것은 [%4]입니다</translation>
    </message>
    <message>
        <source>the optimizer&apos;s %1 is initialised: the checkpoint has none</source>
        <translation>옵티마이저의 %1은(는) 새로 시작합니다: 체크포인트에 없습니다</translation>
    </message>
    <message>
        <source>%1 already exists and is not a saved model; choose another `train.save_model`, or remove it</source>
        <translation>%1이(가) 이미 있는데 저장된 모델이 아닙니다. 다른 `train.save_model`을 고르거나 지우십시오</translation>
    </message>
    <message>
        <source>the model was not saved</source>
        <translation>모델을 저장하지 못했습니다</translation>
    </message>
    <message>
        <source>the model is saved when the disk has free space (to end the run without it, stop it with --after now)</source>
        <translation>디스크에 여유 공간이 생기면 모델을 저장합니다(저장하지 않고 실행을 끝내려면 --after now로 중지하세요)</translation>
    </message>
    <message>
        <source>the last checkpoint, of step %1, is saved when the disk has free space (to end the run without it, stop it with --after now)</source>
        <translation>디스크에 여유 공간이 생기면 스텝 %1의 마지막 체크포인트를 저장합니다(저장하지 않고 실행을 끝내려면 --after now로 중지하세요)</translation>
    </message>
    <message>
        <source>the last checkpoint, of step %1, was not saved; the newest is %2; resume the run when checkpoints can be written again</source>
        <translation>스텝 %1의 마지막 체크포인트를 저장하지 못했습니다. 가장 최근 체크포인트는 %2입니다. 체크포인트를 다시 쓸 수 있게 되면 실행을 재개하세요</translation>
    </message>
    <message>
        <source>the last checkpoint, of step %1, was not saved, and there is no other; resume the run when checkpoints can be written</source>
        <translation>스텝 %1의 마지막 체크포인트를 저장하지 못했고 다른 체크포인트도 없습니다. 체크포인트를 쓸 수 있게 되면 실행을 재개하세요</translation>
    </message>
    <message>
        <source>the metrics of this task cannot be written fast enough to %1</source>
        <translation>이 작업의 지표를 %1에 충분히 빨리 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>the metrics of this task cannot be written</source>
        <translation>이 작업의 지표를 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>training continues, but the metrics of this task wait in its memory: %1</source>
        <translation>학습은 계속되지만 이 작업의 지표는 메모리에서 쓰기를 기다리고 있습니다: %1</translation>
    </message>
    <message>
        <source>`train.max_steps` %1 leaves no step to train: epoch %2 (`initial_epoch`) begins after step %3</source>
        <translation>`train.max_steps` %1(으)로는 학습할 스텝이 없습니다. 에포크 %2(`initial_epoch`)은(는) 스텝 %3 뒤에 시작합니다</translation>
    </message>
    <message>
        <source>an epoch has no step: drop_remainder drops all %1 samples, the global batch is %2</source>
        <translation>에포크에 스텝이 없습니다: drop_remainder로 샘플 %1개가 모두 빠집니다(글로벌 배치는 %2)</translation>
    </message>
    <message>
        <source>`train.steps_per_epoch` asks for %1 steps, and the data has %2: each epoch ends there; with `train.data.repeat` auto or true it goes through the data again</source>
        <translation>`train.steps_per_epoch`는 %1스텝을 요구하지만 데이터는 %2스텝만큼입니다. 에포크마다 거기서 끝납니다. `train.data.repeat`를 auto나 true로 하면 데이터를 반복합니다</translation>
    </message>
    <message>
        <source>the processes do not start at the same step: this one at %1, their mean is %2; give all of them the same checkpoint</source>
        <translation>프로세스들이 같은 스텝에서 시작하지 않습니다: 이 프로세스는 %1, 평균은 %2입니다. 모두에 같은 체크포인트를 주십시오</translation>
    </message>
    <message>
        <source>the loss of step %1 is %2 in %3</source>
        <translation>%3에서 스텝 %1의 손실이 %2이(가) 됐습니다</translation>
    </message>
    <message>
        <source>the loss of step %1 is NaN or infinite%2; checkpoints before it are good: resume with a smaller learning rate or train.gradient.clip_norm, or set on_failure.not_finite to ignore</source>
        <translation>스텝 %1의 손실이%2 NaN이나 무한대가 됐습니다. 그 전의 체크포인트는 괜찮습니다: 더 작은 학습률이나 train.gradient.clip_norm으로 재개하거나 on_failure.not_finite를 ignore로 하십시오</translation>
    </message>
    <message>
        <source>the loss of step %1 is NaN or infinite%2, because sample %3 of the training data (counted from 0) is: fix it or leave it out</source>
        <translation>학습 데이터의 샘플 %3(0부터 셈)에 NaN 또는 무한대 값이 있어 스텝 %1의 손실이%2 NaN 또는 무한대입니다: 그 샘플을 고치거나 제외하세요</translation>
    </message>
    <message>
        <source>the loss of step %1 is NaN or infinite%2, because samples of the training data are: fix them or leave them out</source>
        <translation>학습 데이터에 NaN 또는 무한대인 샘플이 있어 스텝 %1의 손실이%2 NaN 또는 무한대입니다: 고치거나 제외하세요</translation>
    </message>
    <message>
        <source>gradients of step %1 are NaN or infinite in float16, although its loss was not scaled: set train.precision to bfloat16 or float32</source>
        <translation>스텝 %1의 그래디언트가 손실을 스케일링하지 않았는데도 float16에서 NaN이거나 무한대입니다: train.precision을 bfloat16 또는 float32로 설정하세요</translation>
    </message>
    <message>
        <source>the loss of step %1 is NaN or infinite, because sample %2 of element %3 of the data set %4 on %5 (counted from 0) is: fix it or leave it out</source>
        <translation>데이터셋 %4(%5)의 요소 %3에 있는 샘플 %2(모두 0부터 셈)에 NaN 또는 무한대 값이 있어 스텝 %1의 손실이 NaN 또는 무한대입니다: 그 샘플을 고치거나 제외하세요</translation>
    </message>
    <message>
        <source>%1, because sample %2 of element %3 of the data set %4 (counted from 0) is: fix it or leave it out</source>
        <translation>%1. 원인은 데이터셋 %4의 요소 %3에 있는 샘플 %2(모두 0부터 셈)입니다: 그 샘플을 고치거나 제외하세요</translation>
    </message>
    <message>
        <source> in the part of %1</source>
        <translation> %1의 몫에서</translation>
    </message>
    <message>
        <source> in the parts of %1 processes</source>
        <translation> 프로세스 %1개의 몫에서</translation>
    </message>
    <message>
        <source>interrupted after step %1, as inject.step asks</source>
        <translation>inject.step에 따라 스텝 %1 뒤에 중단됐습니다</translation>
    </message>
    <message>
        <source>interrupted at the end of epoch index %1, as inject.epoch asks</source>
        <translation>inject.epoch에 따라 에포크 인덱스 %1의 끝에서 중단됐습니다</translation>
    </message>
    <message>
        <source>layer %1: %2</source>
        <translation>레이어 %1: %2</translation>
    </message>
    <message>
        <source>it returns (%1) where its manifest says (%2)</source>
        <translation>(%1)을(를) 반환했지만 매니페스트에는 (%2)(으)로 되어 있습니다</translation>
    </message>
    <message>
        <source>an extent, &quot;%1&quot;, is %2</source>
        <translation>차원의 크기 &quot;%1&quot;이(가) %2입니다</translation>
    </message>
    <message>
        <source>layer %1: in the manifest of the plugin %2, %3</source>
        <translation>레이어 %1: 플러그인 %2의 매니페스트: %3</translation>
    </message>
    <message>
        <source>the initializer of %1 is %2</source>
        <translation>%1의 초기화 방법이 %2입니다</translation>
    </message>
    <message>
        <source>layer %1: options of the plugin %2: %3</source>
        <translation>레이어 %1: 플러그인 %2의 옵션: %3</translation>
    </message>
    <message>
        <source>there is no layer `%1` (plugins here: %2; TRAINYARD_PLUGIN_PATH names further folders)</source>
        <translation>레이어 `%1`이(가) 없습니다(플러그인: %2. TRAINYARD_PLUGIN_PATH로 다른 폴더를 지정할 수 있습니다)</translation>
    </message>
    <message>
        <source>a formula is longer than %1 characters</source>
        <translation>수식이 %1자보다 깁니다</translation>
    </message>
    <message>
        <source>a tensor has %1 elements</source>
        <translation>텐서의 요소가 %1개입니다</translation>
    </message>
    <message>
        <source>two of its variables and layers are named %1</source>
        <translation>변수와 레이어 중 두 개의 이름이 %1입니다</translation>
    </message>
    <message>
        <source>more than %1 layers are in one another</source>
        <translation>중첩된 레이어가 %1개를 넘습니다</translation>
    </message>
    <message>
        <source>layers contain one another more than %1 deep</source>
        <translation>레이어가 %1단계보다 깊이 중첩되어 있습니다</translation>
    </message>
    <message>
        <source>layers, %1: no layer before it has the name in `from`</source>
        <translation>layers의 %1: `from`에 적힌 이름의 레이어가 그 앞에 없습니다</translation>
    </message>
    <message>
        <source>layers, %1: %2</source>
        <translation>layers의 %1: %2</translation>
    </message>
    <message>
        <source>%1: the callback could not be set up: %2</source>
        <translation>%1: 콜백을 준비하지 못했습니다: %2</translation>
    </message>
    <message>
        <source>its plugin creates none</source>
        <translation>플러그인이 콜백을 만들지 않습니다</translation>
    </message>
    <message>
        <source>%1 is no better than %2 (epoch %3), with a patience of %4</source>
        <translation>%1이(가) %2(에포크 %3)보다 나아지지 않습니다(인내 횟수 %4)</translation>
    </message>
    <message>
        <source>%1 is not finite, with a patience of %2</source>
        <translation>%1이(가) 유한하지 않습니다(인내 횟수 %2)</translation>
    </message>
    <message>
        <source>%1 cannot continue from its state in the checkpoint: %2</source>
        <translation>%1은(는) 체크포인트의 상태에서 이어 갈 수 없습니다: %2</translation>
    </message>
    <message>
        <source>%1 would be replaced, and nothing says that Trainyard has written it; move it, name another file, or add to it with `append: true`</source>
        <translation>%1을(를) 덮어쓰게 되지만 Trainyard가 쓴 파일인지 확인할 수 없습니다. 옮기거나, 다른 파일을 지정하거나, `append: true`로 이어 쓰세요</translation>
    </message>
    <message>
        <source>%1 is not a log of epochs separated by &apos;%2&apos; that Trainyard has written; move it, or name another file</source>
        <translation>%1은(는) Trainyard가 쓴, &apos;%2&apos;(으)로 구분된 에포크 로그가 아닙니다. 옮기거나 다른 파일을 지정하세요</translation>
    </message>
    <message>
        <source>%1 is the log of run %2, which the branch would cut off at its checkpoint and write on</source>
        <translation>%1은(는) 실행 %2의 로그입니다. 분기가 이 로그를 체크포인트 위치에서 잘라 내고 이어서 쓰게 됩니다</translation>
    </message>
    <message>
        <source>%1 writes the same file</source>
        <translation>%1도 같은 파일에 씁니다</translation>
    </message>
    <message>
        <source>give the branch a file of its own</source>
        <translation>분기에는 다른 파일을 지정하세요</translation>
    </message>
    <message>
        <source>give each csv_log a file of its own</source>
        <translation>csv_log마다 다른 파일을 지정하세요</translation>
    </message>
    <message>
        <source>the data set %1 failed at sample %2 of input pipeline %3: %4</source>
        <translation>데이터 세트 %1이(가) 입력 파이프라인 %3의 샘플 %2에서 실패했습니다: %4</translation>
    </message>
    <message>
        <source>the data set %1 has %2 of shape [%3], its manifest says [%4]</source>
        <translation>데이터 세트 %1의 %2 형상은 [%3]인데 매니페스트에는 [%4](으)로 되어 있습니다</translation>
    </message>
    <message>
        <source>the data set %1 could not be made for input pipeline %2: %3</source>
        <translation>입력 파이프라인 %2용 데이터 세트 %1을(를) 만들 수 없습니다: %3</translation>
    </message>
    <message>
        <source>the data set %1 has no samples</source>
        <translation>데이터 세트 %1에 샘플이 없습니다</translation>
    </message>
    <message>
        <source>%1 is not an extent of a sample</source>
        <translation>%1은(는) 샘플의 크기가 될 수 없습니다</translation>
    </message>
    <message>
        <source>the manifest of the data set %1 does not fit its options: %2</source>
        <translation>데이터 세트 %1의 매니페스트가 옵션과 맞지 않습니다: %2</translation>
    </message>
    <message>
        <source>there is no data set `%1` (plugins here: %2; TRAINYARD_PLUGIN_PATH names further folders)</source>
        <translation>데이터 세트 `%1`이(가) 없습니다(사용할 수 있는 플러그인: %2. TRAINYARD_PLUGIN_PATH로 폴더를 더 지정할 수 있습니다)</translation>
    </message>
    <message>
        <source>weights go with the output mode tf_idf, one per word of the vocabulary: %1, not %2</source>
        <translation>가중치는 출력 모드 tf_idf에서 어휘의 단어마다 하나씩 지정합니다: %2개가 아니라 %1개입니다</translation>
    </message>
    <message>
        <source>the vocabulary has &quot;%1&quot; twice</source>
        <translation>어휘에 &quot;%1&quot;이(가) 두 번 있습니다</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not in the vocabulary, and there is no index for others</source>
        <translation>&quot;%1&quot;은(는) 어휘에 없고 다른 단어를 위한 인덱스도 없습니다</translation>
    </message>
    <message>
        <source>texts have the output modes int, multi_hot, count and tf_idf</source>
        <translation>텍스트의 출력 모드는 int, multi_hot, count, tf_idf입니다</translation>
    </message>
    <message>
        <source>a sequence length goes with the output mode int, and no other</source>
        <translation>시퀀스 길이는 출력 모드 int에서 지정하며 다른 모드에서는 지정하지 않습니다</translation>
    </message>
    <message>
        <source>%1: `preprocessing` reads the columns %2 and %3 together, but not both are features, nor both labels; give each an entry of its own</source>
        <translation>%1: `preprocessing`이 열 %2와(과) %3을(를) 함께 읽지만 둘 다 특성이거나 둘 다 레이블이 아닙니다. 열마다 항목을 따로 두세요</translation>
    </message>
    <message>
        <source>%1: `preprocessing` names the column %2, which is neither a feature nor a label</source>
        <translation>%1: `preprocessing`에 지정된 열 %2은(는) 특성도 레이블도 아닙니다</translation>
    </message>
    <message>
        <source>%1: `preprocessing` names the column %2 twice</source>
        <translation>%1: `preprocessing`에 열 %2이(가) 두 번 지정되었습니다</translation>
    </message>
    <message>
        <source>%1: `preprocessing` makes fractions, which the dtype int64 cannot have</source>
        <translation>%1: `preprocessing`의 값은 소수이므로 dtype int64로 나타낼 수 없습니다</translation>
    </message>
    <message>
        <source>%1: the label has `class_names` and `preprocessing`; keep one</source>
        <translation>%1: 레이블에 `class_names`와 `preprocessing`이 모두 있습니다. 하나만 남기세요</translation>
    </message>
    <message>
        <source>a value of another type</source>
        <translation>다른 형식의 값</translation>
    </message>
    <message>
        <source>`max_tokens` is %1, with the indexes before it the vocabulary has %2</source>
        <translation>`max_tokens`는 %1인데, 어휘는 그 앞의 인덱스를 포함해 %2개입니다</translation>
    </message>
    <message>
        <source>the training data has %1 different words; a vocabulary has at most %2: set `max_tokens`, or use `hashing`</source>
        <translation>학습 데이터에는 서로 다른 단어가 %1개 있지만 어휘는 최대 %2개입니다. `max_tokens`를 지정하거나 `hashing`을 사용하세요</translation>
    </message>
    <message>
        <source>`max_tokens` has to be over %1, the indexes before the vocabulary</source>
        <translation>`max_tokens`는 어휘 앞의 인덱스 수인 %1보다 커야 합니다</translation>
    </message>
    <message>
        <source>`max_tokens` is missing: rows of words have that many numbers where the vocabulary is adapted</source>
        <translation>`max_tokens`가 없습니다. 어휘를 학습 데이터에서 구할 때 단어를 나타내는 행의 길이가 이 값입니다</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not text in UTF-8</source>
        <translation>&quot;%1&quot;은(는) UTF-8 텍스트가 아닙니다</translation>
    </message>
    <message>
        <source>there are more than %1 different words, which take over %2 MiB of memory: use `hashing`</source>
        <translation>서로 다른 단어가 %1개를 넘어 메모리를 %2 MiB보다 많이 차지합니다. `hashing`을 사용하세요</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a finite number</source>
        <translation>&quot;%1&quot;은(는) 유한한 수가 아닙니다</translation>
    </message>
    <message>
        <source>%1: preprocessing[%2] has no values yet: they are computed when a run starts</source>
        <translation>%1: preprocessing[%2]에 아직 값이 없습니다. 값은 실행을 시작할 때 계산됩니다</translation>
    </message>
    <message>
        <source>only %1 after %</source>
        <translation>% 뒤에 %1 중 하나</translation>
    </message>
    <message>
        <source>each part once</source>
        <translation>겹치지 않는 부분</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a date of the format %2</source>
        <translation>&quot;%1&quot;은(는) 형식이 %2인 날짜가 아닙니다</translation>
    </message>
    <message>
        <source>one number, or one per column (%1),</source>
        <translation>수 하나 또는 열마다 하나(%1개)</translation>
    </message>
    <message>
        <source>numbers of at least 0</source>
        <translation>0 이상의 수</translation>
    </message>
    <message>
        <source>numbers in ascending order</source>
        <translation>오름차순의 수</translation>
    </message>
    <message>
        <source>one more than `bin_boundaries` has (%1), or no value,</source>
        <translation>`bin_boundaries`의 개수보다 하나 많은 값(%1)이거나 값이 없음</translation>
    </message>
    <message>
        <source>the values of `preprocessing` take %1 KiB; a checkpoint has room for %2: lower `max_tokens`, or use `hashing`</source>
        <translation>`preprocessing`의 값은 %1 KiB인데 체크포인트에는 %2 KiB까지 들어갑니다. `max_tokens`를 줄이거나 `hashing`을 사용하세요</translation>
    </message>
    <message>
        <source>validation data is not adapted to: `%1` is missing</source>
        <translation>검증 데이터에서는 값을 구하지 않습니다. `%1`이(가) 없습니다</translation>
    </message>
    <message>
        <source>remove `preprocessing` here: the training data&apos;s is taken then</source>
        <translation>여기의 `preprocessing`을 지우세요. 그러면 학습 데이터의 것을 씁니다</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not an integer</source>
        <translation>&quot;%1&quot;은(는) 정수가 아닙니다</translation>
    </message>
    <message>
        <source>`devices` says how many replicas there are: one on each</source>
        <translation>복제본 수는 `devices`로 정해집니다(장치마다 하나)</translation>
    </message>
    <message>
        <source>leave out one of the two</source>
        <translation>둘 중 하나를 빼세요</translation>
    </message>
    <message>
        <source>these are other devices than `device`, which is %1</source>
        <translation>`device`(%1)와(과) 다른 장치입니다</translation>
    </message>
    <message>
        <source>%1: the state of the callbacks: %2</source>
        <translation>%1: 콜백의 상태: %2</translation>
    </message>
    <message>
        <source>a callback of another task failed after step %1; see its log</source>
        <translation>다른 태스크의 콜백이 스텝 %1 뒤에 실패했습니다. 그 로그를 확인하세요</translation>
    </message>
    <message>
        <source>a callback failed after step %1: %2</source>
        <translation>스텝 %1 뒤에 콜백이 실패했습니다: %2</translation>
    </message>
    <message>
        <source>a callback of another task ends the training after step %1</source>
        <translation>다른 태스크의 콜백이 스텝 %1 뒤에 학습을 끝냅니다</translation>
    </message>
    <message>
        <source>a callback ends the training after step %1: %2</source>
        <translation>콜백이 스텝 %1 뒤에 학습을 끝냅니다: %2</translation>
    </message>
    <message>
        <source>the best checkpoint so far, of step %1, is not in this run&apos;s folder: the best is chosen from the epochs that follow</source>
        <translation>지금까지 가장 좋았던 스텝 %1의 체크포인트가 이 실행의 폴더에 없습니다: 가장 좋은 것은 이후의 에포크에서 고릅니다</translation>
    </message>
    <message>
        <source>there is no best checkpoint to restore yet</source>
        <translation>되돌릴 최고의 체크포인트가 아직 없습니다</translation>
    </message>
    <message>
        <source>the best weights, of step %1, cannot be restored, and the last ones stay: %2</source>
        <translation>스텝 %1의 가장 좋은 가중치를 되돌릴 수 없어 마지막 가중치를 그대로 둡니다: %2</translation>
    </message>
    <message>
        <source>the chief cannot read the checkpoint; see its log</source>
        <translation>치프가 체크포인트를 읽을 수 없습니다. 그 로그를 확인하세요</translation>
    </message>
    <message>
        <source>there is no callback `%1` (expected csv_log, reduce_on_plateau, learning_rate_table, or a plugin: %2; TRAINYARD_PLUGIN_PATH names further folders)</source>
        <translation>콜백 `%1`이(가) 없습니다(csv_log, reduce_on_plateau, learning_rate_table 또는 플러그인: %2. TRAINYARD_PLUGIN_PATH로 다른 폴더를 지정합니다)</translation>
    </message>
    <message>
        <source>the evaluator stops the run by `train.evaluation.sidecar` too; only one of the two can say when</source>
        <translation>평가자도 `train.evaluation.sidecar`에 따라 실행을 멈춥니다. 둘 중 하나만 정할 수 있습니다</translation>
    </message>
    <message>
        <source>remove `patience`, `min_delta` and `monitor` from train.evaluation.sidecar</source>
        <translation>train.evaluation.sidecar에서 `patience`, `min_delta`, `monitor`를 지우세요</translation>
    </message>
    <message>
        <source>the training is ahead of the evaluator, which keeps the best checkpoint in best/ itself</source>
        <translation>학습이 평가자보다 앞서 있습니다. 가장 좋은 체크포인트는 평가자가 best/에 남깁니다</translation>
    </message>
    <message>
        <source>with `train.early_stopping.restore_best` the best checkpoint is the one by its monitor; only one of the two can be given</source>
        <translation>`train.early_stopping.restore_best`에서는 그 monitor로 가장 좋은 체크포인트를 정합니다. 둘 중 하나만 줄 수 있습니다</translation>
    </message>
    <message>
        <source>the epochs must rise from one to the next</source>
        <translation>에포크는 차례로 커져야 합니다</translation>
    </message>
    <message>
        <source>epochs: %1, rates: %2; give one rate for each epoch</source>
        <translation>epochs: %1, rates: %2. 에포크마다 학습률을 하나씩 지정하십시오</translation>
    </message>
    <message>
        <source>`train.optimizer` has a schedule of the learning rate, which this callback would replace</source>
        <translation>`train.optimizer`에 학습률 스케줄이 있는데 이 콜백이 그것을 바꾸게 됩니다</translation>
    </message>
    <message>
        <source>give a number as the learning rate, or remove the callback</source>
        <translation>학습률을 숫자로 주거나 콜백을 지우세요</translation>
    </message>
    <message>
        <source>`checkpoint.best` names no metric that this could be the mode of</source>
        <translation>`checkpoint.best`에 이 방향을 적용할 지표가 없습니다</translation>
    </message>
    <message>
        <source>remove the key, or set checkpoint.best</source>
        <translation>키를 지우거나 checkpoint.best를 설정하세요</translation>
    </message>
    <message>
        <source>checkpoint.best is %1, which no epoch had: no checkpoint was kept as the best</source>
        <translation>checkpoint.best가 %1인데 어느 에포크에도 없었습니다: 최고로 남긴 체크포인트가 없습니다</translation>
    </message>
    <message>
        <source>%1 at %2: %3</source>
        <translation>%1(%2): %3</translation>
    </message>
    <message>
        <source>%1 at %2 cannot be reached: %3</source>
        <translation>%1(%2)에 연결할 수 없습니다: %3</translation>
    </message>
    <message>
        <source>its process has ended, or closed the connection</source>
        <translation>프로세스가 끝났거나 연결을 닫았습니다</translation>
    </message>
    <message>
        <source>no connection to %1 at %2: %3</source>
        <translation>%1(%2)과(와) 연결이 없습니다: %3</translation>
    </message>
    <message>
        <source>there is no connection to %1</source>
        <translation>%1과(와) 연결이 없습니다</translation>
    </message>
    <message>
        <source>%1 has no variable %2</source>
        <translation>%1에 변수 %2이(가) 없습니다</translation>
    </message>
    <message>
        <source>%1 of %2 validation samples were counted</source>
        <translation>검증 샘플 %2개 중 %1개를 셌습니다</translation>
    </message>
    <message>
        <source>cancelled, because another closure failed</source>
        <translation>다른 클로저가 실패해 취소됐습니다</translation>
    </message>
    <message>
        <source>closure %1 was scheduled after the workers had been dismissed</source>
        <translation>클로저 %1이(가) 워커를 내보낸 뒤에 예약되었습니다</translation>
    </message>
    <message>
        <source>closure %1 was lost with %2 workers in a row, last with %3: it seems to end the workers that run it; see their logs</source>
        <translation>클로저 %1이(가) 연달아 워커 %2개와 함께 사라졌습니다(마지막은 %3): 실행하는 워커를 끝내는 것 같습니다. 로그를 보십시오</translation>
    </message>
    <message>
        <source>%1 is lost (%2); its closure goes to another one, %3 of %4 are left</source>
        <translation>%1을(를) 잃었습니다(%2). 클로저는 다른 워커로 갑니다(남은 것 %3/%4)</translation>
    </message>
    <message>
        <source>%1 is back</source>
        <translation>%1이(가) 돌아왔습니다</translation>
    </message>
    <message>
        <source>%1 has no variable or shard %2</source>
        <translation>%1에 변수나 샤드 %2이(가) 없습니다</translation>
    </message>
    <message>
        <source>%1 gave an answer that does not fit the question</source>
        <translation>%1의 응답이 질문과 맞지 않습니다</translation>
    </message>
    <message>
        <source>a coordinated run has no task %1</source>
        <translation>코디네이터 방식의 실행에 작업 %1이(가) 없습니다</translation>
    </message>
    <message>
        <source>the run&apos;s secret is wrong or missing</source>
        <translation>실행의 비밀이 틀리거나 없습니다</translation>
    </message>
    <message>
        <source>%1 has another cluster in its TF_CONFIG than %2; give every task the same cluster</source>
        <translation>%1의 TF_CONFIG의 클러스터가 %2과(와) 다릅니다. 모든 작업에 같은 클러스터를 주십시오</translation>
    </message>
    <message>
        <source>%1 was expected at this address, but it is %2&apos;s</source>
        <translation>이 주소는 %1이어야 하는데 %2의 것입니다</translation>
    </message>
    <message>
        <source>%1 is of attempt %2, this %3 of attempt %4</source>
        <translation>%1은(는) %2차 시도, 이 %3은(는) %4차 시도의 것입니다</translation>
    </message>
    <message>
        <source>%1 has no variables</source>
        <translation>%1에는 변수가 없습니다</translation>
    </message>
    <message>
        <source>%1 runs no closures</source>
        <translation>%1은(는) 클로저를 실행하지 않습니다</translation>
    </message>
    <message>
        <source>%1 cannot listen on %2</source>
        <translation>%1이(가) %2에서 수신 대기할 수 없습니다</translation>
    </message>
    <message>
        <source>%1 cannot listen on %2: the address is not this machine&apos;s</source>
        <translation>%1이(가) %2에서 수신 대기할 수 없습니다: 이 머신의 주소가 아닙니다</translation>
    </message>
    <message>
        <source>the path of %1 is too long for the sockets of tasks (%2 bytes, at most %3); set TRAINYARD_HOME or XDG_RUNTIME_DIR to a shorter one</source>
        <translation>%1의 경로가 태스크 소켓을 두기에 너무 깁니다(%2바이트, 최대 %3바이트). TRAINYARD_HOME 또는 XDG_RUNTIME_DIR을 더 짧은 경로로 설정하세요</translation>
    </message>
    <message>
        <source>cannot make %1</source>
        <translation>%1을(를) 만들 수 없습니다</translation>
    </message>
    <message>
        <source>%1 is not a private folder of this user (mode 0700): run chmod 700 on it if it is yours, or set XDG_RUNTIME_DIR to another folder</source>
        <translation>%1은(는) 이 사용자 전용 폴더(모드 0700)가 아닙니다. 본인 폴더라면 chmod 700을 실행하고, 아니면 XDG_RUNTIME_DIR을 다른 폴더로 설정하세요</translation>
    </message>
    <message>
        <source>this run has no validation data</source>
        <translation>이 실행에는 검증 데이터가 없습니다</translation>
    </message>
    <message>
        <source>the connection has ended</source>
        <translation>연결이 끝났습니다</translation>
    </message>
    <message>
        <source>%1 has shape [%2] in the checkpoint, expected [%3]</source>
        <translation>체크포인트의 %1 형상은 [%2], 올바른 것은 [%3]입니다</translation>
    </message>
    <message>
        <source>%1 has no value for %2</source>
        <translation>%1에 %2의 값이 없습니다</translation>
    </message>
    <message>
        <source>%1 has values that were not used: %2</source>
        <translation>%1에 아무도 가져가지 않은 값이 있습니다: %2</translation>
    </message>
    <message>
        <source>a checkpoint needs a model</source>
        <translation>체크포인트에는 모델이 필요합니다</translation>
    </message>
    <message>
        <source>%1 is for step functions: call it inside run()</source>
        <translation>%1은(는) 스텝 함수용입니다: run() 안에서 호출하십시오</translation>
    </message>
    <message>
        <source>no strategy</source>
        <translation>전략이 없습니다</translation>
    </message>
    <message>
        <source>a global batch of %1 does not divide by %2 replicas</source>
        <translation>글로벌 배치 %1은(는) 레플리카 %2개로 나누어떨어지지 않습니다</translation>
    </message>
    <message>
        <source>a global batch of %1 does not divide by %2 processes</source>
        <translation>글로벌 배치 %1은(는) 프로세스 %2개로 나누어떨어지지 않습니다</translation>
    </message>
    <message>
        <source>the data set that the function made on rank %1 has no samples</source>
        <translation>함수가 랭크 %1에서 만든 데이터 세트에 샘플이 없습니다</translation>
    </message>
    <message>
        <source>`shard` %1 has no effect on data sets from a function, each of which is its process&apos;s share already: leave it out</source>
        <translation>`shard` %1은(는) 함수가 만드는 데이터 세트에 영향을 주지 않습니다. 각각이 이미 해당 프로세스의 몫입니다: 지정하지 마세요</translation>
    </message>
    <message>
        <source>this loop makes its model on %1, and its run computes on %2: make it with Job::device(), or use device: cpu</source>
        <translation>이 루프는 모델을 %1에 만들지만 실행은 %2에서 계산합니다. Job::device()로 만들거나 device: cpu를 사용하십시오</translation>
    </message>
    <message>
        <source>the distributed data set has no further batch: take a new iterator</source>
        <translation>분산 데이터셋에 더는 배치가 없습니다: 새 이터레이터를 얻으십시오</translation>
    </message>
    <message>
        <source>the program %1 runs under parameter servers</source>
        <translation>프로그램 %1은(는) 매개변수 서버에서 실행됩니다</translation>
    </message>
    <message>
        <source>step %1 on %2: %3</source>
        <translation>%2의 스텝 %1: %3</translation>
    </message>
    <message>
        <source>%1, because sample %2 of the data (counted from 0) is: fix it or leave it out</source>
        <translation>%1. 데이터의 샘플 %2(0부터 셈)에 NaN 또는 무한대 값이 있기 때문입니다: 그 샘플을 고치거나 제외하세요</translation>
    </message>
    <message>
        <source>an epoch has at least one step, and a global batch at least one sample</source>
        <translation>에포크에는 스텝이, 글로벌 배치에는 샘플이 하나 이상 있어야 합니다</translation>
    </message>
    <message>
        <source>a program calls begin() before its first step and before it saves</source>
        <translation>프로그램은 첫 스텝과 저장 전에 begin()을 호출합니다</translation>
    </message>
    <message>
        <source>finishEvaluation() is called in a visit of checkpointsIterator()</source>
        <translation>finishEvaluation()은 checkpointsIterator()의 방문 안에서 호출합니다</translation>
    </message>
    <message>
        <source>finishEvaluation() takes one value at least</source>
        <translation>finishEvaluation()에는 값이 하나 이상 필요합니다</translation>
    </message>
    <message>
        <source>the %1 of step %2 is %3 over all replicas</source>
        <translation>스텝 %2의 %1은(는) 모든 레플리카에서 %3입니다</translation>
    </message>
    <message>
        <source>the run names no training data, whose shape the pictures would take</source>
        <translation>실행에 학습 데이터가 없어 그림을 맞출 형상을 알 수 없습니다</translation>
    </message>
    <message>
        <source>cannot write the prediction</source>
        <translation>예측을 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>this run has no validation data; name the data to predict on</source>
        <translation>이 실행에는 검증 데이터가 없습니다. 무엇을 예측할지 지정하십시오</translation>
    </message>
    <message>
        <source>images without labels need a classification model</source>
        <translation>레이블 없는 그림에는 클래스를 구분하는 모델이 필요합니다</translation>
    </message>
    <message>
        <source>%1 is not evaluated: %2</source>
        <translation>%1을(를) 평가하지 않습니다: %2</translation>
    </message>
    <message>
        <source>`train.evaluation.sidecar.monitor` is %1, which is not evaluated (expected one of %2)</source>
        <translation>`train.evaluation.sidecar.monitor`가 %1인데 평가되지 않습니다(%2 중 하나여야 합니다)</translation>
    </message>
    <message>
        <source>%1: no better %2 than %3 in %4 evaluations (at step %5)</source>
        <translation>%1: %4번의 평가에서 %2이(가) %3보다 나아지지 않았습니다(스텝 %5)</translation>
    </message>
    <message>
        <source>the replicas have different numbers of variables</source>
        <translation>레플리카마다 변수의 수가 다릅니다</translation>
    </message>
    <message>
        <source>variable %1 differs in shape, type or memory format from replica to replica</source>
        <translation>변수 %1의 형상, 타입, 메모리 형식이 레플리카마다 다릅니다</translation>
    </message>
    <message>
        <source>variable %1 does not require a gradient</source>
        <translation>변수 %1은(는) 그래디언트가 필요 없습니다</translation>
    </message>
    <message>
        <source>another replica of this process has failed</source>
        <translation>이 프로세스의 다른 레플리카가 실패했습니다</translation>
    </message>
    <message>
        <source>a replica has returned from its step while another one waits for it: every replica must make the same calls (backward, sum) in the same order, even one without samples</source>
        <translation>한 레플리카가 기다리는 동안 다른 레플리카가 스텝에서 돌아왔습니다: 샘플이 없는 레플리카도 모두 같은 호출(backward, sum)을 같은 순서로 해야 합니다</translation>
    </message>
    <message>
        <source>received nothing from the other processes for %1 s</source>
        <translation>다른 프로세스에서 %1초 동안 응답이 없습니다</translation>
    </message>
    <message>
        <source>the process of rank %1 (pid %2) has ended</source>
        <translation>랭크 %1의 프로세스(pid %2)가 끝났습니다</translation>
    </message>
    <message>
        <source>this program tests after each epoch: name train.data.validation</source>
        <translation>이 프로그램은 에포크마다 테스트합니다: train.data.validation을 지정하십시오</translation>
    </message>
    <message>
        <source>layer %1 has %2 entries and was given the index %3</source>
        <translation>레이어 %1의 항목은 %2개인데 인덱스 %3이(가) 주어졌습니다</translation>
    </message>
    <message>
        <source>cannot make the folder %1</source>
        <translation>폴더 %1을(를) 만들 수 없습니다</translation>
    </message>
    <message>
        <source>asked to end</source>
        <translation>나가라는 요청을 받았습니다</translation>
    </message>
    <message>
        <source>inside a strategy the reduction of a loss must be kNone or kSum: divide by the global batch yourself, for instance with computeAverageLoss()</source>
        <translation>전략 안에서는 손실의 reduction이 kNone이나 kSum이어야 합니다: computeAverageLoss() 등으로 글로벌 배치로 직접 나누십시오</translation>
    </message>
    <message>
        <source>the vocabulary is empty</source>
        <translation>어휘가 비어 있습니다</translation>
    </message>
    <message>
        <source>the global batch does not divide by the number of replicas</source>
        <translation>글로벌 배치가 레플리카 수로 나누어떨어지지 않습니다</translation>
    </message>
    <message>
        <source>the per-worker data set has ended; repeat() it</source>
        <translation>워커별 데이터셋이 끝났습니다. repeat()하십시오</translation>
    </message>
    <message>
        <source>the only replica of a process waits for another one</source>
        <translation>프로세스의 유일한 레플리카가 다른 레플리카를 기다립니다</translation>
    </message>
    <message>
        <source>%1 replicas were passed to a strategy that has %2 here</source>
        <translation>%2개를 가진 전략에 레플리카 %1개가 전달됐습니다</translation>
    </message>
    <message>
        <source>%1 points in %2 series from %3</source>
        <translation>%3의 계열 %2개, 점 %1개</translation>
    </message>
    <message>
        <source>the log starts again</source>
        <translation>로그가 다시 시작됩니다</translation>
    </message>
    <message>
        <source>the import was cancelled; data already imported is kept</source>
        <translation>로그 읽기를 그만두었습니다. 읽은 내용은 남아 있습니다</translation>
    </message>
    <message>
        <source>%1 folders of logs are followed already; end one of them first</source>
        <translation>이미 로그 폴더 %1개를 추적하고 있습니다. 먼저 그중 하나를 끝내십시오</translation>
    </message>
    <message>
        <source>new data is not followed in all folders</source>
        <translation>일부 폴더의 새 데이터는 추적되지 않습니다</translation>
    </message>
    <message>
        <source>the log in %1 has more than %2 series; the first ones are kept</source>
        <translation>%1의 로그에 계열이 %2개보다 많습니다. 처음 것들만 남깁니다</translation>
    </message>
    <message>
        <source>%1 at step %2 is left out: %3</source>
        <translation>스텝 %2의 %1을(를) 제외했습니다: %3</translation>
    </message>
    <message>
        <source>%1 has images and the like of more than %2 tags; the others are left out</source>
        <translation>%1에 이미지 등의 태그가 %2개보다 많습니다. 나머지는 제외했습니다</translation>
    </message>
    <message>
        <source>%1 has more than %2 MiB of images and the like; the others are left out</source>
        <translation>%1의 이미지 등이 %2 MiB보다 큽니다. 나머지는 제외했습니다</translation>
    </message>
    <message>
        <source>%1 is the folder of a run of this Trainyard; `runs` lists it</source>
        <translation>%1은(는) 이 Trainyard의 실행 폴더입니다. `runs`가 보여 줍니다</translation>
    </message>
    <message>
        <source>there is no log of a known format (TensorBoard, CSV, JSON lines, MLflow, Weights &amp; Biases) in %1 or below it</source>
        <translation>%1 또는 그 아래에 알려진 형식의 로그(TensorBoard, CSV, JSON lines, MLflow, Weights &amp; Biases)가 없습니다</translation>
    </message>
    <message>
        <source>cannot open the log folder %1</source>
        <translation>로그 폴더 %1을(를) 열 수 없습니다</translation>
    </message>
    <message>
        <source>cannot look into the folder %1</source>
        <translation>폴더 %1을(를) 들여다볼 수 없습니다</translation>
    </message>
    <message>
        <source>the search for logs was cancelled</source>
        <translation>로그 찾기를 그만두었습니다</translation>
    </message>
    <message>
        <source>run %1 was imported from the logs of another program; imported runs cannot be resumed, stopped or changed</source>
        <translation>실행 %1은 다른 프로그램의 로그에서 읽은 것입니다. Trainyard가 시작하지 않았으므로 이어서 하거나 중지하거나 바꿀 수 없습니다</translation>
    </message>
    <message>
        <source>%1 is not read yet: the file of its process in %2, which says where its epochs end, is not there</source>
        <translation>%1은(는) 아직 읽지 않았습니다. 에포크가 어디서 끝나는지 알려 주는, 같은 프로세스의 파일이 %2에 없습니다</translation>
    </message>
    <message>
        <source>%1 is not read yet: %2, which says where its epochs end, cannot be read</source>
        <translation>%1은(는) 아직 읽지 않았습니다. 에포크가 어디서 끝나는지 알려 주는 %2을(를) 읽을 수 없습니다</translation>
    </message>
    <message>
        <source>`%1` is a name that checkpoints have in %2; give the model another name, or a folder of its own</source>
        <translation>`%1`은(는) %2에서 체크포인트가 쓰는 이름입니다. 모델에 다른 이름을 주거나 별도의 폴더를 지정하세요</translation>
    </message>
    <message>
        <source>the program writes over %1, which is its only checkpoint: a task that ends while it writes leaves none. Write under another name, and rename it to this one</source>
        <translation>프로그램이 하나뿐인 체크포인트 %1을(를) 덮어씁니다. 쓰는 동안 태스크가 끝나면 체크포인트가 남지 않습니다. 다른 이름으로 쓴 다음 이 이름으로 바꾸세요</translation>
    </message>
    <message>
        <source>%1 has no events: it is empty</source>
        <translation>%1에는 이벤트가 없습니다: 비어 있습니다</translation>
    </message>
    <message>
        <source>%1 has no events with numeric values</source>
        <translation>%1에는 보여 줄 수치가 있는 이벤트가 없습니다</translation>
    </message>
    <message>
        <source>%1 is not looked into: it lies more than %2 folders deep</source>
        <translation>%1 안은 살펴보지 않습니다: 폴더 깊이가 %2단계를 넘습니다</translation>
    </message>
    <message>
        <source>%1 has the name of a log, and is not a file that can be read</source>
        <translation>%1은 로그의 이름이지만 읽을 수 있는 파일이 아닙니다</translation>
    </message>
    <message>
        <source>the loss of step %1 is NaN or infinite%2; there is no checkpoint before it: start again with a smaller learning rate or train.gradient.clip_norm, or set on_failure.not_finite to ignore</source>
        <translation>스텝 %1의 손실이%2 NaN이나 무한대가 됐습니다. 그 전의 체크포인트는 없습니다: 더 작은 학습률이나 train.gradient.clip_norm으로 처음부터 다시 시작하거나 on_failure.not_finite를 ignore로 하십시오</translation>
    </message>
    <message>
        <source>so it is in %1 other places</source>
        <translation>그 밖에 %1곳도 그렇습니다</translation>
    </message>
    <message>
        <source>it has not answered for 8 s</source>
        <translation>8초 동안 응답하지 않았습니다</translation>
    </message>
    <message>
        <source>its machine does not answer</source>
        <translation>해당 머신이 응답하지 않습니다</translation>
    </message>
    <message>
        <source>use free ports</source>
        <translation>빈 포트 사용</translation>
    </message>
    <message>
        <source>the name of its file is not UTF-8; rename the file</source>
        <translation>파일 이름이 UTF-8이 아닙니다. 파일 이름을 바꾸십시오</translation>
    </message>
    <message>
        <source>the checkpoint at step %1 is at the end of train.max_steps (%2): nothing is left to train</source>
        <translation>스텝 %1의 체크포인트는 train.max_steps의 %2 스텝을 모두 마쳐 더 학습할 것이 없습니다</translation>
    </message>
    <message>
        <source>the checkpoint at step %1 is at the end of train.epochs (%2): nothing is left to train</source>
        <translation>스텝 %1의 체크포인트는 %2 에포크를 모두 마쳐 더 학습할 것이 없습니다</translation>
    </message>
    <message>
        <source>this has no effect: the weights are those of the checkpoint at step %1</source>
        <translation>효과가 없습니다. 가중치는 스텝 %1의 체크포인트에서 가져옵니다</translation>
    </message>
    <message>
        <source>this has no effect: the checkpoint at step %1 says where the training continues</source>
        <translation>효과가 없습니다. 학습을 이어갈 위치는 스텝 %1의 체크포인트가 정합니다</translation>
    </message>
    <message>
        <source>this has no effect: the checkpoint at step %1 is past it</source>
        <translation>효과가 없습니다. 스텝 %1의 체크포인트가 이미 그 위치를 지났습니다</translation>
    </message>
    <message>
        <source>start a new run with it</source>
        <translation>이 값으로 새 실행을 시작하세요</translation>
    </message>
    <message>
        <source>choose a later step or epoch, or an earlier checkpoint</source>
        <translation>더 나중의 스텝이나 에포크, 또는 더 이른 체크포인트를 선택하세요</translation>
    </message>
    <message>
        <source>the runs could not be stopped, because the agent waits for its disk or its store; their tasks may still be running, and the next agent finds them</source>
        <translation>에이전트가 디스크나 저장소의 응답을 기다리고 있어 실행을 중지하지 못했습니다. 작업이 아직 실행 중일 수 있으며 다음 에이전트가 이를 찾습니다</translation>
    </message>
    <message>
        <source>the call was cancelled</source>
        <translation>호출이 취소되었습니다</translation>
    </message>
    <message>
        <source>the store lacks points that it should hold</source>
        <translation>저장소에 있어야 할 포인트가 없습니다</translation>
    </message>
    <message>
        <source>%1 is not a regular file: it is a FIFO</source>
        <translation>%1은(는) 일반 파일이 아니라 FIFO입니다</translation>
    </message>
    <message>
        <source>%1 is not a regular file: it is a socket</source>
        <translation>%1은(는) 일반 파일이 아니라 소켓입니다</translation>
    </message>
    <message>
        <source>%1 is not a regular file: it is a symbolic link</source>
        <translation>%1은(는) 일반 파일이 아니라 심볼릭 링크입니다</translation>
    </message>
    <message>
        <source>%1 is not a regular file: it is a device</source>
        <translation>%1은(는) 일반 파일이 아니라 장치입니다</translation>
    </message>
    <message>
        <source>%1 is in the way: it is not a regular file, but a folder, a link, a FIFO, a socket or a device; move it away</source>
        <translation>%1 때문에 진행할 수 없습니다. 일반 파일이 아니라 폴더, 링크, FIFO, 소켓 또는 장치입니다. 다른 곳으로 옮기십시오</translation>
    </message>
    <message>
        <source>%1 is not a regular file</source>
        <translation>%1은(는) 일반 파일이 아닙니다</translation>
    </message>
    <message>
        <source>the %1 %2 is not loaded, because other users can change %3 (owner %4, mode %5); its code would run as you. Make it yours, and run chmod go-w on it</source>
        <translation>%1 %2을(를) 불러오지 않습니다. 다른 사용자가 %3을(를) 변경할 수 있기 때문입니다(소유자 %4, 모드 %5). 그 코드는 사용자의 권한으로 실행됩니다. 소유자를 본인으로 바꾸고 chmod go-w를 실행하세요</translation>
    </message>
    <message>
        <source>%1 is not unpacked: its %2 bytes have become %3 already, as those of no data do; unpack it yourself if you trust it</source>
        <translation>%1을(를) 압축 해제하지 않습니다. %2바이트가 이미 %3바이트로 늘어났으며 정상적인 데이터에서는 볼 수 없는 비율입니다. 신뢰하는 파일이라면 직접 압축을 푸세요</translation>
    </message>
    <message>
        <source>no room in the temporary folder to unpack %1: %2 bytes are unpacked, %3 are free; set TMPDIR to a folder on a larger disk, or unpack it yourself</source>
        <translation>임시 폴더에 %1의 압축을 풀 공간이 없습니다. %2바이트를 풀었고 %3바이트가 남아 있습니다. TMPDIR을 더 큰 디스크의 폴더로 설정하거나 직접 압축을 푸세요</translation>
    </message>
    <message>
        <source>metrics may be shown late</source>
        <translation>지표가 늦게 표시될 수 있습니다</translation>
    </message>
    <message>
        <source>run %1 is using the log folder %2; the metrics of the two runs could not be told apart</source>
        <translation>실행 %1이(가) 로그 폴더 %2을(를) 쓰고 있어 두 실행의 지표를 구별할 수 없습니다</translation>
    </message>
    <message>
        <source>there is no program %1; correct the path, or install it</source>
        <translation>프로그램 %1이(가) 없습니다. 경로를 고치거나 설치하세요</translation>
    </message>
    <message>
        <source>set %1 to %2 or more, or choose an earlier checkpoint</source>
        <translation>%1을(를) %2 이상으로 설정하거나 더 이전 체크포인트를 선택하세요</translation>
    </message>
    <message>
        <source>raise %1 to train longer</source>
        <translation>더 학습하려면 %1을(를) 늘리세요</translation>
    </message>
    <message>
        <source>use that file</source>
        <translation>그 파일 사용</translation>
    </message>
    <message>
        <source>wait until it ends, or choose another `logdir`</source>
        <translation>끝날 때까지 기다리거나 다른 `logdir`을 지정하세요</translation>
    </message>
    <message>
        <source>start its run file again</source>
        <translation>실행 파일을 다시 시작하세요</translation>
    </message>
    <message>
        <source>%1 is a folder; name the program in it</source>
        <translation>%1은(는) 폴더입니다. 그 안의 프로그램을 지정하세요</translation>
    </message>
    <message>
        <source>%1 is not executable; make it so with `chmod +x`, or name its interpreter before it, as in [python3, %2]</source>
        <translation>%1은(는) 실행할 수 없습니다. `chmod +x`로 실행 가능하게 만들거나 [python3, %2]처럼 앞에 인터프리터를 지정하세요</translation>
    </message>
    <message>
        <source>%1 has the line ends of Windows, which make its interpreter %2; save it with those of Linux</source>
        <translation>%1의 줄 끝이 Windows 방식이라 인터프리터가 %2이(가) 됩니다. Linux 방식으로 저장하세요</translation>
    </message>
    <message>
        <source>the interpreter %1 that the first line of %2 names is not there; correct that line, or name an interpreter before the script</source>
        <translation>%2의 첫 줄이 가리키는 인터프리터 %1이(가) 없습니다. 그 줄을 고치거나 스크립트 앞에 인터프리터를 적으세요</translation>
    </message>
    <message>
        <source>%1 is a text whose first line names no interpreter, as `#!/bin/bash` does; add that line, or name an interpreter before the script</source>
        <translation>%1은(는) 텍스트이며 첫 줄이 `#!/bin/bash`처럼 인터프리터를 가리키지 않습니다. 그 줄을 넣거나 스크립트 앞에 인터프리터를 적으세요</translation>
    </message>
    <message>
        <source>the first entry, which names the program, is empty</source>
        <translation>프로그램을 지정하는 첫 항목이 비어 있습니다</translation>
    </message>
    <message>
        <source>there is no program %1 in the folders of PATH (%2); install it, or write its whole path</source>
        <translation>PATH의 폴더(%2)에 프로그램 %1이(가) 없습니다. 설치하거나 전체 경로를 쓰세요</translation>
    </message>
    <message>
        <source>there is no folder %1; create it, or correct `cwd`</source>
        <translation>폴더 %1이(가) 없습니다. 만들거나 `cwd`를 고치세요</translation>
    </message>
    <message>
        <source>the folder %1 cannot be entered; change its permissions, or `cwd`</source>
        <translation>폴더 %1에 들어갈 수 없습니다. 권한을 바꾸거나 `cwd`를 고치세요</translation>
    </message>
    <message>
        <source>kept in every task as `env` has it: %1</source>
        <translation>모든 태스크에서 `env`의 값을 그대로 사용: %1</translation>
    </message>
    <message>
        <source>kept in every task as in the environment in which the agent was started: %1</source>
        <translation>모든 태스크에서 에이전트를 시작한 환경의 값을 그대로 사용: %1</translation>
    </message>
    <message>
        <source>%1 runs a program, of which there are no branches; `resume %2 --from` gives it an earlier checkpoint, and its run file starts it again</source>
        <translation>%1은(는) 프로그램을 실행하므로 분기할 수 없습니다. `resume %2 --from`은 이전 체크포인트를 전달하고, 실행 파일로 다시 시작할 수 있습니다</translation>
    </message>
    <message>
        <source>%1 is a checkpoint of the program of %2 in a format of its own; only the program can read it</source>
        <translation>%1은(는) %2의 프로그램이 자체 형식으로 만든 체크포인트이며, 그 프로그램만 읽을 수 있습니다</translation>
    </message>
    <message>
        <source>%1 belongs to the program of %2, which alone decides how long it is kept; Trainyard never deletes it</source>
        <translation>%1은(는) %2의 프로그램에 속하며, 얼마나 보관할지는 프로그램만 결정합니다. Trainyard는 이를 삭제하지 않습니다</translation>
    </message>
    <message>
        <source>%1 has changed since the program reported it</source>
        <translation>%1은(는) 프로그램이 보고한 후에 변경되었습니다</translation>
    </message>
    <message>
        <source>%1 cannot be verified from here: Trainyard does not read what a program has reported on another machine</source>
        <translation>여기에서는 %1을(를) 검증할 수 없습니다. 프로그램이 다른 머신에서 보고한 것을 Trainyard는 읽지 않습니다</translation>
    </message>
    <message>
        <source>%1 cannot be verified: it had not been read since the program reported it; from now on it is compared with what it is now</source>
        <translation>%1을(를) 검증할 수 없습니다. 프로그램이 보고한 후에 읽은 적이 없습니다. 앞으로는 현재 내용과 비교합니다</translation>
    </message>
    <message>
        <source>the program does not learn what is requested of it</source>
        <translation>프로그램에 요청이 전달되지 않습니다</translation>
    </message>
    <message>
        <source>%1 saves checkpoints as checkpoint.every says; `stop %2` saves one and stops</source>
        <translation>%1은(는) checkpoint.every에 따라 체크포인트를 저장합니다. `stop %2`는 하나를 저장하고 중지합니다</translation>
    </message>
    <message>
        <source>%1 runs a program whose epochs Trainyard does not see; of its settings, only the learning rate can be changed</source>
        <translation>%1은(는) Trainyard에서 에포크를 알 수 없는 프로그램을 실행합니다. 변경할 수 있는 설정은 학습률뿐입니다</translation>
    </message>
    <message>
        <source>%1 runs a program that has not called %2 of Trainyard&apos;s client: it would not do this; stop it, or start it again with other arguments</source>
        <translation>%1은(는) Trainyard 클라이언트의 %2을(를) 호출하지 않은 프로그램을 실행하므로 이 요청을 따르지 않습니다. 중지하거나 다른 인수로 다시 시작하세요</translation>
    </message>
    <message>
        <source>%1 runs a program whose steps Trainyard does not see; use the program&apos;s own profiler</source>
        <translation>%1은(는) Trainyard가 스텝을 볼 수 없는 프로그램을 실행합니다. 프로그램 자체의 프로파일러를 사용하세요</translation>
    </message>
    <message>
        <source>%1 runs a program whose steps and epochs Trainyard does not see; `stop %2 --after save` sends it SIGTERM and waits for stop_grace_seconds</source>
        <translation>%1은(는) Trainyard가 스텝과 에포크를 볼 수 없는 프로그램을 실행합니다. `stop %2 --after save`는 SIGTERM을 보내고 stop_grace_seconds 동안 기다립니다</translation>
    </message>
    <message>
        <source>%1 has succeeded: there is nothing to resume</source>
        <translation>%1은(는) 성공했습니다. 재개할 것이 없습니다</translation>
    </message>
    <message>
        <source>this is the run file of a command run: start its `command` itself</source>
        <translation>이것은 명령 실행의 실행 파일입니다. 그 `command`를 직접 시작하세요</translation>
    </message>
    <message>
        <source>the program brings its own training; only one of `train` and `command` can be given</source>
        <translation>프로그램은 스스로 학습을 수행합니다. `train`과 `command` 중 하나만 지정할 수 있습니다</translation>
    </message>
    <message>
        <source>remove `train` or `command`</source>
        <translation>`train` 또는 `command` 제거</translation>
    </message>
    <message>
        <source>only a run of a `command` uses this key</source>
        <translation>이 키는 `command` 실행에서만 사용됩니다</translation>
    </message>
    <message>
        <source>the program decides this itself; Trainyard only starts it and watches it</source>
        <translation>이것은 프로그램이 스스로 결정합니다. Trainyard는 시작하고 지켜보기만 합니다</translation>
    </message>
    <message>
        <source>remove the key; pass what the program needs in `command` or `env`</source>
        <translation>키를 제거하고 프로그램에 필요한 것은 `command`나 `env`로 전달</translation>
    </message>
    <message>
        <source>&quot;%1&quot; cannot be a variable: its name is empty or has a `=`, or there is a zero byte in it</source>
        <translation>&quot;%1&quot;은(는) 변수가 될 수 없습니다. 이름이 비어 있거나 `=`가 있거나 0바이트가 들어 있습니다</translation>
    </message>
    <message>
        <source>rename the variable</source>
        <translation>변수 이름 바꾸기</translation>
    </message>
    <message>
        <source>%1 was lost; attempt %2 was started %3 s later</source>
        <translation>%1이(가) 사라졌습니다. %3초 후에 시도 %2이(가) 시작되었습니다</translation>
    </message>
    <message>
        <source>write the program and each of its arguments as an entry of a list</source>
        <translation>프로그램과 각 인수를 목록의 항목으로 쓰십시오</translation>
    </message>
    <message>
        <source>write [%1]</source>
        <translation>[%1](으)로 쓰십시오</translation>
    </message>
    <message>
        <source>the output of %1 has values of more than %2 series; the others are left out</source>
        <translation>%1의 출력에 %2개가 넘는 시리즈의 값이 있습니다. 나머지는 제외됩니다</translation>
    </message>
    <message>
        <source>%1 has printed %2, in which `metrics` finds no value; check its formats and patterns</source>
        <translation>%1이(가) %2을 출력했지만 `metrics`가 값을 찾지 못했습니다. 형식과 패턴을 확인하십시오</translation>
    </message>
    <message>
        <source>the pattern cannot be used: %1; its syntax is RE2&apos;s, without look-around and back-references</source>
        <translation>이 패턴은 사용할 수 없습니다: %1. 구문은 RE2의 것이며 전후방 탐색과 역참조가 없습니다</translation>
    </message>
    <message>
        <source>correct the pattern; a group is named as in (?P&lt;loss&gt;[0-9.]+)</source>
        <translation>패턴을 고치십시오. 그룹 이름은 (?P&lt;loss&gt;[0-9.]+)처럼 붙입니다</translation>
    </message>
    <message>
        <source>there is no file %1</source>
        <translation>파일 %1이(가) 없습니다</translation>
    </message>
    <message>
        <source>%1 (%2, at last %3 at step %4)</source>
        <translation>%1(%2, 마지막은 %4단계에서 %3)</translation>
    </message>
    <message>
        <source>the sample cannot be read: %1</source>
        <translation>샘플을 읽을 수 없습니다: %1</translation>
    </message>
    <message>
        <source>name a file with lines that the program has printed, or remove the key</source>
        <translation>프로그램이 출력한 줄이 있는 파일을 지정하거나 키를 제거하세요</translation>
    </message>
    <message>
        <source>no value is found in %1 of %2</source>
        <translation>%2의 %1에서 값을 찾지 못했습니다</translation>
    </message>
    <message>
        <source>correct this entry, or the sample</source>
        <translation>이 항목이나 샘플을 고치세요</translation>
    </message>
    <message>
        <source>found in %1: %2</source>
        <translation>%1에서 찾은 값: %2</translation>
    </message>
    <message>
        <source>no group of the pattern is named `%1`</source>
        <translation>패턴에 이름이 `%1`인 그룹이 없습니다</translation>
    </message>
    <message>
        <source>name the group with the step (?P&lt;%1&gt;[0-9]+), or remove `step`</source>
        <translation>스텝 그룹의 이름을 (?P&lt;%1&gt;[0-9]+)로 하거나 `step`을 제거하십시오</translation>
    </message>
    <message>
        <source>no group of the pattern has a name, so that no value would be recorded</source>
        <translation>패턴에 이름 있는 그룹이 없어 값이 기록되지 않습니다</translation>
    </message>
    <message>
        <source>name the group with the value, as in loss: (?P&lt;loss&gt;[0-9.e+-]+)</source>
        <translation>loss: (?P&lt;loss&gt;[0-9.e+-]+)처럼 값의 그룹에 이름을 붙이십시오</translation>
    </message>
    <message>
        <source>only `regex` and `format: json` use this key; the other formats have steps of their own</source>
        <translation>이 키는 `regex`와 `format: json`만 사용합니다. 다른 형식에는 자체 스텝이 있습니다</translation>
    </message>
    <message>
        <source>%1 is not installed; it shows the frames of Python</source>
        <translation>%1이(가) 설치되어 있지 않습니다. Python 프레임을 보여 주는 도구입니다</translation>
    </message>
    <message>
        <source>%1 prints something else than threads and their frames</source>
        <translation>%1의 출력이 스레드와 프레임 목록이 아닙니다</translation>
    </message>
    <message>
        <source>the evaluator is slower than the training: %1 was deleted before its evaluation, to make room (checkpoint.disk_budget_bytes, or what is free on the disk); save less often, or evaluate the newest alone</source>
        <translation>평가자가 학습보다 느려서, 공간을 확보하기 위해 %1이(가) 평가되기 전에 삭제되었습니다(checkpoint.disk_budget_bytes 또는 디스크의 여유 공간). 저장 빈도를 낮추거나 최신 체크포인트만 평가하세요</translation>
    </message>
    <message>
        <source>%1 was deleted before it was copied to %2 for %3; raise checkpoint.keep, or save less often, if too few are evaluated</source>
        <translation>%1이(가) %3을(를) 위해 %2(으)로 복사되기 전에 삭제되었습니다. 평가되는 수가 너무 적으면 checkpoint.keep을 늘리거나 저장 빈도를 줄이세요</translation>
    </message>
    <message>
        <source>%1 lacks checkpoints, which cannot be sent to %2: %3</source>
        <translation>%1에 필요한 체크포인트를 %2(으)로 보낼 수 없습니다: %3</translation>
    </message>
    <message>
        <source>%1 gets its next checkpoint when the disk of %2 has free space: %3</source>
        <translation>%1은(는) %2의 디스크에 빈 공간이 생기면 다음 체크포인트를 받습니다: %3</translation>
    </message>
    <message>
        <source>%1 is a link, and nothing is written through it; move it elsewhere</source>
        <translation>%1은(는) 링크이며, 링크를 통해서는 쓰지 않습니다. 다른 곳으로 옮기세요</translation>
    </message>
    <message>
        <source>the output of %1 has steps that are too large to be kept exactly; their lines are left out</source>
        <translation>%1의 출력에 정확히 기록하기에는 너무 큰 스텝 번호가 있습니다. 해당 줄은 제외됩니다</translation>
    </message>
    <message>
        <source>%1 is stopping: resume it when it has ended; `watch %2` waits for that</source>
        <translation>%1은(는) 중지하는 중입니다. 종료된 후에 재개하세요. `watch %2`로 종료를 기다릴 수 있습니다</translation>
    </message>
    <message>
        <source>step %1 is trained already, which is beyond train.max_steps (%2)</source>
        <translation>스텝 %1까지 이미 학습했으며, 이는 train.max_steps(%2)를 넘습니다</translation>
    </message>
    <message>
        <source>step %1 is trained already, which is beyond the end of %2 epochs</source>
        <translation>스텝 %1까지 이미 학습했으며, 이는 %2 에포크의 끝을 넘습니다</translation>
    </message>
    <message>
        <source>the training is estimated to need %1 GiB of memory (%2 GiB for each replica), and this machine has %3 GiB: its tasks may be ended for lack of memory</source>
        <translation>학습에 약 %1 GiB의 메모리(복제본당 %2 GiB)가 필요할 것으로 추정되지만 이 컴퓨터에는 %3 GiB가 있습니다. 메모리 부족으로 작업이 종료될 수 있습니다</translation>
    </message>
    <message>
        <source>set batch_size to %1 or less, or use fewer replicas</source>
        <translation>batch_size를 %1 이하로 설정하거나 복제본 수를 줄이세요</translation>
    </message>
    <message>
        <source>use fewer replicas or a smaller model</source>
        <translation>복제본 수를 줄이거나 더 작은 모델을 사용하세요</translation>
    </message>
    <message>
        <source>the profile of %1 cannot be fetched: %2</source>
        <translation>%1의 프로파일을 가져올 수 없습니다: %2</translation>
    </message>
    <message>
        <source>the machine of %1 has no file %2</source>
        <translation>%1의 머신에 파일 %2이(가) 없습니다</translation>
    </message>
    <message>
        <source>the machine of %1 sent %2 in place of %3</source>
        <translation>%1의 머신가 %3 대신 %2을(를) 보냈습니다</translation>
    </message>
    <message>
        <source>the agent has yet to take the run up</source>
        <translation>에이전트가 아직 이 실행을 이어받지 않았습니다</translation>
    </message>
    <message>
        <source>%1 has tasks on other machines that this agent has not reached since it started; `trainyard --headless nodes` shows why, and if one of them will not come back, `nodes remove NODE --force` abandons it</source>
        <translation>%1에는 다른 머신의 작업이 있는데 이 에이전트는 시작된 뒤로 그 머신에 아직 연결하지 못했습니다. `trainyard --headless nodes`로 이유를 볼 수 있고, 머신이 돌아오지 않는다면 `nodes remove NODE --force`로 포기할 수 있습니다</translation>
    </message>
    <message>
        <source>%1 is in use by %2; stop that run first, or choose another folder for this one</source>
        <translation>%1을(를) %2에서 사용 중입니다. 먼저 그 실행을 중지하거나 이 실행에 다른 폴더를 선택하세요</translation>
    </message>
    <message>
        <source>run %1 has no attempt %2; its newest is %3</source>
        <translation>실행 %1에는 시도 %2이(가) 없습니다. 최신 시도는 %3입니다</translation>
    </message>
    <message>
        <source>`%1` has no value; put quotes around a text that begins with % or #</source>
        <translation>`%1`에 값이 없습니다. % 또는 #으로 시작하는 텍스트는 따옴표로 묶으십시오</translation>
    </message>
    <message>
        <source>there is more than one value; put quotes around a text that has ---</source>
        <translation>값이 둘 이상입니다. ---가 들어 있는 텍스트는 따옴표로 묶으십시오</translation>
    </message>
    <message>
        <source>lost the connection to the agent at %1: it ended or is restarting, and runs continue without it; try again</source>
        <translation>%1의 에이전트와 연결이 끊겼습니다. 종료되었거나 다시 시작하는 중이며, 실행은 에이전트 없이 계속됩니다. 다시 시도하십시오</translation>
    </message>
    <message>
        <source>%1 is a model of another run, or has other files; it is kept as %2 when this run&apos;s model is saved</source>
        <translation>%1은(는) 다른 실행의 모델이거나 다른 파일이 들어 있습니다. 이 실행의 모델을 저장할 때 %2(으)로 보관합니다</translation>
    </message>
    <message>
        <source>checkpoints go to %1, which is in the way of the model %2; give the model a folder of its own</source>
        <translation>체크포인트가 %1에 저장되어 모델 %2을(를) 저장할 수 없습니다. 모델에 별도의 폴더를 지정하세요</translation>
    </message>
    <message>
        <source>%1. Your quota on its disk is used up: delete files of yours, or have it raised; nothing was written</source>
        <translation>%1. 디스크 할당량을 모두 사용했습니다. 자신의 파일을 삭제하거나 할당량을 늘려 달라고 하십시오. 이번 쓰기는 저장되지 않았습니다</translation>
    </message>
    <message>
        <source>Reinstall Trainyard on this machine.</source>
        <translation>이 머신에 Trainyard를 다시 설치하세요.</translation>
    </message>
    <message>
        <source>Run `trainyard --headless nodes prepare %1`.</source>
        <translation>`trainyard --headless nodes prepare %1`를 실행하세요.</translation>
    </message>
    <message>
        <source>Run `trainyard --headless nodes check %1`.</source>
        <translation>`trainyard --headless nodes check %1`를 실행하세요.</translation>
    </message>
    <message>
        <source>Make space on that disk, or make its folder writable.</source>
        <translation>그 디스크의 공간을 확보하거나 폴더를 쓰기 가능하게 하세요.</translation>
    </message>
    <message>
        <source>Make space on that disk before a run writes its checkpoints.</source>
        <translation>실행이 체크포인트를 쓰기 전에 그 디스크의 공간을 확보하세요.</translation>
    </message>
    <message>
        <source>Run `timedatectl set-ntp true` there.</source>
        <translation>그 머신에서 `timedatectl set-ntp true`를 실행하세요.</translation>
    </message>
    <message>
        <source>Connect that machine to the faster network, or leave it out of the cluster.</source>
        <translation>그 머신을 더 빠른 네트워크에 연결하거나 클러스터에서 제외하세요.</translation>
    </message>
    <message>
        <source>Add the node by an address of the network.</source>
        <translation>네트워크 주소로 노드를 추가하세요.</translation>
    </message>
    <message>
        <source>Choose a subnet in which all machines of the run have an address.</source>
        <translation>실행의 모든 머신에 주소가 있는 서브넷을 고르세요.</translation>
    </message>
    <message>
        <source>Let %1 open TCP connections to %2 at %3: look at the cable, the route and the firewall of both.</source>
        <translation>%1에서 %2(%3)로 TCP 연결을 열 수 있게 하세요. 양쪽의 케이블, 경로, 방화벽을 확인하세요.</translation>
    </message>
    <message>
        <source>Let both machines open TCP connections to all ports of each other.</source>
        <translation>두 머신이 서로의 모든 포트에 TCP 연결을 열 수 있게 하세요.</translation>
    </message>
    <message>
        <source>%1 MB are free</source>
        <translation>남은 공간: %1 MB</translation>
    </message>
    <message>
        <source>%1 MB/s, %2 GB free</source>
        <translation>%1 MB/초, 남은 공간 %2 GB</translation>
    </message>
    <message>
        <source>agrees with this machine&apos;s</source>
        <translation>이 머신의 시계와 일치합니다</translation>
    </message>
    <message>
        <source>%1 s ahead of this machine&apos;s</source>
        <translation>이 머신의 시계보다 %1초 빠릅니다</translation>
    </message>
    <message>
        <source>%1 s behind this machine&apos;s</source>
        <translation>이 머신의 시계보다 %1초 느립니다</translation>
    </message>
    <message>
        <source>slow: the median of all links is %1 MB/s</source>
        <translation>느림: 모든 링크의 중앙값은 %1 MB/초입니다</translation>
    </message>
    <message>
        <source>slow to answer: the median of all links is %1 ms</source>
        <translation>응답이 느림: 모든 링크의 중앙값은 %1 ms입니다</translation>
    </message>
    <message>
        <source>the agent of %1 did not answer within %2 s</source>
        <translation>%1의 에이전트가 %2초 안에 응답하지 않았습니다</translation>
    </message>
    <message>
        <source>the node has named no port</source>
        <translation>노드가 포트를 알려 주지 않았습니다</translation>
    </message>
    <message>
        <source>the worker starts with it</source>
        <translation>학습 프로그램이 이것으로 시작됩니다</translation>
    </message>
    <message>
        <source>%1 runs there, and %2 here</source>
        <translation>그 머신은 %1, 이 머신은 %2입니다</translation>
    </message>
    <message>
        <source>the address of %1 is unknown, because its SSH server was not reached over a network</source>
        <translation>%1의 주소를 알 수 없습니다. SSH 서버에 네트워크로 연결하지 않았기 때문입니다</translation>
    </message>
    <message>
        <source>%1 is not connected</source>
        <translation>%1이(가) 연결되어 있지 않습니다</translation>
    </message>
    <message>
        <source>%1 has no address in the subnet %2; it has %3</source>
        <translation>%1에 서브넷 %2의 주소가 없습니다. 있는 주소: %3</translation>
    </message>
    <message>
        <source>%1 and %2 both have the address %3 in the subnet %4; choose a smaller subnet, in which each machine has its own</source>
        <translation>%1과(와) %2의 서브넷 %4 주소가 %3(으)로 같습니다. 각 머신이 고유한 주소를 갖는 더 작은 서브넷을 선택하세요</translation>
    </message>
    <message>
        <source>the addresses of %1 are unknown until it is connected</source>
        <translation>%1의 주소는 연결될 때까지 알 수 없습니다</translation>
    </message>
    <message>
        <source>%1 is not an address: %2</source>
        <translation>%1은(는) 주소가 아닙니다: %2</translation>
    </message>
    <message>
        <source>the connection with %1 failed: %2</source>
        <translation>%1와(과)의 연결에 실패했습니다: %2</translation>
    </message>
    <message>
        <source>the connection with %1 was closed</source>
        <translation>%1와(과)의 연결이 닫혔습니다</translation>
    </message>
    <message>
        <source>no port of %1 can be opened: %2</source>
        <translation>%1의 포트를 열 수 없습니다: %2</translation>
    </message>
    <message>
        <source>no answer from %1</source>
        <translation>%1에서 응답이 없습니다</translation>
    </message>
    <message>
        <source>the all-reduce failed: %1</source>
        <translation>all-reduce에 실패했습니다: %1</translation>
    </message>
    <message>
        <source>its worker does not start with libtorch</source>
        <translation>그 머신의 학습 프로그램이 libtorch로 시작되지 않습니다</translation>
    </message>
    <message>
        <source>its worker did not start within %1 s; the machine may be busy: test again before anything else</source>
        <translation>그 머신의 학습 프로그램이 %1초 안에 시작되지 않았습니다. 머신이 바쁠 수 있으니 먼저 다시 테스트하세요</translation>
    </message>
    <message>
        <source>cannot write in %1</source>
        <translation>%1에 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>cannot write to the disk of %1</source>
        <translation>%1의 디스크에 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>this machine</source>
        <translation>이 머신</translation>
    </message>
    <message>
        <source>the other machine</source>
        <translation>상대 머신</translation>
    </message>
    <message>
        <source>no reason given</source>
        <translation>이유를 알 수 없음</translation>
    </message>
    <message>
        <source>%1 %2 at %3 %4 is worse than %5, the median of %6 other runs</source>
        <translation>%3 %4의 %1 %2이(가) 다른 실행 %6개의 중앙값 %5보다 나쁩니다</translation>
    </message>
    <message>
        <source>%1 %2 at %3 %4 is not among the best %5 of %6 runs</source>
        <translation>%3 %4의 %1 %2이(가) 실행 %6개 중 상위 %5개에 들지 않습니다</translation>
    </message>
    <message>
        <source>epoch</source>
        <translation>에포크</translation>
    </message>
    <message>
        <source>step</source>
        <translation>스텝</translation>
    </message>
    <message>
        <source>there is no sweep %1; `sweeps` lists them</source>
        <translation>스윕 %1이(가) 없습니다. 목록은 `sweeps`로 볼 수 있습니다</translation>
    </message>
    <message>
        <source>sweep %1 has ended; none of its runs wait</source>
        <translation>스윕 %1은(는) 끝났으며 대기 중인 실행이 없습니다</translation>
    </message>
    <message>
        <source>run %1 of sweep %2 does not wait; `queue` lists those that do</source>
        <translation>스윕 %2의 실행 %1은(는) 대기 중이 아닙니다. 대기 중인 실행은 `queue`로 볼 수 있습니다</translation>
    </message>
    <message>
        <source>one waiting run is moved at a time: name it as SWEEP/NUMBER, and a position from 1</source>
        <translation>대기 중인 실행은 한 번에 하나씩 옮깁니다. SWEEP/NUMBER로 지정하고 위치는 1 이상이어야 합니다</translation>
    </message>
    <message>
        <source>a sweep has at least one run, and starts one at a time or more</source>
        <translation>스윕에는 실행이 하나 이상 있어야 하고 동시에 시작하는 수는 1 이상이어야 합니다</translation>
    </message>
    <message>
        <source>the runs of a sweep are not numbered from 1</source>
        <translation>스윕의 실행 번호가 1부터 시작하지 않습니다</translation>
    </message>
    <message>
        <source>it does not name its sweep</source>
        <translation>어느 스윕의 것인지 나와 있지 않습니다</translation>
    </message>
    <message>
        <source>%1; `trainyard --headless sweep FILE --send`, where FILE is the sweep file, sends them and starts the sweep again</source>
        <translation>%1. `trainyard --headless sweep FILE --send`(FILE은 스윕 파일)를 실행하면 파일을 보낸 뒤 스윕을 다시 시작합니다</translation>
    </message>
    <message>
        <source>action is missing (expected ADD, PREPARE or CONNECT)</source>
        <translation>action이 없습니다(ADD, PREPARE 또는 CONNECT 필요)</translation>
    </message>
    <message>
        <source>no key, password or passphrase of yours was accepted: run `ssh-copy-id %1`, or load the key with ssh-add</source>
        <translation>키, 비밀번호, 암호 구문 중 어느 것도 받아들여지지 않았습니다. `ssh-copy-id %1`을(를) 실행하거나 ssh-add로 키를 불러오세요</translation>
    </message>
    <message>
        <source>ssh may have to ask you something first (a password, a passphrase, an unknown host key): %1</source>
        <translation>먼저 ssh의 질문(비밀번호, 암호 구문, 알 수 없는 호스트 키)에 답해야 할 수 있습니다: %1</translation>
    </message>
    <message>
        <source>nobody answered ssh&apos;s question within %1 s: %2</source>
        <translation>%1초 안에 ssh의 질문에 대한 답이 없었습니다: %2</translation>
    </message>
    <message>
        <source>ssh&apos;s question was not answered: %1</source>
        <translation>ssh의 질문에 답하지 않았습니다: %1</translation>
    </message>
    <message>
        <source>another client is connecting to %1 and answers the questions of ssh; try again when that is done</source>
        <translation>다른 클라이언트가 %1에 연결하면서 ssh의 질문에 답하고 있습니다. 끝난 뒤 다시 시도하세요</translation>
    </message>
    <message>
        <source>this question is no longer asked</source>
        <translation>이 질문은 이미 종료되었습니다</translation>
    </message>
    <message>
        <source> %1 and %2</source>
        <translation>(%1, %2)</translation>
    </message>
    <message>
        <source>none</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>%1 is not finite (NaN or infinite)</source>
        <translation>%1 값이 유한하지 않습니다(NaN 또는 무한대)</translation>
    </message>
    <message>
        <source>run %1</source>
        <translation>실행 %1</translation>
    </message>
    <message>
        <source>`mean` and `variance` are given together, or neither is</source>
        <translation>`mean`과 `variance`는 함께 지정하거나 둘 다 생략하십시오</translation>
    </message>
    <message>
        <source>must be one number, or one per column (%1)</source>
        <translation>숫자 하나이거나 열마다 하나(%1개)여야 합니다</translation>
    </message>
    <message>
        <source>must not be negative</source>
        <translation>음수일 수 없습니다</translation>
    </message>
    <message>
        <source>must be in ascending order</source>
        <translation>오름차순이어야 합니다</translation>
    </message>
    <message>
        <source>must be at least %1, one more than `bin_boundaries` has</source>
        <translation>`bin_boundaries`의 개수보다 하나 많은 %1 이상이어야 합니다</translation>
    </message>
    <message>
        <source>a format has only %1 after %</source>
        <translation>형식에서 % 뒤에는 %1만 쓸 수 있습니다</translation>
    </message>
    <message>
        <source>%1 is a file, and a checkpoint of a model is a folder; what a program has written, only that program can read</source>
        <translation>%1은(는) 파일이지만 모델의 체크포인트는 폴더입니다. 프로그램이 기록한 것은 그 프로그램만 읽을 수 있습니다</translation>
    </message>
    <message>
        <source>this is a sweep file, not a run file: `sweep` reads it, and checks it with --dry-run</source>
        <translation>실행 파일이 아니라 스윕 파일입니다. `sweep`이 읽으며, --dry-run으로 검사합니다</translation>
    </message>
    <message>
        <source>The likely reason is a busy machine: test again when it has less to do.</source>
        <translation>머신의 부하가 높은 것이 원인일 수 있습니다. 부하가 줄어든 뒤 다시 테스트하세요.</translation>
    </message>
    <message>
        <source>Test again. If that fails, too, agent.log on both machines may say more.</source>
        <translation>다시 테스트하세요. 또 실패하면 두 머신의 agent.log에 자세한 내용이 있을 수 있습니다.</translation>
    </message>
    <message>
        <source>the all-reduce did not finish within %1 s</source>
        <translation>all-reduce가 %1초 안에 끝나지 않았습니다</translation>
    </message>
    <message>
        <source>fetched %1 MB of %2</source>
        <translation>%2의 %1 MB를 가져왔습니다</translation>
    </message>
    <message>
        <source>there are public addresses among these, which `cluster.allow_clear_text` permits</source>
        <translation>이 중에는 공인 주소가 있으며 `cluster.allow_clear_text`가 이를 허용합니다</translation>
    </message>
    <message>
        <source>its agent and this machine's are out of step, and connect again; if it stays so, remove the node and add it again</source>
        <translation>그 머신의 에이전트와 이 머신의 에이전트가 주고받은 내용이 어긋나 다시 연결합니다. 계속되면 노드를 제거하고 다시 추가하세요</translation>
    </message>
    <message>
        <source>%1 of %2 MB of Trainyard sent</source>
        <translation>Trainyard %2 MB 중 %1 MB를 보냈습니다</translation>
    </message>
    <message>
        <source>%1. A data set of a plugin is named as a source of a run file, '{plugin: ID}'; `plugins` lists those that are installed</source>
        <translation>%1. 플러그인의 데이터 세트는 실행 파일의 소스처럼 '{plugin: ID}'로 지정합니다. 설치된 것은 `plugins`로 확인할 수 있습니다</translation>
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
    <name>ClusterSlots</name>
    <message>
        <source>Connected</source>
        <translation>연결됨</translation>
    </message>
    <message>
        <source>Connecting</source>
        <translation>연결 중</translation>
    </message>
    <message>
        <source>Unreachable</source>
        <translation>연결할 수 없음</translation>
    </message>
    <message>
        <source>Incompatible</source>
        <translation>호환되지 않음</translation>
    </message>
    <message>
        <source>%1 has tasks and is not connected.</source>
        <translation>%1에 작업이 있지만 연결되어 있지 않습니다.</translation>
    </message>
    <message>
        <source>check it on the Nodes page, or move its tasks</source>
        <translation>노드 페이지에서 확인하거나 작업을 옮기세요</translation>
    </message>
    <message>
        <source>Tasks on %1 name more GPUs than it has: %2 of %3.</source>
        <translation>%1의 작업이 보유한 것보다 많은 GPU를 지정합니다: %2/%3.</translation>
    </message>
    <message>
        <source>move one of them to another machine</source>
        <translation>그중 하나를 다른 머신으로 옮기세요</translation>
    </message>
</context>
<context>
    <name>CommandForm</name>
    <message>
        <source>“%1” is set twice. Only its first value is used.</source>
        <translation>“%1”이(가) 두 번 설정되었습니다. 첫 번째 값만 사용됩니다.</translation>
    </message>
    <message>
        <source>Row %1 has no name, so it is not used.</source>
        <translation>%1번째 행에는 이름이 없어 사용되지 않습니다.</translation>
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
    <name>FixButton</name>
    <message>
        <source>Fix: %1</source>
        <translation>수정: %1</translation>
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
        <source>A chief or worker counts as dead when it has printed nothing, and no event file of the run has grown, for this long. 0: never.</source>
        <translation>치프 또는 워커가 이 시간 동안 아무것도 출력하지 않고 실행의 이벤트 파일도 늘어나지 않으면 죽은 것으로 봅니다. 0: 그렇게 보지 않음.</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>프로그램</translation>
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
        <source>%1 min ago</source>
        <comment>age</comment>
        <translation>%1분 전</translation>
    </message>
    <message>
        <source>%1 h ago</source>
        <comment>age</comment>
        <translation>%1시간 전</translation>
    </message>
    <message>
        <source>%1 d ago</source>
        <comment>age</comment>
        <translation>%1일 전</translation>
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
        <source>just now</source>
        <comment>age</comment>
        <translation>방금</translation>
    </message>
    <message>
        <source>pausing</source>
        <translation>일시 정지 대기 중</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>일시 정지 중</translation>
    </message>
    <message>
        <source>imported</source>
        <translation>가져온 상태</translation>
    </message>
</context>
<context>
    <name>GpuChoices</name>
    <message>
        <source>, %1 of %2 free</source>
        <translation>, %2 중 %1 사용 가능</translation>
    </message>
    <message>
        <source>, used by %1</source>
        <translation>, %1에서 사용</translation>
    </message>
    <message>
        <source>, busy now</source>
        <translation>, 현재 사용 중</translation>
    </message>
    <message>
        <source>Not known yet which GPUs it has</source>
        <translation>어떤 GPU가 있는지 아직 알 수 없습니다</translation>
    </message>
    <message>
        <source>This machine has no GPU</source>
        <translation>이 컴퓨터에는 GPU가 없습니다</translation>
    </message>
</context>
<context>
    <name>NodeFindings</name>
    <message>
        <source>%1 to %2</source>
        <translation>%1에서 %2</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 외 %2건</translation>
    </message>
</context>
<context>
    <name>NodeLanes</name>
    <message>
        <source>CPUs in use: %1 of %2</source>
        <translation>사용 중인 CPU: %1/%2</translation>
    </message>
    <message>
        <source>CPUs in use: %1</source>
        <translation>사용 중인 CPU: %1</translation>
    </message>
    <message>
        <source>memory: %1</source>
        <translation>메모리: %1</translation>
    </message>
    <message>
        <source>%1 since %2</source>
        <translation>%1(%2부터)</translation>
    </message>
    <message>
        <source>The run waits for this link.</source>
        <translation>실행이 이 연결을 기다리고 있습니다.</translation>
    </message>
    <message>
        <source>Waiting for the link. Training does not need it.</source>
        <translation>링크가 다시 연결되기를 기다리는 중입니다. 학습은 링크 없이 계속됩니다.</translation>
    </message>
</context>
<context>
    <name>Predictions</name>
    <message>
        <source>precision</source>
        <translation>정밀도</translation>
    </message>
    <message>
        <source>recall</source>
        <translation>재현율</translation>
    </message>
    <message>
        <source>Cannot determine the working folder of the window: %1</source>
        <translation>창의 작업 폴더를 알 수 없습니다: %1</translation>
    </message>
</context>
<context>
    <name>Reasons</name>
    <message>
        <source>The store is damaged and read-only. Make it again with: trainyard --headless doctor --rebuild</source>
        <translation>저장소가 손상되어 읽기 전용입니다. 다음 명령으로 다시 만드세요: trainyard --headless doctor --rebuild</translation>
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
    <name>RunFiles</name>
    <message>
        <source>%1 is in the folder of a run, which only its agent writes. Choose another folder.</source>
        <translation>%1은(는) 실행의 폴더에 있으며, 이 폴더에는 에이전트만 씁니다. 다른 폴더를 선택하십시오.</translation>
    </message>
    <message>
        <source>%1 was changed by another program since it was read.</source>
        <translation>%1은(는) 읽은 후에 다른 프로그램이 변경했습니다.</translation>
    </message>
</context>
<context>
    <name>Sending</name>
    <message>
        <source>the run has other errors. Fix them first, then send again.</source>
        <translation>이 실행에 다른 오류가 있습니다. 먼저 해결한 다음 다시 보내세요.</translation>
    </message>
</context>
<context>
    <name>trainyard::bridge::AgentBridge</name>
    <message>
        <source>The call failed unexpectedly: %1</source>
        <translation>호출이 예기치 않게 실패했습니다: %1</translation>
    </message>
    <message>
        <source>Too many calls wait for the agent&apos;s answers. Try again when it answers.</source>
        <translation>에이전트의 응답을 기다리는 호출이 너무 많습니다. 응답한 뒤 다시 시도하십시오.</translation>
    </message>
    <message>
        <source>The agent was stopped. Starting a run starts it again.</source>
        <translation>에이전트가 중지되었습니다. 실행을 시작하면 다시 시작됩니다.</translation>
    </message>
</context>
<context>
    <name>trainyard::models::CheckpointListModel</name>
    <message>
        <source>damaged</source>
        <translation>손상됨</translation>
    </message>
    <message>
        <source>verified</source>
        <translation>검증됨</translation>
    </message>
    <message>
        <source>not verified</source>
        <translation>미검증</translation>
    </message>
    <message>
        <source>reported by the program</source>
        <translation>프로그램이 보고함</translation>
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
        <source>Select the strategy %1</source>
        <translation>전략 %1 선택</translation>
    </message>
    <message>
        <source>Give every task a port</source>
        <translation>모든 작업에 포트 지정</translation>
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
        <source>automatic</source>
        <translation>자동</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>작업</translation>
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
        <source>Tasks on other machines that this version can&apos;t start yet: %1. Start them manually, with the commands under Manual start.</source>
        <translation>이 버전이 아직 시작할 수 없는 다른 머신의 작업: %1. &quot;수동 시작&quot;의 명령줄로 시작하세요.</translation>
    </message>
    <message>
        <source>move all tasks to this machine</source>
        <translation>모두 이 머신에 두기</translation>
    </message>
    <message>
        <source>GPU of %1</source>
        <translation>%1의 GPU</translation>
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
        <source>Attempt 1 starts at step %1</source>
        <translation>1차 시도를 스텝 %1부터 시작</translation>
    </message>
    <message>
        <source>Attempt 1 starts</source>
        <translation>1차 시도 시작</translation>
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
        <source>State: %1</source>
        <translation>상태: %1</translation>
    </message>
    <message>
        <source>State: %1 (%2)</source>
        <translation>상태: %1 (%2)</translation>
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
        <source>%1 → recovered in %2 s: attempt %3 from step %4</source>
        <translation>%1 → %2초 뒤 복귀: %3차 시도, 스텝 %4부터</translation>
    </message>
    <message>
        <source>Checkpoint at step %1</source>
        <translation>스텝 %1 체크포인트</translation>
    </message>
    <message>
        <source>%1 → attempt %2</source>
        <translation>%1 → %2차 시도</translation>
    </message>
    <message>
        <source>%1 → recovered in %2 s: attempt %3</source>
        <translation>%1 → %2초 만에 복구: %3차 시도</translation>
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
        <source>Starts from %1</source>
        <translation>%1에서 시작</translation>
    </message>
    <message>
        <source>output lines that match %1</source>
        <translation>%1와 일치하는 출력 줄</translation>
    </message>
    <message>
        <source>Keras&apos; progress bars</source>
        <translation>Keras의 진행률 표시줄</translation>
    </message>
    <message>
        <source>Lightning&apos;s progress bars</source>
        <translation>Lightning의 진행률 표시줄</translation>
    </message>
    <message>
        <source>the output of Hugging Face&apos;s Trainer</source>
        <translation>Hugging Face Trainer의 출력</translation>
    </message>
    <message>
        <source>JSON in the output</source>
        <translation>출력의 JSON</translation>
    </message>
    <message>
        <source>TensorBoard event files</source>
        <translation>TensorBoard 이벤트 파일</translation>
    </message>
    <message>
        <source>Metrics found: %1 (%2)</source>
        <translation>지표 발견: %1 (%2)</translation>
    </message>
    <message>
        <source>Metrics from %1</source>
        <translation>지표 출처: %1</translation>
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
    <message>
        <source>%1, line %2</source>
        <translation>%1, %2행</translation>
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
        <source>[several tasks] </source>
        <translation>[여러 작업] </translation>
    </message>
</context>
<context>
    <name>trainyard::models::RunForm</name>
    <message>
        <source>this is not a run file (expected a map with `name` and `train` or `command`)</source>
        <translation>실행 파일이 아닙니다(`name`과, `train` 또는 `command`가 있는 맵이어야 합니다)</translation>
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
        <source>Started</source>
        <translation>시작</translation>
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
    <message>
        <source>Measured on the training data</source>
        <translation>학습 데이터로 측정한 값</translation>
    </message>
    <message>
        <source>Measured on the validation data, at the end of an epoch; “–” where there is none</source>
        <translation>검증 데이터로 에포크 끝에 측정한 값. 없으면 “–”</translation>
    </message>
    <message>
        <source>Val. loss</source>
        <comment>validation</comment>
        <translation>검증 손실</translation>
    </message>
    <message>
        <source>Val. accuracy</source>
        <comment>validation</comment>
        <translation>검증 정확도</translation>
    </message>
</context>
<context>
    <name>trainyard::models::SweepRunModel</name>
    <message>
        <source>running</source>
        <translation>실행 중</translation>
    </message>
    <message>
        <source>held</source>
        <translation>보류됨</translation>
    </message>
    <message>
        <source>stopping</source>
        <translation>중지하는 중</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>완료됨</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>중지됨</translation>
    </message>
    <message>
        <source>unreadable</source>
        <translation>읽을 수 없음</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>대기 중</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>취소됨</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>거부됨</translation>
    </message>
    <message>
        <source>deleted</source>
        <translation>삭제됨</translation>
    </message>
    <message>
        <source>stopped early</source>
        <translation>조기 중지됨</translation>
    </message>
    <message>
        <source>Run %1, the best: %2</source>
        <translation>실행 %1(최상): %2</translation>
    </message>
    <message>
        <source>Run %1: %2</source>
        <translation>실행 %1: %2</translation>
    </message>
    <message>
        <source>%1, the best run</source>
        <translation>%1, 최상의 실행</translation>
    </message>
    <message>
        <source>The best value so far</source>
        <translation>지금까지의 최상의 값</translation>
    </message>
    <message>
        <source>Where the run had that value: epochs finished, or the step of a command run</source>
        <translation>그 값이 나온 시점: 끝난 에포크 수 또는 명령 실행의 스텝</translation>
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
        <source>At</source>
        <translation>시점</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>이유</translation>
    </message>
</context>
<context>
    <name>trainyard::models::TaskListModel</name>
    <message>
        <source>%1 (chief)</source>
        <translation>%1(치프)</translation>
    </message>
    <message>
        <source>%1 was killed by signal %2</source>
        <translation>%1은(는) 시그널 %2(으)로 종료되었습니다</translation>
    </message>
    <message>
        <source>%1 exited with code %2</source>
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
        <source>Listens at %1</source>
        <translation>%1에서 수신 대기 중</translation>
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
        <source>%1 has not reached this call (%2, step %3)</source>
        <translation>%1은(는) 이 호출에 도달하지 않음 (%2, 스텝 %3)</translation>
    </message>
    <message>
        <source>The other tasks are waiting for %1.</source>
        <translation>다른 작업이 %1을(를) 기다립니다.</translation>
    </message>
    <message>
        <source>Per step: input %1 ms, computing %2 ms, waiting for other tasks %3 ms</source>
        <translation>한 스텝: 입력 %1 ms, 계산 %2 ms, 다른 작업 대기 %3 ms</translation>
    </message>
    <message>
        <source>input</source>
        <translation>입력</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>계산</translation>
    </message>
    <message>
        <source>wait</source>
        <translation>대기</translation>
    </message>
    <message>
        <source>Time per step</source>
        <translation>스텝당 시간</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>메모리</translation>
    </message>
    <message>
        <source>schedules the steps</source>
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
        <source>The workers compute the steps; their rows show where the time goes.</source>
        <translation>스텝은 워커가 계산합니다. 시간이 어디에 쓰이는지는 워커의 행에 나옵니다.</translation>
    </message>
    <message>
        <source>suspended</source>
        <translation>일시 중단됨</translation>
    </message>
    <message>
        <source>Its process was stopped by SIGSTOP or a debugger.</source>
        <translation>프로세스가 SIGSTOP이나 디버거로 멈춰 있습니다.</translation>
    </message>
    <message>
        <source>no link</source>
        <translation>링크 없음</translation>
    </message>
    <message>
        <source>Last known state: %1</source>
        <translation>마지막으로 알려진 상태: %1</translation>
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
        <source>different shape</source>
        <translation>모양이 다름</translation>
    </message>
    <message>
        <source>different type</source>
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
        <source>Max difference</source>
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
    <name>trainyard::pages::BranchDialog</name>
    <message>
        <source>Branch from step %1</source>
        <translation>스텝 %1에서 분기</translation>
    </message>
    <message>
        <source>Starts a new run from %1, step %2: weights, optimizer state and data position.</source>
        <translation>%1의 스텝 %2에서의 가중치, 옵티마이저, 위치로 새 실행이 시작됩니다.</translation>
    </message>
    <message>
        <source>%1 stays unchanged. The new run has its own history. Settings not changed here come from the run file of %1.</source>
        <translation>%1은(는) 그대로입니다. 새 실행은 자체 기록을 가지며, 여기서 바꾸지 않은 것은 %1의 실행 파일과 같습니다.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Branch</source>
        <translation>분기</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>이름</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>에포크 수</translation>
    </message>
    <message>
        <source>Total, including those completed at the checkpoint: %1</source>
        <translation>체크포인트가 마친 것을 포함한 전체: %1</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>학습률</translation>
    </message>
    <message>
        <source>unchanged</source>
        <translation>그대로</translation>
    </message>
    <message>
        <source>Why this is not possible</source>
        <translation>이렇게 할 수 없는 이유</translation>
    </message>
    <message>
        <source>unchanged: %1</source>
        <translation>그대로: %1</translation>
    </message>
    <message>
        <source>The new run needs a name.</source>
        <translation>새 실행에는 이름이 필요합니다.</translation>
    </message>
    <message>
        <source>A learning rate is a number above 0, such as 0.001.</source>
        <translation>학습률은 0보다 큰 수입니다(예: 0.001).</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::CheckpointDetail</name>
    <message>
        <source>Preprocessing</source>
        <translation>전처리</translation>
    </message>
    <message>
        <source>values</source>
        <translation>값 개수</translation>
    </message>
    <message>
        <source>Hint</source>
        <translation>안내</translation>
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
        <source>Differences</source>
        <translation>다른 점</translation>
    </message>
    <message>
        <source>Differences of the tensors</source>
        <translation>텐서의 차이</translation>
    </message>
    <message>
        <source>Select a tensor to see its histogram.</source>
        <translation>텐서를 고르면 값의 분포가 보입니다.</translation>
    </message>
    <message>
        <source>%1 has no finite values.</source>
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
        <source>Copies the checkpoint to a new folder, as safetensors files that any program can read</source>
        <translation>어느 프로그램이나 읽는 safetensors 파일로 새 폴더에 복사합니다</translation>
    </message>
    <message>
        <source>Verify</source>
        <translation>검증</translation>
    </message>
    <message>
        <source>Reads the whole checkpoint and compares it with the checksums in its manifest. Changes nothing.</source>
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
        <source>Its run is still running. Stop it first, or branch.</source>
        <translation>실행이 아직 진행 중입니다. 먼저 중지하거나 분기하세요</translation>
    </message>
    <message>
        <source>Continues its run from this checkpoint, as the next attempt</source>
        <translation>여기서부터 다음 시도로 실행을 이어 갑니다</translation>
    </message>
    <message>
        <source>Starts a new run with its weights, optimizer state and data position</source>
        <translation>그 가중치, 옵티마이저, 위치에서 시작하는 새 실행을 시작합니다</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>고정 해제</translation>
    </message>
    <message>
        <source>Allows automatic deletion under checkpoint.keep</source>
        <translation>checkpoint.keep에 따라 차례가 되면 사라집니다</translation>
    </message>
    <message>
        <source>Keeps the checkpoint, however many newer ones there are</source>
        <translation>새 체크포인트가 아무리 많아도 남깁니다</translation>
    </message>
    <message>
        <source>The checkpoint is pinned. Unpin it first.</source>
        <translation>고정되어 있습니다. 먼저 해제하세요</translation>
    </message>
    <message>
        <source>Deletes the checkpoint from the disk, after a confirmation</source>
        <translation>디스크에서 삭제합니다. 먼저 묻습니다</translation>
    </message>
    <message>
        <source>The checkpoint is verified first. Newer checkpoints remain subject to checkpoint.keep; newer curve points are dimmed.</source>
        <translation>먼저 검증됩니다. 더 새로운 체크포인트는 차례가 올 때까지 남고, 이후의 곡선은 흐리게 남습니다.</translation>
    </message>
    <message>
        <source>Steps to repeat: %1. </source>
        <translation>다시 하는 스텝 수: %1. </translation>
    </message>
    <message>
        <source>Restore step %1?</source>
        <translation>스텝 %1을(를) 복원할까요?</translation>
    </message>
    <message>
        <source>%1 will continue from step %2 as a new attempt.</source>
        <translation>%1이(가) 스텝 %2부터 다음 시도로 이어집니다.</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>복원</translation>
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
        <source>Verifying step %1…</source>
        <translation>스텝 %1의 모든 바이트를 읽는 중…</translation>
    </message>
    <message>
        <source>%1 step %2</source>
        <translation>%1 스텝 %2</translation>
    </message>
    <message>
        <source>%1: verified, %2, all checksums match.</source>
        <translation>%1: 검증됨, %2, 모든 바이트가 기록된 그대로입니다.</translation>
    </message>
    <message>
        <source>%1 is damaged: %2</source>
        <translation>%1이(가) 손상되었습니다: %2</translation>
    </message>
    <message>
        <source>Unpinned. checkpoint.keep applies to it again.</source>
        <translation>고정을 해제했습니다. 차례가 되면 사라집니다.</translation>
    </message>
    <message>
        <source>Pinned. It will not be deleted automatically.</source>
        <translation>고정했습니다. 해제할 때까지 남습니다.</translation>
    </message>
    <message>
        <source>Delete step %1?</source>
        <translation>스텝 %1을(를) 삭제할까요?</translation>
    </message>
    <message>
        <source>%1 (%2) will be deleted from the disk. This cannot be undone.</source>
        <translation>%1 (%2)이(가) 디스크에서 삭제됩니다. 되돌릴 수 없습니다.</translation>
    </message>
    <message>
        <source>After that, %1 cannot be restored to step %2.</source>
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
        <source>Checkpoints and their contents</source>
        <translation>체크포인트와 그 내용</translation>
    </message>
    <message>
        <source>Hint</source>
        <translation>안내</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>체크포인트</translation>
    </message>
    <message>
        <source>Last action</source>
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
        <source>Metric by step, with checkpoints</source>
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
        <source>Select one checkpoint to inspect it, or two to compare.</source>
        <translation>체크포인트를 하나 고르면 내용이, 둘을 고르면 차이가 보입니다.</translation>
    </message>
    <message>
        <source>Select two checkpoints to compare.</source>
        <translation>체크포인트를 둘 고르면 차이가 보입니다.</translation>
    </message>
    <message>
        <source>The agent cannot be reached: %1</source>
        <translation>에이전트에 연결할 수 없습니다: %1</translation>
    </message>
    <message>
        <source>No checkpoints yet. They appear here as runs save them: at the end of each epoch, unless the run file sets checkpoint.every.</source>
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
        <source>Contents and predictions</source>
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
    <message>
        <source>New folder</source>
        <translation>새 폴더</translation>
    </message>
    <message>
        <source>The agent writes the checkpoint on its own machine, %1.</source>
        <translation>에이전트는 자신의 머신 %1에 체크포인트를 기록합니다.</translation>
    </message>
    <message>
        <source>The checkpoints cannot be read: %1</source>
        <translation>체크포인트를 읽을 수 없습니다: %1</translation>
    </message>
    <message>
        <source>%1 (in the trash)</source>
        <translation>%1(휴지통에 있음)</translation>
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
        <source>None yet. Name a cluster and save it to reuse it.</source>
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
        <source>Two workers</source>
        <translation>워커 2개</translation>
    </message>
    <message>
        <source>Two workers and an evaluator</source>
        <translation>워커 2개와 평가자</translation>
    </message>
    <message>
        <source>One worker</source>
        <translation>워커 1개</translation>
    </message>
    <message>
        <source>A chief and two workers</source>
        <translation>치프와 워커 2개</translation>
    </message>
    <message>
        <source>Two replicas in one process</source>
        <translation>한 프로세스에 복제본 2개</translation>
    </message>
    <message>
        <source>3 workers and 2 parameter servers</source>
        <translation>워커 3개와 매개변수 서버 2개</translation>
    </message>
    <message>
        <source>Parameter servers and an evaluator</source>
        <translation>매개변수 서버와 평가자</translation>
    </message>
    <message>
        <source>One machine per task</source>
        <translation>작업마다 머신 한 대</translation>
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
        <source>The saved cluster %1 will be deleted. This cannot be undone.</source>
        <translation>저장한 클러스터 %1을(를) 삭제합니다. 되돌릴 수 없습니다.</translation>
    </message>
    <message>
        <source>Runs that use it keep their own copy.</source>
        <translation>이것으로 시작한 실행은 자체 사본을 유지합니다.</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>삭제</translation>
    </message>
    <message>
        <source>Deleted: %1.</source>
        <translation>삭제함: %1.</translation>
    </message>
    <message>
        <source>An empty cluster</source>
        <translation>빈 클러스터</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2</source>
        <translation>%1을(를) 읽을 수 없음: %2</translation>
    </message>
    <message>
        <source>%1 (cannot be read)</source>
        <translation>%1 (읽을 수 없음)</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::ClusterRow</name>
    <message>
        <source>Comma-separated “node” or “node:port”. “local” is this machine. Ports are chosen automatically if omitted.</source>
        <translation>“노드” 또는 “노드:포트”를 쉼표로 구분해 씁니다. “local”은 이 컴퓨터이며, 포트가 없으면 빈 포트를 씁니다.</translation>
    </message>
    <message>
        <source>Empty: one local worker.</source>
        <translation>비우면 로컬 워커 하나.</translation>
    </message>
    <message>
        <source>Tasks: %1</source>
        <translation>작업 수: %1</translation>
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
        <source>Use a saved cluster…</source>
        <translation>저장한 클러스터 사용…</translation>
    </message>
    <message>
        <source>Copies the saved strategy and cluster into this run file</source>
        <translation>저장한 전략과 클러스터를 이 실행 파일에 넣습니다</translation>
    </message>
    <message>
        <source>No saved clusters yet. Draw one on the Clusters page and name it.</source>
        <translation>아직 저장한 클러스터가 없습니다. 클러스터 페이지에서 그리고 이름을 붙여 저장하세요.</translation>
    </message>
    <message>
        <source>Copies the saved cluster into this run file</source>
        <translation>저장한 클러스터를 이 실행 파일에 넣습니다</translation>
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
        <translation>모든 작업에 포트 지정</translation>
    </message>
    <message>
        <source>Name of the cluster</source>
        <translation>클러스터 이름</translation>
    </message>
    <message>
        <source>Cluster name</source>
        <translation>저장할 이름</translation>
    </message>
    <message>
        <source>Clusters</source>
        <translation>클러스터</translation>
    </message>
    <message>
        <source>Last action</source>
        <translation>수행한 일</translation>
    </message>
    <message>
        <source>Drag onto a machine, or press to add to the selected one</source>
        <translation>머신으로 끌거나, 눌러서 선택한 머신에 추가</translation>
    </message>
    <message>
        <source>Add machine</source>
        <translation>머신 추가</translation>
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
        <source>None</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>Model used for the traffic estimate</source>
        <translation>통신량을 계산할 모델</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>통신</translation>
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
        <source>Manual start</source>
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
        <source>Could not import from %1: %2</source>
        <translation>%1에서 가져오지 못함: %2</translation>
    </message>
    <message>
        <source>Import from %1</source>
        <translation>%1에서 가져오기</translation>
    </message>
    <message>
        <source>Imported from %1, tasks: %2.</source>
        <translation>%1에서 가져옴, 작업: %2.</translation>
    </message>
    <message>
        <source>It was exported for %1.</source>
        <translation>%1용이었습니다.</translation>
    </message>
    <message>
        <source>Skipped: %1.</source>
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
        <source>The cluster has no task yet</source>
        <translation>아직 작업이 없습니다</translation>
    </message>
    <message>
        <source>The text cannot be read</source>
        <translation>텍스트를 읽을 수 없습니다</translation>
    </message>
    <message>
        <source>Fix the errors listed below first: %1</source>
        <translation>먼저 아래 항목을 고치세요. 오류: %1</translation>
    </message>
    <message>
        <source>Opens a new run with this cluster (F5)</source>
        <translation>이 클러스터로 새 실행을 엽니다(F5)</translation>
    </message>
    <message>
        <source>Enter a name to save</source>
        <translation>먼저 이름을 붙이세요</translation>
    </message>
    <message>
        <source>Saves this cluster under its name</source>
        <translation>이 이름으로 에이전트에 보관합니다</translation>
    </message>
    <message>
        <source>Undo: %1</source>
        <translation>되돌릴 작업: %1</translation>
    </message>
    <message>
        <source>Nothing to undo</source>
        <translation>되돌릴 작업이 없습니다</translation>
    </message>
    <message>
        <source>Redo: %1</source>
        <translation>다시 할 작업: %1</translation>
    </message>
    <message>
        <source>Nothing to redo</source>
        <translation>다시 할 작업이 없습니다</translation>
    </message>
    <message>
        <source>Select a strategy to see which processes communicate.</source>
        <translation>전략을 고르면 통신 상대가 표시됩니다.</translation>
    </message>
    <message>
        <source>Ring all-reduce: each process sends gradients to its neighbour.</source>
        <translation>링: 각 프로세스가 그래디언트를 다음으로 전달합니다.</translation>
    </message>
    <message>
        <source>Star: each process sends to the chief and receives the result.</source>
        <translation>스타: 각 프로세스가 치프로 보내고 결과를 돌려받습니다.</translation>
    </message>
    <message>
        <source>Every worker reads from and writes to every parameter server. The chief schedules the steps (dashed).</source>
        <translation>각 워커는 모든 매개변수 서버와 읽고 쓰며, 치프가 스텝을 보냅니다(점선).</translation>
    </message>
    <message>
        <source>One process: no network traffic.</source>
        <translation>프로세스 하나: 네트워크 통신이 없습니다.</translation>
    </message>
    <message>
        <source>Each process sends about %1 per step.</source>
        <translation>각 프로세스는 스텝마다 약 %1을(를) 보냅니다.</translation>
    </message>
    <message>
        <source>Open the last cluster</source>
        <translation>마지막 클러스터 열기</translation>
    </message>
    <message>
        <source>Some tasks on other machines can only be started manually yet</source>
        <translation>다른 머신의 일부 작업은 아직 수동으로만 시작할 수 있습니다</translation>
    </message>
    <message>
        <source>the new run</source>
        <translation>새 실행</translation>
    </message>
    <message>
        <source>Import error</source>
        <translation>가져올 수 없는 이유</translation>
    </message>
    <message>
        <source>Drag a role onto a machine or start from a template.</source>
        <translation>역할을 머신으로 끌거나 템플릿으로 시작하세요.</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::CommandRow</name>
    <message>
        <source>A quote is never closed: the last argument extends to the end.</source>
        <translation>따옴표가 닫히지 않았습니다. 마지막 인수가 끝까지 이어집니다.</translation>
    </message>
    <message>
        <source>“%1” sets a variable only in a shell. Add it under Environment instead.</source>
        <translation>“%1”은(는) 셸에서만 변수를 설정합니다. 대신 환경 변수에 추가하세요.</translation>
    </message>
    <message>
        <source>No shell runs this command, so the program gets %1 unchanged. To use a shell: %2</source>
        <translation>이 명령은 셸 없이 실행되므로 %1이(가) 그대로 프로그램에 전달됩니다. 셸을 쓰려면: %2</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>인수</translation>
    </message>
    <message>
        <source>Note on the command</source>
        <translation>명령에 대한 참고</translation>
    </message>
    <message>
        <source>The program and its arguments, separated by spaces. Put an argument with spaces in quotes.</source>
        <translation>프로그램과 인수를 공백으로 구분해 입력합니다. 공백이 있는 인수는 따옴표로 묶습니다.</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::CompareChart</name>
    <message>
        <source>Result</source>
        <translation>결과</translation>
    </message>
    <message>
        <source>Setting on the horizontal axis</source>
        <translation>가로축에 놓을 설정</translation>
    </message>
    <message>
        <source>by run</source>
        <translation>실행별</translation>
    </message>
    <message>
        <source>Results of the runs</source>
        <translation>실행별 결과</translation>
    </message>
    <message>
        <source>None of these runs has a result yet.</source>
        <translation>아직 결과가 있는 실행이 없습니다.</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::CompareView</name>
    <message>
        <source>Results as table or chart</source>
        <translation>결과를 표나 차트로 보기</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>표</translation>
    </message>
    <message>
        <source>Chart</source>
        <translation>차트</translation>
    </message>
    <message>
        <source>Runs compared</source>
        <translation>비교하는 실행</translation>
    </message>
    <message>
        <source>None of these runs has this metric.</source>
        <translation>어느 실행도 이 값을 기록하지 않았습니다.</translation>
    </message>
    <message>
        <source>Number of differences</source>
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
        <source>Comparing %1 runs</source>
        <translation>실행 %1개 비교</translation>
    </message>
    <message>
        <source>Reading the run files…</source>
        <translation>실행 파일을 읽는 중…</translation>
    </message>
    <message>
        <source>Results. The settings are the same.</source>
        <translation>결과. 실행 파일은 같습니다.</translation>
    </message>
    <message>
        <source>Results and differing settings: %1</source>
        <translation>결과와 실행 파일이 다른 곳: %1</translation>
    </message>
    <message>
        <source>Results. These runs have no settings to compare.</source>
        <translation>결과. 비교할 실행 파일이 두 개 없습니다.</translation>
    </message>
    <message>
        <source>Comparing %1 of %2 selected runs</source>
        <translation>선택한 실행 %2개 중 %1개 비교</translation>
    </message>
    <message>
        <source>Reading the curves…</source>
        <translation>곡선을 읽는 중…</translation>
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
        <source>Unit of the horizontal axis: steps, epochs, or the time since the start</source>
        <translation>가로축의 단위: 스텝, 에포크, 또는 시작 후 시간</translation>
    </message>
    <message>
        <source>Smoothing</source>
        <translation>평활화</translation>
    </message>
    <message>
        <source>Exponential smoothing of step values, as in TensorBoard. Raw values stay visible, dimmed. Epoch values are means and are not smoothed.</source>
        <translation>TensorBoard와 같은, 스텝 값의 이동 평균 가중치입니다. 원래 값은 아래에 흐리게 남습니다. 에포크 전체의 값은 이미 평균이므로 그대로입니다.</translation>
    </message>
    <message>
        <source>Average selected runs</source>
        <translation>그룹 평균</translation>
    </message>
    <message>
        <source>Draws one line for all selected runs: their mean, with a band of ±1 standard deviation</source>
        <translation>모두를 한 선으로: 평균과 양쪽 표준편차 하나의 띠</translation>
    </message>
    <message>
        <source>Scroll to zoom, drag to pan, double-click to reset</source>
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
        <source>Sampled once a second.</source>
        <translation>1초마다 기록됩니다.</translation>
    </message>
    <message>
        <source>Memory, MB</source>
        <translation>메모리 (MB)</translation>
    </message>
    <message>
        <source>GPU, % busy</source>
        <translation>GPU 사용률(%)</translation>
    </message>
    <message>
        <source>GPU power, W</source>
        <translation>GPU 전력(W)</translation>
    </message>
    <message>
        <source>GPU temperature, °C</source>
        <translation>GPU 온도(°C)</translation>
    </message>
    <message>
        <source>GPU memory, MB</source>
        <translation>GPU 메모리 (MB)</translation>
    </message>
    <message>
        <source>CPU, memory and GPU use of each task, on the same axis</source>
        <translation>각 작업이 머신을 얼마나 쓰는지 같은 축에 보여 줍니다. GPU를 쓰는 작업이 있으면 GPU도 보여 줍니다</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::EnvironmentRow</name>
    <message>
        <source>Add variable</source>
        <translation>변수 추가</translation>
    </message>
    <message>
        <source>Unused variables</source>
        <translation>사용되지 않는 변수</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>제거</translation>
    </message>
    <message>
        <source>Variable %1: name</source>
        <translation>변수 %1: 이름</translation>
    </message>
    <message>
        <source>Variable %1: value</source>
        <translation>변수 %1: 값</translation>
    </message>
    <message>
        <source>Remove variable %1</source>
        <translation>변수 %1 제거</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>이름</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>값</translation>
    </message>
    <message>
        <source>Added to the agent&apos;s environment, TF_CONFIG and torchrun&apos;s variables.</source>
        <translation>에이전트의 환경 변수, TF_CONFIG, torchrun의 변수에 더해집니다.</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::ExportBar</name>
    <message>
        <source>Report (*.html)</source>
        <translation>보고서 (*.html)</translation>
    </message>
    <message>
        <source>Table of all points (*.csv)</source>
        <translation>모든 점의 표 (*.csv)</translation>
    </message>
    <message>
        <source>Folder of NumPy arrays (*)</source>
        <translation>NumPy 배열 폴더 (*)</translation>
    </message>
    <message>
        <source>Folder of TensorBoard logs (*)</source>
        <translation>TensorBoard 로그 폴더 (*)</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>내보내기</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>열기</translation>
    </message>
    <message>
        <source>Open the report in a browser</source>
        <translation>보고서를 브라우저에서 열기</translation>
    </message>
    <message>
        <source>Cancel the export, or close this notice</source>
        <translation>내보내기를 취소하거나 이 알림 닫기</translation>
    </message>
    <message>
        <source>Export cancelled. Nothing was written.</source>
        <translation>내보내기를 취소했습니다. 아무것도 쓰지 않았습니다.</translation>
    </message>
    <message>
        <source>Export %1</source>
        <translation>%1 내보내기</translation>
    </message>
    <message>
        <source>Export a comparison of %1 runs</source>
        <translation>실행 %1개의 비교 내보내기</translation>
    </message>
    <message>
        <source>comparison</source>
        <translation>비교</translation>
    </message>
    <message>
        <source>Exported to %1.</source>
        <translation>%1(으)로 내보냈습니다.</translation>
    </message>
    <message>
        <source>Exporting to %1…</source>
        <translation>%1(으)로 내보내는 중…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>닫기</translation>
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
        <source>Default: %1</source>
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
        <source>Why the form is disabled</source>
        <translation>양식이 닫힌 이유</translation>
    </message>
    <message>
        <source>Field help</source>
        <translation>항목의 뜻</translation>
    </message>
    <message>
        <source>The form is disabled: line %1 of the text cannot be parsed. %2</source>
        <translation>양식 대기 중: 텍스트 %1번째 줄을 읽을 수 없습니다. %2</translation>
    </message>
    <message>
        <source>The form is disabled: the text cannot be parsed. %1</source>
        <translation>양식 대기 중: 텍스트를 읽을 수 없습니다. %1</translation>
    </message>
    <message>
        <source>Errors here: %1</source>
        <translation>여기의 오류: %1</translation>
    </message>
    <message>
        <source>* Required. Empty fields use the default shown. Hover or focus a field for help.</source>
        <translation>*가 붙은 항목은 필수이며, 비워 둔 항목은 기본값을 씁니다. 항목을 가리키거나 Tab으로 이동하면 설명이 나옵니다.</translation>
    </message>
    <message>
        <source>Train a model</source>
        <translation>모델 학습</translation>
    </message>
    <message>
        <source>Trainyard trains a model that the run file describes</source>
        <translation>실행 파일에 적힌 모델을 Trainyard가 학습합니다</translation>
    </message>
    <message>
        <source>Run a program</source>
        <translation>프로그램 실행</translation>
    </message>
    <message>
        <source>Trainyard starts your own program as every task and watches it</source>
        <translation>Trainyard가 작업마다 사용자의 프로그램을 시작하고 지켜봅니다</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::GpuPart</name>
    <message>
        <source>%1 W</source>
        <translation>%1 W</translation>
    </message>
    <message>
        <source>%1 °C</source>
        <translation>%1 °C</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>사용률</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>메모리</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>%1: busy</source>
        <translation>%1: 사용률</translation>
    </message>
    <message>
        <source>%1: memory</source>
        <translation>%1: 메모리</translation>
    </message>
    <message>
        <source>%1 of %2 free</source>
        <translation>%2 중 %1 사용 가능</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::ImportBar</name>
    <message>
        <source>Import progress</source>
        <translation>로그를 읽은 정도</translation>
    </message>
    <message>
        <source>Cancel, or close this notice</source>
        <translation>그만두거나 이 알림 닫기</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Import of %1 cancelled. Data already imported was kept.</source>
        <translation>%1 읽기를 그만두었습니다. 읽은 내용은 남아 있습니다.</translation>
    </message>
    <message>
        <source>Stop following</source>
        <translation>추적 중지</translation>
    </message>
    <message>
        <source>Following %1. Runs: %2, points imported: %3.</source>
        <translation>%1 추적 중. 실행: %2, 가져온 점: %3.</translation>
    </message>
    <message>
        <source>No longer following %1. Points imported: %2.</source>
        <translation>%1 추적을 끝냈습니다. 가져온 점: %2.</translation>
    </message>
    <message>
        <source>Reading logs: %1 of %2 files, %3 of %4</source>
        <translation>로그 읽는 중: 파일 %1/%2, %3/%4</translation>
    </message>
    <message>
        <source>Looking for logs in %1…</source>
        <translation>%1에서 로그를 찾는 중…</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>그 밖에 %1개</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
    <message>
        <source>No new data in %1.</source>
        <translation>지난번에 읽은 뒤로 %1에 새로 쓰인 것이 없습니다.</translation>
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
        <source>Add a layer below the selected one</source>
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
    <message>
        <source>Example: %1</source>
        <translation>예: %1</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::LinkFindings</name>
    <message>
        <source>Reconnect</source>
        <translation>다시 연결</translation>
    </message>
    <message>
        <source>Connects to %1 now, and tests again.</source>
        <translation>지금 %1에 연결하고 다시 테스트합니다.</translation>
    </message>
    <message>
        <source>Reconnect %1</source>
        <translation>%1에 다시 연결</translation>
    </message>
    <message>
        <source>Prepare</source>
        <translation>준비</translation>
    </message>
    <message>
        <source>Sends %1 Trainyard and libtorch, and tests again.</source>
        <translation>%1에 Trainyard와 libtorch를 보내고 다시 테스트합니다.</translation>
    </message>
    <message>
        <source>Prepare %1</source>
        <translation>%1 준비</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>발견된 문제</translation>
    </message>
    <message>
        <source>Nothing to fix.</source>
        <translation>고칠 것이 없습니다.</translation>
    </message>
    <message>
        <source>error</source>
        <translation>오류</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>경고</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::LinkMatrix</name>
    <message>
        <source>Failed</source>
        <translation>실패</translation>
    </message>
    <message>
        <source>Not tested</source>
        <translation>테스트 안 함</translation>
    </message>
    <message>
        <source>%1/s
%2</source>
        <translation>%1/초
%2</translation>
    </message>
    <message>
        <source>Slow: %1</source>
        <translation>느림: %1</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>통과</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>경고</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>연결</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>버전</translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>디스크</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>시계</translation>
    </message>
    <message>
        <source>Tests of the nodes and their links</source>
        <translation>노드와 링크 테스트</translation>
    </message>
    <message>
        <source>Tests</source>
        <translation>테스트</translation>
    </message>
    <message>
        <source>Row: the node that connects. Column: a test of that node, or the node that it connects to.</source>
        <translation>행: 연결하는 노드. 열: 그 노드의 테스트 또는 연결 대상 노드.</translation>
    </message>
    <message>
        <source>to %1</source>
        <translation>%1(으)로</translation>
    </message>
    <message>
        <source>Interface %1, to %2</source>
        <translation>인터페이스 %1, 대상 %2</translation>
    </message>
    <message>
        <source>All-reduce of 1 MiB: %1</source>
        <translation>1 MiB의 all-reduce: %1</translation>
    </message>
    <message>
        <source>Late: %1</source>
        <translation>지연: %1</translation>
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
        <source>No log output yet.</source>
        <translation>아직 로그가 없습니다.</translation>
    </message>
    <message>
        <source>Collapse repeated lines</source>
        <translation>같은 줄 접기</translation>
    </message>
    <message>
        <source>Shows consecutive equal lines once, with their number</source>
        <translation>이어지는 같은 줄을 개수와 함께 한 번만 보여 줍니다</translation>
    </message>
    <message>
        <source>Return: next match. Shift+Return: previous match.</source>
        <translation>Return: 다음 결과, Shift+Return: 이전 결과</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>찾은 줄</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>이전 결과</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>다음 결과</translation>
    </message>
    <message>
        <source>Matches: %1</source>
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
        <source>Run file status</source>
        <translation>이 실행 파일을 실행할 수 있는지</translation>
    </message>
    <message>
        <source>Reload</source>
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
        <source>Checking…</source>
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
        <source>Cannot run yet. Errors to fix: %1</source>
        <translation>아직 실행할 수 없습니다. 아래 오류: %1개</translation>
    </message>
    <message>
        <source>Ready to run. Hints: %1</source>
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
        <source>Undo</source>
        <translation>실행 취소</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>다시 실행</translation>
    </message>
    <message>
        <source>Cannot be fixed automatically: %1</source>
        <translation>자동으로 고칠 수 없습니다: %1</translation>
    </message>
    <message>
        <source>Checking. The run starts if there are no errors…</source>
        <translation>읽고 확인하는 중입니다. 문제가 없으면 시작합니다…</translation>
    </message>
    <message>
        <source>Start from an example, a run file, an empty run or your own program.</source>
        <translation>예제, 실행 파일, 빈 실행 또는 자신의 프로그램에서 시작합니다.</translation>
    </message>
    <message>
        <source>Replace what another program has written?</source>
        <translation>다른 프로그램이 쓴 내용을 바꾸시겠습니까?</translation>
    </message>
    <message>
        <source>Saving replaces the file by what is shown here. To keep both, cancel, and copy the text of one of them.</source>
        <translation>저장하면 파일이 여기에 표시된 내용으로 바뀝니다. 둘 다 남기려면 취소하고 한쪽의 텍스트를 복사하세요.</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>바꾸기</translation>
    </message>
    <message>
        <source>Replace the file</source>
        <translation>파일 바꾸기</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
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
    <message>
        <source>GPUs: %1</source>
        <translation>GPU 수: %1</translation>
    </message>
    <message>
        <source>Load of %1</source>
        <translation>%1의 부하</translation>
    </message>
    <message>
        <source>Memory of %1</source>
        <translation>%1의 메모리</translation>
    </message>
    <message>
        <source>Load in %, over the last 10 minutes</source>
        <translation>부하(%, 최근 10분)</translation>
    </message>
    <message>
        <source>Memory in use in %, over the last 10 minutes</source>
        <translation>사용 중인 메모리(%, 최근 10분)</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>확인</translation>
    </message>
    <message>
        <source>Connects now, and asks the machine how it is.</source>
        <translation>지금 연결해서 머신의 상태를 묻습니다.</translation>
    </message>
    <message>
        <source>Prepare</source>
        <translation>준비</translation>
    </message>
    <message>
        <source>Sends the machine Trainyard and libtorch, unless it has them.</source>
        <translation>Trainyard와 libtorch가 없으면 머신으로 보냅니다.</translation>
    </message>
    <message>
        <source>Uses the machine no longer. What was sent to it stays there.</source>
        <translation>이 머신을 더 이상 사용하지 않습니다. 보낸 것은 그대로 남습니다.</translation>
    </message>
    <message>
        <source>Check %1</source>
        <translation>%1 확인</translation>
    </message>
    <message>
        <source>Prepare %1</source>
        <translation>%1 준비</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>%1 제거</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>제거…</translation>
    </message>
    <message>
        <source>Answer…</source>
        <translation>답하기…</translation>
    </message>
    <message>
        <source>Connects now, and shows what ssh asks.</source>
        <translation>지금 연결하고 ssh의 질문을 표시합니다.</translation>
    </message>
    <message>
        <source>Answer for %1</source>
        <translation>%1의 질문에 답하기</translation>
    </message>
    <message>
        <source>Prepared: Trainyard and libtorch are there.</source>
        <translation>준비됨: Trainyard와 libtorch가 있습니다.</translation>
    </message>
    <message>
        <source>Not prepared: libtorch is missing. Prepare sends it.</source>
        <translation>준비되지 않음: libtorch가 없습니다. [준비]를 누르면 보냅니다.</translation>
    </message>
    <message>
        <source>Figures from %1. Check reads them again.</source>
        <translation>수치는 %1의 것입니다. [확인]을 누르면 다시 읽습니다.</translation>
    </message>
    <message>
        <source>As described %1.</source>
        <translation>%1의 정보입니다.</translation>
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
        <source>Message</source>
        <translation>알림</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>노드</translation>
    </message>
    <message>
        <source>Runs use this machine only. Add another one that you reach by ssh, and place tasks of a cluster on it.</source>
        <translation>실행은 이 머신만 사용합니다. ssh로 연결되는 다른 머신을 추가하고 클러스터의 태스크를 배치하세요.</translation>
    </message>
    <message>
        <source>Test nodes</source>
        <translation>노드 테스트</translation>
    </message>
    <message>
        <source>Tests each node and the link of each one to each other one, for some seconds.</source>
        <translation>각 노드와 노드 사이의 모든 링크를 몇 초 동안 테스트합니다.</translation>
    </message>
    <message>
        <source>Host, as ssh knows it: HOST, USER@HOST or ssh://USER@HOST:PORT</source>
        <translation>ssh에서 쓰는 호스트: HOST, USER@HOST 또는 ssh://USER@HOST:PORT</translation>
    </message>
    <message>
        <source>Testing the nodes and their links…</source>
        <translation>노드와 링크를 테스트하는 중…</translation>
    </message>
    <message>
        <source>Checking %1…</source>
        <translation>%1 확인 중…</translation>
    </message>
    <message>
        <source>%1 is removed. What was sent to it is still there.</source>
        <translation>%1을(를) 제거했습니다. 보낸 것은 그대로 남아 있습니다.</translation>
    </message>
    <message>
        <source>Remove %1?</source>
        <translation>%1을(를) 제거할까요?</translation>
    </message>
    <message>
        <source>Runs can no longer be placed on %1. Its past runs stay in the list.</source>
        <translation>%1에 더 이상 실행을 배치할 수 없습니다. 지난 실행은 목록에 남습니다.</translation>
    </message>
    <message>
        <source>What was sent to it stays there. Checkpoints that are only there can no longer be fetched until it is added again.</source>
        <translation>전송한 것은 그곳에 남습니다. 그곳에만 있는 체크포인트는 다시 추가할 때까지 가져올 수 없습니다.</translation>
    </message>
    <message>
        <source>Abandon %1?</source>
        <translation>%1을(를) 포기하시겠습니까?</translation>
    </message>
    <message>
        <source>Its tasks count as lost, and these runs end or continue without it. They may still be running there: abandon a machine only if it will not come back.</source>
        <translation>그 태스크는 유실된 것으로 간주되고, 이 실행들은 끝나거나 이 머신 없이 계속됩니다. 태스크가 그곳에서 아직 실행 중일 수 있습니다. 머신이 돌아오지 않을 때만 포기하세요.</translation>
    </message>
    <message>
        <source>Abandon</source>
        <translation>포기</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>제거</translation>
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
        <source>Plugin details</source>
        <translation>플러그인 설명</translation>
    </message>
    <message>
        <source>Identifier</source>
        <translation>식별자</translation>
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
        <source>Bytes sent per replica and step</source>
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
        <translation>작업 목록</translation>
    </message>
    <message>
        <source>Holds replicas</source>
        <translation>복제본 보유</translation>
    </message>
    <message>
        <source>If a task fails</source>
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
        <source>all tasks restart</source>
        <translation>모든 작업을 다시 시작</translation>
    </message>
    <message>
        <source>only that task restarts</source>
        <translation>그 작업만 다시 시작</translation>
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
        <source>on the chief, which schedules its closures on the workers</source>
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
        <source>Precision and recall of each class</source>
        <translation>클래스별 정밀도와 재현율</translation>
    </message>
    <message>
        <source>Samples, precision and recall</source>
        <translation>샘플, 정밀도, 재현율</translation>
    </message>
    <message>
        <source>Precision and recall</source>
        <translation>정밀도와 재현율</translation>
    </message>
    <message>
        <source>Prediction progress</source>
        <translation>예측 진행 정도</translation>
    </message>
    <message>
        <source>Prediction results</source>
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
        <source>A data set such as fashion_mnist_test, a folder with one subfolder per class, images, or a source as in a run file: {csv: file.csv}</source>
        <translation>fashion_mnist_test 같은 이름, 클래스별 폴더가 든 폴더, 그림, 또는 실행 파일에서처럼 쓴 소스: {csv: file.csv}</translation>
    </message>
    <message>
        <source>Folder…</source>
        <translation>폴더…</translation>
    </message>
    <message>
        <source>Select a folder with one subfolder per class</source>
        <translation>클래스별 폴더가 든 폴더 고르기</translation>
    </message>
    <message>
        <source>Images…</source>
        <translation>그림…</translation>
    </message>
    <message>
        <source>Select images</source>
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
        <source>Select one checkpoint to predict with.</source>
        <translation>예측에 쓸 체크포인트를 하나 고르세요.</translation>
    </message>
    <message>
        <source>Evaluate this checkpoint on data. Metrics, the confusion matrix and the samples with the highest loss appear here.</source>
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
        <source>%1 → %2</source>
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
        <source>Images (*.png *.jpg *.jpeg)</source>
        <translation>그림 (*.png *.jpg *.jpeg)</translation>
    </message>
    <message>
        <source>Images: %1</source>
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
        <source>Profile status</source>
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
        <source>Records what every task does in its next steps: waiting for input, computing, communicating, and each operator, all on one timeline. The run continues, slightly slower.</source>
        <translation>다음 스텝들에서 각 작업이 하는 일(입력 대기, 계산, 통신, 그 안의 연산 하나하나)을 하나의 시간축에 기록합니다. 그동안에도 실행은 계속되며, 조금 느려집니다.</translation>
    </message>
    <message>
        <source>Recording… (steps: %1) The tasks write the profile when the last step is done. Closing this window does not stop it.</source>
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
    <message>
        <source>The file is on %1: copy it from there with scp.</source>
        <translation>파일은 %1에 있습니다. scp로 복사하십시오.</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::RoleRow</name>
    <message>
        <source>%1: count</source>
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
    <message>
        <source>%1: add on a GPU</source>
        <translation>%1: GPU에 추가</translation>
    </message>
    <message>
        <source>GPUs of %1</source>
        <translation>%1의 GPU</translation>
    </message>
    <message>
        <source>Adds a task on the GPU that you choose</source>
        <translation>선택한 GPU에 작업을 추가합니다</translation>
    </message>
    <message>
        <source>The agent has not said which GPUs there are</source>
        <translation>에이전트가 아직 GPU 정보를 알려 주지 않았습니다</translation>
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
        <translation>TF_CONFIG를 표시할 작업</translation>
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
        <source>Resource estimate</source>
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
        <source>Sharding</source>
        <translation>데이터를 나누는 방식</translation>
    </message>
    <message>
        <source>Data read by each task per epoch</source>
        <translation>각 작업이 한 에포크에 읽는 것</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>작업</translation>
    </message>
    <message>
        <source>Shard policy</source>
        <translation>방식</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>샘플 수</translation>
    </message>
    <message>
        <source>Dropped</source>
        <translation>제외</translation>
    </message>
    <message>
        <source>Repeated</source>
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
        <source>Available once the run file has no errors.</source>
        <translation>실행 파일에 오류가 없으면 표시됩니다.</translation>
    </message>
    <message>
        <source>Set this as the TF_CONFIG environment variable of the task.</source>
        <translation>환경 변수 TF_CONFIG로 작업에 전달하십시오.</translation>
    </message>
    <message>
        <source>Ports shown as 0 are chosen when the run starts. To start tasks manually, set ports in the cluster.</source>
        <translation>0으로 적힌 포트는 실행을 시작할 때 정해집니다. 직접 시작하려면 클러스터에 포트를 적으십시오.</translation>
    </message>
    <message>
        <source>Available once the run file has no errors and the agent has computed the estimate.</source>
        <translation>실행 파일에 오류가 없고 에이전트가 계산을 마치면 표시됩니다.</translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation>글로벌 배치</translation>
    </message>
    <message>
        <source>%1 × %2 replicas × %3 batches per step = %4</source>
        <translation>%1 × 복제본 %2개 × 스텝당 배치 %3개 = %4</translation>
    </message>
    <message>
        <source>%1 per replica × %2 replicas = %3</source>
        <translation>복제본당 %1, 복제본 수: %2, 합계 %3</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>학습률</translation>
    </message>
    <message>
        <source>%1, last step %2</source>
        <translation>%1, 마지막 스텝에서 %2</translation>
    </message>
    <message>
        <source>Scaled to the global batch</source>
        <translation>배치에 맞춘 값</translation>
    </message>
    <message>
        <source>%1 (linear scaling from %2)</source>
        <translation>복제본 하나에 %2가 맞았다면 %1</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>스텝 수</translation>
    </message>
    <message>
        <source>%1 per epoch, %2 total</source>
        <translation>에포크당 %1, 모두 %2</translation>
    </message>
    <message>
        <source>%1 training, %2 validation</source>
        <translation>학습 %1, 검증 %2</translation>
    </message>
    <message>
        <source>Memory per replica</source>
        <translation>복제본의 메모리</translation>
    </message>
    <message>
        <source>%1 (%2 activations, %3 optimizer)</source>
        <translation>%1, 그중 활성값 %2, 옵티마이저 %3</translation>
    </message>
    <message>
        <source>Sent per step</source>
        <translation>스텝당 전송량</translation>
    </message>
    <message>
        <source>%1 per process</source>
        <translation>프로세스마다 %1</translation>
    </message>
    <message>
        <source>Checkpoint size</source>
        <translation>체크포인트 하나</translation>
    </message>
    <message>
        <source>Available once the run file has no errors and the agent has read the data&apos;s index.</source>
        <translation>실행 파일에 오류가 없고 에이전트가 데이터 색인을 읽으면 표시됩니다.</translation>
    </message>
    <message>
        <source>Samples in the data set: %1</source>
        <translation>전체 샘플 수: %1</translation>
    </message>
    <message>
        <source>Traffic of each parameter server per step</source>
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
        <source>Finishes the current epoch, evaluates, saves a checkpoint, then stops</source>
        <translation>진행 중인 에포크를 마치고 평가와 저장을 한 뒤 중지합니다</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>중지</translation>
    </message>
    <message>
        <source>Save and stop</source>
        <translation>저장 후 중지</translation>
    </message>
    <message>
        <source>Sends SIGTERM to all tasks. Tasks that have not ended after the grace period are killed.</source>
        <translation>모든 작업에 SIGTERM을 보냅니다. 유예 시간이 지나도 끝나지 않은 작업은 강제 종료합니다</translation>
    </message>
    <message>
        <source>Saves a checkpoint at the next step, then stops. The run can be resumed from it.</source>
        <translation>다음 스텝에서 체크포인트를 저장하고 중지합니다. 거기서 다시 시작할 수 있습니다</translation>
    </message>
    <message>
        <source>Kill</source>
        <translation>강제 종료</translation>
    </message>
    <message>
        <source>Kills all tasks immediately. Progress since the newest checkpoint is lost.</source>
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
        <source>Kills all tasks of %1 immediately, without saving a checkpoint.</source>
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
        <source>Checkpoints, curves and logs are kept. “Save and stop” loses nothing.</source>
        <translation>체크포인트, 곡선, 로그는 남습니다. “저장하고 중지”를 쓰면 아무것도 잃지 않습니다.</translation>
    </message>
    <message>
        <source>No completed steps are lost.</source>
        <translation>완료된 스텝은 잃지 않습니다.</translation>
    </message>
    <message>
        <source>There is no checkpoint yet. All progress will be lost. Steps lost: %1.</source>
        <translation>아직 체크포인트가 없어 모두 잃습니다. 잃는 스텝 수: %1.</translation>
    </message>
    <message>
        <source>Progress since the last checkpoint (step %1) will be lost. Steps lost: %2.</source>
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
        <source>Changes the learning rate or the number of epochs, starting with the next step</source>
        <translation>실행 중에 다음 스텝부터 학습률이나 에포크 수를 바꿉니다</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>재개</translation>
    </message>
    <message>
        <source>Continues this run from its newest intact checkpoint, as the next attempt</source>
        <translation>검증되는 가장 새로운 체크포인트에서 다음 시도로 이어 갑니다</translation>
    </message>
    <message>
        <source>Run again…</source>
        <translation>다시 실행…</translation>
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
        <source>Run position</source>
        <translation>실행 위치</translation>
    </message>
    <message>
        <source>Last lines of the task that failed</source>
        <translation>실패한 작업의 마지막 줄</translation>
    </message>
    <message>
        <source>Blocked tasks</source>
        <translation>무엇이 무엇을 기다리는지</translation>
    </message>
    <message>
        <source>Status of the request</source>
        <translation>요청한 내용</translation>
    </message>
    <message>
        <source>(attempt %1)</source>
        <translation>(%1차 시도)</translation>
    </message>
    <message>
        <source>%1 % of this time produced steps that were kept.</source>
        <translation>이 시간의 %1 %가 남은 스텝에 쓰였습니다.</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>계속</translation>
    </message>
    <message>
        <source>Continues with the next step</source>
        <translation>작업을 다음 스텝부터 계속합니다</translation>
    </message>
    <message>
        <source>Pauses all tasks after the current step. They keep their memory and devices.</source>
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
        <source>unchanged</source>
        <translation>그대로</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>에포크 수</translation>
    </message>
    <message>
        <source>Takes effect at the next step in all tasks. Recorded in the run&apos;s history and marked on its curves. A learning rate set here replaces the run file&apos;s schedule.</source>
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
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Recovery</source>
        <translation>복귀 방식</translation>
    </message>
    <message>
        <source>Measured and estimated</source>
        <translation>추정치와 실측치</translation>
    </message>
    <message>
        <source>%1 with libtorch (estimated without: %2)</source>
        <translation>%1(libtorch 포함, 제외한 추정 %2)</translation>
    </message>
    <message>
        <source>%1 (estimated %2)</source>
        <translation>%1(추정 %2)</translation>
    </message>
    <message>
        <source>Memory per replica: %1</source>
        <translation>복제본의 메모리: %1</translation>
    </message>
    <message>
        <source>sent per step: %1</source>
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
        <source>Shows the current call stack of every thread of every task. The tasks continue.</source>
        <translation>모든 작업의 각 스레드가 지금 어디에 있는지 보여 줍니다. 작업은 그대로 계속됩니다</translation>
    </message>
    <message>
        <source>A learning rate is a number above 0, such as 0.001.</source>
        <translation>학습률은 0보다 큰 수입니다(예: 0.001).</translation>
    </message>
    <message>
        <source>Why this is not possible</source>
        <translation>이렇게 할 수 없는 이유</translation>
    </message>
    <message>
        <source>The run is queued.</source>
        <translation>아직 안 됩니다: 실행이 차례를 기다리고 있습니다.</translation>
    </message>
    <message>
        <source>The tasks are still starting.</source>
        <translation>아직 안 됩니다: 작업들이 시작되고 있습니다.</translation>
    </message>
    <message>
        <source>The run is already stopping.</source>
        <translation>이미 늦었습니다: 실행을 멈추는 중입니다.</translation>
    </message>
    <message>
        <source>The run is about to pause.</source>
        <translation>아직 안 됩니다: 곧 일시 정지됩니다.</translation>
    </message>
    <message>
        <source>The run is paused and completes no steps.</source>
        <translation>일시 정지된 동안에는 안 됩니다: 지금은 스텝이 진행되지 않습니다.</translation>
    </message>
    <message>
        <source>This run is not in progress.</source>
        <translation>여기에는 진행 중인 실행이 없습니다.</translation>
    </message>
    <message>
        <source>Read new data</source>
        <translation>이어서 읽기</translation>
    </message>
    <message>
        <source>Imports the data written to these logs since the last import</source>
        <translation>지난번에 읽은 뒤 이 로그에 쓰인 내용을 읽습니다</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>추적</translation>
    </message>
    <message>
        <source>Imports what is written to these logs as it comes, until you stop it</source>
        <translation>이 로그에 기록되는 데이터를 중지할 때까지 계속 가져옵니다</translation>
    </message>
    <message>
        <source>Measured: peak memory of a task, including the program and its libraries. Estimated: weights, gradients, optimizer state and activations only.</source>
        <translation>측정값은 작업 하나가 차지한 메모리의 최댓값으로 프로그램과 라이브러리를 포함합니다. 추정값은 가중치, 그래디언트, 옵티마이저 상태, 활성값만 셉니다.</translation>
    </message>
    <message>
        <source>Run summary</source>
        <translation>이 실행에 대해 알아 둘 것</translation>
    </message>
    <message>
        <source>Opens a copy of this run&apos;s file, as the run was started, in a new run</source>
        <translation>이 실행이 시작될 때의 파일 사본을 새 실행으로 엽니다</translation>
    </message>
    <message>
        <source>Run again as changed…</source>
        <translation>바뀐 대로 다시 실행…</translation>
    </message>
    <message>
        <source>Opens a copy of this run&apos;s file, with the changes made since its start, in a new run</source>
        <translation>시작 이후의 변경을 포함한 이 실행의 파일 사본을 새 실행으로 엽니다</translation>
    </message>
    <message>
        <source>Run ID</source>
        <translation>실행 ID</translation>
    </message>
    <message>
        <source>Where the metrics come from</source>
        <translation>지표 출처</translation>
    </message>
    <message>
        <source>The run is in epoch %1: it needs at least that many.</source>
        <translation>이 실행은 에포크 %1에 있습니다. 그 이상이어야 합니다.</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::RunView</name>
    <message>
        <source>Events</source>
        <translation>이벤트</translation>
    </message>
    <message>
        <source>Curves, tables and log</source>
        <translation>곡선, 표, 로그</translation>
    </message>
    <message>
        <source>This run has no data for this metric.</source>
        <translation>이 실행에는 이 지표의 데이터가 없습니다.</translation>
    </message>
    <message>
        <source>Queued…</source>
        <translation>대기 중…</translation>
    </message>
    <message>
        <source>Waiting for the first step…</source>
        <translation>첫 스텝을 기다리는 중…</translation>
    </message>
    <message>
        <source>No values of this metric yet.</source>
        <translation>이 지표의 값이 아직 없습니다.</translation>
    </message>
    <message>
        <source>Killing all tasks…</source>
        <translation>모든 작업을 지금 끝내도록 요청했습니다…</translation>
    </message>
    <message>
        <source>Stopping after this epoch…</source>
        <translation>이 에포크 후 중지를 요청했습니다…</translation>
    </message>
    <message>
        <source>Saving and stopping…</source>
        <translation>저장 후 중지를 요청했습니다…</translation>
    </message>
    <message>
        <source>Applying the change…</source>
        <translation>변경을 요청했습니다…</translation>
    </message>
    <message>
        <source>Pausing after this step…</source>
        <translation>이 스텝 뒤에 일시 정지를 요청했습니다…</translation>
    </message>
    <message>
        <source>Continuing…</source>
        <translation>계속을 요청했습니다…</translation>
    </message>
    <message>
        <source>Changed from step %1.</source>
        <translation>스텝 %1부터 변경됩니다.</translation>
    </message>
    <message>
        <source>Resuming. Verifying the newest checkpoint…</source>
        <translation>재개를 요청했습니다. 가장 새로운 체크포인트를 먼저 검증합니다…</translation>
    </message>
    <message>
        <source>Not resumed: %1</source>
        <translation>재개되지 않음: %1</translation>
    </message>
    <message>
        <source>%1 was not resumed: %2</source>
        <translation>%1을(를) 재개하지 못했습니다: %2</translation>
    </message>
    <message>
        <source>Kill %1?</source>
        <translation>%1을(를) 강제 종료할까요?</translation>
    </message>
    <message>
        <source>Kills %1 (SIGKILL) as if its machine had failed, to test recovery.</source>
        <translation>훈련: 기기가 고장 난 것처럼 %1을(를) 시그널 9로 끝내고 실행이 복구되는지 봅니다.</translation>
    </message>
    <message>
        <source>If the run file allows restarts, the run restarts automatically from its newest checkpoint.</source>
        <translation>실행 파일이 재시작을 허용하면 실행은 가장 새로운 체크포인트에서 저절로 이어집니다.</translation>
    </message>
    <message>
        <source>Kill %1</source>
        <translation>%1 강제 종료</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Killing %1 and waiting for the next step…</source>
        <translation>%1을(를) 끝냈습니다. 다음 스텝을 기다리는 중…</translation>
    </message>
    <message>
        <source>The other tasks continue, and the task is restarted. No completed steps are lost.</source>
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
        <source>Traffic per step</source>
        <translation>한 스텝의 통신량</translation>
    </message>
    <message>
        <source>Where the time went</source>
        <translation>시간 내역</translation>
    </message>
    <message>
        <source>Events, time and traffic</source>
        <translation>이벤트, 시간, 통신량</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>시간</translation>
    </message>
    <message>
        <source>This waits until the agent can reach %1.</source>
        <translation>에이전트가 %1에 연결할 수 있을 때까지 대기합니다.</translation>
    </message>
    <message>
        <source>Changed at the end of the current step.</source>
        <translation>현재 스텝이 끝날 때 변경됩니다.</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::RunsPage</name>
    <message>
        <source>Export…</source>
        <translation>내보내기…</translation>
    </message>
    <message>
        <source>Run list and run</source>
        <translation>실행 목록과 실행</translation>
    </message>
    <message>
        <source>Filter runs</source>
        <translation>실행 필터</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>실행</translation>
    </message>
    <message>
        <source>No run matches “%1”.</source>
        <translation>“%1”에 맞는 실행이 없습니다.</translation>
    </message>
    <message>
        <source>Matches all words. Also state:failed, strategy:multi, tag:baseline, and is:trashed for runs in the trash.</source>
        <translation>찾을 단어(모두 포함). state:failed, strategy:multi, tag:baseline, 휴지통은 is:trashed</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>열</translation>
    </message>
    <message>
        <source>Columns of the list</source>
        <translation>목록에 보일 열</translation>
    </message>
    <message>
        <source>Select several runs with Ctrl or Shift to compare them</source>
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
        <source>Last action</source>
        <translation>마지막으로 한 일</translation>
    </message>
    <message>
        <source>%1 runs</source>
        <translation>실행 %1개</translation>
    </message>
    <message>
        <source>Restored from the trash: %1</source>
        <translation>휴지통에서 꺼냄: %1</translation>
    </message>
    <message>
        <source>Moved to the trash: %1</source>
        <translation>휴지통으로 이동함: %1</translation>
    </message>
    <message>
        <source>Restore from the trash</source>
        <translation>휴지통에서 꺼내기</translation>
    </message>
    <message>
        <source>All runs are in the trash. “is:trashed” shows them.</source>
        <translation>모든 실행이 휴지통에 있습니다. “is:trashed”로 볼 수 있습니다.</translation>
    </message>
    <message>
        <source>Imported from %1</source>
        <translation>%1에서 읽음</translation>
    </message>
    <message>
        <source>%1: %2 runs</source>
        <translation>%1: 실행 %2개</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::RunsWelcome</name>
    <message>
        <source>Runs</source>
        <translation>실행</translation>
    </message>
    <message>
        <source>Hint</source>
        <translation>안내</translation>
    </message>
    <message>
        <source>Try an example: Fashion-MNIST</source>
        <translation>예제 실행: Fashion-MNIST</translation>
    </message>
    <message>
        <source>Opens a complete run file. One more click trains a small network on this machine in about a minute.</source>
        <translation>준비된 실행 파일을 엽니다. 한 번 더 클릭하면 이 기기에서 작은 신경망을 1분 정도 학습합니다</translation>
    </message>
    <message>
        <source>New run</source>
        <translation>새 실행</translation>
    </message>
    <message>
        <source>Reading the runs…</source>
        <translation>실행을 읽는 중…</translation>
    </message>
    <message>
        <source>No runs yet. Start from an example or a run file. You can also drop a run file or a folder of TensorBoard logs on this window.</source>
        <translation>아직 실행이 없습니다. 실행 파일이나 예제로 시작하면 곡선이 여기에 나타납니다. 실행 파일이나 다른 프로그램의 로그가 든 폴더를 이 창에 끌어다 놓을 수도 있습니다.</translation>
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
        <source>The runs cannot be read</source>
        <translation>실행을 읽을 수 없습니다</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::SendBar</name>
    <message>
        <source>Files for the nodes</source>
        <translation>노드로 보낼 파일</translation>
    </message>
    <message>
        <source>Sending progress</source>
        <translation>전송 진행률</translation>
    </message>
    <message>
        <source>Cancel the sending, or close this notice</source>
        <translation>전송을 취소하거나 이 알림 닫기</translation>
    </message>
    <message>
        <source>Send and branch</source>
        <translation>보내고 분기</translation>
    </message>
    <message>
        <source>Send and resume</source>
        <translation>보내고 재개</translation>
    </message>
    <message>
        <source>Send the nodes what they lack, then branch from %1.</source>
        <translation>노드에 없는 것을 보낸 다음 %1에서 분기합니다.</translation>
    </message>
    <message>
        <source>Send the nodes what they lack, then resume %1.</source>
        <translation>노드에 없는 것을 보낸 다음 %1을(를) 재개합니다.</translation>
    </message>
    <message>
        <source>Sending %1 to %2: %3 of %4</source>
        <translation>%1을(를) %2(으)로 보내는 중: %4 중 %3</translation>
    </message>
    <message>
        <source>Comparing the files of the run with those of its nodes…</source>
        <translation>실행의 파일을 노드의 파일과 비교하는 중…</translation>
    </message>
    <message>
        <source>Not sent: %1</source>
        <translation>보내지 못했습니다: %1</translation>
    </message>
    <message>
        <source>Sent to the nodes: %1.</source>
        <translation>노드로 보냄: %1.</translation>
    </message>
    <message>
        <source>Nothing was left to send.</source>
        <translation>보낼 것이 없었습니다.</translation>
    </message>
    <message>
        <source>The sending was cancelled. The next one continues it.</source>
        <translation>전송을 취소했습니다. 다음 전송에서 이어집니다.</translation>
    </message>
    <message>
        <source>Nodes lack files that this run names.</source>
        <translation>이 실행이 지정하는 파일 중 노드에 없는 것이 있습니다.</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>보내기</translation>
    </message>
    <message>
        <source>Send what the nodes lack</source>
        <translation>노드에 없는 것 보내기</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::ServersView</name>
    <message>
        <source>Estimate</source>
        <translation>시작 전 추정치</translation>
    </message>
    <message>
        <source>Measured traffic of each parameter server per step</source>
        <translation>각 매개변수 서버가 한 스텝에 주고받은 양</translation>
    </message>
    <message>
        <source>Estimated traffic of each parameter server per step</source>
        <translation>각 매개변수 서버의 추정치</translation>
    </message>
    <message>
        <source>Available when the attempt has ended.</source>
        <translation>실측치는 시도가 끝나면 나옵니다.</translation>
    </message>
    <message>
        <source>Measured, mean per step</source>
        <translation>실측치(스텝 평균)</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::SetUpBar</name>
    <message>
        <source>Setup of a node</source>
        <translation>노드 설정</translation>
    </message>
    <message>
        <source>Setup progress</source>
        <translation>설정 진행률</translation>
    </message>
    <message>
        <source>Cancel, or close this notice</source>
        <translation>취소하거나 이 알림 닫기</translation>
    </message>
    <message>
        <source>The connection to %1 was cancelled.</source>
        <translation>%1에 대한 연결을 취소했습니다.</translation>
    </message>
    <message>
        <source>The setup of %1 was cancelled. The next one continues it.</source>
        <translation>%1의 설정을 취소했습니다. 다음 설정에서 이어집니다.</translation>
    </message>
    <message>
        <source>%1 is added. Prepare it if it has no libtorch, then name it in a cluster.</source>
        <translation>%1을(를) 추가했습니다. libtorch가 없으면 준비한 뒤 클러스터에서 지정하세요.</translation>
    </message>
    <message>
        <source>%1 is ready for runs.</source>
        <translation>%1을(를) 실행에 쓸 수 있습니다.</translation>
    </message>
    <message>
        <source>%1: %2 of %3 sent</source>
        <translation>%1: %3 중 %2 전송됨</translation>
    </message>
    <message>
        <source>Connecting to %1…</source>
        <translation>%1에 연결 중…</translation>
    </message>
    <message>
        <source>%1 is connected.</source>
        <translation>%1에 연결되었습니다.</translation>
    </message>
    <message>
        <source>%1 has no libtorch, which this run needs there.</source>
        <translation>이 실행에는 %1의 libtorch가 필요하지만 없습니다.</translation>
    </message>
    <message>
        <source>Prepare</source>
        <translation>준비</translation>
    </message>
    <message>
        <source>Prepare %1</source>
        <translation>%1 준비</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::SettingsPage</name>
    <message>
        <source>Settings</source>
        <translation>설정</translation>
    </message>
    <message>
        <source>System</source>
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
        <source>Agent and data folder</source>
        <translation>에이전트와 데이터 폴더</translation>
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
        <source>Trainyard does not check for updates.</source>
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
        <source>To override this for one launch, set TRAINYARD_HOME or pass --agent.</source>
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
        <source>Status of the stacks</source>
        <translation>스택 정보</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>작업</translation>
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
        <translation>이 작업의 스택 복사</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
    <message>
        <source>Tasks and stacks</source>
        <translation>작업과 스택</translation>
    </message>
    <message>
        <source>Reading the stacks of all tasks. Each task is paused for some milliseconds…</source>
        <translation>모든 작업의 스택을 읽는 중… 각 작업은 몇 밀리초 동안만 멈춥니다.</translation>
    </message>
    <message>
        <source>Stacks as of %1. Could not read newer ones: %2</source>
        <translation>%1의 것입니다. 더 새로운 것은 없습니다: %2</translation>
    </message>
    <message>
        <source>Refresh the stacks</source>
        <translation>스택 새로 고침</translation>
    </message>
    <message>
        <source>Stacks as of %1, innermost call first.</source>
        <translation>%1에 각 작업이 있던 곳입니다. 가장 안쪽 호출이 맨 위입니다.</translation>
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
        <source>No recent files. Files you open or save appear here.</source>
        <translation>아직 없습니다. 여기서 열거나 저장한 파일이 표시됩니다.</translation>
    </message>
    <message>
        <source>Empty run</source>
        <translation>빈 실행</translation>
    </message>
    <message>
        <source>Start from an empty run</source>
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
    <message>
        <source>Run a program</source>
        <translation>프로그램 실행</translation>
    </message>
    <message>
        <source>Run a program: start from an empty command</source>
        <translation>프로그램 실행: 빈 명령에서 시작</translation>
    </message>
    <message>
        <source>Your own script or program, with restarts, stop, logs and curves</source>
        <translation>재시작, 중지, 로그, 곡선과 함께 자신의 스크립트나 프로그램을 실행합니다</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::SweepScatter</name>
    <message>
        <source>Parameter on the horizontal axis</source>
        <translation>가로축의 매개변수</translation>
    </message>
    <message>
        <source>Result over a parameter</source>
        <translation>매개변수에 따른 결과</translation>
    </message>
    <message>
        <source>No parameter of this sweep is a number.</source>
        <translation>이 스윕에는 숫자 매개변수가 없습니다.</translation>
    </message>
    <message>
        <source>%1 over %2</source>
        <translation>%2에 따른 %1</translation>
    </message>
    <message>
        <source>log₁₀ of %1</source>
        <translation>%1의 log₁₀</translation>
    </message>
    <message>
        <source>runs</source>
        <translation>실행</translation>
    </message>
    <message>
        <source>best run</source>
        <translation>최상의 실행</translation>
    </message>
    <message>
        <source>run %1</source>
        <translation>실행 %1</translation>
    </message>
    <message>
        <source>No run of this sweep has a result yet.</source>
        <translation>이 스윕에는 아직 결과가 있는 실행이 없습니다.</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::SweepView</name>
    <message>
        <source>Parallel coordinates</source>
        <translation>평행 좌표</translation>
    </message>
    <message>
        <source>Runs of the sweep</source>
        <translation>스윕의 실행</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>표</translation>
    </message>
    <message>
        <source>Scatter</source>
        <translation>산점도</translation>
    </message>
    <message>
        <source>Hold</source>
        <translation>보류</translation>
    </message>
    <message>
        <source>Starts no further run until the sweep is released. Those in progress continue.</source>
        <translation>보류를 해제할 때까지 새 실행을 시작하지 않습니다. 진행 중인 실행은 계속됩니다.</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>보류 해제</translation>
    </message>
    <message>
        <source>Starts the held runs again</source>
        <translation>보류된 실행을 다시 시작할 수 있게 합니다</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>중지</translation>
    </message>
    <message>
        <source>Cancels the runs that wait, and stops the others after a checkpoint</source>
        <translation>대기 중인 실행을 취소하고 나머지는 체크포인트를 저장한 뒤 중지합니다</translation>
    </message>
    <message>
        <source>Open best run</source>
        <translation>최상의 실행 열기</translation>
    </message>
    <message>
        <source>Opens the best run</source>
        <translation>결과가 가장 좋은 실행을 엽니다</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>스윕</translation>
    </message>
    <message>
        <source>State</source>
        <translation>상태</translation>
    </message>
    <message>
        <source>Best run</source>
        <translation>최상의 실행</translation>
    </message>
    <message>
        <source>Why the sweep cannot be read</source>
        <translation>스윕을 읽을 수 없는 이유</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>메시지</translation>
    </message>
    <message>
        <source>higher %1 is better</source>
        <translation>%1은(는) 높을수록 좋음</translation>
    </message>
    <message>
        <source>lower %1 is better</source>
        <translation>%1은(는) 낮을수록 좋음</translation>
    </message>
    <message>
        <source>%1: %2 of %3 runs ended, %4 running, %5 waiting, %6 held; %7</source>
        <translation>%1: 실행 %3개 중 %2개 종료, 실행 중 %4개, 대기 중 %5개, 보류됨 %6개. %7</translation>
    </message>
    <message>
        <source>No run has a result yet.</source>
        <translation>아직 결과가 있는 실행이 없습니다.</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::SweepOffer</name>
    <message>
        <source>%1 cannot start:</source>
        <translation>%1을(를) 시작할 수 없습니다:</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>외 %1건</translation>
    </message>
    <message>
        <source>The chosen sweep</source>
        <translation>선택한 스윕</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>시작</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
    <message>
        <source>%1: %2 runs, %3 at a time, over %4</source>
        <translation>%1: 실행 %2개, 동시에 %3개, 대상 %4</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::SweepsPage</name>
    <message>
        <source>Start a sweep…</source>
        <translation>스윕 시작…</translation>
    </message>
    <message>
        <source>Starts the runs of a sweep file</source>
        <translation>스윕 파일의 실행을 시작합니다</translation>
    </message>
    <message>
        <source>Choose a sweep file</source>
        <translation>스윕 파일 선택</translation>
    </message>
    <message>
        <source>Sweep files (*.yaml *.yml *.json)</source>
        <translation>스윕 파일 (*.yaml *.yml *.json)</translation>
    </message>
    <message>
        <source>%1, %2 runs</source>
        <translation>%1, 실행 %2개</translation>
    </message>
    <message>
        <source>Sweeps</source>
        <translation>스윕</translation>
    </message>
    <message>
        <source>A sweep starts the runs of one run file with different values. Start one here from a sweep file, or with:
trainyard --headless sweep FILE</source>
        <translation>스윕은 하나의 실행 파일을 서로 다른 값으로 여러 번 실행합니다. 여기서 스윕 파일로, 또는 다음 명령으로 시작합니다:
trainyard --headless sweep FILE</translation>
    </message>
    <message>
        <source>No sweeps yet</source>
        <translation>아직 스윕이 없습니다</translation>
    </message>
    <message>
        <source>Why sweeps cannot be read</source>
        <translation>스윕 목록을 읽을 수 없는 이유</translation>
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
        <source>automatic</source>
        <translation>자동</translation>
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
        <translation>작업</translation>
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
        <source>Missing ports</source>
        <translation>부족한 것</translation>
    </message>
    <message>
        <source>Set ports</source>
        <translation>포트 지정</translation>
    </message>
    <message>
        <source>Command that starts the task</source>
        <translation>작업을 수동으로 시작하는 방법</translation>
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
        <translation>모든 작업</translation>
    </message>
    <message>
        <source>No task yet.</source>
        <translation>아직 작업이 없습니다.</translation>
    </message>
    <message>
        <source>Without a port: %1. Tasks started manually need fixed ports.</source>
        <translation>포트 없음: %1. 수동으로 시작하려면 모든 작업이 서로의 포트를 알아야 합니다.</translation>
    </message>
    <message>
        <source>Run each command in its own shell. run.yaml is the run file.</source>
        <translation>각각 별도의 셸에서 실행합니다. run.yaml은 실행 파일입니다.</translation>
    </message>
    <message>
        <source>A .env file is for one task. Select a task first.</source>
        <translation>.env 파일은 작업 하나용입니다. 먼저 작업을 고르세요</translation>
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
    <name>trainyard::pages::TaskPanel</name>
    <message>
        <source>Tasks</source>
        <translation>작업</translation>
    </message>
    <message>
        <source>Kill task…</source>
        <translation>작업 강제 종료…</translation>
    </message>
    <message>
        <source>Kills the selected task as if its machine had failed, to test recovery. Asks for confirmation.</source>
        <translation>기기가 고장 난 것처럼 선택한 작업을 끝내고 복구를 확인합니다. 먼저 묻습니다</translation>
    </message>
    <message>
        <source>Select a task in the table first.</source>
        <translation>먼저 표에서 작업을 고르세요.</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::TaskTable</name>
    <message>
        <source>Tasks</source>
        <translation>작업 목록</translation>
    </message>
    <message>
        <source>worker:0 (chief)</source>
        <translation>worker:0(치프)</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>자동</translation>
    </message>
    <message>
        <source>Role of the new task</source>
        <translation>새 작업의 역할</translation>
    </message>
    <message>
        <source>Add task</source>
        <translation>작업 추가</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>제거</translation>
    </message>
    <message>
        <source>Remove the selected task</source>
        <translation>선택한 작업 제거</translation>
    </message>
    <message>
        <source>Set ports</source>
        <translation>포트 지정</translation>
    </message>
    <message>
        <source>Assigns the next port on its machine, starting at 2222, to every task without one</source>
        <translation>포트가 없는 작업마다 해당 머신에서 2222부터 차례로 지정합니다</translation>
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
        <source>Text status</source>
        <translation>텍스트를 읽을 수 있는지</translation>
    </message>
    <message>
        <source>Cluster as text</source>
        <translation>텍스트로 된 클러스터</translation>
    </message>
    <message>
        <source>These keys are not part of a cluster: %1</source>
        <translation>클러스터의 항목이 아닌 키: %1</translation>
    </message>
    <message>
        <source>The text cannot be parsed yet. The other views show the last valid version.</source>
        <translation>아직 읽을 수 없습니다. 다른 보기는 마지막으로 읽은 내용입니다.</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::TimeView</name>
    <message>
        <source>Time of</source>
        <translation>대상</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>시도</translation>
    </message>
    <message>
        <source>Where the time went</source>
        <translation>시간 내역</translation>
    </message>
    <message>
        <source>Steps of %1</source>
        <translation>%1의 스텝</translation>
    </message>
    <message>
        <source>No attempt has started yet.</source>
        <translation>아직 시작된 시도가 없습니다.</translation>
    </message>
    <message>
        <source>saving</source>
        <translation>저장</translation>
    </message>
    <message>
        <source>Sampled once a second.</source>
        <translation>1초마다 기록됩니다.</translation>
    </message>
    <message>
        <source>step</source>
        <translation>스텝</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>계산</translation>
    </message>
    <message>
        <source>wait</source>
        <translation>대기</translation>
    </message>
    <message>
        <source>input</source>
        <translation>입력</translation>
    </message>
    <message>
        <source>Milliseconds per step</source>
        <translation>스텝당 밀리초</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>유효</translation>
    </message>
    <message>
        <source>repeated</source>
        <translation>다시 수행</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>시작</translation>
    </message>
    <message>
        <source>ending</source>
        <translation>종료</translation>
    </message>
    <message>
        <source>Seconds by attempt; kept: %1 %</source>
        <translation>시도별 초 (유효 %1 %)</translation>
    </message>
</context>
<context>
    <name>trainyard::shell::AgentDialog</name>
    <message>
        <source>Agent and data folder</source>
        <translation>에이전트와 데이터 폴더</translation>
    </message>
    <message>
        <source>Data folder</source>
        <translation>데이터 폴더</translation>
    </message>
    <message>
        <source>Select the data folder</source>
        <translation>데이터 폴더 선택</translation>
    </message>
    <message>
        <source>Address of the agent</source>
        <translation>에이전트 주소</translation>
    </message>
    <message>
        <source>Default (started on demand)</source>
        <translation>기본값 (필요할 때 시작)</translation>
    </message>
    <message>
        <source>Why this is not possible</source>
        <translation>안 되는 이유</translation>
    </message>
    <message>
        <source>Holds the runs, the saved clusters and the store.</source>
        <translation>실행, 저장한 클러스터, 저장소가 들어 있습니다.</translation>
    </message>
    <message>
        <source>Set by TRAINYARD_HOME=%1 for this session.</source>
        <translation>이번 실행에는 TRAINYARD_HOME=%1이(가) 적용됩니다.</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>에이전트</translation>
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
        <source>The data folder must be an absolute path, such as /data/trainyard.</source>
        <translation>홈 폴더는 루트부터 씁니다: /data/trainyard</translation>
    </message>
    <message>
        <source>ssh://USER@HOST: the agent of that user on another machine, where runs continue while this one sleeps. unix:PATH: a running agent. Empty: the agent of the data folder, started on demand.</source>
        <translation>ssh://USER@HOST: 다른 머신에 있는 해당 사용자의 에이전트. 이 머신이 절전 상태여도 실행은 그곳에서 계속됩니다. unix:PATH: 이미 실행 중인 에이전트. 비우면 데이터 폴더의 에이전트(필요할 때 시작).</translation>
    </message>
    <message>
        <source>Set by --agent %1 for this session, until you connect to another one.</source>
        <translation>다른 에이전트에 연결하기 전까지 이번 실행에는 --agent %1이(가) 적용됩니다.</translation>
    </message>
</context>
<context>
    <name>trainyard::shell::CommandPalette</name>
    <message>
        <source>Commands</source>
        <translation>명령</translation>
    </message>
    <message>
        <source>Search commands</source>
        <translation>찾을 명령</translation>
    </message>
    <message>
        <source>Search commands, pages and runs</source>
        <translation>명령, 페이지, 실행 입력</translation>
    </message>
</context>
<context>
    <name>trainyard::shell::EditHistory</name>
    <message>
        <source>&amp;Undo</source>
        <translation>실행 취소(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>다시 실행(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Undo: %1</source>
        <translation>실행 취소(&amp;U): %1</translation>
    </message>
    <message>
        <source>&amp;Redo: %1</source>
        <translation>다시 실행(&amp;R): %1</translation>
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
        <source>State of the store</source>
        <translation>저장소 상태</translation>
    </message>
    <message>
        <source>The store is read-only, and no run can be started: %1</source>
        <translation>저장소가 읽기 전용이므로 실행을 시작할 수 없습니다: %1</translation>
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
        <source>System theme</source>
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
        <source>The agent does not answer. Its runs continue; what is shown may be outdated.</source>
        <translation>에이전트가 응답하지 않습니다. 실행은 계속되지만 표시된 내용은 오래된 것일 수 있습니다.</translation>
    </message>
    <message>
        <source>Agent not responding, reconnecting in %1 s</source>
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
        <source>&amp;Keyboard shortcuts</source>
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
        <source>Curves: inspect point by point</source>
        <translation>곡선: 한 점씩 읽기</translation>
    </message>
    <message>
        <source>Curves: move</source>
        <translation>곡선: 이동</translation>
    </message>
    <message>
        <source>Log: next match, previous match</source>
        <translation>로그: 다음 결과, 이전 결과</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>단축키</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
    <message>
        <source>Use the command list to find any other command: type a part of its name.</source>
        <translation>나머지는 모두 명령 목록에서 이름 일부를 입력해 찾습니다.</translation>
    </message>
    <message>
        <source>&amp;Agent and data folder…</source>
        <translation>에이전트와 데이터 폴더(&amp;A)…</translation>
    </message>
    <message>
        <source>System language</source>
        <translation>시스템 언어</translation>
    </message>
    <message>
        <source>Language: %1</source>
        <translation>언어: %1</translation>
    </message>
    <message>
        <source>Import TensorBoard &amp;logs…</source>
        <translation>TensorBoard 로그 가져오기(&amp;L)…</translation>
    </message>
    <message>
        <source>Import TensorBoard logs</source>
        <translation>TensorBoard 로그 가져오기</translation>
    </message>
    <message>
        <source>&amp;Follow TensorBoard logs…</source>
        <translation>TensorBoard 로그 추적(&amp;F)…</translation>
    </message>
    <message>
        <source>Follow TensorBoard logs</source>
        <translation>TensorBoard 로그 추적</translation>
    </message>
    <message>
        <source>S&amp;witch agent</source>
        <translation>에이전트 전환(&amp;W)</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>폴더</translation>
    </message>
    <message>
        <source>The agent reads the logs on its own machine, %1.</source>
        <translation>에이전트는 자신의 머신 %1에서 로그를 읽습니다.</translation>
    </message>
    <message>
        <source>Connected to %1: %2</source>
        <translation>%1에 연결됨: %2</translation>
    </message>
    <message>
        <source>Connecting to %1…</source>
        <translation>%1에 연결 중…</translation>
    </message>
    <message>
        <source>Lost the connection to %1, reconnecting in %2 s</source>
        <translation>%1과(와)의 연결이 끊겼습니다. %2초 후 다시 연결</translation>
    </message>
    <message>
        <source>Reconnecting in %1 s: %2</source>
        <translation>%1초 후 다시 연결: %2</translation>
    </message>
    <message>
        <source>This machine</source>
        <translation>이 머신</translation>
    </message>
</context>
<context>
    <name>trainyard::widgets::Chart</name>
    <message>
        <source>Shown as a table: %1</source>
        <translation>표로 표시합니다: %1</translation>
    </message>
    <message>
        <source>Save picture…</source>
        <translation>그림 저장…</translation>
    </message>
    <message>
        <source>Copy values</source>
        <translation>값 복사</translation>
    </message>
    <message>
        <source>Save picture</source>
        <translation>그림 저장</translation>
    </message>
    <message>
        <source>Pictures (*.png *.svg *.pdf)</source>
        <translation>그림 (*.png *.svg *.pdf)</translation>
    </message>
    <message>
        <source>%1 was not written: its name must end in .png, .svg or .pdf.</source>
        <translation>%1을(를) 쓰지 않았습니다. 이름은 .png, .svg, .pdf 중 하나로 끝나야 합니다.</translation>
    </message>
    <message>
        <source>%1 was not written: %2</source>
        <translation>%1을(를) 쓰지 못했습니다: %2</translation>
    </message>
</context>
<context>
    <name>trainyard::widgets::ClusterCanvas</name>
    <message>
        <source>Machine %1, tasks: %2</source>
        <translation>머신 %1, 작업: %2</translation>
    </message>
    <message>
        <source>auto port</source>
        <translation>자동 포트</translation>
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
        <translation>작업과 함께 제거</translation>
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
        <source>1 to 65535; empty: chosen automatically at the start</source>
        <translation>1~65535. 비우면 시작할 때 빈 포트를 씁니다</translation>
    </message>
    <message>
        <source>Choose a GPU</source>
        <translation>GPU 선택</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>자동</translation>
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
        <source>step</source>
        <translation>스텝</translation>
    </message>
    <message>
        <source>epoch</source>
        <translation>에포크</translation>
    </message>
    <message>
        <source>time since the start</source>
        <translation>시작 후 시간</translation>
    </message>
    <message>
        <source>… and %1 more</source>
        <translation>… 그 밖에 %1개</translation>
    </message>
    <message>
        <source>Export chart</source>
        <translation>차트 내보내기</translation>
    </message>
    <message>
        <source>Export chart…</source>
        <translation>차트 내보내기…</translation>
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
        <source>Metric</source>
        <translation>지표</translation>
    </message>
    <message>
        <source>Metric to plot</source>
        <translation>실행의 어떤 값을 그릴지</translation>
    </message>
    <message>
        <source>log</source>
        <translation>로그</translation>
    </message>
    <message>
        <source>Logarithmic axis (hides values ≤ 0)</source>
        <translation>로그 축. 0 이하의 값은 표시되지 않습니다</translation>
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
        <source>Search metrics</source>
        <translation>양 검색</translation>
    </message>
    <message>
        <source>%1, per epoch</source>
        <translation>%1(에포크별)</translation>
    </message>
    <message>
        <source>%1, per step</source>
        <translation>%1(스텝별)</translation>
    </message>
    <message>
        <source>Show or hide the training curves (solid: step values; dotted: epoch means)</source>
        <translation>학습 곡선 보이기 또는 숨기기: 실선은 스텝별 값, 점선은 에포크별 평균</translation>
    </message>
    <message>
        <source>mean, %1</source>
        <translation>평균, %1</translation>
    </message>
    <message>
        <source>other</source>
        <translation>기타</translation>
    </message>
    <message>
        <source>Show or hide the curves of other data</source>
        <translation>다른 데이터의 곡선 표시/숨기기</translation>
    </message>
</context>
<context>
    <name>trainyard::widgets::FarPathDialog</name>
    <message>
        <source>Absolute path on %1</source>
        <translation>%1의 절대 경로</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>확인</translation>
    </message>
</context>
<context>
    <name>trainyard::widgets::MachineCard</name>
    <message>
        <source>this machine</source>
        <translation>이 머신</translation>
    </message>
    <message>
        <source>not a node</source>
        <translation>노드가 아님</translation>
    </message>
    <message>
        <source>CPUs: %1 of %2</source>
        <translation>CPU: %1/%2</translation>
    </message>
    <message>
        <source>GPUs: %1 of %2</source>
        <translation>GPU: %1/%2</translation>
    </message>
</context>
<context>
    <name>trainyard::widgets::SshQuestionDialog</name>
    <message>
        <source>Connect to %1</source>
        <translation>%1에 연결</translation>
    </message>
    <message>
        <source>Question from ssh</source>
        <translation>ssh의 질문</translation>
    </message>
    <message>
        <source>ssh needs an answer to connect to %1:</source>
        <translation>%1에 연결하려면 ssh의 질문에 답해야 합니다:</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>No</source>
        <translation>아니요</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>예</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>확인</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>답</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>표시</translation>
    </message>
    <message>
        <source>Show the answer</source>
        <translation>답 표시</translation>
    </message>
</context>
<context>
    <name>trainyard::widgets::TrafficView</name>
    <message>
        <source>%1 holds %2, sends %3 and receives %4 per step</source>
        <translation>%1: 보유 %2, 스텝당 송신 %3, 수신 %4</translation>
    </message>
    <message>
        <source>hot spot</source>
        <translation>핫스팟</translation>
    </message>
    <message>
        <source>%1 transfers more than its share. A partitioner distributes large variables over the servers.</source>
        <translation>%1의 통신량이 치우쳐 있습니다. 파티셔너를 쓰면 큰 변수가 여러 서버로 나뉩니다.</translation>
    </message>
    <message>
        <source>sent per step, %1</source>
        <translation>스텝당 송신, %1</translation>
    </message>
    <message>
        <source>received, %1</source>
        <translation>수신, %1</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::MediaTabs</name>
    <message>
        <source>Curves, images and histograms</source>
        <translation>곡선, 이미지, 히스토그램</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>곡선</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::MediaView</name>
    <message>
        <source>Images</source>
        <translation>이미지</translation>
    </message>
    <message>
        <source>Histograms</source>
        <translation>히스토그램</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>텍스트</translation>
    </message>
    <message>
        <source>Hyperparameters</source>
        <translation>하이퍼파라미터</translation>
    </message>
    <message>
        <source>PR curves</source>
        <translation>PR 곡선</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>태그</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>스텝</translation>
    </message>
    <message>
        <source>The logged step that is shown</source>
        <translation>표시할 기록된 스텝</translation>
    </message>
    <message>
        <source>Step shown</source>
        <translation>표시된 스텝</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>이미지</translation>
    </message>
    <message>
        <source>%1, %2 × %3 pixels</source>
        <translation>%1, %2 × %3픽셀</translation>
    </message>
    <message>
        <source>Nothing was kept of this tag.</source>
        <translation>이 태그의 항목은 남아 있지 않습니다.</translation>
    </message>
    <message>
        <source>Step %1 was thinned out meanwhile.</source>
        <translation>스텝 %1은(는) 그 사이에 솎아졌습니다.</translation>
    </message>
    <message>
        <source>%1 at step %2</source>
        <translation>스텝 %2의 %1</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>스텝 %1</translation>
    </message>
    <message>
        <source>attempt %1</source>
        <translation>시도 %1</translation>
    </message>
    <message>
        <source>image %1</source>
        <translation>이미지 %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2개 중 %1번째</translation>
    </message>
    <message>
        <source>(%1 logged)</source>
        <translation>(기록 %1개)</translation>
    </message>
    <message>
        <source>%1 at step %2: precision over recall</source>
        <translation>스텝 %2의 %1: 재현율에 대한 정밀도</translation>
    </message>
    <message>
        <source>All steps</source>
        <translation>모든 스텝</translation>
    </message>
    <message>
        <source>Show the histograms of all steps one above the other</source>
        <translation>모든 스텝의 히스토그램을 위아래로 겹쳐 표시합니다</translation>
    </message>
    <message>
        <source>Histograms of all steps</source>
        <translation>모든 스텝의 히스토그램</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::HistogramRidges</name>
    <message>
        <source>%1, %2 of %3 steps</source>
        <translation>%1, %3개 스텝 중 %2개</translation>
    </message>
</context>
<context>
    <name>trainyard::widgets::RidgeView</name>
    <message>
        <source>%1: no values</source>
        <translation>%1: 값 없음</translation>
    </message>
    <message>
        <source>%1: %2 values from %3 to %4</source>
        <translation>%1: 값 %2개, %3부터 %4까지</translation>
    </message>
    <message>
        <source>None of these histograms has values.</source>
        <translation>이 히스토그램들에는 값이 없습니다.</translation>
    </message>
</context>
<context>
    <name>trainyard::widgets::ImageView</name>
    <message>
        <source>This image is neither PNG, JPEG nor GIF.</source>
        <translation>이 이미지는 PNG, JPEG, GIF 중 어느 것도 아닙니다.</translation>
    </message>
    <message>
        <source>This image has %1 × %2 pixels, which is too large to show.</source>
        <translation>이 이미지는 %1 × %2픽셀로, 너무 커서 표시할 수 없습니다.</translation>
    </message>
    <message>
        <source>This image cannot be decoded: %1</source>
        <translation>이 이미지를 디코딩할 수 없습니다: %1</translation>
    </message>
</context>
<context>
    <name>Media</name>
    <message>
        <source>values</source>
        <translation>값</translation>
    </message>
    <message>
        <source>recall</source>
        <translation>재현율</translation>
    </message>
    <message>
        <source>precision</source>
        <translation>정밀도</translation>
    </message>
    <message>
        <source>recall %1</source>
        <translation>재현율 %1</translation>
    </message>
</context>
<context>
    <name>trainyard::widgets::WorkBar</name>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
</context>
</TS>
