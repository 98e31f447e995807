"""Every text of the terminal game, in English: one catalogue, so that it can be translated."""

TEXTS = {
    # Before the game
    "welcome": "Piazzetta. Enter takes what stands in [brackets].",
    "ask_game": "Which game? {choices} [1]: ",
    "ask_players": "How many players, {least} to {most}? [Enter: start, you against {default}]: ",
    "levels": "Whom you can play against, the weakest first:\n{levels}",
    "ask_seat": "Player {number}: the name of a person or of one of these [{default}]: ",
    "ask_setup": "Start cards: 1 laid at random, 2 chosen by the players [1]: ",
    "ask_start": "Start shape for three: 1 corner, 2 row [1]: ",
    "not_a_choice": "Please answer with a number from {least} to {most}.",
    "you": "You",
    "player": "Player {number}",
    "bad_seat": "unknown player {text}; write human, human:NAME, cmd:PROGRAM or a bot: {bots}",
    "bad_name": "a player needs a name that can be printed",
    "bad_count": "{game} is for {least} to {most} players, not for {count} (--seat names one)",
    "bad_first": "--first must be a player's number from 1 to {most}",
    "bad_record": "the record cannot be written to {path}: {reason}",
    # At the table
    "begin": "{game}: {names}. First player: {first}. Type help at any time.",
    "watch": "Only bots play; here is the game.",
    "curtain": "Pass the screen to {name}, then press Enter. ",
    "hand": "Your hand:",
    "prompt": "{name}, your move: ",
    "single": "There is only one move; Enter plays it.",
    "shown": "{shown} of {count} moves. Type a number, a card such as {part}, more, all or help.",
    "shown_with": "{shown} of {count} moves with {part}. Type a number, more, all or help.",
    "shown_all": "Type a number or a move; help tells more.",
    "no_part": "None of your moves has {part}.",
    "no_more": "That was the last of the moves.",
    "no_more_with": "That was the last of the moves with {part}; all lists every move.",
    "no_move": "{text} is no move here. Type a number from 1 to {count}, or {forms}; or help.",
    "card": "card",
    "cell": "column,row",
    "or": " or ",
    "bad_number": "There is no move {number}; the numbers go from 1 to {count}.",
    "go_on": "Press Enter to go on. ",
    "help_waiting": "Enter goes on, quit leaves the game.",
    "ask_quit": "Leave the game? It is not kept. [y/N]: ",
    "ask_quit_record": "Leave the game? It is written to {path}. [y/N]: ",
    "yes": "y",
    "left": "The game was left before its end.",
    "not_begun": "No game was begun.",
    "input_ended": "The input has ended, so the game is left here.",
    "recorded": "The game is written to {path}.",
    "says": "{name}: {what}",
    "fault": "{name} gives no legal move, a random one takes its place: {what}",
    "and": " and ",
    "then": "; ",
    "list": ", ",
    # At the end
    "over": "The game is over: {reason}.",
    "place": "{place}. {names}: {points}",
    "points": "{count} points",
    "point": "{count} point",
    "equal_points": "Of players with equal points, the one who ran out of cards first comes first.",
    "nine_first": "Nine cards of one motif come before all points.",
    # Piazza
    "piazza_columns": "              points hand stock",
    "piazza_row": "{points:>6} {hand:>4} {stock:>5}",
    "piazza_new": "* new",
    "piazza_open": "+ you can lay here",
    "piazza_colours": "{R} red {P} pink {B} blue {Y} yellow",
    "piazza_neutral": "neutral: {colour}",
    "piazza_lay": "{card} at {cell}",
    "piazza_start": "start card {card} at {cell}",
    "piazza_pass": "pass, no card can be laid",
    "piazza_move": "{what}: {points}",
    "piazza_nothing": "no points",
    "piazza_stock": "Your stock, in no order:",
    "piazza_no_stock": "Your stock is empty.",
    "piazza_setup": "Lay a start card: one of each of your colours, every symbol once.",
    # C'est Carré!
    "carre_total": "{total}/{target}",
    "carre_hand": " hand {hand}",
    "carre_low_hand": " ({hand})",
    "carre_low_now": " now {points}",
    "carre_now": "now {values}{zones:+d}={points}",
    "carre_nine": "nine of a kind!",
    "carre_empty": "no cards yet",
    "carre_piles": "Round {round}, {first} began. Draw pile: {deck}. Discard pile: {discard}, top:",
    "carre_no_discard": "Round {round}, {first} began. Draw pile: {deck}. Discard pile: empty.",
    "carre_closing": "A square is complete! Turns left in this round: {names}.",
    "carre_revealed": "To play:",
    "carre_too_many": "Discard from your hand, down to {count} cards.",
    "carre_owed": "Cards still to play from your hand: {count}",
    "carre_discard": "Discard pile, top card first:",
    "carre_after": "-> {points}",
    "carre_nine_after": "-> nine of a kind",
    "carre_take": "take {card} from the discard pile",
    "carre_reveal": "reveal {cards}",
    "carre_lay": "lay {card} at {cell}",
    "carre_swap": "swap {card} for {old} at {cell}",
    "carre_owes": ", {count} more from the hand",
    "carre_draws": ", draw {count}",
    "carre_drop": "discard {card}",
    "carre_pass": "pass, both piles are empty",
    "carre_round": "End of round {round}",
    "carre_score": "{name}: values {values}, zones {zones}: {points}, total {total}",
    # Help
    "help_number": "Type  {number:<18}  to make the move of that number",
    "help_move": "      {move:<18}  to make that move{form}",
    "help_form": ": card@column,row",
    "help_part": "      card or cell        to list only the moves with it",
    "help": """\
      more, all           to list further moves, or every one
      look                to see what else you may see
      board               to see the table again
      quit                to leave the game
""",
    "help_piazza": (
        "Piazza: lay one card from your hand, or two. A card goes beside a card on the table and "
        "differs in colour and in symbol from every card it shares a side with. The table never "
        "grows beyond {grid}×{grid} cells. Two cards of one colour in a row or column, with none "
        "of their colour between them, form a bracket. You score every bracket that ends at a "
        "card you just laid: a point for each of its cards, both ends included. Two cards laid "
        "together must form a bracket. Then you draw back to {hand} cards. Most points win."
    ),
    "help_carre": (
        "C'est Carré!: take the top of the discard pile, or reveal two cards and play one of "
        "them. Lay it beside your cards (they must fit in a 3×3 square), or swap it for one of "
        "yours with the same motif or value. If it was laid, -1 or -2 makes you play that many "
        "cards from your hand; +1 to +3 lets you draw that many, then discard down to {hand}. "
        "When a square is complete the lap is finished and all score: the values of their cards, "
        "and for zones of one motif, joined by sides (cards: points), {zones}. Nine of one motif "
        "win at once; else the game ends at {target} points, and most points win. Below "
        "a name, now 5+3=8 tells the values of the cards, the points of the zones, and the sum of "
        "both; where there is little room only the sum, and the cards in hand behind the name, as "
        "(3). The arrow behind a move tells what your cards are worth after it."
    ),
}


def say(key: str, **values: object) -> str:
    """The text, with the values in their places."""
    return TEXTS[key].format(**values)


def points(count: int) -> str:
    """So many points."""
    return say("point" if abs(count) == 1 else "points", count=count)
