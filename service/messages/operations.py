"""Sentences for operators of the service: sockets, and backups of the ledger."""

from paiyan.scorer.messages.languages import Words

CANNOT_LISTEN = Words(
    "无法在 {host}:{port} 上监听（{why}）：请用 {setting} 换一个",
    "cannot listen on {host}:{port} ({why}): choose another {setting}",
    "{host}:{port} で待ち受けできません（{why}）：{setting} で別のものにしてください",
)
LISTENS = Words("牌眼的地址：{address}", "Paiyan listens on {address}", "牌眼のアドレス：{address}")
ADMIN_LISTENS = Words(
    "健康检查与指标：{address}",
    "Its health and metrics are at {address}",
    "ヘルスチェックとメトリクス：{address}",
)
ONLY_HERE = Words(
    "只有这台电脑能访问。要让同一网络里的手机访问：paiyan serve --host 0.0.0.0",
    "Only this computer reaches it. For phones in the same network: paiyan serve --host 0.0.0.0",
    "このコンピューターからだけ使えます。同じネットワークの電話からも使うには：paiyan serve --host 0.0.0.0",
)
CAMERA = Words(
    "手机只有经 HTTPS 才能打开相机（docs/deploy.md）；照片和输入的手牌不受影响。",
    "A phone opens its camera only over HTTPS (docs/deploy.md); photos and typed hands work without.",
    "電話のカメラは HTTPS でだけ開きます（docs/deploy.md）。写真と入力した手牌は HTTPS なしで使えます。",
)
ON_A_PHONE = Words(
    "同一网络里的手机请打开 {address}",
    "On a phone in the same network, open {address}",
    "同じネットワークの電話では {address} を開いてください",
)
OR_SCAN = Words(
    "同一网络里的手机请打开 {address} 或扫码：",
    "On a phone in the same network, open {address} or scan:",
    "同じネットワークの電話では {address} を開くか読み取ってください：",
)
OPTIONS = Words("--host 或 --port", "--host or --port", "--host か --port")
ADMIN_OPTIONS = Words(
    "PAIYAN_ADMIN_HOST 或 PAIYAN_ADMIN_PORT",
    "PAIYAN_ADMIN_HOST or PAIYAN_ADMIN_PORT",
    "PAIYAN_ADMIN_HOST か PAIYAN_ADMIN_PORT",
)

NO_ADDRESS = Words(
    "没有说是哪个数据库：请设置 PAIYAN_DATABASE 或写 --database",
    "no database is named: set PAIYAN_DATABASE or give --database",
    "データベースの指定がありません：PAIYAN_DATABASE を設定するか --database を書いてください",
)
CANNOT_OPEN = Words(
    "数据库打不开（{why}）：请检查 --database 或 PAIYAN_DATABASE",
    "the database cannot be opened ({why}): check --database or PAIYAN_DATABASE",
    "データベースを開けません（{why}）：--database か PAIYAN_DATABASE を確かめてください",
)
NO_LEDGER_AT = Words(
    "{path} 没有记账数据库：请用 --database 换一个",
    "there is no ledger at {path}: name another with --database",
    "{path} に記録帳はありません：--database で別のものを指定してください",
)
NO_LEDGER_IN = Words(
    "这个数据库里没有记账：请用 --database 换一个",
    "there is no ledger in this database: name another with --database",
    "このデータベースに記録帳はありません：--database で別のものを指定してください",
)
DATABASE_REFUSES = Words(
    "数据库没有执行：{why}", "the database does not do it: {why}", "データベースが実行できません：{why}"
)
BACKUP_NOT_WRITTEN = Words(
    "{file} 写不了（{why}）：请给一个新文件名",
    "cannot write {file} ({why}): name a new file",
    "{file} に書き込めません（{why}）：新しいファイル名にしてください",
)
BACKUP_NOT_READ = Words(
    "{file} 读不了（{why}）：请检查路径和权限",
    "cannot read {file} ({why}): check path and permissions",
    "{file} を読めません（{why}）：パスと権限を確かめてください",
)
NO_BACKUP = Words(
    "{file} 不是记账备份，或已损坏：什么也没有恢复",
    "{file} is no backup of a ledger, or is damaged: nothing was restored",
    "{file} は記録帳のバックアップではないか、壊れています：何も復元していません",
)
NOT_EMPTY = Words(
    "数据库里已有内容：请恢复到新的数据库，用 --database 指定",
    "the database is not empty: restore into a new one, and name it with --database",
    "データベースが空ではありません：新しいものに復元し、--database で指定してください",
)
NEWER_BACKUP = Words(
    "{file} 无法恢复：它来自更新的牌眼（{revision}），请先升级",
    "{file} cannot be restored: it is of a newer Paiyan than this one ({revision}); upgrade first",
    "{file} は復元できません：新しい版の牌眼のもの（{revision}）です。先に更新してください",
)
