"""Where bots think: beside the server, never in its way.

    Thinkers.choose ──► Line (bounded, first come first served) ──► a thread ──► a Worker's process
                └─► program:NAME ──► a Line of its own ──► a thread ──► the operator's program

Views, moves as text and numbers cross the border, nothing else: a bot cannot see what its seat may
not see, and a crash takes nothing with it.
"""
