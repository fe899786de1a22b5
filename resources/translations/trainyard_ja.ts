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
    <name>Findings</name>
    <message>
        <source>Ports, disks and devices are not checked: %1</source>
        <translation>ポート、ディスク、デバイスは未確認です: %1</translation>
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
        <translation>戦略</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>クラスター</translation>
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
        <source>Command</source>
        <translation>コマンド</translation>
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
        <source>%1 min</source>
        <comment>age</comment>
        <translation>%1分</translation>
    </message>
    <message>
        <source>%1 h</source>
        <comment>age</comment>
        <translation>%1時間</translation>
    </message>
    <message>
        <source>%1 d</source>
        <comment>age</comment>
        <translation>%1日</translation>
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
        <source>now</source>
        <comment>age</comment>
        <translation>今</translation>
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
    <name>trainyard::models::CheckpointListModel</name>
    <message>
        <source>damaged</source>
        <translation>破損</translation>
    </message>
    <message>
        <source>good</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>not verified</source>
        <translation>未検証</translation>
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
        <source>Choose the strategy %1</source>
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
        <source>a free one</source>
        <translation>空きポート</translation>
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
        <source>Tasks on other machines: %1. This version starts tasks on this machine alone; start those by hand, with the lines under Start by hand.</source>
        <translation>ほかのマシンのタスク: %1。このバージョンはこのマシンのタスクだけを起動します。それらは「手動で起動」の行で起動してください。</translation>
    </message>
    <message>
        <source>put all on this machine</source>
        <translation>すべてこのマシンに置く</translation>
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
        <source>Attempt 1 begins at step %1</source>
        <translation>1 回目の試行をステップ %1 から開始</translation>
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
        <source>Now %1</source>
        <translation>状態: %1</translation>
    </message>
    <message>
        <source>Now %1: %2</source>
        <translation>状態: %1、%2</translation>
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
        <source>%1 → back after %2 s: attempt %3 from step %4</source>
        <translation>%1 → %2 秒後に復帰: %3 回目の試行、ステップ %4 から</translation>
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
        <source>Begins with %1</source>
        <translation>%1 から開始</translation>
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
        <source>[several] </source>
        <translation>[複数] </translation>
    </message>
</context>
<context>
    <name>trainyard::models::RunForm</name>
    <message>
        <source>this is no run file (expected a map with `name` and `train`)</source>
        <translation>実行ファイルではありません（`name` と `train` を持つマップが必要です）</translation>
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
        <source>Age</source>
        <translation>経過</translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation>戦略</translation>
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
</context>
<context>
    <name>trainyard::models::TaskListModel</name>
    <message>
        <source>%1 (chief)</source>
        <translation>%1（チーフ）</translation>
    </message>
    <message>
        <source>%1 was ended by signal %2</source>
        <translation>%1 はシグナル %2 で終了しました</translation>
    </message>
    <message>
        <source>%1 ended with code %2</source>
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
        <source>Process %1 at %2</source>
        <translation>プロセス %1、アドレス %2</translation>
    </message>
    <message>
        <source>%1 has waited in %2 since %3 (%4 s)</source>
        <translation>%1 は %3 から %2 で待っています（%4 秒）</translation>
    </message>
    <message>
        <source>%1 is not in it (%2, step %3)</source>
        <translation>%1 はまだ入っていません（%2、ステップ %3）</translation>
    </message>
    <message>
        <source>The other tasks wait for %1.</source>
        <translation>ほかのタスクが %1 を待っています。</translation>
    </message>
    <message>
        <source>Of a step: input %1 ms, computing %2 ms, waiting for other tasks %3 ms</source>
        <translation>1 ステップの内訳: 入力 %1 ms、計算 %2 ms、ほかのタスク待ち %3 ms</translation>
    </message>
    <message>
        <source>Input · compute · wait</source>
        <translation>入力・計算・待ち</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>メモリ</translation>
    </message>
    <message>
        <source>hands out the steps</source>
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
        <source>The workers compute the steps; their rows tell where the time goes.</source>
        <translation>ステップを計算するのはワーカーです。時間の内訳はワーカーの行にあります。</translation>
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
        <source>another shape</source>
        <translation>形状が異なる</translation>
    </message>
    <message>
        <source>another type</source>
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
        <source>Greatest difference</source>
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
    <name>trainyard::pages::CheckpointDetail</name>
    <message>
        <source>What to do here</source>
        <translation>ここでできること</translation>
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
        <source>What differs</source>
        <translation>異なる点</translation>
    </message>
    <message>
        <source>Differences of the tensors</source>
        <translation>テンソルの差</translation>
    </message>
    <message>
        <source>Choose a tensor to see how its values are spread.</source>
        <translation>テンソルを選ぶと、値の分布が表示されます。</translation>
    </message>
    <message>
        <source>%1 has no value to count.</source>
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
        <source>Copies it to a new folder, as safetensors files that any program reads</source>
        <translation>どのプログラムでも読める safetensors ファイルとして、新しいフォルダーに複製します</translation>
    </message>
    <message>
        <source>Verify</source>
        <translation>検証</translation>
    </message>
    <message>
        <source>Reads every byte and compares it with the hashes in its manifest; changes nothing</source>
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
        <source>Its run is still going; stop it first, or branch</source>
        <translation>実行中です。先に停止するか、分岐してください</translation>
    </message>
    <message>
        <source>Goes on with its run from here, as the next attempt</source>
        <translation>ここから、次の試行として実行を続けます</translation>
    </message>
    <message>
        <source>Starts a new run that begins with its weights, optimizer and position</source>
        <translation>その重み・オプティマイザー・位置から始まる新しい実行を開始します</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>固定を解除</translation>
    </message>
    <message>
        <source>Lets it go when its turn comes, as checkpoint.keep says</source>
        <translation>checkpoint.keep に従い、順番が来たら消えます</translation>
    </message>
    <message>
        <source>Keeps it, however many newer ones there are</source>
        <translation>新しいものがいくつあっても残します</translation>
    </message>
    <message>
        <source>It is pinned; unpin it first</source>
        <translation>固定されています。先に解除してください</translation>
    </message>
    <message>
        <source>Deletes it from the disk; asks first</source>
        <translation>ディスクから削除します。先に確認します</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>It is verified first. The newer checkpoints stay until their turn comes, and the curves after it stay, dimmed.</source>
        <translation>先に検証されます。新しいチェックポイントは順番が来るまで残り、以降の曲線は淡く残ります。</translation>
    </message>
    <message>
        <source>Steps done again: %1. </source>
        <translation>やり直すステップ数: %1。 </translation>
    </message>
    <message>
        <source>Restore step %1?</source>
        <translation>ステップ %1 を復元しますか?</translation>
    </message>
    <message>
        <source>%1 goes on from step %2, as its next attempt.</source>
        <translation>%1 はステップ %2 から、次の試行として続きます。</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>復元</translation>
    </message>
    <message>
        <source>Branch from step %1?</source>
        <translation>ステップ %1 から分岐しますか?</translation>
    </message>
    <message>
        <source>A new run begins with the weights, the optimizer and the position of %1 at step %2.</source>
        <translation>%1 のステップ %2 の重み・オプティマイザー・位置から、新しい実行が始まります。</translation>
    </message>
    <message>
        <source>%1 stays as it is. The new run has the same run file and a history of its own.</source>
        <translation>%1 はそのまま残ります。新しい実行は同じ実行ファイルと独自の履歴を持ちます。</translation>
    </message>
    <message>
        <source>Branch</source>
        <translation>分岐</translation>
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
        <translation>ステップ %1 を新しいフォルダーに書き出し</translation>
    </message>
    <message>
        <source>Exported to %1.</source>
        <translation>%1 に書き出しました。</translation>
    </message>
    <message>
        <source>Reading every byte of step %1…</source>
        <translation>ステップ %1 の全バイトを読み込み中…</translation>
    </message>
    <message>
        <source>%1 step %2</source>
        <translation>%1 ステップ %2</translation>
    </message>
    <message>
        <source>%1: verified, %2, every byte as it was written.</source>
        <translation>%1: 検証済み、%2、全バイトが書き込み時のままです。</translation>
    </message>
    <message>
        <source>%1 is damaged: %2</source>
        <translation>%1 は破損しています: %2</translation>
    </message>
    <message>
        <source>Unpinned: it goes when its turn comes.</source>
        <translation>固定を解除しました。順番が来たら消えます。</translation>
    </message>
    <message>
        <source>Pinned: it stays until it is unpinned.</source>
        <translation>固定しました。解除するまで残ります。</translation>
    </message>
    <message>
        <source>Delete step %1?</source>
        <translation>ステップ %1 を削除しますか?</translation>
    </message>
    <message>
        <source>%1 (%2) is deleted from the disk. This cannot be undone.</source>
        <translation>%1（%2）をディスクから削除します。元に戻せません。</translation>
    </message>
    <message>
        <source>%1 can no longer be restored to step %2.</source>
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
        <source>Checkpoints and what they hold</source>
        <translation>チェックポイントとその中身</translation>
    </message>
    <message>
        <source>What to do here</source>
        <translation>ここでできること</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>チェックポイント</translation>
    </message>
    <message>
        <source>What was done</source>
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
        <source>Metric over the steps, with the checkpoints</source>
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
        <source>Choose a checkpoint to see what it holds, two to see where they differ.</source>
        <translation>チェックポイントを 1 つ選ぶと中身が、2 つ選ぶと違いが表示されます。</translation>
    </message>
    <message>
        <source>Choose two checkpoints to see where they differ.</source>
        <translation>チェックポイントを 2 つ選ぶと違いが表示されます。</translation>
    </message>
    <message>
        <source>The agent cannot be reached: %1</source>
        <translation>エージェントに接続できません: %1</translation>
    </message>
    <message>
        <source>No checkpoint yet. A run saves one at the end of each epoch unless its run file says otherwise (checkpoint.every), and they appear here.</source>
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
        <source>What it holds, and what it is good for</source>
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
        <source>None yet. Give the cluster a name and save it, to use it again.</source>
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
        <source>001: two workers</source>
        <translation>001: ワーカー 2 つ</translation>
    </message>
    <message>
        <source>001: two workers and an evaluator</source>
        <translation>001: ワーカー 2 つと評価タスク</translation>
    </message>
    <message>
        <source>000, 002: one worker</source>
        <translation>000・002: ワーカー 1 つ</translation>
    </message>
    <message>
        <source>000, 002: a chief and two workers</source>
        <translation>000・002: チーフとワーカー 2 つ</translation>
    </message>
    <message>
        <source>003: two replicas in one process</source>
        <translation>003: 1 プロセスにレプリカ 2 つ</translation>
    </message>
    <message>
        <source>004: 3 workers and 2 ps on this machine</source>
        <translation>004: ワーカー 3 と ps 2</translation>
    </message>
    <message>
        <source>004: ps and an evaluator</source>
        <translation>004: ps と評価タスク</translation>
    </message>
    <message>
        <source>004: a machine for each task</source>
        <translation>004: タスクごとに 1 台</translation>
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
        <source>The saved cluster %1 is deleted. This cannot be undone.</source>
        <translation>保存したクラスタ %1 を削除します。元に戻せません。</translation>
    </message>
    <message>
        <source>Runs that were started with it keep their own copy.</source>
        <translation>これで開始した実行には写しが残ります。</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>削除</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Deleted: %1.</source>
        <translation>削除しました: %1。</translation>
    </message>
    <message>
        <source>An empty cluster</source>
        <translation>空のクラスター</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::ClusterRow</name>
    <message>
        <source>Entries are “node” or “node:port”, between commas. “local” is this machine; without a port a free one is taken.</source>
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
        <translation>クラスターを編集…</translation>
    </message>
    <message>
        <source>Saved clusters</source>
        <translation>保存したクラスタ</translation>
    </message>
    <message>
        <source>Take a saved cluster…</source>
        <translation>保存したクラスタを使う…</translation>
    </message>
    <message>
        <source>Puts the strategy and the cluster that were saved into this run file</source>
        <translation>保存した戦略とクラスタをこの実行ファイルに入れます</translation>
    </message>
    <message>
        <source>No cluster is saved yet: draw one on the Clusters page and give it a name.</source>
        <translation>保存したクラスタはまだありません。「クラスタ」ページで描き、名前を付けて保存してください。</translation>
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
        <source>name, to save it</source>
        <translation>保存する名前</translation>
    </message>
    <message>
        <source>Clusters</source>
        <translation>クラスタ</translation>
    </message>
    <message>
        <source>What was done</source>
        <translation>行ったこと</translation>
    </message>
    <message>
        <source>Drag it onto a machine, or press to add it to the chosen one</source>
        <translation>マシンへドラッグ、または押して選択中のマシンに追加</translation>
    </message>
    <message>
        <source>Add machine</source>
        <translation>マシンを追加</translation>
    </message>
    <message>
        <source>Drag a role onto the machine, or begin with a template.</source>
        <translation>役割をマシンへドラッグするか、テンプレートから始めてください。</translation>
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
        <source>no strategy chosen</source>
        <translation>ストラテジー未選択</translation>
    </message>
    <message>
        <source>Model that bytes are told for</source>
        <translation>通信量を計算するモデル</translation>
    </message>
    <message>
        <source>Who talks to whom</source>
        <translation>通信の相手</translation>
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
        <source>Start by hand</source>
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
        <source>Not imported from %1: %2</source>
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
        <source>It was written for %1.</source>
        <translation>これは %1 用でした。</translation>
    </message>
    <message>
        <source>Left out: %1.</source>
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
        <source>There is no task yet</source>
        <translation>まだタスクがありません</translation>
    </message>
    <message>
        <source>The text cannot be read</source>
        <translation>テキストを読めません</translation>
    </message>
    <message>
        <source>Mend what is listed below first. Errors: %1</source>
        <translation>先に下の項目を直してください。エラー: %1</translation>
    </message>
    <message>
        <source>Opens a new run with this cluster (F5)</source>
        <translation>このクラスタで新しい実行を開きます (F5)</translation>
    </message>
    <message>
        <source>Give it a name first</source>
        <translation>先に名前を付けてください</translation>
    </message>
    <message>
        <source>Keeps it under this name, with the agent</source>
        <translation>この名前でエージェントに保存します</translation>
    </message>
    <message>
        <source>Takes back: %1</source>
        <translation>取り消す操作: %1</translation>
    </message>
    <message>
        <source>Nothing to take back</source>
        <translation>取り消す操作はありません</translation>
    </message>
    <message>
        <source>Does again: %1</source>
        <translation>やり直す操作: %1</translation>
    </message>
    <message>
        <source>Nothing to do again</source>
        <translation>やり直す操作はありません</translation>
    </message>
    <message>
        <source>Choose a strategy to see who talks to whom.</source>
        <translation>ストラテジーを選ぶと、通信の相手が表示されます。</translation>
    </message>
    <message>
        <source>A ring: every process passes gradients on to the next.</source>
        <translation>リング: 各プロセスが勾配を次へ渡します。</translation>
    </message>
    <message>
        <source>A star: every process sends to the chief and gets the result back.</source>
        <translation>スター: 各プロセスがチーフへ送り、結果を受け取ります。</translation>
    </message>
    <message>
        <source>Every worker reads from and writes to every parameter server; the chief sends the steps (dashed).</source>
        <translation>各ワーカーは全パラメータサーバーと読み書きし、チーフがステップを送ります（破線）。</translation>
    </message>
    <message>
        <source>One process: nothing goes over the network.</source>
        <translation>1 プロセスのため、ネットワーク通信はありません。</translation>
    </message>
    <message>
        <source>Each process sends about %1 a step.</source>
        <translation>各プロセスの送信量は 1 ステップあたり約 %1 です。</translation>
    </message>
    <message>
        <source>Open the last cluster</source>
        <translation>前回のクラスタを開く</translation>
    </message>
    <message>
        <source>Tasks on other machines can only be started by hand yet</source>
        <translation>ほかのマシンのタスクは、まだ手動でしか起動できません</translation>
    </message>
    <message>
        <source>the new run</source>
        <translation>新しい実行</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::CompareView</name>
    <message>
        <source>Runs compared</source>
        <translation>比較中の実行</translation>
    </message>
    <message>
        <source>None of these runs recorded this quantity.</source>
        <translation>どの実行もこの量を記録していません。</translation>
    </message>
    <message>
        <source>How many keys differ</source>
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
        <source>%1 runs compared</source>
        <translation>%1 件の実行を比較</translation>
    </message>
    <message>
        <source>Reading the run files…</source>
        <translation>実行ファイルを読み込み中…</translation>
    </message>
    <message>
        <source>Results. The run files are the same.</source>
        <translation>結果。実行ファイルは同じです。</translation>
    </message>
    <message>
        <source>Results, and where the run files differ: %1</source>
        <translation>結果と、実行ファイルの異なる箇所: %1</translation>
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
        <source>What the horizontal axis counts: steps, epochs, or the time since the start</source>
        <translation>横軸の単位: ステップ、エポック、または開始からの時間</translation>
    </message>
    <message>
        <source>Smoothing</source>
        <translation>平滑化</translation>
    </message>
    <message>
        <source>Weight of the moving average over the steps&apos; values, as in TensorBoard; the values themselves stay pale under it. Values of whole epochs are means already and stay as they are.</source>
        <translation>TensorBoard と同じ、ステップごとの値の移動平均の重み。元の値は淡く下に残ります。エポック全体の値はすでに平均なので、そのままです。</translation>
    </message>
    <message>
        <source>Mean of the group</source>
        <translation>グループの平均</translation>
    </message>
    <message>
        <source>One line for all: their mean, with a band of one standard deviation on each side</source>
        <translation>全体を 1 本の線で: 平均と、両側に標準偏差 1 つ分の帯</translation>
    </message>
    <message>
        <source>Wheel zooms, drag moves, double click shows all</source>
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
        <source>What each task uses of its machine, on the same axis</source>
        <translation>各タスクがマシンをどれだけ使っているかを、同じ軸で示します</translation>
    </message>
    <message>
        <source>Sampled once a second.</source>
        <translation>1 秒ごとに記録されます。</translation>
    </message>
    <message>
        <source>Memory, MB</source>
        <translation>メモリ (MB)</translation>
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
        <source>Without the key: %1</source>
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
        <source>Fix: %1</source>
        <translation>修正: %1</translation>
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
        <source>Why the form is closed</source>
        <translation>フォームを使えない理由</translation>
    </message>
    <message>
        <source>What the field means</source>
        <translation>項目の意味</translation>
    </message>
    <message>
        <source>The form waits: line %1 of the text is not readable. %2</source>
        <translation>フォームは待機中: テキストの %1 行目を読み取れません。%2</translation>
    </message>
    <message>
        <source>The form waits: the text is not readable. %1</source>
        <translation>フォームは待機中: テキストを読み取れません。%1</translation>
    </message>
    <message>
        <source>Errors here: %1</source>
        <translation>ここのエラー: %1</translation>
    </message>
    <message>
        <source>Fields marked * are required; what is left empty has its default. Point at a field, or go there with Tab, to read what it means.</source>
        <translation>* の付いた項目は必須で、空の項目は既定値になります。項目にカーソルを合わせるか Tab で移動すると説明が表示されます。</translation>
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
        <source>Add a layer below the chosen one</source>
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
        <source>Nothing logged yet.</source>
        <translation>まだログはありません。</translation>
    </message>
    <message>
        <source>Fold equal lines</source>
        <translation>同じ行をまとめる</translation>
    </message>
    <message>
        <source>Shows equal lines that follow each other once, with how many there are</source>
        <translation>続く同じ行を、件数とともに 1 行で表示します</translation>
    </message>
    <message>
        <source>Return: next hit, Shift+Return: the one before</source>
        <translation>Return: 次の一致、Shift+Return: 前の一致</translation>
    </message>
    <message>
        <source>Lines found</source>
        <translation>見つかった行</translation>
    </message>
    <message>
        <source>Previous hit</source>
        <translation>前の一致</translation>
    </message>
    <message>
        <source>Next hit</source>
        <translation>次の一致</translation>
    </message>
    <message>
        <source>Found: %1</source>
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
        <source>Whether this run file can run</source>
        <translation>この実行ファイルを実行できるか</translation>
    </message>
    <message>
        <source>Read again</source>
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
        <source>Reading and checking…</source>
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
        <source>Cannot run yet. Errors below: %1</source>
        <translation>まだ実行できません。下のエラー: %1 件</translation>
    </message>
    <message>
        <source>Ready to run. Hints below: %1</source>
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
        <source>Choose an example or a run file, or begin with nothing.</source>
        <translation>例か実行ファイルを選ぶか、空の状態から始めます。</translation>
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
        <source>Fix: %1</source>
        <translation>修正: %1</translation>
    </message>
    <message>
        <source>This cannot be mended by itself: %1</source>
        <translation>自動では直せません: %1</translation>
    </message>
    <message>
        <source>Reading and checking; it starts when nothing is wrong…</source>
        <translation>読み込んで確認しています。問題がなければ開始します…</translation>
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
        <source>What is the matter</source>
        <translation>お知らせ</translation>
    </message>
    <message>
        <source>This version places tasks on this machine alone. Tasks on other machines can be started by hand: draw them on the Clusters page and copy the line of each task.</source>
        <translation>このバージョンはタスクをこのマシンにだけ配置します。ほかのマシンのタスクは手動で起動できます。クラスタのページで描き、各タスクの行をコピーしてください。</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>ノード</translation>
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
        <source>What the plugin is</source>
        <translation>プラグインの説明</translation>
    </message>
    <message>
        <source>Name in run files</source>
        <translation>実行ファイルでの名前</translation>
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
        <source>Bytes a replica sends in a step</source>
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
        <source>When one fails</source>
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
        <source>all tasks start again</source>
        <translation>全タスクを再起動</translation>
    </message>
    <message>
        <source>it alone starts again</source>
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
        <source>on the chief, which hands out its closures to the workers</source>
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
        <source>How far the prediction has come</source>
        <translation>予測の進み具合</translation>
    </message>
    <message>
        <source>What the prediction gave</source>
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
        <source>fashion_mnist_test and the like, a folder of class folders, pictures, or a source as in a run file: {csv: file.csv}</source>
        <translation>fashion_mnist_test などの名前、クラスごとのフォルダーを含むフォルダー、画像、または実行ファイルと同じ書き方のソース: {csv: file.csv}</translation>
    </message>
    <message>
        <source>Folder…</source>
        <translation>フォルダー…</translation>
    </message>
    <message>
        <source>Choose a folder of class folders</source>
        <translation>クラスごとのフォルダーを含むフォルダーを選ぶ</translation>
    </message>
    <message>
        <source>Pictures…</source>
        <translation>画像…</translation>
    </message>
    <message>
        <source>Choose pictures</source>
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
        <source>Choose one checkpoint to predict with.</source>
        <translation>予測に使うチェックポイントを 1 つ選んでください。</translation>
    </message>
    <message>
        <source>What does this checkpoint&apos;s model say of data? Metrics, the confusion matrix and the worst samples appear here.</source>
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
        <source>%1 taken for %2</source>
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
        <source>Pictures (*.png *.jpg *.jpeg)</source>
        <translation>画像 (*.png *.jpg *.jpeg)</translation>
    </message>
    <message>
        <source>Pictures: %1</source>
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
        <source>About the profile</source>
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
        <translation>フォルダーを開く</translation>
    </message>
    <message>
        <source>Open folder of the profile</source>
        <translation>プロファイルのフォルダーを開く</translation>
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
        <source>Records what every task does in its next steps: waiting for input, computing, communicating, and each operator in it, all on one time line. The run goes on meanwhile, a little slower.</source>
        <translation>次の数ステップで各タスクが何をしているか（入力待ち、計算、通信、その中の各演算）を、一つの時間軸に記録します。実行はその間も続き、少し遅くなります。</translation>
    </message>
    <message>
        <source>Recording… (steps: %1) The tasks write it down once the last of them is done. Closing this window does not stop it.</source>
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
</context>
<context>
    <name>trainyard::pages::RoleRow</name>
    <message>
        <source>%1: how many</source>
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
        <source>What the run is going to need</source>
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
        <source>How the data is divided</source>
        <translation>データの分け方</translation>
    </message>
    <message>
        <source>What each task reads in an epoch</source>
        <translation>各タスクが 1 エポックで読むもの</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>タスク</translation>
    </message>
    <message>
        <source>By</source>
        <translation>方式</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>サンプル数</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>除外</translation>
    </message>
    <message>
        <source>Twice</source>
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
        <source>Shown as soon as the run file has no errors.</source>
        <translation>実行ファイルのエラーがなくなると表示されます。</translation>
    </message>
    <message>
        <source>Give it to the task as the environment variable TF_CONFIG.</source>
        <translation>環境変数 TF_CONFIG としてタスクに渡します。</translation>
    </message>
    <message>
        <source>Ports written as 0 are chosen when the run starts. To start tasks by hand, write ports into the cluster.</source>
        <translation>0 のポートは実行開始時に決まります。手動で起動する場合はクラスターにポートを書いてください。</translation>
    </message>
    <message>
        <source>Shown as soon as the run file has no errors and the agent has worked it out.</source>
        <translation>実行ファイルのエラーがなくなり、エージェントの計算が終わると表示されます。</translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation>グローバルバッチ</translation>
    </message>
    <message>
        <source>%1 × %2 replicas × %3 batches a step = %4</source>
        <translation>%1 × %2 レプリカ × 1 ステップ %3 バッチ = %4</translation>
    </message>
    <message>
        <source>%1 a replica, replicas: %2, together %3</source>
        <translation>レプリカあたり %1、レプリカ数: %2、合計 %3</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学習率</translation>
    </message>
    <message>
        <source>%1, at the last step %2</source>
        <translation>%1、最後のステップで %2</translation>
    </message>
    <message>
        <source>Scaled to the batch</source>
        <translation>バッチに合わせた値</translation>
    </message>
    <message>
        <source>%1, if %2 was right for one replica</source>
        <translation>1 レプリカで %2 が適切だったなら %1</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>ステップ数</translation>
    </message>
    <message>
        <source>%1 an epoch, %2 in all</source>
        <translation>エポックあたり %1、全部で %2</translation>
    </message>
    <message>
        <source>%1 to train, %2 to validate</source>
        <translation>学習 %1、検証 %2</translation>
    </message>
    <message>
        <source>Memory of a replica</source>
        <translation>レプリカのメモリ</translation>
    </message>
    <message>
        <source>%1, of it activations %2, optimizer %3</source>
        <translation>%1（うちアクティベーション %2、オプティマイザー %3）</translation>
    </message>
    <message>
        <source>Sent in a step</source>
        <translation>1 ステップの送信量</translation>
    </message>
    <message>
        <source>%1 by each process</source>
        <translation>プロセスごとに %1</translation>
    </message>
    <message>
        <source>A checkpoint</source>
        <translation>チェックポイント 1 個</translation>
    </message>
    <message>
        <source>Shown as soon as the run file has no errors and the agent has read the data&apos;s index.</source>
        <translation>実行ファイルのエラーがなくなり、エージェントがデータの索引を読むと表示されます。</translation>
    </message>
    <message>
        <source>Samples in the whole set: %1</source>
        <translation>全体のサンプル数: %1</translation>
    </message>
    <message>
        <source>What each parameter server moves in a step</source>
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
        <source>Finishes the epoch under way, evaluates, saves, then stops</source>
        <translation>進行中のエポックを終え、評価と保存をしてから停止します</translation>
    </message>
    <message>
        <source>Save and stop</source>
        <translation>保存して停止</translation>
    </message>
    <message>
        <source>Saves a checkpoint at the next step, then stops; the run can be resumed from it</source>
        <translation>次のステップでチェックポイントを保存して停止します。そこから再開できます</translation>
    </message>
    <message>
        <source>Kill</source>
        <translation>強制終了</translation>
    </message>
    <message>
        <source>Ends every task at once; what came after the newest checkpoint is lost</source>
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
        <source>Every task of %1 ends at once, without a checkpoint.</source>
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
        <source>Kept are the checkpoints, the curves and the logs. “Save and stop” loses nothing.</source>
        <translation>チェックポイント、曲線、ログは残ります。「保存して停止」なら何も失われません。</translation>
    </message>
    <message>
        <source>No finished step is lost.</source>
        <translation>完了したステップは失われません。</translation>
    </message>
    <message>
        <source>There is no checkpoint yet: everything is lost. Steps lost: %1.</source>
        <translation>チェックポイントがまだないため、すべて失われます。失われるステップ数: %1。</translation>
    </message>
    <message>
        <source>Lost is everything after the last checkpoint, step %1. Steps lost: %2.</source>
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
        <source>Changes learning rate or epochs while the run goes on, from the next step</source>
        <translation>実行中に、次のステップから学習率やエポック数を変更します</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>再開</translation>
    </message>
    <message>
        <source>Goes on with this run from its newest checkpoint that verifies, as its next attempt</source>
        <translation>検証できる最新のチェックポイントから、次の試行として続けます</translation>
    </message>
    <message>
        <source>Run again…</source>
        <translation>もう一度実行…</translation>
    </message>
    <message>
        <source>Opens this run&apos;s file as a new run, to start it as it is or changed</source>
        <translation>この実行のファイルを新しい実行として開き、そのまま、または変更して開始します</translation>
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
        <source>Where the run is</source>
        <translation>実行の位置</translation>
    </message>
    <message>
        <source>Last lines of the task that failed</source>
        <translation>失敗したタスクの最後の行</translation>
    </message>
    <message>
        <source>Who waits for whom</source>
        <translation>どれがどれを待っているか</translation>
    </message>
    <message>
        <source>What was asked for</source>
        <translation>依頼した内容</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>一時停止中</translation>
    </message>
    <message>
        <source>(attempt %1)</source>
        <translation>（%1 回目の試行）</translation>
    </message>
    <message>
        <source>Of this time %1 % went into steps that were kept.</source>
        <translation>この時間の %1 % が、残ったステップに使われました。</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>続行</translation>
    </message>
    <message>
        <source>Lets the tasks go on with the next step</source>
        <translation>タスクを次のステップから続けます</translation>
    </message>
    <message>
        <source>Holds all tasks after the step under way; they keep their memory and devices</source>
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
        <source>as it is</source>
        <translation>現状のまま</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>エポック数</translation>
    </message>
    <message>
        <source>Counts from the next step on, for all tasks at once. It is noted in the run&apos;s history and marked on its curves; a schedule of the run file gives way to a rate set here.</source>
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
        <source>Leave as it is</source>
        <translation>そのままにする</translation>
    </message>
    <message>
        <source>How the run came back</source>
        <translation>どう復帰したか</translation>
    </message>
    <message>
        <source>Measured beside the estimate</source>
        <translation>見積もりと実測</translation>
    </message>
    <message>
        <source>%1 (estimated %2)</source>
        <translation>%1（見積もり %2）</translation>
    </message>
    <message>
        <source>Memory of a replica: %1</source>
        <translation>レプリカのメモリ: %1</translation>
    </message>
    <message>
        <source>sent in a step: %1</source>
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
        <source>Shows where every thread of every task is just now; they go on as they were</source>
        <translation>すべてのタスクの各スレッドが今どこにいるかを表示します。タスクはそのまま続きます</translation>
    </message>
    <message>
        <source>A learning rate is a number above 0, such as 0.001.</source>
        <translation>学習率は 0 より大きい数です（例: 0.001）。</translation>
    </message>
    <message>
        <source>Why this cannot be</source>
        <translation>これができない理由</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::RunView</name>
    <message>
        <source>Tasks</source>
        <translation>タスク</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>出来事</translation>
    </message>
    <message>
        <source>Curves, tables and log</source>
        <translation>曲線、表、ログ</translation>
    </message>
    <message>
        <source>This run recorded no point.</source>
        <translation>この実行は点を記録していません。</translation>
    </message>
    <message>
        <source>Queued: waiting for its turn…</source>
        <translation>待機中: 順番を待っています…</translation>
    </message>
    <message>
        <source>Waiting for the first step…</source>
        <translation>最初のステップを待っています…</translation>
    </message>
    <message>
        <source>Asked to end every task now…</source>
        <translation>すべてのタスクの即時終了を依頼しました…</translation>
    </message>
    <message>
        <source>Asked to stop after this epoch…</source>
        <translation>このエポック後の停止を依頼しました…</translation>
    </message>
    <message>
        <source>Asked to save and stop…</source>
        <translation>保存して停止するよう依頼しました…</translation>
    </message>
    <message>
        <source>Kill task…</source>
        <translation>タスクを強制終了…</translation>
    </message>
    <message>
        <source>Ends the chosen task as if its machine had failed, to see the run recover; asks first</source>
        <translation>マシンが故障したかのように選んだタスクを終了し、復旧の様子を確かめます。先に確認します</translation>
    </message>
    <message>
        <source>Asked for the change…</source>
        <translation>変更を依頼しました…</translation>
    </message>
    <message>
        <source>Asked to pause after this step…</source>
        <translation>このステップの後で一時停止するよう依頼しました…</translation>
    </message>
    <message>
        <source>Asked to go on…</source>
        <translation>続行を依頼しました…</translation>
    </message>
    <message>
        <source>Changed, from step %1 on.</source>
        <translation>ステップ %1 から変更されます。</translation>
    </message>
    <message>
        <source>Asked to resume; the newest checkpoint is verified first…</source>
        <translation>再開を依頼しました。先に最新のチェックポイントを検証します…</translation>
    </message>
    <message>
        <source>Not resumed: %1</source>
        <translation>再開できません: %1</translation>
    </message>
    <message>
        <source>Kill %1?</source>
        <translation>%1 を強制終了しますか?</translation>
    </message>
    <message>
        <source>A drill: %1 is ended with signal 9, as if its machine had failed, to see the run recover.</source>
        <translation>訓練: マシンが故障したかのように %1 をシグナル 9 で終了し、実行が復旧するか確かめます。</translation>
    </message>
    <message>
        <source>The run goes on by itself from its newest checkpoint, if its run file allows restarts.</source>
        <translation>実行ファイルが再起動を許していれば、実行は最新のチェックポイントから自動で続きます。</translation>
    </message>
    <message>
        <source>Kill %1</source>
        <translation>%1 を強制終了</translation>
    </message>
    <message>
        <source>Leave it</source>
        <translation>やめる</translation>
    </message>
    <message>
        <source>%1 is killed; waiting for the next step…</source>
        <translation>%1 を終了しました。次のステップを待っています…</translation>
    </message>
    <message>
        <source>The others go on; it is started again beside them. No finished step is lost.</source>
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
        <source>History and servers</source>
        <translation>履歴とサーバー</translation>
    </message>
    <message>
        <source>Traffic in a step</source>
        <translation>1 ステップの通信量</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::RunsPage</name>
    <message>
        <source>Run list and run</source>
        <translation>実行の一覧と実行</translation>
    </message>
    <message>
        <source>Filter the runs</source>
        <translation>実行を絞り込む</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>実行</translation>
    </message>
    <message>
        <source>New run</source>
        <translation>新しい実行</translation>
    </message>
    <message>
        <source>No run matches “%1”.</source>
        <translation>「%1」に合う実行はありません。</translation>
    </message>
    <message>
        <source>Reading the runs…</source>
        <translation>実行を読み込んでいます…</translation>
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
        <source>Words to look for, all of them; also state:failed, strategy:multi, tag:baseline, and is:trashed for what is in the trash</source>
        <translation>探す語（すべてを含むもの）。state:failed、strategy:multi、tag:baseline、ごみ箱の中は is:trashed</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Which columns the list has</source>
        <translation>一覧に表示する列</translation>
    </message>
    <message>
        <source>Ctrl and Shift choose several runs to compare them</source>
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
        <source>What was done last</source>
        <translation>最後に行ったこと</translation>
    </message>
    <message>
        <source>%1 runs</source>
        <translation>%1 件の実行</translation>
    </message>
    <message>
        <source>Taken out of the trash: %1</source>
        <translation>ごみ箱から戻しました: %1</translation>
    </message>
    <message>
        <source>Moved to the trash: %1</source>
        <translation>ごみ箱に移動しました: %1</translation>
    </message>
    <message>
        <source>Take out of the trash</source>
        <translation>ごみ箱から戻す</translation>
    </message>
    <message>
        <source>Every run is in the trash; “is:trashed” shows them.</source>
        <translation>すべての実行がごみ箱にあります。「is:trashed」で表示されます。</translation>
    </message>
    <message>
        <source>Try an example: Fashion-MNIST</source>
        <translation>例を試す: Fashion-MNIST</translation>
    </message>
    <message>
        <source>Opens a ready run file; one more click trains a small network on this machine in about a minute</source>
        <translation>用意された実行ファイルを開きます。もう 1 クリックで、このマシンで小さなネットワークを約 1 分で学習します</translation>
    </message>
    <message>
        <source>No run yet. Start one from a run file or an example, and its curves appear here. A run file can also be dropped on this window.</source>
        <translation>まだ実行がありません。実行ファイルか例から始めると、ここに曲線が表示されます。実行ファイルをこのウィンドウにドロップすることもできます。</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::ServersView</name>
    <message>
        <source>Estimated before the start</source>
        <translation>開始前の見積もり</translation>
    </message>
    <message>
        <source>What each parameter server moved in a step</source>
        <translation>各パラメータサーバーが 1 ステップで送受信した量</translation>
    </message>
    <message>
        <source>What was expected of each parameter server</source>
        <translation>各パラメータサーバーの見積もり</translation>
    </message>
    <message>
        <source>Measured when the attempt has ended.</source>
        <translation>実測値は試行が終わると出ます。</translation>
    </message>
    <message>
        <source>Measured, mean of the steps</source>
        <translation>実測値（ステップの平均）</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::SettingsPage</name>
    <message>
        <source>Settings</source>
        <translation>設定</translation>
    </message>
    <message>
        <source>As the system</source>
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
        <source>Agent and its home</source>
        <translation>エージェントとそのホーム</translation>
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
        <source>Trainyard looks for none by itself.</source>
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
        <source>Agent and home</source>
        <translation>エージェントとホーム</translation>
    </message>
    <message>
        <source>For one start alone, TRAINYARD_HOME names the folder and --agent the agent.</source>
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
        <source>About the stacks</source>
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
        <source>Reading the stacks of all tasks… each is halted for some milliseconds.</source>
        <translation>すべてのタスクのスタックを読んでいます… それぞれ数ミリ秒だけ止まります。</translation>
    </message>
    <message>
        <source>These are of %1; there are no newer ones: %2</source>
        <translation>これは %1 のものです。新しいものはありません: %2</translation>
    </message>
    <message>
        <source>Refresh the stacks</source>
        <translation>スタックを更新</translation>
    </message>
    <message>
        <source>Where each task was at %1, the innermost call first.</source>
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
        <source>None yet. Files that are opened or saved here stand in this list.</source>
        <translation>まだありません。ここで開いたり保存したりしたファイルが並びます。</translation>
    </message>
    <message>
        <source>Empty run</source>
        <translation>空の実行</translation>
    </message>
    <message>
        <source>Begin with an empty run</source>
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
        <source>a free one</source>
        <translation>空きポート</translation>
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
        <source>What is missing</source>
        <translation>足りないもの</translation>
    </message>
    <message>
        <source>Set ports</source>
        <translation>ポート設定</translation>
    </message>
    <message>
        <source>How the task is started by hand</source>
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
        <source>Without a port: %1. Started by hand, every task must know the others&apos; ports.</source>
        <translation>ポートなし: %1。手動で起動するには、全タスクが互いのポートを知る必要があります。</translation>
    </message>
    <message>
        <source>Run in a shell of its own each; run.yaml is the run file.</source>
        <translation>それぞれ別のシェルで実行します。run.yaml は実行ファイルです。</translation>
    </message>
    <message>
        <source>A .env file is of one task: choose it first</source>
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
        <source>a free one</source>
        <translation>空きポート</translation>
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
        <source>Remove the chosen task</source>
        <translation>選択したタスクを削除</translation>
    </message>
    <message>
        <source>Set ports</source>
        <translation>ポート設定</translation>
    </message>
    <message>
        <source>Gives every task without a port the next one on its machine, from 2222 on</source>
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
        <source>Whether the text can be read</source>
        <translation>テキストを読めるか</translation>
    </message>
    <message>
        <source>Cluster as text</source>
        <translation>テキストのクラスタ</translation>
    </message>
    <message>
        <source>These keys are no part of a cluster: %1</source>
        <translation>クラスタの項目ではないキー: %1</translation>
    </message>
    <message>
        <source>Cannot be read yet; the other views show what was last read.</source>
        <translation>まだ読めません。ほかの表示は最後に読めた内容です。</translation>
    </message>
</context>
<context>
    <name>trainyard::shell::AgentDialog</name>
    <message>
        <source>Agent and home</source>
        <translation>エージェントとホーム</translation>
    </message>
    <message>
        <source>Folder of the home</source>
        <translation>ホームのフォルダ</translation>
    </message>
    <message>
        <source>Choose the folder of the home</source>
        <translation>ホームのフォルダを選ぶ</translation>
    </message>
    <message>
        <source>Address of the agent</source>
        <translation>エージェントのアドレス</translation>
    </message>
    <message>
        <source>the home&apos;s own agent, started when needed</source>
        <translation>ホーム自身のエージェント（必要なときに起動）</translation>
    </message>
    <message>
        <source>Why this cannot be</source>
        <translation>できない理由</translation>
    </message>
    <message>
        <source>Home</source>
        <translation>ホーム</translation>
    </message>
    <message>
        <source>Holds the runs, the saved clusters and the store.</source>
        <translation>実行、保存したクラスタ、ストアが入ります。</translation>
    </message>
    <message>
        <source>TRAINYARD_HOME=%1 holds for this start.</source>
        <translation>今回の起動では TRAINYARD_HOME=%1 が有効です。</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>エージェント</translation>
    </message>
    <message>
        <source>unix:PATH of an agent that is running already; empty: the home&apos;s own.</source>
        <translation>すでに動いているエージェントの unix:PATH。空ならホーム自身のもの。</translation>
    </message>
    <message>
        <source>--agent %1 holds for this start.</source>
        <translation>今回の起動では --agent %1 が有効です。</translation>
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
        <source>The folder of the home is written from the root on: /data/trainyard.</source>
        <translation>ホームのフォルダはルートから書きます: /data/trainyard</translation>
    </message>
</context>
<context>
    <name>trainyard::shell::CommandPalette</name>
    <message>
        <source>Commands</source>
        <translation>コマンド</translation>
    </message>
    <message>
        <source>Command to look for</source>
        <translation>探すコマンド</translation>
    </message>
    <message>
        <source>Type a command, a page or a run</source>
        <translation>コマンド、ページ、実行を入力</translation>
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
        <source>Theme of the system</source>
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
        <source>The agent is away, next try in %1 s</source>
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
        <source>&amp;Keys</source>
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
        <source>Curves: read out point by point</source>
        <translation>曲線: 1 点ずつ読み取り</translation>
    </message>
    <message>
        <source>Curves: move</source>
        <translation>曲線: 移動</translation>
    </message>
    <message>
        <source>Log: next hit, the one before</source>
        <translation>ログ: 次の一致、前の一致</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>キー一覧</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
    <message>
        <source>Everything else is found with the command list: type a part of its name.</source>
        <translation>ほかはすべてコマンド一覧から、名前の一部を入力して見つけられます。</translation>
    </message>
    <message>
        <source>&amp;Agent and home…</source>
        <translation>エージェントとホーム(&amp;A)…</translation>
    </message>
    <message>
        <source>Language of the system</source>
        <translation>システムの言語</translation>
    </message>
    <message>
        <source>Language: %1</source>
        <translation>言語: %1</translation>
    </message>
</context>
<context>
    <name>trainyard::widgets::ClusterCanvas</name>
    <message>
        <source>this machine</source>
        <translation>このマシン</translation>
    </message>
    <message>
        <source>Machine %1, tasks: %2</source>
        <translation>マシン %1、タスク: %2</translation>
    </message>
    <message>
        <source>free port</source>
        <translation>空きポート</translation>
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
        <source>1 to 65535; nothing: a free one at the start</source>
        <translation>1〜65535。空欄なら開始時に空きポートを使います</translation>
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
        <source>batch</source>
        <translation>バッチ</translation>
    </message>
    <message>
        <source>Quantity</source>
        <translation>表示する量</translation>
    </message>
    <message>
        <source>Which of the run&apos;s quantities is drawn</source>
        <translation>実行のどの量を描くか</translation>
    </message>
    <message>
        <source>log</source>
        <translation>対数</translation>
    </message>
    <message>
        <source>Logarithmic axis; values of zero and less have no place on it</source>
        <translation>対数軸。ゼロ以下の値は表示できません</translation>
    </message>
    <message>
        <source>validation batch</source>
        <translation>検証バッチ</translation>
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
        <source>Search the quantities</source>
        <translation>量を検索</translation>
    </message>
</context>
<context>
    <name>trainyard::widgets::TrafficView</name>
    <message>
        <source>%1 holds %2, sends %3 and receives %4 a step</source>
        <translation>%1: 保持 %2、1 ステップに送信 %3、受信 %4</translation>
    </message>
    <message>
        <source>hot spot</source>
        <translation>ホットスポット</translation>
    </message>
    <message>
        <source>%1 moves more than its share: a partitioner spreads large variables over the servers.</source>
        <translation>%1 の通信量が偏っています。パーティショナーを使うと、大きな変数が複数のサーバーに分かれます。</translation>
    </message>
    <message>
        <source>sent in a step</source>
        <translation>1 ステップの送信</translation>
    </message>
    <message>
        <source>received</source>
        <translation>受信</translation>
    </message>
    <message>
        <source>%1 + %2, holds %3</source>
        <translation>%1 + %2、保持 %3</translation>
    </message>
</context>
</TS>
