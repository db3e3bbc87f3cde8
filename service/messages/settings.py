"""Messages about settings that cannot be used."""

from paiyan.scorer.messages.languages import Words

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
CANNOT_BE_USED = Words(
    "{name} 不能用：{why}（见 docs/settings.md）",
    "{name} cannot be used: {why} (see docs/settings.md)",
    "{name} は使えません：{why}（docs/settings.md を見てください）",
)
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
