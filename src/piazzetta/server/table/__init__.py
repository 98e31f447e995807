"""A table's authority: pure functions that know neither sockets nor storage.

command ──► decide(table, …) ──► event ──► (the store keeps it) ──► evolve(table, row) ──► table
                 └─► Refusal                                             └─► shown(table, …)
"""
