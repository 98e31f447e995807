"""The server: tables that never lose a move. docs/server.md tells how its parts fit together."""
