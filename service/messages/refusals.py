"""The sentences with which the service refuses a request."""

from scorer.messages.languages import Words

# The request as such
NOT_JSON = Words("不是 JSON：{wrong}", "not JSON: {wrong}", "JSON ではありません：{wrong}")
NOT_FOUND = Words(
    "没有这个地址：接口的说明见 /openapi.json",
    "there is nothing at this address: /openapi.json tells what there is",
    "この住所には何もありません：/openapi.json に一覧があります",
)
METHOD_NOT_ALLOWED = Words(
    "这个地址不能用 {method}：请看 /openapi.json",
    "this address does not take {method}: see /openapi.json",
    "この住所で {method} は使えません：/openapi.json を見てください",
)
NOT_TAKEN = Words(
    "请求无法处理：{wrong}", "the request is not taken: {wrong}", "リクエストを受け取れません：{wrong}"
)
METRICS_CLOSED = Words(
    "本服务的设置关闭了 /metrics",
    "the settings of this service close /metrics",
    "このサービスの設定で /metrics は閉じています",
)
MISTAKE = Words(
    "服务内部出错（{what}）：请连同请求编号一起报告",
    "a mistake in the service ({what}): please report it with the request's id",
    "サービス内部の誤りです（{what}）：リクエストの番号とともに報告してください",
)
TOO_OFTEN = Words(
    "请求过于频繁：请等 {seconds} 秒再试",
    "too many requests: wait {seconds} s before the next",
    "リクエストが多すぎます：{seconds} 秒待ってください",
)
BUSY = Words(
    "服务繁忙：请在 {seconds} 秒后重试",
    "the service is busy: send it again in {seconds} s",
    "混み合っています：{seconds} 秒後にもう一度送ってください",
)
LATE = Words(
    "{seconds:g} 秒内未能处理完：请重试，或发送较小的图片",
    "it was not answered within {seconds:g} s: send it again, or a smaller picture",
    "{seconds:g} 秒以内に処理できませんでした：もう一度、または小さい画像で送ってください",
)
NO_KEY = Words(
    "本服务需要密钥：请以 Authorization: Bearer KEY 发送",
    "this service asks for a key: send it as Authorization: Bearer KEY",
    "このサービスには鍵が要ります：Authorization: Bearer KEY で送ってください",
)
OTHER_HOST = Words(
    "本服务不以这个主机名应答：请用它的地址，或把这个名字加入 PAIYAN_HOSTS",
    "this service does not answer to that host name: ask by its own, or add the name to PAIYAN_HOSTS",
    "このサービスはそのホスト名では応答しません：正しい名前を使うか、PAIYAN_HOSTS に加えてください",
)
OTHER_ORIGIN = Words(
    "{origin} 的网页不能使用本服务：请把它加入 PAIYAN_CORS_ORIGINS",
    "pages of {origin} may not use this service: add it to PAIYAN_CORS_ORIGINS",
    "{origin} のページはこのサービスを使えません：PAIYAN_CORS_ORIGINS に加えてください",
)
BODY_TOO_LARGE = Words(
    "请求超过上限 {most}：请减小后再发",
    "the request is larger than the {most} that are taken: send less",
    "リクエストが上限の {most} を超えています：小さくして送ってください",
)
BODY_TOO_SLOW = Words(
    "请求没有在 {seconds:g} 秒内传完：请重发，或减小后再发",
    "the request did not come within {seconds:g} s: send it again, or less",
    "リクエストが {seconds:g} 秒以内に届きませんでした：もう一度、または小さくして送ってください",
)
UNKNOWN_FILE = Words(
    "没有文件字段 {name!r}：图片请放在 photo 里",
    "the file field {name!r} is not known: send pictures as photo",
    "ファイル項目 {name!r} はありません：画像は photo で送ってください",
)
NO_PHOTO = Words(
    "表单里没有图片：请放在文件字段 photo 里",
    "the form has no picture: send it as the file field photo",
    "フォームに画像がありません：ファイル項目 photo で送ってください",
)
BAD_FORM = Words(
    "表单无法读取（{wrong}）：请按 multipart/form-data 发送",
    "the form cannot be read ({wrong}): send it as multipart/form-data",
    "フォームを読めません（{wrong}）：multipart/form-data で送ってください",
)
NO_BOUNDARY = Words("缺少 boundary", "it has no boundary", "boundary がありません")
NO_BATCH = Words(
    "批量请求要是手牌的列表：请以 application/json 发送 [{…}, {…}]，以 application/jsonl 每行一手，"
    "或以 multipart/form-data 发送照片",
    "a batch is a list of hands: send [{…}, {…}] as application/json, a hand a line as application/jsonl, "
    "or photos as multipart/form-data",
    "一括リクエストは手牌のリストです：application/json で [{…}, {…}]、application/jsonl で一行に一手、"
    "または multipart/form-data で写真を送ってください",
)
LARGE_BATCH = Words(
    "一批最多 {most} 手牌：请分几次发送",
    "a batch has at most {most} hands: send several",
    "一括は最大 {most} 手です：分けて送ってください",
)
LARGE_FRAME = Words(
    "一帧有 {size} 字节，最多收 {most}：请发送较小的帧",
    "a frame has {size} bytes where {most} are taken: send smaller frames",
    "フレームが {size} バイトあり、上限の {most} を超えています：小さいフレームを送ってください",
)
TEXT_MESSAGE = Words(
    '文字消息只能是 {"lang": "zh"}、"en" 或 "ja"；画面请用二进制消息',
    'a text message is {"lang": "zh"}, "en" or "ja"; frames are binary messages',
    'テキストメッセージは {"lang": "zh"}・"en"・"ja" だけです。フレームはバイナリで送ってください',
)

# The detector and pictures
OPENING = Words(
    "识别模型正在打开：请过几秒再试",
    "the detector is being opened: ask again in a few seconds",
    "検出器を開いています：数秒後にもう一度どうぞ",
)
NO_OPENCV = Words(
    "OpenCV 无法启动（{why}）：请安装系统的 libGL，或用 opencv-python-headless 代替 opencv-python",
    "OpenCV cannot start ({why}): install the system's libGL, or opencv-python-headless in place of"
    " opencv-python",
    "OpenCV を起動できません（{why}）：システムの libGL か、"
    "opencv-python の代わりに opencv-python-headless を入れてください",
)
NOT_WRITTEN = Words(
    "图片无法写入：{why}", "the picture cannot be written: {why}", "画像を書き込めません：{why}"
)
NO_PICTURE = Words(
    "没有可读的图片：请给一张图片，或一手要算的牌",
    "there is no picture to read: give one, or a hand to score",
    "読み取る画像がありません：画像か、計算する手牌を渡してください",
)
KEEPS_NOTHING = Words(
    "本服务不保存图片：它的设置没有指定文件夹",
    "this service keeps no pictures: its settings name no folder for them",
    "このサービスは画像を保存しません：設定に保存先がありません",
)
NOTHING_SAID = Words(
    "没有说明图片里是什么：请在文字字段 correction 里写，同 /v1/correct",
    "nothing says what the picture shows: send the text field correction, as for /v1/correct",
    "画像に何があるか書かれていません：/v1/correct と同じ correction を文字項目で送ってください",
)
NO_BOX = Words(
    "没有说明补上的 {tile} 在哪里：没有框就不能保存",
    "nobody said where the added {tile} lies: it cannot be kept without a box",
    "足した {tile} の位置がありません：枠なしでは保存できません",
)
OTHER_PICTURE = Words(
    "{name}不是读过的那张图片：尺寸不同",
    "{name} is not the picture that was read: it has another size",
    "{name}は読み取った画像ではありません：大きさが違います",
)
THIS = Words("这", "this", "これ")

# Hands and rule sets
WIN_OBJECT = Words(
    '"win" 要是 JSON 对象，不能是 {value!r}',
    '"win" is a JSON object, not {value!r}',
    '"win" は JSON オブジェクトです：{value!r} は使えません',
)
WINNING_TILE = Words("和的那张牌：{wrong}", "winning tile: {wrong}", "和了牌：{wrong}")
NOT_SHOWN = Words(
    "照片里没有可和的 {tile}：读到的牌是 {tiles}",
    "the photo shows no {tile} to win on: the tiles read are {tiles}",
    "写真に和了牌の {tile} がありません：読み取った牌は {tiles} です",
)
NONE = Words("无", "none", "なし")
COMPARED_DEAL = Words(
    "整盘只能按一种规则结算：要比较规则，请给一手牌",
    "a deal is settled under one rule set: give one hand to compare",
    "局は一つのルールで精算します：比べるには手牌を一つ渡してください",
)
KNOWN_TO_NONE = Words(
    "{what} {id!r} 在这些规则里都没有：{rules}；请去掉",
    "the {what} {id!r} is known to none of these: {rules}; leave it out",
    "{what} {id!r} は次のどのルールにもありません：{rules}。外してください",
)
DEAL_WAITS = Words(
    "整盘没有听牌：请给一手牌",
    "a deal waits for nothing: give one hand",
    "局に待ちはありません：手牌を一つ渡してください",
)
WON_WAITS = Words(
    "已经有和的那张牌，就不再听牌：请去掉它",
    "a hand with a winning tile waits for nothing: take it away",
    "和了牌のある手に待ちはありません：和了牌を外してください",
)
NOT_TOGETHER = Words(
    '"{a}" 和 "{b}" 不能同时用', '"{a}" and "{b}" cannot go together', '"{a}" と "{b}" は一緒に使えません'
)
FOR_A_SCORE = Words(
    '"{field}" 只用于算番：请去掉',
    '"{field}" is for a score: leave it out',
    '"{field}" は計算のためのものです：外してください',
)

# Corrections
NO_SUCH_TILE = Words(
    "没有第 {tile} 张牌：读到的是第 0 到第 {last} 张",
    "there is no tile {tile}: the reading has tiles 0 to {last}",
    "{tile} 番の牌はありません：読み取った牌は 0 番から {last} 番です",
)
MELD_TWICE = Words(
    "副露里每张牌只能写一次",
    "a meld names each of its tiles once",
    "副露の牌はそれぞれ一度だけ書いてください",
)
WINNING_BY_ONE = Words(
    "和的那张牌用序号或牌名指定：两者只给一个",
    "the winning tile is named by its index or by its face: give one of the two",
    "和了牌は番号か牌の名で指定します：どちらか一つにしてください",
)
NONE_TO_WIN_ON = Words(
    "手牌里没有可和的 {tile}：请用序号指定，或补上这张",
    "the hand shows no {tile} to win on: name the tile by its index, or add it",
    "手牌に和了牌の {tile} がありません：番号で指定するか、足してください",
)
NO_MELD = Words(
    "{tiles} 不成副露：请说明哪几张在一起",
    "{tiles} is no meld: say which tiles lie together",
    "{tiles} は面子になりません：どの牌が一組か書いてください",
)
ONE_AT_A_TIME = Words(
    "一次只说一张牌是什么",
    "say of one tile at a time what it is",
    "何の牌かは一枚ずつ書いてください",
)
NO_CORRECTION = Words(
    "{text!r} 看不懂：更正要写成 {examples} 这样",
    "{text!r} is no correction that is understood; they read like {examples}",
    "{text!r} は訂正として読めません：{examples} のように書いてください",
)

# The ledger
NO_LEDGER = Words(
    "本服务不记账：要记账请设置 PAIYAN_DATABASE",
    "this service keeps no ledger: set PAIYAN_DATABASE to keep one",
    "このサービスに記録帳はありません：PAIYAN_DATABASE を設定してください",
)
NO_DATABASE = Words(
    "记账的数据库打不开：请检查 PAIYAN_DATABASE，服务的日志里有原因",
    "the ledger's database cannot be opened: check PAIYAN_DATABASE; the service's log says why",
    "記録帳のデータベースを開けません：PAIYAN_DATABASE を確かめてください。理由はサービスのログにあります",
)
NO_TABLE = Words(
    "没有这张牌桌，或者没有它的密钥（X-Table-Secret）：请开一桌，或向牌友要链接",
    "there is no such table, or its secret was not sent (X-Table-Secret): open one, or ask a player for"
    " its link",
    "この卓はありません。または秘密（X-Table-Secret）が違います：卓を開くか、仲間にリンクを聞いてください",
)
ONLY_READING = Words(
    "这个链接只能看，不能记：要记账，请向牌友要可以记账的链接",
    "this link is for looking only: ask a player for the one with which to write",
    "このリンクは見るためのものです：書くためのリンクを仲間に聞いてください",
)
WRITTEN_MEANWHILE = Words(
    "刚才有别人记了这张牌桌：请看一下再发一次",
    "somebody else wrote to this table just now: look at it and send yours again",
    "今ほかの人がこの卓に書きました：見てからもう一度送ってください",
)
OTHER_UNDER_KEY = Words(
    "这个 key 已经用来发过别的内容：另取一个 key 再发",
    "this key was sent before with something else: send it under another key",
    "この key は別の内容で使われています：別の key で送ってください",
)
DATABASE_AWAY = Words(
    "记账的数据库暂时不在：稍后再发一次，同一个 key 只会记一次",
    "the ledger's database is away just now: send it again in a moment; under the same key it counts once",
    "記録帳のデータベースに接続できません：少し後でもう一度送ってください。同じ key なら一度だけ記録されます",
)
SAME_NAME = Words(
    "两位玩家同名“{name}”：请改得能分清",
    'two players are called "{name}": give them names that tell them apart',
    "“{name}” という名前の人が二人います：区別できる名前にしてください",
)
OTHER_VERSION = Words(
    "牌桌已到版本 {version}，而你是按 {sent} 发的：请看一下再发一次",
    "the table is at version {version} and yours was sent for {sent}: look at it and send it again",
    "卓は版 {version} ですが、送られたのは {sent} 向けです：見てからもう一度送ってください",
)
NO_SUCH_DEAL = Words(
    "牌桌上没有有效的第 {deal} 号：请看现有的各盘",
    "the table has no deal {deal} that counts: look at its deals",
    "卓に有効な {deal} 番の局はありません：局の一覧を見てください",
)
NOTHING_TO_UNDO = Words(
    "牌桌上没有可撤销的", "the table has no deal to take back", "卓に取り消せる局がありません"
)
DEAL_OR_POINTS = Words(
    '"deal"、"points"、"penalty" 只给一个',
    'give one of "deal", "points" and "penalty"',
    '"deal"・"points"・"penalty" のうち一つだけにしてください',
)
OTHERS_SIT = Words(
    "现在坐在桌上的是 {names}，与发送时不同：请核对座位再记一次",
    "{names} sit at this table now, others than when this was written: look at the seats and write it again",
    "今この卓にいるのは {names} で、書かれた時と違います：席を確かめてもう一度記録してください",
)
NO_SUCH_PLAYER = Words(
    "这张牌桌没有“{name}”：今晚来过的有 {names}",
    'nobody called "{name}" was at this table: there were {names}',
    "この卓に “{name}” はいません：今日いたのは {names} です",
)
TOO_MANY_PEOPLE = Words(
    "一桌一晚最多 {most} 人：再多请另开一桌",
    "at most {most} people sit at one table in an evening: open another table",
    "一卓に座れるのは一晩に {most} 人までです：別の卓を開いてください",
)
UMA_SUM = Words(
    "顺位马合计 {total}，应为 0：请改四个名次的马",
    "the uma of the four places sum to {total}: they must sum to 0",
    "ウマの合計が {total} です：四人で 0 になるようにしてください",
)
TARGET_BELOW = Words(
    "返点 {target} 低于配给原点 {start}：返点至少要等于原点",
    "the target of {target} is below the start of {start}: it is at least as high",
    "返し {target} が配給原点 {start} より低くなっています：原点以上にしてください",
)
OWN_PENALTY = Words(
    "{seat} 不能罚给自己：请选另一家，或付给每家",
    "{seat} cannot pay a penalty to itself: name another seat, or none for all",
    "{seat} は自分に罰を払えません：他家を選ぶか、全員払いにしてください",
)
NO_GAME = Words(
    "这一场还没有打过牌：先记一盘再结束",
    "nothing was played in this game yet: it ends after a deal at the earliest",
    "このゲームではまだ何も打っていません：一局以上記録してから終了してください",
)
TABLE_TAKEN = Words(
    "这一盘要从桌上拿走 {taken} 点，而桌上只有 {lies} 点",
    "this deal takes {taken} points from the table where {lies} lie",
    "この局は卓から {taken} 点を取りますが、{lies} 点しかありません",
)
KNOWN_TO_TABLE = Words(
    '"{field}" 牌桌已经知道：请去掉',
    '"{field}" is known to the table: leave it out',
    '"{field}" は卓が知っています：外してください',
)
POINTS_SEAT = Words(
    "分数只能给座位 E、S、W、N，不能给 {seat!r}",
    "points go to the seats E, S, W and N, not to {seat!r}",
    "点数は席 E・S・W・N に付けます：{seat!r} には付けられません",
)
POINTS_SUM = Words(
    "有人得就有人失：这些分数的和是 {total}，不是 0",
    "what some gain others lose: these points sum to {total}, not to 0",
    "得た分だけ誰かが失います：点数の合計が {total} で、0 になりません",
)
RULES_OR_HOUSE = Words(
    "开桌要写 rules（规则名）或 house（自家规则全文），只写一个",
    "a table is opened with rules, the id of a rule set, or house, the text of a house file: give one",
    "卓を開くには rules（ルール名）か house（ハウスルールの全文）のどちらか一つを書いてください",
)
TOO_LONG_TO_SCAN = Words(
    "这份规则太长，二维码放不下：请用链接分享",
    "these rules are too long for a code to scan: share them by their link",
    "ルールが長すぎて QR コードに入りません：リンクで共有してください",
)
