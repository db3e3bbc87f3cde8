"""Sentences for operators of the service: settings, sockets, and backups of the ledger."""

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
NO_SUCH_TABLES = Words(
    "没有这样的牌桌：{tables}；什么也没有删除，请检查编号",
    "these tables are not there: {tables}; nothing was deleted, so check the ids",
    "{tables} という卓はありません：何も削除していません。ID を確かめてください",
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


UNKNOWN = Words(
    "没有 {name} 这项设置；{hint}",
    "there is no setting {name}; {hint}",
    "{name} という設定はありません。{hint}",
)
NEAREST = Words("是不是 {near}？", "did you mean {near}?", "{near} のことですか？")
LISTED = Words(
    "docs/settings.md 列出了全部设置",
    "docs/settings.md lists them all",
    "docs/settings.md にすべての設定があります",
)
NO_FILE = Words(
    "{variable} 写的是 {file!r}，没有这个文件：请把设置写在那里，或取消 {variable}",
    "{variable} names {file!r}, which is no file: write the settings there or unset it",
    "{variable} の {file!r} というファイルはありません：そこに設定を書くか、{variable} を消してください",
)
NOT_UTF8 = Words(
    "{variable} 写的 {file!r} 不是 UTF-8 文本：请重新写",
    "{variable} names {file!r}, which is not text in UTF-8: write it again",
    "{variable} の {file!r} は UTF-8 のテキストではありません：書き直してください",
)
NOT_A_SETTING = Words(
    "{variable} 写的 {file!r} 第 {line} 行不是设置：请每行写一个 PAIYAN_NAME=value",
    "line {line} of {file!r}, which {variable} names, is no setting: write PAIYAN_NAME=value, one a line",
    "{variable} の {file!r} の {line} 行目は設定ではありません：一行ずつ PAIYAN_NAME=value と書いてください",
)
CANNOT_BE_USED = Words(
    "{name} 不能用：{why}（见 docs/settings.md）",
    "{name} cannot be used: {why} (see docs/settings.md)",
    "{name} は使えません：{why}（docs/settings.md を見てください）",
)
OF_SETTING = Words("{name}：{why}", "{name}: {why}", "{name}：{why}")
DATABASE_ADDRESS = Words(
    "要写成 sqlite:///文件 或 postgresql://用户:密码@主机/名称",
    "it is sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME",
    "sqlite:///ファイル か postgresql://ユーザー:パスワード@ホスト/名前 と書いてください",
)
PASSWORD_APART = Words(
    "密码里有 @ 或 /：请用 PAIYAN_DATABASE_PASSWORD 给出密码",
    "its password has an @ or a /: give the password as PAIYAN_DATABASE_PASSWORD",
    "パスワードに @ か / があります：PAIYAN_DATABASE_PASSWORD で渡してください",
)
PASSWORD_OF_NOBODY = Words(
    "PAIYAN_DATABASE_PASSWORD 要配 postgresql://用户@主机/名称 这样的地址",
    "PAIYAN_DATABASE_PASSWORD goes with an address like postgresql://USER@HOST/NAME",
    "PAIYAN_DATABASE_PASSWORD は postgresql://ユーザー@ホスト/名前 のような宛先と使います",
)
SHORT_KEY = Words(
    "密钥至少要 16 个字符", "a key needs at least 16 characters", "キーは 16 文字以上にしてください"
)
ORIGIN = Words(
    "{text!r} 不是 https://club.example 这样的来源，后面不能再有内容",
    "{text!r} is no origin like https://club.example, with nothing behind it",
    "{text!r} は https://club.example のようなオリジンではありません（後ろに何も付けません）",
)
EVERY_ADDRESS = Words(
    "* 就是所有地址：请去掉其余的",
    "* is every address: leave the others out",
    "* はすべてのアドレスです：ほかは外してください",
)
PROXY = Words(
    "{text!r} 不是 10.0.0.7 这样的地址，也不是 10.0.0.0/8 这样的网络",
    "{text!r} is no address like 10.0.0.7 and no network like 10.0.0.0/8",
    "{text!r} は 10.0.0.7 のようなアドレスでも 10.0.0.0/8 のようなネットワークでもありません",
)
RATE = Words(
    "{text!r} 不是 120/minute 这样的频率",
    "{text!r} is no rate like 120/minute",
    "{text!r} は 120/minute のような頻度ではありません",
)
