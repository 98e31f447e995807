"""Why something was not done: every code there is, and its sentence in English.

A client that speaks another language translates the code, with the figures in `details`.
"""

SENTENCES: dict[str, str] = {
    # What was said, and by whom.
    "bad_request": "This cannot be understood: {reason}.",
    "too_large": "This is too much at once.",
    "too_many": "That was too much in too short a time. Try again in a moment.",
    "no_identity": "Say who you are first.",
    "bad_origin": "This came from a page that is not of this server.",
    "not_by_token": "Only you yourself may do this, not a program with a token.",
    "not_ready": "The server is not ready.",
    "unavailable": "Something went wrong on our side. Try again in a moment.",
    "busy": "There is too much to think about at the moment. Try again in a moment.",
    # What is not there.
    "no_such_page": "There is nothing here.",
    "bad_method": "This cannot be done here.",
    "no_such_table": "There is no such table.",
    "no_such_player": "There is no such player.",
    "no_such_seat": "There is no seat {seat} at this table.",
    "no_such_bot": "There is no bot {bot}.",
    "no_such_link": "This link does not work, or no more.",
    "no_such_token": "There is no such token.",
    "no_such_position": "The game has no such position.",
    # What was given.
    "bad_name": "This name cannot be used: {reason}.",
    "bad_options": "These options cannot be used: {reason}.",
    "bad_record": "This record cannot be read: line {line}: {reason}.",
    "bad_position": "This position cannot be used: {reason}.",
    "bad_push": "This push service is not allowed here.",
    "no_room": "You have {most} of these already. Give one up first, or wait until one runs out.",
    "yourself": "You cannot block or mute yourself.",
    # Based on something else.
    "stale": "Something else has happened in the meantime.",
    "ahead": "This has not happened yet.",
    # Who may do it.
    "not_host": "Only the host may do this.",
    "not_your_seat": "You do not hold seat {seat}.",
    "not_seated": "You do not sit at this table.",
    "blocked": "You cannot join this table.",
    "too_often": "This has been done too often at this table.",
    # Before the game.
    "not_open": "The game has begun, or the table is closed.",
    "seat_taken": "Seat {seat} is taken.",
    "seat_free": "Nobody sits on seat {seat}.",
    "shares_wrong": "Send a random share for each of your seats, and for no other.",
    "ready_already": "You are ready already.",
    "moved_already": "A move has been made: the table can no longer be closed.",
    # In the game.
    "not_running": "No game is running at this table.",
    "not_your_turn": "It is the turn of seat {turn}.",
    "curtain": "First lift the curtain for seat {seat}.",
    "time_up": "The time is up.",
    "not_a_move": "{reason}.",
    "illegal_move": "{reason}.",
    "resigned": "Seat {seat} has been given up.",
    "not_a_bot": "No bot plays for seat {seat}.",
    "nothing_to_take_back": "Seat {seat} has made no move.",
    "not_casual": "At this table nothing is taken back once it was answered or a card was seen.",
    "asked_already": "Something is being asked already.",
    "nothing_asked": "Nothing is being asked.",
    "agreed_already": "Seat {seat} has agreed already.",
    "nobody_to_ask": "There is nobody who could agree. You may resign.",
    "no_hints": "At this table there is no advice.",
    # After the game.
    "not_over": "The game is not over.",
    "rematch_already": "The rematch is at table {table}.",
}
"""Code → sentence, with the names of its figures in braces."""
