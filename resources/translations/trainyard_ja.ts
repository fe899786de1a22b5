<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ja">
<context>
    <name>About</name>
    <message>
        <source>&lt;h3&gt;Trainyard %1&lt;/h3&gt;&lt;p&gt;A desktop workbench for distributed training.&lt;/p&gt;&lt;p&gt;Trainyard is under the Apache License 2.0. It uses Qt under the GNU Lesser General Public License, version 3. It comes without any warranty.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Trainyard %1&lt;/h3&gt;&lt;p&gt;分散学習のためのデスクトップ作業台です。&lt;/p&gt;&lt;p&gt;Trainyard は Apache License 2.0 で公開されています。Qt を GNU Lesser General Public License バージョン 3 のもとで使用しています。無保証です。&lt;/p&gt;</translation>
    </message>
</context>
<context>
    <name>Agent</name>
    <message>
        <source>%1 or %2</source>
        <translation>%1 または %2</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 と %2</translation>
    </message>
    <message>
        <source>read hints of a data set; use file or data</source>
        <translation>データセットのヒントの読み取り。file か data を使ってください</translation>
    </message>
    <message>
        <source>use device: cpu</source>
        <translation>device: cpu を使う</translation>
    </message>
    <message>
        <source>under parameter servers gradients are applied as they arrive, in another order in every run</source>
        <translation>パラメータサーバーでは勾配が届いた順に適用され、その順序は実行ごとに異なります</translation>
    </message>
    <message>
        <source>remove the key, or use a strategy whose replicas train in step</source>
        <translation>このキーを削除するか、レプリカが歩調を合わせて学習するストラテジーを使ってください</translation>
    </message>
    <message>
        <source>under parameter servers no step is captured</source>
        <translation>パラメータサーバーではステップは記録されません</translation>
    </message>
    <message>
        <source>these are GPUs, and `device` is cpu</source>
        <translation>これらは GPU ですが、`device` は cpu です</translation>
    </message>
    <message>
        <source>a task of the role %1 computes on CPUs</source>
        <translation>ロール %1 のタスクは CPU で計算します</translation>
    </message>
    <message>
        <source>this version trains on CPUs (cpu:0, cpu:1 …) or on GPUs (gpu:0, gpu:1 …), not on both in one task</source>
        <translation>このバージョンは CPU（cpu:0、cpu:1 …）または GPU（gpu:0、gpu:1 …）で学習し、1 つのタスクで両方は使えません</translation>
    </message>
    <message>
        <source>name CPUs, or GPUs</source>
        <translation>CPU か GPU のどちらかを指定してください</translation>
    </message>
    <message>
        <source>name CPUs</source>
        <translation>CPU を指定してください</translation>
    </message>
    <message>
        <source>%1 is not one of the %2 GPUs of the task, which are numbered from gpu:0 on; which GPUs of the machine these are, say the task's `gpus`</source>
        <translation>%1 はこのタスクの %2 個の GPU にありません。番号は gpu:0 から始まります。マシンのどの GPU かはタスクの `gpus` で決まります</translation>
    </message>
    <message>
        <source>number them from gpu:0 on, without gaps</source>
        <translation>gpu:0 から順に番号を付けてください</translation>
    </message>
    <message>
        <source>NCCL is for GPUs, and `devices` names CPUs</source>
        <translation>NCCL は GPU 用ですが、`devices` は CPU を指定しています</translation>
    </message>
    <message>
        <source>use auto or reduce_to_one</source>
        <translation>auto か reduce_to_one を使ってください</translation>
    </message>
    <message>
        <source>these are %1 GPUs, and strategy.%2.devices names %3 devices</source>
        <translation>GPU は %1 個ですが、strategy.%2.devices は %3 個のデバイスを指定しています</translation>
    </message>
    <message>
        <source>these are %1 GPUs, a replica on each, and strategy.%2.replicas is %3</source>
        <translation>GPU は %1 個でレプリカはそれぞれに 1 つですが、strategy.%2.replicas は %3 です</translation>
    </message>
    <message>
        <source>the number of GPUs differs: %1 in this task, %2 in another one; every task needs the same number of replicas</source>
        <translation>このタスクは %1 個、別のタスクは %2 個の GPU で学習しますが、レプリカ数は全タスクで同じです</translation>
    </message>
    <message>
        <source>name %1 GPUs</source>
        <translation>GPU を %1 個指定してください</translation>
    </message>
    <message>
        <source>make the two numbers equal</source>
        <translation>2 つの数を同じにしてください</translation>
    </message>
    <message>
        <source>%1 trains on one GPU in a task; a strategy that has `replicas`, or parameter servers, trains on several</source>
        <translation>%1 は 1 つのタスクで 1 つの GPU を使って学習します。複数の GPU を使うのは `replicas` のあるストラテジーとパラメータサーバーです</translation>
    </message>
    <message>
        <source>the closure %1 has computed on one of this worker's %2 GPUs: WorkerContext::run() has a replica compute on each</source>
        <translation>クロージャー %1 はこのワーカーの %2 個の GPU のうち 1 つだけで計算しました。WorkerContext::run() を使うと、それぞれの GPU でレプリカが計算します</translation>
    </message>
    <message>
        <source>this version trains on GPUs only by a strategy that supports them, and on several in a task only by one that has `replicas` or parameter servers; see GPUs in the user guide</source>
        <translation>このバージョンは GPU に対応したストラテジーでだけ GPU で学習し、1 つのタスクで複数を使うのは `replicas` のあるストラテジーかパラメータサーバーだけです。ユーザーガイドの「GPUs」を参照してください</translation>
    </message>
    <message>
        <source>the strategy has a replica for each %1 of &quot;%2&quot;, which is counted when the run starts; the preflight counts one</source>
        <translation>ストラテジーは「%2」の %1 ごとにレプリカを置き、その数は実行の開始時にわかります。事前確認では 1 つと数えます</translation>
    </message>
    <message>
        <source>rendezvous of the GPUs</source>
        <translation>GPU の待ち合わせ</translation>
    </message>
    <message>
        <source>an error without words</source>
        <translation>説明のないエラー</translation>
    </message>
    <message>
        <source>rank %1 cannot take part: %2</source>
        <translation>ランク %1 が参加できません: %2</translation>
    </message>
    <message>
        <source>rank %1 has not come within %2 s</source>
        <translation>ランク %1 が %2 秒以内に現れませんでした</translation>
    </message>
    <message>
        <source>ranks %1 have not come within %2 s</source>
        <translation>ランク %1 が %2 秒以内に現れませんでした</translation>
    </message>
    <message>
        <source>all %1 processes have come, but their GPUs did not connect within %2 s; NCCL_SOCKET_IFNAME names the network interface that they take</source>
        <translation>%1 個のプロセスはすべて揃いましたが、GPU が %2 秒以内に接続できませんでした。使用するネットワークインターフェイスは NCCL_SOCKET_IFNAME で指定します</translation>
    </message>
    <message>
        <source>CPUs have no sums of their own: strategies sum in memory</source>
        <translation>CPU 自身の合計機能はありません。ストラテジーがメモリ上で合計します</translation>
    </message>
    <message>
        <source>this task takes %1 GPUs, a replica on each, and the NVIDIA driver shows it %2; see CUDA_VISIBLE_DEVICES</source>
        <translation>このタスクは %1 個の GPU を使い、それぞれに 1 つのレプリカを置きますが、NVIDIA ドライバーがこのタスクに示す GPU は %2 個です。CUDA_VISIBLE_DEVICES を確認してください</translation>
    </message>
    <message>
        <source>name one GPU</source>
        <translation>GPU を 1 つ指定してください</translation>
    </message>
    <message>
        <source>%1 is not one of %2 equal shares of the CPUs, which are numbered from cpu:0 on</source>
        <translation>%1 は、cpu:0 から番号が付く CPU の %2 等分のいずれでもありません</translation>
    </message>
    <message>
        <source>number them from cpu:0 on, without gaps</source>
        <translation>cpu:0 から順に、欠番なく番号を付けてください</translation>
    </message>
    <message>
        <source>NCCL is for GPUs, and `device` is cpu</source>
        <translation>NCCL は GPU 用ですが、`device` は cpu です</translation>
    </message>
    <message>
        <source>use auto or ring</source>
        <translation>auto か ring を使ってください</translation>
    </message>
    <message>
        <source>there is no NVIDIA driver on this machine (%1 was not found); install it</source>
        <translation>このマシンには NVIDIA ドライバーがありません (%1 が見つかりません)。インストールしてください</translation>
    </message>
    <message>
        <source>this libtorch has no CUDA: %1 does not exist; run with the torch %2 of a GPU machine (see the user guide, GPUs)</source>
        <translation>この libtorch には CUDA がありません: %1 が存在しません。GPU マシンの torch %2 で実行してください (ユーザーガイドの GPUs を参照)</translation>
    </message>
    <message>
        <source>%1 cannot be opened: %2</source>
        <translation>%1 を開けません: %2</translation>
    </message>
    <message>
        <source>%1 was built for another version of Trainyard or libtorch: build it again</source>
        <translation>%1 は別のバージョンの Trainyard または libtorch 用にビルドされています: ビルドし直してください</translation>
    </message>
    <message>
        <source>the NVIDIA driver shows no GPU to this task; see `nvidia-smi` and CUDA_VISIBLE_DEVICES</source>
        <translation>NVIDIA ドライバーがこのタスクに GPU を示していません。`nvidia-smi` と CUDA_VISIBLE_DEVICES を確認してください</translation>
    </message>
    <message>
        <source>the GPU cannot be used: %1</source>
        <translation>GPU を使えません: %1</translation>
    </message>
    <message>
        <source>trains on the CPU: %1</source>
        <translation>CPU で学習します: %1</translation>
    </message>
    <message>
        <source>trains on %1</source>
        <translation>%1 で学習します</translation>
    </message>
    <message>
        <source>trains on %1, deterministically</source>
        <translation>%1 で決定論的に学習します</translation>
    </message>
    <message>
        <source>%1 has not enough memory for a step with train.data.batch_size %2: %3 more were needed for one tensor; this task held %4 (at most %5), and %6 of %7 were free; a batch_size of about %8 fits, by an estimate</source>
        <translation>%1 のメモリが足りず、train.data.batch_size %2 のステップを実行できません: 1 つのテンソルにさらに %3 が必要でした。このタスクは %4（最大 %5）を保持し、空きは %7 のうち %6 でした。見積もりでは batch_size %8 程度なら収まります</translation>
    </message>
    <message>
        <source>%1 has not enough memory for a step with train.data.batch_size %2: %3 more were needed for one tensor; this task held %4 (at most %5), and %6 of %7 were free; use a smaller batch or model</source>
        <translation>%1 のメモリが足りず、train.data.batch_size %2 のステップを実行できません: 1 つのテンソルにさらに %3 が必要でした。このタスクは %4（最大 %5）を保持し、空きは %7 のうち %6 でした。バッチかモデルを小さくしてください</translation>
    </message>
    <message>
        <source>%1 has not enough memory for a step with train.data.batch_size %2: %3</source>
        <translation>%1 のメモリが足りず、train.data.batch_size %2 のステップを実行できません: %3</translation>
    </message>
    <message>
        <source>%1. The largest outputs of layers: %2</source>
        <translation>%1。出力が最も大きいレイヤー: %2</translation>
    </message>
    <message>
        <source>no sums of %1 over GPUs</source>
        <translation>%1 は GPU 間で合計できません</translation>
    </message>
    <message>
        <source>there is no NCCL: %1</source>
        <translation>NCCL がありません: %1</translation>
    </message>
    <message>
        <source>NCCL, in %1: %2</source>
        <translation>%1 での NCCL のエラー: %2</translation>
    </message>
    <message>
        <source>this NCCL has no %1</source>
        <translation>この NCCL には %1 がありません</translation>
    </message>
    <message>
        <source>process %1 (%2)</source>
        <translation>プロセス %1 (%2)</translation>
    </message>
    <message>
        <source>GPU %1 (%2) is used by %3</source>
        <translation>GPU %1 (%2) は %3 が使用中です</translation>
    </message>
    <message>
        <source>the GPUs cannot be used: %1</source>
        <translation>GPU を使えません: %1</translation>
    </message>
    <message>
        <source>this machine has no GPU that an NVIDIA driver shows; install the driver</source>
        <translation>このマシンには NVIDIA ドライバーが示す GPU がありません。ドライバーをインストールしてください</translation>
    </message>
    <message>
        <source>no GPU is free: %1; wait for it or stop it</source>
        <translation>空いている GPU がありません: %1。終わるのを待つか停止してください</translation>
    </message>
    <message>
        <source>not all %1 GPUs that the run takes are free: %2; wait for them</source>
        <translation>実行が使う %1 個の GPU のすべてが空いているわけではありません: %2。空くのを待ってください</translation>
    </message>
    <message>
        <source>the run takes %1 GPUs, and this machine has %2</source>
        <translation>実行は GPU を %1 個使いますが、このマシンには %2 個しかありません</translation>
    </message>
    <message>
        <source>this machine has no GPU %1; `trainyard --headless nodes` lists those that it has</source>
        <translation>このマシンに GPU %1 はありません。`trainyard --headless nodes` で一覧を確認できます</translation>
    </message>
    <message>
        <source>two tasks of the run name the same GPU</source>
        <translation>実行の 2 つのタスクが同じ GPU を指定しています</translation>
    </message>
    <message>
        <source>%1 was killed by signal %2 (%3), by the kernel, which ran out of memory: use a smaller batch, fewer tasks per machine, or more memory</source>
        <translation>%1 はメモリ不足のためカーネルにシグナル %2 (%3) で強制終了されました: バッチを小さくするか、マシンあたりのタスクを減らすか、メモリを増やしてください</translation>
    </message>
    <message>
        <source>%1 was killed by signal %2 (%3)</source>
        <translation>%1 がシグナル %2 (%3) で強制終了しました</translation>
    </message>
    <message>
        <source>%1 exited with code %2</source>
        <translation>%1 が終了コード %2 で終了しました</translation>
    </message>
    <message>
        <source>%1 exited, and its exit status is unknown: its shim (pid %2) had exited before it</source>
        <translation>%1 がいなくなりましたが、理由は不明です: シム (pid %2) が先に終了していました</translation>
    </message>
    <message>
        <source>%1 was not started again</source>
        <translation>%1 は再起動されませんでした</translation>
    </message>
    <message>
        <source>%1 after step %2</source>
        <translation>%1（ステップ %2 の後）</translation>
    </message>
    <message>
        <source>%1 before its first step</source>
        <translation>%1（最初のステップの前）</translation>
    </message>
    <message>
        <source>%1; the limit of on_failure.restarts (%2) is reached</source>
        <translation>%1。on_failure の再起動 %2 回を使い切りました</translation>
    </message>
    <message>
        <source>%1; the other tasks continue without it (%2)</source>
        <translation>%1。ほかのタスクはこれなしで続けます（%2）</translation>
    </message>
    <message>
        <source>it would refuse again</source>
        <translation>再起動しても拒否されるため</translation>
    </message>
    <message>
        <source>there is no machine for it</source>
        <translation>それを置くマシンがありません</translation>
    </message>
    <message>
        <source>%1 was on node %2, which was abandoned</source>
        <translation>%1 はノード %2 にありましたが、このノードは見限られました</translation>
    </message>
    <message>
        <source>its log says what it lacks</source>
        <translation>足りないものはログに書かれています</translation>
    </message>
    <message>
        <source>its limit of restarts (%1) is reached</source>
        <translation>再起動 %1 回を使い切ったため</translation>
    </message>
    <message>
        <source>%1; restarting it (restart %2 of %3), the other tasks continue</source>
        <translation>%1。再び起動します（再起動 %2/%3）。ほかのタスクは続けます</translation>
    </message>
    <message>
        <source>%1; no further attempt is started: %2</source>
        <translation>%1。次の試行は始まりません: %2</translation>
    </message>
    <message>
        <source>ended by the agent, because it had been silent for %1 s (on_failure.stall_seconds is %2)</source>
        <translation>%1 秒間応答がなかったため、エージェントが終了させました（on_failure.stall_seconds は %2）</translation>
    </message>
    <message>
        <source>ended by the agent, because it had not joined the run %1 s after its start (at most %2 s; with on_failure.stall_seconds: 0 without a limit)</source>
        <translation>起動後 %1 秒たっても実行に参加しなかったため、エージェントが終了させました（上限 %2 秒。on_failure.stall_seconds: 0 なら無制限）</translation>
    </message>
    <message>
        <source>the evaluator was not done %1 s after the training, and was ended; train.evaluation.sidecar.grace_seconds gives it more</source>
        <translation>評価タスクは学習後 %1 秒たっても終わらず、終了させました。train.evaluation.sidecar.grace_seconds で時間を延ばせます</translation>
    </message>
    <message>
        <source>attempt %1 starts in %2 s: %3 attempts in a row have not finished a step</source>
        <translation>%1 回目の試行は %2 秒後に始まります: 続けて %3 回の試行が 1 ステップも終えていません</translation>
    </message>
    <message>
        <source>attempt %1 starts when the disk has free space</source>
        <translation>%1 回目の試行は、ディスクに空きができると始まります</translation>
    </message>
    <message>
        <source>%1 starts again when the disk has free space</source>
        <translation>%1 は、ディスクに空きができると再起動します</translation>
    </message>
    <message>
        <source>the run cannot be continued after the agent&apos;s end</source>
        <translation>エージェントの終了後、この実行を再開できません</translation>
    </message>
    <message>
        <source>the machine was restarted during the run; continue it with `resume %1`</source>
        <translation>実行中にマシンが再起動されました。`resume %1` で続けられます</translation>
    </message>
    <message>
        <source>this home was copied during the run, and its tasks are those of the home it was copied from; continue it here with `resume %1`</source>
        <translation>このホームは実行中にコピーされたもので、タスクはコピー元のホームのものです。ここでは `resume %1` で続けられます</translation>
    </message>
    <message>
        <source>the agent ended while it was starting the tasks</source>
        <translation>タスクの起動中にエージェントが終了しました</translation>
    </message>
    <message>
        <source>the agent ended while the tasks were connecting</source>
        <translation>タスクの合流中にエージェントが終了しました</translation>
    </message>
    <message>
        <source>there are no logs in %1 any more</source>
        <translation>%1 にログがありません</translation>
    </message>
    <message>
        <source>%1 was deleted or moved while the run was using it, and what its tasks wrote there is lost; start the run again</source>
        <translation>実行が使用している間に %1 が削除または移動され、タスクがそこに書いた内容は失われました。実行を最初から開始してください</translation>
    </message>
    <message>
        <source>no task of its next attempt had been started</source>
        <translation>次の試行のタスクはまだ起動されていませんでした</translation>
    </message>
    <message>
        <source>the run was found in its folder, without a living task (%1); continue it with `resume %2`</source>
        <translation>実行はそのフォルダから見つかりましたが、動作中のタスクがありません（%1）。`resume %2` で続行してください</translation>
    </message>
    <message>
        <source>run %1 has no record in its folder</source>
        <translation>実行 %1 のフォルダに記録がありません</translation>
    </message>
    <message>
        <source>the folder runs/%1 has no record.jsonl: its run is unknown and not listed; its files are left unchanged</source>
        <translation>フォルダ runs/%1 に record.jsonl がありません: その実行については何もわからないため、一覧に表示されません。ファイルはそのまま残ります</translation>
    </message>
    <message>
        <source>the folder runs/%1 may not be read: its run is not listed; after its mode is corrected, the next start of the agent reads it</source>
        <translation>フォルダー runs/%1 を読む権限がないため、その実行は一覧にありません。モードを直すと、エージェントの次の起動時に読み込まれます</translation>
    </message>
    <message>
        <source>%1 lines of the record of run %2 are damaged and were skipped</source>
        <translation>実行 %2 の記録のうち %1 行が壊れているため、除外されました</translation>
    </message>
    <message>
        <source>not all points of run %1 were read again</source>
        <translation>実行 %1 の点をすべては読み直せませんでした</translation>
    </message>
    <message>
        <source>%1 is the record of another run, %2; a run&apos;s folder must not be copied or renamed</source>
        <translation>%1 は別の実行 %2 の記録です。実行のフォルダをコピーしたり名前を変更したりしないでください</translation>
    </message>
    <message>
        <source>the record %1 is damaged: it does not name its run</source>
        <translation>記録 %1 は壊れています: どの実行のものかわかりません</translation>
    </message>
    <message>
        <source>the loss became NaN or infinite: the next attempt continues from the newest checkpoint with %1 times the learning rate</source>
        <translation>損失が数値でなくなりました: 次の試行は最新のチェックポイントから、学習率を %1 倍にして続けます</translation>
    </message>
    <message>
        <source>there is no checkpoint to continue from: attempt %1 starts at step 0; checkpoint.every sets how often one is saved</source>
        <translation>再開できるチェックポイントがありません: %1 回目の試行はステップ 0 から始まります。保存の頻度は checkpoint.every で決まります</translation>
    </message>
    <message>
        <source>the run continues, but what it records waits to be stored: %1</source>
        <translation>実行は続いていますが、記録の保存を待っています: %1</translation>
    </message>
    <message>
        <source>cannot start %1</source>
        <translation>%1 を起動できません</translation>
    </message>
    <message>
        <source>%1/%2 joined, missing %3</source>
        <translation>%1/%2 が参加、未参加: %3</translation>
    </message>
    <message>
        <source>requested by %1</source>
        <translation>依頼元: %1</translation>
    </message>
    <message>
        <source>resume</source>
        <translation>再開</translation>
    </message>
    <message>
        <source>branch of %1</source>
        <translation>%1 の分岐</translation>
    </message>
    <message>
        <source>%1 did not end within %2 s of the request; stop the run with --after now to kill it</source>
        <translation>%1 は停止の依頼から %2 秒以内に終わりませんでした。すぐに終わらせるには --after now で停止してください</translation>
    </message>
    <message>
        <source>%1 is over</source>
        <translation>%1 は終わっています</translation>
    </message>
    <message>
        <source>%1 has another cluster in its TF_CONFIG than this run (digest %2 instead of %3); give every task the same cluster</source>
        <translation>%1 の TF_CONFIG のクラスタがこの実行と違います（ダイジェスト %2、正しくは %3）。すべてのタスクに同じクラスタを渡してください</translation>
    </message>
    <message>
        <source>%1 waits in %2</source>
        <translation>%1 は %2 で待機中</translation>
    </message>
    <message>
        <source>its process was stopped (by SIGSTOP or a debugger); kill -CONT %1 continues it</source>
        <translation>プロセスが停止しています（SIGSTOP かデバッガ）。kill -CONT %1 で再開します</translation>
    </message>
    <message>
        <source>its process waits for a disk or a network file system</source>
        <translation>プロセスがディスクかネットワークファイルシステムを待っています</translation>
    </message>
    <message>
        <source>its process runs, but does not report</source>
        <translation>プロセスは動いていますが、報告がありません</translation>
    </message>
    <message>
        <source>%1 (pid %2) has been silent for %3 s: %4</source>
        <translation>%1 (pid %2) から %3 秒間応答がありません: %4</translation>
    </message>
    <message>
        <source>%1 (pid %2) has waited for %3 s in %4, and %5 in %6: they have not made the same calls, and wait for each other</source>
        <translation>%1（pid %2）は %3 秒間 %4 で、%5 は %6 で待っています。同じ呼び出しをしていないため、互いを待ち続けています</translation>
    </message>
    <message>
        <source>%1 (pid %2) has waited for %3 s in %4, in which no other task takes part</source>
        <translation>%1（pid %2）は、ほかのタスクが参加しない %4 で %3 秒待っています</translation>
    </message>
    <message>
        <source>every task has been blocked in a collective call for %1 s (%2 in %3): the connections between them are stuck</source>
        <translation>すべてのタスクが集団通信の呼び出しで %1 秒ブロックされています（%2 は %3）: タスク間の接続が詰まっています</translation>
    </message>
    <message>
        <source>%1 has waited for %2 s in %3; %4 (pid %5, %6) has not reached that call</source>
        <translation>%1 は %3 で %2 秒待っていますが、%4（pid %5、%6）がその呼び出しに達していません</translation>
    </message>
    <message>
        <source>no phase reported</source>
        <translation>段階の報告なし</translation>
    </message>
    <message>
        <source>%1 is at an unknown place</source>
        <translation>%1 の場所は不明です</translation>
    </message>
    <message>
        <source>%1 is in %2</source>
        <translation>%1 は %2 にいます</translation>
    </message>
    <message>
        <source>%1 is in %2 (thread %3)</source>
        <translation>%1 は %2 にいます（スレッド %3）</translation>
    </message>
    <message>
        <source>the position of %1 is unknown: %2</source>
        <translation>%1 がどこにいるかは不明です: %2</translation>
    </message>
    <message>
        <source>%1 (all stacks: log of %2)</source>
        <translation>%1（全スタック: %2 のログ）</translation>
    </message>
    <message>
        <source>run %1 has no task %2</source>
        <translation>実行 %1 にタスク %2 はありません</translation>
    </message>
    <message>
        <source>run %1 has no running task at the moment</source>
        <translation>実行 %1 のタスクは今ひとつもありません</translation>
    </message>
    <message>
        <source>%1 of run %2 is not running at the moment</source>
        <translation>実行 %2 の %1 は今ありません</translation>
    </message>
    <message>
        <source>%1 is %2, and only the tasks of a live run have stacks</source>
        <translation>%1 は%2です。スタックがあるのは進行中の実行のタスクだけです</translation>
    </message>
    <message>
        <source>queued</source>
        <translation>待機中</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>開始中</translation>
    </message>
    <message>
        <source>running</source>
        <translation>実行中</translation>
    </message>
    <message>
        <source>stopping</source>
        <translation>停止中</translation>
    </message>
    <message>
        <source>succeeded</source>
        <translation>成功</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失敗</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>停止済み</translation>
    </message>
    <message>
        <source>preempted</source>
        <translation>中断済み</translation>
    </message>
    <message>
        <source>imported</source>
        <translation>取り込み済み</translation>
    </message>
    <message>
        <source>joining</source>
        <translation>参加中</translation>
    </message>
    <message>
        <source>loading</source>
        <translation>読み込み中</translation>
    </message>
    <message>
        <source>training</source>
        <translation>学習中</translation>
    </message>
    <message>
        <source>evaluating</source>
        <translation>評価中</translation>
    </message>
    <message>
        <source>recovering</source>
        <translation>復旧中</translation>
    </message>
    <message>
        <source>saving</source>
        <translation>保存中</translation>
    </message>
    <message>
        <source>finishing</source>
        <translation>終了処理中</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>待機中</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>一時停止中</translation>
    </message>
    <message>
        <source>waiting for %1</source>
        <translation>%1 を待機中</translation>
    </message>
    <message>
        <source>%1, in %2</source>
        <translation>%1、%2 で</translation>
    </message>
    <message>
        <source>the run&apos;s specification</source>
        <translation>実行の仕様</translation>
    </message>
    <message>
        <source>a branch needs a checkpoint to start from</source>
        <translation>分岐には開始するチェックポイントが必要です</translation>
    </message>
    <message>
        <source>run %1 has no checkpoint %2; `checkpoints %3` lists them</source>
        <translation>実行 %1 にチェックポイント %2 はありません。一覧は `checkpoints %3` で</translation>
    </message>
    <message>
        <source>%1 is %2: there is nothing to resume; `watch %3` shows it</source>
        <translation>%1 は%2です: 再開するものはありません。様子は `watch %3` で見られます</translation>
    </message>
    <message>
        <source>%1 has succeeded after %2 steps: there is nothing to resume</source>
        <translation>%1 は %2 ステップで成功しています: 再開するものはありません</translation>
    </message>
    <message>
        <source>lint let an unknown strategy pass</source>
        <translation>不明なストラテジーが検査を通過しました</translation>
    </message>
    <message>
        <source>%1 has no checkpoint to continue from: attempt %2 starts at step 0</source>
        <translation>%1 には再開できるチェックポイントがありません: %2 回目の試行はステップ 0 から始まります</translation>
    </message>
    <message>
        <source>the agent is being stopped; try again in a moment</source>
        <translation>エージェントは停止処理中です。少し待ってからやり直してください</translation>
    </message>
    <message>
        <source>%1 was just resumed by another client</source>
        <translation>%1 はたった今ほかの人が再開しました</translation>
    </message>
    <message>
        <source>%1 has ended, and its end could not be stored yet (is the disk full?); resume it again in a moment</source>
        <translation>%1 は終了しましたが、その終了をまだ保存できていません (ディスクがいっぱいではありませんか?)。少し待ってからもう一度再開してください</translation>
    </message>
    <message>
        <source>%1 is of the model %2, the run file now says %3: its variables would not fit; start a new run, with train.initial_weights where the layers are the same</source>
        <translation>%1 のモデルは %2 ですが、実行ファイルは %3 になっています: 変数が合いません。レイヤーが同じなら train.initial_weights を使って新しい実行を始めてください</translation>
    </message>
    <message>
        <source>%1; it was renamed to %2, and an older checkpoint is used</source>
        <translation>%1。%2 として退避し、より古いものを使います</translation>
    </message>
    <message>
        <source>a learning rate of %1 is out of range (0 to %2)</source>
        <translation>学習率 %1 は範囲外です（0～%2）</translation>
    </message>
    <message>
        <source>%1 is in epoch %2 already: epochs can be %3 or more; `stop %4 --after epoch` ends it with this one</source>
        <translation>%1 はすでにエポック %2 です: エポック数は %3 以上にできます。このエポックで終えるには `stop %4 --after epoch`</translation>
    </message>
    <message>
        <source>%1 ends at step %2 (train.max_steps), before the end of epoch %3: changing epochs has no effect; stop it and `resume %4 --set train.max_steps=0`</source>
        <translation>%1 はエポック %3 が終わる前にステップ %2（train.max_steps）で終わります: エポック数を変えても意味がありません。停止してから `resume %4 --set train.max_steps=0` としてください</translation>
    </message>
    <message>
        <source>%1 is %2: only a run that trains can be changed</source>
        <translation>%1 は%2です: 変更できるのは学習中の実行だけです</translation>
    </message>
    <message>
        <source>%1 runs a training program, which only the program itself can pause or change; stop and resume it</source>
        <translation>%1 は自作プログラムを実行しており、外から一時停止や変更はできません。停止して再開してください</translation>
    </message>
    <message>
        <source>%1 is not running (its status is %2); only a running run can be changed: `resume %3 --set` continues it with other settings</source>
        <translation>%1 は%2です: 変更できるのは学習中の実行だけです。別の設定で続けるには `resume %3 --set`</translation>
    </message>
    <message>
        <source>%1 from step %2</source>
        <translation>%1（ステップ %2 以降）</translation>
    </message>
    <message>
        <source>learning rate %1 → %2</source>
        <translation>学習率 %1 → %2</translation>
    </message>
    <message>
        <source>epochs %1 → %2</source>
        <translation>エポック数 %1 → %2</translation>
    </message>
    <message>
        <source>paused after step %1</source>
        <translation>ステップ %1 の後で一時停止しました</translation>
    </message>
    <message>
        <source>continued after step %1 (paused for %2 s)</source>
        <translation>%2 秒の一時停止の後、ステップ %1 の後から続けます</translation>
    </message>
    <message>
        <source>not as in the checkpoint: %1</source>
        <translation>チェックポイントと異なる点: %1</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not the staged folder of step %2 of attempt %3</source>
        <translation>&quot;%1&quot; は %3 回目の試行のステップ %2 の準備フォルダではありません</translation>
    </message>
    <message>
        <source>the best is not marked</source>
        <translation>最良のチェックポイントに印を付けられません</translation>
    </message>
    <message>
        <source>older checkpoints stay</source>
        <translation>古いチェックポイントは残ります</translation>
    </message>
    <message>
        <source>%1 was written but not published</source>
        <translation>%1 は書き込まれましたが公開されませんでした</translation>
    </message>
    <message>
        <source>%1 must have 1 to %2 bytes, not %3</source>
        <translation>%1は 1～%2 バイトでなければなりません（%3 バイトでした）</translation>
    </message>
    <message>
        <source>%1 cannot be blank</source>
        <translation>%1を空白だけにすることはできません</translation>
    </message>
    <message>
        <source>%1 cannot have the character %2</source>
        <translation>%1に文字 %2 は使えません</translation>
    </message>
    <message>
        <source>a name</source>
        <translation>名前</translation>
    </message>
    <message>
        <source>a note</source>
        <translation>メモ</translation>
    </message>
    <message>
        <source>a tag</source>
        <translation>タグ</translation>
    </message>
    <message>
        <source>the name of a cluster</source>
        <translation>クラスタの名前</translation>
    </message>
    <message>
        <source>a run&apos;s tags</source>
        <translation>実行のタグ</translation>
    </message>
    <message>
        <source>a run&apos;s metrics</source>
        <translation>実行の指標</translation>
    </message>
    <message>
        <source>a run has at most %1 tags</source>
        <translation>1 つの実行のタグは %1 個までです</translation>
    </message>
    <message>
        <source>%1 is live; stop it before you move it to the trash</source>
        <translation>%1 は進行中です。停止してからゴミ箱に入れてください</translation>
    </message>
    <message>
        <source>%1 is not a checkpoint of a run here; `checkpoints RUN` lists them</source>
        <translation>%1 はここの実行のチェックポイントではありません。一覧は `checkpoints RUN` で</translation>
    </message>
    <message>
        <source>%1 is pinned; unpin it first</source>
        <translation>%1 は固定されています。先に固定を外してください</translation>
    </message>
    <message>
        <source>run %1 has no checkpoint to predict with; see `checkpoints %2`</source>
        <translation>実行 %1 には予測に使えるチェックポイントがありません。`checkpoints %2` を参照してください</translation>
    </message>
    <message>
        <source>there is no checkpoint %1</source>
        <translation>チェックポイント %1 はありません</translation>
    </message>
    <message>
        <source>%1 is a file, and a checkpoint is a folder; weights alone know no model: name them as train.initial_weights of a run</source>
        <translation>%1 はファイルですが、チェックポイントはフォルダです。重みだけではモデルが分かりません: 実行の train.initial_weights に指定してください</translation>
    </message>
    <message>
        <source>the outcome of run %1 is damaged: %2</source>
        <translation>実行 %1 の結果が壊れています: %2</translation>
    </message>
    <message>
        <source>there is no run %1; `runs` lists them</source>
        <translation>実行 %1 はありません。一覧は `runs` で</translation>
    </message>
    <message>
        <source>agent stop</source>
        <translation>エージェントの停止</translation>
    </message>
    <message>
        <source>the run has ended</source>
        <translation>実行は終わっています</translation>
    </message>
    <message>
        <source>%1 cannot be profiled: %2</source>
        <translation>%1 はプロファイルできません: %2</translation>
    </message>
    <message>
        <source>a profile of it is being taken already</source>
        <translation>すでにプロファイル中です</translation>
    </message>
    <message>
        <source>it is paused or about to pause; `resume` continues it</source>
        <translation>一時停止中か、まもなく一時停止します。`resume` で続行します</translation>
    </message>
    <message>
        <source>it is %1, and only a run that trains has steps to profile</source>
        <translation>%1です。プロファイルするステップがあるのは学習中の実行だけです</translation>
    </message>
    <message>
        <source>%1 runs a training program under parameter servers, whose steps only the program knows</source>
        <translation>%1 はパラメータサーバー上で自作プログラムを実行しており、そのステップは外から分かりません</translation>
    </message>
    <message>
        <source>%1 is not connected to the agent at the moment</source>
        <translation>%1 は今エージェントに接続していません</translation>
    </message>
    <message>
        <source>none of its workers is running at the moment</source>
        <translation>今ワーカーがひとつもありません</translation>
    </message>
    <message>
        <source>%1 (pid %2) ended before its part of the profile was complete</source>
        <translation>%1 (pid %2) はプロファイルの担当分が完了する前に終わりました</translation>
    </message>
    <message>
        <source>cannot put the profile into %1</source>
        <translation>プロファイルを %1 に置けません</translation>
    </message>
    <message>
        <source>a profile has 1 to %1 steps, not %2</source>
        <translation>プロファイルは 1～%1 ステップです（%2 は不可）</translation>
    </message>
    <message>
        <source>attempt %1 of %2 ended before %3 steps of it were profiled</source>
        <translation>%2 の %1 回目の試行は、%3 ステップをプロファイルする前に終わりました</translation>
    </message>
    <message>
        <source>the client has gone</source>
        <translation>クライアントがいなくなりました</translation>
    </message>
    <message>
        <source>%1 has not done %2 steps within %3 minutes; ask for fewer</source>
        <translation>%1 は %3 分以内に %2 ステップを終えませんでした。ステップ数を減らしてください</translation>
    </message>
    <message>
        <source>cannot look at %1</source>
        <translation>%1 を調べられません</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a name for a cluster (expected 1 to %2 bytes without / \ : and no dot first)</source>
        <translation>&quot;%1&quot; はクラスタの名前にできません（1～%2 バイト、/ \ : を含まず、先頭は点以外）</translation>
    </message>
    <message>
        <source>cannot list %1</source>
        <translation>%1 の一覧を取得できません</translation>
    </message>
    <message>
        <source>line %1: %2</source>
        <translation>%1 行目: %2</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>%1 行目</translation>
    </message>
    <message>
        <source>the text is not a cluster (expected the keys `cluster` and `strategy`)</source>
        <translation>テキストはクラスタではありません（キー `cluster` と `strategy` が必要です）</translation>
    </message>
    <message>
        <source>cannot delete %1</source>
        <translation>%1 を削除できません</translation>
    </message>
    <message>
        <source>no cluster is saved as &quot;%1&quot;</source>
        <translation>&quot;%1&quot; という名前で保存したクラスタはありません</translation>
    </message>
    <message>
        <source>… and %1 more</source>
        <translation>… ほか %1 件</translation>
    </message>
    <message>
        <source>the data is not sharded: each worker draws batches from the whole data set in its own order, and takes the next step of the epoch whenever it is free</source>
        <translation>どのワーカーにも決まった担当分はありません: それぞれがデータセット全体から独自の順序でバッチを取り、空きしだいエポックの次のステップを受け持ちます</translation>
    </message>
    <message>
        <source>%1; repeat: an epoch has %2 steps of full batches, and continues where the previous one stopped</source>
        <translation>%1。repeat: 1 エポックは完全なバッチの %2 ステップで、前のエポックの続きから始まります</translation>
    </message>
    <message>
        <source>the metrics of %1 are not read any further</source>
        <translation>%1 の指標はこれ以上読み取れません</translation>
    </message>
    <message>
        <source>a file with metrics of %1 is not read any further</source>
        <translation>%1 の指標のファイルの 1 つは、これ以上読み取りません</translation>
    </message>
    <message>
        <source>%1 is damaged: %2 is not a kind of stop</source>
        <translation>%1 が壊れています: %2 という停止の種類はありません</translation>
    </message>
    <message>
        <source>%1 is damaged: %2</source>
        <translation>%1 が壊れています: %2</translation>
    </message>
    <message>
        <source>%1 is not a checkpoint: it has no %2</source>
        <translation>%1 はチェックポイントではありません: %2 がありません</translation>
    </message>
    <message>
        <source>a checkpoint&apos;s metrics</source>
        <translation>チェックポイントの指標</translation>
    </message>
    <message>
        <source>where to export to must be an absolute path</source>
        <translation>書き出し先は絶対パスで指定してください</translation>
    </message>
    <message>
        <source>there is no folder %1</source>
        <translation>フォルダー %1 がありません</translation>
    </message>
    <message>
        <source>%1 already exists; choose another name</source>
        <translation>%1 はすでにあります。別の名前を選んでください</translation>
    </message>
    <message>
        <source>the folder %1 does not exist; create it, or choose another place</source>
        <translation>フォルダ %1 がありません。作成するか、別の場所を選んでください</translation>
    </message>
    <message>
        <source>cannot export to %1</source>
        <translation>%1 に書き出せません</translation>
    </message>
    <message>
        <source>cannot export to %1: Trainyard writes the folder %2; choose a place outside it</source>
        <translation>%1 にエクスポートできません。フォルダ %2 には Trainyard が書き込みます。その外の場所を選んでください</translation>
    </message>
    <message>
        <source>a drill sends SIGKILL, SIGSTOP or SIGTERM</source>
        <translation>訓練で送れるのは SIGKILL、SIGSTOP、SIGTERM です</translation>
    </message>
    <message>
        <source>%1 is not running: a drill needs a live run</source>
        <translation>%1 は進行中ではありません: 訓練には進行中の実行が必要です</translation>
    </message>
    <message>
        <source>%1 has no living task %2</source>
        <translation>%1 に動作中のタスク %2 はありません</translation>
    </message>
    <message>
        <source>%1 has no process yet: a drill needs one to kill; try again when it runs</source>
        <translation>%1 にはまだプロセスがありません。訓練には強制終了するプロセスが必要です。実行が始まってから、もう一度試してください</translation>
    </message>
    <message>
        <source>the run ended: %1</source>
        <translation>実行が終わりました: %1</translation>
    </message>
    <message>
        <source>there is nothing left to stop: every task has ended, and the rest of their output is being read</source>
        <translation>停止するものはもうありません。すべてのタスクが終了しており、残りの出力を読み取っています</translation>
    </message>
    <message>
        <source>the run ended as %1 before another step was seen</source>
        <translation>次のステップが確認される前に、実行は終了しました（%1）</translation>
    </message>
    <message>
        <source>%1 was lost; step %2 finished %3 s later</source>
        <translation>%1 がなくなり、%3 秒後にステップ %2 が終わりました</translation>
    </message>
    <message>
        <source>noticed after %1 s, but no step was finished within %2 s</source>
        <translation>%1 秒後に検知しましたが、%2 秒以内にステップは終わりませんでした</translation>
    </message>
    <message>
        <source>the failure was not detected within %1 s</source>
        <translation>%1 秒以内に検知されませんでした</translation>
    </message>
    <message>
        <source>port %1 is taken by run %2; stop it, or choose another port or none</source>
        <translation>ポート %1 は実行 %2 が使っています。停止するか、別のポートにするか、ポートを省いてください</translation>
    </message>
    <message>
        <source>no free port on this machine</source>
        <translation>このマシンに空きポートがありません</translation>
    </message>
    <message>
        <source>cannot watch folders (see fs.inotify.max_user_instances)</source>
        <translation>フォルダを監視できません（fs.inotify.max_user_instances を確認）</translation>
    </message>
    <message>
        <source>cannot watch %1 (see fs.inotify.max_user_watches)</source>
        <translation>%1 を監視できません（fs.inotify.max_user_watches を確認）</translation>
    </message>
    <message>
        <source>cannot watch %1</source>
        <translation>%1 を監視できません</translation>
    </message>
    <message>
        <source>TensorBoard&apos;s copy of the metrics has a gap</source>
        <translation>TensorBoard 用の指標の写しに欠落があります</translation>
    </message>
    <message>
        <source>the run&apos;s strategy is not installed</source>
        <translation>実行のストラテジーがインストールされていません</translation>
    </message>
    <message>
        <source>what a program makes is not known beforehand</source>
        <translation>プログラムが何を作るかは事前には分かりません</translation>
    </message>
    <message>
        <source>the training data could not be looked at</source>
        <translation>学習データを調べられませんでした</translation>
    </message>
    <message>
        <source>the worker wrote something else than replies</source>
        <translation>ワーカーの出力が応答ではありませんでした</translation>
    </message>
    <message>
        <source>the predicting worker was killed by signal %1</source>
        <translation>予測中のワーカーがシグナル %1 で強制終了しました</translation>
    </message>
    <message>
        <source>the predicting worker ended with exit code %1: %2</source>
        <translation>予測中のワーカーが終了コード %1 で終了しました: %2</translation>
    </message>
    <message>
        <source>cannot make a pipe</source>
        <translation>パイプを作れません</translation>
    </message>
    <message>
        <source>the program %1 is missing or not executable (looked for %2); build or install it again</source>
        <translation>プログラム %1 がないか、実行できません（探した場所: %2）。ビルドかインストールをし直してください</translation>
    </message>
    <message>
        <source>%1 MiB are free in %2, a run needs %3; make room, or move %4</source>
        <translation>%2 の空きは %1 MiB ですが、実行には %3 MiB 必要です。空きを作るか、%4 を移してください</translation>
    </message>
    <message>
        <source>%1 is a checkpoint&apos;s folder; its weights are %2</source>
        <translation>%1 はチェックポイントのフォルダです。重みは %2 です</translation>
    </message>
    <message>
        <source>the library %1 of %2 %3 is missing; build or install it again</source>
        <translation>%2 %3 のライブラリ %1 がありません。ビルドかインストールをし直してください</translation>
    </message>
    <message>
        <source>strategy</source>
        <translation>ストラテジー</translation>
    </message>
    <message>
        <source>program</source>
        <translation>プログラム</translation>
    </message>
    <message>
        <source>the program %1 is a loop for %2, %3 is none of them</source>
        <translation>プログラム %1 のループは%2用ですが、%3 はそれではありません</translation>
    </message>
    <message>
        <source>strategies whose replicas train in step</source>
        <translation>レプリカが同期して学習するストラテジー</translation>
    </message>
    <message>
        <source>a coordinator with parameter servers</source>
        <translation>パラメータサーバーのコーディネーター</translation>
    </message>
    <message>
        <source>the closures of a coordinator&apos;s program make their data themselves; remove the key</source>
        <translation>コーディネーターのプログラムではクロージャが自分でデータを作ります。このキーを削除してください</translation>
    </message>
    <message>
        <source>%1 is worth partitioning</source>
        <translation>%1 は分割する価値があります</translation>
    </message>
    <message>
        <source>the partitioner %1 leaves %2 %3, where min_size with %4 bytes a shard splits it over %5 ps</source>
        <translation>パーティショナー %1 では %2 が%3ですが、1 シャード %4 バイトの min_size なら %5 個の ps に分かれます</translation>
    </message>
    <message>
        <source>whole</source>
        <translation>分割なし</translation>
    </message>
    <message>
        <source>in %1 shards</source>
        <translation>%1 シャード</translation>
    </message>
    <message>
        <source>%1 transfers %2 of the %3 MB per step, the other ps the rest: %4</source>
        <translation>1 ステップの %3 MB のうち %2 MB を %1 が送受信し、残りをほかの ps が受け持ちます: %4</translation>
    </message>
    <message>
        <source>split large variables over the ps</source>
        <translation>大きな変数を ps に分割する</translation>
    </message>
    <message>
        <source>%1 holds %2 of the %3 MB of variables and optimizer state: %4</source>
        <translation>変数とオプティマイザの状態 %3 MB のうち %2 MB を %1 が持ちます: %4</translation>
    </message>
    <message>
        <source>a step computes about %1 million operations, which takes less time than the round trip to a worker</source>
        <translation>1 ステップの計算は約 %1 百万演算で、ワーカーとの往復より短い時間で終わります</translation>
    </message>
    <message>
        <source>a step computes about %1 operations, which takes less time than the round trip to a worker</source>
        <translation>1 ステップの計算は約 %1 演算で、ワーカーとの往復より短い時間で終わります</translation>
    </message>
    <message>
        <source>pack several steps into a closure</source>
        <translation>複数のステップを 1 つのクロージャにまとめる</translation>
    </message>
    <message>
        <source>the shards of %1 hold ranges of its rows: where the vocabulary is sorted by frequency, one ps has all the words that come often</source>
        <translation>%1 の各シャードは連続した行を持ちます: 語彙が頻度順だと、頻出語がすべて 1 つの ps に集まります</translation>
    </message>
    <message>
        <source>shuffle the vocabulary once, before the words become indexes</source>
        <translation>語をインデックスにする前に、語彙を一度シャッフルする</translation>
    </message>
    <message>
        <source>&quot;%1&quot;: the port is out of range (expected 1 to 65535, or 0 for an automatic one)</source>
        <translation>&quot;%1&quot;: ポートが範囲外です（1～65535、空きポートなら 0）</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a node (expected a name such as local, or name:port)</source>
        <translation>&quot;%1&quot; はノードではありません（local のような名前か、名前:ポート）</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a node (expected [address]:port)</source>
        <translation>&quot;%1&quot; はノードではありません（[アドレス]:ポート の形）</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a subnet (expected one such as 10.78.0.0/24)</source>
        <translation>&quot;%1&quot; はサブネットではありません（10.78.0.0/24 のような形式）</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a node: it has the character %2</source>
        <translation>「%1」はノードではありません。文字 %2 が含まれています</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has no node before the colon (expected local:port)</source>
        <translation>&quot;%1&quot; はコロンの前にノードがありません（local:ポート の形）</translation>
    </message>
    <message>
        <source>leave out the port of %1</source>
        <translation>%1 のポートを省く</translation>
    </message>
    <message>
        <source>leave out `subnet`</source>
        <translation>`subnet` を省く</translation>
    </message>
    <message>
        <source>%1 has no port (&quot;%2&quot;; expected host:port): the others could not reach it</source>
        <translation>%1 にポートがありません（&quot;%2&quot;。ホスト:ポート の形）: ほかのタスクが接続できません</translation>
    </message>
    <message>
        <source>give %1 a port</source>
        <translation>%1 にポートを付ける</translation>
    </message>
    <message>
        <source>%1 tasks are chief, but a cluster has at most one (without any, worker:0 is chief)</source>
        <translation>チーフのタスクが %1 つありますが、クラスタのチーフは 1 つまでです（なければ worker:0 がチーフになります）</translation>
    </message>
    <message>
        <source>keep chief:0 and make the others workers</source>
        <translation>chief:0 を残し、ほかをワーカーにする</translation>
    </message>
    <message>
        <source>the strategy %1 has no role `%2` (expected %3)</source>
        <translation>ストラテジー %1 に役割 `%2` はありません（使えるのは %3）</translation>
    </message>
    <message>
        <source>remove `%1`</source>
        <translation>`%1` を削除</translation>
    </message>
    <message>
        <source>%1 tasks have the role %2, and the strategy %3 takes at most %4</source>
        <translation>役割 %2 のタスクが %1 つありますが、ストラテジー %3 では %4 つまでです</translation>
    </message>
    <message>
        <source>keep %1</source>
        <translation>%1 つだけ残す</translation>
    </message>
    <message>
        <source>%1 tasks have the role %2, and the strategy %3 needs at least %4</source>
        <translation>役割 %2 のタスクは %1 つですが、ストラテジー %3 には少なくとも %4 つ必要です</translation>
    </message>
    <message>
        <source>add `%1`</source>
        <translation>`%1` を追加</translation>
    </message>
    <message>
        <source>add `%1: [local]`</source>
        <translation>`%1: [local]` を追加</translation>
    </message>
    <message>
        <source>parameter servers need a strategy that has the role ps, and no strategy is selected</source>
        <translation>パラメータサーバーには役割 ps のあるストラテジーが必要ですが、ストラテジーが選ばれていません</translation>
    </message>
    <message>
        <source>select a strategy with the role ps</source>
        <translation>役割 ps のあるストラテジーを選ぶ</translation>
    </message>
    <message>
        <source>no task would hold replicas: the strategy %1 needs a chief or a worker</source>
        <translation>レプリカを持つタスクがありません: ストラテジー %1 にはチーフかワーカーが必要です</translation>
    </message>
    <message>
        <source>add `worker: [local]`</source>
        <translation>`worker: [local]` を追加</translation>
    </message>
    <message>
        <source>%1 tasks would hold replicas, and the strategy %2 takes %3: a chief or a worker</source>
        <translation>レプリカを持つタスクが %1 つになりますが、ストラテジー %2 では %3 つです: チーフかワーカー</translation>
    </message>
    <message>
        <source>%1 and %2 have the same address %3:%4</source>
        <translation>%1 と %2 のアドレスが同じです（%3:%4）</translation>
    </message>
    <message>
        <source>%1; give each task its own port</source>
        <translation>%1。タスクごとに別のポートにしてください</translation>
    </message>
    <message>
        <source>give %1 the port %2</source>
        <translation>%1 のポートを %2 にする</translation>
    </message>
    <message>
        <source>%1; give each task its own port, or omit the port to have one chosen</source>
        <translation>%1。タスクごとに別のポートにするか、ポートを省いて空きポートを使ってください</translation>
    </message>
    <message>
        <source>%1 has a file with the name &quot;%2&quot;</source>
        <translation>%1 に &quot;%2&quot; という名前のファイルがあります</translation>
    </message>
    <message>
        <source>cannot fetch %1</source>
        <translation>%1 を取得できません</translation>
    </message>
    <message>
        <source>%1 has changed</source>
        <translation>%1 は変更されました</translation>
    </message>
    <message>
        <source>%1 of %2 ends early</source>
        <translation>%2 の %1 が途中で終わっています</translation>
    </message>
    <message>
        <source>the node keeps no checkpoints for attempt %1 of run %2</source>
        <translation>ノードは実行 %2 の試行 %1 のチェックポイントを保持していません</translation>
    </message>
    <message>
        <source>the other tasks would reach this machine at %1, a public address, and what tasks of several machines send each other is neither encrypted nor authenticated</source>
        <translation>他のタスクはこのマシンにパブリックアドレス %1 で接続することになりますが、複数のマシンのタスクが互いに送るデータは暗号化も認証もされません</translation>
    </message>
    <message>
        <source>the other tasks would reach node %1 at %2, a public address, and what tasks of several machines send each other is neither encrypted nor authenticated</source>
        <translation>他のタスクはノード %1 にパブリックアドレス %2 で接続することになりますが、複数のマシンのタスクが互いに送るデータは暗号化も認証もされません</translation>
    </message>
    <message>
        <source>add the nodes at addresses of a private network or a VPN, or, if no third party can read or send on that network, set `cluster.allow_clear_text: true`</source>
        <translation>プライベートネットワークまたは VPN のアドレスでノードを追加してください。部外者がそのネットワークで読み取りも送信もできない場合は、`cluster.allow_clear_text: true` を設定することもできます</translation>
    </message>
    <message>
        <source>what the tasks of %1 send each other is neither encrypted nor authenticated; use a network that you trust</source>
        <translation>%1 のタスクが互いに送るデータは、暗号化も認証もされません。信頼できるネットワークを使用してください</translation>
    </message>
    <message>
        <source>node %1 saves no checkpoints of this run</source>
        <translation>ノード %1 はこの実行のチェックポイントを保存していません</translation>
    </message>
    <message>
        <source>%1 is here, and others are not; name those of other machines in a request of their own</source>
        <translation>%1 はこのマシンにあり、ほかはそうではありません。ほかのマシンのものは別の要求で指定してください</translation>
    </message>
    <message>
        <source>%1 is at &quot;%2&quot;, which means a different machine on each machine of this cluster; write this machine&apos;s name or address</source>
        <translation>%1 は &quot;%2&quot; にありますが、クラスタのほかのマシンはそれを自分のことだと解釈します。このマシンの名前かアドレスを書いてください</translation>
    </message>
    <message>
        <source>write this machine&apos;s host name</source>
        <translation>このマシンのホスト名を書く</translation>
    </message>
    <message>
        <source>the evaluator is listed with the training jobs, but it never connects to them: give it its own TF_CONFIG, or one without `cluster`</source>
        <translation>評価タスクが学習のジョブに混ざっていますが、それらに接続することはありません: 専用の TF_CONFIG か、`cluster` のない TF_CONFIG に書いてください</translation>
    </message>
    <message>
        <source>remove `evaluator` from `cluster`</source>
        <translation>`cluster` から `evaluator` を削除</translation>
    </message>
    <message>
        <source>%1 is not a cluster entry</source>
        <translation>%1 はクラスタの項目ではありません</translation>
    </message>
    <message>
        <source>`node` has port %1, but `port` is %2; keep one</source>
        <translation>`node` のポートは %1、`port` は %2 です。どちらか一方にしてください</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a CPU range (expected a number or first-last, such as 0-3)</source>
        <translation>&quot;%1&quot; は CPU の範囲ではありません（番号か、0-3 のような 先頭-末尾）</translation>
    </message>
    <message>
        <source>`master` is the old name of `chief`, and both are given; a cluster has one chief</source>
        <translation>`master` は `chief` の古い名前で、両方が書かれています。クラスタのチーフは 1 つです</translation>
    </message>
    <message>
        <source>remove `master`</source>
        <translation>`master` を削除</translation>
    </message>
    <message>
        <source>`master` is the old name of `chief` and is read as `chief`</source>
        <translation>`master` は `chief` の古い名前です。`chief` として扱います</translation>
    </message>
    <message>
        <source>write `chief` instead of `master`</source>
        <translation>`master` を `chief` に書き換える</translation>
    </message>
    <message>
        <source>the form of `cluster` does not allow ports to be added automatically; add them yourself (%1)</source>
        <translation>`cluster` の書き方ではポートを書き込めません。自分で書いてください（%1）</translation>
    </message>
    <message>
        <source>the run&apos;s values cannot be written as JSON: %1</source>
        <translation>実行の値を JSON で書けません: %1</translation>
    </message>
    <message>
        <source>the run file&apos;s values do not fit their types: %1</source>
        <translation>実行ファイルの値が型に合いません: %1</translation>
    </message>
    <message>
        <source>under parameter servers each gradient is applied when it arrives, and no step accumulates several batches; a larger `train.data.batch_size` has the same effect</source>
        <translation>パラメータサーバーではワーカーの勾配は届いた順に適用され、複数のバッチを待つステップはありません。`train.data.batch_size` を大きくすれば同じ効果になります</translation>
    </message>
    <message>
        <source>raise train.data.batch_size instead</source>
        <translation>代わりに train.data.batch_size を大きくする</translation>
    </message>
    <message>
        <source>remove the key, or start the run by `trainyard --headless run`</source>
        <translation>キーを削除するか、`trainyard --headless run` で実行を開始してください</translation>
    </message>
    <message>
        <source>only an agent does this, and this task was started without one</source>
        <translation>これはエージェントだけが行いますが、このタスクはエージェントなしで開始されました</translation>
    </message>
    <message>
        <source>under parameter servers workers do not wait for each other within a step, so there are no statistics over the global batch; each batch has its own, and the running statistics are on the ps</source>
        <translation>パラメータサーバーではステップ内でワーカーどうしが待たないため、グローバルバッチ全体の統計量はありません。バッチごとに統計量を取り、移動統計量は ps が持ちます</translation>
    </message>
    <message>
        <source>in the mode `sync` each step waits for the one before it, so that an execution is one step</source>
        <translation>モード `sync` では各ステップが前のステップを待つため、1 回の実行は 1 ステップです</translation>
    </message>
    <message>
        <source>remove the key, or set the strategy&apos;s mode to async</source>
        <translation>キーを削除するか、ストラテジーの mode を async にしてください</translation>
    </message>
    <message>
        <source>in the mode `sync` the workers share each step&apos;s samples, as under `data`</source>
        <translation>モード `sync` では各ステップのサンプルをワーカーが分け合います（`data` と同じ）</translation>
    </message>
    <message>
        <source>under parameter servers each worker reads the whole data set, as with `off`</source>
        <translation>パラメータサーバーでは各ワーカーがデータセット全体を読みます（`off` と同じ）</translation>
    </message>
    <message>
        <source>set train.data.shard to auto</source>
        <translation>train.data.shard を auto にしてください</translation>
    </message>
    <message>
        <source>under parameter servers no worker has a shard that could end before the others</source>
        <translation>パラメータサーバーでは、他より先に終わりうるデータの持ち分はだれにもありません</translation>
    </message>
    <message>
        <source>a program&apos;s closures push their gradients as they arrive; to combine those of a step, push them with a Round</source>
        <translation>プログラムのクロージャは勾配をできた順に送ります。1 つのステップの勾配をまとめるには、クロージャが Round を付けて送ります</translation>
    </message>
    <message>
        <source>set the strategy&apos;s mode to async</source>
        <translation>ストラテジーの mode を async にしてください</translation>
    </message>
    <message>
        <source>this run has no evaluation after its epochs, by the chief or by workers</source>
        <translation>この実行では、エポックの後にチーフもワーカーも評価を行いません</translation>
    </message>
    <message>
        <source>this has no effect: the run has one replica</source>
        <translation>効果がありません: この実行のレプリカは 1 つだけです</translation>
    </message>
    <message>
        <source>this has no effect: the run has one task that trains</source>
        <translation>効果がありません: この実行で学習するタスクは 1 つだけです</translation>
    </message>
    <message>
        <source>an evaluator looks at checkpoints, whatever epoch they are of; how many it looks at is `train.evaluation.sidecar.checkpoints`</source>
        <translation>評価タスクはどのエポックのチェックポイントも見ます。いくつ見るかは `train.evaluation.sidecar.checkpoints` で決まります</translation>
    </message>
    <message>
        <source>%1 is measured by the evaluator, after a checkpoint is saved; the evaluator keeps the best one, according to `train.evaluation.sidecar.monitor` and `keep_best`</source>
        <translation>%1 はチェックポイントの保存後に評価タスクが測ります。最良のものは `train.evaluation.sidecar.monitor` と `keep_best` に従い評価タスクが自分で残します</translation>
    </message>
    <message>
        <source>no epoch measures `%1` (expected one of %2)</source>
        <translation>`%1` を測るエポックはありません（%2 のどれか）</translation>
    </message>
    <message>
        <source>`%1` cannot name checkpoints: %2</source>
        <translation>`%1` はチェックポイントの名前にできません: %2</translation>
    </message>
    <message>
        <source>for example weights.{epoch:02d}-{val_loss:.2f}</source>
        <translation>例: weights.{epoch:02d}-{val_loss:.2f}</translation>
    </message>
    <message>
        <source>the names that checkpoints have in any case begin with `ckpt-`</source>
        <translation>`ckpt-` で始まるのは、チェックポイントが必ず持つ名前です</translation>
    </message>
    <message>
        <source>begin it with another word</source>
        <translation>別の語で始めてください</translation>
    </message>
    <message>
        <source>several checkpoints would have one name by `%1`</source>
        <translation>`%1` では複数のチェックポイントが同じ名前になります</translation>
    </message>
    <message>
        <source>add {step} to it</source>
        <translation>{step} を加えてください</translation>
    </message>
    <message>
        <source>add {epoch} or {step} to it</source>
        <translation>{epoch} か {step} を加えてください</translation>
    </message>
    <message>
        <source>%1 is measured by the evaluator, after a checkpoint is saved</source>
        <translation>%1 はチェックポイントの保存後に評価タスクが測ります</translation>
    </message>
    <message>
        <source>name a metric of the training</source>
        <translation>学習の指標を指定してください</translation>
    </message>
    <message>
        <source>it begins with `%1`</source>
        <translation>`%1` で始まっています</translation>
    </message>
    <message>
        <source>it has the invisible character %1</source>
        <translation>見えない文字 %1 があります</translation>
    </message>
    <message>
        <source>it is the name of one file, without `/`</source>
        <translation>`/` のない 1 つのファイル名でなければなりません</translation>
    </message>
    <message>
        <source>a brace has no counterpart</source>
        <translation>波かっこの対応がありません</translation>
    </message>
    <message>
        <source>`%1` is not a field (expected one such as epoch:02d, step or val_loss:.2f)</source>
        <translation>`%1` はフィールドではありません（epoch:02d、step、val_loss:.2f など）</translation>
    </message>
    <message>
        <source>it has no letter outside its fields, and would be taken for a step</source>
        <translation>フィールドのほかに文字がなく、ステップと取り違えられます</translation>
    </message>
    <message>
        <source>it makes names of more than %1 bytes</source>
        <translation>名前が %1 バイトを超えます</translation>
    </message>
    <message>
        <source>under parameter servers the validation data is dealt out in ranges of samples</source>
        <translation>パラメータサーバーでは検証データはサンプルの範囲ごとに割り当てられます</translation>
    </message>
    <message>
        <source>an evaluator reads all of the validation data itself</source>
        <translation>評価タスクは検証データをすべて自分で読みます</translation>
    </message>
    <message>
        <source>name a metric that is measured</source>
        <translation>測られる指標を指定してください</translation>
    </message>
    <message>
        <source>the evaluator does not measure `%1` (expected one of %2)</source>
        <translation>評価タスクは `%1` を測りません（%2 のどれか）</translation>
    </message>
    <message>
        <source>there is no optimizer `%1` (expected one of %2)</source>
        <translation>オプティマイザ `%1` はありません（%2 のどれか）</translation>
    </message>
    <message>
        <source>the optimizer does not take its options: %1</source>
        <translation>オプティマイザのオプションが正しくありません: %1</translation>
    </message>
    <message>
        <source>use per_replica, or a strategy whose replicas train in step</source>
        <translation>per_replica を使うか、レプリカが同期して学習するストラテジーを選ぶ</translation>
    </message>
    <message>
        <source>under parameter servers workers&apos; gradients are applied one by one, and float16 wants one decision about the gradients of each step; bfloat16 wants none</source>
        <translation>パラメータサーバーではワーカーの勾配が 1 つずつ適用されますが、float16 では各ステップの勾配について 1 つの判断が必要です。bfloat16 では不要です</translation>
    </message>
    <message>
        <source>set train.precision to bfloat16</source>
        <translation>train.precision を bfloat16 にする</translation>
    </message>
    <message>
        <source>the formula &quot;%1&quot; cannot be read from character %2 on</source>
        <translation>式 &quot;%1&quot; を %2 文字目から読み取れません</translation>
    </message>
    <message>
        <source>layer %1 needs %2 and gets %3</source>
        <translation>レイヤー %1 の入力は %2 である必要がありますが、%3 です</translation>
    </message>
    <message>
        <source>a flat input (put `flatten` before it) or a sequence (steps, features)</source>
        <translation>平坦な入力（前に `flatten` を置く）か系列（ステップ, 特徴量）</translation>
    </message>
    <message>
        <source>images (channels, height, width)</source>
        <translation>画像（チャンネル, 高さ, 幅）</translation>
    </message>
    <message>
        <source>images (channels, height, width) of at least %1 × %2 pixels</source>
        <translation>%1 × %2 ピクセル以上の画像（チャンネル, 高さ, 幅）</translation>
    </message>
    <message>
        <source>another target_shape than %1</source>
        <translation>%1 以外の target_shape</translation>
    </message>
    <message>
        <source>as many elements as its target_shape %1 has</source>
        <translation>target_shape %1 と同じ要素数</translation>
    </message>
    <message>
        <source>a sequence of indexes (steps)</source>
        <translation>インデックスの系列（ステップ）</translation>
    </message>
    <message>
        <source>a sequence (steps, features)</source>
        <translation>系列（ステップ, 特徴量）</translation>
    </message>
    <message>
        <source>%1 channels, as many as `%2` has numbers</source>
        <translation>%1 チャンネル（`%2` の数値の個数）</translation>
    </message>
    <message>
        <source>layer %1 would have a tensor of %2 elements</source>
        <translation>レイヤー %1 のテンソルの要素数が %2 になります</translation>
    </message>
    <message>
        <source>two layers have the name %1; give one of them another</source>
        <translation>名前 %1 のレイヤーが 2 つあります。一方の名前を変えてください</translation>
    </message>
    <message>
        <source>layer %1 takes `input`, the model&apos;s input, which is a layer&apos;s name too; rename that layer</source>
        <translation>レイヤー %1 はモデルの入力 `input` を取りますが、同じ名前のレイヤーがあります。そのレイヤーの名前を変えてください</translation>
    </message>
    <message>
        <source>layer %1 takes the output of `%2`, but no layer has that name</source>
        <translation>レイヤー %1 は `%2` の出力を取りますが、その名前のレイヤーはありません</translation>
    </message>
    <message>
        <source>layer %1 takes its own output</source>
        <translation>レイヤー %1 が自分自身の出力を取っています</translation>
    </message>
    <message>
        <source>layer %1 takes the output of %2, which needs that of %3: a cycle</source>
        <translation>レイヤー %1 は %2 の出力を取りますが、それには %3 の出力が必要です（循環）</translation>
    </message>
    <message>
        <source>layer %1 takes the output of %2, which comes after it; move %3 up</source>
        <translation>レイヤー %1 は後にある %2 の出力を取っています。%3 を上へ移動してください</translation>
    </message>
    <message>
        <source>the output of layer %1 is not used; name the layer in the `inputs` of one below, or remove it</source>
        <translation>レイヤー %1 の出力が使われていません。下のレイヤーの `inputs` に名前を書くか、削除してください</translation>
    </message>
    <message>
        <source>layers, %1: `inputs` is of run files; a manifest has `from`</source>
        <translation>layers の %1: `inputs` は実行ファイルのものです。マニフェストでは `from` を使います</translation>
    </message>
    <message>
        <source>one input</source>
        <translation>入力が 1 つ</translation>
    </message>
    <message>
        <source>at most %1 inputs</source>
        <translation>%1 個以下の入力</translation>
    </message>
    <message>
        <source>inputs of one shape</source>
        <translation>同じ形状の入力</translation>
    </message>
    <message>
        <source>another axis than %1</source>
        <translation>%1 以外の axis</translation>
    </message>
    <message>
        <source>inputs that differ along axis %1 only</source>
        <translation>軸 %1 だけが異なる入力</translation>
    </message>
    <message>
        <source>a value and a key of as many steps</source>
        <translation>同じステップ数の value と key</translation>
    </message>
    <message>
        <source>there is no built-in model `%1`</source>
        <translation>組み込みモデル `%1` はありません</translation>
    </message>
    <message>
        <source>this version can&apos;t build a model from `%1` yet; use {builtin: …} or {layers: …}</source>
        <translation>このバージョンはまだ `%1` からモデルを作れません。{builtin: …} か {layers: …} を使ってください</translation>
    </message>
    <message>
        <source>a model needs the shape of one sample</source>
        <translation>モデルにはサンプル 1 つの形状が必要です</translation>
    </message>
    <message>
        <source>a complete spec has a learning rate</source>
        <translation>完全な仕様には学習率があります</translation>
    </message>
    <message>
        <source>the boundaries must rise from one to the next</source>
        <translation>境界は順に大きくなる必要があります</translation>
    </message>
    <message>
        <source>%1 boundaries need %2 values, and there are %3</source>
        <translation>境界が %1 個なら値は %2 個必要ですが、%3 個です</translation>
    </message>
    <message>
        <source>%1 needs %2, and the data has %3 of shape %4</source>
        <translation>%1 に必要なのは %2 ですが、データにあるのは形状 %4 の%3です</translation>
    </message>
    <message>
        <source>class indexes</source>
        <translation>クラスのインデックス</translation>
    </message>
    <message>
        <source>numbers</source>
        <translation>数値</translation>
    </message>
    <message>
        <source>%1 needs an output of two or more classes, and the model ends in %2; binary_crossentropy takes one</source>
        <translation>%1 には 2 クラス以上の出力が必要ですが、モデルの出力は %2 です。1 つなら binary_crossentropy を使います</translation>
    </message>
    <message>
        <source>class indexes of shape %1 for an output of %2</source>
        <translation>形状 %1 のクラスインデックス（出力 %2 に対して）</translation>
    </message>
    <message>
        <source>the data has %1 classes, but the model ends in %2 of them</source>
        <translation>データは %1 クラスですが、モデルの出力は %2 クラスです</translation>
    </message>
    <message>
        <source>labels of the output&apos;s shape %1</source>
        <translation>出力と同じ形状 %1 のラベル</translation>
    </message>
    <message>
        <source>%1 has no classes: accuracy is not computed</source>
        <translation>%1 には正誤を問うクラスがありません: accuracy は省かれます</translation>
    </message>
    <message>
        <source>write metrics: [mean_absolute_error]</source>
        <translation>metrics: [mean_absolute_error] と書く</translation>
    </message>
    <message>
        <source>the last layer ends in %1, but %2 takes logits: it would be applied twice</source>
        <translation>最後のレイヤーは %1 で終わりますが、%2 はロジットを受け取ります: 二重に適用されます</translation>
    </message>
    <message>
        <source>write loss: {%1: {from_logits: false}}, or remove the activation</source>
        <translation>loss: {%1: {from_logits: false}} と書くか、活性化関数を外す</translation>
    </message>
    <message>
        <source>%1 is set to take probabilities, but the last layer has no activation that outputs them</source>
        <translation>%1 は確率を受け取る設定ですが、最後のレイヤーに確率を作る活性化関数がありません</translation>
    </message>
    <message>
        <source>remove from_logits: false</source>
        <translation>from_logits: false を削除</translation>
    </message>
    <message>
        <source>`%1` has %2 entries, there is no entry %3</source>
        <translation>`%1` の項目は %2 個で、項目 %3 はありません</translation>
    </message>
    <message>
        <source>the data</source>
        <translation>データ</translation>
    </message>
    <message>
        <source>the data: %1</source>
        <translation>データ: %1</translation>
    </message>
    <message>
        <source>%1 is not an image. Name its data as a source of a run file: &apos;{%2: …}&apos;</source>
        <translation>%1 は画像ではありません。そのデータは実行ファイルと同じソースの形で指定してください: &apos;{%2: …}&apos;</translation>
    </message>
    <message>
        <source>the program creates its own model; only one of `model` and `program` can be given</source>
        <translation>プログラムは自分のモデルを作ります。`model` と `program` はどちらか一方だけ指定できます</translation>
    </message>
    <message>
        <source>remove `train.model` or `train.program`</source>
        <translation>`train.model` か `train.program` を削除</translation>
    </message>
    <message>
        <source>the program %1 does not use this key (its manifest&apos;s `reads` names those that it does)</source>
        <translation>プログラム %1 はこのキーを使いません（使うキーはマニフェストの `reads` にあります）</translation>
    </message>
    <message>
        <source>remove the key</source>
        <translation>このキーを削除</translation>
    </message>
    <message>
        <source>a program evaluates after its epochs itself, or not at all</source>
        <translation>プログラムはエポック後の評価を自分で行うか、行いません</translation>
    </message>
    <message>
        <source>the program %1 has nothing for an evaluator to run (its manifest has no `evaluates`)</source>
        <translation>プログラム %1 には評価タスクが実行するものがありません（マニフェストに `evaluates` がありません）</translation>
    </message>
    <message>
        <source>the callback %1 schedules closures on workers, and %2 has no coordinator for them</source>
        <translation>コールバック %1 はワーカーにクロージャをスケジュールしますが、%2 にはそのためのコーディネーターがありません</translation>
    </message>
    <message>
        <source>remove one of the two</source>
        <translation>どちらか一方を削除</translation>
    </message>
    <message>
        <source>this machine has the CPUs 0-%1, and none of these</source>
        <translation>このマシンの CPU は 0-%1 で、指定された CPU はありません</translation>
    </message>
    <message>
        <source>a run is interrupted once: at a `step`, or at the end of an `epoch`</source>
        <translation>中断は 1 回だけです。`step` か `epoch` の終わりのどちらかを指定してください</translation>
    </message>
    <message>
        <source>`%1` of a task&apos;s TF_CONFIG comes from the run&apos;s `cluster`; `tf_config` has its other keys</source>
        <translation>タスクの TF_CONFIG の `%1` は実行の `cluster` から決まります。`tf_config` にはそれ以外のキーを書きます</translation>
    </message>
    <message>
        <source>%1 leaves no epoch to train: `epochs` is %2 (expected less)</source>
        <translation>%1 では学習するエポックが残りません: `epochs` は %2 です（それより小さく）</translation>
    </message>
    <message>
        <source>true makes the data endless, so that an epoch has no end; set `train.steps_per_epoch`, or repeat: auto</source>
        <translation>true ではデータに終わりがなくなり、エポックも終わりません。`train.steps_per_epoch` を設定するか、repeat: auto にしてください</translation>
    </message>
    <message>
        <source>set repeat to auto</source>
        <translation>repeat を auto にする</translation>
    </message>
    <message>
        <source>the key `train` is missing</source>
        <translation>キー `train` がありません</translation>
    </message>
    <message>
        <source>the workers evaluate after each epoch, and `cluster` has an evaluator too; one of them is not needed</source>
        <translation>ワーカーが各エポックの後に評価し、`cluster` に評価タスクもあります。どちらかは不要です</translation>
    </message>
    <message>
        <source>remove `train.evaluation`</source>
        <translation>`train.evaluation` を削除</translation>
    </message>
    <message>
        <source>`cluster` has no evaluator: there is no evaluation unless an evaluator is started manually</source>
        <translation>`cluster` に評価タスクがありません: 手動で起動しないかぎり評価は行われません</translation>
    </message>
    <message>
        <source>add `evaluator: [local]` to `cluster`</source>
        <translation>`cluster` に `evaluator: [local]` を追加</translation>
    </message>
    <message>
        <source>the evaluator has nothing to evaluate: `train.data.validation` is null</source>
        <translation>評価タスクが評価するものがありません: `train.data.validation` が null です</translation>
    </message>
    <message>
        <source>remove `evaluator`, or give `train.data.validation`</source>
        <translation>`evaluator` を削除するか、`train.data.validation` を指定する</translation>
    </message>
    <message>
        <source>there is nothing to validate on: `train.data.validation` is null</source>
        <translation>検証に使うデータがありません: `train.data.validation` が null です</translation>
    </message>
    <message>
        <source>remove the key, or give `train.data.validation`</source>
        <translation>このキーを削除するか、`train.data.validation` を指定する</translation>
    </message>
    <message>
        <source>%1 is not a run file (expected a map with `name` and `train`)</source>
        <translation>%1 は実行ファイルではありません（`name` と `train` のあるマップが必要です）</translation>
    </message>
    <message>
        <source>%1 is a relative path (expected an absolute one)</source>
        <translation>%1 は相対パスです（絶対パスが必要です）</translation>
    </message>
    <message>
        <source>%1 is not a saved model: %2</source>
        <translation>%1 は保存済みモデルではありません: %2</translation>
    </message>
    <message>
        <source>`train.model.saved` cannot be read</source>
        <translation>`train.model.saved` を読めません</translation>
    </message>
    <message>
        <source>it is of another format</source>
        <translation>形式が違います</translation>
    </message>
    <message>
        <source>`model` is missing</source>
        <translation>`model` がありません</translation>
    </message>
    <message>
        <source>it names another one</source>
        <translation>別のモデルを指しています</translation>
    </message>
    <message>
        <source>`%1` is part of Trainyard&apos;s run file, but this version can&apos;t %2</source>
        <translation>`%1` は Trainyard の実行ファイルの一部ですが、このバージョンはまだ対応していません（%2）</translation>
    </message>
    <message>
        <source>only one of %1 can be given</source>
        <translation>%1 はどれか 1 つだけ指定できます</translation>
    </message>
    <message>
        <source>; did you mean %1?</source>
        <translation>。%1 のことですか？</translation>
    </message>
    <message>
        <source>write %1</source>
        <translation>%1 と書く</translation>
    </message>
    <message>
        <source>%1 is not allowed here (expected %2)%3</source>
        <translation>%1 はここでは使えません（使えるのは %2）%3</translation>
    </message>
    <message>
        <source>; put it in quotes</source>
        <translation>。引用符で囲んでください</translation>
    </message>
    <message>
        <source>%1 has the wrong type (expected %2)%3</source>
        <translation>%1 は型が違います（正しくは %2）%3</translation>
    </message>
    <message>
        <source>%1 is out of range (expected %2)</source>
        <translation>%1 は範囲外です（正しくは %2）</translation>
    </message>
    <message>
        <source>must not be empty</source>
        <translation>空にはできません</translation>
    </message>
    <message>
        <source>has %1 bytes (at most %2 are allowed)</source>
        <translation>%1 バイトあります（%2 バイトまで）</translation>
    </message>
    <message>
        <source>%1 has characters that are not allowed here</source>
        <translation>%1 にはここで使えない文字があります</translation>
    </message>
    <message>
        <source>the list has %1 entries (expected at least %2)</source>
        <translation>リストの項目は %1 個です（%2 個以上必要です）</translation>
    </message>
    <message>
        <source>the list has %1 entries (expected at most %2)</source>
        <translation>リストの項目は %1 個です（%2 個までです）</translation>
    </message>
    <message>
        <source>%1 occurs twice; keep one</source>
        <translation>%1 が重複しています。1 つにしてください</translation>
    </message>
    <message>
        <source>the %1 `%2` is part of Trainyard&apos;s run file, but this version doesn&apos;t have it yet; known: %3</source>
        <translation>%1 `%2` は Trainyard の実行ファイルの一部ですが、このバージョンにはまだありません。使えるもの: %3</translation>
    </message>
    <message>
        <source>unknown %1 `%2`; known here: %3</source>
        <translation>不明な%1 `%2`。ここで使えるもの: %3</translation>
    </message>
    <message>
        <source>unknown %1 `%2`; did you mean `%3`?</source>
        <translation>不明な%1 `%2`。`%3` のことですか？</translation>
    </message>
    <message>
        <source>rename `%1` to `%2`</source>
        <translation>`%1` を `%2` に変更</translation>
    </message>
    <message>
        <source>the key `%1` is missing</source>
        <translation>キー `%1` がありません</translation>
    </message>
    <message>
        <source>one of the keys %1 is required</source>
        <translation>キー %1 のどれかが必要です</translation>
    </message>
    <message>
        <source>has %1 keys (expected exactly one)</source>
        <translation>キーが %1 個あります（必要なのは 1 個だけです）</translation>
    </message>
    <message>
        <source>has %1 keys (expected at least %2)</source>
        <translation>キーが %1 個あります（%2 個以上必要です）</translation>
    </message>
    <message>
        <source>has %1 keys (expected at most %2)</source>
        <translation>キーが %1 個あります（%2 個までです）</translation>
    </message>
    <message>
        <source>the pattern is longer than %1 bytes</source>
        <translation>パターンが %1 バイトを超えています</translation>
    </message>
    <message>
        <source>the pattern &quot;%1&quot; cannot be read: %2</source>
        <translation>パターン &quot;%1&quot; を読み取れません: %2</translation>
    </message>
    <message>
        <source>the keyword `%1` is not understood</source>
        <translation>キーワード `%1` は解釈できません</translation>
    </message>
    <message>
        <source>`%1` has the wrong type of value</source>
        <translation>`%1` の値の型が違います</translation>
    </message>
    <message>
        <source>there is no type `%1`</source>
        <translation>型 `%1` はありません</translation>
    </message>
    <message>
        <source>`anyOf` takes lists of `required` keys only</source>
        <translation>`anyOf` に書けるのは `required` のキーのリストだけです</translation>
    </message>
    <message>
        <source>`x-keys.%1` is not text</source>
        <translation>`x-keys.%1` はテキストではありません</translation>
    </message>
    <message>
        <source>it is nested too deeply, or refers to itself</source>
        <translation>入れ子が深すぎるか、自分自身を参照しています</translation>
    </message>
    <message>
        <source>a schema is a map</source>
        <translation>スキーマはマップでなければなりません</translation>
    </message>
    <message>
        <source>`$ref` must point into the same schema: #/$defs/…</source>
        <translation>`$ref` は同じスキーマの中を指す必要があります: #/$defs/…</translation>
    </message>
    <message>
        <source>the schema cannot be used: %1</source>
        <translation>スキーマを使えません: %1</translation>
    </message>
    <message>
        <source>an integer%1</source>
        <translation>整数%1</translation>
    </message>
    <message>
        <source>a number%1</source>
        <translation>数値%1</translation>
    </message>
    <message>
        <source> from %1 to %2</source>
        <translation>（%1～%2）</translation>
    </message>
    <message>
        <source>a map such as {%1: …}</source>
        <translation>{%1: …} のようなマップ</translation>
    </message>
    <message>
        <source>a map</source>
        <translation>マップ</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>リスト</translation>
    </message>
    <message>
        <source>a value</source>
        <translation>値</translation>
    </message>
    <message>
        <source>text</source>
        <translation>テキスト</translation>
    </message>
    <message>
        <source>a list of %1</source>
        <translation>%1 個のリスト</translation>
    </message>
    <message>
        <source>an empty map</source>
        <translation>空のマップ</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>ほか %1 個</translation>
    </message>
    <message>
        <source>a map with the key %1</source>
        <translation>キー %1 のマップ</translation>
    </message>
    <message>
        <source>a map with the keys %1</source>
        <translation>キー %1 のマップ</translation>
    </message>
    <message>
        <source>%1 bytes are too many for a TF_CONFIG (at most %2)</source>
        <translation>%1 バイトは TF_CONFIG として大きすぎます（%2 バイトまで）</translation>
    </message>
    <message>
        <source>it looks like {&quot;cluster&quot;: {&quot;worker&quot;: [&quot;host:port&quot;, …]}, &quot;task&quot;: {&quot;type&quot;: &quot;worker&quot;, &quot;index&quot;: 0}}</source>
        <translation>例: {&quot;cluster&quot;: {&quot;worker&quot;: [&quot;host:port&quot;, …]}, &quot;task&quot;: {&quot;type&quot;: &quot;worker&quot;, &quot;index&quot;: 0}}</translation>
    </message>
    <message>
        <source>%1 is not a JSON object; %2</source>
        <translation>%1 は JSON オブジェクトではありません。%2</translation>
    </message>
    <message>
        <source>`task` is missing; %1</source>
        <translation>`task` がありません。%1</translation>
    </message>
    <message>
        <source>add &quot;task&quot;: {&quot;type&quot;: &quot;worker&quot;, &quot;index&quot;: 0}</source>
        <translation>&quot;task&quot;: {&quot;type&quot;: &quot;worker&quot;, &quot;index&quot;: 0} を追加</translation>
    </message>
    <message>
        <source>`task.type` is missing (expected one of %1); %2</source>
        <translation>`task.type` がありません（%1 のどれか）。%2</translation>
    </message>
    <message>
        <source>add &quot;type&quot;: &quot;worker&quot;</source>
        <translation>&quot;type&quot;: &quot;worker&quot; を追加</translation>
    </message>
    <message>
        <source>`%1` is not a task type (expected one of %2)</source>
        <translation>`%1` というタスクの種類はありません（%2 のどれか）</translation>
    </message>
    <message>
        <source>write `%1`</source>
        <translation>`%1` と書く</translation>
    </message>
    <message>
        <source>`task.index` is missing (expected 0 for the first task of its type)</source>
        <translation>`task.index` がありません（その種類の最初のタスクなら 0）</translation>
    </message>
    <message>
        <source>set `task.index` to 0</source>
        <translation>`task.index` を 0 にする</translation>
    </message>
    <message>
        <source>%1 is not an index (expected an integer ≥ 0)</source>
        <translation>%1 はインデックスではありません（0 以上の整数）</translation>
    </message>
    <message>
        <source>`cluster` is missing; %1</source>
        <translation>`cluster` がありません。%1</translation>
    </message>
    <message>
        <source>add &quot;cluster&quot;: {&quot;worker&quot;: [&quot;host:port&quot;]}</source>
        <translation>&quot;cluster&quot;: {&quot;worker&quot;: [&quot;host:port&quot;]} を追加</translation>
    </message>
    <message>
        <source>`cluster` is %1; %2</source>
        <translation>`cluster` が %1 です。%2</translation>
    </message>
    <message>
        <source>unknown role `%1` (expected one of %2)</source>
        <translation>不明な役割 `%1`（%2 のどれか）</translation>
    </message>
    <message>
        <source>`%1` is %2 (expected a list of &quot;host:port&quot;)</source>
        <translation>`%1` が %2 です（&quot;ホスト:ポート&quot; のリストが必要です）</translation>
    </message>
    <message>
        <source>%1 is not text (expected &quot;host:port&quot;)</source>
        <translation>%1 はテキストではありません（&quot;ホスト:ポート&quot; が必要です）</translation>
    </message>
    <message>
        <source>the task %1:%2 is not in the cluster, which has no `%3` (it has %4)</source>
        <translation>タスク %1:%2 がクラスタにありません。クラスタに `%3` がないためです（あるのは %4）</translation>
    </message>
    <message>
        <source>add `%1` to `cluster`, or make the task a %2</source>
        <translation>`cluster` に `%1` を追加するか、タスクを %2 にする</translation>
    </message>
    <message>
        <source>the task %1:%2 is not in the cluster, which has %3 of that type (expected an index from 0 to %4)</source>
        <translation>タスク %1:%2 がクラスタにありません。その種類は %3 つです（インデックスは 0～%4）</translation>
    </message>
    <message>
        <source>use an index from 0 to %1</source>
        <translation>0～%1 のインデックスにする</translation>
    </message>
    <message>
        <source>%1 (%2) is only here</source>
        <translation>%1（%2）はここにしかありません</translation>
    </message>
    <message>
        <source>%1 is %2 here and %3 there</source>
        <translation>%1 はここでは %2、向こうでは %3 です</translation>
    </message>
    <message>
        <source>%1 (%2) is only there</source>
        <translation>%1（%2）は向こうにしかありません</translation>
    </message>
    <message>
        <source>the clusters are written differently</source>
        <translation>クラスタの書き方が違います</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>ほか %1 件</translation>
    </message>
    <message>
        <source>a key must be text (or a bracket is not closed)</source>
        <translation>キーはテキストでなければなりません（または括弧が閉じていません）</translation>
    </message>
    <message>
        <source>an alias refers to a node that contains it</source>
        <translation>エイリアスが自分の指す内容の中にあります</translation>
    </message>
    <message>
        <source>a NUL character is not allowed</source>
        <translation>NUL 文字は使えません</translation>
    </message>
    <message>
        <source>the tag %1 is not allowed in a run file; remove it</source>
        <translation>実行ファイルでタグ %1 は使えません。削除してください</translation>
    </message>
    <message>
        <source>more than %1 values; no run file needs that many</source>
        <translation>値が %1 個を超えています。実行ファイルにそれほどは必要ありません</translation>
    </message>
    <message>
        <source>the key `%1` occurs twice (first in line %2); keep one</source>
        <translation>キー `%1` が重複しています（最初は %2 行目）。1 つにしてください</translation>
    </message>
    <message>
        <source>nested deeper than %1 levels</source>
        <translation>入れ子が %1 段を超えています</translation>
    </message>
    <message>
        <source>a control character (0x%1) is not allowed</source>
        <translation>制御文字 (0x%1) は使えません</translation>
    </message>
    <message>
        <source>the text is not UTF-8; save the file as UTF-8</source>
        <translation>テキストが UTF-8 ではありません。UTF-8 で保存してください</translation>
    </message>
    <message>
        <source>has %1 bytes; a run file has at most %2</source>
        <translation>%1 バイトあります。実行ファイルは %2 バイトまでです</translation>
    </message>
    <message>
        <source>the file is empty</source>
        <translation>ファイルが空です</translation>
    </message>
    <message>
        <source>the file has more than one YAML document; keep one</source>
        <translation>ファイルに YAML ドキュメントが複数あります。1 つにしてください</translation>
    </message>
    <message>
        <source>this is not YAML: %1</source>
        <translation>YAML として読めません: %1</translation>
    </message>
    <message>
        <source>cannot make an epoll descriptor</source>
        <translation>epoll の記述子を作れません</translation>
    </message>
    <message>
        <source>cannot make an eventfd</source>
        <translation>eventfd を作れません</translation>
    </message>
    <message>
        <source>cannot wait on an eventfd</source>
        <translation>eventfd を待てません</translation>
    </message>
    <message>
        <source>cannot wait on descriptor %1</source>
        <translation>記述子 %1 を待てません</translation>
    </message>
    <message>
        <source>cannot get random bytes for a run&apos;s secret</source>
        <translation>実行の秘密に使う乱数を得られません</translation>
    </message>
    <message>
        <source>this task is not known here</source>
        <translation>このタスクはここでは知られていません</translation>
    </message>
    <message>
        <source>attempt %1 of run %2 has ended</source>
        <translation>実行 %2 の %1 回目の試行は終わっています</translation>
    </message>
    <message>
        <source>%1, line %2: %3</source>
        <translation>%1 の %2 行目: %3</translation>
    </message>
    <message>
        <source>cannot read the profile %1</source>
        <translation>プロファイル %1 を読めません</translation>
    </message>
    <message>
        <source>this is not a task&apos;s profile</source>
        <translation>タスクのプロファイルではありません</translation>
    </message>
    <message>
        <source>this is not an event</source>
        <translation>イベントではありません</translation>
    </message>
    <message>
        <source>the file breaks off</source>
        <translation>ファイルが途中で切れています</translation>
    </message>
    <message>
        <source>cannot write the profile %1</source>
        <translation>プロファイル %1 を書き込めません</translation>
    </message>
    <message>
        <source>cannot open %1</source>
        <translation>%1 を開けません</translation>
    </message>
    <message>
        <source>cannot read the link %1</source>
        <translation>リンク %1 を読み取れません</translation>
    </message>
    <message>
        <source>choose the strategy %1, or remove `%2`</source>
        <translation>ストラテジー %1 を選ぶか、`%2` を削除</translation>
    </message>
    <message>
        <source>the run&apos;s id and folder start with `%1`: they keep only letters a to z, digits, `.`, `_` and `-` of a name</source>
        <translation>実行の ID とフォルダは `%1` で始まります: 名前のうち使うのは英字、数字、`.`、`_`、`-` だけです</translation>
    </message>
    <message>
        <source>%1 sample</source>
        <translation>サンプル %1 個</translation>
    </message>
    <message>
        <source>%1 samples</source>
        <translation>サンプル %1 個</translation>
    </message>
    <message>
        <source>%1 file</source>
        <translation>ファイル %1 個</translation>
    </message>
    <message>
        <source>%1 files</source>
        <translation>ファイル %1 個</translation>
    </message>
    <message>
        <source>%1 worker</source>
        <translation>ワーカー %1 個</translation>
    </message>
    <message>
        <source>%1 workers</source>
        <translation>ワーカー %1 個</translation>
    </message>
    <message>
        <source>%1 line</source>
        <translation>%1 行</translation>
    </message>
    <message>
        <source>%1 value</source>
        <translation>値 %1 個</translation>
    </message>
    <message>
        <source>%1 values</source>
        <translation>値 %1 個</translation>
    </message>
    <message>
        <source>%1 lines</source>
        <translation>%1 行</translation>
    </message>
    <message>
        <source>out of memory</source>
        <translation>メモリ不足</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>そのようなファイルやディレクトリはありません</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>許可がありません</translation>
    </message>
    <message>
        <source>Operation not permitted</source>
        <translation>許可されていない操作です</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>デバイスに空き領域がありません</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>ディレクトリです</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>ディレクトリではありません</translation>
    </message>
    <message>
        <source>File exists</source>
        <translation>ファイルが存在します</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>読み込み専用ファイルシステムです</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>入出力エラー</translation>
    </message>
    <message>
        <source>Cannot allocate memory</source>
        <translation>メモリを確保できません</translation>
    </message>
    <message>
        <source>Too many open files</source>
        <translation>開いているファイルが多すぎます</translation>
    </message>
    <message>
        <source>Directory not empty</source>
        <translation>ディレクトリが空ではありません</translation>
    </message>
    <message>
        <source>Address already in use</source>
        <translation>アドレスは使用中です</translation>
    </message>
    <message>
        <source>Connection refused</source>
        <translation>接続が拒否されました</translation>
    </message>
    <message>
        <source>Disk quota exceeded</source>
        <translation>ディスク使用量の制限を超えました</translation>
    </message>
    <message>
        <source>Broken pipe</source>
        <translation>パイプが切れました</translation>
    </message>
    <message>
        <source>Connection reset by peer</source>
        <translation>接続が相手からリセットされました</translation>
    </message>
    <message>
        <source>File name too long</source>
        <translation>ファイル名が長すぎます</translation>
    </message>
    <message>
        <source>File too large</source>
        <translation>ファイルが大きすぎます</translation>
    </message>
    <message>
        <source>Invalid argument</source>
        <translation>無効な引数です</translation>
    </message>
    <message>
        <source>No such process</source>
        <translation>そのようなプロセスはありません</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not %2</source>
        <translation>&quot;%1&quot; は%2ではありません</translation>
    </message>
    <message>
        <source>elements of type &apos;%1&apos; are not read; save the array as one of bool, int8 … uint64, float32, float64</source>
        <translation>型 &apos;%1&apos; の要素は読めません。配列を bool、int8 … uint64、float32、float64 のどれかで保存してください</translation>
    </message>
    <message>
        <source>elements of type &apos;%1&apos; are not read (pickled objects could run code); save the array as one of bool, int8 … uint64, float32, float64</source>
        <translation>型 &apos;%1&apos; の要素は読めません（pickle のオブジェクトはコードを実行しうるため）。配列を bool、int8 … uint64、float32、float64 のどれかで保存してください</translation>
    </message>
    <message>
        <source>elements of type &apos;%1&apos; are not read (big-endian); save the array as one of bool, int8 … uint64, float32, float64</source>
        <translation>型 &apos;%1&apos; の要素は読めません（ビッグエンディアン）。配列を bool、int8 … uint64、float32、float64 のどれかで保存してください</translation>
    </message>
    <message>
        <source>there is %1, and %2 need one each at least</source>
        <translation>%1に対し、%2には少なくとも 1 つずつ必要です</translation>
    </message>
    <message>
        <source>there are %1, and %2 need one each at least</source>
        <translation>%1に対し、%2には少なくとも 1 つずつ必要です</translation>
    </message>
    <message>
        <source>the checkpoint of step %1 was not saved by the chief</source>
        <translation>ステップ %1 のチェックポイントをチーフが保存しませんでした</translation>
    </message>
    <message>
        <source>data: the value of builtin must be a name</source>
        <translation>データ: builtin の値は名前でなければなりません</translation>
    </message>
    <message>
        <source>the data set %1 is not complete on this machine (missing: %2); %3</source>
        <translation>データセット %1 がこのマシンにそろっていません（不足: %2）。%3</translation>
    </message>
    <message>
        <source>fetch it with `trainyard-headless data fetch fashion_mnist`, install Debian&apos;s package dataset-fashion-mnist (apt install dataset-fashion-mnist), or put %1 into %2</source>
        <translation>`trainyard-headless data fetch fashion_mnist` で取得するか、Debian のパッケージ dataset-fashion-mnist を入れる（apt install dataset-fashion-mnist）か、%1 を %2 に置いてください</translation>
    </message>
    <message>
        <source>fetch it with `trainyard-headless data fetch %1`, or put its four files, %2, into %3</source>
        <translation>`trainyard-headless data fetch %1` で取得するか、4 つのファイル %2 を %3 に置いてください</translation>
    </message>
    <message>
        <source>there is no builtin data set &quot;%1&quot;; there are %2</source>
        <translation>組み込みデータセット &quot;%1&quot; はありません。あるのは %2 です</translation>
    </message>
    <message>
        <source>cannot make a temporary file to unpack %1 into</source>
        <translation>%1 を展開する一時ファイルを作れません</translation>
    </message>
    <message>
        <source>cannot unlink %1</source>
        <translation>%1 を削除できません</translation>
    </message>
    <message>
        <source>no memory to read %1</source>
        <translation>%1 を読むメモリがありません</translation>
    </message>
    <message>
        <source>the gzip file %1 is %2 after byte %3 of its contents (%4); fetch it again</source>
        <translation>gzip ファイル %1 は内容の %3 バイト目の後で%2います（%4）。取得し直してください</translation>
    </message>
    <message>
        <source>cut off</source>
        <translation>切れて</translation>
    </message>
    <message>
        <source>damaged</source>
        <translation>壊れて</translation>
    </message>
    <message>
        <source>the unpacked contents of %1 in the temporary folder</source>
        <translation>一時フォルダに展開した %1 の内容</translation>
    </message>
    <message>
        <source>at byte %1</source>
        <translation>%1 バイト目</translation>
    </message>
    <message>
        <source>%1 more bytes are needed and %2 are there; fetch it again</source>
        <translation>あと %1 バイト必要ですが、%2 バイトしかありません。取得し直してください</translation>
    </message>
    <message>
        <source>cannot read %1 at byte %2</source>
        <translation>%1 の %2 バイト目を読めません</translation>
    </message>
    <message>
        <source>the file has become shorter since it was opened</source>
        <translation>開いた後にファイルが短くなりました</translation>
    </message>
    <message>
        <source>one folder</source>
        <translation>フォルダ 1 つ</translation>
    </message>
    <message>
        <source>train or test</source>
        <translation>train か test</translation>
    </message>
    <message>
        <source>%1 is missing: unpack cifar-10-binary.tar.gz (CIFAR-10 binary version, https://www.cs.toronto.edu/~kriz/cifar.html) there</source>
        <translation>%1 がありません: そこに cifar-10-binary.tar.gz を展開してください（CIFAR-10 binary version、https://www.cs.toronto.edu/~kriz/cifar.html）</translation>
    </message>
    <message>
        <source>records have %1 bytes, here are %2 more; fetch it again</source>
        <translation>レコードは %1 バイトですが、ここに %2 バイト余っています。取得し直してください</translation>
    </message>
    <message>
        <source>the label is %1, classes go from 0 to 9</source>
        <translation>ラベルが %1 ですが、クラスは 0～9 です</translation>
    </message>
    <message>
        <source>a quote is opened and not closed within 16 MiB</source>
        <translation>引用符が開いたまま 16 MiB 以内に閉じていません</translation>
    </message>
    <message>
        <source>the line is longer than 16 MiB</source>
        <translation>行が 16 MiB を超えています</translation>
    </message>
    <message>
        <source>a quote is opened and never closed</source>
        <translation>引用符が開いたまま閉じていません</translation>
    </message>
    <message>
        <source>%1, column %2</source>
        <translation>%1、列 %2</translation>
    </message>
    <message>
        <source>the cell is empty (expected %1)</source>
        <translation>セルが空です（正しくは%1）</translation>
    </message>
    <message>
        <source>one of `class_names`</source>
        <translation>`class_names` のどれか</translation>
    </message>
    <message>
        <source>a class index; texts need `class_names`, other numbers `label_dtype: float32`</source>
        <translation>クラスのインデックス。テキストなら `class_names`、ほかの数値なら `label_dtype: float32` を使います</translation>
    </message>
    <message>
        <source>a class from 0 to %1</source>
        <translation>0～%1 のクラス</translation>
    </message>
    <message>
        <source>a class from 0 on</source>
        <translation>0 以上のクラス</translation>
    </message>
    <message>
        <source>a quote inside a field or after its end (RFC 4180 doubles it)</source>
        <translation>フィールドの中か後に引用符があります（RFC 4180 では二重にします）</translation>
    </message>
    <message>
        <source>it has %1 fields, expected %2</source>
        <translation>フィールドが %1 個ですが、%2 個のはずです</translation>
    </message>
    <message>
        <source>%1: there is no column &quot;%2&quot; (`%3`); there are %4%5</source>
        <translation>%1: 列 &quot;%2&quot; がありません（`%3`）。あるのは %4%5 です</translation>
    </message>
    <message>
        <source>one character</source>
        <translation>1 文字</translation>
    </message>
    <message>
        <source>there is no column besides the label</source>
        <translation>ラベルのほかに列がありません</translation>
    </message>
    <message>
        <source>the first is enough</source>
        <translation>1 つで十分です</translation>
    </message>
    <message>
        <source>it has no records</source>
        <translation>レコードがありません</translation>
    </message>
    <message>
        <source>a quote inside a field</source>
        <translation>フィールドの中に引用符があります</translation>
    </message>
    <message>
        <source>column %1 is &quot;%2&quot;, in the first file it is &quot;%3&quot;</source>
        <translation>列 %1 が &quot;%2&quot; ですが、最初のファイルでは &quot;%3&quot; です</translation>
    </message>
    <message>
        <source>record %1</source>
        <translation>レコード %1</translation>
    </message>
    <message>
        <source>there is no kind of data set &quot;%1&quot;; there are %2</source>
        <translation>データセットの種類 &quot;%1&quot; はありません。あるのは %2 です</translation>
    </message>
    <message>
        <source>%1: a run numbers at most 2^32-1 samples</source>
        <translation>%1: 1 つの実行のサンプルは 2^32-1 個までです</translation>
    </message>
    <message>
        <source>neither it nor the other %1 files contain samples</source>
        <translation>これにもほかの %1 個のファイルにもサンプルがありません</translation>
    </message>
    <message>
        <source>it has no samples</source>
        <translation>サンプルがありません</translation>
    </message>
    <message>
        <source>%1 ends in its %2 at byte %3: its header promises %4 bytes in all; fetch it again</source>
        <translation>%1 は %2 の途中、%3 バイト目で終わっています: ヘッダーでは全部で %4 バイトです。取得し直してください</translation>
    </message>
    <message>
        <source>%1 is not an IDX file that can be used: at byte %2: %3</source>
        <translation>%1 は使える IDX ファイルではありません: %2 バイト目: %3</translation>
    </message>
    <message>
        <source>expected 0x0000, got 0x%1%2</source>
        <translation>0x0000 のはずが 0x%1%2 です</translation>
    </message>
    <message>
        <source>expected type 0x08 (unsigned bytes), got 0x%1</source>
        <translation>型は 0x08（符号なしバイト）のはずが 0x%1 です</translation>
    </message>
    <message>
        <source>expected 1 to %1 dimensions, got %2</source>
        <translation>次元は 1～%1 のはずが %2 です</translation>
    </message>
    <message>
        <source>expected a dimension of at least 1, got 0</source>
        <translation>次元の大きさは 1 以上のはずが 0 です</translation>
    </message>
    <message>
        <source>its dimensions %1 pass 2^62 bytes</source>
        <translation>次元 %1 では 2^62 バイトを超えます</translation>
    </message>
    <message>
        <source>its dimensions %1 promise %2 bytes in all, and there are more</source>
        <translation>次元 %1 では全部で %2 バイトですが、それより多くあります</translation>
    </message>
    <message>
        <source>the header of %1 promises %2 bytes (%3); this machine has %4 bytes of memory: unpack the file, a plain one is read from disk</source>
        <translation>%1 のヘッダーでは %2 バイト（%3）ですが、このマシンのメモリは %4 バイトです: ファイルを展開してください。展開済みならディスクから読みます</translation>
    </message>
    <message>
        <source>%1: at byte 3: labels have 1 dimension, this file has %2</source>
        <translation>%1: 3 バイト目: ラベルは 1 次元ですが、このファイルは %2 次元です</translation>
    </message>
    <message>
        <source>%1: at byte 3: expected 2 to 4 dimensions (samples × features, samples × height × width or samples × channels × height × width), got %2</source>
        <translation>%1: 3 バイト目: 2～4 次元（サンプル × 特徴量、サンプル × 高さ × 幅、サンプル × チャンネル × 高さ × 幅）のはずが %2 です</translation>
    </message>
    <message>
        <source>%1 has %2 images and %3 has %4 labels; they must be of the same set</source>
        <translation>%1 の画像は %2 枚、%3 のラベルは %4 個です。同じデータセットのものでなければなりません</translation>
    </message>
    <message>
        <source>%1: label %2 is %3, %4 has classes 0 to %5</source>
        <translation>%1: ラベル %2 が %3 ですが、%4 のクラスは 0～%5 です</translation>
    </message>
    <message>
        <source>one file name</source>
        <translation>ファイル名 1 つ</translation>
    </message>
    <message>
        <source>%1: the image cannot be decoded: %2</source>
        <translation>%1: 画像をデコードできません: %2</translation>
    </message>
    <message>
        <source>it has no pixels</source>
        <translation>ピクセルがありません</translation>
    </message>
    <message>
        <source>%1: the image has %2 × %3 pixels; at most %4 are read</source>
        <translation>%1: 画像は %2 × %3 ピクセルです。読めるのは %4 までです</translation>
    </message>
    <message>
        <source>too many scans for its size, save it as baseline</source>
        <translation>サイズのわりにスキャンが多すぎます。ベースライン JPEG で保存してください</translation>
    </message>
    <message>
        <source>it is a CMYK JPEG; save it as RGB</source>
        <translation>CMYK の JPEG です。RGB で保存してください</translation>
    </message>
    <message>
        <source>%1 × %2 pixels in %3 bytes</source>
        <translation>%3 バイトに %1 × %2 ピクセル</translation>
    </message>
    <message>
        <source>it is neither a PNG nor a JPEG</source>
        <translation>先頭が PNG でも JPEG でもありません</translation>
    </message>
    <message>
        <source>[height, width], each at most 8192,</source>
        <translation>[高さ, 幅]（それぞれ 8192 まで）</translation>
    </message>
    <message>
        <source>1 or 3</source>
        <translation>1 か 3</translation>
    </message>
    <message>
        <source>it has no folders; put the images in one folder per class</source>
        <translation>フォルダがありません。画像はクラスごとのフォルダに置きます</translation>
    </message>
    <message>
        <source>there are more than %1 images; put them into TFRecord files</source>
        <translation>画像が %1 枚を超えています。TFRecord ファイルにまとめてください</translation>
    </message>
    <message>
        <source>no folder in it holds a .png, .jpg or .jpeg file</source>
        <translation>どのフォルダにも .png、.jpg、.jpeg のファイルがありません</translation>
    </message>
    <message>
        <source>the image has %1 × %2 pixels, the first one has %3 × %4; `size: [%5, %6]` makes all of them the same</source>
        <translation>画像は %1 × %2 ピクセル、最初の画像は %3 × %4 です。`size: [%5, %6]` でそろえられます</translation>
    </message>
    <message>
        <source>the file ends before its header does</source>
        <translation>ヘッダーの途中でファイルが終わっています</translation>
    </message>
    <message>
        <source>this is not an .npy file (expected \x93NUMPY)</source>
        <translation>.npy ファイルではありません（先頭は \x93NUMPY のはずです）</translation>
    </message>
    <message>
        <source>version %1 of .npy is not known</source>
        <translation>.npy のバージョン %1 には対応していません</translation>
    </message>
    <message>
        <source>the header length (%1 bytes) exceeds the limit</source>
        <translation>ヘッダーの長さ（%1 バイト）が上限を超えています</translation>
    </message>
    <message>
        <source>the file ends in its header</source>
        <translation>ファイルがヘッダーの途中で終わっています</translation>
    </message>
    <message>
        <source>the header is not {&apos;descr&apos;: …, &apos;fortran_order&apos;: …, &apos;shape&apos;: …}</source>
        <translation>ヘッダーが {&apos;descr&apos;: …, &apos;fortran_order&apos;: …, &apos;shape&apos;: …} の形ではありません</translation>
    </message>
    <message>
        <source>the array is in Fortran order; save numpy.ascontiguousarray(array) instead</source>
        <translation>配列が Fortran 順です。numpy.ascontiguousarray(array) を保存してください</translation>
    </message>
    <message>
        <source>arrays of shape (%1) are not supported as data sets</source>
        <translation>形状 (%1) の配列はデータセットとして使えません</translation>
    </message>
    <message>
        <source>the file ends: shape (%1) needs %2 bytes in all; fetch it again</source>
        <translation>ファイルが途中で終わっています: 形状 (%1) には全部で %2 バイト必要です。取得し直してください</translation>
    </message>
    <message>
        <source>the file has more data than shape (%1) needs</source>
        <translation>形状 (%1) はここで終わりですが、ファイルは続いています</translation>
    </message>
    <message>
        <source>%1 and %2 have samples of different shapes or types</source>
        <translation>%1 と %2 のサンプルは形状か型が違います</translation>
    </message>
    <message>
        <source>data: npy has %1 files of features and %2 of %3; they go in pairs</source>
        <translation>データ: npy の特徴量ファイルは %1 個、%3 は %2 個です。対にする必要があります</translation>
    </message>
    <message>
        <source>%1 has %2 samples and %3 has %4 %5; they must be of the same set</source>
        <translation>%1 のサンプルは %2 個、%3 の %5 は %4 個です。同じデータセットのものでなければなりません</translation>
    </message>
    <message>
        <source>a floating-point type, as the array&apos;s is,</source>
        <translation>配列と同じ浮動小数点型</translation>
    </message>
    <message>
        <source>arrays of one dimension</source>
        <translation>1 次元の配列</translation>
    </message>
    <message>
        <source>sample weights</source>
        <translation>サンプルの重み</translation>
    </message>
    <message>
        <source>label %1</source>
        <translation>ラベル %1</translation>
    </message>
    <message>
        <source>classes go from 0 to %1</source>
        <translation>クラスは 0～%1 です</translation>
    </message>
    <message>
        <source>a class index is negative</source>
        <translation>クラスのインデックスが負です</translation>
    </message>
    <message>
        <source>cannot read the data file %1</source>
        <translation>データファイル %1 を読めません</translation>
    </message>
    <message>
        <source>no data file is called %1</source>
        <translation>%1 という名前のデータファイルはありません</translation>
    </message>
    <message>
        <source>cannot look for data files called %1</source>
        <translation>%1 という名前のデータファイルを探せません</translation>
    </message>
    <message>
        <source>data: %1 needs %2 at &quot;%3&quot;</source>
        <translation>データ: %1 の &quot;%3&quot; には%2が必要です</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>テキスト</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true か false</translation>
    </message>
    <message>
        <source>an integer</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>数値</translation>
    </message>
    <message>
        <source>a text or a list of texts</source>
        <translation>テキストかテキストのリスト</translation>
    </message>
    <message>
        <source>a list of integers</source>
        <translation>整数のリスト</translation>
    </message>
    <message>
        <source>integers of at least 1</source>
        <translation>1 以上の整数</translation>
    </message>
    <message>
        <source>auto, float32, float64 or int64</source>
        <translation>auto、float32、float64、int64 のどれか</translation>
    </message>
    <message>
        <source>auto or a number above 0</source>
        <translation>auto か 0 より大きい数</translation>
    </message>
    <message>
        <source>a file name</source>
        <translation>ファイル名</translation>
    </message>
    <message>
        <source>samples of %1 elements are too large</source>
        <translation>要素数 %1 のサンプルは大きすぎます</translation>
    </message>
    <message>
        <source>%1: its samples have %2 elements, which `shape: [%3]` cannot be</source>
        <translation>%1: サンプルの要素数は %2 で、`shape: [%3]` にはなりません</translation>
    </message>
    <message>
        <source>%1: `channels_last` needs samples of three dimensions (height, width, channels); these have %2</source>
        <translation>%1: `channels_last` には 3 次元（高さ, 幅, チャンネル）のサンプルが必要ですが、%2 次元です</translation>
    </message>
    <message>
        <source>it has %1 bytes; an image has at most %2</source>
        <translation>%1 バイトあります。画像は %2 バイトまでです</translation>
    </message>
    <message>
        <source>the model takes samples of shape [%1], which no picture has</source>
        <translation>モデルが取るサンプルの形状は [%1] で、画像にはなりません</translation>
    </message>
    <message>
        <source>; uneven: join, %1 whose part has run out take part without samples</source>
        <translation>。uneven: join のため、担当分を使い切った%1はサンプルなしで参加します</translation>
    </message>
    <message>
        <source>workers</source>
        <translation>ワーカー</translation>
    </message>
    <message>
        <source>replicas</source>
        <translation>レプリカ</translation>
    </message>
    <message>
        <source>; uneven: drop, %1 per epoch are dropped</source>
        <translation>。uneven: drop のため、エポックごとに%1を除きます</translation>
    </message>
    <message>
        <source>; uneven: pad, %1 per epoch are read twice</source>
        <translation>。uneven: pad のため、エポックごとに%1を 2 度読みます</translation>
    </message>
    <message>
        <source>`shard: file` cannot be: %1; use data, or split the data into more files</source>
        <translation>`shard: file` にはできません: %1。data を使うか、データをもっと多くのファイルに分けてください</translation>
    </message>
    <message>
        <source>as requested</source>
        <translation>指定どおり</translation>
    </message>
    <message>
        <source>off: every replica reads all %1, an epoch has %2 times as many</source>
        <translation>off を使用: どのレプリカも%1をすべて読むため、1 エポックはその %2 倍になります</translation>
    </message>
    <message>
        <source>file: %1 for %2</source>
        <translation>file を使用: %2に%1</translation>
    </message>
    <message>
        <source>`shard: file` is not possible: the files of worker %1 have no samples; use data</source>
        <translation>`shard: file` にはできません: ワーカー %1 のファイルにサンプルがありません。data を使ってください</translation>
    </message>
    <message>
        <source>auto chose data because file is not possible: the files of worker %1 would have no samples</source>
        <translation>file ではワーカー %1 のファイルにサンプルがなくなるため、auto は data を選びました</translation>
    </message>
    <message>
        <source>auto took data because file failed: %1</source>
        <translation>file にできないため、auto は data を選びました: %1</translation>
    </message>
    <message>
        <source>one worker reads everything</source>
        <translation>1 つのワーカーがすべて読みます</translation>
    </message>
    <message>
        <source>data: %1</source>
        <translation>data を使用: %1</translation>
    </message>
    <message>
        <source>auto took %1</source>
        <translation>auto の選択: %1</translation>
    </message>
    <message>
        <source>float32, int64, uint8 or image</source>
        <translation>float32、int64、uint8、image のどれか</translation>
    </message>
    <message>
        <source>[channels, height, width], 1 or 3 channels, for an image</source>
        <translation>画像では [チャンネル, 高さ, 幅]（1 か 3 チャンネル）</translation>
    </message>
    <message>
        <source>a map of names to {shape, dtype}</source>
        <translation>名前から {shape, dtype} へのマップ</translation>
    </message>
    <message>
        <source>one of `features` (%1), not &quot;%2&quot;,</source>
        <translation>&quot;%2&quot; ではなく `features` のどれか（%1）</translation>
    </message>
    <message>
        <source>the name of the feature that the model takes, one of %1,</source>
        <translation>モデルが取る特徴量の名前（%1 のどれか）</translation>
    </message>
    <message>
        <source>a float32 feature of shape []</source>
        <translation>形状 [] の float32 の特徴量</translation>
    </message>
    <message>
        <source>this is not a TFRecord file: the checksum of the first length is wrong</source>
        <translation>TFRecord ファイルではありません: 最初の長さのチェックサムが違います</translation>
    </message>
    <message>
        <source>a record of %1 bytes is too large</source>
        <translation>%1 バイトのレコードは大きすぎます</translation>
    </message>
    <message>
        <source>the file ends inside a record; fetch it again</source>
        <translation>ファイルがレコードの途中で終わっています。取得し直してください</translation>
    </message>
    <message>
        <source>it is not a tf.Example</source>
        <translation>tf.Example ではありません</translation>
    </message>
    <message>
        <source>the checksum of a record is wrong; fetch the file again</source>
        <translation>レコードのチェックサムが違います。ファイルを取得し直してください</translation>
    </message>
    <message>
        <source>record at byte %1</source>
        <translation>%1 バイト目のレコード</translation>
    </message>
    <message>
        <source>the label is %1, classes go from 0 to %2</source>
        <translation>ラベルが %1 ですが、クラスは 0～%2 です</translation>
    </message>
    <message>
        <source>the label is %1; classes count from 0</source>
        <translation>ラベルが %1 です。クラスは 0 から数えます</translation>
    </message>
    <message>
        <source>it has no feature &quot;%1&quot;; there are %2</source>
        <translation>特徴量 &quot;%1&quot; がありません。あるのは %2 です</translation>
    </message>
    <message>
        <source>the feature &quot;%1&quot; is not %2 of %3 elements</source>
        <translation>特徴量 &quot;%1&quot; は要素数 %3 の%2ではありません</translation>
    </message>
    <message>
        <source>a list of floats</source>
        <translation>浮動小数点数のリスト</translation>
    </message>
    <message>
        <source>a string of bytes</source>
        <translation>バイト列</translation>
    </message>
    <message>
        <source>an encoded image</source>
        <translation>エンコードされた画像</translation>
    </message>
    <message>
        <source>%1 in the store %2: %3</source>
        <translation>ストア %2 での%1: %3</translation>
    </message>
    <message>
        <source>preparing a statement</source>
        <translation>文の準備</translation>
    </message>
    <message>
        <source>executing a statement</source>
        <translation>文の実行</translation>
    </message>
    <message>
        <source>%1. The file is damaged. Stop the agent (`trainyard --headless agent stop`) and make the store again from the runs&apos; folders: trainyard --headless doctor --rebuild</source>
        <translation>%1。ファイルが壊れています。エージェントを停止し（`trainyard --headless agent stop`）、実行のフォルダからストアを作り直してください: trainyard --headless doctor --rebuild</translation>
    </message>
    <message>
        <source>%1. Free some space on its disk; nothing was written</source>
        <translation>%1。ディスクの空きを作ってください。この書き込みは保存されていません</translation>
    </message>
    <message>
        <source>a file may have at most %1 bytes: raise the limit (`ulimit -f`, or in the batch system that set it)</source>
        <translation>ファイルの大きさは最大 %1 バイトに制限されています: 上限を上げてください (`ulimit -f`、または上限を設定したバッチシステムで)</translation>
    </message>
    <message>
        <source>%1. Check the disk (dmesg); nothing was written</source>
        <translation>%1。ディスクを確認してください（dmesg）。この書き込みは保存されていません</translation>
    </message>
    <message>
        <source>%1. Another program has locked it; close that program and try again</source>
        <translation>%1。ほかのプログラムが使用中です。閉じてからやり直してください</translation>
    </message>
    <message>
        <source>%1. %2 has locked it; close that program and try again</source>
        <translation>%1。%2 が使用中です。そのプログラムを閉じてからやり直してください</translation>
    </message>
    <message>
        <source>%1. Check that you own the folder and the file and may write to both</source>
        <translation>%1。フォルダとファイルの所有者で、書き込めることを確認してください</translation>
    </message>
    <message>
        <source>%1. There is no such run</source>
        <translation>%1。その実行はありません</translation>
    </message>
    <message>
        <source>the store has a damaged block of points (%1 bytes, not a multiple of %2)</source>
        <translation>ストアに壊れた点のブロックがあります（%1 バイト、%2 の倍数でない）</translation>
    </message>
    <message>
        <source>the store has a damaged summary of points (%1 bytes)</source>
        <translation>ストアに壊れた点の要約があります（%1 バイト）</translation>
    </message>
    <message>
        <source>the store lacks a summary of points it should hold</source>
        <translation>ストアにあるはずの点の要約がありません</translation>
    </message>
    <message>
        <source>cannot examine the file system of %1</source>
        <translation>%1 のファイルシステムを調べられません</translation>
    </message>
    <message>
        <source>the store cannot be kept in %1: that is a network file system (%2), and SQLite&apos;s write-ahead log needs a local disk. Set TRAINYARD_HOME to a folder on one</source>
        <translation>ストアを %1 に置けません: ネットワークファイルシステム（%2）ですが、SQLite の先行書き込みログにはローカルディスクが必要です。TRAINYARD_HOME をローカルディスクのフォルダにしてください</translation>
    </message>
    <message>
        <source>%1 is an SQLite file of another program; move it elsewhere or set TRAINYARD_HOME to another folder</source>
        <translation>%1 は別のプログラムの SQLite ファイルです。移動するか、TRAINYARD_HOME を別のフォルダにしてください</translation>
    </message>
    <message>
        <source>the store %1 was written by a newer Trainyard (schema %2, this one supports %3); install that version again, or set TRAINYARD_HOME to another folder</source>
        <translation>ストア %1 はより新しい Trainyard が書いたものです（スキーマ %2、このバージョンは %3 まで）。そのバージョンを入れ直すか、TRAINYARD_HOME を別のフォルダにしてください</translation>
    </message>
    <message>
        <source>cannot stat %1</source>
        <translation>%1 の情報を取得できません</translation>
    </message>
    <message>
        <source>%1 is a folder, not a file</source>
        <translation>%1 はファイルではなくフォルダです</translation>
    </message>
    <message>
        <source>%1 has %2 bytes; at most %3 are read</source>
        <translation>%1 は %2 バイトです。読めるのは %3 バイトまでです</translation>
    </message>
    <message>
        <source>cannot read %1</source>
        <translation>%1 を読めません</translation>
    </message>
    <message>
        <source>%1 is larger than the %2 bytes that are read</source>
        <translation>%1 は読める %2 バイトを超えています</translation>
    </message>
    <message>
        <source>cannot write %1</source>
        <translation>%1 に書き込めません</translation>
    </message>
    <message>
        <source>cannot create %1</source>
        <translation>%1 を作成できません</translation>
    </message>
    <message>
        <source>cannot sync %1</source>
        <translation>%1 を同期できません</translation>
    </message>
    <message>
        <source>cannot rename %1 to %2</source>
        <translation>%1 を %2 に改名できません</translation>
    </message>
    <message>
        <source>cannot rename %1</source>
        <translation>%1 を改名できません</translation>
    </message>
    <message>
        <source>cannot open folder %1</source>
        <translation>フォルダ %1 を開けません</translation>
    </message>
    <message>
        <source>cannot sync folder %1</source>
        <translation>フォルダ %1 を同期できません</translation>
    </message>
    <message>
        <source>%1 is in the way: a file, not a folder</source>
        <translation>%1 が邪魔をしています: フォルダではなくファイルです</translation>
    </message>
    <message>
        <source>cannot find the current folder</source>
        <translation>現在のフォルダが見つかりません</translation>
    </message>
    <message>
        <source>cannot make folder %1</source>
        <translation>フォルダ %1 を作れません</translation>
    </message>
    <message>
        <source>cannot ask for free space at %1</source>
        <translation>%1 の空き容量を調べられません</translation>
    </message>
    <message>
        <source>neither TRAINYARD_HOME nor HOME is set; set TRAINYARD_HOME to a folder</source>
        <translation>TRAINYARD_HOME も HOME も設定されていません。TRAINYARD_HOME にフォルダを設定してください</translation>
    </message>
    <message>
        <source>it nests deeper than %1 levels</source>
        <translation>入れ子が %1 段を超えています</translation>
    </message>
    <message>
        <source>the key &quot;%1&quot; occurs twice</source>
        <translation>キー &quot;%1&quot; が重複しています</translation>
    </message>
    <message>
        <source>%1 is not JSON that can be used: %2</source>
        <translation>%1 は使える JSON ではありません: %2</translation>
    </message>
    <message>
        <source>%1: expected a number, got a %2</source>
        <translation>%1: 数値が必要ですが %2 です</translation>
    </message>
    <message>
        <source>unknown partitioner %1</source>
        <translation>不明なパーティショナー %1</translation>
    </message>
    <message>
        <source>cannot remove %1</source>
        <translation>%1 を削除できません</translation>
    </message>
    <message>
        <source>%1: it can run any code when it is opened, and is never read. Where you trust it, convert it: %2</source>
        <translation>%1: 開くと任意のコードが動くため、読み込みません。信頼できるなら変換してください: %2</translation>
    </message>
    <message>
        <source>%1 is a checkpoint of torch.distributed.checkpoint, whose .metadata is a pickle</source>
        <translation>%1 は torch.distributed.checkpoint のチェックポイントで、.metadata が pickle です</translation>
    </message>
    <message>
        <source>%1 is an HDF5 file, as Keras writes them; read it with h5py and write its arrays with safetensors.numpy.save_file, under the model&apos;s names</source>
        <translation>%1 は Keras が書く HDF5 ファイルです。h5py で読み、配列をモデルの変数名で safetensors.numpy.save_file で書き出してください</translation>
    </message>
    <message>
        <source>%1 is a %2 archive; write its arrays with safetensors.numpy.save_file, under the model&apos;s names</source>
        <translation>%1 は %2 アーカイブです。配列をモデルの変数名で safetensors.numpy.save_file で書き出してください</translation>
    </message>
    <message>
        <source>%1 is a file of torch.save, a pickle</source>
        <translation>%1 は torch.save のファイル（pickle）です</translation>
    </message>
    <message>
        <source>cannot set %1 aside</source>
        <translation>%1 を退避できません</translation>
    </message>
    <message>
        <source>%1 is not a usable manifest: %2</source>
        <translation>%1 は使えるマニフェストではありません: %2</translation>
    </message>
    <message>
        <source>it is no object</source>
        <translation>オブジェクトではありません</translation>
    </message>
    <message>
        <source>&quot;version&quot; is missing or no count</source>
        <translation>&quot;version&quot; がないか、個数ではありません</translation>
    </message>
    <message>
        <source>its version is %1, this program reads version 1; use a newer one</source>
        <translation>バージョン %1 ですが、このプログラムが読むのはバージョン 1 です。新しいものを使ってください</translation>
    </message>
    <message>
        <source>&quot;attempt&quot; or &quot;step&quot; is missing or no count</source>
        <translation>&quot;attempt&quot; か &quot;step&quot; がないか、個数ではありません</translation>
    </message>
    <message>
        <source>&quot;files&quot; is missing or no object</source>
        <translation>&quot;files&quot; がないか、オブジェクトではありません</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not the name of a file in the same folder</source>
        <translation>&quot;%1&quot; は隣にあるファイルの名前ではありません</translation>
    </message>
    <message>
        <source>&quot;%1&quot; lacks its size or SHA-256</source>
        <translation>&quot;%1&quot; のサイズか SHA-256 がありません</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has a key that version 1 does not know</source>
        <translation>&quot;%1&quot; にバージョン 1 にないキーがあります</translation>
    </message>
    <message>
        <source>&quot;xxh3&quot; of &quot;%1&quot; is not one sum a block</source>
        <translation>&quot;%1&quot; の &quot;xxh3&quot; の数がブロック数と合いません</translation>
    </message>
    <message>
        <source>&quot;weights_only&quot; is no boolean</source>
        <translation>&quot;weights_only&quot; が真偽値ではありません</translation>
    </message>
    <message>
        <source>%1 is not a link that Trainyard has made, and stays; %2 has no other name</source>
        <translation>%1 は Trainyard が作ったリンクではないため残ります。%2 に別名はありません</translation>
    </message>
    <message>
        <source>%1 is a link or a file, and no checkpoint that Trainyard has saved: it stays, and step %2 is not saved; move it away</source>
        <translation>%1 はリンクまたはファイルで、Trainyard が保存したチェックポイントではありません。そのまま残し、ステップ %2 は保存されません。移動してください</translation>
    </message>
    <message>
        <source>%1 is a link to %2, which is not a checkpoint of this run; to start from there, name the path itself</source>
        <translation>%1 は %2 へのリンクで、このランのチェックポイントではありません。そこから始めるには、そのパス自体を指定してください</translation>
    </message>
    <message>
        <source>&quot;name&quot; is not a name for it</source>
        <translation>&quot;name&quot; は使えない名前です</translation>
    </message>
    <message>
        <source>it does not name %1</source>
        <translation>%1 が記載されていません</translation>
    </message>
    <message>
        <source>bytes from %1 on are not what was written</source>
        <translation>%1 バイト目以降が書き込まれた内容と違います</translation>
    </message>
    <message>
        <source>its SHA-256 is %1, the manifest says %2</source>
        <translation>SHA-256 は %1 ですが、マニフェストでは %2 です</translation>
    </message>
    <message>
        <source>the manifest names it and it is missing</source>
        <translation>マニフェストにあるのに、ファイルがありません</translation>
    </message>
    <message>
        <source>it is not a regular file</source>
        <translation>通常のファイルではありません</translation>
    </message>
    <message>
        <source>cannot list the event files in %1</source>
        <translation>%1 のイベントファイルを一覧できません</translation>
    </message>
    <message>
        <source>%1 was not read: it is empty; if its task wrote metrics, they are lost</source>
        <translation>%1 は空のため、読み込まれませんでした。タスクが書き込んだ指標があれば、失われています</translation>
    </message>
    <message>
        <source>%1 was not read: it is not a regular file</source>
        <translation>%1 は通常のファイルではないため、読み込まれませんでした</translation>
    </message>
    <message>
        <source>no file is named: its path is empty</source>
        <translation>ファイルが指定されていません。パスが空です</translation>
    </message>
    <message>
        <source>it has %1 bytes, the manifest says %2</source>
        <translation>%1 バイトですが、マニフェストでは %2 バイトです</translation>
    </message>
    <message>
        <source>the manifest does not name it</source>
        <translation>マニフェストに記載されていません</translation>
    </message>
    <message>
        <source>its state is of step %1, its manifest of step %2</source>
        <translation>状態はステップ %1、マニフェストはステップ %2 のものです</translation>
    </message>
    <message>
        <source>its manifest is of step %1</source>
        <translation>マニフェストはステップ %1 のものです</translation>
    </message>
    <message>
        <source>cannot start a thread to verify %1: %2</source>
        <translation>%1 を検証するスレッドを起動できません: %2</translation>
    </message>
    <message>
        <source>cannot start a thread to hash %1: %2</source>
        <translation>%1 のハッシュを計算するスレッドを起動できません: %2</translation>
    </message>
    <message>
        <source>%1 has %2 bytes, its manifest says %3</source>
        <translation>%1 は %2 バイトですが、マニフェストでは %3 バイトです</translation>
    </message>
    <message>
        <source>cannot exchange %1 and %2</source>
        <translation>%1 と %2 を入れ替えられません</translation>
    </message>
    <message>
        <source>%1; and %2</source>
        <translation>%1。さらに %2</translation>
    </message>
    <message>
        <source>%1 belongs to attempt %2; attempt %3 was too late</source>
        <translation>%1 は %2 回目の試行のものです。%3 回目の試行は遅すぎました</translation>
    </message>
    <message>
        <source>%1 was already saved by this attempt (%2)</source>
        <translation>%1 はこの試行がすでに保存しました（%2）</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a name of a staged checkpoint (.tmp-&lt;step&gt;-a&lt;attempt&gt;)</source>
        <translation>&quot;%1&quot; は準備中のチェックポイントの名前ではありません（.tmp-&lt;step&gt;-a&lt;attempt&gt;）</translation>
    </message>
    <message>
        <source>there is no staged checkpoint %1</source>
        <translation>準備中のチェックポイント %1 はありません</translation>
    </message>
    <message>
        <source>the manifest in %1 is of step %2 and attempt %3</source>
        <translation>%1 のマニフェストはステップ %2、%3 回目の試行のものです</translation>
    </message>
    <message>
        <source>%1 is not a checkpoint of a run</source>
        <translation>%1 は実行のチェックポイントではありません</translation>
    </message>
    <message>
        <source>%1 cannot be parsed; remove it, and pin the checkpoints to keep again</source>
        <translation>%1 の内容が正しくありません。削除して、残すものを固定し直してください</translation>
    </message>
    <message>
        <source>%1 is a file where checkpoints need a folder</source>
        <translation>%1 はファイルですが、チェックポイントにはフォルダが必要です</translation>
    </message>
    <message>
        <source>checkpoints cannot be written to %1</source>
        <translation>チェックポイントを %1 に書き込めません</translation>
    </message>
    <message>
        <source>%1 holds the checkpoints of run %2; give this run another folder, or resume that one</source>
        <translation>%1 には実行 %2 のチェックポイントがあります。別のフォルダを指定するか、その実行を再開してください</translation>
    </message>
    <message>
        <source>%1 is not empty; choose an empty folder, or one that does not exist yet</source>
        <translation>%1 は空ではありません。空のフォルダか、まだ存在しないフォルダを選んでください</translation>
    </message>
    <message>
        <source>%1 is in %2, which a run writes; choose a place outside it</source>
        <translation>%1 は、実行が書き込む %2 の中にあります。その外の場所を選んでください</translation>
    </message>
    <message>
        <source>%1 belongs to another program and would be overwritten; move it elsewhere</source>
        <translation>%1 は別のプログラムのもので、上書きされてしまいます。別の場所へ移してください</translation>
    </message>
    <message>
        <source>%1 is kept: its owner.json does not name %2 as its writer; move it elsewhere if it is not needed</source>
        <translation>%1 は残します: その owner.json に %2 が書いたとは記されていません。不要なら別の場所へ移してください</translation>
    </message>
    <message>
        <source>it does not name the run that wrote the folder</source>
        <translation>フォルダを書いたのが誰かが記されていません</translation>
    </message>
    <message>
        <source>%1; another run or program wrote it, so it stays, and an older one is used</source>
        <translation>%1。別の実行またはプログラムが書いたものなので残し、より古いものを使います</translation>
    </message>
    <message>
        <source>%1 was deleted while it was being checked; choose another one, or try again</source>
        <translation>%1 は確認中に削除されました。別のものを選ぶか、もう一度試してください</translation>
    </message>
    <message>
        <source>the backup stays</source>
        <translation>バックアップは残ります</translation>
    </message>
    <message>
        <source>run %1 starts from %2; delete it once that run has saved its own checkpoint</source>
        <translation>実行 %1 は %2 から始まります。その実行が自身のチェックポイントを保存してから削除してください</translation>
    </message>
    <message>
        <source>the best model was not kept</source>
        <translation>最良のモデルは残せませんでした</translation>
    </message>
    <message>
        <source>checkpoint.dir and checkpoint.backup_and_restore.dir are the same folder, %1: the backup is deleted once the run has succeeded; give each its own folder</source>
        <translation>checkpoint.dir と checkpoint.backup_and_restore.dir が同じフォルダ %1 です: バックアップは実行が成功すると削除されます。それぞれに別のフォルダを指定してください</translation>
    </message>
    <message>
        <source>remove `dir`: the backup then has its own folder next to the run&apos;s checkpoints</source>
        <translation>`dir` を削除してください。バックアップは実行のチェックポイントの隣に独自のフォルダを持ちます</translation>
    </message>
    <message>
        <source>cannot write %1: tensor &quot;%2&quot; %3</source>
        <translation>%1 に書き込めません: テンソル &quot;%2&quot;: %3</translation>
    </message>
    <message>
        <source>%1 is not a safetensors file that can be used: %2</source>
        <translation>%1 は使える safetensors ファイルではありません: %2</translation>
    </message>
    <message>
        <source>it has %1 bytes, at least 10 are needed</source>
        <translation>%1 バイトしかありません（10 バイト以上必要）</translation>
    </message>
    <message>
        <source>cannot map %1</source>
        <translation>%1 をメモリにマップできません</translation>
    </message>
    <message>
        <source>its header claims %1 bytes, at most %2 are read</source>
        <translation>ヘッダーは %1 バイトと称していますが、読めるのは %2 バイトまでです</translation>
    </message>
    <message>
        <source>its header claims %1 bytes, the file has %2 after the length</source>
        <translation>ヘッダーは %1 バイトと称していますが、長さの後には %2 バイトしかありません</translation>
    </message>
    <message>
        <source>its header %1</source>
        <translation>ヘッダーの問題: %1</translation>
    </message>
    <message>
        <source>%1: &quot;%2&quot; is missing or no count up to %3</source>
        <translation>%1: &quot;%2&quot; がないか、%3 までの個数ではありません</translation>
    </message>
    <message>
        <source>the training state cannot be JSON: %1</source>
        <translation>学習の状態を JSON にできません: %1</translation>
    </message>
    <message>
        <source>%1 was written by Trainyard 0.1, whose checkpoints cannot continue training; a run with train.initial_weights set to its model.safetensors starts from its weights</source>
        <translation>%1: Trainyard 0.1 が書いたもので、そのチェックポイントからは学習を続けられません。train.initial_weights にその model.safetensors を指定すれば、その重みから始められます</translation>
    </message>
    <message>
        <source>its version is %1, this program reads version %2; use a newer one</source>
        <translation>バージョン %1 ですが、このプログラムが読むのはバージョン %2 です。新しいものを使ってください</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is missing or no object</source>
        <translation>&quot;%1&quot; がないか、オブジェクトではありません</translation>
    </message>
    <message>
        <source>the checkpoint of step %1 could not be written to %2 (earlier ones are untouched)</source>
        <translation>ステップ %1 のチェックポイントを %2 に書き込めませんでした（以前のものは無事です）</translation>
    </message>
    <message>
        <source>cannot link %1 into %2: %3</source>
        <translation>%1 を %2 にリンクできません: %3</translation>
    </message>
    <message>
        <source>cannot stat the event file %1</source>
        <translation>イベントファイル %1 の情報を取得できません</translation>
    </message>
    <message>
        <source>the event file %1 is damaged at byte %2: %3</source>
        <translation>イベントファイル %1 はバイト %2 で壊れています: %3</translation>
    </message>
    <message>
        <source>the log %1 is damaged at byte %2: %3</source>
        <translation>ログ %1 はバイト %2 で壊れています: %3</translation>
    </message>
    <message>
        <source>cannot read the log %1</source>
        <translation>ログ %1 を読み込めません</translation>
    </message>
    <message>
        <source>a line is longer than 1 MiB</source>
        <translation>1 MiB を超える行があります</translation>
    </message>
    <message>
        <source>it has %1 rows, and %2 were read before</source>
        <translation>行数は %1 ですが、以前に %2 行を読み込んでいます</translation>
    </message>
    <message>
        <source>what was read of it before is no longer there: it is another log</source>
        <translation>以前に読み込んだ内容がもうありません。別のログです</translation>
    </message>
    <message>
        <source>its first line is not a header</source>
        <translation>最初の行がヘッダーではありません</translation>
    </message>
    <message>
        <source>a row does not fit the header</source>
        <translation>ヘッダーに合わない行があります</translation>
    </message>
    <message>
        <source>it does not begin as one of this format</source>
        <translation>この形式のファイルの始まりではありません</translation>
    </message>
    <message>
        <source>a record is not a message of wandb</source>
        <translation>レコードが wandb のメッセージではありません</translation>
    </message>
    <message>
        <source>the file ends before</source>
        <translation>ファイルがその手前で終わっています</translation>
    </message>
    <message>
        <source>a record&apos;s frame is wrong</source>
        <translation>レコードの枠が正しくありません</translation>
    </message>
    <message>
        <source>a line is not a JSON object</source>
        <translation>JSON オブジェクトではない行があります</translation>
    </message>
    <message>
        <source>a row does not have a whole step from -2^53 to 2^53</source>
        <translation>-2^53 から 2^53 までの整数のステップがない行があります</translation>
    </message>
    <message>
        <source>it is UTF-16; save it as UTF-8</source>
        <translation>UTF-16 です。UTF-8 で保存してください</translation>
    </message>
    <message>
        <source>its first line has two columns named %1; rename one</source>
        <translation>最初の行に %1 という名前の列が 2 つあります。一方の名前を変更してください</translation>
    </message>
    <message>
        <source>a line is not &quot;milliseconds value step&quot;</source>
        <translation>「ミリ秒 値 ステップ」ではない行があります</translation>
    </message>
    <message>
        <source>cannot read the event file %1</source>
        <translation>イベントファイル %1 を読めません</translation>
    </message>
    <message>
        <source>the file ends before, at byte %1</source>
        <translation>ファイルはその前のバイト %1 で終わっています</translation>
    </message>
    <message>
        <source>the checksum of a record&apos;s length is wrong</source>
        <translation>レコード長のチェックサムが合いません</translation>
    </message>
    <message>
        <source>a record is not a tensorflow.Event</source>
        <translation>tensorflow.Event ではないレコードがあります</translation>
    </message>
    <message>
        <source>the checksum of a record is wrong</source>
        <translation>レコードのチェックサムが合いません</translation>
    </message>
    <message>
        <source>cannot create the event file %1</source>
        <translation>イベントファイル %1 を作成できません</translation>
    </message>
    <message>
        <source>cannot truncate %1 to its last complete record</source>
        <translation>%1 を最後の完全なレコードまで切り詰められません</translation>
    </message>
    <message>
        <source>cannot sync the event file %1</source>
        <translation>イベントファイル %1 を同期できません</translation>
    </message>
    <message>
        <source>%1 lacks the key &quot;%2&quot;</source>
        <translation>%1にキー &quot;%2&quot; がありません</translation>
    </message>
    <message>
        <source>%1, key &quot;%2&quot;: expected %3, got a %4</source>
        <translation>%1のキー &quot;%2&quot;: %3のはずが %4 です</translation>
    </message>
    <message>
        <source>the plan record</source>
        <translation>計画のレコード</translation>
    </message>
    <message>
        <source>the epoch record</source>
        <translation>エポックのレコード</translation>
    </message>
    <message>
        <source>the evaluation record</source>
        <translation>評価のレコード</translation>
    </message>
    <message>
        <source>the result record</source>
        <translation>結果のレコード</translation>
    </message>
    <message>
        <source>the client&apos;s record</source>
        <translation>クライアントの記録</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>オブジェクト</translation>
    </message>
    <message>
        <source>cannot keep a file in memory</source>
        <translation>ファイルをメモリに置けません</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a list of CPUs; expected numbers and ranges such as 0-3,6</source>
        <translation>&quot;%1&quot; は CPU のリストではありません。番号と範囲で書きます（例: 0-3,6）</translation>
    </message>
    <message>
        <source>cannot set %1 bytes aside in %2</source>
        <translation>%2 に %1 バイトを確保できません</translation>
    </message>
    <message>
        <source>cannot read which CPUs may be used</source>
        <translation>使ってよい CPU を読み取れません</translation>
    </message>
    <message>
        <source>/proc/meminfo has no MemTotal</source>
        <translation>/proc/meminfo に MemTotal がありません</translation>
    </message>
    <message>
        <source>%1 ended before it had started %2; see %3</source>
        <translation>%1 が %2 を起動する前に終わりました。%3 を参照してください</translation>
    </message>
    <message>
        <source>%1 left no record of its task</source>
        <translation>%1 がタスクの記録を残していません</translation>
    </message>
    <message>
        <source>another user&apos;s program</source>
        <translation>ほかのユーザーのプログラム</translation>
    </message>
    <message>
        <source>cannot make a socket</source>
        <translation>ソケットを作れません</translation>
    </message>
    <message>
        <source>cannot duplicate a descriptor</source>
        <translation>ディスクリプターを複製できません</translation>
    </message>
    <message>
        <source>action is missing (expected ADD, REMOVE or CLEAN)</source>
        <translation>action がありません (ADD、REMOVE または CLEAN を指定してください)</translation>
    </message>
    <message>
        <source>cannot draw a random name</source>
        <translation>ランダムな名前を生成できません</translation>
    </message>
    <message>
        <source>`%1` cannot be the name of a node (expected 1 to %2 letters, digits, - _ or ., and neither local nor auto); choose one with --name</source>
        <translation>`%1` はノードの名前にできません (1～%2 文字の英数字、-、_、. を使い、local と auto 以外にしてください)。--name で指定してください</translation>
    </message>
    <message>
        <source>there is no node %1; `trainyard --headless nodes` lists them, and `nodes add` adds one</source>
        <translation>ノード %1 はありません。`trainyard --headless nodes` で一覧を表示し、`nodes add` で追加できます</translation>
    </message>
    <message>
        <source>node %1 has no libtorch that its worker starts with; run `trainyard --headless nodes prepare %2`</source>
        <translation>ノード %1 には、ワーカーの起動に使える libtorch がありません。`trainyard --headless nodes prepare %2` を実行してください</translation>
    </message>
    <message>
        <source>node %1 has no libtorch that its worker starts with (%2); run `trainyard --headless nodes prepare %3`</source>
        <translation>ノード %1 には、ワーカーの起動に使える libtorch がありません（%2）。`trainyard --headless nodes prepare %3` を実行してください</translation>
    </message>
    <message>
        <source>this machine has no libtorch that its worker starts with (%1); install it again</source>
        <translation>このマシンには、ワーカーの起動に使える libtorch がありません（%1）。インストールし直してください</translation>
    </message>
    <message>
        <source>run %1 has tasks on node %2; stop it first</source>
        <translation>実行 %1 のタスクがノード %2 にあります。先に停止してください</translation>
    </message>
    <message>
        <source>node %1 cannot be reached, and has tasks of %2; if the machine will not come back, `trainyard --headless nodes remove %3 --force` abandons it</source>
        <translation>ノード %1 に接続できません。このノードには %2 のタスクがあります。マシンが戻らない場合は `trainyard --headless nodes remove %3 --force` で見限ることができます</translation>
    </message>
    <message>
        <source>node %1 can be reached, so it is not abandoned: stop what has tasks there (%2), and remove it then</source>
        <translation>ノード %1 には接続できるため、見限りません。そこにタスクがある実行 (%2) を停止してから削除してください</translation>
    </message>
    <message>
        <source>node %1 was abandoned: its tasks count as lost (%2)</source>
        <translation>ノード %1 を見限りました。そのタスクは失われたものとして扱われます (%2)</translation>
    </message>
    <message>
        <source>node %1 was abandoned: what this run had still to ask of it fails</source>
        <translation>ノード %1 を見限りました。この実行がまだそのノードに求めていたことは失敗します</translation>
    </message>
    <message>
        <source>%1; if the machine will not come back, `trainyard --headless nodes remove %2 --force` abandons it</source>
        <translation>%1。マシンが戻らない場合は `trainyard --headless nodes remove %2 --force` で見限ることができます</translation>
    </message>
    <message>
        <source>the address of node %1 is unknown, because its SSH server was not reached over a network; tasks on it could not be reached</source>
        <translation>ノード %1 の SSH サーバーにはネットワーク経由で接続していないため、アドレスが分かりません。そこにあるタスクに接続できません</translation>
    </message>
    <message>
        <source>node %1 reaches this machine at %2, and another node of the run at %3; use nodes of one network</source>
        <translation>ノード %1 からこのマシンへのアドレスは %2 ですが、この実行の別のノードからは %3 です。同じネットワークのノードを使ってください</translation>
    </message>
    <message>
        <source>%1 has %2 bytes, and what follows begins at %3</source>
        <translation>%1 は %2 バイトですが、続きは %3 バイト目から始まります</translation>
    </message>
    <message>
        <source>%1 is not in the run&apos;s folder</source>
        <translation>%1 は実行のフォルダーの中にありません</translation>
    </message>
    <message>
        <source>node %1 is already there (%2); choose another name with --name, or remove it first</source>
        <translation>ノード %1 はすでにあります (%2)。--name で別の名前を指定するか、先に削除してください</translation>
    </message>
    <message>
        <source>node %1 was not added: %2</source>
        <translation>ノード %1 は追加されませんでした: %2</translation>
    </message>
    <message>
        <source>it does not answer</source>
        <translation>応答しません</translation>
    </message>
    <message>
        <source>attempt %1 of run %2 was refused by the node, which has attempt %3 since</source>
        <translation>実行 %2 の試行 %1 はノードに拒否されました。ノードにはその後の試行 %3 があります</translation>
    </message>
    <message>
        <source>%1 (if the home was restored from an older copy, branch the run)</source>
        <translation>%1 (ホームが古いコピーから復元された場合は、実行を分岐してください)</translation>
    </message>
    <message>
        <source>the node does not know this call; install the same version of Trainyard on both machines</source>
        <translation>ノードはこの呼び出しに対応していません。両方のマシンに同じバージョンの Trainyard をインストールしてください</translation>
    </message>
    <message>
        <source>its agent did not answer within %1 s</source>
        <translation>エージェントが %1 秒以内に応答しませんでした</translation>
    </message>
    <message>
        <source>the connection ended (%1)</source>
        <translation>接続が終了しました (%1)</translation>
    </message>
    <message>
        <source>the node has a version of Trainyard that cannot be a node, the home has %1; install the same version on both machines</source>
        <translation>ノードの Trainyard はノードとして使えないバージョンです (ホームは %1)。両方のマシンに同じバージョンをインストールしてください</translation>
    </message>
    <message>
        <source>the node refused connection %1 of this home, which has opened connection %2 since; another agent of the same home controls the node now</source>
        <translation>ノードはこのホームの接続 %1 を拒否しました。その後に接続 %2 が開かれており、現在は同じホームの別のエージェントがノードを制御しています</translation>
    </message>
    <message>
        <source>%1 (if the home was restored from an older copy and has no other agent, delete %2 on the node)</source>
        <translation>%1 (ホームが古いコピーから復元され、ほかにエージェントがない場合は、ノードの %2 を削除してください)</translation>
    </message>
    <message>
        <source>%1 (if the home was restored from an older copy and has no other agent, run `trainyard --headless agent stop` on the node, and delete %2 there)</source>
        <translation>%1 (ホームが古いコピーから復元され、ほかにエージェントがない場合は、ノードで `trainyard --headless agent stop` を実行し、ノードの %2 を削除してください)</translation>
    </message>
    <message>
        <source>%1 is damaged (%2); it keeps older agents of a home and older attempts from writing: delete it once none of them is running</source>
        <translation>%1 は壊れています (%2)。このファイルは、ホームの古いエージェントと古い試行による書き込みを防ぎます。それらがどれも動いていないことを確かめてから削除してください</translation>
    </message>
    <message>
        <source>its &quot;%1&quot; is not a whole number</source>
        <translation>「%1」が整数ではありません</translation>
    </message>
    <message>
        <source>the home has Trainyard %1 (node protocol %2 to %3), the node has %4 (%5 to %6): they have no common version; install the same version on both machines</source>
        <translation>ホームの Trainyard は %1 (ノードプロトコル %2～%3)、ノードは %4 (%5～%6) で、共通のバージョンがありません。両方のマシンに同じバージョンをインストールしてください</translation>
    </message>
    <message>
        <source>the agent of node %1 was restarted while it started %2; start it again</source>
        <translation>ノード %1 のエージェントは %2 の起動中に再起動されました。もう一度起動してください</translation>
    </message>
    <message>
        <source>node %1 cannot be reached: %2</source>
        <translation>ノード %1 に接続できません: %2</translation>
    </message>
    <message>
        <source>the agent on %1 cannot be used: %2</source>
        <translation>%1 のエージェントを使用できません: %2</translation>
    </message>
    <message>
        <source>node %1 cannot be reached: the change waits until it can be, and the run trains on as before until then (%2)</source>
        <translation>ノード %1 に接続できません。変更は接続できるまで待ち、それまで実行はこれまでどおり学習を続けます (%2)</translation>
    </message>
    <message>
        <source>node %1 cannot be reached: the run is restarted once it can be, as its tasks may still be running (%2)</source>
        <translation>ノード %1 に接続できません。そのタスクがまだ動いているかもしれないため、実行は接続できるようになってから再開始されます (%2)</translation>
    </message>
    <message>
        <source>node %1 cannot be reached: the pause waits until it can be, and the run trains on until then (%2)</source>
        <translation>ノード %1 に接続できません。一時停止は接続できるまで待ち、それまで実行は学習を続けます (%2)</translation>
    </message>
    <message>
        <source>node %1 cannot be reached: the stop waits until it can be, and the run trains on until then (%2)</source>
        <translation>ノード %1 に接続できません。停止は接続できるまで待ち、それまで実行は学習を続けます (%2)</translation>
    </message>
    <message>
        <source>node %1 cannot be reached: the training stops all the same, and the run ends once it can be (%2)</source>
        <translation>ノード %1 に接続できません。学習はそれでも停止し、実行は接続できたときに終了します (%2)</translation>
    </message>
    <message>
        <source>node %1 cannot be reached: no task is left, and the run ends once it can be, where a checkpoint is searched for (%2)</source>
        <translation>ノード %1 に接続できません。タスクは残っておらず、チェックポイントを探しているこのノードに接続できたときに実行は終了します (%2)</translation>
    </message>
    <message>
        <source>node %1 cannot be reached: its tasks are killed as soon as it can be, and the run ends then; those of other machines are killed now (%2)</source>
        <translation>ノード %1 に接続できません。そのタスクは接続でき次第強制終了され、実行はそのとき終了します。他のマシンのタスクは今すぐ強制終了されます (%2)</translation>
    </message>
    <message>
        <source>place the tasks on one of the names, unless they need two accounts</source>
        <translation>2 つのアカウントが必要でなければ、タスクを一方の名前に配置してください</translation>
    </message>
    <message>
        <source>nodes %1 and %2 are one machine under two names or accounts: their tasks share its GPUs and cores</source>
        <translation>ノード %1 と %2 は、名前またはアカウントが異なる同じマシンです。タスクはその GPU とコアを共有します</translation>
    </message>
    <message>
        <source>its disk has %1 KiB free; free some space there, or set TRAINYARD_HOME to a folder on a larger disk</source>
        <translation>そのディスクの空きは %1 KiB です。空きを増やすか、TRAINYARD_HOME をより大きなディスクのフォルダにしてください</translation>
    </message>
    <message>
        <source>cannot write to the home %1</source>
        <translation>ホーム %1 に書き込めません</translation>
    </message>
    <message>
        <source>%1; make it writable, or set TRAINYARD_HOME to a folder that is</source>
        <translation>%1。書き込めるようにするか、TRAINYARD_HOME を書き込めるフォルダにしてください</translation>
    </message>
    <message>
        <source>the same machine as %1, under another name or account: they share its GPUs and cores, and no task is given what another has</source>
        <translation>%1 と同じマシンです（別の名前またはアカウント）。GPU とコアは共有され、他のタスクのものが割り当てられることはありません</translation>
    </message>
    <message>
        <source>node %1 does not answer</source>
        <translation>ノード %1 が応答しません</translation>
    </message>
    <message>
        <source>ssh ended without a message</source>
        <translation>ssh がメッセージなしで終了しました</translation>
    </message>
    <message>
        <source>it printed &quot;%1&quot; in place of the agent&apos;s greeting</source>
        <translation>エージェントの挨拶の代わりに「%1」が出力されました</translation>
    </message>
    <message>
        <source>%1 is damaged (%2)</source>
        <translation>%1 は壊れています (%2)</translation>
    </message>
    <message>
        <source>the file of nodes could not be read and is now %1: %2; add the nodes again</source>
        <translation>ノードのファイルを読めなかったため %1 に名前を変えました: %2。ノードを追加し直してください</translation>
    </message>
    <message>
        <source>it cannot be described: %1</source>
        <translation>情報を取得できません: %1</translation>
    </message>
    <message>
        <source>%1 was replaced while it was being sent; restart the agent</source>
        <translation>%1 は送信中に置き換えられました。エージェントを再起動してください</translation>
    </message>
    <message>
        <source>%1 cannot be in an archive: its name or content is too long</source>
        <translation>%1 はアーカイブに入れられません: 名前または内容が長すぎます</translation>
    </message>
    <message>
        <source>%1 is not a program that uses shared libraries</source>
        <translation>%1 は共有ライブラリを使うプログラムではありません</translation>
    </message>
    <message>
        <source>cannot list the libraries of %1: %2</source>
        <translation>%1 のライブラリを一覧できません: %2</translation>
    </message>
    <message>
        <source>%1 needs %2, which is not on this machine</source>
        <translation>%1 には %2 が必要ですが、このマシンにありません</translation>
    </message>
    <message>
        <source>%1 has no trainyard-worker that uses libtorch; build or install it with libtorch, then restart the agent</source>
        <translation>%1 に libtorch を使う trainyard-worker がありません。libtorch 付きでビルドまたはインストールし、エージェントを再起動してください</translation>
    </message>
    <message>
        <source>%1 has processors of type %2, and this build of Trainyard is for %3</source>
        <translation>%1 のプロセッサは %2 ですが、この Trainyard は %3 用です</translation>
    </message>
    <message>
        <source>%1 has %2 free for Trainyard, and %3 are needed; free some space there, or set TRAINYARD_HOME there to a folder on a larger disk</source>
        <translation>%1 で Trainyard に使える空きは %2 で、%3 が必要です。空きを増やすか、TRAINYARD_HOME をより大きなディスクのフォルダにしてください</translation>
    </message>
    <message>
        <source>the disk of %1 is full: %2 are needed; free some space there, or set TRAINYARD_HOME there to a folder on a larger disk</source>
        <translation>%1 のディスクがいっぱいです。%2 が必要です。空きを増やすか、TRAINYARD_HOME をより大きなディスクのフォルダにしてください</translation>
    </message>
    <message>
        <source>cannot write to the home of Trainyard on %1: %2; make it writable, or set TRAINYARD_HOME there to a folder that is</source>
        <translation>%1 の Trainyard のホームに書き込めません: %2。書き込めるようにするか、TRAINYARD_HOME を書き込めるフォルダにしてください</translation>
    </message>
    <message>
        <source>what was sent to %1 does not run there: %2</source>
        <translation>%1 に送ったものがそこで動きません: %2</translation>
    </message>
    <message>
        <source>what arrived on %1 is not what was sent; try again</source>
        <translation>%1 に届いた内容が送ったものと一致しません。もう一度試してください</translation>
    </message>
    <message>
        <source>%1 has no `gzip`, which unpacks what is sent; install it there</source>
        <translation>%1 には、送信されたものを展開する `gzip` がありません。そこにインストールしてください</translation>
    </message>
    <message>
        <source>its key is not the known one: ask whoever runs %1 why, before you remove the old key with ssh-keygen -R</source>
        <translation>ホスト鍵が既知のものと異なります。ssh-keygen -R で古い鍵を削除する前に、%1 の管理者に理由を確認してください</translation>
    </message>
    <message>
        <source>its key is not known: run `ssh %1` once, compare the fingerprint, and accept it</source>
        <translation>ホスト鍵が未知です。`ssh %1` を一度実行し、フィンガープリントを確認して受け入れてください</translation>
    </message>
    <message>
        <source>cannot reach %1 by ssh: %2 (%3)</source>
        <translation>ssh で %1 に接続できません: %2 (%3)</translation>
    </message>
    <message>
        <source>what was sent to %1 is not there</source>
        <translation>%1 に送ったものが見つかりません</translation>
    </message>
    <message>
        <source>the Linux of this machine is too old: Trainyard needs 5.3 or newer (pidfd_open)</source>
        <translation>このマシンの Linux は古すぎます: Trainyard には 5.3 以降が必要です (pidfd_open)</translation>
    </message>
    <message>
        <source>cannot reach %1 by ssh: %2</source>
        <translation>ssh で %1 に接続できません: %2</translation>
    </message>
    <message>
        <source>%1 is not the address of a node: %2; expected HOST, USER@HOST or ssh://USER@HOST:PORT</source>
        <translation>%1 はノードのアドレスではありません: %2。HOST、USER@HOST、または ssh://USER@HOST:PORT を指定してください</translation>
    </message>
    <message>
        <source>the name of the host is missing</source>
        <translation>ホスト名がありません</translation>
    </message>
    <message>
        <source>the name of the host, %1, begins with a hyphen</source>
        <translation>ホスト名 %1 がハイフンで始まっています</translation>
    </message>
    <message>
        <source>%1 cannot be the name of a host</source>
        <translation>%1 はホスト名として使えません</translation>
    </message>
    <message>
        <source>the name of the user, before the @, is missing</source>
        <translation>@ の前のユーザー名がありません</translation>
    </message>
    <message>
        <source>%1 cannot be the name of a user</source>
        <translation>%1 はユーザー名として使えません</translation>
    </message>
    <message>
        <source>the port, after the colon, is missing</source>
        <translation>コロンの後のポートがありません</translation>
    </message>
    <message>
        <source>its port, %1, is not a number from 1 to %2</source>
        <translation>ポート %1 は 1 から %2 までの数値ではありません</translation>
    </message>
    <message>
        <source>a port is given as ssh://%1%2%3</source>
        <translation>ポートは ssh://%1%2%3 の形式で指定します</translation>
    </message>
    <message>
        <source>%1, after the host, has no meaning</source>
        <translation>ホストの後の %1 には意味がありません</translation>
    </message>
    <message>
        <source>ssh takes no IPv6 address in a URI: leave out ssh:// and the brackets, and set the port in the configuration of ssh</source>
        <translation>ssh は URI 内の IPv6 アドレスを受け付けません。ssh:// と角括弧を省き、ポートは ssh の設定で指定してください</translation>
    </message>
    <message>
        <source>it has not answered yet</source>
        <translation>まだ応答がありません</translation>
    </message>
    <message>
        <source>local is the machine of the agent itself; it is neither prepared nor removed</source>
        <translation>local はエージェント自身のマシンです。準備も削除もできません</translation>
    </message>
    <message>
        <source>node %1 occurs twice</source>
        <translation>ノード %1 が重複しています</translation>
    </message>
    <message>
        <source>node %1 lacks %2, or has it with different contents (files to send: %3, bytes: %4)</source>
        <translation>ノード %1 に %2 がないか、内容が異なります（送信するファイル: %3 個、%4 バイト）</translation>
    </message>
    <message>
        <source>send them: `--send` on the command line, Send in the window</source>
        <translation>コマンドラインでは `--send`、ウィンドウでは「送信」で送ってください</translation>
    </message>
    <message>
        <source>node %1: %2</source>
        <translation>ノード %1: %2</translation>
    </message>
    <message>
        <source>node %1 answered for %2 of %3 files</source>
        <translation>ノード %1 の応答は %3 個のファイルのうち %2 個分です</translation>
    </message>
    <message>
        <source>%1 changed while it was sent; send it again</source>
        <translation>%1 は送信中に変更されました。もう一度送信してください</translation>
    </message>
    <message>
        <source>%1 is not the name of a file that can be sent to a node</source>
        <translation>%1 はノードに送信できるファイルの名前ではありません</translation>
    </message>
    <message>
        <source>%1 is in the way: it is not, or no longer, what was sent there; move it away</source>
        <translation>%1 が邪魔になっています。送信したものではないか、その後変更されています。別の場所に移動してください</translation>
    </message>
    <message>
        <source>%1 has %2 bytes, and what follows begins at %3; send it again</source>
        <translation>%1 は %2 バイトですが、続きは %3 から始まっています。もう一度送信してください</translation>
    </message>
    <message>
        <source>%1 cannot be sent: it is neither a regular file nor a link to one in the same folder; copy the folder to the same path of the other machine</source>
        <translation>%1 は送信できません。通常のファイルでも、同じフォルダー内のファイルへのリンクでもありません。フォルダーをもう一方のマシンの同じパスにコピーしてください</translation>
    </message>
    <message>
        <source>%1 has more than %2 files, which are too many to send; copy it to the same path of the other machine</source>
        <translation>%1 には %2 個を超えるファイルがあり、多すぎて送信できません。もう一方のマシンの同じパスにコピーしてください</translation>
    </message>
    <message>
        <source>no other machine is used: %1; correct that and restart the agent</source>
        <translation>他のマシンは使用されません: %1。問題を解決してからエージェントを再起動してください</translation>
    </message>
    <message>
        <source>port %1 is in use by %2; end it, or choose another port or none</source>
        <translation>ポート %1 は %2 が使用中です。終了させるか、別のポートにするか、ポートを省いてください</translation>
    </message>
    <message>
        <source>cannot take port %1</source>
        <translation>ポート %1 を使えません</translation>
    </message>
    <message>
        <source>cannot read a socket&apos;s port</source>
        <translation>ソケットのポートを読み取れません</translation>
    </message>
    <message>
        <source>there is no process %1</source>
        <translation>プロセス %1 はありません</translation>
    </message>
    <message>
        <source>no process is named</source>
        <translation>プロセスが指定されていません</translation>
    </message>
    <message>
        <source>cannot watch process %1</source>
        <translation>プロセス %1 を監視できません</translation>
    </message>
    <message>
        <source>process %1 has ended</source>
        <translation>プロセス %1 は終わっています</translation>
    </message>
    <message>
        <source>%1 is not the record of a task: %2</source>
        <translation>%1 はタスクの記録ではありません: %2</translation>
    </message>
    <message>
        <source>cannot become the reaper of the task&apos;s processes</source>
        <translation>タスクのプロセスの回収役になれません</translation>
    </message>
    <message>
        <source>cannot enter the working folder %1</source>
        <translation>作業フォルダ %1 に入れません</translation>
    </message>
    <message>
        <source>cannot run on the CPUs %1</source>
        <translation>CPU %1 では動かせません</translation>
    </message>
    <message>
        <source>cannot start the program %1</source>
        <translation>プログラム %1 を起動できません</translation>
    </message>
    <message>
        <source>cannot find the program that was just started</source>
        <translation>今起動したプログラムが見つかりません</translation>
    </message>
    <message>
        <source>the launcher did not wait for the start</source>
        <translation>起動元が起動を待ちませんでした</translation>
    </message>
    <message>
        <source>ptrace is not permitted, as in a container without CAP_SYS_PTRACE</source>
        <translation>ptrace が許可されていません（CAP_SYS_PTRACE のないコンテナなど）</translation>
    </message>
    <message>
        <source>kernel.yama.ptrace_scope is %1; `sudo sysctl kernel.yama.ptrace_scope=0` allows it</source>
        <translation>kernel.yama.ptrace_scope が %1 です。`sudo sysctl kernel.yama.ptrace_scope=0` で許可されます</translation>
    </message>
    <message>
        <source>process %1 is tracing it, as a debugger does</source>
        <translation>プロセス %1 がデバッガのようにトレース中です</translation>
    </message>
    <message>
        <source>the kernel does not allow reading the stacks of process %1: %2</source>
        <translation>カーネルがプロセス %1 のスタックの読み取りを許しません: %2</translation>
    </message>
    <message>
        <source>%1 shows no stack of process %2: %3</source>
        <translation>%1 がプロセス %2 のスタックを表示しません: %3</translation>
    </message>
    <message>
        <source>it prints nothing</source>
        <translation>何も出力していません</translation>
    </message>
    <message>
        <source>%1 has not read the stacks of process %2 within %3 s</source>
        <translation>%1 は %3 秒以内にプロセス %2 のスタックを読めませんでした</translation>
    </message>
    <message>
        <source>the request for the stacks was cancelled</source>
        <translation>スタックを待つ相手がもういません</translation>
    </message>
    <message>
        <source>stacks are read with %1, which is not installed: install the package elfutils</source>
        <translation>スタックの読み取りに使う %1 がインストールされていません: パッケージ elfutils を入れてください</translation>
    </message>
    <message>
        <source>action is missing (expected SAVE or DELETE)</source>
        <translation>action がありません（SAVE か DELETE）</translation>
    </message>
    <message>
        <source>cannot ask for the space in %1</source>
        <translation>%1 の空き容量を調べられません</translation>
    </message>
    <message>
        <source>request_id is empty; a call that changes something needs one</source>
        <translation>request_id が空です。何かを変更する呼び出しには必要です</translation>
    </message>
    <message>
        <source>%1 %2 speaks protocol %3–%4, this agent (%5) speaks %6–%7; install the same version of both, and end the old agent with `agent stop`</source>
        <translation>%1 %2 のプロトコルは %3～%4、このエージェント（%5）は %6～%7 です。両方を同じバージョンにし、古いエージェントは `agent stop` で終了してください</translation>
    </message>
    <message>
        <source>another process</source>
        <translation>別のプロセス</translation>
    </message>
    <message>
        <source>cannot lock %1</source>
        <translation>%1 をロックできません</translation>
    </message>
    <message>
        <source>another trainyard-agent (%1) serves %2; use that one, or end it with `trainyard --headless agent stop`</source>
        <translation>別の trainyard-agent（%1）が %2 を受け持っています。それを使うか、`trainyard --headless agent stop` で終了してください</translation>
    </message>
    <message>
        <source>%1 is not a folder of this user; the agent&apos;s socket needs one that nobody else can open: set XDG_RUNTIME_DIR to a folder of yours, or choose a shorter TRAINYARD_HOME</source>
        <translation>%1 はこのユーザーのフォルダではありません。エージェントのソケットには他の誰も開けないフォルダが必要です。XDG_RUNTIME_DIR に自分のフォルダを設定するか、より短い TRAINYARD_HOME を選んでください</translation>
    </message>
    <message>
        <source>other users can change the home %1 (owner %2, mode %3); what they put there would run as you. Make it yours and run chmod go-w on it, or choose another folder in TRAINYARD_HOME</source>
        <translation>ホーム %1 は他のユーザーが変更できます（所有者 %2、モード %3）。そこに置かれたものはあなたの権限で実行されます。自分の所有にして chmod go-w を実行するか、TRAINYARD_HOME で別のフォルダを選んでください</translation>
    </message>
    <message>
        <source>%1 is a link, and the agent&apos;s log is written into no other place; remove it</source>
        <translation>%1 はリンクです。エージェントのログは他の場所には書き込まれません。削除してください</translation>
    </message>
    <message>
        <source>cannot determine which process listens at %1</source>
        <translation>%1 で誰が待ち受けているか確認できません</translation>
    </message>
    <message>
        <source>another user (uid %1) listens at %2, where your agent would be; set XDG_RUNTIME_DIR to a folder of yours, or choose a shorter TRAINYARD_HOME</source>
        <translation>エージェントがあるはずの %2 で別のユーザー（uid %1）が待ち受けています。XDG_RUNTIME_DIR に自分のフォルダを設定するか、より短い TRAINYARD_HOME を選んでください</translation>
    </message>
    <message>
        <source>%1 can be opened by others (mode %2); run chmod 700 on it, or choose another folder for the socket</source>
        <translation>%1 はほかの人も開けます（モード %2）。chmod 700 を実行するか、ソケットに別のフォルダを選んでください</translation>
    </message>
    <message>
        <source>cannot listen on %1</source>
        <translation>%1 で待ち受けできません</translation>
    </message>
    <message>
        <source>event %1 of run %2 is damaged in the store</source>
        <translation>ストアにある実行 %2 のイベント %1 が壊れています</translation>
    </message>
    <message>
        <source>the agent at %1 did not answer in time; see its log</source>
        <translation>%1 のエージェントが時間内に応答しませんでした。ログを確認してください</translation>
    </message>
    <message>
        <source>the agent at %1 refused the request: %2</source>
        <translation>%1 のエージェントが要求を拒否しました: %2</translation>
    </message>
    <message>
        <source>the agent at %1 is Trainyard %2 (protocol %3 to %4), this program is %5 (protocol %6 to %7): they have no common version. Stop that agent with the program it came with (`agent stop`), then try again</source>
        <translation>%1 のエージェントは Trainyard %2（プロトコル %3～%4）、このプログラムは %5（プロトコル %6～%7）で、共通のバージョンがありません。そのエージェントを付属のプログラムで停止して（`agent stop`）からやり直してください</translation>
    </message>
    <message>
        <source>no agent answers at %1: %2</source>
        <translation>%1 でエージェントが応答しません: %2</translation>
    </message>
    <message>
        <source>no agent is running, and none can be started</source>
        <translation>エージェントが動いておらず、起動もできません</translation>
    </message>
    <message>
        <source>cannot start the agent %1 with its log %2</source>
        <translation>エージェント %1 をログ %2 で起動できません</translation>
    </message>
    <message>
        <source>exited with code %1</source>
        <translation>終了コード %1 で終了しました</translation>
    </message>
    <message>
        <source>the path of the socket %1 is too long (%2 bytes, at most %3); choose a shorter one</source>
        <translation>ソケット %1 のパスが長すぎます (%2 バイト、上限は %3 バイト)。より短いパスを指定してください</translation>
    </message>
    <message>
        <source>cannot connect to %1</source>
        <translation>%1 に接続できません</translation>
    </message>
    <message>
        <source>cannot watch the agent that was just started</source>
        <translation>今起動したエージェントを監視できません</translation>
    </message>
    <message>
        <source>the agent %1 %2 at its start; the end of its log %3:%4</source>
        <translation>エージェント %1 は起動時に%2。ログ %3 の末尾:%4</translation>
    </message>
    <message>
        <source>was killed by signal %1 (SIG%2)</source>
        <translation>シグナル %1 (SIG%2) で強制終了しました</translation>
    </message>
    <message>
        <source>the agent (pid %1) was started, but its socket %2 does not answer; the end of its log %3:%4</source>
        <translation>エージェント (pid %1) を起動しましたが、ソケット %2 が応答しません。ログ %3 の末尾:%4</translation>
    </message>
    <message>
        <source>--agent %1: agents of other machines are reached by ssh:// only in this version; use ssh://user@host, or leave --agent out for this machine&apos;s own</source>
        <translation>--agent %1: このバージョンでは、ほかのマシンのエージェントには ssh:// でのみ接続できます。ssh://user@host を使うか、--agent を省いてこのマシンのものを使ってください</translation>
    </message>
    <message>
        <source>lost the connection to the agent at %1: %2; runs continue without it, try again</source>
        <translation>%1 のエージェントとの接続が切れました: %2。実行はそれなしで続いています。もう一度試してください</translation>
    </message>
    <message>
        <source>no agent is running on %1</source>
        <translation>%1 ではエージェントが動作していません</translation>
    </message>
    <message>
        <source>--agent %1: expected unix:PATH, ssh://user@host or tls://host:port</source>
        <translation>--agent %1: unix:PATH、ssh://user@host、tls://host:port のどれかです</translation>
    </message>
    <message>
        <source>roles: a strategy names the roles it has</source>
        <translation>roles: ストラテジーは持つ役割を挙げます</translation>
    </message>
    <message>
        <source>options: %1</source>
        <translation>オプション: %1</translation>
    </message>
    <message>
        <source>the default of options.%1: %2</source>
        <translation>options.%1 の既定値: %2</translation>
    </message>
    <message>
        <source>%1: the plugin id `%2` is already used by %3; this plugin is ignored</source>
        <translation>%1: プラグイン ID `%2` は %3 が使っています。こちらは除かれます</translation>
    </message>
    <message>
        <source>the trusted plugin %1 cannot be read (%2); `trainyard --headless plugins distrust %3` takes it off the list</source>
        <translation>信頼済みのプラグイン %1 を読み込めません（%2）。`trainyard --headless plugins distrust %3` で一覧から外せます</translation>
    </message>
    <message>
        <source>the list of trusted plugins is not used, because other users can change %1 (owner %2, mode %3). Make it yours, and run chmod go-w on it</source>
        <translation>信頼済みプラグインの一覧は使われません。ほかのユーザーが %1 を変更できるためです（所有者 %2、モード %3）。所有者を自分にし、chmod go-w を実行してください</translation>
    </message>
    <message>
        <source>the TorchScript module %1 has %2 parameters, %3 of them trained; how much memory a step needs is not known beforehand</source>
        <translation>TorchScript モジュール %1 のパラメータは %2 個で、そのうち %3 個が学習されます。1 ステップに必要なメモリは事前には分かりません</translation>
    </message>
    <message>
        <source>a TorchScript module trains only on this machine, where it is trusted, and %1 is on %2</source>
        <translation>TorchScript モジュールを学習できるのは、信頼済みであるこのマシンだけですが、%1 は %2 にあります</translation>
    </message>
    <message>
        <source>the worker that loaded the TorchScript module %1 ended without an answer</source>
        <translation>TorchScript モジュール %1 を読み込んだワーカーは、応答せずに終了しました</translation>
    </message>
    <message>
        <source>the TorchScript module %1 did not compute two samples within %2 s</source>
        <translation>TorchScript モジュール %1 は %2 秒以内に 2 サンプルを計算できませんでした</translation>
    </message>
    <message>
        <source>the TorchScript module %1 has no parameters that can be trained (a frozen one has none)</source>
        <translation>TorchScript モジュール %1 には学習できるパラメータがありません（freeze されたモジュールにはありません）</translation>
    </message>
    <message>
        <source>the TorchScript module %1 cannot be loaded: %2</source>
        <translation>TorchScript モジュール %1 を読み込めません: %2</translation>
    </message>
    <message>
        <source>the TorchScript module %1 fails for samples of shape %2: %3</source>
        <translation>TorchScript モジュール %1 は形状 %2 のサンプルで失敗します: %3</translation>
    </message>
    <message>
        <source>it returns no tensor with a row for each sample</source>
        <translation>サンプルごとに 1 行を持つテンソルを返しません</translation>
    </message>
    <message>
        <source>it returns a tensor of another shape than when it was loaded</source>
        <translation>読み込み時とは異なる形状のテンソルを返します</translation>
    </message>
    <message>
        <source>%1 is not a complete TorchScript file; torch.jit.script(model).save() writes one</source>
        <translation>%1 は完全な TorchScript ファイルではありません。torch.jit.script(model).save() で書き出せます</translation>
    </message>
    <message>
        <source>TorchScript module</source>
        <translation>TorchScript モジュール</translation>
    </message>
    <message>
        <source>the TorchScript module %1 is not trusted (SHA-256 %2); its code would run as you. If you know who made it, `trainyard --headless plugins trust %3` trusts it</source>
        <translation>TorchScript モジュール %1 は信頼されていません（SHA-256 %2）。そのコードはあなたの権限で実行されます。作成者が分かっている場合は、`trainyard --headless plugins trust %3` で信頼できます</translation>
    </message>
    <message>
        <source>under parameter servers the variables are shared out before a worker has loaded the TorchScript module</source>
        <translation>パラメータサーバーでは、ワーカーが TorchScript モジュールを読み込む前に変数が割り振られます</translation>
    </message>
    <message>
        <source>use a strategy whose replicas train in step, or a model of layers</source>
        <translation>レプリカが歩調を合わせて学習するストラテジーか、レイヤーのモデルを使ってください</translation>
    </message>
    <message>
        <source>what a TorchScript module computes is known only to a worker that has loaded it</source>
        <translation>TorchScript モジュールが何を計算するかは、それを読み込んだワーカーにしか分かりません</translation>
    </message>
    <message>
        <source>the %1 %2 is not trusted any more, because %3 has changed (SHA-256 %4 then, %5 now); `trainyard --headless plugins trust %6` trusts it again</source>
        <translation>%1 %2 はもう信頼されていません。%3 が変更されたためです（SHA-256 は以前 %4、現在 %5）。`trainyard --headless plugins trust %6` で再び信頼できます</translation>
    </message>
    <message>
        <source>%1 is not a list of trusted plugins: %2; remove it, and trust them again</source>
        <translation>%1 は信頼済みプラグインの一覧ではありません: %2。削除してから、もう一度信頼してください</translation>
    </message>
    <message>
        <source>there is no program `%1` (expected one of %2; TRAINYARD_PLUGIN_PATH names further folders)</source>
        <translation>プログラム `%1` はありません（%2 のどれか。TRAINYARD_PLUGIN_PATH でフォルダを追加できます）</translation>
    </message>
    <message>
        <source>expected the keys `strategy` and `cluster`</source>
        <translation>キー `strategy` と `cluster` が必要です</translation>
    </message>
    <message>
        <source>unknown key `%1` (expected strategy, cluster or tf_config)</source>
        <translation>不明なキー `%1`（strategy、cluster、tf_config のどれか）</translation>
    </message>
    <message>
        <source>expected one strategy and its options, such as {name: {}}</source>
        <translation>ストラテジーを 1 つとそのオプションを書きます（例: {name: {}}）</translation>
    </message>
    <message>
        <source>pid %1</source>
        <translation>pid %1（プロセス）</translation>
    </message>
    <message>
        <source>%1 was not set within %2 ms</source>
        <translation>%2 ミリ秒以内に %1 が設定されませんでした</translation>
    </message>
    <message>
        <source>cannot write the task&apos;s record</source>
        <translation>タスクの記録を書き込めません</translation>
    </message>
    <message>
        <source>cannot query the NVIDIA driver for its GPUs: %1 has no %2</source>
        <translation>NVIDIA ドライバーに GPU を問い合わせられません: %1 に %2 がありません</translation>
    </message>
    <message>
        <source>the NVIDIA driver does not answer: %1</source>
        <translation>NVIDIA ドライバーが応答しません: %1</translation>
    </message>
    <message>
        <source>the NVIDIA driver cannot list its GPUs: %1</source>
        <translation>NVIDIA ドライバーが GPU を答えません: %1</translation>
    </message>
    <message>
        <source>%1 %2: %3 exports no %4; was it built with trainyard_add_%5()?</source>
        <translation>%1 %2: %3 が %4 をエクスポートしていません。trainyard_add_%5() でビルドしましたか？</translation>
    </message>
    <message>
        <source>%1 %2 was built for SDK version %3, this is %4: build it again</source>
        <translation>%1 %2 は SDK バージョン %3 用です（こちらは %4）: ビルドし直してください</translation>
    </message>
    <message>
        <source>%1 %2 was built with torch %3, this is %4: build it again</source>
        <translation>%1 %2 は torch %3 でビルドされています（こちらは %4）: ビルドし直してください</translation>
    </message>
    <message>
        <source>the manifest of %1 %2 is for %3 %4, this is %5: build the plugin again, with that version in its manifest</source>
        <translation>%1 %2 のマニフェストは %3 %4 用です（こちらは %5）: そのバージョンをマニフェストに書いて、プラグインをビルドし直してください</translation>
    </message>
    <message>
        <source>the SDK</source>
        <translation>SDK</translation>
    </message>
    <message>
        <source>%1 has the %2 %3, its manifest says %4</source>
        <translation>%1 の中身は %2 %3 ですが、マニフェストでは %4 です</translation>
    </message>
    <message>
        <source>strategy %1 does not take its options: %2</source>
        <translation>ストラテジー %1 がオプションを受け付けません: %2</translation>
    </message>
    <message>
        <source>strategy %1 could not be set up on rank %2: %3</source>
        <translation>ストラテジー %1 をランク %2 で準備できませんでした: %3</translation>
    </message>
    <message>
        <source>the validation data cannot be used</source>
        <translation>検証データを使えません</translation>
    </message>
    <message>
        <source>the program %1 has no loop for parameter servers</source>
        <translation>プログラム %1 にはパラメータサーバー用のループがありません</translation>
    </message>
    <message>
        <source>no plugin for strategy %1 next to this program</source>
        <translation>このプログラムの隣にストラテジー %1 のプラグインがありません</translation>
    </message>
    <message>
        <source>there is not enough memory (%1): use a smaller batch or model, fewer tasks per machine, or a higher limit (`ulimit -v`)</source>
        <translation>メモリが足りません (%1): バッチまたはモデルを小さくするか、1 台あたりのタスクを減らすか、上限を上げてください (`ulimit -v`)</translation>
    </message>
    <message>
        <source>%1 needs %2 MB of address space and is allowed %3 MB: raise the limit (`ulimit -v`, or in the batch system that set it)</source>
        <translation>%1 には %2 MB のアドレス空間が必要ですが、許されているのは %3 MB です: 上限を上げてください (`ulimit -v`、または上限を設定したバッチシステムで)</translation>
    </message>
    <message>
        <source>%1 needs %2 open files and is allowed %3: raise the limit (`ulimit -n`, or in the batch system that set it)</source>
        <translation>%1 には %2 個のファイルを同時に開くことが必要ですが、許可は %3 個です。上限を上げてください（`ulimit -n`、または上限を設定したバッチシステム）</translation>
    </message>
    <message>
        <source>there is nothing to evaluate: `train.data.validation` is null</source>
        <translation>評価するものがありません: `train.data.validation` が null です</translation>
    </message>
    <message>
        <source>the key `train.data.train` is missing</source>
        <translation>キー `train.data.train` がありません</translation>
    </message>
    <message>
        <source>TF_CONFIG is not set: the agent that started this sets it</source>
        <translation>TF_CONFIG が設定されていません: 起動したエージェントが設定するはずです</translation>
    </message>
    <message>
        <source>TF_CONFIG says that this is %1, the agent says %2</source>
        <translation>TF_CONFIG では %1、エージェントでは %2 です</translation>
    </message>
    <message>
        <source>lost another task of the run: %1</source>
        <translation>実行のほかのタスクがいなくなりました: %1</translation>
    </message>
    <message>
        <source>%1 could not join run %2 at %3</source>
        <translation>%1 が %3 の実行 %2 に参加できませんでした</translation>
    </message>
    <message>
        <source>rendezvous of %1</source>
        <translation>%1 の合流</translation>
    </message>
    <message>
        <source>publishing checkpoint %1</source>
        <translation>チェックポイント %1 の公開</translation>
    </message>
    <message>
        <source>%1 is missing</source>
        <translation>%1 がありません</translation>
    </message>
    <message>
        <source>%1 has shape [%2], the model&apos;s is [%3]</source>
        <translation>%1 の形状は [%2] ですが、モデルでは [%3] です</translation>
    </message>
    <message>
        <source>%1 is %2, expected F32, F64, BF16 or F16</source>
        <translation>%1 は %2 ですが、F32、F64、BF16、F16 のどれかのはずです</translation>
    </message>
    <message>
        <source>%1 is no variable of the model</source>
        <translation>%1 はモデルの変数ではありません</translation>
    </message>
    <message>
        <source>%1 does not fit the model: %2</source>
        <translation>%1 がモデルに合いません: %2</translation>
    </message>
    <message>
        <source>there is no memory for a copy of the state (%1 MB)</source>
        <translation>状態のコピー（%1 MB）に使うメモリがありません</translation>
    </message>
    <message>
        <source>the checkpoint of step %1 was not saved: %2</source>
        <translation>ステップ %1 のチェックポイントは保存されませんでした: %2</translation>
    </message>
    <message>
        <source>%1 contains NaN or infinity</source>
        <translation>%1 に NaN か無限大があります</translation>
    </message>
    <message>
        <source>the checkpoint of step %1 was written but not published: %2</source>
        <translation>ステップ %1 のチェックポイントは書き込まれましたが公開されませんでした: %2</translation>
    </message>
    <message>
        <source>a batch past the last step of the data pipeline was requested</source>
        <translation>データパイプラインに最後のステップより先のバッチが要求されました</translation>
    </message>
    <message>
        <source>%1 does not fit the optimizer: %2 has shape [%3], expected [%4]</source>
        <translation>%1 がオプティマイザに合いません: %2 の形状は [%3]、正しくは [%4] です</translation>
    </message>
    <message>
        <source>the optimizer&apos;s %1 is initialised: the checkpoint has none</source>
        <translation>オプティマイザの %1 は初めから始まります: チェックポイントにありません</translation>
    </message>
    <message>
        <source>%1 already exists and is not a saved model; choose another `train.save_model`, or remove it</source>
        <translation>%1 はすでにあり、保存済みモデルではありません。別の `train.save_model` にするか、削除してください</translation>
    </message>
    <message>
        <source>the model was not saved</source>
        <translation>モデルは保存されませんでした</translation>
    </message>
    <message>
        <source>the model is saved when the disk has free space (to end the run without it, stop it with --after now)</source>
        <translation>ディスクに空きができるとモデルを保存します（保存せずに実行を終えるには、--after now で停止してください）</translation>
    </message>
    <message>
        <source>the last checkpoint, of step %1, is saved when the disk has free space (to end the run without it, stop it with --after now)</source>
        <translation>ディスクに空きができると、ステップ %1 の最後のチェックポイントを保存します（保存せずに実行を終えるには、--after now で停止してください）</translation>
    </message>
    <message>
        <source>the last checkpoint, of step %1, was not saved; the newest is %2; resume the run when checkpoints can be written again</source>
        <translation>ステップ %1 の最後のチェックポイントは保存されませんでした。最新のものは %2 です。チェックポイントを再び書き込めるようになったら、実行を再開してください</translation>
    </message>
    <message>
        <source>the last checkpoint, of step %1, was not saved, and there is no other; resume the run when checkpoints can be written</source>
        <translation>ステップ %1 の最後のチェックポイントは保存されませんでした。ほかにチェックポイントはありません。書き込めるようになったら、実行を再開してください</translation>
    </message>
    <message>
        <source>the metrics of this task cannot be written fast enough to %1</source>
        <translation>このタスクの指標の書き込みが %1 に追いつきません</translation>
    </message>
    <message>
        <source>the metrics of this task cannot be written</source>
        <translation>このタスクの指標を書き込めません</translation>
    </message>
    <message>
        <source>training continues, but the metrics of this task wait in its memory: %1</source>
        <translation>学習は続いていますが、このタスクの指標はメモリ内で書き込みを待っています: %1</translation>
    </message>
    <message>
        <source>`train.max_steps` %1 leaves no step to train: epoch %2 (`initial_epoch`) begins after step %3</source>
        <translation>`train.max_steps` %1 では学習するステップがありません。エポック %2（`initial_epoch`）はステップ %3 の後に始まります</translation>
    </message>
    <message>
        <source>an epoch has no step: drop_remainder drops all %1 samples, the global batch is %2</source>
        <translation>エポックにステップがありません: drop_remainder で %1 個のサンプルがすべて除かれます（グローバルバッチは %2）</translation>
    </message>
    <message>
        <source>`train.steps_per_epoch` asks for %1 steps, and the data has %2: each epoch ends there; with `train.data.repeat` auto or true it goes through the data again</source>
        <translation>`train.steps_per_epoch` は %1 ステップを求めていますが、データは %2 ステップ分です。各エポックはそこで終わります。`train.data.repeat` を auto か true にするとデータを繰り返します</translation>
    </message>
    <message>
        <source>the processes do not start at the same step: this one at %1, their mean is %2; give all of them the same checkpoint</source>
        <translation>プロセスの開始ステップがそろっていません: このプロセスは %1、平均は %2 です。すべてに同じチェックポイントを渡してください</translation>
    </message>
    <message>
        <source>the loss of step %1 is %2 in %3</source>
        <translation>%3 でステップ %1 の損失が %2 になりました</translation>
    </message>
    <message>
        <source>the loss of step %1 is NaN or infinite%2; checkpoints before it are good: resume with a smaller learning rate or train.gradient.clip_norm, or set on_failure.not_finite to ignore</source>
        <translation>ステップ %1 の損失が%2 NaN か無限大になりました。それより前のチェックポイントは無事です: 学習率を下げるか train.gradient.clip_norm を使って再開するか、on_failure.not_finite を ignore にしてください</translation>
    </message>
    <message>
        <source>the loss of step %1 is NaN or infinite%2, because sample %3 of the training data (counted from 0) is: fix it or leave it out</source>
        <translation>学習データのサンプル %3（0 から数えて）に NaN または無限大の値があるため、ステップ %1 の損失が%2 NaN または無限大です: そのサンプルを直すか除外してください</translation>
    </message>
    <message>
        <source>the loss of step %1 is NaN or infinite%2, because samples of the training data are: fix them or leave them out</source>
        <translation>学習データに NaN または無限大のサンプルがあるため、ステップ %1 の損失が%2 NaN または無限大です: それらを直すか除外してください</translation>
    </message>
    <message>
        <source>gradients of step %1 are NaN or infinite in float16, although its loss was not scaled: set train.precision to bfloat16 or float32</source>
        <translation>ステップ %1 の勾配が、損失をスケーリングしていないのに float16 で NaN または無限大になりました: train.precision を bfloat16 か float32 にしてください</translation>
    </message>
    <message>
        <source>the loss of step %1 is NaN or infinite, because sample %2 of element %3 of the data set %4 on %5 (counted from 0) is: fix it or leave it out</source>
        <translation>データセット %4（%5）の要素 %3 のサンプル %2（いずれも 0 から数えて）に NaN または無限大の値があるため、ステップ %1 の損失が NaN または無限大です: そのサンプルを直すか除外してください</translation>
    </message>
    <message>
        <source>%1, because sample %2 of element %3 of the data set %4 (counted from 0) is: fix it or leave it out</source>
        <translation>%1（データセット %4 の要素 %3 のサンプル %2（いずれも 0 から数えて）が原因です: そのサンプルを直すか除外してください）</translation>
    </message>
    <message>
        <source> in the part of %1</source>
        <translation> %1 の担当分で</translation>
    </message>
    <message>
        <source> in the parts of %1 processes</source>
        <translation> %1 個のプロセスの担当分で</translation>
    </message>
    <message>
        <source>interrupted after step %1, as inject.step asks</source>
        <translation>inject.step の指定によりステップ %1 の後で中断しました</translation>
    </message>
    <message>
        <source>interrupted at the end of epoch index %1, as inject.epoch asks</source>
        <translation>inject.epoch の指定によりエポック %1（0 始まり）の終わりで中断しました</translation>
    </message>
    <message>
        <source>layer %1: %2</source>
        <translation>レイヤー %1: %2</translation>
    </message>
    <message>
        <source>it returns (%1) where its manifest says (%2)</source>
        <translation>(%1) を返しましたが、マニフェストでは (%2) です</translation>
    </message>
    <message>
        <source>an extent, &quot;%1&quot;, is %2</source>
        <translation>次元の大きさ &quot;%1&quot; が %2 です</translation>
    </message>
    <message>
        <source>layer %1: in the manifest of the plugin %2, %3</source>
        <translation>レイヤー %1: プラグイン %2 のマニフェスト: %3</translation>
    </message>
    <message>
        <source>the initializer of %1 is %2</source>
        <translation>%1 の初期化子が %2 です</translation>
    </message>
    <message>
        <source>layer %1: options of the plugin %2: %3</source>
        <translation>レイヤー %1: プラグイン %2 のオプション: %3</translation>
    </message>
    <message>
        <source>there is no layer `%1` (plugins here: %2; TRAINYARD_PLUGIN_PATH names further folders)</source>
        <translation>レイヤー `%1` はありません（プラグイン: %2。TRAINYARD_PLUGIN_PATH でほかのフォルダーを指定できます）</translation>
    </message>
    <message>
        <source>a formula is longer than %1 characters</source>
        <translation>式が %1 文字を超えています</translation>
    </message>
    <message>
        <source>a tensor has %1 elements</source>
        <translation>テンソルの要素数が %1 です</translation>
    </message>
    <message>
        <source>two of its variables and layers are named %1</source>
        <translation>変数とレイヤーのうち 2 つの名前が %1 です</translation>
    </message>
    <message>
        <source>more than %1 layers are in one another</source>
        <translation>%1 個を超えるレイヤーが入れ子になっています</translation>
    </message>
    <message>
        <source>layers contain one another more than %1 deep</source>
        <translation>レイヤーの入れ子が %1 段を超えています</translation>
    </message>
    <message>
        <source>layers, %1: no layer before it has the name in `from`</source>
        <translation>layers の %1: `from` の名前を持つレイヤーがその前にありません</translation>
    </message>
    <message>
        <source>layers, %1: %2</source>
        <translation>layers の %1: %2</translation>
    </message>
    <message>
        <source>%1: the callback could not be set up: %2</source>
        <translation>%1: コールバックを準備できませんでした: %2</translation>
    </message>
    <message>
        <source>its plugin creates none</source>
        <translation>プラグインがコールバックを作りません</translation>
    </message>
    <message>
        <source>%1 is no better than %2 (epoch %3), with a patience of %4</source>
        <translation>%1 が %2（エポック %3）より良くなりません（忍耐回数 %4）</translation>
    </message>
    <message>
        <source>%1 is not finite, with a patience of %2</source>
        <translation>%1 が有限の値になりません（忍耐回数 %2）</translation>
    </message>
    <message>
        <source>%1 cannot continue from its state in the checkpoint: %2</source>
        <translation>%1 はチェックポイント内の状態から続けられません: %2</translation>
    </message>
    <message>
        <source>%1 would be replaced, and nothing says that Trainyard has written it; move it, name another file, or add to it with `append: true`</source>
        <translation>%1 は置き換えられることになりますが、Trainyard が書いたものだと確認できません。移動するか、別のファイルを指定するか、`append: true` で追記してください</translation>
    </message>
    <message>
        <source>%1 is not a log of epochs separated by &apos;%2&apos; that Trainyard has written; move it, or name another file</source>
        <translation>%1 は、Trainyard が書き込んだ「%2」区切りのエポックのログではありません。移動するか、別のファイルを指定してください</translation>
    </message>
    <message>
        <source>%1 is the log of run %2, which the branch would cut off at its checkpoint and write on</source>
        <translation>%1 は実行 %2 のログです。ブランチがこれをチェックポイントの位置で切り詰め、そこから書き足すことになります</translation>
    </message>
    <message>
        <source>%1 writes the same file</source>
        <translation>%1 も同じファイルに書き込みます</translation>
    </message>
    <message>
        <source>give the branch a file of its own</source>
        <translation>ブランチには別のファイルを指定してください</translation>
    </message>
    <message>
        <source>give each csv_log a file of its own</source>
        <translation>csv_log ごとに別のファイルを指定してください</translation>
    </message>
    <message>
        <source>the data set %1 failed at sample %2 of input pipeline %3: %4</source>
        <translation>データセット %1 は、入力パイプライン %3 のサンプル %2 で失敗しました: %4</translation>
    </message>
    <message>
        <source>the data set %1 has %2 of shape [%3], its manifest says [%4]</source>
        <translation>データセット %1 の %2 の形状は [%3] ですが、マニフェストでは [%4] です</translation>
    </message>
    <message>
        <source>the data set %1 could not be made for input pipeline %2: %3</source>
        <translation>データセット %1 を入力パイプライン %2 用に作成できません: %3</translation>
    </message>
    <message>
        <source>the data set %1 has no samples</source>
        <translation>データセット %1 にサンプルがありません</translation>
    </message>
    <message>
        <source>%1 is not an extent of a sample</source>
        <translation>%1 はサンプルの大きさとして使えません</translation>
    </message>
    <message>
        <source>the manifest of the data set %1 does not fit its options: %2</source>
        <translation>データセット %1 のマニフェストはオプションに合いません: %2</translation>
    </message>
    <message>
        <source>there is no data set `%1` (plugins here: %2; TRAINYARD_PLUGIN_PATH names further folders)</source>
        <translation>データセット `%1` はありません（使えるプラグイン: %2。TRAINYARD_PLUGIN_PATH でフォルダーを追加できます）</translation>
    </message>
    <message>
        <source>weights go with the output mode tf_idf, one per word of the vocabulary: %1, not %2</source>
        <translation>重みは出力モード tf_idf で、語彙の 1 語につき 1 つ指定します: %1 個です（%2 個ではありません）</translation>
    </message>
    <message>
        <source>the vocabulary has &quot;%1&quot; twice</source>
        <translation>語彙に「%1」が 2 回あります</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not in the vocabulary, and there is no index for others</source>
        <translation>「%1」は語彙になく、その他の語のためのインデックスもありません</translation>
    </message>
    <message>
        <source>texts have the output modes int, multi_hot, count and tf_idf</source>
        <translation>テキストの出力モードは int、multi_hot、count、tf_idf です</translation>
    </message>
    <message>
        <source>a sequence length goes with the output mode int, and no other</source>
        <translation>系列長は出力モード int で必ず指定し、ほかのモードでは指定しません</translation>
    </message>
    <message>
        <source>%1: `preprocessing` reads the columns %2 and %3 together, but not both are features, nor both labels; give each an entry of its own</source>
        <translation>%1: `preprocessing` は列 %2 と %3 を一緒に読みますが、両方が特徴量でも両方がラベルでもありません。列ごとに別の項目にしてください</translation>
    </message>
    <message>
        <source>%1: `preprocessing` names the column %2, which is neither a feature nor a label</source>
        <translation>%1: `preprocessing` が指定する列 %2 は、特徴量でもラベルでもありません</translation>
    </message>
    <message>
        <source>%1: `preprocessing` names the column %2 twice</source>
        <translation>%1: `preprocessing` が列 %2 を 2 回指定しています</translation>
    </message>
    <message>
        <source>%1: `preprocessing` makes fractions, which the dtype int64 cannot have</source>
        <translation>%1: `preprocessing` の値は小数なので、dtype int64 では表せません</translation>
    </message>
    <message>
        <source>%1: the label has `class_names` and `preprocessing`; keep one</source>
        <translation>%1: ラベルに `class_names` と `preprocessing` の両方があります。どちらか 1 つにしてください</translation>
    </message>
    <message>
        <source>a value of another type</source>
        <translation>別の型の値</translation>
    </message>
    <message>
        <source>`max_tokens` is %1, with the indexes before it the vocabulary has %2</source>
        <translation>`max_tokens` は %1 ですが、語彙はその前のインデックスを含めて %2 です</translation>
    </message>
    <message>
        <source>the training data has %1 different words; a vocabulary has at most %2: set `max_tokens`, or use `hashing`</source>
        <translation>学習データには %1 種類の語がありますが、語彙は最大 %2 語です。`max_tokens` を指定するか、`hashing` を使ってください</translation>
    </message>
    <message>
        <source>`max_tokens` has to be over %1, the indexes before the vocabulary</source>
        <translation>`max_tokens` は、語彙の前にあるインデックスの数 %1 より大きくしてください</translation>
    </message>
    <message>
        <source>`max_tokens` is missing: rows of words have that many numbers where the vocabulary is adapted</source>
        <translation>`max_tokens` がありません。語彙を学習データから求める場合、語を表す行の長さはこの値になります</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not text in UTF-8</source>
        <translation>「%1」は UTF-8 のテキストではありません</translation>
    </message>
    <message>
        <source>there are more than %1 different words, which take over %2 MiB of memory: use `hashing`</source>
        <translation>異なる語が %1 を超え、メモリを %2 MiB より多く使います。`hashing` を使ってください</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a finite number</source>
        <translation>「%1」は有限の数値ではありません</translation>
    </message>
    <message>
        <source>%1: preprocessing[%2] has no values yet: they are computed when a run starts</source>
        <translation>%1: preprocessing[%2] にはまだ値がありません。値は実行の開始時に計算されます</translation>
    </message>
    <message>
        <source>only %1 after %</source>
        <translation>% の後に %1 のいずれか</translation>
    </message>
    <message>
        <source>each part once</source>
        <translation>重複のない部分</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a date of the format %2</source>
        <translation>「%1」は形式 %2 の日付ではありません</translation>
    </message>
    <message>
        <source>one number, or one per column (%1),</source>
        <translation>1 つの数値、または列ごとに 1 つ（%1 個）</translation>
    </message>
    <message>
        <source>numbers of at least 0</source>
        <translation>0 以上の数値</translation>
    </message>
    <message>
        <source>numbers in ascending order</source>
        <translation>昇順の数値</translation>
    </message>
    <message>
        <source>one more than `bin_boundaries` has (%1), or no value,</source>
        <translation>`bin_boundaries` の個数に 1 を足した値（%1）以上、または指定なし</translation>
    </message>
    <message>
        <source>the values of `preprocessing` take %1 KiB; a checkpoint has room for %2: lower `max_tokens`, or use `hashing`</source>
        <translation>`preprocessing` の値は %1 KiB になりますが、チェックポイントに入るのは %2 KiB までです。`max_tokens` を小さくするか、`hashing` を使ってください</translation>
    </message>
    <message>
        <source>validation data is not adapted to: `%1` is missing</source>
        <translation>検証データからは値を求めません。`%1` がありません</translation>
    </message>
    <message>
        <source>remove `preprocessing` here: the training data&apos;s is taken then</source>
        <translation>ここの `preprocessing` を削除してください。学習データのものが使われます</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not an integer</source>
        <translation>「%1」は整数ではありません</translation>
    </message>
    <message>
        <source>`devices` says how many replicas there are: one on each</source>
        <translation>レプリカの数は `devices` で決まります（各デバイスに 1 つ）</translation>
    </message>
    <message>
        <source>leave out one of the two</source>
        <translation>どちらか 1 つを省いてください</translation>
    </message>
    <message>
        <source>these are other devices than `device`, which is %1</source>
        <translation>`device`（%1）とは別のデバイスです</translation>
    </message>
    <message>
        <source>%1: the state of the callbacks: %2</source>
        <translation>%1: コールバックの状態: %2</translation>
    </message>
    <message>
        <source>a callback of another task failed after step %1; see its log</source>
        <translation>別のタスクのコールバックがステップ %1 の後に失敗しました。そのログを確認してください</translation>
    </message>
    <message>
        <source>a callback failed after step %1: %2</source>
        <translation>ステップ %1 の後にコールバックが失敗しました: %2</translation>
    </message>
    <message>
        <source>a callback of another task ends the training after step %1</source>
        <translation>別のタスクのコールバックがステップ %1 の後で学習を終えます</translation>
    </message>
    <message>
        <source>a callback ends the training after step %1: %2</source>
        <translation>コールバックがステップ %1 の後で学習を終えます: %2</translation>
    </message>
    <message>
        <source>the best checkpoint so far, of step %1, is not in this run&apos;s folder: the best is chosen from the epochs that follow</source>
        <translation>これまでで最良のステップ %1 のチェックポイントは、この実行のフォルダーにありません: 最良のものは以降のエポックから選ばれます</translation>
    </message>
    <message>
        <source>there is no best checkpoint to restore yet</source>
        <translation>復元する最良のチェックポイントはまだありません</translation>
    </message>
    <message>
        <source>the best weights, of step %1, cannot be restored, and the last ones stay: %2</source>
        <translation>ステップ %1 の最良の重みを復元できないため、最後の重みのままです: %2</translation>
    </message>
    <message>
        <source>the chief cannot read the checkpoint; see its log</source>
        <translation>チーフがチェックポイントを読めません。そのログを確認してください</translation>
    </message>
    <message>
        <source>there is no callback `%1` (expected csv_log, reduce_on_plateau, learning_rate_table, or a plugin: %2; TRAINYARD_PLUGIN_PATH names further folders)</source>
        <translation>コールバック `%1` はありません（csv_log、reduce_on_plateau、learning_rate_table、またはプラグイン: %2。TRAINYARD_PLUGIN_PATH でほかのフォルダーを指定できます）</translation>
    </message>
    <message>
        <source>the evaluator stops the run by `train.evaluation.sidecar` too; only one of the two can say when</source>
        <translation>評価タスクも `train.evaluation.sidecar` によって実行を止めます。どちらか一方だけを指定できます</translation>
    </message>
    <message>
        <source>remove `patience`, `min_delta` and `monitor` from train.evaluation.sidecar</source>
        <translation>train.evaluation.sidecar から `patience`、`min_delta`、`monitor` を削除してください</translation>
    </message>
    <message>
        <source>the training is ahead of the evaluator, which keeps the best checkpoint in best/ itself</source>
        <translation>学習は評価タスクより先に進んでいます。最良のチェックポイントは評価タスクが best/ に残します</translation>
    </message>
    <message>
        <source>with `train.early_stopping.restore_best` the best checkpoint is the one by its monitor; only one of the two can be given</source>
        <translation>`train.early_stopping.restore_best` では、その monitor による最良のチェックポイントが使われます。どちらか一方だけを指定できます</translation>
    </message>
    <message>
        <source>the epochs must rise from one to the next</source>
        <translation>エポックは順に大きくなる必要があります</translation>
    </message>
    <message>
        <source>epochs: %1, rates: %2; give one rate for each epoch</source>
        <translation>epochs: %1、rates: %2。エポックごとに学習率を 1 つ指定してください</translation>
    </message>
    <message>
        <source>`train.optimizer` has a schedule of the learning rate, which this callback would replace</source>
        <translation>`train.optimizer` には学習率のスケジュールがあり、このコールバックがそれを置き換えてしまいます</translation>
    </message>
    <message>
        <source>give a number as the learning rate, or remove the callback</source>
        <translation>学習率を数値で指定するか、コールバックを削除してください</translation>
    </message>
    <message>
        <source>`checkpoint.best` names no metric that this could be the mode of</source>
        <translation>`checkpoint.best` に、この向きを当てはめる指標がありません</translation>
    </message>
    <message>
        <source>remove the key, or set checkpoint.best</source>
        <translation>キーを削除するか、checkpoint.best を設定してください</translation>
    </message>
    <message>
        <source>checkpoint.best is %1, which no epoch had: no checkpoint was kept as the best</source>
        <translation>checkpoint.best は %1 ですが、どのエポックにもありませんでした: 最良として残したチェックポイントはありません</translation>
    </message>
    <message>
        <source>%1 at %2: %3</source>
        <translation>%1（%2）: %3</translation>
    </message>
    <message>
        <source>%1 at %2 cannot be reached: %3</source>
        <translation>%1（%2）に接続できません: %3</translation>
    </message>
    <message>
        <source>its process has ended, or closed the connection</source>
        <translation>プロセスが終わったか、接続を閉じました</translation>
    </message>
    <message>
        <source>no connection to %1 at %2: %3</source>
        <translation>%1（%2）との接続がありません: %3</translation>
    </message>
    <message>
        <source>there is no connection to %1</source>
        <translation>%1 との接続がありません</translation>
    </message>
    <message>
        <source>%1 has no variable %2</source>
        <translation>%1 に変数 %2 はありません</translation>
    </message>
    <message>
        <source>%1 of %2 validation samples were counted</source>
        <translation>検証サンプル %2 個のうち %1 個が数えられました</translation>
    </message>
    <message>
        <source>cancelled, because another closure failed</source>
        <translation>ほかのクロージャが失敗したため取り消しました</translation>
    </message>
    <message>
        <source>closure %1 was scheduled after the workers had been dismissed</source>
        <translation>クロージャ %1 は、ワーカーを解放した後に予約されました</translation>
    </message>
    <message>
        <source>closure %1 was lost with %2 workers in a row, last with %3: it seems to end the workers that run it; see their logs</source>
        <translation>クロージャ %1 は続けて %2 個のワーカーとともに失われました（最後は %3）: 実行したワーカーを終わらせているようです。ログを参照してください</translation>
    </message>
    <message>
        <source>%1 is lost (%2); its closure goes to another one, %3 of %4 are left</source>
        <translation>%1 が失われました（%2）。クロージャはほかのワーカーに回ります（残り %3/%4）</translation>
    </message>
    <message>
        <source>%1 is back</source>
        <translation>%1 が戻りました</translation>
    </message>
    <message>
        <source>%1 has no variable or shard %2</source>
        <translation>%1 に変数またはシャード %2 はありません</translation>
    </message>
    <message>
        <source>%1 gave an answer that does not fit the question</source>
        <translation>%1 の応答が要求と合いません</translation>
    </message>
    <message>
        <source>a coordinated run has no task %1</source>
        <translation>コーディネーター型の実行にタスク %1 はありません</translation>
    </message>
    <message>
        <source>the run&apos;s secret is wrong or missing</source>
        <translation>実行の秘密が違うか、ありません</translation>
    </message>
    <message>
        <source>%1 has another cluster in its TF_CONFIG than %2; give every task the same cluster</source>
        <translation>%1 の TF_CONFIG のクラスタが %2 と違います。すべてのタスクに同じクラスタを渡してください</translation>
    </message>
    <message>
        <source>%1 was expected at this address, but it is %2&apos;s</source>
        <translation>このアドレスには %1 のはずですが、%2 のものです</translation>
    </message>
    <message>
        <source>%1 is of attempt %2, this %3 of attempt %4</source>
        <translation>%1 は %2 回目の試行、この %3 は %4 回目の試行のものです</translation>
    </message>
    <message>
        <source>%1 has no variables</source>
        <translation>%1 は変数を持ちません</translation>
    </message>
    <message>
        <source>%1 runs no closures</source>
        <translation>%1 はクロージャを実行しません</translation>
    </message>
    <message>
        <source>%1 cannot listen on %2</source>
        <translation>%1 が %2 で待ち受けできません</translation>
    </message>
    <message>
        <source>%1 cannot listen on %2: the address is not this machine&apos;s</source>
        <translation>%1 が %2 で待ち受けできません: このマシンのアドレスではありません</translation>
    </message>
    <message>
        <source>the path of %1 is too long for the sockets of tasks (%2 bytes, at most %3); set TRAINYARD_HOME or XDG_RUNTIME_DIR to a shorter one</source>
        <translation>%1 のパスはタスクのソケットには長すぎます (%2 バイト、上限は %3 バイト)。TRAINYARD_HOME または XDG_RUNTIME_DIR をより短いものに設定してください</translation>
    </message>
    <message>
        <source>cannot make %1</source>
        <translation>%1 を作れません</translation>
    </message>
    <message>
        <source>%1 is not a private folder of this user (mode 0700): run chmod 700 on it if it is yours, or set XDG_RUNTIME_DIR to another folder</source>
        <translation>%1 はこのユーザー専用のフォルダ (モード 0700) ではありません。自分のフォルダであれば chmod 700 を実行し、そうでなければ XDG_RUNTIME_DIR を別のフォルダに設定してください</translation>
    </message>
    <message>
        <source>this run has no validation data</source>
        <translation>この実行には検証データがありません</translation>
    </message>
    <message>
        <source>the connection has ended</source>
        <translation>接続が終わりました</translation>
    </message>
    <message>
        <source>%1 has shape [%2] in the checkpoint, expected [%3]</source>
        <translation>チェックポイントの %1 の形状は [%2]、正しくは [%3] です</translation>
    </message>
    <message>
        <source>%1 has no value for %2</source>
        <translation>%1 に %2 の値がありません</translation>
    </message>
    <message>
        <source>%1 has values that were not used: %2</source>
        <translation>%1 に使われなかった値があります: %2</translation>
    </message>
    <message>
        <source>a checkpoint needs a model</source>
        <translation>チェックポイントにはモデルが必要です</translation>
    </message>
    <message>
        <source>%1 is for step functions: call it inside run()</source>
        <translation>%1 はステップ関数用です: run() の中で呼び出してください</translation>
    </message>
    <message>
        <source>no strategy</source>
        <translation>ストラテジーがありません</translation>
    </message>
    <message>
        <source>a global batch of %1 does not divide by %2 replicas</source>
        <translation>グローバルバッチ %1 は %2 レプリカで割り切れません</translation>
    </message>
    <message>
        <source>a global batch of %1 does not divide by %2 processes</source>
        <translation>グローバルバッチ %1 は %2 プロセスで割り切れません</translation>
    </message>
    <message>
        <source>the data set that the function made on rank %1 has no samples</source>
        <translation>関数がランク %1 で作成したデータセットにはサンプルがありません</translation>
    </message>
    <message>
        <source>`shard` %1 has no effect on data sets from a function, each of which is its process&apos;s share already: leave it out</source>
        <translation>`shard` %1 は関数が返すデータセットには作用しません。各データセットはすでにそのプロセスの担当分です: 指定を外してください</translation>
    </message>
    <message>
        <source>this loop makes its model on %1, and its run computes on %2: make it with Job::device(), or use device: cpu</source>
        <translation>このループはモデルを %1 に作成しますが、実行は %2 で計算します。Job::device() で作成するか、device: cpu を使用してください</translation>
    </message>
    <message>
        <source>the distributed data set has no further batch: take a new iterator</source>
        <translation>分散データセットにはもうバッチがありません: 新しいイテレータを取ってください</translation>
    </message>
    <message>
        <source>the program %1 runs under parameter servers</source>
        <translation>プログラム %1 はパラメータサーバーで動きます</translation>
    </message>
    <message>
        <source>step %1 on %2: %3</source>
        <translation>%2 のステップ %1: %3</translation>
    </message>
    <message>
        <source>%1, because sample %2 of the data (counted from 0) is: fix it or leave it out</source>
        <translation>%1。データのサンプル %2（0 から数えて）に NaN または無限大の値があるためです: そのサンプルを直すか除外してください</translation>
    </message>
    <message>
        <source>an epoch has at least one step, and a global batch at least one sample</source>
        <translation>エポックには 1 ステップ以上、グローバルバッチには 1 サンプル以上必要です</translation>
    </message>
    <message>
        <source>a program calls begin() before its first step and before it saves</source>
        <translation>プログラムは最初のステップと保存の前に begin() を呼びます</translation>
    </message>
    <message>
        <source>finishEvaluation() is called in a visit of checkpointsIterator()</source>
        <translation>finishEvaluation() は checkpointsIterator() の訪問の中で呼びます</translation>
    </message>
    <message>
        <source>finishEvaluation() takes one value at least</source>
        <translation>finishEvaluation() には少なくとも 1 つの値が必要です</translation>
    </message>
    <message>
        <source>the %1 of step %2 is %3 over all replicas</source>
        <translation>ステップ %2 の %1 は全レプリカで %3 です</translation>
    </message>
    <message>
        <source>the run names no training data, whose shape the pictures would take</source>
        <translation>実行に学習データの指定がなく、画像をどの形状に合わせるか分かりません</translation>
    </message>
    <message>
        <source>cannot write the prediction</source>
        <translation>予測を書き込めません</translation>
    </message>
    <message>
        <source>this run has no validation data; name the data to predict on</source>
        <translation>この実行には検証データがありません。予測するデータを指定してください</translation>
    </message>
    <message>
        <source>images without labels need a classification model</source>
        <translation>ラベルのない画像にはクラスを分類するモデルが必要です</translation>
    </message>
    <message>
        <source>%1 is not evaluated: %2</source>
        <translation>%1 は評価されません: %2</translation>
    </message>
    <message>
        <source>`train.evaluation.sidecar.monitor` is %1, which is not evaluated (expected one of %2)</source>
        <translation>`train.evaluation.sidecar.monitor` は %1 ですが、評価されていません（%2 のいずれかにしてください）</translation>
    </message>
    <message>
        <source>%1: no better %2 than %3 in %4 evaluations (at step %5)</source>
        <translation>%1: %4 回の評価で %2 が %3 より良くなりませんでした（ステップ %5）</translation>
    </message>
    <message>
        <source>the replicas have different numbers of variables</source>
        <translation>レプリカごとに変数の数が違います</translation>
    </message>
    <message>
        <source>variable %1 differs in shape, type or memory format from replica to replica</source>
        <translation>変数 %1 の形状、型、メモリ形式がレプリカごとに違います</translation>
    </message>
    <message>
        <source>variable %1 does not require a gradient</source>
        <translation>変数 %1 は勾配を必要としません</translation>
    </message>
    <message>
        <source>another replica of this process has failed</source>
        <translation>このプロセスの別のレプリカが失敗しました</translation>
    </message>
    <message>
        <source>a replica has returned from its step while another one waits for it: every replica must make the same calls (backward, sum) in the same order, even one without samples</source>
        <translation>あるレプリカが待っている間に、別のレプリカがステップから戻りました: サンプルのないレプリカも含め、すべてが同じ呼び出し（backward、sum）を同じ順序で行う必要があります</translation>
    </message>
    <message>
        <source>received nothing from the other processes for %1 s</source>
        <translation>ほかのプロセスから %1 秒間応答がありません</translation>
    </message>
    <message>
        <source>the process of rank %1 (pid %2) has ended</source>
        <translation>ランク %1 のプロセス (pid %2) は終わっています</translation>
    </message>
    <message>
        <source>this program tests after each epoch: name train.data.validation</source>
        <translation>このプログラムは各エポックの後にテストします: train.data.validation を指定してください</translation>
    </message>
    <message>
        <source>layer %1 has %2 entries and was given the index %3</source>
        <translation>レイヤー %1 の項目は %2 個ですが、インデックス %3 が渡されました</translation>
    </message>
    <message>
        <source>cannot make the folder %1</source>
        <translation>フォルダ %1 を作れません</translation>
    </message>
    <message>
        <source>asked to end</source>
        <translation>退出を求められました</translation>
    </message>
    <message>
        <source>inside a strategy the reduction of a loss must be kNone or kSum: divide by the global batch yourself, for instance with computeAverageLoss()</source>
        <translation>ストラテジーの中では損失の reduction は kNone か kSum でなければなりません: グローバルバッチでの割り算は computeAverageLoss() などで自分で行ってください</translation>
    </message>
    <message>
        <source>the vocabulary is empty</source>
        <translation>語彙が空です</translation>
    </message>
    <message>
        <source>the global batch does not divide by the number of replicas</source>
        <translation>グローバルバッチがレプリカの数で割り切れません</translation>
    </message>
    <message>
        <source>the per-worker data set has ended; repeat() it</source>
        <translation>ワーカーごとのデータセットが終わりました。repeat() してください</translation>
    </message>
    <message>
        <source>the only replica of a process waits for another one</source>
        <translation>プロセスの唯一のレプリカが、ほかのレプリカを待っています</translation>
    </message>
    <message>
        <source>%1 replicas were passed to a strategy that has %2 here</source>
        <translation>%2 個を持つストラテジーに %1 個のレプリカが渡されました</translation>
    </message>
    <message>
        <source>%1 points in %2 series from %3</source>
        <translation>%3 からの %2 系列、%1 点</translation>
    </message>
    <message>
        <source>the log starts again</source>
        <translation>ログが改めて始まっています</translation>
    </message>
    <message>
        <source>the import was cancelled; data already imported is kept</source>
        <translation>ログの読み込みを中止しました。読み込んだ分は残ります</translation>
    </message>
    <message>
        <source>%1 folders of logs are followed already; end one of them first</source>
        <translation>すでに %1 個のログフォルダを追跡しています。先にどれかを終了してください</translation>
    </message>
    <message>
        <source>new data is not followed in all folders</source>
        <translation>すべてのフォルダで新しいデータを追跡できるわけではありません</translation>
    </message>
    <message>
        <source>the log in %1 has more than %2 series; the first ones are kept</source>
        <translation>%1 のログには %2 を超える系列があります。最初のものだけを残します</translation>
    </message>
    <message>
        <source>%1 at step %2 is left out: %3</source>
        <translation>ステップ %2 の %1 は除かれました: %3</translation>
    </message>
    <message>
        <source>%1 has images and the like of more than %2 tags; the others are left out</source>
        <translation>%1 の画像などのタグは %2 個を超えています。残りは除かれました</translation>
    </message>
    <message>
        <source>%1 has more than %2 MiB of images and the like; the others are left out</source>
        <translation>%1 の画像などは %2 MiB を超えています。残りは除かれました</translation>
    </message>
    <message>
        <source>%1 is the folder of a run of this Trainyard; `runs` lists it</source>
        <translation>%1 はこの Trainyard の実行のフォルダです。`runs` に表示されます</translation>
    </message>
    <message>
        <source>there is no log of a known format (TensorBoard, CSV, JSON lines, MLflow, Weights &amp; Biases) in %1 or below it</source>
        <translation>既知の形式のログ（TensorBoard、CSV、JSON lines、MLflow、Weights &amp; Biases）が %1 以下にありません</translation>
    </message>
    <message>
        <source>cannot open the log folder %1</source>
        <translation>ログのフォルダ %1 を開けません</translation>
    </message>
    <message>
        <source>cannot look into the folder %1</source>
        <translation>フォルダ %1 の中を見られません</translation>
    </message>
    <message>
        <source>the search for logs was cancelled</source>
        <translation>ログの探索を中止しました</translation>
    </message>
    <message>
        <source>run %1 was imported from the logs of another program; imported runs cannot be resumed, stopped or changed</source>
        <translation>実行 %1 は別のプログラムのログから読み込まれたものです。Trainyard が開始したものではないため、再開も停止も変更もできません</translation>
    </message>
    <message>
        <source>%1 is not read yet: the file of its process in %2, which says where its epochs end, is not there</source>
        <translation>%1 はまだ読み込まれていません。エポックの終わりを示す、同じプロセスのファイルが %2 にありません</translation>
    </message>
    <message>
        <source>%1 is not read yet: %2, which says where its epochs end, cannot be read</source>
        <translation>%1 はまだ読み込まれていません。エポックの終わりを示す %2 を読み込めません</translation>
    </message>
    <message>
        <source>`%1` is a name that checkpoints have in %2; give the model another name, or a folder of its own</source>
        <translation>`%1` は %2 でチェックポイントが使う名前です。モデルに別の名前を付けるか、専用のフォルダーを指定してください</translation>
    </message>
    <message>
        <source>the program writes over %1, which is its only checkpoint: a task that ends while it writes leaves none. Write under another name, and rename it to this one</source>
        <translation>プログラムは唯一のチェックポイントである %1 を上書きしています。書き込み中にタスクが終了すると、チェックポイントが残りません。別の名前で書き込み、この名前に変更してください</translation>
    </message>
    <message>
        <source>%1 has no events: it is empty</source>
        <translation>%1 にはイベントがありません: 空です</translation>
    </message>
    <message>
        <source>%1 has no events with numeric values</source>
        <translation>%1 には表示できる数値を持つイベントがありません</translation>
    </message>
    <message>
        <source>%1 is not looked into: it lies more than %2 folders deep</source>
        <translation>%1 の中は調べません: フォルダーの深さが %2 を超えています</translation>
    </message>
    <message>
        <source>%1 has the name of a log, and is not a file that can be read</source>
        <translation>%1 はログの名前ですが、読み込めるファイルではありません</translation>
    </message>
    <message>
        <source>the loss of step %1 is NaN or infinite%2; there is no checkpoint before it: start again with a smaller learning rate or train.gradient.clip_norm, or set on_failure.not_finite to ignore</source>
        <translation>ステップ %1 の損失が%2 NaN か無限大になりました。それより前のチェックポイントはありません: 学習率を下げるか train.gradient.clip_norm を使って最初からやり直すか、on_failure.not_finite を ignore にしてください</translation>
    </message>
    <message>
        <source>so it is in %1 other places</source>
        <translation>ほかに %1 か所が同様です</translation>
    </message>
    <message>
        <source>it has not answered for 8 s</source>
        <translation>8 秒間応答がありません</translation>
    </message>
    <message>
        <source>its machine does not answer</source>
        <translation>そのマシンが応答しません</translation>
    </message>
    <message>
        <source>use free ports</source>
        <translation>空いているポートを使う</translation>
    </message>
    <message>
        <source>the name of its file is not UTF-8; rename the file</source>
        <translation>ファイル名が UTF-8 ではありません。ファイル名を変更してください</translation>
    </message>
    <message>
        <source>the checkpoint at step %1 is at the end of train.max_steps (%2): nothing is left to train</source>
        <translation>ステップ %1 のチェックポイントでは、train.max_steps の %2 ステップがすべて終わっており、学習するものが残っていません</translation>
    </message>
    <message>
        <source>the checkpoint at step %1 is at the end of train.epochs (%2): nothing is left to train</source>
        <translation>ステップ %1 のチェックポイントでは、%2 エポックがすべて終わっており、学習するものが残っていません</translation>
    </message>
    <message>
        <source>this has no effect: the weights are those of the checkpoint at step %1</source>
        <translation>これは効果がありません。重みはステップ %1 のチェックポイントのものです</translation>
    </message>
    <message>
        <source>this has no effect: the checkpoint at step %1 says where the training continues</source>
        <translation>これは効果がありません。学習をどこから続けるかは、ステップ %1 のチェックポイントで決まります</translation>
    </message>
    <message>
        <source>this has no effect: the checkpoint at step %1 is past it</source>
        <translation>これは効果がありません。ステップ %1 のチェックポイントは、その位置を過ぎています</translation>
    </message>
    <message>
        <source>start a new run with it</source>
        <translation>これを指定して新しい実行を開始してください</translation>
    </message>
    <message>
        <source>choose a later step or epoch, or an earlier checkpoint</source>
        <translation>もっと後のステップかエポック、またはもっと前のチェックポイントを選んでください</translation>
    </message>
    <message>
        <source>the runs could not be stopped, because the agent waits for its disk or its store; their tasks may still be running, and the next agent finds them</source>
        <translation>エージェントがディスクまたはストアの応答を待っているため、実行を停止できませんでした。タスクはまだ動作している可能性があり、次に起動するエージェントが引き継ぎます</translation>
    </message>
    <message>
        <source>the call was cancelled</source>
        <translation>呼び出しは取り消されました</translation>
    </message>
    <message>
        <source>the store lacks points that it should hold</source>
        <translation>ストアにあるはずのポイントがありません</translation>
    </message>
    <message>
        <source>%1 is not a regular file: it is a FIFO</source>
        <translation>%1 は通常のファイルではなく、FIFO です</translation>
    </message>
    <message>
        <source>%1 is not a regular file: it is a socket</source>
        <translation>%1 は通常のファイルではなく、ソケットです</translation>
    </message>
    <message>
        <source>%1 is not a regular file: it is a symbolic link</source>
        <translation>%1 は通常のファイルではなく、シンボリックリンクです</translation>
    </message>
    <message>
        <source>%1 is not a regular file: it is a device</source>
        <translation>%1 は通常のファイルではなく、デバイスです</translation>
    </message>
    <message>
        <source>%1 is in the way: it is not a regular file, but a folder, a link, a FIFO, a socket or a device; move it away</source>
        <translation>%1 が邪魔をしています。通常のファイルではなく、フォルダー、リンク、FIFO、ソケット、またはデバイスです。別の場所に移動してください</translation>
    </message>
    <message>
        <source>%1 is not a regular file</source>
        <translation>%1 は通常のファイルではありません</translation>
    </message>
    <message>
        <source>the %1 %2 is not loaded, because other users can change %3 (owner %4, mode %5); its code would run as you. Make it yours, and run chmod go-w on it</source>
        <translation>%1 %2 は読み込まれません。ほかのユーザーが %3 を変更できるためです（所有者 %4、モード %5）。そのコードはあなたの権限で実行されます。所有者を自分にし、chmod go-w を実行してください</translation>
    </message>
    <message>
        <source>%1 is not unpacked: its %2 bytes have become %3 already, as those of no data do; unpack it yourself if you trust it</source>
        <translation>%1 は展開しません。%2 バイトがすでに %3 バイトになり、通常のデータではありえない膨張率です。信頼できるファイルであれば自分で展開してください</translation>
    </message>
    <message>
        <source>no room in the temporary folder to unpack %1: %2 bytes are unpacked, %3 are free; set TMPDIR to a folder on a larger disk, or unpack it yourself</source>
        <translation>一時フォルダに %1 を展開する空きがありません。%2 バイトを展開済みで、空きは %3 バイトです。TMPDIR を大きいディスクのフォルダにするか、自分で展開してください</translation>
    </message>
    <message>
        <source>metrics may be shown late</source>
        <translation>指標の表示が遅れることがあります</translation>
    </message>
    <message>
        <source>run %1 is using the log folder %2; the metrics of the two runs could not be told apart</source>
        <translation>実行 %1 がログフォルダー %2 を使っています。2 つの実行のメトリクスを区別できません</translation>
    </message>
    <message>
        <source>there is no program %1; correct the path, or install it</source>
        <translation>プログラム %1 がありません。パスを直すか、インストールしてください</translation>
    </message>
    <message>
        <source>set %1 to %2 or more, or choose an earlier checkpoint</source>
        <translation>%1 を %2 以上に設定するか、より前のチェックポイントを選択してください</translation>
    </message>
    <message>
        <source>raise %1 to train longer</source>
        <translation>さらに学習するには %1 を増やしてください</translation>
    </message>
    <message>
        <source>use that file</source>
        <translation>そのファイルを使う</translation>
    </message>
    <message>
        <source>wait until it ends, or choose another `logdir`</source>
        <translation>終わるまで待つか、別の `logdir` を指定してください</translation>
    </message>
    <message>
        <source>start its run file again</source>
        <translation>実行ファイルをもう一度開始してください</translation>
    </message>
    <message>
        <source>%1 is a folder; name the program in it</source>
        <translation>%1 はフォルダです。その中のプログラムを指定してください</translation>
    </message>
    <message>
        <source>%1 is not executable; make it so with `chmod +x`, or name its interpreter before it, as in [python3, %2]</source>
        <translation>%1 は実行できません。`chmod +x` で実行可能にするか、[python3, %2] のように先にインタープリタを指定してください</translation>
    </message>
    <message>
        <source>%1 has the line ends of Windows, which make its interpreter %2; save it with those of Linux</source>
        <translation>%1 の改行は Windows のもので、インタープリタが %2 になってしまいます。Linux の改行で保存してください</translation>
    </message>
    <message>
        <source>the interpreter %1 that the first line of %2 names is not there; correct that line, or name an interpreter before the script</source>
        <translation>%2 の最初の行が指定するインタープリタ %1 がありません。その行を直すか、スクリプトの前にインタープリタを指定してください</translation>
    </message>
    <message>
        <source>%1 is a text whose first line names no interpreter, as `#!/bin/bash` does; add that line, or name an interpreter before the script</source>
        <translation>%1 はテキストで、最初の行が `#!/bin/bash` のようにインタープリタを指定していません。その行を加えるか、スクリプトの前にインタープリタを指定してください</translation>
    </message>
    <message>
        <source>the first entry, which names the program, is empty</source>
        <translation>プログラムを指定する最初の項目が空です</translation>
    </message>
    <message>
        <source>there is no program %1 in the folders of PATH (%2); install it, or write its whole path</source>
        <translation>PATH のフォルダ（%2）にプログラム %1 がありません。インストールするか、完全なパスを書いてください</translation>
    </message>
    <message>
        <source>there is no folder %1; create it, or correct `cwd`</source>
        <translation>フォルダ %1 がありません。作成するか、`cwd` を直してください</translation>
    </message>
    <message>
        <source>the folder %1 cannot be entered; change its permissions, or `cwd`</source>
        <translation>フォルダ %1 に入れません。アクセス権を変えるか、`cwd` を直してください</translation>
    </message>
    <message>
        <source>kept in every task as `env` has it: %1</source>
        <translation>どのタスクでも `env` の値のまま: %1</translation>
    </message>
    <message>
        <source>kept in every task as in the environment in which the agent was started: %1</source>
        <translation>どのタスクでもエージェントを起動した環境の値のまま: %1</translation>
    </message>
    <message>
        <source>%1 runs a program, of which there are no branches; `resume %2 --from` gives it an earlier checkpoint, and its run file starts it again</source>
        <translation>%1 はプログラムを実行しており、ブランチは作れません。`resume %2 --from` は以前のチェックポイントを渡し、実行ファイルからは開始し直せます</translation>
    </message>
    <message>
        <source>%1 is a checkpoint of the program of %2 in a format of its own; only the program can read it</source>
        <translation>%1 は %2 のプログラムが独自の形式で書いたチェックポイントで、読めるのはそのプログラムだけです</translation>
    </message>
    <message>
        <source>%1 belongs to the program of %2, which alone decides how long it is kept; Trainyard never deletes it</source>
        <translation>%1 は %2 のプログラムのもので、いつまで残すかはプログラムだけが決めます。Trainyard が削除することはありません</translation>
    </message>
    <message>
        <source>%1 has changed since the program reported it</source>
        <translation>%1 は、プログラムが報告した後に変更されています</translation>
    </message>
    <message>
        <source>%1 cannot be verified from here: Trainyard does not read what a program has reported on another machine</source>
        <translation>ここでは %1 を検証できません。プログラムが別のマシンで報告したものを Trainyard は読みません</translation>
    </message>
    <message>
        <source>%1 cannot be verified: it had not been read since the program reported it; from now on it is compared with what it is now</source>
        <translation>%1 を検証できません。プログラムが報告してから一度も読まれていませんでした。今後は現在の内容と比較されます</translation>
    </message>
    <message>
        <source>the program does not learn what is requested of it</source>
        <translation>プログラムに要求が伝わりません</translation>
    </message>
    <message>
        <source>%1 saves checkpoints as checkpoint.every says; `stop %2` saves one and stops</source>
        <translation>%1 は checkpoint.every のとおりにチェックポイントを保存します。`stop %2` は 1 つ保存してから停止します</translation>
    </message>
    <message>
        <source>%1 runs a program whose epochs Trainyard does not see; of its settings, only the learning rate can be changed</source>
        <translation>%1 は、Trainyard からエポックが見えないプログラムを実行しています。変更できる設定は学習率だけです</translation>
    </message>
    <message>
        <source>%1 runs a program that has not called %2 of Trainyard&apos;s client: it would not do this; stop it, or start it again with other arguments</source>
        <translation>%1 は、Trainyard のクライアントの %2 を呼び出していないプログラムを実行しているため、これには従いません。停止するか、別の引数で開始し直してください</translation>
    </message>
    <message>
        <source>%1 runs a program whose steps Trainyard does not see; use the program&apos;s own profiler</source>
        <translation>%1 は、Trainyard からステップが見えないプログラムを実行しています。プログラム自身のプロファイラーを使ってください</translation>
    </message>
    <message>
        <source>%1 runs a program whose steps and epochs Trainyard does not see; `stop %2 --after save` sends it SIGTERM and waits for stop_grace_seconds</source>
        <translation>%1 は、Trainyard からステップもエポックも見えないプログラムを実行しています。`stop %2 --after save` は SIGTERM を送り、stop_grace_seconds の間待ちます</translation>
    </message>
    <message>
        <source>%1 has succeeded: there is nothing to resume</source>
        <translation>%1 は成功しています。再開するものはありません</translation>
    </message>
    <message>
        <source>this is the run file of a command run: start its `command` itself</source>
        <translation>これはコマンド実行の実行ファイルです。その `command` を直接開始してください</translation>
    </message>
    <message>
        <source>the program brings its own training; only one of `train` and `command` can be given</source>
        <translation>プログラムは自分で学習を行います。`train` と `command` はどちらか一方だけ指定できます</translation>
    </message>
    <message>
        <source>remove `train` or `command`</source>
        <translation>`train` か `command` を削除</translation>
    </message>
    <message>
        <source>only a run of a `command` uses this key</source>
        <translation>このキーは `command` の実行でだけ使われます</translation>
    </message>
    <message>
        <source>the program decides this itself; Trainyard only starts it and watches it</source>
        <translation>これはプログラム自身が決めます。Trainyard は開始と監視だけを行います</translation>
    </message>
    <message>
        <source>remove the key; pass what the program needs in `command` or `env`</source>
        <translation>このキーを削除し、プログラムに必要なものは `command` か `env` で渡す</translation>
    </message>
    <message>
        <source>&quot;%1&quot; cannot be a variable: its name is empty or has a `=`, or there is a zero byte in it</source>
        <translation>「%1」は変数にできません。名前が空か `=` を含むか、ゼロバイトがあります</translation>
    </message>
    <message>
        <source>rename the variable</source>
        <translation>変数の名前を変える</translation>
    </message>
    <message>
        <source>%1 was lost; attempt %2 was started %3 s later</source>
        <translation>%1 がなくなりました。%3 秒後に試行 %2 が開始しました</translation>
    </message>
    <message>
        <source>write the program and each of its arguments as an entry of a list</source>
        <translation>プログラムと各引数をリストの項目として書いてください</translation>
    </message>
    <message>
        <source>write [%1]</source>
        <translation>[%1] と書いてください</translation>
    </message>
    <message>
        <source>the output of %1 has values of more than %2 series; the others are left out</source>
        <translation>%1 の出力には %2 を超える系列の値があります。残りは省かれます</translation>
    </message>
    <message>
        <source>%1 has printed %2, in which `metrics` finds no value; check its formats and patterns</source>
        <translation>%1 は %2を出力しましたが、`metrics` はそこに値を見つけられません。形式とパターンを確認してください</translation>
    </message>
    <message>
        <source>the pattern cannot be used: %1; its syntax is RE2&apos;s, without look-around and back-references</source>
        <translation>このパターンは使えません: %1。構文は RE2 のもので、先読み・後読みと後方参照はありません</translation>
    </message>
    <message>
        <source>correct the pattern; a group is named as in (?P&lt;loss&gt;[0-9.]+)</source>
        <translation>パターンを修正してください。グループの名前は (?P&lt;loss&gt;[0-9.]+) のように付けます</translation>
    </message>
    <message>
        <source>there is no file %1</source>
        <translation>%1 というファイルはありません</translation>
    </message>
    <message>
        <source>%1 (%2, at last %3 at step %4)</source>
        <translation>%1 (%2、最後はステップ %4 で %3)</translation>
    </message>
    <message>
        <source>the sample cannot be read: %1</source>
        <translation>サンプルを読み取れません: %1</translation>
    </message>
    <message>
        <source>name a file with lines that the program has printed, or remove the key</source>
        <translation>プログラムが出力した行を含むファイルを指定するか、キーを削除してください</translation>
    </message>
    <message>
        <source>no value is found in %1 of %2</source>
        <translation>%2 の %1 に値が見つかりません</translation>
    </message>
    <message>
        <source>correct this entry, or the sample</source>
        <translation>この項目かサンプルを修正してください</translation>
    </message>
    <message>
        <source>found in %1: %2</source>
        <translation>%1 で見つかった値: %2</translation>
    </message>
    <message>
        <source>no group of the pattern is named `%1`</source>
        <translation>パターンに `%1` という名前のグループがありません</translation>
    </message>
    <message>
        <source>name the group with the step (?P&lt;%1&gt;[0-9]+), or remove `step`</source>
        <translation>ステップのグループに (?P&lt;%1&gt;[0-9]+) と名前を付けるか、`step` を削除してください</translation>
    </message>
    <message>
        <source>no group of the pattern has a name, so that no value would be recorded</source>
        <translation>パターンに名前付きグループがないため、値が記録されません</translation>
    </message>
    <message>
        <source>name the group with the value, as in loss: (?P&lt;loss&gt;[0-9.e+-]+)</source>
        <translation>loss: (?P&lt;loss&gt;[0-9.e+-]+) のように、値のグループに名前を付けてください</translation>
    </message>
    <message>
        <source>only `regex` and `format: json` use this key; the other formats have steps of their own</source>
        <translation>このキーを使うのは `regex` と `format: json` だけです。ほかの形式には独自のステップがあります</translation>
    </message>
    <message>
        <source>%1 is not installed; it shows the frames of Python</source>
        <translation>%1 がインストールされていません。Python のフレームを表示するツールです</translation>
    </message>
    <message>
        <source>%1 prints something else than threads and their frames</source>
        <translation>%1 の出力がスレッドとフレームの一覧ではありません</translation>
    </message>
    <message>
        <source>the evaluator is slower than the training: %1 was deleted before its evaluation, to make room (checkpoint.disk_budget_bytes, or what is free on the disk); save less often, or evaluate the newest alone</source>
        <translation>評価タスクが学習より遅いため、%1 は評価される前に、空き容量を確保するために削除されました (checkpoint.disk_budget_bytes、またはディスクの空き容量による)。保存の頻度を下げるか、最新のものだけを評価してください</translation>
    </message>
    <message>
        <source>%1 was deleted before it was copied to %2 for %3; raise checkpoint.keep, or save less often, if too few are evaluated</source>
        <translation>%1 は、%3 のために %2 へコピーされる前に削除されました。評価される数が少なすぎる場合は、checkpoint.keep を大きくするか、保存の頻度を下げてください</translation>
    </message>
    <message>
        <source>%1 lacks checkpoints, which cannot be sent to %2: %3</source>
        <translation>%1 に必要なチェックポイントを %2 に送れません: %3</translation>
    </message>
    <message>
        <source>%1 gets its next checkpoint when the disk of %2 has free space: %3</source>
        <translation>%1 は、%2 のディスクに空きができしだい次のチェックポイントを受け取ります: %3</translation>
    </message>
    <message>
        <source>%1 is a link, and nothing is written through it; move it elsewhere</source>
        <translation>%1 はリンクです。リンクを通しては書き込みません。別の場所に移してください</translation>
    </message>
    <message>
        <source>the output of %1 has steps that are too large to be kept exactly; their lines are left out</source>
        <translation>%1 の出力には、正確に記録するには大きすぎるステップ番号があります。その行は除外されます</translation>
    </message>
    <message>
        <source>%1 is stopping: resume it when it has ended; `watch %2` waits for that</source>
        <translation>%1 は停止処理中です。終了してから再開してください。`watch %2` で終了を待てます</translation>
    </message>
    <message>
        <source>step %1 is trained already, which is beyond train.max_steps (%2)</source>
        <translation>ステップ %1 まで学習済みで、train.max_steps (%2) を超えています</translation>
    </message>
    <message>
        <source>step %1 is trained already, which is beyond the end of %2 epochs</source>
        <translation>ステップ %1 まで学習済みで、%2 エポックの終わりを超えています</translation>
    </message>
    <message>
        <source>the training is estimated to need %1 GiB of memory (%2 GiB for each replica), and this machine has %3 GiB: its tasks may be ended for lack of memory</source>
        <translation>学習には推定で %1 GiB のメモリ (レプリカごとに %2 GiB) が必要ですが、このマシンには %3 GiB しかありません。メモリ不足によりタスクが終了させられる可能性があります</translation>
    </message>
    <message>
        <source>set batch_size to %1 or less, or use fewer replicas</source>
        <translation>batch_size を %1 以下に設定するか、レプリカを減らしてください</translation>
    </message>
    <message>
        <source>use fewer replicas or a smaller model</source>
        <translation>レプリカを減らすか、より小さいモデルを使用してください</translation>
    </message>
    <message>
        <source>the profile of %1 cannot be fetched: %2</source>
        <translation>%1 のプロファイルを取得できません: %2</translation>
    </message>
    <message>
        <source>the machine of %1 has no file %2</source>
        <translation>%1 のマシンにファイル %2 がありません</translation>
    </message>
    <message>
        <source>the machine of %1 sent %2 in place of %3</source>
        <translation>%1 のマシンが %3 の代わりに %2 を送ってきました</translation>
    </message>
    <message>
        <source>the agent has yet to take the run up</source>
        <translation>エージェントはまだこの実行を引き継いでいません</translation>
    </message>
    <message>
        <source>%1 has tasks on other machines that this agent has not reached since it started; `trainyard --headless nodes` shows why, and if one of them will not come back, `nodes remove NODE --force` abandons it</source>
        <translation>%1 にはほかのマシンのタスクがあり、このエージェントは起動してからそのマシンにまだ接続できていません。`trainyard --headless nodes` で理由を確認できます。マシンが戻らない場合は `nodes remove NODE --force` で見限ることができます</translation>
    </message>
    <message>
        <source>%1 is in use by %2; stop that run first, or choose another folder for this one</source>
        <translation>%1 は %2 が使用中です。先にその実行を停止するか、この実行には別のフォルダーを選択してください</translation>
    </message>
    <message>
        <source>run %1 has no attempt %2; its newest is %3</source>
        <translation>実行 %1 に試行 %2 はありません。最新の試行は %3 です</translation>
    </message>
    <message>
        <source>`%1` has no value; put quotes around a text that begins with % or #</source>
        <translation>`%1` には値がありません。% または # で始まるテキストは引用符で囲んでください</translation>
    </message>
    <message>
        <source>there is more than one value; put quotes around a text that has ---</source>
        <translation>値が複数あります。--- を含むテキストは引用符で囲んでください</translation>
    </message>
    <message>
        <source>lost the connection to the agent at %1: it ended or is restarting, and runs continue without it; try again</source>
        <translation>%1 のエージェントとの接続が切れました。エージェントは終了したか再起動中で、実行はそれなしで続いています。もう一度試してください</translation>
    </message>
    <message>
        <source>%1 is a model of another run, or has other files; it is kept as %2 when this run&apos;s model is saved</source>
        <translation>%1 は別の実行のモデルか、ほかのファイルを含んでいます。この実行のモデルを保存するときに %2 として残します</translation>
    </message>
    <message>
        <source>checkpoints go to %1, which is in the way of the model %2; give the model a folder of its own</source>
        <translation>チェックポイントの保存先 %1 がモデル %2 の場所と重なります。モデルには専用のフォルダーを指定してください</translation>
    </message>
    <message>
        <source>%1. Your quota on its disk is used up: delete files of yours, or have it raised; nothing was written</source>
        <translation>%1。ディスクの割り当て容量（クォータ）を使い切っています。自分のファイルを削除するか、割り当てを増やしてもらってください。この書き込みは保存されていません</translation>
    </message>
    <message>
        <source>Reinstall Trainyard on this machine.</source>
        <translation>このマシンに Trainyard を再インストールしてください。</translation>
    </message>
    <message>
        <source>Run `trainyard --headless nodes prepare %1`.</source>
        <translation>`trainyard --headless nodes prepare %1` を実行してください。</translation>
    </message>
    <message>
        <source>Run `trainyard --headless nodes check %1`.</source>
        <translation>`trainyard --headless nodes check %1` を実行してください。</translation>
    </message>
    <message>
        <source>Make space on that disk, or make its folder writable.</source>
        <translation>そのディスクの空きを増やすか、フォルダーを書き込み可能にしてください。</translation>
    </message>
    <message>
        <source>Make space on that disk before a run writes its checkpoints.</source>
        <translation>実行がチェックポイントを書き込む前に、そのディスクの空きを増やしてください。</translation>
    </message>
    <message>
        <source>Run `timedatectl set-ntp true` there.</source>
        <translation>そのマシンで `timedatectl set-ntp true` を実行してください。</translation>
    </message>
    <message>
        <source>Connect that machine to the faster network, or leave it out of the cluster.</source>
        <translation>そのマシンを速いほうのネットワークに接続するか、クラスタから外してください。</translation>
    </message>
    <message>
        <source>Add the node by an address of the network.</source>
        <translation>ネットワークのアドレスでノードを追加してください。</translation>
    </message>
    <message>
        <source>Choose a subnet in which all machines of the run have an address.</source>
        <translation>実行のすべてのマシンがアドレスを持つサブネットを選んでください。</translation>
    </message>
    <message>
        <source>Let %1 open TCP connections to %2 at %3: look at the cable, the route and the firewall of both.</source>
        <translation>%1 から %2 (%3) への TCP 接続を許可してください。両方のケーブル、経路、ファイアウォールを確認してください。</translation>
    </message>
    <message>
        <source>Let both machines open TCP connections to all ports of each other.</source>
        <translation>両方のマシンが互いのすべてのポートに TCP 接続できるようにしてください。</translation>
    </message>
    <message>
        <source>%1 MB are free</source>
        <translation>空き容量は %1 MB です</translation>
    </message>
    <message>
        <source>%1 MB/s, %2 GB free</source>
        <translation>%1 MB/秒、空き %2 GB</translation>
    </message>
    <message>
        <source>agrees with this machine&apos;s</source>
        <translation>このマシンの時計と合っています</translation>
    </message>
    <message>
        <source>%1 s ahead of this machine&apos;s</source>
        <translation>このマシンの時計より %1 秒進んでいます</translation>
    </message>
    <message>
        <source>%1 s behind this machine&apos;s</source>
        <translation>このマシンの時計より %1 秒遅れています</translation>
    </message>
    <message>
        <source>slow: the median of all links is %1 MB/s</source>
        <translation>低速です: 全リンクの中央値は %1 MB/秒です</translation>
    </message>
    <message>
        <source>slow to answer: the median of all links is %1 ms</source>
        <translation>応答が遅いです: 全リンクの中央値は %1 ms です</translation>
    </message>
    <message>
        <source>the agent of %1 did not answer within %2 s</source>
        <translation>%1 のエージェントが %2 秒以内に応答しませんでした</translation>
    </message>
    <message>
        <source>the node has named no port</source>
        <translation>ノードがポートを知らせませんでした</translation>
    </message>
    <message>
        <source>the worker starts with it</source>
        <translation>学習プログラムがこれで起動します</translation>
    </message>
    <message>
        <source>%1 runs there, and %2 here</source>
        <translation>そのマシンは %1、このマシンは %2 です</translation>
    </message>
    <message>
        <source>the address of %1 is unknown, because its SSH server was not reached over a network</source>
        <translation>%1 のアドレスが不明です。SSH サーバーにネットワーク経由で接続していないためです</translation>
    </message>
    <message>
        <source>%1 is not connected</source>
        <translation>%1 は接続されていません</translation>
    </message>
    <message>
        <source>%1 has no address in the subnet %2; it has %3</source>
        <translation>%1 にはサブネット %2 のアドレスがありません。あるのは %3 です</translation>
    </message>
    <message>
        <source>%1 and %2 both have the address %3 in the subnet %4; choose a smaller subnet, in which each machine has its own</source>
        <translation>%1 と %2 は、サブネット %4 で同じアドレス %3 を持っています。各マシンが固有のアドレスを持つ、より小さいサブネットを選んでください</translation>
    </message>
    <message>
        <source>the addresses of %1 are unknown until it is connected</source>
        <translation>%1 のアドレスは接続されるまで不明です</translation>
    </message>
    <message>
        <source>%1 is not an address: %2</source>
        <translation>%1 はアドレスではありません: %2</translation>
    </message>
    <message>
        <source>the connection with %1 failed: %2</source>
        <translation>%1 との接続に失敗しました: %2</translation>
    </message>
    <message>
        <source>the connection with %1 was closed</source>
        <translation>%1 との接続が閉じられました</translation>
    </message>
    <message>
        <source>no port of %1 can be opened: %2</source>
        <translation>%1 のポートを開けません: %2</translation>
    </message>
    <message>
        <source>no answer from %1</source>
        <translation>%1 から応答がありません</translation>
    </message>
    <message>
        <source>the all-reduce failed: %1</source>
        <translation>all-reduce に失敗しました: %1</translation>
    </message>
    <message>
        <source>its worker does not start with libtorch</source>
        <translation>そのマシンの学習プログラムは libtorch で起動しません</translation>
    </message>
    <message>
        <source>its worker did not start within %1 s; the machine may be busy: test again before anything else</source>
        <translation>そのマシンの学習プログラムが %1 秒以内に起動しませんでした。マシンの負荷が高い可能性があります。まずもう一度テストしてください</translation>
    </message>
    <message>
        <source>cannot write in %1</source>
        <translation>%1 に書き込めません</translation>
    </message>
    <message>
        <source>cannot write to the disk of %1</source>
        <translation>%1 のディスクに書き込めません</translation>
    </message>
    <message>
        <source>this machine</source>
        <translation>このマシン</translation>
    </message>
    <message>
        <source>the other machine</source>
        <translation>相手のマシン</translation>
    </message>
    <message>
        <source>no reason given</source>
        <translation>理由は不明です</translation>
    </message>
    <message>
        <source>%1 %2 at %3 %4 is worse than %5, the median of %6 other runs</source>
        <translation>%3 %4 の %1 は %2 で、他の %6 件の実行の中央値 %5 より悪い値です</translation>
    </message>
    <message>
        <source>%1 %2 at %3 %4 is not among the best %5 of %6 runs</source>
        <translation>%3 %4 の %1 は %2 で、%6 件の実行の上位 %5 件に入っていません</translation>
    </message>
    <message>
        <source>epoch</source>
        <translation>エポック</translation>
    </message>
    <message>
        <source>step</source>
        <translation>ステップ</translation>
    </message>
    <message>
        <source>there is no sweep %1; `sweeps` lists them</source>
        <translation>スイープ %1 はありません。一覧は `sweeps` で</translation>
    </message>
    <message>
        <source>sweep %1 has ended; none of its runs wait</source>
        <translation>スイープ %1 は終了しており、待機中の実行はありません</translation>
    </message>
    <message>
        <source>run %1 of sweep %2 does not wait; `queue` lists those that do</source>
        <translation>スイープ %2 の実行 %1 は待機中ではありません。待機中の実行の一覧は `queue` で</translation>
    </message>
    <message>
        <source>one waiting run is moved at a time: name it as SWEEP/NUMBER, and a position from 1</source>
        <translation>一度に移動できるのは待機中の実行 1 つです。SWEEP/NUMBER の形で指定し、位置は 1 以上にしてください</translation>
    </message>
    <message>
        <source>a sweep has at least one run, and starts one at a time or more</source>
        <translation>スイープには実行が 1 つ以上必要で、同時に開始する数は 1 以上です</translation>
    </message>
    <message>
        <source>the runs of a sweep are not numbered from 1</source>
        <translation>スイープの実行の番号が 1 から始まっていません</translation>
    </message>
    <message>
        <source>it does not name its sweep</source>
        <translation>どのスイープのものかわかりません</translation>
    </message>
    <message>
        <source>%1; `trainyard --headless sweep FILE --send`, where FILE is the sweep file, sends them and starts the sweep again</source>
        <translation>%1。`trainyard --headless sweep FILE --send`（FILE はスイープファイル）を実行すると、ファイルを送信してからスイープをもう一度開始します</translation>
    </message>
    <message>
        <source>action is missing (expected ADD, PREPARE or CONNECT)</source>
        <translation>action がありません (ADD、PREPARE、CONNECT のいずれかが必要です)</translation>
    </message>
    <message>
        <source>no key, password or passphrase of yours was accepted: run `ssh-copy-id %1`, or load the key with ssh-add</source>
        <translation>鍵、パスワード、パスフレーズのいずれも受け入れられませんでした。`ssh-copy-id %1` を実行するか、ssh-add で鍵を読み込んでください</translation>
    </message>
    <message>
        <source>ssh may have to ask you something first (a password, a passphrase, an unknown host key): %1</source>
        <translation>先に ssh の質問 (パスワード、パスフレーズ、未知のホスト鍵) への回答が必要かもしれません: %1</translation>
    </message>
    <message>
        <source>nobody answered ssh&apos;s question within %1 s: %2</source>
        <translation>ssh の質問に %1 秒以内に回答がありませんでした: %2</translation>
    </message>
    <message>
        <source>ssh&apos;s question was not answered: %1</source>
        <translation>ssh の質問に回答がありませんでした: %1</translation>
    </message>
    <message>
        <source>another client is connecting to %1 and answers the questions of ssh; try again when that is done</source>
        <translation>%1 には別のクライアントが接続中で、ssh の質問に答えています。終わってからやり直してください</translation>
    </message>
    <message>
        <source>this question is no longer asked</source>
        <translation>この質問はすでに終了しています</translation>
    </message>
    <message>
        <source> %1 and %2</source>
        <translation>（%1 かつ %2）</translation>
    </message>
    <message>
        <source>none</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>%1 is not finite (NaN or infinite)</source>
        <translation>%1 が有限の値ではありません（NaN または無限大）</translation>
    </message>
    <message>
        <source>run %1</source>
        <translation>実行 %1</translation>
    </message>
    <message>
        <source>`mean` and `variance` are given together, or neither is</source>
        <translation>`mean` と `variance` は、両方を指定するか、どちらも指定しないでください</translation>
    </message>
    <message>
        <source>must be one number, or one per column (%1)</source>
        <translation>1 つの数値、または列ごとに 1 つの数値（%1 個）を指定してください</translation>
    </message>
    <message>
        <source>must not be negative</source>
        <translation>負の値は指定できません</translation>
    </message>
    <message>
        <source>must be in ascending order</source>
        <translation>昇順で指定してください</translation>
    </message>
    <message>
        <source>must be at least %1, one more than `bin_boundaries` has</source>
        <translation>%1（`bin_boundaries` の個数より 1 多い値）以上にしてください</translation>
    </message>
    <message>
        <source>a format has only %1 after %</source>
        <translation>形式で % の後に使えるのは %1 だけです</translation>
    </message>
    <message>
        <source>%1 is a file, and a checkpoint of a model is a folder; what a program has written, only that program can read</source>
        <translation>%1 はファイルですが、モデルのチェックポイントはフォルダです。プログラムが書き込んだものは、そのプログラムだけが読み取れます</translation>
    </message>
    <message>
        <source>this is a sweep file, not a run file: `sweep` reads it, and checks it with --dry-run</source>
        <translation>これは実行ファイルではなくスイープファイルです。`sweep` で読み込み、--dry-run で検査できます</translation>
    </message>
    <message>
        <source>The likely reason is a busy machine: test again when it has less to do.</source>
        <translation>マシンの負荷が高いためと考えられます。負荷が下がってからもう一度テストしてください。</translation>
    </message>
    <message>
        <source>Test again. If that fails, too, agent.log on both machines may say more.</source>
        <translation>もう一度テストしてください。それでも失敗する場合は、両方のマシンの agent.log に手がかりがあるかもしれません。</translation>
    </message>
    <message>
        <source>the all-reduce did not finish within %1 s</source>
        <translation>all-reduce が %1 秒以内に終わりませんでした</translation>
    </message>
    <message>
        <source>fetched %1 MB of %2</source>
        <translation>%2 の %1 MB を取得しました</translation>
    </message>
    <message>
        <source>there are public addresses among these, which `cluster.allow_clear_text` permits</source>
        <translation>この中にはパブリックアドレスがあり、`cluster.allow_clear_text` により許可されています</translation>
    </message>
    <message>
        <source>its agent and this machine's are out of step, and connect again; if it stays so, remove the node and add it again</source>
        <translation>そのエージェントとこのマシンのエージェントの通信が食い違ったため、接続し直しています。直らない場合は、ノードを削除して追加し直してください</translation>
    </message>
    <message>
        <source>%1 of %2 MB of Trainyard sent</source>
        <translation>Trainyard を %2 MB 中 %1 MB 送信しました</translation>
    </message>
    <message>
        <source>%1. A data set of a plugin is named as a source of a run file, '{plugin: ID}'; `plugins` lists those that are installed</source>
        <translation>%1。プラグインのデータセットは実行ファイルのソースとして '{plugin: ID}' のように指定します。インストール済みのものは `plugins` で一覧できます</translation>
    </message>
</context>
<context>
    <name>Ask</name>
    <message>
        <source>OK</source>
        <translation>決定</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
</context>
<context>
    <name>ClusterSlots</name>
    <message>
        <source>Connected</source>
        <translation>接続済み</translation>
    </message>
    <message>
        <source>Connecting</source>
        <translation>接続中</translation>
    </message>
    <message>
        <source>Unreachable</source>
        <translation>接続できません</translation>
    </message>
    <message>
        <source>Incompatible</source>
        <translation>互換性がありません</translation>
    </message>
    <message>
        <source>%1 has tasks and is not connected.</source>
        <translation>%1 にはタスクがありますが、接続されていません。</translation>
    </message>
    <message>
        <source>check it on the Nodes page, or move its tasks</source>
        <translation>「ノード」ページで確認するか、タスクを移動してください</translation>
    </message>
    <message>
        <source>Tasks on %1 name more GPUs than it has: %2 of %3.</source>
        <translation>%1 のタスクは、搭載数より多くの GPU を指定しています: %2 / %3。</translation>
    </message>
    <message>
        <source>move one of them to another machine</source>
        <translation>いずれかを別のマシンに移動してください</translation>
    </message>
</context>
<context>
    <name>CommandForm</name>
    <message>
        <source>“%1” is set twice. Only its first value is used.</source>
        <translation>「%1」が 2 回設定されています。最初の値だけが使われます。</translation>
    </message>
    <message>
        <source>Row %1 has no name, so it is not used.</source>
        <translation>%1 行目には名前がないため、使われません。</translation>
    </message>
</context>
<context>
    <name>Findings</name>
    <message>
        <source>Ports, disks and devices are not checked: %1</source>
        <translation>ポート、ディスク、デバイスは未確認です: %1</translation>
    </message>
</context>
<context>
    <name>FixButton</name>
    <message>
        <source>Fix: %1</source>
        <translation>修正: %1</translation>
    </message>
</context>
<context>
    <name>FormSchema</name>
    <message>
        <source>Yes</source>
        <translation>はい</translation>
    </message>
    <message>
        <source>No</source>
        <translation>いいえ</translation>
    </message>
    <message>
        <source>None</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>A number</source>
        <translation>数値</translation>
    </message>
    <message>
        <source>A text</source>
        <translation>文字列</translation>
    </message>
    <message>
        <source>A list</source>
        <translation>リスト</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>その他</translation>
    </message>
    <message>
        <source>Not set</source>
        <translation>未設定</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>データ</translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation>ストラテジー</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>クラスタ</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>学習</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>チェックポイント</translation>
    </message>
    <message>
        <source>Failures</source>
        <translation>障害対応</translation>
    </message>
    <message>
        <source>A chief or worker counts as dead when it has printed nothing, and no event file of the run has grown, for this long. 0: never.</source>
        <translation>チーフまたはワーカーがこの時間何も出力せず、実行のイベントファイルも増えないと、停止したものとみなします。0: みなしません。</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>プログラム</translation>
    </message>
</context>
<context>
    <name>Format</name>
    <message>
        <source>queued</source>
        <translation>待機中</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>開始中</translation>
    </message>
    <message>
        <source>running</source>
        <translation>実行中</translation>
    </message>
    <message>
        <source>stopping</source>
        <translation>停止中</translation>
    </message>
    <message>
        <source>succeeded</source>
        <translation>成功</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失敗</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>preempted</source>
        <translation>中断</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>不明</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>行方不明</translation>
    </message>
    <message>
        <source>%1 d %2</source>
        <comment>days and hh:mm:ss</comment>
        <translation>%1日 %2</translation>
    </message>
    <message>
        <source>%1 min ago</source>
        <comment>age</comment>
        <translation>%1分前</translation>
    </message>
    <message>
        <source>%1 h ago</source>
        <comment>age</comment>
        <translation>%1時間前</translation>
    </message>
    <message>
        <source>%1 d ago</source>
        <comment>age</comment>
        <translation>%1日前</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>ステップ %1</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>ステップ %1 / %2</translation>
    </message>
    <message>
        <source>just now</source>
        <comment>age</comment>
        <translation>たった今</translation>
    </message>
    <message>
        <source>pausing</source>
        <translation>一時停止を待機中</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>一時停止中</translation>
    </message>
    <message>
        <source>imported</source>
        <translation>取り込み済み</translation>
    </message>
</context>
<context>
    <name>GpuChoices</name>
    <message>
        <source>, %1 of %2 free</source>
        <translation>、空き %1 / %2</translation>
    </message>
    <message>
        <source>, used by %1</source>
        <translation>、%1 が使用</translation>
    </message>
    <message>
        <source>, busy now</source>
        <translation>、現在使用中</translation>
    </message>
    <message>
        <source>Not known yet which GPUs it has</source>
        <translation>GPU はまだ不明です</translation>
    </message>
    <message>
        <source>This machine has no GPU</source>
        <translation>このマシンに GPU はありません</translation>
    </message>
</context>
<context>
    <name>NodeFindings</name>
    <message>
        <source>%1 to %2</source>
        <translation>%1 から %2</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1、ほか %2 件</translation>
    </message>
</context>
<context>
    <name>NodeLanes</name>
    <message>
        <source>CPUs in use: %1 of %2</source>
        <translation>使用中の CPU: %1 / %2</translation>
    </message>
    <message>
        <source>CPUs in use: %1</source>
        <translation>使用中の CPU: %1</translation>
    </message>
    <message>
        <source>memory: %1</source>
        <translation>メモリ: %1</translation>
    </message>
    <message>
        <source>%1 since %2</source>
        <translation>%1 (%2 から)</translation>
    </message>
    <message>
        <source>The run waits for this link.</source>
        <translation>この実行はこのリンクの回復を待っています。</translation>
    </message>
    <message>
        <source>Waiting for the link. Training does not need it.</source>
        <translation>リンクの回復を待っています。学習はリンクなしで続きます。</translation>
    </message>
</context>
<context>
    <name>Predictions</name>
    <message>
        <source>precision</source>
        <translation>適合率</translation>
    </message>
    <message>
        <source>recall</source>
        <translation>再現率</translation>
    </message>
    <message>
        <source>Cannot determine the working folder of the window: %1</source>
        <translation>ウィンドウの作業フォルダーが分かりません: %1</translation>
    </message>
</context>
<context>
    <name>Reasons</name>
    <message>
        <source>The store is damaged and read-only. Make it again with: trainyard --headless doctor --rebuild</source>
        <translation>ストアが破損しており、読み取り専用です。次のコマンドで作り直してください: trainyard --headless doctor --rebuild</translation>
    </message>
</context>
<context>
    <name>Roles</name>
    <message>
        <source>Chief</source>
        <translation>チーフ</translation>
    </message>
    <message>
        <source>Worker</source>
        <translation>ワーカー</translation>
    </message>
    <message>
        <source>Parameter server</source>
        <translation>パラメータサーバー</translation>
    </message>
    <message>
        <source>Evaluator</source>
        <translation>評価タスク</translation>
    </message>
</context>
<context>
    <name>RunFiles</name>
    <message>
        <source>%1 is in the folder of a run, which only its agent writes. Choose another folder.</source>
        <translation>%1 は実行のフォルダーにあり、そこに書き込むのはエージェントだけです。別のフォルダーを選んでください。</translation>
    </message>
    <message>
        <source>%1 was changed by another program since it was read.</source>
        <translation>%1 は、読み込んだ後に別のプログラムによって変更されました。</translation>
    </message>
</context>
<context>
    <name>Sending</name>
    <message>
        <source>the run has other errors. Fix them first, then send again.</source>
        <translation>この実行にはほかのエラーがあります。先に修正してから、もう一度送信してください。</translation>
    </message>
</context>
<context>
    <name>trainyard::bridge::AgentBridge</name>
    <message>
        <source>The call failed unexpectedly: %1</source>
        <translation>呼び出しが予期せず失敗しました: %1</translation>
    </message>
    <message>
        <source>Too many calls wait for the agent&apos;s answers. Try again when it answers.</source>
        <translation>エージェントの応答を待つ呼び出しが多すぎます。応答してからもう一度試してください。</translation>
    </message>
    <message>
        <source>The agent was stopped. Starting a run starts it again.</source>
        <translation>エージェントは停止されました。実行を開始すると再び起動します。</translation>
    </message>
</context>
<context>
    <name>trainyard::models::CheckpointListModel</name>
    <message>
        <source>damaged</source>
        <translation>破損</translation>
    </message>
    <message>
        <source>verified</source>
        <translation>検証済み</translation>
    </message>
    <message>
        <source>not verified</source>
        <translation>未検証</translation>
    </message>
    <message>
        <source>reported by the program</source>
        <translation>プログラムが報告</translation>
    </message>
    <message>
        <source>best</source>
        <translation>最良</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>backup</source>
        <translation>バックアップ</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>ステップ</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>エポック</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>指標</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>サイズ</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>時刻</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状態</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>実行</translation>
    </message>
</context>
<context>
    <name>trainyard::models::ClusterModel</name>
    <message>
        <source>No plugin here has the strategy %1.</source>
        <translation>ストラテジー %1 のプラグインがここにはありません。</translation>
    </message>
    <message>
        <source>Add %1</source>
        <translation>%1 を追加</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>%1 を削除</translation>
    </message>
    <message>
        <source>Move %1 to %2</source>
        <translation>%1 を %2 へ移動</translation>
    </message>
    <message>
        <source>Make %1 a %2</source>
        <translation>%1 を %2 にする</translation>
    </message>
    <message>
        <source>Port of %1</source>
        <translation>%1 のポート</translation>
    </message>
    <message>
        <source>Add machine %1</source>
        <translation>マシン %1 を追加</translation>
    </message>
    <message>
        <source>Call %1 %2</source>
        <translation>%1 の名前を %2 に変更</translation>
    </message>
    <message>
        <source>Remove machine %1</source>
        <translation>マシン %1 を削除</translation>
    </message>
    <message>
        <source>Select the strategy %1</source>
        <translation>ストラテジー %1 を選択</translation>
    </message>
    <message>
        <source>Give every task a port</source>
        <translation>全タスクにポートを割り当てる</translation>
    </message>
    <message>
        <source>Edit the text</source>
        <translation>テキストの編集</translation>
    </message>
    <message>
        <source>%1 (chief)</source>
        <translation>%1（チーフ）</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>自動</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>タスク</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>役割</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>マシン</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>ポート</translation>
    </message>
    <message>
        <source>CPUs</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>CPUs of %1</source>
        <translation>%1 の CPU</translation>
    </message>
    <message>
        <source>Tasks on other machines that this version can&apos;t start yet: %1. Start them manually, with the commands under Manual start.</source>
        <translation>このバージョンではまだ起動できない、ほかのマシンのタスク: %1。「手動で起動」の行で起動してください。</translation>
    </message>
    <message>
        <source>move all tasks to this machine</source>
        <translation>すべてこのマシンに置く</translation>
    </message>
    <message>
        <source>GPU of %1</source>
        <translation>%1 の GPU</translation>
    </message>
</context>
<context>
    <name>trainyard::models::ConfigDiffModel</name>
    <message>
        <source>steps</source>
        <translation>ステップ数</translation>
    </message>
    <message>
        <source>duration</source>
        <translation>所要時間</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>キー</translation>
    </message>
</context>
<context>
    <name>trainyard::models::EventListModel</name>
    <message>
        <source>Run started</source>
        <translation>実行を開始しました</translation>
    </message>
    <message>
        <source>Attempt 1 starts at step %1</source>
        <translation>1 回目の試行をステップ %1 から開始</translation>
    </message>
    <message>
        <source>Attempt 1 starts</source>
        <translation>1 回目の試行を開始</translation>
    </message>
    <message>
        <source>Warning: %1</source>
        <translation>警告: %1</translation>
    </message>
    <message>
        <source>Waiting: %1</source>
        <translation>待っています: %1</translation>
    </message>
    <message>
        <source>State: %1</source>
        <translation>状態: %1</translation>
    </message>
    <message>
        <source>State: %1 (%2)</source>
        <translation>状態: %1（%2）</translation>
    </message>
    <message>
        <source>Finished: %1</source>
        <translation>終了: %1</translation>
    </message>
    <message>
        <source>Finished: %1. %2</source>
        <translation>終了: %1。%2</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>時刻</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>出来事</translation>
    </message>
    <message>
        <source>Epoch %1: %2 in %3 s</source>
        <translation>エポック %1: %2（%3 秒）</translation>
    </message>
    <message>
        <source>Training waited %1 ms for this checkpoint.</source>
        <translation>このチェックポイントのために学習は %1 ms 待ちました。</translation>
    </message>
    <message>
        <source>%1 → recovered in %2 s: attempt %3 from step %4</source>
        <translation>%1 → %2 秒後に復帰: %3 回目の試行、ステップ %4 から</translation>
    </message>
    <message>
        <source>Checkpoint at step %1</source>
        <translation>ステップ %1 のチェックポイント</translation>
    </message>
    <message>
        <source>%1 → attempt %2</source>
        <translation>%1 → %2 回目の試行</translation>
    </message>
    <message>
        <source>%1 → recovered in %2 s: attempt %3</source>
        <translation>%1 → %2 秒後に復帰: %3 回目の試行</translation>
    </message>
    <message>
        <source>%1 → attempt %2 from step %3</source>
        <translation>%1 → %2 回目の試行、ステップ %3 から</translation>
    </message>
    <message>
        <source>Backup at step %1 (%2 ms stall)</source>
        <translation>ステップ %1 のバックアップ（待ち %2 ms）</translation>
    </message>
    <message>
        <source>Checkpoint at step %1 (%2 ms stall)</source>
        <translation>ステップ %1 のチェックポイント（待ち %2 ms）</translation>
    </message>
    <message>
        <source>%1 evaluated step %2: %3</source>
        <translation>%1 がステップ %2 を評価: %3</translation>
    </message>
    <message>
        <source>Starts from %1</source>
        <translation>%1 から開始</translation>
    </message>
    <message>
        <source>output lines that match %1</source>
        <translation>%1 に一致する出力行</translation>
    </message>
    <message>
        <source>Keras&apos; progress bars</source>
        <translation>Keras の進捗バー</translation>
    </message>
    <message>
        <source>Lightning&apos;s progress bars</source>
        <translation>Lightning の進捗バー</translation>
    </message>
    <message>
        <source>the output of Hugging Face&apos;s Trainer</source>
        <translation>Hugging Face の Trainer の出力</translation>
    </message>
    <message>
        <source>JSON in the output</source>
        <translation>出力中の JSON</translation>
    </message>
    <message>
        <source>TensorBoard event files</source>
        <translation>TensorBoard のイベントファイル</translation>
    </message>
    <message>
        <source>Metrics found: %1 (%2)</source>
        <translation>指標を検出: %1 (%2)</translation>
    </message>
    <message>
        <source>Metrics from %1</source>
        <translation>指標の取得元: %1</translation>
    </message>
</context>
<context>
    <name>trainyard::models::FindingListModel</name>
    <message>
        <source>error</source>
        <translation>エラー</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>hint</source>
        <translation>ヒント</translation>
    </message>
    <message>
        <source>%1, line %2</source>
        <translation>%1（%2 行目）</translation>
    </message>
</context>
<context>
    <name>trainyard::models::LayerListModel</name>
    <message>
        <source>does not fit</source>
        <translation>合いません</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>レイヤー</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>オプション</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>出力</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>パラメータ数</translation>
    </message>
</context>
<context>
    <name>trainyard::models::LogModel</name>
    <message>
        <source>[several tasks] </source>
        <translation>[複数のタスク] </translation>
    </message>
</context>
<context>
    <name>trainyard::models::RunForm</name>
    <message>
        <source>this is not a run file (expected a map with `name` and `train` or `command`)</source>
        <translation>実行ファイルではありません（`name` と、`train` または `command` を持つマップが必要です）</translation>
    </message>
</context>
<context>
    <name>trainyard::models::RunListModel</name>
    <message>
        <source>Run</source>
        <translation>実行</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状態</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>エポック</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>損失</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>正解率</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>開始</translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation>ストラテジー</translation>
    </message>
    <message>
        <source>Branched from %1</source>
        <translation>%1 からの分岐</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>タグ</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>ステップ</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>試行回数</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>メモ</translation>
    </message>
    <message>
        <source>Measured on the training data</source>
        <translation>学習データで測った値</translation>
    </message>
    <message>
        <source>Measured on the validation data, at the end of an epoch; “–” where there is none</source>
        <translation>検証データでエポックの終わりに測った値。無ければ「–」</translation>
    </message>
    <message>
        <source>Val. loss</source>
        <comment>validation</comment>
        <translation>検証損失</translation>
    </message>
    <message>
        <source>Val. accuracy</source>
        <comment>validation</comment>
        <translation>検証正解率</translation>
    </message>
</context>
<context>
    <name>trainyard::models::SweepRunModel</name>
    <message>
        <source>running</source>
        <translation>実行中</translation>
    </message>
    <message>
        <source>held</source>
        <translation>保留中</translation>
    </message>
    <message>
        <source>stopping</source>
        <translation>停止処理中</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>完了</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>unreadable</source>
        <translation>読み込めません</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>待機中</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>取り消し</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>拒否</translation>
    </message>
    <message>
        <source>deleted</source>
        <translation>削除済み</translation>
    </message>
    <message>
        <source>stopped early</source>
        <translation>早期停止</translation>
    </message>
    <message>
        <source>Run %1, the best: %2</source>
        <translation>実行 %1（最良）: %2</translation>
    </message>
    <message>
        <source>Run %1: %2</source>
        <translation>実行 %1: %2</translation>
    </message>
    <message>
        <source>%1, the best run</source>
        <translation>%1、最良の実行</translation>
    </message>
    <message>
        <source>The best value so far</source>
        <translation>これまでの最良の値</translation>
    </message>
    <message>
        <source>Where the run had that value: epochs finished, or the step of a command run</source>
        <translation>その値になった時点: 終了したエポック数、またはコマンド実行のステップ</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>実行</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状態</translation>
    </message>
    <message>
        <source>At</source>
        <translation>時点</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>理由</translation>
    </message>
</context>
<context>
    <name>trainyard::models::TaskListModel</name>
    <message>
        <source>%1 (chief)</source>
        <translation>%1（チーフ）</translation>
    </message>
    <message>
        <source>%1 was killed by signal %2</source>
        <translation>%1 はシグナル %2 で終了しました</translation>
    </message>
    <message>
        <source>%1 exited with code %2</source>
        <translation>%1 は終了コード %2 で終わりました</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>タスク</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状態</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>ノード</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>ステップ</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>段階</translation>
    </message>
    <message>
        <source>Listens at %1</source>
        <translation>待ち受け: %1</translation>
    </message>
    <message>
        <source>Process %1 at %2</source>
        <translation>プロセス %1、アドレス %2</translation>
    </message>
    <message>
        <source>%1 has waited in %2 since %3 (%4 s)</source>
        <translation>%1 は %3 から %2 で待っています（%4 秒）</translation>
    </message>
    <message>
        <source>%1 has not reached this call (%2, step %3)</source>
        <translation>%1 はこの呼び出しに達していません（%2、ステップ %3）</translation>
    </message>
    <message>
        <source>The other tasks are waiting for %1.</source>
        <translation>ほかのタスクが %1 を待っています。</translation>
    </message>
    <message>
        <source>Per step: input %1 ms, computing %2 ms, waiting for other tasks %3 ms</source>
        <translation>1 ステップの内訳: 入力 %1 ms、計算 %2 ms、ほかのタスク待ち %3 ms</translation>
    </message>
    <message>
        <source>input</source>
        <translation>入力</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>計算</translation>
    </message>
    <message>
        <source>wait</source>
        <translation>待ち</translation>
    </message>
    <message>
        <source>Time per step</source>
        <translation>1 ステップの時間</translation>
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
        <translation>メモリ</translation>
    </message>
    <message>
        <source>schedules the steps</source>
        <translation>ステップを配る役</translation>
    </message>
    <message>
        <source>holds the variables</source>
        <translation>変数を保持</translation>
    </message>
    <message>
        <source>evaluates checkpoints</source>
        <translation>チェックポイントを評価</translation>
    </message>
    <message>
        <source>The workers compute the steps; their rows show where the time goes.</source>
        <translation>ステップを計算するのはワーカーです。時間の内訳はワーカーの行にあります。</translation>
    </message>
    <message>
        <source>suspended</source>
        <translation>サスペンド中</translation>
    </message>
    <message>
        <source>Its process was stopped by SIGSTOP or a debugger.</source>
        <translation>プロセスが SIGSTOP かデバッガで停止しています。</translation>
    </message>
    <message>
        <source>no link</source>
        <translation>リンクなし</translation>
    </message>
    <message>
        <source>Last known state: %1</source>
        <translation>最後に分かっている状態: %1</translation>
    </message>
</context>
<context>
    <name>trainyard::models::TensorDiffModel</name>
    <message>
        <source>same</source>
        <translation>同じ</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>変更あり</translation>
    </message>
    <message>
        <source>only in the second</source>
        <translation>2 つ目だけにある</translation>
    </message>
    <message>
        <source>only in the first</source>
        <translation>1 つ目だけにある</translation>
    </message>
    <message>
        <source>different shape</source>
        <translation>形状が異なる</translation>
    </message>
    <message>
        <source>different type</source>
        <translation>型が異なる</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>テンソル</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>変更</translation>
    </message>
    <message>
        <source>Max difference</source>
        <translation>最大の差</translation>
    </message>
    <message>
        <source>Mean difference</source>
        <translation>平均の差</translation>
    </message>
</context>
<context>
    <name>trainyard::models::TensorTreeModel</name>
    <message>
        <source>%1 values</source>
        <translation>値 %1 個</translation>
    </message>
    <message>
        <source>Values that are NaN or infinite</source>
        <translation>NaN または無限大の値</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>テンソル</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>型</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>サイズ</translation>
    </message>
    <message>
        <source>Minimum</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Maximum</source>
        <translation>最大</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::BranchDialog</name>
    <message>
        <source>Branch from step %1</source>
        <translation>ステップ %1 から分岐</translation>
    </message>
    <message>
        <source>Starts a new run from %1, step %2: weights, optimizer state and data position.</source>
        <translation>%1 のステップ %2 の重み・オプティマイザ・位置から、新しい実行が始まります。</translation>
    </message>
    <message>
        <source>%1 stays unchanged. The new run has its own history. Settings not changed here come from the run file of %1.</source>
        <translation>%1 はそのまま残ります。新しい実行は独自の履歴を持ち、ここで変更しないものは %1 の実行ファイルのとおりです。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Branch</source>
        <translation>分岐</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名前</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>エポック数</translation>
    </message>
    <message>
        <source>Total, including those completed at the checkpoint: %1</source>
        <translation>合計。チェックポイントで終わっている分を含む: %1</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学習率</translation>
    </message>
    <message>
        <source>unchanged</source>
        <translation>現状のまま</translation>
    </message>
    <message>
        <source>Why this is not possible</source>
        <translation>これができない理由</translation>
    </message>
    <message>
        <source>unchanged: %1</source>
        <translation>現状のまま: %1</translation>
    </message>
    <message>
        <source>The new run needs a name.</source>
        <translation>新しい実行には名前が必要です。</translation>
    </message>
    <message>
        <source>A learning rate is a number above 0, such as 0.001.</source>
        <translation>学習率は 0 より大きい数です（例: 0.001）。</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::CheckpointDetail</name>
    <message>
        <source>Preprocessing</source>
        <translation>前処理</translation>
    </message>
    <message>
        <source>values</source>
        <translation>値の数</translation>
    </message>
    <message>
        <source>Hint</source>
        <translation>ヒント</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>指標</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>テンソル</translation>
    </message>
    <message>
        <source>Histogram of the tensor</source>
        <translation>テンソルのヒストグラム</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>異なる点</translation>
    </message>
    <message>
        <source>Differences of the tensors</source>
        <translation>テンソルの差</translation>
    </message>
    <message>
        <source>Select a tensor to see its histogram.</source>
        <translation>テンソルを選ぶと、値の分布が表示されます。</translation>
    </message>
    <message>
        <source>%1 has no finite values.</source>
        <translation>%1 には数えられる値がありません。</translation>
    </message>
    <message>
        <source>%1: mean %2, standard deviation %3</source>
        <translation>%1: 平均 %2、標準偏差 %3</translation>
    </message>
    <message>
        <source>Comparing every tensor…</source>
        <translation>全テンソルを比較中…</translation>
    </message>
    <message>
        <source>%1 step %2 → %3 step %4</source>
        <translation>%1 ステップ %2 → %3 ステップ %4</translation>
    </message>
    <message>
        <source>Tensors that differ: %1 of %2</source>
        <translation>異なるテンソル: %2 個中 %1 個</translation>
    </message>
    <message>
        <source>Reading every tensor of %1…</source>
        <translation>%1 の全テンソルを読み込み中…</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::CheckpointsPage</name>
    <message>
        <source>Restore…</source>
        <translation>復元…</translation>
    </message>
    <message>
        <source>Branch…</source>
        <translation>分岐…</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>書き出し…</translation>
    </message>
    <message>
        <source>Copies the checkpoint to a new folder, as safetensors files that any program can read</source>
        <translation>どのプログラムでも読める safetensors ファイルとして、新しいフォルダに複製します</translation>
    </message>
    <message>
        <source>Verify</source>
        <translation>検証</translation>
    </message>
    <message>
        <source>Reads the whole checkpoint and compares it with the checksums in its manifest. Changes nothing.</source>
        <translation>全バイトを読み、マニフェストのハッシュと比べます。何も変更しません</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>削除…</translation>
    </message>
    <message>
        <source>Its run is still running. Stop it first, or branch.</source>
        <translation>実行中です。先に停止するか、分岐してください</translation>
    </message>
    <message>
        <source>Continues its run from this checkpoint, as the next attempt</source>
        <translation>ここから、次の試行として実行を続けます</translation>
    </message>
    <message>
        <source>Starts a new run with its weights, optimizer state and data position</source>
        <translation>その重み・オプティマイザ・位置から始まる新しい実行を開始します</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>固定を解除</translation>
    </message>
    <message>
        <source>Allows automatic deletion under checkpoint.keep</source>
        <translation>checkpoint.keep に従い、順番が来たら消えます</translation>
    </message>
    <message>
        <source>Keeps the checkpoint, however many newer ones there are</source>
        <translation>新しいものがいくつあっても残します</translation>
    </message>
    <message>
        <source>The checkpoint is pinned. Unpin it first.</source>
        <translation>固定されています。先に解除してください</translation>
    </message>
    <message>
        <source>Deletes the checkpoint from the disk, after a confirmation</source>
        <translation>ディスクから削除します。先に確認します</translation>
    </message>
    <message>
        <source>The checkpoint is verified first. Newer checkpoints remain subject to checkpoint.keep; newer curve points are dimmed.</source>
        <translation>先に検証されます。新しいチェックポイントは順番が来るまで残り、以降の曲線は淡く残ります。</translation>
    </message>
    <message>
        <source>Steps to repeat: %1. </source>
        <translation>やり直すステップ数: %1。 </translation>
    </message>
    <message>
        <source>Restore step %1?</source>
        <translation>ステップ %1 を復元しますか?</translation>
    </message>
    <message>
        <source>%1 will continue from step %2 as a new attempt.</source>
        <translation>%1 はステップ %2 から、次の試行として続きます。</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>復元</translation>
    </message>
    <message>
        <source>Verifying the checkpoint and starting…</source>
        <translation>チェックポイントを検証して開始しています…</translation>
    </message>
    <message>
        <source>Not started: %1</source>
        <translation>開始できません: %1</translation>
    </message>
    <message>
        <source>Export step %1 to a new folder</source>
        <translation>ステップ %1 を新しいフォルダに書き出し</translation>
    </message>
    <message>
        <source>Exported to %1.</source>
        <translation>%1 に書き出しました。</translation>
    </message>
    <message>
        <source>Verifying step %1…</source>
        <translation>ステップ %1 の全バイトを読み込み中…</translation>
    </message>
    <message>
        <source>%1 step %2</source>
        <translation>%1 ステップ %2</translation>
    </message>
    <message>
        <source>%1: verified, %2, all checksums match.</source>
        <translation>%1: 検証済み、%2、全バイトが書き込み時のままです。</translation>
    </message>
    <message>
        <source>%1 is damaged: %2</source>
        <translation>%1 は破損しています: %2</translation>
    </message>
    <message>
        <source>Unpinned. checkpoint.keep applies to it again.</source>
        <translation>固定を解除しました。順番が来たら消えます。</translation>
    </message>
    <message>
        <source>Pinned. It will not be deleted automatically.</source>
        <translation>固定しました。解除するまで残ります。</translation>
    </message>
    <message>
        <source>Delete step %1?</source>
        <translation>ステップ %1 を削除しますか?</translation>
    </message>
    <message>
        <source>%1 (%2) will be deleted from the disk. This cannot be undone.</source>
        <translation>%1（%2）をディスクから削除します。元に戻せません。</translation>
    </message>
    <message>
        <source>After that, %1 cannot be restored to step %2.</source>
        <translation>%1 をステップ %2 に復元できなくなります。</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>削除</translation>
    </message>
    <message>
        <source>Deleted: %1.</source>
        <translation>削除しました: %1</translation>
    </message>
    <message>
        <source>Checkpoints and their contents</source>
        <translation>チェックポイントとその中身</translation>
    </message>
    <message>
        <source>Hint</source>
        <translation>ヒント</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>チェックポイント</translation>
    </message>
    <message>
        <source>Last action</source>
        <translation>行ったこと</translation>
    </message>
    <message>
        <source>Run whose checkpoints are listed</source>
        <translation>チェックポイントを一覧する実行</translation>
    </message>
    <message>
        <source>all runs</source>
        <translation>すべての実行</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>指標</translation>
    </message>
    <message>
        <source>Metric by step, with checkpoints</source>
        <translation>ステップごとの指標とチェックポイント</translation>
    </message>
    <message>
        <source>not verified</source>
        <translation>未検証</translation>
    </message>
    <message>
        <source>Curve and list</source>
        <translation>曲線と一覧</translation>
    </message>
    <message>
        <source>Select one checkpoint to inspect it, or two to compare.</source>
        <translation>チェックポイントを 1 つ選ぶと中身が、2 つ選ぶと違いが表示されます。</translation>
    </message>
    <message>
        <source>Select two checkpoints to compare.</source>
        <translation>チェックポイントを 2 つ選ぶと違いが表示されます。</translation>
    </message>
    <message>
        <source>The agent cannot be reached: %1</source>
        <translation>エージェントに接続できません: %1</translation>
    </message>
    <message>
        <source>No checkpoints yet. They appear here as runs save them: at the end of each epoch, unless the run file sets checkpoint.every.</source>
        <translation>チェックポイントはまだありません。実行ファイル（checkpoint.every）で変えないかぎり、実行は各エポックの終わりに保存し、ここに表示されます。</translation>
    </message>
    <message>
        <source>Reading the checkpoints…</source>
        <translation>チェックポイントを読み込み中…</translation>
    </message>
    <message>
        <source>step %1: %2</source>
        <translation>ステップ %1: %2</translation>
    </message>
    <message>
        <source>checkpoint</source>
        <translation>チェックポイント</translation>
    </message>
    <message>
        <source>Contents and predictions</source>
        <translation>中身と使いみち</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>テンソル</translation>
    </message>
    <message>
        <source>Predict</source>
        <translation>予測</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>ステップ %1</translation>
    </message>
    <message>
        <source>New folder</source>
        <translation>新しいフォルダ</translation>
    </message>
    <message>
        <source>The agent writes the checkpoint on its own machine, %1.</source>
        <translation>エージェントは自身のマシン %1 にチェックポイントを書き込みます。</translation>
    </message>
    <message>
        <source>The checkpoints cannot be read: %1</source>
        <translation>チェックポイントを読み取れません: %1</translation>
    </message>
    <message>
        <source>%1 (in the trash)</source>
        <translation>%1（ごみ箱内）</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::ChoiceRow</name>
    <message>
        <source>%1 (not in this version)</source>
        <translation>%1（このバージョンにはありません）</translation>
    </message>
    <message>
        <source>This version can&apos;t %1</source>
        <translation>このバージョンではできません: %1</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>選択…</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::ClusterLibrary</name>
    <message>
        <source>Saved clusters</source>
        <translation>保存したクラスタ</translation>
    </message>
    <message>
        <source>None yet. Name a cluster and save it to reuse it.</source>
        <translation>まだありません。クラスタに名前を付けて保存すると、また使えます。</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>削除…</translation>
    </message>
    <message>
        <source>Delete the saved cluster</source>
        <translation>保存したクラスタを削除</translation>
    </message>
    <message>
        <source>Templates</source>
        <translation>テンプレート</translation>
    </message>
    <message>
        <source>Two workers</source>
        <translation>ワーカー 2 つ</translation>
    </message>
    <message>
        <source>Two workers and an evaluator</source>
        <translation>ワーカー 2 つと評価タスク</translation>
    </message>
    <message>
        <source>One worker</source>
        <translation>ワーカー 1 つ</translation>
    </message>
    <message>
        <source>A chief and two workers</source>
        <translation>チーフとワーカー 2 つ</translation>
    </message>
    <message>
        <source>Two replicas in one process</source>
        <translation>1 プロセスにレプリカ 2 つ</translation>
    </message>
    <message>
        <source>3 workers and 2 parameter servers</source>
        <translation>ワーカー 3 つとパラメータサーバー 2 つ</translation>
    </message>
    <message>
        <source>Parameter servers and an evaluator</source>
        <translation>パラメータサーバーと評価タスク</translation>
    </message>
    <message>
        <source>One machine per task</source>
        <translation>タスクごとに 1 台</translation>
    </message>
    <message>
        <source>Saved as %1.</source>
        <translation>%1 として保存しました。</translation>
    </message>
    <message>
        <source>Not saved: %1</source>
        <translation>保存できません: %1</translation>
    </message>
    <message>
        <source>Delete %1?</source>
        <translation>%1 を削除しますか?</translation>
    </message>
    <message>
        <source>The saved cluster %1 will be deleted. This cannot be undone.</source>
        <translation>保存したクラスタ %1 を削除します。元に戻せません。</translation>
    </message>
    <message>
        <source>Runs that use it keep their own copy.</source>
        <translation>これで開始した実行には写しが残ります。</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>削除</translation>
    </message>
    <message>
        <source>Deleted: %1.</source>
        <translation>削除しました: %1。</translation>
    </message>
    <message>
        <source>An empty cluster</source>
        <translation>空のクラスタ</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2</source>
        <translation>%1 を読めません: %2</translation>
    </message>
    <message>
        <source>%1 (cannot be read)</source>
        <translation>%1（読めません）</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::ClusterRow</name>
    <message>
        <source>Comma-separated “node” or “node:port”. “local” is this machine. Ports are chosen automatically if omitted.</source>
        <translation>「ノード」または「ノード:ポート」をコンマで区切って書きます。「local」はこのマシンです。ポートがなければ空きポートを使います。</translation>
    </message>
    <message>
        <source>Empty: one local worker.</source>
        <translation>空: ローカルのワーカー 1 つ。</translation>
    </message>
    <message>
        <source>Tasks: %1</source>
        <translation>タスク数: %1</translation>
    </message>
    <message>
        <source>Edit cluster…</source>
        <translation>クラスタを編集…</translation>
    </message>
    <message>
        <source>Saved clusters</source>
        <translation>保存したクラスタ</translation>
    </message>
    <message>
        <source>Use a saved cluster…</source>
        <translation>保存したクラスタを使う…</translation>
    </message>
    <message>
        <source>Copies the saved strategy and cluster into this run file</source>
        <translation>保存したストラテジーとクラスタをこの実行ファイルに入れます</translation>
    </message>
    <message>
        <source>No saved clusters yet. Draw one on the Clusters page and name it.</source>
        <translation>保存したクラスタはまだありません。「クラスタ」ページで描き、名前を付けて保存してください。</translation>
    </message>
    <message>
        <source>Copies the saved cluster into this run file</source>
        <translation>保存したクラスタをこの実行ファイルに入れます</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::ClustersPage</name>
    <message>
        <source>Drawing and text</source>
        <translation>図とテキスト</translation>
    </message>
    <message>
        <source>Use in new run</source>
        <translation>新しい実行で使う</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>取り込む…</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>元に戻す</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>やり直す</translation>
    </message>
    <message>
        <source>Add: %1</source>
        <translation>追加: %1</translation>
    </message>
    <message>
        <source>Add machine…</source>
        <translation>マシンを追加…</translation>
    </message>
    <message>
        <source>Give every task a port</source>
        <translation>全タスクにポートを割り当てる</translation>
    </message>
    <message>
        <source>Name of the cluster</source>
        <translation>クラスタの名前</translation>
    </message>
    <message>
        <source>Cluster name</source>
        <translation>保存する名前</translation>
    </message>
    <message>
        <source>Clusters</source>
        <translation>クラスタ</translation>
    </message>
    <message>
        <source>Last action</source>
        <translation>行ったこと</translation>
    </message>
    <message>
        <source>Drag onto a machine, or press to add to the selected one</source>
        <translation>マシンへドラッグ、または押して選択中のマシンに追加</translation>
    </message>
    <message>
        <source>Add machine</source>
        <translation>マシンを追加</translation>
    </message>
    <message>
        <source>Drawing of the cluster</source>
        <translation>クラスタの図</translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation>ストラテジー</translation>
    </message>
    <message>
        <source>None</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>Model used for the traffic estimate</source>
        <translation>通信量を計算するモデル</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>Views of the cluster</source>
        <translation>クラスタの表示</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>テキスト</translation>
    </message>
    <message>
        <source>Manual start</source>
        <translation>手動で起動</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2</source>
        <translation>%1 を読めません: %2</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>%1 を開く</translation>
    </message>
    <message>
        <source>line %1: %2</source>
        <translation>%1 行目: %2</translation>
    </message>
    <message>
        <source>Could not import from %1: %2</source>
        <translation>%1 から取り込めません: %2</translation>
    </message>
    <message>
        <source>Import from %1</source>
        <translation>%1 から取り込む</translation>
    </message>
    <message>
        <source>Imported from %1, tasks: %2.</source>
        <translation>%1 から取り込みました。タスク: %2。</translation>
    </message>
    <message>
        <source>It was exported for %1.</source>
        <translation>これは %1 用でした。</translation>
    </message>
    <message>
        <source>Skipped: %1.</source>
        <translation>除いたもの: %1。</translation>
    </message>
    <message>
        <source>Import a cluster</source>
        <translation>クラスタを取り込む</translation>
    </message>
    <message>
        <source>TF_CONFIG or run file</source>
        <translation>TF_CONFIG または実行ファイル</translation>
    </message>
    <message>
        <source>From a file…</source>
        <translation>ファイルから…</translation>
    </message>
    <message>
        <source>From a file</source>
        <translation>ファイルから</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>取り込む</translation>
    </message>
    <message>
        <source>the text</source>
        <translation>テキスト</translation>
    </message>
    <message>
        <source>Paste a TF_CONFIG or a run file. A file can also be dropped on the page.</source>
        <translation>TF_CONFIG か実行ファイルを貼り付けてください。ファイルをページにドロップすることもできます。</translation>
    </message>
    <message>
        <source>Run files and TF_CONFIG (*.yaml *.yml *.json)</source>
        <translation>実行ファイルと TF_CONFIG (*.yaml *.yml *.json)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>すべてのファイル (*)</translation>
    </message>
    <message>
        <source>The cluster has no task yet</source>
        <translation>まだタスクがありません</translation>
    </message>
    <message>
        <source>The text cannot be read</source>
        <translation>テキストを読めません</translation>
    </message>
    <message>
        <source>Fix the errors listed below first: %1</source>
        <translation>先に下の項目を直してください。エラー: %1</translation>
    </message>
    <message>
        <source>Opens a new run with this cluster (F5)</source>
        <translation>このクラスタで新しい実行を開きます (F5)</translation>
    </message>
    <message>
        <source>Enter a name to save</source>
        <translation>先に名前を付けてください</translation>
    </message>
    <message>
        <source>Saves this cluster under its name</source>
        <translation>この名前でエージェントに保存します</translation>
    </message>
    <message>
        <source>Undo: %1</source>
        <translation>取り消す操作: %1</translation>
    </message>
    <message>
        <source>Nothing to undo</source>
        <translation>取り消す操作はありません</translation>
    </message>
    <message>
        <source>Redo: %1</source>
        <translation>やり直す操作: %1</translation>
    </message>
    <message>
        <source>Nothing to redo</source>
        <translation>やり直す操作はありません</translation>
    </message>
    <message>
        <source>Select a strategy to see which processes communicate.</source>
        <translation>ストラテジーを選ぶと、通信の相手が表示されます。</translation>
    </message>
    <message>
        <source>Ring all-reduce: each process sends gradients to its neighbour.</source>
        <translation>リング: 各プロセスが勾配を次へ渡します。</translation>
    </message>
    <message>
        <source>Star: each process sends to the chief and receives the result.</source>
        <translation>スター: 各プロセスがチーフへ送り、結果を受け取ります。</translation>
    </message>
    <message>
        <source>Every worker reads from and writes to every parameter server. The chief schedules the steps (dashed).</source>
        <translation>各ワーカーは全パラメータサーバーと読み書きし、チーフがステップを送ります（破線）。</translation>
    </message>
    <message>
        <source>One process: no network traffic.</source>
        <translation>1 プロセスのため、ネットワーク通信はありません。</translation>
    </message>
    <message>
        <source>Each process sends about %1 per step.</source>
        <translation>各プロセスの送信量は 1 ステップあたり約 %1 です。</translation>
    </message>
    <message>
        <source>Open the last cluster</source>
        <translation>前回のクラスタを開く</translation>
    </message>
    <message>
        <source>Some tasks on other machines can only be started manually yet</source>
        <translation>ほかのマシンのタスクの一部は、まだ手動でしか起動できません</translation>
    </message>
    <message>
        <source>the new run</source>
        <translation>新しい実行</translation>
    </message>
    <message>
        <source>Import error</source>
        <translation>取り込めない理由</translation>
    </message>
    <message>
        <source>Drag a role onto a machine or start from a template.</source>
        <translation>ロールをマシンにドラッグするか、テンプレートから始めてください。</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::CommandRow</name>
    <message>
        <source>A quote is never closed: the last argument extends to the end.</source>
        <translation>引用符が閉じられていません。最後の引数は行末まで続きます。</translation>
    </message>
    <message>
        <source>“%1” sets a variable only in a shell. Add it under Environment instead.</source>
        <translation>「%1」で変数を設定できるのはシェルだけです。代わりに「環境変数」に追加してください。</translation>
    </message>
    <message>
        <source>No shell runs this command, so the program gets %1 unchanged. To use a shell: %2</source>
        <translation>このコマンドはシェルを通さずに実行されるため、%1 はそのままプログラムに渡されます。シェルを使うには: %2</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>引数</translation>
    </message>
    <message>
        <source>Note on the command</source>
        <translation>コマンドについての注意</translation>
    </message>
    <message>
        <source>The program and its arguments, separated by spaces. Put an argument with spaces in quotes.</source>
        <translation>プログラムと引数を空白で区切って入力します。空白を含む引数は引用符で囲みます。</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::CompareChart</name>
    <message>
        <source>Result</source>
        <translation>結果</translation>
    </message>
    <message>
        <source>Setting on the horizontal axis</source>
        <translation>横軸にする設定</translation>
    </message>
    <message>
        <source>by run</source>
        <translation>実行ごと</translation>
    </message>
    <message>
        <source>Results of the runs</source>
        <translation>各実行の結果</translation>
    </message>
    <message>
        <source>None of these runs has a result yet.</source>
        <translation>これらの実行にはまだ結果がありません。</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::CompareView</name>
    <message>
        <source>Results as table or chart</source>
        <translation>結果を表または図で</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表</translation>
    </message>
    <message>
        <source>Chart</source>
        <translation>グラフ</translation>
    </message>
    <message>
        <source>Runs compared</source>
        <translation>比較中の実行</translation>
    </message>
    <message>
        <source>None of these runs has this metric.</source>
        <translation>どの実行もこの量を記録していません。</translation>
    </message>
    <message>
        <source>Number of differences</source>
        <translation>異なるキーの数</translation>
    </message>
    <message>
        <source>Results and differences</source>
        <translation>結果と違い</translation>
    </message>
    <message>
        <source>Curves and differences</source>
        <translation>曲線と違い</translation>
    </message>
    <message>
        <source>Comparing %1 runs</source>
        <translation>%1 件の実行を比較</translation>
    </message>
    <message>
        <source>Reading the run files…</source>
        <translation>実行ファイルを読み込み中…</translation>
    </message>
    <message>
        <source>Results. The settings are the same.</source>
        <translation>結果。実行ファイルは同じです。</translation>
    </message>
    <message>
        <source>Results and differing settings: %1</source>
        <translation>結果と、実行ファイルの異なる箇所: %1</translation>
    </message>
    <message>
        <source>Results. These runs have no settings to compare.</source>
        <translation>結果。比べられる実行ファイルが 2 つありません。</translation>
    </message>
    <message>
        <source>Comparing %1 of %2 selected runs</source>
        <translation>選択した %2 件のうち %1 件の実行を比較</translation>
    </message>
    <message>
        <source>Reading the curves…</source>
        <translation>曲線を読み込んでいます…</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::CurvePanel</name>
    <message>
        <source>Horizontal axis</source>
        <translation>横軸</translation>
    </message>
    <message>
        <source>by step</source>
        <translation>ステップ別</translation>
    </message>
    <message>
        <source>by epoch</source>
        <translation>エポック別</translation>
    </message>
    <message>
        <source>by time</source>
        <translation>時間別</translation>
    </message>
    <message>
        <source>Unit of the horizontal axis: steps, epochs, or the time since the start</source>
        <translation>横軸の単位: ステップ、エポック、または開始からの時間</translation>
    </message>
    <message>
        <source>Smoothing</source>
        <translation>平滑化</translation>
    </message>
    <message>
        <source>Exponential smoothing of step values, as in TensorBoard. Raw values stay visible, dimmed. Epoch values are means and are not smoothed.</source>
        <translation>TensorBoard と同じ、ステップごとの値の移動平均の重み。元の値は淡く下に残ります。エポック全体の値はすでに平均なので、そのままです。</translation>
    </message>
    <message>
        <source>Average selected runs</source>
        <translation>グループの平均</translation>
    </message>
    <message>
        <source>Draws one line for all selected runs: their mean, with a band of ±1 standard deviation</source>
        <translation>全体を 1 本の線で: 平均と、両側に標準偏差 1 つ分の帯</translation>
    </message>
    <message>
        <source>Scroll to zoom, drag to pan, double-click to reset</source>
        <translation>ホイールで拡大、ドラッグで移動、ダブルクリックで全体</translation>
    </message>
    <message>
        <source>CPU, % of a core</source>
        <translation>CPU（1 コアに対する %）</translation>
    </message>
    <message>
        <source>CPU and memory</source>
        <translation>CPU とメモリ</translation>
    </message>
    <message>
        <source>Show CPU and memory of the tasks</source>
        <translation>タスクの CPU とメモリを表示</translation>
    </message>
    <message>
        <source>Sampled once a second.</source>
        <translation>1 秒ごとに記録されます。</translation>
    </message>
    <message>
        <source>Memory, MB</source>
        <translation>メモリ (MB)</translation>
    </message>
    <message>
        <source>GPU, % busy</source>
        <translation>GPU 使用率（%）</translation>
    </message>
    <message>
        <source>GPU power, W</source>
        <translation>GPU 電力（W）</translation>
    </message>
    <message>
        <source>GPU temperature, °C</source>
        <translation>GPU 温度（°C）</translation>
    </message>
    <message>
        <source>GPU memory, MB</source>
        <translation>GPU メモリ (MB)</translation>
    </message>
    <message>
        <source>CPU, memory and GPU use of each task, on the same axis</source>
        <translation>各タスクがマシンをどれだけ使っているかを、同じ軸で示します。GPU を使うタスクがあれば GPU も示します</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::EnvironmentRow</name>
    <message>
        <source>Add variable</source>
        <translation>変数を追加</translation>
    </message>
    <message>
        <source>Unused variables</source>
        <translation>使われない変数</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>削除</translation>
    </message>
    <message>
        <source>Variable %1: name</source>
        <translation>変数 %1: 名前</translation>
    </message>
    <message>
        <source>Variable %1: value</source>
        <translation>変数 %1: 値</translation>
    </message>
    <message>
        <source>Remove variable %1</source>
        <translation>変数 %1 を削除</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名前</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>値</translation>
    </message>
    <message>
        <source>Added to the agent&apos;s environment, TF_CONFIG and torchrun&apos;s variables.</source>
        <translation>エージェントの環境変数、TF_CONFIG、torchrun の変数に追加されます。</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::ExportBar</name>
    <message>
        <source>Report (*.html)</source>
        <translation>レポート (*.html)</translation>
    </message>
    <message>
        <source>Table of all points (*.csv)</source>
        <translation>すべての点の表 (*.csv)</translation>
    </message>
    <message>
        <source>Folder of NumPy arrays (*)</source>
        <translation>NumPy 配列のフォルダー (*)</translation>
    </message>
    <message>
        <source>Folder of TensorBoard logs (*)</source>
        <translation>TensorBoard ログのフォルダー (*)</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>エクスポート</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>開く</translation>
    </message>
    <message>
        <source>Open the report in a browser</source>
        <translation>レポートをブラウザーで開く</translation>
    </message>
    <message>
        <source>Cancel the export, or close this notice</source>
        <translation>エクスポートを中止する、またはこの通知を閉じる</translation>
    </message>
    <message>
        <source>Export cancelled. Nothing was written.</source>
        <translation>エクスポートを中止しました。何も書き込まれていません。</translation>
    </message>
    <message>
        <source>Export %1</source>
        <translation>%1 をエクスポート</translation>
    </message>
    <message>
        <source>Export a comparison of %1 runs</source>
        <translation>%1 件の実行の比較をエクスポート</translation>
    </message>
    <message>
        <source>comparison</source>
        <translation>比較</translation>
    </message>
    <message>
        <source>Exported to %1.</source>
        <translation>%1 に書き出しました。</translation>
    </message>
    <message>
        <source>Exporting to %1…</source>
        <translation>%1 にエクスポート中…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::FieldRow</name>
    <message>
        <source>Value</source>
        <translation>値</translation>
    </message>
    <message>
        <source>Layer %1</source>
        <translation>レイヤー %1</translation>
    </message>
    <message>
        <source>Required.</source>
        <translation>必須です。</translation>
    </message>
    <message>
        <source>Default: %1</source>
        <translation>キーがない場合: %1</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::FindingsStrip</name>
    <message>
        <source>Findings</source>
        <translation>指摘</translation>
    </message>
    <message>
        <source>error</source>
        <translation>エラー</translation>
    </message>
    <message>
        <source>hint</source>
        <translation>ヒント</translation>
    </message>
    <message>
        <source>Line %1: %2</source>
        <translation>%1 行目: %2</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>警告</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::FormView</name>
    <message>
        <source>Sections of the form</source>
        <translation>フォームのセクション</translation>
    </message>
    <message>
        <source>Why the form is disabled</source>
        <translation>フォームを使えない理由</translation>
    </message>
    <message>
        <source>Field help</source>
        <translation>項目の意味</translation>
    </message>
    <message>
        <source>The form is disabled: line %1 of the text cannot be parsed. %2</source>
        <translation>フォームは待機中: テキストの %1 行目を読み取れません。%2</translation>
    </message>
    <message>
        <source>The form is disabled: the text cannot be parsed. %1</source>
        <translation>フォームは待機中: テキストを読み取れません。%1</translation>
    </message>
    <message>
        <source>Errors here: %1</source>
        <translation>ここのエラー: %1</translation>
    </message>
    <message>
        <source>* Required. Empty fields use the default shown. Hover or focus a field for help.</source>
        <translation>* の付いた項目は必須で、空の項目は既定値になります。項目にカーソルを合わせるか Tab で移動すると説明が表示されます。</translation>
    </message>
    <message>
        <source>Train a model</source>
        <translation>モデルを学習</translation>
    </message>
    <message>
        <source>Trainyard trains a model that the run file describes</source>
        <translation>実行ファイルに書かれたモデルを Trainyard が学習します</translation>
    </message>
    <message>
        <source>Run a program</source>
        <translation>プログラムを実行</translation>
    </message>
    <message>
        <source>Trainyard starts your own program as every task and watches it</source>
        <translation>Trainyard がタスクごとに自作のプログラムを起動し、監視します</translation>
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
        <translation>使用率</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>メモリ</translation>
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
        <translation>%1：使用率</translation>
    </message>
    <message>
        <source>%1: memory</source>
        <translation>%1：メモリ</translation>
    </message>
    <message>
        <source>%1 of %2 free</source>
        <translation>空き %1 / %2</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::ImportBar</name>
    <message>
        <source>Import progress</source>
        <translation>ログの読み込みの進み具合</translation>
    </message>
    <message>
        <source>Cancel, or close this notice</source>
        <translation>中止するか、この知らせを閉じる</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Import of %1 cancelled. Data already imported was kept.</source>
        <translation>%1 の読み込みを中止しました。読み込んだ分は残ります。</translation>
    </message>
    <message>
        <source>Stop following</source>
        <translation>追跡を停止</translation>
    </message>
    <message>
        <source>Following %1. Runs: %2, points imported: %3.</source>
        <translation>%1 を追跡しています。実行: %2、インポートした点: %3。</translation>
    </message>
    <message>
        <source>No longer following %1. Points imported: %2.</source>
        <translation>%1 の追跡を終了しました。インポートした点: %2。</translation>
    </message>
    <message>
        <source>Reading logs: %1 of %2 files, %3 of %4</source>
        <translation>ログを読み込み中: ファイル %1/%2、%3/%4</translation>
    </message>
    <message>
        <source>Looking for logs in %1…</source>
        <translation>%1 でログを探しています…</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>ほか %1 件</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
    <message>
        <source>No new data in %1.</source>
        <translation>前回読み込んでから %1 には何も書き込まれていません。</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::LayerRow</name>
    <message>
        <source>Kind of the layer to add</source>
        <translation>追加するレイヤーの種類</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>追加</translation>
    </message>
    <message>
        <source>Add a layer below the selected one</source>
        <translation>選択中のレイヤーの下に追加</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>上へ</translation>
    </message>
    <message>
        <source>Move the layer up</source>
        <translation>レイヤーを上へ移動</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>下へ</translation>
    </message>
    <message>
        <source>Move the layer down</source>
        <translation>レイヤーを下へ移動</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>削除</translation>
    </message>
    <message>
        <source>Remove the layer</source>
        <translation>レイヤーを削除</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>レイヤー</translation>
    </message>
    <message>
        <source>Layer %1: %2</source>
        <translation>レイヤー %1: %2</translation>
    </message>
    <message>
        <source>Layers: %1, parameters: %2</source>
        <translation>レイヤー数: %1、パラメータ数: %2</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::LineRow</name>
    <message>
        <source>Choose: %1</source>
        <translation>選択: %1</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>選択…</translation>
    </message>
    <message>
        <source>This cannot be read as YAML yet.</source>
        <translation>まだ YAML として読み取れません。</translation>
    </message>
    <message>
        <source>Example: %1</source>
        <translation>例: %1</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::LinkFindings</name>
    <message>
        <source>Reconnect</source>
        <translation>再接続</translation>
    </message>
    <message>
        <source>Connects to %1 now, and tests again.</source>
        <translation>いま %1 に接続して、もう一度テストします。</translation>
    </message>
    <message>
        <source>Reconnect %1</source>
        <translation>%1 に再接続</translation>
    </message>
    <message>
        <source>Prepare</source>
        <translation>準備</translation>
    </message>
    <message>
        <source>Sends %1 Trainyard and libtorch, and tests again.</source>
        <translation>%1 に Trainyard と libtorch を送信して、もう一度テストします。</translation>
    </message>
    <message>
        <source>Prepare %1</source>
        <translation>%1 を準備</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>指摘事項</translation>
    </message>
    <message>
        <source>Nothing to fix.</source>
        <translation>修正する点はありません。</translation>
    </message>
    <message>
        <source>error</source>
        <translation>エラー</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>警告</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::LinkMatrix</name>
    <message>
        <source>Failed</source>
        <translation>失敗</translation>
    </message>
    <message>
        <source>Not tested</source>
        <translation>未テスト</translation>
    </message>
    <message>
        <source>%1/s
%2</source>
        <translation>%1/秒
%2</translation>
    </message>
    <message>
        <source>Slow: %1</source>
        <translation>低速: %1</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>合格</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>接続</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>バージョン</translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>ディスク</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>時計</translation>
    </message>
    <message>
        <source>Tests of the nodes and their links</source>
        <translation>ノードとリンクのテスト</translation>
    </message>
    <message>
        <source>Tests</source>
        <translation>テスト</translation>
    </message>
    <message>
        <source>Row: the node that connects. Column: a test of that node, or the node that it connects to.</source>
        <translation>行: 接続する側のノード。列: そのノードのテスト、または接続先のノード。</translation>
    </message>
    <message>
        <source>to %1</source>
        <translation>%1 へ</translation>
    </message>
    <message>
        <source>Interface %1, to %2</source>
        <translation>インターフェイス %1、接続先 %2</translation>
    </message>
    <message>
        <source>All-reduce of 1 MiB: %1</source>
        <translation>1 MiB の all-reduce: %1</translation>
    </message>
    <message>
        <source>Late: %1</source>
        <translation>遅延: %1</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::LogPane</name>
    <message>
        <source>Task whose log is shown</source>
        <translation>ログを表示するタスク</translation>
    </message>
    <message>
        <source>Search the log</source>
        <translation>ログを検索</translation>
    </message>
    <message>
        <source>Log lines</source>
        <translation>ログの行</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>ログ</translation>
    </message>
    <message>
        <source>all tasks</source>
        <translation>すべてのタスク</translation>
    </message>
    <message>
        <source>No log output yet.</source>
        <translation>まだログはありません。</translation>
    </message>
    <message>
        <source>Collapse repeated lines</source>
        <translation>同じ行をまとめる</translation>
    </message>
    <message>
        <source>Shows consecutive equal lines once, with their number</source>
        <translation>続く同じ行を、件数とともに 1 行で表示します</translation>
    </message>
    <message>
        <source>Return: next match. Shift+Return: previous match.</source>
        <translation>Return: 次の一致、Shift+Return: 前の一致</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>見つかった行</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>前の一致</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>次の一致</translation>
    </message>
    <message>
        <source>Matches: %1</source>
        <translation>一致: %1</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>見つかりません</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::NewRunPage</name>
    <message>
        <source>Run</source>
        <translation>実行</translation>
    </message>
    <message>
        <source>Choose a run file</source>
        <translation>実行ファイルを選ぶ</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>例</translation>
    </message>
    <message>
        <source>New run</source>
        <translation>新しい実行</translation>
    </message>
    <message>
        <source>Run file status</source>
        <translation>この実行ファイルを実行できるか</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>読み直す</translation>
    </message>
    <message>
        <source>Run file</source>
        <translation>実行ファイル</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>検査の結果</translation>
    </message>
    <message>
        <source>Run files (*.yaml *.yml *.json)</source>
        <translation>実行ファイル (*.yaml *.yml *.json)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>すべてのファイル (*)</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>読み込んで検査しています…</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>開始しています…</translation>
    </message>
    <message>
        <source>Not started: %1</source>
        <translation>開始できませんでした: %1</translation>
    </message>
    <message>
        <source>Ready to run.</source>
        <translation>実行できます。</translation>
    </message>
    <message>
        <source>Starts this run (F5)</source>
        <translation>この実行を開始します (F5)</translation>
    </message>
    <message>
        <source>Cannot run yet. Errors to fix: %1</source>
        <translation>まだ実行できません。下のエラー: %1 件</translation>
    </message>
    <message>
        <source>Ready to run. Hints: %1</source>
        <translation>実行できます。下のヒント: %1 件</translation>
    </message>
    <message>
        <source>Save the run file…</source>
        <translation>実行ファイルを保存…</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>無題</translation>
    </message>
    <message>
        <source>Examples and recent files</source>
        <translation>例と最近のファイル</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>開く…</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
    <message>
        <source>Save the run file</source>
        <translation>実行ファイルを保存</translation>
    </message>
    <message>
        <source>Not saved: %1</source>
        <translation>保存できませんでした: %1</translation>
    </message>
    <message>
        <source># Save the file first: a key was removed, which --set cannot do.</source>
        <translation># 先にファイルを保存してください。キーの削除は --set ではできません。</translation>
    </message>
    <message>
        <source> (changed)</source>
        <translation>（変更あり）</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>元に戻す</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>やり直す</translation>
    </message>
    <message>
        <source>Cannot be fixed automatically: %1</source>
        <translation>自動では直せません: %1</translation>
    </message>
    <message>
        <source>Checking. The run starts if there are no errors…</source>
        <translation>読み込んで確認しています。問題がなければ開始します…</translation>
    </message>
    <message>
        <source>Start from an example, a run file, an empty run or your own program.</source>
        <translation>例、実行ファイル、空の実行、または自作のプログラムから始めます。</translation>
    </message>
    <message>
        <source>Replace what another program has written?</source>
        <translation>別のプログラムが書いた内容を置き換えますか?</translation>
    </message>
    <message>
        <source>Saving replaces the file by what is shown here. To keep both, cancel, and copy the text of one of them.</source>
        <translation>保存すると、ファイルはここに表示されている内容に置き換わります。両方を残すには、キャンセルして一方のテキストをコピーしてください。</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>置き換える</translation>
    </message>
    <message>
        <source>Replace the file</source>
        <translation>ファイルを置き換える</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::NodeCard</name>
    <message>
        <source>Load</source>
        <translation>負荷</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>メモリ</translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>ディスク</translation>
    </message>
    <message>
        <source>CPUs: %1</source>
        <translation>CPU 数: %1</translation>
    </message>
    <message>
        <source>%1 · agent %2</source>
        <translation>%1 · エージェント %2</translation>
    </message>
    <message>
        <source>Node %1</source>
        <translation>ノード %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1 of %2 free</source>
        <translation>空き %1 / %2</translation>
    </message>
    <message>
        <source>GPUs: %1</source>
        <translation>GPU 数: %1</translation>
    </message>
    <message>
        <source>Load of %1</source>
        <translation>%1 の負荷</translation>
    </message>
    <message>
        <source>Memory of %1</source>
        <translation>%1 のメモリ</translation>
    </message>
    <message>
        <source>Load in %, over the last 10 minutes</source>
        <translation>負荷（%、直近 10 分間）</translation>
    </message>
    <message>
        <source>Memory in use in %, over the last 10 minutes</source>
        <translation>使用中のメモリ（%、直近 10 分間）</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>確認</translation>
    </message>
    <message>
        <source>Connects now, and asks the machine how it is.</source>
        <translation>いま接続して、マシンの状態を問い合わせます。</translation>
    </message>
    <message>
        <source>Prepare</source>
        <translation>準備</translation>
    </message>
    <message>
        <source>Sends the machine Trainyard and libtorch, unless it has them.</source>
        <translation>Trainyard と libtorch がなければ、マシンに送信します。</translation>
    </message>
    <message>
        <source>Uses the machine no longer. What was sent to it stays there.</source>
        <translation>このマシンを使わなくなります。送信したものはマシンに残ります。</translation>
    </message>
    <message>
        <source>Check %1</source>
        <translation>%1 を確認</translation>
    </message>
    <message>
        <source>Prepare %1</source>
        <translation>%1 を準備</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>%1 を削除</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>削除…</translation>
    </message>
    <message>
        <source>Answer…</source>
        <translation>回答…</translation>
    </message>
    <message>
        <source>Connects now, and shows what ssh asks.</source>
        <translation>今すぐ接続し、ssh の質問を表示します。</translation>
    </message>
    <message>
        <source>Answer for %1</source>
        <translation>%1 の質問に回答</translation>
    </message>
    <message>
        <source>Prepared: Trainyard and libtorch are there.</source>
        <translation>準備済み: Trainyard と libtorch があります。</translation>
    </message>
    <message>
        <source>Not prepared: libtorch is missing. Prepare sends it.</source>
        <translation>未準備: libtorch がありません。「準備」で送信します。</translation>
    </message>
    <message>
        <source>Figures from %1. Check reads them again.</source>
        <translation>数値は%1のものです。「確認」で読み直します。</translation>
    </message>
    <message>
        <source>As described %1.</source>
        <translation>%1の情報です。</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::NodesPage</name>
    <message>
        <source>Add node…</source>
        <translation>ノードを追加…</translation>
    </message>
    <message>
        <source>Add node</source>
        <translation>ノードを追加</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>お知らせ</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>ノード</translation>
    </message>
    <message>
        <source>Runs use this machine only. Add another one that you reach by ssh, and place tasks of a cluster on it.</source>
        <translation>実行はこのマシンだけを使います。ssh で接続できる別のマシンを追加すると、クラスタのタスクを配置できます。</translation>
    </message>
    <message>
        <source>Test nodes</source>
        <translation>ノードをテスト</translation>
    </message>
    <message>
        <source>Tests each node and the link of each one to each other one, for some seconds.</source>
        <translation>各ノードと、ノード間のすべてのリンクを数秒間テストします。</translation>
    </message>
    <message>
        <source>Host, as ssh knows it: HOST, USER@HOST or ssh://USER@HOST:PORT</source>
        <translation>ssh でのホスト: HOST、USER@HOST、または ssh://USER@HOST:PORT</translation>
    </message>
    <message>
        <source>Testing the nodes and their links…</source>
        <translation>ノードとリンクをテストしています…</translation>
    </message>
    <message>
        <source>Checking %1…</source>
        <translation>%1 を確認しています…</translation>
    </message>
    <message>
        <source>%1 is removed. What was sent to it is still there.</source>
        <translation>%1 を削除しました。送信したものはマシンに残っています。</translation>
    </message>
    <message>
        <source>Remove %1?</source>
        <translation>%1 を削除しますか?</translation>
    </message>
    <message>
        <source>Runs can no longer be placed on %1. Its past runs stay in the list.</source>
        <translation>%1 に実行を配置できなくなります。過去の実行は一覧に残ります。</translation>
    </message>
    <message>
        <source>What was sent to it stays there. Checkpoints that are only there can no longer be fetched until it is added again.</source>
        <translation>送信済みのものはそこに残ります。そこにしかないチェックポイントは、再び追加するまで取得できません。</translation>
    </message>
    <message>
        <source>Abandon %1?</source>
        <translation>%1 を見限りますか?</translation>
    </message>
    <message>
        <source>Its tasks count as lost, and these runs end or continue without it. They may still be running there: abandon a machine only if it will not come back.</source>
        <translation>そのタスクは失われたものとして扱われ、これらの実行は終了するか、このマシンなしで続きます。タスクはそこでまだ動いているかもしれません。マシンが戻らない場合にだけ見限ってください。</translation>
    </message>
    <message>
        <source>Abandon</source>
        <translation>見限る</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>削除</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::PluginsPage</name>
    <message>
        <source>Strategies</source>
        <translation>ストラテジー</translation>
    </message>
    <message>
        <source>Plugins that cannot be used</source>
        <translation>使えないプラグイン</translation>
    </message>
    <message>
        <source>Plugins</source>
        <translation>プラグイン</translation>
    </message>
    <message>
        <source>Plugin details</source>
        <translation>プラグインの説明</translation>
    </message>
    <message>
        <source>Identifier</source>
        <translation>識別子</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>バージョン</translation>
    </message>
    <message>
        <source>Topology</source>
        <translation>トポロジー</translation>
    </message>
    <message>
        <source>Bytes sent per replica and step</source>
        <translation>レプリカが 1 ステップで送るバイト数</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>フォルダ</translation>
    </message>
    <message>
        <source>Roles</source>
        <translation>役割一覧</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>役割</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>タスク一覧</translation>
    </message>
    <message>
        <source>Holds replicas</source>
        <translation>レプリカを持つ</translation>
    </message>
    <message>
        <source>If a task fails</source>
        <translation>1 つが失敗したとき</translation>
    </message>
    <message>
        <source>any number</source>
        <translation>任意の数</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1〜%2</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>はい</translation>
    </message>
    <message>
        <source>no</source>
        <translation>いいえ</translation>
    </message>
    <message>
        <source>all tasks restart</source>
        <translation>全タスクを再起動</translation>
    </message>
    <message>
        <source>only that task restarts</source>
        <translation>そのタスクだけ再起動</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>オプション</translation>
    </message>
    <message>
        <source>Option</source>
        <translation>オプション名</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>既定値</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>意味</translation>
    </message>
    <message>
        <source>Where it runs</source>
        <translation>実行場所</translation>
    </message>
    <message>
        <source>on the chief, which schedules its closures on the workers</source>
        <translation>チーフ（クロージャをワーカーに割り当てます）</translation>
    </message>
    <message>
        <source>on every worker, each with its replicas</source>
        <translation>すべてのワーカー（それぞれ自分のレプリカで）</translation>
    </message>
    <message>
        <source>Programs</source>
        <translation>プログラム</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::PredictionView</name>
    <message>
        <source>Precision and recall of each class</source>
        <translation>クラスごとの適合率と再現率</translation>
    </message>
    <message>
        <source>Samples, precision and recall</source>
        <translation>サンプル、適合率、再現率</translation>
    </message>
    <message>
        <source>Precision and recall</source>
        <translation>適合率と再現率</translation>
    </message>
    <message>
        <source>Prediction progress</source>
        <translation>予測の進み具合</translation>
    </message>
    <message>
        <source>Prediction results</source>
        <translation>予測の結果</translation>
    </message>
    <message>
        <source>Data to predict on</source>
        <translation>予測するデータ</translation>
    </message>
    <message>
        <source>the run&apos;s validation data</source>
        <translation>この実行の検証データ</translation>
    </message>
    <message>
        <source>A data set such as fashion_mnist_test, a folder with one subfolder per class, images, or a source as in a run file: {csv: file.csv}</source>
        <translation>fashion_mnist_test などの名前、クラスごとのフォルダを含むフォルダ、画像、または実行ファイルと同じ書き方のソース: {csv: file.csv}</translation>
    </message>
    <message>
        <source>Folder…</source>
        <translation>フォルダ…</translation>
    </message>
    <message>
        <source>Select a folder with one subfolder per class</source>
        <translation>クラスごとのフォルダを含むフォルダを選ぶ</translation>
    </message>
    <message>
        <source>Images…</source>
        <translation>画像…</translation>
    </message>
    <message>
        <source>Select images</source>
        <translation>画像を選ぶ</translation>
    </message>
    <message>
        <source>Predict</source>
        <translation>予測</translation>
    </message>
    <message>
        <source>Confusion matrix</source>
        <translation>混同行列</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>サンプル</translation>
    </message>
    <message>
        <source>Confusion matrix and samples</source>
        <translation>混同行列とサンプル</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Select one checkpoint to predict with.</source>
        <translation>予測に使うチェックポイントを 1 つ選んでください。</translation>
    </message>
    <message>
        <source>Evaluate this checkpoint on data. Metrics, the confusion matrix and the samples with the highest loss appear here.</source>
        <translation>このチェックポイントのモデルはデータをどう見るでしょうか。指標、混同行列、最も外れたサンプルがここに表示されます。</translation>
    </message>
    <message>
        <source>Predicting: %1 of %2</source>
        <translation>予測中: %2 中 %1</translation>
    </message>
    <message>
        <source>Reading the checkpoint and the data…</source>
        <translation>チェックポイントとデータを読み込み中…</translation>
    </message>
    <message>
        <source>Samples: %1</source>
        <translation>サンプル: %1</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 を %2 と誤認</translation>
    </message>
    <message>
        <source>class %1</source>
        <translation>クラス %1</translation>
    </message>
    <message>
        <source>loss %1</source>
        <translation>損失 %1</translation>
    </message>
    <message>
        <source>sample %1, loss %2</source>
        <translation>サンプル %1、損失 %2</translation>
    </message>
    <message>
        <source>Images (*.png *.jpg *.jpeg)</source>
        <translation>画像 (*.png *.jpg *.jpeg)</translation>
    </message>
    <message>
        <source>Images: %1</source>
        <translation>画像: %1</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::ProfileDialog</name>
    <message>
        <source>Profile %1</source>
        <translation>%1 のプロファイル</translation>
    </message>
    <message>
        <source>Profile status</source>
        <translation>プロファイルについて</translation>
    </message>
    <message>
        <source>Steps to profile</source>
        <translation>プロファイルするステップ数</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>ステップ数</translation>
    </message>
    <message>
        <source>Progress of the profile</source>
        <translation>プロファイルの進み具合</translation>
    </message>
    <message>
        <source>File of the profile</source>
        <translation>プロファイルのファイル</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>パスをコピー</translation>
    </message>
    <message>
        <source>Copy path of the profile</source>
        <translation>プロファイルのパスをコピー</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>フォルダを開く</translation>
    </message>
    <message>
        <source>Open folder of the profile</source>
        <translation>プロファイルのフォルダを開く</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>プロファイル開始</translation>
    </message>
    <message>
        <source>Profile the run</source>
        <translation>この実行のプロファイル開始</translation>
    </message>
    <message>
        <source>Records what every task does in its next steps: waiting for input, computing, communicating, and each operator, all on one timeline. The run continues, slightly slower.</source>
        <translation>次の数ステップで各タスクが何をしているか（入力待ち、計算、通信、その中の各演算）を、一つの時間軸に記録します。実行はその間も続き、少し遅くなります。</translation>
    </message>
    <message>
        <source>Recording… (steps: %1) The tasks write the profile when the last step is done. Closing this window does not stop it.</source>
        <translation>記録中…（ステップ数: %1）最後のステップが終わると各タスクが書き出します。このウィンドウを閉じても記録は止まりません。</translation>
    </message>
    <message>
        <source>Steps %1 to %2, tasks: %3. Drop the file on ui.perfetto.dev, or load it in chrome://tracing.</source>
        <translation>ステップ %1～%2、タスク数: %3。ファイルを ui.perfetto.dev にドロップするか、chrome://tracing で開いてください。</translation>
    </message>
    <message>
        <source>There is no profile: %1</source>
        <translation>プロファイルはできませんでした: %1</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
    <message>
        <source>The file is on %1: copy it from there with scp.</source>
        <translation>ファイルは %1 にあります。scp でコピーしてください。</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::RoleRow</name>
    <message>
        <source>%1: count</source>
        <translation>%1: 数</translation>
    </message>
    <message>
        <source>none</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>This cannot be read as a list yet.</source>
        <translation>まだリストとして読み取れません。</translation>
    </message>
    <message>
        <source>%1: add on a GPU</source>
        <translation>%1: GPU に追加</translation>
    </message>
    <message>
        <source>GPUs of %1</source>
        <translation>%1 の GPU</translation>
    </message>
    <message>
        <source>Adds a task on the GPU that you choose</source>
        <translation>選択した GPU にタスクを追加します</translation>
    </message>
    <message>
        <source>The agent has not said which GPUs there are</source>
        <translation>エージェントから GPU の情報がまだありません</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::RunFileTabs</name>
    <message>
        <source>Views of the run</source>
        <translation>実行の表示</translation>
    </message>
    <message>
        <source>Estimate</source>
        <translation>見積もり</translation>
    </message>
    <message>
        <source>Shards</source>
        <translation>シャード</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>コマンド</translation>
    </message>
    <message>
        <source>Run file</source>
        <translation>実行ファイル</translation>
    </message>
    <message>
        <source>Task whose TF_CONFIG is shown</source>
        <translation>TF_CONFIG を表示するタスク</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>コピー</translation>
    </message>
    <message>
        <source>Copy the TF_CONFIG</source>
        <translation>TF_CONFIG をコピー</translation>
    </message>
    <message>
        <source>Resource estimate</source>
        <translation>実行に必要なもの</translation>
    </message>
    <message>
        <source>Layers of the model</source>
        <translation>モデルのレイヤー</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>レイヤー</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>出力</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>パラメータ数</translation>
    </message>
    <message>
        <source>Sharding</source>
        <translation>データの分け方</translation>
    </message>
    <message>
        <source>Data read by each task per epoch</source>
        <translation>各タスクが 1 エポックで読むもの</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>タスク</translation>
    </message>
    <message>
        <source>Shard policy</source>
        <translation>方式</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>サンプル数</translation>
    </message>
    <message>
        <source>Dropped</source>
        <translation>除外</translation>
    </message>
    <message>
        <source>Repeated</source>
        <translation>重複</translation>
    </message>
    <message>
        <source>The same in a shell:</source>
        <translation>シェルでは次のとおり:</translation>
    </message>
    <message>
        <source>Copy the command</source>
        <translation>コマンドをコピー</translation>
    </message>
    <message>
        <source>The same in a shell</source>
        <translation>同じ操作のシェルコマンド</translation>
    </message>
    <message>
        <source>Available once the run file has no errors.</source>
        <translation>実行ファイルのエラーがなくなると表示されます。</translation>
    </message>
    <message>
        <source>Set this as the TF_CONFIG environment variable of the task.</source>
        <translation>環境変数 TF_CONFIG としてタスクに渡します。</translation>
    </message>
    <message>
        <source>Ports shown as 0 are chosen when the run starts. To start tasks manually, set ports in the cluster.</source>
        <translation>0 のポートは実行開始時に決まります。手動で起動する場合はクラスタにポートを書いてください。</translation>
    </message>
    <message>
        <source>Available once the run file has no errors and the agent has computed the estimate.</source>
        <translation>実行ファイルのエラーがなくなり、エージェントの計算が終わると表示されます。</translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation>グローバルバッチ</translation>
    </message>
    <message>
        <source>%1 × %2 replicas × %3 batches per step = %4</source>
        <translation>%1 × %2 レプリカ × 1 ステップ %3 バッチ = %4</translation>
    </message>
    <message>
        <source>%1 per replica × %2 replicas = %3</source>
        <translation>レプリカあたり %1、レプリカ数: %2、合計 %3</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学習率</translation>
    </message>
    <message>
        <source>%1, last step %2</source>
        <translation>%1、最後のステップで %2</translation>
    </message>
    <message>
        <source>Scaled to the global batch</source>
        <translation>バッチに合わせた値</translation>
    </message>
    <message>
        <source>%1 (linear scaling from %2)</source>
        <translation>1 レプリカで %2 が適切だったなら %1</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>ステップ数</translation>
    </message>
    <message>
        <source>%1 per epoch, %2 total</source>
        <translation>エポックあたり %1、全部で %2</translation>
    </message>
    <message>
        <source>%1 training, %2 validation</source>
        <translation>学習 %1、検証 %2</translation>
    </message>
    <message>
        <source>Memory per replica</source>
        <translation>レプリカのメモリ</translation>
    </message>
    <message>
        <source>%1 (%2 activations, %3 optimizer)</source>
        <translation>%1（うちアクティベーション %2、オプティマイザ %3）</translation>
    </message>
    <message>
        <source>Sent per step</source>
        <translation>1 ステップの送信量</translation>
    </message>
    <message>
        <source>%1 per process</source>
        <translation>プロセスごとに %1</translation>
    </message>
    <message>
        <source>Checkpoint size</source>
        <translation>チェックポイント 1 個</translation>
    </message>
    <message>
        <source>Available once the run file has no errors and the agent has read the data&apos;s index.</source>
        <translation>実行ファイルのエラーがなくなり、エージェントがデータの索引を読むと表示されます。</translation>
    </message>
    <message>
        <source>Samples in the data set: %1</source>
        <translation>全体のサンプル数: %1</translation>
    </message>
    <message>
        <source>Traffic of each parameter server per step</source>
        <translation>各パラメータサーバーが 1 ステップで送受信する量</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::RunHeader</name>
    <message>
        <source>Stop after epoch</source>
        <translation>エポック後に停止</translation>
    </message>
    <message>
        <source>Finishes the current epoch, evaluates, saves a checkpoint, then stops</source>
        <translation>進行中のエポックを終え、評価と保存をしてから停止します</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Save and stop</source>
        <translation>保存して停止</translation>
    </message>
    <message>
        <source>Sends SIGTERM to all tasks. Tasks that have not ended after the grace period are killed.</source>
        <translation>すべてのタスクに SIGTERM を送ります。猶予時間を過ぎても終わらないタスクは強制終了します</translation>
    </message>
    <message>
        <source>Saves a checkpoint at the next step, then stops. The run can be resumed from it.</source>
        <translation>次のステップでチェックポイントを保存して停止します。そこから再開できます</translation>
    </message>
    <message>
        <source>Kill</source>
        <translation>強制終了</translation>
    </message>
    <message>
        <source>Kills all tasks immediately. Progress since the newest checkpoint is lost.</source>
        <translation>すべてのタスクを直ちに終了します。最新のチェックポイント以降は失われます</translation>
    </message>
    <message>
        <source>Why the run failed</source>
        <translation>実行が失敗した理由</translation>
    </message>
    <message>
        <source>Progress of the run</source>
        <translation>実行の進み具合</translation>
    </message>
    <message>
        <source>ETA %1</source>
        <translation>残り %1</translation>
    </message>
    <message>
        <source>epoch %1/%2</source>
        <translation>エポック %1/%2</translation>
    </message>
    <message>
        <source>%1 ms/step</source>
        <translation>%1 ms/ステップ</translation>
    </message>
    <message>
        <source>Kill %1?</source>
        <translation>%1 を強制終了しますか?</translation>
    </message>
    <message>
        <source>Kills all tasks of %1 immediately, without saving a checkpoint.</source>
        <translation>%1 のすべてのタスクが、チェックポイントなしで直ちに終了します。</translation>
    </message>
    <message>
        <source>Kill the run</source>
        <translation>実行を強制終了する</translation>
    </message>
    <message>
        <source>Keep running</source>
        <translation>続ける</translation>
    </message>
    <message>
        <source>Time left</source>
        <translation>残り時間</translation>
    </message>
    <message>
        <source>Checkpoints, curves and logs are kept. “Save and stop” loses nothing.</source>
        <translation>チェックポイント、曲線、ログは残ります。「保存して停止」なら何も失われません。</translation>
    </message>
    <message>
        <source>No completed steps are lost.</source>
        <translation>完了したステップは失われません。</translation>
    </message>
    <message>
        <source>There is no checkpoint yet. All progress will be lost. Steps lost: %1.</source>
        <translation>チェックポイントがまだないため、すべて失われます。失われるステップ数: %1。</translation>
    </message>
    <message>
        <source>Progress since the last checkpoint (step %1) will be lost. Steps lost: %2.</source>
        <translation>最後のチェックポイント（ステップ %1）より後がすべて失われます。失われるステップ数: %2。</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>一時停止</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>変更…</translation>
    </message>
    <message>
        <source>Changes the learning rate or the number of epochs, starting with the next step</source>
        <translation>実行中に、次のステップから学習率やエポック数を変更します</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>再開</translation>
    </message>
    <message>
        <source>Continues this run from its newest intact checkpoint, as the next attempt</source>
        <translation>検証できる最新のチェックポイントから、次の試行として続けます</translation>
    </message>
    <message>
        <source>Run again…</source>
        <translation>もう一度実行…</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>実行</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状態</translation>
    </message>
    <message>
        <source>Run position</source>
        <translation>実行の位置</translation>
    </message>
    <message>
        <source>Last lines of the task that failed</source>
        <translation>失敗したタスクの最後の行</translation>
    </message>
    <message>
        <source>Blocked tasks</source>
        <translation>どれがどれを待っているか</translation>
    </message>
    <message>
        <source>Status of the request</source>
        <translation>依頼した内容</translation>
    </message>
    <message>
        <source>(attempt %1)</source>
        <translation>（%1 回目の試行）</translation>
    </message>
    <message>
        <source>%1 % of this time produced steps that were kept.</source>
        <translation>この時間の %1 % が、残ったステップに使われました。</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>続行</translation>
    </message>
    <message>
        <source>Continues with the next step</source>
        <translation>タスクを次のステップから続けます</translation>
    </message>
    <message>
        <source>Pauses all tasks after the current step. They keep their memory and devices.</source>
        <translation>現在のステップの後で全タスクを止めます。メモリとデバイスは保持されます</translation>
    </message>
    <message>
        <source>Change %1</source>
        <translation>%1 を変更</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学習率</translation>
    </message>
    <message>
        <source>unchanged</source>
        <translation>現状のまま</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>エポック数</translation>
    </message>
    <message>
        <source>Takes effect at the next step in all tasks. Recorded in the run&apos;s history and marked on its curves. A learning rate set here replaces the run file&apos;s schedule.</source>
        <translation>次のステップから、全タスクに同時に効きます。実行の履歴に記録され、曲線に印が付きます。ここで設定した率は、実行ファイルのスケジュールより優先されます。</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>変更</translation>
    </message>
    <message>
        <source>Change the run</source>
        <translation>実行を変更</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Recovery</source>
        <translation>どう復帰したか</translation>
    </message>
    <message>
        <source>Measured and estimated</source>
        <translation>見積もりと実測</translation>
    </message>
    <message>
        <source>%1 with libtorch (estimated without: %2)</source>
        <translation>%1（libtorch を含む。含まない見積もり: %2）</translation>
    </message>
    <message>
        <source>%1 (estimated %2)</source>
        <translation>%1（見積もり %2）</translation>
    </message>
    <message>
        <source>Memory per replica: %1</source>
        <translation>レプリカのメモリ: %1</translation>
    </message>
    <message>
        <source>sent per step: %1</source>
        <translation>1 ステップの送信量: %1</translation>
    </message>
    <message>
        <source>Profile…</source>
        <translation>プロファイル…</translation>
    </message>
    <message>
        <source>Records what every task does in the next steps, as a trace for Perfetto</source>
        <translation>次の数ステップで各タスクが何をするかを、Perfetto 用のトレースとして記録します</translation>
    </message>
    <message>
        <source>Stacks…</source>
        <translation>スタック…</translation>
    </message>
    <message>
        <source>Shows the current call stack of every thread of every task. The tasks continue.</source>
        <translation>すべてのタスクの各スレッドが今どこにいるかを表示します。タスクはそのまま続きます</translation>
    </message>
    <message>
        <source>A learning rate is a number above 0, such as 0.001.</source>
        <translation>学習率は 0 より大きい数です（例: 0.001）。</translation>
    </message>
    <message>
        <source>Why this is not possible</source>
        <translation>これができない理由</translation>
    </message>
    <message>
        <source>The run is queued.</source>
        <translation>まだできません: 実行は順番を待っています。</translation>
    </message>
    <message>
        <source>The tasks are still starting.</source>
        <translation>まだできません: タスクを起動しています。</translation>
    </message>
    <message>
        <source>The run is already stopping.</source>
        <translation>もうできません: 実行を停止しています。</translation>
    </message>
    <message>
        <source>The run is about to pause.</source>
        <translation>まだできません: これから一時停止します。</translation>
    </message>
    <message>
        <source>The run is paused and completes no steps.</source>
        <translation>一時停止中はできません: いまステップは進みません。</translation>
    </message>
    <message>
        <source>This run is not in progress.</source>
        <translation>ここで進行中の実行はありません。</translation>
    </message>
    <message>
        <source>Read new data</source>
        <translation>続きを読む</translation>
    </message>
    <message>
        <source>Imports the data written to these logs since the last import</source>
        <translation>前回読み込んだ後にこのログに書かれた分を読み込みます</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>追跡</translation>
    </message>
    <message>
        <source>Imports what is written to these logs as it comes, until you stop it</source>
        <translation>これらのログに書き込まれるデータを、停止するまで順次インポートします</translation>
    </message>
    <message>
        <source>Measured: peak memory of a task, including the program and its libraries. Estimated: weights, gradients, optimizer state and activations only.</source>
        <translation>測定値は 1 つのタスクが占めたメモリの最大で、プログラムとライブラリを含みます。見積もりは重み、勾配、オプティマイザの状態、活性値だけを数えます。</translation>
    </message>
    <message>
        <source>Run summary</source>
        <translation>この実行について知っておくこと</translation>
    </message>
    <message>
        <source>Opens a copy of this run&apos;s file, as the run was started, in a new run</source>
        <translation>この実行の開始時のファイルのコピーを、新しい実行として開きます</translation>
    </message>
    <message>
        <source>Run again as changed…</source>
        <translation>変更後の内容でもう一度実行…</translation>
    </message>
    <message>
        <source>Opens a copy of this run&apos;s file, with the changes made since its start, in a new run</source>
        <translation>開始後の変更を含むこの実行のファイルのコピーを、新しい実行として開きます</translation>
    </message>
    <message>
        <source>Run ID</source>
        <translation>実行 ID</translation>
    </message>
    <message>
        <source>Where the metrics come from</source>
        <translation>指標の取得元</translation>
    </message>
    <message>
        <source>The run is in epoch %1: it needs at least that many.</source>
        <translation>この実行はエポック %1 にあります。それ以上の値が必要です。</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::RunView</name>
    <message>
        <source>Events</source>
        <translation>出来事</translation>
    </message>
    <message>
        <source>Curves, tables and log</source>
        <translation>曲線、表、ログ</translation>
    </message>
    <message>
        <source>This run has no data for this metric.</source>
        <translation>この実行にはこの指標のデータがありません。</translation>
    </message>
    <message>
        <source>Queued…</source>
        <translation>待機中…</translation>
    </message>
    <message>
        <source>Waiting for the first step…</source>
        <translation>最初のステップを待っています…</translation>
    </message>
    <message>
        <source>No values of this metric yet.</source>
        <translation>この指標の値はまだありません。</translation>
    </message>
    <message>
        <source>Killing all tasks…</source>
        <translation>すべてのタスクの即時終了を依頼しました…</translation>
    </message>
    <message>
        <source>Stopping after this epoch…</source>
        <translation>このエポック後の停止を依頼しました…</translation>
    </message>
    <message>
        <source>Saving and stopping…</source>
        <translation>保存して停止するよう依頼しました…</translation>
    </message>
    <message>
        <source>Applying the change…</source>
        <translation>変更を依頼しました…</translation>
    </message>
    <message>
        <source>Pausing after this step…</source>
        <translation>このステップの後で一時停止するよう依頼しました…</translation>
    </message>
    <message>
        <source>Continuing…</source>
        <translation>続行を依頼しました…</translation>
    </message>
    <message>
        <source>Changed from step %1.</source>
        <translation>ステップ %1 から変更されます。</translation>
    </message>
    <message>
        <source>Resuming. Verifying the newest checkpoint…</source>
        <translation>再開を依頼しました。先に最新のチェックポイントを検証します…</translation>
    </message>
    <message>
        <source>Not resumed: %1</source>
        <translation>再開できません: %1</translation>
    </message>
    <message>
        <source>%1 was not resumed: %2</source>
        <translation>%1 を再開できませんでした: %2</translation>
    </message>
    <message>
        <source>Kill %1?</source>
        <translation>%1 を強制終了しますか?</translation>
    </message>
    <message>
        <source>Kills %1 (SIGKILL) as if its machine had failed, to test recovery.</source>
        <translation>訓練: マシンが故障したかのように %1 をシグナル 9 で終了し、実行が復旧するか確かめます。</translation>
    </message>
    <message>
        <source>If the run file allows restarts, the run restarts automatically from its newest checkpoint.</source>
        <translation>実行ファイルが再起動を許していれば、実行は最新のチェックポイントから自動で続きます。</translation>
    </message>
    <message>
        <source>Kill %1</source>
        <translation>%1 を強制終了</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Killing %1 and waiting for the next step…</source>
        <translation>%1 を終了しました。次のステップを待っています…</translation>
    </message>
    <message>
        <source>The other tasks continue, and the task is restarted. No completed steps are lost.</source>
        <translation>他のタスクは続行し、このタスクはその横で再び起動されます。完了したステップは失われません。</translation>
    </message>
    <message>
        <source>Profiling the next steps (%1)…</source>
        <translation>次のステップをプロファイル中（%1）…</translation>
    </message>
    <message>
        <source>Profile: %1</source>
        <translation>プロファイル: %1</translation>
    </message>
    <message>
        <source>Traffic of the parameter servers</source>
        <translation>パラメータサーバーの通信量</translation>
    </message>
    <message>
        <source>Traffic per step</source>
        <translation>1 ステップの通信量</translation>
    </message>
    <message>
        <source>Where the time went</source>
        <translation>時間の内訳</translation>
    </message>
    <message>
        <source>Events, time and traffic</source>
        <translation>イベント、時間、通信量</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>時間</translation>
    </message>
    <message>
        <source>This waits until the agent can reach %1.</source>
        <translation>エージェントが %1 に接続できるようになるまで待機します。</translation>
    </message>
    <message>
        <source>Changed at the end of the current step.</source>
        <translation>現在のステップの終わりに変更されます。</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::RunsPage</name>
    <message>
        <source>Export…</source>
        <translation>書き出し…</translation>
    </message>
    <message>
        <source>Run list and run</source>
        <translation>実行の一覧と実行</translation>
    </message>
    <message>
        <source>Filter runs</source>
        <translation>実行を絞り込む</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>実行</translation>
    </message>
    <message>
        <source>No run matches “%1”.</source>
        <translation>「%1」に合う実行はありません。</translation>
    </message>
    <message>
        <source>Matches all words. Also state:failed, strategy:multi, tag:baseline, and is:trashed for runs in the trash.</source>
        <translation>探す語（すべてを含むもの）。state:failed、strategy:multi、tag:baseline、ごみ箱の中は is:trashed</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Columns of the list</source>
        <translation>一覧に表示する列</translation>
    </message>
    <message>
        <source>Select several runs with Ctrl or Shift to compare them</source>
        <translation>Ctrl や Shift で複数の実行を選ぶと比較できます</translation>
    </message>
    <message>
        <source>Changed %1</source>
        <translation>%1 を変更しました</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>名前を変更</translation>
    </message>
    <message>
        <source>Move to the trash</source>
        <translation>ごみ箱に移動</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>元に戻す</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>やり直す</translation>
    </message>
    <message>
        <source>Last action</source>
        <translation>最後に行ったこと</translation>
    </message>
    <message>
        <source>%1 runs</source>
        <translation>%1 件の実行</translation>
    </message>
    <message>
        <source>Restored from the trash: %1</source>
        <translation>ごみ箱から戻しました: %1</translation>
    </message>
    <message>
        <source>Moved to the trash: %1</source>
        <translation>ごみ箱に移動しました: %1</translation>
    </message>
    <message>
        <source>Restore from the trash</source>
        <translation>ごみ箱から戻す</translation>
    </message>
    <message>
        <source>All runs are in the trash. “is:trashed” shows them.</source>
        <translation>すべての実行がごみ箱にあります。「is:trashed」で表示されます。</translation>
    </message>
    <message>
        <source>Imported from %1</source>
        <translation>%1 から読み込みました</translation>
    </message>
    <message>
        <source>%1: %2 runs</source>
        <translation>%1: %2 件の実行</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::RunsWelcome</name>
    <message>
        <source>Runs</source>
        <translation>実行</translation>
    </message>
    <message>
        <source>Hint</source>
        <translation>ヒント</translation>
    </message>
    <message>
        <source>Try an example: Fashion-MNIST</source>
        <translation>例を試す: Fashion-MNIST</translation>
    </message>
    <message>
        <source>Opens a complete run file. One more click trains a small network on this machine in about a minute.</source>
        <translation>用意された実行ファイルを開きます。もう 1 クリックで、このマシンで小さなネットワークを約 1 分で学習します</translation>
    </message>
    <message>
        <source>New run</source>
        <translation>新しい実行</translation>
    </message>
    <message>
        <source>Reading the runs…</source>
        <translation>実行を読み込んでいます…</translation>
    </message>
    <message>
        <source>No runs yet. Start from an example or a run file. You can also drop a run file or a folder of TensorBoard logs on this window.</source>
        <translation>まだ実行がありません。実行ファイルか例から始めると、曲線がここに表示されます。実行ファイルや、ほかのプログラムのログが入ったフォルダをこのウィンドウにドロップすることもできます。</translation>
    </message>
    <message>
        <source>Looking for the agent…</source>
        <translation>エージェントを探しています…</translation>
    </message>
    <message>
        <source>The agent cannot be reached: %1</source>
        <translation>エージェントに接続できません: %1</translation>
    </message>
    <message>
        <source>The runs cannot be read</source>
        <translation>実行を読み取れません</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::SendBar</name>
    <message>
        <source>Files for the nodes</source>
        <translation>ノードに送るファイル</translation>
    </message>
    <message>
        <source>Sending progress</source>
        <translation>送信の進行状況</translation>
    </message>
    <message>
        <source>Cancel the sending, or close this notice</source>
        <translation>送信を中止するか、この知らせを閉じる</translation>
    </message>
    <message>
        <source>Send and branch</source>
        <translation>送信して分岐</translation>
    </message>
    <message>
        <source>Send and resume</source>
        <translation>送信して再開</translation>
    </message>
    <message>
        <source>Send the nodes what they lack, then branch from %1.</source>
        <translation>ノードにないものを送信してから、%1 から分岐します。</translation>
    </message>
    <message>
        <source>Send the nodes what they lack, then resume %1.</source>
        <translation>ノードにないものを送信してから、%1 を再開します。</translation>
    </message>
    <message>
        <source>Sending %1 to %2: %3 of %4</source>
        <translation>%1 を %2 に送信しています: %4 中 %3</translation>
    </message>
    <message>
        <source>Comparing the files of the run with those of its nodes…</source>
        <translation>実行のファイルをノードのファイルと比べています…</translation>
    </message>
    <message>
        <source>Not sent: %1</source>
        <translation>送信できませんでした: %1</translation>
    </message>
    <message>
        <source>Sent to the nodes: %1.</source>
        <translation>ノードに送信しました: %1。</translation>
    </message>
    <message>
        <source>Nothing was left to send.</source>
        <translation>送信するものはありませんでした。</translation>
    </message>
    <message>
        <source>The sending was cancelled. The next one continues it.</source>
        <translation>送信を中止しました。次回は続きから始まります。</translation>
    </message>
    <message>
        <source>Nodes lack files that this run names.</source>
        <translation>この実行が指定するファイルのうち、ノードにないものがあります。</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>送信</translation>
    </message>
    <message>
        <source>Send what the nodes lack</source>
        <translation>ノードにないものを送信</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::ServersView</name>
    <message>
        <source>Estimate</source>
        <translation>開始前の見積もり</translation>
    </message>
    <message>
        <source>Measured traffic of each parameter server per step</source>
        <translation>各パラメータサーバーが 1 ステップで送受信した量</translation>
    </message>
    <message>
        <source>Estimated traffic of each parameter server per step</source>
        <translation>各パラメータサーバーの見積もり</translation>
    </message>
    <message>
        <source>Available when the attempt has ended.</source>
        <translation>実測値は試行が終わると出ます。</translation>
    </message>
    <message>
        <source>Measured, mean per step</source>
        <translation>実測値（ステップの平均）</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::SetUpBar</name>
    <message>
        <source>Setup of a node</source>
        <translation>ノードのセットアップ</translation>
    </message>
    <message>
        <source>Setup progress</source>
        <translation>セットアップの進行状況</translation>
    </message>
    <message>
        <source>Cancel, or close this notice</source>
        <translation>中止するか、この知らせを閉じる</translation>
    </message>
    <message>
        <source>The connection to %1 was cancelled.</source>
        <translation>%1 への接続を中止しました。</translation>
    </message>
    <message>
        <source>The setup of %1 was cancelled. The next one continues it.</source>
        <translation>%1 のセットアップを中止しました。次回は続きから始まります。</translation>
    </message>
    <message>
        <source>%1 is added. Prepare it if it has no libtorch, then name it in a cluster.</source>
        <translation>%1 を追加しました。libtorch がなければ「準備」を実行し、クラスタで指定してください。</translation>
    </message>
    <message>
        <source>%1 is ready for runs.</source>
        <translation>%1 は実行に使えます。</translation>
    </message>
    <message>
        <source>%1: %2 of %3 sent</source>
        <translation>%1: %3 中 %2 を送信済み</translation>
    </message>
    <message>
        <source>Connecting to %1…</source>
        <translation>%1 に接続しています…</translation>
    </message>
    <message>
        <source>%1 is connected.</source>
        <translation>%1 に接続しました。</translation>
    </message>
    <message>
        <source>%1 has no libtorch, which this run needs there.</source>
        <translation>この実行には %1 の libtorch が必要ですが、ありません。</translation>
    </message>
    <message>
        <source>Prepare</source>
        <translation>準備</translation>
    </message>
    <message>
        <source>Prepare %1</source>
        <translation>%1 を準備</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::SettingsPage</name>
    <message>
        <source>Settings</source>
        <translation>設定</translation>
    </message>
    <message>
        <source>System</source>
        <translation>システムに従う</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>ライト</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>ダーク</translation>
    </message>
    <message>
        <source>Theme: %1</source>
        <translation>テーマ: %1</translation>
    </message>
    <message>
        <source>Agent and data folder</source>
        <translation>エージェントとデータフォルダ</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>テーマ</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>言語</translation>
    </message>
    <message>
        <source>Updates</source>
        <translation>更新</translation>
    </message>
    <message>
        <source>Trainyard does not check for updates.</source>
        <translation>Trainyard は自分で更新を探しません。</translation>
    </message>
    <message>
        <source>Not connected.</source>
        <translation>未接続です。</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>変更…</translation>
    </message>
    <message>
        <source>To override this for one launch, set TRAINYARD_HOME or pass --agent.</source>
        <translation>今回の起動だけなら、TRAINYARD_HOME でフォルダを、--agent でエージェントを指定します。</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::StacksDialog</name>
    <message>
        <source>running</source>
        <translation>実行中</translation>
    </message>
    <message>
        <source>sleeping</source>
        <translation>待機中</translation>
    </message>
    <message>
        <source>waiting for a disk</source>
        <translation>ディスク待ち</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>終了</translation>
    </message>
    <message>
        <source>There are no stacks: %1</source>
        <translation>スタックはありません: %1</translation>
    </message>
    <message>
        <source>Thread %1 (main)</source>
        <translation>スレッド %1 (メイン)</translation>
    </message>
    <message>
        <source>Thread %1</source>
        <translation>スレッド %1</translation>
    </message>
    <message>
        <source>Stacks of %1</source>
        <translation>%1 のスタック</translation>
    </message>
    <message>
        <source>Status of the stacks</source>
        <translation>スタックについて</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>タスク</translation>
    </message>
    <message>
        <source>Threads and frames</source>
        <translation>スレッドとフレーム</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>更新</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>コピー</translation>
    </message>
    <message>
        <source>Copy the stacks of the task</source>
        <translation>このタスクのスタックをコピー</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
    <message>
        <source>Tasks and stacks</source>
        <translation>タスクとスタック</translation>
    </message>
    <message>
        <source>Reading the stacks of all tasks. Each task is paused for some milliseconds…</source>
        <translation>すべてのタスクのスタックを読んでいます… それぞれ数ミリ秒だけ止まります。</translation>
    </message>
    <message>
        <source>Stacks as of %1. Could not read newer ones: %2</source>
        <translation>これは %1 のものです。新しいものはありません: %2</translation>
    </message>
    <message>
        <source>Refresh the stacks</source>
        <translation>スタックを更新</translation>
    </message>
    <message>
        <source>Stacks as of %1, innermost call first.</source>
        <translation>%1 に各タスクがいた場所。最も内側の呼び出しが先頭です。</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::StartPanel</name>
    <message>
        <source>Examples</source>
        <translation>例</translation>
    </message>
    <message>
        <source>Recent run files</source>
        <translation>最近の実行ファイル</translation>
    </message>
    <message>
        <source>No recent files. Files you open or save appear here.</source>
        <translation>まだありません。ここで開いたり保存したりしたファイルが並びます。</translation>
    </message>
    <message>
        <source>Empty run</source>
        <translation>空の実行</translation>
    </message>
    <message>
        <source>Start from an empty run</source>
        <translation>空の実行から始める</translation>
    </message>
    <message>
        <source>Back to the form</source>
        <translation>フォームに戻る</translation>
    </message>
    <message>
        <source>Drop a run file anywhere in the window to open it.</source>
        <translation>実行ファイルをウィンドウのどこかにドロップすると開きます。</translation>
    </message>
    <message>
        <source>Run a program</source>
        <translation>プログラムを実行</translation>
    </message>
    <message>
        <source>Run a program: start from an empty command</source>
        <translation>プログラムを実行: 空のコマンドから始める</translation>
    </message>
    <message>
        <source>Your own script or program, with restarts, stop, logs and curves</source>
        <translation>自作のスクリプトやプログラムを、再起動・停止・ログ・曲線付きで実行します</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::SweepScatter</name>
    <message>
        <source>Parameter on the horizontal axis</source>
        <translation>横軸のパラメータ</translation>
    </message>
    <message>
        <source>Result over a parameter</source>
        <translation>パラメータに対する結果</translation>
    </message>
    <message>
        <source>No parameter of this sweep is a number.</source>
        <translation>このスイープには数値のパラメータがありません。</translation>
    </message>
    <message>
        <source>%1 over %2</source>
        <translation>%2 に対する %1</translation>
    </message>
    <message>
        <source>log₁₀ of %1</source>
        <translation>%1 の log₁₀</translation>
    </message>
    <message>
        <source>runs</source>
        <translation>実行</translation>
    </message>
    <message>
        <source>best run</source>
        <translation>最良の実行</translation>
    </message>
    <message>
        <source>run %1</source>
        <translation>実行 %1</translation>
    </message>
    <message>
        <source>No run of this sweep has a result yet.</source>
        <translation>このスイープにはまだ結果のある実行がありません。</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::SweepView</name>
    <message>
        <source>Parallel coordinates</source>
        <translation>平行座標</translation>
    </message>
    <message>
        <source>Runs of the sweep</source>
        <translation>スイープの実行</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表</translation>
    </message>
    <message>
        <source>Scatter</source>
        <translation>散布図</translation>
    </message>
    <message>
        <source>Hold</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Starts no further run until the sweep is released. Those in progress continue.</source>
        <translation>保留を解除するまで新しい実行を開始しません。進行中の実行は続きます。</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>保留を解除</translation>
    </message>
    <message>
        <source>Starts the held runs again</source>
        <translation>保留中の実行を再び開始できるようにします</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Cancels the runs that wait, and stops the others after a checkpoint</source>
        <translation>待機中の実行を取り消し、他の実行はチェックポイントを保存してから停止します</translation>
    </message>
    <message>
        <source>Open best run</source>
        <translation>最良の実行を開く</translation>
    </message>
    <message>
        <source>Opens the best run</source>
        <translation>結果が最も良い実行を開きます</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>スイープ</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状態</translation>
    </message>
    <message>
        <source>Best run</source>
        <translation>最良の実行</translation>
    </message>
    <message>
        <source>Why the sweep cannot be read</source>
        <translation>スイープを読み込めない理由</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>お知らせ</translation>
    </message>
    <message>
        <source>higher %1 is better</source>
        <translation>%1 は高いほど良い</translation>
    </message>
    <message>
        <source>lower %1 is better</source>
        <translation>%1 は低いほど良い</translation>
    </message>
    <message>
        <source>%1: %2 of %3 runs ended, %4 running, %5 waiting, %6 held; %7</source>
        <translation>%1: %3 件中 %2 件が終了、実行中 %4 件、待機中 %5 件、保留中 %6 件。%7</translation>
    </message>
    <message>
        <source>No run has a result yet.</source>
        <translation>まだ結果のある実行がありません。</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::SweepOffer</name>
    <message>
        <source>%1 cannot start:</source>
        <translation>%1 は開始できません:</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>ほか %1 件</translation>
    </message>
    <message>
        <source>The chosen sweep</source>
        <translation>選択したスイープ</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>開始</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
    <message>
        <source>%1: %2 runs, %3 at a time, over %4</source>
        <translation>%1：実行 %2 件、同時に %3 件、対象 %4</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::SweepsPage</name>
    <message>
        <source>Start a sweep…</source>
        <translation>スイープを開始…</translation>
    </message>
    <message>
        <source>Starts the runs of a sweep file</source>
        <translation>スイープファイルの実行を開始します</translation>
    </message>
    <message>
        <source>Choose a sweep file</source>
        <translation>スイープファイルを選択</translation>
    </message>
    <message>
        <source>Sweep files (*.yaml *.yml *.json)</source>
        <translation>スイープファイル (*.yaml *.yml *.json)</translation>
    </message>
    <message>
        <source>%1, %2 runs</source>
        <translation>%1、実行 %2 件</translation>
    </message>
    <message>
        <source>Sweeps</source>
        <translation>スイープ</translation>
    </message>
    <message>
        <source>A sweep starts the runs of one run file with different values. Start one here from a sweep file, or with:
trainyard --headless sweep FILE</source>
        <translation>スイープは、1 つの実行ファイルを異なる値で繰り返し実行します。ここでスイープファイルから、または次のコマンドで開始します:
trainyard --headless sweep FILE</translation>
    </message>
    <message>
        <source>No sweeps yet</source>
        <translation>スイープはまだありません</translation>
    </message>
    <message>
        <source>Why sweeps cannot be read</source>
        <translation>スイープの一覧を読み込めない理由</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::TaskDelegate</name>
    <message>
        <source>Role</source>
        <translation>役割</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>マシン</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>ポート</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>自動</translation>
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
        <translation>タスク</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>形式</translation>
    </message>
    <message>
        <source>.env file</source>
        <translation>.env ファイル</translation>
    </message>
    <message>
        <source>Shell line</source>
        <translation>シェルの行</translation>
    </message>
    <message>
        <source>Missing ports</source>
        <translation>足りないもの</translation>
    </message>
    <message>
        <source>Set ports</source>
        <translation>ポート設定</translation>
    </message>
    <message>
        <source>Command that starts the task</source>
        <translation>タスクを手動で起動する方法</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>コピー</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
    <message>
        <source>Save to a file</source>
        <translation>ファイルに保存</translation>
    </message>
    <message>
        <source>all tasks</source>
        <translation>すべてのタスク</translation>
    </message>
    <message>
        <source>No task yet.</source>
        <translation>まだタスクがありません。</translation>
    </message>
    <message>
        <source>Without a port: %1. Tasks started manually need fixed ports.</source>
        <translation>ポートなし: %1。手動で起動するには、全タスクが互いのポートを知る必要があります。</translation>
    </message>
    <message>
        <source>Run each command in its own shell. run.yaml is the run file.</source>
        <translation>それぞれ別のシェルで実行します。run.yaml は実行ファイルです。</translation>
    </message>
    <message>
        <source>A .env file is for one task. Select a task first.</source>
        <translation>.env ファイルは 1 タスク用です。先にタスクを選んでください</translation>
    </message>
    <message>
        <source>Copied: %1.</source>
        <translation>コピーしました: %1。</translation>
    </message>
    <message>
        <source>Save %1</source>
        <translation>%1 を保存</translation>
    </message>
    <message>
        <source>Saved: %1.</source>
        <translation>保存しました: %1。</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::TaskPanel</name>
    <message>
        <source>Tasks</source>
        <translation>タスク</translation>
    </message>
    <message>
        <source>Kill task…</source>
        <translation>タスクを強制終了…</translation>
    </message>
    <message>
        <source>Kills the selected task as if its machine had failed, to test recovery. Asks for confirmation.</source>
        <translation>マシンが故障したかのように選んだタスクを終了し、復旧の様子を確かめます。先に確認します</translation>
    </message>
    <message>
        <source>Select a task in the table first.</source>
        <translation>先に表からタスクを選んでください。</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::TaskTable</name>
    <message>
        <source>Tasks</source>
        <translation>タスク一覧</translation>
    </message>
    <message>
        <source>worker:0 (chief)</source>
        <translation>worker:0（チーフ）</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>自動</translation>
    </message>
    <message>
        <source>Role of the new task</source>
        <translation>新しいタスクの役割</translation>
    </message>
    <message>
        <source>Add task</source>
        <translation>タスクを追加</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>削除</translation>
    </message>
    <message>
        <source>Remove the selected task</source>
        <translation>選択したタスクを削除</translation>
    </message>
    <message>
        <source>Set ports</source>
        <translation>ポート設定</translation>
    </message>
    <message>
        <source>Assigns the next port on its machine, starting at 2222, to every task without one</source>
        <translation>ポートのない各タスクに、そのマシンで 2222 から順に割り当てます</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::TextView</name>
    <message>
        <source>Format of the text</source>
        <translation>テキストの形式</translation>
    </message>
    <message>
        <source>Run file (YAML)</source>
        <translation>実行ファイル (YAML)</translation>
    </message>
    <message>
        <source>Text status</source>
        <translation>テキストを読めるか</translation>
    </message>
    <message>
        <source>Cluster as text</source>
        <translation>テキストのクラスタ</translation>
    </message>
    <message>
        <source>These keys are not part of a cluster: %1</source>
        <translation>クラスタの項目ではないキー: %1</translation>
    </message>
    <message>
        <source>The text cannot be parsed yet. The other views show the last valid version.</source>
        <translation>まだ読めません。ほかの表示は最後に読めた内容です。</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::TimeView</name>
    <message>
        <source>Time of</source>
        <translation>対象</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>試行</translation>
    </message>
    <message>
        <source>Where the time went</source>
        <translation>時間の内訳</translation>
    </message>
    <message>
        <source>Steps of %1</source>
        <translation>%1 のステップ</translation>
    </message>
    <message>
        <source>No attempt has started yet.</source>
        <translation>まだ試行が開始されていません。</translation>
    </message>
    <message>
        <source>saving</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Sampled once a second.</source>
        <translation>1 秒ごとに記録されます。</translation>
    </message>
    <message>
        <source>step</source>
        <translation>ステップ</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>計算</translation>
    </message>
    <message>
        <source>wait</source>
        <translation>待ち</translation>
    </message>
    <message>
        <source>input</source>
        <translation>入力</translation>
    </message>
    <message>
        <source>Milliseconds per step</source>
        <translation>1 ステップあたりのミリ秒</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>有効</translation>
    </message>
    <message>
        <source>repeated</source>
        <translation>やり直し</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>開始まで</translation>
    </message>
    <message>
        <source>ending</source>
        <translation>終了まで</translation>
    </message>
    <message>
        <source>Seconds by attempt; kept: %1 %</source>
        <translation>試行ごとの秒数 (有効 %1 %)</translation>
    </message>
</context>
<context>
    <name>trainyard::shell::AgentDialog</name>
    <message>
        <source>Agent and data folder</source>
        <translation>エージェントとデータフォルダ</translation>
    </message>
    <message>
        <source>Data folder</source>
        <translation>データフォルダ</translation>
    </message>
    <message>
        <source>Select the data folder</source>
        <translation>データフォルダを選択</translation>
    </message>
    <message>
        <source>Address of the agent</source>
        <translation>エージェントのアドレス</translation>
    </message>
    <message>
        <source>Default (started on demand)</source>
        <translation>既定（必要時に起動）</translation>
    </message>
    <message>
        <source>Why this is not possible</source>
        <translation>できない理由</translation>
    </message>
    <message>
        <source>Holds the runs, the saved clusters and the store.</source>
        <translation>実行、保存したクラスタ、ストアが入ります。</translation>
    </message>
    <message>
        <source>Set by TRAINYARD_HOME=%1 for this session.</source>
        <translation>今回の起動では TRAINYARD_HOME=%1 が有効です。</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>エージェント</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>接続</translation>
    </message>
    <message>
        <source>Connect to this agent</source>
        <translation>このエージェントに接続</translation>
    </message>
    <message>
        <source>The data folder must be an absolute path, such as /data/trainyard.</source>
        <translation>ホームのフォルダはルートから書きます: /data/trainyard</translation>
    </message>
    <message>
        <source>ssh://USER@HOST: the agent of that user on another machine, where runs continue while this one sleeps. unix:PATH: a running agent. Empty: the agent of the data folder, started on demand.</source>
        <translation>ssh://USER@HOST: 別のマシンにあるそのユーザーのエージェント。このマシンがスリープしても、実行はそこで続きます。unix:PATH: すでに動いているエージェント。空: データフォルダのエージェント（必要なときに起動）。</translation>
    </message>
    <message>
        <source>Set by --agent %1 for this session, until you connect to another one.</source>
        <translation>別のエージェントに接続するまで、今回の起動では --agent %1 が有効です。</translation>
    </message>
</context>
<context>
    <name>trainyard::shell::CommandPalette</name>
    <message>
        <source>Commands</source>
        <translation>コマンド</translation>
    </message>
    <message>
        <source>Search commands</source>
        <translation>探すコマンド</translation>
    </message>
    <message>
        <source>Search commands, pages and runs</source>
        <translation>コマンド、ページ、実行を入力</translation>
    </message>
</context>
<context>
    <name>trainyard::shell::EditHistory</name>
    <message>
        <source>&amp;Undo</source>
        <translation>元に戻す(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>やり直し(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Undo: %1</source>
        <translation>元に戻す(&amp;U): %1</translation>
    </message>
    <message>
        <source>&amp;Redo: %1</source>
        <translation>やり直す(&amp;R): %1</translation>
    </message>
</context>
<context>
    <name>trainyard::shell::EndNotice</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
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
        <translation>エージェントの状態</translation>
    </message>
    <message>
        <source>State of the store</source>
        <translation>ストアの状態</translation>
    </message>
    <message>
        <source>The store is read-only, and no run can be started: %1</source>
        <translation>ストアは読み取り専用のため、実行を開始できません: %1</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>ファイル(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;New run</source>
        <translation>新しい実行(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Open a run file…</source>
        <translation>実行ファイルを開く(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>終了(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>編集(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Search</source>
        <translation>検索(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>実行(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>表示(&amp;V)</translation>
    </message>
    <message>
        <source>System theme</source>
        <translation>システムのテーマ</translation>
    </message>
    <message>
        <source>Light theme</source>
        <translation>ライトテーマ</translation>
    </message>
    <message>
        <source>Dark theme</source>
        <translation>ダークテーマ</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>ヘルプ(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;About Trainyard</source>
        <translation>Trainyard について(&amp;A)</translation>
    </message>
    <message>
        <source>Connecting to the agent…</source>
        <translation>エージェントに接続しています…</translation>
    </message>
    <message>
        <source>Connected: %1</source>
        <translation>接続済み: %1</translation>
    </message>
    <message>
        <source>The agent does not answer. Its runs continue; what is shown may be outdated.</source>
        <translation>エージェントが応答しません。実行は続いていますが、表示は古い可能性があります。</translation>
    </message>
    <message>
        <source>Agent not responding, reconnecting in %1 s</source>
        <translation>エージェントが応答しません。%1 秒後に再試行</translation>
    </message>
    <message>
        <source>About Trainyard</source>
        <translation>Trainyard について</translation>
    </message>
    <message>
        <source>&amp;Commands…</source>
        <translation>コマンド(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>キー一覧(&amp;K)</translation>
    </message>
    <message>
        <source>run</source>
        <translation>実行</translation>
    </message>
    <message>
        <source>Curves: zoom in, zoom out, show all</source>
        <translation>曲線: 拡大、縮小、全体表示</translation>
    </message>
    <message>
        <source>Curves: inspect point by point</source>
        <translation>曲線: 1 点ずつ読み取り</translation>
    </message>
    <message>
        <source>Curves: move</source>
        <translation>曲線: 移動</translation>
    </message>
    <message>
        <source>Log: next match, previous match</source>
        <translation>ログ: 次の一致、前の一致</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>キー一覧</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
    <message>
        <source>Use the command list to find any other command: type a part of its name.</source>
        <translation>ほかはすべてコマンド一覧から、名前の一部を入力して見つけられます。</translation>
    </message>
    <message>
        <source>&amp;Agent and data folder…</source>
        <translation>エージェントとデータフォルダ(&amp;A)…</translation>
    </message>
    <message>
        <source>System language</source>
        <translation>システムの言語</translation>
    </message>
    <message>
        <source>Language: %1</source>
        <translation>言語: %1</translation>
    </message>
    <message>
        <source>Import TensorBoard &amp;logs…</source>
        <translation>TensorBoard のログをインポート(&amp;L)…</translation>
    </message>
    <message>
        <source>Import TensorBoard logs</source>
        <translation>TensorBoard のログをインポート</translation>
    </message>
    <message>
        <source>&amp;Follow TensorBoard logs…</source>
        <translation>TensorBoard のログを追跡(&amp;F)…</translation>
    </message>
    <message>
        <source>Follow TensorBoard logs</source>
        <translation>TensorBoard のログを追跡</translation>
    </message>
    <message>
        <source>S&amp;witch agent</source>
        <translation>エージェントの切り替え(&amp;W)</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>フォルダ</translation>
    </message>
    <message>
        <source>The agent reads the logs on its own machine, %1.</source>
        <translation>エージェントは自身のマシン %1 でログを読み取ります。</translation>
    </message>
    <message>
        <source>Connected to %1: %2</source>
        <translation>%1 に接続済み: %2</translation>
    </message>
    <message>
        <source>Connecting to %1…</source>
        <translation>%1 に接続中…</translation>
    </message>
    <message>
        <source>Lost the connection to %1, reconnecting in %2 s</source>
        <translation>%1 との接続が切れました。%2 秒後に再接続</translation>
    </message>
    <message>
        <source>Reconnecting in %1 s: %2</source>
        <translation>%1 秒後に再接続: %2</translation>
    </message>
    <message>
        <source>This machine</source>
        <translation>このマシン</translation>
    </message>
</context>
<context>
    <name>trainyard::widgets::Chart</name>
    <message>
        <source>Shown as a table: %1</source>
        <translation>表で表示しています: %1</translation>
    </message>
    <message>
        <source>Save picture…</source>
        <translation>図を保存…</translation>
    </message>
    <message>
        <source>Copy values</source>
        <translation>値をコピー</translation>
    </message>
    <message>
        <source>Save picture</source>
        <translation>図を保存</translation>
    </message>
    <message>
        <source>Pictures (*.png *.svg *.pdf)</source>
        <translation>図 (*.png *.svg *.pdf)</translation>
    </message>
    <message>
        <source>%1 was not written: its name must end in .png, .svg or .pdf.</source>
        <translation>%1 は書き込まれませんでした。名前の末尾は .png、.svg、.pdf のいずれかにしてください。</translation>
    </message>
    <message>
        <source>%1 was not written: %2</source>
        <translation>%1 を書き込めませんでした: %2</translation>
    </message>
</context>
<context>
    <name>trainyard::widgets::ClusterCanvas</name>
    <message>
        <source>Machine %1, tasks: %2</source>
        <translation>マシン %1、タスク: %2</translation>
    </message>
    <message>
        <source>auto port</source>
        <translation>自動ポート</translation>
    </message>
    <message>
        <source>%1 on %2, %3</source>
        <translation>%1（%2、%3）</translation>
    </message>
    <message>
        <source>has an error</source>
        <translation>エラーあり</translation>
    </message>
    <message>
        <source>chief · %1</source>
        <translation>チーフ · %1</translation>
    </message>
    <message>
        <source>Move to</source>
        <translation>移動先</translation>
    </message>
    <message>
        <source>New machine…</source>
        <translation>新しいマシン…</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>役割</translation>
    </message>
    <message>
        <source>Port…</source>
        <translation>ポート…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>削除</translation>
    </message>
    <message>
        <source>Add: %1</source>
        <translation>追加: %1</translation>
    </message>
    <message>
        <source>Name…</source>
        <translation>名前…</translation>
    </message>
    <message>
        <source>Remove with its tasks</source>
        <translation>タスクごと削除</translation>
    </message>
    <message>
        <source>New machine</source>
        <translation>新しいマシン</translation>
    </message>
    <message>
        <source>Name of %1</source>
        <translation>%1 の名前</translation>
    </message>
    <message>
        <source>Host name or address; local is this machine</source>
        <translation>ホスト名またはアドレス。local はこのマシンです</translation>
    </message>
    <message>
        <source>Port of %1</source>
        <translation>%1 のポート</translation>
    </message>
    <message>
        <source>1 to 65535; empty: chosen automatically at the start</source>
        <translation>1〜65535。空欄なら開始時に空きポートを使います</translation>
    </message>
    <message>
        <source>Choose a GPU</source>
        <translation>GPU を選択</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自動</translation>
    </message>
</context>
<context>
    <name>trainyard::widgets::ConfusionView</name>
    <message>
        <source>predicted</source>
        <translation>予測</translation>
    </message>
    <message>
        <source>label</source>
        <translation>正解ラベル</translation>
    </message>
    <message>
        <source>label %1, predicted %2: %3 of %4</source>
        <translation>正解 %1、予測 %2: %4 中 %3</translation>
    </message>
</context>
<context>
    <name>trainyard::widgets::CurvePlot</name>
    <message>
        <source>step %1</source>
        <translation>ステップ %1</translation>
    </message>
    <message>
        <source>epoch %1</source>
        <translation>エポック %1</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>（%1 の時点）</translation>
    </message>
    <message>
        <source>%1 %2 at step %3</source>
        <translation>%1 %2（ステップ %3）</translation>
    </message>
</context>
<context>
    <name>trainyard::widgets::CurveView</name>
    <message>
        <source>Curve of %1</source>
        <translation>%1の曲線</translation>
    </message>
    <message>
        <source>step</source>
        <translation>ステップ</translation>
    </message>
    <message>
        <source>epoch</source>
        <translation>エポック</translation>
    </message>
    <message>
        <source>time since the start</source>
        <translation>開始からの時間</translation>
    </message>
    <message>
        <source>… and %1 more</source>
        <translation>…ほか%1件</translation>
    </message>
    <message>
        <source>Export chart</source>
        <translation>グラフのエクスポート</translation>
    </message>
    <message>
        <source>Export chart…</source>
        <translation>グラフをエクスポート…</translation>
    </message>
    <message>
        <source>training</source>
        <translation>学習</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>検証</translation>
    </message>
    <message>
        <source>Show the whole run in %1</source>
        <translation>%1で実行全体を表示</translation>
    </message>
    <message>
        <source>Show the whole run</source>
        <translation>実行全体を表示</translation>
    </message>
    <message>
        <source>Show or hide the validation curve</source>
        <translation>検証の曲線を表示または隠す</translation>
    </message>
    <message>
        <source>Show or hide the training curves</source>
        <translation>学習の曲線を表示または隠す</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>指標</translation>
    </message>
    <message>
        <source>Metric to plot</source>
        <translation>実行のどの量を描くか</translation>
    </message>
    <message>
        <source>log</source>
        <translation>対数</translation>
    </message>
    <message>
        <source>Logarithmic axis (hides values ≤ 0)</source>
        <translation>対数軸。ゼロ以下の値は表示できません</translation>
    </message>
    <message>
        <source>%1, smoothed</source>
        <translation>%1（平滑化）</translation>
    </message>
    <message>
        <source>mean, validation</source>
        <translation>平均（検証）</translation>
    </message>
    <message>
        <source>mean, training</source>
        <translation>平均（学習）</translation>
    </message>
    <message>
        <source>Search metrics</source>
        <translation>量を検索</translation>
    </message>
    <message>
        <source>%1, per epoch</source>
        <translation>%1（エポックごと）</translation>
    </message>
    <message>
        <source>%1, per step</source>
        <translation>%1（ステップごと）</translation>
    </message>
    <message>
        <source>Show or hide the training curves (solid: step values; dotted: epoch means)</source>
        <translation>学習の曲線を表示または隠す: 実線はステップごとの値、点線はエポックごとの平均</translation>
    </message>
    <message>
        <source>mean, %1</source>
        <translation>平均、%1</translation>
    </message>
    <message>
        <source>other</source>
        <translation>その他</translation>
    </message>
    <message>
        <source>Show or hide the curves of other data</source>
        <translation>その他のデータの曲線を表示/非表示</translation>
    </message>
</context>
<context>
    <name>trainyard::widgets::FarPathDialog</name>
    <message>
        <source>Absolute path on %1</source>
        <translation>%1 上の絶対パス</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>決定</translation>
    </message>
</context>
<context>
    <name>trainyard::widgets::MachineCard</name>
    <message>
        <source>this machine</source>
        <translation>このマシン</translation>
    </message>
    <message>
        <source>not a node</source>
        <translation>ノードではありません</translation>
    </message>
    <message>
        <source>CPUs: %1 of %2</source>
        <translation>CPU: %1 / %2</translation>
    </message>
    <message>
        <source>GPUs: %1 of %2</source>
        <translation>GPU: %1 / %2</translation>
    </message>
</context>
<context>
    <name>trainyard::widgets::SshQuestionDialog</name>
    <message>
        <source>Connect to %1</source>
        <translation>%1 に接続</translation>
    </message>
    <message>
        <source>Question from ssh</source>
        <translation>ssh の質問</translation>
    </message>
    <message>
        <source>ssh needs an answer to connect to %1:</source>
        <translation>%1 に接続するには、ssh の質問への回答が必要です:</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>No</source>
        <translation>いいえ</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>はい</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>決定</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>表示</translation>
    </message>
    <message>
        <source>Show the answer</source>
        <translation>回答を表示</translation>
    </message>
</context>
<context>
    <name>trainyard::widgets::TrafficView</name>
    <message>
        <source>%1 holds %2, sends %3 and receives %4 per step</source>
        <translation>%1: 保持 %2、1 ステップに送信 %3、受信 %4</translation>
    </message>
    <message>
        <source>hot spot</source>
        <translation>ホットスポット</translation>
    </message>
    <message>
        <source>%1 transfers more than its share. A partitioner distributes large variables over the servers.</source>
        <translation>%1 の通信量が偏っています。パーティショナーを使うと、大きな変数が複数のサーバーに分かれます。</translation>
    </message>
    <message>
        <source>sent per step, %1</source>
        <translation>送信 (ステップあたり、%1)</translation>
    </message>
    <message>
        <source>received, %1</source>
        <translation>受信 (%1)</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::MediaTabs</name>
    <message>
        <source>Curves, images and histograms</source>
        <translation>曲線、画像、ヒストグラム</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>曲線</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::MediaView</name>
    <message>
        <source>Images</source>
        <translation>画像</translation>
    </message>
    <message>
        <source>Histograms</source>
        <translation>ヒストグラム</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>テキスト</translation>
    </message>
    <message>
        <source>Hyperparameters</source>
        <translation>ハイパーパラメータ</translation>
    </message>
    <message>
        <source>PR curves</source>
        <translation>PR 曲線</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>タグ</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>ステップ</translation>
    </message>
    <message>
        <source>The logged step that is shown</source>
        <translation>表示する記録済みのステップ</translation>
    </message>
    <message>
        <source>Step shown</source>
        <translation>表示中のステップ</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>画像</translation>
    </message>
    <message>
        <source>%1, %2 × %3 pixels</source>
        <translation>%1、%2 × %3 ピクセル</translation>
    </message>
    <message>
        <source>Nothing was kept of this tag.</source>
        <translation>このタグのものは残っていません。</translation>
    </message>
    <message>
        <source>Step %1 was thinned out meanwhile.</source>
        <translation>ステップ %1 はその間に間引かれました。</translation>
    </message>
    <message>
        <source>%1 at step %2</source>
        <translation>ステップ %2 の %1</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>ステップ %1</translation>
    </message>
    <message>
        <source>attempt %1</source>
        <translation>%1 回目の試行</translation>
    </message>
    <message>
        <source>image %1</source>
        <translation>画像 %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 件中 %1 件目</translation>
    </message>
    <message>
        <source>(%1 logged)</source>
        <translation>（記録は %1 件）</translation>
    </message>
    <message>
        <source>%1 at step %2: precision over recall</source>
        <translation>ステップ %2 の %1: 再現率に対する適合率</translation>
    </message>
    <message>
        <source>All steps</source>
        <translation>すべてのステップ</translation>
    </message>
    <message>
        <source>Show the histograms of all steps one above the other</source>
        <translation>すべてのステップのヒストグラムを上下に重ねて表示します</translation>
    </message>
    <message>
        <source>Histograms of all steps</source>
        <translation>すべてのステップのヒストグラム</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::HistogramRidges</name>
    <message>
        <source>%1, %2 of %3 steps</source>
        <translation>%1、%3 ステップのうち %2</translation>
    </message>
</context>
<context>
    <name>trainyard::widgets::RidgeView</name>
    <message>
        <source>%1: no values</source>
        <translation>%1: 値なし</translation>
    </message>
    <message>
        <source>%1: %2 values from %3 to %4</source>
        <translation>%1: 値 %2 個、%3 から %4 まで</translation>
    </message>
    <message>
        <source>None of these histograms has values.</source>
        <translation>これらのヒストグラムには値がありません。</translation>
    </message>
</context>
<context>
    <name>trainyard::widgets::ImageView</name>
    <message>
        <source>This image is neither PNG, JPEG nor GIF.</source>
        <translation>この画像は PNG でも JPEG でも GIF でもありません。</translation>
    </message>
    <message>
        <source>This image has %1 × %2 pixels, which is too large to show.</source>
        <translation>この画像は %1 × %2 ピクセルで、大きすぎて表示できません。</translation>
    </message>
    <message>
        <source>This image cannot be decoded: %1</source>
        <translation>この画像をデコードできません: %1</translation>
    </message>
</context>
<context>
    <name>Media</name>
    <message>
        <source>values</source>
        <translation>値</translation>
    </message>
    <message>
        <source>recall</source>
        <translation>再現率</translation>
    </message>
    <message>
        <source>precision</source>
        <translation>適合率</translation>
    </message>
    <message>
        <source>recall %1</source>
        <translation>再現率 %1</translation>
    </message>
</context>
<context>
    <name>trainyard::widgets::WorkBar</name>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
</context>
</TS>
