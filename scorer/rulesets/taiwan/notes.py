"""台湾十六张: rules of play that no score shows."""

from __future__ import annotations

from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules.sources import POCKET_MAHJONG, Note


def _note(section: str, zh: str, en: str, ja: str) -> Note:
    return Note(Words(zh, en, ja), str(POCKET_MAHJONG.section(f"台湾麻将 {section}")))


NOTES = (
    _note(
        "定庄 搬风",
        "庄家和牌或荒局连庄，下庄后依序轮流；每次轮到起庄位即转一圈风，四圈一将",
        "the dealer stays after a win of their own or a draw, else the next deals; the round's wind turns"
        " each time the deal comes back to where it began, four rounds to a game",
        "親は和了か流局で続け、ほかは順に回る；起家に戻るごとに場風が替わり、四圏で一将",
    ),
    _note(
        "补花",
        "花牌亮出即于杠尾补牌，不得并入手牌；忘抓门牌而补花者判相公",
        "a flower is laid out and replaced at once, and never stands in the hand",
        "花牌はすぐ公開して補充し、手牌に入れない",
    ),
    _note(
        "吃牌 碰牌",
        "吃碰之后不得打出同（络）牌，同巡内不得再吃碰同张；碰先于吃",
        "who claims a tile may not discard its like, nor claim it again in the same round; a pung goes first",
        "鳴いた牌と同じ筋の牌は打てず、同巡には鳴けない；ポンが優先",
    ),
    _note(
        "听牌",
        "除天听与地听外，听牌无须报知",
        "ready need not be told, but from the deal and at the first discard",
        "天聴・地聴のほかは聴牌を告げなくてよい",
    ),
    _note(
        "包赔",
        "相公或眼牌二度违规、末八张内错暗杠荒局、弄乱牌墙，皆依底注加牌面包赔三家与外插者：以 false_win 结算",
        "a second fault, a false concealed kong in the last eight of a draw, an upset wall: all three and the"
        " onlookers are paid as for a false win (`false_win`)",
        "二度目の違反などは誤和と同じく三家と外野に払う（false_win）",
    ),
    _note(
        "错碰之处理 错打明牌之处理",
        "错加杠、错碰杠、错碰、错打明牌既遂者判相公，对其后八张以内（或涉杠上）之和牌代位赔付（substitute）",
        "who upset the order of play by a false meld is dead and pays for the wins of the next eight tiles,"
        " or on tiles from the dead wall, in the losers' place (`substitute`)",
        "誤った副露で順を乱した者は相公となり、その後八枚内（または嶺上）の和了を代位払いする（substitute）",
    ),
    _note(
        "行牌规则",
        "和铳、碰、吃、摸冲突时，意思表示在先者优先；丧失优先权仍推倒者其和牌无效并包赔三家",
        "of win, pung, chow and draw the one declared first goes first; who shows a hand after losing it"
        " has not won and pays all three",
        "和了・ポン・チー・ツモは先に示した者が優先；優先権を失って倒牌すれば無効で三家に払う",
    ),
    _note(
        "拦和",
        "多家同时和牌时，离放铳者顺序较近者优先",
        "of several on one discard the next to play after the discarder wins",
        "同時の和了は放銃者に近い下家が優先",
    ),
    _note(
        "慌牌",
        "牌墙除残牌 8 墩外摸完、一路归西、四风连打、九么九、四杠以上皆和局，庄家续庄",
        "a deal is drawn when all but 16 tiles are drawn, on four wests or four equal winds in a row from the"
        " dealer's first discard, on nine ends dealt, on more than four kongs; the dealer deals again",
        "残り16枚、一路帰西、四風連打、九種九牌、四槓を超える槓で流局し、親は続ける",
    ),
    _note(
        "相公",
        "相公只能依序摸打，不得吃、碰、抢花或和牌；推倒即诈和",
        "a dead hand draws and discards in turn, claims nothing and wins nothing; showing it is a false win",
        "相公は自摸と打牌だけで、鳴きも和了もできず、倒牌すれば誤和",
    ),
    _note(
        "眼牌",
        "眼牌违规视同相公，二次或未听牌再次眼牌，与相公二度违规同，均应包赔三家",
        "breaking the rules of looking makes a hand dead; a second time its player pays all three",
        "眼牌の違反は相公とみなし、二度目は三家に包で払う",
    ),
    _note(
        "诈和 3",
        "诈和或错打明牌终局之盘不计连庄序",
        "a deal that a fault ended does not count in the dealer's streak",
        "誤和などで終わった局は連荘に数えない",
    ),
    _note(
        "错杠之处理",
        "错暗杠者对涉杠上之和牌代位赔付，超过一个则平均分摊；末八张内荒局检出则包赔",
        "who laid a false concealed kong pays for wins on tiles from the dead wall, several in equal"
        " shares; in"
        " the last eight tiles of a drawn deal, all three",
        "誤った暗槓の者は嶺上の牌による和了を代位払いし、複数なら均等に、終盤八枚内の流局なら三家に払う",
    ),
    _note(
        "过水",
        "得和而未和，至打出（或加杠）一张非和之牌前不得和牌；天听地听者曾过水则不计天听地听",
        "who lets a win pass may not win before their next discard that would not have won; ready from the"
        " deal"
        " is then not counted",
        "見逃したら、和了牌でない牌を切るまで和了できず、天聴・地聴も数えない",
    ),
    _note(
        "行牌禁制",
        "吃碰后不得接着开杠；碰杠补牌不得自摸；摸序末三张不得吃碰杠；外露之暗牌本盘不得用以吃碰杠和铳",
        "no kong right after a claim; no win on the tile drawn for a claimed kong; no claims on the last"
        " three"
        " tiles; a tile shown by its owner may not take part in a claim or win",
        "鳴いた直後の槓、大明槓の嶺上和了、最後の三枚での鳴き、見せた牌での鳴きと和了は禁止",
    ),
    _note(
        "插花",
        "内插于西风起庄前为之，该将内不得退插；外插者得于非连庄时起插、退插、转插",
        "players raise before the west round begins and keep it; onlookers bet, leave and change between"
        " streaks",
        "自家の上乗せは西場の開始前まで；外野の賭けは連荘の合間に始め、やめ、替えられる",
    ),
)
