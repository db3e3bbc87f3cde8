"""Messages about the ledger's tables."""

from paiyan.scorer.messages.languages import Words

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
NO_LOG = Words(
    "这不是牌眼的牌桌记录，或者不完整：请在原来的手机上重新保存",
    "this is no table of Paiyan, or it is cut short: save it again on the phone that has it",
    "Paiyan の卓の記録ではないか、途中で切れています：元の端末で保存し直してください",
)
DEAL_COMES_OUT_OTHERWISE = Words(
    "第 {deal} 号按本版本的规则算出来不一样：请把两边都更新到同一版本",
    "deal {deal} pays otherwise by the rules of this version: update both to the same version",
    "{deal} 番の局はこの版の規則では支払いが違います：両方を同じ版に更新してください",
)
LOGS_DIFFER = Words(
    "这里已有这一桌，而且之后两边记的不一样：请在其中一部手机上接着记",
    "this table is here already, and both copies went on differently: go on with one of them",
    "この卓はここにもうあり、続きが異なります：どちらか一方で続けてください",
)
NO_ADVICE = Words(
    "这张牌桌约定不用打牌建议：要用，请牌桌改「输赢多少」里的约定",
    "this table agreed to play without advice: to have it, change what the table agreed on (its terms)",
    "この卓は助言なしの取り決めです：使うには卓の取り決め（レート）を変えてください",
)
ONLY_READING = Words(
    "这个链接只能看，不能记：要记账，请向牌友要可以记账的链接",
    "this link is for viewing only: ask a player for the one that can record",
    "このリンクは見るためのものです：書くためのリンクを仲間に聞いてください",
)
WRITTEN_MEANWHILE = Words(
    "刚才有别人记了这张牌桌：请看一下再发一次",
    "somebody else changed this table just now: look at it and send yours again",
    "今ほかの人がこの卓に書きました：見てからもう一度送ってください",
)
OTHER_UNDER_KEY = Words(
    "这个 key 已经用来发过别的内容：另取一个 key 再发",
    "this key was used before for something else: use a new key",
    "この key は別の内容で使われています：別の key で送ってください",
)
DATABASE_AWAY = Words(
    "记账的数据库暂时不在：稍后再发一次，同一个 key 只会记一次",
    "the ledger's database is unavailable: try again in a moment; under the same key it counts once",
    "記録帳のデータベースに接続できません：少し後でもう一度送ってください。同じ key なら一度だけ記録されます",
)
DISK_FULL = Words(
    "记账数据库的磁盘满了，这次什么也没写：请腾出空间后再发一次，同一个 key 只会记一次",
    "the disk of the ledger's database is full and nothing was written: make room and send it again; under"
    " the same key it counts once",
    "記録帳のデータベースのディスクがいっぱいで、何も書き込まれていません：空きを作ってからもう一度送ってください。"
    "同じ key なら一度だけ記録されます",
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
    "{names} sit at this table now; the seats have changed since: check them and record it again",
    "今この卓にいるのは {names} で、書かれた時と違います：席を確かめてもう一度記録してください",
)
NO_SUCH_PLAYER = Words(
    "这张牌桌没有“{name}”：今晚来过的有 {names}",
    'nobody called "{name}" was at this table: there were {names}',
    "この卓に “{name}” はいません：今日いたのは {names} です",
)
NOBODY_SO_CALLED = Words(
    "这些牌桌都没有“{name}”：请看名字是否写对，去掉 --table 则查所有牌桌",
    'nobody called "{name}" was at these tables: check the spelling, or leave --table out to look at all',
    "これらの卓に “{name}” はいません：綴りを確かめるか、--table を外してすべての卓を調べてください",
)
TOO_MANY_PEOPLE = Words(
    "一桌一晚最多 {most} 人：再多请另开一桌",
    "at most {most} people can sit at one table in a session: open another table",
    "一卓に座れるのは一晩に {most} 人までです：別の卓を開いてください",
)
UMA_SUM = Words(
    "顺位马之和应为 0（现在 {total:+}）：请改四个名次的马",
    "uma must add up to 0 (now {total:+})",
    "ウマの合計は 0 にしてください（現在 {total:+}）",
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
    "this game has no deal yet: it can end after the first",
    "このゲームではまだ何も打っていません：一局以上記録してから終了してください",
)
TABLE_TAKEN = Words(
    "这一盘要从桌上拿走 {taken} 点，而桌上只有 {lies} 点",
    "this deal takes {taken} points from the table, where only {lies} lie",
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
    "四家分数之和应为 0（现在 {total:+}）",
    "points must add up to 0 (now {total:+})",
    "点数の合計は 0 にしてください（現在 {total:+}）",
)
RULES_OR_HOUSE = Words(
    "开桌要写 rules（规则名）或 house（自家规则全文），只写一个",
    "open a table with rules (the id of a rule set) or house (the text of a house file): give one of them",
    "卓を開くには rules（ルール名）か house（ハウスルールの全文）のどちらか一つを書いてください",
)
TOO_LONG_TO_SCAN = Words(
    "这份规则太长，二维码放不下：请用链接分享",
    "these rules are too long for a QR code: share them by their link",
    "ルールが長すぎて QR コードに入りません：リンクで共有してください",
)
TABLE_FULL = Words(
    "这张牌桌已记满 {most} 条：请另开一桌继续",
    "this table holds {most} entries, which is all it takes: open another one to go on",
    "この卓は上限の {most} 件に達しました：新しい卓を開いて続けてください",
)
NAME_UNSEEN = Words(
    "名字里有看不见的字符或改变书写方向的字符：请去掉",
    "a name has characters that cannot be seen, or that turn the direction of writing: leave them out",
    "名前に見えない文字や書字方向を変える文字があります：取り除いてください",
)
TEXT_UNPRINTED = Words(
    "文字里有控制字符或改变书写方向的字符：请去掉，只写一行",
    "a text has control characters, or some that turn the direction of writing: leave them out, on one line",
    "文字列に制御文字や書字方向を変える文字があります：取り除いて一行で書いてください",
)
