// A game of about the size of ours on boardgame.io's own server: 64 cells, hands that the other
// player does not see, one card a turn. `node boardgame_io.js PORT API_PORT [FOLDER]`; with a folder
// it keeps its matches there (FlatFile), else in memory.
const { Server, FlatFile, Origins } = require("boardgame.io/server");

const [port, apiPort, folder] = process.argv.slice(2);
const CELLS = 64;

const game = {
  name: "bench",
  disableUndo: true,
  setup: () => ({
    board: Array(CELLS).fill(null),
    hands: { 0: ["A1", "B2", "C3"], 1: ["D4", "E5", "F6"] },
    scores: [0, 0],
  }),
  playerView: ({ G, playerID }) => ({ ...G, hands: { [playerID]: G.hands[playerID] } }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    lay: ({ G, ctx, playerID }, cell) => {
      const hand = G.hands[playerID];
      G.board[cell % CELLS] = hand[ctx.turn % hand.length];
      G.scores[playerID] += 1;
    },
  },
};

const db = folder ? new FlatFile({ dir: folder, logging: false }) : undefined;
const server = Server({ games: [game], db, origins: [Origins.LOCALHOST] });
server.run({ port: +port, lobbyConfig: { apiPort: +apiPort } }, () => console.log("ready"));
