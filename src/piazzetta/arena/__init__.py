"""Paired matches between bots: every deal is played in each rotation of the seats."""
