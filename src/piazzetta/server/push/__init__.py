"""Web Push: tells a browser that it is somebody's turn, also where no page is open.

    message.py    the text, encrypted so that only that browser reads it   RFC 8291, RFC 8188
    vapid.py      who sends it, signed with the server's key               RFC 8292
    endpoint.py   where it may go: push services that are known            RFC 8030
    sender.py     sends it, and forgets browsers that are gone

What is told is the table and the game, nothing else.
"""
