// What the service answers: written by make docs from the classes that make the JSON.

/** The code of a sentence, which is the same in each language, and the values in it. */
export type SentenceCode = { code: string; values: Record<string, unknown>; };

/** The reading of a photo, and its tiles in the form common to detectors. */
export type PhotoReading = ReadingReport & { detections: DetectionOut[]; };

/** The reading of a photo. `seat` is that of `hand`, if one was requested; `hands` are those of all. */
export type ReadingReport = { photo: string; size: [number, number]; model: string; reliable: boolean; tiles: TileReport[]; hand: ReadHand; probability: number; proposal: ProposalReport | null; doubts: DoubtReport[]; questions: QuestionReport[]; problems: string[]; problem_codes: SentenceCode[]; timings_ms: Record<string, number>; pictures?: PictureReport[]; seat?: string; hands?: SeatReport[]; question: TileQuestion | null; trace?: Record<string, unknown>; };

/** A tile of a photo; `box` is None if it was added without one. */
export type TileReport = { tile: string; box: [number, number, number, number] | null; confidence: number; alternatives: ([string | number, string | number])[]; role: string; group: number; sideways: boolean; corrected?: boolean; };

/** The hand that tiles make; `concealed_tiles` and `flower_tiles` are the indices of its tiles. */
export type ReadHand = { concealed: string; winning: string | null; winning_place: string | null; melds: MeldReport[]; flowers: string; concealed_tiles: number[]; flower_tiles: number[]; };

/** A meld of a photo; `group` is that of its tiles. */
export type MeldReport = { type: string; tiles: string; from?: string; claimed?: string; group: number; };

/** The likeliest legal hand, if it is another than was read. */
export type ProposalReport = { hand: ReadHand; changes: ChangeReport[]; probability: number; won: boolean; };

/** A tile that the proposal reads as another one, and why. */
export type ChangeReport = { tile: number; read: string; instead: string; why: string; reason: string; };

/** A doubtful tile (its index), what it may be instead, and what that would change. */
export type DoubtReport = { tile: number; read: string; instead: string[]; why: string; shares: number[]; effect: string; effects?: Effect[]; };

/** The result of the hand if a doubtful tile is this one, and the probability of that. */
export type Effect = Outcome & { tile: string; share: number; };

/** The result of a hand: its total and the gain of its player, or its waits; also as a sentence. */
export type Outcome = { win: boolean; waits?: string[]; total?: number; unit?: string; points: number | null; text: string; };

/** A question about tiles (their indices); `stake` is what hangs on it, in points. */
export type QuestionReport = { about: string; code: string; tiles: number[]; ask: string; choices: ChoiceReport[]; stake?: number; };

/** An answer to a question; its corrections make the reading say so. `parts` says the same as `says` in codes; of a tile's name, the correction does. */
export type ChoiceReport = { says: string; effect: string; share: number; corrections: (Record<string, unknown>)[]; parts?: AnswerPart[]; };

/** Tiles in notation, and the part that an answer gives them. */
export type AnswerPart = { tiles: string; part: string; };

/** One of several pictures of a hand, and how many of the tiles are its. */
export type PictureReport = { photo: string; size: [number, number]; tiles: number; };

/** One of several players' hands; `roles`, `groups` and `sideways` have an entry for each tile. */
export type SeatReport = { seat: string; roles: string[]; groups: number[]; sideways: boolean[]; reliable: boolean; hand: ReadHand; probability: number; proposal: ProposalReport | null; doubts: DoubtReport[]; questions: QuestionReport[]; problems: string[]; problem_codes: SentenceCode[]; question: TileQuestion | null; };

/** The question about the doubtful tile on which most hangs. */
export type TileQuestion = { tile: number; ask: string; between: string[]; stake: number; };

/** A tile as detectors commonly give it: the middle and the size of its box in pixels. */
export type DetectionOut = { x: number; y: number; width: number; height: number; class: string; class_id: number; confidence: number; };

/** A reading of a camera's frames, and what the camera does: moving, joining or steady; `hint` says how to hold it better. */
export type LiveReading = ReadingReport & ({ state: string; hint: HintReport | null; });

/** A way to hold a camera better: a stable code, and the sentence. */
export type HintReport = { code: string; text: string; };

/** A phone's report on a frame: `state` is moving, joining or steady; the photo is taken at `shoot`. */
export type FrameReport = { state: string; hint: HintReport | null; shoot: boolean; };

/** The score or the waits of a hand, or a deal settled; with the photo that showed the hand, if one did. `used` is "proposal" if the likeliest legal hand was scored in place of the one read. */
export type HandAnswer = (ScoreReport | NoWinReport | WaitsReport | DealReport) & { hand?: Record<string, unknown>; used?: string; read?: ReadingReport; };

/** A winning hand: its worth and the payments of the deal; `missed` if explained. */
export type ScoreReport = Won & (Settled | Paid) & { warnings: string[]; warning_codes: SentenceCode[]; missed?: Missed[]; };

/** The worth of a winning hand. */
export type Won = { rules: string; win: boolean; reason: string | null; total: number; unit: string; han: number | null; fu: number | null; points: number; limit: string | null; fu_parts: FuPart[]; legal: boolean; fans: Fan[]; not_counted: NotCounted[]; arrangement: string[]; wild_as: Record<string, string[]>; };

/** A part of the fu 符. */
export type FuPart = { reason: string; fu: number; };

/** A fan that counts, with the blocks that show it; `rule` and `keeps_out` if explained. */
export type Fan = { id: string; name: string; value: number; count: number; blocks: string[]; source: string; rule?: string; keeps_out?: Named[]; };

/** A fan by its id and its name. */
export type Named = { id: string; name: string; };

/** A fan that is there and does not count. */
export type NotCounted = { id: string; name: string; why: string; };

/** The result of a deal: `balances` equal `payments`; `on_table` is what it laid on the table or took. */
export type Settled = Paid & ({ balances: Record<string, number>; on_table?: number; counted?: boolean; next_dealer: string | null; });

/** The gain or loss of each seat, with the transfers; `outside` are players who bet without a seat. */
export type Paid = { payments: Record<string, number>; outside?: Record<string, number>; transfers: Transfer[]; };

/** Points that one seat pays another. */
export type Transfer = { from: string; to: string; points: number; reason: string; };

/** A fan that is nearly there, at the value it would have. */
export type Missed = { id: string; name: string; value: number; why: string; };

/** A hand that does not win: why, its distance (shanten), and its winning tiles if it waits. */
export type NoWinReport = { rules: string; win: boolean; reason: string; distance: number | null; waits: string[]; warnings: string[]; warning_codes: SentenceCode[]; };

/** The winning tiles of a waiting hand. */
export type WaitsReport = { rules: string; waits: WaitReport[]; warnings: string[]; warning_codes: SentenceCode[]; };

/** A winning tile of a waiting hand, how many are left, and what it would score. */
export type WaitReport = { tile: string; left: number; discard: ScoreReport | NoWinReport; self_draw: ScoreReport | NoWinReport; };

/** A settled deal: each winner's score, and what each seat gains or loses in all. */
export type DealReport = Settled & { rules: string; drawn: boolean; winners: Winner[]; ready: Record<string, string[]>; warnings: string[]; warning_codes: SentenceCode[]; };

/** A winner of a deal; the payments are those of this win only. */
export type Winner = Won & Paid & { seat: string; warnings: string[]; warning_codes: SentenceCode[]; };

/** Advice on a discard or on claims; with the reading, if a photo showed the hand. */
export type AdviceAnswer = AdviceReport & { hand?: Record<string, unknown>; read?: ReadingReport; };

/** Discards, the best first; or for a hand that waits, what it is worth and which claims gain. `wins` is what declaring the hand as it is pays, null if it is not a win. */
export type AdviceReport = { rules: string; distance: number; turns: number; unseen: number; wins: number | null; keeps: AdvisedChoice | null; discards?: AdvisedChoice[]; claims?: AdvisedChoice[]; model: string; };

/** A hand after a discard, or a claim and a discard; `expects` is null if it was not searched. */
export type AdvisedChoice = { meld?: ClaimReport; discard: string | null; distance: number; helpful: WantedReport[]; left: number; goal: GoalReport; reasons: ReasonReport[]; expects: ExpectsReport | null; safety: SafetyReport[]; risk?: number; };

/** A set that a discard of another player would make. */
export type ClaimReport = { type: string; tiles: string; claimed: string; };

/** A tile that helps and how many are unseen; for a waiting hand, what a win with it pays. */
export type WantedReport = { tile: string; left: number; self_draw?: number; discard?: number; };

/** The goal of a hand. */
export type GoalReport = { id: string; name: string; };

/** Why a discard is advised or not, and where that is written. */
export type ReasonReport = { code: string; text: string; source: string; };

/** The chance to win and the points to expect, with standard errors (0 if `exact`). */
export type ExpectsReport = { win: number; points: number; win_error: number; points_error: number; exact: boolean; };

/** The safety of a discard from a seat (null: from everybody); `chance` holds if that seat waits. */
export type SafetyReport = { seat: string | null; code: string; text: string; certain: boolean; chance: number; source: string; };

/** A corrected reading and the hand it makes, with its score or waits; `error` if it has none. */
export type CorrectAnswer = { error?: string; code?: string; values?: Record<string, unknown>; hand: Record<string, unknown>; read: ReadingReport; };

/** A hand under several rule sets, with the photo that showed it, if one did. */
export type CompareAnswer = { compare: RulesAnswer[]; hand?: Record<string, unknown>; used?: string; read?: ReadingReport; };

/** A hand under one of several rule sets, or `error` with why it cannot be scored there. */
export type RulesAnswer = { rules: string; name: string; error?: string; code?: string; values?: Record<string, unknown>; };

/** As for a correction, and under which name the picture was kept. */
export type KeptOut = CorrectAnswer & { kept: string; };
