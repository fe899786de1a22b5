<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ja">
<context>
    <name>About</name>
    <message>
        <source>&lt;h3&gt;Trainyard %1&lt;/h3&gt;&lt;p&gt;A desktop workbench for distributed training.&lt;/p&gt;&lt;p&gt;Trainyard&apos;s sources are under the Apache License 2.0. This window uses Qt Charts and is, as a program, under the terms of the GNU General Public License, version 3. It comes without any warranty.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Trainyard %1&lt;/h3&gt;&lt;p&gt;分散学習のためのデスクトップ作業台です。&lt;/p&gt;&lt;p&gt;Trainyard のソースコードは Apache License 2.0 で公開されています。このウィンドウは Qt Charts を使うため、プログラムとしては GNU General Public License バージョン 3 に従います。無保証です。&lt;/p&gt;</translation>
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
        <source>Attempt %1 begins at step %2: %3</source>
        <translation>%1 回目の試行をステップ %2 から開始: %3</translation>
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
        <source>Saved step %1 (%2 ms stall)</source>
        <translation>ステップ %1 を保存（待ち %2 ms）</translation>
    </message>
    <message>
        <source>Training waited %1 ms for this checkpoint.</source>
        <translation>このチェックポイントのために学習は %1 ms 待ちました。</translation>
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
        <source>No line holds “%1”.</source>
        <translation>「%1」を含む行はありません。</translation>
    </message>
    <message>
        <source>Nothing logged yet.</source>
        <translation>まだログはありません。</translation>
    </message>
</context>
<context>
    <name>trainyard::pages::NewRunPage</name>
    <message>
        <source>Run</source>
        <translation>実行</translation>
    </message>
    <message>
        <source>Choose a run file…</source>
        <translation>実行ファイルを選ぶ…</translation>
    </message>
    <message>
        <source>Choose a run file</source>
        <translation>実行ファイルを選ぶ</translation>
    </message>
    <message>
        <source>or drop one here</source>
        <translation>またはここにドロップ</translation>
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
        <source>Read the run file again</source>
        <translation>実行ファイルを読み直す</translation>
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
        <source>Choose a run file or an example to see it here.</source>
        <translation>実行ファイルか例を選ぶと、ここに表示されます。</translation>
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
        <source>Keep the run going</source>
        <translation>実行を続ける</translation>
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
</context>
<context>
    <name>trainyard::pages::RunView</name>
    <message>
        <source>loss</source>
        <translation>損失</translation>
    </message>
    <message>
        <source>accuracy</source>
        <translation>正解率</translation>
    </message>
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
        <source>No run yet. Start one from a run file or an example, and its curves appear here.</source>
        <translation>まだ実行はありません。実行ファイルか例から始めると、ここに曲線が表示されます。</translation>
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
        <source>Words to look for, all of them; also state:failed (how the state begins) and strategy:mirror (what the strategy holds)</source>
        <translation>探す語（すべて含むもの）。state:failed（状態の先頭）と strategy:mirror（ストラテジーに含まれる語）も使えます</translation>
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
</context>
<context>
    <name>trainyard::widgets::CurveView</name>
    <message>
        <source>step</source>
        <translation>ステップ</translation>
    </message>
    <message>
        <source>Curve of %1</source>
        <translation>%1の曲線</translation>
    </message>
    <message>
        <source>Drag to zoom, wheel to zoom about the pointer, double click for the whole run</source>
        <translation>ドラッグで拡大、ホイールでポインターを中心に拡大、ダブルクリックで全体を表示</translation>
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
        <source>step %1</source>
        <translation>ステップ %1</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>バッチ</translation>
    </message>
    <message>
        <source> at %1</source>
        <translation> (%1)</translation>
    </message>
</context>
</TS>
