"""Every message between clients and the server, as msgspec structs: the one truth.

`typescript.py` writes web/src/lib/protocol.ts from them, `document.py` docs/messages.md.
"""
