// Simplified Chinese as Traditional, for the words of rules: of the characters that these use, each has one form.

const SIMPLIFIED = "万与东两个为么书买乱于产仅从们众优会传体余兰关内写冲况准减凑几则刚别务动区华单占却厅压参双发变叠号后听启呖响园围国图场坏块墙处备复够头夹奖宁"
  + "宝实宽对将尔尽层届属岭带帧并广庄庆库应开弃张归当录径志总戏战抢报担择捞损换据掷摆摊数断无时显晒机杂权杠条来标样档检横残气汉沈没济涨游湾滚满滨"
  + "灯点烂烧独猪猫献现画癞盘码础确种积称稳穷竞筹简类红约级纯线组终经结给绝统继绪续绿编缘缚网罗罚联胜节荣莲获营衆补装见规视触计认让议记许论设证识"
  + "诈试该误说请读谁谋负财责账质贯贵赔赖赛赢车转轮软较输边达过还这进远违连适选递邻里鉤针钓钥钩钱钻铲铳销错镜镶长门闭问闲间阳随难页顶项顺须频颗颜"
  + "额风飘饼马骑鱼鸟鸡鸣黄齐龙";
const TRADITIONAL = "萬與東兩個為麼書買亂於產僅從們眾優會傳體餘蘭關內寫衝況準減湊幾則剛別務動區華單佔卻廳壓參雙發變疊號後聽啓嚦響園圍國圖場壞塊牆處備複夠頭夾獎寧"
  + "寶實寬對將爾盡層屆屬嶺帶幀並廣莊慶庫應開棄張歸當錄徑誌總戲戰搶報擔擇撈損換據擲擺攤數斷無時顯曬機雜權槓條來標樣檔檢橫殘氣漢瀋沒濟漲遊灣滾滿濱"
  + "燈點爛燒獨豬貓獻現畫癩盤碼礎確種積稱穩窮競籌簡類紅約級純線組終經結給絕統繼緒續綠編緣縛網羅罰聯勝節榮蓮獲營眾補裝見規視觸計認讓議記許論設證識"
  + "詐試該誤説請讀誰謀負財責賬質貫貴賠賴賽贏車轉輪軟較輸邊達過還這進遠違連適選遞鄰裏鈎針釣鑰鈎錢鑽鏟銃銷錯鏡鑲長門閉問閒間陽隨難頁頂項順須頻顆顏"
  + "額風飄餅馬騎魚鳥雞鳴黃齊龍";
const FORM = new Map([...SIMPLIFIED].map((sign, at) => [sign, [...TRADITIONAL][at]]));
/** Where the neighbours decide, and what tables that write Traditional say otherwise. @type {{ [word: string]: string }} */
const WORDS = { 复制: "複製", 点炮: "放槍", 放炮: "放槍", 和牌: "胡牌", 和了: "胡了", 起和: "起胡", 成和: "成胡", 即和: "即胡" };

/** @param {string} text */
export const traditional = (text) => [...Object.entries(WORDS).reduce((t, [from, to]) => t.replaceAll(from, to), text)]
  .map((sign) => FORM.get(sign) ?? sign).join("");
