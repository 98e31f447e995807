/** Every message between the web app and the server. Written by `python -m piazzetta.server.protocol.typescript`. */

/** Quick reactions instead of a chat. */
export type Reaction = "hello" | "well_played" | "thanks" | "oops" | "thinking" | "wow";

export type View = PiazzaView | CarreView;

/** What laying a card of C'est Carré! makes one do: nothing, draw cards, or play some. */
export type Effect = "" | "draw" | "play";

export type Detail = PiazzaDetail | CarreDetail;

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
  | Advise
  | Consider;

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
  | Considered
  | Bye;

export type GameName = "piazza" | "carre";

export type Stage = "open" | "running" | "over" | "aborted";

/** Games of people alone, games with a bot in them, games with hints: counted apart. */
export type Pool = "people" | "bots" | "hints";

export type Position = PiazzaPosition | CarrePosition;

/** None of these: no clock. `move` alone: so long for each move. `total`: for the game. */
export interface ClockOption {
  /** Seconds for each move; days for slow games. */
  move?: number | null;
  /** Seconds for the whole game. */
  total?: number | null;
  /** With a total, seconds added after each move. */
  increment?: number;
}

/** Who sits there, as everybody may know it. */
export interface SeatShown {
  /** The id of the player who holds it; empty where it is free or a bot's. */
  player?: string;
  /** What to call the player; the names of bots are in `GET /api/bots`. */
  name?: string;
  /** The name of the bot that the seat was given to. */
  bot?: string;
  /** Whether it is a program's: one with an API token sat down here, or has moved. */
  outside?: boolean;
  /** Whether the player has deleted themselves: the name then says nothing. */
  forgotten?: boolean;
  /** Whether the game may start as far as this seat is concerned. */
  ready?: boolean;
  /** Whether a bot plays in the place of a player who is away. */
  stand_in?: boolean;
  /** Whether that player is there again, and has the seat back when the bot has moved. */
  returning?: boolean;
  /** Whether its player has given up; a bot plays on. */
  resigned?: boolean;
  /** Whether the player has a connection to the server, whatever it watches. */
  connected?: boolean;
}

/** A move that was made. */
export interface MoveShown {
  /** Counted from 1. */
  number: number;
  /** Who made it. */
  seat: number;
  /** In the notation of records. */
  move: string;
  /** Its points: `3 + 4 = 7` in Piazza; in C'est Carré! on the move that ends a round. */
  note?: string;
  /** Piazza: the brackets that it made, rows first, then columns. */
  brackets?: Span[];
  /** C'est Carré!: how the round was scored that it ended. */
  scoring?: RoundShown | null;
}

/** A move that the seat in turn may make; Piazza's also say what they bring. */
export interface LegalShown {
  /** What to send. */
  move: string;
  /** The sizes of the brackets it makes, ascending. */
  brackets?: number[] | null;
  /** What it scores at once. */
  points?: number | null;
}

/** Time as it is now: what each seat has left in all, and the seat in turn for this move. */
export interface ClockShown {
  /** Seconds for each seat, where the clock has a total. */
  left?: number[];
  /** Seconds for the move that is to be made now. */
  move_left?: number | null;
  /** Whether time passes for the seat in turn. */
  running?: boolean;
}

/** What a player asked, and who has agreed so far. */
export interface ProposalShown {
  /** What the others are asked to agree to. */
  what: "take_back" | "end";
  /** Who asked. */
  seat: number;
  /** The seats that have agreed, the asking one among them. */
  agreed: number[];
  /** How many moves would be left after the take-back. */
  to?: number;
}

/** How it ended: groups of equal seats, best first; a clause, `resigned` or `agreed`. */
export interface EndingShown {
  /** Groups of equal seats, the best first. */
  ranking: number[][];
  /** A clause of the rules, `resigned` or `agreed`. */
  reason: string;
  /** Points of each seat. */
  scores: number[];
}

/**
 * The promise about the deal: the commitment at once, shares from the start, the rest at the
 * end.
 */
export interface FairShown {
  /** SHA-256 of the text `piazzetta commitment ` and the bytes of the server's secret. */
  commitment: string;
  /** What each seat added, once the game has begun; empty for bots. */
  shares?: string[];
  /** The server's secret, once the game is over. */
  secret?: string;
  /** What all shuffles of the game follow from, once it is over. */
  seed?: string;
}

/** A game of Piazza as a seat, or a spectator, may know it. */
export interface PiazzaView {
  game: "piazza";
  /** How many seats there are. */
  players: number;
  /** `setup` or `play`. */
  phase: string;
  /** Each seat's own colours; with three players the main one. */
  colours: string[][] | null;
  /** How the start cards lie: `square`, `corner` or `row`. */
  start: string;
  /** The seat that begins. */
  first: number;
  /** Cards on the table, each with its x and y. */
  board: [string, number, number][];
  /** Points of each seat. */
  scores: number[];
  /** The seat that moves next. */
  turn: number;
  /** The seats that have laid all their cards, in that order. */
  finished: number[];
  /** How many passes in a row led here. */
  passes: number;
  /** Whether the game has ended. */
  over: boolean;
  /** The seats that share first place. */
  winners: number[];
  /** For each seat its cards, or only how many there are. */
  hands: (string[] | number)[];
  /** How many cards each seat has still to draw. */
  stocks: number[];
  /** The seat's own stock, sorted; a spectator has none. */
  own_stock?: string[];
}

/** A game of C'est Carré! as a seat, or a spectator, may know it. */
export interface CarreView {
  game: "carre";
  /** How many seats there are. */
  players: number;
  /** Counted from 1. */
  round: number;
  /** The seat that began the round. */
  first: number;
  /** The seat that moves next. */
  turn: number;
  /** `source`, `play`, `lay` or `drop`. */
  phase: string;
  /** For each seat its laid cards, each with its x and y. */
  layouts: [string, number, number][][];
  /** The discard pile, the top card last. */
  discard: string[];
  /** The cards that the seat in turn may play. */
  revealed: string[];
  /** How many cards it must still play from its hand. */
  owed: number;
  /** Points of each seat from the rounds before. */
  totals: number[];
  /** Whether a square is complete, so that the round ends soon. */
  closing: boolean;
  /** Whether the game has ended. */
  over: boolean;
  /** The seats that share first place. */
  winners: number[];
  /** For each seat its cards, or only how many there are. */
  hands: (string[] | number)[];
  /** How many cards the draw pile has. */
  deck: number;
}

/** The cells from one column to another and from one row to another, all four included. */
export interface Area {
  /** The first column. */
  left: number;
  /** The first row. */
  top: number;
  /** The last column. */
  right: number;
  /** The last row. */
  bottom: number;
}

/** A bracket of Piazza from one end to the other. */
export interface Span {
  /** The end on the left, or at the top. */
  from: [number, number];
  /** The end on the right, or at the bottom. */
  to: [number, number];
  /** How many cards it has, both ends included: its points. */
  cards: number;
}

/** Cards of one motif that lie side by side; one card alone is a zone, too. */
export interface ZoneShown {
  /** Their motif's letter. */
  motif: string;
  /** Where they lie, by column, then row. */
  cells: [number, number][];
  /** What the zone scores. */
  points: number;
}

/** What a seat's cards of C'est Carré! are worth, and where its square is or can still be. */
export interface SquareShown {
  /** The sum of all values. */
  values: number;
  /** The points of all zones. */
  zone_points: number;
  /** What the cards score if the round ends now. */
  points: number;
  /** Whether the 3×3 square is complete. */
  complete: boolean;
  /** Whether it is nine of a kind, which wins the game. */
  nine: boolean;
  /** Those within the square; of all cards while it is not complete. */
  zones: ZoneShown[];
  /** Cells with cards outside of the complete square: only their values count. */
  outside: [number, number][];
  /** The complete square, or else all cells that can still become a part of it. */
  reach: Area;
}

/** A round of C'est Carré! as it was scored. */
export interface RoundShown {
  /** Counted from 1. */
  round: number;
  /** For each seat its laid cards, each with its x and y. */
  layouts: [string, number, number][][];
  /** For each seat what they were worth. */
  squares: SquareShown[];
  /** Of this round, for each seat. */
  points: number[];
  /** After this round, for each seat. */
  totals: number[];
  /** The seat whose complete square closed it. */
  closed_by: number;
}

/** What follows from a position of Piazza. */
export interface PiazzaDetail {
  game: "piazza";
  /** The cells in which cards may still lie. */
  limits: Area;
  /** The cards that are not on the table, and how many of each. */
  unlaid: Record<string, number>;
}

/** What follows from a position of C'est Carré!. */
export interface CarreDetail {
  game: "carre";
  /** For each seat. */
  squares: SquareShown[];
  /** The seat whose complete square closes this round; null while none does. */
  closed_by: number | null;
  /**
   * How many turns this round still has once it is closing, the present one included; else
   * null.
   */
  turns_left: number | null;
}

/** What a move would bring; nothing has happened. */
export interface MoveConsidered {
  /** As it was asked about. */
  move: string;
  /** Whether it may be made. */
  legal: boolean;
  /** The clause of the rules that forbids it; empty where it is legal, or no move at all. */
  clause: string;
  /** Why it is not legal; English. Empty where it is. */
  message: string;
  /** What it scores at once; moves of C'est Carré! score nothing before the round ends. */
  points: number;
  /** Those that it makes. */
  brackets: Span[];
  /** The seat's own cards after it; null where it moves none of them, or is not legal. */
  square: SquareShown | null;
  /** What it makes the seat do next. */
  effect: Effect;
  /** With how many cards. */
  effect_cards: number;
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
  /** False for no more. */
  on?: boolean;
}

/**
 * Be told of everything at a table from now on: as its player, or as a spectator.
 *
 * A player who was away takes the seat back from its stand-in; with a clock, after its next move.
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
  /** For each seat that you hold, 64 hexadecimal digits from a good random generator. */
  shares: Record<number, string>;
}

/** Make a move, in the notation of records. */
export interface Move {
  type: "move";
  id: string;
  table: string;
  ply: number;
  seat: number;
  /** One of the legal moves that were shown. */
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
  /** When the last seat agrees it happens; when one does not, it is off the table. */
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

/**
 * Close the table before the first move; nothing counts. The host may, with a seat or without
 * one; once the game runs, so may whoever sits there.
 */
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
  /** One of a few, instead of a chat. */
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

/** Ask what moves of the seat in turn would bring. It changes nothing. */
export interface Consider {
  type: "consider";
  id: string;
  table: string;
  ply: number;
  seat: number;
  /** Legal or not: the answer says which rule forbids the others. */
  moves: string[];
}

/** The first message of every connection: who you are here. */
export interface Welcome {
  type: "welcome";
  /** Your id. */
  player: string;
  /** What you are called. */
  name: string;
  /** Of the server. */
  version: string;
}

/** Yes. */
export interface Pong {
  type: "pong";
  /** Of the message that it answers. */
  id: string;
}

/** It is done, and there is nothing else to tell. */
export interface Done {
  type: "done";
  /** Of the message that it answers. */
  id: string;
}

/** It is not done, and nothing has changed. `docs/messages.md` lists the codes. */
export interface Refused {
  type: "refused";
  /** Null when the message could not be read so far. */
  id: string | null;
  /** Why, for programs. */
  code: string;
  /** Why, for people; English. */
  message: string;
  /** The figures of the sentence. */
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
  /** Its id, which is also in its link. */
  table: string;
  /** How many events there were, less one: send it back with what is based on this. */
  ply: number;
  /** Before, in, and after the game; `aborted` where it never came to one. */
  stage: Stage;
  /** What is played. */
  game: string;
  /** How many seats there are. */
  players: number;
  /** The game's, all of them. */
  options: Record<string, unknown>;
  /** The clock that was chosen. */
  clock_option: ClockOption;
  /** Whether the lobby lists it. */
  public: boolean;
  /** Whether players may ask for advice. */
  hints: boolean;
  /** Whether moves may be taken back by consent. */
  casual: boolean;
  /** The id of the player who opened it. */
  host: string;
  /** The bot that plays for somebody who is away. */
  stand_in: string;
  /** Seconds from a bot's turn to its move. */
  pace: number;
  /** Who sits where. */
  seats: SeatShown[];
  /** The seats that you hold. */
  your_seats: number[];
  /** Hot-seat: this seat's hand is shown after `lift`. */
  curtain?: number | null;
  /** The position; null before the start. After the end it shows all hands. */
  view?: View | null;
  /** What follows from the position; comes with the view. */
  detail?: Detail | null;
  /** The seat whose hand the view shows; null where it shows none. */
  hand_of?: number | null;
  /** Only for the seat in turn. */
  legal?: LegalShown[] | null;
  /** Of your seats, those whose last move can be taken back without asking. */
  can_take_back?: number[];
  /** Time as it is now. */
  clock?: ClockShown;
  /** What is being asked. */
  proposal?: ProposalShown | null;
  /** How it ended. */
  ending?: EndingShown | null;
  /** The promise about the deal. */
  fair: FairShown;
  /** All moves so far. */
  moves?: MoveShown[];
  /** The table of which this is the rematch. */
  before?: string;
  /** The table of the rematch. */
  next?: string;
}

/**
 * Something happened: what has changed since the last ply. What is left out has not changed,
 * except `legal`, `proposal`, `curtain` and `can_take_back`, which are complete.
 */
export interface Update {
  type: "update";
  /** Of the client's message that it answers; everybody else is told without it. */
  id?: string;
  /** The table that it is about. */
  table: string;
  /** The table's ply now. It grows by one with each event; `lifted` and `presence` are none. */
  ply: number;
  /**
   * An event: `sat`, `invited`, `stood`, `readied`, `moved`, `asked`, `answered`, `took_back`,
   * `resigned`, `aborted`, `timed_out`, `left`, `returned`, `rematched`; or `presence`, when
   * somebody has come or gone, and `lifted`, when you have lifted a curtain.
   */
  what: string;
  /** The seat that it is about. */
  seat?: number | null;
  /** The new stage. */
  stage?: Stage | null;
  /** Who sits where now. Yours are those with your id. */
  seats?: SeatShown[] | null;
  /** Hot-seat: this seat's hand is shown after `lift`. */
  curtain?: number | null;
  /** The new position. */
  view?: View | null;
  /** What follows from it; comes with the view. */
  detail?: Detail | null;
  /** Comes with the view: the seat whose hand it shows, or null. */
  hand_of?: number | null;
  /** Only for the seat in turn. */
  legal?: LegalShown[] | null;
  /** Of your seats, those whose last move can be taken back without asking. */
  can_take_back?: number[];
  /** Time as it is now. */
  clock?: ClockShown | null;
  /** What is being asked now. */
  proposal?: ProposalShown | null;
  /** How it ended. */
  ending?: EndingShown | null;
  /** The promise about the deal, when there is more of it to tell. */
  fair?: FairShown | null;
  /** The move that was made. */
  move?: MoveShown | null;
  /** How many moves are left, after some were taken back. */
  moves?: number | null;
  /** The table of the rematch. */
  next?: string;
}

/** A public table in the lobby. */
export interface LobbyTable {
  /** Its id. */
  table: string;
  /** What is played. */
  game: string;
  /** How many seats there are. */
  players: number;
  /** `open` to sit down, `running` to watch. */
  stage: string;
  /** Who sits where. */
  seats: SeatShown[];
  /** The clock that was chosen. */
  clock_option: ClockOption;
  /** Whether moves may be taken back by consent. */
  casual: boolean;
  /** Whether players may ask for advice. */
  hints: boolean;
  /** When: ISO 8601, in UTC. */
  opened: string;
}

/** The public tables: all of them after `lobby`, then those that changed. */
export interface LobbyShown {
  type: "lobby";
  /** Of the client's message that it answers. */
  id?: string;
  /** The tables that are new or have changed. */
  tables: LobbyTable[];
  /** The ids of tables that are no longer listed. */
  gone?: string[];
}

/** Somebody at the table shows a reaction. */
export interface Reacted {
  type: "reacted";
  /** Where. */
  table: string;
  /** Who. */
  seat: number;
  /** What. */
  reaction: Reaction;
}

/** It is your turn at a table that this connection does not watch. */
export interface YourTurn {
  type: "your_turn";
  /** Where. */
  table: string;
  /** What is played there. */
  game: string;
}

/** Why a move is good or bad, as data for a sentence. */
export interface Reason {
  /** What docs/advice.md calls its code. */
  kind: string;
  /** Its fields there. */
  details: Record<string, unknown>;
}

/** A move and what is expected of it. */
export interface AdvisedMove {
  /** In the notation of records. */
  move: string;
  /** The chance to win; null where nothing could be played out. */
  win: number | null;
  /** Expected points ahead of the best other seat; null likewise. */
  margin: number | null;
  /** What it brings at once. */
  points: number;
  /** What speaks for and against it. */
  reasons: Reason[];
}

/** The best moves, the best first. */
export interface Advice {
  type: "advice";
  /** Of the message that it answers. */
  id: string;
  /** The table that it is about. */
  table: string;
  /** The position that it is about. */
  ply: number;
  /** The best first; none where a curtain has come down before that hand. */
  moves: AdvisedMove[];
}

/** What the moves would bring, in the order in which they were asked about. */
export interface Considered {
  type: "considered";
  /** Of the message that it answers. */
  id: string;
  /** The table that it is about. */
  table: string;
  /** The position that it is about. */
  ply: number;
  /** One for each that was asked about. */
  moves: MoveConsidered[];
}

/** The server closes this connection; connect again, and go on where you were. */
export interface Bye {
  type: "bye";
  /** The server stops; this client reads too slowly, or says too much, or is nobody any more. */
  reason: "shutdown" | "too_slow" | "too_many" | "signed_out";
}

/** Why it was not done; nothing has changed. `docs/messages.md` lists the codes. */
export interface Problem {
  /** Why, for programs. */
  code: string;
  /** Why, for people; English. */
  message: string;
  /** The figures of the sentence. */
  details?: Record<string, unknown>;
}

/** Be somebody, without signing up. */
export interface NewPlayer {
  /** What to be called; the server thinks of something where it is left out. */
  name?: string | null;
}

/** Be called something else from now on. */
export interface NewName {
  /** What to be called. */
  name: string;
}

/** Who you are here. */
export interface Me {
  /** Your id. */
  player: string;
  /** What you are called. */
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
  /** As it was typed, or from the fragment of the link. */
  secret: string;
}

/** Ask for a token, with which a program plays in your name. */
export interface NewToken {
  /** To tell your tokens apart. */
  name: string;
}

/** A token that works until it is revoked. */
export interface Token {
  /** By which it is revoked. */
  id: string;
  /** What you called it. */
  name: string;
  /** ISO 8601, in UTC. */
  created: string;
}

/** A new token. Only now can it be read. */
export interface TokenMade {
  /** By which it is revoked. */
  id: string;
  /** What you called it. */
  name: string;
  /** ISO 8601, in UTC. */
  created: string;
  /** To be sent as `Authorization: Bearer …`. */
  token: string;
}

/** Your tokens, the oldest first. */
export interface Tokens {
  /** Those that work. */
  tokens: Token[];
}

/** Do not meet somebody at tables any more, or only see no reactions of theirs. */
export interface Block {
  /** Which of the two. */
  kind: "block" | "mute";
}

/** Somebody whom you have blocked or muted. */
export interface Blocked {
  /** Their id. */
  player: string;
  /** What they are called. */
  name: string;
  /** Which of the two. */
  kind: "block" | "mute";
}

/** All whom you have blocked or muted. */
export interface Blocks {
  /** All of them. */
  blocks: Blocked[];
}

/** What a browser's push service needs to keep messages secret. */
export interface PushKeys {
  /** The browser's public key, base64url. */
  p256dh: string;
  /** A secret of the browser, base64url. */
  auth: string;
}

/** Tell this browser when it is my turn: what `PushSubscription.toJSON()` gives there. */
export interface PushSubscription {
  /** Where to send; only known push services are allowed. */
  endpoint: string;
  /** How to keep it secret. */
  keys: PushKeys;
  /** When it ends, if it does. */
  expirationTime?: number | null;
}

/** What a browser needs to subscribe, and in how many you have done so. */
export interface PushShown {
  /** The server's public key (VAPID), base64url. */
  key: string;
  /** How many browsers are told. */
  subscriptions: number;
}

/** Open a table. */
export interface OpenTable {
  /** What is played. */
  game: GameName;
  /** How many seats there are. */
  players: number;
  /**
   * The game's: `first` (the seat that begins, else drawn), and for Piazza `setup`, `start` and
   * `colours`, as in docs/referee.md.
   */
  options?: Record<string, unknown>;
  /** How much time there is. */
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
  /** Its id. */
  table: string;
  /** What is played. */
  game: string;
  /** How many seats there are. */
  players: number;
  /** `open` to sit down, `running` to watch. */
  stage: string;
  /** Who sits where. */
  seats: SeatShown[];
  /** The clock that was chosen. */
  clock_option: ClockOption;
  /** Whether moves may be taken back by consent. */
  casual: boolean;
  /** Whether players may ask for advice. */
  hints: boolean;
  /** When: ISO 8601, in UTC. */
  opened: string;
  /** The seats that you hold. */
  your_seats: number[];
  /** Whether it waits for you. */
  your_turn?: boolean;
  /** How it ended. */
  ending?: EndingShown | null;
}

/** Your tables: those that wait for you first, then those that changed last. */
export interface MyTables {
  /** The newest of them. */
  tables: TableSummary[];
}

/** An earlier position, as you may know it. */
export interface PositionShown {
  /** The table that it is about. */
  table: string;
  /** How many moves had been made. */
  number: number;
  /** What you could know then. */
  view: View;
  /** What follows from the position. */
  detail: Detail;
  /** The seat whose hand the view shows; null where it shows none. */
  hand_of?: number | null;
}

/** A game of Piazza with nothing hidden. */
export interface PiazzaPosition {
  game: "piazza";
  /** How many seats there are. */
  players: number;
  /** `setup` or `play`. */
  phase: string;
  /** Each seat's own colours; with three players the main one. */
  colours: string[][] | null;
  /** How the start cards lie: `square`, `corner` or `row`. */
  start: string;
  /** The seat that begins. */
  first: number;
  /** Cards on the table, each with its x and y. */
  board: [string, number, number][];
  /** Points of each seat. */
  scores: number[];
  /** The seat that moves next. */
  turn: number;
  /** The seats that have laid all their cards, in that order. */
  finished: number[];
  /** How many passes in a row led here. */
  passes: number;
  /** Whether the game has ended. */
  over: boolean;
  /** The seats that share first place. */
  winners: number[];
  /** For each seat its cards. */
  hands: string[][];
  /** For each seat the cards that it has still to draw, the next one last. */
  stocks: string[][];
}

/** A game of C'est Carré! with nothing hidden. */
export interface CarrePosition {
  game: "carre";
  /** How many seats there are. */
  players: number;
  /** Counted from 1. */
  round: number;
  /** The seat that began the round. */
  first: number;
  /** The seat that moves next. */
  turn: number;
  /** `source`, `play`, `lay` or `drop`. */
  phase: string;
  /** For each seat its laid cards, each with its x and y. */
  layouts: [string, number, number][][];
  /** The discard pile, the top card last. */
  discard: string[];
  /** The cards that the seat in turn may play. */
  revealed: string[];
  /** How many cards it must still play from its hand. */
  owed: number;
  /** Points of each seat from the rounds before. */
  totals: number[];
  /** Whether a square is complete, so that the round ends soon. */
  closing: boolean;
  /** Whether the game has ended. */
  over: boolean;
  /** The seats that share first place. */
  winners: number[];
  /** For each seat its cards. */
  hands: string[][];
  /** The draw pile, the top card last. */
  deck: string[];
}

/** A whole game, with all hands. */
export interface Replay {
  /** The table that it is about; empty for a record that was sent. */
  table: string;
  /** What was played. */
  game: GameName;
  /** What each seat was called. */
  names: string[];
  /** Before the first move, and after each. */
  positions: Position[];
  /** What follows from each of them. */
  details: Detail[];
  /** With their points. */
  moves: MoveShown[];
  /** What the deal followed from. */
  fair: FairShown;
  /** How it ended; left out where a record that was sent is not finished. */
  ending?: EndingShown | null;
  /** The seats of players who have deleted themselves; a record that was sent does not tell. */
  forgotten?: number[];
}

/** Play some moves from any position, and see what could be played then. Nothing is kept. */
export interface Try {
  /** With nothing hidden, as docs/referee.md tells; it need not hold all cards. */
  position: Position;
  /** To be played in this order. */
  moves?: string[];
  /** To be judged after that, legal or not. */
  consider?: string[];
  /** What shuffles follow from. */
  seed?: number;
}

/** Where the moves led. */
export interface TryShown {
  /** After all of them. */
  position: Position;
  /** What follows from it. */
  detail: Detail;
  /** What the seat in turn may play next. */
  legal: LegalShown[];
  /** The moves, with their points. */
  played: MoveShown[];
  /** What the others would bring, in the order in which they were asked about. */
  considered: MoveConsidered[];
  /** How the game ended, if it did. */
  ending?: EndingShown | null;
}

/** See a record played again. */
export interface AskReplay {
  record: string;
}

/** Ask for the best moves at one point of a finished or unfinished record. */
export interface AskAdvice {
  record: string;
  /** Of a move: advice for the seat that chooses it. */
  number: number;
}

/** The best moves there, the best first, and the one that was played. */
export interface AdviceGiven {
  /** What is played. */
  game: GameName;
  /** The move that was asked about. */
  number: number;
  /** Who chooses it. */
  seat: number;
  /** The position as the seat knew it. */
  view: View;
  /** The move that the record has there; null at its end. */
  played: string | null;
  /** The best first. */
  moves: AdvisedMove[];
}

/** A player's results in one game and one kind of company. */
export interface PoolShown {
  /** What was played. */
  game: GameName;
  /** In what company. */
  pool: Pool;
  /** How many games. */
  played: number;
  /** A shared win counts as a part of one. */
  won: number;
  /** Points, in the mean. */
  mean_points: number;
  /** Points in the best game. */
  best_points: number;
  /** Null before the first game that counts. */
  rating?: number | null;
  /** How unsure the rating is. */
  deviation?: number | null;
}

/** One finished game of a player. */
export interface ResultShown {
  /** Where. */
  table: string;
  /** What was played. */
  game: GameName;
  /** In what company. */
  pool: Pool;
  /** How many seats there were. */
  players: number;
  /** Counted from 1. */
  place: number;
  /** At the end. */
  points: number;
  /** ISO 8601, in UTC. */
  at: string;
}

/** A player, as everybody may know them. */
export interface PlayerShown {
  /** Their id. */
  player: string;
  /** What they are called. */
  name: string;
  /** Results by game and company. */
  pools: PoolShown[];
  /** The last results, the newest first; of games by invitation those where you were there. */
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
  /** All of them. */
  bots: BotShown[];
}

/** The server is well. */
export interface Health {
  /** Where it is not, that is a [Problem](#problem). */
  status: "ok";
}

/** Why something was refused. */
export type Code =
  | "bad_request"
  | "too_large"
  | "too_many"
  | "no_identity"
  | "bad_origin"
  | "not_by_token"
  | "not_ready"
  | "unavailable"
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
  | "bad_position"
  | "bad_push"
  | "no_room"
  | "yourself"
  | "stale"
  | "ahead"
  | "not_host"
  | "not_your_seat"
  | "not_seated"
  | "blocked"
  | "too_often"
  | "not_open"
  | "seat_taken"
  | "seat_free"
  | "shares_wrong"
  | "ready_already"
  | "moved_already"
  | "not_running"
  | "not_your_turn"
  | "curtain"
  | "time_up"
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
  "POST /api/try": { request: Try; answer: TryShown };
  "POST /api/replay": { request: AskReplay; answer: Replay };
  "GET /api/players/{player}": { request: null; answer: PlayerShown };
  "GET /api/bots": { request: null; answer: Bots };
  "GET /api/openapi.json": { request: null; answer: unknown };
  "GET /healthz": { request: null; answer: Health };
  "GET /readyz": { request: null; answer: Health };
  "GET /metrics": { request: null; answer: string };
}
