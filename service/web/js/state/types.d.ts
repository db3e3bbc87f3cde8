// What the page holds and what the service answers, as far as the page looks into it.

export type Zone = string; // "concealed", "winning", "flower", "other", or the id of a meld: "meld3"
export type Seat = "E" | "S" | "W" | "N";
export type Side = "left" | "across" | "right";

export interface Doubt { tile: number; read: string; instead: string[]; effect?: string }

export interface Question {
  about: string;
  tiles: number[];
  ask: string;
  choices: { says: string; effect?: string; corrections?: Correction[] }[];
}

export type Correction =
  | { do: "rename"; tile: number; is: string }
  | { do: "remove"; tiles: number[] }
  | { do: "add"; is: string; role?: string }
  | { do: "place"; tiles: number[]; role: string }
  | { do: "meld"; tiles: number[]; type?: string | null; from?: Side | null; claimed?: string | null }
  | { do: "winning"; tile?: number | null; is?: string | null };

export interface ReadTile {
  tile: string;
  box: number[] | null;
  role: string;
  group: number;
  confidence?: number;
  alternatives?: [string, number][];
}

export interface Meld { type?: string | null; tiles: string; from?: Side | null; claimed?: string | null }

export interface HandJson { concealed: string; melds: Meld[]; flowers: string; win?: { tile: string; by?: string; from?: string; flags?: string[] } }

export interface Reading {
  size: [number, number];
  reliable: boolean;
  tiles: ReadTile[];
  hand: { concealed: string; winning: string | null; melds: Meld[]; flowers: string };
  doubts?: Doubt[];
  questions?: Question[];
  problems?: string[];
  state?: string;
}

/** The tiles of a photo, only named, from one look. */
export interface Glimpse { size: [number, number]; tiles: { tile: string; box: number[] }[] }

export interface HandTile {
  id: number;
  tile: string;
  zone: Zone;
  box: number[] | null;
  index: number | null; // its place in the reading; null for one that was typed
  alternatives: [string, number][];
  doubt: Doubt | null;
}

export interface HandMeld { from: Side | null; claimed: string | null; type: string | null }

export interface Hand { tiles: HandTile[]; melds: Record<Zone, HandMeld>; next: number }

export interface Field {
  type?: string; enum?: string[]; names?: Record<string, string>; format?: string; default?: unknown;
  title?: string; description?: string; minimum?: number; maximum?: number; fault?: boolean; of_hand?: boolean;
}

export interface Schema { properties?: Record<string, Field> }

export interface Rules {
  id: string;
  name: string;
  base?: string | null;
  minimum: number;
  extra_tiles?: { tile: string; name: string; wild: boolean; copies: number }[];
  tiles: { kinds: string[]; flowers: string[]; reds: string[] };
  win: { by: string[]; flags: string[]; flags_used?: string[] };
  hand_size: number;
  wild: boolean;
  mixed_kongs: unknown;
  unit?: string;
  takes_worth?: boolean; // true if a win may be recorded by its worth only
  table: Schema;
  options: Schema;
  fans: { id: string; name: string; value: number; rule?: string; source?: string }[];
  notes?: { rule: string; source: string }[];
}

export interface Listed {
  id: string; name: string; names: Record<string, string>;
  hand_size?: number; tiles?: { reds: boolean; flowers: boolean; honours: boolean };
  unit?: string; minimum?: number; wild?: boolean; fans?: number;
}

export interface Situation {
  by: string;
  seat: Seat;
  from: Seat | null;
  round: Seat;
  dealer: Seat;
  flags: string[];
  wild: string;
  indicator: string;
  table: Record<string, unknown>; // what differs from the rule set's defaults
  options: Record<string, unknown>;
  winnerKnown?: boolean; // a player chose who won
  howKnown?: boolean; // a player chose whether it was drawn, or who discarded it
}

export interface Seating { rules: string; house: string; options: Record<string, unknown>; round: Seat; names: Record<Seat, string>; dealer: string; deal: string; /* which one it is: what was said of another means nothing of it */ counted: Record<string, unknown>; correcting: boolean }

export interface Photo { number: number; status: "none" | "reading" | "read" | "failed"; problem: string }

export interface Answered {
  revision: number; // of its request, also while the next one is underway
  status: "none" | "asking" | "ready" | "refused";
  result: Answer | null;
  problem: string;
}

export interface Fan { id: string; name: string; value: number; count: number; blocks: string[]; rule?: string; source?: string }
export interface Transfer { from: Seat; to: Seat; points: number; reason: string }

export interface Answer {
  win?: boolean; legal?: boolean; reason?: string | null; total?: number; unit?: string;
  han?: number | null; fu?: number | null; points?: number; fans?: Fan[]; not_counted?: { name: string; why: string }[];
  missed?: { name: string; why: string }[]; payments?: Record<Seat, number>; balances?: Record<Seat, number>; transfers?: Transfer[];
  warnings?: string[]; waits?: Wait[]; distance?: number; wild_as?: Record<string, string[]>;
}

export interface Wait { tile: string; left: number; discard: Answer; self_draw: Answer }

export interface Past { hand: Hand; reading: Reading | null; photo: Photo }

/** A hand with all that belongs to it. */
export interface Lying {
  photo: Photo;
  reading: Reading | null;
  moot: number[]; // questions whose answers would all come to the same
  settled: number[]; // questions of the reading that were answered or put aside
  hand: Hand;
  touched: boolean; // a player changed something since the photo
  past: Past[];
}

export interface State extends Lying {
  photos: number; // how many were taken; the number of the next is one more
  replaced: Lying; // what the photo that is being read took the place of
  selected: number[]; // ids of tiles
  lit: number[];
  rules: { listed: Listed[]; wanted: string; house: string; /* the text of a house file; empty where there is none */ known: Rules | null; problem: string; recent: string[]; named?: { id: string; name: string } /* what the last rules were called, until they are known again */ };
  glimpse: Glimpse | null; // what the tiles of the photo that is being read are called
  situation: Situation;
  seating: Seating | null;
  others: Record<string, unknown>[]; // hands that won on the same tile
  aside: Lying & Pick<State, "situation" | "others" | "seating"> | null; // what comes back once a deal is corrected
  revision: number; // rises with each change of the request
  answer: Answered;
  view: "hand" | "table";
  online: boolean;
}

export type Event =
  | { type: "photo taken" }
  | { type: "photo cancelled"; number: number }
  | { type: "glimpse arrived"; number: number; glimpse: Glimpse }
  | { type: "reading arrived"; number: number; reading: Reading }
  | { type: "reading failed"; number: number; problem: string }
  | { type: "frame arrived"; reading: Reading }
  | { type: "tile added"; tile: string; zone: Zone }
  | { type: "tiles renamed"; ids: number[]; tile: string }
  | { type: "tiles moved"; ids: number[]; zone: Zone }
  | { type: "tiles removed"; ids: number[] }
  | { type: "meld described"; zone: Zone; about: Partial<HandMeld> }
  | { type: "tile confirmed"; id: number }
  | { type: "question answered"; question: number; corrections: Correction[] }
  | { type: "questions weighed"; revision: number; moot: number[] }
  | { type: "hand entered"; hand: HandJson }
  | { type: "hand cleared" }
  | { type: "undone" }
  | { type: "selected"; ids: number[] }
  | { type: "lit"; ids: number[] }
  | { type: "rules listed"; listed: Listed[] }
  | { type: "rules chosen"; id: string }
  | { type: "house rules set"; text: string; rules: Rules }
  | { type: "rules arrived"; rules: Rules }
  | { type: "rules failed"; id: string; problem: string }
  | { type: "situation changed"; changes: Partial<Situation> }
  | { type: "field changed"; group: "table" | "options"; id: string; value: unknown }
  | { type: "seated"; seating: Seating | null }
  | { type: "other winner kept"; hand: Record<string, unknown> }
  | { type: "deal done" }
  | { type: "asked"; revision: number }
  | { type: "answer arrived"; revision: number; answer: Answer }
  | { type: "answer refused"; revision: number; problem: string }
  | { type: "view chosen"; view: "hand" | "table" }
  | { type: "connection changed"; online: boolean }
  | { type: "language changed" };
