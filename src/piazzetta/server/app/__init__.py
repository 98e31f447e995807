"""The application: sockets, the REST API, and the hub that hosts tables between them and the store.

socket.py ─┐                          ┌─► store    (the row is kept)
           ├─► hub.py ─► table/ ─► row ┼─► showing  (whoever watches here is told)
rest/ ─────┘      ▲                   └─► bus      (the other nodes are told)
             scheduler.py: bots, clocks, absence
"""
