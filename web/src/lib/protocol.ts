/** Every message between the web app and the server. Written by `python -m piazzetta.server.protocol.typescript`. */

/** Quick reactions instead of a chat. */
export type Reaction = "hello" | "well_played" | "thanks" | "oops" | "thinking" | "wow";

export type View = PiazzaView | CarreView;

export type ClientMessage =
  | Ping
  | Lobby
  | Watch
  | Unwatch
  | Sit
  | Stand
  | Invite
  | Ready
  | Move
  | TakeBack
  | ProposeEnd
  | Answer
  | Resign
  | Abort
  | Rematch
  | Lift
  | React
  | Advise;

export type ServerMessage =
  | Welcome
  | Pong
  | Done
  | Refused
  | TableShown
  | Update
  | LobbyShown
  | Reacted
  | YourTurn
  | Advice
  | Bye;

export type GameName = "piazza" | "carre";

export type Stage = "open" | "running" | "over" | "aborted";

/** Games of people alone, games with a bot in them, games with hints: counted apart. */
export type Pool = "people" | "bots" | "hints";

export type Position = PiazzaPosition | CarrePosition;

/** None of these: no clock. `move` alone: so long for each move. `total`: for the game. */
export interface ClockOption {
  move?: number | null;
  total?: number | null;
  increment?: number;
}

/** Who sits there, as everybody may know it. */
export interface SeatShown {
  player?: string;
  name?: string;
  bot?: string;
  outside?: boolean;
  ready?: boolean;
  stand_in?: boolean;
  resigned?: boolean;
  connected?: boolean;
}

/** A move that was made. */
export interface MoveShown {
  number: number;
  seat: number;
  move: string;
  /** Its points: `3 + 4 = 7` in Piazza; in C'est Carré! on the move that ends a round. */
  note?: string;
}

/** A move that the seat in turn may make; Piazza's also say what they bring. */
export interface LegalShown {
  move: string;
  brackets?: number[] | null;
  points?: number | null;
}

/** Time as it is now: what each seat has left in all, and the seat in turn for this move. */
export interface ClockShown {
  left?: number[];
  move_left?: number | null;
  running?: boolean;
}

/** What a player asked, and who has agreed so far. */
export interface ProposalShown {
  what: "take_back" | "end";
  seat: number;
  agreed: number[];
  to?: number;
}

/** How it ended: groups of equal seats, best first; a clause, `resigned` or `agreed`. */
export interface EndingShown {
  ranking: number[][];
  reason: string;
  scores: number[];
}

/**
 * The promise about the deal: the commitment at once, shares from the start, the rest at the
 * end.
 */
export interface FairShown {
  /** SHA-256 of the server's secret. */
  commitment: string;
  shares?: string[];
  secret?: string;
  seed?: string;
}

/** A game of Piazza as a seat, or a spectator, may know it. */
export interface PiazzaView {
  game: "piazza";
  players: number;
  phase: string;
  colours: string[][] | null;
  start: string;
  first: number;
  board: [string, number, number][];
  hands: (string[] | number)[];
  stocks: number[];
  scores: number[];
  turn: number;
  finished: number[];
  passes: number;
  over: boolean;
  winners: number[];
  /** The seat's own stock, sorted; a spectator has none. */
  own_stock?: string[];
}

/** A game of C'est Carré! as a seat, or a spectator, may know it. */
export interface CarreView {
  game: "carre";
  players: number;
  round: number;
  first: number;
  turn: number;
  phase: string;
  layouts: [string, number, number][][];
  hands: (string[] | number)[];
  deck: number;
  discard: string[];
  revealed: string[];
  owed: number;
  totals: number[];
  closing: boolean;
  over: boolean;
  winners: number[];
}

/** Are you there? */
export interface Ping {
  type: "ping";
  id: string;
}

/** Be told of public tables from now on, or no more. */
export interface Lobby {
  type: "lobby";
  id: string;
  on?: boolean;
}

/**
 * Be told of everything at a table from now on: as its player, or as a spectator.
 *
 * A player who was away takes the seat back from its stand-in.
 */
export interface Watch {
  type: "watch";
  id: string;
  table: string;
}

/** Be told no more of it. */
export interface Unwatch {
  type: "unwatch";
  id: string;
  table: string;
}

/** Sit down on a free seat; one player may hold several (hot-seat). */
export interface Sit {
  type: "sit";
  id: string;
  table: string;
  ply: number;
  seat: number;
  /** What to call this seat, where one player holds several; else the player's name. */
  name?: string;
}

/** Stand up from a seat before the start; the host may free any seat. */
export interface Stand {
  type: "stand";
  id: string;
  table: string;
  ply: number;
  seat: number;
}

/** The host gives a free seat to a bot of the server. */
export interface Invite {
  type: "invite";
  id: string;
  table: string;
  ply: number;
  seat: number;
  bot: string;
}

/** Ready to start, with fresh random bits for each seat held. The last one starts the game. */
export interface Ready {
  type: "ready";
  id: string;
  table: string;
  ply: number;
  shares: Record<number, string>;
}

/** Make a move, in the notation of records. */
export interface Move {
  type: "move";
  id: string;
  table: string;
  ply: number;
  seat: number;
  move: string;
}

/** Take the seat's last move back; the others are asked where that is needed. */
export interface TakeBack {
  type: "take_back";
  id: string;
  table: string;
  ply: number;
  seat: number;
}

/** Ask the others to end the game now; the points so far decide. */
export interface ProposeEnd {
  type: "propose_end";
  id: string;
  table: string;
  ply: number;
  seat: number;
}

/** Say yes or no to what was asked. */
export interface Answer {
  type: "answer";
  id: string;
  table: string;
  ply: number;
  seat: number;
  agrees: boolean;
}

/** Give the seat up. */
export interface Resign {
  type: "resign";
  id: string;
  table: string;
  ply: number;
  seat: number;
}

/** Close the table before the first move; nothing counts. */
export interface Abort {
  type: "abort";
  id: string;
  table: string;
  ply: number;
}

/** Open a new table with the same people, bots and options, and the seats rotated by one. */
export interface Rematch {
  type: "rematch";
  id: string;
  table: string;
  ply: number;
}

/** Hot-seat: lift the curtain, show this seat's hand on this client; no other one is sent. */
export interface Lift {
  type: "lift";
  id: string;
  table: string;
  ply: number;
  seat: number;
}

/** Show a reaction to everybody at the table. */
export interface React {
  type: "react";
  id: string;
  table: string;
  seat: number;
  reaction: Reaction;
}

/** Ask for the best moves, where the table allows it. */
export interface Advise {
  type: "advise";
  id: string;
  table: string;
  ply: number;
  seat: number;
}

/** The first message of every connection: who you are here. */
export interface Welcome {
  type: "welcome";
  player: string;
  name: string;
  /** Of the server. */
  version: string;
}

/** Yes. */
export interface Pong {
  type: "pong";
  id: string;
}

/** It is done, and there is nothing else to tell. */
export interface Done {
  type: "done";
  id: string;
}

/** It is not done, and nothing has changed. `docs/messages.md` lists the codes. */
export interface Refused {
  type: "refused";
  /** Null when the message could not be read so far. */
  id: string | null;
  code: string;
  message: string;
  details?: Record<string, unknown>;
}

/**
 * A table as this client may know it: after `watch`, and whenever the client may have missed
 * something. Everything is in it; nothing before it matters.
 */
export interface TableShown {
  type: "table";
  /** Of the client's message that it answers. */
  id?: string;
  table: string;
  ply: number;
  stage: Stage;
  game: string;
  players: number;
  options: Record<string, unknown>;
  clock_option: ClockOption;
  public: boolean;
  hints: boolean;
  casual: boolean;
  host: string;
  stand_in: string;
  pace: number;
  seats: SeatShown[];
  your_seats: number[];
  /** Hot-seat: this seat's hand is shown after `lift`. */
  curtain?: number | null;
  view?: View | null;
  /** The seat whose hand the view shows; null where it shows none. */
  hand_of?: number | null;
  /** Only for the seat in turn. */
  legal?: LegalShown[] | null;
  /** Of your seats, those whose last move can be taken back without asking. */
  can_take_back?: number[];
  clock?: ClockShown;
  proposal?: ProposalShown | null;
  ending?: EndingShown | null;
  fair: FairShown;
  /** All moves so far. */
  moves?: MoveShown[];
  before?: string;
  next?: string;
}

/**
 * Something happened: what has changed since the last ply. What is left out has not changed,
 * except `legal`, `proposal`, `curtain` and `can_take_back`, which are complete.
 */
export interface Update {
  type: "update";
  id?: string;
  table: string;
  ply: number;
  /** The kind of event: `moved`, `sat`, `took_back` … */
  what: string;
  seat?: number | null;
  stage?: Stage | null;
  seats?: SeatShown[] | null;
  curtain?: number | null;
  view?: View | null;
  hand_of?: number | null;
  legal?: LegalShown[] | null;
  can_take_back?: number[];
  clock?: ClockShown | null;
  proposal?: ProposalShown | null;
  ending?: EndingShown | null;
  fair?: FairShown | null;
  /** The move that was made. */
  move?: MoveShown | null;
  /** How many moves are left, after some were taken back. */
  moves?: number | null;
  next?: string;
}

/** A public table in the lobby. */
export interface LobbyTable {
  table: string;
  game: string;
  players: number;
  stage: string;
  seats: SeatShown[];
  clock_option: ClockOption;
  casual: boolean;
  hints: boolean;
  opened: string;
}

/** The public tables: all of them after `lobby`, then those that changed. */
export interface LobbyShown {
  type: "lobby";
  id?: string;
  tables: LobbyTable[];
  gone?: string[];
}

/** Somebody at the table shows a reaction. */
export interface Reacted {
  type: "reacted";
  table: string;
  seat: number;
  reaction: Reaction;
}

/** It is your turn at a table that this connection does not watch. */
export interface YourTurn {
  type: "your_turn";
  table: string;
  game: string;
}

/** Why a move is good or bad, as data for a sentence. */
export interface Reason {
  kind: string;
  details: Record<string, unknown>;
}

/** A move and what is expected of it. */
export interface AdvisedMove {
  move: string;
  win: number | null;
  margin: number | null;
  points: number;
  reasons: Reason[];
}

/** The best moves, the best first. */
export interface Advice {
  type: "advice";
  id: string;
  table: string;
  ply: number;
  moves: AdvisedMove[];
}

/** The server closes this connection; connect again, and go on where you were. */
export interface Bye {
  type: "bye";
  reason: "shutdown" | "too_slow" | "too_many" | "signed_out";
}

/** Why it was not done; nothing has changed. `docs/messages.md` lists the codes. */
export interface Problem {
  code: string;
  message: string;
  details?: Record<string, unknown>;
}

/** Be somebody, without signing up. */
export interface NewPlayer {
  /** What to be called; the server thinks of something where it is left out. */
  name?: string | null;
}

/** Be called something else from now on. */
export interface NewName {
  name: string;
}

/** Who you are here. */
export interface Me {
  player: string;
  name: string;
  /** Whether you are a program: one that came with an API token. */
  outside?: boolean;
}

/** A way to be the same person on another device. It works once. */
export interface Link {
  /** To be typed there. */
  secret: string;
  /** Or to be opened there: it has the secret in its fragment, which browsers send to nobody. */
  url: string;
  /** The same as a picture, SVG. */
  qr: string;
  /** For how long it works. */
  seconds: number;
}

/** Be the person who made this link. */
export interface Claim {
  secret: string;
}

/** Ask for a token, with which a program plays in your name. */
export interface NewToken {
  /** To tell your tokens apart. */
  name: string;
}

/** A token that works until it is revoked. */
export interface Token {
  id: string;
  name: string;
  /** ISO 8601, in UTC. */
  created: string;
}

/** A new token. Only now can it be read. */
export interface TokenMade {
  id: string;
  name: string;
  /** ISO 8601, in UTC. */
  created: string;
  token: string;
}

/** Your tokens, the oldest first. */
export interface Tokens {
  tokens: Token[];
}

/** Do not meet somebody at tables any more, or only see no reactions of theirs. */
export interface Block {
  kind: "block" | "mute";
}

/** Somebody whom you have blocked or muted. */
export interface Blocked {
  player: string;
  name: string;
  kind: "block" | "mute";
}

/** All whom you have blocked or muted. */
export interface Blocks {
  blocks: Blocked[];
}

/** What a browser's push service needs to keep messages secret. */
export interface PushKeys {
  p256dh: string;
  auth: string;
}

/** Tell this browser when it is my turn: what `PushSubscription.toJSON()` gives there. */
export interface PushSubscription {
  endpoint: string;
  keys: PushKeys;
  expirationTime?: number | null;
}

/** What a browser needs to subscribe, and in how many you have done so. */
export interface PushShown {
  /** The server's public key (VAPID), base64url. */
  key: string;
  subscriptions: number;
}

/** Open a table. */
export interface OpenTable {
  game: GameName;
  players: number;
  /**
   * The game's: `first` (the seat that begins, else drawn), and for Piazza `setup`, `start` and
   * `colours`, as in docs/referee.md.
   */
  options?: Record<string, unknown>;
  clock?: ClockOption;
  /** Whether the lobby lists it; else it is by invitation. */
  public?: boolean;
  /** Whether players may ask for advice. */
  hints?: boolean;
  /** Whether moves may be taken back by consent; such games are not rated. */
  casual?: boolean;
  /** The bot that plays for somebody who left or ran out of time. */
  stand_in?: string;
  /** Seconds from a bot's turn to its move. */
  pace?: number;
  /** Seconds after which somebody on turn who is not connected has left; null for never. */
  absence?: number | null;
  /**
   * For each seat `me`, `open` or the name of a bot; left out, you sit on seat 0 and all other
   * seats are open.
   */
  seats?: string[];
}

/** One of your tables. */
export interface TableSummary {
  table: string;
  game: string;
  players: number;
  stage: string;
  seats: SeatShown[];
  clock_option: ClockOption;
  casual: boolean;
  hints: boolean;
  opened: string;
  your_seats: number[];
  your_turn?: boolean;
  ending?: EndingShown | null;
}

/** Your tables: those that wait for you first, then those that changed last. */
export interface MyTables {
  tables: TableSummary[];
}

/** An earlier position, as you may know it. */
export interface PositionShown {
  table: string;
  /** How many moves had been made. */
  number: number;
  view: View;
  hand_of?: number | null;
}

/** A game of Piazza with nothing hidden. */
export interface PiazzaPosition {
  game: "piazza";
  players: number;
  phase: string;
  colours: string[][] | null;
  start: string;
  first: number;
  board: [string, number, number][];
  hands: string[][];
  stocks: string[][];
  scores: number[];
  turn: number;
  finished: number[];
  passes: number;
  over: boolean;
  winners: number[];
}

/** A game of C'est Carré! with nothing hidden. */
export interface CarrePosition {
  game: "carre";
  players: number;
  round: number;
  first: number;
  turn: number;
  phase: string;
  layouts: [string, number, number][][];
  hands: string[][];
  deck: string[];
  discard: string[];
  revealed: string[];
  owed: number;
  totals: number[];
  closing: boolean;
  over: boolean;
  winners: number[];
}

/** A finished game, with all hands. */
export interface Replay {
  table: string;
  game: GameName;
  names: string[];
  /** Before the first move, and after each. */
  positions: Position[];
  moves: MoveShown[];
  ending: EndingShown;
  fair: FairShown;
}

/** Ask for the best moves at one point of a finished or unfinished record. */
export interface AskAdvice {
  record: string;
  /** Of a move: advice for the seat that chooses it. */
  number: number;
}

/** The best moves there, the best first, and the one that was played. */
export interface AdviceGiven {
  game: GameName;
  number: number;
  seat: number;
  /** The position as the seat knew it. */
  view: View;
  played: string | null;
  moves: AdvisedMove[];
}

/** A player's results in one game and one kind of company. */
export interface PoolShown {
  game: GameName;
  pool: Pool;
  played: number;
  /** A shared win counts as a part of one. */
  won: number;
  mean_points: number;
  best_points: number;
  /** Null before the first game that counts. */
  rating?: number | null;
  /** How unsure the rating is. */
  deviation?: number | null;
}

/** One finished game of a player. */
export interface ResultShown {
  table: string;
  game: GameName;
  pool: Pool;
  players: number;
  /** Counted from 1. */
  place: number;
  points: number;
  /** ISO 8601, in UTC. */
  at: string;
}

/** A player, as everybody may know them. */
export interface PlayerShown {
  player: string;
  name: string;
  pools: PoolShown[];
  /** The last results, the newest first. */
  recent: ResultShown[];
}

/** A bot that may be invited. */
export interface BotShown {
  /** By which it is invited. */
  name: string;
  /** What it is called at the table. */
  title: string;
  /** One line, to choose by; English. Empty for programs. */
  character?: string;
  /** Whether it is a program that the operator of this server has added. */
  program?: boolean;
}

/** All bots, from the weakest level to the strongest, then programs. */
export interface Bots {
  bots: BotShown[];
}

/** How the server is. */
export interface Health {
  status: "ok" | "starting" | "stopping" | "failing";
}

/** Why something was refused. */
export type Code =
  | "bad_request"
  | "too_large"
  | "too_many"
  | "no_identity"
  | "bad_origin"
  | "not_ready"
  | "busy"
  | "no_such_page"
  | "bad_method"
  | "no_such_table"
  | "no_such_player"
  | "no_such_seat"
  | "no_such_bot"
  | "no_such_link"
  | "no_such_token"
  | "no_such_position"
  | "bad_name"
  | "bad_options"
  | "bad_record"
  | "bad_push"
  | "stale"
  | "ahead"
  | "not_host"
  | "not_your_seat"
  | "not_seated"
  | "blocked"
  | "not_open"
  | "seat_taken"
  | "seat_free"
  | "shares_wrong"
  | "ready_already"
  | "moved_already"
  | "not_running"
  | "not_your_turn"
  | "curtain"
  | "not_a_move"
  | "illegal_move"
  | "resigned"
  | "not_a_bot"
  | "nothing_to_take_back"
  | "not_casual"
  | "asked_already"
  | "nothing_asked"
  | "agreed_already"
  | "nobody_to_ask"
  | "no_hints"
  | "not_over"
  | "rematch_already";

/** The REST API: what each address is asked, and what it answers. */
export interface Endpoints {
  "GET /api/me": { request: null; answer: Me };
  "POST /api/me": { request: NewPlayer; answer: Me };
  "PATCH /api/me": { request: NewName; answer: Me };
  "DELETE /api/me": { request: null; answer: null };
  "POST /api/me/links": { request: null; answer: Link };
  "POST /api/links": { request: Claim; answer: Me };
  "GET /api/me/tokens": { request: null; answer: Tokens };
  "POST /api/me/tokens": { request: NewToken; answer: TokenMade };
  "DELETE /api/me/tokens/{token}": { request: null; answer: null };
  "GET /api/me/blocks": { request: null; answer: Blocks };
  "PUT /api/me/blocks/{player}": { request: Block; answer: null };
  "DELETE /api/me/blocks/{player}": { request: null; answer: null };
  "GET /api/me/push": { request: null; answer: PushShown };
  "PUT /api/me/push": { request: PushSubscription; answer: PushShown };
  "DELETE /api/me/push": { request: null; answer: null };
  "GET /api/me/tables": { request: null; answer: MyTables };
  "GET /api/lobby": { request: null; answer: LobbyShown };
  "POST /api/tables": { request: OpenTable; answer: TableShown };
  "GET /api/tables/{table}": { request: null; answer: TableShown };
  "GET /api/tables/{table}/qr.svg": { request: null; answer: string };
  "GET /api/tables/{table}/record": { request: null; answer: string };
  "GET /api/tables/{table}/replay": { request: null; answer: Replay };
  "GET /api/tables/{table}/positions/{number}": { request: null; answer: PositionShown };
  "POST /api/advice": { request: AskAdvice; answer: AdviceGiven };
  "GET /api/players/{player}": { request: null; answer: PlayerShown };
  "GET /api/bots": { request: null; answer: Bots };
  "GET /api/openapi.json": { request: null; answer: unknown };
  "GET /healthz": { request: null; answer: Health };
  "GET /readyz": { request: null; answer: Health };
  "GET /metrics": { request: null; answer: string };
}
