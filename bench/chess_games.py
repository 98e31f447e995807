"""Random games of chess with python-chess."""

import random

import chess


def chess_game(number: int) -> int:
    """One random game of chess; its number of moves."""
    rng, board, moves = random.Random(number), chess.Board(), 0
    while not board.is_game_over():
        board.push(rng.choice(list(board.legal_moves)))
        moves += 1
    return moves
